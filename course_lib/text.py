"""Where words and sentences begin and end, as offsets into the text.

A span is a pair (start, end), so that ``text[start:end]`` is the piece. Word and sentence borders
are rules of thumb: initials ("J. Smith") end a sentence here, and a new abbreviation is unknown
until it is added. Lesson 01 builds the functions.
"""

import re

Span = tuple[int, int]

# Characters that leave no mark on the page: blanks, controls, zero-width characters and fillers
# (Unicode's Default_Ignorable_Code_Point). An accent is visible only with a letter under it.
BLANK = r"\s\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
BLANK += r"\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e00ff"
ACCENT = r"\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f\U000e0100-\U000e0fff"
VISIBLE = re.compile(f"[^{BLANK}{ACCENT}]")
INVISIBLE = re.compile(f"[{BLANK}]")

# Scripts written without blanks between words: Chinese, Japanese, Thai, Lao, Burmese, Khmer.
# There each letter, with the marks and the closing punctuation behind it, counts as a word.
NO_BLANKS = r"\u0e01-\u0e46\u0e81-\u0ec6\u1000-\u109f\u1780-\u17dd\u3005-\u3007\u3041-\u30ff"
NO_BLANKS += r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003fffd"
MARKS = r"\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece"
MARKS += r"\u102b-\u103e\u17b4-\u17d3\u200b-\u200f\u3001-\u3004\u3008-\u303f\u3099-\u309c"
MARKS += r"\ufe00-\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
WORD = re.compile(f"[{NO_BLANKS}][{MARKS}]*|[^{BLANK}{ACCENT}{NO_BLANKS}][^\\s{NO_BLANKS}]*")

SENTENCE_END = re.compile(
    r"""
      (?<![.!?…])[.!?…]++["'”’»)\]*_]*+(?=\s|$)   # a stop, what closes behind it, then a blank
    | [。！？｡]++[」』”’）〉》】]*+           # a Chinese or Japanese stop needs no blank
    | \n(?=[^\S\n]*\n)                      # an empty line
    | \n(?=[^\S\n]*(?:[-*+•>\#]|\d+[.)])[^\S\n]|[^\S\n]*\|)   # list item, quote, heading, row
    | ^[^\S\n]{0,3}\#{1,6}[^\S\n][^\n]*$    # a heading is a sentence of its own
    """,
    re.VERBOSE | re.MULTILINE,
)
ABBREVIATIONS = {"approx.", "ca.", "cf.", "dr.", "e.g.", "eq.", "etc.", "fig.", "i.e."}
ABBREVIATIONS |= {"incl.", "max.", "min.", "mr.", "mrs.", "ms.", "no.", "nos.", "nr."}
ABBREVIATIONS |= {"p.", "pp.", "st.", "vs."}


def normalise_newlines(text: str) -> str:
    """Turn every ``\\r\\n`` and lone ``\\r`` into ``\\n``: "a\\r\\nb" -> "a\\nb".  Helper."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_visible(text: str) -> bool:
    """Tell whether a reader would see anything: "\\u200b \\ufeff" -> False.  Helper."""
    return VISIBLE.search(text) is not None


def trim(text: str, start: int, end: int) -> Span:
    """Move both borders inwards past everything invisible: (" ab ", 0, 4) -> (1, 3).  Helper."""
    first = VISIBLE.search(text, start, end)
    if first is None:
        return start, start
    while INVISIBLE.match(text[end - 1]):
        end -= 1
    return first.start(), end


def word_spans(text: str) -> list[Span]:
    """Find the words of a text.

    Parameters
    ----------
    text : str
    Returns
    -------
    list of (start, end), in order. A word runs from a visible character to the next blank; in
    scripts without blanks (Chinese, Japanese, Thai …) each letter is a word.
    Built in: lesson 01
    Example
    -------
    >>> word_spans("Mind the gap.")
    [(0, 4), (5, 8), (9, 13)]
    """
    return [word.span() for word in WORD.finditer(text)]


def sentence_spans(text: str) -> list[Span]:
    """Find the sentences of a text, Markdown's list items, table rows and headings among them.

    Parameters
    ----------
    text : str
    Returns
    -------
    list of (start, end), in order, without the blanks between them
    Built in: lesson 01
    Example
    -------
    >>> text = "Ring No. 7 at 6.30 p.m. on weekdays. Then wait!"
    >>> [text[start:end] for start, end in sentence_spans(text)]
    ['Ring No. 7 at 6.30 p.m. on weekdays.', 'Then wait!']
    """
    spans, start = [], 0
    for mark in SENTENCE_END.finditer(text):
        end = mark.end()
        if mark[0][0] in ".!?…" and goes_on(text, start, end):
            continue
        spans.append(trim(text, start, end))
        start = end
    spans.append(trim(text, start, len(text)))
    return [(start, end) for start, end in spans if start < end]


def goes_on(text: str, start: int, end: int) -> bool:
    """Tell whether the sentence goes on behind the full stop at ``end``.

    It does behind an abbreviation ("No. 7"), behind the number of a list item ("1. Start") and
    in front of a small letter ("at 6 p.m. on weekdays"): ("No. 7", 0, 3) -> True
    Helper of sentence_spans.
    """
    word = text[max(start, end - 12) : end].split()[-1].lower().lstrip("(\"'“‘")
    number_only = end - start < 12 and text[start:end].strip()[:-1].isdigit()
    next_letter = text[end : end + 4].strip()[:1]
    return word in ABBREVIATIONS or number_only or next_letter.islower()
