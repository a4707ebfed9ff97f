"""The last stretch of a thing's way: how it comes up to the chain and glides along it into place.

It is found backwards from the goal: a direction in which the thing gets out, and, if the contour
allows it, a way aside on which it rises and sinks just so far that the pieces really touch. Every
`next` of a search feels one place, so that whoever draws can go on between two of them.
"""

from __future__ import annotations

import math
from cmath import phase, rect
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from game.physics.place import Form, Place, at
from game.physics.probe import Probe

WAYS = 24
"""Directions that are tried."""
OUT = 24
"""Strides after which a thing has left its goal."""
STRIDE = 0.1
"""Between two places that are felt, in sides."""
FREELY, TIGHTLY = 0.012, 0.13
"""How deep a thing may seem to stick on its way: as good as not, or a graze of rounded tips."""
ASIDE = 13
"""Strides of the longest glide."""
STEEP = 0.16
"""The most a glide rises in a stride; the flanks of the S rise by one in one."""
HIGH = 0.45
"""What rises farther is an obstacle and not a contour, in sides."""
HALVINGS = 4
"""How finely a rise is found out."""
WORTH = 5
"""Shorter glides are not worth a detour, in strides."""

T = TypeVar("T")
Search: TypeAlias = Generator[None, None, T]


@dataclass(frozen=True, slots=True)
class Approach:
    """Places from the outside to the goal, the last `touching` of them along the contour; `depth`
    tells how tightly the thing squeezes through, in sides."""

    places: tuple[Place, ...]
    touching: int
    depth: float


def approach(probe: Probe, form: Form, goal: Place, heart: complex) -> Search[Approach]:
    """The last stretch to a goal; `heart` is what to come away from on the way out."""
    out, depth = yield from _exit(probe, form, goal, heart)
    best: list[Place] = []
    if depth <= FREELY:
        for side in (1j, -1j):
            found = yield from _glide(probe, form, goal, out, out * side)
            best = max(best, found, key=len)
    if len(best) < WORTH:
        best = []
    first = best[-1] if best else goal
    away = [_moved(first, out * STRIDE * stride) for stride in range(1, OUT + 1)]
    for place in away if best else ():
        yield
        if not probe.clear(form, place):
            best, away = [], [_moved(goal, out * STRIDE * n) for n in range(1, OUT + 1)]
            break
    return Approach((*reversed(away), *reversed(best), goal), len(best) + 1, depth)


def _moved(place: Place, by: complex) -> Place:
    return at(place.spot + by, place.angle)


def _exit(probe: Probe, form: Form, goal: Place, heart: complex) -> Search[tuple[complex, float]]:
    """The direction in which a thing gets out with the least squeezing, and how much that is.

    The first one that is free is taken, beginning with the one that leads away from `heart`.
    """
    first = phase(goal.spot - heart)
    best, least = rect(1, first), math.inf
    for turn in range(WAYS):
        out = rect(1, first + (turn + 1) // 2 * (-1) ** turn * math.tau / WAYS)
        deepest = 0.0
        for stride in range(1, OUT + 1):
            yield
            deepest = max(deepest, probe.depth(form, _moved(goal, out * STRIDE * stride)))
            if deepest >= least:
                break
        if deepest < least:
            best, least = out, deepest
        if least <= FREELY:
            break
    return best, least


def _rise(probe: Probe, form: Form, base: Place, out: complex, height: float) -> Search[float]:
    """How far from `base` a thing touches but does not stick, about as far as it did before."""
    low, high = height - STEEP, height + STEEP
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        yield
        if probe.clear(form, _moved(base, out * middle)):
            high = middle
        else:
            low = middle
    return high


def _glide(
    probe: Probe, form: Form, goal: Place, out: complex, along: complex
) -> Search[list[Place]]:
    """Places from the goal along the contour, as long as there is something to touch."""
    found: list[Place] = []
    height = 0.0
    for stride in range(1, ASIDE + 1):
        base = _moved(goal, along * STRIDE * stride)
        yield
        if not probe.clear(form, _moved(base, out * (height + STEEP))):
            break
        yield
        if probe.clear(form, _moved(base, out * (height - STEEP))):
            break
        height = yield from _rise(probe, form, base, out, height)
        if height > HIGH:
            break
        found.append(_moved(base, out * height))
    return found
