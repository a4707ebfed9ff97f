"""What the bench of promises measures while moves arrive."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.tools import promises


def shown(frames: int, stays: bool = True) -> tuple[Any, Any]:
    """A table and a scene that shows a move for so many frames, and may be gone after the first."""
    timeline = SimpleNamespace(moving=True)
    scene = SimpleNamespace(
        id="jin_li", reliving=True, timeline=timeline, match=SimpleNamespace(outcome="over")
    )
    stack, passed = SimpleNamespace(scenes=[scene]), list[float]()

    def frame(seconds: float) -> None:
        passed.append(seconds)
        scene.reliving = timeline.moving = len(passed) < frames
        if not stays:
            stack.scenes.clear()

    return SimpleNamespace(frame=frame, stack=stack), scene


def test_a_scene_that_fails_ends_the_bench() -> None:
    with pytest.raises(RuntimeError, match="jin_li failed while a move was shown"):
        list(promises._moves(*shown(100, stays=False)))


def test_the_frame_in_which_a_move_arrives_counts() -> None:
    assert len(list(promises._moves(*shown(5)))) == 5
