"""A draw that nobody sees before the person whose turn it is reaches for it.

The match draws at once, as it always does; only the picture waits. So a move can be taken back
as long as nobody has seen what comes after it.
"""

from collections.abc import Collection

from game.rules.core.match import Match, Series, Step
from game.rules.core.protocol import Seat


class HiddenDraw:
    """Remembers which draw in the current match of a series nobody has seen yet."""

    def __init__(self, series: Series) -> None:
        self._series = series
        self._hidden: tuple[Match, int] | None = None
        """The match, and how many steps it has together with the draw."""

    @property
    def waits(self) -> bool:
        """Whether the match stands at a draw that nobody has seen."""
        match = self._series.current
        return self._hidden == (match, match.cursor)

    def hide(self, step: Step) -> None:
        """Let a step that has just been played wait until `show`."""
        self._hidden = self._series.current, step.index + 1

    def show(self) -> None:
        """Nothing is hidden any more."""
        self._hidden = None

    def decision_before(self, persons: Collection[Seat]) -> int | None:
        """The step before the draw that waits, if it was a free decision of a person.

        It may be taken back whatever the house rule says.
        """
        match = self._series.current
        if not self.waits or match.cursor < len(match.log):
            return None
        target = match.undo_target(persons, takeback=True)
        return target if target == match.cursor - 2 else None
