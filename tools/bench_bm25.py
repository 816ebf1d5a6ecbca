"""The BM25 section of the bench: beside bm25s and rank_bm25, on the same tokens."""

from bench_lexical import COLUMNS, GROWTH, SCALES, measure_lexical, sample_queries
from measuring import OURS, Section, figures, machine, target

from course_lib import tokenize
from course_lib.bm25 import BM25Index, idf_bm25

LIMITS = {"search": 1.5, "batch": 1.5, "build": 1.5, "growth": 1.1}
BM25S, RANK_BM25 = "bm25s, NumPy", "rank_bm25"
FASTER = 20  # times than rank_bm25, a query
BATCH = 1000


class Bm25sIndex:
    """bm25s as it ranks by itself: its scores are (k1 + 1) times smaller, 0 is no hit for us."""

    def index(self, chunks):
        import bm25s

        index = bm25s.BM25(method="lucene", k1=1.5, b=0.75, dtype="float64", backend="numpy")
        index.index([tokenize(chunk.text) for chunk in chunks], show_progress=False)
        self.peer = index
        return self

    def search(self, query, k):
        return self.search_batch([query], k)[0]

    def search_batch(self, queries, k):
        tokens = [tokenize(query) for query in queries]
        found, scores = self.peer.retrieve(
            tokens, k=k, show_progress=False, backend_selection="numpy"
        )
        pairs = zip(found.tolist(), (scores * 2.5).tolist(), strict=True)
        return [[(n, s) for n, s in zip(*pair, strict=True) if s] for pair in pairs]

    def parts(self):
        return *self.peer.scores.values(), self.peer.vocab_dict


class RankBm25Index:
    """rank_bm25 with Lucene's idf in place of its own, so that its ranking can be compared."""

    def index(self, chunks):
        from rank_bm25 import BM25Okapi

        class Lucene(BM25Okapi):
            def _calc_idf(self, nd):
                self.idf = {word: idf_bm25(df, self.corpus_size) for word, df in nd.items()}

        self.peer = Lucene([tokenize(chunk.text) for chunk in chunks])
        return self

    def search(self, query, k):
        scores = self.peer.get_scores(tokenize(query))
        best = scores.argsort()[::-1][:k]  # as its get_top_n does
        return [(int(n), float(scores[n])) for n in best if scores[n]]

    def parts(self):
        return self.peer.doc_freqs, self.peer.idf, self.peer.doc_len


def measure_bm25(scales=SCALES, quick=False, **corpus):
    makers = {
        OURS: lambda chunks: BM25Index().index(chunks),
        BM25S: lambda chunks: Bm25sIndex().index(chunks),
        RANK_BM25: lambda chunks: RankBm25Index().index(chunks),
    }
    corpus = {"queries": sample_queries(20 if quick else 100)} | corpus
    batch = sample_queries(20 if quick else BATCH)
    batch = (batch * BATCH)[: 20 if quick else BATCH]
    measured = measure_lexical(
        makers, (BM25S,), scales, quick, limits=LIMITS, batch=batch, small=(RANK_BM25,), **corpus
    )
    times = {(row["chunks"], row["method"]): row.get("search") for row in measured["rows"]}
    ratios = [times[n, OURS] / time for (n, name), time in times.items() if name == RANK_BM25]
    if ratios:
        measured["targets"].append(target("search, beside rank_bm25", max(ratios), 1 / FASTER))
    return measured | {"batch": len(batch), "machine": machine("numpy", "bm25s", "rank-bm25")}


BM25 = Section(
    measure_bm25,
    SCALES,
    """**BM25** on the same corpora. Search: the first {k} hits, median of {queries} known-item
    questions, each alone; batch: {batch:,} questions in one call, time a question. The same
    tokens for all, and the same ranking, but that the peers order ties as they come. rank_bm25,
    which got Lucene's idf for it, has no batch, and no row where one question takes a second.
    Times are the processor's, in one thread, the best of several.""",
    {"rows": COLUMNS | {"batch, ms": lambda row: figures(row.get("batch"), 1e-3)}},
    f"Targets for `{OURS}`: its worst ratio to bm25s, and that to rank_bm25. {GROWTH}",
    reasons={},
)
