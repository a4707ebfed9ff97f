"""A bench is the part of the cloth where one seat joins its pieces to pairs (WM-4).

Two pieces that are pushed together click, and are a pair when they are let go; a pair that two
fingers pull apart is two pieces again. What is joined here is a plan until it is played:
it can be taken apart again and joined in another way.
"""

import math
import random
from collections.abc import Iterable, Sequence
from itertools import count, product
from typing import Final, Literal, TypeAlias

from game.physics.click import Key, Target
from game.physics.place import STEP, Form, Place, at, pair, swing
from game.rules.walomino.chain import Pair
from game.rules.walong.geometry import HOME, SIDES, mate
from game.scenes.walomino.cloth import Cloth, Glide, Lying, form_of
from game.scenes.walomino.layout import free_place, in_rows
from game.ui.frame import Box

Answer: TypeAlias = Literal["", "keep", "anew"]
GAP: Final = 0.45
"""How far the pieces of an opened pair move apart, in sides."""
RIM: Final = 1.05
"""Pieces keep so far from the edge, in sides."""
GLIDE: Final = 0.22
"""Seconds of a piece's way when it is joined by a tap,"""
PACE: Final = 360.0
"""or more where the way is long: units a second."""
TIDYING: Final = 0.4
"""Seconds in which everything comes to lie in rows."""
DEEP: Final = 0.15
"""What lies deeper in something, in sides, needs another place; the world pushes the rest out."""
NEAR: Final = 3.0
"""Pieces so near, in sides, may be joined to one that is held."""
PULLED: Final = 0.55
"""Two fingers that get so much farther apart, in sides, pull a pair apart."""
WAYS: Final = {mate(HOME, own, side): (side, own) for own, side in product(SIDES, SIDES)}
"""How a piece may lie at another one: its pose as the other one sees it, and their sides."""


def colours_of(pairs: Iterable[Pair]) -> list[int]:
    """The colours of the pieces in these pairs."""
    return [colour for one in pairs for colour in (one.first, one.second)]


class Bench:
    """What one seat has on the cloth, and what it has said so far.

    `number` is the seat's, or `benches.START`. Single pieces and pairs are things of the cloth.
    """

    def __init__(self, number: int, cloth: Cloth) -> None:
        self.number, self.seat, self.cloth = number, max(0, number), cloth
        self.box: Box
        self.answer: Answer = ""
        self.done = False
        self.chosen: Key | None = None
        """The piece or pair that was tapped."""
        self.kept: list[tuple[Pair | int, float, float, float]] = []
        """What lay here before another state or size was seen: in shares of the box, and angle."""
        self._numbers = count(-1, -1)
        self.fixed = 0
        """So many pairs have been played and stay together."""
        self._aimed: dict[Key, frozenset[Key]] = {}
        """Pieces that have been pulled, and the loose ones near them."""

    def clear(self) -> None:
        """Nothing lies here any more."""
        for key in self.lying:
            self.cloth.remove(key)
        self.chosen = None

    # What lies here ----------------------------------------------------------------------------

    @property
    def lying(self) -> dict[Key, Lying]:
        every = self.cloth.lying.items()
        return {k: one for k, one in every if one.seat == self.number and one.number < 0}

    @property
    def loose(self) -> dict[Key, int]:
        """The pieces that are in no pair, with their colours."""
        return {k: one.what for k, one in self.lying.items() if not isinstance(one.what, Pair)}

    @property
    def joined(self) -> dict[Key, Pair]:
        """The pairs in the order of joining."""
        return {k: one.what for k, one in self.lying.items() if isinstance(one.what, Pair)}

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return tuple(self.joined.values())

    @property
    def complete(self) -> bool:
        """Whether every piece is in a pair."""
        return bool(self.lying) and not self.loose

    @property
    def held(self) -> list[Key]:
        """The things in hand."""
        return [key for key in self.lying if key in self.cloth.world.grips.values()]

    def openable(self, key: Key) -> bool:
        """Whether a thing is a pair that has not been played yet."""
        return key in list(self.joined)[self.fixed :]

    # Filling -----------------------------------------------------------------------------------

    def holds(self, hand: Sequence[int], pairs: Sequence[Pair]) -> bool:
        """Whether exactly pieces of these colours lie here, these pairs joined first."""
        here = [colour for one in self.lying.values() for colour in one.colours]
        every = sorted([*hand, *colours_of(pairs)])
        return self.pairs[: len(pairs)] == tuple(pairs) and sorted(here) == every

    def keep(self) -> None:
        """Remember what lies here, and where."""
        self.kept = [] if self.lying else self.kept
        for key, one in self.lying.items():
            box, place = self.box, self.cloth.world[key].place
            x, y = self.cloth.camera.point(place.spot)
            self.kept.append((one.what, (x - box.x) / box.w, (y - box.y) / box.h, place.angle))

    def restore(self) -> None:
        """Lay what was kept as it lay, or in rows where something would be in the way."""
        self.clear()
        for what, x, y, angle in self.kept:
            point = self.box.x + x * self.box.w, self.box.y + y * self.box.h
            self._lay(what, at(self.cloth.camera.place(point), angle))
        self.cloth.fence(self.cloth.room)  # nothing is moved in later, into something else
        self.kept = []
        if any(self.cloth.world[key].depth > DEEP for key in self.lying):
            self.tidy()

    def _free(self, form: Form, wish: Place, own: Key) -> Place:
        """A place on the bench next to a wish, clear of all things but its own."""
        others = [
            one.spot for key, thing in self.cloth.world.things.items() if key != own
            for one in thing.form.places(thing.place)
        ]
        return free_place(form, wish, others, self.cloth.edges(self.box, RIM))

    def fill(self, hand: Iterable[int], pairs: Sequence[Pair], seed: int) -> None:
        """Lay these pairs, and loose pieces of these colours, anew in rows."""
        self.clear()
        loose = sorted(hand)
        random.Random(seed).shuffle(loose)
        whats: list[Pair | int] = [*pairs, *loose]
        rng = random.Random(seed)
        turns = [rng.randrange(12) for _ in whats]
        for what, place in zip(whats, self._rows(map(form_of, whats), turns), strict=True):
            self._lay(what, place)

    def _lay(self, what: Pair | int, place: Place) -> Key:
        return self.cloth.add(Lying(self.number, next(self._numbers), what), place)

    def _rows(self, forms: Iterable[Form], turns: Sequence[int]) -> list[Place]:
        """Where things lie in rows; single pieces keep these orientations."""
        camera = self.cloth.camera
        rows = in_rows(self.box.w / camera.unit, self.box.h / camera.unit, [*forms], turns)
        middle = camera.place(self.box.center)
        return [at(place.spot + middle, place.angle) for place in rows]

    def tidy(self) -> None:
        """Everything lies in rows again; the pieces are seen moving there."""
        things = {key: self.cloth.world[key] for key in self.lying}
        turns = [round(thing.place.angle / STEP) % 12 for thing in things.values()]
        rows = self._rows([thing.form for thing in things.values()], turns)
        for (key, thing), place in zip(things.items(), rows, strict=True):
            starts = self.cloth.seen(key)
            thing.put(place)
            self.cloth.glides[key] = Glide(starts, TIDYING)

    # Joining and parting -----------------------------------------------------------------------

    def join(self, first: Key, second: Key, mating: tuple[int, int] | None = None) -> Key:
        """Two loose pieces become a pair where the second one lies; its key.

        Without a mating it is the one that turns the first piece least.
        """
        moved, still = self.cloth.world[first].place, self.cloth.world[second].place

        def effort(mating: tuple[int, int]) -> float:
            place = beside(still, mating[1], mating[0])
            return abs(swing(place.angle - moved.angle)) + 0.5 * abs(place.spot - moved.spot)

        side, other = mating or min(product(SIDES, SIDES), key=effort)
        loose = self.loose
        made = Pair(loose[first], side, loose[second], other)
        return self._replace([first, second], [(made, beside(still, other, side))])[0]

    def part(self, key: Key) -> None:
        """A pair is two pieces again, a little apart."""
        if self.openable(key):
            twin, thing = self.joined[key], self.cloth.world[key]
            first, second = thing.form.places(thing.place)
            away = (first.spot - second.spot) / abs(first.spot - second.spot) * GAP
            self.cloth.sound("acrylic_slide", self.cloth.middle(key))
            self._replace([key], [
                (twin.first, at(first.spot + away, first.angle)),
                (twin.second, at(second.spot - away, second.angle)),
            ])

    def turn(self, key: Key, second: bool) -> Key:
        """One of a pair's pieces turns on by a side, the other one stays; its new key."""
        if not self.openable(key):
            return key
        twin, thing = self.joined[key], self.cloth.world[key]
        wish, still = thing.form.places(thing.place)
        if second:
            twin = twin._replace(other=(twin.other + 1) % len(SIDES))
        else:
            twin = twin._replace(side=(twin.side + 1) % len(SIDES))
            wish = beside(still, twin.other, twin.side)
        [key] = self._replace([key], [(twin, wish)])
        self.cloth.sound("acrylic_click", self.cloth.middle(key))
        return key

    def _replace(self, gone: Sequence[Key], come: Sequence[tuple[Pair | int, Place]]) -> list[Key]:
        """Things made of the same pieces lie near these places; the pieces glide there."""
        cloth, keys = self.cloth, []
        starts = [piece for key in gone for piece in cloth.seen(key)]
        for key in gone:
            cloth.remove(key)
        for what, wish in come:
            form = form_of(what)
            keys.append(self._lay(what, wish))
            thing, count = cloth.world[keys[-1]], len(form.pieces)
            if thing.depth > DEEP:
                thing.put(self._free(form, wish, keys[-1]))
            far = max(map(math.dist, cloth.hearts(keys[-1]), (one.at for one in starts)))
            cloth.glides[keys[-1]] = Glide(starts[:count], max(GLIDE, far / PACE))
            starts = starts[count:]
        return keys

    # Fingers -----------------------------------------------------------------------------------

    def pull(self, key: Key) -> None:
        """A pointer that holds a thing has moved: it may now be joined, or two part a pair."""
        self._aimed.setdefault(key, frozenset())
        thing = self.cloth.world[key]
        grips = dict(thing.hold.grips) if thing.hold is not None else {}
        if len(grips) != 2 or not self.openable(key):
            return
        first, second = grips.values()
        apart = abs(first.point - second.point) - abs(first.inner - second.inner)
        places = thing.form.places(thing.place)
        near = [
            min((0, 1), key=lambda n: abs(places[n].spot - thing.place.point(grip.inner)))
            for grip in grips.values()
        ]
        if apart > PULLED and near[0] != near[1]:
            self.cloth.sound("acrylic_slide", self.cloth.middle(key))
            colours = self.cloth.lying[key].colours
            self.cloth.remove(key)
            keys = [self._lay(*one) for one in zip(colours, places, strict=True)]
            for pointer, number in zip(grips, near, strict=True):
                self.cloth.world.grip(pointer, grips[pointer].point, keys[number])
                self._aimed[keys[number]] = frozenset()

    def update(self) -> None:
        """Let what is held be joined to what is near it."""
        held = self.held
        self._aimed = {key: near for key, near in self._aimed.items() if key in held}
        for key in self._aimed:
            if key in self.loose:
                self._offer(key)

    def _offer(self, key: Key) -> None:
        """A held piece may click in at loose pieces near it."""
        world, thing, held = self.cloth.world, self.cloth.world[key], self.held
        others = {one: world[one].place for one in self.loose if one not in held}
        near = {k: p for k, p in others.items() if abs(p.spot - thing.place.spot) < NEAR}
        if frozenset(near) != self._aimed[key]:
            self._aimed[key] = frozenset(near)
            thing.aim(Target(way, base) for base in near for way in WAYS)


def beside(still: Place, own: int, side: int) -> Place:
    """Where a piece lies whose `side` is on side `own` of a piece that lies there."""
    return pair(own, side).places(still)[1]
