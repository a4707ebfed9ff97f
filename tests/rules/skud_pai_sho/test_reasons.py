"""The reason for which a move is refused is a rule that it really breaks, and the nearest one.

Nearest is what comes first on the way of a hand: whether the tile may be taken up, whether it may
lie where it is to go, whether a way leads there, and what it would leave behind. What is broken
is found by the slow rules of `reference`, not by those that give the reason.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.skud_pai_sho.state import State
from tests.rules.skud_pai_sho import reference
from tests.rules.skud_pai_sho.reference import CIRCLE, FLOWERS, GATES, SPOTS, STEPS, Spot, Tiles
from tests.rules.skud_pai_sho.tables import GAME, play, start

COUNTS = dict.fromkeys(CIRCLE, 3) | {"L": 1, "O": 1} | dict.fromkeys("RWKB", 2)
REASONS = {
    "SK-3": ("accents_kept", "accents_four", "accents_two", "accents_first"),
    "SK-4": ("first_gate", "same_first"),
    "SK-9": ("clash", "uncovers"),
    "SK-10": ("plant_basic",),
    "SK-11": ("nothing_there", "accents_stay", "not_yours", "ends_on_gate", "too_far", "no_way"),
    "SK-12": ("accent_safe", "orchid_tame", "lotus_safe", "lotus_takes", "orchid_takes",
              "basic_takes"),
    "SK-13": ("trapped",),
    "SK-14": ("no_bonus", "bonus_open", "gates_not_bare"),
    "SK-21": ("must_play",),
    "": ("not_in_hand", "no_gate", "gate_closed", "wrong_garden", "point_taken", "accent_on_gate",
         "boat_where", "boat_on_boat", "boat_sinks", "boat_goal", "boat_far", "boat_gate",
         "wheel_rock", "wheel_gate", "wheel_edge", "wheel_into_gate", "wheel_garden"),
}  # fmt: skip
"""By rule all reasons; the last ones are given by the rule of the step that they refuse."""
RULE = {key: rule for rule, keys in REASONS.items() for key in keys}

Step: TypeAlias = "tuple[str, str, Spot, Spot | None]"
"""Plant, arrange, bonus, decline, pass or accents, with its tile, its point and its goal."""


class Position:
    """A board of dictionaries, and whose step is next under which rules."""

    def __init__(self, plain: dict[str, Any], gate_rules: bool) -> None:
        self.tiles: Tiles = {(x, y): (owner, tile) for x, y, owner, tile in plain["board"]}
        self.turn, self.phase, self.gate_rules = plain["turn"], plain["phase"], gate_rules
        self.hand: dict[str, int] = plain["hands"][self.turn]

    def reasons(self, step: Step) -> set[str]:
        """The nearest reasons against a step, equally near ones being as good; none if legal."""
        sort, tile, spot, goal = step
        if sort == "accents":
            if self.phase != "accents":
                return {"accents_kept"}
            kinds = tile.split(",")
            twice = max(map(kinds.count, kinds)) > 2
            return {"accents_four"} if len(kinds) != 4 else {"accents_two"} if twice else set()
        if self.phase == "accents":
            return {"accents_first"}
        if self.phase == "open":
            return self._first(step)
        if self.phase == "turn" and sort in ("bonus", "decline"):
            return {"no_bonus"}
        if self.phase == "bonus" and sort in ("plant", "arrange", "pass"):
            return {"bonus_open"}
        if sort == "pass":
            return {"must_play"} if self._can_play() else set()
        if sort == "plant":
            return self._planted(tile, spot) if tile in CIRCLE else {"plant_basic"}
        if sort == "arrange":
            assert goal is not None
            return self._arranged(spot, goal)
        return set() if sort == "decline" else self._laid(tile, spot, goal)

    def _first(self, step: Step) -> set[str]:
        gate = {"G": (0, -8), "H": (0, 8)}[self.turn]
        if step[0] != "plant" or step[2] != gate or step[1] not in CIRCLE:
            return {"first_gate"}
        first = self.tiles.get((0, -8), ("", step[1]))[1]
        return set() if step[1] == first else {"same_first"}

    def _can_play(self) -> bool:
        held = any(self.hand.get(tile) for tile in CIRCLE)
        turns = reference.arranges(self.tiles, self.turn, self.gate_rules)
        return (held and not set(self.tiles) >= GATES) or any(True for _ in turns)

    def _planted(self, tile: str, gate: Spot) -> set[str]:
        if not self.hand.get(tile):
            return {"not_in_hand"}
        if gate not in GATES:
            return {"no_gate"}
        return {"gate_closed"} if gate in self.tiles else set()

    def _arranged(self, source: Spot, goal: Spot) -> set[str]:
        if source not in self.tiles:
            return {"nothing_there"}
        owner, tile = self.tiles[source]
        if tile not in FLOWERS:
            return {"accents_stay"}
        if owner != self.turn:
            return {"not_yours"}
        orchids = [s for s in reference.rim(source) if s not in GATES and s in self.tiles
                   and self.tiles[s][1] == "O" and self.tiles[s][0] != owner]  # fmt: skip
        if orchids and source not in GATES:
            return {"trapped"}
        if goal in GATES:
            return {"ends_on_gate"}
        if goal in self.tiles and not reference.captures(
            self.tiles, owner, tile, goal, self.gate_rules
        ):
            return {self._not_captured(tile, goal)}
        if not reference.fits(tile, goal):
            return {"wrong_garden"}
        steps = STEPS.get(tile) or int(tile[1])
        if abs(source[0] - goal[0]) + abs(source[1] - goal[1]) > steps:
            return {"too_far"}
        if goal not in reference.within(self.tiles, source, steps):
            return {"no_way"}
        after = {s: it for s, it in self.tiles.items() if s != source} | {goal: (owner, tile)}
        return left_behind(after, {goal})

    def _not_captured(self, tile: str, goal: Spot) -> str:
        owner, prey = self.tiles[goal]
        if owner == self.turn:
            return "point_taken"
        if prey not in FLOWERS:
            return "accent_safe"
        if prey == "O" and not (tile == "O" and self.gate_rules):
            return "orchid_tame"
        if prey == "L" and not self.gate_rules:
            return "lotus_safe"
        return {"L": "lotus_takes", "O": "orchid_takes"}.get(tile, "basic_takes")

    def _laid(self, tile: str, spot: Spot, goal: Spot | None) -> set[str]:
        if tile in FLOWERS:
            growing = any(self.tiles[gate][0] == self.turn for gate in GATES & set(self.tiles))
            barred = tile in CIRCLE and self.gate_rules and growing
            return self._planted(tile, spot) or ({"gates_not_bare"} if barred else set())
        if not self.hand.get(tile):
            return {"not_in_hand"}
        if tile == "B":
            return self._sailed(spot, goal)
        if spot in GATES:
            return {"accent_on_gate"}
        if spot in self.tiles:
            return {"point_taken"}
        return self._wheeled(spot) if tile == "W" else set()

    def _sailed(self, spot: Spot, goal: Spot | None) -> set[str]:
        if spot in GATES or spot not in self.tiles:
            return {"boat_where"}
        tile = self.tiles[spot][1]
        if tile not in FLOWERS:
            if tile == "B" and not self.gate_rules:
                return {"boat_on_boat"}
            after = {s: it for s, it in self.tiles.items() if s != spot}
            return {"boat_sinks"} if goal else left_behind(after, set())
        if goal is None:
            return {"boat_goal"}
        if goal not in reference.rim(spot):
            return {"boat_far"}
        if goal in GATES:
            return {"boat_gate"}
        if goal in self.tiles:
            return {"point_taken"}
        if not reference.fits(tile, goal):
            return {"wrong_garden"}
        after = {**self.tiles, spot: (self.turn, "B"), goal: self.tiles[spot]}
        return left_behind(after, {goal})

    def _wheeled(self, hub: Spot) -> set[str]:
        circle = reference.rim(hub)
        turned = dict(zip(circle, circle[1:] + circle[:1], strict=True))
        rim = [spot for spot in circle if spot in self.tiles]
        if any(self.tiles[spot][1] == "R" for spot in rim):
            return {"wheel_rock"}
        if GATES & set(rim):
            return {"wheel_gate"}
        wrong = set()
        for spot in rim:
            if turned[spot] not in SPOTS:
                wrong.add("wheel_edge")
            elif turned[spot] in GATES:
                wrong.add("wheel_into_gate")
            elif not reference.fits(self.tiles[spot][1], turned[spot]):
                wrong.add("wheel_garden")
        after = {spot: it for spot, it in self.tiles.items() if spot not in rim}
        after |= {turned[spot]: self.tiles[spot] for spot in rim} | {hub: (self.turn, "W")}
        return wrong or left_behind(after, {turned[spot] for spot in rim})


def left_behind(after: Tiles, came: set[Spot]) -> set[str]:
    """Whether a tile that came somewhere clashes there, or else others that were bared."""
    found = clashing(after)
    if not found:
        return set()
    return {"clash"} if any({*pair} & came for pair in found) else {"uncovers"}


def clashing(tiles: Tiles) -> list[tuple[Spot, Spot]]:
    return [(a, b) for a, b in reference.pairs(tiles)
            if reference.apart(tiles[a][1], tiles[b][1]) == 3]  # fmt: skip


def rule_of(step: Step, key: str) -> str:
    """The rule that the reason is given by."""
    sort, tile = step[:2]
    if RULE[key]:
        return RULE[key]
    if sort != "bonus":
        return {"plant": "SK-10", "arrange": "SK-11"}[sort]
    return {"R": "SK-15", "K": "SK-16", "W": "SK-17", "B": "SK-18"}.get(tile, "SK-14")


# Positions and steps ------------------------------------------------------------------------------

CORNER = sorted(spot for spot in SPOTS if min(spot) >= -1)
"""A part of the board with two gates, an edge and all gardens, so that tiles come close."""
FITTING = {tile: [s for s in CORNER if reference.fits(tile, s) or (tile in FLOWERS and s in GATES)]
           for tile in COUNTS}  # fmt: skip


def position(rng: Random) -> dict[str, Any]:
    """Any tiles that do not clash, whose turn it is, and what is in hand."""
    tiles: Tiles = {}
    for _ in range(rng.randint(5, 60)):
        mine = rng.choice("GH"), rng.choice([*COUNTS, *"LOO"])
        more = {**tiles, rng.choice(FITTING[mine[1]]): mine}
        if list(tiles.values()).count(mine) < COUNTS[mine[1]] and not reference.clash(more):
            tiles = more
    lying = list(tiles.values())
    hands = {owner: {tile: 1 for tile, count in COUNTS.items()
                     if lying.count((owner, tile)) < count and rng.random() < 0.9}
             for owner in "GH"}  # fmt: skip
    return {"board": [[*spot, *it] for spot, it in tiles.items()], "hands": hands,
            "turn": rng.choice("GH"), "phase": rng.choice(["turn", "bonus"])}  # fmt: skip


def any_step(rng: Random, tiles: Tiles, turn: str, phase: str) -> Step:
    """Any step, mostly of a sort that the phase is for, and with tiles that are there."""
    sorts = ["plant", "arrange", "bonus", "decline", "pass", "accents"]
    sort = {"turn": "arrange", "open": "plant"}.get(phase, phase)
    if rng.random() < 0.2 or sort not in sorts:
        sort = rng.choice(sorts)

    def there() -> Spot:
        return rng.choice(sorted(tiles) if tiles and rng.random() < 0.8 else CORNER)

    own = [spot for spot, (owner, tile) in tiles.items() if owner == turn and tile in FLOWERS]
    spot = rng.choice(own) if own and sort == "arrange" and rng.random() < 0.7 else there()
    far = rng.choice([1, 1, 2, 3])
    near = [s for s in SPOTS if s != spot and max(abs(s[0] - spot[0]), abs(s[1] - spot[1])) <= far]
    goal = there() if rng.random() < 0.4 else rng.choice(sorted(near))
    if sort == "arrange":
        return sort, "", spot, goal
    if sort not in ("plant", "bonus"):
        return sort, ",".join(rng.choices("RWKB", k=rng.choice([3, 4, 4, 4, 5]))), spot, None
    tile = rng.choice([*COUNTS, *"BBWW"] if sort == "bonus" else FLOWERS)
    if tile in FLOWERS and rng.random() < 0.6:
        spot = rng.choice(sorted(GATES))
    if tile == "W":
        spot = goal
    return sort, tile, spot, rng.choice([goal, goal, None]) if tile == "B" else None


def text_of(step: Step) -> str:
    sort, tile, spot, goal = step
    if sort in ("decline", "pass", "accents"):
        return {"decline": "+-", "pass": "--"}.get(sort, tile)
    onward = f"-{reference.write(goal)}" if goal else ""
    if sort == "arrange":
        return reference.write(spot) + onward
    return f"{'+' if sort == 'bonus' else ''}{tile}{reference.write(spot)}{onward}"


def reason(state: State, step: Step) -> str | None:
    """What the rules say against a step, after it was found to be so and the nearest."""
    refusal, plain = GAME.why_illegal(state, GAME.read(text_of(step))), GAME.to_plain(state)
    nearest = Position(dict(plain), state.rules.id == "garden_gate").reasons(step)
    told = text_of(step), refusal, nearest, plain
    if refusal is None:
        assert not nearest, told
        return None
    assert refusal.key in nearest, told
    assert refusal.rule == rule_of(step, refusal.key), told
    return refusal.key


def test_the_reason_of_a_refusal_is_the_nearest_rule_that_is_broken() -> None:
    seen = set[str | None]()

    @settings(max_examples=120, derandomize=True)
    @given(st.integers(0, 2**32), st.sampled_from(["leaflet", "garden_gate"]))
    def check(seed: int, ruleset: str) -> None:
        rng = Random(seed)
        plain = position(rng)
        state = GAME.from_plain(plain, {"ruleset": ruleset})
        tiles: Tiles = {(x, y): (owner, tile) for x, y, owner, tile in plain["board"]}
        for _ in range(60 if state.outcome is None else 0):
            seen.add(reason(state, any_step(rng, tiles, plain["turn"], state.phase)))

    check()
    first = {"accents_first", "accents_four", "accents_two", "first_gate", "same_first"}
    missing = set(RULE) - first | {None}
    assert not missing ^ seen, missing ^ seen


def test_so_it_is_before_the_first_turn() -> None:
    rng, seen = Random(3), set[str | None]()
    for played in range(4):
        state = play(start(), *("R,W,K,B", "R,R,W,W", "R3(0,-8)")[:played])
        for _ in range(60):
            seen.add(reason(state, any_step(rng, {}, "", state.phase)))
    assert seen >= {"accents_first", "accents_four", "accents_two", "first_gate", "same_first"}
