"""The pipeline as a whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import spacy

import extractors
from kg.model import Extraction, Paper
from kg.text import clean

PAPER = Paper(
    "made-up",
    "LarchNet: Sparse Routing for Image Classification",
    "Vision Transformers are costly. We propose $\\textbf{LarchNet}$, a sparse routing framework that builds on DeiT. On ImageNet-1K, LarchNet improves "
    "top-1 accuracy from 81.2\\% to 83.4\\%, outperforming Swin Transformer. Code is at https://github.com/example/larchnet.",
)
OTHER = Paper("other", "", "We evaluate GPT-4o and LLaMA-3.1-8B on GSM8K and report accuracy. GPT-4o reaches 92.1%.")


@pytest.fixture(scope="module")
def extraction() -> Extraction:
    ((_, found),) = extractors.extract([PAPER])
    return found


def test_what_is_proposed_is_found_with_its_role(extraction: Extraction) -> None:
    proposed = [(e.name, e.type) for e in extraction.entities if e.role == "proposes"]
    assert ("LarchNet", "Method") in proposed


def test_known_things_have_their_types(extraction: Extraction) -> None:
    types = {e.name: e.type for e in extraction.entities}
    assert types["ImageNet-1K"] == "Dataset"
    assert [kind for name, kind in types.items() if name.endswith("accuracy")] == ["Metric"]


def test_mentions_point_into_the_original(extraction: Extraction) -> None:
    assert sum(len(e.mentions) for e in extraction.entities) > 5
    for entity in extraction.entities:
        for mention in entity.mentions:
            assert clean(PAPER.text[mention.start : mention.end]).text == mention.text
            assert mention.text in entity.names


def test_the_result_is_tied_to_what_was_measured(extraction: Extraction) -> None:
    names = {e.id: e.name for e in extraction.entities}
    (result,) = [r for r in extraction.results if r.value == "83.4"]
    assert (result.unit, result.kind, result.baseline) == ("%", "absolute", "81.2")
    assert names[result.dataset or ""] == "ImageNet-1K"
    assert names[result.metric or ""].endswith("accuracy")
    assert names[result.method or ""] == "LarchNet"


def test_links_and_sentences(extraction: Extraction) -> None:
    assert extraction.links == ("https://github.com/example/larchnet",)
    assert [s.text for s in extraction.sentences][:2] == ["LarchNet: Sparse Routing for Image Classification", "Vision Transformers are costly."]


def test_the_record_survives_json(extraction: Extraction) -> None:
    assert Extraction.from_json(json.loads(json.dumps(extraction.to_json()))) == extraction


def test_order_batches_and_processes_do_not_matter() -> None:
    papers = [PAPER, OTHER, Paper("empty", "", "..."), OTHER]
    one = [e for _, e in extractors.extract(papers, batch_size=1)]
    assert one == [e for _, e in extractors.extract(papers)]
    assert one == [e for _, e in extractors.extract(iter(papers), processes=2, batch_size=2)]
    assert one[::-1] == [e for _, e in extractors.extract(papers[::-1])]
    assert one[2].warnings == ("nothing found",)


def test_a_pipeline_can_be_saved_and_loaded_by_spacy(tmp_path: Path) -> None:
    nlp = extractors.load()
    nlp.to_disk(tmp_path / "saved")
    again = spacy.load(tmp_path / "saved")
    assert again.pipe_names == list(extractors.PIPELINE)
    text = clean(OTHER.text).text
    assert again(text)._.kg_entities == nlp(text)._.kg_entities != []


def test_a_doc_survives_bytes() -> None:
    nlp = extractors.load()
    doc = nlp(clean(OTHER.text).text)
    copy = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert copy._.kg_entities == doc._.kg_entities != []
    assert copy._.kg_results == doc._.kg_results


def test_entities_are_spacy_entities_too() -> None:
    doc = extractors.load()(clean(OTHER.text).text)
    assert {("GSM8K", "Dataset"), ("GPT-4o", "Model")} <= {(span.text, span.label_) for span in doc.ents}


def test_a_book_is_cut_with_a_warning() -> None:
    ((_, found),) = extractors.extract([Paper("book", "", "We train a model. " * 6000)])
    assert found.warnings[0] == "text cut: only the first 12000 of 108000 characters were read"


def test_the_fingerprint_is_stable() -> None:
    assert extractors.fingerprint() == extractors.fingerprint()
    assert extractors.fingerprint().startswith("0.")


@pytest.mark.parametrize("wrong", [{"processes": 0}, {"batch_size": 0}])
def test_wrong_counts_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="1 or more"):
        next(extractors.extract([], **wrong))


def test_a_paper_that_breaks_a_component_does_not_lose_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    import extractors.links

    real = extractors.links.Links.__call__

    def call(self: extractors.links.Links, doc: spacy.tokens.Doc) -> spacy.tokens.Doc:
        if "breaks" in doc.text:
            raise RuntimeError("a bug")
        return real(self, doc)

    monkeypatch.setattr(extractors.links.Links, "__call__", call)
    found = [e for _, e in extractors.extract([OTHER, Paper("bad", "", "It breaks."), OTHER])]
    assert found[0] == found[2] and found[0].entities
    assert found[1] == Extraction("bad", warnings=("could not be read (RuntimeError: a bug); please report it with the text",))
