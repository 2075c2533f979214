"""One paper's part of the graph: its node, its results, and the edges that its extraction gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphs.attributes import Scalar, clean_id, flatten
from graphs.edges import Edges
from graphs.evidence import Evidence, Sentences, best_sentences, definition_phrase, definition_rank, evidence_text, in_order, split_at
from kg.errors import GraphError
from kg.linking.records import Linking
from kg.model import Entity, Extraction, Mention, Paper, Result
from kg.schema import DERIVED_EDGES, ENTITY_TYPES, RELATIONS, RESULT_LINKS, ROLES

__all__ = ["FoundEntity", "PaperReading", "result_label"]

_LABEL_LENGTH = 100
_CODE_HOSTS = re.compile(
    r"^https?://(?:www\.)?(?:github\.com|gitlab\.[\w.]+|bitbucket\.org|codeberg\.org|gitee\.com|anonymous\.4open\.science|sourceforge\.net"
    r"|huggingface\.co|colab\.research\.google\.com)/",
    re.IGNORECASE,
)
_WEB = re.compile(r"^https?://", re.IGNORECASE)


@dataclass(slots=True)
class FoundEntity:
    """A node that a paper names, with all that the paper says about it."""

    node: str
    type: str
    label: str
    role: str
    score: float
    mentions: list[Mention] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    evidence_text: str = ""
    definition: tuple[int, int, str, str] | None = None

    def marks(self, start: int) -> tuple[str, ...]:
        """Return the strings that name it in the sentence that begins at `start`."""
        return next((item.mentions for item in self.evidence if item.start == start), ())


class PaperReading:
    """A paper, its extraction, and what its entities were linked to.

    Parameters
    ----------
    paper : Paper
    extraction : Extraction
    linking : Linking

    Attributes
    ----------
    node : str
        Id of the paper's node.
    entities : dict of str to FoundEntity
        By node id, in the order of first mention.

    Raises
    ------
    GraphError
        If `linking` points to an entity that it does not have.
    """

    def __init__(self, paper: Paper, extraction: Extraction, linking: Linking) -> None:
        self.paper = paper
        self.extraction = extraction
        self.node = clean_id(f"p:{paper.id}")
        self._sentences = Sentences(paper, extraction)
        self._nodes: dict[str, FoundEntity] = {}
        self.entities: dict[str, FoundEntity] = {}
        for entity in extraction.entities:
            self._take(entity, linking)
        for found in self.entities.values():
            found.evidence = best_sentences(self._sentences, paper.id, found.mentions, found.role)
            found.definition = self._definition(found)
            if found.role == "proposes" and found.definition is not None:
                found.evidence = _with_first(found.evidence, found.definition[3])
            found.evidence_text = evidence_text(found.evidence)

    def _take(self, entity: Entity, linking: Linking) -> None:
        node = linking.nodes.get((self.paper.id, entity.id))
        if node is None:
            return
        if node not in linking.entities:
            raise GraphError(f"entity {entity.id!r} of paper {self.paper.id!r} is linked to {node!r}, which is not among the linked entities")
        linked = linking.entities[node]
        kind = linked.type
        role = fitting_role(entity.role, kind)
        node = clean_id(node)
        found = self.entities.get(node)
        if found is None:
            found = self.entities[node] = FoundEntity(node, kind, linked.label, role, 0.0)
        if ROLES[role].strength > ROLES[found.role].strength:
            found.role = role
        found.score = max(found.score, round(entity.score, 4))
        found.mentions.extend(entity.mentions)
        self._nodes[entity.id] = found

    def _definition(self, found: FoundEntity) -> tuple[int, int, str, str] | None:
        best: tuple[int, int, str, str] | None = None
        for item in found.evidence:
            parts = split_at(item.text, item.mentions)
            if parts is None:
                continue
            title = self._sentences.is_title(item.start)
            rank = definition_rank(*parts, proposed=found.role == "proposes", title=title)
            if rank:
                entry = (-rank, 0 if 40 <= len(item.text) <= 320 else 1, self.paper.id, item.text)
                best = entry if best is None else min(best, entry)
        return best

    def attributes(self) -> dict[str, Scalar]:
        """Return the attributes of the paper's node."""
        paper = self.paper
        title = self._sentences.title() or (paper.title if not paper.abstract else "")
        links = self.extraction.links
        return flatten(
            {
                "type": "Paper",
                "label": title or self._label(),
                "title": title,
                "abstract": " ".join(s.text for s in self._sentences.body()) or paper.abstract,
                "year": paper.year,
                "venue": paper.venue,
                "area": paper.area,
                "url": paper.url if _WEB.match(paper.url) else None,
                "code_url": next((link for link in links if _CODE_HOSTS.match(link)), None),
            }
        )

    def _label(self) -> str:
        """Return a label for a paper without a title: what it proposes, and what that is said to be, or else how the abstract begins."""
        body = self._sentences.body()
        text = " ".join((body[0].text if body else self.paper.abstract).split())
        proposed = [found for found in self.entities.values() if found.role == "proposes" and found.definition is not None]
        if proposed:
            found = min(proposed, key=lambda found: found.definition[0] if found.definition else 0)
            item = found.evidence[0]
            parts = split_at(item.text, item.mentions)
            text = f"{found.label}: {(definition_phrase(parts[1]) if parts else '') or text}"
        if len(text) > _LABEL_LENGTH:
            text = text[:_LABEL_LENGTH].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
        return text or self.paper.id

    def results(self, edges: Edges) -> Iterator[tuple[str, dict[str, Scalar]]]:
        """Yield (id, attributes) of each result in order, and add its edges."""
        for number, result in enumerate(self.extraction.results, start=1):
            node = clean_id(f"r:{self.paper.id}:{number}")
            linked = self._linked(result)
            sentence = self._sentences.at(result.start, result.end)
            marks = {mark: None for found in linked.values() for mark in found.marks(sentence.start)}
            for number_written in (result.value, result.baseline):
                if number_written and number_written in sentence.text:
                    marks[number_written] = None
            item = Evidence(0.0, self.paper.id, sentence.start, sentence.end, sentence.text, in_order(marks, sentence.text))
            evidence = evidence_text((item,))
            score = min((found.score for found in linked.values()), default=1.0)
            names = {field_name: found.label for field_name, found in linked.items()}
            edges.add(self.node, "HAS_RESULT", node, score, evidence)
            for field_name, found in linked.items():
                edges.add(node, RESULT_LINKS[field_name].name, found.node, found.score, evidence)
            yield (
                node,
                flatten(
                    {
                        "type": "Result",
                        "label": result_label(result, names),
                        "value": result.value,
                        "unit": result.unit,
                        "kind": result.kind,
                        "direction": result.direction,
                        "baseline": result.baseline,
                        "sota": True if result.sota else None,
                        "text": sentence.text,
                        "score": score,
                        "evidence": evidence,
                    }
                ),
            )
            method, dataset = linked.get("method"), linked.get("dataset")
            if method and dataset and method.role == "proposes":
                edges.merge(method.node, "EVALUATED_WITH", dataset.node, self.paper.id, min(method.score, dataset.score), (item,))

    def _linked(self, result: Result) -> dict[str, FoundEntity]:
        """Return what a result is linked to, by field, each of a type that the field allows.

        Types are voted on over all papers, so that the dataset of a result may have become a task: it then goes to the field
        that takes its type, if the result leaves that one open.
        """
        linked: dict[str, FoundEntity] = {}
        misfits: list[FoundEntity] = []
        for field_name, row in RESULT_LINKS.items():
            entity = getattr(result, field_name)
            found = self._nodes.get(entity) if entity is not None else None
            if found is None:
                continue
            if found.type in row.heads:
                linked[field_name] = found
            elif field_name != "versus":
                misfits.append(found)
        for found in misfits:
            open_field = next((name for name, row in RESULT_LINKS.items() if found.type in row.heads and name not in linked and name != "versus"), None)
            if open_field is not None:
                linked[open_field] = found
        if "versus" in linked and linked["versus"] is linked.get("method"):
            del linked["versus"]
        return linked

    def add_edges(self, edges: Edges) -> None:
        """Add the edges of the roles, the stated relations and what follows from the roles."""
        for found in self.entities.values():
            edges.add(self.node, ROLES[found.role].edge, found.node, found.score, found.evidence_text)
        parts = set()
        for relation in self.extraction.relations:
            head, tail = self._nodes.get(relation.head), self._nodes.get(relation.tail)
            if head is None or tail is None or head is tail:
                continue
            row = RELATIONS[relation.type]
            if relation.type == "part_of" and tail.role == "proposes":
                parts.add(head.node)
            sentence = self._sentences.at(relation.start, relation.end)
            marks = dict.fromkeys((*head.marks(sentence.start), *tail.marks(sentence.start)))
            item = Evidence(-relation.score / 2, self.paper.id, sentence.start, sentence.end, sentence.text, in_order(marks, sentence.text))
            edges.merge(head.node, row.name, tail.node, self.paper.id, relation.score, (item,))
        self._add_derived(edges, parts)

    def _add_derived(self, edges: Edges, parts: set[str]) -> None:
        """Add the derived edges of what the paper proposes, but for the parts of something else that it proposes."""
        by_role: dict[str, list[FoundEntity]] = {}
        for found in self.entities.values():
            by_role.setdefault(found.role, []).append(found)
        for head in by_role.get("proposes", ()):
            if head.node in parts:
                continue
            for kind, role in _DERIVED_FROM.items():
                row = DERIVED_EDGES[kind]
                if head.type not in row.tails:
                    continue
                for tail in by_role.get(role, ()):
                    if tail.type in row.heads:
                        evidence = self._shared_evidence(head, tail)
                        edges.merge(head.node, kind, tail.node, self.paper.id, min(head.score, tail.score), evidence)

    def _shared_evidence(self, head: FoundEntity, tail: FoundEntity) -> list[Evidence]:
        """Return the best sentence that names both; where there is none, the best one of each."""
        for item in tail.evidence:
            marks = head.marks(item.start)
            if marks:
                return [item._replace(mentions=in_order(dict.fromkeys((*marks, *item.mentions)), item.text))]
        return [item._replace(rank=item.rank + 3) for item in (*tail.evidence[:1], *head.evidence[:1])]


_DERIVED_FROM = {"EVALUATED_WITH": "evaluates_on", "USED_FOR": "addresses", "COMPARED_WITH": "compares_with", "BENCHMARK_FOR": "addresses"}


def _with_first(evidence: list[Evidence], text: str) -> list[Evidence]:
    """Return evidence with the sentence that defines the thing ahead of all others."""
    return sorted(item._replace(rank=item.rank - 5) if item.text == text else item for item in evidence)


def fitting_role(role: str, kind: str) -> str:
    """Return the role if things of the type can have it, else the default role of the type.

    >>> fitting_role("uses", "Method"), fitting_role("uses", "Dataset")
    ('uses', 'evaluates_on')
    """
    if kind in ROLES[role].types:
        return role
    return ENTITY_TYPES[kind].default_role or "mentions"


def result_label(result: Result, names: dict[str, str]) -> str:
    """Return a result in words; `names` gives the names of its method, dataset, metric and task, by field.

    >>> result_label(Result(value="44.4", unit="%", kind="absolute"), {"metric": "final pass rate"})
    '44.4 % final pass rate'
    >>> result_label(Result(value="2.5", unit="points", kind="delta", direction="up"), {"metric": "accuracy"})
    '+2.5 points accuracy'
    >>> result_label(Result(sota=True), {"dataset": "GSM8K"})
    'state of the art on GSM8K'
    """
    metric, dataset, task = names.get("metric", ""), names.get("dataset", ""), names.get("task", "")
    place = f" on {dataset}" if dataset else f" in {task}" if task else ""
    if result.value is None:
        return f"state of the art{place}" if result.sota else f"{metric or 'claim'}{place}"
    number = result.value
    if result.kind == "delta":
        number = {"up": "+", "down": "−"}.get(result.direction or "", "Δ ") + number
    if result.unit in ("x", "×"):
        number += "×"
    elif result.unit:
        number += f" {result.unit}"
    if result.kind == "factor" and result.direction:
        number += {"up": " higher", "down": " lower"}[result.direction] if metric else {"up": " more", "down": " less"}[result.direction]
    return f"{number} {metric}" if metric else f"{number}{place}"
