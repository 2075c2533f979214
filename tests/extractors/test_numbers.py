"""Numbers as written, with sign and unit."""

from itertools import pairwise

import pytest

from extractors.numbers import read_numbers


def read(text: str) -> list[tuple[str, str, str]]:
    return [(n.value, n.unit, n.sign) for n in read_numbers(text)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("rises to 44.4%", [("44.4", "%", "")]),
        ("a gain of +7.1 %", [("7.1", "%", "+")]),
        ("costs −0.2%", [("0.2", "%", "-")]),
        ("from 23.3% to 44.4%", [("23.3", "%", ""), ("44.4", "%", "")]),
        ("5–10× faster", [("5-10", "x", "")]),
        ("10x to 100x fewer steps", [("10-100", "x", "")]),
        ("scores of 70% - 90%", [("70-90", "%", "")]),
        ("between 0.02 and 0.72", [("0.02-0.72", "", "")]),
        ("ranging from 3% to 8%", [("3-8", "%", "")]),
        ("2.2∼2.8× faster", [("2.2-2.8", "x", "")]),
        ("from 5% to 55% on A, 2% to 25% on B", [("5", "%", ""), ("55", "%", ""), ("2", "%", ""), ("25", "%", "")]),
        ("56.4±0.6% here", [("56.4", "%", "")]),
        ("3.1, 4.2 and 5.0%", [("3.1", "%", ""), ("4.2", "%", ""), ("5.0", "%", "")]),
        ("58.7/52.6 points", [("58.7", "points", ""), ("52.6", "points", "")]),
        ("an AUC of 0.839 and 80.6% accuracy", [("0.839", "", ""), ("80.6", "%", "")]),
        ("36 percentage points", [("36", "points", "")]),
        ("a 16.6-point gain", [("16.6", "points", "")]),
        ("4.0pp better", [("4.0", "points", "")]),
        ("by 8.5 accuracy points", [("8.5", "points", "")]),
        ("a 3-fold rise", [("3", "x", "")]),
        ("runs 3 times faster", [("3", "x", "")]),
        ("in 12 ms or 0.3 seconds", [("12", "ms", ""), ("0.3", "seconds", "")]),
        ("26,878 MB of memory", [("26,878", "MB", "")]),
        ("1.28M parameters", [("1.28", "M", "")]),
        ("a window of 64k tokens", [("64k", "", "")]),
        ("6×10^-6 error", [("6×10^-6", "", "")]),
        ("up to 10^3 times", [("10^3", "x", "")]),
        ("four orders of magnitude", [("four", "orders of magnitude", "")]),
        ("costs $0.23 per call", [("0.23", "$", "")]),
        ("over 90%+ of cases", [("90", "%", "")]),
        ("PSNR of 31.2 dB at 49 FPS", [("31.2", "dB", ""), ("49", "FPS", "")]),
        ("trained in 2019", [("2019", "", "")]),
        ("a ratio of 1/50", [("1/50", "", "")]),
        ("45/42 points", [("45", "points", ""), ("42", "points", "")]),
        ("A (59%) and B (27%)", [("59", "%", ""), ("27", "%", "")]),
    ],
)
def test_read(text: str, numbers: list[tuple[str, str, str]]) -> None:
    assert read(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "", "GPT-4", "Qwen2.5-7B", "top-1", "F1@5", "AIME24", "v1.5.2", "2D and 3rd", "256×256", "a 4-bit weight", "H100", "x_1",
        "threefold contributions", "half of them", "an order", "5-shot", "e.g.", "−", "%", "1.2.3",
    ],
)  # fmt: skip
def test_parts_of_names_are_none(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text", ["1" * 500, "1,1,1,1", "..5..", "5%%%", "-" * 99 + "5", "1–2–3–4", "± ±3", "٣ %", "1e999", "10^", "$5", "5×", "(5", "5 to", "between 5", "½"]
)
def test_odd_input_ends(text: str) -> None:
    numbers = read_numbers(text)
    assert all(0 <= n.start < n.end <= len(text) for n in numbers)
    assert all(a.end <= b.start for a, b in pairwise(numbers))


def test_spans_hold_sign_and_unit() -> None:
    text = "gains of +7.1 % and 5–10×"
    assert [text[n.start : n.end] for n in read_numbers(text)] == ["+7.1 %", "5–10×"]
