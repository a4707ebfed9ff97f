"""Skud Pai Sho once more, slowly: the rules read out loud over a dictionary of points.

Nothing here is shared with `game.rules` but the way positions and turns are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

Spot: TypeAlias = tuple[int, int]
Tiles: TypeAlias = dict[Spot, tuple[str, str]]

CIRCLE = ["R3", "R4", "R5", "W3", "W4", "W5"]
FLOWERS = [*CIRCLE, "L", "O"]
GATES = frozenset([(0, 8), (0, -8), (8, 0), (-8, 0)])
SPOTS = frozenset((x, y) for x in range(-8, 9) for y in range(-8, 9) if abs(x) + abs(y) <= 12)
SIDES = [(0, 1), (1, 0), (0, -1), (-1, 0)]
RIM = [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)]
STEPS = {"L": 2, "O": 6}


def add(spot: Spot, side: Spot) -> Spot:
    return spot[0] + side[0], spot[1] + side[1]


def rim(spot: Spot) -> list[Spot]:
    return [add(spot, side) for side in RIM]


def fits(tile: str, spot: Spot) -> bool:
    x, y = spot
    if spot in GATES or spot not in SPOTS:
        return False
    if tile not in CIRCLE or abs(x) + abs(y) >= 7 or x * y == 0:
        return True
    return (tile[0] == "R") == (x * y > 0)


def apart(one: str, other: str) -> int:
    """How many places two basics are apart on the circle; 0 if one is no basic."""
    if one not in CIRCLE or other not in CIRCLE:
        return 0
    distance = abs(CIRCLE.index(one) - CIRCLE.index(other))
    return min(distance, 6 - distance)


def seen(tiles: Tiles, spot: Spot) -> Iterator[Spot]:
    """The blooming flowers that a tile here sees."""
    for side in SIDES:
        there = add(spot, side)
        while there in SPOTS and there not in GATES and there not in tiles:
            there = add(there, side)
        if there in tiles and there not in GATES and tiles[there][1] in FLOWERS:
            yield there


def pairs(tiles: Tiles) -> list[tuple[Spot, Spot]]:
    blooming = [spot for spot in tiles if spot not in GATES and tiles[spot][1] in FLOWERS]
    return [(one, other) for one in blooming for other in seen(tiles, one) if one < other]


def clash(tiles: Tiles) -> bool:
    return any(apart(tiles[a][1], tiles[b][1]) == 3 for a, b in pairs(tiles))


def harmonies(tiles: Tiles, gate_rules: bool) -> set[tuple[Spot, Spot, str]]:
    found = set()
    drained = {s for spot, (_, tile) in tiles.items() if tile == "K" for s in rim(spot)}
    rocks = [spot for spot, (_, tile) in tiles.items() if tile == "R"]
    for a, b in pairs(tiles):
        axis = 0 if a[0] == b[0] else 1
        if gate_rules and any(rock[axis] == a[axis] for rock in rocks):
            continue
        (mine, one), (other, two) = tiles[a], tiles[b]
        if a in drained or b in drained:
            continue
        if apart(one, two) == 1 and mine == other:
            found.add((a, b, mine))
        if one == "L" and two in CIRCLE:
            found.add((a, b, other))
        if two == "L" and one in CIRCLE:
            found.add((a, b, mine))
    return found


def captures(tiles: Tiles, owner: str, tile: str, goal: Spot, gate_rules: bool) -> bool:
    foe, target = tiles[goal]
    if foe == owner or target not in FLOWERS or goal in GATES:
        return False
    wild = {o for spot, (o, t) in tiles.items() if t == "L" and spot not in GATES}
    if target == "O" and foe in wild:
        return True
    if tile == "O" and owner in wild:
        return target in CIRCLE or gate_rules
    return apart(tile, target) == 3


def within(tiles: Tiles, start: Spot, steps: int) -> set[Spot]:
    reached, edge = set(), {start}
    for _ in range(steps):
        near = {add(spot, side) for spot in edge for side in SIDES}
        reached |= {spot for spot in near if spot in SPOTS}
        edge = {spot for spot in near if spot in SPOTS and spot not in tiles}
    return reached - {start}


def arranges(tiles: Tiles, owner: str, gate_rules: bool) -> Iterator[tuple[Spot, Spot, Tiles]]:
    orchids = [s for s, (o, t) in tiles.items() if t == "O" and o != owner and s not in GATES]
    trapped = {spot for orchid in orchids for spot in rim(orchid) if spot not in GATES}
    for source, (whose, tile) in list(tiles.items()):
        if whose != owner or tile not in FLOWERS or source in trapped:
            continue
        for goal in within(tiles, source, STEPS.get(tile) or int(tile[1])):
            if not fits(tile, goal):
                continue
            if goal in tiles and not captures(tiles, owner, tile, goal, gate_rules):
                continue
            after = {spot: it for spot, it in tiles.items() if spot != source}
            after[goal] = (owner, tile)
            if not clash(after):
                yield source, goal, after


def earns(before: Tiles, source: Spot, goal: Spot, after: Tiles, owner: str, gate: bool) -> bool:
    """Whether two tiles are in harmony now that were not before, followed tile by tile."""
    old = {(a, b) for a, b, whose in harmonies(before, gate) if whose == owner}
    for a, b, whose in harmonies(after, gate):
        if whose == owner:
            one, two = (source if spot == goal else spot for spot in (a, b))
            if (one, two) not in old and (two, one) not in old:
                return True
    return False


def bonuses(tiles: Tiles, owner: str, hand: dict[str, int], gate_rules: bool) -> Iterator[str]:
    open_gates = [gate for gate in GATES if gate not in tiles]
    growing = any(tiles[gate][0] == owner for gate in GATES if gate in tiles)
    for tile, count in hand.items():
        if not count:
            continue
        if tile in FLOWERS:
            if tile in CIRCLE and gate_rules and growing:
                continue
            yield from (f"+{tile}{write(gate)}" for gate in open_gates)
        for spot in SPOTS:
            if spot not in tiles and spot not in GATES and tile in ("R", "K"):
                yield f"+{tile}{write(spot)}"
            if tile == "W" and wheel(tiles, spot):
                yield f"+W{write(spot)}"
            if tile == "B" and spot in tiles and spot not in GATES:
                yield from boat(tiles, spot, owner, gate_rules)


def wheel(tiles: Tiles, hub: Spot) -> bool:
    if hub in tiles or hub in GATES:
        return False
    circle = rim(hub)
    after = {spot: it for spot, it in tiles.items() if spot not in circle}
    after[hub] = ("", "W")
    for spot, following in zip(circle, circle[1:] + circle[:1], strict=True):
        if spot in tiles:
            if spot in GATES or tiles[spot][1] == "R" or not fits(tiles[spot][1], following):
                return False
            after[following] = tiles[spot]
    return not clash(after)


def boat(tiles: Tiles, spot: Spot, owner: str, gate_rules: bool) -> Iterator[str]:
    tile = tiles[spot][1]
    if tile not in FLOWERS:
        after = {s: it for s, it in tiles.items() if s != spot}
        if not clash(after) and (tile != "B" or gate_rules):
            yield f"+B{write(spot)}"
        return
    for goal in rim(spot):
        if goal not in tiles and fits(tile, goal):
            after = {**tiles, spot: (owner, "B"), goal: tiles[spot]}
            if not clash(after):
                yield f"+B{write(spot)}-{write(goal)}"


def write(spot: Spot) -> str:
    return f"({spot[0]},{spot[1]})"


def turn_list(plain: dict[str, Any], ruleset: str) -> set[str]:
    """Every complete turn of the player whose turn it is."""
    gate_rules = ruleset == "garden_gate"
    tiles: Tiles = {(x, y): (owner, tile) for x, y, owner, tile in plain["board"]}
    owner = plain["turn"]
    hand = plain["hands"][owner]
    found = {
        f"{tile}{write(gate)}"
        for tile in CIRCLE
        for gate in GATES
        if hand.get(tile) and gate not in tiles
    }
    for source, goal, after in arranges(tiles, owner, gate_rules):
        text = f"{write(source)}-{write(goal)}"
        found.add(text)
        if earns(tiles, source, goal, after, owner, gate_rules):
            found |= {text + bonus for bonus in bonuses(after, owner, hand, gate_rules)}
    return found or {"--"}
