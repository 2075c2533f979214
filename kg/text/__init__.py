"""Names and clean text: what is compared, and where every clean character stands in the original."""

from __future__ import annotations

from kg.text.clean import CleanText, clean
from kg.text.names import fold, singular, slug

__all__ = ["CleanText", "clean", "fold", "singular", "slug"]
