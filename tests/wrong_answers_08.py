"""Wrong answers to the exercises of lesson 08."""

import random

from course_lib.chunking import chunk_sections
from course_lib.similarity import unit_rows
from course_lib.tfidf import TfidfIndex

RIGHT = (3, 4, 7 / 11, 11, 3, 4, "b")


def predicted(place, value):
    return (*RIGHT[:place], value, *RIGHT[place + 1 :])


# ---- E8.2: centring ---------------------------------------------------------------------------


def scores(chunks, vector, chunk_mean):
    return (unit_rows(chunks - chunk_mean) @ vector).tolist()


def one_mean_for_both(chunks, query, chunk_mean, question_mean):
    return scores(chunks, unit_rows([query - chunk_mean])[0], chunk_mean)


def query_as_it_is(chunks, query, chunk_mean, question_mean):
    return scores(chunks, unit_rows([query])[0], chunk_mean)


def length_forgotten(chunks, query, chunk_mean, question_mean):
    return scores(chunks, query - question_mean, chunk_mean)


def turned_round(chunks, query, chunk_mean, question_mean):
    return scores(chunks, unit_rows([question_mean - query])[0], chunk_mean)


def mean_added(chunks, query, chunk_mean, question_mean):
    return scores(chunks, unit_rows([query + question_mean])[0], chunk_mean)


def a_matrix(chunks, query, chunk_mean, question_mean):
    rows = unit_rows([query - question_mean])
    return (unit_rows(chunks - chunk_mean) @ rows.T).tolist()


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


# ---- E8.4: a random draw ----------------------------------------------------------------------


def drawing(sizes, n_chunks, seed, rows):
    rng, counts = random.Random(seed), [0] * n_chunks
    for size in sizes:
        for row in rows(rng, n_chunks, size, sizes):
            counts[row] += 1
    return sorted(counts, reverse=True)


def drawn_again(sizes, n_chunks, seed):
    return drawing(sizes, n_chunks, seed, lambda rng, n, size, _: rng.choices(range(n), k=size))


def longest_list_for_all(sizes, n_chunks, seed):
    return drawing(
        sizes, n_chunks, seed, lambda rng, n, size, sizes: rng.sample(range(n), max(sizes))
    )


def both_bugs(sizes, n_chunks, seed):
    return drawing(
        sizes, n_chunks, seed, lambda rng, n, size, sizes: rng.choices(range(n), k=max(sizes))
    )


def always_the_first(sizes, n_chunks, seed):
    return drawing(sizes, n_chunks, seed, lambda rng, n, size, _: range(size))


def not_sorted(sizes, n_chunks, seed):
    rng, counts = random.Random(seed), [0] * n_chunks
    for size in sizes:
        for row in rng.sample(range(n_chunks), size):
            counts[row] += 1
    return counts


def fixed_seed(sizes, n_chunks, seed):
    return drawing(sizes, n_chunks, 0, lambda rng, n, size, _: rng.sample(range(n), size))


def found_chunks_only(sizes, n_chunks, seed):
    counts = drawing(sizes, n_chunks, seed, lambda rng, n, size, _: rng.sample(range(n), size))
    return [count for count in counts if count]


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
        (one_mean_for_both, "one-mean"),
        (query_as_it_is, "not-centred"),
        (length_forgotten, "length"),
        (turned_round, "sign"),
        (mean_added, "added"),
        (a_matrix, "shape"),
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
        (drawn_again, "twice"),
        (longest_list_for_all, "sizes"),
        (both_bugs, "sizes"),
        (always_the_first, "random"),
        (not_sorted, "order"),
        (fixed_seed, "seed"),
        (found_chunks_only, "length"),
    ],
    "check_e8_5": [
        ("Please ask us if you have any questions.", "rare"),
        ("General rules for all of the ships.", "rare"),
        ("This is for all on the boat.", "topic"),
        ("Can I? May I? Must I? If you do not know what to do, ask.", "long"),
        ("the and of to in a for with", "topic"),
        ("It was on a boat, not a ship.", "topic"),
        ("I", "sentence"),
        ("do I", "sentence"),
        ("Can I? What do I do? Must I?", "sentence"),
        ("I do.", "few"),
        ("I do what I can.", "few"),
        ("I do if I can have I what.", "few"),
        (["What", "can", "I", "do"], "text"),
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
