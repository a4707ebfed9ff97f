"""What the pushing world has to tell: bumps, clicks, and sides that are refused."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from game.physics.click import Click, Match, Target

Key: TypeAlias = str
"""The name of a thing."""


class Bump(NamedTuple):
    """A held thing hit something: where, and how fast in sides per second."""

    key: Key
    spot: complex
    strength: float


class Clicked(NamedTuple):
    """A thing clicked in; more joints than one sound richer."""

    key: Key
    click: Click


class PulledOut(NamedTuple):
    """A thing that had clicked in was pulled out again."""

    key: Key
    target: Target


class Refused(NamedTuple):
    """A thing is pushed against a side it fits, but the pose this would give is not legal."""

    key: Key
    match: Match


Event: TypeAlias = Bump | Clicked | PulledOut | Refused
