r"""Formulas: LaTeX's math mode as plain text.

The content is parsed by pylatexenc's ``latexwalker`` with the commands of `kg.text.macros`; each node becomes edits of its own characters, so that
every character of the result knows its place. A superscript is set off with ``^`` only where it would otherwise be misread: ``10^{-6}`` is "10^-6"
and ``O(n^2)`` "O(n^2)", but ``\tau^2`` in a name is "τ2".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kg.text.macros import ACCENTS, Macro, macro, macros_with_arguments
from kg.text.mapped import Edit, Element, without_overlaps

__all__ = ["Rendering", "accented", "formula", "script_sign"]

_SPECIALS = {"&": " ", "~": " "}
_SPECIALS_IN_TEXT = {"~": " ", "``": '"', "''": '"', "--": "–", "---": "—"}
_LONGEST_CACHED = 200
_FILLER = "\ue000"
_DOUBLED = re.compile(r"\\(?=\\(?:[%&_$#{}*~|,;:!]|([A-Za-z]{2,})))")
_PERCENT = re.compile(r"(?<!\\)%")
_PLAIN_SCRIPT = re.compile(r"(?:\\[A-Za-z]+\s*\{)?[A-Za-z0-9.]+\}?|\\?[+*]|\\[A-Za-z]+|[^\x00-\x7f]")
_ORDINAL = re.compile(r"(?:\\[A-Za-z]+\s*\{)?(?:st|nd|rd|th)\}?|\\(?:circ|prime|deg|degree)")
_LAST_NAME = re.compile(r"\\([A-Za-z]+)\Z")
_STAR = re.compile(r"\\?[+*]|\\(?:ast|star|dagger|ddagger|top|prime)|'")
_DIGITS_FIRST = re.compile(r"(?:\\[A-Za-z]+\s*\{)?[0-9]")


class Rendering(NamedTuple):
    """Edits (sorted) and elements of a piece of mark-up, in its own coordinates."""

    edits: tuple[Edit, ...]
    elements: tuple[Element, ...]


def formula(content: str, before: str = "") -> Rendering | None:
    """Return how the content of a formula becomes plain text, or None if it does not parse.

    Parameters
    ----------
    content : str
        Without its delimiters.
    before : str
        The character in front of the formula, empty at the start of the text: the base of a script that begins the formula.
    """
    base = before if before.isdigit() else ""
    return _formula_cached(content, base) if len(content) <= _LONGEST_CACHED else _formula(content, base)


def script_sign(sign: str, base: str, content: str, nested: bool = False) -> str:
    """Return what stands for the sign of a superscript (``^``) or subscript (``_``): itself or nothing.

    Parameters
    ----------
    sign : str
    base : str
        The character that the script hangs on; empty for none.
    content : str
        The script, as LaTeX, without its braces.
    nested : bool
        Whether it stands inside brackets or on another script: part of a formula, not of a name.
    """
    content = content.strip()
    if sign == "_":
        return "" if _DIGITS_FIRST.match(content) or content.startswith(("\\pm", "±")) else "_"
    if content.startswith(("\\pm", "±")) or _ORDINAL.fullmatch(content) or _STAR.fullmatch(content):
        return ""
    if nested or base.isdigit() or not _PLAIN_SCRIPT.fullmatch(content):
        return "^"
    return ""


def accented(command: str, letter: str) -> str | None:
    """Return the letter with the mark of the accent command, or None where Unicode has no such letter."""
    composed = unicodedata.normalize("NFC", {"ı": "i", "ȷ": "j"}.get(letter, letter) + ACCENTS[command])
    return composed if len(composed) == 1 else None


def _formula(content: str, before: str) -> Rendering | None:
    from pylatexenc.latexwalker import LatexWalker  # type: ignore[import-untyped]

    doubled = [match for match in _DOUBLED.finditer(content) if match[1] is None or macro(match[1]) is not None]
    masked = content
    for match in doubled:
        masked = masked[: match.start()] + " " + masked[match.end() :]
    masked = _PERCENT.sub(_FILLER, masked)
    try:
        walker = LatexWalker(masked, latex_context=_context(), tolerant_parsing=False)
        nodes, _, length = walker.get_latex_nodes(parsing_state=walker.make_parsing_state(in_math_mode=True))
        if length != len(content):
            return None
        writer = _Writer(content, before)
        writer.edits.extend(Edit(match.start(), match.end(), "") for match in doubled)
        writer.write(nodes)
    except Exception:  # the parser answers broken input with errors of many types; the caller then goes without it
        return None
    return Rendering(tuple(without_overlaps(writer.edits)), tuple(writer.elements))


_formula_cached = lru_cache(maxsize=4096)(_formula)


@lru_cache(maxsize=1)
def _context() -> Any:
    from pylatexenc.latexwalker import get_default_latex_context_db
    from pylatexenc.macrospec import std_macro  # type: ignore[import-untyped]

    context = get_default_latex_context_db()
    context.add_context_category("kg", macros=[std_macro(name, arguments) for name, arguments in macros_with_arguments()], prepend=True)
    return context


class _Writer:
    """Turns the nodes of a formula into edits."""

    def __init__(self, content: str, before: str) -> None:
        self.content = content
        self.before = before
        self.edits: list[Edit] = []
        self.elements: list[Element] = []
        self.depth = 0
        self.script_end = -1

    def write(self, nodes: Sequence[Any], math: bool = True) -> None:
        for i, node in enumerate(nodes):
            following = nodes[i + 1] if i + 1 < len(nodes) else None
            kind = type(node).__name__
            if kind == "LatexCharsNode":
                if math:
                    self._characters(node, following)
            elif kind == "LatexGroupNode":
                self._enclosed(node, len(node.delimiters[0]), len(node.delimiters[1]), node.nodelist, math)
            elif kind == "LatexMacroNode":
                self._macro(node, following, math)
            elif kind == "LatexMathNode":
                self._enclosed(node, len(node.delimiters[0]), len(node.delimiters[1]), node.nodelist, True)
            elif kind == "LatexEnvironmentNode":
                inner = node.nodelist[0].pos if node.nodelist else node.pos + node.len
                after = node.nodelist[-1].pos + node.nodelist[-1].len if node.nodelist else node.pos + node.len
                self._enclosed(node, inner - node.pos, node.pos + node.len - after, node.nodelist, math)
            elif kind == "LatexSpecialsNode":
                written = (_SPECIALS if math else _SPECIALS_IN_TEXT).get(node.specials_chars)
                if written is not None:
                    self.edits.append(Edit(node.pos, node.pos + node.len, written))

    def _enclosed(self, node: Any, opening: int, closing: int, nodes: Sequence[Any], math: bool) -> None:
        start, end = node.pos, node.pos + node.len
        self.edits.append(Edit(start, start + opening, ""))
        if closing:
            self.edits.append(Edit(end - closing, end, ""))
        self.elements.append(Element(start, end, ((start + opening, end - closing),)))
        self.write(nodes, math)

    def _characters(self, node: Any, following: Any) -> None:
        end = node.pos + node.len
        for place in range(node.pos, end):
            char = self.content[place]
            if char in "([":
                self.depth += 1
            elif char in ")]":
                self.depth -= 1
            elif char in "^_":
                rest = self.content[place + 1 : end].lstrip()
                stacked = place == self.script_end
                if rest:
                    script = rest[0]
                    self.script_end = end - len(rest) + 1
                elif following is None:
                    continue
                elif type(following).__name__ == "LatexGroupNode":
                    script = self.content[following.pos + 1 : following.pos + following.len - 1]
                else:
                    script = self.content[following.pos : following.pos + following.len]
                if not rest and following is not None:
                    self.script_end = following.pos + following.len
                base = self.content[:place].rstrip()[-1:] or self.before
                sign = script_sign(char, base, script, self.depth > 0 or stacked or self._on_expression(place))
                if sign != char:
                    self.edits.append(Edit(place, place + 1, sign))

    def _on_expression(self, place: int) -> bool:
        """Tell whether the script at a place hangs on a bracket or on the name of a function."""
        before = self.content[:place].rstrip()
        if before.endswith((")", "]")):
            return True
        named = _LAST_NAME.search(before)
        spec = macro(named[1]) if named else None
        return spec is not None and spec.kind == "word"

    def _macro(self, node: Any, following: Any, math: bool) -> None:
        name = node.macroname
        start, named = node.pos, node.pos + 1 + len(name)
        spec = macro(name)
        if spec is None:
            prefix = re.match(r"[A-Za-z]*", name)
            if prefix and prefix.end() < len(name) and macro(prefix.group()) is not None:
                # The parser takes "\\hatπ" for one name.
                self.edits.append(Edit(start, start + 1 + prefix.end(), ""))
                return
            formats = type(following).__name__ == "LatexGroupNode" and following.nodelist
            self.edits.append(Edit(start, named if formats or not name[:1].isalpha() else start + 1, ""))
            return
        if name in ("left", "right") and self.content[named : named + 1] == ".":
            named += 1
        arguments = [argument for argument in (node.nodeargd.argnlist if node.nodeargd else []) if argument is not None]
        if not arguments or not spec.shown:
            end = node.pos + node.len if arguments else named
            before = self.content[start - 1 : start]
            text = "°" if name == "circ" and self.content[:start].rstrip("{ ").endswith("^") else spec.before
            if spec.kind == "word" and before.isalnum():
                text = " " + text
            if math and spec.kind != "word" and node.macro_post_space and not arguments and not before.isspace():
                after = self.content[end + len(node.macro_post_space) :][:1]
                end += len(node.macro_post_space) if after.isalnum() or after in tuple("\\{([") else 0
            self.edits.append(Edit(start, end, text))
            return
        self._with_arguments(node, spec, math)

    def _with_arguments(self, node: Any, spec: Macro, math: bool) -> None:
        start, end = node.pos, node.pos + node.len
        arguments = node.nodeargd.argnlist
        shown = [arguments[i] for i in spec.shown if i < len(arguments) and arguments[i] is not None]
        inner = [self._inner(argument) for argument in shown]
        if spec.kind == "accent" and len(inner) == 1:
            letter = self.content[slice(*inner[0])].strip()
            symbol = macro(letter[1:]) if letter.startswith("\\") else None
            composed = accented(node.macroname, symbol.before if symbol and len(symbol.before) == 1 else letter)
            if composed is not None:
                self.edits.append(Edit(start, end, composed))
                return
        before, between, after = self._joints(node.macroname, spec, [self.content[a:b] for a, b in inner])
        places = [start, *(place for pair in inner for place in pair), end]
        joints = [before, *[between] * (len(inner) - 1), after]
        for joint, left, right in zip(joints, places[::2], places[1::2], strict=True):
            if joint or left < right:
                self.edits.append(Edit(left, right, joint))
        self.elements.append(Element(start, end, tuple(inner)))
        text_mode = node.macroname in _TEXT_MODE
        for argument in shown:
            nodes = argument.nodelist if type(argument).__name__ == "LatexGroupNode" else [argument]
            self.write(nodes, math and not text_mode)

    def _joints(self, name: str, spec: Macro, contents: list[str]) -> tuple[str, str, str]:
        if spec.kind == "fraction" and len(contents) == 2:
            over, under = (bool(re.search(r"[-+=]", content)) for content in contents)
            return "(" * over, ")" * over + "/" + "(" * under, ")" * under
        if spec.kind == "root":
            single = re.fullmatch(r"\s*(?:\w|\d+|\\[A-Za-z]+)\s*", contents[0])
            return ("√", "", "") if single else ("√(", "", ")")
        if spec.kind == "script":
            return script_sign(spec.before, "", contents[0]), "", ""
        if spec.kind == "link":
            return "", "", ""
        return spec.before, spec.between, spec.after

    def _inner(self, node: Any) -> tuple[int, int]:
        if type(node).__name__ == "LatexGroupNode":
            return node.pos + 1, node.pos + node.len - 1
        return node.pos, node.pos + node.len


_TEXT_MODE = frozenset(
    ["text", "textbf", "textit", "textmd", "textnormal", "textrm", "textsc", "textsf", "textsl", "texttt", "textup", "emph", "mbox", "hbox", "fbox", "makebox"]
)
