"""The standings and the score sheet in words, with what Gin adds to them."""

from collections import Counter
from collections.abc import Callable, Iterator
from string import ascii_letters

from scorekeeper.cards import spell
from scorekeeper.errors import SK, count, listed, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import people, round_name, round_word, shell_name, wild_label
from scorekeeper.ledger.rows import fix, row_of
from scorekeeper.ledger.standings import (
    Standing,
    Standings,
    beaten_in_play_off,
    final_totals,
    is_finished,
    leaders,
    next_round,
    rank,
    rejoin_total,
    standings,
)
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render import Grid, shortened, with_columns, words

LONGEST_BESIDE = len("down 10")  # remarks that stay in their row when room is short


def standings_title(game: Game) -> str:
    """The line above the standings."""
    number, last = len(game.played), game.rules.last_round
    if not number:
        when = "ended before the first round" if game.finished else "before the first round"
    elif not is_finished(game):
        when = f"after round {number}{words.of_rounds(game)}"
    elif game.finished and last and number < last:
        when = f"ended after round {number} of {last}"
    else:
        when = f"final, {count(number, 'round')}"
    return f"{printable(game.title)} · {when} · {words.aim(game.rules)}"


def standings_grid(game: Game, *, bars: bool = False, kept: bool = False) -> Grid:
    """A row for each player, best first; ``kept`` leaves out the last round of a finished game."""
    places, scoring = standings(game), game.rules.scoring
    is_end = kept and places.finished
    old = rank(game.before(len(game.played))) if game.played[1:] and not is_end else {}
    points_of = {name: [game.square(n, name).points for n in game.numbers] for name in game.names}
    beaten = beaten_in_play_off(game) if places.finished else ()
    longest = max((line.total for line in places.lines), default=0)
    shared = Counter(line.place for line in places.lines)
    header = ("", "player", "total", "final", "behind", "", "last", scoring.wins_heading, "")
    rows = [
        (
            f"{line.place}{'=' if shared[line.place] > 1 else ' '}" if line.place else "- ",
            printable(line.player),
            str(line.total),
            str(line.final or 0),
            words.gap(line.behind, game.rules),
            "█" * max(1, round(20 * line.total / longest)) if line.place and line.total > 0 else "",
            _last(game, line),
            scoring.wins_text(points_of[line.player], line.went_out),
            ", ".join(filter(None, (_remark(game, line, old, beaten), _to_go(game, line, places)))),
        )
        for line in places.lines
    ]
    settled = any(line.final for line in places.lines)
    hidden = {3: not settled, 4: settled, 5: not bars, 6: is_end, 7: not game.rules.goes_out}
    shown = [column for column in range(len(header)) if not hidden.get(column)]
    return with_columns(Grid(header, rows, "rlrrrlrll"), shown)


def with_footnotes(grid: Grid) -> tuple[Grid, list[str]]:
    """The standings with a letter in place of each long remark, and the remarks to show below."""
    remarks = dict.fromkeys(row[-1] for row in grid.rows if len(row[-1]) > LONGEST_BESIDE)
    marks = {remark: f"({ascii_letters[i]})" for i, remark in enumerate(remarks)}
    rows = [(*row[:-1], marks.get(row[-1], row[-1])) for row in grid.rows]
    return grid._replace(rows=rows), [f"{mark} {remark}" for remark, mark in marks.items()]


def _last(game: Game, line: Standing) -> str:
    """A player's last round: a word, or points with what was added to them."""
    if not game.played:
        return ""
    last = game.square(len(game.played), line.player)
    if last.adjust:
        return str(last.value)
    text = game.rules.scoring.square_text(last.unmelded, last.points, is_out=last.out)
    return game.played[-1].forfeits.get(line.player) or text


def _remark(game: Game, line: Standing, old: dict[str, int], beaten: tuple[str, ...]) -> str:
    """What else to say about a player: moved up or down, came, left, lacks points."""
    if line.left is not None and line.left <= len(game.played) and line.place is None:
        return f"left after round {line.left}, not ranked"
    if line.lost is not None:
        return f"out of the game after round {line.lost}"
    if line.missed:
        lacking = [number for number in game.numbers if line.player in game.missing(number)]
        if lacking:
            return f"points missing in round {', '.join(map(str, lacking))}"
        return f"missed {count(line.missed, 'round')}, not ranked"
    if line.place == 1 and beaten:
        return "won the play-off"
    earlier = old.get(line.player)
    if earlier is None or line.place is None or earlier == line.place:
        player = game.player(line.player)
        if player.rejoined:
            rounds = "round" if len(player.rejoined) == 1 else "rounds"
            return f"came back in {rounds} {listed(map(str, player.rejoined))}"
        if player.start is None:
            return ""
        return f"joined in round {player.joined} with {words.points(player.start)}"
    return f"up {earlier - line.place}" if earlier > line.place else f"down {line.place - earlier}"


def _to_go(game: Game, line: Standing, places: Standings) -> str:
    """How far the game is from its end, for the player nearest to it."""
    target = game.rules.target
    if not target or places.finished or line.place is None or game.rules.in_columns:
        return ""
    players = (other for other in places.lines if other.place is not None and other.lost is None)
    nearest = max((other.total for other in players), default=0)
    if not 0 < line.total == nearest < target:
        return ""
    left = target - nearest
    if game.rules.is_pool:
        return f"{left} more and out"
    if game.rules.winner == "high":
        return f"{left} short of {target}"
    return f"{left} more ends the game"


def standings_foot(game: Game) -> list[str]:
    """The lines below the standings: who won, or what comes next."""
    lines = [*(words.round_lines(game) or [end_line(game)]), *settled_lines(game)]
    misdeals = [words.row_label(n, r) for n, r in game.numbered() if r.is_void and not r.dead]
    if misdeals:
        lines.append(f"misdealt: {', '.join(misdeals)}")
    return lines + agreed_lines(game)


def end_line(game: Game) -> str:
    """Who won, or which points are missing if all rounds are played."""
    if is_finished(game):
        return winners_line(game)
    where = next(number for number in game.numbers if game.missing(number))
    who = game.missing(where)
    example = f"{SK}fix {round_word(game.rules, where)} {shell_name(who[0], game.names)}=POINTS"
    lack = f"{people(who)} {'has' if len(who) == 1 else 'have'} no points"
    return f"All rounds are done, but {lack} in {round_name(game.rules, where)}:  {example}"


def outcome_lines(old: Game | None, new: Game) -> list[str]:
    """What a change did to the outcome; no lines for a new name, or if ``old`` couldn't be read."""
    if old is None or (len(old.names) == len(new.names) and {*old.names} != {*new.names}):
        return []
    return [*_ahead_lines(old, new), *put_out_lines(old, new), *sat_out_lines(old, new)]


def sat_out_lines(old: Game, new: Game) -> list[str]:
    """Who lost their place by sitting a round out, and how to give them points instead."""
    lines = []
    for name in new.names:
        missed = [number for number in new.numbers if name in new.played[number - 1].absent]
        if missed and name in old.fully_scored - new.fully_scored and name not in rank(new):
            row = row_of(new, missed[-1])
            text = f"{printable(name)} sat out {row.name}, and won't be ranked"
            lines.append(f"{text}; to give points instead:  {fix(row, name, 'POINTS')}")
    return lines


def put_out_lines(old: Game, new: Game) -> list[str]:
    """The players a change puts out of an open pool, and the total they may come back with."""
    if is_finished(new):
        return []
    again, lines = rejoin_total(new), []
    for name in new.pool.eliminated_in:
        if name not in old.pool.eliminated_in:
            out = f"{printable(name)} is out of the game with {words.points(new.total(name))}"
            back = f"to come back in with {again}:  {SK}rejoin {shell_name(name, new.names)}"
            lines.append(f"{out}; {back}" if again else f"{out}.")
    return lines


def _ahead_lines(old: Game, new: Game) -> list[str]:
    """What a change did to the lead, and to whether the game is over."""
    then, now = standings(old), standings(new)
    if now.finished:
        same = then.finished and {*then.winners} == {*now.winners}
        return [] if same else [winners_line(new)]
    if then.finished:
        return ["The game goes on: nobody has won yet."]
    before_that, first = leaders(rank(old)), leaders(rank(new))
    if {*before_that} == {*first} or max(len(before_that), len(first)) < 2 or not first:
        return []
    if len(first) == 1:
        return [f"{printable(first[0])} leads alone."]
    return [f"{people(first)} share the lead."]


def agreed_lines(game: Game) -> list[str]:
    """The house rules agreed during the evening, in one line; no line if there are none."""
    parts = []
    for since, values in sorted(game.changes, key=lambda change: change.since):
        agreed = dict.fromkeys(words.rule_words(key, game.rules_in(since)) for key, _ in values)
        parts += [f"from round {since}: {', '.join(agreed)}"] if agreed else []
    return [f"House rules {'; '.join(parts)}"] if parts else []


def winners_line(game: Game, shown: Callable[[str], str] = str.upper) -> str:
    """Who won, and with what total; the names are ``shown`` in capitals by default."""
    if game.put_away:
        return "The game was put away without a winner."
    winners = standings(game).winners
    if not winners:
        return "The game ended, and nobody won."
    total = words.points(final_totals(game)[winners[0]])
    names = people(map(shown, winners))
    wins = "wins" if len(winners) == 1 else "share the win"
    beaten = beaten_in_play_off(game)
    played_off = f", after a play-off with {people(beaten)}" if beaten else ""
    return f"{names} {wins} with {total}{played_off}."


# ── the score sheet ──────────────────────────────────────────────────────────────────────────


def sheet_title(game: Game) -> str:
    """The line above the sheet."""
    return " · ".join(title_parts(game))


def title_parts(game: Game) -> list[str]:
    """The title, the game if it has another name, the day, and how far the game has got."""
    day = [f"{game.date:%A} {game.date.day} {game.date:%B %Y}"] if game.date else []
    played = count(len(game.played), "round")
    if game.rules.last_round:
        played = f"{len(game.played)}{words.of_rounds(game)} rounds"
    titles = dict.fromkeys(map(printable, (game.title, game.rules.title)))
    return [*titles, *day, "final" if is_finished(game) else played]


def sheet_rows(game: Game) -> Iterator[tuple[tuple[str, str, str], list[tuple[str, str]]]]:
    """The rows of the sheet: number, wild and dealer, then each square's points and total."""
    for index, (number, round_) in enumerate(game.numbered()):
        rules = game.round_rules(number, round_)
        # A void round has the dealer of the round dealt in its place.
        dealer = game.dealer_at(index) if round_.bonus else game.dealer_of(number)
        head = f"{'+' if round_.bonus else number}{'*' if round_.note else ' '}"
        label = head, wild_label(rules.wild if rules else None), printable(dealer or "")
        yield label, [_square(game, number, round_, player) for player in game.players]
        below = [_adjustment(game, number, round_, player) for player in game.players]
        if any(map(any, below)):
            yield ("", "", ""), below


def label_columns(game: Game) -> list[int]:
    """Which columns of number, wild and dealer a sheet has: no wild where nothing is ever wild."""
    any_wilds = any(map(words.has_wilds, (game.rules, game.rules_now)))
    used = (True, any_wilds, game.rules.dealer == "passes")
    return [column for column in range(3) if used[column]]


def sheet_grid(game: Game, written: Callable[[str, str], str] | None = None) -> Grid:
    """Rounds by players in seat order; each square has its points and the running total.

    ``written`` may join the points and the total of a square in another way; either may be empty.
    """
    squares = list(sheet_rows(game))
    by_player = zip(*(row for _, row in squares), strict=True)
    widest = [[max(map(len, texts)) for texts in zip(*own, strict=True)] for own in by_player]
    rows = []
    for label, row in squares:
        cells = [
            written(score, total)
            if written
            else f"{score.rjust(left)} {total.rjust(right)}".rstrip()
            for (score, total), (left, right) in zip(row, widest, strict=True)
        ]
        rows.append((*label, *cells))
    rows.append(places_row(game))
    header = ("rd", "wild", "dealer", *map(printable, game.names))
    grid = Grid(header, rows, "rll" + "r" * len(game.names), (0, len(squares)))
    return with_columns(grid, [*label_columns(game), *range(3, len(header))])


def _square(game: Game, number: int, round_: Round, player: Player) -> tuple[str, str]:
    """Points and running total of one square, as texts."""
    name = player.name
    score = game.unmelded(number, round_, name)
    text = round_.forfeits.get(name) or ("" if score is None else str(score))
    if knocks := game.rules.scoring.knocks and name in round_.players:
        text = _knocked_text(game, number, round_, name)
    if round_.is_void:
        return text, "---"
    if round_.bonus:
        return "-" if name in round_.absent else text, ""
    if player.left is not None and number == player.left + 1:
        return "left", ""
    if not game.plays(player, number):
        has_just_lost = player.is_at_the_table(number) and game.plays(player, number - 1)
        return "lost" if has_just_lost else "", ""
    if name in round_.absent:
        text = "-"
    elif not knocks and (name in round_.out or name not in round_.forfeits):
        scored = game.points(number, round_, name)
        text = game.rules.scoring.square_text(score, scored, is_out=name in round_.out)
    total = game.total(name, number) - round_.adjust.get(name, 0) - game.rejoin_points(name, number)
    return text or "?", str(total)


def _adjustment(game: Game, number: int, round_: Round, player: Player) -> tuple[str, str]:
    """What goes below a square: a bonus or a penalty, or the points somebody came in with."""
    if not round_.counts:
        return "", ""
    added = [f"{round_.adjust[player.name]:+}"] if player.name in round_.adjust else []
    added += ["back in"] if game.rejoin_points(player.name, number) else []
    if added:
        return " ".join(added), str(game.total(player.name, number))
    if player.start is not None and player.joined == number + 1:
        return "came +", str(player.start)
    return "", ""


def places_row(game: Game) -> tuple[str, ...]:
    """The last row: the places, after the next round or, if there is none, the word "place"."""
    places, card, last = rank(game), next_round(game), label_columns(game)[-1]
    label = ["place" if column == last else "" for column in range(3)]
    if card and card.number:
        deals = f"{printable(card.dealer)} deals" if card.dealer else ""
        label = [f"{card.number} ", wild_label(card.wild), deals]
    ranked = [words.ordinal(places[name]) if name in places else "-" for name in game.names]
    return (*label, *ranked)


def sheet_notes(game: Game) -> list[str]:
    """The notes of the rounds, what is crossed out, and who is out of a pool."""
    notes, crossed_out = [], []
    for index, (number, round_) in enumerate(game.numbered()):
        name = words.row_label(number, round_)
        if round_.note:
            void = " (dead)" if round_.dead else " (misdeal)" if round_.is_void else ""
            notes.append(f"* {name}{void}: {words.note_text(round_.note)}")
        if round_.is_void:
            why = f": {words.note_text(round_.misdeal)}" if round_.misdeal else ""
            later = not all(other.is_void for other in game.rounds[index + 1 :])
            again = "played again" if later else "still to be played again"
            what = "dead hand" if round_.dead else "misdeal, doesn't count"
            crossed_out.append(f"--- {what}, {again}: {name}{why}")
    doubled = [words.row_label(n, r) for n, r in game.numbered() if r.double]
    twice = [f"a spade turned up, so points count double: {', '.join(doubled)}"] if doubled else []
    gone, target = game.pool.eliminated_in, game.rules.target
    out_in = {number: [name for name in gone if gone[name] == number] for number in gone.values()}
    lost = [f"out: {people(names)} reached {target} in round {n}" for n, names in out_in.items()]
    return notes + crossed_out + twice + lost + agreed_lines(game)


# ── gin ──────────────────────────────────────────────────────────────────────────────────────


def hand_lines(game: Game, number: int, round_: Round) -> list[str]:
    """What a hand scored and why, and the columns won; no lines if that isn't known."""
    counted = game.gin_hand(number, round_)
    if counted is None:
        return []
    ended, other, layout = printable(counted.ended), printable(counted.other), counted.layout
    off = [spell(laid.card) for laid in counted.laid_off]
    how = f"went {layout.how.replace('-', ' ')}"
    how = f"knocked with {layout.unmelded}" if layout.how == "knock" else how
    after = f" after laying off {listed(off)}" if off else ""
    undercut = "undercut, " if counted.score.undercut else ""
    winner = printable(counted.player)
    twice = f"{counted.score.points}, doubled to " if round_.double else ""
    scores = f"{undercut}{winner} scores {twice}{counted.points}"
    lines = [f"{ended} {how}, {other} has {counted.other_unmelded}{after}: {scores}."]
    if layout.is_chosen and layout.how == "knock":
        laid = [spell(meld.cards) for meld in layout.melds]
        laid.append(f"left {spell(layout.deadwood)}")
        lines.append(f"Best layout for {ended}, who didn't split the melds:  {' / '.join(laid)}")
    from scorekeeper.ledger.columns import columns  # few games are gin

    decided = [
        f"column {place}"
        for place, column in enumerate(columns(game), start=1)
        if game.rules.in_columns and column.winner and column.wins[-1].number == number
    ]
    return [*lines, f"{winner} wins {listed(decided)}."] if decided else lines


def _knocked_text(game: Game, number: int, round_: Round, name: str) -> str:
    """The deadwood as typed, and what it scored: ``o7 +16``."""
    counted, points = game.gin_hand(number, round_), game.points(number, round_, name)
    deadwood = counted.unmelded(name) if counted else game.unmelded(number, round_, name)
    text = "?" if deadwood is None else str(deadwood)
    if name in round_.out:
        text = "big" if round_.how else f"o{deadwood or ''}"
    return f"{text} +{points}" if points else text


def settled_lines(game: Game) -> list[str]:
    """The final scores with all bonuses; no lines while the game is open or has none."""
    if not (is_finished(game) and game.played and not game.put_away and game.rules.has_settlement):
        return []
    from scorekeeper.ledger.columns import columns, settlements

    all_columns, side_by_side = columns(game), game.rules.in_columns
    lines = [f"Settled, all {len(all_columns)} columns together:" if side_by_side else "Settled:"]
    shutout = "shutouts" if side_by_side else "the shutout"
    for name, final in settlements(game).items():
        hands = sum(column.boxes(name) for column in all_columns)
        won = count(sum(column.winner == name for column in all_columns), "game")
        parts = [str(final.points)]
        parts += [f"{final.doubled} for {shutout}"] if final.doubled else []
        parts += [f"{final.game} for {won if side_by_side else 'the game'}"] if final.game else []
        # In columns, a hand is a box in every column that it scores in.
        boxes = "1 box" if hands == 1 else f"{hands} boxes"
        worth = boxes if side_by_side else f"{count(hands, 'hand')} won"
        parts += [f"{final.boxes} for {worth}"] if final.boxes else []
        parts += [f"{final.extras} in penalties and bonuses"] if final.extras else []
        together = " + ".join(parts).replace("+ -", "- ")  # a penalty is negative
        together += f" = {final.total}" if parts[1:] else ""
        lines.append(f"  {printable(name)}: {together}")
    return lines


def column_grid(game: Game) -> Grid:
    """The columns of a game side by side: each player's points in each, hand by hand."""
    from scorekeeper.ledger.columns import columns

    places = dict(enumerate(columns(game), start=1))
    keys = [(place, name) for place in places for name in game.names]
    header = ("rd", *(f"{place}: {shortened(printable(name), 12)}" for place, name in keys))
    won = {
        (place, win.player, win.number): str(win.total)
        for place, column in places.items()
        for win in column.wins
    }
    rows = [
        (f"{number} ", *(won.get((place, name, number), "") for place, name in keys))
        for number in game.numbers
    ]
    last_row = ("", *("won" if places[place].winner == name else "" for place, name in keys))
    below = [last_row] if any(last_row) else []
    return Grid(header, (*rows, *below), "r" * len(header), (0, len(rows)))
