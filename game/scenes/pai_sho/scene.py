"""What the scenes of both Pai Sho games share: where the garden lies, and what lies there."""

from collections.abc import Sequence
from re import findall
from typing import Protocol, TypeVar

from game.rules.pai_sho.board import Board, Code, points_of
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.pai_sho.garden import BedView, Piece
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.played_match import K, M
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point


class Position(Protocol):
    """A state of either game."""

    @property
    def board(self) -> Board: ...


P = TypeVar("P", bound=Position)


class GardenScene(PlayScene[P, M, K]):
    """A match in the garden."""

    board: PaiShoBoard
    """Where the garden lies on the table, as near as it is seen now."""
    steady: PaiShoBoard
    """The same as it was when the view rested last: a tile in hand is as large as there."""

    def place_board(self, box: Box) -> None:
        self.board = self.board_in(box)
        if self.eye.resting:
            self.steady = self.board

    def board_in(self, box: Box) -> PaiShoBoard:
        """The garden in some box of the table."""
        context, window, turn = self.context, self.layout.board, self.tile_turns[0]
        return PaiShoBoard(box, turn, context.scale, window, context.design)

    @property
    def tile_turns(self) -> tuple[int, int]:
        """By how many quarter turns each seat's tiles lie."""
        return self.layout.trays[0].turn, self.layout.trays[-1].turn

    def paint_ground(self, canvas: Canvas) -> None:
        self.loupe.prepare()
        self.board.paint_ground(canvas)

    def settled(self) -> None:
        super().settled()
        self.wish_anew()  # lines that have grown are seen in the lens as well

    def paint_held(self, canvas: Canvas, code: Code, at: Point) -> None:
        """The tile that is dragged about, over trays and board."""
        held = Piece(code, self.steady.garden_point(at), 1.0)
        BedView(self.steady, self.tile_turns).paint_piece(canvas, held)

    def places_of(self, move: M) -> tuple[str, ...]:
        return tuple(findall(r"\(.*?\)", self.game.write(move)))

    @property
    def piece(self) -> float:
        return self.board.tile

    def centre_of_interest(self) -> Sequence[Point]:
        return [self.board.place(point) for point in points_of(self.shown_state.board.taken)]
