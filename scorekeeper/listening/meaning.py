"""What a line means: the command that somebody would have had to type, and how sure that is.

Nothing is carried out here. A command that is typed as it should be is that command, a round is an
``add``, and what people say besides stands in ``sayings.toml``. A line that fits none of that is
read without some of its words, or is compared with what people say: then there are guesses.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, islice
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
from scorekeeper.ledger.names import (
    SeveralPlayersError,
    UnknownPlayerError,
    find_player,
    people,
    shell_name,
)
from scorekeeper.listening import (
    WITHOUT_GAME,
    Found,
    Heard,
    NotUnderstoodError,
    likelihoods,
    loses_cards,
    slots_of,
    telling,
    votes,
    with_typed_cards,
)
from scorekeeper.listening import said as sayings
from scorekeeper.listening.clauses import (
    SAID_AGAIN,
    clauses_of,
    corrected,
    questions_in,
    shorter,
    standing_alone,
    with_plain_numbers,
)
from scorekeeper.listening.line import Line
from scorekeeper.listening.making import Making
from scorekeeper.listening.said_cards import can_go_out, claim_of, house_said
from scorekeeper.listening.said_rounds import (
    MOST_WORDS,
    asking_for_others,
    has_entry_behind,
    refuse_round_in_words,
    round_in_words,
    round_of,
    strange_words,
    tells_entries,
    with_nothing,
)
from scorekeeper.listening.starts import (
    going_on,
    new_with,
    open_titles,
    untitled,
    without_joining,
)
from scorekeeper.listening.whose_entry import is_readable, parted, rules_at_hand, with_discard
from scorekeeper.store.evenings import called
from scorekeeper.terminal.command_words import (
    COMMANDS,
    STANDS_FOR,
    WITHIN,
    asked_for_help,
    close_command,
    no_command,
    normalized,
    rare_commands,
    split_words,
)
from scorekeeper.terminal.games import games_here, load
from scorekeeper.terminal.prompt import check_length


def hear(line: str, game: Game | None, path: Path | None, in_shell: Sequence[str] = ()) -> Heard:
    """What a line stands for in the ``game`` in ``path``; there may be no game.

    ``in_shell`` are its words where a shell has read them. Raises the error that says what is
    missing where it can't be a command at all.
    """
    check_length(line)
    if command := STANDS_FOR.get(normalized(line)):
        return Heard([command], is_typed=True)
    words = list(in_shell) or split_words(line)
    if asked := asked_for_help(words):
        return Heard(asked, is_typed=True)
    first = words[0].casefold()
    is_command = first in (*COMMANDS, *(rare_commands(game.rules) if game else ()))
    if is_command or first.startswith("--"):
        return Heard([first, *words[1:]], is_typed=True)
    if game is not None and game.rules.scoring.knocks:
        if first == "upcard":
            return Heard(["next", *(["--upcard"] if words[1:] else []), *words[1:]], is_typed=True)
        if " ".join(words).casefold() in ("dead", "dead hand"):
            return Heard(["add", "dead"], is_typed=True)
    names = game.names if game else ()
    typed = with_plain_numbers(with_typed_cards(line, names))
    if typed != line:  # 12, no sorry, 11
        line, words = typed, split_words(typed)
    try:
        return _entered(round_of(words, game), Line(words, names, None), game)
    except ScorekeeperError as error:
        wrong = error
    if are_cards(line) and not sayings()["courtesy"].issuperset(map(str.casefold, words)):
        claim = claim_of(line, game) if can_go_out(line, game) else ["deadwood", "--", line]
        return Heard(claim, is_typed=True)
    heard = _in_titled_game(words) if game is None else None
    heard = heard or translated(words, game, path)
    if heard and (game or not heard.reads or games_here(quiet=True) or heard.stands_alone):
        return heard
    raise _unclear(words, line, game, wrong)


def translated(words: Sequence[str], game: Game | None, path: Path | None) -> Heard | None:
    """What the words of a line mean in everyday English, None where nothing is known for them."""
    words = parted(words, game)
    line = Line(with_discard(words), game.names if game else (), rules_at_hand(game))
    texts = line.texts
    is_whole_name = len(line.words) in dict(line.player(0))  # thanks grace
    is_hello = texts <= {"everyone", "everybody", "all", "there"} or is_whole_name
    is_hello |= words[0].casefold() in sayings()["thanks"] and not any(
        map(line.knows, line.words[-1:])
    )
    is_hello &= len(words) > len(line.words)
    is_cry = re.match(sayings()["asked"]["cry"], " ".join(w.text for w in line.words))
    if texts <= {"one"} or is_hello or (is_cry and not line.has_entries):
        return Heard([], says=sayings()["answers"]["chat"].format(sk=SK))
    making = Making(line, game, path)
    if game and (heard := _joining(making)):
        return heard
    said_last = _said_last(words)
    if said_last and (heard := translated(said_last, game, path)) and heard.words[:1] != ["add"]:
        return heard
    asked_last = _asked_last(words, line)
    if asked_last and (heard := translated(asked_last, game, path)) and heard.reads:
        return heard
    if heard := house_said(line, game):
        return heard
    meanings = line.meanings() if len(line.words) <= MOST_WORDS else ()
    rows = (making.made(command, found) for command, found in meanings)
    if line.mends and (heard := next(filter(None, rows), None)):
        return _asked_first(heard, line)
    # Add up a hand, or add 20 to ann; fifty players with six words each are a round as well.
    is_sum = line.words[0].text == "add" and (
        "up" in texts or ("to" in texts and len(line.named) < 2)
    )
    is_fine = line.rules and len({*line.named}) == 1 and line.says("{number} points on")
    is_sum |= line.says("<noround>") or bool(is_fine)
    is_round = game and not is_sum and len(line.words) <= 5 * MOST_WORDS
    if game and is_round and (spoken := round_in_words(line, game)):
        named, others = games_among(words)
        if named and not others:  # three thirteen, at a table of two
            new = Heard(["new", f"--game={named[0]}", *game.at_the_table(len(game.played) + 1)])
            return Heard([], others=(Heard(spoken), new))
        if game.played and (line.mends or line.says("<earlier>")):  # it may be the last round
            anew = making.made("anew", {"round": "last", "entries": spoken[1:]})
            some = (anew, asking_for_others(Heard(spoken), game))
            return Heard([], others=tuple(heard for heard in some if heard and heard.words))
        none = with_nothing(spoken)
        if none != spoken and not rules_at_hand(game):  # who passes has no points, or is absent
            sits_out = line.says("(sits|sit|sitting|sat) [this|it] [one] out|away|absent|break|-")
            is_absent = sits_out or "=-" in " ".join(spoken)
            both = [*[none] * (not sits_out), *[spoken] * is_absent]
            return Heard([], others=tuple(asking_for_others(Heard(each), game) for each in both))
        return _entered(spoken, line, game)
    heard = next(filter(None, rows), None)
    if heard is None and (better := corrected(line)):
        heard = translated(better, game, path)
    return heard and _asked_first(heard._replace(is_typed=False), line)


def _said_last(words: Sequence[str]) -> Sequence[str]:
    """What somebody says after *i mean*, if that is more than the right number."""
    ends = [at for at in range(2, len(words)) if " ".join(words[at - 2 : at]).lower() == "i mean"]
    return words[ends[-1] :] if ends and len(words) > ends[-1] + 2 else ()


def _asked_last(words: Sequence[str], line: Line) -> Sequence[str]:
    """What somebody asks behind a remark without names or numbers: *I was away, what's wild*."""
    begins = max((at for at, word in enumerate(words[:-1], 1) if word[-1:] in ",.!"), default=0)
    remark, asked = words[:begins], words[begins:]
    if not remark or len(asked) < 3 or not Line(asked, line.names, line.rules).asks:
        return ()
    before = Line(remark, line.names, line.rules)
    is_somebody = any(map(before.is_newcomer, before.words))  # Lily is here, can she play
    is_about_them = is_somebody and not sayings()["pronouns"].isdisjoint(asked)
    is_part = before.named or before.has_entries or is_about_them or before.says("<iswild>")
    return () if is_part else asked


def _joining(making: Making) -> Heard | None:
    """Somebody who joins, with the seat and the points that stand anywhere in the line."""
    rest, parts = without_joining(making.line)
    ways = [rest] if rest and parts else []
    if any("number" not in found for _, found in parts):  # kate, between bob and cy
        ways += [[*rest, "joins"]] * len(ways)
    for words in ways:
        heard = translated(words, making.game, making.path)
        if heard and heard.words[:2] == ["player", "join"] and len(heard.words) == 3:
            return making.joining(heard.words, parts)
    return None


def _asked_first(heard: Heard, line: Line) -> Heard:
    """What was heard; a step back isn't done at once if it was only asked about."""
    is_doubted = heard.words == ["undo"] and line.is_doubted
    return heard._replace(words=["undo", "-n", "1"]) if is_doubted else heard


def _entered(words: list[str], line: Line, game: Game | None) -> Heard:
    """A round, written at once unless something in the line leaves a doubt."""
    if game and words[0] == "add" and line.is_doubted:
        return asking_for_others(Heard(words), game)
    return Heard(words, is_typed=True)


# ── a line that fits nothing ─────────────────────────────────────────────────────────────

ASKED_FOR = ("player", "again", "seats", "house")
"""Commands that a question may ask for: *can Ann and Bo trade seats*."""

MOST_READINGS = 24
"""How many shorter readings of a line are tried."""

LIKELY = 0.12
"""How likely a command must be that somebody is asked about."""

AS_LIKELY = 0.1
"""How likely another must be that is asked about beside it, as a share of the first."""


def guesses(line: str, game: Game | None, path: Path | None) -> tuple[Heard, ...]:
    """The commands that a line may be about though it fits no row, the likeliest first.

    They leave something out that was said, or go by single words. Some may not work.
    """
    names, rules = game.names if game else (), rules_at_hand(game)
    line = with_typed_cards(line, names)
    reading, found = Line(split_words(line), names, rules), list[Heard]()
    if len(reading.words) > MOST_WORDS:
        return ()
    making = Making(reading, game, path)
    if heard := _answered(line, reading, game, path):
        return (heard,)
    with suppress(ScorekeeperError):
        if game and (heard := _corrected_together(line, making)):
            return (heard,)
    wonders = re.match(sayings()["asked"]["wonders"], line, re.IGNORECASE)
    told = reading.anywhere()["numbers"]
    meaning_of = cache(lambda *words: translated(words, game, path))  # several are the same
    for words, meant in islice(shorter(line, names, rules), MOST_READINGS):
        with suppress(ScorekeeperError):
            heard = meaning_of(*words)
            all_heard = (heard, *heard.others) if heard else ()
            asks = wonders or Line(words, names, rules).is_question
            if asks and heard and heard.is_answer:
                return (heard,)
            ready = [heard for heard in all_heard if heard.words and heard.words[0] in meant]
            if meant is SAID_AGAIN:
                ready = [
                    h for h in ready if all(re.search(rf"\b{n}\b", str(h.words)) for n in told)
                ]
            ready = [h for h in ready if h.reads or h.words[0] in ASKED_FOR or not asks]
            found += [asking_for_others(h, game) if game else h for h in ready]
    found += _in_open_games(line, reading) if game is None else ()
    with suppress(ScorekeeperError):
        some = [*making.among_words(), *making.on_the_sheet()]
        found += [each for heard in some for each in (heard, *heard.others) if each.words]
    found = _fitting(found, line, making)
    if not found and (mended := corrected(reading)):
        return guesses(" ".join(mended), game, path)
    return tuple(found)[:3]


def _answered(line: str, reading: Line, game: Game | None, path: Path | None) -> Heard | None:
    """The answer to a question in a line in which somebody says more."""
    for question in questions_in(line, reading):
        if not sayings()["pronouns"].isdisjoint(question.split()):
            continue  # can she play is about whoever is named before
        with suppress(ScorekeeperError):
            heard = translated(split_words(question), game, path)
            is_whole = heard and not (heard.words and loses_cards(heard, reading.words))
            reads = heard and heard.reads and (game or heard.stands_alone)
            if heard and is_whole and (heard.is_answer or reads):
                return heard
    return None


def _fitting(found: list[Heard], line: str, making: Making) -> list[Heard]:
    """The guesses that may be right, each once, the likeliest first."""
    reading, game = making.line, making.game
    found = [heard for heard in found if heard.reads or not reading.says("<tellme>")]
    found.sort(key=lambda heard: (1 - len(heard.words) or 9) if heard.words[0] == "new" else 0)
    is_asked = reading.is_question or any(heard.words[0] == "open" for heard in found)
    if not is_asked and any(not heard.reads for heard in found):
        found = [heard for heard in found if not heard.reads]
    found = found or _most_alike(line, making)
    with suppress(ScorekeeperError):
        is_part = all(heard.words[0] == "add" and heard.trial for heard in found)
        found += [*making.by_number()] if is_part else []
    if game is None:
        left_out = {"help": not reading.is_question, "rules": "rules" not in reading.texts}
        found = [h for h in found if h.stands_alone and not left_out.get(h.words[0])]
    here = games_here(quiet=True)
    found = [h for h in found if h.words[0] != "open" or called(" ".join(h.words[1:]), here)]
    bare = split_words(re.sub("{aside}|{reason}".format(**sayings()["asked"]), " ", line))
    texts = Line(bare or [line], reading.names, reading.rules).texts
    if reading.says("not right|wrong|mistake|can not (have|be)"):
        found.sort(key=lambda heard: heard.words[0] == "add")
    is_mended = found and found[0].words[0] in ("fix", "undo", "misdeal")
    changes_points = texts & {*sayings()["doubles"], "off", "less"}
    if is_mended or changes_points:  # Mia closed with 12, but it counts double
        found = [heard for heard in found if heard.words[0] != "add"]
    fixes = [{*heard.words} for heard in found if heard.words[0] == "fix"]  # parts of another go
    found = [heard for heard in found if not any({*heard.words} < more for more in fixes)]
    unlike = {
        _as_one(heard.words): heard
        for heard in reversed(found)
        if not loses_cards(heard, reading.words)
        if not (texts & sayings()["everybody"] and heard.words[0] in ("penalty", "bonus", "player"))
        and not (heard.words[0] == "dealer" and "was" in texts)  # your dealing was terrible
    }
    return [*reversed(unlike.values())]


def _as_one(words: list[str]) -> tuple[str, ...]:
    """The words by which two guesses are the same: one new game, or one step back."""
    is_short = words[0] == "new" or words == ["undo", "-n", "1"]
    return tuple(words[:1] if is_short else map(str.casefold, words))


def _in_titled_game(words: Sequence[str]) -> Heard | None:
    """What is asked about the one game here whose title a line has: *the darts score*."""
    titled = [(each, rest) for each in going_on() if (rest := untitled(words, each)) != words]
    if len(titled) != 1 or words[0].casefold() in COMMANDS:  # which say themselves what they miss
        return None
    ((evening, rest),) = titled
    with suppress(ScorekeeperError):
        heard = translated(rest, load(evening.path).game, evening.path) if rest else None
        if heard and heard.words and heard.reads and heard.words[0] not in WITHOUT_GAME:
            return heard._replace(words=[*heard.words, "-f", evening.path.name])
    return None


def _in_open_games(line: str, reading: Line) -> Iterator[Heard]:
    """What a line would do in a game here that goes on, or else how to open one it names."""
    here, words, found = going_on(), split_words(line), list[Heard]()
    for evening in ([e for e in here if untitled(words, e) != words] or here)[:MOST_READINGS]:
        with suppress(ScorekeeperError):
            game, rest = load(evening.path).game, untitled(words, evening) or words
            heard = hear(" ".join(rest), game, evening.path)
            if heard.is_typed and heard.words[0] != "add":  # finish the darts game
                heard = translated(rest, game, evening.path) or heard
            done = heard.words[: 1 if heard.words[:1] == ["delete"] else None]
            if done and not heard.reads:
                found.append(Heard([*done, "-f", evening.path.name]))
    meant = [(word.raw, called(word.raw, here)) for word in reading.words[:MOST_READINGS]]
    named = {found[0].path: word for word, found in reversed(meant) if len(found) == 1}
    yield from found or (Heard(["open", word]) for word in named.values())


def _corrected_together(line: str, making: Making) -> Heard | None:
    """One correction of a round by clauses that each correct a part of it, or continue that."""
    names, rules = making.line.names, making.line.rules
    told, rounds = list[Line](), set[str]()
    for words in map(split_words, clauses_of(line, names)):
        reading = Line(words, names, rules)
        rounds |= {found["round"] for _, found in reading.with_round}
        is_old = reading.texts & sayings()["not"] and len(reading.words) == 2  # not 8
        told += [reading] if tells_entries(reading) and not is_old else []
    fixes = list[list[str]]()
    for reading in told if len(told) > 1 else ():
        words = reading.raw(0, len(reading.words)).split()
        is_last = rounds == {"last"} and making.line.texts & sayings()["not"]  # ann 1 not 10
        named = ["last", "round"] if is_last else ["in", "round", *rounds]
        behind = [named] if len(rounds) == 1 and not reading.with_round else []
        heard = [translated([*words, *more], making.game, making.path) for more in (*behind, [])]
        fixes.append(next((h.words for h in heard if h and h.words[:1] == ["fix"]), []))
    changes = [*chain(*(words[2:] for words in fixes))]
    is_one = len({*(tuple(words[:2]) for words in fixes)}) == 1 and all(fixes)
    is_clear = is_one and not any(word.startswith("--") for word in changes)
    is_clear &= len({word.partition("=")[0] for word in changes}) == len(changes)
    return Heard([*fixes[0][:2], *changes]) if is_clear else None


def respelled(words: Sequence[str], game: Game) -> Heard | None:
    """What a line means if misspelled names are the players they are like: *Lilly 4*."""
    begun = [re.split("[=:,']", word)[0] for word in words]  # Lilly=4
    mended, reading = [], Line([word or "," for word in begun], game.names, rules_at_hand(game))
    strange = {word.text for word in reading.words if reading.is_newcomer(word)}
    for word, begin in zip(words, begun, strict=True):
        name = ""
        try:
            find_player(begin, game.names, "")
        except PlayerError as error:
            name = getattr(error, "near", "") if begin.casefold() in strange else ""
        mended.append(word.replace(begin, shell_name(name, game.names), 1) if name else word)
    if mended == [*words]:
        return None
    with suppress(ScorekeeperError):
        return asking_for_others(Heard(round_of(mended, game)), game)
    heard = translated(mended, game, None)
    return heard if heard and heard.words else None


def _most_alike(line: str, making: Making) -> list[Heard]:
    """What a line is most like, or a clause of it that is more like it than the whole line."""
    reading = making.line
    some = [Line(words, reading.names, reading.rules) for words in standing_alone(line, reading)]
    found = [[*_about(each, Making(each, making.game, making.path))] for each in (reading, *some)]
    best = max(filter(None, found), key=lambda ways: ways[0][0], default=[])
    return [heard for _, heard in best]


def _about(line: Line, making: Making) -> Iterator[tuple[float, Heard]]:
    """The commands whose sentences a line is most like, the likeliest first, and how likely.

    There is none for a line of mostly unknown words, and no change if a third of them is unknown.
    """
    (shares, commands), words = votes(), [*line.marked()]
    plain = telling(words)
    strange, asks = {*plain} - shares.keys(), sayings()["classes"]["ask"].split("|")
    clear = [word for word in plain if word not in asks and word[0] != "{" and len(word) > 1]
    is_slip = len(words) == 1 and close_command(words[0])
    if not clear or is_slip or len(plain) <= 2 * len(strange):  # how are you
        return
    every = line.filled({*chain.from_iterable(map(slots_of, commands))})
    least = LIKELY
    for command, likely in likelihoods(words, every.keys()).items():
        if likely < least or command == "talk":
            return
        found, heard = {slot: every[slot] for slot in slots_of(command) & every.keys()}, None
        with suppress(ScorekeeperError):
            heard = making.made(command, found)
        is_whole = _is_whole(command, found, line) and 3 * len(strange) <= len(plain)
        for each in filter(None, (heard, *heard.others) if heard else ()):
            if each.words and (each.reads or is_whole):
                least = likely * AS_LIKELY if least == LIKELY else least
                yield likely, each


def _is_whole(command: str, found: Found, line: Line) -> bool:
    """Whether a change is about every player and number in the line, and isn't a question."""
    if line.is_question and not command.startswith("player"):
        return False
    if command.startswith("dealer") and not line.says("<deals>|start"):
        return False  # we heard you the first time
    used = str([*found.values()])
    has_all = all(re.search(rf"\b{number}\b", used) for number in line.anywhere()["numbers"])
    has_all = has_all and all(name in used for name in line.named)
    return has_all or command.startswith(("fix", "misdeal"))


# ── what isn't understood ───────────────────────────────────────────────────────────────


def _unclear(
    words: Sequence[str], line: str, game: Game | None, wrong: ScorekeeperError
) -> ScorekeeperError:
    """What to say about a line that isn't a command or cards, and is ``wrong`` as a round."""
    if game is None and isinstance(wrong, UsageError):  # for which of several games?
        wrong = NotUnderstoodError(wrong.marked_problem, remedy=wrong.marked_remedy)
    if isinstance(wrong, SeveralPlayersError):
        return wrong
    reading = Line(words, game.names if game else (), rules_at_hand(game))
    strange = strange_words(reading)
    laughs = {w for w in words if are_cards(w) and w.casefold() in sayings()["courtesy"]}
    words = [word for word in words if word not in laughs] or words  # haha isn't two aces
    readable = [word for word in words if is_readable(word, reading.names, reading.rules)]
    others = len(words) - len(readable)
    has_meaning = words[0] in readable and not are_cards(words[0])
    is_strange = any(are_cards(w.raw) or not reading.knows(w) for w in reading.words[:1])
    close = close_command(words[0]) or ""
    is_entered = " " in close and others == 1 and len(words) > 1  # lena 7 isn't player leave 7
    is_entered |= len(reading.named) > 1 and not close.startswith(words[0].casefold())
    is_slip = close and is_strange and not has_meaning and not is_entered
    is_part = any(words[0].casefold() in names for names in WITHIN.values())
    if is_part or (is_slip and game and others < 2) or (len(words) == 1 and is_slip):
        return no_command(words[0])
    # Nothing but cards, and what is probably a slip in one: 5-7h.
    if (
        (readable or others == 1) and all(map(are_cards, readable)) and re.search(r"\d", line)
    ) and not isinstance(wrong, PlayerError):
        try:
            parse_groups(line)
        except CardError as error:
            return error
    if game is None and (len(strange) < len(words) or re.search(r"\d", line)):
        if open_titles():
            return wrong
        remedy = f"start one: {new_with(reading)}"
        return NotUnderstoodError("there is no game yet", remedy=remedy, strange=strange)
    is_silly = isinstance(wrong, UnknownPlayerError) and not (
        wrong.typed in strange and (wrong.near or has_entry_behind(reading, wrong.typed))
    )  # a word like is, or chips
    named = reading.named  # which looks for them anew
    if isinstance(wrong, RoundError) and reading.has_entries and named[1:]:
        return wrong  # the game is over, however the round is said
    twice = [name for n, name in enumerate(named) if name in named[:n]]
    is_all = game is not None and len({*twice}) >= max(2, len(game.names) - 1)
    if is_all and reading.has_entries:  # r4 ann 1 bob 2, r5 ann 3 bob 4
        remedy = "type one round a line, with one entry for each player"
        return EntryError(f"{people(twice)} are named twice", remedy=remedy)
    if readable and others <= max(1, 0.3 * len(words)) and not is_silly:
        return wrong
    if game and len(words) <= MOST_WORDS:
        refuse_round_in_words(reading, game)
    return _not_understood(words, line, game, reading, strange)


def _not_understood(
    words: Sequence[str], line: str, game: Game | None, reading: Line, strange: Sequence[str]
) -> ScorekeeperError:
    """The ``strange`` words of a line, or all of it, and what it may be about."""
    problem = f"{quoted(line)} isn't understood"
    if strange and len(strange) < len(reading.words):
        verb = "isn't" if len(strange) == 1 else "aren't"
        problem = f"{listed(map(quoted, strange))} {verb} understood"
    here = reading.named
    if game and strange and strange[0].casefold() not in sayings()["things"]:
        other = next((name for name in game.names if name not in here), game.names[0])
        instead = [other if word.strip(",?!.") == strange[0] else word for word in words]
        try:
            find_player(strange[0], game.names, "this game")
        except UnknownPlayerError as error:
            is_whose = here[1:] and has_entry_behind(reading, strange[0])
            if error.near or is_whose or translated(instead, game, None):
                return error
    start = "" if game else f"start a game with {new_with(reading)}, or "
    who = shell_name(here[0], reading.names) if here else ""
    behind = f"to enter points, type them after the name, like {who} 12; "
    behind = behind if who and reading.has_entries else ""
    more = f"{SK}help lists what you can type"
    strange = strange if len(strange) < len(reading.words) else ()
    return NotUnderstoodError(problem, remedy=f"{start}{behind}{more}", strange=strange)
