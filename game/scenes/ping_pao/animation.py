"""How the steps of Ping-Pao move: the die rolls, pieces fly, click in, come loose, are counted."""

import math
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.ping_pao.state import FACES, Lay, Move, Pass, Roll, Table, Take, freed
from game.rules.walong.geometry import COLOURS, Pose, centre, read_place
from game.scenes.ping_pao.choice import Key, PoseChoice
from game.scenes.ping_pao.view import last_of_heap
from game.scenes.play.marks import Flight
from game.scenes.play.play_scene import PlayScene
from game.scenes.walong.art import JOINED
from game.scenes.walong.colour_die import SECONDS, ColourDie
from game.scenes.walong.table import FLIGHT, Loose, WalongTable, flight, turned
from game.ui import timeline
from game.ui.canvas import Canvas
from game.ui.theme import GOLD, VERMILION, with_alpha
from game.ui.timeline import Call, Motion, Sequence, Tween, Wait

SETTLE: Final = 0.16
DRIFT: Final = 0.75
"""Seconds that freed pieces float loose before they are taken."""
STAGGER: Final = 0.22
COUNTED, LONGEST = 0.16, 2.6
"""Seconds in which one piece is counted at the end, and all of them at most."""
SHINE, FADING = 0.5, 0.24
"""Seconds that the light along joined sides lasts, and that other things fade."""
HASTE: Final = 16.0
"""How quickly a piece in hand turns and grows to what it should be."""


@dataclass(slots=True)
class Shine:
    """Light along sides of a piece, going out."""

    pose: Pose
    sides: list[int]
    alpha: float = 1.0


class Animation:
    """What moves over the board of one scene, and the motions of its steps."""

    def __init__(
        self, play: PlayScene[Table, Move, Key], board: WalongTable, choice: PoseChoice
    ) -> None:
        self.play, self.board, self.choice = play, board, choice
        self.flying: list[Loose] = []
        self.taken: list[list[str]] = []
        """By seat: the colours of the pieces that have arrived in its tray."""
        self.room = [0] * len(play.trays)
        """By seat: how many pieces there is room for at least, while these are counted."""
        self.die: ColourDie | None = None
        self.shines: list[Shine] = []
        self.walled: tuple[Pose, ...] = ()
        """Pieces shown because they cannot be taken."""
        self.alarm = 0.0
        """How strongly they are shown."""
        self.told = 1.0
        """How much of what was built is shown once more at the end, 0 to 1."""
        self.lamp: Seat | None = None
        """The seat the lamp of the draw is at."""

    def clear(self, taken: list[list[str]]) -> None:
        """The picture shows a state: nothing is on its way, this much has been taken."""
        self.flying.clear()
        self.taken, self.walled, self.lamp = taken, (), None
        self.room = [0] * len(taken)

    def from_tray(self, seat: Seat) -> Loose:
        """The piece of a seat's tray that is laid next, ready to be moved."""
        count = self.play.shown_state.hands[seat]
        return last_of_heap(self.play.trays[seat], count, COLOURS[seat], self.board)

    # In hand -------------------------------------------------------------------------------------

    def _aim(self, piece: Loose) -> float:
        laying = self.choice.laying
        k = None if laying is None else laying.k if laying.ghost is None else laying.ghost.k
        return piece.degrees if k is None else turned(piece.degrees, 30.0 * k)

    def ease(self, seconds: float) -> None:
        """Let the piece in hand turn and grow for so long."""
        piece = self.choice.carried
        if piece is None:
            return
        share, goal = 1 - math.exp(-HASTE * seconds), self._aim(piece)
        piece.degrees += (goal - piece.degrees) * share
        piece.size += (1 - piece.size) * share
        if abs(goal - piece.degrees) < 1 and abs(piece.size - 1) < 0.02:
            piece.degrees, piece.size = goal, 1.0

    def bring_back(self, piece: Loose, goal: Loose) -> None:
        """What was in hand glides back to where it came from."""

        def arrive() -> None:
            if piece in self.flying:
                self.flying.remove(piece)
            self.board.hide(())
            self.play.sound("acrylic_click", piece.at)

        self.flying.append(piece)
        self.play.timeline.play(flight(piece, goal, SETTLE + 0.06, 0.0, arrive))

    # Steps ---------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        state: Table = self.play.match.states[step.index]
        match step.move:
            case Roll(face):
                return self._rolling(face, step.index) if state.by_die else self._drawing(face)
            case Lay(pose):
                return self._laying(pose, step.seat)
            case Take() as move:
                return self._taking(move, state)
            case Pass():
                return self._skipping(step)
        return None

    def _rolling(self, face: int, number: int) -> Motion:
        box = self.board.box
        corner = (box.x + box.w * (0.08, 0.92, 0.3)[number % 3], box.bottom - box.h * 0.06)
        die = ColourDie(FACES[face], corner, box.center, min(150.0, box.h * 0.16))

        def throw() -> None:
            self.die = die
            self.play.sound("dice_roll", die.start)

        if self.play.timeline.reduced:
            die.share = 1.0
            return Sequence(Call(throw), Wait(1.0))
        return Sequence(Call(throw), die.rolling(SECONDS), Wait(0.7))

    def put_die_away(self) -> None:
        """The die has spoken; it fades from the cloth."""
        if (die := self.die) is not None:
            self.play.timeline.play(_fade(die, 0.4), Call(lambda: self._forget(die)))

    def _forget(self, die: ColourDie) -> None:
        if self.die is die:
            self.die = None

    def _drawing(self, face: int) -> Motion:
        """The lamp goes round the seats and stops at the one that is drawn."""
        seats = self.play.match.seats
        ways = 2 * seats + face

        def go(share: float) -> None:
            self.lamp = min(ways, round(share * ways)) % seats

        seconds = 0.6 if self.play.timeline.reduced else 1.6
        return Sequence(Tween(seconds, go, timeline.ease_out), Wait(0.4))

    def _laying(self, pose: Pose, seat: Seat) -> Motion:
        carried, self.choice.carried = self.choice.carried, None
        piece = carried or self.from_tray(seat)
        goal = self.board.loose(pose, COLOURS[seat])
        landed = Call(lambda: self._click(pose))
        if self.play.timeline.reduced:
            self.flying.append(goal)
            goal.alpha = 0.0
            return Sequence(Tween(FADING, partial(setattr, goal, "alpha"), timeline.linear), landed)
        piece.to = goal.degrees  # no frame waits until it is painted as it lay in the tray
        self.flying.append(piece)
        if carried is not None:
            return Sequence(flight(piece, goal, SETTLE, 0.0), landed)
        self.play.sound("acrylic_slide", piece.at)
        return Sequence(flight(piece, goal, FLIGHT), landed)

    def _click(self, pose: Pose) -> None:
        """It lies: the sound, and light running along the joined sides."""
        joined = [contact.side for contact in self.play.shown_state.pieces.contacts(pose)]
        cue = "acrylic_click_double" if len(joined) > 1 else "acrylic_click"
        self.play.sound(cue, self.board.centre(pose))
        shine = Shine(pose, joined)
        self.shines.append(shine)
        gone = Call(lambda: self.shines.remove(shine))
        self.play.timeline.play(_fade(shine, SHINE), gone)

    # Taking apart --------------------------------------------------------------------------------

    def _taking(self, move: Take, state: Table) -> Motion:
        seat = state.turn
        carried, self.choice.carried = self.choice.carried, None
        piece = carried or self.board.loose(move.pose, COLOURS[seat])
        loose = freed(state, move)
        order = len(self.taken[seat])
        first = self._to_tray(piece, seat, order, None)
        self.flying.append(piece)
        self.board.hide([move.pose])
        self.play.sound("acrylic_slide", piece.at)
        if not loose:
            return first
        return Sequence(first, self._freeing(move, state, loose, order + 1))

    def _freeing(self, move: Take, state: Table, loose: tuple[Pose, ...], order: int) -> Motion:
        """Freed pieces drift loose for a moment, then fly to their taker one by one."""
        pieces = [self.board.loose(p, COLOURS[state.pieces.label(p)]) for p in loose]

        def begin() -> None:
            self.board.hide([move.pose, *loose])
            self.flying.extend(pieces)
            self.play.sound("acrylic_bump", pieces[0].at)

        drifts = [self._drift(p, at, move.pose) for p, at in zip(pieces, loose, strict=True)]
        flights = []
        for number, (piece, pose) in enumerate(zip(pieces, loose, strict=True)):
            counts = state.pieces.label(pose) != state.turn
            taken = self._to_tray(piece, state.turn, order + number, counts)
            flights.append(Sequence(Wait(STAGGER * number), taken))
        return Sequence(Call(begin), timeline.Parallel(*drifts), timeline.Parallel(*flights))

    def _drift(self, piece: Loose, pose: Pose, from_: Pose) -> Motion:
        """Loose from now on: a little way off, a little turn, a little higher."""
        start, angle = piece.at, piece.degrees
        away = centre(pose) - centre(from_)
        away = away / abs(away) if abs(away) > 0.01 else 1j
        way = away * self.board.camera.unit * 0.22
        end = start[0] + way.real, start[1] - way.imag
        turn = 14 if (pose.a + pose.d) % 2 else -14

        def show(share: float) -> None:
            sway = math.sin(share * math.pi * 1.5)
            piece.at = timeline.between(start, end, timeline.ease_out(share))
            piece.degrees = angle + turn * sway
            piece.lift = 0.5 * timeline.ease_out(share)

        if self.play.timeline.reduced:
            return Wait(0.3)
        return Tween(DRIFT, show, timeline.linear)

    def _to_tray(self, piece: Loose, seat: Seat, order: int, counts: bool | None) -> Motion:
        """A piece goes to the tray of its taker; `counts` tells whether it is a point there."""
        arrived = Call(lambda: self._arrive(piece, seat, counts))
        if self.play.timeline.reduced:
            return Sequence(_fade(piece), arrived)
        tray = self.play.trays[seat]
        goal = last_of_heap(tray, order + 1, piece.colour, self.board)

        def leave() -> None:
            if counts:
                gain = Flight("+1", piece.at, tray.score_at(), tray.frame.turn)
                self.play.timeline.play(self.play.flights.launch(gain, FLIGHT))

        return Sequence(Call(leave), flight(piece, goal, FLIGHT), arrived)

    def _arrive(self, piece: Loose, seat: Seat, counts: bool | None) -> None:
        if piece in self.flying:
            self.flying.remove(piece)
        tray = self.play.trays[seat]
        self.taken[seat].append(piece.colour)
        if counts:
            tray.score = (tray.score or 0) + 1
            tray.bump = 1.0
            self.play.sound("point", tray.score_at())
        elif counts is None:
            self.play.sound("acrylic_click", tray.score_at())

    def count(self) -> Motion | None:
        """What everybody has taken is counted into the trays once more, one by one; meanwhile what
        was built comes back into view.
        """
        whole, most = self.taken, max(map(len, self.taken))
        self.room = [len(own) for own in whole]

        def show(share: float) -> None:
            self.told, count = share, round(share * most)
            if count == max(map(len, self.taken)) and share < 1:
                return
            self.taken = [own[:count] for own in whole]
            for tray, own in zip(self.play.trays, self.taken, strict=True):
                tray.score = sum(colour != COLOURS[tray.seat] for colour in own)
                if len(own) == count:
                    self.play.sound("acrylic_click", tray.score_at())

        if self.play.timeline.reduced or not most:
            return None
        return Sequence(Tween(min(LONGEST, COUNTED * most), show, timeline.linear),
                        Call(self.play.show_scores))  # fmt: skip

    def _skipping(self, step: Step) -> Motion:
        for event in step.events:
            self.play.trays[step.seat].say(self.play.tell(event))
            found = map(read_place, event.places)
            self.walled = tuple(place[0] for place in found if place is not None)
        self.play.sound("refuse", self.play.trays[step.seat].score_at())

        def pulse(share: float) -> None:
            self.alarm = math.sin(math.pi * share) ** 0.6 if 0 < share < 1 else 0.0

        return Tween(1.3, pulse, timeline.linear)

    # Painting ------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        for shine in self.shines:
            for side in shine.sides:
                self.board.paint_side(canvas, shine.pose, side, JOINED, shine.alpha)
        if self.alarm > 0:
            for pose in self.walled:
                self.board.paint_rim(canvas, pose, VERMILION, self.alarm)

    def paint_above(self, canvas: Canvas) -> None:
        """What flies over board and trays."""
        if self.lamp is not None:
            box = self.play.trays[self.lamp].frame.box
            canvas.fill(box.inset(-8), with_alpha(GOLD, 0.25), 28)
            canvas.outline(box.inset(-4), GOLD, 6, 24)
        if self.die is not None:
            self.die.draw(canvas)
        for piece in self.flying:
            self.board.paint_loose(canvas, piece)


def _fade(thing: Loose | ColourDie | Shine, seconds: float = FADING) -> Motion:
    def show(share: float) -> None:
        thing.alpha = 1 - share

    return Tween(seconds, show, timeline.linear)
