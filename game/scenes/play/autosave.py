"""A match on its way into the store: every step is there before its animation starts, and on the
disk too unless that takes longer than a second (see `Database.confirm`).
"""

from collections.abc import Sequence

from game.rules.core.match import Match, Series, Step
from game.rules.core.protocol import AnyMove
from game.services.history import Result
from game.services.people import Chair
from game.services.store import OutOfStep, Store
from game.services.terms import UNSAID, Terms


class Autosave:
    """What a play scene tells the store. Without a number the match is kept from `begin` on.

    When the stored match does not take the steps, it goes on as one of its own, with all steps.
    """

    def __init__(
        self, store: Store, series: Series, chairs: Sequence[Chair], match_id: int | None,
        terms: Terms = UNSAID,
    ) -> None:  # fmt: skip
        self._store, self._series, self.chairs = store, series, tuple(chairs)
        self.match_id, self._terms = match_id, terms
        self._finished = False

    def begin(self) -> None:
        if self.match_id is None:
            self.match_id = self._store.begin(self._series, self.chairs, self._terms)

    def append(self, steps: Sequence[Step]) -> None:
        if steps:
            self._keep(steps[0].index, [step.move for step in steps])

    def rewrite(self, match: Match) -> None:
        """The cursor was moved: keep what lies before it, and only that."""
        self._keep(0, match.log[: match.cursor])

    def _keep(self, index: int, moves: Sequence[AnyMove]) -> None:
        """From this step on these are the moves of the current game, which is not over yet."""
        if self.match_id is None:
            return
        texts = [self._series.current.game.write(move) for move in moves]
        try:
            if self._finished:
                self._finished = False
                self._store.reopen(self.match_id)
            self._store.append(self.match_id, len(self._series.games) - 1, index, *texts)
        except OutOfStep:
            self._part(self.match_id)

    def _part(self, match_id: int) -> None:
        self.match_id = self._store.part(match_id, self._series, self.chairs, self._terms)

    def finish(self) -> None:
        """The game is over; with the last game of a series the whole match is."""
        if self.match_id is not None and self._series.over and not self._finished:
            result = Result.of(self._series, self.chairs)
            try:
                self._store.finish(self.match_id, result)
            except OutOfStep:
                self._part(self.match_id)
                self._store.finish(self.match_id, result)
            self._finished = True
