"""The rule book in words: a game, its house rules, and where tables disagree."""

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper import games
from scorekeeper.errors import SK, count, printable
from scorekeeper.render import words as words
from scorekeeper.render.gin_rules import (
    ending_facts,
    knock_questions,
    scoring_facts,
    settled_facts,
)
from scorekeeper.render.grid import Grid, plain
from scorekeeper.render.words import who_wins
from scorekeeper.rules.rule_set import KEYS, RuleSet
from scorekeeper.rules.spelling import differences, literal, rules_table
from scorekeeper.rules.variations import OF_RUNS, holds, other_ways, variations_of


def game_list(games: Mapping[str, RuleSet]) -> list[str]:
    """A line for every game, and what to type next."""
    rows = tuple((name, rules.title, _short(rules)) for name, rules in games.items())
    lines = plain(Grid(("", "", ""), rows, "lll"))
    return [*lines, "", f"The rules of one:  {SK}rules {RuleSet().game}"]


def _short(rules: RuleSet) -> str:
    if not rules.plays_cards:
        return "one number for each player and round"
    deals = [spec.deal for spec in rules.specs]
    cards = count(deals[0], "card") if len(set(deals)) == 1 else f"{deals[0]} to {deals[-1]} cards"
    return f"{_rounds(rules)}, {cards}"


def _rounds(rules: RuleSet) -> str:
    return "round after round" if rules.repeats else count(len(rules.specs), "round")


def rule_lines(rules: RuleSet, name: str) -> list[str]:
    """One game's rules in words, with where tables disagree and the switch for it."""
    lines = in_words(rules)
    if not rules.plays_cards:
        target = "" if rules.target else " --rule target=100"
        return [*lines, "", f"Start it:  {SK}new Ann Bo Cy --game {name}{target}"]
    offered = dict(variation_words(rules))
    names = [] if rules.scoring.knocks else list(offered)
    usual = ["one-natural"] if "one-natural" in names and not rules.wants_runs else names[:1]
    option = "".join(f" --variation {variation}" for variation in usual)
    people = "Ann Bo" if rules.players[1] == 2 else "Ann Bo Cy"
    ways = [f"  {name:<8}  {said}" for name, said in offered.items() if name in OF_RUNS]
    return [
        *lines,
        "",
        *plain(_disagreements(rules)),
        "",
        *(["  WAYS TO PLAY IT", *ways, ""] if ways else []),
        f"Start it:  {SK}new {people} --game {name}{option}",
        f"All switches by name:  {SK}rules {name} --keys",
    ]


def in_words(rules: RuleSet) -> list[str]:
    """What is dealt, what is a meld, what counts, and who wins."""
    wins = f"{who_wins(rules).capitalize()}."
    wins += " A tie for first plays another round." if rules.ties == "bonus-round" else ""
    title = rules.title.upper()
    takes = f"{rules.scoring.takes.capitalize()}." if rules.scoring.takes else ""
    if not rules.plays_cards:
        facts = [
            ("Scoring", f"one number for each player and round. {'' if takes else wins}".rstrip()),
            ("", takes and f"{takes} {wins}"),
            ("Rounds", _end(rules) or "The game ends when you say."),
        ]
        return [title, "", *_in_columns(facts)]
    deals, sets = [spec.deal for spec in rules.specs], f"{rules.word('set')}s"
    when = "every round" if len(set(deals)) == 1 else f"the first round, {deals[-1]} in the last"
    packs = count(rules.decks, "pack") if rules.decks else "2 players 1 pack, 3-4 players 2 packs"
    # Without a dealer, nothing is known about a stock.
    turn = ["take the top of the stock or of the discard pile; discard one."]
    turn = games.turn(rules) or (turn if rules.dealer == "passes" else [])
    cap = f" At most {rules.set_max} cards." if rules.set_max else ""
    cap += " Each suit once." if rules.set_distinct_suits else ""
    aces = f" The ace is {rules.ace_runs.replace('both', 'low or high')}."
    settled = settled_facts(rules) if rules.settles else []
    facts = [
        ("Deal", f"{count(deals[0], 'card')} each in {when}."),
        ("Wild", f"{words.wild_words(rules)}."),
        *_below_each_other("Turn", turn),
        (rules.word("set").title(), f"three or more of one rank.{cap}"),
        ("Run", f"three or more in a row in one suit.{aces if 'A' in rules.ranks else ''}"),
        *(ending_facts(rules, sets) if rules.has_gin else _going_out(rules, sets)),
        ("", "Several may go out in one round." if rules.several_out else ""),
        ("Counting", f"what is left: {words.cost_words(rules)}."),
        ("", f"At most {rules.hand_cap} for a hand." if rules.hand_cap else ""),
        ("", f"Words as entries: {words.called_words(rules)}." if rules.called else ""),
        ("", takes),
        *(scoring_facts(rules) if rules.scoring.knocks else []),
        ("", wins),
        ("End", _end(rules) if rules.target else ""),
        *((name.title(), f"{said}.") for name, said in settled),
        *_below_each_other("A guess", games.guess(rules)),
    ]
    return [f"{title}     {_rounds(rules)} · {packs}", "", *_in_columns(facts)]


def _below_each_other(name: str, lines: Iterable[str]) -> list[tuple[str, str]]:
    """A fact in several lines, its name before the first."""
    return [("" if number else name, line) for number, line in enumerate(lines)]


def _in_columns(facts: Iterable[tuple[str, str]]) -> list[str]:
    """Facts below each other; no line for one without words."""
    return [f"  {name:<10} {said}" for name, said in facts if said]


def _going_out(rules: RuleSet, sets: str) -> list[tuple[str, str]]:
    draw = ("Going out", f"draw, lay all but one card in {sets} and runs, discard that one.")
    if not rules.wants_runs:
        return [draw, ("", "Everybody else gets one more turn. No adding to others' melds.")]
    pure = ": no card stands for another" if rules.pure_sequences else ""
    lacking = words.without_words(rules)
    runs = ("", f"There must be {words.runs_words(rules)}{pure}.")
    return [draw, runs, ("", f"{lacking[0].upper()}{lacking[1:]}.")]


def _end(rules: RuleSet) -> str:
    """When the game ends; empty if nothing says so."""
    rounds = count(rules.last_round, "round") if rules.last_round and not rules.repeats else ""
    if not rules.target:
        return f"{rounds}." if rounds else ""
    if rules.is_pool:
        return f"A player is out {words.pool_words(rules)}."
    reached = words.target_words(rules)
    return f"{reached}, or after {rounds}." if rounds else f"The game ends {reached}."


def switch_lines(rules: RuleSet, *, known: bool, since: str = "") -> list[str]:
    """The house rules of a game at hand: where tables disagree, and how to change them.

    ``known`` says that what the game itself says can be had again; ``since`` stands behind the
    change of a rule that has no round to come.
    """
    if not rules.plays_cards:
        return ["This game has no house rules about cards."]
    one = "pool-201" if rules.wants_runs else "one-natural"
    off = f"--off {one}" if known else "wild_limit=any"
    if rules.has_gin:
        one, off = "gin_bonus=20", "--off gin_bonus" if known else "gin_bonus=25"
    grid = _disagreements(rules)
    # As house takes them: a rule of its own needs no option there.
    rows = tuple((*row[:2], row[2].removeprefix("--rule ")) for row in grid.rows)
    change = f"Change one:  {SK}house {one}{since}     back:  {SK}house {off}{since}"
    return [*plain(grid._replace(rows=rows)), "", change]


def _disagreements(rules: RuleSet) -> Grid:
    """What tables argue about, this game's answer, and the switch for the other one."""
    limit, any_wilds = rules.wild_limit, "--rule wild_limit=any"
    of_wilds = "--rule wild_as_rank=false" if limit != "any" else "one-natural, unless wild_as_rank"
    natural, distinct = limit == "any" or rules.wild_as_rank, "--rule set_distinct_suits"
    by_rank, alike = rules.face_points == "rank", not rules.set_distinct_suits
    # A question, the answer here, the switch that turns a yes, and the one that turns a no.
    questions = [
        ("a meld of wilds only", limit == "any", "one-natural", any_wilds),
        ("two wilds in one meld", limit != "one", "one-wild", any_wilds),
        ("three 7s when 7s are wild", natural, of_wilds, "--rule wild_as_rank=true"),
        ("a set of five cards", not 0 < rules.set_max < 5, "four-card-sets", "--rule set_max=0"),
        ("two 9♣ in one set", alike, f"{distinct}=true", f"{distinct}=false"),
        ("a run jumps the wild rank", False, "", "-"),
        ("a wild as the last discard", True, "-", ""),
        ("J Q K cost 11 12 13", by_rank, "--rule face_points=ten", "face-cards-11-12-13"),
        ("jokers", rules.jokers > 0, "--rule jokers=0", "jokers (left over: 20)"),
    ]
    if rules.has_gin:
        questions = knock_questions(rules)
    if rules.wants_runs:
        key, is_free = "--rule without_sequences", rules.without_sequences == "pure"
        question = "a pure run alone frees all melds"
        questions.insert(0, (question, is_free, f"{key}=all", f"{key}=pure"))
    if "A" in rules.ranks:
        both = "aces-high-or-low (ace left over: 15)"
        high = ("Q-K-A is a run", rules.ace_runs != "low", "--rule ace_runs=low", both)
        questions.insert(0, high)
    if rules.decks == 1:  # which holds each card once
        questions = [asked for asked in questions if asked[0] != "two 9♣ in one set"]
    rows = tuple(
        (rules.said(question), *(("yes", turns_yes) if here else ("no", turns_no)))
        for question, here, turns_yes, turns_no in questions
    )
    return Grid(("WHERE TABLES DISAGREE", "here", "house rule for the other way"), rows, "lll")


def key_lines(rules: RuleSet) -> list[str]:
    """Every rule key: its value in this game, the values it takes, and what it means."""
    lines, table = [], rules_table(rules)
    for key, field in KEYS.items():
        lines.append(f"{key} = {_said(table, key)}")
        values, meaning = field.metadata["values"], field.metadata["meaning"]
        lines.append(f"    {values.replace('`', '')}: {rules.said(meaning)}")
    lines += ["", "variations:"]
    for name, values in variations_of(rules).items():
        sets = ", ".join(f"{key}={str(value).lower()}" for key, value in values.items())
        lines.append(f"  {name:<22} {sets}")
    return lines


def difference_lines(
    one: str, two: str, first: Mapping[str, Any], second: Mapping[str, Any]
) -> list[str]:
    """How the rules of two games differ, one key a line."""
    keys = differences(first, second)
    if not keys:
        return [f"{one} and {two} have the same rules."]
    rows = tuple((key, _said(first, key), _said(second, key)) for key in keys)
    return plain(Grid(("", one, two), rows, "lll"))


UNSAID = {"decks": "(by the players)", "bonus_round": "(the last round)"}
"""What a missing key means."""


def _said(rules: Mapping[str, Any], key: str) -> str:
    """A rule's value as a ledger has it, or what it means to be missing."""
    value = rules.get(key)
    if key == "rounds" and isinstance(value, list):
        return ", ".join(f"{spec['deal']}:{spec.get('wild', '-')}" for spec in value)
    return UNSAID.get(key, "-") if value is None else literal(value)


VARIATION_WORDS = {
    "pool-101": "a pool: out on reaching 101; a drop costs 20, later 40",
    "pool-201": "a pool: out on reaching 201; a drop costs 25, later 50",
    "one-deal": "one deal: the player who goes out scores what the others have left",
    "deals-2": "two such deals, most points win; a tie plays one more",
    "deals-3": "three such deals, most points win; a tie plays one more",
    "aces-high-or-low": "the ace is high as well: Q-K-A is a run, and left over it costs 15",
    "face-cards-11-12-13": "J Q K left over cost 11, 12 and 13",
    "jokers": "two jokers in each pack, always wild, 20 left over",
    "one-natural": "a meld needs a natural card, one that is not wild",
    "half-wild": "at most half of a meld may be wild",
    "one-wild": "at most one wild in a meld",
    "four-card-sets": "at most four cards in a set",
}
"""The named variations in words, first those of games that need runs."""


def variation_words(rules: RuleSet) -> list[tuple[str, str]]:
    """The variations that make sense with these rules and don't hold yet, in words."""
    ways = other_ways(rules)
    return [
        (name, rules.said(VARIATION_WORDS[name]))
        for name, values in variations_of(rules).items()
        if values in ways or (name in OF_RUNS and not holds(rules, name))
    ]


def in_short(rules: RuleSet, usual: RuleSet | None = None) -> str:
    """A game in one line: title, rounds, and its variations beyond the ``usual`` rules."""
    held = [
        rules.said(VARIATION_WORDS[name])
        for name in variations_of(rules)
        if usual and holds(rules, name) and not holds(usual, name)
    ]
    return "; ".join([f"{printable(rules.title)}, {_short(rules)}", *held])
