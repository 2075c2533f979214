"""URLs of a text."""

import pytest
import spacy

import extractors.links  # noqa: F401
from extractors.links import find_links


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("Code: https://github.com/acme/tool.", ["https://github.com/acme/tool"]),
        ("(https://acme.github.io/tool/).", ["https://acme.github.io/tool/"]),
        (r"at \url{https://github.com/acme/my\_tool}.", ["https://github.com/acme/my_tool"]),
        (r"at \href{https://acme.org/x}{here} and \href{https://acme.org/x}{https://acme.org/x}", ["https://acme.org/x"]),
        ("[here](https://acme.org/a_(b)) now", ["https://acme.org/a_(b)"]),
        ("[github.com/acme/tool](https://github.com/acme/tool)", ["https://github.com/acme/tool"]),
        ("**https://acme.org/x**, and `https://acme.org/y`;", ["https://acme.org/x", "https://acme.org/y"]),
        ("see github.com/acme/tool and huggingface.co/acme/model.", ["github.com/acme/tool", "huggingface.co/acme/model"]),
        ("see acme.github.io now", ["acme.github.io"]),
        ("see www.acme.org/x!", ["www.acme.org/x"]),
        ("at https://github.com/ acme/tool.", ["https://github.com/acme/tool"]),
        ("at https://github.com/acme/long- name.", ["https://github.com/acme/long-name"]),
        ("at https://acme.github.io/ We also show", ["https://acme.github.io/"]),
        ("https://acme.org/watch?v=a1&t=2#top, next", ["https://acme.org/watch?v=a1&t=2#top"]),
        ("(see https://acme.org/x).Code follows", ["https://acme.org/x"]),
        ("Wikipedia (https://en.wikipedia.org/wiki/Gradient_(calculus)) says", ["https://en.wikipedia.org/wiki/Gradient_(calculus)"]),
        ("https://a.org/x and http://www.a.org/x/", ["https://a.org/x"]),
        ("https://b.org then https://a.org", ["https://b.org", "https://a.org"]),
    ],
)
def test_found(text: str, links: list[str]) -> None:
    assert find_links(text) == links


@pytest.mark.parametrize(
    "text", ["", "no links", "e.g. this/that", "Node.js and and/or", "https://", "http:// ", "v1.5/2.0", "name@acme.org", "ratio 3.5/4", "https://localhost"]
)
def test_none(text: str) -> None:
    assert find_links(text) == []


def test_component() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_links")
    assert nlp("Code at https://acme.org/x.")._.kg_links == ["https://acme.org/x"]
