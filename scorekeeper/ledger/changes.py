"""Misdeals, an early end, other rules, penalties: each returns the changed game or raises."""

import datetime
from collections.abc import Container, Iterable, Mapping
from math import inf
from typing import Any

from scorekeeper.cards import JOKER, parse_cards
from scorekeeper.errors import SK, RoundError, RulesError, UsageError, count, printable
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.people import people
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.rows import Row, rows
from scorekeeper.ledger.seats import dealt_by
from scorekeeper.ledger.standings import all_rounds_count, is_finished, leaders, next_round, rank
from scorekeeper.ledger.written import Player
from scorekeeper.rules import ROUND_KEYS, RuleChange, RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import largest_deal, refuse_large_deals, too_many
from scorekeeper.rules.variations import as_setting, differences, rules_table


def misdeal(game: Game, note: str) -> Outcome:
    """``game`` with its last round void and to be dealt again; remarks on joined players."""
    if not game.rounds or game.rounds[-1].misdeal is not None:
        remedy = "if the round isn't on the sheet yet, just deal again"
        raise RoundError("there is no round on the sheet to void", remedy=remedy)
    index = len(game.rounds) - 1
    last, dealer = game.rounds[index], game.dealer_at(index)
    voided = game.with_round_at(index, last._replace(misdeal=note))
    if last.bonus:
        # A correction may have broken the tie since.
        return Outcome(dealt_by(voided, dealer) if next_round(voided) else voided)
    number = len(game.played)
    again = voided._replace(players=tuple(_before(player, number) for player in game.players))
    again, still_in = _rejoined_before(again, number)
    here = again.seated(number)
    if dealer is not None and dealer not in here:
        # The dealer has left since; in an edited file everybody may have.
        dealer = next(iter(again.order_from(dealer, here)), None)
    remarks = [
        f"{printable(player.name)} plays from {round_name(game.rules, number)},"
        f" {'without' if number == 1 else 'still with'} the {count(player.start, 'point')}"
        " agreed for the earlier rounds"
        for player in game.players
        if player.joined == number + 1 and player.start is not None
    ]
    remarks += [f"{printable(name)} is playing without a rejoin" for name in still_in]
    return Outcome(dealt_by(again, dealer), tuple(remarks))


def _rejoined_before(game: Game, number: int) -> tuple[Game, list[str]]:
    """``game`` with rejoins after void round ``number`` moved before it, and who never was out."""
    again = [p for p in game.players if game.rules.is_pool and number + 1 in p.rejoined]
    again = [p._replace(rejoined=tuple(n for n in p.rejoined if n <= number)) for p in again]
    for player in again:
        game = game.with_player(player)
    there = [player.name for player in again if game.is_in(player.name, number)]
    for player in again:
        if player.name not in there:
            game = game.with_player(player._replace(rejoined=(*player.rejoined, number)))
    return game, there


def _before(player: Player, number: int) -> Player:
    """A player who joined or left after void round ``number`` does so one round earlier.

    A player who joins in round 1 has missed nothing, so starts without points.
    """
    if player.joined == number + 1:
        player = player._replace(joined=number, start=None if number == 1 else player.start)
    return player._replace(left=number - 1) if player.left == number else player


def draw_wild(game: Game, rank: str | None, row: Row | None = None) -> Game:
    """``game`` with the rank drawn for the coming round, or for a ``row`` on the sheet.

    A joker makes aces wild; None: not known yet. Raises RulesError for an impossible rank.
    """
    round_ = game.coming() if row is None else game.rounds[row.at]
    number = len(game.played) + 1 if row is None else row.number
    if not game.rules.draws:
        problem = f"no wild rank is drawn in {game.rules.title}"
        raise RulesError(problem, remedy="leave the rank out")
    if row is None and next_round(game) is None:
        problem = f"no round of {printable(game.title)} is left to play"
        raise UsageError(problem, remedy=f"correct a round with {SK}fix ROUND --wild 7")
    rank = "A" if rank == JOKER.rank else rank
    _ = game.rules_of(number, round_._replace(wild=rank))  # raises for a rank without cards
    if row is None:
        return game._replace(next_wild=rank)
    return game.with_round_at(row.at, round_._replace(wild=rank))


def finish(game: Game, today: datetime.date, *, put_away: bool) -> Game:
    """``game`` ended now: with places as they stand, or put away without a winner."""
    if is_finished(game):
        problem = f"{printable(game.title)} is over already"
        raise UsageError(problem, remedy=f"see it with {SK}standings")
    return game._replace(finished=today, put_away=put_away)


def play_off(game: Game) -> Game:
    """``game`` with its tie for the first place to be played off."""
    first = leaders(rank(game))
    if game.finished is not None:
        problem = f"{printable(game.title)} was ended early"
        raise UsageError(problem, remedy=f"take that back with {SK}undo, and play on")
    if not all_rounds_count(game):
        problem = "a tie is played off when the last round is over"
        raise UsageError(problem, remedy=f"play on with {SK}next")
    if len(first) < 2:
        problem = "there is no tie to play off"
        raise UsageError(problem, remedy=f"see who has won with {SK}standings")
    if game.rules.ties == "bonus-round":
        return game
    return game._replace(rules=game.rules.replace(ties="bonus-round"), playoff=True)


# ── rules ────────────────────────────────────────────────────────────────────────────────


def change_rules(game: Game, values: Mapping[str, Any], *, from_start: bool = False) -> Game:
    """``game`` with other values of some rules.

    ``ROUND_KEYS`` change from the coming round on; UsageError if there is none. With
    ``from_start``, or before the first round, they hold from the start: shown hands are counted
    again, and players who went out with one keep a written 0. The other keys change the whole
    game, and a note in the last round says how. Raises RulesError if rounds that fitted the rules
    so far wouldn't fit the new ones.
    """
    of_rounds = {key: value for key, value in values.items() if key in ROUND_KEYS}
    of_game = {key: value for key, value in values.items() if key not in ROUND_KEYS}
    rules = game.rules.replace(**of_game)
    _refuse_another_game(game, rules)
    changed = game._replace(rules=rules, playoff=game.playoff and rules.ties == "bonus-round")
    if rules != game.rules:
        last = rules.last_round or inf
        kept = tuple(change for change in game.changes if change.since <= last)
        changed = changed._replace(changes=kept)
        if game.rounds:
            note = f"house rules of the whole game: {_difference(game.rules, rules)}"
            changed = changed.with_round_at(len(game.rounds) - 1, game.rounds[-1].noted(note))
    if from_start or not game.played:
        changes = _without(changed.changes, of_rounds)
        changed = changed._replace(rules=rules.replace(**of_rounds), changes=changes)
    elif any(getattr(game.rules_now, key) != value for key, value in of_rounds.items()):
        changed = changed._replace(changes=_from_now_on(changed, of_rounds))
    _ = changed.rules_in_turn  # raises where the values of one cannot be together
    for was, row in zip(rows(game), rows(changed), strict=True):
        _refuse_other_cards(was, row)
        out = was.round_.out
        if len(out) > 1 and game.rules.several_out and not rules.several_out:
            problem = f"{people(out)} went out in {row.name}"
            remedy = f"leave several_out as it is, or correct that round with {SK}fix"
            raise RulesError(problem, remedy=remedy)
        if row.bonus and not from_start and changed.changes != game.changes:
            problem = f"{row.name} was played by the old rules"
            raise RulesError(problem, remedy="--from 1")
        if was.rules != row.rules:
            changed = _keep_out(was, changed)
    return changed


def _refuse_another_game(game: Game, rules: RuleSet) -> None:
    """Raise RulesError for rules that the game cannot go on with."""
    last = rules.last_round
    if rules.plays_cards != game.rules.plays_cards:
        problem = "a game can't gain or lose its cards midway"
        raise RulesError(problem, remedy=f"start another game with {SK}new")
    is_other = (rules.rounds, last) != (game.rules.rounds, game.rules.last_round)
    if last is not None and last < len(game.played) and is_other:
        problem = f"{len(game.played)} rounds are played, more than {last}"
        raise RulesError(problem, remedy="leave rounds as they are")
    if largest_deal(rules) > largest_deal(game.rules):
        refuse_large_deals(rules)


def _from_now_on(game: Game, values: Mapping[str, Any]) -> tuple[RuleChange, ...]:
    """The changes of ``game`` with ``values`` from the coming round on, if they differ by then."""
    card = next_round(game)
    if card is None or card.number is None:
        problem = "there is no round left for a new rule"
        raise UsageError(problem, remedy="--from 1")
    number = card.number
    before = game.rules_in(number - 1)
    come = {key: value for key, value in values.items() if getattr(before, key) != value}
    changes = list(_without(game.changes, values, number))
    if come:
        at = next((i for i, change in enumerate(changes) if change.since >= number), len(changes))
        if at == len(changes) or changes[at].since > number:
            changes.insert(at, RuleChange(number, ()))
        together = {**dict(changes[at].values), **come}
        changes[at] = changes[at]._replace(
            values=tuple((key, together[key]) for key in ROUND_KEYS if key in together)
        )
    return tuple(changes)


def _without(
    changes: Iterable[RuleChange], keys: Container[str], since: int = 1
) -> tuple[RuleChange, ...]:
    """The changes without these keys from round ``since`` on; empty changes are dropped."""
    found = []
    for change in changes:
        rest = tuple(pair for pair in change.values if pair[0] not in keys)
        if change.since < since or rest == change.values:
            found.append(change)
        elif rest:
            found.append(change._replace(values=rest))
    return tuple(found)


def _keep_out(was: Row, changed: Game) -> Game:
    """``changed`` with a 0 written for players who went out with a hand by the old rules.

    A knock that the new rules don't allow keeps what was left in both hands.
    """
    game, round_ = was.game, was.round_
    claims = [name for name in round_.out if name not in round_.scores]
    kept = {name: 0 for name in claims if game.deadwood(was.number, round_, name) == 0}
    if (hand := game.counted(was.number, round_)) and changed.counted(was.number, round_) is None:
        kept |= {name: hand.unmelded(name) for name in (hand.ended, hand.other)}
    scores = {**round_.scores, **kept}
    in_order = {name: scores[name] for name in game.in_order(scores)}
    return changed.with_round_at(was.at, changed.rounds[was.at]._replace(scores=in_order))


def _refuse_other_cards(was: Row, row: Row) -> None:
    """Raise RulesError if the hands of a row are impossible by the new rules."""
    if not was.round_.hands or was.rules is None or row.rules is None:
        return
    if row.rules.deal != was.rules.deal:
        problem = f"{row.subject} was dealt a different number of cards"
        raise RulesError(problem, remedy="leave the rounds that were played as they are")
    if _has_all(was, was.rules) and not _has_all(row, row.rules):
        problem = f"{row.subject} shows cards that the new rules don't have"
        raise RulesError(problem, remedy="leave the packs as they are")


def _has_all(row: Row, rules: RoundRules) -> bool:
    """Whether the packs hold all the cards that the hands of a row show."""
    cards = [card for text in row.round_.hands.values() for card in parse_cards(text)]
    known = all(card in rules.held for card in cards)
    return known and too_many(cards, rules, row.game.decks) is None


def _difference(old: RuleSet, new: RuleSet) -> str:
    was, now = rules_table(old), rules_table(new)
    last = new.last_round
    is_usual = last is not None and new.replace(rounds=last).rounds == new.rounds
    short = {"rounds": f"rounds={last}"} if is_usual else {}  # rather than every deal
    return ", ".join(
        short.get(key) or (as_setting(key, now[key]) if key in now else f"{key} off")
        for key in differences(was, now)
    )


# ── bonuses and penalties ────────────────────────────────────────────────────────────────────


def adjusted(game: Game, name: str) -> int:
    """The round that a player's bonus or penalty is noted in: the last one they could play."""
    played, last_round = len(game.played), game.player(name).left
    last = game.pool.lost.get(name, played)
    return last if last_round is None else max(1, min(last, last_round))


def adjust(game: Game, name: str, points: int, note: str | None) -> Game:
    """``game`` with a bonus or penalty noted in a player's last round.

    Raises RoundError before the first round, UsageError if it would put a player back into rounds
    played without them, or be lost because they rejoin right after.
    """
    if not game.played:
        problem = "no round is on the sheet yet"
        raise RoundError(problem, remedy=f"record the first round with {SK}add")
    number = adjusted(game, name)
    index = game.index_of(number)
    round_ = game.rounds[index]
    sums = {**round_.adjust, name: round_.adjust.get(name, 0) + points}
    kept = {who: sums[who] for who in game.names if sums.get(who)}
    changed = game.with_round_at(index, round_._replace(adjust=kept).noted(note))
    if number < len(game.played) and name in changed.seated(number + 1):
        where = round_name(game.rules, number + 1)
        problem = f"{printable(name)} would be in the game in {where}, but was out by then"
        raise UsageError(problem, remedy=f"give fewer points, or correct the rounds with {SK}fix")
    if (total := game.total(name)) == changed.total(name):
        problem = f"{printable(name)} comes back in with {total} points, whatever came before"
        raise UsageError(problem, remedy="give the points when the next round is on the sheet")
    return changed
