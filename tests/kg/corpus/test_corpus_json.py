"""JSON and JSONL: shapes, damage, and values of every wrong kind."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from corpus_reading import Reading

from kg.model import paper_id

Take = Callable[..., Reading]

OPENREVIEW_2 = {
    "id": "aB3dE",
    "forum": "aB3dE",
    "cdate": 1_758_000_000_000,
    "content": {
        "title": {"value": "Slow Nets"},
        "abstract": {"value": "Nets that take their time."},
        "authors": {"value": ["Ada Lovelace", "Alan Turing"]},
        "keywords": {"value": ["nets", "time"]},
        "venue": {"value": "ICLR 2026 Poster"},
        "pdf": {"value": "/pdf/x.pdf"},
    },
}
OPENREVIEW_1 = {
    "id": "cD4eF",
    "forum": "cD4eF",
    "pdate": 1_600_000_000_000,
    "content": {"title": "Fast Nets", "abstract": "Nets in a hurry.", "authors": ["A. B."], "venue": "Submitted"},
}
ARXIV = {
    "id": "0704.0001",
    "submitter": "A Person",
    "authors": "C. Bal\\'azs, E. L. Berger",
    "title": "On\n  Lines",
    "comments": "37 pages",
    "journal-ref": "Journal of Lines 76",
    "doi": "10.1000/lines",
    "categories": "cs.LG",
    "abstract": "  Lines are long.\n",
    "versions": [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}],
    "update_date": "2008-11-26",
    "authors_parsed": [["Bal\\'azs", "C.", ""], ["Berger", "E. L.", ""]],
}
SEMANTIC_SCHOLAR = {
    "paperId": "649def34f8be52c8b66281af98ae884c09aef38b",
    "externalIds": {"ArXiv": "1805.02262", "DOI": "10.1000/ss"},
    "title": "Graphs of Words",
    "abstract": "Words have graphs.",
    "year": 2018,
    "venue": "",
    "publicationVenue": {"name": "Conference on Words"},
    "authors": [{"authorId": "1", "name": "W. Ord"}],
    "references": [{"paperId": "x", "title": "Another paper"}],
}
OPENALEX = {
    "id": "https://openalex.org/W2741809807",
    "doi": "https://doi.org/10.1000/oa",
    "title": "Open Works",
    "publication_year": 2019,
    "authorships": [{"author": {"display_name": "O. Pen"}}],
    "primary_location": {"landing_page_url": "https://example.org/oa", "source": {"display_name": "Journal of Opening"}},
    "keywords": [{"display_name": "Openness"}],
    "abstract_inverted_index": {"Works": [0], "that": [1, 4], "open": [2], "doors": [5], "and": [3]},
}
CROSSREF = {
    "DOI": "10.1000/cr",
    "title": ["Crossed References"],
    "abstract": "<jats:p>Crossing.</jats:p>",
    "issued": {"date-parts": [[2021, 3]]},
    "author": [{"given": "C.", "family": "Ross"}],
    "container-title": ["Crossings"],
}


@pytest.mark.parametrize("note", [OPENREVIEW_2])
def test_openreview_api_2(take: Take, note: dict[str, object]) -> None:
    (paper,) = take(json.dumps({"notes": [note], "count": 1})).papers
    assert (paper.id, paper.title, paper.abstract) == ("aB3dE", "Slow Nets", "Nets that take their time.")
    # Submitted in 2025, to a conference of 2026.
    assert (paper.year, paper.venue, paper.url) == (2026, "ICLR 2026 Poster", "https://openreview.net/forum?id=aB3dE")
    assert (paper.authors, paper.keywords) == (("Ada Lovelace", "Alan Turing"), ("nets", "time"))


def test_openreview_api_1(take: Take) -> None:
    (paper,) = take(json.dumps([OPENREVIEW_1])).papers
    assert (paper.id, paper.title, paper.abstract, paper.year, paper.venue) == ("cD4eF", "Fast Nets", "Nets in a hurry.", 2020, "Submitted")


def test_replies_to_submissions_are_no_papers(take: Take) -> None:
    reply = {"id": "r1", "forum": "aB3dE", "replyto": "aB3dE", "content": {"title": {"value": "Official Review"}, "review": {"value": "Weak."}}}
    reading = take(json.dumps({"notes": [OPENREVIEW_2, reply, reply]}))
    assert reading.ids == ["aB3dE"]
    assert reading.notes == ["f: 2 left out: replies to a submission (reviews, comments)"]
    assert reading.problems == []


def test_arxiv_dump(take: Take) -> None:
    (paper,) = take(json.dumps(ARXIV) + "\n").papers
    assert (paper.id, paper.title, paper.abstract) == ("0704.0001", "On\n  Lines", "Lines are long.")
    assert (paper.year, paper.venue, paper.url) == (2007, "Journal of Lines 76", "https://arxiv.org/abs/0704.0001")
    assert paper.authors == ("C. Balázs", "E. L. Berger")


def test_semantic_scholar(take: Take) -> None:
    reading = take(json.dumps({"total": 1, "offset": 0, "data": [SEMANTIC_SCHOLAR]}))
    (paper,) = reading.papers
    assert (paper.id, paper.title, paper.year) == (SEMANTIC_SCHOLAR["paperId"], "Graphs of Words", 2018)
    assert (paper.venue, paper.url, paper.authors) == ("Conference on Words", "https://doi.org/10.1000/ss", ("W. Ord",))


def test_semantic_scholar_lines_keep_their_references_inside(take: Take) -> None:
    row = {"references": [{"title": "Another paper", "abstract": "Not this one."}], **SEMANTIC_SCHOLAR}
    assert take(json.dumps(row) + "\n").texts == ["Graphs of Words\nWords have graphs."]
    assert take(json.dumps(row, indent=1)).texts == ["Graphs of Words\nWords have graphs."]


def test_openalex(take: Take) -> None:
    (paper,) = take(json.dumps({"meta": {"count": 1}, "results": [OPENALEX]})).papers
    assert (paper.id, paper.title, paper.abstract) == ("https://openalex.org/W2741809807", "Open Works", "Works that open and that doors")
    assert (paper.year, paper.venue, paper.url) == (2019, "Journal of Opening", "https://doi.org/10.1000/oa")
    assert (paper.authors, paper.keywords) == (("O. Pen",), ("Openness",))


def test_inverted_index_with_gaps_and_wrong_types(take: Take) -> None:
    index = {"After": [0], "a": [9_000_000_000_000], "gap": [10**15], "no": "x", "neither": [-1], "nor": [True, 1.5], "null": None}
    reading = take(json.dumps([{"id": "W1", "title": "T", "abstract_inverted_index": index}]))
    assert reading.texts == ["T\nAfter a gap"]
    assert reading.problems == ["f: record 1, line 1: 5 entries of its abstract_inverted_index are not positions; the rest is kept"]


@pytest.mark.parametrize("index", [[], "words", 3, {}])
def test_inverted_index_that_is_none(take: Take, index: object) -> None:
    assert take(json.dumps([{"id": "W1", "title": "T", "abstract_inverted_index": index}])).texts == ["T"]


def test_crossref(take: Take) -> None:
    (paper,) = take(json.dumps({"status": "ok", "message": {"total-results": 1, "items": [CROSSREF]}})).papers
    assert (paper.id, paper.title, paper.abstract, paper.year) == ("10.1000/cr", "Crossed References", "<jats:p>Crossing.</jats:p>", 2021)
    assert (paper.venue, paper.url, paper.authors) == ("Crossings", "https://doi.org/10.1000/cr", ("C. Ross",))


@pytest.mark.parametrize("wrapper", ["notes", "data", "results", "papers", "my_own_key"])
@pytest.mark.parametrize("indent", [None, 2])
def test_wrapped_lists(take: Take, wrapper: str, indent: int | None) -> None:
    rows = [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]
    reading = take(json.dumps({"count": 2, wrapper: rows, "next": None}, indent=indent))
    assert reading.ids == ["a", "b"]
    assert reading.problems == []


def test_pages_of_results_one_a_line(take: Take) -> None:
    page = [json.dumps({"page": i, "results": [{"id": f"{i}a", "title": "A"}, {"id": f"{i}b", "title": "B"}]}) for i in (1, 2)]
    assert take("\n".join(page)).ids == ["1a", "1b", "2a", "2b"]


def test_map_from_ids(take: Take) -> None:
    reading = take('{"p1": {"title": "A", "abstract": "One."}, "p2": {"title": "B", "abstract": "Two."}}', "json")
    assert [(p.id, p.text) for p in reading.papers] == [("p1", "A\nOne."), ("p2", "B\nTwo.")]


def test_list_of_abstracts(take: Take) -> None:
    assert take('["We do one thing.", "We do another."]').texts == ["We do one thing.", "We do another."]


def test_synonyms_of_field_names(take: Take) -> None:
    row = {"Paper_ID": 7, "paper-title": "T", "Summary": "S", "publicationYear": "2020-05-01", "Booktitle": "V", "Link": "u", "Author(s)": "x", "Tags": "a; b"}
    (paper,) = take(json.dumps([row]), "json").papers
    assert (paper.id, paper.title, paper.abstract, paper.year, paper.venue, paper.url) == ("7", "T", "S", 2020, "V", "u")
    assert paper.keywords == ("a", "b")


@pytest.mark.parametrize(
    ("value", "id"),
    [
        ("12", "12"),
        ("2510.01230", "2510.01230"),
        ('" arXiv:2510.01234 "', "arXiv:2510.01234"),
        ('"10.1000/a\\nb"', "10.1000/a b"),
        ("true", paper_id("An abstract.")),
        ("null", paper_id("An abstract.")),
        ('""', paper_id("An abstract.")),
        ('"N/A"', paper_id("An abstract.")),
        ("{}", paper_id("An abstract.")),
    ],
)
def test_ids(take: Take, value: str, id: str) -> None:
    assert take(f'{{"id": {value}, "abstract": "An abstract."}}').ids == [id]


def test_id_that_is_a_text(take: Take) -> None:
    reading = take(json.dumps({"id": "x" * 201, "abstract": "An abstract."}))
    assert reading.ids == [paper_id("An abstract.")]
    assert reading.problems == ["f: record 1, line 1: its id is longer than 200 characters and was not used"]


@pytest.mark.parametrize(
    ("value", "abstract"),
    [
        ('["One.", "Two."]', "One. Two."),
        ('{"value": "Inside."}', "Inside."),
        ('"  Padded.\\n"', "Padded."),
        ("null", ""),
        ('""', ""),
        ("[]", ""),
        ('"N/A"', ""),
        ('"[No abstract available]"', ""),
        ('"nan"', ""),
        ('" -- "', ""),
        ('"…"', ""),
        ("NaN", ""),
        ("2020", "2020"),
        ('"a\\u0000b\\u0001\\u202ec"', "a\0b\x01\u202ec"),
        ('"tab\there"', "tab\there"),
    ],
)
def test_abstracts(take: Take, value: str, abstract: str) -> None:
    reading = take(f'{{"title": "T", "abstract": {value}}}')
    assert [(p.title, p.abstract) for p in reading.papers] == [("T", abstract)]
    assert reading.problems == []


@pytest.mark.parametrize(("value", "kind"), [('{"en": "x"}', "an object"), ("true", "true"), ('[["a"]]', "a list")])
def test_abstracts_that_are_no_text(take: Take, value: str, kind: str) -> None:
    reading = take(f'{{"title": "T", "abstract": {value}}}')
    assert reading.texts == ["T"]
    assert reading.problems == [f"f: record 1, line 1: its abstract is {kind}, not text"]


@pytest.mark.parametrize(
    ("value", "year"),
    [("2024", 2024), ('"2024"', 2024), ('"May 2024"', 2024), ("2024.0", 2024),
     ('"12024"', None), ("999", None), ("2101", None), ('"soon"', None), ("true", None)],
)  # fmt: skip
def test_years(take: Take, value: str, year: int | None) -> None:
    assert [p.year for p in take(f'{{"title": "T", "year": {value}}}').papers] == [year]


def test_lone_surrogates(take: Take) -> None:
    reading = take('[{"id": "a", "title": "half \\ud83d a pair"}, {"id": "b", "title": "whole \\ud83d\\ude00 pair"}]')
    assert reading.texts == ["half \ufffd a pair", "whole 😀 pair"]
    assert reading.problems == ["f: record 1, line 1: lone surrogates (halves of characters) were replaced by U+FFFD"]


def test_not_a_number_and_infinity(take: Take) -> None:
    reading = take('[{"title": "A", "score": NaN}, {"title": "B", "score": -Infinity}]')
    assert reading.texts == ["A", "B"]
    assert reading.problems == []


def test_integer_that_python_does_not_convert(take: Take) -> None:
    reading = take('{"title": "A", "n": ' + "9" * 5000 + '}\n{"title": "B"}\n')
    assert reading.texts == ["B"]
    assert reading.problems[0].startswith("f: record 1, line 1: skipped: not readable as JSON (Exceeds the limit")


@pytest.mark.parametrize("format", [None, "json"])
def test_broken_line_in_the_middle(take: Take, format: str | None) -> None:
    reading = take('{"title": "A"}\n{"title": "B\n{"title": "C"}\n', format)
    assert reading.texts == ["A", "C"]
    assert len(reading.problems) == 1
    assert reading.problems[0].startswith("f: record 2, line 2: skipped: not JSON")
    assert reading.skipped == 1


def test_broken_first_line(take: Take) -> None:
    reading = take('junk\n{"title": "A"}\n{"title": "B"}\n')
    assert reading.texts == ["A", "B"]
    assert reading.problems == ["f: record 1, line 1: skipped: not JSON (Expecting value, column 1)"]


def test_broken_records_in_an_array(take: Take) -> None:
    reading = take('[{"title": "A"},\n{"title": "B" "year": 1},\n{"title": C},\n{"title": "D", "authors": [{"name": "x"}]},\n{"title": "E"}]')
    assert reading.texts == ["A", "D", "E"]
    assert reading.problems == [
        "f: record 2, line 2: skipped: not JSON: Expecting ',' delimiter, 14 characters into it",
        "f: record 3, line 3: skipped: not JSON: Expecting value, 10 characters into it",
    ]


def test_pieces_of_a_broken_record_are_no_records(take: Take) -> None:
    reading = take('[{"title": "A" "x": 1, "authors": [{"name": "x"}, {"name": "y"}]}, {"title": "B"}]')
    assert reading.texts == ["B"]
    assert len(reading.problems) == reading.skipped == 1


def test_wrapped_list_with_a_broken_record(take: Take) -> None:
    reading = take('{"notes": [{"title": "A"}, {"title": oops}, {"title": "C"}], "count": 3}')
    assert reading.texts == ["A", "C"]
    assert reading.skipped == 1


def test_quotation_mark_missing_in_an_array(take: Take) -> None:
    reading = take('[{"title": "A"},\n{"title": "B},\n{"title": "C"},\n{"title": "D"}]')
    assert reading.texts == ["A", "C", "D"]
    assert reading.skipped == 1


def test_damage_without_end(take: Take) -> None:
    reading = take('[{"title": "A"},' + '{"x": oops},\n' * 2000)
    assert reading.texts == ["A"]
    assert reading.problems[-1] == "f: line 1001: no sound record was found behind the damage: the rest of the file was not read"


@pytest.mark.parametrize(
    ("content", "texts", "problems"),
    [
        ('[{"title": "A"}, {"title": "B"},]', ["A", "B"], []),
        ('{"title": "A"},\n{"title": "B"},\n', ["A", "B"], []),
        ('{"title": "A"}{"title": "B"}', ["A", "B"], []),
        ('{"title": "A"}{"title": "B"}\n{"title": "C"}', ["A", "B", "C"], []),
        ('{\n "title": "A"\n}\n{\n "title": "B"\n}\n', ["A", "B"], []),
        ('[{"title": "A"}]\n[{"title": "B"}]', ["A", "B"], []),
        ('[{"title": "A"}, {"title": "B"}', ["A", "B"], ["f: line 1: the JSON array is not closed: the file may be cut short"]),
        ('[{"title": "A"}, {"title": "B', ["A"], ["f: record 2, line 1: skipped: not JSON: the file ends inside it"]),
        ('[{"title": "A"}, 5, null]', ["A"], ["f: record 2, line 1: skipped: not an object with a title or an abstract",
                                             "f: record 3, line 1: skipped: not an object with a title or an abstract"]),
        ('{"title": "A"}\n[1]\n"An abstract."\n', ["A", "An abstract."], ["f: record 2, line 2: skipped: not an object with a title or an abstract"]),
        ('{"title": "A"}\n{"note": 1}\n', ["A"], ["f: record 2, line 2: skipped: neither title nor abstract"]),
        ('{"title": "A"}\n\n\n{"title": "B"}', ["A", "B"], []),
    ],
)  # fmt: skip
def test_loose_ends(take: Take, content: str, texts: list[str], problems: list[str]) -> None:
    reading = take(content)
    assert reading.texts == texts
    assert reading.problems == problems


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ('[{"title": "A", "x": ' + "[" * 10_000 + "]" * 10_000 + '}, {"title": "B"}]', ["B"]),
        ('{"title": "A", "x": ' + '{"y":' * 10_000 + "1" + "}" * 10_000 + '}\n{"title": "B"}\n', ["B"]),
        ("[" * 100_000, []),
        ('{"a":' * 100_000, []),
        ('[{"a":' * 100_000, []),
    ],
)
@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_nested_too_deeply(take: Take, content: str, texts: list[str], format: str) -> None:
    reading = take(content, format)
    # As JSONL, an array is one line, and a broken line is lost as a whole.
    assert reading.texts == (texts if format == "json" or "\n" in content else [])
    assert reading.skipped == 1


def test_nested_just_not_too_deeply(take: Take) -> None:
    assert take('[{"title": "A", "year": ' + "[" * 400 + "2020" + "]" * 400 + "}]").texts == ["A"]


@pytest.mark.parametrize("size", [65_500, 65_520, 65_536, 131_072])
def test_records_across_the_pieces_of_a_file(take: Take, size: int) -> None:
    rows = [{"id": 1, "title": "x" * size}, {"id": 2, "title": 'é\\"\n'}, {"id": 345, "title": "C"}, {"id": 4, "title": "D"}]
    for content in (json.dumps(rows), json.dumps({"data": rows}), json.dumps(rows, ensure_ascii=False, indent=3), "\n".join(map(json.dumps, rows))):
        reading = take(content)
        assert reading.ids == ["1", "2", "345", "4"]
        assert reading.problems == []


def test_line_of_five_megabytes_among_others(take: Take) -> None:
    reading = take('{"id": 1, "title": "' + "x" * 5_000_000 + '"}\n{"id": 2, "title": "B"}\n{"id": 3, "title": "C"}\n')
    assert [len(text) for text in reading.texts] == [5_000_000, 1, 1]


def test_positions(take: Take) -> None:
    reading = take('{"title": "A"}\n\noops\n{"title": "C"}\n')
    assert [(p.source.file.rsplit("/")[-1], p.source.index) for p in reading.papers if p.source] == [("f", 1), ("f", 3)]
