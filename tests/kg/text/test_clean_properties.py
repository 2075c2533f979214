"""What holds for every text."""

from __future__ import annotations

import string

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.text import clean

QUICK = settings(derandomize=True, max_examples=120, deadline=None)

FRAGMENTS = [
    *("$", "$$", "\\", "{", "}", "\\textbf{", "\\emph{", "*", "**", "_", "`", "``", "''", "a", "b c", "5", "^", "_{", "^{", "\\frac", "\\href{", "]("),
    *("[", "](http://x.y)", "http://a.b/c", "\\url{", "\n", "\n\n", " ", "~", "--", "&amp;", "<i>", "</i>", "<sup>", "\\cite{", "\\begin{align}", "%"),
    *("\\end{align}", "\\(", "\\)", "\\[", "\\]", "\\%", "# ", "\u00ad", "\u200b", "é", "e\u0301", "\u0301", "\ud800", "\x00", "²", "⁻", "ﬁ", "\\tau"),
    *("\\pi_0", "\\'e", '\\"', "\\~", "\\verb|", "|", "\\sqrt{", "\\left", "\\hat", "\\c{", "\\unicode{x", "\\footnote{", "\r\n", "-\n", "\\ours", "\\SI{"),
    *("<!--", "-->", "\\$", ",", "1", "\\right.", "\\not", "\\text{", "\\over", "\\\\"),
]
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)
MARKED_UP = st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join)

# Each kind of mark-up as (source, clean) of one token.
_NAME = st.text(string.ascii_letters, min_size=1, max_size=6)
TOKEN = st.one_of(
    _NAME.map(lambda w: (w, w)),
    _NAME.map(lambda w: (f"**{w}**", w)),
    _NAME.map(lambda w: (f"_{w}_", w)),
    _NAME.map(lambda w: (f"`{w}`", w)),
    _NAME.map(lambda w: (f"<i>{w}</i>", w)),
    _NAME.map(lambda w: (f"\\textbf{{{w} {w}}}", f"{w} {w}")),
    _NAME.map(lambda w: (f"$\\texttt{{{w}}}$", w)),
    _NAME.map(lambda w: (f"$\\textbf{{{w[0]}}}${w[1:]}", w)),
    _NAME.map(lambda w: (f"{w}$^3${w}", f"{w}3{w}")),
    _NAME.map(lambda w: (f"$\\tau^2$-{w}", f"τ2-{w}")),
    _NAME.map(lambda w: (f"\\underline{{{w[0]}}}{w[1:]}x", f"{w}x")),
    _NAME.map(lambda w: (f"\\href{{https://a.b/{w}}}{{the {w}}}", f"the {w} (https://a.b/{w})")),
    _NAME.map(lambda w: (f"{w}\\_{w}\\&{w}", f"{w}_{w}&{w}")),
    st.integers(1, 99).map(lambda n: (f"{n}.5\\%", f"{n}.5%")),
    st.integers(1, 99).map(lambda n: (f"{n}$\\times$", f"{n}×")),
    st.sampled_from([("B\\'ezier", "Bézier"), ("ﬁne", "fine"), ("non\u2011x", "non-x"), ("multi-\nmodal", "multi-modal"), ("$\\pi_0$", "π0")]),
)


@QUICK
@given(st.one_of(ANY_TEXT, MARKED_UP), st.one_of(st.none(), st.integers(-1, 70)), st.data())
def test_never_raises_and_offsets_are_inside(text: str, title_end: int | None, data: st.DataObject) -> None:
    cleaned = clean(text, title_end)
    cleaned.text.encode("utf-8")
    assert cleaned.original == text
    assert cleaned.text == cleaned.text.strip(" ")
    assert "  " not in cleaned.text
    assert cleaned.text.count("\n") <= (title_end is not None)
    if cleaned.text:
        start = data.draw(st.integers(0, len(cleaned.text) - 1))
        end = data.draw(st.integers(start + 1, len(cleaned.text)))
        low, high = cleaned.span(start, end)
        assert 0 <= low < high <= len(text)
        found = cleaned.find(low, high)
        assert found is not None
        assert found[0] <= start < end <= found[1]


@QUICK
@given(st.one_of(ANY_TEXT, MARKED_UP))
def test_offsets_never_decrease(text: str) -> None:
    cleaned = clean(text)
    found = [cleaned.find(i, i + 1) for i in range(len(text))]
    kept = [place for place in found if place is not None]
    assert kept == sorted(kept)
    # Every clean character comes from somewhere.
    assert {i for start, end in kept for i in range(start, end)} == set(range(len(cleaned.text)))


@QUICK
@given(st.lists(TOKEN, min_size=1, max_size=8), st.data())
def test_a_mention_leads_to_a_slice_that_cleans_to_it(tokens: list[tuple[str, str]], data: st.DataObject) -> None:
    source = " ".join(s for s, _ in tokens)
    cleaned = clean(source)
    assert cleaned.text == " ".join(c for _, c in tokens)
    first = data.draw(st.integers(0, len(tokens) - 1))
    last = data.draw(st.integers(first, len(tokens) - 1))
    start = len("".join(c + " " for _, c in tokens[:first]))
    mention = " ".join(c for _, c in tokens[first : last + 1])
    low, high = cleaned.span(start, start + len(mention))
    assert clean(source[low:high]).text == mention
    assert source[low:high].strip() in " ".join(s for s, _ in tokens[first : last + 1])


@QUICK
@given(st.text(st.sampled_from(string.ascii_letters + string.digits + " .,;:()-%/\n\u00a0éü–²ﬁ“’τ\u200b"), max_size=80))
def test_cleaning_clean_plain_text_changes_nothing(text: str) -> None:
    once = clean(text)
    again = clean(once.text)
    assert again.text == once.text


@QUICK
@given(MARKED_UP, MARKED_UP)
def test_title_and_abstract_are_cleaned_as_if_alone(title: str, abstract: str) -> None:
    parts = [clean(part).text for part in (title, abstract)]
    assert clean(f"{title}\n{abstract}", len(title)).text == "\n".join(part for part in parts if part)
