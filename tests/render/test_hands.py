"""What is said of a hand: the runs that it lacks, in the words of the rules."""

import pytest

from tests.program import Run


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        (["sequences=2"], "2 runs"),
        (["pure_sequences=1"], "1 run, 1 of them pure"),
        (["sequences=2", "pure_sequences=1"], "2 runs, 1 of them pure"),
    ],
)
def test_a_hand_that_is_not_down_is_told_the_runs_that_it_must_have(
    run: Run, rules: list[str], wanted: str
) -> None:
    switches = [word for rule in rules for word in ("--rule", rule)]
    answer = run("deadwood", "9c9d9s kd", "--round", "5", *switches)
    assert answer.out.endswith(f"Not down: a hand must have {wanted}.\n")
