"""The cheapest arrangement of a hand, exactly.

The idea
--------
A meld is fixed by its natural cards; the wilds only fill it up. A *group* of naturals *needs* some
wilds to be a meld (for its gaps, and to reach three cards), has *room* for some (until the set is
full, the line ends, or the limit on wilds is reached), and any number in between works. So the only
question is which groups to choose: no card may be in two of them, and together they must not need
more wilds than the hand has. A group's *worth* is what its cards would cost if they were left over.
Wilds that no group has room for are left over, the cheapest first, unless three or more of them are
a meld of their own.

``search``   a hand as a number, with a field for each kind of card: a subtraction takes cards away,
             and a guard bit shows which kind had too few; every group that can matter, with needs
             and rooms in a round; and the choice that saves the most, by branch and bound
this file    the melds to show, whether it is a tie, and what to throw away
``outs``     the draws that let a hand go out, and what each discard keeps of them
``lay_off``  the other player's cards laid off on the knocker's melds, and the knocker's best layout

Groups are sorted by their worth for each wild they need, those that need none first. A card of the
wild rank that may stand as itself is in the hand twice: as a wild, and as a natural without worth
that uses up one wild. A cost is points, then cards: of arrangements with equal points, the one that
leaves the fewest cards wins, and then the first one found. Choosing among overlapping groups is
hard in general (for tiles and jokers see van Rijn, Takes and Vis, "The Complexity of Rummikub
Problems", arXiv 1604.07553); at 21 cards it takes milliseconds.

Shortcuts, each with a test of its name in ``tests/solver``
-----------------------------------------------------------
- *A hand without groups is seen at a glance*: no three in a row or of a rank; with a wild, no two.
- *Groups that share no card are all taken* if the hand has no wilds and no card twice.
- *A run of more than five places splits in two*, and so does a set of more than five cards: the
  halves need no more wilds and have no less room. If half of a meld may be wild, some runs don't
  split, like 3 5 8 with three wilds: *one with a gap is not listed where two others are as good*.
  Runs without a gap are listed as people lay them.
- *Without wilds no run starts at the last card but one*: it needs three.
- *A run takes every card on its way.* It may pass a card that is better in another run, if cards on
  both sides of it are held twice; and, under a limit, a card that a pair may need.
- *The spare wilds, if each saved as much as in the next group, must save more than the best choice
  so far*, and so must all the cards that are in groups.
- *A state seen before is given up*; *a card in no group is left over*; *wilds that no group will
  have room for are left over*.
- *Parts that share no group are searched separately*, if a hand has no wilds: what one part leaves
  changes nothing in the others.
- *Without a card, the groups are those of the hand and the runs that pass its place.*
- *Only a card costlier than the costliest one left over can be a better discard*.
- *A run that a hand needs is like a missing card, costlier than all others*: each run takes one of
  these along, and a pure run takes a pure one. In such games a wild in its own place is also a
  natural, *a run may pass any card* that another run needs to be pure, and *a card with two wilds
  is a run*.
- *No card does more than a joker*: if a joker doesn't let the hand go out, no draw does.
- *One group takes all the wilds* if they are too few for a meld of their own.
- *There is a tie if a melded card can be left over for the same points.*
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, combinations_with_replacement, repeat
from typing import NamedTuple

from scorekeeper.cards import MOST_CARDS, Card
from scorekeeper.errors import CardError
from scorekeeper.melds import SMALLEST, Meld, MeldKind
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver.search import (
    CARD,
    NO_LIMIT,
    RUN,
    Choice,
    Group,
    Hand,
    SolverRules,
    cheapest,
    going_out,
    naturals_of,
    pure_runs,
    solver_rules,
)

LaidKinds = tuple[int, ...]  # the kinds of the cards of a meld, as they are laid

Laid = tuple[LaidKinds, Meld]


def lay_out(
    groups: Sequence[Group], naturals: Sequence[LaidKinds], spare: list[int], rules: SolverRules
) -> tuple[Meld, ...]:
    """The melds that the groups and the ``spare`` wilds form, sorted by their first cards.

    If a hand needs runs, they come first, and pure runs before the others.
    """
    wilds: list[list[int]] = [[] for _ in groups]
    if len(groups) == 1 and len(spare) < SMALLEST:
        wilds, spare = [spare], []
    elif spare:
        share_out(groups, naturals, wilds, spare, rules)
    laid_melds = list(map(laid_meld, groups, naturals, wilds, repeat(rules)))
    if spare:
        laid_melds.append(meld_as_laid("wilds", spare, spare, rules))
    melds = [meld for _, meld in sorted(laid_melds)]
    return tuple(sorted(melds, key=lambda meld: meld.order) if rules.missing else melds)


def share_out(
    groups: Sequence[Group],
    naturals: Sequence[LaidKinds],
    wilds: Sequence[list[int]],
    spare: list[int],
    rules: SolverRules,
) -> None:
    """Add wilds to the groups: first where one can stand as itself, then as needed, then the rest.

    Those that stay in ``spare`` are a meld of their own: at least three, and no more than needed.
    """
    needs, rooms = [group[2] for group in groups], [group[3] for group in groups]
    for i, kinds in enumerate(naturals if rules.own else ()):
        # A card of the wild rank that stands as itself in a group is already there.
        placed = len([kind for kind in kinds if kind in rules.own])
        needs[i] -= placed
        rooms[i] -= placed
    over = len(spare) - sum(rooms)
    alone = max(SMALLEST, over) if over > 0 else 0
    beyond = len(spare) - alone - sum(needs)
    for kind in spare.copy():
        line = rules.line_of[kind]
        for i, group in enumerate(groups):
            if kind not in wilds[i] and has_place(kind, line, group):
                if needs[i] > 0:
                    needs[i] -= 1
                elif beyond > 0 and rooms[i] > 0:
                    beyond -= 1
                else:
                    continue
                rooms[i] -= 1
                spare.remove(kind)
                wilds[i].append(kind)
                break
    for most in needs, rooms:
        for i, wanted in enumerate(most):
            if count := min(wanted, len(spare) - alone):
                wilds[i] += spare[:count]
                del spare[:count]
                rooms[i] -= count


def has_place(wild: int, line: Sequence[int], group: Group) -> bool:
    """Whether a wild with this line can stand as itself in a group.

    In a run it fills a gap or extends an end; a single card needs other wilds beside it too.
    """
    of_line, places = group[5:]
    if not places and len(of_line) == 1 and of_line[0] in line:
        return 0 < abs(line.index(wild) - line.index(of_line[0])) <= group[2]
    if of_line is not line:
        return False
    place = line.index(wild)
    return places[0] - 1 <= place <= places[-1] + 1 and place not in places


def meld_as_laid(
    meld_kind: MeldKind, kinds: Sequence[int], stands: Sequence[int], rules: SolverRules
) -> Laid:
    """A meld of these kinds of cards as they are laid, with what they stand for."""
    cards, names = rules.cards.__getitem__, rules.names.__getitem__
    return tuple(kinds), Meld(meld_kind, tuple(map(cards, kinds)), tuple(map(names, stands)))


def laid_meld(group: Group, naturals: LaidKinds, wilds: Sequence[int], rules: SolverRules) -> Laid:
    """A group and its wilds as a meld."""
    line, places = group[5:]
    if not wilds:
        return meld_as_laid("run" if places else "set", naturals, naturals, rules)
    if places:
        return laid_run(line, places, wilds, rules)
    kind = naturals[0]
    if len(naturals) == 1 and (place := place_of_run(kind, wilds, rules)) is not None:
        return laid_run(rules.line_of[kind], (place,), wilds, rules)
    rank = rules.cards[kind].rank
    meld, stands = tuple(sorted([*naturals, *wilds])), []
    for i, kind in enumerate(meld):
        # Where suits must differ, one of two 7♠ in a set of sevens is a wild.
        is_itself = rules.cards[kind].rank == rank and not (rules.suits_differ and kind in meld[:i])
        stands.append(rules.names[kind] if is_itself else rank)
    return meld, Meld("set", tuple(map(rules.cards.__getitem__, meld)), tuple(stands))


def place_of_run(kind: int, wilds: Sequence[int], rules: SolverRules) -> int | None:
    """The place of a single card if it forms a run with the wilds; None if they form a set.

    They form a run if a wild stands as itself in it, or if a set can't be that large.
    """
    line, size = rules.line_of[kind], 1 + len(wilds)
    places = [place for place, each in enumerate(line) if each == kind] if size <= len(line) else []
    own = [place for place, each in enumerate(line) if each in wilds]
    reached = [place for place in places if any(0 < abs(place - other) < size for other in own)]
    return next(iter(reached or (places if 0 < rules.capped_at < size else ())), None)


def laid_run(
    line: Sequence[int], places: Sequence[int], wilds: Sequence[int], rules: SolverRules
) -> Laid:
    """A run with as many wilds as possible standing as themselves, and laid as high as it goes."""
    size = len(places) + len(wilds)
    start, themselves = min(places[0], len(line) - size), set[int]()
    if own := set(wilds).intersection(line):
        for first in range(start, max(0, places[-1] + 1 - size) - 1, -1):
            gaps = {line[place] for place in range(first, first + size) if place not in places}
            if len(gaps & own) > len(themselves):
                start, themselves = first, gaps & own
    rest = list(wilds)
    for kind in themselves:
        rest.remove(kind)
    stands = line[start : start + size]
    kinds = list(stands)
    for at, kind in enumerate(stands):
        if start + at not in places:
            if kind in themselves:
                themselves.remove(kind)
            else:
                kinds[at] = rest.pop(0)
    return meld_as_laid("run", kinds, stands, rules)


# ── the best arrangement ─────────────────────────────────────────────────────────────────────


class _Shown(NamedTuple):
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    points: int


class Arrangement(_Shown):
    """A choice of melds for a hand.

    ``points`` is the total cost of ``deadwood``, never more than the cap of a hand. For a hand
    without the runs it needs, it is what the round's reading counts, or just the cap. Melds are
    sorted by their first card, after the runs that a hand needs; deadwood is sorted like hands.
    """

    # For further questions: the hand, the kinds left over from it, and their cost.
    _hand: Hand
    _left: list[int]
    _cost: int

    @property
    def tied(self) -> bool:
        """Whether another arrangement with equal points leaves different cards (by rank and suit).

        Cards that cost nothing make no difference.
        """
        return self.other_way is not None

    @cached_property
    def other_way(self) -> "Arrangement | None":
        """Another arrangement that ties with this one; computed when asked for."""
        hand = self._hand
        for kind in dict.fromkeys(hand.kinds):
            # A melded card can be left for the same points: one more of its kind than are left now.
            points, count = hand.rules.costs[kind] // CARD, self._left.count(kind) + 1
            rest = self._cost // CARD - count * points
            if not points or rest < 0 or hand.kinds.count(kind) < count:
                continue
            other = best_below(hand.without(kind, count), (rest + 1) * CARD)
            if other is not None:
                left = sorted([*other._left, *[kind] * count])
                cost = other._cost + count * hand.rules.costs[kind]
                return arrangement_of(hand, other.melds, left, cost)
        return None


def best_arrangement(cards: Iterable[Card], rules: RoundRules) -> Arrangement:
    """The arrangement of ``cards`` that leaves the fewest deadwood points.

    If points are equal, the one with the fewest deadwood cards; if those are equal too, always the
    same one, whatever the order of the cards and whatever was asked before. The cards must belong
    to the game (see ``packs.check_cards_in_pack``); the number of packs doesn't matter. Raises
    CardError for more than ``MOST_CARDS`` cards.
    """
    known = solver_rules(rules)
    kinds = sorted(map(known.kind_of.__getitem__, cards))
    if len(kinds) > MOST_CARDS:
        raise CardError(
            f"a hand of {len(kinds)} cards is too large", remedy=f"give at most {MOST_CARDS} cards"
        )
    arrangement = best_below(Hand(kinds, known), NO_LIMIT)
    assert arrangement is not None, "leaving every card is always possible"
    return arrangement


def best_below(hand: Hand, below: int) -> Arrangement | None:
    """The best arrangement of a hand; None if it doesn't cost less than ``below``."""
    choice = cheapest(hand, min(below, RUN))
    if hand.rules.missing and (choice is None or hand.rules.reading == "first"):
        choice = best_without_runs(hand, below if choice is None else choice[0]) or choice
    return None if choice is None else arrange(hand, choice)


def best_without_runs(hand: Hand, below: int) -> Choice | None:
    """The choice for a hand without the runs it needs; None unless it costs less than ``below``."""
    rules, costs, held = hand.rules, hand.rules.costs, Counter(hand.kinds)
    everything = sum(map(costs.__getitem__, hand.kinds))
    best: Choice = everything, (), len(hand.wilds)
    # Only as many pure runs are free as the hand needs.
    free_runs = pure_runs(hand) if rules.reading == "first" else ()
    for runs in combinations_with_replacement(free_runs, rules.pure_runs):
        free = list(chain.from_iterable(map(naturals_of, runs)))
        cost = everything - sum(map(costs.__getitem__, free))
        if cost < best[0] and Counter(free) <= held:
            best = cost, runs, len(hand.wilds)
    return best if best[0] < below else None


def arrange(hand: Hand, choice: Choice) -> Arrangement:
    """The arrangement of a hand that a choice of groups leads to."""
    cost, groups, wilds_left = choice
    rules, left = hand.rules, list(hand.kinds)
    naturals = list(map(naturals_of, groups))
    for kind in chain.from_iterable(naturals):
        left.remove(kind)
    spare = [kind for kind in left if kind in rules.wilds] if rules.own else hand.wilds.copy()
    if wilds_left:
        # The cheapest are left over; of equals, the first.
        spare = sorted(sorted(spare, key=rules.costs.__getitem__)[wilds_left:])
    for kind in spare:
        left.remove(kind)
    melds = lay_out(groups, naturals, spare, rules) if groups or spare else ()
    return arrangement_of(hand, melds, left, cost)


def arrangement_of(hand: Hand, melds: tuple[Meld, ...], left: list[int], cost: int) -> Arrangement:
    """The arrangement of a hand in these melds, which leaves the kinds ``left`` at this cost."""
    deadwood = tuple(map(hand.rules.cards.__getitem__, left))
    arrangement = Arrangement(melds, deadwood, hand.rules.counted(cost, hand.kinds))
    arrangement._hand, arrangement._left, arrangement._cost = hand, left, cost
    return arrangement


# ── what to throw away ───────────────────────────────────────────────────────────────────────


def best_discard(held: Iterable[Card], rules: RoundRules) -> tuple[Card, Arrangement]:
    """The card to discard so that the rest leaves the fewest points, and the rest's arrangement.

    Arranging all the cards and throwing the costliest one left over isn't always best: 7S 7H 7C 8H
    9H TH meld as six cards, but no five of them do. But only a costlier card can do better. Of
    equally good discards: the one that leaves the fewest cards, then a natural card before a wild,
    then the costliest. If arrangements of the rest tie, it may differ from what
    ``best_arrangement`` shows. Raises CardError as that does, and for an empty hand.
    """
    whole = best_arrangement(held, rules)
    hand = whole._hand
    if not hand.kinds:
        raise CardError("there is no card to discard", remedy="give the cards held")
    costs, wilds, throw_order = hand.rules.costs, hand.rules.wilds, hand.rules.throw_order
    thrown, rest, least = hand.kinds[0], None, NO_LIMIT
    if whole._left:
        thrown = min(whole._left, key=lambda kind: (-costs[kind], kind in wilds))
        left = whole._left.copy()
        left.remove(thrown)
        least = whole._cost - costs[thrown]
        rest = arrangement_of(hand.without(thrown), whole.melds, left, least)
    for kind in sorted(dict.fromkeys(hand.kinds), key=throw_order.__getitem__):
        below = least + (throw_order[kind] < throw_order[thrown])
        # If the discard counts as left over, the whole hand leaves at least its minimum.
        if whole._cost - costs[kind] < below:
            found = best_below(hand.without(kind), below)
            if found is not None:
                thrown, rest, least = kind, found, found._cost
    assert rest is not None, "each card can be thrown"
    return hand.rules.cards[thrown], rest


def discards_going_out(held: Iterable[Card], rules: RoundRules) -> tuple[Card, ...]:
    """Every card that can be discarded to leave all the others melded, in order; each kind once.

    The melds include the runs that a hand needs, whatever a hand without them would count. If a
    knock may leave some points, discards that leave no more than that count too.
    """
    whole = best_arrangement(held, going_out(rules))
    hand, costs = whole._hand, whole._hand.rules.costs
    below = (rules.knock + 1) * CARD if rules.knock else 1
    return tuple(
        [
            hand.rules.cards[kind]
            for kind in dict.fromkeys(hand.kinds)
            # If the discard counts as left over, the whole hand leaves at least its minimum.
            if whole._cost - costs[kind] < below
            and best_below(hand.without(kind), below) is not None
        ]
    )
