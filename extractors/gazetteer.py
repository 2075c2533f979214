"""Names of the lexicons in a text: a second opinion for what the tagger passed over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from extractors.decode import ROLE_NAMES, TYPES
from extractors.encoding import split_words
from extractors.merge import Candidate
from kg.schema import ENTITY_TYPES

__all__ = ["Gazetteer"]


class Gazetteer:
    """The surface forms, looked up by their first words.

    Parameters
    ----------
    forms : iterable of (form, type, case)
        `case` is True where a match must have the form's own case.
    """

    def __init__(self, forms: Iterable[tuple[str, str, bool]]) -> None:
        # by the first two words, longest first; names of one word by that word: "multi" alone begins hundreds
        self._rows: dict[tuple[str, ...], list[tuple[tuple[str, ...], str | None, str]]] = defaultdict(list)
        for form, kind, case in forms:
            words = tuple(form[start:end].casefold() for start, end in split_words(form))
            if words:
                self._rows[words[:2]].append((words, form if case else None, kind))
        for rows in self._rows.values():
            rows.sort(key=lambda row: (-len(row[0]), row[2], row[1] or ""))

    @classmethod
    def packaged(cls) -> Gazetteer:
        """Build from the lexicons that ship with the package."""
        from kg.lexicons import surface_forms

        return cls((form, kind, entry.exact(form)) for kind in ENTITY_TYPES for form, entry in surface_forms(kind))

    def matches(self, text: str, words: Sequence[tuple[int, int]]) -> list[tuple[int, int, str]]:
        """Find the longest names from left to right.

        Returns
        -------
        list of (first, last, type)
            Words, `last` exclusive; without overlaps.
        """
        folded = [text[start:end].casefold() for start, end in words]
        found = []
        at = 0
        while at < len(words):
            match = self._longest(text, words, folded, at)
            if match is not None:
                found.append(match)
            at = match[1] if match is not None else at + 1
        return found

    def _longest(self, text: str, words: Sequence[tuple[int, int]], folded: Sequence[str], at: int) -> tuple[int, int, str] | None:
        """Return the longest name that begins at the word `at`."""
        for begin in (tuple(folded[at : at + 2]), (folded[at],)):
            for form, exact, kind in self._rows.get(begin, ()):
                last = at + len(form)
                if tuple(folded[at:last]) == form and (exact is None or text[words[at][0] : words[last - 1][1]] == exact):
                    return at, last, kind
        return None

    def flags(self, text: str, words: Sequence[tuple[int, int]]) -> list[int]:
        """Return for each word 0, or 1 + the index in `TYPES` of the type of the name that it belongs to."""
        return self.marks(self.matches(text, words), len(words))

    @staticmethod
    def marks(matches: Sequence[tuple[int, int, str]], count: int) -> list[int]:
        """Return what `flags` does, from matches that are known already, for `count` words."""
        flags = [0] * count
        for first, last, kind in matches:
            flags[first:last] = [1 + TYPES.index(kind)] * (last - first)
        return flags

    @staticmethod
    def complete(matches: Sequence[tuple[int, int, str]], words: Sequence[tuple[int, int]], found: Sequence[Candidate]) -> list[Candidate]:
        """Put the whole of a known name in the place of parts of it: "Stable Diffusion" for "Stable" and "Diffusion".

        Parameters
        ----------
        matches : sequence of (first, last, type)
            What `matches` finds in the text.
        words : sequence of (start, end)
            Of the text.
        found : sequence of Candidate
            In order, without overlaps.

        Returns
        -------
        list of Candidate
            In order, without overlaps. A candidate that reaches over the limits of a known name stays as it is.
        """
        result = list(found)
        for first, last, kind in matches:
            start, end = words[first][0], words[last - 1][1]
            touching = [c for c in result if c.start < end and start < c.end]
            if not touching or any(c.start < start or c.end > end or (c.start, c.end) == (start, end) for c in touching):
                continue
            best = max(touching, key=lambda c: (c.score, -c.start))
            types = best.types.copy()
            types[TYPES.index(kind)] = max(float(types[TYPES.index(kind)]), best.score)
            result = [c for c in result if c.end <= start or end <= c.start]
            result.append(Candidate(start, end, types, best.roles, best.score, best.extractor))
        return sorted(result, key=lambda c: c.start)

    @staticmethod
    def candidates(
        matches: Sequence[tuple[int, int, str]], words: Sequence[tuple[int, int]], outside: NDArray[np.float32], taken: Sequence[Candidate]
    ) -> list[Candidate]:
        """Propose the names of the lexicons where the tagger found nothing.

        Parameters
        ----------
        matches : sequence of (first, last, type)
            What `matches` finds in the text.
        words : sequence of (start, end)
            Of the text.
        outside : float array of shape (words,)
            The tagger's probability of "no entity"; it may be shorter than `words`.
        taken : sequence of Candidate
            What was found already.

        Returns
        -------
        list of Candidate
            In order, without overlaps with `taken`. The score is one minus the tagger's probability of "no entity", mean over the words.
        """
        covered = bytearray(words[-1][1] if words else 0)
        for item in taken:
            covered[item.start : item.end] = b"\1" * (item.end - item.start)
        result = []
        for first, last, kind in matches:
            start, end = words[first][0], words[last - 1][1]
            if last > len(outside) or any(covered[start:end]):
                continue
            inside = float(1.0 - outside[first:last].mean())
            types = np.zeros(len(TYPES), dtype=np.float32)
            types[TYPES.index(kind)] = inside
            roles = np.full(len(ROLE_NAMES), -np.log(len(ROLE_NAMES)), dtype=np.float32)
            result.append(Candidate(start, end, types, roles, inside, "lexicon"))
        return result
