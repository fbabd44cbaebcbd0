"""Changes taken back step by step, whatever happened to the ledger or its history meanwhile."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from scorekeeper import codec, store
from scorekeeper.errors import ConflictError, FileError, UsageError
from scorekeeper.store.durable import LARGEST_FILE, as_file_error, read_file
from scorekeeper.store.history import (
    LARGEST_HISTORY,
    MOST_CHANGES,
    Change,
    History,
    history_path,
    load_history,
    save_history,
)
from scorekeeper.store.steps import Done, last_removed_by_undo, redo, undo
from tests.program import SOUND, TODAY, files, ledger, names, scores, seeded
from tests.store.changes import ADDED, ann, on_disk, one_more
from tests.values import game, refused, row

# ── back and forth ───────────────────────────────────────────────────────────────────────


def evening(path: Path) -> list[str]:
    """Three changes to a ledger: its text before the first and after each of them."""
    texts = [on_disk(path)]
    for command, edit in (("add 8 17 o", one_more), ("fix 3s ann=13", ann(13)), ("add", one_more)):
        store.change(path, command, edit)
        texts.append(on_disk(path))
    return texts


def test_undo_puts_back_byte_for_byte_as_often_as_there_are_changes(thursday: Path) -> None:
    texts = evening(thursday)
    assert undo(thursday).commands == ["add"]
    assert on_disk(thursday) == texts[2]
    assert undo(thursday, 2).commands == ["fix 3s ann=13", "add 8 17 o"]
    assert thursday.read_bytes() == texts[0].encode() == SOUND.encode()


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_undo_keeps_line_ends_and_the_byte_order_mark(thursday: Path, mark: str) -> None:
    text = mark + SOUND.replace("\n", "\r\n")
    seeded(thursday, text)
    texts = evening(thursday)
    undo(thursday, 3)
    assert thursday.read_bytes() == text.encode()
    for expected in texts[1:]:
        redo(thursday)
        assert on_disk(thursday) == expected


def test_redo_goes_the_other_way_until_something_else_is_written(thursday: Path) -> None:
    texts = evening(thursday)
    undo(thursday, 3)
    assert redo(thursday).commands == ["add 8 17 o"]
    assert redo(thursday).commands == ["fix 3s ann=13"]
    assert on_disk(thursday) == texts[2]
    undo(thursday)
    store.change(thursday, "fix", ann(14))
    error = refused(UsageError, redo, thursday)
    assert error.problem == "there is nothing to redo"
    assert error.remedy == "sk redo reverses sk undo"


def test_undo_and_redo_may_alternate(thursday: Path) -> None:
    texts = evening(thursday)
    random = Random(3)
    at = 3
    for _ in range(40):
        back = at == 3 or (at > 0 and random.random() < 0.5)
        if back:
            steps = random.randint(1, at)
            undo(thursday, steps)
            at -= steps
        else:
            redo(thursday)
            at += 1
        assert on_disk(thursday) == texts[at]


def test_asking_for_more_steps_than_there_are_changes_nothing(thursday: Path) -> None:
    texts = evening(thursday)
    error = refused(UsageError, undo, thursday, 4)
    assert error.problem == "only 3 changes can be undone"
    assert error.remedy == "type sk undo -n 3"
    assert on_disk(thursday) == texts[3]


def test_a_new_game_is_taken_back_and_comes_back_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game(), "new Ann Bo Cy")
    store.change(path, "add 8 17 o", one_more)
    text = path.read_bytes()
    done = undo(path, 2)
    assert (done.commands, done.is_gone) == (["add 8 17 o", "new Ann Bo Cy"], True)
    assert names(tmp_path) == {".new.toml.history"}
    assert redo(path).commands == ["new Ann Bo Cy"]
    assert on_disk(path) == codec.write_new(game())
    assert redo(path).commands == ["add 8 17 o"]
    assert path.read_bytes() == text


def test_a_new_game_that_a_person_has_edited_is_not_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game())
    text = path.read_bytes() + b"# Bo brings the cake\n"
    path.write_bytes(text)
    assert "was edited by hand since 'new'" in refused(ConflictError, undo, path).problem
    assert path.read_bytes() == text


def test_redo_does_not_overwrite_another_game(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game())
    undo(path)
    seeded(path, SOUND)
    with pytest.raises((ConflictError, UsageError)):
        redo(path)
    assert on_disk(path) == SOUND


@pytest.mark.parametrize("step", [undo, redo])
def test_a_step_that_was_killed_before_writing_the_ledger_can_be_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: Callable[[Path], Done]
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "new.toml"
    store.create(path, game())
    if step is redo:
        undo(path)
    with monkeypatch.context() as stopped:
        stopped.setattr(store.durable, "remove_file", killed)
        stopped.setattr("scorekeeper.store.steps.create_file", killed)
        with pytest.raises(KeyboardInterrupt):
            step(path)
    assert step(path).commands == ["new"]
    assert path.exists() is (step is redo)


def test_the_game_that_was_taken_back_last_is_known(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    for path in (first, second):
        store.create(path, game())
    assert last_removed_by_undo(tmp_path) is None
    undo(first)
    os.utime(history_path(second), (1, 1))
    assert last_removed_by_undo(tmp_path) == first
    store.change(second, "add", one_more)
    os.utime(history_path(first), (1, 1))
    assert last_removed_by_undo(tmp_path) is None
    assert last_removed_by_undo(tmp_path / "nowhere") is None


def test_one_change_is_not_called_changes(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    assert refused(UsageError, undo, thursday, 2).problem == "only 1 change can be undone"


def test_only_the_last_changes_are_kept(thursday: Path) -> None:
    history = History()
    for number in range(MOST_CHANGES + 5):
        history.add(Change(f"fix {number}", str(number), str(number + 1)))
    assert len(history.changes) == MOST_CHANGES == 200
    assert [history.changes[0].command, history.changes[-1].command] == ["fix 5", "fix 204"]
    save_history(thursday, history)
    kept = load_history(thursday)
    assert (kept.changes, kept.undone) == (history.changes, [])


def test_the_history_of_a_huge_ledger_forgets_the_oldest_changes(thursday: Path) -> None:
    history = History()
    for number in range(50):
        history.add(Change(f"fix {number}", "x" * 500_000 + str(number), "last"))
    save_history(thursday, history)
    kept = load_history(thursday)
    assert kept.changes == history.changes
    assert 5 < len(kept.changes) < 20
    assert kept.changes[-1].command == "fix 49"
    assert history_path(thursday).stat().st_size <= LARGEST_HISTORY


# ── a person edited the ledger since ─────────────────────────────────────────────────────


def test_undo_removes_an_added_round_and_keeps_what_a_person_wrote(
    thursday: Path,
) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    by_hand = on_disk(thursday).replace("Ann = 12", "Ann = 21  # misheard")
    seeded(thursday, by_hand)
    assert undo(thursday).commands == ["add 8 17 o"]
    assert on_disk(thursday) == SOUND.replace("Ann = 12", "Ann = 21  # misheard")
    redo(thursday)
    assert on_disk(thursday) == by_hand


def test_earlier_changes_can_be_taken_back_when_the_edit_is_gone_again(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    sound = on_disk(thursday)
    seeded(thursday, sound + "# a word\n")
    error = refused(ConflictError, undo, thursday)
    line = sound.count("\n") + 1
    assert error.problem == (
        f"{thursday} was edited by hand since 'fix 3s ann=13': line {line} is different"
    )
    remedy = "undo that change by hand, or with sk fix; nothing was written"
    assert (error.remedy, error.code) == (remedy, 4)
    assert on_disk(thursday) == sound + "# a word\n"
    seeded(thursday, sound)
    undo(thursday)
    assert on_disk(thursday) == SOUND


@pytest.mark.parametrize("written", [True, False], ids=["now", "by a program that left the 0 out"])
def test_the_first_round_is_removed_even_below_an_edit_by_hand(
    tmp_path: Path, *, written: bool
) -> None:
    path = seeded(tmp_path / "thursday.toml", ledger())
    store.change(path, "add 8 17 o", one_more)
    if not written:
        history = history_path(path)
        history.write_bytes(history.read_bytes().replace(b',\n"added": 0', b""))
    assert (b'"added": 0' in history_path(path).read_bytes()) is written
    seeded(path, on_disk(path) + "# a word\n")
    assert undo(path).commands == ["add 8 17 o"]
    assert on_disk(path) == ledger() + "# a word\n"


@pytest.mark.parametrize(
    ("was", "now", "dealer"),
    [
        pytest.param("Thursday", "Friday", "Ann", id="named ahead before the round"),
        pytest.param("\n\n[[players]]", '\nnext_dealer = "Cy"\n\n[[players]]', "Cy", id="by hand"),
    ],
)
def test_undo_names_a_dealer_ahead_again_unless_a_person_named_another(
    tmp_path: Path, was: str, now: str, dealer: str
) -> None:
    named = ledger(scores(Ann=12, Bo=0, Cy=5), game='dealer = "Ann"\nnext_dealer = "Ann"\n')
    path = seeded(tmp_path / "thursday.toml", named)
    store.change(path, "add 8 17 o", one_more)
    seeded(path, on_disk(path).replace(was, now, 1))
    undo(path)
    kept = named.replace("Thursday", "Friday") if dealer == "Ann" else named
    assert on_disk(path) == kept.replace('next_dealer = "Ann"', f'next_dealer = "{dealer}"')
    assert store.load(path).game.dealer_of(2) == dealer


@pytest.mark.parametrize(
    ("was", "now", "what"),
    [
        ("Ann", "Anna", "the players are no longer Ann, Bo and Cy, in this order"),
        ("\n# end\n", "\n[[rounds]]\n", "rounds were added"),
        ("Ann = 8", "Ann = 9", "that round is different"),
        (ADDED, "", "that round is gone"),
    ],
    ids=["another name", "another round", "another score", "out again"],
)
def test_a_refusal_to_remove_a_round_says_what_is_in_the_way(
    thursday: Path, was: str, now: str, what: str
) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    by_hand = (on_disk(thursday) + "\n# end\n").replace(was, now)
    seeded(thursday, by_hand)
    error = refused(ConflictError, undo, thursday)
    assert error.problem == f"{thursday} was edited by hand since 'add 8 17 o': {what}"
    assert on_disk(thursday) == by_hand


def test_several_steps_are_taken_back_all_or_none(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    store.change(thursday, "add 8 17 o", one_more)
    by_hand = on_disk(thursday) + "# a word\n"
    seeded(thursday, by_hand)
    with pytest.raises(ConflictError):
        undo(thursday, 2)
    assert on_disk(thursday) == by_hand
    assert undo(thursday, 1).commands == ["add 8 17 o"]


def test_redo_is_refused_after_a_person_edited_the_ledger(thursday: Path) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    undo(thursday)
    seeded(thursday, SOUND + "# a word\n")
    error = refused(ConflictError, redo, thursday)
    assert error.problem == f"{thursday} was changed since, so nothing can be redone"
    assert on_disk(thursday) == SOUND + "# a word\n"


def test_a_change_after_an_edit_by_hand_is_taken_back_to_that_edit(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    by_hand = on_disk(thursday) + "# a word\n"
    seeded(thursday, by_hand)
    store.change(thursday, "add 8 17 o", one_more)
    undo(thursday)
    assert on_disk(thursday) == by_hand


# ── another game under the same name ─────────────────────────────────────────────────────


def test_a_file_that_was_replaced_by_another_evening_loses_no_round(thursday: Path) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    other = ledger(scores("Cy", Ann=3, Bo=4, Cy=0), scores("Bo", Ann=1, Bo=0, Cy=2))
    later = on_disk(thursday).replace(f"date = {TODAY}", "date = 2026-03-12")
    for text in (other, later):
        seeded(thursday, text)
        with pytest.raises(ConflictError):
            undo(thursday)
        assert on_disk(thursday) == text


def test_the_history_of_a_game_that_was_moved_away_does_not_go_to_the_next(thursday: Path) -> None:
    store.create(thursday.with_name("new.toml"), game())
    text = thursday.with_name("new.toml").read_bytes()
    store.change(thursday.with_name("new.toml"), "add", one_more)
    thursday.with_name("new.toml").rename(thursday.with_name("old.toml"))
    store.create(thursday.with_name("new.toml"), game())
    assert thursday.with_name("new.toml").read_bytes() == text
    assert undo(thursday.with_name("new.toml")).commands == ["new"]
    assert names(thursday.parent) == {"thursday.toml", "old.toml", ".new.toml.history"}


def test_refusing_a_new_game_leaves_the_old_history_alone(thursday: Path) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    with pytest.raises(ConflictError):
        store.create(thursday, game())
    assert undo(thursday).commands == ["add 8 17 o"]


def test_a_game_is_not_written_without_its_history(tmp_path: Path) -> None:
    history_path(tmp_path / "new.toml").mkdir()
    with pytest.raises(FileError):
        store.create(tmp_path / "new.toml", game())
    assert names(tmp_path) == {".new.toml.history"}


@pytest.mark.parametrize("name", ["n" * 241 + ".toml", "李" * 80 + ".toml"], ids=["n", "李"])
def test_a_file_name_just_short_enough_for_its_history_works(tmp_path: Path, name: str) -> None:
    store.create(tmp_path / name, game(row(1, 0, 2)))
    store.change(tmp_path / name, "add", one_more)
    assert undo(tmp_path / name).commands == ["add"]


def test_if_nothing_may_be_removed_a_failed_new_game_says_what_it_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_taking_away(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "unlink", no_taking_away)
    error = refused(FileError, store.create, tmp_path / "new.toml", game())
    left = (names(tmp_path) - {"new.toml", ".new.toml.history"}).pop()
    assert error.problem == (f"{tmp_path / 'new.toml'} was made, but {left} there can't be removed")


def test_a_disk_that_takes_neither_links_nor_renames_is_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(FileError):
        store.create(tmp_path / "new.toml", game())
    assert names(tmp_path) == set()


# ── a history that was tampered with ─────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["", "hello", "schema = 1\n[game]\ndate = 5\n", "x = 1\n"])
@pytest.mark.parametrize("step", [undo, redo])
def test_a_text_that_is_not_a_ledger_is_never_brought_back(
    thursday: Path, step: Callable[[Path], object], text: str
) -> None:
    sound = on_disk(thursday)
    changes = [Change("add 8 17 o", text, sound)] if step is undo else []
    undone = [Change("add 8 17 o", sound, text)] if step is redo else []
    save_history(thursday, History(changes, undone))
    error = refused(ConflictError, step, thursday)
    assert error.problem == f"the history of {thursday} has no valid game for 'add 8 17 o'"
    assert on_disk(thursday) == sound


@pytest.mark.parametrize(
    ("before", "after"), [(ledger(), ledger()), (SOUND, ledger()), (ledger(), SOUND), ("", SOUND)]
)
def test_a_tampered_addition_in_the_history_removes_no_round(
    tmp_path: Path, before: str, after: str
) -> None:
    for text in (ledger(), SOUND):
        path = seeded(tmp_path / "t.toml", text + "# a word\n")
        save_history(path, History([Change("add", before, after, added=0)]))
        if (before, after, text) == (ledger(), SOUND, SOUND):
            continue  # which is what an addition looks like
        with pytest.raises(ConflictError):
            undo(path)
        assert on_disk(path) == text + "# a word\n"


def test_undoing_a_fix_brings_back_the_broken_text(thursday: Path) -> None:
    sound = on_disk(thursday)
    broken = seeded(thursday, sound.replace("Ann = 12", "Ann = twelve")).read_bytes().decode()
    store.change_text(thursday, "edit", lambda _: sound, seen=broken)
    undo(thursday)
    assert on_disk(thursday) == broken
    assert redo(thursday).commands == ["edit"]
    assert on_disk(thursday) == sound


# ── a history that is damaged or gone ────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"changes": [], "undone": 5}',
        b'{"changes": [{"command": 5, "before": ""}], "undone": []}',
        b'{"changes": [5], "undone": []}',
        b'{"changes": {"a": 1}, "undone": []}',
        b"[" * 100_000,
        None,
    ],
    ids=range(11),
)
def test_a_damaged_history_costs_only_undo(thursday: Path, damage: bytes | None) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    if damage is None:
        history_path(thursday).unlink()
    else:
        history_path(thursday).write_bytes(damage)
    with pytest.raises(UsageError):
        undo(thursday)
    with pytest.raises(UsageError):
        redo(thursday)
    text = on_disk(thursday)
    store.change(thursday, "add 8 17 o", one_more)
    undo(thursday)
    assert on_disk(thursday) == text


def test_a_history_that_the_disk_does_not_give_is_not_written_over(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    before = files(thursday.parent)
    with monkeypatch.context() as failing:
        failing.setattr("scorekeeper.store.durable.read_file", history_unreadable)
        with pytest.raises(FileError):
            store.change(thursday, "add 8 17 o", one_more)
    assert files(thursday.parent) == before


def history_unreadable(path: Path, largest: int = LARGEST_FILE, *, follows: bool = True) -> bytes:
    with as_file_error(path, "read", "check the disk"):
        if path.suffix == ".history":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
    return read_file(path, largest, follows=follows)


def test_the_history_is_text_that_says_what_it_is(thursday: Path) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    document = json.loads(history_path(thursday).read_bytes())
    assert document["what"] == "what sk undo takes back; it may be deleted"


def test_a_kill_between_history_and_ledger_costs_nothing(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    before = on_disk(thursday)
    store.change(thursday, "add 8 17 o", one_more)
    seeded(thursday, before)  # as if the ledger had not been written
    assert undo(thursday).commands == ["fix 3s ann=13"]
    assert on_disk(thursday) == SOUND


def test_a_kill_in_the_middle_of_undo_costs_nothing(thursday: Path) -> None:
    texts = evening(thursday)
    undo(thursday)
    seeded(thursday, texts[3])
    assert undo(thursday).commands == ["add"]
    assert on_disk(thursday) == texts[2]
