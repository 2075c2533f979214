"""Which prediction answers which gold item: one to one, required gold first."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kg.evaluate.files import Record
from kg.text import fold

__all__ = ["Weight", "assign", "fold_number", "fold_unit", "keys", "overlap", "roles", "tally", "types"]

Weight = Callable[[Record, Record], int]

_UNITS = {"×": "x", "times": "x", "percent": "%", "pp": "points"}


def keys(entity: Record) -> frozenset[str]:
    """Return the folded names of an entity (`kg.text.fold`)."""
    names = [*(entity.get("names") or ()), *([entity["name"]] if entity.get("name") else ())]
    return frozenset(fold(name) for name in names) - {""}


def types(entity: Record) -> frozenset[str]:
    """Return the types of an entity that are right."""
    return frozenset(entity.get("types") or [entity["type"]])


def roles(entity: Record) -> frozenset[str]:
    """Return the roles of an entity that are right."""
    return frozenset(entity.get("roles") or [entity["role"]])


def overlap(gold: Record, predicted: Record) -> int:
    """Return how many names two entities share; 0 if gold has less than half of the predicted names, so that lumping things together does not pay."""
    wanted, given = keys(gold), keys(predicted)
    common = len(wanted & given)
    return common if 2 * common >= len(given) else 0


def fold_number(value: Any) -> str:
    r"""Return a number as written in a form that can be compared.

    >>> fold_number("6\\times10^{-6}") == fold_number("6e-6"), fold_number("5 to 10") == fold_number("5–10"), fold_number("1,200.0")
    (True, True, '1200.0')
    """
    text = unicodedata.normalize("NFKC", str(value)).casefold()
    text = re.sub(r"[–—−]", "-", text).replace("×", "x")
    text = re.sub(r"\\(?:times|cdot)", "x", text)
    text = re.sub(r"(?<=\d)\s+to\s+(?=\d)", "-", text)
    text = re.sub(r"[\\${}\s,%+^]", "", text)
    text = re.sub(r"(?<=\d)e(?=-?\d)", "x10", text)
    text = re.sub(r"^10(?=-\d)", "1x10", text)
    text = re.sub(r"^-(?=[\d.]+$)", "", text)
    parts = text.split("-") if re.fullmatch(r"[\d.]+-[\d.]+", text) else [text]
    return "-".join(_plain(part) for part in parts)


def _plain(part: str) -> str:
    try:
        return repr(float(part))
    except ValueError:
        return part


def fold_unit(row: Record) -> str:
    """Return the unit of a result in a form that can be compared."""
    unit = str(row.get("unit") or "").strip().casefold()
    return _UNITS.get(unit, unit)


def assign(gold: Sequence[Record], predicted: Sequence[Record], weight: Weight) -> dict[int, int]:
    """Match gold to predictions one to one: as many required gold items as possible, then as many optional ones.

    Parameters
    ----------
    gold, predicted : sequence of mapping
    weight : callable
        How well a pair fits; 0 where it does not. Pairs of more weight are tried first.

    Returns
    -------
    dict of int to int
        Index of a prediction to the index of its gold item.

    Notes
    -----
    Augmenting paths (Kuhn 1955, https://doi.org/10.1002/nav.3800020109), depth first, with a stack of its own: a long record must not exhaust Python's.
    """
    weights = [[weight(g, p) for p in predicted] for g in gold]
    edges = [sorted((p for p, w in enumerate(row) if w > 0), key=lambda p, row=row: -row[p]) for row in weights]  # type: ignore[misc]
    owner: dict[int, int] = {}
    for g in sorted(range(len(gold)), key=lambda g: (bool(gold[g].get("optional")), -max(weights[g], default=0))):
        _augment(g, edges, owner)
    return owner


def _augment(start: int, edges: Sequence[Sequence[int]], owner: dict[int, int]) -> None:
    seen: set[int] = set()
    frames: list[tuple[int, Iterator[int]]] = [(start, iter(edges[start]))]
    chosen: list[int] = []  # the prediction that each frame but the last wants from its owner
    while frames:
        for p in frames[-1][1]:
            if p in seen:
                continue
            seen.add(p)
            chosen.append(p)
            if p not in owner:
                for (g, _), wanted in zip(frames, chosen, strict=True):
                    owner[wanted] = g
                return
            frames.append((owner[p], iter(edges[owner[p]])))
            break
        else:
            frames.pop()
            if chosen:
                chosen.pop()


def tally(
    count: Counter[str], gold: Sequence[Record], predicted: Sequence[Record], weight: Weight, neutral: Callable[[Record], bool] = lambda row: False
) -> dict[int, int]:
    """Add the hits (``tp``), extras (``fp``) and misses (``fn``) of a matching to `count`; return the matching.

    A prediction without a partner that fits an optional gold item, or that `neutral` accepts, is no extra.
    """
    owner = assign(gold, predicted, weight)
    hit = set(owner.values())
    required = [g for g, row in enumerate(gold) if not row.get("optional")]
    count["tp"] += sum(g in hit for g in required)
    count["fn"] += sum(g not in hit for g in required)
    for p, row in enumerate(predicted):
        if p not in owner and not any(g.get("optional") and weight(g, row) > 0 for g in gold) and not neutral(row):
            count["fp"] += 1
    return owner
