"""The role of each entity in the paper.

The tagger gives every word a probability for each role; an entity's role is the most probable one over all of its
mentions, title included, among those that its type can take.
"""

from __future__ import annotations

from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

import extractors.extensions  # noqa: F401  (declares Doc._.kg_entities)
from extractors.decode import ROLE_NAMES
from kg.schema import ENTITY_TYPES, ROLES

__all__ = ["Roles", "choose_role", "make_roles"]


def choose_role(kind: str, scores: Sequence[float]) -> str:
    """Return the role of an entity.

    Parameters
    ----------
    kind : str
        Its type.
    scores : sequence of float
        Mean log-probability of each role, in the order of `kg.schema.ROLES`; empty where nothing is known.

    Returns
    -------
    str
        The most probable role that the type can take; of equals the stronger one.
    """
    allowed = [name for name in ROLE_NAMES if kind in ROLES[name].types]
    if not scores:
        return ENTITY_TYPES[kind].default_role or "mentions"
    return max(allowed, key=lambda name: (scores[ROLE_NAMES.index(name)], ROLES[name].strength))


class Roles:
    """Component that fills in the roles of ``Doc._.kg_entities``."""

    def __call__(self, doc: Doc) -> Doc:
        """Give every entity of `doc` its role."""
        entities = doc._.kg_entities
        scores = doc._.kg_role_scores
        for index, entity in enumerate(entities):
            entity.role = choose_role(entity.type, scores[index] if index < len(scores) else ())
        doc._.kg_entities = entities
        return doc


@Language.factory("kg_roles", assigns=["doc._.kg_entities"], requires=["doc._.kg_entities", "doc._.kg_role_scores"])
def make_roles(nlp: Language, name: str) -> Roles:
    """Create the component."""
    return Roles()
