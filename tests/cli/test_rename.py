"""A new name as people say it: several words without quotes, if it is clear who is meant."""

import pytest

from scorekeeper import store
from tests.program import Run, refusal


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("zoe", "Grossmutter", "Zoe"), ("Grossmutter Zoe", "Uncle Cy", "Ann")),
        (("Zoë", "Zoë", "Müller"), ("Zoë Müller", "Uncle Cy", "Ann")),
        (("zoe", "Grossmutter Zoe"), ("Grossmutter Zoe", "Uncle Cy", "Ann")),
        (("uncle", "cy", "Max"), ("Zoë", "Max", "Ann")),
        (("Uncle Cy", "Aunt", "May"), ("Zoë", "Aunt May", "Ann")),
        (("cy", "Max"), ("Zoë", "Max", "Ann")),
        (("ann", "to", "Anna"), ("Zoë", "Uncle Cy", "Anna")),
        (("ann", "to"), ("Zoë", "Uncle Cy", "to")),
    ],
)
def test_names_of_several_words_need_no_quotes(
    run: Run, words: tuple[str, ...], names: tuple[str, ...]
) -> None:
    run("new", "Zoë", "Uncle Cy", "Ann", "-f", "friday.toml")
    assert run("player", "rename", *words).code == 0
    assert store.load_ledger("friday.toml").names == names


def test_if_two_players_can_be_meant_it_says_how_to_type_it(run: Run) -> None:
    run("new", "Ann", "Ann Lee", "-f", "friday.toml")
    answer = run("player", "rename", "ann", "lee", "Bo")
    assert (answer.code, answer.err) == (
        2,
        refusal(
            "this could be 'ann' or 'ann lee'",
            "put names of several words in quotes, like sk player rename 'ann lee' NAME",
        ),
    )
    assert run("player", "rename", "ann lee", "Bo").code == 0
    assert store.load_ledger("friday.toml").names == ("Ann", "Bo")


def test_without_a_new_name_it_says_what_is_missing(run: Run) -> None:
    run("new", "Ann", "Bo", "-f", "friday.toml")
    assert run("player", "rename", "ann").err.startswith("error: sk player rename needs NAME")
    assert run("player", "rename", "dee", "Ann", "Lee").code == 2
