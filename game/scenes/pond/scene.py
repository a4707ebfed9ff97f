"""What the scenes of games in a pond share: the water, koi and stones that come into it, trays."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.scenes.core.scene import Change
from game.scenes.play.pick_and_place import InTray, PickAndPlace
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.played_match import M, S
from game.scenes.play.tray import Tray
from game.scenes.pond.pool import SIDE, Dance, Grid, Piece, Pool, Square, Stone
from game.scenes.pond.view import PoolView, glow, paint_piece
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.theme import LAMP
from game.ui.timeline import Motion

LIFTED = 0.6
"""How high a stone in hand is."""


class PondScene(PlayScene[S, M, Square | InTray]):
    """A match in a pond of so many `files` and `ranks`, whose squares are 0 (a1), 1 (b1) and so on.

    `pieces` says what is in the water. What is elsewhere in the next state swims, leaps or flies
    there; what is new comes out of the tray, or from where it was dropped.
    """

    files = ranks = SIDE
    board: Grid
    input: PickAndPlace[Square, M]

    def make_parts(self) -> None:
        self.board = Grid(self.files, self.ranks)
        self.pool = Pool(files=self.files, ranks=self.ranks)
        """What is in the water."""
        self.view = PoolView(self.pool, self.board)
        """Paints the pool."""
        self.dance = Dance(
            self.pool, self.timeline, lambda cue, at: self.sound(cue, self.board.point(at))
        )
        """Lets koi swim and stones fly."""
        self.input = PickAndPlace(self, lambda: self.board.seen, self.lay)
        """Turns taps and drags into moves."""

    # What a game in a pond says ----------------------------------------------------------------

    @abstractmethod
    def pieces(self, state: S) -> Mapping[Square, Piece]:
        """What is in the water, by its square. Where in the water follows from that."""

    def in_tray(self, seat: Seat) -> Piece | None:
        """What lies in a seat's tray and may be brought into the pond, if anything does."""
        return None

    def lay(self, square: Square) -> M:
        """The move that brings it to a square: the one that is written as that is called."""
        return self.game.read(self.board.names[square])

    def tray_at(self, step: Step) -> Point:
        """From where on the table a new piece comes, or where one goes that is taken away."""
        return self.trays[step.seat].middle

    def shore(self) -> int:
        """The edge, by its turn, at which the first rank lies."""
        return 0

    # What follows from it ----------------------------------------------------------------------

    def wishes(self) -> Iterator[Callable[[], object]]:
        return self.view.wishes(self.context.scale, self.context.design)

    def place_board(self, box: Box) -> None:
        self.board.fit(box, self.shore(), self.layout.board)

    def on(self, intent: Intent) -> Change:
        self.pool.touch(self.timeline.reduced)
        return super().on(intent)

    def refresh(self) -> None:
        self.pool.show(self.pieces(self.shown_state))

    def animate(self, step: Step) -> Motion | None:
        before, after = map(self.pieces, self.match.states[step.index : step.index + 2])
        hand = self.input.at or self.tray_at(step)
        return self.dance.change(before, after, self.board.position(hand))

    def ambient(self, seconds: float) -> None:
        seconds = 0.0 if self.eye.dull or self.arriving else seconds  # life waits for its turn
        self.pool.update(seconds, self.timeline.reduced)
        if seconds and self.pointer_input.carrying is None:  # else the light rests too
            self.pool.shining += seconds * self.pool.life

    def paint_ground(self, canvas: Canvas) -> None:
        self.view.paint_ground(canvas, {tray.frame.turn for tray in self.trays})

    def paint(self, canvas: Canvas) -> None:
        names = self.board.names
        last = [names.index(at) for at in self.last_places() if at in names]
        canvas.group(self.board.box, self.view.paint_last, last)
        self.view.paint(canvas)
        self.paint_targets(canvas)

    def paint_targets(self, canvas: Canvas) -> None:
        """Paint where what is selected may go, for who wants to see that."""
        if self.input.holding and self.shows_targets:
            squares = range(len(self.board.names))
            self.view.paint_throws(canvas, filter(self.input.leads_to, squares))

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        box, piece = tray.content, self.in_tray(tray.seat)
        size = min(box.w, box.h, self.board.cell)
        if self.input.selected == InTray(tray.seat):
            canvas.picture_as_is(glow(canvas.px(size * 0.6), LAMP, 0.6), box.center)
        if piece is not None:
            paint_piece(canvas, piece, box.center, size)

    def paint_above(self, canvas: Canvas) -> None:
        taken, at = self.input.selected, self.input.at
        piece = self.in_tray(taken.seat) if isinstance(taken, InTray) else None
        if at is not None and piece is not None:
            piece.lift = LIFTED if isinstance(piece, Stone) else 0.0
            paint_piece(canvas, piece, at, self.board.cell)
