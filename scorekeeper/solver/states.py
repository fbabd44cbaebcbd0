"""What the walk knows on its way: states, the best path into each, and which to keep."""

from typing import NamedTuple


class OpenRun(NamedTuple):
    """A run that a later card of its suit may continue.

    ``last`` is the place of its last natural card; its naturals and the wilds in its gaps are
    counted only as far as they matter.
    """

    last: int
    naturals: int
    gaps: int


class State(NamedTuple):
    """All of the past that matters to the cards still to come.

    ``runs`` are the open runs of each suit, ``need`` and ``room`` those of the groups so far.
    ``own`` counts by suit the cards of the wild rank that stand as themselves, ``low_aces`` the
    aces in runs at the low end.
    """

    runs: tuple[tuple[OpenRun, ...], ...]
    need: int
    room: int
    own: tuple[int, ...]
    low_aces: tuple[int, ...]


class Step(NamedTuple):
    """What was done with the cards of one suit at one place: runs continued, runs started."""

    place: int
    suit: int
    continued: tuple[OpenRun, ...]
    started: int


class RunChoice(NamedTuple):
    """A way to use copies of one card in runs: the suit's open runs after it, wilds for gaps."""

    runs: tuple[OpenRun, ...]
    gaps: int
    used: int
    step: Step | None


class SetStep(NamedTuple):
    """The cards (counted by suit) put into sets of the rank at ``place``, and the sets' sizes."""

    place: int
    taken: tuple[int, ...]
    sizes: tuple[int, ...]


class SetOutcome(NamedTuple):
    """What a choice of sets adds to a path: wilds needed, room, and the cards left."""

    need: int
    room: int
    points: int
    cards: int
    left: int
    tied: bool
    step: SetStep | None


Trail = tuple["Trail", Step | SetStep] | None


class Path(NamedTuple):
    """The best way known into a state.

    ``left`` is the deadwood as one number, a count for each kind of card; ``tied`` says that
    other deadwood with as many points leads into the same state.
    """

    points: int
    cards: int
    left: int
    tied: bool
    trail: Trail


States = dict[State, Path]


def better(new: Path, old: Path | None) -> Path:
    """The better of two ways into one state: fewer points, then fewer cards, then the older."""
    if old is None or new.points < old.points:
        return new
    if new.points > old.points:
        return old
    tied = old.tied or new.tied or new.left != old.left
    best = new if new.cards < old.cards else old
    return best if best.tied == tied else best._replace(tied=tied)


def undominated(states: States) -> States:
    """The states without those that another one beats in points and equals in everything else.

    It has the same runs open, needs no more wilds and has as much room for them, so whatever
    cards still come, it ends with fewer points: not even a tie is lost.
    """
    alike: dict[tuple[object, ...], list[tuple[State, Path]]] = {}
    for state, path in states.items():
        alike.setdefault((state.runs, state.own, state.low_aces), []).append((state, path))
    if len(alike) == len(states):
        return states
    return {
        state: path
        for group in alike.values()
        for state, path in group
        if not any(
            other.points < path.points and one.need <= state.need and one.room >= state.room
            for one, other in group
        )
    }


def promise(reached: tuple[State, Path]) -> tuple[int, int]:
    """Sorts states by what they may come to: few points, few wilds spoken for."""
    state, path = reached
    short = sum(max(0, 3 - run.naturals - run.gaps) for runs in state.runs for run in runs)
    return path.points + 3 * short, state.need
