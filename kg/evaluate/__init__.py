"""Extractions against gold annotations: precision, recall and F1 of entities, results, relations and links.

Gold and predictions are records as ``kg extract`` prints them (`kg.model.Extraction.to_json`), of which these fields count: ``id``, ``entities``
(``id``, ``type``, ``role``, ``name``, ``names``), ``results``, ``relations``, ``links``. Gold may give an entity several types and roles
(``types``, ``roles``: lists, where annotators differed; any of them is right), and mark entities, results and relations as
``optional``: what a good annotator could equally leave out.
"""

from __future__ import annotations

from kg.evaluate.figures import evaluate
from kg.evaluate.files import read_gold, read_predictions
from kg.evaluate.report import Counts, Mistake, Ratio, Report

__all__ = ["Counts", "Mistake", "Ratio", "Report", "evaluate", "read_gold", "read_predictions"]
