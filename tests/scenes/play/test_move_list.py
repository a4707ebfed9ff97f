"""The list of moves: it shows what was played, and of what was taken back nothing."""

import pytest

from game.scenes.play.move_list import Moves
from game.ui.intents import Intent
from tests.scenes.table import Table


@pytest.fixture
def table():
    made = Table("jin_li")
    for text in ("a1-b2", "@d4", "g7-f6", "@d3"):
        made.scene.commit(made.match.game.read(text))
        made.rest()
    yield made
    made.close()


def opened(table):
    table.scene.controls.open_moves()
    table.key("hover")
    assert isinstance(table.stack.top, Moves)
    return table.stack.top


def test_list_and_slider_end_where_the_match_stands(table):
    assert (table.match.cursor, len(table.match.log)) == (4, 4)
    assert opened(table).slider.high == 4
    table.key("cancel")
    table.scene.jump(2)
    moves = opened(table)
    assert (table.match.cursor, len(table.match.log)) == (2, 4)
    assert (moves.slider.high, moves.rows[-1][0]) == (2, 2)
    moves.go_to(4)
    assert table.scene.shown == 2


def test_running_through_it_stops_at_the_end(table):
    moves = opened(table)
    moves.toggle()
    assert (moves.running, moves.index) == (True, 0)
    table.wait(6)
    assert (moves.running, moves.index) == (False, 4)


def test_closing_it_shows_the_match_as_it_is(table):
    moves = opened(table)
    moves.go_to(1)
    assert table.scene.shown == 1
    table.stack.on(Intent("tap", (200, 500), pointer="f"))
    assert table.stack.top is table.scene
    assert (table.scene.shown, table.scene.replaying) == (4, False)
