"""The table's words: rounds, places, cards and points as people say them."""

from scorekeeper.cards import plural_of
from scorekeeper.errors import count, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import people
from scorekeeper.ledger.standings import RoundCard, in_seat_order, next_round
from scorekeeper.ledger.written import Round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_set import RuleSet


def person(name: str) -> str:
    """A name, safe to print."""
    return printable(name)


def note_text(note: str) -> str:
    """A note, all of it, as one line that is safe to print."""
    line = " ".join(note.split())
    return printable(line, limit=len(line))


def ordinal(place: int) -> str:
    """A place as it is said: 1st, 2nd, 3rd, 4th."""
    endings = {1: "st", 2: "nd", 3: "rd"} if place % 100 not in (11, 12, 13) else {}
    return f"{place}{endings.get(place % 10, 'th')}"


def points(number: int) -> str:
    """A number of points."""
    return count(number, "point")


def who_wins(rules: RuleSet) -> str:
    """What makes a winner: ``fewest points wins``, or in a pool that nobody else is in."""
    if rules.is_pool:
        return "the last one in wins"
    return f"{'fewest' if rules.winner == 'low' else 'most'} points wins"


def the_round(rules: RoundRules) -> str:
    """Where a question was asked: ``round 6, EIGHTS are wild``, or the wild rank alone."""
    wild = what_is_wild(rules.wild)
    return f"round {rules.number}, {wild}" if rules.number else wild


def what_is_wild(rank: str | None) -> str:
    """The wild rank in capitals: ``EIGHTS are wild``."""
    return f"{plural_of(rank).upper()} are wild" if rank else "nothing is wild"


def wild_of_card(game: Game, card: RoundCard) -> str:
    """What is wild in the round to come: ``EIGHTS are wild``, or that a rank is to be drawn."""
    is_drawn = card.deal and game.rules.draws_in(card.number) and not card.wild
    return "the wild rank is drawn" if is_drawn else what_is_wild(card.wild)


def block_name(number: int, block: Round) -> str:
    """A round on the sheet: ``round 6``, or ``bonus round``, which has no number."""
    return "bonus round" if block.bonus else f"round {number}"


def of_rounds(game: Game) -> str:
    """The end of ``round 6``: ``of 11`` where the number of rounds is known."""
    return f" of {game.rules.last_round}" if game.rules.last_round else ""


def round_head(game: Game, card: RoundCard) -> str:
    """The next round by its number: ``Round 6 of 11``, or ``Bonus round``."""
    return "Bonus round" if card.bonus else f"Round {card.number}{of_rounds(game)}"


def house_lines(game: Game) -> list[str]:
    """What was agreed during the evening, in a line; none where nothing was."""
    if not any(change.values for change in game.changes):
        return []
    from scorekeeper.rules.variations import in_switches  # few evenings come to this

    said = (
        f"from round {since}: {' '.join(in_switches(dict(values)))}"
        for since, values in sorted(game.changes, key=lambda change: change.since)
        if values
    )
    return [f"House rules {'; '.join(said)}"]


def round_lines(game: Game) -> list[str]:
    """The next round in a line: what is dealt, what is wild, who deals and begins.

    No line where none is to come.
    """
    card = next_round(game)
    if card is None:
        return []
    head, wild = round_head(game, card), wild_of_card(game, card)
    line = f"{head}: deal {card.deal} each, {wild}." if card.deal else f"{head}."
    if card.bonus:
        line += f" Only {people(in_seat_order(game, card))} play it."
    if card.dealer and card.begins:
        line += f" {person(card.dealer)} deals, {person(card.begins)} begins."
    return [line]
