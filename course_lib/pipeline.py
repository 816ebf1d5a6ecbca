"""The whole of RAG in one object: index once, answer often, refuse when too little was found.

Lesson 12 builds it.
"""

import copy
from collections import namedtuple
from dataclasses import dataclass
from math import inf

from course_lib.chunking import chunk_sections
from course_lib.inputs import _check_choice, _check_number, _check_text, _check_whole
from course_lib.judging import Citations, is_refusal, parse_citations
from course_lib.llm import ask
from course_lib.prompt import REFUSAL, build_prompt
from course_lib.ranking import check_retriever
from course_lib.words import content_words, figures


class Answer(namedtuple("Answer", "text sources citations scores covered refused reason")):
    """What the pipeline answers, and what that rests on.

    Attributes
    ----------
    text : str
    sources : tuple of Hit      what was in the prompt, [Source 1] first; none if nothing was asked
    citations : Citations       what the text cites, valid and not
    scores : tuple of float     of the hits, in their order: the leg's, where one is named (None for
                                a hit that it did not find), else the retriever's own
    covered : float             share of the question's content words, numbers and codes in the hits
    refused : bool
    reason : str                why it is refused, or that its end may be missing; "" is neither
    Used in: lesson 12 on
    """


@dataclass(eq=False)
class RagPipeline:
    """Answer questions from documents: search, guard, prompt, model, citations.

    ``.build_index(documents) -> self`` once, ``.answer(question) -> Answer`` often.

    Parameters
    ----------
    retriever : BM25Index, DenseIndex, HybridIndex …        it is copied, not changed
    client, model               see `connect`
    k : int, >= 1               hits that go into the prompt
    min_score : float           refuse, without a call, unless one hit reaches it; it holds for one
                                retriever and corpus only, so choose it on tune questions
    min_covered : float         the same for the share of covered words, 0 to 1
    leg : str                   kind of the score that min_score means, such as "cosine": needed
                                where searches are joined, for a fused score tells the order alone;
                                no kind that two of these have
    budget : int                see `build_prompt`
    Attributes
    ----------
    builds : int                how often an index was built
    Raises
    ------
    TypeError, ValueError       an argument is none such, or min_score would read fused scores
    Built in: lesson 12
    """

    retriever: object
    client: object
    model: str
    k: int = 3
    min_score: float | None = None
    min_covered: float | None = None
    leg: str | None = None
    budget: int | None = None
    builds = 0

    def __post_init__(self):
        check_retriever("retriever", self.retriever)
        _check_whole("k", self.k, 1)
        _check_number("min_score", 0 if self.min_score is None else self.min_score)
        _check_number("min_covered", 0 if self.min_covered is None else self.min_covered, 0, 1)
        kinds = ["rrf", *(leg.score_kind for leg in getattr(self.retriever, "legs", ()))]
        clear = [kind for kind in kinds[1:] if kinds.count(kind) == 1]
        _check_choice("leg", self.leg, (None, *clear))
        if self.min_score is not None and self.retriever.score_kind == "rrf" and self.leg is None:
            raise ValueError(f"min_score must not read fused scores: name a leg, one of {clear}")

    def build_index(self, documents) -> "RagPipeline":
        """Cut each Document into sections and index these. What was indexed before is replaced."""
        chunks = [chunk for document in documents for chunk in chunk_sections(document)]
        self.retriever = copy.copy(self.retriever).index(chunks)
        self.builds += 1
        return self

    def answer(self, question: str) -> Answer:
        """Search, then ask the model, or refuse without a call.

        Parameters
        ----------
        question : str
        Returns
        -------
        Answer. The fixed refusal comes without sources and without a call if the guard finds fault
        with the hits, see `weakness`
        Raises
        ------
        TypeError       question is no string
        ValueError      the budget has no room for the first source
        RuntimeError    nothing has been indexed yet
        LLMError        the call failed, see `ask`
        """
        _check_text("question", question)
        self.__post_init__()  # somebody may have set another minimum since
        hits = self.retriever.search(question, self.k)
        scores, covered = own_scores(hits, self.leg), covered_share(question, hits)
        if reason := weakness(hits, scores, covered, self.min_score, self.min_covered):
            return Answer(REFUSAL, (), Citations([], []), scores, covered, True, reason)
        prompt = build_prompt(question, hits, self.budget)
        reply = ask(self.client, self.model, prompt.text)
        citations = parse_citations(reply.text, len(prompt.sources))
        refused = is_refusal(reply.text)
        reason = "the model refused" if refused else "it may be cut off" if reply.cut else ""
        return Answer(reply.text, prompt.sources, citations, scores, covered, refused, reason)


def own_scores(hits, leg=None) -> tuple[float | None, ...]:
    """Give the score of each Hit: the retriever's, or a leg's, None where that leg did not find it.

    Built in: lesson 12
    """
    if leg is None:
        return tuple(hit.score for hit in hits)
    return tuple(next((p.score for p in h.legs if p and p.kind == leg), None) for h in hits)


def covered_share(question, hits) -> float:
    """Tell which share of a question's content words, numbers and codes the hits hold together.

    Endings are cut off. A question without any of these is covered by nothing: 0.
    Built in: lesson 12
    """
    asked, text = content_words(question) | figures(question), "\n".join(h.chunk.text for h in hits)
    return len(asked & (content_words(text) | figures(text))) / max(len(asked), 1)


def weakness(hits, scores, covered, min_score=None, min_covered=None) -> str:
    """Say why the hits do not carry an answer, or "" if they may.

    Parameters
    ----------
    hits : list of Hit          all with scores of 0 or less are none, unless the first is forced,
                                see ForcedIndex
    scores, covered             see `own_scores` and `covered_share`
    min_score, min_covered      see RagPipeline; one score of min_score or more is enough
    Built in: lesson 12
    Example
    -------
    >>> from course_lib.documents import Chunk, Hit
    >>> hits = [Hit(Chunk("a#0", "a", "A dog pays.", 0, 11), 0.3)]
    >>> weakness(hits, [0.3], 1.0, min_score=0.3), weakness(hits, [0.3], 1.0, min_score=0.31)
    ('', 'the best score is 0.3, below 0.31')
    """
    best = max((score for score in scores if score is not None), default=-inf)
    if not best > 0 and not getattr(hits, "forced", 0):
        return "nothing was found"
    if min_score is not None and not best >= min_score:
        return f"the best score is {best:.4g}, below {min_score:.4g}"
    if min_covered is not None and not covered >= min_covered:
        return f"the share of covered words is {covered:.2f}, below {min_covered:.2f}"
    return ""
