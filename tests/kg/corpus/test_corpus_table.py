"""CSV and TSV: dialects, quotation marks, rows of any length."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from corpus_reading import Reading

Take = Callable[..., Reading]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_dialects(take: Take, delimiter: str, ends: str, mark: str) -> None:
    rows = [
        ["ID", "Paper Title", "ABSTRACT", "Year", "Authors"],
        ["x1", f'"One{delimiter} two"', f'"She said ""no"".{ends}{ends}Then left."', "2020", '"Lovelace, Ada; Turing, Alan"'],
        ["x2", "Plain", "Text", "", "A. B."],
    ]
    reading = take(mark + ends.join(delimiter.join(row) for row in rows) + ends)
    assert [(p.id, p.title, p.abstract, p.year) for p in reading.papers] == [
        ("x1", f"One{delimiter} two", 'She said "no".\n\nThen left.', 2020),
        ("x2", "Plain", "Text", None),
    ]
    assert [p.authors for p in reading.papers] == [("Ada Lovelace", "Alan Turing"), ("A. B.",)]
    assert reading.problems == []


def test_excel_names_its_delimiter(take: Take) -> None:
    assert take("sep=;\ntitle;abstract\nA;B, c\n").texts == ["A\nB, c"]


def test_columns_of_scopus_and_zotero(take: Take) -> None:
    scopus = "Authors,Author full names,Title,Year,Source title,DOI,Abstract,Author Keywords,EID\nA.,A. B.,T,2021,J,10.1/x,Text,k1; k2,2-s2\n"
    (paper,) = take(scopus).papers
    assert (paper.id, paper.title, paper.venue, paper.url, paper.keywords) == ("10.1/x", "T", "J", "https://doi.org/10.1/x", ("k1", "k2"))
    zotero = '"Key","Item Type","Publication Year","Author","Title","Publication Title","Abstract Note"\n"ABC1","article","2022","Ro, X","T","J","Text"\n'
    (paper,) = take(zotero).papers
    assert (paper.id, paper.title, paper.abstract, paper.year, paper.venue) == ("ABC1", "T", "Text", 2022, "J")
    assert paper.authors == ("X Ro",)


def test_ragged_rows(take: Take) -> None:
    reading = take("id,title,abstract\n1,Short\n2,A,B,,\n3,A title, with a comma,C\n,,\n\n4,D,E\n")
    assert reading.ids == ["1", "2", "4"]
    assert reading.problems == [
        "f: record 1, line 2: 2 cells under 3 column names",
        "f: record 3, line 4: skipped: 4 cells under 3 column names: a delimiter that is not quoted?",
    ]


def test_quotation_mark_that_is_never_closed(take: Take) -> None:
    reading = take('id,title,abstract\n1,A,"open\n2,B,"Closed, with\nlines"\n3,C,D\n')
    assert reading.ids == ["1", "2", "3"]
    assert [p.abstract for p in reading.papers] == ["open", "Closed, with\nlines", "D"]
    assert reading.problems == ["f: record 1, line 2: quotation marks inside a cell are not doubled"]


def test_unclosed_row_of_too_few_cells(take: Take) -> None:
    reading = take('id,title,abstract\n1,"open and\nsecond line\n2,B,C\n3,D,E\n')
    assert reading.ids == ["2", "3"]
    assert reading.problems == ["f: record 1, line 2: skipped: its quotation marks don't match (up to line 3)"]


def test_unclosed_row_at_the_end(take: Take) -> None:
    reading = take('id,title,abstract\n1,A,B\n2,"open\n')
    assert reading.ids == ["1"]
    assert reading.problems == ["f: record 2, line 3: skipped: its quotation marks don't match"]


def test_quotation_marks_inside_a_cell(take: Take) -> None:
    reading = take('id,title,abstract\n1,A,"It is \\"escaped\\", so to say"\n2,B,5" screens\n')
    assert [p.abstract for p in reading.papers] == ['It is "escaped", so to say', '5" screens']


def test_row_without_text(take: Take) -> None:
    reading = take("id,title,abstract,year\n1,,,2020\n2,A,,\n3,,n/a,2020\n")
    assert reading.ids == ["2"]
    assert reading.problems == [
        "f: record 1, line 2: skipped: neither title nor abstract",
        "f: record 3, line 4: skipped: neither title nor abstract",
    ]


def test_no_abstract_column(take: Take) -> None:
    reading = take("Title,Year\nOn Things,2020\n")
    assert reading.texts == ["On Things"]
    assert reading.problems == ["f: line 1: no column is called abstract; the titles alone are read. The columns are: Title, Year"]


def test_no_column_of_use(take: Take) -> None:
    message = "f: no column is called title or abstract (or a synonym); the first line is 'alpha,beta'"
    assert take("alpha,beta\n1,2\n", "csv").error == f"no paper could be read: {message}"


def test_header_alone(take: Take) -> None:
    assert take("title,abstract\n").error == "no paper could be read: f: no papers in it, read as csv"


def test_lone_column(take: Take) -> None:
    assert take('abstract\nOne, two; three.\n"Four, ""five""."\n').texts == ["One, two; three.", 'Four, "five".']


def test_lone_heading_of_a_plain_text_is_no_column(take: Take) -> None:
    assert take("Abstracts\n\nOne, two.\n\nThree.\n").texts == ["One, two.", "Three."]
    assert take("Abstract\n\nOne, two.\n\nThree.\n").texts == ["One, two.", "Three."]


def test_cell_of_five_megabytes(take: Take) -> None:
    import csv

    before = csv.field_size_limit()
    reading = take('title,abstract\nA,"' + "word " * 1_000_000 + '"\nB,C\n')
    assert [len(text) for text in reading.texts] == [5_000_001, 3]
    assert csv.field_size_limit() == before


def test_nul(take: Take) -> None:
    assert take("title,abstract\nA\0,B\0b\n").texts == ["A\nBb"]


def test_tsv_on_demand(take: Take) -> None:
    assert take("title, or so\tabstract\nA, B; C|D\tE\n", "tsv").texts == ["E"]
    assert take("title\tabstract, text\nA\tE\n", "tsv").error == ""
