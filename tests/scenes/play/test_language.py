"""Another language, chosen behind the menu of a match, is spoken in all of the match at once."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules import GAMES, SHELF
from game.scenes.core.routes import ToPause
from game.scenes.core.scene import Pop, Push
from game.scenes.home.settings import SettingsScene, change
from game.services.people import Chair
from tests.scenes.table import Table


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("game", SHELF)
def test_trays_speak_the_language_chosen_in_the_pause(game: str, seating: str) -> None:
    count = GAMES[game].info.seats[0]
    chairs = [Chair("person", "Player 1"), Chair("computer", "Assam", "newcomer")][:count]
    table = Table(game, chairs, seed=3, seating=seating)
    scene: Any = table.scene
    context = table.context
    table.rest(60)
    if table.stack.top.name == scene.name:
        scene.trays[0].say("No.", "refusal")
        scene.go(Push(ToPause(scene)))
        table.wait(0.1)
    stack = table.stack
    settings = SettingsScene(context)
    stack.open(settings)
    change(context, "language", "de")
    settings.go(Pop())
    table.wait(0.1)
    told = [scene.trays[seat].name for seat in range(count)]
    assert told == [context.called(scene.chair(seat)) for seat in range(count)]
    assert told[0] == "Person 1"
    actor = table.match.actor
    expected = scene.prompt(actor) if actor == scene.asked else context.texts.t("play.thinking")
    assert scene.trays[actor].prompt == expected
    assert not scene.trays[0].message
    table.close()
