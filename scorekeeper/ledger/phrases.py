"""The words that people say for what became of somebody in a round."""

from collections.abc import Mapping

from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import Called

PHRASES = {
    "o": ("o", "out", "went out", "goes out", "is out", "won", "wins"),
    "0": ("nothing", "none", "nil", "zero"),
    "-": ("-", "absent", "away", "not here", "sat out"),
    "went out, or not here": ("gone",),
}
"""What people say for going out, for 0 and for somebody who was not here, and what may be two."""

CALLED: Mapping[str, Called] = {
    **dict.fromkeys(("drop", "drops", "dropped", "first drop"), "drop"),
    **dict.fromkeys(("middle", "middle drop"), "middle"),
    **dict.fromkeys(("wrong", "wrong show"), "wrong"),
}
"""What people say for points that have a name in a few games, of each the whole phrase last."""

_SAID = {phrase: meaning for meaning, phrases in PHRASES.items() for phrase in phrases}


def meaning_of(text: str) -> str | None:
    """What a phrase means: ``o``, ``0``, ``-``, or the question that it leaves open.

    >>> meaning_of("Went out"), meaning_of("zero"), meaning_of("twelve")
    ('o', '0', None)
    """
    return _SAID.get(" ".join(text.casefold().split()))


def called_in(text: str, rules: RoundRules | None) -> Called | None:
    """The word for points that a text is in a round with these rules; None for any other."""
    called = CALLED.get(" ".join(text.casefold().split()))
    return called if rules and called in rules.called else None


def sayings(rules: RoundRules | None) -> dict[str, bool]:
    """The words besides going out that are entries in a round, as people say them.

    Each with whether the points that are left stand behind it.
    """
    if rules is None or not rules.has_gin:
        whole = {called: phrase for phrase, called in CALLED.items()}
        called = [whole[word] for word in rules.called] if rules else []
        return dict.fromkeys((*called, PHRASES["-"][-1]), False)
    big = {"big gin": False} if rules.big_gin_bonus else {}
    return {"gin": False, **big, **({"knock": True} if rules.knock else {})}
