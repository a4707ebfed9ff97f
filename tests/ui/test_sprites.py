"""Pictures: loading, covering, turning, shading, and the cache that never holds too much."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.rules import SHELF
from game.ui import sprites
from game.ui.sprites import SpriteCache, made_within
from tests.tools.headless import forget_pictures


def patch(
    width: int = 8, height: int = 8, color: tuple[int, int, int] = (200, 40, 40),
) -> pygame.Surface:
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    surface.fill((*color, 255))
    return surface


WEIGHT = 8 * 8 * 4
"""Bytes of a patch."""


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> SpriteCache:
    """A cache that holds three patches."""
    monkeypatch.setattr(SpriteCache, "house", 3 * WEIGHT)
    monkeypatch.setattr(SpriteCache, "growth", 1.0)
    return SpriteCache()


def test_cache_makes_once() -> None:
    cache, made = SpriteCache(), []
    for _ in range(3):
        cache.get("a", lambda: made.append(1) or patch())
    assert len(made) == 1
    assert cache.held == WEIGHT


def test_what_rested_longest_gives_way(cache: SpriteCache) -> None:
    for key in ("old", "used", "resting", "new"):
        cache.get(key, patch)
    assert "old" not in cache._kept
    cache.get("used", patch)
    cache.get("newer", patch)
    assert cache._kept.keys() == {"new", "used", "newer"}
    assert cache.held == cache.limit


def test_what_is_too_large_is_handed_out_but_not_kept(cache: SpriteCache) -> None:
    assert cache.get("large", lambda: patch(8, 8 * 4)).get_size() == (8, 8 * 4)
    assert "large" not in cache._kept
    assert cache.held == 0
    for key in "abc":
        cache.get(key, patch)
    assert cache.held == cache.limit


def test_what_is_shown_stays_however_long_ago_it_was_asked_for(cache: SpriteCache) -> None:
    shown = cache.get("shown", patch)
    for key in "abcde":
        cache.get(key, patch)
    assert "shown" in cache._kept
    assert cache._kept.keys() == {"shown", "d", "e"}
    del shown
    for key in "fgh":
        cache.get(key, patch)
    assert "shown" not in cache._kept
    assert cache.held == cache.limit


@pytest.mark.parametrize("path", sorted(sprites.ART.glob("*.[jp]*g")), ids=lambda path: path.name)
def test_every_picture_loads_as_32_bit(path: Path) -> None:
    picture = sprites.image(path.name)
    assert picture.get_bitsize() == 32
    assert bool(picture.get_masks()[3]) == (path.suffix == ".png" and "caustics" not in path.name)


def test_every_picture_that_is_named_is_there() -> None:
    game = Path(str(sprites.__file__)).parents[1]
    code = (path.read_text("utf-8") for path in game.rglob("*.py"))
    names = set(re.findall(r'"(\w+\.(?:jpg|png))"', "".join(code)))
    names |= {entry.lid for entry in SHELF.values()}
    assert len(names) > 15
    assert names <= {path.name for path in sprites.ART.iterdir()}


def test_every_plain_surface_stands_for_a_texture_and_has_its_colour() -> None:
    for stem, tone in sprites.TONES.items():
        path = min(sprites.ART.glob(f"{stem}*"))
        clear = path.suffix == ".png"
        picture = sprites.image(path.name)
        mean = pygame.transform.average_color(picture, consider_alpha=clear)
        if stem.startswith("koi_"):  # with patches or bands in other colours
            alike = pygame.mask.from_threshold(picture, (*tone, 255), (40, 40, 40, 128)).count()
            assert alike > 0.25 * pygame.mask.from_surface(picture).count()
        else:
            assert all(abs(a - b) < 40 for a, b in zip(tone, mean, strict=False)), stem


def test_art_stays_small() -> None:
    assert sum(path.stat().st_size for path in sprites.ART.iterdir()) < 6 * 2**20


@pytest.mark.parametrize("size", [(300, 100), (90, 400), (64, 64)])
def test_cover_has_exactly_the_size_asked_for(size: tuple[int, int]) -> None:
    assert sprites.cover("paper.jpg", size).get_size() == size


def test_halved_keeps_the_colour_of_transparent_rims() -> None:
    surface = pygame.Surface((6, 6), pygame.SRCALPHA, 32)
    surface.fill((10, 20, 30, 0))
    surface.fill((10, 20, 30, 255), (2, 2, 2, 2))
    assert sprites.halved(surface).get_at((1, 1)) == (10, 20, 30, 255)
    assert sprites.halved(surface).get_at((0, 0)) == (10, 20, 30, 0)


def test_shadow_is_wider_softer_and_of_one_colour() -> None:
    shade = sprites.shadow(patch(40, 40), reach=6, opacity=0.5, tint=(9, 4, 2))
    assert shade.get_size() == (64, 64)
    middle, rim, corner = (shade.get_at(p) for p in ((32, 32), (10, 32), (0, 0)))
    assert middle[:3] == rim[:3] == (9, 4, 2)
    assert 110 < middle[3] <= 128
    assert 0 < rim[3] < middle[3]
    assert corner[3] == 0


def test_glow_reaches_beyond_the_shape() -> None:
    light = sprites.glow(patch(40, 40), reach=8, color=(255, 210, 120), opacity=1.0)
    assert light.get_at((10, 36))[3] > 0
    assert light.get_at((10, 36))[:3] == (255, 210, 120)


def test_inset_has_clear_corners_and_is_darker_toward_the_lamp() -> None:
    cloth = sprites.inset("linen.jpg", (200, 160), radius=20, depth=8)
    assert cloth.get_at((0, 0))[3] == 0
    assert cloth.get_at((100, 80))[3] == 255
    near_lamp, far_from_lamp = cloth.get_at((100, 2)), cloth.get_at((100, 155))
    assert sum(near_lamp[:3]) < sum(far_from_lamp[:3])


@pytest.mark.parametrize("size", [(400, 300), (90, 300), (61, 47)])
def test_a_rim_drawn_out_looks_as_if_painted_whole(size: tuple[int, int]) -> None:
    dark, radius, shift, reach = (14, 7, 3), 9, 4.0, 6.0
    whole = sprites._inner_rim(sprites.plate(size, radius), shift, reach, dark, 0.5)
    most = 2 * (radius + 4 + 2 * sprites.room_of(reach)) + 5
    small = min(size[0], most), min(size[1], most)
    rim = sprites._inner_rim(sprites.plate(small, radius), shift, reach, dark, 0.5)
    drawn = pygame.Surface(size, pygame.SRCALPHA, 32)
    sprites.framed(drawn, drawn.get_rect(), rim, hollow=False)
    assert drawn.get_size() == size
    alphas = zip(*(pygame.image.tobytes(s, "RGBA")[3::4] for s in (whole, drawn)), strict=True)
    assert max(abs(a - b) for a, b in alphas) <= 4


def test_pictures_are_made_one_by_one_when_there_is_no_time() -> None:
    cache, made = SpriteCache(), list[int]()

    def draw() -> None:
        for key in "abc":
            cache.get(key, lambda: made.append(1) or patch())

    assert [made_within(0.0, draw) for _ in range(4)] == [False, False, True, True]
    assert len(made) == 3
    forget_pictures(cache)
    draw()
    assert len(made) == 6


def test_what_is_made_of_other_pictures_ends_as_well() -> None:
    cache = SpriteCache()

    def outer() -> pygame.Surface:
        return cache.get("b", lambda: cache.get("a", patch).copy()).copy()

    tries = 1
    while not made_within(0.0, lambda: cache.get("c", outer)):
        tries += 1
    assert tries <= 3
    assert all(key in cache._kept for key in "abc")


def test_a_picture_made_in_steps_is_left_after_each_and_goes_on_from_there() -> None:
    cache, done = SpriteCache(), list[str]()

    def steps(name: str) -> sprites.Making:
        for part in "abc":
            done.append(name + part)
            yield
        return patch()

    tries = [made_within(0.0, lambda: cache.get("one", lambda: steps("1"))) for _ in range(5)]
    assert tries == [False, False, False, True, True]
    assert done == ["1a", "1b", "1c"]
    assert "one" in cache._kept


def test_a_picture_left_in_its_middle_goes_on_though_another_one_was_begun() -> None:
    cache, done = SpriteCache(), list[str]()

    def steps(name: str) -> sprites.Making:
        done.append(name)
        yield
        return patch()

    assert not made_within(0.0, lambda: cache.get("one", lambda: steps("one")))
    assert not made_within(0.0, lambda: cache.get("two", lambda: steps("two")))
    cache.get("one", lambda: steps("one"))
    assert done == ["one", "two"]
    for n in range(sprites.BEGUN + 1):
        assert not made_within(0.0, partial(cache.get, n, partial(steps, str(n))))
    cache.get("two", lambda: steps("two"))
    assert done.count("two") == 2, "only the latest ones are kept in their middle"


def test_a_step_makes_all_pictures_that_it_needs() -> None:
    cache, begun = SpriteCache(), list[int]()

    def steps() -> sprites.Making:
        begun.append(1)
        for key in "ab":
            cache.get(key, patch)
        yield
        for key in "cd":
            cache.get(key, patch)
        yield
        return patch()

    tries = 1
    while not made_within(0.0, lambda: cache.get("all", steps)):
        tries += 1
    assert len(begun) == 1
    assert tries <= 4
    assert all(key in cache._kept for key in "abcd")


def test_a_wish_list_grants_one_wish_a_step_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprites, "AWAITED", 0.0)
    cache = SpriteCache()
    cache.get("b", patch)
    keys = "abc"
    coming = sprites.WishList(partial(cache.get, key, patch) for key in keys)
    held = []
    for _ in range(4):
        coming.paint()
        held.append([key for key in keys if key in cache._kept])
    assert held == [["b"], ["a", "b"], ["a", "b"], ["a", "b", "c"]]
