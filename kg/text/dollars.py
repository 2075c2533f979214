"""Dollar signs: a formula or money?"""

from __future__ import annotations

import re

__all__ = ["is_formula"]

_PROSE = re.compile(r"[A-Za-z]{2,}[\s,]+[A-Za-z]{2,}")
_MATH_SIGNS = re.compile(r"[\\^_={}<>|]")


def is_formula(content: str, after: str) -> bool:
    """Tell whether what stands between two dollar signs is a formula, not prose between two sums of money.

    The rule is pandoc's (https://pandoc.org/MANUAL.html#extension-tex_math_dollars: no white space inside the signs, no digit after), relaxed for
    contents that only a formula has.
    """
    stripped = content.strip()
    if not stripped:
        return False
    money = content[0].isdigit() and after.isdigit()
    padded = content[0].isspace() or content[-1].isspace()
    if _MATH_SIGNS.search(content):
        return not (money and (padded or _PROSE.search(content)))
    if not any(c.isalnum() or c.isspace() for c in content):
        return True
    if len(content) > 60 or _PROSE.search(content) or after.isdigit():
        return False
    if padded and " " in stripped and not (content[0].isspace() and content[-1].isspace()):
        return False
    if padded and stripped[0].isdigit() and not content[0].isspace():
        return False
    return len(content) < 4 or sum(content.count(c) for c in "([") == sum(content.count(c) for c in ")]")
