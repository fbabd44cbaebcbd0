"""The checks of a game that can be read."""

from collections.abc import Callable, Collection, Iterator

from scorekeeper.audit.faults import fault, fix, in_brackets, where
from scorekeeper.cards import MOST_CARDS, Card, parse_cards, spell
from scorekeeper.codec.reader import Remark
from scorekeeper.errors import SK, CardError, PlayerError, UsageError, count, printable, times
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hands import not_down
from scorekeeper.ledger.people import check_name, people, shell_name
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.rows import Row, row_of, rows
from scorekeeper.ledger.standings import all_rounds_count, leaders, rank
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules.packs import dearest_hand, dearest_melded_hand, refuse_strangers, too_many


def of_rejoining(game: Game) -> Iterator[Remark]:
    """Who comes in again though they are in, or may not."""
    for seat, player in enumerate(game.players):
        for number in player.rejoined:
            why = _why_not_in_again(game, player, number)
            if why:
                problem = f"{printable(player.name)} comes in again in round {number}, {why}"
                remedy = "take that round out of rejoined, or correct the rounds before"
                yield Remark("player", ("players", seat, "rejoined"), problem, remedy)


def _why_not_in_again(game: Game, player: Player, number: int) -> str:
    """Why a player may not come in again in a round, empty where they may."""
    from scorekeeper.ledger.seats import rejoin  # in few games anybody does

    if number > len(game.played) + 1:
        return f"and the sheet has only {count(len(game.played), 'round')}"
    rounds = game.rounds[: game.block(number - 1) + 1] if number > 1 else ()
    why = ""
    # Who left behind the round before may have done so when the other was in again.
    for left in (number - 1, None):
        players = tuple(
            other._replace(
                rejoined=tuple(n for n in other.rejoined if n < number),
                left=left if other.left == number - 1 and other != player else other.left,
            )
            for other in game.players
        )
        try:
            rejoin(game._replace(rounds=rounds, players=players, finished=None), player.name)
        except (PlayerError, UsageError) as error:
            why = why or f"where {error.problem}"
        else:
            return ""
    return why


def of_words(row: Row) -> Iterator[Remark]:
    """Words that the rules have no points for, and who went out beside one."""
    rules, block = row.rules, row.block
    for name, word in block.called.items():
        if rules is None or word not in rules.called:
            problem = f'"{word}" has no points in this game'
            yield fault(row, "value", problem, "write the points", "scores", name)
        if name in block.out:
            problem = f'went out, and has "{word}"'
            yield fault(row, "out-score", problem, "take one of the two out", "scores", name)


def of_drawn_ranks(row: Row) -> Iterator[Remark]:
    """A drawn rank that is missing where cards are shown, or is there where none is drawn."""
    game, block = row.game, row.block
    draws = row.rules is not None and game.rules.draws_in(row.rules.number)
    if block.wild and not draws:
        yield fault(row, "value", "no wild rank is drawn in this game", "take wild out", "wild")
    if draws and not block.wild and block.hands:
        problem = "cards are shown, and the rank that was drawn to be wild is missing"
        yield fault(row, "missing", problem, f"{SK}fix {row.word} --wild RANK")


def of_knocks(row: Row) -> Iterator[Remark]:
    """What only gin says of a round, in another game."""
    block = row.block
    said = {"how": block.how, "knock": block.knock is not None, "double": block.double}
    for key, is_said in said.items():
        if is_said:
            problem = f"{key} is said, and nobody knocks in this game"
            yield fault(row, "value", problem, f"take {key} out", key)


# ── every game ───────────────────────────────────────────────────────────────────────────────


def faults(game: Game) -> Iterator[Remark]:
    """All that is wrong in a game; a void round is not judged, and one that plays off a tie is."""
    for check in OF_A_GAME:
        yield from check(game)
    of_a_row = OF_A_ROW
    if game.rules.scoring.knocks:
        from scorekeeper.audit.gin import ending  # few games come to this

        of_a_row = (*(check for check in OF_A_ROW if check not in OF_GOING_OUT), ending)
    for row in rows(game):
        for check_row in of_a_row:
            yield from check_row(row)


# ── the checks of a game ─────────────────────────────────────────────────────────────────


def _names(game: Game) -> Iterator[Remark]:
    for seat, name in enumerate(game.names):
        try:
            check_name(name)
        except PlayerError as error:
            remedy = f"{SK}player rename {shell_name(name, game.names)} NAME"
            yield Remark("player", ("players", seat, "name"), error.problem, remedy)


def _packs(game: Game) -> Iterator[Remark]:
    decks, last = game.decks, max(len(game.rules.specs), len(game.played))
    smallest = min(len(rules.pack) for rules in game.rules_in_turn)
    if game.rules.cards_needed(len(game.names)) <= smallest * decks:
        return  # as in nearly every game, and nobody needs to be counted
    dealt = [
        (game.cards_needed(number, game.present(number)), len(game.rules_in(number).pack), number)
        for number in range(1, 1 + (len(game.played) if game.finished else last))
    ]
    short = [(needed, pack, number) for needed, pack, number in dealt if needed > pack * decks]
    if short:
        needed, pack, number = max(short, key=lambda found: found[0])
        place = in_brackets(round_name(game.rules, number))
        have = "1 pack has" if decks == 1 else f"{decks} packs have"
        message = f"{place}: {needed} cards are needed, and {have} {pack * decks}"
        remedy = f"play with more packs: {SK}house decks={-(-needed // pack)}"
        yield Remark("value", ("rules", "decks"), message, remedy)


# ── the checks of a row ──────────────────────────────────────────────────────────────────


def _rounds(row: Row) -> Iterator[Remark]:
    last = row.game.rules.last_round
    if last is not None and row.number > last and not row.bonus:
        remedy = "take the round out, or correct the rules"
        yield fault(row, "rounds", f"the game has {last} rounds", remedy)


def _bonus_round(row: Row) -> Iterator[Remark]:
    game, block = row.game, row.block
    if not row.bonus:
        return
    before = game._replace(rounds=game.rounds[: row.at])
    if any(map(before.missing, before.numbers)):
        return  # which is a finding of its own, and leaves open who is tied
    first = leaders(rank(before))
    played = all_rounds_count(before)
    if not played or len(first) < 2:
        why = "nobody was level in front" if played else "the last round was not played"
        is_last = row.at == len(game.rounds) - 1
        void = f"make it void with {SK}misdeal" if is_last else "the round out"
        remedy = f"take bonus = true out of the round, or {void}"
        yield Remark("rounds", ("rounds", row.at, "bonus"), f"a bonus round, and {why}", remedy)
        return
    remedy = f"take that out, only {people(first)} play it"
    for key, name in _of_others(block, first):
        yield fault(row, "player", "was not level in front", remedy, key, name)


def _of_others(block: Round, players: Collection[str]) -> Iterator[tuple[str, str]]:
    """What a block has of those who are not among ``players``: the key, and the name."""
    scores = {**block.scores, **block.called}
    named = {"scores": scores, "hands": block.hands, "out": block.out}
    return ((key, name) for key, names in named.items() for name in names if name not in players)


def _missing(row: Row) -> Iterator[Remark]:
    block = row.block
    for name in row.players:
        if name in block.players or name in block.absent:
            continue  # a hand or a word that cannot be counted is a finding of its own
        remedy = f"{fix(row, name, 'POINTS')}, or - for absent"
        if name in block.out:
            remedy = f"{fix(row, name, 'o')}, or correct who went out"
        yield fault(row, "missing", "there is neither a score nor a hand", remedy, name=name)


def _away(row: Row) -> Iterator[Remark]:
    game, block = row.game, row.block
    for key, name in () if row.bonus else _of_others(block, row.players):
        problem, remedy = "was not at the table in this round", "correct joined or left"
        if name in game.at_the_table(row.number):
            problem = "is out of the game there"
            remedy = f"take it out with {fix(row, name, '-')}, or mend a round before"
        yield fault(row, "player", problem, remedy, key, name)
    for name in block.absent:
        has = "a score" if name in block.scores else "cards" if name in block.hands else ""
        what = "went out" if name in block.out else f"has {has}" if has else ""
        if what:
            problem, remedy = f"absent, and {what}", "take one of the two out"
            yield fault(row, "player", problem, remedy, "absent", name)


def _hands(row: Row) -> Iterator[Remark]:
    game, block = row.game, row.block
    if not game.rules.plays_cards:
        problem = "shows cards, and this game deals none"
        for name in block.hands:
            yield fault(row, "impossible-card", problem, "write the points", "hands", name)
    if row.rules is None or not block.hands:
        return
    everybody: list[Card] = []
    for name, text in block.hands.items():
        cards, counts = parse_cards(text), name in block.scores
        more = game.rules.scoring.more_cards_out if name in block.out else 0
        if len(cards) not in (row.rules.deal, (row.rules.deal or 0) + more):
            problem = f"{count(len(cards), 'card')}, and {row.rules.deal} were dealt"
            instead = "take it out, the points count" if counts else "write the points"
            remedy = f"correct the hand, or {instead}"
            yield fault(row, "hand-size", problem, remedy, "hands", name)
        elif len(cards) > MOST_CARDS and not counts:
            problem = f"{len(cards)} cards, too many to be counted here"
            yield fault(row, "hand-size", problem, fix(row, name, "POINTS"), "hands", name)
        try:
            refuse_strangers(cards, row.rules)
            everybody += cards
        except CardError as error:
            yield fault(row, "impossible-card", error.problem, error.advice, "hands", name)
    found = too_many(everybody, row.rules, game.decks)
    if found:
        holder = [n for n, text in block.hands.items() if found.card in parse_cards(text)][-1]
        yield Remark(
            "impossible-card",
            ("rounds", row.at, "hands", holder),
            f"{where(row)}: {spell(found.card)} is there {times(found.held)},"
            f" the packs hold it {times(found.there)}",
            f"look for a typing mistake at {spell(found.card)}",
        )


def _out(row: Row) -> Iterator[Remark]:
    game, block = row.game, row.block
    too_many_are = len(block.out) > 1 and not game.rules.several_out
    went_out = f"{people(block.out)} went out"
    if block.out and not game.rules.goes_out:
        problem = f"{went_out}, and in this game nobody does"
        yield fault(row, "out-score", problem, "take that out", "out")
        return
    if too_many_are:
        yield fault(row, "out-score", went_out, "name the one who was first", "out")
    for name in block.out:
        score = block.scores.get(name)
        if score:
            problem = f"went out, which is 0 points, and has {score}"
            mend = "" if too_many_are else f"{fix(row, name, 'o')}, or "
            yield fault(row, "out-score", problem, f"{mend}correct who went out", "scores", name)
        found = game.arrangement(row.number, block, name)
        why = row.rules and found and not_down(block.hands[name], row.rules)
        if found and why:
            problem = f"the cards do not go out, {spell(found.deadwood)} stays"
            if row.rules and row.rules.wants_runs:
                problem = f"the cards do not go out: {why}"
            # A 0 that is not what the cards cost has the same cause: one finding for both.
            mend = f"{fix(row, name, found.points)}, or " if score == 0 else ""
            remedy = f"{mend}correct the hand, or who went out"
            yield fault(row, "out-claim", problem, remedy, "hands", name)


def _scores(row: Row) -> Iterator[Remark]:
    rules, scores = row.rules, row.block.scores
    if rules is None:
        return
    dearest, usual = dearest_hand(rules, row.game.decks), dearest_melded_hand(rules)
    most = dearest if usual is None else min(usual, dearest)
    if 0 <= min(scores.values(), default=0) <= max(scores.values(), default=0) <= most:
        return  # as in nearly every round
    for name, score in scores.items():
        if not 0 <= score <= dearest:
            costs = "1 card costs" if rules.deal == 1 else f"{rules.deal} cards cost"
            problem = f"{score} points, and {costs} 0 to {dearest}"
            yield fault(row, "score-range", problem, fix(row, name, "POINTS"), "scores", name)
        elif score > most:
            problem = f"{score} points, and no {rules.deal} cards need leave {most + 1}"
            remedy = "look at it once more; what the table decided counts"
            yield fault(row, "score-range", problem, remedy, "scores", name, "warning")


def _check_scores_and_hands(row: Row) -> Iterator[Remark]:
    game, block = row.game, row.block
    for name in block.hands:
        score = block.scores.get(name)
        is_claim = name in block.out and not score  # of which it is said that it does not stand
        if is_claim or score is None or game.deadwood(row.number, block, name) in (None, score):
            continue
        found = game.arrangement(row.number, block, name)
        assert found is not None, "what leaves points can be melded"
        laid = [spell(meld.cards) for meld in found.melds]
        laid += [f"left {spell(found.deadwood)}"] if found.deadwood else []
        problem = f"the sheet says {score}, the cards cost {found.points}: {' / '.join(laid)}"
        remedy = f"{fix(row, name, found.points)}, or leave it: what the table decided counts"
        yield fault(row, "score-hand", problem, remedy, "scores", name, "warning")


def _totals(row: Row) -> Iterator[Remark]:
    game, block = row.game, row.block
    for name, paper in block.totals.items():
        total = game.total(name, row.number)
        if paper == total:
            continue
        from scorekeeper.ledger.typed_totals import explain

        slips = explain(paper, total, [game.cell(n, name).points for n in range(1, row.number + 1)])
        problem = f"the paper says {paper}, the rounds add up to {total}"
        remedy = "correct the paper's total, or the round that is wrong"
        if slips:
            slip = slips[0]
            at = f" in round {slip.number}" if slip.number not in (None, row.number) else ""
            problem += f"; {slip.how}{at} would explain the {abs(paper - total)}"
            if slip.number and slip.meant is not None:
                mend = fix(row_of(game, slip.number), name, slip.meant)
                remedy = f"correct the paper, or  {mend}"
        yield fault(row, "total", problem, remedy, "totals", name)


def _nobody_out(row: Row) -> Iterator[Remark]:
    game, block = row.game, row.block
    if row.rules is None or block.out:
        return
    left = {name: game.left(row.number, block, name) for name in row.players}
    is_known = all(points is not None or name in block.absent for name, points in left.items())
    if is_known and 0 not in left.values():
        remedy = "look whether a 0 is missing; a round may end so"
        problem = "nobody went out, and nobody has 0 points"
        yield fault(row, "nobody-out", problem, remedy, severity="warning")


OF_A_GAME = (_names, _packs, of_rejoining)
OF_A_ROW: tuple[Callable[[Row], Iterator[Remark]], ...] = (
    *(_rounds, _missing, _away, _out, _scores, _totals, _nobody_out),
    *(_bonus_round, _hands, _check_scores_and_hands, of_words, of_drawn_ranks, of_knocks),
)
"""Every check of a game that can be read; those of its text are in ``codec``."""

OF_GOING_OUT = (_out, _nobody_out, _check_scores_and_hands, of_knocks)
"""The checks of games in which nobody knocks; for the others ``ending`` has its own."""
