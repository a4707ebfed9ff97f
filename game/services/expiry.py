"""What a table forgets by itself, after as many days as its operator has chosen."""

from datetime import date, datetime, timedelta

from game.services.operator import Operator
from game.services.store import Running, Store


def expire(store: Store, operator: Operator) -> None:
    """Forget what is too old today. A clock that is behind only lets things stay longer."""
    today = store.today()
    for run in store.running():
        if run.parked is not None and days_left(run, operator, today) == 0:
            store.discard(run.id)
    if operator.names_days:
        store.forget_names(today - timedelta(days=operator.names_days))
    if operator.results_days:
        store.forget_results(today - timedelta(days=operator.results_days))


def days_left(run: Running, operator: Operator, today: date) -> int | None:
    """For how many days a parked match, last played or opened when it says, is still kept, today
    being one of them; None: for ever.
    """
    if not operator.parked_days:
        return None
    rested = today - datetime.fromisoformat(run.touched).date()
    return max(0, operator.parked_days + 1 - rested.days)
