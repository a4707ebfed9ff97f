"""Fingers and keys on the benches: pushing, pulling apart, tapping one piece and then another.

Any number of fingers of any seats work at the same time. A finger that moves pushes; one that
does not has tapped. While a finger holds something, a tap beside it turns it, as do the wheel and
the keys for turning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.physics.click import Key
from game.scenes.walomino.benches import Benches, Place
from game.scenes.walomino.phase import START, Beside, Host, Knob, Thing
from game.scenes.walong.knobs import HALF
from game.ui.focus import Spot
from game.ui.frame import Box, Point
from game.ui.intents import Intent

ROOM: Final = 1.0
"""How far a knob keeps from the middle of its piece, in sides and half its own size."""
BETWEEN: Final = 2 * HALF + 8
"""Knobs keep so far from each other, in units."""
LEAST: Final = 36.0
"""Half the smallest spot, in units."""


@dataclass(slots=True)
class Press:
    """A pointer that went down on a thing; it holds it once it has moved."""

    place: Place
    key: Key
    point: Point
    holds: bool = False


class Fingers:
    """All pointers on the benches, and what they have chosen there."""

    def __init__(self, scene: Host, benches: Benches) -> None:
        self.scene, self.benches = scene, benches
        self._down: dict[str, Press] = {}
        self._spent: set[str] = set()
        """Pointers whose tap has served already."""

    def forget(self) -> None:
        self._down.clear()
        self._spent.clear()

    # Pointers ----------------------------------------------------------------------------------

    def on(self, intent: Intent) -> bool:
        """React to a pointer over the benches; True if nobody else is to."""
        match intent.kind:
            case "press":
                return self._press(intent)
            case "drag":
                return self._drag(intent)
            case "release" | "lost":
                return self._release(intent)
            case "tap":
                return self._tap(intent)
        return False

    def _press(self, intent: Intent) -> bool:
        self._spent.discard(intent.pointer)
        place, key = self._under(intent.pos)
        if place is None or key is None:
            return False
        press = Press(place, key, intent.pos)
        self._down[intent.pointer] = press
        if key in place.bench.held:
            self._take_hold(intent.pointer, press)
            self._spent.add(intent.pointer)
        return True

    def _under(self, point: Point) -> tuple[Place | None, Key | None]:
        """The bench under a point, and the thing there; nothing where a knob is."""
        active = self.benches.active
        if any(spot.box.has(point) for place in active for spot in self._knob_spots(place)):
            return None, None
        for place in active:
            if place.bench.box.has(point, 8):
                return place, place.bench.at(point)
        return None, None

    def _take_hold(self, pointer: str, press: Press) -> None:
        press.holds = True
        press.place.chosen = None
        press.place.bench.grip(pointer, press.point, press.key)

    def _drag(self, intent: Intent) -> bool:
        press = self._down.get(intent.pointer)
        if press is None:
            return False
        if press.place not in self.benches.active or press.key not in press.place.bench.world:
            if not press.holds:
                del self._down[intent.pointer]
                return True
        elif not press.holds and intent.moved:
            self._take_hold(intent.pointer, press)
        if press.holds:
            press.place.bench.drag(intent.pointer, intent.pos)
        return True

    def _release(self, intent: Intent) -> bool:
        press = self._down.pop(intent.pointer, None)
        if press is None:
            return False
        if press.holds:
            self._spent.add(intent.pointer)
            if intent.kind == "lost":
                press.place.bench.lose(intent.pointer)
                return True
            made = press.place.bench.release(intent.pointer)
            if made is not None and press.place is self.benches.start:
                press.place.chosen = made
        return press.holds

    def _tap(self, intent: Intent) -> bool:
        if intent.pointer in self._spent:
            self._spent.discard(intent.pointer)
            return True
        place, key = self._under(intent.pos)
        if place is None:
            return False
        if key is None or key in place.bench.held:
            return self._turn_held(place, 1)
        self.tap(place, key)
        return True

    # Turning -----------------------------------------------------------------------------------

    def _turn_held(self, place: Place, steps: int) -> bool:
        """What is in hand on this bench turns clockwise; False if nothing is."""
        for key in place.bench.held:
            place.bench.spin(key, -steps)
        return bool(place.bench.held)

    def gesture(self, intent: Intent) -> None:
        """The wheel, or a key for turning."""
        if intent.kind not in ("wheel", "turn") or not intent.value:
            return
        steps = 1 if intent.value > 0 else -1
        if intent.kind == "wheel":
            steps = -steps
        for place in self.benches.active:
            over = intent.kind == "turn" or place.bench.box.has(intent.pos)
            if over and not self._turn_held(place, steps) and intent.kind == "turn":
                self._turn_chosen(place, 0)

    def _turn_chosen(self, place: Place, which: int) -> None:
        """One of the chosen pair's pieces turns on by a side."""
        key = place.chosen
        if key is not None and place.bench.openable(key):
            place.bench.turn(key, place.bench.pieces_of(key)[which])

    # Tapping -----------------------------------------------------------------------------------

    def tap(self, place: Place, key: Key) -> None:
        """A piece or a pair was tapped: choose it, or join it to the chosen piece."""
        bench = place.bench
        # Another finger may have joined the chosen piece in the meantime.
        chosen = place.chosen if place.chosen and place.chosen in bench.world else None
        self.scene.clear_marks("hint")
        if key == chosen or (key in bench.twins and not bench.openable(key)):
            place.chosen = None
        elif key in bench.twins or chosen is None or chosen in bench.twins:
            place.chosen = key
            self.scene.sound("button", bench.middle(key))
        else:
            place.chosen = bench.join(int(chosen), int(key))

    def use(self, place: Place, knob: Knob) -> None:
        """A knob beside the chosen pair was tapped: turn one of its pieces, or take it apart."""
        if knob is not Knob.OPEN:
            self._turn_chosen(place, 0 if knob is Knob.FIRST else 1)
        elif place.chosen is not None:
            place.bench.open(place.chosen)
            place.chosen = None

    @property
    def holding(self) -> bool:
        return any(press.holds for press in self._down.values())

    # Spots -------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        """All things and knobs that people may pick now."""
        found: list[Spot] = []
        for place in self.benches.active:
            half = max(LEAST, 0.8 * place.bench.side)
            found += self._knob_spots(place)
            found += [
                Spot(Thing(place.number, key), place.bench.middle(key), half, round=True)
                for key in place.bench.world.places()
                if key not in place.bench.twins or place.bench.openable(key)
            ]
        return found

    def _knob_spots(self, place: Place) -> list[Spot]:
        return [
            Spot(Beside(place.number, knob), at, HALF, round=True)
            for knob, at in self.knobs(place).items()
        ]

    def knobs(self, place: Place) -> dict[Knob, Point]:
        """The round buttons beside the chosen pair."""
        key, bench = place.chosen, place.bench
        if key is None or key not in bench.world or not bench.openable(key) or bench.held:
            return {}
        first, second = (bench.middle_of(piece) for piece in bench.pieces_of(key))
        names = [Knob.FIRST, Knob.SECOND, Knob.OPEN]
        if place.number == START:
            names.append(Knob.LAY)
        board = self.scene.layout.board
        wishes = _around(first, second, bench.side * ROOM + HALF + 6, board)
        places = spread(wishes[: len(names)], board.inset(HALF + 4))
        return dict(zip(names, places, strict=True))


def _around(first: Point, second: Point, far: float, box: Box) -> list[Point]:
    """Places beyond the first and the second piece, and beside both, the roomier side first."""
    a, b = complex(*first), complex(*second)
    way = (a - b) / abs(a - b)
    middle, inward = (a + b) / 2, complex(*box.center) - (a + b) / 2
    aside = way * 1j
    if (aside * inward.conjugate()).real < 0:
        aside = -aside
    wishes = (a + way * far, b - way * far, middle + aside * far, middle - aside * far)
    return [(wish.real, wish.imag) for wish in wishes]


def spread(wishes: Sequence[Point], box: Box) -> list[Point]:
    """Places in a box as near to the wishes as they can be without touching each other."""
    places = [complex(*wish) for wish in wishes]
    for _ in range(12):
        for i in range(len(places)):
            for j in range(i):
                off = places[i] - places[j]
                near = BETWEEN - abs(off)
                if near > 0:
                    way = off / abs(off) if abs(off) > 1e-6 else 1j
                    places[i] += way * near / 2
                    places[j] -= way * near / 2
        places = [
            complex(min(max(p.real, box.x), box.right), min(max(p.imag, box.y), box.bottom))
            for p in places
        ]
    return [(p.real, p.imag) for p in places]
