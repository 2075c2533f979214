"""Short ways to write papers for linking: one string an entity."""

from __future__ import annotations

from collections.abc import Iterable

from kg.lexicons import Entry
from kg.linking import Linking, link
from kg.model import Abbreviation, Entity, Extraction, Paper

LEXICON = (
    Entry("Adam", "Method", case=("Adam",)),
    Entry("AdamW", "Method"),
    Entry("CIFAR-10", "Dataset"),
    Entry("ImageNet", "Dataset"),
    Entry("GRPO", "Method", aliases=("Group Relative Policy Optimization",)),
    Entry("large language model", "Method", aliases=("LLM",)),
    Entry("LoRA", "Method", aliases=("Low-Rank Adaptation",)),
    Entry("Llama", "Model", aliases=("LLaMA",)),
    Entry("MATH", "Dataset", case=("MATH",)),
    Entry("object detection", "Task"),
    Entry("visual question answering", "Task", aliases=("VQA",)),
    Entry("ChatGLM3", "Model", family="GLM"),
    Entry("GLM", "Model"),
    Entry("accuracy", "Metric", aliases=("Acc",)),
    Entry("STaR", "Method", aliases=("Self-Taught Reasoner",), case=("STaR",)),
)


def record(paper: str, *entities: str, title: str = "", year: int | None = None, abbreviations: Iterable[tuple[str, str]] = ()) -> tuple[Paper, Extraction]:
    """Return a paper whose entities are written "Type role name | other name | ..."; ids are e1, e2, ..."""
    found = []
    for number, text in enumerate(entities, 1):
        type, role, rest = text.split(" ", 2)
        names = tuple(name.strip() for name in rest.split("|"))
        found.append(Entity(f"e{number}", type, role, names[0], names))
    return Paper(paper, title=title, abstract="x", year=year), Extraction(paper, tuple(found), abbreviations=tuple(Abbreviation(*a) for a in abbreviations))


def linked(*records: tuple[Paper, Extraction]) -> Linking:
    """Link with the small lexicon of these tests, so that the package's own may grow."""
    return link(records, lexicon=LEXICON)
