"""The tokenizer: spaCy's own, with rules for the names and numbers of machine-learning papers.

Names are kept in one piece (``GPT-4o``, ``Qwen2.5-7B``, ``τ-Bench``, ``top-k``, ``C++``, ``A*``, ``DGM4+``, URLs); numbers are kept apart from
their sign and from the signs of their units (``+7.1%`` is ``+``, ``7.1``, ``%``); hyphens inside words do not split, slashes between words do.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]  # compiled, ships no stub
from spacy.util import registry

__all__ = ["kg_tokenizer", "make_tokenizer"]

_QUOTES = "\"'“”‘’„«»`´"
# spaCy stores the bare patterns and compiles them anew, searching: hence inline flags and anchors only.
_PREFIX = re.compile(rf"^(?:[(\[{{<{_QUOTES}$€£#§~≈∼≃<>≥≤±×*†‡•·，：,;:!?…—–|=→]|\.{{2,}}|[+\-−](?=[\d.]))")
_SUFFIX = re.compile(rf"(?:['’]s|['’]S|\.{{2,}}|…|[)\]}}>{_QUOTES}，：,;:!?—–|†‡]|(?<=\d)[%‰×°]|(?<=[%‰×°])[+\-]|(?<=[\s(,;])\*|\.)$")
_INFIX = re.compile(
    r"""(?x)
      \.{2,} | […—|;，：()\[\]{}"“”] | --+
    | (?<=[\w-]\w)(?:(?<!\d)/|/(?!\d))(?=\w[\w-])  # precision/recall, top-k/top-p, but not I/O, w/o, 24/7
    | (?<=\d)[%‰×°](?=\W)                     # 5%-10%, 2×/3×
    | (?<=[%‰×°])[-–/~](?=[+\-−]?\d)
    | (?<=[a-z]{2})[,:](?=[^\W\d_])           # a space is missing
    | (?<=[a-z]{2})\.(?=[A-Z])
    | (?<=\w)[=<>≥≤≈→←↔](?=[\w+\-−.])
    """
)
_URL = re.compile(r"(?i)(?:(?:https?://|ftp://|www\.)\S+|(?:[a-z0-9-]+\.)+(?:com|org|io|net|edu|gov|ai|co|dev|app|page|site|me|xyz|tech)(?:/\S*)?)$")
# What ends in a full stop or a sign that is part of it, and contractions.
_WITH_SIGN = "C++ A* D*"
_NEGATED = "do does did is are was were has have had ca could should would wo must need"
_PRONOUNS = "we they it that there you i what who"
_TAILS = "re ve ll m d"
_DOTTED = "e.g. i.e. et.al. al. vs. cf. etc. i.i.d. w.r.t. a.k.a. resp. approx. Fig. Figs. Eq. Eqs. Sec. Tab. No. Dr. Prof. St. U.S. U.K. Ph.D."


def make_tokenizer(nlp: Language) -> Tokenizer:
    """Return a tokenizer for scientific English over the vocabulary of `nlp`.

    Nothing of `nlp` is changed: ``nlp.tokenizer = make_tokenizer(nlp)`` puts it to use. Of spaCy's English exceptions only what is
    true in print is kept: its rules for contractions without apostrophe would split the name ``id`` in two.
    """
    rules = {word: [{"ORTH": word}] for word in (*_DOTTED.split(), *_WITH_SIGN.split())}
    for mark in "'’":
        for stem in _NEGATED.split():
            rules |= {f"{word}n{mark}t": [{"ORTH": word}, {"ORTH": f"n{mark}t"}] for word in (stem, stem.capitalize())}
        for stem in _PRONOUNS.split():
            rules |= {f"{word}{mark}{tail}": [{"ORTH": word}, {"ORTH": f"{mark}{tail}"}] for word in (stem, stem.capitalize()) for tail in _TAILS.split()}
    return Tokenizer(
        nlp.vocab,
        rules=rules,
        prefix_search=_PREFIX.match,
        suffix_search=_SUFFIX.search,
        infix_finditer=_INFIX.finditer,
        url_match=_URL.match,
    )


@registry.tokenizers("kg_tokenizer")  # type: ignore[untyped-decorator]  # catalogue has no types
def kg_tokenizer() -> Callable[[Language], Tokenizer]:
    """Return `make_tokenizer`, under the name by which a pipeline's configuration calls for it (``@tokenizers``)."""
    return make_tokenizer
