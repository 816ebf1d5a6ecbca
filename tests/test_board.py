"""README's scoreboard is what a fresh run gives."""

import board
import readme

from course_lib.evaluation import evaluate


def test_the_readme_holds_a_fresh_board():
    text = readme.README.read_text(encoding="utf-8")
    assert readme.replaced(text, "board", board.board()) == text, "run `course.py board`"


def test_a_board_has_a_row_for_each_method():
    questions = [
        {"id": f"q{n}", "question": word, "evidence": [[{"file": "a.md", "keyword": word}]]}
        for n, word in enumerate(("pump", "valve", "seal", "hose"))
    ]
    found = {name: evaluate(lambda query, k: [], questions) for name in ("one", "other")}
    lines = board.show(found, "on pumps")
    assert lines[0] == "**4 questions** on pumps:"
    assert [line.split(" | ")[0] for line in lines[2:6]] == [
        "| method",
        "| ---",
        "| one",
        "| other",
    ]
    assert (
        lines[4] == "| one | 0.000 [0.000 0.490] | 0.000 [0.000 0.490] | 0.000 [0.000 0.000] |"
        " 0.000 |"
    )
    assert lines[-1] == "Found by no method in the first 5: 4."


def test_the_verb_writes_between_the_marks_only(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(board, "board", lambda: ["new"])
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    marks = "a\n<!-- board: `course.py board` writes this part -->\n{}<!-- end of board -->\nb\n"
    readme.README.write_text(marks.format("old\n"), encoding="utf-8")
    assert board.main([]) == 0
    assert readme.README.read_text(encoding="utf-8") == marks.format("\nnew\n")
    readme.README.write_text("no marks\n", encoding="utf-8")
    assert board.main([]) == 1
    assert "once each" in capsys.readouterr().err
    assert readme.README.read_text(encoding="utf-8") == "no marks\n"
