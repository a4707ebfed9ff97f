"""The physics of small sounds: plates that ring, strings, bubbles, friction, and a small room.

A *wave* is a list of floats at `RATE` samples a second, around 0. Times are in seconds,
frequencies in hertz, decays the seconds until a mode has fallen to a thousandth (T60).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

Wave: TypeAlias = "list[float]"
Mode: TypeAlias = "tuple[float, float, float]"
"""Frequency, loudness, decay."""

RATE = 44100


def silence(seconds: float) -> Wave:
    return [0.0] * int(seconds * RATE)


def ring(modes: Sequence[Mode], seconds: float, attack: float = 0.0006) -> Wave:
    """A struck body: each mode a sine that starts softly within `attack` and dies away."""
    wave = silence(seconds)
    for frequency, loudness, decay in modes:
        shrink = 10 ** (-3 / (decay * RATE))
        turn = math.tau * frequency / RATE
        twist, before, now = 2 * shrink * math.cos(turn), 0.0, shrink * math.sin(turn)
        for i in range(min(len(wave), int(decay * 1.3 * RATE))):
            wave[i] += loudness * before
            before, now = now, twist * now - shrink * shrink * before
    ramp = max(1, int(attack * RATE))
    for i in range(min(ramp, len(wave))):
        wave[i] *= 0.5 - 0.5 * math.cos(math.pi * i / ramp)
    return wave


def noise(rng: random.Random, seconds: float) -> Wave:
    return [rng.uniform(-1, 1) for _ in range(int(seconds * RATE))]


def low(wave: Wave, cut: float) -> Wave:
    """Only what lies below `cut`: a one-pole filter."""
    share, held, out = 1 - math.exp(-math.tau * cut / RATE), 0.0, []
    for value in wave:
        held += (value - held) * share
        out.append(held)
    return out


def high(wave: Wave, cut: float) -> Wave:
    """Only what lies above `cut`."""
    return [value - under for value, under in zip(wave, low(wave, cut), strict=True)]


def passed(wave: Wave, centre: Callable[[float], float], quality: float) -> Wave:
    """Only what lies around a centre that may move: `centre(share)` for share 0…1 of the wave."""
    out, one, two, count = [], 0.0, 0.0, len(wave)
    bend = 2 * math.sin(math.pi * min(centre(0), RATE / 7) / RATE)
    for i, value in enumerate(wave):
        if i % 32 == 0:
            bend = 2 * math.sin(math.pi * min(centre(i / count), RATE / 7) / RATE)
        two += bend * one
        one += bend * (value - two - one / quality)
        out.append(one)
    return out


def shaped(wave: Wave, shape: Callable[[float], float]) -> Wave:
    """The wave times `shape(share)`, share 0…1."""
    count = len(wave)
    return [value * shape(i / count) for i, value in enumerate(wave)]


def hump(rise: float, power: float = 2.0) -> Callable[[float], float]:
    """A shape that rises until the share `rise`, then falls off to 0 at the end."""
    def shape(share: float) -> float:
        if share < rise:
            return math.sin(share / rise * math.pi / 2) ** 2
        return math.pow((1 - share) / (1 - rise), power)

    return shape


def bubble(start: float, rise: float, seconds: float) -> Wave:
    """Air closing under water: a tone that climbs from `start` by the factor `rise` and dies."""
    wave, phase, count = [], 0.0, int(seconds * RATE)
    for i in range(count):
        share = i / count
        phase += math.tau * start * (1 + (rise - 1) * share**1.6) / RATE
        wave.append(math.sin(phase) * math.exp(-4.6 * share) * min(1.0, i / 60))
    return wave


def pluck(rng: random.Random, frequency: float, seconds: float, bright: float = 0.5) -> Wave:
    """A harp string: a loop of noise that loses its edge at every turn."""
    length = RATE / frequency
    whole, part = int(length - 0.5), length - 0.5 - int(length - 0.5)
    loop = [rng.uniform(-1, 1) for _ in range(whole + 2)]
    for _ in range(2 + int(6 * (1 - bright))):
        loop = [(loop[i] + loop[i - 1]) / 2 for i in range(len(loop))]
    mean, held, wave = sum(loop) / len(loop), 0.0, []
    loop = [value - mean for value in loop]
    keep = 10 ** (-3 / (frequency * seconds * 1.1))
    size, at = len(loop), 0
    for _ in range(int(seconds * RATE)):
        a, b = loop[(at - whole) % size], loop[(at - whole - 1) % size]
        value = a + (b - a) * part
        loop[at] = keep * (value + held) / 2
        held = value
        wave.append(loop[at])
        at = (at + 1) % size
    soft = int(0.002 * RATE)
    return [value * min(1.0, i / soft) for i, value in enumerate(wave)]


def mixed(*parts: tuple[float, float, Wave]) -> Wave:
    """Waves laid over each other: each begins at its second, with its own loudness."""
    count = max(int(start * RATE) + len(wave) for start, _, wave in parts)
    out = [0.0] * count
    for start, loudness, wave in parts:
        first = int(start * RATE)
        for i, value in enumerate(wave):
            out[first + i] += loudness * value
    return out


def _diffused(wave: Wave, seconds: float) -> Wave:
    """The wave smeared by an all-pass of one delay: every echo becomes a small cloud."""
    length = int(seconds * RATE)
    held, out = [0.0] * length, []
    for i, value in enumerate(wave):
        old = held[i % length]
        now = value + 0.6 * old
        held[i % length] = now
        out.append(old - 0.6 * now)
    return out


def room(wave: Wave, share: float = 0.12) -> Wave:
    """The wave in a small furnished room: soft early echoes, each duller than the last."""
    wet = low(wave, 3000) + silence(0.07)
    for seconds in (0.0047, 0.0073, 0.0109):
        wet = _diffused(wet, seconds)
    taps = ((0.007, 0.8), (0.0151, -0.6), (0.0239, 0.45), (0.0347, -0.3), (0.0491, 0.2))
    return mixed((0.0, 1.0, wave), *((delay, share * level, wet) for delay, level in taps))


def finished(wave: Wave, peak: float, loop: bool = False) -> Wave:
    """Free of rumble and offset, softly begun and ended (unless it loops), its peak as given."""
    out = wave if loop else high(high(wave, 28), 28)
    mean = sum(out) / len(out)
    out = [value - mean for value in out]
    if not loop:
        begin, end = int(0.0004 * RATE), int(0.012 * RATE)
        for i in range(begin):
            out[i] *= i / begin
        for i in range(min(end, len(out))):
            out[-1 - i] *= i / end
    top = max(abs(value) for value in out)
    return [value * peak / top for value in out]


def looped(wave: Wave, overlap: float) -> Wave:
    """The wave so that its end flows into its beginning: `overlap` seconds are crossfaded."""
    count = int(overlap * RATE)
    head, body, tail = wave[:count], wave[count:-count], wave[-count:]
    seam = [
        h * math.sin(i / count * math.pi / 2) + t * math.cos(i / count * math.pi / 2)
        for i, (h, t) in enumerate(zip(head, tail, strict=True))
    ]
    return seam + body
