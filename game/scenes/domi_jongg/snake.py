"""How Domi Jongg's snake lies on the table: pure geometry, tile by tile, nothing ever moved.

Lengths are whole units. A tile is four long and three wide and lies across the snake, like a rib.
Where the snake turns, the next tile goes onto a short side. Of all ways to lay a tile the one is
taken that keeps every head a way out to the open table, with lanes to spare for branches, and
then the one that keeps the snake together, calm, and in the shape of the table.

The free table around the snake is kept as bits: it is divided into square cells, and a set of
cells is one integer, a row of cells being `STRIDE` bits of it. A cell counts as free when a tile
lying across its middle would keep clear of all others, so a chain of free cells is a lane in
which the snake can go on.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import pygame

from game.rules.domi_jongg.state import EndId, Laid, is_branch
from game.rules.domi_jongg.tiles import FULL_SET, GROUP, Tiles
from game.ui.frame import Box, Point

LONG: Final = 4
WIDE: Final = 3
EAST, SOUTH, WEST, NORTH = range(4)
WAYS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
CLEAR: Final = 1
"""Units between tiles that do not belong together."""
_SIZES: Final = ((WIDE, LONG), (LONG, WIDE)) * 2
"""A tile's width and height by the way through it."""

CELL: Final = 5 / 3
"""A cell's side in units; three of them are the distance from one lane to the next."""
STRIDE: Final = 160
_MIDDLE: Final = STRIDE // 2
_X, _Y = 1.5, 2.0
"""The middle of the first cell: that of a tile that lies upright at the origin."""

FIRST: Final = 26.0
"""The height of the first view, in units, more or less."""
GROWTH: Final = 1.04
"""How much larger each stage's view is than the one before."""
MARGIN: Final = 0.8
"""Units between the snake and the edge of the view."""
HEAD: Final = 3.2
"""How far a head, or the next tile, reaches beyond its tile."""
SPECIALS: Final = 8


class Manner(NamedTuple):
    """What counts when a way to lay a tile is chosen: other weights lead to another lie."""

    run: float = 0.8
    """For each tile that could follow straight on."""
    turn: float = 0.8
    """Against a turn up or down."""
    away: float = 0.6
    """Against being far from the middle."""
    spread: float = 0.3
    """Against a large snake."""
    stage: float = 2.7
    """Against a view from farther away."""
    out: float = 6.0
    """Where less than so many units are left around the snake, no lane leads out any more."""


MANNERS: Final = (
    Manner(),
    Manner(away=0.0, spread=0.0, stage=1.0),
    Manner(run=0.4, turn=1.5, away=0.0, spread=0.0, stage=1.0, out=12.0),
)
"""Ways to lie, the calmest first; where one of them runs out of room another one has some left."""

# What speaks against a way to lay a tile in any manner, and for it.
_TURN_ACROSS, _UP, _TIGHT, _NARROW, _BEYOND = 0.3, 0.3, 6.0, 1.0, 4.0
_ROOM = 0.8
SHORT_LANE, LONG_LANE = 1.5, 6.0
"""How long, in tiles, a lane that leads nowhere has to be at least, and need be at most."""
_LONGEST = 8
"""No run farther than so many tiles is looked ahead."""
_FEW = 2
"""With more heads than that, keeping together counts less."""


Cells: TypeAlias = int


@lru_cache(maxsize=20_000)
def cells(box: Box) -> Cells:
    """The cells whose middles lie within a box."""
    first, last = _span(box.x - _X, box.right - _X)
    top, bottom = _span(box.y - _Y, box.bottom - _Y)
    if last < first or bottom < top:
        return 0
    row = ((1 << (last - first + 1)) - 1) << (first + _MIDDLE)
    found = 0
    for j in range(top, bottom + 1):
        found |= row << ((j + _MIDDLE) * STRIDE)
    return found


def _span(low: float, high: float) -> tuple[int, int]:
    first = max(2 - _MIDDLE, math.ceil(low / CELL - 1e-9))
    return first, min(_MIDDLE - 2, math.floor(high / CELL + 1e-9))


# Tiles ------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a tile lies: its upper left corner, and which way the snake goes through it."""

    x: int
    y: int
    way: int

    @property
    def box(self) -> Box:
        return Box(self.x, self.y, *_SIZES[self.way])

    @property
    def center(self) -> Point:
        return self.box.center

    def next(self, way: int) -> "Place":
        """Where the next tile lies if the snake goes on that way: straight, or to a side.

        After a turn both tiles are flush at the back, so that nothing else is touched.
        """
        (mine_w, mine_h), (w, h), (dx, dy) = _SIZES[self.way], _SIZES[way], WAYS[way]
        if way % 2 == self.way % 2:
            return Place(self.x + dx * w, self.y + dy * h, way)
        if way % 2:
            x = self.x if self.way == EAST else self.x + mine_w - w
            return Place(x, self.y + (mine_h if dy > 0 else -h), way)
        y = self.y if self.way == SOUTH else self.y + mine_h - h
        return Place(self.x + (mine_w if dx > 0 else -w), y, way)

    def ways(self) -> tuple[int, int, int]:
        """On from here: straight, to the right, to the left."""
        return self.way, (self.way + 1) % 4, (self.way - 1) % 4


class Head(NamedTuple):
    """An open end: the number of its tile, which way it looks, whether the tile is a special."""

    tile: int
    way: int
    special: bool


class Ground(NamedTuple):
    """The tiles that lie, in the order in which they were laid; the first one has parent -1."""

    places: list[Place]
    parents: list[int]
    rects: list[pygame.Rect]
    box: Box
    """The least one around all of them."""
    blocked: Cells = 0
    """Where the middle of no other tile can be without its coming near one of these."""
    covered: Cells = 0
    """Where it could not even squeeze through."""

    def plus(self, place: Place, parent: int) -> "Ground":
        """With one more tile, which goes onto another one."""
        box = place.box
        return Ground(
            [*self.places, place],
            [*self.parents, parent],
            [*self.rects, pygame.Rect(box)],
            self.box.joined(box),
            self.blocked | cells(box.inset(-(LONG / 2 + CLEAR - 0.4))),
            self.covered | cells(box.inset(-(LONG / 2 + 0.4))),
        )

    def at(self, head: Head) -> Place:
        """The place of a head's tile, looking the head's way."""
        return self.places[head.tile]._replace(way=head.way)

    def onward(self, head: Head, clear: int = CLEAR) -> list[Place]:
        """Where one more tile could go onto a head: straight on first, then to the sides.

        Where it is narrow a tile at the side may also be flush in front.
        """
        start = self.at(head)
        dx, dy = WAYS[head.way]
        ways = [start.next(way) for way in start.ways()]
        if clear < CLEAR:
            ways += [place._replace(x=place.x - dx, y=place.y - dy) for place in ways[1:]]
        return [place for place in ways if self.is_clear(place, head.tile, clear)]

    def is_clear(self, place: Place, parent: int, clear: int = CLEAR) -> bool:
        """Whether a tile may lie there: on nothing, and near nothing but its next of kin.

        Those are the tile it goes onto, that one's own parent, and a twin of a branch.
        """
        grown = self.parents[parent] if parent > 0 else -1
        rect = pygame.Rect(place.box)
        return all(
            (number in (parent, grown) or 0 <= parent == self.parents[number])
            and not rect.colliderect(self.rects[number])
            for number in rect.inflate(2 * clear, 2 * clear).collidelistall(self.rects)
        )

    def seen(self, heads: Iterable[Head]) -> Box:
        """What a view has to show: all tiles, and the heads before those at the ends."""
        found = self.box
        for head in heads:
            found = found.joined(self.front(head))
        return found.inset(-MARGIN)

    def front(self, head: Head) -> Box:
        """Where a head and its tile are."""
        (x, y, w, h), (dx, dy) = self.at(head).box, WAYS[head.way]
        return Box(x + min(0, dx) * HEAD, y + min(0, dy) * HEAD,
                   w + abs(dx) * HEAD, h + abs(dy) * HEAD)  # fmt: skip

    def cramped(self, head: Head, ways: Sequence[Place]) -> bool:
        """Whether a special, wherever it went onto this head, would have no room to branch."""
        return not any(
            sum(self.is_clear(place.next(way), head.tile) for way in place.ways()) > 1
            for place in ways
        )


def overlap(one: Place, other: Place, clear: int = 0) -> bool:
    """Whether two tiles overlap or, given a distance, come nearer than that."""
    return pygame.Rect(one.box).inflate(2 * clear, 2 * clear).colliderect(other.box)


# Lanes ------------------------------------------------------------------------------------------


def lanes(
    blocked: Cells, window: Cells, goal: Cells, starts: Sequence[Box], most: int, far: int
) -> list[int]:
    """How many lanes, up to `most`, each head has through a window to a goal, or so many cells far.

    No two lanes come near each other. `starts` says where each head's lanes may begin. All
    heads get one before any of them gets a second.
    """
    shift = _foot(window)
    goal >>= shift
    free = (window & ~blocked) >> shift
    begins = [cells(start) >> shift for start in starts]
    found = [0] * len(begins)
    for turn in range(most):
        for n, begin in enumerate(begins):
            if found[n] == turn:
                lane = _lane(begin & free, free, goal, far)
                free &= ~_wide(lane)
                found[n] += lane > 0
    return found


def _foot(window: Cells) -> int:
    """The bits of whole empty rows before the window, which need not be carried along."""
    lowest = (window & -window).bit_length() - 1
    return max(0, lowest // STRIDE - 1) * STRIDE


def _lane(layer: Cells, free: Cells, goal: Cells, far: int) -> Cells:
    """The cells of a shortest way through free ones to the goal, or to any cell that is so many
    cells away; none if there is no such way.
    """
    layers: list[Cells] = []
    unseen = free ^ layer
    while layer and not layer & goal and len(layers) < far:
        layers.append(layer)
        layer = (layer << 1 | layer >> 1 | layer << STRIDE | layer >> STRIDE) & unseen
        unseen ^= layer
    end = layer & goal or layer
    cell = lane = end & -end
    for before in reversed(layers):
        near = (cell << 1 | cell >> 1 | cell << STRIDE | cell >> STRIDE) & before
        cell = near & -near
        lane |= cell
    return lane


def _wide(lane: Cells) -> Cells:
    """The lane and everything too near for the middle of another one."""
    lane |= lane << 1 | lane >> 1
    lane |= lane << 1 | lane >> 1
    lane |= lane << STRIDE | lane >> STRIDE
    return lane | lane << STRIDE | lane >> STRIDE


def rooms(blocked: Cells, window: Cells, starts: Sequence[Box]) -> list[float]:
    """How much of a window lies nearer to each head than to any other, in tiles."""
    shift = _foot(window)
    free = (window & ~blocked) >> shift
    fronts = [cells(start) >> shift & free for start in starts]
    owned = [0] * len(fronts)
    while any(fronts):
        for n, front in enumerate(fronts):
            front &= free
            free ^= front
            owned[n] += front.bit_count()
            fronts[n] = front << 1 | front >> 1 | front << STRIDE | front >> STRIDE
    return [count * CELL * CELL / 12 for count in owned]


# The snake --------------------------------------------------------------------------------------


class View(NamedTuple):
    """The part of the table that is seen, in units. Its stage says how large it is."""

    x: float
    y: float
    w: float
    h: float
    stage: int


class Snake:
    """The lie of a snake on a table `aspect` times as wide as high.

    Views may be `readable` units high before tiles get small; from there on growing is expensive.
    `places` and `views` have an entry for each tile; `heads` are the open ends by their id.
    """

    def __init__(
        self, aspect: float = 1.4, readable: float = 50.0, manner: Manner = MANNERS[0]
    ) -> None:
        self.aspect, self.readable, self.manner = aspect, readable, manner
        steps = max(0, round(math.log(readable / FIRST, GROWTH)))
        self._first = readable / GROWTH**steps
        """The height of the first view; one of the later ones is just readable."""
        self.laid: tuple[Laid, ...] = ()
        self.heads: dict[EndId, Head] = {}
        self.views: list[View] = []
        self._ground = Ground([], [], [], Place(0, 0, EAST).box)
        self._chosen: dict[tuple[EndId, Tiles], tuple[Place, ...]] = {}
        self._past: list[tuple[tuple[Laid, ...], dict[EndId, Head], list[View], Ground]] = []
        """How it lay before each step; what is taken back is found here."""

    @property
    def places(self) -> list[Place]:
        return self._ground.places

    # Following the game ------------------------------------------------------------------------

    def follow(self, laid: Sequence[Laid]) -> None:
        """Lay what is new, take away what is gone; what stays lies where it lay."""
        laid = tuple(laid)
        while laid[: len(self.laid)] != self.laid:
            self.laid, self.heads, self.views, self._ground = self._past.pop()
            self._chosen.clear()
        while len(self.laid) < len(laid):
            self._past.append((self.laid, self.heads, self.views, self._ground))
            self._lay_next(laid)

    def _lay_next(self, laid: tuple[Laid, ...]) -> None:
        """Lay the next step of a snake: the singlestone, a tile, or the two of a branch."""
        first = len(self.laid)
        step = laid[first : first + (2 if is_branch(laid[first], laid) else 1)]
        if not first:
            self._ground = self._ground.plus(Place(0, 0, EAST), -1)
            self.heads = {"0L": Head(0, WEST, False), "0R": Head(0, EAST, False)}
        else:
            tiles, end = tuple(one.tile for one in step), step[0].end
            places, heads = self.choose(end, tiles), dict(self.heads)
            parent = heads.pop(end).tile
            for number, (place, tile) in enumerate(zip(places, tiles, strict=True), first):
                heads[str(number)] = _head(number, place, tile)
                self._ground = self._ground.plus(place, parent)
            self.heads = heads
        self.views = [*self.views, *[self._view()] * len(step)]
        self.laid = laid[: first + len(step)]
        self._chosen.clear()

    def is_joined(self, number: int) -> bool:
        """Whether a tile touches the one it was laid onto; a thread joins those that do not."""
        parent = self._ground.parents[number]
        return parent < 0 or overlap(self.places[number], self.places[parent], 1)

    def front(self, head: Head) -> Box:
        """Where a head and its tile are."""
        return self._ground.front(head)

    def parent(self, number: int) -> int:
        """The number of the tile that this one was laid onto; -1 for the singlestone."""
        return self._ground.parents[number]

    # Choosing places -----------------------------------------------------------------------------

    def choose(self, end: EndId, tiles: Tiles) -> tuple[Place, ...]:
        """Where these tiles, one or a branch of two, would lie at an end; looked for once."""
        key = end, tiles
        if key not in self._chosen:
            self._chosen[key] = self._choose(end, tiles)
        return self._chosen[key]

    def _choose(self, end: EndId, tiles: Tiles) -> tuple[Place, ...]:
        head = self.heads[end]
        others = [other for key, other in self.heads.items() if key != end]
        best: tuple[tuple[float, ...], tuple[Place, ...]] | None = None
        for clear in (CLEAR, 1, 0):
            ways = self._ways(head, len(tiles), clear)
            found = [(self._judge(head, places, tiles, others), places) for places in ways]
            if found and (best is None or min(found)[0][0] < best[0][0]):
                best = min(found)
            if best is None:
                continue
            shut = best[0][0]
            if not shut or shut <= self._dangers(self._ground, list(self.heads.values()), ())[0]:
                break  # no more heads are shut in than were before
        return self._elsewhere(head, len(tiles)) if best is None else best[1]

    def _ways(self, head: Head, count: int, clear: int) -> Iterator[tuple[Place, ...]]:
        """All ways to go on from a head with one tile or with two."""
        fits = self._ground.onward(head, clear)
        if count == 1:
            yield from ((place,) for place in fits)
            return
        for one in fits:
            for other in fits:
                if one is not other and not overlap(one, other):
                    yield one, other

    def _elsewhere(self, head: Head, count: int) -> tuple[Place, ...]:
        """Beside the whole snake, for a head that is shut in."""
        x, y = (math.floor(middle) for middle in self.places[head.tile].center)
        far = pygame.Rect(self._ground.box.inset(-2 * LONG))
        beside = (
            Place(far.right, y, EAST), Place(x, far.bottom, SOUTH),
            Place(far.x, y, WEST), Place(x, far.y, NORTH),
        )  # fmt: skip
        first = min(beside, key=lambda place: math.dist(place.center, (x, y)))
        dx, dy = WAYS[(first.way + 1) % 4]
        return tuple(
            first._replace(x=first.x + n * 3 * LONG * dx, y=first.y + n * 3 * LONG * dy)
            for n in range(count)
        )

    # Judging them --------------------------------------------------------------------------------

    def _judge(
        self, head: Head, places: Sequence[Place], tiles: Tiles, others: Sequence[Head]
    ) -> tuple[float, ...]:
        """What speaks against laying tiles so, the gravest first: heads shut in, and then heads
        with no lane to spare and everything that makes the snake large or restless.
        """
        ground, first, manner = self._ground, len(self.places), self.manner
        for place in places:
            ground = ground.plus(place, head.tile)
        pairs = zip(places, tiles, strict=True)
        heads = [*(_head(first + n, *pair) for n, pair in enumerate(pairs)), *others]
        seen = ground.seen(heads)
        stage = self._stage(seen)
        shut, narrow, tight = self._dangers(ground, heads, tiles)
        cost = _NARROW * narrow + _TIGHT * tight + manner.stage * (stage - self._seen)
        now, grown = self._extent(self._ground.seen(self.heads.values())), self._extent(seen)
        cost += _BEYOND * max(0.0, grown - max(self.readable, now))
        close = min(1.0, _FEW / len(heads))
        cost += close * manner.spread * self._extent(ground.box)
        for n, place in enumerate(places):
            cost += self._restless(head, place) + close * manner.away * self._away(place)
            cost -= manner.run * self._run(ground, place, first + n, stage)
        fronts = [_front(ground.at(one)) for one in heads]
        found = rooms(ground.blocked, self._window(ground.box, stage), fronts)
        return shut, cost - _ROOM * sum(math.log(3 + count) for count in found)

    def _dangers(
        self, ground: Ground, heads: Sequence[Head], tiles: Tiles
    ) -> tuple[int, int, int]:
        """How many heads are shut in, how many have no lane to spare, how many only one.

        A special needs two lanes, for its branch, and room for both tiles. Heads that could not
        even squeeze through somewhere count threefold.
        """
        laid = sum(GROUP[tile] == "special" for tile in (*tiles, *(one.tile for one in self.laid)))
        branches = SPECIALS - laid + any(head.special for head in heads)
        most = min(3, 1 + branches)
        fronts = [_front(ground.at(head)) for head in heads]
        window, goal, far = self._way_out(ground, len(heads))
        found = lanes(ground.blocked, window, goal, fronts, most, far)
        lost = [front for front, count in zip(fronts, found, strict=True) if not count]
        shut = 2 * lanes(ground.covered, window, goal, lost, 1, far).count(0) if lost else 0
        narrow = tight = 0
        for head, count in zip(heads, found, strict=True):
            ways, need = ground.onward(head), 2 if head.special else 1
            shut += (count < need) + (len(ways) < need)
            narrow += count < min(most, need + 1)
            narrow += branches > 0 and not head.special and ground.cramped(head, ways)
            tight += count < most
        return shut, narrow, tight

    def _way_out(self, ground: Ground, heads: int) -> tuple[Cells, Cells, int]:
        """Where lanes may be, where they lead to, and how many cells far is far enough.

        That is out to the open table, unless what lies there could not be read any more: then it
        is as far as a head's share of the tiles that are left.
        """
        box = ground.box
        lost = self._extent(box) > self.readable  # nothing has to be kept together any more
        if lost or self._extent(box.inset(-self.manner.out)) <= self.readable:
            window = cells(box.inset(-11))
            return window, window & ~cells(box.inset(-8.5)), 10_000
        left = (len(FULL_SET) - len(ground.places)) / heads
        far = round(min(LONG_LANE, max(SHORT_LANE, left)) * WIDE / CELL)
        return self._within(box, self.readable), 0, far

    def _restless(self, head: Head, place: Place) -> float:
        """Turns cost, and so do tiles that do not stand upright."""
        if place.way == head.way:
            return _UP if place.way % 2 else 0.0
        return self.manner.turn if place.way % 2 else _TURN_ACROSS

    def _away(self, place: Place) -> float:
        """How far from the middle of the snake a tile lies, as the view is shaped."""
        middles = [each.center for each in self.places]
        x, y = (sum(middle[axis] for middle in middles) / len(middles) for axis in (0, 1))
        return max(abs(place.center[0] - x) / self.aspect, abs(place.center[1] - y))

    def _run(self, ground: Ground, place: Place, number: int, stage: int) -> int:
        """How far the snake could go straight on within the view."""
        for length in range(_LONGEST):
            place = place.next(place.way)
            inside = self._stage(ground.box.joined(place.box).inset(-MARGIN)) <= stage
            if not inside or not ground.is_clear(place, number if length == 0 else -1):
                return length
        return _LONGEST

    # What is seen of it --------------------------------------------------------------------------

    @property
    def _seen(self) -> int:
        return self.views[-1].stage if self.views else 0

    def _extent(self, box: Box) -> float:
        """How high a view just around a box would be."""
        return max(box.w / self.aspect, box.h)

    def _stage(self, box: Box) -> int:
        """The least stage, not below the present one, at which a box is seen whole."""
        share = self._extent(box) / self._first
        least = math.ceil(math.log(share) / math.log(GROWTH) - 1e-9) if share > 1 else 0
        return max(self._seen, least)

    def _size(self, stage: int) -> tuple[float, float]:
        high = self._first * GROWTH**stage
        return high * self.aspect, high

    def _window(self, box: Box, stage: int) -> Cells:
        """Everything that a view of this stage could show without losing a tile."""
        return self._within(box, self._size(stage)[1])

    def _within(self, box: Box, high: float) -> Cells:
        """The same for a view so many units high."""
        dx = max(0.0, high * self.aspect - 2 * MARGIN - box.w)
        dy = max(0.0, high - 2 * MARGIN - box.h)
        return cells(Box(box.x - dx, box.y - dy, box.w + 2 * dx, box.h + 2 * dy))

    def larger(self, view: View) -> View:
        """The same view one stage farther away."""
        w, h = self._size(view.stage + 1)
        return View(view.x + (view.w - w) / 2, view.y + (view.h - h) / 2, w, h, view.stage + 1)

    def _view(self) -> View:
        """The view after the last tile: as before if it can be, else moved or larger."""
        box = self._ground.seen(self.heads.values())
        stage = self._stage(box)
        w, h = self._size(stage)
        if not self.views or stage != self._seen:
            return View(box.center[0] - w / 2, box.center[1] - h / 2, w, h, stage)
        old = self.views[-1]
        x = min(max(old.x, box.right - w), box.x)
        y = min(max(old.y, box.bottom - h), box.y)
        return View(x, y, w, h, stage)


def _head(number: int, place: Place, tile: str) -> Head:
    return Head(number, place.way, GROUP[tile] == "special")


@lru_cache(maxsize=4000)
def _front(place: Place) -> Box:
    """Where the lanes of a head that looks out from this tile may begin: before and beside it."""
    dx, dy = WAYS[place.way]
    x, y = place.center[0] + 1.5 * dx, place.center[1] + 1.5 * dy
    ahead, back = 2.0 * LONG, 3.0
    left, right = ahead if dx <= 0 else back, ahead if dx >= 0 else back
    up, down = ahead if dy <= 0 else back, ahead if dy >= 0 else back
    return Box(x - left, y - up, left + right, up + down)


def head_numbers(laid: tuple[Laid, ...]) -> dict[EndId, int]:
    """The numbers of the heads by the ends they look out from.

    A head keeps its number while it grows. Of a branch's two heads one keeps it, the other gets
    the next number that was never given, so there are at most ten.
    """
    found: dict[EndId, int] = {"0L": 1, "0R": 2} if laid else {}
    given, at = 2, 1
    while at < len(laid):
        number = found.pop(laid[at].end)
        found[str(at)] = number
        if is_branch(laid[at], laid):
            at += 1
            given += 1
            found[str(at)] = given
        at += 1
    return found
