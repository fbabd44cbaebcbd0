"""The rounds of a sheet as a ledger has them: what was entered, and who was in a pool.

An entry says more than the points that count, so these follow from it, and must be as written.
"""

from collections.abc import Sequence

from scorekeeper.errors import CardError, EntryError, FileError, printable, quoted
from scorekeeper.ledger.entries import Entry, parse_entry
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hands import hand_text
from scorekeeper.ledger.rounds import wild_called
from scorekeeper.ledger.standings import is_finished
from scorekeeper.ledger.written import Round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.sharing.sheets import Square

BY_ITS_RULES = (
    "correct it, or give the rules that were played, like --variation NAME or --game FILE"
)

Block = dict[str, Square]
"""A round, void or not: what stands there for each player."""


def first_of(block: Block) -> Square:
    """The square of a round that says of it what they all say."""
    return next(iter(block.values()))


def round_entered(block: Block, names: Sequence[str], rules: RuleSet) -> Round:
    """A round of a sheet; FileError for an entry that is none, and for a wild that is no rank."""
    here = [block[name] for name in names if name in block]
    first, dealt = here[0], None
    wild = _drawn(first, rules)
    if rules.plays_cards and "entry" in first.columns:
        # Of a round more than the game has it is told later.
        number = min(first.round, rules.last_round or first.round)
        of_round = (wild, first.knock)
        dealt = rules.bonus(*of_round) if first.bonus else rules.round(number, *of_round)
    entries = {square.player: _entry(square, dealt) for square in here}
    hands = {name: entry.groups for name, entry in entries.items() if entry.groups}
    called = {name: entry.called for name, entry in entries.items() if entry.called}
    absent = tuple(name for name, entry in entries.items() if entry.absent)
    out = tuple(name for name, entry in entries.items() if entry.out)
    return Round(
        scores={
            name: entry.points or 0
            for name, entry in entries.items()
            if name not in {*hands, *called, *absent}
        },
        hands={name: hand_text(groups) for name, groups in hands.items()},
        adjust={square.player: square.adjust for square in here if square.adjust},
        called=called,
        out=out,
        absent=absent,
        misdeal="" if first.misdeal else None,
        bonus=first.bonus,
        how="big-gin" if any(_is_big_gin(entries[name], dealt) for name in out) else None,
        wild=wild,
        knock=first.knock,
        double=first.double,
    )


def _drawn(square: Square, rules: RuleSet) -> str | None:
    """The wild rank of a round in which it is drawn; None where none is told."""
    number = None if square.bonus else square.round
    if not (square.wild and rules.plays_cards and rules.draws_in(number)):
        return None
    rank = wild_called(square.wild) or wild_called(f"{square.wild}s")
    if rank is None:
        raise square.wrong("wild", f"{quoted(square.wild)} is no rank", "write one like 7")
    return rank


def _entry(square: Square, rules: RoundRules | None) -> Entry:
    """The entry of a square, its points where there is no column for entries.

    FileError where it is none, or other columns say something else.
    """
    if "entry" not in square.columns:
        return Entry("", points=square.points, out=square.out, absent=square.points is None)
    try:
        entry = parse_entry(square.entry, rules)
    except (CardError, EntryError) as error:
        raise square.wrong("entry", error.problem, error.remedy) from error
    if entry.total is not None or entry.is_open:
        why = f"{quoted(square.entry)} does not say what was left"
        raise square.wrong("entry", why, "write points like 12, or what was entered")
    if entry.absent != (square.points is None):
        why = f"{quoted(square.entry)}, and the points say something else"
        remedy = "write - and no points for who sat the round out"
        raise square.wrong("entry", why, remedy)
    if "went_out" in square.columns and square.out != entry.out:
        why = f"{quoted(square.entry)} says {'yes' if entry.out else 'no'}"
        raise square.wrong("went_out", why, "correct one of the two")
    return entry


def _is_big_gin(entry: Entry, rules: RoundRules | None) -> bool:
    is_whole = rules is not None and rules.has_gin and len(entry.cards) > (rules.deal or 0)
    return entry.big or is_whole


def other_points(game: Game, blocks: Sequence[Block]) -> None:
    """Raise where an entry does not count the points beside it."""
    for (number, block), squares in zip(game.numbered(), blocks, strict=True):
        for name, square in squares.items():
            points = game.points(number, block, name)
            if square.entry and points not in (None, square.points):
                why = f"{square.points}, and {quoted(square.entry)} counts {points} here"
                raise square.wrong("points", why, BY_ITS_RULES)


def rounds_behind_the_end(game: Game, blocks: Sequence[Block]) -> None:
    """Raise where a match that settles goes on behind its end: it was another, as in columns."""
    last = len(game.played)
    if game.rules.settles and last > 1 and is_finished(game.before(last)):
        there = [square for square in map(first_of, blocks) if square.counts][-1]
        why = f"{printable(game.rules.title)} was over before round {last}"
        remedy = f"{BY_ITS_RULES}; several columns are --rule columns=3"
        raise there.wrong("round", why, remedy)


# ── who was in ───────────────────────────────────────────────────────────────────────────


def blank(blocks: Sequence[Block], name: str, number: int) -> FileError:
    """The error for a round in which somebody who plays on has nothing."""
    there = next(s for s in map(first_of, blocks) if s.counts and s.round == number)
    why = f"{printable(name)} has nothing for round {number}, and a blank is not a zero"
    remedy = "write the points, or - for absent"
    return there._replace(player=name).wrong("points", why, remedy)


def in_a_pool(game: Game, blocks: Sequence[Block]) -> Game:
    """A pool with who came in again, and who left though they were in: both as the rows say."""
    counted = [block for block in blocks if first_of(block).counts]
    for number, block in enumerate(counted, start=1):
        for player in game.players:
            is_there, is_in = player.name in block, player.name in game.seated(number)
            if is_there == is_in:
                continue
            goes_on = "after" in first_of(block).columns  # where nothing says that somebody left
            if is_in and (goes_on or any(player.name in later for later in counted[number:])):
                raise blank(blocks, player.name, number)
            again = player._replace(rejoined=(*player.rejoined, number))
            changed = player._replace(left=number - 1) if is_in else again
            game = game.with_player(changed)
    return game
