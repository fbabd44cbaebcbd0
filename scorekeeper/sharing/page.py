"""An evening as a web page, its curves as a picture, and an empty pad to print."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import chain, pairwise
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from scorekeeper.cards import SUIT_NAMES, Card, parse_cards, spell
from scorekeeper.errors import UsageError, count, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.hands import melded
from scorekeeper.ledger.names import people, round_name, wild_label
from scorekeeper.ledger.standings import costliest_scores, final_totals, standings
from scorekeeper.ledger.written import Round
from scorekeeper.render import Grid, Section, chart, shortened, with_columns, wrapped
from scorekeeper.render import season as of_season
from scorekeeper.render import standings as shown
from scorekeeper.render.hands import as_laid
from scorekeeper.render.machine import Facts
from scorekeeper.render.words import aim, cost_words
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.season import Season

TEMPLATES = Environment(
    autoescape=True,
    keep_trailing_newline=True,
    loader=PackageLoader("scorekeeper.sharing"),
    lstrip_blocks=True,
    trim_blocks=True,
    undefined=StrictUndefined,
)
"""The templates; each is compiled when it is first used."""


# ── the picture ──────────────────────────────────────────────────────────────────────────────

LEFT, RIGHT, SLIM = 50, 590, 225  # where lines begin; where they end, and end on phones
LEAST_HEIGHT = 300
BETWEEN = 17  # the distance between two labels
ROOM = 28  # the width that a word below the picture needs
LONGEST_NAME, ON_PHONES = 14, 10  # columns of a name next to its line
COLOURS = 7  # Okabe and Ito's colours, which colour-blind people can tell apart

MARKS = (
    "m-3.5,0a3.5,3.5 0 1,0 7,0a3.5,3.5 0 1,0 -7,0z",
    "m-3,-3h6v6h-6z",
    "m0,-4l4,7h-8z",
    "m0,-4.5l4.5,4.5l-4.5,4.5l-4.5,-4.5z",
    "m0,4l4,-7h-8z",
    "m-4,-1.2h2.8v-2.8h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8z",
    "m-4,-1.5h8v3h-8z",
    "m-1.5,-4h3v8h-3z",
)
"""The marks at each round of a line, around its point: with the colours, enough for 56 lines."""


def svg(game: Game, _file: str) -> str:
    """The picture of a game as a file."""
    return _drawn(picture(game), shown.sheet_title(game), chart.decided_line(game))


def _drawn(picture: Facts, heading: str, below: str) -> str:
    heads, foot = wrapped(heading, 90), wrapped(below, 100)
    return TEMPLATES.get_template("picture.svg").render(picture=picture, heading=heads, below=foot)


def picture(game: Game, right: int = RIGHT, longest: int = LONGEST_NAME) -> Facts:
    """The picture of a game; lines end at ``right``, and names have at most ``longest`` columns."""
    best = "fewest" if game.rules.winner == "low" else "most"
    about = f"Running totals round by round, {best} points at the top."
    return picture_of(chart.race_of(game), about, right, longest)


def picture_of(
    race: chart.Race, about: str, right: int = RIGHT, longest: int = LONGEST_NAME
) -> Facts:
    """What the template draws for running totals; ``about`` is for those who can't see it."""
    height = max(LEAST_HEIGHT, BETWEEN * (len(race.curves) - 1))
    plot = chart.plotted(race, (LEFT, right), (0, height), height // 40)
    totals = ", ".join(f"{printable(curve.player)} {curve.total}" for curve in race.curves)
    rounds: list[tuple[float, str]] = []
    for number, word in enumerate(race.words, start=1):
        is_due = number % plot.every(ROOM) == 0 or "" in race.words
        x = round(plot.x(number), 1)
        if word and is_due and (not rounds or x - rounds[-1][0] >= ROOM):
            rounds.append((x, word))
    return {
        "height": height,
        "right": right,
        "lines": _lines(plot, longest),
        "totals": [(round(plot.y(tick), 1), tick) for tick in plot.scale.ticks],
        "rounds": rounds,
        "described": f"{about} In the end: {totals}.",
    }


def png(game: Game, file: str) -> bytes:
    """The picture of a game in pixels."""
    return in_pixels(svg(game, file))


def in_pixels(drawn: str) -> bytes:
    """A picture in pixels, in its light colours; UsageError if nothing here can draw it."""
    try:
        resvg: Any = import_module("resvg_py")
    except ImportError as error:
        install = f"python3 -m pip --python {printable(sys.executable)} install resvg-py"
        problem = "the package that draws a png is not installed"
        raise UsageError(problem, remedy=f"{install}, or say --to svg") from error
    before, style, after = re.split("</?style>", drawn)
    light, _, rest = style.partition("@media")
    colours = dict(re.findall(r"(--[\w-]+): (#\w+);", light))
    # The renderer doesn't know variables; only --line is left in the styles after the dark colours.
    lines = rest.partition("\n}\n")[2].replace("--line:", "color:")
    lines = re.sub(r"var\((.+?)\)", lambda name: colours.get(name[1], "currentColor"), lines)
    return bytes(resvg.svg_to_bytes(svg_string=f"{before}<style>{lines}</style>{after}", zoom=2))


def styles(race: chart.Race) -> list[str]:
    """The classes of each line: its colour, and whether the player has won, or left."""
    return [
        f"colour-{seat % COLOURS}{' winner' * (seat in race.won)}{' gone' * (seat in race.gone)}"
        for seat in range(len(race.curves))
    ]


def _lines(plot: chart.Plot, longest: int) -> list[Facts]:
    """The lines through the points of each piece of the curves, with marks at some points."""
    race, labels = plot.race, plot.labels(BETWEEN, plot.bottom)
    pieces = [plot.line(seat) for seat in range(len(race.curves))]
    legs = [[leg for piece in own for leg in pairwise(piece.values())] for own in pieces]
    users = Counter(chain.from_iterable(legs))
    turn: Counter[tuple[str, str]] = Counter()
    lines = []
    for seat, (curve, style) in enumerate(zip(race.curves, styles(race), strict=True)):
        path, together, before = [], [], ""
        for leg in legs[seat]:
            start, end = leg
            if users[leg] == 1:
                path.append(f"{'' if before == start else f'M{start}'}L{end}")
                before = end
            else:
                together.append((f"M{start}L{end}", 7 * (users[leg] - 1), -7 * turn[leg]))
                turn[leg] += 1
        mark, every = MARKS[seat % len(MARKS)], plot.every(10)
        marked = [at for piece in pieces[seat] for n, at in piece.items() if n % every == 0]
        line = {
            "name": shortened(printable(curve.player), longest),
            "total": curve.total,
            "seat": style,
            "path": "".join(path),
            "together": together,  # with others: a path, the gap and offset of its dashes
            "marks": "".join(f"M{at}{mark}" for at in marked),
            "mark": mark,
            "end": pieces[seat][-1].get(max(1, len(race.words))),  # None if the line ends before
            "y": round(labels[seat], 1),  # of the label
        }
        lines.append(line)
    return lines


# ── the page ─────────────────────────────────────────────────────────────────────────────────

SIDE_BY_SIDE = 12  # players on one sheet; more are split over several sheets

Hand = tuple[int, Round, str]


def html(game: Game, _file: str, each: Callable[[Sequence[Hand]], Iterable[Hand]] = iter) -> str:
    """The page of a game; ``each`` gets the hands to lay, and can show progress."""
    short = partial(shortened, room=16 if len(game.names) > 7 else 24)
    names, rows = list(map(printable, game.names)), list(shown.sheet_rows(game))
    last = shown.places_row(game)[-len(names) :]
    hands = list(game.shown_hands())
    grid, places = shown.standings_grid(game, kept=True), standings(game)
    costs = [
        (str(points), printable(name), round_name(game.rules, number))
        for points, number, name in costliest_scores(game)[:5]
    ]
    heading, *about = shown.title_parts(game)
    has_remarks = any(row[-1] for row in grid.rows)
    grid = grid._replace(header=("place", *grid.header[1:-1], "remark"))
    grid = grid if has_remarks else with_columns(grid, range(len(grid.header) - 1))
    behind = [line for line in places.lines if line.behind and line.place and places.winners]
    next_best = people(line.player for line in behind if line.place == behind[0].place)
    totals = final_totals(game)
    ends = [totals[line.player] for line in (*places.lines[:1], *behind[:1])]
    is_ahead = behind and (ends[0] > ends[1] or not game.rules.has_settlement)
    return TEMPLATES.get_template("page.html").render(
        heading=heading,
        about=about,
        won=shown.winners_line(game, str) if places.winners else "",
        margin=f"{abs(ends[0] - ends[-1])} ahead of {next_best}." if is_ahead else "",
        below=chart.decided_line(game),
        standings=grid,
        seats=dict(zip(names, styles(chart.race_of(game)), strict=True)),
        short=short,
        foot=shown.standings_foot(game)[bool(places.winners) :],
        columns=shown.label_columns(game),
        sheets=[
            (names[part], [(label, squares[part]) for label, squares in rows], last[part])
            for part in evenly(names, SIDE_BY_SIDE)
        ],
        notes=shown.sheet_notes(game),
        side_by_side=shown.column_grid(game) if game.rules.in_columns else None,
        pictures=[picture(game), picture(game, SLIM, ON_PHONES)] if game.played else [],
        costliest=Grid(("points", "player", "round"), costs, "rll"),
        hands=_laid(game, each(hands), short) if hands else (),
    )


def evenly(names: Sequence[str], most: int) -> list[slice]:
    """The names in equal parts of at most this many, one part for each sheet."""
    parts = -(-len(names) // most)
    ends = [len(names) * part // parts for part in range(parts + 1)] if parts else []
    return [slice(first, last) for first, last in pairwise(ends)]


def _laid(game: Game, hands: Iterable[Hand], short: Callable[[str], str]) -> Iterator[Facts]:
    """The hands on the sheet in order, each laid with the fewest points."""
    names = {name: short(printable(name)) for name in game.names}
    for number, round_, name in hands:
        rules = game.round_rules(number, round_)
        best = melded(round_.hands[name], rules)
        yield {
            "round": "bonus" if round_.bonus else str(number),
            "wild": wild_label(rules.wild if rules else None),
            "player": names[name],
            "melds": [_spelled(as_laid(meld), rules) for meld in best.melds] if best else [],
            "left": _spelled(best.deadwood if best else parse_cards(round_.hands[name]), rules),
            "points": game.unmelded(number, round_, name),
        }


def _spelled(cards: Iterable[Card], rules: RoundRules | None) -> Markup:
    """Cards, each in the colour of its suit."""
    spans = []
    for card in cards:
        style = SUIT_NAMES.get(card.suit, "joker") + " wild" * bool(rules and rules.is_wild(card))
        spans.append(Markup('<span class="{}">{}</span>').format(style, spell(card)))
    return Markup(" ").join(spans)


# ── the empty pad ────────────────────────────────────────────────────────────────────────────

COLUMNS, MOST, ROWS = 6, 10, 20  # without names, with them, and without a fixed end


def pad(rules: RuleSet, names: Sequence[str]) -> str:
    """The pad of a game; the first name deals first. Without names there are empty columns."""
    deals = rules.dealer == "passes" and names
    numbers = range(1, (rules.last_round or ROWS) + 1)
    people = list(map(printable, names)) or [""] * min(COLUMNS, rules.players[1] or COLUMNS)
    packs = [count(rules.decks_for(len(names)), "pack")] if rules.plays_cards and names else []
    costs = [f"left over: {cost_words(rules)}"] if rules.plays_cards else []
    return TEMPLATES.get_template("pad.html").render(
        heading=printable(rules.title),
        facts=" · ".join([*packs, aim(rules), *costs]),
        has_cards=rules.plays_cards,
        has_wilds=any(spec.wild for spec in rules.specs),
        has_dealer=rules.dealer == "passes",
        short=shortened,
        rows=[
            (
                number,
                spec.deal if spec else "",
                wild_label(spec.known_wild) if spec and spec.known_wild else "",
                printable(names[(number - 1) % len(names)]) if deals else "",
            )
            for number, spec in zip(numbers, map(rules.spec, numbers), strict=True)
        ],
        sheets=[people[part] for part in evenly(people, MOST)],
    )


# ── a season ────────────────────────────────────────────────────────────────────────────────

WINS = "Wins game by game, the most at the top."


def season_html(season: Season, player: str | None) -> str:
    """The page of a season as one file to look at and to print."""
    page, wins = of_season.sections(season, player), chart.wins_race(season)
    drawn = [picture_of(wins, WINS), picture_of(wins, WINS, SLIM, ON_PHONES)]
    if season.head_to_head and not (player or season.spans):
        at = next(i for i, section in enumerate(page) if section.title == of_season.AHEAD)
        grid = of_season.matrix(season.head_to_head, [line.player for line in season.players])
        page[at] = Section(of_season.AHEAD, [grid], of_season.MATRIX_LEGEND)
    return TEMPLATES.get_template("season.html").render(
        heading=of_season.title(season, player),
        left_out=of_season.left_out_line(season.left_out),
        sections=page,
        pictures=drawn if season.evenings and not player else [],
        below=chart.wins_line(season),
        whole=of_season.AHEAD,
        short=partial(shortened, room=16 if len(season.players) > 7 else 24),
        columns=1 if season.spans else 2,
    )


def season_svg(season: Season) -> str:
    """The wins, game by game, as a picture."""
    wins = picture_of(chart.wins_race(season), WINS)
    return _drawn(wins, of_season.title(season, None), chart.wins_line(season))
