"""Koi: their spine bends the right way, their pictures turn, and the frames fit their cache."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.scenes.pond.koi import KINDS, PIVOT, REST, SWIM, KoiArt, Pose, Spine
from game.scenes.pond.pool import Grid, Koi, Pool
from game.scenes.pond.view import PoolView
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.sprites import WishList
from game.ui.theme import USUAL

STRAIGHT = Pose(0, 0, SWIM)


def reddish(surface: pygame.Surface) -> float:
    """The share of strongly red among the solid pixels."""
    solid = [
        surface.get_at((x, y))
        for x in range(0, surface.get_width(), 2)
        for y in range(0, surface.get_height(), 2)
        if surface.get_at((x, y))[3] > 200
    ]
    return sum(c.r > 2 * c.g for c in solid) / len(solid)


def test_spine_turns_around_its_pivot() -> None:
    for bend in (-1.0, 0.0, 0.7):
        assert abs(Spine(bend, 0.3).at(PIVOT)) < 1e-9


def test_resting_straight_koi_looks_right() -> None:
    spine = Spine(0, 0, vigour=0)
    assert spine.at(0).real == pytest.approx(PIVOT)
    assert spine.at(1).real == pytest.approx(PIVOT - 1)
    assert spine.at(0).imag == pytest.approx(0)


def test_bending_to_the_left_moves_head_and_tail_to_the_left() -> None:
    spine = Spine(1, 0, vigour=0)
    assert spine.at(0).imag > 0.1
    assert spine.at(1).imag > 0.1


def test_tail_beats_more_than_head() -> None:
    def swing(s: float) -> float:
        places = [Spine(0, n / 12).at(s).imag for n in range(12)]
        return max(places) - min(places)

    assert swing(1.0) > 3 * swing(0.0)


def test_a_bent_koi_has_no_gaps_between_its_strips() -> None:
    frame = KoiArt("R", 120).frame(Pose(4, 0, SWIM))
    spine, unit = Spine(1, 0), 180
    middle = frame.get_rect().center
    along = [spine.at(s / 100) * unit for s in range(8, 80)]
    assert all(frame.get_at((round(middle[0] + p.real), round(middle[1] - p.imag)))[3] > 240
               for p in along)  # fmt: skip


@pytest.fixture
def no_pictures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, nothing_painted: None
) -> None:
    monkeypatch.setattr(sprites, "ART", tmp_path)


@pytest.mark.parametrize(("kind", "tone"), [(KINDS[0], "koi_red"), (KINDS[1], "koi_yellow")])
def test_a_koi_whose_picture_is_missing_is_a_disc_of_its_colour(
    no_pictures: None, kind: Any, tone: str,
) -> None:
    frame = KoiArt(kind, 60).frame(Pose(0, 0, REST))
    seen = frame.get_at(frame.get_rect().center)
    assert seen[3] > 240
    assert seen[:3] == pytest.approx(sprites.TONES[tone], abs=8)


def test_near_poses_share_a_surface_and_far_ones_do_not() -> None:
    koi = KoiArt("R", 60)
    pose, other = Pose.near(0.0, 0.25, SWIM), Pose.near(0.9, 0.25, SWIM)
    assert Pose.near(0.01, 0.26, SWIM) == Pose.near(0.02, 0.24, SWIM) == pose
    assert koi.sprite(10, pose) is koi.sprite(10.4, pose)
    assert koi.sprite(10, pose) is not koi.sprite(50, pose)
    assert koi.sprite(10, pose) is not koi.sprite(10, other)


def test_resting_koi_hardly_bend() -> None:
    assert Pose.near(1.0, 0.0, REST).bend == 1
    assert Pose.near(1.0, 0.0, SWIM).bend == 4


def test_phase_wraps() -> None:
    assert Pose.near(0, 0.999, SWIM) == Pose.near(0, 0.0, SWIM)


def test_heading_up_is_tall_and_heading_right_is_wide() -> None:
    koi = KoiArt("Y", 60)
    wide, tall = koi.sprite(0, STRAIGHT).get_size(), koi.sprite(90, STRAIGHT).get_size()
    assert wide[0] > wide[1]
    assert tall[1] > tall[0]


def test_red_and_yellow_differ_in_pattern_not_only_in_colour() -> None:
    for variant in (0, 1):
        red, yellow = (KoiArt(kind, 90, variant).sprite(0, STRAIGHT) for kind in ("R", "Y"))
        assert 0.15 < reddish(red) < 0.65
        assert reddish(yellow) < 0.12


def test_koi_never_touches_the_rim_of_its_frame() -> None:
    for pose in Pose.every():
        if pose.moment % 3 == 0:
            frame = KoiArt("R", 40).frame(pose)
            rim = frame.get_bounding_rect(min_alpha=8)
            assert frame.get_rect().inflate(-2, -2).contains(rim)


def bent() -> int:
    """How many bent fish and their shades are kept."""
    keys: Any = sprites.SPRITES._kept
    return sum(key[0].__name__ in ("frame", "shade") for key in keys if callable(key[0]))


@pytest.mark.usefixtures("nothing_painted")
def test_every_frame_painted_ahead_is_kept_within_the_limit() -> None:
    wish_list = WishList(PoolView(Pool(), Grid()).wishes(40.0, USUAL))
    for _ in range(8 * 4 * len(list(Pose.every()))):
        wish_list.paint()
    assert bent() == 3 * len(list(Pose.every()))  # yellow koi wear but one coat
    assert sprites.SPRITES.held <= sprites.SPRITES.limit


@pytest.mark.usefixtures("nothing_painted")
def test_a_koi_stays_as_it_is_until_its_next_picture_is_painted() -> None:
    koi = Koi("R", (3.5, 3.5), 0.0)
    view = PoolView(Pool({0: koi}), Grid())
    canvas = Canvas(pygame.Surface((100, 100)), scale=40.0)
    view.paint_things(canvas)
    first, kept = koi.pose, bent()
    koi.stroke = 0.5
    view.paint_things(canvas)
    assert bent() == kept, "a frame that waits for a picture is late"
    assert koi.pose == first
    sprites.MISSED.paint()
    kept = bent()
    view.paint_things(canvas)
    assert koi.pose == Pose.near(0.0, 0.5, REST) != first
    assert bent() == kept
