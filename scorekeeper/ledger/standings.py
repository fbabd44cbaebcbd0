"""Places, totals, winners, and the card of the next round."""

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Round


class RoundCard(NamedTuple):
    """What the players need to know about the next round; the terminal frames it like a card."""

    number: int | None  # None for a bonus round
    deal: int | None  # None without cards, like wild, decks and stock
    wild: str | None
    dealer: str | None  # None if nobody deals, like begins and stock
    begins: str | None
    players: tuple[str, ...]
    decks: int | None
    stock: int | None  # cards left to draw; None also if the packs are too small
    bonus: bool = False
    knock: int | None = None  # from an upcard, like double
    double: bool = False


class Standing(NamedTuple):
    """One player's line."""

    place: int | None  # None for a player without a place, like behind
    player: str
    total: int
    behind: int | None
    rounds: tuple[int | None, ...]  # the points of each, with bonuses and penalties
    missed: int  # rounds without points
    went_out: int
    left: int | None
    lost: int | None = None  # the round that put the player out of a pool
    final: int | None = None  # the settlement at the end


class Standings(NamedTuple):
    """The whole table: best place first, equal places in seat order, those without one last."""

    lines: tuple[Standing, ...]
    finished: bool
    winners: tuple[str, ...]
    next: RoundCard | None


def standings(game: Game) -> Standings:
    """Places, totals and gaps after all the rounds of ``game``, and who has won if it is over."""
    places, totals = rank(game), ranking_totals(game)
    first, is_over = leaders(places), is_finished(game)
    is_decided = is_over and not game.put_away
    finals = final_totals(game) if is_decided and game.rules.has_settlement else {}
    lines = []
    for player in game.players:
        name = player.name
        squares = [game.square(number, name) for number in game.numbers]
        line = Standing(
            place=places.get(name),
            player=name,
            total=game.total(name),
            behind=abs(totals[name] - totals[first[0]]) if name in places else None,
            rounds=tuple(square.value for square in squares),
            missed=sum(not square.complete for square in squares),
            went_out=sum(square.out for square in squares),
            left=player.left,
            lost=game.pool.eliminated_in.get(name),
            final=finals.get(name),
        )
        lines.append(line)
    lines.sort(key=lambda line: (line.place is None, line.place or 0))
    return Standings(tuple(lines), is_over, first if is_decided else (), next_round(game))


def placed(game: Game) -> tuple[str, ...]:
    """The players with a place: points, typed or agreed, for every round so far, in seat order.

    A player who left early has none unless they were out; the last one in a pool always has one.
    """
    last = min(game.rules.last_round or game.coming, game.coming)
    still_in = game.seated(game.coming) if game.rules.is_pool else ()
    return tuple(
        player.name
        for player in game.players
        if game.played
        and (still_in == (player.name,) or player.name in game.fully_scored)
        and (player.left is None or player.left >= last or player.name in game.pool.eliminated_in)
    )


def ranking_totals(game: Game) -> dict[str, int]:
    """What players are ranked by: the total, or the settlement of a finished game in columns."""
    is_settled = game.rules.in_columns and (game.finished is not None or all_rounds_count(game))
    return final_totals(game) if is_settled else {name: game.total(name) for name in game.names}


def final_totals(game: Game) -> dict[str, int]:
    """Each player's settlement at the end, or the total in a game without one."""
    if not game.rules.has_settlement:
        return {name: game.total(name) for name in game.names}
    from scorekeeper.ledger.columns import settlements

    return {name: settlement.total for name, settlement in settlements(game).items()}


def rank(game: Game) -> dict[str, int]:
    """The place of each placed player: equal totals share it, 1, 1, 3.

    In a pool, those who were in longer come first. Bonus rounds break a tie for first.
    """
    places = _before_play_off(game)
    for index in game.bonus_rounds:
        places = _after_play_off(game, game.rounds[index], places)
    return places


def _before_play_off(game: Game) -> dict[str, int]:
    """The place of each placed player without the bonus rounds."""
    totals, lost_in = ranking_totals(game), game.pool.eliminated_in
    return _places({name: (-lost_in.get(name, inf), totals[name]) for name in placed(game)}, game)


def beaten_in_play_off(game: Game) -> tuple[str, ...]:
    """Those who lost a tie for first in a bonus round, in seat order."""
    places = rank(game)
    return tuple(name for name in leaders(_before_play_off(game)) if places[name] > 1)


def leaders(places: Mapping[str, int]) -> tuple[str, ...]:
    """Those who have, or share, the first place, in seat order."""
    return tuple(name for name, place in places.items() if place == 1)


def _places(values: Mapping[str, tuple[float, ...]], game: Game) -> dict[str, int]:
    """The place of each player by these values, best first; equal values share a place."""
    best_first = sorted(values.values(), reverse=game.rules.winner == "high")
    return {name: 1 + best_first.index(value) for name, value in values.items()}


def _after_play_off(game: Game, round_: Round, places: dict[str, int]) -> dict[str, int]:
    """The places after a bonus round, which counts if it has the scores of all who are first."""
    points = {name: game.points(0, round_, name) for name in leaders(places)}  # it has no number
    known = {name: (score,) for name, score in points.items() if score is not None}
    return {**places, **_places(known, game)} if len(known) == len(points) else places


class Tie(NamedTuple):
    """What a bonus round plays off."""

    first: tuple[str, ...]
    played: bool = True  # whether all rounds were played by then
    missing: bool = False  # while scores are missing, nobody knows who was first


def ties(game: Game) -> dict[int, Tie]:
    """What each bonus round on the sheet plays off, by its index in ``game.rounds``."""
    ties_by_index: dict[int, Tie] = {}
    before: Game | None = None  # the game before bonus rounds in a row, which may be many
    for index, round_ in enumerate(game.rounds):
        if round_.counts:
            before = None  # other totals, other places
        elif not round_.is_void:
            if before is None:
                before = game.before_index(index)
                missing = any(map(before.missing, before.numbers))
                played, places = all_rounds_count(before), rank(before)
            ties_by_index[index] = Tie(leaders(places), played, missing)
            places = _after_play_off(before, round_, places)
    return ties_by_index


def all_rounds_count(game: Game) -> bool:
    """Whether no round is left to play, and no score is missing."""
    # The rounds first: before the last one, hands are only melded if a total can end the game.
    is_last = bool(game.played) and _has_no_round_left(game)
    return is_last and not any(map(game.missing, game.numbers))


def _has_no_round_left(game: Game) -> bool:
    """Whether the last round is played, or a total has ended the game; scores may be missing."""
    played, last, target = len(game.played), game.rules.last_round, game.rules.target
    if last is not None and played >= last:
        return True
    if game.rules.is_pool:
        return len(game.seated(game.coming)) < 2
    if game.rules.in_columns and target:
        from scorekeeper.ledger.columns import columns

        return all(column.winner for column in columns(game))
    return bool(target) and any(game.total(name) >= target for name in game.names)


def ended_early(game: Game) -> bool:
    """Whether the game was ended before its last round; a game with an open end never is."""
    return game.finished is not None and game.rules.has_end and not _has_no_round_left(game)


def tied_for_win(game: Game) -> tuple[str, ...]:
    """Those who still have to play off a tie for first."""
    if game.rules.ties != "bonus-round" or not all_rounds_count(game):
        return ()
    first = leaders(rank(game))
    return first if len(first) > 1 else ()


def is_finished(game: Game) -> bool:
    """Whether the game is over: ended early, or all rounds count and no tie is left to play off."""
    return game.finished is not None or (all_rounds_count(game) and not tied_for_win(game))


def next_round(game: Game) -> RoundCard | None:
    """The card of the next round, or None if no round is left."""
    if is_finished(game):
        return None
    if tied := tied_for_win(game):
        played_off = game.with_round(Round(bonus=True, scores=dict.fromkeys(tied, 0)))
        return _card(game, None, played_off.dealer_at(len(game.rounds)), tied)
    number, seated = game.coming, game.seated(game.coming)
    has_last_player = game.rules.is_pool and game.played and len(seated) < 2
    if number > (game.rules.last_round or number) or has_last_player:
        return None  # only points are missing
    return _card(game, number, game.dealer_of(number), seated)


def _card(
    game: Game, number: int | None, dealer: str | None, present: tuple[str, ...]
) -> RoundCard:
    """The card of round ``number``, or if that is None, of a bonus round that ``present`` play."""
    round_ = game.upcoming_round(bonus=number is None)
    rules = game.round_rules(number or 0, round_)
    deal, wild = (rules.deal, rules.wild) if rules else (None, None)
    players = game.order_from(dealer, present)
    dealt = (deal or 0) * len(players) + game.rules.cards_turned_up_in(number)
    stock = len(rules.pack) * game.decks - dealt if rules else -1
    return RoundCard(
        number=number,
        deal=deal,
        wild=wild,
        dealer=dealer,
        begins=players[0] if dealer and players else None,
        players=players,
        decks=game.decks if rules else None,
        stock=stock if dealer and stock >= 0 else None,
        bonus=number is None,
        knock=round_.knock,
        double=round_.double,
    )


def rejoin_total(game: Game) -> int | None:
    """The total of a player who rejoins a pool now: one above the highest; None if nobody may."""
    limit = game.rules.rejoin_limit
    if not (game.rules.is_pool and limit and next_round(game)):
        return None
    totals = [game.total(name) for name in game.seated(game.coming)]
    return max(totals) + 1 if totals and max(totals) <= limit else None


# ── the course of a game ─────────────────────────────────────────────────────────────────────


def leaders_by_round(game: Game, ranked: Container[str]) -> list[list[str]]:
    """Which of the ``ranked`` players led after each round, in seat order.

    Totals count from just before a player joins, and in a pool until they are out. Play-offs don't.
    """
    best_of = min if game.rules.winner == "low" else max
    leaders_after = []
    for number in game.numbers:
        names = [p.name for p in game.players if p.name in ranked and p.joined <= number + 1]
        totals = {name: game.total(name, number) for name in names if game.is_in(name, number)}
        best = best_of(totals.values(), default=None)
        leaders_after.append([name for name, total in totals.items() if total == best])
    return leaders_after


def lead_changes(leaders_after: Sequence[Sequence[str]]) -> int:
    """How often the lead passed from one player to another; ties don't count."""
    sole_leaders = [names[0] for names in leaders_after if len(names) == 1]
    return sum(old != new for old, new in pairwise(sole_leaders))


def costliest_scores(game: Game) -> list[tuple[int, int, str]]:
    """Points with their round and player, the most points first; empty if the most points win."""
    scores = [
        (points, number, name)
        for number in game.numbers
        for name in game.names
        if (points := game.square(number, name).points or 0) > 0
    ]
    return sorted(scores, key=lambda score: -score[0]) if game.rules.winner == "low" else []
