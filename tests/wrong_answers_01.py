"""Wrong answers to the exercises of lesson 01."""

import re

from course_lib.chunking import check_window, chunk_sections, chunk_sentences, chunk_words
from course_lib.text import sentence_spans, word_spans

# ---- E1.2: leave the loop in time ------------------------------------------------------------


def windows(n, size, overlap, stop):
    found, first = [], 0
    while first < n:
        last = min(first + size, n)
        found.append((first, last))
        if stop(first, last, n, size):
            break
        first += size - overlap
    return found


def never_stops(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: False)


def stops_when_the_window_is_not_full(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: last - first < size)


def always_stops(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: True)


def stops_one_word_early(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: last >= n - 1)


def goes_on_without_a_step(n, size, overlap):
    found, first = [], 0
    while first < n:
        last = min(first + size, n)
        found.append((first, last))
        if last < n:
            continue
        first += size - overlap
    return found


# ---- E1.3: a window over sentences -----------------------------------------------------------


def window_over(spans, size, overlap, tail=False):
    found, first = [], 0
    while first < len(spans):
        last = min(first + size, len(spans))
        found.append((spans[first][0], spans[last - 1][1]))
        if last == len(spans) and not tail:
            break
        first += size - overlap
    return found


def no_guard(text, size, overlap):
    return window_over(sentence_spans(text), size, overlap)


def with_tail(text, size, overlap):
    check_window(size, overlap)
    return window_over(sentence_spans(text), size, overlap, tail=True)


def full_windows_only(text, size, overlap):
    check_window(size, overlap)
    spans = sentence_spans(text)
    starts = range(0, len(spans) - size + 1, size - overlap)
    return [(spans[first][0], spans[first + size - 1][1]) for first in starts]


def of_words(text, size, overlap):
    check_window(size, overlap)
    return window_over(word_spans(text), size, overlap)


def without_overlap(text, size, overlap):
    check_window(size, overlap)
    return window_over(sentence_spans(text), size, 0)


def gives_texts(text, size, overlap):
    return [text[start:end] for start, end in no_guard(text, size, overlap)]


def gives_numbers(text, size, overlap):
    check_window(size, overlap)
    return window_over([(i, i + 1) for i in range(len(sentence_spans(text)))], size, overlap)


def ends_where_the_next_begins(text, size, overlap):
    check_window(size, overlap)
    spans = sentence_spans(text)
    ends = [start for start, _ in spans[1:]] + [len(text)]
    spans = [(start, end) for (start, _), end in zip(spans, ends, strict=True)]
    return window_over(spans, size, overlap)


def guard_only_for_large_overlap(text, size, overlap):
    if overlap >= size:
        raise ValueError("overlap too large")
    return window_over(sentence_spans(text), size, overlap)


# ---- E1.4: offsets ---------------------------------------------------------------------------


def as_it_was(text):
    spans, at = [], 0
    for part in text.split("\n\n"):
        piece = part.strip()
        if piece:
            spans.append((at, at + len(piece)))
        at += len(part) + 2
    return spans


def looks_in_the_whole_text(text):
    pieces = [part.strip() for part in text.split("\n\n") if part.strip()]
    return [(text.index(piece), text.index(piece) + len(piece)) for piece in pieces]


def keeps_the_blanks(text):
    spans, at = [], 0
    for part in text.split("\n\n"):
        if part.strip():
            spans.append((at, at + len(part)))
        at += len(part) + 2
    return spans


def keeps_empty_parts(text):
    spans, at = [], 0
    for part in text.split("\n\n"):
        start = at + len(part) - len(part.lstrip())
        spans.append((start, start + len(part.strip())))
        at += len(part) + 2
    return spans


def ends_with_the_part(text):
    spans, at = [], 0
    for part in text.split("\n\n"):
        if part.strip():
            spans.append((at + len(part) - len(part.lstrip()), at + len(part)))
        at += len(part) + 2
    return spans


def as_long_as_the_part(text):
    spans, at = [], 0
    for part in text.split("\n\n"):
        if part.strip():
            start = at + len(part) - len(part.lstrip())
            spans.append((start, start + len(part)))
        at += len(part) + 2
    return spans


def counts_the_pieces_only(text):
    spans, at = [], 0
    for part in text.split("\n\n"):
        piece = part.strip()
        if piece:
            spans.append((at, at + len(piece)))
            at += len(piece) + 2
    return spans


def with_the_piece(text):
    return [(match.start(), match.end(), match[0]) for match in re.finditer(r"\S.*", text)]


# ---- E1.6: a report --------------------------------------------------------------------------

CUTTERS = {"words": chunk_words, "sentences": chunk_sentences, "sections": chunk_sections}


def report(documents, cutters=CUTTERS, measure=len, longest=lambda n: max(n, default=0)):
    lengths = {
        name: [measure(chunk.text) for document in documents for chunk in cut(document)]
        for name, cut in cutters.items()
    }
    return {name: (len(values), longest(values)) for name, values in lengths.items()}


def last_document_only(documents):
    return report(documents[-1:])


def longest_in_words(documents):
    return report(documents, measure=lambda text: len(text.split()))


def fails_without_chunks(documents):
    return report(documents, longest=max)


def counts_only(documents):
    return {name: (count,) for name, (count, _) in report(documents).items()}


def without_default_sizes(documents):
    return report(documents, {**CUTTERS, "words": lambda d: chunk_words(d, 50, 0)})


def as_a_list(documents):
    return list(report(documents).values())


WRONG_01 = {
    "check_e1_1": [
        ([4, 6, 1, 0, 5], "tail"),
        ([2, 4, 1, 0, 5], "rounded-down"),
        ([2, 3, 1, 0, 5], "no-overlap"),
        ([3, 5, 0, 0, 5], "short-text"),
        ([3, 5, 1, 1, 5], "empty"),
        ([3, 5, 1, 0, 6], "count"),
        ([3, 5], "five"),
        (3, "five"),
    ],
    "check_e1_2": [
        (never_stops, "tail"),
        (stops_when_the_window_is_not_full, "tail"),
        (always_stops, "too-early"),
        (stops_one_word_early, "too-early"),
        (goes_on_without_a_step, "endless"),
    ],
    "check_e1_3": [
        (no_guard, "guard"),
        (guard_only_for_large_overlap, "guard"),
        (with_tail, "tail"),
        (full_windows_only, "lost"),
        (of_words, "words"),
        (without_overlap, "step"),
        (gives_texts, "texts"),
        (gives_numbers, "numbers"),
        (ends_where_the_next_begins, "last-sentence"),
    ],
    "check_e1_4": [
        (as_it_was, "shifted"),
        (looks_in_the_whole_text, "first-copy"),
        (keeps_the_blanks, "blanks"),
        (keeps_empty_parts, "empty"),
        (ends_with_the_part, "blanks"),
        (as_long_as_the_part, "length"),
        (counts_the_pieces_only, "shifted"),
        (with_the_piece, "pieces"),
    ],
    "check_e1_5": [
        ((200, 0), "torn"),
        ((120, 80), "too-dear"),
        ((400, 40), "too-long"),
        ((40, 40), "guard"),
        ((200, 40.0), "two-numbers"),
        (200, "two-numbers"),
    ],
    "check_e1_6": [
        (last_document_only, "last-only"),
        (longest_in_words, "characters"),
        (fails_without_chunks, "no-chunk"),
        (counts_only, "pairs"),
        (without_default_sizes, "cutters"),
        (as_a_list, "keys"),
    ],
}
