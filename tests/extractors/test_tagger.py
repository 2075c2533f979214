"""Windows over long texts, and the packaged tagger."""

import pickle

import pytest

from extractors.encoding import MAX_PIECES, split_words
from extractors.sentences import sentence_spans
from extractors.tagger import Tagger


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger.packaged()


def test_a_short_text_is_one_window(tagger: Tagger) -> None:
    text = "We propose FooNet. It is fast."
    assert tagger.windows(text, sentence_spans(text), split_words(text)) == [(0, len(split_words(text)))]


def test_no_text_has_no_window(tagger: Tagger) -> None:
    assert tagger.windows("", [], []) == []
    found, outside, _ = tagger.candidates("", 0, [], [], [])
    assert found == [] and outside.shape == (0,)


def test_a_long_text_is_cut_between_sentences_and_loses_nothing(tagger: Tagger) -> None:
    text = " ".join(["We propose a very fast method for the study of trees in winter."] * 60)
    words = split_words(text)
    windows = [words[first:last] for first, last in tagger.windows(text, sentence_spans(text), words)]
    assert [word for window in windows for word in window] == split_words(text)
    assert len(windows) > 1
    assert all(text[window[-1][0] : window[-1][1]] == "." for window in windows)
    assert all(sum(len(tagger.pieces.split(text[a:b])) for a, b in window) <= MAX_PIECES for window in windows)


def test_a_sentence_longer_than_a_window_is_cut_somewhere(tagger: Tagger) -> None:
    text = "word " * 2000
    words = split_words(text)
    windows = [words[first:last] for first, last in tagger.windows(text, sentence_spans(text), words)]
    assert sum(len(window) for window in windows) == 2000
    _, outside, vectors = tagger.candidates(text, 0, sentence_spans(text), words, [])
    assert len(outside) == len(vectors.kinds) == len(vectors.queries) == len(vectors.keys) == len(vectors.nothing) == 2000


def test_a_tagger_travels_by_pickle(tagger: Tagger) -> None:
    text = "We evaluate LLaMA on ImageNet."
    copy = pickle.loads(pickle.dumps(tagger))
    one, other = (t.candidates(text, 0, [(0, len(text))], split_words(text), [])[0] for t in (tagger, copy))
    assert [(c.start, c.end, c.score) for c in one] == [(c.start, c.end, c.score) for c in other] != []
