"""The curtain between two people on one couch: nothing is seen until the right one draws it."""

import math
from typing import Final

from game.rules.core.protocol import Seat
from game.scenes.core.context import Context
from game.scenes.core.routes import ToPause
from game.scenes.core.scene import Change, Pop, Replace, Scene
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.scene import DomiJonggScene
from game.ui import icons, sprites
from game.ui.canvas import Canvas
from game.ui.dialog import HoldButton
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.theme import BODY, GAP, GOLD, INK, IVORY, LAMP, LARGE, TITLE, TOUCH, VERMILION, mix
from game.ui.widgets import Button

BEADS: Final = 40
DEAF: Final = 1.0
"""Seconds after it has fallen in which the curtain takes nothing: hands may still be clicking."""
_CLOTH: Final = mix(VERMILION, INK, 0.42)
_DEEP: Final = mix(VERMILION, INK, 0.80)


class _HeldTile(HoldButton):
    """The back of a tile in a ring of beads that light up while it is held."""

    def draw(self, canvas: Canvas) -> None:
        (x, y), tall = self.box.center, self.box.h * 0.68
        canvas.picture_as_is(art.shadow(canvas.px(tall)), (x + 8, y + 14))
        canvas.picture_as_is(art.back(canvas.px(tall), 0, canvas.design), (x, y))
        for bead in range(BEADS) if self.enabled else ():
            turn, radius = bead / BEADS * 2 * math.pi, self.box.h / 2
            lit = bead < self.share * BEADS
            color = LAMP if lit else mix(IVORY, _DEEP, 0.7)
            at = x + radius * math.sin(turn), y - radius * math.cos(turn)
            canvas.disc(at, 7 if lit else 4, color)


class Curtain(Scene):
    """Covers everything; the hand of one seat opens when the tile in its middle is held."""

    name = "curtain"

    def __init__(self, context: Context, play: DomiJonggScene, seat: Seat) -> None:
        super().__init__(context)
        self.play = play
        self.seat = seat
        self.tile = _HeldTile("", self._open)
        self.tile.enabled = False
        self._menu = Button("", self._open_menu, icon="menu", look="round")
        self._layer = Layer(Frame((0, 0), (0, 0)), (self._menu, self.tile))
        self._deaf = DEAF

    def pause(self) -> None:
        self._layer.release_all()
        self.tile.rest()

    def resize(self, size: Point) -> None:
        super().resize(size)
        self._layer.frame = Frame((size[0] / 2, size[1] / 2), size)
        corner = self.play.layout.corners[0]
        self._menu.place(Box.around(corner.center, TOUCH, TOUCH))
        ring = min(440.0, size[1] * 0.41)
        self.tile.place(Box.around((size[0] / 2, size[1] * 0.33), ring, ring))

    def on(self, intent: Intent) -> Change:
        if self._deaf > 0 or not self.play.serves(intent):
            return None
        match intent.kind:
            case "confirm":
                self.tile.activate()
            case "rest" | "focus":
                self.tile.rest()
            case "cancel" | "menu":
                self._open_menu()
            case _:
                self._layer.on(intent)
        return self.wished()

    def update(self, seconds: float) -> Change:
        self._layer.update(seconds)
        if self._deaf > 0:
            self._deaf -= seconds
            self.tile.enabled = self._deaf <= 0
        if self.play.phones.play(self.seat):
            self.go(Pop())
        return self.wished()

    def _open(self) -> None:
        self.play.open_hand(self.seat)
        self.context.sound.play("tile_slide")
        self.go(Pop())

    def _open_menu(self) -> None:
        """The menu takes the curtain's place; once it is closed, the curtain comes back."""
        self.go(Replace(ToPause(self.play)))

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.blit(sprites.scaled("velvet.jpg", canvas.surface.get_size()), (0, 0))
        w = self.size[0]
        top, name = self.tile.box.bottom, self.play.names[self.seat]
        room = w - 8 * GAP
        canvas.label(name, (w / 2, top + 70), TITLE, IVORY, "serif", room)
        wide = min(room, canvas.text_size(name, TITLE, "serif")[0])
        color = self.play.seat_color(self.seat)
        canvas.fill(Box.around((w / 2, top + 112), max(120.0, wide * 0.6), 5), color, 2)
        words = self.play.t("domi_jongg.curtain")
        canvas.label(words, (w / 2, top + 160), LARGE, mix(IVORY, GOLD, 0.25), room=room)
        icons.draw(canvas, "hand", (w / 2, top + 236), 64, LAMP)
        note = self.play.t("domi_jongg.curtain_note")
        canvas.label(note, (w / 2, top + 306), BODY, mix(IVORY, _CLOTH, 0.35), "italic", room)
        self._layer.render(canvas)
