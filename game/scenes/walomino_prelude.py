"""Before play in Walomino by taps alone: the box, the start pair, and pairs joined by proposal.

Colours are taken from the box by a tap on their compartment. The start pair and the pairs are
proposed: everybody may have others proposed until they like them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from game.rules.match import Step
from game.rules.protocol import Seat
from game.rules.walomino import Draft, Join, Keep, Pair, Reopen, Roll, Start, Table
from game.rules.walomino_table import FACES, drafts, proposal
from game.rules.walong import COLOURS, HOME, centre
from game.scenes.colour_die import SECONDS, ColourDie
from game.scenes.ping_pao_knobs import HALF, draw
from game.scenes.tray import Tray
from game.scenes.walomino_box import Chest
from game.scenes.walomino_rack import rack
from game.scenes.walong_art import WalongArt
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.theme import LINEN, with_alpha
from game.ui.timeline import Motion, Tween, Wait, linear
from game.ui.timeline import Sequence as Chain

if TYPE_CHECKING:
    from game.scenes.play import PlayScene

YES: Final = "check"
OTHER: Final = "turn"
PHASES: Final = ("deal", "draft", "start", "review", "pairing")


class Preparation:
    """What a scene hosts until play begins."""

    def __init__(self, scene: PlayScene) -> None:
        self.scene = scene
        self.die: ColourDie | None = None
        self._luck = random.Random()
        self._proposed: tuple[Table, tuple[Pair, ...]] | None = None

    @property
    def active(self) -> bool:
        return self.scene.state.phase in PHASES

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs that are proposed to whoever acts."""
        state: Table = self.scene.state
        if self._proposed is None or self._proposed[0] is not state:
            self._proposed = state, self._propose(state)
        return self._proposed[1]

    def _propose(self, state: Table) -> tuple[Pair, ...]:
        if state.phase == "review":
            return tuple(pair for pair in state.pairs[state.turn] if pair is not None)
        hues = state.box if state.phase == "start" else state.hands[state.turn]
        pieces = [colour for colour, count in enumerate(hues) for _ in range(count)]
        return proposal(pieces, self._luck)

    # Hands ---------------------------------------------------------------------------------------

    def on(self, intent: Intent) -> bool:
        return False

    def spots(self) -> list[Spot]:
        seat = self.scene.asked
        if seat is None:
            return []
        state: Table = self.scene.state
        if state.phase == "draft":
            cells = ((move.colour, self.chest.cell(move.colour)) for move in drafts(state))
            return [
                Spot(f"colour:{colour}", box.center, box.w / 2, half_height=box.h / 2)
                for colour, box in cells
            ]
        return [Spot(name, at, HALF, round=True) for name, at in self._knobs().items()]

    def _knobs(self) -> dict[str, Point]:
        x, y = self.scene.layout.board.center
        y = self.scene.layout.board.bottom - 90
        return {OTHER: (x - 60, y), YES: (x + 60, y)}

    def pick(self, key: str) -> None:
        state: Table = self.scene.state
        if key.startswith("colour:"):
            self.scene.commit(Draft(int(key.removeprefix("colour:"))))
        elif key == OTHER and state.phase == "review":
            self.scene.commit(Reopen())
        elif key == OTHER:
            self._proposed = state, self._propose(state)
            self.scene.sound("acrylic_slide")
        elif key == YES:
            self._agree(state)

    def _agree(self, state: Table) -> None:
        if state.phase == "review":
            self.scene.commit(Keep())
        elif state.phase == "start":
            self.scene.commit(Start(self.pairs[0]))
        else:
            one_by_one = self.scene.company.settings.confirm_moves
            for pair in self.pairs[:1] if one_by_one else self.pairs:
                self.scene.commit(Join(pair))

    def grab(self, key: str) -> bool:
        return False

    def carry(self, point: Point) -> None:
        """Nothing is dragged here."""

    def drop(self, key: str | None, point: Point) -> None:
        """Nothing is dragged here."""

    def let_go(self) -> None:
        """Nothing is held here."""

    holding = False
    moving = False

    def gesture(self, intent: Intent) -> None:
        proposing = self.scene.state.phase in ("start", "pairing")
        if intent.kind == "turn" and self.scene.asked is not None and proposing:
            self.pick(OTHER)

    # Words and motions ---------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        state: Table = self.scene.state
        rolled = state.phase == "draft" and state.rolled >= 0
        return self.scene.t(f"walomino.phase.{'draft_rolled' if rolled else state.phase}")

    def hint_text(self, steps: Sequence[Any]) -> str:
        return self.prompt(0)

    def places_of(self, move: Any) -> tuple[str, ...]:
        return (f"colour:{move.colour}",) if isinstance(move, Draft) else ()

    def place_at(self, place: str) -> Point | None:
        kind, _, number = place.partition(":")
        return self.chest.cell(int(number)).center if kind == "colour" else None

    def animate(self, step: Step) -> Motion | None:
        if not isinstance(step.move, Roll):
            return Wait(0.12) if isinstance(step.move, Draft) else None
        box = self.scene.layout.board
        die = ColourDie(FACES[step.move.face], (box.x + 80, box.bottom - 60),
                        (box.center[0], box.bottom - 110), 120.0)
        self.die = die
        self.scene.sound("dice_roll", die.start)

        def roll(share: float) -> None:
            die.share = share

        return Chain(Tween(SECONDS * self.scene.company.settings.pace, roll, linear), Wait(0.3))

    def happened(self, step: Step) -> None:
        if isinstance(step.move, Draft | Join | Start):
            self.die = None
            self.scene.sound("acrylic_click", self.scene.trays[step.seat].score_at())

    def ambient(self, seconds: float) -> bool:
        return False

    def undo_target(self, target: int | None) -> int | None:
        return target

    def arrange(self) -> None:
        box = self.scene.layout.board
        self.chest = Chest(box.inset(110), self.scene.company.scale)

    def opened(self) -> None:
        """Everything is painted from the state."""

    def refresh(self) -> None:
        """Everything is painted from the state."""

    def rest(self) -> None:
        """Nothing is held here."""

    def lying(self, seat: Seat) -> dict[int, tuple[Any, Any]]:
        """Nothing lies anywhere else than in the trays."""
        return {}

    # Painting ------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        state: Table = self.scene.state
        if state.phase in ("deal", "draft"):
            lit = [move.colour for move in drafts(state)] if state.rolled >= 0 else ()
            shown = lit if self.scene.shows_targets and self.scene.asked is not None else ()
            self.chest.paint(canvas, state.box, shown)
            if self.die is not None:
                self.die.draw(canvas)
        elif state.phase == "start":
            self._paint_pair(canvas, self.pairs[0], self.scene.layout.board.center, 0, 90.0)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        canvas.fill(tray.content.inset(-6), with_alpha(LINEN, 0.13), 16)

    def paint_above(self, canvas: Canvas) -> None:
        state: Table = self.scene.state
        for tray in self.scene.trays:
            pairs = [pair for pair in state.pairs[tray.seat] if pair is not None]
            loose = tuple(c for c, n in enumerate(state.hands[tray.seat]) for _ in range(n))
            if state.phase == "pairing" and tray.seat == state.turn:
                pairs += self.pairs
            elif state.phase != "review" and loose:
                self._paint_heap(canvas, tray, loose)
            lying = rack(tray, pairs)
            for pair, (at, k) in zip(pairs, lying.places, strict=True):
                self._paint_pair(canvas, pair, at, k, lying.side)
        if self.scene.asked is not None and state.phase not in ("deal", "draft"):
            turn = self.scene.trays[self.scene.asked].frame.turn
            for name, at in self._knobs().items():
                draw(canvas, {OTHER: "turn_right", YES: "check"}[name], at, turn, name == YES)

    def _paint_pair(
        self, canvas: Canvas, pair: Pair, at: Point, k: int, side: float
    ) -> None:
        first = HOME._replace(k=k)
        second = pair.second_pose(first)
        for shade in (True, False):
            for pose, colour in ((first, pair.first), (second, pair.second)):
                away = (centre(pose) - centre(first)) * side
                spot = at[0] + away.real, at[1] - away.imag
                self._paint_piece(canvas, COLOURS[colour], spot, pose.k, side, shade)

    def _paint_heap(self, canvas: Canvas, tray: Tray, loose: tuple[int, ...]) -> None:
        """Pieces that are in no pair yet, in rows as pairs would lie."""
        twos = [Pair(a, 0, a, 0) for a in loose]
        lying = rack(tray, twos)
        for colour, (at, k) in zip(loose, lying.places, strict=True):
            for shade in (True, False):
                self._paint_piece(canvas, COLOURS[colour], at, k, lying.side, shade)

    @staticmethod
    def _paint_piece(
        canvas: Canvas, letter: str, at: Point, k: int, side: float, shade: bool
    ) -> None:
        art = WalongArt(canvas.px(side))
        image = art.shadow(letter, 30.0 * k) if shade else art.piece(letter, k)
        x, y = round(at[0] * canvas.scale), round(at[1] * canvas.scale)
        canvas.surface.blit(image, (x - image.get_width() // 2, y - image.get_height() // 2))
