"""What a table forgets by itself, after as many days as its operator has chosen."""

from datetime import timedelta

from game.services.operator import Operator
from game.services.store import Store


def expire(store: Store, operator: Operator) -> None:
    """Forget what is too old today. A clock that is behind only lets things stay longer."""
    today = store.today()
    if operator.parked_days:
        oldest = (today - timedelta(days=operator.parked_days)).isoformat()
        for run in store.running():
            if run.parked is not None and run.touched < oldest:
                store.discard(run.id)
    if operator.names_days:
        store.forget_names(today - timedelta(days=operator.names_days))
    if operator.results_days:
        store.forget_results(today - timedelta(days=operator.results_days))
