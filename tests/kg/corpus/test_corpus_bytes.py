"""Bytes that are no text, or not the text one would wish: compression, encodings, size."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable

import pytest
from corpus_reading import Reading

NOTHING = "no paper could be read: f: "
LIST = "Reading list 2024\n\nWe study naïve Schrödinger bridges.\n\nA second abstract."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"\n \n\t\r\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (gzip.compress(b""), "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a PNG image"),
        (b"%PDF-1.7\n1 0 obj\n", "a PDF; export the list of papers as BibTeX, RIS, CSV or JSON instead"),
        (b"PK\x03\x04\x14\x00", "a zip archive or an Office file; unpack it, or save it as CSV"),
        (b"BZh91AY&SY", "bzip2 data; unpack it first"),
        (b"\xfd7zXZ\x00", "xz data; unpack it first"),
        (gzip.compress(gzip.compress(b"x")), "gzip inside gzip; unpack it first"),
        (b"a.txt".ljust(257, b"\0") + b"ustar" + bytes(250), "a tar archive; unpack it first"),
        (bytes(1000), "binary data, not text (UTF-16 needs a byte order mark)"),
        (random.Random(7).randbytes(100_000), "binary data, not text (UTF-16 needs a byte order mark)"),
        ("Papers\n\nAn abstract in UTF-16.".encode("utf-16-le"), "binary data, not text (UTF-16 needs a byte order mark)"),
        (b"<!DOCTYPE html><html><body><p>An abstract.</p></body></html>", "not recognised as a list of papers; known formats: "
         "jsonl, json, bibtex, ris, csv, tsv, text"),
    ],
)  # fmt: skip
def test_nothing_to_read(take: Callable[..., Reading], content: bytes, reason: str) -> None:
    assert take(content).error == NOTHING + reason


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "latin-1", "cp1252"])
def test_encodings(take: Callable[..., Reading], encoding: str) -> None:
    reading = take(LIST.encode(encoding))
    assert reading.texts == ["We study naïve Schrödinger bridges.", "A second abstract."]
    assert reading.problems == []


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_of_either_order(take: Callable[..., Reading], encoding: str) -> None:
    reading = take(("\ufeff" + LIST.replace("\n", "\r\n")).encode(encoding))
    assert reading.texts == ["We study naïve Schrödinger bridges.", "A second abstract."]


def test_another_script_in_its_old_encoding(take: Callable[..., Reading]) -> None:
    abstract = "我们提出了一种新的方法来解决这个问题，并且在多个基准上取得了最好的结果。"
    assert take(f"文章列表\n\n{abstract * 3}".encode("gb18030")).texts == [abstract * 3]


def test_legacy_encoding_that_shows_late(take: Callable[..., Reading]) -> None:
    content = b"List\n\n" + b"plain words " * 20_000 + "\n\nThe café abstract.".encode("latin-1")
    reading = take(content)
    assert reading.texts[1] == "The café abstract."
    assert reading.problems == []


def test_bytes_damaged_in_utf8_are_replaced_and_reported(take: Callable[..., Reading]) -> None:
    reading = take("Liste é\n\nA good abstract.\n\nIts neighbour is b".encode() + b"\xff\xfe" + b"ad.\n\nThe last.")
    assert reading.texts == ["A good abstract.", "Its neighbour is b\ufffd\ufffdad.", "The last."]
    assert reading.problems == ["f: line 5: bytes that are not UTF-8, replaced by U+FFFD: 2"]


def test_damage_far_behind_good_utf8(take: Callable[..., Reading]) -> None:
    reading = take("List\n\nAn é.\n\n".encode() + b"words " * 30_000 + b"\n\nbro\xe9ken")
    assert reading.texts[2] == "bro\ufffdken"
    assert reading.problems == ["f: line 7: bytes that are not UTF-8, replaced by U+FFFD: 1"]


def test_replacement_characters_of_the_file_itself_are_no_damage(take: Callable[..., Reading]) -> None:
    reading = take("List\n\nAn abstract with \ufffd in it.")
    assert reading.texts == ["An abstract with \ufffd in it."]
    assert reading.problems == []


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends(take: Callable[..., Reading], ends: str) -> None:
    reading = take(ends.join(["List", "", "One line", "and a second.", "", "Another."]))
    assert reading.texts == ["One line\nand a second.", "Another."]


def lines(number: int) -> bytes:
    noise = random.Random(1)
    return b"".join(json.dumps({"title": f"Paper {i}", "abstract": noise.randbytes(90).hex()}).encode() + b"\n" for i in range(number))


def test_gzip_whatever_the_name(take: Callable[..., Reading]) -> None:
    reading = take(gzip.compress(lines(50)))
    assert len(reading.papers) == 50
    assert reading.problems == []


def test_several_gzip_members(take: Callable[..., Reading]) -> None:
    assert len(take(gzip.compress(lines(3)) + gzip.compress(b'{"title": "More"}\n')).papers) == 4


def test_truncated_gzip_keeps_what_came_before(take: Callable[..., Reading]) -> None:
    whole = gzip.compress(lines(3000))
    reading = take(whole[: len(whole) // 2])
    assert 1000 < len(reading.papers) < 2000
    assert reading.papers[-1].title == f"Paper {len(reading.papers) - 1}"
    assert reading.problems[0] == "f: the gzip data end too early (an interrupted download?); what came before is kept"
    assert len(reading.problems) <= 2  # the line that was cut is the other


def test_garbage_behind_gzip_is_reported(take: Callable[..., Reading]) -> None:
    reading = take(gzip.compress(lines(5)) + b"garbage")
    assert len(reading.papers) == 5
    assert reading.problems == ["f: the gzip data are damaged (Not a gzipped file (b'ga')); what came before is kept"]


def test_wrong_checksum_is_reported(take: Callable[..., Reading]) -> None:
    reading = take(gzip.compress(lines(5))[:-8] + b"12345678")
    assert len(reading.papers) == 5
    assert reading.problems[0].startswith("f: the gzip data are damaged (CRC check failed")


def test_gzip_magic_alone(take: Callable[..., Reading]) -> None:
    assert take(b"\x1f\x8b").error.startswith(NOTHING + "the gzip data end too early")


def test_line_of_five_megabytes(take: Callable[..., Reading]) -> None:
    reading = take("List\n\n" + "word " * 1_000_000 + "\n\nA short one.")
    assert [len(text) for text in reading.texts] == [4_999_999, 12]


@pytest.mark.parametrize("format", ["text", "jsonl", "json", "csv", "ris", "bibtex"])
def test_record_beyond_the_limit_is_skipped(take: Callable[..., Reading], monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    for module in ("stream", "plain_text", "json_lines", "json_values", "table", "ris", "bibtex"):
        monkeypatch.setattr(f"kg.corpus.{module}.LIMIT", 200_000)
    long = "word " * 50_000
    content = {
        "text": f"List\n\n{long}\n\nAfter it.",
        "jsonl": f'{{"title": "{long}"}}\n{{"title": "After it."}}\n',
        "json": f'[{{"title": "{long}"}},\n{{"title": "After it."}}]',
        "csv": f'title,year\n"{long}",2020\nAfter it.,2021\n',
        "ris": f"TY  - JOUR\nTI  - {long}\nER  - \nTY  - JOUR\nTI  - After it.\nER  - \n",
        "bibtex": f"@misc{{a, title={{{long}}}}}\n@misc{{b, title={{After it.}}}}\n",
    }[format]
    reading = take(content, format)
    assert reading.texts == ["After it."]
    assert reading.skipped == 1
