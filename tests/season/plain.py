"""The second counting of a season: slow and plain, from what ``tomllib`` reads of each ledger.

It shares nothing with the program but the words of the answer. Ledgers hold numbers alone here,
and every name is written as its person is, or joined by ``same``.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

Facts = dict[str, Any]


def count_season(texts: Mapping[str, str], same: Mapping[str, str] | None = None) -> Facts:
    """What ``stats --json`` says of these ledgers, by file name; without records and evenings."""
    games, left_out = [], []
    for file in sorted(texts, key=lambda file: number_key(file.removesuffix(".toml"))):
        try:
            document = tomllib.loads(texts[file])
        except tomllib.TOMLDecodeError:
            left_out.append({"file": file, "because": "broken"})
            continue
        reason = why_not(document)
        if reason:
            left_out.append({"file": file, "because": reason})
        else:
            games.append(evening(file, document, same or {}))
    games.sort(key=lambda game: game["date"])  # stable: within a day by file name
    spelled = spellings(games, same or {})
    kinds: dict[str, list[Facts]] = {}
    for game in games:
        game["people"] = {spelled[key(name)]: seat for name, seat in game["people"].items()}
        kinds.setdefault(game["kind"], []).append(game)
    return {
        "games": len(games),
        "left_out": left_out,
        "players": in_order([compared(name, games) for name in everybody(games)]),
        "kinds": {
            kind: {
                "games": len(some),
                "lead_changes": sum(lead_changes(game) for game in some),
                "players": in_order(
                    [{**compared(n, some), **besides(n, some)} for n in everybody(some)]
                ),
            }
            for kind, some in kinds.items()
        },
        "head_to_head": head_to_head(games),
    }


def number_key(name: str) -> list[tuple[int, str]]:
    """Numbers as numbers: ``friday-2`` stands before ``friday-10``."""
    return [(int(p), "") if p.isdigit() else (-1, p) for p in re.findall(r"\d+|\D+", name)]


def key(name: str) -> str:
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFC", name)).casefold()
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).strip()


def spellings(games: list[Facts], same: Mapping[str, str]) -> dict[str, str]:
    """How each person is written: as ``same`` has it, else the commonest, else the newest."""
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


# ── one evening ──────────────────────────────────────────────────────────────────────────


def counting_rounds(document: Facts) -> list[Facts]:
    blocks = document.get("rounds", [])
    return [block for block in blocks if "misdeal" not in block and not block.get("bonus")]


def has_cards(document: Facts) -> bool:
    return isinstance(document["rules"].get("rounds", []), list)


def points(block: Facts, name: str) -> int | None:
    scores: dict[str, int] = block.get("scores", {})
    return scores.get(name)


def is_there(player: Facts, number: int, block: Facts) -> bool:
    seated = player.get("joined", 1) <= number <= player.get("left", 10_000)
    return seated and player["name"] not in block.get("absent", [])


def total(document: Facts, player: Facts, upto: int) -> int:
    name: str = player["name"]
    result: int = player.get("start", 0)
    for block in counting_rounds(document)[:upto]:
        result += points(block, name) or 0
        result += block.get("adjust", {}).get(name, 0)
    return result


def all_played(document: Facts) -> bool:
    blocks, rules = counting_rounds(document), document["rules"]
    for number, block in enumerate(blocks, start=1):
        for player in document["players"]:
            if is_there(player, number, block) and points(block, player["name"]) is None:
                return False
    last = len(rules["rounds"]) if has_cards(document) else rules["rounds"]
    if blocks and last and len(blocks) >= last:
        return True
    totals = [total(document, player, len(blocks)) for player in document["players"]]
    target = rules.get("target", 0)
    return bool(blocks) and bool(target) and max(totals) >= target


def has_place(document: Facts, player: Facts) -> bool:
    name, blocks, rules = player["name"], counting_rounds(document), document["rules"]
    for number, block in enumerate(blocks, start=1):
        agreed = name in block.get("adjust", {}) and name in block.get("absent", [])
        early = number < player.get("joined", 1) and "start" in player
        if points(block, name) is None and not agreed and not early:
            return False
    last = len(rules["rounds"]) if has_cards(document) else rules["rounds"]
    needed = min(last or 10_000, len(blocks) + 1)
    return bool(blocks) and player.get("left", 10_000) >= needed


def sign(document: Facts) -> int:
    return 1 if document["rules"].get("winner", "low") == "low" else -1


def place_by(values: Mapping[str, int]) -> dict[str, int]:
    return {
        name: 1 + sum(other < value for other in values.values()) for name, value in values.items()
    }


def places(document: Facts) -> dict[str, int]:
    """The places of those who have one; bonus rounds part those who share the first."""
    last = len(counting_rounds(document))
    result = place_by(
        {
            player["name"]: sign(document) * total(document, player, last)
            for player in document["players"]
            if has_place(document, player)
        }
    )
    tied = [name for name, place in result.items() if place == 1]
    for block in document.get("rounds", []):
        if block.get("bonus") and "misdeal" not in block:
            played = {name: points(block, name) for name in tied}
            if tied and None not in played.values():
                result |= place_by({name: sign(document) * (p or 0) for name, p in played.items()})
                tied = [name for name in tied if result[name] == 1]
    return result


def why_not(document: Facts) -> str | None:
    facts, found = document["game"], places(document)
    firsts = [name for name, place in found.items() if place == 1]
    tied = document["rules"].get("ties", "shared") == "bonus-round" and len(firsts) > 1
    if "finished" not in facts and not (all_played(document) and not tied):
        return "not finished"
    if facts.get("put_away"):
        return "put away"
    if not firsts:
        return "nobody won"
    return "played alone" if len(document["players"]) < 2 else None


def evening(file: str, document: Facts, same: Mapping[str, str]) -> Facts:
    blocks, found = counting_rounds(document), places(document)
    people = {}
    for player in document["players"]:
        name = player["name"]
        person = name
        for written, target in same.items():
            where, colon, who = written.partition(": ")
            if key(who if colon else written) == key(name) and (not colon or where == file):
                person = target
                if colon:
                    break  # what is said of one evening goes first
        outs = [block.get("out", []) for block in blocks]
        people[person] = {
            "place": found.get(name),
            "joined": player.get("joined", 1),
            "points": [points(block, name) for block in blocks],
            "totals": [total(document, player, upto) for upto in range(len(blocks) + 1)],
            "out": [name in ([out] if isinstance(out, str) else out) for out in outs],
        }
    label = document["rules"].get("game", "three-thirteen")
    specs = document["rules"]["rounds"] if has_cards(document) else []
    return {
        "file": file,
        "date": str(document["game"]["date"]),
        "kind": label if has_cards(document) else document["game"]["title"].lower(),
        "sign": sign(document),
        "deals": [specs[i]["deal"] if i < len(specs) else None for i in range(len(blocks))],
        "people": people,
    }


# ── figures ──────────────────────────────────────────────────────────────────────────────


def everybody(games: list[Facts]) -> list[str]:
    return sorted({name for game in games for name in game["people"]})


def placed(game: Facts) -> dict[str, Facts]:
    return {name: seat for name, seat in game["people"].items() if seat["place"] is not None}


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
    mine = [game for game in games if name in placed(game)]
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


def largest_gap(game: Facts, winner: Facts) -> int:
    gaps = [0]
    for number in range(winner["joined"], len(game["deals"]) + 1):
        there = [seat for seat in placed(game).values() if seat["joined"] <= number]
        best = min(game["sign"] * seat["totals"][number - 1] for seat in there)
        gaps.append(game["sign"] * winner["totals"][number - 1] - best)
    return max(gaps)


def lead_changes(game: Facts) -> int:
    alone = []
    for number in range(1, len(game["deals"]) + 1):
        totals = {
            name: game["sign"] * seat["totals"][number]
            for name, seat in placed(game).items()
            if seat["joined"] <= number + 1
        }
        front = [name for name, points in totals.items() if points == min(totals.values())]
        if len(front) == 1:
            alone += front
    return sum(alone[i] != alone[i + 1] for i in range(len(alone) - 1))


def head_to_head(games: list[Facts]) -> list[Facts]:
    names = [facts["player"] for facts in in_order([compared(n, games) for n in everybody(games)])]
    rows = []
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            both = [
                (placed(game)[one]["place"], placed(game)[other]["place"])
                for game in games
                if {one, other} <= set(placed(game))
            ]
            if both:
                rows.append(
                    {
                        "players": [one, other],
                        "games": len(both),
                        "ahead": [sum(a < b for a, b in both), sum(b < a for a, b in both)],
                        "level": sum(a == b for a, b in both),
                    }
                )
    return rows
