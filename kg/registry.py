"""Tables of names that are imported only when used.

A table maps a name to ``"module:attribute"``. The command line can list the names, and an error can name the choices,
without importing what stands behind them: that is why ``kg --help`` loads neither spaCy nor networkx.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from kg.errors import RegistryError

__all__ = ["Registry"]


class Registry(Mapping[str, str]):
    """An ordered, read-only table of lazily imported objects.

    Parameters
    ----------
    noun : str
        What one row is, for error messages ("input format").
    rows : mapping of str to str
        Name to ``"package.module:attribute"``, in the order in which they are listed.
    """

    def __init__(self, noun: str, rows: Mapping[str, str]) -> None:
        self.noun = noun
        self._rows = dict(rows)

    def __getitem__(self, name: str) -> str:
        try:
            return self._rows[name]
        except KeyError:
            close = get_close_matches(name, self._rows, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            choices = ", ".join(self._rows)
            raise RegistryError(f"unknown {self.noun} {name!r}.{hint} Known: {choices}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, name: object) -> bool:
        return name in self._rows

    def load(self, name: str) -> Any:
        """Import and return the object behind a name.

        Raises
        ------
        RegistryError
            If there is no such row; the message lists the choices.
        """
        module, _, attribute = self[name].partition(":")
        return getattr(import_module(module), attribute)
