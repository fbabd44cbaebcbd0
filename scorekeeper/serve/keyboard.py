"""The keyboard, for which phones wait while it writes a round, whichever process serves them."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from scorekeeper.serve.phones_file import load_phones


@contextmanager
def phones_held(ledger: Path) -> Iterator[None]:
    """While this lasts phones change nothing of the round, and it does not write itself.

    The keyboard listens as a page does: once it listens no more, be it killed, the phones go on.
    """
    phones = load_phones(ledger)
    if phones is None:
        yield
        return
    from http.client import HTTPConnection, HTTPException

    from scorekeeper.serve.door import Door

    door = Door(phones)
    headers = {"Cookie": f"{door.cookie}={door.new_cookie('holds')}"}
    with closing(HTTPConnection("127.0.0.1", phones.port, timeout=1)) as line:
        with suppress(OSError, HTTPException):  # nobody may be serving it
            line.request("GET", "/api/events", headers=headers)
            line.getresponse().readline()
        yield
