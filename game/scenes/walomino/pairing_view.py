"""How the benches look, and what stands in the trays meanwhile: progress, questions, buttons."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import pygame

from game.physics.place import pair
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import pair_lying
from game.rules.walomino.state import share
from game.scenes.play.tray import Tray
from game.scenes.walomino.benches import Benches, Place
from game.scenes.walomino.layout import in_rows, longest_side
from game.scenes.walomino.pairing_input import Fingers
from game.scenes.walomino.phase import Host, Knob, Say
from game.scenes.walomino.pieces import Single, paint
from game.scenes.walong import knobs
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Box
from game.ui.sprites import disc
from game.ui.theme import BODY, GAP, INK, IVORY, LAMP, LINEN, TOUCH, Color, mix, rgb
from game.ui.widgets import Button

WIDE: Final = 620.0
"""A tray's content wider than this has its buttons beside the words."""
BUTTON: Final = 300.0
ROUND: Final = 22.0
"""The radius of a bench's corners, in units."""
HEM: Final = rgb("#C9B48C")
ICONS: Final = {
    Knob.FIRST: "turn_left", Knob.SECOND: "turn_left", Knob.OPEN: "apart", Knob.LAY: "check",
}
HALO: Final = 1.5
"""How far the light under a chosen thing reaches, in sides."""


class Choice(NamedTuple):
    """A button in a tray: what it says and means, and whether it is what most people want."""

    word: str
    icon: str
    main: bool


CHOICES: Final[dict[str, tuple[Choice, ...]]] = {
    "review": (Choice("keep", "check", True), Choice("anew", "apart", False)),
    "joining": (Choice("rest", "hand", False),),
    "joined": (Choice("done", "check", True),),
    "ready": (Choice("change", "undo", False),),
}
"""The buttons of a seat by what it is at."""


class PairingView:
    """The picture of all benches."""

    def __init__(self, scene: Host, benches: Benches, fingers: Fingers) -> None:
        self.scene, self.benches, self.fingers = scene, benches, fingers

    # Buttons in the trays ----------------------------------------------------------------------

    def choices(self, seat: Seat) -> tuple[Choice, ...]:
        """What a person may say now."""
        scene = self.scene
        if seat not in scene.persons or scene.replaying:
            return ()
        place = self.benches.places[seat]
        status: str = self.benches.status(place)
        if status == "joining" and place.bench.complete:
            status = "joined"
        return CHOICES.get(status, ())

    def buttons(self, tray: Tray) -> list[tuple[Choice, Box]]:
        """The buttons and where they are, in the tray's frame."""
        found, box = self.choices(tray.seat), tray.content
        if box.w > WIDE:
            left = box.right - len(found) * (BUTTON + GAP) + GAP
            top = box.center[1] - TOUCH / 2
            return [
                (choice, Box(left + n * (BUTTON + GAP), top, BUTTON, TOUCH))
                for n, choice in enumerate(found)
            ]
        top = box.bottom - len(found) * (TOUCH + GAP) + GAP
        if box.h > 3 * TOUCH:
            top = box.y + 2 * TOUCH
        return [
            (choice, Box(box.x, top + n * (TOUCH + GAP), box.w, TOUCH))
            for n, choice in enumerate(found)
        ]

    def spots(self) -> list[Spot]:
        """The buttons of all seats."""
        return [
            Spot(Say(tray.seat, choice.word), out.center, out.w / 2, half_height=out.h / 2)
            for tray in self.scene.trays
            for choice, box in self.buttons(tray)
            for out in [tray.frame.out_box(box)]
        ]

    # Painting the cloth ------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        pieces = self.medal()
        if pieces:
            paint(canvas, pieces, max(8, canvas.px(pieces[0].side)))
        if self.scene.state.phase in ("review", "pairing"):
            for place in self.benches.places:
                self._paint_mat(canvas, place)
        for place in self.benches.all:
            self._paint_pieces(canvas, place)

    def _paint_mat(self, canvas: Canvas, place: Place) -> None:
        """Whose part of the cloth it is; it glows while its seat is at work."""
        color = self.scene.trays[place.seat].color
        busy = place in self.benches.active
        tint = mix((255, 255, 255), color, 0.13 if busy else 0.06)
        rect = canvas.rect(place.bench.box.inset(ROUND / 3))
        canvas.surface.fill(tint, rect, pygame.BLEND_RGB_MULT)
        _frame(canvas, place.bench.box, mix(HEM, color, 0.9 if busy else 0.4))

    def medal(self) -> list[Single]:
        """The pieces of the start pair as they lie in the middle where everybody sees them."""
        laid = self.scene.state.chain.pieces.pieces
        joint = pair_lying(laid[0], laid[1]) if len(laid) == 2 else None
        if joint is None:
            return []
        box = self.benches.medal.inset(8)
        form = pair(joint.side, joint.other)
        side = min(self.benches.side, longest_side(round(box.w), round(box.h), 2))
        [first] = in_rows(box.w / side, box.h / side, [form], [0])
        x, y = box.center
        return [
            Single(colour, (x + place.x * side, y - place.y * side),
                   math.degrees(place.angle), side)
            for place, (_, colour) in zip(form.places(first), laid, strict=True)
        ]  # fmt: skip

    def _paint_pieces(self, canvas: Canvas, place: Place) -> None:
        bench = place.bench
        if not bench.colours:
            return
        if place.chosen is not None and place in self.benches.active:
            self._paint_halo(canvas, place)
        held = {piece for key in bench.held for piece in bench.pieces_of(key)}
        seen = {piece: one for piece, one in bench.seen().items() if piece not in bench.drifts}
        pixels = max(8, canvas.px(bench.side))
        paint(canvas, [one for piece, one in seen.items() if piece not in held], pixels)
        paint(canvas, [one for piece, one in seen.items() if piece in held], pixels)

    def _paint_halo(self, canvas: Canvas, place: Place) -> None:
        """Light under the chosen thing."""
        bench = place.bench
        seen = bench.seen()
        radius = canvas.px(HALO * bench.side)
        light = sprites.SPRITES.get(("bench halo", radius), lambda: _halo(radius))
        for piece in bench.pieces_of(place.chosen or ""):
            canvas.picture_as_is(light, seen[piece].at)

    def paint_above(self, canvas: Canvas) -> None:
        """Pieces in the air, and the knobs beside a chosen pair."""
        for place in self.benches.all:
            bench = place.bench
            if bench.drifts:
                seen = bench.seen()
                flying = [seen[piece] for piece in bench.drifts if piece in seen]
                paint(canvas, flying, max(8, canvas.px(bench.side)))
        for place in self.benches.active:
            turn = self.scene.trays[place.seat].frame.turn
            for knob, at in self.fingers.knobs(place).items():
                knobs.draw(canvas, ICONS[knob], at, turn, main=knob is Knob.LAY)

    # Painting the trays ------------------------------------------------------------------------

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        """Progress and buttons; the canvas is the tray's frame."""
        if self.scene.state.phase not in ("review", "pairing"):
            return
        buttons = self.buttons(tray)
        self._paint_progress(canvas, tray, buttons)
        for choice, box in buttons:
            text = self.scene.t(f"walomino.preparing.say.{choice.word}")
            look = "primary" if choice.main else "plain"
            button = Button(text, icon=choice.icon, look=look)  # type: ignore[arg-type]
            button.place(box)
            button.draw(canvas)

    def _paint_progress(
        self, canvas: Canvas, tray: Tray, buttons: list[tuple[Choice, Box]]
    ) -> None:
        """How many pairs there are, as beads and in words."""
        pairs, made = share(self.scene.state), len(self.benches.places[tray.seat].bench.twins)
        box = tray.content
        text = self.scene.t("walomino.preparing.progress", n=made, all=pairs)
        top = buttons[0][1].y if buttons and box.w <= WIDE else box.bottom
        room = Box(box.x, box.y, box.w, top - box.y)
        if box.w > WIDE and buttons:
            room = Box(box.x, box.y, buttons[0][1].x - box.x - 2 * GAP, box.h)
        high = canvas.line_height(BODY)
        if room.h < high + 8:
            return
        y = room.center[1] - (high + 24) / 2 if box.w > WIDE else room.y
        canvas.text(text, (room.x, y), BODY, IVORY if made == pairs else LINEN)
        step = min(30.0, room.w / pairs)
        if room.h > high + 30:
            for n in range(pairs):
                at = room.x + (n + 0.5) * step, y + high + 14
                canvas.disc(at, 0.36 * step, LAMP if n < made else mix(INK, LINEN, 0.3))


def _frame(canvas: Canvas, box: Box, color: Color) -> None:
    """A thin line with round corners; large, so nothing of it is kept but the corners."""
    rect, wide, bend = canvas.rect(box), canvas.px(2.5), canvas.px(ROUND)
    ring = disc(bend, color, wide)
    size = ring.get_width()
    half = size // 2
    for x, left in ((0, rect.x), (half, rect.right - half)):
        for y, top in ((0, rect.y), (half, rect.bottom - half)):
            canvas.surface.blit(ring, (left, top), (x, y, half, half))
    pad = (size - 2 * bend) // 2
    for y in (rect.y + pad, rect.bottom - pad - wide):
        canvas.surface.fill(color, (rect.x + half, y, rect.w - 2 * half, wide))
    for x in (rect.x + pad, rect.right - pad - wide):
        canvas.surface.fill(color, (x, rect.y + half, wide, rect.h - 2 * half))


def _halo(radius: int) -> pygame.Surface:
    """A soft round light."""
    surface = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA, 32)
    pygame.draw.circle(surface, (*LAMP, 235), (radius, radius), round(radius * 0.72))
    return sprites.softened(surface, radius * 0.16, LAMP)
