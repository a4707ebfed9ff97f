"""Three Koi on the table: koi are tapped into a small pond, or dragged there out of the trays."""

from typing import Final

from game.rules.core.match import Step
from game.scenes.jin_li.koi import KINDS, KoiArt
from game.scenes.jin_li.pool import Grid, Koi, Pool, glide, middle
from game.scenes.jin_li.view import PoolView, paint_koi
from game.scenes.play.input import Input
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.layer import Spot
from game.ui.timeline import Motion
from tests.example_game.rules import FREE, SIGNS, SQUARES, Lay, Pond

TRAY: Final = -1
"""What is picked in a tray; every other number is a square."""


class ThreeKoiScene(PlayScene[Pond, Lay, int]):
    tallest = 400.0

    def make_parts(self) -> None:
        self.grid, self.pool = Grid(3, 3), Pool()
        self.view = PoolView(self.pool, self.grid)
        self.input = Hand(self)

    def place_board(self, box: Box) -> None:
        self.grid.fit(box, 0, self.layout.board)
        self.view.fit(self.context.scale, self.context.design)

    def place_at(self, place: str) -> Point | None:
        return self.grid.square(SQUARES.index(place)) if place in SQUARES else None

    @property
    def mark_radius(self) -> float:
        return self.grid.cell * 0.44

    def koi(self, seat: int, at: Point) -> Koi:
        return Koi(KINDS[seat], at, 90)

    def refresh(self) -> None:
        cells = enumerate(self.shown_state.cells)
        self.pool.koi = {
            n: self.koi(SIGNS.index(cell), middle(n, 3)) for n, cell in cells if cell != FREE
        }

    def animate(self, step: Step) -> Motion:
        start = self.input.at or self.trays[step.seat].middle
        self.input.let_go()
        koi = self.pool.koi[step.move.square] = self.koi(step.seat, self.grid.position(start))
        return glide(koi, middle(step.move.square, 3), 0.3)

    def ambient(self, seconds: float) -> None:
        self.pool.update(seconds, self.timeline.reduced)
        self.view.paint_wanted()

    def paint_ground(self, canvas: Canvas) -> None:
        self.view.paint_pond(canvas)

    def paint(self, canvas: Canvas) -> None:
        self.view.paint(canvas)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        box, kind = tray.content, KINDS[tray.seat]
        art = KoiArt(kind, canvas.px(min(box.w, box.h)), 0, canvas.design)
        paint_koi(canvas, art, self.koi(tray.seat, (0, 0)), box.center, self.grid.cell)


class Hand(Input[int]):
    """A square is tapped, or a koi is dragged there out of the tray."""

    def __init__(self, scene: ThreeKoiScene) -> None:
        self.scene = scene

    def spots(self) -> list[Spot]:
        seat = self.scene.asked
        trays = [] if seat is None else [Spot(TRAY, self.scene.trays[seat].middle, 60)]
        return [*self.scene.grid.seen, *trays]

    def pick(self, key: int) -> None:
        if key != TRAY:
            self.scene.commit(Lay(key))

    def grab(self, key: int) -> bool:
        return key == TRAY

    def carry(self, grabbed: int, point: Point) -> None:
        super().carry(grabbed, point)
        scene = self.scene
        scene.pool.koi[TRAY] = scene.koi(scene.latest.turn, scene.grid.position(point))

    def drop(self, grabbed: int, key: int | None, point: Point) -> bool:
        return key not in (None, TRAY) and self.scene.commit(Lay(key))

    def let_go(self) -> None:
        super().let_go()
        self.scene.pool.koi.pop(TRAY, None)
