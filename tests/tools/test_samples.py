"""Samples show the same whenever and wherever they are drawn."""

from __future__ import annotations

import pytest

from game.ui import sprites
from tests.tools import headless
from tests.tools.showcase import games


def dealt_after(seconds: float, painting: float, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is seen of a deal; so many seconds of every frame are for painting ahead."""
    monkeypatch.setattr(sprites, "AWAITED", painting)
    context = headless.context((800, 600))
    scene = games.walomino(context)["walomino-dealt"]
    stack = headless.stack_of(context, scene)
    headless.wait(stack, seconds)
    cloth = scene.pairing.cloth  # type: ignore[attr-defined]
    seen = [cloth.seen(key) for key in cloth.lying]
    stack.close()
    context.ai_worker.close()
    context.store.close()
    return seen


@pytest.mark.usefixtures("painted_ahead", "judged")
def test_a_deal_looks_the_same_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = dealt_after(0.3, 0.0, monkeypatch)
    assert any(slow)
    assert slow == dealt_after(0.3, 1.0, monkeypatch)
