"""A plain count from what ``tomllib`` reads in one ledger: places, points, gaps."""

import unicodedata
from collections.abc import Mapping
from typing import Any

Facts = dict[str, Any]


def key(name: str) -> str:
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFC", name)).casefold()
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).strip()


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


def rounds_planned(document: Facts) -> int:
    rounds = document["rules"]["rounds"]
    return len(rounds) if has_cards(document) else int(rounds)


def is_played_out(document: Facts) -> bool:
    blocks, last = counting_rounds(document), rounds_planned(document)
    if blocks and last and len(blocks) >= last:
        return True
    totals = [total(document, player, len(blocks)) for player in document["players"]]
    target = document["rules"].get("target", 0)
    return bool(blocks) and bool(target) and max(totals) >= target


def is_early(document: Facts) -> bool:
    has_end = rounds_planned(document) or document["rules"].get("target", 0)
    return bool("finished" in document["game"] and has_end and not is_played_out(document))


def all_played(document: Facts) -> bool:
    for number, block in enumerate(counting_rounds(document), start=1):
        for player in document["players"]:
            if is_there(player, number, block) and points(block, player["name"]) is None:
                return False
    return is_played_out(document)


def has_place(document: Facts, player: Facts) -> bool:
    name, blocks = player["name"], counting_rounds(document)
    for number, block in enumerate(blocks, start=1):
        agreed = name in block.get("adjust", {}) and name in block.get("absent", [])
        early = number < player.get("joined", 1) and "start" in player
        if points(block, name) is None and not agreed and not early:
            return False
    needed = min(rounds_planned(document) or 10_000, len(blocks) + 1)
    return bool(blocks) and player.get("left", 10_000) >= needed


def sign(document: Facts) -> int:
    return 1 if document["rules"].get("winner", "low") == "low" else -1


def place_by(values: Mapping[str, int]) -> dict[str, int]:
    return {
        name: 1 + sum(other < value for other in values.values()) for name, value in values.items()
    }


def places(document: Facts) -> dict[str, int]:
    """The places of those who have one; bonus rounds decide a shared first place."""
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
    specs = document["rules"]["rounds"] if has_cards(document) else []
    return {
        "file": file,
        "date": str(document["game"]["date"]),
        "kind": kind(document),
        "early": is_early(document),
        "sign": sign(document),
        "deals": [specs[i]["deal"] if i < len(specs) else None for i in range(len(blocks))],
        "people": people,
    }


def kind(document: Facts) -> str:
    """The label, and what differs from Three Thirteen or from points."""
    rules = document["rules"]
    label = rules["game"] if has_cards(document) else document["game"]["title"].lower()
    rounds, usual = rounds_planned(document), 11 if has_cards(document) else 0
    found = [label]
    found += ["winner=high"] if rules["winner"] == "high" else []
    found += [f"target={rules['target']}"] if rules["target"] else []
    found += [f"rounds={rounds}"] if rounds != usual else []
    return " ".join(found)


def placed(game: Facts) -> dict[str, Facts]:
    return {name: seat for name, seat in game["people"].items() if seat["place"] is not None}


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
