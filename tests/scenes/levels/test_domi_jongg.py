"""Domi Jongg's levels at the table: the lesson played by taps, a puzzle solved, hands hidden."""

from __future__ import annotations

import time
from dataclasses import replace

import pygame
import pytest

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.domi_jongg.state import Branch, Lay
from game.scenes.core.context import Context
from game.scenes.core.routes import ToLevel
from game.scenes.core.stack import Stack
from game.scenes.domi_jongg.spots import Pick, RackButton
from game.scenes.levels.level_scene import BACK, LevelScene
from game.services import levels
from game.services.levels import Level
from game.ui.widgets import Button
from tests.tools import headless

GAME = GAMES["domi_jongg"]
LEVELS = levels.shelf(GAME)[0]


def level(name: str) -> Level:
    return next(found for found in LEVELS if found.id == name)


def started(context: Context, chosen: Level) -> tuple[Stack, LevelScene]:
    scene = Navigator(context)(ToLevel(chosen, LEVELS))
    stack = headless.stack_of(context, scene)
    headless.wait(stack, 0.5)
    assert isinstance(scene, LevelScene)
    return stack, scene


def touch(stack: Stack, scene: LevelScene, key: Pick) -> None:
    spot = next(found for found in scene.play.input.spots() if found.key == key)
    headless.tap(stack, *spot.center)
    headless.wait(stack, 0.3)


def touch_tiles(stack: Stack, scene: LevelScene, tiles: tuple[str, ...]) -> None:
    """Pick tiles of the hand, the second of two equal ones where both are meant."""
    hand = list(scene.play.racks.standing(0))  # type: ignore[attr-defined]
    for tile in tiles:
        at = hand.index(tile)
        hand[at] = ""
        touch(stack, scene, at)


def play(stack: Stack, scene: LevelScene, text: str) -> None:
    """Play a turn by taps."""
    for part in GAME.split(text):
        move = GAME.read(part)
        if isinstance(move, Lay | Branch):
            touch_tiles(stack, scene, move.tiles if isinstance(move, Branch) else (move.tile,))
            touch(stack, scene, move.end)
        elif part != "--":
            touch(stack, scene, RackButton.CLOSE)
        headless.wait(stack, 2.0)


def press(stack: Stack, scene: LevelScene, name: str) -> None:
    """Tap a button; the sheet shows it once the tiles before it have come to rest."""
    for _ in range(20):
        buttons = [w for layer in scene.layers for w in layer.targets() if isinstance(w, Button)]
        named = [button for button in buttons if button.text == name]
        if named:
            headless.tap(stack, *named[0].box.center)
            headless.wait(stack, 0.5)
            return
        headless.wait(stack, 0.5)
    raise AssertionError(f"there is no button {name!r}")


def solve(stack: Stack, scene: LevelScene) -> None:
    """Do what the steps ask for, one after the other, until all is solved."""
    turns = {stage.text["de"]: list(stage.solution[::2]) for stage in scene.run.level.stages}
    late = time.monotonic() + 120  # replies are worked out in a thread
    while time.monotonic() < late:
        status = scene.run.status
        if status == "solved":
            return
        if status in ("read", "done"):
            press(stack, scene, "Weiter")
        elif status == "play":
            play(stack, scene, turns[scene.run.stage.text["de"]].pop(0))
        headless.wait(stack, 2.0)


def test_the_lesson_is_played_to_its_end_by_taps(context: Context) -> None:
    stack, scene = started(context, level("01_the_snake_grows"))
    solve(stack, scene)
    assert scene.run.status == "solved"
    assert context.store.levels("domi_jongg")["01_the_snake_grows"].solved


@pytest.mark.parametrize("name", ["13_the_bridge", "16_locked_out", "20_a_borrowed_season"])
def test_puzzles_are_solved_by_taps(context: Context, name: str) -> None:
    stack, scene = started(context, level(name))
    solve(stack, scene)
    assert scene.run.status == "solved"


def test_dj_7_a_step_that_is_not_asked_for_is_taken_back(context: Context) -> None:
    stack, scene = started(context, level("01_the_snake_grows"))
    touch_tiles(stack, scene, ("K7",))
    touch(stack, scene, "0R")
    assert scene.run.match.cursor == 1
    headless.wait(stack, 2 * BACK)
    assert scene.run.match.cursor == 0
    assert scene.play.asked == 0


def test_dj_2_nothing_of_the_other_hands_is_seen(context: Context) -> None:
    shown = []
    chosen = level("11_all_five")
    for hands in ([["DG"] * 4, ["DR"] * 4], [["B9"] * 4, ["WE"] * 4]):
        position = {**(chosen.setup.position or {})}
        position["hands"] = [position["hands"][0], *hands]
        setup = replace(chosen.setup, position=position)
        stage = replace(chosen.stages[0], setup=setup)
        stack, _ = started(context, replace(chosen, stages=(stage,)))
        headless.wait(stack, 3.0)
        shown.append(pygame.image.tobytes(headless.picture(stack), "RGB"))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("pixels", [(1280, 720), (1920, 1080)])
def test_the_way_that_is_shown_begins_at_the_tile_in_the_rack(
    context: Context, pixels: tuple[int, int]
) -> None:
    stack, scene = started(context, level("11_all_five"))
    stack.resize(pixels)
    while not scene.run.shown:
        scene.advise()
        headless.wait(stack, 2.0)
    step = scene.play.arrow
    assert isinstance(step, Lay | Branch)
    place = scene.play.racks.standing(0).index(step.tiles[0])  # type: ignore[attr-defined]
    spot = next(found for found in scene.play.input.spots() if found.key == place)
    assert scene.play.way_of(step)[0] == pytest.approx(spot.center, abs=1)
