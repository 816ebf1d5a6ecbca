"""What several tests share: the tools on the path, and the course's notebooks."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from course_lib.encoders import SentenceEncoder

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))
# The same examples in every run, and no example fails for being slow on a busy machine.
settings.register_profile("course", deadline=None, derandomize=True)
settings.load_profile("course")


@pytest.fixture(scope="session")
def minilm():
    """The real model, loaded once for all tests: it takes eight seconds."""
    import torch

    torch.set_num_threads(os.cpu_count() or 1)  # whatever OMP_NUM_THREADS says
    return SentenceEncoder(progress=False)
