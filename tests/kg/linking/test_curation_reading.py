"""Curation files: what is read, what each fault is called, and that an entry that is appended comes back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.linking.curation.entries import ACTIONS
from kg.linking.curation.reading import parse_curation, read_curation
from kg.linking.curation.writing import appended, entry_text

WHOLE = """\
# Corrections after reading the report.

- merge: [Mistral 7B, Mistral-7B-Base (Model), e:mistral7bv0.1]   # the first is kept
  reason: one checkpoint
- split: ORBIT
  papers: [2401.00010, "1e5"]
  to: Ordered Retrieval
- split: ORBIT
  names: ORBiT
- rename: MSA
  to: masked slot attention
- {retype: CLIP, to: Model}
- drop: NO
- alias: GRPO
  names:
    - group policy optimisation
    - 'C#: sharp'
"""


def test_a_file_by_hand() -> None:
    curation = parse_curation(WHOLE)
    assert curation.remarks == ()
    rows = [(e.action, e.number, e.line, e.things, e.to, e.papers, e.names, e.reason) for e in curation.entries]
    assert rows == [
        ("merge", 1, 3, ("Mistral 7B", "Mistral-7B-Base (Model)", "e:mistral7bv0.1"), "", (), (), "one checkpoint"),
        ("split", 2, 5, ("ORBIT",), "Ordered Retrieval", ("2401.00010", "1e5"), (), ""),  # an id, not the number 2401.0001
        ("split", 3, 8, ("ORBIT",), "", (), ("ORBiT",), ""),
        ("rename", 4, 10, ("MSA",), "masked slot attention", (), (), ""),
        ("retype", 5, 12, ("CLIP",), "Model", (), (), ""),
        ("drop", 6, 13, ("NO",), "", (), (), ""),  # a name, not false
        ("alias", 7, 14, ("GRPO",), "", (), ("group policy optimisation", "C#: sharp"), ""),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n", "---\n", "[]"])
def test_nothing_in_it(text: str) -> None:
    curation = parse_curation(text)
    assert curation.entries == curation.remarks == ()


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("- rename: X", "'rename' needs 'to'. Write it like {rename: GCN, to: graph convolutional network}"),
        ("- split: X", "'split' needs 'papers' or 'names'. Write it like {split: STAR, papers: [zQ3xAbCdEf], to: Sparse Token Routing}"),
        ("- MFP", "it does not say what to do; begin it with one of merge, split, rename, retype, drop, alias"),
        ("- [a, b]", "it does not say what to do"),
        ("- null", "it does not say what to do"),
        ("- renam: X\n  to: Y", "'renam' is nothing that kg can do; did you mean 'rename'?"),
        ("- foo: X", "'foo' is nothing that kg can do. Begin the entry with one of merge"),
        ("- {}", "is nothing that kg can do"),
        ("- rename: [a]\n  to: b", "'rename' holds a list where one name belongs"),
        ("- rename: a\n  to: {b: c}", "'to' holds a mapping where one name belongs"),
        ("- drop:", "'drop' is empty. Write it like {drop: our method}"),
        ("- drop: '  '", "'drop' is empty"),
        ("- merge: [a]", "'merge' needs at least two different names"),
        ("- merge: a", "'merge' needs at least two different names"),
        ("- merge: [a, a]", "'merge' needs at least two different names"),
        ("- merge: []", "'merge' is empty"),
        ("- merge: {a: b}", "'merge' is a list of names in brackets"),
        ("- merge: [a, [b]]", "'merge' holds a list where one name belongs"),
        ("- retype: X\n  to: Methods", "'Methods' is no type; the types are Method, Model, Dataset, Metric, Task"),
        ("- drop: a\n  drop: b", "'drop' stands there twice"),
        ("- drop: a\n  merge: [a, b]", "it says both 'drop' and 'merge'; make two entries of it"),
        ("- drop: a\n  resaon: b", "'drop' has no 'resaon': did you mean 'reason'?"),
        ("- drop: a\n  to: b", "'drop' has no 'to': it can have reason"),
        ("- alias: a\n  names: []", "'names' is empty"),
        ("- drop: !!python/object/apply:os.system ['exit 3']", "'drop' holds a list where one name belongs"),
        ("- drop: !!python/name:os.system x", "has the tag"),
        ("- drop: !mine x", "has the tag !mine, which means nothing here"),
        (f"- drop: {'x' * 501}", "'drop' has 501 characters; a name has at most 500"),
        ("- [a]: b", "a key holds a list where one name belongs"),
    ],
)
def test_a_fault_is_named_and_the_rest_is_kept(entry: str, said: str) -> None:
    curation = parse_curation(f"- drop: first\n{entry}\n- drop: last\n", "my.yaml")
    assert [(e.number, e.things) for e in curation.entries] == [(1, ("first",)), (3, ("last",))]
    (remark,) = curation.remarks
    assert (remark.number, remark.kind) == (2, "wrong")
    assert 2 <= remark.line <= 3
    assert str(remark).startswith(f"my.yaml: entry 2, line {remark.line}: ")
    assert said in str(remark)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- drop: a\n- drop: GRPO: b\n", "line 2: it is no YAML"),
        ("- drop: *a\n", "line 1: it is no YAML"),
        ("- drop: a\n\t- b\n", "line 2: it is no YAML"),
        ("- merge: [a, b\n", "line 2: it is no YAML"),
        ("- drop: @a\n", "line 1: it is no YAML"),
        ("- drop: a\n---\n- drop: b\n", "line 2: it is no YAML"),
        ("- drop: a\n- drop: \x07\n", "it is no YAML"),
        ("[" * 20_000, "it is no"),
        ("merge: [a, b]\n", "line 1: the file is not a list; begin every entry on a line of its own with '- '"),
        ("drop a\n", "line 1: the file is not a list"),
    ],
)
def test_a_file_that_cannot_be_read(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_curation(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert said in str(caught.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes("- drop: a\n- drop: Müller\n".encode("latin-1"))
    with pytest.raises(InputError, match="line 2: it is not UTF-8"):
        read_curation(tmp_path / "latin.yaml")
    with pytest.raises(InputError, match="cannot be read"):
        read_curation(tmp_path / "none.yaml")
    with pytest.raises(InputError, match="cannot be read"):
        read_curation(tmp_path)
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbf- drop: a\r\n")
    assert read_curation(tmp_path / "bom.yaml").entries[0].things == ("a",)


def test_examples_of_the_table_are_well_formed() -> None:
    for name, action in ACTIONS.items():
        curation = parse_curation(action.example)
        assert [entry.action for entry in curation.entries] == [name], curation.remarks


NAMES = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Cn", "Zl", "Zp"), blacklist_characters="\ufeff"), min_size=1, max_size=30).map(
    lambda text: " ".join(text.split())
)


@settings(max_examples=60, deadline=None)
@given(st.lists(NAMES.filter(bool), min_size=2, max_size=4, unique=True), NAMES)
def test_what_is_appended_comes_back(names: list[str], reason: str) -> None:
    text = appended(WHOLE, entry_text("merge", names, reason=reason))
    assert text.startswith(WHOLE)
    curation = parse_curation(text)
    assert curation.remarks == ()
    assert (curation.entries[-1].things, curation.entries[-1].reason) == (tuple(names), reason)
    assert curation.entries[:-1] == parse_curation(WHOLE).entries


@pytest.mark.parametrize(
    "before", ["", "# mine\n", "- drop: a", "  - drop: a\n  - drop: b\n", "- drop: a\n# the end", "- drop: a\n  reason: |\n    long\n\n    text\n"]
)
def test_appending_keeps_what_is_there(before: str) -> None:
    text = appended(before, entry_text("split", "τ", papers=["1", "2"], to="yes"))
    assert text.startswith(before)
    last = parse_curation(text).entries[-1]
    assert (last.things, last.papers, last.to) == (("τ",), ("1", "2"), "yes")
    assert len(parse_curation(text).entries) == len(parse_curation(before).entries) + 1


def test_linking_without_a_file_needs_no_yaml() -> None:
    code = "import sys, kg.linking, graphs.build; sys.exit('yaml' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
