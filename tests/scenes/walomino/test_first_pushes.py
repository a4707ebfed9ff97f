"""What a new user tries first: straight pushes through the real scene, by the mouse."""

from __future__ import annotations

import math
from cmath import rect
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
from game.ui.theme import VERMILION
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


def test_wheel_turns_by_steps_of_the_lattice(lesson: Hand) -> None:
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

    assert turned(1) == pytest.approx(30, abs=1)
    assert turned(4) == pytest.approx(150, abs=2)


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


def ghost(hand: Hand) -> Any:
    """The pose at which a pair in hand is seen as it would click in, clearly enough."""
    shown = {}
    pushing = hand.scene.pushing
    pushing.paint_ghost = lambda _canvas, _pair, pose, alpha=1.0: shown.update({pose: alpha})
    pushing._paint_meant(None, hand.key)
    del pushing.paint_ghost
    return next((pose for pose, alpha in shown.items() if alpha >= 0.3), None)


@pytest.mark.parametrize("frames", [8, 12, 60])
@pytest.mark.parametrize("turn", range(0, 360, 40))
def test_nothing_clicks_in_before_its_ghost_was_seen(
    lesson: Hand, frames: int, turn: int
) -> None:
    green = centre(next(e.pose for e in lesson.scene.match.state.chain.ends if e.colour == 2))
    angle = math.radians(turn)
    lesson.thing.put(at(green + 4 - lesson.form.places(at(0j, angle))[0].spot, angle))
    start, end = lesson.form.places(lesson.thing.place)[0].spot, green + 0.8
    lesson.send("press", start)
    seen, shown = 0, None
    for frame in range(1, frames + 150):
        lesson.send("drag", start + (end - start) * min(1.0, frame / frames))
        lesson.stack.update(headless.FRAME)
        if lesson.thing.click is not None:
            break
        before, shown = shown, ghost(lesson)
        seen = seen + 1 if shown is not None and shown == before else int(shown is not None)
    if lesson.thing.click is not None:
        assert shown == lesson.thing.click.target.pose
        assert seen * headless.FRAME >= 0.149


@pytest.mark.parametrize("frames", [0, 2, 12])
def test_a_pair_flicked_out_of_its_rack_lies_where_the_finger_went(
    lesson: Hand, frames: int
) -> None:
    lesson.cloth.put_back(lesson.key)
    headless.wait(lesson.stack, 0.5)
    start = lesson.cloth.camera.place(lesson.cloth.middle(lesson.key))
    middle = sum(map(centre, lesson.cloth.world.fixed)) / 2
    end = middle + 4j
    lesson.send("press", start)
    for frame in range(frames):
        lesson.send("drag", start + (end - start) * (frame + 1) / frames)
        lesson.stack.update(headless.FRAME)
    lesson.send("drag", end)
    lesson.send("release", end)
    headless.wait(lesson.stack, 1.5)
    assert lesson.key not in lesson.cloth.racked
    assert abs(lesson.cloth.camera.place(lesson.cloth.middle(lesson.key)) - end) < 0.8
    assert not lesson.scene.match.log


# What is seen of loose pairs ----------------------------------------------------------------------

PARKED = {"chain": [["r", [0, 0, 0, 0, 0]], ["g", [0, 1, 0, 0, 0]]],
          "pairs": [["g1-b3", "v0-y2"], ["r0-v1", "b0-y1"]]}  # fmt: skip


def colours(hand: Hand, spots: list[complex]) -> list[tuple[int, ...]]:
    """What is seen at these spots of the cloth."""
    picture, scale = headless.picture(hand.stack), hand.context.scale
    points = [hand.cloth.camera.point(spot) for spot in spots]
    return [tuple(picture.get_at((round(x * scale), round(y * scale))))[:3] for x, y in points]


def test_the_light_of_a_loose_pair_lies_under_the_chain() -> None:
    hand = Hand(PARKED, 0)
    green = centre(next(e.pose for e in hand.scene.match.state.chain.ends if e.colour == 2))
    spots = [green + rect(0.3, angle / 4) for angle in range(25)]
    hand.thing.put(at(green + 6j, 0.0))
    headless.wait(hand.stack, 1.0)
    alone = colours(hand, spots)
    hand.thing.put(at(green + 1.6, 0.0))
    headless.wait(hand.stack, 1.0)
    assert colours(hand, spots) == alone
    hand.close()


def test_a_loose_pair_is_told_from_the_chain_by_what_lies_below_it() -> None:
    hand = Hand(PARKED, 0)
    other, spot = hand.cloth.world[key_of(1, 0)], centre(min(hand.cloth.world.fixed)) - 4
    around = [spot + 1.6 * direction for direction in (1j, -1j)]
    bare = colours(hand, around)
    hand.cloth.take_out(key_of(1, 0), 0.0)
    other.put(at(spot - sum(p.spot for p in other.form.places(at(0j, 0.0))) / 2, 0.0))
    headless.wait(hand.stack, 1.0)
    for one, two in zip(bare, colours(hand, around), strict=True):
        assert sum(abs(a - b) for a, b in zip(one, two, strict=True)) > 20
    hand.close()


def test_the_mark_of_a_refusal_lies_over_loose_pairs() -> None:
    hand = Hand({**PARKED, "pairs": [["b0-v0", "r0-r0"], ["r0-v1"]]}, 0)
    green = centre(hand.scene.match.state.chain.ends[1].pose)
    hand.thing.put(at(green + 3.5, 0.0))
    held = hand.thing.form.places(hand.thing.place)[0].spot
    hand.push(held, green + 0.6)
    marks = [hand.cloth.camera.place(mark.center) for mark in hand.scene.marks
             if mark.kind == "refusal"]  # fmt: skip
    assert marks
    other = hand.cloth.world[key_of(0, 1)]
    hand.cloth.take_out(key_of(0, 1), 0.0)
    other.put(at(marks[0] + 0.1, 0.3))
    assert colours(hand, marks) == [VERMILION[:3]] * len(marks)
    hand.close()
