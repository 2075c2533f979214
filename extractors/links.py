r"""URLs of a text: code, data, project pages.

`find_links` reads clean text and text with LaTeX or Markdown alike, since the target of ``\href{URL}{here}`` or ``[here](URL)`` stands only in the mark-up.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spacy.language import Language

from extractors.extensions import text_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["Links", "find_links", "make_links"]

_CHAR = r"(?:[^\s<>\"“”‘’{}|\\^`\[\]$，。；）、]|\\[_%#&~])"
# Without a scheme: a host in lower case under a top-level domain that papers link to, and a path; or a page on a well-known host.
_BARE = (
    r"(?<![\w/@.\\:-])(?:[a-z0-9-]+\.)+(?:com|org|io|net|edu|gov|ai|co|dev|app|page|site|me|ly|gl|science|in|cn|de|uk|ch|fr|jp|kr|eu)/" + _CHAR + "+"
    r"|(?<![\w/@.\\:-])[a-z0-9-]+\.(?:github\.io|gitlab\.io|readthedocs\.io|netlify\.app|vercel\.app)\b/?" + _CHAR + "*"
)
_URL = re.compile(rf"(?:https?|ftp)://{_CHAR}*|(?<![\w./-])www\.{_CHAR}+\.{_CHAR}+|{_BARE}")
# A URL that a line break cut ends in a separator, or with less of a path than its host demands; it goes on with something that is no plain word, or
# that ends the text.
_ENDS_OPEN = re.compile(r"(?:(?:github|gitlab)\.com/(?:[\w.-]+/)?|//|[_=?&#]|(?<!-)-)$")
_REST = re.compile(rf"\s+((?=[^\s/]*(?:[/_\d]|-\w|[a-z][A-Z])){_CHAR}+|{_CHAR}+(?=\s*$))")
_ESCAPE = re.compile(r"\\([_%#&~])")
_TRAILING = ".,;:!?'*"


def _trim(url: str) -> str:
    """Return `url` without the punctuation of the sentence around it and without brackets that it does not open."""
    while url:
        last = url[-1]
        if last in _TRAILING or (last == ")" and url.count(")") > url.count("(")) or (last == "(" and url.count("(") > url.count(")")):
            url = url[:-1]
        else:
            break
    # "(https://a.b/c).Code": the bracket closed before the end.
    if url.count(")") > url.count("("):
        depth = 0
        for place, char in enumerate(url):
            depth += (char == "(") - (char == ")")
            if depth < 0:
                return _trim(url[:place])
    return url


def find_links(text: str) -> list[str]:
    """Return the URLs of a text, in order, each once.

    Parameters
    ----------
    text : str
        Clean text, or the original with its LaTeX or Markdown.

    Returns
    -------
    list of str
        As written, without LaTeX escapes and without the punctuation that follows. Where a URL stands both with and without its
        scheme, the one with it.
    """
    found: dict[str, str] = {}
    place = 0
    while match := _URL.search(text, place):
        url, place = match.group(), match.end()
        while _ENDS_OPEN.search(url) and (rest := _REST.match(text, place)):
            url, place = url + rest.group(1), rest.end()
        url = _trim(re.sub(r"\s", "", _ESCAPE.sub(r"\1", url)))
        key = re.sub(r"^(?:\w+://)?(?:www\.)?", "", url).rstrip("/").casefold()
        if "." not in key.split("/")[0]:
            continue
        if "://" in url and "://" not in found.get(key, "://"):
            found[key] = url
        found.setdefault(key, url)
    return list(found.values())


class Links:
    """Component that writes ``Doc._.kg_links``."""

    def __call__(self, doc: Doc) -> Doc:
        """Find the URLs of the clean text of `doc`."""
        doc._.kg_links = find_links(text_of(doc))
        return doc


@Language.factory("kg_links", assigns=["doc._.kg_links"])
def make_links(nlp: Language, name: str) -> Links:
    """Create the component."""
    return Links()
