"""Domi Jongg on a phone: tap a tile of your hand, or two for a branch, then a head."""

from game.phones.boards.picture import Board, Item, Picture, Way, written
from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import Table
from game.rules.domi_jongg.tiles import Tile


def picture(view: Table, seat: Seat) -> Picture:
    """The snake with its heads, which the table lays, and the seat's own hand."""
    heads = {end.id: end.tile for end in view.ends}
    items = [
        _tile(f"tile {n}", laid.tile, f"{n}" if f"{n}" in heads else "")
        for n, laid in enumerate(view.snake)
    ]
    items += [
        Item(f"head {end}", "head", place=end, label=f"phone.board.head domi_jongg.tile.{tile}")
        for end, tile in heads.items()
    ]
    hand = view.hands[seat]
    cards = [_tile(f"{tile}.{n}", tile, tile) for n, tile in enumerate(hand)]
    return Picture("", items, cards, [*map(len, view.hands)])


def _tile(key: str, tile: Tile, place: str) -> Item:
    """A tile with a sign in its corner; a dragon needs none."""
    sign = f"phone.wind.{tile[1]}" if tile[0] == "W" else tile[1] * (tile[0] != "D")
    label = f"domi_jongg.tile.{tile}"
    return Item(key, f"tile+domi_jongg/{tile}", place=place, label=label, mark=sign)


def text(view: Table, picks: Way) -> str:
    """Tiles without a head ask why they do not fit: the first head answers for all."""
    heads = [end.id for end in view.ends]
    *tiles, head = picks if picks[-1] in heads else (*picks, heads[0])
    return f"{'+'.join(tiles)}>{head}"


BOARD = Board(picture, text, written("[^+>]+"))
