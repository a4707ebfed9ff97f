"""Measuring rules, frames, start and memory, as a table or as JSON.

Times depend on the machine, so every figure also stands beside a yardstick: how many rounds of a
fixed piece of Python the same machine does in the same second.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any

from game.rules import SHELF
from game.rules.perft import perft
from game.rules.protocol import CHANCE, AnyGame

SECONDS = 2.0
ROOT = Path(__file__).resolve().parents[1]


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


Measure = Callable[[], Iterator[Figure]]


def bench(only: str = "", as_json: bool = False, deep: bool = False) -> int:
    """Measure everything whose name has `only` in it; gives the exit code."""
    figures = []
    for name, measure in MEASURES.items():
        if only in name and (deep or name not in DEEP):
            for figure in measure():
                figures.append(figure)
                if not as_json:
                    print(line(figure), flush=True)
    if as_json:
        print(json.dumps([{**asdict(f), "kept": f.kept} for f in figures], indent=1))
    if not figures:
        print(f"nothing to measure has “{only}” in its name", file=sys.stderr)
    return 0 if figures else 1


def line(figure: Figure) -> str:
    """A figure as a line of the table."""
    verdict = {None: "", True: "kept", False: "MISSED"}[figure.kept]
    budget = f"{figure.budget[0]} {figure.budget[1:]}" if figure.budget else ""
    return (
        f"{figure.name:42} {figure.value:14,.2f} {figure.unit:10} {budget:>10} {verdict:7}"
        f" {figure.note}"
    )


# The yardstick and the rules ---------------------------------------------------------------------


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
                state = game.apply(state, game.draw(state, rng))
            else:
                moves = game.moves(state)
                state = game.apply(state, moves[int(pick() * len(moves))])
            steps += 1
    return steps, games


STEP_BUDGETS = {"jin_li": ">60000", "domi_jongg": ">20000"}


def rules() -> Iterator[Figure]:
    """Random play of every game."""
    for game in SHELF.values():
        seats = min(max(game.info.seats[0], 3), game.info.seats[1])
        begun = time.perf_counter()
        steps, games = random_play(game, seats)
        passed = time.perf_counter() - begun
        name, note = f"rules {game.info.id}, {seats} seats", f"{games / passed:.1f} games/s"
        yield Figure(name, steps / passed, "steps/s", STEP_BUDGETS.get(game.info.id, ""), note)


PERFT = {"corners": (270, 69_732, 25_792_884), "inset": (720, 495_712, 282_631_932)}


def jin_li_perft() -> Iterator[Figure]:
    """Jin Li's complete turns two and, as a long measurement, three deep."""
    yield from _perft(2)


def jin_li_perft_deep() -> Iterator[Figure]:
    yield from _perft(3)


def _perft(depth: int) -> Iterator[Figure]:
    game = SHELF["jin_li"]
    for placement, counts in PERFT.items():
        begun = time.perf_counter()
        found = perft(game, game.start(2, {"placement": placement}), depth)
        passed = time.perf_counter() - begun
        right = "agrees" if found == counts[depth - 1] else f"WRONG: {found:,}"
        yield Figure(f"jin_li perft {depth} {placement}", passed, "s", "", f"{found:,} {right}")


# Frames ------------------------------------------------------------------------------------------


def frames() -> Iterator[Figure]:
    """Every scene's samples drawn at 1080p again and again, everything moving that can."""
    from game import headless

    company = headless.company((1920, 1080))
    for name, scene in _samples(company):
        stack = headless.stack_of(company, scene)
        headless.wait(stack, 1.0)
        times = [_frame(stack) for _ in range(120)]
        p99 = quantiles(times, n=100)[98]
        yield Figure(f"frame {name} 1080p", fmean(times), "ms", "<8", f"p99 {p99:.1f} ms")
        stack.close()
    company.thinker.close()


def _samples(company: Any) -> Iterator[tuple[str, Any]]:
    from importlib import import_module

    from game.shots import scene_modules

    for module in scene_modules():
        samples = getattr(import_module(module), "samples", None)
        if samples is not None:
            yield from samples(company).items()


def _frame(stack: Any) -> float:
    from game import headless

    begun = time.perf_counter()
    stack.update(headless.FRAME)
    headless.picture(stack)
    return (time.perf_counter() - begun) * 1000


# The whole program -------------------------------------------------------------------------------

_START = """
import time; begun = time.perf_counter()
import os; os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
import sys, tempfile; from pathlib import Path
from game.app import App, Choices
app = App(Choices(size=(1920, 1080), data=Path(tempfile.mkdtemp())))
app.stack.begin(); app.frame(0.0)
print(time.perf_counter() - begun)
"""
_IDLE = """
import os; os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
import sys, tempfile, time; from pathlib import Path
from game.app import App, Choices
app = App(Choices(size=(1920, 1080), data=Path(tempfile.mkdtemp())))
app.stack.begin(); app.frame(0.0)
import pygame; clock = pygame.time.Clock(); begin = time.process_time(), time.monotonic()
while time.monotonic() < begin[1] + 10:
    app.listen(time.monotonic()); app.frame(1 / 60); clock.tick(60)
print((time.process_time() - begin[0]) / (time.monotonic() - begin[1]) * 100)
"""
_MEMORY = """
from game import memory, shots
for name, surface in shots.pictures((1920, 1080), "en"): pass
print(memory.held())
"""


def _child(script: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])


def start() -> Iterator[Figure]:
    """From the start of the interpreter's work to the first picture; the best of three."""
    best = min(_child(_START) for _ in range(3))
    yield Figure("start to first frame", best, "s", "<1.2")


def idle() -> Iterator[Figure]:
    """What the table costs when nobody touches it."""
    yield Figure("idle", _child(_IDLE), "% of core", "<3")


def memory() -> Iterator[Figure]:
    """What is held after every scene has been drawn at 1080p."""
    yield Figure("memory after every scene", _child(_MEMORY), "MB", "<250")


MEASURES: dict[str, Measure] = {
    "yardstick": yardstick,
    "rules": rules,
    "perft": jin_li_perft,
    "perft 3": jin_li_perft_deep,
    "frames": frames,
    "start": start,
    "idle": idle,
    "memory": memory,
}
DEEP = {"perft 3"}
