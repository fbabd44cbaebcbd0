"""What could have been: the hands that were shown, and the evening under other rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from heapq import nlargest
from typing import NamedTuple, TypeVar

from scorekeeper.cards import Card, parse_cards
from scorekeeper.errors import SK, RulesError, UsageError, count, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.hands import countable, melded
from scorekeeper.ledger.rows import Row, rows
from scorekeeper.ledger.standings import leaders, placed, rank, standings
from scorekeeper.melds import SMALLEST, most_wilds
from scorekeeper.rules import ROUND_KEYS, RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.variations import other_ways
from scorekeeper.solver import Arrangement
from scorekeeper.solver.outs import outs

Seat = tuple[Row, str]  # a round, and a player in it
Values = Mapping[str, object]  # of rule keys
K = TypeVar("K")


class ShownHand(NamedTuple):
    """A hand that was shown."""

    row: Row
    rules: RoundRules
    player: str
    laid: str  # the cards as text, as they were laid
    points: int  # as the table counted
    best: Arrangement
    outs: dict[Card, int]  # the cards that would have let it go out, with the copies left of each

    @property
    def given_away(self) -> int:
        """Points that the best layout would have saved."""
        return max(0, self.points - self.best.points)


class Leftover(NamedTuple):
    """A card that the best layout of a hand leaves, and what it costs."""

    points: int
    card: Card
    hand: ShownHand


class Review(NamedTuple):
    """A player's shown hands, and the number of rounds in which the player has points."""

    player: str
    rounds: int
    hands: tuple[ShownHand, ...]

    @property
    def given_away(self) -> int:
        """All the points given away by worse layouts."""
        return sum(hand.given_away for hand in self.hands)

    @property
    def worst_laid(self) -> ShownHand | None:
        """The hand that gave away the most, the first of equals; None if none did."""
        worse = [hand for hand in self.hands if hand.given_away]
        return max(worse, key=lambda hand: hand.given_away, default=None)

    @property
    def near(self) -> list[ShownHand]:
        """The hands that were one card from going out."""
        return [hand for hand in self.hands if hand.outs]

    @property
    def costliest(self) -> Leftover | None:
        """The costliest card left over, the first of equals; None if there was none."""
        cards = [Leftover(h.rules.points[c], c, h) for h in self.hands for c in h.best.deadwood]
        return max(cards, key=lambda card: card.points, default=None)


def review(game: Game, progress: Callable[[list[Seat]], Iterable[Seat]] = iter) -> list[Review]:
    """A review for each player, in seat order, without void rounds and hands that can't be counted.

    ``progress`` yields the seats of all rounds one by one, and can show how far it has come.
    """
    played: Counter[str] = Counter()
    hands: dict[str, list[ShownHand]] = {name: [] for name in game.names}

    without_number = cache(partial(replace, number=None))

    @cache
    def outs_of(cards: tuple[Card, ...], rules: RoundRules) -> dict[Card, int]:
        unseen = Counter(rules.pack * game.decks) - Counter(cards)
        return {card: unseen[card] for card in outs(cards, rules) if unseen[card]}

    for row, name in progress([(row, name) for row in rows(game) for name in game.names]):
        laid = row.round_.hands.get(name, "")
        points, best = row.unmelded(name), melded(laid, row.rules)
        played[name] += points is not None
        if best is None or points is None or row.rules is None:
            continue
        cards = row.rules.in_order(parse_cards(laid))
        missed = {} if name in row.round_.out else outs_of(cards, without_number(row.rules))
        hands[name].append(ShownHand(row, row.rules, name, laid, points, best, missed))
    return [Review(name, played[name], tuple(hands[name])) for name in game.names]


# ── the same cards under other rules ─────────────────────────────────────────────────────────

AFTERWARDS = {*ROUND_KEYS, "winner", "rounds", "bonus_round"}
"""The keys that still matter once the cards are dealt: those about cards, and a few others."""


class OtherRules(NamedTuple):
    """Other rules for an evening: those of another game, or its own with some ``keys`` changed."""

    rules: RuleSet
    keys: frozenset[str] | None = None

    def of(self, row: Row) -> RoundRules | None:
        """The card rules of a round under these rules; None if no cards are dealt.

        RulesError if they deal a different number of cards, or have too few rounds.
        """
        game, old, last = row.game, row.rules, self.rules.last_round
        if old is None:
            if last and last < row.number and not game.rules.plays_cards:
                problem = f"{row.name} was played, but {printable(self.rules.title)}"
                problem += f" has {count(last, 'round')}"
                raise RulesError(problem, remedy="rescore with rules that have as many rounds")
            return None
        new = game._replace(rules=self.rules, changes=()).round_rules(row.number, row.round_)
        if self.keys is not None:
            spec = new if self.keys & {"rounds", "bonus_round"} else old
            keys = {key: getattr(self.rules, key) for key in ROUND_KEYS if key in self.keys}
            new = spec and replace(old, **keys, deal=spec.deal, wild=spec.wild)
        if new is None or new.deal != old.deal:
            problem = f"{count(old.deal or 0, 'card')} were dealt in {row.name}"
            problem += f", and {printable(self.rules.title)} deals {new.deal if new else 'none'}"
            raise RulesError(problem, remedy="rescore with rules that have the same deals")
        return new


def refuse_uncountable(rules: RuleSet, where: str) -> None:
    """Raise UsageError if evenings can't be rescored from these rules, or to them."""
    why = rules.scoring.not_rescored
    if rules.is_pool:
        why = why or "different points might have put different players out"
    elif rules.needs_runs:
        why = why or "a hand needs runs, and a number doesn't show if it had them"
    if why:
        review = f", or look at {SK}review" if rules.plays_cards else ""
        raise UsageError(f"{where} {why}", remedy=f"see what was left with {SK}sheet{review}")


class RescoredSquare(NamedTuple):
    """What a player's square can be under other rules: ``least`` to ``most`` points."""

    row: Row
    player: str
    least: int
    most: int
    no_longer_out: bool = False  # went out, but can't under the new rules
    foreign: bool = False  # counted under the old rules: the other game doesn't have these cards

    @property
    def is_known(self) -> bool:
        """Whether only one number is possible."""
        return self.least == self.most


class Rescored(NamedTuple):
    """A player's total, and its bounds under other rules; ``after`` is None if nobody can tell."""

    player: str
    before: int
    after: int | None
    least: int
    most: int


class Rescore(NamedTuple):
    """An evening under other rules."""

    players: tuple[Rescored, ...]
    squares: tuple[RescoredSquare, ...]
    before: tuple[str, ...]  # who won
    after: tuple[str, ...] | None  # who would have won; None if nobody can tell
    margin: int | None  # how far one winner would have been ahead; None if several or unknown

    @property
    def changes(self) -> bool:
        """Whether somebody else would have won; false if nobody can tell."""
        return self.after not in (None, self.before)


def rescore(game: Game, other: OtherRules) -> Rescore:
    """The evening counted again under other rules; raises RulesError as ``OtherRules.of`` does."""
    squares = [square for row in rows(game) for square in _squares(row, other)]
    players = []
    for name in game.names:
        own = [square for square in squares if square.player == name and not square.row.bonus]
        extras = game.extras(name)
        least = extras + sum(square.least for square in own)
        most = extras + sum(square.most for square in own)
        after = least if least == most else None
        players.append(Rescored(name, game.total(name), after, least, most))
    before = standings(game)
    is_decided = before.finished and not game.put_away
    ranked = [each for each in players if each.player in placed(game)]
    winners = _winners(game, other, squares, ranked) if is_decided else ()
    margin = _margin(winners or (), ranked)
    return Rescore(tuple(players), tuple(squares), before.winners, winners, margin)


def rescore_each(
    game: Game, progress: Callable[[list[Values]], Iterable[Values]] = iter
) -> list[tuple[Values, Rescore]]:
    """The evening under each common house rule, beginning with those that change who wins.

    Those where nobody can tell come last. A game that isn't over counts as ended here.
    """
    ended, ways = game._replace(finished=game.date, put_away=False), other_ways(game.rules)
    ways += [way for way in other_ways(game.rules_now) if way not in ways]
    rescored = [
        (way, rescore(ended, OtherRules(game.rules.replace(**way), frozenset(way))))
        for way in progress(ways)
    ]
    return sorted(rescored, key=lambda each: (each[1].after is None, not each[1].changes))


def _margin(winners: Sequence[str], players: Sequence[Rescored]) -> int | None:
    """How far the only winner is ahead of the next of these players, as in ``Rescore``."""
    after = {each.player: each.after for each in players}
    won = after[winners[0]] if len(winners) == 1 else None
    if won is None:
        return None
    others = [each for each in players if each.player not in winners]
    gaps = [sorted((abs(each.least - won), abs(each.most - won))) for each in others]
    least, most = (min((gap[end] for gap in gaps), default=0) for end in (0, 1))
    return least if 0 < least == most else None


def _squares(row: Row, other: OtherRules) -> Iterator[RescoredSquare]:
    """Every square of a round that has points, under other rules."""
    game, round_, new = row.game, row.round_, other.of(row)
    for name in game.names:
        points = row.points(name)
        hand, is_out = round_.hands.get(name, ""), name in round_.out
        if points is None:
            continue
        if new is None or row.rules is None:
            yield RescoredSquare(row, name, points, points)
        elif best := melded(hand, new):
            no_longer_out = is_out and bool(best.deadwood)
            points = 0 if is_out and not no_longer_out else best.points
            yield RescoredSquare(row, name, points, points, no_longer_out)
        else:
            typed = round_.scores.get(name, points)  # maybe more than a hand can count
            least, most = (0, 0) if is_out else bounds(typed, row.rules, new, game.decks)
            yield RescoredSquare(row, name, least, most, foreign=bool(countable(hand, row.rules)))


def _winners(
    game: Game, other: OtherRules, squares: list[RescoredSquare], ranked: list[Rescored]
) -> tuple[str, ...] | None:
    """Which of those ``ranked`` would have won; None if nobody can tell."""
    sign = 1 if other.rules.winner == "low" else -1
    # The best and the worst total that each player can have, as if the fewest points won.
    spans = [sorted((sign * each.least, sign * each.most)) for each in ranked]
    bar = min((worst for _, worst in spans), default=0)
    in_front = [each for each, (best, _) in zip(ranked, spans, strict=True) if best <= bar]
    names = tuple(each.player for each in in_front)
    if len(names) < 2:
        return names
    plays_off = [square for square in squares if square.row.bonus and square.player in names]
    if any(each.after is None for each in in_front) or not all(s.is_known for s in plays_off):
        return None
    # Players behind get the best total they can have: they are still behind.
    rounds = list(game.rounds)
    for square in squares:
        round_ = rounds[square.row.position]
        scores = {**round_.scores, square.player: square.least if sign > 0 else square.most}
        rounds[square.row.position] = round_._replace(scores=scores)
    rules = game.rules.replace(winner=other.rules.winner)
    return leaders(rank(game._replace(rounds=tuple(rounds), rules=rules)))


# ── what a number of points can become ───────────────────────────────────────────────────────


def bounds(points: int, old: RoundRules, new: RoundRules, decks: int) -> tuple[int, int]:
    """The least and the most that a hand of ``points`` under the old rules costs under the new.

    We assume that the table counted right. If nothing else is certain, any cards are possible.
    A hand of just as many points as a hand can count at most may have cost more.
    """
    was, becomes = (replace(rules, number=None, hand_cap=0) for rules in (old, new))
    least, most = _bounds(was, becomes, decks)(points)
    most = _costliest(was, becomes, decks) if 0 < points == old.hand_cap else most
    limit = new.hand_cap or most
    return min(least, limit), min(most, limit)


@lru_cache(maxsize=1024)
def _bounds(old: RoundRules, new: RoundRules, decks: int) -> Callable[[int], tuple[int, int]]:
    """A function that returns the bounds for a number of points."""
    deal, before, now = old.deal or 0, Counter(old.pack), Counter(new.pack)
    costliest = _costliest(old, new, decks)
    if now - before:  # other hands would have been dealt
        return lambda _: (0, costliest)
    costs = Counter((_cost(card, old), _cost(card, new)) for card in old.pack * decks)
    is_freer, is_stricter = allows_all(new, old, deal, decks), allows_all(old, new, deal, decks)
    if is_freer and is_stricter and all(was == becomes for was, becomes in costs):
        return lambda points: (points, points)
    by_points, lowest = {}, costliest
    for points, (least, most) in sorted(_sums(deal, costs).items(), reverse=True):
        # If all new melds were valid before, the cards left over now can't have cost less then.
        lowest = min(lowest, least)
        # If all old melds are still valid, the same cards can be left over now.
        by_points[points] = lowest if is_stricter else 0, most if is_freer else costliest
    return lambda points: by_points.get(points, (0, costliest))


@lru_cache(maxsize=1024)
def _costliest(old: RoundRules, new: RoundRules, decks: int) -> int:
    """The most that a hand of the cards of either game can cost under the new rules."""
    every_card = [*(Counter(old.pack) | Counter(new.pack)).elements()] * decks
    return sum(nlargest(old.deal or 0, (_cost(card, new) for card in every_card)))


MOST_SUMS = 10_000  # to go through: there are usually 3,000, but odd values make millions


def _sums(deal: int, costs: Mapping[tuple[int, int], int]) -> dict[int, tuple[int, int]]:
    """The least and the most that leftover cards can cost now, for each sum they can have cost.

    Either all cards are left over, or at least three are melded. Empty if there are too many sums.
    """
    spans: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}
    for (before, after), copies in costs.items():
        for bundle in _bundles(min(copies, deal)):
            reached = dict(spans)
            for (cards, cost), (least, most) in spans.items():
                if cards + bundle <= deal:
                    key = cards + bundle, cost + bundle * before
                    _widen(reached, key, least + bundle * after, most + bundle * after)
            if len(reached) > MOST_SUMS:
                return {}
            spans = reached
    sums: dict[int, tuple[int, int]] = {}
    for (cards, cost), span in spans.items():
        if cards == deal or cards <= deal - SMALLEST:
            _widen(sums, cost, *span)
    return sums


def _widen(spans: dict[K, tuple[int, int]], key: K, least: int, most: int) -> None:
    known = spans.get(key, (least, most))
    spans[key] = min(known[0], least), max(known[1], most)


def _bundles(copies: int) -> Iterator[int]:
    """Bundle sizes that add up to any number of copies, but no more: 1, 2, 4, 1 for 8."""
    size = 1
    while copies > 0:
        yield min(size, copies)
        copies -= size
        size *= 2


def _cost(card: Card, rules: RoundRules) -> int:
    """What a card costs; one that the game doesn't have would cost what its rank says."""
    points = rules.points.get(card)
    return rules.natural_points(card.rank) if points is None else points


def allows_all(rules: RoundRules, of: RoundRules, cards: int, decks: int) -> bool:
    """Whether these rules surely allow all melds of up to ``cards`` cards ``of`` other rules."""
    sizes = range(SMALLEST, cards + 1)
    return (
        (rules.suits, rules.ranks, rules.wild) == (of.suits, of.ranks, of.wild)
        and all(most_wilds(size, rules) >= most_wilds(size, of) for size in sizes)
        and (rules.wild_limit == "any" or rules.wild_as_rank >= of.wild_as_rank)
        and rules.ace_runs in (of.ace_runs, "both")
        and (not rules.set_max or rules.set_max >= min(of.set_max or cards, cards))
        and (decks == 1 or rules.set_distinct_suits <= of.set_distinct_suits)
    )
