r"""Keys of names: two names with one key are one name, whatever their type, and a key never depends on the corpus.

On top of `kg.text.fold` (case, mark-up, hyphens and spaces) a key knows what this field does to names:

- plurals inside a phrase (``chains of thought``), but not acronyms that end in S (``DPS`` is not a plural of ``DP``);
- British spelling (``generalisation``, ``behaviour``);
- vendors before their models (``OpenAI o3``, ``meta-llama/Llama-3.1-8B``), the order of version and tier
  (``Claude Sonnet 4``, ``Claude 4 Sonnet``), ``v`` before a decimal version (``LLaVA-v1.5``), ``.0`` after a major one;
- years of contests (``AIME24``, ``AIME'24``, ``AIME 2024``);
- accents (``Frechet``), and LaTeX where a name still has it (``$\tau$-bench``);
- cut-offs and thresholds of metrics (``R@5`` and ``Recall@5``, ``mAP@0.5`` and ``mAP50``, ``Acc@1`` and ``top-1 accuracy``).

Heads such as "benchmark" are split off by `split_head`, which also says when they belong to the name: ``inverse problem``
is not "inverse", ``CLIP score`` is not CLIP, ``QA datasets`` are not QA.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from kg.text import clean, fold, singular, slug

__all__ = ["key", "key_id", "shaped", "split_head", "words"]

# Nouns that papers put behind a name, and the types of thing that they can stand behind.
_METHODS = ("Method", "Model")
_HEADS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(["benchmark", "dataset", "corpus", "corpora", "suite", "leaderboard", "environment", "simulator"], ("Dataset",)),
    **dict.fromkeys(["task", "problem"], ("Task", "Dataset")),
    **dict.fromkeys(["method", "algorithm", "framework", "approach", "technique", "optimizer", "library", "toolkit", "architecture", "backbone"], _METHODS),
    **dict.fromkeys(["model", "family", "series"], _METHODS),
    **dict.fromkeys(["metric", "score"], ("Metric",)),
}
_PLURAL_HEADS = {"libraries": "library", "approaches": "approach", "families": "family", "series": "series", "corpora": "corpora"}
# A score is the metric itself only where the metric is known by the bare name; "CLIP score" is a metric, CLIP a model.
_SCORED = re.compile(
    r"(?i)^(?:f[-_ ]?(?:\d|β|beta|measure)|(?:micro|macro|weighted)[- ]f1|bleu(?:-\d)?|rouge(?:-[\dl])?|meteor|cider|spice"
    r"|fid|dice|accuracy|auc|auroc|ssim|lpips|psnr|perplexity|ppl|m?ap|m?iou|ndcg)$"
)
_HYPHEN_SCORE = re.compile(r"(?i)-(?=scores?$)")
# What joins an acronym to a participle makes an adjective of it: "LLM-based" is no name.
_ADJECTIVE = re.compile(
    r"(?i)[-‐‑–](?:agnostic|aided|aligned|assisted|augmented|aware|based|centric|centered|conditioned|dependent|driven|enabled|enhanced|finetuned|free|generated|guided"
    r"|induced|informed|inspired|integrated|invariant|level|like|native|only|oriented|powered|related|specific|style|time|trained|tuned|type|wise)$"
)
_NOT_A_NOUN = re.compile(
    r"(?:ed|ive|al|ic|ous|ble|ary|less|ful|ant|inverse|downstream|time|stage|shot|level|turn|step|hop)$|" + _ADJECTIVE.pattern.removeprefix("(?i)")
)
_NOUN = re.compile(r"(?:tion|sion|ing|ment|sis|ance|ence|ery|ity)$")
_DIMENSION = re.compile(r"(?i)^\d+(?:\.\d+)?-?[a-z]$")

_VENDOR = re.compile(
    r"(?i)^(?:openai|google|meta|anthropic|microsoft|alibaba|xai)(?:['’]s)?[\s/-]+"
    r"(?=(?:o\d|gpt|chatgpt|gemini|gemma|llama|claude|qwen|phi-|phi\d|whisper|codex|grok)\b|(?:llama|qwen|gemma|gpt|grok)[-\d])"
)
_REPOSITORY = re.compile(
    r"(?i)^(?:meta-llama|mistralai|qwen|google|openai|deepseek-ai|microsoft|facebook|opengvlab|internlm|bigcode|tiiuae|eleutherai|allenai)/(?=\w)"
)
_TIER_FIRST = re.compile(r"(?i)^(?:(claude|gemini)[-\s]?)?(sonnet|opus|haiku|flash|pro)[-\s]?(\d+(?:\.\d+)?)(?![\w.])")
_V_DECIMAL = re.compile(r"(?i)(?<=[\s_-])v(?=\d+\.\d)")
_POINT_ZERO = re.compile(r"(?<=\d)\.0(?![\d.\w%])")
_HYPHENED_VERSION = re.compile(r"(?i)(?<=[\s_-])v(\d)-(\d)(?![\w.])")  # checkpoints: "Stable Diffusion v1-5"
_O_SERIES = re.compile(r"(?i)^gpt[-\s]?(?=o[1-9](?![\w.]))")
_SERIES_YEAR = re.compile(r"(?i)^(aime|hmmt|usamo|imo|brumo|cmimc|wmt|iwslt)[\s_-]*['’]?(1[4-9]|2\d)(?!\d)")
_SHORT_YEAR = re.compile(r"['’](1[4-9]|2\d)(?!\w)")
# "Acc@1" is "top-1 accuracy", and so on; the longest form comes first.
_CUTOFF = re.compile(r"(?i)^(accuracy|acc|recall|precision|hit[-\s]?rate|hit[-\s]?ratio|hits?|hr|r|p)\s?@\s?(\d+|k)$")
_CUTOFFS = {
    "accuracy": "top-{} accuracy",
    "acc": "top-{} accuracy",
    "recall": "recall@{}",
    "r": "recall@{}",
    "precision": "precision@{}",
    "p": "precision@{}",
}
_THRESHOLD = re.compile(r"(?i)^(m?ap|recall|precision|m?iou)\s?@\s?(?:\[\s?)?0?\.(\d\d?)(?:(?:\s?[:-]\s?0?\.05)?\s?[:-]\s?0?\.(\d\d?)(?:\s?\])?)?$")
_FALSE_POSITIVES_AT = re.compile(r"(?i)^fpr\s?@\s?(?:tpr\s?)?(\d\d)%?\s?(?:tpr)?$")
_AVERAGED = re.compile(r"(?i)\b(macro|micro)[-\s]averaged?(?=[-\s])")
_OWN_ACRONYM = re.compile(r"\s*\(([A-Za-z][\w.+-]*)\)$")

_KEEP_S = re.compile(r"(?:ics|^(?:series|species|bias|lens|gas|atlas|chaos|always|canvas|alias|pancreas|texas|this))$")
_BRITISH = (
    (re.compile(r"isation"), "ization"),
    (
        re.compile(
            r"(anonym|categor|character|custom|discret|factor|final|formal|general|harmon|hypothes|ideal|initial|linear|local|maxim|memor|minim|modular|normal|optim"
            r"|organ|parallel|parameter|penal|personal|priorit|quant|random|real|recogn|regular|serial|special|stabil|standard|summar|symbol|synthes|token|util"
            r"|vector|visual)is(e|ed|er|ing|able)"
        ),
        r"\1iz\2",
    ),
    (re.compile(r"(behavi|col|fav|flav|harb|hon|lab|neighb|hum|rig|vap|vig)our"), r"\1or"),
    (re.compile(r"(model|label|signal|travel|channel|cancel|fuel|level|tunnel)l(ed|er|ing)"), r"\1\2"),
    (re.compile(r"analys(e|ed|ing)$"), r"analyz\1"),
    (re.compile(r"catalyse"), "catalyze"),
    (re.compile(r"^(cent|fib|theat)re"), r"\1er"),
    (re.compile(r"(catal|anal|dial)ogue"), r"\1og"),
    (re.compile(r"defence$"), "defense"),
    (re.compile(r"licence$"), "license"),
    (re.compile(r"artefact"), "artifact"),
    (re.compile(r"programme$"), "program"),
    (re.compile(r"judgement"), "judgment"),
    (re.compile(r"^grey"), "gray"),
)
# Acronyms that the field reads as words inside a phrase: "offline RL" is "offline reinforcement learning". Only those with one meaning.
_ACRONYMS = {
    "LLM": "large language model",
    "LLMs": "large language model",
    "LLM-based": "large language model based",
    "VLM": "vision language model",
    "VLMs": "vision language model",
    "GNN": "graph neural network",
    "GNNs": "graph neural network",
    "RL": "reinforcement learning",
    "OOD": "out of distribution",
    "QA": "question answering",
    "VQA": "visual question answering",
    "T2I": "text to image",
    "T2V": "text to video",
}
_WORDED = frozenset(_ACRONYMS)
_SEPARATOR = re.compile(r"[\s_/:\-‐‑‒–—]+")
_DIGIT = re.compile(r"\d")
_LATEX = str.maketrans("", "", "$^")
_ACCENT = re.compile(r"(?<=[A-Za-z])[\u0300-\u036f]+")
_TWO_NUMBERS = re.compile(r"(?<=\d) (?=\d)")  # Llama-2-7B is not Llama-27B
_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")
_INNER_STAR = re.compile(r"(?<=[^\W\d_])\*(?=[\s_-]?[^\W\d_])")  # "V*Bench" is another benchmark than VBench
_LONGEST = 80


@lru_cache(maxsize=1 << 16)
def shaped(word: str) -> bool:
    """Return whether one word looks like a name by itself: capitals inside it, or letters with digits.

    >>> [shaped(word) for word in ("GRPO", "ImageNet", "nuScenes", "GSM8K", "Adam", "LLM-based", "3D", "graph")]
    [True, True, True, True, False, False, False, False]
    """
    if sum(c.isalpha() for c in word) < 2 or _DIMENSION.match(word) or _ADJECTIVE.search(word):
        return False
    # "Vision-Language" has a capital inside, but none of its parts has; "τ-Bench" begins small and goes on with a capital.
    parts = [part for part in _SEPARATOR.split(word) if part]
    return any(any(c.isupper() for c in part[1:]) or any(c.isdigit() for c in part) for part in parts) or (
        len(parts) > 1 and parts[0].islower() and len(parts[0]) == 1 and parts[1][0].isupper()
    )


@lru_cache(maxsize=1 << 17)
def split_head(name: str, type: str = "") -> tuple[str, tuple[str, ...]] | None:
    """Split a generic head off a name.

    Parameters
    ----------
    name : str
    type : str
        The entity type that the paper's reading gave it; empty where unknown.

    Returns
    -------
    tuple of (str, tuple of str), or None
        What stands before the head, and the types of thing that the head can stand behind; None where there is no head,
        or where it belongs to the name.

    Examples
    --------
    >>> split_head("GAIA benchmark"), split_head("CLIP score"), split_head("vehicle routing problem", "Task")
    (('GAIA', ('Dataset',)), None, ('vehicle routing', ('Task', 'Dataset')))
    >>> split_head("inverse problems", "Task"), split_head("mathematical reasoning datasets", "Dataset")
    (None, None)
    """
    rest, _, last = _HYPHEN_SCORE.sub(" ", name).rpartition(" ")
    rest = rest.rstrip()
    head = last.lower()
    if head in ("set", "sets") and rest.lower().endswith(" data"):
        rest, head = rest[:-5].rstrip(), "dataset" + head[3:]
    plural = head.endswith("s") and head != "series"
    head = _PLURAL_HEADS.get(head) or (head[:-1] if plural else head)
    allowed = _HEADS.get(head)
    if allowed is None or len(rest) < 2:
        return None
    if head == "score":
        return (rest, allowed) if _SCORED.match(rest) else None
    before = rest.split()
    if all(shaped(word) for word in before):
        # "QA datasets", "RL benchmarks" are classes of datasets; "MuJoCo environments" is MuJoCo.
        return None if plural and head in ("benchmark", "dataset") else (rest, allowed)
    if type == "Dataset" or "Dataset" in allowed[:1]:
        return (rest, allowed) if not plural and rest[0].isupper() and all(w[0].isupper() or w[0].isdigit() for w in before) else None
    if (type and type not in allowed) or head in ("model", "family", "series", "architecture", "backbone", "library", "toolkit"):
        return (rest, allowed) if not plural and len(before) == 1 and rest[0].isupper() and last[0].islower() and head != "model" else None
    noun = before[-1].lower()
    if len(before) == 1:
        named = rest[0].isupper() and not plural and last[0].islower() and not _NOT_A_NOUN.search(noun)
        return (rest, allowed) if named or (_NOUN.search(noun) and not _NOT_A_NOUN.search(noun)) else None
    return None if _NOT_A_NOUN.search(noun) else (rest, allowed)


def _plain(text: str) -> str:
    """Return a name without accents, and without the LaTeX that a list of names, unlike a cleaned text, may still hold."""
    if "\\" in text or "$" in text:
        text = clean(text).text
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text.replace("×", "x"))
    # Only of Latin letters: the marks of other scripts tell words apart.
    split = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", _ACCENT.sub("", split))


def _metric(text: str) -> str:
    """Return the usual form of a metric with a cut-off or threshold; any other name as it is.

    >>> [_metric(name) for name in ("R@5", "Acc@1", "mAP@0.5", "mAP@[.5:.95]", "FPR@95TPR", "pass@1")]
    ['recall@5', 'top-1 accuracy', 'mAP50', 'mAP50-95', 'FPR95', 'pass@1']
    """
    found = _CUTOFF.match(text)
    if found:
        return _CUTOFFS.get(found[1].lower(), "hit@{}").format(found[2])
    found = _THRESHOLD.match(text)
    if found:
        return f"{found[1]}{found[2]:0<2}" + (f"-{found[3]:0<2}" if found[3] else "")
    found = _FALSE_POSITIVES_AT.match(text)
    return f"FPR{found[1]}" if found else text


def _split_decimal(word: str) -> tuple[str, str, str]:
    """Split at the first decimal point, which tells OPT-1.3B from OPT-13B; `kg.text.fold` drops it."""
    found = _DECIMAL.search(word)
    return (word[: found.start()], ".", word[found.end() :]) if found else (word, "", "")


@lru_cache(maxsize=1 << 16)
def _word(word: str) -> str:
    """Return one word, free of hyphens, in lower case, American spelling and singular."""
    whole, point, rest = _split_decimal(word)
    if point:
        return f"{_word(whole)}.{_word(rest)}"
    if word[-1:] == "s" and word[:-1].isalnum() and word[-2:-1].isupper():
        return fold(word[:-1] + "x")[:-1]  # "LLMs", "E3NNs"
    text = fold(word + "x")[:-1] if word[-1:].lower() == "s" else fold(word)
    if not text.isalpha() or (len(word) <= 5 and word.isupper()) or (word[-1:] == "S" and not word.isupper()):
        return text  # "AdamS" is no plural
    if len(text) > 3 and not _KEEP_S.search(text):
        text = singular(text)
    if len(text) > 5:
        for pattern, american in _BRITISH:
            text = pattern.sub(american, text)
    return text


@lru_cache(maxsize=1 << 18)
def words(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case, American spelling and singular, split at spaces and hyphens.

    >>> words("Large Language Models"), words("behaviour-cloning optimisers"), words("LLaVA-v1.5"), words("Claude Sonnet 4")
    (('large', 'language', 'model'), ('behavior', 'cloning', 'optimizer'), ('llava', '1.5'), ('claude', '4', 'sonnet'))
    """
    # Half a million names come by here, most of them plain: each rule is tried only where its character stands.
    text = _plain(name)
    if "^" in text or "$" in text:
        text = text.translate(_LATEX)
    text = text.strip().strip("\"'’“”`")
    if "@" in text:
        text = _metric(text)
    if text.endswith(")"):
        own = _OWN_ACRONYM.search(text)
        if own and own.start() and sum(c.isupper() for c in own[1]) > 1:
            text = text[: own.start()]
    if "/" in text:
        text = _REPOSITORY.sub("", text)
    text = _VENDOR.sub("", text)
    if "*" in text:
        text = _INNER_STAR.sub(" star ", text)
    if _DIGIT.search(text):
        tier = _TIER_FIRST.match(text)
        if tier is not None and (tier[1] or tier[2].lower() in ("sonnet", "opus", "haiku")):
            text = f"{tier[1] or 'claude'} {tier[3]} {tier[2]}{text[tier.end() :]}"
        text = _O_SERIES.sub("", _HYPHENED_VERSION.sub(r"v\1.\2", text))
        text = _SHORT_YEAR.sub(r" 20\1", _SERIES_YEAR.sub(r"\1 20\2", _POINT_ZERO.sub("", _V_DECIMAL.sub("", text))))
    if "average" in text:
        text = _AVERAGED.sub(r"\1", text)
    spaced = text.split()
    if len(spaced) > 1 and not _WORDED.isdisjoint(spaced):
        text = " ".join(_ACRONYMS.get(word, word) for word in spaced)
    parts = [_word(part) for part in _SEPARATOR.split(text) if part]
    if "+" not in text and "*" not in text:
        return tuple(part for part in parts if part)
    # "+" and "*" are part of a name only at its end, as in "C++" and "A*".
    return (*(part.rstrip("+*") for part in parts[:-1] if part.rstrip("+*")), *(part for part in parts[-1:] if part))


@lru_cache(maxsize=1 << 18)
def key(name: str) -> str:
    """Return the key of a name; never empty: a name without letters and digits has a digest of itself for a key.

    >>> key("Llama-3.1-8B") == key("LLaMA 3.1 8B") == key("Llama3.1-8b") == key("meta-llama/Llama-3.1-8B")
    True
    >>> key("CIFAR-10") == key("CIFAR-100"), key("OPT-1.3B") == key("OPT-13B"), key("AIME24") == key("AIME 2024")
    (False, False, True)
    """
    return _TWO_NUMBERS.sub("-", " ".join(words(name))).replace(" ", "") or slug(name)


def key_id(text: str) -> str:
    """Return the node id of a key: readable, without type; equal for equal keys, different for different ones.

    >>> key_id(key("AdamW")), key_id(key("C++")), key_id(key("A* search"))
    ('e:adamw', 'e:c-plus-plus', 'e:astarsearch')
    """
    if len(text) <= _LONGEST:
        return "e:" + text.replace("+", "-plus").replace("*", "-star")
    return "e:" + slug(text)
