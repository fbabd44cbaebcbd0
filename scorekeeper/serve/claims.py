"""A claim from a phone, judged in front of all; the pad itself solves nothing."""

from dataclasses import replace
from typing import NamedTuple

from scorekeeper.cards import parse_card, parse_groups
from scorekeeper.errors import CardError, EntryError
from scorekeeper.ledger.gin import untold
from scorekeeper.ledger.hands import hand_text
from scorekeeper.ledger.judged import refuse_open_wild
from scorekeeper.ledger.rows import Row
from scorekeeper.referee import judge_going_out, laid_out
from scorekeeper.referee.claim import neighbouring_readings
from scorekeeper.render import machine_cards
from scorekeeper.rules.packs import refuse_strangers, refuse_too_many
from scorekeeper.serve.drafts import TELL_UPCARD, TELL_WILD
from scorekeeper.solver import best_arrangement


class Judged(NamedTuple):
    """A claim as everybody sees it, and the entry that it becomes, None where it does not stand."""

    facts: machine_cards.Facts
    entry: str | None


def judged(row: Row, player: str, cards: str, discard: str | None) -> Judged:
    """The verdict on the cards that a player claims to go out with.

    ``/`` between the cards lays them out. Where the claim does not stand, nobody is told what it
    could have been. Raises CardError for cards that cannot be, EntryError without cards.
    """
    game, rules = row.game, row.rules
    if rules is None:
        raise EntryError("nobody goes out in this game", remedy="send points")
    rules = replace(rules, decks=game.decks)
    refuse_open_wild(row, TELL_WILD)
    groups = parse_groups(cards)
    melds, thrown = laid_out(groups, parse_card(discard) if discard else None, rules)
    held = tuple(card for group in groups for card in group)
    if not held:
        raise CardError("no card was given", remedy="tap the cards that you hold")
    if thrown and len(held) == rules.deal:  # it lies on the pile already
        held = (*held, thrown)
    refuse_strangers(held, rules)
    refuse_too_many(held, rules, game.decks)
    neighbours = neighbouring_readings(game.rules_now, rules)
    verdict = judge_going_out(held, rules, melds=melds, discard=thrown, neighbours=neighbours)
    if verdict.how == "knock" and game.lacks_upcard:
        raise untold(TELL_UPCARD)
    if verdict.stands:
        way = verdict.ways[0]
        laid = (*(meld.cards for meld in way.melds), *([way.left] if way.left else []))
        kept = [card for group in laid for card in group]
        if melds is None and rules.has_gin:  # nobody parted them, and the best laying is to count
            laid = (tuple(kept),)
        order = () if rules.ends_at_once else game.order_from(player, row.players)
        turns = [name for name in order if name != player]
        best = way.card, best_arrangement(kept, rules)
        return Judged(machine_cards.verify(verdict, best, player, turns), f"out:{hand_text(laid)}")
    facts = machine_cards.verify(verdict, None, player, ())
    for objection in facts["objections"]:
        if objection["rule"] == "discard":  # it would name the card that does go out
            objection["would_do"] = ""
    hidden = ("discards", "would_stand", "would_fall", "how", "left")
    return Judged({**facts, **{key: None for key in hidden if key in facts}}, None)
