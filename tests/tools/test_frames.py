"""Frames of random people at the table, painted in parts and whole, are the same to the pixel.

`FRAMES=20000 python -m pytest tests/tools/test_frames.py` looks at so many of them at each size.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pygame
import pytest

from game.scenes.play import loupe
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.checked import CheckedPainter
from tests.tools.showcase.samples import SAMPLES, samples, standing
from tests.tools.soak import Crowd

FRAMES = int(os.environ.get("FRAMES", "60"))


@pytest.mark.usefixtures("painted_ahead", "judged")
@pytest.mark.parametrize("case", one_in(3, [((480, 360), 1), ((400, 600), 2), ((640, 360), 3)]))
def test_no_pixel_differs(
    case: tuple[tuple[int, int], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loupe, "Painter", CheckedPainter)
    pixels, seed = case
    rng, painter, painted = random.Random(seed), CheckedPainter(), 0
    made = headless.context(pixels, "en", tmp_path, seed)
    while painted < FRAMES:
        _, scene = rng.choice(list(samples(made, rng.choice(list(SAMPLES.values())))))
        stack = headless.stack_of(made, *standing(scene))
        crowd, until = Crowd(stack, rng), painted + 30
        while painted < until and stack.running:
            crowd.act()
            for _ in range(rng.choice((1, 1, 2, 5))):
                stack.update(headless.FRAME)
                headless.picture(stack, painter)
                painted += 1
            if rng.random() < 0.02:
                pygame.display.set_mode(pixels[::-1])
                painter.forget()
                stack.resize(pixels[::-1])
        stack.close()
    made.ai_worker.close()
    made.store.close()
