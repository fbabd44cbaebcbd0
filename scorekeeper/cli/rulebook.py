"""The players, the rules and the round that a command line names, for a game or for a question."""

import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from scorekeeper import games, store
from scorekeeper.cards import JOKER, MOST_CARDS, Card, parse_cards, rank_called, rank_label
from scorekeeper.cli.options import AtHand, Decks, GameName, RoundName, Rule, Variation, Wild
from scorekeeper.errors import (
    SK,
    CardError,
    FileError,
    PlayerError,
    RoundError,
    RulesError,
    ScorekeeperError,
    UsageError,
    called,
    count,
    listed,
    printable,
    quoted,
    refuse_bytes,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.people import folded, near_names
from scorekeeper.ledger.rounds import PHRASES, bonus_asked, find_round, round_name, round_subject
from scorekeeper.ledger.standings import next_round
from scorekeeper.ledger.written import MOST_PLAYERS, Round
from scorekeeper.render.words import person
from scorekeeper.rules import KEYS, RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import check_cards_in_pack, refuse_large_deals, refuse_too_many
from scorekeeper.rules.rule_keys import read_rank
from scorekeeper.rules.variations import variation_called, variations_of, vary
from scorekeeper.store import evenings
from scorekeeper.terminal import error_facts, on_terminal, talk
from scorekeeper.terminal.answer import Answer
from scorekeeper.terminal.choose import find_ledger, is_there_a_ledger, load, today
from scorekeeper.terminal.command_words import WORDS, as_said


def game_named(name: str) -> RuleSet:
    """The game with this name, or of a TOML file if the name has a ``/`` or ends in ``.toml``."""
    if "/" not in name and not name.endswith(".toml"):
        return games.game_called(name)
    path = Path(name)
    if not store.is_there(path):
        problem = f"there is no file {printable(str(path))}"
        raise FileError(problem, remedy="check the name of your rules")
    text = store.read_text(path)
    if evenings.looks_like_game(path):
        return store.load(path).game.rules_now
    return games.read_game(text, str(path))


def game_among(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The game named in a list of players, if any, and the other words."""
    found, others = games.games_among(words)
    if len(set(found)) > 1:
        problem = f"you named more than one game: {listed(dict.fromkeys(found))}"
        remedy = "name one; if a player is called that, name the game with --game"
        raise UsageError(problem, remedy=remedy)
    return (found[0] if found else None), others


def game_to_play(name: str) -> RuleSet:
    """The same for a game to score; RulesError if only its hands can be judged."""
    rules = game_named(name)
    refuse_unscored(rules)
    return rules


def varied(
    rules: RuleSet,
    settings: Sequence[str] | None,
    variations: Sequence[str] | None,
    decks: int | None,
) -> RuleSet:
    """``rules`` changed by ``--rule``, ``--variation`` and ``--decks``."""
    values = read_settings(settings or ())
    if decks is not None:
        if "decks" in values:
            problem = "--decks and --rule decks mean the same"
            raise UsageError(problem, remedy="choose one of the two")
        values["decks"] = decks
    return vary(rules, values, variations or ())


def read_settings(settings: Sequence[str]) -> dict[str, Any]:
    """The values of ``KEY=VALUE`` words; RulesError for any other word."""
    values: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            problem = f"{quoted(setting)} isn't a rule"
            raise RulesError(problem, remedy="write KEY=VALUE, like --rule jokers=2")
        values[key.strip()] = _value(key.strip(), value.strip())
    return values


def switches_typed(words: Sequence[str], rules: RuleSet) -> tuple[list[str], dict[str, Any]]:
    """The variations and the rules in words like ``one-natural jokers=2``.

    Two words may be one name: aces high. RulesError for a word that is neither.
    """
    named = [word for word in words if "=" not in word]
    together = called(" ".join(named), {name: [name] for name in variations_of(rules)})
    named = [together] if together else [variation_called(word, rules) for word in named]
    return named, read_settings([word for word in words if "=" in word])


def _value(key: str, text: str) -> Any:
    """The value of a rule: as TOML reads it, or the bare word if only that is valid.

    TOML would read the ranks 345678 as a number.
    """

    def is_valid(value: object) -> bool:
        try:
            KEYS[key].metadata["read"](key, value)
        except (KeyError, RulesError):
            return False
        return True

    try:
        value = tomllib.loads(f"value = {text}")["value"] if len(text) <= 2_000 else text
    except (ValueError, RecursionError):
        return text
    return value if is_valid(value) or not is_valid(text) else text


def rank_typed(typed: str, *, joker: bool, what: str = "--wild") -> str:
    """The wild rank typed: ``7``, ``7s``, ``sevens``, or a ``joker`` if one may be drawn.

    RulesError for anything else; it names ``what`` can't have that value.
    """
    if joker and typed.casefold() in ("jk", "joker"):
        return JOKER.rank
    try:
        return rank_called(typed) or read_rank(what, typed.removesuffix("s") or typed)
    except RulesError as error:
        other = "a joker" if joker else "none"
        problem = f"{what} cannot be {quoted(typed)}"
        raise RulesError(problem, remedy=f"{error.advice}, or {other}") from error


def refuse_unscored(rules: RuleSet) -> None:
    """Raise RulesError for rules that can judge hands, but not keep score."""
    if rules.unscored is not None:
        problem = f"{rules.unscored} is for two players, where one scores the difference"
        raise RulesError(problem, remedy=f"leave {rules.unscored} out, or play gin")


def refuse_seats(rules: RuleSet, count: int) -> None:
    """Raise PlayerError if this many can't play the game, RulesError if nobody can."""
    refuse_unscored(rules)
    refuse_large_deals(rules)
    least, most = rules.players[0], rules.players[1] or MOST_PLAYERS
    if count < least:
        problem = f"{rules.title} needs at least {least} players, not {count}"
        raise PlayerError(problem, remedy="name all players, clockwise")
    if count > most:
        problem = f"{rules.title} is for at most {most} players, not {count}"
        remedy = "name the two who play" if most == 2 else "play at two tables"
        raise PlayerError(problem, remedy=remedy)
    decks = rules.decks_for(count)
    cards = len(rules.pack) * decks
    needed = rules.cards_needed(count)
    if needed > cards:
        packs = -(-needed // len(rules.pack))
        raise PlayerError(
            f"{count} players need {needed} cards in the largest round, and"
            f" {decks} {'pack has' if decks == 1 else 'packs have'} {cards}",
            remedy=f"play with {packs} packs: --decks {packs}",
        )


def enough_packs(rules: RuleSet, count: int) -> RuleSet:
    """``rules`` with enough packs for this many players; PlayerError if it isn't for this many."""
    if rules.plays_cards and rules.players[0] <= count <= (rules.players[1] or MOST_PLAYERS):
        needed = -(-rules.cards_needed(count) // len(rules.pack))
        if needed > rules.decks_for(count):
            rules = rules.replace(decks=needed)
    refuse_seats(rules, count)
    return rules


# ── a question about cards ───────────────────────────────────────────────────────────────────


Result = TypeVar("Result")


@dataclass(eq=False, repr=False, kw_only=True)
class Question:
    """The rules for a question: those of the game at hand, with what the options change.

    ``game`` is the ledger's game if one is at hand, and ``notes`` are remarks on the size of the
    hand. ``rules`` are those that apply now.
    """

    round_typed: RoundName = None
    wild: Wild = None
    game_name: GameName = None
    rule: Rule = None
    variation: Variation = None
    decks: Decks = None
    at: AtHand
    game: Game | None = field(init=False, default=None)
    where: str = field(init=False, default="")
    rules: RuleSet = field(init=False)
    _varied: dict[RuleSet, RuleSet] = field(init=False)
    notes: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        if self.game_name is not None and self.at.named is not None:
            raise UsageError("you named two games: --game and -f", remedy="choose one of the two")
        if self.game_name is None and is_there_a_ledger(self.at):
            self.game, _, path = load(find_ledger(self.at, "to judge"))
            self.where = str(path)
            if not self.game.rules.plays_cards and self.wild is None and not self.rule:
                problem = f"{quoted(self.game.title)} has no cards to count"
                raise UsageError(
                    problem, remedy="ask about another game, like --game three-thirteen"
                )
        base = self.game.rules_now if self.game else game_named(self.game_name or "three-thirteen")
        held = self.game.all_rules if self.game else (base,)
        options = (self.rule, self.variation, self.decks)
        self.decks = self.decks or read_settings(self.rule or ()).get("decks")
        self.decks = self.decks or (self.game or base).decks
        # A remedy uses only cards that the packs in play have.
        packs = {"decks": self.decks} if self.decks else {}
        self._varied = {rules: varied(rules, *options).replace(**packs) for rules in held}
        self.rules = self._varied[base]
        if self.round_typed is not None and self.wild is not None and not self.rules.draws:
            raise UsageError("--round and --wild can't be combined", remedy="choose one of the two")

    @property
    def heading(self) -> list[str]:
        """The title of the game at hand, if answers begin with it."""
        return self.at.title(self.game) if self.game else []

    def round_for(self, cards: Sequence[Card], *, drawn: int, gone: int = 0) -> RoundRules:
        """The round for ``cards``, with ``drawn`` more cards than were dealt; notes say which.

        In the rounds of the game at hand, ``gone`` of these may be on the discard pile already.
        Raises RoundError if nothing tells the round, CardError for cards that the game doesn't
        have.
        """
        self.notes = []
        _refuse_too_many(cards, MOST_CARDS + drawn)
        rules = self._round_of(len(cards), drawn, gone)
        self.check(cards, rules)
        return rules

    def _round_of(self, size: int, drawn: int, gone: int) -> RoundRules:
        """The round for this many cards, as ``round_for`` describes it."""
        named = self._named()
        if named is not None:
            return self._with_note(named, size, drawn, gone) if self.round_typed else named
        if self.game is not None and self.rules.specs:
            found = self._at_hand or [self.numbered(1)]
            fits = (rules for rules in found if _fits(rules, size, drawn, gone))
            return self._with_note(next(fits, found[0]), size, drawn, gone)
        for rules in self._rounds:
            # If there is only one round, one card fewer means that the discard is gone.
            if _fits(rules, size, drawn, gone if len(self._rounds) == 1 else 0):
                return rules
        if self.rules.draws:  # the rank is given, so any number of cards will do
            return self._with_note(self.numbered(1), size, drawn, gone)
        title = printable(self.rules.title)
        draw = "after the draw " if drawn else ""
        if len(self._rounds) == 1:
            held = (self._rounds[0].deal or 0) + drawn
            or_less = f", or {held - gone} when the discard is gone" if gone else ""
            problem = f"{draw}no hand of {title} has {count(size, 'card')}"
            raise RoundError(problem, remedy=f"type all {held} cards{or_less}")
        problem = f"{draw}no round of {title} has {count(size, 'card')}"
        problem = problem if self.rules.specs else f"{title} deals no cards"
        raise RoundError(problem, remedy="give --round or --wild")

    def in_hand(self) -> RoundRules:
        """The rules for a single meld, whatever its size: those of the current round.

        When the game is over they are the last round's; without a game only a drawn rank is wild.
        """
        found = self._named() or next(iter(self._at_hand), None)
        return found or (self.numbered(1) if self.rules.draws else self.rules.wild_only(None))

    def check(self, cards: Sequence[Card], rules: RoundRules) -> None:
        """Raise CardError for cards that the game or its packs can't hold, or for too many."""
        _refuse_too_many(cards, MOST_CARDS + 1)
        check_cards_in_pack(cards, rules)
        if self.decks:
            refuse_too_many(cards, rules, self.decks)

    def numbered(self, number: int) -> RoundRules:
        """The rules of a round, which this game may not have, with the rank drawn for it."""
        held = self._varied[self.game.rules_in(number)] if self.game else self.rules
        round_ = self._on_sheet(number)
        wild = self._drawn(round_.wild) if self.rules.draws else None
        return held.round(number, wild, round_.knock)

    def _drawn(self, known: str | None) -> str | None:
        """The rank that ``--wild`` gives, or else the ``known`` one; UsageError without either."""
        if self.wild is not None:
            return self._rank(self.wild)
        if known is None:
            title = printable(self.rules.title)
            problem = f"the wild rank of {title} is drawn, but nobody has typed it"
            here = f"{SK}wild 7; for one question " if self.game else ""
            remedy = f"say which it is, like {here}--wild 7, or --wild none"
            raise UsageError(problem, remedy=remedy)
        return known

    def _bonus(self) -> RoundRules:
        """The bonus round at hand, or that on the sheet."""
        if not self.rules.draws or self.game is None:
            return self.rules.bonus()
        bonus = [round_ for round_ in self.game.rounds if round_.bonus and round_.misdeal is None]
        known = self.game.next_wild or (bonus[-1].wild if bonus else None)
        return self.rules.bonus(self._drawn(known))

    def _on_sheet(self, number: int) -> Round:
        """What the sheet says of a round of the game at hand, or what is known before it is played.

        For later rounds the rank drawn last applies, and no card is turned up.
        """
        if self.game is None:
            return Round()
        rounds = (*self.game.played, self.game.coming())
        return rounds[number - 1] if number <= len(rounds) else Round(wild=self.game.next_wild)

    def lacks_upcard(self, number: int) -> bool:
        """Whether what a knock may leave depends on an upcard that isn't known."""
        return self.rules.upcard_knock and self._on_sheet(number).knock is None

    def _named(self) -> RoundRules | None:
        """The round that ``--round`` names, or that ``--wild`` makes; None without them.

        One of many lines may have a round besides ``--wild``.
        """
        typed = self.round_typed
        if typed is None:
            has_rank = self.wild is not None and not self.rules.draws
            return self.rules.wild_only(self._rank(self.wild or "")) if has_rank else None
        if bonus_asked(typed) is not None and self.rules.specs:
            return self._bonus()
        if typed.strip().casefold() == "last" and self._last:
            return self._last
        return self.numbered(find_round(self.rules, typed, self._last_number))

    def _rank(self, typed: str) -> str | None:
        """The wild rank that is typed, ``none`` for no wild rank; a drawn joker means aces."""
        is_none = typed.casefold() == "none"
        return None if is_none else rank_typed(typed, joker=self.rules.draws)

    @property
    def _rounds(self) -> list[RoundRules]:
        """Every round with a number."""
        return [self.numbered(number) for number in range(1, len(self.rules.specs) + 1)]

    @property
    def _at_hand(self) -> list[RoundRules]:
        """The round being played in the game at hand, and the one before, if they exist."""
        card = next_round(self.game) if self.game else None
        found = [self._last] if self._last else []
        is_dealt = card and (card.number is None or self.rules.spec(card.number))
        if card and is_dealt and self.rules.specs:
            found.insert(0, self.numbered(card.number) if card.number else self._bonus())
        return found

    @property
    def _last(self) -> RoundRules | None:
        """The last round on the sheet of the game at hand; None if there is none to go by."""
        rounds = self.game.rounds if self.game else ()
        written = [round_ for round_ in rounds if round_.misdeal is None]
        if not written or not self.rules.specs:
            return None
        is_told = self.wild is not None or self._on_sheet(self._last_number).wild is not None
        if self.rules.draws and not (is_told or written[-1].bonus):
            return None
        return self._bonus() if written[-1].bonus else self.numbered(self._last_number)

    @property
    def _last_number(self) -> int:
        """The number of the last numbered round, 0 without any."""
        last = self.rules.last_round or inf
        return int(min(len(self.game.played), last)) if self.game else 0

    def _with_note(self, rules: RoundRules, size: int, drawn: int, gone: int) -> RoundRules:
        """The round that was asked for; if the size doesn't fit, a note says which round would."""
        if _fits(rules, size, drawn, gone):
            return rules
        name = round_subject(self.rules, rules.number) if rules.number else "the bonus round"
        note = f"{count(size, 'card')}, but {name} has {(rules.deal or 0) + drawn}"
        typed = self.round_typed or ""
        for number, meant in enumerate(self._rounds if typed.isdigit() else (), start=1):
            named = meant.wild is not None and rank_label(meant.wild) == typed
            if named and _fits(meant, size, drawn, gone):
                note += f"; for {round_name(self.rules, number)}, type --round {typed}s"
                break
        self.notes.append(note)
        return rules


def hand_typed(text: str) -> tuple[Card, ...]:
    """The cards of a hand; CardError for anything else, and for no cards at all."""
    cards = parse_cards(text)
    if not cards:
        raise CardError("no card was given", remedy="type the hand, like 5h 6h 7h kd")
    return cards


def _refuse_too_many(cards: Sequence[Card], most: int) -> None:
    if len(cards) > most:
        problem = f"a hand can't have {len(cards)} cards"
        raise CardError(problem, remedy=f"type one hand, of {most} cards at most")


def _fits(rules: RoundRules, size: int, drawn: int, gone: int) -> bool:
    """Whether this many cards fit a round, when some may be ``gone`` already."""
    held = (rules.deal or 0) + drawn
    return held - gone <= size <= held


def about_cards(command: Callable[..., Result]) -> Callable[..., Result]:
    """``command``, with its ``question`` made from the options that choose the rules.

    Typer reads the options of a command from its signature.
    """
    asked = signature(Question).parameters

    @wraps(command)
    def with_options(**given: Any) -> Result:
        return command(question=Question(**{name: given.pop(name) for name in asked}), **given)

    shown = [
        parameter.replace(kind=Parameter.KEYWORD_ONLY)
        for name, own in signature(command).parameters.items()
        for parameter in (asked.values() if name == "question" else [own])
    ]
    vars(with_options)["__signature__"] = Signature(shown)
    with_options.__annotations__ = {each.name: each.annotation for each in shown}
    return with_options


# ── many questions at once ───────────────────────────────────────────────────────────────────


def answer_lines(question: Question, answer: Callable[[str], Answer]) -> Iterator[Answer]:
    """Answer the questions on stdin line by line; each may begin with ``ROUND: ``.

    Blank lines and comments get no answer; an object says which ``line`` it answers. The exit code
    is 2 if a line couldn't be read, whatever the other answers are.
    """
    fixed = question.round_typed
    for number, raw in enumerate(sys.stdin, start=1):
        line = raw.removeprefix("\ufeff").strip()  # some pipes begin with a byte order mark
        if not line or line.startswith("#"):
            continue
        before, colon, behind = line.partition(":")
        question.round_typed, text = (before.strip(), behind) if colon else (fixed, line)
        try:
            refuse_bytes(line)
            found = answer(text)._replace(code=0)
        except ScorekeeperError as error:
            said = f"error: {printable(error.problem)}; {error.advice}"
            found = Answer([said], partial(dict, error=error_facts(error)), 2)
        yield found._replace(facts=partial(_at_line, number, found.facts or dict))


def _at_line(number: int, facts: Callable[[], Any]) -> dict[str, Any]:
    return {**facts(), "line": number}


def past_day(typed: str) -> date:
    """The day typed as ``2025-11-08``, or a word for it; UsageError for a future one."""
    now = today()
    words = {"today": now, "yesterday": now - timedelta(days=1)}
    try:
        day = words.get(typed.casefold()) or date.fromisoformat(typed)
    except ValueError as error:
        remedy = "give year, month and day, like 2025-11-08"
        raise UsageError(f"{quoted(typed)} isn't a date", remedy=remedy) from error
    if day > now:
        raise UsageError(f"{day} is in the future", remedy="give a past date, like 2025-11-08")
    return day


# ── names that may be a slip ─────────────────────────────────────────────────────────────────


def settle_names(names: Sequence[str], before: Sequence[str] = ()) -> None:
    """Ask a person about names that weren't at the table ``before`` and may be a slip.

    The doubtful ones are names that are also words of the program, two that differ by one letter,
    and Max if Uncle Max plays. Off a terminal they are taken as names, and a remark says so.
    UsageError if one isn't a name, or two are one person.
    """
    new = [name for name in names if name not in before]
    words = {*WORDS, "and", "game"}.union(*PHRASES.values())
    remarks = [
        (f"{person(name)} also means something here", False)
        for name in new
        if as_said(name) in words
    ]
    remarks += [
        (f"{person(name)} and {person(other)} differ by one letter", True)
        for name, other in near_names(names)
        if {name, other} & set(new)
    ]
    remarks += [
        (f"{person(name)} was {person(other)} until now", True)
        for name in new
        for other in names
        if other not in new and folded(name) in folded(other).split()
    ]
    for remark, are_two in remarks:
        question = "Are they two people?" if are_two else "Is that somebody's name?"
        if not on_terminal():
            talk(f"{remark}: taken as {'two people' if are_two else 'a player'}")
            continue
        from scorekeeper.terminal.prompt import ask_yes  # few tables are asked

        if not ask_yes(f"{remark}. {question}", usual=are_two):
            raise UsageError(remark, remedy="type the names again")
