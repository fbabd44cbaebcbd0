"""What phones see: plain dictionaries whose keys are a promise, like those of ``--json``."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.errors import ScorekeeperError, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.phrases import sayings
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.standings import next_round
from scorekeeper.render import machine, machine_cards
from scorekeeper.render.machine_cards import Facts
from scorekeeper.serve.drafts import Phones, entries_of, recorded, row_to_enter
from scorekeeper.solver import best_arrangement


def shown(facts: Any) -> Any:
    """``facts`` with every text in them, keys included, safe to show."""
    if isinstance(facts, str):
        return printable(facts, limit=len(facts))
    if isinstance(facts, Mapping):
        return {shown(key): shown(value) for key, value in facts.items()}
    if isinstance(facts, list | tuple):
        return list(map(shown, facts))
    return facts


def sheet_facts(game: Game, file: str) -> Facts:
    """What is on the sheet, and what is dealt next; the same for everybody."""
    facts, card = machine.standings(game, file), next_round(game)
    rules, row = game.rules_now, row_to_enter(game)
    words = sayings(row.rules) if row else {}
    if row and rules.goes_out and not rules.plays_cards:
        words = {"out": False, **words}
    keys = ("title", "file", "finished", "rounds_played", "rounds", "winners")
    return {
        "game": {"game": game.rules.game, **{key: facts[key] for key in keys}},
        "standings": facts["standings"],
        "next": machine.round_card(card, "stock"),
        "sheet": machine.sheet(game, file),
        "deck": {
            "suits": rules.suits,
            "ranks": rules.ranks,
            "jokers": rules.jokers * game.decks,
            "gin": rules.has_gin,
            "draws": game.rules.draws_in(card.number),
        }
        if card and card.deal
        else None,
        "words": [{"word": word, "left": left} for word, left in words.items()],
    }


def seats(row: Row | None, phones: Phones, is_silent: Callable[[str], bool]) -> list[Facts]:
    """Who sits where and who is in; the same for everybody."""
    ready = phones.ready()
    entries = entries_of(row, phones) if row else {}
    return [
        {
            "player": player,
            "taken": player in phones.seats,
            "ready": player in ready,
            "out": player in entries and entries[player].out,
            "silent": player in phones.seats and is_silent(phones.seats[player]),
        }
        for player in (row.players if row else ())
    ]


def own_facts(row: Row | None, phones: Phones, phone: str) -> Facts | None:
    """What one phone alone sees: its seat and its draft, None without a seat.

    Once somebody is out its cards are counted; until then the pad tells nobody what they are worth.
    """
    player = phones.player(phone)
    if player is None:
        return None
    draft = phones.drafts.get(player)
    if draft is None or row is None:
        return {"player": player, "draft": None}
    return {
        "player": player,
        "draft": {**draft._asdict(), "counted": _counted(row, phones, player)},
    }


def _counted(row: Row, phones: Phones, player: str) -> Facts | None:
    """The least deadwood of a player's cards, without those that are laid off.

    None as long as nobody is out.
    """
    entries = entries_of(row, phones)
    is_over = any(entry.out for entry in entries.values())
    if row.rules is None or not is_over or player not in entries or not entries[player].cards:
        return None
    cards = entries[player].cards
    if row.rules.lay_off:
        try:
            outcome = recorded(row, entries)
        except ScorekeeperError:
            return None  # the sheet will not say anything like this
        hand = outcome and outcome.game.counted(row.number, outcome.game.rounds[row.at])
        if hand and player == hand.other:
            off = [laid.card for laid in hand.worth.laid_off]
            cards = tuple(card for card in cards if card not in off)
    return machine_cards.deadwood(_best(cards, row.rules), row.rules)


_best = lru_cache(maxsize=64)(best_arrangement)
"""Every page asks again with each event."""
