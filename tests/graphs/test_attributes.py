"""The contract of attributes: clean text, stable ids, flat values, one type for each name."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.attributes import (
    EDGE_ATTRIBUTES,
    NODE_ATTRIBUTES,
    clean_id,
    clean_text,
    column_types,
    flatten,
    from_json_text,
    to_json_text,
)
from kg.errors import GraphError


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("AdamW", "AdamW"),
        ("a\x00b\x07c\x1f\x7f\x85", "abc"),
        ("tab\tand\nfeed", "tab\tand\nfeed"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("\ud800lone\udfff", "lone"),
        ("\ufffe\uffff\ufdd0\U0001fffe", ""),
        ("\u202egnp.exe\u202c\u2066x\u2069", "gnp.exex"),
        ("שלום\u200f العربية", "שלום\u200f العربية"),
        ("τ-Bench \U0001f600", "τ-Bench \U0001f600"),
        ("", ""),
    ],
)
def test_clean_text(text: str, clean: str) -> None:
    assert clean_text(text) == clean


@given(st.text(st.characters(), max_size=80))
def test_clean_text_is_xml_and_idempotent(text: str) -> None:
    clean = clean_text(text)
    assert clean_text(clean) == clean
    element = ET.Element("t")
    element.text = clean
    assert (ET.fromstring(ET.tostring(element, "utf-8")).text or "") == clean


def test_clean_text_returns_plain_str() -> None:
    class Name(str):
        __slots__ = ()

    assert type(clean_text(Name("AdamW"))) is str


def test_ids_that_differ_only_in_what_is_cleaned_stay_two() -> None:
    ids = {clean_id(raw) for raw in ("p:a b", "p:a_b", "p:a\tb", "p:a|b", "p:a&b", "p:a\x00b", "p:ab")}
    assert len(ids) == 7
    assert "p:a_b" in ids
    assert "p:ab" in ids
    assert not any(set(node) & set(" \t|&\x00") for node in ids)


def test_flatten_leaves_out_what_is_not_known() -> None:
    assert flatten({"a": None, "b": float("nan"), "c": float("inf"), "d": "", "e": (), "f": [], "g": 0, "h": False, "i": 0.0}) == {"g": 0, "h": False, "i": 0.0}


def test_flatten_makes_lists_json_and_numbers_plain() -> None:
    flat = flatten({"aliases": ("ε\x00", "b"), "one": {"b", "a"}, "n": np.int64(3), "x": np.float32(0.5), "yes": np.bool_(True)})
    assert flat == {"aliases": '["ε","b"]', "one": '["a","b"]', "n": 3, "x": 0.5, "yes": True}
    assert [type(value) for value in flat.values()] == [str, str, int, float, bool]


def test_flatten_refuses_what_no_format_holds() -> None:
    with pytest.raises(GraphError, match=r"^attribute 'when' holds a value of type object; text, numbers, true or false, and lists of them can be written$"):
        flatten({"when": object()})
    with pytest.raises(GraphError, match=r"^attribute 'when' holds a value of type object;"):
        flatten({"when": [object()]})


def test_json_text_is_clean_even_inside() -> None:
    text = to_json_text([{"text": 'a "quote" \\ and \x00 NUL \ud800', "n": float("nan")}])
    assert json.loads(text) == [{"text": 'a "quote" \\ and  NUL ', "n": None}]


@pytest.mark.parametrize("text", [None, "", "no json", "{}", "3", 7])
def test_from_json_text_of_no_list_is_empty(text: object) -> None:
    assert from_json_text(text) == []


def test_column_types() -> None:
    rows = [
        {"label": "x", "papers": 1, "score": 1, "mixed": 1, "wide": 1, "flag": True},
        {"score": 0.5, "mixed": "a", "wide": 2.5, "flag": False, "list": ["a"]},
    ]
    assert column_types(rows, NODE_ATTRIBUTES) == {
        "label": "str",
        "papers": "int",
        "score": "float",
        "flag": "bool",
        "list": "str",
        "mixed": "str",
        "wide": "float",
    }
    assert column_types([{"papers": 1}, {"papers": "many"}], NODE_ATTRIBUTES) == {"papers": "str"}
    assert column_types([{"flag": True}, {"flag": 1}], NODE_ATTRIBUTES) == {"flag": "str"}


def test_no_name_clashes_with_node_link_json() -> None:
    assert not {"id", "source", "target", "key"} & NODE_ATTRIBUTES.keys()
    assert not {"source", "target", "key"} & EDGE_ATTRIBUTES.keys()
