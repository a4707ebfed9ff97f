"""Light and shade as transparent pictures: the lamp over the table, and a soft round shadow."""

from __future__ import annotations

import numpy as np
from fields import Field, Picture, Size, grid, rgb, smooth

WARM = "#FFD9A0"
DARK = "#0B0604"


def lamp(size: Size) -> tuple[Picture, Field]:
    """Warm light from the top left, the far corners falling into the dark."""
    x, y = grid(size)
    u, v = x / size[0], y / size[1]
    far = np.hypot((u - 0.36) * 1.12, (v - 0.30) * 1.0).astype(np.float32)
    dark = 0.66 * smooth(0.22, 1.06, far) ** np.float32(1.15)
    warm = 0.11 * np.exp(-((far / 0.42) ** 2)).astype(np.float32)
    cover = dark + warm - dark * warm
    share = (warm / np.maximum(cover, 1e-4))[..., None]
    return (rgb(DARK) * (1 - share) + rgb(WARM) * share).astype(np.float32), cover


def shadow(side: int) -> tuple[Picture, Field]:
    """A round shadow, black, densest in the middle and gone at the rim."""
    x, y = grid((side, side))
    out = np.hypot(x / side * 2 - 1, y / side * 2 - 1).astype(np.float32)
    cover = np.exp(-((out / 0.46) ** 2)) * smooth(1.0, 0.7, out)
    return np.zeros((side, side, 3), np.float32), cover.astype(np.float32)
