"""Plausible wrong answers to each exercise: the misconceptions that its check must know.

{"check_e1_2": [(wrong answer, key of the hint that it must get), … at least three]}

The wrong answer is what a learner would hand to the check: a function (defined above the table, its
name says what is wrong with it) or a value. `tests/test_exercises.py` proves that each is told
apart, and by its own hint: the key "general" does not count.
"""

WRONG = {}
