"""Extractors: the only place where spaCy lives. Paper -> Extraction."""
