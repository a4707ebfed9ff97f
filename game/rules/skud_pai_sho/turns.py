"""All that a player of Skud Pai Sho may do on a board: plants, arranges and bonus tiles.

A board that stands is free of clashes, so a change can only clash in two ways: a tile that came
to a new point sees its opposite, or a pair of opposites lost what stood between them. Both are
asked of whole sets of points at once. What the answers look like as moves is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import (
    ACCENTS,
    BASICS,
    BEHIND_GATES,
    BITS,
    BOARD,
    BOAT,
    CIRCLE,
    CODES,
    FITS,
    FLOWERS,
    GATES,
    GROUND,
    KING,
    KNOTWEED,
    LOTUS,
    OPPOSITE,
    ORCHID,
    PLACES,
    ROCK,
    SECOND,
    SIZE,
    STEPS,
    WHEEL,
    Board,
    Code,
    Hand,
    Kind,
    Mask,
    Point,
    around,
    both,
    changed,
    code_of,
    column_sight,
    kind_of,
    mask_of,
    pick,
    points_of,
    reach,
    row_sight,
    sight,
)
from game.rules.skud_pai_sho.board import (
    CLASHING,
    COLUMNS,
    ROWS,
    SUITS,
    TURN,
    Pair,
    Ruleset,
    blooming,
    cancelled,
    columns_of,
    drained,
    flowers,
    is_wild,
    of_kinds,
    opposed,
    rows_of,
    suited,
    trapping,
)
from game.rules.skud_pai_sho.notation import (
    BONUS_TEXTS,
    DECLINE,
    PASS,
    Bonus,
    Move,
    Plant,
    arrange,
    bonus,
    plant,
    write,
)
from game.rules.skud_pai_sho.state import CHOICES, FIRST_GATES, State

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
        rocks = cancelled(board, self.rules)
        rows, columns = (rows_of(rocks), columns_of(rocks)) if rocks else (0, 0)
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


@dataclass(frozen=True, slots=True)
class Bonuses:
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


# Moves and turns, listed ----------------------------------------------------------------------

def moves(state: State) -> Sequence[Move]:
    """The legal steps, each once: arranges before plants, declining before bonus tiles."""
    if state.outcome is not None:
        return ()
    if state.phase == "accents":
        return CHOICES
    if state.phase == "open":
        return first_plants(state)
    if state.phase == "bonus":
        hand = state.hands[state.turn]
        return (DECLINE, *bonus_moves(bonuses(state.board, state.turn, hand, state.rules)))
    found: list[Move] = [
        arrange(source, goal)
        for source, goals, _ in arranges(state.board, state.turn, state.rules)
        for goal in points_of(goals)
    ]
    return [*found, *plants(state)] or (PASS,)


def first_plants(state: State) -> Sequence[Plant]:
    """The first plants: any basic flower for the guest, the same one for the host (SK-4)."""
    first = state.board.cells[FIRST_GATES[0]]
    return [plant(kind, FIRST_GATES[state.turn]) for kind in ((first,) if first else BASICS)]


def plants(state: State) -> list[Plant]:
    """The basic flowers in hand, each into each open gate (SK-10)."""
    gates, hand = points_of(open_gates(state.board)), state.hands[state.turn]
    return [plant(kind, gate) for kind in BASICS if hand[kind] for gate in gates]


def bonus_moves(open_now: Bonuses) -> list[Bonus]:
    """The bonus tiles as moves."""
    gates = points_of(open_now.gates)
    found = [bonus(kind, gate) for kind in open_now.flowers for gate in gates]
    for kind, places in open_now.accents:
        found += [bonus(kind, point) for point in points_of(places)]
    for point, goals in open_now.ferries:
        found += [bonus(BOAT, point, goal) for goal in points_of(goals)]
    return found + [bonus(BOAT, point) for point in points_of(open_now.wrecks)]


def turn_texts(state: State) -> list[str]:
    """Every complete turn as text: as `protocol.turns` finds them, in a fraction of the time."""
    if state.outcome is not None:
        return []
    if state.phase != "turn":
        return [write(move) for move in moves(state)]
    board, seat, hand, rules = state.board, state.turn, state.hands[state.turn], state.rules
    texts: list[str] = []
    for source, goals, granting in arranges(board, seat, rules):
        code = board.cells[source]
        for goal in points_of(goals):
            text = f"{PLACES[source]}-{PLACES[goal]}"
            texts.append(text)
            if granting & BITS[goal]:
                after = changed(board, {source: 0, goal: code})
                texts += _bonus_texts(text, after, seat, hand, rules)
    texts += map(write, plants(state))
    return texts or [write(PASS)]


def _bonus_texts(text: str, board: Board, seat: Seat, hand: Hand, rules: Ruleset) -> list[str]:
    """The turns that begin with this arrange and go on with a bonus tile."""
    open_now = bonuses(board, seat, hand, rules)
    texts: list[str] = []
    gates = [PLACES[gate] for gate in points_of(open_now.gates)]
    for kind in open_now.flowers:
        texts += [f"{text}+{CODES[kind]}{gate}" for gate in gates]
    for kind, places in open_now.accents:
        texts += [text + tile for tile in pick(BONUS_TEXTS[kind], places)]
    boats = BONUS_TEXTS[BOAT]
    for point, goals in open_now.ferries:
        boat = f"{text}{boats[point]}-"
        texts += [boat + PLACES[goal] for goal in points_of(goals)]
    return texts + [text + boats[point] for point in points_of(open_now.wrecks)]
