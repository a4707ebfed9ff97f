"""Tic-tac-toe on the table: the scene wires the parts, the view paints them."""

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.scenes.play.input import Input
from game.scenes.play.play_scene import PlayScene
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.layer import Spot
from game.ui.theme import GOLD, LINEN, VERMILION, Color
from game.ui.timeline import Motion, Tween
from tests.example_game.rules import SIGNS, SQUARES, Board, Mark

COLORS: tuple[Color, Color] = (VERMILION, GOLD)


class BoardView:
    """Paints a board into a box of the table. `coming` is a mark on its way and how large it is."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.side = box.w / 3
        self.coming: tuple[Mark, str, float] | None = None

    def center(self, square: int) -> Point:
        rank, file = divmod(square, 3)
        return self.box.x + (file + 0.5) * self.side, self.box.bottom - (rank + 0.5) * self.side

    def paint_ground(self, canvas: Canvas) -> None:
        for square in range(9):
            canvas.fill(Box.around(self.center(square), self.side - 12, self.side - 12), LINEN, 18)

    def paint(self, canvas: Canvas, state: Board) -> None:
        for square, cell in enumerate(state.cells):
            if cell in SIGNS:
                self._paint_mark(canvas, square, cell, 1.0)
        if self.coming is not None:
            mark, sign, grown = self.coming
            self._paint_mark(canvas, mark.square, sign, grown)

    def _paint_mark(self, canvas: Canvas, square: int, sign: str, grown: float) -> None:
        center, reach = self.center(square), self.side * 0.3 * max(0.05, grown)
        if sign == "O":
            canvas.ring(center, reach, COLORS[1], 16)
            return
        for slope in (-1, 1):
            start = center[0] - reach, center[1] - slope * reach
            end = center[0] + reach, center[1] + slope * reach
            canvas.line(start, end, COLORS[0], 16)


class Taps(Input[Mark]):
    """Nine squares to tap; every spot's key is the move that it stands for."""

    def __init__(self, scene: "TicTacToeScene") -> None:
        self.scene = scene

    def spots(self) -> list[Spot]:
        view = self.scene.view
        return [Spot(Mark(n), view.center(n), view.side / 2) for n in range(9)]

    def pick(self, key: Mark) -> None:
        self.scene.commit(key)


class TicTacToeScene(PlayScene[Board, Mark, Mark]):
    """The board between two players."""

    name = "tic_tac_toe"

    def make_parts(self) -> None:
        self.input = Taps(self)

    def arrange(self) -> None:
        self.view = BoardView(self.layout.board)

    def seat_color(self, seat: Seat) -> Color:
        return COLORS[seat]

    def prompt(self, seat: Seat) -> str:
        return self.t("tic_tac_toe.prompt")

    def place_at(self, place: str) -> Point | None:
        return self.view.center(SQUARES.index(place)) if place in SQUARES else None

    def places_of(self, move: Mark) -> tuple[str, ...]:
        return (SQUARES[move.square],)

    @property
    def mark_radius(self) -> float:
        return self.view.side * 0.4

    def animate(self, step: Step) -> Motion:
        def grow(share: float) -> None:
            self.view.coming = step.move, SIGNS[step.seat], share

        return Tween(0.2, grow)

    def refresh(self) -> None:
        self.view.coming = None

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        self.view.paint_ground(canvas)

    def paint(self, canvas: Canvas) -> None:
        self.view.paint(canvas, self.shown_state)
