"""The rows of an export, counted a second time from the text of a ledger alone.

It asks nothing of the program, so it can only count games without shown hands. House rules, and
whether a game was over, are left out.
"""

import tomllib
from typing import Any


def rows(text: str, file: str) -> list[dict[str, str]]:
    """What each row of the CSV must say, by column."""
    ledger = tomllib.loads(text)
    rules, found = ledger["rules"], []
    people = {player["name"]: player for player in ledger["players"]}
    totals = {name: player.get("start", 0) for name, player in people.items()}
    number, bonus_number = 1, 1
    played = sum(
        "misdeal" not in block and "bonus" not in block for block in ledger.get("rounds", [])
    )
    for block in ledger.get("rounds", []):
        misdeal, bonus = "misdeal" in block, block.get("bonus", False)
        spec = spec_of(rules, number, bonus=bonus)
        for name in people:
            scores, adjust = block.get("scores", {}), block.get("adjust", {}).get(name, 0)
            if name in scores or name in block.get("absent", []):
                after = totals[name]
                if not misdeal and not bonus:
                    after += scores.get(name, 0) + adjust
                found.append(
                    {
                        "file": guarded(file),
                        "title": guarded(ledger["game"]["title"]),
                        "game": guarded(kind_of(ledger)),
                        "date": str(ledger["game"]["date"]),
                        "round": str(bonus_number if bonus else number),
                        "deal": str(spec.get("deal", "")),
                        "wild": spec.get("wild", ""),
                        "player": guarded(name),
                        "points": str(scores.get(name, "")),
                        "source": "typed" if name in scores else "absent",
                        "adjust": str(adjust),
                        "total": str(after),
                        "went_out": "yes" if name in listed(block.get("out")) else "no",
                        "misdeal": "yes" if misdeal else "no",
                        "bonus": "yes" if bonus else "no",
                        "winner": rules.get("winner", "low"),
                        "start": str(people[name].get("start", "")),
                        "after": "left" if people[name].get("left", played + 1) <= played else "",
                    }
                )
        if misdeal:
            continue
        if bonus:
            bonus_number += 1
            continue
        number += 1
        for name in people:
            totals[name] += block.get("scores", {}).get(name, 0)
            totals[name] += block.get("adjust", {}).get(name, 0)
    return found


def spec_of(rules: dict[str, Any], number: int, *, bonus: bool) -> dict[str, Any]:
    """The cards and the wild of a round; nothing if no cards are dealt."""
    if isinstance(rules["rounds"], int):
        return {}
    spec = rules["rounds"][-1] if bonus else rules["rounds"][number - 1]
    found: dict[str, Any] = rules.get("bonus_round", spec) if bonus else spec
    return found


def kind_of(ledger: dict[str, Any]) -> str:
    if isinstance(ledger["rules"]["rounds"], int):
        return str(ledger["game"]["title"]).strip().lower()
    return str(ledger["rules"]["game"])


def listed(out: Any) -> list[str]:
    return [out] if isinstance(out, str) else list(out or [])


def guarded(text: str) -> str:
    found = ""
    for at, letter in enumerate(text):
        bare = text[at:].lstrip("'\"")
        is_first = text[:at] == "" or text[at - 1] in ";\r\n"
        found += "'" * (is_first and bare[:1] in tuple("=+-@\t\r\n＝＋－＠")) + letter
    return found
