"""Whether promises are kept, on one screen; with --deep all of rules, frames, start and memory.

Of deep figures, beside the time that a frame takes stands how many times as long the same frame
takes when it is painted whole; such ratios and counts are the same on all machines, and they alone
are what `--check` looks at. Frames go to a real window where X11 has one.

    python main.py bench
    python -m tests.tools.bench --only dragging
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import TYPE_CHECKING, cast

from game.rules import GAMES
from game.rules.core.protocol import CHANCE, AnyGame
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import HOME, unpack
from tests.tools.late import beside_a_grandmaster
from tests.tools.perft import perft
from tests.tools.promises import PROMISES, Figure, Measures, child, drag, measured

if TYPE_CHECKING:
    from game.scenes.core.context import Context
    from game.scenes.core.stack import Stack
    from game.scenes.play.play_scene import AnyPlayScene

ROOT = Path(__file__).resolve().parents[2]
RATIOS = ("times", "% painted", "operations")
"""The units of what does not depend on the machine."""


def bench(
    only: str = "", as_json: bool = False, deep: bool = False, check: bool = False
) -> int:
    """Measure the promises, or everything if it is to be `deep` or the name has `only` in it; gives
    the exit code.

    With `check`, a ratio that misses its budget is an error.
    """
    asked = MEASURES if deep or only else PROMISES
    figures = measured(asked, only, as_json)
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


PERFT = {"corners": (270, 69_732, 25_792_884), "inset": (720, 495_712, 282_631_932)}
CLUSTERS, PIECES = 20, 50


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
    """All places in a cluster of fifty, found anew and after one piece came."""
    clusters = [grown(PIECES - 1, seed) for seed in range(CLUSTERS)]
    anew, came = [], []
    for cluster in clusters:
        pose = unpack(next(iter(cluster.spots())))
        anew.append(_milliseconds(Cluster((*cluster.pieces, (pose, 0))).spots))
        came.append(_milliseconds(cluster.plus(pose, 0).spots))
    yield Figure("walongs, 50 pieces: all places anew", fmean(anew), "ms", "<3.3", _worst(anew))
    yield Figure("walongs: places after a placement", fmean(came), "ms", "<0.45", _worst(came))


def skud() -> Iterator[Figure]:
    """The complete list of turns in recorded positions."""
    game = SkudPaiSho()
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
    yield Figure("skud_pai_sho turn list", fmean(times), "ms", "<40", note)


# Pictures ----------------------------------------------------------------------------

FRAMES = 60
PICTURES = {
    "ping_pao": "ping_pao-dragging",
    "walomino": "walomino-four",
    "jin_li": "jin_li-opening",
    "domi_jongg": "domi_jongg-late",
    "skud_pai_sho": "skud_pai_sho-middle",
    "solitaire_pai_sho": "solitaire_pai_sho-against",
}
"""The sample of each game in which a hand drags something."""
SIZES = {"1080p": ((1920, 1080), 4.0, 1.3), "4K": ((3840, 2160), 8.0, 1.8)}
"""Pixels, the milliseconds a frame may take on average, and how many times as long it takes at
least to paint it whole.
"""
PAINTED = 20.0
"""Per cent of the window that a frame paints at the most while a hand drags."""
OPERATIONS = 600
"""What a frame may draw: that many pictures, rectangles, lines of text."""


def _context(pixels: tuple[int, int]) -> Context:
    """A table that draws on a real window where X11 has one."""
    from tests.tools import headless

    if os.environ.get("DISPLAY"):
        os.environ |= {"SDL_VIDEODRIVER": "x11", "SDL_FRAMEBUFFER_ACCELERATION": "0"}
    return headless.context(pixels)


def frames(size: str) -> Iterator[Figure]:
    """Every scene's samples: the first frame, and others with everything moving that can."""
    from tests.tools import headless
    from tests.tools.showcase.samples import all_samples, standing

    context = _context(SIZES[size][0])
    for name, scene in all_samples(context):
        stack = headless.stack_of(context, *standing(scene))
        first = _milliseconds(partial(stack.draw, headless.blank()))
        yield Figure(f"first frame {name} {size}", first, "ms", "", "with all pictures it needs")
        step = partial(stack.update, headless.FRAME)
        yield from _told(f"frame {name} {size}", _both(stack, [step] * FRAMES), 4.0, 0.9)
        stack.close()
    context.ai_worker.close()


def _both(
    stack: Stack, steps: Sequence[Callable[[], object]]
) -> tuple[list[tuple[float, ...]], int]:
    """Frames painted in parts and whole, one for each step, and the operations of the last one.

    Of each frame: the milliseconds that passed and those of work; both of the same frame painted
    whole; and the share of the window that was painted.
    """
    from game.ui.painter import Painter
    from tests.tools import headless

    painter = Painter()
    draws = partial(headless.picture, stack, painter), partial(headless.picture_at_once, stack)
    draws[0]()
    rows = list[tuple[float, ...]]()
    for n, step in enumerate(steps):
        moved = _spent(step)
        # In turn one of them comes first, and makes the sprites that the other one finds.
        drawn = [_spent(draw) for draw in draws[:: 1 - n % 2 * 2]][:: 1 - n % 2 * 2]
        both = (moved[0] + drawn[0][0], moved[1] + drawn[0][1],
                moved[0] + drawn[1][0], moved[1] + drawn[1][1])  # fmt: skip
        rows.append((*both, painter.share))
    return rows, len(headless.listed(stack).ops)


def _told(
    label: str, found: tuple[list[tuple[float, ...]], int], budget: float, ratio: float
) -> Iterator[Figure]:
    """What such frames come to."""
    rows, operations = found
    times, work, whole, whole_work, painted = map(list, zip(*rows, strict=True))
    yield Figure(label, fmean(times), "ms", f"<{budget:g}", f"{_p99(times)}, {_worst(times)}")
    ours, full = median(work), median(whole_work)
    note = f"{ours:.2f} ms of work; whole {full:.2f}, mean {fmean(whole):.2f} ms"
    yield Figure(label, full / ours, "times", f">{ratio:g}", note)
    yield Figure(label, 6 * fmean(work), "% of core", "", "at sixty frames a second")
    yield Figure(label, 100 * fmean(painted), "% painted")
    yield Figure(label, operations, "operations", f"<{OPERATIONS}")


def hands(size: str) -> Iterator[Figure]:
    """Something is dragged about the middle of the board."""
    from tests.tools import headless
    from tests.tools.showcase.samples import SAMPLES, samples

    pixels, budget, ratio = SIZES[size]
    context = _context(pixels)
    for game, name in PICTURES.items():
        scene = cast("AnyPlayScene", dict(samples(context, SAMPLES[game]))[name])
        stack = headless.stack_of(context, scene)
        headless.picture(stack)
        headless.wait(stack, 2.0)
        label, steps = f"dragging {name} {size}", drag(stack.on, stack, scene)
        if steps:
            for figure in _told(label, _both(stack, steps), budget, ratio):
                kept = f"<{PAINTED:g}" if figure.unit == "% painted" else figure.budget
                yield replace(figure, budget=kept)
        else:
            yield Figure(label, 0, "ms", "", "nothing there can be taken in hand")
        stack.close()
    context.ai_worker.close()


# The whole program -------------------------------------------------------------------------------

_IDLE = """
import os; os.environ["SDL_AUDIODRIVER"] = "dummy"
import tempfile, threading, time; from pathlib import Path
from game.app import App, Choices
work = []
for seconds in (5, 15):
    threading.Timer(seconds, lambda: work.append(time.process_time())).start()
App(Choices(size=(1920, 1080), data=Path(tempfile.mkdtemp()))).run(16)
print((work[1] - work[0]) * 10)
"""
_MEMORY = """
from game.memory import sweep
from tests.tools import shots
from tests.tools.memory import held
for name, surface in shots.pictures({}, "en"): pass
sweep()  # as the table does after every change of scene
print(held())
"""


def _whole(name: str, script: str, unit: str, budget: str) -> Iterator[Figure]:
    """What a process of its own has measured."""
    yield Figure(name, child(script)[0], unit, budget)


MEASURES: Measures = {
    **PROMISES,
    "rules": rules,
    "perft": partial(_perft, 2),
    "perft 3": partial(_perft, 3),
    "walongs": walongs,
    "skud_pai_sho": skud,
    "frames 1080p": partial(frames, "1080p"),
    "frames 4K": partial(frames, "4K"),
    "dragging 1080p": partial(hands, "1080p"),
    "dragging 4K": partial(hands, "4K"),
    "late": beside_a_grandmaster,
    "idle": partial(_whole, "idle", _IDLE, "% of core", "<0.8"),
    **{
        f"memory {size}": partial(
            _whole, f"memory after every scene {size}", _MEMORY.format(pixels), "MB", budget
        )
        for (size, (pixels, *_)), budget in zip(SIZES.items(), ("<180", "<450"), strict=True)
    },
}


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser("bench", description="Tell whether promises are kept.")
    option = made.add_argument
    option("--json", action="store_true", dest="as_json", help="figures as JSON")
    option("--only", default="", metavar="TEXT", help="only these")
    option("--check", action="store_true", help="fail where a ratio misses its budget")
    option("--deep", action="store_true", help="all figures, which takes ten minutes")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit code."""
    return bench(**vars(parser().parse_args(arguments)))


if __name__ == "__main__":
    raise SystemExit(main())
