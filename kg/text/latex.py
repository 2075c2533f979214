r"""LaTeX in running text: commands, groups, formulas, accents, typewriter quotes and dashes.

Abstracts are not LaTeX documents: a ``$`` may be money, a ``%`` a per cent sign, a brace a set, and half of a command may be missing. Text is therefore
scanned piece by piece, each command taking its arguments as LaTeX would; only what is certainly a formula goes to the full parser (`kg.text.formula`).
What is not understood stays as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from kg.text.commands import CommandWriter, Scan
from kg.text.dollars import is_formula
from kg.text.formula import formula, script_sign
from kg.text.macros import ACCENTS, MATH_ENVIRONMENTS, macro
from kg.text.mapped import Edit, without_overlaps
from kg.text.urls import url_ranges

__all__ = ["scan_latex"]

_START = re.compile(r"\\|\$|[\^_](?=\{)|[{}]")
_DOUBLED = re.compile(r"\\\\(?:[%&_$#{}*~]|([A-Za-z]{2,}))")
_NAME = re.compile(r"\\([A-Za-z]+)(\*?)")
_DOLLAR = re.compile(r"\\.|[{$]|\n[ \t\r]*\n", re.DOTALL)
_LONGEST_FORMULA = 2000


def scan_latex(text: str) -> Scan:
    """Return the edits that turn the LaTeX in a text into plain text. Takes linear time and never raises."""
    return _Scanner(text).run()


class _Scanner(CommandWriter):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.kept: set[int] = set()
        self.urls = url_ranges(text)
        self.url_starts = [start for start, _ in self.urls]

    def run(self) -> Scan:
        text = self.text
        if "{" in text:
            self.match_braces()
        place = 0
        while True:
            match = _START.search(text, place)
            if match is None:
                break
            start = match.start()
            place = self.handled.get(start, 0)
            if place > start:
                continue
            if self.urls and self._in_url(start):
                place = self._in_url_escape(start)
                continue
            char = text[start]
            if char == "\\":
                place = self._backslash(start)
            elif char == "$":
                place = self._dollar(start)
            elif char == "{":
                place = self._group(start)
            elif char in "^_":
                place = self._script(start)
            else:
                # No opening brace has taken it along: half of a command.
                if start not in self.kept:
                    self.edit(start, start + 1, "")
                place = start + 1
        found = self.found
        found.edits = without_overlaps(found.edits)
        found.protected = sorted(found.protected + self.urls)
        return found

    def _in_url(self, place: int) -> bool:
        i = bisect_right(self.url_starts, place) - 1
        return i >= 0 and place < self.urls[i][1]

    def _in_url_escape(self, start: int) -> int:
        if self.text[start] == "\\":
            self.edit(start, start + 1, "")
            return start + 2
        return start + 1

    def _backslash(self, start: int) -> int:
        text = self.text
        named = _NAME.match(text, start)
        if named and named[1] in ("begin", "end"):
            return self._environment(start, named[1], named.end(1))
        if named:
            return self.command(start, named[1], named.end(1))
        sign = text[start + 1 : start + 2]
        if sign == "(" or sign == "[":
            return self._delimited(start, start + 2, "\\)" if sign == "(" else "\\]")
        if sign == "@":
            self.edit(start, start + 2, "@" if text[start + 2 : start + 3].isdigit() else "")
            return start + 2
        if sign == "|":
            self.edit(start, start + 1, "")
            return start + 2
        if sign == "\\":
            end = start + 2
            doubled = _DOUBLED.match(text, start)
            if doubled and (doubled[1] is None or macro(doubled[1]) is not None):
                self.edit(start, start + 1, "")
                return start + 1
            if text[end : end + 1] == "[":
                close = text.find("]", end, end + 10)
                end = close + 1 if close > 0 else end
            self.edit(start, end, " ")
            return end
        if sign in ACCENTS:
            return self.accent(start, sign, start + 2)
        spec = macro(sign) if sign else None
        if spec is not None:
            self.edit(start, start + 2, spec.before)
            return start + 2
        if sign and sign.isascii() and not sign.isalnum() and sign.isprintable():
            self.edit(start, start + 1, "")
        return start + 1

    def _environment(self, start: int, name: str, end: int) -> int:
        text = self.text
        close = self.closing.get(end)
        if close is None:
            return end
        kind = text[end + 1 : close]
        if name == "begin" and kind in MATH_ENVIRONMENTS:
            return self._delimited(start, close + 1, f"\\end{{{kind}}}")
        self.edit(start, close + 1, " ")
        return close + 1

    def _delimited(self, start: int, inner: int, closer: str) -> int:
        close = self.text.find(closer, inner, inner + _LONGEST_FORMULA)
        if close < 0:
            if self.text[start + 1] in "([":
                self.edit(start, start + 1, "")
            return inner
        return self._formula(start, inner, close, close + len(closer))

    def _dollar(self, start: int) -> int:
        text = self.text
        inner = start + 2 if text.startswith("$$", start) else start + 1
        close = self._closing_dollar(inner)
        if close < 0:
            if text[start - 1 : start] == "}" or text[inner : inner + 1] == "\\":
                # Half of a formula, not money.
                self.edit(start, inner, "")
            return inner
        end = close + inner - start
        if inner == start + 2 and not text.startswith("$$", close):
            return inner
        content = text[inner:close]
        if not is_formula(content, text[end : end + 1]):
            return inner
        return self._formula(start, inner, close, end)

    def _closing_dollar(self, place: int) -> int:
        """Return the place of the dollar sign that closes a formula, or -1."""
        limit = min(len(self.text), place + _LONGEST_FORMULA)
        while True:
            match = _DOLLAR.search(self.text, place, limit)
            if match is None or match.group()[0] == "\n":
                return -1
            if match.group() == "$":
                return match.start()
            place = match.end()
            if match.group() == "{":
                close = self.closing.get(match.start(), 0)
                if close and close < limit:
                    place = close

    def _formula(self, start: int, inner: int, close: int, end: int) -> int:
        self.edit(start, inner, "")
        self.edit(close, end, "")
        self.element(start, end, (inner, close))
        content = self.text[inner:close]
        link = re.match(r"\s*\\(?:href|url)\b", content)
        rendering = None if link else formula(content, self.text[start - 1 : start])
        if rendering is None:
            # Not LaTeX that the parser takes: its commands are still read one by one.
            return inner
        self.found.edits.extend(Edit(a + inner, b + inner, text) for a, b, text in rendering.edits)
        for a, b, ranges in rendering.elements:
            self.element(a + inner, b + inner, *((c + inner, d + inner) for c, d in ranges))
        self.found.protected.append((start, end))
        return end

    def _group(self, start: int) -> int:
        text = self.text
        close = self.closing.get(start)
        if close is None:
            self.edit(start, start + 1, "")
            return start + 1
        content = text[start + 1 : min(close, start + 200)]
        is_set = "," in content and len(content) > 1 and not content.lstrip().startswith("\\") and close - start < 200
        if is_set:
            self.kept.add(close)
        else:
            self.edit(start, start + 1, "")
            self.edit(close, close + 1, "")
            self.element(start, close + 1, (start + 1, close))
        return start + 1

    def _script(self, start: int) -> int:
        close = self.closing.get(start + 1)
        if close is None:
            self.edit(start + 1, start + 2, "")
            return start + 2
        content = self.text[start + 2 : close]
        self.edit(start, start + 2, script_sign(self.text[start], self.text[start - 1 : start], content))
        self.edit(close, close + 1, "")
        self.element(start, close + 1, (start + 2, close))
        return start + 2
