"""How Domi Jongg's snake lies on the table: pure geometry, tile by tile. The rules know ends only.

Lengths are whole units. A tile is four long and three wide and lies across the snake, like a rib.
Where the snake turns, the next tile goes onto a short side. Of all ways to lay a tile the one is
taken that keeps every head a way out to the open table, with lanes to spare for branches, and
then the one that keeps the snake together, calm, and in the shape of the table. In one manner no
tile moves any more; a snake that gets too small to read is laid anew in another one (`calmest`).

The free table around the snake is kept as bits: it is divided into square cells, and a set of
cells is one integer, a row of cells being `STRIDE` bits of it. A cell counts as free when a tile
lying across its middle would keep clear of all others, so a chain of free cells is a lane in
which the snake can go on.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import permutations
from statistics import fmean
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
_COLUMN: Final = sum(1 << row * STRIDE for row in range(STRIDE))  # the first cell of each row
_X, _Y = 1.5, 2.0
"""The middle of the first cell: that of a tile that lies upright at the origin."""

FIRST: Final = 26.0
"""The height of the first view, in units, more or less."""
GROWTH: Final = 1.04
"""How much larger each stage's view is than the one before."""
MARGIN: Final = 0.8
"""Units between the snake and the edge of the view."""
_NEAR: Final = 2 * (2 * LONG + CLEAR)
"""How much larger than a tile, in units, all is that the next two tiles onto it come near."""
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


@lru_cache(maxsize=500)  # two kilobytes each; with more of them a snake is laid no sooner
def cells(box: Box) -> Cells:
    """The cells whose middles lie within a box."""
    first, last = _span(box.x - _X, box.right - _X)
    top, bottom = _span(box.y - _Y, box.bottom - _Y)
    if last < first or bottom < top:
        return 0
    row = ((1 << (last - first + 1)) - 1) << (first + _MIDDLE)
    rows = _COLUMN & ((1 << (bottom - top + 1) * STRIDE) - 1)
    return row * rows << (top + _MIDDLE) * STRIDE


def _span(low: float, high: float) -> tuple[int, int]:
    first = max(2 - _MIDDLE, math.ceil(low / CELL - 1e-9))
    return first, min(_MIDDLE - 2, math.floor(high / CELL + 1e-9))


# Tiles ------------------------------------------------------------------------------------------


class Placement(NamedTuple):
    """Where a tile lies: its upper left corner, and which way the snake goes through it."""

    x: int
    y: int
    way: int

    @property
    def box(self) -> Box:
        return Box(self.x, self.y, *_SIZES[self.way])

    @property
    def rect(self) -> pygame.Rect:
        return pygame.Rect(self.x, self.y, *_SIZES[self.way])

    @property
    def center(self) -> Point:
        w, h = _SIZES[self.way]
        return self.x + w / 2, self.y + h / 2

    def next(self, way: int) -> "Placement":
        """Where the next tile lies if the snake goes on that way: straight, or to a side.

        After a turn both tiles are flush at the back, so that nothing else is touched.
        """
        (mine_w, mine_h), (w, h), (dx, dy) = _SIZES[self.way], _SIZES[way], WAYS[way]
        if way % 2 == self.way % 2:
            return Placement(self.x + dx * w, self.y + dy * h, way)
        if way % 2:
            x = self.x if self.way == EAST else self.x + mine_w - w
            return Placement(x, self.y + (mine_h if dy > 0 else -h), way)
        y = self.y if self.way == SOUTH else self.y + mine_h - h
        return Placement(self.x + (mine_w if dx > 0 else -w), y, way)

    def ways(self) -> tuple[int, int, int]:
        """On from here: straight, to the right, to the left."""
        return self.way, (self.way + 1) % 4, (self.way - 1) % 4


class Head(NamedTuple):
    """An open end: the number of its tile, which way it looks, whether the tile is a special."""

    tile: int
    way: int
    special: bool


class Onward(NamedTuple):
    """Where one more tile could go onto a head: straight on first, then to the sides."""

    head: Head
    ways: tuple[Placement, ...]
    cramped: bool
    """Whether a special, wherever it went, would have no room to branch."""


class Ground(NamedTuple):
    """The tiles that lie, in the order in which they were laid; the first one has parent -1."""

    places: list[Placement]
    parents: list[int]
    rects: list[pygame.Rect]
    box: Box
    """The least one around all of them."""
    blocked: Cells = 0
    """Where the middle of no other tile can be without its coming near one of these."""
    covered: Cells = 0
    """Where it could not even squeeze through."""

    def plus(self, places: Sequence[Placement], parent: int) -> "Ground":
        """With more tiles, which go onto the same one."""
        box, blocked, covered = self.box, self.blocked, self.covered
        for each in (place.box for place in places):
            box = box.joined(each)
            blocked |= cells(each.inset(-(LONG / 2 + CLEAR - 0.4)))
            covered |= cells(each.inset(-(LONG / 2 + 0.4)))
        parents, rects = [parent] * len(places), [place.rect for place in places]
        return Ground(
            [*self.places, *places], [*self.parents, *parents], [*self.rects, *rects], box,
            blocked, covered,
        )  # fmt: skip

    def at(self, head: Head) -> Placement:
        """The place of a head's tile, looking the head's way."""
        x, y, _ = self.places[head.tile]
        return Placement(x, y, head.way)

    def ways(self, head: Head, clear: int = CLEAR) -> tuple[Placement, ...]:
        """Where one more tile could go onto a head: straight on first, then to the sides.

        Where it is narrow a tile at the side may also be flush in front.
        """
        start = self.at(head)
        dx, dy = WAYS[head.way]
        ways = [start.next(way) for way in start.ways()]
        if clear < CLEAR:
            ways += [Placement(x - dx, y - dy, way) for x, y, way in ways[1:]]
        return tuple(place for place in ways if self.is_clear(place, head.tile, clear))

    def onward(self, head: Head) -> Onward:
        """How the snake could go on at a head."""
        ways = self.ways(head)
        cramped = not any(
            sum(self.is_clear(place.next(way), head.tile) for way in place.ways()) > 1
            for place in ways
        )
        return Onward(head, ways, cramped)

    def still(self, onward: Onward, first: int) -> Onward:
        """The same as before the tiles from this number on lay; found anew if they are near."""
        near = self.rects[onward.head.tile].inflate(_NEAR, _NEAR)
        return onward if near.collidelist(self.rects[first:]) < 0 else self.onward(onward.head)

    def is_clear(self, place: Placement, parent: int, clear: int = CLEAR) -> bool:
        """Whether a tile may lie there: on nothing, and near nothing but its next of kin.

        Those are the tile it goes onto, that one's own parent, and a twin of a branch.
        """
        rect, rects, parents = place.rect, self.rects, self.parents
        near = rect.inflate(2 * clear, 2 * clear).collidelistall(rects)
        if not near:
            return True
        grown = parents[parent] if parent > 0 else -1
        return all(
            (number in (parent, grown) or 0 <= parent == parents[number])
            and not rect.colliderect(rects[number])
            for number in near
        )

    def seen(self, heads: Iterable[Head]) -> Box:
        """What a view has to show: all tiles, and the heads before those at the ends."""
        fronts = [self.box, *(_seen_before(self.at(head)) for head in heads)]
        left, top = min(x for x, _, _, _ in fronts), min(y for _, y, _, _ in fronts)
        right, bottom = max(x + w for x, _, w, _ in fronts), max(y + h for _, y, _, h in fronts)
        return Box(left, top, right - left, bottom - top).inset(-MARGIN)


def overlap(one: Placement, other: Placement, clear: int = 0) -> bool:
    """Whether two tiles overlap or, given a distance, come nearer than that."""
    return one.rect.inflate(2 * clear, 2 * clear).colliderect(other.rect)


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
            if front := front & free:
                free ^= front
                owned[n] |= front
                front = front << 1 | front >> 1 | front << STRIDE | front >> STRIDE
            fronts[n] = front
    return [own.bit_count() * CELL * CELL / 12 for own in owned]


# The snake --------------------------------------------------------------------------------------

_BARE: Final = Ground([], [], [], Placement(0, 0, EAST).box)
_MIDST: Final = Box(-20, -20, 40, 40)


def moments(laid: Sequence[Laid]) -> Iterator[int]:
    """How many tiles lie after each step of a snake; the two of a branch are laid at once."""
    for count in range(1, len(laid) + 1):
        if count == len(laid) or laid[count].end != laid[count - 1].end:
            yield count


@dataclass(frozen=True)
class Shape:
    """What the lie of a snake hangs on besides its tiles: a table `aspect` times as wide as high,
    and a manner. Tiles can be read in views up to `readable` units high; from there on growing is
    expensive.
    """

    aspect: float = 1.4
    readable: float = 50.0
    manner: Manner = MANNERS[0]

    @cached_property
    def last(self) -> int:
        """The last stage at which tiles can be read."""
        return max(0, round(math.log(self.readable / FIRST, GROWTH)))

    @cached_property
    def first(self) -> float:
        """The height of the first view; that of the last stage is just readable."""
        return self.readable / float(GROWTH**self.last)


@lru_cache(maxsize=1000)  # some ten kilobytes each; three long snakes in all manners
def lie(shape: Shape, laid: tuple[Laid, ...]) -> "Snake":
    """How a snake lies on a table of some shape. What was laid before lies as it lay then."""
    if not laid:
        return Snake(shape)
    newest = 1 + (len(laid) > 1 and is_branch(laid[-1], laid))
    return lie(shape, laid[:-newest]).then(laid[-newest:])


def calmest(shape: Shape, laid: tuple[Laid, ...]) -> "Snake":
    """A snake in the calmest manner in which its tiles can be read; if they are too small in all
    of them, in the one in which they could be read longest.
    """
    found = list[Snake]()
    for snake in in_manners(shape, laid):
        if snake.legible == len(laid):
            return snake
        found.append(snake)
    return max(found, key=lambda snake: snake.legible)


def in_manners(shape: Shape, laid: tuple[Laid, ...]) -> "Iterator[Snake]":
    """A snake in one manner after the other, the calmest first."""
    return (lie(replace(shape, manner=manner), laid) for manner in MANNERS)


@dataclass(frozen=True, eq=False)
class Snake:
    """A snake as it lies. `onward` has its heads by the ends they look out from."""

    shape: Shape
    laid: tuple[Laid, ...] = ()
    onward: Mapping[EndId, Onward] = field(default_factory=dict)
    ground: Ground = _BARE
    section: Box = _MIDST
    """The part of the table that is seen, in units."""
    stage: int = 0
    """How large that is."""
    before: "Snake | None" = None
    """The same one before its newest step."""

    @property
    def places(self) -> list[Placement]:
        return self.ground.places

    @property
    def heads(self) -> dict[EndId, Head]:
        return {end: onward.head for end, onward in self.onward.items()}

    @cached_property
    def loose(self) -> list[int]:
        """The tiles that do not touch the one they were laid onto; a thread joins them."""
        places, pairs = self.places, list(enumerate(self.ground.parents))[1:]
        return [tile for tile, onto in pairs if not overlap(places[tile], places[onto], 1)]

    @cached_property
    def middle(self) -> Point:
        """The middle of all tiles."""
        x, y = zip(*(place.center for place in self.places), strict=True)
        return fmean(x), fmean(y)

    @cached_property
    def legible(self) -> int:
        """How many tiles lay when they could be read last."""
        if self.before is None or self.stage <= self.shape.last:
            return len(self.laid)
        return self.before.legible

    def then(self, step: tuple[Laid, ...]) -> "Snake":
        """After one more step: the singlestone, a tile, or the two of a branch."""
        first, new = len(self.laid), range(len(self.laid), len(self.laid) + len(step))
        if not first:
            ground = self.ground.plus([Placement(0, 0, EAST)], -1)
            ends = Head(0, WEST, False), Head(0, EAST, False)
            onward = dict(zip(("0L", "0R"), map(ground.onward, ends), strict=True))
        else:
            tiles, end = tuple(one.tile for one in step), step[0].end
            places = self._choose(end, tiles)
            ground = self.ground.plus(places, self.onward[end].head.tile)
            onward = {
                key: ground.still(one, first) for key, one in self.onward.items() if key != end
            }
            for number, place, tile in zip(new, places, tiles, strict=True):
                onward[str(number)] = ground.onward(_head(number, place, tile))
        seen = ground.seen(one.head for one in onward.values())
        stage = self._stage(seen)
        section = self._section(seen, stage)
        return Snake(self.shape, (*self.laid, *step), onward, ground, section, stage, self)

    @property
    def around(self) -> Box:
        """Just what has to be seen now."""
        return self.ground.seen(self.heads.values())

    def lying_in(self, box: Box) -> list[int]:
        """The tiles that lie in a part of the table, at least with a corner, by their numbers."""
        x, y = math.floor(box.x), math.floor(box.y)
        part = pygame.Rect(x, y, math.ceil(box.right) - x, math.ceil(box.bottom) - y)
        return sorted(part.collidelistall(self.ground.rects))

    def looks(self, end: EndId) -> tuple[Placement, Placement | None]:
        """The tile that a head looks out from, looking its way, and where the next one could go:
        straight on if it can, else to a side. There the head is seen; if nowhere is room, on the
        tile. One that something has been laid onto is seen where it was.
        """
        if end not in self.onward and self.before is not None:
            return self.before.looks(end)
        head, ways, _ = self.onward[end]
        return self.ground.at(head), next(iter(ways or self.ground.ways(head, 0)), None)

    def front(self, end: EndId) -> Box:
        """Where a head and its tile are seen."""
        tile, beyond = self.looks(end)
        return tile.box if beyond is None else _seen_before(tile._replace(way=beyond.way))

    # Choosing places -----------------------------------------------------------------------------

    def _choose(self, end: EndId, tiles: Tiles) -> tuple[Placement, ...]:
        """Where these tiles, one or a branch of two, are to lie at an end."""
        ground, head = self.ground, self.onward[end].head
        best: Judged | None = None
        for clear in (CLEAR, 0):
            ways = _ways(ground.ways(head, clear), len(tiles))
            found = min((self._judged(end, tiles, places) for places in ways), default=None)
            if found is not None and (best is None or found.shut < best.shut):
                best = found
            if best is not None and (not best.shut or best.shut <= self._shut_in()):
                break  # no more heads are shut in than were before
        return self._elsewhere(head, len(tiles)) if best is None else best.places

    def _shut_in(self) -> int:
        """How many heads are shut in now."""
        return self._dangers(self.ground, list(self.onward.values()), self._specials())[0]

    def _specials(self, tiles: Tiles = ()) -> int:
        """How many specials are still to come, once these tiles lie."""
        return SPECIALS - sum(
            GROUP[tile] == "special" for tile in (*tiles, *(one.tile for one in self.laid))
        )

    def _elsewhere(self, head: Head, count: int) -> tuple[Placement, ...]:
        """Beside the whole snake, for a head that is shut in."""
        x, y = (math.floor(middle) for middle in self.places[head.tile].center)
        far = pygame.Rect(self.ground.box.inset(-2 * LONG))
        beside = (
            Placement(far.right, y, EAST), Placement(x, far.bottom, SOUTH),
            Placement(far.x, y, WEST), Placement(x, far.y, NORTH),
        )  # fmt: skip
        first = min(beside, key=lambda place: math.dist(place.center, (x, y)))
        dx, dy = WAYS[(first.way + 1) % 4]
        return tuple(
            first._replace(x=first.x + n * 3 * LONG * dx, y=first.y + n * 3 * LONG * dy)
            for n in range(count)
        )

    # Judging them --------------------------------------------------------------------------------

    # What speaks against laying tiles so is, the gravest first: heads shut in, and then heads with
    # no lane to spare and everything that makes the snake large or restless.

    def _judged(self, end: EndId, tiles: Tiles, places: tuple[Placement, ...]) -> "Judged":
        """What speaks against a way to lay tiles at an end."""
        manner, first, head = self.shape.manner, len(self.places), self.onward[end].head
        ground = self.ground.plus(places, head.tile)
        new = [_head(first + n, *pair) for n, pair in enumerate(zip(places, tiles, strict=True))]
        onward = [ground.onward(head) for head in new]
        onward += [ground.still(one, first) for key, one in self.onward.items() if key != end]
        shut, narrow, tight = self._dangers(ground, onward, self._specials(tiles))
        seen = ground.seen(one.head for one in onward)
        stage = self._stage(seen)
        now, grown = self._extent(self.around), self._extent(seen)
        close = min(1.0, _FEW / len(onward))
        cost = _NARROW * narrow + _TIGHT * tight + manner.stage * (stage - self.stage)
        cost += _BEYOND * max(0.0, grown - max(self.shape.readable, now))
        cost += close * manner.spread * self._extent(ground.box)
        for n, place in enumerate(places):
            cost += self._restless(head, place)
            cost += close * manner.away * self._away(place)
            cost -= manner.run * self._run(ground, place, first + n, stage)
        fronts = [_front(ground.at(one.head)) for one in onward]
        found = rooms(ground.blocked, self._within(ground.box, self._size(stage)[1]), fronts)
        return Judged(shut, cost - _ROOM * sum(math.log(3 + count) for count in found), places)

    def _dangers(
        self, ground: Ground, heads: Sequence[Onward], specials: int
    ) -> tuple[int, int, int]:
        """How many heads are shut in, how many have no lane to spare, how many only one, while so
        many specials are still to come.

        A special needs two lanes, for its branch, and room for both tiles. Heads that could not
        even squeeze through somewhere count threefold.
        """
        shut = sum(len(one.ways) < 1 + one.head.special for one in heads)
        branches = specials + any(one.head.special for one in heads)
        most = min(3, 1 + branches)
        fronts = [_front(ground.at(one.head)) for one in heads]
        window, goal, far = self._way_out(ground, len(heads))
        found = lanes(ground.blocked, window, goal, fronts, most, far)
        narrow = tight = 0
        for (head, _, cramped), count in zip(heads, found, strict=True):
            need = 1 + head.special
            shut += count < need
            narrow += count < min(most, need + 1)
            narrow += branches > 0 and not head.special and cramped
            tight += count < most
        lost = [front for front, count in zip(fronts, found, strict=True) if not count]
        if lost:
            shut += 2 * lanes(ground.covered, window, goal, lost, 1, far).count(0)
        return shut, narrow, tight

    def _way_out(self, ground: Ground, heads: int) -> tuple[Cells, Cells, int]:
        """Where lanes may be, where they lead to, and how many cells far is far enough.

        That is out to the open table, unless what lies there could not be read any more: then it
        is as far as a head's share of the tiles that are left.
        """
        box = ground.box
        lost = self._extent(box) > self.shape.readable  # nothing has to be kept together any more
        if lost or self._extent(box.inset(-self.shape.manner.out)) <= self.shape.readable:
            window = cells(box.inset(-11))
            return window, window & ~cells(box.inset(-8.5)), 10_000
        left = (len(FULL_SET) - len(ground.places)) / heads
        far = round(min(LONG_LANE, max(SHORT_LANE, left)) * WIDE / CELL)
        return self._within(box, self.shape.readable), 0, far

    def _restless(self, head: Head, place: Placement) -> float:
        """Turns cost, and so do tiles that do not stand upright."""
        if place.way == head.way:
            return _UP if place.way % 2 else 0.0
        return self.shape.manner.turn if place.way % 2 else _TURN_ACROSS

    def _away(self, place: Placement) -> float:
        """How far from the middle of the snake a tile lies, as the view is shaped."""
        x, y = self.middle
        return max(abs(place.center[0] - x) / self.shape.aspect, abs(place.center[1] - y))

    def _run(self, ground: Ground, place: Placement, number: int, stage: int) -> int:
        """How far the snake could go straight on within the view."""
        for length in range(_LONGEST):
            place = place.next(place.way)
            inside = self._stage(ground.box.joined(place.box).inset(-MARGIN)) <= stage
            if not inside or not ground.is_clear(place, number if length == 0 else -1):
                return length
        return _LONGEST

    # What is seen of it --------------------------------------------------------------------------

    def _extent(self, box: Box) -> float:
        """How high a view just around a box would be."""
        return max(box.w / self.shape.aspect, box.h)

    def _stage(self, box: Box) -> int:
        """The least stage, not below the present one, at which a box is seen whole."""
        share = self._extent(box) / self.shape.first
        least = math.ceil(math.log(share) / math.log(GROWTH) - 1e-9) if share > 1 else 0
        return max(self.stage, least)

    def _size(self, stage: int) -> tuple[float, float]:
        high = self.shape.first * GROWTH**stage
        return high * self.shape.aspect, high

    def _within(self, box: Box, high: float) -> Cells:
        """Everything that a view so many units high could show without losing a tile."""
        dx = max(0.0, high * self.shape.aspect - 2 * MARGIN - box.w)
        dy = max(0.0, high - 2 * MARGIN - box.h)
        return cells(Box(box.x - dx, box.y - dy, box.w + 2 * dx, box.h + 2 * dy))

    @property
    def larger(self) -> Box:
        """The part that is seen one stage farther away."""
        return Box.around(self.section.center, *self._size(self.stage + 1))

    def _section(self, box: Box, stage: int) -> Box:
        """The part that shows a box next: as before if it can be, else moved or larger."""
        old, (w, h) = self.section, self._size(stage)
        if not self.laid or stage != self.stage:
            return Box.around(box.center, w, h)
        x = min(max(old.x, box.right - w), box.x)
        y = min(max(old.y, box.bottom - h), box.y)
        return Box(x, y, w, h)


class Judged(NamedTuple):
    """A way to lay tiles with what speaks against it."""

    shut: int
    cost: float
    places: tuple[Placement, ...]


def _ways(fits: Sequence[Placement], count: int) -> Iterator[tuple[Placement, ...]]:
    """All ways to lay one tile or two where single ones fit."""
    found = permutations(fits, count)
    return (places for places in found if count == 1 or not overlap(places[0], places[1]))


def _head(number: int, place: Placement, tile: str) -> Head:
    return Head(number, place.way, GROUP[tile] == "special")


@lru_cache(maxsize=250)
def _seen_before(place: Placement) -> Box:
    """Where a tile is, with the head that looks out from it."""
    (x, y, w, h), (dx, dy) = place.box, WAYS[place.way]
    return Box(x + min(0, dx) * HEAD, y + min(0, dy) * HEAD, w + abs(dx) * HEAD, h + abs(dy) * HEAD)


@lru_cache(maxsize=250)
def _front(place: Placement) -> Box:
    """Where the lanes of a head that looks out from this tile may begin: before and beside it."""
    dx, dy = WAYS[place.way]
    x, y = place.center[0] + 1.5 * dx, place.center[1] + 1.5 * dy
    ahead, back = 2.0 * LONG, 3.0
    left, right = ahead if dx <= 0 else back, ahead if dx >= 0 else back
    up, down = ahead if dy <= 0 else back, ahead if dy >= 0 else back
    return Box(x - left, y - up, left + right, up + down)


@lru_cache(maxsize=4)
def head_numbers(laid: tuple[Laid, ...]) -> Mapping[EndId, int]:
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
