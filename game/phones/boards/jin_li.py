"""Jin Li on a phone: tap a koi, then the square it goes to; then a square for the stone."""

from collections.abc import Sequence

from game.phones.boards.picture import Board, Item, Picture, Place, Way
from game.rules.core.protocol import Seat
from game.rules.jin_li import state as rules
from game.rules.jin_li.state import NUMBER, SQUARES, HandBack, Leap, Move, Pond, Swim, Throw
from game.services.texts import Texts


def picture(view: Pond, seat: Seat, texts: Texts) -> Picture:
    """The pond with all its squares, and what is on them; red swims up from rank 1, yellow down."""
    pieces, spots = list[Item](), list[Item]()
    for square, name in enumerate(SQUARES):
        x, y, bit = square % 7 + 0.5, 6.5 - square // 7, 1 << square
        what = "water"
        for board, face, angle in (
            (view.koi[0], "koi_red", 0), (view.koi[1], "koi_yellow", 180),
            (view.stones, "stone", square * 77 % 360),
        ):  # fmt: skip
            if board & bit:
                what = face
                pieces.append(Item(f"{face}@{name}", face, x, y, angle))
        label = texts.t("phone.board.at", place=name, what=texts.t(f"phone.board.{what}"))
        spots.append(Item(f"at {name}", "spot", x, y, 0, 1, name, label))
    held = view.hands[::-1] if view.terms.first else view.hands
    return Picture("pond", (-0.35, -0.35, 7.7, 7.7), [*pieces, *spots], (), held)


def ways(view: Pond, move: Move) -> Sequence[Way]:
    match move:
        case Swim(start, end) | Leap(start, _, end):
            return [(SQUARES[start], SQUARES[end])]
        case Throw(square) | HandBack(square):
            return [(SQUARES[square],)]
    return [("--",)]


def wish(view: Pond, seat: Seat, picks: Sequence[Place]) -> Move:
    """A lone square while koi move asks why the koi there does not."""
    if tuple(picks) == ("--",):
        return rules.PASS
    if not 1 <= len(picks) <= 2 or not NUMBER.keys() >= {*picks}:
        raise ValueError(f"{list(picks)} say no move of Jin Li; a koi and a square do: a1, b2")
    at = [NUMBER[pick] for pick in picks]
    if len(at) == 1 and view.phase != "move":
        return HandBack(at[0]) if view.phase == "give" else Throw(at[0])
    return rules.crossing(view, at[0], at[-1])


BOARD = Board(picture, ways, wish)
