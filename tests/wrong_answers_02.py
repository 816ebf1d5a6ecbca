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


# ---- E2.2: an idf that ends at 0 --------------------------------------------------------------


def without_smoothing(df, n_chunks):
    return math.log(n_chunks / df)


def none_is_nothing(df, n_chunks):
    return math.log((1 + n_chunks) / (1 + df)) if df else 0.0


def none_is_one(df, n_chunks):
    return math.log(n_chunks / max(df, 1))


def negative_cut_off(df, n_chunks):
    return max(0.0, idf_plain(df, n_chunks))


def everywhere_caught(df, n_chunks):
    return 0.0 if df == n_chunks else idf_plain(df, n_chunks)


def one_too_many_left(df, n_chunks):
    return math.log(n_chunks / max(df, 1)) + 1


def upside_down(df, n_chunks):
    return math.log((1 + df) / (1 + n_chunks))


def bracket_too_early(df, n_chunks):
    return math.log(1 + n_chunks) / (1 + df)


def base_ten(df, n_chunks):
    return math.log10((1 + n_chunks) / (1 + df))


def base_two(df, n_chunks):
    return math.log2((1 + n_chunks) / (1 + df))


def straight_line(df, n_chunks):
    return n_chunks - df


def fraction_alone(df, n_chunks):
    return (1 + n_chunks) / (1 + df) - 1


def one_inside(df, n_chunks):
    return math.log(n_chunks / (1 + df) + 1)


def nothing_returned(df, n_chunks):
    math.log((1 + n_chunks) / (1 + df))


# ---- E2.3: a tf that levels off ---------------------------------------------------------------


def added_up(weight):
    """A score that adds up weight(count, idf) over the query's tokens that the chunk holds."""

    def score(asked, tokens, idf):
        counts = count_terms(tokens)
        return sum(weight(counts[t], idf[t]) for t in asked if t in counts)

    return score


level = added_up(lambda count, idf: (1 + math.log(count)) * idf)
by_count = added_up(lambda count, idf: count * idf)
each_once = added_up(lambda count, idf: idf)
logarithm_alone = added_up(lambda count, idf: math.log(count) * idf)
one_in_the_logarithm = added_up(lambda count, idf: math.log(1 + count) * idf)
no_brackets = added_up(lambda count, idf: 1 + math.log(count) * idf)
level_base_ten = added_up(lambda count, idf: (1 + math.log10(count)) * idf)
level_base_two = added_up(lambda count, idf: (1 + math.log2(count)) * idf)
tf_alone = added_up(lambda count, idf: 1 + math.log(count))


def absent_not_asked(asked, tokens, idf):
    counts = count_terms(tokens)
    return sum((1 + math.log(counts[token])) * idf[token] for token in asked)


def logarithm_of_nothing(asked, tokens, idf):
    return sum((1 + math.log(tokens.count(token))) * idf[token] for token in asked)


def absent_weighs_one(asked, tokens, idf):
    counts = count_terms(tokens)
    return sum((1 + math.log(counts.get(t, 1))) * idf[t] for t in asked if t in idf)


def divided_by_tokens(asked, tokens, idf):
    return level(asked, tokens, idf) / max(len(tokens), 1)


def over_the_chunk(asked, tokens, idf):
    return level([token for token in tokens if token in asked], tokens, idf)


def query_as_a_set(asked, tokens, idf):
    return level(sorted(set(asked)), tokens, idf)


def a_list(asked, tokens, idf):
    return [level([token], tokens, idf) for token in asked]


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
        (tokens_with(4, "the ship s e 42"), "letters-digits"),
        (tokens_with(0, "ring 08002413 ext 7"), "strokes"),
        (tokens_with(5, "..."), "signs"),
        (tokens_with(5, "none"), "empty"),
        (TOKENS[:3], "six"),
        ([5, 5, 4, 2, 4, 0], "six"),
    ],
    "check_e2_2": [
        (idf_smooth, "one-left"),
        (one_too_many_left, "one-left"),
        (idf_plain, "below-zero"),
        (without_smoothing, "no-chunk"),
        (none_is_nothing, "rarest"),
        (none_is_one, "rarest"),
        (negative_cut_off, "cut-off"),
        (everywhere_caught, "cut-off"),
        (upside_down, "upside-down"),
        (bracket_too_early, "bracket"),
        (base_ten, "base"),
        (base_two, "base"),
        (straight_line, "near-plain"),
        (fraction_alone, "near-plain"),
        (one_inside, "zero"),
        (nothing_returned, "number"),
    ],
    "check_e2_3": [
        (by_count, "count"),
        (each_once, "once"),
        (logarithm_alone, "one-missing"),
        (one_in_the_logarithm, "one-inside"),
        (no_brackets, "bracket"),
        (level_base_ten, "base"),
        (level_base_two, "base"),
        (tf_alone, "no-idf"),
        (absent_not_asked, "absent"),
        (logarithm_of_nothing, "absent"),
        (absent_weighs_one, "weight-of-absent"),
        (divided_by_tokens, "share"),
        (over_the_chunk, "each-token"),
        (query_as_a_set, "query-twice"),
        (a_list, "list"),
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
        ((6, 10), "smoothed-more"),
        ((5, 4), "smoothed-again"),
        ((5, 9), "plain-tie"),
        ((5, 11), "plain-more"),
        ((6, 11), "smoothed-more"),
        ((10, 5), "swapped"),
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
