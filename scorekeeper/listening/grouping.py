"""Match entries to players in a round that somebody says, once its words have become parts.

The parts fall into groups, like a player with an entry, and none may be left over.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.rows import Row

MOST_TILINGS = 100  # ways to group the parts that are tried for one reading of a line

GROUPS = (
    *(r"[PA]E?[VOW]", r"AE?[VOW]E", r"[VOW]E?[PA]", r"[VOW]E?AE"),  # ann 5; 5 for ann
    *(r"E?PP+[EA][VOW]E?", r"EPP+[VOW]", r"PP+[VOW]E"),  # ann and bob 5 each
    *(r"[VOW]E?PP+E", r"[VOW]EPP+", r"PP+[OW]"),  # 5 each for ann and bob; ann and bob out
    r"VE",  # 10 each, and bob out
)
"""Which kinds of parts belong together: P is a player, A all or the others, V points, O going out,
W another entry in words, like *drop*, and E *each* or *both*.
"""

WHOLE = (*GROUPS, r"PP+V", r"VPP+")  # if everybody then has an entry: ann and bob 5, cy 12, zoe out
LETTERS = {"others": "A", "entry": "V"}  # all other kinds go by their first letter

ENTRIES = ("entry", "word", "out")  # the kinds that are entries


class Part(NamedTuple):
    """A part of a round: a player, an entry, or a word like *each*."""

    kind: str
    text: str = ""
    by: str = ""  # the word before a player: and, or for


Parts = tuple[Part, ...]

NO_PART = Part("")  # stands before the first part and after the last
NONE, OUT = Part("entry", "0"), Part("out", "o")

Assignment = list[tuple[str | None, str]]
"""Entries, each with its player, or with None if they are in seat order."""


def assignments(parts: Parts, row: Row) -> Iterator[Assignment]:
    """Every way to give the entries to players that leaves no part over.

    Entries without a name go by seat, from Bob's on if the line says *clockwise from bob*.
    """
    start = next((part.text for part in parts if part.kind == "from"), "")
    if start in row.players:
        at = row.players.index(start)
        order = row.players[at:] + row.players[:at]
        rest = tuple(part for part in parts if part.kind != "from")
        for assignment in assignments(rest, row._replace(players=order)):
            yield [(name or order[n], entry) for n, (name, entry) in enumerate(assignment)]
        return
    parts = _with_names_for_others(_settled(_with_myself(parts, row), row), row)
    parts = parts if row.rules else _without_winner(parts)
    plain = tuple(part for part in parts if part.kind != "but")
    yield from _by_groups(plain, row, ())
    left_out = [two for one, two in pairwise(parts) if (one.kind, two.kind) == ("but", "player")]
    if left_out:  # all but bob 10, bob out
        kept = tuple(part for part in plain if not any(part is each for each in left_out))
        yield from _by_groups(kept, row, [part.text for part in left_out])


def _with_myself(parts: Parts, row: Row) -> Parts:
    """The parts with *i* as the one player who isn't named, or without *i* if that isn't clear."""
    named = {part.text for part in parts if part.kind == "player"}
    unnamed = [Part("player", name) for name in row.players if name not in named]
    if unnamed[1:] and not named:
        return parts
    is_clear = not unnamed[1:] and [part.kind for part in parts].count("me") == 1
    replacement = unnamed if is_clear else []
    return tuple(each for part in parts for each in (replacement if part.kind == "me" else [part]))


def _with_names_for_others(parts: Parts, row: Row) -> Parts:
    """The parts with the others' names, in seat order: *ann out, the others 4, 9 and 16*."""
    named = [part.text for part in parts if part.kind == "player"]
    unnamed = [Part("player", name) for name in row.players if name not in named]
    triples = zip((NO_PART, *parts), parts, (*parts[1:], NO_PART), strict=False)

    def is_nameless(before: Part, part: Part, after: Part) -> bool:
        is_behind_name = before.kind == "player" or after.by in ("for", "to")
        return part.kind in ENTRIES and not is_behind_name

    nameless = [n for n, triple in enumerate(triples) if is_nameless(*triple)]
    is_one_player = len(named) == 1 and kinds_of(parts).startswith(("PV", "PW"))  # ann 5 7 9
    is_unclear = is_one_player and parts[1].text != "-"
    is_unclear |= any(part.kind in ("each", "all") for part in parts)
    if is_unclear or not named or len(unnamed) != len(nameless) or len(unnamed) < 2:
        return parts
    name_before = dict(zip(nameless, unnamed, strict=True))
    with_names = (filter(None, (name_before.get(n), part)) for n, part in enumerate(parts))
    return tuple(each for each in chain(*with_names) if each.kind != "others")


def with_winner(parts: Parts, row: Row) -> Parts:
    """The parts with the one named player as out: *cy again, the others 4 9 16*; else empty."""
    kinds = kinds_of(parts)
    is_apart = kinds.count("P") == 1 and any(part.kind == "others" for part in parts)
    if not is_apart or "O" in kinds or row.rules is None or row.rules.has_gin:
        return ()
    after = kinds.index("P") + 1
    return (*parts[:after], OUT, *parts[after:])


def kinds_of(parts: Parts) -> str:
    """The kinds of the parts, as the letters of ``GROUPS``."""
    return "".join(LETTERS.get(part.kind, part.kind[0].upper()) for part in parts)


def _without_winner(parts: Parts) -> Parts:
    """The parts without a player's win if the points for it follow: *bo won with 73*."""
    found = re.fullmatch("(?:P[VW])*P(O+B?)V(?:P[VW])*", kinds_of(parts))
    if not found or parts[found.end(1)].text == "1":  # he finally won one
        return parts
    return (*parts[: found.start(1)], *parts[found.end(1) :])


def _settled(parts: Parts, row: Row) -> Parts:
    """The parts with *the same* and *twice that* as entries, and without repeats and slips."""
    kept: list[Part] = []
    texts = [part.text for part in parts if part.kind == "player"]
    more_than_all = sum(part.kind in ENTRIES for part in parts) > len(row.players)  # 28 is 28
    for part in parts:
        entries = [one for one in kept if one.kind in ENTRIES]
        kind, *rest = part.kind.split()
        if kind in ("same", "twice", "half", "more") and (entries or part.text):
            neighbours = pairwise((*parts, *kept))  # the kept parts come last, and win
            entry_of = {who.text: what for who, what in neighbours if what.kind in ENTRIES}
            one = entry_of.get(part.text, part) if part.text else entries[-1]
            if kind == "same":
                part = one
            elif one.text.isdecimal():  # nobody has twice as much as whoever is out
                times = {"twice": 2.0, "half": 0.5}.get(kind, 1.0)
                part = Part("entry", f"{times * int(one.text) + sum(map(int, rest)):g}")
        who, last = [NO_PART, NO_PART, *kept][-2:]
        if (last.kind, part.kind) == ("others", "all"):
            continue  # the rest have all got ten
        # Bo closed, and bo has 7. Or: the rest: ann 7, zoe 2.
        is_twice = not row.rules and last.kind == "player" and texts.count(last.text) > 1
        if part.kind == "player" and (is_twice or (last.kind == "others" and who.kind != "entry")):
            kept.pop()
        is_recap = last.kind == part.kind == "entry" and ("+" in last.text or last.text.isalpha())
        is_recap |= (who.kind, kind) == ("player", "entry") and last == part and more_than_all
        is_sum = is_recap and part.text.isdecimal()
        if is_sum and parse_entry(last.text, row.rules).points == int(part.text):
            kept.pop()  # two queens, so 20; a joker, 50
        elif (who.kind, last.kind) == ("entry", "mend") and part.kind == "entry":
            del kept[-2:]  # 5, no, 6
            if re.fullmatch(r"o\d+", who.text) and part.text.isdecimal():
                part = Part("entry", f"o{part.text}")  # knocked with 6, no, 8
        elif [one.kind for one in kept[-3:]] == ["entry", "player", "mend"] and who.by == "for":
            del kept[-3], kept[-1]  # 12 for ann, no, 13
        elif who.kind == "player" and part.kind == "out" and last in (NONE, part):
            kept.pop()  # nothing, he went out
        elif (last.kind == "out" and part == NONE) or (rest and last == part):
            continue  # out with nothing; bob had 9 too
        elif (part.kind, last.kind) == ("out", "player"):
            begins_group = [one.kind in ENTRIES for one in kept[-4:-2]] in ([], [False, True])
            is_for = last.by == "for" or begins_group  # not: 12 6 nought, carl out
            followed = [(one.text, other) for one, other in pairwise(kept)]
            if who == NONE and is_for:
                del kept[-2]  # nothing for bob, he went out
            elif (last.text, NONE) in followed:  # mum 0, dad 25, and mum went out
                at = followed.index((last.text, NONE))
                del kept[at : at + 2]
        kept.append(part)
    return tuple(kept)


def _by_groups(parts: Parts, row: Row, left_out: Sequence[str]) -> Iterator[Assignment]:
    """The ways to give out the entries by groups; one for all skips players named or left out."""
    kinds = kinds_of(parts)
    yield from _in_seat_order(parts, kinds, row)
    whole_tilings = _tilings(kinds, 0, WHOLE) if len(row.players) > 2 else ()
    tilings = [*islice(chain(_tilings(kinds, 0, GROUPS), whole_tilings), MOST_TILINGS)]
    for_whom = {
        n for n, part in enumerate(parts) if part.by in ("for", "to") and kinds[n - 1] in "VOW"
    }
    for groups in sorted(tilings, key=lambda groups: len(for_whom & {at for at, _ in groups})):
        pairs: Assignment = []
        for_all: list[str] = []
        for at, end in groups:
            entries = [part.text for part in parts[at:end] if part.kind in ENTRIES]
            names = [part.text for part in parts[at:end] if part.kind == "player"]
            for_all += [] if names else entries
            pairs += zip(names, entries * len(names) if len(entries) == 1 else entries, strict=True)
        named = [name for name, _ in pairs]
        is_clear = named or not any(part.kind == "others" for part in parts)
        shared = [(at, end) for at, end in groups if re.fullmatch("PP+V|VPP+", kinds[at:end])]
        last_players = [kinds.rindex("P", at, end) for at, end in shared]
        is_joined = all(parts[n].by in ("and", "&") for n in last_players)
        if last_players and ((len(named) < len(row.players) and not for_all) or not is_joined):
            continue
        if is_clear and len({*named}) == len(named) and len(for_all) < 2:
            others = [name for name in row.players if name not in (*named, *left_out)]
            if for_all and not others:
                continue  # the entry for all would be lost
            yield [*pairs, *((name, entry) for entry in for_all for name in others)]


# ── a round among talk ───────────────────────────────────────────────────────────────────────

MOST_COST = 16  # of a way to match entries to players; each word between the two costs one
NUMBER_AS_TALK, WORD_AS_TALK = 6, 3  # for ignoring an entry; also 6 for using a corrected one
INFERRED_OUT, NOBODY_OUT = 4, 8  # for assuming that a player is out, and that nobody is


class Mention(NamedTuple):
    """A player or an entry in a line.

    ``gap`` counts the words since the mention before; a comma or a full stop adds three.
    """

    player: str = ""
    entry: str = ""
    gap: int = 0
    is_better: bool = False  # it corrects the entry before: so 20
    is_for: bool = False  # 5 for ann
    is_denied: bool = False
    is_strange: bool = False  # it belongs to somebody who doesn't play
    is_out: bool = False


def matches(
    mentions: Sequence[Mention], players: Sequence[str], *, can_be_out: bool = False
) -> list[dict[str, str]]:
    """The ways to give each player one entry near their name, the likeliest first.

    A way is likelier the fewer words and stops separate names and entries. An entry may be talk,
    though a number rarely is. With ``can_be_out``, one player without an entry has gone out.
    """
    outs = {"o", *(one.entry for one in mentions if one.is_out)}
    not_out = {who.player for who, one in pairwise(mentions) if one.is_out and one.is_denied}
    mentions = [one for one in mentions if not (one.is_out and one.is_denied)]

    def ways(at: int, cost: int, given: dict[str, str]) -> Iterator[tuple[int, dict[str, str]]]:
        at = next((n for n in range(at, len(mentions)) if mentions[n].entry), len(mentions))
        unmatched = [name for name in players if name not in given]
        if at == len(mentions) and len(unmatched) <= can_be_out and not_out.isdisjoint(unmatched):
            is_nobody_out = can_be_out and not unmatched and outs.isdisjoint(given.values())
            extra = INFERRED_OUT * len(unmatched) + NOBODY_OUT * is_nobody_out
            yield cost + extra, {**given, **dict.fromkeys(unmatched, "o")}
        if at == len(mentions) or cost > MOST_COST:
            return
        talk = _cost_of_talk(mentions, at)
        yield from ways(at + 1, cost + talk, given)
        for direction in (range(at - 1, -1, -1), range(at + 1, len(mentions))):
            who = next((n for n in direction if mentions[n].player), at)
            if mentions[who].player in unmatched:
                extra = sum(each.gap for each in mentions[min(who, at) + 1 : max(who, at) + 1])
                extra += NUMBER_AS_TALK * (talk == 0)
                extra += (1 - 2 * mentions[who].is_for) * (who > at)
                matched = {**given, mentions[who].player: mentions[at].entry}
                yield from ways(at + 1, cost + extra, matched)

    return [given for cost, given in sorted(ways(0, 0, {}), key=itemgetter(0)) if cost <= MOST_COST]


def _cost_of_talk(mentions: Sequence[Mention], at: int) -> int:
    """What it costs to ignore an entry as talk: nothing if a better one follows."""
    before, one, after = [Mention(), *mentions, Mention()][at : at + 3]
    later = mentions[at + 1 :]
    is_number, is_away = one.entry.isdecimal(), one.entry == "-"
    is_again = bool(after.entry) or after.player == before.player  # zoe ten, no, zoe thirteen
    is_named_again = any(each.player == before.player for each in later) and bool(before.player)
    is_again |= is_named_again
    corrections = later if is_named_again else later[: 1 if after.entry else None]
    is_mended = any(each.is_better for each in corrections)
    if one.is_denied or (is_again and (is_mended or not (is_number or is_away or one.is_out))):
        return 0
    if one.entry == "0" and after.entry and not after.entry.isdecimal():
        return 0  # nothing, as she went out
    is_sure = is_number and bool(before.player or before.entry.isdecimal()) and not one.gap
    is_sure |= is_number and after.entry.isdecimal() and not after.gap
    usual = NUMBER_AS_TALK if is_number or is_away else WORD_AS_TALK
    return MOST_COST + 1 if one.is_strange or is_sure else usual


def _tilings(kinds: str, at: int, known: Sequence[str]) -> Iterator[list[tuple[int, int]]]:
    """Every way to split all parts from ``at`` on into ``known`` groups, as their spans."""
    if at == len(kinds):
        yield []
    sizes = range(len(kinds) - at, 0, -1)
    ends = [at + n for g in known for n in sizes if re.fullmatch(g, kinds[at : at + n])]
    for pattern in ("(PP+)([VO]+)", "(VV+)(PP+)"):  # ann and bob 5 and 6; 12 and 30 for ann and bob
        both = re.compile(pattern).match(kinds, at)
        ends += [at + 2 * len(both[1])] if both and len(both[2]) >= len(both[1]) else []
    for end in dict.fromkeys(ends):
        yield from ([(at, end), *rest] for rest in _tilings(kinds, end, known))


def _in_seat_order(parts: Parts, kinds: str, row: Row) -> Iterator[Assignment]:
    """Entries in seat order; whoever is out may be named: ``bo out, 12 5 9``; ``12, bo out, 9``."""
    entries = [part.text for part in parts if part.kind in ENTRIES]
    if not kinds.strip("VOW"):
        yield [(None, entry) for entry in entries]
    if kinds.strip("VOW") != "P":
        return
    at, who = kinds.index("P"), parts[kinds.index("P")].text
    out = next((n for n in (at + 1, at - 1) if kinds[n : n + 1] == "O"), None)
    if out is None or who not in row.players:
        return
    entries.pop(out - (out > at))
    seat = row.players.index(who)
    if len(entries) == len(row.players) and entries[seat] in ("0", "o"):  # 7 0 12 4, and bo out
        entries.pop(seat)
    if len(entries) == len(row.players) - 1:
        entries.insert(seat, parts[out].text)
        yield list(zip(row.players, entries, strict=True))
