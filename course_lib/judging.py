"""Judge an answer: do its citations exist, do its sources say what it says, does it answer?

By rules. They compare words and numbers, so they cannot tell a source that says "not" from one that
does not. Lesson 13 builds them, and a judge that asks a language model.
"""

import re
from collections import namedtuple

from course_lib.documents import check_chunks
from course_lib.inputs import _check_number, _check_text, _check_whole
from course_lib.prompt import REFUSAL, source_label
from course_lib.text import sentence_spans
from course_lib.words import content_words, figures

MIN_SHARE = 0.6  # of a sentence's content words, see `supported`; chosen on tune answers
# A bracket that begins with a number, or with "Source" and a number.
WORD = r"sources?[\s:#]*"
MARK = rf"[\[［【]\s*(?:{WORD})?[-−]?\d[^][］】]*[]］】]|\(\s*{WORD}\d[^()]*\)"
# Passed over: what stands in backticks, and brackets that touch a Latin letter, as in list[0].
CODE = r"(?P<tick>`{1,9})[^`]*(?P=tick)|[A-Za-zÀ-ɏ][\u0300-\u036f]*(?:\[[^][]*\])+"
CITED = re.compile(rf"(?i){CODE}| ?(?P<mark>{MARK})")
LABEL = re.compile(r"(?is)(?<=\d):\s.*?(?=[,;]\s*source|\Z)")  # behind a number: ": fares.md"


class Citations(namedtuple("Citations", "valid invalid")):
    """The numbers that an answer cites, each once, in order. Both lists are empty if it cites none.

    Attributes
    ----------
    valid : list of int         numbers of sources that there are
    invalid : list              the others; as a text, what stands in a bracket and is no number
    Used in: lesson 12 on
    """


class Claim(namedtuple("Claim", "text cites in_cited in_any")):
    """A sentence of an answer, and whether the sources say it.

    Attributes
    ----------
    text : str                  the sentence without its citations
    cites : list of int         numbers of the sources that it cites
    in_cited : bool             these say what it says
    in_any : bool               the sources say it, cited or not
    Helper of `judge_answer`.
    """


class Judgement(namedtuple("Judgement", "citations claims cited faithful answers")):
    """What a judge says of an answer.

    Attributes
    ----------
    citations : Citations
    claims : list of Claim      none for a refusal
    cited : bool                there are citations, all to sources that there are, and these say it
    faithful : bool             the sources say it, cited or not
    answers : bool              it tells what is expected
    Used in: lesson 13
    """


def parse_citations(answer: str, n_sources: int) -> Citations:
    """Find what an answer cites: [1], [2, 3], [Source 2], [1-3].

    Parameters
    ----------
    answer : str
    n_sources : int, >= 0       sources in the prompt, numbered from 1
    Returns
    -------
    Citations: the numbers of sources that there are, and the others. A range stands for all of its
    numbers if it lies within the sources, else for its two ends. A bracket that begins with a
    number, or with "Source" and one, and cannot be read is among the others as a text: "1.5". No
    citations are ``list[0]``, where a letter touches the bracket, ``[^2]``, and what stands in
    backticks
    Raises
    ------
    TypeError, ValueError       answer is no string, n_sources no whole number or below 0
    Built in: lesson 13
    Example
    -------
    >>> parse_citations("Close it [1]. Prime it [Source 2, 3], not [7]; see list[0].", 3)
    Citations(valid=[1, 2, 3], invalid=[7])
    """
    _check_text("answer", answer)
    _check_whole("n_sources", n_sources)
    found = []
    for match in CITED.finditer(answer):
        inside = LABEL.sub("", (match["mark"] or "")[1:-1])
        for part in re.split(r"[,;&/]|\band\b", re.sub(f"(?i){WORD}", "", inside)):
            ends = re.fullmatch(r"\s*(\d{1,99})(?:\s*[-–—−]\s*(\d{1,99}))?\s*", part)
            if not ends:
                found += [part.strip()] if part.strip() else []
                continue
            first, last = int(ends[1]), int(ends[2] or ends[1])
            found += range(first, last + 1) if 1 <= first <= last <= n_sources else (first, last)
    valid = [n for n in dict.fromkeys(found) if n in range(1, n_sources + 1)]
    return Citations(valid, [n for n in dict.fromkeys(found) if n not in valid])


def split_answer(answer: str, n_sources: int) -> list[tuple[str, list[int]]]:
    """Cut an answer into sentences without citations, each with the numbers that it cites.

    A citation behind the full stop belongs to the sentence in front of it. A sentence without one
    is held against all that the answer cites.   Built in: lesson 13

    >>> split_answer("Bikes pay. [2] Prams do not [1].", 2)
    [('Bikes pay.', [2]), ('Prams do not.', [1])]
    """
    answer = re.sub(rf"(?i)([.!?])((?:\s+(?:{MARK}))+)(?=\s|$)", r"\2\1", answer)
    pieces = [answer[start:end] for start, end in sentence_spans(answer)]
    cited = parse_citations(answer, n_sources).valid
    return [(without_citations(p), parse_citations(p, n_sources).valid or cited) for p in pieces]


def without_citations(text: str) -> str:
    """Take the citations out of a text: "Bikes pay [2]." -> "Bikes pay."  Helper."""
    return CITED.sub(lambda match: "" if match["mark"] else match[0], text).strip()


def supported(sentence: str, text: str, min_share: float = MIN_SHARE) -> bool:
    """Tell by rule whether a text says what a sentence says.

    Parameters
    ----------
    sentence, text : str
    min_share : float       share of the sentence's content words that the text must hold. It must
                            also hold each of its numbers and codes, so a sum ("two at 4.00 are
                            8.00") is never supported, and "Yes.", which has no words, always
    Built in: lesson 13
    Example
    -------
    >>> source = "Bicycles: €4.00 while the summer timetable runs, free in winter."
    >>> supported("In winter they are free.", source), supported("Bicycles: €4.50.", source)
    (True, False)
    >>> supported("In summer they are free.", source)  # the words are there
    True
    """
    _check_number("min_share", min_share, 0, 1)
    words, held = content_words(sentence), content_words(text)
    return len(words & held) >= min_share * len(words) and figures(sentence) <= figures(text)


def is_refusal(answer: str) -> bool:
    """Tell whether an answer is the fixed refusal, with nothing behind it.

    Case, blanks, signs and citations aside. A refusal in other words is not recognised.
    Helper of `judge_answer` and RagPipeline.
    """
    said = re.findall(r"[^\W_]+", without_citations(answer).casefold())
    return said == re.findall(r"\w+", REFUSAL.casefold())


def says_expected(answer: str, question: dict, min_share: float = 0.5) -> bool:
    """Tell by rule whether an answer tells what the question's expected answer tells.

    All ``values`` must be in it. Where there are none: a share of the expected answer's content
    words (tune answers could not tell 0.2 from 0.7), and no "yes" for a "no". If all of these stand
    in the question, "yes" or "no" decides. Without an answer to be found, only the refusal is
    right.
    Helper of `judge_answer`.
    """
    if is_refusal(answer) or not question["answerable"]:
        return is_refusal(answer) and not question["answerable"]
    told, expected = without_citations(answer), question["answer"]
    if question["values"]:
        return figures(" ".join(question["values"])) <= figures(told)
    words = content_words(expected) - content_words(question["question"])
    began = {re.match(r"\W*(yes\b|no\b|)", text.lower())[1] for text in (told, expected)}
    right = began != {"yes", "no"} and bool(words or "" not in began)
    return right and len(words & content_words(told)) >= min_share * len(words)


def judge_answer(answer, sources, question, min_share=MIN_SHARE) -> Judgement:
    """Judge an answer by rule.

    Parameters
    ----------
    answer : str
    sources : list of Hit or Chunk      what was in the prompt, in the order of the numbers
    question : dict                     of `load_questions`, with an answer or without
    min_share : float                   see `supported`
    Returns
    -------
    Judgement; a refusal claims nothing, so it counts as cited and faithful
    Raises
    ------
    TypeError, ValueError               answer is no string; sources hold something else, or twice
    Built in: lesson 13
    """
    chunks = check_chunks([getattr(source, "chunk", source) for source in sources])
    texts = [f"{source_label(chunk)}\n{chunk.text}" for chunk in chunks]
    citations, refused, claims = parse_citations(answer, len(texts)), is_refusal(answer), []
    for sentence, cites in [] if refused else split_answer(answer, len(texts)):
        both = "\n".join(texts[n - 1] for n in cites), "\n".join(texts)  # what it cites, and all
        claims.append(Claim(sentence, cites, *(supported(sentence, t, min_share) for t in both)))
    cited = bool(citations.valid and not citations.invalid) and all(c.in_cited for c in claims)
    faithful, answers = all(c.in_any for c in claims), says_expected(answer, question)
    return Judgement(citations, claims, refused or cited, faithful, answers)
