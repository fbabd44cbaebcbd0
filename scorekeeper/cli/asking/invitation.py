"""The questions before an evening: who plays, what, by which house rules, and who deals.

What there was last time is offered first, and Enter takes it.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from scorekeeper import games
from scorekeeper.cards import plural_of
from scorekeeper.cli.asking.prompt import ask, ask_yes, number_of
from scorekeeper.cli.command_words import split_words
from scorekeeper.cli.output import talk
from scorekeeper.cli.rulebook import enough_packs
from scorekeeper.errors import RulesError, UsageError, quoted
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import check_names, find_player, folded
from scorekeeper.ledger.rounds import wild_label
from scorekeeper.render.rules import in_short, variation_words
from scorekeeper.render.words import people
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.variations import vary


class Evening(NamedTuple):
    """What was agreed: names in seat order, the rules, who deals first (None for lots), and when.

    ``played`` is the day of an evening of the past, None for today.
    """

    names: tuple[str, ...]
    rules: RuleSet
    dealer: str | None
    played: date | None


def ask_evening(
    last: Game | None, rules: RuleSet | None, dealer: str | None, played: date | None
) -> Evening:
    """All that a new game needs, asked one after the other.

    ``last`` is the game of the last time; ``rules`` and ``dealer`` are not asked for where they
    are given. Before the names may stand the day of an evening of the past.
    """
    names, day = _ask_names(last)
    played = day or played
    if rules is None:
        rules = last.rules if last and not names else _ask_rules(last, len(names))
    names = names or _seated(last)
    rules = _with_packs(rules, len(names))
    if rules.dealer == "passes" and dealer is None:
        dealer = _ask_dealer(names)
    return Evening(names, rules, dealer, played)


def _seated(last: Game | None) -> tuple[str, ...]:
    """Who would play on, had the game of the last time another round."""
    return last.seated(len(last.played) + 1) if last else ()


def _offer(question: str, choices: Iterable[str]) -> None:
    """Show what can be chosen by number."""
    lines = (f"  {number}  {words}" for number, words in enumerate(choices, start=1))
    talk(["", question, *lines])


# ── who ──────────────────────────────────────────────────────────────────────────────────


def past_day(typed: str) -> date:
    """The day that is typed as ``2025-11-08``, or ``yesterday``; UsageError for one to come."""
    today = date.today()
    try:
        is_yesterday = typed.casefold() == "yesterday"
        day = today - timedelta(days=1) if is_yesterday else date.fromisoformat(typed)
    except ValueError as error:
        remedy = "give year, month and day, like 2025-11-08"
        raise UsageError(f"{quoted(typed)} is no day", remedy=remedy) from error
    if day > today:
        raise UsageError(f"{day} is still to come", remedy="give a day of the past")
    return day


def _ask_names(last: Game | None) -> tuple[tuple[str, ...], date | None]:
    """The players clockwise; empty for the same people, seats and rules as last time.

    And the day that somebody has typed before them, if any.
    """
    question = "names: "
    if last is None:
        talk("Who plays? Clockwise, like  Ann, Bo, Uncle Cy")
    else:
        day = f", {last.date:%A} {last.date.day} {last.date:%B}" if last.date.year > 1 else ""
        talk(
            [
                f"Last time{day}: {people(_seated(last))}.",
                f"  {in_short(last.rules, _own(last.rules))}",
                "Played already? The day first, like 2025-11-08.",
                "Who plays?   [Enter] the same people, seats and rules",
            ]
        )
        question = "or names, clockwise, like  Ann, Bo, Uncle Cy: "

    played = None

    def names(answer: str) -> tuple[str, ...] | None:
        nonlocal played
        if re.fullmatch(r"\d{4}-\d\d?-\d\d?|yesterday", answer, re.IGNORECASE):
            played = past_day(answer)
            talk(f"  {played:%A} {played.day} {played:%B %Y}")
            return None
        same = not answer and last is not None
        return () if same else check_names(_names_in(answer)) or None

    return ask(question, names), played


def _names_in(answer: str) -> list[str]:
    """The names in a line, between commas if there are any; of ``Bo and Cy`` it is asked."""
    if "," not in answer:
        return [word for word in split_words(answer) if word.casefold() != "and"]
    names: list[str] = []
    for part in filter(None, map(str.strip, answer.split(","))):
        apart = [name for name in re.split(r"(?:^|\s)and\s+", part, flags=re.IGNORECASE) if name]
        is_one = len(apart) > 1 and not ask_yes(f"  Is {quoted(part)} more than one person?")
        names += [part] if is_one else apart
    return names


# ── what ─────────────────────────────────────────────────────────────────────────────────


def _ask_rules(last: Game | None, count: int) -> RuleSet:
    """The rules of last time, or a game chosen by number or name and its house rules.

    The game is one that so many can play.
    """
    usual = RuleSet().game
    known = [usual, *(name for name in games.names() if name != usual)]
    _offer("Which game?", (in_short(games.game(name)) for name in known))
    first = "as last time" if last else games.game(usual).title

    def rules(answer: str) -> RuleSet | None:
        if last is not None and not answer:
            # As many packs as the game itself says, whoever played it last time.
            own = _own(last.rules) or last.rules
            return _with_packs(last.rules.replace(decks=own.decks), count)
        chosen = _named(answer, known) if answer else usual
        return _ask_house_rules(_with_packs(games.game(chosen), count)) if chosen else None

    hint = f"  a number from 1 to {len(known)}, please"
    return ask(f"[Enter] {first}   or a number: ", rules, hint)


def _own(rules: RuleSet) -> RuleSet | None:
    """The game as it is without house rules, where it came with the program."""
    return games.game(rules.game) if rules.game in games.names() else None


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
    _offer("House rules?", (words for _, words in offered))

    def varied(answer: str) -> RuleSet | None:
        numbers = [number_of(word, len(offered)) for word in answer.replace(",", " ").split()]
        try:
            keys = [offered[number - 1][0] for number in numbers if number]
            return vary(rules, {}, keys) if all(numbers) else None
        except RulesError as error:
            raise RulesError("these do not go together", remedy="choose one of them") from error

    hint = f"  numbers from 1 to {len(offered)}, please"
    chosen = ask("[Enter] none   or numbers, like 1 3: ", varied, hint)
    return _ask_what_follows(rules, chosen)


def _ask_what_follows(rules: RuleSet, chosen: RuleSet) -> RuleSet:
    """``chosen`` with the answer to the question that a choice leaves open.

    Where wilds in a meld are limited, tables differ on a wild card in its own place.
    """
    limited = chosen.wild_limit != "any" and chosen.wild_limit != rules.wild_limit
    wilds = [spec.wild for spec in rules.specs if spec.wild]
    if not limited or chosen.wild_as_rank or not wilds:
        return chosen
    wild = "7" if "7" in wilds else wilds[0]
    name = plural_of(wild)
    question = f"Are three {wild_label(wild)} in the {name} round a set of {name}?"
    return chosen.replace(wild_as_rank=ask_yes(question, usual=False))


# ── who deals ────────────────────────────────────────────────────────────────────────────


def _ask_dealer(names: tuple[str, ...]) -> str | None:
    """Who deals first; None for lots."""
    question = "Who deals first?   [Enter] draw lots   or a name: "
    return ask(question, lambda answer: answer and find_player(answer, names, "this game")) or None
