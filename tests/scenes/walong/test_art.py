"""Walongs: their outline, their place on the surface, the lamp, the marks, and what is kept."""

from __future__ import annotations

import math

import pygame
import pytest

from game.rules.walong.geometry import CENTRES, COLOURS, HOME, centre, inset, mate, outline
from game.scenes.walong.art import KERF, MARK_AT, MARK_SIZE, WalongArt, shape_of
from game.scenes.walong.marks import mark_of
from game.ui.theme import WALONG
from tests.tools.headless import forget_pictures

SIDE = 40


def area(rim: list[complex] | tuple[complex, ...]) -> float:
    found: float = sum(
        (a.conjugate() * b).imag for a, b in zip(rim, (*rim[1:], rim[0]), strict=True)) / 2
    return found


def pixel(surface: pygame.Surface, place: complex, side: int = SIDE) -> pygame.Color:
    """The colour at a place in sides from the middle, y upwards."""
    width, height = surface.get_size()
    return surface.get_at((int(width / 2 + place.real * side), int(height / 2 - place.imag * side)))


def test_inset_shrinks_by_the_kerf() -> None:
    rim = [point - CENTRES[0] for point in outline(HOME, 20)]
    length = sum(abs(a - b) for a, b in zip(rim, (*rim[1:], rim[0]), strict=True))
    assert area(rim) - area(shape_of(0)) == pytest.approx(length * KERF / 2, rel=0.03)


def test_inset_of_a_square_is_a_smaller_square() -> None:
    assert inset([0j, 1 + 0j, 1 + 1j, 1j], 0.1) == pytest.approx(
        (0.1 + 0.1j, 0.9 + 0.1j, 0.9 + 0.9j, 0.1 + 0.9j))


@pytest.mark.parametrize("k", range(12))
def test_w_3_orientation_turns_the_outline_around_the_centre(k: int) -> None:
    spin = complex(math.cos(k * math.pi / 6), math.sin(k * math.pi / 6))
    assert shape_of(k) == pytest.approx([point * spin for point in shape_of(0)])


@pytest.mark.parametrize("k", [0, 1, 5, 8])
def test_picture_is_centred_on_the_centre(k: int) -> None:
    picture = WalongArt(SIDE).at("r", 30 * k)
    rim = list(shape_of(k))
    within = [pixel(picture, place)[3] for place in inset(rim, 0.06)]
    beyond = [pixel(picture, place)[3] for place in inset(rim, -0.06)]
    assert sum(alpha > 200 for alpha in within) > 0.95 * len(rim)
    assert sum(alpha < 60 for alpha in beyond) > 0.95 * len(rim)


def test_w_5_mated_pieces_leave_a_thin_gap_and_never_overlap() -> None:
    first, second = HOME, mate(HOME, 0, 2)
    art, side = WalongArt(SIDE), SIDE
    table = [[0] * 200 for _ in range(200)]
    for pose in (first, second):
        picture, middle = art.at("g", 30 * pose.k), centre(pose)
        left = round(100 + middle.real * side - picture.get_width() / 2)
        top = round(100 - middle.imag * side - picture.get_height() / 2)
        for x in range(picture.get_width()):
            for y in range(picture.get_height()):
                table[top + y][left + x] += picture.get_at((x, y))[3]
    assert max(map(max, table)) < 255 + 120


@pytest.mark.parametrize("colour", COLOURS)
def test_colour_is_the_one_of_the_theme(colour: str) -> None:
    picture = WalongArt(SIDE).at(colour, 0)
    solid = [
        picture.get_at((x, y))
        for x in range(picture.get_width()) for y in range(picture.get_height())
        if picture.get_at((x, y))[3] == 255
    ]
    for channel in range(3):
        mean = sum(c[channel] for c in solid) / len(solid)
        assert mean == pytest.approx(WALONG[colour][channel], abs=32)


@pytest.mark.parametrize("k", range(12))
def test_the_lamp_stands_at_the_top_left_in_every_orientation(k: int) -> None:
    picture = WalongArt(SIDE).at("v", 30 * k)

    def rim_light(way: complex) -> float:
        places = [p for p in shape_of(k) if (p * way.conjugate()).real > 0.72 * abs(p)]
        return sum(sum(pixel(picture, p * 0.965)[:3]) for p in places) / len(places)

    assert rim_light(-1 + 1j) > rim_light(1 - 1j)


def test_pictures_and_near_angles_are_shared() -> None:
    art = WalongArt(SIDE)
    assert art.at("y", 90) is art.at("y", 90)
    assert art.at("y", 90.4) is art.at("y", 90)
    assert art.at("y", 47.2) is WalongArt(SIDE).at("y", 48.3)
    assert art.at("y", 47.2) is not art.at("y", 52)


def test_an_angle_between_turns_the_outline() -> None:
    picture = WalongArt(SIDE).at("g", 44)
    spin = complex(math.cos(math.radians(44)), math.sin(math.radians(44)))
    tip = max(shape_of(0), key=abs)
    assert pixel(picture, tip * spin * 0.90)[3] > 150
    assert pixel(picture, tip * 0.95)[3] < 60


def test_ghost_is_thin_and_as_large_as_the_piece() -> None:
    art = WalongArt(SIDE)
    ghost, piece = art.ghost("y", 2), art.at("y", 60)
    assert ghost.get_size() == piece.get_size()
    assert 60 < pixel(ghost, 0.3 + 0.1j)[3] < 180


def test_shadow_falls_away_from_the_lamp_and_grows_with_height() -> None:
    art = WalongArt(SIDE)
    boxes = [art.shadow("r", 0, lift).get_bounding_rect(min_alpha=12) for lift in (0.0, 1.0)]
    sizes = [art.shadow("r", 0, lift).get_size() for lift in (0.0, 1.0)]
    drops = [(box.centerx - size[0] / 2, box.centery - size[1] / 2)
             for box, size in zip(boxes, sizes, strict=True)]
    assert all(part > 0 for drop in drops for part in drop)
    assert drops[1] > drops[0]
    assert boxes[1].width > boxes[0].width


def test_a_shadow_that_is_there_will_do_on_the_way() -> None:
    """To blur one takes longer than a frame has time for. It is turned with the piece, so one that
    lies nearly as it does falls away from the lamp, whatever its height.
    """
    forget_pictures()
    art = WalongArt(SIDE)
    lying = art.shadow("y", 60)
    assert art.nearest("y", 80, lift=1.0) == (lying, 60)
    art.shadow("y", 240, 1.0)
    assert art.nearest("y", 80, lift=0.9) == (lying, 60)
    lifted = art.shadow("y", 60, 1.0)
    assert art.nearest("y", 80, lift=0.9) == (lifted, 60)
    assert art.nearest("r", 80, lift=0.9) == (art.shadow("r", 90, 1.0), 90), "none is there"


def test_shadow_has_the_tint_of_the_piece() -> None:
    red, green = (pixel(WalongArt(SIDE).shadow(c, 0), 0.1 - 0.1j) for c in "rg")
    assert red.r > red.g
    assert green.g > green.r


def test_every_colour_has_its_own_mark_inside_the_piece() -> None:
    marks = [mark_of(colour) for colour in COLOURS]
    assert len({mark.carved for mark in marks}) == len(COLOURS)
    for mark in marks:
        places = [point for shape in (*mark.carved, *mark.left) for point in shape]
        assert max(map(abs, places)) < 1.45
        apart = min(abs(MARK_AT + MARK_SIZE * p - q) for p in places for q in shape_of(0))
        assert apart > 0.08
