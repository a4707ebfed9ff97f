"""The board of Skud Pai Sho: who traps and drains, harmonies, clashes, rings, wheels and boats."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import (
    ACCENTS,
    BASICS,
    BEHIND_GATES,
    BESIDE,
    BITS,
    BOARD,
    BOAT,
    CIRCLE,
    CODE_COUNT,
    FITS,
    FLOWERS,
    GATES,
    GROUND,
    KING,
    KNOTWEED,
    LOTUS,
    OPPOSITE,
    ORCHID,
    ROCK,
    SECOND,
    SIZE,
    STEPS,
    STRIDE,
    WHEEL,
    Board,
    Code,
    Hand,
    Kind,
    Mask,
    Point,
    aligned,
    around,
    both,
    changed,
    code_of,
    column_sight,
    kind_of,
    mask_of,
    of_kinds,
    owner_of,
    points_of,
    reach,
    row_sight,
    sight,
    xy,
)

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
    "leaflet": Ruleset("leaflet", False, False, False, ACCENTS[:3], False),
    "garden_gate": Ruleset("garden_gate", True, True, True, ACCENTS, True),
}


def flowers(board: Board, seat: Seat) -> Mask:
    """Where a player's flowers lie, growing ones included."""
    return of_kinds(board, FLOWERS, seat)


def blooming(board: Board) -> Mask:
    """Where flowers bloom, both players' (SK-5)."""
    return (flowers(board, GUEST) | flowers(board, HOST)) & GROUND


def is_wild(board: Board, seat: Seat) -> bool:
    """Whether a player's orchid is wild: his lotus blooms (SK-12)."""
    return bool(board.masks[code_of(LOTUS, seat)] & GROUND)


def trapping(board: Board, seat: Seat) -> Mask:
    """The points where this player's flowers are trapped by a blooming enemy orchid (SK-13)."""
    return around(board.masks[code_of(ORCHID, 1 - seat)] & GROUND) & GROUND


def drained(board: Board) -> Mask:
    """The points where basics and lotuses are drained by a knotweed (SK-16)."""
    return around(both(board, KNOTWEED)) & BOARD


# Harmony and clash ----------------------------------------------------------------------------


class Harmony(NamedTuple):
    """Two tiles in harmony, the western or southern one first, and whose harmony it is."""

    first: Point
    second: Point
    owner: Seat


class Pair(NamedTuple):
    """Two tiles on one line that concern each other, and the points between them."""

    first: Point
    second: Point
    between: Mask
    owner: Seat  # whose harmony it would be; without meaning for a clash


NOBODY: Final[Seat] = -1


def _harmony_owner(one: Code, other: Code) -> Seat:
    kinds = kind_of(one), kind_of(other)
    for code, kind, partner in ((one, *kinds), (other, *reversed(kinds))):
        if kind in BASICS and partner == LOTUS:
            return owner_of(code)
    alike = owner_of(one) == owner_of(other)
    return owner_of(one) if alike and kinds[1] in BESIDE[kinds[0]] else NOBODY


SUITS = tuple(
    tuple(_harmony_owner(one, other) for other in range(CODE_COUNT)) for one in range(CODE_COUNT)
)
"""By two codes: whose harmony they form when they see each other (SK-8)."""

CLASHING = tuple(OPPOSITE[kind_of(code)] if code else 0 for code in range(CODE_COUNT))
"""By code: the kind it clashes with, 0 if with none (SK-9)."""


EAST, NORTH, _, _ = BEHIND_GATES


_ROW = (1 << STRIDE) - 1
_COLUMN = sum(1 << STRIDE * row for row in range(17))
ROWS = tuple(_ROW << point // STRIDE * STRIDE & BOARD for point in range(SIZE))
COLUMNS = tuple(_COLUMN << point % STRIDE & BOARD for point in range(SIZE))
"""By point: all points of its row, of its column, on both sides of every gate."""


def cancelled(board: Board, rules: Ruleset) -> tuple[Mask, Mask]:
    """The rows and the columns whose harmonies rocks cancel (SK-15)."""
    rows = columns = 0
    for point in points_of(both(board, ROCK)) if rules.rocks_cancel_lines else ():
        rows |= ROWS[point]
        columns |= COLUMNS[point]
    return rows, columns


def suited(board: Board, rules: Ruleset) -> list[Pair]:
    """The pairs that form a harmony if nothing stands between them: not drained or cancelled."""
    cells = board.cells
    able = blooming(board) & ~drained(board)
    rows, columns = cancelled(board, rules)
    pairs = []
    for first, second, between in aligned(able, BEHIND_GATES):
        owner = SUITS[cells[first]][cells[second]]
        if owner != NOBODY:
            lines = rows if BITS[second] & ROWS[first] else columns
            if not lines & BITS[first]:
                pairs.append(Pair(first, second, between, owner))
    return pairs


@lru_cache(maxsize=1 << 10)
def harmonies_of(board: Board, rules: Ruleset) -> tuple[Harmony, ...]:
    """All harmonies on the board, from the south-west corner row by row (SK-8).
    Remembered, for match, scene, score and search ask for the same boards.
    """
    cells, taken = board.cells, board.taken
    able = blooming(board) & ~drained(board)
    rows, columns = cancelled(board, rules)
    found = []
    for rays, silent in ((EAST, rows), (NORTH, columns)):
        for first in points_of(able & ~silent):
            hit = rays[first] & taken
            if hit & -hit & able:
                second = (hit & -hit).bit_length() - 1
                owner = SUITS[cells[first]][cells[second]]
                if owner != NOBODY:
                    found.append(Harmony(first, second, owner))
    return tuple(sorted(found))


def opposed(board: Board) -> list[Pair]:
    """The pairs on one line that clash if nothing stands between them (SK-9)."""
    cells, masks, pairs = board.cells, board.masks, []
    for kind in BASICS[:3]:
        ones, others = masks[kind] | masks[kind + SECOND], both(board, OPPOSITE[kind])
        if ones and others:
            for first, second, between in aligned((ones | others) & GROUND, BEHIND_GATES):
                if CLASHING[cells[first]] == kind_of(cells[second]):
                    pairs.append(Pair(first, second, between, NOBODY))
    return pairs


def clashes(board: Board) -> list[tuple[Point, Point]]:
    """All pairs of tiles that clash; none in a position a legal game can reach."""
    taken = board.taken
    return [(pair.first, pair.second) for pair in opposed(board) if not pair.between & taken]


def crosses_midline(harmony: Harmony) -> bool:
    """Whether it joins two sides of a midline without lying on the other one (SK-20)."""
    (x1, y1), (x2, y2) = xy(harmony.first), xy(harmony.second)
    return (x1 * x2 < 0 and y1 != 0) or (y1 * y2 < 0 and x1 != 0)


# The ring -------------------------------------------------------------------------------------


def ring(lines: Iterable[Harmony], owner: Seat) -> tuple[Point, ...]:
    """A player's harmony ring as the points it runs through; empty if there is none (SK-19).
    Every harmony across the ray from the centre to the right weighs one turn. Walking along the
    harmonies, a tile reached twice with different sums closes a way round the centre.
    """
    own = [line for line in lines if line.owner == owner and not _meets_centre(line)]
    if len(own) < 4 or not any(map(_turns, own)):
        return ()
    steps: dict[Point, list[tuple[Point, int]]] = {}
    for harmony in own:
        turn = _turns(harmony)
        steps.setdefault(harmony.first, []).append((harmony.second, turn))
        steps.setdefault(harmony.second, []).append((harmony.first, -turn))
    sums: dict[Point, int] = {}
    parents: dict[Point, Point] = {}
    for root in steps:
        if root not in sums:
            sums[root] = 0
            closing = _walk(root, steps, sums, parents)
            if closing is not None:
                return _cycle(*closing, parents)
    return ()


def _meets_centre(harmony: Harmony) -> bool:
    (x1, y1), (x2, y2) = xy(harmony.first), xy(harmony.second)
    return (y1 == y2 == 0 and x1 <= 0 <= x2) or (x1 == x2 == 0 and y1 <= 0 <= y2)


def _turns(harmony: Harmony) -> int:
    (x1, y1), (x2, y2) = xy(harmony.first), xy(harmony.second)
    return int(x1 == x2 > 0 and y1 < 0 <= y2)


def _walk(
    root: Point,
    steps: Mapping[Point, list[tuple[Point, int]]],
    sums: dict[Point, int],
    parents: dict[Point, Point],
) -> tuple[Point, Point] | None:
    stack = [root]
    while stack:
        point = stack.pop()
        for following, turn in steps[point]:
            if following not in sums:
                sums[following] = sums[point] + turn
                parents[following] = point
                stack.append(following)
            elif sums[following] != sums[point] + turn:
                return point, following
    return None


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

_PLACED = {xy(point): point for point in points_of(BOARD)}
_CLOCKWISE = ((-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))


def _turn(hub: Point) -> dict[Point, Point | None]:
    x, y = xy(hub)
    rim = [(x + dx, y + dy) for dx, dy in _CLOCKWISE]
    points = [_PLACED.get(place) for place in rim]
    return {
        point: following
        for point, following in zip(points, points[1:] + points[:1], strict=True)
        if point is not None
    }


TURN = tuple(_turn(point) if BOARD & BITS[point] else {} for point in range(SIZE))
"""By a wheel's point: where it takes each of its neighbours, None being off the board."""


def turns_of(board: Board, hub: Point) -> dict[Point, Point]:
    """Where a wheel laid at `hub` takes each tile around it; legal wheels only (SK-17)."""
    rim = points_of(KING[hub] & board.taken)
    return {point: goal for point in rim if (goal := TURN[hub][point]) is not None}


def with_bonus(board: Board, code: Code, point: Point, goal: Point | None) -> Board:
    """The board after a bonus tile: laid, turning, ferrying a flower or sinking an accent."""
    old = board.cells[point]
    if goal is not None:
        return changed(board, {point: code, goal: old})
    if old:
        return changed(board, {point: 0})
    if kind_of(code) == WHEEL:
        turns = turns_of(board, point)
        heads = {goal: board.cells[tail] for tail, goal in turns.items()}
        return changed(board, {**dict.fromkeys(turns, 0), **heads, point: code})
    return changed(board, {point: code})


def changes(
    before: Board, after: Board, rules: Ruleset, moved: Mapping[Point, Point]
) -> tuple[list[Harmony], list[Harmony]]:
    """The harmonies a step made, and those it broke; `moved` tells where tiles came from.
    A harmony whose tiles only moved along is neither.
    """

    def tiles(line: Harmony, places: Mapping[Point, Point]) -> tuple[Point, ...]:
        one, two, owner = line
        return (*sorted((places.get(one, one), places.get(two, two))), owner)

    old = {tiles(line, {}): line for line in harmonies_of(before, rules)}
    new = {tiles(line, moved): line for line in harmonies_of(after, rules)}
    made = [line for key, line in new.items() if key not in old]
    return made, [line for key, line in old.items() if key not in new]


# Arranging ------------------------------------------------------------------------------------


class Arranges(NamedTuple):
    """Where one flower may be arranged to, and on which of these points it earns a bonus."""

    source: Point
    goals: Mask
    granting: Mask


def prey(board: Board, seat: Seat, kind: Kind, rules: Ruleset) -> Mask:
    """The enemy flowers that a player's flower of this kind may capture (SK-12)."""
    foe = 1 - seat
    masks = board.masks
    found = masks[code_of(ORCHID, foe)] if is_wild(board, foe) else 0
    if kind in BASICS:
        found |= masks[code_of(OPPOSITE[kind], foe)]
    elif kind == ORCHID and is_wild(board, seat):
        found |= (
            flowers(board, foe) if rules.orchids_take_specials else of_kinds(board, BASICS, foe)
        )
    return found & GROUND


def within_reach(board: Board, source: Point, prey_there: Mask) -> Mask:
    """Where the steps of the flower on `source` lead, gardens and clashes left aside (SK-11)."""
    steps = STEPS[kind_of(board.cells[source])]
    return reach(source, BOARD & ~board.taken, steps, prey_there) & GROUND


class Survey:
    """What all arranges of one player on one board have in common."""

    def __init__(self, board: Board, seat: Seat, rules: Ruleset) -> None:
        self.board, self.seat, self.rules = board, seat, rules
        self.opposed = opposed(board)
        self.suited = [pair for pair in suited(board, rules) if pair.owner == seat]
        self.partners = self._partners()
        self.drained = drained(board)
        self.movable = flowers(board, seat) & ~trapping(board, seat)

    def _partners(self) -> list[tuple[Point, Code, Mask, Mask]]:
        """Flowers that may harmonise, and what they see where harmonies are not cancelled."""
        board, taken = self.board, self.board.taken
        rows, columns = cancelled(board, self.rules)
        able = blooming(board) & ~drained(board) & ~both(board, ORCHID)
        return [
            (
                point,
                board.cells[point],
                0 if rows & BITS[point] else row_sight(point, taken, BEHIND_GATES),
                0 if columns & BITS[point] else column_sight(point, taken, BEHIND_GATES),
            )
            for point in points_of(able)
        ]

    def of_flower(self, source: Point) -> Arranges:
        """What one untrapped flower of the player may do."""
        board = self.board
        kind = kind_of(board.cells[source])
        prey_there = prey(board, self.seat, kind, self.rules)
        goals = within_reach(board, source, prey_there) & FITS[kind]
        if goals and kind in BASICS:
            goals &= ~self._clashing_from(source, kind)
        for pair in self.opposed:
            if pair.between & board.taken == BITS[source]:
                goals &= pair.between | BITS[pair.first] | BITS[pair.second]
        return Arranges(source, goals, goals & self._granting(source) if goals else 0)

    def _clashing_from(self, source: Point, kind: Kind) -> Mask:
        """Where the flower would see its opposite, once it has left its point (SK-9)."""
        taken = self.board.taken ^ BITS[source]
        seen = 0
        for point in points_of(both(self.board, OPPOSITE[kind]) & GROUND):
            seen |= sight(point, taken, BEHIND_GATES)
        return seen

    def _granting(self, source: Point) -> Mask:
        """Where the flower creates a harmony of its owner that was not there before (SK-14)."""
        bit, taken = BITS[source], self.board.taken
        granting, rest = 0, taken ^ bit
        suits, current = SUITS[self.board.cells[source]], set[Point]()
        for first, second, between, _ in self.suited:
            if between & taken == bit:
                granting |= ~(between | BITS[first] | BITS[second])
            elif source in (first, second) and not between & taken:
                current.add(first + second - source)
        own = 0
        for point, code, row, column in self.partners:
            if suits[code] == self.seat and point != source and point not in current:
                own |= row_sight(point, rest, BEHIND_GATES) if row & bit else row
                own |= column_sight(point, rest, BEHIND_GATES) if column & bit else column
        return granting | own & ~self.drained


@lru_cache(maxsize=256)
def arranges(board: Board, seat: Seat, rules: Ruleset) -> tuple[Arranges, ...]:
    """Every flower that a player may arrange, with all it may do; the last boards are kept."""
    survey = Survey(board, seat, rules)
    found = (survey.of_flower(point) for point in points_of(survey.movable))
    return tuple(arranges for arranges in found if arranges.goals)


def goals_of(board: Board, seat: Seat, rules: Ruleset, source: Point) -> Mask:
    """Where the flower on `source` may be arranged to; nowhere if it is not the player's."""
    return next((a.goals for a in arranges(board, seat, rules) if a.source == source), 0)


def open_gates(board: Board) -> Mask:
    return GATES & ~board.taken


# Bonus tiles ----------------------------------------------------------------------------------


class Bonuses(NamedTuple):
    """Which bonus tiles may be played, and where."""

    flowers: tuple[Kind, ...]
    gates: Mask
    accents: tuple[tuple[Kind, Mask], ...]
    """Rock, wheel and knotweed with the points they may be laid on."""
    ferries: tuple[tuple[Point, Mask], ...]  # flowers a boat may move, and where to
    wrecks: Mask  # accents a boat may take off the board


def bonuses(board: Board, seat: Seat, hand: Hand, rules: Ruleset) -> Bonuses:
    """The bonus tiles a player may play on a board that stands (SK-14 to SK-18)."""
    free = GROUND & ~board.taken
    gates = open_gates(board)
    bare = not flowers(board, seat) & GATES
    kinds = FLOWERS if bare or not rules.bonus_basic_needs_bare_gates else FLOWERS[len(BASICS) :]
    places = {ROCK: free, WHEEL: wheels(board) if hand[WHEEL] else 0, KNOTWEED: free}
    boat = hand[BOAT] > 0
    return Bonuses(
        tuple(kind for kind in kinds if hand[kind]) if gates else (),
        gates,
        tuple((kind, places[kind]) for kind in ACCENTS[:3] if hand[kind]),
        ferries(board) if boat else (),
        wrecks(board, rules) if boat else 0,
    )


def ferries(board: Board) -> tuple[tuple[Point, Mask], ...]:
    """The flowers a boat may move and where to; the boat goes on barring sight (SK-18)."""
    taken = board.taken
    free = GROUND & ~taken
    seen = [0] * (len(CIRCLE) + 1)
    for kind in BASICS:
        for point in points_of(both(board, kind) & GROUND):
            seen[OPPOSITE[kind]] |= sight(point, taken, BEHIND_GATES)
    found = []
    for point in points_of(blooming(board)):
        kind = kind_of(board.cells[point])
        goals = KING[point] & free & FITS[kind]
        if kind in BASICS:
            goals &= ~seen[kind]
        if goals:
            found.append((point, goals))
    return tuple(found)


def wrecks(board: Board, rules: Ruleset) -> Mask:
    """The accents a boat may take off the board without uncovering a clash (SK-18)."""
    there = 0
    for kind in rules.boats_remove:
        there |= both(board, kind)
    for pair in opposed(board):
        bars = pair.between & board.taken
        if not bars & bars - 1:
            there &= ~bars
    return there


# Wheels ---------------------------------------------------------------------------------------


def _spoilt(kind: Kind) -> tuple[Mask, ...]:
    """By point: the wheels that would take a tile of this kind from there to a wrong point."""
    spoilt = [0] * SIZE
    for hub in points_of(GROUND):
        for point, following in TURN[hub].items():
            if following is None or not FITS[kind] & BITS[following]:
                spoilt[point] |= BITS[hub]
    return tuple(spoilt)


_SPOILT_BY_GARDEN = {FITS[kind]: _spoilt(kind) for kind in (BASICS[0], BASICS[-1], LOTUS)}
SPOILT = ((0,) * SIZE, *(_SPOILT_BY_GARDEN[FITS[kind]] for kind in range(1, len(FITS))))
"""By kind and point: the wheels that may not turn such a tile there (SK-17)."""


def _heads(point: Point) -> tuple[tuple[Point, Mask], ...]:
    hubs: dict[Point, Mask] = {}
    for hub in points_of(KING[point] & GROUND):
        following = TURN[hub].get(point)
        if following is not None:
            hubs[following] = hubs.get(following, 0) | BITS[hub]
    return tuple(hubs.items())


HEADS = tuple(_heads(point) if BOARD & BITS[point] else () for point in range(SIZE))
"""By point: where wheels can take a tile from there, and the wheels that do."""


def wheels(board: Board) -> Mask:
    """The points on which a wheel may be laid (SK-17)."""
    masks, cells, taken = board.masks, board.cells, board.taken
    possible = GROUND & ~taken & ~around(both(board, ROCK) | taken & GATES)
    for point in points_of(taken & GROUND):
        possible &= ~SPOILT[kind_of(cells[point])][point]
    pairs = opposed(board)
    doubtful = 0
    for pair in pairs:
        bars = pair.between & taken
        if bars.bit_count() <= 3:
            doubtful |= _all_around(bars)
    for kind in BASICS:
        ones = (masks[kind] | masks[kind + SECOND]) & GROUND
        others = both(board, OPPOSITE[kind]) & GROUND
        if ones and others:
            doubtful |= _doubtful(points_of(ones), points_of(others))
    for hub in points_of(possible & doubtful):
        if _wheel_clashes(board, hub, pairs):
            possible ^= BITS[hub]
    return possible


def _all_around(bars: Mask) -> Mask:
    """The wheels that would move all of these tiles."""
    hubs = -1
    for point in points_of(bars):
        hubs &= KING[point]
    return hubs


def _doubtful(ones: list[Point], others: list[Point]) -> Mask:
    """The wheels that could take one of `ones` to where an opposite sees it; rather too many."""
    cross = hubs = 0
    for other in others:
        cross |= ROWS[other] | COLUMNS[other]
        for one in ones:
            hubs |= KING[one] & KING[other]
    for one in ones:
        for head, turning in HEADS[one]:
            if cross & BITS[head]:
                hubs |= turning
    return hubs


def _wheel_clashes(board: Board, hub: Point, pairs: list[Pair]) -> bool:
    """Whether a wheel that may turn its tiles otherwise leaves a clash."""
    rim = KING[hub] & board.taken
    turning = {TURN[hub][point]: board.cells[point] for point in points_of(rim)}
    landed = {point: code for point, code in turning.items() if point is not None}
    taken = board.taken & ~rim | BITS[hub] | mask_of(landed)
    for point, code in landed.items():
        foe = CLASHING[code]
        if foe:
            foes = both(board, foe) & GROUND & ~rim
            foes |= mask_of(p for p, c in landed.items() if c % SECOND == foe)
            if foes and foes & sight(point, taken, BEHIND_GATES):
                return True
    return any(
        not pair.between & taken and not rim & (BITS[pair.first] | BITS[pair.second])
        for pair in pairs
    )
