"""What a new user tries first: straight pushes through the real scene, by the mouse."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

from game.physics.place import Place, at, place_of, swing
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.walomino.state import Attach
from game.rules.walong.geometry import centre
from game.scenes.walomino.cloth import form_of, key_of
from game.scenes.walomino.scene import WalominoScene
from game.services.people import Chair
from game.ui.intents import Intent
from tests.tools import headless

PAIRS = (Chair("person", "Anna"), Chair("person", "Ben"))
LESSON = {"chain": [["r", [0, 0, 0, 0, 0]], ["g", [0, 1, 0, 0, 0]]],
          "pairs": [["g1-b3", "v0-y2"], ["r0-v1"]]}  # fmt: skip
"""The first step of the lesson *The first push*."""


class Hand:
    """One pair in the mouse's hand, in a position."""

    def __init__(self, plain: dict[str, Any], number: int) -> None:
        rules = GAMES["walomino"]
        self.context = headless.context()
        match = Match(rules, 2, {"draft": "quick"}, start=rules.from_plain(plain, {}))
        self.scene: Any = WalominoScene(self.context, Series(match), PAIRS)
        self.stack = headless.stack_of(self.context, self.scene)
        headless.wait(self.stack, 1.0)
        self.cloth, self.key = self.scene.pushing.cloth, key_of(0, number)
        self.thing = self.cloth.world[self.key]
        self.home = self.thing.place
        self.cloth.take_out(self.key, 0.0)

    def close(self) -> None:
        self.stack.close()
        self.context.ai_worker.close()
        self.context.store.close()

    def send(self, kind: Any, spot: complex) -> None:
        self.stack.on(Intent(kind, self.cloth.camera.point(spot), pointer="mouse", moved=True))

    def push(self, start: complex, end: complex, frames: int = 30) -> list[float]:
        """A straight drag and two seconds of pushing on; how far the pair went in every frame."""
        self.send("press", start)
        jumps = []
        for frame in range(1, frames + 121):
            self.send("drag", start + (end - start) * min(1.0, frame / frames))
            before = self.thing.place
            self.stack.update(headless.FRAME)
            places = zip(self.form.places(before), self.form.places(self.thing.place), strict=True)
            jumps.append(max(abs(a.spot - b.spot) for a, b in places))
        return jumps

    @property
    def form(self) -> Any:
        return self.thing.form

    def pixels(self, sides: float) -> float:
        """Sides as pixels of a window of 1280 x 720."""
        return sides * self.cloth.camera.unit * self.context.scale

    def drop(self) -> None:
        """Let go of it where nothing is recorded, and lay it back."""
        self.send("lost", 0j)
        self.scene.pushing.rest()
        self.cloth.take_out(self.key, 0.0)
        headless.wait(self.stack, 0.1)


@pytest.fixture
def lesson() -> Iterator[Hand]:
    made = Hand(LESSON, 0)
    yield made
    made.close()


def test_the_first_straight_push_of_the_lesson_clicks_and_counts(lesson: Hand) -> None:
    state = lesson.scene.match.state
    green = centre(next(end.pose for end in state.chain.ends if end.colour == 2))
    right = green + 2.77  # 130 pixels, as somebody did it
    lesson.thing.put(at(right - lesson.thing.form.places(at(0j, 0.0))[0].spot, 0.0))
    held = lesson.thing.form.places(lesson.thing.place)[0].spot
    jumps = lesson.push(held, green + 0.8)
    click = lesson.thing.click
    assert click is not None, "it sticks a hair short"
    assert max(map(lesson.pixels, jumps)) <= 12
    lesson.send("release", green + 0.8)
    assert lesson.scene.match.log == [Attach(0, click.target.pose)]


def led(hand: Hand, way: complex) -> bool:
    """Whether the fitting piece, the second one, comes clearly first on this way."""
    first, second = (place.spot for place in hand.form.places(hand.thing.place))
    ahead = (second - first) / abs(second - first)
    return bool((ahead * way.conjugate()).real > math.cos(math.radians(60)))


def test_pushes_all_around_the_start_pair_click_where_the_fitting_colour_leads() -> None:
    plain = {"chain": [["b", [0, 0, 0, 0, 0]], ["b", [0, 1, 0, 0, 0]]],
             "pairs": [["v0-b3"], ["r0-v1"]]}  # fmt: skip
    hand = Hand(plain, 0)
    middle = sum(map(centre, hand.cloth.world.fixed)) / 2
    fits, clicked, wrongly = 0, 0, 0
    for number in range(18):
        angle = math.radians(20 * number)
        out = complex(math.cos(angle), math.sin(angle))
        inner = hand.form.places(at(0j, hand.home.angle))[1].spot
        hand.thing.put(at(middle + 4.2 * out - inner, hand.home.angle))
        leads = led(hand, -out)
        hand.push(middle + 4.2 * out, middle + 1.2 * out, 40)
        click = hand.thing.click
        fits += leads
        clicked += leads and click is not None
        if click is not None:
            turned = swing(place_of(click.target.pose).angle - hand.home.angle)
            wrongly += abs(turned) > math.radians(100)
        hand.drop()
    hand.close()
    assert fits >= 5
    assert clicked == fits
    assert not wrongly


def test_a_colour_that_does_not_fit_stops_and_says_why_at_the_first_push() -> None:
    plain = {"chain": [["r", [0, 0, 0, 0, 0]], ["g", [0, 1, 0, 0, 0]]],
             "pairs": [["b0-v0", "r0-r0"], ["r0-v1"]]}  # fmt: skip
    hand = Hand(plain, 0)
    green = centre(hand.scene.match.state.chain.ends[1].pose)
    hand.thing.put(at(green + 3.5, 0.0))
    held = hand.thing.form.places(hand.thing.place)[0].spot
    hand.push(held, green + 0.6)
    assert hand.thing.click is None
    assert hand.scene.blamed is not None
    assert hand.scene.blamed.key == "colours"
    assert hand.scene.trays[0].message
    hand.close()


WRONG = [
    ("y", "g", [10, 0, -1, 0, 0], "y0-b4", Place(-2.94, 3.76, -3.47), -0.54 + 0.84j, 4.06),
    ("v", "v", [7, -1, 0, 1, 1], "v1-b2", Place(1.32, -3.77, 1.81), 0.50 - 0.86j, 2.78),
    ("y", "g", [6, 1, 0, 0, 0], "y0-r3", Place(5.06, -1.35, 3.95), 0.93 - 0.36j, 3.03),
    ("y", "g", [6, 1, 0, 0, 0], "y0-r3", Place(5.37, -0.39, 4.22), 0.98 - 0.20j, 3.09),
]
"""A start pair, one that is pushed at it from there along this way, and how far it is to where a
piece of it touches an end that does not take it. All of them would fit if they were turned.
"""


@pytest.mark.parametrize(("first", "other", "pose", "pair", "start", "way", "far"), WRONG)
def test_a_wrong_colour_that_leads_is_turned_into_no_click(
    first: str, other: str, pose: list[int], pair: str, start: Place, way: complex, far: float,
) -> None:
    plain = {"chain": [[first, [0, 0, 0, 0, 0]], [other, pose]], "pairs": [[pair], ["r0-v1"]]}
    hand = Hand(plain, 0)
    for piece in (0, 1):
        hand.thing.put(start)
        held = hand.form.places(start)[piece].spot
        hand.push(held, held - (far + 0.2) * way, 30)
        assert hand.thing.click is None, f"held by piece {piece}"
        hand.drop()
    hand.close()


def test_a_pair_that_is_let_go_while_a_refusal_is_said_is_not_laid() -> None:
    chain = [("y", [0, 0, 0, 0, 0]), ("v", [7, -1, 0, 1, 1]), ("b", [7, -1, 1, 2, 2]),
             ("y", [1, 1, 0, 0, 1]), ("y", [3, 1, 0, 0, -1]), ("v", [9, -1, -1, 0, 1])]  # fmt: skip
    hand = Hand({"chain": [*map(list, chain)], "pairs": [["b0-r3"], ["r0-v1"]]}, 0)
    hand.thing.put(Place(3.5, 7.58, 0.56))
    start = hand.form.places(hand.thing.place)[1].spot
    end = start - 4.28 * (0.5 + 0.87j)
    hand.send("press", start)
    for frame in range(1, 150):
        hand.send("drag", start + (end - start) * min(1.0, frame / 30))
        hand.stack.update(headless.FRAME)
        if hand.thing.click is not None:
            break
    tray = hand.scene.trays[0]
    assert hand.scene.blamed.key == "colours", "another end, which fits, begins to draw it"
    hand.send("release", end)
    headless.wait(hand.stack, 1.0)
    assert (hand.scene.match.log, hand.thing.click) == ([], None)
    assert (tray.tone, bool(tray.message)) == ("refusal", True)
    hand.send("press", hand.thing.place.spot)
    assert not tray.message
    hand.close()


def test_wheel_turns_by_five_degrees_and_faster_and_faster(lesson: Hand) -> None:
    spot = lesson.thing.form.places(lesson.thing.place)[0].spot
    lesson.send("press", spot)
    lesson.send("drag", spot)
    before = lesson.thing.place.angle

    def turned(notches: int) -> float:
        for _ in range(notches):
            at_ = lesson.cloth.camera.point(spot)
            lesson.stack.on(Intent("wheel", at_, pointer="mouse", value=-1.0))
            headless.wait(lesson.stack, 0.05)
        headless.wait(lesson.stack, 0.6)
        return math.degrees(abs(swing(lesson.thing.place.angle - before)))

    assert turned(1) == pytest.approx(5, abs=1)
    assert turned(4) == pytest.approx(5 + 5 + 10 + 15 + 20, abs=2)


def test_a_pushed_pair_shows_where_it_would_click_in(lesson: Hand) -> None:
    legal = {move.pose for move in lesson.scene.game.moves(lesson.scene.match.state)
             if move.number == 0}  # fmt: skip
    goal = place_of(min(legal))
    lesson.thing.put(at(goal.spot + 0.8j, goal.angle))
    spot = lesson.thing.place.spot
    lesson.send("press", spot)
    lesson.send("drag", spot)
    headless.wait(lesson.stack, 1 / 60)
    meant = lesson.thing.meant
    assert meant is not None
    assert meant.mark.target.pose in legal
    assert lesson.form == form_of(lesson.cloth.lying[lesson.key].what)
