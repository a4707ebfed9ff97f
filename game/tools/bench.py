"""How quick this machine plays and starts, as a table or as JSON.

Times depend on the machine, so beside each stands what it would be on a machine of a certain
speed, and that is what its budget is about. The yardstick is how many rounds of a fixed piece of
Python the machine does in a second. Developers measure frames and memory besides, with
`tests/tools/bench.py`.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeAlias

from game.rules import GAMES
from game.rules.core.protocol import CHANCE, AnyGame

ROOT = Path(__file__).resolve().parents[2]
TIMES = ("ms", "ms/frame", "s", "% of core")
"""The units of what is the less, the quicker the machine is."""
REFERENCE = 37_000
"""Rounds a second of the machine that the budgets of times are meant for."""
SECONDS = 2.0
STEP_BUDGETS = {"jin_li": ">60000", "domi_jongg": ">20000"}


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
        limit, value = float(self.budget[1:]), self.value if self.scaled is None else self.scaled
        return value < limit if self.budget[0] == "<" else value > limit

    @property
    def scaled(self) -> float | None:
        """What a time would be on the machine that budgets are meant for."""
        return self.value * rounds() / REFERENCE if self.unit in TIMES else None

    def line(self) -> str:
        """The figure as a line of the table."""
        verdict = {None: "", True: "kept", False: "MISSED"}[self.kept]
        budget = f"{self.budget[0]} {self.budget[1:]}" if self.budget else ""
        scaled = "" if self.scaled is None else f"{self.scaled:.2f}"
        return (
            f"{self.name:42} {self.value:14,.2f} {self.unit:10} {scaled:>8} {budget:>10}"
            f" {verdict:7} {self.note}"
        )


Measures: TypeAlias = Mapping[str, Callable[[], Iterator[Figure]]]
"""What can be measured, by the names that are asked for."""


def bench(only: str = "", as_json: bool = False) -> int:
    """Measure everything whose name has `only` in it; gives the exit code."""
    return 0 if measured(MEASURES, only, as_json) else 1


def measured(measures: Measures, only: str, as_json: bool) -> list[Figure]:
    """The figures of all measures whose name has `only` in it, printed one by one."""
    figures = []
    for name, measure in measures.items():
        if only in name:
            for figure in measure():
                figures.append(figure)
                if not as_json:
                    print(figure.line(), flush=True)
    if as_json:
        found = [{**asdict(f), "scaled": f.scaled, "kept": f.kept} for f in figures]
        print(json.dumps(found, indent=1))
    if not figures:
        print(f"nothing to measure has “{only}” in its name", file=sys.stderr)
    return figures


@cache
def rounds() -> int:
    """Rounds a second of a loop over a dictionary, integers and a tuple."""
    count, until = 0, time.perf_counter() + 1
    while time.perf_counter() < until:
        table = {n: (n, n * n % 97) for n in range(100)}
        count += sum(pair[1] for pair in table.values()) > 0
    return count


def yardstick() -> Iterator[Figure]:
    """How quick this machine is now."""
    yield Figure("yardstick", rounds(), "rounds/s")


def random_play(game: AnyGame, seats: int) -> tuple[int, int]:
    """Steps and finished games in `SECONDS` of random play by one core."""
    rng, steps, games = random.Random(1), 0, 0
    pick = rng.random
    until = time.perf_counter() + SECONDS
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


_START = """
import os, sys; os.environ["SDL_AUDIODRIVER"] = "dummy"
import time; from pathlib import Path
work = time.process_time
from game.app import SLICE, App, Choices
from game.ui import surfaces
app = App(Choices(size=(1920, 1080), data=Path(sys.argv[2])))
app.show_table(surfaces.bare); first = time.monotonic(), work()
app.show_table(surfaces.ground)
app.stack.begin()
while not app.frame(1 / 60, SLICE): pass
begun = float(sys.argv[1])
print(first[0] - begun, first[1], time.monotonic() - begun, work(), flush=True)
app.close()
"""


def child(script: str, folder: str = "") -> list[float]:
    """What a process of its own prints; it may keep data, and what Python compiles, in a folder."""
    drivers = {} if os.environ.get("DISPLAY") else {"SDL_VIDEODRIVER": "dummy"}
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder} if folder else {}
    done = subprocess.run(
        [sys.executable, "-c", script, str(time.monotonic()), f"{folder}/data"], cwd=ROOT,
        env=os.environ | drivers | kept, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return [float(word) for word in done.stdout.splitlines()[-1].split()]


def start() -> Iterator[Figure]:
    """The median of five starts on a machine that has started the table before.

    The very first one compiles, and finds out how pictures get into the window soonest.
    """
    with TemporaryDirectory() as folder:
        runs = [child(_START, folder) for _ in range(6)][1:]
    first, first_work, shelf, shelf_work = zip(*runs, strict=True)
    for name, times, work, budget in (
        ("the first picture", first, first_work, "<0.5"), ("the shelf", shelf, shelf_work, "<1.2"),
    ):
        note = f"{min(times):.2f} to {max(times):.2f} s, {median(work):.2f} s of work"
        yield Figure(f"start to {name}", median(times), "s", budget, note)


MEASURES: Measures = {"yardstick": yardstick, "rules": rules, "start": start}
