"""What all tests share: the seeds, a graph of them that is built once, and a stand-in for the pipeline where it is not what is tested."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
# pytest puts tests/ on the path, where the folder kg/ passes for a namespace package before the finder of an editable install is asked.
sys.path.insert(0, str(ROOT))

from kg.model import Entity, Extraction, Mention, Paper, Result, Sentence  # noqa: E402


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Browser tests skip where there is no Chromium, but not in CI: there it is installed, and a skip would hide that it was not found."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CI") and item.get_closest_marker("browser") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which a browser test may not do in CI: {report.longrepr}"


@pytest.fixture(scope="session")
def seeds() -> Path:
    """The folder with the three lists of abstracts that come with the source."""
    return ROOT / "seeds"


@pytest.fixture(scope="session")
def seeds_folder(seeds: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the real ``kg build seeds`` writes; not to be changed."""
    from kg import api

    folder = tmp_path_factory.mktemp("seeds") / "kg-out"
    api.build_folder(seeds, out=folder)
    return folder


class Ran(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str


@pytest.fixture
def kg_command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run ``kg`` in this process."""
    from kg.cli import main

    def run(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        return Ran(status, *capsys.readouterr())

    return run


class FakePipeline:
    """Reads "We propose X", "on Y" and "reaches N % accuracy": quick, and the same in every test. Counts what it was given."""

    fingerprint = "fake 1"

    def __init__(self) -> None:
        self.extracted: list[str] = []
        self.fail_after: int | None = None

    def extract(self, papers: Iterable[Paper], *, processes: int = 1, batch_size: int = 32) -> Iterator[tuple[Paper, Extraction]]:
        for paper in papers:
            if self.fail_after is not None and len(self.extracted) >= self.fail_after:
                raise KeyboardInterrupt
            self.extracted.append(paper.id)
            yield paper, _fake_extraction(paper)


_RULES = (
    (r"propose (?:a |an |the )?(\S+?)[.,]? ", "Method", "proposes"),
    (r" on (?:the )?([A-Z]\S+?)[.,]? ", "Dataset", "evaluates_on"),
    (r"(accuracy)", "Metric", "reports"),
)


def _fake_extraction(paper: Paper) -> Extraction:
    text = paper.text + " "
    entities = []
    for pattern, type, role in _RULES:
        match = re.search(pattern, text)
        if match:
            mention = Mention(match.start(1), match.end(1), match[1], type, 0.9, "fake")
            entities.append(Entity(f"e{len(entities) + 1}", type, role, match[1], (match[1],), 0.9, (mention,)))
    ids = {entity.type: entity.id for entity in entities}
    results = [
        Result(
            value=match[1],
            unit="%",
            kind="absolute",
            method=ids.get("Method"),
            dataset=ids.get("Dataset"),
            metric=ids.get("Metric"),
            start=len(paper.text) - len(paper.abstract),
            end=len(paper.text),
        )
        for match in re.finditer(r"reaches (\d+) %", text)
    ]
    links = tuple(match.rstrip(".") for match in re.findall(r"https?://\S+", text))
    place = len(paper.text) - len(paper.abstract)
    sentences = [Sentence(place, len(paper.text), paper.abstract)]
    if place:
        sentences.insert(0, Sentence(0, place - 1, paper.title))
    return Extraction(paper.id, tuple(entities), tuple(results), links=links, sentences=tuple(sentences))


def _put(fake: FakePipeline, patch: pytest.MonkeyPatch) -> FakePipeline:
    import extractors

    patch.setitem(vars(extractors), "extract", fake.extract)  # not setattr, which would load the real one first
    patch.setitem(vars(extractors), "fingerprint", lambda: fake.fingerprint)
    return fake


@pytest.fixture
def fake_pipeline(monkeypatch: pytest.MonkeyPatch) -> FakePipeline:
    """Put a `FakePipeline` in the place of the pipeline."""
    return _put(FakePipeline(), monkeypatch)


@pytest.fixture(scope="session")
def in_fake_pipeline() -> Callable[[], contextlib.AbstractContextManager[FakePipeline]]:
    """Return a context in which a `FakePipeline` is in the place of the pipeline, for fixtures that are made once."""

    @contextlib.contextmanager
    def context() -> Iterator[FakePipeline]:
        with pytest.MonkeyPatch.context() as patch:
            yield _put(FakePipeline(), patch)

    return context
