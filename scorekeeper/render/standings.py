"""The standings and the score sheet for people."""

from collections.abc import Callable, Iterable, Iterator
from string import ascii_letters
from typing import NamedTuple

from scorekeeper.errors import count, listed, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import people, shell_name
from scorekeeper.ledger.rounds import round_name, round_word, wild_label
from scorekeeper.ledger.standings import (
    Standing,
    Standings,
    beaten_in_play_off,
    final_total,
    is_finished,
    leaders,
    rank,
    standings,
    total_again,
)
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render.grid import Grid, with_columns
from scorekeeper.render.words import (
    block_name,
    house_lines,
    note_text,
    of_rounds,
    ordinal,
    person,
    points,
    round_lines,
    who_wins,
)

BAR = 20
"""Columns of the longest bar."""

LONGEST_BESIDE = len("down 10")
"""Columns of a remark that stays beside its row where room is short."""


def standings_title(game: Game) -> str:
    """The line above the standings."""
    number, target = len(game.played), game.rules.target
    if is_finished(game):
        when = f"final, {count(number, 'round')}"
        last = game.rules.last_round
        if game.finished and not number:
            when = "ended before the first round"
        elif game.finished and last and number < last:
            when = f"ended after round {number} of {last}"
    elif not number:
        when = "before the first round"
    else:
        when = f"after round {number}{of_rounds(game)}"
    aim = f"{'out at' if game.rules.is_pool else 'to'} {target}, " if target else ""
    return f"{printable(game.title)} · {when} · {aim}{who_wins(game.rules)}"


def standings_grid(game: Game, *, bars: bool) -> Grid:
    """A line for each player, the best first; bars only where a terminal draws them."""
    before_last = rank(game.before(len(game.played))) if len(game.played) > 1 else {}
    places, scoring = standings(game), game.rules.scoring
    header = ("", "player", "total", "final", "behind", "", "last", scoring.went_out, "")
    rows = tuple(
        (
            _place(line, places),
            person(line.player),
            str(line.total),
            str(line.final or 0),
            f"+{line.behind}" if line.behind else "",
            _bar(line, places),
            _last(game, line),
            scoring.won(_points(game, line), line.went_out),
            ", ".join(filter(None, (_remark(game, line, before_last), _short(game, line, places)))),
        )
        for line in places.lines
    )
    settled = any(line.final for line in places.lines)
    hidden = {3: not settled, 5: not bars, 7: not game.rules.goes_out}
    kept = [column for column in range(len(header)) if not hidden.get(column)]
    return with_columns(Grid(header, rows, "rlrrrlrll"), kept)


def with_footnotes(grid: Grid) -> tuple[Grid, list[str]]:
    """The standings with a letter for each long remark, and the remarks for below them."""
    rows: list[tuple[str, ...]] = []
    notes: list[str] = []
    for *cells, remark in grid.rows:
        if len(remark) > LONGEST_BESIDE:
            mark = f"({ascii_letters[len(notes)]})"
            notes.append(f"{mark} {remark}")
            remark = mark
        rows.append((*cells, remark))
    return grid._replace(rows=tuple(rows)), notes


def _place(line: Standing, places: Standings) -> str:
    if line.place is None:
        return "- "
    shared = sum(other.place == line.place for other in places.lines) > 1
    return f"{line.place}{'=' if shared else ' '}"


def _bar(line: Standing, places: Standings) -> str:
    longest = max((other.total for other in places.lines), default=0)
    if longest <= 0 or line.total <= 0 or line.place is None:
        return ""
    return "█" * max(1, round(BAR * line.total / longest))


def _points(game: Game, line: Standing) -> list[int | None]:
    return [game.cell(number, line.player).points for number in game.numbers]


def _last(game: Game, line: Standing) -> str:
    if not game.played:
        return ""
    block = game.played[-1]
    cell = game.cell(len(game.played), line.player)
    if line.player in block.called and not cell.adjust:
        return block.called[line.player]
    if cell.adjust:
        return str(cell.value)
    return game.rules.scoring.square(cell.left, cell.points, is_out=cell.out)


def _remark(game: Game, line: Standing, before_last: dict[str, int]) -> str:
    """What else there is to say of a player: up or down, came, left, missing points."""
    if line.left is not None and line.left <= len(game.played) and line.place is None:
        return f"left after round {line.left}, not placed"
    if line.lost is not None:
        return f"out of the game after round {line.lost}"
    if line.missed:
        lacking = [number for number in game.numbers if line.player in game.missing(number)]
        if lacking:
            return f"points missing in round {', '.join(map(str, lacking))}"
        return f"missed {count(line.missed, 'round')}, not placed"
    if line.place == 1 and is_finished(game) and beaten_in_play_off(game):
        return "won the play-off"
    earlier = before_last.get(line.player)
    if earlier is None or line.place is None or earlier == line.place:
        player = game.player(line.player)
        if player.rejoined:
            rounds = "round" if len(player.rejoined) == 1 else "rounds"
            return f"came in again in {rounds} {listed(map(str, player.rejoined))}"
        if player.start is None:
            return ""
        return f"came in round {player.joined} with {points(player.start)} agreed"
    return f"up {earlier - line.place}" if earlier > line.place else f"down {line.place - earlier}"


def _short(game: Game, line: Standing, places: Standings) -> str:
    """How far the game is from its end, beside whoever is nearest to it."""
    target = game.rules.target
    if not target or places.finished or line.place is None or game.rules.in_columns:
        return ""
    there = (other for other in places.lines if other.place is not None and other.lost is None)
    nearest = max((other.total for other in there), default=0)
    return f"{target - nearest} short of {target}" if 0 < line.total == nearest < target else ""


def standings_foot(game: Game) -> list[str]:
    """The lines below the standings: who has won, or what comes next."""
    lines = [*(round_lines(game) or [end_line(game)]), *settled_lines(game)]
    misdeals = [
        block_name(number, block)
        for number, block in game.numbered()
        if block.misdeal is not None and not block.dead
    ]
    if misdeals:
        lines.append(f"misdealt: {', '.join(misdeals)}")
    return lines + house_lines(game)


def settled_lines(game: Game) -> list[str]:
    """What the end comes to with all bonuses, where the game is over and has some."""
    is_over = is_finished(game) and game.played and not game.put_away
    if not (is_over and game.rules.settles):
        return []
    from scorekeeper.render.gin import settlement_lines  # few games come to this

    return settlement_lines(game)


def end_line(game: Game) -> str:
    """Who has won; or what is missing where all rounds are played and the game is not over."""
    if is_finished(game):
        return winners_line(game)
    where = next(number for number in game.numbers if game.missing(number))
    who = game.missing(where)
    word = shell_name(who[0], game.names)
    example = f"sk fix {round_word(game.rules, where)} {word}=POINTS"
    lack = f"{people(who)} {'has' if len(who) == 1 else 'have'} no points"
    return f"All rounds are played, but {lack} in {round_name(game.rules, where)}:  {example}"


def outcome_lines(old: Game | None, new: Game) -> list[str]:
    """What a change did to the outcome: who has won now, who is level or out, that it goes on.

    Nothing where that is as it was, or could not be read; a new name of a player is no change.
    """
    if old is None:
        return []
    return [*_ahead_lines(old, new), *put_out_lines(old, new)]


def put_out_lines(old: Game, new: Game) -> list[str]:
    """Who is out of a pool by a change, while it goes on, and with what they may come in again."""
    if is_finished(new):
        return []
    known = _as_called(old.pool.lost, old, new)
    again = total_again(new)
    return [
        f"{person(name)} is out of the game with {points(new.total(name))}"
        + (f"; in again with {again}:  sk rejoin {shell_name(name, new.names)}" if again else ".")
        for name in new.pool.lost
        if name not in known
    ]


def _ahead_lines(old: Game, new: Game) -> list[str]:
    """What a change did to who is in front, and to whether the game is over."""
    then, now = standings(old), standings(new)
    if now.finished:
        same = then.finished and _as_called(then.winners, old, new) == now.winners
        return [] if same else [winners_line(new)]
    if then.finished:
        return ["The game goes on: nobody has won yet."]
    before_that, first = _as_called(leaders(rank(old)), old, new), leaders(rank(new))
    if before_that == first or max(len(before_that), len(first)) < 2 or not first:
        return []
    if len(first) == 1:
        return [f"{person(first[0])} is alone in front."]
    return [f"{people(first)} are level in front."]


def _as_called(names: Iterable[str], old: Game, new: Game) -> tuple[str, ...]:
    """Players of the old game by the names that they have in the new one, in its seat order."""
    renamed = len(old.names) == len(new.names) and set(old.names) != set(new.names)
    now = dict(zip(old.names, new.names, strict=True)) if renamed else {}
    return new.in_order({now.get(name, name) for name in names})


def winners_line(game: Game) -> str:
    """Who has won, in capitals, and with how much."""
    if game.put_away:
        return "The game was put away without a winner."
    winners = standings(game).winners
    if not winners:
        return "The game was ended, and nobody has won."
    total = points(final_total(game, winners[0]))
    names = people(name.upper() for name in winners)
    wins = "wins" if len(winners) == 1 else "share the win"
    beaten = beaten_in_play_off(game)
    played_off = f", after a play-off with {people(beaten)}" if beaten else ""
    return f"{names} {wins} with {total}{played_off}."


# ── the score sheet ──────────────────────────────────────────────────────────────────────────


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
