"""Wrong answers to the exercises of lesson 09."""

from course_lib import Chunk, Hit
from course_lib.bm25 import BM25Index, idf_bm25, length_norm, saturation
from course_lib.tokens import tokenize

NUMBERS = [2, 1.5, 3, 1.5, 0.75, 1, 2, 8, 1, 5]


def numbers(**changed):
    return [changed.get(letter, n) for letter, n in zip("abcdefghij", NUMBERS, strict=True)]


# ---- E9.2: what a posting weighs --------------------------------------------------------------


def weigher(weight):
    def weigh(postings, lengths, k1=1.5, b=0.75):
        average = sum(lengths) / len(lengths)
        idf = idf_bm25(len(postings), len(lengths))
        return [(row, weight(idf, tf, lengths[row], average, k1, b)) for row, tf in postings]

    return weigh


def no_idf(idf, tf, length, average, k1, b):
    return saturation(tf, k1, length_norm(length, average, b))


def no_norm(idf, tf, length, average, k1, b):
    return idf * saturation(tf, k1)


def divided(idf, tf, length, average, k1, b):
    return idf * saturation(tf, k1) / length_norm(length, average, b)


def multiplied(idf, tf, length, average, k1, b):
    return idf * saturation(tf, k1) * length_norm(length, average, b)


def bare(idf, tf, length, average, k1, b):
    return idf * tf


def default_k1(idf, tf, length, average, k1, b):
    return idf * saturation(tf, norm=length_norm(length, average, b))


def default_b(idf, tf, length, average, k1, b):
    return idf * saturation(tf, k1, length_norm(length, average))


# ---- E9.3: the score of every chunk -----------------------------------------------------------


def scorer(words=list, df_of=None, norm_of=length_norm, used=True, guard=True, drop=False):
    def all_scores(token_lists, query, k1=1.5, b=0.75):
        k1, b = (k1, b) if used else (1.5, 0.75)
        average = sum(map(len, token_lists))
        if not guard or average:
            average /= len(token_lists) if guard else average and len(token_lists)
        scores = [0.0] * len(token_lists)
        for term in words(query):
            df = sum(term in tokens for tokens in token_lists)
            if df_of:
                df = df_of(term, token_lists)
            for row, tokens in enumerate(token_lists):
                if term in tokens:
                    weight = saturation(tokens.count(term), k1, norm_of(len(tokens), average, b))
                    scores[row] += idf_bm25(df, len(token_lists)) * weight
        return [score for score in scores if score] if drop else scores

    return all_scores


def occurrences(term, token_lists):
    return min(sum(tokens.count(term) for tokens in token_lists), len(token_lists))


def inside(term, token_lists):
    return sum(term in " ".join(tokens) for tokens in token_lists)


def of_some(token_lists, query, k1=1.5, b=0.75):
    """Leaves chunks without tokens out of the average."""
    full = sum(1 for tokens in token_lists if tokens)
    return scorer(
        norm_of=lambda length, average, b: length_norm(length, average * len(token_lists) / full, b)
    )(token_lists, query, k1, b)


def no_guard(token_lists, query, k1=1.5, b=0.75):
    """Lets a word that is not there saturate."""
    return [
        sum(saturation(tokens.count(term), k1) for term in query) and score
        for tokens, score in zip(token_lists, scorer()(token_lists, query, k1, b), strict=True)
    ]


def by_index(token_lists, query, k1=1.5, b=0.75):
    texts = [" ".join(tokens) for tokens in token_lists]
    chunks = [Chunk(f"{n}#0", str(n), text, 0, len(text)) for n, text in enumerate(texts)]
    found = BM25Index(k1, b).index(chunks).search(" ".join(query), len(texts))
    scores = {hit.chunk.id: hit.score for hit in found}
    return [scores.get(chunk.id, 0.0) for chunk in chunks]


def divides_by_nothing(token_lists, query, k1=1.5, b=0.75):
    1 / sum(map(len, token_lists))
    return scorer()(token_lists, query, k1, b)


# ---- E9.5: choose on tune, report on test -----------------------------------------------------


def mean(values):
    return sum(values) / len(values)


def reporter(choose=None, gain=None):
    """A right answer but for the choice or the gain that is given."""

    def choose_and_report(tune, test, default):
        chosen = max([default, *tune], key=lambda name: mean(tune[name]))
        chosen = choose(tune, test, default) if choose else chosen
        right = mean(test[chosen]) - mean(test[default])
        return chosen, gain(chosen, tune, test, default) if gain else right

    return choose_and_report


def by_test(tune, test, default):
    return max([default, *test], key=lambda name: mean(test[name]))


def first_best(tune, test, default):
    return max(tune, key=lambda name: mean(tune[name]))


def last_best(tune, test, default):
    best = max([*reversed(tune)], key=lambda name: mean(tune[name]))
    return default if mean(tune[default]) == mean(tune[best]) else best


def only_if_it_helps(tune, test, default):
    best = max([default, *tune], key=lambda name: mean(tune[name]))
    return best if mean(test[best]) > mean(test[default]) else default


def alone(tune, test, default):
    return reporter()(tune, test, default)[0]


# ---- E9.6: changed words ----------------------------------------------------------------------


def searcher(chunks_too=True, query_too=True, originals=True, key="id", cut=tokenize):
    def search_with(chunks, change):
        def changed(text):
            return " ".join(change(token) for token in cut(text))

        index = BM25Index().index(
            [
                Chunk(c.id, c.doc_id, changed(c.text) if chunks_too else c.text, c.start, c.end)
                for c in chunks
            ]
        )
        by_id = {getattr(c, key): c for c in (chunks if originals else index.chunks_)}

        def search(query, k):
            hits = index.search(changed(query) if query_too else query, k)
            return [Hit(by_id[getattr(hit.chunk, key)], hit.score) for hit in hits]

        return search

    return search_with


def first_letters(chunks, change):
    return searcher()(chunks, lambda word: change(word)[:2])


DISAGREE = ["pump", "pump pump pump pump seal", "seal", "seal motor"]


WRONG_09 = {
    "check_e9_1": [
        (NUMBERS[:7], "ten"),
        ([str(number) for number in NUMBERS], "texts"),
        (numbers(a=0.693), "logarithm"),
        (numbers(a=1), "without-one"),
        (numbers(b=3), "plain-count"),
        (numbers(c=2), "k1"),
        (numbers(d=2), "full-length"),
        (numbers(e=1), "norm-forgotten"),
        (numbers(e=0.667), "norm-divides"),
        (numbers(f=7), "all-repeats"),
        (numbers(f=0), "nothing"),
        (numbers(g=1), "once"),
        (numbers(g=3), "pump-counts"),
        (numbers(b=2), "b"),
        (numbers(d=1.25), "d"),
        (numbers(h=9), "one-late"),
        (numbers(h=5), "half-forms"),
        (numbers(i=0), "smoothed-falls"),
        (numbers(i=0.051), "other-form"),
        (numbers(j=4), "still-above"),
        (numbers(j=9), "j"),
    ],
    "check_e9_2": [
        (weigher(no_idf), "no-idf"),
        (weigher(no_norm), "no-norm"),
        (weigher(divided), "divided"),
        (weigher(multiplied), "multiplied"),
        (weigher(bare), "bare"),
        (weigher(default_k1), "defaults"),
        (weigher(default_b), "defaults"),
    ],
    "check_e9_3": [
        (scorer(words=set), "once"),
        (scorer(df_of=occurrences), "occurrences"),
        (scorer(norm_of=lambda length, average, b: 1), "no-length"),
        (scorer(used=False), "fixed"),
        (scorer(drop=True), "length"),
        (divides_by_nothing, "empty"),
        (no_guard, "absent"),
        (of_some, "average"),
        (scorer(df_of=inside), "inside"),
        (by_index, "index"),
    ],
    "check_e9_4": [
        ((["pump", "pump seal", "It moves water"], "pump", 2), "agree"),
        ((["pump", "seal"], "pump", 1), "form"),
        (("pump seal", "pump", 0), "form"),
        ((["pump", "pump", "seal"], "pump", 2), "twice"),
        ((["pump seal", "seal pump", "a motor"], "pump", 2), "tie"),
        ((["pump", "seal", "motor"], "valve", 1), "no-hits"),
        ((DISAGREE, "pump", "It moves water"), "no-place"),
        ((DISAGREE, "pump", 6), "no-place"),
        ((DISAGREE, "pump", 1), "shares"),
        (([*DISAGREE, "One of the pumps moves water"], "pump", 4), "endings"),
        ((["run", "run run run boat", "he is running fast"], "run", 2), "endings"),
        ((["stop", "stop stop stop boat", "it stopped at noon"], "stop", 2), "endings"),
        ((DISAGREE, "pump", 2), "no-answer"),
    ],
    "check_e9_5": [
        (reporter(by_test), "chosen-on-test"),
        (reporter(first_best), "kept-for-ties"),
        (reporter(last_best), "last-of-equals"),
        (reporter(only_if_it_helps), "never-changes"),
        (reporter(gain=lambda c, tune, test, d: mean(tune[c]) - mean(tune[d])), "gain-on-tune"),
        (reporter(gain=lambda c, tune, test, d: mean(test[c])), "no-difference"),
        (reporter(gain=lambda c, tune, test, d: sum(test[c]) - sum(test[d])), "sums"),
        (reporter(gain=lambda c, tune, test, d: mean(test[d]) - mean(test[c])), "wrong-way"),
        (reporter(gain=lambda c, tune, test, d: mean(test[c]) - mean(tune[d])), "across"),
        (alone, "two"),
    ],
    "check_e9_6": [
        (searcher(query_too=False), "query"),
        (searcher(originals=False), "changed-chunks"),
        (searcher(chunks_too=False), "chunks-as-they-were"),
        (first_letters, "unchanged"),
        (searcher(key="doc_id"), "by-document"),
        (searcher(cut=str.split), "tokens"),
        (searcher(cut=lambda text: text.lower().split()), "tokens"),
    ],
}
