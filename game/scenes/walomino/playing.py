"""The play of Walomino as it is seen: the chain, its ends, everybody's pairs, and their ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from game.physics.click import Target
from game.physics.events import Key
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.game import Attach, Pass, Table
from game.rules.walong.geometry import COLOURS, HOME, centre, read_place
from game.scenes.play.tray import Tray
from game.scenes.walomino.animation import Push, Settle
from game.scenes.walomino.cloth import Cloth, key_of
from game.scenes.walomino.hands import CHECK, SPIN, TURN, WalominoHands
from game.scenes.walomino.rack import Rack, rack
from game.scenes.walong import knobs
from game.scenes.walong.art import WalongArt
from game.scenes.walong.cloth import paint_cloth
from game.scenes.walong.table import WalongTable
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import GOLD, LAMP, LINEN, VERMILION, WALONG, Color, mix, rgb, with_alpha
from game.ui.timeline import Motion, Tween, Wait, between, ease_in_out

SEATS: Final = (rgb("#D9A441"), rgb("#5FA8A0"), rgb("#C77A8B"), rgb("#8FA0C8"))
"""No seat owns a colour of pieces, so these are others."""
WAY_ROUND: Final = 3.4
"""Sides that are seen around the chain's outermost centres: pairs can be pushed past it there."""
SPREADING: Final = 0.9
"""Seconds that the pairs take to the trays when play begins."""
SMALLEST: Final = 20.0
NOTCH: Final = 1.13
"""The smallest side in units the view may come to, and from one notch to the next."""
BRIGHTER: Final = {"y": 0.1, "r": 0.2, "g": 0.2, "v": 0.25, "b": 0.1}
"""How much white is in the light of an end."""
NOBODY: Final = Pair(0, 0, 0, 0)
"""Keeps the place of a pair that was laid before anybody looked."""


class WalominoPlaying(WalominoHands):
    """The cloth between two to four players, once everybody has pairs."""

    depth = 215.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._racks: list[Rack] = []
        self._lit: dict[Key, Color] = {}
        super().__init__(*args, **kwargs)

    # The match -----------------------------------------------------------------------------------

    def seat_color(self, seat: Seat) -> Color:
        return SEATS[seat]

    def resize(self, size: Point) -> None:
        # On a couch a square cloth leaves the trays beside it more room for large pieces.
        self.square = self.context.settings.seating == "couch"
        super().resize(size)

    def dress(self) -> None:
        WalongArt.bold = self.context.settings.colour_patterns

    def arrange(self) -> None:
        self.grips.clear()
        self.fingers.forget()
        self.board = WalongTable(
            self.layout.board.inset(6), self.context.scale, rim=WAY_ROUND
        )
        self.cloth = Cloth(self.board, self.size)

    def pause(self) -> None:
        super().pause()
        self.drop_all()

    def refresh(self) -> None:
        state: Table = self.state
        first = not self.board.laid
        playing = state.phase in ("play", "over")
        pieces = state.chain.pieces.pieces if playing else ()
        self.board.show((pose, COLOURS[colour]) for pose, colour in pieces)
        self._racks = self._find_racks()
        anchors = self.cloth.anchors()
        self._look_anew(first)
        if first or self.timeline.reduced:
            self.camera.jump()
            self.cloth.hold_still({} if first else anchors)
        self._lay(state if playing else None)

    def _look_anew(self, first: bool) -> None:
        """Let the view follow the chain; sides are at most so large that all pairs find room."""
        widest = min((one.side for one in self._racks), default=SMALLEST)
        self.camera.notches = _notches(widest, self.context.scale)
        places = self.board.places() or [centre(HOME)]
        if first:
            self.camera.fit(places)
        self.camera.follow(places)

    def _lay(self, state: Table | None) -> None:
        """Bring what lies in the world in line with a state."""
        wanted = {} if state is None else {
            key_of(seat, number): (seat, number, pair)
            for seat, pairs in enumerate(state.pairs)
            for number, pair in enumerate(pairs) if pair is not None
        }
        for key in [key for key in self.cloth.lying if key not in wanted]:
            self.grips = {p: held for p, held in self.grips.items() if held != key}
            self.cloth.remove(key)
        self.cloth.lay([pose for pose, _ in self.board.laid])
        for key, (seat, number, pair) in wanted.items():
            if key not in self.cloth.lying:
                at, k = self._racks[seat].places[number]
                self.cloth.add(seat, number, pair, at, 30.0 * k)

    def spread(self, starts: Mapping[Key, tuple[Point, float]]) -> None:
        """Let pairs glide from where they were joined (first centre, degrees) to the trays."""
        goals = {
            key: self._racks[lying.seat].places[lying.number]
            for key, lying in self.cloth.lying.items() if key in starts
        }

        def show(share: float) -> None:
            for key, (at, k) in goals.items():
                if key in self.cloth.world and key not in self.grips.values():
                    begun, degrees = starts[key]
                    turn = (30.0 * k - degrees + 180) % 360 - 180
                    self.cloth.put(key, between(begun, at, share), degrees + turn * share)

        if not self.timeline.reduced:
            show(0.0)
            seconds = SPREADING * self.context.settings.pace
            self.timeline.play(Tween(seconds, show, ease_in_out))

    def _find_racks(self) -> list[Rack]:
        """Where everybody's pairs lay when play began."""
        states = self.match.states[: self.match.cursor + 1]
        begun = next((s for s in states if s.phase in ("play", "over")), None)
        if begun is None:
            return []
        return [
            rack(tray, [pair or NOBODY for pair in begun.pairs[tray.seat]])
            for tray in self.trays
        ]

    def settled(self) -> None:
        super().settled()
        self.aim()

    def show_from(self, index: int) -> None:
        super().show_from(index)
        self.aim()

    def play(self, move: Any) -> None:
        self.forget()
        self.fitting = {}
        super().play(move)

    def animate(self, step: Step) -> Motion | None:
        if isinstance(step.move, Pass):
            return Wait(0.5 * self.context.settings.pace)
        key = key_of(step.seat, step.move.number) if isinstance(step.move, Attach) else ""
        if not isinstance(step.move, Attach) or key not in self.cloth.world:
            return None
        click, target = self.cloth.world.click(key), Target(step.move.pose)
        if click is not None and click.target == target:
            return Settle(self.cloth, key)
        if self.timeline.reduced:
            return None
        return Push(self.cloth, key, target, self.context.settings.pace)

    def happened(self, step: Step) -> None:
        super().happened(step)
        if isinstance(step.move, Pass):
            self.sound("refuse", self.trays[step.seat].score_at())
        elif isinstance(step.move, Attach) and self.timeline.reduced:
            self.sound("acrylic_click", self.board.centre(step.move.pose))

    # Life ----------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        still = self.cloth.world.rests and not self.shines.moving
        return super().moving or self.board.moving or not still

    def ambient(self, seconds: float) -> bool:
        moved = self.camera.moving and not self.grips
        changed, events = self.cloth.update(seconds, self.grips.values())
        self.hear(events, seconds)
        if moved:
            self.clear_marks("refusal", "hint", "last")
        return self.shines.update(seconds) or changed or bool(events)

    # Painting ------------------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        paint_cloth(canvas, self.layout.board)

    def paint_tray_ground(self, canvas: Canvas, tray: Tray) -> None:
        canvas.fill(tray.content.inset(-6), with_alpha(LINEN, 0.24), 16)

    def paint(self, canvas: Canvas) -> None:
        state: Table = self.state
        ends = state.chain.ends if state.phase == "play" else ()
        for end in ends:
            self.cloth.halo(canvas, self.board.centre(end.pose), _shining(end.colour))
        self.board.paint(canvas)
        for end in ends:
            self.board.paint_rim(canvas, end.pose, _shining(end.colour))
        self.shines.paint(canvas, self.cloth)
        self._paint_blame(canvas)
        if self.chosen is not None and self.asked is not None:
            self._paint_ghosts(canvas, self.chosen)

    def _paint_blame(self, canvas: Canvas) -> None:
        for place in self.blamed.places if self.blamed is not None else ():
            found = read_place(place)
            if found is not None and found[1] is not None:
                self.board.paint_side(canvas, found[0], found[1], VERMILION)

    def _paint_ghosts(self, canvas: Canvas, number: int) -> None:
        """The place that is shown, and dots for the others."""
        pair, ghost = self.table.pairs[self.table.turn][number], self.ghost
        if pair is None or ghost is None:
            return
        for pose, colour in ((ghost, pair.first), (pair.second_pose(ghost), pair.second)):
            self.board.paint_ghost(canvas, pose, COLOURS[colour])
            for contact in self.table.chain.pieces.contacts(pose):
                self.board.paint_side(canvas, pose, contact.side, LAMP, 0.9)
        for index, pose in enumerate(self.poses):
            if index != self.current:
                at = self.hub(number, pose)
                canvas.disc(at, 10, with_alpha((60, 40, 20), 0.45))
                canvas.disc(at, 7, GOLD)

    def paint_above(self, canvas: Canvas) -> None:
        self.cloth.paint(canvas, self._light(), self._on_top())
        if self.asked is not None:
            turn = self.trays[self.asked].frame.turn
            for name, at in self.knobs().items():
                icon = {TURN: "turn_right", SPIN: "turn_right", CHECK: "check"}[name]
                knobs.draw(canvas, icon, at, turn, main=name == CHECK)
        if self.camera.held:
            knobs.draw(canvas, "fullscreen", self.fit_at, 0)

    def _on_top(self) -> list[Key]:
        """The pairs in somebody's hand, and those that are on their way by themselves."""
        return list(dict.fromkeys([*self.cloth.led, *self.grips.values()]))

    def _light(self) -> dict[Key, Color]:
        """The light under pairs: the chosen one, and those that fit somewhere."""
        seat = self.asked
        if seat is None or not self.pushing:
            return {}
        fitting = self.fitting if self.shows_targets else ()
        lit: dict[Key, Color] = {key_of(seat, number): GOLD for number in fitting}
        if self.chosen is not None:
            lit[key_of(seat, self.chosen)] = LAMP
        held = self.grips.values()
        return {key: color for key, color in lit.items() if key not in held}


def _shining(colour: int) -> Color:
    """The light of an end: its own colour, as bright as it still is that colour."""
    return mix(WALONG[COLOURS[colour]], (255, 255, 255), BRIGHTER[COLOURS[colour]])


def _notches(widest: float, scale: float) -> tuple[int, ...]:
    """Sides in whole pixels, from far to close."""
    sizes, side = set[int](), widest
    while side > SMALLEST or not sizes:
        sizes.add(max(8, int(side * scale)))
        side /= NOTCH
    return tuple(sorted(sizes))
