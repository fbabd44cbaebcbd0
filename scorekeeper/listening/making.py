"""Turns a row of ``sayings.toml`` that fits a line into a command with all its words."""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from scorekeeper.cards import are_cards, parse_cards
from scorekeeper.errors import SK, RoundError, ScorekeeperError, count, nearest, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.names import find_round, people, round_name, shell_name
from scorekeeper.ledger.rows import next_row, row_typed
from scorekeeper.ledger.standings import next_round
from scorekeeper.listening import Found, Heard, cards_in, said, said_rounds, starts
from scorekeeper.listening.line import Line
from scorekeeper.listening.said_rounds import asking_for_others
from scorekeeper.listening.whose_entry import Said, as_typed, is_to_come, read_entries
from scorekeeper.render.evening import example_fix
from scorekeeper.render.words import rule_words, target_words, what_is_wild
from scorekeeper.store.evenings import called
from scorekeeper.store.steps import history_of
from scorekeeper.terminal import can_ask
from scorekeeper.terminal.command_words import RARE, rare_commands
from scorekeeper.terminal.games import games_here


class Making:
    """Makes commands for the rows that fit a line: a method for each first word of a command."""

    def __init__(self, line: Line, game: Game | None, path: Path | None) -> None:
        self.line, self.game, self.path = line, game, path
        self.wishes = line.says("<wish>")  # can we make aces 15

    def make(self, command: str, found: Found) -> Heard | None:
        """The command for a row; None if the row fits the words but not the game."""
        first, line = command.split(" ")[0], self.line
        if self.game and (ago := re.match(r"-\d+", found.get("round") or "")):
            found = {**found, "round": str(len(self.game.played) + 1 + int(ago[0])), "ago": ago}
        if answer := said()["answers"].get(first):
            return self._answer(answer, found)
        work = getattr(self, f"_{first}", None)
        is_of_game = work is not None and first not in ("new", "start", "rules", "open", "next")
        needs_game = "{round}" in command or first in RARE or is_of_game
        is_asked_for = first == "player" and line.asks and "leave" not in command
        is_asked_for |= first in ("house", "dealer") and self.wishes
        is_asked_for |= first == "player" and line.says("(can|could|may) {player} <leaves>")
        is_aside = first in ("house", "player", "dealer") and line.is_question and not is_asked_for
        is_aside |= "leave" in command and line.says("points|score|scores")  # take his points off
        is_none = bool(first in RARE and self.game and first not in rare_commands(self.game.rules))
        is_none |= first == "again" and bool((start := starts.start_in(line)) and start.options)
        if is_aside or is_none or (needs_game and self.game is None):
            return None
        if "cards" in found and cards_in(self.line.words) > len(parse_cards(found["cards"])):
            return None  # it would leave some of them out
        heard: Heard | None = (work or self._filled_in)(command, found)
        return heard if heard and not any(re.fullmatch(r"\{\w+}", w) for w in heard.words) else None

    def _filled_in(self, command: str, found: Found) -> Heard:
        words = self._words(command, found)
        return Heard(["undo"] if words == ["undo", "-n", "1"] and "number" in found else words)

    def _answer(self, answer: str, found: Found) -> Heard | None:
        """The sentence that answers instead of a command; None if it needs a game and has none."""
        if self.game is None and re.search("{fix}|{who}|{ties}|{file}", answer):
            return None
        if self.game and "penalty" in answer:
            row_typed(self.game, "last")  # there's none before round 1
        who = found.get("player") or (self.line.names or ("",))[-1]
        played = self.game if self.game and self.game.played else None
        fix = f"{SK}fix {example_fix(played)} corrects a round, " if played else ""
        ties = rule_words("ties", self.game.rules) if self.game else ""
        other = "shared" if self.game and self.game.rules.ties != "shared" else "bonus-round"
        facts = {"sk": SK, "fix": fix, "who": self._who(who), "name": printable(who), "ties": ties}
        return Heard([], says=answer.format(**facts, other=other, file=printable(self.path)))

    def _words(self, command: str, found: Found) -> list[str]:
        """The words of a command with its slots filled; ``[..]`` goes if its slots are empty."""
        parts = re.findall(r"\[[^]]*\]|\S+", command)
        slots = {part: re.findall(r"\{(\w+)\}", part) for part in parts}
        kept = " ".join(p.strip("[]") for p in parts if p[0] != "[" or found.keys() >= {*slots[p]})
        return [word for slot in kept.split() for word in self._filled(slot, found)]

    def _filled(self, slot: str, found: Found) -> list[str]:
        value = found.get(slot[1:-1])
        if value is None:
            return [slot]
        if slot == "{round}":
            return [row_typed(self._here, value).word]
        names = {"{player}": [value], "{other}": [value], "{players}": value}.get(slot)
        return [str(value)] if names is None else [*map(self._who, names)]

    def _who(self, name: str) -> str:
        return shell_name(name, self.line.names).strip("\"'")

    @property
    def _here(self) -> Game:
        assert self.game is not None, "such a command is made for a game alone"
        return self.game

    def _left(self, number: int, name: str) -> str:
        """A player's points in a round on the sheet, as somebody would type them."""
        left = self._here.unmelded(number, self._here.played[number - 1], name)
        return "-" if left is None else str(left)

    def rounds_with(
        self, typed: str, names: Sequence[str], rounds: Sequence[int] = ()
    ) -> list[tuple[int, str]]:
        """The rounds in which one of these players has this entry, and the player; latest first."""
        rounds = rounds or range(len(self._here.played), 0, -1)
        return [(n, name) for n in rounds for name in names if self.has_entry(n, name, typed)]

    def has_entry(self, number: int, name: str, typed: str) -> bool:
        """Whether a player has this entry in a round on the sheet: points, a drop, gin, a knock."""
        round_, left = self._here.played[number - 1], self._left(number, name)
        with suppress(ScorekeeperError):
            entry = parse_entry(typed, row_typed(self._here, str(number)).rules)
            if entry.forfeit:
                return round_.forfeits.get(name) == entry.forfeit
            if entry.out:
                return name in round_.out and left == str(entry.points or 0)
        return left == typed

    def _round_meant(self, name: str, was: str | None, found: Found) -> str | None:
        """The round that is named, or the last in which the player had this; None if in none."""
        named = found.get("round")
        had = [str(number) for number, _ in self.rounds_with(was, [name])] if was else []
        is_sure = named is not None and (named in had or "ago" not in found)  # two rounds ago
        return named if is_sure else next(iter(had), named or (None if was else "last"))

    # ── corrections of rounds on the sheet ───────────────────────────────────────────────

    def _was(self, _: str, found: Found) -> Heard | None:
        """A correction of the named round, or of the last in which the old entry is right."""
        was, named, entry = found.get("was"), found.get("round"), found.get("entry")
        who = found.get("players", [found.get("player")]) if entry else []
        scores = {**dict.fromkeys(who, entry), **found.get("scores", {})}
        is_number = self.line.says("(<mend>|that) {number}")  # that 8, to 18; not: gin, to 20
        is_unclear = None in scores and not is_number and self.line.says("{rule}")
        is_unclear |= named is None and self.line.says("(not|instead of) [in|for] {round}")
        if is_unclear or (was and self.line.is_question and (None in scores or are_cards(was))):
            return None  # can i put 2h with 7d 7c; k k 3 is that out
        if self.line.is_question and self.line.says("thinks|reckons|believes"):
            return Heard(["standings"])
        is_off = "{number} [points] (too|over|under|short|less|fewer|light|heavy)"
        if entry and self.line.says(is_off) and len(self.line.anywhere()["numbers"]) == 1:
            return None  # one of bob's is 10 too high
        if was is not None and was in (entry, *scores.values()):
            return Heard([], says=f"{was} instead of {was} changes nothing")
        if None in scores:  # it should be 15, not 5
            had = self.rounds_with(was or "", self.line.names)
            if len([n for n, _ in had if n == had[0][0]]) != 1:
                return None if had else Heard([], says=f"nobody has {was} in any round")
            named, scores = str(had[0][0]), {had[0][1]: entry}
        given = [as_typed(name, text, self._here) for name, text in scores.items()]
        if is_to_come(self._here, named):
            return Heard(["add", *given])
        with suppress(RoundError):  # last round: ann 5, bo out
            is_whole = len(scores) > 1 and scores.keys() == {*next_row(self._here).players}
            is_clear = self.line.mends or was is not None or self.line.says("<amiss>")
            is_named = named == "last" or (named or "").endswith("s")  # all the fives, so 20
            if named and is_named and is_whole and not is_clear:
                last = Heard(["fix", row_typed(self._here, named).word, *given])
                return Heard([], others=(Heard(["add", *given]), last))
        name = next(iter(scores))
        found = {**found, "round": named} if named else found
        row = row_typed(self._here, self._round_meant(name, was, found) or "last")
        stands = "" if row.bonus else self._left(row.number, name)
        is_other = was is not None and stands and not self.has_entry(row.number, name, was)
        right, total = scores[name], str(self._here.total(name, len(self._here.played)))
        if is_other and was == total and len(scores) == 1 and right.isdecimal():
            return self._more("more to", {"player": name, "number": int(right)})
        says = f"{printable(name)} had {stands}, not {was}, in {row.name}" if is_other else ""
        out = () if row.position is None else self._here.rounds[row.position].out
        is_out = not {*out}.isdisjoint(scores) and not self._here.rules.scoring.knocks
        is_nobody = self.line.says(said()["in_rounds"]["--out -"])
        if is_out and (is_nobody or all(t.strip("0").isdecimal() for t in scores.values())):
            given += [w for n in out if n not in scores for w in ("--out", self._who(n))]
            given += ["--out", "-"] * is_nobody
            fixed, trial = ["fix", row.word, *given], [] if "--out" in given else ["--out", "-"]
            asked = "you'll be asked who went out" if can_ask() else "who went out: --out NAME"
            says = "; ".join(filter(None, (says, asked * bool(trial))))
            return Heard(fixed, trial=[*fixed, *trial], says=says)
        none = [name for name, text in scores.items() if text == "0"]
        is_moved = len(out) == len(none) == 1 and scores.get(out[0], "").strip("0").isdecimal()
        given += ["--out", self._who(none[0])] if is_moved else []
        return Heard(["fix", row.word, *given], says=says)

    def _anew(self, _: str, found: Found) -> Heard | None:
        """A correction of a whole round, or the round at hand with these entries."""
        named, entries = found.get("round", "last"), found["entries"]
        if is_to_come(self._here, named) or "=" in entries[0]:
            row = [] if is_to_come(self._here, named) else [row_typed(self._here, named).word]
            return Heard(["fix" if row else "add", *row, *entries])
        read = read_entries(row_typed(self._here, named), [Said(None, e) for e in entries])
        return self._was("", {"round": named, "scores": {n: e.typed for n, e in read.items()}})

    def _more(self, command: str, found: Found) -> Heard | None:
        """A correction by how much was missing or too much, or one that makes a total right."""
        if (is_total := " to" in command) and not self._here.rules.scoring.own_points:
            return Heard(["sheet"])  # a total also has bonuses and the other player's points
        if (ranks := found.get("ranks") or [found.get("rank", "")]) != [""] and self.line.rules:
            rules = row_typed(self._here, found.get("round", "last")).rules or self.line.rules
            is_article = len(ranks) > 1 and ranks[0] == "a" and not self.line.says("ace|and")
            found = {**found, "number": said_rounds.points_of(ranks[is_article:], rules)}
        if "number" not in found:
            return None  # bev forgot a card
        names = found.get("players") or [found["player"]]
        now = self._here.total(names[0], len(self._here.played)) if is_total else 0
        more = found["number"] * (-1 if "-{" in command else 1) - now
        named = self._round_meant(names[0], found.get("was"), found) or "last"
        return self._scored(named, *names, more=more)

    def _double(self, command: str, found: Found) -> Heard | None:
        """A correction to twice or half the points, or their other sign; an ``add`` if new."""
        times = {"halve": 0.5, "negate": -1}.get(command.split()[0], 2)
        was = found.get("was") or str(found.get("number", ""))
        named = self._round_meant(found["player"], was, found)
        if named is None and was.isdecimal():
            return self._alone(found["player"], str(int(times * int(was))))
        return self._scored(named, found["player"], times=times) if named else None

    _halve = _negate = _double

    def _scored(self, named: str, *names: str, times: float = 1, more: int = 0) -> Heard | None:
        """A correction worked out from the points on the sheet; None if they aren't numbers."""
        row = row_typed(self._here, named)
        left = {n: self._left(row.number, n) for n in names if row.position is not None}
        numbers = {n: int(had) for n, had in left.items() if had.strip("-").isdecimal()}
        scores = {n: str(int(times * had) + more) for n, had in numbers.items()}
        is_all = len(scores) == len(names)
        return self._was("", {"round": row.word, "scores": scores}) if is_all else None

    def _out(self, command: str, found: Found) -> Heard | None:
        """A correction of who went out. ``?`` only asks who did, or who is still in a pool."""
        rules, played, what = self._here.rules, self._here.played, command.split()[1]
        if what == "?" and (rules.is_pool or not (rules.goes_out and played)):
            return Heard(["standings"])
        if "scores" in found:
            out = "o" if rules.goes_out else "0"
            scores = {found["player"]: out, **found["scores"]}
            return self._was("", {"round": found.get("round", "last"), "scores": scores})
        row = row_typed(self._here, found.get("round", "last").replace("now", "last"))
        was = self._here.rounds[row.position].out
        if what == "?" or (what == "-" and found.get("other", *was[:1]) not in was):
            return Heard([], says=f"{people(was) or 'nobody'} went out in {row.name}")
        who = "-" if what == "-" else found["player"]
        left = [as_typed(found["player"], found["entry"], self._here)] if "entry" in found else []
        fixed = ["fix", row.word, *left, "--out", who if who == "-" else self._who(who)]
        if was and who not in ("-", *was) and not rules.several_out:
            points = " ".join(f"{self._who(name)}=POINTS" for name in was)
            says = f"{people(was)} went out in {row.name}, and needs points now:"
            return Heard([], says=f"{says}  {SK}{' '.join(fixed)} {points}")
        return Heard(fixed)

    def _ended(self, command: str, found: Found) -> Heard | None:
        """A correction of how a hand ended: *it was gin, not a knock*."""
        row = row_typed(self._here, found.get("round", "last"))
        ended = self._here.rounds[row.position].out[:1]
        scores = dict.fromkeys(ended, found.get("entry", "big gin"))
        return self._was(command, {"scores": scores, "round": row.word}) if ended else None

    def _exchange(self, _: str, found: Found) -> Heard | None:
        """A swap of two players' entries in a round; before round 1, of their seats."""
        if not self._here.played:
            return self._swap(_, found)
        if "other" not in found:  # swap 12 and 19 in the fives
            where = self.line.names, [row_typed(self._here, found.get("round", "last")).number]
            had = [self.rounds_with(entry, *where) for entry in (found["entry"], found["was"])]
            if [*map(len, had)] != [1, 1]:
                return None
            found |= {"player": had[0][0][1], "other": had[1][0][1]}
        one, other = found["player"], found["other"]
        if not (named := self._round_meant(other, found.get("was"), found)):
            return None
        row = row_typed(self._here, named)
        left = {name: self._left(row.number, name) for name in (one, other)}
        if (was := found.get("was")) and not self.has_entry(row.number, other, was):
            return Heard([], says=f"{printable(other)} had {left[other]}, not {was}, in {row.name}")
        for name in {*left}.intersection(self._here.rounds[row.position].out):
            left[name] = f"o{left[name].lstrip('0')}"  # o, or o7
        return self._was("", {"round": row.word, "scores": {one: left[other], other: left[one]}})

    def _restore(self, *_: Any) -> Heard:
        """An undo, or a redo if the last step was an undo."""
        return Heard(["redo" if self.path and history_of(self.path).undone else "undo"])

    def _drawn(self, _: str, found: Found) -> Heard | None:
        """A correction of the wild rank that was drawn in a round."""
        if not self._here.rules.draws_wild:
            return None
        named = found.get("round", "last")
        fix = ["wild"] if named == "now" else ["fix", row_typed(self._here, named).word, "--wild"]
        return Heard([*fix, found["rank"]])

    def _void(self, command: str, found: Found) -> Heard | None:
        """The end of a round that doesn't count: only the last can go, others can be corrected."""
        if is_to_come(self._here, found["round"]):
            return Heard(["misdeal"])
        row = row_typed(self._here, found["round"])
        if row.position != len(self._here.rounds) - 1 or self.path is None:
            says = f"only the last round can go; you'll be asked what is right in {row.name}"
            return Heard(["fix", row.word], says=says)
        changes = reversed(history_of(self.path).changes)
        back = next((n for n, change in enumerate(changes, 1) if change.added == row.position), 0)
        misdeal, undo = Heard(["misdeal"]), Heard(["undo", "-n", str(back)])
        if back == 1 and "misdeal" not in command:
            return Heard(["undo"])
        return Heard([], others=(misdeal, undo)) if back > 1 else misdeal

    def _reopen(self, *_: Any) -> Heard | None:
        """An undo that reopens a finished game; None if the game isn't over."""
        return None if next_round(self._here) else Heard(["undo", "-n", "1"])

    def _pad(self, _: str, found: Found) -> Heard:
        """A comparison of the sheet with the totals on a paper pad."""
        told = found.get("scores", {found["player"]: found["number"]} if "number" in found else {})
        scores = (f"{self._who(name)}={entry}" for name, entry in told.items())
        return Heard(["pad", *scores, *found.get("entries", ())])

    def _open(self, command: str, found: Found) -> Heard | None:
        """Opens or deletes the game that somebody names; None unless there is one."""
        here = called(found["typed"], games_here(quiet=True))
        if "delete" in command:
            return Heard(["delete", "-f", here[0].path.name]) if len(here) == 1 else None
        return Heard(self._words(command, found)) if here else None

    def _finish(self, command: str, _: Found) -> Heard | None:
        """The end of a game; just a sentence if it's over already."""
        if next_round(self._here):
            return Heard(command.split())
        return self._answer(said()["answers"]["leaving"], {})

    def _next(self, *_: Any) -> Heard | None:
        """The next deal, or a sentence if this game has no dealer, cards or last round to show."""
        if self.game is None:
            return Heard(["next"])
        line, rules = self.line, self.game.rules
        if line.texts & {"i", "my"} and len(line.words) < 4 and not line.is_question:
            return None  # my deal
        if not rules.plays_cards and rules.dealer == "none":
            if line.texts & {"who", "whose"} or line.says("<deals>|<shuffles>|my turn"):
                return self._answer(said()["answers"]["undealt"], {})
            if line.says("card|cards|wild|wilds"):
                return self._answer(said()["answers"]["undrawn"], {})
        if not rules.last_round and line.says("how (many|much|long|far)|left"):
            played = f"played so far: {count(len(self.game.played), 'round')}"
            ends = f"{SK}finish ends the game"
            ends = f"the game ends {target_words(rules)}" if rules.target else ends
            return Heard([], says=f"{played}; {ends}")
        return Heard(["next"])

    def _ends(self, *_: Any) -> Heard | None:
        """When the game ends: ``standings`` shows the limit, ``next`` the number of rounds."""
        shows = "standings" if self._here.rules.target else "next"
        return Heard([shows]) if self.line.is_question else None

    def _forgive(self, _: str, found: Found) -> Heard | None:
        """Takes back a player's last penalty or bonus, by undo or by its opposite."""
        name, given = found["player"], self._charged(found["player"])
        if "number" in found and found["number"] not in map(abs, given):
            return None  # these are points of a round
        if not given:
            return Heard([], says=f"{printable(name)} has neither a penalty nor a bonus")
        last = history_of(self.path).changes[-1:] if self.path else []
        if last and re.match(f"(penalty|bonus) {re.escape(self._who(name))} ", last[0].command):
            return Heard(["undo", "-n", "1"])
        return self._adjust("", {"player": name, "signed": -given[-1]})

    def _recharge(self, _: str, found: Found) -> Heard | None:
        """Corrects a penalty or bonus by entering the difference; None if there is none."""
        last = [0, *self._charged(found["player"])][-1]
        right = found["number"] if last > 0 else -found["number"]
        return self._adjust("", {**found, "signed": right - last}) if last else None

    def _charged(self, name: str) -> list[int]:
        """The points of a player's penalties and bonuses, oldest first; bonuses are negative."""
        return [round_.adjust[name] for round_ in self._here.rounds if name in round_.adjust]

    def _sheet(self, command: str, found: Found) -> Heard:
        if "--" in command:
            return Heard(command.split())
        named, rules = found.get("round") if "{round}" in command else None, self._here.rules
        if named is None:
            return Heard(["sheet"])
        asks_deal = self.line.says("wild|wilds|joker|deal|cards|dealt")
        is_past = self.line.says("was|were|did|had|got|dealt|we have")
        if named == "last" and asks_deal and not (is_past or rules.draws_wild):
            named = str(len(rules.specs))  # the last round of the game
        if is_to_come(self._here, named):
            return Heard(["next"])
        number, played = find_round(rules, named, len(self._here.played)), len(self._here.played)
        spec = rules.spec(number)
        if spec and not rules.draws_wild_in(number) and (asks_deal or number > played):
            deal = f"{round_name(rules, number)}: deal {spec.deal} each"
            return Heard([], says=f"{deal}, {what_is_wild(spec.wild)}")
        row = row_typed(self._here, named)
        if spec and asks_deal:
            wild = what_is_wild(row.rules.wild if row.rules else None)
            return Heard([], says=f"{row.name}: {wild}")
        return Heard(["sheet", "--round", row.word])

    # ── players, penalties and bonuses ───────────────────────────────────────────────────

    def _adjust(self, command: str, found: Found) -> Heard | None:
        if self.line.rules and self.line.says("<miscounted>"):
            return None  # 3 more for bev, who counted wrong
        points: int = found["signed"] if "signed" in found else found.get("number", 1)
        points = -points if "-{" in command else points
        hurts = (points > 0) == (self._here.rules.winner == "low")
        why = self._words("[--why {why}]", found)
        words = [self._who(found["player"]), str(abs(points)), *why]
        return Heard(["penalty" if hurts else "bonus", *words]) if points else None

    def _player(self, command: str, found: Found) -> Heard | None:
        words = self._words(command, found)
        raw = " ".join(word.raw.rstrip(",") for word in self.line.words)
        both = re.search(rf"\b(\w+) .*\b(\1 {re.escape(words[-1])})\b", raw, re.IGNORECASE)
        words[-1] = both[2] if both and words[1] == "rename" else words[-1]  # Wei, Wei Ting
        nobody = said()["titles"] | said()["nobody"]
        if words[1] == "rename" and words[-1].casefold() in nobody:
            return None  # Uncle Max is Uncle Mack; it's spelled Zoë
        if words[1] == "join":
            _, parts = starts.without_joining(self.line)
            where = [part for part in parts if "number" not in part[1] and len(words) == 3]
            return starts.joined(self._here, words, where)
        return Heard(words)

    def _spelled(self, _: str, found: Found) -> Heard | None:
        """Renames the player whose name is most like a spelling; None if no name is near."""
        name = nearest(new := found.get("name") or found["short"], self._here.names)
        return Heard(["player", "rename", self._who(name), new]) if name else None

    def _enter(self, *_: Any) -> Heard:
        """An ``add`` that asks for everybody's entries."""
        return asking_for_others(Heard(["add"], says="asks for everybody's points"), self._here)

    def _back(self, _: str, found: Found) -> Heard | None:
        """A rejoin in a pool; elsewhere a player who left joins again under a new name."""
        player = self._here.player(found["player"])
        if self._here.rules.is_pool:
            return Heard(["rejoin", self._who(player.name)])
        if player.left is None:
            return Heard([], says=f"{printable(player.name)} is still playing")
        heard = starts.joined(self._here, ["player", "join", f"{player.name} II"])
        says = f"{printable(player.name)} has left, so this is a new line"
        return heard and heard._replace(says="; ".join(filter(None, [says, heard.says])))

    def _same(self, _: str, found: Found) -> Heard:
        """Says that two names mean one person."""
        return Heard(["people", f"{found['name']}={found['player']}"])

    def _each(self, command: str, found: Found) -> Heard | None:
        """A command for the first of several people, after which the others have their turn."""
        what, slot = command.split()[1:]
        first, *rest = found.get(slot[1:-1]) or self._seated
        if "number" in found:  # a penalty or a bonus
            then = f"a {what} of {found['number']} for {people(rest)}"
            return Heard([what, self._who(first), str(found["number"])], then=then)
        heard = self._player(f"player {what} {slot[:-2]}}}", {slot[1:-2]: first})
        return heard and heard._replace(then=f"{people(rest)} {what}{'s' * (len(rest) == 1)}")

    def _alone(self, name: str, entry: str, says: str = "") -> Heard | None:
        """One player's entry in the round at hand; it asks for the others."""
        rules = next_row(self._here).rules
        heard = Heard(["add", f"{self._who(name)}={entry}"], says=says)
        return None if rules and rules.has_gin else asking_for_others(heard, self._here)

    def _undercut(self, _: str, found: Found) -> Heard:
        """A hand in which the knocker was undercut."""
        less, more = sorted((found["number"], int(re.sub(r"\D", "", found["entry"]))))
        undercut = {n: str(less) if n == found["player"] else f"o{more}" for n in self._seated}
        return Heard(["add", *(f"{self._who(name)}={entry}" for name, entry in undercut.items())])

    def _wrong(self, _: str, found: Found) -> Heard | None:
        """A wrong show in the round at hand; None in games without that entry."""
        has_one = self.line.rules is not None and "wrong" in self.line.rules.forfeits
        return self._alone(found["player"], "wrong") if has_one else None

    def _goes(self, _: str, found: Found) -> Heard | None:
        """An entry for a player who went out in the round at hand; None if it's a question."""
        says_so = self._here.rules.goes_out and not self.line.is_question
        return self._alone(found["player"], "o") if says_so else None

    def _sit(self, _: str, found: Found) -> Heard | None:
        name, rules, had = found["player"], self._here.rules, str(found.get("number", ""))
        named = self._round_meant(name, had, found) if had else found.get("round", "now")
        if not is_to_come(self._here, named):
            return self._was("", {"round": named, "scores": {name: "-"}}) if named else None
        passes = self.line.says("pass|passes|passed") and not rules.plays_cards
        if passes and rules.winner == "high":
            return self._alone(name, "0")  # a turn without points
        out = f"{printable(name)} sits out {next_row(self._here).name}"
        return self._alone(name, "-", f"{out}, and won't be ranked unless you give them points")

    def _pass(self, *_: Any) -> Heard:
        heard = (self._sit("", {"player": name}) for name in next_row(self._here).players)
        others = tuple(filter(None, heard))
        return Heard([], says="" if others else said()["answers"]["two"], others=others)

    def _swap(self, _: str, found: Found) -> Heard | None:
        is_points = self.line.says("score|scores|points|numbers|entries")
        if is_points and "other" in found and self._here.played:
            return self._exchange(_, found)  # bob's and cy's points are swapped
        two = (found["player"], found["other"]) if "other" in found else self._seated
        instead = dict(zip(two, reversed(two), strict=True))
        order = [instead.get(name, name) for name in self._seated]
        return self._reseated(order if {*two} <= {*self._seated} and len({*two}) == 2 else None)

    def _reseated(self, order: Sequence[str] | None) -> Heard | None:
        return Heard(["seats", *map(self._who, order)]) if order else None

    def _seats(self, command: str, found: Found) -> Heard:
        """The seats, or a new order: *bob first, then ann and cy*."""
        first = [found["player"]] if "player" in found and "players" in found else []
        return self._filled_in(command, {**found, "players": [*first, *found.get("players", ())]})

    def _move(self, command: str, found: Found) -> Heard | None:
        """The seats with one player moved to the front or the end."""
        one, others = [found["player"]], [n for n in self._seated if n != found["player"]]
        return self._reseated([*one, *others] if "first" in command else [*others, *one])

    def _begins(self, _: str, found: Found) -> Heard | None:
        """Makes the player on somebody's right the dealer, so that they begin."""
        if self._here.rules.dealer == "none":
            return self._answer(said()["answers"]["undealt"], {})
        if (name := found["player"]) not in self._seated:
            return None
        return Heard(["dealer", self._who(self._seated[self._seated.index(name) - 1])])

    def _beside(self, _: str, found: Found) -> Heard | None:
        """The seats with one player moved right after another, or before if the line says so."""
        is_before = self.line.says("before|(his|her|their|'s|the|on|to) right|right (of|hand)")
        two = found["player"], found["other"]
        return self._reseated(starts.seated_next_to(self._seated, *two, before=is_before))

    def _between(self, _: str, found: Found) -> Heard | None:
        """The seats with one player moved between two neighbours."""
        others = [name for name in self._seated if name != found["player"]]
        behind = starts.first_of_neighbours(others, found["players"])
        order = starts.seated_next_to(self._seated, found["player"], behind) if behind else None
        return self._reseated(order)

    @property
    def _seated(self) -> tuple[str, ...]:
        """The players at the table for the round at hand, in seat order."""
        return tuple(self._here.seated(len(self._here.played) + 1))

    # ── rules, games, cards ──────────────────────────────────────────────────────────────

    def _house(self, command: str, found: Found) -> Heard | None:
        return starts.house_of(found["rule"]["not" in command], self.line)

    def _repeat(self, _: str, found: Found) -> Heard | None:
        """The last round again with one entry changed; None if it has drops or knocks."""
        last = self._here.played[-1] if self._here.played else None
        if last is None or last.forfeits or self._here.rules.scoring.knocks:
            return None
        names = next_row(self._here).players
        was = {name: self._left(len(self._here.played), name) for name in names}
        was |= dict.fromkeys(last.out, "o")
        was |= {found["player"]: found["entry"]} if "entry" in found else {}
        had = [name for name in names if was[name] != "-" or name in last.absent]  # not a newcomer
        typed = [as_typed(name, was[name], self._here) for name in had]
        return asking_for_others(Heard(["add", *typed]), self._here)

    def _export(self, command: str, _: Found) -> Heard | None:
        """An export to a new file beside the game's; a message for a chat is only shown."""
        words, kind = command.split(), command.split()[-1]
        if kind == "chat" or self.path is None:
            return Heard(words)
        new = self.path.with_suffix(f".{kind}")
        says = f"writes {printable(new)}"
        return None if new.exists() else Heard([*words, "-o", str(new)], says=says)

    def _rules(self, command: str, found: Found) -> Heard:
        """The rules of a game; if it's the open one, as it is played."""
        is_open = self.game is not None and self.game.rules.game == found.get("game")
        is_asked_for = "rules" in self.line.texts or "--" in command
        is_open |= self.game is not None and found.get("game") == "points"  # worth in points
        return Heard(["rules"] if is_open and not is_asked_for else self._words(command, found))

    def _new(self, command: str, found: Found) -> Heard | None:
        return starts.new_beside(self.game, command, found) if self.game else None

    def _start(self, *_: Any) -> Heard | None:
        start = starts.start_in(self.line)
        return start and starts.new_for(start, self.line, self.game)

    def _suits(self, _: str, found: Found) -> Heard | None:
        return said_rounds.answer_without_suits(self.line, self.game, found["ranks"])

    def _sum(self, _: str, found: Found) -> Heard | None:
        return said_rounds.sum_of(self.line, self.game, found["ranks"])

    def _hand(self, *_: Any) -> Heard | None:
        return said_rounds.hand_asked(self.line, self.game)
