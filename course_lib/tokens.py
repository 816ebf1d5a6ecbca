"""Cut a text into tokens, the units that TF-IDF and BM25 count. One tokeniser for all of them.

Left out on purpose: stemming ("refund" and "refunds" stay apart) and stop words ("the" counts).
Thai and other scripts without blanks, but Chinese and Japanese, give one token a run.
Lesson 02 builds it.
"""

import functools
import re
import unicodedata
from itertools import pairwise

from course_lib.inputs import _check_text

# Characters that no reader sees inside a word: soft hyphen, joiners, marks of direction, fillers,
# variation selectors, tags. U+200B is not among them: it says where a word may end.
UNSEEN = dict.fromkeys([0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x3164, 0xFEFF, 0xFFA0])
UNSEEN |= dict.fromkeys([*range(0x180B, 0x1810), *range(0x200C, 0x2010), *range(0x202A, 0x202F)])
UNSEEN |= dict.fromkeys([*range(0x2060, 0x2070), *range(0xFE00, 0xFE10), *range(0xE0000, 0xE1000)])
# Chinese and Japanese, written without blanks: Han, Hiragana, Katakana and their repeat signs.
EAST_ASIAN = r"\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
EAST_ASIAN += r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003fffd"
EAST_ASIAN_UNIT = re.compile(f"[{EAST_ASIAN}][^{EAST_ASIAN}]*")  # a character with its marks


def tokenize(text: str) -> list[str]:
    """Cut a text into tokens: ``"Ring 0800 2413!" -> ["ring", "0800", "2413"]``.

    Parameters
    ----------
    text : str
    Returns
    -------
    list of str, in order. A token is a run of letters and digits of any script with the marks that
    follow them, case folded, in Unicode's form NFKC, so that two spellings of "größe" are one.
    The underscore alone joins: "NO_PROXY" is one token. A Chinese or Japanese run gives overlapping
    pairs, "启动泵" -> "启动", "动泵". "C", "C++" and "C#" all become "c".
    Raises
    ------
    TypeError               text is no string
    Built in: lesson 02
    Example
    -------
    >>> tokenize("The NO_PROXY list, as of 5 May: 启动泵")
    ['the', 'no_proxy', 'list', 'as', 'of', '5', 'may', '启动', '动泵']
    """
    _check_text("text", text)
    folded = fold(text)
    runs = token_pattern(marks_in(folded)).findall(folded)
    return [token for run in runs for token in split_pairs(run)]


def fold(text: str) -> str:
    """Make spellings of one word equal: NFKC, case folded, without unseen characters.  Helper."""
    if text.isascii():  # the same result, sooner
        return text.lower()
    plain = unicodedata.normalize("NFKC", text.translate(UNSEEN)).casefold()
    return unicodedata.normalize("NFKC", plain)


def marks_in(text: str) -> str:
    """Give the combining marks of a text, each once, sorted: accents, vowel signs.  Helper."""
    if text.isascii():
        return ""
    return "".join(sorted(c for c in set(text) if unicodedata.category(c)[0] == "M"))


@functools.lru_cache(maxsize=256)
def token_pattern(marks: str = "") -> re.Pattern:
    """Compile the pattern of a run, in which these marks may follow a letter or digit.  Helper."""
    letter, mark = rf"[^\W_{EAST_ASIAN}]", f"|[{marks}]" if marks else ""
    word = rf"{letter}(?:{letter}{mark})*"
    return re.compile(rf"{word}(?:_+{word})*|[{EAST_ASIAN}](?:[{EAST_ASIAN}]{mark})*")


def split_pairs(run: str) -> list[str]:
    """Give a Chinese or Japanese run as overlapping pairs, any other as it is.  Helper."""
    if run.isascii():  # nearly every run, so this is a matter of speed
        return [run]
    units = EAST_ASIAN_UNIT.findall(run)
    return [first + second for first, second in pairwise(units)] or [run]
