"""Ping-Pao and Walomino on a phone: tap a side, then turn what is laid there until it lies well.

Before that, in Walomino, pieces are taken from the box, and joined by tapping a side of each.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from game.phones.boards.picture import Board, Item, Picture, Place, Way, around
from game.rules.core.protocol import Seat
from game.rules.ping_pao import state as ping_pao
from game.rules.ping_pao.game import PingPao
from game.rules.walomino import notation
from game.rules.walomino import state as walomino
from game.rules.walomino.chain import Pair
from game.rules.walong import geometry
from game.rules.walong.cluster import Cluster, Contact
from game.rules.walong.geometry import COLOURS, HOME, SIDES, Pose, centre, side_place
from game.services.texts import Texts

_PING_PAO: Final = PingPao()
_MARKS = ("sun", "flame", "leaf", "wave", "ring")
"""What is engraved in pieces of every colour."""


def _on_screen(at: complex) -> tuple[float, float]:
    return round(at.real, 3), round(-at.imag, 3)


def _piece(
    pose: Pose, colour: int, place: Place = "", label: str = "", key: str = "", mark: str = ""
) -> Item:
    """A piece that lies there."""
    face = f"walong_{COLOURS[colour]}+walong/{_MARKS[colour]}"
    x, y = _on_screen(centre(pose))
    return Item(key or str(pose), face, x, y, -30.0 * pose.k, 1, place, label, mark)


def _name(colour: int, texts: Texts) -> str:
    return texts.t(f"walomino.colour.{COLOURS[colour]}")


def _side(pose: Pose, number: int, colour: int, place: Place, texts: Texts) -> Item:
    """The place at the middle of one of a piece's sides."""
    x, y = _on_screen(geometry.side_middle(pose, number))
    label = texts.t("phone.board.side", colour=_name(colour, texts), n=number + 1)
    return Item(f"side {place}", "spot", x, y, 0, 0.7, place, label)


def _open_sides(cluster: Cluster, texts: Texts) -> list[Item]:
    """A place at every side of a cluster without a partner."""
    return [
        _side(pose, number, label, side_place(pose, number), texts)
        for pose, label in cluster.pieces for number in cluster.free_sides(pose)
    ]  # fmt: skip


def _heap(
    hues: Sequence[int], word: str, texts: Texts, sides: Iterable[int] = ()
) -> list[Item]:
    """Pieces by colour with how many there are: `word` and the letter are the place, if any, and
    ``r2`` is side 2 of a red one.
    """
    found = list[Item]()
    for number, (colour, n) in enumerate((c, n) for c, n in enumerate(hues) if n):
        pose, letter = Pose(0, 2 * (number % 3), 0, 0, -2 * (number // 3)), COLOURS[colour]
        place, label = word and word + letter, f"{_name(colour, texts)}: {n}"
        found.append(_piece(pose, colour, place, label, f"heap {letter}", str(n)))
        found += [_side(pose, side, colour, f"{letter}{side}", texts) for side in sides]
    return found


def _ways_at(contacts: Iterable[Contact], before: Way, text: str) -> list[Way]:
    """To lay what a text says at any of the sides that it would touch."""
    found = (side_place(contact.pose, contact.other) for contact in contacts)
    return [(*before, place, text) for place in dict.fromkeys(found)]


def _mated(place: Place) -> Pose:
    """A pose of a piece that is laid at a side; HOME for the first one. Raises ValueError."""
    found = geometry.read_place(place)
    if found is None:
        raise ValueError(f"{place!r} is no side; write it like 3:0,1,0,0/2")
    return HOME if found[1] is None else geometry.mate(found[0], found[1], 0)


# Ping-Pao ---------------------------------------------------------------------------------------


def _structure(view: ping_pao.Table, seat: Seat, texts: Texts) -> Picture:
    """The structure; while it is built, also the sides at which a piece can be laid."""
    pieces = view.pieces
    items = [_piece(pose, who, str(pose), _name(who, texts)) for pose, who in pieces.pieces]
    if view.phase == "build":
        items += _open_sides(pieces, texts)
    if view.phase in ("luck", "build") and not items:
        at, label = _on_screen(centre(HOME)), texts.t("phone.board.middle")
        items.append(Item("middle", "spot", *at, 0, 0.7, str(HOME), label))
    own = _heap([n * (who == seat) for who, n in enumerate(view.hands)], "", texts)
    return Picture("", around(items, 2, 5), items, own, view.hands)


def _structure_ways(view: ping_pao.Table, move: ping_pao.Move) -> Sequence[Way]:
    """A piece can be laid at any side that it would touch."""
    match move:
        case ping_pao.Lay(pose) if len(view.pieces):
            return _ways_at(view.pieces.contacts(pose), (), _PING_PAO.write(move))
        case ping_pao.Lay(pose):
            return [(str(pose), _PING_PAO.write(move))]
        case ping_pao.Take(pose):
            return [(str(pose),)]
    return [("--",)]


def _built(view: ping_pao.Table, seat: Seat, picks: Sequence[Place]) -> ping_pao.Move:
    """A side or a piece alone asks why nothing can be laid or taken there."""
    last = picks[-1] if picks else ""
    if last.startswith(("+", "-")):
        return _PING_PAO.read(last)
    if "/" in last or not len(view.pieces):
        return ping_pao.Lay(_mated(last))
    return _PING_PAO.read(f"-{last}")


PING_PAO = Board(
    _structure, _structure_ways, _built,
    lambda view, move: [_piece(move.pose, view.turn)] if isinstance(move, ping_pao.Lay) else [],
)  # fmt: skip


# Walomino ---------------------------------------------------------------------------------------


def _chain(view: walomino.Table, seat: Seat, texts: Texts) -> Picture:
    """The chain, or the box, or the pieces to join; and the seat's own pairs and pieces."""
    due, lying = view.turn == seat, view.chain.pieces
    if view.phase == "draft":
        items = _heap(view.box, "take ", texts)
    elif view.phase in ("start", "pairing") and due:
        items = _heap(view.box if view.phase == "start" else view.hands[seat], "", texts, SIDES)
    else:
        ends = enumerate(_on_screen(centre(end.pose)) for end in view.chain.ends)
        items = [_piece(pose, colour) for pose, colour in lying.pieces]
        items += [Item(f"end {number}", "end", *at) for number, at in ends]
        items += _open_sides(lying, texts) if view.phase == "play" and due else []
    pairs = ((f"{n}", pair) for n, pair in enumerate(view.pairs[seat]) if pair is not None)
    hand = [
        _piece(pose, colour, n * (view.phase == "play"), _name(colour, texts), n)
        for n, pair in pairs for pose, colour in _pieces(pair, HOME)
    ]  # fmt: skip
    hand += _heap(view.hands[seat], "", texts)
    return Picture("", around(items, 2.7, 5), items, hand, walomino.left(view))


def _pieces(pair: Pair, pose: Pose) -> tuple[tuple[Pose, int], tuple[Pose, int]]:
    """A pair's pieces where they lie if the first one lies there."""
    return (pose, pair.first), (pair.second_pose(pose), pair.second)


def _attached(view: walomino.Table, move: walomino.Move) -> Sequence[tuple[Pose, int]]:
    """The pieces that a move attaches to the chain."""
    if not isinstance(move, walomino.Attach):
        return ()
    pair = walomino.held(view, view.turn, move.number)
    return () if pair is None else _pieces(pair, move.pose)


def _chain_ways(view: walomino.Table, move: walomino.Move) -> Sequence[Way]:
    """A pair can be laid at any side of an end that it would touch. Of two pieces of a colour both
    sides are tapped on the same one.
    """
    match move:
        case walomino.Attach(number, _):
            ends, poses = {end.pose for end in view.chain.ends}, _attached(view, move)
            touched = (c for pose, _ in poses for c in view.chain.pieces.contacts(pose))
            at_ends = (contact for contact in touched if contact.pose in ends)
            return _ways_at(at_ends, (str(number),), notation.write(move))
        case walomino.Start(pair) | walomino.Join(pair):
            return [tuple(str(pair).split("-"))]
    return [(notation.write(move),)]


def _chain_wish(view: walomino.Table, seat: Seat, picks: Sequence[Place]) -> walomino.Move:
    """A pair and a side without a pose ask why the pair does not fit there."""
    last = picks[-1] if picks else ""
    if len(picks) == 2 and view.phase in ("start", "pairing"):
        return notation.read(f"{'start' if view.phase == 'start' else 'pair'} {'-'.join(picks)}")
    if "/" in last and picks[0].isdecimal():
        return walomino.Attach(int(picks[0]), _mated(last))
    return notation.read(last)


WALOMINO = Board(
    _chain, _chain_ways, _chain_wish,
    lambda view, move: [_piece(*each) for each in _attached(view, move)],
)  # fmt: skip
