"""The score sheet for people: rounds by players, and the notes below it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from scorekeeper.errors import count, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rounds import wild_label
from scorekeeper.ledger.standings import is_finished, standings
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render.grid import Grid, with_columns
from scorekeeper.render.words import block_name, house_lines, note_text, of_rounds, ordinal, person


def sheet_title(game: Game) -> str:
    """The line above the sheet."""
    day = f" · {game.date:%A} {game.date.day} {game.date:%B %Y}" if game.date else ""
    played = count(len(game.played), "round")
    if game.rules.last_round:
        played = f"{len(game.played)}{of_rounds(game)} rounds"
    state = "final" if is_finished(game) else played
    titles = " · ".join(dict.fromkeys(map(printable, (game.title, game.rules.title))))
    return f"{titles}{day} · {state}"


class SheetRow(NamedTuple):
    """A row of the sheet: number, wild and dealer, and the points and total of each square."""

    label: tuple[str, str, str]
    squares: list[tuple[str, str]]


def sheet_rows(game: Game) -> Iterator[SheetRow]:
    """The rows of the sheet in their order, players in seat order."""
    for index, (number, block) in enumerate(game.numbered()):
        rules = game.rules_of(number, block)
        # A void round had the dealer of the round dealt in its place.
        dealer = game.dealer_at(index) if block.bonus else game.dealer_of(number)
        head = f"{'+' if block.bonus else number}{'*' if block.note else ' '}"
        label = head, wild_label(rules.wild if rules else None), person(dealer or "")
        yield SheetRow(label, [_square(game, number, block, player) for player in game.players])
        below = [_adjustment(game, number, block, player) for player in game.players]
        if any(map(any, below)):
            yield SheetRow(("", "", ""), below)


def label_columns(game: Game) -> list[int]:
    """Which of number, wild and dealer a sheet has."""
    used = (True, game.rules.plays_cards, game.rules.dealer == "passes")
    return [column for column in range(3) if used[column]]


def sheet_grid(game: Game, written: Callable[[str, str], str] | None = None) -> Grid:
    """Rounds by players in seat order: points on the left of a square, the running total right.

    ``written`` writes a square otherwise, from its points and its total; either may be empty.
    """
    squares = list(sheet_rows(game))
    seats = range(len(game.names))
    left = [max((len(row[i][0]) for _, row in squares), default=0) for i in seats]
    right = [max((len(row[i][1]) for _, row in squares), default=0) for i in seats]
    rows = []
    for label, row in squares:
        cells = [
            written(score, total)
            if written
            else f"{score.rjust(left[i])} {total.rjust(right[i])}".rstrip()
            for i, (score, total) in enumerate(row)
        ]
        rows.append((*label, *cells))
    rows.append(places_row(game))
    header = ("rd", "wild", "dealer", *map(person, game.names))
    grid = Grid(header, tuple(rows), "rll" + "r" * len(game.names), (0, len(squares)))
    return with_columns(grid, [*label_columns(game), *range(3, len(header))])


def _square(game: Game, number: int, block: Round, player: Player) -> tuple[str, str]:
    """Points and running total of one square, as texts."""
    name = player.name
    score = game.left(number, block, name)
    text = block.called.get(name) or ("" if score is None else str(score))
    scoring = game.rules.scoring
    if knocks := scoring.knocks and name in block.players:
        from scorekeeper.render.gin import square_text  # few games come to this

        text = square_text(game, number, block, name)
    if block.misdeal is not None:
        return text, "---"
    if block.bonus:
        return "-" if name in block.absent else text, ""
    if player.left is not None and number == player.left + 1:
        return "left", ""
    if not game.plays(player, number):
        has_just_lost = number > 1 and game.plays(player, number - 1) and player.plays(number)
        return "lost" if has_just_lost else "", ""
    if name in block.absent:
        text = "-"
    elif name in block.out and not knocks:
        text = scoring.square(score, game.points(number, block, name), is_out=True)
    total = game.total(name, number) - block.adjust.get(name, 0) - game.back(name, number)
    return text or "?", str(total)


def _adjustment(game: Game, number: int, block: Round, player: Player) -> tuple[str, str]:
    """What stands below a square: a bonus or a penalty, or what somebody came in with."""
    if not block.counts:
        return "", ""
    added = [f"{block.adjust[player.name]:+}"] if player.name in block.adjust else []
    added += ["in again"] if game.back(player.name, number) else []
    if added:
        return " ".join(added), str(game.total(player.name, number))
    if player.start is not None and player.joined == number + 1:
        return "came +", str(player.start)
    return "", ""


def places_row(game: Game) -> tuple[str, ...]:
    """What the next round is, or in the last column before the players' that there is none."""
    places, last = standings(game), label_columns(game)[-1]
    ranking = {line.player: line.place for line in places.lines}
    label = ["place" if column == last else "" for column in range(3)]
    card = places.next
    if card and card.number:
        deals = f"{person(card.dealer)} deals" if card.dealer else ""
        label = [f"{card.number} ", wild_label(card.wild), deals]
    ranked = [ordinal(place) if (place := ranking[name]) else "-" for name in game.names]
    return (*label, *ranked)


def sheet_notes(game: Game) -> list[str]:
    """The notes of the rounds, and what is crossed out."""
    notes, crossed_out = [], []
    for index, (number, block) in enumerate(game.numbered()):
        name = block_name(number, block)
        is_void = block.misdeal is not None
        if block.note:
            void = " (dead)" if block.dead else " (misdeal)" if is_void else ""
            notes.append(f"* {name}{void}: {note_text(block.note)}")
        if is_void:
            why = f": {note_text(block.misdeal)}" if block.misdeal else ""
            later = any(other.misdeal is None for other in game.rounds[index + 1 :])
            again = "was played again" if later else "is to be played again"
            what = "a dead hand" if block.dead else "misdeal, does not count"
            crossed_out.append(f"--- {what}, {again}: {name}{why}")
    doubled = [block_name(number, block) for number, block in game.numbered() if block.double]
    twice = [f"a spade was turned up, points count twice: {', '.join(doubled)}"] if doubled else []
    reached = f"has reached {game.rules.target} in round"
    lost = [
        f"lost: {person(name)} {reached} {number}, and is out of the game"
        for name, number in game.pool.lost.items()
    ]
    return notes + crossed_out + twice + lost + house_lines(game)
