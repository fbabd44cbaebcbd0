"""Names at random, in scripts that join their letters and in those that do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import PlayerError
from scorekeeper.ledger.people import check_names
from tests.ledger.test_people import SCOTLAND

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
