"""A bench is the part of the cloth where one seat joins its pieces to pairs (WM-4).

Pieces and pairs are bodies of a pushing world of their own. Two pieces that are pushed together
click, and are a pair when they are let go; a pair that two fingers pull apart is two pieces again.
A piece in the way of one that is slowly pushed is drawn to where it fits beside it, as if they
were magnets. What is joined here is a plan until it is played: it can be taken apart again and
joined in another way.
"""

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import add
from typing import Final, Literal, NamedTuple, TypeAlias

from game.physics.click import Bump, Clicked, Key, PulledOut, Target
from game.physics.place import SINGLE, STEP, Edges, Form, Place, at, pair, swing
from game.physics.world import World
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Hues
from game.rules.walong.geometry import COLOURS, HOME, SIDES, mate, side_contact
from game.scenes.walomino.layout import free_place, in_rows
from game.scenes.walong.flight import flown
from game.scenes.walong.table import Loose
from game.ui.frame import Box, Point

Answer: TypeAlias = Literal["", "keep", "anew"]
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


@dataclass(slots=True)
class Drift:
    """A piece that is seen on its way to where it lies: from where, and how far it has come."""

    start: Loose
    wait: float
    seconds: float
    rise: float
    age: float = 0.0


@dataclass(slots=True)
class Finger:
    """A pointer on a thing: the piece it touched, where it is, and how far it was from another
    finger on the same thing when it came.
    """

    key: Key
    piece: int
    spot: complex
    span: float


def hues(colours: Sequence[int]) -> Hues:
    """How many there are of every colour."""
    return tuple(colours.count(colour) for colour in range(len(COLOURS)))


def colours_of(pairs: Iterable[Pair]) -> list[int]:
    """The colours of the pieces in these pairs."""
    return [colour for one in pairs for colour in (one.first, one.second)]


class Bench:
    """Pieces and pairs, the fingers on them, and what their seat has said so far.

    Pieces have numbers; `colours` tells which is which. A thing is a piece or a pair: its key is
    the piece's number, or both numbers. `number` is the seat's, or `phase.START`.
    """

    def __init__(
        self, number: int, box: Box, side: float, sound: Callable[[str, Point | None], None]
    ) -> None:
        self.number, self.seat = number, max(0, number)
        self.box, self.side, self.sound = box, side, sound
        self.answer: Answer = ""
        self.done = False
        self.chosen: Key | None = None
        """The piece or pair that was tapped."""
        self.kept: tuple[Pair, ...] = ()
        """The pairs that lay here before an earlier state was looked at."""
        self.clear()

    def clear(self) -> None:
        """Nothing lies here any more."""
        self.colours: list[int] = []
        self.twins: dict[Key, Twin] = {}
        """The pairs in the order of joining."""
        self.fixed = 0
        """So many of them have been played and stay together."""
        self.drifts: dict[int, Drift] = {}
        """Pieces that are seen on their way."""
        self.world = World(self._edges(0.0))
        self._fingers: dict[str, Finger] = {}
        self._aimed: dict[Key, frozenset[Key]] = {}
        self._drawn: dict[Key, Key] = {}
        """Pieces that are drawn to one in hand, by the one in hand."""

    def _edges(self, rim: float) -> Edges:
        wide, high = self.box.w / self.side / 2 - rim, self.box.h / self.side / 2 - rim
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
        twin = self.twins.get(key)
        return pair(twin.side, twin.other) if twin else SINGLE

    def pieces_of(self, key: Key) -> tuple[int, ...]:
        """The pieces of a thing, the first one first."""
        return tuple(map(int, key.split("+")))

    def places(self) -> dict[int, Place]:
        """Where every piece lies in the world."""
        found: dict[int, Place] = {}
        for key, thing in self.world.things.items():
            found.update(zip(self.pieces_of(key), thing.form.places(thing.place), strict=True))
        return found

    def middle(self, key: Key) -> Point:
        """The middle of a thing on the table."""
        return self.point(self.world[key].middle)

    def middle_of(self, piece: int) -> Point:
        """The middle of a piece on the table, where it lies."""
        return self.point(self.places()[piece].spot)

    def seen(self) -> dict[int, Loose]:
        """Every piece as it is seen now, on its way or lying."""
        found = {}
        for piece, place in self.places().items():
            degrees = math.degrees(place.angle)
            colour = COLOURS[self.colours[piece]]
            lying = Loose(colour, self.point(place.spot), degrees, 0.0, self.side)
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
        return [int(key) for key in self.world.things if key not in self.twins]

    @property
    def complete(self) -> bool:
        """Whether every piece is in a pair."""
        return bool(self.colours) and not self.loose

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs in the order of joining, as the rules name them."""
        return tuple(
            Pair(self.colours[first], side, self.colours[second], other)
            for first, side, second, other in self.twins.values()
        )

    def openable(self, key: Key) -> bool:
        """Whether a thing is a pair that has not been played yet."""
        return key in self.twins and list(self.twins).index(key) >= self.fixed

    # Filling -----------------------------------------------------------------------------------

    def holds(self, hand: Hues, pairs: Sequence[Pair]) -> bool:
        """Whether exactly these pieces lie here, these pairs joined first."""
        every = tuple(map(add, hand, hues(colours_of(pairs))))
        return self.pairs[: len(pairs)] == tuple(pairs) and hues(self.colours) == every

    def fill(self, hand: Hues, pairs: Sequence[Pair], seed: int) -> None:
        """Lay these pairs and loose pieces anew, in rows."""
        self.clear()
        self.colours = [colour for colour, count in enumerate(hand) for _ in range(count)]
        loose = list(range(len(self.colours)))
        random.Random(seed).shuffle(loose)
        for one in pairs:
            first = len(self.colours)
            self.colours += [one.first, one.second]
            self.twins[f"{first}+{first + 1}"] = Twin(first, one.side, first + 1, one.other)
        keys, rng = [*self.twins, *map(str, loose)], random.Random(seed)
        for key, place in self._in_rows({key: rng.randrange(12) for key in keys}):
            self.world.add(key, self.form(key), place)

    def _in_rows(self, turns: Mapping[Key, int]) -> Iterable[tuple[Key, Place]]:
        """Where things lie in rows; single pieces keep these orientations."""
        wide, high = self.box.w / self.side, self.box.h / self.side
        forms = [self.form(key) for key in turns]
        return zip(turns, in_rows(wide, high, forms, list(turns.values())), strict=True)

    def tidy(self) -> None:
        """Everything lies in rows again; the pieces are seen moving there."""
        seen = self.seen()
        turns = {k: round(p.angle / STEP) % 12 for k, p in self.world.places().items()}
        for key, place in self._in_rows(turns):
            self.world[key].put(place)
        self._glide(seen, seen, TIDYING)

    # Joining and opening -----------------------------------------------------------------------

    def join(self, first: int, second: int, mating: tuple[int, int] | None = None) -> Key:
        """Two loose pieces become a pair where the second one lies; its key.

        Without a mating it is the one that turns the first piece least.
        """
        moved, still = self.world[str(first)].place, self.world[str(second)].place

        def effort(mating: tuple[int, int]) -> float:
            place = beside(still, mating[1], mating[0])
            return abs(swing(place.angle - moved.angle)) + 0.5 * abs(place.spot - moved.spot)

        side, other = mating or min(((i, j) for i in SIDES for j in SIDES), key=effort)
        key = self.make(Twin(first, side, second, other), still)
        self.sound("acrylic_click", self.middle(key))
        return key

    def make(self, twin: Twin, still: Place) -> Key:
        """Join as told, the second piece staying where it is as far as there is room."""
        key, gone = f"{twin.first}+{twin.second}", (str(twin.first), str(twin.second))
        self.twins[key] = twin
        wish = beside(still, twin.other, twin.side)
        self._replace([one for one in gone if one in self.world], {key: wish})
        return key

    def open(self, key: Key) -> None:
        """A pair is two pieces again, a little apart."""
        if self.openable(key):
            places, twin = self.places(), self.twins.pop(key)
            first, second = places[twin.first], places[twin.second]
            away = (first.spot - second.spot) / abs(first.spot - second.spot) * GAP
            self.sound("acrylic_slide", self.seen()[twin.first].at)
            self._replace([key], {
                str(twin.first): at(first.spot + away, first.angle),
                str(twin.second): at(second.spot - away, second.angle),
            })

    def turn(self, key: Key, piece: int) -> None:
        """One of a pair's pieces turns on by a side; the other one stays."""
        if self.openable(key):
            twin, places = self.twins[key], self.places()
            if piece == twin.first:
                turned = twin._replace(side=(twin.side + 1) % 5)
                wish = beside(places[twin.second], turned.other, turned.side)
            else:
                turned = twin._replace(other=(twin.other + 1) % 5)
                wish = places[twin.first]
            self.twins[key] = turned
            self._replace([key], {key: wish})
            self.sound("acrylic_click", self.middle(key))

    def _replace(self, gone: Iterable[Key], wishes: Mapping[Key, Place]) -> None:
        """Things made of the same pieces lie near these places; the pieces glide there."""
        seen, edges = self.seen(), self._edges(RIM)
        for key in gone:
            self.take(key)
        for key, wish in wishes.items():
            others = [place.spot for place in self.places().values()]
            self.world.add(key, self.form(key), free_place(self.form(key), wish, others, edges))
        self._glide(seen, [piece for key in wishes for piece in self.pieces_of(key)], GLIDE)

    def take(self, key: Key) -> None:
        """Take a thing off the world; fingers on it hold nothing now."""
        self.world.remove(key)
        self._drawn = {k: d for k, d in self._drawn.items() if key not in (k, d)}
        self._fingers = {p: f for p, f in self._fingers.items() if f.key != key}
        self._aimed.pop(key, None)

    def _glide(self, seen: Mapping[int, Loose], pieces: Iterable[int], seconds: float) -> None:
        """Pieces are seen moving from where they were seen before."""
        goals = self.seen()
        for piece in pieces:
            start, goal = seen[piece], goals[piece]
            if math.dist(start.at, goal.at) > 1 or abs(start.degrees - goal.degrees) > 1:
                self.drifts[piece] = Drift(start, 0.0, seconds, 0.0)

    # Fingers -----------------------------------------------------------------------------------

    def grip(self, pointer: str, point: Point, key: Key) -> None:
        """A pointer takes hold of a thing."""
        spot, places = self.spot(point), self.places()
        self.world.grip(pointer, spot, key)
        piece = min(self.pieces_of(key), key=lambda one: abs(places[one].spot - spot))
        others = self._on(key)
        span = abs(others[-1].spot - spot) if others else 0.0
        self._fingers[pointer] = Finger(key, piece, spot, span)

    def _on(self, key: Key) -> list[Finger]:
        return [finger for finger in self._fingers.values() if finger.key == key]

    def drag(self, pointer: str, point: Point) -> None:
        """The pointer is there now. Two of them may pull a pair apart; one that holds nothing
        any more is ignored.
        """
        finger = self._fingers.get(pointer)
        if finger is None:
            return
        finger.spot = self.spot(point)
        self.world.drag(pointer, finger.spot)
        fingers = self._on(finger.key)
        if len(fingers) != 2 or fingers[0].piece == fingers[1].piece:
            return
        span = abs(fingers[0].spot - fingers[1].spot)
        if self.openable(finger.key) and span > fingers[1].span + PULLED:
            self._pull_apart(finger.key)

    def _pull_apart(self, key: Key) -> None:
        """Every finger has one of the two pieces now."""
        places, twin = self.places(), self.twins.pop(key)
        pointers = {p: f for p, f in self._fingers.items() if f.key == key}
        self.take(key)
        for piece in (twin.first, twin.second):
            self.world.add(str(piece), SINGLE, places[piece])
        for pointer, finger in pointers.items():
            self.grip(pointer, self.point(finger.spot), str(finger.piece))
        self.sound("acrylic_slide", self.point(places[twin.first].spot))

    def release(self, pointer: str, joins: bool = True) -> Key | None:
        """A pointer lets go; the pair that has come about, if one has.

        A pointer that is lost joins nothing: what it held lies loose where it is.
        """
        finger = self._fingers.pop(pointer, None)
        if finger is None:
            return None
        self._draw(finger.key, None)
        click = self.world.release(pointer)
        if not joins:
            self.world[finger.key].loosen()
        if click is None or not joins or click.target.base not in self.world:
            return None
        contact = side_contact(HOME, click.target.pose)
        assert contact is not None, "targets lie at a side"
        base = click.target.base
        twin = Twin(finger.piece, contact[1], int(base), contact[0])
        return self.make(twin, self.world[base].place)

    def lose_all(self) -> None:
        for pointer in list(self._fingers):
            self.release(pointer, joins=False)

    @property
    def held(self) -> tuple[Key, ...]:
        """The things in hand."""
        return tuple(dict.fromkeys(finger.key for finger in self._fingers.values()))

    # Time --------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return bool(self.drifts) or not self.world.rests

    def tick(self, seconds: float) -> bool:
        """Let time pass; whether the picture changed."""
        if not self.moving:
            return False
        for drift in self.drifts.values():
            drift.age += seconds
        self.drifts = {p: d for p, d in self.drifts.items() if d.age < d.wait + d.seconds}
        if not self.world.rests:
            for key in self.held:
                if key not in self.twins:
                    self._offer(key)
            self.world.update(seconds)
        for event in self.world.events():
            if event.key in self.world:
                match event:
                    case Clicked(key):
                        self._draw(key, None)
                        self.sound("acrylic_click", self.middle(key))
                    case PulledOut(key):
                        self.sound("acrylic_slide", self.middle(key))
                    case Bump(_, spot, strength) if strength > LOUD:
                        self.sound("acrylic_bump", self.point(spot))
        return True

    def _offer(self, key: Key) -> None:
        """A held piece may click in at loose pieces near it; the nearest one is drawn to it."""
        thing, held = self.world[key], self.held
        others = {one: self.world[one].place for one in map(str, self.loose) if one not in held}
        near = {k: p for k, p in others.items() if abs(p.spot - thing.place.spot) < NEAR}
        if frozenset(near) != self._aimed.get(key):
            self._aimed[key] = frozenset(near)
            thing.aim(Target(way, base) for base in near for way in WAYS)
        alone = near and len(self._on(key)) == 1 and thing.click is None
        slow = thing.hold is not None and thing.hold.pace < SLOW
        self._draw(key, _nearest(thing.place, near) if alone and slow else None)

    def _draw(self, key: Key, drawn: tuple[Key, Place] | None) -> None:
        """Draw a piece to where it fits beside the held one; or let go of the one drawn."""
        other = self._drawn.pop(key, None)
        if other is not None and other in self.world and (drawn is None or drawn[0] != other):
            self.world[other].unlead()
        if drawn is not None:
            self._drawn[key] = drawn[0]
            self.world[drawn[0]].follow(drawn[1])


def beside(still: Place, own: int, side: int) -> Place:
    """Where a piece lies whose `side` is on side `own` of a piece that lies there."""
    return pair(own, side).places(still)[1]


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
            if tilt < DRAWN_TILT:
                goal = held.then(inner)
                away = abs(goal.spot - place.spot) + TILT_COUNTS * tilt
                if away < least:
                    best, least = (key, goal), away
    return best
