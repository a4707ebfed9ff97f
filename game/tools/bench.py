"""Measuring rules, frames, start and memory, as a table or as JSON.

Times depend on the machine, so every figure also stands beside a yardstick: how many rounds of a
fixed piece of Python the same machine does in the same second.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict

from game.tools.bench_frames import frames, hands, physics
from game.tools.bench_rules import jin_li_perft, jin_li_perft_deep, rules, skud, walongs, yardstick
from game.tools.figure import ROOT, Figure, Measure


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


def start() -> Iterator[Figure]:
    """From the start of the interpreter's work to the first picture; the best of three."""
    best = min(_child(_START) for _ in range(3))
    yield Figure("start to first frame", best, "s", "<1")


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
    "walongs": walongs,
    "skud_pai_sho": skud,
    "pushing": physics,
    "frames": frames,
    "dragging": hands,
    "start": start,
    "idle": idle,
    "memory": memory,
}
DEEP = {"perft 3"}
