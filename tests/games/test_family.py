"""The games of the family: each is data, and the program agrees with the printed examples."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import games
from scorekeeper.cards import JOKER, parse_cards
from scorekeeper.errors import FileError, RulesError
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.referee import judge_going_out
from scorekeeper.rules import KEYS, RuleSet
from scorekeeper.solver import best_arrangement
from tests.program import Run
from tests.tables import each, rows
from tests.tools.long_run import CARD_GAMES, differences, game_deals

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")

# ── each game as data ────────────────────────────────────────────────────────────────────

DIFFERS = tomllib.loads(Path(__file__).with_name("differs.toml").read_text("utf-8"))
"""The keys in which each game is not as the defaults say."""

DIFFERS["oklahoma-gin"] = {**DIFFERS["gin"], "upcard_knock": True, "spades_double": True}


def test_these_are_the_games() -> None:
    assert games.names() == sorted(DIFFERS)
    assert set(CARD_GAMES) == set(DIFFERS) - {"points", "indian-rummy"}


@pytest.mark.parametrize("content", [None, b"\xff", b"title ="], ids=["gone", "no text", "no TOML"])
def test_a_packaged_game_that_cannot_be_read_is_a_file_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    if content is None:
        (folder / "torn.toml").symlink_to("nowhere")
    else:
        (folder / "torn.toml").write_bytes(content)
    monkeypatch.setattr(games, "FOLDER", folder)
    with pytest.raises(FileError) as refused:
        games.game("torn")
    assert refused.value.problem == "the game torn, which comes with the program, can't be read"
    assert (refused.value.remedy, refused.value.code) == ("reinstall scorekeeper", 3)


@pytest.mark.parametrize(("name", "differs"), DIFFERS.items(), ids=DIFFERS)
def test_a_game_differs_from_the_defaults_in_these_keys_alone(
    name: str, differs: dict[str, Any]
) -> None:
    rules, default, expected = games.game(name), RuleSet(), RuleSet(**differs)
    found = {key for key in KEYS if getattr(rules, key) != getattr(default, key)}
    assert found == set(differs)
    assert all(getattr(rules, key) == getattr(expected, key) for key in KEYS)


@each(
    "name, title",
    [
        ("three-thirteen", "Three Thirteen"),
        ("three-thirteen-speed", "3-13 Speed"),
        ("five-crowns", "Five Crowns"),
        ("deuces-arent-wild", "Deuces Aren't Wild"),
        ("gin", "Gin Rummy"),
        ("indian-rummy", "Indian Rummy"),
        ("points", "Points"),
    ],
)
def test_a_game_is_called_what_the_box_says(name: str, title: str) -> None:
    assert (games.game(name).title, games.game(name).game) == (title, name)


@each(
    "name, cards, jokers",
    [
        ("three-thirteen", 52, 0),
        ("three-thirteen-speed", 52, 0),
        ("five-crowns", 58, 3),
        ("deuces-arent-wild", 54, 2),
        ("gin", 52, 0),
        ("indian-rummy", 53, 1),
    ],
)
def test_a_pack_holds_every_card_once_and_its_jokers(name: str, cards: int, jokers: int) -> None:
    pack = Counter(games.game(name).pack)
    assert sum(pack.values()) == cards
    assert pack[JOKER] == jokers
    assert {count for card, count in pack.items() if card != JOKER} == {1}


# ── who can play ─────────────────────────────────────────────────────────────────────────

PLAYABLE = [
    ("three-thirteen", 2, ["--decks", "1"]),
    ("three-thirteen", 3, ["--decks", "1"]),
    ("three-thirteen", 7, ["--decks", "2"]),
    ("three-thirteen", 8, []),
    ("three-thirteen-speed", 8, []),
    ("five-crowns", 1, []),
    ("five-crowns", 7, []),
    ("deuces-arent-wild", 2, []),
    ("deuces-arent-wild", 3, []),
    ("points", 1, []),
    ("points", 8, []),
]


@pytest.mark.parametrize(("name", "count", "options"), PLAYABLE)
def test_this_many_players_can_play(name: str, count: int, options: list[str], run: Run) -> None:
    made = run("new", *NAMES[:count], "--game", name, *options, "-f", "game.toml")
    assert (made.code, made.err) == (0, "")
    if name == "points":
        return
    said = run("next", "--json", "-f", "game.toml").facts
    rules = games.game(name)
    packs = int(options[1]) if options else rules.decks_for(count)
    assert said["decks"] == packs
    assert len(rules.pack) * packs >= rules.cards_needed(count)


def test_with_the_packs_that_were_named_eight_can_play(run: Run) -> None:
    refused = run("new", *NAMES, "--decks", "2", "-f", "game.toml")
    options = refused.err.split("packs: ")[1].split()
    assert run("new", *NAMES, *options, "-f", "game.toml").code == 0


def test_a_game_for_one_is_for_one_player(run: Run) -> None:
    assert run("new", "Ann", "--game", "five-crowns").said[0] == (
        "Five Crowns: a new game, 1 player, 11 rounds"
    )


def test_the_rules_of_five_crowns_do_not_offer_the_jokers_of_another_game(run: Run) -> None:
    offered = [line for line in run("rules", "five-crowns").said if line.startswith("Start it")]
    assert offered
    assert "--variation jokers" not in offered[0]


# ── the rule book's own examples ─────────────────────────────────────────────────────────


def wilds_of(game: str, wild: str) -> int:
    """The number of the round in which ``wild`` is wild."""
    return [spec.wild for spec in games.game(game).specs].index(wild) + 1


@each(
    "cards, wild, kind, stands",
    [
        pytest.param("9♦ 7♣ J♦", "7", "run", "9D TD JD", id="a seven between"),
        pytest.param("6♦ 7★ 7♠ 9♦", "7", "run", "6D 7D 8D 9D", id="two sevens side by side"),
        pytest.param("8♠ Q♠ Q★", "8", "set", "Q Q Q", id="an eight as a queen"),
        pytest.param("K♠ K♦ K♥ K♥", "8", "set", "K K K K", id="one king twice"),
        pytest.param("3★ 4★ 5★", "8", "run", "3X 4X 5X", id="stars"),
        pytest.param("jk jk jk", "8", "wilds", "JK JK JK", id="jokers alone"),
        pytest.param("8♠ 8♠ jk", "8", "wilds", "8S 8S JK", id="wilds alone"),
        pytest.param("3♠ 4♠ jk", "8", "run", "3S 4S 5S", id="no card is below the three"),
        pytest.param("Q♠ K♠ 8♣", "8", "run", "JS QS KS", id="no card is above the king"),
    ],
)
def test_a_meld_of_five_crowns_is_judged_as_its_rules_print_it(
    cards: str, wild: str, kind: str, stands: str
) -> None:
    rules = games.game("five-crowns").round(wilds_of("five-crowns", wild))
    found = judge_meld(parse_cards(cards), rules)
    assert isinstance(found, Meld)
    assert found.kind == kind
    ranks = [place.rstrip("SHDCX") if kind == "set" else place for place in found.stands]
    assert sorted(ranks) == sorted(stands.split())


@each(
    "cards, wild",
    [
        pytest.param("9♦ 8♣ J♦", "7", id="another rank between"),
        pytest.param("9♦ T♣ J♦", "7", id="another suit between"),
        pytest.param("Q♠ K♠ 3♠", "8", id="around the corner"),
        pytest.param("6★ 8★ 9★", "7", id="the wild rank is not skipped"),
        pytest.param("K♠ K♦", "8", id="two kings"),
    ],
)
def test_a_card_that_five_crowns_does_not_print_is_in_no_meld(cards: str, wild: str) -> None:
    rules = games.game("five-crowns").round(wilds_of("five-crowns", wild))
    assert not isinstance(judge_meld(parse_cards(cards), rules), Meld)


HANDS = [
    pytest.param("five-crowns", "3", "4x 8x jk", 62, id="4 + 8 + 50 in the threes"),
    pytest.param("five-crowns", "3", "3s 4x jk", 0, id="two wilds and a four in the threes"),
    pytest.param("five-crowns", "3", "3s 4x 9d", 33, id="a wild is 20"),
    pytest.param("five-crowns", "J", "Jx Qs", 32, id="a wild jack is 20 and a queen 12"),
    pytest.param(
        "five-crowns",
        "K",
        "3x4x5x6x7x8x9xtxjxqx kd jk jk",
        0,
        id="stars from three to queen, and three wilds, in the kings",
    ),
    pytest.param("three-thirteen", "3", "KS QS 3D", 0, id="a wild in front of queen and king"),
    pytest.param("three-thirteen", "3", "KS 2S 3D", 15, id="a wild costs its face"),
    pytest.param("three-thirteen-speed", "4", "AS AS AS AS", 0, id="four packs hold four aces"),
    pytest.param("deuces-arent-wild", "A", "AS KS jk 2D 3D 4D", 0, id="aces wild in the last"),
    pytest.param("deuces-arent-wild", "3", "2S 9D jk", 31, id="a deuce is two"),
    pytest.param("deuces-arent-wild", "3", "2S 2D jk", 0, id="a joker among deuces"),
]


@each("game, wild, hand, points", HANDS)
def test_a_hand_costs_what_its_game_says(game: str, wild: str, hand: str, points: int) -> None:
    rules = games.game(game).round(wilds_of(game, wild))
    assert best_arrangement(parse_cards(hand), rules).points == points


def test_the_longest_hand_of_five_crowns_gets_an_answer(run: Run) -> None:
    said = run("deadwood", "345678910jqx", "Kd", "jk", "jk", "--game", "five-crowns")
    assert said.said[0] == "0 points     round 11, KINGS are wild · 13 of 13 cards"
    assert said.said[-1].strip() == "nothing is left: every card is melded"


def test_a_set_is_called_a_book_in_five_crowns_and_a_set_elsewhere(run: Run) -> None:
    cards = ("meld", "8♠", "Q♠", "Q♦", "--round", "8s")
    assert run(*cards, "--game", "five-crowns").said[0] == (
        "YES. 8♠ Q♠ Q♦ is a book.     round 6, EIGHTS are wild"
    )
    assert run(*cards, "--game", "three-thirteen").said[0] == (
        "YES. 8♠ Q♠ Q♦ is a set.     round 6, EIGHTS are wild"
    )


def test_seven_in_the_sevens_of_five_crowns_is_questioned(run: Run) -> None:
    run("new", "Ann", "Bo", "--game", "five-crowns", "--dealer", "Ann")
    for entries in (("o", "3"), ("o", "4"), ("o", "5"), ("o", "6")):
        assert run("add", *entries).code == 0
    said = run("add", "K+7", "o")
    assert said.code == 0
    assert said.err == ("7 is taken as 7 points; a 7 left over costs 20: for that type w\n")
    assert run("fix", "7s", "ann=k+w").said[1] == "Round 5, the sevens (7 cards each): Ann 20 -> 33"


# ── the games at the table ───────────────────────────────────────────────────────────────


def test_a_new_game_says_when_several_may_go_out_and_when_a_wild_is_natural(run: Run) -> None:
    turn = "  going out  the others get one more turn each, then everybody counts"
    several = "             several may go out in one round"
    natural = "             a wild in its own place counts as natural"
    speed = run("new", "Ann", "Bo", "--game", "three-thirteen-speed", "-f", "speed.toml").said
    assert speed[speed.index(turn) + 1] == several
    assert natural not in speed
    half = run("new", "Ann", "Bo", "--variation", "half-wild", "-f", "half.toml").said
    assert half[half.index("  wilds      at most half of a meld may be wild") + 1] == natural
    assert several not in half
    # Without a limit there is nothing that it could count for.
    free = run("new", "Ann", "Bo", "--rule", "wild_as_rank=true", "-f", "free.toml").said
    assert natural not in free


def test_the_rules_of_speed_mention_no_stock(run: Run) -> None:
    assert "stock" in run("rules", "three-thirteen").out
    assert "stock" not in run("rules", "three-thirteen-speed").out


def test_a_tie_at_deuces_is_played_off_with_fourteen_cards_and_aces_wild(run: Run) -> None:
    run("new", "Ann", "Bo", "Cy", "--game", "deuces-arent-wild", "-f", "d.toml", "--dealer", "Ann")
    for _ in range(11):
        run("add", "o", "0", "5", "-f", "d.toml")
    last = run("add", "5", "5", "o", "-f", "d.toml")
    assert last.said[-2] == (
        "Bonus round: deal 14 each, ACES are wild. Only Ann and Bo play it. Ann deals, Bo begins."
    )
    decided = run("add", "9", "o", "-f", "d.toml")
    assert "   =====  BO wins with 5 points, after a play-off with Ann  =====" in decided.said
    table = run("standings", "--json", "-f", "d.toml").facts
    assert [(line["place"], line["player"], line["total"]) for line in table["standings"]] == [
        (1, "Bo", 5),
        (2, "Ann", 5),
        (3, "Cy", 55),
    ]


def test_points_have_no_cards_no_dealer_and_no_end(run: Run) -> None:
    run("new", "Ann", "Bo", "--game", "points", "-f", "p.toml")
    card = run("next", "--json", "-f", "p.toml").facts
    empty = dict.fromkeys(("deal", "wild", "dealer", "begins", "decks", "stock"))
    assert card == {"number": 1, **empty, "bonus": False, "players": ["Ann", "Bo"]}
    for number in range(1, 21):
        assert run("add", str(number), "-3", "-f", "p.toml").code == 0
    table = run("standings", "--json", "-f", "p.toml").facts
    assert (table["finished"], table["rounds_played"], table["rounds"]) == (False, 20, None)
    assert [line["total"] for line in table["standings"]] == [-60, 210]


def test_points_below_zero_are_checked_against_the_pad(run: Run) -> None:
    run("new", "Ann", "Bo", "--game", "points", "-f", "p.toml")
    assert run("add", "20", "5", "-f", "p.toml").code == 0
    assert run("add", "-2=18", "bo=-3=2", "-f", "p.toml").code == 2
    assert run("add", "-2=18", "-3=1", "-f", "p.toml").code == 2
    assert run("add", "-2=18", "-3=2", "-f", "p.toml").code == 0
    assert run("fix", "2", "bo=-3=2", "-f", "p.toml").code == 0
    table = run("standings", "--json", "-f", "p.toml").facts
    assert [line["total"] for line in table["standings"]] == [2, 18]


@pytest.mark.parametrize(
    ("rules", "rounds", "winners"),
    [
        pytest.param(["target=100"], [(60, 50), (39, 49), (2, 1)], ["Bo"], id="to 100"),
        pytest.param(
            ["target=100", "winner=high"],
            [(60, 50), (40, 49)],
            ["Ann"],
            id="to 100, the most points win",
        ),
        pytest.param(["rounds=3"], [(1, 2), (1, 2), (9, 2)], ["Bo"], id="three rounds"),
        pytest.param(["rounds=2"], [(1, 2), (2, 1)], ["Ann", "Bo"], id="a tie is shared"),
    ],
)
def test_a_game_of_points_ends_as_it_was_agreed(
    rules: list[str], rounds: list[tuple[int, int]], winners: list[str], run: Run
) -> None:
    options = [word for rule in rules for word in ("--rule", rule)]
    run("new", "Ann", "Bo", "--game", "points", *options, "-f", "p.toml")
    for number, points in enumerate(rounds, start=1):
        assert run("add", *map(str, points), "-f", "p.toml").code == 0
        table = run("standings", "--json", "-f", "p.toml").facts
        assert table["finished"] == (number == len(rounds))
    assert table["winners"] == winners
    assert run("add", "1", "1", "-f", "p.toml").code == 2


@pytest.mark.parametrize(
    ("winner", "both", "one"),
    [
        ("high", "50 short of 100", "6 short of 100"),
        ("low", "50 more ends the game", "down 1, 6 more ends the game"),
    ],
)
def test_the_player_nearest_to_the_target_sees_how_far_away_it_is(
    winner: str, both: str, one: str, run: Run
) -> None:
    rules = ("--rule", "target=100", "--rule", f"winner={winner}")
    run("new", "Ann", "Bo", "--game", "points", *rules, "-f", "p.toml")
    seen = []
    for round_points in (("50", "50"), ("4", "44"), ("0", "6")):
        run("add", *round_points, "-f", "p.toml")
        rows = run("standings", "-f", "p.toml").said[3:5]
        seen.append([row.split("  ")[-1] for row in rows if "short" in row or "ends" in row])
    assert seen == [[both] * 2, [one], []]


# ── against the brute force ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_solver_agrees_with_the_brute_force_in_250_hands_of(game: str) -> None:
    wrong = {
        str(dealt): found
        for dealt in game_deals(game, seed="family", count=250, most=8)
        if (found := differences(dealt.hand, dealt.rules))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "game", [name for name in CARD_GAMES if games.game(name).specs[0].deal < 7]
)
def test_with_nothing_left_any_further_card_lets_the_hand_go_out(game: str) -> None:
    melded = [
        dealt
        for dealt in game_deals(game, seed="out", count=400, most=6)
        if dealt.rules.deal == len(dealt.hand) and not best_arrangement(*dealt).deadwood
    ]
    assert len(melded) > 5
    for hand, rules in melded:
        further = next(card for card in rules.pack if card not in hand)
        assert judge_going_out((*hand, further), rules, neighbours={}).stands


@each("typed, name", rows(__file__, "titles.toml", "beginnings"))
def test_a_game_is_called_by_the_beginning_of_a_word_of_its_title(typed: str, name: str) -> None:
    assert games.game_called(typed) is games.game(name)


@each(
    "typed, problem, remedy",
    [
        ("3", "'3' could be three-thirteen or three-thirteen-speed", "type more of the name"),
        ("crwns", "there is no game 'crwns'", "did you mean five-crowns?"),
        ("duces", "there is no game 'duces'", "did you mean deuces-arent-wild?"),
        ("", "there is no game ''", "the games are "),
    ],
)
def test_an_unknown_game_gets_the_nearest_name(typed: str, problem: str, remedy: str) -> None:
    with pytest.raises(RulesError) as refused:
        games.game_called(typed)
    assert refused.value.problem == problem
    assert refused.value.remedy.startswith(remedy)
