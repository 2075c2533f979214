"""The types, roles and relations of the graph: one row each, and nobody else spells these strings.

Colours, legends, command-line choices, error texts and the tables in the documentation follow from these rows.
To add an entity type, add a row to `ENTITY_TYPES` (and a lexicon file, if it has one).

Colours are from Okabe and Ito's palette (https://jfly.uni-koeln.de/color/), which colour-blind readers can tell
apart; shapes are vis-network's, so that nothing is told by colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "DERIVED_EDGES",
    "ENTITY_TYPES",
    "HIERARCHY_EDGES",
    "NODE_TYPES",
    "RELATIONS",
    "RESULT_KINDS",
    "RESULT_LINKS",
    "ROLES",
    "ROLE_EDGES",
    "EdgeType",
    "NodeType",
    "Role",
    "edge_types",
]


@dataclass(frozen=True, slots=True)
class NodeType:
    """One type of node.

    Attributes
    ----------
    name, plural : str
        As shown and as stored.
    prefix : str
        First letter of a node id (``p:``, ``e:``, ``r:``); types of entities share ``e``, since types are voted.
    colour : str
        ``#rrggbb``.
    shape : str
        A shape of vis-network.
    description : str
        One sentence for legends and documentation.
    default_role : str or None
        The role of an entity of this type when nothing in the text says more; None for what is not an entity.
    """

    name: str
    plural: str
    prefix: str
    colour: str
    shape: str
    description: str
    default_role: str | None = None


@dataclass(frozen=True, slots=True)
class Role:
    """What an entity is to one paper, and the edge that says so.

    Attributes
    ----------
    name : str
        As in the records (``proposes``).
    edge : str
        Type of the edge Paper -> entity (``PROPOSES``).
    types : tuple of str
        Entity types that can take this role.
    strength : int
        Of two roles that hold, the one of the higher strength is kept.
    description : str
        One sentence.
    """

    name: str
    edge: str
    types: tuple[str, ...]
    strength: int
    description: str


@dataclass(frozen=True, slots=True)
class EdgeType:
    """One type of edge.

    Attributes
    ----------
    name : str
        As in the graph (``BASED_ON``).
    record : str
        As in the records (``based_on``, or the field of a result); empty for what only the graph has.
    tails, heads : tuple of str
        Types of node that it leaves from and points to.
    description : str
        One sentence.
    """

    name: str
    record: str
    tails: tuple[str, ...]
    heads: tuple[str, ...]
    description: str


_ENTITIES = ("Method", "Model", "Dataset", "Metric", "Task")

NODE_TYPES: dict[str, NodeType] = {
    row.name: row
    for row in (
        NodeType("Paper", "Papers", "p", "#7f7f7f", "dot", "A paper: title, abstract, year, venue and where it is to be read."),
        NodeType("Method", "Methods", "e", "#0072b2", "diamond", "A technique one can apply or build: algorithm, architecture, loss, system.", "uses"),
        NodeType("Model", "Models", "e", "#56b4e9", "square", "A specific pretrained or released model, or a family of them.", "uses"),
        NodeType("Dataset", "Datasets", "e", "#009e73", "triangle", "A dataset, benchmark, corpus, suite, environment or simulator.", "evaluates_on"),
        NodeType("Metric", "Metrics", "e", "#e69f00", "star", "A measured quantity by which things are judged.", "reports"),
        NodeType("Task", "Tasks", "e", "#cc79a7", "hexagon", "A problem or application to be solved.", "addresses"),
        NodeType("Result", "Results", "r", "#d55e00", "triangleDown", "A number or a claim that a paper reports."),
    )
}

ENTITY_TYPES: dict[str, NodeType] = {name: NODE_TYPES[name] for name in _ENTITIES}

ROLES: dict[str, Role] = {
    row.name: row
    for row in (
        Role("proposes", "PROPOSES", _ENTITIES, 7, "The paper introduces it."),
        Role("evaluates_on", "EVALUATES_ON", ("Dataset",), 6, "Used in its experiments, for training or for evaluation."),
        Role("reports", "REPORTS", ("Metric",), 5, "Its results are given in it, or it is said to improve."),
        Role("compares_with", "COMPARES_WITH", ("Method", "Model"), 4, "A baseline, outperformed, or contrasted in experiments."),
        Role("uses", "USES", ("Method", "Model"), 3, "It builds on it, extends, applies, fine-tunes, tests or analyses it."),
        Role("addresses", "ADDRESSES", ("Task",), 2, "The problem that it works on."),
        Role("mentions", "MENTIONS", _ENTITIES, 1, "Named as background, or for its limits."),
    )
}

RESULT_KINDS: dict[str, str] = {
    "absolute": "a score reached",
    "delta": "a change by so many points or percent",
    "factor": "so many times better, faster or smaller",
}

RESULT_LINKS: dict[str, EdgeType] = {
    row.record: row
    for row in (
        EdgeType("OF_METHOD", "method", ("Result",), ("Method", "Model"), "What reached the number."),
        EdgeType("ON_DATASET", "dataset", ("Result",), ("Dataset",), "What it was measured on."),
        EdgeType("IN_METRIC", "metric", ("Result",), ("Metric",), "What was measured."),
        EdgeType("FOR_TASK", "task", ("Result",), ("Task",), "The problem it was measured for."),
        EdgeType("VERSUS", "versus", ("Result",), ("Method", "Model"), "What it was compared against."),
    )
}

RELATIONS: dict[str, EdgeType] = {
    row.record: row
    for row in (
        EdgeType("BASED_ON", "based_on", _ENTITIES, _ENTITIES, "The first extends, adapts or builds on the second."),
        EdgeType("PART_OF", "part_of", _ENTITIES, _ENTITIES, "The first is a component of the second."),
        EdgeType("APPLIED_TO", "applied_to", _ENTITIES, _ENTITIES, "The first is applied to the second."),
        EdgeType("VARIANT_OF", "variant_of", _ENTITIES, _ENTITIES, "The first is a variant of the second."),
    )
}

HIERARCHY_EDGES: dict[str, EdgeType] = {
    row.name: row
    for row in (
        EdgeType("VERSION_OF", "", _ENTITIES, _ENTITIES, "A version, size or edition of a family."),
        EdgeType("SUBTASK_OF", "", ("Task",), ("Task",), "A narrower task, by its wording."),
        EdgeType("SUBCLASS_OF", "", ("Method", "Metric"), ("Method", "Metric"), "A narrower method or metric, by its wording."),
    )
}

DERIVED_EDGES: dict[str, EdgeType] = {
    row.name: row
    for row in (
        EdgeType("EVALUATED_WITH", "", ("Method", "Model"), ("Dataset",), "Proposed in a paper that evaluates on the dataset."),
        EdgeType("USED_FOR", "", ("Method", "Model"), ("Task",), "Proposed in a paper that addresses the task."),
        EdgeType("COMPARED_WITH", "", ("Method", "Model"), ("Method", "Model"), "Proposed in a paper that compares it with the other."),
        EdgeType("BENCHMARK_FOR", "", ("Dataset",), ("Task",), "Proposed in a paper that addresses the task."),
    )
}

ROLE_EDGES: dict[str, str] = {row.edge: row.name for row in ROLES.values()}
"""Type of edge (``EVALUATES_ON``) to role (``evaluates_on``)."""

_HAS_RESULT = EdgeType("HAS_RESULT", "", ("Paper",), ("Result",), "The paper reports the number or claim.")


def edge_types() -> dict[str, EdgeType]:
    """Return every edge type by name, in the order in which tables and legends list them."""
    rows = [
        *(EdgeType(row.edge, row.name, ("Paper",), row.types, row.description) for row in ROLES.values()),
        _HAS_RESULT,
        *RESULT_LINKS.values(),
        *RELATIONS.values(),
        *HIERARCHY_EDGES.values(),
        *DERIVED_EDGES.values(),
    ]
    return {row.name: row for row in rows}
