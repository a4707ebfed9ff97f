"""Jin Li on a phone: tap a koi, then the square it goes to; then a square for the stone."""

import re
from collections.abc import Sequence
from typing import Final

from game.phones.boards.picture import Board, Item, Picture, Place, Way
from game.rules.core.protocol import Seat
from game.rules.jin_li import state as rules
from game.rules.jin_li.game import JinLi
from game.rules.jin_li.state import NUMBER, SQUARES, Move, Pond
from game.services.texts import Texts

RULES: Final = JinLi()


def picture(view: Pond, seat: Seat, texts: Texts) -> Picture:
    """The pond with all its squares, and what is on them; red swims up from rank 1, yellow down."""
    pieces, spots = list[Item](), list[Item]()
    for square, name in enumerate(SQUARES):
        x, y, what = square % 7 + 0.5, 6.5 - square // 7, "water"
        for board, face, angle in (
            (view.koi[0], "koi_red", 0), (view.koi[1], "koi_yellow", 180),
            (view.stones, "stone", square * 77 % 360),
        ):  # fmt: skip
            if board >> square & 1:
                what = face
                pieces.append(Item(f"{face}@{name}", face, x, y, angle))
        label = f"{name}: {texts.t(f'phone.board.{what}')}"
        spots.append(Item(f"at {name}", "spot", x, y, 0, 1, name, label))
    held = view.hands[::-1] if view.terms.first else view.hands
    return Picture("pond", (-0.35, -0.35, 7.7, 7.7), [*pieces, *spots], (), held)


def ways(view: Pond, move: Move) -> Sequence[Way]:
    """Where a koi is and where it goes, over whatever; the square of a stone."""
    text = RULES.write(move)
    return [tuple(re.findall("(?<!/)[a-g][1-7]", text)) or (text,)]


def wish(view: Pond, seat: Seat, picks: Sequence[Place]) -> Move:
    """A lone square while koi move asks why the koi there does not."""
    if view.phase != "move" and len(picks) == 1:
        return RULES.read(("+" if view.phase == "give" else "@") + picks[0])
    if 1 <= len(picks) <= 2 and NUMBER.keys() >= {*picks}:
        return rules.crossing(view, NUMBER[picks[0]], NUMBER[picks[-1]])
    return RULES.read("".join(picks))


BOARD = Board(picture, ways, wish)
