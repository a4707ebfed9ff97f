"""Ping-Pao on a phone: tap a side, then turn your piece there; later tap a piece to take it."""

from collections.abc import Sequence
from typing import Final

from game.phones.boards import walong
from game.phones.boards.picture import Board, Ghost, Item, Picture, Place, Way, around
from game.rules.core.protocol import Seat
from game.rules.ping_pao.game import PingPao
from game.rules.ping_pao.state import Lay, Move, Table, Take
from game.rules.walong.geometry import HOME
from game.services.texts import Texts

RULES: Final = PingPao()


def picture(view: Table, seat: Seat, texts: Texts) -> Picture:
    """The structure; while it is built, also the sides at which a piece can be laid."""
    pieces = view.pieces
    items = [walong.piece(pose, owner, str(pose), texts) for pose, owner in pieces.pieces]
    if view.phase == "build":
        items += walong.open_sides(pieces, texts)
    if view.phase in ("luck", "build") and not items:
        middle = walong.lying(HOME, 0)
        name = texts.t("phone.board.middle")
        items.append(Item("middle", "spot", middle.x, middle.y, 0, 0.6, str(HOME), name))
    own = walong.piece(HOME, seat, "", texts, "own", str(view.hands[seat]))
    hand = [own] if view.hands[seat] else []
    return Picture("", around(items, 2, 5), items, hand, view.hands)


def ways(view: Table, move: Move) -> Sequence[Way]:
    """A piece can be laid at any side that it would touch."""
    match move:
        case Lay(pose) if len(view.pieces):
            return walong.ways_at(view.pieces.contacts(pose), (), RULES.write(move))
        case Lay(pose):
            return [(str(pose), RULES.write(move))]
        case Take(pose):
            return [(str(pose),)]
    return [("--",)]


def ghosts(view: Table, move: Move) -> tuple[Ghost, ...]:
    return (walong.lying(move.pose, view.turn),) if isinstance(move, Lay) else ()


def wish(view: Table, seat: Seat, picks: Sequence[Place]) -> Move:
    """A side or a piece alone asks why nothing can be laid or taken there."""
    last = picks[-1] if picks else ""
    if last.startswith(("+", "-")):
        return RULES.read(last)
    pose = walong.mated(last)
    lays = "/" in last or not len(view.pieces)
    return Lay(pose) if lays else RULES.read(f"-{last}")


BOARD = Board(picture, ways, wish, ghosts)
