"""Designs of the sets: the usual one stays as it is, high contrast is one, changes show at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import pygame
import pytest

from game.rules import SHELF
from game.rules.domi_jongg.tiles import KINDS as MAHJONG
from game.rules.pai_sho.board import CODES
from game.rules.walong.geometry import COLOURS
from game.scenes.core.context import Context
from game.scenes.core.registry import illustrations, paint_board, paint_specimens
from game.scenes.core.routes import ToPause, ToSettings
from game.scenes.core.scene import Pop, Push
from game.scenes.domi_jongg import tile_art
from game.scenes.home.settings import SettingsScene
from game.scenes.pai_sho.art import CHALK, LACQUERS, SEAL_RED, TileArt
from game.scenes.pai_sho.board import SOILS
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.pond.koi import PLAIN, REST, KoiArt, Pose
from game.scenes.walong.art import ENAMELS, WalongArt
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.scrolling import List
from game.ui.theme import USUAL, Color, Design
from game.ui.widgets import Field, PictureChoice
from tests.tools import headless
from tests.tools.showcase import games

CONTRAST = Design(pieces="contrast")
CLASSIC = Design(garden="classic")
READABLE = 7.0
"""What WCAG asks of text for eyes that see little (AAA)."""
PAI_SHO = "skud_pai_sho", "solitaire_pai_sho"


def linear(color: Color) -> tuple[float, ...]:
    shares = (part / 255 for part in color[:3])
    return tuple(s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)


def luminance(color: Color) -> float:
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(a: Color, b: Color) -> float:
    """The contrast of two colours, 1 to 21, as WCAG measures it."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def lightness(color: Color) -> float:
    """L* of CIELAB, 0 to 100."""
    y = luminance(color)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def without_green(color: Color) -> Color:
    """The colour as an eye without green cones sees it (Machado, Oliveira and Fernandes, 2009)."""
    rows = (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )  # fmt: skip
    red, green, blue = linear(color)
    seen = (max(0.0, min(1.0, a * red + b * green + c * blue)) for a, b, c in rows)
    parts = (12.92 * s if s <= 0.0031308 else 1.055 * s ** (1 / 2.4) - 0.055 for s in seen)
    r, g, b = (round(255 * part) for part in parts)
    return r, g, b


def tones_of(picture: pygame.Surface, least: float = 0.03) -> list[Color]:
    """The colours that make up most of a picture, those of at least this share, in steps of 8."""
    width, height = picture.get_size()
    seen: Counter[tuple[int, int, int]] = Counter()
    for x in range(0, width, 2):
        for y in range(0, height, 2):
            red, green, blue, alpha = picture.get_at((x, y))
            if alpha > 250:
                seen[red // 8 * 8 + 4, green // 8 * 8 + 4, blue // 8 * 8 + 4] += 1
    whole = sum(seen.values())
    return [color for color, count in seen.most_common() if count > least * whole]


@pytest.fixture
def context() -> Iterator[Context]:
    made = headless.context((800, 600))
    yield made
    made.ai_worker.close()
    made.store.close()


def scene_of(context: Context, game: str) -> AnyPlayScene:
    moment = {
        "ping_pao": "taking", "walomino": "middle", "jin_li": "picked", "domi_jongg": "middle",
        "skud_pai_sho": "middle", "solitaire_pai_sho": "middle",
    }[game]  # fmt: skip
    made: Any = getattr(games, game)(context)[f"{game}-{moment}"]
    return made  # type: ignore[no-any-return]


# Signs ------------------------------------------------------------------------------------------

INK_ON_TILES = sorted({color for color in tile_art.STRONG.values() if color != tile_art.PAPER})
SIGNS: list[tuple[str, Color, Color]] = [
    *((f"walong {colour}", each.sign, each.body) for colour, each in ENAMELS.items()),
    *((f"mahjong {color}", color, tile_art.PAPER) for color in INK_ON_TILES),
    *((f"index {tile}", color, tile_art.PAPER) for tile, color in tile_art.STRONG_INDEX.items()),
    *((f"tile {wood}", each.sign, each.face) for wood, each in LACQUERS.items()),
    *((f"red flower {wood}", each.red, each.face) for wood, each in LACQUERS.items()),
    ("red number", CHALK, SEAL_RED),
]


@pytest.mark.parametrize(("name", "sign", "ground"), SIGNS, ids=[name for name, _, _ in SIGNS])
def test_signs_of_high_contrast_can_be_read_by_eyes_that_see_little(
    name: str, sign: Color, ground: Color
) -> None:
    assert ratio(sign, ground) >= READABLE


PIECES: dict[str, Callable[[], pygame.Surface]] = {
    **{f"walong {c}": partial(WalongArt(120, CONTRAST).at, c, 0) for c in COLOURS},
    **{f"koi {k}": partial(KoiArt(k, 160, 0, CONTRAST).frame, Pose(0, 0, REST)) for k in PLAIN},
    **{f"coat {k}": partial(sprites.image, coat.bodies[0]) for k, coat in PLAIN.items()},
    **{tile: partial(tile_art.face, tile, 120, "en", 0, CONTRAST) for tile in MAHJONG},
    **{f"{wood} {code}": partial(TileArt(120, CONTRAST).tile, code, wood)
       for code in CODES[1:] for wood in LACQUERS},
}  # fmt: skip


@pytest.mark.parametrize("name", PIECES)
def test_pixels_of_a_piece_of_high_contrast_differ_as_much(name: str) -> None:
    tones = tones_of(PIECES[name]())
    assert max(ratio(a, b) for a, b in combinations(tones, 2)) >= READABLE


@pytest.mark.parametrize(("one", "other"), [*combinations(COLOURS, 2)])
def test_walongs_of_high_contrast_differ_for_eyes_without_green_cones(
    one: str, other: str
) -> None:
    bodies = ENAMELS[one].body, ENAMELS[other].body
    for a, b in (bodies, tuple(map(without_green, bodies))):
        assert abs(lightness(a) - lightness(b)) > 7


# What is painted ----------------------------------------------------------------------------------


def bytes_of(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGB")


@pytest.mark.parametrize("game", SHELF)
def test_every_game_paints_every_design(context: Context, game: str) -> None:
    seen: dict[Design, bytes] = {}
    for chosen in ({}, {"pieces": "contrast"}, {"garden": "classic"}, {}):
        context.settings = context.usual.changed(**chosen)
        stack = headless.stack_of(context, scene_of(context, game))
        headless.wait(stack, 2.0)  # pieces are made ready one after the other
        headless.picture(stack)
        sprites.MISSED.paint()  # what frames do without for a moment
        picture = bytes_of(headless.picture(stack))
        assert seen.setdefault(context.design, picture) == picture, "the usual one is as it was"
        stack.close()
    assert seen[CONTRAST] != seen[USUAL]
    assert (seen[CLASSIC] != seen[USUAL]) == (game in PAI_SHO)


@pytest.mark.parametrize("game", SHELF)
def test_pictures_in_the_rules_follow_the_design(context: Context, game: str) -> None:
    picture = next(iter(illustrations(game).values()))
    seen = []
    for design in (USUAL, CONTRAST, CLASSIC, USUAL):
        surface = pygame.Surface((240, 240), 0, 32)
        share = 240 / max(picture.width, picture.height)
        box = Box(0, 0, picture.width * share, picture.height * share)
        picture.paint(Canvas(surface, scale=1.0, design=design), box)
        seen.append(bytes_of(surface))
    assert seen[0] == seen[3] != seen[1]
    assert (seen[2] != seen[0]) == (game in PAI_SHO)


@pytest.mark.parametrize("design", [USUAL, CONTRAST, CLASSIC])
def test_a_design_is_shown_where_it_is_chosen(context: Context, design: Design) -> None:
    for paint in (paint_specimens, paint_board):
        surface = pygame.Surface((240, 160), 0, 32)
        surface.fill((1, 2, 3))
        paint(Canvas(surface, scale=1.0, design=design), Box(0, 0, 240, 160))
        assert len(tones_of(surface, 0.001)) > 8


def test_the_board_of_the_leaflet_has_yellow_neutral_gardens() -> None:
    red, green, blue = SOILS["classic"].neutral[:3]
    assert red > green > 1.5 * blue


# Choosing -----------------------------------------------------------------------------------------


def choice(scene: SettingsScene, key: str) -> PictureChoice[Any]:
    rows = scene.scrolled.children if scene.scrolled is not None else ()
    label = scene.t(f"settings.{key}.label")
    found = next(row for row in rows if isinstance(row, Field) and row.label.text == label)
    assert isinstance(found.control, PictureChoice)
    return found.control


@pytest.mark.parametrize(
    ("key", "value"), [("pieces", "contrast"), ("garden", "classic")]
)
def test_a_design_is_chosen_by_tapping_its_picture(
    context: Context, key: str, value: str
) -> None:
    stack = headless.stack_of(context)
    stack.change(Push(ToSettings()))
    headless.wait(stack, 0.4)
    scene = stack.top
    assert isinstance(scene, SettingsScene)
    assert isinstance(scene.scrolled, List)
    card = choice(scene, key)
    scene.scrolled.show(card)
    headless.tap(stack, card.box.right - card.box.w / 4, card.box.center[1])
    assert getattr(context.settings, key) == value
    assert context.store.get(key) == value, "it is kept"
    stack.close()


@pytest.mark.parametrize("game", SHELF)
def test_a_running_match_follows_at_once(context: Context, game: str) -> None:
    scene = scene_of(context, game)
    stack = headless.stack_of(context, scene)
    headless.wait(stack, 0.3)
    headless.picture(stack)
    stack.change(Push(ToPause(scene)))
    stack.change(Push(ToSettings()))
    settings = stack.top
    assert isinstance(settings, SettingsScene)
    choice(settings, "pieces").choose(1)
    choice(settings, "garden").choose(1)
    stack.change(Pop())
    headless.wait(stack, 0.4)
    below_the_menu = bytes_of(headless.picture(stack))
    stack.close()

    again = scene_of(context, game)
    other = headless.stack_of(context, again)
    headless.wait(other, 0.3)
    other.change(Push(ToPause(again)))
    headless.wait(other, 0.4)
    assert alike(bytes_of(headless.picture(other)), below_the_menu)
    other.close()


def alike(one: bytes, other: bytes) -> bool:
    """Whether two pictures differ but in what drifts, such as petals and koi."""
    differ = sum(abs(a - b) > 24 for a, b in zip(one, other, strict=True))
    return differ < 0.02 * len(one)

