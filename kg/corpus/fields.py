"""What the fields of a record are called, and how their values become the text, year and names of a `Record`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from kg.corpus.records import Record

__all__ = ["FIELDS", "area", "authors", "doi_url", "fill", "fold", "given_first", "known_field", "names", "record_of", "text", "tidy", "year_of"]

FIELDS: Mapping[str, tuple[str, ...]] = {
    # Folded names (see `fold`), the most telling first: where a record has several, the first that is not empty counts.
    "id": (
        *("id", "paperid", "paperids", "uid", "identifier", "key", "citationkey", "citekey", "bibkey", "forum", "forumid", "openreviewid"),
        *("arxivid", "arxiv", "eprint", "aclid", "anthologyid", "corpusid", "doi", "articledoi", "pmid", "eid", "utuniquewosid", "ut", "number"),
    ),
    "title": (
        *("title", "papertitle", "articletitle", "documenttitle", "displayname", "paper", "papername", "primarytitle", "name"),
        *("titel", "titre", "título", "titolo", "标题", "题目", "論文標題"),
    ),
    "abstract": (
        *("abstract", "abstracttext", "abstractnote", "paperabstract", "abstractraw", "summary", "description", "text", "content", "body"),
        *("résumé", "zusammenfassung", "resumen", "resumo", "摘要", "抄録", "要旨", "аннотация"),
    ),
    "year": (
        *("year", "publicationyear", "pubyear", "publishedyear", "yearpublished", "date", "publicationdate", "publisheddate", "published"),
        *("datepublished", "issued", "pubdate", "created", "submitted", "updatedate", "jahr", "année", "año", "年份"),
    ),
    "venue": (
        *("venue", "conference", "booktitle", "journal", "journaltitle", "containertitle", "sourcetitle", "publicationtitle", "journalbook"),
        *("journalref", "proceeding", "source", "event", "track"),
    ),
    "url": ("url", "link", "paperurl", "pdfurl", "pdf", "pdflink", "urls", "urlabs", "articleurl", "landingpageurl", "openreviewurl", "arxivurl", "href"),
    "authors": ("authors", "author", "authornames", "authorfullnames", "authorlist", "creators", "creator", "autoren", "auteurs", "autores", "作者"),
    "area": (
        *("primaryarea", "primarycategory", "primaryclass", "primarytopic", "researcharea", "subjectarea", "area", "categories", "category"),
        *("arxivcategories", "fieldsofstudy", "s2fieldsofstudy"),
    ),
    "keywords": ("keywords", "keyword", "authorkeywords", "keywordsplus", "tags", "manualtags", "subjects", "topics", "关键词"),
}

_RANK = {name: (field, rank) for field, folded in FIELDS.items() for rank, name in enumerate(folded)}

_MISSING = frozenset(
    {
        *("", "-", "--", "n/a", "na", "nan", "none", "null", "nil", "tba", "tbd", "unknown", "not available", "no abstract", "no abstract available"),
        *("abstract not available", "abstract unavailable", "no abstract provided"),
    }
)
"""What exporters write where there is no abstract, in lower case, without brackets and full stop."""

_ARXIV_CATEGORIES = re.compile(r"[a-z-]+\.[A-Za-z-]+(?: [a-z-]+(?:\.[A-Za-z-]+)?)*")  # "cs.LG cs.CL stat.ML": the first is the primary one

_YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d\d|2100)(?!\d)")


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """Return the name of a field in lower case, without anything but letters and digits."""
    return "".join(filter(str.isalnum, name.casefold()))


def known_field(name: str) -> str | None:
    """Return the field of `FIELDS` that a column or key of this name holds, or None."""
    found = _RANK.get(fold(name))
    return found[0] if found else None


def text(value: Any) -> str | None:
    """Return a value as text without the white space around it.

    Numbers are written out, the strings of a list joined by blanks, ``{"value": ...}`` is opened (OpenReview); None and what
    only says that there is nothing (``n/a``) are empty.

    Returns
    -------
    str or None
        None if the value is something that cannot be text.
    """
    if isinstance(value, str):
        value = value.strip()
        return "" if len(value) < 40 and value.casefold().strip("[](). ") in _MISSING else value
    if value is None:
        return ""
    if isinstance(value, (int, float)):
        # No text at all is meant by true and false, and by the numbers that JSON does not have.
        return None if isinstance(value, bool) else str(value)
    if isinstance(value, dict):
        for key in ("value", "text", "#text", "_"):
            if key in value:
                return None if isinstance(value[key], dict) else text(value[key])
        return None if value else ""
    if isinstance(value, (list, tuple)):
        parts = [text(part) if isinstance(part, (str, int, float)) or part is None else None for part in value]
        return None if None in parts else " ".join(part for part in parts if part)
    return None


def year_of(value: Any) -> int | None:
    """Return the first year from 1000 to 2100 in a number, date or text; None if there is none.

    CSL's ``{"date-parts": [[2024, 5]]}`` is understood.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        return value if 1000 <= value <= 2100 else None
    if isinstance(value, (str, float)):
        found = _YEAR.search(str(value)[:200])
        return int(found.group()) if found else None
    if isinstance(value, dict):
        inner = next((value[key] for key in ("date-parts", "value", "year", "raw", "date-time") if value.get(key)), None)
        while isinstance(inner, list):
            inner = inner[0] if inner else None
        return None if isinstance(inner, dict) else year_of(inner)
    return None


def names(value: Any) -> tuple[str, ...]:
    """Return a list of names or keywords, from a list of strings or objects, or from one string.

    Parameters
    ----------
    value : object
        A list of strings, or of objects that have a ``name`` (Semantic Scholar), a ``display_name`` (OpenAlex) or ``given`` and
        ``family`` (CSL); or one string, which is split at its semicolons, or else at commas and "and".
    """
    if isinstance(value, dict) and "value" in value:
        value = value["value"]
    if isinstance(value, str):
        value = " ".join(value.split())
        value = value.split(";") if ";" in value else re.split(r" ?, ?(?:and )?| and ", value)
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, (list, tuple)):
        return ()
    found = (_name(part) for part in value)
    return tuple(name for name in found if name)


def authors(value: Any) -> tuple[str, ...]:
    """Return a list of authors, given names first; see `names`.

    In a string, a comma divides family from given names (and not two authors) if there are semicolons between the authors,
    or if each author between two "and" has exactly one.
    """
    if isinstance(value, str):
        parts = value.split(";") if ";" in value else re.split(r"\band\b", value)
        if ";" in value or all(part.count(",") == 1 for part in parts):
            return tuple(name for part in parts if (name := given_first(part)))
    return names(value)


def given_first(name: str) -> str:
    """Return ``Ada Lovelace`` for ``Lovelace, Ada``."""
    family, comma, given = name.partition(",")
    return tidy(f"{given} {family}") if comma and given.strip() else tidy(family)


def _name(value: Any) -> str:
    if isinstance(value, dict):
        for key in ("name", "display_name", "displayName", "fullname", "full_name", "literal", "keyword"):
            if isinstance(value.get(key), str):
                return tidy(value[key])
        parts = [value.get(key) for key in ("given", "first", "family", "last")]
        return tidy(" ".join(part for part in parts if isinstance(part, str)))
    return tidy(value) if isinstance(value, str) else ""


def tidy(value: str) -> str:
    """Return a short text on one line: white space folded, control characters gone."""
    if not value.isprintable():
        value = "".join(c if c >= " " and c != "\x7f" else " " for c in value)
    return " ".join(value.split())


def record_of(row: Mapping[str, Any], where: str = "") -> Record:
    """Return the record that a plain object or table row holds, found by the names in `FIELDS`."""
    found: dict[str, list[tuple[int, Any]]] = {field: [] for field in FIELDS}
    doi = ""
    for key, value in row.items():
        folded = fold(key)
        if folded in _RANK and value not in (None, "", [], {}):
            field, rank = _RANK[folded]
            found[field].append((rank, value))
            if folded == "doi" and isinstance(value, str):
                doi = value
    for values in found.values():
        if len(values) > 1:
            values.sort(key=lambda entry: entry[0])
    best = {field: values[0][1] for field, values in found.items() if values}
    record = Record(where=where, id=tidy(text(best.get("id")) or ""))
    fill(record, "title", best.get("title"))
    fill(record, "abstract", best.get("abstract"))
    record.year = next((year for _, value in found["year"] if (year := year_of(value)) is not None), None)
    record.venue = tidy(_first(best.get("venue")))
    record.url = tidy(_first(best.get("url"))) or (doi_url(doi) if doi.strip() else "")
    record.authors = authors(best.get("authors"))
    record.keywords = names(best.get("keywords"))
    record.area = area(best.get("area"))
    return record


def area(value: Any) -> str:
    """Return the research area that comes first in a value: a text, a list of texts or objects, or arXiv's categories in one text."""
    value = _opened(value, ("value", "display_name", "name", "category", "term", "@term"))
    found = tidy(value) if isinstance(value, str) else ""
    return found.split()[0] if _ARXIV_CATEGORIES.fullmatch(found) else found


def fill(record: Record, field: str, value: Any) -> None:
    """Set the title or abstract of a record; a value that cannot be text leaves it empty and is remarked on."""
    found = text(value)
    if found is None:
        record.remarks.append(f"its {field} is {_kind(value)}, not text")
    setattr(record, field, found or "")


def doi_url(doi: str) -> str:
    """Return the address of a DOI."""
    doi = tidy(doi)
    return doi if doi.startswith(("http://", "https://")) else "https://doi.org/" + doi.removeprefix("doi:").strip()


def _first(value: Any) -> str:
    return text(_opened(value, ("name", "display_name", "value", "title", "url", "URL"))) or ""


def _opened(value: Any, keys: tuple[str, ...]) -> Any:
    """Return the first member of a list, and of an object the text under the first of the keys that has one."""
    if isinstance(value, (list, tuple)):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = next((value[key] for key in keys if isinstance(value.get(key), str)), "")
    return value


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, Iterable) else "a number"
