"""Cards as people say them, ``10 of hearts``, ``hearts 5 6 7``, ``red joker``, in letters.

Only what the notation of ``cards`` cannot read comes here. What may mean other cards as well is
refused, and never guessed.
"""

import re
from collections.abc import Mapping

from scorekeeper.errors import CardError, quoted

_LINE = "a23456789tjqka"
_RANK = "(?:10|[a2-9tjqk])"
_SUIT = "[shdcx♠♤♥♡♦♢♣♧★☆*]"
_START, _END = r"(?<![^\s,/|;])", r"(?![^\s,/|;])"

_AND = r"(?<=[^\s/|;])\s+(?:and|&)\s+(?=[^\s/|;])"
_JOKER = rf"{_START}(?:red|black|big|little)\s+joker{_END}"
_GLUED = rf"{_START}({_SUIT})({_RANK}{{2,}}){_END}"
_SPAN = rf"{_START}({_SUIT}\s*)?({_RANK}(?:\s*-\s*{_RANK})+)(?:(?:\s*of)?\s*({_SUIT}))?{_END}"

_LONE = f"(?:of|{_RANK}+|{_SUIT})"
_SEVERAL = rf"{_START}{_LONE}(?:[\s,]+{_LONE})*{_END}"
_PAIR = rf"({_RANK})\s+(?:of\s+)?({_SUIT})"
_LIST = rf"({_SUIT})(\s+{_RANK}+(?:[\s,]+{_RANK}+)*)"


def in_letters(text: str, letters: Mapping[str, str]) -> str:
    """``text`` with its spoken cards in the notation, and all the rest as it is.

    ``letters`` are those of the ranks and suits by their names. Raises CardError where a hyphen
    between two ranks may mean the ranks between them as well.
    """
    said = re.sub(r"[^\W\d_]+", lambda word: letters.get(word[0], word[0]), text.lower())
    said = re.sub(_AND, ", ", said)
    said = re.sub(_JOKER, "jk", said)
    for span in re.finditer(_SPAN, said):
        if suit := (span[3] or span[1] or "").strip():
            raise _two_readings(span[2], suit)
    said = re.sub(_GLUED, r"\2\1", said)
    return re.sub(_SEVERAL, _joined, said)


def _joined(found: re.Match[str]) -> str:
    """Lone ranks and suits as cards, where each has one to go with in one and the same way."""
    said = found[0]
    if re.fullmatch(rf"(?:{_PAIR}[\s,]*)+", said):
        return re.sub(_PAIR, r"\1\2", said)
    if re.fullmatch(rf"(?:{_LIST}[\s,]*)+", said):
        return re.sub(_LIST, lambda each: re.sub(_RANK, rf"\g<0>{each[1]}", each[2]), said)
    return said


def _two_readings(typed: str, suit: str) -> CardError:
    """What there is to say of ``5-7h``, which may be all from five to seven, or these two."""
    named = [rank.replace("10", "t") for rank in re.findall(_RANK, typed)]
    first, last = _LINE.index(named[0]), _LINE.rindex(named[-1])
    span = _LINE[first : last + 1] if first < last else _LINE[last : first + 1][::-1]
    each, ends = ([f"{rank}{suit}".replace("t", "10") for rank in ranks] for ranks in (span, named))
    readings = " ".join(each) if each == ends else f"{' '.join(each)}, or {' and '.join(ends)}"
    return CardError(f"{quoted(typed)} can be read in two ways", remedy=f"did you mean {readings}?")
