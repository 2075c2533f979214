"""From named files to a stream of papers: recognition, checks, ids, duplicates, and an account of what went wrong."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from kg.corpus.duplicates import Seen, folded
from kg.corpus.formats import FORMATS, recognise
from kg.corpus.paths import Input, inputs
from kg.corpus.records import BadRecord, Format, Ignored, Record, Remark
from kg.corpus.stream import Text
from kg.errors import FormatError, InputError
from kg.model import Paper, Source, paper_id

__all__ = ["Corpus", "Duplicate", "Note", "Problem", "read"]

LISTED = 1000
"""Problems of one file that are listed one by one; so that a million broken lines don't fill the memory."""

LONGEST_ID = 200
"""Characters of an id; what is longer is a text in the wrong column."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be read as it stands.

    Attributes
    ----------
    file : str
        As the user gave it.
    where : str
        ``"record 3, line 12"``, one of the two, or empty for the file as a whole.
    reason : str
        What is wrong, and what became of it.
    """

    file: str
    where: str
    reason: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.where, self.reason) if part)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was left out and that nobody will miss: a hidden file, a reply in a dump of submissions."""

    file: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A paper that was not yielded because it was there before.

    Attributes
    ----------
    id : str
        Its own id, which may differ from that of the paper that was kept.
    source, kept : Source
        Where it stands, and where the paper that was kept stands.
    reason : str
    """

    id: str
    source: Source
    kept: Source
    reason: str

    def __str__(self) -> str:
        return f"{self.source.file}: record {self.source.index}: {self.reason} as record {self.kept.index} of {self.kept.file}"


def read(*paths: str | os.PathLike[str], format: str | None = None) -> Corpus:
    """Return the papers of files, folders and standard input.

    Parameters
    ----------
    *paths : str or path-like
        Files, plain or gzipped; folders, which are read with all that is in them, sorted; ``-`` for standard input.
    format : str, optional
        A name of `kg.corpus.FORMATS`, for all files; by default each file's format is recognised from its content.

    Returns
    -------
    Corpus
        Nothing is read before it is iterated.

    Raises
    ------
    InputError
        If no path is given.
    FormatError
        If there is no format of that name.
    """
    if not paths:
        raise InputError("no corpus given: name a file, a folder, or - for standard input")
    if format is not None and format not in FORMATS:
        raise FormatError(f"unknown input format {format!r}; known formats: {', '.join(FORMATS)}")
    return Corpus(paths, format)


class Corpus:
    """A stream of papers, to be iterated once.

    Papers come in the order of the paths, of the files in a folder and of the records in a file. They are complete, but never
    merged with a later duplicate: that one is left out and reported. What went wrong is on record during and after the
    iteration.

    Attributes
    ----------
    count : int
        Papers yielded so far.
    skipped : int
        Records so far of which no paper could be made; each is a problem.
    merged : int
        Papers so far that were there before; each is a duplicate.
    problems : list of Problem
        In the order met. Beyond `LISTED` of one file, only their number is given.
    duplicates : list of Duplicate
        In the order met; beyond ten times `LISTED` they are only counted, in `merged`.
    notes : list of Note
        What was left out on purpose. A corpus with notes and no problems was read in full.

    Notes
    -----
    Ids. The id is the one given, else `kg.model.paper_id` of the abstract (of the title, where there is no abstract). Two papers
    are the same if their folded abstracts are (short ones, of less than 150 characters, only if their titles are as well), or if
    their ids and titles are: a new version of the abstract does not make a new paper. A paper whose id was taken by another with
    another title (or by another abstract, where there are no titles) is kept as ``ID~`` and 6 hex digits of its text, and is a
    problem: citation keys and row numbers are used twice for unrelated papers.

    Memory does not grow with the texts: 28 bytes a paper, plus what is listed.
    """

    def __init__(self, paths: tuple[str | os.PathLike[str], ...], format: str | None) -> None:
        self.count = 0
        self.skipped = 0
        self.merged = 0
        self.problems: list[Problem] = []
        self.duplicates: list[Duplicate] = []
        self.notes: list[Note] = []
        self._paths = paths
        self._format = format
        self._started = False
        self._seen = Seen()
        # Records are numbered through the whole corpus; a file's records begin behind the number on its row.
        self._files: list[tuple[int, str]] = []
        self._records = 0
        self._listed: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Paper]:
        """Yield the papers.

        Raises
        ------
        InputError
            At the end, if not a single paper could be read from all paths together. As long as one could, a path that does not
            exist or a file that cannot be read is a problem and no error.
        RuntimeError
            If the corpus was iterated before.
        """
        if self._started:
            raise RuntimeError("a corpus can be iterated once: call read again")
        self._started = True
        return self._papers()

    def _papers(self) -> Iterator[Paper]:
        for found in inputs(self._paths):
            if isinstance(found, Input):
                yield from self._file(found)
                self._summarise(found.name)
            elif found.fault:
                self._problem(found.name, "", found.reason)
            else:
                self.notes.append(Note(found.name, found.reason))
        if not self.count:
            raise InputError(self._nothing())

    def _file(self, source: Input) -> Iterator[Paper]:
        self._files.append((self._records, source.name))
        try:
            raw = source.open()
        except OSError as error:
            self._problem(source.name, "", f"cannot be opened: {error.strerror or error}")
            return
        try:
            text = Text(raw, lambda where, reason: self._problem(source.name, where, reason))
            head = text.head
            if not head.strip():
                raise FormatError("empty")
            format: Format = FORMATS.load(self._format) if self._format else recognise(head, certain=not source.named)
            yield from self._records_of(text, format, source.name)
        except FormatError as error:
            if source.named or self._format:
                self._problem(source.name, "", str(error))
            else:
                self.notes.append(Note(source.name, f"no corpus, left out: {error}"))
        except InputError as error:
            self._problem(source.name, "", str(error))
        finally:
            if source.path is not None:
                raw.close()

    def _records_of(self, text: Text, format: Format, file: str) -> Iterator[Paper]:
        ignored: Counter[str] = Counter()
        index = 0
        kept = self.count + self.skipped + self.merged
        for item in format.read(text):
            if isinstance(item, Remark):
                self._problem(file, item.where, item.reason)
                continue
            index += 1
            self._records += 1
            if isinstance(item, Ignored):
                ignored[item.reason] += 1
                continue
            where = f"record {index}, {item.where}" if item.where else f"record {index}"
            if isinstance(item, BadRecord):
                self.skipped += 1
                self._problem(file, where, f"skipped: {item.reason}")
                continue
            paper = self._paper(item, Source(file, index), where)
            if paper is not None:
                self.count += 1
                yield paper
        self.notes.extend(Note(file, f"{count} left out: {reason}") for reason, count in ignored.items())
        if not ignored and kept == self.count + self.skipped + self.merged:
            self._problem(file, "", f"no papers in it, read as {format.name}")

    def _paper(self, record: Record, source: Source, where: str) -> Paper | None:
        title, abstract = (_sound(text) if any(map(str.isalnum, text)) else "" for text in (record.title.strip(), record.abstract.strip()))
        if not title and not abstract:
            self.skipped += 1
            self._problem(source.file, where, "; ".join(["skipped: neither title nor abstract", *record.remarks]))
            return None
        remarks = list(record.remarks)
        if "\ufffd" in title + abstract and "\ufffd" not in record.title + record.abstract:
            remarks.append("lone surrogates (halves of characters) were replaced by U+FFFD")
        id = _sound(record.id)
        if len(id) > LONGEST_ID:
            remarks.append(f"its id is longer than {LONGEST_ID} characters and was not used")
            id = ""
        id = id or paper_id(abstract or title)
        before = self._seen.add(self._records, id, title, abstract)
        if before is not None and before[1] == "id":
            other = f"{id}~{sha256(folded(f'{title} {abstract}').encode()).hexdigest()[:6]}"
            remarks.append(f"the id {id!r} belongs to another paper, {self._named(before[0])}; this one is kept as {other!r}")
            id = other
            before = self._seen.add(self._records, id, title, abstract)
        for remark in remarks:
            self._problem(source.file, where, remark)
        if before is not None:
            self.merged += 1
            if len(self.duplicates) < 10 * LISTED:
                how = "the same abstract" if before[1] == "text" and abstract else "the same id and title"
                self.duplicates.append(Duplicate(id, source, self._place(before[0]), how))
            return None
        return Paper(
            id=id,
            title=title,
            abstract=abstract,
            year=record.year,
            venue=_sound(record.venue),
            url=_sound(record.url),
            area=_sound(record.area),
            authors=tuple(map(_sound, record.authors)),
            keywords=tuple(map(_sound, record.keywords)),
            source=source,
        )

    def _place(self, number: int) -> Source:
        first, file = next(row for row in reversed(self._files) if row[0] < number)
        return Source(file, number - first)

    def _named(self, number: int) -> str:
        place = self._place(number)
        return f"record {place.index} of {place.file}"

    def _problem(self, file: str, where: str, reason: str) -> None:
        self._listed[file] += 1
        if self._listed[file] <= LISTED:
            self.problems.append(Problem(file, where, reason))

    def _summarise(self, file: str) -> None:
        if (more := self._listed[file] - LISTED) > 0:
            self.problems.append(Problem(file, "", f"{more} further problems are not listed"))

    def _nothing(self) -> str:
        lines = [str(problem) for problem in self.problems[:3]] or [str(note) for note in self.notes[:3]]
        more = len(self.problems) + len(self.notes) - len(lines)
        return "no paper could be read: " + "; ".join(lines) + (f"; and {more} more" if more > 0 else "")


def _sound(text: str) -> str:
    """Return a text that can be encoded: pairs of surrogates joined, lone ones replaced by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
