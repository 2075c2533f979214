r"""Comparison keys and ids of names.

Two spellings are the same name when their keys are equal: `fold` ignores case, mark-up, punctuation, the plural of the last word and one trailing
generic head. It is the rule by which extractions are scored, so that what counts as one name inside kg and in an evaluation is the same.

>>> fold("LLaMA-3.1 8B") == fold("Llama 3.1-8B")
True
>>> fold(r"$\pi_0$"), fold("π0"), fold("GAIA benchmark"), fold("vision-language models"), fold("C++")
('pi0', 'pi0', 'gaia', 'visionlanguagemodel', 'c++')
>>> slug("C++"), slug("A*"), slug("π0")
('c-plus-plus', 'a-star', 'pi0')
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

__all__ = ["fold", "singular", "slug"]

_COMMAND = re.compile(
    r"\\(?:text(?:bf|it|tt|sc|rm|sf|superscript|subscript)?|emph|underline|math(?:rm|bf|cal|it|bb|sf|frak|tt)|url|boldsymbol)\b",
)
_GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "epsilon",
    "ϵ": "epsilon",
    "θ": "theta",
    "λ": "lambda",
    "μ": "mu",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "φ": "phi",
    "ϕ": "phi",
    "χ": "chi",
    "ψ": "psi",
    "ω": "omega",
    "ℓ": "ell",
}
_MARKUP = "\\${}_^~`\"'’()"
_DROP_MARKUP = str.maketrans(_GREEK | dict.fromkeys(_MARKUP, ""))
_DROP_MARKUP_ASCII = str.maketrans("", "", "".join(c for c in _MARKUP if c.isascii()))
_PUNCTUATION_ASCII = "".join(chr(c) for c in range(128) if not chr(c).isalnum())
_DROP_PUNCTUATION_ASCII = str.maketrans("", "", _PUNCTUATION_ASCII)
_DROP_ALL_BUT_SIGNS_ASCII = str.maketrans("", "", _PUNCTUATION_ASCII.replace("*", "").replace("+", ""))
_PUNCTUATION = re.compile(r"[\W_]+")
_ALL_BUT_SIGNS = re.compile(r"[^\w*+]|_")
_HEADS = frozenset(
    (
        "benchmark",
        "benchmarks",
        "dataset",
        "datasets",
        "corpus",
        "task",
        "tasks",
        "problem",
        "problems",
        "method",
        "methods",
        "algorithm",
        "algorithms",
        "framework",
        "frameworks",
        "approach",
        "approaches",
        "technique",
        "techniques",
        "metric",
        "metrics",
        "score",
        "scores",
        "optimizer",
        "optimizers",
        "library",
        "libraries",
    ),
)
_SPLIT_HEADS = frozenset(("set", "sets"))  # "data set": one head, two words

_LONGEST_CACHED = 80
_LONGEST_SLUG = 80
_DIGEST = 12


def singular(word: str) -> str:
    """Return the singular of a lower-case English word, by its ending; a word that shows no plural ending is returned as it is.

    >>> singular("policies"), singular("benches"), singular("transformers"), singular("loss"), singular("corpus")
    ('policy', 'bench', 'transformer', 'loss', 'corpus')
    """
    if not word.endswith("s"):
        return word
    if len(word) > 4:
        if word.endswith("ies"):
            return word[:-3] + "y"
        if word.endswith(("sses", "xes", "ches", "shes")):
            return word[:-2]
    return word[:-1] if len(word) > 2 and not word.endswith(("ss", "us", "is")) else word


def fold(name: str) -> str:
    """Return the comparison key of a name.

    Parameters
    ----------
    name : str
        As written, LaTeX allowed.

    Returns
    -------
    str
        Letters and digits in lower case without spaces; Greek letters spelled out; ``+`` and ``*`` stay only in a name that ends in them
        (``c++``, ``a*``). Empty when the name has neither letters nor digits.
    """
    # A corpus repeats its names; texts that are too long to be names would only fill the cache.
    return _fold_cached(name) if len(name) <= _LONGEST_CACHED else _fold(name)


def _fold(name: str) -> str:
    ascii_only = name.isascii()
    if "\\" in name:
        name = _COMMAND.sub("", name)
    if ascii_only:
        text = name.lower().translate(_DROP_MARKUP_ASCII)
    else:
        # "ℓ" goes first: NFKC would make it a plain "l".
        text = unicodedata.normalize("NFKC", name.replace("ℓ", "ell")).casefold().translate(_DROP_MARKUP)
    text = text.strip()
    words = text.split()
    if not words:
        return ""
    if len(words) > 1:
        last = words[-1]
        head = 0
        if last in _HEADS:
            head = len(last)
        elif last in _SPLIT_HEADS and len(words) > 2 and words[-2] == "data" and text.endswith("data " + last):
            head = len(last) + 5
        if head:
            rest = text[:-head].rstrip()
            if len(rest) >= 2:
                text = rest
                words = text.split()
    last = words[-1]
    if last.endswith("s"):
        text = text[: -len(last)] + singular(last)
    if text[-1] in "*+" and text.rstrip("*+")[-1:].isalnum():
        return text.translate(_DROP_ALL_BUT_SIGNS_ASCII) if ascii_only else _ALL_BUT_SIGNS.sub("", text)
    return text.translate(_DROP_PUNCTUATION_ASCII) if ascii_only else _PUNCTUATION.sub("", text)


_fold_cached = lru_cache(maxsize=1 << 16)(_fold)


def slug(name: str) -> str:
    """Return the readable id of a name: its `fold` with ``+`` and ``*`` spelled out.

    Different keys have different slugs, equal keys equal ones. Never empty: a name without letters and digits gives ``x-`` and 12 hex digits of
    its SHA-256, and a name over 80 characters is cut and ends in such a digest.

    >>> slug("AdamW"), slug("AdamW optimizer"), slug("C"), slug("!!")
    ('adamw', 'adamw', 'c', 'x-233d26e97f64')
    """
    key = fold(name)
    if not key:
        return "x-" + _digest(" ".join(unicodedata.normalize("NFKC", name).casefold().split()))
    # No key holds a hyphen, and no hexadecimal digest begins with "p" or "s": the forms below cannot clash.
    text = key.replace("+", "-plus").replace("*", "-star")
    if len(text) <= _LONGEST_SLUG:
        return text
    return f"{text[: _LONGEST_SLUG - _DIGEST - 1]}-{_digest(key)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
