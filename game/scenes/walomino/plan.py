"""The pieces of one seat on its part of the cloth, loose or joined to pairs (WM-4).

Pieces and pairs are bodies of a pushing world of their own. What is joined here is a plan until it
is played: it can be taken apart again and joined in another way.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from game.physics.events import Key
from game.physics.place import SINGLE, Edges, Form, Place, pair, swing
from game.physics.world import World
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Hues
from game.rules.walong.geometry import HOME, SIDES, mate
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


class Plan:
    """Pieces and pairs. Pieces have numbers; `colours` tells which is which."""

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
        lying = self.form(key).places(self.world.place(key))
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
        self.colours.clear()
        self.twins.clear()
        self.drifts.clear()
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
        turns = [round(math.degrees(self.world.place(key).angle) / 30) % 12 for key in keys]
        for key, place in zip(keys, in_rows(wide, high, forms, turns), strict=True):
            self.world.put(key, place)
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
        self._drop_things(twin)
        key = _key(twin.first, twin.second)
        self.twins[key] = twin
        others = [p.spot for piece, p in self.places().items()]
        self.world.add(key, twin.form, self._free(twin.form, wish, others))
        for piece in (twin.first, twin.second):
            self._glide(piece, seen[piece])
        return key

    def _drop_things(self, twin: Twin) -> None:
        """Take the two pieces off the world, whatever thing they are in."""
        for piece in (twin.first, twin.second):
            if str(piece) in self.world:
                self.take(str(piece))

    def take(self, key: Key) -> None:
        """Take a thing off the world."""
        self.world.remove(key)

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

def _key(first: int, second: int) -> Key:
    return f"{first}+{second}"


def beside(still: Place, own: int, side: int) -> Place:
    """Where a piece lies whose `side` is on side `own` of a piece that lies there."""
    lying = Form((HOME, mate(HOME, own, side))).places(still)
    return lying[1]
