"""Which part of a line counts: the clauses that may stand alone, and the words that say enough."""

import re
from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import chain, islice

from scorekeeper.listening import cards_in, nearest_known, said, telling
from scorekeeper.listening.line import Line
from scorekeeper.terminal.command_words import COMMANDS, RARE, split_words

MOST_CLAUSES = 8  # a line with more is only read as a whole
MOST_TALK = 25  # words of a line whose beginning and end are tried alone

# Commands that a clause may mean.
ANY = frozenset((*COMMANDS, *RARE))
# Those that a few words of a line may mean: a gin and tonic doesn't start or open a game.
CLEAR = ANY - {"new", "open"}
# Those that one clause may mean although another one has numbers.
WITHOUT_POINTS = frozenset(
    ("player", "finish", "again", "undo", "misdeal", "seats", "dealer", "house")
)
# Those that one clause may mean if it has all the numbers of the others.
SAID_AGAIN = frozenset(("fix",))


def strange_words(line: Line) -> list[str]:
    """The words of a line that mean nothing by themselves, as they were typed."""
    return [w.raw.rstrip(",") for w in line.words if not (line.knows(w) or w.text in "/&+-,")]


def has_entry_after(line: Line, typed: str) -> bool:
    """Whether an entry follows a word, which is then more likely somebody's name."""
    places = (at for at, word in enumerate(line.words, 1) if word.raw.rstrip(",") == typed)
    return any(any(line.entry(at)) for at in places)


def tells_entries(line: Line) -> bool:
    """Whether a clause has entries that belong to somebody: *let the dog out* has none."""
    is_whose = line.named or line.anywhere()["numbers"] or cards_in(line.words)
    return line.has_entries and bool(is_whose or "nobody" in line.texts or line.texts == {"out"})


_simpler = cache(lambda: [(re.compile(p, re.I), new) for p, new in said()["asked"]["simpler"]])
DOUBLED = r"\b(?:his|her|their) (\d+) (?:is|was|gets|got) doubled(?=,)"  # his 14 is doubled, bo 6
LESS = r"\b([a-z]{2,} )(\d+) (?:minus|less|take away) (\d+)(?=$|[,.;])"  # mia 60 minus 25


def simplify(line: str) -> str:
    """A line without polite words, and with only the last number that is said for a player.

    >>> simplify("jokers from now on if nobody minds")
    'jokers from now on'
    >>> simplify("ann 1,500 bo a thousand, no sorry, ann 1,200")
    'ann 1200 bo 1000'
    >>> simplify("mia had 60 on the table and 25 in hand")
    'mia had 35'
    """
    line = line.replace("−", "-")  # as a shell's words have it
    if re.search(r"[^\W\d_]{2}", line):  # 12,105 alone is more likely two entries
        line = re.sub(r"\b(\d{1,3}),(\d{3})\b(?!,)", r"\1\2", line)
    for pattern, instead in _simpler():
        line = pattern.sub(instead, line)
    line = re.sub(DOUBLED, lambda found: str(2 * int(found[1])), line)
    return re.sub(LESS, lambda found: f"{found[1]}{int(found[2]) - int(found[3])}", line)


def clauses_of(line: str, names: Sequence[str]) -> list[str]:
    """The clauses of a line, none ending inside *ann and bob*; just the line if there are many."""
    name = rf"(?:{'|'.join(map(re.escape, names)) or '$'})"
    parts = said()["asked"]["parts"].replace("{last}", rf"{name}(?:$|[,.;!?])")
    line = re.sub(rf"\b({name}) and ({name})\b", r"\1 & \2", line, flags=re.IGNORECASE)
    clauses = [clause.replace(" & ", " and ") for clause in re.split(parts, line, flags=re.I)]
    clauses = [clause for clause in clauses if clause.strip()]
    return clauses if len(clauses) <= MOST_CLAUSES else [line]


def shorter(line: str, reading: Line) -> Iterator[tuple[list[str], Set[str]]]:
    """Shorter versions of a line, without possible talk, each with the commands it may mean.

    A clause with numbers or cards is rarely left out, nor is an earlier one that names a player.
    """
    clauses = clauses_of(line, reading.names)
    ands = re.findall(r"(\S+)\s+and\s+(\S+)", line)
    readings = [reading.beside(split_words(clause)) for clause in clauses]
    says_much = [*map(tells_entries, readings)]
    says_who = [much or bool(r.named) for much, r in zip(says_much, readings, strict=True)]
    sizes = range(len(clauses), 0, -1)
    spans = [(at, at + size) for size in sizes for at in range(len(clauses) - size + 1)]
    kept = [clauses[at:end] for at, end in spans if not any(says_who[:at] + says_much[end:])]
    last = readings[-1]
    if clauses[1:] and says_much[-1] and last.named and not any(says_much[:-1]):
        kept += [clauses[-1:]] * ({*last.named} <= {*readings[0].named})  # dad peeked at bo's hand
    telling_who = [clause for clause, tells in zip(clauses, says_who, strict=True) if tells]
    yield from ((words, ANY) for words in _fill_in_pronouns(clauses, readings))
    if (rest := re.sub(said()["asked"]["aside"], " ", line)) != line:
        yield split_words(rest), ANY
    rest, who = re.sub(said()["asked"]["reason"], " ", line), chain(*(r.named for r in readings))
    if rest != line and {*who} == {*reading.beside(split_words(rest)).named}:
        yield split_words(rest), ANY
    if (rest := re.sub(said()["asked"]["slip"], "", line)) != line:
        yield split_words(f"oops, {rest}"), ANY
    for chosen in filter(None, [*kept[:1], telling_who, *kept[1:]]):
        text = ", ".join(chosen)
        for one, other in ands:
            text = text.replace(f"{one}, {other}", f"{one} and {other}")
        words = split_words(text)
        if chosen != clauses:
            yield words, ANY
        known = _known_words(reading.beside(words))
        if 1 < len(known) < len(words):
            yield known, CLEAR
    yield from ((words, CLEAR) for words in _without_talk(split_words(line), reading))
    if len(clauses) > 1:
        yield split_words(clauses[0]), SAID_AGAIN
        yield from ((split_words(clause), WITHOUT_POINTS) for clause in clauses)


def _known_words(line: Line) -> list[str]:
    """The words of a line as they were typed, without those that mean nothing.

    Empty if one of these follows a number, as in *three dogs*, or if fewer than two of the others
    say anything.
    """
    unknown = [not (line.knows(w) or w.text in said()["about"]) for w in line.words]
    strange = (at for at, is_strange in enumerate(unknown[1:]) if is_strange)
    is_counted = any(any(line.entry(at)) for at in strange)
    kept = [w for w, is_strange in zip(line.words, unknown, strict=True) if not is_strange]
    is_enough = len([w for w in kept if w.text not in said()["noise"]]) > 1
    return [w.raw for w in kept] if is_enough and not is_counted else []


def split_requests(line: str) -> Iterator[tuple[str, str]]:
    """The parts of a line before and after each word or mark that may lead to a second request."""
    for found in islice(re.finditer(said()["asked"]["next"], line, re.IGNORECASE), MOST_CLAUSES):
        before, after = line[: found.start()].strip(), line[found.end() :].strip()
        if before and after:
            yield before, after


def _fill_in_pronouns(clauses: Sequence[str], readings: Sequence[Line]) -> Iterator[list[str]]:
    """The words of later clauses with the only name or round of the others filled in."""
    newcomers = (word.raw for word in readings[0].words if readings[0].is_newcomer(word))
    named = {*chain(*(reading.named for reading in readings))}
    counted = [at for at, reading in enumerate(readings, 1) if any(reading.entry(0))]
    if len(named) > 1 and not any(reading.has_entries for reading in readings):
        named = {*readings[0].named}
    who = named or {*islice(newcomers, 1)}
    rounds = {found["round"] for reading in readings for _, found in reading.rounds_named}
    for at in range(1, min([len(clauses), *counted]) if len(who) == 1 else 0):
        later, short = split_words(", ".join(clauses[at:])), said()["short"]
        full = [*chain(*(short.get(word.casefold(), word).split() for word in later))]
        is_entry = any(r.has_entries and not r.rounds_named for r in readings[at:])
        for n, word in enumerate(full):
            pronoun, is_short, verb = word.partition("'")
            is_plain = not is_short or not any(map(str.isdecimal, later))  # he's only 8
            if pronoun.casefold() in said()["pronouns"] and is_plain:  # he wants to play
                of_round = ["in", "round", *rounds] if len(rounds) == 1 and is_entry else []
                yield [*full[:n], "".join((*who, is_short, verb)), *full[n + 1 :], *of_round]
                break
    line = split_words(", ".join(clauses))
    at = next((n for n, word in enumerate(line) if word.casefold() in said()["pronouns"]), 0)
    before = readings[0].beside(line[:at]).named if at else []
    if len(before) > 1:  # it was Ann who went out, not Bo, he had 3
        yield [*line[:at], before[-1], *line[at + 1 :]]
    for clause, reading in zip(clauses, readings, strict=True) if len(rounds) == 1 else ():
        if reading.has_entries and reading.named and not reading.rounds_named:
            yield [*split_words(clause), "in", "round", *rounds]  # the fours are wrong, bob 6


def _without_talk(words: list[str], reading: Line) -> Iterator[list[str]]:
    """The words of a line without mere talk at its end or its beginning.

    They don't end with a number that the talk counts: *three dogs* isn't three.
    """

    def is_talk(part: Sequence[str]) -> bool:
        line = reading.beside(part)
        return not (line.has_entries or line.named or line.texts & said()["not"])

    def says_enough(part: Sequence[str]) -> bool:
        return len(telling(word.text for word in reading.beside(part).words)) > 1

    for size in range(len(words) - 1 if len(words) <= MOST_TALK else 0, 1, -1):
        head, after, before, tail = words[:size], words[size:], words[:-size], words[-size:]
        if is_talk(after) and says_enough(head) and not reading.beside(head[-1:]).has_entries:
            yield head
        if is_talk(before) and says_enough(tail) and before[-1] not in said()["subjects"]:
            yield tail


def asked_last(words: Sequence[str], line: Line) -> Sequence[str]:
    """The question after a remark without names or numbers: *I was away, what's wild*; or empty."""
    start = max((at for at, word in enumerate(words[:-1], 1) if word[-1:] in ",.!"), default=0)
    remark, asked = words[:start], words[start:]
    if not remark or len(asked) < 3 or not line.beside(asked).asks:
        return ()
    before = line.beside(remark)
    is_somebody = any(map(before.is_newcomer, before.words))  # Lily is here, can she play
    is_about_them = is_somebody and not said()["pronouns"].isdisjoint(asked)
    is_part = before.named or before.has_entries or is_about_them or before.says("<iswild>")
    return () if is_part else asked


def questions_in(line: str, reading: Line) -> Iterator[str]:
    """The questions in a line that also says something else, alone and with what comes first.

    There are none in a line with a round, as the next deal is shown after it anyway.
    """
    asked, mark, more = line.partition("?")
    is_round = len(re.findall(r"\b(?:\d+|o|out)\b", more)) >= max(2, len(reading.names))
    if is_round or (len({*reading.named}) > 1 and len(reading.anywhere()["numbers"]) > 1):
        return
    *before, alone = re.split(r"(?<=[.!;])\s+", asked)
    if mark and before:
        yield alone + mark
    if mark and more:
        yield asked + mark
    for clause in filter(str.strip, re.split(r"[,.;!]\s+", line)):
        if Line(split_words(clause), (), None).asks:
            yield clause


def corrected(line: Line) -> list[str]:
    """The words of a line with misspelled ones corrected; empty if there are none."""
    corrections = {
        word.raw: nearest_known(word.text)
        for word in line.words
        if len(word.text) > 2 and word.raw.islower() and not line.knows(word)
        if word.text not in said()["things"]
    }
    mended = [[*corrections.get(word.raw, []), word.raw][0] for word in line.words]
    return mended if any(corrections.values()) else []
