"""What the checks of all lessons share: run a learner's answer safely, compare it, say what is off.

The checks themselves stand in one file a lesson or checkpoint (``lesson01.py``, ``checkpoint1.py``
…); each ``check_e…`` and ``check_c…`` in them is exported from here. A check never raises: it
prints a few lines and returns a `Result`, so that an exercise notebook always runs to its end.
Neither torch nor matplotlib is imported here.
"""

import copy
import functools
import importlib
import inspect
import linecache
import math
import pkgutil
import re
import sys
import sysconfig
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOREIGN = (sysconfig.get_path("stdlib"), sys.prefix, str(Path(__file__).parent.parent), "<frozen")
STEPS = 200_000  # lines of a learner's own code that one call may run
SECONDS = 20  # and the time that it may take
RESULTS = []  # every result of this session, in order


@dataclass(frozen=True)
class Result:
    """What a check found.

    status : "passed", "failed" or "not done yet". hint : key of the hint that was printed, or "".
    Shown as nothing in a notebook: the check has printed everything already. Used in: every lesson.
    """

    exercise: str
    status: str
    hint: str = ""

    def _ipython_display_(self):
        """Show nothing."""


class Endless(BaseException):
    """Stands for the value of a call that went over the step limit. Used in: every lesson."""


@dataclass(frozen=True)
class Outcome:
    """What a call gave.

    value : what came back, or the exception. raised : was it one. line : the learner's line then.
    Used in: every lesson.
    """

    value: object
    raised: bool = False
    line: str = ""


def call(function, *args, steps=STEPS, seconds=SECONDS):
    """Call a function of the learner and return an `Outcome`, whatever it does.

    steps : lines that may run (of the learner, not of a library), seconds : time; beyond either
    the value is `Endless`.
    Never raises. Not stopped: a loop inside a bare ``except:``, or one in C. Used in: every lesson.
    """
    count, end, before = 0, time.monotonic() + seconds, sys.gettrace()

    def trace(frame, event, arg):
        nonlocal count
        count += event == "line" and not _is_foreign(frame.f_code.co_filename)
        if count > steps or time.monotonic() > end:
            raise Endless(f"more than {steps:,} steps or {seconds} s")
        return trace

    try:
        sys.settrace(trace)
        return Outcome(function(*args))
    except BaseException as error:  # sys.exit, an interrupt and `Endless` are no Exception
        sys.settrace(before)
        return Outcome(error, True, _learners_line(error, function))
    finally:
        sys.settrace(before)


@functools.cache
def _is_foreign(file):
    """Does code in this file belong to Python, to a package or to the course, not to a learner?"""
    return file.startswith(FOREIGN)


def _learners_line(error, function):
    """The last line of the traceback that stands in the file of the function itself."""
    code = getattr(function, "__code__", None)
    line, trace = "", error.__traceback__
    while code and trace:
        if trace.tb_frame.f_code.co_filename == code.co_filename:
            line = linecache.getline(code.co_filename, trace.tb_lineno).strip()
        trace = trace.tb_next
    return line


def same(expected, got, tolerance=1e-6):
    """Are two values equal for the purpose of an exercise? Returns a bool. Used in: every lesson.

    Numbers within the relative and absolute tolerance, NaN equal to NaN, NumPy like plain Python,
    a list like a tuple; True is no 1; all else by ``==``. May raise what the values' ``==`` raises.
    """
    expected, got = _plain(expected), _plain(got)
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, (int, float)) and isinstance(got, (int, float)):
        if isinstance(expected, int) and isinstance(got, int):
            return expected == got
        if math.isnan(expected) or math.isnan(got):
            return math.isnan(expected) and math.isnan(got)
        return math.isclose(expected, got, rel_tol=tolerance, abs_tol=tolerance)
    if isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        pairs = zip(expected, got, strict=False)
        return len(expected) == len(got) and all(same(a, b, tolerance) for a, b in pairs)
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(
            same(expected[key], got[key], tolerance) for key in expected
        )
    return bool(expected == got)


def _plain(value):
    """NumPy numbers and arrays as Python numbers and lists."""
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return value.tolist()
    return value


def show(value, limit=200):
    """Text of a value for a report, cut in the middle beyond ``limit`` characters. Never raises.

    Used in: every lesson.
    """
    if isinstance(value, type) and issubclass(value, BaseException):
        return f"the error {value.__name__}"
    if isinstance(value, Endless):
        return "no end"
    if isinstance(value, BaseException):
        message = call(str, value).value
        return f"{type(value).__name__}: {message if isinstance(message, str) else ''}".strip(": ")
    if isinstance(value, Iterator):
        return "a generator"
    text = call(lambda: repr([*map(_plain, value)] if type(value) is list else _plain(value)))
    if text.raised or not isinstance(text.value, str):
        return f"<{type(value).__name__}, cannot be shown>"
    half = limit // 2
    text = text.value
    return text if len(text) <= limit else f"{text[:half]} … {text[-half:]}"


def passed(exercise):
    """Print that the exercise is solved and return its `Result`. Used in: every lesson."""
    print(f"{exercise} passed.")
    return _keep(Result(exercise, "passed"))


def not_done(exercise, why="write your answer in the cell above, then run both cells again."):
    """Print that there is no answer yet and return its `Result`. Used in: every lesson."""
    print(f"{exercise} not done yet: {why}")
    return _keep(Result(exercise, "not done yet"))


def failed(exercise, hint, sentence, *, input=None, expected=None, got=None):
    """Print a report with the parts (texts) that are given and return its `Result`.

    Used in: every lesson.
    """
    print(f"{exercise} not right yet.")
    parts = {"input": input, "expected": expected, "got": got, "hint": sentence}
    for name, text in parts.items():
        if text is not None:
            print(f"  {name}: {text}")
    return _keep(Result(exercise, "failed", hint))


def not_all_there(exercise, answer, n, key, sentence, *why):
    """None for a list or tuple of n answers that are all there, else the `Result` that says so.

    key, sentence : the hint for anything else than n answers
    why : what `not_done` says where one of them is missing
    Used in: the exercises that ask for several things at once.
    """
    if answer is None or answer is ...:
        return not_done(exercise)
    if not isinstance(answer, (list, tuple)) or len(answer) != n:
        return failed(exercise, key, sentence)
    if any(part is None or part is ... for part in answer):
        return not_done(exercise, *why)
    return None


def _keep(result):
    RESULTS.append(result)
    return result


def never_raises(check):
    """Decorator for a check written by hand: whatever goes wrong in it becomes a failed `Result`.

    The exercise's number is taken from the name, ``check_e1_2`` is "E1.2". Used in: every lesson.
    """

    @functools.wraps(check)
    def safe(*args, **kwargs):
        try:
            return check(*args, **kwargs)
        except BaseException as error:
            number = args[0] if args and _generic(check) else check.__name__.removeprefix("check_")
            exercise = str(number).upper().replace("_", ".")
            sentence = f"This answer could not be checked ({show(error)}). Is it of the right kind?"
            return failed(exercise, "general", sentence)

    return safe


def _generic(check):
    return check.__module__ == __name__


def _find_hint(hints, *facts):
    """Key and sentence of the first hint whose predicate holds, None if there is none."""
    for key, predicate, sentence in hints:
        outcome = call(predicate, *facts)
        if not outcome.raised and call(bool, outcome.value).value is True:
            return key, sentence
    return None


def _common_hint(function, args, outcome, expected):
    """Key and sentence for the mistakes that can happen in any exercise."""
    got, where = outcome.value, f" in your line: {outcome.line}" if outcome.line else ""
    if isinstance(got, Endless):
        return "endless", f"It did not come to an end and was stopped{where}"
    if isinstance(got, SystemExit):
        return "exit", f"It ends Python itself{where}"
    if isinstance(got, TypeError) and outcome.raised and got.__traceback__.tb_next is None:
        names = call(lambda: str(inspect.signature(function))).value
        return "arguments", f"It is called with {len(args)} value(s), but defined with {names}."
    if outcome.raised:
        return "error", f"It stops with {show(got)}{where}"
    if got is None and expected is not None:
        return "none", "It gives back None. Does every way through it end with return?"
    if isinstance(got, Iterator):
        return "generator", "It gives back a generator. Collect the values in a list, return that."
    return "general", "Work through this input by hand and compare with what your code does."


def _unanswered(answer):
    """None and … are no answers, nor is a tuple that holds one of them."""
    members = [*answer] if type(answer) is tuple else [answer]
    return any(member is None or member is ... for member in members)


def _try_case(exercise, function, args, hints, judge, expected=None, steps=STEPS):
    """Run one case: None if it is right, else the `Result`. judge(outcome) returns
    None (right) or (text of what was expected, hint or None)."""
    args = args if isinstance(args, tuple) else (args,)
    outcome = call(function, *copy.deepcopy(args), steps=steps)  # it may change its arguments
    if outcome.raised and isinstance(outcome.value, NotImplementedError):
        return not_done(exercise)
    if isinstance(outcome.value, Iterator):  # may never end, so nothing may look into it
        hints, verdict = (), ("a value, not something to loop over", None)
    else:
        verdict = judge(outcome)
    if verdict is None:
        return None
    wanted, hint = verdict
    hint = hint or _find_hint(hints, args, outcome.value, expected)
    key, sentence = hint or _common_hint(function, args, outcome, expected)
    shown = ", ".join(show(arg) for arg in args)
    got = show(outcome.value)
    return failed(exercise, key, sentence, input=shown, expected=wanted, got=got)


def _no_function(exercise, function):
    if _unanswered(function):
        return not_done(exercise)
    if not callable(function):
        sentence = "Give the check your function itself, without brackets and arguments."
        return failed(exercise, "no-function", sentence, got=show(function))
    return None


@never_raises
def check_cases(exercise, function, cases, hints=(), *, equal=same, steps=STEPS):
    """Check a function against values worked out by hand; the first wrong case is reported.

    cases : [(args, expected)], args a tuple (anything else is the only argument), expected a
    value, or a class of exceptions that must be raised.
    hints : [(key, predicate(args, got, expected), sentence)], the first that holds is printed;
    got is the exception if one was raised, an `Endless` if the call was stopped.
    equal(expected, got) : the comparison. Returns a `Result`, never raises.
    Used in: every lesson.
    """

    def judge(expected, outcome):
        if isinstance(expected, type) and issubclass(expected, BaseException):
            right = outcome.raised and isinstance(outcome.value, expected)
        else:
            right = not outcome.raised and call(equal, expected, outcome.value).value is True
        return None if right else (show(expected), None)

    problem = _no_function(exercise, function)
    for args, expected in cases:
        problem = problem or _try_case(
            exercise, function, args, hints, functools.partial(judge, expected), expected, steps
        )
    return problem or passed(exercise)


@never_raises
def check_properties(exercise, function, cases, properties, hints=(), *, steps=STEPS):
    """Check a function with many right answers: for each input every property has to hold.

    cases : [args]. properties : [(key, predicate(args, got), what must hold, hint)], two sentences;
    the first that fails is reported. hints as in `check_cases` (expected is None), looked at first.
    Returns a `Result`, never raises. Used in: 01.
    """

    def judge(args, outcome):
        if outcome.raised:
            return "a result", None
        for key, predicate, must_hold, sentence in properties:
            holds = call(predicate, args, outcome.value)
            if holds.raised or call(bool, holds.value).value is not True:
                return must_hold, _find_hint(hints, args, outcome.value, None) or (key, sentence)
        return None

    problem = _no_function(exercise, function)
    for args in cases:
        args = args if isinstance(args, tuple) else (args,)
        problem = problem or _try_case(
            exercise, function, args, hints, functools.partial(judge, args), None, steps
        )
    return problem or passed(exercise)


@never_raises
def check_value(exercise, answer, expected, hints=(), *, equal=same):
    """Check an answer that is a value (number, text, list, tuple of several values …).

    hints : [(key, predicate(got, expected), sentence)]. None, … or a tuple that holds one of them
    is "not done yet". Returns a `Result`, never raises. Used in: every lesson.
    """
    if _unanswered(answer):
        return not_done(exercise)
    if call(equal, expected, answer).value is True:
        return passed(exercise)
    general = "general", "Go back to the place in the lesson that the task names, then count again."
    key, sentence = _find_hint(hints, answer, expected) or general
    return failed(exercise, key, sentence, got=show(answer))


def reveal(guess, actual, unit=""):
    """Print how far a prediction is from the value; None is "no guess yet". Never raises.

    guess : what the learner typed, actual : number or anything else, unit : word after the number.
    Used in: every lesson.
    """
    value = f"{_number(actual)} {unit}".strip()
    if guess is None or guess is ...:
        print(f"no guess yet; it is {value}")
        return
    numbers = call(lambda g, a: (float(g), float(a)), guess, actual)
    kinds = not isinstance(_plain(actual), (str, bool))
    if kinds and not numbers.raised and all(map(math.isfinite, numbers.value)):
        off = numbers.value[0] - numbers.value[1]
        off = int(off) if off == int(off) else off
        side = "too high" if off > 0 else "too low"
        verdict = f"{_number(abs(off))} {side}" if abs(off) > 1e-9 else "exactly right"
    else:
        folded = [x.strip().casefold() if isinstance(x, str) else x for x in (guess, actual)]
        verdict = "right" if call(same, *folded).value is True else "not this time"
    guessed = f"{_number(guess)} {unit}".strip()
    print(f"your guess: {guessed}; it is {value}: {verdict}")


def _number(value):
    """A number with thousands marked and at most 4 decimals, a text as it is, else its repr."""
    value = _plain(value)
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return show(value)
    outcome = call(lambda v: f"{v:,}" if isinstance(v, int) else f"{round(v, 4):,}", value)
    return show(value) if outcome.raised else outcome.value


for _module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    if _module.startswith(("lesson", "checkpoint")):
        _checks = vars(importlib.import_module(f"{__name__}.{_module}"))
        _numbered = re.compile(r"check_[ec]\d+_\d+")
        globals().update({name: x for name, x in _checks.items() if _numbered.fullmatch(name)})
