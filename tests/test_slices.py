"""What is painted ahead is drawn in slices of frames: it ends, and looks as if made at once."""

from functools import partial
from math import inf

import pygame
import pytest

from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services.people import Chair
from game.ui.sprites import SpriteCache, made_within
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.showcase.samples import SAMPLES, samples

MOST = 600
"""So many slices are more than any scene takes."""
pytestmark = pytest.mark.usefixtures("nothing_painted")


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
    headless.forget_pictures()
    canvas = headless.blank()
    assert any(made_within(0.0, lambda: stack.draw(canvas)) for _ in range(MOST))
    context.ai_worker.close()
    context.store.close()


@pytest.mark.parametrize(("game", "name"), [
    ("jin_li", "jin_li-opening"), ("solitaire_pai_sho", "solitaire_pai_sho-opening"),
])  # fmt: skip
def test_a_scene_made_in_slices_looks_as_if_made_at_once(game: str, name: str) -> None:
    context, seen = headless.context(), set()
    for seconds in (inf, 0.0):
        headless.forget_pictures()
        stack = headless.stack_of(context, dict(samples(context, SAMPLES[game]))[name])
        canvas = headless.blank()
        while not made_within(seconds, partial(stack.draw, canvas)):
            pass
        seen.add(pygame.image.tobytes(headless.picture(stack), "RGB"))
        stack.close()
    context.ai_worker.close()
    assert len(seen) == 1
