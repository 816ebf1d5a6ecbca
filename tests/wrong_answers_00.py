"""Wrong answers to the exercises of lesson 00; see `wrong_answers.py`."""

from course_lib.checks.lesson00 import REFUSAL

# ---- E0.2 ---------------------------------------------------------------------------------------


def clean(text):
    return [word.strip(".,:;?!").lower() for word in text.split()]


def letters_instead_of_words(question, text):
    return sum(word in text.lower() for word in set(clean(question)))


def counts_repeats(question, text):
    return sum(word in clean(question) for word in clean(text))


def counts_repeats_of_the_question(question, text):
    return sum(word in clean(text) for word in clean(question))


def union_instead_of_intersection(question, text):
    return len(set(clean(question)) | set(clean(text)))


def keeps_capitals_and_marks(question, text):
    return len(set(question.split()) & set(text.split()))


def gives_the_words(question, text):
    return set(clean(question)) & set(clean(text))


# ---- E0.3 ---------------------------------------------------------------------------------------


def prompt(question, sources, start=1, refusal=REFUSAL, header="[Source {n}] {file}", strip=None):
    parts = [refusal]
    for n, (file, text) in enumerate(sources, start):
        parts.append(header.format(n=n, file=file) + "\n" + (strip(text) if strip else text))
    return "\n\n".join([*parts, question])


def numbers_from_zero(question, sources):
    return prompt(question, sources, start=0)


def round_brackets(question, sources):
    return prompt(question, sources, header="(Source {n}) {file}")


def every_source_is_one(question, sources):
    return prompt(question, sources, header="[Source 1] {file}")


def refusal_without_its_stop(question, sources):
    return prompt(question, sources, refusal=REFUSAL.rstrip("."))


def own_refusal(question, sources):
    return prompt(question, sources, refusal="Say that you do not know.")


def joins_lines(question, sources):
    return prompt(question, sources, strip=lambda text: " ".join(text.split()))


def first_source_only(question, sources):
    return prompt(question, sources[:1])


def two_sources_at_most(question, sources):
    return prompt(question, sources[:2])


def no_file(question, sources):
    return prompt(question, sources, header="[Source {n}]")


def sorted_by_file(question, sources):
    return prompt(question, sorted(sources))


def question_first(question, sources):
    return question + "\n\n" + prompt("", sources)


def rules_in_the_middle(question, sources):
    return prompt("", sources, refusal="") + "\n\n" + REFUSAL + "\n\n" + question


def list_of_parts(question, sources):
    return prompt(question, sources).split("\n\n")


# ---- E0.4 ---------------------------------------------------------------------------------------


def the_bug_itself(text, questions, price):
    return len(text.split()) * questions * price / 1_000_000


def characters_as_tokens(text, questions, price):
    return len(text) * questions * price / 1_000_000


def price_per_thousand(text, questions, price):
    return len(text) / 4 * questions * price / 1_000


def one_question_only(text, questions, price):
    return len(text) / 4 * price / 1_000_000


def always_a_thousand(text, questions, price):
    return len(text) / 4 * 1000 * price / 1_000_000


# ---- E0.6 ---------------------------------------------------------------------------------------


def report(texts, price, split=str.split, per_token=4, per_price=1000):
    characters, words = sum(map(len, texts)), sum(len(split(text)) for text in texts)
    tokens = characters / per_token
    return {
        "documents": len(texts),
        "words": words,
        "characters": characters,
        "tokens": tokens,
        "cost": tokens * price / per_price,
    }


def last_document_only(documents, price):
    return report([documents[-1].text], price) | {"documents": len(documents)}


def split_at_blanks_only(documents, price):
    return report([d.text for d in documents], price, split=lambda text: text.split(" "))


def words_as_tokens(documents, price):
    right = report([d.text for d in documents], price)
    return right | {"tokens": right["words"] * 1.0}


def cost_of_one_question(documents, price):
    return report([d.text for d in documents], price, per_price=1_000_000)


def without_cost(documents, price):
    return {k: v for k, v in report([d.text for d in documents], price).items() if k != "cost"}


def a_tuple(documents, price):
    return tuple(report([d.text for d in documents], price).values())


WRONG_00 = {
    "check_e0_1": [
        (("A", "B", "A"), "substring"),
        (("B", "C", "A"), "tie"),
        (("B", "A", "B"), "letters"),
        (("C", "A", "A"), "words"),
        ("BAA", "three"),
    ],
    "check_e0_2": [
        (letters_instead_of_words, "substring"),
        (counts_repeats, "repeats"),
        (counts_repeats_of_the_question, "repeats"),
        (union_instead_of_intersection, "all-words"),
        (keeps_capitals_and_marks, "case"),
        (gives_the_words, "number"),
    ],
    "check_e0_3": [
        (numbers_from_zero, "numbers"),
        (round_brackets, "numbers"),
        (every_source_is_one, "numbers"),
        (refusal_without_its_stop, "refusal"),
        (own_refusal, "refusal"),
        (joins_lines, "text-changed"),
        (first_source_only, "text-changed"),
        (two_sources_at_most, "text-changed"),
        (no_file, "file-missing"),
        (sorted_by_file, "order"),
        (question_first, "question-last"),
        (rules_in_the_middle, "rules-first"),
        (list_of_parts, "text"),
    ],
    "check_e0_4": [
        (the_bug_itself, "words"),
        (characters_as_tokens, "characters"),
        (price_per_thousand, "thousand"),
        (one_question_only, "question"),
        (always_a_thousand, "questions"),
    ],
    "check_e0_5": [
        (("75 minutes [Source 1]", REFUSAL, "No [Source 3]"), "wrong-source"),
        (("75 minutes [Source 2]", REFUSAL, "No [Source 3]"), "wrong-answer"),
        (("40 minutes", REFUSAL, "No [Source 3]"), "no-citation"),
        (("40 minutes [Source 2]", "1852 metres", "No [Source 3]"), "made-up"),
        (("40 minutes [Source 2]", "1852 metres [Source 1]", "No [Source 3]"), "made-up"),
        (("40 minutes [Source 2]", "I don't know.", "No [Source 3]"), "half-refusal"),
        (("40 minutes [Source 2]", REFUSAL + " 1852", "No [Source 3]"), "half-refusal"),
        (("40 minutes [Source 2]", REFUSAL, "Yes, they do [Source 3]"), "wrong-answer"),
        (("40 minutes [Source 2]", REFUSAL, REFUSAL), "refused"),
        ((REFUSAL, REFUSAL, REFUSAL), "refused"),
        (("40 [Source 1] [Source 2] [Source 3]", REFUSAL, "No [Source 3]"), "wrong-source"),
        ((40, REFUSAL, "No [Source 3]"), "no-text"),
        ("40 minutes [Source 2]", "three"),
    ],
    "check_e0_6": [
        (last_document_only, "last-only"),
        (split_at_blanks_only, "words"),
        (words_as_tokens, "tokens"),
        (cost_of_one_question, "cost"),
        (without_cost, "keys"),
        (a_tuple, "dict"),
    ],
}
