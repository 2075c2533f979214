"""What is different between two graphs: papers, nodes, merges, results and edges, in words and as JSON.

Rows that are the same to the byte, nearly all of them, are told by a digest and never parsed, so that two graphs of hundreds of
megabytes are compared in seconds and in the memory of an index.
"""

from __future__ import annotations

from graphs.diff.compare import diff_files
from graphs.diff.difference import GraphDifference

__all__ = ["GraphDifference", "diff_files"]
