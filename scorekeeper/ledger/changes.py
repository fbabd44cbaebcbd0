"""The evenings that do not go by the book: misdeals, adjustments, an early end, other rules.

Each function takes a game and returns the game as it shall be; what cannot be raises.
"""

import datetime

from scorekeeper.cards import parse_cards
from scorekeeper.errors import RoundError, RulesError, UsageError, count, listed, printable
from scorekeeper.ledger.game import Game, Outcome, Player
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.rows import Row, row_name, row_subject, rows
from scorekeeper.ledger.seats import dealt_by
from scorekeeper.ledger.standings import all_rounds_count, is_finished, leaders, next_round, rank
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import largest_deal, refuse_large_deals, too_many
from scorekeeper.rules.rule_set import KEYS, RuleSet
from scorekeeper.rules.spelling import literal, rules_table


def misdeal(game: Game, note: str) -> Outcome:
    """``game`` with its last round void: it will be dealt again in its place.

    What becomes of points that somebody joined with is worth saying.
    """
    if not game.rounds or game.rounds[-1].misdeal is not None:
        raise RoundError("no round was dealt that could be void", remedy="deal it again and go on")
    index = len(game.rounds) - 1
    last, dealer = game.rounds[index], game.dealer_at(index)
    voided = game.with_block(index, last._replace(misdeal=note))
    if last.bonus:
        # Nothing is dealt again where a correction has broken the tie meanwhile.
        return Outcome(dealt_by(voided, dealer) if next_round(voided) else voided)
    number = len(game.played)
    again = voided._replace(players=tuple(_before(player, number) for player in game.players))
    here = again.seated(number)
    if dealer is not None and dealer not in here:
        # Who dealt it has gone meanwhile, as may everybody by what a person wrote.
        dealer = next(iter(again.order_from(dealer, here)), None)
    remarks = [
        f"{printable(player.name)} plays from {round_name(game.rules, number)},"
        f" {'without' if number == 1 else 'still with'} the {count(player.start, 'point')}"
        " agreed for the rounds before"
        for player in game.players
        if player.joined == number + 1 and player.start is not None
    ]
    return Outcome(dealt_by(again, dealer), tuple(remarks))


def _before(player: Player, number: int) -> Player:
    """Who came or left behind round ``number``, which is void, now does so behind the one before.

    Who plays from the first round on has missed none that points could be agreed for.
    """
    if player.joined == number + 1:
        player = player._replace(joined=number, start=None if number == 1 else player.start)
    return player._replace(left=number - 1) if player.left == number else player


def adjust(game: Game, name: str, points: int, note: str | None) -> Game:
    """``game`` with points added to a player's total beside the last round's cards."""
    if not game.played:
        raise RoundError(
            "no round is on the sheet yet", remedy="record the first round with sk add"
        )
    index = game.block(len(game.played))
    block = game.rounds[index]
    sums = {**block.adjust, name: block.adjust.get(name, 0) + points}
    adjusted = {who: sums[who] for who in game.names if sums.get(who)}
    if note:
        note = f"{block.note}; {note}" if block.note else note
    return game.with_block(index, block._replace(adjust=adjusted, note=note or block.note))


def finish(game: Game, today: datetime.date, *, put_away: bool) -> Game:
    """``game`` ended now: with places as they stand, or put away without a winner."""
    if is_finished(game):
        raise UsageError(
            f"{printable(game.title)} is over already", remedy="see it with sk standings"
        )
    return game._replace(finished=today, put_away=put_away)


def play_off(game: Game) -> Game:
    """``game`` with its tie for the first place to be played off."""
    first = leaders(rank(game))
    if game.finished is not None:
        raise UsageError(
            f"{printable(game.title)} was ended early",
            remedy="take that back with sk undo, and play on",
        )
    if not all_rounds_count(game):
        raise UsageError(
            "a tie is played off when the last round is over", remedy="play on with sk next"
        )
    if len(first) < 2:
        raise UsageError("no tie is to be played off", remedy="see who has won with sk standings")
    return game._replace(rules=game.rules.replace(ties="bonus-round"))


# ── rules ────────────────────────────────────────────────────────────────────────────────


def change_rules(game: Game, rules: RuleSet) -> Game:
    """``game`` by other rules: shown hands are counted again, numbers stay.

    A note in the last round says what changed. Raises RulesError where the rounds played so far
    would not fit the rules any more; what fitted none before stands in the way of nothing.
    """
    last = rules.last_round
    if rules.plays_cards != game.rules.plays_cards:
        raise RulesError(
            "cards cannot come into a game, nor go", remedy="start another game with sk new"
        )
    if last is not None and last < len(game.played) and rules.rounds != game.rules.rounds:
        raise RulesError(
            f"{len(game.played)} rounds are played, more than {last}",
            remedy="leave rounds as they are",
        )
    if largest_deal(rules) > largest_deal(game.rules):
        refuse_large_deals(rules)
    changed = game._replace(rules=rules)
    for was, row in zip(rows(game), rows(changed), strict=True):
        _refuse_other_cards(game, was, changed, row)
        out = game.rounds[row.at].out
        if len(out) > 1 and game.rules.several_out and not rules.several_out:
            raise RulesError(
                f"{listed(map(printable, out))} went out in {row_name(changed, row)}",
                remedy="leave several_out as it is, or correct that round with sk fix",
            )
    if not game.rounds or rules == game.rules:
        return changed
    index = len(game.rounds) - 1
    block = changed.rounds[index]
    said = "; ".join(
        filter(None, [block.note, f"house rules from here: {_difference(game.rules, rules)}"])
    )
    return changed.with_block(index, block._replace(note=said))


def _refuse_other_cards(game: Game, was: Row, changed: Game, row: Row) -> None:
    """Raise RulesError where the hands of a row cannot be by the changed rules."""
    if not game.rounds[row.at].hands or was.rules is None or row.rules is None:
        return
    if row.rules.deal != was.rules.deal:
        raise RulesError(
            f"{row_subject(changed, row)} was dealt otherwise, as its cards show",
            remedy="leave the rounds that were played as they are",
        )
    if _has_all(game, was, was.rules) and not _has_all(changed, row, row.rules):
        raise RulesError(
            f"{row_subject(changed, row)} shows cards that the game would not hold",
            remedy="leave the packs as they are",
        )


def _has_all(game: Game, row: Row, rules: RoundRules) -> bool:
    """Whether the packs hold all the cards that the hands of a row show."""
    hands = game.rounds[row.at].hands.values()
    cards = [card for text in hands for card in parse_cards(text)]
    known = all(card in rules.held for card in cards)
    return known and too_many(cards, rules, game.decks) is None


def _difference(old: RuleSet, new: RuleSet) -> str:
    was, now = rules_table(old), rules_table(new)
    keys = [key for key in KEYS if was.get(key) != now.get(key)]
    typed = {key: now[key] if isinstance(now[key], str) else literal(now[key]) for key in now}
    return ", ".join(f"{key}={typed[key]}" if key in now else f"{key} off" for key in keys)
