"""What a pair of entities looks like in a text: the features from which relations are read.

A feature is a text ("between:HT:consists"); a pair has a set of them. They tell the types and roles of the two, how their names
overlap, where they stand to each other, and the words between and around their nearest mentions, other entities replaced by their role.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from extractors.base import DocEntity

__all__ = ["CANDIDATE_TYPES", "Document", "Pair"]

# Types of head and tail between which annotators state relations; others are too rare to be told from noise.
CANDIDATE_TYPES = frozenset(
    (
        ("Method", "Method"),
        ("Method", "Model"),
        ("Model", "Method"),
        ("Model", "Model"),
        ("Method", "Dataset"),
        ("Dataset", "Method"),
        ("Dataset", "Dataset"),
        ("Metric", "Method"),
        ("Metric", "Dataset"),
        ("Task", "Dataset"),
    )
)

_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+(?:\.\d+)?|[^\w\s]")
_NAMED = re.compile(r"[^\W\d_].*[A-Z0-9]|^[A-Z]\w*$")
_LONGEST_BETWEEN = 14
_KIND = r"(?:method|framework|approach|model|algorithm|architecture|system|pipeline|benchmark|dataset|strategy|technique|scheme|paradigm|module)"
# Group 1: what always means the paper's own; the rest does so where it opens a sentence.
_STAND_IN = re.compile(rf"\b(?:((?:[Oo]ur|[Tt]he proposed) (?:[\w-]+ ){{0,2}}?{_KIND})|It|(?:This|The) (?:[\w-]+ )?{_KIND})\b")

# What tells a relation, by stem. Sources: the verbs of the annotation guidelines, and their common synonyms.
_CUES = {
    "based": (
        r"based on|buil(?:t|d|ds|ding)\b.{0,12}\b(?:up)?on|extend\w*|extension|inspired|leverag\w+|adapt\w*|generali[sz]\w+|grounded in"
        r"|derived?|stems? from|on top of|rooted in"
    ),
    "part": (
        r"consist\w*|compris\w+|integrat\w+|combin\w+|incorporat\w+|component\w*|modules?|compos\w+|includ\w+|featur(?:es|ing)"
        r"|equipp\w+|contains?|stages?|phases?|unif(?:y|ies|ying)"
    ),
    "means": (
        r"via|through|by|using|us(?:es|ed)|employ\w*|utili[sz]\w+|with|adopt\w*|couple[sd]?|introduc\w+|design\w*|propos\w+|develop\w*"
        r"|devis\w+|present\w*"
    ),
    "apply": (
        r"appl(?:y|ies|ied|ying|ication)|fine-?tun\w+|train\w*|evaluat\w+|instantiat\w+|experiment\w*|across|deploy\w*|on|to|into|for"
        r"|test\w*|implement\w*|plug\w*|enhanc\w+|improv\w+"
    ),
    "variant": r"variants?|versions?|extension|special case|simplif\w+|lightweight|instance|form of|modif\w+|counterparts?|famil(?:y|ies)",
    "against": (
        r"outperform\w*|compar\w+|than|over|unlike|surpass\w*|baselines?|versus|vs|beat\w*|whereas|while|instead of|replac\w+"
        r"|alternative"
    ),
}
_CUE = {name: re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE) for name, pattern in _CUES.items()}


@dataclass(slots=True)
class _Token:
    """A word or sign in lower case; of an entity, its role in angle brackets and its index."""

    text: str
    start: int
    entity: int = -1


@dataclass(slots=True)
class _Place:
    """A mention of an entity: its sentence, its token there, and whether only a word like "it" stands for it."""

    sentence: int
    token: int
    stand_in: bool


@dataclass(slots=True)
class _Thing:
    """An entity and what does not depend on its partner."""

    entity: DocEntity
    index: int
    places: list[_Place] = field(default_factory=list)
    key: str = ""
    words: tuple[str, ...] = ()
    named: bool = False
    titled: bool = False
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """A candidate: indices of head and tail in the list of entities, its features, each once, and the sentence that is its evidence."""

    head: int
    tail: int
    features: tuple[str, ...]
    sentence: int


class Document:
    """A text with its sentences and entities, made ready for `pairs`.

    Parameters
    ----------
    text : str
        Clean text (`kg.text.clean`): title, line feed, abstract, or one of the two.
    sentences : sequence of (int, int)
        Characters, end exclusive, in order.
    entities : sequence of DocEntity
        With roles and mentions.
    """

    def __init__(self, text: str, sentences: Sequence[tuple[int, int]], entities: Sequence[DocEntity]) -> None:
        self.sentences = list(sentences)
        self.things = [_Thing(entity, index) for index, entity in enumerate(entities)]
        self.tokens: list[list[_Token]] = [[] for _ in self.sentences]
        self.texts: list[list[str]] = []
        self.cues: list[frozenset[str]] = [frozenset(name for name, cue in _CUE.items() if cue.search(text, *span)) for span in self.sentences]
        self._stretches: dict[tuple[int, int, int], list[str]] = {}
        title_end = max(0, text.find("\n"))  # clean text has a line feed after the title, and nowhere else
        for thing in self.things:
            self._describe(thing, title_end)
        proposed = [thing for thing in self.things if thing.entity.role == "proposes" and thing.entity.mentions]
        # The thing that the paper is about: in the title, often named, early.
        proposed.sort(key=lambda thing: (not thing.titled, not thing.named, -min(len(thing.entity.mentions), 4), thing.index))
        for rank, thing in enumerate(proposed):
            thing.rank = rank + 1
        self.proposed = len(proposed)
        if self.sentences:
            self._tokenize(text, self._stand_ins(text, proposed))

    def _stand_ins(self, text: str, proposed: Sequence[_Thing]) -> list[tuple[int, int, _Thing]]:
        """Return where "it" or "our method" stands for what the paper proposes: the thing that the sentence before named last, else the main one."""
        if not proposed:
            return []
        found = []
        mentions = sorted((m.start, thing.index) for thing in proposed for m in thing.entity.mentions)
        for number, (start, end) in enumerate(self.sentences):
            for match in _STAND_IN.finditer(text, start, end):
                named = [self.things[index] for place, index in mentions if number and self.sentences[number - 1][0] <= place < start]
                ours = match.group(1) is not None
                if ours or match.start() == start:
                    thing = proposed[0] if ours or not named or proposed[0] in named else named[-1]
                    found.append((match.start(), match.end(), thing))
        return found

    def _tokenize(self, text: str, stand_ins: Sequence[tuple[int, int, _Thing]]) -> None:
        starts = [start for start, _ in self.sentences]
        mentions = sorted(((m.start, m.end, thing.index, False) for thing in self.things for m in thing.entity.mentions), key=lambda row: row[:3])
        for start, end, thing in stand_ins:
            if not any(m_start < end and start < m_end for m_start, m_end, _, _ in mentions):
                mentions.append((start, end, thing.index, True))
        mentions.sort(key=lambda row: row[:3])
        by_sentence: list[list[tuple[int, int, int, bool]]] = [[] for _ in self.sentences]
        for row in mentions:
            by_sentence[max(0, bisect_right(starts, row[0]) - 1)].append(row)
        for number, (start, end) in enumerate(self.sentences):
            tokens = self.tokens[number]
            at = start
            for m_start, m_end, index, stand_in in by_sentence[number]:
                tokens += [_Token(m.group().casefold(), m.start()) for m in _TOKEN.finditer(text, at, max(at, m_start))]
                thing = self.things[index]
                thing.places.append(_Place(number, len(tokens), stand_in))
                tokens.append(_Token(f"<{thing.entity.role or thing.entity.type}>", m_start, index))
                at = max(at, m_end)
            tokens += [_Token(m.group().casefold(), m.start()) for m in _TOKEN.finditer(text, at, max(at, end))]
        self.texts = [[token.text for token in tokens] for tokens in self.tokens]

    def _describe(self, thing: _Thing, title_end: int) -> None:
        name = thing.entity.name
        thing.key = re.sub(r"[\W_]+", "", name.casefold())
        thing.words = tuple(re.findall(r"\w+", name.casefold()))
        thing.named = any(_NAMED.search(form) for form in thing.entity.names or (name,))
        thing.titled = any(mention.start < title_end for mention in thing.entity.mentions)

    def pairs(self) -> Iterator[Pair]:
        """Yield every candidate, heads in order and tails in order."""
        for head in self.things:
            for tail in self.things:
                if head is tail or not head.places or not tail.places or (head.entity.type, tail.entity.type) not in CANDIDATE_TYPES:
                    continue
                roles = {head.entity.role, tail.entity.role}
                near = self._nearest(head, tail)
                if "proposes" not in roles and near[0].sentence != near[1].sentence:
                    continue  # of things that the paper did not make, only what one sentence says
                yield Pair(head.index, tail.index, tuple(dict.fromkeys(self._features(head, tail, *near))), max(near[0].sentence, near[1].sentence))

    @staticmethod
    def _nearest(head: _Thing, tail: _Thing) -> tuple[_Place, _Place]:
        """Return the two mentions that stand nearest to each other, outside the title where there is a choice."""
        return min(
            ((h, t) for h in head.places for t in tail.places),
            key=lambda pair: (abs(pair[0].sentence - pair[1].sentence), abs(pair[0].token - pair[1].token), pair[0].sentence == 0),
        )

    def _features(self, head: _Thing, tail: _Thing, h: _Place, t: _Place) -> Iterator[str]:
        h_entity, t_entity = head.entity, tail.entity
        roles = f"{h_entity.role}>{t_entity.role}"
        types = f"{h_entity.type}>{t_entity.type}"
        way = "HT" if (h.sentence, h.token) < (t.sentence, t.token) else "TH"
        distance = abs(h.sentence - t.sentence)
        far = "same" if distance == 0 else "next" if distance == 1 else "near" if distance < 4 else "far"
        yield "bias"
        yield f"roles:{roles}"
        yield f"types:{types}"
        yield f"both:{types}:{roles}"
        yield f"far:{roles}:{far}:{way}"
        yield f"far:{types}:{far}"
        if h.stand_in or t.stand_in:
            yield f"stand-in:{roles}:{h.stand_in}>{t.stand_in}"
        yield f"rank:{roles}:{min(head.rank, 3)}>{min(tail.rank, 3)}"
        yield f"rank:{types}:{min(head.rank, 3)}>{min(tail.rank, 3)}:{min(self.proposed, 4)}"
        yield f"named:{roles}:{head.named}>{tail.named}"
        yield f"title:{roles}:{head.titled}>{tail.titled}"
        yield f"count:{roles}:{min(len(h_entity.mentions), 3)}>{min(len(t_entity.mentions), 3)}"
        yield f"first:{roles}:{head.index < tail.index}"
        yield from self._names(head, tail, roles)
        if distance == 0:
            yield from self._between(h, t, way, roles, types)
        else:
            yield from self._apart(h, t, way, roles, far)

    @staticmethod
    def _names(head: _Thing, tail: _Thing, roles: str) -> Iterator[str]:
        if len(tail.key) > 2 and tail.key in head.key and tail.key != head.key:
            yield "name:tail in head"
            yield f"name:tail in head:{roles}"
            yield f"name:{'ends' if head.key.endswith(tail.key) else 'begins' if head.key.startswith(tail.key) else 'inside'}"
        elif len(head.key) > 2 and head.key in tail.key and tail.key != head.key:
            yield "name:head in tail"
            yield f"name:head in tail:{roles}"
        else:
            common = {word for word in set(head.words) & set(tail.words) if len(word) > 2}
            if common:
                yield "name:common word"
                if head.words[-1] == tail.words[-1]:
                    yield "name:common head"
        for place, thing in (("head", head), ("tail", tail)):
            if thing.words:
                yield f"last:{place}:{thing.words[-1]}"

    def _between(self, h: _Place, t: _Place, way: str, roles: str, types: str) -> Iterator[str]:
        texts = self.texts[h.sentence]
        left, right = sorted((h.token, t.token))
        between = texts[left + 1 : right]
        others = sum(token.entity >= 0 for token in self.tokens[h.sentence][left + 1 : right])
        yield f"gap:{way}:{roles}:{min(len(between), 12) // 3}"
        yield f"others:{way}:{roles}:{min(others, 3)}"
        listed = all(word in _LIST or word.startswith("<") for word in between)
        if listed:
            yield f"list:{way}:{roles}"
        core = _core(between)
        if len(core) <= 5:
            yield f"core:{way}:{' '.join(core)}"
            yield f"core:{roles}:{way}:{' '.join(core)}"
        if len(between) <= _LONGEST_BETWEEN:
            for word in between:
                yield f"between:{way}:{word}"
            for pair in pairwise(between):
                yield f"between2:{way}:{' '.join(pair)}"
            yield f"opens:{way}:{roles}:{between[0] if between else ''}"
            yield f"closes:{way}:{roles}:{between[-1] if between else ''}"
        for name in self._cues_in(h.sentence, left + 1, right):
            yield f"cue:{way}:{name}"
            yield f"cue:{way}:{name}:{roles}"
            yield f"cue:{way}:{name}:{types}"
        before = texts[max(0, left - 4) : left]
        after = texts[right + 1 : right + 4]
        for word in before:
            yield f"before:{way}:{word}"
        if before:
            yield f"before2:{way}:{' '.join(before[-2:])}"
        for word in after:
            yield f"after:{way}:{word}"
        for name in self._cues_in(h.sentence, 0, left):
            yield f"lead:{way}:{name}"
            yield f"lead:{way}:{name}:{roles}"

    def _cues_in(self, sentence: int, first: int, last: int) -> list[str]:
        """Return the cues among the tokens of a sentence from `first` to `last`, exclusive. Kept, since several pairs ask for the same stretch."""
        key = (sentence, first, last)
        if key not in self._stretches:
            words = " ".join(self.texts[sentence][first:last])
            self._stretches[key] = [name for name, cue in _CUE.items() if cue.search(words)] if words else []
        return self._stretches[key]

    def _apart(self, h: _Place, t: _Place, way: str, roles: str, far: str) -> Iterator[str]:
        for side, place in (("h", h), ("t", t)):
            texts = self.texts[place.sentence]
            for word in texts[max(0, place.token - 3) : place.token]:
                yield f"{side}-before:{way}:{word}"
            yield f"{side}-before2:{' '.join(texts[max(0, place.token - 2) : place.token])}"
            for word in texts[place.token + 1 : place.token + 3]:
                yield f"{side}-after:{way}:{word}"
            yield f"{side}-opens:{way}:{texts[0]}"
            for name in self.cues[place.sentence]:
                yield f"{side}-cue:{name}:{roles}:{far}"
        late = max(h.sentence, t.sentence)
        yield f"subject:{roles}:{_subject(self.tokens[late])}"


_LIST = frozenset(
    (",", "and", "or", "(", ")", "/", "&", ";", "+", "as", "well", "the", "a", "an", "both", "then", "followed", "by", "i", "ii", "iii", "1", "2", "3", "4")
)


def _core(between: Sequence[str]) -> list[str]:
    """Return the words between without the listed entities at either end ("consists of <uses> , <uses> and" is "consists of")."""
    words = list(between)
    while words and (words[-1] in (",", "and", "or", "(", "a", "an", "the") or words[-1].startswith("<")):
        words.pop()
    while words and (words[0] in (")", ",", "'s") or words[0].startswith("<")):
        words.pop(0)
    return words


def _subject(tokens: Sequence[_Token]) -> str:
    """Return what a sentence opens with, as far as it tells who speaks: "we", "it", "our <noun>", a role, or another word's class."""
    for token in tokens[:4]:
        if token.text in ("we", "it", "this", "these", "our", "its", "they") or token.entity >= 0:
            return token.text
    return "other"
