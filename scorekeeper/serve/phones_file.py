"""The file beside a ledger that keeps tokens, seats and drafts, so that a restart loses nobody.

Only whoever owns it can read it: the tokens in it let phones in. Each ``add`` at a terminal looks
for it, so nothing is imported before it is found.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.errors import FileError, listed, printable
from scorekeeper.ledger.game import Game
from scorekeeper.store.durable import is_missing, read_beside, replace_private, resolved

if TYPE_CHECKING:
    from scorekeeper.serve.drafts import Phones

TOKEN_BYTES = 16

IGNORED = "sk ignores it: phones come anew"


def phones_path(ledger: Path) -> Path:
    """Where it lies: ``.NAME.toml.phones`` beside the file that a link leads to."""
    target = resolved(ledger)
    return target.with_name(f".{target.name}.phones")


def new_phones() -> "Phones":
    """No phones yet, and tokens that nobody can guess."""
    import secrets

    from scorekeeper.serve.drafts import Phones

    return Phones(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES))


def load_phones(ledger: Path, tell: Callable[[str], None] = lambda _: None) -> "Phones | None":
    """The phones of a ledger; None where there are none, or none that can be believed.

    ``tell`` gets one line about what cannot be believed.
    """
    try:
        path = phones_path(ledger)
        content = read_beside(path, private=True)
    except FileError as error:
        if not is_missing(error):
            tell(f"{error.problem}; {IGNORED}")
        return None
    from scorekeeper.serve import kept_phones

    try:
        phones, wrong = kept_phones.read(content)
    except (ValueError, RecursionError):
        tell(f"{printable(str(path))} is damaged; {IGNORED}")
        return None
    if wrong:
        tell(f"{printable(str(path))} is damaged; sk ignores its {listed(wrong)}")
    return phones


def save_phones(ledger: Path, phones: "Phones") -> None:
    """Keep the phones of a ledger, whole or not at all; FileError where that cannot be."""
    from scorekeeper.serve import kept_phones

    replace_private(phones_path(ledger), kept_phones.written(phones))


def ready_entries(ledger: Path, game: Game, tell: Callable[[str], None]) -> dict[str, str]:
    """What phones have sent as ready for the round at hand, in the order of the seats."""
    phones = load_phones(ledger, tell)
    if phones is None:
        return {}
    from scorekeeper.serve.drafts import row_to_enter

    row = row_to_enter(game)
    if row is None:
        return {}
    ready = phones.at(game).ready()
    return {name: ready[name].entry for name in row.players if name in ready}


# ── the keyboard ─────────────────────────────────────────────────────────────────────────────


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
