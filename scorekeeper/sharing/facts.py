"""An evening as one JSON object: the standings, the sheet, and every round with its hands."""

import json

from scorekeeper.cards import parse_cards
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.written import Round
from scorekeeper.render import machine, machine_cards
from scorekeeper.season.results import label_of


def facts(game: Game, file: str) -> str:
    """Everything about a game, as one JSON object in ASCII."""
    found = {
        "title": game.title,
        "file": file,
        "game": label_of(game),
        "date": game.date and str(game.date),
        "standings": machine.standings(game, file),
        "sheet": machine.sheet(game, file),
        "rounds": [_round(game, number, block) for number, block in game.numbered()],
    }
    # The one character of ASCII that JSON leaves alone and a terminal does not show.
    return json.dumps(found).replace("\x7f", "\\u007f") + "\n"


def _round(game: Game, number: int, block: Round) -> machine_cards.Facts:
    """A block of the ledger, void or not, with a line for everybody who is noted in it.

    Of a hand that can be counted a line has the best laying.
    """
    rules = game.rules_of(number, block)
    players = []
    for name in game.in_order({*block.players, *block.absent, *block.adjust}):
        found = game.arrangement(number, block, name)
        laid = machine_cards.deadwood(found, rules) if found and rules else {}
        players.append(
            {
                "player": name,
                "points": game.points(number, block, name),
                "typed": name in {*block.scores, *block.called},
                "adjust": block.adjust.get(name, 0),
                "absent": name in block.absent,
                "went_out": name in block.out,
                "hand": machine_cards.card_names(parse_cards(block.hands.get(name, ""))),
                "melds": laid.get("melds"),
                "deadwood": laid.get("deadwood"),
            }
        )
    return {
        "number": None if block.bonus else number,
        "deal": rules.deal if rules else None,
        "wild": rules.wild if rules else None,
        "bonus": block.bonus,
        "misdeal": block.misdeal,
        "note": block.note,
        "players": players,
    }
