"""A drag that loses its ground is put back: nothing is played, then or when it is let go of."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import App
from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.domi_jongg.state import Lay
from game.rules.pai_sho.board import KINDS, at, read_point
from game.rules.walomino.state import Draft
from game.scenes.core.scene import Home
from game.scenes.domi_jongg.scene import DomiJonggScene
from game.scenes.ping_pao.choice import Part
from game.scenes.play.pick_and_place import InTray
from game.scenes.skud_pai_sho.picks import Pick
from game.scenes.solitaire_pai_sho.input import Desktop
from game.services.people import Chair
from tests.certain import sure
from tests.opened import opened
from tests.sweep import one_in

ANNA, BEN = Chair("person", "Anna"), Chair("person", "Ben")
COMPUTER = Chair("computer", "Kamille", "newcomer")
A1, B2, D4 = 0, 8, 24
OUTSIDE = ""
"""Beside the board."""


def tile_and_end(scene: DomiJonggScene) -> tuple[int, str]:
    move = next(m for m in scene.game.moves(scene.match.state) if isinstance(m, Lay))
    return scene.racks.standing(sure(scene.asked)).index(move.tile), move.end


DRAGS = {
    "a koi": ("jin_li", {}, 0, (A1, B2)),
    "a stone": ("jin_li", {}, 1, (InTray(0), D4)),
    "a piece to lay": ("ping_pao", {}, 0, (Part.HAND, Part.GHOST)),
    "a flower": ("skud_pai_sho", {}, 2, (Pick(hand=KINDS["R3"]), at(0, -8))),
    "a garden tile": ("solitaire_pai_sho", {}, 0, (Desktop.HAND, read_point("(0,1)"))),
    "a domino": ("domi_jongg", {}, 0, tile_and_end),
    "a piece to draft": ("walomino", {"draft": "choose"}, 1, (Draft(0), OUTSIDE)),
}
"""What is dragged: game, options, moves before it, and the spots from where to where."""


class Hand:
    """A mouse at a running table, which posts what SDL posts."""

    def __init__(self, app: App, scene: Any) -> None:
        self.app, self.scene, self.at = app, scene, (0, 0)

    def spot(self, key: Any) -> tuple[int, int]:
        """The place of a spot in pixels."""
        if key == OUTSIDE:
            return 20, self.app.surface.get_height() // 2
        x, y = next(s.center for s in self.scene.input.spots() if s.key == key)
        scale = self.app.context.scale
        return round(x * scale), round(y * scale)

    def post(self, kind: int, **values: Any) -> None:
        self.app.handle(pygame.event.Event(kind, **values), 0.0)

    def loop(self, kind: int, **values: Any) -> None:
        """Say it to the table's own loop, which goes round once."""
        pygame.event.post(pygame.event.Event(kind, **values))
        self.app.listen(0.0)
        self.app.frame(1 / 60)

    def press(self, key: Any) -> None:
        self.press_at(self.spot(key))

    def press_at(self, at: tuple[int, int]) -> None:
        self.at = at
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.at, button=1)

    def drag(self, goal: tuple[int, int]) -> None:
        x, y = self.at
        for share in (0.3, 0.6, 1.0):
            self.at = round(x + (goal[0] - x) * share), round(y + (goal[1] - y) * share)
            self.post(pygame.MOUSEMOTION, pos=self.at, rel=(0, 0), buttons=(1, 0, 0))
            self.app.frame(1 / 60)

    def let_go(self) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=self.at, button=1)


class Finger(Hand):
    """A finger, which chooses a tile by a tap and then rests on the board."""

    def touch(self, kind: int, at: tuple[int, int]) -> None:
        wide, high = self.app.surface.get_size()
        self.at = at
        self.post(kind, touch_id=1, finger_id=4, x=at[0] / wide, y=at[1] / high)

    def tap(self, key: Any) -> None:
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            self.touch(kind, self.spot(key))

    def rest(self, key: Any) -> None:
        self.touch(pygame.FINGERDOWN, self.spot(key))
        for _ in range(24):
            self.app.frame(1 / 60)

    def let_go(self) -> None:
        self.touch(pygame.FINGERUP, self.at)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with opened(tmp_path) as app:
        yield app


def begun(app: App, game: str, options: dict[str, Any], before: int) -> Any:
    """A game at the table after some moves."""
    alone = game in ("solitaire_pai_sho", "domi_jongg")
    chairs = (ANNA, COMPUTER)[:2 if game == "domi_jongg" else 1] if alone else (ANNA, BEN)
    match = Match(GAMES[game], len(chairs), options, seed=1)
    rng = random.Random(1)
    for _ in range(before):
        match.play(rng.choice(match.game.moves(match.state)))
    scene = play_scene(game)(app.context, Series(match), chairs)
    app.stack.open(scene)
    while scene.moving:
        app.frame(1.0)
    return scene


@pytest.fixture(params=list(DRAGS.values()), ids=list(DRAGS))
def drag(request: pytest.FixtureRequest, app: App) -> Hand:
    """A game at the table, with a piece that has been dragged over a place where it may go."""
    game, options, before, way = request.param
    scene = begun(app, game, options, before)
    hand = Hand(app, scene)
    start, goal = way(scene) if callable(way) else way
    end = hand.spot(goal)
    hand.press(start)
    hand.drag(end)
    return hand


AIMS = [DRAGS[name] for name in ("a flower", "a garden tile", "a domino")]


@pytest.fixture(params=AIMS, ids=[game for game, *_ in AIMS])
def aim(request: pytest.FixtureRequest, app: App) -> tuple[Finger, Any]:
    """A finger that sees in the loupe where the chosen tile would go, and that place."""
    game, options, before, way = request.param
    scene = begun(app, game, options, before)
    finger = Finger(app, scene)
    start, goal = way(scene) if callable(way) else way
    if start is not Desktop.HAND:
        finger.tap(start)
    finger.rest(goal)
    assert scene.loupe.shown
    return finger, goal


def test_a_finger_lays_where_the_loupe_marks_it(aim: tuple[Finger, Any]) -> None:
    finger, goal = aim
    scene, (x, y) = finger.scene, finger.at
    before = scene.match.cursor
    for way in (40, 80, 40, 0):  # it looks around and comes back
        finger.touch(pygame.FINGERMOTION, (x - way, y + way))
        finger.app.frame(1 / 60)
    assert sure(scene.loupe.spot).key == goal
    finger.let_go()
    assert scene.match.cursor > before
    assert not scene.loupe.shown


def resize(hand: Hand) -> None:
    pygame.display.set_mode((1000, 700), pygame.RESIZABLE)
    hand.post(pygame.VIDEORESIZE, w=1000, h=700, size=(1000, 700))
    hand.post(pygame.WINDOWSIZECHANGED, x=1000, y=700)


def fill_the_screen(hand: Hand) -> None:
    hand.post(pygame.KEYDOWN, key=pygame.K_F11, mod=0)


def look_elsewhere(hand: Hand) -> None:
    hand.post(pygame.WINDOWFOCUSLOST)


def move_to_another_screen(hand: Hand) -> None:
    hand.post(pygame.WINDOWDISPLAYCHANGED, display_index=1)


def go_home(hand: Hand) -> None:
    hand.app.stack.change(Home())


def open_the_rules(hand: Hand) -> None:
    hand.post(pygame.KEYDOWN, key=pygame.K_F2, mod=0)


LOSSES = (
    resize, fill_the_screen, look_elsewhere, move_to_another_screen, go_home, open_the_rules
)  # fmt: skip


def test_letting_go_there_plays_the_move(drag: Hand) -> None:
    before = drag.scene.match.cursor
    drag.let_go()
    assert drag.scene.match.cursor > before


@pytest.mark.parametrize("lose", one_in(2, LOSSES, attrgetter("__name__")))
def test_a_drag_that_loses_its_ground_plays_nothing(drag: Hand, lose: Callable[..., Any]) -> None:
    scene = drag.scene
    before, log = scene.match.cursor, len(scene.match.log)
    lose(drag)
    assert (scene.match.cursor, len(scene.match.log)) == (before, log)
    assert drag.scene.pointer_input.carrier is None
    assert not scene.input.holding
    drag.post(pygame.MOUSEMOTION, pos=drag.at, rel=(0, 0), buttons=(1, 0, 0))
    drag.let_go()
    drag.app.frame(1 / 60)
    assert (scene.match.cursor, len(scene.match.log)) == (before, log)
    assert not scene.input.holding


@pytest.mark.parametrize("lose", one_in(2, LOSSES, attrgetter("__name__")))
def test_an_aim_that_loses_its_ground_plays_nothing(
    aim: tuple[Finger, Any], lose: Callable[..., Any]
) -> None:
    finger, _ = aim
    scene = finger.scene
    before = scene.match.cursor
    lose(finger)
    assert not scene.loupe.shown
    finger.touch(pygame.FINGERMOTION, finger.at)
    finger.let_go()
    finger.app.frame(1 / 60)
    assert scene.match.cursor == before
    assert not scene.loupe.shown


def test_the_picture_after_a_resize_is_the_one_at_rest(drag: Hand) -> None:
    """While the button is still down, nothing of the old picture is left."""
    resize(drag)
    drag.app.frame(1 / 60)
    assert drag.app.surface.get_size() == (1000, 700)
    assert drag.scene.ground.get_size() == (1000, 700)


# Undo while something is in hand ------------------------------------------------------------------


def by_key(hand: Hand) -> None:
    hand.loop(pygame.KEYDOWN, key=pygame.K_u, mod=0)


def by_gamepad(hand: Hand) -> None:
    hand.loop(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_Y)
    hand.loop(pygame.CONTROLLERBUTTONUP, instance_id=0, button=pygame.CONTROLLER_BUTTON_Y)


def by_button(hand: Hand) -> None:
    """Another finger taps the button, which is lit."""
    button = hand.scene.controls.buttons["undo"]
    assert button.enabled
    wide, high = hand.scene.size
    x, y = button.box.center
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        hand.loop(kind, touch_id=1, finger_id=9, x=x / wide, y=y / high)


def pixels(hand: Hand, point: tuple[float, float]) -> tuple[int, int]:
    scale = hand.app.context.scale
    return round(point[0] * scale), round(point[1] * scale)


UNDOS = by_key, by_gamepad, by_button


@pytest.fixture
def pushed(app: App) -> Hand:
    """A pair of Walomino that is pushed out of its rack, after everybody has laid one."""
    hand = Hand(app, begun(app, "walomino", {"draft": "quick"}, 4))
    hand.press(next(key for key in sorted(hand.scene.pushing.cloth.racked) if key.startswith("0:")))
    hand.drag((hand.app.surface.get_width() // 2, hand.at[1]))
    return hand


def test_undo_puts_back_what_is_dragged_before_it_takes_anything_back(drag: Hand) -> None:
    scene = drag.scene
    before, log, target = scene.match.cursor, len(scene.match.log), scene.undo_target()
    by_button(drag)
    assert not scene.input.holding
    drag.drag((drag.at[0] + 30, drag.at[1]))
    drag.let_go()
    drag.app.frame(1 / 60)
    assert (scene.match.cursor, len(scene.match.log)) == (before, log)
    assert not scene.input.holding
    assert scene.controls.buttons["undo"].enabled == (before > 0)
    by_key(drag)
    assert scene.match.cursor == (before if target is None else target)


@pytest.mark.parametrize("undo", UNDOS)
def test_undo_puts_a_pushed_pair_back_to_where_it_lay(
    pushed: Hand, undo: Callable[[Hand], None]
) -> None:
    scene, cloth = pushed.scene, pushed.scene.pushing.cloth
    (key,) = cloth.world.grips.values()
    before, target = scene.match.cursor, sure(scene.undo_target())
    assert key not in cloth.racked
    undo(pushed)
    assert scene.match.cursor == before
    assert key in cloth.racked
    pushed.drag((pushed.at[0] + 60, pushed.at[1]))
    pushed.let_go()
    assert key in cloth.racked
    by_key(pushed)
    assert scene.match.cursor == target < before


def test_a_pair_that_lay_beside_the_chain_goes_back_to_there(pushed: Hand) -> None:
    cloth, before = pushed.scene.pushing.cloth, pushed.scene.match.cursor
    (key,) = cloth.world.grips.values()
    pushed.let_go()
    for _ in range(60):
        pushed.app.frame(1 / 60)
    lay = cloth.world[key].place
    pushed.press_at(pixels(pushed, cloth.middle(key)))
    pushed.app.frame(1 / 60)
    assert not pushed.scene.pointer_input.in_hand, "a finger that rests on it has pushed nothing"
    pushed.drag(pixels(pushed, cloth.homes[key][0]))
    assert abs(cloth.world[key].place.spot - lay.spot) > 0.2
    by_key(pushed)
    assert abs(cloth.world[key].place.spot - lay.spot) < 0.01
    assert pushed.scene.match.cursor == before


def test_undo_does_not_mind_pairs_that_others_sort_meanwhile(pushed: Hand) -> None:
    cloth, target = pushed.scene.pushing.cloth, pushed.scene.undo_target()
    pushed.let_go()
    theirs = next(key for key in sorted(cloth.racked) if key.startswith("1:"))
    pushed.press_at(pixels(pushed, cloth.middle(theirs)))
    pushed.drag((pushed.app.surface.get_width() // 2, pushed.at[1]))
    assert theirs in cloth.world.grips.values()
    by_key(pushed)
    assert pushed.scene.match.cursor == target


def test_a_piece_that_is_to_be_joined_goes_back_to_where_it_lay(app: App) -> None:
    hand = Hand(app, begun(app, "walomino", {"draft": "choose"}, 0))
    while hand.scene.match.state.phase != "pairing":
        hand.scene.match.play(hand.scene.game.moves(hand.scene.match.state)[0])
    hand.scene.show_moment(None)
    for _ in range(300):
        app.frame(1 / 60)
    cloth, before = hand.scene.pairing.cloth, hand.scene.match.cursor
    key = next(key for key, lying in cloth.lying.items() if isinstance(lying.what, int))
    lay = cloth.world[key].place
    hand.press_at(pixels(hand, cloth.middle(key)))
    hand.drag((hand.at[0] + 90, hand.at[1] + 20))
    assert abs(cloth.world[key].place.spot - lay.spot) > 0.2
    by_key(hand)
    assert abs(cloth.world[key].place.spot - lay.spot) < 0.01
    assert hand.scene.match.cursor == before
