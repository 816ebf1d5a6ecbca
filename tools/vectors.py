"""Make the vectors that the course ships, or compare them with a fresh run.

    vectors.py          encode every text that a lesson needs; write datasets/*/vectors.npz
    vectors.py check    encode all again and compare; exit code 1 if a cosine is under 0.9999 or a
                        number of tokens differs

The texts: the standard chunks of both corpora, the house chunks with short ones merged and with the
heading path in front, all questions, also German and Chinese ones, and what lessons 08 and 12 try
out.
"""

import argparse
import os
import sys
from functools import cache

import numpy as np
from messages import told

from course_lib import add_heading_path, load_chunks, load_corpus, load_questions
from course_lib.chunking import chunk_sections, merge_short
from course_lib.data import DATASETS
from course_lib.encoders import SentenceEncoder
from course_lib.vectors import load_vectors, text_key, write_arrays

DTYPES = {"house": np.float32, "numpy": np.float16}

# Lesson 08's small experiment: the notes of a pottery workshop, general notes, precise and vague
# questions, one a line. The same lines stand in the lesson.
LESSON_08 = """
Clay is sold in bags of 10 kg at 8.50 each, at the counter downstairs.
The big kiln is fired on Tuesdays and Fridays; bring pots the day before.
Glazes stand by the window; the red ones are locked away, they hold lead.
A place at the wheel costs 12 an hour, and it is yours for two hours at most.
Children under ten may work clay only with a grown-up at the same table.
Broken pots are not paid for, unless the kiln failed.
Aprons hang behind the door and go into the wash on Sundays.
Dry clay goes into the grey bin, wet clay into the bucket, none in the sink.
Lessons for beginners start on the first Monday and last six evenings.
Lockers are opened with a coin of one, which comes back.
Pots that nobody fetches within eight weeks are sold at the Christmas market.
The workshop is shut in August and on the days between the years.
Please ask us if you have any questions.
General rules for everyone who uses the pottery workshop.
General rules for everyone who sails with the ferry.
Can I? May I? Must I? If you do not know what to do, ask.
What does a bag of clay cost?
When is the kiln fired?
Where do I find the red glaze?
How long can I use the wheel?
May my daughter of eight join in?
Who pays if my bowl cracks in the oven?
Where are the aprons?
Where do I throw leftover clay?
When does the next course start?
How do I lock my things away?
How long do you keep my finished pots?
Are you open in summer?
How much is it?
When can I come?
Where is it?
What are the rules?
Can I bring somebody?
What do I need?
How does this work?
Who can help me?
Is it allowed?
What happens to my things?
Can you tell me more?
What must I know before I come?
""".strip().splitlines()

# Lesson 12 asks the handbook about Mars.
LESSON_12 = ["What does the canteen on Mars cost?", "How much does a ticket to Mars cost?"]


def house_texts():
    pages, chunks = load_corpus("house"), load_chunks("house")
    merged = [c for page in pages for c in merge_short(page, chunk_sections(page))]
    texts = [c.text for c in [*chunks, *merged, *add_heading_path(chunks)]]
    for language in ("en", "de", "zh"):
        texts += [
            q["question"] for q in load_questions("house", language=language, answerable=None)
        ]
    return texts + LESSON_08 + LESSON_12


def numpy_texts():
    texts = [c.text for c in load_chunks("numpy")]
    for name in ("known-item", "hand"):
        texts += [q["question"] for q in load_questions("numpy", set=name)]
    return texts


def all_texts():
    """{corpus: its different texts, in order}"""
    return {
        "house": list(dict.fromkeys(house_texts())),
        "numpy": list(dict.fromkeys(numpy_texts())),
    }


@cache
def encoder():
    import torch

    torch.set_num_threads(os.cpu_count() or 1)  # whatever OMP_NUM_THREADS says
    return SentenceEncoder()


def write(name, texts):
    model = encoder()
    matrix = model.encode_documents(texts).astype(DTYPES[name])
    keys = np.frombuffer(b"".join(map(text_key, texts)), np.uint8).reshape(-1, 32)
    tokens = np.array(model.token_counts(texts), np.int32)
    about = {"encoder": model.name, "weights": model.weights, "prefixes": list(model.prefixes)}
    about |= {"dimension": model.dimension, "n": len(texts)}
    path = DATASETS / name / "vectors.npz"
    write_arrays(path, about, keys=keys, matrix=matrix, tokens=tokens)
    print(f"{path.relative_to(DATASETS.parent)}: {len(texts):,} texts, {path.stat().st_size:,} B")


def lowest_cosine(name, texts, model):
    """The lowest cosine between a stored vector and a fresh one; 0 for a text that is missing, or
    whose number of tokens differs."""
    rows, matrix, tokens = load_vectors(name)
    missing = [text for text in texts if text_key(text) not in rows]
    if missing:
        print(f"{name}: {len(missing):,} texts have no vector, the first: {missing[0]!r:.60}")
        return 0.0
    places = [rows[text_key(text)] for text in texts]
    if [tokens[place] for place in places] != model.token_counts(texts):
        print(f"{name}: the numbers of tokens differ")
        return 0.0
    stored = matrix[places].astype(np.float64)
    fresh = model.encode_documents(texts).astype(np.float64)
    lengths = np.linalg.norm(stored, axis=1) * np.linalg.norm(fresh, axis=1)
    return float(((stored * fresh).sum(axis=1) / lengths).min())


@told
def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verb", nargs="?", choices=("make", "check"), default="make")
    verb, failed = parser.parse_args(arguments).verb, False
    for name, texts in all_texts().items():
        if verb == "make":
            write(name, texts)
        else:
            try:
                lowest = lowest_cosine(name, texts, encoder())
            except ValueError as error:  # the file is damaged or does not fit
                print(f"{error}\nFetch the committed file with `git restore`, or make it anew.")
                failed = True
                continue
            failed |= not lowest >= 0.9999  # NaN, too
            print(f"{name}: {len(texts):,} texts, lowest cosine {lowest:.6f}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
