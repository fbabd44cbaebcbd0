"""Pools: who is out, who rejoins, who wins; and a second count of random evenings."""

from random import Random

import pytest

from scorekeeper import codec, games
from scorekeeper.audit import audit
from scorekeeper.errors import EntryError, PlayerError, RulesError, ScorekeeperError, UsageError
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import (
    adjust,
    draw_wild,
    join,
    leave,
    misdeal,
    packs_short,
    rejoin,
    rename,
    reseat,
)
from scorekeeper.ledger.entries import Entry, parse_entry
from scorekeeper.ledger.recording import record
from scorekeeper.ledger.rows import next_row
from scorekeeper.ledger.standings import is_finished, standings
from scorekeeper.render.chart import curves
from scorekeeper.rules import RuleSet
from scorekeeper.rules.variations import vary
from scorekeeper.store.evenings import seems_finished
from tests.effort import examples
from tests.tables import each
from tests.values import game, row

INDIAN = games.game("indian-rummy")
POOL = vary(INDIAN, {}, ["pool-101"])
FOUR = ("Ann", "Bo", "Cy", "Dee")


def entered(evening: Game, *typed: str) -> Game:
    """The evening with one more round, played by those who are in, in seat order."""
    there = next_row(evening)
    read = [parse_entry(text, there.rules) for text in typed]
    return record(evening, dict(zip(there.players, read, strict=True))).game


def pool(*rounds: str, players: tuple[str, ...] = FOUR) -> Game:
    """A pool of 101 with these rounds; ``+dee`` means that Dee rejoins."""
    evening = game(players=players, rules=POOL)
    for line in rounds:
        if line.startswith("+"):
            evening = rejoin(evening, line[1:].title())
        else:
            evening = entered(evening, *line.split())
    return evening


def placed(evening: Game) -> list[tuple[int | None, str, int]]:
    return [(line.place, line.player, line.total) for line in standings(evening).lines]


TWO_OUT = ("o 80 20 80", "o 5 20 30")


def test_a_player_who_reaches_the_target_is_out_and_has_no_seat_no_deal_and_no_entry() -> None:
    evening = pool(*TWO_OUT)
    assert evening.seated(3) == ("Ann", "Bo", "Cy")
    assert evening.dealer_of(3) == "Cy"
    assert pool(*TWO_OUT, "o 1 1").dealer_of(4) == "Ann"
    assert placed(evening)[-1] == (4, "Dee", 110)
    assert [line.lost for line in standings(evening).lines] == [None, None, None, 2]
    with pytest.raises(PlayerError, match="Dee is out of the game in round 3"):
        record(evening, {name: Entry("1", points=1) for name in FOUR})


def test_the_last_player_in_wins_and_the_others_rank_by_how_long_they_were_in() -> None:
    evening = pool(*TWO_OUT, "o 80 20", "o 80")
    assert is_finished(evening)
    assert placed(evening) == [(1, "Ann", 0), (2, "Cy", 140), (3, "Bo", 165), (4, "Dee", 110)]
    assert standings(evening).winners == ("Ann",)


def test_the_last_player_in_wins_even_if_absent_for_a_round() -> None:
    evening = pool("o 30 80 -", "o 80 30 5")
    assert evening.seated(3) == ("Ann", "Dee")
    assert standings(evening).lines[-1][:2] == (None, "Dee")
    evening = entered(entered(evening, "80", "o"), "30", "5")
    assert is_finished(evening)
    assert standings(evening).winners == ("Dee",)
    assert [line.missed for line in standings(evening).lines] == [1, 0, 0, 0]


def test_if_one_round_puts_everybody_out_the_lowest_total_wins_and_ties_share() -> None:
    evening = pool("80 80 80 30", "40 40 30 80")
    assert is_finished(evening)
    assert [line[:2] for line in placed(evening)] == [(1, "Cy"), (1, "Dee"), (3, "Ann"), (3, "Bo")]
    assert standings(evening).winners == ("Cy", "Dee")
    evening = pool("80 80 80 30", "o 21 80 1", "80 80")
    assert [line[1:] for line in placed(evening)] == [
        ("Dee", 111),
        ("Ann", 160),
        ("Bo", 101),
        ("Cy", 160),
    ]


def test_totals_typed_from_a_pad_count_the_cap() -> None:
    evening = pool("o 95 20 80")
    assert [evening.total(name) for name in FOUR] == [0, 80, 20, 80]
    assert entered(evening, "=0", "=85", "o", "3=83").total("Bo") == 85


def test_a_player_who_rejoins_has_one_more_point_than_the_highest_total() -> None:
    evening = pool("o 80 20 80", "o 25 3 30", "+dee")
    assert evening.seated(3) == ("Ann", "Cy", "Dee")
    assert (evening.total("Bo"), evening.total("Dee"), evening.total("Dee", 1)) == (105, 24, 80)
    assert evening.players[3].rejoined == (3,)


def test_players_who_rejoin_before_the_same_deal_get_the_same_total() -> None:
    evening = pool("o 80 20 80", "o 25 3 30", "+dee", "+bo")
    assert [evening.total(name) for name in FOUR] == [0, 24, 23, 24]
    later = pool("o 80 20 80", "o 25 3 30", "+bo", "+dee")
    assert later.players == evening.players


def test_a_player_may_rejoin_several_times() -> None:
    evening = pool("o 20 5 80", "o 5 20 30", "+dee", "o 20 5 80", "+dee", "o 1 1 1")
    assert evening.players[3].rejoined == (3, 4)
    assert evening.total("Dee") == 47


def test_a_player_who_rejoins_must_be_out_and_nobody_may_have_too_much() -> None:
    evening = pool(*TWO_OUT)
    with pytest.raises(UsageError, match="Bo has 85, and players can rejoin only"):
        rejoin(evening, "Dee")
    with pytest.raises(PlayerError, match="Bo is still in the game"):
        rejoin(evening, "Bo")
    with pytest.raises(ScorekeeperError, match="Thursday is over after 2 rounds"):
        rejoin(pool("o 80 80 80", "o 80 80 80"), "Dee")
    with pytest.raises(UsageError, match="nobody can rejoin this game"):
        rejoin(game(), "Ann")
    with pytest.raises(PlayerError, match="Dee has left the table"):
        rejoin(leave(pool("o 20 20 80", "o 1 2 30"), "Dee", None), "Dee")


def test_a_bonus_after_the_round_keeps_a_player_in() -> None:
    evening = pool(*TWO_OUT)
    assert adjust(evening, "Dee", -10, None).seated(3) == FOUR


def test_a_player_who_is_out_keeps_the_place_when_leaving_and_the_seat_when_staying() -> None:
    evening = pool(*TWO_OUT)
    assert placed(leave(evening, "Dee", None))[-1] == (4, "Dee", 110)
    assert evening.at_the_table(3) == FOUR
    assert reseat(evening, ["Dee", "Cy", "Bo", "Ann"]).seated(3) == ("Cy", "Bo", "Ann")


def test_nobody_joins_with_points_that_would_put_them_out() -> None:
    evening = pool(*TWO_OUT)
    with pytest.raises(PlayerError, match="Fay would be out right away with 101 points"):
        join(evening, "Fay", None, 101)
    assert join(evening, "Fay", None, 100).seated(3) == ("Ann", "Bo", "Cy", "Fay")


def test_a_player_who_leaves_before_rejoining_has_not_rejoined() -> None:
    evening = leave(pool("o 20 5 80", "o 5 20 30", "+dee"), "Dee", None)
    assert evening.player("Dee").rejoined == ()
    assert evening.total("Dee") == 110
    assert [f for f in audit(codec.write_new(evening)) if f.severity == "error"] == []


def test_a_player_who_rejoined_may_play_on_although_somebody_leaves_before_that() -> None:
    evening = pool("o 20 80 20", "o 5 30 5", "+cy")
    for name in ("Bo", "Dee"):
        evening = leave(evening, name, None)
    assert [f for f in audit(codec.write_new(evening)) if f.severity == "error"] == []


def test_a_misdeal_moves_a_late_player_to_before_the_void_round() -> None:
    evening = pool("o 20 5 80", "o 5 20 30", "3 4 o", "+dee")
    again, remarks = misdeal(evening, "")
    assert (again.players[3].rejoined, remarks) == ((3,), ())
    assert again.total("Dee") == 26
    again, remarks = misdeal(pool("o 20 5 80", "o 5 20 30", "+dee"), "")
    assert again.players[3].rejoined == ()
    assert again.seated(2) == FOUR
    assert remarks == ("Dee is playing without having rejoined",)


def test_a_player_who_rejoins_does_not_deal_the_void_round_again() -> None:
    evening, _ = misdeal(pool("o 20 80 5", "o 5 30 20", "1 2 o"), "")
    assert evening.dealer_of(3) == "Dee"
    assert rejoin(evening, "Cy").dealer_of(3) == "Dee"


def test_penalties_of_a_player_who_is_out_go_with_their_last_round() -> None:
    evening = pool("o 20 80 5", "o 5 30 20", "1 2 o")
    after = adjust(evening, "Cy", 7, None)
    assert [dict(round_.adjust) for round_ in after.rounds] == [{}, {"Cy": 7}, {}]
    assert curves(after)[2].pieces == ({0: 0, 1: 80, 2: after.total("Cy")},)


def test_a_bonus_cannot_bring_a_player_back_into_rounds_played_without_them() -> None:
    evening = pool("o 20 80 5", "o 5 30 20")
    assert adjust(evening, "Cy", -10, None).seated(3) == FOUR
    with pytest.raises(UsageError, match="Cy would be in the game in round 3, but was out by then"):
        adjust(entered(evening, "1", "2", "o"), "Cy", -10, None)


def test_penalties_of_a_player_who_rejoins_say_when_they_count() -> None:
    evening = pool("o 20 5 80", "o 5 20 30", "+dee")
    with pytest.raises(UsageError, match="Dee comes back in with 26 points, whatever came before"):
        adjust(evening, "Dee", 7, None)
    assert adjust(entered(evening, "o", "1", "1", "1"), "Dee", 7, None).total("Dee") == 34


def test_the_rank_that_was_drawn_is_asked_for_if_cards_are_shown() -> None:
    evening, hand = pool(), "4s5s6s7s2h3h9cqdqskckd5c8d"
    with pytest.raises(EntryError, match="round 1's wild rank was drawn, but nobody typed it"):
        entered(evening, "o", hand, "5", "6")
    drawn = entered(draw_wild(evening, "9"), "o", hand, "5", "6")
    assert (drawn.total("Bo"), drawn.rounds[0].wild, drawn.next_wild) == (38, "9", None)
    assert draw_wild(evening, "JK").next_wild == "A"
    with pytest.raises(RulesError, match="no wild rank is drawn in Three Thirteen"):
        draw_wild(game(), "7")


# ── the winner takes ─────────────────────────────────────────────────────────────────────


def test_the_winner_takes_what_the_others_have_left_with_drops_and_the_cap() -> None:
    evening = game(players=FOUR, rules=vary(INDIAN, {}, ["deals-2"]))
    evening = entered(evening, "o", "23", "drop", "95")
    assert [evening.square(1, name).points for name in FOUR] == [123, 0, 0, 0]
    assert [evening.square(1, name).unmelded for name in FOUR] == [0, 23, 20, 80]
    evening = entered(evening, "wrong", "o", "middle", "3")
    assert [evening.total(name) for name in FOUR] == [123, 123, 0, 0]
    assert not is_finished(evening)
    evening = entered(evening, "o", "2")
    assert standings(evening).winners == ("Ann",)
    assert evening.total("Ann") == 123


def test_a_total_does_not_say_what_is_left() -> None:
    evening = game(players=FOUR, rules=vary(INDIAN, {}, ["one-deal"]))
    with pytest.raises(EntryError, match="is a total, which doesn't say what is left"):
        entered(evening, "o", "=23", "3", "4")


@each("name, rounds", [("pool-201", None), ("one-deal", 1), ("deals-2", 2), ("deals-3", 3)])
def test_a_variation_of_indian_rummy_is_as_the_table_says(name: str, rounds: int | None) -> None:
    rules = vary(INDIAN, {}, [name])
    assert (rules.last_round, rules.unscorable_rule) == (rounds, None)
    assert rules.round(rounds or 9, "7").wild == "7"
    back = vary(rules, {}, ["pool-101"])
    assert back.replace(rounds=INDIAN.rounds, ties="shared", repeats=True) == INDIAN


@pytest.mark.parametrize("change", [{"target": 0}, {"winner": "high"}])
def test_a_pool_needs_a_target_and_a_low_winner(change: dict[str, object]) -> None:
    with pytest.raises(RulesError, match="only in games that a low total wins"):
        INDIAN.replace(**change)


# ── a second counting ────────────────────────────────────────────────────────────────────

WORDS = {"drop": 20, "middle": 40, "wrong": 80, "o": 0}


class Plain:
    """A pool as it is kept on paper: a column of numbers for each, and players crossed out."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.totals = dict.fromkeys(players, 0)
        self.crossed_out: list[tuple[str, int]] = []
        self.rounds = 0

    def there(self) -> list[str]:
        gone = [name for name, _ in self.crossed_out]
        return [name for name in self.totals if name not in gone]

    def round(self, typed: list[str]) -> None:
        self.rounds += 1
        for name, entry in zip(self.there(), typed, strict=True):
            points = WORDS[entry] if entry in WORDS else min(80, int(entry))
            self.totals[name] += points
        for name in self.there():
            if self.totals[name] >= 101:
                self.crossed_out.append((name, self.rounds))

    def may_come_in(self) -> bool:
        there = [self.totals[name] for name in self.there()]
        return len(there) > 1 and max(there) <= 79 and bool(self.crossed_out)

    def comes_in(self, names: list[str]) -> None:
        highest = max(self.totals[name] for name in self.there())
        for name in names:
            self.totals[name] = highest + 1
        self.crossed_out = [pair for pair in self.crossed_out if pair[0] not in names]

    def winners(self) -> list[str]:
        """The winners; nobody as long as two are in."""
        if len(self.there()) > 1:
            return []
        if there := self.there():
            return there
        last = [name for name, number in self.crossed_out if number == self.rounds]
        least = min(self.totals[name] for name in last)
        return sorted(name for name in last if self.totals[name] == least)


def random_round(chance: Random, players: int) -> list[str]:
    """The entries of a round; now and then nobody goes out, or nearly everybody shows wrongly."""
    kinds = ["drop", "middle", "wrong", "points", "points", "points"]
    kinds = ["wrong"] if chance.random() < 0.1 else kinds
    typed = []
    for _ in range(players):
        kind = chance.choice(kinds)
        typed.append(str(chance.randrange(130)) if kind == "points" else kind)
    if chance.random() < 0.9:
        typed[chance.randrange(players)] = "o"
    return typed


@pytest.mark.slow
@each("seed", range(examples(400)))
def test_random_pools_are_counted_as_on_paper(seed: int) -> None:
    chance = Random(seed)
    players = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")[: chance.randint(2, 6)]
    paper, evening = Plain(players), game(players=players, rules=POOL)
    while not paper.winners():
        assert not is_finished(evening)
        assert list(evening.seated(paper.rounds + 1)) == paper.there()
        typed = random_round(chance, len(paper.there()))
        evening = entered(evening, *typed)
        paper.round(typed)
        out = [name for name, _ in paper.crossed_out]
        wanted = [name for name in out if chance.random() < 0.6]
        if paper.may_come_in():
            for name in chance.sample(wanted, len(wanted)):
                evening = rejoin(evening, name)
            paper.comes_in(wanted)
        else:
            for name in wanted:
                with pytest.raises(ScorekeeperError):
                    rejoin(evening, name)
        assert {name: evening.total(name) for name in players} == paper.totals
        assert standings(evening).lines[0].player in (paper.there() or paper.winners())
        if paper.rounds > 60:
            return
    text = codec.write_new(evening)
    read = codec.read(text)
    assert read == evening
    assert [f for f in audit(text) if f.severity == "error"] == []
    table = standings(read)
    assert sorted(table.winners) == paper.winners()
    lost = dict(paper.crossed_out)
    order = [line.player for line in table.lines]
    by_paper = sorted(players, key=lambda name: (-lost.get(name, 999), paper.totals[name]))
    assert [(lost.get(n), paper.totals[n]) for n in order] == [
        (lost.get(n), paper.totals[n]) for n in by_paper
    ]
    assert {line.player: line.lost for line in table.lines} == {n: lost.get(n) for n in players}


def test_a_rejoin_written_by_hand_is_checked() -> None:
    evening = pool("o 20 5 80", "o 5 20 30", "+dee", "o 1 1 1")
    dee = evening.players[3]

    def said(*rejoined: int) -> list[str]:
        players = (*evening.players[:3], dee._replace(rejoined=rejoined))
        text = codec.write_new(evening._replace(players=players))
        return [finding.problem for finding in audit(text)]

    assert said(3) == []
    assert said(2, 3) == ["Dee rejoins in round 2, where Dee is still in the game"]
    assert said(3, 9) == ["Dee rejoins in round 9, but the sheet has only 3 rounds"]
    assert "round 3, Dee: is out of the game in this round" in said()
    evening = evening.before(2)
    assert said(9) == ["Dee rejoins in round 9, but the sheet has only 1 round"]


@each(
    "rounds, rules, why",
    [
        (("o 80 5 80", "o 5 5 30"), POOL, "Bo has 85, and players can rejoin only while"),
        (TWO_OUT, POOL.replace(rejoin_limit=0), "nobody can rejoin this game"),
        (("o 80 80 80", "o 80 80 80"), POOL, "Thursday is over"),
    ],
)
def test_only_players_who_may_rejoin_can_do_so_in_a_ledger_edited_by_hand(
    rounds: tuple[str, ...], rules: RuleSet, why: str
) -> None:
    evening = pool(*rounds)
    dee, coming = evening.player("Dee"), len(evening.played) + 1
    evening = evening.with_player(dee._replace(rejoined=(coming,)))._replace(rules=rules)
    [found] = audit(codec.write_new(evening))
    assert found.problem.startswith(f"Dee rejoins in round {coming}, where {why}")


def test_a_word_without_points_and_a_missing_rank_are_checked() -> None:
    hand = "4S 5S 6S 7S 2H 3H 9C QD QS KC KD 5C 8D"
    rounds = (
        row(0, out="Ann", wild="7", forfeits={"Bo": "drop"}, hands={"Cy": hand}),
        row(0, out="Ann", forfeits={"Bo": "drop"}, hands={"Cy": hand}),
    )

    def said(evening: Game) -> list[str]:
        return [found.problem for found in audit(codec.write_new(evening))]

    assert said(game(*rounds, rules=POOL)) == [
        "round 2: this round's wild rank was drawn, but nobody typed it"
    ]
    without = POOL.replace(first_drop=0)
    assert 'round 1, Bo: "drop" has no points in this game' in said(game(*rounds, rules=without))
    undrawn = POOL.replace(rounds=[{"deal": 13}])
    found = said(game(rounds[0], rules=undrawn))
    assert found == ["round 1: no wild rank is drawn in this game"]


def test_games_with_a_drawn_rank_need_two_cards_besides_the_hands() -> None:
    rules = INDIAN.replace(decks=1, jokers=1)  # 53 cards
    evening = game(players=FOUR, rules=rules)
    assert packs_short(evening) == 2
    assert packs_short(game(players=FOUR, rules=rules.replace(jokers=2))) is None


def test_words_stay_readable_when_the_rules_lose_their_points() -> None:
    evening = game(row(0, out="Ann", forfeits={"Bo": "drop", "Cy": "drop"}))
    assert codec.read(codec.write_new(evening)) == evening
    assert [found.check for found in audit(codec.write_new(evening))] == ["value", "value"]


def test_a_new_name_is_shown_next_to_the_word_too() -> None:
    evening = rename(pool("o drop wrong 3"), "Bo", "Bob")
    assert evening.rounds[0].forfeits == {"Bob": "drop", "Cy": "wrong"}
    assert evening.total("Bob") == 20


def test_a_pool_that_ended_with_shown_hands_is_over() -> None:
    evening = pool("o 80 80", "o 20 20", players=FOUR[:3])
    hand = "2S 4S 6S 8S TS QS 3H 5H 9H JH KH 7D 9D"
    shown = evening.rounds[1]._replace(scores={"Ann": 0}, hands={"Bo": hand, "Cy": hand}, wild="A")
    evening = evening.with_round_at(1, shown)
    assert is_finished(evening)
    assert seems_finished(evening)
