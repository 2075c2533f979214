"""Which way a metric is better, and what a number as written is worth."""

from __future__ import annotations

import re
from functools import lru_cache

from kg import lexicons
from kg.text import singular

__all__ = ["better", "number"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Heads of metric names whose direction is the same throughout the field. Bare "rate" is in neither: it depends on the word before it. So do metrics of
# attacks: who is better depends on whose side the paper is on.
_LOWER = _words("""
    bias carbon cer collision complexity consumption cost delay der deviation disparity distance divergence drop ece eer emission energy error
    fid flop footprint forgetting fpr fvd gap hallucination infidelity kid latency leakage loss mac mae mape memory mse nll nmse nrmse
    overhead param parameter perplexity ppl regret rmse runtime step time token toxicity uncertainty usage variance violation wer
""")
_HIGHER = _words("""
    acc accuracy agreement ap auc auprc auroc bertscore bleu cider consistency correlation coverage dice diversity efficiency elo em f1
    f1-score faithfulness fidelity gain helpfulness improvement iou likelihood map match meteor miou mrr ndcg pass performance power precision
    psnr quality r2 recall reduction return reward robustness roc-auc rouge rouge-l saving score sensitivity similarity specificity speed
    speed-up speedup ssim throughput tpr utilization
""")
_LOWER_RATES = _words("collision error failure hallucination miss rejection violation")
_HIGHER_RATES = _words("acceptance completion detection hit pass recall retention solve success win")
_UNDECIDED = _words("attack backdoor jailbreak jailbreaking membership memorization poisoning refusal")
_ONE = r"[-−+]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBER = re.compile(rf"\s*({_ONE})\s*(?:%?\s*[-–—]\s*({_ONE})\s*)?%?\s*")


@lru_cache(maxsize=4096)
def better(metric: str) -> str:
    """Return ``"higher"``, ``"lower"``, or an empty string where it is not known.

    Metrics of attacks are undecided. For the others the lexicon of metrics comes first, then the head of the name, which in English is the
    last word that is known ("validation error", "training time per step", "pass rate").

    >>> better("validation nRMSE"), better("final pass rate"), better("backdoor success rate"), better("test perplexity")
    ('lower', 'higher', '', 'lower')
    """
    words = [singular(word.partition("@")[0]) for word in metric.lower().replace("(", " ").replace(")", " ").split()]
    if _UNDECIDED.intersection(words):
        return ""
    entry = lexicons.lookup(metric, type="Metric")
    if entry is not None and entry.better:
        return entry.better
    for place in reversed(range(len(words))):
        before = words[place - 1] if place else ""
        if words[place] == "rate":
            return "lower" if before in _LOWER_RATES else "higher" if before in _HIGHER_RATES else ""
        if words[place] in _LOWER:
            return "lower"
        if words[place] in _HIGHER:
            return "higher"
    return ""


def number(value: str | None) -> float | None:
    """Return a value as written as a number, the middle of a range; None where it is none.

    >>> number("44.4"), number("1,200"), number("5-10"), number("many")
    (44.4, 1200.0, 7.5, None)
    """
    found = _NUMBER.fullmatch(value or "")
    if found is None:
        return None
    ends = [float(text.replace(",", "").replace("−", "-")) for text in found.groups() if text]
    return sum(ends) / len(ends)
