"""The search of a checkpoint opens a stage only for its measured number, and stays as it is."""

import pytest

from course_lib.checks import RESULTS, checkpoint1, checkpoint2, checkpoint3

CHECKPOINTS = {"C1": checkpoint1.PLANTED, "C2": checkpoint2.PLANTED, "C3": checkpoint3.PLANTED}
FAULTS = [
    pytest.param(planted, exercise, id=exercise)
    for planted in CHECKPOINTS.values()
    for exercise in planted.faults
]


@pytest.mark.parametrize("planted, exercise", FAULTS)
def test_a_stage_opens_for_its_number_and_nothing_is_kept(planted, exercise, capsys):
    kept = list(RESULTS)
    stage, number = planted.faults[exercise]
    planted.open_stage(exercise, stage, number)
    assert f"def {planted.stages[stage].__name__}(" in capsys.readouterr().out
    assert kept == RESULTS


@pytest.mark.parametrize("planted, exercise", FAULTS)
@pytest.mark.parametrize("number", [None, 0, 1, "2169", "289", True, [True], float("nan")])
def test_a_stage_stays_closed_for_anything_else(planted, exercise, number, capsys):
    for stage in (None, *planted.stages, "Cut", " rank", 7, ["cut"], object()):
        planted.open_stage(exercise, stage, number)
        shown = capsys.readouterr().out
        assert shown.startswith(exercise) and "def " not in shown


@pytest.mark.parametrize("planted", CHECKPOINTS.values(), ids=CHECKPOINTS)
def test_no_stage_can_be_exchanged_in_place(planted):
    with pytest.raises(TypeError):
        planted.stages[next(iter(planted.stages))] = None
