"""The reason for which a move is refused is a rule that it breaks, the nearest to what was meant.

Which rules a move breaks is found out here from the position as JSON says it, point by point.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.core.protocol import CHANCE, Value
from game.rules.solitaire_pai_sho.game import SolitairePaiSho
from game.rules.solitaire_pai_sho.state import Garden

GAME = SolitairePaiSho()
Place: TypeAlias = tuple[int, int]
Tiles: TypeAlias = Mapping[Place, tuple[str, str]]
"""Owner and tile by place."""
Reason: TypeAlias = tuple[str, str]

PLACES = [(x, y) for x in range(-8, 9) for y in range(-8, 9) if abs(x) + abs(y) <= 12]
BOARD = frozenset(PLACES)
GATES = {(0, 8), (0, -8), (8, 0), (-8, 0)}
CIRCLE = ["R3", "R4", "R5", "W3", "W4", "W5"]
FLOWERS = {"R3": 3, "R4": 4, "R5": 5, "W3": 3, "W4": 4, "W5": 5, "L": 2, "O": 6}
"""How far each may be moved."""
TILES = [*FLOWERS, "R", "W", "K", "B"]
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def forms(kind: str, one: str, other: str) -> bool:
    """Whether two tiles in sight of each other form a line of this kind (SO-5)."""
    pair = {one, other}
    if not pair <= set(FLOWERS):
        return False
    apart = abs(CIRCLE.index(one) - CIRCLE.index(other)) if pair <= set(CIRCLE) else 0
    if kind == "harmony":
        return apart in (1, 5) or ("L" in pair and pair != {"L"})
    return apart == 3 or "O" in pair


def suits(tile: str, place: Place) -> bool:
    """Whether a tile may ever lie there (SO-3, SO-4)."""
    x, y = place
    if tile not in FLOWERS:
        return place not in GATES and abs(x) + abs(y) <= 8
    color = {"R": x * y >= 0, "W": x * y <= 0}.get(tile[0], True)
    return color or abs(x) + abs(y) >= 7


def seen(tiles: Tiles, place: Place) -> Iterator[Place]:
    """The first tile in every direction; gates are points like others (SO-2)."""
    for dx, dy in WAYS:
        x, y = place[0] + dx, place[1] + dy
        while (x, y) in BOARD and (x, y) not in tiles:
            x, y = x + dx, y + dy
        if (x, y) in tiles:
            yield x, y


def partners(tiles: Tiles, kind: str, tile: str, place: Place) -> list[Place]:
    return [other for other in seen(tiles, place) if forms(kind, tile, tiles[other][1])]


def reached(tiles: Tiles, start: Place, steps: int) -> set[Place]:
    """Where so many steps over empty points lead."""
    found, edge = {start}, {start}
    for _ in range(steps):
        near = {(x + dx, y + dy) for x, y in edge for dx, dy in WAYS}
        edge = {place for place in near - found if place in BOARD and place not in tiles}
        found |= edge
    return found


class Position:
    """What stands on the table, read from plain data."""

    def __init__(self, state: Garden, options: Mapping[str, Value]) -> None:
        plain = GAME.to_plain(state)
        self.tiles: Tiles = {(x, y): (owner, tile) for x, y, owner, tile in plain["board"]}
        self.turn = plain["turn"]
        self.drawn = plain["drawn"]
        left = plain["left"]
        self.bag = left[self.turn] if "H" in left else left
        self.over = plain["over"]
        self.own, self.other = ("harmony", "disharmony")[:: 1 if self.turn == "H" else -1]
        self.two = options["mode"] != "solitaire"
        self.shared = options.get("bag") == "shared"
        self.choose = options.get("draw") == "choose"
        self.moving = options.get("move_instead", False)

    def bound(self, tile: str) -> bool:
        """Whether the tile may form only the player's own kind of line (SO-8)."""
        return self.two and tile in FLOWERS and (tile not in "LO" or self.shared)

    def fits(self, tile: str, place: Place) -> bool:
        """Whether a tile may lie there, whatever there is elsewhere."""
        wrong = self.bound(tile) and partners(self.tiles, self.other, tile, place)
        return place not in self.tiles and suits(tile, place) and not wrong

    def wanted(self, tile: str, place: Place) -> bool:
        """Whether it forms there what it should."""
        kinds = [self.own] if self.bound(tile) else [self.own, self.other]
        return any(partners(self.tiles, kind, tile, place) for kind in kinds)

    def placeable(self, tile: str) -> bool:
        return any(self.fits(tile, place) for place in PLACES)

    def broken(self, move: tuple[Any, ...]) -> Iterator[Reason]:
        """The rules that a move breaks, the nearest to what was meant first."""
        kind, *where = move
        if self.over:
            yield "SO-7", "over"
            return
        if kind == "draw":
            yield from self.not_drawn(*where)
            return
        if kind == "shift" and not self.moving:
            yield "SO-6", "no_moving"
        if not (self.choose or self.drawn):
            yield "SO-1", "draw_first"
            return
        if kind == "lay":
            yield from self.not_laid(*where)
            return
        possible = any(map(self.placeable, self.bag if self.choose else [self.drawn]))
        if kind == "aside" and possible:
            yield "SO-7", "must_lay"
        if kind == "shift" and not possible:
            yield "SO-7", "aside_first"
        if kind == "shift":
            yield from self.not_moved(*where)

    def not_drawn(self, tile: str) -> Iterator[Reason]:
        if self.choose:
            yield "SO-8", "not_drawn"
        if self.drawn:
            yield "SO-1", "lay_first"
        if not self.bag.get(tile):
            yield "SO-1", "none_left"

    def not_laid(self, tile: str, place: Place) -> Iterator[Reason]:
        if self.choose and not self.bag.get(tile):
            yield "SO-8", "none_left"
        if not self.choose and tile != self.drawn:
            yield "SO-1", "other_tile"
        if place in self.tiles:
            yield "SO-3", "point_taken"
        if tile not in FLOWERS:
            if place in GATES:
                yield "SO-4", "accent_on_gate"
            if not suits(tile, place):
                yield "SO-4", "accent_far"
            return
        if not suits(tile, place):
            yield "SO-3", "wrong_garden"
        if self.bound(tile) and partners(self.tiles, self.other, tile, place):
            yield "SO-8", f"no_{self.other}"
        if not self.wanted(tile, place) and any(
            self.fits(tile, other) and self.wanted(tile, other) for other in PLACES
        ):
            bound = "SO-8", f"forms_no_{self.own}"
            yield bound if self.bound(tile) else ("SO-3", "forms_nothing")

    def not_moved(self, source: Place, goal: Place) -> Iterator[Reason]:
        if source not in self.tiles:
            yield "SO-6", "nothing_there"
            return
        owner, tile = self.tiles[source]
        if tile not in FLOWERS:
            yield "SO-6", "accents_stay"
            return
        if owner != self.turn:
            yield "SO-6", "not_yours"
        if goal in self.tiles:
            yield "SO-6", "point_taken"
        if not suits(tile, goal):
            yield "SO-6", "wrong_garden"
        steps = FLOWERS[tile]
        if abs(source[0] - goal[0]) + abs(source[1] - goal[1]) > steps:
            yield "SO-6", "too_far"
        if goal not in reached(self.tiles, source, steps):
            yield "SO-6", "no_way"
        lifted = {place: lying for place, lying in self.tiles.items() if place != source}
        if self.bound(tile) and partners(lifted, self.other, tile, goal):
            yield "SO-8", f"no_{self.other}"

    def tried(self, rng: random.Random) -> tuple[Any, ...]:
        """A move somebody might try, mostly with tiles that are there."""
        place, near = rng.choice(PLACES), rng.choice(list(self.tiles) or PLACES)
        tile = self.drawn if self.drawn and rng.random() < 0.8 else rng.choice(TILES)
        goal = near[0] + rng.randint(-3, 3), near[1] + rng.randint(-3, 3)
        return rng.choice(
            (("draw", rng.choice(TILES)), ("aside",), *[("lay", tile, place)] * 8,
             ("lay", tile, near), ("lay", tile, rng.choice([*GATES])), ("shift", place, near),
             *[("shift", near, goal if goal in BOARD else place)] * (6 if self.moving else 1))
        )  # fmt: skip


def text(move: tuple[Any, ...]) -> str:
    """A move as the game writes it."""
    kind, *where = move
    joined = (str(each).replace(" ", "") for each in where)
    return "--" if kind == "aside" else ("-" if kind == "shift" else "").join(joined)


def after(options: Mapping[str, Value], plies: int, rng: random.Random) -> Garden:
    state = GAME.start(1 if options["mode"] == "solitaire" else 2, options)
    for _ in range(plies):
        if GAME.actor(state) is not None:
            chance = GAME.actor(state) == CHANCE
            move = GAME.sample_chance(state, rng) if chance else rng.choice(GAME.moves(state))
            state = GAME.apply(state, move)
    if GAME.actor(state) == CHANCE and rng.random() < 0.8:
        return GAME.apply(state, GAME.sample_chance(state, rng))
    return state


seen_keys = set[str]()
OPTIONS: st.SearchStrategy[dict[str, Value]] = st.fixed_dictionaries({
    "mode": st.sampled_from(["solitaire", "cooperative", "uncooperative"]),
    "move_instead": st.booleans(),
    "draw": st.sampled_from(["random", "choose"]),
    "bag": st.sampled_from(["own", "shared"]),
})  # fmt: skip


@settings(max_examples=120, deadline=None, derandomize=True)
@given(OPTIONS, st.integers(4, 56), st.integers(0, 2**16))
def check(options: dict[str, Value], plies: int, seed: int) -> None:
    rng = random.Random(seed)
    state = after(options, plies, rng)
    position = Position(state, options)
    for _ in range(8):
        move = position.tried(rng)
        broken = list(position.broken(move))
        refusal = GAME.why_illegal(state, GAME.read(text(move)))
        if refusal is None:
            assert not broken, (text(move), broken)
            continue
        seen_keys.add(refusal.key)
        assert broken, (text(move), refusal)
        assert (refusal.rule, refusal.key) == broken[0], (text(move), refusal, broken)
        if refusal.key in ("no_harmony", "no_disharmony"):
            goal, other = (GAME.read(f"L{place}").point for place in refusal.places)  # type: ignore[union-attr]
            assert state.board.cells[other], refusal
            assert not state.board.cells[goal], refusal


def test_the_reason_of_a_refusal_is_the_nearest_rule_that_is_broken() -> None:
    check()
    assert seen_keys >= {
        "point_taken", "wrong_garden", "forms_nothing", "accent_far", "too_far",
        "no_harmony", "no_disharmony", "forms_no_harmony", "other_tile", "not_yours",
    }  # fmt: skip
