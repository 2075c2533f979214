"""What clean text looks like: one row for each thing seen in abstracts."""

from __future__ import annotations

import doctest
import sys
import time

import pytest

from kg.text import CleanText, clean

LATEX = [
    (r"$\textbf{E}$ffective", "Effective"),
    (r"$\texttt{EQUAL}$ is", "EQUAL is"),
    (r"H$^3$GNNs", "H3GNNs"),
    (r"$\pi_0$", "π0"),
    (r"$\pi_{0.5}$", "π0.5"),
    (r"$\tau^2$-Bench", "τ2-Bench"),
    (r"E\textsuperscript{2}R", "E2R"),
    (r"A$^*$, $A^\star$, Q$^{+}$", "A*, A⋆, Q+"),
    (r"$O(\sqrt{T})$", "O(√T)"),
    (r"$\mathcal O(n^2 \log^2 n)$", "O(n^2 log^2 n)"),
    (r"$\widetilde{O}(\sqrt{dT})$", "Õ(√(dT))"),
    (r"$\{ \lVert w_p \rVert_r \}$", "{ ‖ w_p ‖_r }"),
    (r"$\frac{1}{2}$ and $\frac{n+1}{k}$", "1/2 and (n+1)/k"),
    (r"$2.68 \times 10^{-3}$", "2.68 × 10^-3"),
    (r"6\times10^{-6}", "6×10^-6"),
    (r"$\{x_i\}_{i=1}^N$", "{x_i}_i=1^N"),
    (r"5–10$\times$", "5–10×"),
    (r"14.3\%, 14.3\\%, $9\\%$", "14.3%, 14.3%, 9%"),
    (r"$\sim$300, ${\sim}300$, $\approx 75\%$, $-$0.02, 7$-$8B", "~300, ~300, ≈75%, -0.02, 7-8B"),
    (r"$97.16\%_{\pm 4.65\%}$ and 0.9$\pm$0.1", "97.16%±4.65% and 0.9±0.1"),
    (r"1{,}357 and $1{,}357$", "1,357 and 1,357"),
    (r"360$^\circ$, 360{\deg}, $90^{\circ}$, 5$^{th}$", "360°, 360°, 90°, 5th"),
    (r"$k$NN, $n$-gram, CO$_2$, F$_1$", "kNN, n-gram, CO2, F1"),
    (r"$a\not\equiv b$ and $\hat\theta$", "a≢b and θ"),
    (r"\(8.21\,\mathrm{G}\) and \[ x \le y \]", "8.21 G and x ≤ y"),
    (r"\begin{abstract} a \begin{align*} x &= y \end{align*} b \end{abstract}", "a x = y b"),
    (r"$\textbf{11$^{\circ}$}$", "11°"),
    (r"$\textit{``Int''}$", '"Int"'),
    (r"\\Big( \\kappa^2 \\Big)", "( κ^2 )"),
    (r"{\em foo bar} and {\bf X}", "foo bar and X"),
    (r"{E}xperiential {L}earning", "Experiential Learning"),
    (r"En-{De, Zh} and {-1, 0, 1}", "En-{De, Zh} and {-1, 0, 1}"),
    (r"\textcolor{red}{Foo} \color{blue} bar", "Foo bar"),
    (r"foo~\cite{a,b} and \citep[see][p.~3]{b}.", "foo and."),
    (r"Foo (\cite{x}) and (Bar; \citet{y})", "Foo and (Bar)"),
    (r"Foo.\footnote{See \url{https://a.b/c}.}", "Foo. (See https://a.b/c.)"),
    (r"\method{} and \ours beat \rev{the rest}, \eg, this", "method and ours beat the rest, e.g., this"),
    (r"mAP\@0.5, i.i.d.\@ data, V\*Bench, state\-of, \~8B, \#1", "mAP@0.5, i.i.d. data, V*Bench, state-of, ~8B, #1"),
    (r"\SI{5}{\meter}, \num{7}", "5 meter, 7"),
    (r"\verb|a_b| and \texttt{Foo\_Bar}", "a_b and Foo_Bar"),
    (r"a \\ b \ c\ d", "a b c d"),
    (r"\unicode{x2013}", "–"),
    (r"\texttt{\<try\>}", "<try>"),
]
ACCENTS = [
    (r"G\"odel, na\"ive, na\"{\i}ve, B\'ezier, Fr\'{e}chet", "Gödel, naïve, naïve, Bézier, Fréchet"),
    (r"espa\~nol, fa\c{c}ade, \c{c}\~ao, \v{C}ech, \L ukasz", "español, façade, ção, Čech, Ł ukasz"),
    (r"It\'s \"foo bar\" now", 'It\'s "foo bar" now'),
    (r"\r{ho} = 0.9, \b{eta}-VAE, \k{appa}", "ρ = 0.9, β-VAE, κ"),
]
MONEY = [
    ("costs $5 and $7", "costs $5 and $7"),
    ("under $100.", "under $100."),
    (r"\$5 and \$7.5", "$5 and $7.5"),
    ("$500-$780 USD", "$500-$780 USD"),
    ("from US$5 to A$7 in $n$ steps", "from US$5 to A$7 in n steps"),
    (r"pays $5 for $\alpha$ and $k$", "pays $5 for α and k"),
    (r"$5 on \textbf{X} and $7", "$5 on X and $7"),
]
URLS = [
    (r"\url{https://a.b/c_d\_e~f\%20}", "https://a.b/c_d_e~f%20"),
    (r"https://a.b/foo\_bar and https://a.b/_x_/--y", "https://a.b/foo_bar and https://a.b/_x_/--y"),
    (r"\href{https://a.b/c}{Foo Bar}", "Foo Bar (https://a.b/c)"),
    (r"\href{https://a.b/c}{https://a.b/c}, \href{https://a.b/c}{a.b/c}", "https://a.b/c, https://a.b/c"),
    (r"$\href{https://a.b/}{https://a.b/}$", "https://a.b/"),
    ("[text](https://x.y/z_(a))", "text (https://x.y/z_(a))"),
    ("[https://x.y/z](https://x.y/z)", "https://x.y/z"),
    ("**https://x.y/z_z**, <https://x.y/>", "https://x.y/z_z, https://x.y/"),
    (r"\textcolor{magenta}{https://a.b/c}.", "https://a.b/c."),
]
MARKDOWN = [
    ("**PG-Occ**", "PG-Occ"),
    ("_Learning-to-Defer_", "Learning-to-Defer"),
    ("*x*, __y__, ***z***, **a *b* c**, (*d*)", "x, y, z, a b c, (d)"),
    ("**E**fficient Mo**E**", "Efficient MoE"),
    ("the `foo_bar` and ``code``", "the foo_bar and code"),
    ("# Heading\ntext", "Heading text"),
    ("snake_case, f_theta, __init__x", "snake_case, f_theta, __init__x"),
    ("A* and B*, 2*3*4, 2 * 3 * 4, x**2 + y**2", "A* and B*, 2*3*4, 2 * 3 * 4, x**2 + y**2"),
    ("C#, #1 on", "C#, #1 on"),
    (r"**Retro\***", "Retro*"),
    ("**open and *closed*", "**open and closed"),
    ("safe __*and*__ sound", "safe and sound"),
]
HTML = [
    ("<i>a</i> &amp; b&nbsp;c", "a & b c"),
    ("x<sup>2</sup>, 10<sup>-3</sup>, 1<sup>st</sup>, H<sub>2</sub>O", "x2, 10^-3, 1st, H2O"),
    ("<p>One.</p><p>Two.</p>", "One. Two."),
    ("a <b and c> d, <LOOK>, p<0.05 and q>0.1", "a <b and c> d, <LOOK>, p<0.05 and q>0.1"),
    ("one &mdash; two &#8211; &unknown; a&b", "one — two – &unknown; a&b"),
    ('<a href="https://a.b/c">here</a>', "here"),
    ("a<!-- note -->b", "ab"),
]
CHARACTERS = [
    ("non‑breaking, hy­phen, zero​width, ﬁne", "non-breaking, hyphen, zerowidth, fine"),
    ("“Bayes’ rule”", '"Bayes\' rule"'),
    ("``q'' and `q' and CNN`s", "\"q\" and 'q' and CNN's"),
    ("5--10 and a---b, --flag", "5–10 and a—b, --flag"),
    ("Fig.~3, ~10%, Gemini~2.5, 5~10, a ~ b", "Fig. 3, ~10%, Gemini 2.5, 5~10, a ~ b"),
    ("τ²-Bench, 10⁻³, 2¹⁰, π₀", "τ2-Bench, 10^-3, 2^10, π0"),
    ("𝖬𝖦 ℝ ℓ₁ Ｆｕｌｌ ½ … ™ ① ∼5 −5%", "MG R ℓ1 Full 1/2 ... ™ ① ~5 -5%"),
    ("e\u0301a \u0301", "éa \u0301"),
    ("a\x00b\x07c\x1bd\ufeff", "abcd"),
    ("theo\x02retical", "theoretical"),
    ("a\ud800b", "a\ufffdb"),
    ("تعلم‏ abc‎", "تعلم abc"),
]
SPACE = [
    ("", ""),
    (" \n\t ", ""),
    ("  a \t b  ", "a b"),
    ("hard\nwrapped\r\nlines\rhere\u2028there", "hard wrapped lines here there"),
    ("one.\n\n\ttwo", "one. two"),
    ("multi-\nmodal and GPT-\r\n  4", "multi-modal and GPT-4"),
    ("multi\u00ad\nmodal", "multimodal"),
    ("short-\nand long-term", "short- and long-term"),
    ("a -\nb", "a - b"),
]
BROKEN = [
    (r"\textbf{open", "open"),
    ("close} it", "close it"),
    (r"$\textit{half of", "half of"),
    (r"half}$.", "half."),
    (r"lone \ and $ end", "lone and $ end"),
    (r"p < 10^{-6)", "p < 10^-6)"),
    (r"$\frac$ and $a } b$", "and a b"),
    ("\\", "\\"),
    ("$", "$"),
    (r"C:\data\x", r"C:\data\x"),
    ("[text](", "[text]("),
    ("&#xD800; &#0;", "\ufffd \ufffd"),
]


@pytest.mark.parametrize(("text", "expected"), [*LATEX, *ACCENTS, *MONEY, *URLS, *MARKDOWN, *HTML, *CHARACTERS, *SPACE, *BROKEN])
def test_clean(text: str, expected: str) -> None:
    assert clean(text).text == expected


def test_title_and_abstract_stay_apart() -> None:
    title, abstract = "**Foo**:  a\nbroken $5 title", "An abs-\ntract of $7."
    cleaned = clean(f"{title}\n{abstract}", len(title))
    assert cleaned.text == "Foo: a broken $5 title\nAn abs-tract of $7."
    assert cleaned.text.count("\n") == 1
    start = cleaned.text.index("abs-tract")
    assert cleaned.original[slice(*cleaned.span(start, start + 9))] == "abs-\ntract"


@pytest.mark.parametrize(
    ("text", "title_end", "expected"),
    [
        ("A title\nAn abstract", 7, "A title\nAn abstract"),
        ("A title\nAn abstract", None, "A title An abstract"),
        ("A title\nAn abstract", 3, "A title An abstract"),
        ("A title\nAn abstract", 700, "A title An abstract"),
        ("A title\nAn abstract", -1, "A title An abstract"),
        ("**\nAn abstract", 2, "**\nAn abstract"),
        ("\u200b\nAn abstract", 1, "An abstract"),
        ("A title\n\u200b", 7, "A title"),
        ("\n", 0, ""),
    ],
)
def test_title_end(text: str, title_end: int | None, expected: str) -> None:
    assert clean(text, title_end).text == expected


SPANS = [
    (r"$\textbf{E}$ffective", "Effective", r"$\textbf{E}$ffective"),
    (r"An $\textbf{E}$ffective one", "Effective one", r"$\textbf{E}$ffective one"),
    (r"the H$^3$GNNs are", "H3GNNs", r"H$^3$GNNs"),
    (r"\textbf{Foo Bar} baz", "Foo Bar baz", r"\textbf{Foo Bar} baz"),
    (r"\textbf{Foo Bar} baz", "Foo Bar", "Foo Bar"),
    (r"\textbf{Foo Bar} baz", "Bar", "Bar"),
    (r"on $\tau^2$-Bench we", "τ2-Bench", r"$\tau^2$-Bench"),
    (r"$O(\sqrt{T})$", "√T", r"\sqrt{T}"),
    ("a **PG**-Occ b", "PG-Occ", "**PG**-Occ"),
    ("a **PG-Occ** b", "PG-Occ", "PG-Occ"),
    ("the _Learning_ to", "Learning to", "_Learning_ to"),
    (r"gains 14.3\% here", "14.3%", r"14.3\%"),
    (r"\href{https://a.b/c}{Foo Bar} x", "Foo Bar", "Foo Bar"),
    (r"\href{https://a.b/c}{Foo Bar} x", "Foo Bar (https://a.b/c)", r"\href{https://a.b/c}{Foo Bar}"),
    ("[Foo](https://a.b/c) x", "https://a.b/c", "https://a.b/c"),
    ("a<i>b</i>c d", "abc", "a<i>b</i>c"),
    ("multi-\nmodal", "multi-modal", "multi-\nmodal"),
    ("the ﬁne one", "fine", "ﬁne"),
    (r"B\'ezier curve", "Bézier", r"B\'ezier"),
    ("A&amp;B c", "A&B", "A&amp;B"),
    (r"\textbf{the first word} is", "word is", "word} is"),
]


@pytest.mark.parametrize(("text", "mention", "source"), SPANS)
def test_span(text: str, mention: str, source: str) -> None:
    cleaned = clean(text)
    start = cleaned.text.index(mention)
    low, high = cleaned.span(start, start + len(mention))
    assert text[low:high] == source
    assert clean(source).text == mention
    found = cleaned.find(low, high)
    assert found is not None
    assert found[0] <= start and start + len(mention) <= found[1]


def test_span_without_a_slice_of_its_own_keeps_mark_up_whole() -> None:
    cleaned = clean("x *emphasis on words* y")
    start = cleaned.text.index("words y")
    assert cleaned.original[slice(*cleaned.span(start, start + 7))] == "*emphasis on words* y"


def test_find() -> None:
    cleaned = clean(r"a \cite{key} **b**")
    assert cleaned.text == "a b"
    assert cleaned.find(0, 1) == (0, 1)
    assert cleaned.find(3, 11) is None
    assert cleaned.find(13, 18) == (2, 3)
    assert cleaned.find(0, len(cleaned.original)) == (0, 3)
    assert cleaned.find(5, 5) is None
    assert clean("plain").find(1, 3) == (1, 3)


@pytest.mark.parametrize(("start", "end"), [(0, 0), (2, 1), (-1, 2), (0, 4)])
def test_span_outside_the_text_is_an_error(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="empty or outside the clean text of 3 characters"):
        clean("abc").span(start, end)


@pytest.mark.parametrize(("start", "end"), [(2, 1), (-1, 2), (0, 4)])
def test_find_outside_the_original_is_an_error(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="outside the original text of 3 characters"):
        clean("abc").find(start, end)


def test_clean_text_is_frozen_and_plain_text_is_itself() -> None:
    cleaned = clean("plain text")
    assert cleaned == CleanText("plain text", "plain text")
    with pytest.raises(AttributeError):
        cleaned.text = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    "piece",
    ["word ", "$a ", "$", "{", "\\textbf{", " *a", "`a ", "<i>", "[a](", "\\cite{a} ", "\u0301", "<!--", "\\begin{align}", "a~", "\\(", "http://a.b ", "-\n"],
)
def test_time_is_linear_in_the_length(piece: str) -> None:
    def seconds(times: int) -> float:
        text = piece * times
        best = float("inf")
        for _ in range(3):
            began = time.process_time()
            clean(text)
            best = min(best, time.process_time() - began)
        return best

    # Eight times the text: quadratic time would be 64 times as long.
    assert seconds(8000) < 24 * seconds(1000) + 0.05


def test_examples_of_the_docstrings() -> None:
    result = doctest.testmod(sys.modules["kg.text.clean"])
    assert (result.attempted, result.failed) == (4, 0)
