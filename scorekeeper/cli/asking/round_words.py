"""What stands above the questions for a round, and what can be answered to each."""

from scorekeeper.cards import plural_of
from scorekeeper.cli.asking.prompt import keys
from scorekeeper.errors import count
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import shell_name
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.standings import next_round
from scorekeeper.render.hints import example_cards, example_line
from scorekeeper.render.rule_words import called_words
from scorekeeper.render.words import of_rounds, person

HELP = (
    "points: 12 · went out first: o or won · a sum: k+9+2, w a wild, jk a joker",
    "cards: {cards} · as the pad says: 12=74, or =74 · not here: -",
    "everybody at once: 21 12 o 3 · somebody else first: zoe 3",
)
HELP_OF_WINNER = (
    "points left: 12 · went out: o or won · not here: -",
    "everybody at once: 21 12 o 3 · somebody else first: zoe 3",
)
HELP_IN_NUMBERS = (
    "points: 12 · as the pad says: 12=74, or =74 · not here: -",
    "everybody at once: 21 12 0 3 · somebody else first: zoe 3",
)

SHORT_OF_TWO = "who ended the hand: o gin, o7 knocked with 7, big · the other: 23 left · or cards"

HELP_OF_TWO = (
    "gin: o or gin · knocked with 7 left: o7 · big gin, all 11 cards: big",
    "the other: the points left after laying off, or all 10 cards",
    "cards: 5shd/789h/qcdh/2c, the melds as they lie; o: before those of who ended the hand",
    "as the pad says: o7=74 or 23=0 · both at once: o7 23 · nobody could end it: dead",
)

HELP_ANYWHERE = "as it was before you went back: Enter · a look: sheet, standings, next, rules"


def answers_to(game: Game, row: Row) -> list[str]:
    """What can be answered for a player, line by line."""
    cards = " ".join(example_cards(game.rules))
    of_cards = HELP_OF_TWO if game.rules.count == "difference" else HELP
    in_numbers = HELP_OF_WINNER if game.rules.goes_out else HELP_IN_NUMBERS
    lines = (*(of_cards if row.rules else in_numbers), HELP_ANYWHERE)
    answers = [line.format(cards=cards) for line in lines]
    if row.rules and row.rules.called:
        answers.insert(1, f"words that count: {called_words(row.rules)}")
    return answers


def head(game: Game, row: Row) -> list[str]:
    """What is played and who dealt, and what can be typed."""
    line = "The bonus round" if row.bonus else f"Round {row.number}{of_rounds(game)}"
    short = "12 · o went out · - not here" if game.rules.goes_out else "12 · - not here"
    if row.rules is not None:
        name = f"the {plural_of(row.rules.wild)}, " if row.rules.wild else ""
        line += f": {name}{count(row.rules.deal or 0, 'card')} each."
        called = "".join(f" · {word}" for word in row.rules.called)
        short = f"12 · o went out · k+9+2 · or cards{called} · - not here"
    is_of_two = game.rules.count == "difference"
    short = SHORT_OF_TWO if is_of_two else short
    card = next_round(game)
    if card and card.dealer:
        line += f" {person(card.dealer)} dealt."
    last = shell_name(row.players[-1], game.names).strip("\"'")
    example = example_line(len(row.players), game.rules)
    whole = f"the whole line at once ({example}) or somebody else first ({last} 3) is fine too"
    return [line, " · ".join([short, *keys()]), whole, ""]
