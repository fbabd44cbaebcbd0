"""The sample games: dealt by the script alone, and correct in every way."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import codec
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import is_finished, standings
from tests.effort import some
from tests.program import Answer, Run, start
from tests.tools.deal_samples import FOLDER, SAMPLES, play, swapped


def text_of(name: str) -> str:
    """A sample as it is in the folder, including its line ends."""
    return (FOLDER / name).read_bytes().decode("utf-8")


def sample(name: str) -> Game:
    return codec.read(text_of(name))


def answer(run: Run, *words: str) -> str:
    """What the program prints; it must succeed without a complaint."""
    done = run(*words)
    assert (done.code, done.err) == (0, "")
    return done.out


every_sample = pytest.mark.parametrize("name", SAMPLES)


# ── dealt, not made ──────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("name", some([*SAMPLES], 3))
def test_the_script_deals_the_sample_again_to_the_last_character(name: str) -> None:
    assert play(SAMPLES[name]) == text_of(name), "deal it again: python -m tests.tools.deal_samples"


def test_the_folder_holds_nothing_but_dealt_samples() -> None:
    assert {path.name for path in FOLDER.glob("*.toml")} == set(SAMPLES)


@every_sample
def test_the_rules_are_written_as_new_writes_them(name: str, run: Run, folder: Path) -> None:
    evening = SAMPLES[name]
    options = [word for name in evening.variations for word in ("--variation", name)]
    options += [
        word for key, value in evening.settings.items() for word in ("--rule", f"{key}={value}")
    ]
    answer(run, "new", *evening.names, "--game", evening.game, *options, "-f", "new.toml")
    assert rules_lines(text_of(name)) == rules_lines((folder / "new.toml").read_text("utf-8"))


def rules_lines(text: str) -> list[str]:
    """The lines of the rules table, up to the blank one."""
    lines = text.splitlines()
    start = lines.index("[rules]")
    return lines[start : [*lines, ""].index("", start)]


# ── the program is content with them ─────────────────────────────────────────────────────


def test_check_has_nothing_to_say() -> None:
    assert start(["check", "sample_games"], FOLDER.parent) == Answer(out="", err="", code=0)


@every_sample
@pytest.mark.parametrize("command", ["standings", "sheet", "next"])
def test_a_reading_command_answers_in_json(command: str, name: str, run: Run) -> None:
    said = json.loads(answer(run, command, "--json", "-f", str(FOLDER / name)))
    game = sample(name)
    if command == "next":
        assert (said is None) == is_finished(game)
    else:
        assert said["title"] == game.title


@every_sample
def test_the_standings_add_up_as_on_paper(name: str, run: Run) -> None:
    said: dict[str, Any] = json.loads(answer(run, "standings", "--json", "-f", str(FOLDER / name)))
    game = sample(name)
    players = {player.name: player for player in game.players}
    for line in said["standings"]:
        player = players[line["player"]]
        back = sum(
            game.rejoin_points(player.name, number) for number in range(1, len(game.played) + 1)
        )
        assert line["total"] == (player.start or 0) + sum(filter(None, line["rounds"])) + back
        gone = said["rounds_played"] - (player.left or said["rounds_played"])
        assert line["missed"] == gone
        assert (line["place"] is None) == bool(gone)


# ── what each of them is there to show ───────────────────────────────────────────────────


def places(game: Game) -> list[int | None]:
    return [line.place for line in standings(game).lines]


def shown_hands(game: Game) -> set[bool]:
    """Whether there are hands of players who went out, and of players who didn't."""
    return {name in round_.out for round_ in game.rounds for name in round_.hands}


def comments(text: str) -> int:
    return sum("#" in line for line in text.splitlines())


def test_friday_is_finished_with_two_in_second_place() -> None:
    friday = sample("friday-at-ours.toml")
    assert is_finished(friday)
    assert places(friday) == [1, 2, 2, 4]
    assert friday.decks == 2


def test_friday_mixes_hands_and_numbers() -> None:
    friday = sample("friday-at-ours.toml")
    assert shown_hands(friday) == {True, False}
    assert any(round_.hands and round_.scores for round_ in friday.rounds)


def test_rainy_sunday_is_in_progress_and_people_wrote_into_it() -> None:
    rainy = sample("rainy-sunday.toml")
    assert (len(rainy.played), rainy.rules.last_round) == (6, 11)
    assert comments(text_of("rainy-sunday.toml")) == 5
    assert rainy.played[2].note == "Jonas was 21: misheard, J and 2"
    assert rainy.played[4].note == "by candlelight, the power was gone"


def test_grandmas_rules_are_three_variations_together() -> None:
    grandma = sample("grandmas-rules.toml")
    assert is_finished(grandma)
    rules = grandma.rules
    assert (rules.ace_runs, rules.ace_points, rules.face_points) == ("both", 15, "rank")
    assert (rules.jokers, rules.joker_points) == (2, 20)
    assert any("JK" in hand for round_ in grandma.rounds for hand in round_.hands.values())


def test_the_five_crowns_sample_has_a_late_player_and_a_leader_who_left() -> None:
    crowns = sample("five-crowns-saturday.toml")
    assert is_finished(crowns)
    assert [player.name for player in crowns.players if player.joined == 4] == ["Fay"]
    others = [crowns.total(name, 3) for name in ("Ann", "Bo", "Oma Jutta", "Dee", "Eli")]
    start = {player.name: player.start for player in crowns.players}
    assert start["Fay"] == round(sum(others) / len(others))
    assert [player.name for player in crowns.players if player.left == 8] == ["Eli"]
    assert standings(crowns.before(9)).lines[0].player == "Eli"
    assert places(crowns) == [1, 2, 2, 4, 5, None]


def test_five_crowns_keeps_the_round_that_was_misdealt() -> None:
    crowns = sample("five-crowns-saturday.toml")
    void = crowns.rounds[5]
    assert void.misdeal == "Dee had 9 cards"
    assert crowns.rounds[6] == crowns.played[5]
    assert crowns.played[5].scores != void.scores
    assert shown_hands(crowns) == {True, False}


def test_a_night_of_skyjo_ends_when_somebody_has_100() -> None:
    skyjo = sample("skyjo-night.toml")
    assert is_finished(skyjo)
    assert (len(skyjo.played), skyjo.rules.target, skyjo.rules.winner) == (5, 100, "low")
    assert not is_finished(skyjo.before(5))
    assert skyjo.played[2].adjust == {"José": 5}
    assert min(score for round_ in skyjo.rounds for score in round_.scores.values()) < 0
    assert [(line.player, line.total) for line in standings(skyjo).lines] == [
        ("José", 100),
        ("Zoë", 113),
        ("Nina", 116),
    ]


def test_gin_by_the_fire_has_everything_that_can_happen_in_a_match() -> None:
    match = sample("gin-by-the-fire.toml")
    hands = [match.gin_hand(number, round_) for number, round_ in enumerate(match.played, start=1)]
    known = [hand for hand in hands if hand]
    assert len(known) == len(hands) == 8
    assert {hand.layout.how for hand in known} == {"gin", "knock"}
    assert [sum(hand.score.undercut for hand in known)] == [1]
    assert any(hand.laid_off for hand in known)
    assert sum(round_.dead for round_ in match.rounds) == 1
    assert [(line.player, line.total, line.final) for line in standings(match).lines] == [
        ("Uncle Cy", 110, 310),
        ("Ann", 59, 159),
    ]


def test_more_points_lose_hollywood_at_noon() -> None:
    match = sample("hollywood-at-noon.toml")
    assert is_finished(match)
    assert [(line.player, line.total, line.final) for line in standings(match).lines] == [
        ("Zoë", 115, 739),
        ("Bo", 147, 622),
    ]


def test_a_pool_keeps_drops_wrong_shows_exits_and_rejoins() -> None:
    pool = sample("pool-of-101.toml")
    assert is_finished(pool)
    assert {word for round_ in pool.rounds for word in round_.forfeits.values()} == {
        *("drop", "middle", "wrong")
    }
    assert [player.rejoined for player in pool.players] == [(), (), (), (3,)]
    lines = [(line.player, line.total, line.lost) for line in standings(pool).lines]
    assert lines == [("Bo", 78, None), ("Ravi", 131, 8), ("Meera", 102, 6), ("Asha", 142, 6)]
    assert shown_hands(pool) == {True, False}
    assert all(round_.wild for round_ in pool.rounds)


@every_sample
def test_every_slip_of_the_pen_is_corrected(name: str) -> None:
    game = sample(name)
    for number, slip in SAMPLES[name].slips.items():
        square = game.square(number, slip.player)
        assert square.points is not None
        note = game.played[number - 1].note or ""
        assert note.startswith(f"{slip.player} was {swapped(square.points)}: ")
