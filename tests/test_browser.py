"""Without playwright, tests that need it are skipped, and all others run."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
from importlib.machinery import PathFinder
import pytest
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name == "playwright" else find(name, *more)
sys.exit(pytest.main(sys.argv[1:]))
"""


@pytest.mark.slow
def test_without_playwright_the_tests_of_pages_are_skipped_with_a_reason() -> None:
    files = ["tests/serve/test_waking.py", "tests/serve/test_drafts.py"]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, "-q", "-rs", "-n", "0", "-p", "no:cacheprovider", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "SKIPPED [1]" in done.stdout
    assert "there is no Playwright: pip install playwright" in done.stdout
    assert "[100%]" in done.stdout
