"""A second count of a season: slow and plain, from what ``tomllib`` reads in each ledger.

It shares only the words of the answer with the program. Ledgers here hold only numbers, and every
name is spelled as its person is, or joined by ``same``.
"""

import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.tools.plain_evenings import (
    Facts,
    evening,
    key,
    largest_gap,
    lead_changes,
    placed,
    why_not,
)
from tests.tools.plain_records import records, stands


def count_season(texts: Mapping[str, str], same: Mapping[str, str] | None = None) -> Facts:
    """What ``stats --json`` says about these ledgers, by file name; the highlights are facts."""
    games, left_out, everyone = [], [], []
    for file in sorted(texts, key=lambda file: number_key(file.removesuffix(".toml"))):
        try:
            document = tomllib.loads(texts[file])
        except tomllib.TOMLDecodeError:
            left_out.append({"file": file, "because": "broken"})
            continue
        reason = why_not(document)
        everyone.append(evening(file, document, same or {}))
        if reason:
            left_out.append({"file": file, "because": reason})
        else:
            games.append(everyone[-1])
    for some in (games, everyone):
        some.sort(key=lambda game: game["date"])  # stable: within a day by file name
    spelled = spellings(everyone, same or {})
    kinds: dict[str, list[Facts]] = {}
    for game in games:
        game["people"] = {spelled[key(name)]: seat for name, seat in game["people"].items()}
        kinds.setdefault(game["kind"], []).append(game)
    rows = {kind: iter(stands(some)) for kind, some in kinds.items()}
    return {
        "stands": [(game["file"], *next(rows[game["kind"]])) for game in games],
        "games": len(games),
        "left_out": left_out,
        "players": in_order([compared(name, games) for name in everybody(games)]),
        "kinds": {
            kind: {
                "games": len(some),
                "ended_early": sum(game["early"] for game in some),
                "lead_changes": sum(lead_changes(game) for game in some),
                "players": in_order(
                    [{**compared(n, some), **besides(n, some)} for n in everybody(some)]
                ),
                "records": records(some),
            }
            for kind, some in kinds.items()
        },
        "head_to_head": head_to_head(games),
        "rivals": rivals(games),
    }


def number_key(name: str) -> list[tuple[int, str]]:
    """Numbers as numbers: ``friday-2`` comes before ``friday-10``."""
    return [(int(p), "") if p.isdigit() else (-1, p) for p in re.findall(r"\d+|\D+", name)]


def spellings(games: list[Facts], same: Mapping[str, str]) -> dict[str, str]:
    """How each person is spelled: as ``same`` says, else the commonest, else the newest way."""
    seen: dict[str, list[str]] = {}
    for game in games:
        for name in game["people"]:
            seen.setdefault(key(name), []).append(name)
    found = {}
    for person, names in seen.items():
        most = max(names.count(name) for name in names)
        found[person] = [name for name in names if names.count(name) == most][-1]
    for target in same.values():
        found[key(target)] = target
    return found


# ── figures ──────────────────────────────────────────────────────────────────────────────


def everybody(games: list[Facts]) -> list[str]:
    return sorted({name for game in games for name in game["people"]})


def mean(values: list[Any], digits: int = 2) -> float | None:
    if not values:
        return None
    return round(float(sum(map(Fraction, values)) / len(values)), digits)


def compared(name: str, games: list[Facts]) -> Facts:
    mine = [game for game in games if name in placed(game)]
    found = [placed(game)[name]["place"] for game in mine]
    first = [[p["place"] for p in placed(game).values()].count(1) for game in mine]
    won = [place == 1 for place in found]
    beaten = []
    for game, own in zip(mine, found, strict=True):
        others = [seat["place"] for who, seat in placed(game).items() if who != name]
        if others:
            behind = sum(place > own for place in others)
            level = sum(place == own for place in others)
            beaten.append(100 * (behind + Fraction(level, 2)) / len(others))
    longest = current = 0
    for win in won:
        current = current + 1 if win else 0
        longest = max(longest, current)
    chance = sum((Fraction(1, len(placed(game))) for game in mine), Fraction(0))
    return {
        "player": name,
        "games": len(mine),
        "wins": sum(won),
        "shared": sum(win and many > 1 for win, many in zip(won, first, strict=True)),
        "win_rate": mean([int(win) for win in won], 4),
        "expected_wins": round(float(chance), 2),
        "place_mean": mean(found),
        "beaten": mean(beaten),
        "streak": {"longest": longest, "current": current},
        "form": found[-5:],
        "left": sum(name in game["people"] and name not in placed(game) for game in games),
    }


def in_order(players: list[Facts]) -> list[Facts]:
    """By wins, then ``beaten``, then name."""

    def place(facts: Facts) -> Any:
        beaten = facts["beaten"]
        return (-facts["wins"], 1 if beaten is None else -beaten, key(facts["player"]))

    return sorted(players, key=place)


def besides(name: str, games: list[Facts]) -> Facts:
    mine = [game for game in games if name in placed(game) and not game["early"]]
    totals, scores, gaps = [], [], []
    by_deal: dict[int, list[tuple[int, bool]]] = {}
    went_out = 0
    for game in mine:
        seat = placed(game)[name]
        totals.append((game["sign"] * seat["totals"][-1], seat["totals"][-1], game))
        rounds = zip(seat["points"], seat["out"], game["deals"], strict=True)
        for score, out, deal in rounds:
            if score is not None:
                scores.append((game["sign"] * score, score))
                went_out += out
                if deal is not None:
                    by_deal.setdefault(deal, []).append((score, out))
        if seat["place"] == 1:
            gaps.append(largest_gap(game, seat))
    has_deals = any(deal is not None for game in games for deal in game["deals"])
    best = min(totals, key=lambda row: row[0], default=None)
    worst = max(totals, key=lambda row: row[0], default=None)
    return {
        "total_mean": mean([total for _, total, _ in totals]),
        "best_total": best and best_of(best),
        "worst_total": worst and best_of(worst),
        "rounds": len(scores),
        "round_mean": mean([score for _, score in scores]),
        "best_round": min(scores)[1] if scores else None,
        "worst_round": max(scores)[1] if scores else None,
        "went_out": went_out if has_deals else None,
        "went_out_rate": round(went_out / len(scores), 4) if has_deals and scores else None,
        "deals": [
            {
                "deal": deal,
                "rounds": len(rows),
                "mean": mean([score for score, _ in rows]),
                "went_out": sum(out for _, out in rows),
            }
            for deal, rows in sorted(by_deal.items())
        ],
        "comeback": max(gaps, default=None),
    }


def best_of(row: tuple[int, int, Facts]) -> Facts:
    return {"total": row[1], "file": row[2]["file"], "date": row[2]["date"]}


def head_to_head(games: list[Facts]) -> list[Facts]:
    names = [facts["player"] for facts in in_order([compared(n, games) for n in everybody(games)])]
    rows = []
    for i, player in enumerate(names):
        for other in names[i + 1 :]:
            both = [
                (placed(game)[player]["place"], placed(game)[other]["place"])
                for game in games
                if {player, other} <= set(placed(game))
            ]
            if both:
                rows.append(
                    {
                        "players": [player, other],
                        "games": len(both),
                        "ahead": [sum(a < b for a, b in both), sum(b < a for a, b in both)],
                        "level": sum(a == b for a, b in both),
                    }
                )
    return rows


def rivals(games: list[Facts]) -> list[Facts]:
    """Who was ahead of each player in the largest share of three or more games together."""
    names = [facts["player"] for facts in in_order([compared(n, games) for n in everybody(games)])]
    rows = []
    for player in names:
        behind: dict[str, list[bool]] = {}
        for game in filter(lambda game: player in placed(game), games):
            for other, seat in placed(game).items():
                if other != player:
                    is_ahead = seat["place"] < placed(game)[player]["place"]
                    behind.setdefault(other, []).append(is_ahead)
        met = {name: told for name, told in behind.items() if len(told) >= 3 and any(told)}
        if met:
            most = max((share(told), len(told)) for told in met.values())
            first = [n for n in names if n in met and (share(met[n]), len(met[n])) == most]
            ahead = sum(met[first[0]])
            rows.append({"player": player, "rivals": first, "ahead": ahead, "games": most[1]})
    return rows


def share(told: list[bool]) -> Fraction:
    return Fraction(sum(told), len(told))
