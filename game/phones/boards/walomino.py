"""Walomino on a phone: tap a pair, a side of the chain's end, and turn the pair until it lies well.

Before that pieces are taken from the box, and joined by tapping a side of one and of another.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from game.phones.boards import walong
from game.phones.boards.picture import Board, Ghost, Item, Picture, Place, Way, around
from game.rules.core.protocol import Seat
from game.rules.walomino import state as rules
from game.rules.walomino.chain import Pair
from game.rules.walomino.game import Walomino
from game.rules.walomino.state import Attach, Hues, Join, Move, Start, Table
from game.rules.walong.geometry import COLOURS, HOME, Pose, centre
from game.services.texts import Texts

RULES: Final = Walomino()


def picture(view: Table, seat: Seat, texts: Texts) -> Picture:
    """The chain, or the box, or the pieces to join; and the seat's own pairs and pieces."""
    due = view.turn == seat
    if view.phase == "draft":
        items = _heap(view.box, "take ", texts)
    elif view.phase in ("start", "pairing") and due:
        items = walong.spread(view.box if view.phase == "start" else view.hands[seat], texts)
    else:
        items = list(_chain_items(view, texts, view.phase == "play" and due))
    hand = [*_pair_items(view, seat, texts), *_heap(view.hands[seat], "", texts)]
    return Picture("", around(items, 2.7, 5), items, hand, rules.left(view))


def _heap(hues: Hues, word: str, texts: Texts) -> list[Item]:
    """Pieces by colour with how many there are; `word` and the letter are the place, if any."""
    return [
        walong.piece(Pose(0, 2 * colour, 0, 0, 0), colour, word and word + COLOURS[colour], texts,
                     f"heap {COLOURS[colour]}", str(n))
        for colour, n in enumerate(hues) if n
    ]  # fmt: skip


def _chain_items(view: Table, texts: Texts, due: bool) -> Iterator[Item]:
    for pose, colour in view.chain.pieces.pieces:
        yield walong.piece(pose, colour, "", texts)
    for number, end in enumerate(view.chain.ends):
        at = centre(end.pose)
        yield Item(f"end {number}", "end", round(at.real, 3), round(-at.imag, 3))
    if due:
        yield from walong.open_sides(view.chain.pieces, texts)


def _pair_items(view: Table, seat: Seat, texts: Texts) -> Iterator[Item]:
    for number, pair in enumerate(view.pairs[seat]):
        if pair is not None:
            place = str(number) if view.phase == "play" else ""
            for pose, colour in _pieces(pair, HOME):
                yield walong.piece(pose, colour, place, texts, f"pair {number}")


def _pieces(pair: Pair, pose: Pose) -> tuple[tuple[Pose, int], tuple[Pose, int]]:
    """A pair's pieces where they lie if the first one lies there."""
    return (pose, pair.first), (pair.second_pose(pose), pair.second)


def ways(view: Table, move: Move) -> Sequence[Way]:
    """A pair can be laid at any side of an end that it would touch. Of two pieces of a colour both
    sides are tapped on the same one.
    """
    match move:
        case Attach(number, pose):
            pair = rules.held(view, view.turn, number)
            poses = [] if pair is None else [each for each, _ in _pieces(pair, pose)]
            ends = {end.pose for end in view.chain.ends}
            contacts = [c for each in poses for c in view.chain.pieces.contacts(each)]
            at_ends = [contact for contact in contacts if contact.pose in ends]
            return walong.ways_at(at_ends, (str(number),), RULES.write(move))
        case Start(pair) | Join(pair):
            return [tuple(str(pair).split("-"))]
    return [(RULES.write(move),)]


def ghosts(view: Table, move: Move) -> tuple[Ghost, ...]:
    if not isinstance(move, Attach):
        return ()
    pair = rules.held(view, view.turn, move.number)
    return () if pair is None else tuple(walong.lying(*each) for each in _pieces(pair, move.pose))


def wish(view: Table, seat: Seat, picks: Sequence[Place]) -> Move:
    """A pair and a side without a pose ask why the pair does not fit there."""
    last = picks[-1] if picks else ""
    if len(picks) == 2 and view.phase in ("start", "pairing"):
        return RULES.read(f"{'start' if view.phase == 'start' else 'pair'} {'-'.join(picks)}")
    if "/" in last and picks[0].isdecimal():
        return Attach(int(picks[0]), walong.mated(last))
    return RULES.read(last)


BOARD = Board(picture, ways, wish, ghosts)
