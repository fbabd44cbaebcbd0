"""An evening as JSON, Markdown, and a short message to friends; a season as a table."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from unicodedata import bidirectional

from scorekeeper.cards import parse_cards
from scorekeeper.errors import printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.hands import melded
from scorekeeper.ledger.names import round_name
from scorekeeper.ledger.standings import (
    Standings,
    costliest_scores,
    final_totals,
    leaders,
    rank,
    ranking_totals,
    standings,
)
from scorekeeper.ledger.written import Round
from scorekeeper.render import Grid, Section, columns_of, cut, machine
from scorekeeper.render import standings as shown
from scorekeeper.render.words import gap, of_rounds, points
from scorekeeper.season import Season
from scorekeeper.season.figures import KindFigures, label_of
from scorekeeper.sharing.sheets import csv_line


def facts(game: Game, file: str) -> str:
    """Everything about a game, as one JSON object in ASCII."""
    whole = {
        "title": game.title,
        "file": file,
        "game": label_of(game),
        "date": game.date and str(game.date),
        "standings": machine.standings(game, file),
        "sheet": machine.sheet(game, file),
        "rounds": [_round(game, number, round_) for number, round_ in game.numbered()],
    }
    # The only ASCII character that JSON doesn't escape and a terminal doesn't show.
    return json.dumps(whole).replace("\x7f", "\\u007f") + "\n"


def facts_of_all(games: Iterable[tuple[str, Game]]) -> str:
    """Everything about some games, each with its file, as one JSON object in ASCII."""
    return f'{{"games": [{", ".join(facts(game, file).strip() for file, game in games)}]}}\n'


def _round(game: Game, number: int, round_: Round) -> machine.Facts:
    """A round, void or not, with an object for each player, and the best layout of each hand."""
    rules = game.round_rules(number, round_)
    players = []
    for name in game.in_order({*round_.players, *round_.absent, *round_.adjust}):
        best = melded(hand := round_.hands.get(name, ""), rules)
        laid = machine.deadwood(best, rules) if best and rules else {}
        players.append(
            {
                "player": name,
                "points": game.points(number, round_, name),
                "typed": name in {*round_.scores, *round_.forfeits},
                "adjust": round_.adjust.get(name, 0),
                "absent": name in round_.absent,
                "went_out": name in round_.out,
                "hand": list(map(str, parse_cards(hand))),
                "melds": laid.get("melds"),
                "deadwood": laid.get("deadwood"),
            }
        )
    return {
        "number": None if round_.bonus else number,
        "deal": rules.deal if rules else None,
        "wild": rules.wild if rules else None,
        "bonus": round_.bonus,
        "misdeal": round_.misdeal,
        "note": round_.note,
        "players": players,
    }


# ── Markdown ─────────────────────────────────────────────────────────────────────────────────


def markdown(game: Game, file: str) -> str:  # noqa: ARG001 - all formats are called the same way
    """The standings and the sheet of a game under its title."""

    def written(points: str, total: str) -> str:
        """The total in brackets, since Markdown can't line totals up with spaces."""
        return f"{points} ({total})" if points and total else points or total

    standings, sheet = shown.standings_grid(game, kept=True), shown.sheet_grid(game, written)
    foot = shown.standings_foot(game)
    notes = [re.sub(r"^([*]|---) ", "", line) for line in shown.sheet_notes(game)]
    sections = [
        Section("Standings", [standings], foot, above=shown.standings_title(game)),
        Section("Sheet", [sheet], notes, above=shown.sheet_title(game)),
    ]
    sections += [Section("Columns", [shown.column_grid(game)])] if game.rules.in_columns else []
    return document(printable(game.title), sections)


def document(title: str, sections: Iterable[Section]) -> str:
    """The sections of a page under its title."""
    parts = [f"# {escaped(title)}"]
    for section in sections:
        parts += [f"## {escaped(section.title)}"] if section.title else []
        parts += [escaped(section.above)] if section.above else []
        parts += map(_table, section.grids)
        parts += filter(None, ["\n".join(f"- {escaped(line)}" for line in section.lines)])
    return "\n\n".join(parts) + "\n"


def _table(grid: Grid) -> str:
    rules = ("---:" if align == "r" else "---" for align in grid.aligns)
    rows = [map(escaped, row) for row in (grid.header, *grid.rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (rows[0], rules, *rows[1:]))


def escaped(text: str) -> str:
    r"""A text with every Markdown sign escaped.

    >>> escaped("*Bo* | <b>")
    '\\*Bo\\* \\| \\<b\\>'
    """
    return re.sub(r"([\\`*_\[\]<>|~#&!])", r"\\\1", text.strip())


# ── a message ────────────────────────────────────────────────────────────────────────────────

WIDTH = 60  # columns of the longest line
LONGEST_NAME = 32  # columns of the longest name; longer ones are cut
PLACES = 8  # lines for places, including the one that says how many more there are
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def message(game: Game, file: str, *, plain: bool = False) -> str:  # noqa: ARG001
    """Who won, the places with the gaps, and the costliest round.

    At most 12 lines of at most 60 columns, for any number of players; no emoji if ``plain``.
    """
    places = standings(game)
    marks = ("", "", "") if plain else ("🃏 ", "🏆 ", "💥 ")
    day = f" · {game.date.day} {game.date:%B %Y}" if game.date else ""
    lines = [
        f"{marks[0]}{_isolated(game.title, WIDTH - len(day) - 3)}{day}",
        f"{marks[1] if places.winners else ''}{_outcome(game, places)}",
        *_places(game, places, plain=plain),
    ]
    for cost, at, name in costliest_scores(game)[:1]:
        lines.append(f"{marks[2]}{_isolated(name)}: {points(cost)} in {round_name(game.rules, at)}")
    return "".join(f"{cut(line, WIDTH)}\n" for line in lines)


def _outcome(game: Game, places: Standings) -> str:
    """Who won, or how the game stands."""
    if places.winners:
        total = final_totals(game)[places.winners[0]]
        return f"{_people(places.winners, 'wins', 'win')} with {points(total)}"
    if game.put_away:
        return "Put away without a winner"
    after = f"After round {len(game.played)}{of_rounds(game)}" if game.played else "Not begun"
    if places.finished:
        return f"{after}: ended, and nobody has won"
    if not (first := leaders(rank(game))):
        return after
    return f"{after}: {_people(first, 'leads', 'lead')} with {points(game.total(first[0]))}"


def _people(names: tuple[str, ...], one: str, several: str) -> str:
    """The people who do something: by name, or how many if the names don't fit."""
    if len(names) == 1:
        return f"{_isolated(names[0])} {one}"
    if len(names) == 2 and sum(columns_of(_isolated(name)) for name in names) < LONGEST_NAME:
        return f"{_isolated(names[0])} and {_isolated(names[1])} {several}"
    return f"{len(names)} {several}"


def _places(game: Game, places: Standings, *, plain: bool) -> Iterator[str]:
    """A line for each player, or only for the first ones if there are many."""
    more, counts = len(places.lines) - PLACES, ranking_totals(game)
    for line in places.lines[: PLACES - 1 if more > 0 else PLACES]:
        place = f"{line.place}." if line.place else "-"
        mark = place if plain else MEDALS.get(line.place or 0, place)
        behind = f" ({gap(line.behind, game.rules)})" if line.behind else ""
        counted = counts[line.player]
        settled = "" if line.final in (None, counted) else f", settled {line.final}"
        yield f"{mark} {_isolated(line.player)} {counted}{behind}{settled}"
    if more > 0:
        yield f"and {more + 1} more"


def _isolated(text: str, room: int = LONGEST_NAME) -> str:
    """A name or a title; one written right to left is isolated from the numbers beside it."""
    shown = cut(printable(text), room)
    is_turned = any(bidirectional(letter) in ("R", "AL") for letter in shown)
    return f"\u2068{shown}\u2069" if is_turned else shown


# ── a season ────────────────────────────────────────────────────────────────────────────────

PARTS = {
    "streak": ("streak_longest", "streak_current"),
    "best_total": ("best_total", "best_total_file", "best_total_date"),
    "worst_total": ("worst_total", "worst_total_file", "worst_total_date"),
}
"""The figures that take several columns."""


def season_spreadsheet(season: Season, _player: str | None) -> str:
    """A row for each player, kind of game and span as CSV; the figures by deal come last."""
    lines = [
        ({"span": span, "game": name}, line)
        for span, part in season.spans or [("", season)]
        for name, kind in part.kinds.items()
        for line in kind.players
    ]
    deals = sorted({deal.deal for _, line in lines for deal in line.deals})
    by_deal = [f"deal_{deal}_{fact}" for deal in deals for fact in ("rounds", "mean", "went_out")]
    facts = [field.name for field in fields(KindFigures) if field.name != "deals"]
    columns = ["span", "game"] if season.spans else ["game"]
    columns += [*(column for name in facts for column in PARTS.get(name, (name,))), *by_deal]
    rows = [{**of, **_figures(line)} for of, line in lines]
    return "".join(map(csv_line, [columns, *(map(row.get, columns) for row in rows)]))


def _figures(line: KindFigures) -> dict[str, object]:
    figures: dict[str, object] = asdict(line) | {"form": " ".join(map(str, line.form))}
    for name, parts in PARTS.items():
        if values := getattr(line, name):
            figures.update(zip(parts, vars(values).values(), strict=True))
    for deal in line.deals:
        figures |= {f"deal_{deal.deal}_{fact}": figure for fact, figure in vars(deal).items()}
    return figures


def season_markdown(season: Season, player: str | None) -> str:
    """The page with tables as GitHub shows them."""
    from scorekeeper.render.season import left_out_line, sections, title

    left_out = [Section("", [], above=line) for line in left_out_line(season.left_out)]
    return document(title(season, player), [*left_out, *sections(season, player)])
