"""Walongs on a phone: pieces where they lie, and the sides at which others can be laid."""

from collections.abc import Iterable, Sequence

from game.phones.boards.picture import Ghost, Item, Way
from game.rules.walong.cluster import Cluster, Contact
from game.rules.walong.geometry import (
    COLOURS,
    HOME,
    SIDES,
    Pose,
    centre,
    mate,
    read_place,
    side_middle,
    side_place,
)
from game.services.texts import Texts

MARKS = ("sun", "flame", "leaf", "wave", "ring")
"""What is engraved in pieces of every colour."""


def lying(pose: Pose, colour: int) -> Ghost:
    """How a piece of this colour lies on the screen, where y goes down."""
    middle = centre(pose)
    face = f"walong_{COLOURS[colour]}+walong/{MARKS[colour]}"
    return Ghost(face, round(middle.real, 3), round(-middle.imag, 3), -30.0 * pose.k)


def piece(pose: Pose, colour: int, place: str, texts: Texts, key: str = "", mark: str = "") -> Item:
    """A piece that lies there, called by its colour."""
    label = texts.t(f"walomino.colour.{COLOURS[colour]}")
    if mark:
        label = texts.t("phone.board.count", what=label, n=mark)
    return Item(key or str(pose), *lying(pose, colour), 1, place, label, mark)


def side(pose: Pose, number: int, colour: int, place: str, texts: Texts) -> Item:
    """The place at the middle of one of a piece's sides."""
    at = side_middle(pose, number)
    name = texts.t(f"walomino.colour.{COLOURS[colour]}")
    label = texts.t("phone.board.side", colour=name, n=number + 1)
    x, y = round(at.real, 3), round(-at.imag, 3)
    return Item(f"side {place}", "spot", x, y, 0, 0.7, place, label)


def open_sides(cluster: Cluster, texts: Texts) -> list[Item]:
    """A place at every side of a cluster without a partner."""
    return [
        side(pose, number, label, side_place(pose, number), texts)
        for pose, label in cluster.pieces
        for number in cluster.free_sides(pose)
    ]


def ways_at(contacts: Iterable[Contact], before: Way, text: str) -> list[Way]:
    """To lay what a text says at any of the sides that it would touch."""
    found = (side_place(contact.pose, contact.other) for contact in contacts)
    return [(*before, place, text) for place in dict.fromkeys(found)]


def mated(place: str) -> Pose:
    """A pose of a piece that is laid at a side; HOME for the first one. Raises ValueError."""
    found = read_place(place)
    if found is None:
        raise ValueError(f"{place!r} is no side; write it like 3:0,1,0,0/2")
    return HOME if found[1] is None else mate(found[0], found[1], 0)


def spread(hues: Sequence[int], texts: Texts) -> list[Item]:
    """A piece of every colour of which there are some, each side a place: ``r2`` is side 2 of a red
    one.
    """
    found = []
    for number, (colour, n) in enumerate((c, n) for c, n in enumerate(hues) if n):
        pose = Pose(0, 2 * (number % 2), 0, 0, -2 * (number // 2))
        found.append(piece(pose, colour, "", texts, COLOURS[colour], str(n)))
        for each in SIDES:
            found.append(side(pose, each, colour, f"{COLOURS[colour]}{each}", texts))
    return found
