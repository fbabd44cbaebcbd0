"""The rule book in words: a game, where tables disagree, and what each house rule says."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper import games
from scorekeeper.errors import SK, count, printable
from scorekeeper.render import Grid, in_lines, words
from scorekeeper.rules import KEYS, RuleSet, variations
from scorekeeper.rules.rule_keys import literal


def game_list(games: Mapping[str, RuleSet]) -> list[str]:
    """A line for every game, and what to type next."""
    rows = [(name, rules.title, _rounds_in_short(rules)) for name, rules in games.items()]
    lines = in_lines(Grid(("", "", ""), rows, "lll"))
    return [*lines, "", f"The rules of one:  {SK}rules {RuleSet().game}"]


def _rounds_in_short(rules: RuleSet) -> str:
    if not rules.plays_cards:
        return "one number per player and round"
    deals = [spec.deal for spec in rules.specs]
    cards = count(deals[0], "card") if len(set(deals)) == 1 else f"{deals[0]} to {deals[-1]} cards"
    rounds = "round after round" if rules.repeats else count(len(deals), "round")
    return f"{rounds}, {cards}"


def rule_lines(rules: RuleSet, name: str) -> list[str]:
    """One game's rules in words, with where tables disagree and the switch for it."""
    lines = in_words(rules)
    if not rules.plays_cards:
        target = "" if rules.target else " --rule target=100"
        return [*lines, "", f"Start it:  {SK}new Ann Bo Cy --game {name}{target}"]
    offered = dict(offered_variations(rules))
    names = [] if rules.scoring.knocks else list(offered)
    usual = ["one-natural"] if "one-natural" in names and not rules.needs_runs else names[:1]
    option = "".join(f" --variation {variation}" for variation in usual)
    people = "Ann Bo" if rules.players[1] == 2 else "Ann Bo Cy"
    ways = [f"  {name:<8}  {way}" for name, way in offered.items() if name in variations.OF_RUNS]
    return [
        *lines,
        "",
        *in_lines(_disagreements(rules)),
        "",
        *(["  WAYS TO PLAY IT", *ways, ""] if ways else []),
        f"Start it:  {SK}new {people} --game {name}{option}",
        f"All switches by name:  {SK}rules {name} --keys",
    ]


def in_words(rules: RuleSet) -> list[str]:
    """What is dealt, what is a meld, what counts, and who wins."""
    return [rules.title.upper(), "", *words.fact_lines(_facts(rules))]


def _facts(rules: RuleSet) -> list[tuple[str, str]]:
    return [*_play_facts(rules), *words.rule_facts(rules, rules.decks)]


def facts_with(rules: RuleSet, phrases: Iterable[str]) -> list[str]:
    """The rules that hold one of the ``phrases``, a line each: ``aces:`` is a heading."""
    known = {f"{heading}: {text}": (heading, text) for heading, text in _facts(rules)}
    disagreed = _disagreements(rules).rows if rules.plays_cards else ()
    known |= {question: (question, here) for question, here, _ in disagreed}
    wanted = [rules.in_own_words(phrase) for phrase in phrases]
    found = [row for line, row in known.items() if any(phrase in line for phrase in wanted)]
    return in_lines(Grid(("", ""), found, "ll")) if found else []


def _play_facts(rules: RuleSet) -> list[tuple[str, str]]:
    """How the game is played; ``new`` leaves this out, as those who start a game know it."""
    most, ends = ("at most ", "it takes") if rules.target else ("", "you like")
    facts = [
        ("players", words.rule_words("players", rules).removesuffix(" players")),
        ("rounds", f"{most}{rules.last_round}" if rules.last_round else f"as many as {ends}"),
        *(("a guess", line) for line in games.guesses(rules)),
    ]
    if not rules.plays_cards:
        return [*facts, ("scoring", "one number per player and round")]
    deals, sets = [spec.deal for spec in rules.specs], f"{rules.word('set')}s"
    when = "every round" if len(set(deals)) == 1 else f"the first round, {deals[-1]} in the last"
    # Without a dealer, nothing is known about a stock.
    turn = ["take the top card of the stock or the discard pile; discard one"]
    turn = games.turn(rules) or (turn if rules.dealer == "passes" else [])
    facts += [
        ("deal", f"{count(deals[0], 'card')} each in {when}"),
        *(("turn", line) for line in turn),
        ("melds", f"{sets}: three or more of one rank"),
        ("melds", "runs: three or more in a row in one suit"),
        ("going out", f"draw, lay all but one card in {sets} and runs, discard that one"),
    ]
    if not rules.ends_at_once:
        facts.append(("going out", "nobody adds to the melds of other players"))
        if not rules.several_out:
            facts.append(("going out", words.rule_words("several_out", rules)))
    return facts


def house_rule_lines(rules: RuleSet) -> list[str]:
    """Where this game differs from the one that comes with the program, each rule with its key."""
    if (own := games.without_house_rules(rules)) is None:
        return []
    usual = own.replace(decks=rules.decks)  # it depends on how many play
    lines = [f"  {line}" for line in rule_change_lines(usual, rules)]
    return ["House rules from the start:", *lines, ""] if lines else []


def switch_lines(rules: RuleSet, since: str) -> list[str]:
    """The house rules of a game at hand: where tables disagree, and how to change them.

    ``since`` is an option for the commands shown, needed if no round is left for a change.
    """
    if not rules.plays_cards:
        return ["This game has no house rules about cards."]
    is_known = rules.game in games.names()  # only then --off has a rule to go back to
    one = "pool-201" if rules.needs_runs else "one-natural"
    off = f"--off {one}" if is_known else "wild_limit=any"
    if rules.has_gin:
        one, off = "gin_bonus=20", "--off gin_bonus" if is_known else "gin_bonus=25"
    grid = _disagreements(rules)
    # As ``house`` takes them, which needs no --rule.
    rows = [(*row[:2], row[2].removeprefix("--rule ")) for row in grid.rows]
    change = [f"To change one:  {SK}house {one}{since}", f"To go back:     {SK}house {off}{since}"]
    return [*in_lines(grid._replace(rows=rows)), "", *change]


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
        ("a run skips the wild rank", False, "", "-"),
        ("a wild as the last discard", True, "-", ""),
        ("J Q K cost 11 12 13", by_rank, "--rule face_points=ten", "face-cards-11-12-13"),
        ("jokers", rules.jokers > 0, "--rule jokers=0", "jokers (left over: 20)"),
    ]
    if rules.has_gin:
        questions = _knock_questions(rules)
    if rules.needs_runs:
        key, is_free = "--rule without_sequences", rules.without_sequences == "pure"
        question = "a pure run alone frees all melds"
        questions.insert(0, (question, is_free, f"{key}=all", f"{key}=pure"))
    if "A" in rules.ranks:
        both = "aces-high-or-low (ace left over: 15)"
        high = ("Q-K-A is a run", rules.ace_runs != "low", "--rule ace_runs=low", both)
        questions.insert(0, high)
    if rules.decks == 1:  # which holds each card once
        questions = [asked for asked in questions if asked[0] != "two 9♣ in one set"]
    rows = [
        (rules.in_own_words(question), *(("yes", turns_yes) if is_played else ("no", turns_no)))
        for question, is_played, turns_yes, turns_no in questions
    ]
    return Grid(("WHERE TABLES DISAGREE", "here", "house rule for the other way"), rows, "lll")


def _knock_questions(rules: RuleSet) -> list[tuple[str, bool, str, str]]:
    """What tables argue about: a question, the answer here, and the switches for no and yes."""
    questions: list[tuple[str, bool, str, object, object]] = [
        ("big gin, all 11 cards", rules.big_gin_bonus > 0, "big_gin_bonus", 31, 0),
        ("an undercut is worth 25", rules.undercut_bonus == 25, "undercut_bonus", 25, 10),
        ("gin is worth 25", rules.gin_bonus == 25, "gin_bonus", 25, 20),
        ("the other lays off", rules.lay_off, "lay_off", "true", "false"),
        ("the card turned up is the limit", rules.upcard_knock, "upcard_knock", "true", "false"),
        ("a spade turned up doubles", rules.spades_double, "spades_double", "true", "false"),
        ("three columns (Hollywood)", rules.columns == 3, "columns", 3, 1),
        ("a shutout doubles", rules.shutout, "shutout", "true", "false"),
    ]
    return [
        (question, is_played, f"--rule {key}={no}", f"--rule {key}={yes}")
        for question, is_played, key, yes, no in questions
    ]


def key_lines(rules: RuleSet) -> list[str]:
    """Every rule key: its value in this game, the values it takes, and what it means."""
    lines, table = [], variations.rules_table(rules)
    for key, field in KEYS.items():
        lines.append(f"{key} = {_value_text(table, key)}")
        values = field.metadata["values"].replace("` `", ", ").replace("`", "")
        lines.append(f"    {values}: {rules.in_own_words(field.metadata['meaning'])}")
    lines += ["", "variations:"]
    for name, values in variations.variations_of(rules).items():
        sets = ", ".join(variations.as_setting(key, value) for key, value in values.items())
        lines.append(f"  {name:<22} {sets}")
    return lines


def difference_lines(
    one: str, two: str, first: Mapping[str, Any], second: Mapping[str, Any]
) -> list[str]:
    """How the rules of two games differ, one key a line."""
    keys = variations.differences(first, second)
    rows = [(key, _value_text(first, key), _value_text(second, key)) for key in keys]
    if not rows:
        return [f"{one} and {two} have the same rules."]
    return in_lines(Grid(("", one, two), rows, "lll"))


def _value_text(rules: Mapping[str, Any], key: str) -> str:
    """A rule's value as in a ledger, or what a missing one means."""
    value = rules.get(key)
    if key == "rounds" and isinstance(value, list):
        return ", ".join(f"{spec['deal']}:{spec.get('wild', '-')}" for spec in value)
    missing = {"decks": "(by the players)", "bonus_round": "(the last round)"}
    return missing.get(key, "-") if value is None else literal(value)


WAYS = {
    "pool-101": "a pool: out on reaching 101; a drop costs 20, later 40",
    "pool-201": "a pool: out on reaching 201; a drop costs 25, later 50",
    "one-deal": "one deal: the player who goes out scores what the others have left",
    "deals-2": "two such deals, most points win; a tie means one more",
    "deals-3": "three such deals, most points win; a tie means one more",
}
"""The ways to play a game that needs runs, in words."""


def variation_words(name: str, rules: RuleSet) -> str:
    """A variation in words."""
    return WAYS.get(name) or way_words(variations.VARIATIONS[name], rules)


def way_words(way: Mapping[str, object], rules: RuleSet) -> str:
    """What these keys would say in a game, in words."""
    changed = rules.replace(**way)
    return ", ".join(words.rule_words(key, changed) for key in way)


def offered_variations(rules: RuleSet) -> list[tuple[str, str]]:
    """The variations that make sense with these rules and don't hold yet, in words."""
    ways = variations.other_ways(rules)
    return [
        (name, variation_words(name, rules))
        for name, values in variations.variations_of(rules).items()
        if values in ways or (name in variations.OF_RUNS and not variations.holds(rules, name))
    ]


def in_short(rules: RuleSet, usual: RuleSet | None = None) -> str:
    """A game in one line: title, rounds, and its variations beyond the ``usual`` rules."""
    kept = [
        variation_words(name, rules)
        for name in variations.variations_of(rules)
        if usual and variations.holds(rules, name) and not variations.holds(usual, name)
    ]
    return "; ".join([f"{printable(rules.title)}, {_rounds_in_short(rules)}", *kept])


def rule_change_lines(
    old: RuleSet, new: RuleSet, known: Sequence[str] = (), mentioned: Sequence[str] = ()
) -> list[str]:
    """What changed, in words and, for those who edit files, by key; without the ``known`` lines.

    A setting that is ``mentioned`` elsewhere, as in the command for the change, is left out.
    """
    lines, now = [], variations.rules_table(new)
    for key in variations.differences(variations.rules_table(old), now):
        is_short = key in now and not isinstance(now[key], list | dict)
        setting = variations.as_setting(key, now[key]) if is_short else key
        rule = words.rule_words(key, new)
        lines.append(rule if setting in mentioned else f"{rule}  ({setting})")
    return [line for line in lines if line not in known]
