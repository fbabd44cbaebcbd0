"""A plain count of the records in games of one kind, and where each evening stood."""

from typing import Any

from tests.tools.plain_evenings import Facts, largest_gap, lead_changes, placed


def records(games: list[Facts]) -> Facts:
    """The records in games of one kind, oldest game first; the first of equal ones counts."""
    found: dict[str, tuple[int, Facts]] = {}
    for game, marks in zip(games, all_marks(games), strict=True):
        for name, (score, value, player, number) in marks.items():
            if name not in found or score > found[name][0]:
                facts = {"value": value, "player": player, "round": number}
                found[name] = score, {**facts, "file": game["file"], "date": game["date"]}
    return {name: facts for name, (_, facts) in found.items()}


Marks = dict[str, tuple[int, int, str | None, int | None]]
"""What an evening may set a record with: what is the larger, value, player, round."""


def all_marks(games: list[Facts]) -> list[Marks]:
    return [marks_of(game, games[: at + 1]) for at, game in enumerate(games)]


def marks_of(game: Facts, upto: list[Facts]) -> Marks:
    sign, seats = game["sign"], placed(game)
    marks: Marks = {}

    def mark(name: str, score: int, value: int, who: str | None, number: int | None = None) -> None:
        if game["early"] and name != "streak":
            return
        if name not in marks or score > marks[name][0]:
            marks[name] = score, value, who, number

    for name, seat in seats.items():
        total = seat["totals"][-1]
        mark("best_total", -sign * total, total, name)
        mark("worst_total", sign * total, total, name)
        if seat["place"] == 1:
            gap, wins = largest_gap(game, seat), wins_up_to(name, upto)
            if gap:
                mark("comeback", gap, gap, name)
            if wins > 1:
                mark("streak", wins, wins, name)
    for number in range(1, len(game["deals"]) + 1):
        for name, seat in seats.items():
            score = seat["points"][number - 1]
            if score is not None:
                mark("best_round", -sign * score, score, name, number)
                mark("worst_round", sign * score, score, name, number)
    if lead_changes(game):
        mark("lead_changes", lead_changes(game), lead_changes(game), None)
    return marks


def wins_up_to(name: str, games: list[Facts]) -> int:
    current = 0
    for game in games:
        if name in placed(game):
            current = current + 1 if placed(game)[name]["place"] == 1 else 0
    return current


ORDER = ("best_total", "comeback", "streak", "lead_changes", "worst_total", "worst_round",
         "best_round")  # fmt: skip


def stands(games: list[Facts]) -> list[tuple[Any, ...]]:
    """How each game of a kind compared with those before: what, who, value, since, nth, among."""
    return [stand(games[:at], game, games[: at + 1]) for at, game in enumerate(games)]


def stand(before: list[Facts], game: Facts, upto: list[Facts]) -> tuple[Any, ...]:
    held, now = records(before), records(upto)
    for name in ORDER:
        if name in held and held[name] != now[name]:
            return name, now[name]["player"], now[name]["value"], None, 1, 1
    if game["early"]:
        name, seat = first_winner(game)
        return "early", name, seat["totals"][-1], None, 1, 1
    best: tuple[Any, ...] | None = None
    longest = 2
    for name, seat in placed(game).items():
        mine = [other for other in before if name in placed(other) and not other["early"]]
        own = game["sign"] * seat["totals"][-1]
        as_good = [
            at
            for at, other in enumerate(mine)
            if game["sign"] * placed(other)[name]["totals"][-1] <= own
        ]
        worse = len(mine) - 1 - as_good[-1] if as_good else len(mine)
        if worse > longest:
            since = mine[as_good[-1]]["date"] if as_good else None
            longest, best = worse, ("own best", name, seat["totals"][-1], since, 1, 1)
    if best:
        return best
    won = [winning(other) for other in upto if not other["early"]]
    first, seat = first_winner(game)
    nth = 1 + sum(other < won[-1] for other in won)
    return "winner", first, seat["totals"][-1], None, nth, len(won)


def first_winner(game: Facts) -> tuple[str, Facts]:
    return next((name, seat) for name, seat in placed(game).items() if seat["place"] == 1)


def winning(game: Facts) -> int:
    """The total of the winner who sits first, with a sign that makes smaller better."""
    points: int = game["sign"] * first_winner(game)[1]["totals"][-1]
    return points
