"""What the tagger says of pairs: which entity a number belongs to, and which relation two entities have.

For every word the network gives a query and a key of a few dimensions for each of `PAIRS`; their product says how well
two words fit. Here the words become numbers and entities, and the products probabilities.
"""

from __future__ import annotations

from extractors.results.linking import FIELDS
from kg.schema import RELATIONS

__all__ = ["DEPTH", "LINKS", "PAIRS"]

LINKS = tuple(FIELDS)
PAIRS = (*LINKS, *RELATIONS)
DEPTH = 32  # dimensions of a query or a key
