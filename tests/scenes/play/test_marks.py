"""Marks and the words beside them lie where their places are, however the table is laid out."""

import random
from typing import Any

import pytest

from game.rules import GAMES
from tests.scenes.table import ANNA, BEN, COMPUTER, Table

OTHERS: Any = (
    ((800, 600), {}),
    ((600, 1000), {}),
    ((1280, 670), {"text_size": "largest"}),
    ((1280, 670), {"seating": "table"}),
)
"""Other layouts: pixels and settings."""


def hinted(game: str) -> Table:
    """A person's table with a hint on it that marks places."""
    chairs = (ANNA,) if game == "solitaire_pai_sho" else (ANNA, COMPUTER)
    table, rng = Table(game, chairs, pixels=(1280, 670)), random.Random(3)
    scene = table.scene
    while True:
        scene.finish_motion()
        moves = scene.game.moves(scene.latest)
        marking = [move for move in moves if scene.places_of(move)]
        if marking and scene.match.actor == 0:
            break
        scene.play(rng.choice(moves))
    scene.show_hint(0, marking[:1])
    assert {mark.kind for mark in scene.marks} == {"hint"}
    return table


@pytest.mark.parametrize("game", GAMES)
def test_marks_go_with_their_places_when_the_table_is_laid_out_anew(game: str) -> None:
    table = hinted(game)
    scene = table.scene
    words, before = scene.trays[0].message, [mark.place for mark in scene.marks]
    for pixels, changes in OTHERS:
        if changes:
            scene.pause()
            table.context.settings = table.context.settings.changed(**changes)
            scene.resume()
        old = [mark.center for mark in scene.marks]
        table.stack.resize(pixels)
        assert [mark.place for mark in scene.marks] == before
        if not changes:
            assert [mark.center for mark in scene.marks] != old
        for mark in scene.marks:
            assert mark.center == pytest.approx(scene.place_at(mark.place))
            assert mark.radius == scene.mark_radius
        assert scene.trays[0].message == words
    table.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_hint_stay_as_long_as_its_marks(game: str) -> None:
    table = hinted(game)
    words = table.scene.trays[0].message
    table.scene.pause()
    for tray in table.scene.trays:
        tray.update(60.0, active=True)
    assert table.scene.marks
    assert table.scene.trays[0].message == words
    table.scene.clear_marks("hint")
    assert not table.scene.trays[0].message
    table.close()


@pytest.mark.parametrize("button", ["undo", "redo", "moves"])
def test_the_ring_of_the_keys_hides_with_a_press_on_a_button(button: str) -> None:
    table = Table("jin_li", (ANNA, BEN))
    table.rest()
    for _ in range(2):
        table.scene.play(table.scene.game.moves(table.scene.latest)[0])
        table.rest()
    if button == "redo":
        table.scene.undo()
    table.key("focus", vector=(1, 0))
    assert table.scene.focus.visible
    at = table.scene.controls.buttons[button].box.center
    table.send("press", at)
    assert not table.scene.focus.visible
    table.close()


def test_what_is_left_of_a_hint_is_seen_when_its_first_step_has_been_played() -> None:
    table = Table("jin_li", (ANNA, COMPUTER))
    scene = table.scene
    turn = [scene.game.read("a1-b2"), scene.game.read("@d4")]
    scene.show_hint(0, turn)
    scene.play(turn[0])
    scene.finish_motion()
    assert [mark.place for mark in scene.marks if mark.kind == "hint"] == ["d4"]
    assert scene.trays[0].message == scene.hint_text(turn[1:])
    scene.play(turn[1])
    scene.finish_motion()
    assert not [mark for mark in scene.marks if mark.kind == "hint"]
    table.close()


def test_whoever_plays_something_else_is_advised_no_more() -> None:
    table = Table("jin_li", (ANNA, COMPUTER))
    scene = table.scene
    scene.show_hint(0, [scene.game.read("a1-b2"), scene.game.read("@d4")])
    scene.play(scene.game.read("a1-a2"))
    scene.finish_motion()
    assert not [mark for mark in scene.marks if mark.kind == "hint"]
    table.close()


def test_a_hint_that_was_taken_back_is_not_shown_again() -> None:
    table = Table("jin_li", (ANNA, COMPUTER))
    scene = table.scene
    turn = [scene.game.read("a1-b2"), scene.game.read("@d4")]
    scene.show_hint(0, turn)
    scene.show_moment(0)
    scene.show_moment(None)
    scene.play(turn[0])
    scene.finish_motion()
    assert not [mark for mark in scene.marks if mark.kind == "hint"]
    table.close()
