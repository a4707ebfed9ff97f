"""Jin Li on a phone: tap a koi, then the square it goes to; then a square for the stone."""

from game.phones.boards.picture import Board, Item, Picture, Way, written
from game.rules.core.protocol import Seat
from game.rules.jin_li.game import JinLi
from game.rules.jin_li.state import NUMBER, SQUARES, Pond, crossing


def picture(view: Pond, seat: Seat) -> Picture:
    """The pond with all its squares, and what is on them; red swims up from rank 1, yellow down."""
    items = []
    for square, name in enumerate(SQUARES):
        red, yellow, stone = (board >> square & 1 for board in (*view.koi, view.stones))
        face = "koi_red" if red else "koi_yellow" if yellow else "stone" if stone else "spot"
        angle = 180 * yellow + square * 77 % 360 * stone
        label = f"{name} phone.board.{'water' if face == 'spot' else face}"
        x, y = square % 7 + 0.5, 6.5 - square // 7
        items.append(Item(f"{face}@{name}", face, x, y, angle, 1, name, label))
    held = view.hands[::-1] if view.terms.first else view.hands
    return Picture("pond", items, (), held)


def text(view: Pond, picks: Way) -> str:
    """A lone square while koi move asks why the koi there does not."""
    if view.phase == "move":
        return JinLi().write(crossing(view, NUMBER[picks[0]], NUMBER[picks[-1]]))
    return ("+" if view.phase == "give" else "@") + "".join(picks)


BOARD = Board(picture, text, written("(?<!/)[a-g][1-7]"))
