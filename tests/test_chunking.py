"""Chunkers and spans: worked cases from public bug reports, then ten thousand generated texts."""

import itertools
import math
import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from numpy_docs import chunk_numpydoc, summary_span

from course_lib import Document, add_heading_path, chunk_sections, chunk_sentences, chunk_words
from course_lib.chunking import check_window, fit_spans, make_chunks, pack_spans, section_spans
from course_lib.text import is_visible, normalise_newlines, sentence_spans, word_spans


def words(n):
    return " ".join(f"w{i}" for i in range(n))


def texts(chunks):
    return [chunk.text for chunk in chunks]


# --- the word window -------------------------------------------------------------------------


@pytest.mark.parametrize("text", [words(10), "", "w0"])
@pytest.mark.parametrize(
    "size, overlap, wrong",
    [
        (4, 4, "overlap"),
        (4, 5, "overlap"),
        (0, 0, "size"),
        (0, -1, "size"),
        (3, -2, "overlap"),
        (-2, -3, "size"),
    ],
)
def test_a_window_that_cannot_move_is_refused_whatever_the_text(text, size, overlap, wrong):
    allowed = "at least 1" if wrong == "size" else f"from 0 to size - 1 = {size - 1}"
    value = size if wrong == "size" else overlap
    with pytest.raises(ValueError, match=f"^{wrong} must be {allowed}, got {value}$"):
        chunk_words(Document("d", text), size, overlap)


@pytest.mark.parametrize("value", [2.0, "3", None, True])
def test_window_sizes_are_whole_numbers(value):
    with pytest.raises(TypeError, match="size must be a whole number"):
        check_window(value, 0)
    with pytest.raises(TypeError, match="overlap must be a whole number"):
        check_window(5, value)


@pytest.mark.parametrize(
    "n, size, overlap, count",
    [
        (10, 4, 2, 4),
        (4, 4, 2, 1),
        (5, 4, 2, 2),
        (11, 4, 2, 5),
        (3, 4, 2, 1),
        (9, 3, 0, 3),
        (9, 3, 2, 7),
        (0, 4, 2, 0),
    ],
)
def test_no_tail_that_only_repeats_the_overlap(n, size, overlap, count):
    """For n > size: 1 + ceil((n - size) / (size - overlap)); (10,4,2): 1 + ceil(6 / 2) = 4."""
    assert len(chunk_words(Document("d", words(n)), size, overlap)) == count


def test_the_windows_of_ten_words():
    chunks = chunk_words(Document("d", words(10)), 4, 2)
    assert texts(chunks) == ["w0 w1 w2 w3", "w2 w3 w4 w5", "w4 w5 w6 w7", "w6 w7 w8 w9"]
    assert [chunk.id for chunk in chunks] == ["d#0", "d#1", "d#2", "d#3"]


@given(st.integers(0, 60), st.integers(1, 12), st.data())
def test_count_and_borders_of_every_window(n, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    chunks = chunk_words(Document("d", words(n)), size, overlap)
    expected = 0 if n == 0 else 1 if n <= size else 1 + math.ceil((n - size) / (size - overlap))
    assert len(chunks) == expected
    assert all(len(chunk.text.split()) <= size for chunk in chunks)
    assert all(b.end > a.end for a, b in itertools.pairwise(chunks))
    if n:
        assert chunks[-1].text.endswith(f"w{n - 1}")


# --- empty, invisible, scripts without blanks ------------------------------------------------

INVISIBLE = ["", "   \n\t ", "\u00a0\u2003", "\u200b", "\ufeff", "\u200b \ufeff\n", "\u3164\u2060"]


@pytest.mark.parametrize("text", [*INVISIBLE, "\x00", "\u2800", "\u0301", "\ufe0f\u200d"])
@pytest.mark.parametrize("cut", [chunk_words, chunk_sentences, chunk_sections, chunk_numpydoc])
def test_invisible_text_gives_no_chunk(text, cut):
    assert cut(Document("d", text)) == []


def test_zero_width_characters_do_not_make_or_break_words():
    assert len(word_spans("one \u200b two")) == 2
    persian = "می\u200cخواهم"
    assert [persian[a:b] for a, b in word_spans(persian)] == [persian]


@pytest.mark.parametrize("text", ["cafe\u0301", "ok \U0001f44d\U0001f3fd", "e\u0301."])
def test_an_accent_stays_on_its_letter(text):
    for cut in (chunk_words, chunk_sentences, chunk_sections):
        assert texts(cut(Document("d", f"{text} \n"))) == [text]


CHINESE = (
    "启动水泵之前，操作员必须确认压力表读数为零。如果读数不为零，请先打开泄压阀！"
    "警报灯是否熄灭？只有熄灭后才能继续。"
)


def test_chinese_is_cut_at_its_own_full_stops():
    """Sentences of 22, 16, 8 and 10 characters; 16 + 8 = 24 fits the limit, 22 + 16 does not."""
    assert [len(CHINESE[a:b]) for a, b in sentence_spans(CHINESE)] == [22, 16, 8, 10]
    chunks = chunk_sentences(Document("d", CHINESE), 24)
    assert [len(chunk.text) for chunk in chunks] == [22, 24, 10]
    assert "".join(texts(chunks)) == CHINESE


@pytest.mark.parametrize("text", [CHINESE, "ポンプを止める。" * 9, "ก่อนเปิดปั๊มต้องตรวจสอบความดัน" * 3])
def test_a_window_cuts_scripts_without_blanks(text):
    chunks = chunk_words(Document("d", text), 10, 0)
    assert len(chunks) >= 3
    assert "".join(texts(chunks)) == text


# --- sentences -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, expected",
    [
        ("It sails. It docks!", ["It sails.", "It docks!"]),
        ("Pay 12.50 now. Go", ["Pay 12.50 now.", "Go"]),
        ("Use ramp No. 7 first.", ["Use ramp No. 7 first."]),
        ("Boats (e.g. Monday) sail. Ok.", ["Boats (e.g. Monday) sail.", "Ok."]),
        ("At 6 p.m. on weekdays. Go.", ["At 6 p.m. on weekdays.", "Go."]),
        ('"Stop!" he said.', ['"Stop!" he said.']),
        ("He said “Stop.” Then left.", ["He said “Stop.”", "Then left."]),
        ("Wait... then go. Really?! Yes", ["Wait... then go.", "Really?!", "Yes"]),
        ("1. Open it\n2. Close it", ["1. Open it", "2. Close it"]),
        ("- one\n- two\nmore", ["- one", "- two\nmore"]),
        ("# Title\nText here.", ["# Title", "Text here."]),
        ("No stop\n\nNew paragraph", ["No stop", "New paragraph"]),
        ("| a | b |\n|---|---|\n| 1 | 2 |", ["| a | b |", "|---|---|", "| 1 | 2 |"]),
        ("It was 2024. Then 2025.", ["It was 2024.", "Then 2025."]),
        ("A line\nthat wraps. End", ["A line\nthat wraps.", "End"]),
        ("example.org is up. Go there.", ["example.org is up.", "Go there."]),
        ("", []),
        ("- Ask\n- no. 7", ["- Ask", "- no. 7"]),
        ("See fig.\n\nnext", ["See fig.", "next"]),
    ],
)
def test_sentences(text, expected):
    assert [text[a:b] for a, b in sentence_spans(text)] == expected


# --- sections --------------------------------------------------------------------------------

FENCES = """Intro line before any heading.

## Install

```bash
# not a heading
## neither is this
pip install demo
```

~~~python
# still code
```
## inside tilde fence
~~~

## Use

````
```
# nested fence
```
## still inside
````

#hashtag is not a heading
Done.
"""


def test_lines_in_code_blocks_are_no_headings():
    sections = section_spans(FENCES)
    assert [path for path, _, _ in sections] == [(), ("Install",), ("Use",)]
    bodies = [FENCES[a:b] for _, a, b in sections]
    assert bodies[0] == "Intro line before any heading."
    assert bodies[1].startswith("```bash\n# not a heading") and bodies[1].endswith("~~~")
    assert bodies[2].startswith("````") and bodies[2].endswith("Done.")


@pytest.mark.parametrize(
    "text, paths",
    [
        ("## A\ntext\n```\n# c\n## d\n", [("A",)]),
        ("Title\n=====\nx\n\nPart\n---\ny", [("Title",), ("Title", "Part")]),
        ("# A\na\n### C\nc\n## B\nb", [("A",), ("A", "C"), ("A", "B")]),
        ("# A\n## B\nb\n# C\nc", [("A", "B"), ("C",)]),
        ("# A\n## Empty\n# C\nc", [("A", "Empty"), ("C",)]),
        ("# A\n> ## quoted\n- # listed\n\n    # indented code", [("A",)]),
        ("<!--\n# no\n-->\n# Yes #\nx", [(), ("Yes",)]),
        ("\\# no\n\n# `code` *and*\nx", [(), ("`code` *and*",)]),
    ],
)
def test_what_makes_a_section(text, paths):
    assert [path for path, _, _ in section_spans(text)] == paths


def test_a_heading_without_text_is_not_lost():
    chunks = chunk_sections(Document("d", "# A\n## Empty\n# C\nc"))
    assert texts(chunks) == ["## Empty", "c"]


def test_windows_line_ends_change_nothing():
    unix = "# Pump\n\nStart slowly.\n## Valve\nClose it.\n"
    for text in (unix, unix.replace("\n", "\r\n"), unix.replace("\n", "\r")):
        chunks = chunk_sections(Document("d", text))
        assert [chunk.metadata["path"] for chunk in chunks] == [("Pump",), ("Pump", "Valve")]
        assert texts(chunks) == ["Start slowly.", "Close it."]
        for cut in (chunk_words, chunk_sentences):
            assert texts(cut(Document("d", text))) == texts(cut(Document("d", unix)))
    assert normalise_newlines("a\r\n\rb") == "a\n\nb"
    for text in ("A\r# C\rc", "A\r\n# C\r\nc", "\r# C"):
        assert section_spans(text)[-1][0] == ("C",)


def test_other_line_separators_are_no_line_ends():
    """Python's splitlines() cuts at form feed, U+2028 and U+001D; a Markdown page does not."""
    for mark in "\x0c\u2028\x1d\x85":
        text = f"a{mark}# b\n# C\nc"
        assert [path for path, _, _ in section_spans(text)] == [(), ("C",)]


HEADER = "| part | torque |\n|---|---|\n"
TABLE = HEADER + "".join(
    f"| bolt {name} | {value} |\n" for name, value in zip("ABCDE", range(12, 21, 2), strict=True)
)


def test_each_piece_of_a_table_has_its_header():
    """Header 17 + 1, delimiter 9 + 1, rows of 15: 28 + 15 + 1 + 15 = 59 characters, 43 with one."""
    chunks = chunk_sections(Document("d", TABLE), 60)
    assert [len(chunk.text) for chunk in chunks] == [59, 59, 43]
    assert all(chunk.text.startswith(HEADER) for chunk in chunks)
    rows = re.findall(r"bolt (\w)", "".join(texts(chunks)))
    assert rows == list("ABCDE")
    assert [chunk.metadata.get("prefix") for chunk in chunks] == [None, HEADER, HEADER]
    single = chunk_sections(Document("d", TABLE), 43)
    assert [len(chunk.text) for chunk in single] == [43] * 5
    assert not any("oversized" in chunk.metadata for chunk in [*chunks, *single])


def test_a_caption_stays_with_the_first_piece_only():
    chunks = chunk_sections(Document("d", "Bolts:\n\n" + TABLE), 70)
    assert [chunk.text.count("Bolts:") for chunk in chunks] == [1, 0, 0]
    assert chunks[0].text.startswith("Bolts:\n\n| part")
    assert all(HEADER in chunk.text for chunk in chunks)


def test_a_row_longer_than_the_limit_is_one_flagged_chunk():
    text = "| part | note |\n|---|---|\n" + f"| a | {'x' * 90} |\n| b | short |\n"
    chunks = chunk_sections(Document("d", text), 60)
    assert [chunk.metadata.get("oversized", False) for chunk in chunks] == [True, False]
    assert "x" * 90 in chunks[0].text and chunks[1].text.endswith("|---|---|\n| b | short |")


@pytest.mark.parametrize("mark", ["- ", "> "])
def test_a_table_in_a_list_or_quote_repeats_its_header_too(mark):
    indent = "  " if mark == "- " else "> "
    table = mark + TABLE.strip().replace("\n", "\n" + indent)
    text = f"{mark}first\n\n{table}\n\nAfter it, a paragraph of its own."
    chunks = [chunk for chunk in chunk_sections(Document("d", text), 80) if "bolt" in chunk.text]
    assert len(chunks) > 1
    assert all("torque" in chunk.text and "|---|" in chunk.text for chunk in chunks)
    assert not any(chunk.metadata.get("oversized") for chunk in chunks)


def test_a_long_section_is_cut_between_blocks_first():
    text = "# A\n" + "\n\n".join(["one " * 9, "two " * 9, "```\nthree\n\nfour\n```"])
    chunks = chunk_sections(Document("d", text), 60)
    assert [chunk.text.split()[0] for chunk in chunks] == ["one", "two"]
    assert chunks[1].text.endswith("three\n\nfour\n```") and len(chunks[1].text) <= 60


def test_a_long_block_is_cut_between_its_lines_before_its_words():
    lines = [f"line {number} of it" for number in range(9)]
    chunks = chunk_sections(Document("d", "# A\n```\n" + "\n".join(lines) + "\n```\n"), 40)
    ends = [line for chunk in chunks for line in chunk.text.split("\n")]
    assert ends == ["```", *lines, "```"] and len(chunks) > 3


def test_heading_path_in_front():
    page = Document("d", "# Fares\n## Children\nUnder 4 free.\n" + "# B\n" + TABLE)
    chunks = chunk_sections(page, 60)
    titled = add_heading_path(chunks)
    assert titled[0].text == "Fares > Children\nUnder 4 free."
    assert titled[2].text.startswith("B\n| part | torque |")
    assert [(t.id, t.start, t.end) for t in titled] == [(c.id, c.start, c.end) for c in chunks]
    for chunk in titled:
        assert chunk.text == chunk.metadata["prefix"] + page.text[chunk.start : chunk.end]


def test_the_default_sizes():
    """What lesson 01 and the data cards say: 120 words with 20 shared, 500 and 2,500 characters."""
    document = Document("d", words(1000))
    assert chunk_words(document) == chunk_words(document, 120, 20)
    assert chunk_sentences(document) == chunk_sentences(document, 500)
    assert chunk_sections(document) == chunk_sections(document, 2500)


@pytest.mark.parametrize("value", [0, -1, 2.5, "9", None, True])
@pytest.mark.parametrize("cut", [chunk_sentences, chunk_sections])
def test_wrong_limits_are_refused(cut, value):
    with pytest.raises((ValueError, TypeError), match=f"max_chars must be .*{value!r}"):
        cut(Document("d", "text"), value)


@pytest.mark.parametrize("cut", [chunk_words, chunk_sentences, chunk_sections])
@pytest.mark.parametrize("value", ["text", None, 3, b"x"])
def test_only_documents_are_cut(cut, value):
    with pytest.raises(TypeError, match=f"document must be a Document, got {type(value).__name__}"):
        cut(value)


# --- properties, on generated texts ----------------------------------------------------------

PIECES = [
    *("# A\n", "## B\n", "### C d\n", "Title\n---\n", "```\n", "~~~\n", "````py\n", "> q\n"),
    *("- item\n", "1. first\n", "\n", "\n\n", " ", "  ", "\t", "\r\n", "\u200b", "\ufeff"),
    *("| a | b |\n|---|---|\n", "| 1 | 2 |\n", "|x|\n", "word ", "Stop. ", "e.g. ", "why? "),
    *("<div>\n", "<!-- ", "-->\n", "[x]: y\n", "    code\n", "***\n", "\\", "`", "*"),
    *("启动水泵。", "ポンプ", "größe ", "e\u0301", "\U0001f600", "\u2028", "\x0c", "\x00", "…"),
    *("long" * 30 + " ", "שלום ", "مرحبا ", "ก่อน", "1.5 ", "a.b"),
]
TEXTS = st.one_of(st.lists(st.sampled_from(PIECES), max_size=25).map("".join), st.text(max_size=80))
SOME = settings(
    max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def visible(text):
    return [i for i, letter in enumerate(text) if is_visible(letter)]


def check_chunks(document, chunks, limit=None):
    """Ids count from 0, offsets tell the truth, order is kept, nothing is invisible or too long."""
    for number, chunk in enumerate(chunks):
        assert chunk.id == f"{document.id}#{number}" and chunk.doc_id == document.id
        prefix = chunk.metadata.get("prefix", "")
        assert chunk.text == prefix + document.text[chunk.start : chunk.end]
        assert is_visible(chunk.text) and "\r" not in chunk.text
        if limit is not None and not chunk.metadata.get("oversized"):
            assert len(chunk.text) <= limit
    assert [c.start for c in chunks] == sorted(c.start for c in chunks)


def covered(chunks):
    return {i for chunk in chunks for i in range(chunk.start, chunk.end)}


def words_lose_nothing(text, size, overlap):
    document = Document("d", text)
    chunks = chunk_words(document, size, min(overlap, size - 1))
    check_chunks(document, chunks)
    assert set(visible(document.text)) <= covered(chunks)
    assert all(len(word_spans(chunk.text)) <= size for chunk in chunks)


def sentences_lose_nothing(text, limit):
    document = Document("d", text)
    chunks = chunk_sentences(document, limit)
    check_chunks(document, chunks, limit)
    assert set(visible(document.text)) <= covered(chunks)
    assert all(a.end <= b.start for a, b in itertools.pairwise(chunks))


def sections_lose_nothing_but_headings(text, limit):
    document = Document("d", text)
    chunks = chunk_sections(document, limit)
    check_chunks(document, chunks, limit)
    assert all(a.end <= b.start for a, b in itertools.pairwise(chunks))
    tokens = MarkdownIt("commonmark").enable("table").parse(document.text)
    lines = document.text.split("\n")
    headings = set()
    for token in tokens:
        if token.type == "heading_open" and token.level == 0:
            headings |= set(range(*token.map))
    offset, outside = 0, set()
    for number, line in enumerate(lines):
        if number in headings:
            outside |= set(range(offset, offset + len(line)))
        offset += len(line) + 1
    assert set(visible(document.text)) - outside <= covered(chunks)
    titles = " ".join(part for chunk in chunks for part in chunk.metadata["path"])
    shown = titles + " ".join(texts(chunks))
    for number in headings:
        for word in re.findall(r"\w+", lines[number].replace("\x00", "\ufffd")):
            assert word in shown


def numpydoc_sections_lose_nothing_but_headings_and_the_summary(text, limit):
    document = Document("d", text + "\nNotes\n-----\n" + text)
    chunks = chunk_numpydoc(document, limit)
    check_chunks(document, chunks, limit)
    head = document.text.find("\nNotes\n-----") + 1
    left_out = {
        *range(head, head + len("Notes\n-----")),
        *range(*summary_span(document.text[:head])),
    }
    assert set(visible(document.text)) - left_out <= covered(chunks)


def every_chunker_loses_nothing(text, size, overlap, limit):
    words_lose_nothing(text, size, overlap)
    sentences_lose_nothing(text, limit)
    sections_lose_nothing_but_headings(text, limit)
    numpydoc_sections_lose_nothing_but_headings_and_the_summary(text, limit)


def test_ten_thousand_texts_through_every_chunker():
    rng = random.Random(0)
    for _ in range(10_000):
        text = "".join(rng.choices(PIECES, k=rng.randrange(26)))
        every_chunker_loses_nothing(text, rng.randint(1, 9), rng.randint(0, 8), rng.randint(1, 120))


@SOME
@given(TEXTS, st.integers(1, 9), st.integers(0, 8), st.integers(1, 120))
def test_chunkers_on_texts_that_hypothesis_searches_for(text, size, overlap, limit):
    every_chunker_loses_nothing(text, size, overlap, limit)


@given(st.lists(st.integers(1, 30), max_size=20), st.integers(1, 40))
def test_packing_never_exceeds_the_limit_and_never_stops_early(lengths, limit):
    borders = [sum(lengths[:i]) for i in range(len(lengths) + 1)]
    spans = list(itertools.pairwise(borders))
    packed = pack_spans(spans, limit)
    assert [p[0] for p in packed] == sorted({p[0] for p in packed})
    assert (not spans) or (packed[0][0], packed[-1][1]) == (0, borders[-1])
    for start, end in packed:
        assert end - start <= limit or (start, end) in spans
    for (start, _), (following, _) in itertools.pairwise(packed):
        first_of_next = next(end for begin, end in spans if begin == following)
        assert first_of_next - start > limit


def test_a_very_long_line_ends_in_reasonable_work():
    line = "x" * 1_000_000
    assert len(chunk_sentences(Document("d", line), 1000)) == 1000
    assert len(chunk_sections(Document("d", line), 1000)) == 1000
    assert len(fit_spans(line, [(0, len(line))], 999_999)) == 2
    for text in ("!" * 300_000 + "x", "." * 300_000 + "5", "。" * 300_000 + "x"):
        assert len(sentence_spans(text)) <= 2
    for unit in ("e.g. ", "word ", "1. ", "\u200b", "| a ", "# ", "\n", "\n \n", "> ", "a\u0301"):
        text = unit * (300_000 // len(unit))
        for cut in (chunk_words, chunk_sentences, chunk_sections):
            chunks = cut(Document("d", text))
            assert chunks or not is_visible(text)


def test_many_metadata_are_refused_when_they_do_not_match():
    with pytest.raises(ValueError, match="metadata"):
        make_chunks(Document("d", "a b"), [(0, 1), (2, 3)], [{}])
