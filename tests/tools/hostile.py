"""Ten thousand hostile requests against a served game, none of which may leave a trace.

``python -m tests.tools.hostile [COUNT]`` starts the program and attacks it; the suite does the
same with a few. Nothing is answered with 5xx, nothing is written, and the page still answers
afterwards.

Then it serves games beside which another user of the folder has planted a file of phones.
"""

import json
import os
import random
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from stat import S_IFREG, S_ISDIR
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scorekeeper.serve import phones_path
from tests.program import begin_serving, files, ledger, seeded
from tests.serve.phones import Page, Phone

PATHS = (
    *("/", "/tv", "/api/state", "/api/events", "/api/seat", "/api/draft", "/api/claim"),
    *("/api/wait", "/api/request", "/api/news?view=tv&seen=x", "/api/news?seen=" + "9" * 5000),
    *("/api/events?view=x&seen=x", "/api/events?view=tv&seen=" + "9" * 5000),
    *("/page.js", "//", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%00", "/%ff"),
    *("/api/seat/../state", "/api/seat?player=Bo", "/?" + "a=b&" * 500, "/" + "x" * 9000, "*"),
    *("http://evil.example/", "/api/draft#x", "/é", "/api/state\tx", "/.thursday.toml.phones", ""),
)
METHODS = ("GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "get", "X" * 300)
BODIES = (
    *(b"", b"{}", b"[]", b"null", b"NaN", b"1e999", b"{" * 5000, b"[" * 8000, b"\xff\xfe", b"\x00"),
    *(
        b'{"player": "\\ud800"}',
        b'{"player": ' + b"9" * 7000 + b"}",
        b'{"player": null}',
        b"x" * 9000,
    ),
    *(b'{"player": "__proto__"}', b'{"player": "../x.toml"}', b'{"player": "<script>"}'),
    b'{"round": 1, "entry": "12", "ready": true}',
    b'{"round": 1, "entry": "' + b"k+" * 3000 + b'k", "ready": true}',
    b'{"round": 1, "cards": "' + b"4h" * 3000 + b'", "discard": "kd"}',
    b'{"round": 1e400, "cards": ["4h"], "discard": {}}',
    '{"player": "\u202eoB", "ready": "\x1b[2J"}'.encode(),
)
HEADERS = (
    *("Host: evil.example", "Host: ", "Host: 127.0.0.1", "Origin: null", "Origin: http://evil"),
    *("Cookie: sk-8313=x", "Cookie: " + "a=b; " * 900, "Content-Type: text/plain"),
    *("Content-Length: -1", "Content-Length: 99999999999", "Content-Length: 5, 6", "Expect: 100"),
    *("Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Upgrade: websocket"),
    *("Connection: upgrade", "X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", ": x"),
    *("Range: bytes=0-1,2-3", "X: " + "y" * 20_000, "X\x00: y", "Last-Event-ID: " + "9" * 999),
)
PATIENCE = 0.5
"""Seconds to wait for an answer: the rest of what was broken off never comes."""


BO = {"round": 1, "player": "Bo", "entry": "12", "ready": True, "at": 1700000000}
ASKED = {"number": 1, "player": "Bo", "at": 0, "entry": "12"}
TOKEN, LOOK = "t" * 22, "l" * 22
PHONES: dict[str, object] = {
    **{"token": TOKEN, "look": LOOK, "block": 0, "port": 8313, "names": ["Ann", "Bo", "Cy"]},
    "seats": {"Bo": "0123456789abcdef"},
    "drafts": [BO],
    "requests": [ASKED],
    "notes": {"fedcba9876543210": "You took over Bo's seat."},
}
"""What a sound file of phones says."""

_WRONG: dict[str, tuple[object, ...]] = {
    "block": (float("inf"), float("nan"), 10**400, -1, True, "0", None),
    "port": (float("inf"), 10**400, 65536, -1, 8313.0, None, []),
    "names": ("Ann", [1], ["\ud800"], {"Ann": 1}, None),
    "seats": (
        *([], {"Bo": 1}, {"Bo": "\ud800" * 16}, {"Bo": "x"}, None),
        *({"\ud800": "0" * 16}, {"Bo": "0" * 17}, {"Bo": None}),
    ),
    "notes": ([], {"x": "y"}, {"0" * 16: "\x1b[2J"}, {"0" * 16: "n" * 999}),
    "drafts": (
        *({}, [5], [[]], [{}], "12", None),
        *([{**BO, "round": number}] for number in (float("inf"), 10**400, "1", True)),
        *([{**BO, "entry": entry}] for entry in ("\ud800", "1\x1b[2J", "1" * 201, 12)),
        *([{**BO, "at": seconds}] for seconds in (float("nan"), 10**400, -1, "now")),
        *([BO, {**BO, "player": player}] for player in ("\udfff", ["Bo"], None)),
        [{**BO, "ready": 1}],
    ),
    "requests": (
        *({}, [5], [[]], [{}], "12", None),
        *([{**ASKED, "number": number}] for number in (float("inf"), 10**400, -1, True, "1")),
        *([{**ASKED, "at": at}] for at in (float("nan"), 10**400, -1, None)),
        *([{**ASKED, "entry": entry}] for entry in ("\ud800", "1\x1b[2J", "1" * 201, 12)),
        *([ASKED, {**ASKED, "player": player}] for player in ("\udfff", ["Bo"], None)),
    ),
}
WRONG_VALUES = [(key, value) for key, values in _WRONG.items() for value in values]
"""What can't stand in a file of phones, each under its key."""

DAMAGED = (
    *("", "{", "[]", "null", "NaN", "{}", "[" * 100_000, '{"a":' * 100_000, " " * (2 << 20)),
    *("9" * 5000, '{"token": "", "look": ""}', "\x00"),
    *(
        json.dumps({**PHONES, key: value})
        for key in ("token", "look")
        for value in ("", "t", "\ud800" * 22, "é" * 22, "t" * 23, f"{TOKEN}\n", 5, None)
    ),
    json.dumps({**PHONES, "look": TOKEN}),
)
"""Files of phones that nobody can be let in by."""


def opened(path: Path) -> None:
    """A phones file that others can read."""
    seeded(path, json.dumps(PHONES))


def owned(path: Path, mode: int = 0o600) -> None:
    """A phones file of another user; if only root can make one, ours that others can read."""
    opened(path)
    if os.geteuid() == 0:
        path.chmod(mode)
        os.chown(path, 65534, 65534)


def linked(path: Path, make: Callable[[Path, Path], None], mode: int = 0o644) -> None:
    """A link to a file in another folder, which must be left alone."""
    outside = path.parent / "outside"
    outside.mkdir()
    seeded(outside / "private", json.dumps(PHONES)).chmod(mode)
    make(path, outside / "private")


def full(path: Path) -> None:
    """A folder that is not empty."""
    path.mkdir(mode=0o755)
    (path / "in the way").touch()


PLANTED: dict[str, Callable[[Path], None]] = {
    "open": opened,
    "another's": owned,
    "another's to read": lambda path: owned(path, 0o444),
    "a link": lambda path: linked(path, Path.symlink_to),
    "a link to a closed file": lambda path: linked(path, Path.symlink_to, 0o600),
    "a link to nothing": lambda path: path.symlink_to(path.parent / "made.txt"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a second name": lambda path: linked(path, Path.hardlink_to),
    "a pipe": lambda path: os.mkfifo(path, 0o600),
    "an empty folder": Path.mkdir,
    "a full folder": full,
}
"""What another user may put in the place of the file of phones, each by how."""


class Target(NamedTuple):
    """A served game: its port, its token, and the cookies of phones that were let in."""

    port: int
    token: str
    cookies: tuple[str, ...]


def target(port: int, token: str) -> Target:
    cookies = tuple(Phone(port, token).cookie for _ in range(20))
    return Target(port, token, cookies)


def request(target: Target, chance: random.Random) -> bytes:
    """One hostile request."""
    host = f"127.0.0.1:{target.port}"
    path = chance.choice([*PATHS, f"/{target.token[:-1]}", f"/{target.token}x"])
    lines = [f"{chance.choice(METHODS)} {path} HTTP/1.{chance.choice('0112')}"]
    body = chance.choice(BODIES)
    usual = {
        "Host": host,
        "Cookie": chance.choice([*target.cookies, chance.choice(target.cookies)[:-1], "sk=1"]),
        "Origin": f"http://{host}",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
    }
    lines += [f"{name}: {value}" for name, value in usual.items() if chance.random() < 0.85]
    lines += chance.sample(HEADERS, chance.choice((0, 0, 1, 2)))
    whole = "\r\n".join(lines).encode(errors="surrogateescape") + b"\r\n\r\n" + body
    if chance.random() < 0.1:  # broken off, or garbled
        whole = whole[: chance.randrange(len(whole))]
    elif chance.random() < 0.1:
        at = chance.randrange(len(whole))
        whole = whole[:at] + chance.randbytes(3) + whole[at:]
    return whole


def status_of(target: Target, sent: bytes, source: str) -> str:
    """The status of the answer to a request; "cut" or "silent" if there is none."""
    where = ("127.0.0.1", target.port)
    with suppress(OSError), socket.create_connection(where, PATIENCE, (source, 0)) as line:
        line.sendall(sent)
        try:
            answer = line.recv(4096)
        except TimeoutError:
            return "silent"
        return answer[9:12].decode("ascii", "replace") or "cut"
    return "cut"


def attack(target: Target, count: int, seed: int = 0) -> Counter[str]:
    """How often each status answered ``count`` hostile requests from many addresses.

    Meanwhile others send half a request each, and a page listens, whose stream must go on.
    """

    def status(number: int) -> str:
        chance = random.Random(seed * 1_000_003 + number)
        return status_of(target, request(target, chance), f"127.0.1.{2 + number % 240}")

    page, where = Page(Phone(target.port, target.token)), ("127.0.0.1", target.port)
    sources = [(f"127.0.2.{2 + number % 4}", 0) for number in range(count // 10)]
    with ExitStack() as many:
        for number, source in enumerate(sources):
            line = many.enter_context(socket.create_connection(where, PATIENCE, source))
            with suppress(OSError):  # others need the room already
                line.sendall(b"PUT /api/draft HTTP/1.1\r\nHost: "[: number % 40])
        with ThreadPoolExecutor(32) as pool:
            found = Counter(pool.map(status, range(count)))
    assert page.goes_on()
    page.closes()
    return found


def most_memory(process: int) -> int:
    """The most memory that a process had, in MB."""
    for line in Path(f"/proc/{process}/status").read_text("ascii").splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) // 1024
    return 0


def worked(process: int) -> float:
    """The processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def faults_beside(kind: str) -> list[str]:
    """What goes wrong if a game is served beside a planted file."""
    with TemporaryDirectory() as name:
        kept = phones_path(seeded(Path(name, "thursday.toml"), ledger()))
        PLANTED[kind](kept)
        server, url = begin_serving(Path(name), "--port", "0")
        try:
            port, token = url.removeprefix("http://127.0.0.1:").split("/")
            let_in = [Phone(int(port)).asks("GET", f"/{key}").status for key in (TOKEN, LOOK, "")]
            phone = Phone(int(port), token)
            works = phone.sits("Bo").status == phone.sends("12").status == 200
            facts = kept.lstat()
            is_ours = S_ISDIR(facts.st_mode) or facts.st_mode == S_IFREG | 0o600
        finally:
            server.terminate()
            server.communicate()
        return [
            *([f"{kind}: strangers get {let_in}"] if let_in != [404, 404, 404] else []),
            *([f"{kind}: no phone can enter"] if not works else []),
            *([f"{kind}: the file is as it was"] if not is_ours else []),
            *([f"{kind}: a file was made outside"] if Path(name, "made.txt").exists() else []),
        ]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with TemporaryDirectory() as name:
        folder = Path(name)
        seeded(folder / "thursday.toml", ledger())
        talk = (folder.parent / f"{folder.name}.err").open("w")
        server, url = begin_serving(folder, "--port", "0", stderr=talk)
        try:
            port, token = url.removeprefix("http://127.0.0.1:").split("/")
            attacked = target(int(port), token)
            before, began = files(folder), time.monotonic()
            found = attack(attacked, count, seed=int(time.time()))
            took = time.monotonic() - began
            answers = Phone(int(port), token).asks("GET", "/").status
            said = (folder.parent / f"{folder.name}.err").read_text("utf-8")
            print(f"{count} requests in {took:.0f} s, {most_memory(server.pid)} MB at most")
            print(", ".join(f"{status} × {times}" for status, times in sorted(found.items())))
            wrong = [
                *(f"answered {status}" for status in found if status.startswith("5")),
                *(["the files are others now"] if files(folder) != before else []),
                *([said] if "mistake" in said or "Traceback" in said else []),
                *([f"the page answers {answers}"] if answers != 200 else []),
            ]
            wrong += [fault for kind in PLANTED for fault in faults_beside(kind)]
            print("\n".join(wrong) or "nothing was written, no fault was met, the page answers")
            sys.exit(bool(wrong))
        finally:
            server.terminate()
            server.communicate()
            (folder.parent / f"{folder.name}.err").unlink()


if __name__ == "__main__":
    main()
