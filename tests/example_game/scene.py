"""Three Koi on the table: koi are tapped into a small pond, or dragged there out of the trays."""

from game.rules.core.match import Step
from game.scenes.play.pick_and_place import InTray, PickAndPlace
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.pond.koi import KINDS
from game.scenes.pond.pool import Dance, Grid, Koi, Pool, middle
from game.scenes.pond.view import PoolView, glow, paint_koi
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import LAMP
from game.ui.timeline import Motion
from tests.example_game.rules import Lay, Pond


class ThreeKoiScene(PlayScene[Pond, Lay, int | InTray]):
    tallest = 400.0
    board: Grid
    input: PickAndPlace[int, Lay]

    def make_parts(self) -> None:
        self.board, self.pool = Grid(3, 3), Pool()
        self.view = PoolView(self.pool, self.board)
        self.dance = Dance(self.pool, self.timeline, lambda cue, _at: self.sound(cue))
        self.input = PickAndPlace(self, lambda: self.board.seen, Lay)

    def place_board(self, box: Box) -> None:
        self.board.fit(box, 0, self.layout.board)
        self.view.fit(self.context.scale, self.context.design)

    def refresh(self) -> None:
        laid = enumerate(self.shown_state.laid)
        self.pool.koi = {square: Koi(KINDS[n % 2], middle(square, 3)) for n, square in laid}

    def animate(self, step: Step) -> Motion:
        start = self.board.position(self.input.at or self.trays[step.seat].middle)
        koi = self.pool.koi[step.move.square] = Koi(KINDS[step.seat], start)
        return self.dance.swim(koi, middle(step.move.square, 3))

    def happened(self, step: Step) -> None:
        super().happened(step)
        self.pool.touch(self.timeline.reduced)

    def ambient(self, seconds: float) -> None:
        self.pool.update(seconds, self.timeline.reduced)
        self.pool.shining += seconds * self.pool.life
        self.view.paint_wanted()

    def paint_ground(self, canvas: Canvas) -> None:
        self.view.paint_pond(canvas)

    def paint(self, canvas: Canvas) -> None:
        self.view.paint(canvas)
        if self.input.selected is not None and self.shows_targets:
            self.view.paint_throws(canvas, (lay.square for lay in self.game.moves(self.latest)))

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        box = tray.content
        size = min(box.w, box.h, self.board.cell)
        if self.input.selected == InTray(tray.seat):
            canvas.picture_as_is(glow(canvas.px(size * 0.6), LAMP, 0.6), box.center)
        paint_koi(canvas, Koi(KINDS[tray.seat], box.center), size)

    def paint_above(self, canvas: Canvas) -> None:
        if self.input.at is not None and self.lamp is not None:
            paint_koi(canvas, Koi(KINDS[self.lamp], self.input.at), self.board.cell)
