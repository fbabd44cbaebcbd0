"""The command that turns the games in a CSV file into ledgers."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

from scorekeeper import store
from scorekeeper.cli.commands import GameName, Json, Rule, Variation, argument, flag, one_of, option
from scorekeeper.errors import SK, FileError, ScorekeeperError, UsageError, count, printable, quoted
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import is_finished
from scorekeeper.render import machine
from scorekeeper.render.evening import totals_line
from scorekeeper.render.standings import winners_line
from scorekeeper.rules import RuleSet
from scorekeeper.rules.packs import refuse_unscored
from scorekeeper.rules.variations import varied
from scorekeeper.sharing import cells, imported, tables
from scorekeeper.sharing.sheets import LARGEST_CSV, Sheet, are_totals, points_from_totals, sheets_in
from scorekeeper.store.durable import read_file
from scorekeeper.store.evenings import path_for
from scorekeeper.terminal import Answer, Aside, can_ask, talk, with_progress
from scorekeeper.terminal.command_words import command_line, shell_path
from scorekeeper.terminal.games import game_named, games_here, past_day, today
from scorekeeper.terminal.prompt import ask_yes

ORDERS = ("day-first", "month-first")  # which comes first in a date like 3/4/2026


def import_command(
    file: Annotated[str, argument("FILE.csv", "Rounds and points as CSV.")],
    game: GameName = None,
    variation: Variation = None,
    rule: Rule = None,
    day: Annotated[str | None, option("--date", "DAY", "The date, if the file has none.")] = None,
    title: Annotated[str | None, option("--title", "TEXT", "The title, if it has none.")] = None,
    totals: Annotated[
        bool, flag("--totals", "The numbers are running totals, not points.")
    ] = False,
    columns: Annotated[
        str | None,
        option("--columns", "NAME=N,…", "Which column is which: round=1,player=2,points=4."),
    ] = None,
    dates: Annotated[
        str | None,
        option("--dates", "ORDER", "Read 3/4/2026 day-first or month-first.", one_of(ORDERS)),
    ] = None,
    yes: Annotated[bool, flag("--yes", "Write without asking.")] = False,
    json: Json = False,
) -> Iterator[Answer]:
    path = Path(file)
    rules = None if game is None else game_named(game)
    if rules:
        refuse_unscored(rules)
    picks = () if columns is None else tables.picked_columns(columns)
    if dates not in (None, *ORDERS):
        problem = f"{quoted(dates)} isn't a date order"
        raise UsageError(problem, remedy=f"give {' or '.join(ORDERS)}")
    may_ask = can_ask() and not yes
    text, remarks = _text_of(path)
    with _in_file(path):
        sheets = _sheets_in(text, picks, dates, is_dated=day is not None, may_ask=may_ask)
    played = None if day is None else past_day(day)
    sheets = [_dated_and_titled(sheet, played, title) for sheet in sheets]
    with _in_file(path):
        sheets = _with_points(sheets, totals=totals, may_ask=may_ask)
        is_said = any(word.startswith("winner") for word in rule or ())
        sheets = [imported.for_rules(sheet, rules) for sheet in sheets]
        if not (rules or is_said):
            sheets = list(map(imported.with_winner_beside, sheets))
            sheets = _with_winners(sheets) if may_ask else sheets
    if left_out := dict.fromkeys(name for sheet in sheets for name in sheet.left_out):
        remarks.append(f"not points, so left out:  {', '.join(map(printable, left_out))}")
    if any(sheet.only_totals for sheet in sheets):
        remarks.append("there are only totals, so each game gets a single round")
    planned, existing = _plan(
        path,
        sheets,
        lambda sheet: varied(imported.rules_of(sheet, rules), rule, variation, None),
        is_said=is_said or may_ask,
    )
    plan = [*remarks, *_plan_lines(planned, existing)]
    yield Answer(plan)
    if not yes and not can_ask():
        problem = "import asks before it writes, but this isn't a terminal"
        raise UsageError(problem, remedy="to write without asking, add --yes")
    games = count(len(planned), "game")
    head = plan if json else ()  # with --json, the plan hasn't been shown
    if planned and not yes and not ask_yes(f"Write {games}?", "write", "no", head=head):
        planned = []
    store.create_all(with_progress(planned, "writing games"), command_line("import", file))
    listed = [machine.in_list(str(new_path), new_game) for new_path, new_game in planned]
    facts = {"games": listed, "changed": bool(planned), "command": "import"}
    if not planned:
        yield Answer([Aside("nothing was written")], lambda: facts)
        return
    which = "it" if len(planned) == 1 else "one"
    back = f"{SK}undo -f {shell_path(planned[0][0])}"
    yield Answer([f"{games} written.  Take {which} back:  {back}"], lambda: facts)


def _text_of(path: Path) -> tuple[str, list[str]]:
    """The text of a CSV file, and remarks on it; FileError if there is no such file."""
    if not (store.is_there(path) and path.is_file()):
        problem = f"there is no file called {quoted(str(path))}"
        raise FileError(problem, remedy="name the CSV file that you mean, like friday.csv")
    if path.suffix == ".toml":
        problem = f"{printable(path)} is a game file, not a table"
        raise FileError(problem, remedy=f"open it with {SK}open {shell_path(path)}")
    if (size := path.stat().st_size) > LARGEST_CSV:
        problem = f"{printable(path)} has {size} bytes, more than a thousand evenings need"
        raise FileError(problem, remedy="name a CSV file of rounds and points, or split it")
    with _in_file(path):
        text, is_latin = cells.text_of(read_file(path, LARGEST_CSV))
    return text, ["the file isn't in UTF-8, and was read as Latin-1"] if is_latin else []


def _sheets_in(
    text: str, picks: tables.Picks, dates: str | None, *, is_dated: bool, may_ask: bool
) -> list[Sheet]:
    """The games in a file, after asking about a date that could be two different days."""
    read = partial(sheets_in, text, picks, is_dated=is_dated)
    try:
        return read(is_day_first=None if dates is None else dates == ORDERS[0])
    except tables.HeaderError as error:
        talk(error.lines)
        raise
    except cells.DoubtfulDateError as doubt:
        if not may_ask:
            raise
        question = f"Which date is {quoted(doubt.typed)}?"
        return read(is_day_first=ask_yes(question, *map(str, doubt.days)))


def _plan(
    path: Path, sheets: Sequence[Sheet], rules_for: Callable[[Sheet], RuleSet], *, is_said: bool
) -> tuple[list[tuple[Path, Game]], list[Path]]:
    """The games to write, each with its new file, and the ledgers of games already here.

    ``is_said`` is whether somebody said if the most or the fewest points win.
    """
    planned: list[tuple[Path, Game]] = []
    existing: list[Path] = []
    taken: Counter[str] = Counter()
    find = imported.finder_of(games_here(quiet=True))
    for sheet in with_progress(sheets, "reading games"):
        with _in_file(path, sheet.line):
            game = imported.game_of(sheet, rules_for(sheet), today())
            is_clear = is_said or bool(sheet.winner) or game.rules.plays_cards
            imported.refuse_other_winners(sheet, game, is_said=is_clear)
        if same := find(game):
            existing.append(same)
        else:
            planned.append((path_for(game, taken), game))
    return planned, existing


def _with_points(sheets: Sequence[Sheet], *, totals: bool, may_ask: bool) -> list[Sheet]:
    """The sheets with points instead of totals; FileError for a doubt that nobody can settle."""
    for sheet in sheets:
        for column, who in sheet.aside.items():
            looks = f"looks like {printable(who)}'s running totals" if who else tables.NO_PLAYER
            if not (may_ask and ask_yes(f"{quoted(column)} {looks}. Is that right?")):
                raise cells.wrong(sheet.line, column, f"this {looks}", tables.REMOVE)
    if not totals and are_totals(sheets):
        if not may_ask:
            why = "these look like running totals: they never go down"
            remedy = "use --totals; if they are points, add a last row called total"
            raise cells.wrong(sheets[0].line, "", why, remedy)
        totals = ask_yes("The numbers never go down. Are they running totals?")
    return list(map(points_from_totals, sheets)) if totals else list(sheets)


def _with_winners(sheets: Sequence[Sheet]) -> list[Sheet]:
    """The sheets with who wins, after asking if neither they nor their games say so."""

    def is_unsaid(sheet: Sheet) -> bool:
        return not sheet.winner and not imported.rules_of(sheet).plays_cards

    if not any(map(is_unsaid, sheets)) or ask_yes("Do the fewest points win?", no="no, the most"):
        return list(sheets)
    return [sheet._replace(winner="high") if is_unsaid(sheet) else sheet for sheet in sheets]


def _dated_and_titled(sheet: Sheet, day: date | None, title: str | None) -> Sheet:
    """A sheet with the day and the title given; UsageError for one that its columns give too."""
    for name, given, own in (("--date", day, sheet.day), ("--title", title, sheet.title)):
        if given is not None and own:
            problem = f"the file already gives the {name[2:]} of its games"
            raise UsageError(problem, remedy=f"leave {name} out, or correct the file")
    words = " ".join(title.split()) if title else sheet.title
    return sheet._replace(day=day or sheet.day, title=words)


@contextmanager
def _in_file(path: Path, line: int = 1) -> Iterator[None]:
    """Begin each error in this block with the file and the line; without its own, with ``line``."""
    try:
        yield
    except ScorekeeperError as error:
        at = error.line or line
        problem = f"{printable(path)}:{at}: {error.problem}"
        raise FileError(problem, remedy=error.marked_remedy, line=at) from error


def _plan_lines(planned: Sequence[tuple[Path, Game]], existing: Sequence[Path]) -> list[str]:
    """The games already here, and those to write: the first ten, and how many more."""
    lines = []
    if existing:
        others = f" and {len(existing) - 1} more" if len(existing) > 1 else ""
        lines.append(f"already here, and left alone:  {printable(existing[0])}{others}")
    for path, game in planned[:10]:
        facts = (printable(game.title), game.rules.title, str(game.date))
        lines.append(f"{printable(path)}: {', '.join(dict.fromkeys(facts))}")
        lines.append(f"  {count(len(game.played), 'round')}: {totals_line(game).strip()}")
        lines.append(f"  {winners_line(game) if is_finished(game) else 'The game goes on.'}")
    return [*lines, *([f"and {count(len(planned) - 10, 'game')} more"] if planned[10:] else [])]
