"""BibTeX and RIS: names, strings, and what is broken in them."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from corpus_reading import Reading

Take = Callable[..., Reading]

ENTRY = r"""% made by hand
@string{conf = "Conference on Tests"}
@string(year2024 = {2024})

@InProceedings{turing2024,
  title     = {{BERT}s and {\"o}ther $\alpha$-birds},
  author    = {M{\"u}ller, J{\"o}rg and Ada Lovelace and van der Berg, Jan and {The Open Group} and others},
  booktitle = conf # ", " # year2024,
  year      = year2024,
  abstract  = {We test, with {braces}, commas and "marks" = all of it.
               On two lines.},
  keywords  = "tests, more tests",
  doi       = {10.1000/xyz},
}
"""


def test_entry(take: Take) -> None:
    reading = take(ENTRY)
    (paper,) = reading.papers
    assert paper.id == "turing2024"
    assert paper.title == r"{BERT}s and {\"o}ther $\alpha$-birds"
    assert paper.abstract == 'We test, with {braces}, commas and "marks" = all of it.\n               On two lines.'
    assert paper.authors == ("Jörg Müller", "Ada Lovelace", "Jan van der Berg", "The Open Group")
    assert (paper.year, paper.venue, paper.url, paper.keywords) == (2024, "Conference on Tests, 2024", "https://doi.org/10.1000/xyz", ("tests", "more tests"))
    assert reading.problems == []


def test_eprints_and_months(take: Take) -> None:
    (paper,) = take("@misc{a, title={T}, eprint={2401.00001}, archivePrefix={arXiv}, date={2024-01-01}, month=jan}").papers
    assert (paper.url, paper.year) == ("https://arxiv.org/abs/2401.00001", 2024)


def test_missing_brace_costs_one_entry(take: Take, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        reading = take('@misc{a, title={A}}\n@misc{b, title={B {x}, year=2020\n@misc{c, title={C}}\n@misc{d, title="D}\n\n@misc{e, title={E}}\n')
    assert reading.ids == ["a", "c", "e"]
    assert reading.problems == [
        "f: record 2, line 2: skipped: not readable as BibTeX: a closing brace or quotation mark is missing",
        "f: record 4, line 4: skipped: not readable as BibTeX: a closing brace or quotation mark is missing",
    ]
    # The parser's own warnings would stand on the terminal without the name of the file.
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_missing_comma(take: Take) -> None:
    reading = take("@misc{a,\n title={A}\n year={2020}\n}\n@misc{b, title={B}}\n")
    assert [(p.id, p.title, p.year) for p in reading.papers] == [("a", "A", 2020), ("b", "B", None)]
    assert reading.problems == ["f: record 1, line 1: no comma behind title"]


def test_text_behind_a_value(take: Take) -> None:
    reading = take('@misc{a, title={A} B, note="x"y, year=2020 or so}\n')
    assert [(p.title, p.year) for p in reading.papers] == [("A", 2020)]
    assert reading.problems == [
        "f: record 1, line 1: unreadable text behind title: 'B'",
        "f: record 1, line 1: unreadable text behind note: 'y'",
        "f: record 1, line 1: unreadable text behind year: 'or so'",
    ]


def test_brace_too_many(take: Take) -> None:
    reading = take("@misc{a,\n title={A}},\n abstract={Lost.}\n}\n\nA comment = fine.\n@misc{b, title={B}}\n")
    assert reading.texts == ["A", "B"]
    assert reading.problems == ["f: line 2: fields outside an entry were not read: a brace too many above?"]


def test_duplicate_keys(take: Take) -> None:
    reading = take("@misc{a, title={One}, abstract={First.}}\n@misc{a, title={Two}, abstract={Second.}}\n@misc{a, title={One}, abstract={First.}}\n")
    assert reading.texts == ["One\nFirst.", "Two\nSecond."]
    assert reading.ids == ["a", "a~8bceaf"]
    assert reading.problems == ["f: record 2, line 2: the id 'a' belongs to another paper, record 1 of f; this one is kept as 'a~8bceaf'"]
    assert reading.duplicates == ["f: record 3: the same abstract as record 1 of f"]


def test_fields_given_twice(take: Take) -> None:
    reading = take("@misc{a, title={One}, title={Two}}")
    assert reading.texts == ["One"]
    assert reading.problems == ["f: record 1, line 1: fields given twice: title; the first counts"]


def test_entries_without_text_or_key(take: Take) -> None:
    reading = take("@misc{a, year=2020}\n@misc{, title={B}}\n@comment{x}\n@preamble{y}\n@misc{c, title=}\n")
    assert reading.texts == ["B"]
    assert reading.papers[0].id.startswith("p-")
    assert reading.problems == ["f: record 1, line 1: skipped: neither title nor abstract", "f: record 3, line 5: skipped: neither title nor abstract"]


def test_at_signs_in_values(take: Take) -> None:
    reading = take("@misc{a, title={A @ {B}}, abstract={Write to a@b.org (now).}}\n")
    assert reading.texts == ["A @ {B}\nWrite to a@b.org (now)."]


@pytest.mark.parametrize("author", ["{", "}", "A and", "and", "\\", "a, b, c, d, e", "$x", '{\\"', "A and and B", "~", "\\begin{x}"])
def test_broken_authors(take: Take, author: str) -> None:
    reading = take(f'@misc{{a, title={{A}}, author = "{author}", year=2020}}\n@misc{{b, title={{B}}}}\n')
    assert reading.ids[-1] == "b"
    assert len(reading.papers) + reading.skipped == 2


RIS = """TY  - JOUR
TI  - A title
AU  - Lovelace, Ada
A1  - Turing, Alan
AB  - An abstract
      on two lines.
PY  - 2020/05/01/
JO  - Journal
UR  - https://example.org/a;https://example.org/b
KW  - one
two
DO  - 10.1000/ris
ER  -

TY  - CONF
T1  - Another
N2  - More.
T2  - Conference
Y1  - 2021
ID  - key7
ER  -
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_ris(take: Take, ends: str) -> None:
    reading = take("\ufeffProvider: someone\n\n".replace("\n", ends) + RIS.replace("\n", ends))
    one, two = reading.papers
    assert (one.id, one.title, one.abstract, one.year, one.venue) == ("10.1000/ris", "A title", "An abstract on two lines.", 2020, "Journal")
    assert (one.authors, one.keywords, one.url) == (("Ada Lovelace",), ("one", "two"), "https://example.org/a")
    assert (two.id, two.title, two.abstract, two.year, two.venue) == ("key7", "Another", "More.", 2021, "Conference")
    assert reading.problems == []


def test_ris_without_end_lines(take: Take) -> None:
    reading = take("TY  - JOUR\nTI  - A\nTY  - JOUR\nTI  - B\nER  - \nTY  - JOUR\nTI  - C")
    assert reading.texts == ["A", "B", "C"]
    assert reading.problems == ["f: record 1, line 1: no ER line closes it", "f: record 3, line 6: no ER line closes it"]


def test_ris_with_narrow_tags_and_repeated_abstract(take: Take) -> None:
    assert take("TY - JOUR\nTI - A\nAB - One.\nAB - Two.\n and more.\nER -\n").texts == ["A\nOne. Two. and more."]


def test_ris_with_text_before_any_tag_and_unknown_tags(take: Take) -> None:
    reading = take("TY  - JOUR\nstray\nX9  - y\nUK  - z\nTI  - A\nER  - \nTY  - \nER  - \nTY  - JOUR\nTI  - B\nER  - \n")
    assert reading.texts == ["A", "B"]
    assert reading.problems == ["f: record 2, line 7: skipped: neither title nor abstract"]
