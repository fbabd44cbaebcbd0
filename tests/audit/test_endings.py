"""What can be wrong with the end of a hand of gin."""

from scorekeeper.audit import audit
from tests.program import ledger
from tests.tables import each

RULES = """\
[rules]
game = "gin"
set_max = 4
knock = 10
lay_off = true
gin_bonus = 25
big_gin_bonus = 31
undercut_bonus = 25
decks = 1
players = [2, 2]
rounds = [{ deal = 10 }]
repeats = true
target = 100
winner = "high"
count = "difference"
"""

OWN = "5S 5H 5D / 7H 8H 9H / QC QD QH / 2C"
BIG = "5S 5H 5D / 7H 8H 9H TH / QS QC QD QH"
TWO_PARTS = "5S 5H 5D / 7H 8H 9H / AC 2D 3C / AS"
"""What is left lies in two parts, as older versions wrote it."""

OTHERS = "9C 9D 9S 4S 5C 6S KC KS KD AH"


def found(block: str) -> list[tuple[str, str, str]]:
    text = ledger(block, players=("Ann", "Bo"), rules=RULES).replace("schema = 1", "schema = 2")
    return [(each.check, each.severity, each.problem) for each in audit(text)]


def hands(own: str, others: str) -> str:
    return f'[rounds.hands]\nAnn = "{own}"\nBo = "{others}"'


@each(
    "block",
    [
        'out = "Ann"\n[rounds.scores]\nAnn = 7\nBo = 23',
        f'out = "Ann"\n{hands(OWN, OTHERS)}',
        f'out = "Ann"\n{hands(TWO_PARTS, OTHERS)}',
        f'out = "Ann"\n[rounds.scores]\nAnn = 0\n[rounds.hands]\nBo = "{OTHERS}"',
        'out = "Ann"\nhow = "big-gin"\n[rounds.scores]\nAnn = 0\nBo = 23',
        f'out = "Ann"\nhow = "big-gin"\n{hands(BIG, OTHERS)}',
        "dead = true",
    ],
)
def test_a_sound_hand_has_no_finding(block: str) -> None:
    assert (
        found(
            block.replace("QS / TH 6H", "QS").replace("9H /", "9H TH /", 1)
            if "TH 6H" in block
            else block
        )
        == []
    )


@each(
    "block, check, message",
    [
        ("[rounds.scores]\nAnn = 7\nBo = 23", "nobody-out", "round 1: nobody has ended the hand"),
        (
            'out = ["Ann", "Bo"]\n[rounds.scores]\nAnn = 0\nBo = 0',
            "out-score",
            "round 1: Ann and Bo can't both have ended the hand",
        ),
        (
            'out = "Ann"\n[rounds.scores]\nAnn = 12\nBo = 23',
            "out-score",
            "round 1, Ann: can't knock with 12: the limit is 10",
        ),
        (
            'out = "Ann"\nhow = "big-gin"\n[rounds.scores]\nAnn = 4\nBo = 23',
            "out-score",
            "round 1, Ann: has big gin, which leaves nothing, but has 4 left",
        ),
        (
            f'out = "Ann"\n{hands(OWN.replace("9H", "JH"), OTHERS)}',
            "out-claim",
            "round 1, Ann: didn't end the hand: 7♥ 8♥ J♥: not a run: there is no 9♥ or 10♥",
        ),
        (
            f'out = "Ann"\nhow = "big-gin"\n{hands(BIG.replace("TH", "KH"), OTHERS)}',
            "out-claim",
            "round 1, Ann: doesn't have big gin: 7♥ 8♥ 9♥ K♥ isn't in a meld",
        ),
        (f'out = "Ann"\n{hands(BIG, OTHERS)}', "value", "round 1: 11 cards in melds is big gin"),
        (
            f'out = "Ann"\n{hands(OWN, OTHERS.replace("9C ", ""))}',
            "hand-size",
            "round 1, Bo: has 9 cards, but this round has 10",
        ),
        (
            f'out = "Ann"\n[rounds.scores]\nAnn = 7\n[rounds.hands]\nBo = "{OTHERS}"',
            "missing",
            "round 1: Bo shows cards, but Ann shows no melds to lay them off on",
        ),
        (
            f'out = "Ann"\nhow = "big-gin"\n{hands(OWN, OTHERS)}',
            "value",
            "round 1: big gin shows 11 cards",
        ),
        (
            f'out = "Ann"\n[rounds.scores]\nBo = 30\n{hands(OWN, OTHERS)}',
            "score-hand",
            "round 1, Bo: the sheet says 30 left, the cards leave 11",
        ),
        (
            f'out = "Ann"\n{hands(OWN, OTHERS.replace("9C", "5S"))}',
            "impossible-card",
            "round 1: 5♠ appears twice, but 1 pack holds it once",
        ),
        (
            'out = "Ann"\nknock = 4\n[rounds.scores]\nAnn = 4\nBo = 23',
            "value",
            "round 1: knock is set, but the card turned up doesn't matter in this game",
        ),
        (
            'out = "Ann"\ndouble = true\n[rounds.scores]\nAnn = 4\nBo = 23',
            "value",
            "round 1: double is set, but the card turned up doesn't matter in this game",
        ),
    ],
)
def test_a_hand_that_cannot_have_ended_like_that_is_a_finding(
    block: str, check: str, message: str
) -> None:
    assert (check, message) in [(name, said) for name, _, said in found(block)]


@each(
    "block, messages",
    [
        ('out = "Ann"\nknock = 4\ndouble = true', []),
        (
            'out = "Ann"',
            ["round 1: the card turned up sets the knock limit, but nobody has said which it was"],
        ),
        ("dead = true", []),
    ],
)
def test_it_is_said_if_the_card_turned_up_decides(block: str, messages: list[str]) -> None:
    upcard = 'count = "difference"\nupcard_knock = true\nspades_double = true\n'
    rules = RULES.replace('count = "difference"\n', upcard)
    scores = "" if block.startswith("dead") else "\n[rounds.scores]\nAnn = 4\nBo = 23"
    text = ledger(block + scores, players=("Ann", "Bo"), rules=rules)
    findings = audit(text.replace("schema = 1", "schema = 2"))
    assert [each.problem for each in findings] == messages
