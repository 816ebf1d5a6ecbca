"""Wrong answers to the exercises of lesson 02."""

import math
from collections import Counter

from course_lib.tfidf import count_terms, document_frequencies, idf_plain, idf_smooth
from course_lib.tokens import tokenize

# ---- E2.1: tokens -----------------------------------------------------------------------------

TOKENS = ["ring 0800 2413 ext 7", "http_proxy 10 0 0 1", "f is not f", "停主 主机"]
TOKENS += ["the ship s e42", ""]


def tokens_with(place, text):
    """The right tokens but for one text."""
    return [*TOKENS[:place], text, *TOKENS[place + 1 :]]


# ---- E2.2: ln(N / df) + 1 ---------------------------------------------------------------------


def guarded(formula):
    return lambda df, n_chunks: 0.0 if df == 0 else formula(df, n_chunks)


smoothed = guarded(idf_smooth)
plain = guarded(idf_plain)
without_the_one = guarded(lambda df, n: math.log(n / df))
upside_down = guarded(lambda df, n: math.log(df / n) + 1)
one_inside = guarded(lambda df, n: math.log(n / df + 1))
base_ten = guarded(lambda df, n: math.log10(n / df) + 1)
base_two = guarded(lambda df, n: math.log2(n / df) + 1)
one_below = guarded(lambda df, n: math.log(n / (1 + df)) + 1)
ones_inside = guarded(lambda df, n: math.log((1 + n) / (1 + df)))
no_logarithm = guarded(lambda df, n: n / df + 1)


def guard_taken_away(df, n_chunks):
    return math.log(n_chunks / df) + 1


def nothing_returned(df, n_chunks):
    if df == 0:
        return 0.0
    math.log(n_chunks / df)


# ---- E2.3: weights by share -------------------------------------------------------------------


def weights(tokens, token_lists, tf=None, idf=idf_smooth, df=None, n=None, known=True):
    df = df or document_frequencies(token_lists)
    n = len(token_lists) if n is None else n
    counts = count_terms(tokens)
    tf = tf or (lambda count, tokens: count / len(tokens))
    return {
        term: tf(count, tokens) * idf(df.get(term, 0), n)
        for term, count in counts.items()
        if term in df or not known
    }


def by_count(tokens, token_lists):
    return weights(tokens, token_lists, tf=lambda count, _: count)


def by_different_terms(tokens, token_lists):
    return weights(tokens, token_lists, tf=lambda count, tokens: count / len(set(tokens)))


def idf_alone(tokens, token_lists):
    return weights(tokens, token_lists, tf=lambda *_: 1)


def tf_alone(tokens, token_lists):
    return weights(tokens, token_lists, idf=lambda *_: 1)


def plain_idf(tokens, token_lists):
    return weights(tokens, token_lists, idf=lambda df, n: math.log(n / (1 + df)))


def textbook_idf(tokens, token_lists):
    return weights(tokens, token_lists, idf=lambda df, n: math.log(n / max(df, 1)))


def unsmoothed_idf(tokens, token_lists):
    return weights(tokens, token_lists, idf=lambda df, n: math.log(n / max(df, 1)) + 1)


def df_of_tokens(tokens, token_lists):
    everything = Counter(token for tokens in token_lists for token in tokens)
    formula = lambda df, n: math.log((1 + n) / (1 + df)) + 1  # noqa: E731
    return weights(tokens, token_lists, df=everything, idf=formula)


def n_of_terms(tokens, token_lists):
    return weights(tokens, token_lists, n=len({t for tokens in token_lists for t in tokens}))


def n_of_tokens(tokens, token_lists):
    return weights(tokens, token_lists, n=sum(map(len, token_lists)))


def unknown_terms_kept(tokens, token_lists):
    return weights(tokens, token_lists, known=False)


def unknown_terms_asked(tokens, token_lists):
    df = document_frequencies(token_lists)
    return {
        term: count / len(tokens) * idf_smooth(df[term], len(token_lists))
        for term, count in count_terms(tokens).items()
    }


def known_tokens_only(tokens, token_lists):
    df = document_frequencies(token_lists)
    return weights([token for token in tokens if token in df], token_lists)


def divides_by_nothing(tokens, token_lists):
    share = 1 / len(tokens)
    return weights(tokens, token_lists, tf=lambda count, _: count * share)


def a_vector(tokens, token_lists):
    return list(weights(tokens, token_lists).values())


def each_token_anew(tokens, token_lists):
    df, found = document_frequencies(token_lists), {}
    for token in tokens:
        if token in df:
            found[token] = 1 / len(tokens) * idf_smooth(df[token], len(token_lists))
    return found


def all_terms_of_the_corpus(tokens, token_lists):
    found = dict.fromkeys(document_frequencies(token_lists), 0.0)
    return found | weights(tokens, token_lists)


def rounded(tokens, token_lists):
    return {t: round(weight, 4) for t, weight in weights(tokens, token_lists).items()}


# ---- E2.4: pages that hold a term -------------------------------------------------------------


def as_found(chunks):
    pages, seen = {}, set()
    for _, tokens in chunks:
        for token in tokens:
            if token not in seen:
                pages[token] = pages.get(token, 0) + 1
                seen.add(token)
    return pages


def counts_chunks(chunks):
    return document_frequencies([tokens for _, tokens in chunks])


def counts_tokens(chunks):
    return count_terms([token for _, tokens in chunks for token in tokens])


def forgets_a_page(chunks):
    pages, seen, last = {}, set(), None
    for page, tokens in chunks:
        if page != last:
            seen, last = set(), page
        for token in tokens:
            if token not in seen:
                pages[token] = pages.get(token, 0) + 1
                seen.add(token)
    return pages


def gives_the_pages(chunks):
    pages = {}
    for page, tokens in chunks:
        for token in tokens:
            pages.setdefault(token, set()).add(page)
    return pages


def pairs_as_keys(chunks):
    return {(page, token): 1 for page, tokens in chunks for token in tokens}


def last_term_lost(chunks):
    return document_frequencies([tokens[:-1] for _, tokens in chunks])


def page_and_token_glued(chunks):
    pages, seen = {}, set()
    for page, tokens in chunks:
        for token in tokens:
            if page + token not in seen:
                pages[token] = pages.get(token, 0) + 1
                seen.add(page + token)
    return pages


def seen_holds_pages(chunks):
    pages, seen = {}, set()
    for page, tokens in chunks:
        for token in tokens:
            if page not in seen:
                pages[token] = pages.get(token, 0) + 1
                seen.add(page)
    return pages


def first_chunk_of_a_page(chunks):
    pages, seen = {}, set()
    for page, tokens in chunks:
        if page not in seen:
            seen.add(page)
            for token in set(tokens):
                pages[token] = pages.get(token, 0) + 1
    return pages


# ---- E2.6: key terms --------------------------------------------------------------------------


def ranked(documents, k, weight, cut=tokenize, key=None):
    lists = [cut(document.text) for document in documents]
    df, found = document_frequencies(lists), {}
    for document, tokens in zip(documents, lists, strict=True):
        weights = {t: weight(n, df[t], len(lists)) for t, n in count_terms(tokens).items()}
        found[document.id] = sorted(weights, key=key(weights) if key else by_weight(weights))[:k]
    return found


def by_weight(weights):
    return lambda term: (-weights[term], term)


def full(count, df, n):
    return count * idf_smooth(df, n)


def without_tf(documents, k):
    return ranked(documents, k, lambda count, df, n: idf_smooth(df, n))


def without_idf(documents, k):
    return ranked(documents, k, lambda count, df, n: count)


def with_plain_idf(documents, k):
    return ranked(documents, k, lambda count, df, n: count * idf_plain(df, n))


def with_split(documents, k):
    return ranked(documents, k, full, cut=str.split)


def with_small_letters_only(documents, k):
    return ranked(documents, k, full, cut=lambda text: text.lower().split())


def lightest_first(documents, k):
    return ranked(documents, k, full, key=lambda weights: lambda term: (weights[term], term))


def equals_as_they_come(documents, k):
    return ranked(documents, k, full, key=lambda weights: lambda term: -weights[term])


def equals_backwards(documents, k):
    found = ranked(documents, 1000, full)
    for document in documents:
        weights = Counter(tokenize(document.text))
        if len(set(weights.values())) == 1 and len(weights) == 2 and document.id == "c":
            found[document.id].reverse()
    return {name: terms[:k] for name, terms in found.items()}


def with_their_weights(documents, k):
    return {
        name: [(term, 1.0) for term in terms] for name, terms in ranked(documents, k, full).items()
    }


def one_too_many(documents, k):
    return ranked(documents, k + 1, full)


def a_list_of_lists(documents, k):
    return list(ranked(documents, k, full).values())


def empty_documents_left_out(documents, k):
    return {name: terms for name, terms in ranked(documents, k, full).items() if terms}


def df_of_one_document(documents, k):
    return ranked(documents, k, lambda count, df, n: count * idf_smooth(1, max(n, 1)))


def n_of_all_tokens(documents, k):
    n = sum(len(tokenize(document.text)) for document in documents)
    return ranked(documents, k, lambda count, df, _: count * idf_smooth(df, n))


def misspelt(documents, k):
    return {document.id: tokenise(document.text)[:k] for document in documents}  # noqa: F821


def nothing_given_back(documents, k):
    ranked(documents, k, full)


WRONG_02 = {
    "check_e2_1": [
        (tokens_with(0, "ring 0800-2413 ext 7"), "signs"),
        (tokens_with(0, "Ring 0800 2413 ext 7"), "capitals"),
        (tokens_with(0, "ring 0800 2413 ext"), "single"),
        (tokens_with(1, "http_proxy 10.0.0.1"), "signs"),
        (tokens_with(1, "http proxy 10 0 0 1"), "underscore"),
        (tokens_with(1, "http_proxy 10 0 1"), "terms"),
        (tokens_with(1, "http_proxy 10001"), "single"),
        (tokens_with(2, "f# is not f"), "signs"),
        (tokens_with(2, "f is not"), "terms"),
        (tokens_with(2, "is not"), "single"),
        (tokens_with(2, "f f"), "small-words"),
        (tokens_with(3, "停主机"), "chinese"),
        (tokens_with(3, "停 主 机"), "chinese"),
        (tokens_with(4, "the ship's e42"), "signs"),
        (tokens_with(4, "the ship e42"), "single"),
        (tokens_with(4, "the ships e42"), "single"),
        (tokens_with(4, "the ship s e 42"), "strokes"),
        (tokens_with(5, "..."), "signs"),
        (tokens_with(5, "none"), "empty"),
        (TOKENS[:3], "six"),
        ([5, 5, 4, 2, 4, 0], "six"),
    ],
    "check_e2_2": [
        (smoothed, "smoothed"),
        (plain, "plain"),
        (without_the_one, "no-one"),
        (upside_down, "upside-down"),
        (one_inside, "one-inside"),
        (base_ten, "base"),
        (base_two, "base"),
        (one_below, "one-below"),
        (ones_inside, "ones-inside"),
        (no_logarithm, "no-logarithm"),
        (guard_taken_away, "no-chunk"),
        (nothing_returned, "none"),
    ],
    "check_e2_3": [
        (by_count, "count"),
        (by_different_terms, "tf-forgotten"),
        (idf_alone, "tf-forgotten"),
        (tf_alone, "idf-forgotten"),
        (plain_idf, "other-idf"),
        (textbook_idf, "other-idf"),
        (unsmoothed_idf, "other-idf"),
        (df_of_tokens, "df-of-tokens"),
        (n_of_terms, "n-of-terms"),
        (n_of_tokens, "n-of-terms"),
        (unknown_terms_kept, "unknown"),
        (unknown_terms_asked, "unknown"),
        (known_tokens_only, "known-only"),
        (divides_by_nothing, "empty"),
        (a_vector, "dict"),
        (each_token_anew, "each-token"),
        (all_terms_of_the_corpus, "zeros"),
        (rounded, "rounded"),
    ],
    "check_e2_4": [
        (as_found, "once"),
        (counts_chunks, "chunks-or-tokens"),
        (counts_tokens, "chunks-or-tokens"),
        (forgets_a_page, "neighbours"),
        (gives_the_pages, "sets"),
        (pairs_as_keys, "pairs"),
        (last_term_lost, "lost"),
        (page_and_token_glued, "glued"),
        (seen_holds_pages, "one-a-page"),
        (first_chunk_of_a_page, "first-chunk"),
    ],
    "check_e2_5": [
        ((4, 10), "old-weights"),
        ((3, 10), "smoothed-score"),
        ((6, 10), "smoothed-score"),
        ((5, 4), "smoothed-again"),
        ((5, 9), "plain-tie"),
        ((5, 11), "plain-score"),
        ((5, 0), "plain-score"),
        (5, "two-values"),
        ((5, False), "two-values"),
        (("5", "10"), "two-values"),
    ],
    "check_e2_6": [
        (without_tf, "no-tf"),
        (without_idf, "no-idf"),
        (with_plain_idf, "other-idf"),
        (with_split, "tokens"),
        (with_small_letters_only, "tokens"),
        (lightest_first, "lightest-first"),
        (equals_as_they_come, "ties"),
        (equals_backwards, "ties"),
        (with_their_weights, "weights"),
        (one_too_many, "number"),
        (a_list_of_lists, "keys"),
        (empty_documents_left_out, "keys"),
        (df_of_one_document, "no-idf"),
        (n_of_all_tokens, "n"),
        (misspelt, "error"),
        (nothing_given_back, "none"),
    ],
}
