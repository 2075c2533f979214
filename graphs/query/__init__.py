"""Questions to a graph: `KnowledgeGraph`, and the records and tables that answer them."""

from __future__ import annotations

from graphs.query.cypher import CypherRecord, CypherTable
from graphs.query.gaps import GapRecord
from graphs.query.graph import KnowledgeGraph
from graphs.query.overview import EdgeRecord, NodeRecord, StatRecord, TrendRecord
from graphs.query.records import (
    ComparisonRecord,
    CooccurrenceRecord,
    EntityRecord,
    EvidenceRecord,
    LineageRecord,
    Match,
    PaperRecord,
    ResultRecord,
    SimilarRecord,
    StepRecord,
)
from graphs.query.table import Table

__all__ = [
    "ComparisonRecord",
    "CooccurrenceRecord",
    "CypherRecord",
    "CypherTable",
    "EdgeRecord",
    "EntityRecord",
    "EvidenceRecord",
    "GapRecord",
    "KnowledgeGraph",
    "LineageRecord",
    "Match",
    "NodeRecord",
    "PaperRecord",
    "ResultRecord",
    "SimilarRecord",
    "StatRecord",
    "StepRecord",
    "Table",
    "TrendRecord",
]
