"""Linking: from the entities of single papers to one node per real thing (no spaCy, no networkx).

Identity rests on names and lexicons alone (`normalise`, `anchors`, `readings`), so a node keeps its id whatever papers
are added. What other papers say decides only where a bare, unexplained name goes (`resolve`), what a node is called and
of which type it is (`nodes`), and which hierarchy there is between nodes (`families`, `hierarchy`).
"""

from __future__ import annotations

from kg.linking.link import link
from kg.linking.normalise import key
from kg.linking.records import Hierarchy, LinkedEntity, Linking

__all__ = ["Hierarchy", "LinkedEntity", "Linking", "key", "link"]
