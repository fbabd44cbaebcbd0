"""The integer program for large hands agrees with the brute force on small ones."""

import pytest

from tests.tools import oracle
from tests.tools.random_hands import random_deals

pytest.importorskip("scipy")


def test_the_integer_program_agrees_with_the_brute_force() -> None:
    from tests.tools.third_witness import least_deadwood

    for dealt in random_deals("third witness", 60, 6):
        assert least_deadwood(*dealt) == oracle.least_deadwood(*dealt), str(dealt)
