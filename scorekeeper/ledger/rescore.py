"""The same cards under other rules: totals before and after, and who would have won.

A shown hand is counted again. Of a number it is known what it cost by the rules of the evening,
and that is enough for bounds: where more melds are allowed than before, the old melds still stand;
where fewer are, the new ones would have stood before.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, get_args

from scorekeeper.errors import RulesError, count, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hands import countable, melded
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.rows import Row, rows
from scorekeeper.ledger.standings import leaders, placed, rank, standings
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_set import ROUND_KEYS, RuleSet
from scorekeeper.rules.rule_values import WildLimit

AFTERWARDS = {*ROUND_KEYS, "winner", "rounds", "bonus_round"}
"""The keys that mean something to cards that were dealt: those about cards, and a few others."""


class OtherRules(NamedTuple):
    """Other rules for an evening: those of another game, or some ``keys`` of its own changed."""

    rules: RuleSet
    keys: frozenset[str] | None = None

    def of(self, row: Row, game: Game) -> RoundRules | None:
        """What melds are in a round by these rules; None where no cards are dealt.

        Raises RulesError where they deal another number of cards than were dealt.
        """
        old = row.rules
        if old is None:
            return None
        by_these = game._replace(rules=self.rules, changes=())
        new = by_these.rules_of(row.number, bonus=row.bonus)
        if self.keys is not None:
            spec = new if self.keys & {"rounds", "bonus_round"} else old
            keys = {key: getattr(self.rules, key) for key in ROUND_KEYS if key in self.keys}
            new = spec and replace(old, **keys, deal=spec.deal, wild=spec.wild)
        if new is None or new.deal != old.deal:
            where = "the bonus round" if row.bonus else round_name(game.rules, row.number)
            dealt = f"{count(old.deal or 0, 'card')} were dealt in {where}"
            raise RulesError(
                f"{dealt}, and {printable(self.rules.title)} deals {new.deal if new else 'none'}",
                remedy="rescore by rules with the same deals",
            )
        return new


class Square(NamedTuple):
    """What a player's square on the sheet can be by other rules: ``least`` to ``most`` points.

    ``fell`` is true for one who went out, and does not with these cards; ``strange`` where a hand
    counts by the rules of the evening, and has cards that the other game does not have.
    """

    row: Row
    player: str
    least: int
    most: int
    fell: bool = False
    strange: bool = False

    @property
    def is_known(self) -> bool:
        """Whether only one number can be."""
        return self.least == self.most


class Rescored(NamedTuple):
    """A player's total, and between what bounds it would have been.

    ``after`` is the total by the other rules, None where that cannot be known.
    """

    player: str
    before: int
    after: int | None
    least: int
    most: int


class Rescore(NamedTuple):
    """An evening under other rules; ``after`` are the winners, None where nobody can know."""

    players: tuple[Rescored, ...]
    squares: tuple[Square, ...]
    before: tuple[str, ...]
    after: tuple[str, ...] | None


def rescore(game: Game, other: OtherRules) -> Rescore:
    """The evening counted again by other rules; raises RulesError as ``OtherRules.of`` does."""
    squares = [square for row in rows(game) for square in _squares(game, row, other)]
    counted = [square for square in squares if not square.row.bonus]
    players = []
    for name in game.names:
        beside = game.total(name) - sum(
            game.cell(number, name).points or 0 for number in range(1, len(game.played) + 1)
        )
        own = [square for square in counted if square.player == name]
        least = beside + sum(square.least for square in own)
        most = beside + sum(square.most for square in own)
        after = least if least == most else None
        players.append(Rescored(name, game.total(name), after, least, most))
    before = standings(game)
    winners = _winners(game, other, squares, players) if before.finished else ()
    return Rescore(tuple(players), tuple(squares), before.winners, () if game.put_away else winners)


def _squares(game: Game, row: Row, other: OtherRules) -> Iterator[Square]:
    """Every square of a round that has points."""
    block, new = game.rounds[row.at], other.of(row, game)
    for name in game.names:
        points = game.points(row.number, block, name)
        hand, is_out = block.hands.get(name, ""), name in block.out
        if points is None:
            continue
        if new is None or row.rules is None:
            yield Square(row, name, points, points)
        elif found := melded(hand, new):
            fell = is_out and bool(found.deadwood)
            points = 0 if is_out and not fell else found.points
            yield Square(row, name, points, points, fell)
        else:
            least, most = (0, 0) if is_out else bounds(points, row.rules, new, game.decks)
            strange = bool(countable(hand, row.rules))
            yield Square(row, name, least, most, strange=strange)


def _winners(
    game: Game, other: OtherRules, squares: list[Square], players: list[Rescored]
) -> tuple[str, ...] | None:
    """Who would have won; None where that cannot be known."""
    there = placed(game)
    sign = 1 if other.rules.winner == "low" else -1
    # The best and the worst that each can have, as if the fewest points won.
    spans = {each.player: sorted((sign * each.least, sign * each.most)) for each in players}
    bar = min((spans[name][1] for name in there), default=0)
    in_front = [name for name in there if spans[name][0] <= bar]
    if len(in_front) < 2:
        return tuple(in_front)
    plays_off = [square for square in squares if square.row.bonus and square.player in in_front]
    is_known = all(spans[name][0] == spans[name][1] for name in in_front)
    if not is_known or not all(square.is_known for square in plays_off):
        return None
    # Of those behind, what brings them nearest: they are still behind.
    blocks = list(game.rounds)
    for square in squares:
        block = blocks[square.row.at]
        scores = {**block.scores, square.player: square.least if sign > 0 else square.most}
        blocks[square.row.at] = block._replace(scores=scores)
    rules = game.rules.replace(winner=other.rules.winner)
    return leaders(rank(game._replace(rounds=tuple(blocks), rules=rules)))


# ── what a number can be ─────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4096)
def bounds(points: int, old: RoundRules, new: RoundRules, decks: int) -> tuple[int, int]:
    """Between what points a hand must lie by new rules that by the old ones left so many.

    The table is believed to have counted right; where no cards can have left so many points,
    nothing is known of them.
    """
    deal = old.deal or 0
    costs = Counter(
        # A card that the other game does not hold would cost what its rank says.
        (old.points[c], new.points[c] if c in new.points else new.natural_points(c.rank))
        for c in old.pack * decks
    )
    changed = any(before != after for before, after in costs)
    found = _extremes(points, deal, costs) if changed else (points, points)
    dearest = sum(sorted((after for _, after in costs.elements()), reverse=True)[:deal])
    least, most = found or (0, dearest)
    return least if allows_all(old, new) else 0, most if allows_all(new, old) else dearest


def allows_all(rules: RoundRules, of: RoundRules) -> bool:
    """Whether every meld ``of`` other rules is one by these, as far as that can be told."""
    limits: tuple[str, ...] = ("one", "half", "natural", "any")
    assert set(limits) == set(get_args(WildLimit)), "a limit that is not known here"
    return (
        (rules.suits, rules.ranks, rules.wild) == (of.suits, of.ranks, of.wild)
        and limits.index(rules.wild_limit) >= limits.index(of.wild_limit)
        and (rules.wild_limit == "any" or rules.wild_as_rank >= of.wild_as_rank)
        and rules.ace_runs in (of.ace_runs, "both")
        and (not rules.set_max or rules.set_max >= (of.set_max or rules.set_max + 1))
        and rules.set_distinct_suits <= of.set_distinct_suits
    )


def _extremes(
    points: int, deal: int, costs: Mapping[tuple[int, int], int]
) -> tuple[int, int] | None:
    """The least and the most that cards can cost by new rules, ``deal`` of them or fewer.

    The most is that of cards which cost exactly so many points by the old ones, the least that of
    cards which cost as much or more: another laying was never cheaper. None where no cards
    cost exactly that.
    """
    # By the number of cards and their old cost, where all beyond the points is the same.
    found = {(0, 0): (0, 0)}
    for (before, after), copies in costs.items():
        reached = dict(found)
        for (cards, cost), (least, most) in found.items():
            for more in range(1, min(copies, deal - cards) + 1):
                key = cards + more, min(cost + more * before, points + 1)
                low, high = least + more * after, most + more * after
                known = reached.get(key, (low, high))
                reached[key] = min(known[0], low), max(known[1], high)
        found = reached
    exactly = [most for (_, cost), (_, most) in found.items() if cost == points]
    at_least = [least for (_, cost), (least, _) in found.items() if cost >= points]
    return (min(at_least), max(exactly)) if exactly else None
