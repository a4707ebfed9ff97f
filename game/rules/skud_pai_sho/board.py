"""The board of Skud Pai Sho: who traps and drains, harmonies, clashes, rings, wheels and boats."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import BASICS, BITS, GROUND, Board, Kind, Mask, Point, both, points_of

GUEST: Final[Seat] = 0
HOST: Final[Seat] = 1
OWNERS = "GH"  # how the seats are written in positions and in the notation


class Ruleset(NamedTuple):
    """Where the leaflet and The Garden Gate's complete rules differ."""

    id: str
    rocks_cancel_lines: bool  # a rock cancels the harmonies along its row and column (SK-15)
    orchids_take_specials: bool
    """A wild orchid captures lotuses and orchids that are not wild, too (SK-12)."""
    bonus_basic_needs_bare_gates: bool
    """A basic flower as bonus only if one has no growing flower (SK-14)."""
    boats_remove: tuple[Kind, ...]  # the accents a boat may take off the board (SK-18)
    midlines_decide: bool  # harmonies across the midlines decide at the last basic flower (SK-20)


RULESETS = {
    "leaflet": Ruleset("leaflet", False, False, False, garden.ACCENTS[:3], False),
    "garden_gate": Ruleset("garden_gate", True, True, True, garden.ACCENTS, True),
}


def tiles(wheels: bool) -> garden.Hand:
    """The tiles that each player has at first, with or without wheels (SK-2, SK-24)."""
    return tuple(
        0 if kind == garden.WHEEL and not wheels else count for kind, count in enumerate(garden.SET)
    )


def accents(hand: garden.Hand) -> tuple[Kind, ...]:
    """The accents in a hand, each as often as it is there."""
    return tuple(kind for kind in garden.ACCENTS for _ in range(hand[kind]))


def flowers(board: Board, seat: Seat) -> Mask:
    """Where a player's flowers lie, growing ones included."""
    return garden.of_kinds(board, garden.FLOWERS, seat)


def blooming(board: Board) -> Mask:
    """Where flowers bloom, both players' (SK-5)."""
    return (flowers(board, GUEST) | flowers(board, HOST)) & GROUND


def is_wild(board: Board, seat: Seat) -> bool:
    """Whether a player's orchid is wild: his lotus blooms (SK-12)."""
    return bool(board.masks[garden.code_of(garden.LOTUS, seat)] & GROUND)


def trapping(board: Board, seat: Seat) -> Mask:
    """The points where this player's flowers are trapped by a blooming enemy orchid (SK-13)."""
    return garden.around(board.masks[garden.code_of(garden.ORCHID, 1 - seat)] & GROUND) & GROUND


def drained(board: Board) -> Mask:
    """The points where basics and lotuses are drained by a knotweed (SK-16)."""
    return garden.around(both(board, garden.KNOTWEED)) & garden.BOARD


# Harmony and clash ----------------------------------------------------------------------------


class Harmony(NamedTuple):
    """Two tiles in harmony, the western or southern one first, and whose harmony it is."""

    first: Point
    second: Point
    owner: Seat


NOBODY: Final[Seat] = -1


def _harmony_owner(one: garden.Code, other: garden.Code) -> Seat:
    kinds = garden.kind_of(one), garden.kind_of(other)
    for code, kind, partner in ((one, *kinds), (other, *reversed(kinds))):
        if kind in BASICS and partner == garden.LOTUS:
            return garden.owner_of(code)
    alike = garden.owner_of(one) == garden.owner_of(other)
    return garden.owner_of(one) if alike and kinds[1] in garden.BESIDE[kinds[0]] else NOBODY


_CODES = range(garden.CODE_COUNT)
SUITS = tuple(tuple(_harmony_owner(one, other) for other in _CODES) for one in _CODES)
"""By two codes: whose harmony they form when they see each other (SK-8)."""

CLASHING = tuple(garden.OPPOSITE[garden.kind_of(code)] for code in _CODES)
"""By code: the kind it clashes with, 0 if with none (SK-9)."""


_EAST, _NORTH, _WEST, _SOUTH = garden.OVER_GATES
ROWS, COLUMNS = (
    tuple(one | other | bit for one, other, bit in zip(*line, BITS, strict=True))
    for line in ((_EAST, _WEST), (_NORTH, _SOUTH))
)
"""By point: all points of its row, of its column, on both sides of every gate."""


def cancelled(board: Board, rules: Ruleset) -> tuple[Mask, Mask]:
    """The rows and the columns whose harmonies rocks cancel (SK-15)."""
    rows = columns = 0
    for point in points_of(both(board, garden.ROCK)) if rules.rocks_cancel_lines else ():
        rows |= ROWS[point]
        columns |= COLUMNS[point]
    return rows, columns


@lru_cache(maxsize=1 << 10)
def harmonies_of(board: Board, rules: Ruleset) -> tuple[Harmony, ...]:
    """All harmonies on the board, from the south-west corner row by row (SK-8).
    Remembered, for match, scene, score and search ask for the same boards.
    """
    able, (rows, columns) = blooming(board) & ~drained(board), cancelled(board, rules)
    found = []
    for one, other, between in garden.aligned(able, garden.BEHIND_GATES):
        silent = rows if other - one < garden.STRIDE else columns
        owner = SUITS[board.cells[one]][board.cells[other]]
        if owner != NOBODY and not between & board.taken and not silent & BITS[one]:
            found.append(Harmony(one, other, owner))
    return tuple(sorted(found))


Pair: TypeAlias = tuple[Point, Point, Mask]
"""Two points in a line without a gate between, and the points between them."""


def opposed(board: Board) -> list[Pair]:
    """The pairs that clash if nothing stands between them, and the points between (SK-9)."""
    cells = board.cells
    return [
        pair for pair in garden.aligned(blooming(board), garden.BEHIND_GATES)
        if CLASHING[cells[pair[0]]] == garden.kind_of(cells[pair[1]])
    ]  # fmt: skip


def clashes(board: Board) -> list[tuple[Point, Point]]:
    """All pairs of tiles that clash; none in a position a legal game can reach."""
    return [(one, other) for one, other, between in opposed(board) if not between & board.taken]


def suiting(board: Board, code: garden.Code) -> Mask:
    """The tiles in bloom with which a tile of this code would form a harmony, whosever it is, if
    they saw each other and no rock were in line (SK-8).
    """
    alike = (board.masks[other] for other in _CODES if SUITS[code][other] != NOBODY)
    return reduce(or_, alike, 0) & blooming(board) & ~drained(board)


def opposing(board: Board, code: garden.Code) -> Mask:
    """The tiles in bloom with which a tile of this code clashes in sight (SK-9)."""
    kind = CLASHING[code]
    return both(board, kind) & GROUND if kind else 0


def crosses_midline(harmony: Harmony) -> bool:
    """Whether it joins two sides of a midline without lying on the other one (SK-20)."""
    (x1, y1), (x2, y2) = garden.xy(harmony.first), garden.xy(harmony.second)
    return (x1 * x2 < 0 and y1 != 0) or (y1 * y2 < 0 and x1 != 0)


# The ring -------------------------------------------------------------------------------------


def ring(lines: Iterable[Harmony], owner: Seat) -> tuple[Point, ...]:
    """A player's harmony ring as the points it runs through; empty if there is none (SK-19).
    Every harmony across the ray from the centre to the right weighs one turn. Walking along the
    harmonies, a tile reached twice with different sums closes a way round the centre.
    """
    own = [line[:2] for line in lines if line.owner == owner]
    if len(own) < 4:
        return ()
    own = [line for line in own if not meets_centre(*line)]
    turns = [crosses_ray(*line) for line in own]
    if not any(turns):
        return ()
    steps: dict[Point, list[tuple[Point, int]]] = {}
    for (first, second), turn in zip(own, turns, strict=True):
        steps.setdefault(first, []).append((second, turn))
        steps.setdefault(second, []).append((first, -turn))
    sums: dict[Point, int] = {}
    parents: dict[Point, Point] = {}
    stack = list(reversed(steps))  # whatever the first one does not lead to begins anew
    while stack:
        point = stack.pop()
        here = sums.setdefault(point, 0)
        for following, turn in steps[point]:
            if following not in sums:
                sums[following] = here + turn
                parents[following] = point
                stack.append(following)
            elif sums[following] != here + turn:
                return _cycle(point, following, parents)
    return ()


def meets_centre(one: Point, other: Point) -> bool:
    """Whether the straight way between two points runs over the centre."""
    (x1, y1), (x2, y2) = garden.xy(one), garden.xy(other)
    return x1 * y2 == x2 * y1 and x1 * x2 + y1 * y2 <= 0


def crosses_ray(one: Point, other: Point) -> int:
    """+1 or −1 where the straight way between two points crosses the ray from the centre to the
    right, else 0.
    """
    (x1, y1), (x2, y2) = garden.xy(one), garden.xy(other)
    if (y1 < 0) == (y2 < 0) or x1 - (x2 - x1) * y1 / (y2 - y1) <= 0:
        return 0
    return 1 if y2 > y1 else -1


def _cycle(one: Point, other: Point, parents: Mapping[Point, Point]) -> tuple[Point, ...]:
    """The way from one end of the closing harmony over the walk's tree to its other end."""
    trunk = [one]
    while trunk[-1] in parents:
        trunk.append(parents[trunk[-1]])
    branch = [other]
    while branch[-1] not in trunk:
        branch.append(parents[branch[-1]])
    return (*trunk[: trunk.index(branch[-1])], *reversed(branch))


# Wheel and boat -------------------------------------------------------------------------------

CLOCKWISE = (
    garden.STRIDE - 1, garden.STRIDE, garden.STRIDE + 1, 1,
    1 - garden.STRIDE, -garden.STRIDE, -1 - garden.STRIDE, -1,
)  # fmt: skip
"""The steps from a point to its neighbours, from the north-west on."""


_POINTS = frozenset(garden.POINTS)


def _turn(hub: Point) -> dict[Point, Point]:
    rim = [hub + step for step in CLOCKWISE]
    pairs = sorted(zip(rim, rim[1:] + rim[:1], strict=True))
    return {point: goal for point, goal in pairs if {point, goal} <= _POINTS}


TURN = tuple(map(_turn, range(garden.SIZE)))
"""By a wheel's point: where it takes its neighbours; those that would leave the board are left out.
"""


def turns_of(board: Board, hub: Point) -> dict[Point, Point]:
    """Where a wheel laid at `hub` takes each tile around it; legal wheels only (SK-17)."""
    return {point: goal for point, goal in TURN[hub].items() if board.cells[point]}


def with_bonus(board: Board, code: garden.Code, point: Point, goal: Point | None) -> Board:
    """The board after a bonus tile: laid, turning, ferrying a flower or sinking an accent."""
    old = board.cells[point]
    if goal is not None:
        return garden.changed(board, {point: code, goal: old})
    if old:
        return garden.changed(board, {point: 0})
    if garden.kind_of(code) == garden.WHEEL:
        turns = turns_of(board, point)
        heads = {goal: board.cells[tail] for tail, goal in turns.items()}
        return garden.changed(board, {**dict.fromkeys(turns, 0), **heads, point: code})
    return garden.changed(board, {point: code})


def changes(
    before: Board, after: Board, rules: Ruleset, moved: Mapping[Point, Point]
) -> tuple[list[Harmony], list[Harmony]]:
    """The harmonies a step made, and those it broke; `moved` tells where tiles came from.
    A harmony whose tiles only moved along is neither.
    """
    old = harmonies_of(before, rules)
    new = {}
    for line in harmonies_of(after, rules):
        one, other = sorted(moved.get(point, point) for point in line[:2])
        new[Harmony(one, other, line.owner)] = line
    made = [line for origin, line in new.items() if origin not in old]
    return made, [line for line in old if line not in new]


# Arranging ------------------------------------------------------------------------------------


def prey(board: Board, seat: Seat, kind: Kind, rules: Ruleset) -> Mask:
    """The enemy flowers that a player's flower of this kind may capture (SK-12)."""
    foe = 1 - seat
    masks = board.masks
    found = masks[garden.code_of(garden.ORCHID, foe)] if is_wild(board, foe) else 0
    if kind in BASICS:
        found |= masks[garden.code_of(garden.OPPOSITE[kind], foe)]
    elif kind == garden.ORCHID and is_wild(board, seat):
        kinds = garden.FLOWERS if rules.orchids_take_specials else BASICS
        found |= garden.of_kinds(board, kinds, foe)
    return found & GROUND


def within_reach(board: Board, source: Point, prey_there: Mask) -> Mask:
    """Where the steps of the flower on `source` lead, gardens and clashes left aside (SK-11)."""
    steps = garden.STEPS[garden.kind_of(board.cells[source])]
    return garden.reach(source, garden.BOARD & ~board.taken, steps, prey_there) & GROUND


class Survey:
    """What one player may do with the flowers on one board."""

    def __init__(self, board: Board, seat: Seat, rules: Ruleset) -> None:
        self.board, self.seat, self.rules = board, seat, rules
        cells, taken = board.cells, board.taken
        self.drained, there = drained(board), blooming(board)
        able, (rows, columns) = there & ~self.drained, cancelled(board, rules)
        self.seen = [0] * len(garden.CODES)
        """By kind what its tiles see."""
        self.partners = list[tuple[Mask, garden.Code, Mask]]()
        """Each tile that may harmonise, and what it sees where harmonies are not cancelled."""
        self.lines: dict[Point, tuple[tuple[Mask, Mask, Mask], ...]] = {}
        """What a tile sees to both sides in its row and column, and which tiles may harmonise."""
        for point in points_of(there):
            east, north, west, south = garden.views(point, taken, garden.BEHIND_GATES)
            bit, code = BITS[point], cells[point]
            in_row, in_column = 0 if bit & rows else able, 0 if bit & columns else able
            self.lines[point] = (east, west, in_row), (north, south, in_column)
            self.seen[garden.kind_of(code)] |= east | north | west | south
            if bit & able:
                sight = (in_row and east | west) | (in_column and north | south)
                self.partners.append((bit, code, sight))
        movable = points_of(flowers(board, seat) & ~trapping(board, seat))
        self.goals = {source: goals for source in movable if (goals := self._goals(source))}
        """Where each flower that may be arranged may go."""

    def _goals(self, source: Point) -> Mask:
        cells, taken = self.board.cells, self.board.taken
        kind = garden.kind_of(cells[source])
        goals = within_reach(self.board, source, prey(self.board, self.seat, kind, self.rules))
        goals &= garden.FITS[kind] & ~self.seen[garden.OPPOSITE[kind]]  # (SK-9)
        for ahead, behind, _ in self.lines.get(source, ()):  # none runs over a gate
            one, other = ahead & taken, behind & taken
            if one and other:
                first, second = cells[one.bit_length() - 1], cells[other.bit_length() - 1]
                if CLASHING[first] and CLASHING[first] == garden.kind_of(second):
                    goals &= ahead | behind  # it must go on standing between them
        return goals

    @cached_property
    def granting(self) -> dict[Point, Mask]:
        """On which of these points each of them earns a bonus; made when asked for."""
        return {source: goals & self._granting(source) for source, goals in self.goals.items()}

    def _granting(self, source: Point) -> Mask:
        seat, cells, taken = self.seat, self.board.cells, self.board.taken
        suits = SUITS[cells[source]]
        uncovering = meeting = met = 0
        for ahead, behind, able in self.lines.get(source, ()):
            one, other = ahead & taken, behind & taken
            # where none stands, the last cell is read: no point of the board, always empty
            first, second = cells[one.bit_length() - 1], cells[other.bit_length() - 1]
            if one & able and other & able and SUITS[first][second] == seat:
                uncovering |= ~(ahead | behind)
            for tile, code, beyond in ((one, first, behind), (other, second, ahead)):
                if tile & able and suits[code] == seat:
                    if BITS[source] & able:
                        met |= tile
                    else:
                        meeting |= beyond
        for tile, code, seen in self.partners:
            if suits[code] == seat and not tile & met:
                meeting |= seen
        return uncovering | meeting & ~self.drained


@lru_cache(maxsize=128)
def survey(board: Board, seat: Seat, rules: Ruleset) -> Survey:
    """What a player may do with the flowers on a board; the last boards are kept."""
    return Survey(board, seat, rules)


def open_gates(board: Board) -> Mask:
    return garden.GATES & ~board.taken


# Boat and wheel -------------------------------------------------------------------------------


def ferries(board: Board) -> dict[Point, Mask]:
    """The flowers a boat may move and where to; the boat goes on barring sight (SK-18)."""
    clear = [GROUND & ~board.taken] * (garden.ORCHID + 1)
    for kind in BASICS:
        for point in points_of(both(board, garden.OPPOSITE[kind]) & GROUND):
            clear[kind] &= ~garden.sight(point, board.taken, garden.BEHIND_GATES)
    found = {}
    for point in points_of(blooming(board)):
        kind = garden.kind_of(board.cells[point])
        if goals := garden.KING[point] & garden.FITS[kind] & clear[kind]:
            found[point] = goals
    return found


def wrecks(board: Board, rules: Ruleset) -> Mask:
    """The accents a boat may take off the board without uncovering a clash (SK-18)."""
    there = 0
    for kind in rules.boats_remove:
        there |= both(board, kind)
    for _, _, between in opposed(board):
        bars = between & board.taken
        if not bars & bars - 1:
            there &= ~bars
    return there


def wrong_turn(board: Board, hub: Point, point: Point) -> str:
    """What is wrong with a wheel taking the tile on `point` round its hub, as the key of a refusal;
    empty if nothing is (SK-17).
    """
    goal = TURN[hub].get(point)
    if goal is None:
        return "wheel_edge"
    if garden.GATES & BITS[goal]:
        return "wheel_into_gate"
    fits = garden.FITS[garden.kind_of(board.cells[point])] & BITS[goal]
    return "" if fits else "wheel_garden"


def wheels(board: Board) -> Mask:
    """The points on which a wheel may be laid (SK-17)."""
    taken, wheel = board.taken, garden.code_of(garden.WHEEL, GUEST)
    possible = GROUND & ~taken & ~garden.around(both(board, garden.ROCK) | taken & garden.GATES)
    for hub in points_of(possible & garden.around(taken)):
        rim = points_of(garden.KING[hub] & taken)
        wrong = any(wrong_turn(board, hub, point) for point in rim)
        if wrong or clashes(with_bonus(board, wheel, hub, None)):
            possible ^= BITS[hub]
    return possible
