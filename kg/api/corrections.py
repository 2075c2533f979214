"""The curation file of a folder: which one counts, what a command appends to it, and when it is written."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kg.api import folder as names
from kg.errors import GraphError, InputError, NotFoundError

if TYPE_CHECKING:
    from kg.linking.curation import Curation, Remark

__all__ = ["Corrections", "corrections_of", "with_entry"]

_OLD = names.CURATION + ".old"


@dataclass(frozen=True, slots=True)
class Corrections:
    """What is replayed on a build, and what becomes of the folder's file.

    Attributes
    ----------
    curation : Curation
    files : dict of str to bytes
        Files of the folder to be written with the graph.
    wanted : int
        Number of an entry that must do what it says, or nothing is written; 0 for none.
    """

    curation: Curation
    files: dict[str, bytes]
    wanted: int = 0

    def check(self, remarks: Iterable[Remark]) -> None:
        """See to it that the wanted entry did what it says.

        Raises
        ------
        NotFoundError, GraphError
            If it did not.
        """
        for remark in remarks:
            if self.wanted and remark.number == self.wanted and remark.kind != "done":
                raise (NotFoundError if remark.kind == "stale" else GraphError)(f"{remark.text}; nothing was changed")

    def write(self, staging: Path) -> None:
        """Write the files into a folder."""
        for name, content in self.files.items():
            (staging / name).write_bytes(content)


def corrections_of(folder: Path, given: str | os.PathLike[str] | None = None) -> Corrections:
    """Return the corrections of a folder, or those of another file, which is then copied into the folder.

    Parameters
    ----------
    folder : Path
    given : path, optional
        A curation file. Where the folder's own has entries that this one lacks, it is kept beside it as ``curation.yaml.old``.

    Raises
    ------
    InputError
        If a file cannot be read.
    """
    from kg.linking.curation import Curation
    from kg.linking.curation.reading import read_curation

    own = folder / names.CURATION
    if given is None or (own.exists() and Path(given).exists() and own.samefile(given)):
        return Corrections(read_curation(own) if own.exists() else Curation(), {})
    curation = read_curation(given)
    files = {names.CURATION: Path(given).read_bytes()}
    if own.exists() and own.read_bytes() != files[names.CURATION] and not _contents(own) <= _contents(Path(given)):
        files[_free(folder)] = own.read_bytes()
    return Corrections(curation, files)


def _contents(file: Path) -> set[object]:
    """Return what the entries of a file say, wherever they stand; the bytes of a file that cannot be read."""
    from kg.linking.curation.reading import read_curation

    try:
        curation = read_curation(file)
    except InputError:
        return {file.read_bytes()}
    return {replace(entry, number=0, line=0) for entry in curation.entries} | {remark.text for remark in curation.remarks}


def _free(folder: Path) -> str:
    number, name = 1, _OLD
    while (folder / name).exists():
        number += 1
        name = f"{_OLD}{number}"
    return name


def with_entry(folder: Path, entry: str) -> Corrections:
    """Return the corrections of a folder with an entry appended to its file, whose text stays as it is.

    Parameters
    ----------
    folder : Path
    entry : str
        As `kg.linking.curation.writing.entry_text` gives it.

    Raises
    ------
    InputError
        If the file cannot be read, or nothing can be appended to it.
    """
    from kg.linking.curation.reading import parse_curation
    from kg.linking.curation.writing import appended

    own = folder / names.CURATION
    before = corrections_of(folder).curation
    raw = own.read_bytes() if own.exists() else b""
    feed = "\r\n" if b"\r\n" in raw else "\n"
    text = appended(raw.decode("utf-8-sig"), entry.replace("\n", feed))
    advice = f"write it into the file yourself, and build again: {' '.join(entry.split())}"
    try:
        after = parse_curation(text, names.CURATION, shown=str(own))
    except InputError:
        raise InputError(f"{own}: no entry can be appended to a file that is written in this way; {advice}") from None
    number = len(before.entries) + len(before.remarks and {remark.number for remark in before.remarks}) + 1
    added = [entry for entry in after.entries if entry.number == number]
    if after.entries[: len(before.entries)] != before.entries or len(added) != 1:
        faults = [remark.text for remark in after.remarks if remark.number == number]
        raise InputError(faults[0] if faults else f"{own}: no entry can be appended to a file that is written in this way; {advice}")
    mark = b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") else b""
    return Corrections(after, {names.CURATION: mark + text.encode("utf-8")}, number)
