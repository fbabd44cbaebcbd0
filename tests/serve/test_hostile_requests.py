"""A few of the requests of ``python -m tests.tools.hostile``."""

import pytest

from tests.program import files
from tests.serve.phones import Serves
from tests.tools.hostile import attack, target


@pytest.mark.slow
def test_hostile_requests_leave_no_trace(serves: Serves, capfd: pytest.CaptureFixture[str]) -> None:
    served = serves()
    attacked = target(served.port, served.serving.game.phones.token)
    before = files(served.path.parent)
    found = attack(attacked, 600)
    assert sum(found.values()) == 600
    assert not [status for status in found if status.startswith("5")], found
    assert files(served.path.parent) == before
    assert not [line for line in served.told if "mistake" in line]
    assert served.phone().asks("GET", "/").status == 200
    assert capfd.readouterr() == ("", "")
