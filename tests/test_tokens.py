"""The tokeniser: spellings that must be one, what parts words and what does not, odd input."""

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import load_chunks, tokenize
from course_lib.text import VISIBLE
from course_lib.tokens import EAST_ASIAN, fold, marks_in, split_pairs, token_pattern

NFC, NFD, NFKC = (
    lambda text, form=form: unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC")
)
# Letters of many scripts, marks, joiners, digits, blanks, punctuation: more telling than all of
# Unicode, where two drawn characters seldom meet.
TEXTS = st.text(
    st.one_of(
        st.sampled_from("abzAZßſİıéÅΣςά_09 .,'-½²ﬁ①\u0301\u0308\u0345\u0323\u200b\u200d\u00ad\n"),
        st.sampled_from("启动水泵々ーがガｶﾞ한ग्रहिคำשלום\u05b8\u3099\u20e3\ufe0f\u3164\u1160\u115f"),
        st.characters(exclude_categories=["Cn", "Cs"]),  # assigned in this Python's Unicode
    ),
    max_size=12,
)


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("Kidneys, unlike lungs, make urine.", "kidneys unlike lungs make urine"),
        ("Kidneys?", "kidneys"),
        ('("pump")!', "pump"),
        ("co-op don't 3.50 24/7", "co op don t 3 50 24 7"),
        ("E42 E-42 0800", "e42 e 42 0800"),
        ("timeout=None", "timeout none"),
        ("https://example.org/api/v1?x=1", "https example org api v1 x 1"),
        ("C C++ C# c", "c c c c"),
        ("line\tbreak\r\nfeed\x0bform\x0cpage\x85next", "line break feed form page next"),
        ("sep\u2028par\u2029nbsp\u00a0em\u2003ideo\u3000end", "sep par nbsp em ideo end"),
        ("{brace} \\back <|endoftext|> [Source 9]", "brace back endoftext source 9"),
        ("a\x00b", "a b"),
    ],
)
def test_what_parts_words(text, tokens):
    assert tokenize(text) == tokens.split()


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("NO_PROXY", ["no_proxy"]),
        ("__init__ _ __", ["init"]),
        ("a__b", ["a__b"]),
        ("_a_-_b", ["a", "b"]),
        ("水_泵 a_水", ["水", "泵", "a", "水"]),
    ],
)
def test_the_underscore_joins_what_stands_on_both_sides(text, tokens):
    assert tokenize(text) == tokens


@pytest.mark.parametrize("text", ["Über die Größe", "ÜBER DIE GRÖSSE", "über die größe"])
@pytest.mark.parametrize("form", [NFC, NFD])
def test_umlauts_in_both_normal_forms_and_cases(text, form):
    """Case folding turns ß into ss, in text and query alike."""
    assert tokenize(form(text)) == ["über", "die", "grösse"]


@pytest.mark.parametrize(
    "one, other",
    [
        ("ﬁne", "fine"),
        ("ｐｕｍｐ４２", "pump42"),
        ("x²", "x2"),
        ("½", "1⁄2"),
        ("µ", "μ"),
        ("ſ", "s"),
        ("ΟΔΟΣ", "οδος"),
        ("ẞ", "ss"),
        ("ｶﾞ", "ガ"),
        ("か\u3099", "が"),
        ("한국어", "한국어"),
        ("①", "1"),
        ("ᾳ\u0301", "\u1fb4"),
        ("İ", "i\u0307"),
    ],
)
def test_other_spellings_of_the_same(one, other):
    assert tokenize(one) == tokenize(other) != []


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("启动水泵", ["启动", "动水", "水泵"]),
        ("启动", ["启动"]),
        ("水", ["水"]),
        ("水，泵", ["水", "泵"]),
        ("K9水泵E42", ["k9", "水泵", "e42"]),
        ("ポンプを", ["ポン", "ンプ", "プを"]),
        ("人々", ["人々"]),
        ("か\u3099水", ["が水"]),
        ("か\u0301水泵", ["か\u0301水", "水泵"]),  # a mark stays with its character
        ("\U00020000\U00020001", ["\U00020000\U00020001"]),
        ("ไทย ខ្មែរ", ["ไทย", "ខ្មែរ"]),
        ("한국어 문서", ["한국어", "문서"]),
    ],
)
def test_scripts_without_blanks(text, tokens):
    assert tokenize(text) == tokens


@pytest.mark.parametrize(
    "run",
    ["コーヒ", "㐀㐁㐂", "﨎﨏﨑", "ㇰㇱㇲ", "𠀀𠀁𠀂", "𛀀𛀁𛀂", "かゝが", "人々は", "〆〇人"],
)
def test_every_range_of_chinese_and_japanese_gives_pairs(run):
    assert tokenize(run) == [run[:2], run[1:]]


def test_folded_text_is_in_form_nfkc():
    assert fold("\u01f0") == fold("J\u030c") == "\u01f0"  # casefold alone takes it apart


@pytest.mark.parametrize("run, pairs", [("pump", ["pump"]), ("泵", ["泵"]), ("启动泵", 2)])
def test_pairs_of_a_run(run, pairs):
    assert split_pairs(run) == (["启动", "动泵"] if pairs == 2 else pairs)


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("שָׁלוֹם עולם", [NFKC("שָׁלוֹם"), "עולם"]),
        ("مَرْحَبًا", [NFKC("مَرْحَبًا")]),
        ("हिन्दी", ["हिन्दी"]),
        ("می\u200cخواهم", ["میخواهم"]),
        ("e\u0323\u0301", [NFKC("e\u0301\u0323")]),
        ("x\u0301y", ["x\u0301y"]),  # no single character for x with an accent
        ("\u0301x", ["x"]),
        ("a_\u0301b", ["a", "b"]),
    ],
)
def test_marks_stay_with_their_letter(text, tokens):
    assert tokenize(text) == tokens


def test_marks_are_given_once_and_sorted():
    """Indic vowel signs are marks of kind Mc, enclosing circles Me, accents Mn."""
    assert marks_in("e\u0301 a\u0301\u20e3 हि a") == "\u0301\u093f\u20e3"
    assert marks_in("plain") == marks_in("größe") == ""
    assert token_pattern("\u0301").findall("x\u0301y z") == ["x\u0301y", "z"]
    assert token_pattern().findall("x\u0301y z") == ["x", "y", "z"]


@pytest.mark.parametrize("text", ["", " ", "   \n\t ", "\u00a0\u2003", "\u200b", "\ufeff", "_"])
def test_nothing_to_read_gives_no_token(text):
    assert tokenize(text) == []


@pytest.mark.parametrize(
    "signs", ["?!", "…—„“", "😀👍🏽", "❤\ufe0f", "👩\u200d🚀", "🇩🇪", "\x00\x1b"]
)
def test_signs_without_letter_or_digit_give_no_token(signs):
    assert tokenize(signs) == []
    assert tokenize(f"pump{signs}{signs}seal{signs}") == ["pump", "seal"]


def test_what_no_reader_sees_gives_no_token():
    """Every character that course_lib.text holds for blank, the Hangul fillers among them.

    But for U+0345, the small iota below a Greek letter: case folding makes a letter of it.
    """
    unseen = VISIBLE.sub("", "".join(map(chr, range(sys.maxunicode + 1))))
    assert len(unseen) > 4000 and "\u3164" in unseen and "\ufeff" in unseen
    assert tokenize(" ".join(unseen.replace("\u0345", ""))) == []


def test_unseen_characters_inside_a_word_do_not_part_it():
    marks = "\u00ad\u034f\u061c\u115f\u1160\u200c\u200d\u200e\u202d\u2060\u2066\u3164\ufe0f\ufeff"
    marks += "\u180b\u180f\u200f\u202a\u202e\u206f\ufe00\uffa0\U000e0000\U000e0100\U000e0fff"
    for unseen in marks:
        assert tokenize(f"pu{unseen}mp") == ["pump"], hex(ord(unseen))
    for seen in "\u180a\u1810\u200b\u2010\u2029\u202f\u205f\u2070\ufdff\ufe10\U000dffff\U000e1000":
        assert tokenize(f"pu{seen}mp") != ["pump"], hex(ord(seen))


def test_a_zero_width_space_and_a_line_end_part_words():
    """U+200B says where a line may break: Thai and Khmer pages use it as their blank."""
    assert tokenize("ไทย\u200bไทย") == ["ไทย", "ไทย"]
    assert tokenize("pump\u200bseal") == tokenize("pump\nseal") == ["pump", "seal"]


@pytest.mark.parametrize("value", [None, 3, b"pump", ["pump"], True])
def test_only_strings_can_be_cut(value):
    with pytest.raises(TypeError, match=f"^text must be a string, got {type(value).__name__}$"):
        tokenize(value)


def test_one_long_line():
    assert tokenize("pump, " * 170_000) == ["pump"] * 170_000
    assert tokenize("p" * 1_000_000) == ["p" * 1_000_000]
    assert tokenize("_" * 1_000_000) == tokenize("\u0301" * 1_000_000) == []
    assert tokenize("水" * 100_001) == ["水水"] * 100_000
    assert len(tokenize("a_" * 200_000)) == len(tokenize("a" + "_" * 200_000)) == 1


def test_half_a_character_from_a_damaged_file_parts_words():
    assert tokenize("pump\ud800seal") == ["pump", "seal"]


# --- against other definitions ---------------------------------------------------------------


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_ascii_text_gives_the_words_of_the_usual_pattern(text):
    r"""Without leading and closing underscores, `\b\w+\b` of the lowered text."""
    words = (word.strip("_") for word in re.findall(r"\b\w+\b", text.lower()))
    assert tokenize(text) == [word for word in words if word]


@pytest.mark.parametrize("name", ["house", "numpy"])
def test_the_corpora_give_the_words_of_the_usual_pattern(name):
    texts = [chunk.text for chunk in load_chunks(name)]
    plain = [text for text in map(fold, texts) if not re.search(f"[{EAST_ASIAN}]", text)]
    plain = [text for text in plain if not marks_in(text)]
    assert len(plain) > 0.99 * len(texts)
    for text in plain:
        words = (word.strip("_") for word in re.findall(r"\b\w+\b", text))
        assert tokenize(text) == [word for word in words if word]


@given(TEXTS)
def test_tokens_hold_letters_digits_marks_and_inner_underscores(text):
    for token in tokenize(text):
        kinds = [unicodedata.category(character)[0] for character in token]
        assert kinds[0] in "LN" and not token.endswith("_")
        assert all(k in "LNM" or c == "_" for k, c in zip(kinds, token, strict=True))
        assert NFKC(token) == token


# --- properties --------------------------------------------------------------------------------


@given(TEXTS)
def test_normal_forms_are_one(text):
    assert tokenize(NFC(text)) == tokenize(NFD(text)) == tokenize(NFKC(text)) == tokenize(text)


@given(TEXTS)
def test_case_is_one(text):
    """Not so with upper(), which makes I of the Turkish dotless i."""
    assert tokenize(text.casefold()) == tokenize(text)
    assert tokenize(text.lower()) == tokenize(text)


@given(TEXTS)
def test_tokens_of_joined_tokens_are_the_same(text):
    tokens = tokenize(text)
    assert tokenize(" ".join(tokens)) == tokens


@given(TEXTS, TEXTS)
def test_texts_set_apart_do_not_touch(one, other):
    assert tokenize(f"{one}\n{other}") == tokenize(one) + tokenize(other)


def test_folding_twice_changes_nothing():
    """Every letter, digit and character with parts, between two letters, in both normal forms."""
    for code in range(sys.maxunicode + 1):
        text = f"a{chr(code)}b"
        if text.isalnum() or unicodedata.decomposition(chr(code)):
            folded = fold(text)
            assert fold(folded) == folded == fold(NFD(text)), hex(code)
