"""Whoever presses what stands on the sheet of a level again and again, while things still move."""

import random
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.rules import GAMES
from game.scenes.levels.level_scene import TAUGHT, LevelScene
from game.services import levels
from game.services.levels import Level
from game.ui.widgets import Button
from tests.opened import opened
from tests.tools import headless

LEVELS = [one for game in GAMES.values() for one in levels.shelf(game)[0] if one.kind in TAUGHT]
FIRST = [*{(one.game, one.kind): one for one in reversed(LEVELS)}.values()]


@pytest.mark.parametrize(("level", "seed"), [
    pytest.param(level, number % 3, id=f"{level.game}-{level.id}",
                 marks=[] if level in FIRST else pytest.mark.deep)
    for number, level in enumerate(LEVELS)
])  # fmt: skip
def test_buttons_that_are_pressed_while_something_moves_leave_nothing_behind(
    level: Level, seed: int
) -> None:
    rng, context = random.Random(seed), headless.context((1280, 720))
    scene = LevelScene(context, level, (level,))
    stack = headless.stack_of(context, scene)
    screen = headless.screen_of(stack)
    for _ in range(25):
        buttons = [w for layer in scene.layers for w in layer.targets() if isinstance(w, Button)]
        stays = [one for one in buttons if one.icon in ("hint", "replay", "right")]
        if not stays or stack.top is not scene:
            break
        headless.tap(stack, *rng.choice(stays).box.center)
        headless.wait(stack, rng.choice((0.0, 0.1, 0.3, 0.6, 1.2)))
    if stack.top is scene:
        headless.live(screen, 8.0, 0.05)
        assert not scene.play.queue
        assert not headless.untrue(screen)
    stack.close()
    context.ai_worker.close()
    context.store.close()


def post_click(app: App, scene: LevelScene, corner: bool) -> None:
    """Click where the hint button of the sheet is, or that in the corner, through the main loop."""
    buttons = (w for layer in scene.layers for w in layer.targets() if isinstance(w, Button))
    button = scene.play.controls.buttons["hint"] if corner else next(
        one for one in buttons if one.icon == "hint"
    )
    x, y = (round(part * app.context.scale) for part in button.box.center)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=(x, y), button=1))
        app.listen(0.0)
        app.frame(1 / 60)


@pytest.mark.parametrize("corner", [False, True], ids=["sheet", "corner"])
def test_a_second_click_on_a_hint_button_never_means_what_it_has_come_to_offer(
    tmp_path: Path, corner: bool
) -> None:
    level = next(one for one in LEVELS if one.kind == "puzzle" and len(one.stages[0].hints) == 1)
    with opened(tmp_path) as app:
        scene = LevelScene(app.context, level, (level,))
        app.stack.open(scene)
        reached = []
        for _ in range(3):
            headless.wait(app.stack, 1.0)
            for _ in range(2):
                post_click(app, scene, corner)
            reached.append((scene.run.hint is not None, scene.run.shown, len(scene.run.match.log)))
    before = scene.run.begin
    assert reached[:2] == [(True, False, before), (True, True, before)]
    assert reached[2][2] > before
