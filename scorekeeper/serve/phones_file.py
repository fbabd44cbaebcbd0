"""The file beside a ledger that keeps tokens, seats and drafts, so that a restart loses nobody.

Only whoever owns it can read it: the tokens in it let phones in. Each ``add`` at a terminal looks
for it, so nothing is imported before it is found.
"""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.errors import FileError
from scorekeeper.ledger.game import Game
from scorekeeper.store.durable import read_file, replace_file, resolved

if TYPE_CHECKING:
    from scorekeeper.serve.drafts import Phones

TOKEN_BYTES = 16


def phones_path(ledger: Path) -> Path:
    """Where it lies: ``.NAME.toml.phones`` beside the file that a link leads to."""
    target = resolved(ledger)
    return target.with_name(f".{target.name}.phones")


def new_phones() -> "Phones":
    """No phones yet, and tokens that nobody can guess."""
    import secrets

    from scorekeeper.serve.drafts import Phones

    return Phones(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES))


def load_phones(ledger: Path) -> "Phones | None":
    """The phones of a ledger; None where there are none, or none that can be read."""
    try:
        content = read_file(phones_path(ledger))
        import json

        from scorekeeper.serve.drafts import Draft, Phones

        document = json.loads(content)
        drafts = [Draft(*(facts[key] for key in Draft._fields)) for facts in document["drafts"]]
        seats, block = document["seats"], document["block"]
        return Phones(
            str(document["token"]),
            str(document["look"]),
            {str(player): str(phone) for player, phone in seats.items()},
            {draft.player: draft for draft in drafts if isinstance(draft.entry, str)},
            int(block),
            int(document["port"]),
            tuple(map(str, document["names"])),
            {str(phone): str(note) for phone, note in document.get("notes", {}).items()},
        )
    except (FileError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def save_phones(ledger: Path, phones: "Phones") -> None:
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
    phones = load_phones(ledger)
    if phones is None:
        return {}
    from scorekeeper.serve.drafts import row_to_enter

    row = row_to_enter(game)
    if row is None:
        return {}
    ready = phones.at(game).ready()
    return {name: ready[name].entry for name in row.players if name in ready}
