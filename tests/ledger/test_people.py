"""Names of players: which are allowed, and whom a typed beginning means."""

import pytest

from scorekeeper.errors import PlayerError
from scorekeeper.ledger.names import (
    LONGEST_NAME,
    check_name,
    check_names,
    find_player,
    folded,
    near_names,
    shell_name,
)
from tests.tables import each, rows

TABLE = ("Ann", "Bo", "Uncle Cy", "Zoë")


def test_an_umlaut_may_be_typed_as_two_letters() -> None:
    assert find_player("joerg", ("Jo", "Jörg", "Åse"), "") == "Jörg"
    assert find_player("AASE", ("Jo", "Jörg", "Åse"), "") == "Åse"


@each("typed, name", rows(__file__, "people.toml", "changed"))
def test_a_beginning_of_any_word_means_a_player(typed: str, name: str) -> None:
    assert find_player(typed, TABLE, "thursday.toml") == name


@each("typed, names, name", rows(__file__, "people.toml", "whole_names"))
def test_a_whole_name_counts_before_a_beginning(typed: str, names: list[str], name: str) -> None:
    assert find_player(typed, names, "thursday.toml") == name


@each("typed, names, problem, remedy", rows(__file__, "people.toml", "nobody_or_several"))
def test_a_name_for_nobody_or_for_several_is_refused(
    typed: str, names: list[str], problem: str, remedy: str
) -> None:
    with pytest.raises(PlayerError) as refused:
        find_player(typed, names, "thursday.toml")
    assert (refused.value.problem, refused.value.remedy) == (problem, remedy)


# ── names that can be ────────────────────────────────────────────────────────────────────


@each(
    "name",
    [
        "Ann",
        "Uncle Cy",
        "Zoë",
        "李",
        "O'Neil",
        "[red]Bob",
        "[/red]",
        "Ann/Bo",
        "Bo-Ann",
        "Bo 2",
        "2Bo",
        "🃏",
        "أمير",
        'Bo "the Ace"',
        "back\\slash",
        "a.b",
        "#1",
        "x" * LONGEST_NAME,
    ],
)
def test_names_may_contain_what_real_names_contain(name: str) -> None:
    assert check_name(name) == name


def test_a_name_is_kept_composed_and_without_space_around() -> None:
    assert check_name("  Zoe\u0308 ") == "Zoë"


@each("name, problem, remedy", rows(__file__, "people.toml", "names"))
def test_names_that_would_be_misread_are_refused(name: str, problem: str, remedy: str) -> None:
    with pytest.raises(PlayerError) as refused:
        check_name(name)
    assert (refused.value.problem, refused.value.remedy) == (problem, remedy)


@each(
    "one, other",
    [("Ａnn", " ann "), ("Zoë", "Zoe"), ("Zoë", "zoe\u0308"), ("É", "e"), ("Straße", "STRASSE")],
)
def test_two_names_that_sound_the_same_are_refused(one: str, other: str) -> None:
    with pytest.raises(PlayerError) as refused:
        check_names([one, "Bo", other])
    assert refused.value.problem.endswith("are the same name at the table")
    assert refused.value.remedy == "tell them apart, like Ann B and Ann M"


@each(
    "names, near",
    [
        (("Anna", "Anne"), [("Anna", "Anne")]),
        (("Ann", "Anna"), [("Ann", "Anna")]),
        (("Anna", "Ana"), [("Anna", "Ana")]),
        (("Ben", "Bea", "Cy"), [("Ben", "Bea")]),
        (("Ann", "Bob"), []),
        (("Zoë", "Zoey"), [("Zoë", "Zoey")]),
        (("Martin", "Martina", "Marta"), [("Martin", "Martina")]),
    ],
)
def test_names_that_differ_by_a_letter_are_pairs(
    names: tuple[str, ...], near: list[tuple[str, str]]
) -> None:
    assert list(near_names(names)) == near


@each(
    "name, names, word",
    [
        ("Bo", TABLE, "bo"),
        ("Uncle Cy", TABLE, "uncle"),
        ("Zoë", TABLE, "zoe"),
        ("李", ("Ann", "李"), '"李"'),
        ("Uncle Cy", ("Uncle Cy", "Uncle Bo"), "cy"),
        ("Ann", ("Ann", "Anna"), "ann"),
        ("Anna", ("Ann", "Anna"), "anna"),
        ("O'Neil", ("Ann", "O'Neil"), '"O\'Neil"'),
        ("[red]Bob", ("Ann", "[red]Bob"), '"[red]Bob"'),
        ("7 of Nine", ("Ann", "7 of Nine"), "of"),
        ("☺", ("☺",), '"☺"'),
        ("Player 1", ("Player 1", "Player 2"), '"Player 1"'),
    ],
)
def test_a_printed_name_in_a_command_means_that_player(
    name: str, names: tuple[str, ...], word: str
) -> None:
    assert shell_name(name, names) == word
    assert find_player(word.strip('"'), names, "thursday.toml") == name


def test_case_and_accents_do_not_make_different_names() -> None:
    assert folded(" Zoë ") == folded("ZOE") == "zoe"
