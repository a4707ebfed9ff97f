"""Frames in which something arrives do nothing that can wait for the next one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from game.rules.core.match import Match
from game.scenes.play import rule_cards
from game.scenes.pond.koi import SWIM, KoiArt, Pose
from game.ui import art, painter, sprites
from game.ui.caustics import Caustics
from game.ui.display_list import Outline
from game.ui.painter import Painter
from game.ui.sprites import MISSED, PASSING, SPRITES, SpriteCache
from tests.scenes.table import ANNA, BEN, Table
from tests.tools import headless


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    made = Table(request.param, (ANNA, BEN), rule_cards=True, seating="table")
    made.wait(1.0)
    yield made
    made.close()


def played(table: Table) -> None:
    """The next move sets off."""
    scene = table.scene
    scene.play(scene.game.moves(scene.match.state)[0])


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[str]:
    """What is called from now on, once for each call."""
    calls, plain = list[str](), getattr(owner, name)

    def called(*args: Any, **named: Any) -> Any:
        calls.append(name)
        return plain(*args, **named)

    monkeypatch.setattr(owner, name, called)
    return calls


@pytest.mark.parametrize("table", ["jin_li"], indirect=True)
def test_light_on_water_rests_in_frames_in_which_a_step_sets_off_or_arrives(
    table: Table, monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = Painter()
    headless.picture(table.stack, own)
    light = counted(monkeypatch, Caustics, "_painted")
    busy, others = list[int](), list[int]()
    for _ in range(2):
        played(table)
        news = True
        while news or table.scene.reliving:
            before = table.scene.shown
            table.wait(headless.FRAME)
            headless.picture(table.stack, own)
            (busy if news or table.scene.shown != before else others).append(len(light))
            light.clear()
            news = False
    assert len(busy) == 4
    assert sum(busy) == 0
    assert sum(others) > 0


@pytest.mark.parametrize("table", ["jin_li", "skud_pai_sho"], indirect=True)
def test_a_card_comes_in_the_frame_after_the_step_that_it_is_about(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_cards, "FIRST", 0.0)
    scene, came = table.scene, 0
    for _ in range(6):
        if scene.match.actor is None:
            break
        played(table)
        while scene.reliving:
            shown, lay = scene.shown, scene.rule_cards.layer.visible
            table.wait(headless.FRAME)
            comes = scene.rule_cards.layer.visible and not lay
            assert not (comes and scene.shown != shown)
            came += comes
        lay = scene.rule_cards.layer.visible
        table.wait(headless.FRAME)
        came += scene.rule_cards.layer.visible and not lay
    assert came


@pytest.mark.parametrize("table", ["skud_pai_sho"], indirect=True)
def test_whether_a_step_can_be_taken_back_is_looked_up_for_no_button(
    table: Table, monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(4):
        played(table)
        table.rest()
    asked = counted(monkeypatch, Match, "undo_target")
    table.scene.controls.update()
    assert all(layer.frame for layer in table.scene.controls.layers)
    assert not asked


def test_edges_out_of_sight_are_not_washed(monkeypatch: pytest.MonkeyPatch) -> None:
    surface = pygame.Surface((400, 300), 0, 32)
    tiles = counted(monkeypatch, painter, "_tile")
    for clip in ((20, 20, 30, 30), (0, 100, 4, 9)):
        surface.set_clip(clip)
        painter.put(surface, Outline, surface.get_rect(), (255, 255, 255, 90), 9, 3)
    assert len(tiles) == 1, "the left edge alone is seen"


@pytest.mark.usefixtures("nothing_painted")
@pytest.mark.parametrize("size", [1, 2, 3, 8, 21, 60, 151])
def test_a_disc_is_what_it_would_be_if_all_of_it_were_drawn(
    size: int, monkeypatch: pytest.MonkeyPatch,
) -> None:
    over, largest = sprites.OVER, list[int]()
    plain = pygame.draw.circle

    def circle(surface: pygame.Surface, *args: Any) -> Any:
        largest.append(surface.get_width())
        return plain(surface, *args)

    for width in 0, 1, 3, 9:
        monkeypatch.setattr(pygame.draw, "circle", circle)
        found = sprites.disc(size, (216, 166, 66), width)
        monkeypatch.undo()
        whole = pygame.Surface(((2 * size + 2) * over,) * 2, pygame.SRCALPHA)
        whole.fill((216, 166, 66, 0))
        middle = (whole.get_width() // 2,) * 2
        plain(whole, (216, 166, 66, 255), middle, size * over, width * over)
        whole = pygame.transform.smoothscale_by(whole, 1 / over)
        assert pygame.image.tobytes(found, "RGBA") == pygame.image.tobytes(whole, "RGBA")
    assert max(largest) == (size + 1) * over, "a quarter of it is enough, and of memory"


@pytest.mark.usefixtures("nothing_painted")
def test_a_zoom_takes_the_room_of_nothing_that_was_painted_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table("domi_jongg", (ANNA, BEN), seating="table")
    for _ in range(12):
        played(table)
        table.rest()
    own = Painter()
    headless.picture(table.stack, own)
    before = set(SPRITES._kept)
    monkeypatch.setattr(SpriteCache, "house", round(1.1 * SPRITES.held / SPRITES.share))
    for turn in (1.0, 1.0, 1.0, -1.0, -1.0, -1.0):
        table.send("wheel", table.scene.layout.board.center, value=turn)
        for _ in range(20):
            table.wait(headless.FRAME)
            canvas = headless.blank()
            table.stack.draw(canvas)
    assert before <= set(SPRITES._kept)
    assert PASSING.held > 0
    table.close()


@pytest.mark.usefixtures("nothing_painted")
@pytest.mark.parametrize("table", ["domi_jongg", "skud_pai_sho"], indirect=True)
def test_the_brass_of_the_lens_is_painted_with_the_ground(
    table: Table, monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = list[str]()
    plain = art.picture

    def picture(name: str, *args: Any, **named: Any) -> pygame.Surface:
        drawn.append(name)
        return plain(name, *args, **named)

    monkeypatch.setattr(art, "picture", picture)
    headless.picture(table.stack)
    assert "loupe" in drawn


@pytest.mark.usefixtures("nothing_painted")
def test_what_a_frame_does_without_is_painted_in_turn() -> None:
    koi, poses = KoiArt("R", 60), [Pose.near(0.0, n / 8, SWIM) for n in (1, 3)]
    assert not any(MISSED.has(KoiArt.shade, koi, pose) for pose in poses * 3)
    assert len(MISSED.wanted) == 2
    steps = 0
    while MISSED.wanted:
        sprites.made_within(0.0, MISSED.paint)
        steps += 1
        first, second = (MISSED.has(KoiArt.shade, koi, pose) for pose in poses)
        assert first or not second
    assert steps > 4, "no frame has the time for all of a koi"
    assert all(MISSED.has(KoiArt.shade, koi, pose) for pose in poses)


@pytest.mark.usefixtures("nothing_painted")
def test_what_a_moment_shows_stays_as_long_as_it_is_shown() -> None:
    cache = SpriteCache(0.0, quick=True)
    shown = [cache.get(n, lambda: pygame.Surface((8, 8))) for n in range(5)]
    assert [cache.get(n, lambda: pygame.Surface((8, 8))) for n in range(5)] == shown
    shown.clear()
    cache.get(5, lambda: pygame.Surface((8, 8)))
    assert list(cache._kept) == [5]


@pytest.mark.usefixtures("nothing_painted")
def test_one_picture_of_everything_is_made_while_a_view_comes_nearer_and_goes() -> None:
    table = Table("ping_pao", (ANNA, BEN), seating="table")
    for _ in range(8):
        played(table)
        table.rest()
    headless.picture(table.stack)
    for turn in (1.0, 1.0, -1.0, -1.0):
        table.send("wheel", table.scene.layout.board.center, value=turn)
        for _ in range(25):
            table.wait(headless.FRAME)
            table.stack.draw(headless.blank())
    made = [key for key in SPRITES._kept if isinstance(key, tuple) and key[0] == "walongs"]
    assert 1 <= len(made) <= 2, "for each size in which it rests long enough to become sharp"
    table.close()
