"""Which method, dataset, metric and task a number belongs to, and what it is compared with.

For each of the five links the entities of the fitting types compete, and with them "none"; a conditional logistic regression over where
they stand (side, distance, what lies between, the word that governs them), what they are to the paper (role, title, frequency) and what the number is
(kind, unit) decides. The features are named here, the weights are learnt by ``training/results.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from extractors.base import DocEntity
from extractors.numbers import Number
from extractors.pairs import FIELDS, LINKS, PairScores
from extractors.results.context import View, stem, words
from extractors.results.kinds import list_ends
from extractors.results.weights import Weights, mix, softmax

__all__ = ["FIELDS", "Reading", "candidates", "choose", "governor", "link_features", "link_number", "none_features"]

_INTRODUCES = re.compile(r"\b(?:propos|introduc|present|develop|design|call|term|dubb|nam|releas)(?:e[ds]?|ing|ed|s)?\b[^.]*\Z", re.I)
# How sure a link has to be. Annotators leave out a link that goes without saying more often than they give a wrong one.
_ENOUGH = {"method": 0.1, "metric": 0.2, "dataset": 0.2, "task": 0.12, "versus": 0.4}

_LIST_WORDS = words(', and or / & both the a an ( including includ lik such as e.g . " -')
_COMPARING = words("than over vs versus compar against outperform surpass exceed beat baselin relativ from to with unlik")
_SELF = words("our we it this it's its their they")
_CLAUSE = words(", ; : while whil whereas but -- which and")


@dataclass(slots=True)
class Reading:
    """A paper while its results are linked.

    Attributes
    ----------
    views : list of View
        The sentences that hold numbers.
    numbers : sequence of Number
    entities : sequence of DocEntity
    title_end : int
        Where the title ends, in characters.
    text : str
        The clean text.
    scores : PairScores, optional
        The network's opinion.
    spots : dict
        Index of a sentence to the mentions of the sentence: (place, entity), in order.
    introduced : set of str
        Ids of the entities that the paper says to introduce ("we propose ...").
    rank : dict
        Entity id to its place among those of its role and type, by first mention.
    places : dict
        Entity id to its index in `entities`.
    """

    views: list[View]
    numbers: Sequence[Number]
    entities: Sequence[DocEntity]
    title_end: int = 0
    text: str = ""
    scores: PairScores | None = None
    introduced: set[str] = field(default_factory=set)
    spots: dict[int, list[tuple[int, DocEntity]]] = field(default_factory=dict)
    rank: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for view in self.views:
            self.spots[view.index] = [(k, element.entity) for k, element in enumerate(view.elements) if element.entity is not None]
        self.places = {entity.id: index for index, entity in enumerate(self.entities)}
        order: dict[tuple[str, str], int] = {}
        for entity in sorted(self.entities, key=lambda e: e.mentions[0].start if e.mentions else 1 << 30):
            key = (entity.role, entity.type)
            order[key] = order.get(key, 0) + 1
            self.rank[entity.id] = f"{min(4, order[key])}"
            if any(_INTRODUCES.search(self.text, max(0, mention.start - 60), mention.start) for mention in entity.mentions):
                self.introduced.add(entity.id)


def candidates(entities: Sequence[DocEntity], link: str) -> list[DocEntity]:
    """Return the entities that a link may lead to, in the order given."""
    return [entity for entity in entities if entity.type in FIELDS[link] and entity.mentions]


def _bucket(distance: int) -> str:
    return str(distance) if distance <= 4 else "5-7" if distance <= 7 else "8-12" if distance <= 12 else "13-20" if distance <= 20 else "21+"


def governor(view: View, place: int) -> str:
    """Return the word that governs the mention at `place`: the first one before it that is no part of a list of mentions."""
    k = place - 1
    steps = 0
    while k >= 0 and steps < 12 and (view.elements[k].entity is not None or view.elements[k].text in _LIST_WORDS):
        k -= 1
        steps += 1
    return view.elements[k].text if k >= 0 else "<s>"


def _runs(spots: Sequence[tuple[int, DocEntity]], view: View, types: tuple[str, ...]) -> list[list[str]]:
    """Return the lists of mentions of some types in a sentence ("A, B and C"), each as entity ids."""
    runs: list[list[str]] = []
    last = -9
    for place, entity in spots:
        if entity.type not in types:
            continue
        gap = [element.text for element in view.elements[last + 1 : place]] if last >= 0 else ["<s>"]
        if last >= 0 and all(text in (",", "and", "or", "/", "&", ")") for text in gap) and gap:
            runs[-1].append(entity.id)
        else:
            runs.append([entity.id])
        last = place
    return runs


def _alignment(reading: Reading, view: View, k: int, entity: DocEntity, types: tuple[str, ...]) -> str:
    """Tell whether the number and the entity stand at the same place of two lists of one length ("A and B reach 3 and 4")."""
    first, last = list_ends(view, k)
    numbers = [i for i in range(first, last + 1) if view.elements[i].number >= 0]
    if len(numbers) < 2:
        return "no"
    words = {element.text for element in view.elements}
    sure = "sure" if "respectively" in words or "respectiv" in words else "maybe"
    at = numbers.index(k)
    for run in _runs(reading.spots[view.index], view, types):
        if len(run) == len(numbers) and entity.id in run:
            return f"{sure}{'same' if run.index(entity.id) == at else 'other'}"
    return "none" + sure


def _side(reading: Reading, view: View, k: int, place: int, types: tuple[str, ...], name: str) -> list[str]:
    """Return the features of one mention at `place` for the number at `k`."""
    low, high = sorted((k, place))
    between = view.elements[low + 1 : high]
    numbers = sum(element.number >= 0 for element in between)
    rivals = len({e.id for p, e in reading.spots[view.index] if low < p < high and e.type in types})
    distance = high - low - 1
    before = view.elements[place - 1].text if place else "<s>"
    ruler = governor(view, place)
    depth = view.depth[place] - view.depth[k]
    clause = sum(element.text in _CLAUSE for element in between)
    features = [
        f"{name}:d={_bucket(distance)}",
        f"{name}:n={min(3, numbers)}",
        f"{name}:r={min(3, rivals)}",
        f"{name}:nr={min(2, numbers)}{min(2, rivals)}",
        f"{name}:b={before}",
        f"{name}:g={ruler}",
        f"{name}:depth={depth}",
        f"{name}:clause={min(3, clause)}",
        f"{name}:clause0={clause == 0},n={min(1, numbers)},r={min(1, rivals)}",
        f"{name}:g={ruler},n={min(1, numbers)}",
    ]
    if ruler in _COMPARING or before in _COMPARING:
        features.append(f"{name}:comparing")
    if distance <= 3:
        features.append(f"{name}:gap={' '.join(element.text for element in between)}")
    if distance <= 8:
        features += (f"{name}:has={text}" for text in {element.text for element in between})
    if place < 2:
        features.append(f"{name}:opens")
    after = view.elements[place + 1].text if place + 1 < len(view.elements) else "</s>"
    features.append(f"{name}:a={after}")
    return features


def link_features(reading: Reading, link: str, view: View, k: int, kind: str, entity: DocEntity, previous: Mapping[str, str | None] | None) -> list[str]:
    """Return the features of linking the number at element `k` of a sentence to `entity`.

    `previous` holds the links of the number before it in the same sentence, by name; None for the first one.
    """
    types = FIELDS[link]
    number = reading.numbers[view.elements[k].number]
    unit = number.unit if number.unit in ("%", "x", "points", "") else "other"
    group = "delta" if kind in ("up", "down") else kind
    spots = [place for place, other in reading.spots[view.index] if other.id == entity.id]
    here = "here" if spots else "away"
    role, rank = entity.role, reading.rank.get(entity.id, "4")
    features = [
        f"role={role}",
        f"type={entity.type}",
        f"role={role},{here}",
        f"type={entity.type},{here}",
        f"role={role},{group}",
        f"{here}",
        f"role={role},rank={rank}",
        f"role={role},type={entity.type},{here}",
        f"role={role},rank={rank},{here}",
        f"mentions={min(5, len(entity.mentions))}",
        f"mentions={min(5, len(entity.mentions))},{here}",
    ]
    rivals = [other for other in candidates(reading.entities, link) if other.role == role]
    often = len(entity.mentions) == max(len(other.mentions) for other in rivals)
    introduced = entity.id in reading.introduced
    features += (f"often={often},{role}", f"often={often},{role},{here}", f"intro={introduced},{role}", f"intro={introduced},often={often},{role}")
    if entity.mentions[0].start < reading.title_end:
        features += (f"title,{role},often={often}",)
        features += ("title", f"title,{role}", f"title,{here}")
    left = [place for place in spots if place < k]
    right = [place for place in spots if place > k]
    if left:
        side = _side(reading, view, k, left[-1], types, "l")
        features += side
        features += (f"{group},{f}" for f in side[:6])
    if right:
        side = _side(reading, view, k, right[0], types, "r")
        features += side
        features += (f"{group},{f}" for f in side[:6])
    features.append(f"sides={bool(left)}{bool(right)}")
    first = min(view.places.values())
    lead = any(place < first and other.type in types for place, other in reading.spots[view.index])
    features.append(f"lead={lead},{bool(left)}{bool(right)}")
    if not spots:
        starts = [m.start for m in entity.mentions]
        past = [start for start in starts if start < view.start]
        features.append("past" if past else "future")
        types_here = any(other.type in types for _, other in reading.spots[view.index])
        features += (f"away,types={types_here}", f"away,types={types_here},{role}", f"away,{role},{group}")
        newest = max((m.start for e in reading.entities if e.type in types for m in e.mentions if m.start < view.start), default=-1)
        if past and max(past) == newest:
            features += ("newest", f"newest,{role}")
        if any(element.text in _SELF for element in view.elements[:k]):
            features += (f"self,{role}", f"self,{role},rank={rank}")
    if len(candidates(reading.entities, link)) == 1:
        features += ("only", f"only,{here}", f"only,{role}")
    if sum(e.role == role and e.type in types for e in reading.entities) == 1:
        features += (f"only_role={role}", f"only_role={role},{here}")
    align = _alignment(reading, view, k, entity, types)
    if align != "no":
        features.append(f"align={align}")
    if link == "metric":
        word = stem(entity.name.split()[-1])
        features += (f"word={word}", f"word={word},u={unit}", f"word={word},{group}")
    if previous is not None:
        same = previous.get(link) == entity.id
        taken = previous.get(link) is not None
        features += (f"prev={same},{taken}", f"prev={same},{here}", f"prev={same},right={bool(right)},left={bool(left)}")
        if link == "versus" and previous.get("method") == entity.id:
            features.append("prev_method")
    return features


def none_features(reading: Reading, link: str, view: View, k: int, kind: str, previous: Mapping[str, str | None] | None) -> list[str]:
    """Return the features of leaving a link out."""
    types = FIELDS[link]
    group = "delta" if kind in ("up", "down") else kind
    number = reading.numbers[view.elements[k].number]
    unit = number.unit if number.unit in ("%", "x", "points", "") else "other"
    here = len({e.id for _, e in reading.spots[view.index] if e.type in types})
    everywhere = len(candidates(reading.entities, link))
    texts = [element.text for element in view.elements]
    first, last = list_ends(view, k)
    features = [
        "NONE",
        f"NONE,{group}",
        f"NONE,u={unit}",
        f"NONE,here={min(3, here)}",
        f"NONE,all={min(4, everywhere)}",
        f"NONE,here={min(2, here)},{group}",
        f"NONE,L0={texts[first - 1] if first else '<s>'}",
        f"NONE,R0={texts[last + 1] if last + 1 < len(texts) else '</s>'}",
        f"NONE,first={view.index}",
    ]
    features += (f"NONE,has={text}" for text in set(texts) if text.isalpha())
    if previous is not None:
        features += (f"NONE,prev={previous.get(link) is not None}",)
    return features


def choose(weights: Weights, rows: Sequence[Sequence[str]]) -> list[float]:
    """Return the probability of each of the rows of features."""
    return softmax([sum(weights[name][0] for name in set(row) if name in weights) for row in rows])


def _listed(reading: Reading, view: View, k: int, options: Sequence[DocEntity], link: str) -> int | None:
    """Return the option that "respectively" gives to the number at element `k`: "A, B and C reach 1, 2 and 3, respectively".

    Nothing has to be learnt there; only whether a list of methods is what reached the numbers, or what was beaten by them.
    """
    for index, option in enumerate(options):
        if _alignment(reading, view, k, option, FIELDS[link]) != "suresame":
            continue
        place = next(place for place, other in reading.spots[view.index] if other.id == option.id)
        beaten = governor(view, place) in _COMPARING
        if link not in ("method", "versus") or beaten == (link == "versus"):
            return index
    return None


def _bracketed(view: View, k: int) -> tuple[bool, str | None]:
    """Read "X (59%) and a plain agent (27%)": 59 is X's, and 27 is nobody's that has a name.

    Returns
    -------
    bool, str or None
        Whether the number at element `k` stands in such a list of numbers in brackets, and the id of its owner.
    """
    elements = view.elements
    owners: dict[int, DocEntity | None] = {
        i: elements[i - 2].entity
        for i in view.places.values()
        if i >= 2 and elements[i - 1].text == "(" and elements[i + 1 : i + 2] and elements[i + 1].text == ")"
    }
    methods = [owner for owner in owners.values() if owner is not None and owner.type in FIELDS["method"]]
    if k not in owners or len(owners) < 2 or not methods:
        return False, None
    owner = owners[k]
    if owner is not None and owner.type not in FIELDS["method"]:
        return False, None
    return True, owner.id if owner is not None else None


def link_number(
    tables: Mapping[str, Weights], reading: Reading, view: View, k: int, kind: str, previous: Mapping[str, str | None] | None
) -> dict[str, str | None]:
    """Return the entity id of each link of the number at element `k`, None where there is none."""
    found: dict[str, str | None] = {}
    for link in FIELDS:
        options = candidates(reading.entities, link)
        rows = [link_features(reading, link, view, k, kind, entity, previous) for entity in options]
        rows.append(none_features(reading, link, view, k, kind, previous))
        chances = choose(tables[link], rows)
        if reading.scores is not None and "mix" in tables:
            opinion = reading.scores.links[view.elements[k].number][LINKS.index(link)]
            places = [reading.places[entity.id] for entity in options]
            chances = mix(chances, [opinion[place] for place in (*places, -1)], tables["mix"][link])
        chances = chances[:-1]
        best = max(range(len(chances)), key=chances.__getitem__, default=-1)
        listed = _listed(reading, view, k, options, link)
        if listed is not None:
            best = listed
            chances[best] = 1.0
        found[link] = options[best].id if best >= 0 and chances[best] >= _ENOUGH[link] else None
    listed_in_brackets, owner = _bracketed(view, k)
    if listed_in_brackets and kind == "absolute":
        found["method"] = owner
    if found["versus"] == found["method"]:
        found["versus"] = None
    return found
