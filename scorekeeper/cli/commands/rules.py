"""The commands about rules: the games, the house rules at hand, and the wild rank drawn."""

from collections.abc import Callable
from typing import Annotated

from scorekeeper import games
from scorekeeper.cli import commands as options
from scorekeeper.cli.commands import ToPlay, ToRead, argument, flag, option
from scorekeeper.errors import SK, UsageError, quoted
from scorekeeper.games import house_rules
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import round_subject
from scorekeeper.ledger.standings import is_finished, next_round
from scorekeeper.render import rules as words
from scorekeeper.render.evening import counted_again, totals_line
from scorekeeper.render.standings import agreed_lines, outcome_lines, winners_line
from scorekeeper.render.words import round_lines
from scorekeeper.rules.packs import refuse_unscored
from scorekeeper.rules.rule_keys import rank_typed
from scorekeeper.rules.variations import differences, rules_table
from scorekeeper.terminal import Answer, can_ask, machine
from scorekeeper.terminal.command_words import command_line, shell_path
from scorekeeper.terminal.games import file_of_rules, game_named
from scorekeeper.terminal.prompt import ask_yes


def rules(
    name: Annotated[
        str | None, argument("[GAME|FILE]", "A game, or the path of a file.", options.game_names)
    ] = None,
    other: Annotated[
        str | None, argument("[OTHER]", "The second game, for --diff.", options.game_names)
    ] = None,
    keys: Annotated[bool, flag("--keys", "Every switch by name.")] = False,
    diff: Annotated[bool, flag("--diff", "How two games differ: sk rules --diff A B")] = False,
    known: Annotated[bool, flag("--games", "The games you can play.")] = False,
    *,
    ledger: ToRead,
) -> Answer:
    sitting = ledger.sitting
    if diff:
        if name is None or other is None:
            raise UsageError("--diff compares two games", remedy=f"name both: {SK}rules --diff A B")
        return _compared(name, other)
    if name is not None and sitting.named is not None:
        problem = "you named two games: one by name, one with -f"
        raise UsageError(problem, remedy="choose one of the two")
    if other is not None:
        remedy = f"{SK}rules --games lists them; {SK}rules --diff A B compares two"
        raise UsageError("rules shows one game at a time", remedy=remedy)
    if name is None and not known and (sitting.path or sitting.named is not None):
        game = ledger.read()
        now = game.rules_now
        in_words = [*words.in_words(now), *agreed_lines(game), ""]
        shown = [*sitting.title(game), *in_words, *_switches(game)]
        return Answer(words.key_lines(now) if keys else shown, lambda: machine.house(game))
    if name is None or known:
        listed = {game: games.game(game) for game in games.names()}
        titles = {game: rule_set.title for game, rule_set in listed.items()}
        return Answer(words.game_list(listed), lambda: {"games": titles})
    rule_set = game_named(name)
    shown = words.key_lines(rule_set) if keys else words.rule_lines(rule_set, shell_path(name))
    return Answer(shown, lambda: {"title": rule_set.title, "rules": rules_table(rule_set)})


def _switches(game: Game) -> list[str]:
    """The house rules as they are now, and how to change them."""
    card = next_round(game)
    since = "" if card and card.number else " --from 1"
    return words.switch_lines(game.rules_now, since)


def _compared(*names: str) -> Answer:
    """How the rules of two games differ."""
    both = [(file_of_rules(name), game_named(name)) for name in names]
    titles = [file.stem if file else rules.title for file, rules in both]
    first, second = (rules_table(rules) for _, rules in both)
    values = {key: [first.get(key), second.get(key)] for key in differences(first, second)}
    lines = words.difference_lines(titles[0], titles[1], first, second)
    return Answer(lines, lambda: {"games": titles, "differences": values})


def house(
    settings: Annotated[
        list[str] | None, argument("[VARIATION|KEY=VALUE...]", offer=options.switches)
    ] = None,
    off: Annotated[
        list[str] | None, option("--off", "NAME", "Back to the original rule.", options.switches)
    ] = None,
    since: Annotated[str | None, option("--from", "1", "Use it from the first round on.")] = None,
    *,
    ledger: ToPlay,
) -> Answer:
    # Looking rules up doesn't need the code that changes them.
    from scorekeeper.ledger.changes import change_rules

    _ = ledger.path  # a wrong rule is only reported once there is a game
    switches, from_start = settings or [], since is not None
    named = command_line(*switches, *(word for name in off or [] for word in ("--off", name)))
    if since not in (None, "1"):
        remedy = "leave --from out to start with the next round, or use --from 1"
        raise UsageError(f"a rule can't start from {quoted(since)}", remedy=remedy)
    if from_start and not named:
        remedy = f"name one, like {SK}house one-natural --from 1"
        raise UsageError("--from 1 needs a rule", remedy=remedy)
    if not named:
        game = ledger.read()
        rules = [*words.house_rule_lines(game.rules), *_switches(game), *agreed_lines(game)]
        return Answer([*ledger.sitting.title(game), *rules], lambda: machine.house(game))

    def edit(now: Game) -> Game:
        rules = house_rules(now.rules_now, switches, off or [])
        changed = change_rules(now, rules, from_start=from_start)
        refuse_unscored(changed.rules_now)
        return changed

    asks = from_start and can_ask()
    if asks and not _is_meant(ledger.load().game, edit):
        return Answer(["Nothing was changed."])
    before, game = ledger.change(edit)
    if before == game:
        return ledger.answer_change(game, "Those are the house rules already; nothing was changed.")
    if asks:
        return ledger.answer_change(game, totals_line(game))
    if from_start:
        remarks = [_end_remark("before", before)] if outcome_lines(before, game) else []
        return ledger.answer_change(game, *counted_again(before, game), *remarks)
    in_game = words.rule_change_lines(before.rules, game.rules)
    if lines := words.rule_change_lines(before.rules_now, game.rules_now, in_game):
        name = round_subject(game.rules, len(game.played) + 1)
        lines = [f"From {name} on:", *(f"  {line}" for line in lines)]
        all_rounds = f"{SK}house {named} --from 1"
        lines.append(f"Earlier rounds stay as they are. If you meant all rounds:  {all_rounds}")
    return ledger.answer_change(game, *lines, *(counted_again(before, game) if in_game else []))


def _is_meant(before: Game, edit: Callable[[Game], Game]) -> bool:
    """Ask about what would change on the sheet: True for a yes, or if nothing would."""
    changed = edit(before)
    if changed == before or not changed.played:
        return True
    ends = [_end_remark("before", before), _end_remark("now", changed)]
    head = [*counted_again(before, changed), *(ends if outcome_lines(before, changed) else [])]
    return ask_yes("Use it from the first round on?", head=head)


def _end_remark(when: str, game: Game) -> str:
    """Who has won, or that the game goes on, before or after the change."""
    return f"{when}: {winners_line(game) if is_finished(game) else 'the game goes on.'}"


def wild(
    rank: Annotated[str, argument("RANK", "Like 7 or k; jk for a joker; - for none.")],
    *,
    ledger: ToPlay,
) -> Answer:
    from scorekeeper.ledger.changes import draw_wild

    _ = ledger.path
    is_none = rank.casefold() in ("none", "-")
    drawn = None if is_none else rank_typed(rank, joker=True, what="the wild rank")
    _, game = ledger.change(lambda now: draw_wild(now, drawn))
    return ledger.answer_change(game, *round_lines(game))
