"""What is known about a ledger without parsing it must agree with parsing it."""

import tomllib
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import codec, store
from scorekeeper.errors import LedgerError
from scorekeeper.games import game as rules_of
from scorekeeper.ledger import Game
from scorekeeper.store.evenings import head_of, is_past
from scorekeeper.terminal import Sitting
from scorekeeper.terminal.games import NoGameError, find_game_to_open, find_ledger
from scorekeeper.terminal.showing import MOST_AT_HOME, first_lines
from tests.codec.test_at_random import evenings as evenings_at_random
from tests.program import TODAY, seeded
from tests.tables import each, rows
from tests.values import POINTS, game, row

RULES = rules_of("three-thirteen")
LONG_AGO = date(2020, 1, 31)


def written(rounds: int, day: date = LONG_AGO, **facts: Any) -> str:
    """An evening as the program writes it, with this many rounds."""
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


@each(
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
def test_open_games_and_other_layouts_have_to_be_parsed(text: str) -> None:
    assert not past(text)


def test_the_rules_of_the_ledger_say_how_many_rounds_there_are() -> None:
    short = RULES.replace(rounds=2)
    text = codec.write_new(game(row(1, 0, 3), row(1, 0, 3), rules=short, date=LONG_AGO))
    assert past(text)


def test_the_open_game_is_found_among_evenings_that_are_not_parsed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        (folder / f"old-{number}.toml").write_text(written(11), "utf-8")
    (folder / "open.toml").write_text(written(4), "utf-8")
    parsed = []
    parse = store.parsed

    def noted(text: str, path: Path) -> Game:
        parsed.append(path.name)
        return parse(text, path)

    monkeypatch.setattr("scorekeeper.store.evenings.parsed", noted)
    assert find_ledger(Sitting()) == Path("open.toml")
    assert parsed == ["open.toml"]
    assert first_lines()
    assert len(parsed) == len(set(parsed)) == MOST_AT_HOME


def test_the_first_screen_parses_a_huge_open_game_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.store.evenings.MOST_KEPT", 0)
    texts = [written(4, title=f"Evening {number}") for number in range(8)]
    for number, text in enumerate(texts):
        seeded(folder / f"{number}.toml", text)
    parsed, parse = Counter[str](), codec.parse

    def counted(text: str) -> dict[str, Any]:
        parsed[text] += 1
        return parse(text)

    monkeypatch.setattr(codec, "parse", counted)
    assert find_game_to_open() is None
    assert first_lines()
    assert first_lines()
    assert parsed == Counter(texts)


def test_a_past_evening_is_mentioned_if_it_is_the_only_game(folder: Path) -> None:
    for number in range(2):
        (folder / f"old-{number}.toml").write_text(written(11), "utf-8")
    with pytest.raises(NoGameError, match="the newest of the 2 games here is over"):
        find_ledger(Sitting())


# ── the head ─────────────────────────────────────────────────────────────────────────────


def test_the_head_of_a_ledger_can_be_read_without_parsing() -> None:
    for text in (written(3), written(0, title="Zoë’s [evening]"), written(11, finished=LONG_AGO)):
        read = codec.read(text)
        assert head_of(text.encode()) == (read.title, read.date, read.names)
        assert head_of(text.replace("\n", "\r\n").encode()) == head_of(text.encode())


@each("old, new", rows(__file__, "quick_look.toml", "unusual"))
def test_the_quick_look_gives_up_on_an_unusual_head(old: str, new: str) -> None:
    text = written(1)
    assert old in text
    assert head_of(text.replace(old, new, 1).encode()) is None


LINES = (
    '"""',
    "# [rules]",
    "[rules]",
    "[[players]]",
    'name = "Eve"',
    "date = 2019-01-01",
    'title = "Other"',
    "finished = 2020-02-01",
    "[[rounds]]",
    "[rounds.scores]",
    "note = '''",
    "[game]",
    "x = [",
    "[1]",
    "]",
    "",
)


@given(evenings_at_random(), st.lists(st.tuples(st.integers(0, 60), st.sampled_from(LINES))))
def test_a_quick_look_never_says_anything_that_parsing_would_not(
    evening: Game, edits: list[tuple[int, str]]
) -> None:
    lines = codec.write_new(evening._replace(date=LONG_AGO)).split("\n")
    for at, line in edits:
        lines.insert(at % len(lines), line)
    text = "\n".join(lines)
    try:
        found = codec.read(text)
    except LedgerError:
        return
    head = head_of(text.encode())
    assert head in (None, (found.title, found.date, found.names))
    if past(text):
        last = found.rules.last_round
        assert (found.date or TODAY) < TODAY
        assert found.finished is not None or (last and len(found.rounds) >= last)


@given(evenings_at_random(), st.lists(st.tuples(st.integers(0, 60), st.sampled_from(LINES))))
def test_rules_that_are_read_only_once_mean_the_same(
    evening: Game, edits: list[tuple[int, str]]
) -> None:
    lines = codec.write_new(evening).split("\n")
    for at, line in edits:
        lines.insert(at % len(lines), line)
    text = "\n".join(lines)
    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(LedgerError):
            codec.parse(text)
        return
    assert codec.parse(text) == whole
