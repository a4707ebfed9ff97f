"""Measuring rules, frames, start and memory, as a table or as JSON.

Times depend on the machine, so every figure also stands beside a yardstick: how many rounds of a
fixed piece of Python the same machine does in the same second. Beside the time that a frame takes
stands how many times as long the same frame takes when it is painted whole; such ratios are the
same on all machines, and they alone are what `--check` looks at.
"""

import gzip
import json
import math
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Any

from game.physics.place import Edges, Place, pair
from game.physics.world import World
from game.rules import GAMES
from game.rules.core.protocol import CHANCE, AnyGame, perft
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import HOME, unpack

ROOT = Path(__file__).resolve().parents[2]
RATIOS = ("times", "% painted")
"""The units of what does not depend on the machine."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One result; `budget` is what it should keep, with `<` or `>` before it."""

    name: str
    value: float
    unit: str
    budget: str = ""
    note: str = ""

    @property
    def kept(self) -> bool | None:
        """Whether the budget is kept; None where there is none."""
        if not self.budget:
            return None
        limit = float(self.budget[1:])
        return self.value < limit if self.budget[0] == "<" else self.value > limit

    def line(self) -> str:
        """The figure as a line of the table."""
        verdict = {None: "", True: "kept", False: "MISSED"}[self.kept]
        budget = f"{self.budget[0]} {self.budget[1:]}" if self.budget else ""
        return (
            f"{self.name:42} {self.value:14,.2f} {self.unit:10} {budget:>10} {verdict:7}"
            f" {self.note}"
        )


def bench(
    only: str = "", as_json: bool = False, deep: bool = False, check: bool = False
) -> int:
    """Measure everything whose name has `only` in it; gives the exit code.

    With `check`, a ratio that misses its budget is an error.
    """
    figures = []
    for name, measure in MEASURES.items():
        if only in name and (deep or name not in DEEP):
            for figure in measure():
                figures.append(figure)
                if not as_json:
                    print(figure.line(), flush=True)
    if as_json:
        print(json.dumps([{**asdict(f), "kept": f.kept} for f in figures], indent=1))
    if not figures:
        print(f"nothing to measure has “{only}” in its name", file=sys.stderr)
    missed = [f.name for f in figures if f.unit in RATIOS and f.kept is False]
    if check and missed:
        print(f"missed: {', '.join(missed)}", file=sys.stderr)
    return 0 if figures and not (check and missed) else 1


def _milliseconds(action: Callable[[], object]) -> float:
    return _spent(action)[0]


def _spent(action: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds that passed, and those of them in which this process was at work."""
    begun = time.perf_counter(), time.process_time()
    action()
    return (time.perf_counter() - begun[0]) * 1000, (time.process_time() - begun[1]) * 1000


def _worst(times: list[float]) -> str:
    return f"worst {max(times):.2f} ms"


def _p99(times: list[float]) -> str:
    return f"p99 {quantiles(times, n=100)[98]:.2f} ms"


# Rules -------------------------------------------------------------------------------------------

SECONDS = 2.0
STEP_BUDGETS = {"jin_li": ">60000", "domi_jongg": ">20000"}
PERFT = {"corners": (270, 69_732, 25_792_884), "inset": (720, 495_712, 282_631_932)}
CLUSTERS, PIECES = 20, 50


def yardstick() -> Iterator[Figure]:
    """Rounds a second of a loop over a dictionary, integers and a tuple."""
    rounds, until = 0, time.perf_counter() + 1
    while time.perf_counter() < until:
        table = {n: (n, n * n % 97) for n in range(100)}
        rounds += sum(pair[1] for pair in table.values()) > 0
    yield Figure("yardstick", rounds, "rounds/s")


def random_play(game: AnyGame, seats: int, seconds: float = SECONDS) -> tuple[int, int]:
    """Steps and finished games in so many seconds of random play by one core."""
    rng, steps, games = random.Random(1), 0, 0
    pick = rng.random
    until = time.perf_counter() + seconds
    state = game.start(seats, {})
    while time.perf_counter() < until:
        for _ in range(200):
            actor = game.actor(state)
            if actor is None:
                games += 1
                state = game.start(seats, {})
            elif actor == CHANCE:
                state = game.apply(state, game.sample_chance(state, rng))
            else:
                moves = game.moves(state)
                state = game.apply(state, moves[int(pick() * len(moves))])
            steps += 1
    return steps, games


def rules() -> Iterator[Figure]:
    """Random play of every game."""
    for game in GAMES.values():
        low, high = game.info.seats
        seats = 3 if low <= 3 <= high else low
        begun = time.perf_counter()
        steps, games = random_play(game, seats)
        passed = time.perf_counter() - begun
        name, note = f"rules {game.info.id}, {seats} seats", f"{games / passed:.1f} games/s"
        yield Figure(name, steps / passed, "steps/s", STEP_BUDGETS.get(game.info.id, ""), note)


def _perft(depth: int) -> Iterator[Figure]:
    """Jin Li's complete turns so many deep."""
    game = GAMES["jin_li"]
    for placement, counts in PERFT.items():
        begun = time.perf_counter()
        found = perft(game, game.start(2, {"placement": placement}), depth)
        passed = time.perf_counter() - begun
        right = "agrees" if found == counts[depth - 1] else f"WRONG: {found:,}"
        yield Figure(f"jin_li perft {depth} {placement}", passed, "s", "", f"{found:,} {right}")


def grown(pieces: int, seed: int) -> Cluster:
    """A cluster that grew by random placements."""
    rng, cluster = random.Random(seed), Cluster([(HOME, 0)])
    while len(cluster) < pieces:
        cluster = cluster.plus(unpack(rng.choice(list(cluster.spots()))), 0)
    return cluster


def walongs() -> Iterator[Figure]:
    """All places in a cluster of fifty, found anew and after one piece came or went."""
    clusters = [grown(PIECES - 1, seed) for seed in range(CLUSTERS)]
    anew, came, went = [], [], []
    for cluster in clusters:
        pose = unpack(next(iter(cluster.spots())))
        anew.append(_milliseconds(Cluster((*cluster.pieces, (pose, 0))).spots))
        laid = cluster.plus(pose, 0)
        came.append(_milliseconds(laid.spots))
        went += [_milliseconds(laid.minus(gone).spots) for gone in laid]
    yield Figure("walongs, 50 pieces: all places anew", fmean(anew), "ms", "<6", _worst(anew))
    yield Figure("walongs: places after a placement", fmean(came), "ms", "<0.8", _worst(came))
    yield Figure("walongs: places after a removal", fmean(went), "ms", "<0.8", _worst(went))


def skud() -> Iterator[Figure]:
    """The complete list of turns in recorded positions."""
    game: Any = GAMES["skud_pai_sho"]
    file = ROOT / "tests" / "data" / "skud_pai_sho_positions.jsonl.gz"
    if not file.exists():
        return
    counts, times = list[int](), list[float]()
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for one, turn in ((json.loads(line), turn) for line in lines for turn in "GH"):
            board, hands = [row[:4] for row in one["board"]], {o: one["hand" + o] for o in "GH"}
            plain = {"board": board, "hands": hands, "turn": turn}
            state = game.from_plain(plain, {"ruleset": "garden_gate"})
            times.append(_milliseconds(partial(game.turn_texts, state)))
            counts.append(len(game.turn_texts(state)))
    note = f"{fmean(counts):.0f} turns each, {_worst(times)}"
    yield Figure("skud_pai_sho turn list", fmean(times), "ms", "<5", note)


# Pictures and pushing ----------------------------------------------------------------------------

FRAMES = 120
HAND = 240  # frames that a hand drags: one round about the middle of the board
PICTURES = {
    "ping_pao": "ping_pao-dragging",
    "walomino": "walomino-four",
    "jin_li": "jin_li-opening",
    "domi_jongg": "domi_jongg-late",
    "skud_pai_sho": "skud_pai_sho-middle",
    "solitaire_pai_sho": "solitaire_pai_sho-against",
}
"""The sample of each game in which a hand drags something."""
SIZES = {"1080p": ((1920, 1080), 8.0, 1.0), "4K": ((3840, 2160), 16.0, 1.8)}
"""Pixels, the milliseconds a frame may take on average, and how many times as long it takes at
least to paint it whole.
"""
PAINTED = 20.0
"""Per cent of the window that a frame paints at the most while a hand drags."""
FIXED, LOOSE = 48, 20


def frames() -> Iterator[Figure]:
    """Every scene's samples drawn at 1080p again and again, everything moving that can."""
    from game.showcase.samples import all_samples
    from game.tools import headless
    from game.ui.painter import Painter

    context = headless.context((1920, 1080))
    for name, scene in all_samples(context):
        stack, painter = headless.stack_of(context, scene), Painter()
        headless.wait(stack, 1.0)

        def frame() -> None:
            stack.update(headless.FRAME)  # noqa: B023
            headless.picture(stack, painter)  # noqa: B023

        first = _milliseconds(frame)
        times = [_milliseconds(frame) for _ in range(FRAMES)]
        note = f"{_p99(times)}, the first one {first:.0f} ms"
        yield Figure(f"frame {name} 1080p", fmean(times), "ms", "<8", note)
        stack.close()
    context.ai_worker.close()


def hands(size: str) -> Iterator[Figure]:
    """Something is dragged about the middle of the board."""
    from game.showcase.samples import SAMPLES, samples
    from game.tools import headless

    pixels, budget, ratio = SIZES[size]
    context = headless.context(pixels)
    for game, name in PICTURES.items():
        scene = dict(samples(context, SAMPLES[game]))[name]
        stack = headless.stack_of(context, scene)
        headless.wait(stack, 2.0)
        label = f"dragging {name} {size}"
        dragged = _drag(stack, scene)
        if dragged:
            times, work, whole, whole_work, painted = map(list, zip(*dragged, strict=True))
            note = f"{_p99(times)}, {_worst(times)}"
            yield Figure(label, fmean(times), "ms", f"<{budget:g}", note)
            ours, full = median(work), median(whole_work)
            note = f"{ours:.2f} ms of work; whole {full:.2f}, mean {fmean(whole):.2f} ms"
            yield Figure(label, full / ours, "times", f">{ratio:g}", note)
            yield Figure(label, 100 * fmean(painted), "% painted", f"<{PAINTED:g}")
        else:
            yield Figure(label, 0, "ms", "", "nothing there can be taken in hand")
        stack.close()
    context.ai_worker.close()


def physics() -> Iterator[Figure]:
    """A pair that a finger pushes around a chain, through loose ones, on a full cloth."""
    for name, form in (("along the chain", 0.0), ("through loose pairs", 1.0)):
        world = _cloth(form > 0)
        times = []
        for n in range(2 * HAND):
            angle = 2 * math.pi * n / HAND
            reach = 5.0 + 4.0 * form + 3.5 * math.sin(2.3 * angle)
            world.drag("hand", complex(reach * math.cos(angle), reach * math.sin(angle)))
            times.append(_milliseconds(world.step) + _milliseconds(world.events))
        note = f"{_p99(times)}; {FIXED} fixed, {LOOSE} loose pairs"
        yield Figure(f"pushing {name}", fmean(times), "ms/frame", "<1", note)


def _cloth(crowded: bool) -> World:
    """A chain of 24 pairs, one pair in hand, and the loose ones near it or along the edges."""
    game, rng = GAMES["walomino"], random.Random(3)
    best: Any = ()
    while len(best) < FIXED:
        state = game.start(2, {"draft": "quick"})
        while game.actor(state) is not None:
            if game.actor(state) == -1:
                state = game.apply(state, game.sample_chance(state, rng))
            else:
                state = game.apply(state, rng.choice(game.moves(state)))
            best = max(best, tuple(state.chain.pieces), key=len)
    world = World(Edges(-22.0, -16.0, 22.0, 16.0))
    for pose in best[:FIXED]:
        world.fix(pose)
    for n in range(LOOSE):
        angle, far = 2 * math.pi * n / LOOSE, 9.0 if crowded else 14.0
        spot = complex(1.3 * far * math.cos(angle), far * math.sin(angle))
        world.add(f"loose {n}", pair(0, 0), Place(spot.real, spot.imag, angle))
    world.add("pair", pair(0, 2), Place(13.0, 4.0, 0.0))
    world.grip("hand", complex(13.0, 4.0), "pair")
    return world


def _drag(stack: Any, scene: Any) -> list[tuple[float, ...]]:
    """Take the first thing that can be taken, and carry it round.

    Gives, of each frame, the milliseconds that passed and those of work; both of the same frame
    painted whole; and the share of the window that was painted.
    """
    from game.tools import headless
    from game.ui.intents import Intent
    from game.ui.painter import Painter

    def post(kind: Any, at: tuple[float, float], **values: Any) -> None:
        stack.on(Intent(kind, at, pointer="touch:0:1", source="touch", **values))

    def step(at: tuple[float, float]) -> None:
        post("drag", at, vector=(9, 9), moved=True)
        stack.update(headless.FRAME)

    for spot in scene.input.spots():
        start = spot.center
        post("press", start)
        post("drag", (start[0] + 20, start[1]), vector=(20, 0), moved=True)
        if scene.input.holding:
            break
        post("release", start, moved=True)
    else:
        return []
    box, painter = scene.layout.board, Painter()
    draws = partial(headless.picture, stack, painter), partial(headless.picture_at_once, stack)
    draws[0]()
    frames = []
    for n in range(HAND):
        angle = 2 * math.pi * n / HAND
        x, y = box.center
        at = x + 0.35 * box.w * math.cos(angle), y + 0.35 * box.h * math.sin(angle)
        moved = _spent(partial(step, at))
        # In turn one of them comes first, and makes the sprites that the other one finds.
        drawn = [_spent(draw) for draw in draws[:: 1 - n % 2 * 2]][:: 1 - n % 2 * 2]
        (ours, work), (whole, whole_work) = drawn
        both = ours, work + moved[1] - moved[0], whole, whole_work + moved[1] - moved[0]
        frames.append((*(moved[0] + spent for spent in both), painter.share))
    post("lost", box.center)
    return frames


# The whole program -------------------------------------------------------------------------------

_OPEN = """
import time; begun = time.perf_counter()
import os; os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
import tempfile; from pathlib import Path
from game.app import App, Choices
app = App(Choices(size=(1920, 1080), data=Path(tempfile.mkdtemp())))
app.stack.begin(); app.frame(0.0)
"""
_START = f"{_OPEN}print(time.perf_counter() - begun)"
_IDLE = f"""{_OPEN}
import pygame; clock = pygame.time.Clock(); begin = time.process_time(), time.monotonic()
while time.monotonic() < begin[1] + 10:
    app.listen(time.monotonic()); app.frame(1 / 60); clock.tick(60)
print((time.process_time() - begin[0]) / (time.monotonic() - begin[1]) * 100)
"""
_MEMORY = """
from game import memory
from game.tools import shots
for name, surface in shots.pictures((1920, 1080), "en"): pass
memory.sweep()  # as the table does after every change of scene
print(memory.held())
"""


def _child(script: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])


def _whole(name: str, script: str, unit: str, budget: str, times: int = 1) -> Iterator[Figure]:
    """What a process of its own has measured; the best of so many."""
    yield Figure(name, min(_child(script) for _ in range(times)), unit, budget)


MEASURES: dict[str, Callable[[], Iterator[Figure]]] = {
    "yardstick": yardstick,
    "rules": rules,
    "perft": partial(_perft, 2),
    "perft 3": partial(_perft, 3),
    "walongs": walongs,
    "skud_pai_sho": skud,
    "pushing": physics,
    "frames": frames,
    "dragging 1080p": partial(hands, "1080p"),
    "dragging 4K": partial(hands, "4K"),
    "start": partial(_whole, "start to first frame", _START, "s", "<1", 3),
    "idle": partial(_whole, "idle", _IDLE, "% of core", "<3"),
    "memory": partial(_whole, "memory after every scene", _MEMORY, "MB", "<250"),
}
DEEP = {"perft 3"}  # what takes minutes
