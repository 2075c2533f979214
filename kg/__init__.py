"""kg: a knowledge graph of papers, methods and datasets, read from abstracts.

Importing this package loads neither spaCy nor networkx nor pyvis: the public names below are resolved on first use.

>>> import kg
>>> sorted(kg.__all__)
['Extraction', 'KnowledgeGraph', 'Paper', '__version__', 'add', 'build', 'diff', 'extract', 'load', 'merge', 'read', 'remove', 'rename', 'split']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphs.query import KnowledgeGraph
    from kg.api import add, build, diff, extract, load, merge, read, remove, rename, split
    from kg.model import Extraction, Paper

__version__ = "0.1.0"

__all__ = [
    "Extraction",
    "KnowledgeGraph",
    "Paper",
    "__version__",
    "add",
    "build",
    "diff",
    "extract",
    "load",
    "merge",
    "read",
    "remove",
    "rename",
    "split",
]

_WHERE = {
    "Extraction": "kg.model",
    "KnowledgeGraph": "graphs.query",
    "Paper": "kg.model",
    **dict.fromkeys(("add", "build", "diff", "extract", "load", "merge", "read", "remove", "rename", "split"), "kg.api"),
}


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        value = getattr(import_module(_WHERE[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'kg' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
