"""What phones and the television see: the state as data, and the pages."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scorekeeper.cards import JOKER, RANK_NAMES, SUIT_NAMES, SYMBOLS, Card, plural_of, rank_label
from scorekeeper.errors import ScorekeeperError, count, listed, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.phrases import sayings
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.standings import next_round
from scorekeeper.render import machine, machine_cards
from scorekeeper.render.chart import plotted, spread
from scorekeeper.render.machine_cards import Facts
from scorekeeper.render.standings import sheet_notes
from scorekeeper.render.words import ordinal
from scorekeeper.serve.drafts import Phones, entries_of, recorded, row_to_enter
from scorekeeper.solver import best_arrangement

if TYPE_CHECKING:
    from jinja2 import Template


def shown(facts: Any) -> Any:
    """``facts`` with every text in them, keys included, safe to show."""
    if isinstance(facts, str):
        return printable(facts, limit=len(facts))
    if isinstance(facts, Mapping):
        return {shown(key): shown(value) for key, value in facts.items()}
    if isinstance(facts, list | tuple):
        return list(map(shown, facts))
    return facts


def sheet_facts(game: Game, file: str) -> Facts:
    """What is on the sheet, and what is dealt next; the same for everybody."""
    facts, card = machine.standings(game, file), next_round(game)
    rules, row = game.rules_now, row_to_enter(game)
    words = sayings(row.rules) if row else {}
    if row and rules.goes_out and not rules.plays_cards:
        words = {"out": False, **words}
    keys = ("title", "file", "finished", "rounds_played", "rounds", "winners")
    return {
        "game": {"game": game.rules.game, **{key: facts[key] for key in keys}},
        "standings": facts["standings"],
        "next": machine.round_card(card, "stock"),
        "sheet": machine.sheet(game, file),
        "deck": {
            "suits": rules.suits,
            "ranks": rules.ranks,
            "jokers": rules.jokers * game.decks,
            "gin": rules.has_gin,
            "draws": game.rules.draws_in(card.number),
        }
        if card and card.deal
        else None,
        "words": [{"word": word, "left": left} for word, left in words.items()],
    }


def seats(row: Row | None, phones: Phones, is_silent: Callable[[str], bool]) -> list[Facts]:
    """Who sits where and who is in; the same for everybody."""
    ready = phones.ready()
    entries = entries_of(row, phones) if row else {}
    return [
        {
            "player": player,
            "taken": player in phones.seats,
            "ready": player in ready,
            "out": player in entries and entries[player].out,
            "silent": player in phones.seats and is_silent(phones.seats[player]),
        }
        for player in (row.players if row else ())
    ]


def own_facts(row: Row | None, phones: Phones, phone: str) -> Facts | None:
    """What one phone alone sees: its seat and its draft, None without a seat.

    Once somebody is out its cards are counted; until then the pad tells nobody what they are worth.
    """
    player = phones.player(phone)
    if player is None:
        return None
    draft = phones.drafts.get(player)
    if draft is None or row is None:
        return {"player": player, "draft": None}
    return {
        "player": player,
        "draft": {**draft._asdict(), "counted": _counted(row, phones, player)},
    }


def _counted(row: Row, phones: Phones, player: str) -> Facts | None:
    """The least deadwood of a player's cards, without those that are laid off.

    None as long as nobody is out.
    """
    entries = entries_of(row, phones)
    is_over = any(entry.out for entry in entries.values())
    if row.rules is None or not is_over or player not in entries or not entries[player].cards:
        return None
    cards = entries[player].cards
    if row.rules.lay_off:
        try:
            outcome = recorded(row, entries)
        except ScorekeeperError:
            return None  # the sheet will not say anything like this
        hand = outcome and outcome.game.counted(row.number, outcome.game.rounds[row.at])
        if hand and player == hand.other:
            off = [laid.card for laid in hand.worth.laid_off]
            cards = tuple(card for card in cards if card not in off)
    return machine_cards.deadwood(_best(cards, row.rules), row.rules)


_best = lru_cache(maxsize=64)(best_arrangement)
"""Every page asks again with each event."""


# ── the pages ────────────────────────────────────────────────────────────────────────────────


View = Literal["phone", "tv"]

FOLDER = Path(__file__).parent

FILES = {
    "/page.css": ("text/css", FOLDER / "page.css"),
    "/page.js": ("text/javascript", FOLDER / "page.js"),
    "/icon.svg": ("image/svg+xml", FOLDER / "icon.svg"),
}
"""What the page needs besides itself: the address, the media type, the file."""

LAST_ROUNDS = 3
"""Rounds whose points stand beside each total, the newest first."""

MARKS = "●■▲◆▼★✚"
"""What tells the lines of the curve apart besides their colours."""

COLOURS = 8


def page(state: Facts, game: Game, view: View) -> str:
    """The page that shows a state of a game.

    Besides what every client is told it needs of the ``game`` its ``rounds`` (None without an
    end) and ``winners``, ``look`` (whether nobody enters here), and the ``deck`` of the round to
    come: its ``suits`` and ``ranks``, and how many ``jokers`` all packs hold; None without cards.
    """
    names = state["sheet"]["players"]
    newest = state["sheet"]["rounds"][: -LAST_ROUNDS - 1 : -1]
    return _template().render(
        **state,
        view=view,
        curve=curve(game, view),
        notes=sheet_notes(game),
        last_rounds={name: [_square(block, name) for block in newest] for name in names},
        marks={name: (i % COLOURS, MARKS[i % len(MARKS)]) for i, name in enumerate(names)},
    )


@cache
def _template() -> "Template":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    words = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    words.filters |= {"count": count, "listed": listed, "ordinal": ordinal, "card": _drawn}
    words.filters |= {"plural": plural_of, "label": rank_label}
    words.globals |= {"stood": _stood}
    return words.get_template("page.html")


class Drawn(NamedTuple):
    """A card as it is drawn: its suit's letter (empty for a joker), its corner, and its name."""

    suit: str
    rank: str
    symbol: str
    name: str


def _drawn(card: str) -> Drawn:
    """How a card looks that is written in two characters.

    >>> _drawn("TH")
    Drawn(suit='H', rank='10', symbol='♥', name='ten of hearts')
    """
    if card == str(JOKER):
        return Drawn("", "joker", "", "joker")
    rank, suit = Card(*card)
    name = f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}"
    return Drawn(suit, rank_label(rank), SYMBOLS[suit], name)


def _stood(card: str, stands: str) -> str:
    """What a wild stands for, as people write it; nothing for a card that is itself.

    >>> _stood("8H", "TH"), _stood("8H", "6"), _stood("9S", "9S")
    ('10♥', '6', '')
    """
    if stands in (card, card[0]):
        return ""
    return rank_label(stands[0]) + SYMBOLS.get(stands[1:], "")


def _square(block: Facts, player: str) -> str:
    """What a player wrote in a round."""
    if player in block["out"] and "left" not in block:
        return "out"
    points = block["points"][player]
    return "–" if points is None else str(points)


class Line(NamedTuple):
    """A player's line of the curve: its points for SVG, and where the label at its end stands.

    Of somebody who came in again there are several pieces.
    """

    player: str
    total: int
    points: list[str]
    end: float
    label: float


class Curve(NamedTuple):
    """The running totals as lines, the best up; ``right`` is where the lines end."""

    width: int
    height: int
    right: int
    lines: list[Line]


def curve(game: Game, view: View = "phone") -> Curve | None:
    """The running totals round by round; None before there is a line.

    The scale ends with the last round of the game, where there is one, so that a line says how far
    the evening is. Labels are pushed apart where lines end together, the winner's on top. On a
    television it is wide and low, so that these can be read from afar.
    """
    if not game.played:
        return None
    step, (width, least) = 15, (384, 200) if view == "phone" else (450, 100)
    height = max(least, step * len(game.players) + 20)
    plot = plotted(game, (8, width - 134), (10, height - 10), 1, game.rules.last_round or 0)
    lines = []
    for seat, line in enumerate(plot.curves):
        pieces = [list(piece.values()) for piece in plot.line(seat)]
        points = [" ".join(f"{x},{y}" for x, y in piece) for piece in pieces]
        end = pieces[-1][-1][1]
        lines.append(Line(shown(line.player), line.totals[-1], points, end, end))
    labels = spread([line.end for line in lines], plot.order, step, height - 8)
    labelled = [lines[seat]._replace(label=labels[seat]) for seat in plot.order]
    return Curve(width, height, round(plot.x(len(game.played))), labelled)
