"""The search of checkpoint 1 opens a stage only for its measured number, and stays as it is."""

import pytest

from course_lib.checks import RESULTS
from course_lib.checks.checkpoint1 import FAULTS, open_stage
from course_lib.checks.search1 import STAGES


@pytest.mark.parametrize("exercise", FAULTS)
def test_a_stage_opens_for_its_number_and_nothing_is_kept(exercise, capsys):
    kept = list(RESULTS)
    stage, number = FAULTS[exercise]
    open_stage(exercise, stage, number)
    assert f"def {STAGES[stage].__name__}(" in capsys.readouterr().out
    assert kept == RESULTS


@pytest.mark.parametrize("exercise", FAULTS)
@pytest.mark.parametrize("number", [None, 0, 1, "2169", True, [True], float("nan"), object()])
@pytest.mark.parametrize("stage", [None, *STAGES, "Cut", " df", 7, ["cut"], object()])
def test_a_stage_stays_closed_for_anything_else(exercise, stage, number, capsys):
    open_stage(exercise, stage, number)
    shown = capsys.readouterr().out
    assert shown.startswith(exercise) and "def " not in shown


def test_no_stage_can_be_exchanged_in_place():
    with pytest.raises(TypeError):
        STAGES["cut"] = None
