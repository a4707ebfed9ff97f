"""What a table forgets by itself, after as many days as its operator has chosen."""

from datetime import date, datetime, timedelta

from game.services.operator import Operator
from game.services.store import Running, Store


def expire(store: Store, operator: Operator) -> None:
    """Forget what is too old today. A clock that is behind only lets things stay longer."""
    today = store.today()
    for run in store.running():
        left = days_left(run, operator, today)
        if run.parked is not None and left is not None and left < 0:
            store.discard(run.id)
    if operator.names_days:
        store.forget_names(today - timedelta(days=operator.names_days))
    if operator.results_days:
        store.forget_results(today - timedelta(days=operator.results_days))


def days_left(run: Running, operator: Operator, today: date) -> int | None:
    """For how many days after today a parked match is still kept, counted from when it was last
    played or opened; None: for ever.
    """
    if not operator.parked_days:
        return None
    rested = today - datetime.fromisoformat(run.touched).date()
    return operator.parked_days - rested.days
