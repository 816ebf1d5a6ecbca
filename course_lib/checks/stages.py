"""What the checkpoints share: stages of which three are wrong, each proved wrong by a number."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass

from course_lib.checks import _unanswered, call, failed, not_done, passed, show

MEASURE_FIRST = "name the stage and give the number that you measured."
NOW_MEND = "stage and number are right. Now open the stage and mend it."


@dataclass(frozen=True)
class Planted:
    """The faults of a checkpoint.

    stages : {name: function}
    faults : {exercise: (name of the stage, how often its law is broken)}
    findings : {exercise: [(key, numbers, sentence)]}, numbers of that stage whose mistake is known
    innocent : {(stage, number): sentence}, for a stage that passes on what another one broke
    advice : what to look at if no case breaks the law. Used in: all checkpoints.
    """

    stages: Mapping
    faults: dict
    findings: dict
    innocent: dict
    advice: str

    def open_stage(self, exercise, stage, number):
        """Print the code of a stage if it and the measured number are right, else what is missing.

        It keeps no `Result`: the check of the exercise looks at both again.
        """
        key, sentence, got = self._finding(exercise, stage, number) or ("right", "", "")
        if key == "right":
            print(inspect.getsource(self.stages[stage]).rstrip())
        elif key == "unanswered":
            print(f"{exercise}: {sentence}")
        else:
            print(f"{exercise}, stage or number not right yet.\n  got: {got}\n  hint: {sentence}")

    def check_finding(self, exercise, answer):
        """Give the `Result` if something is missing or wrong in (stage, number, function), else
        None; the function is not looked at.
        """
        if not isinstance(answer, (tuple, list)):
            if _unanswered(answer):
                return not_done(exercise, MEASURE_FIRST)
            answer = ()
        if len(answer) != 3:
            sentence = "Give three things: (stage, number, your function), as in the cell."
            return failed(exercise, "three-parts", sentence, got=show(answer))
        key, sentence, got = self._finding(exercise, *answer[:2]) or ("right", "", "")
        if key == "unanswered":
            return not_done(exercise, sentence)
        if key != "right":
            return failed(exercise, key, sentence, got=got)
        return not_done(exercise, NOW_MEND) if _unanswered(answer[2]) else None

    def _finding(self, exercise, named, counted):
        """(key, sentence, what was given) for a wrong or missing stage or number, None if both are
        right.

        A stage alone is never called right or wrong, or trying them all would find the faults.
        """
        got = f"{named if isinstance(named, str) else show(named)}, {show(counted)}"
        if _unanswered((named, counted)):
            return "unanswered", MEASURE_FIRST, got
        if not isinstance(named, str) or named not in self.stages:
            if isinstance(named, str) and named.strip().casefold() in self.stages:
                sentence = f'Write the stage as the table does: "{named.strip().casefold()}".'
                return "spelling", sentence, got
            sentence = f"Give the name of a stage as text, one of {', '.join(self.stages)}."
            return "no-stage", sentence, got
        if isinstance(counted, str):
            return "quotes", "Give the number as a number, without quotes.", got
        if isinstance(counted, (list, tuple)):
            return "list", "Give one number: sum counts the True in a list of True and False.", got
        if isinstance(counted, bool) or not isinstance(counted, (int, float)):
            plain = call(lambda: counted.item())  # a NumPy number
            counted = None if plain.raised else plain.value
        if (named, counted) == self.faults[exercise]:
            return None
        if (named, counted) in self.faults.values():
            sentence = "Well measured, but it belongs to another task. Go along the table in order."
            return "other-task", sentence, got
        if (named, counted) in self.innocent:
            return "passed-on", self.innocent[named, counted], got
        if counted == 0:
            return "kept-by-all", f"A law that nothing breaks convicts no stage. {self.advice}", got
        for key, numbers, sentence in self.findings[exercise]:
            if named == self.faults[exercise][0] and counted in numbers:
                return key, sentence, got
        sentence = (
            "Stage and number are not a right pair. Count what the law of the stage speaks of, "
            "each thing that breaks it once, floats that are nearly equal as equal, on the search "
            "as it was given."
        )
        return "number", sentence, got


def check_mended(exercise, answer, second, problem_of):
    """Give the `Result` of the last exercise: (mended_index, ``second``) against the library's.

    problem_of(index, second) gives (key, sentence) of what is wrong, None if nothing is.
    """
    if _unanswered(answer):
        return not_done(exercise)
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        sentence = f"Give two things: (mended_index, {second}), as in the cell."
        return failed(exercise, "two-parts", sentence, got=show(answer))
    problem = problem_of(*answer)
    return failed(exercise, *problem) if problem else passed(exercise)


def names_in(function):
    """The names that a function's code uses, in the functions and comprehensions inside it, too."""
    code = getattr(function, "__code__", function)
    inner = map(names_in, getattr(code, "co_consts", ()))
    return {*getattr(code, "co_names", ())}.union(*inner)


def by_library(exercise, function, theirs, calls=True):
    """Give the `Result` if a function is the library's, or (with calls) calls it, else None."""
    if function is theirs:
        sentence = (
            f"{function.__name__} belongs to the library. Give a function of your own, mended from "
            "the one that was printed."
        )
        return failed(exercise, "library", sentence)
    if calls and theirs.__name__ in names_in(function):
        sentence = f"{theirs.__name__} would do all of it, yes. Mend what was printed instead."
        return failed(exercise, "library-inside", sentence)
    return None
