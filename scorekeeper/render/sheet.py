"""The score sheet for people: rounds by players, and the notes below it."""

from scorekeeper.errors import count, printable
from scorekeeper.ledger.game import Game, Round
from scorekeeper.ledger.rounds import wild_label, wild_of
from scorekeeper.ledger.standings import standings
from scorekeeper.render.grid import Grid
from scorekeeper.render.words import note_text, of_rounds, ordinal, person


def sheet_title(game: Game) -> str:
    """The line above the sheet."""
    table = standings(game)
    day = f" · {game.date:%A} {game.date.day} {game.date:%B %Y}" if game.date.year > 1 else ""
    number = len(game.played)
    played = count(number, "round")
    if game.rules.last_round:
        played = f"{number}{of_rounds(game)} rounds"
    state = "final" if table.finished else played
    same = game.title == game.rules.title
    kind = "" if same else f" · {printable(game.rules.title)}"
    return f"{printable(game.title)}{kind}{day} · {state}"


def sheet_grid(game: Game, *, totals_only: bool = False) -> Grid:
    """Rounds by players in seat order: points on the left of a square, the running total right."""
    cards, deals = game.rules.plays_cards, game.rules.dealer == "passes"
    header = ["rd", *(["wild"] if cards else []), *(["dealer"] if deals else [])]
    fixed = len(header)
    squares: list[tuple[list[str], list[tuple[str, str]]]] = []
    for index, (number, block) in enumerate(game.numbered()):
        label = _label(game, number, index, cards=cards, deals=deals)
        squares.append((label, [_square(game, number, block, name) for name in game.names]))
        extra = _adjustments(game, number, block)
        if extra:
            squares.append(([""] * fixed, extra))
    seats = range(len(game.names))
    left = [max((len(row[i][0]) for _, row in squares), default=0) for i in seats]
    right = [max((len(row[i][1]) for _, row in squares), default=0) for i in seats]
    rows = []
    for label, row in squares:
        cells = [
            total if totals_only else f"{score.rjust(left[i])} {total.rjust(right[i])}".rstrip()
            for i, (score, total) in enumerate(row)
        ]
        rows.append((*label, *cells))
    rows.append(_places_row(game, fixed, cards=cards, deals=deals))
    return Grid(
        (*header, *map(person, game.names)),
        tuple(rows),
        "r" + "l" * (fixed - 1) + "r" * len(game.names),
        (0, len(rows) - 1),
    )


def _label(game: Game, number: int, index: int, *, cards: bool, deals: bool) -> list[str]:
    block = game.rounds[index]
    mark = "*" if block.note else " "
    label = [f"{number if not block.bonus else '+'}{mark}"]
    if cards:
        wild = game.rules.bonus().wild if block.bonus else wild_of(game.rules, number)
        label.append(wild_label(wild))
    if deals:
        # A void round had the dealer of the round dealt in its place.
        dealer = game.dealer_at(index) if block.bonus else game.dealer_of(number)
        label.append(person(dealer or ""))
    return label


def _square(game: Game, number: int, block: Round, name: str) -> tuple[str, str]:
    """Points and running total of one square, as texts."""
    score = game.points(number, block, name)
    text = "" if score is None else str(score)
    if block.misdeal is not None:
        return text, "---"
    if block.bonus:
        return "-" if name in block.absent else text, ""
    player = game.players[game.names.index(name)]
    if player.left is not None and number == player.left + 1:
        return "left", ""
    if not player.plays(number):
        return "", ""
    if name in block.absent:
        return "-", str(game.total(name, number) - block.adjust.get(name, 0))
    if name in block.out:
        text = "out"
    elif score is None:
        text = "?"
    return text, str(game.total(name, number) - block.adjust.get(name, 0))


def _adjustments(game: Game, number: int, block: Round) -> list[tuple[str, str]]:
    """The line below a round with bonuses, penalties, and what people came in with."""
    if not block.counts:
        return []
    coming = {
        player.name: player.start
        for player in game.players
        if player.start is not None and player.joined == number + 1
    }
    if not block.adjust and not coming:
        return []
    row = []
    for name in game.names:
        if name in block.adjust:
            row.append((f"{block.adjust[name]:+}", str(game.total(name, number))))
        elif name in coming:
            row.append(("came +", str(coming[name])))
        else:
            row.append(("", ""))
    return row


def _places_row(game: Game, fixed: int, *, cards: bool, deals: bool) -> tuple[str, ...]:
    table = standings(game)
    places = {line.player: line.place for line in table.lines}
    card = table.next
    label = [""] * fixed
    if card and card.number:
        label[0] = f"{card.number} "
        if cards:
            label[1] = wild_label(card.wild)
        if deals and card.dealer:
            label[-1] = f"{person(card.dealer)} deals"
    else:
        label[-1] = "place"
    ranked = [ordinal(place) if (place := places[name]) else "-" for name in game.names]
    return (*label, *ranked)


def sheet_notes(game: Game) -> list[str]:
    """The notes of the rounds, and what is crossed out."""
    lines = []
    for number, block in game.numbered():
        if block.note:
            void = " (misdeal)" if block.misdeal is not None else ""
            which = "bonus round" if block.bonus else f"round {number}"
            lines.append(f"* {which}{void}: {note_text(block.note)}")
    for index, (number, block) in enumerate(game.numbered()):
        if block.misdeal is not None:
            why = f": {note_text(block.misdeal)}" if block.misdeal else ""
            later = [one for one in game.rounds[index + 1 :] if one.misdeal is None]
            again = "was played again" if later else "is to be played again"
            name = "bonus round" if block.bonus else f"round {number}"
            lines.append(f"--- misdeal, does not count, {again}: {name}{why}")
    return lines
