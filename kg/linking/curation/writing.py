"""From an entry to the lines that are appended to a curation file."""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

__all__ = ["appended", "entry_text"]

HEADER = "# Corrections to the graph, replayed on each build from top to bottom. To undo one, delete it and build again.\n"

_WIDTH = 1 << 20
# No reader of YAML takes such a text for anything else, in brackets or out of them.
_PLAIN = re.compile(r"(?:[ep]:)?[^\W_](?:[\w .()+/'@~-]*[\w.()+/'-])?")
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def entry_text(action: str, value: str | Sequence[str], **others: str | Sequence[str]) -> str:
    r"""Return the lines of an entry; keys without a value are left out.

    Parameters
    ----------
    action : str
        A key of `ACTIONS`.
    value : str or sequence of str
        The thing or things.
    **others : str or sequence of str
        The other keys, in the order in which they are to stand.

    >>> entry_text("rename", "GCN", to="graph convolution: spectral", reason="")
    "- rename: GCN\n  to: 'graph convolution: spectral'\n"
    """
    rows = [(action, value), *((key, other) for key, other in others.items() if other)]
    lines = [f"{key}: {_scalar(given) if isinstance(given, str) else '[' + ', '.join(map(_scalar, given)) + ']'}" for key, given in rows]
    return "- " + "\n  ".join(lines) + "\n"


def appended(text: str, entry: str) -> str:
    """Return the text of a curation file with an entry behind what it holds, which stays as it is to the letter.

    Parameters
    ----------
    text : str
        Of the file; empty for a new one.
    entry : str
        As `entry_text` gives it.
    """
    if not text.strip():
        return (text or HEADER) + "\n" * (not text) + entry
    root = yaml.compose(text, Loader=_LOADER)
    if isinstance(root, yaml.SequenceNode) and not root.flow_style and root.value:
        indent = " " * root.start_mark.column  # a list may be indented
        entry = "".join(f"{indent}{line}" for line in entry.splitlines(keepends=True))
    return text + ("" if text.endswith("\n") else "\n") + entry


def _scalar(text: str) -> str:
    """Return a name as YAML: plain where nobody can misread it, else in quotes."""
    if _PLAIN.fullmatch(text):
        return text
    style = "'" if text.isprintable() else '"'
    quoted: str = yaml.dump(text, Dumper=yaml.SafeDumper, default_style=style, allow_unicode=True, width=_WIDTH)
    return quoted.removesuffix("\n")
