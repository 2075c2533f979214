"""Short forms with their long forms."""

import pytest
import spacy

from extractors.abbreviations import find_abbreviations


def pairs(text: str) -> list[tuple[str, str]]:
    return [(text[a.short_start : a.short_end], text[a.long_start : a.long_end]) for a in find_abbreviations(text)]


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We study large language models (LLMs).", "LLMs", "large language models"),
        ("We use low-rank adaptation (LoRA) here.", "LoRA", "low-rank adaptation"),
        ("It is Gizmo with Block-Periodic Orthogonalization (GizmoBP).", "GizmoBP", "Gizmo with Block-Periodic Orthogonalization"),
        ("We call it the Mixture of Quiet Experts (MoQE).", "MoQE", "Mixture of Quiet Experts"),
        ("our chain-of-thought (CoT) prompts", "CoT", "chain-of-thought"),
        ("a Heterophily-, Homophily- and Hypergraph-aware GNN (H3GNN)", "H3GNN", "Heterophily-, Homophily- and Hypergraph-aware GNN"),
        ("advantage actor critic (A2C)", "A2C", "advantage actor critic"),
        ("the SwiftNet (Sparse Weights In Fast Trees Network) model", "SwiftNet", "Sparse Weights In Fast Trees Network"),
        ("PINNs (physics-informed neural networks) solve it", "PINNs", "physics-informed neural networks"),
        ("explainable AI (XAI) matters", "XAI", "explainable AI"),
        ("multi-modal large language models (MLLMs)", "MLLMs", "multi-modal large language models"),
        ("mean average precision (mAP)", "mAP", "mean average precision"),
        ("equal error rate (EER; lower is better)", "EER", "equal error rate"),
        ("group policy search (GPS, Smith et al., 2020)", "GPS", "group policy search"),
        ("reinforcement learning from quiet feedback (called RLQF)", "RLQF", "reinforcement learning from quiet feedback"),
        ("k-nearest neighbours (k-NN)", "k-NN", "k-nearest neighbours"),
        ("Swift Attention, or SwA for short, is new", "SwA", "Swift Attention"),
        ("QUARTZ: Quiet Updates And Robust Training Zones\nWe train.", "QUARTZ", "Quiet Updates And Robust Training Zones"),
        ("BREW: Batched REWards for Agents\nWe train.", "BREW", "Batched REWards"),
        ("QM: Quiet Memory Store for Agents\nWe train.", "QM", "Quiet Memory Store"),
    ],
)
def test_found(text: str, short: str, long: str) -> None:
    assert (short, long) in pairs(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "()",
        "state-of-the-art (SOTA) results",
        "many models (e.g., LLMs) fail",
        "prior work (Smith et al., 2020)",
        "as shown (Fig. 3) and (ii) there",
        "we test encoders (ImageNet) and decoders (GPT-4)",
        "the mean (5.3) and the rate (80%)",
        "WIDGET: A Simple Method for Graphs\nWe train.",
        "Graphs: Theory and Practice\nWe train.",
        "We test large models. (LM)",
        "reward models (RLHF)",
        "the best results (ours)",
        "((((A))))",
    ],
)
def test_none(text: str) -> None:
    assert pairs(text) == []


def test_order_and_repetition() -> None:
    text = "Quiet Graph Search (QGS)\nWe propose Quiet Graph Search (QGS) with beam width (BW)."
    assert pairs(text) == [("QGS", "Quiet Graph Search"), ("QGS", "Quiet Graph Search"), ("BW", "beam width")]


@pytest.mark.parametrize(
    "text", ["a (B", "(" * 500, "A" * 5000 + " (AA)", "word " * 400 + "(WW)", "x (1234567890)", "\u0130\u0131 (II)", "ß (SS)", "(A) (B) (C)"]
)
def test_odd_input_ends(text: str) -> None:
    for span in find_abbreviations(text):
        assert 0 <= span.long_start < span.long_end <= len(text)
        assert 0 <= span.short_start < span.short_end <= len(text)


def test_component() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_abbreviations")
    doc = nlp("We use quiet graph search (QGS).")
    (span,) = doc._.kg_abbreviations
    assert (doc.text[span.short_start : span.short_end], doc.text[span.long_start : span.long_end]) == ("QGS", "quiet graph search")


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We introduce Larch-Aware Pre-Planting and Fine-Pruning (LPF), a framework.", "LPF", "Larch-Aware Pre-Planting and Fine-Pruning"),
        ("We introduce Gap-guided Two stage Felling (GTF), a method.", "GTF", "Gap-guided Two stage Felling"),
        ("We propose FERN: Fast Encoding of Real Numbers for trees.", "FERN", "Fast Encoding of Real Numbers"),
    ],
)
def test_parts_that_give_no_letter_and_colons_after_a_verb(text: str, short: str, long: str) -> None:
    assert [(text[a.short_start : a.short_end], text[a.long_start : a.long_end]) for a in find_abbreviations(text)] == [(short, long)]
