"""Under which rules, and in which round, a question about cards is asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any, TypeVar

from scorekeeper.cards import MOST_CARDS, Card, rank_label
from scorekeeper.cli import options
from scorekeeper.cli.choose import find_ledger, is_there_a_ledger
from scorekeeper.cli.counting import load
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.rulebook import game_named, read_settings, varied
from scorekeeper.errors import (
    CardError,
    RoundError,
    RulesError,
    UsageError,
    count,
    printable,
    quoted,
)
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rounds import bonus_asked, find_round, round_name, round_subject
from scorekeeper.ledger.standings import next_round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import refuse_strangers, refuse_too_many
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.rule_values import read_rank

Result = TypeVar("Result")


@dataclass(eq=False, repr=False)
class Question:
    """The rules for a question: the game's, with what the options change.

    ``game`` is the ledger's game where one is at hand. ``round_typed`` and ``wild_typed`` are the
    options as given; ``decks`` are the packs that they name, and ``notes`` what is to be said of
    the size of the hand.
    """

    rules: RuleSet
    at: GameAtHand
    game: Game | None = None
    path: Path | None = None
    round_typed: str | None = None
    wild_typed: str | None = None
    decks: int | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def _current(self) -> RoundRules | None:
        """The round being played in the game at hand; None when it is over or there is none."""
        card = next_round(self.game) if self.game else None
        if card is None or not self.rules.specs or (card.number or 0) > len(self.rules.specs):
            return None
        return self.rules.round(card.number) if card.number else self.rules.bonus()

    @property
    def _last(self) -> RoundRules | None:
        """The round written last in the game at hand, None for none."""
        written = (
            [block for block in self.game.rounds if block.misdeal is None] if self.game else []
        )
        if not written or not self.rules.specs:
            return None
        number = self._last_number
        return self.rules.bonus() if written[-1].bonus or not number else self.rules.round(number)

    @property
    def _last_number(self) -> int:
        """The number of the last round that has one, 0 for none."""
        return min(len(self.game.played), len(self.rules.specs)) if self.game else 0

    def _typed(self, typed: str) -> RoundRules:
        """The round that ``--round`` names."""
        if bonus_asked(typed) is not None and self.rules.specs:
            return self.rules.bonus()
        if typed.strip().casefold() == "last" and self._last:
            return self._last
        return self.rules.round(find_round(self.rules, typed, self._last_number))

    @property
    def heading(self) -> list[str]:
        """The title of the game at hand, where answers begin with it."""
        return [printable(self.game.title)] if self.at.is_titled and self.game else []

    def take(self, cards: Sequence[Card], *, drawn: int, gone: int = 0) -> RoundRules:
        """The round for ``cards``, with ``drawn`` cards more than were dealt; notes say which.

        In the rounds of the game at hand ``gone`` of these may lie on the discard pile already.
        Raises RoundError where nothing tells the round, CardError for cards that the game does
        not hold.
        """
        self.notes = []
        self.check(cards, MOST_CARDS + drawn)
        return self._round(len(cards), drawn, gone)

    def check(self, cards: Sequence[Card], most: int = MOST_CARDS + 1) -> None:
        """Raise CardError for cards that the game, or the packs in play, cannot hold.

        Nor does anybody hold more than ``most``, by default those after a draw.
        """
        if len(cards) > most:
            raise CardError(
                f"{len(cards)} cards are more than anybody holds",
                remedy=f"type one hand, of {most} cards at most",
            )
        refuse_strangers(cards, self.rules)
        decks = self.decks or (self.game.decks if self.game else None)
        if decks:
            refuse_too_many(cards, self.rules, decks)

    def _round(self, count: int, drawn: int, gone: int) -> RoundRules:
        if self.round_typed is not None:  # which a line of many may have beside --wild
            rules = self._typed(self.round_typed)
            self._note_size(rules, count, drawn, gone)
            return rules
        if self.wild_typed is not None:
            return self._by_wild(self.wild_typed)
        at_hand = [rules for rules in (self._current, self._last) if rules]
        for rules in at_hand:
            if _fits(rules, count, drawn, gone):
                return rules
        if self.game is not None and self.rules.specs:
            rules = at_hand[0] if at_hand else self.rules.round(1)
            self._note_size(rules, count, drawn, gone)
            return rules
        for rules in self._rounds:
            if _fits(rules, count, drawn):
                return rules
        raise RoundError(self._no_round_fits(count, drawn), remedy="give --round or --wild")

    def _no_round_fits(self, cards: int, drawn: int) -> str:
        title = printable(self.rules.title)
        if not self.rules.specs:
            return f"{title} deals no cards"
        return f"{'after the draw ' if drawn else ''}no round of {title} has {count(cards, 'card')}"

    @property
    def _rounds(self) -> list[RoundRules]:
        """Every round with a number."""
        return [self.rules.round(number) for number in range(1, len(self.rules.specs) + 1)]

    def _note_size(self, rules: RoundRules, cards: int, drawn: int, gone: int) -> None:
        """Say when the size does not fit the round that was asked for, and which it would fit."""
        if _fits(rules, cards, drawn, gone):
            return
        name = round_subject(self.rules, rules.number) if rules.number else "the bonus round"
        note = f"{count(cards, 'card')}, and {name} has {(rules.deal or 0) + drawn}"
        typed = self.round_typed or ""
        for number, meant in enumerate(self._rounds if typed.isdigit() else (), start=1):
            named = meant.wild is not None and rank_label(meant.wild) == typed
            if named and _fits(meant, cards, drawn, gone):
                note += f"; for {round_name(self.rules, number)}, type --round {typed}s"
                break
        self.notes.append(note)

    def _by_wild(self, typed: str) -> RoundRules:
        """The rules for a bare wild rank, ``none`` for no wild rank."""
        if typed.casefold() == "none":
            return self.rules.wild_only(None)
        try:
            rank = read_rank("--wild", typed.removesuffix("s") or typed)
        except RulesError as error:
            problem = f"--wild cannot be {quoted(typed)}"
            raise RulesError(problem, remedy=f"{error.remedy}, or none") from error
        return self.rules.wild_only(rank)

    def in_hand(self) -> RoundRules:
        """The rules for a single meld, whatever its size: those of the current round.

        When the game is over they are the last round's; without a game nothing is wild.
        """
        if self.wild_typed is not None:
            return self._by_wild(self.wild_typed)
        if self.round_typed is not None:
            return self._typed(self.round_typed)
        return self._current or self._last or self.rules.wild_only(None)


def _fits(rules: RoundRules, cards: int, drawn: int, gone: int = 0) -> bool:
    """Whether so many cards are right in a round, of which some may be ``gone`` already."""
    held = (rules.deal or 0) + drawn
    return held - gone <= cards <= held


def about_cards(command: Callable[..., Result]) -> Callable[..., Result]:
    """``command``, whose ``question`` is made of the options that say by which rules it is asked.

    Typer reads the options of a command from its signature.
    """
    of_question = signature(_asked).parameters

    @wraps(command)
    def with_options(**given: Any) -> Result:
        question = _asked(**{name: given.pop(name) for name in of_question})
        return command(question=question, **given)

    parameters: list[Parameter] = []
    for parameter in signature(command).parameters.values():
        parameters += of_question.values() if parameter.name == "question" else [parameter]
    shown = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in parameters]
    vars(with_options)["__signature__"] = Signature(shown)
    with_options.__annotations__ = {each.name: each.annotation for each in shown}
    return with_options


def _asked(
    round_typed: options.RoundName = None,
    wild: options.Wild = None,
    game: options.GameName = None,
    rule: options.Rule = None,
    variation: options.Variation = None,
    decks: options.Decks = None,
    *,
    at: options.AtHand,
) -> Question:
    """The question that these options ask."""
    if round_typed is not None and wild is not None:
        raise UsageError("--round and --wild say the same twice", remedy="give one of the two")
    if game is not None and at.named is not None:
        raise UsageError("--game and -f name two games", remedy="give one of the two")
    loaded = None
    if game is None and is_there_a_ledger(at):
        loaded = load(find_ledger(at))
    if loaded is not None and not loaded.game.rules.plays_cards and wild is None and not rule:
        raise UsageError(
            f"{quoted(loaded.game.title)} is played without cards that count",
            remedy="ask by another game, like --game three-thirteen",
        )
    base = loaded.game.rules if loaded else game_named(game or "three-thirteen")
    return Question(
        rules=varied(base, rule, variation, decks),
        at=at,
        game=loaded.game if loaded else None,
        path=loaded.path if loaded else None,
        round_typed=round_typed,
        wild_typed=wild,
        decks=decks or read_settings(rule or ()).get("decks"),
    )
