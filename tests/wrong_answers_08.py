"""Wrong answers to the exercises of lesson 08."""

from course_lib.chunking import chunk_sections
from course_lib.tfidf import TfidfIndex

RIGHT = (3, 4, 7 / 11, 11, 3, 4, "b")


TWO_MEANS = ("c", 0.5, 0, "b", "e", 0.04)
FIVE = ("inflection", "vocabulary", "none of these", "catch-all chunk", "right topic, wrong detail")
REASONS = (*FIVE, 0.97, "explains nothing")
NOTE = "What can I do if I have it?"


def predicted(place, value, right=RIGHT):
    return (*right[:place], value, *right[place + 1 :])


# ---- E8.3: merging ----------------------------------------------------------------------------


def merging(pieces, min_chars, joins, mark="\n\n"):
    merged = []
    for page, text in pieces:
        if merged and joins(merged[-1], (page, text), min_chars):
            merged[-1] = (merged[-1][0], merged[-1][1] + mark + text)
        else:
            merged.append((page, text))
    return merged


def across_pages(pieces, min_chars):
    return merging(pieces, min_chars, lambda a, b, n: min(len(a[1]), len(b[1])) < n)


def up_to_the_border(pieces, min_chars):
    return merging(
        pieces, min_chars, lambda a, b, n: a[0] == b[0] and min(len(a[1]), len(b[1])) <= n
    )


def first_stays_short(pieces, min_chars):
    return merging(pieces, min_chars, lambda a, b, n: a[0] == b[0] and len(b[1]) < n)


def as_in_the_lesson(pieces, min_chars):
    joined = []
    for name in dict.fromkeys(page for page, _ in pieces):
        own = [piece for piece in pieces if piece[0] == name]
        merged = only_with_the_next(own, min_chars)
        if len(merged) > 1 and len(merged[-1][1]) < min_chars:
            page, text = merged.pop()
            merged[-1] = (page, merged[-1][1] + "\n\n" + text)
        joined += merged
    return joined


def only_with_the_next(pieces, min_chars):
    return merging(pieces, min_chars, lambda a, b, n: a[0] == b[0] and len(a[1]) < n)


def glued_with_a_blank(pieces, min_chars):
    return merging(
        pieces, min_chars, lambda a, b, n: a[0] == b[0] and min(len(a[1]), len(b[1])) < n, " "
    )


def short_ones_dropped(pieces, min_chars):
    return [piece for piece in pieces if len(piece[1]) >= min_chars]


def texts_alone(pieces, min_chars):
    return [text for _, text in pieces]


# ---- E8.6: busy chunks ------------------------------------------------------------------------


def counted(documents, queries, k, name=lambda hit: hit.chunk.id, zeros=True):
    chunks = [c for document in documents for c in chunk_sections(document)]
    index, counts = TfidfIndex().index(chunks), {}
    if zeros:
        counts = {chunk.id: 0 for chunk in chunks}
    for query in queries:
        for hit in index.search(query, k):
            counts[name(hit)] = counts.get(name(hit), 0) + 1
    return counts


def busiest(counts):
    return sorted(counts.items(), key=lambda pair: -pair[1])


def limit_included(documents, queries, k, limit):
    return [pair for pair in busiest(counted(documents, queries, k)) if pair[1] >= limit]


def in_corpus_order(documents, queries, k, limit):
    return [pair for pair in counted(documents, queries, k).items() if pair[1] > limit]


def as_first_found(documents, queries, k, limit):
    counts = counted(documents, queries, k, zeros=False)
    return [pair for pair in busiest(counts) if pair[1] > limit]


def pages_counted(documents, queries, k, limit):
    counts = counted(documents, queries, k, lambda hit: hit.chunk.doc_id, False)
    return [pair for pair in busiest(counts) if pair[1] > limit]


def each_query_once(documents, queries, k, limit):
    counts = counted(documents, list(dict.fromkeys(queries)), k)
    return [pair for pair in busiest(counts) if pair[1] > limit]


def a_dict(documents, queries, k, limit):
    return {name: n for name, n in counted(documents, queries, k).items() if n > limit}


def names_alone(documents, queries, k, limit):
    return [name for name, n in busiest(counted(documents, queries, k)) if n > limit]


def k_ignored(documents, queries, k, limit):
    return [pair for pair in busiest(counted(documents, queries, 99)) if pair[1] > limit]


WRONG_08 = {
    "check_e8_1": [
        (predicted(6, "a"), "popular"),
        (predicted(3, 12), "full-lists"),
        (predicted(2, 7 / 12), "full-lists"),
        (predicted(2, 4 / 11), "one-chunk"),
        (predicted(2, 0.64), "rounded"),
        (predicted(2, 6 / 8), "wrong-alone"),
        (predicted(4, 4), "four-chunks"),
        (predicted(4, 1), "at-least-k"),
        (predicted(5, 11), "no-repeat"),
        (predicted(5, 3), "not-k"),
        (predicted(0, 4), "answer-1"),
        (predicted(1, 3), "answer-2"),
        (predicted(6, "c"), "answer-7"),
        (RIGHT[:6], "seven"),
    ],
    "check_e8_2": [
        (predicted(0, "b", TWO_MEANS), "wrong-mean"),
        (predicted(1, 0.672, TWO_MEANS), "wrong-mean"),
        (("b", 0.728, *TWO_MEANS[2:]), "wrong-mean"),
        (predicted(0, "e", TWO_MEANS), "one-number"),
        (predicted(1, 1.0, TWO_MEANS), "cosine"),
        (predicted(2, 0.48, TWO_MEANS), "not-taken-off"),
        (predicted(2, -0.248, TWO_MEANS), "wrong-chunk"),
        (predicted(3, "c", TWO_MEANS), "whose-mean"),
        ((*TWO_MEANS[:4], "c", -0.172), "no-handicap"),
        (predicted(4, "b", TWO_MEANS), "blamed"),
        (predicted(5, 0.4, TWO_MEANS), "before"),
        (predicted(5, -0.04, TWO_MEANS), "turned"),
        (predicted(4, "d", TWO_MEANS), "answer-5"),
        (TWO_MEANS[:5], "six"),
    ],
    "check_e8_3": [
        (across_pages, "pages"),
        (up_to_the_border, "border"),
        (first_stays_short, "first"),
        (as_in_the_lesson, "forward"),
        (only_with_the_next, "short-left"),
        (glued_with_a_blank, "separator"),
        (short_ones_dropped, "lost"),
        (texts_alone, "kind"),
    ],
    "check_e8_4": [
        (predicted(0, "vocabulary", REASONS), "not-vocabulary"),
        (predicted(1, "inflection", REASONS), "not-inflection"),
        (predicted(2, "catch-all chunk", REASONS), "not-catch-all"),
        (predicted(2, "vocabulary", REASONS), "not-vocabulary"),
        (predicted(3, "none of these", REASONS), "not-none"),
        (predicted(3, "right topic, wrong detail", REASONS), "not-right"),
        (predicted(4, "none of these", REASONS), "not-none"),
        (predicted(4, "topic", REASONS), "spelling"),
        (predicted(5, 97.3, REASONS), "percent"),
        (predicted(5, 0.81, REASONS), "missed"),
        (predicted(5, 0.87, REASONS), "all"),
        (predicted(5, 0.35, REASONS), "share"),
        (predicted(6, "explains", REASONS), "control"),
        (REASONS[:6], "seven"),
    ],
    "check_e8_5": [
        (("Please ask us if you have any questions.", NOTE), "rare"),
        (("This is for all on the boat.", "This is for you on the boat."), "topic"),
        (("Can I? May I? Must I? If you do not know what to do, ask.", NOTE), "long"),
        (("the and of to in a for with", NOTE), "sentence"),
        (("It was on a boat, not a ship.", "It was on a boat, not a car."), "topic"),
        (("I", "they"), "sentence"),
        (("I.", "They."), "few"),
        (("I do what I can.", "They do what they can."), "few"),
        (("I do if I can have I what.", NOTE), "few"),
        ((NOTE, "You are on the ship for one hour."), "one-word"),
        ((NOTE, "What can they do if they have them?"), "one-word"),
        ((NOTE, "What can I do if they have it?"), "everywhere"),
        ((NOTE, "What may I do if I have it?"), "not-the-cause"),
        ((NOTE, "What can I see if I have it?"), "not-the-cause"),
        ((NOTE, NOTE), "one-word"),
        (NOTE, "text"),
    ],
    "check_e8_6": [
        (limit_included, "at-limit"),
        (in_corpus_order, "order"),
        (as_first_found, "order"),
        (pages_counted, "pages"),
        (each_query_once, "repeated"),
        (a_dict, "kind"),
        (names_alone, "kind"),
        (k_ignored, "k"),
    ],
}
