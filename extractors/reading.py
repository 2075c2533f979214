"""From a paper to the clean text that everything else reads: one rule for the pipeline and for training."""

from __future__ import annotations

from dataclasses import dataclass

from kg.model import Paper
from kg.text import CleanText, clean

__all__ = ["MAX_CHARACTERS", "PaperText", "read_text"]

MAX_CHARACTERS = 12_000  # more than twice the longest abstract; what is longer is no abstract, and is cut with a warning


@dataclass(frozen=True, slots=True)
class PaperText:
    """The clean text of a paper.

    Attributes
    ----------
    cleaned : kg.text.CleanText
        With the way back to the offsets of the original text.
    title_end : int
        Where the title ends in the clean text (exclusive); 0 where there is no title, or nothing but a title.
    cut : int
        How long the original text was (characters) where it was cut; 0 where all of it was read.
    """

    cleaned: CleanText
    title_end: int
    cut: int

    @property
    def text(self) -> str:
        """The clean text itself."""
        return self.cleaned.text


def read_text(paper: Paper) -> PaperText:
    """Return the clean title and abstract of a paper, in one text, cut at `MAX_CHARACTERS`."""
    text = paper.text
    cut = len(text) if len(text) > MAX_CHARACTERS else 0
    title_end = len(paper.title) if paper.title and paper.abstract and len(paper.title) < MAX_CHARACTERS else None
    cleaned = clean(text[:MAX_CHARACTERS] if cut else text, title_end)
    return PaperText(cleaned, max(cleaned.text.find("\n"), 0) if title_end is not None else 0, cut)
