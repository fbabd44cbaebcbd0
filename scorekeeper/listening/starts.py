"""Read requests for a new game, its players, house rules and dealer; also who sits where.

The parts of a start may come in any order. Each stands for words of ``new``, which are listed in
``sayings.toml``.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from scorekeeper import games
from scorekeeper.errors import SK, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import shell_name
from scorekeeper.ledger.rows import next_row
from scorekeeper.listening import Found, Heard, Word, Words, cards_in, readings, said
from scorekeeper.listening.line import Line
from scorekeeper.rules.variations import as_setting, differences, rules_table
from scorekeeper.store.evenings import Evening, called
from scorekeeper.terminal import can_ask
from scorekeeper.terminal.command_words import command_line
from scorekeeper.terminal.games import games_here

MOST_JOINING = 25  # words of a line that gives somebody who joins a seat or points
MYSELF = ("me", "i", "you")  # typed instead of a name; the sheet then has them as names


class Start(NamedTuple):
    """The new game that a line asks for: the ``options`` of ``new``, and the players' names.

    If there are none, they are asked for. ``begins`` is True if the line asks for a game in so many
    words, ``is_same`` if the players of the last game play it, joined by those in ``new``.
    """

    options: list[str]
    names: list[str]
    begins: bool
    is_same: bool
    new: list[str]

    @property
    def game(self) -> str:
        """The short name of the game; empty if none is named."""
        return next((o[7:] for o in self.options if o.startswith("--game=")), "")


Part = tuple[str, Found]
Parts = tuple[Part, ...]


def start_in(line: Line, rules: Parts = ()) -> Start | None:
    """The start that the whole line asks for, the one with the most options; None if it doesn't."""
    return _best(line, partial(_parts, line), rules) or _with_rules(line, start_in)


def start_among_words(line: Line, rules: Parts = ()) -> Start | None:
    """The start in a line whose other words, all in small letters, may be mere talk; else None.

    Names must have capitals; without names, they are asked for.
    """

    def parts(at: int) -> dict[int, Parts]:
        word, found = line.words[at], _parts(line, at)
        kept = {
            end: each
            for end, each in found.items()
            if all(n[:1].isupper() for _, slots in each for n in slots.get("names", ()))
        }
        is_silent = word.raw.rstrip(",").isalpha() and word.raw.islower()
        return {at + 1: (), **kept} if is_silent else kept

    return _with_rules(line, start_among_words) or _best(line, parts, rules)


def _best(line: Line, parts: Callable[[int], dict[int, Parts]], rules: Parts) -> Start | None:
    ways = ((*each, *rules) for each in readings(parts, len(line.words)))
    found = filter(None, map(_start, ways))
    return max(found, key=lambda s: (s.game not in ("", "points"), len(s.options)), default=None)


def _with_rules(line: Line, start: Callable[[Line, Parts], Start | None]) -> Start | None:
    """The start in a line that also sets house rules in any words; None if it sets none.

    A rule contains neither a comma nor a name nor a game.
    """
    plain, rest, clause, rules = line.words, list[Word](), list[Word](), list[Part]()
    words = without(line, without(line, plain, "<voice>")[0], "<old>")[0]
    for at, word in enumerate([*words, Word(",", "")]):
        line.words = words
        is_game = any(line.fits("{game}|<othergame>", at))
        is_game &= not (word.text in said()["noise"] or any(line.fits("{game} bonus", at)))
        is_apart = is_game or word.text == "," or line.is_newcomer(word) or any(line.player(at))
        clause += [word] * (not is_apart)
        if is_apart or word.raw.endswith(",") or word.text in ("with", "where", "but"):
            found = rule_said(line, Words(clause))
            rules += [("rule", {"rule": (found[0], "")})] if found else []
            rest, clause = [*rest, *([] if found else clause), *[word] * is_apart], []
    line.words = Words(rest[:-1])
    best = start(line, tuple(rules)) if rules else None
    line.words = plain
    return best


def _parts(line: Line, at: int) -> dict[int, Parts]:
    """The parts that may begin at a word, by where they end; empty for words that say nothing."""
    found: dict[int, Parts] = {}
    for (kind, _), end, slots in line.items_at("in_starts", at):
        found.setdefault(end, () if kind == "talk" else ((kind, slots),))
    return found or ({at + 1: ()} if line.words[at].text in said()["noise"] else {})


def _start(parts: Parts) -> Start | None:
    kinds = [kind for kind, _ in parts]
    names = [name for kind, slots in parts if kind == "names" for name in slots["names"]]
    new = [name for kind, slots in parts if kind == "plus" for name in slots["names"]]
    options = [*dict.fromkeys(option for part in parts for option in _options(*part))]
    for name in names:  # Harold will deal
        options = [re.sub(rf"^(--dealer={re.escape(name)}) .*", r"\1", each) for each in options]
    named = [option for option in options if option.startswith("--game")]
    titles = [option for option in options if option.startswith("--title")]
    if "--rule=winner=high" in options and not named:
        options, named = ["--game=points", *options], ["--game=points"]
    begins, is_same = "begin" in kinds, "same" in kinds
    is_start = named or (is_same and (options or new)) or {"begin", "names", "many"} & {*kinds}
    is_alone = len(names) == 1 and (new or is_same or not (begins or named))  # Ann and also Cy
    is_twice = len({*names}) < len(names) or kinds.count("names") > 1
    is_twice |= len(named) > 1 or len(titles) > 1  # the nines of hearts
    if not is_start or is_alone or is_twice:
        return None
    return Start(options, names if len(names) > 1 else [], begins, is_same, new)


def _options(kind: str, slots: Found) -> Iterator[str]:
    """The options of ``new`` that a part stands for."""
    if "rule" in slots:
        rule = slots["rule"][kind == "no rule"]
        if not rule.startswith("--off"):  # a game begins without it
            option = "rule" if "=" in rule else "variation"
            yield f"--{option}={rule}".replace("--rule=decks=", "--decks=")
    elif kind.startswith("--"):
        yield from (word.format(**slots) for word in kind.split())
        title = str(slots.get("title", "")).casefold()
        if games.played_for_points().get(title) == "high":
            yield "--rule=winner=high"


def as_played(game: Game) -> list[str]:
    """The options of ``new`` for another game like this one, except for its packs."""
    rules, usual = game.rules_to_repeat, games.without_house_rules(game.rules)
    was, now = rules_table(usual or rules), rules_table(rules)
    keys = (key for key in differences(was, now) if key in now and key != "decks")
    title = [f"--title={game.title}"] if game.title != rules.title else []
    return [f"--game={rules.game}", *title, *(f"--rule={as_setting(k, now[k])}" for k in keys)]


def new_for(start: Start, line: Line, game: Game | None) -> Heard | None:
    """The command for a start, or several to choose from; without names, the last are tried."""
    commands, here = _new_games(start, line, game), games_here(quiet=True)
    titles = [option[8:] for option in start.options if option.startswith("--title=")]
    if titles and called(titles[0], here):  # play darts, if there is such a game
        commands = [["open", titles[0]], *commands]
    heard = list[Heard]()
    for words in commands:
        is_ready = words[0] != "new" or (words[1:] and words[-1][0] != "-")
        heard.append(Heard(words, trial=None if is_ready else [*words, *at_the_table(game)]))
    return Heard([], others=tuple(heard)) if heard[1:] else next(iter(heard), None)


def new_beside(last: Game, command: str, found: Found) -> Heard:
    """The ``new`` for another game, or for one like the last with one player more or fewer."""
    if "{" not in command:
        return Heard(command.split(), trial=["new", *at_the_table(last)])
    names = [name for name in at_the_table(last) if name != found.get("player")]
    return Heard(["new", *as_played(last), *names, *filter(None, [found.get("name")])])


def at_the_table(game: Game | None) -> tuple[str, ...]:
    """The players of the next round of the game at hand; empty without a game."""
    return tuple(game.at_the_table(len(game.played) + 1)) if game else ()


def _new_games(start: Start, line: Line, game: Game | None) -> list[list[str]]:
    """The ``new`` that a start means, or ``again``; one for each game that a title may mean.

    Empty if the line doesn't want a new game, as when it only names the open one.
    """
    if not _is_meant(start, line, game):
        return []
    spelled = {name.casefold(): name for name in (game.names if game else ())}
    names, last = [spelled.get(n.casefold(), n) for n in start.names], list[str]()
    if spelled.keys() & {name.casefold() for name in start.new}:  # with ann, bob and eve too
        names, start = [spelled.get(n.casefold(), n) for n in start.new], start._replace(new=[])
    if game and (start.is_same or start.new):
        if not (start.options or start.new or start.names):
            return [["again"]]
        last = [] if start.game else as_played(game)
        names = names or [*at_the_table(game), *start.new]
    rules = games.game(start.game) if start.game else game and game.rules
    options = start.options
    if rules is not None and rules.dealer == "none":
        options = [option for option in options if not option.startswith("--dealer")]
    kinds = [last + options]
    dealer = [option for option in options if option.startswith("--dealer=")]
    for other, title in reversed(said()["alike"].items()):
        fits = len(names) < 3 or not games.game(other).scoring.two_players_only
        has_rule = any(option.startswith("--rule=") for option in options)
        if fits and f"--title={title.capitalize()}" in options and not has_rule:
            kinds.insert(0, [f"--game={other}", *dealer])
    return [["new", *kind, *names] for kind in kinds]


def _is_meant(start: Start, line: Line, game: Game | None) -> bool:
    """Whether somebody wants a new game, rather than asking about one or playing on."""
    if line.is_question and start.names and not (start.game or start.begins):
        return False
    if line.is_question and start.options and not (start.names or start.game):
        return False  # before we begin, is the ace high
    if game is None:
        return True
    is_new = start.names or start.game or start.is_same or start.new
    is_named = start.game != game.rules.game
    is_asked_for = start.begins or start.is_same or (start.game and is_named)
    return bool((is_new or line.texts & said()["begins"]) and is_asked_for)


def going_on() -> list[Evening]:
    """The games here that aren't over."""
    return [evening for evening in games_here(quiet=True) if not evening.is_over]


def untitled(words: Sequence[str], evening: Evening) -> list[str]:
    """The words without a game's title or kind, and without *in* or *at* before it."""
    title = [w for w in (evening.head.title or "").casefold().split() if w not in said()["noise"]]
    kind = evening.game.rules.title.casefold().split()  # gin; crowns, of Five Crowns
    title += [word for word in kind if not (word[0].isdigit() or word in said()["numbers"])][:1]
    texts = [word.strip(",.:;!?").casefold() for word in words]
    # The 10 of Phase 10 is more likely points.
    titled = [text in title and not text.isdecimal() for text in texts]
    before = [text in ("in", "at") for text in texts]
    named = zip(words, titled, before, [*titled[1:], False], strict=True)
    return [word for word, is_titled, leads, after in named if not (is_titled or (leads and after))]


def open_titles() -> list[str]:
    """The titles of the games here that aren't over, or the names of their files."""
    return [printable(evening.head.title or evening.path.name) for evening in going_on()]


def new_with(line: Line) -> str:
    """The command that starts a game, with the names in a line that has only names and entries."""
    words = [(at, word) for at, word in enumerate(line.words) if word.text not in ("and", "&")]
    names = [word.raw.rstrip(",") for _, word in words if line.is_newcomer(word)]
    is_list = all(line.is_newcomer(word) or any(line.entry(at)) for at, word in words)
    is_game = is_list and len(names) > 1 and len({*map(str.casefold, names)}) == len(names)
    return f"{SK}new {command_line(*names)}" if is_game else f"{SK}new"


# ── a house rule in any words ────────────────────────────────────────────────────────────────


def without(line: Line, words: Words, pattern: str) -> tuple[Words, list[Found]]:
    """The words without those that fit a pattern, and what was in its slots each time."""
    if not words.places(pattern):
        return words, []
    plain, line.words, at = line.words, words, 0
    rest, found = list[Word](), list[Found]()
    while at < len(words):
        ways = (way for way in line.fits(pattern, at) if way[1].get("number") != 1)
        end, slots = max(ways, key=itemgetter(0), default=(at, Found()))
        if end > at:
            found.append(slots)
        else:  # one wild in a set
            rest.append(words[at])
        at = max(end, at + 1)
    line.words = plain
    return (Words(rest) if found else words), found


def rule_said(line: Line, words: Words, *, is_off: bool = False) -> tuple[str, Words] | None:
    """The setting that words in any order ask for, and the words that it doesn't use.

    None if those include a player, a number or a card, as they say more than a rule, or if a
    number is below zero.
    """
    if words.texts & {"minus", "negative"}:
        return None
    for parts, values in said()["abouts"].items() if words.texts & said()["ruled"] else ():
        rest, found = words, list[Found]()
        for part in parts.split(" & "):
            rest, fits = without(line, rest, part)
            found = [*found, *fits] if fits else []
            if not fits:
                break
        numbers = {slots["number"] for slots in found if "number" in slots}
        if found:
            is_limit = [word.text for word in words[-2:]] == ["no", "more"] and words[:-2]
            rest = Words(rest[:-2]) if is_limit and words[-3].raw[-1:] == "," else rest
            is_off |= bool(without(line, rest, "<off>|never|nobody|any more")[1])
            value = values[is_off].format(number=next(iter(numbers), ""))
            says_more = without(line, rest, "{player}|{number}")[1] or cards_in(rest)
            return (value, rest) if value and not says_more and len(numbers) < 2 else None
    return None


def house_said(line: Line, game: Game | None) -> Heard | None:
    """The ``house`` for a rule that somebody sets in any words, or ``rescore`` for a *what if*.

    The line may also say who wants the rule, and its old value. None for other questions.
    """
    is_new = line.texts & said()["anew"] and (start := start_in(line)) and start.is_same
    other = "<iswild>" if game and game.rules.draws_wild else "<waswild>"
    other += "|last (one|hand) (was|<should>)|(missed|forgot|overlooked) .. {rank}"
    if game is None or is_new or line.says(other):
        return None
    tries = without(line, line.words, "<whatif>")[1] if line.texts & said()["ruled"] else []
    words, voices = without(line, line.words, "{player}" if tries else "<voice>")
    words, dislikes = without(line, words, "{player} does not (like|want)")
    words, was = without(line, words, "<old>")
    words, new = without(line, words, "<new>")
    if new:  # 50 is daft, make it 25
        number = Word(str(new[-1]["number"]), "")
        words = Words([*without(line, words, "{number}")[0], number])
    words, since = without(line, words, "<fromstart>")
    found = rule_said(line, words, is_off=bool(dislikes))
    if not found or (line.is_question and not (tries or line.says("<wish>"))):
        return None
    setting, rest = found
    if tries:
        return None if setting.startswith("--") else Heard(["rescore", setting])
    others, _ = without(line, rest, "<costs>|<agree>|<fromnow>|<off>|<stuck>|with us")
    is_plain = said()["noise"].issuperset(others.texts) and (rest or not game.rules.has_gin)
    is_settled = was or new or voices or since or line.mends or is_plain  # though not 20, big gin
    is_settled = is_settled or line.says("<settled>|<fromnow>|<ours>|<wish>")
    return house_of(setting, line) if is_settled else None


def house_of(setting: str, line: Line) -> Heard:
    """The ``house`` for a setting, from round 1 on if the line says so."""
    return Heard(["house", *setting.split(), *["--from", "1"] * line.says("<fromstart>")])


# ── who joins, and who sits where ────────────────────────────────────────────────────────────


def without_joining(line: Line) -> tuple[list[str], list[Part]]:
    """The words of a line without the seat and points of somebody who joins, and those parts.

    Both are empty if the line can't name a newcomer, or gives a seat or points twice.
    """
    rest, parts, at, size = list[str](), list[Part](), 0, len(line.words)
    people = (line.is_newcomer(word) or word.text in said()["kinds_of_kin"] for word in line.words)
    names_someone = size < MOST_JOINING and any(people)
    while names_someone and at < size:
        is_silent = line.words[at].text in said()["noise"] | {"one"}  # the last one
        fits = () if is_silent else line.items_at("in_joins", at)
        if ways := [(end, (kind, slots)) for (kind, _), end, slots in fits]:
            at, part = max(ways, key=itemgetter(0))
            parts.append(part)
        else:
            rest.append(line.raw(at, at + 1))
            at += 1
    while rest and rest[-1] in ("with", "as", "and"):
        rest.pop()
    kinds = [kind.split()[0] for kind, _ in parts]
    words = " ".join(rest).replace(" 's", "'s").split()
    return (words, sorted(parts)) if len({*kinds}) == len(kinds) else ([], [])


def joined(game: Game, words: list[str], parts: Sequence[Part] = ()) -> Heard | None:
    """The ``player join`` with the seat and points in ``parts``; None if there is no such seat."""
    played, seated = len(game.played), game.seated(len(game.played) + 1)
    for kind, found in parts:
        (option, value), who = kind.split()[:2], found.get("player")
        if option == "--before":
            option, who = "--after", seated[seated.index(str(who)) - 1]
        if "other" in found:  # between the two
            who = first_of_neighbours(seated, (str(who), found["other"]))
        if who is None and value == "{player}":
            return None
        if who:  # after somebody, or level with somebody
            name = shell_name(who, game.names).strip("\"'")
            value = str(game.total(who, played)) if option == "--points" else name
        words = [*words, option, str(found.get("number", value))]
    if "--points" in words or not played:
        return Heard(words)
    says = f"{words[2]} joins in {next_row(game).name}; you'll be asked for their points"
    trial = [*words, "--points", "average"]
    return Heard(words, trial=trial, says=f"{says} so far" if can_ask() else "")


def first_of_neighbours(seated: Sequence[str], two: Sequence[str]) -> str | None:
    """Which of two people has the other to the left; None unless they sit beside each other."""
    pairs = pairwise([*seated, *seated[:1]])
    return next((one for one, other in pairs if {one, other} == {*two}), None)


def seated_next_to(
    seated: Sequence[str], name: str, other: str, *, before: bool = False
) -> list[str] | None:
    """The seats with ``name`` right after ``other``, or before; None if one of them isn't there."""
    if name == other or not {name, other} <= {*seated}:
        return None
    order = [each for each in seated if each != name]
    order.insert(order.index(other) + (not before), name)
    return order
