"""GraphML (http://graphml.graphdrawing.org/), as networkx, igraph, Gephi, yEd and Cytoscape read it.

Every edge has the id of its own that the contract gives it, so that readers keep parallel edges; `networkx.read_graphml` makes it the edge's key (igraph 1.0
reads the source's id in its place: there, tail, type and head tell edges apart). Each
attribute is declared once for nodes and once for edges, with one type and with an id of its own in the document (``n_label``, ``e_label``):
networkx's own writer would declare an attribute of mixed type twice, Gephi takes ``d3`` and ``d7`` for labels whatever they are, and edges without
parallels would all have the id ``0``. The elements are streamed by lxml.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import networkx as nx
from lxml import etree

from graphs.attributes import Scalar, flatten
from graphs.export.columns import Columns, as_text, edges, nodes

__all__ = ["write_graphml"]

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_SCHEMA = "http://www.w3.org/2001/XMLSchema-instance"
_TYPES = {"bool": "boolean", "int": "long", "float": "double", "str": "string"}


def write_graphml(graph: nx.MultiDiGraph[str], path: str | os.PathLike[str]) -> None:
    """Write a graph as GraphML; not atomic by itself (see `graphs.export.write`).

    Raises
    ------
    GraphError
        If an attribute cannot be written.
    """
    columns = Columns.of(graph)
    with open(path, "wb") as raw, etree.xmlfile(raw, encoding="utf-8") as file:  # lxml refuses some names of files
        file.write_declaration()
        place = {f"{{{_SCHEMA}}}schemaLocation": f"{_NAMESPACE} {_NAMESPACE}/1.0/graphml.xsd"}
        with file.element("graphml", place, nsmap={None: _NAMESPACE, "xsi": _SCHEMA}):
            file.write("\n")
            for domain, types in (("graph", columns.graph), ("node", columns.node), ("edge", columns.edge)):
                for name, kind in types.items():
                    _write(file, etree.Element("key", {"id": _key(domain, name), "for": domain, "attr.name": name, "attr.type": _TYPES[kind]}))
            with file.element("graph", {"id": "kg", "edgedefault": "directed"}):
                file.write("\n")
                for element in _data(etree.Element("graph"), "graph", flatten(graph.graph)):
                    _write(file, element)
                for node, row in nodes(graph):
                    _write(file, _data(etree.Element("node", {"id": node}), "node", row))
                for name, tail, head, row in edges(graph):
                    _write(file, _data(etree.Element("edge", {"id": name, "source": tail, "target": head}), "edge", row))


def _key(domain: str, name: str) -> str:
    return f"{domain[0]}_{name}"


def _data(element: etree._Element, domain: str, row: Mapping[str, Scalar]) -> etree._Element:
    for name, value in row.items():
        etree.SubElement(element, "data", {"key": _key(domain, name)}).text = as_text(value)
    return element


def _write(file: etree._IncrementalFileWriter, element: etree._Element) -> None:
    element.tail = "\n"
    file.write(element)
