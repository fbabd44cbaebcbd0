"""What may import what: a module imports only from the floors below its own."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import scorekeeper
from scorekeeper.rules.scoring import SCORINGS
from scorekeeper.terminal.command_words import COMMANDS, RARE

ROOT = Path(scorekeeper.__file__).parent

FLOORS = (
    {"errors"},
    {"cards"},
    {"rules"},
    {"melds"},
    {"solver", "referee"},
    {"ledger"},
    {"codec"},
    {"audit", "store", "games"},
    {"season"},
    {"render"},
    {"serve", "sharing"},
    {"terminal"},
    {"listening"},
    {"asking"},
    {"cli"},
    {"__main__"},
)
"""The lowest first. A folder is one room; ``test_no_two_modules_need_each_other`` looks inside."""

MOST_LINES = {
    "errors": 197,
    "cards": 282,
    "rules": 1_514,
    "melds": 496,
    "solver": 1_358,
    "referee": 735,
    "ledger": 3_661,
    "codec": 1_280,
    "audit": 88,
    "store": 1_603,
    "games": 223,
    "season": 925,
    "render": 3_286,
    "serve": 2_369,
    "sharing": 2_585,
    "terminal": 2_332,
    "listening": 4_878,
    "asking": 509,
    "cli": 4_654,
    "__main__": 32,
}
"""The lines of Python that each room may have, so that it grows only where somebody decides so."""

MOST_MODULES = 106

LONGEST = 600
"""The lines of the longest file."""

FLOOR_OF = {name: floor for floor, names in enumerate(FLOORS) for name in names}

MODULES = sorted(path for path in ROOT.rglob("*.py") if path != ROOT / "__init__.py")

PLACES = {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in MODULES}

SURROUNDINGS = {"os", "sys", "io", "pathlib", "time", "random", "secrets", "subprocess", "shutil"}
"""Clock, chance, files and streams: what comes in from above and is never fetched below."""

BELOW_FILES = FLOOR_OF["store"]

SERVER = {"starlette", "uvicorn", "h11", "segno", "asyncio"}


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def home(path: Path) -> str:
    """The name of a module's place on the floors: its file, or the folder that it is in."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def floor(name: str) -> int:
    """The floor of a place; above the top if it has none, which another test reports."""
    return FLOOR_OF.get(name, len(FLOORS))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All the syntax nodes of a module, which several tests go through."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the full name of everything that a module imports, anywhere in it."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{shown(path)}:{node.lineno} imports relatively"
            yield from ((node.lineno, f"{node.module}.{name.name}") for name in node.names)


def own_imports(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the place of each part of this program that a module imports."""
    for line, name in imports(path):
        package, _, rest = name.partition(".")
        if package == "scorekeeper" and rest.split(".")[0] in PLACES:
            yield line, rest.split(".")[0]


def outside_imports(path: Path) -> set[str]:
    return {name.split(".")[0] for _, name in imports(path)} - {"scorekeeper"}


def test_every_module_has_a_floor() -> None:
    assert {home(path) for path in MODULES} == set(FLOOR_OF)


def test_every_module_has_its_own_place_on_a_floor() -> None:
    names = {part.removesuffix(".py") for path in MODULES for part in shown(path).split("/")}
    assert names & {"utils", "util", "helpers", "core", "common", "misc"} == set()


def test_a_module_imports_only_from_floors_below_and_never_from_the_other_witness() -> None:
    """Solver and referee stand on one floor, so neither may import the other."""
    assert FLOOR_OF["solver"] == FLOOR_OF["referee"]
    assert [
        f"{shown(path)}:{line} imports {name}"
        for path in MODULES
        for line, name in own_imports(path)
        if name != home(path) and floor(name) >= floor(home(path))
    ] == []


def test_the_core_and_render_fetch_nothing_from_their_surroundings() -> None:
    assert [
        f"{shown(path)} imports {name}"
        for path in MODULES
        if floor(home(path)) < BELOW_FILES or home(path) == "render"
        for name in outside_imports(path) & SURROUNDINGS
    ] == []
    assert [
        f"{shown(path)}:{node.lineno} calls {ast.unparse(node.func)}"
        for path in MODULES
        if floor(home(path)) < BELOW_FILES
        for node in nodes(path)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in {"open", "print", "input", "date.today", "datetime.now"}
    ] == []


def test_each_room_is_used_only_by_rooms_that_need_it() -> None:
    assert importers("cli") == {"__main__"}
    assert "render" not in importers("store")
    assert not {name for _, name in own_imports(ROOT / "__init__.py")} & {"cli", "render"}
    assert {home(path) for path in MODULES if outside_imports(path) & SERVER} == {"serve"}


def importers(room: str) -> set[str]:
    """The other rooms that import one, whether at once or late."""
    users = {home(path) for path in MODULES if room in {name for _, name in own_imports(path)}}
    return users - {room}


def test_the_server_is_imported_only_when_it_is_to_start() -> None:
    assert [
        f"{shown(path)}:{line}"
        for path in MODULES
        for line, name in own_imports(path)
        if name == "serve" and home(path) != "serve" and not is_late(path, line)
    ] == []


def is_late(path: Path, line: int) -> bool:
    """Whether the import in a line runs when a function is called, or never, for a type."""
    within = (
        node
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef)
        or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    )
    return any(node.lineno < line <= (node.end_lineno or 0) for node in within)


# ── games are data ───────────────────────────────────────────────────────────────────────

GAMES = {path.stem for path in (ROOT / "games").glob("*.toml")} - {"points", "gin"}  # words of all

ALLOWED = {
    "rules/__init__.py": {"three-thirteen"},  # the label that rules have when a ledger gives none
    "cli": {"three-thirteen"},  # the game that is meant when none is named
    "terminal": {"three-thirteen"},  # there as well
}


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every string in a module's code, without docstrings."""
    words = {
        id(node.body[0].value)
        for node in nodes(path)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        if node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in words:
            yield node.lineno, node.value


def test_the_logic_neither_names_a_game_nor_asks_which_it_is() -> None:
    logic = [path for path in MODULES if home(path) != "games"]
    assert [
        f"{shown(path)}:{line} names {name}"
        for path in logic
        for line, text in texts(path)
        for name in GAMES - ALLOWED.get(shown(path), ALLOWED.get(home(path), set()))
        if name in text.lower().replace(" ", "-").replace("'", "").replace("_", "-")
    ] == []
    assert [
        f"{shown(path)}:{node.lineno} compares with {other.value!r}"
        for path in logic
        for node in nodes(path)
        if isinstance(node, ast.Compare)
        for other in (node.left, *node.comparators)
        if isinstance(other, ast.Constant) and other.value in GAMES
    ] == []


def test_every_command_in_a_message_carries_the_mark_that_the_terminal_shows_it_by() -> None:
    known = "|".join((*COMMANDS, *RARE, "--help"))
    in_files = {"store/history.py"}  # which says what wrote it
    assert [
        f"{shown(path)}:{line} says {text!r}"
        for path in MODULES
        if shown(path) not in in_files
        for line, text in texts(path)
        if re.search(rf"(?<!`)\bsk (?:{known})\b", text) and "How two games differ" not in text
    ] == []


def test_no_code_asks_which_kind_of_scoring_a_game_has() -> None:
    scorings = {"rules/scoring.py", "rules/variations.py"}  # which set one, as a game does
    assert [
        f"{shown(path)}:{node.lineno} asks for a kind of scoring"
        for path in MODULES
        if shown(path) not in scorings
        for node in nodes(path)
        if (isinstance(node, ast.Constant) and node.value in SCORINGS.keys() - {"own"})
        or (isinstance(node, ast.Compare) and "rules.count" in ast.unparse(node))
    ] == []


# ── inside a room ────────────────────────────────────────────────────────────────────────


def module(path: Path) -> str:
    """The dotted name of a module within the program; ``__init__`` has the folder's name."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


NAMES = {module(path) for path in MODULES}


def needs(path: Path) -> set[str]:
    """The modules of this program that a module imports, even if only for types."""
    found = set()
    for _, name in imports(path):
        parts = name.removeprefix("scorekeeper.").split(".") if "." in name else []
        whole = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
        found |= {next((known for known in whole if known in NAMES), "")}
    return found - {"", module(path)}


def test_no_two_modules_need_each_other() -> None:
    left = {module(path): needs(path) for path in MODULES}
    while left:
        needed = set().union(*left.values())
        apart = {name for name in left if not left[name] & set(left) or name not in needed}
        assert apart, f"these import each other in a circle: {sorted(left)}"
        left = {name: left[name] for name in left if name not in apart}


# ── how much there is to read ────────────────────────────────────────────────────────────


def lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def test_each_room_keeps_to_its_lines() -> None:
    counted = {room: sum(lines(path) for path in MODULES if home(path) == room) for room in PLACES}
    assert MOST_LINES.keys() == PLACES
    assert [
        f"{room} has {count} lines, {MOST_LINES[room]} at most"
        for room, count in sorted(counted.items())
        if count > MOST_LINES[room]
    ] == [], "raise a number of MOST_LINES in a commit of its own that says why"


def test_there_are_no_more_modules_than_a_newcomer_can_look_through() -> None:
    assert len(MODULES) <= MOST_MODULES


def test_no_file_is_longer_than_six_hundred_lines() -> None:
    assert [shown(path) for path in MODULES if lines(path) > LONGEST] == []


def test_the_reading_list_of_contributing_takes_one_evening() -> None:
    contributing = (ROOT.parent / "CONTRIBUTING.md").read_text("utf-8")
    listed = [ROOT.parent / name for name in re.findall(r"^\d+\. `(.+\.py)`", contributing, re.M)]
    assert [shown(path) for path in listed if path not in MODULES] == [], "these files don't exist"
    assert 15 <= len(set(listed)) == len(listed)
    assert sum(map(lines, listed)) < 3_600
