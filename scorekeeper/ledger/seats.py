"""Joining, leaving, renaming, reseating and dealing: each returns the changed game or raises."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.errors import SK, PlayerError, RoundError, UsageError, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import check_names, folded, people
from scorekeeper.ledger.rounds import round_name, round_subject
from scorekeeper.ledger.standings import (
    RoundCard,
    is_finished,
    next_round,
    placed,
    total_again,
)
from scorekeeper.ledger.written import MOST_PLAYERS, Player, Round


def join(game: Game, name: str, after: str | None, start: int | None) -> Game:
    """``game`` with one more player from the next round on, to the left of ``after``.

    ``start`` is the points agreed for earlier rounds. Raises PlayerError for a bad name or a full
    table, UsageError if no round is to come.
    """
    _round_to_come(game, numbered=True)
    for player in game.players:
        if player.left is not None and folded(player.name) == folded(name):
            problem = f"{printable(player.name)} has left, and a sheet can't have a name twice"
            remedy = f"join as {printable(player.name)} II, or {SK}undo right after the leaving"
            raise PlayerError(problem, remedy=remedy)
    checked = check_names([*game.names, name])[-1]
    most = game.rules.players[1] or MOST_PLAYERS
    number = len(game.played) + 1
    if len(game.at_the_table(number)) >= most:
        problem = f"{game.rules.title} is for at most {most} players"
        raise PlayerError(problem, remedy="wait for a seat")
    if len(game.players) >= MOST_PLAYERS:
        problem = f"{MOST_PLAYERS} players are on the sheet already, including those who left"
        raise PlayerError(problem, remedy=f"start another game with {SK}new")
    if 0 < game.rules.target <= (start or 0):
        who, what = (printable(checked), "out") if game.rules.is_pool else ("the game", "over")
        problem = f"{who} would be {what} at once with {start} points"
        raise PlayerError(problem, remedy=f"agree on less than {game.rules.target}")
    at = game.names.index(after) + 1 if after else len(game.players)
    player = Player(checked, joined=number, start=start if number > 1 else None)
    joined = game._replace(players=(*game.players[:at], player, *game.players[at:]))
    return _dealt_again(game, joined)


def average_total(game: Game) -> int:
    """The average total of those placed, halves up; 0 before the first round."""
    totals = [game.total(name) for name in _still_in(game)]
    return (2 * sum(totals) + len(totals)) // (2 * len(totals)) if totals else 0


def worst_total(game: Game) -> int:
    """The worst total of those placed; 0 before the first round."""
    worst = max if game.rules.winner == "low" else min
    return worst((game.total(name) for name in _still_in(game)), default=0)


def _still_in(game: Game) -> list[str]:
    """The placed players who aren't out of the game."""
    return [name for name in placed(game) if name not in game.pool.lost]


def packs_short(game: Game) -> int | None:
    """How many packs the coming rounds need; None if those in play are enough."""
    coming = len(game.played) + 1
    numbers = range(coming, max(len(game.rules.specs), coming) + 1)
    needed = max(game.cards_needed(number, game.seated(coming)) for number in numbers)
    pack = len(game.rules_now.pack)
    return -(-needed // pack) if needed > pack * game.decks else None


def leave(game: Game, name: str, after: int | None) -> Game:
    """``game`` with ``name`` leaving after round ``after``, by default the last one played.

    Raises PlayerError if the player has points in later rounds or nobody would be left, RoundError
    for a round that isn't played yet, UsageError if the game is over.
    """
    player = game.player(name)
    if player.left is None and (after is None or after >= len(game.played)):
        _round_to_come(game, numbered=True)
    elif game.rules.last_round != len(game.played):  # a correction of the past
        _refuse_when_over(game)
    if player.left is not None and after is None:
        problem = f"{printable(name)} left after {round_name(game.rules, player.left)}"
        raise PlayerError(problem, remedy="if that's wrong, give the round with --after")
    last = max(len(game.played), player.joined - 1) if after is None else after
    if last > len(game.played) + 1:
        problem = f"{round_subject(game.rules, last)} is not played yet"
        raise RoundError(problem, remedy=f"give a round from 1 to {len(game.played) + 1}")
    if last < player.joined - 1:
        problem = f"{printable(name)} only joined in {round_name(game.rules, player.joined)}"
        remedy = f"leave --after out, or undo the return with {SK}undo"
        raise RoundError(problem, remedy=remedy)
    later = [n for n in game.numbers[last:] if game.cell(n, name).points is not None]
    if later:
        names = [round_name(game.rules, n) for n in later]
        remedy = f"leave after {names[-1]}, or correct the points with {SK}fix"
        raise PlayerError(f"{printable(name)} has points in {', and '.join(names)}", remedy=remedy)
    rejoined = tuple(number for number in player.rejoined if number <= last)
    without = game.with_player(player._replace(left=last, rejoined=rejoined))
    # Players may join or leave at the next round, so look two rounds ahead.
    if not all(without.seated(len(game.played) + coming) for coming in (1, 2)):
        problem = "nobody would be left at the table"
        raise PlayerError(problem, remedy=f"end the game with {SK}finish")
    if game.rules.scoring.for_two:
        problem = f"{printable(game.rules.title)} is for two, and one would be left"
        raise PlayerError(problem, remedy=f"end the game with {SK}finish")
    return _pass_the_deal(game, without)


def rejoin(game: Game, name: str) -> Game:
    """``game`` with a player who was out back in, one point above the highest total of those in.

    Raises PlayerError for a player who is in or has left, UsageError if nobody may come back.
    """
    card = _round_to_come(game, numbered=True)
    limit, number = game.rules.rejoin_limit, card.number or 0
    if not (game.rules.is_pool and limit):
        problem = "nobody can come back in this game"
        raise UsageError(problem, remedy=f"play on, or add somebody new with {SK}player join")
    if name in game.seated(number):
        remedy = "name somebody who is out, or play on"
        raise PlayerError(f"{printable(name)} is still in the game", remedy=remedy)
    player = game.player(name)
    if not player.plays(number):
        raise PlayerError(f"{printable(name)} has left the table", remedy="play on")
    if total_again(game) is None:
        highest = max(game.seated(number), key=game.total)
        only = f"players can come back only while nobody has more than {limit}"
        problem = f"{printable(highest)} has {game.total(highest)}, and {only}"
        raise UsageError(problem, remedy="play on")
    again = game.with_player(player._replace(rejoined=(*player.rejoined, number)))
    return _dealt_again(game, again)


def _pass_the_deal(before: Game, after: Game) -> Game:
    """``after`` with the deal passed to the left if its dealer is gone."""
    number = len(after.played) + 1
    dealer = before.dealer_of(number)
    if dealer is None or dealer in after.seated(number):
        return _dealt_again(before, after)
    following = after.order_from(dealer, after.present(number))[0]
    if not after.played:
        return after._replace(dealer=following, next_dealer=None)
    return dealt_by(after, following)


def rename(game: Game, name: str, new: str) -> Game:
    """``game`` with a player under another name, everywhere."""
    others = [other for other in game.names if other != name]
    checked = check_names([*others, new])[-1]

    def named(who: str) -> str:
        return checked if who == name else who

    def anew(value: Any) -> Any:
        """A field of a round with the new name in place of the old one."""
        if isinstance(value, Mapping):
            return {named(who): square for who, square in value.items()}
        return tuple(map(named, value)) if isinstance(value, tuple) else value

    def renamed(old: Round) -> Round:
        facts = {key: anew(value) for key, value in old._asdict().items()}
        return Round(**facts)._replace(dealer=old.dealer and named(old.dealer))

    return game._replace(
        players=tuple(player._replace(name=named(player.name)) for player in game.players),
        rounds=tuple(map(renamed, game.rounds)),
        dealer=game.dealer and named(game.dealer),
        next_dealer=game.next_dealer and named(game.next_dealer),
    )


def reseat(game: Game, order: Sequence[str]) -> Game:
    """``game`` with its players in another order, clockwise, from the next round on.

    ``order`` must name everybody at the table. The dealers of the rounds on the sheet stay.
    """
    seated = game.at_the_table(len(game.played) + 1)
    missing = [name for name in seated if name not in order]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        problem = f"{people(missing)} {are} missing from the seats"
        raise PlayerError(problem, remedy="name everybody at the table, clockwise")
    if len(set(order)) < len(order):
        raise PlayerError("a name appears twice", remedy="name everybody once, clockwise")
    names = [*order, *(name for name in game.names if name not in order)]
    return _keep_dealers(game, game._replace(players=tuple(map(game.player, names))))


def _keep_dealers(before: Game, after: Game) -> Game:
    """``after`` with the dealers of ``before`` written into each round whose turn would change."""
    for index, round_ in enumerate(before.rounds):
        dealer = before.dealer_at(index)
        if round_.misdeal is None and after.dealer_at(index) != dealer:
            after = after.with_round_at(index, after.rounds[index]._replace(dealer=dealer))
    return _dealt_again(before, after)


def _dealt_again(before: Game, after: Game) -> Game:
    """``after`` with the same dealer if a void round has to be dealt again."""
    if after.rounds and after.rounds[-1].misdeal is not None:
        return dealt_by(after, _deals_next(before))
    return after


def _deals_next(game: Game) -> str | None:
    """The dealer of the next round, bonus rounds included."""
    card = next_round(game)
    return card.dealer if card else game.dealer_of(len(game.played) + 1)


def dealt_by(game: Game, dealer: str | None) -> Game:
    """``game`` with the next round dealt by ``dealer``, written down only if needed."""
    passed = game._replace(next_dealer=None)
    return passed if _deals_next(passed) == dealer else passed._replace(next_dealer=dealer)


def name_dealer(game: Game, name: str) -> Game:
    """``game`` with ``name`` dealing the next round; the deal passes on from there."""
    card = _round_to_come(game)
    if game.rules.dealer == "none":
        raise UsageError("nobody deals in this game", remedy="just play on")
    if card.bonus:
        if name not in card.players:
            remedy = f"name {people(game.in_order(card.players), 'or')}"
            raise PlayerError(f"{printable(name)} does not play the bonus round", remedy=remedy)
    elif name not in game.seated(len(game.played) + 1):
        raise PlayerError(f"{printable(name)} has left the table", remedy="name somebody who plays")
    if not game.played:
        return game._replace(dealer=name, next_dealer=None)
    return game._replace(next_dealer=name)


def _refuse_when_over(game: Game) -> None:
    if is_finished(game):
        problem = f"{printable(game.title)} is over"
        raise UsageError(problem, remedy=f"start another game with {SK}new or {SK}again")


def _round_to_come(game: Game, *, numbered: bool = False) -> RoundCard:
    """The card of the next round; UsageError if there is none (with a number, if ``numbered``)."""
    _refuse_when_over(game)
    card = next_round(game)
    if card is None:
        problem = "all rounds are played"
        raise UsageError(problem, remedy=f"fill in the missing points with {SK}fix")
    if numbered and card.bonus:
        problem = "only the bonus round is left to play"
        raise UsageError(problem, remedy=f"play it, or let them share the win with {SK}finish")
    return card
