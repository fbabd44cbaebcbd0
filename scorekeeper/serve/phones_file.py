"""The file beside a ledger that keeps tokens, seats and drafts, so that a restart loses nobody.

Only whoever owns it can read it: the tokens in it let phones in.
"""

import secrets
from contextlib import suppress
from pathlib import Path

from scorekeeper.errors import FileError
from scorekeeper.ledger.game import Game
from scorekeeper.serve.drafts import Draft, Phones, row_to_enter
from scorekeeper.store.durable import read_file, replace_file, resolved

TOKEN_BYTES = 16


def phones_path(ledger: Path) -> Path:
    """Where it lies: ``.NAME.toml.phones`` beside the file that a link leads to."""
    target = resolved(ledger)
    return target.with_name(f".{target.name}.phones")


def new_phones() -> Phones:
    """No phones yet, and tokens that nobody can guess."""
    return Phones(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES))


def load_phones(ledger: Path) -> Phones | None:
    """The phones of a ledger; None where there are none, or none that can be read."""
    import json

    try:
        document = json.loads(read_file(phones_path(ledger)))
        drafts = [Draft(**facts) for facts in document["drafts"]]
        seats, block = document["seats"], document["block"]
        return Phones(
            str(document["token"]),
            str(document["look"]),
            {str(player): str(phone) for player, phone in seats.items()},
            {draft.player: draft for draft in drafts if isinstance(draft.entry, str)},
            int(block),
            int(document["port"]),
            tuple(map(str, document["names"])),
        )
    except (FileError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def save_phones(ledger: Path, phones: Phones) -> None:
    """Keep the phones of a ledger, whole or not at all; FileError where that cannot be."""
    import json

    document = {
        "what": "tokens, seats and drafts of sk serve; without it the phones have to come anew",
        **phones._asdict(),
        "drafts": [draft._asdict() for draft in phones.drafts.values()],
    }
    path = phones_path(ledger)
    with suppress(OSError):  # what is in the way is said when it is written
        path.touch(mode=0o600)
        path.chmod(0o600)
    replace_file(path, json.dumps(document, indent=0).encode())


def ready_entries(ledger: Path, game: Game) -> dict[str, str]:
    """What phones have sent as ready for the round at hand, in the order of the seats."""
    phones, row = load_phones(ledger), row_to_enter(game)
    if phones is None or row is None:
        return {}
    ready = phones.at(game).ready()
    return {name: ready[name].entry for name in row.players if name in ready}
