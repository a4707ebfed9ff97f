"""How deep pieces stick in each other, worked out anew from their outlines; paths all at once."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

import pymunk

from game.physics.bodies import INNER, ROUNDING, Probe, fixed_shapes
from game.physics.path import Path, search
from game.physics.place import Edges, Form, Place, at, place_of, swing
from game.rules.walong.geometry import Pose

REACH = 2.1
"""Pieces whose centres are farther apart do not touch, in sides."""
INWARD = 26
"""Frames in which hands push a thing from the end of a path into its pose."""


def inside(point: complex, outline: Sequence[complex]) -> bool:
    """Whether a point lies inside (even-odd)."""
    crossings = 0
    before = outline[-1]
    for here in outline:
        if (here.imag > point.imag) != (before.imag > point.imag):
            share = (point.imag - here.imag) / (before.imag - here.imag)
            crossings += here.real + share * (before.real - here.real) > point.real
        before = here
    return crossings % 2 == 1


def distance(point: complex, outline: Sequence[complex]) -> float:
    """How far a point is from the outline."""
    nearest = float("inf")
    before = outline[-1]
    for here in outline:
        along = here - before
        share = ((point - before) * along.conjugate()).real / abs(along) ** 2
        nearest = min(nearest, abs(point - before - along * min(1.0, max(0.0, share))))
        before = here
    return nearest


def depth(form: Form, place: Place, fixed: Iterable[Pose]) -> float:
    """How deep corners of the collision outlines stick in the other's; below 0 if in none."""
    deepest = -1.0
    mine = [(lies, _outline(lies)) for lies in form.places(place)]
    for pose in fixed:
        theirs = place_of(pose)
        for lies, outline in mine:
            if abs(lies.spot - theirs.spot) < REACH:
                other = _outline(theirs)
                deepest = max(deepest, _sticks(outline, other), _sticks(other, outline))
    return deepest + 2 * ROUNDING


def _outline(place: Place) -> list[complex]:
    return [place.point(point) for point in INNER]


def _sticks(points: Sequence[complex], outline: Sequence[complex]) -> float:
    return max(
        (distance(point, outline) for point in points if inside(point, outline)), default=-1.0
    )


def probe_at(fixed: Iterable[Pose]) -> Probe:
    """A probe in a space with pieces fixed at these poses."""
    space = pymunk.Space()
    for pose in fixed:
        space.add(*fixed_shapes(space.static_body, pose))
    return Probe(space)


def find(fixed: Collection[Pose], form: Form, start: Place, pose: Pose, edges: Edges) -> Path:
    """A path, looked for all at once."""
    looking = search(probe_at(fixed), fixed, form, start, pose, edges)
    while True:
        try:
            next(looking)
        except StopIteration as found:
            path = found.value
            assert isinstance(path, Path)
            return path


def in_hand(path: Path, pose: Pose) -> list[Place]:
    """Where hands have a thing from frame to frame: along a path, then turned and straight in."""
    front, goal = path.places[-1], place_of(pose)
    led = [path.at(frame / 60) for frame in range(math.ceil(path.times[-1] * 60))]
    turn = swing(goal.angle - front.angle)
    shares = [(frame + 1) / INWARD for frame in range(INWARD)]
    return led + [
        at(front.spot + (goal.spot - front.spot) * share, front.angle + turn * min(1, 2 * share))
        for share in shares
    ]
