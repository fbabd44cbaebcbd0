"""What a round can hold: cards that the packs have, claims that stand, points that can be."""

from scorekeeper.cards import MOST_CARDS, parse_cards
from scorekeeper.errors import SK, ClaimError, EntryError, count, printable
from scorekeeper.ledger.entries import Entries, Entry
from scorekeeper.ledger.game import Outcome
from scorekeeper.ledger.hands import not_down
from scorekeeper.ledger.rows import Row
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import (
    dearest_hand,
    dearest_melded_hand,
    refuse_strangers,
    refuse_too_many,
)


def lacks_wild(row: Row, entries: Entries) -> bool:
    """Whether entries show cards, and nobody has said yet which rank was drawn to be wild."""
    return _is_wild_open(row) and any(entry.groups for entry in entries.values())


def refuse_open_wild(row: Row, remedy: str) -> None:
    """Raise EntryError where a rank is drawn in a row, and nobody has said which."""
    if _is_wild_open(row):
        problem = f"the wild rank of {row.name} is drawn, and not told"
        raise EntryError(problem, remedy=remedy)


def _is_wild_open(row: Row) -> bool:
    rules = row.rules
    return rules is not None and rules.wild is None and row.game.rules.draws_in(rules.number)


def judged(row: Row, entries: Entries) -> Outcome:
    """The game in which a row is written, with what is remarkable; raises for what cannot be."""
    remarks = [entry.remark for entry in entries.values() if entry.doubt]
    if row.rules is not None:
        _judge_hands(row, row.rules, entries)
        for name in entries:
            if name in row.block.scores:
                remarks += _judge_points(row, row.rules, name, entries[name])
        if row.game.rules.scoring.knocks:
            from scorekeeper.ledger.gin import judge_ending

            judge_ending(row, row.rules, entries)
    return Outcome(row.game, tuple(remarks))


def _judge_hands(row: Row, rules: RoundRules, entries: Entries) -> None:
    """Raise for cards that cannot be, and for a claim to have gone out that does not stand.

    What the sheet showed before is for ``check``: it must not stand in the way of its own remedy.
    """
    if any(entry.groups for entry in entries.values()):
        refuse_open_wild(row, "say which it is, like --wild 7, or type points")
    game, block = row.game, row.block
    scoring, deal = game.rules.scoring, rules.deal or 0
    shown = {name: entry.cards for name, entry in entries.items() if entry.cards}
    for name, cards in shown.items():
        refuse_strangers(cards, rules)
        more = scoring.more_cards_out if name in block.out else 0
        if len(cards) not in (deal, deal + more):
            has = f"{printable(name)} has {count(len(cards), 'card')}"
            problem = f"{has}, and {row.subject} has {rules.deal}"
            remedy = f"type the {count(deal, 'card')} without the discard, or the points"
            raise EntryError(problem, remedy=remedy)
        if len(cards) > MOST_CARDS:
            problem = f"{len(cards)} cards, and at most {MOST_CARDS} can be counted"
            raise EntryError(f"{printable(name)} has {problem}", remedy="type the points")
    typed = {card for cards in shown.values() for card in cards}
    held = (card for text in block.hands.values() for card in parse_cards(text))
    refuse_too_many((card for card in held if card in typed), rules, game.decks)
    for name in () if scoring.knocks else block.out:
        why = not_down(block.hands[name], rules) if name in entries and name in block.hands else ""
        if why:
            problem = f"{printable(name)} did not go out: {why}"
            raise ClaimError(problem, remedy=f"see why with {SK}verify, or type the hand without o")


def _judge_points(row: Row, rules: RoundRules, name: str, entry: Entry) -> list[str]:
    points, dearest = row.block.scores[name], dearest_hand(rules, row.game.decks)
    cost = f"{'1 card costs' if rules.deal == 1 else f'{rules.deal} cards cost'} 0 to {dearest}"
    # A total counts already, and no hand adds more than the cap to it.
    if rules.hand_cap and entry.total is not None:
        dearest = min(dearest, rules.hand_cap)
        cost = f"a hand costs at most {dearest}"
    if not 0 <= points <= dearest:
        problem = f"{printable(name)} cannot have {points} points in {row.name}: {cost}"
        raise EntryError(problem, remedy="look for a slip of a key")
    usual = dearest_melded_hand(rules)
    if rules.hand_cap and points > rules.hand_cap:
        most = f"{points} counts as {rules.hand_cap}, the most that a hand can cost"
        return [f"{printable(name)}: {most}"]
    if usual is not None and points > usual:
        least = f"no {rules.deal} cards melded as well as they can be leave more than {usual}"
        return [f"{printable(name)}: {least}; {points} is written as it is"]
    return []
