"""Corrections by hand: a list of entries in YAML that is replayed on each build.

`reading` turns the file into entries, each checked; `replay` applies them to what linking found, with the help of `state`; `writing`
makes the text that is appended to a file. The file is the user's: nothing else is ever changed in it.
"""

from __future__ import annotations

from kg.linking.curation.entries import ACTIONS, Curation, CurationEntry, Remark

__all__ = ["ACTIONS", "Curation", "CurationEntry", "Remark"]
