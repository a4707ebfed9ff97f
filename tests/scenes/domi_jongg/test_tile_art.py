"""The drawn tiles: all different, legible when small, alike from behind, lit from one side."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from game.rules.domi_jongg.tiles import KINDS
from game.scenes.domi_jongg import tile_art as art
from game.ui import art as drawings
from game.ui import sprites
from tests.sweep import one_in
from tests.tools.headless import forget_pictures

SMALL = 40


def grey(surface: pygame.Surface) -> bytes:
    """The brightness of every pixel, as somebody without colour vision sees it."""
    pixels = pygame.transform.grayscale(surface.copy())
    return pygame.image.tobytes(pixels, "RGB")[::3]


def difference(one: bytes, other: bytes) -> int:
    """How many pixels differ clearly."""
    return sum(abs(a - b) > 24 for a, b in zip(one, other, strict=True))


def index_of(tile: str, height: int, letters: str = "en") -> pygame.Surface:
    """The corner with the index, cut out of the face."""
    face = art.face(tile, height, letters)
    return face.subsurface((0, 0, round(height * 0.5), round(height * 0.3)))


@pytest.mark.parametrize("height", [SMALL, 80, 200])
def test_all_faces_differ_even_without_colours(height: int) -> None:
    faces = {tile: grey(art.face(tile, height)) for tile in KINDS}
    pixels = height * round(height * 0.75)
    for one, other in combinations(KINDS, 2):
        assert difference(faces[one], faces[other]) > 0.012 * pixels, (one, other)


@pytest.mark.parametrize("letters", ["en", "de"])
def test_all_indices_differ_on_small_tiles(letters: str) -> None:
    corners = {tile: grey(index_of(tile, SMALL, letters)) for tile in KINDS}
    for one, other in combinations(KINDS, 2):
        same = art.INDICES[letters][one] == art.INDICES[letters][other]
        assert same or difference(corners[one], corners[other]) >= 5, (one, other)


@pytest.mark.parametrize(
    ("letters", "indices"),
    [
        ("en", "1 9 5 E W R G Wh 2 4"),
        ("de", "B1 K9 T5 O W DR DG DW F2 J4"),
    ],
)
def test_indices_are_those_of_sets_for_players_of_the_language(letters: str, indices: str) -> None:
    tiles = ["B1", "K9", "T5", "WE", "WW", "DR", "DG", "DW", "F2", "J4"]
    assert " ".join(art.INDICES[letters][tile] for tile in tiles) == indices


def test_only_in_english_the_drawing_alone_tells_the_suit() -> None:
    """So that no two kinds with one index look alike, even at the size of a long snake's tiles."""
    assert len(set(art.INDICES["de"].values())) == len(KINDS)
    faces = {tile: grey(art.face(tile, 24)) for tile in KINDS}
    for one, other in combinations(KINDS, 2):
        if art.INDICES["en"][one] == art.INDICES["en"][other]:
            assert difference(faces[one], faces[other]) > 0.08 * 24 * 18, (one, other)


@pytest.mark.parametrize("tile", KINDS)
def test_indices_stand_out_from_the_ivory(tile: str) -> None:
    """The darkest pixels of the index are far darker than the face around it."""
    levels = sorted(grey(index_of(tile, SMALL).subsurface((3, 3, 14, 9))))
    assert levels[len(levels) // 20] < 0.62 * levels[-1]


def test_every_kind_has_its_drawing_and_no_drawing_is_left_over() -> None:
    coins = [f"K{n}_plain" for n in range(2, 10)]
    found = [file.stem for file in (sprites.ART / "domi_jongg").glob("*.svg")]
    below = ["bamboo", "block_0", "block_1", *(f"head_{way}" for way in range(4))]
    assert sorted(found) == sorted([*KINDS, *coins, *below])


@pytest.mark.parametrize("tile", KINDS)
def test_drawings_stay_within_their_field_and_fill_most_of_it(tile: str) -> None:
    """So pictures stay on the face and out of the index."""
    box = drawings.picture(f"domi_jongg/{tile}", art.FIELD).get_bounding_rect()
    room = pygame.Rect((0, 0), art.FIELD).inflate(-2, -2)
    assert room.contains(box), (box, room)
    assert box.height > 0.5 * room.height


@pytest.mark.parametrize("height", one_in(3, [17, 24, 40, 61, 80, 133, 320, 200]))
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_tiles_have_their_size_at_any_height_and_turn(height: int, turns: int) -> None:
    wanted = (height, round(height * 0.75))
    wanted = wanted if turns % 2 else wanted[::-1]
    assert art.size(height, turns) == wanted
    for surface in (art.face("K5", height, turns=turns), art.back(height, turns)):
        assert surface.get_size() == wanted
        assert surface.get_at((0, 0)).a < 200
        assert surface.get_at((wanted[0] // 2, wanted[1] // 2)).a == 255


@pytest.mark.usefixtures("nothing_painted")
def test_backs_are_the_same_picture_every_time() -> None:
    first = pygame.image.tobytes(art.back(60), "RGBA")
    forget_pictures(sprites.SPRITES)
    assert pygame.image.tobytes(art.back(60), "RGBA") == first


def test_a_back_is_no_face() -> None:
    back = grey(art.back(SMALL))
    assert all(difference(grey(art.face(tile, SMALL)), back) > 300 for tile in KINDS)


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize("kind", ["DW", "back"])
def test_the_light_stays_at_the_top_left(kind: str, turns: int) -> None:
    tile = art.back(120, turns) if kind == "back" else art.face(kind, 120, turns=turns)
    levels = pygame.transform.grayscale(tile)
    width, tall = tile.get_size()
    edge = tall - round(art.THICK * 1.2)
    lamp, away = (
        sum(levels.get_at((x, y)).r for x in range(20, width - 20) for y in rows)
        for rows in (range(3), range(edge - 3, edge))
    )
    assert lamp > 1.05 * away


def test_turning_a_tile_turns_its_index() -> None:
    left, right = pygame.Rect(6, 6, 10, 10), pygame.Rect(80 - 5 - 16, 6, 10, 10)
    upright, turned = art.face("DR", 80), art.face("DR", 80, turns=1)
    assert min(grey(upright.subsurface(left))) < 140 < 180 < min(grey(turned.subsurface(left)))
    assert min(grey(turned.subsurface(right))) < 140


def test_pictures_are_kept() -> None:
    assert art.face("F2", 64) is art.face("F2", 64)
    assert art.back(64) is art.back(64, 4)


def test_a_tile_has_a_wider_shadow() -> None:
    assert art.shadow(80).get_width() > art.size(80)[0]
    assert art.shadow(80, turns=1).get_width() > art.size(80)[1]
