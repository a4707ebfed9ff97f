"""Scripted pushes toward legal poses of recorded chains, by one finger or two.

`python -m tests.physics.pushes 200` prints how many of them click into the pose that was meant,
for every kind of place. A push counts from each of 24 directions from which the pair could slide
in straight at its final angle without sticking in a fixed piece by more than `GRAZE`. The fingers
start beside that line, at a wrong angle, grip anywhere, aim badly and feel about in the end.
"""

from __future__ import annotations

import gzip
import json
import math
import random
import sys
from cmath import rect
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from game.physics.bodies import Probe
from game.physics.click import Target, joints
from game.physics.place import Edges, Form, Place, at, pair, place_of
from game.physics.world import World
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import ANGLES, Pose, centre

DATA = Path(__file__).parents[1] / "data" / "walomino_games.jsonl.gz"
KINDS = ("side", "both", "notch 150", "notch 150, both", "notch 60", "notch 60, both")
WAYS = 24
FAR = 3.0
"""Sides from which a push begins."""
NEAR = 1.5
"""Closer than this a way may graze a fixed piece,"""
GRAZE = 0.15
"""so deep at most."""
ASIDE, TILT, AIM, FEEL = 0.25, math.radians(8), 0.1, 0.08
"""What the fingers do wrong: sides beside the line, a wrong angle, sides beside the goal; and how
far they feel about at the end."""
PACE = 4.0
"""Sides per second."""
PATIENCE = 36
"""Frames they feel about."""


class Task(NamedTuple):
    """A pair to be pushed into one of its legal poses."""

    kind: str
    fixed: tuple[Pose, ...]
    form: Form
    legal: tuple[Pose, ...]
    goal: Pose


def chains() -> Iterator[tuple[tuple[Pose, ...], list[tuple[Form, tuple[Pose, ...]]]]]:
    """Every position of the recorded games: the chain, and the mover's pairs with legal poses."""
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            chain = [Pose(*pose) for _, pose in game["start"]]
            for ply in game["plies"]:
                forms = [pair(i, j) for _, _, i, j in game["pairs"][ply["player"]]]
                legal: defaultdict[int, list[Pose]] = defaultdict(list)
                for number, pose in ply["legal"]:
                    legal[number].append(Pose(*pose))
                yield tuple(chain), [(forms[n], tuple(poses)) for n, poses in legal.items()]
                if ply["move"]:
                    number, pose = ply["move"]
                    chain += forms[number].poses(Pose(*pose))


def longest() -> tuple[Pose, ...]:
    """48 pieces of the longest recorded chain."""
    return max((chain for chain, _ in chains()), key=len)[:48]


def kind_of(form: Form, pose: Pose, fixed: Cluster) -> str:
    """What a place is like: which notch of the chain a piece fills, and whether both touch."""
    sides: defaultdict[int, list[int]] = defaultdict(list)
    for joint in joints(form, pose, fixed):
        sides[joint.piece].append(joint.own)
    notches = [
        ANGLES[after]
        for touched in sides.values()
        for side in touched
        for after in touched
        if (after - side) % 5 == 1
    ]
    both = len(sides) > 1
    if notches:
        return f"notch {min(notches)}" + ", both" * both
    return "both" if both else "side"


@lru_cache(maxsize=1)
def tasks() -> dict[str, list[Task]]:
    """All legal poses of the recorded games, by kind."""
    found: defaultdict[str, list[Task]] = defaultdict(list)
    for chain, pairs in chains():
        fixed = Cluster((pose, 0) for pose in chain)
        for form, legal in pairs:
            for goal in legal:
                kind = kind_of(form, goal, fixed)
                found[kind].append(Task(kind, chain, form, legal, goal))
    return found


def chosen(number: int, rng: random.Random) -> list[Task]:
    """So many tasks, all kinds alike as far as there are enough."""
    known = tasks()
    found = [
        task
        for kind in KINDS
        for task in rng.sample(known[kind], min(number // len(KINDS), len(known[kind])))
    ]
    rest = [task for kind in KINDS[:3] for task in known[kind]]
    return found + rng.sample(rest, number - len(found))


def ways_in(probe: Probe, form: Form, goal: Place) -> list[complex]:
    """The directions from which a pair can be pushed in."""
    found = []
    for number in range(WAYS):
        way = rect(1, number * math.tau / WAYS)
        if all(
            probe.clear(form, at(goal.spot + way * step / 20, goal.angle), _graze(step / 20))
            for step in range(round(20 * FAR), -1, -1)
        ):
            found.append(way)
    return found


def _graze(away: float) -> float:
    return GRAZE if away < NEAR else 0.005


def world_of(task: Task) -> World:
    """The chain of a task on a cloth with room around it."""
    hearts = [centre(pose) for pose in task.fixed]
    x, y = [heart.real for heart in hearts], [heart.imag for heart in hearts]
    world = World(Edges(min(x) - 9, min(y) - 9, max(x) + 9, max(y) + 9))
    for pose in task.fixed:
        world.fix(pose)
    return world


def push(world: World, task: Task, way: complex, fingers: int, rng: random.Random) -> Pose | None:
    """Pushes a pair in from one direction; the pose that is proposed in the end."""
    goal = place_of(task.goal)
    aside = way * 1j * rng.uniform(-ASIDE, ASIDE)
    start = at(goal.spot + way * FAR + aside, goal.angle + rng.uniform(-TILT, TILT))
    world.add("pair", task.form, start)
    world["pair"].aim([Target(pose) for pose in task.legal])
    touched = [start.inner(place.point(_somewhere(0.35, rng))) for place in task.form.places(start)]
    hands = dict(zip("ab", touched if fingers == 2 else [rng.choice(touched)], strict=False))
    for pointer, inner in hands.items():
        world.grip(pointer, start.point(inner), "pair")
    aim = at(goal.spot + _somewhere(AIM, rng), goal.angle)
    frames = round(60 * FAR / PACE)
    for frame in range(frames + PATIENCE):
        hand = _hand(start, aim, frame / frames, max(0.0, (frame - frames) / PATIENCE), fingers)
        for pointer, inner in hands.items():
            world.drag(pointer, hand.point(inner))
        world.step()
        click = world["pair"].click
        if click and frame > frames - 8 and click.target.pose == task.goal:
            break
    proposed = [world.release(pointer) for pointer in hands][-1]
    world.remove("pair")
    return proposed.target.pose if proposed else None


def _hand(start: Place, aim: Place, share: float, feeling: float, fingers: int) -> Place:
    """Where the fingers want the pair: two turn it on the way, one has it turned already."""
    done = min(1.0, share)
    turned = min(1.0, 1.5 * done) if fingers == 2 else 1.0
    feel = FEEL * rect(feeling, feeling * 9)
    spot = start.spot + (aim.spot - start.spot) * done + feel
    return at(spot, start.angle + (aim.angle - start.angle) * turned)


def _somewhere(radius: float, rng: random.Random) -> complex:
    return rect(rng.uniform(0, radius), rng.uniform(0, math.tau))


class Tally(NamedTuple):
    """Pushes and those that clicked into the pose that was meant, by kind and fingers."""

    tried: Counter[tuple[str, int]]
    hit: Counter[tuple[str, int]]

    def rate(self, fingers: int) -> float:
        hit = sum(n for (_, f), n in self.hit.items() if f == fingers)
        return hit / sum(n for (_, f), n in self.tried.items() if f == fingers)


def tally(picked: Sequence[Task], rng: random.Random, every: int = 1) -> Tally:
    """Pushes with one finger and with two from every direction, or from every so many-th."""
    found = Tally(Counter(), Counter())
    for task in picked:
        world = world_of(task)
        for way in ways_in(world.probe, task.form, place_of(task.goal))[::every]:
            for fingers in (1, 2):
                found.tried[task.kind, fingers] += 1
                hit = push(world, task, way, fingers, rng) == task.goal
                found.hit[task.kind, fingers] += hit
    return found


def main() -> None:
    """Prints the figures for so many poses."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    found = tally(chosen(number, random.Random(1)), random.Random(5))
    for key, tried in sorted(found.tried.items()):
        print(f"{key[0]:16} {key[1]} {found.hit[key]:5} of {tried:5}  {found.hit[key] / tried:.1%}")
    for fingers in (1, 2):
        print(f"{'all':16} {fingers} {found.rate(fingers):.2%}")


if __name__ == "__main__":
    main()
