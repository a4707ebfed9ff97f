"""What a game's scene is made of: the hooks it fills in, and what it may ask about the match.

A game's scene says where its places are, paints them, and turns picked places into moves. It
never decides what is legal. The picture shows the state at `shown`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pygame

from game.rules.core.match import Match, Series, Step
from game.rules.core.protocol import Seat
from game.scenes.core.chairs import Chair, called
from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.scenes.play.layout import Layout
from game.scenes.play.marks import Mark, MarkKind
from game.scenes.play.tray import Tray
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.theme import Color
from game.ui.timeline import Motion, Timeline


class GameHooks(Scene):
    """The view of one match. `chairs` are by person; seats rotate in a series."""

    square = True
    clockwise = True
    depth = 170.0
    tallest = 2000.0
    """The layout's wishes, see `seating.lay_out`."""

    def __init__(self, context: Context, series: Series, chairs: Sequence[Chair]) -> None:
        super().__init__(context)
        self.series = series
        self.chairs = tuple(
            replace(chair, name=called(context.texts, chair)) for chair in chairs
        )
        self.timeline = Timeline(context.settings.reduced_motion, context.settings.pace)
        self.marks: list[Mark] = []
        self.trays: list[Tray] = []
        self.shown = self.match.cursor
        self.layout: Layout
        self.ground: pygame.Surface | None = None
        """What does not move, as it was painted; None if it is to be painted anew."""

    # What a game's scene provides ----------------------------------------------------------

    def seat_color(self, seat: Seat) -> Color:
        """The colour that stands for a seat."""
        raise NotImplementedError

    def paint_ground(self, canvas: Canvas) -> None:
        """Paint what does not move: table and board. Kept until the window changes."""
        raise NotImplementedError

    def draw_ground(self, canvas: Canvas) -> None:
        """Everything that does not move, painted once for each size of the window."""
        size = canvas.surface.get_size()
        if self.ground is None or self.ground.get_size() != size:
            self.ground = pygame.Surface(size).convert(canvas.surface)
            ground = Canvas(self.ground, scale=canvas.scale, text_scale=canvas.text_scale)
            self.paint_ground(ground)
            for tray in self.trays:
                tray.draw_glass(ground)
                self.paint_tray_ground(ground.within(tray.frame), tray)
        canvas.surface.blit(self.ground, (0, 0))

    def paint(self, canvas: Canvas) -> None:
        """Paint pieces and what moves, over the ground and under trays and buttons."""
        raise NotImplementedError

    def paint_tray_ground(self, canvas: Canvas, tray: Tray) -> None:
        """Paint what does not move in a tray, kept with the ground; the canvas is its frame."""

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        """Paint the game's part of a tray; the canvas is the tray's frame."""

    def place_at(self, place: str) -> Point | None:
        """Where a place named by the rules lies on the table."""
        raise NotImplementedError

    def spots(self) -> list[Spot]:
        """Everything that can be picked now, by tap, drag or focus."""
        raise NotImplementedError

    def pick(self, key: str) -> None:
        """A spot was tapped or confirmed."""
        raise NotImplementedError

    def grab(self, key: str) -> bool:
        """A pointer went down on a spot: True if it may be dragged from there."""
        return False

    def carry(self, point: Point) -> None:
        """What was grabbed is dragged to a point."""

    def drop(self, key: str | None, point: Point) -> None:
        """What was grabbed is let go over a spot, or over none."""

    def let_go(self) -> None:
        """Put back whatever is held or selected."""

    @property
    def holding(self) -> bool:
        """Whether something is selected or in hand."""
        return False

    def gesture(self, intent: Intent) -> None:
        """Wheel, turn, hold and commands the base does not know."""

    def prompt(self, seat: Seat) -> str:
        """What the seat whose turn it is should do now."""
        raise NotImplementedError

    def animate(self, step: Step) -> Motion | None:
        """The motion from the picture before the step to the one after it."""
        return None

    def places_of(self, move: Any) -> tuple[str, ...]:
        """The places a move is about, for marking hints and the last move."""
        return ()

    def paint_above(self, canvas: Canvas) -> None:
        """Paint what lies over the trays, such as a piece in hand."""

    def dress(self) -> None:
        """The settings may have changed: let what is drawn follow them."""

    def arrange(self) -> None:
        """The layout is new: compute what hangs on it."""

    def refresh(self) -> None:
        """The shown state is another one: bring the picture in line with it."""

    def ambient(self, seconds: float) -> bool:
        """Life that goes on by itself; True if the picture changed."""
        return False

    # The match -------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        return self.series.current

    @property
    def game(self) -> Any:
        return self.match.game

    @property
    def id(self) -> str:
        return str(self.game.info.id)

    @property
    def state(self) -> Any:
        """The state in the picture."""
        return self.match.states[min(self.shown, len(self.match.states) - 1)]

    @property
    def shows_targets(self) -> bool:
        """Whether what is legal is to glow; who wants to find it alone switches it off."""
        return self.context.settings.show_targets

    @property
    def live(self) -> bool:
        """Whether the picture shows the newest state and nothing is on its way."""
        return self.shown == self.match.cursor

    @property
    def lamp(self) -> Seat | None:
        """The seat whose tray the lamp stands at."""
        actor: Seat | None = self.game.actor(self.state)
        return actor

    def chair(self, seat: Seat) -> Chair:
        return self.chairs[self.series.person_at(seat)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names in seat order."""
        return tuple(self.chair(seat).name for seat in range(self.match.seats))

    @property
    def persons(self) -> frozenset[Seat]:
        return frozenset(s for s in range(self.match.seats) if self.chair(s).person)

    @property
    def asked(self) -> Seat | None:
        """The person who is to act now and can, the picture being up to date."""
        actor = self.match.actor
        return actor if self.live and actor in self.persons else None

    def turns(self) -> list[tuple[Seat, tuple[int, ...]]]:
        """The turns played so far, as the list of moves shows them."""
        return self.match.turns()

    def notation(self, index: int) -> str:
        """How the list of moves writes a step; empty for one that goes without saying."""
        move = self.match.log[index]
        return "" if move == self.game.implicit_step else str(self.game.write(move))

    def turn_label(self, number: int, steps: tuple[int, ...]) -> str:
        """What the list of moves writes before a turn, the first one being number 1."""
        return f"{number}. "

    def hush(self) -> None:
        """Take away what is said at the seats."""
        for tray in self.trays:
            tray.hush()
            tray.prompt = ""

    def t(self, key: str, **params: str | int) -> str:
        return self.context.texts.t(key, **params)

    # Marks -----------------------------------------------------------------------------------

    def mark(self, kind: MarkKind, places: Sequence[str], radius: float | None = None) -> None:
        for place in places:
            point = self.place_at(place)
            if point is not None:
                self.marks.append(Mark(kind, point, radius or self.mark_radius))

    @property
    def mark_radius(self) -> float:
        return 40.0

    def clear_marks(self, *kinds: MarkKind) -> None:
        self.marks = [mark for mark in self.marks if mark.kind not in kinds]
        if "refusal" in kinds:  # words and marks of a refusal go together
            for tray in self.trays:
                tray.hush("refusal")

    def sound(self, cue: str, at: Point | None = None) -> None:
        pan = 0.5 if at is None else min(1.0, max(0.0, at[0] / self.size[0]))
        self.context.sound.play(cue, pan)
