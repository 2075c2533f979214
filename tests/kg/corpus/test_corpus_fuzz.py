"""Whatever the bytes: papers that can be written anywhere, or an InputError of one line."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.corpus import FORMATS, read
from kg.errors import InputError

SAMPLES = [
    b'{"title":"a","abstract":"b c","year":2020,"authors":[{"name":"x"}],"id":1}\n{"content":{"title":{"value":"q"}}}\n',
    b'{"notes":[{"id":"a","title":"x\\ud800","abstract_inverted_index":{"a":[0],"b":[2]}}],"count":1e5}',
    b'@string{x="y"}\n@misc{a, title={A {b}}, author="M{\\"u}ller, J and B", abstract = {z} # x}\n@comment{x}\n',
    b"TY  - JOUR\nTI  - One\nAB  - F\n more\nAU  - D, J\nUR  - a;b\nER  - \nTY  - X\nAB  - g\n",
    b'id;title;abstract\n1;"a;b";"c\nd"\n2;x;y\n',
    b"Heading 2020\r\n\r\nabc def\r\nghi\r\n\r\nxyz\r\n",
    "\ufeffListe\n\nDas eine.\n\n另一个。".encode("utf-16"),
]
TOKENS = [bytes([byte]) for byte in b'{}[]",:\n\r\0\xff\xe9@=#\\($'] + [b"\\ud800", b"\x1f\x8b", b"ER  -", b"TY  - "]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A small corpus with bytes put in, taken out and put elsewhere."""
    content = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 6))):
        start, end = sorted((draw(st.integers(0, len(content))), draw(st.integers(0, len(content)))))
        piece = draw(st.one_of(st.sampled_from(TOKENS), st.binary(max_size=4), st.just(content[start:end])))
        end = draw(st.sampled_from([start, end]))
        content = content[:start] + piece + content[end:]
    return gzip.compress(content)[: draw(st.integers(10, 400))] if draw(st.integers(0, 9)) == 0 else content


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(content=st.one_of(st.binary(max_size=300), damaged()), format=st.sampled_from([None, *FORMATS]))
def test_bytes_never_raise(content: bytes, format: str | None) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        corpus = read(file.name, format=format)
        papers = []
        try:
            papers = list(corpus)
        except InputError as error:
            assert "\n" not in str(error).replace(file.name, "")
    assert len({paper.id for paper in papers}) == len(papers) == corpus.count
    for paper in papers:
        assert paper.id.split() and paper.text.strip()
        assert paper.source is not None
        assert paper.year is None or 1000 <= paper.year <= 2100
        # Everything can be encoded.
        " ".join([paper.id, paper.text, paper.venue, paper.url, *paper.authors, *paper.keywords]).encode()
    assert papers or corpus.problems or corpus.notes
    " ".join(map(str, [*corpus.problems, *corpus.notes, *corpus.duplicates])).encode()


@pytest.mark.parametrize("format", list(FORMATS))
@settings(max_examples=30, deadline=None, derandomize=True)
@given(head=st.text(max_size=200))
def test_sniffing_never_raises(format: str, head: str) -> None:
    FORMATS.load(format).sniff(head)


def test_reading_leaves_no_file_open(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(SAMPLES[0])
    papers = iter(read(tmp_path / "f"))
    next(papers)
    papers.close()  # type: ignore[attr-defined]
    # An open file would be a ResourceWarning here, which is an error.
