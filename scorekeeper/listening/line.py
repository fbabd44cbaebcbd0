"""The words of a typed line, and how they match the rows of ``sayings.toml``."""

import re
from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from itertools import islice
from typing import Any

from scorekeeper import games
from scorekeeper.cards import are_cards
from scorekeeper.ledger.entries import ends_a_hand, is_entry
from scorekeeper.ledger.names import forfeit_in, is_whole_name, players_meant, wild_called
from scorekeeper.listening import (
    Found,
    Piece,
    Ways,
    Word,
    Words,
    cards_counted,
    cards_said,
    has_suit,
    heard_as,
    numbers_said,
    pieces,
    rows_in,
    said,
    sentences,
)
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.terminal.command_words import COMMANDS, names_in

ROUNDS = ("round", "rounds", "hand", "row", "line", "deal", "hole", "frame", "leg", "game")
ONE = (*ROUNDS, "one", "time", "go", "score", "scores")  # what may follow "last" to mean a round

MOST_TOGETHER = 100  # words in one list of names, or in one hand
MOST_NOISE = 9  # words in a row that mean nothing


class Line:
    """The words of a line. ``mends`` is True if the line corrects something."""

    def __init__(
        self, typed: Sequence[str], names: Sequence[str], rules: RoundRules | None
    ) -> None:
        self.names, self.rules = tuple(names), rules
        self.longest = max((len(name.split()) for name in names), default=1)
        self.parts = f" {' '.join(names).casefold()} "
        self.firsts = {n.casefold().split()[0] for n in names if " " in n} - said()["meaning"]
        found = [*self._with_newcomer([w for raw in sentences(typed) for w in self._apart(raw)])]
        asks = () if found[1:2] == [Word("be", "be")] else said()["classes"]["ask"].split("|")
        self.asks = found[0].text in asks and not self.is_name(found[0].raw)
        self.is_open = typed[-1].lower() in said()["doubles"] or any("?" in raw for raw in typed)
        is_ok = re.search(said()["asked"]["agrees"], " ".join(typed), re.IGNORECASE)
        self.is_question = self.asks or (typed[-1].endswith("?") and not is_ok)
        kept = [word for word in found if not self._is(word, "courtesy")]
        text = " ".join(word.text for word in kept)
        if re.search(said()["asked"]["tag"], text):
            kept, self.is_question = kept[:-3], True
        self.is_question |= bool(re.search(said()["asked"]["end"], text))
        self.words = Words(kept)
        last = self.words.places("<tail>")[max(1, len(kept) - MOST_NOISE) :]
        tails = [at for at in last if len(kept) in dict(self.fits("<tail>", at))]
        kept = kept[: min(tails, default=len(kept))]
        texts = [word.text for word in kept]
        corrects = texts[:1] == ["no"] and texts[2:3] not in (["this"], ["next"])
        corrects &= texts[1:3] == ["it", "was"] or any(self.named_at(kept, 1))
        self.words = Words(kept[corrects:])
        corrects |= texts[:2] == ["hold", "on"]
        self.mends = corrects or any(self._is(word, "mends") for word in found)

    def _apart(self, raw: str) -> Iterator[Word]:
        """The words that one typed word stands for: *Bo's* is *Bo* and *is*."""
        plain = raw.replace("’", "'").strip(",.!?;:\"'()") or raw
        who, *entry = re.split("[=:]", plain, maxsplit=1)
        if any(entry) and self.is_name(who):  # edit r2 zoe=18
            yield from (Word(part.casefold(), part) for part in (who, *entry))
            return
        text = plain.casefold()
        is_short = text in said()["titles"] or (len(text) == 1 and text.isalpha())  # Mrs. Brown
        comma = "," if re.search("[,;][?!.]*$" if is_short else "[,.;!][?!]*$", raw) else ""
        if text.endswith("in") and f"{text}g" in said()["meaning"] and not self.is_name(plain):
            text, plain = f"{text}g", f"{plain}g"  # dealin'
        ending = re.fullmatch(r"([^\d]+?|\d+(?='s))(n't|'s|'re|'m|'ve|'ll|'d)", text)
        is_called = self.is_name(plain[:-1]) or f" {text[:-1]} " in self.parts
        is_owner = text[-1:] == "s" and is_called and text not in said()["meaning"]
        if is_owner and not self.is_name(plain):  # bobs score, bobs going home
            yield from (Word(text[:-1], plain[:-1]), Word("'s", "'s" + comma))
        elif self.is_name(plain) or not (text in said()["short"] or ending):
            yield Word(text, raw if " " in raw.strip() else plain + comma)
        elif text in said()["short"]:
            yield from (Word(word, word) for word in said()["short"][text].split())
        elif ending:
            end = said()["endings"].get(ending[2], ending[2])
            yield from (Word(ending[1], plain[: ending.end(1)]), Word(end, end + comma))

    def _with_newcomer(self, words: Sequence[Word]) -> Iterator[Word]:
        """The words, with a missing apostrophe after a newcomer's name put back: *jakes here*."""
        for at, word in enumerate(words):
            is_called = any(after.text in said()["arrives"] for after in words[at + 1 : at + 2])
            before = words[at - 1] if at else Word("", ",")
            is_begin = before.raw[-1:] == "," or before.text in said()["before_names"]
            is_called &= is_begin and word.text[-1:] == "s"
            if is_called and word.text not in said()["sibilants"] and self.is_newcomer(word):
                yield from (Word(word.text[:-1], word.raw[:-1]), Word("is", "is"))
            else:
                yield word

    @property
    def texts(self) -> frozenset[str]:
        """The words in small letters."""
        return self.words.texts

    def is_name(self, raw: str) -> bool:
        """Whether a word is a player's whole name."""
        return is_whole_name(raw.strip(","), self.names)

    def _is(self, word: Word, kind: str) -> bool:
        """Whether a word is of this kind and isn't a player's name."""
        may_be_name = kind == "noise" and not self.names and word.text in said()["names"]
        return word.text in said()[kind] and not (may_be_name or self.is_name(word.raw))

    def raw(self, at: int, end: int) -> str:
        """The words from ``at`` to ``end`` as they were typed."""
        return " ".join(word.raw.rstrip(",") for word in self.words[at:end]).replace(" 's", "'s")

    def with_only(self, words: Sequence[Word]) -> "Line":
        """A line with only these words, at the same table."""
        return self.beside(" ".join(word.raw for word in words).replace(" 's", "'s").split())

    def beside(self, typed: Sequence[str]) -> "Line":
        """Another line at the same table."""
        return Line(typed, self.names, self.rules)

    def meanings(self) -> Iterator[tuple[str, Found]]:
        """The commands of the rows that fit the whole line, each with what fills its slots.

        The line may begin with *can we* or *i think*, and name the command's round anywhere.
        """
        plain, named = self.words, self.rounds_named
        bare = [(words, Found()) for words in self._asked]
        items, rows = rows_in("sayings")
        for self.words, _ in [*bare, *named] if plain else ():
            self.words.rows = {*rows.beginning(self._begins(0), self.words.texts)}
        for at in sorted({at for words, _ in [*bare, *named] for at in words.rows}):
            command, _ = items[at]
            readings = named if "{round}" in command else []
            if "{round}" not in command or "[{round}]" in command:
                readings = [*readings, *bare]
            for self.words, slots in readings:
                for end, found in self.ways(rows[at], 0) if at in self.words.rows else ():
                    if all(self._is(word, "noise") for word in self.words[end:]):
                        yield command, {**found, **slots}
        self.words = plain

    @cached_property
    def _asked(self) -> list[Words]:
        """The words, first as they are, then without an opening such as *can we*."""
        plain = self.words
        twice = self.fits("<frame> [<frame>]", 0)  # hang on, i think
        ends = {end for end, _ in twice if end < len(plain)}
        bare = [plain, *(Words(plain[end:]) for end in sorted(ends, reverse=True))]
        oops = [Words([Word("oops", "oops"), *words]) for words in bare]
        return [*oops, *bare] if self.mends else bare

    @property
    def without_frame(self) -> Words:
        """The words without any opening such as *can we*."""
        return self._asked[-1] if len(self._asked) > 1 and not self.mends else self.words

    @cached_property
    def rounds_named(self) -> list[tuple[Words, Found]]:
        """The words without the round that they name, and that round; empty if none is named."""
        plain, found = self.words, list[tuple[Words, Found]]()
        for words in self._asked:
            self.words = words
            places = [(at, *named) for at in range(len(words)) for named in self._round(at)]
            for at, end, value in places:
                if not any(last <= at or end <= first for first, last, _ in places):  # no other
                    found.append((Words(words[:at] + words[end:]), {"round": value}))
        self.words = plain
        return found

    def ways(self, row: tuple[Piece, ...], at: int) -> Iterator[tuple[int, Found]]:
        """Where these pieces may end if they begin at a word, and what fills their slots."""
        if not row:
            yield at, {}
            return
        for end, found in self._match_piece(*row[0], at):
            for last, more in self.ways(row[1:], end):
                if all(found[slot] == more[slot] for slot in found.keys() & more.keys()):
                    yield last, {**found, **more} if found and more else found or more

    def fits(self, pattern: str, at: int) -> Iterator[tuple[int, Found]]:
        """Where a pattern may end if it begins at a word, and what fills its slots."""
        return self.ways(pieces(pattern), at)

    def _match_piece(self, kind: str, what: Any, at: int) -> Sequence[tuple[int, Found]]:
        """Where one piece may end. Each is tried once a word, because many rows share pieces."""
        begins = self._begins(at)
        if kind == "word":
            there = [end for end, word in enumerate(begins, at + 1) if word in heard_as(what)]
            return [(end, {}) for end in there if not self.is_name(self.words[end - 1].raw)]
        ends, place = self.words.ends, (id(what) if isinstance(what, Ways) else what, at)
        if place not in ends:
            if kind == "gap":
                ends[place] = [(end, {}) for end in self._gaps(at)]
            elif kind == "slot":
                starts, read = range(at, at + len(begins)), getattr(self, f"_{what}")
                ends[place] = [(end, {what: value}) for at in starts for end, value in read(at)]
            else:
                rows = (what[row] for row in what.beginning(begins, self.words.texts))
                found = [way for row in rows for way in self.ways(row, at)]
                tells = found and not self.is_question
                tells = tells and what is pieces(said()["classes"]["yes"])[0][1]
                subjects = said()["subjects"] if tells else frozenset()  # that was close
                texts = [word.text for word in self.words] if subjects else []
                ends[place] = [way for way in found if subjects.isdisjoint(texts[: way[0] - 1])]
        return [*ends[place], (at, {})] if kind == "maybe" else ends[place]

    def _gaps(self, at: int) -> Iterator[int]:
        """Where a gap may end: at once, or after words that carry no meaning."""
        yield at
        for end in range(at, min(len(self.words), at + MOST_NOISE)):
            if not self._is_filler(self.words[end]):
                return
            yield end + 1

    def _begins(self, at: int) -> list[str]:
        """The texts a piece may begin with here: this word, or a later one if noise is skipped."""
        openings = self.words.openings
        if at not in openings:
            some = self.words[at : at + MOST_NOISE]
            last = next((n for n, w in enumerate(some) if not self._is(w, "noise")), len(some))
            openings[at] = [word.text for word in some[: last + 1]]
        return openings[at]

    def items_at(self, table: str, at: int) -> Iterator[tuple[tuple[str, Any], int, Found]]:
        """The items of a table in the file whose rows fit at a word, each with a way to fit it."""
        items, rows = rows_in(table)
        for n in rows.beginning(self._begins(at), self.words.texts):
            yield from ((items[n], end, found) for end, found in self.ways(rows[n], at))

    def knows(self, word: Word) -> bool:
        """Whether a word means something by itself: it's in some row, a player or an entry."""
        is_word = any(word.text in said()[kind] for kind in ("meaning", "noise", "ordinals"))
        is_word |= bool(wild_called(word.text)) or any(numbers_said([word.text]))
        is_entry_itself = is_entry(word.raw.rstrip(","), self.rules) or are_cards(word.raw)
        return is_word or any(self.named_at([word], 0)) or is_entry_itself

    @property
    def named(self) -> list[str]:
        """The players whose names are in the line, in order."""
        return [name for at in range(len(self.words)) for _, name in self.player(at)]

    @property
    def has_entries(self) -> bool:
        """Whether the line has any numbers or cards."""
        return any(any(self.entry(at)) for at, word in enumerate(self.words) if word.text != "one")

    def anywhere(self) -> Found:
        """What the slots can hold, from anywhere in the line, and all its ``numbers``."""
        plain = self.words
        self.words, found = next(iter(self.rounds_named), (plain, Found()))
        at, players, numbers, strange = 0, list[str](), list[int](), list[str]()
        while at < len(self.words):
            end, name = next(self.player(at), (at + 1, ""))
            if name:
                players.append(name)
            elif self.words[at].text != "one":  # the one who went out
                numbers += [number for _, number in islice(self.number(at), 1)]
                strange += [self.raw(at, end)] if self.is_newcomer(self.words[at]) else []
            at = end
        people = players if len(players) < 3 else []  # no command takes more than two
        slots: dict[str, Sequence[Any]] = {"player": people[:1], "other": people[1:]}
        slots |= {"number": numbers, "entry": [*map(str, numbers)], "name": strange}
        self.words = plain
        # If there are several numbers or names, it isn't clear which is meant.
        clear = {slot: some[0] for slot, some in slots.items() if len(some) == 1}
        return {**found, **clear, "numbers": numbers}

    def fill_slots(self, slots: Set[str]) -> Found:
        """What these slots can hold, from anywhere in the line; without those that stay empty."""
        found = self.anywhere()
        for slot in slots - found.keys() - {"was", "number", "name", "player", "other", "round"}:
            places = (way for at in range(len(self.words)) for way in getattr(self, f"_{slot}")(at))
            found.update((slot, value) for _, value in islice(places, 1))
        if found.keys() >= {"player", "entry"}:
            found.setdefault("scores", {found["player"]: found["entry"]})
        if "name" in found:
            found |= dict.fromkeys(("typed", "short"), found["name"])
        return found

    def with_placeholders(self) -> Iterator[str]:
        """The words, with ``{player}``, ``{number}`` or ``{round}`` in place of each of those."""
        at = 0
        while at < len(self.words):
            word, slots = self.words[at], ("player", "round", "number")
            ways = ((slot, end) for slot in slots for end, _ in getattr(self, f"_{slot}")(at))
            mark, end = next(ways, ("", at + 1))
            if word.text == "one":
                mark, end = "", at + 1
            elif wild_called(word.text) and word.text.endswith("s") and word.text != "as":
                mark = "round"
            elif not mark and word.raw[:1].isupper() and self.is_newcomer(word):
                mark = "name"
            yield f"{{{mark}}}" if mark else word.text
            at = end

    def says(self, pattern: str) -> bool:
        """Whether a pattern fits anywhere in the line."""
        return any(any(self.fits(pattern, at)) for at in self.words.places(pattern))

    @property
    def is_doubted(self) -> bool:
        """Whether the line asks something, ends with *doubled*, or may be about another round."""
        is_anyone = not (self.named or self.texts.isdisjoint(("he", "she")))  # he's out, she has 12
        doubt = "<doubt>" if self.rules else "<doubt>|down {number}"  # 20 down, or -20
        return self.is_open or is_anyone or self.says(doubt)

    def is_newcomer(self, word: Word) -> bool:
        """Whether a word may be the name of somebody who doesn't play."""
        if word.raw.istitle() and word.text in said()["names"]:  # Max, and not the most
            return not self.is_name(word.raw)
        return not (self.knows(word) or self._is_strange(word) or word.text in said()["about"])

    def _is_filler(self, word: Word) -> bool:
        """Whether a gap in a row may skip this word."""
        is_card = word.raw in ("K", "Q", "J") or re.fullmatch(r"\d+[shdcx]", word.text)  # 11s
        if is_card or self._is(word, "not") or self.is_name(word.raw) or word.text in self.firsts:
            return False
        if any(numbers_said([word.text])):
            return word.text == "one"
        return word.text in said()["known"] or len(word.text) == 1 or not are_cards(word.raw)

    # ── slots: each method yields where a value that begins at a word ends, and the value ──

    def player(self, at: int) -> Iterator[tuple[int, str]]:
        """Where a player's name that begins at a word ends, and the player."""
        return self.named_at(self.words, at)

    def named_at(self, words: Sequence[Word], at: int) -> Iterator[tuple[int, str]]:
        """The same in any words; a word with another meaning must be the whole name."""
        for end in range(min(len(words), at + self.longest), at, -1):
            typed = " ".join(word.raw.rstrip(",") for word in words[at:end])
            text = words[at].text
            has_meaning = is_entry(text, self.rules)
            if len(text) > 2 and are_cards(text) and words[at + 1 :]:  # kas 5
                has_meaning = has_suit(words[at + 1].text)
            has_meaning |= text in said()["meaning"]
            is_part = f" {text} " in self.parts and text not in said()["noise"]  # of Will Smith
            after = words[at + 1 : at + 2] if text in said()["titles"] else []  # Uncle Jim
            is_other = any(word.raw.istitle() and self.is_newcomer(word) for word in after)
            may_be = (end > at + 1 or is_part or not has_meaning) and not is_other
            meant = players_meant(typed, self.names) if may_be or self.is_name(typed) else ()
            is_owner = self.is_name(typed[:-1]) or (len(typed) > 4 and not has_meaning)
            if len(meant) != 1 and typed[-1:] == "s" and is_owner:  # bos score, grans
                meant = players_meant(typed[:-1], self.names)
            if len(meant) == 1:
                yield end, meant[0]
                return

    def _players(self, at: int) -> Iterator[tuple[int, list[str]]]:
        found: list[str] = []
        while at < len(self.words):
            if named := next(self.player(at), None):
                at, found = named[0], [*found, named[1]]
            elif self.words[at].text in ("and", "&", "then"):
                at += 1
            else:
                return
            if len(found) > 1:
                yield at, found

    def _typed(self, at: int) -> Iterator[tuple[int, str]]:
        some = self.words[at : at + 3]
        size = next((n for n, w in enumerate(some, 1) if "," in w.raw), len(some))  # Erlene, no A
        yield from ((at + n, self.raw(at, at + n)) for n in range(1, size + 1))

    def _name(self, at: int) -> Iterator[tuple[int, str]]:
        for end, typed in self._typed(at):
            is_title = self.words[at].text in said()["titles"]  # aunt, of Aunt Ruth
            is_apart = end > at + 1 and typed[:1].islower() and not typed.islower()
            is_apart &= not is_title  # homework Pete
            is_strange = self._is_strange(self.words[end - 1]) and not (is_title and end == at + 1)
            if is_strange or is_apart or any(self.player(end - 1)):
                return
            after = self.words[end : end + 1] if is_title and end == at + 1 else []
            if not any(self.is_newcomer(w) or w.text in said()["names"] for w in after):
                yield end, typed

    def _short(self, at: int) -> Iterator[tuple[int, str]]:
        """A new name for a player, which may be short for the old one: *Lil* for Lily."""
        typed = self.words[at].raw.rstrip(",")
        is_like = len(typed) > 4 and f"'{typed[:3]}" in str(self.names).casefold()  # jacob, of Jack
        is_begun = f" {typed}" in self.parts  # em; ray, of Uncle Ray
        if (typed.istitle() or is_like or is_begun) and not self.is_name(typed):
            yield at + 1, typed

    def _is_strange(self, word: Word) -> bool:
        """Whether a word is unlikely to be a name: a known word in small letters, or a number."""
        is_known = word.text in said()["strange"] and word.raw.islower()
        is_number = not re.match(r"[^\W\d_][^=]*$", word.text) or any(numbers_said([word.text]))
        return is_known or is_number or word.text in said()["nobody"]

    def _names(self, at: int) -> Iterator[tuple[int, list[str]]]:
        kin, an = said()["classes"]["kin"].split("|"), ["an"] * (self.words[0].text != "new")
        ands, kept = ("and", "&", "+", *an), list[tuple[int, str]]()  # in new bob an cy, An plays
        for end in range(at, min(len(self.words), at + MOST_TOGETHER)):
            word, after = self.words[end], self.words[end + 1 : end + 2]
            is_determiner = word.text in ("my", "our", "the")
            leads = any(self.is_newcomer(w) or w.raw.istitle() for w in after)
            leads |= is_determiner and any(w.text in kin for w in after)
            is_called = word.raw in ("me", "i") and self.words[end - 1].text in ("is", "am")
            is_called = is_called and any(map(self.is_newcomer, after))
            if is_called or (leads and (is_determiner or word.raw in (*kin, "also"))):
                continue  # it's me Ivy; my brother Pete
            is_title = leads and word.text in said()["titles"]
            if self._is_strange(word) and not (word.text in (*ands, "i", "me", "you") or is_title):
                break
            kept.append((end + 1, word.raw))
        for size in (n for n in range(len(kept), 0, -1) if kept[n - 1][1] not in ands):
            ends, raw = zip(*kept[:size], strict=True)
            some = (*raw[:-1], raw[-1].rstrip(","))
            names = names_in(["and" if word in ands else word for word in some])
            names = [name.removeprefix("me ") for name in names]  # me Ivy, Pete
            for n in range(len(names) - 2, -1, -1):
                if names[n].casefold() in said()["titles"]:  # uncle, Pete
                    names[n : n + 2] = [f"{names[n]} {names[n + 1]}"]
            yield ends[-1], names

    def _game(self, at: int) -> Iterator[tuple[int, str]]:
        for end in range(min(len(self.words), at + 4), at, -1):
            title = self.raw(at, end).casefold().replace("are not", "aren't")
            found, others = games.games_among(title.split())
            if len(found) == 1 and not others and not self.is_name(self.raw(at, end)):
                yield end, found[0]
                return

    def _line(self, at: int) -> Iterator[tuple[int, bool]]:
        """The whole line, for rows whose command reads it by itself."""
        yield from [(len(self.words), True)] * (at == 0)

    def _title(self, at: int) -> Iterator[tuple[int, str]]:
        """A game that is played for points, as its title."""
        for end, _ in self.fits("<othergame>", at):
            some = [w for w in self.words[at:end] if w.text == "to" or not self._is(w, "noise")]
            yield end, " ".join(w.raw for w in some).rstrip(",").capitalize()

    def cards(self, at: int) -> Iterator[tuple[int, str]]:
        """Cards with suits that begin at a word, as they are typed."""
        for end, cards in self.hand(at):
            if all(map(has_suit, cards)):  # queen, king and ace of hearts
                yield end, " ".join(cards)
            return
        joins, lone = said()["joins"], said()["noise"] | said()["things"] | said()["lone"]
        for end in self.words.together(at, MOST_TOGETHER):
            some = [word for word in self.words[at:end] if word.text not in joins]
            typed = " ".join(w.raw.rstrip(",") for w in some if w.text != "a" or len(some) < 3)
            after = [w.text for w in self.words[end : end + 1]]
            is_word = self.words[end - 1].raw == "as" and not (len(some) == 3 and "ks" in typed)
            if is_word and after in (["a"], ["one"], ["my"], ["the"]):
                continue  # may he lay 5h 6h 7h as a run
            if len(some) == 1 and after == ["round"]:
                return  # the 4s round
            is_lone = len(some) == 1 and some[0].text in lone
            is_article = "a" in (self.words[at].text, self.words[end - 1].text)
            if not (is_lone or is_article) and are_cards(typed):
                yield end, typed
                return

    def ranks(self, at: int) -> Iterator[tuple[int, list[str]]]:
        """Cards that begin at a word, at least one of them without a suit."""
        yield from ((end, hand) for end, hand in self.hand(at) if not all(map(has_suit, hand)))

    def hand(self, at: int) -> list[tuple[int, list[str]]]:
        """Two or more cards in words that begin at a word, the longest hand first."""
        return cards_said([w.text.replace("plus", "and") for w in self.words], at, self.names)

    def number(self, at: int) -> Iterator[tuple[int, int]]:
        """The numbers that begin at a word: ``12``, *twenty one*; *all 10s*."""
        is_pronoun = self.raw(max(at - 1, 0), at + 1).casefold() == "the one"  # who went out
        words = [word.text for word in self.words[at : at + 5 * (not is_pronoun)]]
        yield from ((at + size, number) for number, size in numbers_said(words))

    def _signed(self, at: int) -> Iterator[tuple[int, int]]:
        text = self.words[at].text.replace("−", "-")
        if re.fullmatch(r"[-+]\d{1,9}", text):
            yield at + 1, int(text)
        elif text in ("+", "-", "plus", "minus") and "," not in self.words[at].raw:
            sign = 1 if text in ("+", "plus") else -1
            yield from ((end, sign * number) for end, number in self.number(at + 1))

    def entry(self, at: int) -> Iterator[tuple[int, str]]:
        """The entries that begin at a word; counted cards become a sum: *two kings* is ``k+k``."""
        texts, terms, end = [word.text for word in self.words], list[str](), at
        while (counted := cards_counted(texts, end, self.names)) and "," not in self.words[end].raw:
            terms, last = [*terms, *counted[0]], counted[1]
            end = last + (texts[last : last + 1] == ["and"])
        if terms:
            yield last, "+".join(terms)
            return
        rules, items = self.rules, self.items_at("entries", at) if self.rules else ()
        ways = ((end, row[0].format(**slots, cap="0")) for row, end, slots in items)  # packed late
        yield from (way for way in ways if forfeit_in(way[1], rules) or ends_a_hand(way[1], rules))
        is_plus = texts[at - 1 : at + 1] in (["been", "plus"], ["be", "plus"])
        if is_plus or texts[at : at + 1] in (["minus"], ["negative"]):
            sign = "" if is_plus else "-"
            yield from ((end, f"{sign}{number}") for end, number in self.number(at + 1))
        yield from ((end, str(number)) for end, number in self.number(at))
        for end in self.words.together(at, 20):
            typed = self.raw(at, end)
            is_word = re.search(r"^a$|^heart |\bas$", typed.casefold()) or texts[at] in ("'s", "=")
            if not is_word and is_entry(typed, self.rules):
                yield end, typed
                return

    _player = _other = player
    _cards, _ranks, _number, _entry, _was = cards, ranks, number, entry, entry

    def _entries(self, at: int) -> Iterator[tuple[int, list[str]]]:
        found, texts = list[str](), [word.text for word in self.words]
        while one := next(self.entry(at + (found != [] and texts[at : at + 1] == ["and"])), None):
            at, found = one[0], [*found, one[1]]
            if len(found) > 1:
                yield at, found

    def _why(self, at: int) -> Iterator[tuple[int, str]]:
        rest, slots = range(at, len(self.words)), (self.player, self.entry)
        is_other = any(re.search(r"\d|s$", found["round"]) for _, found in self.rounds_named)
        is_other |= is_entry(why := self.raw(at, len(self.words)), self.rules)  # pen 12, ken out
        if not (is_other or all(any(any(slot(end)) for end in rest) for slot in slots)):
            yield len(self.words), why

    def _rank(self, at: int) -> Iterator[tuple[int, str]]:
        text, two = self.words[at].text, self.raw(at, at + 2).casefold()  # a joker isn't an ace
        no_ace = "card|joker|wild|[2-9]|10|jack|queen|king|ace"
        if wild_called(text) or re.match(rf"(10|[2-9jqk]|joker|a(?! ({no_ace})))( |$)", two):
            yield at + 1, text

    def _scores(self, at: int) -> Iterator[tuple[int, dict[str, str]]]:
        """Players with their entries, as many as possible first."""
        for end, found in self.fits("<scored>", at):
            one = {found["player"]: found["entry"]}
            parts = end < len(self.words) and self.words[end].text in ("and", "&")
            for last, more in self._scores(end + parts):
                if not one.keys() & more.keys():
                    yield last, {**one, **more}
            yield end, one

    def _round(self, at: int) -> Iterator[tuple[int, str]]:
        """A round in any words, as a command takes it: *round 3*, *the third round*, *threes*."""
        first, second = [*(word.text for word in self.words[at : at + 2]), ""][:2]
        before, ordinal = self.words[at - 1].text if at else "", said()["ordinals"].get(first)
        rounds = ROUNDS[:-1] if self.rules and self.rules.has_gin else ROUNDS  # Hollywood's games
        is_turn = [first, second] == ["that", "time"] or [before, second] == ["the", "go"]
        is_last = first == "last" and any(any(numbers_said([word.text])) for word in self.words)
        if ago := [*self.fits("<ago>", at)]:
            yield from ((end, f"-{found.get('number', 2)}") for end, found in ago)
            return
        for end, found in self.fits("<waswild>", at):
            yield end, f"{wild_called(found['rank'])}s"
        is_called = second in (*rounds, "score")
        is_called |= second == "one" and before in ("the", "very", "'s")
        is_called |= second in ("entry", "figure") and before == "'s"
        may_be_wild = not self.asks or before in ("in", "the", "for", "from", "of")
        if first in ROUNDS and second == "before":
            yield at + 2, "last"
        elif is_last and (not second or (at == 0 and any(self.player(1)))):
            yield at + 1, "last"
        elif numbered := re.fullmatch(r"(?:r|rd)(\d{1,2})", first):
            is_initial = re.search(r"[a-z]\d+ [a-z]\d", " ".join(w.text for w in self.words))
            yield from () if is_initial else [(at + 1, numbered[1])]  # ruth's 7: r7 j12
        if first in rounds and "," not in self.words[at].raw:
            numbers = [*self.number(at + 1)]  # but a king in hand, so 63
            yield from ((end, str(number)) for end, number in numbers if number < 50)
            if wild_called(second) and not numbers:
                yield at + 2, second
        elif first in ("this", "current") and second in ROUNDS and second != "game":
            yield at + 2, "now"
        elif first in said()["latest"] and second in ONE and not is_turn:
            yield at + 2, "last"
        elif is_called and ordinal:
            yield at + 2, ordinal
        elif wild_called(first) and first.endswith("s") and may_be_wild:
            is_beside_card = has_suit(before) and second not in ROUNDS  # kd 9c 4s
            if not (first == "as" or has_suit(second) or is_beside_card):  # cy ks 2h
                yield at + 1 + (second in ROUNDS), first
        ends = bool(re.fullmatch("(put|not|it|instead|one|score|should|was|is|did|)", second))
        ends |= any(self.player(at + 1))
        ends |= self.words[at].raw[-1:] in (",", ";")
        if ordinal and ends and re.search(r"\b(in|for the)\b|'s$", self.raw(max(0, at - 2), at)):
            yield at + 1 + (second == "one"), ordinal  # not the place: who is first

    def _command(self, at: int) -> Iterator[tuple[int, str]]:
        if called := said()["topics"].get(text := self.words[at].text, text in COMMANDS and text):
            yield at + 1, called

    def _rule(self, at: int) -> Iterator[tuple[int, tuple[str, str]]]:
        for (_, (on, off)), end, found in self.items_at("rules", at):
            yield end, (on.format(**found), off.format(**found))
