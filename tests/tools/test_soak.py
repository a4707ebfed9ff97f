"""What the soak calls a leak."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game.rules import GAMES
from game.scenes.core.scene import Home
from game.scenes.play.play_scene import PlayScene
from game.ui.sprites import SpriteCache
from game.ui.timeline import Wait
from tests.sweep import one_in
from tests.tools import headless, soak


@pytest.mark.parametrize("case", one_in(3, [(90, 90, 1), (90, 0, 0), (0, 90, 1)]))
def test_full_caches_are_no_leak(
    case: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cached, kept, broke = case
    looks = iter(range(2))  # at a quarter of the intents, and at the end

    def held() -> float:
        return 200.0 + (kept + cached) * next(looks)

    class Crowd(soak.Crowd):
        """A crowd that has been everywhere, so that the measure can be taken."""

        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            self.seen.update(list(GAMES))

    monkeypatch.setattr(soak, "Crowd", Crowd)
    monkeypatch.setattr("tests.tools.soak.held", held)
    totals = iter((0, cached * 2**20))

    class Held:
        """A cache whose size is looked at twice."""

        @property
        def held(self) -> int:
            return next(totals, 0)

    monkeypatch.setattr(soak, "SPRITES", Held())
    monkeypatch.setattr(soak, "SOURCES", SpriteCache())
    assert soak.soak(intents=5) == broke
    assert ("memory has grown by 90 MB" in capsys.readouterr().err) == bool(broke)


def test_a_motion_is_endless_by_frames_as_long_as_the_tables_own() -> None:
    context = headless.context((800, 600), "en")
    stack = headless.stack_of(context)
    stack.change(Home(soak.near_the_end(random.Random(1))))
    watch, top = soak.Watch(stack), stack.top
    assert isinstance(top, PlayScene)
    top.timeline.play(Wait(10_000))

    def wait(frames: int) -> None:
        for _ in range(frames):
            watch.look(1.0)

    wait(250)
    with pytest.raises(soak.Failure, match="without end"):
        wait(60)
    context.ai_worker.close()
    context.store.close()
