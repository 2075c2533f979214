"""The look-up of established names, and what the lists promise about them."""

import json
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.lexicons import Entry, candidates, entries, lookup, parse_entry, spellings, surface_forms
from kg.lexicons.build import GENERIC
from kg.schema import ENTITY_TYPES
from kg.text import fold

GOLD = Path(__file__).parents[2] / "data" / "seeds-gold.jsonl"

# A form that entries of two types bear, and why both are right.
SHARED_FORMS = {
    "asr": "attack success rate is a metric of security, automatic speech recognition a task: papers on either say just ASR",
    "vqa": "VQA is the dataset of Antol et al. (2015) and the task that it made known, visual question answering",
}


@pytest.mark.parametrize(
    ("name", "type", "expected"),
    [
        ("Group Relative Policy Optimization", "Method", "GRPO"),
        ("group relative policy optimization", None, "GRPO"),
        ("sparse autoencoders", None, "sparse autoencoder"),
        ("SAEs", "Method", "sparse autoencoder"),
        ("Transformers", "Method", "Transformer"),
        ("Llama 3.1 8B", "Model", "Llama-3.1-8B"),
        ("LLaMA-3.1-8B", None, "Llama-3.1-8B"),
        ("Gemini-2.5-Pro", "Model", "Gemini 2.5 Pro"),
        ("CLIP", None, "CLIP"),
        ("ImageNet-1k dataset", "Dataset", "ImageNet-1K"),
        ("AIME24", "Dataset", "AIME 2024"),
        ("mIoU", "Metric", "mean intersection over union"),
        ("F1 scores", "Metric", "F1"),
        ("attack success rates", None, "attack success rate"),
        ("NER", "Task", "named entity recognition"),
        ("π0", "Model", "π0"),
        (r"$\pi_0$", "Model", "π0"),
    ],
)
def test_lookup_finds_aliases_and_spellings(name: str, type: str | None, expected: str) -> None:
    found = lookup(name, type)
    assert found is not None
    assert found.name == expected


@pytest.mark.parametrize("name", ["", "  ", "quality", "drop", "adam", "star", "once", "?!", "a method that nobody has described"])
def test_lookup_of_ordinary_words_finds_nothing(name: str) -> None:
    assert lookup(name) is None
    assert candidates(name) == ()


def test_exact_case_forms() -> None:
    adam = lookup("Adam", "Method")
    assert adam is not None
    assert adam.exact("Adam")
    assert not adam.exact("Adaptive Moment Estimation")
    sam = lookup("SAMs", "Model")
    assert sam is not None
    assert sam.exact("SAMs")
    assert not sam.exact("sams")
    assert lookup("the drop", "Dataset") is None
    assert lookup("DROP", "Dataset") is not None


def test_a_name_of_two_types_is_ambiguous_without_the_type() -> None:
    assert [entry.type for entry in candidates("VQA")] == ["Dataset", "Task"]
    assert lookup("VQA") is None
    task = lookup("VQA", "Task")
    assert task is not None
    assert task.name == "visual question answering"


def test_unknown_type_is_refused() -> None:
    for call in (lambda: lookup("Adam", "Optimiser"), lambda: entries("Optimiser"), lambda: list(surface_forms("Optimiser"))):
        with pytest.raises(ValueError, match="unknown entity type 'Optimiser'; known: Method, Model"):
            call()


def test_sizes() -> None:
    least = {"Method": 900, "Model": 1000, "Dataset": 2300, "Metric": 400, "Task": 850}
    assert set(least) == set(ENTITY_TYPES)
    for type, size in least.items():
        assert len(entries(type)) >= size
    assert len(entries()) == sum(len(entries(type)) for type in ENTITY_TYPES)


def test_forms_are_unambiguous_and_not_generic() -> None:
    for type in ENTITY_TYPES:
        owner: dict[str, Entry] = {}
        for entry in entries(type):
            assert entry.type == type
            assert entry.source
            for form in entry.forms:
                key = fold(form)
                assert key, entry
                assert owner.setdefault(key, entry) is entry, (form, entry.name, owner[key].name)
                assert key not in GENERIC or entry.exact(form), form
                assert form == form.strip()


def test_every_form_leads_to_its_own_entry() -> None:
    for form, entry in surface_forms():
        assert lookup(form, entry.type) == entry, form


def test_conflicts_across_types_are_justified() -> None:
    shared = {fold(form) for entry in entries() for form in entry.forms if len(candidates(form)) > 1}
    assert shared == set(SHARED_FORMS)


def test_families_are_entries_and_end() -> None:
    for entry in entries():
        seen = {entry.name}
        while entry.family:
            assert entry.family not in seen, seen
            seen.add(entry.family)
            entry = next(other for other in entries(entry.type) if other.name == entry.family)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Qwen2.5-7B-Instruct", "Qwen2.5-7B"),
        ("Qwen2.5-7B", "Qwen2.5"),
        ("Qwen2.5", "Qwen"),
        ("GPT-4o mini", "GPT-4o"),
        ("Gemini 2.5 Pro", "Gemini 2.5"),
        ("COCO 2017", "COCO"),
    ],
)
def test_nearest_family(name: str, family: str) -> None:
    found = lookup(name)
    assert found is not None
    assert found.family == family


@pytest.mark.parametrize(
    ("name", "better"), [("accuracy", "higher"), ("FID", "lower"), ("latency", "lower"), ("refusal rate", ""), ("WER", "lower"), ("nDCG", "higher")]
)
def test_direction_of_metrics(name: str, better: str) -> None:
    found = lookup(name, "Metric")
    assert found is not None
    assert found.better == better


def test_only_metrics_have_a_direction() -> None:
    assert not [entry.name for entry in entries() if entry.better and entry.type != "Metric"]


def test_nothing_that_a_seed_paper_proposes() -> None:
    papers = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
    assert len(papers) == 57
    names = [name for paper in papers for entity in paper["entities"] if "proposes" in entity["roles"] for name in entity["names"]]
    assert len(names) > 80
    assert [name for name in names if candidates(name)] == []


@pytest.mark.parametrize(
    ("form", "type", "expected"),
    [
        ("GNN", "Method", ("GNN", "GNNs")),
        ("policy gradient", "Method", ("policy gradient", "policy gradients")),
        ("retrieval accuracy", "Metric", ("retrieval accuracy", "retrieval accuracies")),
        ("GPT-4o", "Model", ("GPT-4o", "GPT 4o", "GPT4o")),
        ("Gemini 2.5 Pro", "Model", ("Gemini 2.5 Pro", "Gemini-2.5-Pro", "Gemini2.5 Pro", "Gemini2.5-Pro")),
        ("MNIST", "Dataset", ("MNIST",)),
        ("F1", "Metric", ("F1",)),
    ],
)
def test_spellings(form: str, type: str, expected: tuple[str, ...]) -> None:
    assert spellings(form, type) == expected


def test_entries_survive_json() -> None:
    entry = Entry("SAM", "Model", ("Segment Anything Model",), ("SAM",), source="curated")
    assert parse_entry(json.dumps(entry.to_json())) == entry


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "an entry is a JSON object with a name"),
        ('{"name": " ", "type": "Task"}', "an entry is a JSON object with a name"),
        ('{"name": "X", "type": "Thing"}', "type 'Thing' is not one of Method"),
        ('{"name": "X", "type": "Task", "aliases": "Y"}', "aliases of 'X' is not a list of names"),
        ('{"name": "X", "type": "Task", "aliases": [""]}', "aliases of 'X' is not a list of names"),
        ('{"name": "X", "type": "Task", "case": ["Y"]}', "case of 'X' lists a form that is neither"),
        ('{"name": "X", "type": "Metric", "better": "more"}', "better of 'X' is neither higher nor lower"),
        ('{"name": "X", "type": "Model", "family": 3}', "family of 'X' is not text"),
        ("{", "Expecting property name"),
    ],
)
def test_bad_entries_are_refused(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_entry(line)


def test_a_damaged_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import kg.lexicons as lexicons

    (tmp_path / "tasks.jsonl").write_text('\n{"name": "planning", "type": "Task"}\n{"name": "planning"}\n', encoding="utf-8")
    (tmp_path / "models.jsonl").write_text('{"name": "planning", "type": "Task"}\n', encoding="utf-8")
    monkeypatch.setattr(lexicons, "files", lambda package: tmp_path)
    read = lexicons._load.__wrapped__
    with pytest.raises(InputError, match=r"kg/lexicons/tasks\.jsonl, line 3: type None is not one of .*build\.py"):
        read("Task")
    with pytest.raises(InputError, match=r"models\.jsonl, line 1: an entry of type Task in the file of type Model"):
        read("Model")
    assert read("Metric") == ()
