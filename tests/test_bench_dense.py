"""The dense section of the bench: a small run, wrong rankings refused, targets judged."""

import bench_dense as bench
import measuring
import numpy as np
import pytest


def test_a_small_run():
    rows, files = bench.measure_size(300, repeats=1, per_chunk=0.5)
    assert [row["method"] for row in rows] == [bench.OURS, bench.BARE, bench.FAISS]
    assert all(0 < row[value] < 5 for row in rows for value in ("single", "batched"))
    assert files["matrix"] == 300 * 384 * 4 < files["file"] < files["matrix"] + 5_000
    assert files["encode"] == 150
    result = {"dimension": 384, "queries": 64, "k": 10, "rows": rows, "files": [files]}
    result |= {"date": "", "targets": bench.judge_dense(rows), "machine": measuring.machine()}
    lines = measuring.show_section(bench.DENSE, result)
    assert sum(line.startswith("| 300 ") for line in lines) == 2


def test_a_method_that_ranks_otherwise_stops_the_bench(monkeypatch):
    found = bench.bare
    monkeypatch.setattr(bench, "bare", lambda *a: [part[:, ::-1] for part in found(*a)])
    with pytest.raises(bench.Stop, match=r"matrix @ query, argpartition ranks otherwise for"):
        bench.measure_size(300, repeats=1, per_chunk=0.5)


def test_vectors_are_seeded_and_of_length_one():
    one, same, other = bench.unit_vectors(5, 1), bench.unit_vectors(5, 1), bench.unit_vectors(5, 2)
    assert np.array_equal(one, same) and not np.array_equal(one, other)
    assert one.dtype == np.float32 and np.linalg.norm(one, axis=1) == pytest.approx(1, abs=1e-6)


def test_targets_are_judged_by_the_worst_large_size():
    def row(n, method, single, batched):
        return {"vectors": n, "method": method, "single": single, "batched": batched}

    rows = [row(10, bench.OURS, 9, 9), row(10, bench.BARE, 1, 1)]
    assert bench.judge_dense(rows) == []
    for n, single, batched in ((100_000, 1.1, 1.3), (500_000, 1.15, 1.0)):
        rows += [row(n, bench.OURS, single, batched), row(n, bench.BARE, 1, 1)]
    assert bench.judge_dense(rows) == [
        {"what": "search, single", "limit": 1.2, "value": 1.15, "met": True},
        {"what": "search, batched", "limit": 1.2, "value": 1.3, "met": False},
    ]
