"""A double tap on the linen leads near and back, by events as a window posts them."""

import random
from collections.abc import Iterator

import pytest

from game.rules.walomino.state import Keep
from game.scenes.ping_pao.choice import Part
from game.scenes.play.camera import View
from game.scenes.play.pointer_input import spot_at
from tests.scenes.by_pointer import Hands
from tests.scenes.table import ANNA, BEN, Table

GAMES = ("ping_pao", "walomino")


class Watched:
    """A table some moves into a game, and a finger or a mouse."""

    def __init__(self, game: str, touch: bool, seating: str = "couch", steps: int = 12) -> None:
        options = {"draft": "quick"} if game == "walomino" else {}
        self.table = Table(game, (ANNA, BEN), options, seating=seating)
        match, rng = self.table.match, random.Random(2)
        while game == "walomino" and match.state.phase == "review":
            match.play(Keep())
        for _ in range(steps):
            match.play(rng.choice(match.game.moves(match.state)))
        self.table.scene.show_moment(None)
        self.table.rest()
        self.hands = Hands(self.table.stack, random.Random(3), touch=touch)

    @property
    def goal(self) -> View:
        """The view that is being taken up."""
        camera = self.hands.camera
        assert camera is not None
        return camera.goal

    @property
    def unit(self) -> float:
        """How long the side of a piece is seen."""
        return self.goal.unit

    @property
    def ground(self) -> tuple[float, float]:
        """A place where nothing can be picked up."""
        spots = self.table.scene.offered()
        return next(at for at in self.hands._empty() if spot_at(at, spots) is None)

    def twice(self, at: tuple[float, float]) -> None:
        self.hands.tap_at(at)
        self.hands.tap_at(at)
        self.table.rest()


@pytest.fixture(params=[(game, touch) for game in GAMES for touch in (True, False)])
def watched(request: pytest.FixtureRequest) -> Iterator[Watched]:
    game, touch = request.param
    made = Watched(game, touch, "table", 18)
    yield made
    made.table.close()


def test_a_double_tap_leads_near_and_another_one_back(watched: Watched) -> None:
    table, before, cursor = watched.table, watched.goal, watched.table.match.cursor
    whole = table.scene.controls.buttons["whole"]
    for near in (True, False, True, False):
        watched.twice(watched.ground)
        assert table.scene.controls.layers
        assert whole.visible == near
        if near:
            assert watched.unit > 1.2 * before.unit
        else:
            assert watched.goal == before
        table.picture()
    assert table.match.cursor == cursor
    assert not table.scene.input.holding


def test_the_button_leads_back_from_near_too(watched: Watched) -> None:
    before = watched.goal
    watched.twice(watched.ground)
    assert watched.goal != before
    watched.hands.show_all()
    assert watched.goal == before


def test_two_slow_taps_and_two_far_apart_lead_nowhere(watched: Watched) -> None:
    before, at = watched.goal, watched.ground
    watched.hands.tap_at(at)
    watched.hands.wait(0.5)
    watched.hands.tap_at(at)
    assert watched.goal == before
    watched.hands.wait(0.5)
    watched.hands.tap_at(at)
    watched.hands.tap_at((at[0] + 150, at[1]))
    assert watched.goal == before


@pytest.mark.parametrize("game", GAMES)
def test_a_tap_that_takes_something_up_is_not_the_first_of_a_double_tap(game: str) -> None:
    watched = Watched(game, touch=True)
    table, before = watched.table, watched.goal
    scene = table.scene
    spots = [spot for spot in scene.input.fitting(scene.offered())
             if isinstance(spot.key, str) or spot.key is Part.HAND]  # fmt: skip
    assert spots
    watched.hands.tap_at(spots[0].center)
    assert scene.input.holding
    watched.hands.tap_at(watched.ground)  # puts it down
    assert not scene.input.holding
    table.rest()
    assert watched.goal == before
    watched.twice(spots[0].center)
    assert watched.goal == before
    assert table.match.cursor == len(table.match.log)
    table.close()


def test_taps_that_ask_why_nothing_fits_there_are_all_answered() -> None:
    watched = Watched("ping_pao", touch=True)
    scene, before = watched.table.scene, watched.goal
    fits = scene.input.fitting(scene.offered())
    shut = next(spot for spot in scene.offered() if spot not in fits)
    for _ in range(3):
        scene.blamed = None
        watched.hands.tap_at(shut.center)
        assert scene.blamed is not None
    assert watched.goal == before
    watched.table.close()


def test_taps_on_the_pairs_of_somebody_else_lead_nowhere() -> None:
    watched = Watched("walomino", touch=True)
    cloth, before = watched.table.scene.pushing.cloth, watched.goal
    other = next(key for key, lying in cloth.lying.items()
                 if lying.seat != watched.table.scene.asked)  # fmt: skip
    watched.twice(cloth.middle(other))
    assert watched.goal == before
    watched.table.close()


def test_a_tap_on_bare_linen_above_a_wide_tray_takes_nothing_up() -> None:
    watched = Watched("ping_pao", touch=True, seating="table")
    scene = watched.table.scene
    box, heap = scene.layout.board, scene.trays[0].frame.out_box(scene.trays[0].content)
    at = heap.right - 150, box.bottom - 130
    assert all(not spot.box.has(at, 60) for spot in scene.offered())
    watched.hands.tap_at(at)
    assert not scene.input.holding
    watched.table.close()


def test_pairs_lie_in_racks_of_their_own_from_near_and_can_be_pushed_there() -> None:
    watched = Watched("walomino", touch=True, seating="table")
    scene, cloth = watched.table.scene, watched.table.scene.pushing.cloth
    for _ in range(2):
        watched.twice(watched.ground)
        lain = [cloth.middle(key) for key in cloth.lying]
        watched.table.wait(1.0)
        for (key, lying), before in zip(cloth.lying.items(), lain, strict=True):
            at = cloth.middle(key)
            assert at == pytest.approx(before, abs=2), "nothing is pushed about by the chain"
            assert scene.layout.board.has(at)
            ways = [abs(complex(*at) - complex(*tray.frame.center)) for tray in scene.trays]
            assert ways[lying.seat] == min(ways)
    watched.twice(watched.ground)
    played = watched.table.match.cursor
    scene.play(scene.game.moves(scene.match.state)[0])
    watched.table.rest()
    assert watched.table.match.cursor == played + 1
    assert not cloth.camera.held, "whoever is next sees everything"
    watched.table.close()
