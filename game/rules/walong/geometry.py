"""A Walong is a five-sided whirl whose place on the table is five whole numbers.

The outline is a house (a unit square under an equilateral triangle) whose sides are all replaced
by one point-symmetric S (W-1). Every direction is a multiple of 30 degrees, so every corner is a
*point* `a + b*w + c*w**2 + d*w**3` with `w = exp(i*30 deg)` and `w**4 = w**2 - 1` (W-2). A *pose*
`k:a,b,c,d` (W-3) is an orientation, `k` times 30 degrees counter-clockwise, and the point of
corner 0. Side `j` runs from corner `j` to corner `j + 1`.

Rules that look at thousands of poses pack a pose into one integer, its *code*: codes are ordered
as poses are, and codes of neighbours differ by table entries. Nothing here is rounded except
where a float is what was asked for: `to_plane`, `centre`, `outline`.
"""

import operator
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

COLOURS = "yrgvb"
"""Yellow, red, green, violet, black: the letters of the five colours, in the order of seats."""
JOKER = "w"  # the white sixth face of the colour die
EACH = 10  # pieces of every colour in the box
DIRECTIONS = (0, 3, 4, 8, 9)  # of sides 0 to 4 in orientation 0, in steps of 30 degrees (W-3)
ANGLES = (90, 90, 150, 60, 150)  # inside corners 0 to 4, in degrees
SIDES = range(5)
FARTHEST = 999
"""No rule knows a pose with a larger coordinate; fifty mated pieces stay far below it."""


class Point(NamedTuple):
    """A corner's exact place, `a + b*w + c*w**2 + d*w**3`."""

    a: int
    b: int
    c: int
    d: int

    def turned(self, steps: int) -> "Point":
        """This vector turned by `steps` times 30 degrees counter-clockwise.

        >>> Point(1, 0, 0, 0).turned(3)
        Point(a=0, b=0, c=0, d=1)
        """
        a, b, c, d = self
        for _ in range(steps % 6):
            a, b, c, d = -d, a, b + d, c
        return Point(a, b, c, d) if steps % 12 < 6 else Point(-a, -b, -c, -d)

    def plus(self, other: "Point") -> "Point":
        """The sum of two vectors."""
        return Point(*map(operator.add, self, other))

    def minus(self, other: "Point") -> "Point":
        """The vector from `other` to this point."""
        return Point(*map(operator.sub, self, other))


ORIGIN = Point(0, 0, 0, 0)
UNITS = tuple(Point(1, 0, 0, 0).turned(step) for step in range(12))
"""The unit vector of every direction."""


class Pose(NamedTuple):
    """Where a piece lies: orientation `k` (0 to 11, times 30 degrees) and the point of corner 0."""

    k: int
    a: int
    b: int
    c: int
    d: int

    @property
    def point(self) -> Point:
        """The place of corner 0."""
        return Point(self.a, self.b, self.c, self.d)

    def __str__(self) -> str:
        return f"{self.k}:{self.a},{self.b},{self.c},{self.d}"


HOME = Pose(0, 0, 0, 0, 0)  # the pose of a first piece


CORNERS = tuple(
    tuple(accumulate((UNITS[(way + k) % 12] for way in DIRECTIONS[:4]), Point.plus, initial=ORIGIN))
    for k in range(12)
)
"""By orientation: corners 0 to 4 as seen from corner 0."""


@lru_cache(maxsize=1 << 13)
def corners(pose: Pose) -> tuple[Point, ...]:
    """The five corners of a piece, counter-clockwise."""
    return tuple(pose.point.plus(corner) for corner in CORNERS[pose.k])


def direction(pose: Pose, side: int) -> int:
    """Where a directed side points to, in steps of 30 degrees."""
    return (DIRECTIONS[side] + pose.k) % 12


def mate(pose: Pose, side: int, own: int) -> Pose:
    """The pose of a piece whose side `own` lies on this piece's `side` (W-5)."""
    k = (direction(pose, side) + 6 - DIRECTIONS[own]) % 12
    end = pose.point.plus(CORNERS[pose.k][(side + 1) % 5])
    return Pose(k, *end.minus(CORNERS[k][own]))


def relative(pose: Pose, base: Pose) -> Pose:
    """How `pose` lies for somebody who sees `base` at home."""
    shift = pose.point.minus(base.point).turned(-base.k)
    return Pose((pose.k - base.k) % 12, *shift)


def side_contact(first: Pose, second: Pose) -> tuple[int, int] | None:
    """The sides (of the first, of the second) that two pieces share, if they do (W-5).
    Two convex neighbours never share two sides (W-6).
    """
    ahead, behind = corners(first), corners(second)
    for i in SIDES:
        for j in SIDES:
            if ahead[i] == behind[(j + 1) % 5] and ahead[(i + 1) % 5] == behind[j]:
                return i, j
    return None


# Texts ------------------------------------------------------------------------------------------

_POSE = re.compile(r"(\d{1,2}):(-?\d{1,4}),(-?\d{1,4}),(-?\d{1,4}),(-?\d{1,4})")


def read_pose(text: str) -> Pose | None:
    """The pose a text such as ``3:0,-1,2,0`` means; None if it means none.

    >>> read_pose("3:0,-1,2,0")
    Pose(k=3, a=0, b=-1, c=2, d=0)
    """
    found = _POSE.fullmatch(text)
    return pose_of([int(number) for number in found.groups()]) if found else None


def pose_of(numbers: object) -> Pose | None:
    """The pose that a list of five whole numbers means; None if it means none."""
    if not isinstance(numbers, (list, tuple)) or len(numbers) != 5:
        return None
    if any(isinstance(n, bool) or not isinstance(n, int) for n in numbers):
        return None
    pose = Pose(*numbers)
    return pose if 0 <= pose.k < 12 and max(map(abs, pose.point)) <= FARTHEST else None


def side_place(pose: Pose, side: int) -> str:
    """A side as refusals and events point at it: ``3:0,1,0,0/2`` is side 2 of that piece."""
    return f"{pose}/{side}"


def read_place(text: str) -> tuple[Pose, int | None] | None:
    """The piece a place points at, and the side if it points at one; None for other texts."""
    body, slash, side = text.partition("/")
    if (pose := read_pose(body)) is None or (slash and side not in set("01234")):
        return None
    return pose, int(side) if slash else None


# Codes: a pose as one integer -------------------------------------------------------------------

_BITS = 13  # digits of what one piece sees of another go to four times FARTHEST
_BASE = 1 << _BITS
_HALF = _BASE // 2
_MASK = _BASE - 1
TURN = 1 << 4 * _BITS
"""What one step of a direction adds to a side's key; `12 * TURN` one of an orientation's."""
_WHOLE = 12 * TURN
_CENTRED = sum(_HALF << digit * _BITS for digit in range(4))


def pack_point(point: Point) -> int:
    """A point as one integer; sums of points are sums of these."""
    a, b, c, d = point
    return ((a * _BASE + b) * _BASE + c) * _BASE + d


def unpack_point(packed: int) -> Point:
    """The inverse of `pack_point`, for coordinates up to 4095."""
    packed += _CENTRED
    return Point(
        (packed >> 3 * _BITS) - _HALF,
        (packed >> 2 * _BITS & _MASK) - _HALF,
        (packed >> _BITS & _MASK) - _HALF,
        (packed & _MASK) - _HALF,
    )


def pack(pose: Pose) -> int:
    """The code of a pose."""
    k, a, b, c, d = pose
    return (((12 * k * _BASE + a) * _BASE + b) * _BASE + c) * _BASE + d


@lru_cache(maxsize=1 << 13)
def unpack(code: int) -> Pose:
    """The pose of a code."""
    k = orientation(code)
    return Pose(k, *unpack_point(code - 12 * k * TURN))


def orientation(code: int) -> int:
    """The orientation in a code."""
    return (code + _CENTRED) // _WHOLE


_FACING = tuple(tuple((k - eye) % 12 * _WHOLE for eye in range(12)) for k in range(12))


def views(code: int) -> tuple[int, ...]:
    """How a piece lies for pieces at the origin, as codes, by the orientation of who looks.
    How it lies for a piece elsewhere is the difference of this and of that one's own view.

    >>> first, second = Pose(3, 1, 0, 2, 0), Pose(7, 0, -1, 0, 4)
    >>> unpack(views(pack(second))[3] - views(pack(first))[3]) == relative(second, first)
    True
    """
    k, a, b, c, d = unpack(code)
    at = code - k * _WHOLE  # turned clockwise by 0, 1, 2 ... times 30 degrees; w**4 = w**2 - 1
    at1 = ((b * _BASE + a + c) * _BASE + d) * _BASE - a
    at2 = (((a + c) * _BASE + b + d) * _BASE - a) * _BASE - b
    at3 = (((b + d) * _BASE + c) * _BASE - b) * _BASE - a - c
    half = (at, at1, at2, at3, at2 - at, at3 - at1)
    return tuple(map(operator.add, _FACING[k], (*half, *map(operator.neg, half))))


# Tables by orientation: add an entry to a piece's code.

CORNER_KEYS = tuple(
    tuple(pack_point(corner) - 12 * k * TURN for corner in CORNERS[k]) for k in range(12)
)
"""Packed points of the corners."""
SIDE_KEYS = tuple(
    tuple(CORNER_KEYS[k][j] + (DIRECTIONS[j] + k) % 12 * TURN for j in SIDES) for k in range(12)
)
"""Keys of the directed sides: packed starting point and direction."""
MATE_KEYS = tuple(
    tuple(CORNER_KEYS[k][(j + 1) % 5] + (DIRECTIONS[j] + k + 6) % 12 * TURN for j in SIDES)
    for k in range(12)
)
"""Keys of the sides that would lie on the sides: same edge, opposite direction."""
MATES = tuple(
    tuple(
        tuple(pack(mate(Pose(k, 0, 0, 0, 0), i, j)) - 12 * k * TURN for j in SIDES) for i in SIDES
    )
    for k in range(12)
)
"""`MATES[k][i][j]`: to the code of a piece whose side `j` lies on side `i`."""


# The plane: floats for pictures, physics and the overlap test ------------------------------------

_ROOT = 3**0.5 / 2
_HEART = complex(0.5, _ROOT)
_SPIN = tuple(complex(p.a + _ROOT * p.b + p.c / 2, p.b / 2 + _ROOT * p.c + p.d) for p in UNITS)


def to_plane(point: Point) -> complex:
    """A point as x + iy, in sides, y upwards."""
    a, b, c, d = point
    return complex(a + _ROOT * b + c / 2, b / 2 + _ROOT * c + d)


def centre(pose: Pose) -> complex:
    """The middle of the circle through corners 0, 1 and 3; pieces turn around it in pictures."""
    return to_plane(pose.point) + _HEART * _SPIN[pose.k]


CENTRES = tuple(_HEART * _SPIN[k] for k in range(12))
"""By orientation: the centre as seen from corner 0."""


def outline(pose: Pose, pieces: int) -> Iterator[complex]:
    """The S-sided outline, counter-clockwise from corner 0, every side in so many pieces (W-4)."""
    ends = [to_plane(corner) for corner in corners(pose)]
    for j in SIDES:
        start, along = ends[j], ends[(j + 1) % 5] - ends[j]
        for i in range(pieces):
            yield start + along * s_curve(i / pieces)


def inset(rim: Sequence[complex], by: float) -> tuple[complex, ...]:
    """A counter-clockwise outline, its corners moved along their bisectors until all sides lie `by`
    deeper.
    """
    moved = []
    for before, here, after in zip((rim[-1], *rim), rim, (*rim[1:], rim[0]), strict=False):
        into, out = here - before, after - here
        normals = 1j * (into / abs(into) + out / abs(out))
        moved.append(here + 2 * by * normals / abs(normals) ** 2)
    return tuple(moved)


def side_middle(pose: Pose, side: int) -> complex:
    """The middle of one of a piece's sides."""
    ends = corners(pose)
    return (to_plane(ends[side]) + to_plane(ends[(side + 1) % 5])) / 2


def s_curve(t: float) -> complex:
    """The S over the side from 0 to 1 at `t` in 0 to 1; +y goes into the piece (W-4)."""
    return complex(1.5 * t * (1 - t) + t**3, 1.5 * t * (1 - t) * (1 - 2 * t))
