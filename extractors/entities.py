"""The component that finds entities: the tagger, the lexicons and the abbreviations under one overlap policy.

1. The tagger proposes spans with a probability for each type (`extractors.tagger`).
2. Names of the lexicons that it passed over are proposed with the probabilities that it gave their words: a known name
   needs less of the tagger's word than an unknown one (`extractors.gazetteer`).
3. Overlaps are resolved, short and long forms tied, mentions merged (`extractors.merge`).
4. A logistic regression over what is known of each entity gives its score: of the entities with score 0.9, nine in ten
   are right. What scores below the threshold is dropped (`extractors.scoring`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from extractors.base import AbbreviationSpan, DocEntity
from extractors.decode import TYPES
from extractors.encoding import split_words
from extractors.extensions import text_of
from extractors.gazetteer import Gazetteer
from extractors.merge import Candidate, Group, merge, repeats, resolve_overlaps, split_abbreviations, trim
from extractors.numbers import read_numbers
from extractors.pairs import WordVectors, pair_scores
from extractors.scoring import features, score
from extractors.sentences import sentences_of
from extractors.tagger import FILES, Tagger
from kg.text import fold

__all__ = ["Entities", "find_groups", "is_generic", "make_entities"]

# Words that name nothing by themselves, whatever a tagger thinks (the guidelines' "never annotate").
_GENERIC_WORDS = """
method, approach, framework, model, algorithm, system, technique, paradigm, pipeline, strategy, architecture, module, network, baseline,
experiment, evaluation, result, performance, state-of-the-art, SOTA, benchmark, dataset, data, task, downstream task, problem, application,
metric, score, paper, work, study, code, analysis, theory, setting, real-world dataset, benchmark dataset, synthetic data, real-world data,
training data, test set, domain, average, arXiv, GitHub, Hugging Face, HuggingFace, OpenReview, Kaggle, OpenAI, Anthropic, Google, DeepMind,
Google DeepMind, Meta AI, Microsoft, NVIDIA, Alibaba, Tencent, ByteDance, Amazon, Mistral AI, Cohere, xAI, Stability AI
"""
_GENERIC = frozenset(fold(word) for word in _GENERIC_WORDS.replace("\n", " ").split(","))
# A venue, with a year or without: the guidelines leave venues out, and taggers take them for datasets.
_VENUE = re.compile(
    r"(?:neurips|nips|iclr|icml|aaai|ijcai|cvpr|iccv|eccv|wacv|acl|emnlp|naacl|eacl|coling|interspeech|icassp|siggraph|kdd|www|sigir|cikm|wsdm|icra|iros|rss"
    r"|corl|colm|tmlr|jmlr|aistats|uai|colt|miccai|chi)(?:\s*['’]?(?:19|20)?\d\d)?",
    re.IGNORECASE,
)

# What a name is called by its kind: "the Birch environment", "the Birch-7B model". The guidelines leave such heads out.
_HEADS = {"Dataset": re.compile(r"(?<=\w)\s+(?:environments?|simulators?|suite|leaderboard)$"), "Model": re.compile(r"(?<=\w)\s+models?$")}


def _without_head(text: str, start: int, end: int, kind: str) -> int:
    """Return where a name ends once a head word of its kind is left out, if what is before it has a capital or a digit in its last word."""
    found = _HEADS[kind].search(text, start, end) if kind in _HEADS else None
    if found and any(c.isupper() or c.isdigit() for c in text[start : found.start()].split()[-1]):
        return found.start()
    return end


# Where names stand that are no entities of the paper: in addresses, and in citations ("Larch et al.", "(FOCS 2011)").
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|io|net|edu|ai|science)/\S*", re.IGNORECASE)
_CITED = re.compile(r"(?:[A-Z][\w'’-]+,?\s+(?:and\s+|&\s+)?)*[A-Z][\w'’-]+(?=,?\s+et\s+al\b)")
_VENUE_AND_YEAR = re.compile(r"(?<=[(;,\s])[A-Z]{3,}[A-Za-z-]*(?=\s?['’]?\s?(?:(?:19|20)\d\d|(?<=['’])\d\d)\s?[);,])")


def _elsewhere(text: str, gazetteer: Gazetteer) -> list[tuple[int, int]]:
    """Return the stretches of a text in which no entity is named: addresses, and the authors and venues of citations."""
    spans = [match.span() for pattern in (_ADDRESS, _CITED) for match in pattern.finditer(text)]
    for match in _VENUE_AND_YEAR.finditer(text):
        in_bracket = text.rfind("(", 0, match.start()) > text.rfind(")", 0, match.start())
        if in_bracket and not gazetteer.matches(match.group(), split_words(match.group())):  # "(AIME 2024)" is a dataset
            spans.append(match.span())
    return spans


def _named(candidates: Iterable[Candidate], elsewhere: Sequence[tuple[int, int]]) -> list[Candidate]:
    """Return the candidates that do not touch the stretches of `_elsewhere`."""
    return [item for item in candidates if not any(item.start < end and start < item.end for start, end in elsewhere)]


def is_generic(form: str) -> bool:
    """Tell whether a surface form is a generic word, a lone symbol or a number, which names no entity."""
    key = fold(form)
    return key in _GENERIC or len(form) < 2 or not any(c.isalpha() for c in form) or _VENUE.fullmatch(form) is not None


def find_groups(
    text: str, title_end: int, sentences: Sequence[tuple[int, int]], pairs: Sequence[AbbreviationSpan], tagger: Tagger
) -> tuple[list[Group], WordVectors]:
    """Find all that could be an entity in a clean text, with its mentions merged; low scores included.

    Parameters
    ----------
    text : str
    title_end : int
        End of the title in `text`, exclusive; 0 without one.
    sentences : sequence of (start, end)
    pairs : sequence of AbbreviationSpan
    tagger : Tagger

    Returns
    -------
    groups : list of Group
        In the order of first mention.
    vectors : WordVectors
        Of the words of the text.
    """
    gazetteer = tagger.gazetteer
    words = split_words(text)
    matches = gazetteer.matches(text, words)
    candidates, outside, vectors = tagger.candidates(text, title_end, sentences, words, matches)
    trimmed = []
    elsewhere = _elsewhere(text, gazetteer)
    for item in candidates:
        start, end = trim(text, item.start, item.end)
        end = _without_head(text, start, end, TYPES[int(item.types.argmax())])
        if start < end and not is_generic(text[start:end]):
            trimmed.append(Candidate(start, end, item.types, item.roles, item.score, item.extractor))
    trimmed = gazetteer.complete(matches, words, resolve_overlaps(_named(trimmed, elsewhere)))
    known = _named(gazetteer.candidates(matches, words, outside, trimmed), elsewhere)
    found = resolve_overlaps(split_abbreviations(resolve_overlaps([*trimmed, *known]), pairs))
    found = resolve_overlaps([*found, *_named(repeats(text, found, words), elsewhere)])
    return merge(text, found, pairs), vectors


def _spans(doc: Doc, entities: Sequence[DocEntity]) -> list[Span]:
    """Return the mentions as spans of whole tokens; `Doc.char_span` would walk through all tokens for each of them."""
    starts = doc.to_array(["IDX"]).ravel()
    mentions = [(mention, entity.type) for entity in entities for mention in entity.mentions]
    first = np.searchsorted(starts, [mention.start for mention, _ in mentions], side="right") - 1
    last = np.searchsorted(starts, [mention.end for mention, _ in mentions], side="left")
    return [Span(doc, max(0, int(a)), int(b), label=kind) for (_, kind), a, b in zip(mentions, first, last, strict=True)]


class Entities:
    """Component that writes ``Doc._.kg_entities`` and ``Doc.ents``.

    Parameters
    ----------
    tagger : Tagger
    threshold : float
        Entities that score less are dropped.
    """

    def __init__(self, tagger: Tagger, threshold: float | None = None) -> None:
        self.tagger = tagger
        self.threshold = tagger.settings["threshold"] if threshold is None else threshold

    def __call__(self, doc: Doc) -> Doc:
        """Find the entities of `doc`."""
        text = text_of(doc)
        sentences = sentences_of(doc)
        pairs = doc._.kg_abbreviations
        groups, vectors = find_groups(text, doc._.kg_title_end, sentences, pairs, self.tagger)
        entities: list[DocEntity] = []
        roles: list[list[float]] = []
        for group in groups:
            kind, points = score(features(group, text, doc._.kg_title_end), group, self.tagger.settings)
            if points < self.threshold:
                continue
            names = group.names()
            entities.append(DocEntity(f"e{len(entities) + 1}", kind, "", names[0], names, round(points, 3), group.mentions))
            roles.append([round(float(value), 4) for value in group.roles])
        doc._.kg_entities = entities
        doc._.kg_role_scores = roles
        doc._.kg_pair_scores = pair_scores(split_words(text), vectors, read_numbers(text), entities, self.tagger.settings["relation_bias"])
        doc.ents = filter_spans(_spans(doc, entities))
        return doc

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """Write the tagger's files into the folder `path`."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.tagger.content.items():
            (folder / name).write_bytes(content)

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> Entities:
        """Read the tagger's files from the folder `path`."""
        self.tagger = Tagger.from_folder(Path(path))
        return self

    def to_bytes(self, *, exclude: Sequence[str] = ()) -> bytes:
        """Return the tagger's files as bytes."""
        import srsly

        packed: bytes = srsly.msgpack_dumps(self.tagger.content)
        return packed

    def from_bytes(self, data: bytes, *, exclude: Sequence[str] = ()) -> Entities:
        """Read what `to_bytes` returned."""
        import srsly

        content = srsly.msgpack_loads(data)
        self.tagger = Tagger({name: content[name] for name in FILES})
        return self


@Language.factory(
    "kg_entities",
    assigns=["doc._.kg_entities", "doc._.kg_role_scores", "doc._.kg_pair_scores", "doc.ents"],
    requires=["doc._.kg_abbreviations", "doc.sents"],
    default_config={"threshold": None},
)
def make_entities(nlp: Language, name: str, threshold: float | None) -> Entities:
    """Create the component with the tagger that ships with the package."""
    return Entities(Tagger.packaged(), threshold)
