"""The exceptions that kg raises on purpose.

    KgError                    anything below; the command line prints it as one line and exits with 2
    ├── InputError             a corpus, record, graph or gold file cannot be used
    │   └── FormatError        its format is unknown or cannot be told from the content
    ├── StoreError             the SQLite store is damaged, locked or of another version
    ├── GraphError             the graph cannot be built, read or written as asked
    │   └── NotFoundError      no node, paper or file of that name
    │       └── AmbiguousError several nodes fit; the message lists them
    └── RegistryError          a table of formats, components or commands has no such row

Every message says what was given, what is allowed and what to do next.
"""

from __future__ import annotations

__all__ = [
    "AmbiguousError",
    "FormatError",
    "GraphError",
    "InputError",
    "KgError",
    "NotFoundError",
    "RegistryError",
    "StoreError",
]


class KgError(Exception):
    """Base of every error that kg raises on purpose."""


class InputError(KgError):
    """A file or record that the user gave cannot be used."""


class FormatError(InputError):
    """The format of an input is unknown, or is not what its name says."""


class StoreError(KgError):
    """The store of extractions cannot be read or written."""


class GraphError(KgError):
    """A graph cannot be built, read, asked or written."""


class NotFoundError(GraphError):
    """Nothing in the graph fits what was asked for."""


class AmbiguousError(NotFoundError):
    """Several things fit what was asked for.

    Parameters
    ----------
    message : str
        One line for a person.
    candidates : tuple of str
        Ids of the nodes that fit, best first.
    """

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.candidates = candidates


class RegistryError(KgError):
    """A table has no row of the name asked for."""
