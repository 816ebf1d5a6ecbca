"""Wrong answers to the exercises of lesson 04."""

import copy
import math

from course_lib.chunking import chunk_sections, chunk_words
from course_lib.ranking import top_k
from course_lib.tfidf import TfidfIndex, count_terms, make_vocabulary
from course_lib.tokens import tokenize

# ---- E4.2: what the query asked for -----------------------------------------------------------


def in_columns(tokens, columns):
    by_column = {column: term for term, column in columns.items()}
    return [by_column[n] for n in range(len(tokens)) if n in by_column]


def each_token(query, columns):
    return in_columns(tokenize(query), columns)


def runs_out_of_columns(query, columns):
    by_column = {column: term for term, column in columns.items()}
    return [by_column[n] for n in make_vocabulary([tokenize(query)]).values()]


def the_querys_own_words(query, columns):
    return [term for term in dict.fromkeys(tokenize(query)) if term in columns]


def all_the_querys_words(query, columns):
    return list(make_vocabulary([tokenize(query)]))


def own_columns_alone(query, columns):
    return list(make_vocabulary([tokenize(query)]).values())


def order_of_the_dict(query, columns):
    return list(columns)[: len(set(tokenize(query)))]


def columns_from_one(query, columns):
    by_column = {column: term for term, column in columns.items()}
    return [by_column[n + 1] for n in range(len(set(tokenize(query)))) if n + 1 in by_column]


def known_words_only(query, columns):
    return in_columns({t for t in tokenize(query) if t in columns}, columns)


def cut_at_spaces(query, columns):
    return in_columns(set(query.lower().split()), columns)


def a_set_of_words(query, columns):
    return set(in_columns(set(tokenize(query)), columns))


# ---- E4.3: allowed pages only ----------------------------------------------------------------


def sums_of(asked, postings, pages=(), allowed=None):
    sums = {}
    for term, weight in asked.items():
        for row, in_chunk in postings.get(term, []):
            if allowed is None or pages[row] in allowed:
                sums[row] = sums.get(row, 0.0) + weight * in_chunk
    return sums


def ranked(sums, k, rows=None, digits=9):
    rows = sorted(sums) if rows is None else rows
    scores = [round(sums[row], digits) for row in rows]
    return [(rows[place], scores[place]) for place in top_k(scores, k)]


def filters_after_the_cut(asked, postings, pages, allowed, k):
    hits = ranked(sums_of(asked, postings), k)
    return [(row, score) for row, score in hits if pages[row] in allowed]


def filters_rows(asked, postings, pages, allowed, k):
    return ranked({row: x for row, x in sums_of(asked, postings).items() if row in allowed}, k)


def filters_nothing(asked, postings, pages, allowed, k):
    return ranked(sums_of(asked, postings), k)


def ties_as_met(asked, postings, pages, allowed, k):
    sums = sums_of(asked, postings, pages, allowed)
    return ranked(sums, k, list(sums))


def ties_backwards(asked, postings, pages, allowed, k):
    if k < 0:
        raise ValueError(k)
    sums = sums_of(asked, postings, pages, allowed)
    pairs = sorted(((score, row) for row, score in sums.items()), reverse=True)
    return [(row, score) for score, row in pairs][:k]


def places_for_rows(asked, postings, pages, allowed, k):
    sums = sums_of(asked, postings, pages, allowed)
    scores = [sums[row] for row in sorted(sums)]
    return [(place, scores[place]) for place in top_k(scores, k)]


def zeros_come_back(asked, postings, pages, allowed, k):
    sums = sums_of(asked, postings)
    rows = [row for row, page in enumerate(pages) if page in allowed]
    scores = [sums.get(row, 0.0) for row in rows]
    return [(rows[place], scores[place]) for place in top_k(scores, k)]


def empty_before_k_is_asked(asked, postings, pages, allowed, k):
    sums = sums_of(asked, postings, pages, allowed)
    return ranked(sums, k) if sums else []


def cut_with_a_slice(asked, postings, pages, allowed, k):
    sums = sums_of(asked, postings, pages, allowed)
    return sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))[:k]


def score_and_row(asked, postings, pages, allowed, k):
    return [(b, a) for a, b in ranked(sums_of(asked, postings, pages, allowed), k)]


def rows_only(asked, postings, pages, allowed, k):
    return [a for a, _ in ranked(sums_of(asked, postings, pages, allowed), k)]


def never_cut(asked, postings, pages, allowed, k):
    return ranked(sums_of(asked, postings, pages, allowed), 999)


def by_row(asked, postings, pages, allowed, k):
    return sorted(ranked(sums_of(asked, postings, pages, allowed), k))


def keyerror_at_unknown(asked, postings, pages, allowed, k):
    for term in asked:
        postings[term]
    return ranked(sums_of(asked, postings, pages, allowed), k)


def scans_all_rows(asked, postings, pages, allowed, k):
    sums = {}
    for row, page in enumerate(pages):
        parts = [w * dict(postings.get(t, [])).get(row, 0.0) for t, w in asked.items()]
        if page in allowed and sum(parts) > 0:
            sums[row] = sum(parts)
    return ranked(sums, k)


def reads_all_postings(asked, postings, pages, allowed, k):
    sums = {}
    for term, pairs in postings.items():
        for row, in_chunk in pairs:
            if term in asked and pages[row] in allowed:
                sums[row] = sums.get(row, 0.0) + asked[term] * in_chunk
    return ranked(sums, k)


def last_product(asked, postings, pages, allowed, k):
    sums = {}
    for term, weight in asked.items():
        for row, in_chunk in postings.get(term, []):
            if pages[row] in allowed:
                sums[row] = weight * in_chunk
    return ranked(sums, k)


def forgets_the_weight(asked, postings, pages, allowed, k):
    return ranked(sums_of(dict.fromkeys(asked, 1.0), postings, pages, allowed), k)


def a_list_for_all_chunks(asked, postings, pages, allowed, k):
    scores = [0.0] * len(pages)
    for term, weight in asked.items():
        for row, in_chunk in postings.get(term, []):
            if pages[row] in allowed:
                scores[row] += weight * in_chunk
    return [(row, round(scores[row], 9)) for row in top_k(scores, k) if scores[row] > 0]


def a_dict_for_each_term(asked, postings, pages, allowed, k):
    weights = {term: dict(postings.get(term, [])) for term in asked}
    sums = {}
    for row, page in enumerate(pages):
        score = sum(w * weights[term].get(row, 0.0) for term, w in asked.items())
        if page in allowed and score > 0:
            sums[row] = score
    return ranked(sums, k)


def ordered_by(digits):
    """Orders by scores of so many decimals, and gives them with nine."""

    def search_allowed(asked, postings, pages, allowed, k):
        sums = sums_of(asked, postings, pages, allowed)
        rows = [row for row, _ in ranked(sums, k, digits=digits)]
        return [(row, round(sums[row], 9)) for row in rows]

    return search_allowed


def rounded_scores(asked, postings, pages, allowed, k):
    return ranked(sums_of(asked, postings, pages, allowed), k, digits=1)


def int_of_a_letter(asked, postings, pages, allowed, k):
    if k < 0:
        int("x")
    return ranked(sums_of(asked, postings, pages, allowed), k)


def ordered_unrounded(asked, postings, pages, allowed, k):
    sums = sums_of(asked, postings, pages, allowed)
    rows = sorted(sums)
    return [(rows[place], sums[rows[place]]) for place in top_k([sums[r] for r in rows], k)]


# ---- E4.4: one order --------------------------------------------------------------------------


def refuse(k):
    if k < 0:
        raise ValueError(f"k must be 0 or more, got {k}")


def as_it_was(sums, k):
    refuse(k)
    return sorted(sums, key=lambda row: -sums[row])[:k]


def row_but_no_rounding(sums, k):
    refuse(k)
    return sorted(sums, key=lambda row: (-sums[row], row))[:k]


def rounding_but_no_row(sums, k):
    refuse(k)
    return sorted(sums, key=lambda row: -round(sums[row], 9))[:k]


def pairs_reversed(sums, k):
    refuse(k)
    return [row for _, row in sorted(((round(s, 9), r) for r, s in sums.items()), reverse=True)][:k]


def rounded_to(digits):
    def best_rows(sums, k):
        refuse(k)
        return sorted(sums, key=lambda row: (-round(sums[row], digits), row))[:k]

    return best_rows


def negative_k_is_a_slice(sums, k):
    return sorted(sums, key=lambda row: (-round(sums[row], 9), row))[:k]


def lowest_first(sums, k):
    refuse(k)
    return sorted(sums, key=lambda row: (round(sums[row], 9), row))[:k]


def places_of_top_k(sums, k):
    return top_k([round(sums[row], 9) for row in sorted(sums)], k)


def with_scores(sums, k):
    return [(row, sums[row]) for row in negative_k_is_a_slice(sums, k)] if k >= 0 else refuse(k)


def cut_before_sorting(sums, k):
    refuse(k)
    first = dict(list(sums.items())[:k])
    return sorted(first, key=lambda row: (-round(first[row], 9), row))


def never_cut_rows(sums, k):
    refuse(k)
    return sorted(sums, key=lambda row: (-round(sums[row], 9), row))


# ---- E4.5: add a text --------------------------------------------------------------------------


def idf(n, df):
    return math.log((1 + n) / (1 + df)) + 1


def renew(index, weight=idf, n=None, root=math.sqrt):
    """Work out all lengths, from whatever postings there are."""
    n, squares = index["n"] if n is None else n, {}
    for pairs in index["postings"].values():
        for row, count in pairs:
            square = (count * weight(n, len(pairs))) ** 2
            squares[row] = squares.get(row, 0.0) + square
    index["norms"] = [root(squares.get(row, 0.0)) for row in range(index["n"])]
    return index


def added(index, text, *, grow=1, shift=0, cut=tokenize, count=lambda n: n):
    row = index["n"] + shift
    for term, n in count_terms(cut(text)).items():
        index["postings"].setdefault(term, []).append((row, count(n)))
    index["n"] += grow
    return renew(index)


def n_stays(index, text):
    return added(index, text, grow=0)


def rows_from_one(index, text):
    return added(index, text, shift=1)


def n_grows_by_tokens(index, text):
    return added(index, text, grow=len(tokenize(text)))


def cut_at_blanks(index, text):
    return added(index, text, cut=str.split)


def one_each(index, text):
    return added(index, text, count=lambda n: 1)


def known_terms_only(index, text):
    row = index["n"]
    for term, n in count_terms(tokenize(text)).items():
        if term in index["postings"]:
            index["postings"][term].append((row, n))
    index["n"] += 1
    return renew(index)


def unknown_term_stops_it(index, text):
    for term, n in count_terms(tokenize(text)).items():
        index["postings"][term].append((index["n"], n))
    index["n"] += 1
    return renew(index)


def a_pair_for_each_token(index, text):
    for token in tokenize(text):
        index["postings"].setdefault(token, []).append((index["n"], 1))
    index["n"] += 1
    return renew(index)


def old_postings_replaced(index, text):
    for term, n in count_terms(tokenize(text)).items():
        index["postings"][term] = [(index["n"], n)]
    index["n"] += 1
    return renew(index)


def n_only_for_words(index, text):
    return added(index, text, grow=bool(tokenize(text)))


def count_and_row(index, text):
    for term, n in count_terms(tokenize(text)).items():
        index["postings"].setdefault(term, []).append((n, index["n"]))
    index["n"] += 1
    return renew(index)


def gives_postings(index, text):
    return added(copy.deepcopy(index), text)["postings"]


def norms_as_they_were(index, text):
    return added(copy.deepcopy(index), text) | {"norms": index["norms"]}


def only_the_new_norm(index, text):
    fresh = added(copy.deepcopy(index), text)
    return fresh | {"norms": index["norms"] + fresh["norms"][-1:]}


def squares_for_norms(index, text):
    return renew(added(index, text), root=lambda x: x)


def norms_of_counts(index, text):
    return renew(added(index, text), weight=lambda n, df: 1)


def norms_before_n_grows(index, text):
    return renew(added(index, text), n=index["n"] - 1)


def norms_of_plain_idf(index, text):
    return renew(added(index, text), weight=lambda n, df: math.log(n / (1 + df)))


# ---- E4.6: report ------------------------------------------------------------------------------


def report_of(index, query, k, hit_of):
    return [hit_of(hit, index.explain(query, hit.chunk.id)) for hit in index.search(query, k)]


def triple(hit, shares):
    return hit.chunk.id, round(hit.score, 4), [term for term, share in shares.items() if share > 0]


def reports(documents, queries, k, hit_of=triple, cut=chunk_sections):
    index = TfidfIndex().index([c for d in documents for c in cut(d)])
    return [report_of(index, query, k, hit_of) for query in queries]


def absent_terms_too(documents, queries, k):
    return reports(documents, queries, k, lambda hit, s: (*triple(hit, s)[:2], list(s)))


def terms_sorted(documents, queries, k):
    return reports(
        documents, queries, k, lambda hit, s: (*triple(hit, s)[:2], sorted(triple(hit, s)[2]))
    )


def terms_turned(documents, queries, k):
    return reports(
        documents,
        queries,
        k,
        lambda hit, s: (*triple(hit, s)[:2], sorted(triple(hit, s)[2])[::-1]),
    )


def terms_as_in_the_chunk(documents, queries, k):
    def hit_of(hit, shares):
        met = dict.fromkeys(tokenize(hit.chunk.text))
        return *triple(hit, shares)[:2], [term for term in met if shares.get(term, 0) > 0]

    return reports(documents, queries, k, hit_of)


def digits_cut_off(documents, queries, k):
    return reports(
        documents,
        queries,
        k,
        lambda hit, s: (hit.chunk.id, int(hit.score * 1e4) / 1e4, triple(hit, s)[2]),
    )


def first_term_alone(documents, queries, k):
    return reports(
        documents, queries, k, lambda hit, s: (*triple(hit, s)[:2], triple(hit, s)[2][:1])
    )


def shares_as_well(documents, queries, k):
    return reports(
        documents,
        queries,
        k,
        lambda hit, s: (*triple(hit, s)[:2], {t: x for t, x in s.items() if x > 0}),
    )


def not_rounded(documents, queries, k):
    return reports(
        documents, queries, k, lambda hit, s: (hit.chunk.id, hit.score, triple(hit, s)[2])
    )


def id_of_the_document(documents, queries, k):
    return reports(documents, queries, k, lambda hit, s: (hit.chunk.doc_id, *triple(hit, s)[1:]))


def the_chunk_itself(documents, queries, k):
    return reports(documents, queries, k, lambda hit, s: (hit.chunk, *triple(hit, s)[1:]))


def without_score(documents, queries, k):
    return reports(documents, queries, k, lambda hit, s: (hit.chunk.id, triple(hit, s)[2]))


def one_long_list(documents, queries, k):
    return [hit for report in reports(documents, queries, k) for hit in report]


def silent_without_hits(documents, queries, k):
    return [report for report in reports(documents, queries, k) if report]


def an_index_for_each_document(documents, queries, k):
    indexes = [TfidfIndex().index(chunk_sections(document)) for document in documents]
    found = []
    for query in queries:
        hits = [hit for index in indexes for hit in report_of(index, query, k, triple)]
        found.append(sorted(hits, key=lambda hit: -hit[1])[:k])
    return found


def an_index_for_each_document_and_query(documents, queries, k):
    return [an_index_for_each_document(documents, [query], k)[0] for query in queries]


def an_index_for_each_query(documents, queries, k):
    return [reports(documents, [query], k)[0] for query in queries]


def cut_by_words(documents, queries, k):
    return reports(documents, queries, k, cut=chunk_words)


WRONG_04 = {
    "check_e4_1": [
        ([2_000_000, 223, 220, 10_100, 200_100, 5, 3], "tokens-for-terms"),
        ([235, 223, 220, 10_100, 200_100, 5, 3], "without-zeros"),
        ([300_000, 180, 220, 10_100, 200_100, 5, 3], "chunks-of-a-query"),
        ([300_000, 223, 260, 10_100, 200_100, 5, 3], "repeated"),
        ([300_000, 223, 221, 10_100, 200_100, 5, 3], "unknown"),
        ([300_000, 223, 40, 10_100, 200_100, 5, 3], "word-forgotten"),
        ([300_000, 220, 223, 10_100, 200_100, 5, 3], "swapped"),
        ([300_000, 223, 220, 10_000, 200_000, 5, 3], "queries-forgotten"),
        ([300_000, 223, 220, 100, 200_100, 5, 3], "index-once"),
        ([300_000, 223, 220, 10_100, 10_100, 5, 3], "index-each-time"),
        ([300_000, 223, 220, 10_100, 202_000, 5, 3], "index-each-time"),
        ([300_000, 223, 220, 10_100, 200_100, 0, 3], "no-hit"),
        ([300_000, 223, 220, 10_100, 200_100, 180, 3], "cutoff"),
        ([300_000, 223, 220, 10_100, 200_100, 5, 5], "promise"),
        ([300_000, 223, 220], "seven"),
        ([1, 2, 3, 4, 5, 6, 7], "a"),
        ([300_000, 223, 300, 10_100, 200_100, 5, 3], "c"),
        ([300_000, 223, 220, 10_100, 200_100, 4, 3], "f"),
    ],
    "check_e4_2": [
        (each_token, "repeated"),
        (runs_out_of_columns, "runs-out"),
        (the_querys_own_words, "own-words"),
        (all_the_querys_words, "own-words"),
        (own_columns_alone, "numbers"),
        (order_of_the_dict, "dict-order"),
        (columns_from_one, "from-one"),
        (known_words_only, "unknown-dropped"),
        (cut_at_spaces, "split"),
        (a_set_of_words, "kind"),
    ],
    "check_e4_3": [
        (filters_after_the_cut, "filter-after-cut"),
        (filters_rows, "rows-for-pages"),
        (filters_nothing, "not-allowed"),
        (ties_as_met, "ties"),
        (ties_backwards, "ties"),
        (places_for_rows, "places"),
        (zeros_come_back, "zeros"),
        (empty_before_k_is_asked, "negative-k"),
        (cut_with_a_slice, "negative-k"),
        (score_and_row, "swapped"),
        (rows_only, "pairs"),
        (never_cut, "uncut"),
        (by_row, "order"),
        (keyerror_at_unknown, "unknown-term"),
        (last_product, "one-term"),
        (scans_all_rows, "too-much-work"),
        (reads_all_postings, "too-much-work"),
        (a_list_for_all_chunks, "too-much-work"),
        (a_dict_for_each_term, "too-much-work"),
        (forgets_the_weight, "weight-forgotten"),
        (ordered_unrounded, "noise"),
        *((ordered_by(digits), "rounded-away") for digits in (1, 2, 3, 4, 6, 8)),
        (rounded_scores, "rounded-away"),
        (int_of_a_letter, "by-chance"),
    ],
    "check_e4_4": [
        (as_it_was, "as-before"),
        (row_but_no_rounding, "noise"),
        (rounding_but_no_row, "order-of-meeting"),
        (pairs_reversed, "backwards"),
        *((rounded_to(digits), "rounded-away") for digits in (4, 6, 7, 8)),
        *((rounded_to(digits), "rounded-too-late") for digits in (10, 12, 14)),
        (negative_k_is_a_slice, "negative-k"),
        (lowest_first, "lowest-first"),
        (places_of_top_k, "places"),
        (with_scores, "pairs"),
        (cut_before_sorting, "cut-first"),
        (never_cut_rows, "uncut"),
    ],
    "check_e4_5": [
        (n_stays, "n-forgotten"),
        (rows_from_one, "row"),
        (n_grows_by_tokens, "n-wrong"),
        (cut_at_blanks, "split"),
        (one_each, "ones"),
        (known_terms_only, "unknown-dropped"),
        (unknown_term_stops_it, "unknown-dropped"),
        (a_pair_for_each_token, "each-token"),
        (old_postings_replaced, "replaced"),
        (n_only_for_words, "n-forgotten"),
        (gives_postings, "no-index"),
        (norms_as_they_were, "norms-forgotten"),
        (only_the_new_norm, "stale-norms"),
        (squares_for_norms, "no-root"),
        (norms_of_counts, "counts-alone"),
        (norms_before_n_grows, "idf-too-early"),
        (norms_of_plain_idf, "norms-wrong"),
        (count_and_row, "swapped"),
    ],
    "check_e4_6": [
        (absent_terms_too, "zero-terms"),
        (terms_sorted, "term-order"),
        (terms_turned, "term-order"),
        (terms_as_in_the_chunk, "term-order"),
        (digits_cut_off, "cut-off"),
        (first_term_alone, "one-term"),
        (shares_as_well, "shares"),
        (not_rounded, "unrounded"),
        (id_of_the_document, "document-id"),
        (the_chunk_itself, "chunk"),
        (without_score, "triples"),
        (one_long_list, "one-report"),
        (silent_without_hits, "missing-report"),
        (an_index_for_each_document, "own-idf"),
        (cut_by_words, "own-idf"),
        (an_index_for_each_query, "index-in-the-loop"),
        (an_index_for_each_document_and_query, "index-in-the-loop"),
    ],
}
