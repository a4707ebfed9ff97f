"""The draft of Walomino: the box of fifty lies in the middle, and everybody takes in turn (WM-1).

A colour is taken by a tap on its compartment, or dragged out of the box. With the colour die the
die rolls first and only what it shows shines. A button in the trays has the rest drawn at random,
for everybody.
"""

import math
import random
from collections.abc import Sequence
from functools import partial
from typing import Final

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.state import FACES, WHITE, Draft, Hues, Roll, drafts, share
from game.rules.walong.geometry import COLOURS
from game.scenes.play.tray import Tray
from game.scenes.walomino.box import Chest
from game.scenes.walomino.layout import stock
from game.scenes.walomino.phase import Host, Phase, Pick, Say
from game.scenes.walomino.tray_buttons import DRAW, beside_buttons, paint_buttons
from game.scenes.walong.art import rim_light
from game.scenes.walong.colour_die import ColourDie
from game.scenes.walong.table import FLIGHT, RISE, Loose, flight, paint_loose
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.layer import Spot
from game.ui.theme import GOLD, INK, IVORY, LINEN, SHADE, mix, with_alpha
from game.ui.timeline import Call, Motion, Parallel, Tween, Wait, between, linear
from game.ui.timeline import Sequence as Chain

ROLLING: Final = 0.8
"""Seconds of a throw: forty-eight of them must not be long."""
DIE: Final = 108.0
"""The die's edge in units."""
LEAVING: Final = 0.5
"""Seconds in which the empty box is put away."""
STRIP: Final = 200.0
"""Room for the die beside or below the box."""
RIM: Final = 66.0
"""The most that is left free around the box."""
PLATE: Final = 30.0
"""The radius of the plates that tell how many pieces are left."""


class Drafting(Phase):
    """The box, the die, and pieces on their way from the box to the trays."""

    def __init__(self, scene: Host) -> None:
        self.scene = scene
        self.chest: Chest
        self.die: ColourDie | None = None
        self.held: Loose | None = None
        """The piece in somebody's hand."""
        self._flying: list[Loose] = []
        """Pieces that have left the box and have not arrived yet."""
        self._piles: list[list[Loose]] = []
        """The pieces in the trays, by seat."""
        self.drawing = False
        """Whether the rest is drawn at random for everybody."""
        self._rng = random.Random(scene.match.seed)
        self._cursor = 0
        self._away = 1.0
        """How far the empty box is put away."""

    # Laying out --------------------------------------------------------------------------------

    def arrange(self) -> None:
        """The box lies in the middle of the board, the die's place beside or below it."""
        board = self.scene.layout.board
        aside, above = min(RIM, 0.06 * board.w), min(RIM, max(2 * PLATE, 0.06 * board.h))
        room = Box(board.x + aside, board.y + above, board.w - 2 * aside, board.h - 2 * above)
        strip = STRIP if self.scene.shown_state.draft == "die" else 0.0
        beside = room.w > 1.5 * room.h
        wide, high = (strip, 0.0) if beside else (0.0, strip)
        room = Box(room.x, room.y, room.w - wide, room.h - high)
        self.chest = Chest(room, self.scene.context.scale)
        box = self.chest.box
        self._die_at = (
            (box.right + PLATE + strip / 2, box.y + 0.78 * box.h) if beside
            else (box.x + 0.78 * box.w, box.bottom + PLATE + strip / 2)
        )  # fmt: skip

    def lying(self, tray: Tray, hand: Hues) -> list[Loose]:
        """The pieces of a hand as they lie in its tray, one colour after the other."""
        side, middles = stock(self._parts(tray)[0], 2 * share(self.scene.shown_state))
        colours = [letter * count for letter, count in zip(COLOURS, hand, strict=True)]
        return [
            Loose(letter, tray.frame.out(middle), 90.0 * tray.frame.turn, 0.0, side)
            for letter, middle in zip("".join(colours), middles, strict=False)
        ]

    def _parts(self, tray: Tray) -> tuple[Box, list[Box]]:
        """A tray's room for pieces, and the place of its button; in lessons it has none."""
        return beside_buttons(tray.content, int(self.scene.coach is None))

    def piles(self) -> list[list[Loose]]:
        """The pieces that lie in the trays, by seat."""
        return [[one for one in pile if one not in self._flying] for pile in self._piles]

    def refresh(self) -> None:
        """The picture shows a state: nothing is on its way."""
        cursor, self._cursor = self._cursor, self.scene.match.cursor
        self.drawing = self.drawing and cursor <= self._cursor
        self._flying.clear()
        self.held = None
        hands = self.scene.shown_state.hands
        self._piles = [self.lying(tray, hands[tray.seat]) for tray in self.scene.trays]
        rolled = self.scene.shown_state.rolled
        if rolled < 0:
            self.die = None
        elif self.die is None or self.die.face != FACES[rolled]:
            self.die = self._throw(FACES[rolled], 1.0)

    # Picking -----------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        """A compartment for every colour; empty ones are refused with a reason. And the button of
        everybody who plays.
        """
        colours = range(len(COLOURS)) if self.scene.asked is not None else ()
        found = [Spot.over(Draft(hue), self.chest.cell(hue)) for hue in colours]
        return found + [
            Spot.over(Say(tray.seat, DRAW.word), tray.frame.out_box(box))
            for tray in self.scene.trays if self._may_draw(tray) for box in self._parts(tray)[1]
        ]

    def _may_draw(self, tray: Tray) -> bool:
        scene, phase = self.scene, self.scene.shown_state.phase
        return phase == "draft" and not scene.replaying and tray.seat in scene.persons

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        taken = drafts(self.scene.shown_state)
        return [one for one in spots if not isinstance(one.key, Draft) or one.key in taken]

    def pick(self, spot: Pick) -> None:
        self.drawing = isinstance(spot, Say) and not self.drawing
        if isinstance(spot, Draft):
            self.scene.commit(spot)

    def _draw(self) -> None:
        """Take any piece for the person whose turn it is, as one does who does not look."""
        scene = self.scene
        if scene.asked is None or scene.waiting is not None or scene.timeline.moving:
            return
        free = drafts(scene.shown_state)
        weights = [scene.shown_state.box[move.colour] for move in free]
        self.drawing = scene.commit(self._rng.choices(free, weights)[0])
        if scene.waiting is not None:
            scene.consent(True)

    def grab(self, spot: Pick) -> bool:
        return isinstance(spot, Draft) and spot in drafts(self.scene.shown_state)

    def carry(self, grabbed: Pick, point: Point) -> None:
        if self.held is None and isinstance(grabbed, Draft):
            self.held = self._top(grabbed.colour)
            self.scene.sound("acrylic_slide", point)
        if self.held is not None:
            self.held.at, self.held.lift = point, 1.0

    def drop(self, grabbed: Pick, key: Pick | None, point: Point) -> bool:
        """Outside the box the piece is taken; inside it glides back."""
        if self.held is None or not isinstance(grabbed, Draft) or self.chest.box.has(point):
            return False
        return self.scene.commit(grabbed)

    def let_go(self) -> None:
        """What is in hand glides back to its place in the box."""
        piece, self.held = self.held, None
        if piece is None:
            return
        home = self._top(COLOURS.index(piece.colour))
        self._flying.append(piece)

        def landed() -> None:
            if piece in self._flying:
                self._flying.remove(piece)
                self.scene.sound("acrylic_click", piece.at)

        self.scene.timeline.play(flight(piece, home, 0.2, 0.0, landed))

    @property
    def holding(self) -> bool:
        return self.held is not None

    # Motion ------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        if isinstance(step.move, Roll):
            return self._rolling(FACES[step.move.face])
        colour, pile = step.move.colour, self._piles[step.seat]
        hand = [*self.scene.shown_state.hands[step.seat]]
        hand[colour] += 1
        held = self.held
        piece = held if held and held.colour == COLOURS[colour] else self._top(colour)
        pile.insert(sum(hand[: colour + 1]) - 1, piece)
        self.held, self.die = None, None
        goals = self.lying(self.scene.trays[step.seat], tuple(hand))
        reduced = self.scene.timeline.reduced
        seconds = 0.12 if reduced or self.drawing else FLIGHT

        def begin() -> None:
            self._flying.append(piece)
            self.scene.sound("acrylic_slide", piece.at)

        # The others make room.
        flights = [
            flight(one, goal, seconds, RISE * (one is piece and not reduced))
            for one, goal in zip(pile, goals, strict=True)
        ]
        at = goals[pile.index(piece)].at
        arrived = Call(lambda: self.scene.sound("acrylic_click", at))
        return Chain(Call(begin), Parallel(*flights), arrived)

    def _rolling(self, face: str) -> Motion:
        die = self._throw(face, 0.0)

        def begin() -> None:
            self.die = die
            self.scene.sound("dice_roll", die.start)

        if self.scene.timeline.reduced or self.drawing:
            return Chain(Call(begin), die.rolling(0.0), Wait(0.1 if self.drawing else 0.3))
        return Chain(Call(begin), die.rolling(ROLLING), Wait(0.15))

    def _throw(self, face: str, share: float) -> ColourDie:
        """The die on its way from the seat whose turn it is."""
        end, from_ = self._die_at, self.scene.trays[self.scene.shown_state.turn].frame.center
        start = between(end, from_, min(1.0, 460 / max(1.0, math.dist(from_, end))))
        return ColourDie(face, start, end, DIE, share)

    def _top(self, colour: int) -> Loose:
        """The piece of a colour that is taken next, where it lies in the box."""
        return self.chest.piece(colour, max(0, self._left(colour) - 1))

    def _left(self, colour: int) -> int:
        """How many pieces of a colour lie in the box in the picture."""
        away = sum(piece.colour == COLOURS[colour] for piece in self._flying)
        return self.scene.shown_state.box[colour] - away

    def ambient(self, seconds: float) -> None:
        if self.drawing:
            self._draw()

    def leave(self, seconds: float = 0.0) -> None:
        """The box is put away, empty as it is after so many seconds."""
        self._away = 0.0
        leaving = Tween(LEAVING, partial(setattr, self, "_away"), linear)
        self.scene.timeline.play(Wait(seconds), leaving)

    # Words and marks ---------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        state = self.scene.shown_state
        if 0 <= state.rolled < WHITE:
            return self.scene.t("walomino.phase.draft_rolled")
        left = 2 * share(state) - sum(state.hands[state.turn])
        return self.scene.t("walomino.prompt.draft", n=left)

    # Painting ----------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        lit = []
        if self.scene.asked is not None and self.scene.context.settings.show_targets:
            state = self.scene.shown_state
            lit = [move.colour for move in drafts(state)] if state.rolled >= 0 else []
        gone = self.held.colour if self.held is not None else ""
        counts = [self._left(n) - (letter == gone) for n, letter in enumerate(COLOURS)]
        self.chest.paint(canvas, counts, lit)
        self._paint_counts(canvas, counts)
        if self.die is not None:
            self.die.draw(canvas)

    def _paint_counts(self, canvas: Canvas, counts: list[int]) -> None:
        """How many there are, for readers at the bottom, and at the top if somebody sits there."""
        turns = {tray.frame.turn for tray in self.scene.trays}
        for turn in sorted(turns & {0, 2} or {0}):
            for colour, count in enumerate(counts):
                cell, box = self.chest.cell(colour), self.chest.box
                y = box.bottom + 2 if turn == 0 else box.y - 2
                frame = Frame((cell.center[0], y), (2 * PLATE, 2 * PLATE), turn)
                inner = canvas.within(frame)
                middle = PLATE, PLATE
                inner.disc(middle, PLATE - 2, SHADE)
                inner.disc(middle, PLATE - 4, GOLD if count else mix(GOLD, SHADE, 0.6))
                inner.label(str(count), middle, 30, INK, "bold")

    def paint_leaving(self, canvas: Canvas) -> None:
        """The box while it is put away."""
        if self._away < 1:
            self.chest.paint(canvas, (0,) * len(COLOURS), alpha=1 - self._away)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        """The pieces a seat has; the canvas is the tray's frame."""
        canvas.fill(tray.content.inset(-6), with_alpha(LINEN, 0.24), 16)
        table = Canvas(canvas.surface, scale=canvas.scale, design=canvas.design)
        pile = self.piles()[tray.seat]
        if pile:
            side = max(8, canvas.px(pile[0].size))
            paint_loose(table, pile, side)
            for piece in pile:
                if piece.colour == "b":  # black ones would be lost in the dark of a tray
                    rim = rim_light(side, round(piece.degrees / 30), IVORY, 0.0)
                    table.picture_as_is(rim, piece.at)
        boxes = self._parts(tray)[1] if self._may_draw(tray) else ()
        paint_buttons(canvas, self.scene.t, [(DRAW, box) for box in boxes])

    def paint_above(self, canvas: Canvas) -> None:
        paint_loose(canvas, self._flying, self.chest.pixels)
        if self.held is not None:
            paint_loose(canvas, [self.held], self.chest.pixels)
