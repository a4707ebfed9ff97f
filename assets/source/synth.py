"""Synthesises every sound under assets/sounds anew, each from its own seed.

Run it as ``python assets/source/synth.py [NAME …]``; it needs the standard library only. Sounds
that are heard often come in several takes, `name_2.wav` and so on, as no two knocks are alike.
"""

from __future__ import annotations

import math
import random
import sys
import wave
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from tones import (
    RATE,
    Wave,
    bubble,
    finished,
    high,
    hump,
    looped,
    low,
    mixed,
    noise,
    passed,
    pluck,
    ring,
    room,
    shaped,
    silence,
)

SOUNDS = Path(__file__).resolve().parents[1] / "sounds"
Maker: TypeAlias = Callable[[random.Random], Wave]

D5, E5, FIS5, A5, B5, D6, FIS6 = 587.33, 659.26, 739.99, 880.0, 987.77, 1174.66, 1479.98


def _tuned(rng: random.Random, modes: tuple[tuple[float, float, float], ...], by: float = 0.03
           ) -> list[tuple[float, float, float]]:
    """The same body struck somewhere else: its modes a little shifted and rebalanced."""
    whole = rng.uniform(1 - by, 1 + by)
    return [(f * whole * rng.uniform(0.992, 1.008), a * rng.uniform(0.75, 1.2), d)
            for f, a, d in modes]


def _tap(rng: random.Random, seconds: float, cut: float) -> Wave:
    """The bare contact of two things: a few samples of dull noise."""
    return shaped(low(noise(rng, seconds), cut), hump(0.08, 3))


# Acrylic -----------------------------------------------------------------------------------------

ACRYLIC = ((1480, 0.5, 0.075), (2350, 0.8, 0.060), (3640, 0.55, 0.045), (5230, 0.35, 0.030),
           (7100, 0.16, 0.020))
CLOTH = ((172, 0.9, 0.07), (263, 0.45, 0.05))


def acrylic_click(rng: random.Random) -> Wave:
    return room(mixed(
        (0.0, 0.30, ring(_tuned(rng, ACRYLIC), 0.12)),
        (0.0, 0.35, ring(_tuned(rng, CLOTH), 0.12, 0.002)),
        (0.0, 0.5, _tap(rng, 0.004, 6500)),
    ))


def acrylic_click_double(rng: random.Random) -> Wave:
    """Two edges meeting one after the other, then both pieces ringing as one."""
    first, second = _tuned(rng, ACRYLIC), _tuned(rng, ACRYLIC)
    joined = [(f * 0.5, a * 0.5, 0.22) for f, a, _ in second[:3]]
    return room(mixed(
        (0.0, 0.22, ring(first, 0.12)), (0.0, 0.4, _tap(rng, 0.004, 6000)),
        (0.047, 0.34, ring(second, 0.14)), (0.047, 0.55, _tap(rng, 0.005, 5200)),
        (0.047, 0.42, ring(joined, 0.3, 0.002)),
        (0.047, 0.55, ring(_tuned(rng, CLOTH), 0.16, 0.002)),
    ), 0.16)


def acrylic_slide(rng: random.Random) -> Wave:
    """A piece pushed over linen, to be looped."""
    hiss = passed(noise(rng, 1.0), lambda share: 1900 + 260 * math.sin(share * 19), 1.1)
    body = low(passed(noise(rng, 1.0), lambda _: 420, 1.5), 900)
    weave = [1 + 0.22 * math.sin(math.tau * 47 * i / RATE) for i in range(RATE)]
    return looped([(0.7 * h + 0.6 * b) * w for h, b, w in zip(hiss, body, weave, strict=True)], 0.2)


def acrylic_bump(rng: random.Random) -> Wave:
    return room(mixed(
        (0.0, 0.8, ring(_tuned(rng, ((214, 0.9, 0.10), (371, 0.5, 0.07), (912, 0.2, 0.04))),
                        0.14, 0.0025)),
        (0.0, 0.1, ring(_tuned(rng, ACRYLIC), 0.08, 0.001)),
        (0.0, 0.3, _tap(rng, 0.006, 1800)),
    ))


# Water -------------------------------------------------------------------------------------------


def _drops(rng: random.Random, count: int, first: float, last: float) -> list[
        tuple[float, float, Wave]]:
    return [(rng.uniform(first, last), rng.uniform(0.05, 0.22),
             bubble(rng.uniform(700, 1900), rng.uniform(1.2, 1.9), rng.uniform(0.03, 0.07)))
            for _ in range(count)]


def stone_plop(rng: random.Random) -> Wave:
    """A stone breaks the surface, and the water closes over it."""
    pitch = rng.uniform(0.92, 1.08)
    return room(mixed(
        (0.0, 0.5, shaped(passed(noise(rng, 0.09), lambda s: 2400 - 1500 * s, 0.9), hump(0.06, 3))),
        (0.0, 0.6, ring(((132 * pitch, 1, 0.09),), 0.1, 0.003)),
        (0.055, 1.0, bubble(330 * pitch, 2.3, 0.19)),
        (0.17, 0.28, bubble(760 * pitch, 1.6, 0.08)),
        *_drops(rng, 4, 0.12, 0.38),
    ), 0.2)


def splash(rng: random.Random) -> Wave:
    """A tail strikes the water on the way."""
    sheet = passed(noise(rng, 0.5), lambda s: 1500 + 1300 * math.sin(s * 5), 0.8)
    return room(mixed(
        (0.0, 0.75, shaped(low(sheet, 3400), hump(0.12, 2.6))),
        (0.02, 0.5, shaped(low(noise(rng, 0.3), 420), hump(0.2, 2))),
        *_drops(rng, 9, 0.08, 0.5),
    ), 0.2)


def leap(rng: random.Random) -> Wave:
    """Out of the water, through the air, and back."""
    swish = passed(noise(rng, 0.34), lambda s: 700 + 2100 * math.sin(s * math.pi), 1.6)
    fall = passed(noise(rng, 0.3), lambda s: 2000 - 1200 * s, 0.8)
    return room(mixed(
        (0.0, 0.45, shaped(passed(noise(rng, 0.14), lambda s: 1800 - 800 * s, 0.9), hump(0.1, 2))),
        (0.03, 0.5, bubble(380, 1.9, 0.12)),
        (0.06, 0.22, shaped(swish, hump(0.5, 1.5))),
        (0.36, 0.75, shaped(fall, hump(0.05, 3))),
        (0.40, 0.8, bubble(300, 2.2, 0.17)),
        *_drops(rng, 6, 0.45, 0.75),
    ), 0.2)


# Tiles and wood ----------------------------------------------------------------------------------

TILE = ((1130, 0.6, 0.055), (1985, 0.8, 0.045), (3220, 0.7, 0.035), (4810, 0.4, 0.025),
        (6900, 0.2, 0.016))
WOOD = ((318, 0.9, 0.13), (742, 0.8, 0.09), (1285, 0.5, 0.06), (2140, 0.28, 0.04),
        (3350, 0.12, 0.025))


def tile_clack(rng: random.Random) -> Wave:
    return room(mixed(
        (0.0, 0.34, ring(_tuned(rng, TILE, 0.05), 0.1)),
        (rng.uniform(0.012, 0.02), 0.12, ring(_tuned(rng, TILE, 0.05), 0.08)),
        (0.0, 0.5, ring(((148, 1, 0.06),), 0.08, 0.002)),
        (0.0, 0.55, _tap(rng, 0.004, 7500)),
    ))


def tile_slide(rng: random.Random) -> Wave:
    """A tile drawn over felt, ending against its neighbour."""
    rub = passed(noise(rng, 0.30), lambda s: 1100 + 700 * s, 0.9)
    return room(mixed(
        (0.0, 0.5, shaped(low(rub, 2600), hump(0.55, 1.2))),
        (0.26, 0.22, ring(_tuned(rng, TILE), 0.09)), (0.26, 0.3, _tap(rng, 0.004, 6000)),
    ))


def wood_knock(rng: random.Random) -> Wave:
    return room(mixed(
        (0.0, 0.5, ring(_tuned(rng, WOOD, 0.05), 0.18, 0.001)),
        (0.0, 0.45, _tap(rng, 0.006, 3200)),
    ), 0.15)


def wood_slide(rng: random.Random) -> Wave:
    rub = passed(noise(rng, 0.34), lambda s: 620 + 380 * s, 1.2)
    grain = [1 + 0.4 * rng.uniform(-1, 1) for _ in range(60)]
    return room(mixed(
        (0.0, 0.6, shaped(rub, lambda s: hump(0.5, 1.3)(s) * grain[int(s * 59)])),
        (0.29, 0.3, ring(_tuned(rng, WOOD), 0.16, 0.001)),
    ))


def paper(rng: random.Random) -> Wave:
    """A page turned: air, and the crackle of fibres."""
    air = shaped(passed(noise(rng, 0.42), lambda s: 2600 + 2400 * s, 0.8), hump(0.45, 1.6))
    snaps = [(rng.triangular(0.02, 0.38, 0.2), rng.uniform(0.05, 0.35),
              shaped(high(noise(rng, rng.uniform(0.002, 0.007)), 2600), hump(0.1, 2)))
             for _ in range(46)]
    return low(room(mixed((0.0, 0.35, air), *snaps), 0.06), 5200)


def box_open(rng: random.Random) -> Wave:
    """A fitted lid lets the air in and comes off."""
    draw = passed(noise(rng, 0.42), lambda s: 260 + 620 * s * s, 1.4)
    return room(mixed(
        (0.0, 0.5, ring(((205, 0.7, 0.09), (463, 0.4, 0.06)), 0.12, 0.003)),
        (0.02, 0.8, shaped(draw, hump(0.7, 1.4))),
        (0.40, 0.55, ring(_tuned(rng, ((171, 1, 0.20), (389, 0.6, 0.14), (815, 0.3, 0.08))),
                          0.28, 0.002)),
        (0.41, 0.2, ring(_tuned(rng, WOOD), 0.16)),
    ), 0.2)


def box_close(rng: random.Random) -> Wave:
    breath = shaped(low(noise(rng, 0.24), 700), hump(0.75, 1.2))
    return room(mixed(
        (0.0, 0.45, breath),
        (0.20, 0.9, ring(_tuned(rng, ((146, 1, 0.22), (308, 0.7, 0.15), (690, 0.35, 0.08))),
                         0.3, 0.0015)),
        (0.20, 0.3, _tap(rng, 0.008, 2200)), (0.27, 0.2, ring(_tuned(rng, WOOD), 0.14)),
    ), 0.2)


def dice_roll(rng: random.Random) -> Wave:
    """A die thrown on wood: ever quicker, ever softer, and it lies."""
    parts, at, gap = [], 0.0, 0.17
    for hop in range(9):
        loudness = 0.9 * 0.78**hop * rng.uniform(0.8, 1.1)
        parts.append((at, loudness * 0.4, ring(_tuned(rng, TILE, 0.12), 0.09)))
        parts.append((at, loudness * 0.5, ring(_tuned(rng, WOOD, 0.1), 0.14)))
        parts.append((at, loudness * 0.5, _tap(rng, 0.004, 5000)))
        at, gap = at + gap * rng.uniform(0.85, 1.15), gap * 0.8
    return room(mixed(*parts), 0.15)


# Signals -----------------------------------------------------------------------------------------


def _bar(frequency: float, seconds: float, soft: float = 0.003) -> Wave:
    """A wooden bar over a resonator, struck with felt."""
    return ring(((frequency, 1.0, seconds), (frequency * 2.0, 0.10, seconds * 0.6),
                 (frequency * 3.93, 0.16, seconds * 0.28), (frequency * 9.2, 0.03, 0.06)),
                seconds, soft)


def _bell(frequency: float, seconds: float) -> Wave:
    """A small warm bell: nearly harmonic, with a slow beat between its lowest partials."""
    return ring(((frequency, 1.0, seconds), (frequency * 1.003, 0.5, seconds * 0.9),
                 (frequency * 2.01, 0.34, seconds * 0.6), (frequency * 3.01, 0.16, seconds * 0.4),
                 (frequency * 5.4, 0.05, seconds * 0.2)), seconds, 0.004)


def point(rng: random.Random) -> Wave:
    return room(mixed((0.0, 0.8, _bar(A5, 0.5)), (0.0, 0.12, _tap(rng, 0.004, 2500))), 0.2)


def point_many(rng: random.Random) -> Wave:
    notes = tuple((0.085 * i, 0.7 + 0.1 * i, _bar(note, 0.55)) for i, note in
                  enumerate((D5, FIS5, A5, D6)))
    return room(mixed(*notes, (0.0, 0.1, _tap(rng, 0.004, 2500))), 0.22)


def turn(rng: random.Random) -> Wave:
    return room(mixed(
        (0.0, 0.7, ring(((392, 1, 0.11), (786, 0.3, 0.06), (1540, 0.1, 0.03)), 0.14, 0.004)),
        (0.0, 0.1, _tap(rng, 0.005, 1500)),
    ), 0.2)


def refuse(rng: random.Random) -> Wave:
    return room(mixed(
        (0.0, 0.9, ring(((98, 1, 0.16), (147, 0.6, 0.12), (236, 0.2, 0.07)), 0.2, 0.006)),
        (0.0, 0.3, shaped(low(noise(rng, 0.06), 380), hump(0.2, 2))),
    ), 0.1)


def button(rng: random.Random) -> Wave:
    return mixed(
        (0.0, 0.4, ring(_tuned(rng, ((880, 1, 0.03), (1730, 0.5, 0.02), (2900, 0.2, 0.012))),
                        0.05, 0.001)),
        (0.0, 0.2, _tap(rng, 0.003, 3000)),
    )


def win(_: random.Random) -> Wave:
    """D, A, F sharp, and home an octave higher."""
    return room(mixed(
        (0.0, 0.75, _bell(D5, 1.1)), (0.16, 0.7, _bell(A5, 1.0)), (0.32, 0.7, _bell(FIS5, 0.95)),
        (0.47, 0.85, _bell(D6, 0.9)), (0.47, 0.35, _bar(D5 / 2, 0.9)),
    ), 0.3)


def draw_game(_: random.Random) -> Wave:
    """Two equal notes, a fifth apart, at rest."""
    return room(mixed((0.0, 0.7, _bell(D5, 0.9)), (0.24, 0.7, _bell(A5, 0.9)),
                      (0.48, 0.5, _bell(D5, 0.8)), (0.48, 0.5, _bell(A5, 0.8))), 0.3)


def ring_bloom(rng: random.Random) -> Wave:
    """A harp opening like a flower."""
    scale = (D5 / 2, A5 / 2, D5, E5, FIS5, A5, B5, D6, FIS6)
    return room(mixed(*((0.062 * i, 0.9 - 0.03 * i, pluck(rng, note, 0.9 - 0.02 * i, 0.35))
                        for i, note in enumerate(scale))), 0.3)


def harmony(rng: random.Random) -> Wave:
    return room(mixed((0.0, 0.8, pluck(rng, D5, 0.7, 0.3)), (0.07, 0.8, pluck(rng, A5, 0.7, 0.3))),
                0.25)


def clash(rng: random.Random) -> Wave:
    """Two strings a half-tone apart, damped at once."""
    low_string, high_string = (pluck(rng, note, 0.35, 0.2) for note in (233.1, 246.9))
    pair = mixed((0.0, 0.8, low_string), (0.02, 0.8, high_string))
    return room(mixed((0.0, 0.8, shaped(pair, lambda s: (1 - s) ** 2)),
                      (0.0, 0.3, ring(_tuned(rng, WOOD), 0.12)), (0.0, 0.0, silence(0.4))), 0.12)


TAKES: dict[Maker, int] = {
    acrylic_click: 3, stone_plop: 3, splash: 2, tile_clack: 3, tile_slide: 2, wood_knock: 3,
}
"""Sounds heard often enough to need more than one take."""

SOUND: dict[Maker, float] = {
    acrylic_click: 0.62, acrylic_click_double: 0.72, acrylic_slide: 0.30, acrylic_bump: 0.50,
    stone_plop: 0.58, splash: 0.46, leap: 0.52, tile_clack: 0.62, tile_slide: 0.40,
    wood_knock: 0.60, wood_slide: 0.40, paper: 0.36, box_open: 0.5, box_close: 0.52, point: 0.34,
    point_many: 0.40, turn: 0.26, refuse: 0.50, win: 0.50, draw_game: 0.40, button: 0.26,
    dice_roll: 0.60, ring_bloom: 0.54, harmony: 0.46, clash: 0.46,
}
"""Every sound and its peak, balanced against each other by ear and by energy."""


def write(name: str, samples: Wave) -> Path:
    """A mono file of 16 bits."""
    SOUNDS.mkdir(parents=True, exist_ok=True)
    path = SOUNDS / f"{name}.wav"
    values = array("h", (round(max(-1.0, min(1.0, value)) * 32767) for value in samples))
    if sys.byteorder == "big":
        values.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(values.tobytes())
    return path


def main(names: list[str]) -> int:
    """Synthesise the named sounds, or all; 2 when a name is unknown."""
    known = {maker.__name__: maker for maker in SOUND}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(known)}", file=sys.stderr)
        return 2
    for name in names or known:
        maker = known[name]
        for take in range(1, TAKES.get(maker, 1) + 1):
            full = name if take == 1 else f"{name}_{take}"
            samples = finished(maker(random.Random(full)), SOUND[maker], maker is acrylic_slide)
            path = write(full, samples)
            print(f"{full:24} {len(samples) / RATE:5.2f} s {path.stat().st_size / 1024:6.0f} KB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
