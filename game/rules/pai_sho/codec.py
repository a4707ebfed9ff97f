"""How boards and hands of the Pai Sho games are written as JSON, and the checked way back."""

from collections.abc import Callable, Mapping, Sequence

from game.rules.core import reader
from game.rules.core.protocol import PositionError
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import Board, Code, Hand, Kind, Mask, Point


def plain_board(board: Board, owners: str) -> list[list[int | str]]:
    """The tiles as ``[x, y, owner, tile]``; the letters of `owners` stand for the seats."""
    codes = ((point, board.cells[point]) for point in garden.points_of(board.taken))
    return sorted(
        [*garden.xy(p), owners[garden.owner_of(code)], garden.CODES[garden.kind_of(code)]]
        for p, code in codes
    )


def plain_hand(hand: Hand) -> dict[str, int]:
    """How many there are of each tile that there is."""
    return {garden.CODES[kind]: hand[kind] for kind in garden.ALL_KINDS if hand[kind]}


def kind(value: object, key: str, among: Sequence[str] = garden.CODES[1:]) -> Kind:
    """The tile with this code."""
    return garden.KINDS[reader.one_of(value, among, key)]


def hand(value: object, key: str, most: Sequence[int]) -> Hand:
    """A hand or bag of no more tiles of each kind than there can be."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{key} maps tiles to how many there are", key)
    found = [0] * len(garden.SET)
    for tile, count in value.items():
        limit = most[kind(tile, key)]
        if type(count) is not int or not 0 <= count <= limit:
            wrong = f"{key}: there are 0 to {limit} {tile}, not {count!r:.40}"
            raise PositionError(wrong, key)
        found[garden.KINDS[tile]] = count
    return tuple(found)


def board(rows: object, owners: str, ground: Callable[[Kind], tuple[Mask, str]]) -> Board:
    """The board with these tiles; `ground` tells where a kind may lie, and by which rule."""
    tiles: dict[Point, Code] = {}
    for row in reader.items(rows, "board", "[x, y, owner, tile]"):
        if not isinstance(row, list | tuple) or len(row) != 4:
            raise PositionError(f"a tile on the board is [x, y, owner, tile], not {row!r}", "board")
        x, y, owner, tile = row
        if type(x) is not int or type(y) is not int or not garden.playable(x, y):
            raise PositionError(f"there is no point ({x!r}, {y!r}) on the board", "board")
        point, laid = garden.at(x, y), kind(tile, "board")
        fitting, rule = ground(laid)
        if not fitting & garden.BITS[point]:
            raise PositionError(f"{tile} cannot lie on {garden.PLACES[point]} ({rule})", "board")
        if point in tiles:
            raise PositionError(f"two tiles lie on {garden.PLACES[point]}", "board")
        tiles[point] = garden.code_of(laid, owners.index(reader.one_of(owner, owners, "board")))
    return garden.changed(garden.EMPTY, tiles)
