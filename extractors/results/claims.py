"""Claims without a number: state of the art, or outperforming others, on a dataset or task.

A sentence that may make such a claim is found by its cue; for each dataset and task a logistic regression over the cue, its surroundings and where the
entity stands decides whether the claim is about it. The features are named here, the weights are learnt by ``training/results.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from extractors.base import DocEntity, DocResult
from extractors.results.context import View, view_of, words
from extractors.results.linking import governor
from extractors.results.weights import Weights, sigmoid

__all__ = ["claim_features", "claim_views", "read_claims"]

_CUE = re.compile(
    r"\b(?:state[\s‐-]of[\s‐-](?:the[\s‐-])?arts?\b|SO[Tt]A\b|outperform\w*|surpass\w*|exceed\w*|superior\w*|beat(?:s|ing)?\b|best\b|outpac\w+"
    r"|better than\b|improv\w+ (?:up)?on\b|improv\w+ over\b|consistent\w* (?:improv\w+|gains?)|significant\w* (?:improv\w+|gains?)"
    r"|competitive\b|advantages?\b|leading\b|record\b|substantial\w* (?:improv\w+|gains?)|effectiveness\b|higher\b|enhanc\w+|improv\w+)",
    re.I,
)
_KINDS = (
    ("sota", re.compile(r"state|sota", re.I)),
    ("out", re.compile(r"outperform|surpass|exceed|beat|outpac|better", re.I)),
    ("superior", re.compile(r"superior", re.I)),
)
_OWN = words("our we it this they")
_THRESHOLD = 0.3


def claim_views(text: str, sentences: Sequence[tuple[int, int]], entities: Sequence[DocEntity]) -> list[tuple[View, str]]:
    """Return the sentences that hold a cue, each with the kind of its strongest cue."""
    found: list[tuple[View, str]] = []
    for index, (start, end) in enumerate(sentences):
        cues = [match.group() for match in _CUE.finditer(text, start, end)]
        if not cues:
            continue
        kind = next((name for name, pattern in _KINDS if any(pattern.match(cue) for cue in cues)), "other")
        found.append((view_of(text, (start, end), index, len(sentences), (), entities), kind))
    return found


def _proposed(entity: DocEntity) -> bool:
    return entity.role == "proposes" and entity.type in ("Method", "Model")


def claim_features(view: View, kind: str, entity: DocEntity, entities: Sequence[DocEntity], title_end: int) -> list[str]:
    """Return the features of the claim of a sentence being about `entity`, a dataset or task."""
    elements = view.elements
    texts = [element.text for element in elements]
    spots = [k for k, element in enumerate(elements) if element.entity is entity]
    others = {element.entity.id: element.entity for element in elements if element.entity is not None}
    datasets = sum(e.type == "Dataset" for e in others.values())
    tasks = sum(e.type == "Task" for e in others.values())
    own = any(_proposed(e) for e in others.values())
    self_word = any(text in _OWN for text in texts)
    subject = "own" if own else "self" if self_word else "other"
    here = "here" if spots else "away"
    tag = f"{entity.type},{here}"
    third = min(3, view.index * 4 // max(1, view.count))
    last = "last" if view.index >= view.count - 3 else "early"
    features = [
        "bias",
        f"tag={tag}",
        f"role={entity.role},{tag}",
        f"kind={kind}",
        f"kind={kind},{tag}",
        f"subject={subject}",
        f"subject={subject},{kind},{tag}",
        f"third={third}",
        f"third={third},{tag}",
        f"{last},{tag}",
        f"has={min(1, datasets)}{min(1, tasks)},{tag}",
        f"has={min(1, datasets)}{min(1, tasks)},{tag},{kind}",
        f"kind={kind},{last},{subject},{here}",
        f"role={entity.role},{tag},has={min(1, datasets)}",
    ]
    if view.index == 0:
        features.append("title")
    same = [e for e in entities if e.type == entity.type and e.mentions]
    same_role = [e for e in same if e.role == entity.role]
    first = min(same_role, key=lambda e: e.mentions[0].start) is entity if same_role else False
    often = max(same_role, key=lambda e: len(e.mentions)) is entity if same_role else False
    titled = entity.mentions[0].start < title_end
    features += (
        f"n={min(4, len(same))},{tag}",
        f"first={first},{tag}",
        f"often={often},{tag}",
        f"titled={titled},{tag}",
        f"titled={titled},first={first},{tag},has={min(1, datasets)}{min(1, tasks)}",
        f"mentions={min(4, len(entity.mentions))},{tag}",
        f"only={len(same_role) == 1},{tag},{entity.role}",
        f"datasets={min(3, sum(e.type == 'Dataset' for e in entities))},{tag}",
    )
    features += (f"s={text}" for text in set(texts) if text.isalpha())
    if spots:
        place = spots[0]
        word = governor(view, place)
        cues = [k for k, text in enumerate(texts) if text in ("outperform", "surpass", "sota", "superior", "exceed", "beat", "state-of-the-art", "best")]
        side = "no" if not cues else "after" if place > cues[0] else "before"
        features += (
            f"g={word},{entity.type}",
            f"b={texts[place - 1] if place else '<s>'},{entity.type}",
            f"side={side},{entity.type}",
            f"depth={view.depth[place]}",
        )
        features.append(f"g={word},{side},{entity.type}")
        if place + 1 < len(texts):
            features.append(f"a={texts[place + 1]}")
    return features


def read_claims(text: str, sentences: Sequence[tuple[int, int]], entities: Sequence[DocEntity], title_end: int, weights: Weights) -> list[DocResult]:
    """Return the claims without a number, in the order of their sentences; each dataset and task is claimed once, where it is surest."""
    best: dict[str, tuple[float, View]] = {}
    by_id: Mapping[str, DocEntity] = {entity.id: entity for entity in entities if entity.type in ("Dataset", "Task") and entity.mentions}
    for view, kind in claim_views(text, sentences, entities):
        for entity in by_id.values():
            chance = sigmoid(weights, claim_features(view, kind, entity, entities, title_end))
            if chance >= _THRESHOLD and chance > best.get(entity.id, (0.0, view))[0]:
                best[entity.id] = (chance, view)
    found = []
    for key, (_, view) in sorted(best.items(), key=lambda item: (item[1][1].start, by_id[item[0]].mentions[0].start)):
        entity = by_id[key]
        found.append(
            DocResult(
                sota=True,
                method=_claimant(view, entities),
                dataset=key if entity.type == "Dataset" else None,
                task=key if entity.type == "Task" else None,
                start=view.start,
                end=view.end,
            )
        )
    return found


def _claimant(view: View, entities: Sequence[DocEntity]) -> str | None:
    """Return the proposed method or model that the sentence names first, else the one that the paper names first."""
    for element in view.elements:
        if element.entity is not None and _proposed(element.entity):
            return element.entity.id
    proposed = [entity for entity in entities if _proposed(entity) and entity.mentions]
    return min(proposed, key=lambda entity: entity.mentions[0].start).id if proposed else None
