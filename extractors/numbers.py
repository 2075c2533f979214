"""Numbers of a text, as written, with sign, unit and the words that bound them.

`read_numbers` reads every number that stands for itself; parts of names (``GPT-4``, ``7B``, ``top-1``, ``AIME24``, ``v1.5``), sizes (``256×256``) and
bracketed citations are none. Which of them is a result, and of what, is for `extractors.results` to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

__all__ = ["Number", "read_numbers"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text.

    Attributes
    ----------
    start, end : int
        Characters, end exclusive, sign and unit included.
    value : str
        As written, without sign and unit; a range is ``"5-10"``, a power ``"6×10^-6"``.
    unit : str
        ``"%"``, ``"x"``, ``"points"``, ``"ms"``, ... or empty.
    sign : str
        ``"+"``, ``"-"`` or empty.
    own_unit : bool
        The unit stands at this number, and was not taken over from a later one of the same list ("3, 4 and 5%").
    """

    start: int
    end: int
    value: str
    unit: str = ""
    sign: str = ""
    own_unit: bool = True


_DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
_POWER = r"(?:\s?[×x*·]\s?10\s?\^?\s?[-−–]?\d+|[eE][-−]?\d+)"
_SCALE = r"[kKMG](?![\w])"
# Longest first; the table below gives what a unit is called.
_UNIT_ROWS: tuple[tuple[str, str], ...] = (
    (r"(?:%|percent(?:age)?|per cent)[- ](?:points?|pts?)\b", "points"),
    (r"%[- ]?(?:p\.?p\.?|pts?)\b", "points"),
    (r"%", "%"),
    (r"percent\b|per cent\b", "%"),
    (r"‰", "‰"),
    (r"p\.?p\.?s?(?![\w.])|pts\b|points?\b", "points"),
    (r"[xX](?!\w)|×(?!\d)|times\b(?! series| step|-)|fold\b", "x"),
    (r"orders?[- ]of[- ]magnitude\b", "orders of magnitude"),
    (r"ms\b|milli-?seconds?\b|msec\b", "ms"),
    (r"[µμ]s\b|micro-?seconds?\b", "μs"),
    (r"seconds?\b|secs?\b|s(?![\w/'’.-])", "seconds"),
    (r"minutes?\b|mins?\b(?!-)", "minutes"),
    (r"hours?\b|hrs?\b", "hours"),
    (r"days?\b", "days"),
    (r"dB\b|decibels?\b", "dB"),
    (r"FPS\b|fps\b|frames per second\b|frames/s(?:ec)?\b", "FPS"),
    (r"Hz\b", "Hz"),
    (r"kHz\b", "kHz"),
    (r"tokens/s(?:ec(?:ond)?)?\b|tokens per second\b|tok/s\b", "tokens/s"),
    (r"[KMGT]i?B\b", ""),
    (r"[KMGT]?FLOP[sS]?\b|[GM]MACs\b", ""),
    (r"°|degrees?\b", "°"),
    (r"[mcµμ]m\b", ""),
    (r"m[JW]\b|kWh\b", ""),
    (r"GPU[- ](?:hours|days)\b", ""),
)
_UNIT = re.compile("|".join(f"(?P<u{i}>{pattern})" for i, (pattern, _) in enumerate(_UNIT_ROWS)))
_ANY_UNIT = "|".join(pattern for pattern, _ in _UNIT_ROWS)
_ONE = re.compile(
    rf"""(?<![\w.^@#&\\×])(?<!\d,)(?<![^\W\d_][-‑–/_'’])
    (?P<sign>[+\-−–±](?=[\d.]))?
    (?P<value>10\^[-−]?\d+|\d+/\d+(?![\d./]|\s?[%×]|[\s-]p)|{_DIGITS}{_POWER}?)
    (?P<scale>{_SCALE})?
    (?P<plus>\+)?
    (?:\s?(?:±|\+/?-)\s?[\d.]+)?
    (?:(?P<gap>\s?-?\s?)(?P<unit>{_ANY_UNIT}))?
    """,
    re.X,
)
# "3.1 accuracy points", "+2.5 absolute gain": what the number counts stands behind a word or two.
_POINTS_AFTER = re.compile(r"\s(?:[A-Za-z][\w@-]*\s){1,2}points?\b")
# What may not follow a number: the rest of a word or name ("7B", "2D", "4-bit", "3rd", "256×256", "24/7", "1.5.2").
_GLUED = re.compile(r"[^\W_]|[-‑](?=[^\W\d])|\s?[×x]\s?\d|(?<=\d)[.:,]\d|/[^\W\d_]|\^|@|_")
# The words between the two ends of a range.
_RANGE = re.compile(r"\s?(?:[-–—−~∼]|to|\bthrough)\s?")
_BETWEEN = re.compile(
    r"\b(?:between|rang(?:e|es|ed|ing)(?: from| between)?|var(?:y|ies|ied|ying)(?: from| between)?|from)\s+(?:about |around |roughly |approximately )?$", re.I
)
_STATES = re.compile(r"(?:\bfrom\s[^.;]*\d[^;]*|[:(]\s?)$")
_LIST = re.compile(r"\s?(?:,|,?\s?\band|,?\s?\bor|/|,?\s?&|;)\s?(?:by |an? |to )?")
# Numbers in words count only before a unit: "four orders of magnitude", "three times", "two hours".
_WORD = re.compile(
    r"\b(?P<value>two|three|four|five|six|seven|eight|nine|ten|a hundred)"
    r"(?:[- ](?P<unit>orders?[- ]of[- ]magnitude|times|seconds|minutes|hours|days|points))\b",
    re.I,
)


def _unit_name(written: str) -> str:
    """Return what a unit is called, given as written."""
    match = _UNIT.match(written)
    if match is None or match.lastgroup is None:
        return ""
    return _UNIT_ROWS[int(match.lastgroup[1:])][1] or written


def _value(match: re.Match[str]) -> str:
    value = re.sub(r"\s", "", match["value"])
    power = re.fullmatch(rf"({_DIGITS})[×x*·]10\^?([-−–]?\d+)", value)
    if power:
        value = f"{power[1]}×10^{power[2]}"
    return re.sub(r"[−–]", "-", value) + (match["scale"] or "" if match["scale"] in ("k", "K") else "")


def _one(text: str, match: re.Match[str]) -> Number | None:
    """Return the number of a match, or None where it is part of a word."""
    end = match.end()
    unit = match["unit"] or ""
    if unit and match["gap"].strip() == "-" and not re.match(r"(?:points?|pts|pp|percent|fold|times|degrees?|order|x\b|×|%)", unit):
        unit = ""  # "24-hour forecasts", "5-second clips": a size, told by the word after the hyphen
        end = match.start("gap")
    name = _unit_name(unit)
    if not unit:
        later = _POINTS_AFTER.match(text, match.end())
        name = "points" if later else match["scale"] if match["scale"] in ("M", "G") else ""
        end = match.end("plus") if match["plus"] else match.end("scale") if match["scale"] else match.end("value")
        if _GLUED.match(text, end):
            return None
    elif (unit[-1].isalnum() and re.match(r"[^\W_]", text[end : end + 1])) or (
        unit in ("x", "×", "X") and re.match(r"\s?\d", text[end:]) and not re.match(r"\s\d+(?:\.\d+)?%", text[end:])
    ):
        return None
    if not name and text[match.start() - 1 : match.start()] == "$":
        name = "$"
    sign = {"+": "+", "-": "-", "−": "-", "–": "-"}.get(match["sign"] or "", "")
    return Number(match.start(), end, _value(match), name, sign)


def _is_range(text: str, left: Number, right: Number) -> bool:
    """Tell whether two neighbours are the ends of one range: "5–10×", "70% - 90%", "10x to 100x", "between 0.02 and 0.72"."""
    gap = text[left.end : right.start]
    if left.sign and left.sign != right.sign and right.sign != "-":
        return False
    if left.unit and right.unit and left.unit != right.unit:
        return False
    if left.unit and not right.unit:
        return False
    joined = _RANGE.fullmatch(gap) is not None or (gap == "" and right.sign == "-")
    before = _BETWEEN.search(text[max(0, left.start - 45) : left.start])
    if before is not None:
        word = before.group().split()[0].lower()
        if word == "from" and "ranging" not in text[max(0, left.start - 160) : left.start]:
            return False
        return joined or re.fullmatch(r"\s(?:and|to)\s(?:about |around |over |more than )?", gap) is not None
    if gap.strip() == "to":
        # "from 5% to 55% on A, 2% to 25% on B", "GSM8K: 20.7% to 54.5%", "(19% to 33%)": two states, no range.
        return _STATES.search(text[max(0, left.start - 200) : left.start]) is None
    return joined


def read_numbers(text: str) -> list[Number]:
    """Return the numbers of a text.

    Parameters
    ----------
    text : str
        Clean text.

    Returns
    -------
    list of Number
        In order, never overlapping. A range is one number; "from 3 to 5" is two. Years, counts and the like are there too: what is
        left out is only what is part of a word or name.
    """
    found: list[Number] = []
    for match in _ONE.finditer(text):
        number = _one(text, match)
        if number is not None:
            found.append(number)
    found.extend(Number(m.start(), m.end(), m["value"].lower(), _unit_name(m["unit"].lower())) for m in _WORD.finditer(text))
    found.sort(key=lambda number: (number.start, -number.end))
    merged: list[Number] = []
    for number in found:
        if merged and number.start < merged[-1].end:
            continue
        if merged and "-" not in merged[-1].value and _is_range(text, merged[-1], number):
            left = merged.pop()
            number = replace(number, start=left.start, value=f"{left.value}-{number.value}", sign=left.sign)
        merged.append(number)
    # "3.1, 4.2 and 5.0%": the unit of the last belongs to all.
    for i in range(len(merged) - 2, -1, -1):
        left, right = merged[i], merged[i + 1]
        if (
            not left.unit
            and right.unit in ("%", "points", "x", "dB", "ms", "seconds", "minutes")
            and _LIST.fullmatch(text[left.end : right.start])
            and not (left.value.startswith("0.") and not right.value.startswith("0."))
        ):
            merged[i] = replace(left, unit=right.unit, own_unit=False)
    return merged
