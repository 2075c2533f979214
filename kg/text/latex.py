r"""LaTeX in running text: commands, groups, formulas, accents, typewriter quotes and dashes.

Abstracts are not LaTeX documents: a ``$`` may be money, a ``%`` a per cent sign, a brace a set, and half of a command may be missing. Text is therefore
scanned piece by piece, each command taking its arguments as LaTeX would; only what is certainly a formula goes to the full parser (`kg.text.formula`).
What is not understood stays as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from kg.text.formula import accented, formula, script_sign
from kg.text.macros import ACCENTS, MATH_ENVIRONMENTS, Macro, macro
from kg.text.mapped import Edit, Element, without_overlaps

__all__ = ["Scan", "scan_latex", "url_ranges"]

_START = re.compile(r"\\|\$|[\^_](?=\{)|[{}]")
_DOUBLED = re.compile(r"\\\\(?:[%&_$#{}*~]|([A-Za-z]{2,}))")
_NAME = re.compile(r"\\([A-Za-z]+)(\*?)")
_BRACES = re.compile(r"\\[\\{}]|[{}]")
_DOLLAR = re.compile(r"\\.|[{$]|\n[ \t\r]*\n", re.DOTALL)
_URL = re.compile(r"(?:https?://|ftp://|www\.)(?:[^\s{}<>\"\\^`|]|\\[_%#&~$])+", re.IGNORECASE)
_URL_TAIL = re.compile(r"[*_)\]}.,;:!?'$]+\Z")
_ESCAPED_QUOTE = re.compile(r'\\"[^"\\\n]{1,200}\\"(?!\w)')
_VERBATIM = re.compile(r"\\verb\*?([^\w\s*])(.{0,200}?)\1")
_LONGEST_FORMULA = 2000
_LONGEST_BRACKET = 300
_PROSE = re.compile(r"[A-Za-z]{2,}[\s,]+[A-Za-z]{2,}")
_MATH_SIGNS = re.compile(r"[\\^_={}<>|]")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")


class Scan:
    """What a scan found.

    Attributes
    ----------
    edits : list of Edit
        Sorted, without overlaps.
    elements : list of Element
    protected : list of (int, int)
        Formulas and URLs: what stands there is neither Markdown nor typography.
    """

    def __init__(self) -> None:
        self.edits: list[Edit] = []
        self.elements: list[Element] = []
        self.protected: list[tuple[int, int]] = []


def url_ranges(text: str) -> list[tuple[int, int]]:
    """Return where URLs stand, in order; punctuation after them is not part of them."""
    ranges: list[tuple[int, int]] = []
    if "://" not in text and "www." not in text:
        return ranges
    for match in _URL.finditer(text):
        start, end = match.span()
        tail = _URL_TAIL.search(text, start, end)
        if tail:
            end = tail.start()
            # A bracket that the URL itself opened belongs to it.
            if text[end : end + 1] == ")" and text.count("(", start, end) > text.count(")", start, end):
                end += 1
        ranges.append((start, end))
    return ranges


def scan_latex(text: str) -> Scan:
    """Return the edits that turn the LaTeX in a text into plain text. Takes linear time and never raises."""
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Scan()
        self.closing: dict[int, int] = {}
        self.handled: dict[int, int] = {}
        self.kept: set[int] = set()
        self.urls = url_ranges(text)
        self.url_starts = [start for start, _ in self.urls]

    def run(self) -> Scan:
        text = self.text
        if "{" in text:
            self._match_braces()
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
                    self._edit(start, start + 1, "")
                place = start + 1
        found = self.found
        found.edits = without_overlaps(found.edits)
        found.protected = sorted(found.protected + self.urls)
        return found

    # -- pieces ---------------------------------------------------------------------------------------------------------------------------------

    def _match_braces(self) -> None:
        opened: list[int] = []
        for match in _BRACES.finditer(self.text):
            token = match.group()
            if token == "{":
                opened.append(match.start())
            elif token == "}" and opened:
                self.closing[opened.pop()] = match.start()

    def _in_url(self, place: int) -> bool:
        i = bisect_right(self.url_starts, place) - 1
        return i >= 0 and place < self.urls[i][1]

    def _in_url_escape(self, start: int) -> int:
        if self.text[start] == "\\":
            self._edit(start, start + 1, "")
            return start + 2
        return start + 1

    def _edit(self, start: int, end: int, text: str) -> None:
        self.found.edits.append(Edit(start, end, text))
        self.handled[start] = max(end, self.handled.get(start, 0))

    def _element(self, start: int, end: int, *inner: tuple[int, int]) -> None:
        self.found.elements.append(Element(start, end, inner))

    def _backslash(self, start: int) -> int:
        text = self.text
        named = _NAME.match(text, start)
        if named:
            return self._command(start, named[1], named.end(1))
        sign = text[start + 1 : start + 2]
        if sign == "(" or sign == "[":
            return self._delimited(start, start + 2, "\\)" if sign == "(" else "\\]")
        if sign == "@":
            self._edit(start, start + 2, "@" if text[start + 2 : start + 3].isdigit() else "")
            return start + 2
        if sign == "|":
            self._edit(start, start + 1, "")
            return start + 2
        if sign == "\\":
            end = start + 2
            doubled = _DOUBLED.match(text, start)
            if doubled and (doubled[1] is None or macro(doubled[1]) is not None):
                self._edit(start, start + 1, "")
                return start + 1
            if text[end : end + 1] == "[":
                close = text.find("]", end, end + 10)
                end = close + 1 if close > 0 else end
            self._edit(start, end, " ")
            return end
        if sign in ACCENTS:
            return self._accent(start, sign, start + 2)
        spec = macro(sign) if sign else None
        if spec is not None:
            self._edit(start, start + 2, spec.before)
            return start + 2
        if sign and sign.isascii() and not sign.isalnum() and sign.isprintable():
            self._edit(start, start + 1, "")
        return start + 1

    def _command(self, start: int, name: str, end: int) -> int:
        text = self.text
        if name == "begin" or name == "end":
            return self._environment(start, name, end)
        if name == "verb":
            match = _VERBATIM.match(text, start)
            if match:
                self._edit(start, match.start(2), "")
                self._edit(match.end(2), match.end(), "")
                self.found.protected.append(match.span(2))
                self._element(start, match.end(), match.span(2))
                return match.end()
        if name in ACCENTS and len(name) == 1:
            return self._accent(start, name, end)
        spec = macro(name)
        if spec is None:
            return self._unknown(start, name, end)
        if not spec.arguments:
            return self._symbol(start, end, spec)
        if spec.kind == "accent":
            return self._accent(start, name, end)
        arguments = self._arguments(end, spec.arguments)
        if arguments is None:
            # The arguments are missing: the command alone goes.
            self._edit(start, end, "")
            return end
        return self._with_arguments(start, spec, arguments)

    def _unknown(self, start: int, name: str, end: int) -> int:
        text = self.text
        if text[end : end + 1] == "{" and self.closing.get(end, end + 1) > end + 1:
            # A command of the author's with an argument: formatting.
            close = self.closing[end]
            self._edit(start, end + 1, "")
            self._edit(close, close + 1, "")
            self._element(start, close + 1, (end + 1, close))
            return end + 1
        if start and text[start - 1].isalnum():
            return end
        self._edit(start, start + 1, "")
        self._element(start, end)
        return end

    def _symbol(self, start: int, end: int, spec: Macro) -> int:
        text = self.text
        written = spec.before
        if written.endswith(".") and text[end : end + 1] == ".":
            written = written[:-1]
        if not written and text[end : end + 1] == " " and (start == 0 or text[start - 1] in "{ \n("):
            self._edit(start, end + 1, "")
            return end + 1
        self._edit(start, end, written)
        return end

    def _arguments(self, place: int, wanted: str) -> tuple[list[tuple[int, int] | None], int] | None:
        """Return the inner range of each argument and where the last one ends, or None if a mandatory one is missing."""
        text = self.text
        found: list[tuple[int, int] | None] = []
        for kind in wanted:
            if kind == "*":
                found.append(None)
                if text[place : place + 1] == "*":
                    place += 1
                continue
            begin = place
            while (begin < len(text) and text[begin] in " \t") or (begin == place and text[begin : begin + 1] == "\n"):
                begin += 1
            if kind == "[":
                close = text.find("]", begin, begin + _LONGEST_BRACKET) if text[begin : begin + 1] == "[" else -1
                if close < 0:
                    found.append(None)
                    continue
                found.append((begin + 1, close))
                place = close + 1
            elif text[begin : begin + 1] == "{" and begin in self.closing:
                found.append((begin + 1, self.closing[begin]))
                place = self.closing[begin] + 1
            else:
                return None
        return found, place

    def _with_arguments(self, start: int, spec: Macro, arguments: tuple[list[tuple[int, int] | None], int]) -> int:
        ranges, end = arguments
        shown = [inner for inner in (ranges[i] for i in spec.shown) if inner is not None]
        if spec.kind == "drop":
            return self._drop(start, end)
        if not shown:
            self._edit(start, end, spec.before)
            return end
        before, between, after = spec.before, spec.between, spec.after
        if spec.kind == "url":
            return self._url(start, end, shown[0])
        if spec.kind == "link" and ranges[0] is not None:
            return self._link(start, end, ranges[0], shown[0])
        if spec.kind == "character":
            return self._character(start, end, shown[0])
        if spec.kind == "script":
            before = script_sign(before, self.text[start - 1 : start], self.text[slice(*shown[0])])
        places = [start, *(place for inner in shown for place in inner), end]
        joints = [before, *[between] * (len(shown) - 1), after]
        for joint, left, right in zip(joints, places[::2], places[1::2], strict=True):
            self._edit(left, right, joint)
        self._element(start, end, *shown)
        return shown[0][0]

    def _drop(self, start: int, end: int) -> int:
        text = self.text
        while start and text[start - 1] in " ~\t\n" and (start - 1) not in self.handled:
            start -= 1
        if text[start - 1 : start] + text[end : end + 1] in ("()", "[]") and start - 1 not in self.handled:
            start, end = start - 1, end + 1
            while start and text[start - 1] in " ~\t\n":
                start -= 1
        self._edit(start, end, "")
        return end

    def _url(self, start: int, end: int, inner: tuple[int, int]) -> int:
        self._edit(start, inner[0], "")
        self._verbatim_url(*inner)
        self._edit(inner[1], end, "")
        self._element(start, end, inner)
        return end

    def _verbatim_url(self, start: int, end: int) -> None:
        for match in re.compile(r"\\(?=[_%#&~$^{}])").finditer(self.text, start, end):
            self._edit(match.start(), match.end(), "")
        self.found.protected.append((start, end))

    def _link(self, start: int, end: int, target: tuple[int, int], label: tuple[int, int]) -> int:
        """Write the label of a link and its URL in brackets, or the URL alone where the label repeats it."""
        url = self.text[slice(*target)].replace("\\", "").strip()
        words = self.text[slice(*label)].replace("\\", "").strip()
        if not words or (" " not in words and (url.rstrip("/").endswith(words.rstrip("/")) or "://" in words or words.startswith("www."))):
            self._edit(start, target[0], "")
            self._verbatim_url(*target)
            self._edit(target[1], end, "")
            self._element(start, end, target)
            return end
        self._edit(start, label[0], "")
        self._edit(label[1], end, f" ({url})" if url else "")
        self._element(start, end, label)
        return label[0]

    def _character(self, start: int, end: int, inner: tuple[int, int]) -> int:
        code = self.text[slice(*inner)].strip().lower()
        try:
            char = chr(int(code[1:], 16) if code.startswith("x") else int(code))
        except (ValueError, OverflowError):
            char = code
        self._edit(start, end, char)
        return end

    def _accent(self, start: int, name: str, end: int) -> int:
        text = self.text
        place = end
        while name.isalpha() and text[place : place + 1] == " ":
            place += 1
        if text[place : place + 1] == "{" and place in self.closing:
            letter, after = text[place + 1 : self.closing[place]].strip(), self.closing[place] + 1
        else:
            match = re.compile(r"\\[ij](?![A-Za-z])|[^\W\d_]").match(text, place)
            letter, after = (match.group(), match.end()) if match else ("", end)
            if match and name.isalpha() and place == end:
                letter, after = "", end
        letter = {"\\i": "ı", "\\j": "ȷ"}.get(letter, letter)
        if name.isalpha() and len(letter) > 1:
            # Converters have torn names of symbols apart: "\r{ho}" was "\rho", "\c{opyright}" "\copyright".
            spec = macro(name + letter)
            if spec is not None and not spec.arguments:
                self._edit(start, after, spec.before)
                return after
        bare = text[end : end + 1] != "{"
        if bare and name == '"' and not text[start - 1 : start].isalnum():
            match = _ESCAPED_QUOTE.match(text, start)
            if match:
                self._edit(start, start + 1, "")
                self._edit(match.end() - 2, match.end() - 1, "")
                return end
        apostrophe = bare and name == "'" and text[start - 1 : start].isalnum() and not text[after : after + 1].isalnum() and letter in "smtd"
        composed = accented(name, letter) if len(letter) == 1 and not apostrophe else None
        if composed is not None:
            self._edit(start, after, composed)
            return after
        if name.isalpha():
            return self._unknown(start, name, end)
        self._edit(start, end if name == "~" else start + 1, "~" if name == "~" else "")
        if not letter and after > end:
            self._edit(end, after, "")
        return end

    def _environment(self, start: int, name: str, end: int) -> int:
        text = self.text
        close = self.closing.get(end)
        if close is None:
            return end
        kind = text[end + 1 : close]
        if name == "begin" and kind in MATH_ENVIRONMENTS:
            return self._delimited(start, close + 1, f"\\end{{{kind}}}")
        self._edit(start, close + 1, " ")
        return close + 1

    # -- formulas and groups --------------------------------------------------------------------------------------------------------------------

    def _delimited(self, start: int, inner: int, closer: str) -> int:
        close = self.text.find(closer, inner, inner + _LONGEST_FORMULA)
        if close < 0:
            if self.text[start + 1] in "([":
                self._edit(start, start + 1, "")
            return inner
        return self._formula(start, inner, close, close + len(closer))

    def _dollar(self, start: int) -> int:
        text = self.text
        inner = start + 2 if text.startswith("$$", start) else start + 1
        close = self._closing_dollar(inner)
        if close < 0:
            if text[start - 1 : start] == "}" or text[inner : inner + 1] == "\\":
                # Half of a formula, not money.
                self._edit(start, inner, "")
            return inner
        end = close + inner - start
        if inner == start + 2 and not text.startswith("$$", close):
            return inner
        content = text[inner:close]
        if not _is_formula(content, text[end : end + 1]):
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
        self._edit(start, inner, "")
        self._edit(close, end, "")
        self._element(start, end, (inner, close))
        content = self.text[inner:close]
        link = re.match(r"\s*\\(?:href|url)\b", content)
        rendering = None if link else formula(content, self.text[start - 1 : start])
        if rendering is None:
            # Not LaTeX that the parser takes: its commands are still read one by one.
            return inner
        self.found.edits.extend(Edit(a + inner, b + inner, text) for a, b, text in rendering.edits)
        for a, b, ranges in rendering.elements:
            self._element(a + inner, b + inner, *((c + inner, d + inner) for c, d in ranges))
        self.found.protected.append((start, end))
        return end

    def _group(self, start: int) -> int:
        text = self.text
        close = self.closing.get(start)
        if close is None:
            self._edit(start, start + 1, "")
            return start + 1
        content = text[start + 1 : min(close, start + 200)]
        is_set = "," in content and len(content) > 1 and not content.lstrip().startswith("\\") and close - start < 200
        if is_set:
            self.kept.add(close)
        else:
            self._edit(start, start + 1, "")
            self._edit(close, close + 1, "")
            self._element(start, close + 1, (start + 1, close))
        return start + 1

    def _script(self, start: int) -> int:
        close = self.closing.get(start + 1)
        if close is None:
            return start + 2
        content = self.text[start + 2 : close]
        self._edit(start, start + 2, script_sign(self.text[start], self.text[start - 1 : start], content))
        self._edit(close, close + 1, "")
        self._element(start, close + 1, (start + 2, close))
        return start + 2


def _is_formula(content: str, after: str) -> bool:
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
