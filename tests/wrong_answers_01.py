"""Wrong answers to the exercises of lesson 01."""

import re

from course_lib.chunking import check_window, chunk_sections, chunk_sentences, chunk_words
from course_lib.documents import Document
from course_lib.text import sentence_spans, word_spans

# ---- E1.2: leave the loop in time ------------------------------------------------------------


def windows(n, size, overlap, stop):
    found, last = [], n
    while last > 0:
        first = max(last - size, 0)
        found.append((first, last))
        if stop(first, last, n, size):
            break
        last -= size - overlap
    return found


def never_stops(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: False)


def stops_when_the_window_is_not_full(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: last - first < size)


def stops_as_in_the_lesson(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: last == n)


def stops_one_word_early(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: first <= 1)


def stops_at_one_window_left(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: last <= size + 1)


def goes_on_without_a_step(n, size, overlap):
    found, last = [], n
    while last > 0:
        first = max(last - size, 0)
        found.append((first, last))
        if first > 0:
            continue
        last -= size - overlap
    return found


def oldest_first(n, size, overlap):
    return windows(n, size, overlap, lambda first, last, n, size: first == 0)[::-1]


# ---- E1.3: a window over sentences -----------------------------------------------------------


def window_over(spans, size, overlap, tail=False, full=True):
    found, first = [], 0
    while first < len(spans):
        last = min(first + size, len(spans))
        begin = max(last - size, 0) if full else first
        found.append((spans[begin][0], spans[last - 1][1]))
        if last == len(spans) and not tail:
            break
        first += size - overlap
    return found


def no_guard(text, size, overlap):
    return window_over(sentence_spans(text), size, overlap)


def as_in_the_lesson(text, size, overlap):
    check_window(size, overlap)
    return window_over(sentence_spans(text), size, overlap, full=False)


def with_tail(text, size, overlap):
    check_window(size, overlap)
    return window_over(sentence_spans(text), size, overlap, tail=True)


def never_stops_at_the_end(text, size, overlap):
    check_window(size, overlap)
    spans, found, first = sentence_spans(text), [], 0
    while first < len(spans):
        first = min(first, max(len(spans) - size, 0))
        found.append((spans[first][0], spans[min(first + size, len(spans)) - 1][1]))
        first += size - overlap
    return found


def full_windows_only(text, size, overlap):
    check_window(size, overlap)
    spans = sentence_spans(text)
    starts = range(0, len(spans) - size + 1, size - overlap)
    return [(spans[first][0], spans[first + size - 1][1]) for first in starts]


def range_without_short_texts(text, size, overlap):
    check_window(size, overlap)
    spans, found = sentence_spans(text), []
    for first in range(0, len(spans) - overlap, size - overlap):
        last = min(first + size, len(spans))
        found.append((spans[max(last - size, 0)][0], spans[last - 1][1]))
    return found


def last_clipped_to_the_last_number(text, size, overlap):
    check_window(size, overlap)
    spans, found, first = sentence_spans(text), [], 0
    while first < len(spans):
        last = min(first + size, len(spans) - 1)
        found.append((spans[first][0], spans[last][1]))
        if last == len(spans) - 1:
            break
        first += size - overlap
    return found


def glued(text, size, overlap):
    check_window(size, overlap)
    spans = sentence_spans(text)
    found = []
    for start, end in window_over([(i, i + 1) for i in range(len(spans))], size, overlap):
        piece = " ".join(text[a:b] for a, b in spans[start:end])
        found.append((text.index(piece), text.index(piece) + len(piece)))
    return found


def looked_up(text, size, overlap):
    check_window(size, overlap)
    spans = window_over(sentence_spans(text), size, overlap)
    pieces = [text[start:end] for start, end in spans]
    return [(text.index(piece), text.index(piece) + len(piece)) for piece in pieces]


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


def moved_back_too_far(text, size, overlap):
    check_window(size, overlap)
    spans, found, first = sentence_spans(text), [], 0
    while first < len(spans):
        last = min(first + size, len(spans))
        first = last - size
        found.append((spans[first][0], spans[last - 1][1]))
        if last == len(spans):
            break
        first += size - overlap
    return found


def ends_beyond_the_last(text, size, overlap):
    check_window(size, overlap)
    spans, found = sentence_spans(text), []
    for first in range(0, len(spans) - overlap, size - overlap):
        found.append((spans[first][0], spans[first + size - 1][1]))
    return found


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


def lines(text):
    return [match.span() for match in re.finditer(r"\S(?:.*\S)?", text)]


def end_forgotten(text):
    spans, at = [], 0
    for part in text.split("\n\n"):
        piece = part.strip()
        if piece:
            spans.append((at + part.index(piece), at + len(piece)))
        at += len(part) + 2
    return spans


def hard_coded_shift(text):
    spans, at = [], 0
    for part in text.split("\n\n"):
        piece = part.strip()
        if piece:
            shift = 1 if part[0] == "\n" else 2 if part[0] == " " else 0
            spans.append((at + shift, at + shift + len(piece)))
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


def repaired(text, split=None, strip=None, back=""):
    """The repair, but split and strip as given; back names the parts that do not move at."""
    spans, at = [], 0
    for part in (text if split is None else split).split("\n\n"):
        piece = part.strip(strip)
        if not piece and back == "empty":
            continue
        if piece:
            start = at + part.index(piece)
            spans.append((start, start + len(piece)))
        at += len(piece if back == "piece" else part) + 2
    return spans


def strips_the_text(text):
    return repaired(text, split=text.strip())


def strips_the_line_ends(text):
    return repaired(text, split=text.strip("\n"))


def keeps_tabs(text):
    return repaired(text, strip=" \n")


def grows_by_the_piece(text):
    return repaired(text, back="piece")


def skips_the_step(text):
    return repaired(text, back="empty")


def looks_on(text, step):
    spans, at = [], 0
    for piece in (part.strip() for part in text.split("\n\n") if part.strip()):
        start = text.index(piece, at)
        spans.append((start, start + len(piece)))
        at = start + step
    return spans


def looks_from_the_same_place(text):
    return looks_on(text, 0)


def looks_one_further(text):
    return looks_on(text, 1)


def asks_an_empty_part(text):
    return repaired(text) if all(part[0] for part in text.split("\n\n")) else []


def at_stands_still(text):
    while True:
        text = text.strip()


def with_the_piece(text):
    return [(match.start(), match.end(), match[0]) for match in re.finditer(r"\S.*", text)]


# ---- E1.6: a report --------------------------------------------------------------------------

CUTTERS = {"words": chunk_words, "sentences": chunk_sentences, "sections": chunk_sections}


def text_length(chunk):
    return len(chunk.text)


def report(documents, cutters=CUTTERS, measure=text_length, empty=(0, 0, None)):
    found = {}
    for name, cut in cutters.items():
        chunks = [chunk for document in documents for chunk in cut(document)]
        longest = max(chunks, key=measure) if chunks else None
        found[name] = (len(chunks), measure(longest), longest.id) if chunks else empty
    return found


def last_document_only(documents):
    return report(documents[-1:])


def first_document_only(documents):
    return report(documents[:1])


def all_documents_glued(documents):
    name = documents[-1].id if documents else "none"
    return report([Document(name, "\n\n".join(document.text for document in documents))])


def longest_in_words(documents):
    return report(documents, measure=lambda chunk: len(chunk.text.split()))


def longest_by_offsets(documents):
    return report(documents, measure=lambda chunk: chunk.end - chunk.start)


def fails_without_chunks(documents):
    max(len(chunk.text) for document in documents for chunk in chunk_words(document))
    return report(documents)


def counts_only(documents):
    return {name: (count,) for name, (count, *_) in report(documents).items()}


def last_of_the_longest(documents):
    found = report(documents)
    for name, cut in CUTTERS.items():
        for chunk in (c for document in documents for c in cut(document)):
            if len(chunk.text) == found[name][1]:
                found[name] = (*found[name][:2], chunk.id)
    return found


def counts_documents(documents):
    return {
        n: (len(documents), *rest) if rest[0] else (0, *rest)
        for n, (_, *rest) in report(documents).items()
    }


def in_another_order(documents):
    return {name: (n, where, longest) for name, (n, longest, where) in report(documents).items()}


def longest_set_back(documents):
    found = report(documents)
    last = report(documents[-1:])
    return {name: (found[name][0], *last[name][1:]) for name in found}


def longest_set_back_for_each_chunk(documents):
    found = report(documents)
    for name, cut in CUTTERS.items():
        for chunk in (c for document in documents for c in cut(document)):
            found[name] = (found[name][0], len(chunk.text), chunk.id)
    return found


def with_document_ids(documents):
    return {
        name: (n, longest, where and where.split("#")[0])
        for name, (n, longest, where) in report(documents).items()
    }


def with_something_of_the_chunk(documents, give):
    found = report(documents)
    for name, cut in CUTTERS.items():
        for chunk in (c for document in documents for c in cut(document)):
            if chunk.id == found[name][2]:
                found[name] = (*found[name][:2], give(chunk))
    return found


def with_texts(documents):
    return with_something_of_the_chunk(documents, lambda chunk: chunk.text)


def with_chunks(documents):
    return with_something_of_the_chunk(documents, lambda chunk: chunk)


def takes_the_first_of_none(documents):
    _ = [chunk_words(document)[0] for document in documents or [Document("none", "")]]
    return report(documents)


def without_default_sizes(documents):
    return report(documents, {**CUTTERS, "words": lambda d: chunk_words(d, 50, 0)})


def with_another_overlap(documents):
    return report(documents, {**CUTTERS, "words": lambda d: chunk_words(d, 120, 0)})


def with_other_sentences(documents):
    return report(documents, {**CUTTERS, "sentences": lambda d: chunk_sentences(d, 510)})


def with_other_sections(documents):
    return report(documents, {**CUTTERS, "sections": lambda d: chunk_sections(d, 2600)})


def as_a_list(documents):
    return list(report(documents).values())


def no_end(documents):
    while True:
        documents = list(documents)


WRONG_01 = {
    "check_e1_1": [
        ([4, 6, 1, 0, 5], "tail"),
        ([4, 5, 1, 0, 5], "tail"),
        ([3, 6, 1, 0, 5], "tail"),
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
        (stops_as_in_the_lesson, "first-window"),
        (stops_one_word_early, "too-early"),
        (stops_at_one_window_left, "too-early"),
        (goes_on_without_a_step, "no-step"),
        (oldest_first, "oldest-first"),
    ],
    "check_e1_3": [
        (no_guard, "guard"),
        (guard_only_for_large_overlap, "guard"),
        (as_in_the_lesson, "short"),
        (with_tail, "tail"),
        (never_stops_at_the_end, "no-break"),
        (moved_back_too_far, "below-zero"),
        (ends_beyond_the_last, "no-such-sentence"),
        (full_windows_only, "lost"),
        (range_without_short_texts, "lost"),
        (last_clipped_to_the_last_number, "one-too-many"),
        (glued, "glued"),
        (looked_up, "first-copy"),
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
        (lines, "lines"),
        (end_forgotten, "end-forgotten"),
        (hard_coded_shift, "shifted"),
        (counts_the_pieces_only, "shifted"),
        (with_the_piece, "pieces"),
        (strips_the_text, "front"),
        (strips_the_line_ends, "front"),
        (keeps_tabs, "tab"),
        (grows_by_the_piece, "falls-behind"),
        (skips_the_step, "falls-behind"),
        (looks_from_the_same_place, "part-of-another"),
        (looks_one_further, "part-of-another"),
        (asks_an_empty_part, "no-such-character"),
        (at_stands_still, "no-step"),
    ],
    "check_e1_5": [
        ((150, 0), "torn"),
        # these tear nothing if the first window starts with the page
        ((83, 17), "torn"),
        ((120, 20), "torn"),
        ((114, 23), "torn"),
        # only the longest quote is torn
        ((150, 32), "torn"),
        # safe, but each stands in the heat map, or nearly
        ((200, 40), "too-long"),
        ((400, 40), "too-long"),
        ((120, 40), "too-dear"),
        ((80, 40), "too-dear"),
        ((150, 40), "too-dear"),
        ((120, 33), "too-dear"),
        ((40, 40), "guard"),
        ((150, 33.0), "two-numbers"),
        (150, "two-numbers"),
    ],
    "check_e1_6": [
        (last_document_only, "each-document"),
        (first_document_only, "each-document"),
        (all_documents_glued, "each-document"),
        (longest_in_words, "characters"),
        (longest_by_offsets, "prefix"),
        (fails_without_chunks, "no-chunk"),
        (counts_only, "triples"),
        (last_of_the_longest, "id"),
        (without_default_sizes, "cutters"),
        (with_another_overlap, "cutters"),
        (with_other_sentences, "cutters"),
        (with_other_sections, "cutters"),
        (as_a_list, "keys"),
        (no_end, "no-step"),
        (counts_documents, "per-document"),
        (in_another_order, "order"),
        (longest_set_back, "not-the-longest"),
        (longest_set_back_for_each_chunk, "not-the-longest"),
        (with_document_ids, "document-id"),
        (with_texts, "text"),
        (with_chunks, "text"),
        (takes_the_first_of_none, "no-chunk"),
    ],
}
