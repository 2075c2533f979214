"""Reading a corpus: files, folders and standard input in, a stream of `kg.model.Paper` out.

    for paper in (corpus := read("papers.jsonl.gz", "lists/")):
        ...
    corpus.problems, corpus.duplicates, corpus.count

A new input format is one module with a `Format` (a function that recognises it, a generator that reads it) and one row in
`FORMATS`; the choices of ``--format`` and the error texts follow from the table.
"""

from __future__ import annotations

from kg.corpus.formats import FORMATS
from kg.corpus.reader import Corpus, Duplicate, Note, Problem, read

__all__ = ["FORMATS", "Corpus", "Duplicate", "Note", "Problem", "read"]
