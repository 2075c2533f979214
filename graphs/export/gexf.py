"""GEXF 1.3 (https://gexf.net/), Gephi's own format; the elements are streamed by lxml."""

from __future__ import annotations

import os
from collections.abc import Mapping

import networkx as nx
from lxml import etree

from graphs.attributes import Scalar
from graphs.export.columns import Columns, as_text, edges, nodes

__all__ = ["write_gexf"]

_NAMESPACE = "http://gexf.net/1.3"
_TYPES = {"bool": "boolean", "int": "long", "float": "double", "str": "string"}


def write_gexf(graph: nx.MultiDiGraph[str], path: str | os.PathLike[str]) -> None:
    """Write a graph as GEXF; not atomic by itself (see `graphs.export.write`).

    The label of a node or edge is GEXF's own; ``kind`` of an edge is its type, which keeps parallel edges apart in Gephi. The attributes of
    the graph have no place in GEXF.

    Raises
    ------
    GraphError
        If an attribute cannot be written.
    """
    columns = Columns.of(graph)
    with open(path, "wb") as raw, etree.xmlfile(raw, encoding="utf-8") as file:  # lxml refuses some names of files
        file.write_declaration()
        with file.element("gexf", {"version": "1.3"}, nsmap={None: _NAMESPACE}):
            file.write("\n")
            with file.element("graph", {"defaultedgetype": "directed", "mode": "static", "idtype": "string"}):
                file.write("\n")
                for domain, types in (("node", columns.node), ("edge", columns.edge)):
                    declared = etree.Element("attributes", {"class": domain, "mode": "static"})
                    for name, kind in types.items():
                        if name != "label":
                            etree.SubElement(declared, "attribute", {"id": name, "title": name, "type": _TYPES[kind]})
                    _write(file, declared)
                with file.element("nodes"):
                    file.write("\n")
                    for node, row in nodes(graph):
                        _write(file, _element("node", {"id": node, "label": str(row["label"])}, row))
                file.write("\n")
                with file.element("edges"):
                    file.write("\n")
                    for name, tail, head, row in edges(graph):
                        _write(file, _element("edge", {"id": name, "source": tail, "target": head, "label": str(row["label"]), "kind": str(row["type"])}, row))
                file.write("\n")


def _element(tag: str, own: dict[str, str], row: Mapping[str, Scalar]) -> etree._Element:
    element = etree.Element(tag, own)
    values = etree.SubElement(element, "attvalues")
    for name, value in row.items():
        if name != "label":
            etree.SubElement(values, "attvalue", {"for": name, "value": as_text(value)})
    return element


def _write(file: etree._IncrementalFileWriter, element: etree._Element) -> None:
    element.tail = "\n"
    file.write(element)
