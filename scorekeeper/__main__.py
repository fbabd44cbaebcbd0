"""The program: ``sk``, ``scorekeeper``, or ``python -m scorekeeper``."""

import os
import sys


def main() -> None:
    """Run the program and leave with its exit code."""
    if sys.argv[1:] == ["--version"]:
        from scorekeeper import __version__

        try:
            print(__version__, flush=True)
            return
        except OSError:
            pass  # nobody reads the output: the long way handles that
    import gc

    gc.disable()  # a command is over before collecting pays off
    try:
        from scorekeeper.cli import dispatch  # noqa: F401 - most of the program
        from scorekeeper.cli import main as run
    except KeyboardInterrupt:
        print("\nstopped; nothing was written", file=sys.stderr, flush=True)
        os._exit(130)
    code = run()
    # Everything is flushed, and a normal exit would take longer than many commands.
    os._exit(code)


if __name__ == "__main__":
    main()
