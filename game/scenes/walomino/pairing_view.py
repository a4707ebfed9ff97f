"""How the benches look, and what stands in the trays meanwhile: progress, questions, buttons."""

from typing import Final, NamedTuple

from game.rules.core.protocol import Seat
from game.scenes.play.tray import Tray
from game.scenes.walomino.bench import Bench
from game.scenes.walomino.benches import START, Benches
from game.scenes.walomino.cloth import Cloth, paint_mats
from game.scenes.walomino.phase import Host, Knob, Say
from game.scenes.walong import knobs
from game.scenes.walong.art import halo
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.layer import Spot
from game.ui.theme import GAP, GOLD, LAMP, TOUCH, mix
from game.ui.widgets import Button, Look

WIDE: Final = 620.0
"""A tray's content wider than this has its buttons at its right end."""
BUTTON: Final = 270.0
CHOSEN: Final = mix(LAMP, GOLD, 0.45)
CLEARLY: Final = 0.75 * knobs.HALF
"""Knobs lie on the other side of a pair if there is so much more room, in units."""
ROOM: Final = 1.0
"""How far a knob keeps from the middle of its piece, in sides and half its own size."""
BETWEEN: Final = 2 * knobs.HALF + 8
"""Knobs keep so far from each other, in units."""


class TrayButton(NamedTuple):
    """A button in a tray: what it says and means."""

    word: str
    icon: str
    look: Look = "plain"


TRAY_BUTTONS: Final[dict[str, tuple[TrayButton, ...]]] = {
    "review": (TrayButton("keep", "check", "primary"), TrayButton("anew", "apart")),
    "joining": (TrayButton("rest", "hand"),),
    "joined": (TrayButton("done", "check", "primary"),),
    "ready": (TrayButton("change", "undo"),),
}
"""The buttons of a seat by what it is at."""


class PairingView:
    """The picture of all benches."""

    def __init__(self, scene: Host, cloth: Cloth, benches: Benches) -> None:
        self.scene, self.cloth, self.benches = scene, cloth, benches

    # Buttons in the trays ----------------------------------------------------------------------

    def buttons_of(self, seat: Seat) -> tuple[TrayButton, ...]:
        """What a person may say now."""
        scene = self.scene
        if seat not in scene.persons or scene.replaying:
            return ()
        bench = self.benches.seats[seat]
        status = self.benches.status(bench)
        return TRAY_BUTTONS.get("joined" if status == "joining" and bench.complete else status, ())

    def buttons(self, tray: Tray) -> list[tuple[TrayButton, Box]]:
        """The buttons and where they are, in the tray's frame."""
        found = self.buttons_of(tray.seat)
        return list(zip(found, beside_buttons(tray.content, len(found))[1], strict=True))

    def spots(self) -> list[Spot]:
        """The buttons of all seats."""
        return [
            Spot(Say(tray.seat, button.word), out.center, out.w / 2, half_height=out.h / 2)
            for tray in self.scene.trays
            for button, box in self.buttons(tray)
            for out in [tray.frame.out_box(box)]
        ]

    # Painting the cloth ------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        if self.scene.shown_state.phase in ("review", "pairing"):
            canvas.group((), paint_mats, [
                (bench.box, self.scene.trays[bench.seat].color, bench in self.benches.active)
                for bench in self.benches.seats
            ])
        for bench in self.benches.active:
            key = bench.chosen
            for piece in self.cloth.seen(key) if key is not None and key in bench.lying else ():
                halo(canvas, piece.at, self.cloth.camera.unit, CHOSEN)
        self.cloth.paint(canvas, {})

    def paint_above(self, canvas: Canvas) -> None:
        """Pieces in the air, and the knobs beside a chosen pair."""
        self.cloth.paint_gliding(canvas)
        for bench in self.benches.active:
            turn = self.scene.trays[bench.seat].frame.turn
            for knob, at in knobs_of(bench, self.scene.layout.board).items():
                knob.paint(canvas, at, turn)

    # Painting the trays ------------------------------------------------------------------------

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        """The buttons; the canvas is the tray's frame."""
        for button, box in self.buttons(tray):
            text = self.scene.t(f"walomino.preparing.say.{button.word}")
            paint_button(canvas, text, button.icon, box, button.look)


def beside_buttons(box: Box, count: int) -> tuple[Box, list[Box]]:
    """What so many buttons leave of a tray's content, and their places: at its right end if it is
    wide or low, else at its lower one.
    """
    if box.w > WIDE or box.h < 2 * TOUCH:
        wide = min(BUTTON, 0.45 * box.w)
        x, y = box.right - count * (wide + GAP), box.center[1] - TOUCH / 2
        left = Box(box.x, box.y, x - box.x, box.h)
        return left, [Box(x + GAP + n * (wide + GAP), y, wide, TOUCH) for n in range(count)]
    y = box.bottom - count * (TOUCH + GAP)
    left = Box(box.x, box.y, box.w, y - box.y)
    return left, [Box(box.x, y + GAP + n * (TOUCH + GAP), box.w, TOUCH) for n in range(count)]


def paint_button(canvas: Canvas, text: str, icon: str, box: Box, look: Look = "plain") -> None:
    """A button in a tray; the canvas is the tray's frame."""
    button = Button(text, icon=icon, look=look)
    button.place(box)
    button.draw(canvas)


# Knobs ---------------------------------------------------------------------------------------


def knobs_of(bench: Bench, board: Box) -> dict[Knob, Point]:
    """Where the knobs lie: beyond the first and the second piece, and beside both on the roomier
    side of the board first.
    """
    key = bench.chosen
    if key is None or not bench.openable(key) or bench.held:
        return {}
    names = list(Knob)[: 4 if bench.number == START else 3]
    a, b = (complex(*heart) for heart in bench.cloth.hearts(key))
    far = bench.cloth.camera.unit * ROOM + knobs.HALF + 6
    way, middle = (a - b) / abs(a - b) * far, (a + b) / 2
    aside = way * 1j
    inward = (aside * (complex(*board.center) - middle).conjugate()).real / far
    if inward < -CLEARLY:  # in the middle they do not change sides while the pair turns
        aside = -aside
    wishes = [(at.real, at.imag) for at in (a + way, b - way, middle + aside, middle - aside)]
    places = knobs.keep_apart(wishes[: len(names)], (), BETWEEN, board.inset(4))
    return dict(zip(names, places, strict=True))
