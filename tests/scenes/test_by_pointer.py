"""Whole games by fingers and by mouse, from set-up to results, with the view moved in between."""

from __future__ import annotations

import random

import pytest

from game.rules.core.match import Match
from game.scenes.core.routes import ToSetup
from game.scenes.core.scene import Push
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.results import ASLEEP, Results
from game.scenes.solitaire_pai_sho.garden_results import GardenResults
from game.ui.widgets import Button
from tests.scenes.by_keys import Thinker
from tests.scenes.by_pointer import Hands
from tests.scenes.test_by_keys import WAYS, games_by
from tests.tools import headless


def golden(hands: Hands) -> None:
    """Tap the button of brass on a scene of widgets."""
    layers = hands.stack.top.layers  # type: ignore[attr-defined]
    layer, button = next(
        (layer, widget)
        for layer in layers
        for widget in layer.targets()
        if isinstance(widget, Button) and widget.look == "primary"
    )
    hands.tap_at(layer.frame.out(button.box.center))


@pytest.mark.parametrize("game", games_by("fingers"))
def test_a_whole_game_is_played_by_fingers_while_the_view_is_moved(game: str) -> None:
    whole_game(game, touch=True)


@pytest.mark.parametrize("game", games_by("mouse"))
def test_a_whole_game_is_played_by_mouse_while_the_view_is_moved(game: str) -> None:
    whole_game(game, touch=False)


def whole_game(game: str, touch: bool) -> None:
    way, context = WAYS[game], headless.context()
    stack = headless.stack_of(context)
    hands = Hands(stack, random.Random(game), touch=touch)
    context.ai_worker = Thinker(lambda: way.wish(match))  # type: ignore[assignment]
    stack.change(Push(ToSetup(game)))
    headless.wait(stack, 0.5)
    golden(hands)
    match: Match = hands.scene.match
    hands.rest()
    moves, every = 0, 12 if game == "domi_jongg" else 3
    while isinstance(stack.top, PlayScene) and match.outcome is None:
        move, cursor = way.wish(match), match.cursor
        if moves % every == 0:
            hands.look_around()
        way.play(hands, move)
        hands.rest()
        assert match.cursor > cursor, f"{move} was not played"
        moves += 1
    while isinstance(stack.top, PlayScene):
        stack.update(0.1)
    assert isinstance(stack.top, (Results, GardenResults))
    assert hands.looks, "the view was moved"
    headless.wait(stack, ASLEEP)
    golden(hands)
    assert isinstance(stack.top, PlayScene), "once more"
    stack.close()
    context.store.close()
