"""A season in words: tables of figures, records, and how each evening compares."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from scorekeeper.errors import count, printable, times
from scorekeeper.ledger.names import people
from scorekeeper.render import Grid, Section, shortened, with_columns
from scorekeeper.render.words import ordinal, rule_words
from scorekeeper.rules import RuleSet
from scorekeeper.rules.variations import OF_RUNS
from scorekeeper.season import Kind, LeftOut, Person, Season, figures

Figure = Callable[[Any], object]

RECORDS: dict[figures.RecordName, str] = {
    "best_total": "best total",
    "worst_total": "worst total",
    "best_round": "best round",
    "worst_round": "worst round",
    "streak": "wins in a row",
    "comeback": "came back from",
    "lead_changes": "changes of the lead",
}
"""The records in words, in the order shown."""

AHEAD = "Who finished ahead"

LEGEND = (
    "won: the share of games won; chance: the wins that pure chance would give",
    "beaten: the share of opponents finishing behind; a tie counts half",
    "place: the average; streak: the most wins in a row; now: the current streak",
    "form: the latest places, newest on the right",
)
KIND_LEGEND = (
    "back: the largest gap that a winner made up",
    "points: per round, without penalties and bonuses",
    "out: how often they went out",
    "cards: mean points per round, by the cards dealt",
)
EARLY_LEGEND = ("ended early: the place and the win count, the points don't",)
RIVAL_LEGEND = (f"rival: ahead in the largest share of at least {figures.MET} games together",)
MATRIX_LEGEND = ("In each row: how often they were ahead of the player above the column.",)
"""What the columns mean: of the first table, of those for a kind of game, of the last ones."""


def title(season: Season, player: str | None) -> str:
    """The line above a season: whose it is, how many games, and when."""
    days = [day_text(evening.date) for evening, _ in season.evenings if evening.date]
    games = count(len(season.evenings), "finished game") if season.evenings else "no finished games"
    when = " to ".join(dict.fromkeys(days[:1] + days[-1:]))
    return " · ".join(filter(None, (printable(player or ""), games, when)))


def sections(season: Season, player: str | None) -> list[Section]:
    """Everything below that line: figures, records, who finished ahead, the last evenings."""
    if not season.evenings:
        return []
    if season.spans:
        return _side_by_side(season)
    page = [Section("", [_players_grid(season.players)], LEGEND, 1 if player else 2)]
    for name, kind in season.kinds.items():
        grids = _kind_grids(kind, of_one=player is not None)
        grids += [_records_grid(kind.records)] if kind.records else []
        page.append(Section(_kind_title(season, name), grids))
    is_any_early = any(kind.ended_early for kind in season.kinds.values())
    shown = {head for section in page for grid in section.grids for head in grid.header}
    legend = tuple(line for line in KIND_LEGEND if line.partition(":")[0] in shown)
    page[-1] = page[-1]._replace(lines=legend + EARLY_LEGEND * is_any_early)
    if season.head_to_head:
        pairs = (
            (printable(first), f"{wins} : {losses}", printable(second), games, level or None)
            for (first, second), games, (wins, losses), level in season.head_to_head
        )
        ahead = _grid(("", "ahead", "", "games", "level"), pairs, "rllrr")
        page.append(Section(AHEAD, [ahead], fixed=3))
    if season.rivals:
        rivals = (
            (printable(line.player), people(line.rivals), f"{line.ahead} of {line.games}")
            for line in season.rivals
        )
        page.append(Section("Rivals", [_grid(("", "rival", "ahead"), rivals, "llr")], RIVAL_LEGEND))
    lately = [_evening_line(*row) for row in reversed(season.evenings[-5:])]
    return [*page, Section("Lately", [], lately)]


def day_text(day: date) -> str:
    """A day: ``13 March 2026``."""
    return f"{day.day} {day:%B} {day.year}"


BECAUSE = {
    "not finished": "not finished yet",
    "put away": "put away",
    "nobody won": "won by nobody",
    "played alone": "played alone",
}
"""Why a game doesn't count, in words that follow a number; other games can't be read."""


def left_out_line(left_out: Sequence[LeftOut]) -> list[str]:
    """How many games don't count, and why; no line if all do."""
    reasons = [BECAUSE.get(left.because, "unreadable") for left in left_out]
    counted = [f"{reasons.count(reason)} {reason}" for reason in dict.fromkeys(reasons)]
    why = counted if counted[1:] else reasons[:1]
    return [f"{count(len(reasons), 'game')} not counted: {', '.join(why)}"] if reasons else []


def _grid(header: Sequence[str], rows: Iterable[Sequence[object]], aligns: str = "") -> Grid:
    """Figures as a grid without its empty columns; means to one decimal."""
    aligns = aligns or "l" + "r" * (len(header) - 1)
    cells = [list(map(_cell, row)) for row in rows]
    filled = [index for index in range(len(header)) if any(row[index] for row in cells)]
    return with_columns(Grid(header, cells, aligns), filled)


def _cell(figure: object) -> str:
    if isinstance(figure, float):
        return f"{figure:.1f}"
    return "" if figure is None else str(figure)


def _players_grid(players: Sequence[figures.PlayerFigures]) -> Grid:
    header = ("", "player", "games", "wins", "won", "shared", "chance", "beaten", "place",
              "streak", "now", "form", "left")  # fmt: skip
    rows = (
        (
            f"{number} " if len(players) > 1 else None,
            printable(line.player),
            *(line.games, line.wins, _share(line.win_rate), line.shared or None),
            *(f"{line.expected_wins:.2f}", _percent(line.beaten), line.place_mean),
            *(line.streak.longest, line.streak.current or None),
            " ".join(map(str, line.form)),
            line.left or None,
        )
        for number, line in enumerate(players, start=1)
    )
    return _grid(header, rows, "rlrrrrrrrrrlr")


def _kind_title(season: Season, kind_name: str) -> str:
    """The line above the figures of one kind of game: ``Indian Rummy, 2 deals · 3 games``."""
    kind = season.kinds[kind_name]
    newest = next(each for each, _ in reversed(season.evenings) if each.kind == kind_name)
    rules, changes = newest.rules, kind.lead_changes
    own = figures.own_rules(figures.label_of(newest), plays_cards=rules.plays_cards)
    title = rules.title if rules.plays_cards else newest.title.strip()
    name = ", ".join([printable(title), *_setting_words(rules, own)])
    lead = f"changed hands {times(changes)}" if changes else "never changed"
    early = f", {kind.ended_early} ended early" if kind.ended_early else ""
    return f"{name} · {count(kind.games, 'game')}{early} · the lead {lead}"


def _setting_words(rules: RuleSet, own: RuleSet) -> list[str]:
    """How a game's settings differ from the game that comes with the program, a few words each."""
    settings, usual = figures.settings_of(rules), figures.settings_of(own)
    rounds, target = rules.last_round, rules.target
    phrases = {
        "winner": "most points win" if rules.winner == "high" else "fewest points win",
        "columns": count(rules.columns, "column"),
        "target": f"to {target}" if target else "" if rounds else "no target",
        "rounds": "" if target else "open end",
    }
    if rounds:
        phrases["rounds"] = count(rounds, "deal" if own.repeats else "round")
    named = (own.replace(**keys) for keys in OF_RUNS.values()) if own.needs_runs else ()
    if settings in map(figures.settings_of, named):  # its length is enough to name such a variation
        phrases |= {"winner": "", "count": ""}
    differing = [key for key in settings if settings[key] != usual[key]]
    return [phrase for key in differing if (phrase := phrases.get(key, rule_words(key, rules)))]


def _kind_grids(kind: Kind, *, of_one: bool) -> list[Grid]:
    """Totals, rounds, and with cards rounds by deal, in full only for a page ``of_one`` player."""
    totals, rounds, means = list[tuple[object, ...]](), list[tuple[object, ...]](), []
    dealt = sorted({deal.deal for line in kind.players for deal in line.deals})
    for line in kind.players:
        name = printable(line.player)
        best, worst = (total and total.total for total in (line.best_total, line.worst_total))
        totals.append((name, line.games, line.wins, line.total_mean, best, worst, line.comeback))
        best, worst, out = line.best_round, line.worst_round, _share(line.went_out_rate)
        if line.rounds:  # those of games that ended early don't count
            rounds.append((name, line.rounds, line.round_mean, best, worst, out))
        if line.deals:
            mean = {deal.deal: deal.mean for deal in line.deals}
            means.append((name, *map(mean.get, dealt)))
    grids = [_grid(("totals", "games", "wins", "mean", "best", "worst", "back"), totals)]
    if rounds:
        grids.append(_grid(("points", "rounds", "mean", "best", "worst", "out"), rounds))
    if dealt and of_one:
        own = kind.players[0].deals
        deals = ((deal.deal, deal.rounds, deal.mean, deal.went_out or None) for deal in own)
        grids.append(_grid(("cards", "rounds", "mean", "out"), deals, "rrrr"))
    elif dealt:
        grids.append(_grid(("cards", *map(str, dealt)), means))
    return grids


def _records_grid(records: dict[figures.RecordName, figures.Record]) -> Grid:
    rows = []
    for name, words in RECORDS.items():
        record = records.get(name)
        if record and (record.value or name != "best_round"):  # whoever goes out has 0
            where = [printable(record.player)] if record.player else []
            where += [f"round {record.round}"] if record.round else []
            where += [day_text(record.date)] if record.date else []
            rows.append((words, str(record.value), ", ".join(where)))
    return Grid(("", "", ""), rows, "lrl")


def _side_by_side(season: Season) -> list[Section]:
    """Everybody's figures in each span beside those of all spans together."""
    seasons = [*(span for _, span in season.spans), season]

    def grid(head: str, lines: Sequence[Sequence[figures.PlayerFigures]], figure: Figure) -> Grid:
        """A figure of the players in the ``lines`` of each season."""
        header = (head, *(label for label, _ in season.spans), "all")
        by_name = [{line.player: figure(line) for line in group} for group in lines]
        names = [line.player for line in lines[-1]]
        return _grid(header, ((printable(n), *(texts.get(n) for texts in by_name)) for n in names))

    players = [span.players for span in seasons]
    page = [
        Section("", [
            grid("wins", players, lambda line: f"{line.wins} of {line.games}"),
            grid("beaten", players, lambda line: _percent(line.beaten)),
        ])
    ]  # fmt: skip
    for name in season.kinds:
        lines = [span.kinds[name].players if name in span.kinds else [] for span in seasons]
        total = grid("mean total", lines, lambda line: line.total_mean)
        page.append(Section(_kind_title(season, name), [total]))
    return page


def matrix(pairs: Iterable[figures.Pair], players: Iterable[str]) -> Grid:
    """How often each row's player was ahead of each column's, out of their games together."""
    each_way = [pair.seen_by(name) for pair in pairs for name in pair.players]
    seen = {ours.players: f"{ours.ahead[0]} of {ours.games}" for ours in each_way}
    names = list(players)
    rows = ((printable(name), *(seen.get((name, other)) for other in names)) for name in names)
    brief = (shortened(printable(name), max(8, 120 // len(names))) for name in names)
    return _grid(("ahead", *brief), rows)


def _evening_line(evening: figures.Result, place: figures.Highlight) -> str:
    """An evening in one line: who won, and how it compares with those before."""
    winners = people(winner.name for winner in evening.winners)
    day = f"{day_text(evening.date)}, " if evening.date else ""
    head = f"{day}{printable(evening.title)}"
    return f"{head}: {winners} won with {evening.winners[0].total}; {place_words(place)}"


def season_line(place: figures.Highlight, newest: int | None, shows_all: str) -> str:
    """How an evening that just ended compares with all others, or with the ``newest`` ones."""
    among = f"In the last {count(newest, 'game')}" if newest else "In the season"
    return f"{among}: {place_words(place)}   ({shows_all})"


def place_words(place: figures.Highlight) -> str:
    """How an evening compares, in words: ``Ann's best since March``."""
    name, value = printable(place.player or ""), place.value
    match place.what:
        case "comeback":
            return f"{name} came back from {value} behind, the most so far"
        case "streak":
            return f"{name} won {times(value)} in a row, the longest streak so far"
        case "lead_changes":
            return f"the lead changed hands {times(value)}, the most so far"
        case "own best":
            return f"{name}'s best {_since(place)}"
        case "winner" if place.among == 1:
            return "the first full game of its kind"
        case "winner":
            nth = f"{ordinal(place.nth)} best" if place.nth > 1 else "best"
            return f"the {nth} of {place.among} winning totals"
        case "early":
            return "it ended early, so its points aren't compared"
        case _:
            return f"{name}'s {value} is the {RECORDS[place.what]} so far"


def _since(place: figures.Highlight) -> str:
    since, day = place.since, place.day
    if since is None or day is None:
        return "ever"
    if since.year != day.year:
        return f"since {since:%B} {since.year}"
    return f"since {since:%B}" if since.month != day.month else f"since {since.day} {since:%B}"


def _share(rate: float | None) -> str | None:
    return None if rate is None else _percent(100 * rate)


def _percent(part: float | None) -> str | None:
    return None if part is None else f"{part:.0f}%"


def persons_grid(persons: Iterable[Person]) -> Grid:
    """Everybody, and their other names."""
    rows = [
        (printable(who.player), str(who.games), ", ".join(map(printable, who.names)))
        for who in persons
    ]
    return Grid(("player", "games", "other names"), rows, "lrl")


def season_facts(seen: Season) -> dict[str, Any]:
    """A season for programs."""

    def plain(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {key: str(value) if isinstance(value, date) else value for key, value in pairs}

    spans = [{"span": span, **season_facts(part)} for span, part in seen.spans]
    return {
        "games": seen.games,
        "left_out": [left._asdict() for left in seen.left_out],
        "players": [asdict(line) for line in seen.players],
        "kinds": {name: asdict(kind, dict_factory=plain) for name, kind in seen.kinds.items()},
        "head_to_head": [pair._asdict() for pair in seen.head_to_head],
        "rivals": [rival._asdict() for rival in seen.rivals],
        **({"spans": spans} if spans else {}),
        "evenings": [
            {
                "file": evening.file,
                "date": evening.date and str(evening.date),
                "title": evening.title,
                "game": evening.kind,
                "winners": [seat.name for seat in evening.winners],
                "says": place_words(place),
            }
            for evening, place in seen.evenings
        ],
    }
