"""How the chain looks, the loose pairs, and the places where the chosen one may go."""

from __future__ import annotations

from typing import Final

from game.physics.click import Key
from game.rules.core.protocol import Refusal
from game.rules.walong.geometry import COLOURS, read_place
from game.scenes.walomino.animation import Shines
from game.scenes.walomino.choice import Choice
from game.scenes.walomino.cloth import Cloth, key_of
from game.scenes.walomino.phase import Button, Host
from game.scenes.walong import knobs
from game.scenes.walong.lights import halo
from game.ui.canvas import Canvas
from game.ui.theme import GOLD, LAMP, VERMILION, WALONG, Color, mix, with_alpha

BRIGHTER: Final = {"y": 0.1, "r": 0.2, "g": 0.2, "v": 0.25, "b": 0.1}
"""How much white is in the light of an end."""
ICONS: Final = {Button.TURN: "turn_right", Button.SPIN: "turn_right", Button.CHECK: "check"}


class PushingView:
    """Paints the state in the picture and the choice of whoever is asked."""

    def __init__(self, scene: Host, cloth: Cloth, choice: Choice) -> None:
        self.scene, self.cloth, self.choice = scene, cloth, choice
        self.shines = Shines()
        self.blamed: Refusal | None = None
        """What was refused last, as long as its marks are shown."""

    def paint(self, canvas: Canvas) -> None:
        state, board = self.scene.state, self.cloth.board
        ends = state.chain.ends if state.phase == "play" else ()
        for end in ends:
            halo(canvas, board.centre(end.pose), board.camera.unit, _shining(end.colour))
        board.paint(canvas)
        for end in ends:
            board.paint_rim(canvas, end.pose, _shining(end.colour))
        self.shines.paint(canvas, self.cloth)
        for place in self.blamed.places if self.blamed is not None else ():
            found = read_place(place)
            if found is not None and found[1] is not None:
                board.paint_side(canvas, found[0], found[1], VERMILION)
        if self.choice.number is not None and self.scene.asked is not None:
            self._paint_ghosts(canvas, self.choice.number)

    def _paint_ghosts(self, canvas: Canvas, number: int) -> None:
        """The place that is shown, and dots for the others."""
        table, board, choice = self.scene.latest, self.cloth.board, self.choice
        pair, ghost = table.pairs[table.turn][number], choice.ghost
        if pair is None or ghost is None:
            return
        for pose, colour in ((ghost, pair.first), (pair.second_pose(ghost), pair.second)):
            board.paint_ghost(canvas, pose, COLOURS[colour])
            for contact in table.chain.pieces.contacts(pose):
                board.paint_side(canvas, pose, contact.side, LAMP, 0.9)
        for index, pose in enumerate(choice.poses):
            if index != choice.current:
                at = choice.hub(number, pose)
                canvas.disc(at, 10, with_alpha((60, 40, 20), 0.45))
                canvas.disc(at, 7, GOLD)

    def paint_above(self, canvas: Canvas) -> None:
        """The pairs, which may lie over the trays, and the round buttons."""
        self.cloth.paint(canvas, self._light())
        if self.scene.asked is not None:
            turn = self.scene.trays[self.scene.asked].frame.turn
            for button, at in self.choice.knobs().items():
                knobs.draw(canvas, ICONS[button], at, turn, main=button is Button.CHECK)
        if self.cloth.camera.held:
            knobs.draw(canvas, "fullscreen", self.choice.fit_at, 0)

    def _light(self) -> dict[Key, Color]:
        """The light under pairs: the chosen one, and those that fit somewhere."""
        seat = self.scene.asked
        if seat is None or not self.choice.open:
            return {}
        fitting = self.choice.fitting if self.scene.shows_targets else ()
        lit: dict[Key, Color] = {key_of(seat, number): GOLD for number in fitting}
        if self.choice.number is not None:
            lit[key_of(seat, self.choice.number)] = LAMP
        held = self.cloth.grips.values()
        return {key: color for key, color in lit.items() if key not in held}


def _shining(colour: int) -> Color:
    """The light of an end: its own colour, as bright as it still is that colour."""
    return mix(WALONG[COLOURS[colour]], (255, 255, 255), BRIGHTER[COLOURS[colour]])
