"""What is told of a ledger without parsing it must be what parsing it tells."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import codec, store
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.codec.quick_look import is_past
from scorekeeper.games import game as rules_of
from tests.program import TODAY
from tests.values import POINTS, game, row

RULES = rules_of("three-thirteen")
LONG_AGO = date(2020, 1, 31)


def written(rounds: int, day: date = LONG_AGO, **facts: Any) -> str:
    """An evening as the program writes it, with so many rounds."""
    rows = [row(3, 0, 5, out="Bo") for _ in range(rounds)]
    return codec.write_new(game(*rows, rules=RULES, date=day, **facts))


def past(text: str) -> bool:
    return is_past(text.encode(), TODAY)


def test_an_evening_of_the_past_with_all_its_rounds_is_over() -> None:
    assert past(written(11))
    assert past(written(12))
    assert past(written(11).replace("\n", "\r\n"))


def test_an_evening_of_the_past_that_was_ended_is_over() -> None:
    assert past(written(3, finished=LONG_AGO))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(written(10), id="a round is still to play"),
        pytest.param(written(0), id="not begun"),
        pytest.param(written(11, TODAY), id="dated today"),
        pytest.param(written(11, TODAY + timedelta(days=9)), id="dated ahead"),
        pytest.param(written(3, TODAY, finished=TODAY), id="ended today"),
        pytest.param(codec.write_new(game(row(1, 2, 3), rules=POINTS)), id="no number of rounds"),
        pytest.param(written(11).replace("schema = 1", "schema = 3"), id="a newer schema"),
        pytest.param(written(11).replace("date = ", "day = "), id="no date"),
        pytest.param(written(10) + '\n# """\n[[rounds]]\n# """\n', id="quotes of several lines"),
        pytest.param(written(10) + "\n#\n # [[rounds]]\n", id="a header in a comment"),
        pytest.param(written(10, title="\n[[rounds]]\n"), id="a header in a title"),
        pytest.param(written(10, title="finished = 2020-01-01"), id="an end in a title"),
        pytest.param(f"# before\n{written(11)}", id="a comment in front"),
        pytest.param(written(11).replace("rounds = [{", "rounds = [\n{"), id="rounds in lines"),
        pytest.param(
            written(1).replace(
                "\nrounds = [{", "\n[house]\nrounds = [{ deal = 3 }]\n[rest]\nx = [{"
            ),
            id="rounds of something else",
        ),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_not_over_or_not_as_the_program_writes_it_is_left_to_be_parsed(text: str) -> None:
    assert not past(text)


def test_the_rules_of_the_ledger_say_how_many_rounds_there_are() -> None:
    short = RULES.replace(rounds=2)
    text = codec.write_new(game(row(1, 0, 3), row(1, 0, 3), rules=short, date=LONG_AGO))
    assert past(text)


def test_the_open_game_is_found_among_evenings_that_nobody_parses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCOREKEEPER_FILE", raising=False)
    for number in range(20):
        (tmp_path / f"old-{number}.toml").write_text(written(11), "utf-8")
    (tmp_path / "open.toml").write_text(written(4), "utf-8")
    parsed = []
    load = store.load

    def noted(path: Path) -> store.Loaded:
        parsed.append(path.name)
        return load(path)

    monkeypatch.setattr(store, "load", noted)
    assert find_ledger(GameAtHand()) == Path("open.toml")
    assert parsed == ["open.toml"]


def test_evenings_of_the_past_are_offered_where_no_other_game_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCOREKEEPER_FILE", raising=False)
    for number in range(2):
        (tmp_path / f"old-{number}.toml").write_text(written(11), "utf-8")
    with pytest.raises(Exception, match="there are 2 games in this folder"):
        find_ledger(GameAtHand())
