"""Domi Jongg on a phone: tap a tile of your hand, or two for a branch, then a head.

The snake lies on squared paper: every open end keeps the cell next to it for itself, and where a
tile has no free cell beside it, all that lies beyond moves on by one.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final, TypeAlias

from game.phones.boards.picture import Board, Item, Picture, Place, Spot, Way, around, line
from game.rules.core.protocol import Seat
from game.rules.domi_jongg import state as rules
from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import EndId, Laid, Move, Table
from game.rules.domi_jongg.tiles import Tile
from game.services.texts import Texts

RULES: Final = DomiJongg()
Cell: TypeAlias = complex
_AROUND = (1 + 0j, 1j, -1 + 0j, -1j)
_ACROSS, _DOWN = 3.5, 4.5
"""From cell to cell, in units of which a tile is 3 wide and 4 high."""


def picture(view: Table, seat: Seat, texts: Texts) -> Picture:
    """The snake with its heads, and the seat's own hand."""
    items, hand = list(_snake_items(view, texts)), view.hands[seat]
    cards = [
        _tile(f"hand {tile}.{n}", tile, texts)._replace(place=tile)
        for tile in dict.fromkeys(hand) for n in range(hand.count(tile))
    ]  # fmt: skip
    return Picture("", around(items, 2.6, 15), items, cards, [*map(len, view.hands)])


def _snake_items(view: Table, texts: Texts) -> Iterator[Item]:
    cells, free = lie(view.snake)
    at, spots = [_spot(cell) for cell in cells], {end: _spot(free[end]) for end in free}
    for n, laid in enumerate(view.snake[1:], 1):
        yield line(f"joint {n}", "line_snake", at[rules.number(laid.end)], at[n])
    for end, spot in spots.items():
        yield line(f"joint to {end}", "line_head", at[rules.number(end)], spot)
    for n, (spot, laid) in enumerate(zip(at, view.snake, strict=True)):
        lying = _tile(f"tile {n}", laid.tile, texts)
        place = f"{n}" if f"{n}" in spots else ""
        yield lying._replace(x=spot.real, y=spot.imag, place=place)
    for end, tile in view.ends:
        label = texts.t("phone.board.head", tile=texts.t(f"domi_jongg.tile.{tile}"))
        spot = spots[end]
        yield Item(f"head {end}", "head", spot.real, spot.imag, 0, 1, end, label)


def _spot(cell: Cell) -> Spot:
    return complex(cell.real * _ACROSS, cell.imag * _DOWN)


def _tile(key: str, tile: Tile, texts: Texts) -> Item:
    """A tile with a sign in its corner; a dragon needs none."""
    sign = texts.t(f"phone.wind.{tile[1]}") if tile[0] == "W" else tile[1] * (tile[0] != "D")
    label = texts.t(f"domi_jongg.tile.{tile}")
    return Item(key, f"tile+domi_jongg/{tile}", label=label, mark=sign)


def lie(snake: Sequence[Laid]) -> tuple[list[Cell], dict[EndId, Cell]]:
    """The cell of every tile, and the cell kept free at every open end."""
    cells: list[Cell] = [0j][: len(snake)]
    spots: dict[EndId, Cell] = {"0L": -1 + 0j, "0R": 1 + 0j} if snake else {}
    below = [rules.number(laid.end or "0") for laid in snake]

    def room(number: int) -> Cell:
        """A free cell beside a tile; made by moving what lies beyond if there is none."""
        at, links = cells[number], [(cells[below[n]], cells[n]) for n in range(1, len(cells))]
        links += [(cells[rules.number(end)], cell) for end, cell in spots.items()]
        taken = {*cells, *spots.values(), *(cell for link in links for cell in _between(*link))}
        used = {_way(at, link[link[0] == at]) for link in links if at in link}
        columns, ahead = 3 + len(cells) / 40, _way(cells[below[number]], at)

        def cost(way: Cell) -> float:
            there = at + way
            crowd = sum(there + each in taken for each in _AROUND)
            beyond = max(0, abs(there.real) - columns) + max(0, abs(there.imag) - 1.5 * columns)
            return 99 * (there in taken) + 1.2 * crowd + 2 * beyond + (way != ahead)

        def moved(cell: Cell) -> Cell:
            return cell + way * (((cell - at) * way.conjugate()).real > 0)

        way = min((way for way in _AROUND if way not in used), key=cost)
        if at + way in taken:
            cells[:] = map(moved, cells)
            spots.update({end: moved(cell) for end, cell in spots.items()})
        return at + way

    for number, laid in enumerate(snake[1:], 1):
        if laid.end not in spots:  # the second tile of a branch
            spots[laid.end] = room(below[number])
        cells.append(spots.pop(laid.end))
        spots[f"{number}"] = room(number)
    return cells, spots


def _way(one: Cell, other: Cell) -> Cell:
    """The step that leads to another cell of the same row or column."""
    return (other - one) / (abs(other - one) or 1)


def _between(one: Cell, other: Cell) -> list[Cell]:
    return [one + _way(one, other) * step for step in range(1, round(abs(other - one)))]


def ways(view: Table, move: Move) -> Sequence[Way]:
    """The tiles of a branch may be picked in either order."""
    *tiles, end = re.split("[+>]", RULES.write(move))
    return [(*order, end) for order in dict.fromkeys(permutations(tiles))]


def wish(view: Table, seat: Seat, picks: Sequence[Place]) -> Move:
    return RULES.read(f"{'+'.join(picks[:-1])}>{picks[-1]}" if len(picks) > 1 else "".join(picks))


BOARD = Board(picture, ways, wish)
