"""Versions, sizes and editions: which family a name says that it belongs to.

``Qwen2.5-VL-7B-Instruct`` names its ancestors itself: ``Qwen2.5-VL-7B``, ``Qwen2.5-VL``, ``Qwen2.5``, ``Qwen``. Each node hangs under the
nearest ancestor that is a node. A family that no paper names becomes a node when at least two of its versions are.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import lru_cache

from kg.lexicons import Entry
from kg.linking.anchors import Anchors, compatible
from kg.linking.normalise import key, key_id
from kg.linking.records import Hierarchy, LinkedEntity

__all__ = ["ancestors", "families"]

_NUMBER = r"v?\d+(?:\.\d+)*(?:[a-ce-z]|(?<![1-5])d)?|20\d\d(?:-\d\d){0,2}"
_SIZE = r"\d+(?:\.\d+)?[bmkt]|\d+x\d+(?:\.\d+)?b|[ae]\d+(?:\.\d+)?b"
_MODEL_WORDS = (
    r"instruct|chat|it|base|thinking|reasoner|reasoning|preview|exp|pro|flash|lite|mini|nano|micro|turbo|ultra|max|plus|high|medium|low|tiny|small|large|xl|xxl|huge"
    r"|giant|sonnet|opus|haiku|coder|code|math|vl|omni|audio|vision|image|embedding|multilingual|uncased|cased"
)
_EDITION_WORDS = (
    r"pro|plus|hard|easy|lite|verified|diamond|mini|tiny|multilingual|multimodal|extended|full|clean|lt|sketch|symbolic|platinum|redux|edu|zh|cn|en"
    r"|i{1,3}|iv|vi{0,3}"
)
_SUFFIX = {
    "Model": re.compile(rf"(?i)^(?:{_NUMBER}|{_SIZE}|{_MODEL_WORDS}|[rvk]\d+(?:\.\d+)?)$"),
    "Dataset": re.compile(rf"(?i)^(?:{_NUMBER}|{_SIZE}|{_EDITION_WORDS}|[a-z])$"),
    # "Adam-mini" and "LoRA-Pro" are methods of their own; only numbers and sizes make versions of a method.
    "Method": re.compile(rf"(?i)^(?:{_NUMBER}|{_SIZE}|tiny|small|base|large)$"),
}
# Sizes of one letter stand behind these architectures; "LoRA-S" is no size of LoRA.
_LETTERED = re.compile(r"(?i)^(?:vit|deit|dit|sit|swin|beit|vim|efficientnet|convnext|yolo|eva|siglip|clip|dinov|sam|mobilevit|videomae)")
_LETTER = re.compile(r"(?i)^(?:[bslhtgmnx]|xl|[bslm]\d)$")
_GLUED = re.compile(r"^([A-Za-z][A-Za-z+]*?)([vV]?\d+(?:\.\d+)*[A-Za-z]?)$")
_LETTER_AND_NUMBER = re.compile(r"^[A-Za-z]\d(?:\.\d)?$")  # "T5", "o3"
_CHANGED = re.compile(r"^(.*\d)[A-JL-Zac-jln-z]$")  # "CIFAR-10N" is CIFAR-10 with other labels; "ImageNet-1K" has a size
_TIER_FIRST = re.compile(r"(?i)^(claude)([-\s]?)(sonnet|opus|haiku)([-\s]?)(\d+(?:\.\d+)?)(?![\w.])")
_SEPARATOR = re.compile(r"([\s\-‐‑–_/]+)")
_LEAST_LETTERS = 2
_LEAST_LETTERS_CREATED = 3
_CREATED = frozenset({"Model", "Dataset"})


@lru_cache(maxsize=1 << 14)
def ancestors(name: str, type: str) -> tuple[str, ...]:
    """Return the families that a name says it belongs to, nearest first.

    >>> ancestors("Llama-3.1-8B", "Model"), ancestors("CIFAR-100", "Dataset"), ancestors("DeepSeek-R1-Distill-Qwen-7B", "Model")
    (('Llama-3.1', 'Llama'), ('CIFAR',), ('DeepSeek-R1-Distill-Qwen', 'DeepSeek-R1', 'DeepSeek'))
    >>> ancestors("AdamW", "Method"), ancestors("o3", "Model")
    ((), ())
    """
    suffix = _SUFFIX.get(type)
    if suffix is None:
        return ()
    parts = _split(name)
    found = []
    if type == "Dataset":
        changed = _CHANGED.match(name)
        if name[-1:] in "+*" and sum(map(str.isalpha, name)) >= _LEAST_LETTERS:
            found.append(name.rstrip("+*"))
        elif changed and "-" in name:
            found.append(changed[1])
    tier = _TIER_FIRST.match(name) if type == "Model" else None
    if tier:
        found.append(f"{tier[1]} {tier[5]}")
    while len(parts) > 2:
        last = parts[-1]
        if len(parts) > 4 and parts[-3].lower() == "distill" and not suffix.match(last):
            parts = parts[:-4]
        elif len(parts) > 3 and parts[-2] == "/" and last[0].isdigit() and parts[-3][0].isdigit():
            parts = parts[:-4]  # "CIFAR-10/100" is neither of the two
        elif suffix.match(last) or (type != "Dataset" and _LETTER.match(last) and _LETTERED.match(name)):
            parts = parts[:-2]
        else:
            break
        stem = "".join(parts)
        if sum(c.isalpha() for c in stem) < _LEAST_LETTERS and not _LETTER_AND_NUMBER.match(stem):
            break
        found.append(stem)
    return tuple(found)


def _split(name: str) -> list[str]:
    """Return words and what stands between them, in turn; a version glued to the first word is a word of its own."""
    parts = [part for part in _SEPARATOR.split(name) if part]
    for place in (0, len(parts) - 1):
        glued = _GLUED.match(parts[place]) if parts else None
        if glued and len(glued[1]) > _LEAST_LETTERS:
            parts[place : place + 1] = [glued[1], "", glued[2]]
            break
    return parts


def families(entities: Mapping[str, LinkedEntity], anchors: Anchors) -> tuple[dict[str, LinkedEntity], list[Hierarchy]]:
    """Return the family nodes to add, and a VERSION_OF edge from each version to its nearest family.

    Parameters
    ----------
    entities : mapping of str to LinkedEntity
        All nodes by id.
    anchors : Anchors
        Their entries name families that the name does not show ("ChatGLM3" under "GLM").
    """
    chains: dict[str, list[tuple[str, str]]] = {}
    for node, entity in entities.items():
        if entity.type not in _SUFFIX or entity.ambiguous:
            continue
        entry = anchors.by_id.get(node)
        chain = [(_node_of(stem, entity.type, anchors), stem) for stem in ancestors(entity.label, entity.type) if not _beside(entity.label, entry)]
        given = anchors.family(entry) if entry is not None else None
        if given is not None and given not in [stem for stem, _ in chain]:
            # The lexicon's family stands behind what the name itself shows, before what only the family's name shows.
            chain = [*chain, (given, entry.family if entry is not None else "")]
        owner = node.partition("@")[2]
        if owner:
            chain = [(f"{stem}@{owner}" if f"{stem}@{owner}" in entities else stem, shown) for stem, shown in chain]
        chain = [(stem, shown) for stem, shown in chain if stem != node]
        if chain:
            chains[node] = chain
    created = _created(chains, entities, anchors)
    known = {**entities, **created}
    edges = []
    for node in sorted({*chains, *created}):
        entity = known[node]
        chain = chains.get(node) or _chain_above(node, chains)
        for stem, shown in chain:
            family = known.get(stem)
            if family is not None and stem != node and not family.ambiguous and (compatible(family.type, entity.type)):
                edges.append(Hierarchy(node, "VERSION_OF", stem, f"“{entity.label}” is a version, size or edition of “{shown}” by its name"))
                break
    return created, edges


def _beside(name: str, entry: Entry | None) -> bool:
    """Return whether a plus makes a sibling rather than a version: the lexicon has the name and gives it no family (RefCOCO+, but not HumanEval+)."""
    return name.endswith("+") and entry is not None and not entry.family


def _node_of(stem: str, type: str, anchors: Anchors) -> str:
    anchor = anchors.find(stem, type)
    return anchor.id if anchor is not None and compatible(anchor.entry.type, type) else key_id(key(stem))


def _chain_above(node: str, chains: Mapping[str, list[tuple[str, str]]]) -> list[tuple[str, str]]:
    """Return what stands above a created family in the chain of one of its versions."""
    for other in sorted(chains):
        stems = [stem for stem, _ in chains[other]]
        if node in stems:
            return chains[other][stems.index(node) + 1 :]
    return []


def _created(chains: Mapping[str, list[tuple[str, str]]], entities: Mapping[str, LinkedEntity], anchors: Anchors) -> dict[str, LinkedEntity]:
    """Return the families that no paper names and that have at least two versions, nested families counted once."""
    versions: dict[str, set[str]] = defaultdict(set)
    shown: dict[str, Counter[str]] = defaultdict(Counter)
    types: dict[str, Counter[str]] = defaultdict(Counter)
    above: dict[str, str] = {}
    for node, chain in chains.items():
        entity = entities[node]
        if entity.type not in _CREATED or "@" in node:
            continue
        for place, (stem, text) in enumerate(chain):
            shown[stem][text] += entity.papers
            types[stem][entity.type] += entity.papers
            if place + 1 < len(chain):
                above.setdefault(stem, chain[place + 1][0])
        versions[chain[0][0]].add(node)
    created: dict[str, LinkedEntity] = {}
    # Longest chains first, so that a family that comes to be counts as one version of the family above it.
    depth: dict[str, int] = {}
    for chain in chains.values():
        for place, (stem, _) in enumerate(reversed(chain)):
            depth[stem] = max(depth.get(stem, 0), place)
    for stem in sorted(depth, key=lambda s: (-depth[s], s)):
        if stem in entities:
            if stem not in chains and stem in above:
                versions[above[stem]].add(stem)
            continue
        found = versions.get(stem, set())
        text = min(shown[stem], key=lambda t: (-shown[stem][t], t)) if shown.get(stem) else ""
        if len(found) > 1 and "@" not in stem and sum(c.isalpha() for c in text) >= _LEAST_LETTERS_CREATED:
            entry = anchors.by_id.get(stem)
            kind = entry.type if entry is not None else min(types[stem], key=lambda t: (-types[stem][t], t))
            created[stem] = LinkedEntity(stem, kind, entry.name if entry is not None else text)
            found = {stem}
        if stem in above:
            versions[above[stem]] |= found
    return created
