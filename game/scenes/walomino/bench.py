"""A bench is the part of the cloth where one seat joins its pieces to pairs (WM-4).

Pieces and pairs are bodies of a pushing world of their own. Two pieces that are pushed together
click, and are a pair when they are let go; a pair that two fingers pull apart is two pieces again.
A piece in the way of one that is slowly pushed is drawn to where it fits beside it, as if they
were magnets. What is joined here is a plan until it is played: it can be taken apart again and
joined in another way.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from game.physics.click import Bump, Click, Clicked, Key, PulledOut, Target
from game.physics.place import SINGLE, STEP, Edges, Form, Place, pair, swing
from game.physics.world import World
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Hues
from game.rules.walong.geometry import HOME, SIDES, mate, side_contact
from game.scenes.walomino.layout import free_place, in_rows
from game.scenes.walomino.pieces import Single, flown
from game.ui.frame import Box, Point

GAP: Final = 0.45
"""How far the pieces of an opened pair move apart, in sides."""
RIM: Final = 1.05
"""Pieces keep so far from the edge, in sides."""
GLIDE: Final = 0.22
"""Seconds of a piece's way when it is joined by a tap."""
TIDYING: Final = 0.4
"""Seconds in which everything comes to lie in rows."""
NEAR: Final = 3.0
"""Pieces so near, in sides, may be joined to one that is held."""
PULLED: Final = 0.55
"""Two fingers that get so much farther apart, in sides, pull a pair apart."""
DRAWN: Final = 0.95
DRAWN_TILT: Final = math.radians(80)
TILT_COUNTS: Final = 0.3
"""A piece that lies so near a place beside a held one, in sides and angle, is drawn there; a
radian counts as so many sides."""
SLOW: Final = 0.05
"""It is, if the finger is not faster than this, in sides per frame."""
LOUD: Final = 0.6
"""Slower bumps are not heard, in sides per second."""
WAYS: Final = tuple(mate(HOME, side, other) for side in SIDES for other in SIDES)
"""How a piece may lie at another one: their pose as the other one sees it."""


class Twin(NamedTuple):
    """Two joined pieces: `side` of the first lies on side `other` of the second."""

    first: int
    side: int
    second: int
    other: int

    @property
    def form(self) -> Form:
        return pair(self.side, self.other)


@dataclass(slots=True)
class Drift:
    """A piece that is seen on its way to where it lies: from where, and how far it has come."""

    start: Single
    wait: float
    seconds: float
    rise: float
    age: float = 0.0


@dataclass(slots=True)
class Finger:
    """A pointer on a thing: the piece it touched, and where it is."""

    key: Key
    piece: int
    spot: complex
    was: complex
    pace: float = 0.0
    """Sides per frame, smoothed."""


class Bench:
    """Pieces and pairs, and the fingers on them.

    Pieces have numbers; `colours` tells which is which. A thing is a piece or a pair.
    """

    def __init__(self, box: Box, side: float, sound: Callable[[str, Point | None], None]) -> None:
        self.box, self.side = box, side
        self.colours: list[int] = []
        self.twins: dict[Key, Twin] = {}
        """The pairs in the order of joining."""
        self.fixed = 0
        """So many of them have been played and stay together."""
        self.sound = sound
        self.drifts: dict[int, Drift] = {}
        """Pieces that are seen on their way."""
        self.world = World(self._edges())
        self._fingers: dict[str, Finger] = {}
        self._spans: dict[Key, float] = {}
        """How far apart two fingers were when they took hold of a pair."""
        self._aimed: dict[Key, frozenset[Key]] = {}
        self._drawn: dict[Key, Key] = {}
        """Pieces that are drawn to one in hand, by the one in hand."""

    def _edges(self) -> Edges:
        wide, high = self.box.w / self.side / 2, self.box.h / self.side / 2
        return Edges(-wide, -high, wide, high)

    # Where things are --------------------------------------------------------------------------

    def point(self, spot: complex) -> Point:
        """A spot of the world as a point of the table."""
        x, y = self.box.center
        return x + spot.real * self.side, y - spot.imag * self.side

    def spot(self, point: Point) -> complex:
        """A point of the table as a spot of the world."""
        x, y = self.box.center
        return complex(point[0] - x, y - point[1]) / self.side

    def form(self, key: Key) -> Form:
        return self.twins[key].form if key in self.twins else SINGLE

    def pieces_of(self, key: Key) -> tuple[int, ...]:
        """The pieces of a thing, the first one first."""
        twin = self.twins.get(key)
        return (twin.first, twin.second) if twin else (int(key),)

    def places(self) -> dict[int, Place]:
        """Where every piece lies in the world."""
        found: dict[int, Place] = {}
        for key, place in self.world.places().items():
            lying = self.form(key).places(place)
            found.update(zip(self.pieces_of(key), lying, strict=True))
        return found

    def middle(self, key: Key) -> Point:
        """The middle of a thing on the table."""
        lying = self.form(key).places(self.world[key].place)
        return self.point(sum(place.spot for place in lying) / len(lying))

    def middle_of(self, piece: int) -> Point:
        """The middle of a piece on the table, where it lies."""
        return self.point(self.places()[piece].spot)

    def seen(self) -> dict[int, Single]:
        """Every piece as it is seen now, on its way or lying."""
        found = {}
        for piece, place in self.places().items():
            lying = Single(
                self.colours[piece], self.point(place.spot), math.degrees(place.angle), self.side
            )
            drift = self.drifts.get(piece)
            if drift is not None:
                share = max(0.0, drift.age - drift.wait) / drift.seconds
                lying = flown(drift.start, lying, share, drift.rise)
            found[piece] = lying
        return found

    def at(self, point: Point) -> Key | None:
        """The thing under a point of the table."""
        return self.world.at(self.spot(point)) if self.box.has(point, 8) else None

    @property
    def loose(self) -> list[int]:
        """The pieces that are in no pair."""
        return [int(key) for key in self.world.places() if key not in self.twins]

    @property
    def complete(self) -> bool:
        """Whether every piece is in a pair."""
        return bool(self.colours) and not self.loose

    def pair(self, key: Key) -> Pair:
        """A pair as the rules name it."""
        first, side, second, other = self.twins[key]
        return Pair(self.colours[first], side, self.colours[second], other)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs in the order of joining."""
        return tuple(self.pair(key) for key in self.twins)

    def openable(self, key: Key) -> bool:
        """Whether a thing is a pair that has not been played yet."""
        return key in self.twins and list(self.twins).index(key) >= self.fixed

    # Filling -----------------------------------------------------------------------------------

    def holds(self, hand: Hues, pairs: Sequence[Pair]) -> bool:
        """Whether exactly these pieces lie here, these pairs joined first."""
        if self.pairs[: len(pairs)] != tuple(pairs):
            return False
        rest = [key for number, key in enumerate(self.twins) if number >= len(pairs)]
        free = [piece for key in rest for piece in self.pieces_of(key)] + self.loose
        counts = [0] * len(hand)
        for piece in free:
            counts[self.colours[piece]] += 1
        return tuple(counts) == tuple(hand)

    def fill(self, hand: Hues, pairs: Sequence[Pair], seed: int) -> None:
        """Lay these pairs and loose pieces anew, in rows."""
        self.clear()
        for colour, count in enumerate(hand):
            self.colours += [colour] * count
        loose = list(range(len(self.colours)))
        random.Random(seed).shuffle(loose)
        for one in pairs:
            first = len(self.colours)
            self.colours += [one.first, one.second]
            self.twins[_key(first, first + 1)] = Twin(first, one.side, first + 1, one.other)
        self._lay([*self.twins, *map(str, loose)], random.Random(seed))

    def clear(self) -> None:
        """Nothing lies here any more."""
        for things in (self.colours, self.twins, self.drifts,
                       self._fingers, self._spans, self._aimed, self._drawn):
            things.clear()
        self.fixed = 0
        self.world = World(self._edges())

    def _lay(self, keys: Sequence[Key], rng: random.Random) -> None:
        forms = [self.form(key) for key in keys]
        turns = [rng.randrange(12) for _ in keys]
        wide, high = self.box.w / self.side, self.box.h / self.side
        for key, place in zip(keys, in_rows(wide, high, forms, turns), strict=True):
            self.world.add(key, self.form(key), place)

    def drift(
        self, piece: int, start: Single, wait: float, seconds: float = 0.45, rise: float = 50.0
    ) -> None:
        """Let a piece be seen on its way from somewhere to where it lies."""
        self.drifts[piece] = Drift(start, wait, seconds, rise)

    def tidy(self) -> None:
        """Everything lies in rows again; the pieces are seen moving there."""
        seen, keys = self.seen(), list(self.world.places())
        forms = [self.form(key) for key in keys]
        wide, high = self.box.w / self.side, self.box.h / self.side
        turns = [round(math.degrees(self.world[key].place.angle) / 30) % 12 for key in keys]
        for key, place in zip(keys, in_rows(wide, high, forms, turns), strict=True):
            self.world[key].put(place)
        for piece, before in seen.items():
            self._glide(piece, before, TIDYING)

    # Joining and opening -----------------------------------------------------------------------

    def join(self, first: int, second: int, mating: tuple[int, int] | None = None) -> Key:
        """Two loose pieces become a pair where the second one lies; its key.

        Without a mating it is the one that turns the first piece least.
        """
        places = self.places()
        side, other = mating or self._easiest(places[first], places[second])
        key = self.make(Twin(first, side, second, other), places[second])
        self.sound("acrylic_click", self.middle(key))
        return key

    def _easiest(self, moved: Place, still: Place) -> tuple[int, int]:
        """The sides by which a piece is joined to another with the least turning and moving."""
        def effort(mating: tuple[int, int]) -> float:
            place = beside(still, mating[1], mating[0])
            turn = abs(swing(place.angle - moved.angle))
            return turn + 0.5 * abs(place.spot - moved.spot)

        return min(((i, j) for i in SIDES for j in SIDES), key=effort)

    def make(self, twin: Twin, still: Place) -> Key:
        """Join as told, the second piece staying where it is as far as there is room."""
        seen = self.seen()
        wish = beside(still, twin.other, twin.side)
        for piece in (twin.first, twin.second):
            if str(piece) in self.world:
                self.take(str(piece))
        key = _key(twin.first, twin.second)
        self.twins[key] = twin
        others = [p.spot for piece, p in self.places().items()]
        self.world.add(key, twin.form, self._free(twin.form, wish, others))
        for piece in (twin.first, twin.second):
            self._glide(piece, seen[piece])
        return key

    def take(self, key: Key) -> None:
        """Take a thing off the world."""
        self.world.remove(key)
        self._drawn = {k: d for k, d in self._drawn.items() if key not in (k, d)}
        self._fingers = {p: f for p, f in self._fingers.items() if f.key != key}
        self._spans.pop(key, None)
        self._aimed.pop(key, None)

    def _free(self, form: Form, wish: Place, others: Iterable[complex]) -> Place:
        left, bottom, right, top = self._edges()
        low, high = complex(left + RIM, bottom + RIM), complex(right - RIM, top - RIM)
        return free_place(form, wish, others, low, high)

    def _glide(self, piece: int, start: Single, seconds: float = GLIDE) -> None:
        """The piece is seen moving from where it was seen before."""
        goal = self.seen()[piece]
        if math.dist(start.at, goal.at) > 1 or abs(start.degrees - goal.degrees) > 1:
            self.drifts[piece] = Drift(start, 0.0, seconds, 0.0)

    def open(self, key: Key) -> None:
        """A pair is two pieces again, a little apart."""
        if not self.openable(key):
            return
        places, seen, twin = self.places(), self.seen(), self.twins[key]
        away = places[twin.first].spot - places[twin.second].spot
        away = away / abs(away) * GAP
        self.take(key)
        del self.twins[key]
        for piece, shift in ((twin.first, away), (twin.second, -away)):
            x, y, angle = places[piece]
            others = [place.spot for place in self.places().values()]
            wish = Place(x + shift.real, y + shift.imag, angle)
            self.world.add(str(piece), SINGLE, self._free(SINGLE, wish, others))
            self._glide(piece, seen[piece])
        self.sound("acrylic_slide", seen[twin.first].at)

    def turn(self, key: Key, piece: int) -> None:
        """One of a pair's pieces turns on by a side; the other one stays."""
        if not self.openable(key):
            return
        twin, places, seen = self.twins[key], self.places(), self.seen()
        if piece == twin.first:
            turned = twin._replace(side=(twin.side + 1) % 5)
            wish = beside(places[twin.second], turned.other, turned.side)
        else:
            turned = twin._replace(other=(twin.other + 1) % 5)
            wish = places[twin.first]
        self.take(key)
        others = [place.spot for place in self.places().values()]
        self.twins[key] = turned
        self.world.add(key, turned.form, self._free(turned.form, wish, others))
        for one in (twin.first, twin.second):
            self._glide(one, seen[one])
        self.sound("acrylic_click", self.middle(key))

    # Fingers -----------------------------------------------------------------------------------

    def grip(self, pointer: str, point: Point, key: Key) -> None:
        """A pointer takes hold of a thing."""
        spot = self.spot(point)
        self.world.grip(pointer, spot, key)
        places = self.places()
        piece = min(self.pieces_of(key), key=lambda one: abs(places[one].spot - spot))
        self._fingers[pointer] = Finger(key, piece, spot, spot)
        fingers = self._on(key)
        if len(fingers) == 2:
            self._spans[key] = abs(fingers[0].spot - fingers[1].spot)

    def _on(self, key: Key) -> list[Finger]:
        return [finger for finger in self._fingers.values() if finger.key == key]

    def drag(self, pointer: str, point: Point) -> None:
        """The pointer is there now. Two of them may pull a pair apart; one that holds nothing
        any more is ignored."""
        finger = self._fingers.get(pointer)
        if finger is None:
            return
        finger.spot = self.spot(point)
        self.world.drag(pointer, finger.spot)
        fingers = self._on(finger.key)
        if len(fingers) != 2 or fingers[0].piece == fingers[1].piece:
            return
        span = abs(fingers[0].spot - fingers[1].spot)
        if self.openable(finger.key) and span > self._spans[finger.key] + PULLED:
            self._pull_apart(finger.key)

    def _pull_apart(self, key: Key) -> None:
        """Every finger has one of the two pieces now."""
        places, twin = self.places(), self.twins[key]
        pointers = {p: f for p, f in self._fingers.items() if f.key == key}
        self.take(key)
        del self.twins[key]
        for piece in (twin.first, twin.second):
            self.world.add(str(piece), SINGLE, places[piece])
        for pointer, finger in pointers.items():
            self.grip(pointer, self.point(finger.spot), str(finger.piece))
        self.sound("acrylic_slide", self.point(places[twin.first].spot))

    def release(self, pointer: str) -> Key | None:
        """A pointer lets go; the pair that has come about, if one has."""
        lifted = self._lift(pointer)
        if lifted is None or lifted[1].target.base not in self.world:
            return None
        finger, click = lifted
        base = click.target.base
        contact = side_contact(HOME, click.target.pose)
        assert contact is not None, "targets lie at a side"
        twin = Twin(finger.piece, contact[1], int(base), contact[0])
        return self.make(twin, self.world[base].place)

    def _lift(self, pointer: str) -> tuple[Finger, Click] | None:
        """A pointer holds nothing any more; what clicked in where, if it did."""
        finger = self._fingers.pop(pointer, None)
        if finger is None:
            return None
        self._draw(finger.key, None)
        self._spans.pop(finger.key, None)
        click = self.world.release(pointer)
        return (finger, click) if click else None

    def lose(self, pointer: str) -> None:
        """A pointer is gone without having let go: what it held lies loose where it is."""
        lifted = self._lift(pointer)
        if lifted is not None:
            key = lifted[0].key
            self.world[key].put(self.world[key].place)

    def lose_all(self) -> None:
        for pointer in list(self._fingers):
            self.lose(pointer)

    @property
    def held(self) -> tuple[Key, ...]:
        """The things in hand."""
        return tuple(dict.fromkeys(finger.key for finger in self._fingers.values()))

    def spin(self, key: Key, steps: int) -> None:
        """A thing in hand turns by steps of 30 degrees, counter-clockwise."""
        self.world[key].turn(steps * STEP)

    # Time --------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return bool(self.drifts) or not self.world.rests

    def tick(self, seconds: float) -> bool:
        """Let time pass; whether the picture changed."""
        if not self.moving:
            return False
        for piece, drift in list(self.drifts.items()):
            drift.age += seconds
            if drift.age >= drift.wait + drift.seconds:
                del self.drifts[piece]
        if not self.world.rests:
            for finger in self._fingers.values():
                finger.pace = 0.6 * finger.pace + 0.4 * abs(finger.spot - finger.was)
                finger.was = finger.spot
            for key in self.held:
                if key not in self.twins:
                    self._offer(key)
            self.world.update(seconds)
        self._listen()
        return True

    def arrive(self) -> None:
        """Whatever is on its way has come."""
        self.drifts.clear()

    def _listen(self) -> None:
        for event in self.world.events():
            if event.key not in self.world:
                continue
            if isinstance(event, Clicked):
                self._draw(event.key, None)
                self.sound("acrylic_click", self.middle(event.key))
            elif isinstance(event, PulledOut):
                self.sound("acrylic_slide", self.middle(event.key))
            elif isinstance(event, Bump) and event.strength > LOUD:
                self.sound("acrylic_bump", self.point(event.spot))

    def _offer(self, key: Key) -> None:
        """A held piece may click in at loose pieces near it; the nearest one is drawn to it."""
        here = self.world[key].place
        near = self._near(key, here)
        if frozenset(near) != self._aimed.get(key):
            self._aimed[key] = frozenset(near)
            self.world[key].aim([Target(way, base) for base in near for way in WAYS])
        fingers = self._on(key)
        if not near or len(fingers) > 1 or self.world[key].click is not None:
            self._draw(key, None)
            return
        self._draw(key, _nearest(here, near) if fingers[0].pace < SLOW else None)

    def _near(self, key: Key, here: Place) -> dict[Key, Place]:
        """The loose pieces near a held one that nobody holds."""
        held = self.held
        places = {str(piece): self.world[str(piece)].place for piece in self.loose}
        return {
            other: place
            for other, place in places.items()
            if other not in held and abs(place.spot - here.spot) < NEAR
        }

    def _draw(self, key: Key, drawn: tuple[Key, Place] | None) -> None:
        """Draw a piece to where it fits beside the held one; or let go of the one drawn."""
        other = self._drawn.pop(key, None)
        if other is not None and other in self.world and (drawn is None or drawn[0] != other):
            self.world[other].unlead()
        if drawn is not None:
            self._drawn[key] = drawn[0]
            self.world[drawn[0]].follow(drawn[1])


def _key(first: int, second: int) -> Key:
    return f"{first}+{second}"


def beside(still: Place, own: int, side: int) -> Place:
    """Where a piece lies whose `side` is on side `own` of a piece that lies there."""
    lying = Form((HOME, mate(HOME, own, side))).places(still)
    return lying[1]


MATES: Final = tuple(
    beside(Place(0.0, 0.0, 0.0), own, side) for own in SIDES for side in SIDES
)
"""The same as places, as seen from the other one."""


def _nearest(held: Place, near: Mapping[Key, Place]) -> tuple[Key, Place] | None:
    """The piece that is nearest to a place beside a held one, and that place."""
    best, least = None, DRAWN
    for key, place in near.items():
        for inner in MATES:
            tilt = abs(swing(held.angle + inner.angle - place.angle))
            if tilt >= DRAWN_TILT:
                continue
            goal = held.then(inner)
            away = abs(goal.spot - place.spot) + TILT_COUNTS * tilt
            if away < least:
                best, least = (key, goal), away
    return best
