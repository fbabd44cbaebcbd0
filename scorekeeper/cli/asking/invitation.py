"""The questions before an evening: who plays, what, by which house rules, and who deals.

What there was last time is offered first, and Enter takes it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper import games
from scorekeeper.cards import plural_of
from scorekeeper.cli.asking.prompt import ask_yes, number_of, read_answer, refuse
from scorekeeper.cli.command_words import split_words
from scorekeeper.cli.output import talk
from scorekeeper.cli.rulebook import enough_packs
from scorekeeper.errors import RulesError, ScorekeeperError, quoted
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import check_names, find_player, folded
from scorekeeper.ledger.rounds import wild_label
from scorekeeper.render.rules import in_short, variation_words
from scorekeeper.render.words import people
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.variations import vary


class Evening(NamedTuple):
    """What was agreed: names in seat order, the rules, and who deals first, None for lots."""

    names: tuple[str, ...]
    rules: RuleSet
    dealer: str | None


def ask_evening(last: Game | None, rules: RuleSet | None, dealer: str | None) -> Evening:
    """All that a new game needs, asked one after the other.

    ``last`` is the game of the last time; ``rules`` and ``dealer`` are not asked for where they
    are given.
    """
    names = _ask_names(last)
    if rules is None:
        rules = last.rules if last and not names else _ask_rules(last, len(names))
    names = names or _seated(last)
    rules = _with_packs(rules, len(names))
    if rules.dealer == "passes" and dealer is None:
        dealer = _ask_dealer(names)
    return Evening(names, rules, dealer)


def _seated(last: Game | None) -> tuple[str, ...]:
    """Who would play on, had the game of the last time another round."""
    return last.seated(len(last.played) + 1) if last else ()


# ── who ──────────────────────────────────────────────────────────────────────────────────


def _ask_names(last: Game | None) -> tuple[str, ...]:
    """The players clockwise; empty for the same people, seats and rules as last time."""
    question = "names: "
    if last is None:
        talk("Who plays? Clockwise, like  Ann, Bo, Uncle Cy")
    else:
        day = f", {last.date:%A} {last.date.day} {last.date:%B}" if last.date.year > 1 else ""
        talk(
            [
                f"Last time{day}: {people(_seated(last))}.",
                f"  {in_short(last.rules, _own(last.rules))}",
                "Who plays?   [Enter] the same people, seats and rules",
            ]
        )
        question = "or names, clockwise, like  Ann, Bo, Uncle Cy: "
    while True:
        answer = read_answer(question)
        if not answer and last is not None:
            return ()
        try:
            names = check_names(_names_in(answer))
        except ScorekeeperError as error:
            refuse(error)
            continue
        if names:
            return names


def _names_in(answer: str) -> list[str]:
    """The names in a line, between commas if there are any; of ``Bo and Cy`` it is asked."""
    if "," not in answer:
        return [word for word in split_words(answer) if word.casefold() != "and"]
    names: list[str] = []
    for one in filter(None, map(str.strip, answer.split(","))):
        apart = [name for name in re.split(r"(?:^|\s)and\s+", one, flags=re.IGNORECASE) if name]
        is_one = len(apart) > 1 and not ask_yes(f"  Is {quoted(one)} more than one person?")
        names += [one] if is_one else apart
    return names


# ── what ─────────────────────────────────────────────────────────────────────────────────


def _ask_rules(last: Game | None, count: int) -> RuleSet:
    """The rules of last time, or a game chosen by number or name and its house rules.

    The game is one that so many can play.
    """
    usual = RuleSet().game
    known = [usual, *(name for name in games.names() if name != usual)]
    talk(["", "Which game?"])
    for number, name in enumerate(known, start=1):
        talk(f"  {number}  {in_short(games.game(name))}")
    first = "as last time" if last else games.game(usual).title
    while True:
        answer = read_answer(f"[Enter] {first}   or a number: ")
        chosen = _named(answer, known) if answer else usual
        if chosen is None:
            talk(f"  a number from 1 to {len(known)}, please")
            continue
        try:
            if last is not None and not answer:
                return _with_packs(_for_any_table(last.rules), count)
            return _ask_house_rules(_with_packs(games.game(chosen), count))
        except ScorekeeperError as error:
            refuse(error)


def _own(rules: RuleSet) -> RuleSet | None:
    """The game as it is without house rules, where it came with the program."""
    return games.game(rules.game) if rules.game in games.names() else None


def _for_any_table(rules: RuleSet) -> RuleSet:
    """``rules`` with as many packs as the game itself says, whoever played it last time."""
    own = _own(rules)
    return rules.replace(decks=own.decks) if own else rules


def _named(answer: str, known: Sequence[str]) -> str | None:
    """The game that a number or the beginning of a name means."""
    number = number_of(answer, len(known))
    if number:
        return known[number - 1]
    begun = [name for name in known if name.startswith(folded(answer).replace(" ", "-"))]
    return begun[0] if len(begun) == 1 else None


def _with_packs(rules: RuleSet, count: int) -> RuleSet:
    """``rules`` with as many packs as so many players need."""
    enough = enough_packs(rules, count)
    if enough != rules:
        talk(f"  {count} players need {enough.decks} packs")
    return enough


# ── how ──────────────────────────────────────────────────────────────────────────────────


def _ask_house_rules(rules: RuleSet) -> RuleSet:
    """``rules`` with the house rules that are chosen by number, and what follows from them."""
    offered = variation_words(rules)
    if not offered:
        return rules
    talk(["", "House rules?"])
    for number, (_, words) in enumerate(offered, start=1):
        talk(f"  {number}  {words}")
    while True:
        answer = read_answer("[Enter] none   or numbers, like 1 3: ")
        typed = answer.replace(",", " ").split()
        numbers = [found for one in typed if (found := number_of(one, len(offered)))]
        if len(numbers) < len(typed):
            talk(f"  numbers from 1 to {len(offered)}, please")
            continue
        try:
            chosen = vary(rules, {}, [offered[one - 1][0] for one in numbers])
        except RulesError:
            talk(["  these do not go together", "    try: choose one of them"])
            continue
        return _ask_what_follows(rules, chosen)


def _ask_what_follows(rules: RuleSet, chosen: RuleSet) -> RuleSet:
    """``chosen`` with the answer to the question that a choice leaves open.

    Where wilds in a meld are limited, tables differ on a wild card in its own place.
    """
    limited = chosen.wild_limit != "any" and chosen.wild_limit != rules.wild_limit
    if not limited or chosen.wild_as_rank:
        return chosen
    wilds = [spec.wild for spec in rules.specs if spec.wild]
    if not wilds:
        return chosen
    wild = "7" if "7" in wilds else wilds[0]
    three, name = f"three {wild_label(wild)}", plural_of(wild)
    question = f"Are {three} in the {name} round a set of {name}?   [Enter] no   [y] yes: "
    while True:
        answer = read_answer(question).lower()
        if answer in ("", "n", "no", "y", "yes"):
            return chosen.replace(wild_as_rank=answer in ("y", "yes"))


# ── who deals ────────────────────────────────────────────────────────────────────────────


def _ask_dealer(names: tuple[str, ...]) -> str | None:
    """Who deals first; None for lots."""
    while True:
        answer = read_answer("Who deals first?   [Enter] draw lots   or a name: ")
        try:
            return find_player(answer, names, "this game") if answer else None
        except ScorekeeperError as error:
            refuse(error)
