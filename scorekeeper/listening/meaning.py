"""Find out what a line means: the command that it stands for, and how sure that is.

Nothing is carried out here. A command that is typed correctly stands for itself, a round for an
``add``, and whatever else people say is in ``sayings.toml``. If a line fits none of that,
``guessing`` says what it may mean.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import permutations
from pathlib import Path

from scorekeeper.cards import are_cards, parse_groups
from scorekeeper.errors import (
    SK,
    CardError,
    EntryError,
    PlayerError,
    RoundError,
    ScorekeeperError,
    UsageError,
    listed,
    quoted,
)
from scorekeeper.games import games_among
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.names import (
    SeveralPlayersError,
    UnknownPlayerError,
    find_player,
    people,
    shell_name,
)
from scorekeeper.ledger.rows import Row, row_typed
from scorekeeper.listening import (
    WITHOUT_GAME,
    Found,
    Heard,
    NotUnderstoodError,
    clauses,
    said,
    said_rounds,
    starts,
    telling,
    whose_entry,
    with_typed_cards,
)
from scorekeeper.listening.grouping import matches
from scorekeeper.listening.line import Line
from scorekeeper.listening.making import Making
from scorekeeper.listening.said_rounds import asking_for_others
from scorekeeper.terminal import command_words
from scorekeeper.terminal.games import games_here, load
from scorekeeper.terminal.prompt import check_length

MAKES = "<makes>|<should> {number}"  # what points come to
TOTAL = "(total|cumulative [figure|score]) (<should>|is|to) {number}"  # what a total comes to


def hear(line: str, game: Game | None, path: Path | None, in_shell: Sequence[str] = ()) -> Heard:
    """What a line stands for in the ``game`` in ``path``; there may be no game.

    ``in_shell`` has its words if a shell has split them. Raises the error that says what is wrong
    with a line that can't be a command at all.
    """
    check_length(line)
    if command := command_words.STANDS_FOR.get(command_words.normalized(line)):
        return Heard([command], is_typed=True)
    words = list(in_shell) if in_shell[1:] else command_words.split_words(line)
    if asked := command_words.asked_for_help(words):
        return Heard(asked, is_typed=True)
    first = words[0].casefold()
    is_rare = game and first in command_words.rare_commands(game.rules)
    if is_rare or first in command_words.COMMANDS or first.startswith("--"):
        return Heard([first, *words[1:]], is_typed=True)
    if game is not None and game.rules.scoring.knocks:
        if first == "upcard":
            return Heard(["next", *(["--upcard"] if words[1:] else []), *words[1:]], is_typed=True)
        if " ".join(words).casefold() in ("dead", "dead hand"):
            return Heard(["add", "dead"], is_typed=True)
    plain = clauses.simplify(with_typed_cards(line, game.names if game else ()))
    if plain != line:  # 12, no sorry, 11
        words = command_words.split_words(plain)
    reading = reading_of(words, game)
    try:
        return _entered(said_rounds.round_of(words, game), reading, game)
    except ScorekeeperError as error:
        wrong = error
    if are_cards(plain) and not said()["courtesy"].issuperset(map(str.casefold, words)):
        is_claim = said_rounds.can_go_out(plain, game)
        claim = said_rounds.claim_of(plain, game) if is_claim else ["deadwood", "--", plain]
        return Heard(claim, is_typed=True)
    heard = (None if game else _in_titled_game(words)) or translated(words, game, path)
    if heard and (game or not heard.reads or games_here(quiet=True) or heard.stands_alone):
        strange = len(clauses.strange_words(reading))
        if not heard.reads or strange < 3 or 2 * strange <= len(telling(reading.texts)):
            return heard
    raise _unclear(words, line, reading, game, wrong)


def reading_of(line: str | Sequence[str], game: Game | None) -> Line:
    """A line, or its words, as a ``Line`` with the players and the rules of a game."""
    words = command_words.split_words(line) if isinstance(line, str) else line
    return Line(words, game.names if game else (), whose_entry.rules_at_hand(game))


def translated(words: Sequence[str], game: Game | None, path: Path | None) -> Heard | None:
    """What the words of a line mean in everyday English; None if they fit nothing."""
    words = whose_entry.spelled_out(words, game)
    line = reading_of(whose_entry.with_discard(words), game)
    texts = line.texts
    is_whole_name = len(line.words) in dict(line.player(0))  # thanks grace
    is_hello = texts <= {"everyone", "everybody", "all", "there"} or is_whole_name
    is_thanks = words[0].casefold() in said()["thanks"]
    is_hello |= is_thanks and not any(map(line.knows, line.words[-1:]))
    is_hello &= len(words) > len(line.words)
    is_cry = re.match(said()["asked"]["cry"], " ".join(w.text for w in line.words))
    if texts <= {"one"} or is_hello or (is_cry and not line.has_entries):
        return Heard([], says=said()["answers"]["chat"].format(sk=SK))
    making = Making(line, game, path)
    if game and (heard := _joining(making)):
        return heard
    question = clauses.asked_last(words, line)
    if question and (heard := translated(question, game, path)) and heard.reads:
        return heard
    if heard := starts.house_said(line, game):
        return heard
    meanings = line.meanings() if len(line.words) <= said_rounds.MOST_WORDS else ()
    rows = (making.make(command, found) for command, found in meanings)
    # Not a round: add up a hand, add 20 to ann. But fifty players with six words each are one.
    adds = "up" in texts or ("to" in texts and len(line.named) < 2)
    is_fine = line.rules and len({*line.named}) == 1 and line.says("<stung>")
    is_sum = is_fine or line.says("<noround>") or (adds and line.words[0].text == "add")
    is_round = not is_sum and len(line.words) <= 5 * said_rounds.MOST_WORDS
    spoken = said_rounds.round_in_words(line, game) if game and is_round else None
    is_whole = spoken is not None and said_rounds.is_whole_round(Heard(spoken), game)
    is_mended = line.mends or line.says("<otherdrop>")
    if is_mended and not is_whole and (heard := next(filter(None, rows), None)):
        return _asked_first(heard, line)
    if game and spoken:
        named, others = games_among(words)
        if named and not others:  # three thirteen, at a table of two
            new = Heard(["new", f"--game={named[0]}", *starts.at_the_table(game)])
            return Heard([], others=(Heard(spoken), new))
        if game.played and (line.mends or line.says("<earlier>")):  # it may be the last round
            anew = making.make("anew", {"round": "last", "entries": spoken[1:]})
            candidates = (anew, asking_for_others(Heard(spoken), game))
            return Heard([], others=tuple(heard for heard in candidates if heard and heard.words))
        alike = said_rounds.round_among_words(line, game) if "one" in texts else None
        if alike and {*Heard(alike).entries} != {*Heard(spoken).entries}:  # bo got one, ann 12
            return Heard([], others=(Heard(alike), Heard(spoken)))
        zeros = whose_entry.with_zeros(spoken)
        if zeros != spoken and not line.rules:  # a player who passes has 0 or is absent
            sits_out = line.says("(sits|sit|sitting|sat) [this|it] [one] out|away|absent|break|-")
            is_absent = sits_out or "=-" in " ".join(spoken)
            both = [*[zeros] * (not sits_out), *[spoken] * is_absent]
            return Heard([], others=tuple(asking_for_others(Heard(each), game) for each in both))
        return _entered(spoken, line, game)
    heard = next(filter(None, rows), None)
    if heard is None and (better := clauses.corrected(line)):
        heard = translated(better, game, path)
    return heard and _asked_first(heard._replace(is_typed=False), line)


def _in_titled_game(words: Sequence[str]) -> Heard | None:
    """The look at the only game here whose title is in the line: *the darts score*; or None."""
    rests = [(evening, starts.untitled(words, evening)) for evening in starts.going_on()]
    titled = [(evening, rest) for evening, rest in rests if rest != words]
    if len(titled) != 1 or words[0].casefold() in command_words.COMMANDS:
        return None  # these commands say themselves what they lack
    ((evening, rest),) = titled
    with suppress(ScorekeeperError):
        heard = translated(rest, load(evening.path).game, evening.path) if rest else None
        if heard and heard.words and heard.reads and heard.words[0] not in WITHOUT_GAME:
            return heard._replace(words=[*heard.words, "-f", evening.path.name])
    return None


def _joining(making: Making) -> Heard | None:
    """The ``player join`` with a seat and points from anywhere in a line; None if nobody joins."""
    rest, parts = starts.without_joining(making.line)
    ways = [rest] if rest and parts else []
    if any("number" not in found for _, found in parts):  # kate, between bob and cy
        ways += [[*rest, "joins"]] * len(ways)
    for words in ways:
        heard = translated(words, making.game, making.path)
        if heard and heard.words[:2] == ["player", "join"] and len(heard.words) == 3:
            return starts.joined(making.game, heard.words, parts) if making.game else None
    return None


def _asked_first(heard: Heard, line: Line) -> Heard:
    """What was heard; a doubtful ``undo`` becomes ``undo -n 1``, which isn't done at once."""
    is_doubted = heard.words == ["undo"] and line.is_doubted
    return heard._replace(words=["undo", "-n", "1"]) if is_doubted else heard


def _entered(words: list[str], line: Line, game: Game | None) -> Heard:
    """A round, to be entered at once unless something in the line leaves a doubt."""
    if words[0] == "add" and line.is_doubted:
        return asking_for_others(Heard(words), game)
    return Heard(words, is_typed=True)


# ── corrections by what is on the sheet ─────────────────────────────────────────────────


def fuller(heard: Heard, line: str, game: Game | None, path: Path | None) -> Heard:
    """What was heard; a correction gives way to one of the round that uses more of the line."""
    reading = reading_of(line, game)
    if game is None or heard.words[:1] != ["fix"] or not heard.words[2:] or reading.is_question:
        return heard
    row = row_typed(game, heard.words[1])
    better = _correct_players(Making(reading, game, path), row)
    return better if better and len(better.words) > len(heard.words) else heard


def _correct_players(making: Making, row: Row) -> Heard | None:
    """The correction of a round with an entry for each player named; None if it's right already."""
    line, plain, named = making.line, making.line.words, [*dict.fromkeys(making.line.named)]
    line.words = next((words for words, _ in reversed(line.rounds_named)), plain)
    mentions, line.words = [*said_rounds.mentions(line, row)], plain  # without the two of round two
    can_be_out = any(one.is_out and one.is_denied for one in mentions)
    given = next(iter(matches(mentions, named, can_be_out=can_be_out)), {}) if named[1:] else {}
    if row.position is not None and all(
        making.has_entry(row.number, *each) for each in given.items()
    ):
        return None  # the sheet says so already
    return making.make("was", {"round": str(row.number), "scores": given}) if given else None


def on_sheet(heard: Heard, reading: Line, making: Making) -> Heard:
    """What was heard; a new round becomes a correction if the one round named is on the sheet."""
    game = making.game
    rounds = [found["round"] for _, found in reading.rounds_named]
    is_new = game and heard.words[:1] == ["add"] and len(rounds) == 1
    if not (game and is_new and whose_entry.is_on_sheet(game, rounds[0])):
        return heard
    if len(reading.named) == 1 and heard.entries[0].endswith("=-"):  # she missed the threes
        return making.make("sit", {"player": reading.named[0], "round": rounds[0]}) or heard
    if said_rounds.is_whole_round(heard, game) and reading.says("<should>"):
        return making.make("anew", {"round": rounds[0], "entries": heard.entries}) or heard
    return heard


def among_words(making: Making) -> Iterator[Heard]:
    """The round or the new game in a line that also has words that may be small talk."""
    line, game = making.line, making.game
    if game and (spoken := said_rounds.round_among_words(line, game)):
        is_this = line.says("that (one|round|hand)")  # that one was ann's; cards: queens
        rounds = [found["round"] for _, found in line.rounds_named if not is_this]
        is_clear = line.mends or line.says("<should>")  # fives may be cards
        is_clear &= "'s" not in line.texts  # ann's 8 should be a 6
        clear = (named for named in rounds if named[-1] != "s" or is_clear)
        if heard := making.make("anew", {"round": next(clear, "now"), "entries": spoken[1:]}):
            yield asking_for_others(heard, game)
    elif not line.is_question and (start := starts.start_among_words(line)):
        heard = starts.new_for(start, line, game)
        if heard and (start.begins or start.game != "points"):  # 10 points
            yield heard


def corrections_of(making: Making) -> Iterator[Heard]:
    """The corrections of points on the sheet that a line may ask for, whatever its words.

    In a round that is named each player has an entry, or a single number is either right or how
    much was missed. Of two numbers one is on the sheet.
    """
    line, game, found = making.line, making.game, making.line.anywhere()
    is_asked = line.is_question and not line.says("<should> {number} <instead>")
    if game is None or not game.played or is_asked:
        return
    called, named = found.get("round", "now"), [*dict.fromkeys(line.named)]
    is_on_sheet = called.startswith(("last", "-")) or whose_entry.is_on_sheet(game, called)
    rounds = [row_typed(game, called).number] if is_on_sheet else [*range(len(game.played), 0, -1)]
    row, is_short = row_typed(game, str(rounds[0])), line.says("<miscounted>")
    numbers = _missed(line, row, found["numbers"]) if is_short else found["numbers"]
    is_more = line.says("<more>") or numbers != found["numbers"]
    totals = (fit for at in line.words.places("total") for _, fit in line.fits(TOTAL, at))
    if len(named) == 1 and (total := next(totals, Found())):  # so that her total is 72
        one = {"round": str(rounds[0]), "player": named[0], **total}
        yield from filter(None, [making.make("more to", one)])
        return
    made = (fit for at in line.words.places(MAKES) for fit in line.fits(MAKES, at))
    makes = [fit["number"] for end, fit in made if not any(line.fits("<more>|<less>", end))]
    if len(named) == 1 and len(numbers) == 2:  # bob forgot an 8, so 25
        was = str(numbers[1] - numbers[0])
        makes = makes or numbers[1:] * making.has_entry(rounds[0], named[0], was)
    missed = 0 if makes else is_more - line.says("<less>")
    ways = [_correct_players(making, row)] if is_on_sheet and numbers else []
    if len(named) == 1 and len(makes[-1:] or numbers) == 1:
        number, one = (makes or numbers)[-1], {"round": str(rounds[0]), "player": named[0]}
        amounts = [number * missed] if missed and (is_on_sheet or is_short) else []
        amounts = [number, -number] if line.says("<offby>") else amounts
        ways += [making.make("more", {**one, "number": by}) for by in amounts]
        is_clear = makes or not line.texts & said()["not"]
        if not amounts and is_on_sheet and is_clear and (called != "last" or is_short):
            ways.append(making.make("was", {**one, "scores": {named[0]: str(number)}}))
    if len({*numbers}) == len(numbers) == 2:
        ways += _correct_either(making, numbers, rounds, missed)
    yield from filter(None, ways)


def _missed(line: Line, row: Row, numbers: list[int]) -> list[int]:
    """The numbers in a line, or the points of the cards that it says were missed: *two kings*."""
    cards = (entry for at in range(len(line.words)) for _, entry in line.entry(at))
    typed = next((entry for entry in cards if re.match(r"(jk|[ajkqw])(\+|$)", entry)), "")
    is_counted = typed and numbers in ([], [typed.count("+") + 1])
    return [parse_entry(typed, row.rules).points or 0] if is_counted else numbers


def _correct_either(
    making: Making, numbers: Sequence[int], rounds: Sequence[int], missed: int
) -> Iterator[Heard | None]:
    """The corrections from one of two numbers to the other, or by how much was missed.

    If nobody is named, they are for whoever last had the first number.
    """
    line, ways, named = making.line, [*permutations(numbers)], {*making.line.named}
    if len(named) != 1:  # ann 5 bob 6
        is_instead = line.says("<instead>")
        is_change = is_instead or line.says("<should>|{number} (to|into) {number}")
        ways = [ways[is_instead]] if is_change and len(named) < 3 else []
    for was, other in ways:
        right, names = was + other * missed if missed else other, named or line.names
        had = making.rounds_with(str(was), [*names], rounds)
        for number, who in had:
            one = {"round": str(number), "scores": {who: str(right)}, "was": str(was)}
            yield making.make("was", one) if number == had[0][0] else None


# ── what isn't understood ───────────────────────────────────────────────────────────────


def _unclear(
    words: Sequence[str], line: str, reading: Line, game: Game | None, wrong: ScorekeeperError
) -> ScorekeeperError:
    """The error for a line that is neither a command nor cards, and is ``wrong`` as a round."""
    if game is None and isinstance(wrong, UsageError):  # for which of several games?
        wrong = NotUnderstoodError(wrong.marked_problem, remedy=wrong.marked_remedy)
    if isinstance(wrong, SeveralPlayersError):
        return wrong
    strange = clauses.strange_words(reading)
    names, rules = reading.names, reading.rules
    readable = [word for word in words if whose_entry.is_readable(word, names, rules)]
    others = len(words) - len(readable)
    has_meaning = words[0] in readable and not are_cards(words[0])
    is_strange = any(are_cards(w.raw) or not reading.knows(w) for w in reading.words[:1])
    close = command_words.close_command(words[0]) or ""
    is_entered = " " in close and others == 1 and len(words) > 1  # lena 7 isn't player leave 7
    is_entered |= len(reading.named) > 1 and not close.startswith(words[0].casefold())
    is_slip = close and is_strange and not has_meaning and not is_entered
    is_part = any(words[0].casefold() in names for names in command_words.WITHIN.values())
    if is_part or (is_slip and game and others < 2) or (len(words) == 1 and is_slip):
        return command_words.no_command(words[0])
    # Nothing but cards, and what is probably a slip in one: 5-7h.
    is_hand = (readable or others == 1) and all(map(are_cards, readable))
    if is_hand and re.search(r"\d", line) and not isinstance(wrong, PlayerError):
        try:
            parse_groups(" ".join(words))
        except CardError as error:
            return error
    if game is None and (len(strange) < len(words) or re.search(r"\d", line)):
        if starts.open_titles():
            return wrong
        remedy = f"start one: {starts.new_with(reading)}"
        return NotUnderstoodError("there is no game yet", remedy=remedy, strange=strange)
    is_misleading = isinstance(wrong, UnknownPlayerError) and not (
        wrong.typed in strange and (wrong.near or clauses.has_entry_after(reading, wrong.typed))
    )  # it's about a word like is or chips
    named = reading.named  # this property searches the line
    if isinstance(wrong, RoundError) and reading.has_entries and named[1:]:
        return wrong  # the game is over, however the round is said
    repeated = [name for n, name in enumerate(named) if name in named[:n]]
    is_all = game is not None and len({*repeated}) >= max(2, len(game.names) - 1)
    if is_all and reading.has_entries:  # r4 ann 1 bob 2, r5 ann 3 bob 4
        remedy = "type one round a line, with one entry for each player"
        return EntryError(f"{people(repeated)} are named twice", remedy=remedy)
    if readable and others <= max(1, 0.3 * len(words)) and not is_misleading:
        return wrong
    if game and len(words) <= said_rounds.MOST_WORDS:
        said_rounds.refuse_round_in_words(reading, game)
    return _not_understood(words, line, game, reading, strange)


def _not_understood(
    words: Sequence[str], line: str, game: Game | None, reading: Line, strange: Sequence[str]
) -> ScorekeeperError:
    """The error that names the ``strange`` words of a line, or all of it, and what to try."""
    problem = f"can't make sense of {quoted(line)}"
    if strange and len(strange) < len(reading.words):
        problem = f"can't make sense of {listed(map(quoted, strange))}"
    named = reading.named
    if game and strange and strange[0].casefold() not in said()["things"]:
        other = next((name for name in game.names if name not in named), game.names[0])
        instead = [other if word.strip(",?!.") == strange[0] else word for word in words]
        try:
            find_player(strange[0], game.names, "this game")
        except UnknownPlayerError as error:
            is_whose = named[1:] and clauses.has_entry_after(reading, strange[0])
            if error.near or is_whose or translated(instead, game, None):
                return error
    start = "" if game else f"start a game with {starts.new_with(reading)}, or "
    who = shell_name(named[0], reading.names) if named else ""
    entering = f"to enter points, type them after the name, like {who} 12; "
    entering = entering if who and reading.has_entries else ""
    more = f"{SK}help lists what you can type"
    strange = strange if len(strange) < len(reading.words) else ()
    return NotUnderstoodError(problem, remedy=f"{start}{entering}{more}", strange=strange)
