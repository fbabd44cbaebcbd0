"""A game that a table wrote itself: a TOML file with the rules that differ from the usual ones."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games import game
from scorekeeper.ledger import Game
from scorekeeper.render.rules import in_short
from scorekeeper.rules import KEYS
from scorekeeper.rules.rule_keys import RoundSpec
from scorekeeper.store import load_ledger
from tests.program import Answer, Run, in_quotes, seeded
from tests.tables import called


def started(run: Run, folder: Path, text: str, *options: str, file: str = "house.toml") -> Game:
    """The game that ``new`` starts for three players with these rules."""
    seeded(folder / file, text)
    path = folder / "evening" / "game.toml"
    path.parent.mkdir(exist_ok=True)
    made = run("new", "Ann", "Bo", "Cy", "--game", f"./{file}", *options, "-f", str(path))
    assert (made.code, made.err.partition("Lots")[0]) == (0, "")
    return load_ledger(path)


# ── what a table may change ──────────────────────────────────────────────────────────────

GOING_DOWN = ", ".join(
    f'{{ deal = {deal}, wild = "{wild}" }}'
    for deal, wild in zip(range(13, 2, -1), "KQJT9876543", strict=True)
)
TO_FIFTEEN = ", ".join(
    f'{{ deal = {deal}, wild = "{wild}" }}'
    for deal, wild in zip(range(3, 16), "3456789TJQKA2", strict=True)
)

OWN_GAMES = [
    pytest.param(
        f"[rules]\nrounds = [{GOING_DOWN}]\n",
        [(deal, "A23456789TJQK"[deal - 1]) for deal in range(13, 2, -1)],
        {},
        id="rounds that go down",
    ),
    pytest.param(
        f"[rules]\nrounds = [{TO_FIFTEEN}]\n",
        list(zip(range(3, 16), "3456789TJQKA2", strict=True)),
        {},
        id="13 rounds to 15 cards",
    ),
    pytest.param(
        'base = "three-thirteen"\n\n[rules]\nrounds = 8\n',
        list(zip(range(3, 11), "3456789T", strict=True)),
        {},
        id="8 rounds",
    ),
    pytest.param(
        '[rules]\nrounds = [{ deal = 7, wild = "2" }, { deal = 7, wild = "10" }]\n',
        [(7, "2"), (7, "T")],
        {},
        id="a wild that is not the deal",
    ),
    pytest.param(
        '[rules]\nrounds = [{ deal = 3 }, { deal = 4, wild = "4" }, { deal = 5 }]\n',
        [(3, None), (4, "4"), (5, None)],
        {},
        id="rounds without a wild",
    ),
    pytest.param(
        "[rules]\ncard_points = { Q = 25, 10 = 0 }\nace_points = 11\nwild_points = 30\n",
        None,
        {"card_points": (("T", 0), ("Q", 25)), "ace_points": 11, "wild_points": 30},
        id="other values of cards",
    ),
    pytest.param(
        '[rules]\nsuits = "shx"\nranks = "3456789TJQK"\n',
        None,
        {"suits": "SHX", "ranks": "3456789TJQK"},
        id="other suits and ranks",
    ),
    pytest.param(
        'base = "five-crowns"\n\n[rules]\njokers = 2\n',
        None,
        {
            "suits": "SHDCX",
            "ranks": "3456789TJQK",
            "jokers": 2,
            "joker_points": 50,
            "wild_points": 20,
            "face_points": "rank",
            "players": (1, 7),
        },
        id="Five Crowns but for a joker",
    ),
]


@pytest.mark.parametrize(("text", "rounds", "values"), OWN_GAMES)
def test_a_game_of_ones_own_is_played_from_its_file_and_then_without_it(
    text: str,
    rounds: list[tuple[int, str | None]] | None,
    values: dict[str, Any],
    run: Run,
    folder: Path,
) -> None:
    rules = started(run, folder, f'title = "At the lake"\n{text}').rules
    if rounds is not None:
        assert rules.specs == tuple(RoundSpec(*spec) for spec in rounds)
    assert {key: getattr(rules, key) for key in values} == values
    assert (rules.title, rules.game) == ("At the lake", "house")
    (folder / "house.toml").unlink()  # its ledger needs it no more
    card = run("next", "--json", "-f", "evening/game.toml").facts
    assert (card["deal"], card["wild"]) == tuple(rules.specs[0])
    assert run("add", "o", "5", "6", "-f", "evening/game.toml").code == 0
    assert run("check", "evening").out == ""


def test_the_next_round_follows_rounds_that_go_down(run: Run, folder: Path) -> None:
    started(run, folder, f"[rules]\nrounds = [{GOING_DOWN}]\n", "--dealer", "Ann")
    run("add", "o", "5", "6", "-f", "evening/game.toml")
    assert run("next", "-f", "evening/game.toml").said[:3] == [
        "ROUND 2 of 11",
        "deal 12 each, QUEENS are wild",
        "Bo deals. Cy begins, then Ann, Bo.",
    ]


def test_cards_cost_what_the_table_says(run: Run, folder: Path) -> None:
    seeded(folder / "house.toml", "[rules]\ncard_points = { Q = 25 }\nface_points = 'rank'\n")
    said = run("deadwood", "Qs", "Jd", "2c", "--game", "./house.toml")
    assert said.said == [
        "38 points     round 1, THREES are wild · 3 of 3 cards",
        "",
        "  left     Q♠ J♦ 2♣     25 + 11 + 2 = 38",
    ]


def test_no_card_is_wild_in_a_round_without_one(run: Run, folder: Path) -> None:
    text = '[rules]\nrounds = [{ deal = 3 }, { deal = 3, wild = "9" }]\n'
    seeded(folder / "house.toml", text)
    question = ("meld", "3s", "9s", "3d", "--game", "./house.toml", "--round")
    assert run(*question, "1").code == 1
    assert run(*question, "2").code == 0


def test_the_base_gives_its_words_and_the_file_may_have_others(run: Run, folder: Path) -> None:
    question = ("meld", "8♠", "Q♠", "Q★", "--game", "./house.toml", "--wild", "8")
    seeded(folder / "house.toml", 'base = "five-crowns"\n')
    assert "is a book." in run(*question).out
    seeded(folder / "house.toml", 'base = "five-crowns"\n\n[words]\nset = "family"\n')
    assert "is a family." in run(*question).out


def test_without_a_title_the_game_is_called_like_its_file(run: Run, folder: Path) -> None:
    rules = started(run, folder, "[rules]\njokers = 2\n", file="aunt-meis-game.toml").rules
    assert (rules.title, rules.game) == ("Aunt Meis Game", "aunt-meis-game")


def test_switches_of_the_command_line_go_on_top_of_the_file(run: Run, folder: Path) -> None:
    text = "[rules]\njokers = 2\nace_points = 15\n"
    rules = started(run, folder, text, "--rule", "jokers=1", "--variation", "one-natural").rules
    assert (rules.jokers, rules.ace_points, rules.wild_limit) == (1, 15, "natural")


def test_a_new_game_can_start_from_a_ledger(run: Run, folder: Path) -> None:
    first = started(run, folder, "[rules]\njokers = 2\n")
    assert run("new", "Dee", "Eli", "--game", "evening/game.toml", "-f", "b.toml").code == 0
    assert load_ledger(folder / "b.toml").rules == first.rules


def test_points_may_be_the_base(run: Run, folder: Path) -> None:
    rules = started(run, folder, 'base = "points"\n\n[rules]\nrounds = 5\nwinner = "high"\n').rules
    assert (rules.plays_cards, rules.last_round, rules.winner) == (False, 5, "high")
    assert rules.dealer == "none"


def test_in_a_game_of_numbers_going_out_can_take_what_the_others_have_left(
    run: Run, folder: Path
) -> None:
    text = 'title = "Uno"\nbase = "points"\n\n[rules]\nwinner = "high"\ncount = "winner-takes"\n'
    seeded(folder / "house.toml", text)
    told = run("rules", "./house.toml").said
    at = told.index("  scoring    one number per player and round")
    assert told[at + 1] == "             whoever goes out scores what the others have left"
    assert started(run, folder, text).rules.count == "winner-takes"
    path = ("-f", "evening/game.toml")
    said = run("add", "o", "20", "35", *path)
    assert said.said[:2] == [
        "Round 1 is on the sheet. Ann went out.",
        "  Ann 55   Bo 0 (−55)   Cy 0 (−55)",
    ]
    asked = run("add", "5", "0", "35", *path)
    assert asked.err.startswith("Bo has 0 and nobody went out")
    assert run("fix", "2", "--out", "Bo", *path).code == 0
    assert run("check", "evening").out == ""
    assert "  2         5 55  out +40 40  35 0" in run("sheet", *path).said
    assert [line["total"] for line in run("standings", "--json", *path).facts["standings"]] == [
        *(55, 40, 0)
    ]


# ── the rule book reads it ───────────────────────────────────────────────────────────────


def test_the_rules_of_a_file_are_shown_in_words(run: Run, folder: Path) -> None:
    text = 'title = "Lake rules"\n[rules]\nrounds = [{ deal = 5, wild = "9" }, { deal = 4 }]\n'
    seeded(folder / "house.toml", text)
    said = run("rules", "house.toml")
    assert (said.code, said.err) == (0, "")
    assert said.said[:7] == [
        "LAKE RULES",
        "",
        "  players    2 or more",
        "  rounds     2",
        "  deal       5 cards each in the first round, 4 in the last",
        "  cards      a pack of 52 cards for every two players, no jokers",
        "  wild       nines, none",
    ]
    assert said.out.count("--game ./house.toml") + said.out.count("--game house.toml") == 1


def test_identical_rounds_are_described_once(run: Run, folder: Path) -> None:
    rounds = ", ".join(['{ deal = 7, wild = "2" }'] * 3)
    seeded(folder / "house.toml", f'title = "Deuces"\n[rules]\nrounds = [{rounds}]\n')
    said = run("rules", "house.toml").said
    assert "  deal       7 cards each in every round" in said
    assert "  wild       twos in every round" in said
    rules = game("three-thirteen").replace(rounds=[RoundSpec(7, "2")] * 3)
    assert in_short(rules) == "Three Thirteen, 3 rounds, 7 cards"


@pytest.mark.parametrize(
    ("keys", "ends"),
    [
        ("", "rounds as many as you like"),
        ("rounds = 1", "rounds 1"),
        ("rounds = 7", "rounds 7"),
        ("target = 20", "end after the round in which a total reaches 20"),
        ("target = 50\nrounds = 7", "end after the round in which a total reaches 50"),
        ("target = 50\nrounds = 7", "rounds at most 7"),
    ],
)
def test_a_game_of_numbers_says_when_it_ends(keys: str, ends: str, run: Run, folder: Path) -> None:
    seeded(folder / "house.toml", f'base = "points"\n[rules]\n{keys}\n')
    said = run("rules", "house.toml").said
    assert ends in [" ".join(line.split()) for line in said]
    target = "" if "target" in keys else " --rule target=100"
    assert said[-1] == f"Start it:  sk new Ann Bo Cy --game house.toml{target}"


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ('ties = "bonus-round"', "winner fewest points wins; a tie means another round"),
        ("several_out = true", "several may go out in one round"),
        ("target = 60", "end after the round in which a total reaches 60"),
    ],
)
def test_the_rules_of_an_own_game_are_shown_in_words(
    key: str, line: str, run: Run, folder: Path
) -> None:
    seeded(folder / "house.toml", f"[rules]\n{key}\n")
    assert line in [" ".join(line.split()) for line in run("rules", "house.toml").said]
    plain = [" ".join(line.split()) for line in run("rules", "three-thirteen").said]
    assert line not in plain


@pytest.mark.parametrize(
    ("limit", "example"), [("any", "one-natural"), ("natural", "aces-high-or-low")]
)
def test_a_variation_that_holds_already_is_not_offered(
    limit: str, example: str, run: Run, folder: Path
) -> None:
    seeded(folder / "our house.toml", f'[rules]\nwild_limit = "{limit}"\n')
    start = run("rules", "our house.toml").said[-2]
    named = f"sk new Ann Bo Cy --game {in_quotes('our house.toml')}"
    assert start == f"Start it:  {named} --variation {example}"


def test_programs_can_compare_two_games(run: Run) -> None:
    said = run("rules", "--diff", "three-thirteen", "three-thirteen-speed", "--json")
    assert said.facts == {
        "games": ["Three Thirteen", "3-13 Speed"],
        "differences": {
            "decks": [None, 4],
            "several_out": [False, True],
            "dealer": ["passes", "none"],
        },
    }
    same = run("rules", "--diff", "points", "points", "--json")
    assert same.facts["differences"] == {}


def test_the_keys_of_a_file_are_those_of_every_game(run: Run, folder: Path) -> None:
    seeded(folder / "house.toml", "[rules]\njokers = 2\n")
    said = run("rules", "house.toml", "--keys").said
    keys = [line.partition(" = ")[0] for line in said if " = " in line.partition(":")[0]]
    assert [key for key in keys if not key.startswith(" ")] == list(KEYS)
    assert "jokers = 2" in said
    assert 'ranks = "A23456789TJQK"' in said


@pytest.mark.parametrize(
    ("bonus", "shown"),
    [
        ("{ deal = 3 }", "bonus_round = { deal = 3 }"),
        ('{ deal = 14, wild = "A" }', 'bonus_round = { deal = 14, wild = "A" }'),
    ],
)
def test_a_key_is_shown_as_it_is_written(bonus: str, shown: str, run: Run, folder: Path) -> None:
    seeded(folder / "house.toml", f"[rules]\nbonus_round = {bonus}\n")
    said = run("rules", "house.toml", "--keys")
    assert (said.code, said.err) == (0, "")
    assert shown in said.said


@pytest.mark.parametrize(("one", "other", "lines"), called(__file__, "own_game.toml", "compared"))
def test_two_games_are_compared_key_by_key(
    one: str, other: str, lines: list[str], run: Run, folder: Path
) -> None:
    text = (
        'base = "five-crowns"\n[rules]\njokers = 1\ncard_points = { Q = 25, K = 0 }\n'
        'rounds = [{ deal = 5, wild = "9" }, { deal = 4 }]\n'
    )
    seeded(folder / "house.toml", text)
    said = run("rules", "--diff", one, other)
    assert (said.code, said.err) == (0, "")
    assert [" ".join(line.split()) for line in said.said] == lines


# ── mistakes in the file ─────────────────────────────────────────────────────────────────


def mistakes(said: Answer) -> list[str]:
    """The lines of an answer that report a mistake, from the line number on."""
    assert said.out == ""
    lines = [line.partition("house.toml:") for line in said.err.splitlines()]
    return [told for _, file, told in lines if file]


def test_all_mistakes_are_listed_at_once_with_line_reason_and_nearest_name(
    run: Run, folder: Path
) -> None:
    text = """\
titel = "Ours"
title = 3

[words]
set = 5

[rules]
jokres = 2
ace_runs = "hgih"
set_max = 2
face_points = 11
decks = 0
winner = "lo"
rounds = [{ deal = 3, wild = "Z" }]
players = [0, 3]
suits = "SHDCZ"
"""
    seeded(folder / "house.toml", text)
    said = run("rules", "./house.toml")
    assert mistakes(said) == [
        "1: unknown key 'titel'; did you mean title?",
        "2: title can't be '3'; title is a text in quotes, like \"Ann\"",
        "5: words.set can't be '5'; words.set is a text in quotes, like \"Ann\"",
        "8: unknown key 'jokres'; did you mean jokers?",
        "9: ace_runs can't be 'hgih'; did you mean high? ace_runs is low, high or both",
        "10: set_max can't be '2'; set_max is 0 for no limit, or 3 and more",
        "11: face_points can't be '11'; face_points is ten or rank",
        "12: decks can't be '0'; decks is a number of packs, 1 to 100",
        "13: winner can't be 'lo'; did you mean low? winner is low or high",
        "14: wild in rounds can't be 'Z'; wild in rounds is one of A 2 3 4 5 6 7 8 9 10 J Q K",
        "15: players can't be '[0, 3]'; players is [least, most], like [2, 7];"
        " most 0 means as many as the packs allow",
        "16: suits can't be 'SHDCZ'; suits is some of SHDCX, each once",
    ]
    assert said.code == 3
    assert said.err.splitlines()[0].endswith("12 mistakes in these rules:")
    assert said.err.endswith("  try: correct the file\n")
    assert mistakes(run("new", "Ann", "Bo", "--game", "./house.toml")) == mistakes(said)
    assert [path.name for path in folder.iterdir()] == ["house.toml"]


@pytest.mark.parametrize(("text", "line", "words"), called(__file__, "own_game.toml", "mistakes"))
def test_a_mistake_is_reported_with_its_line(
    text: str, line: int, words: list[str], run: Run, folder: Path
) -> None:
    seeded(folder / "house.toml", text)
    said = run("rules", "./house.toml")
    assert (said.out, said.code) == ("", 3)
    assert f"house.toml:{line}: " in said.err
    assert [word for word in words if word not in said.err] == []


def test_an_unknown_key_must_be_removed(run: Run, folder: Path) -> None:
    seeded(folder / "house.toml", "colour = 'red'\n[rules]\nxyz = 1\n")
    assert mistakes(run("rules", "./house.toml")) == [
        "1: unknown key 'colour'; remove it",
        "3: unknown key 'xyz'; remove it",
    ]


def test_a_wrong_base_does_not_hide_the_other_mistakes(run: Run, folder: Path) -> None:
    seeded(folder / "house.toml", 'base = "five-crown"\n\n[rules]\njokres = 2\n')
    said = run("rules", "./house.toml")
    assert [line.partition(":")[0] for line in mistakes(said)] == ["1", "4"]


def test_only_what_is_in_the_file_counts_as_a_mistake(run: Run, folder: Path) -> None:
    text = '[rules]\nranks = "56789TJQK"\nrounds = [{ deal = 4, wild = "Z" }]\n'
    seeded(folder / "house.toml", text)
    assert [line.partition(";")[0] for line in mistakes(run("rules", "./house.toml"))] == [
        "3: wild in rounds can't be 'Z'"
    ]


def test_undo_is_not_suggested_for_rules_that_are_not_toml(run: Run, folder: Path) -> None:
    seeded(folder / "house.toml", "[rules]\njokers = \n")
    said = run("rules", "./house.toml")
    assert "undo" not in said.err
    assert "house.toml" in said.err


# ── rounds that can't be dealt ──────────────────────────────────────────────────────────


# ── the game itself stays as it is ───────────────────────────────────────────────────────


def test_a_file_that_is_based_on_a_game_does_not_change_it(run: Run, folder: Path) -> None:
    before = game("five-crowns")
    started(run, folder, 'base = "five-crowns"\n[rules]\njokers = 1\nrounds = 3\n')
    assert game("five-crowns") == before
    assert "  rounds     11" in run("rules", "five-crowns").said


def test_the_program_does_not_guess_a_table_games_own_rules(run: Run, folder: Path) -> None:
    started(run, folder, 'base = "five-crowns"\n[rules]\njokers = 2\n')
    before = (folder / "evening" / "game.toml").read_bytes()
    said = run("house", "--off", "joker_points", "-f", "evening/game.toml")
    assert (said.out, said.code) == ("", 2)
    assert said.err.startswith("error: scorekeeper doesn't know House's own rules\n")
    back = run("house", "-f", "evening/game.toml").said[-1].split("back:     ")[1]
    assert back == "sk house -f evening/game.toml wild_limit=any"
    assert (folder / "evening" / "game.toml").read_bytes() == before


def test_a_game_without_cards_is_written_out_in_its_own_keys(run: Run, folder: Path) -> None:
    started(run, folder, 'base = "points"\n[rules]\ntarget = 50\n')
    said = run("house", "--off", "target", "-f", "evening/game.toml")
    line = said.err.split("like sk ")[1]
    assert line == "house -f evening/game.toml target=100\n"
    assert run(*line.split()).code == 0
