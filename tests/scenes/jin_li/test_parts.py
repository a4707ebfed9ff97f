"""The pond's parts alone: where squares lie, what a hand means, what moves in the water."""

from typing import Any

import pygame
import pytest

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.jin_li.state import (
    Leap,
    Pond,
    Swim,
    Throw,
    crossing,
)
from game.scenes.jin_li.input import Hand
from game.scenes.jin_li.scene import pieces
from game.scenes.jin_li.tray import hand_box, paint_hand
from game.scenes.play.pick_and_place import InTray
from game.scenes.play.tray import Tray
from game.scenes.pond.pool import AWAKE, Dance, Grid, Koi, Pool, Stone, middle
from game.scenes.pond.view import stone as stone_of
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame
from game.ui.theme import GOLD
from game.ui.timeline import Timeline
from tests.scenes.table import Table
from tests.tools import headless

A1, G1, B2, C3, D4, A7 = 0, 6, 8, 16, 24, 42


def pond(*moves: Any) -> Pond:
    """The state after these moves of a game."""
    match = Match(GAMES["jin_li"], 2)
    for move in moves:
        match.play(move)
    found: Pond = match.state
    return found


class Water:
    """The parts around a pool, and what a hand asks of a scene."""

    def __init__(self, *moves: Any) -> None:
        self.grid, self.pool, self.timeline = Grid(), Pool(), Timeline()
        self.cues: list[Any] = []
        self.grid.fit(Box(100, 50, 768, 768), 0)
        self.game, self.latest = GAMES["jin_li"], pond(*moves)
        self.played: list[Any] = []
        self.asked: int | None = 0
        self.say_prompt = lambda: None
        self.pool.show(pieces(self.latest))
        scene: Any = self
        self.hand = Hand(scene, self.pool, self.grid)
        self.dance = Dance(self.pool, self.timeline, self.sound)

    def sound(self, cue: str, at: tuple[float, float]) -> None:
        self.cues.append(cue)

    def clear_marks(self, *kinds: str) -> None:
        pass

    def commit(self, move: Any) -> bool:
        """Note a move; only legal ones are played."""
        self.played.append(move)
        return GAMES["jin_li"].why_illegal(self.latest, move) is None


@pytest.mark.parametrize("turn", range(4))
def test_every_point_of_the_pond_is_found_again(turn: int) -> None:
    grid = Grid()
    grid.fit(Box(100, 50, 768, 768), turn)
    for square in range(49):
        assert grid.position(grid.square(square)) == pytest.approx(middle(square))


def test_a_smaller_pond_has_its_own_squares() -> None:
    grid = Grid(3, 2)
    grid.fit(Box(0, 0, 368, 268), 0)
    assert [spot.key for spot in grid.seen] == list(range(6))
    assert all(grid.water.has(spot.center) for spot in grid.seen)
    assert grid.position(grid.square(5)) == pytest.approx((2.5, 1.5))
    assert grid.place_at("c2") == grid.square(5)
    assert grid.place_at("d2") is None


@pytest.mark.parametrize("box", [Box(0, 0, 900, 300), Box(0, 0, 400, 900)])
def test_a_pond_fits_into_a_box_of_any_proportions(box: Box) -> None:
    grid = Grid(3, 2)
    grid.fit(box, 0)
    water = grid.water
    assert (water.w / 3, water.h / 2) == pytest.approx((grid.cell, grid.cell))
    assert box.inset(0.3 * grid.cell).has((water.x, water.y))
    assert box.inset(0.3 * grid.cell).has((water.right, water.bottom))


def test_the_shore_of_red_lies_where_red_sits() -> None:
    grid, corners = Grid(), []
    for turn in range(4):
        grid.fit(Box(0, 0, 768, 768), turn)
        x, y = grid.square(A1)
        corners.append((x < 384, y < 384))
    assert corners == [(True, False), (False, False), (False, True), (True, True)]


@pytest.mark.parametrize(
    ("end", "move"),
    [
        (B2, Swim(A1, B2)),
        (2, Leap(A1, 1, 2)),
        (14, Leap(A1, 7, 14)),
        (C3, Leap(A1, B2, C3)),
        (9, Swim(A1, 9)),
        (D4, Swim(A1, D4)),
    ],
)
def test_two_squares_in_a_straight_line_are_a_leap(end: int, move: Any) -> None:
    assert crossing(pond(), A1, end) == move


def test_beyond_two_stones_a_leap_is_meant() -> None:
    water = Water(Swim(A1, B2), Throw(C3), Swim(A7, A7 - 6), Throw(D4))
    water.hand.pick(B2)
    water.hand.pick(32)  # e5
    assert water.played == [Leap(B2, C3, 32)]
    refusal = GAMES["jin_li"].why_illegal(water.latest, water.played[0])
    assert refusal is not None
    assert (refusal.rule, refusal.key, refusal.places) == ("JL-4", "two_stones", ("c3", "d4"))


def test_picks_become_the_moves_of_each_phase() -> None:
    water = Water()
    water.hand.pick(D4)
    assert water.played == [Swim(D4, D4)], "the rules are to say that no koi is there"
    water.hand.pick(A1)
    water.hand.pick(G1)
    assert water.hand.selected == G1
    water.hand.pick(G1 + 7)
    assert water.played[1:] == [Swim(G1, G1 + 7)]
    assert water.hand.selected == G1, "it is held until its motion sets off"
    water.hand.set_off()
    assert not water.hand.holding
    water.hand.pick(G1)
    water.hand.pick(G1)
    assert water.hand.selected == G1, "a double click takes it once"
    water = Water(Swim(A1, B2))
    water.hand.pick(InTray(0))
    assert not water.played
    water.hand.pick(D4)
    assert water.played == [Throw(D4)]


def test_only_what_may_move_is_grabbed() -> None:
    water, keys = Water(), (*range(49), InTray(0))
    assert [key for key in keys if water.hand.grab(key)] == [A1, G1]
    water.asked = None
    assert not any(map(water.hand.grab, keys))
    hand = Water(Swim(A1, B2)).hand
    assert [key for key in keys if hand.grab(key)] == [InTray(0)]


def test_a_koi_swims_along_and_home_again() -> None:
    water = Water()
    assert water.hand.grab(A1)
    water.hand.carry(A1, water.grid.square(D4))
    assert water.pool.koi[A1].at == pytest.approx(middle(D4))
    assert not water.hand.drop(A1, A1, water.grid.square(A1))
    water.hand.let_go()
    water.timeline.skip()
    assert not water.played
    assert water.pool.koi[A1].at == pytest.approx(middle(A1))
    assert water.hand.selected is None


@pytest.mark.parametrize("reduced", [False, True])
def test_every_motion_ends_where_the_next_state_begins(reduced: bool) -> None:
    water = Water()
    water.timeline.reduced = reduced
    tray = water.grid.position((20.0, 700.0))
    here = dict(pieces(water.latest))
    changes = ((A1, B2), (None, 12), (G1, 18), (12, None))  # a swim, a throw, a leap, a stone back
    for gone, come in changes:
        after = {square: piece for square, piece in here.items() if square != gone}
        if come is not None:
            after[come] = Stone(12) if gone is None else here[gone]
        water.cues.clear()
        motion = water.dance.change(here, after, tray)
        assert motion is not None
        assert ("leap" in water.cues) == (gone == G1)
        water.timeline.play(motion)
        water.timeline.skip()
        moved = water.pool.pieces[come if gone is None else gone]  # type: ignore[index]
        assert moved.at == pytest.approx(tray if come is None else middle(come))
        water.pool.show(after)
        here = after
    assert water.dance.change(here, here, tray) is None


def test_the_same_fish_come_to_the_next_state() -> None:
    water = Water()
    fish = water.pool.koi[A1]
    motion = water.dance.change(pieces(pond()), pieces(pond(Swim(A1, B2))), (0, 0))
    assert motion is not None
    water.timeline.play(motion)
    water.timeline.skip()
    water.pool.show(pieces(pond(Swim(A1, B2))))
    assert water.pool.koi[B2] is fish


def test_a_pond_that_nobody_touches_falls_asleep() -> None:
    pool, koi = Pool(), Koi("R")
    pool.show({0: koi})

    def flows(seconds: float, reduced: bool) -> bool:
        before = pool.koi[0].stroke
        pool.update(seconds, reduced)
        return pool.koi[0].stroke != before

    assert flows(AWAKE, reduced=False)
    flows(4, reduced=False)
    assert not flows(1, reduced=False)
    pool.touch(reduced=True)
    assert not flows(1, reduced=True)
    pool.touch(reduced=False)
    assert flows(1, reduced=False)


@pytest.mark.parametrize("size", [(508, 345), (351, 415), (351, 360), (864, 207), (864, 354)])
def test_all_stones_lie_inside_a_tray_of_any_shape(size: tuple[int, int]) -> None:
    """Such trays are beside a story, an invitation and a match, and above and below a pond."""
    tray = Tray(0, "Annegret", GOLD)
    tray.frame = Frame((size[0] / 2, size[1] / 2), size)
    box = hand_box(tray.content)
    surface = pygame.Surface((1000, 700), pygame.SRCALPHA, 32)
    paint_hand(Canvas(surface, None, 1.0), tray.content, 0, 10, "10 Steine in der Hand")
    painted = surface.get_bounding_rect()
    assert painted.y >= box.y
    assert painted.bottom <= size[1]
    assert painted.right <= size[0]


@pytest.mark.parametrize("seating", ["couch", "table"])
def test_stones_in_hand_can_be_seen_in_the_least_window(
    seating: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen pixels at 800x600, where two rows would be lower than one is."""
    widths, made = [], stone_of

    def stone(seed: int, width: int, design: Any) -> pygame.Surface:
        widths.append(width)
        return made(seed, width, design)

    monkeypatch.setattr("game.scenes.jin_li.tray.stone", stone)
    table = Table("jin_li", pixels=(800, 600), seating=seating, language="de")
    headless.picture(table.stack)
    table.close()
    assert len(widths) >= 20
    assert min(widths) >= 16
