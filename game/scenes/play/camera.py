"""The eye over a board: which part of a plane a box of the table shows.

Points of the plane are complex numbers, y upwards, in units of the board's own: sides of Walongs,
units of the snake, or table units where the whole of a square board is seen. Views come to rest
in *notches*, so that few sizes of pictures are needed; in between, as under fingers, any size goes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.ui.frame import Box, Point

RIM: Final = 1.2
"""How far, in sides, what is shown reaches beyond the centres: half a piece and some air."""
NEAREST: Final = 152.0
CLOSEST: Final = 116.0
FARTHEST: Final = 14.0
"""The largest side in table units that hands lead to, that comes by itself, and the smallest."""
STEP: Final = 1.09
"""From one notch to the next."""
ROOMY: Final = 0.70
"""A view is kept while its sides are at least so large as they could be."""
HASTE: Final = 9.0
"""How quickly the eye moves: the way left shrinks by this power of e a second."""


@dataclass(frozen=True, slots=True)
class View:
    """What the eye sees: the point of the plane in the middle, and how long a unit of the plane
    is in table units.
    """

    middle: complex
    unit: float


class Camera:
    """Moves over the plane in a box of the table of `scale` pixels a table unit.

    `rim` is the room around what is shown, in units of the plane from its outermost places.
    `notches` are the lengths of such a unit in pixels, from far to close.
    `held` tells that somebody has moved the view by hand; it then follows nothing by itself.
    """

    def __init__(self, box: Box, scale: float, rim: float = RIM) -> None:
        self.box, self.scale, self.rim = box, scale, rim
        self.notches = _whole_sides(scale)
        self.most = CLOSEST
        """Longer units are seen only where hands want it."""
        self.view = self._best(0j, 0j)
        self.goal = self.view
        self.held = False
        self.limits: tuple[complex, complex] | None = None
        """The lower left and upper right corner of all there is to be seen, if it ends there."""

    # Plane and table ---------------------------------------------------------------------------

    @property
    def unit(self) -> float:
        """A side's length in table units as it is seen now."""
        return self.view.unit

    @property
    def pixels(self) -> int:
        """The whole number of pixels a side has once the eye rests."""
        return max(1, round(self.goal.unit * self.scale))

    @property
    def lasting(self) -> bool:
        """Whether the eye is going to a size in which it may rest."""
        pixels = self.goal.unit * self.scale
        return any(math.isclose(pixels, notch) for notch in self.notches)

    def point(self, place: complex) -> Point:
        """A place of the plane as a point of the table."""
        away = (place - self.view.middle) * self.view.unit
        return self.box.center[0] + away.real, self.box.center[1] - away.imag

    def place(self, point: Point) -> complex:
        """A point of the table as a place of the plane."""
        x, y = point[0] - self.box.center[0], self.box.center[1] - point[1]
        return self.view.middle + complex(x, y) / self.view.unit

    # Following ---------------------------------------------------------------------------------

    def follow(self, places: Sequence[complex]) -> None:
        """Ease to where all these pieces are seen, given by their centres, with room around."""
        seen = (self.box.has(self.point(place), -0.6 * self.view.unit) for place in places)
        if self.held and all(seen):
            return
        self.held = False
        self.goal = self._around(*corners(places))

    def fit(self, places: Sequence[complex]) -> None:
        """Let go of the view somebody holds, and show everything again."""
        self.held = False
        self.goal = self._best(*corners(places))

    def jump(self) -> None:
        """Be where the eye was going to."""
        self.view = self.goal

    def _around(self, low: complex, high: complex) -> View:
        """The best view of a part of the plane; the one there is, if it does."""
        best = self._best(low, high)
        if not ROOMY * best.unit <= self.goal.unit <= best.unit * 1.001:
            return best
        size = complex(self.box.w, self.box.h) / self.goal.unit
        room = Box.around((0, 0), size.real - 2 * self.rim, size.imag - 2 * self.rim)
        ways = (low - self.goal.middle, high - self.goal.middle)
        kept = all(room.has((way.real, way.imag)) for way in ways)
        return self.goal if kept else View(best.middle, self.goal.unit)

    def _best(self, low: complex, high: complex) -> View:
        need = high - low + 2 * complex(self.rim, self.rim)
        widest = min(self.box.w / max(need.real, 0.01), self.box.h / max(need.imag, 0.01))
        widest = self.scale * min(widest, self.most)
        unit = max((n for n in self.notches if n <= widest), default=self.notches[0])
        return View((low + high) / 2, unit / self.scale)

    # By hand -------------------------------------------------------------------------------------

    def pan(self, vector: Point) -> None:
        """The plane is dragged along by a way on the table."""
        away = complex(vector[0], -vector[1]) / self.view.unit
        self._take(View(self.view.middle - away, self.view.unit))

    def zoom(self, factor: float, about: Point) -> None:
        """The plane is pulled larger or smaller around a point of the table, as by fingers."""
        low, high = self.notches[0] / self.scale, self.notches[-1] / self.scale
        unit = min(high, max(low, self.view.unit * factor))
        self._take(self._about(about, unit))

    def notch(self, steps: int, about: Point) -> None:
        """Ease some notches closer or farther around a point of the table, if there are any."""
        pixels = self.goal.unit * self.scale
        here = min(range(len(self.notches)), key=lambda i: abs(self.notches[i] - pixels))
        there = min(len(self.notches) - 1, max(0, here + steps))
        if there == here:
            return
        self.held = True
        self.goal = self._inside(self._about(about, self.notches[there] / self.scale))

    def hold(self, middle: complex, unit: float) -> None:
        """Look at a place from so near, for as long as nobody wants to see everything."""
        self.held = True
        self.goal = self._inside(View(middle, unit))

    def settle(self, about: Point) -> None:
        """The fingers are off: come to rest in the nearest notch."""
        pixels = min(self.notches, key=lambda n: abs(math.log(n / (self.unit * self.scale))))
        self.goal = self._inside(self._about(about, pixels / self.scale))

    def keep_near(self, places: Sequence[complex]) -> None:
        """Whatever hands did, the middle of the view stays over the structure."""
        low, high = corners(places)
        self.goal = View(within(low, self.goal.middle, high), self.goal.unit)

    def keep_in(self, places: Sequence[complex]) -> None:
        """Whatever hands did, all these pieces stay in the box, or fill it if they are many."""
        low, high = corners(places)
        unit = self.goal.unit
        spare = complex(self.box.w, self.box.h) / unit - (high - low) - 2 * complex(RIM, RIM)
        away = self.goal.middle - (low + high) / 2
        most = complex(abs(spare.real), abs(spare.imag)) / 2
        kept = within(-most, away, most)
        if kept != away:
            self.goal = View((low + high) / 2 + kept, unit)

    def _about(self, about: Point, unit: float) -> View:
        """The view at another size that leaves what lies under a point where it is."""
        fixed = self.place(about)
        return View(fixed - (fixed - self.view.middle) * self.view.unit / unit, unit)

    def _inside(self, view: View) -> View:
        """The view, moved so that it shows nothing beyond the limits if it need not."""
        if self.limits is None:
            return view
        half = complex(self.box.w, self.box.h) / (2 * view.unit)
        low, high = self.limits[0] + half, self.limits[1] - half
        return View(within(low, view.middle, high), view.unit)

    def _take(self, view: View) -> None:
        self.held = True
        self.view = self.goal = self._inside(view)

    # Time ----------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return self.view != self.goal

    def update(self, seconds: float) -> bool:
        """Go on toward the goal; True if anything moved."""
        if not self.moving:
            return False
        share = 1 - math.exp(-HASTE * seconds)
        view, goal = self.view, self.goal
        unit = view.unit * (goal.unit / view.unit) ** share
        if abs(goal.unit - view.unit) > 1e-9:  # the fixed point of both views stays where it is
            share = (1 / view.unit - 1 / unit) / (1 / view.unit - 1 / goal.unit)
        self.view = View(view.middle + (goal.middle - view.middle) * share, unit)
        near = abs(goal.middle - self.view.middle) * goal.unit * self.scale < 0.5
        if near and abs(goal.unit / self.view.unit - 1) < 0.003:
            self.view = goal
        return True


def _whole_sides(scale: float) -> tuple[float, ...]:
    """The notches of Walongs: sides in whole pixels."""
    count = math.floor(math.log(CLOSEST / FARTHEST) / math.log(STEP))
    more = math.floor(math.log(NEAREST / CLOSEST) / math.log(STEP))
    steps = range(-more, count + 1)
    return tuple(sorted({max(8, math.floor(CLOSEST / STEP**n * scale)) for n in steps}))


def within(low: complex, place: complex, high: complex) -> complex:
    """The place, brought between two corners; half way between them where they leave nothing."""

    def between(least: float, value: float, most: float) -> float:
        return min(max(value, least), most) if least <= most else (least + most) / 2

    return complex(
        between(low.real, place.real, high.real), between(low.imag, place.imag, high.imag)
    )


def corners(places: Sequence[complex]) -> tuple[complex, complex]:
    """The lower left and the upper right corner of all these places."""
    across, up = [p.real for p in places] or [0.0], [p.imag for p in places] or [0.0]
    return complex(min(across), min(up)), complex(max(across), max(up))
