"""The play of light in water: it brightens, it moves, it tiles, it stays in its rectangle."""

from __future__ import annotations

import pygame

from game.ui import sprites
from game.ui.caustics import Caustics

SIZE = (180, 120)


def lit(seconds: float) -> pygame.Surface:
    target = pygame.Surface((200, 140), 0, 32)
    target.fill((20, 60, 70))
    Caustics(100).draw(target, pygame.Rect((10, 10), SIZE), seconds)
    return target


def test_light_is_only_ever_added() -> None:
    surface = lit(3.0)
    tones = [surface.get_at((x, y))[1] for x in range(10, 190, 4) for y in range(10, 130, 4)]
    assert min(tones) >= 60
    assert max(tones) > 70


def test_light_stays_in_its_rectangle() -> None:
    surface = lit(3.0)
    for place in ((5, 5), (195, 70), (100, 135)):
        assert surface.get_at(place)[:3] == (20, 60, 70)


def test_light_moves_and_the_same_moment_looks_the_same() -> None:
    early, again, late = (pygame.image.tobytes(lit(t), "RGB") for t in (2.0, 2.0, 9.0))
    assert early == again != late


def test_nets_tile_without_a_seam() -> None:
    for name in ("caustics_1.png", "caustics_2.png"):
        net = sprites.image(name)
        width, height = net.get_size()

        def step(x: int, other: int, net: pygame.Surface = net, height: int = height) -> float:
            pairs = [(net.get_at((x, y))[0], net.get_at((other, y))[0]) for y in range(height)]
            return sum(abs(a - b) for a, b in pairs) / height

        inner = max(step(x, x + 1) for x in range(0, width - 1, 16))
        assert step(width - 1, 0) <= inner * 1.5
