r"""Write the lexicon files from the curation and credit the public name lists that hold the same names.

    python -m kg.lexicons.build --lists DIR        write methods.jsonl, models.jsonl, ... beside this file
    python -m kg.lexicons.build --lists DIR --check   write nothing; status 1 when a file is not what it would be

What is in a lexicon was chosen by hand: ``curation/<type>.txt`` is the source, and a name that a public list has is not taken for
that alone, since those lists hold generic words and wrong types. DIR holds the lists (``datasets_core.tsv``: name, type and sources,
separated by tabs) and ``SOURCES.md`` with one row for each source, ``- owner/name @ commit; licence: ...``; an entry credits the first source under a
permissive licence (`PERMISSIVE`) that has one of its forms, and ``curated`` when there is none.

A curation file is read line by line:

    # text              a comment
    [better: higher]    a field of all entries below it, until it is set again; an empty value ends it
    AdamW               an entry
    GRPO | Group Relative Policy Optimization       its name, then its aliases
    =Adam               a form that must be matched in exactly this case
    Qwen3-{4B,8B}       two entries; groups with the same text go together

The lists need no plural and no other hyphen: what `kg.text.fold` makes equal is found all the same.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kg.errors import InputError, KgError
from kg.lexicons import Entry
from kg.schema import ENTITY_TYPES
from kg.text import fold

__all__ = ["GENERIC", "PERMISSIVE", "Credits", "build", "check_entries", "expand", "nearest_families", "read_curation"]

HERE = Path(__file__).resolve().parent
PERMISSIVE = ("MIT", "Apache-2.0", "CC0", "BSD-3-Clause")
LISTS = {"Method": "methods", "Model": "models", "Dataset": "datasets", "Metric": "metrics", "Task": "tasks"}

# Words, as `kg.text.fold` leaves them, that name no particular thing (annotation guidelines: "never annotate generic words").
_GENERIC_WORDS = """
agent algorithm analysis approach architecture average baseline benchmark context corpus data dataset error evaluation
experiment feature framework generation image input knowledge language learning length loss machine method metric
model network number output paper parameter performance policy problem quality result score setting stateoftheart
strategy success system task technique text time token training video
"""
GENERIC = frozenset(_GENERIC_WORDS.split())

_GROUP = re.compile(r"\{([^{}]*)\}")
_SECTION = re.compile(r"\[(better|family):\s*(.*?)\s*\]")
_SOURCE_ROW = re.compile(r"- (\S+/\S+) @ \w+; licence: (.+)")


def expand(line: str) -> list[str]:
    """Return the lines that a line with groups in braces stands for; groups with the same text take the same value.

    >>> expand("Qwen3-{4B,8B} | Qwen 3 {4B,8B}")
    ['Qwen3-4B | Qwen 3 4B', 'Qwen3-8B | Qwen 3 8B']
    """
    group = _GROUP.search(line)
    if group is None:
        return [line]
    return [row for value in group[1].split(",") for row in expand(line.replace(group[0], value))]


def read_curation(path: Path, type: str) -> Iterator[Entry]:
    """Yield the entries of a curation file in its order.

    Raises
    ------
    InputError
        If a line cannot be read; the message names it.
    """
    fields = {"better": "", "family": ""}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        section = _SECTION.fullmatch(line)
        if section:
            fields[section[1]] = section[2]
            continue
        for row in expand(line):
            forms = [form.strip() for form in row.split("|")]
            names = [form.removeprefix("=") for form in forms]
            if not all(names) or len(set(names)) < len(names):
                raise InputError(f"{path.name}, line {number}: an empty or repeated form: {row}")
            exact = tuple(name for name, form in zip(names, forms, strict=True) if form.startswith("="))
            yield Entry(names[0], type, tuple(names[1:]), exact, fields["better"], fields["family"])


class Credits:
    """Which public list under a permissive licence holds a name.

    Parameters
    ----------
    folder : Path
        Holds ``SOURCES.md`` and ``<types>*.tsv``.

    Raises
    ------
    InputError
        If ``SOURCES.md`` is missing or has no row that can be read.
    """

    def __init__(self, folder: Path) -> None:
        try:
            rows = _SOURCE_ROW.findall((folder / "SOURCES.md").read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(f"{folder}: no SOURCES.md can be read there ({error.strerror}); --lists names the folder of the public name lists") from error
        # A licence with a remark in brackets ("README: data CC-BY-SA-4") is not plainly permissive.
        self.licences = {name: licence.strip() for name, licence in rows if licence.strip() in PERMISSIVE}
        if not self.licences:
            raise InputError(f"{folder}/SOURCES.md: no row '- owner/name @ commit; licence: ...' with one of {', '.join(PERMISSIVE)}")
        self.folder = folder
        self._sources: dict[str, dict[str, str]] = {}

    def _table(self, type: str) -> dict[str, str]:
        if type not in self._sources:
            table: dict[str, str] = {}
            for path in sorted(self.folder.glob(LISTS[type] + "*.tsv")):
                with path.open(encoding="utf-8", newline="") as lines:
                    for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                        owners = sorted({part.strip().split(":")[0] for part in row[2].split(" | ")} & self.licences.keys()) if len(row) > 2 else []
                        if owners:
                            table.setdefault(fold(row[0]), owners[0])
            self._sources[type] = table
        return self._sources[type]

    def source(self, entry: Entry) -> str:
        """Return the name of the source that holds one of the forms of an entry, or ``curated``."""
        table = self._table(entry.type)
        return next((table[key] for key in map(fold, entry.forms) if key in table), "curated")


def _tokens(name: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W\d_]+|\d+(?:\.\d+)*[^\W\d_]*", name.casefold()))


def nearest_families(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries with the nearest family: of those that a curation file puts under one name, the longest whose words begin the entry's own.

    Under Qwen, Qwen2.5-7B-Instruct belongs to Qwen2.5-7B, that to Qwen2.5, and that to Qwen.
    """
    entries = list(entries)
    members: dict[str, dict[tuple[str, ...], str]] = {}
    for entry in entries:
        if entry.family and not entry.name.endswith("+"):  # HumanEval-X is no version of HumanEval+
            members.setdefault(entry.family, {})[_tokens(entry.name)] = entry.name
    for entry in entries:
        if entry.family:
            words = _tokens(entry.name)
            known = members.get(entry.family, {})
            entry = replace(entry, family=next((known[words[:n]] for n in range(len(words) - 1, 0, -1) if words[:n] in known), entry.family))
        yield entry


def check_entries(entries: Iterable[Entry]) -> list[str]:
    """Return what is wrong with the entries of one type, one sentence each: a form of two entries, a generic word, a family that is no entry."""
    entries = list(entries)
    wrong = []
    owner: dict[str, Entry] = {}
    for entry in entries:
        for form in entry.forms:
            key = fold(form)
            if not key:
                wrong.append(f"{entry.name}: the form {form!r} folds to nothing")
            elif key in GENERIC and not entry.exact(form):
                wrong.append(f"{entry.name}: the form {form!r} is a generic word")
            elif owner.setdefault(key, entry) is not entry:
                wrong.append(f"{entry.name}: the form {form!r} is also one of {owner[key].name}")
    names = {entry.name for entry in entries}
    wrong += [f"{entry.name}: its family {entry.family!r} is no entry" for entry in entries if entry.family and entry.family not in names]
    return wrong


def build(curation: Path, credits: Credits) -> dict[str, str]:
    """Return the content of each lexicon file by file name, entries in the order of their folded names.

    Raises
    ------
    InputError
        If the curation contradicts itself; the message lists every place.
    """
    files = {}
    wrong = []
    for type, row in ENTITY_TYPES.items():
        stem = row.plural.lower()
        found = list(nearest_families(read_curation(curation / f"{stem}.txt", type)))
        wrong += [f"{stem}.txt: {sentence}" for sentence in check_entries(found)]
        lines = []
        for entry in sorted(found, key=lambda entry: (fold(entry.name), entry.name)):
            lines.append(json.dumps(replace(entry, source=credits.source(entry)).to_json(), ensure_ascii=False))
        files[f"{stem}.jsonl"] = "\n".join(lines) + "\n"
    if wrong:
        raise InputError("\n".join(wrong))
    return files


def _write(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as target:
            target.write(text)
        os.chmod(name, 0o644)  # mkstemp makes files that only their owner can read
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status (0 fine, 1 not up to date, 2 unusable input)."""
    parser = argparse.ArgumentParser(description="Write the lexicon files from the curation.")
    parser.add_argument("--lists", type=Path, required=True, metavar="DIR", help="folder of the public name lists and their SOURCES.md")
    parser.add_argument("--curation", type=Path, default=HERE / "curation", metavar="DIR", help="folder of the curation files")
    parser.add_argument("--output", type=Path, default=HERE, metavar="DIR", help="where to write (default: beside this module)")
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 when a file is not what it would be")
    options = parser.parse_args(arguments)
    try:
        files = build(options.curation, Credits(options.lists))
    except (KgError, OSError) as error:
        sys.stderr.write(f"build: {error}\n")
        return 2
    status = 0
    for name, text in files.items():
        path = options.output / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if options.check:
            sys.stderr.write(f"build: {name} is not up to date\n")
            status = 1
        else:
            _write(path, text)
    return status


if __name__ == "__main__":
    sys.exit(main())
