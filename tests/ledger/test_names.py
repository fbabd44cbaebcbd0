"""Names with pictures, flags and joined letters: shown as they are, and never mistaken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import PlayerError, printable
from scorekeeper.ledger.names import (
    bonus_asked,
    check_name,
    check_names,
    find_player,
    meaning_of,
    wild_called,
)

SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
"""A flag made of tag characters, none of which is to be seen."""

SCRIPTS = ("aBë ", "李小 ", "می ر", "රී්ශ ", "र्क्ष ", "👨👩❤🏽🏴✓ ")
"""Letters that a name may consist of."""

UNSEEN = ("\u200c", "\u200d", "\ufe0f", SCOTLAND[1:], "\U000e0067", "\u202e")


@given(
    st.sampled_from(SCRIPTS[2:]).flatmap(
        lambda script: st.lists(st.sampled_from(script), min_size=2)
    ),
    st.lists(st.tuples(st.integers(1, 5), st.sampled_from("\u200c\u200d")), min_size=1, max_size=2),
)
def test_names_never_differ_by_a_joiner_alone(
    letters: list[str], more: list[tuple[int, str]]
) -> None:
    name = "".join(letters)
    for at, joiner in more:
        letters.insert(at, joiner)
    with pytest.raises(PlayerError):
        check_names([name, "".join(letters)])


@pytest.mark.parametrize(
    "name",
    [
        *("❤️", "♥︎", "👨‍👩‍👧", "🏳️‍🌈", "👩🏽‍⚕️", "🇩🇪", "1️⃣", "👍🏽", "©️", "Ann ❤️", "क्षमा"),
        SCOTLAND,
        "می\u200cرضا",
        "ශ්\u200dරී",
        "र्\u200d\u200cय",
    ],
    ids=ascii,
)
def test_a_picture_a_flag_or_letters_that_are_joined_are_shown_as_they_are(name: str) -> None:
    assert check_name(name) == printable(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("\ufe0f", "\ufe0e", "Ann\ufe0f", "\ufe0fAnn", "❤\ufe00", "1\ufe0f", "葛\U000e0100"),
        *("❤️\ufe0f", "\u200d", "A\u200dB", "👨\u200d", "\u200d👨", "Ann\u200b", "An\u00adn"),
        *("\u2060Ann", "Ann\u200c", "\u200cمی", "می\u200d", "می\u200c\u200c\u200cرضا"),
        *("می\u200c رضا", SCOTLAND[:-1], SCOTLAND[1:], "Ann\U000e0067\U000e0062\U000e007f"),
    ],
    ids=ascii,
)
def test_a_name_that_is_invisible_or_looks_like_another_is_refused(name: str) -> None:
    with pytest.raises(PlayerError) as refused:
        check_name(name)
    assert refused.value.problem.endswith("can't be a name: it has an invisible character")


def test_a_heart_and_its_emoji_are_one_name() -> None:
    with pytest.raises(PlayerError):
        check_names(["❤", "❤️"])
    assert find_player("❤", ["Ann", "❤️"], "") == "❤️"


def test_words_for_rounds_and_for_what_happened_mean_one_thing_each() -> None:
    assert list(map(bonus_asked, ("bonus", "Bonus2", "sevens"))) == ["", "2", None]
    assert list(map(wild_called, ("10s", "Kings", "deuces", "first"))) == ["T", "K", "2", None]
    assert list(map(meaning_of, ("Went  out", "zero", "-", "twelve"))) == ["o", "0", "-", None]
