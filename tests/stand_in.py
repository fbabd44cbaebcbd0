"""Tests as on another system, as far as possible: ``python -m pytest -p tests.stand_in``.

The system is Windows, or macOS if ``SYSTEM`` is ``darwin`` in the environment. Run by its path,
this file is the program there, which tests start in place of scorekeeper.
"""

import os
import sys
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # noqa: F401 - tests still sit at terminals

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[1])

from tests.other_systems import BECOME

BECOME[os.environ.get("SYSTEM", "win32")]()

if __name__ == "__main__":
    from scorekeeper.__main__ import main

    main()
