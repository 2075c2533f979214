"""Results with a number: numbers are read, told apart by kind, joined with their baselines, and linked to entities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from extractors.base import DocEntity, DocResult
from extractors.numbers import Number, read_numbers
from extractors.pairs import PairScores
from extractors.results.context import View, view_of, words
from extractors.results.kinds import KINDS, NONE, read_kinds
from extractors.results.linking import Reading, link_number
from extractors.results.weights import Weights

__all__ = ["read_measured", "views_of"]

_BASELINE = KINDS.index("baseline")
_QUANTIFIERS = words("about around approximately roughly nearly almost over more less than at least most only just ~ ≈ > < ≥ ≤ below under")


def _kinds_of(view: View, numbers: Sequence[Number], tables: Mapping[str, Weights], scores: PairScores | None) -> dict[int, int]:
    """Return the kind of each number of a sentence, as an index of `KINDS`."""
    opinion = scores.kinds if scores is not None and "mix" in tables else None
    shares = tables["mix"]["kind"] if "mix" in tables else (1.0, 0.0)
    return {i: chances.index(max(chances)) for i, chances in read_kinds(tables["kind"], view, numbers, opinion, shares).items()}


def _word_before(view: View, k: int) -> str:
    """Return the word before the element `k`, quantifiers left out ("to over 80%": ``to``)."""
    k -= 1
    while k >= 0 and view.elements[k].text in _QUANTIFIERS:
        k -= 1
    return view.elements[k].text if k >= 0 else ""


def _baselines(view: View, numbers: Sequence[Number], kinds: Mapping[int, int]) -> dict[int, int]:
    """Return, for results of a sentence that have a baseline, the number that is it (indices of numbers)."""
    order = sorted(view.places, key=lambda i: view.places[i])
    found: dict[int, int] = {}
    for at, i in enumerate(order):
        if kinds[i] != _BASELINE:
            continue
        k = view.places[i]
        after = [j for j in order[at + 1 :] if kinds[j] not in (NONE, _BASELINE)]
        before = [j for j in reversed(order[:at]) if kinds[j] not in (NONE, _BASELINE) and j not in found]
        following = view.elements[k + 1].text if k + 1 < len(view.elements) else ""
        if _word_before(view, k) == "from" or following in ("to", "->"):
            reached = [j for j in after if _word_before(view, view.places[j]) in ("to", "->")]
            stop = next((j for j in order[at + 1 :] if kinds[j] == _BASELINE), None)
            if stop is not None:
                reached = [j for j in reached if view.places[j] < view.places[stop]]
            for j in reached or after[:1]:
                found.setdefault(j, i)
            continue
        same = (
            [j for j in before if numbers[j].unit == numbers[i].unit and KINDS[kinds[j]] == "absolute"]
            or [j for j in before if KINDS[kinds[j]] == "absolute"]
            or after[:1]
        )
        if same:
            found.setdefault(same[0], i)
    return found


def views_of(text: str, sentences: Sequence[tuple[int, int]], numbers: Sequence[Number], entities: Sequence[DocEntity]) -> list[View]:
    """Return the sentences that hold numbers of their own, in order."""
    views = []
    for index, sentence in enumerate(sentences):
        if any(sentence[0] <= number.start < sentence[1] for number in numbers):
            view = view_of(text, sentence, index, len(sentences), numbers, entities)
            if view.places:
                views.append(view)
    return views


def read_measured(
    text: str,
    sentences: Sequence[tuple[int, int]],
    entities: Sequence[DocEntity],
    title_end: int,
    tables: Mapping[str, Weights],
    scores: PairScores | None = None,
) -> list[DocResult]:
    """Return the results of a text that have a number, in order.

    Parameters
    ----------
    text : str
        Clean text.
    sentences : sequence of (int, int)
        Its sentences, as `extractors.sentences.sentence_spans` gives them.
    entities : sequence of DocEntity
        With mentions and roles.
    title_end : int
        Where the title ends; 0 without one.
    tables : mapping
        The weights, as `extractors.results.weights.load_weights` gives them.
    scores : PairScores, optional
        The network's opinion on the numbers of `read_numbers`, and on `entities`; without it the features decide alone.
    """
    numbers = read_numbers(text)
    if not numbers:
        return []
    views = views_of(text, sentences, numbers, entities)
    reading = Reading(views, numbers, entities, title_end, text, scores)
    found: list[DocResult] = []
    for view in views:
        kinds = _kinds_of(view, numbers, tables, scores)
        baselines = _baselines(view, numbers, kinds)
        previous: dict[str, str | None] | None = None
        for i, k in sorted(view.places.items(), key=lambda item: item[1]):
            kind = KINDS[kinds[i]]
            if kind in ("none", "baseline"):
                continue
            links = link_number(tables, reading, view, k, kind, previous)
            baseline = baselines.get(i)
            found.append(
                DocResult(
                    value=numbers[i].value,
                    unit=numbers[i].unit,
                    kind="delta" if kind in ("up", "down") else kind,
                    direction=kind if kind in ("up", "down") else None,
                    baseline=numbers[baseline].value if baseline is not None else None,
                    method=links["method"],
                    dataset=links["dataset"],
                    metric=links["metric"],
                    task=links["task"],
                    versus=links["versus"],
                    start=view.start,
                    end=view.end,
                )
            )
            previous = links
    return found
