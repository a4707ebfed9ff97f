"""Ping-Pao and Walomino on a phone: tap a side, then turn what is laid there until it lies well.

Before that, in Walomino, pieces are taken from the box, and joined by tapping a side of each.
"""

from collections.abc import Iterable, Sequence

from game.phones.boards.picture import Board, Item, Picture, Place, Way
from game.rules.core.protocol import Seat
from game.rules.ping_pao import state as ping_pao
from game.rules.walomino import state as walomino
from game.rules.walong import geometry
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import COLOURS, HOME, SIDES, Pose, centre, side_place


def _piece(pose: Pose, colour: int) -> Item:
    """A piece that lies there."""
    letter, at, place = COLOURS[colour], centre(pose), str(pose)
    face, label = f"walong_{letter}", f"walomino.colour.{letter}"
    return Item(place, face, at.real, -at.imag, -30 * pose.k, 1, place, label)


def _side(pose: Pose, number: int, colour: int, name: str) -> Item:
    """A place at the middle of a piece's side, called by the piece's name and its number."""
    at, label = geometry.side_middle(pose, number), f"walomino.colour.{COLOURS[colour]}"
    place, label = f"{name}{number}", f"{label} phone.board.side {number + 1}"
    return Item(f"side {place}", "spot", at.real, -at.imag, 0, 0.7, place, label)


def _lying(cluster: Cluster, sides: bool) -> list[Item]:
    """Pieces as they lie; with a place at every side without a partner, if they are asked for."""
    return [_piece(*each) for each in cluster.pieces] + [
        _side(pose, number, colour, f"{pose}/")
        for pose, colour in cluster.pieces if sides for number in cluster.free_sides(pose)
    ]  # fmt: skip


def _heap(hues: Sequence[int], word: str = "", sides: Iterable[int] = ()) -> list[Item]:
    """Pieces by colour with how many there are: `word` and the letter are the place, if any, and
    ``r2`` is side 2 of a red one.
    """
    found = list[Item]()
    for number, colour in enumerate(colour for colour, n in enumerate(hues) if n):
        pose, letter = Pose(0, 2 * (number % 3), 0, 0, -2 * (number // 3)), COLOURS[colour]
        key, place, mark = f"heap {letter}", word and word + letter, f"{hues[colour]}"
        found.append(_piece(pose, colour)._replace(key=key, place=place, mark=mark))
        found += [_side(pose, number, colour, letter) for number in sides]
    return found


def _ways_at(
    cluster: Cluster, laid: Iterable[tuple[Pose, int]], text: str, *before: Place
) -> list[Way]:
    """To lay what a text says at any of the sides that its pieces would touch."""
    touched = (each for pose, _ in laid for each in cluster.contacts(pose))
    return [(*before, side_place(each.pose, each.other), text) for each in touched]


def _mated(place: Place) -> Pose:
    """A pose of a piece that is laid at a side. Raises ValueError."""
    pose, side = geometry.read_place(place) or (HOME, None)
    if side is None:
        raise ValueError(f"{place!r} is no side; write it like 3:0,1,0,0/2")
    return geometry.mate(pose, side, 0)


# Ping-Pao ---------------------------------------------------------------------------------------


def _structure(view: ping_pao.Table, seat: Seat) -> Picture:
    """The structure; while it is built, also the sides at which a piece can be laid."""
    items = _lying(view.pieces, view.phase == "build")
    own = _heap([n * (who == seat) for who, n in enumerate(view.hands)])
    return Picture("", items, own, view.hands)


def _structure_ways(view: ping_pao.Table, move: ping_pao.Move, text: str) -> Sequence[Way]:
    """A piece can be laid at any side that it would touch; the first one just so."""
    if isinstance(move, ping_pao.Lay):
        return _ways_at(view.pieces, [(move.pose, view.turn)], text) or [(text,)]
    return [(text[1:] if isinstance(move, ping_pao.Take) else text,)]


PING_PAO = Board(
    _structure,
    # A side or a piece alone asks why nothing can be laid or taken there.
    lambda view, picks: f"+{_mated(picks[-1])}" if "/" in picks[-1] else f"-{picks[-1]}",
    _structure_ways,
    lambda view, move: [_piece(move.pose, view.turn)] if isinstance(move, ping_pao.Lay) else (),
)  # fmt: skip


# Walomino ---------------------------------------------------------------------------------------


def _chain(view: walomino.Table, seat: Seat) -> Picture:
    """The chain, or the box, or the pieces to join; and the seat's own pairs and pieces."""
    due = view.turn == seat
    if view.phase == "draft":
        items = _heap(view.box, "take ")
    elif view.phase in ("start", "pairing") and due:
        items = _heap(view.box if view.phase == "start" else view.hands[seat], sides=SIDES)
    else:
        items = _lying(view.chain.pieces, view.phase == "play" and due)
        ends = (_piece(end.pose, end.colour) for end in view.chain.ends)
        items += [end._replace(key=f"end {end.key}", face="end", place="") for end in ends]
    hand = [
        _piece(*each)._replace(key=f"{number}", place=f"{number}" * (view.phase == "play"))
        for number, pair in enumerate(view.pairs[seat]) if pair for each in pair.pieces(HOME)
    ]  # fmt: skip
    hand += _heap(view.hands[seat])
    return Picture("", items, hand, walomino.left(view))


def _attached(view: walomino.Table, move: walomino.Move) -> Sequence[tuple[Pose, int]]:
    """The pieces that a move attaches to the chain."""
    if isinstance(move, walomino.Attach) and (pair := view.pairs[view.turn][move.number]):
        return pair.pieces(move.pose)
    return ()


def _chain_ways(view: walomino.Table, move: walomino.Move, text: str) -> Sequence[Way]:
    """A pair can be laid at any side that it would touch. Of two pieces of a colour both sides are
    tapped on the same one.
    """
    if isinstance(move, walomino.Start | walomino.Join):
        return [tuple(str(move.pair).split("-"))]
    laid, (number, *_) = _attached(view, move), text.split("@")
    return _ways_at(view.chain.pieces, laid, text, number) or [(text,)]


def _chain_text(view: walomino.Table, picks: Way) -> str:
    """A pair and a side without a pose ask why the pair does not fit there."""
    if view.phase in ("start", "pairing"):
        return f"{'start' if view.phase == 'start' else 'pair'} {'-'.join(picks)}"
    return f"{picks[0]}@{_mated(picks[-1])}" if "/" in picks[-1] else picks[-1]


WALOMINO = Board(
    _chain, _chain_text, _chain_ways,
    lambda view, move: [_piece(*each) for each in _attached(view, move)],
)  # fmt: skip
