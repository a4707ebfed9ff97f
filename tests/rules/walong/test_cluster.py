"""Clusters: what lies where, who touches whom, and where one more piece fits."""

from __future__ import annotations

import pickle
import random

import pytest

from game.rules.walong.cluster import Cluster, Contact
from game.rules.walong.geometry import HOME, SIDES, Pose, corners, mate, side_contact, unpack
from tests.overlapping import overlap


def grown(count: int, seed: int, labels: int = 3) -> Cluster:
    """A random cluster, laid piece by piece."""
    rng = random.Random(seed)
    cluster = Cluster([(HOME, 0)])
    while len(cluster) < count:
        code = rng.choice(sorted(cluster.spots()))
        cluster = cluster.plus(unpack(code), len(cluster) % labels)
    return cluster


def labels_at_spots(cluster: Cluster) -> dict[int, int]:
    return {code: spot.labels for code, spot in cluster.spots().items()}


def ring() -> Cluster:
    """Pieces around an empty place of the shape of one piece."""
    walls = [mate(HOME, side, own) for side, own in enumerate(ring_sides())]
    return Cluster((pose, 0) for pose in walls)


def ring_sides() -> list[int]:
    """Own sides of five pieces that wall in a piece at home without overlapping."""
    found: list[int] = []

    def search() -> bool:
        if len(found) == 5:
            return True
        for own in SIDES:
            pose = mate(HOME, len(found), own)
            laid = [mate(HOME, side, other) for side, other in enumerate(found)]
            if not any(overlap(pose, other) for other in laid):
                found.append(own)
                if search():
                    return True
                found.pop()
        return False

    assert search()
    return found


# The pieces ------------------------------------------------------------------------------------


def test_equal_pieces_make_equal_clusters() -> None:
    first, second = mate(HOME, 0, 0), mate(HOME, 2, 3)
    cluster = Cluster([(HOME, 0), (first, 1), (second, 2)])
    assert cluster == Cluster([(HOME, 0)]).plus(first, 1).plus(second, 2)
    assert hash(cluster) == hash(Cluster(cluster.pieces))
    assert cluster != Cluster([(HOME, 0), (second, 2), (first, 1)]), "another laying order"
    assert cluster != Cluster([(HOME, 0), (first, 1), (second, 1)]), "another label"
    assert cluster != "cluster"


def test_a_cluster_knows_its_pieces() -> None:
    other = mate(HOME, 4, 1)
    cluster = Cluster([(HOME, 0), (other, 4)])
    assert list(cluster) == [HOME, other]
    assert (other in cluster, mate(HOME, 1, 1) in cluster, "0" in cluster) == (True, False, False)
    assert (cluster.label(other), len(cluster)) == (4, 2)
    assert repr(cluster) == f"Cluster({[(HOME, 0), (other, 4)]!r})"


def test_plus_and_minus_leave_the_cluster_as_it_is() -> None:
    cluster = grown(12, 1)
    kept = cluster.pieces, labels_at_spots(cluster)
    bigger = cluster.plus(unpack(min(cluster.spots())), 0)
    smaller = bigger.minus(HOME)
    assert (len(bigger), len(smaller), HOME in smaller) == (13, 12, False)
    assert (cluster.pieces, labels_at_spots(cluster)) == kept


def test_a_pickled_cluster_comes_back() -> None:
    cluster = grown(20, 2)
    again = pickle.loads(pickle.dumps(cluster))
    assert again == cluster
    assert labels_at_spots(again) == labels_at_spots(cluster)


# Contacts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_w_5_contacts_and_tips_are_those_of_the_pieces(seed: int) -> None:
    cluster = grown(30, seed)
    alone = cluster.alone(tips=True)
    for pose in cluster:
        others = [other for other in cluster if other != pose]
        pairs = [(side_contact(pose, other), other) for other in others]
        beside = sorted(Contact(c[0], other, c[1]) for c, other in pairs if c)
        assert sorted(cluster.contacts(pose)) == beside
        touching = [p for p in others if set(corners(p)) & set(corners(pose))]
        assert list(cluster.tips(pose)) == [p for p in touching if not side_contact(pose, p)]
        assert (pose in alone) == (not touching)


def test_w_6_overlapped_names_the_pieces_in_the_way() -> None:
    cluster = grown(30, 5)
    for code in list(grown(30, 6).spots())[:60]:
        pose = unpack(code)
        expected = tuple(other for other in cluster if overlap(pose, other))
        assert cluster.overlapped(pose) == expected
    assert cluster.overlapped(HOME) == (HOME,)


def test_w_7_a_side_without_a_partner_is_free() -> None:
    cluster = Cluster([(HOME, 0), (mate(HOME, 2, 4), 1)])
    assert cluster.free_sides(HOME) == (0, 1, 3, 4)
    assert cluster.free_sides(mate(HOME, 2, 4)) == (0, 1, 2, 3)


def test_w_7_a_side_that_looks_into_a_closed_hole_is_free() -> None:
    cluster = ring()
    around = cluster.contacts(HOME)
    assert len(around) == 5
    assert all(contact.other in cluster.free_sides(contact.pose) for contact in around)
    filled = cluster.plus(HOME, 1)
    assert filled.free_sides(HOME) == ()
    assert not any(contact.other in filled.free_sides(contact.pose) for contact in around)


def test_room_for_a_label_is_found_whether_the_spots_are_known_or_not() -> None:
    for pieces in range(1, 30):
        for labels in (1, 2, 3):
            cluster = grown(pieces, pieces, labels)
            anew = Cluster(cluster.pieces)
            for label in range(labels + 1):
                room = any(not spot.labels >> label & 1 for spot in cluster.spots().values())
                assert anew.has_room(label) == cluster.has_room(label) == room


# Groups ----------------------------------------------------------------------------------------


def test_groups_hang_together_by_sides_and_heaps_by_tips_too() -> None:
    tip = Pose(6, 0, 0, 0, 0)
    beside, far = mate(HOME, 3, 3), Pose(0, 9, 0, 0, 0)
    cluster = Cluster([(HOME, 0), (far, 0), (tip, 1), (beside, 1)])
    assert cluster.groups() == ((HOME, beside), (far,), (tip,))
    assert cluster.heaps() == ((HOME, tip, beside), (far,))
    assert Cluster().groups() == Cluster().heaps() == ()


# Where one more fits ---------------------------------------------------------------------------


def expected_spots(cluster: Cluster) -> dict[Pose, int]:
    """The slow way: every mate of every side, looked at against every piece."""
    found: dict[Pose, int] = {}
    for pose in {mate(p, i, j) for p in cluster for i in SIDES for j in SIDES}:
        if not any(overlap(pose, other) for other in cluster):
            found[pose] = 0
            for contact in cluster.contacts(pose):
                found[pose] |= 1 << cluster.label(contact.pose)
    return found


def as_poses(cluster: Cluster) -> dict[Pose, int]:
    return {unpack(code): labels for code, labels in labels_at_spots(cluster).items()}


@pytest.mark.parametrize("seed", range(3))
def test_spots_are_every_mate_that_overlaps_nothing(seed: int) -> None:
    cluster = grown(25, seed)
    assert as_poses(Cluster(cluster.pieces)) == as_poses(cluster) == expected_spots(cluster)


@pytest.mark.parametrize("seed", range(6))
def test_spots_after_laying_and_taking_are_those_found_anew(seed: int) -> None:
    rng = random.Random(seed)
    cluster = grown(30, seed)
    for _ in range(40):
        if rng.random() < 0.5:
            cluster = cluster.minus(rng.choice(list(cluster)))
        else:
            cluster = cluster.plus(unpack(rng.choice(sorted(cluster.spots()))), rng.randrange(3))
        assert labels_at_spots(cluster) == labels_at_spots(Cluster(cluster.pieces))


def test_spots_do_not_depend_on_when_they_are_asked_for() -> None:
    asked = grown(10, 4)
    unasked = Cluster(asked.pieces)
    pose = unpack(max(asked.spots()))
    assert labels_at_spots(asked.plus(pose, 1)) == labels_at_spots(unasked.plus(pose, 1))


def test_nothing_fits_beside_nothing() -> None:
    assert Cluster().spots() == {}
    assert len(Cluster([(HOME, 0)]).spots()) == 25
    assert labels_at_spots(Cluster([(HOME, 3)]).minus(HOME)) == {}
