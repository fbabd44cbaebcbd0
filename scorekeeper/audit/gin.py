"""The checks of hands that somebody ends by gin or a knock, for one of two to score."""

from collections.abc import Iterator

from scorekeeper.audit.faults import fault, fix
from scorekeeper.cards import parse_cards, parse_groups
from scorekeeper.codec.reader import Remark
from scorekeeper.errors import SK, ClaimError, EntryError
from scorekeeper.ledger.entries import Entry
from scorekeeper.ledger.gin import judge_cards
from scorekeeper.ledger.people import people
from scorekeeper.ledger.rows import Row


def ending(row: Row) -> Iterator[Remark]:
    """All that is wrong with how a hand ended."""
    if len(row.block.players) == len(row.players) == 2:
        for of_a_hand in (_ended, _claims, _scores_and_hands, _turned_up):
            yield from of_a_hand(row)


def _ended(row: Row) -> Iterator[Remark]:
    """Who ended a hand, and with how much."""
    block = row.block
    if not block.out:
        example = f"{fix(row, row.players[0], 'o7')}, or write dead = true"
        yield fault(row, "nobody-out", "nobody has ended the hand, so nobody scores", example)
    elif len(block.out) > 1:
        problem = f"{people(block.out)} ended the hand"
        yield fault(row, "out-score", problem, "name the one who did", "out")
    for name in block.out:
        left, most = block.scores.get(name, 0), row.rules.knock if row.rules else 0
        if block.how and left:
            problem = f"big gin leaves nothing, and there are {left}"
        elif left > most:
            problem = f"ended the hand with {left}, and {most} may be left"
        else:
            continue
        remedy = f"{fix(row, name, 'o')}, or correct who ended it"
        yield fault(row, "out-score", problem, remedy, "scores", name)


def _turned_up(row: Row) -> Iterator[Remark]:
    """What the card turned up says where it decides nothing, or does not where it decides."""
    rules, block = row.rules, row.block
    if rules is None:
        return
    if rules.upcard_knock and block.knock is None:
        problem = "the card turned up says what a knock may leave, and knock is missing"
        remedy = f"{SK}fix {row.word} --upcard CARD"
        yield fault(row, "missing", problem, remedy)
    said = {"knock": block.knock is not None, "double": block.double}
    counts = {"knock": rules.upcard_knock, "double": rules.spades_double}
    for key, is_said in said.items():
        if is_said and not counts[key]:
            problem = f"{key} is said, and the card turned up does not decide it in this game"
            yield fault(row, "value", problem, f"take {key} out", key)


def _claims(row: Row) -> Iterator[Remark]:
    """Shown cards that do not end the hand as they lie, or cannot be counted."""
    block = row.block
    if row.rules is None or len(block.out) != 1:
        return
    [name] = block.out
    cards = parse_cards(block.hands.get(name, ""))
    shown = {}
    if cards and name not in block.scores and row.rules.held.issuperset(cards):
        shown[name] = Entry("", groups=parse_groups(block.hands[name]), out=True)
    try:
        judge_cards(block, shown, row.rules, written=True)
    except ClaimError as error:
        remedy = "correct the hand, or who ended it"
        yield fault(row, "out-claim", error.problem, remedy, "hands", name)
    except EntryError as error:
        yield fault(row, "missing", error.problem, error.advice, "hands")
    is_big = len(cards) == (row.rules.deal or 0) + 1
    if name in shown and is_big != (block.how == "big-gin"):
        problem = "11 cards in melds are big gin" if is_big else "big gin shows 11 cards"
        yield fault(row, "value", problem, 'correct the hand, or how = "big-gin"', "how")


def _scores_and_hands(row: Row) -> Iterator[Remark]:
    """What the table decided, where the cards that were shown leave something else."""
    game, block = row.game, row.block
    for name, score in block.scores.items():
        if name not in block.hands:
            continue
        scores = {who: points for who, points in block.scores.items() if who != name}
        found = game.counted(row.number, block._replace(scores=scores))
        left = found and found.left(name)
        if left not in (None, score):
            problem = f"the sheet says {score} left, the cards leave {left}"
            entry = f"o{left}" if name in block.out else left
            remedy = f"{fix(row, name, entry)}, or leave it: what the table decided counts"
            yield fault(row, "score-hand", problem, remedy, "scores", name, "warning")
