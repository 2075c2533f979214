"""Questions to a graph: `KnowledgeGraph`, and the records and tables that answer them."""

from __future__ import annotations

from graphs.query.graph import KnowledgeGraph
from graphs.query.records import EvidenceRecord, Match, PaperRecord
from graphs.query.table import Table

__all__ = ["EvidenceRecord", "KnowledgeGraph", "Match", "PaperRecord", "Table"]
