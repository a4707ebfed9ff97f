"""The eye over a structure of Walongs: it has no bounds, so the view of all of it follows it."""

from collections.abc import Callable

from game.scenes.play.camera import View
from game.scenes.play.eye import Eye
from game.scenes.walong.table import WalongTable
from game.ui.frame import Box, Point

CLOSER = 6
"""How many notches a double tap leads nearer."""


class WalongEye(Eye):
    """Looks at what lies on a board; `turn` is told of steps that a free finger goes round what
    another one carries, see `Fingers`. Time passes for its camera where it does for the board.
    """

    pictured = False

    def __init__(
        self, board: WalongTable, place: Callable[[Box], None],
        turn: Callable[[int], object] = lambda steps: None,
    ) -> None:  # fmt: skip
        super().__init__(board.box, board.scale, place, board.camera, turn)
        self.table = board
        self._before: View | None = None
        """The view that a double tap leads back to."""

    @property
    def dull(self) -> bool:
        return self.table.dull

    @property
    def whole(self) -> bool:
        return not (self.camera.held or self.camera.moving)

    def keep(self) -> None:
        self.camera.keep_near(self.table.places())

    # Hands ---------------------------------------------------------------------------------------

    def approach(self, point: Point) -> None:
        self._before = self.camera.goal
        self.camera.notch(CLOSER, point)
        self.keep()

    def fit(self) -> None:
        before, self._before = self._before, None
        if before is None:
            self.camera.fit(self.table.places())
        else:
            self.camera.held, self.camera.goal = False, before
            self.camera.follow(self.table.places())

    def show(self, *points: Point) -> None:
        if self.camera.held:  # else it shows everything, or is about to
            super().show(*points)

    # Time ----------------------------------------------------------------------------------------

    def update(self, seconds: float, reduced: bool) -> None:
        self.pass_time(seconds)

    def sharpen(self, seconds: float, draw: Callable[[], object]) -> None:
        self.table.sharpen(seconds, draw)
