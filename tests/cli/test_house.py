"""``house``: a rule that the table agrees on holds from a round on, and the past doesn't change."""

import re
from pathlib import Path

import pytest

from scorekeeper import store
from scorekeeper.errors import LedgerError
from scorekeeper.ledger.standings import standings
from tests.cli.evenings import Table
from tests.program import TWO_ROUNDS, Answer, Run, facts, ledger, refusal, scores
from tests.tables import rows
from tests.terminal import Sits
from tests.values import totals

FILE = "thursday.toml"

WILDS_ALONE = """\
out = "Ann"

[rounds.scores]
Bo = 12
Cy = 5

[rounds.hands]
Ann = "3S 3H 3D"
"""
"""Ann went out with three wilds, as she may unless every meld needs a natural card."""

SECOND = scores("Bo", Ann=3, Bo=0, Cy=1)

WILDS_LEFT = 'out = "Bo"\n\n[rounds.scores]\nBo = 0\nCy = 5\n\n[rounds.hands]\nAnn = "3S 3H 3D"\n'
"""Ann has three wilds left, which cost nothing unless every meld needs a natural card."""


@pytest.fixture
def wilds(table: Table) -> Table:
    """Two rounds; in the first, somebody went out with three wilds."""
    table.lay(ledger(WILDS_ALONE, SECOND))
    return table


def done(table: Table, *words: str) -> list[str]:
    return table(*words, "-f", FILE)


def test_a_player_who_went_out_in_the_past_stays_out_whatever_is_agreed_later(wilds: Table) -> None:
    assert done(wilds, "house", "one-wild") == [
        "From round 3, the fives, on:",
        "  a meld may hold at most one wild  (wild_limit=one)",
        "Earlier rounds stay as they are. If you meant all rounds:"
        f"  sk house -f {FILE} one-wild --from 1",
    ]
    assert totals(wilds.game) == {"Ann": 3, "Cy": 6, "Bo": 12}
    assert wilds.run("check", FILE) == Answer("", "", 0)


def test_the_next_round_is_played_by_the_new_rule_and_an_earlier_one_corrected_by_the_old(
    wilds: Table,
) -> None:
    run = wilds.run
    done(wilds, "house", "one-wild", "ace_points=15")
    assert run("add", "o:5s5h5dkckc", "1", "2", "-f", FILE).code == 1
    done(wilds, "add", "o:5skskhkckd", "a+2", "9h9s8cacad")
    assert totals(wilds.game) == {"Ann": 3, "Bo": 29, "Cy": 62}
    done(wilds, "fix", "1", "bo=asah3d")
    assert totals(wilds.game)["Bo"] == 17, "two aces and a wild are a set in round 1"
    done(wilds, "fix", "3s", "cy=3h3c9d")
    assert totals(wilds.game)["Cy"] == 57
    claims = (("3s3h3dkd", "1", 0), ("4s4h4d4ckd", "4s", 0), ("6s6h6d6c6s6hkd", "6s", 1))
    for claim, number, code in claims:
        assert run("verify", claim, "--round", number, "-f", FILE).code == code
    hands = {"1": "ac7h7s", "3": "7h8h9h10hac", "last": "7h8h9h10hac", "6s": "7h8h9h10hjhac"}
    found = {}
    for number, hand in hands.items():
        told = facts(run, "deadwood", hand, "--round", number, "-f", FILE)
        found[number] = [card["points"] for card in told["deadwood"] if card["card"] == "AC"]
    assert found == {"1": [1], "3": [15], "last": [15], "6s": [15]}


def test_cards_added_later_do_not_belong_to_an_earlier_round(wilds: Table) -> None:
    done(wilds, "house", "jokers")
    assert wilds.run("deadwood", "jk7h7s", "--round", "1", "-f", FILE).code == 2
    assert wilds.run("deadwood", "jk7h7s5d5c", "-f", FILE).code == 0
    assert wilds.run("fix", "1", "bo=jk7h7s", "-f", FILE).code == 2
    assert wilds.next["stock"] == 2 * 54 - 15 - 1
    assert "2 packs: 108 cards, 15 dealt, 1 turned up, 92 to draw" in done(wilds, "next")


def test_a_rule_from_round_1_counts_hands_again_but_players_stay_out(table: Table) -> None:
    table.lay(ledger(WILDS_ALONE.replace("Cy = 5\n", "") + 'Cy = "3S 3C 9H"\n', SECOND))
    done(table, "house", "one-wild")
    answer = table.run("house", "one-wild", "--from", "1", "-f", FILE)
    rule, counted, *rows = answer.said
    assert rule == "a meld may hold at most one wild  (wild_limit=one)"
    assert counted == "Hands on the sheet are counted again; points typed as numbers stay."
    assert [row.split()[:3] for row in rows[1:]] == [
        *(["Ann", "3", "3"], ["Bo", "12", "12"], ["Cy", "1", "16"])
    ]
    game = table.game
    assert (game.rules.wild_limit, game.changes) == ("one", ())
    assert (game.rounds[0].scores, game.rounds[0].note) == ({"Ann": 0, "Bo": 12}, None)
    assert totals(game) == {"Ann": 3, "Bo": 12, "Cy": 16}
    said = table.run("check", FILE).said
    checks = [line.split(": ")[2] for line in said if line.startswith(FILE)]
    assert "out-claim" in checks
    assert "score-hand" not in checks
    assert table.text.startswith("schema = 1\n")


def test_the_winners_before_and_after_are_shown_if_a_rule_was_meant_all_along(table: Table) -> None:
    table.lay(ledger(WILDS_LEFT, scores("Cy", Ann=1, Bo=4, Cy=0), rules=TWO_ROUNDS))
    refused = refusal(
        "there is no round left for a new rule",
        "add --from 1 to change the rounds played so far as well",
    )
    assert table.run("house", "one-natural", "-f", FILE) == Answer("", refused, 2)
    said = done(table, "house", "one-natural", "--from", "1")
    assert said[-2:] == ["before: ANN wins with 1 point.", "BO wins with 4 points."]


def test_a_rule_switched_off_is_written_in_the_same_way(table: Table) -> None:
    text = ledger(SECOND, rules=TWO_ROUNDS + 'wild_limit = "natural"\n')
    table.lay(text)
    done(table, "house", "--off", "one-natural")
    assert table.game.rules.wild_limit == "natural"
    assert table.game.rules_now.wild_limit == "any"
    done(table, "house", "--off", "one-natural", "--from", "1")
    assert (table.game.rules.wild_limit, table.game.changes) == ("any", ())
    done(table, "undo", "-n", "2")
    assert table.text == text


def test_house_says_what_holds_and_from_which_round(wilds: Table) -> None:
    done(wilds, "house", "one-wild", "joker_points=10")
    line = "House rules from round 3: a joker left over costs 10, a meld may hold at most one wild"
    for command in ("house", "sheet", "standings", "next"):
        assert done(wilds, command)[-1] == line, command
    told = facts(wilds.run, "house")
    assert told["rules"]["wild_limit"] == "one"
    assert told["changes"] == [{"from": 3, "rules": {"joker_points": 10, "wild_limit": "one"}}]
    assert facts(wilds.run, "rules", "-f", FILE) == told


def test_a_rule_change_written_by_hand_is_shown_with_its_round(table: Table) -> None:
    text = SCHEMA_2 + "\n[[changes]]\nfrom = 4\n"
    table.lay(text)
    assert "House rules" not in done(table, "sheet")[-1]
    table.lay(text + "jokers = 1\n" + BLOCK)
    agreed = "from round 2: a meld may hold at most one wild; from round 4: 1 joker in each pack"
    assert done(table, "sheet")[-1] == f"House rules {agreed}"


def test_the_next_game_has_the_rules_of_the_last_round_and_no_play_off(
    table: Table, folder: Path
) -> None:
    table.lay(ledger(scores("Bo", Ann=12, Bo=0, Cy=20), rules=TWO_ROUNDS))
    for words in ("house one-wild", "add o 12 20", "playoff"):
        done(table, *words.split())
    assert 'ties = "bonus-round"' in table.text
    done(table, "add", "3", "o")
    file = next(line for line in done(table, "again") if line.startswith("Score sheet: "))[13:]
    text = (folder / file).read_text("utf-8")
    assert text.startswith("schema = 1\n")
    assert 'wild_limit = "one"\n' in text
    assert 'ties = "shared"\n' in text


@pytest.mark.parametrize(
    "rules", ["", "ace_runs=both jokers=2 wild_limit=one set_max=4 set_distinct_suits=true"]
)
def test_every_house_rule_is_shown_and_can_be_typed_as_shown(rules: str, table: Table) -> None:
    table("house", *rules.split())
    said = table("house")
    start = next(at for at, line in enumerate(said) if "house rule for" in line)
    assert re.findall(r"\((\w+=\w+)\)", "".join(said[:start])) == rules.split()
    head, *rows, _, _, _ = said[start:]
    assert not any("--rule" in row for row in rows)
    at = head.index("house rule")
    switches = [row[at:].split(" ")[0].strip(",") for row in rows]
    switches = [switch for switch in switches if switch != "-"]
    assert len(switches) > 5
    back = {"wild_limit=any", "jokers=0", "ace_runs=low", "set_distinct_suits=false"}
    assert not rules or back <= set(switches)
    for switch in switches:
        table("house", switch)
        table("undo")


def test_house_rules_that_already_hold_change_nothing(table: Table) -> None:
    before = table.text
    already = "Those are the house rules already; nothing was changed."
    assert table("house", "wild_limit=any")[-1] == already
    assert table.text == before


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("rounds=1", "rounds=1"),
        ("rounds=[{ deal = 3, wild = '3' }, { deal = 5, wild = 'Q' }]", "rounds="),
        ("bonus_round={ deal = 3 }", "bonus_round={ deal = 3 }"),
        ("bonus_round={ deal = 3, wild = 'A' }", "bonus_round={ deal = 3, wild = A }"),
        ("players=[2, 5]", "players=[2, 5]"),
        ("decks=3", "decks=3"),
        ("several_out=true", "several_out=true"),
        ("target=100", "target=100"),
        ("ties=bonus-round", "ties=bonus-round"),
    ],
)
@pytest.mark.parametrize("rounds", ["", 'rounds = [{ deal = 3, wild = "3" }, { deal = 4 }]\n'])
def test_a_rule_of_the_whole_game_is_noted_in_the_last_round_as_it_is_typed(
    setting: str, value: str, rounds: str, table: Table
) -> None:
    text = ledger(scores("Bo", Ann=5, Bo=0, Cy=9), rules=f"[rules]\ndecks = 2\n{rounds}")
    table.lay(text)
    done(table, "house", setting)
    said = (table.game.rounds[0].note or "").partition("house rules for the whole game: ")[2]
    assert said.replace('"', "").startswith(value)
    assert "roundspec" not in said.lower()
    done(table, "undo")
    assert table.text == text


@pytest.mark.parametrize(
    ("rules", "rounds"),
    [
        pytest.param("", ["hands = { Ann = 'JK 5H 9C' }"], id="a strange card"),
        pytest.param("", ["hands = { Ann = '5H 5H 5H' }"], id="a card too often"),
        pytest.param("", ["out = ['Ann', 'Bo']\nscores = { Ann = 0, Bo = 0 }"], id="two out"),
        pytest.param(
            "several_out = true\n",
            ["out = ['Ann', 'Bo']\nscores = { Ann = 0, Bo = 0 }"],
            id="two out, as they may be",
        ),
        pytest.param(
            "", [*(["scores = { Ann = 1 }"] * 11), "hands = { Ann = '5H' }"], id="a round too many"
        ),
    ],
)
def test_an_impossible_round_does_not_block_other_house_rules(
    rules: str, rounds: list[str], table: Table
) -> None:
    table.lay(ledger(*rounds, rules=f"[rules]\n{rules}"))
    assert table.run("house", "ace_points=15", "--from", "1", "-f", FILE).code == 0
    assert table.game.rules.ace_points == 15


# ── the text ─────────────────────────────────────────────────────────────────────────────

OWN_LAYOUT = Path(__file__).with_name("own_layout.toml").read_text("utf-8")

SCHEMA_2 = OWN_LAYOUT.replace("schema = 1", "schema = 2")

BLOCK = '\n[[changes]]\nfrom = 2\nwild_limit = "one"\n'

NO_RULES = re.sub(r"\[rules\].*\n.*\n.*# red", "# red", OWN_LAYOUT)

FIRST, ROUNDS = "2   # the first\n", "# ── the rounds"

LAYOUTS = {
    "below the rules": (OWN_LAYOUT, "and blue\n", "and blue\n", f"and blue\n{BLOCK}"),
    "before the rounds where there are no rules": (
        NO_RULES,
        "[[rounds]]",
        "[[rounds]]",
        f"{BLOCK[1:]}\n[[rounds]]",
    ),
    "behind another": (
        SCHEMA_2,
        ROUNDS,
        f"[[changes]]\nfrom = 1\njokers = 2  # new\n# packs\n\n{ROUNDS}",
        f"[[changes]]\nfrom = 1\njokers = 2  # new\n{BLOCK}# packs\n\n{ROUNDS}",
    ),
    "in a line": (
        SCHEMA_2,
        FIRST,
        f"{FIRST}changes = [{{ from = 1, jokers = 2 }}]  # new packs\n",
        f"{FIRST}changes = [{{ from = 1, jokers = 2 }},"
        ' { from = 2, wild_limit = "one" }]  # new packs\n',
    ),
    "in a line before another": (
        SCHEMA_2,
        FIRST,
        f"{FIRST}changes = [{{ from = 3, jokers = 2 }}]  # new packs\n",
        f'{FIRST}changes = [{{ from = 2, wild_limit = "one" }},'
        " { from = 3, jokers = 2 }]  # new packs\n",
    ),
}
"""A ledger, a place in it, what stands there, and what stands there after the change."""


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CR LF"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_change_goes_below_the_rules_and_the_rest_stays(
    layout: str, ends: str, table: Table
) -> None:
    text, place, *there = LAYOUTS[layout]
    before, after = (text.replace(place, words).replace("\n", ends) for words in there)
    table.lay(before)
    done(table, "house", "one-wild")
    assert table.text == after.replace("schema = 1", "schema = 2")
    done(table, "house", "wild_limit=any")
    assert table.text == before
    done(table, "undo", "-n", "2")
    assert table.text == before


def test_a_game_that_ends_before_its_last_rule_change_is_not_a_finding(table: Table) -> None:
    table.lay(SCHEMA_2.replace(FIRST, f"{FIRST}changes = [{{ from = 2, jokers = 2 }}]\n"))
    done(table, "house", "jokers=0")
    assert "changes = []" in table.text
    assert table.run("check", FILE) == Answer("", "", 0)


WAKES = f"write schema = 2 if you want that, or remove it, with sk edit -f {FILE}"


def test_keys_unknown_to_schema_1_are_kept_and_never_take_effect(table: Table) -> None:
    text = OWN_LAYOUT + "\n[[changes]]\nfrom = 1\nace_points = 15\n"
    table.lay(text)
    assert table.game.changes == ()
    said = table.run("check", FILE).said
    assert said[0].endswith("key: 'changes' belongs to schema 2, so it doesn't count here")
    assert said[1] == "    try: write schema = 2, or remove it"
    assert table.run("fix", "1", "ann=5", "-f", FILE).code == 0
    assert table.text == text.replace("Ann = 3", "Ann = 5")
    problem = f"{FILE}:25: 'changes' belongs to schema 2, and would count from now on"
    answer = table.run("house", "one-wild", "-f", FILE)
    assert answer == Answer("", refusal(problem, WAKES), 3)


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("date =", "playoff = true"),
        ("date =", 'next_upcard = "3H"'),
        ('name = "Ann"', "rejoined = [2]"),
        ("decks =", "gin_bonus = 25"),
        ('out = "Bo"', "knock = 7"),
        ('out = "Bo"', 'how = "in a hurry"'),
    ],
)
def test_a_key_that_schema_1_does_not_know_is_named_before_it_would_count(
    place: str, line: str, table: Table
) -> None:
    assert place in OWN_LAYOUT
    text = OWN_LAYOUT.replace(place, f"{line}\n{place}", 1)
    table.lay(text)
    key, number = line.split()[0], text[: text.index(line)].count("\n") + 1
    said = table.run("check", FILE).said
    assert said[0].endswith(
        f"{number}: error: key: '{key}' belongs to schema 2, so it doesn't count here"
    )
    assert said[1] == "    try: write schema = 2, or remove it"
    problem = f"{FILE}:{number}: '{key}' belongs to schema 2, and would count from now on"
    answer = table.run("house", "one-wild", "-f", FILE)
    assert answer == Answer("", refusal(problem, WAKES), 3)
    assert table.text == text


def test_a_key_that_would_mean_nothing_even_then_is_not_mentioned(table: Table) -> None:
    table.lay(OWN_LAYOUT.replace("date =", "playoff = false\ndate ="))
    done(table, "house", "one-wild")
    assert "playoff = false" in table.text


@pytest.mark.parametrize("block", rows(__file__, "house.toml", "layouts"))
def test_a_mistake_in_a_change_written_by_hand_is_a_finding_and_never_a_crash(
    block: str, table: Table
) -> None:
    table.lay(f"{SCHEMA_2}\n[[changes]]\n{block}\n")
    said = table.run("check", FILE)
    if block != "from = 2":
        assert said.code == 1
        assert all(line.split(":")[1].isdigit() for line in said.said if line.startswith(FILE))
        assert any(line.startswith("    try: ") for line in said.said)
    stops = cannot_be_read(table)
    for words in ("house one-wild", "add 3 0", "sheet", "house --off jokers"):
        assert table.run(*words.split(), "-f", FILE).code == (3 if stops else 0), words


def cannot_be_read(table: Table) -> bool:
    try:
        return not table.game
    except LedgerError:
        return True


@pytest.mark.parametrize("value", ["5", '"x"', "{ from = 2 }", "[5]", "[[]]"])
def test_changes_that_are_not_tables_are_a_finding(value: str, table: Table) -> None:
    table.lay(SCHEMA_2.replace("\n\n[game]", f"\nchanges = {value}\n\n[game]"))
    assert table.run("standings", "-f", FILE).code == 3
    assert table.run("check", FILE).code == 1


# ── at a terminal ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("answer", "limit"), [("", "natural"), ("n", "any")])
def test_a_person_sees_what_a_rule_meant_all_along_would_do_and_is_asked(
    answer: str, limit: str, table: Table, sits: Sits
) -> None:
    table.lay(ledger(WILDS_LEFT))
    person = sits("house", "one-natural", "--from", "1", "-f", FILE)
    person.talks("Ann       0    9", "from the first round on?   [Enter] yes   [n] no: ")
    assert table.game.rules.wild_limit == "any"
    person.types(answer)
    said, code = person.ends()
    assert code == 0
    assert table.game.rules.wild_limit == limit
    assert ("Nothing was changed." in said) == (answer == "n")


@pytest.mark.usefixtures("wilds")
def test_rules_in_the_open_game_shows_the_rules_of_the_game_as_they_are_now(sits: Sits) -> None:
    person = sits(rows=60)
    person.talks("the fives> >> house one-wild", "the fives>")
    person.types("rules")
    shown = person.settles()
    assert "THREE THIRTEEN" in shown
    assert "House rules from round 3: a meld may hold at most one wild" in shown
    assert "two wilds in one meld       no" in shown
    person.types("rules --games")
    assert "five-crowns" in person.settles()
    assert person.leaves() == 0


def test_unpublished_rules_are_called_a_guess_unless_the_table_set_them(table: Table) -> None:
    def guesses(*words: str) -> int:
        return sum(line.startswith("  a guess") for line in table.run(*words).said)

    assert guesses("rules", "deuces-arent-wild") == 1
    assert "wilds stand in sets as well as in runs" in table.run("rules", "deuces-arent-wild").out
    assert guesses("rules", "three-thirteen") == 0
    table.path.unlink()
    done(table, "new", "Ann", "Bo", "--game", "deuces-arent-wild")
    assert guesses("rules", "-f", FILE) == 1
    done(table, "house", "bonus_round={ deal = 3 }")
    assert guesses("rules", "-f", FILE) == 0


@pytest.mark.parametrize(
    ("rule", "again"), [("wild_points=20", True), ("target=50", False), ("rounds=4", False)]
)
def test_hands_are_reported_as_counted_again_only_if_they_are(
    rule: str, again: bool, wilds: Table
) -> None:
    line = "Hands on the sheet are counted again; points typed as numbers stay."
    assert (line in done(wilds, "house", rule, "--from", "1")) is again


def test_a_variation_can_be_switched_on_and_off_by_the_name_people_use(table: Table) -> None:
    table.add("12 o 5")
    before = table.text
    for said in (["aces high"], ["aces", "high"]):
        done(table, "house", *said)
        assert 'ace_runs = "both"' in table.text
        done(table, "house", "--off", "aces high")
        assert table.text == before


@pytest.mark.parametrize("kind", ["gin", "indian-rummy"])
def test_setting_a_number_of_rounds_ends_a_game_that_repeats_its_last(
    kind: str, table: Table
) -> None:
    table.path.unlink()
    new = table.path.with_name("new.toml")
    table.run("new", "Ann", "Bo", "--game", kind, "--rule", "rounds=1", "-f", new.name)
    table.run("new", "Ann", "Bo", "--game", kind, "-f", FILE)
    own = table.game.rules
    done(table, "house", "rounds=1")
    assert table.game.rules == store.load_ledger(new).rules
    table.add("o 7")
    assert standings(table.game).winners
    assert done(table, "house", "--off", "rounds")[-1] == "The game goes on: nobody has won yet."
    assert table.game.rules == own
    table.add("o 8")
    problem, remedy = "2 rounds have been played already, more than 1", "leave rounds as they are"
    answer = table.run("house", "rounds=1", "-f", FILE)
    assert (answer.code, answer.err) == (2, refusal(problem, remedy))


@pytest.mark.parametrize("words", [["house", "--from", "2"], ["wild", "99"]])
def test_without_a_game_no_rule_is_wrong(run: Run, words: list[str]) -> None:
    assert run(*words).code == 3
