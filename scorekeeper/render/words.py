"""Rounds, places, cards, points and rules in words."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

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
    winner = ("winner", f"{who_wins(rules)}; {rule_words('ties', rules)}")
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
    aces = rule_words("ace_runs", rules).removeprefix("aces are ")
    facts += [("aces", aces)] if "A" in rules.ranks else []
    facts += [("wilds", rule_words("wild_limit", rules))] if has_wilds(rules) else []
    if rules.wild_as_rank and rules.wild_limit != "any":
        facts.append(("", rule_words("wild_as_rank", rules)))
    caps = [f"at most {rules.set_max} cards"] if rules.set_max else []
    caps += ["each suit once"] if rules.set_distinct_suits else []
    facts += [(rules.in_own_words("sets"), ", ".join(caps))] if caps else []
    facts.append(("left over", cost_words(rules)))
    if rules.has_gin:
        knock = f", or a knock with {limit_words(rules)}" if rules.knock else ""
        return [*facts, ("ending", f"gin{knock}"), *settled_facts(rules), *ends]
    if rules.hand_cap:
        facts.append(("", rule_words("hand_cap", rules)))
    if rules.forfeits:
        facts.append(("entries", f"o, points or cards; {forfeit_words(rules)}"))
    last = runs_words(rules) if rules.needs_runs else "the others get one more turn each"
    facts.append(("going out", f"{last}, then all count"))
    facts += [("", without_words(rules))] if rules.needs_runs else []
    facts += takes
    facts += [("", rule_words("several_out", rules))] if rules.several_out else []
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


# ── house rules ──────────────────────────────────────────────────────────────────────────────

Words = str | tuple[str, str] | Mapping[Any, str] | Callable[[Any], str]


def _dealt(rules: RuleSet) -> str:
    number = rules.last_round or len(rules.specs)
    wild = ", with a drawn wild rank" if rules.draws_wild else f"; wild: {wild_words(rules)}"
    more = wild if rules.plays_cards else ""
    return f"{count(number, 'round')}{more}" if number else "the number of rounds is open"


def _play_off(rules: RuleSet) -> str:
    spec = rules.bonus_round
    if spec is None:
        return "a play-off is the last round again"
    wild = f"{plural_of(spec.rank)} wild" if spec.rank else "nothing wild"
    return f"a play-off deals {count(spec.deal, 'card')}, {wild}"


_SENTENCES: Mapping[str, Words] = {
    "suits": lambda rules: f"the suits are {' '.join(rules.suits)}",
    "ranks": lambda rules: f"the ranks are {' '.join(map(rank_label, rules.ranks))}",
    "ace_runs": {
        "low": "aces are low: A-2-3 is a run, Q-K-A is not",
        "high": "aces are high: Q-K-A is a run, A-2-3 is not",
        "both": "aces are low or high: Q-K-A is a run too",
    },
    "ace_points": "an ace left over costs {}",
    "face_points": {"ten": "J Q K left over cost 10", "rank": "J Q K left over cost 11, 12 and 13"},
    "card_points": lambda rules: f"cards left over cost {cost_words(rules)}",
    "wild_points": lambda rules: (
        "a wild left over costs what is printed on it"
        if rules.wild_points == "face"
        else f"a wild left over costs {rules.wild_points}"
    ),
    "jokers": lambda rules: (
        f"{count(rules.jokers, 'joker')} in each pack" if rules.jokers else "no jokers"
    ),
    "joker_points": "a joker left over costs {}",
    "wild_limit": {
        "any": "a meld may hold any number of wilds",
        "natural": "a meld needs a natural card, one that is not wild",
        "half": "at most half of a meld may be wild",
        "one": "a meld may hold at most one wild",
    },
    "wild_as_rank": ("a wild in its own place counts as natural", "a wild is always a wild"),
    "set_max": ("sets hold at most {} cards", "sets hold any number of cards"),
    "set_distinct_suits": ("a set may hold each suit only once", "a set may hold a suit twice"),
    "knock": ("a knock may leave {}", "nobody knocks"),
    "lay_off": ("cards may be laid off after a knock", "no cards are laid off"),
    "gin_bonus": "gin is worth {}",
    "big_gin_bonus": "big gin is worth {}",
    "undercut_bonus": "an undercut is worth {}",
    "sequences": lambda rules: f"going out takes {runs_words(rules)}",
    "pure_sequences": lambda rules: f"going out takes {runs_words(rules)}",
    "without_sequences": without_words,
    "hand_cap": ("a hand costs at most {}", "a hand may cost any number"),
    "first_drop": ("a drop costs {}", "nobody drops"),
    "middle_drop": ("a later drop costs {}", "nobody drops later"),
    "wrong_show": ("a wrong show costs {}", "a wrong show is taken back"),
    "upcard_knock": ("the card turned up is the knock limit", "the knock limit is the usual one"),
    "spades_double": ("points count twice where a spade is turned up", "spades don't double"),
    "decks": lambda rules: (
        count(rules.decks, "pack") if rules.decks else "packs by the number of players"
    ),
    "players": lambda rules: (
        "{} to {} players" if rules.players[1] else "{} or more players"
    ).format(*rules.players),
    "rounds": _dealt,
    "target": ("the target is {}", "no total ends the game"),
    "winner": {"low": "fewest points wins", "high": "most points wins"},
    "ties": {"shared": "a tie shares the win", "bonus-round": "a tie means another round"},
    "bonus_round": _play_off,
    "several_out": ("several may go out in one round", "only one player goes out in a round"),
    "dealer": {"passes": "the deal passes to the left", "none": "nobody deals"},
    "repeats": ("the last round repeats until the game ends", "no round repeats"),
    "count": lambda rules: rules.scoring.going_out or "everybody scores what they have left",
    "reaching": {
        "ends": "the target ends the game",
        "out": "reaching the target puts a player out",
    },
    "rejoin_limit": ("rejoin while nobody in has more than {}", "nobody rejoins"),
    "game_bonus": "the winner of the game gets {} more",
    "box_bonus": "each round won is {} more at the end",
    "shutout": ("a shutout counts twice", "a shutout counts once"),
    "columns": lambda rules: f"{count(rules.columns, 'column')} side by side",
}


def rule_words(key: str, rules: CardRules) -> str:
    """What a rule key says in these rules, in words: ``sets hold at most 4 cards``."""
    value, sentence = getattr(rules, key), _SENTENCES[key]
    if callable(sentence):
        return rules.in_own_words(sentence(rules))
    if isinstance(sentence, tuple):
        sentence = sentence[0 if value else 1]
    sentence = sentence if isinstance(sentence, str) else sentence[value]
    return rules.in_own_words(sentence.format(value))
