"""What linking returns: the nodes, what each paper's entities became, and the hierarchy between nodes."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.linking.curation.entries import Remark

__all__ = ["Hierarchy", "LinkedEntity", "Linking"]


@dataclass(frozen=True, slots=True)
class LinkedEntity:
    """One real thing, as the papers name it.

    Attributes
    ----------
    id : str
        Node id: ``e:`` + slug of the name for what is established or introduced by no paper of the corpus
        (``e:adamw``), and ``@`` + a paper's id behind it for what that paper introduces (``e:star@zQ3x``).
    type : str
        Entity type of `kg.schema`, voted on by the papers.
    label : str
        The name to show.
    aliases : tuple of str
        The other names that papers use, most frequent first, then by text; without `label`.
    papers : int
        Number of papers that name it; 0 for a family of which only versions are named.
    introduced_by : str or None
        Id of the paper that introduces it.
    ambiguous : bool
        The bare name could mean any of `candidates`, and nothing tells which.
    candidates : tuple of str
        Ids of the nodes that an ambiguous name could mean, sorted.
    merges : tuple of str
        One readable reason for each surface name that was merged into the node: why the name is here.
    read_as : tuple of (str, int)
        Where papers do not agree on the type: types with the number of papers that read it so, the node's own type first, then the
        most frequent; only types that at least a fifth of the papers read. Else empty.
    """

    id: str
    type: str
    label: str
    aliases: tuple[str, ...] = ()
    papers: int = 0
    introduced_by: str | None = None
    ambiguous: bool = False
    candidates: tuple[str, ...] = ()
    merges: tuple[str, ...] = ()
    read_as: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """An edge between two nodes that follows from their names.

    Attributes
    ----------
    head, tail : str
        Node ids; the head is the narrower one.
    type : str
        ``VERSION_OF``, ``SUBTASK_OF`` or ``SUBCLASS_OF`` (`kg.schema.HIERARCHY_EDGES`).
    reason : str
        The wording that shows it.
    """

    head: str
    type: str
    tail: str
    reason: str


@dataclass(frozen=True, slots=True)
class Linking:
    """All entities of a corpus.

    Attributes
    ----------
    entities : dict of str to LinkedEntity
        By node id, keys sorted.
    nodes : dict of (str, str) to str
        (paper id, id of the entity in that paper) to node id, keys sorted; every entity of every extraction has one, but for those that curation drops.
    hierarchy : tuple of Hierarchy
        Sorted by head, type and tail.
    remarks : tuple of Remark
        What became of the entries of the curation file, in its order; those that are not well-formed included.
    """

    entities: dict[str, LinkedEntity] = field(default_factory=dict)
    nodes: dict[tuple[str, str], str] = field(default_factory=dict)
    hierarchy: tuple[Hierarchy, ...] = ()
    remarks: tuple[Remark, ...] = ()
