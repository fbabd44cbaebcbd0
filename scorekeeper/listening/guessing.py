"""Guess what a line that fits no row means: by a clause, by some words, or by what it's like."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain, islice, pairwise
from math import exp, log
from pathlib import Path

from scorekeeper.errors import PlayerError, ScorekeeperError, UsageError, quoted
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import (
    SeveralPlayersError,
    find_player,
    folded,
    shell_name,
    wild_called,
)
from scorekeeper.listening import (
    Found,
    Heard,
    Piece,
    cards_in,
    clauses,
    loses_cards,
    rows_in,
    said,
    said_rounds,
    telling,
    ways_through,
    whose_entry,
    with_typed_cards,
)
from scorekeeper.listening.line import Line
from scorekeeper.listening.making import Making
from scorekeeper.listening.meaning import (
    among_words,
    corrections_of,
    hear,
    on_sheet,
    reading_of,
    translated,
)
from scorekeeper.listening.said_rounds import asking_for_others
from scorekeeper.listening.starts import at_the_table, going_on, untitled
from scorekeeper.listening.whose_entry import is_on_sheet, is_to_come, rules_at_hand, spelled_out
from scorekeeper.store.evenings import called
from scorekeeper.terminal.command_words import close_command, command_line, split_words
from scorekeeper.terminal.games import load

ASKED_FOR = ("player", "again", "seats", "house")  # commands that a question may ask for
LOOKS = ("next", "standings", "sheet", "chart")  # may follow another command in a line
OF_LINE = ("meld", "verify", "deadwood", "outs", "rescore")  # take cards or a rule from the line
ONE_BY_ONE = frozenset(("add", "fix", "penalty", "bonus", "player", "seats", "dealer", "house"))
"""Commands that a line may have two of, to be carried out one after the other."""

SOUNDS = {
    **{"ph": "f", "gh": "", "ck": "k", "c(?=[eiy])": "s", "c": "k", "g(?=[eiy])": "j", "y": "i"},
    **{r"(.)\1": r"\1", "(?<=[aeiou])[aeiou]+": "", "(?<=.)e$": ""},
}
"""What some letters sound like, or nothing if they are silent; each is replaced in turn."""

INITIALS = "bcdefghjlmprtvwz"  # letters that may stand for a player, as they rarely mean more

MOST_READINGS = 24  # shorter readings of a line that are tried
LIKELY = 0.12  # how likely a command must be to be offered
LIKELY_TOO = 0.6  # the same beside other guesses
SURE = 0.8  # how likely it must be to replace what a row says
ALMOST_SURE = 0.95  # how likely a change must be to be offered beside a look
AS_LIKELY = 0.1  # how likely another command must be, as a share of the first
MOST_UNDONE = 9  # changes that a line may take back at once without the word undo


def guesses(line: str, game: Game | None, path: Path | None) -> tuple[Heard, ...]:
    """Up to three commands that a line may mean although it fits no row, the likeliest first.

    They ignore something that was said, or go by single words. Some may not work.
    """
    line = clauses.simplify(with_typed_cards(line, game.names if game else ()))
    reading, found = reading_of(spelled_out(split_words(line), game), game), list[Heard]()
    if len(reading.words) > said_rounds.MOST_WORDS:
        return ()
    making = Making(reading, game, path)
    if heard := _answered(line, making):
        return (heard,)
    asked, _, after = line.rpartition("?")  # who ate the chips? 12 o 5 9
    wonders = re.match(said()["asked"]["wonders"], line, re.I) and not (asked and after.strip())
    meaning_of = cache(lambda *words: translated(words, game, path))  # some parts are the same
    for words, meant in islice(clauses.shorter(line, reading), MOST_READINGS):
        if meant is clauses.CLEAR and found:
            continue  # a whole clause says more than some of its words
        with suppress(ScorekeeperError):
            heard, part = meaning_of(*words), reading.beside(words)
            asks = bool(wonders or part.is_question)
            if asks and heard and heard.is_answer:
                return (heard,)
            all_heard = (heard, *heard.others) if heard else ()
            ready = (h for h in all_heard if _is_part(h, part, reading, meant, game, asks=asks))
            found += [asking_for_others(each, game) for each in ready]
    found += _in_open_games(line, reading) if game is None else ()
    with suppress(ScorekeeperError):
        fixes = [heard for heard in corrections_of(making) if heard.words]
        if fixes and reading.says("<more>|<less>|<makes>|<miscounted>"):  # dad's 25 is two too many
            found = [heard for heard in found if heard.words[0] != "fix"]
        if game and fixes and any(is_on_sheet(game, each) for each in _rounds_named(reading)):
            found = [heard for heard in found if heard.words[0] != "add"]
        found = [on_sheet(heard, reading, making) for heard in found]
        more = [*among_words(making), *fixes]
        found += [each for heard in more for each in (heard, *heard.others) if each.words]
    if any(heard.words[0] == "fix" for heard in found) and reading.says("<miscounted>"):
        found = [heard for heard in found if heard.words[0] not in ("penalty", "bonus")]
    found = _fitting(found, line, making)
    if game and any(_is_elsewhere(named, game) for named in _rounds_named(reading)):
        found = [heard for heard in found if heard.words[0] not in ("fix", "penalty", "bonus")]
    if not found and (mended := clauses.corrected(reading)):
        return guesses(" ".join(mended), game, path)
    likely, other = next(_about(reading, making), (0.0, None))
    kinds = [heard.words[0] for heard in found]
    is_round = any(said_rounds.is_whole_round(heard, game) for heard in found)
    if other and other.words[0] not in kinds[: 1 if other.reads else None]:
        if other.reads and likely > SURE and kinds[:1] not in ([], ["house"]):
            found.insert(0, other)  # asking about a rule is not asking for it
        elif not other.reads and likely > LIKELY_TOO and not is_round:
            found.insert(1, other)
    return tuple(found)[:3]


def _is_part(
    heard: Heard, part: Line, line: Line, meant: Set[str], game: Game | None, *, asks: bool
) -> bool:
    """Whether a line may mean what a part of it means, though the others' numbers are lost."""
    all_numbers, numbers = (each.anywhere()["numbers"] for each in (line, part))
    # In ten minutes: 6 18 o 9. But not: bob 5, 6 18 o 9.
    is_bare_round = said_rounds.is_whole_round(heard, game) and "=" not in "".join(heard.entries)
    is_round = is_bare_round and len(all_numbers) - len(numbers) <= (not line.named)
    if not heard.words or not (heard.words[0] in meant or is_round):
        return False
    # Bob's 25 was only 15, i had a ten twice.
    if meant is clauses.SAID_AGAIN and (heard.says or len(numbers) != 2 or not part.named):
        return {*map(str, all_numbers)} <= {*re.findall(r"\d+", str(heard.words))}
    return heard.reads or heard.words[0] in ASKED_FOR or not asks


def _rounds_named(reading: Line) -> list[str]:
    """The rounds that a line names."""
    return [found["round"] for _, found in reading.rounds_named]


def _is_elsewhere(named: str, game: Game) -> bool:
    """Whether a round is neither on the sheet nor at hand; False for cards that are never wild."""
    is_round = wild_called(named) in {None, *(spec.wild for spec in game.rules.specs)}
    is_here = named[0] == "-" or named == "last" or is_to_come(game, named)
    return is_round and not (is_here or is_on_sheet(game, named))


def once_over(guesses: tuple[Heard, ...], line: str, game: Game | None) -> tuple[Heard, ...]:
    """The guesses that may be right once no more rounds are played.

    None of them enters a round. A correction must say *not 10* or name a round on the sheet.
    """
    reading = reading_of(line, game)
    named = [game and is_on_sheet(game, each) for each in _rounds_named(reading)]
    is_old = all(named) and (named or reading.says("<instead>"))
    entering = ("add",) if is_old else ("add", "fix")
    return tuple(guess for guess in guesses if guess.words[0] not in entering)


def whole_rounds(line: str, game: Game | None, path: Path | None) -> tuple[Heard, ...]:
    """The guesses at a line with everybody's entries: whole rounds, or fixes for *b 11 not 12*.

    If there are none, the one guess is what the line means once its slips are mended.
    """
    reading, found = reading_of(line, game), guesses(line, game, path)
    if reading.says("{entry} <instead> {number}"):
        return tuple(each for each in found if each.words[0] == "fix")
    if game and not all(is_to_come(game, each) for each in _rounds_named(reading)):
        return ()  # the number of a round that is on the sheet is nobody's points
    whole = tuple(each for each in found if said_rounds.is_whole_round(each, game))
    mended = respelled(split_words(line), game) if game and not whole else None
    return (mended,) if mended else whole


# ── two things in one line ───────────────────────────────────────────────────────────────────


def one_by_one(line: str, game: Game | None, path: Path | None) -> Heard | None:
    """The first of two commands in a line, with the words of the second for later.

    None unless the line splits into two clear commands of which the first isn't a question.
    """
    for before, after in clauses.split_requests(line) if game else ():
        parts = [reading_of(part, game) for part in (before, after)]
        needs_first = parts[0].texts & said()["provided"] or parts[1].texts & said()["pronouns"]
        if needs_first or parts[0].is_question:
            continue
        first = _as_part(before, game, path)
        second = first and (one_by_one(after, game, path) or _as_part(after, game, path))
        if first and second:
            kinds = [first.words[0], second.words[0]]
            is_look = kinds[0] in ONE_BY_ONE and kinds[1] in LOOKS
            is_change = {*kinds} <= ONE_BY_ONE and not parts[1].is_question
            is_same = first.words == second.words or kinds == ["add", "add"]
            fixed = [{(h.words[1], w.split("=")[0]) for w in h.words[2:]} for h in (first, second)]
            is_same |= kinds == ["fix", "fix"] and not fixed[0].isdisjoint(fixed[1])
            is_same |= kinds == ["fix", "add"] and not {*parts[0].named}.isdisjoint(parts[1].named)
            is_one = kinds == ["fix", "fix"] and first.words[1] == second.words[1]
            if is_one and not (is_same or first.trial or second.trial or second.then):
                return Heard([*first.words, *second.words[2:]])
            if (is_change or is_look) and not is_same:
                return first._replace(is_typed=False, then=after)
    return None


def _as_part(text: str, game: Game | None, path: Path | None) -> Heard | None:
    """What a part of a line clearly means; None if that isn't clear."""
    words, heard = split_words(clauses.simplify(text)), None
    with suppress(ScorekeeperError):
        heard = Heard(said_rounds.round_of(words, game))
    with suppress(ScorekeeperError):
        heard = heard or translated(words, game, path)
    return heard if heard and _is_clear(heard, game) else None


def _is_clear(heard: Heard, game: Game | None) -> bool:
    """Whether a command is complete: a round has everybody's entry, and a fix has points."""
    return bool(heard.words) and {
        "add": said_rounds.is_whole_round(heard, game),
        "fix": "=" in "".join(heard.words),
    }.get(heard.words[0], True)


def change_in_clause(line: str, game: Game | None, path: Path | None) -> Heard | None:
    """The change that a clause asks for, though the whole line only looks; None if none does."""
    parts = [*filter(None, re.split(r"[,.;!]+\s+", line))]
    reading = reading_of(line, game)
    is_asked = reading.is_question or reading.texts & said()["provided"]
    if game is None or is_asked or cards_in(reading.words) or len(parts) < 2:
        return None
    found = (_as_part(part, game, path) for part in parts)
    change = next((heard for heard in found if heard and not heard.reads), None)
    return change and change._replace(is_typed=False)


def likelier(line: str, heard: Heard, game: Game | None, path: Path | None) -> Heard:
    """The look that a line fits, or a command that the line is much more like.

    If one of its clauses asks for a change, it's that change.
    """
    if change := change_in_clause(line, game, path):
        return change
    if heard.words[0] in OF_LINE:
        return heard
    reading = reading_of(line, game)
    likely, likeliest = next(_about(reading, Making(reading, game, path)), (0.0, heard))
    if likely < SURE or likeliest.words[0] == heard.words[0]:
        return heard
    if likeliest.reads:
        return likeliest
    is_change = likely > ALMOST_SURE and not reading.is_question
    return Heard([], others=(likeliest, heard)) if is_change else heard


def with_each(
    error: SeveralPlayersError, line: str, game: Game | None, path: Path | None
) -> Iterator[Heard]:
    """What a line means for each of the players that a word in it may stand for."""
    words = split_words(line)
    for name in error.players:
        whole = [name if word.strip(",") == error.typed else word for word in words]
        with suppress(ScorekeeperError):
            heard = hear(command_line(*whole), game, path, whole)
            yield from (asking_for_others(h, game) for h in (heard, *heard.others) if h.words)


def with_myself(line: str, game: Game, path: Path | None) -> Heard | None:
    """What a line with *i* or *me* means for each player who may be typing; None if nothing."""
    reading = reading_of(line, game)
    myself = said()["myself"].difference(" ".join(game.names).casefold().split())
    me = next((word.raw for word in reading.words if word.text in myself), None)
    others = [name for name in at_the_table(game) if name not in reading.named]
    is_duel = not said()["pronouns"].isdisjoint(reading.texts)  # i got gin, he had 35
    if me is None or reading.is_question or is_duel or not others:
        return None
    found = list[Heard]()
    for at, name in enumerate(others):
        words = line
        for of_me, of_them in said()["of_them"].items():
            them = of_them.format(name).replace("\\", r"\\")
            words = re.sub(rf"\b{of_me}\b", them, words, flags=re.IGNORECASE)
        with suppress(ScorekeeperError):
            heard = translated(split_words(words), game, path)
            is_of_one = heard and heard.words[:1] != ["house"] and {*heard.words[:1]} & ONE_BY_ONE
            if heard and is_of_one and _is_clear(heard, game):
                found.append(heard)
        if len(found) <= at:
            return None  # it isn't about the person typing
    problem, remedy = f"which of you is {quoted(me)}?", "say it with a name"
    return Heard([], others=tuple(found), unclear=UsageError(problem, remedy=remedy))


def likely_talk(line: str, game: Game | None) -> float:
    """How likely a line is mere talk; 0 if it has numbers or is more like a command."""
    reading = reading_of(line, game)
    found = reading.anywhere()
    likely = likelihoods([*reading.with_placeholders()], found.keys())
    return likely["talk"] if next(iter(likely)) == "talk" and not found["numbers"] else 0


# ── which guesses may be right ───────────────────────────────────────────────────────────────


def _answered(line: str, making: Making) -> Heard | None:
    """The answer to a question in a line that also says something else; None if there is none."""
    for question in clauses.questions_in(line, making.line):
        if not said()["pronouns"].isdisjoint(question.split()):
            continue  # can she play is about whoever is named before
        with suppress(ScorekeeperError):
            heard = translated(split_words(question), making.game, making.path)
            if heard and heard.is_answer:
                return heard
            is_look = heard and heard.reads and (making.game or heard.stands_alone)
            if heard and is_look and not loses_cards(heard, making.line.words):
                return heard
    return None


def _fitting(found: list[Heard], line: str, making: Making) -> list[Heard]:
    """The guesses that may be right, each once, the likeliest first."""
    reading, game = making.line, making.game
    found = [heard for heard in found if heard.reads or not reading.says("<tellme>")]
    found.sort(key=lambda heard: (1 - len(heard.words) or 9) if heard.words[0] == "new" else 0)
    if game:  # whoever names a rule beside something else doesn't start a game
        found = [heard for heard in found if not heard.words[-1].startswith("--rule=")] or found
    if not reading.is_question and any(not heard.reads for heard in found):
        found = [heard for heard in found if not heard.reads]
    found = found or _most_alike(line, making)
    with suppress(ScorekeeperError):
        is_part = all(heard.words[0] == "add" and heard.trial for heard in found)
        found += [*_by_number(making)] if is_part else []
    if game is None:
        left_out = {"help": not reading.is_question, "rules": "rules" not in reading.texts}
        found = [h for h in found if h.stands_alone and not left_out.get(h.words[0])]
    main_words = split_words(re.sub("{aside}|{reason}".format(**said()["asked"]), " ", line))
    texts = reading.beside(main_words or [line]).texts
    if reading.mends or reading.says("not right|wrong|mistake|typo|can not (have|be)"):
        found.sort(key=lambda heard: heard.words[0] == "add")
    if found and found[0].words == ["undo"]:  # ruth six, strike that, sixteen, jim out …
        found.sort(key=lambda heard: not said_rounds.is_whole_round(heard, game))
    is_mended = found and found[0].words[0] in ("fix", "undo", "misdeal")
    is_off = re.search(r"\d off\b|\boff \d", line)
    changes_points = is_off or texts & {*said()["doubles"], "less"}  # 12, but it counts double
    most = max((_size_of(heard) for heard in found if heard.words[0] == "add"), default=0)

    def may_be_right(heard: Heard) -> bool:
        match heard.words[0]:
            case "add":  # not if another round has more of the entries
                return not (is_mended or changes_points) and _size_of(heard) == most
            case "fix":  # nor a part of another fix, or of *same as*
                is_part = any({*heard.words} < {*other.words} for other in found)
                return not (is_part or reading.says("same as"))
            case "penalty" | "bonus" | "player":
                return texts.isdisjoint(said()["everybody"])
            case "new":  # not: we can start, meaning the next deal
                return game is None or not texts.isdisjoint(said()["anew"])
            case "dealer":  # not: your dealing was terrible
                return "was" not in texts
        return not loses_cards(heard, reading.words)

    found = [heard for heard in found if may_be_right(heard)]
    others = [heard for heard in found if heard.words[0] != "house"]  # she kept a joker
    found = others if others or reading.says("<should> {number} <instead>") else found
    distinct = dict[tuple[str, ...], Heard]()
    for heard in found:  # one new game, and one step back
        is_short = heard.words[0] == "new" or heard.words == ["undo", "-n", "1"]
        words = heard.words[:1] if is_short else map(str.casefold, heard.words)
        distinct.setdefault((*words,), heard)
    return [*distinct.values()]


def _by_number(making: Making) -> Iterator[Heard]:
    """What a line may charge that is about one player, and ends with one number."""
    line, found = making.line, making.line.anywhere()
    texts = [word.text for word in line.words if word.text not in ("points", "point")]
    is_clear = "player" in found and "other" not in found and not line.is_question
    if making.game and is_clear and texts[-1:] == [*map(str, found["numbers"])]:
        one = {"player": found["player"], "number": int(texts[-1]), "entry": texts[-1]}
        yield from filter(None, (making.make(command, one) for command in ("adjust", "was")))


def _size_of(heard: Heard) -> int:
    """How many words of a round say more than who is out: its entries, and that nobody is."""
    return sum(word.rpartition("=")[2] not in ("", "o", "out") for word in heard.words)


def _in_open_games(line: str, reading: Line) -> Iterator[Heard]:
    """What a line would do in each game here that isn't over, or else how to open one it names."""
    here, words, found = going_on(), split_words(line), list[Heard]()
    for evening in ([e for e in here if untitled(words, e) != words] or here)[:MOST_READINGS]:
        with suppress(ScorekeeperError):
            game, rest = load(evening.path).game, untitled(words, evening) or words
            heard = hear(" ".join(rest), game, evening.path)
            if heard.is_typed and heard.words[0] != "add":  # finish the darts game
                heard = translated(rest, game, evening.path) or heard
            command = heard.words[: 1 if heard.words[:1] == ["delete"] else None]
            if command and not (heard.reads or heard.words[0] in ("new", "again")):
                found.append(Heard([*command, "-f", evening.path.name]))
    meant = [(word.raw, called(word.raw, here)) for word in reading.words[:MOST_READINGS]]
    named = {found[0].path: word for word, found in reversed(meant) if len(found) == 1}
    yield from found or (Heard(["open", word]) for word in named.values())


def respelled(words: Sequence[str], game: Game) -> Heard | None:
    """What a line means with its slips mended: *Lilly 4*, *gym 6*, *z 5*, *bob 1o*; or None."""
    heads = [re.split("[=:,'!.;?]", word)[0] for word in words]  # Lilly=4
    mended, reading = [], Line([word or "," for word in heads], game.names, rules_at_hand(game))
    strange = {word.text for word in reading.words if reading.is_newcomer(word)} | said()["titles"]
    for word, head in zip(words, heads, strict=True):
        name = ""
        try:
            found = find_player(head, game.names, "")
            name = found if head.casefold() in INITIALS else ""
        except PlayerError as error:
            near = whose_entry.nicknamed(head, game.names) or getattr(error, "near", "")
            name = (near or _sounding_like(head, game.names)) if head.casefold() in strange else ""
        word = word.replace(head, shell_name(name, game.names), 1) if name else word
        is_slip = re.fullmatch(r"(\d+o|l\d+|\d+l)[,.;]*", word)  # 1o, l2
        mended.append(word.translate({ord("o"): "0", ord("l"): "1"}) if is_slip else word)
    if mended == [*words]:
        return None
    with suppress(ScorekeeperError):
        return asking_for_others(Heard(said_rounds.round_of(mended, game)), game)
    if (heard := translated(mended, game, None)) and heard.words:
        return heard
    more = guesses(" ".join(mended), game, None)  # Bobby's out, and Cy's eating 31
    return next((guess for guess in more if said_rounds.is_whole_round(guess, game)), None)


def _sounding_like(word: str, names: Sequence[str]) -> str:
    """The only player whose name sounds like a dictated word: Cy for *sigh*; else empty."""
    sounds = [folded(each) for each in (word, *names)]
    for letters, sound_like in SOUNDS.items():
        sounds = [re.sub(letters, sound_like, sound) for sound in sounds]
    alike = [name for name, sound in zip(names, sounds[1:], strict=True) if sound == sounds[0]]
    return alike[0] if len(alike) == 1 else ""


def _most_alike(line: str, making: Making) -> list[Heard]:
    """The commands that a line is most like, or that a clause of it is like even more."""
    reading, parts = making.line, clauses.shorter(line, making.line)
    alone = [words for words, meant in parts if meant is clauses.ANY and len(words) > 2]
    lines = (reading, *map(reading.beside, alone))
    found = [[*_about(each, Making(each, making.game, making.path))] for each in lines]
    best = max(filter(None, found), key=lambda ways: ways[0][0], default=[])
    return [heard for _, heard in best]


def _about(line: Line, making: Making) -> Iterator[tuple[float, Heard]]:
    """The commands whose sentences a line is most like, the likeliest first, and how likely.

    There are none if most words are unknown, and no changes if more than a third are.
    """
    commands, words = votes()[1], [*line.with_placeholders()]
    plain = telling(words)
    strange = {word for word in plain if not vote(stem(word))}
    asks = said()["classes"]["ask"].split("|")
    clear = [word for word in plain if word not in asks and word[0] != "{" and len(word) > 1]
    is_slip = len(words) == 1 and close_command(words[0])
    if not clear or is_slip or len(plain) <= 2 * len(strange):  # how are you
        return
    filled = line.fill_slots({*chain.from_iterable(map(slots_of, commands))})
    least = LIKELY
    for command, likely in likelihoods(words, filled.keys()).items():
        if likely < least or command == "talk":
            return
        found, heard = {slot: filled[slot] for slot in slots_of(command) & filled.keys()}, None
        with suppress(ScorekeeperError):
            heard = making.make(command, found)
        is_whole = _is_whole(command, found, line) and 3 * len(strange) <= len(plain)
        for each in filter(None, (heard, *heard.others) if heard else ()):
            if each.words and (each.reads or is_whole):
                least = likely * AS_LIKELY if least == LIKELY else least
                yield likely, each


def _is_whole(command: str, found: Found, line: Line) -> bool:
    """Whether a change uses every player and number in the line, and the line asks nothing."""
    is_asked = line.is_question and not command.startswith("player")
    if is_asked or line.says("except|bar|apart from|{player} or {other}"):  # all except bob
        return False
    if command.startswith("player rename") and line.texts.isdisjoint(said()["renames"]):
        return False
    if command.startswith("dealer") and not line.says("<deals>|start"):
        return False  # we heard you the first time
    if command.startswith("undo -n") and found.get("number", 0) > MOST_UNDONE:
        return False  # start him off at 40
    used = str([*found.values()])
    has_all = all(re.search(rf"\b{number}\b", used) for number in line.anywhere()["numbers"])
    has_all = has_all and all(name in used for name in line.named)
    return has_all or command.startswith(("fix", "misdeal"))


# ── what a line is like ──────────────────────────────────────────────────────────────────────

MOST_SENTENCES = 25  # made from one row; more add little


def likelihoods(words: Sequence[str], slots: Set[str]) -> dict[str, float]:
    """How likely words mean each command whose ``slots`` are filled, the likeliest first; sum 1.

    Every mark votes by itself, as in naive Bayes, but only counts an eighth, because each word is
    in several marks. A mark that no sentence of a command has speaks against the command without
    ruling it out. A word that no sentence has is taken for a name.
    """
    known, noise = votes()[1], said()["noise"]
    odds = {name: 0.0 for name in known if slots_of(name.partition("[")[0]) <= slots}
    words = [word if word in noise or vote(stem(word)) else "{name}" for word in words]
    for command, share in chain.from_iterable(vote(mark).items() for mark in _marks(words)):
        if command in odds:
            odds[command] += log(1 + 0.97 * share * len(known) / 0.03) / 8
    likeliest_first = sorted(odds, key=odds.__getitem__, reverse=True)
    parts = {name: exp(odds[name] - odds[likeliest_first[0]]) for name in likeliest_first}
    whole = sum(parts.values())
    return {command: part / whole for command, part in parts.items()}


@cache
def votes() -> tuple[dict[str, list[str]], Counter[str]]:
    """By mark, the commands of the sentences with it; and how many sentences each command has."""
    having, sentences = defaultdict[str, list[str]](list), Counter[str]()
    for command, marks in _examples():
        if command.split(" ")[0] not in said()["answers"]:
            sentences[command] += 1
            for mark in marks:
                having[mark].append(command)
    return having, sentences


@lru_cache(2_000)
def vote(mark: str) -> dict[str, float]:
    """How a mark's vote is divided among the commands that have it; empty if none has."""
    having, sentences = votes()
    shares = {name: n / sentences[name] for name, n in Counter(having.get(mark)).items()}
    whole = sum(shares.values())
    return {command: share / whole for command, share in shares.items()}


def _examples() -> Iterator[tuple[str, frozenset[str]]]:
    """Each command with the marks of a sentence for it: one that fits a row, or an example."""
    for (command, _), ((_, ways),) in zip(*rows_in("sayings"), strict=True):
        for way in ways:
            numbers = range(min(MOST_SENTENCES, ways_through(way)))
            yield from ((command, marks) for marks in {_marks(_sentence(way, n)) for n in numbers})
    for command, text in said()["examples"].items():
        for line in re.split(r" / |\n", text.strip()):
            yield command, _marks(line.split())


def _sentence(row: tuple[Piece, ...], number: int) -> tuple[str, ...]:
    """One of the sentences that fit a row; each number gives another way through it."""
    words: tuple[str, ...] = ()
    for kind, what in row:
        if kind == "word":
            words += (what,)
        elif kind == "slot" and what == "rule":
            _, phrases = rows_in("rules")
            words += _sentence(phrases[number % len(phrases)], number // len(phrases))
        elif kind == "slot":
            words += (f"{{{said()['slots_alike'].get(what, what)}}}",)
        elif kind == "any" or (kind == "maybe" and number % 2):
            turn = number // 2 if kind == "maybe" else number
            words += _sentence(what[turn % len(what)], turn // len(what))
    return words


def _marks(words: Sequence[str]) -> frozenset[str]:
    """What tells a sentence from others: the stems of its words, and pairs of neighbouring stems.

    Noise between two words counts in one kind of pair and is skipped in the other.
    """
    plain, stems = ([*map(stem, each)] for each in (telling(words), words))
    pairs, closer = (pairwise(("^", *each, "$")) for each in (plain, stems))
    return frozenset((*plain, *map(" ".join, pairs), *map(" + ".join, closer)))


@cache
def stem(word: str) -> str:
    """A word without its ending: *deal* for *dealing*, *put* for *putting*."""
    short = re.sub(r"(?<=[a-z]{3})(ing|ed|es|[sed])$", "", word)
    return re.sub(r"([^ls])\1$", r"\1", short) if len(short) > 3 and short != word else short


@cache
def slots_of(command: str) -> frozenset[str]:
    """The names of the slots in a command."""
    return frozenset(re.findall(r"\{(\w+)\}", command))
