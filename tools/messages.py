"""How the scripts of tools/ end when the system or the user stops them: with a message."""

import functools
import sys
from pathlib import Path


def told(main):
    """Decorator of a script's main: a full disk, a locked file or Ctrl-C shows no traceback."""

    @functools.wraps(main)
    def told_main(*args, **kwargs):
        try:
            return main(*args, **kwargs)
        except KeyboardInterrupt:
            print("\nStopped.", file=sys.stderr)
            return 130
        except OSError as error:
            sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
            from course import explain

            advice = explain(str(error)) or "Mend this and run again."
            print(f"\n{error}\n{advice}", file=sys.stderr)
            return 1

    return told_main
