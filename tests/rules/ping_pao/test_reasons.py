"""The reason for which a move is refused is a rule that it really breaks, the nearest to what was
meant.

What is broken is worked out here from pairs of pieces alone, without what clusters keep at hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from game.rules.ping_pao.game import PingPao
from game.rules.ping_pao.state import FACES, PASS, ROLLS, Lay, Move, Pass, Roll, Table, Take
from game.rules.walong.geometry import (
    HOME,
    SIDES,
    Point,
    Pose,
    centre,
    corners,
    mate,
    side_contact,
    side_place,
)
from game.scenes.ping_pao.choice import REACH, Laying
from game.scenes.walong.table import MIDDLES
from tests.overlapping import overlap

GAME = PingPao()
Told = tuple[str, str, frozenset[str]]
"""The rule, what is said, and the places that are pointed at."""
STARTS = ("first", "random", "die")


@cache
def game_of(seats: int, seed: int) -> tuple[Table, ...]:
    """The tables of a whole game: pieces laid close together, then taken at random."""
    rng = random.Random(seed)
    table = GAME.start(seats, {"start": STARTS[(seats + seed) % 3]})
    tables = [table]
    while table.phase != "over":
        moves = GAME.moves(table)
        if isinstance(moves[0], Lay):
            spots = table.pieces.spots()
            some = rng.sample(list(moves), min(4, len(moves)))
            move = min(some, key=lambda m: abs(centre(m.pose))) if spots else moves[0]  # type: ignore[union-attr]
        else:
            move = rng.choice(moves)
        table = GAME.apply(table, move)
        tables.append(table)
    return tuple(tables)


# What is broken, the nearest first ----------------------------------------------------------------


def told(rule: str, key: str, *places: object) -> Told:
    return rule, key, frozenset(map(str, places))


def broken(table: Table, move: Move) -> Iterator[Told]:
    if table.phase == "over":
        yield told("PP-8", "over")
    elif table.phase == "luck":
        if not isinstance(move, Roll):
            yield told("PP-1", "luck_first")
        elif not table.by_die and move.face >= len(table.hands):
            yield told("PP-1", "not_playing")
    elif isinstance(move, Roll):
        yield told("PP-1", "begun")
    elif isinstance(move, Pass):
        yield from broken_by_passing(table)
    elif isinstance(move, Lay):
        yield from broken_by_laying(table, move.pose)
    else:
        yield from broken_by_taking(table, move.pose)


def broken_by_passing(table: Table) -> Iterator[Told]:
    if table.phase == "build":
        ways = (mate(pose, side, own) for pose in table.pieces for side in SIDES for own in SIDES)
        tries = ways if len(table.pieces) else iter((HOME,))
        if any(not list(broken_by_laying(table, pose)) for pose in tries):
            yield told("PP-3", "can_lay")
    else:
        own = [pose for pose, owner in table.pieces.pieces if owner == table.turn]
        if free := [pose for pose in own if len(beside(table, pose)) < 5]:
            yield told("PP-6", "can_take", *free)


def broken_by_laying(table: Table, pose: Pose) -> Iterator[Told]:
    if table.phase == "remove":
        yield told("PP-4", "built")
        return
    if not table.hands[table.turn]:
        yield told("PP-3", "hand_empty")
    if not len(table.pieces):
        if pose != HOME:
            yield told("PP-2", "first_at_home", HOME)
        return
    if over := [other for other in table.pieces if overlap(other, pose)]:
        yield told("PP-2", "overlap", *over)
    contacts = beside(table, pose)
    tips = [other for other in table.pieces if set(corners(other)) & set(corners(pose))]
    if not contacts and not over:
        yield told("PP-2", "tip_only", *tips) if tips else told("PP-2", "apart")
    own = [side_place(p, side) for p, (side, owner) in contacts.items() if owner == table.turn]
    if own:
        yield told("PP-2", "own_colour", *own)


def broken_by_taking(table: Table, pose: Pose) -> Iterator[Told]:
    owners = dict(table.pieces.pieces)
    if table.phase == "build":
        yield told("PP-4", "still_building", pose)
    elif pose not in owners:
        yield told("PP-4", "nothing_there", pose)
    else:
        if owners[pose] != table.turn:
            yield told("PP-4", "not_yours", pose)
        walls = beside(table, pose)
        if len(walls) == 5:
            sides = [side_place(p, side) for p, (side, _) in walls.items()]
            yield told("PP-4", "walled_in", pose, *sides)


def beside(table: Table, pose: Pose) -> dict[Pose, tuple[int, int]]:
    """The pieces a piece there shares a side with: which of theirs, and whose they are."""
    found = {}
    for other, owner in table.pieces.pieces:
        contact = side_contact(other, pose)
        if contact is not None and other != pose:
            found[other] = contact[0], owner
    return found


# What people may try ------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> Table:
    played = game_of(draw(st.integers(2, 5)), draw(st.integers(0, 1)))
    return draw(st.sampled_from(played))


@st.composite
def poses(draw: st.DrawFn, table: Table) -> Pose:
    """A piece that lies, one at its side, at a side of that one, a step off, or anything."""
    pose = draw(st.sampled_from(list(table.pieces) or [HOME]))
    for _ in range(draw(st.integers(0, 2))):
        pose = mate(pose, draw(st.integers(0, 4)), draw(st.integers(0, 4)))
    if draw(st.integers(0, 3)) == 0:
        steps = st.integers(-1, 1)
        by = Point(draw(steps), draw(steps), draw(steps), draw(steps))
        pose = Pose(draw(st.integers(0, 11)), *pose.point.plus(by))
    return pose


@st.composite
def tries(draw: st.DrawFn, table: Table) -> Move:
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return PASS
    if kind == 1:
        return draw(st.sampled_from(ROLLS))
    pose = draw(poses(table))
    return Take(pose) if (kind < 7) == (table.phase == "remove") else Lay(pose)


@given(st.data())
def test_the_reason_of_a_refusal_is_the_nearest_rule_that_is_broken(data: st.DataObject) -> None:
    table = data.draw(tables())
    move = data.draw(tries(table))
    refusal = GAME.why_illegal(table, move)
    reasons = list(broken(table, move))
    assert (refusal is None) == (not reasons)
    if refusal is None:
        assert move in GAME.moves(table)
        return
    assert (refusal.rule, refusal.key, frozenset(refusal.places)) == reasons[0]
    if refusal.key in ("own_colour", "not_yours", "not_playing"):
        number = table.turn if refusal.key == "own_colour" else None
        if isinstance(move, Take):
            number = table.pieces.label(move.pose)
        elif isinstance(move, Roll):
            number = move.face
        assert number is not None
        assert refusal.params == (("colour", f"@colour.{FACES[number]}"),)


@given(st.data())
def test_a_side_where_nothing_fits_is_refused_for_what_alone_is_in_the_way(
    data: st.DataObject
) -> None:
    table = data.draw(tables().filter(lambda table: table.phase == "build" and len(table.pieces)))
    laying = Laying(GAME, table)
    side = data.draw(st.sampled_from(laying.free_sides))
    refusal = laying.at_side(side)
    ways = [list(broken_by_laying(table, mate(*side, own))) for own in SIDES]
    assert (refusal is None) == any(not way for way in ways)
    if refusal is not None:
        alone = [way[0] for way in ways if len(way) == 1 and way[0][1] == "own_colour"]
        first = (refusal.rule, refusal.key, frozenset(refusal.places))
        assert first in (alone or [way[0] for way in ways])


@given(st.data())
def test_a_piece_held_over_a_place_where_it_fits_is_never_refused(data: st.DataObject) -> None:
    table = data.draw(tables().filter(lambda table: table.phase == "build" and len(table.pieces)))
    laying = Laying(GAME, table)
    if not laying.poses:
        return
    pose = data.draw(st.sampled_from(list(laying.poses)))
    laying.over(centre(pose) + MIDDLES[pose.k])
    assert laying.refusal is None
    assert laying.ghost in laying.poses


@given(st.data(), st.floats(-4, 4), st.floats(-4, 4), st.integers(0, 11))
def test_a_piece_let_go_is_refused_for_how_it_would_lie_right_there(
    data: st.DataObject, right: float, up: float, k: int
) -> None:
    table = data.draw(tables().filter(lambda table: table.phase == "build" and len(table.pieces)))
    laying = Laying(GAME, table)
    place = centre(data.draw(st.sampled_from(list(table.pieces)))) + complex(right, up)
    laying.k = k
    laying.over(place)
    if laying.ghost is None:
        pose = laying.dropped(place).pose
        at_side = bool(beside(table, pose))
        assert abs(centre(pose) - place) <= (REACH if at_side else 0.2)
        assert at_side or pose.k == k
