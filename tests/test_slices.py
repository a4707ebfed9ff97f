"""Scenes that nobody has seen yet are drawn in slices, and every one of them ends."""

import pytest

from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services.people import Chair
from game.ui import sprites
from game.ui.sprites import SpriteCache, made_within
from tests.sweep import one_in
from tests.tools import headless

MOST = 600
"""So many slices are more than any scene takes."""


@pytest.mark.parametrize("size", one_in(2, [(1920, 1080), (1280, 720)]))
@pytest.mark.parametrize("game", ["", *GAMES])
def test_a_scene_is_complete_after_some_slices_however_little_was_kept(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SpriteCache, "house", SpriteCache.house // 5)  # see conftest
    context = headless.context(size)
    stack = headless.stack_of(context)
    if game:
        seats = GAMES[game].info.seats[0]
        chairs = [Chair("person", name) for name in "AB"[:seats]]
        stack.open(play_scene(game)(context, Series(Match(GAMES[game], seats)), chairs))
    sprites.SPRITES.clear()
    sprites.SOURCES.clear()
    canvas = headless.blank()
    assert any(made_within(0.0, lambda: stack.draw(canvas)) for _ in range(MOST))
    context.ai_worker.close()
    context.store.close()
