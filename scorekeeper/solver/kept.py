"""The wilds that dear cards keep from what comes before them in a walk."""

from scorekeeper.solver.numbers import BYTE, NEED
from scorekeeper.solver.plan import Plan
from scorekeeper.solver.situations import HIGH, LOW


class _Stretch:
    """The cards of a suit that a run may connect: the last place so far, and the first step.

    It is ``counted`` when one of them keeps wilds.
    """

    __slots__ = ("counted", "first", "last")

    def __init__(self, place: int, step: int) -> None:
        self.last = place
        self.first = step
        self.counted = False


def wilds_kept(plan: Plan, below: int) -> list[int]:
    """For each step how many wilds those behind it need at the least, to stay below a cost.

    A card that costs too much to be left needs some for its meld. They are kept up to the first
    step of all the cards that could be in this meld; where two such cards could be in one, only
    the first of them counts.
    """
    allowed = below - plan.base
    costs = plan.tables.cost_at_place
    far = plan.widest + 2
    kept = [0] * (len(plan.steps) + 1)
    stretches: dict[int, _Stretch] = {}
    first_of: dict[int, int] = {}
    counted: set[int] = set()
    for i, (_, _, moves, _, _, _, place, suit, now, offer) in enumerate(plan.steps):
        if offer is not None:
            if offer[0] >= allowed:
                _, (step, *_) = moves[0][plan.wilds]
                kept[i] += step >> NEED
            continue
        first = first_of.setdefault(place, i)
        stretch = None
        if now is not None:
            stretch = stretches.get(suit)
            if stretch is None or place - stretch.last >= far:
                stretch = stretches[suit] = _Stretch(place, i)
            stretch.last = place
            first = min(first, stretch.first)
            # An ace may have been used at the other end; and of a meld one card counts.
            if now[3] & (LOW | HIGH) or stretch.counted:
                continue
        if costs[place] < allowed or place in counted:
            continue
        need = _need(plan, place, None if stretch is None else suit)
        if need:
            kept[first] += need
            counted.add(place)
            if stretch is not None:
                stretch.counted = True
    for i in range(len(plan.steps) - 1, 0, -1):
        kept[i] += kept[i + 1]
    return kept[1:]


def _need(plan: Plan, place: int, suit: int | None) -> int:
    """The fewest wilds that a card needs to be melded; without a suit no run can have it.

    It is 0 where three are a meld with it; 1 where one other is of its rank, or so near in its suit
    that there is one place between them at most; else 2.
    """
    tables = plan.tables
    naturals = plan.hand & tables.naturals
    alike = (naturals % tables.one_suit) >> BYTE * place & 255
    is_near = False
    if suit is not None:
        held = naturals + tables.below_1 & tables.tops
        around = (held << 2 * BYTE) >> tables.lines_at[suit] + BYTE * place
        before_2, before, _, after, after_2 = [around >> BYTE * at & 128 for at in range(5)]
        if (before and (before_2 or after)) or (after and after_2):
            return 0
        is_near = bool(before_2 or before or after or after_2)
    if alike >= 3:
        return 0
    return 1 if alike == 2 or is_near else 2
