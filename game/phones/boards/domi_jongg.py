"""Domi Jongg on a phone: tap a tile of your hand, or two for a branch, then a head."""

from collections.abc import Mapping

from game.phones.boards.picture import Board, Item, Lie, Picture, Way, written
from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import Table
from game.rules.domi_jongg.tiles import Tile


def picture(view: Table, seat: Seat, lies: Mapping[str, Lie]) -> Picture:
    """The snake with its heads as they lie on the table, and the seat's own hand."""
    heads = {end.id: end.tile for end in view.ends}
    items = [
        _tile(f"tile {n}", laid.tile, f"{n}" if f"{n}" in heads else "", *lies[f"tile {n}"])
        for n, laid in enumerate(view.snake)
    ]
    items += [
        Item(f"head {end}", "head", *lies[f"head {end}"], 1, end,
             f"phone.board.head domi_jongg.tile.{tile}")
        for end, tile in heads.items()
    ]  # fmt: skip
    hand = view.hands[seat]
    cards = [_tile(f"{tile}.{n}", tile, tile) for n, tile in enumerate(hand)]
    return Picture("", items, cards, [*map(len, view.hands)])


def _tile(key: str, tile: Tile, place: str, *lie: float) -> Item:
    """A tile with a sign in its corner; a dragon needs none."""
    sign = f"phone.wind.{tile[1]}" if tile[0] == "W" else tile[1] * (tile[0] != "D")
    x, y, angle = lie or (0.0, 0.0, 0.0)
    face, label = f"tile+domi_jongg/{tile}", f"domi_jongg.tile.{tile}"
    return Item(key, face, x, y, angle, 1, place, label, sign)


def text(view: Table, picks: Way) -> str:
    """Tiles without a head ask why they do not fit: the first head answers for all."""
    heads = [end.id for end in view.ends]
    *tiles, head = picks if picks[-1] in heads else (*picks, heads[0])
    return f"{'+'.join(tiles)}>{head}"


BOARD = Board(picture, text, written("[^+>]+"))
