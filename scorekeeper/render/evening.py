"""An evening in words: its rules, the next round, what a change did, how it ended; and a list."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain, groupby, islice
from typing import NamedTuple

from scorekeeper.cards import parse_cards, rank_label, spell
from scorekeeper.errors import SK, count, listed, printable, times
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import folded, people, round_name, shell_name, wild_label
from scorekeeper.ledger.rows import Row, fix, is_typed_twice, row_typed, rows
from scorekeeper.ledger.standings import (
    RoundCard,
    Standings,
    costliest_scores,
    final_totals,
    lead_changes,
    leaders,
    leaders_by_round,
    next_round,
    placed,
    rank,
    ranking_totals,
    rejoin_total,
    standings,
)
from scorekeeper.render import Grid, columns_of, cut, in_lines, pad, total_width, words
from scorekeeper.render.standings import agreed_lines, end_line, hand_lines
from scorekeeper.rules.card_rules import CardRules


def new_lines(game: Game, file: str) -> list[str]:
    """What ``new`` set up, and how to correct it."""
    rules = game.rules
    last = f", {count(rules.last_round, 'round')}" if rules.last_round else ""
    of_which = f" of {printable(rules.title)}" if game.title != rules.title else ""
    head = f"{printable(game.title)}: a new game{of_which}"
    lines = [f"{head}, {count(len(game.names), 'player')}{last}", ""]
    first = {game.dealer: " (deals first)"}
    seats = " -> ".join(f"{printable(name)}{first.get(name, '')}" for name in game.names)
    lines.append(f"  seats      {seats}       clockwise")
    lines += words.fact_lines(words.rule_facts(rules, game.decks))
    seats_words = ("wrong seats or dealer?", f"{SK}seats, {SK}dealer")
    fixes = [seats_words if game.dealer else ("wrong seats?", f"{SK}seats")]
    fixes = [("other house rules?", f"{SK}house"), *fixes] if rules.plays_cards else fixes
    widest = max(len(question) for question, _ in fixes)
    lines += ["", *(f"{question:<{widest}}  {commands}" for question, commands in fixes), ""]
    return [*lines, *words.round_lines(game), f"Score sheet: {printable(file)}"]


def next_lines(game: Game) -> list[str]:
    """The round card in lines, without its frame."""
    card = next_round(game)
    if card is None:
        return [end_line(game)]
    lines = ["BONUS ROUND" if card.bonus else f"ROUND {card.number}{words.of_rounds(game)}"]
    if card.deal:
        lines.append(f"deal {card.deal} each, {words.wild_of_card(game, card)}")
        if game.rules.draws_wild and not card.wild:
            lines.append(f"Say which rank was drawn, like  {SK}wild 7")
        if game.rules.dealer == "none":
            from scorekeeper import games  # few games come to this

            lines += games.turn(game.rules)
    if card.bonus:
        lines.append(f"Only {people(game.in_order(card.players))} play it.")
    if card.dealer and card.begins:
        others = ", ".join(map(printable, card.players[1:]))
        then = f", then {others}" if len(card.players) > 2 else ""
        lines.append(f"{printable(card.dealer)} deals. {printable(card.begins)} begins{then}.")
    if card.decks and card.deal:
        cards = len(game.rules_now.pack) * card.decks
        dealt = card.deal * len(card.players)
        packs = count(card.decks, "pack")
        line = f"{packs}: {cards} cards, {dealt} dealt"
        turned_up = game.rules.cards_turned_up_in(card.number)
        if dealt + turned_up > cards:
            line = f"{packs}: {cards} cards, too few for {dealt} dealt and {turned_up} turned up"
        elif card.stock is not None:
            line += f", {turned_up} turned up, {card.stock} to draw"
        lines.append(line)
    if game.rules.uses_upcard and not card.bonus:
        lines.append(_upcard_line(game))
    return lines + agreed_lines(game)


def _upcard_line(game: Game) -> str:
    """What the card that was turned up means, or how to enter it."""
    if game.next_upcard is None:
        return f"Say which card was turned up, like  {SK}next --upcard 4s"
    rules = game.rules_now
    knock, double = rules.effect_of_upcard(game.next_upcard)
    limit = rules.knock if knock is None else knock
    ends = f"a knock may leave {limit}" if limit else "only gin ends the hand"
    twice = ", and points count double" if double else ""
    return f"{spell(parse_cards(game.next_upcard))} is turned up: {ends}{twice}."


def totals_line(game: Game) -> str:
    """All totals with their gaps to the best one: best first, players without a place last."""
    parts, lines, counts = [], standings(game).lines, ranking_totals(game)
    for line in lines:
        gap = f" ({words.gap(line.behind, game.rules)})" if line.behind else ""
        # A small total behind larger ones would look like a mistake.
        if line.place is None and lines[0].place is not None:
            gap = " (no place)"
        parts.append(f"{printable(line.player)} {counts[line.player]}{gap}")
    return "  " + "   ".join(parts)


def last_scores(game: Game) -> list[str]:
    """What each player has in the last round."""
    row = row_typed(game, "last")
    scores = ((name, row.points(name)) for name in game.names)
    return [f"{printable(name)} {score}" for name, score in scores if score is not None]


def _change_lines(old: Game, new: Game) -> list[str]:
    """Totals before and after a correction, and what it did to the lead."""
    places = standings(new)
    then, now = _in_front(standings(old)), _in_front(places)
    totals, counts = ranking_totals(old), ranking_totals(new)
    rows = []
    for name in (line.player for line in places.lines):
        lead = ""
        if then.get(name) != now.get(name):
            lead = f"now {now.get(name, 'behind')} (was {then.get(name, 'behind')})"
        rows.append((printable(name), str(totals.get(name, 0)), str(counts[name]), lead))
    return in_lines(Grid(("", "before", "now", ""), rows, "lrrl"))


def counted_again(before: Game, game: Game) -> list[str]:
    """What a change of rules for the whole evening did: the rules, and the totals."""
    from scorekeeper.render.rules import rule_change_lines

    lines = rule_change_lines(before.rules, game.rules)
    lines = lines or rule_change_lines(before.rules_now, game.rules_now)
    if not game.played:
        return lines
    both = zip(rows(before), rows(game), strict=True)
    if any(was.rules != row.rules and row.round_.hands for was, row in both):
        lines.append("Hands on the sheet are counted again; points typed as numbers stay.")
    return lines + _change_lines(before, game)


def _in_front(places: Standings) -> dict[str, str]:
    """How each leader stands: ``17 ahead``, or ``level with Bo``."""
    first = [line.player for line in places.lines if line.place == 1]
    if len(first) > 1:
        return {one: f"level with {people(name for name in first if name != one)}" for one in first}
    # The loser of a bonus round is behind by no points.
    rest = (line.behind for line in places.lines if line.player not in first)
    gap = min((behind for behind in rest if behind is not None), default=0)
    return dict.fromkeys(first, f"{gap} ahead" if gap else "ahead")


def story(game: Game) -> list[str]:
    """Which placed players ever led, how often the lead changed, and the costliest round."""
    fronts = leaders_by_round(game, placed(game))
    changes = lead_changes(fronts)
    led = [name for name in game.names if any(name in front for front in fronts)]
    alone = next((front[0] for front in fronts if len(front) == 1), None)
    level = [name for name in led if changes or name != alone]
    who = f"All {len(level)}" if len(level) == len(game.names) > 2 else people(level)
    lines = []
    if changes:
        led_at = f"{who} were {'both ' * (len(level) == 2)}in the lead at some point"
        lines.append(f"{led_at}; the lead changed hands {times(changes)}.")
    elif level:
        led_alone = f"only {printable(alone)}" if alone else "nobody"
        lines.append(f"{who} shared the lead at some point; {led_alone} ever led alone.")
    elif alone:
        lines.append(f"{printable(alone)} led all the way.")
    for worst, number, name in costliest_scores(game)[:1]:
        where = round_name(game.rules, number).rpartition(", ")[2]
        lines.append(f"Costliest round: {printable(name)}, {worst} in {where}.")
    return lines


def typed_twice_remark(game: Game) -> str:
    """A remark if the last round repeats the one before, entry for entry; else ""."""
    if not is_typed_twice(game):
        return ""
    name = round_name(game.rules, len(game.played) - 1)
    return f"the same scores as {name}. Typed twice?  {SK}undo\n"


def nobody_out_remark(game: Game) -> str:
    """A remark if nobody went out and nobody was asked about it; else ""."""
    from scorekeeper.ledger.faults import may_be_out

    row = row_typed(game, "last")
    if row.round_.out or not game.rules.goes_out:
        return ""
    zeros = may_be_out(row)
    if not zeros:
        return f"nobody went out in {row.name}; if somebody did:  {SK}fix {row.word} WHO=o"
    have, who = "has" if len(zeros) == 1 else "have", printable(zeros[0])
    mended = f"{SK}fix {row.word} --out {shell_name(zeros[0], game.names)}"
    return f"{people(zeros)} {have} 0 and nobody went out; if {who} did:  {mended}"


def corrected_lines(before: Game, after: Game, row: Row) -> list[str]:
    """What a correction changed: squares, who went out, totals."""
    cards = f" ({count(row.rules.deal or 0, 'card')} each)" if row.rules else ""
    head = f"{row.name[0].upper()}{row.name[1:]}{cards}"
    if before == after:
        return [f"{head}: the sheet already says that; nothing was changed"]
    row_before = row.in_game(before)
    old, new = row_before.round_, row.round_
    changes = [f"{wild_label(new.wild)} are wild"] if new.wild and new.wild != old.wild else []
    changes += [
        f"{printable(name)} {was} -> {now}"
        for name in after.names
        if (was := words.square_text(row_before, name)) != (now := words.square_text(row, name))
    ]
    if not changes and old.note != new.note:
        changes = [f"note: {words.note_text(new.note or '')}"]
    elif not changes:
        is_shown = old.hands != new.hands
        changes = ["the cards changed" if is_shown else "the points are the same as before"]
    head += f": {', '.join(changes)}"
    return [head, *hand_lines(after, row.number, new), "", *_change_lines(before, after)]


# ── what can be typed next ───────────────────────────────────────────────────────────────────

ELSE = ("?", "what else you can type")


def example_cards(rules: CardRules) -> tuple[str, str]:
    """A hand that goes out, as typed, and its discard, from the cards that a game has."""
    if rules.has_gin:
        return "5s5h5d 7h8h9h qcqdqh2c", "kd"
    start = max(0, rules.ranks.find("5678"))
    low, middle, high, other = map(rank_label, rules.ranks[start : start + 4])
    first, second, third, fourth = list((rules.suits * 4)[:4].lower())
    discard = rank_label(next(rank for rank in rules.ranks if rank != "A"))
    run = f"{low}{middle}{high}{second}"
    return f"{run} {other}{first}{other}{fourth}{other}{third}", f"{discard}{third}"


def prompt_words(game: Game | None) -> str:
    """The prompt of the open game: ``round 5, the sevens> ``."""
    if game is None:
        return "> "
    card = next_round(game)
    if card is None:
        return "game over> "
    return f"{'bonus round' if card.number is None else round_name(game.rules, card.number)}> "


def choices(game: Game | None) -> list[tuple[str, str]]:
    """The few lines that fit the moment, and what each does."""
    if game is None:
        return [
            ("new", "start a game: it asks who plays and how"),
            ("new Ann Bo Cy", "all in one line, with the usual rules"),
            ("demo", "a game to try everything with"),
            ("rules", "the games you can play"),
            ("5h 6h 7h kd", "the fewest points the cards can leave"),
            ELSE,
        ]
    card = next_round(game)
    if card is None:  # the game is over, or can't go on
        tied = len(standings(game).winners) > 1 and game.rules.ties == "shared"
        return [
            ("playoff", "play off the tie in one more round") if tied else ("sheet", "every round"),
            ("chart", "the totals round by round as lines"),
            ("again", "the next game: same people and rules, the next dealer"),
            ("new", "another game: it asks who plays and how"),
            ("games", "every game here; open WORD opens one"),
            fixes(game)[0],
            ELSE,
        ]
    seated = game.in_order(card.players)
    scoring = game.rules.scoring
    entries = scoring.example(len(seated), goes_out=game.rules.goes_out)
    upcard = [("upcard 4s", "the card that was turned up")]
    judge = (" / ".join(example_cards(game.rules)), "can this go out? (no /: the fewest points)")
    return [
        *_rare_choices(game, card),
        (entries, scoring.example_meaning or f"the points of {people(seated)}"),
        ("add", "the same, one player at a time"),
        fixes(game)[0] if game.played else ("seats", "fix the seats"),
        judge if game.rules.plays_cards else ("sheet", "every round so far"),
        *(upcard if scoring.knocks and game.rules.uses_upcard else []),
        *([("dead", "nobody ended the hand; deal it again")] if scoring.knocks else []),
        ELSE,
    ]


def _rare_choices(game: Game, card: RoundCard) -> list[tuple[str, str]]:
    """The lines that fit the moment in a few games: a drawn wild, words for points, rejoining."""
    rules, lines = game.rules_now, []
    if card.deal and rules.draws_wild_in(card.number) and not card.wild:
        lines.append(("wild 7", "the rank drawn as wild, if you type hands as cards"))
    if rules.forfeits:
        last, [word, *_] = shell_name(game.in_order(card.players)[-1], game.names), rules.forfeits
        lines.append((f"{last} {word}", f"after a name: {listed(rules.forfeits, 'or')}"))
    if game.pool.eliminated_in and rejoin_total(game):
        name = shell_name(next(iter(game.pool.eliminated_in)), game.names)
        lines.append((f"rejoin {name}", "a player who is out comes back in"))
    return lines


def example_fix(game: Game, named: str = "last") -> str:
    """A way to correct a round: ``7s ann=12``; RoundError if the round isn't on the sheet."""
    row = row_typed(game, named)
    round_, scores = row.round_, row.round_.scores
    others = [name for name in row.players if name not in round_.out] or row.players or game.names
    name = next((player for player in others if scores.get(player)), others[0])
    entry = round_.forfeits.get(name) or scores.get(name) or 5
    return fix(row, name, entry).removeprefix(f"{SK}fix ")


def fixes(game: Game) -> list[tuple[str, str]]:
    """The lines that correct a slip, and what each does."""
    undo = ("undo", "take back the last step")
    if not game.played:
        return [undo]
    return [(f"fix {example_fix(game)}", "correct a round"), undo]


def choice_lines(lines: Sequence[tuple[str, str]], width: int) -> list[str]:
    """The lines of ``choices``; on a narrow screen, what each does goes below it."""
    widest = max(columns_of(line) for line, _ in lines)
    if widest + 6 + max(columns_of(does) for _, does in lines) <= width:
        return [f"  {pad(line, widest)}    {does}" for line, does in lines]
    return [text for line, does in lines for text in (f"  {line}", f"      {does}")]


def help_lines(game: Game | None, commands: Mapping[str, Iterable[str]], width: int) -> list[str]:
    """Everything you can type at the table; ``commands`` by occasion."""
    others = [(occasion.lower(), "  ".join(names)) for occasion, names in commands.items() if names]
    longest = max(len(occasion) for occasion, _ in others)
    return [
        "What you can type:" if game is None else "What you can type now:",
        *choice_lines(choices(game)[:-1], width),
        "",
        "And every command:",
        *(f"  {pad(occasion, longest)}    {names}" for occasion, names in others),
        "",
        "score, history, oops, save and the like work too.",
        "? fix  explains one command. quit or Ctrl-D leaves; everything is already saved.",
    ]


# ── a list of evenings ───────────────────────────────────────────────────────────────────────


class Listed(NamedTuple):
    """An evening in a list: what the list says, words that tell it apart, and its number there."""

    is_over: bool
    title: str
    state: str
    leads: str
    people: str
    day: str
    telling: tuple[str, ...]
    number: int = 0  # until the list is complete


def as_listed(game: Game, today: date, *, is_over: bool) -> Listed:
    """What a list says about an evening, without keeping its game: hundreds may be large."""
    state, leads = _state(game, is_over=is_over)
    names = " ".join(map(printable, game.names))
    title, day = printable(game.title), _day(game.date, today)
    month = f"{game.date:%B}" if game.date else ""
    telling = (*game.names, *reversed(game.title.split()), month)
    return Listed(is_over, title, state, leads, names, day, telling)


def evening_lines(rows: Sequence[Listed], width: int | None = None) -> list[str]:
    """A line for each evening; open ones come first.

    If they don't fit the ``width`` of a screen, they name fewer players, in the end none; if they
    still don't fit, the state of each goes below its title.
    """
    most = max((columns_of(row.people) for row in rows), default=0)
    # Players are named in 8 columns or more, or not at all.
    grids = (_grid(rows, size) for size in (*range(most, 7, -1), 0))
    grid = next((grid for grid in grids if width is None or total_width(grid) <= width), None)
    lines = [[line] for line in in_lines(grid)] if grid else list(map(_stacked, rows))
    headed = []
    for is_over, group in groupby(zip(rows, lines, strict=True), lambda both: both[0].is_over):
        headed.append("Played" if is_over else "Still open")
        headed += [text for _, texts in group for text in texts]
    return headed


def _grid(rows: Sequence[Listed], size: int) -> Grid:
    """The rows with at most ``size`` columns of players, who also get the room of a lead."""
    widest = max((columns_of(row.leads) for row in rows), default=0)
    cells = []
    for row in rows:
        room = size if row.leads else max(size, widest)
        names = cut(row.people, room) if room else ""
        behind = [cell for cell in (row.leads, names, row.day) if cell]
        cells.append((str(row.number), row.title, row.state, *behind, *[""] * (3 - len(behind))))
    return Grid(("",) * 6, cells, "rlllll")


def _stacked(row: Listed) -> list[str]:
    when = f", {row.day}" if row.day else ""
    below = ", ".join(filter(None, (row.state, row.leads)))
    return [f"{row.number:>3}  {row.title}{when}", f"     {below}"]


def _state(game: Game, *, is_over: bool) -> tuple[str, str]:
    """Who won a game that is over, and with what total; else where the game is, and who leads."""
    first = leaders(rank(game))
    if is_over and (game.put_away or not first):
        return "put away" if game.put_away else "nobody won", ""
    if is_over:
        return f"{people(first)} won, {final_totals(game)[first[0]]}", ""
    card = next_round(game)
    state = words.round_head(game, card).lower() if card else "points are missing"
    if not first:
        return state, ""
    total = game.total(first[0])
    verb = "leads with" if len(first) == 1 else "lead with"
    return state, f"{people(first) if len(first) < 3 else f'{len(first)} people'} {verb} {total}"


def _day(day: date | None, today: date) -> str:
    """A day as people say it; empty if nobody knows it."""
    if day is None:
        return ""
    if day == today:
        return "today"
    if day == today - timedelta(days=1):
        return "yesterday"
    near = day.year == today.year or abs(today - day) < timedelta(days=300)
    return f"{day:%a} {day.day} {day:%b}" if near else f"{day.day} {day:%b} {day.year}"


def home_lines(
    evenings: Sequence[Listed], more: int, telling: Sequence[str], width: int
) -> list[str]:
    """What you can type below a list: ``more`` games aren't shown, ``telling`` words open one."""
    examples = f" ({', '.join(telling)})" if telling else ""
    rest = [f"{more} more:  games"] if more > 0 else []
    first = [evening.number for evening in evenings if not evening.is_over]
    finished = [evening.number for evening in evenings if evening.is_over]
    choices = [f"[Enter] goes on with {first[0]}"] if first else []
    choices += [f"again  with the people of {finished[0]}"] if finished else []
    return [
        *_joined([*rest, f"open one:  its number, or a word of its name{examples}"], width, "    "),
        "",
        *_joined([*choices, "new  a new game"], width),
    ]


def _joined(parts: Sequence[str], width: int, indent: str = "") -> list[str]:
    """The parts in one line if they fit, else a line each."""
    line = indent + "      ".join(parts)
    return [line] if columns_of(line) <= width else [indent + part for part in parts]


def distinct_words(rows: Iterable[Listed], everywhere: Iterable[Iterable[str]]) -> list[str]:
    """At most three words, each of which means just one of all the games ``everywhere``."""
    known = Counter(chain.from_iterable(everywhere))
    telling: dict[str, None] = {}
    for row in rows:
        words = (word for word in map(folded, row.telling) if known[word] == 1 and word.isalpha())
        telling |= dict.fromkeys(islice(words, 1))
    return list(telling)[:3]
