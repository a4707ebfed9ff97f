"""The tiles of a mahjong set, and what may lie beside what in Domi Jongg (DJ-5), as tables.

A kind is written as a letter and a sign: B1 to B9 bamboo, K circles, T characters; WE WS WW WN
winds, DG DR DW dragons, F1 to F4 flowers, J1 to J4 seasons. Hands and piles are sorted tuples
of kinds, so two equal multisets are equal values.
"""

from typing import Literal, TypeAlias

Tile: TypeAlias = str
Tiles: TypeAlias = tuple[Tile, ...]
Group: TypeAlias = Literal["suit", "wind", "dragon", "special"]

SIGNS: dict[str, str] = {
    "B": "123456789", "K": "123456789", "T": "123456789", "W": "ESWN", "D": "GRW",
    "F": "1234", "J": "1234",
}  # fmt: skip
GROUPS: dict[str, Group] = {
    "B": "suit", "K": "suit", "T": "suit", "W": "wind", "D": "dragon",
    "F": "special", "J": "special",
}  # fmt: skip
KINDS: Tiles = tuple(sorted(letter + sign for letter, signs in SIGNS.items() for sign in signs))
GROUP: dict[Tile, Group] = {tile: GROUPS[tile[0]] for tile in KINDS}
COPIES: dict[Tile, int] = {tile: 1 if GROUP[tile] == "special" else 4 for tile in KINDS}
FULL_SET: Tiles = tuple(tile for tile in KINDS for _ in range(COPIES[tile]))

# What two tiles must share to lie side by side; pairs that are not here never do (DJ-5).
SHARED: dict[frozenset[Group], frozenset[str]] = {
    frozenset({"suit"}): frozenset({"letter", "sign"}),
    frozenset({"special"}): frozenset({"letter", "sign"}),
    frozenset({"suit", "special"}): frozenset({"sign"}),
    frozenset({"wind"}): frozenset({"nothing"}),
    frozenset({"dragon"}): frozenset({"nothing"}),
    frozenset({"wind", "dragon"}): frozenset({"nothing"}),
    frozenset({"wind", "special"}): frozenset({"nothing"}),
}


def _fit(one: Tile, other: Tile) -> bool:
    same = zip(("letter", "sign"), one, other, strict=True)
    alike = {"nothing"} | {name for name, a, b in same if a == b}
    return bool(alike & SHARED.get(frozenset({GROUP[one], GROUP[other]}), frozenset()))


FITS: dict[Tile, frozenset[Tile]] = {
    tile: frozenset(other for other in KINDS if _fit(tile, other)) for tile in KINDS
}
"""For each kind the kinds that may lie beside it; symmetric."""

SINGLY: dict[Tile, frozenset[Tile]] = {
    tile: frozenset(t for t in fits if GROUP[t] == "special" or GROUP[tile] != "special")
    for tile, fits in FITS.items()
}
"""What may go onto an open end alone: onto a special only another special (DJ-6)."""

IN_PAIRS: dict[Tile, frozenset[Tile]] = {
    tile: fits - SINGLY[tile] for tile, fits in FITS.items() if GROUP[tile] == "special"
}
"""What may go onto an open special two at a time: suit tiles of its number and winds (DJ-6)."""


def without(tiles: Tiles, tile: Tile) -> Tiles:
    """The multiset less one tile of it. Raises ValueError if it holds none."""
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]
