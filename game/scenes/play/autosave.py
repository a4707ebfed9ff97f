"""A match on its way into the store: every step is kept before its animation starts."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.core.match import Match, Series, Step
from game.services.history import Result
from game.services.people import Chair
from game.services.store import OutOfStep, Store


class Autosave:
    """What a play scene tells the store. Without a number the match is kept from `begin` on."""

    def __init__(
        self, store: Store, series: Series, chairs: Sequence[Chair], match_id: int | None
    ) -> None:
        self._store, self._series, self._chairs = store, series, tuple(chairs)
        self.match_id = match_id
        self._finished = False

    @property
    def _game_no(self) -> int:
        return len(self._series.games) - 1

    def begin(self) -> None:
        if self.match_id is None:
            self.match_id = self._store.begin(self._series, self._chairs)

    def append(self, steps: Sequence[Step]) -> None:
        """Keep steps that were just played."""
        if self.match_id is None or not steps:
            return
        write = self._series.current.game.write
        texts = [write(step.move) for step in steps]
        try:
            self._store.append(self.match_id, self._game_no, steps[0].index, *texts)
        except OutOfStep:
            self._part()

    def rewrite(self, match: Match) -> None:
        """The cursor was moved: keep what lies before it, and only that."""
        if self.match_id is None:
            return
        texts = [match.game.write(move) for move in match.log[: match.cursor]]
        try:
            if self._finished:
                self._finished = False
                self._store.reopen(self.match_id)
            self._store.append(self.match_id, self._game_no, 0, *texts)
        except OutOfStep:
            self._part()

    def finish(self) -> None:
        """The game is over; with the last game of a series the whole match is."""
        if self.match_id is not None and self._series.over and not self._finished:
            result = Result.of(self._series, self._chairs)
            try:
                self._store.finish(self.match_id, result)
            except OutOfStep:
                self._part()
                self._store.finish(self.match_id, result)
            self._finished = True

    def _part(self) -> None:
        """The stored match does not take these steps: go on with one of its own, with all steps."""
        if self.match_id is not None:
            self.match_id = self._store.part(self.match_id, self._series, self._chairs)
