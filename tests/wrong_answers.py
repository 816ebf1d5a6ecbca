"""Plausible wrong answers to each exercise: the misconceptions that its check must know.

One file a lesson, ``wrong_answers_01.py``, with a table ``WRONG_01``, and one a checkpoint,
``wrong_answers_c1.py`` with ``WRONG_C1``:

    {"check_e1_2": [(wrong answer, key of the hint that it must get), … at least three]}

The wrong answer is what a learner would hand to the check: a function (defined above the table, its
name says what is wrong with it) or a value. `tests/test_exercises.py` proves that each is told
apart, and by its own hint: the key "general" does not count.
"""

import importlib
from pathlib import Path

WRONG = {}
for _path in sorted(Path(__file__).parent.glob("wrong_answers_*.py")):
    _number = _path.stem.rsplit("_", 1)[1].upper()
    WRONG |= getattr(importlib.import_module(_path.stem), f"WRONG_{_number}")
