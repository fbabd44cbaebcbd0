"""Rounds, places, cards, points and rules in words."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from scorekeeper.cards import RANKS, plural_of, rank_label
from scorekeeper.errors import count, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import people
from scorekeeper.ledger.standings import RoundCard, next_round
from scorekeeper.ledger.written import Round
from scorekeeper.rules import KEYS, RuleSet
from scorekeeper.rules.card_rules import CardRules, RoundRules
from scorekeeper.rules.rule_keys import DRAWN, sentence

if TYPE_CHECKING:
    from scorekeeper.ledger.rows import Row


def note_text(note: str) -> str:
    """A whole note as one line, safe to print."""
    line = " ".join(note.split())
    return printable(line, limit=len(line))


def ordinal(place: int) -> str:
    """A place in words: 1st, 2nd, 3rd, 4th."""
    endings = {1: "st", 2: "nd", 3: "rd"} if place % 100 not in (11, 12, 13) else {}
    return f"{place}{endings.get(place % 10, 'th')}"


def points(number: int) -> str:
    """A number of points."""
    return count(number, "point")


def gap(behind: int | None, rules: RuleSet) -> str:
    """How far behind the best total: ``+15``, or ``−15`` where the most points win; or nothing."""
    return f"{'+' if rules.winner == 'low' else '−'}{behind}" if behind else ""


def aim(rules: RuleSet) -> str:
    """How a game ends and who wins: ``to 100, fewest points wins``."""
    if rules.is_pool:
        return f"out at {rules.target}, the last player in wins"
    target = f"to {rules.target}, " if rules.target else ""
    return target + rule_words("winner", rules)


def the_round(rules: RoundRules) -> str:
    """The round of a question: ``round 6, EIGHTS are wild``, or only what is wild."""
    wild = what_is_wild(rules.wild)
    return f"round {rules.number}, {wild}" if rules.number else wild


def what_is_wild(rank: str | None) -> str:
    """The wild rank in capitals: ``EIGHTS are wild``."""
    return f"{plural_of(rank).upper()} are wild" if rank else "nothing is wild"


def wild_of_card(game: Game, card: RoundCard) -> str:
    """What is wild in the next round: ``EIGHTS are wild``, or that a rank will be drawn."""
    is_drawn = card.deal and game.rules.draws_wild_in(card.number) and not card.wild
    return "the wild rank is drawn" if is_drawn else what_is_wild(card.wild)


def row_label(number: int, round_: Round) -> str:
    """The name of a round on the sheet: ``round 6``, or ``bonus round``, which has no number."""
    return "bonus round" if round_.bonus else f"round {number}"


def of_rounds(game: Game) -> str:
    """What follows ``round 6``: ``of 11``, if the number of rounds is known."""
    return f" of {game.rules.last_round}" if game.rules.last_round else ""


def round_head(game: Game, card: RoundCard) -> str:
    """The name of the next round: ``Round 6 of 11``, or ``Bonus round``."""
    return "Bonus round" if card.bonus else f"Round {card.number}{of_rounds(game)}"


def round_lines(game: Game) -> list[str]:
    """The next round in one line: the deal, the wild, who deals and begins; no line if none."""
    card = next_round(game)
    if card is None:
        return []
    head, wild = round_head(game, card), wild_of_card(game, card)
    line = f"{head}: deal {card.deal} each, {wild}." if card.deal else f"{head}."
    if card.bonus:
        line += f" Only {people(game.in_order(card.players))} play it."
    if card.dealer and card.begins:
        line += f" {printable(card.dealer)} deals, {printable(card.begins)} begins."
    return [line]


def seats_lines(game: Game) -> list[str]:
    """The seats and the next round."""
    card = next_round(game)
    seated = map(printable, game.seated(game.coming))
    lines = [f"Seats:  {' -> '.join(seated)}", *round_lines(game)]
    if card and game.rules.plays_cards:
        lines.append(f"Type points in this order: {people(game.in_order(card.players))}.")
    return lines


def square_text(row: "Row", name: str) -> str:
    """A square of the sheet in a word or two; in gin, what the hand scored."""
    return str(row.points(name)) if row.game.rules.scoring.knocks else row.square_text(name)


# ── rules in words ───────────────────────────────────────────────────────────────────────────

HEADINGS = (
    *("players", "rounds", "deal", "cards", "wild", "turn", "melds", "aces", "wilds"),
    *("going out", "left over", "entries", "scoring", "bonus", "columns", "settled"),
    *("winner", "end", "a guess"),
)
"""The headings that rules are shown under, in order."""


def rule_facts(rules: RuleSet, decks: int | None) -> list[tuple[str, str]]:
    """The rules of a game in a few words, each with its heading.

    ``decks`` is None if the number of players isn't known, and with it the number of packs.
    """
    facts = _card_facts(rules, decks) if rules.plays_cards else []
    facts += [
        (key.metadata["heading"], rule_words(name, rules))
        for name, key in KEYS.items()
        if key.metadata["heading"] and getattr(rules, name) != key.default
    ]
    if rules.is_pool:
        facts.append(("winner", "the last player in; if all are out at once, the fewest points"))
        back = f"back in with rejoin WHO while nobody still in has more than {rules.rejoin_limit}"
        facts.append(("end", f"a player is out at {rules.target}"))
        return facts + ([("end", back)] if rules.rejoin_limit else [])
    facts.append(("winner", f"{rule_words('winner', rules)}; {rule_words('ties', rules)}"))
    return facts + ([("end", target_words(rules))] if rules.target else [])


def _card_facts(rules: RuleSet, decks: int | None) -> list[tuple[str, str]]:
    pack = f"of {count(len(rules.pack), 'card')}"
    packs = f"{count(decks, 'pack')} {pack}" if decks else f"a pack {pack} for every two players"
    jokers = f"{count(rules.jokers, 'joker')} included" if rules.jokers else "no jokers"
    suits = ", stars are the fifth suit" if "X" in rules.suits else ""
    facts = [("cards", f"{packs}{suits}, {jokers}"), ("wild", wild_words(rules))]
    aces = rule_words("ace_runs", rules).removeprefix("aces are ")
    facts += [("aces", aces)] if "A" in rules.ranks else []
    facts += [("wilds", rule_words("wild_limit", rules))] if has_wilds(rules) else []
    if rules.wild_as_rank and rules.wild_limit != "any":
        facts.append(("wilds", rule_words("wild_as_rank", rules)))
    facts.append(("left over", cost_words(rules)))
    if rules.has_gin:
        return facts + _gin_facts(rules)
    if rules.forfeits:
        facts.append(("entries", f"o, points or cards; {forfeit_words(rules)}"))
    if not rules.needs_runs:
        return [*facts, ("going out", "the others get one more turn each, then everybody counts")]
    pure = ": no card stands in for another" if rules.pure_sequences else ""
    facts.append(("going out", f"takes {runs_words(rules)}{pure}"))
    return [*facts, ("going out", without_words(rules))]


def _gin_facts(rules: RuleSet) -> list[tuple[str, str]]:
    limit = f"{rules.knock} points of deadwood or less"
    if rules.upcard_knock:
        limit = "no more deadwood than the card turned up (an ace: gin only)"
    bonuses = {
        "gin": rules.gin_bonus,
        "big gin, without a discard": rules.big_gin_bonus,
        "an undercut": rules.undercut_bonus,
    }
    undercut = "undercut: the knocker has as much deadwood as the other player, or more"
    side = f"{rules.columns} side by side, each its own game; the highest sum wins"
    settled = {
        f"{rules.game_bonus} for the game": rules.game_bonus,
        f"{rules.box_bonus} for each hand won": rules.box_bonus,
        "a shutout counts double": rules.shutout,
    }
    facts = [
        ("going out", f"gin, or a knock with {limit}" if rules.knock else "gin"),
        ("going out", "nobody gets another turn"),
        ("going out", "the other player may lay off, but not against gin" if rules.lay_off else ""),
        ("bonus", " · ".join(f"{name} {points}" for name, points in bonuses.items() if points)),
        ("bonus", undercut if rules.knock else ""),
        ("columns", side if rules.in_columns else ""),
        ("settled", " · ".join(text for text, counts in settled.items() if counts)),
    ]
    return [(heading, text) for heading, text in facts if text]


def fact_lines(facts: Iterable[tuple[str, str]]) -> list[str]:
    """The facts, a line each, in the order of ``HEADINGS``; each heading is shown once."""
    lines, last = [], ""
    for heading, text in sorted(facts, key=lambda fact: HEADINGS.index(fact[0])):
        lines.append(f"  {heading if heading != last else '':<10} {text}")
        last = heading
    return lines


def has_wilds(rules: RuleSet) -> bool:
    """Whether any card is ever wild."""
    return rules.jokers > 0 or any(spec.wild for spec in rules.specs)


def runs_words(rules: CardRules) -> str:
    """The runs that a hand must have: ``2 runs, 1 of them pure``."""
    runs = count(max(rules.sequences, rules.pure_sequences), "run")
    return f"{runs}, {rules.pure_sequences} of them pure" if rules.pure_sequences else runs


def without_words(rules: CardRules) -> str:
    """What counts for a loser who lacks the runs, by this house's reading."""
    reading = rules.without_sequences
    if reading == "flat" and rules.hand_cap:
        return f"a hand without them counts {rules.hand_cap}"
    if reading == "pure":
        return "with a pure run only unmelded cards count, without one all cards"
    if reading == "first":
        return "a pure run alone spares only its own cards; without one all cards count"
    return "a hand without them counts all its cards"


def forfeit_words(rules: CardRules) -> str:
    """The words you can type as an entry, and their cost: ``drop 20, middle 40, wrong 80``."""
    return ", ".join(f"{word} {cost}" for word, cost in rules.forfeits.items())


def target_words(rules: RuleSet) -> str:
    """Which total ends a game."""
    if rules.in_columns:
        return f"when a total has reached {rules.target} in every column"
    return f"after the round in which a total reaches {rules.target}"


def wild_words(rules: RuleSet) -> str:
    """Which ranks are wild, and when."""
    wilds = [spec.wild for spec in rules.specs]
    if DRAWN in wilds:
        return "the rank drawn in each round; a drawn joker makes aces wild"
    if not any(wilds):
        return "nothing"
    if None in wilds or len(wilds) < 3:
        return ", ".join(plural_of(wild) if wild else "none" for wild in wilds)
    if len(set(wilds)) == 1:
        return f"{plural_of(wilds[0] or '')} in every round"
    first, second, last = (plural_of(wild or "") for wild in (wilds[0], wilds[1], wilds[-1]))
    return f"{first} in round 1, {second} in round 2 ... {last} in the last"


def cost_words(rules: RuleSet) -> str:
    """What unmelded cards cost."""
    costs = {rank: rules.natural_points(rank) for rank in rules.ranks}
    usual = {rank: RANKS.index(rank) + 1 for rank in RANKS}
    usual |= dict.fromkeys("JQK", 10) if rules.face_points == "ten" else {}
    low = [rank for rank in costs if rank in "23456789T" and costs[rank] == usual[rank]]
    faces = [rank for rank in costs if rank in "JQK" and costs[rank] == usual[rank]]
    parts = [f"A {costs['A']}"] if "A" in costs else []
    parts += [f"{rank_label(low[0])}-{rank_label(low[-1])} as printed"] if low else []
    parts += [" ".join([*faces, *dict.fromkeys(str(costs[r]) for r in faces)])] if faces else []
    others = [rank for rank in costs if rank not in ("A", *low, *faces)]
    parts += [f"{rank_label(rank)} {costs[rank]}" for rank in others]
    wild = "as printed" if rules.wild_points == "face" else str(rules.wild_points)
    parts += [f"a wild {wild}"] if has_wilds(rules) else []
    parts += [f"a joker {rules.joker_points}"] if rules.jokers else []
    return " · ".join(parts)


def _dealt(rules: RuleSet) -> str:
    number = rules.last_round or len(rules.specs)
    wild = ", with a drawn wild rank" if rules.draws_wild else f"; wild: {wild_words(rules)}"
    more = wild if rules.plays_cards else ""
    return f"{count(number, 'round')}{more}" if number else "the number of rounds is open"


_BY_SEVERAL_KEYS: Mapping[str, Callable[[Any], str]] = {
    "card_points": lambda rules: f"cards left over cost {cost_words(rules)}",
    "sequences": lambda rules: f"going out takes {runs_words(rules)}",
    "pure_sequences": lambda rules: f"going out takes {runs_words(rules)}",
    "without_sequences": without_words,
    "rounds": _dealt,
}
"""The sentences of keys that only make sense beside others."""


def rule_words(key: str, rules: CardRules) -> str:
    """What a rule key says in these rules, in words: ``sets hold at most 4 cards``."""
    says, several = KEYS[key].metadata["says"], _BY_SEVERAL_KEYS.get(key)
    return rules.in_own_words(several(rules) if several else sentence(says, getattr(rules, key)))
