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


def keeps_capitals(question, text):
    return len({w.strip(".,:;?!") for w in question.split()} & set(clean(text)))


def compares_texts(question, text):
    return len(question & text)


def unknown_name(question, text):
    return len(shared(question, text))  # noqa: F821


def counts_the_question(question, text):
    return len(set(clean(question)))


def counts_the_text(question, text):
    return len(set(clean(text)))


def words_of_the_question_alone(question, text):
    return len(set(clean(question)) - set(clean(text)))


def words_of_one_side_alone(question, text):
    return len(set(clean(question)) ^ set(clean(text)))


def single_letters(question, text):
    return len(set(question) & set(text))


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


def no_f_string(question, sources):
    return prompt(question, sources, refusal="If not, write: {REFUSAL}")


def prints_the_pair(question, sources):
    parts = [f"[Source {n}] {pair}" for n, pair in enumerate(sources, 1)]
    return "\n\n".join([REFUSAL, *parts, question])


def last_source_only(question, sources):
    return prompt(question, sources[-1:])


def glued(question, sources):
    return prompt(question, sources).replace("\n\n", "\n")


def all_in_one_line(question, sources):
    parts = [f"[Source {n}] {file} {text}" for n, (file, text) in enumerate(sources, 1)]
    return "\n\n".join([REFUSAL, *parts, question])


def strips_the_texts(question, sources):
    return prompt(question, sources, strip=str.strip)


def ends_with_a_line_break(question, sources):
    return prompt(question, sources) + "\n"


def asks_for_the_answer(question, sources):
    return prompt(question, sources) + "\nAnswer:"


def bracket_around_all(question, sources):
    return prompt(question, sources, header="[Source {n} {file}]")


def curly_apostrophe(question, sources):
    return prompt(question, sources, refusal=REFUSAL.replace("'", "’"))


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


def a_text(text, questions, price):
    return f"{len(text) / 4 * questions * price / 1_000_000:.4f} dollars"


def forgets_the_million(text, questions, price):
    return len(text) / 4 * questions * price


def without_blanks(text, questions, price):
    return len(text.replace(" ", "")) / 4 * questions * price / 1_000_000


def whole_tokens(text, questions, price):
    return len(text) // 4 * questions * price / 1_000_000


def rounded(text, questions, price):
    return round(len(text) / 4 * questions * price / 1_000_000, 2)


def forgets_the_price(text, questions, price):
    return len(text) / 4 * questions / 1_000_000


def tokens_as(count):
    return lambda text, questions, price: count(text) * questions * price / 1_000_000


# ---- E0.6 ---------------------------------------------------------------------------------------

DECOY = "In the forest a candle gets hot."


def counting(reverse=True, take=None, later_first=False, cut=True, always=None, each=False):
    """count_found with one thing done otherwise."""

    def count_found(questions, texts, score, k):
        total = 0
        for question, right in questions:
            pages = texts[::-1] if later_first else texts
            key = [score(question, text) for text in pages]
            order = sorted(range(len(pages)), key=key.__getitem__, reverse=reverse)
            ranked = [pages[n] for n in order][: (always or k) if cut else None]
            found = sum(text in right[:take] for text in ranked)
            total += found if each else found > 0
        return total

    return count_found


def share_found(questions, texts, score, k):
    return counting()(questions, texts, score, k) / max(len(questions), 1)


def ranking(question, texts, score):
    return sorted(texts, key=lambda text: score(question, text), reverse=True)


def returns_in_the_loop(questions, texts, score, k):
    n = 0
    for question, right in questions:
        if any(text in right for text in ranking(question, texts, score)[:k]):
            n += 1
        return n


def returns_in_the_inner_loop(questions, texts, score, k):
    n = 0
    for question, right in questions:
        for text in ranking(question, texts, score)[:k]:
            n += text in right
            return n


def returns_at_the_first_find(questions, texts, score, k):
    for question, right in questions:
        if any(text in right for text in ranking(question, texts, score)[:k]):
            return 1
    return 0


def other_score(questions, texts, score, k):
    def by_letters(question, text):
        return sum(word in text.lower() for word in clean(question))

    return counting()(questions, texts, by_letters, k)


def sorts_in_place(questions, texts, score, k):
    n = 0
    for question, right in questions:
        texts.sort(key=lambda text: score(question, text), reverse=True)
        n += any(text in right for text in texts[:k])
    return n


def list_in_list(questions, texts, score, k):
    return sum(right in ranking(q, texts, score)[:k] for q, right in questions)


def texts_of_another_cell(questions, texts, score, k):
    return counting()(questions, ["No dog.", "A cat."], score, k)


def swapped(questions, texts, score, k):
    return counting()(questions, texts, lambda question, text: score(text, question), k)


def needs_k_texts(questions, texts, score, k):
    n = 0
    for question, right in questions:
        ranked = ranking(question, texts, score)
        n += sum(ranked[i] in right for i in range(k)) > 0
    return n


def drops_zeros(questions, texts, score, k):
    n = 0
    for question, right in questions:
        ranked = [t for t in ranking(question, texts, score) if score(question, t) > 0]
        n += any(text in right for text in ranked[:k])
    return n


def each_text_once(questions, texts, score, k):
    return counting()(questions, list(dict.fromkeys(texts)), score, k)


def a_set_of_texts(questions, texts, score, k):
    return counting()(questions, sorted(set(texts)), score, k)


FIRST = ((2, 3, 2), (4, 3, 2))

WRONG_00 = {
    "check_e0_1": [
        (((4, 3, 2), (4, 3, 2), "ABC", "ABC"), "substring"),
        (((2, 2, 2), (4, 3, 2), "ABC", "ABC"), "capitals"),
        (((2, 3, 2), (4, 2, 2), "BAC", "ABC"), "capitals"),
        (((3, 3, 2), (4, 3, 2), "ABC", "ABC"), "longer-words"),
        (((1, 3, 2), (4, 3, 2), "BCA", "ABC"), "words"),
        (((2, 3, 2), (2, 3, 2), "BAC", "BAC"), "letters"),
        (((2, 3, 2), (3, 3, 2), "BAC", "ABC"), "inside"),
        (((2, 3, 2), (4, 3, 1), "BAC", "ABC"), "count-letters"),
        ((*FIRST, "BBA", "ABC"), "twice"),
        ((*FIRST, "BCA", "ABC"), "tie"),
        ((*FIRST, "ABC", "ABC"), "order"),
        ((*FIRST, "BAC", "CBA"), "order"),
        ((*FIRST, "BAC"), "four"),
        (((2, 3), (4, 3, 2), "BAC", "ABC"), "four"),
        ((2, 4, "BAC", "ABC"), "four"),
        ("BAC", "four"),
    ],
    "check_e0_2": [
        (letters_instead_of_words, "substring"),
        (counts_repeats, "repeats"),
        (counts_repeats_of_the_question, "repeats"),
        (union_instead_of_intersection, "all-words"),
        (keeps_capitals_and_marks, "case"),
        (keeps_capitals, "case"),
        (gives_the_words, "number"),
        (compares_texts, "texts"),
        (unknown_name, "name"),
        (counts_the_question, "one-side"),
        (counts_the_text, "one-side"),
        (words_of_the_question_alone, "difference"),
        (words_of_one_side_alone, "difference"),
        (single_letters, "single-letters"),
    ],
    "check_e0_3": [
        (numbers_from_zero, "numbers"),
        (round_brackets, "numbers"),
        (every_source_is_one, "counter"),
        (bracket_around_all, "bracket"),
        (curly_apostrophe, "apostrophe"),
        (refusal_without_its_stop, "refusal"),
        (own_refusal, "refusal"),
        (no_f_string, "f-string"),
        (prints_the_pair, "pair"),
        (last_source_only, "last-only"),
        (joins_lines, "text-changed"),
        (strips_the_texts, "text-changed"),
        (first_source_only, "text-changed"),
        (two_sources_at_most, "text-changed"),
        (no_file, "file-missing"),
        (all_in_one_line, "header-line"),
        (sorted_by_file, "order"),
        (question_first, "question-last"),
        (asks_for_the_answer, "question-last"),
        (rules_in_the_middle, "rules-first"),
        (glued, "glued"),
        (ends_with_a_line_break, "trailing"),
        (list_of_parts, "text"),
    ],
    "check_e0_4": [
        (the_bug_itself, "words"),
        (characters_as_tokens, "characters"),
        (price_per_thousand, "thousand"),
        (one_question_only, "question"),
        (always_a_thousand, "questions"),
        (a_text, "text"),
        (forgets_the_million, "million"),
        (without_blanks, "blanks"),
        (whole_tokens, "whole"),
        (rounded, "rounded"),
        (forgets_the_price, "price"),
        (tokens_as(lambda text: len(text.split()) / 4), "scaled-words"),
        (tokens_as(lambda text: len(text.split()) * 4), "scaled-words"),
        (tokens_as(lambda text: len(text.split()) / 0.75), "scaled-words"),
        (tokens_as(lambda text: len(set(text)) / 4), "set"),
        (tokens_as(lambda text: len(text.strip()) / 4), "blanks"),
        (tokens_as(lambda text: len(text.replace("\n", "")) / 4), "blanks"),
        (tokens_as(lambda text: len(text.encode()) / 4), "bytes"),
    ],
    "check_e0_5": [
        (((75, 1), REFUSAL, ("no", 3)), "wrong-source"),
        (((75, 2), REFUSAL, ("no", 3)), "value"),
        (((2, 40), REFUSAL, ("no", 3)), "swapped"),
        (((40.0, 2.0), REFUSAL, ("no", 3)), "source-number"),
        ((40, REFUSAL, ("no", 3)), "pair"),
        (("40 minutes [Source 2]", REFUSAL, ("no", 3)), "pair"),
        (((40, 2), (1852, 1), ("no", 3)), "made-up"),
        (((40, 2), "1852 metres", ("no", 3)), "pair"),
        (((40, 2), "I don't know.", ("no", 3)), "half-refusal"),
        (((40, 2), REFUSAL.rstrip("."), ("no", 3)), "half-refusal"),
        (((40, 2), REFUSAL, ("yes", 3)), "value"),
        (((40, 2), REFUSAL, ("full", 3)), "value"),
        (((40, 2), REFUSAL, REFUSAL), "refused"),
        ((REFUSAL, REFUSAL, REFUSAL), "refused"),
        (((40, (1, 2, 3)), REFUSAL, ("no", 3)), "wrong-source"),
        (((40, 2), REFUSAL), "three"),
    ],
    "check_e0_6": [
        ((12, counting()), "decoy-text"),
        (("Refunds for dogs", counting()), "decoy-word"),
        (("A dog for the cat can get in.", counting()), "decoy-word"),
        (("Soup is hot.", counting()), "decoy-low"),
        ((DECOY, counting(reverse=False)), "turned"),
        ((DECOY, counting(take=1)), "first-right-only"),
        ((DECOY, counting(each=True)), "each-hit"),
        ((DECOY, counting(later_first=True)), "ties"),
        ((DECOY, counting(cut=False)), "not-cut"),
        ((DECOY, counting(always=1)), "fixed-k"),
        ((DECOY, counting(always=5)), "fixed-k"),
        ((DECOY, share_found), "number"),
        ((DECOY, returns_in_the_loop), "return-in-loop"),
        ((DECOY, returns_in_the_inner_loop), "return-in-loop"),
        ((DECOY, returns_at_the_first_find), "return-in-loop"),
        ((DECOY, other_score), "other-score"),
        ((DECOY, sorts_in_place), "in-place"),
        ((DECOY, list_in_list), "list-in-list"),
        ((DECOY, texts_of_another_cell), "outside"),
        ((DECOY, swapped), "swapped"),
        ((DECOY, needs_k_texts), "large-k"),
        ((DECOY, drops_zeros), "zero"),
        ((DECOY, each_text_once), "set"),
        ((DECOY, a_set_of_texts), "set"),
        (counting(), "two"),
    ],
}
