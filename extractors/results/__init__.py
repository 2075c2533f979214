"""Results: the numbers that a paper reports, and its claims of state of the art.

``context``   the words around a number, entities and numbers as one element each
``kinds``     what a number is: score, change, factor, baseline or none of them
``linking``   which method, dataset, metric and task it belongs to
``reading``   the three put together
``claims``    claims without a number
``weights``   the learnt weights of all decisions, from ``extractors/models/results.json`` (``training/results.py`` writes it)

Nothing in it needs spaCy but the component at the end of this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spacy.language import Language

from extractors.base import DocEntity, DocResult
from extractors.extensions import text_of
from extractors.pairs import PairScores
from extractors.results.claims import read_claims
from extractors.results.reading import read_measured
from extractors.results.weights import load_weights
from extractors.sentences import sentences_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["Results", "make_results", "read_results"]


def read_results(
    text: str, sentences: Sequence[tuple[int, int]], entities: Sequence[DocEntity], title_end: int | None = None, scores: PairScores | None = None
) -> list[DocResult]:
    """Read the results that a text reports.

    Parameters
    ----------
    text : str
        Clean text.
    sentences : sequence of (int, int)
        Its sentences, as `extractors.sentences.sentence_spans` gives them.
    entities : sequence of DocEntity
        The entities that results may be linked to, with mentions (clean offsets) and roles.
    title_end : int, optional
        Where the title ends, exclusive; 0 for a text without one. Without it, the first line is the title if a line feed ends it.
    scores : PairScores, optional
        The network's opinion on the numbers and entities; without it the features decide alone.

    Returns
    -------
    list of DocResult
        First those with a number, in the order of the text, then claims without one. `start` and `end` are those of the sentence that says it.
    """
    if title_end is None:
        title_end = max(0, text.find("\n"))
    tables = load_weights()
    measured = read_measured(text, sentences, entities, title_end, tables, scores)
    return measured + read_claims(text, sentences, entities, title_end, tables["claim"])


class Results:
    """Component that writes ``Doc._.kg_results``."""

    def __call__(self, doc: Doc) -> Doc:
        """Read the results of `doc`, whose sentences, entities and roles are known."""
        sentences = sentences_of(doc)
        doc._.kg_results = read_results(text_of(doc), sentences, doc._.kg_entities, doc._.kg_title_end, doc._.kg_pair_scores)
        return doc


@Language.factory("kg_results", assigns=["doc._.kg_results"], requires=["doc.sents", "doc._.kg_entities"])
def make_results(nlp: Language, name: str) -> Results:
    """Create the component."""
    return Results()
