"""What people say at a card table, row by row, typed at the real program."""

import re
from collections import Counter
from fnmatch import filter as fnmatch_filter
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards import parse_cards, spell
from tests.cli.table_talk.games import FOLDERS
from tests.cli.table_talk.rows import AT_A_TERMINAL, ELSEWHERE, Row, every_row
from tests.cli.table_talk.sitting import Sitting, Tables, contents, lay, sheet
from tests.effort import some
from tests.program import Answer, Run, elsewhere
from tests.tables import each

ROWS = every_row()

DUMB = {"TERM": "dumb"}
"""The terminal of every row: it edits no lines, which takes longer than to answer them."""

SCREENS: dict[str, dict[str, Any]] = {"usual": {}, "narrow": {"columns": 40}}
"""Those at which the first row of each group is typed again."""

FIRST_OF_GROUP = list({(row.section, row.about): row for row in reversed(ROWS)}.values())[::-1]


Case = tuple[Row, str]

COSTS = (*ELSEWHERE, *AT_A_TERMINAL)
"""The places where something is typed, by what that costs."""


def cases(rows: list[Row], places: tuple[str, ...]) -> list[Case]:
    """Every row in every place where it is typed; those of one game come together.

    In an ordinary run each is typed in its cheapest place, and some in their other places too.
    """
    found = [(row, where) for row in rows for where in row.where if where in places]
    once = [(row, where) for row, where in found if where == min(row.where, key=COSTS.index)]
    again = [(row, where) for row, where in found if where != min(row.where, key=COSTS.index)]
    return sorted([*once, *some(again)], key=lambda case: (case[1] != "open", case[0].game))


def called(case: Case) -> str:
    row, where = case
    return f"{row.section}-{where}-{row.game}-{' ⏎ '.join(row.typed)}"


# ── the table itself ─────────────────────────────────────────────────────────────────────


def test_the_table_has_at_least_170_rows_and_no_row_twice() -> None:
    assert len(ROWS) >= 170
    typed = Counter((row.game, where, row.typed) for row in ROWS for where in row.where)
    assert [case for case, times in typed.items() if times > 1] == []


def test_no_row_looks_for_what_was_typed() -> None:
    for row in ROWS:
        echoed = " ".join(row.typed)
        looked_for = [*row.says, *([row.asks] if row.asks else []), *row.never]
        assert [words for words in looked_for if found(words, echoed)] == [], row
        stays, ends = row.asks is not None, row.ends or row.exit is not None
        changes = row.sheet or row.starts or row.cards or row.files is not None
        assert stays or ends or looked_for or changes, row
        assert not (stays and ends), row


def test_a_row_has_a_place_and_a_game() -> None:
    for row in ROWS:
        assert row.game in FOLDERS, row
        assert set(row.where) <= {*AT_A_TERMINAL, *ELSEWHERE}, row
        assert len(row.typed) == 1 or not {*row.where} & {*ELSEWHERE}, f"one line at most: {row}"


# ── typed ────────────────────────────────────────────────────────────────────────────────


IN_THE_OPEN_GAME: dict[str, list[Case]] = {}
for case in cases(ROWS, ("open", "prompts")):
    IN_THE_OPEN_GAME.setdefault(case[0].game, []).append(case)


@pytest.mark.parametrize("game", IN_THE_OPEN_GAME)
def test_typed_in_the_open_game(game: str, tables: Tables) -> None:
    each("row, where", IN_THE_OPEN_GAME[game], called)(typed_at_a_table)(tables=tables, **DUMB)


def typed_at_a_table(row: Row, where: str, tables: Tables, **screen: Any) -> None:
    with tables.taken_up(row.game, row.game, **screen) as sitting:
        judged(row, where, sitting)


@pytest.mark.parametrize("screen", SCREENS)
def test_typed_at_another_terminal(screen: str, tables: Tables) -> None:
    rows = each("row, where", some(cases(FIRST_OF_GROUP, ("open",)), 2), called)
    rows(typed_at_a_table)(tables=tables, **SCREENS[screen])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "where"),
    [pytest.param(*case, id=called(case)) for case in cases(ROWS, ("add", "shell"))],
)
def test_typed_after_the_program_s_name(row: Row, where: str, tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, row.game, *row.words(where))
    try:
        judged(row, where, sitting)
    finally:
        sitting.stops()


@each("row, where", cases(FIRST_OF_GROUP, ("piped",)), called)
def test_typed_at_the_real_program_in_a_pipe(row: Row, where: str, sk: Run, folder: Path) -> None:
    lay(folder, row.game)
    is_answered(row, folder, sk(*row.words(where)))


@each("row, where", cases(ROWS, ELSEWHERE), called)
def test_typed_where_nobody_can_be_asked(row: Row, where: str, run: Run) -> None:
    with elsewhere() as folder:
        lay(folder, row.game)
        is_answered(row, folder, run(*row.words(where)))


# ── judged ───────────────────────────────────────────────────────────────────────────────


def is_answered(row: Row, folder: Path, answer: Answer) -> None:
    said = f"{answer.out}\n{answer.err}"
    assert answer.code != 70, said
    if row.cards:
        assert answer.code == 0, said
        assert Counter(answer.facts["hand"]) == Counter(row.cards.split())
    if row.exit is not None or row.sheet or row.starts:
        assert answer.code == (row.exit or 0), said
    is_said(row, said)
    is_written(row, folder)


def judged(row: Row, where: str, sitting: Sitting) -> None:
    """Type the row, and compare what is seen and written then with it."""
    for line in row.lines(where):
        assert not sitting.person.has_ended(), f"it ended before {line!r} could be typed"
        sitting.types(line)
    said = sitting.said
    assert "this is a bug in scorekeeper" not in said, said
    assert "Traceback" not in said, said
    is_said(row, said)
    for card in parse_cards(row.cards):
        assert found(spell(card), said), f"{card} is not in:\n{said}"
    if row.asks is not None:
        assert sitting.is_asked(), f"it asked nothing:\n{said}"
    elif row.ends or row.exit is not None:
        assert sitting.person.has_ended(), f"it is still running:\n{said}"
        assert row.exit in (None, sitting.exit()), said
    elif row.sheet and where in ("open", "prompts"):
        assert sitting.is_at_the_table(), f"the table does not come back:\n{said}"
    elif row.sheet:
        assert sitting.person.has_ended(), f"it is still running:\n{said}"
        assert sitting.exit() == 0, said
    is_written(row, sitting.folder)


def found(words: str, said: str) -> bool:
    """Whether the text has these words, perhaps a regular expression, whatever the line breaks."""
    return re.search(words, " ".join(said.split()), re.IGNORECASE) is not None


def is_said(row: Row, said: str) -> None:
    for words in [*row.says, *([row.asks] if row.asks else [])]:
        assert found(words, said), f"{words!r} is not in:\n{said}"
    for words in row.never:
        assert not found(words, said), f"{words!r} is in:\n{said}"


def is_written(row: Row, folder: Path) -> None:
    """Compare the folder with the row: what the row doesn't name is unchanged, byte for byte."""
    before, after = dict(FOLDERS[row.game]), contents(folder)
    if row.files is not None:
        names = [path.name for path in folder.iterdir()]
        for pattern in row.files:
            assert fnmatch_filter(names, pattern), f"{pattern} is not among {names}"
        assert len(after) == sum(not pattern.startswith(".") for pattern in row.files), names
    if row.starts:
        begun = [text for name, text in after.items() if name not in before]
        assert len(begun) == 1, f"{len(begun)} games have begun"
        [text] = begun
        assert re.findall(r'(?m)^name = "(.*)"$', text) == row.starts.split(", ")
        assert not row.label or f'\ngame = "{row.label}"\n' in text
    elif row.sheet:
        name, *others = before
        rounds = sheet(before[name])
        at = row.round - 1 if row.round else len(rounds)
        rounds[at : at + len(row.sheet)] = row.sheet
        assert sheet(after[name]) == rounds
        assert [after[other] for other in others] == [before[other] for other in others]
    elif row.files is None:
        assert after == before
