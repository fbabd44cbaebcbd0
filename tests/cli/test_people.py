"""People come, leave, change names and seats: who deals, who has which points, who has a place."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import store
from scorekeeper.ledger import Game
from scorekeeper.store import load_ledger
from tests.program import HIGH, RULES, Answer, Run, ledger, refusal, scores, seeded

FILE = "thursday.toml"


@pytest.fixture
def table(run: Run, folder: Path) -> "Table":
    """Ann, Bo and Cy at Three Thirteen with two packs; Ann deals first."""
    seeded(folder / FILE, ledger())
    return Table(run, folder / FILE)


class Table:
    """A game at hand, and the program to play it with."""

    def __init__(self, run: Run, path: Path) -> None:
        self.run = run
        self.path = path

    def __call__(self, *words: str) -> list[str]:
        """What a command says that is done without complaint, but for the title's line."""
        said = self.run(*words)
        assert (said.code, said.err) == (0, "")
        return said.said[1:]

    def add(self, *rounds: str) -> None:
        """Record rounds, a line of entries each."""
        for line in rounds:
            assert self.run("add", *line.split()).code == 0

    @property
    def game(self) -> Game:
        return load_ledger(self.path)

    @property
    def next(self) -> dict[str, Any]:
        card: dict[str, Any] = self.run("next", "--json").facts
        return card

    @property
    def dealers(self) -> str:
        """The initials of who dealt each round, and of who deals the next."""
        rounds = self.run("sheet", "--json").facts["rounds"]
        return "".join(block["dealer"][0] for block in rounds) + (self.next["dealer"] or "-")[0]

    @property
    def standings(self) -> list[tuple[int | None, str, int, int]]:
        """Place, name, total and rounds missed of everybody."""
        told = self.run("standings", "--json").facts["standings"]
        return [(line["place"], line["player"], line["total"], line["missed"]) for line in told]


# ── somebody comes ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rounds", "typed", "start"),
    [
        pytest.param(["10 o 20"], "average", 10, id="the average"),
        pytest.param(["10 o 20"], "a", 10, id="in a letter"),
        pytest.param(["10 o 21"], "average", 10, id="a third down"),
        pytest.param(["10 o 22"], "average", 11, id="two thirds up"),
        pytest.param(["10 o 20"], "worst", 20, id="the worst"),
        pytest.param(["10 o 20"], "w", 20, id="the worst, in a letter"),
        pytest.param(["10 o 20"], "Worst", 20, id="in any case"),
        pytest.param(["10 o 20"], "7", 7, id="a number"),
        pytest.param(["10 o 20"], "0", 0, id="nothing, when that is what was agreed"),
        pytest.param(["10 o -"], "average", 5, id="the absent have no say"),
        pytest.param(["11 o -"], "average", 6, id="halves go up"),
        pytest.param(["11 o -"], "worst", 11, id="the worst of those who played"),
    ],
)
def test_a_late_player_gets_the_agreed_points(
    rounds: list[str], typed: str, start: int, table: Table
) -> None:
    table.add(*rounds)
    said = table("player", "join", "Dee", "--points", typed)
    word = "point" if start == 1 else "points"
    assert said == [
        f"Dee plays from round 2, the fours, with {start} {word}.",
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
    points: str, typed: str, start: int, run: Run, folder: Path
) -> None:
    text = ledger(players=("Ann", "Bo"), rules=HIGH, game="")
    table = Table(run, seeded(folder / FILE, text))
    table.add(points)
    table("player", "join", "Dee", "--points", typed)
    assert table.game.players[2].start == start


def test_a_player_who_joins_before_the_first_round_needs_no_points(table: Table) -> None:
    said = table("player", "join", "Dee", "--after", "Ann")
    assert said[0] == "Dee plays from round 1, the threes."
    assert (table.game.names, table.game.players[1].start) == (("Ann", "Dee", "Bo", "Cy"), None)
    assert table.next["players"] == ["Dee", "Bo", "Cy", "Ann"]


def test_nobody_joins_with_points_that_would_end_the_game_before_a_card_is_dealt(
    table: Table,
) -> None:
    table("house", "target=40")
    table.add("10 o 22")
    before = table.path.read_bytes()
    problem, remedy = "the game would be over right away with 40 points", "agree on less than 40"
    said = table.run("player", "join", "Dee", "--points", "40")
    assert said == Answer("", refusal(problem, remedy), 2)
    assert table.path.read_bytes() == before
    table("player", "join", "Dee", "--points", "39")
    assert table.next["players"] == ["Cy", "Dee", "Ann", "Bo"]


@pytest.mark.parametrize("words", [["player", "join", "Anna"], ["player", "rename", "cy", "Anna"]])
def test_a_new_name_that_differs_by_a_letter_is_mentioned(table: Table, words: list[str]) -> None:
    said = table.run(*words)
    assert (said.code, said.err) == (0, "Ann and Anna differ by one letter: taken as two people\n")
    assert "Anna" in table.game.names


def test_a_player_who_has_left_comes_back_by_another_name_or_by_undo(table: Table) -> None:
    table.add("10 o 22")
    table("player", "leave", "bo")
    problem = "Bo has left, and a sheet can't have a name twice"
    remedy = "join as Bo II, or sk undo right after the leaving"
    assert table.run("player", "join", "bo") == Answer("", refusal(problem, remedy), 2)
    table("player", "join", "Bo II", "--points", "0")
    assert sorted(table.next["players"]) == ["Ann", "Bo II", "Cy"]


def test_a_full_table_has_no_seat(run: Run) -> None:
    run("new", "Ann", "Bo", "Cy", "--game", "deuces-arent-wild", "--dealer", "Ann")
    assert run("player", "join", "Dee") == Answer(
        "",
        refusal(
            "Deuces Aren't Wild is for at most 3 players",
            "somebody has to leave first, like sk player leave cy",
        ),
        2,
    )


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


def test_the_number_of_packs_depends_on_the_first_players(run: Run, folder: Path) -> None:
    rules = '[rules]\ngame = "three-thirteen"\n'
    before = scores("Bo", Ann=5, Bo=0)
    seeded(folder / FILE, ledger(before, players=("Ann", "Bo"), rules=rules))
    table = Table(run, folder / FILE)
    assert table.next["decks"] == 1
    table("player", "join", "Cy", "--points", "3")
    assert table.next["decks"] == 1
    said = run("player", "join", "Dee", "--points", "3")
    assert said.err.startswith("1 pack aren't enough for all rounds: play with 2,")


def test_joining_warns_when_there_are_too_few_packs(table: Table) -> None:
    for name in ("Dee", "Eli", "Fay", "Gus"):
        table("player", "join", name)
    said = table.run("player", "join", "Hal")
    assert said.code == 0
    assert said.err == (
        "2 packs aren't enough for all rounds: play with 3,  sk house decks=3\n"
        f"check found 1 thing in {FILE}:  sk check {FILE}\n"
    )
    assert table.run("house", "decks=3").code == 0
    assert table.next["decks"] == 3


def test_packs_that_do_for_the_rounds_to_come_are_not_too_few(run: Run, folder: Path) -> None:
    rules = "[rules]\ndecks = 1\nrounds = [{ deal = 3 }, { deal = 13 }, { deal = 4 }]\n"
    seeded(folder / FILE, ledger(rules=rules))
    table = Table(run, folder / FILE)
    table.add("10 o 20")
    said = table.run("player", "join", "Dee", "--points", "3")
    assert said.err.startswith("1 pack aren't enough for all rounds: play with 2,")
    assert table.run("undo").code == 0
    table.add("10 o 20")
    assert table.run("player", "join", "Dee", "--points", "3").err == ""


@pytest.mark.parametrize(
    ("deal", "said"), [(17, ""), (18, "1 pack aren't enough for all rounds: play with 2,")]
)
def test_a_pack_that_just_does_is_enough(deal: int, said: str, run: Run, folder: Path) -> None:
    rules = f"[rules]\ndecks = 1\nrounds = [{{ deal = {deal} }}]\n"
    seeded(folder / FILE, ledger(players=("Ann", "Bo"), rules=rules))
    assert run("player", "join", "Cy").err.partition("  ")[0] == said


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


@pytest.mark.parametrize(
    "words", [["player", "join", "Dee", "--points", "5"], ["player", "rename", "Cy", "Dee"]]
)
def test_entries_for_a_stranger_never_count_for_a_new_player(
    words: list[str], run: Run, folder: Path
) -> None:
    text = ledger('out = "Dee"\n' + scores(None, Ann=12, Bo=0, Cy=5))
    path = seeded(folder / FILE, text)
    said = run(*words, "-f", FILE)
    problem = "it already has entries for Dee, which would count from now on"
    remedy = f"see where with sk check, and remove them with sk edit -f {FILE}"
    assert said == Answer("", refusal(f"{FILE}: {problem}", remedy), 3)
    assert path.read_bytes().decode() == text


@pytest.mark.parametrize(
    ("after", "order", "dealers"),
    [
        pytest.param("Ann", "Ann Dee Bo Cy", "ABCA", id="behind the last dealer but two"),
        pytest.param("Cy", "Ann Bo Cy Dee", "ABCD", id="to the left of who dealt last"),
        pytest.param("Bo", "Ann Bo Dee Cy", "ABCA", id="between two who dealt"),
    ],
)
def test_the_deal_comes_to_a_newcomer_in_turn_and_the_past_stays(
    after: str, order: str, dealers: str, table: Table
) -> None:
    table.add("1 o 2", "1 o 2", "1 o 2")
    table("player", "join", "Dee", "--after", after, "--points", "0")
    assert table.game.names == tuple(order.split())
    assert table.dealers == dealers
    table.add("1 2 o 3", "1 2 o 3", "1 2 o 3", "1 2 o 3")
    later = table.dealers[2:]
    seats = "".join(name[0] for name in order.split())
    assert all((seats * 2)[seats.index(dealer) + 1] == then for dealer, then in pairwise(later))


def test_points_go_to_the_newcomer_where_the_seat_is(table: Table) -> None:
    table.add("10 o 20")
    table("player", "join", "Dee", "--after", "Ann", "--points", "0")
    table.add("1 2 o 4")
    assert dict(table.game.played[1].scores) == {"Ann": 1, "Dee": 2, "Bo": 0, "Cy": 4}


def test_a_late_player_is_in_no_earlier_round(table: Table) -> None:
    table.add("10 o 20")
    table("player", "join", "Dee", "--points", "5")
    refused = table.run("fix", "1", "dee=4")
    assert refused == Answer(
        "",
        refusal(
            "Dee was not at the table in round 1, the threes", "give entries for Ann, Bo and Cy"
        ),
        2,
    )
    sheet = table.run("sheet", "--json").facts
    assert sheet["rounds"][0]["points"]["Dee"] is None


# ── nobody gets a zero for a round not played ────────────────────────────────────────────


def test_a_late_player_without_agreed_points_has_no_place(run: Run, folder: Path) -> None:
    late = ledger(scores("Bo", Ann=10, Bo=0), scores("Bo", Ann=1, Bo=0, Dee=2), players=())
    seats = '[[players]]\nname = "{}"\n{}\n'
    people = "".join(seats.format(*row) for row in (("Ann", ""), ("Bo", ""), ("Dee", "joined = 2")))
    table = Table(run, seeded(folder / FILE, late.replace("[rules]", f"{people}[rules]")))
    assert table.standings == [(1, "Bo", 0, 0), (2, "Ann", 11, 0), (None, "Dee", 2, 1)]
    assert run("check").out == ""


def test_a_skipped_round_is_not_a_zero_and_costs_the_place(table: Table) -> None:
    table.add("10 o 20", "- o 3")
    assert table.standings == [(1, "Bo", 0, 0), (2, "Cy", 23, 0), (None, "Ann", 10, 1)]
    assert table.game.cell(2, "Ann").points is None


def test_an_agreed_number_covers_a_round_sat_out(table: Table) -> None:
    table.add("10 o 20", "- o 3")
    table("penalty", "Ann", "8", "--why", "agreed for the round she slept")
    assert table.standings == [(1, "Bo", 0, 0), (2, "Ann", 18, 0), (3, "Cy", 23, 0)]


def test_a_player_who_left_has_no_zeros_in_later_rounds(table: Table) -> None:
    table.add("10 o 20", "5 6 o")
    table("player", "leave", "Bo")
    table.add("1 o", "2 o")
    assert table.standings == [(1, "Ann", 18, 0), (2, "Cy", 20, 0), (None, "Bo", 6, 2)]
    assert "Bo" not in table.game.played[3].scores
    assert table.run("check").out == ""


def test_a_leader_who_leaves_cannot_win(run: Run, folder: Path) -> None:
    three = '[rules]\ngame = "three-thirteen"\ndecks = 2\nrounds = [' + (
        '{ deal = 3, wild = "3" }, { deal = 4, wild = "4" }]\n'
    )
    table = Table(run, seeded(folder / FILE, ledger(rules=three)))
    table.add("10 o 20")
    table("player", "leave", "Bo")
    table.add("9 o")
    told = run("standings", "--json", "-f", FILE).facts
    assert (told["finished"], told["winners"]) == (True, ["Ann"])
    assert [line["place"] for line in told["standings"]] == [1, 2, None]


def test_a_player_who_left_has_no_place(table: Table) -> None:
    table.add("10 o 20")
    table("player", "leave", "Bo")
    assert [(place, name) for place, name, _, _ in table.standings] == [
        (1, "Ann"),
        (2, "Cy"),
        (None, "Bo"),
    ]
    table("finish")
    assert table.run("standings", "--json", "-f", FILE).facts["winners"] == ["Ann"]


# ── somebody leaves ──────────────────────────────────────────────────────────────────────


def test_leaving_says_what_stays_on_the_sheet(table: Table) -> None:
    table.add("10 o 20", "5 6 o")
    assert table("player", "leave", "bo") == [
        "Bo leaves after round 2, the fours. 6 points stay on the sheet, without a place.",
        "Seats:  Ann -> Cy",
        "Round 3 of 11: deal 5 each, FIVES are wild. Cy deals, Ann begins.",
        "Type points in this order: Ann and Cy.",
        "wrong?  sk undo",
    ]
    assert table.game.players[1].left == 2


@pytest.mark.parametrize(
    ("leaves", "dealers"),
    [
        pytest.param("Ann", "ABCB", id="who dealt last"),
        pytest.param("Bo", "ACAC", id="who would deal next"),
        pytest.param("Cy", "ABAB", id="another"),
    ],
)
def test_the_deal_skips_a_player_who_left(leaves: str, dealers: str, table: Table) -> None:
    table.add("10 o 20")
    table("player", "leave", leaves)
    table.add("1 o", "1 o")
    assert table.dealers == dealers


def test_the_deal_skips_a_dealer_who_left(table: Table) -> None:
    table.add("1 o 2", "1 o 2")
    table("player", "leave", "Bo")
    assert table.dealers == "ABC"
    table.add("1 o", "1 o")
    assert table.dealers == "ABCAC"


def test_the_deal_skips_a_player_who_sat_out(table: Table) -> None:
    table.add("1 o 2", "1 - o")
    assert table.dealers == "ACA"
    table.add("1 o 2")
    assert table.dealers == "ACAB"


def test_a_named_dealer_who_left_does_not_deal(table: Table) -> None:
    table.add("1 o 2")
    table("dealer", "Cy")
    table("player", "leave", "Cy")
    assert table.next["dealer"] == "Ann"
    assert table.next["players"] == ["Bo", "Ann"]


def test_a_first_dealer_who_leaves_before_round_1_does_not_deal(table: Table) -> None:
    table("player", "leave", "Ann")
    assert table.next["dealer"] == "Bo"
    table.add("1 o")
    assert table.dealers == "BC"


def test_a_leaving_player_may_finish_the_round_first(table: Table) -> None:
    table.add("10 o 20")
    said = table("player", "leave", "Bo", "--after", "2")
    assert said[0].startswith("Bo leaves after round 2, the fours.")
    table.add("1 2 o", "3 o")
    assert table.standings == [(1, "Ann", 14, 0), (2, "Cy", 20, 0), (None, "Bo", 2, 1)]


def test_nobody_leaves_before_they_came(table: Table) -> None:
    table.add("10 o 20", "5 6 o")
    table("player", "join", "Dee", "--points", "0")
    before = table.path.read_bytes()
    problem = "Dee only joined in round 3, the fives"
    remedy = "leave --after out, or undo the return with sk undo"
    said = table.run("player", "leave", "Dee", "--after", "1")
    assert said == Answer("", refusal(problem, remedy), 2)
    assert table.path.read_bytes() == before
    table("player", "leave", "Dee", "--after", "2")


def test_a_player_who_would_join_later_leaves_without_having_played(table: Table) -> None:
    table.path.write_text(table.path.read_text() + '[[players]]\nname = "Dee"\njoined = 2\n')
    table("player", "leave", "Dee")
    assert table.game.player("Dee").left == 1


def test_nobody_leaves_twice(table: Table) -> None:
    table.add("10 o 20")
    table("player", "leave", "Bo")
    table.add("1 o")
    refused = table.run("player", "leave", "Bo")
    assert (refused.code, refused.err.splitlines()[0]) == (
        2,
        "error: Bo left after round 1, the threes",
    )
    assert table.game.players[1].left == 1
    assert table.run("check").out == ""


def test_a_player_who_left_did_not_go_out(table: Table) -> None:
    table.add("10 o 20")
    table("player", "leave", "Bo")
    table.add("4 6")
    before = table.path.read_bytes()
    assert table.run("fix", "last", "--out", "bo") == Answer(
        "",
        refusal("Bo was not at the table in round 2, the fours", "give entries for Ann and Cy"),
        2,
    )
    assert table.path.read_bytes() == before


@pytest.mark.parametrize(
    ("rules", "ends"),
    [
        pytest.param(HIGH.replace('"high"', '"low"\ntarget = 10'), [], id="by its target"),
        pytest.param(HIGH.replace('"high"', '"low"'), ["finish"], id="by a word"),
        pytest.param(
            HIGH.replace('"high"', '"low"').replace("rounds = 0", "rounds = 1"), [], id="by itself"
        ),
    ],
)
def test_nobody_loses_a_win_by_leaving_when_the_game_is_over(
    rules: str, ends: list[str], run: Run, folder: Path
) -> None:
    table = Table(run, seeded(folder / FILE, ledger(rules=rules, game="")))
    table.add("1 5 12")
    if ends:
        table(*ends)
    run("player", "leave", "Ann", "-f", FILE)
    told = run("standings", "--json", "-f", FILE).facts
    assert (told["finished"], told["winners"]) == (True, ["Ann"])


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


def test_a_new_name_appears_everywhere_but_in_notes(run: Run, folder: Path) -> None:
    text = ledger(EVERYWHERE, game='dealer = "Bo"\nnext_dealer = "Bo"\n')
    table = Table(run, seeded(folder / FILE, text))
    assert table("player", "rename", "bo", "Uncle Bo") == ["Bo is Uncle Bo from now on."]
    renamed = text.replace('"Bo"', '"Uncle Bo"').replace("\nBo = ", '\n"Uncle Bo" = ')
    assert table.path.read_text("utf-8") == renamed
    assert 'note = "Bo dealt"' in renamed


def test_a_list_of_one_name_stays_a_list_after_a_rename(run: Run, folder: Path) -> None:
    text = ledger(f'out = ["Bo"]  # at last\n\n{scores(Ann=3, Bo=0, Cy=5)}')
    table = Table(run, seeded(folder / FILE, text))
    table("player", "rename", "bo", "Uncle Bo")
    renamed = text.replace('"Bo"', '"Uncle Bo"').replace("\nBo = ", '\n"Uncle Bo" = ')
    assert table.path.read_text("utf-8") == renamed


@pytest.mark.parametrize(
    ("old", "new", "now"),
    [
        ("Bo", "BO", "BO"),
        ("Bo", "Böe", "Böe"),
        ("Cy", "Uncle Cy", "Uncle Cy"),
        ("Ann", "李", "李"),
        ("Ann", 'Ann "Ace"', 'Ann "Ace"'),
        ("Ann", "a.b", "a.b"),
    ],
)
def test_a_name_may_become_any_name(old: str, new: str, now: str, table: Table) -> None:
    table.add("1 o 2", "3 4 o")
    before = table.standings
    table("player", "rename", old, new)
    assert table.standings == [
        (place, now if name == old else name, total, missed)
        for place, name, total, missed in before
    ]
    assert table.dealers[:2] == "".join(
        now[0] if name == old else name[0] for name in ("Ann", "Bo")
    )


# ── other seats ──────────────────────────────────────────────────────────────────────────


def test_seats_alone_shows_the_order(table: Table) -> None:
    before = table.path.read_bytes()
    assert table("seats") == [
        "Seats:  Ann -> Bo -> Cy",
        "Round 1 of 11: deal 3 each, THREES are wild. Ann deals, Bo begins.",
        "Type points in this order: Ann, Bo and Cy.",
    ]
    assert table.path.read_bytes() == before


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
    table.add("1 o 2", "1 o 2", "1 o 2")
    table("seats", *order.split())
    assert table.game.names == tuple(order.split())
    assert table.dealers == dealers
    assert [round_.dealer for round_ in table.game.rounds] == written


def test_points_are_typed_in_the_new_order_and_the_past_stays(table: Table) -> None:
    table.add("1 o 2")
    said = table("seats", "cy", "ann", "bo")
    assert said[0] == "Seats:  Cy -> Ann -> Bo"
    assert said[-1] == "Type points in this order: Cy, Ann and Bo."
    table.add("7 8 o")
    assert dict(table.game.played[1].scores) == {"Cy": 7, "Ann": 8, "Bo": 0}
    assert dict(table.game.played[0].scores) == {"Ann": 1, "Bo": 0, "Cy": 2}


def test_seats_need_not_name_a_player_who_left(table: Table) -> None:
    table.add("1 o 2", "1 o 2")
    table("player", "leave", "Bo")
    table("seats", "Cy", "Ann")
    assert table.game.seated(3) == ("Cy", "Ann")
    assert table.dealers[:2] == "AB"


# ── another dealer ───────────────────────────────────────────────────────────────────────


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
    table.add("1 o 2")
    assert table.dealers == "ACAB"


def test_before_the_first_round_the_named_dealer_is_the_first(table: Table) -> None:
    table("dealer", "Bo")
    assert (table.game.dealer, table.game.next_dealer) == ("Bo", None)
    assert table.dealers == "B"


def test_the_first_player_sits_to_the_left_of_the_named_dealer(table: Table) -> None:
    table("dealer", "Cy")
    assert (table.next["dealer"], table.next["begins"]) == ("Cy", "Ann")
    assert table.next["players"] == ["Ann", "Bo", "Cy"]


def test_impossible_packs_are_explained_in_words(run: Run, folder: Path) -> None:
    text = ledger(players=("Ann", "Bo", "Cy", "Dee"), rules=RULES.replace("decks = 2", "decks = 1"))
    last = "\nrounds = [{ deal = 13, wild = 'K' }]\n"
    seeded(folder / FILE, text.rstrip() + last)
    answer = run("next")
    assert answer.said[-1] == "1 pack: 52 cards, too few for 52 dealt and 1 turned up"
    assert answer.err == f"check found 1 thing in {FILE}:  sk check {FILE}\n"
    assert run("next", "--json").facts["stock"] is None
    assert run("house", "decks=2").code == 0
    answer = run("next")
    assert answer.said[-1] == "2 packs: 104 cards, 52 dealt, 1 turned up, 51 to draw"
    assert answer.err == ""
