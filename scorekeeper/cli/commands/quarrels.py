"""The commands that settle a dispute: a claim to go out, the least deadwood, one meld, a paper pad.

Each loads only what judges it, the referee or the solver.
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from scorekeeper.cards import (
    MOST_CARDS,
    Card,
    are_cards,
    parse_card,
    parse_cards,
    parse_groups,
    rank_label,
    spell,
)
from scorekeeper.cli import commands as options
from scorekeeper.errors import (
    SK,
    CardError,
    PlayerError,
    RoundError,
    ScorekeeperError,
    UsageError,
    count,
    printable,
    quoted,
    refuse_bytes,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import bonus_asked, find_round, round_name, round_subject
from scorekeeper.ledger.rows import explain, row_of, turns_left
from scorekeeper.ledger.standings import next_round
from scorekeeper.ledger.written import Round
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.render.hands import deadwood_lines, meld_answer, verdict_in_a_line, verdict_lines
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import check_cards_in_pack, refuse_too_many
from scorekeeper.rules.rule_keys import rank_typed
from scorekeeper.rules.variations import read_settings, varied
from scorekeeper.terminal import Answer, error_facts, machine
from scorekeeper.terminal.games import find_ledger, game_named, is_there_a_ledger, load

if TYPE_CHECKING:
    from scorekeeper.referee import Verdict
    from scorekeeper.solver import Arrangement


# ── a question about cards ───────────────────────────────────────────────────────────────────

Result = TypeVar("Result")


class UnknownWildError(UsageError):
    """A question whose answer may depend on a wild rank that nobody has typed."""


@dataclass(eq=False, repr=False, kw_only=True)
class Question:
    """The rules for a question: those of the game at hand, as the options change them."""

    round_typed: options.RoundName = None
    wild: options.Wild = None
    game_name: options.GameName = None
    rule: options.Rule = None
    variation: options.Variation = None
    decks: options.Decks = None
    sitting: options.ThisSitting
    game: Game | None = field(init=False, default=None)  # the game at hand
    where: str = field(init=False, default="")  # its file
    rules: RuleSet = field(init=False)  # those that apply now
    _varied: dict[RuleSet, RuleSet] = field(init=False)
    notes: list[str] = field(init=False, default_factory=list)  # about the size of the hand

    def __post_init__(self) -> None:
        if self.game_name is not None and self.sitting.named is not None:
            raise UsageError("you named two games: --game and -f", remedy="choose one of the two")
        if self.game_name is None and is_there_a_ledger(self.sitting):
            self.game, _, path = load(find_ledger(self.sitting, "to judge"))
            self.where = str(path)
            if not self.game.rules.plays_cards and self.wild is None and not self.rule:
                problem = f"{quoted(self.game.title)} has no cards to count"
                remedy = "ask about another game, like --game three-thirteen"
                raise UsageError(problem, remedy=remedy)
        base = self.game.rules_now if self.game else game_named(self.game_name or "three-thirteen")
        all_rules = self.game.all_rules if self.game else (base,)
        changes = (self.rule, self.variation, self.decks)
        decks_set = read_settings(self.rule or ()).get("decks")
        self.decks = self.decks or decks_set or (self.game or base).decks
        # A remedy uses only cards that the packs in play have.
        packs = {"decks": self.decks} if self.decks else {}
        self._varied = {rules: varied(rules, *changes).replace(**packs) for rules in all_rules}
        self.rules = self._varied[base]
        if self.round_typed is not None and self.wild is not None and not self.rules.draws_wild:
            raise UsageError("--round and --wild can't be combined", remedy="choose one of the two")

    @property
    def heading(self) -> list[str]:
        """The title of the game at hand, if answers are to begin with it."""
        return self.sitting.title(self.game) if self.game else []

    def round_for(self, cards: Sequence[Card], *, drawn: int, gone: int = 0) -> RoundRules:
        """The round that ``cards`` are from, ``drawn`` more than dealt; a note if they don't fit.

        ``gone`` of the drawn cards may be on the discard pile already. Raises RoundError if nothing
        says which round it is, CardError for cards that the game doesn't have.
        """
        self.notes = []
        _refuse_too_many(cards, MOST_CARDS + drawn)
        size, possible = len(cards), self._possible_rounds
        rounds = possible or self._every_round
        # If it can be any of several rounds, one card fewer means another round.
        gone = gone if possible or len(rounds) == 1 else 0
        fitting = [rules for rules in rounds if _fits(rules, size, drawn, gone)]
        if not fitting and (possible or self.rules.draws_wild):
            fitting = [rounds[0]]
            self.notes.append(self._misfit(rounds[0], size, drawn, gone))
        if fitting:
            self.check(cards, fitting[0])
            return fitting[0]
        title = printable(self.rules.title)
        after_draw = " after the draw" if drawn else ""
        if len(rounds) == 1:
            full = (rounds[0].deal or 0) + drawn
            or_less = f", or {full - gone} without the discard" if gone else ""
            problem = f"no hand of {title} has {count(size, 'card')}{after_draw}"
            raise RoundError(problem, remedy=f"type all {full} cards{or_less}")
        problem = f"no round of {title} has {count(size, 'card')}{after_draw}"
        problem = problem if rounds else f"{title} deals no cards"
        raise RoundError(problem, remedy="give --round or --wild")

    def _misfit(self, rules: RoundRules, size: int, drawn: int, gone: int) -> str:
        """The note that this many cards don't fit a round, with the round that may be meant."""
        name = round_subject(self.rules, rules.number) if rules.number else "the bonus round"
        note = f"{count(size, 'card')}, but {name} has {(rules.deal or 0) + drawn}"
        typed = self.round_typed or ""
        for number, rules in enumerate(self._every_round if typed.isdigit() else (), start=1):
            is_wild = rules.wild is not None and rank_label(rules.wild) == typed
            if is_wild and _fits(rules, size, drawn, gone):
                return f"{note}; for {round_name(self.rules, number)}, type --round {typed}s"
        return note

    def rules_for_meld(self) -> RoundRules:
        """The rules for a single meld, whatever its size: those of the current or the last round.

        Without a game, only a drawn rank is wild.
        """
        if possible := self._possible_rounds:
            return possible[0]
        return self.round_numbered(1) if self.rules.draws_wild else self.rules.wild_only(None)

    def check(self, cards: Sequence[Card], rules: RoundRules) -> None:
        """Raise CardError for cards that the game or its packs can't hold, or for too many."""
        _refuse_too_many(cards, MOST_CARDS + 1)
        check_cards_in_pack(cards, rules)
        if self.decks:
            refuse_too_many(cards, rules, self.decks)

    def round_numbered(self, number: int) -> RoundRules:
        """The rules of a round, with its drawn rank; RoundError if there is no such round."""
        rules = self._varied[self.game.rules_in(number)] if self.game else self.rules
        round_ = self._on_sheet(number)
        wild = self._wild(round_.wild) if self.rules.draws_wild else None
        return rules.round(number, wild, round_.knock)

    def _wild(self, known: str | None) -> str | None:
        """The rank that ``--wild`` gives, or else the ``known`` one; UsageError without either."""
        if self.wild is not None:  # a joker that is drawn makes aces wild
            is_none = self.wild.casefold() == "none"
            return None if is_none else rank_typed(self.wild, joker=self.rules.draws_wild)
        if known is None:
            problem = "nobody has said which rank was drawn as wild"
            here = f"{SK}wild 7; just this once: " if self.game else ""
            remedy = f"say which it is, like {here}--wild 7, or --wild none"
            raise UnknownWildError(problem, remedy=remedy)
        return known

    def _bonus(self) -> RoundRules:
        """The rules of the bonus round at hand, or of the last one on the sheet."""
        if not self.rules.draws_wild or self.game is None:
            return self.rules.bonus()
        bonus = [round_ for round_ in self.game.rounds if round_.bonus and not round_.is_void]
        known = self.game.next_wild or (bonus[-1].wild if bonus else None)
        return self.rules.bonus(self._wild(known))

    def _on_sheet(self, number: int) -> Round:
        """A round as it is on the sheet, or what is known of a coming one: the rank drawn last."""
        if self.game is None:
            return Round()
        rounds = (*self.game.played, self.game.upcoming_round())
        return rounds[number - 1] if number <= len(rounds) else Round(wild=self.game.next_wild)

    def lacks_upcard(self, number: int) -> bool:
        """Whether what a knock may leave depends on an upcard that isn't known."""
        return self.rules.upcard_knock and self._on_sheet(number).knock is None

    @property
    def _possible_rounds(self) -> list[RoundRules]:
        """The rounds that the question can be about; empty if it can be any.

        They are the one that ``--round`` or else ``--wild`` gives, or else the one being played in
        the game at hand, and the one before it.
        """
        last, typed = self._last, self.round_typed
        if typed is not None:
            if bonus_asked(typed) is not None and self.rules.specs:
                return [self._bonus()]
            if typed.strip().casefold() == "last" and last:
                return [last]
            return [self.round_numbered(find_round(self.rules, typed, self._last_number))]
        if self.wild is not None and not self.rules.draws_wild:
            return [self.rules.wild_only(self._wild(None))]
        if self.game is None or not self.rules.specs:
            return []
        rounds = [last] if last else []
        card = next_round(self.game)
        if card and (card.number is None or self.rules.spec(card.number)):
            rounds.insert(0, self.round_numbered(card.number) if card.number else self._bonus())
        return rounds or [self.round_numbered(1)]

    @property
    def _every_round(self) -> list[RoundRules]:
        """Every round with a number."""
        return [self.round_numbered(number) for number in range(1, len(self.rules.specs) + 1)]

    @property
    def _last(self) -> RoundRules | None:
        """The last round on the sheet of the game at hand; None if there is none to go by."""
        rounds = self.game.rounds if self.game and self.rules.specs else ()
        written = [round_ for round_ in rounds if not round_.is_void]
        if written and written[-1].bonus:
            return self._bonus()
        has_wild = self.wild is not None or self._on_sheet(self._last_number).wild is not None
        is_known = has_wild or not self.rules.draws_wild
        return self.round_numbered(self._last_number) if written and is_known else None

    @property
    def _last_number(self) -> int:
        """The number of the last round that has one; 0 before the first."""
        played = len(self.game.played) if self.game else 0
        return min(played, self.rules.last_round or played)


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
    return rules.deal is None or rules.deal + drawn - gone <= size <= rules.deal + drawn


def about_cards(command: Callable[..., Result]) -> Callable[..., Result]:
    """``command`` with the options that choose the rules in place of its ``question``."""
    added = signature(Question).parameters

    @wraps(command)
    def with_options(**given: Any) -> Result:
        return command(question=Question(**{name: given.pop(name) for name in added}), **given)

    parameters = [  # Typer reads the options of a command from its signature
        parameter.replace(kind=Parameter.KEYWORD_ONLY)
        for name, own in signature(command).parameters.items()
        for parameter in (added.values() if name == "question" else [own])
    ]
    vars(with_options)["__signature__"] = Signature(parameters)
    with_options.__annotations__ = {each.name: each.annotation for each in parameters}
    return with_options


def answer_lines(question: Question, answer: Callable[[str], Answer]) -> Iterator[Answer]:
    """Answer the questions on stdin line by line; each may begin with ``ROUND: ``.

    Blank lines and comments get no answer. The exit code is 2 if a line can't be read, otherwise 0.
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
            reply = answer(text)._replace(code=0)
        except ScorekeeperError as error:
            words = f"error: {printable(error.problem)}; {error.marked_remedy}"
            reply = Answer([words], partial(dict, error=error_facts(error)), 2)
        facts = partial(lambda number, of: {**of(), "line": number}, number, reply.facts or dict)
        yield reply._replace(facts=facts)


# ── a claim to go out ────────────────────────────────────────────────────────────────────────


@about_cards
def verify(
    hand: Annotated[
        list[str] | None,
        options.argument(
            "[WHO=]HAND...", "The cards held after the draw; / between melds.", options.entries
        ),
    ] = None,
    melds: Annotated[
        str | None, options.option("--melds", "A/B", "The melds as they are laid.")
    ] = None,
    discard: Annotated[
        str | None, options.option("--discard", "CARD", "The card to discard.")
    ] = None,
    knock: options.Knock = None,
    upcard: options.Upcard = None,
    *,
    question: Question,
) -> Answer | Iterator[Answer]:
    if knock is not None and not question.rules.has_gin:
        problem = f"nobody knocks in {printable(question.rules.title)}"
        raise UsageError(problem, remedy="leave --knock out, or ask about another game with --game")
    if upcard is not None:
        if not question.rules.uses_upcard:
            problem = f"the card turned up doesn't matter in {printable(question.rules.title)}"
            raise UsageError(problem, remedy="leave --upcard out")
        limit, _ = question.rules.effect_of_upcard(str(parse_card(upcard)))
        knock = limit if knock is None else knock

    def in_a_line(text: str) -> Answer:
        judged = _judge(text, melds, discard, knock, question)
        return Answer([verdict_in_a_line(judged[0])], partial(_facts, *judged))

    if hand == ["-"]:
        return answer_lines(question, in_a_line)
    judged = _judge(" ".join(hand or ()), melds, discard, knock, question)
    code = 0 if judged[0].stands else 1
    return Answer(_verdict_words(question, *judged), partial(_facts, *judged), code)


def _verdict_words(
    question: Question, verdict: "Verdict", player: str | None, turns: tuple[str, ...]
) -> Iterator[str]:
    """A verdict and, if the claim stands, whose turns remain."""
    best = _best(verdict) if not verdict.ways and len(verdict.held) > 1 else None
    yield from question.heading
    # A wrong number of cards is an objection; the round it would fit is worth a line.
    yield from [note for note in question.notes if "type --round" in note]
    game = question.game
    card = next_round(game) if game else None
    # If the round is on the sheet, the next add records another one.
    if card is None or verdict.rules.number not in (None, card.number):
        turns = ()
    yield from verdict_lines(verdict, best, player, turns, game.names if game else ())


def _judge(
    text: str, melds: str | None, discard: str | None, knock: int | None, question: Question
) -> "tuple[Verdict, str | None, tuple[str, ...]]":
    """The verdict on a claim, its player, and whose turns remain after a yes."""
    from scorekeeper.listening.whose_entry import said_in
    from scorekeeper.referee import judge_going_out, laid_out, neighbouring_readings

    game = question.game
    player, cards_text = None, text
    if game and not are_cards(text):
        if "=" in text:
            parse_groups(text.rpartition("=")[2])  # wrong cards are reported first
        named_cards = said_in(text.split(), game, question.rules_for_meld(), question.where)
        player, cards_text = named_cards[0] if len(named_cards) == 1 else (None, text)
    elif "=" in text:
        problem = f"without a game there is no player {quoted(text.partition('=')[0])}"
        raise PlayerError(problem, remedy="leave the name out")
    groups = parse_groups(cards_text)
    discarded = parse_card(discard) if discard is not None else None
    laid: Sequence[tuple[Card, ...]] | None = None
    held = tuple(chain.from_iterable(groups))
    if melds is not None:
        laid = parse_groups(melds)
        held = held or (*chain.from_iterable(laid), *([discarded] if discarded else []))
    else:
        laid, discarded = laid_out(groups, discarded, question.rules_for_meld())
    if not held:
        remedy = f"type the hand, like {SK}verify 567s 9h9d9c kd"
        raise CardError("no card was given", remedy=remedy)
    rules = question.round_for(held, drawn=1, gone=0 if discarded else 1)
    for cards in (*(laid or ()), [discarded] if discarded else []):
        check_cards_in_pack(cards, rules)
    rules = rules if knock is None else replace(rules, knock=knock)
    others = turns_left(player, rules, game) if game and player is not None else ()
    neighbours = neighbouring_readings(question.rules, rules)
    verdict = judge_going_out(held, rules, melds=laid, discard=discarded, neighbours=neighbours)
    if knock is None and verdict.how == "knock" and question.lacks_upcard(rules.number or 1):
        from scorekeeper.ledger.gin import upcard_unknown  # few games have upcards

        raise upcard_unknown()
    return verdict, player, others if verdict.stands and not rules.ends_at_once else ()


def _facts(verdict: "Verdict", player: str | None, turns: tuple[str, ...]) -> dict[str, Any]:
    return machine.verify(verdict, _best(verdict), player, turns)


def _best(verdict: "Verdict") -> "tuple[Card | None, Arrangement]":
    """The best discard and layout; None for the discard if it is already gone."""
    from scorekeeper.solver import best_arrangement, best_discard

    held, rules = verdict.held, verdict.rules
    if len(held) == rules.deal:
        return None, best_arrangement(held, rules)
    return best_discard(held, rules)


# ── deadwood and melds ───────────────────────────────────────────────────────────────────────


@about_cards
def deadwood(
    hand: Annotated[list[str], options.argument("HAND...", "The cards; - reads hands from stdin.")],
    *,
    question: Question,
) -> Answer | Iterator[Answer]:
    if hand == ["-"]:
        return answer_lines(question, lambda text: _deadwood_answer(text, question, in_a_line=True))
    return _deadwood_answer(" ".join(hand), question)


def _deadwood_answer(text: str, question: Question, *, in_a_line: bool = False) -> Answer:
    from scorekeeper.solver import best_arrangement

    cards = hand_typed(text)
    rules = question.round_for(cards, drawn=0)
    best = best_arrangement(cards, rules)
    melds = " / ".join(spell(meld.cards) for meld in best.melds)
    words = [f"{best.points}  {melds} | {spell(best.deadwood)}".rstrip()]
    if not in_a_line:
        words = [*question.heading, *deadwood_lines(best, rules, question.notes)]
    return Answer(words, lambda: machine.deadwood(best, rules))


@about_cards
def meld(
    cards: Annotated[list[str], options.argument("CARDS...", "The cards of one meld.")],
    *,
    question: Question,
) -> Answer:
    text = " ".join(cards)
    if len(parse_groups(text)) > 1:
        raise UsageError("a single meld needs no /", remedy=f"judge a whole hand with {SK}verify")
    group = hand_typed(text)
    try:
        unknown, rules = None, question.rules_for_meld()
    except UnknownWildError as error:
        question.wild, unknown = "none", error
        rules = question.rules_for_meld()
    question.check(group, rules)
    judged = judge_meld(group, rules)
    drawn = (judge_meld(group, replace(rules, wild=rank)) for rank in rules.ranks)
    if unknown and not all(isinstance(each, Meld) for each in (judged, *drawn)):
        raise unknown
    words = [*question.heading, *meld_answer(judged, group, rules, is_drawn=not unknown)]
    code = 0 if isinstance(judged, Meld) else 1
    return Answer(words, lambda: machine.meld_answer(judged, group, rules), code)


def pad(
    totals: Annotated[
        list[str], options.argument("TOTAL... | WHO=TOTAL...", "In seat order.", options.entries)
    ],
    *,
    ledger: options.ToRead,
) -> Answer:
    game = ledger.read()
    if not game.played:
        raise UsageError("no round is on the sheet yet", remedy="record a round first")
    lines, rows = [], []
    for name, written in _paper_totals(game, totals, str(ledger.path)).items():
        total = game.total(name)
        scores = [game.square(n, name).points for n in range(1, len(game.played) + 1)]
        slips = explain(written, total, scores)
        facts_of_slips = [slip._asdict() for slip in slips]
        rows.append({"player": name, "pad": written, "sheet": total, "slips": facts_of_slips})
        if written == total:
            lines.append(f"  {printable(name)} {written} ok")
            continue
        more = f"{abs(written - total)} too {'many' if written > total else 'few'} on the pad"
        lines.append(f"  {printable(name)}  pad {written}, here {total}: {more}.")
        for slip in slips:
            where = f" in {round_subject(game.rules, slip.number)}" if slip.number else ""
            lines.append(f"     {slip.how}{where} would explain it")
        if not slips:
            lines.append("     no single slip explains it")
        by_round = "  ".join("-" if score is None else str(score) for score in scores)
        lines.append(f"     points by round: {by_round}")
    agrees = all(row["pad"] == row["sheet"] for row in rows)
    facts = {"title": game.title, "agrees": agrees, "pad": rows}
    return Answer([*ledger.sitting.title(game), *lines], lambda: facts, 0 if agrees else 1)


def _paper_totals(game: Game, words: list[str], where: str) -> dict[str, int]:
    """The totals on the pad by player, in the order typed."""
    from scorekeeper.listening.whose_entry import said_in

    typed = said_in(words, game, None, where)
    row = row_of(game, len(game.played))
    everybody = game.names if len(typed) == len(game.names) else row.players
    if typed[0].name is None and len(typed) != len(everybody):
        problem = f"{count(len(typed), 'total')} for {count(len(everybody), 'player')}"
        remedy = f"give one for each: {', '.join(map(printable, everybody))}"
        raise UsageError(problem, remedy=remedy)
    totals: dict[str, int] = {}
    for i, (name, total) in enumerate(typed):
        digits = total.strip().replace("−", "-")
        if not re.fullmatch(r"-?\d{1,12}", digits, re.ASCII):
            raise UsageError(f"{quoted(total)} isn't a total", remedy="give numbers, like 51 63 64")
        totals[name or everybody[i]] = int(digits)
    return totals
