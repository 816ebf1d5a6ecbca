"""Checks of lesson 06: rankings scored by hand, the judge, places, and questions of one's own."""

from course_lib.checks import (
    check_cases,
    check_value,
    failed,
    never_raises,
    not_done,
    passed,
    same,
    show,
)
from course_lib.checks.stages import names_in
from course_lib.chunking import chunk_sections
from course_lib.data import load_corpus, load_questions
from course_lib.documents import Chunk
from course_lib.evidence import facets_found, has_keyword, plain
from course_lib.metrics import reciprocal_rank
from course_lib.text import is_visible
from course_lib.tokens import tokenize


def check_e6_1(answer):
    """Check the numbers of five rankings: hit rates, MRR, gains."""
    right = (0.2, 0.4, 0.35, 0.3, [1, 0, 0, 1])

    def at(place, *numbers):
        return lambda got, _: any(same(number, got[place], 5e-3) for number in numbers)

    def wrong(place):
        return lambda got, _: not same(right[place], got[place])

    hints = [
        (
            "five",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 5,
            "Give four numbers and a list: checks.check_e6_1((0.1, 0.2, 0.3, 0.4, [0, 0, 0, 0])).",
        ),
        (
            "percent",
            at(0, 20),
            "Give shares from 0 to 1, not percentages.",
        ),
        (
            "counts",
            lambda got, _: got[0] == 1 or got[1] == 2,
            "Hit rates are shares: how many of the *five* questions?",
        ),
        (
            "empty-left-out",
            lambda got, _: at(0, 1 / 4, 1 / 3)(got, _) or at(2, 1.75 / 4, 1.75 / 3)(got, _),
            "A question without results, or without anything right, counts 0 and stays in the mean:"
            " divide by five.",
        ),
        (
            "repeat-dropped",
            lambda got, _: at(1, 0.6)(got, _) or at(2, 0.4)(got, _),
            "Look at the fifth ranking again. A repeat keeps its place: b stands fourth.",
        ),
        (
            "all-places",
            at(2, (5 / 12 + 5 / 8 + 1 / 4) / 5, (1 / 3 + 5 / 8 + 1 / 4) / 5),
            "The reciprocal rank takes the *first* right place alone.",
        ),
        (
            "mean-of-ranks",
            at(2, 7 / 3, 7 / 5, 3 / 7),
            "First 1 / place for each question, then the mean; not the mean of the places.",
        ),
        (
            "no-cutoff",
            at(3, 0.35),
            "MRR@3: a right place beyond 3 counts as none.",
        ),
        (
            "repeat-gains",
            lambda got, _: list(got[4]) in ([1, 1, 0, 1], [True, True, False, True]),
            "Gains: b was found at place 1 already. What comes again gains nothing.",
        ),
        (
            "gains-of-the-first",
            lambda got, _: list(got[4]) in ([0, 1, 1, 0], [0, 1, 1, 1]),
            "These are the gains of the first ranking; the third is asked for.",
        ),
        *(
            (name, wrong(place), sentence)
            for place, (name, sentence) in enumerate(
                {
                    "hit-1": "Hit rate@1: in how many of the five stands a or b first?",
                    "hit-2": "Hit rate@2: in how many of the five stands a or b among the first "
                    "two?",
                    "mrr-10": "MRR@10: the first right places are 2, none, 1, none, 4.",
                    "mrr-3": "MRR@3: the first right places up to 3 are 2, none, 1, none, none.",
                    "gains": "Gains: for each of the four places, how many right ids are new.",
                }.items()
            )
        ),
    ]
    return check_value("E6.1", answer, right, hints)


def _with_words(exercise, answer, names, problem_of, check, theirs):
    """Check a pair (function, words), first the words; names: what the learner calls the two.

    theirs : the library's function, which would do the exercise
    """
    if answer is None or answer is ...:
        return not_done(exercise)
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        sentence = f"Give both, as in the cell: ({names})."
        return failed(exercise, "two-parts", sentence, got=show(answer))
    function, words = answer
    problem = problem_of(words)
    used = theirs.__name__ in names_in(function)
    if not problem and (function is theirs or used):
        sentence = f"{theirs.__name__} of the library does all of it. Write your own."
        return failed(exercise, "library", sentence)
    return problem or check(function)


@never_raises
def check_e6_2(answer):
    """Check (judge, verdicts): first five verdicts, then the judge by file and keyword."""
    names = "judge, verdicts"
    return _with_words("E6.2", answer, names, _verdicts_problem, _check_judge, facets_found)


def _verdicts_problem(verdicts):
    """A Result if one of the five verdicts is missing or wrong, else None."""
    if verdicts is None or verdicts is ...:
        return not_done("E6.2", "write `judge`, and the five verdicts in the cell with `verdicts`.")
    # for each name: does the rule say yes, is the answer there
    names = {
        "right find": (True, True),
        "false hit": (True, False),
        "false miss": (False, True),
        "right miss": (False, False),
    }
    words = [*verdicts] if isinstance(verdicts, (list, tuple)) else []
    words = [" ".join(word.lower().split()) if isinstance(word, str) else word for word in words]
    if len(words) != 5 or not all(isinstance(word, str) and word in names for word in words):
        sentence = f"Give a list of five texts, each one of {', '.join(names)}."
        return failed("E6.2", "five-verdicts", sentence, got=show(verdicts))
    right = ("right find", "false hit", "false miss", "right miss", "false hit")
    for n, (word, wanted) in enumerate(zip(words, right, strict=True), 1):
        if names[word][0] != names[wanted][0]:
            sentence = (
                "A find or a hit means that the rule says yes, a miss that it says no. The file "
                "fits in all five. Is the whole keyword in the chunk?"
            )
            return failed("E6.2", "rule", sentence, input=f"case {n}", got=show(word))
    wrong = sum(word != wanted for word, wanted in zip(words, right, strict=True))
    if wrong:  # which ones is not told, or trying would do
        sentence = (
            f"What the rule says is right in all five, what the chunk says in {5 - wrong}. Read "
            "each as the person who asks, and nothing else: point at the words that answer. They "
            "may be cut off, they may be others than the keyword, and something else may be cut "
            "off without harm."
        )
        return failed("E6.2", "answer", sentence)
    return None


def _check_judge(judge):

    def chunk(name, text):
        return Chunk(f"{name}#0", name, text, 0, len(text))

    def other(file, keyword, quote="somewhere else"):
        return {"file": file, "quote": quote, "keyword": keyword}

    one = {"question": "?", "evidence": [[other("a.md", "12")]]}
    two = {"question": "?", "evidence": [[other("a.md", "12")], [other("b.md", "E42")]]}
    both = {"question": "?", "evidence": [[other("a.md", "12")], [other("a.md", "E42")]]}
    any_of = {"question": "?", "evidence": [[other("a.md", "12"), other("b.md", "E42")]]}
    mixed = {"question": "?", "evidence": [[other("a.md", "12"), other("b.md", "7")]]}
    page = {"question": "?", "evidence": [[other("a.md", "")]]}
    quoted = {"question": "?", "evidence": [[other("a.md", "12", "pay 13")]]}
    lines = {"question": "?", "evidence": [[other("a.md", "no limit of time")]]}
    pages = {"question": "?", "evidence": [[other("a.md", "")], [other("b.md", "E42")]]}
    either = {"question": "?", "evidence": [[other("a.md", "12"), other("b.md", "")]]}
    twice = {"question": "?", "evidence": [[other("a.md", "12")], [other("a.md", "12")]]}
    cases = [
        ((chunk("a.md", "Dogs pay 12 euros."), one), {0}),
        ((chunk("b.md", "Cats pay 12 euros."), one), set()),
        ((chunk("a.md", "Cats pay 7 euros."), one), set()),
        ((chunk("a.md", "120 cars"), one), set()),
        ((chunk("b.md", "Alarm E42: run."), two), {1}),
        ((chunk("b.md", "Alarm e42: run."), two), set()),
        ((chunk("a.md", "E42 at 12"), both), {0, 1}),
        ((chunk("a.md", "only E42"), both), {1}),
        ((chunk("b.md", "E42"), any_of), {0}),
        ((chunk("a.md", "at 12"), any_of), {0}),
        ((chunk("b.md", "at 12"), mixed), set()),
        ((chunk("a.md", "for dogs, no limit\n of time"), lines), {0}),
        ((chunk("a.md", "cats pay 13"), quoted), set()),
        ((chunk("a.md", "whatever"), page), {0}),
        ((chunk("b.md", "whatever"), page), set()),
        ((chunk("a.md", "whatever"), pages), {0}),
        ((chunk("b.md", "whatever"), pages), set()),
        ((chunk("b.md", "E42"), pages), {1}),
        ((chunk("b.md", "whatever"), either), {0}),
        ((chunk("a.md", "whatever"), either), set()),
        ((chunk("a.md", "at 12"), twice), {0, 1}),
        ((chunk("a.md.old", "at 12"), one), set()),
        ((chunk("old/a.md", "at 12"), one), set()),
    ]

    def on(*texts):
        return lambda args, got, _: args[0].text in texts

    hints = [
        (
            "empty-refused",
            lambda args, got, _: (
                args[1]["evidence"][0][-1]["keyword"] == ""
                and isinstance(got, (ValueError, KeyError))
            ),
            "An empty keyword means any chunk of the file. Ask for it before has_keyword does.",
        ),
        (
            "empty",
            lambda args, got, _: (
                args[1] in (page, either) and args[0].text == "whatever" and not got
            ),
            "An empty keyword means that any chunk of the file will do.",
        ),
        (
            "part-of-a-name",
            lambda args, got, _: "old" in args[0].doc_id and got == {0},
            "Here one name is a part of another: old/a.md, a.md.old and a.md are three files. "
            "Compare the whole name with chunk.doc_id.",
        ),
        (
            "equal-facets",
            lambda args, got, expected: args[1] is twice and isinstance(got, set),
            "Two facets may be equal, and each has its own number. Count with enumerate; .index "
            "finds the first of equal ones only.",
        ),
        (
            "empty-elsewhere",
            lambda args, got, expected: args[1] in (pages, either) and got > expected,
            "An empty keyword speaks for its own alternative alone, that is for its own file.",
        ),
        (
            "attribute",
            lambda args, got, _: isinstance(got, (AttributeError, KeyError)),
            "The file of a chunk is chunk.doc_id, its text chunk.text; an alternative is a dict: "
            'other["file"], other["keyword"].',
        ),
        (
            "a-set",
            lambda args, got, expected: isinstance(got, (list, tuple)) and {*got} == expected,
            "The numbers are right, but give them as a set: start with set(), then .add(number).",
        ),
        (
            "nothing-found",
            lambda args, got, _: args[0].text.startswith("Dogs pay") and got == set(),
            "The file fits and 12 is there. has_keyword takes the text first, then the keyword; "
            'the file is other["file"], the chunk\'s is chunk.doc_id.',
        ),
        (
            "file",
            lambda args, got, _: args[0].text.startswith("Cats pay 12") and got == {0},
            "The keyword is there, but on another page. The file must fit as well. Python reads "
            "`a and b or c` as `(a and b) or c`: put brackets around what `or` joins.",
        ),
        (
            "keyword",
            lambda args, got, _: args[0].text.startswith("Cats pay 7") and got == {0},
            "The right page is not enough: the chunk must hold the keyword.",
        ),
        (
            "or",
            lambda args, got, _: args[1] is mixed and got == {0},
            "File and keyword must fit for the *same* alternative.",
        ),
        ("inside", on("120 cars"), '"12" is not in "120 cars" as a word. Ask has_keyword.'),
        ("case", on("Alarm e42: run."), "Capitals count: e42 is not the keyword E42."),
        ("line", on("for dogs, no limit\n of time"), "A line break is a blank to has_keyword."),
        ("quote", on("cats pay 13"), "Only file and keyword decide, not the quote."),
        (
            "facet-numbers",
            lambda args, got, _: (
                isinstance(got, (bool, int)) or any(not isinstance(n, int) for n in got)
            ),
            "Give a set with the numbers of the facets: found.add(number).",
        ),
        (
            "first-facet",
            lambda args, got, expected: got < expected and args[1] in (two, both, pages),
            "A facet is missing. Do not stop at the first facet: every one is judged.",
        ),
        (
            "all-alternatives",
            lambda args, got, expected: args[1] is any_of and got == set(),
            "One alternative is enough for its facet.",
        ),
    ]
    return check_cases("E6.2", judge, cases, hints)


def check_e6_3(document_rr):
    """Check the reciprocal rank of a document."""
    start = ["mean", "mean", "max", "sum"]
    cases = [
        ((start, {"sum"}, 5), 1 / 3),
        ((["mean", "mean", "sum"], {"sum"}, 5), 1 / 2),
        ((["a", "b"], {"a", "b"}, 3), 1.0),
        ((["x", "a", "a", "b"], {"a", "b"}, 9), 1 / 2),
        ((["a", "a", "a", "b"], {"b"}, 2), 1 / 2),
        ((["c", "a", "c", "b"], {"b"}, 9), 1 / 3),
        ((["a", "a", "b", "c"], {"c"}, 3), 1 / 3),
        ((["a", "a", "b", "c"], {"c"}, 2), 0.0),
        ((["c", "a", "d", "c", "b"], {"b"}, 9), 1 / 4),
        ((["b", "x", "b"], {"b"}, 9), 1.0),
        ((["a", "b"], {"z"}, 5), 0.0),
        (([], {"a"}, 5), 0.0),
        ((["a"], {"a"}, 0), 0.0),
        ((["a"], set(), 5), ValueError),
        (([], set(), 5), ValueError),
    ]

    def by_chunk(names, right, k):
        places = [n for n, name in enumerate(names[:k], 1) if name in right]
        return 1 / places[0] if places else 0.0

    def neighbours(names, right, k):
        kept = [name for n, name in enumerate(names) if names[max(n - 1, 0)] != name or not n]
        return by_chunk(kept, right, k)

    hints = [
        (
            "nothing-right",
            lambda args, got, _: not args[1] and not isinstance(got, ValueError),
            "Nothing is right here: that is a fault of the labels. Raise a ValueError first of "
            "all.",
        ),
        (
            "rank",
            lambda args, got, _: args[0] == start and got == 3,
            "This is the rank. Give 1 / rank.",
        ),
        (
            "from-zero",
            lambda args, got, _: (
                isinstance(got, ZeroDivisionError) or (args[0] == start and same(got, 1 / 2))
            ),
            "Ranks count from 1: enumerate(…, 1).",
        ),
        (
            "not-found",
            lambda args, got, expected: expected == 0 and got is None,
            "Without a right page among the first k, give 0.0.",
        ),
        (
            "order-lost",
            lambda args, got, _: isinstance(got, TypeError) and "subscriptable" in str(got),
            "A set has no order. dict.fromkeys drops repeats and keeps it.",
        ),
        (
            "sorted",
            lambda args, got, expected: (
                args[2]
                and got not in (0, expected)
                and same(got, by_chunk(sorted(set(args[0])), *args[1:]))
                and not same(got, neighbours(*args))
                and not same(got, by_chunk(*args))
            ),
            "The pages must stay in the order of the hits.",
        ),
        (
            "cut-first",
            lambda args, got, _: args[0] == ["a", "a", "a", "b"] and got == 0,
            "k cuts the list of *pages*. Drop the repeats first, then cut.",
        ),
        (
            "neighbours",
            lambda args, got, expected: args[0][:1] == ["c"] and same(got, 1 / (1 / expected + 1)),
            "A page may come back after another one; it still takes one place only.",
        ),
        (
            "by-chunk",
            lambda args, got, expected: (
                not same(expected, by_chunk(*args)) and same(got, by_chunk(*args))
            ),
            "This is the place of the chunk. A page takes one place, however many of its chunks "
            "came.",
        ),
        (
            "mean",
            lambda args, got, _: len(args[1]) == 2 and (same(got, 0.75) or same(got, 5 / 12)),
            "Only the first right page counts, not the mean over all of them.",
        ),
        (
            "no-cutoff",
            lambda args, got, expected: expected == 0 and got > 0,
            "This page stands beyond the first k pages.",
        ),
        (
            "hit",
            lambda args, got, _: args[0] == start and (got is True or got == 1),
            "This says whether something right is there. Give 1 / its rank.",
        ),
        (
            "last",
            lambda args, got, expected: expected and 0 < got < expected,
            "A right page stands before this one. Return at the first.",
        ),
    ]
    return check_cases("E6.3", document_rr, cases, hints)


@never_raises
def check_e6_4(answer):
    """Check (mrr, causes): first the lines of the three bugs, then the repaired MRR."""
    return _with_words("E6.4", answer, "mrr, causes", _causes_problem, _check_mrr, reciprocal_rank)


def _causes_problem(causes):
    """A Result if the letters of the three lines are missing or wrong, else None."""
    if causes is None or causes is ...:
        return not_done("E6.4", "name the three causes first, in the cell with `causes`.")
    letters = [str(c).strip().upper() for c in causes] if isinstance(causes, (list, tuple)) else []
    if len(letters) != 3:
        sentence = 'Give three letters, one for each printed line, such as ("A", "B", "C").'
        return failed("E6.4", "three-letters", sentence, got=show(causes))
    hints = [
        (
            "cause-1",
            "C",
            "First printed line: the sum is right, 1.5. By what is it divided, and which line does "
            "the question without results never reach, because of which other line?",
        ),
        (
            "cause-2",
            "A",
            "Second: write down `best` after each pass of the outer loop. Where does the value of "
            "the second question come from, and which line should have prevented it?",
        ),
        (
            "cause-3",
            "F",
            "Third: write down `best` after each pass of the inner loop. When is it right, and "
            "which line makes it wrong?",
        ),
    ]
    for letter, (key, right, sentence) in zip(letters, hints, strict=True):
        if letter != right:
            return failed("E6.4", key, sentence, got=letter)
    return None


def _check_mrr(mrr):
    a = {"a"}
    cases = [
        (([["x", "a"], ["a"], []], [a, a, a], 10), 0.5),
        (([["a"], ["x", "y"]], [a, a], 10), 0.5),
        (([["a", "x", "b"]], [{"a", "b"}], 10), 1.0),
        (([["x", "a", "b"], ["b"]], [{"a", "b"}, {"a", "b"}], 10), 0.75),
        (([["x", "y", "a"], ["a"]], [a, a], 2), 0.5),
        (([["x", "x", "a"]], [a], 3), 1 / 3),
        (([["a", "a"]], [a], 2), 1.0),
        (([["x"], ["a"], ["x"], ["y", "a"]], [a, a, a, a], 5), 0.375),
        (([[], []], [a, a], 5), 0.0),
        (([["a"]], [{"b"}], 5), 0.0),
        (([["a", "b"], ["a", "b"]], [a, {"b"}], 5), 0.75),
        (([[], ["a"]], [a, a], 5), 0.5),
        (([], [], 5), ValueError),
    ]
    hints = [
        (
            "no-questions",
            lambda args, got, _: args[0] == [] and not isinstance(got, ValueError),
            "There is no mean over no questions. Raise a ValueError that says so.",
        ),
        (
            "skipped",
            lambda args, got, _: (
                (len(args[0]) == 3 and same(got, 0.75))
                or (args[0] == [[], []] and isinstance(got, ZeroDivisionError))
            ),
            "The question without results is still left out of the mean: divide by all three.",
        ),
        (
            "leak",
            lambda args, got, _: len(args[0]) == 3 and same(got, 2.5 / 3),
            "The third question has no results and adds 1, the value of the second. What must "
            "happen to `best` when a question begins?",
        ),
        (
            "over-found",
            lambda args, got, _: len(args[0]) == 2 and args[0][1] == ["x", "y"] and got == 1,
            "The second question found nothing right, so it adds 0. Is it left out of the mean, or "
            "does it take over the value of the first?",
        ),
        (
            "last",
            lambda args, got, expected: args[0] == [["a", "x", "b"]] and same(got, 1 / 3),
            "The first right place counts; here a later one overwrites it.",
        ),
        (
            "all-places",
            lambda args, got, _: (
                args[0] == [["a", "x", "b"]] and (same(got, 4 / 3) or same(got, 2 / 3))
            ),
            "Only the first right place counts. All right places are used here.",
        ),
        (
            "first-question",
            lambda args, got, expected: len(args[0]) > 1 and same(got * len(args[0]), 0.5),
            "Only the first question counts. Is the loop over all questions left too early?",
        ),
        (
            "sum",
            lambda args, got, expected: len(args[0]) > 1 and same(got, expected * len(args[0])),
            "This is the sum. Divide by the number of questions.",
        ),
        (
            "no-cutoff",
            lambda args, got, _: args[2] == 2 and same(got, 2 / 3),
            "k = 2: the first question's right id stands at place 3, beyond the cut.",
        ),
        (
            "repeats",
            lambda args, got, _: args[0] == [["x", "x", "a"]] and same(got, 1 / 2),
            "A repeat keeps its place: a stands third.",
        ),
        (
            "other-labels",
            lambda args, got, _: args[1] == [a, {"b"}] and same(got, 1.0),
            "Each question has labels of its own: rankings and rights go side by side.",
        ),
        (
            "stopped",
            lambda args, got, _: args[0] == [[], ["a"]] and got == 0,
            "The first question has no results, and the second is forgotten for it. The loop must "
            "go on.",
        ),
        (
            "one-place-less",
            lambda args, got, expected: args[2] == 3 and got == 0,
            "k = 3: the third place still counts.",
        ),
        (
            "from-zero",
            lambda args, got, _: isinstance(got, ZeroDivisionError) or got > 1,
            "Places count from 1.",
        ),
        (
            "hit-rate",
            lambda args, got, _: len(args[0]) == 3 and same(got, 2 / 3),
            "This is the hit rate. A right id at place 2 adds 1/2.",
        ),
    ]
    return check_cases("E6.4", mrr, cases, hints)


@never_raises
def check_e6_5(mine, documents=None):
    """Check questions of one's own with their evidence; documents: the handbook, or one's own."""
    if mine is None or mine is ...:
        return not_done("E6.5", "write five questions in the cell above, then run both cells.")
    if not isinstance(mine, (list, tuple)) or len(mine) < 5:
        sentence = "Give a list of at least five dicts, one a question."
        return failed("E6.5", "five", sentence, got=show(mine))
    pages = {page.id: page for page in documents or load_corpus("house")}
    theirs = [tokenize(q["question"]) for q in load_questions("house", answerable=None)]
    texts = [page.text for page in (*pages.values(), *load_corpus("house"))]
    vocabulary = {word for words in (*theirs, *map(tokenize, texts)) for word in words}
    known = {tuple(words) for words in theirs}
    for n, question in enumerate(mine, 1):
        problem = _problem(question, mine[: n - 1], pages, known, vocabulary)
        if problem:
            key, sentence, got = problem
            return failed("E6.5", key, sentence, input=f"question {n}", got=got)
    return passed("E6.5")


def _problem(question, before, pages, known, vocabulary):
    """Key, sentence and what was found, for the first rule that a question breaks; None if none."""
    keys = ("question", "file", "quote", "keyword")
    if not isinstance(question, dict) or not set(keys) <= set(question):
        return "keys", f"Each question is a dict with the keys {keys}.", show(question)
    for key in keys:
        if not isinstance(question[key], str) or not is_visible(question[key]):
            return "text", f"'{key}' must be a text, and not empty.", show(question[key])
    asked, file, quote, keyword = (question[key] for key in keys)
    words, quote, counted = tokenize(asked), plain(quote), len(plain(quote).split())
    if file not in pages:
        return "file", f"There is no such file; the first ones are {[*pages][:3]}.", show(file)
    text = plain(pages[file].text)
    chunks = chunk_sections(pages[file])
    right = [chunk for chunk in chunks if quote in plain(chunk.text)]
    marked = [chunk for chunk in chunks if has_keyword(chunk.text, keyword)]
    others = [other for other in before if tokenize(other["question"]) == words]
    quotes = [other for other in before if plain(other["quote"]) == quote]
    rules = [
        ("short-question", len({*words}) < 4, "Ask a whole question, four words or more.", asked),
        (
            "no-words",
            2 * len({*words} & vocabulary) < len({*words}),
            "Most of its words stand in no page and in no question of the course.",
            asked,
        ),
        ("copied", tuple(words) in known, "This is one of the course's questions.", asked),
        ("twice", others or quotes, "A question, or a quote, stands in the list before.", asked),
        ("quote-length", not 3 <= counted <= 40, "A quote has 3 to 40 words.", f"{counted} words"),
        (
            "not-verbatim",
            quote not in text,
            "The quote does not stand in the file word for word. Copy it, signs and stars "
            "included; or is it another file?",
            quote,
        ),
        (
            "quote-twice",
            text.count(quote) > 1,
            "The quote must stand once in its file: take more words.",
            f"{text.count(quote)} times",
        ),
        (
            "quote-across",
            not right,
            "The quote runs across two sections, so that no section holds it.",
            quote,
        ),
        (
            "keyword-nowhere",
            not marked,
            "No section of the file holds the keyword. Capitals count, and no letter or digit may "
            "touch its ends.",
            keyword,
        ),
        (
            "keyword-elsewhere",
            not any(has_keyword(chunk.text, keyword) for chunk in right),
            "The keyword stands in the file, but not in the section of the quote.",
            keyword,
        ),
        (
            "keyword-common",
            len(marked) > 3,
            "The keyword marks more than three sections, most of them wrong. Take rarer words.",
            f"{len(marked)} sections of {len(chunks)}",
        ),
        (
            "from-the-quote",
            len({*words} - {*tokenize(quote)}) < 3,
            "Nearly all words of the question stand in the quote. Who asks does not know the page.",
            asked,
        ),
        (
            "own-words",
            _shared_run(words, tokenize(quote)) > 4,
            "Question and quote share more than four words in a row. Who asks does not know the "
            "page: use a person's own words.",
            asked,
        ),
    ]
    return next(((key, say, show(got)) for key, broken, say, got in rules if broken), None)


def _shared_run(a, b):
    """The length of the longest run of words that stands in both."""
    runs = [
        n
        for i in range(len(a))
        for n in range(1, len(a) - i + 1)
        if any(a[i : i + n] == b[j : j + n] for j in range(len(b) - n + 1))
    ]
    return max(runs, default=0)
