"""The table of input formats, in the order in which they are tried on a file."""

from __future__ import annotations

from kg.corpus.records import Format, Match
from kg.errors import FormatError
from kg.registry import Registry

__all__ = ["FORMATS", "recognise"]

FORMATS = Registry(
    "input format",
    {
        "jsonl": "kg.corpus.json_lines:FORMAT",
        "json": "kg.corpus.json_values:FORMAT",
        "bibtex": "kg.corpus.bibtex:FORMAT",
        "ris": "kg.corpus.ris:FORMAT",
        "csv": "kg.corpus.table:CSV",
        "tsv": "kg.corpus.table:TSV",
        "text": "kg.corpus.plain_text:FORMAT",
    },
)


def recognise(head: str, *, certain: bool) -> Format:
    """Return the format of a text from its first characters.

    Parameters
    ----------
    head : str
        The beginning of the text, or all of it.
    certain : bool
        Whether a format that is merely possible is refused: so it is for a file that happened to lie in a folder, not for
        one that the user named.

    Raises
    ------
    FormatError
        If no format fits; the message lists them.
    """
    possible: Format | None = None
    for name in FORMATS:
        format: Format = FORMATS.load(name)
        match = format.sniff(head)
        if match is Match.YES:
            return format
        if match is Match.MAYBE and possible is None:
            possible = format
    if possible is None or certain:
        raise FormatError(f"not recognised as a list of papers; known formats: {', '.join(FORMATS)}")
    return possible
