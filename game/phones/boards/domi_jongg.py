"""Domi Jongg on a phone: tap a tile of your hand, or two for a branch, then a head.

The snake lies on squared paper: every open end keeps the cell next to it for itself, and where a
tile has no free cell beside it, all that lies beyond moves on by one.
"""

import math
import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final, TypeAlias

from game.phones.boards.picture import Board, Item, Picture, Place, Way, around
from game.rules.core.protocol import Seat
from game.rules.domi_jongg import state as rules
from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import EndId, Laid, Move, Table
from game.rules.domi_jongg.tiles import Tile, Tiles
from game.services.texts import Texts

RULES: Final = DomiJongg()
Cell: TypeAlias = tuple[int, int]
_AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))
_ACROSS, _DOWN = 3.5, 4.5
"""From cell to cell, in units of which a tile is 3 wide and 4 high."""


def picture(view: Table, seat: Seat, texts: Texts) -> Picture:
    """The snake with its heads, and the seat's own hand."""
    items = list(_snake_items(view, texts))
    hand = _hand_items(view.hands[seat], texts)
    return Picture("", around(items, 2.6, 15), items, hand, [*map(len, view.hands)])


def _snake_items(view: Table, texts: Texts) -> Iterator[Item]:
    cells, spots = lie(view.snake)
    at = [(x * _ACROSS, y * _DOWN) for x, y in cells]
    heads = {end: (x * _ACROSS, y * _DOWN) for end, (x, y) in spots.items()}
    joints = [(f"{n}", "snake", laid.end, at[n]) for n, laid in enumerate(view.snake[1:], 1)]
    joints += [(f"to {end}", "head", end, there) for end, there in heads.items()]
    for key, kind, end, (x2, y2) in joints:
        x1, y1 = at[rules.number(end)]
        angle, length = math.degrees(math.atan2(y2 - y1, x2 - x1)), math.dist((x1, y1), (x2, y2))
        yield Item(f"joint {key}", f"line_{kind}", (x1 + x2) / 2, (y1 + y2) / 2, angle, length)
    for number, ((x, y), laid) in enumerate(zip(at, view.snake, strict=True)):
        place = f"{number}" if f"{number}" in spots else ""
        name = texts.t(f"domi_jongg.tile.{laid.tile}")
        yield Item(f"tile {number}", _face(laid.tile), x, y, 0, 1, place, name,
                   _index(laid.tile, texts))  # fmt: skip
    for end, tile in view.ends:
        label = texts.t("phone.board.head", tile=texts.t(f"domi_jongg.tile.{tile}"))
        yield Item(f"head {end}", "head", *heads[end], 0, 1, end, label)


def lie(snake: Sequence[Laid]) -> tuple[list[Cell], dict[EndId, Cell]]:
    """The cell of every tile, and the cell kept free at every open end."""
    cells: list[Cell] = [(0, 0)][: len(snake)]
    spots: dict[EndId, Cell] = {"0L": (-1, 0), "0R": (1, 0)} if snake else {}
    below = [rules.number(laid.end or "0") for laid in snake]

    def room(number: int) -> Cell:
        """A free cell beside a tile; made by moving what lies beyond if there is none."""
        (x, y), links = cells[number], [(cells[below[n]], cells[n]) for n in range(1, len(cells))]
        links += [(cells[rules.number(end)], cell) for end, cell in spots.items()]
        taken = {*cells, *spots.values(), *(cell for link in links for cell in _between(*link))}
        onto = [link[link[0] == (x, y)] for link in links if (x, y) in link]
        ways = [way for way in _AROUND if way not in {_way((x, y), cell) for cell in onto}]
        columns, ahead = 3 + len(cells) / 40, _way(cells[below[number]], (x, y))

        def cost(way: Cell) -> float:
            there = x + way[0], y + way[1]
            crowd = sum((there[0] + dx, there[1] + dy) in taken for dx, dy in _AROUND)
            beyond = max(0, abs(there[0]) - columns) + max(0, abs(there[1]) - 1.5 * columns)
            return 99 * (there in taken) + 1.2 * crowd + 2 * beyond + (way != ahead)

        dx, dy = min(ways, key=cost)
        if (x + dx, y + dy) in taken:
            def moved(cell: Cell) -> Cell:
                far = (cell[0] - x) * dx + (cell[1] - y) * dy > 0
                return (cell[0] + dx, cell[1] + dy) if far else cell

            cells[:] = map(moved, cells)
            spots.update({end: moved(cell) for end, cell in spots.items()})
        return x + dx, y + dy

    for number, laid in enumerate(snake[1:], 1):
        if laid.end not in spots:  # the second tile of a branch
            spots[laid.end] = room(below[number])
        cells.append(spots.pop(laid.end))
        spots[f"{number}"] = room(number)
    return cells, spots


def _way(one: Cell, other: Cell) -> Cell:
    """Which way another cell of the same row or column lies."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def _between(one: Cell, other: Cell) -> Iterator[Cell]:
    dx, dy = _way(one, other)
    for step in range(1, abs(other[0] - one[0]) + abs(other[1] - one[1])):
        yield one[0] + dx * step, one[1] + dy * step


def _face(tile: Tile) -> str:
    return f"tile+domi_jongg/{tile}"


def _index(tile: Tile, texts: Texts) -> str:
    """What stands small in a tile's corner; a dragon needs nothing."""
    return texts.t(f"phone.wind.{tile[1]}") if tile[0] == "W" else tile[1] * (tile[0] != "D")


def _hand_items(hand: Tiles, texts: Texts) -> list[Item]:
    return [
        Item(f"hand {tile}.{n}", _face(tile), 0, 0, 0, 1, tile,
             texts.t(f"domi_jongg.tile.{tile}"), _index(tile, texts))
        for tile in dict.fromkeys(hand) for n in range(hand.count(tile))
    ]  # fmt: skip


def ways(view: Table, move: Move) -> Sequence[Way]:
    """The tiles of a branch may be picked in either order."""
    *tiles, end = re.split("[+>]", RULES.write(move))
    return [(*order, end) for order in dict.fromkeys(permutations(tiles))]


def wish(view: Table, seat: Seat, picks: Sequence[Place]) -> Move:
    return RULES.read(f"{'+'.join(picks[:-1])}>{picks[-1]}" if len(picks) > 1 else "".join(picks))


BOARD = Board(picture, ways, wish)
