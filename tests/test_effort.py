"""How many similar cases an ordinary run tries, and how many the long run."""

from hypothesis import settings

from tests.effort import examples, is_long, some


def test_the_long_run_tries_all_and_an_ordinary_one_the_same_fifth_each_time() -> None:
    number = 100 if is_long() else 20
    assert settings().max_examples == examples(100) == len(some(range(100))) == number
    assert settings().derandomize != is_long()
    assert examples(3) == (3 if is_long() else 1)
    assert list(some("abcdefg", 3, first=4)) == list("abcdefg" if is_long() else "be")
