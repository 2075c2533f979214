"""Every custom attribute of spaCy's Doc that the pipeline uses, declared once.

Importing this module declares them; a clash with somebody else's extension of the same name fails loudly.

The values stand in `Doc.user_data` as plain lists and numbers, since spaCy sends Docs between processes as msgpack
(`nlp.pipe(n_process=2)`, `Doc.to_bytes`), which knows no dataclasses; reading an attribute builds the records anew.
Hence: change a list and assign it again, ``doc._.kg_entities = entities``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from spacy.tokens import Doc

from extractors.base import AbbreviationSpan, DocEntity, DocMention, DocRelation, DocResult
from extractors.pairs import PairScores

__all__ = ["EXTENSIONS", "text_of"]


def _row(record: Any) -> list[Any]:
    return [getattr(record, field.name) for field in fields(record)]


def _pack_entities(entities: list[DocEntity]) -> list[list[Any]]:
    return [[*_row(e)[:-1], [_row(m) for m in e.mentions]] for e in entities]


def _unpack_entities(rows: list[list[Any]]) -> list[DocEntity]:
    return [DocEntity(i, kind, role, name, tuple(names), score, [DocMention(*m) for m in mentions]) for i, kind, role, name, names, score, mentions in rows]


def _pack_pairs(scores: PairScores | None) -> list[Any] | None:
    return None if scores is None else _row(scores)


def _unpack_pairs(row: list[Any] | None) -> PairScores | None:
    return None if row is None else PairScores(*row)


def _packed(record: type[Any]) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    return (lambda items: [_row(item) for item in items]), (lambda rows: [record(*row) for row in rows])


# attribute: (what it holds, value where nothing was set, value -> plain, plain -> value)
EXTENSIONS: dict[str, tuple[str, Any, Callable[[Any], Any], Callable[[Any], Any]]] = {
    "kg_title_end": ("int: where the title ends in Doc.text, exclusive; 0 without a title", 0, int, int),
    "kg_sentences": ("list of (start, end): the sentences, in characters, end exclusive", [], list, lambda rows: [(a, b) for a, b in rows]),
    "kg_abbreviations": ("list of AbbreviationSpan, in the order of the text", [], *_packed(AbbreviationSpan)),
    "kg_entities": ("list of DocEntity, by first mention", [], _pack_entities, _unpack_entities),
    "kg_role_scores": ("list of lists of float: log-probability of each role for each entity", [], list, list),
    "kg_pair_scores": ("PairScores of the numbers and of kg_entities; None where no network has seen them", None, _pack_pairs, _unpack_pairs),
    "kg_results": ("list of DocResult, in the order of the text", [], *_packed(DocResult)),
    "kg_relations": ("list of DocRelation", [], *_packed(DocRelation)),
    "kg_links": ("list of str: the URLs of the text", [], list, list),
    "kg_warnings": ("list of str: what a reader of the record should know", [], list, list),
}


def text_of(doc: Doc) -> str:
    """Return `Doc.text`, which spaCy puts together from the tokens anew each time it is asked; nothing in the pipeline changes it."""
    text: str | None = doc.user_data.get("kg_text")
    if text is None:
        text = doc.user_data["kg_text"] = doc.text
    return text


def _declare(name: str) -> None:
    _, default, pack, unpack = EXTENSIONS[name]

    def get(doc: Doc) -> Any:
        return unpack(doc.user_data.get(name, default))

    def put(doc: Doc, value: Any) -> None:
        doc.user_data[name] = pack(value)

    if Doc.has_extension(name) and getattr(Doc.get_extension(name)[2], "__module__", None) != __name__:
        raise ValueError(f"another package has already declared the spaCy extension Doc._.{name}; kg cannot run beside it")
    Doc.set_extension(name, getter=get, setter=put, force=True)


for _name in EXTENSIONS:
    _declare(_name)
