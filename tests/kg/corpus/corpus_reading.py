"""One way to read odd bytes in all tests of the corpus: what was kept, and every message, with the path left out."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.corpus import Corpus
from kg.errors import InputError
from kg.model import Paper


@dataclass
class Reading:
    papers: list[Paper] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    error: str = ""
    skipped: int = 0

    @property
    def texts(self) -> list[str]:
        return [paper.text for paper in self.papers]

    @property
    def ids(self) -> list[str]:
        return [paper.id for paper in self.papers]


def drain(corpus: Corpus, folder: str = "") -> Reading:
    """Read a corpus to its end; messages lose the folder."""

    def plain(messages: list[object]) -> list[str]:
        return [str(message).replace(folder, "") for message in messages]

    reading = Reading()
    try:
        for paper in corpus:
            reading.papers.append(paper)
    except InputError as error:
        reading.error = str(error).replace(folder, "")
    reading.problems = plain([*corpus.problems])
    reading.duplicates = plain([*corpus.duplicates])
    reading.notes = plain([*corpus.notes])
    reading.skipped = corpus.skipped
    assert corpus.count == len(reading.papers)
    assert bool(reading.error) == (not reading.papers)
    return reading
