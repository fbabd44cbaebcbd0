"""Claims from phones while the referee takes a while."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, NamedTuple

import pytest

from scorekeeper.serve import served_game
from scorekeeper.serve.phones import judge_claim
from tests.program import Run
from tests.serve.phones import Serves
from tests.serve.test_served_game import until


class Referee(NamedTuple):
    """A referee who gives no verdict until the test says so."""

    asked: Event
    decides: Event


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch) -> Iterator[Referee]:
    thinking = Referee(Event(), Event())

    def thinks(*claim: Any) -> Any:
        thinking.asked.set()
        thinking.decides.wait(60)
        return judge_claim(*claim)

    monkeypatch.setattr(served_game, "judge_claim", thinks)
    yield thinking
    thinking.decides.set()


def test_while_a_claim_is_judged_other_phones_are_answered(
    serves: Serves, referee: Referee
) -> None:
    served = serves()
    bo, ann = served.phone("Bo"), served.phone("Ann")
    with ThreadPoolExecutor() as other:
        claim = other.submit(bo.claims, "4h 5h 6h", "kd")
        assert referee.asked.wait(60)
        again = bo.claims("4h 5h 6h", "kd")
        assert (again.status, again.problem) == (409, "your last claim is still being judged")
        assert ann.sends("12").status == 200
        assert ann.state()["claim"] is None
        assert not claim.done()
        referee.decides.set()
        assert claim.result().json["stands"]
    assert ann.state()["claim"]["player"] == "Bo"


def test_a_claim_that_takes_too_long_is_cut_and_the_next_one_judged(
    serves: Serves, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves()
    bo = served.phone("Bo")
    with monkeypatch.context() as hurried:
        hurried.setattr(served_game, "CLAIM_SECONDS", 0.1)
        late = bo.claims("4h 5h 6h", "kd")
    assert (late.status, late.problem) == (422, "judging this took more than 0.1 seconds")
    referee.decides.set()
    assert bo.claims("4h 5h 6h", "kd").json["stands"]


def test_a_verdict_on_a_round_that_was_written_meanwhile_does_not_count(
    serves: Serves, run: Run, referee: Referee
) -> None:
    served = serves()
    bo = served.phone("Bo")
    with ThreadPoolExecutor() as other:
        claim = other.submit(bo.claims, "4h 5h 6h", "kd")
        assert referee.asked.wait(60)
        run("add", "1", "2", "o")
        until(lambda: bo.state()["next"]["number"] == 2)
        referee.decides.set()
        assert claim.result().status == 409
    assert bo.state()["claim"] is None
    assert bo.state()["me"]["draft"] is None


def test_a_verdict_for_a_seat_that_was_freed_meanwhile_does_not_count(
    serves: Serves, referee: Referee
) -> None:
    served = serves()
    ann = served.phone("Ann")
    assert ann.asks("PUT", "/api/seat", {"player": "Bo", "also": True}).status == 200
    claim = {"round": 1, "cards": "4h 5h 6h", "discard": "kd", "for": "Bo"}
    with ThreadPoolExecutor() as other:
        answer = other.submit(ann.asks, "POST", "/api/claim", claim)
        assert referee.asked.wait(60)
        served.serving.do(lambda: served.serving.game.free("Bo"))
        referee.decides.set()
        assert answer.result().problem == "the game changed while this was being judged"
    assert ann.state()["claim"] is None
    assert served.serving.game.phones.drafts == {}
