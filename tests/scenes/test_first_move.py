"""How a stranger comes to a first move: taps on what glows or is golden, counted."""

from typing import Any

import pytest

from game.rules import GAMES, SHELF
from game.rules.skud_pai_sho.state import Accents
from game.scenes.home.boxes import GameBox
from game.scenes.home.shelf import Shelf
from game.scenes.ping_pao.choice import Part
from game.scenes.play.play_scene import PlayScene
from game.scenes.walong.knobs import Knob
from game.ui.widgets import Button
from tests.scenes.by_keys import Thinker
from tests.tools import headless

MOST = 5
"""Actions from the start of the program to the first piece on the board."""
GOLDEN = (Knob.CHECK, Part.GHOST)


def golden(stack: Any) -> Any:
    """The button of brass on a scene of widgets."""
    widgets = (w for layer in stack.top.layers for w in layer.targets())
    return next(w for w in widgets if isinstance(w, Button) and w.look == "primary")


def glowing(scene: Any, before: set[Any]) -> Any:
    """What a stranger taps: what is golden, what has just begun to glow, or anything that glows."""
    spots = {spot.key: spot for spot in scene.stops()}
    for key in (*GOLDEN, *(key for key in spots if isinstance(key, Accents))):
        if key in spots:
            return spots[key]
    new = [spot for key, spot in spots.items() if key not in before]
    return (new or list(spots.values()))[0]


def settle(stack: Any) -> None:
    for _ in range(600):
        stack.update(0.1)
        scene = stack.top
        if not isinstance(scene, PlayScene) or (scene.asked is not None and not scene.moving):
            return
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize("game", SHELF)
def test_the_first_move_takes_few_taps_on_what_glows(game: str) -> None:
    context = headless.context()
    stack = headless.stack_of(context, Shelf(context))
    context.ai_worker = Thinker(  # type: ignore[assignment]
        lambda: GAMES[game].moves(stack.top.match.state)[0]  # type: ignore[attr-defined]
    )
    box = next(
        w for layer in stack.top.layers for w in layer.targets()  # type: ignore[attr-defined]
        if isinstance(w, GameBox) and w.game == game
    )
    headless.tap(stack, *box.box.center)
    headless.wait(stack, 1.5)
    headless.tap(stack, *golden(stack).box.center)
    settle(stack)
    taps, before, played = 2, set[Any](), list[Any]()
    scene: Any = stack.top
    while not played:
        spot = glowing(scene, before)
        before = {one.key for one in scene.stops()}
        headless.tap(stack, *spot.center)
        taps += 1
        assert taps <= MOST, f"{taps} taps and no move"
        headless.wait(stack, 0.2)
        match = scene.match
        played = [
            move for i, move in enumerate(match.log)
            if match.seat_of(i) in scene.persons and not isinstance(move, Accents)
        ]
    stack.close()
    context.store.close()
