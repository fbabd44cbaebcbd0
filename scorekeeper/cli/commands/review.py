"""The commands that look back: what could have been, in an evening or with one hand."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

from scorekeeper import store
from scorekeeper.cards import Card, parse_cards
from scorekeeper.cli import commands as options
from scorekeeper.cli.commands import GameFile, GameName, ToRead, argument, flag, option
from scorekeeper.cli.commands.quarrels import Question, about_cards, hand_typed
from scorekeeper.errors import SK, RoundError, UsageError, count, printable
from scorekeeper.ledger import Game, looking_back
from scorekeeper.ledger.looking_back import AFTERWARDS, OtherRules, refuse_uncountable
from scorekeeper.ledger.names import round_name, round_subject
from scorekeeper.render import Grid
from scorekeeper.render import looking_back as words_for
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import check_cards_in_pack, refuse_too_many, refuse_unscored
from scorekeeper.rules.variations import VARIATIONS, switches_typed, variations_of, vary
from scorekeeper.solver import discards_going_out
from scorekeeper.solver.outs import discards_by_outs
from scorekeeper.solver.outs import outs as outs_of
from scorekeeper.terminal import Answer, with_progress
from scorekeeper.terminal.games import game_named
from scorekeeper.terminal.ledger_at_hand import LedgerAtHand
from scorekeeper.terminal.showing import in_pieces


def review(file: GameFile = None, *, ledger: ToRead) -> Answer:
    game = ledger.read(file)
    reviews = looking_back.review(game, partial(with_progress, doing="looking at hands"))
    facts = partial(words_for.review_facts, game, str(ledger.path), reviews)
    if not any(review.hands for review in reviews):
        return ledger.answer([*ledger.sitting.title(game), words_for.no_hands_line(game)], facts)
    grid, notes = words_for.review_grid(reviews), words_for.review_notes(reviews)
    return ledger.answer(_table(ledger, game, grid, notes), facts)


def rescore(
    words: Annotated[
        list[str] | None,
        argument("[FILE] [KEY=VALUE|VARIATION...]", "The other rules.", options.switches),
    ] = None,
    game_name: GameName = None,
    each: Annotated[bool, flag("--each", "Try each common house rule, one line each.")] = False,
    *,
    ledger: ToRead,
) -> Answer:
    switches = list(words or ())
    first = switches[0] if switches else ""
    is_rule = first in VARIATIONS or "=" in first or not first
    is_file = first.endswith(".toml") or (not is_rule and (each or store.is_there(Path(first))))
    game = ledger.read(switches.pop(0) if is_file else None)
    refuse_uncountable(game.rules, f"in {printable(game.rules.title)}")
    names_rules = bool(switches) or game_name is not None
    if each and names_rules:
        remedy = "leave the other rules out, or --each"
        raise UsageError("--each tries every rule on its own", remedy=remedy)
    if each:
        return _by_each(ledger, game)
    if not names_rules:
        named = next(iter(variations_of(game.rules)), "wild_limit=one")
        remedy = f"say which, like {SK}rescore {named}; another game goes after --game"
        if not game.rules.plays_cards:
            other = "low" if game.rules.winner == "high" else "high"
            remedy = f"name one, like {SK}rescore winner={other}"
        raise UsageError("rescore needs other rules", remedy=remedy)
    rescored = looking_back.rescore(game, other_rules(game, switches, game_name))
    facts = partial(words_for.rescore_facts, game, str(ledger.path), rescored)
    grid, notes = words_for.rescore_grid(rescored), words_for.rescore_notes(rescored)
    return ledger.answer(_table(ledger, game, grid, notes), facts)


def _by_each(ledger: LedgerAtHand, game: Game) -> Answer:
    """The game under each common house rule in turn; UsageError for a game without cards."""
    ways = looking_back.rescore_each(game, partial(with_progress, doing="trying rules"))
    if not ways:
        problem = f"{printable(game.rules.title)} has no rules about cards to try"
        raise UsageError(problem, remedy=f"name one, like {SK}rescore winner=high")
    lines = [*ledger.sitting.title(game), *words_for.each_lines(game, ways)]
    return ledger.answer(lines, partial(words_for.each_facts, game, str(ledger.path), ways))


def other_rules(game: Game, switches: Sequence[str], game_name: str | None) -> OtherRules:
    """The rules to rescore by; UsageError for rules that change nothing afterwards."""
    base = game.rules if game_name is None else game_named(game_name)
    if base.plays_cards != game.rules.plays_cards:
        problem = "one of the two games has no cards"
        raise UsageError(problem, remedy="rescore with a game of the same kind")
    named, values = switches_typed(switches, base)
    rules = vary(base, values, named)
    refuse_unscored(rules)
    refuse_uncountable(rules, "under these rules")
    keys = {*values, *(key for name in named for key in variations_of(base)[name])}
    if others := [key for key in values if key not in AFTERWARDS]:
        problem = f"{others[0]} makes no difference once the game is over"
        remedy = "give a rule about cards, like wild_limit=one, or winner=high"
        raise UsageError(problem, remedy=remedy)
    return OtherRules(rules, None if game_name else frozenset(keys))


def _table(ledger: LedgerAtHand, game: Game, grid: Grid, notes: Sequence[str]) -> Iterator[str]:
    """A table below the game's title, and the notes on it."""
    yield from [*ledger.sitting.title(game), *in_pieces(grid, 1)]
    yield from ["", *notes] if notes else []


@about_cards
def outs(
    hand: Annotated[list[str], argument("HAND...", "The cards, before the draw or after it.")],
    seen: Annotated[
        list[str] | None, option("--seen", "CARDS", "Cards seen elsewhere; can be repeated.")
    ] = None,
    *,
    question: Question,
) -> Answer:
    cards = hand_typed(" ".join(hand))
    rules = _round(cards, question)
    decks = question.decks
    if not decks:
        problem = "outs doesn't know how many packs are in play"
        raise UsageError(problem, remedy="give --decks, like --decks 2")
    known = (*cards, *parse_cards(" ".join(seen or ())))
    check_cards_in_pack(known, rules)
    refuse_too_many(known, rules, decks)
    unseen = Counter(rules.pack * decks) - Counter(known)
    if len(cards) == rules.deal:
        # Nobody can draw a card if this hand holds every copy.
        rest = Counter(rules.pack * decks) - Counter(cards)
        drawn = {card: after for card, after in outs_of(cards, rules).items() if card in rest}
        lines = words_for.draw_lines(rules, drawn, unseen)
        facts = partial(words_for.before_the_draw, cards, rules, drawn, unseen)
    else:
        ways, discards = discards_going_out(cards, rules), discards_by_outs(cards, rules, unseen)
        lines = words_for.discard_lines(rules, ways, discards, unseen)
        facts = partial(words_for.after_the_draw, cards, rules, ways, discards, unseen)
    return Answer([*question.heading, *lines], facts)


def _round(cards: Sequence[Card], question: Question) -> RoundRules:
    """The round that has this many cards before or after the draw."""
    if question.wild is not None and not question.rules.draws_wild:
        problem = "outs needs to know how many cards are dealt, and --wild doesn't say"
        raise UsageError(problem, remedy="give --round")
    size, specs = len(cards), question.rules.specs
    if question.game is None and question.round_typed is None and specs:
        fitting = [n for n, spec in enumerate(specs, 1) if size - spec.deal in (0, 1)]
        if len(fitting) == 1:
            return question.round_numbered(fitting[0])
        if not fitting:
            problem = f"no round of {printable(question.rules.title)} has {count(size, 'card')}"
            problem = f"{problem}, before or after the draw"
            raise RoundError(problem, remedy="check for a card too many or too few")
        names = ", or ".join(round_name(question.rules, number) for number in fitting)
        problem = f"{count(size, 'card')} could be from {names}"
        raise RoundError(problem, remedy=f"say which, like --round {fitting[0]}")
    if not specs:
        return question.rules.round(1)  # which says that no cards are dealt
    rules = question.round_for(cards, drawn=1, gone=1)
    deal = rules.deal or 0
    if size not in (deal, deal + 1):
        number = rules.number
        name = round_subject(question.rules, number) if number else "the bonus round"
        _, _, other = " ".join(question.notes).partition("; ")
        has = f"{deal} before the draw, {deal + 1} after it"
        remedy = other or "check for a card too many or too few, or give another --round"
        raise RoundError(f"{count(size, 'card')}, but {name} has {has}", remedy=remedy)
    return rules
