"""The JSON objects that stand for papers: plain records, OpenReview, arXiv, Semantic Scholar, OpenAlex.

A newcomer adds a shape with one function and one row in `SHAPES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timezone
from typing import Any

from kg.corpus.fields import doi_url, names, record_of, text, tidy, year_of
from kg.corpus.latex import plain
from kg.corpus.records import Ignored, Item, Record

__all__ = ["SHAPES", "WRAPPERS", "is_paper", "item_of", "unwrapped"]

WRAPPERS = frozenset(
    {
        *("notes", "data", "results", "papers", "items", "records", "articles", "works", "documents", "docs", "entries"),
        *("publications", "submissions", "hits", "recommendedPapers"),
    }
)
"""Keys of an object that wraps a list of papers."""


def is_paper(value: Any) -> bool:
    """Say whether an object has what a paper must have, whatever else it holds."""
    return isinstance(value, dict) and (
        any(key in value for key in ("title", "abstract", "Title", "Abstract", "abstract_inverted_index")) or isinstance(value.get("content"), dict)
    )


def item_of(value: Any, where: str = "") -> Item:
    """Return the record that a JSON value stands for; a bare string is an abstract."""
    if isinstance(value, str):
        return Record(where=where, abstract=value)
    for fits, convert in SHAPES:
        if fits(value):
            return convert(value, where)
    return record_of(value, where)


def _is_openreview(row: Mapping[str, Any]) -> bool:
    return isinstance(row.get("content"), dict)


def _openreview(row: Mapping[str, Any], where: str) -> Item:
    """Read a note of the OpenReview API, version 1 (``content.title``) or 2 (``content.title.value``).

    The year is that of the venue, since submissions come in the year before; else that of publication.
    """
    # API 2 wraps every value in {"value": ...}; the wrapped and the bare form are mixed in dumps.
    content = {key: value["value"] if isinstance(value, dict) and "value" in value else value for key, value in row["content"].items()}
    if row.get("forum") and row.get("id") and row["forum"] != row["id"]:
        return Ignored("replies to a submission (reviews, comments)")
    record = record_of(content, where)
    record.id = tidy(text(row.get("id")) or text(row.get("forum")) or text(content.get("id")) or text(content.get("paperhash")) or "")
    venues = [content.get("venue"), content.get("venueid"), row.get("venue"), row.get("venueid"), row.get("invitation")]
    invitations = row.get("invitations")
    venues += invitations if isinstance(invitations, list) else []
    record.year = next((year for venue in venues if isinstance(venue, str) and (year := year_of(venue)) is not None), record.year)
    if record.year is None:
        record.year = next((year for key in ("pdate", "odate", "cdate", "tcdate") if (year := _year_of_milliseconds(row.get(key))) is not None), None)
    if not record.venue:
        record.venue = tidy(next((venue for venue in venues if isinstance(venue, str) and venue), ""))
    forum = text(row.get("forum")) or text(row.get("id"))
    if forum:
        record.url = f"https://openreview.net/forum?id={forum}"
    return record


def _year_of_milliseconds(value: Any) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    try:
        return year_of(datetime.fromtimestamp(value / 1000, timezone.utc).year)
    except (OverflowError, OSError, ValueError):
        return None


def _is_openalex(row: Mapping[str, Any]) -> bool:
    return "abstract_inverted_index" in row or "authorships" in row


def _openalex(row: Mapping[str, Any], where: str) -> Item:
    """Read a work of OpenAlex; its abstract is an index from words to positions."""
    record = record_of(row, where)
    index = row.get("abstract_inverted_index")
    if not record.abstract and index is not None:
        record.abstract, faults = uninvert(index)
        if faults:
            record.remarks.append(f"{faults} entries of its abstract_inverted_index are not positions; the rest is kept")
    location = row.get("primary_location")
    source = location.get("source") if isinstance(location, dict) else row.get("host_venue")
    if isinstance(source, dict):
        record.venue = tidy(text(source.get("display_name")) or "")
    authorships = row.get("authorships")
    if isinstance(authorships, list):
        record.authors = names([entry.get("author") for entry in authorships if isinstance(entry, dict)])
    if not record.url:
        landing = location.get("landing_page_url") if isinstance(location, dict) else None
        record.url = tidy(text(landing) or (record.id if record.id.startswith("http") else ""))
    return record


def uninvert(index: Any) -> tuple[str, int]:
    """Return the text of an inverted index (word to positions from 0), and the number of entries that could not be used.

    Positions that no word claims are passed over; where two words claim one, both stand, in the order of the index.
    """
    if not isinstance(index, dict):
        return "", 1
    placed: list[tuple[int, str]] = []
    faults = 0
    for word, positions in index.items():
        for position in positions if isinstance(positions, list) else [None]:
            if isinstance(position, int) and not isinstance(position, bool) and position >= 0:
                placed.append((position, word))
            else:
                faults += 1
    placed.sort(key=lambda entry: entry[0])
    return " ".join(word for _, word in placed), faults


def _is_arxiv(row: Mapping[str, Any]) -> bool:
    return "authors_parsed" in row or "update_date" in row or ("categories" in row and "versions" in row)


def _arxiv(row: Mapping[str, Any], where: str) -> Item:
    """Read a record of the arXiv metadata dump; the year is that of the first version."""
    record = record_of(row, where)
    parsed = row.get("authors_parsed")
    if isinstance(parsed, list) and parsed:
        parts = [[part for part in name if isinstance(part, str)] for name in parsed if isinstance(name, list)]
        record.authors = tuple(plain(" ".join([*name[1:2], *name[:1], *name[2:]])) for name in parts if any(name))
    elif isinstance(row.get("authors"), str):
        record.authors = tuple(plain(name) for name in names(row["authors"]))
    versions = row.get("versions")
    if isinstance(versions, list) and versions and isinstance(versions[0], dict):
        record.year = year_of(versions[0].get("created")) or record.year
    if record.id and not row.get("url"):
        record.url = "https://arxiv.org/abs/" + record.id.removeprefix("arXiv:")
    return record


def _is_semantic_scholar(row: Mapping[str, Any]) -> bool:
    return "paperId" in row or "externalIds" in row or "corpusid" in row


def _semantic_scholar(row: Mapping[str, Any], where: str) -> Item:
    """Read a paper of the Semantic Scholar API or of its bulk data."""
    record = record_of(row, where)
    # A paper that the API does not give an id of its own still has those of others.
    record.id = tidy(text(row.get("paperId")) or text(row.get("corpusid")) or record.id)
    others = row.get("externalIds") or row.get("externalids")
    if isinstance(others, dict):
        doi, arxiv = text(others.get("DOI")), text(others.get("ArXiv"))
        record.id = record.id or tidy(doi or arxiv or "")
        if not record.url and (doi or arxiv):
            record.url = doi_url(doi) if doi else f"https://arxiv.org/abs/{arxiv}"
    if not record.venue:
        for key in ("publicationVenue", "journal"):
            place = row.get(key)
            if isinstance(place, dict) and place.get("name"):
                record.venue = tidy(text(place["name"]) or "")
                break
    return record


SHAPES: tuple[tuple[Callable[[Mapping[str, Any]], bool], Callable[[Mapping[str, Any], str], Item]], ...] = (
    (_is_openreview, _openreview),
    (_is_openalex, _openalex),
    (_is_arxiv, _arxiv),
    (_is_semantic_scholar, _semantic_scholar),
)
"""Tests and readers, in the order in which they are tried; what none of them fits is read by its field names."""


def unwrapped(value: Any) -> Iterator[Any]:
    """Yield the papers that a parsed value holds: itself, or the list that it is or wraps."""
    if isinstance(value, dict) and not is_paper(value):
        for key, inner in value.items():
            if isinstance(inner, list) and any(is_paper(entry) or (key in WRAPPERS and isinstance(entry, dict)) for entry in inner):
                yield from inner
                return
    if isinstance(value, list):
        yield from value
    else:
        yield value
