"""What the bench measures is what it says."""

from tests.bench.climb import HILLS, Climb
from tests.bench.clock import Timed, Times, in_the_middle, once
from tests.bench.deals import Kind, arrange, deals, regression
from tests.bench.peers import GIN, for_open_spiel
from tests.bench.table import Figure, spread


def test_hands_have_the_size_and_the_wilds_that_were_asked_for() -> None:
    for dealt in deals(Kind(40, (8,), jokers=(2,), wilds=12), 10):
        assert len(dealt.hand) == 40
        assert sum(map(dealt.rules.is_wild, dealt.hand)) == 12
    sizes = {len(dealt.hand) for dealt in deals(Kind(None), 300)}
    assert sizes == set(range(3, 15))
    assert not any(any(map(rules.is_wild, hand)) for hand, rules in deals(GIN, 20))


def test_the_same_seed_deals_the_same_hands() -> None:
    assert list(deals(Kind(14), 20)) == list(deals(Kind(14), 20))
    assert not set(deals(Kind(14), 20)) & set(deals(Kind(14), 20, "warm up"))


def test_a_climb_stays_on_its_hill() -> None:
    for hill in HILLS:
        climb = Climb(hill, lambda *_: None, 1)
        for dealt in climb.go(0.05):
            packs = dealt.rules.pack * hill.packs
            assert len(dealt.hand) == hill.size
            assert all(dealt.hand.count(card) <= packs.count(card) for card in dealt.hand)
            if hill.wilds is not None:
                assert sum(map(dealt.rules.is_wild, dealt.hand)) == hill.wilds


def test_times_are_in_floors_and_a_row_has_the_worst_hand() -> None:
    cases = list(deals(Kind(5), 5))
    times = once(Timed(arrange, cases, cases))
    assert all(0 < time < 1e6 for time in times.new)
    assert 0 < times.floor < 1e-3
    row = spread("five", times._replace(new=[1, 5, 2, 3, 4]), cases, (2, None, 5))
    reached = {figure.name: figure.reached for figure in row.figures}
    assert (reached["median"], reached["worst"]) == (3, 5)
    assert row.note == f"worst: {cases[1]}"
    assert [figure.met for figure in row.figures[:4]] == [False, None, None, True]
    assert Figure("twice", 2, 2, at_least=True).met


def test_a_floor_is_the_mean_of_those_of_the_processes() -> None:
    # Two hands that take 12 and 6 seconds, and 15 in the process that was busy with them.
    times = in_the_middle(
        [Times([12, 6], [6, 6], 1.0), Times([4, 2], [2, 2], 3.0), Times([7.5, 3], [3, 3], 2.0)]
    )
    assert times == Times([6, 3], [3, 3], 2)


def test_open_spiel_numbers_cards_by_suit() -> None:
    assert for_open_spiel(regression()[0].hand[:1]) == [14]
