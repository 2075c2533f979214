"""Which papers of a corpus were there before, in 28 bytes a paper whatever their texts."""

from __future__ import annotations

import unicodedata
from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Seen", "folded"]

SHORT = 150
"""Characters of a folded abstract below which it does not identify a paper ("This paper has been withdrawn ...")."""

LATEST = 1 << 15
"""Entries that a dict holds before they are sorted into an array: it takes some 100 bytes an entry, the array 12."""


def folded(text: str) -> str:
    """Return a text in NFKC, without case, white space folded."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


class Seen:
    """The papers read so far, by id and by abstract.

    Two papers have the same text if their abstracts fold to the same (see `folded`); if an abstract is shorter than `SHORT`
    characters, their titles as well; if there is none, their ids and titles. Texts and ids are held as 64-bit BLAKE2b digests:
    among a million papers, two that differ are taken for one with a probability of about 1e-7.
    """

    def __init__(self) -> None:
        self._ids = _Places()
        self._texts = _Places()
        self._titles = array("I")

    def add(self, place: int, id: str, title: str, abstract: str) -> tuple[int, str] | None:
        """Enter a paper unless it was there before.

        Parameters
        ----------
        place : int
            The number of the record in the corpus, rising from call to call; below 2**32.

        Returns
        -------
        tuple of int and str, or None
            None if the paper is new and was entered. Else the place of the one that was there before and how they agree:
            ``"text"`` (with whatever id), ``"title"`` (the same id and title, another abstract), ``"id"`` (the same id only).
        """
        text = folded(abstract)
        if len(text) < SHORT:
            text = f"{folded(title)}\n{text}" if text else f"{id}\n{folded(title)}"
        text_key, id_key = _digest(text), _digest(id)
        short = _digest(folded(title)) & 0xFFFFFFFF if title else 0
        before = self._texts.get(text_key)
        if before is not None:
            return before, "text"
        before = self._ids.get(id_key)
        if before is not None:
            return before, "title" if title and self._titles[before] == short else "id"
        self._texts.set(text_key, place)
        self._ids.set(id_key, place)
        if place >= len(self._titles):
            self._titles.extend(bytes(place + 1 - len(self._titles)))
        self._titles[place] = short
        return None


class _Places:
    """A map from 64-bit keys to 32-bit numbers: a sorted array of 12 bytes an entry, and a small dict of the latest entries."""

    def __init__(self) -> None:
        self._latest: dict[int, int] = {}
        self._keys: npt.NDArray[np.uint64] | None = None
        self._places: npt.NDArray[np.uint32] | None = None

    def get(self, key: int) -> int | None:
        place = self._latest.get(key)
        if place is None and self._keys is not None and self._places is not None:
            at = int(self._keys.searchsorted(self._keys.dtype.type(key)))
            if at < len(self._keys) and int(self._keys[at]) == key:
                place = int(self._places[at])
        return place

    def set(self, key: int, place: int) -> None:
        self._latest[key] = place
        held = 0 if self._keys is None else len(self._keys)
        if len(self._latest) > LATEST + held // 32:
            self._merge()

    def _merge(self) -> None:
        import numpy as np

        keys = np.fromiter(self._latest.keys(), np.uint64, len(self._latest))
        places = np.fromiter(self._latest.values(), np.uint32, len(self._latest))
        order = np.argsort(keys)
        keys, places = keys[order], places[order]
        if self._keys is not None and self._places is not None:
            at = self._keys.searchsorted(keys)
            keys, places = np.insert(self._keys, at, keys), np.insert(self._places, at, places)
        self._keys, self._places = keys, places
        self._latest = {}


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
