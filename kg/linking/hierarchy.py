"""Narrower tasks, methods and metrics, as their wording shows: ``graph anomaly detection`` is ``anomaly detection``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kg.linking.anchors import Anchors
from kg.linking.forms import is_short_for
from kg.linking.normalise import key
from kg.linking.records import Hierarchy, LinkedEntity

__all__ = ["subclasses"]

_EDGES = {"Task": "SUBTASK_OF", "Method": "SUBCLASS_OF", "Metric": "SUBCLASS_OF"}
# Words that stand for no class of their own when they are all that is left.
_GENERIC = re.compile(
    r"agent|algorithm|analysis|approach|architecture|base|block|change|component|cost|data|design|efficiency|error|estimation|evaluation|feature|framework|function"
    r"|gain|generalization|improvement|input|layer|learning|level|loss|measure|mechanism|method|metric|model|modeling|module|network|number|optimization|output"
    r"|overhead|parameter|performance|pipeline|policy|problem|process|quality|rate|ratio|representation|scale|score|size|strategy|system|task|technique|time|token"
    r"|training|type|usage|value"
)
# "Detection in video" is detection; "theory of mind" is not theory.
_PREPOSITIONS = frozenset({"in", "for", "on", "over", "under", "across", "from", "via", "with", "using", "through"})
_JOINED = frozenset({"of", "and", "or", "to", "as", "by", "&"})
_NEGATIONS = re.compile(r"(?i)(?:non|anti|un|without|not|no|beyond|against|pseudo|semi|de|self|post|pre|mis|out|off|machine)$")
# Halves of what is often hyphenated: "low rank adaptation" is no "rank adaptation", "few shot learning" no "shot learning".
_HALVES = re.compile(r"(?i)(?:low|high|few|zero|one|two|multi|cross|inter|intra|end|real|co|sub|bi|tri|top|lin)$")
# An area under a curve, not a precision.
_NOT_NARROWER = re.compile(r"(?i)\baverage precision$")
_LONGEST = 10
# One word is a class only if it is established or several papers use it.
_PAPERS = 3


def subclasses(entities: Mapping[str, LinkedEntity], anchors: Anchors) -> list[Hierarchy]:
    """Return SUBTASK_OF and SUBCLASS_OF edges, each to the nearest broader thing that is a node.

    A name is narrower than another if it is the other with modifiers before it (``graph anomaly detection``), or with a
    prepositional phrase behind it (``anomaly detection in time series``). Both must be of one type, and the broader
    one must not be introduced by a paper nor ambiguous.
    """
    broader: dict[tuple[str, str], str] = {}
    own = {node: _own_names(entity) for node, entity in entities.items() if entity.type in _EDGES and not entity.ambiguous}
    for node, names in own.items():
        if "@" not in node:
            entity = entities[node]
            for name in names:
                found = key(name)
                one_word = " " not in name and "-" not in name
                if not _GENERIC.fullmatch(found) and not (one_word and entity.papers < _PAPERS and node not in anchors.by_id):
                    broader.setdefault((entity.type, found), node)
    edges = []
    for node, names in own.items():
        kind = entities[node].type
        for name in names:
            tail = _broader(name, kind, node, broader)
            if tail is not None:
                edges.append(Hierarchy(node, _EDGES[kind], tail, f"“{name}” is “{entities[tail].label}” with a modifier"))
                break
    return edges


def _own_names(entity: LinkedEntity) -> list[str]:
    """Return the label and the long forms of it: what else a paper calls the thing says nothing about its class."""
    if not entity.aliases:
        return [entity.label]
    own = key(entity.label)
    return [entity.label, *(name for name in entity.aliases if is_short_for(entity.label, name) or is_short_for(name, entity.label) or key(name) == own)]


def _broader(name: str, type: str, node: str, broader: Mapping[tuple[str, str], str]) -> str | None:
    spaced = name.split()
    if not 1 < len(spaced) <= _LONGEST:
        return None
    for place, word in enumerate(spaced[1:-1], 1):
        if word.lower() in _PREPOSITIONS:
            tail = broader.get((type, key(" ".join(spaced[:place]))))
            return tail if tail != node else None
        if word.lower() in _JOINED:
            return None
    for place in range(1, len(spaced)):
        if _NEGATIONS.match(spaced[place - 1]) or _HALVES.match(spaced[place - 1]):
            return None
        tail = broader.get((type, key(" ".join(spaced[place:]))))
        if tail is not None and tail != node:
            return None if _NOT_NARROWER.search(name) else tail
    return None
