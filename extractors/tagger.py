"""The trained tagger: a small transformer, run by onnxruntime on the CPU.

One text at a time, one thread, integer arithmetic in the matrix products (dynamic int8 quantisation with 7-bit weights,
which no processor saturates): the output does not depend on what else is in the batch, on the number of processes,
or on the order of the texts.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from extractors.decode import decode
from extractors.encoding import MAX_PIECES, WordPieces
from extractors.gazetteer import Gazetteer
from extractors.merge import Candidate
from extractors.pairs import WordVectors

__all__ = ["FILES", "INPUTS", "OUTPUTS", "Tagger"]

INPUTS = ("pieces", "segments", "shapes", "spaces", "counts", "known", "first")  # fields of `Encoded`, in the network's order
OUTPUTS = ("tags", "roles", "kinds", "queries", "keys")
FILES = ("tagger.onnx", "tagger-vocabulary.txt", "tagger.json")


class Tagger:
    """Find scored spans in a clean text.

    Parameters
    ----------
    content : dict of str to bytes
        The files of `FILES`.
    gazetteer : Gazetteer, optional
        The names that it is told of; those of the lexicons that ship with the package by default.
    """

    def __init__(self, content: dict[str, bytes], gazetteer: Gazetteer | None = None) -> None:
        self.content = content
        self.gazetteer = gazetteer or Gazetteer.packaged()
        self.settings: dict[str, Any] = json.loads(content["tagger.json"])
        self.pieces = WordPieces(content["tagger-vocabulary.txt"].decode("utf-8").splitlines())

    @classmethod
    def packaged(cls) -> Tagger:
        """Load the tagger that ships with the package."""
        folder = files("extractors") / "models"
        return cls({name: (folder / name).read_bytes() for name in FILES})

    @classmethod
    def from_folder(cls, folder: Path) -> Tagger:
        """Load a tagger from a folder that holds `FILES`."""
        return cls({name: (folder / name).read_bytes() for name in FILES})

    @cached_property
    def session(self) -> Any:
        """The onnxruntime session, made on first use: a pipeline can be built, saved and sent without it."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        options.log_severity_level = 3
        return onnxruntime.InferenceSession(self.content["tagger.onnx"], options, providers=["CPUExecutionProvider"])

    def __getstate__(self) -> dict[str, Any]:
        return {"content": self.content}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Tagger.__init__(self, state["content"])

    def logits(
        self, text: str, title_end: int, words: Sequence[tuple[int, int]], flags: Sequence[int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], WordVectors, int]:
        """Run the network over the words that fit in one window.

        Returns
        -------
        tags : float array of shape (n, len(TAGS))
        roles : float array of shape (n, len(ROLE_NAMES))
        vectors : WordVectors
            Of n words.
        n : int
            How many of `words` were read.
        """
        encoded = self.pieces.encode(text, title_end, words, flags)
        inputs = {name: getattr(encoded, name)[None].astype(np.int32) for name in INPUTS}
        tags, roles, kinds, queries, keys = (output[0] for output in self.session.run(None, inputs))
        return tags, roles, WordVectors(kinds, queries, keys[1:], np.broadcast_to(keys[:1], queries.shape)), len(encoded.words)

    def windows(self, text: str, sentences: Sequence[tuple[int, int]], words: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Cut a text's words into windows that the network can read whole, at sentence ends where there are any.

        Parameters
        ----------
        text : str
        sentences : sequence of (start, end)
        words : sequence of (start, end)
            What `split_words` gives for the text.

        Returns
        -------
        list of (first, last)
            Words, `last` exclusive; nearly always one window.
        """
        sizes = [len(self.pieces.split(text[start:end])) for start, end in words]
        if sum(sizes) <= MAX_PIECES:
            return [(0, len(words))] if words else []
        word_ends = [end for _, end in words]
        breaks = {bisect_right(word_ends, end) for _, end in sentences}  # a window may end before these words
        windows, begin, size, last = [], 0, 0, 0
        for index, pieces in enumerate(sizes):
            if index in breaks:
                last = index
            if size + pieces > MAX_PIECES:
                cut = last if last > begin else index
                windows.append((begin, cut))
                begin, size = cut, sum(sizes[cut:index])
            size += pieces
        windows.append((begin, len(words)))
        return [(first, last) for first, last in windows if first < last]

    def candidates(
        self, text: str, title_end: int, sentences: Sequence[tuple[int, int]], words: Sequence[tuple[int, int]], matches: Sequence[tuple[int, int, str]]
    ) -> tuple[list[Candidate], NDArray[np.float32], WordVectors]:
        """Find the spans of a text.

        Parameters
        ----------
        text : str
        title_end : int
            Where the title ends, exclusive; 0 where there is none.
        sentences, words : sequence of (start, end)
        matches : sequence of (first, last, type)
            What the gazetteer finds among the words.

        Returns
        -------
        list of Candidate
            In order, without overlaps, low scores included.
        outside : float array of shape (words,)
            Probability of "no entity" for each of `words`.
        vectors : WordVectors
            Of `words`.
        """
        found: list[Candidate] = []
        outside: list[NDArray[np.float32]] = []
        parts: list[WordVectors] = []
        flags = Gazetteer.marks(matches, len(words))
        for first, last in self.windows(text, sentences, words):
            while first < last:
                window = words[first:last]
                tags, roles, vectors, read = self.logits(text, title_end, window, flags[first:last])
                for span in decode(tags, roles, self.settings.get("bias", 0.0)):
                    start, end = window[span.first][0], window[span.last - 1][1]
                    found.append(Candidate(start, end, span.types, span.roles, span.score, "model"))
                shifted = np.exp(tags - tags.max(axis=1, keepdims=True))
                outside.append(shifted[:, 0] / shifted.sum(axis=1))
                parts.append(vectors)
                first += max(read, 1)
        if not parts:
            none = np.zeros((0, 0), dtype=np.float32)
            return found, np.zeros(0, dtype=np.float32), WordVectors(none, none, none, none)
        joined = (np.concatenate([getattr(part, name) for part in parts]) for name in WordVectors.__dataclass_fields__)
        return found, np.concatenate(outside), WordVectors(*joined)
