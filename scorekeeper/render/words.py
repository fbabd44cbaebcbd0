"""Rounds, places, cards, points and rules in words."""

from typing import TYPE_CHECKING

from scorekeeper.cards import RANKS, plural_of, rank_label
from scorekeeper.errors import count, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import people, wild_label
from scorekeeper.ledger.standings import RoundCard, next_round
from scorekeeper.ledger.written import Round
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import CardRules, RoundRules
from scorekeeper.rules.rule_keys import DRAWN

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


def who_wins(rules: RuleSet) -> str:
    """Who wins: ``fewest points wins``, or in a pool the last one in."""
    if rules.is_pool:
        return "the last player in wins"
    return f"{'fewest' if rules.winner == 'low' else 'most'} points wins"


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
    seated = map(printable, game.seated(len(game.played) + 1))
    lines = [f"Seats:  {' -> '.join(seated)}", *round_lines(game)]
    if card and game.rules.plays_cards:
        lines.append(f"Type points in this order: {people(game.in_order(card.players))}.")
    return lines


def square(game: Game, row: "Row", name: str) -> str:
    """A square of the sheet in a word or two."""
    round_ = game.rounds[row.position]
    if game.rules.scoring.knocks:
        return str(game.points(row.number, round_, name))
    points = game.unmelded(row.number, round_, name)
    if name in round_.out:
        return f"out with {points}" if points else "out"
    if points is None:
        return "absent" if name in round_.absent or name not in row.players else "missing"
    return round_.forfeits.get(name) or str(points)


# ── rules in a few words ─────────────────────────────────────────────────────────────────────


def rule_facts(rules: RuleSet, decks: int) -> list[tuple[str, str]]:
    """The rules of a new game, a few words each."""
    wins = "fewest points" if rules.winner == "low" else "most points"
    tie = "share the win" if rules.ties == "shared" else "play another round"
    winner = ("winner", f"{wins}; equal totals {tie}")
    ends = [winner, ("end", target_words(rules))] if rules.target else [winner]
    takes = [("scoring", rules.scoring.going_out)] if rules.scoring.going_out else []
    if rules.is_pool:
        ends = [("winner", "the last player in; if everybody goes out at once, the fewest points")]
        ends += [("out", pool_words(rules))]
    if not rules.plays_cards:
        return takes + ends
    jokers = f"{count(rules.jokers, 'joker')} included" if rules.jokers else "no jokers"
    facts = [
        ("cards", f"{count(decks, 'pack')} of {len(rules.pack)} cards, {jokers}"),
        ("wild", wild_words(rules)),
    ]
    facts += [("aces", ACE_WORDS[rules.ace_runs])] if "A" in rules.ranks else []
    facts += [("wilds", WILD_WORDS[rules.wild_limit])] if has_wilds(rules) else []
    if rules.wild_as_rank and rules.wild_limit != "any":
        facts.append(("", "a wild card in its own place counts as natural"))
    caps = [f"at most {rules.set_max} cards"] if rules.set_max else []
    caps += ["each suit once"] if rules.set_distinct_suits else []
    facts += [(rules.in_own_words("sets"), ", ".join(caps))] if caps else []
    facts.append(("left over", cost_words(rules)))
    if rules.has_gin:
        knock = f", or a knock with {limit_words(rules)}" if rules.knock else ""
        return [*facts, ("ending", f"gin{knock}"), *settled_facts(rules), *ends]
    if rules.hand_cap:
        facts.append(("", f"at most {rules.hand_cap} for a hand"))
    if rules.forfeits:
        facts.append(("entries", f"o, points or cards; {forfeit_words(rules)}"))
    last = runs_words(rules) if rules.needs_runs else "the others get one more turn each"
    facts.append(("going out", f"{last}, then all count"))
    facts += [("", without_words(rules))] if rules.needs_runs else []
    facts += takes
    facts += [("", "several may go out in one round")] if rules.several_out else []
    return facts + ends


def limit_words(rules: RuleSet) -> str:
    """How much deadwood a knock may leave."""
    if rules.upcard_knock:
        return "no more deadwood than the card turned up (an ace: gin only)"
    return f"{rules.knock} or less deadwood"


def settled_facts(rules: RuleSet) -> list[tuple[str, str]]:
    """The columns side by side, and what the end adds to the points of the hands."""
    side = f"{rules.columns} side by side, each its own game; the highest sum wins"
    parts = [f"{rules.game_bonus} for the game"] if rules.game_bonus else []
    parts += [f"{rules.box_bonus} for each hand won"] if rules.box_bonus else []
    parts += ["a shutout counts double"] if rules.shutout else []
    facts = [("columns", side)] if rules.in_columns else []
    return facts + ([("settled", " · ".join(parts))] if parts else [])


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


def pool_words(rules: RuleSet) -> str:
    """When a player is out of a pool, and who may come back in."""
    back = f"; back in with rejoin WHO while nobody still in has more than {rules.rejoin_limit}"
    return f"at {rules.target}{back if rules.rejoin_limit else ''}"


ACE_WORDS = {
    "low": "low: A-2-3 is a run, Q-K-A is not",
    "high": "high: Q-K-A is a run, A-2-3 is not",
    "both": "low or high: A-2-3 and Q-K-A are runs",
}

WILD_WORDS = {
    "any": "any number in a meld, even all wilds",
    "natural": "any number in a meld with at least one natural card",
    "half": "at most half of a meld",
    "one": "at most one in a meld",
}


def wild_words(rules: RuleSet) -> str:
    """Which ranks are wild, and when."""
    wilds = [spec.wild for spec in rules.specs]
    if DRAWN in wilds:
        return "the rank drawn in each round; a drawn joker makes aces wild"
    if not any(wilds):
        return "nothing"
    if None in wilds or len(wilds) < 3:
        return ", ".join(wild_label(wild) if wild else "none" for wild in wilds)
    if len(set(wilds)) == 1:
        return f"{plural_of(wilds[0] or '')} in every round"
    first, second, last = (plural_of(wild or "") for wild in (wilds[0], wilds[1], wilds[-1]))
    return f"{first} in round 1, {second} in round 2 ... {last} in the last"


def cost_words(rules: RuleSet) -> str:
    """What the cards cost that aren't melded."""
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
