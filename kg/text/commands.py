r"""LaTeX commands in running text: what they take along and what stands for them.

A command takes its arguments as LaTeX would, by the table of `kg.text.macros`; the text of the arguments that appear is left to the scanner
(`kg.text.latex`), which goes on inside them.
"""

from __future__ import annotations

import re

from kg.text.formula import accented, script_sign
from kg.text.macros import ACCENTS, Macro, macro
from kg.text.mapped import Edit, Element
from kg.text.urls import repeats

__all__ = ["CommandWriter", "Scan"]

_BRACES = re.compile(r"\\[\\{}]|[{}]")
_ESCAPED_QUOTE = re.compile(r'\\"[^"\\\n]{1,200}\\"(?!\w)')
_ESCAPED_IN_URL = re.compile(r"\\(?=[_%#&~$^{}])")
_LETTER = re.compile(r"\\[ij](?![A-Za-z])|[^\W\d_]")
_VERBATIM = re.compile(r"\\verb\*?([^\w\s*])(.{0,200}?)\1")
_LONGEST_BRACKET = 300


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


class CommandWriter:
    """Writes the commands of one text.

    Attributes
    ----------
    text : str
    found : Scan
    closing : dict of int to int
        The place of the closing brace by the place of the opening one.
    handled : dict of int to int
        Where the edit that begins at a place ends.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Scan()
        self.closing: dict[int, int] = {}
        self.handled: dict[int, int] = {}

    def match_braces(self) -> None:
        """Find the closing brace of each opening one."""
        opened: list[int] = []
        for match in _BRACES.finditer(self.text):
            token = match.group()
            if token == "{":
                opened.append(match.start())
            elif token == "}" and opened:
                self.closing[opened.pop()] = match.start()

    def edit(self, start: int, end: int, text: str) -> None:
        """Note that `text` stands for the characters; the scanner does not enter them."""
        self.found.edits.append(Edit(start, end, text))
        self.handled[start] = max(end, self.handled.get(start, 0))

    def element(self, start: int, end: int, *inner: tuple[int, int]) -> None:
        """Note a piece of mark-up and the parts that can be cut out of it."""
        self.found.elements.append(Element(start, end, inner))

    def command(self, start: int, name: str, end: int) -> int:
        """Write the command that begins at `start` and whose name ends at `end`; return where to read on."""
        text = self.text
        if name == "verb":
            match = _VERBATIM.match(text, start)
            if match:
                self.edit(start, match.start(2), "")
                self.edit(match.end(2), match.end(), "")
                self.found.protected.append(match.span(2))
                self.element(start, match.end(), match.span(2))
                return match.end()
        if name in ACCENTS and len(name) == 1:
            return self.accent(start, name, end)
        spec = macro(name)
        if spec is None:
            return self._unknown(start, name, end)
        if not spec.arguments:
            return self._symbol(start, end, spec)
        if spec.kind == "accent":
            return self.accent(start, name, end)
        arguments = self._arguments(end, spec.arguments)
        if arguments is None:
            # The arguments are missing: the command alone goes.
            self.edit(start, end, "")
            return end
        return self._with_arguments(start, spec, arguments)

    def _unknown(self, start: int, name: str, end: int) -> int:
        text = self.text
        if text[end : end + 1] == "{" and self.closing.get(end, end + 1) > end + 1:
            # A command of the author's with an argument: formatting.
            close = self.closing[end]
            self.edit(start, end + 1, "")
            self.edit(close, close + 1, "")
            self.element(start, close + 1, (end + 1, close))
            return end + 1
        if text[start - 1 : start].isalnum() or text[start - 1 : start] == ":":
            # A path, not a command.
            return end
        self.edit(start, start + 1, "")
        self.element(start, end)
        return end

    def _symbol(self, start: int, end: int, spec: Macro) -> int:
        text = self.text
        written = spec.before
        if written.endswith(".") and text[end : end + 1] == ".":
            written = written[:-1]
        if not written and text[end : end + 1] == " " and (start == 0 or text[start - 1] in "{ \n("):
            self.edit(start, end + 1, "")
            return end + 1
        self.edit(start, end, written)
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
            self.edit(start, end, spec.before)
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
            self.edit(left, right, joint)
        self.element(start, end, *shown)
        return shown[0][0]

    def _drop(self, start: int, end: int) -> int:
        text = self.text
        while start and text[start - 1] in " ~\t\n" and (start - 1) not in self.handled:
            start -= 1
        if text[end : end + 1] in (")", "]") and text[start - 1 : start] in (",", ";") and start - 1 not in self.handled:
            start -= 1
        if text[start - 1 : start] + text[end : end + 1] in ("()", "[]") and start - 1 not in self.handled:
            start, end = start - 1, end + 1
            while start and text[start - 1] in " ~\t\n":
                start -= 1
        self.edit(start, end, "")
        return end

    def _url(self, start: int, end: int, inner: tuple[int, int]) -> int:
        self.edit(start, inner[0], "")
        self._verbatim_url(*inner)
        self.edit(inner[1], end, "")
        self.element(start, end, inner)
        return end

    def _verbatim_url(self, start: int, end: int) -> None:
        for match in _ESCAPED_IN_URL.finditer(self.text, start, end):
            self.edit(match.start(), match.end(), "")
        self.found.protected.append((start, end))

    def _link(self, start: int, end: int, target: tuple[int, int], label: tuple[int, int]) -> int:
        """Write the label of a link and its URL in brackets, or the URL alone where the label repeats it."""
        url = self.text[slice(*target)].replace("\\", "").strip()
        words = self.text[slice(*label)].replace("\\", "").strip()
        if repeats(words, url):
            self.edit(start, target[0], "")
            self._verbatim_url(*target)
            self.edit(target[1], end, "")
            self.element(start, end, target)
            return end
        self.edit(start, label[0], "")
        self.edit(label[1], end, f" ({url})" if url else "")
        self.element(start, end, label)
        return label[0]

    def _character(self, start: int, end: int, inner: tuple[int, int]) -> int:
        code = self.text[slice(*inner)].strip().lower()
        try:
            char = chr(int(code[1:], 16) if code.startswith("x") else int(code))
        except (ValueError, OverflowError):
            char = code
        self.edit(start, end, char)
        return end

    def accent(self, start: int, name: str, end: int) -> int:
        """Write an accent command, which is what it seems only where Unicode has the letter; return where to read on."""
        text = self.text
        place = end
        while name.isalpha() and text[place : place + 1] == " ":
            place += 1
        if text[place : place + 1] == "{" and place in self.closing:
            letter, after = text[place + 1 : self.closing[place]].strip(), self.closing[place] + 1
        else:
            match = _LETTER.match(text, place)
            letter, after = (match.group(), match.end()) if match else ("", end)
            if match and name.isalpha() and place == end:
                letter, after = "", end
        letter = {"\\i": "ı", "\\j": "ȷ"}.get(letter, letter)
        if name.isalpha() and len(letter) > 1:
            # Converters have torn names of symbols apart: "\r{ho}" was "\rho", "\c{opyright}" "\copyright".
            spec = macro(name + letter)
            if spec is not None and not spec.arguments:
                self.edit(start, after, spec.before)
                return after
        bare = text[end : end + 1] != "{"
        if bare and name == '"' and not text[start - 1 : start].isalnum():
            match = _ESCAPED_QUOTE.match(text, start)
            if match:
                self.edit(start, start + 1, "")
                self.edit(match.end() - 2, match.end() - 1, "")
                return end
        apostrophe = bare and name == "'" and text[start - 1 : start].isalnum() and not text[after : after + 1].isalnum() and letter in "smtd"
        composed = accented(name, letter) if len(letter) == 1 and not apostrophe else None
        if composed is not None:
            self.edit(start, after, composed)
            return after
        if name.isalpha():
            return self._unknown(start, name, end)
        self.edit(start, end if name == "~" else start + 1, "~" if name == "~" else "")
        if not letter and after > end:
            self.edit(end, after, "")
        return end
