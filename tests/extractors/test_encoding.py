"""Words, pieces and features of the tagger's input."""

import pytest

from extractors.encoding import MAX_PIECES, SHAPES, WordPieces, split_words

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "gr", "##po", "##o", "the", "-", "4", "##b", "7", "g", "e", "##te"]


def words_of(text: str) -> list[str]:
    return [text[start:end] for start, end in split_words(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("GPT-4o beats it.", ["GPT", "-", "4o", "beats", "it", "."]),
        ("5–10× on τ2-Bench", ["5", "–", "10×"[:2], "×", "on", "τ2", "-", "Bench"]),
        ("snake_case", ["snake", "_", "case"]),
        ("", []),
        (" \n\t", []),
        ("naïve été", ["naïve", "été"]),
    ],
)
def test_split_words(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_pieces_are_the_longest_from_the_left() -> None:
    pieces = WordPieces(VOCABULARY)
    assert [VOCABULARY[i] for i in pieces.split("GRPO")] == ["gr", "##po"]
    assert [VOCABULARY[i] for i in pieces.split("7B")] == ["7", "##b"]


def test_accents_and_case_are_folded_for_the_encoder() -> None:
    pieces = WordPieces(VOCABULARY)
    assert pieces.split("été") == pieces.split("ETE") == (VOCABULARY.index("e"), VOCABULARY.index("##te"))


@pytest.mark.parametrize("word", ["grx", "x" * 101, "数"])
def test_what_cannot_be_spelled_is_unknown(word: str) -> None:
    assert WordPieces(VOCABULARY).split(word) == (1,)


def test_features_stand_beside_the_pieces() -> None:
    text = "GRPO\nthe GRPO-7B"
    words = split_words(text)
    encoded = WordPieces(VOCABULARY).encode(text, 4, words, [1, 0, 1, 0, 0])
    assert [VOCABULARY[i] for i in encoded.pieces] == ["[CLS]", "gr", "##po", "the", "gr", "##po", "-", "7", "##b", "[SEP]"]
    assert [SHAPES[i] for i in encoded.shapes[1:-1]] == ["upper", "upper", "lower", "upper", "upper", "punctuation", "letters+digits", "letters+digits"]
    assert encoded.spaces.tolist()[1:-1] == [1, 1, 1, 1, 1, 0, 0, 0]
    assert encoded.segments.tolist() == [0, 0, 0, 1, 1, 1, 1, 1, 1, 1]
    assert encoded.counts.tolist()[1:-1] == [2, 2, 0, 2, 2, 0, 1, 1]
    assert encoded.known.tolist()[1:-1] == [1, 1, 0, 1, 1, 0, 0, 0]
    assert encoded.first.tolist() == [1, 3, 4, 6, 7]
    assert encoded.words == words and not encoded.cut


def test_a_text_too_long_for_the_encoder_is_cut_at_a_word() -> None:
    text = " ".join(["GRPO"] * 300)
    words = split_words(text)
    encoded = WordPieces(VOCABULARY).encode(text, 0, words, [0] * 300)
    assert encoded.cut
    assert len(encoded.words) == MAX_PIECES // 2 == 255
    assert len(encoded.pieces) == MAX_PIECES + 2
