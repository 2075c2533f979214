"""Keys of names: what is one name and what is two, by spelling alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.linking.forms import is_name, is_short_for, same_case, same_long_form
from kg.linking.normalise import key, key_id, split_head


@pytest.mark.parametrize(
    "names",
    [
        ("Llama-3.1-8B", "LLaMA 3.1 8B", "Llama3.1-8b", "meta-llama/Llama-3.1-8B", "Meta Llama 3.1 8B", "Llama‑3.1–8B"),
        ("ImageNet-1K", "ImageNet1k", "Imagenet 1k"),
        ("Qwen2.5-VL-7B-Instruct", "Qwen2.5 VL 7B Instruct", "Qwen/Qwen2.5-VL-7B-Instruct"),
        ("Claude Sonnet 4.5", "Claude-4.5-Sonnet", "Sonnet 4.5"),
        ("Gemini 2.0 Flash", "Gemini-2-flash", "Gemini Flash 2.0"),
        ("OpenAI o3", "OpenAI's o3", "o3"),
        ("LLaVA-v1.5", "LLaVA 1.5"),
        ("AIME24", "AIME'24", "AIME 2024", "AIME-2024", "AIME’24"),
        ("vision-language models", "Vision Language Model", "vision–language model (VLM)"),
        ("chains of thought", "chain-of-thought"),
        ("behaviour cloning", "behavior cloning"),
        ("generalisation", "generalization"),
        ("language modelling", "language modeling"),
        ("offline RL", "offline reinforcement learning"),
        ("H$^3$GNNs", "H3GNN"),
        ("π0", r"$\pi_0$"),
        ("fine-tuning", "fine tuning", "finetuning"),
    ],
)
def test_spellings_of_one_name(names):
    assert {key(name) for name in names} == {key(names[0])}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("CIFAR-10", "CIFAR-100"),
        ("GPT-4", "GPT-4o"),
        ("GPT-4o", "GPT-4o-mini"),
        ("GPT-4", "GPT-4.1"),
        ("ImageNet", "ImageNet-1K"),
        ("RefCOCO", "RefCOCO+"),
        ("C", "C++"),
        ("DPS", "DP"),
        ("DITS", "DiT"),
        ("VQA", "VQAv2"),
        ("AIME 2024", "AIME 2025"),
        ("Qwen2.5-7B", "Qwen2.5-VL-7B"),
        ("Adam", "AdamW"),
    ],
)
def test_names_that_stay_two(a, b):
    assert key(a) != key(b)
    assert key_id(key(a)) != key_id(key(b))


@pytest.mark.parametrize(
    ("name", "type", "rest"),
    [
        ("GAIA benchmark", "Dataset", "GAIA"),
        ("Cora dataset", "Dataset", "Cora"),
        ("GAIA data set", "Dataset", "GAIA"),
        ("MuJoCo environments", "Dataset", "MuJoCo"),
        ("vehicle routing problem", "Task", "vehicle routing"),
        ("F1-score", "Metric", "F1"),
        ("policy gradient methods", "Method", "policy gradient"),
        ("Adam optimizer", "Method", "Adam"),
        ("Qwen2.5-7B models", "Model", "Qwen2.5-7B"),
    ],
)
def test_heads_that_fall(name, type, rest):
    parts = split_head(name, type)
    assert parts is not None
    assert parts[0] == rest


@pytest.mark.parametrize(
    ("name", "type"),
    [
        ("inverse problems", "Task"),
        ("CLIP score", "Metric"),
        ("QA datasets", "Dataset"),
        ("mathematical reasoning datasets", "Dataset"),
        ("two-stage methods", "Method"),
        ("LLM-based methods", "Method"),
        ("diffusion models", "Method"),
        ("Diffusion Models", "Method"),
        ("7B models", "Model"),
        ("3D methods", "Method"),
        ("kernel methods", "Method"),
        ("Vision-Language Models", "Method"),
        ("dataset", "Dataset"),
        ("", ""),
    ],
)
def test_heads_that_belong_to_the_name(name, type):
    assert split_head(name, type) is None


@pytest.mark.parametrize("name", ["", "!!", "→", "\ud800", "   ", "$\\$", "+" * 200, "x" * 5000])
def test_odd_names_have_an_id(name):
    assert key_id(key(name)).startswith("e:")
    assert len(key_id(key(name))) < 100


@given(st.text(max_size=60))
def test_any_text_has_a_stable_key(text):
    assert key(text)
    assert key(text) == key(text.strip())
    assert " " not in key(text)


def test_is_name():
    assert all(map(is_name, ("STAR", "MuonBP", "PG-Occ", "τ-Bench", "Learning to Defer")))
    assert not any(map(is_name, ("adaptive sampling", "LLM-based planner", "RL fine-tuning strategy", "3D", "", "the planner")))


def test_short_and_long_forms():
    assert is_short_for("GRPO", "Group Relative Policy Optimization")
    assert is_short_for("ViT", "vision transformers")
    assert is_short_for("RAEs", "role-conditioned advantage estimators")
    assert not is_short_for("GRPO", "Proximal Policy Optimization")
    assert not is_short_for("planner", "policy learning")
    assert not is_short_for("STAR", "STAR framework")


def test_long_forms_that_differ_in_inflection():
    assert same_long_form("vector quantization", "Vector Quantized")
    assert same_long_form("Low-Rank Adaptation", "low-rank adapters")
    assert not same_long_form("Group Relative Policy Optimization", "Group Robust Policy Optimization")


def test_case_of_bare_mentions():
    assert same_case("STARs", "STAR")
    assert same_case("flashattention-3", "FlashAttention-3")
    assert not same_case("STaR", "STAR")
    assert not same_case("planner", "Planner")
    assert not same_case("dense attention", "DenseAttention")


def test_a_star_inside_a_name_tells_two_things_apart():
    assert key("V*Bench") == key("V* Bench") != key("VBench")
    assert key("A*") != key("A")


def test_a_decimal_point_tells_sizes_and_versions_apart():
    assert key("OPT-1.3B") != key("OPT-13B")
    assert key("Qwen2.5-1.5B") == key("Qwen 2.5 1.5b") != key("Qwen2.5-15B")
    assert key("Llama-2-7B") == key("llama2 7b") != key("Llama-27B")
    assert key("SQuAD 2.0") == key("SQuAD 2") != key("SQuAD 20")


def test_a_capital_s_makes_no_plural():
    assert key("AdamS") != key("Adam")
    assert key("LLMs") == key("LLM")
