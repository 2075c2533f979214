"""What a number is: a score that was reached, a change, a factor, the baseline of one of them, or no result at all.

A multinomial logistic regression over the words around the number decides; its features are named here, its weights are learnt by
``training/results.py``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from extractors.numbers import Number
from extractors.results.context import View, stem, words
from extractors.results.weights import Weights, class_probabilities, mix

__all__ = ["KINDS", "NONE", "chain_features", "kind_features", "list_ends", "read_kinds"]

KINDS = ("none", "absolute", "up", "down", "factor", "baseline")
NONE = 0

_UP = words(
    "increas improv improvement rais boost gain enhanc enhancement higher more great up outperform surpass exceed lift uplift advanc advantage growth grow "
    "ris + better faster larg increment leap jump"
)
_DOWN = words(
    "reduc reduction decreas lower cut drop down fewer less degrad degradation declin fall shrink sav saving los loss slash trim eliminat mitigat minimiz "
    "smaller - cheaper decrement shrinkage below"
)
_REACH = words("achiev reach attain obtain yield record report score scor get maintain retain preserv deliv show demonstrat")
_COMPARE = words("than ov compar vs versus against relativ over")
_CUES: dict[str, str] = {
    **dict.fromkeys(_UP, "UP"),
    **dict.fromkeys(_DOWN, "DOWN"),
    **dict.fromkeys(_REACH, "REACH"),
    **dict.fromkeys(_COMPARE, "COMPARE"),
}
_QUANTIFIERS = words("up to about around approximately roughly nearly almost over more than at least by an a average of only just ov mor most ~ ≈ > < ≥ ≤")
_INSIDE_LISTS = _QUANTIFIERS | words("in on for of and , ( ) from to / & by vs : with over under averag")
_LINK = words(", and / or & ;")


def _size(number: Number) -> str:
    """Return a word for the magnitude and the shape of a number."""
    head = number.value.split("-")[0].replace(",", "")
    try:
        amount = float(head)
    except ValueError:
        return "odd"
    if re.fullmatch(r"(?:19|20)\d\d", number.value):
        return "year"
    whole = "i" if head.isdigit() else "d"
    step = sum(amount >= limit for limit in (1, 2, 10, 50, 90, 100, 101, 1000))
    return f"{whole}{step}"


def list_ends(view: View, k: int) -> tuple[int, int]:
    """Return the places of the first and the last number of the list that the number at `k` stands in ("3.1, 4 and 5%")."""
    elements = view.elements
    first = last = k
    while first > 1 and (step := next((s for s in (2, 3) if _listed(view, first - s, first)), 0)):
        first -= step
    while last < len(elements) - 2 and (step := next((s for s in (2, 3) if _listed(view, last, last + s)), 0)):
        last += step
    return first, last


def _listed(view: View, left: int, right: int) -> bool:
    if left < 0 or right >= len(view.elements) or view.elements[left].number < 0 or view.elements[right].number < 0:
        return False
    return all(element.text in _LINK for element in view.elements[left + 1 : right])


def _ruler(view: View, k: int) -> str:
    """Return the word that rules the list that a number stands in: "gains" for each number of "gains of 3% in BLEU, 4% in F1 and 5% on WMT"."""
    k -= 1
    while k >= 0 and (view.elements[k].number >= 0 or view.elements[k].entity is not None or view.elements[k].text in _INSIDE_LISTS):
        k -= 1
    return view.elements[k].text if k >= 0 else "<s>"


def _cue(view: View, places: range) -> str:
    """Return the first cue that is met on the way, and how far it is."""
    for distance, place in enumerate(places):
        cue = _CUES.get(view.elements[place].text)
        if cue:
            return f"{cue}{'near' if distance < 3 else 'mid' if distance < 7 else 'far'}"
    return "no"


def _pair_role(view: View, k: int) -> str:
    """Return the place of a number in "from A to B", "A -> B", "A vs. B" and the like."""
    texts = [element.text for element in view.elements]
    before = k - 1
    while before >= 0 and texts[before] in _QUANTIFIERS and texts[before] != "to":
        before -= 1
    roles = []
    left = texts[before] if before >= 0 else ""
    if left == "from":
        roles.append("from")
    if left == "to":
        roles.append("to" + ("from" if "from" in texts[max(0, k - 14) : k] else ""))
    if left in ("vs", "versus", "against", "->", "compar", "than", "("):
        roles.append(left)
    if left == "." and before > 0 and texts[before - 1] == "vs":
        roles.append("vs")
    after = texts[k + 1 : k + 3]
    if after[:1] == ["->"] or after[:1] == ["vs"] or after[:2] == ["(", "vs"] or after[:1] == ["to"]:
        roles.append("before" + after[0])
    return "+".join(roles)


def kind_features(view: View, k: int, numbers: Sequence[Number]) -> list[str]:
    """Return the features of the number at element `k` of a sentence: names of what holds, a few dozen, with repetitions."""
    elements = view.elements
    number = numbers[elements[k].number]
    texts = [element.text for element in elements]
    count = len(texts)
    unit = number.unit if number.unit in ("%", "x", "points", "") else "other"
    size = _size(number)
    features = [
        "bias",
        f"u={unit}",
        f"unit={number.unit}",
        f"size={size}",
        f"u={unit},size={size}",
        f"sign={number.sign}",
        f"sign={number.sign},u={unit}",
        f"own={number.own_unit}",
        f"range={'-' in number.value}",
        f"in={view.depth[k] > 0}",
        f"in={view.depth[k] > 0},u={unit}",
    ]
    if view.index == 0:
        features.append("title")
    features.append(f"third={view.index * 3 // max(1, view.count)}")
    first, last = list_ends(view, k)
    features.append(f"list={min(3, last - first)}")
    left = [texts[i] if i >= 0 else "<s>" for i in range(first - 1, first - 6, -1)]
    right = [texts[i] if i < count else "</s>" for i in range(last + 1, last + 6)]
    for d in range(5):
        features += (f"L{d}={left[d]}", f"R{d}={right[d]}")
        if d < 3:
            features += (f"u={unit},L{d}={left[d]}", f"u={unit},R{d}={right[d]}")
    features += (
        f"L01={left[1]} {left[0]}",
        f"R01={right[0]} {right[1]}",
        f"L0R0={left[0]}|{right[0]}",
        f"L012={left[2]} {left[1]} {left[0]}",
        f"R012={right[0]} {right[1]} {right[2]}",
    )
    if first != k:
        features += (f"own_L0={texts[k - 1]}", f"own_R0={texts[k + 1] if k + 1 < count else '</s>'}")
    for i in range(max(0, first - 9), first):
        features += (f"l={texts[i]}", f"u={unit},l={texts[i]}")
    for i in range(last + 1, min(count, last + 8)):
        features += (f"r={texts[i]}", f"u={unit},r={texts[i]}")
    back, forth = _cue(view, range(first - 1, -1, -1)), _cue(view, range(last + 1, count))
    features += (f"back={back}", f"forth={forth}", f"u={unit},back={back}", f"u={unit},forth={forth}", f"both={back}|{forth}", f"u={unit},both={back}|{forth}")
    ruler = _ruler(view, k)
    features += (f"ruler={ruler}", f"ruler={ruler},u={unit}", f"ruler={_CUES.get(ruler, 'no')},u={unit},{forth}")
    role = _pair_role(view, k)
    if role:
        features += (f"pair={role}", f"pair={role},u={unit}")
    features += _metric_words(view, first, last, back)
    features += _neighbours(view, k, numbers)
    return features


def _metric_words(view: View, first: int, last: int, cue: str) -> list[str]:
    """Return the last words of the metrics that stand nearest: error and latency go down where accuracy goes up."""
    features: list[str] = []
    for side, places in (("left", range(first - 1, max(-1, first - 12), -1)), ("right", range(last + 1, min(len(view.elements), last + 8)))):
        word = next((view.elements[i].entity.name.split()[-1].lower() for i in places if view.elements[i].text == "<Metric>"), None)  # type: ignore[union-attr]
        if word is not None:
            features += (f"metric_{side}={stem(word)}", f"metric={stem(word)}", f"metric={stem(word)},{cue}")
    return features


def chain_features(view: View, k: int, numbers: Sequence[Number], previous: str | None) -> list[str]:
    """Return the features that rest on what the number before the one at `k` in the same sentence was taken for."""
    if previous is None:
        return ["after=no"]
    places = sorted(view.places.values())
    before = places[places.index(k) - 1]
    gap = [element.text for element in view.elements[before + 1 : k]]
    same = numbers[view.elements[before].number].unit == numbers[view.elements[k].number].unit
    head = gap[-1] if gap else "none"
    return [f"after={previous}", f"after={previous},{same}", f"after={previous},{same},{min(4, len(gap) // 3)}", f"after={previous},{same},L0={head}"]


def _neighbours(view: View, k: int, numbers: Sequence[Number]) -> list[str]:
    """Return the features of the numbers beside the one at `k`."""
    places = sorted(view.places.values())
    at = places.index(k)
    unit = numbers[view.elements[k].number].unit
    features = [f"numbers={min(5, len(places))}"]
    for name, other in (("prev", at - 1), ("next", at + 1)):
        if not 0 <= other < len(places):
            features.append(f"{name}=no")
            continue
        low, high = sorted((places[other], k))
        gap = [element.text for element in view.elements[low + 1 : high]]
        other_unit = numbers[view.elements[places[other]].number].unit
        features += (f"{name}={other_unit == unit}", f"{name}_units={other_unit}|{unit}")
        if len(gap) <= 3:
            features.append(f"{name}_gap={' '.join(gap)}")
        if len(gap) <= 12:
            features += (f"{name}_has={text}" for text in gap)
    return features


def read_kinds(
    weights: Weights, view: View, numbers: Sequence[Number], opinion: Sequence[Sequence[float]] | None = None, shares: Sequence[float] = (1.0, 0.0)
) -> dict[int, list[float]]:
    """Return, for each number of a sentence by its index, the probability of each of `KINDS`; read from left to right.

    `opinion` holds the network's log-probabilities for each number, and `shares` how much it counts (`mix`).
    """
    found: dict[int, list[float]] = {}
    previous: str | None = None
    for i, k in sorted(view.places.items(), key=lambda item: item[1]):
        features = kind_features(view, k, numbers) + chain_features(view, k, numbers, previous)
        found[i] = class_probabilities(weights, features, len(KINDS))
        if opinion is not None:
            found[i] = mix(found[i], opinion[i], shares)
        previous = KINDS[found[i].index(max(found[i]))]
    return found
