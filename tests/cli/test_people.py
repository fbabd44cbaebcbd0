"""People come, leave, change names and seats: who deals, who gets which points, who has a place."""

from pathlib import Path

import pytest

from scorekeeper import store
from tests.cli.evenings import Table
from tests.program import HIGH, RULES, TWO_ROUNDS, Answer, Run, ledger, refusal, scores, seeded

FILE = "thursday.toml"

# ── somebody comes ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("round_", "typed", "start"),
    [
        pytest.param("10 o 20", "average", 10, id="the average"),
        pytest.param("10 o 20", "a", 10, id="in a letter"),
        pytest.param("10 o 21", "average", 10, id="a third down"),
        pytest.param("10 o 22", "average", 11, id="two thirds up"),
        pytest.param("10 o 20", "w", 20, id="the worst, in a letter"),
        pytest.param("10 o 20", "Worst", 20, id="in any case"),
        pytest.param("10 o 20", "7", 7, id="a number"),
        pytest.param("10 o 20", "0", 0, id="nothing, when that is what was agreed"),
        pytest.param("10 o -", "average", 5, id="the absent have no say"),
        pytest.param("11 o -", "average", 6, id="halves go up"),
        pytest.param("11 o -", "worst", 11, id="the worst of those who played"),
    ],
)
def test_a_late_player_gets_the_agreed_points(
    round_: str, typed: str, start: int, table: Table
) -> None:
    table.add(round_)
    assert table("player", "join", "Dee", "--points", typed) == [
        f"Dee plays from round 2, the fours, with {start} points.",
        "Seats:  Ann -> Bo -> Cy -> Dee",
        "Round 2 of 11: deal 4 each, FOURS are wild. Bo deals, Cy begins.",
        "Type points in this order: Ann, Bo, Cy and Dee.",
        *([] if start else ["Bo and Dee share the lead."]),
    ]
    newcomer = table.game.players[3]
    assert (newcomer.start, newcomer.joined) == (start, 2)
    assert ("Dee", start) in [(name, total) for _, name, total, _ in table.standings]


@pytest.mark.parametrize(
    ("points", "typed", "start"),
    [
        pytest.param("-3 -4", "average", -3, id="halves below zero go up, too"),
        pytest.param("-3 -5", "average", -4, id="below zero"),
        pytest.param("30 4", "average", 17, id="the average"),
        pytest.param("30 4", "worst", 4, id="the worst has the fewest where most points win"),
        pytest.param("30 4", "-12", -12, id="a number below zero"),
    ],
)
def test_average_and_worst_if_the_most_points_win(
    points: str, typed: str, start: int, table: Table
) -> None:
    table.lay(ledger(players=("Ann", "Bo"), rules=HIGH, game=""))
    table.add(points)
    table("player", "join", "Dee", "--points", typed)
    assert table.game.players[2].start == start


def test_a_player_who_joins_before_the_first_round_needs_no_points(table: Table) -> None:
    said = table("player", "join", "Dee", "--after", "Ann")
    assert said[0] == "Dee plays from round 1, the threes."
    assert (table.game.names, table.game.players[1].start) == (("Ann", "Dee", "Bo", "Cy"), None)
    assert table.next["players"] == ["Dee", "Bo", "Cy", "Ann"]


def test_a_late_player_may_come_with_one_point_less_than_the_target(table: Table) -> None:
    table.plays("house target=40; 10 o 22; player join Dee --points 39")
    assert table.next["players"] == ["Cy", "Dee", "Ann", "Bo"]


@pytest.mark.parametrize("words", ["player join Anna", "player rename cy Anna"])
def test_a_new_name_that_differs_by_a_letter_is_mentioned(words: str, table: Table) -> None:
    said = table.run(*words.split())
    assert said.code == 0
    assert said.err == "Ann and Anna differ by one letter; they count as two people\n"
    assert "Anna" in table.game.names


def test_a_player_who_has_left_comes_back_by_another_name(table: Table) -> None:
    table.plays("10 o 22; player leave bo; player join 'Bo II' --points 0")
    assert sorted(table.next["players"]) == ["Ann", "Bo II", "Cy"]


def test_no_ledger_gets_more_players_than_can_be_read(run: Run, folder: Path) -> None:
    names = [f"P{n}" for n in range(1, 51)]
    run("new", *names, "--game", "points", "-f", FILE)
    run("add", *["1"] * 50)
    run("player", "leave", "P1")
    text = (folder / FILE).read_bytes()
    problem = "50 players are on the sheet already, including those who left"
    refused = Answer("", refusal(problem, "start another game with sk new"), 2)
    assert run("player", "join", "Zoë", "--points", "0") == refused
    assert (folder / FILE).read_bytes() == text


TOO_FEW_PACKS = "1 pack won't be enough for all rounds: play with 2,"


def test_the_number_of_packs_depends_on_the_first_players(table: Table) -> None:
    rules = '[rules]\ngame = "three-thirteen"\n'
    table.lay(ledger(scores("Bo", Ann=5, Bo=0), players=("Ann", "Bo"), rules=rules))
    assert table.next["decks"] == 1
    table("player", "join", "Cy", "--points", "3")
    assert table.next["decks"] == 1
    said = table.run("player", "join", "Dee", "--points", "3")
    assert said.err.startswith(TOO_FEW_PACKS)


def test_joining_warns_when_there_are_too_few_packs(table: Table) -> None:
    for name in ("Dee", "Eli", "Fay", "Gus"):
        table("player", "join", name)
    said = table.run("player", "join", "Hal")
    assert said.code == 0
    assert said.err == "2 packs won't be enough for all rounds: play with 3,  sk house decks=3\n"
    table("house", "decks=3")
    assert table.next["decks"] == 3


def test_packs_that_are_enough_for_the_rounds_to_come_are_not_too_few(table: Table) -> None:
    rules = "[rules]\ndecks = 1\nrounds = [{ deal = 3 }, { deal = 13 }, { deal = 4 }]\n"
    table.lay(ledger(rules=rules))
    table.add("10 o 20")
    joining = ("player", "join", "Dee", "--points", "3")
    assert table.run(*joining).err.startswith(TOO_FEW_PACKS)
    assert table.run("undo").code == 0
    table.add("10 o 20")
    assert table.run(*joining).err == ""


@pytest.mark.parametrize(("deal", "said"), [(17, ""), (18, TOO_FEW_PACKS)])
def test_a_pack_with_just_enough_cards_is_enough(deal: int, said: str, table: Table) -> None:
    rules = f"[rules]\ndecks = 1\nrounds = [{{ deal = {deal} }}]\n"
    table.lay(ledger(players=("Ann", "Bo"), rules=rules))
    assert table.run("player", "join", "Cy").err.partition("  ")[0] == said


def test_two_players_who_join_at_once_are_each_told_about_themselves(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = store.load

    def load_and_lose_the_race(path: Path) -> store.Loaded:
        found = load(path)
        seeded(path, ledger(players=("Dee", "Ann", "Bo", "Cy")))
        return found

    monkeypatch.setattr(store, "load", load_and_lose_the_race)
    assert table("player", "join", "Eve")[0] == "Eve plays from round 1, the threes."


def test_points_go_to_the_newcomer_in_the_new_seat(table: Table) -> None:
    table.plays("10 o 20; player join Dee --after Ann --points 0; 1 2 o 4")
    assert dict(table.game.played[1].scores) == {"Ann": 1, "Dee": 2, "Bo": 0, "Cy": 4}
    assert table.rounds[0]["points"]["Dee"] is None


# ── nobody gets a zero for a round not played ────────────────────────────────────────────


def test_a_late_player_without_agreed_points_has_no_place(table: Table) -> None:
    late = ledger(scores("Bo", Ann=10, Bo=0), scores("Bo", Ann=1, Bo=0, Dee=2), players=())
    people = "".join(
        f'[[players]]\nname = "{name}"\n{more}\n'
        for name, more in (("Ann", ""), ("Bo", ""), ("Dee", "joined = 2"))
    )
    table.lay(late.replace("[rules]", f"{people}[rules]"))
    assert table.standings == [(1, "Bo", 0, 0), (2, "Ann", 11, 0), (None, "Dee", 2, 1)]
    assert table.run("check").out == ""


def test_a_skipped_round_is_not_a_zero_and_costs_the_place_until_points_are_agreed(
    table: Table,
) -> None:
    table.add("10 o 20", "- o 3")
    assert table.standings == [(1, "Bo", 0, 0), (2, "Cy", 23, 0), (None, "Ann", 10, 1)]
    assert table.game.square(2, "Ann").points is None
    table("penalty", "Ann", "8", "--why", "agreed for the round she slept")
    assert table.standings == [(1, "Bo", 0, 0), (2, "Ann", 18, 0), (3, "Cy", 23, 0)]


def test_a_player_who_left_has_no_zeros_in_later_rounds_and_no_place(table: Table) -> None:
    table.plays("10 o 20; player leave Bo; places 1 Ann 10, 2 Cy 20, - Bo 0; 1 o; 2 o")
    assert table.standings == [(1, "Ann", 13, 0), (2, "Cy", 20, 0), (None, "Bo", 0, 2)]
    assert "Bo" not in table.game.played[2].scores
    assert table.run("check").out == ""


@pytest.mark.parametrize("last", ["9 o", "finish"])
def test_a_leader_who_leaves_cannot_win(last: str, table: Table) -> None:
    table.lay(ledger(rules=TWO_ROUNDS))
    table.plays(f"10 o 20; player leave Bo; {last}")
    assert table.winners == ["Ann"]
    assert [place for place, *_ in table.standings] == [1, 2, None]


# ── somebody leaves ──────────────────────────────────────────────────────────────────────


def test_leaving_says_what_stays_on_the_sheet(table: Table) -> None:
    table.add("10 o 20", "5 6 o")
    assert table("player", "leave", "bo") == [
        "Bo leaves after round 2, the fours. 6 points stay on the sheet, but Bo won't be ranked.",
        "Seats:  Ann -> Cy",
        "Round 3 of 11: deal 5 each, FIVES are wild. Cy deals, Ann begins.",
        "Type points in this order: Ann and Cy.",
        "wrong?  sk undo",
    ]
    assert table.game.players[1].left == 2


def test_a_leaving_player_may_finish_the_round_first(table: Table) -> None:
    table.add("10 o 20")
    said = table("player", "leave", "Bo", "--after", "2")
    assert said[0].startswith("Bo leaves after round 2, the fours.")
    table.add("1 2 o", "3 o")
    assert table.standings == [(1, "Ann", 14, 0), (2, "Cy", 20, 0), (None, "Bo", 2, 1)]


def test_a_player_may_leave_before_having_played(table: Table) -> None:
    table.plays("10 o 20; 5 6 o; player join Dee --points 0; player leave Dee --after 2")
    table.lay(ledger() + '[[players]]\nname = "Eli"\njoined = 2\n')
    table("player", "leave", "Eli")
    assert table.game.player("Eli").left == 1


@pytest.mark.parametrize(
    ("rules", "ends"),
    [
        pytest.param('winner = "low"\ntarget = 10', [], id="by its target"),
        pytest.param('winner = "low"', ["finish"], id="by a word"),
        pytest.param('winner = "low"\nrounds = 1', [], id="by itself"),
    ],
)
def test_nobody_loses_a_win_by_leaving_when_the_game_is_over(
    rules: str, ends: list[str], table: Table
) -> None:
    no_rounds = "" if "rounds" in rules else "rounds = 0\n"
    points = f'[rules]\ngame = "points"\n{no_rounds}dealer = "none"\n{rules}\n'
    table.lay(ledger(rules=points, game=""))
    table.plays("; ".join(["1 5 12", *ends]))
    table.run("player", "leave", "Ann", "-f", FILE)
    assert table.winners == ["Ann"]


# ── who deals ────────────────────────────────────────────────────────────────────────────

THREE = "1 o 2; 1 o 2; 1 o 2"

DEALS = {
    "a newcomer in turn, behind the last dealer but two": (
        f"{THREE}; player join Dee --after Ann --points 0; dealers ABCA;"
        " 1 2 o 3; 1 2 o 3; 1 2 o 3; 1 2 o 3; dealers ABCADBCA"
    ),
    "a newcomer to the left of who dealt last": (
        f"{THREE}; player join Dee --after Cy --points 0; dealers ABCD;"
        " 1 2 o 3; 1 2 o 3; 1 2 o 3; 1 2 o 3; dealers ABCDABCD"
    ),
    "a newcomer between two who dealt": (
        f"{THREE}; player join Dee --after Bo --points 0; dealers ABCA;"
        " 1 2 o 3; 1 2 o 3; 1 2 o 3; 1 2 o 3; dealers ABCABDCA"
    ),
    "past who dealt last and left": "10 o 20; player leave Ann; 1 o; 1 o; dealers ABCB",
    "past who would deal next and left": "10 o 20; player leave Bo; 1 o; 1 o; dealers ACAC",
    "past another who left": "10 o 20; player leave Cy; 1 o; 1 o; dealers ABAB",
    "past a dealer who left, who keeps the rounds dealt": (
        "1 o 2; 1 o 2; player leave Bo; dealers ABC; 1 o; 1 o; dealers ABCAC"
    ),
    "past who sat out": "1 o 2; 1 - o; dealers ACA; 1 o 2; dealers ACAB",
    "past who was named and left": "1 o 2; dealer Cy; player leave Cy; Ann deals",
    "past who was first and left": "player leave Ann; Bo deals; 1 o; dealers BC",
    "who is named first": "dealer Bo; dealers B",
}


@pytest.mark.parametrize("evening", DEALS.values(), ids=DEALS)
def test_the_deal_comes_to(evening: str, table: Table) -> None:
    table.plays(evening)


def test_a_dealer_who_is_named_deals_the_next_round_and_the_deal_passes_on(table: Table) -> None:
    table.add("1 o 2")
    assert table("dealer", "cy") == [
        "Seats:  Ann -> Bo -> Cy",
        "Round 2 of 11: deal 4 each, FOURS are wild. Cy deals, Ann begins.",
        "Type points in this order: Ann, Bo and Cy.",
    ]
    assert table.game.next_dealer == "Cy"
    table.add("1 o 2")
    after = table.game
    assert [after.next_dealer, after.rounds[1].dealer] == [None, "Cy"]
    table.plays("1 o 2; dealers ACAB")


def test_the_first_player_sits_to_the_left_of_the_named_dealer(table: Table) -> None:
    table("dealer", "Cy")
    assert (table.game.dealer, table.game.next_dealer) == ("Cy", None)
    assert (table.next["dealer"], table.next["begins"]) == ("Cy", "Ann")
    assert table.next["players"] == ["Ann", "Bo", "Cy"]


# ── another name ─────────────────────────────────────────────────────────────────────────

EVERYWHERE = """\
out = "Bo"
dealer = "Bo"
absent = ["Cy"]
note = "Bo dealt"

[rounds.scores]
Ann = 4

[rounds.hands]
Bo = "3S 3H 3D"

[rounds.totals]
Bo = -5

[rounds.adjust]
Bo = -5
"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            ledger(EVERYWHERE, game='dealer = "Bo"\nnext_dealer = "Bo"\n'), id="not in notes"
        ),
        pytest.param(
            ledger(f'out = ["Bo"]  # at last\n\n{scores(Ann=3, Bo=0, Cy=5)}'),
            id="a list of one stays a list",
        ),
    ],
)
def test_a_new_name_appears_everywhere(text: str, table: Table) -> None:
    table.lay(text)
    said = table("player", "rename", "bo", "Uncle Bo")
    assert said == ["Bo is now Uncle Bo, on the whole sheet."]
    assert table.text == text.replace('"Bo"', '"Uncle Bo"').replace("\nBo = ", '\n"Uncle Bo" = ')


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("Bo", "BO"), ("Bo", "Böe"), ("Cy", "Uncle Cy")),
        *(("Ann", "李"), ("Ann", 'Ann "Ace"'), ("Ann", "a.b")),
    ],
)
def test_a_name_may_become_any_name(old: str, new: str, table: Table) -> None:
    table.add("1 o 2", "3 4 o")
    before = table.standings
    table("player", "rename", old, new)
    assert table.standings == [
        (place, new if name == old else name, total, missed)
        for place, name, total, missed in before
    ]
    dealt = "".join(new[0] if name == old else name[0] for name in ("Ann", "Bo"))
    assert table.dealers[:2] == dealt


# ── other seats ──────────────────────────────────────────────────────────────────────────


def test_seats_alone_shows_the_order(table: Table) -> None:
    before = table.text
    assert table("seats") == [
        "Seats:  Ann -> Bo -> Cy",
        "Round 1 of 11: deal 3 each, THREES are wild. Ann deals, Bo begins.",
        "Type points in this order: Ann, Bo and Cy.",
    ]
    assert table.text == before


@pytest.mark.parametrize(
    ("order", "dealers", "written"),
    [
        pytest.param("Ann Cy Bo", "ABCB", [None, "Bo", "Cy"], id="two change seats"),
        pytest.param("Bo Cy Ann", "ABCA", [None, None, None], id="all move by one"),
        pytest.param("Cy Bo Ann", "ABCB", [None, "Bo", "Cy"], id="the other way round"),
    ],
)
def test_past_dealers_are_kept_when_seats_change(
    order: str, dealers: str, written: list[str | None], table: Table
) -> None:
    table.plays(f"{THREE}; seats {order}; dealers {dealers}")
    assert table.game.names == tuple(order.split())
    assert [round_.dealer for round_ in table.game.rounds] == written


def test_points_are_typed_in_the_new_order_and_the_past_stays(table: Table) -> None:
    table.add("1 o 2")
    said = table("seats", "cy", "ann", "bo")
    assert said[0] == "Seats:  Cy -> Ann -> Bo"
    assert said[-1] == "Type points in this order: Cy, Ann and Bo."
    table.add("7 8 o")
    first, second = (dict(block.scores) for block in table.game.played)
    assert (first, second) == ({"Ann": 1, "Bo": 0, "Cy": 2}, {"Cy": 7, "Ann": 8, "Bo": 0})


def test_seats_need_not_name_a_player_who_left(table: Table) -> None:
    table.plays("1 o 2; 1 o 2; player leave Bo; seats Cy Ann; dealers ABC")
    assert table.game.seated(3) == ("Cy", "Ann")


def test_impossible_packs_are_explained_in_words(table: Table) -> None:
    rules = RULES.replace("decks = 2", "decks = 1") + "rounds = [{ deal = 13, wild = 'K' }]\n"
    table.lay(ledger(players=("Ann", "Bo", "Cy", "Dee"), rules=rules))
    answer = table.run("next")
    assert answer.said[-1] == "1 pack: 52 cards, too few for 52 dealt and 1 turned up"
    assert table.next["stock"] is None
    assert table.run("house", "decks=2").code == 0
    assert table("next")[-1] == "2 packs: 104 cards, 52 dealt, 1 turned up, 51 to draw"
