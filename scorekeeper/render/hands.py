"""Answers about cards for people: the least deadwood, a verdict, one meld."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.cards import BY_NAME, RANK_NAMES, Card, spell, with_article
from scorekeeper.errors import SK, count, listed, printable
from scorekeeper.ledger.names import shell_name
from scorekeeper.melds import Meld, Objection
from scorekeeper.render.words import points, rule_words, runs_words, the_round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.variations import in_switches, read_settings

if TYPE_CHECKING:  # names for types alone: a command should not load what it doesn't use
    from scorekeeper.referee import Verdict, WayOut
    from scorekeeper.solver import Arrangement


def deadwood_lines(arrangement: Arrangement, rules: RoundRules, notes: Iterable[str]) -> list[str]:
    """The least deadwood, the melds, what the wilds stand for, and what the rest costs."""
    deadwood = arrangement.deadwood
    held = len(deadwood) + sum(len(meld.cards) for meld in arrangement.melds)
    size = f"{held} of {count(rules.deal, 'card')}" if rules.deal else f"{count(held, 'card')} read"
    head = f"{points(arrangement.points)}     {the_round(rules)} · {size}"
    lines = [head, *notes, "", *_meld_lines(arrangement.melds, rules)]
    if deadwood:
        costs = " + ".join(str(rules.points[card]) for card in deadwood)
        total = f" = {_total(arrangement, rules)}" if len(deadwood) > 1 else ""
        lines.append(f"  left     {spell(deadwood)}     {costs}{total}")
    else:
        lines.append("  nothing is left: every card is melded")
    pure = sum(meld.is_pure for meld in arrangement.melds)
    runs = sum(meld.kind == "run" for meld in arrangement.melds)
    if pure < rules.pure_sequences or runs < rules.sequences:
        lines += ["", f"A hand needs {runs_words(rules)}."]
    if arrangement.other_way:
        lines += ["", f"A tie. Just as good:  {short_answer(arrangement.other_way)}"]
    return lines


def _total(arrangement: Arrangement, rules: RoundRules) -> str:
    """What the deadwood costs, and what counts of it if that differs."""
    cost = sum(rules.points[card] for card in arrangement.deadwood)
    return f"{cost}, counted as {arrangement.points}" if cost != arrangement.points else str(cost)


def _kind(meld: Meld, rules: RoundRules) -> str:
    """What the table calls a meld."""
    return "pure run" if rules.needs_runs and meld.is_pure else rules.word(meld.kind)


def _meld_lines(melds: Iterable[Meld], rules: RoundRules) -> list[str]:
    """A line for each meld, and what its wilds stand for."""
    return [
        f"  {_kind(meld, rules):<8} {spell(as_laid(meld))}     {_stands_for(meld)}".rstrip()
        for meld in melds
    ]


def as_laid(meld: Meld) -> tuple[Card, ...]:
    """The cards as a player lays them: in a set, the naturals first."""
    if meld.kind != "set":
        return meld.cards
    pairs = zip(meld.cards, meld.stands, strict=True)
    return tuple(card for card, _ in sorted(pairs, key=lambda pair: str(pair[0]) != pair[1]))


def _stands_for(meld: Meld) -> str:
    """What the wilds of a meld stand for: ``8♥ is the 10♠, 8♣ is the J♠``."""
    if meld.kind == "wilds":
        return "all wilds"
    both = zip(meld.cards, meld.stands, strict=True)
    wilds = [(spell(card), stands) for card, stands in both if str(card) != stands]
    if meld.kind == "set":
        meanings = [f"{wild} is {with_article(RANK_NAMES[rank])}" for wild, rank in wilds]
    else:
        meanings = [f"{wild} is the {spell(BY_NAME[card])}" for wild, card in wilds]
    return ", ".join(dict.fromkeys(meanings))


# ── verdicts ─────────────────────────────────────────────────────────────────────────────


def verdict_lines(
    verdict: Verdict,
    best: tuple[Card | None, Arrangement] | None,
    who: str | None,
    last_turns: Sequence[str],
    names: Sequence[str],
) -> list[str]:
    """YES, NO, or the third answer, and all that settles the quarrel; ``names`` are the players."""
    rules = verdict.rules
    subject = printable(who) if who else "This hand"
    how = how_words(verdict) or "goes out"
    if verdict.stands:
        head = f"YES. {subject} {how}."
    elif verdict.hand_goes_out:
        head = f"NOT LIKE THIS, BUT THE HAND {how.upper()}."
    else:
        head = f"NO. {subject} " + ("can't knock." if rules.knock else "doesn't go out.")
    lines = [f"{head}     {the_round(rules)} · {count(len(verdict.held), 'card')} read", ""]
    lines += _objection_lines(verdict.objections)
    # As a player would choose: a natural discard first, the costliest first.
    ways = sorted(
        verdict.ways,
        key=lambda way: (rules.is_wild(way.card), -rules.points[way.card]) if way.card else (),
    )
    if ways:
        if not verdict.stands:
            lines += ["", "Lay it like this:"]
        lines += _way_lines(ways, rules, is_whole=verdict.how == "big-gin")
    elif best is not None:
        lines += ["", *_best_lines(best, verdict)]
    lines += _reading_lines(verdict)
    if who and verdict.stands and last_turns:
        # The cards as they are typed: 5h6h7h4s/9s9d9c.
        laid = "/".join(spell(as_laid(meld), symbols=False) for meld in ways[0].melds)
        entry = f"{shell_name(who, names)}=out:{laid.replace(' ', '').lower()}"
        lines += ["", f"Last turns: {', '.join(map(printable, last_turns))}. Then:  {SK}add"]
        lines.append(f"To keep the cards on the sheet:  {entry}")
    return lines


def verdict_in_a_line(verdict: Verdict) -> str:
    """A verdict in one line, for programs that don't read JSON."""
    if verdict.stands:
        cards = [spell(way.card) for way in verdict.ways if way.card]
        words = ["yes", how_words(verdict), f"discard {' or '.join(cards)}" if cards else ""]
        return "  ".join(filter(None, words))
    reasons = "; ".join(objection.because for objection in verdict.objections)
    return f"{'not like this' if verdict.hand_goes_out else 'no'}  {reasons}"


def how_words(verdict: Verdict) -> str:
    """How the round ends: ``goes gin``, ``knocks with 4``; empty in a game without gin."""
    if verdict.how == "knock":
        return f"knocks with {verdict.left}"
    return f"goes {verdict.how.replace('-', ' ')}" if verdict.how else ""


def _objection_lines(objections: Sequence[Objection]) -> list[str]:
    """Objections and what would work instead, those to the same cards together."""
    lines = []
    for cards in dict.fromkeys(objection.cards for objection in objections):
        name = spell(cards)
        width = max(14, len(name)) + 1 if name else 0
        for objection in (each for each in objections if each.cards == cards):
            lines.append(f"  {name.ljust(width)}{objection.because}")
            name = ""  # the cards are named once
            if objection.legal:
                lines.append(f"  {name.ljust(width)}would work: {objection.legal}")
    return lines


def _way_lines(ways: Sequence[WayOut], rules: RoundRules, *, is_whole: bool) -> list[str]:
    first, *others = ways
    lines = _meld_lines(first.melds, rules)
    if first.left:
        lines.append(f"  left     {spell(first.left)}")
    if first.card is None:
        return [*lines, "  discard  none" if is_whole else "  discard  already made"]
    names = listed((spell(way.card) for way in others if way.card), "or")
    instead = f"     or {names}" if others else ""
    return [*lines, f"  discard  {spell(first.card)}{instead}"]


def _best_lines(best: tuple[Card | None, Arrangement], verdict: Verdict) -> list[str]:
    card, arrangement = best
    melds = " / ".join(spell(as_laid(meld)) for meld in arrangement.melds)
    advice = [f"discard {spell(card)}"] if card else []
    advice += [f"keep {melds}"] if melds else []
    head = f"The best these {len(verdict.held)} cards can do: {', '.join(advice) or 'no meld'},"
    deadwood = spell(arrangement.deadwood)
    total = _total(arrangement, verdict.rules)
    left = f"leaving {deadwood} = {total}." if deadwood else "leaving nothing."
    begun, keeps, melds = head.partition(" keep ")
    # A terminal of 80 columns would break the longer line within a meld.
    return [begun, f"keep {melds} {left}"] if keeps and len(head) > 80 else [head, left]


def reading_words(name: str, rules: RoundRules) -> str:
    """A neighbouring reading of the rules in words, with its switch if it has one."""
    if "=" not in name:
        return f"with the wilds of the {name.removesuffix('-wild')} round"
    ((key, value),) = read_settings([name]).items()
    rule = rule_words(key, replace(rules, **{key: value}))
    return f"where {rule} ({in_switches({key: value})[0]})"


def _reading_lines(verdict: Verdict) -> list[str]:
    """What other common house rules would change."""
    turning, head = verdict.would_stand, "The answer would be yes:"
    if verdict.stands:
        turning, head = verdict.would_fall, "The answer would be no:"
    elif not turning and not verdict.hand_goes_out:
        turning, head = verdict.would_differ, "Laid differently, the answer would be yes:"
    if turning:
        return ["", head, *(f"  {reading_words(name, verdict.rules)}" for name in turning)]
    is_same = not verdict.stands and not verdict.would_differ
    return ["", "No common house rule would change this."] if is_same else []


# ── one meld ─────────────────────────────────────────────────────────────────────────────


def meld_answer(
    judged: Meld | tuple[Objection, ...],
    cards: Sequence[Card],
    rules: RoundRules,
    *,
    is_drawn: bool = True,  # otherwise it's a yes whatever will be wild
) -> list[str]:
    """YES with what each wild stands for, or NO with every reason."""
    if isinstance(judged, Meld):
        kind = "meld of all wilds" if judged.kind == "wilds" else _kind(judged, rules)
        is_impure = rules.pure_sequences and judged.kind == "run" and not judged.is_pure
        kind = f"{kind}, but not a pure one" if is_impure else kind
        meaning = _stands_for(judged) if judged.kind != "wilds" else ""
        round_ = the_round(rules) if is_drawn else "whatever is wild"
        line = f"YES. {spell(judged.cards)} is a {kind}.     {round_}"
        return [line, *([f"  {meaning}"] if meaning else [])]
    head = f"NO. {spell(cards)} isn't a meld.     {the_round(rules)}"
    return [head, "", *_objection_lines(judged)]


def short_answer(arrangement: Arrangement) -> str:
    """An arrangement in a line: ``5♠ 6♠ 7♠ / 6♥ 6♣ 8♦ / left K♦ 2♣``."""
    parts = [spell(as_laid(meld)) for meld in arrangement.melds]
    parts += [f"left {spell(arrangement.deadwood)}"] if arrangement.deadwood else []
    return " / ".join(parts)
