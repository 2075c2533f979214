"""What LaTeX commands stand for in plain text.

Most symbols come from the tables of pylatexenc (https://github.com/phfaist/pylatexenc); here stands what those lack or what abstracts need otherwise.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

__all__ = ["ACCENTS", "MATH_ENVIRONMENTS", "Macro", "macro", "macros_with_arguments"]


class Macro(NamedTuple):
    """What a command does.

    Attributes
    ----------
    arguments : str
        What follows its name: ``*`` optional star, ``[`` optional argument in brackets, ``{`` argument (pylatexenc's notation).
    shown : tuple of int
        The arguments that appear in the text, by their place in `arguments`, in order.
    before, between, after : str
        What stands around them. A command without shown arguments is `before`.
    kind : str
        ``""``, or a treatment of its own: ``url``, ``link``, ``script``, ``accent``, ``fraction``, ``character``, ``drop`` (the white space before
        it goes as well), ``word`` (a name that needs space around it in a formula).
    """

    arguments: str = ""
    shown: tuple[int, ...] = ()
    before: str = ""
    between: str = ""
    after: str = ""
    kind: str = ""


_FONTS = (
    "emph text textbf textit textmd textnormal textrm textsc textsf textsl texttt textup mathbb mathbf mathcal mathfrak mathit mathnormal mathrm mathscr"
    " mathsf mathtt bm boldsymbol pmb mathop mathbin mathrel mathord mathopen mathclose mathpunct operatorname ensuremath mbox hbox fbox makebox smash"
    " underline uline ul uwave underbar overline overbrace underbrace overrightarrow uppercase lowercase MakeUppercase MakeLowercase num si gls Gls glspl"
    " Glspl acrfull acrshort acrlong ac acf acl acs acp added revised highlight hl title section subsection paragraph keywords IEEEauthorblockN"
)
_SWITCHES = (
    "em bf it rm sc sf sl tt cal bfseries itshape mdseries rmfamily scshape sffamily slshape ttfamily upshape normalfont tiny scriptsize footnotesize"
    " small normalsize large Large LARGE huge Huge displaystyle textstyle scriptstyle limits nolimits left right middle big Big bigg Bigg bigl bigr Bigl"
    " Bigr biggl biggr Biggl Biggr bigm Bigm noindent indent centering raggedright protect relax ignorespaces unskip xspace leavevmode null strut"
    " mathstrut maketitle allowbreak nobreak nonumber notag boldmath unboldmath hfill hfil vfill"
)
_BREAKS = "par newline linebreak smallskip medskip bigskip newpage clearpage quad qquad enspace thinspace space nobreakspace item"
_DROPPED = {
    "label": "{",
    "ref": "*{",
    "cref": "*{",
    "Cref": "*{",
    "autoref": "*{",
    "eqref": "*{",
    "pageref": "*{",
    "nameref": "*{",
    "vspace": "*{",
    "hspace": "*{",
    "vskip": "",
    "phantom": "{",
    "hphantom": "{",
    "vphantom": "{",
    "includegraphics": "*[{",
    "todo": "[{",
    "deleted": "[{",
    "sout": "{",
    "st": "{",
    "color": "[{",
    "definecolor": "{{{",
    "hypersetup": "{",
    "pagestyle": "{",
    "thispagestyle": "{",
    "bibliography": "{",
    "bibliographystyle": "{",
    "index": "{",
    "ding": "{",
    "footnotemark": "[",
    "tag": "*{",
    "fontsize": "{{",
}
_CITATION = re.compile(r"[A-Za-z]*[cC]ite[A-Za-z]*")
_ABBREVIATIONS = {
    "eg": "e.g.",
    "Eg": "E.g.",
    "ie": "i.e.",
    "Ie": "I.e.",
    "etc": "etc.",
    "etal": "et al.",
    "vs": "vs.",
    "wrt": "w.r.t.",
    "aka": "a.k.a.",
    "cf": "cf.",
    "iid": "i.i.d.",
    "dof": "d.o.f.",
}
_SYMBOLS = {
    "%": "%",
    "&": "&",
    "_": "_",
    "$": "$",
    "#": "#",
    "{": "{",
    "}": "}",
    "*": "*",
    "lbrace": "{",
    "rbrace": "}",
    "lbrack": "[",
    "rbrack": "]",
    "|": "‖",
    "lVert": "‖",
    "rVert": "‖",
    "Vert": "‖",
    "lvert": "|",
    "rvert": "|",
    "vert": "|",
    "mid": "|",
    "colon": ":",
    "coloneqq": ":=",
    "ne": "≠",
    "le": "≤",
    "ge": "≥",
    "leqslant": "≤",
    "geqslant": "≥",
    "lesssim": "≲",
    "gtrsim": "≳",
    "sim": "~",
    "thicksim": "~",
    "texttildelow": "~",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textbackslash": "\\",
    "textunderscore": "_",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "lt": "<",
    "gt": ">",
    "slash": "/",
    "backslash": "\\",
    "deg": "°",
    "degree": "°",
    "textdegree": "°",
    "textperthousand": "‰",
    "texttimes": "×",
    "textpm": "±",
    "textmu": "μ",
    "upmu": "μ",
    "micro": "μ",
    "textregistered": "®",
    "circledR": "®",
    "texttrademark": "™",
    "copyright": "©",
    "checkmark": "✓",
    "land": "∧",
    "lor": "∨",
    "star": "⋆",
    "ast": "*",
    "prime": "'",
    "dots": "...",
    "ldots": "...",
    "cdots": "...",
    "dotsc": "...",
    "dotsb": "...",
    "textellipsis": "...",
    "textemdash": "—",
    "textendash": "–",
    "textquotesingle": "'",
    "textquoteleft": "'",
    "textquoteright": "'",
    "textquotedblleft": '"',
    "textquotedblright": '"',
    "varepsilon": "ε",
    "epsilon": "ε",
    "phi": "φ",
    "varphi": "φ",
    "vartheta": "θ",
    "varrho": "ρ",
    "varsigma": "ς",
    "ell": "ℓ",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "S": "§",
    "P": "¶",
    "Re": "Re",
    "Im": "Im",
    "!": "",
    "/": "",
    ",": " ",
    ";": " ",
    ":": " ",
    ">": ">",
    " ": " ",
    "\n": " ",
    "\t": " ",
    "\\": " ",
    "-": "-",
    ".": ".",
    "'": "'",
    "`": "`",
    '"': '"',
    "~": "~",
    "<": "<",
    "+": "+",
    "=": "=",
    "^": "^",
    "@": "",
}
_WORDS = (
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh"
    " argmax argmin softmax mod bmod"
)
_DOUBLE = {
    "href": Macro("{{", (1,), kind="link"),
    "url": Macro("{", (0,), kind="url"),
    "nolinkurl": Macro("{", (0,), kind="url"),
    "path": Macro("{", (0,), kind="url"),
    "codeurl": Macro("{", (0,), kind="url"),
    "textcolor": Macro("[{{", (2,)),
    "colorbox": Macro("[{{", (2,)),
    "fcolorbox": Macro("[{{{", (3,)),
    "hyperref": Macro("[{", (1,)),
    "hyperlink": Macro("{{", (1,)),
    "hypertarget": Macro("{{", (1,)),
    "texorpdfstring": Macro("{{", (1,)),
    "replaced": Macro("[{{", (1,)),
    "raisebox": Macro("{[[{", (3,)),
    "scalebox": Macro("{{", (1,)),
    "resizebox": Macro("{{{", (2,)),
    "rotatebox": Macro("[{{", (2,)),
    "parbox": Macro("[{{", (2,)),
    "SI": Macro("[{{", (1, 2), between=" "),
    "qty": Macro("[{{", (1, 2), between=" "),
    "frac": Macro("{{", (0, 1), between="/", kind="fraction"),
    "tfrac": Macro("{{", (0, 1), between="/", kind="fraction"),
    "dfrac": Macro("{{", (0, 1), between="/", kind="fraction"),
    "cfrac": Macro("[{{", (1, 2), between="/", kind="fraction"),
    "nicefrac": Macro("{{", (0, 1), between="/", kind="fraction"),
    "sfrac": Macro("{{", (0, 1), between="/", kind="fraction"),
    "binom": Macro("{{", (0, 1), "C(", ",", ")"),
    "sqrt": Macro("[{", (1,), "√", kind="root"),
    "footnote": Macro("[{", (1,), " (", after=")", kind="note"),
    "footnotetext": Macro("[{", (1,), " (", after=")", kind="note"),
    "thanks": Macro("{", (0,), " (", after=")", kind="note"),
    "enquote": Macro("*{", (1,), '"', after='"'),
    "textquote": Macro("{", (0,), '"', after='"'),
    "say": Macro("{", (0,), '"', after='"'),
    "overset": Macro("{{", (1,)),
    "underset": Macro("{{", (1,)),
    "stackrel": Macro("{{", (1,)),
    "xrightarrow": Macro("[{", (), "→"),
    "xleftarrow": Macro("[{", (), "←"),
    "textsuperscript": Macro("{", (0,), "^", kind="script"),
    "textsubscript": Macro("{", (0,), "_", kind="script"),
    "unicode": Macro("{", (0,), kind="character"),
    "operatorname": Macro("*{", (1,)),
    "ket": Macro("{", (0,), "|", after="⟩"),
    "bra": Macro("{", (0,), "⟨", after="|"),
}

# Commands that put a mark on a letter, with the combining character. Letters as names ("\c") are accents in text, marks in formulas have words.
ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "c": "\u0327",
    "k": "\u0328",
    "r": "\u030a",
    "d": "\u0323",
    "b": "\u0331",
    "acute": "\u0301",
    "grave": "\u0300",
    "hat": "\u0302",
    "widehat": "\u0302",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "bar": "\u0304",
    "breve": "\u0306",
    "check": "\u030c",
    "dot": "\u0307",
    "ddot": "\u0308",
    "vec": "\u20d7",
    "not": "\u0338",
}
MATH_ENVIRONMENTS = frozenset(
    name + star for name in ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign") for star in ("", "*")
)


@lru_cache(maxsize=1)
def _table() -> dict[str, Macro]:
    table: dict[str, Macro] = {}
    for name, symbol in _pylatexenc_symbols().items():
        table[name] = Macro(before=symbol)
    table.update((name, Macro(before=symbol)) for name, symbol in {**_SYMBOLS, **_ABBREVIATIONS}.items())
    table.update((name, Macro("{", (0,))) for name in _FONTS.split())
    table.update((name, Macro()) for name in _SWITCHES.split())
    table.update((name, Macro(before=" ")) for name in _BREAKS.split())
    table.update((name, Macro(before=name, kind="word")) for name in _WORDS.split() if name != "deg")
    table.update((name, Macro(arguments, kind="drop")) for name, arguments in _DROPPED.items())
    table.update((name, Macro("{", (0,), kind="accent")) for name in ACCENTS)
    table.update(_DOUBLE)
    return table


def _pylatexenc_symbols() -> dict[str, str]:
    from pylatexenc.latex2text import get_default_latex_context_db  # type: ignore[import-untyped]

    context = get_default_latex_context_db()
    symbols: dict[str, str] = {}
    for category in context.category_list:
        for name, spec in context.d[category]["macros"].items():
            text = spec.simplify_repl
            if isinstance(text, str) and "%" not in text and len(text.strip()) == 1:
                symbols.setdefault(name, text)
    return symbols


def macro(name: str) -> Macro | None:
    r"""Return what the command of that name (without its backslash) does, or None for one that a paper's author defined."""
    found = _table().get(name)
    if found is None and _CITATION.fullmatch(name):
        return Macro("*[[{", kind="drop")
    return found


def macros_with_arguments() -> list[tuple[str, str]]:
    """Return names and arguments of every command, for a parser."""
    return [(name, spec.arguments) for name, spec in _table().items()]
