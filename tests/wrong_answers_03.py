"""Wrong answers to the exercises of lesson 03; see `wrong_answers.py`."""

import math
import warnings

import numpy as np

from course_lib.similarity import unit_rows
from course_lib.tfidf import document_frequencies, idf_plain, idf_smooth, make_vocabulary
from course_lib.tfidf import tfidf_vector as vector
from course_lib.tokens import tokenize

# ---- E3.2: a dot product of dicts ------------------------------------------------------------


def asks_for_every_term(a, b):
    return sum(weight * b[term] for term, weight in a.items())


def gets_none(a, b):
    return sum(weight * b.get(term) for term, weight in a.items())


def keeps_the_last(a, b):
    total = 0.0
    for term, weight in a.items():
        total = weight * b.get(term, 0.0)
    return total


def returns_in_the_loop(a, b):
    for term, weight in a.items():
        return weight * b.get(term, 0.0)
    return 0.0


def adds_the_weights(a, b):
    return float(sum(a[term] + b[term] for term in a if term in b))


def counts_shared_terms(a, b):
    return float(sum(term in b for term in a))


def squares_of_a(a, b):
    return sum(weight * weight for term, weight in a.items() if term in b)


def weights_of_a(a, b):
    return sum(weight for term, weight in a.items() if term in b)


def squares_of_all_of_a(a, b):
    return sum(weight * weight for weight in a.values())


def weights_of_b(a, b):
    return sum(b.get(term, 0.0) for term in a)


def one_if_unknown(a, b):
    return sum(weight * b.get(term, 1.0) for term, weight in a.items())


def pairs_by_place(a, b):
    return sum(x * y for x, y in zip(a.values(), b.values(), strict=False))


def pairs_by_place_strictly(a, b):
    return sum(x * y for x, y in zip(a.values(), b.values(), strict=True))


def pairs_of_sorted_items(a, b):
    return sum(x * y for (_, x), (_, y) in zip(sorted(a.items()), sorted(b.items()), strict=False))


def a_set_of_products(a, b):
    return sum({weight * b.get(term, 0.0) for term, weight in a.items()})


def sum_times_sum(a, b):
    return sum(a.values()) * sum(b.values())


def sum_times_sum_of_shared(a, b):
    shared = a.keys() & b.keys()
    return sum(a[term] for term in shared) * sum(b[term] for term in shared)


def fills_the_gaps(a, b):
    return sum(weight * b.setdefault(term, 0.0) for term, weight in a.items())


def sizes_only(a, b):
    return sum(abs(weight * b.get(term, 0.0)) for term, weight in a.items())


# ---- E3.3: more like this --------------------------------------------------------------------


def ordered(scores, row, lowest=0.0, kind="stable"):
    order = np.argsort(-scores, kind=kind).tolist()
    return [n for n in order if n != row and scores[n] > lowest]


def cosines(matrix, row):
    units = unit_rows(matrix)
    return (units @ units[row]).round(9)


def with_itself(matrix, row):
    return ordered(cosines(matrix, row), None)


def without_the_first(matrix, row):
    return with_itself(matrix, row)[1:]


def with_zeros(matrix, row):
    return ordered(cosines(matrix, row), row, lowest=-9)


def not_below_zero(matrix, row):
    return ordered(cosines(matrix, row), row, lowest=-1e-12)


def by_dot_product(matrix, row):
    matrix = np.array(matrix, dtype=float)
    return ordered(matrix @ matrix[row], row)


def small_types_overflow(matrix, row):
    matrix = np.asarray(matrix)
    scores = matrix @ matrix[row]
    lengths = np.sqrt((matrix**2).sum(axis=1)) * np.sqrt((matrix[row] ** 2).sum())
    with np.errstate(all="ignore"):
        scores = np.where(lengths == 0, 0, scores / np.where(lengths == 0, 1, lengths))
    return ordered(scores.round(9), row)


def turned_round(matrix, row):
    scores = cosines(matrix, row)
    order = np.argsort(scores, kind="stable")[::-1].tolist()
    return [n for n in order if n != row and scores[n] > 0]


def not_rounded(matrix, row):
    units = unit_rows(matrix)
    scores = units @ units[row]
    scores[np.flatnonzero(scores)[-1:]] += 1e-15  # what rounding may do on some machine
    return ordered(scores, row)


def not_stable(matrix, row):
    return ordered(cosines(matrix, row), row, kind=None)


def least_alike_first(matrix, row):
    scores = cosines(matrix, row)
    return [n for n in np.argsort(scores, kind="stable").tolist() if n != row and scores[n] > 0]


def scores_themselves(matrix, row):
    scores = cosines(matrix, row)
    return [float(scores[n]) for n in ordered(scores, row)]


def rounded_to(digits):
    def more_like_this(matrix, row):
        return ordered(cosines(matrix, row).round(digits), row)

    return more_like_this


def above(lowest):
    return lambda matrix, row: ordered(cosines(matrix, row), row, lowest=lowest)


def only_the_best(matrix, row):
    return ordered(cosines(matrix, row), row)[:1]


# ---- E3.4: cosines that are none -------------------------------------------------------------

HARMLESS = [[1, 2], [2, 1]]


def divided(matrix, query, lengths, by_query=True, query_zero=1):
    matrix, query = np.asarray(matrix, float), np.asarray(query, float)
    with np.errstate(all="ignore"):
        units = matrix / lengths(matrix)
        length = (np.sqrt(query @ query) or query_zero) if by_query else 1
        return (units @ query / length).tolist()


def safe(lengths):
    return np.where(lengths == 0, 1, lengths)


def row_norms(matrix):
    return safe(np.sqrt((matrix**2).sum(axis=1, keepdims=True)))


def as_it_was(matrix, query):
    return divided(matrix, query, lambda m: safe(np.sqrt((m**2).sum(axis=0))))


def without_keepdims(matrix, query):
    return divided(matrix, query, lambda m: safe(np.sqrt((m**2).sum(axis=1))))


def without_keepdims_and_cut(matrix, query):
    matrix = np.asarray(matrix, float)
    if matrix.shape[0] != matrix.shape[1]:
        return divided(matrix, query, row_norms)
    return divided(matrix, query, lambda m: safe(np.sqrt((m**2).sum(axis=1))))


def one_norm_for_all(matrix, query):
    return divided(matrix, query, lambda m: safe(np.sqrt((m**2).sum())))


def without_the_norm_of_the_query(matrix, query):
    return divided(matrix, query, row_norms, by_query=False)


def without_norms(matrix, query):
    return divided(matrix, query, lambda m: 1, by_query=False)


def norm_of_the_query_only(matrix, query):
    return divided(matrix, query, lambda m: 1)


def without_root(matrix, query):
    return divided(matrix, query, lambda m: safe((m**2).sum(axis=1, keepdims=True)))


def sum_for_a_norm(matrix, query):
    return divided(matrix, query, lambda m: safe(np.abs(m).sum(axis=1, keepdims=True)))


def zero_rows_are_nan(matrix, query):
    return divided(matrix, query, lambda m: np.sqrt((m**2).sum(axis=1, keepdims=True)))


def zero_query_is_nan(matrix, query):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return divided(matrix, query, row_norms, query_zero=np.float64(0))


def sizes_of_cosines(matrix, query):
    return np.abs(divided(matrix, query, row_norms))


def one_for_each_column(matrix, query):
    scores = divided(matrix, query, row_norms)
    return (scores + [0.0] * len(query))[: len(query)]


def the_best_only(matrix, query):
    return max(divided(matrix, query, row_norms))


# ---- E3.6: the two most alike ----------------------------------------------------------------


def vectors(documents, idf=idf_smooth, cut=tokenize):
    lists = [cut(document.text) for document in documents]
    columns, df = make_vocabulary(lists), document_frequencies(lists)
    weights = {term: idf(n, len(lists)) for term, n in df.items()}
    return np.array([vector(x, columns, weights) for x in lists])


def pair(documents, table, better=lambda new, old: new > old, start=0.0, first=1):
    found = None
    for i in range(len(documents)):
        for j in range(i + first, len(documents)):
            if better(table[i, j], found[2] if found else start):
                found = (documents[i].id, documents[j].id, float(table[i, j]))
    return found


def table_of(documents, cut=tokenize):
    if not documents:
        return np.zeros((0, 0))
    units = unit_rows(vectors(documents, cut=cut))
    return (units @ units.T).round(9)


def each_with_itself(documents):
    return pair(documents, table_of(documents), first=0)


def dot_products(documents):
    rows = vectors(documents) if documents else np.zeros((0, 0))
    return pair(documents, rows @ rows.T)


def the_last_of_equal_pairs(documents):
    table = table_of(documents)
    return pair(documents, table, lambda new, old: new >= old and new > 0)


def not_rounded_pairs(documents):
    table = table_of(documents)
    return pair(documents, table + 1e-15 * np.arange(len(table)))  # as rounding may do


def cut_at_blanks(documents):
    return pair(documents, table_of(documents, str.split))


def lowered_and_cut_at_blanks(documents):
    return pair(documents, table_of(documents, lambda text: text.lower().split()))


def compared_after_rounding_to(digits):
    def most_alike(documents):
        table, names = table_of(documents), [document.id for document in documents]
        found = pair(documents, table.round(digits))
        return found and (*found[:2], float(table[names.index(found[0]), names.index(found[1])]))

    return most_alike


def the_least_alike(documents):
    table = table_of(documents)
    return pair(documents, table, lambda new, old: 0 < new < old, start=2.0)


def always_a_pair(documents):
    return pair(documents, table_of(documents), start=-1.0)


def by_plain_idf(documents):
    rows = unit_rows(vectors(documents, idf_plain)) if documents else np.zeros((0, 0))
    return pair(documents, (rows @ rows.T).round(9))


def by_counts(documents):
    rows = vectors(documents, lambda n, total: 1.0) if documents else np.zeros((0, 0))
    rows = unit_rows(rows) if documents else rows
    return pair(documents, (rows @ rows.T).round(9))


def the_other_way_round(documents):
    found = pair(documents, table_of(documents))
    return found and (found[1], found[0], found[2])


def with_positions(documents):
    found = pair(documents, table_of(documents))
    names = [document.id for document in documents]
    return found and (names.index(found[0]), names.index(found[1]), found[2])


def without_the_cosine(documents):
    found = pair(documents, table_of(documents))
    return found and found[:2]


def neighbours_only(documents):
    return pair(documents, np.tril(table_of(documents), 1))


def small_folders_left_out(documents):
    return pair(documents, table_of(documents)) if len(documents) > 4 else None


WRONG_03 = {
    "check_e3_1": [
        ([4, 1, 0, 0, 1, 0], "not-divided"),
        ([1, 0.71, 0, 0, 1, 0], "not-divided"),
        ([2, 0.71, 0, 0, 0.5, 0], "not-divided"),
        ([0.5, 0.71, 0, 0, 0.5, 0], "length"),
        ([1, 0.71, 0, 1, 0.5, 0], "inflection"),
        ([1, 0.71, 0, 0.8, 0.5, 0], "inflection"),
        ([1, 0.5, 0, 0, 0.5, 0], "share-of-words"),
        ([1, 0.71, 0, 0, 0.33, 0], "other-words"),
        ([1, 0.71, 0, 0, 0.71, 0], "other-words"),
        ([1, 0.71, 0, 0, 0.5, 1], "zero"),
        ([1, 0.71, -1, 0, 0.5, 0], "zero"),
        ([1, 0.35, 0, 0, 0.5, 0], "root"),
        ([0, 45, 90, 90, 60, 90], "degrees"),
        ([1, 0.71, 0, 0, 0.5, math.nan], "six"),
        ([1, 0.71], "six"),
        (0.71, "six"),
    ],
    "check_e3_2": [
        (asks_for_every_term, "unknown-term"),
        (gets_none, "unknown-term"),
        (keeps_the_last, "last-only"),
        (returns_in_the_loop, "first-only"),
        (adds_the_weights, "adds"),
        (counts_shared_terms, "counts"),
        (squares_of_a, "own-weights"),
        (weights_of_a, "own-weights"),
        (squares_of_all_of_a, "own-weights"),
        (weights_of_b, "other-weights"),
        (one_if_unknown, "default"),
        (sizes_only, "sign"),
        (pairs_by_place, "by-place"),
        (pairs_by_place_strictly, "by-place"),
        (pairs_of_sorted_items, "by-place"),
        (a_set_of_products, "set"),
        (sum_times_sum, "sum-of-sums"),
        (sum_times_sum_of_shared, "sum-of-sums"),
        (fills_the_gaps, "changed"),
    ],
    "check_e3_3": [
        (with_itself, "itself"),
        (without_the_first, "first-left-out"),
        (with_zeros, "zeros"),
        (not_below_zero, "zeros"),
        (by_dot_product, "dot"),
        (small_types_overflow, "overflow"),
        (turned_round, "ties"),
        (not_rounded, "ties"),
        (not_stable, "ties"),
        *((rounded_to(digits), "rounded-away") for digits in (2, 3, 4, 5, 6, 7, 8)),
        *((above(lowest), "border") for lowest in (0.3, 0.1, 0.01)),
        (least_alike_first, "reversed"),
        (scores_themselves, "scores"),
        (only_the_best, "missing"),
    ],
    "check_e3_4": [
        (("c", HARMLESS, as_it_was), "columns"),
        (("c", HARMLESS, without_keepdims), "keepdims"),
        (("c", HARMLESS, without_keepdims_and_cut), "across"),
        (("c", HARMLESS, one_norm_for_all), "whole-matrix"),
        (("c", HARMLESS, without_the_norm_of_the_query), "query-norm"),
        (("c", HARMLESS, without_norms), "no-norm"),
        (("c", HARMLESS, norm_of_the_query_only), "no-norm"),
        (("c", HARMLESS, without_root), "root"),
        (("c", HARMLESS, sum_for_a_norm), "root"),
        (("c", HARMLESS, zero_rows_are_nan), "nan"),
        (("c", HARMLESS, zero_query_is_nan), "nan"),
        (("c", HARMLESS, the_best_only), "number"),
        (("c", HARMLESS, sizes_of_cosines), "sign"),
        (("c", HARMLESS, one_for_each_column), "length"),
        (("d", HARMLESS, row_norms), "line"),
        (("F", HARMLESS, row_norms), "line"),
        ((5, HARMLESS, row_norms), "letter"),
        (("c", [[1, 2], [3, 4]], row_norms), "harmful"),
        (("c", [[1, 2], [2, 3]], row_norms), "harmful"),
        (("c", [[3, 4], [4, 3.01]], row_norms), "harmful"),
        (("c", [[1, 1], [1, 1]], row_norms), "one-direction"),
        (("c", [[1, 0], [0, 1]], row_norms), "matrix"),
        (("c", [[1, 2, 2], [2, 1, 2]], row_norms), "matrix"),
        (("c", "2 2", row_norms), "matrix"),
        (("c", row_norms), "three"),
        (row_norms, "three"),
    ],
    "check_e3_5": [
        (("How much is a bicycle to Vennish?", "Bikes cost €4.00 in summer."), "question"),
        (("how much is a bicycle to vennish", "Bikes cost €4.00 in summer."), "question"),
        (("Is a bicycle allowed?", "Bikes cost €4.00 in summer."), "not-high"),
        (("", "Bikes cost €4.00 in summer."), "not-high"),
        (("How much is a bicycle to Vennish? 4.00", "Bikes cost €4.00 in summer."), "no-use"),
        (("How much is a bicycle to Vennish? 4,00", "Bikes cost €4.00 in summer."), "no-use"),
        (("How much is a bicycle to Vennish? Four", "Bikes cost €4.00 in summer."), "no-use"),
        (("To Vennish, how much is a bicycle?", "Bikes cost four euros."), "amount"),
        (("To Vennish, how much is a bicycle?", "Bikes cost 14.00 euros each."), "amount"),
        (("To Vennish, how much is a bicycle?", "Bikes cost 1.4.00 euros each."), "amount"),
        (("To Vennish, how much is a bicycle?", "Bikes cost 4.005 euros each."), "amount"),
        (("To Vennish, how much is a bicycle?", "A bicycle is €4.00."), "shared"),
        (("To Vennish, how much is a bicycle?", "You pay €4.00 to the mate."), "shared"),
        (("To Vennish, how much is a bicycle?", "€4.00"), "short"),
        (("To Vennish, how much is a bicycle?", "4.00 4.00 4.00 4.00"), "repeated"),
        (("To Vennish, how much is a bicycle?", "xx yy zz 4.00"), "thing"),
        ("To Vennish, how much is a bicycle?", "two-texts"),
    ],
    "check_e3_6": [
        (each_with_itself, "itself"),
        (dot_products, "cosine"),
        (the_last_of_equal_pairs, "ties"),
        (not_rounded_pairs, "ties"),
        (cut_at_blanks, "split"),
        (lowered_and_cut_at_blanks, "split"),
        *((compared_after_rounding_to(digits), "rounded-away") for digits in (1, 2, 3, 4, 5)),
        (the_least_alike, "least"),
        (neighbours_only, "least"),
        (always_a_pair, "none"),
        (small_folders_left_out, "missed"),
        (by_plain_idf, "cosine"),
        (by_counts, "cosine"),
        (the_other_way_round, "swapped"),
        (with_positions, "positions"),
        (without_the_cosine, "triple"),
    ],
}
