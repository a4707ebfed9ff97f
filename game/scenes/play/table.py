"""What the parts of a play scene ask of the match on the table that they belong to."""

from collections.abc import Sequence
from typing import Any, Protocol

import pygame

from game.rules.core.protocol import Seat
from game.scenes.core.context import Context
from game.scenes.core.played_match import PlayedMatch
from game.scenes.core.scene import Change
from game.scenes.play.eye import Eye
from game.scenes.play.input import Input
from game.scenes.play.layout import Layout
from game.scenes.play.marks import Mark, MarkKind
from game.scenes.play.tray import Tray
from game.ui.frame import Point
from game.ui.layer import Focus, Spot


class Table(PlayedMatch, Protocol):
    """A play scene, which says what each of these means."""

    context: Context
    edge: int
    eye: Eye | None
    focus: Focus
    ground: pygame.Surface | None
    input: Input[Any]  # of the game's own kind
    last_rule: str
    layout: Layout
    size: Point
    trays: list[Tray]

    @property
    def around(self) -> bool: ...
    @property
    def covered(self) -> bool: ...
    @property
    def foretells(self) -> bool: ...
    @property
    def known(self) -> int: ...
    @property
    def live(self) -> bool: ...
    @property
    def mark_radius(self) -> float: ...
    @property
    def marks(self) -> list[Mark]: ...
    @property
    def persons(self) -> frozenset[Seat]: ...
    @property
    def shows_targets(self) -> bool: ...
    @property
    def state(self) -> object: ...
    @property
    def takes_picks(self) -> bool: ...
    @property
    def waiting(self) -> object: ...

    def carries(self, pointer: str) -> bool: ...
    def clear_marks(self, *kinds: MarkKind) -> None: ...
    def centre_of_interest(self) -> Sequence[Point]: ...
    def consent(self, given: bool) -> None: ...
    def go(self, change: Change) -> None: ...
    def offered(self) -> Sequence[Spot]: ...
    def place_at(self, place: str) -> Point | None: ...
    def sound(self, cue: str, at: Point | None = None) -> None: ...
