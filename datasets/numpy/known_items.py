"""Questions made from a corpus itself: each document's summary asks for its document.

Such known-item questions cost nothing and need no judge, but they measure one thing only: finding a
page from its title, in its author's words. Documents that say the same are all right, so that no
method is blamed for finding the twin. Nothing here looks at a ranking.
Helper of lesson 06.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Hashable
from itertools import combinations, pairwise

from course_lib.documents import Chunk
from course_lib.evidence import plain

STUB_CHARS = 200  # documents with less indexed text are not asked: "Refer to `numpy.all` …"
SHINGLE_WORDS = 5


def known_items(chunks: list[Chunk]) -> list[dict]:
    """Make one question of each different summary in metadata["summary"].

    Parameters
    ----------
    chunks : list of Chunk    the index: all chunks of all documents, in order
    Returns
    -------
    list of dict in the form of the house questions. id is the first document with the summary; its
    one facet lists every right document, with an empty keyword: any chunk of it will do. Not asked:
    stubs, repeated summaries, and a summary that its document's own text repeats.
    Helper of load_questions.
    """
    texts, summaries = defaultdict(list), {}
    for chunk in chunks:
        texts[chunk.doc_id].append(chunk.text)
        summaries[chunk.doc_id] = chunk.metadata["summary"]
    texts = {name: "\n\n".join(parts) for name, parts in texts.items()}
    titles = defaultdict(list)
    for name, summary in summaries.items():
        titles[summary_key(summary)].append(name)
    twins = [pair for names in titles.values() for pair in pairwise(names)]
    right = join_pairs(list(texts), twins + near_duplicates(texts))
    questions = []
    for names in titles.values():
        asked = [name for name in names if len(texts[name]) >= STUB_CHARS]
        if asked and not any(summaries[name] in plain(texts[name]) for name in asked):
            questions.append(_question(asked[0], summaries[asked[0]], right[asked[0]]))
    return questions


def summary_key(summary: str) -> str:
    """Give what equal summaries share: "Sort `a`." -> "sort a".  Helper."""
    return summary.replace("`", "").rstrip(".").casefold()


def split_of(name: str) -> str:
    """Give "tune" to one name in three, else "test": SHA-256 of the name modulo 3.  Helper."""
    return "test" if int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 else "tune"


def shingles(text: str) -> set[tuple[str, ...]]:
    """Give all runs of five words; a shorter text is one run: "a b" -> {("a", "b")}.  Helper."""
    words = text.split()
    last = max(len(words) - SHINGLE_WORDS, 0)
    return {tuple(words[i : i + SHINGLE_WORDS]) for i in range(last + 1)}


def near_duplicates(
    texts: dict[Hashable, str], limit: float = 0.5, common: int = 20
) -> list[tuple]:
    """Find the pairs of texts that share more than ``limit`` of their five-word runs.

    The share is Jaccard's: runs in both / runs in either. Only runs with at most ``common`` holders
    count: others are boilerplate, like the paragraph about ``where`` that a hundred pages repeat.

    Parameters
    ----------
    texts : dict from name to text
    limit : float
    common : int
    Returns
    -------
    list of (name, name)
    Helper of known_items.
    """
    holders = defaultdict(list)
    for name, text in texts.items():
        for run in shingles(text):
            holders[run].append(name)
    size, both = Counter(), Counter()
    for names in holders.values():
        if len(names) <= common:
            size.update(names)
            both.update(combinations(names, 2))
    return [(a, b) for (a, b), n in both.items() if n > limit * (size[a] + size[b] - n)]


def join_pairs(names: list, pairs: list[tuple]) -> dict[Hashable, list]:
    """Join what is linked by any chain of pairs: "abc", [("a", "c")] -> {"a": ["a", "c"], …}.

    Returns
    -------
    dict from each name to the names of its group, itself among them, in order
    Helper of known_items.
    """
    group = {name: [name] for name in names}
    for a, b in pairs:
        if group[a] is not group[b]:
            joined = group[a] + group[b]
            group |= dict.fromkeys(joined, joined)
    order = {name: place for place, name in enumerate(names)}
    return {name: sorted(members, key=order.get) for name, members in group.items()}


def _question(name, summary, right):
    return {
        "id": name,
        "question": summary,
        "kind": "known item",
        "split": split_of(name),
        "answer": "",
        "values": [],
        "answerable": True,
        "evidence": [[{"file": other, "quote": "", "keyword": ""} for other in right]],
    }
