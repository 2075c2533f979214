"""LaTeX in names: accents and braces. Titles and abstracts are left to `kg.text`, which keeps their offsets."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from kg.corpus.fields import tidy

__all__ = ["plain", "quiet"]


LONGEST = 1000
"""Characters of a name that is worth the parser's time."""


def plain(name: str) -> str:
    r"""Return a name with its LaTeX accents as letters and its braces gone: ``M{\"u}ller`` as ``Müller``.

    What pylatexenc cannot read stays as it is.
    """
    if len(name) > LONGEST or not re.search(r"[\\{}$~]", name):
        return tidy(name)
    from pylatexenc.latex2text import LatexNodes2Text  # type: ignore[import-untyped]

    try:
        with quiet("pylatexenc.latex2text", "pylatexenc.latexwalker"):
            return tidy(LatexNodes2Text().latex_to_text(name, tolerant_parsing=True))
    except Exception:  # the parser was not written for arbitrary text; whatever it raises, the name stays as it is
        return tidy(name)


@contextmanager
def quiet(*names: str) -> Iterator[None]:
    """Keep the loggers of a library from telling what it forgives: what matters is reported as a `kg.corpus.Problem`."""
    loggers = [logging.getLogger(name) for name in names]
    for logger in loggers:
        logger.addFilter(_nothing)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(_nothing)


def _nothing(record: logging.LogRecord) -> bool:
    return False
