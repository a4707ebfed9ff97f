"""Badges: every colour and mark there is can be drawn, and no two look alike."""

import pygame
import pytest

from game.services import people
from game.ui import badges, sprites


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((200, 200))


def test_there_is_a_picture_for_whatever_people_can_choose() -> None:
    assert tuple(badges.COLOURS) == people.COLOURS
    drawn = {file.stem for file in (sprites.ART / "marks").iterdir()}
    assert drawn == set(people.MARKS)


def test_no_two_marks_and_no_two_colours_look_alike() -> None:
    marks = {pygame.image.tobytes(badges.badge("jade", m, 48), "RGBA") for m in people.MARKS}
    colours = {pygame.image.tobytes(badges.badge(c, "sun", 48), "RGBA") for c in badges.COLOURS}
    assert (len(marks), len(colours)) == (len(people.MARKS), len(badges.COLOURS))


@pytest.mark.parametrize("mark", people.MARKS)
def test_a_mark_stays_inside_its_badge_and_fills_it(mark: str) -> None:
    """Enough ivory to be told from across a table, and none on the brass ring."""
    image = badges.badge("indigo", mark, 100)
    middle = image.get_width() // 2
    ivory = [
        (x - middle, y - middle)
        for x in range(image.get_width()) for y in range(image.get_height())
        if min(image.get_at((x, y))[:3]) > 200
    ]
    inside = [p for p in ivory if p[0] ** 2 + p[1] ** 2 < 43**2]
    assert len(inside) > 350
    assert all(x * x + y * y < 40**2 for x, y in inside)


def test_somebody_without_a_profile_has_a_plain_badge() -> None:
    plain, known = badges.badge("", "person", 48), badges.badge("jade", "koi", 48)
    assert pygame.image.tobytes(plain, "RGBA") != pygame.image.tobytes(known, "RGBA")
    assert plain.get_size() == known.get_size()
