"""The program: ``sk``, ``scorekeeper``, or ``python -m scorekeeper``."""

import sys


def main() -> None:
    """Run the program and leave with its exit code."""
    if sys.argv[1:] == ["--version"]:
        from scorekeeper import __version__

        print(__version__)
        return
    from scorekeeper.cli.main import main as run

    sys.exit(run())


if __name__ == "__main__":
    main()
