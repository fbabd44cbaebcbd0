"""The questions before an evening: who plays, what, by which house rules, and who deals.

Last time's choice is offered first, and Enter takes it.
"""

import re
from datetime import date
from typing import NamedTuple

from scorekeeper import games
from scorekeeper.cards import plural_of
from scorekeeper.errors import PlayerError, RulesError, did_you_mean, listed, printable
from scorekeeper.games import game_among
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import check_names, find_player, is_whole_name, people, wild_label
from scorekeeper.render.rules import in_short, offered_variations
from scorekeeper.rules import RuleSet
from scorekeeper.rules.packs import enough_packs
from scorekeeper.rules.variations import vary
from scorekeeper.terminal import talk
from scorekeeper.terminal.command_words import names_in, number_of, split_words, yes_or_no
from scorekeeper.terminal.games import past_day, settle_names, today
from scorekeeper.terminal.prompt import ask, ask_yes, numbered


class Agreed(NamedTuple):
    """What was agreed for an evening."""

    names: tuple[str, ...]  # in seat order
    rules: RuleSet | None
    dealer: str | None  # of the first round, None to draw lots
    played: date | None  # None for today


def ask_evening(
    last: Game | None, rules: RuleSet | None, dealer: str | None, played: date | None
) -> Agreed:
    """Ask what is agreed for a new game, starting with who plays, clockwise.

    ``last`` is the game that Enter repeats, with its people and seats. ``rules`` and ``dealer``
    aren't asked for if they are given. Each answer asks the next question, so that ``back`` leads
    to the one before; after a past day, this asks for the names of that evening.
    """
    seated = last.at_the_table(len(last.played) + 1) if last else ()
    settled: list[str] = []
    question, head = "names: ", ["Who plays? Clockwise, like  Ann, Bo, Uncle Cy"]
    answers = [
        "the names in seat order: Ann, Uncle Max, Bo and Zoe",
        'put a name with "and" in it in quotes: "Mum and Dad", Cy',
        "already played? type the date first, like 2025-11-08",
    ]
    if last is not None:
        question = "or names, clockwise, like  Ann, Bo, Uncle Cy: "
        head = _last_time(last, seated, rules)
        answers = [f"Enter: the same {_same(rules)}", *answers]

    def evening(answer: str) -> Agreed | None:
        # A name like 1.11.2025 is probably a date in another notation.
        if re.fullmatch(r"\d+([-./]\d*)+|today|yesterday", answer, re.IGNORECASE):
            day = past_day(answer)
            talk(f"  {day:%A} {day.day} {day:%B %Y}")
            return ask_evening(last, rules, dealer, day)
        words = split_words(answer)
        named, words = game_among(words) if rules is None else (None, words)
        known = games.game(named) if named else rules
        if known and named and not words:  # the game first, and then the names
            talk(f"  {known.title}")
            return ask_evening(last, known, dealer, played)
        if last is not None and not answer:
            names, known = seated, rules or last.rules
        else:
            names = check_names(names_in(words))
            settle_names(names, (*seated, *settled))
            settled[:] = names  # so that nobody is asked about them again
            if len(names) == 1:
                names = _ask_who_else(names)
        if not names:
            return None
        game_rules = _with_packs(known, len(names)) if known else None
        return _ask_game(last, Agreed(names, game_rules, dealer, played))

    return ask(question, evening, answers, head=head)


def _last_time(last: Game, seated: tuple[str, ...], rules: RuleSet | None) -> list[str]:
    """Who played last time, what they played unless ``rules`` are given, and how to repeat it."""
    when = f", {last.date:%A} {last.date.day} {last.date:%B}" if last.date else ""
    when = ", today" if last.date == today() else when
    played = in_short(last.rules, games.without_house_rules(last.rules))
    return [
        f"Last time{when}: {people(seated)}.",
        *([] if rules else [f"  {played}"]),
        "Already played? Type the date first, like 2025-11-08.",
        f"Who plays?   [Enter] the same {_same(rules)}",
    ]


def _same(rules: RuleSet | None) -> str:
    """What Enter repeats from last time; not the rules if ``rules`` are given."""
    return "people and seats" if rules else "people, seats and rules"


def _ask_who_else(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names and those that follow, if somebody types one name per line; Enter ends the list."""

    def seated(answer: str) -> tuple[str, ...]:
        if not answer:
            return names
        everybody = check_names((*names, *names_in(split_words(answer))))
        settle_names(everybody, names)
        return _ask_who_else(everybody)

    answers = ["the next name clockwise, or several", "Enter: that's all"]
    return ask("and who else?   [Enter] that's all: ", seated, answers)


def _ask_game(last: Game | None, agreed: Agreed) -> Agreed:
    """Ask for a game by number or name, or last time's, and then what follows from it."""
    if agreed.rules is not None:
        return _ask_dealer(agreed, agreed.rules)
    usual, count = RuleSet().game, len(agreed.names)
    known = [usual, *(name for name in games.names() if name != usual)]
    titles = [games.game(name).title for name in known]
    first = "as last time" if last else titles[0]

    def evening(answer: str) -> Agreed | None:
        answer = "" if yes_or_no(answer) else answer
        if last is not None and not answer:
            # As many packs as the game itself says, however many played last time.
            own = games.without_house_rules(last.rules) or last.rules
            return _ask_dealer(agreed, _for_these(last.rules.replace(decks=own.decks), count))
        number = number_of(answer, len(known))
        try:
            chosen = games.game(known[number - 1]) if number else games.game_called(answer or usual)
        except RulesError as error:
            if answer.isdigit():
                return None
            near = did_you_mean(answer, " ".join(titles).split())
            other = "or type a number from the list, or a word of a name; < goes back to who plays"
            remedy = f"Enter plays {first}, {other}"
            raise RulesError(error.problem, remedy=f"{near} {remedy}".lstrip()) from error
        return _ask_house_rules(agreed, _for_these(chosen, count))

    names = listed(titles, "or")
    answers = [f"a number from 1 to {len(known)}, or a word of a name: {names}", f"Enter: {first}"]
    head = ["", "Which game?", *numbered(in_short(games.game(name)) for name in known)]
    return ask(f"[Enter] {first}   or a number: ", evening, answers, head=head)


def _for_these(rules: RuleSet, count: int) -> RuleSet:
    """Like ``_with_packs``, but the error leads back to the names."""
    try:
        return _with_packs(rules, count)
    except PlayerError as error:
        remedy = "choose another game, or go back with < and type who plays"
        raise PlayerError(error.problem, remedy=remedy) from error


def _with_packs(rules: RuleSet, count: int) -> RuleSet:
    """``rules`` with as many packs as this many players need."""
    enough = enough_packs(rules, count)
    if enough != rules:
        talk(f"  {count} players need {enough.decks} packs")
    return enough


def _ask_house_rules(agreed: Agreed, rules: RuleSet) -> Agreed:
    """Ask for the house rules of a game just chosen, and then what follows from them."""
    offered = offered_variations(rules)
    if not offered:
        return _ask_dealer(agreed, rules)

    def evening(answer: str) -> Agreed | None:
        answer = "" if yes_or_no(answer) is False else answer
        numbers = [number_of(word, len(offered)) for word in answer.replace(",", " ").split()]
        if not all(numbers):
            return None
        try:
            chosen = vary(rules, {}, [offered[number - 1][0] for number in numbers if number])
        except RulesError as error:
            raise RulesError("these contradict each other", remedy="choose one of them") from error
        return _ask_dealer(agreed, _ask_what_follows(rules, chosen))

    answers = f"numbers from 1 to {len(offered)}, several like 1 3 · Enter: none"
    head = ["", "House rules?", *numbered(words for _, words in offered)]
    return ask("[Enter] none   or numbers, like 1 3: ", evening, answers, head=head)


def _ask_what_follows(rules: RuleSet, chosen: RuleSet) -> RuleSet:
    """``chosen``, after asking if it limits wilds: tables differ on sets of nothing but wilds."""
    limited = chosen.wild_limit not in ("any", rules.wild_limit)
    wilds = [spec.known_wild for spec in rules.specs if spec.known_wild]
    if not limited or chosen.wild_as_rank or not wilds:
        return chosen
    wild = "7" if "7" in wilds else wilds[0]
    name = plural_of(wild)
    question = f"Are three {wild_label(wild)} in the {name} round a set of {name}?"
    return chosen.replace(wild_as_rank=ask_yes(rules.in_own_words(question), usual=False))


def _ask_dealer(agreed: Agreed, rules: RuleSet) -> Agreed:
    """``agreed`` with these ``rules`` and, after asking, who deals first: None to draw lots."""
    names, agreed = agreed.names, agreed._replace(rules=rules)
    if agreed.dealer is not None or rules.dealer != "passes":
        return agreed

    def evening(answer: str) -> Agreed:
        is_usual = answer.casefold() in ("", "lots", "draw lots") or yes_or_no(answer)
        by_lot = is_usual and not is_whole_name(answer, names)
        dealer = None if by_lot else find_player(answer, names, "the new game")
        return agreed._replace(dealer=dealer)

    answers = f"a name: {listed(map(printable, names), 'or')} · Enter: draw lots"
    return ask("Who deals first?   [Enter] draw lots   or a name: ", evening, answers, names=names)
