"""Boards take their share of the window, and pieces are large enough to read and to touch.

Pixels are those of the smaller windows, 1280x720 and 800x600.
"""

import pytest

from game.scenes.domi_jongg.tray import plan
from game.scenes.levels.level_scene import COLUMN, STRIP
from game.scenes.pai_sho.board import REACH, TILE
from game.scenes.play.eye import NEARER
from game.scenes.play.layout import Layout, lay_out
from game.scenes.skud_pai_sho.scene import SkudPaiShoScene

WIDE, NEARLY_SQUARE, TALL = (1920.0, 1080.0), (1440.0, 1080.0), (1080.0, 1800.0)


def share(layout: Layout, size: tuple[float, float]) -> float:
    return layout.board.w * layout.board.h / (size[0] * size[1])


@pytest.mark.parametrize(("size", "seats"), [
    (WIDE, 2), (WIDE, 3), (WIDE, 4), (WIDE, 5), (NEARLY_SQUARE, 2), (NEARLY_SQUARE, 3), (TALL, 2),
    (TALL, 4),
])  # fmt: skip
def test_cloth_takes_most_of_a_couchs_window(size: tuple[float, float], seats: int) -> None:
    assert share(lay_out(size, seats, "couch", square=False, depth=205.0), size) >= 0.70


@pytest.mark.parametrize(("size", "seats"), [
    (WIDE, 2), (WIDE, 3), (WIDE, 4), (WIDE, 5), (NEARLY_SQUARE, 2), (NEARLY_SQUARE, 3),
])  # fmt: skip
def test_felt_takes_most_of_a_couchs_window(size: tuple[float, float], seats: int) -> None:
    assert share(plan(size, seats, "couch")[0], size) >= 0.70


@pytest.mark.parametrize("size", [WIDE, NEARLY_SQUARE, (WIDE[0] - COLUMN, WIDE[1])])
def test_a_square_board_has_the_whole_height(size: tuple[float, float]) -> None:
    board = lay_out(size, 2, "couch", least=SkudPaiShoScene.least).board
    assert board.h >= size[1] - 20


def tile(size: tuple[float, float], scale: float, near: float = 1.0) -> float:
    """The pixels of a tile on a Pai Sho board."""
    board = lay_out(size, 2, "couch", least=SkudPaiShoScene.least).board
    return board.w / (2 * REACH) * TILE * scale * near


def test_a_tile_of_pai_sho_can_be_read_in_lessons_too() -> None:
    assert tile(WIDE, 2 / 3) >= 32
    assert tile((WIDE[0] - COLUMN, WIDE[1]), 2 / 3) >= 30
    assert tile(NEARLY_SQUARE, 5 / 9) >= 26
    assert tile((NEARLY_SQUARE[0], (1 - STRIP) * NEARLY_SQUARE[1]), 5 / 9, NEARER[2]) >= 26
