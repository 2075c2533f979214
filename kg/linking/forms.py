"""What the form of a name says: whether it is a name at all, and whether one name is short for another."""

from __future__ import annotations

import re
from functools import lru_cache

from kg.linking.normalise import shaped, words

__all__ = ["is_name", "is_short_for", "same_case", "same_long_form"]

_SMALL = frozenset({"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "over", "the", "through", "to", "under", "via", "with"})
_SUFFIX = re.compile(
    r"(?:iz(?:ation|ations|e|ed|er|ers|es|ing)|ation|ition|ational|ating|ated|ator|ative|ate|ing|ers?|ors?|ed|ive|ions?|ual|al|ments?|ness|ity|ies|es|s|e|y)$"
)
_MAX_SHORT = 12
_MIN_STEM = 3


@lru_cache(maxsize=1 << 17)
def is_name(text: str) -> bool:
    """Return whether a phrase is a name rather than a description.

    Every word of a name, but for small ones, has a capital, or digits among letters; ``LLM-based planner`` and
    ``adaptive sampling`` describe.

    >>> [is_name(text) for text in ("FERN", "PX-Fern", "Muon", "Learning to Defer", "nnU-Net", "LLM-based planner", "adaptive sampling", "3D")]
    [True, True, True, True, True, False, False, False]
    """
    seen = False
    for word in text.split():
        core = word.strip("()[],.:;\"'’")
        if shaped(core):
            seen = True
        elif core.lower() in _SMALL or core == "&":
            continue
        elif core[:1].isupper() and len(core) > 2 and not any(part.islower() for part in core.split("-")[1:]):
            seen = True
        elif core.replace(".", "").isdigit() and seen:
            continue
        else:
            return False
    return seen


@lru_cache(maxsize=1 << 16)
def is_short_for(short: str, long: str) -> bool:
    """Return whether one name is an acronym of the other.

    The letters of the short form occur in the long one in order, the first as its first letter (Schwartz and Hearst,
    "A simple algorithm for identifying abbreviation definitions in biomedical text", PSB 2003), and more than half of
    them begin a word: two names of one entity are not a short and a long form merely because letters coincide.

    >>> is_short_for("GRPO", "Group Relative Policy Optimization"), is_short_for("LLMs", "large language models"), is_short_for("BERT", "better text")
    (True, True, False)
    """
    if " " in short or len(short) > _MAX_SHORT or not any(c.isupper() for c in short):
        return False
    core = short[:-1] if short.endswith("s") and short[:-1].isupper() else short
    letters = [c for c in core.lower() if c.isalnum()]
    parts = [part for part in re.split(r"[\W_]+", long.lower()) if part]
    if len(letters) < 2 or len(parts) < 2 or len(letters) >= sum(map(len, parts)) or core.lower() in parts:
        return False  # "LLM" is a word of "LLM alignment", not short for it
    # best[j]: most word beginnings among the letters matched so far, the last of them at position j of the text.
    text = "".join(parts)
    begins = set()
    position = 0
    for part in parts:
        begins.add(position)
        position += len(part)
    best = {0: 1} if text[0] == letters[0] else {}
    for letter in letters[1:]:
        reached: dict[int, int] = {}
        running = -1
        for j in range(len(text)):
            if j - 1 in best:
                running = max(running, best[j - 1])
            if running >= 0 and text[j] == letter:
                reached[j] = running + (j in begins)
        best = reached
    return bool(best) and 2 * max(best.values()) > len(letters)


def same_long_form(a: str, b: str) -> bool:
    """Return whether two long forms of one acronym differ in inflection only.

    Never evidence by itself: only for long forms that are known to share a short form.

    >>> same_long_form("Low-Rank Adaptation", "low-rank adapters"), same_long_form("Group Relative Policy Optimization", "Group Robust Policy Optimization")
    (True, False)
    """
    return _stems(a) == _stems(b)


@lru_cache(maxsize=1 << 14)
def _stems(text: str) -> tuple[str, ...]:
    found = []
    for word in words(text):
        if word in _SMALL:
            continue
        cut = _SUFFIX.sub("", word)
        found.append(cut if len(cut) >= _MIN_STEM else word)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def same_case(mention: str, name: str) -> bool:
    """Return whether the case of a mention allows it to be that introduced name.

    An ordinary word in lower case ("planner") is not the name "Planner"; an acronym in other capitals ("ORBiT") is not
    "ORBIT". Names that cannot be anything else, with digits or of several long words, may be written in any case.

    >>> same_case("ORBIT", "ORBITs"), same_case("ORBiT", "ORBIT"), same_case("planner", "Planner"), same_case("flashattention-3", "FlashAttention-3")
    (True, False, False, True)
    """
    a, b = (text[:-1] if text.endswith("s") else text for text in (mention, name))
    if a == b:
        return True
    if " " in a and " " not in b:
        return False  # "dense attention" is no spelling of "DenseAttention"
    letters = sum(c.isalpha() for c in b)
    spaced = len(b.split())
    if spaced > 2 or (spaced == 1 and letters > 6 and (any(c.isdigit() for c in b) or sum(c.isupper() for c in b) > 1)):
        return True
    return [c.isupper() for c in a if c.isalnum()] == [c.isupper() for c in b if c.isalnum()]
