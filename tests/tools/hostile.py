"""Ten thousand hostile requests against a served game, none of which may leave a trace.

``python -m tests.tools.hostile [COUNT]`` starts the program and attacks it; the suite does the
same with a few. Nothing is answered with 5xx, nothing is written, and the page still answers
afterwards.
"""

import os
import random
import socket
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.program import begin_serving, files, ledger, seeded
from tests.serve.phones import Page, Phone

PATHS = (
    *("/", "/tv", "/api/state", "/api/events", "/api/seat", "/api/draft", "/api/claim"),
    *("/api/wait", "/page.js", "//", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%00", "/%ff"),
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
    """The status that a request is answered with; "cut" or "silent" where it is not."""
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
    """How often which status answered ``count`` hostile requests, from many addresses.

    Meanwhile others hold half a request each, and a page listens, whose stream goes on.
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
    """The seconds that a process has worked."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
            print("\n".join(wrong) or "nothing was written, no fault was met, the page answers")
            sys.exit(bool(wrong))
        finally:
            server.terminate()
            server.communicate()
            (folder.parent / f"{folder.name}.err").unlink()


if __name__ == "__main__":
    main()
