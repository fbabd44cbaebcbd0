"""The rules of gin in words: how a hand ends, who scores, how the game is settled."""

from scorekeeper.rules.rule_set import RuleSet


def ending_facts(rules: RuleSet, sets: str) -> list[tuple[str, str]]:
    """How a round ends by gin or a knock, and what each is worth; "" for what isn't played."""
    bonuses = {
        "gin": rules.gin_bonus,
        "big gin, without a discard": rules.big_gin_bonus,
        "an undercut": rules.undercut_bonus,
    }
    worth = [f"{name} {points}" for name, points in bonuses.items() if points]
    off = " The other may lay off, but not against gin." if rules.lay_off else ""
    return [
        ("Going out", f"draw, discard one, lay the rest in {sets} and runs: gin."),
        ("", f"Or knock with {limit_words(rules)}." if rules.knock else ""),
        ("", f"Nobody gets another turn.{off}"),
        ("Bonus", f"{' · '.join(worth)}." if worth else ""),
    ]


def limit_words(rules: RuleSet) -> str:
    """How much deadwood a knock may leave."""
    if rules.upcard_knock:
        return "no more deadwood than the card turned up (an ace: gin only)"
    return f"{rules.knock} or less deadwood"


def scoring_facts(rules: RuleSet) -> list[tuple[str, str]]:
    """Who scores a hand, and what."""
    twice = "If a spade is turned up, the points count twice."
    return [
        ("", "The player who ends the hand scores the difference."),
        ("", "Undercut: the knocker has as much deadwood as the other, or more,"),
        ("", "and the other scores the difference."),
        ("", twice if rules.spades_double else ""),
    ]


def settled_facts(rules: RuleSet) -> list[tuple[str, str]]:
    """The columns side by side, and what the end adds to the points of the hands."""
    side = f"{rules.columns} side by side, each its own game; the highest sum wins"
    parts = [f"{rules.game_bonus} for the game"] if rules.game_bonus else []
    parts += [f"{rules.box_bonus} for each hand won"] if rules.box_bonus else []
    parts += ["a shutout counts double"] if rules.shutout else []
    facts = [("columns", side)] if rules.in_columns else []
    return facts + ([("settled", " · ".join(parts))] if parts else [])


def knock_questions(rules: RuleSet) -> list[tuple[str, bool, str, str]]:
    """What tables argue about: a question, the answer here, and the switches for no and yes."""
    questions: list[tuple[str, bool, str, object, object]] = [
        ("big gin, all 11 cards", rules.big_gin_bonus > 0, "big_gin_bonus", 31, 0),
        ("an undercut is worth 25", rules.undercut_bonus == 25, "undercut_bonus", 25, 10),
        ("gin is worth 25", rules.gin_bonus == 25, "gin_bonus", 25, 20),
        ("the other lays off", rules.lay_off, "lay_off", "true", "false"),
        ("the card turned up is the limit", rules.upcard_knock, "upcard_knock", "true", "false"),
        ("a spade turned up doubles", rules.spades_double, "spades_double", "true", "false"),
        ("three columns (Hollywood)", rules.columns == 3, "columns", 3, 1),
        ("a shutout doubles", rules.shutout, "shutout", "true", "false"),
    ]
    return [
        (question, here, f"--rule {key}={no}", f"--rule {key}={yes}")
        for question, here, key, yes, no in questions
    ]
