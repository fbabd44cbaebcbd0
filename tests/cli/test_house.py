"""``house``: a rule that the table agrees on holds from a round on, and the past stays."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper import store
from scorekeeper.errors import LedgerError
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import standings
from tests.program import TWO_ROUNDS, Answer, Run, ledger, refusal, scores, seeded
from tests.terminal import Sits
from tests.values import totals

FILE = "t.toml"

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


def game_of(folder: Path) -> Game:
    return store.load_ledger(folder / FILE)


def done(run: Run, *words: str) -> list[str]:
    answer = run(*words, "-f", FILE)
    assert (answer.code, answer.err) == (0, "")
    return answer.said


def test_a_player_who_went_out_in_the_past_stays_out_whatever_is_agreed_later(
    run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(WILDS_ALONE, SECOND))
    assert done(run, "house", "one-wild") == [
        "From round 3, the fives, on:",
        "  at most one wild in a meld  (wild_limit=one)",
        "Earlier rounds stay as they are. If you meant all rounds:"
        f"  sk house -f {FILE} one-wild --from 1",
    ]
    assert totals(game_of(folder)) == {"Ann": 3, "Cy": 6, "Bo": 12}
    answer = run("check", FILE)
    assert (answer.out, answer.code) == ("", 0)


def test_the_next_round_is_played_by_the_new_rule_and_an_earlier_one_corrected_by_the_old(
    run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(WILDS_ALONE, SECOND))
    done(run, "house", "one-wild", "ace_points=15")
    assert run("add", "o:5s5h5dkckc", "1", "2", "-f", FILE).code == 1
    done(run, "add", "o:5skskhkckd", "a+2", "9h9s8cacad")
    assert totals(game_of(folder)) == {"Ann": 3, "Bo": 29, "Cy": 62}
    done(run, "fix", "1", "bo=asah3d")
    assert totals(game_of(folder))["Bo"] == 17, "two aces and a wild are a set in round 1"
    done(run, "fix", "3s", "cy=3h3c9d")
    assert totals(game_of(folder))["Cy"] == 57
    assert run("verify", "3s3h3dkd", "--round", "1", "-f", FILE).code == 0
    assert run("verify", "4s4h4d4ckd", "--round", "4s", "-f", FILE).code == 0
    assert run("verify", "6s6h6d6c6s6hkd", "--round", "6s", "-f", FILE).code == 1
    hands = {"1": "ac7h7s", "3": "7h8h9h10hac", "last": "7h8h9h10hac", "6s": "7h8h9h10hjhac"}
    found = {}
    for number, hand in hands.items():
        told = run("deadwood", hand, "--round", number, "--json", "-f", FILE).facts
        found[number] = [card["points"] for card in told["deadwood"] if card["card"] == "AC"]
    assert found == {"1": [1], "3": [15], "last": [15], "6s": [15]}


def test_cards_added_later_do_not_belong_to_an_earlier_round(run: Run, folder: Path) -> None:
    seeded(folder / FILE, ledger(WILDS_ALONE, SECOND))
    done(run, "house", "jokers")
    assert run("deadwood", "jk7h7s", "--round", "1", "-f", FILE).code == 2
    assert run("deadwood", "jk7h7s5d5c", "-f", FILE).code == 0
    assert run("fix", "1", "bo=jk7h7s", "-f", FILE).code == 2
    assert run("next", "--json", "-f", FILE).facts["stock"] == 2 * 54 - 15 - 1
    assert "2 packs: 108 cards, 15 dealt, 1 turned up, 92 to draw" in done(run, "next")


def test_a_rule_from_round_1_counts_hands_again_but_leaves_players_out(
    run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(WILDS_ALONE.replace("Cy = 5\n", "") + 'Cy = "3S 3C 9H"\n', SECOND))
    done(run, "house", "one-wild")
    answer = run("house", "one-wild", "--from", "1", "-f", FILE)
    rule, counted, *rows = answer.said
    assert rule == "at most one wild in a meld  (wild_limit=one)"
    assert counted == "Hands on the sheet are counted again; points typed as numbers stay."
    assert [row.split()[:3] for row in rows[1:]] == [
        ["Ann", "3", "3"],
        ["Bo", "12", "12"],
        ["Cy", "1", "16"],
    ]
    game = game_of(folder)
    assert (game.rules.wild_limit, game.changes) == ("one", ())
    assert game.rounds[0].scores == {"Ann": 0, "Bo": 12}
    assert totals(game_of(folder)) == {"Ann": 3, "Bo": 12, "Cy": 16}
    checks = [line.split(": ")[2] for line in run("check", FILE).said if line.startswith(FILE)]
    assert "out-claim" in checks
    assert "score-hand" not in checks
    assert (folder / FILE).read_text("utf-8").startswith("schema = 1\n")


def test_winners_before_and_after_are_told_if_a_rule_was_meant_all_along(
    run: Run, folder: Path
) -> None:
    first = 'out = "Bo"\n\n[rounds.scores]\nBo = 0\nCy = 5\n\n[rounds.hands]\nAnn = "3S 3H 3D"\n'
    seeded(folder / FILE, ledger(first, scores("Cy", Ann=1, Bo=4, Cy=0), rules=TWO_ROUNDS))
    assert run("house", "one-natural", "-f", FILE) == Answer(
        "",
        refusal("there is no round left for a new rule", "--from 1"),
        2,
    )
    said = done(run, "house", "one-natural", "--from", "1")
    assert said[-2:] == ["before: ANN wins with 1 point.", "BO wins with 4 points."]


def test_off_is_written_in_the_same_way(run: Run, folder: Path) -> None:
    text = ledger(SECOND, rules=TWO_ROUNDS + 'wild_limit = "natural"\n')
    path = seeded(folder / FILE, text)
    done(run, "house", "--off", "one-natural")
    game = game_of(folder)
    assert (game.rules.wild_limit, game.rules_now.wild_limit) == ("natural", "any")
    done(run, "house", "--off", "one-natural", "--from", "1")
    assert (game_of(folder).rules.wild_limit, game_of(folder).changes) == ("any", ())
    done(run, "undo", "-n", "2")
    assert path.read_text("utf-8") == text


def test_house_says_what_holds_and_from_which_round(run: Run, folder: Path) -> None:
    seeded(folder / FILE, ledger(WILDS_ALONE, SECOND))
    done(run, "house", "one-wild", "joker_points=10")
    line = "House rules from round 3: a joker left over costs 10, at most one wild in a meld"
    for command in ("house", "sheet", "standings", "next"):
        assert done(run, command)[-1] == line, command
    told = run("house", "--json", "-f", FILE).facts
    assert told["rules"]["wild_limit"] == "one"
    assert told["changes"] == [{"from": 3, "rules": {"joker_points": 10, "wild_limit": "one"}}]
    assert run("rules", "--json", "-f", FILE).facts == told


def test_an_edit_by_hand_is_described_by_the_rounds_it_changed(run: Run, folder: Path) -> None:
    text = OWN_LAYOUT.replace("schema = 1", "schema = 2") + "\n[[changes]]\nfrom = 4\n"
    seeded(folder / FILE, text)
    assert "House rules" not in done(run, "sheet")[-1]
    seeded(folder / FILE, text + "jokers = 1\n" + BLOCK)
    agreed = "from round 2: at most one wild in a meld; from round 4: 1 joker in each pack"
    assert done(run, "sheet")[-1] == f"House rules {agreed}"


def test_the_next_game_has_the_rules_of_the_last_round_and_no_play_off(
    run: Run, folder: Path
) -> None:
    tie = scores("Bo", Ann=12, Bo=0, Cy=20), scores("Ann", Ann=0, Bo=12, Cy=20)
    seeded(folder / FILE, ledger(tie[0], rules=TWO_ROUNDS))
    done(run, "house", "one-wild")
    done(run, "add", "o", "12", "20")
    done(run, "playoff")
    assert 'ties = "bonus-round"' in (folder / FILE).read_text("utf-8")
    done(run, "add", "3", "o")
    said = done(run, "again")
    file = next(line for line in said if line.startswith("Score sheet: "))[13:]
    text = (folder / file).read_text("utf-8")
    assert text.startswith("schema = 1\n")
    assert 'wild_limit = "one"\n' in text
    assert 'ties = "shared"\n' in text


# ── the text ─────────────────────────────────────────────────────────────────────────────

OWN_LAYOUT = """\
# our Thursday
schema = 1   # the first

[game]
title = "Thursday"
date = 2026-03-12

[[players]]
name = "Ann"

[[players]]
name = "Bo"

[rules]   # as ever
game = "three-thirteen"
decks = 2  # red and blue
# and no jokers

# ── the rounds ──

[[rounds]]   # late
out = "Bo"
scores = { Ann = 3, Bo = 0 }
"""

BLOCK = '\n[[changes]]\nfrom = 2\nwild_limit = "one"\n'

LAYOUTS: dict[str, tuple[str, str]] = {
    "below the rules": (
        OWN_LAYOUT,
        OWN_LAYOUT.replace("and blue\n", "and blue\n" + BLOCK),
    ),
    "before the rounds where there are no rules": (
        OWN_LAYOUT.replace(
            '[rules]   # as ever\ngame = "three-thirteen"\ndecks = 2  # red', "# red"
        ),
        OWN_LAYOUT.replace(
            '[rules]   # as ever\ngame = "three-thirteen"\ndecks = 2  # red', "# red"
        ).replace("[[rounds]]", f"{BLOCK[1:]}\n[[rounds]]"),
    ),
    "behind another": (
        OWN_LAYOUT.replace("schema = 1", "schema = 2").replace(
            "# ── the rounds",
            "[[changes]]\nfrom = 1\njokers = 2  # new\n# packs\n\n# ── the rounds",
        ),
        OWN_LAYOUT.replace("schema = 1", "schema = 2").replace(
            "# ── the rounds",
            f"[[changes]]\nfrom = 1\njokers = 2  # new\n{BLOCK}# packs\n\n# ── the rounds",
        ),
    ),
    "in a line": (
        OWN_LAYOUT.replace(
            "schema = 1   # the first",
            "schema = 2   # the first\nchanges = [{ from = 1, jokers = 2 }]  # new packs",
        ),
        OWN_LAYOUT.replace(
            "schema = 1   # the first",
            "schema = 2   # the first\nchanges = [{ from = 1, jokers = 2 },"
            ' { from = 2, wild_limit = "one" }]  # new packs',
        ),
    ),
    "in a line before another": (
        OWN_LAYOUT.replace(
            "schema = 1   # the first",
            "schema = 2   # the first\nchanges = [{ from = 3, jokers = 2 }]  # new packs",
        ),
        OWN_LAYOUT.replace(
            "schema = 1   # the first",
            'schema = 2   # the first\nchanges = [{ from = 2, wild_limit = "one" },'
            " { from = 3, jokers = 2 }]  # new packs",
        ),
    ),
}


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CR LF"])
@pytest.mark.parametrize(("before", "after"), LAYOUTS.values(), ids=LAYOUTS)
def test_a_change_goes_below_the_rules_and_the_rest_stays(
    before: str, after: str, ends: str, run: Run, folder: Path
) -> None:
    before, after = before.replace("\n", ends), after.replace("\n", ends)
    path = seeded(folder / FILE, before)
    done(run, "house", "one-wild")
    found = path.read_bytes().decode()
    assert found == after.replace("schema = 1", "schema = 2")
    done(run, "house", "wild_limit=any")
    assert path.read_bytes().decode() == before
    done(run, "undo", "-n", "2")
    assert path.read_bytes().decode() == before


def test_a_game_that_ends_before_its_last_rule_change_is_not_a_finding(
    run: Run, folder: Path
) -> None:
    text = OWN_LAYOUT.replace(
        "schema = 1   # the first", "schema = 2   # the first\nchanges = [{ from = 2, jokers = 2 }]"
    )
    path = seeded(folder / FILE, text)
    done(run, "house", "jokers=0")
    assert "changes = []" in path.read_text("utf-8")
    assert run("check", FILE) == Answer("", "", 0)


def test_keys_unknown_to_schema_1_are_kept_and_never_take_effect(run: Run, folder: Path) -> None:
    text = OWN_LAYOUT + "\n[[changes]]\nfrom = 1\nace_points = 15\n"
    path = seeded(folder / FILE, text)
    assert game_of(folder).changes == ()
    said = run("check", FILE).said
    assert said[0].endswith("error: key: schema = 1 has no [[changes]], so they don't count")
    assert said[1] == "    try: write schema = 2, or remove them"
    assert run("fix", "1", "ann=5", "-f", FILE).code == 0
    assert path.read_text("utf-8") == text.replace("Ann = 3", "Ann = 5")
    answer = run("house", "one-wild", "-f", FILE)
    problem = "schema = 1 has no [[changes]], and this one would count from now on"
    remedy = f"write schema = 2 if you want that, or remove it, with sk edit -f {FILE}"
    assert answer == Answer("", refusal(f"{FILE}:25: {problem}", remedy), 3)


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
    place: str, line: str, run: Run, folder: Path
) -> None:
    assert place in OWN_LAYOUT
    text = OWN_LAYOUT.replace(place, f"{line}\n{place}", 1)
    path = seeded(folder / FILE, text)
    key, number = line.split()[0], text[: text.index(line)].count("\n") + 1
    answer = run("house", "one-wild", "-f", FILE)
    problem = f"schema = 1 has no {key}, and this one would count from now on"
    remedy = f"write schema = 2 if you want that, or remove it, with sk edit -f {FILE}"
    assert answer == Answer("", refusal(f"{FILE}:{number}: {problem}", remedy), 3)
    assert path.read_text("utf-8") == text


def test_a_key_that_would_mean_nothing_more_wakes_nobody(run: Run, folder: Path) -> None:
    path = seeded(folder / FILE, OWN_LAYOUT.replace("date =", "playoff = false\ndate ="))
    done(run, "house", "one-wild")
    assert "playoff = false" in path.read_text("utf-8")


@pytest.mark.parametrize(
    "block",
    [
        "from = 12\njokers = 2",
        "from = 2\njokers = 2\n[[changes]]\nfrom = 2\njokers = 1",
        "from = 0\njokers = 2",
        "from = 2\njokrs = 2",
        "from = 2",
        "from = true",
        "from = 2.5\njokers = 2",
        "from = 99999999999999999999\njokers = 2",
        'from = "2"\njokers = 2',
        "jokers = 2",
        "from = 2\ntarget = 50",
        "from = 2\nsuits = 5",
        "from = 2\nranks = '456789'",
        "from = []\n[changes.jokers]\nfrom = 2",
    ],
)
def test_a_change_that_a_person_wrote_wrong_is_a_finding_and_never_a_crash(
    block: str, run: Run, folder: Path
) -> None:
    text = OWN_LAYOUT.replace("schema = 1", "schema = 2") + f"\n[[changes]]\n{block}\n"
    seeded(folder / FILE, text)
    said = run("check", FILE)
    if block != "from = 2":
        assert said.code == 1
        assert all(line.split(":")[1].isdigit() for line in said.said if line.startswith(FILE))
        assert any(line.startswith("    try: ") for line in said.said)
    stops = game_or_none(folder) is None
    for words in (
        ["house", "one-wild"],
        ["add", "3", "0"],
        ["sheet"],
        ["house", "--off", "jokers"],
    ):
        assert run(*words, "-f", FILE).code == (3 if stops else 0), words


def game_or_none(folder: Path) -> Game | None:
    try:
        return game_of(folder)
    except LedgerError:
        return None


@pytest.mark.parametrize("value", ["5", '"x"', "{ from = 2 }", "[5]", "[[]]"])
def test_changes_that_are_not_tables_are_a_finding(value: str, run: Run, folder: Path) -> None:
    text = OWN_LAYOUT.replace("schema = 1", "schema = 2").replace(
        "\n\n[game]", f"\nchanges = {value}\n\n[game]"
    )
    seeded(folder / FILE, text)
    assert run("standings", "-f", FILE).code == 3
    assert run("check", FILE).code == 1


# ── at a terminal ────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "limit"), [("", "natural"), ("n", "any")])
def test_a_person_sees_what_a_rule_meant_all_along_does_and_is_asked(
    answer: str, limit: str, folder: Path, sits: Sits
) -> None:
    hand = 'out = "Bo"\n\n[rounds.scores]\nBo = 0\nCy = 5\n\n[rounds.hands]\nAnn = "3S 3H 3D"\n'
    seeded(folder / FILE, ledger(hand))
    person = sits("house", "one-natural", "--from", "1", "-f", FILE)
    person.talks("Ann       0    9", "from the first round on?   [Enter] yes   [n] no: ")
    assert game_of(folder).rules.wild_limit == "any"
    person.types(answer)
    said, code = person.ends()
    assert code == 0
    assert game_of(folder).rules.wild_limit == limit
    assert ("Nothing was changed." in said) == (answer == "n")


@pytest.mark.slow
def test_rules_in_the_open_game_are_those_of_the_game_as_they_are_now(
    folder: Path, sits: Sits
) -> None:
    seeded(folder / FILE, ledger(WILDS_ALONE, SECOND))
    person = sits(rows=60)
    person.settles()
    person.types("house one-wild")
    person.settles()
    person.types("rules")
    shown = person.settles()
    assert "THREE THIRTEEN" in shown
    assert "House rules from round 3: at most one wild in a meld" in shown
    assert "two wilds in one meld       no" in shown
    person.types("rules --games")
    assert "five-crowns" in person.settles()
    assert person.leaves() == 0


def test_unpublished_rules_are_called_a_guess_unless_the_table_set_them(
    run: Run, folder: Path
) -> None:
    def guesses(*words: str) -> list[Any]:
        return [line for line in run(*words).said if line.startswith("  A guess")]

    assert len(guesses("rules", "deuces-arent-wild")) == 1
    assert "wilds stand in sets as well as in runs" in run("rules", "deuces-arent-wild").out
    assert guesses("rules", "three-thirteen") == []
    assert run("new", "Ann", "Bo", "--game", "deuces-arent-wild", "-f", FILE).code == 0
    assert len(guesses("rules", "-f", FILE)) == 1
    done(run, "house", "bonus_round={ deal = 3 }")
    assert guesses("rules", "-f", FILE) == []
    assert (folder / FILE).exists()


@pytest.mark.parametrize(
    ("rule", "again"), [("wild_points=20", True), ("target=50", False), ("rounds=4", False)]
)
def test_hands_are_reported_as_counted_again_only_if_they_are(
    rule: str, again: bool, run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(WILDS_ALONE, SECOND))
    line = "Hands on the sheet are counted again; points typed as numbers stay."
    assert (line in done(run, "house", rule, "--from", "1")) is again


def test_a_variation_may_be_called_as_people_call_it_on_and_off(run: Run, folder: Path) -> None:
    seeded(folder / FILE, ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    before = (folder / FILE).read_text("utf-8")
    for said in (["aces high"], ["aces", "high"]):
        done(run, "house", *said)
        assert 'ace_runs = "both"' in (folder / FILE).read_text("utf-8")
        done(run, "house", "--off", "aces high")
        assert (folder / FILE).read_text("utf-8") == before


@pytest.mark.parametrize("kind", ["gin", "indian-rummy"])
def test_a_number_of_rounds_ends_a_game_whose_last_round_is_played_again(
    kind: str, run: Run, folder: Path
) -> None:
    run("new", "Ann", "Bo", "--game", kind, "--rule", "rounds=1", "-f", "new.toml")
    run("new", "Ann", "Bo", "--game", kind, "-f", FILE)
    own = game_of(folder).rules
    done(run, "house", "rounds=1")
    assert game_of(folder).rules == store.load_ledger(folder / "new.toml").rules
    assert run("add", "o", "7", "-f", FILE).code == 0
    assert standings(game_of(folder)).winners
    assert done(run, "house", "--off", "rounds")[-1] == "The game goes on: nobody has won yet."
    assert game_of(folder).rules == own
    done(run, "add", "o", "8")
    problem, remedy = "2 rounds are played, more than 1", "leave rounds as they are"
    answer = run("house", "rounds=1", "-f", FILE)
    assert (answer.code, answer.err) == (2, refusal(problem, remedy))


@pytest.mark.parametrize("words", [["house", "--from", "2"], ["wild", "99"]])
def test_without_a_game_no_rule_is_wrong(run: Run, words: list[str]) -> None:
    assert run(*words).code == 3
