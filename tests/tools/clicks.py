"""How often pushes click: people's straight, clumsy drags through the real scene of Walomino.

`python -m tests.tools.clicks` pushes pairs of recorded games against their chains, as the mouse and
as fingers do, and prints a table: how many clicked in within two seconds after the drag, by how
well it was aimed; and how often a pair overlapped a fixed piece, went through a loose one, or
clicked in where the rules refuse it. A second table tells how foreseen the clicks were: how far and
how much the pair goes by itself from the moment it is drawn (half of them, nine in ten), how many
turn by more than 35 degrees in a third of a second, and how many were announced by their ghost for
150 ms. `--pushes` and `--seed` choose how many and which, whatever becomes of them; with `--kind`
only those of one kind are made, and with `--let-go` fingers let go at the end of the drag.

A push is a straight drag of 250 to 900 pixels a second at 1280 x 720 with the jitter of a hand; at
its end the finger pushes on a little and trembles. The view of the table stays as it is found.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import time
from cmath import phase, rect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any, Final, NamedTuple

from game.navigator import play_scene
from game.physics import bodies
from game.physics.place import SINGLE, Form, Place, at, place_of, swing
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import attaches
from game.rules.walong.geometry import COLOURS, Pose, centre
from game.scenes.walomino.cloth import form_of, key_of
from game.services.people import Chair
from game.ui.intents import Intent
from game.ui.intents import Kind as Deed
from tests.physics.plane import depth
from tests.physics.pushes import DATA, ways_in
from tests.tools import headless
from tests.tools.progress import tell

PLAYERS = (Chair("person", "Anna"), Chair("person", "Ben"))
QUICK: Final = {"draft": "quick"}
PIXEL: Final = 1.5
"""A pixel at 1280 x 720, in table units."""
PACES: Final = (250.0, 900.0)
"""Pixels per second."""
TREMBLE: Final = {"mouse": 0.6, "touch": 1.6}
"""Jitter of a pointer: pixels by which it strays from the line, at random and drawn back."""
ON: Final = 16.0
"""Pixels that the finger pushes on once it is where the pair belongs."""
PATIENCE: Final = 120
"""Frames after the drag in which it counts."""
WAY: Final = (2.4, 4.2)
"""Sides that a drag is long."""
LEADING: Final = math.radians(60)
"""A colour leads if its piece is so much ahead of the other one, at most this beside the way."""
DEEP: Final = 0.04
"""Deeper in a fixed piece than this is an overlap, in sides; each has 0.02 of play all around."""
THROUGH: Final = 0.9
"""Two pieces whose centres are closer than this, in sides, lie on each other."""
EACH: Final = 8
"""Pushes in a position."""
VISIBLE, FORESEEN = 0.3, 9
"""How strong a ghost is that is noticed, and the frames that it takes to see it."""
ABRUPT, THIRD = math.radians(35), 20
"""A turn in so many frames that nobody follows."""


class Kind(NamedTuple):
    """How pushes of a kind are aimed: degrees askew at most, 0 for any angle, pixels beside the
    way; and whether the colour fits that comes first.
    """

    name: str
    goal: str
    askew: float
    aside: float
    fits: bool = True


KINDS: Final = (
    Kind("1 30 degrees, 20 px", ">= 98 %", 30.0, 20.0),
    Kind("2 60 degrees, 40 px", ">= 90 %", 60.0, 40.0),
    Kind("3 the fitting colour leads", ">= 75 %", 0.0, 20.0),
    Kind("4 one leads that does not", "0 %", 0.0, 20.0, fits=False),
)


class Try(NamedTuple):
    """A drag to be made: of which pair, from where, along which way, and what it means to do."""

    number: int
    start: Place
    way: complex
    """The direction it comes from."""
    far: float
    """Sides to where the pair belongs, or touches."""
    goal: Pose | None


@dataclass
class Row:
    """What became of the pushes of one kind by one kind of pointer."""

    tried: int = 0
    clicked: int = 0
    meant: int = 0
    """Those that clicked into the very pose they were aimed at."""
    waits: list[float] = field(default_factory=list)
    """Seconds from the end of the drag to the click; below 0 before."""
    overlaps: int = 0
    through: int = 0
    refused: int = 0
    """Clicks into a place that the rules refuse."""
    costs: list[float] = field(default_factory=list)
    """Milliseconds that the world took for a frame."""
    jumps: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    """Pixels and degrees that pairs went by themselves since they were drawn."""
    abrupt: int = 0
    foreseen: int = 0


class Watch:
    """What a person sees of a pair that is pushed: its ghost, and how it is drawn in."""

    def __init__(self, table: Position, key: str) -> None:
        self._table, self._key, self._thing = table, key, table.cloth.world[key]
        self._seen = 0
        self._shown: Pose | None = None
        self._angles: list[float] = []
        self._lay = self._thing.place
        self._drawn: tuple[float, float, bool] | None = None

    def frame(self) -> None:
        """A frame is over."""
        thing, painted = self._thing, self._table.ghost(self._key)
        self._angles.append(thing.place.angle)
        if thing.click is None:
            self._drawn, self._lay = None, thing.place
        elif self._drawn is None:
            pose, inner = thing.click.target.pose, bodies.weight(thing.form).hub
            goal, lay = place_of(pose), self._lay
            jump = abs(goal.point(inner) - lay.point(inner)) / self._table.pixel
            turn = math.degrees(abs(swing(goal.angle - lay.angle)))
            self._drawn = jump, turn, self._seen >= FORESEEN and self._shown == pose
        if thing.click is None:
            self._seen = (self._seen if painted == self._shown else 0) + (painted is not None)
            self._shown = painted

    def tell(self, row: Row) -> None:
        """The pair has clicked in."""
        if self._drawn is not None:
            jump, turn, foreseen = self._drawn
            row.jumps.append(jump)
            row.turns.append(turn)
            row.foreseen += foreseen
            late = self._angles[-2 * THIRD :]
            turns = (abs(swing(b - a)) for a, b in zip(late, late[THIRD:], strict=False))
            row.abrupt += max(turns, default=0.0) > ABRUPT


class Position:
    """A chain and the pairs of whoever acts, in the scene, with hands that push them."""

    def __init__(self, context: Any, state: Any) -> None:
        rules = GAMES["walomino"]
        match = Match(rules, 2, QUICK, start=state)
        scene: Any = play_scene("walomino")(context, Series(match, 1), PLAYERS)
        self.scene, self.stack = scene, headless.stack_of(context, scene)
        headless.wait(self.stack, 1.0)
        self.state = state
        self.cloth = scene.pushing.cloth
        self.legal: dict[int, set[Pose]] = defaultdict(set)
        for move in attaches(state, state.turn):
            self.legal[move.number].add(move.pose)

    def close(self) -> None:
        self.stack.close()

    def send(self, kind: Deed, spot: complex, pointer: str) -> None:
        source: Any = "touch" if pointer.startswith("touch") else "mouse"
        where = self.cloth.camera.point(spot)
        self.stack.on(Intent(kind, where, pointer=pointer, source=source, moved=kind != "press"))

    def frame(self) -> float:
        """Let a frame pass; the milliseconds that it took."""
        start = time.perf_counter()
        self.stack.update(headless.FRAME)
        return 1000 * (time.perf_counter() - start)

    def pair(self, number: int) -> Pair:
        pair: Pair | None = self.state.pairs[0][number]
        assert pair is not None
        return pair

    def takes(self, number: int, led: int, end: Pose) -> bool:
        """Whether this piece of a pair may lie at an end."""
        pieces = self.state.chain.pieces
        poses = (form_of(self.pair(number)).poses(pose)[led] for pose in self.legal.get(number, ()))
        return any(end in {contact.pose for contact in pieces.contacts(pose)} for pose in poses)

    def nearly_right(self, number: int, place: Place) -> bool:
        """Whether a pair there lies within 20 pixels and 30 degrees of a legal pose."""
        inner = bodies.weight(form_of(self.pair(number))).hub
        goals = map(place_of, self.legal.get(number, ()))
        return any(
            abs(goal.point(inner) - place.point(inner)) <= KINDS[0].aside * self.pixel
            and abs(swing(goal.angle - place.angle)) <= math.radians(KINDS[0].askew)
            for goal in goals
        )

    def free(self, attempt: Try) -> bool:
        """Whether a pair can lie where a drag begins."""
        key = key_of(0, attempt.number)
        free = self.lay(key, attempt.start).depth == 0
        self.cloth.put_back(key)
        return bool(free)

    def lay(self, key: str, place: Place) -> Any:
        """A pair out of its rack lies on the board."""
        self.cloth.take_out(key, 0.0)
        thing = self.cloth.world[key]
        thing.put(place)
        return thing

    def lies_on_loose(self, key: str) -> bool:
        """Whether a pair lies on another loose one; pairs in racks lie aside."""
        things = self.cloth.world.things
        own = [place.spot for place in things[key].form.places(things[key].place)]
        others = [
            place.spot for other, thing in things.items()
            if other not in {key, *self.cloth.racked} and abs(thing.hub - things[key].hub) < 4
            for place in thing.form.places(thing.place)
        ]
        return any(abs(one - other) < THROUGH for one in own for other in others)

    def ghost(self, key: str) -> Pose | None:
        """Where a pair in hand is seen as it would click in, clearly enough."""
        pushing, shown = self.scene.pushing, dict[Pose, float]()
        pushing.paint_ghost = lambda _canvas, _pair, pose, alpha=1.0: shown.update({pose: alpha})
        pushing._paint_meant(None, key)
        del pushing.paint_ghost
        return next((pose for pose, alpha in shown.items() if alpha >= VISIBLE), None)

    @property
    def pixel(self) -> float:
        """A pixel at 1280 x 720 in sides."""
        return PIXEL / float(self.cloth.camera.unit)


# Which pushes are tried -----------------------------------------------------------------------


def positions(rng: random.Random) -> Iterator[Any]:
    """States out of recorded games, whoever acts in seat 0."""
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines]
    while True:
        game = rng.choice(games)
        upto = rng.randrange(len(game["plies"]))
        left = [[Pair(_hue(a), i, _hue(b), j) for a, b, i, j in own] for own in game["pairs"]]
        laid: list[list[Pair | None]] = [list(own) for own in left]
        chain = list(game["start"])
        for ply in game["plies"][:upto]:
            if ply["move"]:
                number, numbers = ply["move"]
                pose, pair = Pose(*numbers), left[ply["player"]][number]
                laid[ply["player"]][number] = None
                chain.append([COLOURS[pair.first], list(pose)])
                chain.append([COLOURS[pair.second], list(pair.second_pose(pose))])
        mover = game["plies"][upto]["player"]
        pairs = [[pair and str(pair) for pair in laid[seat]] for seat in (mover, mover - 1)]
        if game["plies"][upto]["move"] and any(pairs[1]):
            yield GAMES["walomino"].from_plain({"chain": chain, "pairs": pairs}, QUICK)


def _hue(letter: str) -> int:
    return COLOURS.index(letter)


def tries(table: Position, kind: Kind, rng: random.Random) -> Iterator[Try]:
    """Drags of a kind that are possible in a position, without end; none if there are none."""
    for _ in range(60):
        found = _toward(table, kind, rng) if kind.askew else _led(table, kind, rng)
        if found is not None and table.free(found):
            yield found


def _toward(table: Position, kind: Kind, rng: random.Random) -> Try | None:
    """A drag toward a legal pose, from where the way to it is free."""
    number = rng.choice([*table.legal])
    pose = rng.choice(sorted(table.legal[number]))
    goal, form = place_of(pose), form_of(table.pair(number))
    ways = ways_in(table.cloth.world.probe, form, goal)
    if not ways:
        return None
    way, aside = rng.choice(ways), rng.uniform(-1, 1) * kind.aside * table.pixel
    far = rng.uniform(*WAY)
    hub = goal.point(bodies.weight(form).hub) + way * (far + aside * 1j)
    angle = goal.angle + math.radians(rng.uniform(-1, 1) * kind.askew)
    return Try(number, _around(form, hub, angle), way, far, pose)


def _led(table: Position, kind: Kind, rng: random.Random) -> Try | None:
    """A drag toward an end, one of the pair's pieces ahead of the other; where to is open."""
    state, fits = table.state, kind.fits
    pairs = [(n, pair) for n, pair in enumerate(state.pairs[0]) if pair is not None]
    (number, pair), end = rng.choice(pairs), rng.choice(state.chain.ends)
    led = rng.randrange(2)
    if (pair[2 * led] == end.colour) != fits:
        return None
    form, way = form_of(pair), rect(1, rng.uniform(0, math.tau))
    one, other = form.places(at(0j, 0.0))
    ahead = phase((one.spot - other.spot) * (1 - 2 * led))
    angle = phase(-way) - ahead + rng.uniform(-LEADING, LEADING)
    aside, far = rng.uniform(-1, 1) * kind.aside * table.pixel, rng.uniform(*WAY)
    turned = form.places(at(0j, angle))[led].spot

    def place(away: float) -> Place:
        return at(centre(end.pose) + way * (away + aside * 1j) - turned, angle)

    reach = far
    while table.cloth.world.probe.clear(form, place(reach)):
        reach -= 0.04
        if reach < 0:
            return None
    meeting = [
        (depth(SINGLE, piece, [pose]), index, pose)
        for index, piece in enumerate(form.places(place(reach))) for pose in state.chain.pieces
    ]
    if max(meeting)[1:] != (led, end.pose) or (fits and not table.takes(number, led, end.pose)):
        return None
    if not fits and any(table.nearly_right(number, place(reach + n / 5)) for n in range(4)):
        return None
    return Try(number, place(reach + far), way, far, None)


def _around(form: Form, hub: complex, angle: float) -> Place:
    """The place whose hub lies there."""
    return at(hub - bodies.weight(form).hub * rect(1, angle), angle)


# Pushing ----------------------------------------------------------------------------------------


def push(
    table: Position, attempt: Try, pointer: str, rng: random.Random, row: Row, let_go: bool = False
) -> None:  # fmt: skip
    """One drag, and two seconds of pushing on, or of waiting after letting go."""
    key = key_of(0, attempt.number)
    world, thing = table.cloth.world, table.lay(key, attempt.start)
    held = rng.choice(thing.form.places(attempt.start))
    start = held.point(rect(0.35 * math.sqrt(rng.random()), rng.uniform(0, math.tau)))
    pace, far = rng.uniform(*PACES) * table.pixel / 60, attempt.far
    far += rng.uniform(0, ON / 2) * table.pixel
    tremble, strength = 0j, TREMBLE[pointer.split(":")[0]] * table.pixel
    table.send("press", start, pointer)
    if world.grips.get(pointer) != key:  # something else is under the finger
        table.cloth.put_back(key)
        return
    ended, at_last, overlapped, through = math.ceil(far / pace), None, False, False
    watch = Watch(table, key)
    for frame in range(1, ended + PATIENCE):
        after = max(0, frame - ended)
        gone = min(frame * pace, far) + min(after / 30, 1.0) * ON / 2 * table.pixel
        tremble = 0.9 * tremble + complex(rng.gauss(0, strength), rng.gauss(0, strength))
        if frame == ended and let_go:
            world.release(pointer)
        table.send("drag", start - attempt.way * gone + tremble, pointer)
        row.costs.append(table.frame())
        watch.frame()
        overlapped |= frame % 2 == 0 and world.probe.depth(thing.form, thing.place) > DEEP
        through |= table.lies_on_loose(key)
        if thing.click is not None and thing.click.settled:
            at_last = frame
            break
    row.tried += 1
    row.overlaps, row.through = row.overlaps + overlapped, row.through + through
    if at_last is not None:
        pose = thing.click.target.pose
        row.clicked += 1
        watch.tell(row)
        row.meant += pose == attempt.goal
        row.waits.append((at_last - ended) / 60)
        row.refused += pose not in table.legal[attempt.number]
    table.send("lost", start, pointer)
    table.scene.pushing.rest()
    table.cloth.put_back(key)
    table.frame()


def parser() -> argparse.ArgumentParser:
    """What the command line takes."""
    made = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    made.add_argument("--pushes", type=int, default=2000)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--let-go", action="store_true")
    made.add_argument("--kind", type=int, choices=range(1, len(KINDS) + 1))
    return made


def main() -> None:
    """Prints the table for so many pushes."""
    chosen = parser().parse_args()
    kinds = KINDS if chosen.kind is None else (KINDS[chosen.kind - 1],)
    rows = measure(chosen.pushes, chosen.seed, kinds, chosen.let_go)
    print(f"{'':34}{'target':>9}{'pushes':>8}{'clicked':>9}{'meant':>8}{'seconds':>9}"
          f"{'overlaps':>10}{'through':>9}{'refused':>9}")  # fmt: skip
    for (name, pointer), row in sorted(rows.items()):
        goal = next(kind.goal for kind in KINDS if kind.name == name)
        wait = f"{median(row.waits):.2f}" if row.waits else "-"
        print(f"{name + ', ' + pointer:34}{goal:>9}{row.tried:8}{row.clicked / row.tried:9.1%}"
              f"{row.meant / row.tried:8.1%}{wait:>9}{row.overlaps:10}{row.through:9}"
              f"{row.refused:9}")  # fmt: skip
    print(f"{'':34}{'jump px':>16}{'turn':>12}{'abrupt':>9}{'foreseen':>10}")
    for (name, pointer), row in sorted(rows.items()):
        if row.clicked:
            jumps, turns = (
                f"{median(found):.0f}, {sorted(found)[len(found) * 9 // 10]:.0f}"
                for found in (row.jumps, row.turns)
            )
            print(f"{name + ', ' + pointer:34}{jumps:>16}{turns:>12}"
                  f"{row.abrupt / row.clicked:9.1%}{row.foreseen / row.clicked:10.1%}")  # fmt: skip
    costs = sorted(cost for row in rows.values() for cost in row.costs)
    print(f"world: {fmean(costs):.2f} ms a frame, p99 {costs[len(costs) * 99 // 100]:.2f}")


def measure(
    pushes: int, seed: int, kinds: Sequence[Kind] = KINDS, let_go: bool = False
) -> dict[tuple[str, str], Row]:
    """Those of these kinds of so many pushes by both pointers, by kind and pointer."""
    rng, rows = random.Random(seed), defaultdict[tuple[str, str], Row](Row)
    context, done, begun = headless.context(), 0, time.monotonic()
    for state in positions(rng):
        table = Position(context, state)
        for number in range(EACH):
            kind, pointer = KINDS[number % len(KINDS)], ("mouse", "touch:0:1")[number // 4 % 2]
            attempt = next(tries(table, kind, rng), None)
            if attempt is None:
                continue
            if kind in kinds:  # what becomes of a push changes nothing about those that follow
                row, hand = rows[kind.name, pointer.split(":")[0]], random.Random(done)
                push(table, attempt, pointer, hand, row, let_go)
            done += 1
        table.close()
        tell(min(1.0, done / pushes), begun)
        if done >= pushes:
            break
    context.ai_worker.close()
    context.store.close()
    return rows


if __name__ == "__main__":
    main()
