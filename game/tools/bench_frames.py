"""What pictures and pushing cost: every scene's samples, a hand that drags, pymunk at work."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import fmean, quantiles
from typing import Any

from game.physics.place import Edges, Place, pair
from game.physics.world import World
from game.rules import GAMES
from game.tools.figure import Figure

FRAMES = 120
HAND = 240
"""Frames that a hand drags: one round about the middle of the board."""
PICTURES = {
    "ping_pao": "ping_pao-dragging",
    "walomino": "walomino-four",
    "jin_li": "jin_li-opening",
    "domi_jongg": "domi_jongg-late",
    "skud_pai_sho": "skud_pai_sho-middle",
    "solitaire_pai_sho": "solitaire_pai_sho-middle",
}
"""The sample of each game in which a hand drags something."""
SIZES = {"1080p": ((1920, 1080), 8.0), "4K": ((3840, 2160), 16.0)}
"""Pixels, and the milliseconds a frame may take on average."""
WHILE_PUSHING = 9.0
FIXED, LOOSE = 48, 20


def frames() -> Iterator[Figure]:
    """Every scene's samples drawn at 1080p again and again, everything moving that can."""
    from game.showcase.samples import all_samples
    from game.tools import headless

    context = headless.context((1920, 1080))
    for name, scene in all_samples(context):
        stack = headless.stack_of(context, scene)
        headless.wait(stack, 1.0)
        first = _frame(stack)
        times = [_frame(stack) for _ in range(FRAMES)]
        note = f"p99 {_p99(times):.1f} ms, the first one {first:.0f} ms"
        yield Figure(f"frame {name} 1080p", fmean(times), "ms", "<8", note)
        stack.close()
    context.ai_worker.close()


def hands() -> Iterator[Figure]:
    """Something is dragged about the middle of the board, at 1080p and at 4K."""
    from game.showcase.samples import SAMPLES
    from game.tools import headless

    for size, (pixels, budget) in SIZES.items():
        context = headless.context(pixels)
        for game, name in PICTURES.items():
            scene = SAMPLES[game](context)[name]
            stack = headless.stack_of(context, scene)
            headless.wait(stack, 2.0)
            headless.picture(stack)
            times = _drag(stack, scene)
            limit = WHILE_PUSHING if game == "walomino" and size == "1080p" else budget
            label = f"dragging {name} {size}"
            if times:
                note = f"p99 {_p99(times):.1f} ms, worst {max(times):.1f} ms"
                yield Figure(label, fmean(times), "ms", f"<{limit:g}", note)
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
            begun = time.perf_counter()
            world.step()
            world.events()
            times.append((time.perf_counter() - begun) * 1000)
        note = f"p99 {_p99(times):.2f} ms; {FIXED} fixed, {LOOSE} loose pairs"
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


def _drag(stack: Any, scene: Any) -> list[float]:
    """Take the first thing that can be taken, and carry it round; milliseconds of each frame."""
    from game.ui.intents import Intent

    def post(kind: Any, at: tuple[float, float], **values: Any) -> None:
        stack.on(Intent(kind, at, pointer="touch:0:1", source="touch", **values))

    for spot in scene.input.spots():
        start = spot.center
        post("press", start)
        post("drag", (start[0] + 20, start[1]), vector=(20, 0), moved=True)
        if scene.input.holding:
            break
        post("release", start, moved=True)
    else:
        return []
    box, times = scene.layout.board, []
    for n in range(HAND):
        angle = 2 * math.pi * n / HAND
        x, y = box.center
        at = x + 0.35 * box.w * math.cos(angle), y + 0.35 * box.h * math.sin(angle)
        times.append(_frame(stack, partial(post, "drag", at, vector=(9, 9), moved=True)))
    post("lost", box.center)
    return times


def _frame(stack: Any, hand: Callable[[], None] = lambda: None) -> float:
    """One frame: what the hand does, the time that passes, the picture; in milliseconds."""
    from game.tools import headless

    begun = time.perf_counter()
    hand()
    stack.update(headless.FRAME)
    headless.picture(stack)
    return (time.perf_counter() - begun) * 1000


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]
