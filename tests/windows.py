"""Tests as on Windows, as far as a stand-in can tell: ``python -m pytest -p tests.windows``.

As a program, by its path, it is scorekeeper there; tests that start processes start that.
"""

import sys
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # noqa: F401 - tests still sit at terminals

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[1])

from tests.other_systems import become_windows

become_windows()

if __name__ == "__main__":
    from scorekeeper.__main__ import main

    main()
