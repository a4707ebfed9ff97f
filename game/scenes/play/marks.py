"""Marks on the board that mean the same in every game: last move, hint, refusal, task, points."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.ui.canvas import Canvas
from game.ui.fonts import signed
from game.ui.frame import Frame, Point
from game.ui.theme import GOLD, INK, IVORY, LAMP, VERMILION, Color, mix, with_alpha
from game.ui.timeline import Tween, arc, linear

MarkKind: TypeAlias = Literal["last", "hint", "refusal", "held", "task"]

STYLE: dict[MarkKind, tuple[Color, float, float]] = {
    "last": (IVORY, 0.35, 3),
    "hint": (GOLD, 1.0, 5),
    "refusal": (VERMILION, 1.0, 5),
    "held": (LAMP, 1.0, 4),
    "task": (mix(IVORY, LAMP, 0.35), 1.0, 6),
}
"""Colour, opacity and line width of each mark."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A round mark at a point of the table; `radius` in table units.

    `place` is what the rules call the place that lies there.
    """

    kind: MarkKind
    center: Point
    radius: float
    place: str = ""

    def draw(self, canvas: Canvas) -> None:
        color, alpha, width = STYLE[self.kind]
        if self.kind in ("hint", "task"):  # gold is to be seen on gold as well
            dark = 0.5 if self.kind == "hint" else 0.8
            canvas.ring(self.center, self.radius + 2, with_alpha(INK, dark), width + 4)
        canvas.ring(self.center, self.radius, with_alpha(color, alpha), width)
        if self.kind == "refusal":  # not by colour alone: a cross says no as well
            r = self.radius * 0.32
            x, y = self.center
            canvas.line((x - r, y - r), (x + r, y + r), color[:3], 5)
            canvas.line((x - r, y + r), (x + r, y - r), color[:3], 5)
        if self.kind == "hint":  # lit, for the ring may lie on another one of gold
            canvas.disc(self.center, self.radius, with_alpha(LAMP, 0.28))
            canvas.disc(self.center, 7, with_alpha(color, 0.9))


def paint_gain(canvas: Canvas, at: Point, points: int, turn: int = 0) -> None:
    """What a move would bring there, the right way up for a seat whose tray has this turn."""
    inner = canvas.within(Frame(at, (54, 54), turn))
    inner.disc((27, 27), 27, with_alpha(INK, 0.55))
    inner.disc((27, 27), 24, GOLD if points else mix(INK, GOLD, 0.35))
    color = INK if points else (255, 255, 255)
    inner.label(signed(points) if points else "0", (27, 27), 28, color, "bold")


@dataclass(frozen=True, eq=False)
class Flight:
    """Points on their way from where they were earned to the score."""

    text: str
    start: Point
    end: Point
    turn: int
    """The edge of whose points they are."""


class Flights:
    """All points in the air, and what share of their way is behind them."""

    def __init__(self) -> None:
        self.airborne: dict[Flight, float] = {}

    def launch(self, flight: Flight, seconds: float = 0.7) -> Tween:
        """A motion that lets points fly; they show only while it runs, the right way up for who is
        at the edge with this turn.
        """

        def show(share: float) -> None:
            self.airborne[flight] = share * share * (3 - 2 * share)
            if share == 1:
                del self.airborne[flight]

        return Tween(seconds, show, linear)

    def draw(self, canvas: Canvas) -> None:
        for flight, share in self.airborne.items():
            at = arc(flight.start, flight.end, share, 60)
            inner, middle = canvas.within(Frame(at, (60, 60), flight.turn)), (30.0, 30.0)
            radius = 30 - 6 * share
            inner.disc(middle, radius + 3, with_alpha(INK, 0.5))
            inner.disc(middle, radius, GOLD)
            inner.label(flight.text, middle, 30, INK, "bold")
