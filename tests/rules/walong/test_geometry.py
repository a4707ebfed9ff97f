"""The geometry of the Walong, W-1 to W-7, and the facts any implementation must reproduce."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from game.rules.walong import overlap_table
from game.rules.walong.geometry import (
    ANGLES,
    CENTRES,
    DIRECTIONS,
    FARTHEST,
    HOME,
    SIDES,
    UNITS,
    Point,
    Pose,
    centre,
    corners,
    direction,
    mate,
    outline,
    pack,
    pose_of,
    read_place,
    read_pose,
    relative,
    s_curve,
    side_contact,
    side_place,
    to_plane,
    unpack,
    views,
)
from game.rules.walong.overlap import LIMIT, OVERLAPS, REACH, shared_area
from tests.overlapping import overlap

DATA = Path(__file__).parents[2] / "data"
FACTS: dict[str, Any] = json.loads(gzip.decompress((DATA / "walong_facts.json.gz").read_bytes()))
MATINGS = [(i, j) for i in SIDES for j in SIDES if i <= j]


def recorded() -> list[dict[str, Any]]:
    text = gzip.decompress((DATA / "walong_overlap.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def random_pose(rng: random.Random, span: int) -> Pose:
    return Pose(rng.randrange(12), *(rng.randint(-span, span) for _ in range(4)))


def touching(*poses: Pose) -> set[Pose]:
    """Every pose that shares a side with one of the poses and overlaps none."""
    found = {mate(pose, i, j) for pose in poses for i in SIDES for j in SIDES}
    return {pose for pose in found if not any(overlap(pose, other) for other in poses)}


def common_sides(pose: Pose, *others: Pose) -> int:
    return sum(side_contact(pose, other) is not None for other in others)


def shape(*poses: Pose) -> frozenset[Pose]:
    """The figure the poses form, the same however it is turned or moved."""
    return min(
        (frozenset(relative(pose, base) for pose in poses) for base in poses),
        key=lambda figure: sorted(figure),
    )


# W-1 to W-4 ------------------------------------------------------------------------------------


def test_w_1_any_side_mates_any_side() -> None:
    mates = [mate(HOME, i, j) for i, j in product(SIDES, SIDES)]
    assert len(mates) == len(touching(HOME)) == FACTS["ordered_matings_overlap_free"] == 25


def test_w_1_the_outline_is_chiral() -> None:
    points = list(outline(HOME, 12))
    mirrored = [point.conjugate() for point in reversed(points)]
    assert cycle(bends(points)) == cycle(bends([p * to_plane(UNITS[1]) + 3 for p in points]))
    assert cycle(bends(points)) != cycle(bends(mirrored))


def bends(points: list[complex]) -> list[float]:
    """How the way turns at every point of a closed line."""
    edges = [b - a for a, b in zip(points, points[1:] + points[:1], strict=True)]
    return [
        round((b / a).imag / abs(b / a), 6)
        for a, b in zip(edges, edges[1:] + edges[:1], strict=True)
    ]


def cycle(values: list[float]) -> list[float]:
    """The same for every starting point of a closed line."""
    return min(values[n:] + values[:n] for n in range(len(values)))


def test_w_2_the_fourth_power_of_w() -> None:
    square, fourth = UNITS[2], UNITS[4]
    assert fourth == square.minus(Point(1, 0, 0, 0))
    assert UNITS[6] == Point(-1, 0, 0, 0)
    assert Point(3, -1, 4, 1).turned(12) == Point(3, -1, 4, 1)
    assert Point(3, -1, 4, 1).turned(1) == Point(-1, 3, 0, 4)


def test_w_2_points_lie_in_the_plane_where_the_rule_says() -> None:
    assert to_plane(Point(2, 0, 2, 0)) == pytest.approx(complex(3, 3**0.5))
    assert to_plane(Point(0, 2, 0, 1)) == pytest.approx(complex(3**0.5, 2))


def test_w_3_corners_directions_and_angles() -> None:
    assert [list(corner) for corner in corners(HOME)] == FACTS["vertices_v0_to_v4"]
    assert list(DIRECTIONS) == FACTS["directions"]
    assert list(ANGLES) == FACTS["interior_angles"]
    turns = [(direction(HOME, j) - direction(HOME, j - 1)) % 12 for j in SIDES]
    assert [180 - 30 * turn for turn in turns] == list(ANGLES)


def test_w_3_a_pose_turns_counter_clockwise_about_corner_0() -> None:
    assert corners(Pose(3, 1, 0, 0, 0))[1] == Point(1, 0, 0, 1)


def test_w_4_the_s_is_the_curve_of_the_rule() -> None:
    for step in range(13):
        t = step / 12
        ends = 3 * 0.5 * t * (1 - t) ** 2, 3 * 0.5 * t * t * (1 - t)
        assert s_curve(t) == pytest.approx(complex(sum(ends) + t**3, ends[0] - ends[1]))
        assert s_curve(t).imag == pytest.approx(1.5 * t * (1 - t) * (1 - 2 * t))
        assert s_curve(t) + s_curve(1 - t) == pytest.approx(1), "point-symmetric"


@pytest.mark.parametrize("steps", [8, 12, 16])
def test_w_4_polylines_of_mated_sides_coincide(steps: int) -> None:
    for i, j in product(SIDES, SIDES):
        mine, theirs = list(outline(HOME, steps)), list(outline(mate(HOME, i, j), steps))
        side = [mine[(i * steps + n) % len(mine)] for n in range(steps + 1)]
        other = [theirs[(j * steps + n) % len(theirs)] for n in range(steps + 1)]
        assert side == pytest.approx(other[::-1])


def test_w_4_the_s_takes_as_much_as_it_gives() -> None:
    assert shared_area(HOME, HOME) == pytest.approx(FACTS["straight_area"])


# W-5: contacts ---------------------------------------------------------------------------------


def test_w_5_a_side_contact_is_a_whole_side() -> None:
    for i, j in product(SIDES, SIDES):
        assert side_contact(HOME, mate(HOME, i, j)) == (i, j)


def test_w_5_tips_share_a_corner_and_no_side() -> None:
    tip = Pose(6, 0, 0, 0, 0)
    assert not set(corners(HOME)).isdisjoint(corners(tip))
    assert side_contact(HOME, tip) is None
    assert not overlap(HOME, tip)


def test_w_5_contacts_as_recorded() -> None:
    for row in recorded():
        pose = Pose(*row["pose"])
        contact = side_contact(HOME, pose)
        assert ([list(contact)] if contact else []) == row["side_contact"], pose
        assert bool(set(corners(HOME)) & set(corners(pose))) == row["tip_contact"], pose


# W-6: overlap ----------------------------------------------------------------------------------


def test_w_6_overlap_as_recorded() -> None:
    for row in recorded():
        assert overlap(HOME, Pose(*row["pose"])) == row["overlap"], row


def test_w_6_the_verdict_never_depends_on_rounding() -> None:
    rows = random.Random(6).sample(recorded(), 300)
    near = [row for row in rows if abs(centre(Pose(*row["pose"])) - CENTRES[0]) <= REACH]
    areas = [(row["overlap"], shared_area(HOME, Pose(*row["pose"]))) for row in near]
    assert min(area for overlaps, area in areas if overlaps) > 1.6e-5
    assert max(area for overlaps, area in areas if not overlaps) < 1e-14


def test_w_6_the_thinnest_overlap_is_seen() -> None:
    thin = [row for row in recorded() if row["overlap"] and row["tip_contact"]]
    assert all(shared_area(HOME, Pose(*row["pose"])) > 1.6e-5 for row in thin)


def test_w_6_the_shipped_table_is_what_is_measured() -> None:
    rng = random.Random(66)
    near: list[Any] = []
    far: list[Any] = []
    while len(near) < 300:
        pose = random_pose(rng, overlap_table.WIDTH)
        (near if abs(centre(pose) - CENTRES[0]) <= REACH else far).append(pose)
    for pose in near:
        assert OVERLAPS[pack(pose)] == (shared_area(HOME, pose) > LIMIT), pose
    assert not any(OVERLAPS[pack(pose)] for pose in far)


def test_w_6_overlap_is_mutual_and_moves_with_the_pieces() -> None:
    rng = random.Random(7)
    for _ in range(300):
        base, pose = random_pose(rng, 6), random_pose(rng, 2)
        shift = pose.point.turned(base.k).plus(base.point)
        moved = Pose((pose.k + base.k) % 12, *shift)
        assert relative(moved, base) == pose
        assert overlap(HOME, pose) == overlap(base, moved) == overlap(moved, base)


def test_w_6_recorded_poses_are_answered_as_recorded() -> None:
    assert all(overlap(HOME, Pose(*row["pose"])) == row["overlap"] for row in recorded())


def test_w_6_poses_beyond_the_table_are_measured() -> None:
    rng, found = random.Random(67), list[bool]()
    while len(found) < 40:
        pose = random_pose(rng, overlap_table.WIDTH + 3)
        beyond = max(map(abs, pose.point)) > overlap_table.WIDTH
        if beyond and abs(centre(pose) - CENTRES[0]) <= REACH:
            found.append(overlap(HOME, pose))
            assert found[-1] == (shared_area(pose, HOME) > LIMIT), pose
    assert set(found) == {True, False}


def test_w_6_two_pieces_never_share_two_sides() -> None:
    for other in touching(HOME):
        shared = set(corners(HOME)) & set(corners(other))
        assert len(shared) == 2


# Facts -----------------------------------------------------------------------------------------


def test_fact_15_matings_with_their_poses() -> None:
    assert [list(mating) for mating in MATINGS] == FACTS["matings"]
    poses = [mate(HOME, i, j) for i, j in MATINGS]
    assert [list(pose) for pose in poses] == FACTS["mating_pose_of_second"]
    assert len({shape(HOME, pose) for pose in poses}) == FACTS["mating_count"] == 15


def test_fact_512_placements_of_a_third_piece_16_of_them_double() -> None:
    total, doubles = 0, list[tuple[Pose, Pose]]()
    for i, j in MATINGS:
        second = mate(HOME, i, j)
        thirds = touching(HOME, second)
        double = sorted(pose for pose in thirds if common_sides(pose, HOME, second) == 2)
        fact = FACTS["third_piece_per_mating"][f"{i},{j}"]
        assert (len(thirds), len(double)) == (fact["count"], fact["double"])
        assert [list(pose) for pose in double] == fact["double_poses"]
        total += len(thirds)
        doubles += [(second, third) for third in double]
    assert (total, len(doubles)) == (512, 16)
    assert Counter(notch(second, third) for second, third in doubles) == {150: 12, 60: 4}


def notch(second: Pose, third: Pose) -> int:
    """The angle of the third piece at the corner where it touches both others."""
    shared = set(corners(HOME)) & set(corners(second)) & set(corners(third))
    return ANGLES[corners(third).index(shared.pop())]


def test_fact_210_outlines_of_three_pieces() -> None:
    shapes = {
        shape(HOME, mate(HOME, i, j), third)
        for i, j in MATINGS
        for third in touching(HOME, mate(HOME, i, j))
    }
    # Different figures can have the same outline only if a piece fits two ways into the same hole.
    outlines = {rim_of(figure) for figure in shapes}
    assert len(outlines) == FACTS["distinct_three_piece_outlines"]


def rim_of(figure: frozenset[Pose]) -> tuple[int, ...]:
    """The turns along the outer rim, starting anywhere."""
    edges = {(corners(p)[j], corners(p)[(j + 1) % 5]): direction(p, j) for p in figure
             for j in SIDES}  # fmt: skip
    free = {edge: d for edge, d in edges.items() if edge[::-1] not in edges}
    following = {start: (end, d) for (start, end), d in free.items()}
    point, walk = next(iter(following)), list[int]()
    for _ in following:
        point, d = following[point]
        walk.append(d)
    turns = [(b - a) % 12 for a, b in zip(walk, walk[1:] + walk[:1], strict=True)]
    return min(tuple(turns[n:] + turns[:n]) for n in range(len(turns)))


def test_fact_429_ways_to_wall_in_a_piece() -> None:
    found = set[frozenset[Pose]]()

    def wall(poses: tuple[Pose, ...]) -> None:
        if len(poses) == 5:
            found.add(frozenset(poses))
            return
        for own in SIDES:
            pose = mate(HOME, len(poses), own)
            if not any(overlap(pose, other) for other in poses):
                wall((*poses, pose))

    wall(())
    assert len(found) == FACTS["ways_to_enclose_one_piece"] == 429
    assert {len(poses) for poses in found} == {5}


def test_fact_the_angles_that_close_a_corner() -> None:
    found = set[tuple[int, ...]]()

    def fan(taken: tuple[int, ...], turned: int, poses: tuple[Pose, ...]) -> None:
        if turned == 360:
            found.add(min(taken[n:] + taken[:n] for n in range(len(taken))))
            return
        for corner in SIDES:
            if turned + ANGLES[corner] <= 360:
                pose = around_origin(corner, turned // 30)
                if not any(overlap(pose, other) for other in poses):
                    fan((*taken, corner), turned + ANGLES[corner], (*poses, pose))

    fan((), 0, ())
    angles = Counter("+".join(map(str, sorted(ANGLES[c] for c in fan))) for fan in found)
    assert angles == FACTS["corner_angle_multisets_around_a_point"]
    assert len(found) == FACTS["corner_sequences_around_a_point"] == 31


def around_origin(corner: int, towards: int) -> Pose:
    """A piece with this corner at the origin and the side after it in this direction."""
    k = (towards - DIRECTIONS[corner]) % 12
    return Pose(k, *HOME.point.minus(corners(Pose(k, 0, 0, 0, 0))[corner]))


# Codes and texts -------------------------------------------------------------------------------


def test_codes_are_ordered_as_poses_are_and_read_back() -> None:
    rng = random.Random(8)
    poses = [random_pose(rng, FARTHEST) for _ in range(500)]
    assert [unpack(pack(pose)) for pose in poses] == poses
    assert [unpack(code) for code in sorted(map(pack, poses))] == sorted(poses)


def test_views_tell_how_two_pieces_lie() -> None:
    rng = random.Random(9)
    for reach in (1, 40, FARTHEST):
        for _ in range(100):
            first, second = random_pose(rng, reach), random_pose(rng, reach)
            ahead, behind = views(pack(second)), views(pack(first))
            assert unpack(ahead[first.k] - behind[first.k]) == relative(second, first)


def test_centres_are_at_equal_distance_from_corners_0_1_and_3() -> None:
    for k in range(12):
        pose = Pose(k, 2, -1, 0, 3)
        far = [abs(to_plane(corners(pose)[j]) - centre(pose)) for j in (0, 1, 3)]
        assert far == pytest.approx([1, 1, 1])


@pytest.mark.parametrize("pairs", list(combinations(range(0, 25, 6), 2)))
def test_a_mate_of_a_mate_lies_where_it_should(pairs: tuple[int, int]) -> None:
    (i, j), (m, n) = (divmod(pair, 5) for pair in pairs)
    second = mate(Pose(7, 3, 1, -2, 0), i, j)
    assert mate(second, j, i) == Pose(7, 3, 1, -2, 0)
    assert side_contact(second, mate(second, m, n)) == (m, n)


@pytest.mark.parametrize(
    "text", ["", "12:0,0,0,0", "0:0,0,0", "0:0,0,0,0,0", "0: 0,0,0,0", "0:1000,0,0,0", "x:0,0,0,0"]
)
def test_texts_that_are_no_poses(text: str) -> None:
    assert read_pose(text) is None
    assert read_place(text) is None


def test_poses_and_places_are_read_back() -> None:
    pose = Pose(11, -3, 0, 12, 999)
    assert read_pose(str(pose)) == pose
    assert read_place(str(pose)) == (pose, None)
    assert read_place(side_place(pose, 4)) == (pose, 4)
    assert read_place(f"{pose}/5") is None


@pytest.mark.parametrize("numbers", [None, [0, 0, 0, 0], [0, 0, 0, 0, "0"], [True, 0, 0, 0, 0],
                                     [0, 0, 0, 0, 0.0], [-1, 0, 0, 0, 0]])  # fmt: skip
def test_json_that_is_no_pose(numbers: object) -> None:
    assert pose_of(numbers) is None
