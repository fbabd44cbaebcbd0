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
            pass  # nobody reads it: the long way knows what to do then
    import gc

    gc.disable()  # a command is over before collecting would pay
    from scorekeeper.cli.main import main as run

    code = run()
    # All is written and flushed. To take everything apart that was loaded would take longer than
    # many a command.
    os._exit(code)


if __name__ == "__main__":
    main()
