"""Extractors: the only place where spaCy lives. Paper in, Extraction out.

>>> import extractors
>>> list(extractors.PIPELINE)
['kg_sentences', 'kg_abbreviations', 'kg_entities', 'kg_roles', 'kg_results', 'kg_relations', 'kg_links']

Importing this package registers the components with spaCy, so that a pipeline saved with `Language.to_disk` can be read
back by `spacy.load`. To add an extractor, write a module with one factory and add its row to `PIPELINE`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kg.registry import Registry

if TYPE_CHECKING:
    from extractors.pipeline import extract, fingerprint, load

__all__ = ["PIPELINE", "extract", "fingerprint", "load"]

PIPELINE = Registry(
    "extractor",
    {
        "kg_sentences": "extractors.sentences:make_sentences",
        "kg_abbreviations": "extractors.abbreviations:make_abbreviations",
        "kg_entities": "extractors.entities:make_entities",
        "kg_roles": "extractors.roles:make_roles",
        "kg_results": "extractors.results:make_results",
        "kg_relations": "extractors.relations:make_relations",
        "kg_links": "extractors.links:make_links",
    },
)


def __getattr__(name: str) -> Any:
    if name in ("extract", "fingerprint", "load"):
        import extractors.pipeline as pipeline

        return getattr(pipeline, name)
    raise AttributeError(f"module 'extractors' has no attribute {name!r}")
