"""Walomino on the table: a box of fifty pieces, pairs that are joined of them, a chain of pairs.

The game has three phases, and the scene hands everything on to the one in the picture:

- `Drafting`: everybody takes pieces from the box by taps, or drags them out of it.
- `Pairing`: everybody at once pushes or taps pieces together to pairs, on a bench of his own.
- `Pushing`: pairs are pushed along the chain until they click in, or tapped and led there.

Pieces and pairs lie on one `Cloth`, where fingers push them in the last two phases.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.state import Attach, Draft, Join, Move, Table, left
from game.rules.walong.geometry import COLOURS
from game.scenes.play.computer_player import PACE
from game.scenes.play.eye import Eye
from game.scenes.play.layout import WIDE
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.walomino.cloth import Cloth, key_of
from game.scenes.walomino.draft import Drafting
from game.scenes.walomino.explained import Pieces
from game.scenes.walomino.pairing import Pairing
from game.scenes.walomino.phase import Phase, Pick
from game.scenes.walomino.pushing import ClothEye, Pushing
from game.scenes.walomino.words import named, reason
from game.scenes.walong.scene import FLAT, WalongScene
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.timeline import Motion

FEW_WORDS, MANY_WORDS = 150.0, 205.0
"""How deep trays are without pieces and buttons of the time before play, and with them."""
BRISK: Final = {"draft": 0.35, "pairing": 0.12}
"""The least seconds of a computer's step where many small ones follow each other, by phase."""


class WalominoScene(WalongScene[Table, Move, Pick], PlayScene[Table, Move, Pick]):
    """The whole game, for two to four seats."""

    square = False
    tallest = 620.0

    def make_parts(self) -> None:
        cloth = Cloth(self.sound)
        self.drafting = Drafting(self)
        self.pushing = Pushing(self, cloth)
        self.pairing = Pairing(self, cloth, self.drafting, self.pushing.receive)
        self.phases: tuple[Phase, ...] = self.drafting, self.pairing, self.pushing
        self.card.explainer = Pieces(self, cloth, self.drafting)

    @property
    def phase(self) -> Phase:
        """The one in the picture."""
        return self._phase_of(self.shown_state)

    def _phase_of(self, table: Table) -> Phase:
        shown = {"draft": self.drafting, "play": self.pushing, "over": self.pushing}
        return shown.get(table.phase, self.pairing)

    # The table -----------------------------------------------------------------------------------

    def resize(self, size: Point) -> None:
        # Words, progress and buttons have room beside each other only where edges are long.
        dealt = self.shown_state.draft == "deal"
        self.flat = FLAT if dealt or max(size) > WIDE * min(size) else None
        self.depth = FEW_WORDS if dealt else MANY_WORDS
        super().resize(size)

    # All phases ----------------------------------------------------------------------------------

    def arrange(self) -> None:
        for phase in self.phases:
            phase.arrange()
        self._chain_eye = ClothEye(self.pushing, self.place_board)

    def refresh(self) -> None:
        self.input = self.phase
        self.eye = self._chain_eye if self.phase is self.pushing else Eye.still()
        pace = BRISK.get(self.shown_state.phase, PACE)
        self.computer_player.pace = 0.0 if self.drafting.drawing else pace
        for phase in self.phases:
            phase.refresh()

    def pause(self) -> None:
        super().pause()
        self.phase.rest()

    def cancel(self) -> None:
        super().cancel()
        self.phase.rest()

    def happened(self, step: Step) -> None:
        super().happened(step)
        begun = self._phase_of(self.match.states[step.index])
        (self.pairing if self.shown_state.phase == "start" else begun).happened(step)

    def undo_target(self) -> int | None:
        """All pairs that a seat joined are taken back at once; they lie joined on its bench."""
        target, match = super().undo_target(), self.match
        if target is None or not isinstance(match.log[target], Join):
            return target
        seat = match.seat_of(target)
        while target > match.taken_over and isinstance(match.log[target - 1], Join) and (
            match.seat_of(target - 1) == seat
        ):
            target -= 1
        return target

    # What is legal to push, and why it is not ----------------------------------------------------

    def settled(self) -> None:
        super().settled()
        self.pushing.aim()

    def show_from(self, index: int) -> None:
        super().show_from(index)
        self.pushing.aim()

    def jump(self, cursor: int) -> None:
        super().jump(cursor)
        self.pushing.tidy()

    def play(self, move: Move) -> None:
        self.pushing.choice.forget()
        self.pushing.choice.fitting = {}
        super().play(move)

    def seat_at(self, point: Point) -> Seat | None:
        return self.phase.seat_at(point)

    @property
    def mark_radius(self) -> float:
        return max(18.0, min(30.0, 0.28 * self.pushing.cloth.camera.unit))

    # The present phase ---------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        return self.phase.animate(step)

    def celebrate(self) -> Motion:
        return self.pushing.celebrate()

    @property
    def moving(self) -> bool:
        return super().moving or self.phase.moving

    def ambient(self, seconds: float) -> None:
        if self.phase is not self.pushing:
            for tray in self.trays:
                tray.score = None
        self.phase.ambient(seconds)

    def prompt(self, seat: Seat) -> str:
        return self.phase.prompt(seat)

    def named(self, index: int) -> Mapping[str, str]:
        return named(self.match.states[index], self.match.log[index])

    def hint_text(self, steps: Sequence[Move]) -> str:
        key, params = reason(self.shown_state, steps[0], self.names)
        told = self.t(f"walomino.hint.{key}", **params)
        more = key == "attach" and self.context.texts.why(self.id, self.shown_state, steps)
        return f"{told} {more}" if more else told

    def show_hint(self, seat: Seat, steps: Sequence[Move]) -> None:
        super().show_hint(seat, steps)
        match steps[0]:
            case Attach(number, pose):
                self.pushing.choice.choose(number, pose)
            case Join(pair):  # two loose pieces that could become it
                first, second = COLOURS[pair.first], COLOURS[pair.second]
                self.mark("hint", [f"{first}0", f"{second}{int(first == second)}"])

    def show_scores(self) -> None:
        """How many pairs everybody has left; the minus points for them once they count, which in
        lessons they never do.
        """
        super().show_scores()
        table = self.shown_state
        for tray, pairs in zip(self.trays, left(table), strict=True):
            tray.note, tray.bare = "", table.phase in ("play", "over")
            if table.phase == "play" or self.coach is not None:
                tray.score = None
            if tray.bare:
                tray.note = self.t("walomino.score.left", n=pairs)
        if self.phase is self.pairing:
            self.pairing.tell()

    def show_points(self, step: Step) -> None:
        """A pair laid brings no points that could fly; one less is left."""
        self.show_scores()

    def places_of(self, move: Move) -> tuple[str, ...]:
        if isinstance(move, Draft):
            return (COLOURS[move.colour],)
        return (str(move.pose),) if isinstance(move, Attach) else ()

    def place_at(self, place: str) -> Point | None:
        """A piece of the chain or a side of it, a loose piece, or a colour of the box."""
        if self.phase is self.pairing:
            return self.pairing.place_at(place)
        if self.phase is self.drafting and place in COLOURS:
            return self.drafting.chest.cell(COLOURS.index(place)).center
        return self.pushing.cloth.board.place_at(place) if self.phase is self.pushing else None

    def paint(self, canvas: Canvas) -> None:
        self.drafting.paint_leaving(canvas)
        self.phase.paint(canvas)

    def paint_ghost(self, canvas: Canvas, step: Move) -> None:
        table = self.shown_state
        if isinstance(step, Attach) and (pair := table.pairs[table.turn][step.number]):
            self.pushing.paint_ghost(canvas, pair, step.pose)
        super().paint_ghost(canvas, step)

    def leaves(self, step: Move, seat: Seat) -> Point | None:
        number = step.number if isinstance(step, Attach) else None
        return None if number is None else self.pushing.cloth.middle(key_of(seat, number))

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        self.phase.paint_tray(canvas, tray)

    def paint_above(self, canvas: Canvas) -> None:
        self.phase.paint_above(canvas)
