"""An evening of Three Thirteen in short: four phones around the table, and its ledger."""

import random
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from scorekeeper import best_arrangement, game, load_ledger, parse_cards
from scorekeeper.cards import Card
from tests.effort import is_long
from tests.program import RULES as RULES_TEXT
from tests.program import ledger, seeded
from tests.serve.people import Phone, serving

NUMBERS, CARDS = ("Ann", "Zoë"), ("Bo", "Uncle Cy")
PLAYERS = ("Ann", "Bo", "Uncle Cy", "Zoë")
DEALS = {"3": 3, "6": 6, **({"K": 13, "4": 4} if is_long() else {})}
RULES = game("three-thirteen").replace(rounds=[{"deal": n, "wild": w} for w, n in DEALS.items()])
OUT = ("Ann", "Bo", "Zoë", "Uncle Cy")

CLAIM = parse_cards("7s 8s 9s 5h 5d 6c")
"""The sixes are wild: with these Bo goes out in the second round, and has a king to discard."""


class Dealt(NamedTuple):
    """A round as it is played: who goes out, what the others hold, and what that costs them."""

    number: int
    out: str
    hands: dict[str, tuple[Card, ...]]
    points: dict[str, int]


def dealt(number: int, chance: random.Random) -> Dealt:
    """A round dealt from two packs, with what each of the others has left over."""
    rules = RULES.round(number)
    out = OUT[number - 1]
    packs = [card for card in rules.pack * 2 if card not in (*CLAIM, Card("K", "H"))]
    chance.shuffle(packs)
    hands = {name: tuple(packs.pop() for _ in range(rules.deal or 0)) for name in PLAYERS}
    points = {name: best_arrangement(hand, rules).points for name, hand in hands.items()}
    return Dealt(number, out, hands, {**points, out: 0})


def play(phones: dict[str, Phone], played: Dealt) -> None:
    """Everybody enters a round on their own phone, the one who is out first."""
    rules = RULES.round(played.number)
    first = phones[played.out]
    first.taps("I went out")
    if played.number == 2:
        first.picks([*CLAIM, Card("K", "H")], rules.wild)
        first.sees("#counted", "6 of 6 in melds, and the discard")
        first.taps("Show everybody")
        for phone in phones.values():
            phone.sees(
                "#claim", "Yes. Bo goes out.", "run", "set", "Last turns: Uncle Cy, Zoë and Ann"
            )
    else:
        first.taps("Everybody saw my cards")
    first.sees("#sent", "You went out.")
    for name, phone in phones.items():
        if name != played.out and name in NUMBERS:
            phone.enters(played.points[name])
            phone.sees("#sent", f"{played.points[name]} point")
        elif name != played.out:
            phone.taps("Cards")
            phone.picks(list(played.hands[name]), rules.wild)
            phone.taps("Ready")
            phone.sees("#sent", f"{played.points[name]} point")


def test_four_phones_play_an_evening_and_the_ledger_is_right(
    browser: Browser, tmp_path: Path
) -> None:
    rounds = ", ".join(f'{{ deal = {cards}, wild = "{wild}" }}' for wild, cards in DEALS.items())
    text = ledger(
        players=PLAYERS, title="Friday at ours", rules=f"{RULES_TEXT}rounds = [{rounds}]\n"
    )
    path = seeded(tmp_path / "friday.toml", text)
    chance = random.Random(313)
    evening = [dealt(number, chance) for number in range(1, 1 + len(DEALS))]
    with ExitStack() as house:
        served = house.enter_context(serving(path))
        # By its name the page is no secure context, as on a phone in the Wi-Fi.
        url = served.url.replace("127.0.0.1", socket.gethostname())
        phones = {name: house.enter_context(Phone(browser, url)).sits(name) for name in PLAYERS}
        screen = house.enter_context(Phone(browser, f"{url}/tv"))
        assert not any(phone.page.evaluate("isSecureContext") for phone in phones.values())
        for played in evening:
            for phone in phones.values():
                phone.sees("#round", f"Round {played.number} of {len(DEALS)}")
            play(phones, played)
            screen.sees("#in", "Everybody is in")
            served.types("")
        for phone in [*phones.values(), screen]:
            phone.sees("#standings", "Final standings")
            phone.sees("#round", "win")
            phone.sees_no("#pad")

    at_the_end = load_ledger(path)
    for played, round_ in zip(evening, at_the_end.rounds, strict=True):
        found = {name: at_the_end.points(played.number, round_, name) or 0 for name in PLAYERS}
        assert found == played.points
        assert round_.out == (played.out,)
        for name in set(CARDS) - {played.out}:
            assert sorted(parse_cards(round_.hands[name])) == sorted(played.hands[name])
    assert sorted(parse_cards(at_the_end.rounds[1].hands["Bo"])) == sorted(CLAIM)
