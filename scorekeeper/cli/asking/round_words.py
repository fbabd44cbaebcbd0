"""What stands above the questions for a round, and what can be answered to each."""

from scorekeeper.cards import plural_of
from scorekeeper.cli.asking.prompt import keys
from scorekeeper.errors import count
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import shell_name
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.standings import next_round
from scorekeeper.render.hints import example_cards
from scorekeeper.render.rule_words import called_words
from scorekeeper.render.words import of_rounds, person

HELP_ANYWHERE = "as it was before you went back: Enter · a look: sheet, standings, next, rules"


def answers_to(game: Game, row: Row) -> list[str]:
    """What can be answered for a player, line by line."""
    cards = " ".join(example_cards(game.rules))
    scoring = game.rules.scoring
    answers_here = scoring.answers if row.rules else scoring.answers_without_cards
    lines = (*answers_here, HELP_ANYWHERE)
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
    card = next_round(game)
    if card and card.dealer:
        line += f" {person(card.dealer)} dealt."
    last = shell_name(row.players[-1], game.names).strip("\"'")
    scoring = game.rules.scoring
    example = scoring.example(len(row.players), goes_out=game.rules.goes_out)
    whole = f"the whole line at once ({example}) or somebody else first ({last} 3) is fine too"
    return [line, " · ".join([scoring.short or short, *keys()]), whole, ""]
