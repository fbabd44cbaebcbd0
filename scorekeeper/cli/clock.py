"""The day that this computer's clock shows."""

from datetime import date

from scorekeeper.errors import UsageError


def today() -> date:
    """The day of today; UsageError where the clock shows a year that no calendar has."""
    try:
        return date.today()
    except (ValueError, OverflowError, OSError) as error:
        problem = "this computer's clock isn't between the years 1 and 9999"
        raise UsageError(problem, remedy="set the clock, and try again") from error
