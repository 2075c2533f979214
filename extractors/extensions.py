"""Every custom attribute of spaCy's Doc that the pipeline uses, declared once.

Importing this module declares them. A clash with somebody else's extension of the same name fails loudly.
"""

from __future__ import annotations

from typing import Any

from spacy.tokens import Doc

__all__ = ["EXTENSIONS"]

EXTENSIONS: dict[str, str] = {
    "kg_title_end": "int: where the title ends in Doc.text (exclusive); 0 without a title",
    "kg_abbreviations": "list of AbbreviationSpan",
    "kg_entities": "list of DocEntity, by first mention",
    "kg_results": "list of DocResult, in the order of the text",
    "kg_relations": "list of DocRelation",
    "kg_links": "list of str: URLs",
    "kg_warnings": "list of str",
}


def _declare() -> None:
    for name in EXTENSIONS:
        if Doc.has_extension(name):
            getter: Any = Doc.get_extension(name)[2]
            if getattr(getter, "__module__", None) != __name__:
                raise ValueError(f"another package has already declared the spaCy extension Doc._.{name}; kg cannot run beside it")
            continue
        Doc.set_extension(name, getter=_getter(name), setter=_setter(name))


def _getter(name: str) -> Any:
    empty: Any = 0 if name == "kg_title_end" else ()

    def get(doc: Doc) -> Any:
        return doc.user_data.get(name, list(empty) if empty == () else empty)

    return get


def _setter(name: str) -> Any:
    def put(doc: Doc, value: Any) -> None:
        doc.user_data[name] = value

    return put


_declare()
