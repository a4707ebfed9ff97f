"""Everything before play in Walomino: the draft, the start pair, joining pieces to pairs.

A scene hosts it as `self.preparing = Preparation(self)` and delegates while the shown state is
one of the preparation's (`preparing.active`):

- `on(intent) -> bool`, first thing in the scene's `_board`: fingers on loose pieces, of all seats
  at once; True when it is taken, the base gets the rest.
- `spots`, `pick`, `grab`, `carry`, `drop`, `let_go`, `holding`, `gesture`, `prompt`, `hint_text`,
  `places_of`, `place_at`, `animate`, `happened`, `paint`, `paint_tray`, `paint_above`: as the
  hooks of `Picture`, with the same arguments.
- `undo_target(target)`, around what the base finds: joining pairs is taken back as a whole.

To be called in every phase: `arrange()` at the end of the scene's `arrange`, `refresh()` at the
end of its `refresh`, `rest()` in `pause`, `opened()` at the end of `resume`; `ambient(seconds)` and
`moving`, to be joined with the scene's own. When play begins, `lying(seat)` tells by number where
the seat's pairs lie on the cloth: both pieces as `Single`, the first one first. The scene paints
the cloth itself (`paint_ground`); while this is active it paints no chain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from game.rules.core.match import Step
from game.rules.core.protocol import CHANCE, Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.game import Deal, Join, Reopen, Start, Table
from game.rules.walomino.game import Draft as Take
from game.rules.walong.geometry import COLOURS, EACH
from game.scenes.play.computer_player import PACE
from game.scenes.play.tray import Tray
from game.scenes.walomino.draft import Draft
from game.scenes.walomino.fingers import Fingers
from game.scenes.walomino.pairing import Pairing
from game.scenes.walomino.pieces import Single
from game.scenes.walomino.sheet import Sheet
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.timeline import Motion

if TYPE_CHECKING:
    from game.scenes.play.play_scene import AnyPlayScene

PHASES: Final = ("deal", "draft", "start", "review", "pairing")
BRISK: Final = {"draft": 0.35, "pairing": 0.12}
"""The least seconds of a computer's step where many small ones follow each other, by phase."""
WARM_EVERY: Final = 3
"""Frames between two pictures painted ahead of time."""


class Preparation:
    """The draft and the pairing of one scene."""

    def __init__(self, scene: AnyPlayScene) -> None:
        self.scene = scene
        self.draft = Draft(scene)
        self.pairing = Pairing(scene, self._from_box)
        self.fingers = Fingers(self.pairing)
        self.sheet = Sheet(self.pairing, self.fingers)
        self._opened = False
        self._frames = 0
        self._lying: dict[Seat, dict[int, tuple[Single, Single]]] = {}

    @property
    def table(self) -> Table:
        """The state in the picture."""
        state: Table = self.scene.state
        return state

    @property
    def active(self) -> bool:
        """Whether the picture shows something from before play."""
        return self.table.phase in PHASES

    @property
    def _drafting(self) -> bool:
        return self.table.phase in ("deal", "draft")

    # In every phase ----------------------------------------------------------------------------

    def arrange(self) -> None:
        board = self.scene.layout.board
        self.draft.arrange(board)
        self.pairing.arrange(board)
        self.fingers.forget()

    def refresh(self) -> None:
        self._remember()
        self.draft.refresh()
        self.pairing.refresh()
        self.scene.computer_player.pace = BRISK.get(self.table.phase, PACE)

    def rest(self) -> None:
        """Every finger lets go."""
        self.fingers.forget()
        self.pairing.rest()

    def opened(self) -> None:
        """What luck has done before anybody looked happens before everybody's eyes, once."""
        if self._opened:
            return
        self._opened = True
        match = self.scene.match
        drawn = range(match.cursor)
        if match.cursor and all(match.seat_of(index) == CHANCE for index in drawn):
            self.scene.show_from(0)

    def ambient(self, seconds: float) -> bool:
        if not self.active:
            return False
        for tray in self.scene.trays:
            tray.score = None
        self._frames += 1
        if self._frames % WARM_EVERY == 0 and not self.scene.timeline.moving:
            next(self.pairing.warming, None)
        changed = self.draft.ambient(seconds) if self.table.phase == "draft" else False
        changed = self.pairing.tick(seconds) or changed
        return self._say_prompts() or changed

    @property
    def moving(self) -> bool:
        return self.active and (self.draft.moving or self.pairing.moving)

    def lying(self, seat: Seat) -> dict[int, tuple[Single, Single]]:
        """Where a seat's pairs were seen last before play began."""
        return self._lying.get(seat, {})

    def _remember(self) -> None:
        for place in self.pairing.places:
            seen, bench = place.bench.seen(), place.bench
            if bench.complete:
                self._lying[place.seat] = {
                    number: (seen[twin.first], seen[twin.second])
                    for number, twin in enumerate(bench.twins.values())
                }

    # What can be picked ------------------------------------------------------------------------

    def on(self, intent: Intent) -> bool:
        return not self._drafting and self.fingers.on(intent)

    def spots(self) -> list[Spot]:
        if self._drafting:
            return self.draft.spots()
        return [*self.fingers.spots(), *self.sheet.spots()]

    def pick(self, key: str) -> None:
        if self._drafting:
            self.draft.pick(key)
        elif not self.sheet.pick(key):
            self.fingers.pick(key)

    def grab(self, key: str) -> bool:
        return self._drafting and self.draft.grab(key)

    def carry(self, point: Point) -> None:
        if self._drafting:
            self.draft.carry(point)

    def drop(self, key: str | None, point: Point) -> None:
        if self._drafting:
            self.draft.drop(point)

    def let_go(self) -> None:
        self.draft.let_go()
        self.fingers.let_go()

    @property
    def holding(self) -> bool:
        return self.draft.holding or self.fingers.holding

    def gesture(self, intent: Intent) -> None:
        if not self._drafting:
            self.fingers.gesture(intent)

    # Steps -------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        return self.draft.animate(step) or self.pairing.animate(step)

    def happened(self, step: Step) -> None:
        """The draft is over: the start pair lies, and the pieces come from the trays."""
        if isinstance(step.move, Start):
            self.pairing.fly_in(self._from_trays(self.scene.match.states[step.index]))
        elif isinstance(step.move, Deal):
            self.scene.sound("acrylic_click", self.scene.layout.board.center)

    def _from_trays(self, before: Table) -> Callable[[Seat, int], Single | None]:
        """The pieces as they lay in the trays, one after the other."""
        left = [self.draft.lying(tray, before.hands[tray.seat]) for tray in self.scene.trays]

        def next_one(seat: Seat, colour: int) -> Single | None:
            found = next((one for one in left[seat] if one.colour == colour), None)
            if found is not None:
                left[seat].remove(found)
            return found

        return next_one

    def _from_box(self) -> Callable[[Seat, int], Single | None]:
        """The pieces as they lie in the full box, from the top."""
        left = [EACH] * len(COLOURS)
        chest = self.draft.chest

        def next_one(seat: Seat, colour: int) -> Single | None:
            left[colour] -= 1
            at, k = chest.place(colour, max(0, left[colour]))
            return Single(colour, at, 30.0 * k, chest.side)

        return next_one

    def undo_target(self, target: int | None) -> int | None:
        """All pairs that a seat joined are taken back at once; they lie joined on its bench."""
        match = self.scene.match
        if target is None or not isinstance(match.log[target], Join):
            return target
        seat = match.seat_of(target)
        while target and isinstance(match.log[target - 1], Join) and (
            match.seat_of(target - 1) == seat
        ):
            target -= 1
        return target

    # Words and marks ---------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        if self.table.phase == "draft":
            return self.draft.prompt()
        if self.table.phase == "start":
            return self.scene.t("walomino.preparing.start")
        return self.sheet.prompt(seat)

    def _say_prompts(self) -> bool:
        """Everybody joins at once, so everybody is told what to do."""
        scene = self.scene
        if self.table.phase not in ("start", "review", "pairing") or scene.replaying:
            return False
        changed = False
        for tray in scene.trays:
            if tray.seat in scene.persons:
                before, tray.prompt = tray.prompt, self.sheet.prompt(tray.seat)
                changed = changed or before != tray.prompt
        return changed

    def places_of(self, move: Any) -> tuple[str, ...]:
        if isinstance(move, Take):
            return (COLOURS[move.colour],)
        if isinstance(move, Join):
            return self.fingers.places_of(move.pair)
        return ()

    def place_at(self, place: str) -> Point | None:
        return self.draft.place_at(place) if self._drafting else self.fingers.place_at(place)

    def hint_text(self, steps: Sequence[Any]) -> str:
        """A computer's wish in words."""
        move, t = steps[0], self.scene.t
        if isinstance(move, Take):
            return t("walomino.preparing.hint.take", colour=self._colour(move.colour))
        if isinstance(move, Join | Start):
            return t("walomino.preparing.hint.join", **self._colours(move.pair))
        anew = isinstance(move, Reopen)
        return t(f"walomino.preparing.hint.{'anew' if anew else 'keep'}")

    def _colours(self, pair: Pair) -> dict[str, str]:
        return {"first": self._colour(pair.first), "second": self._colour(pair.second)}

    def _colour(self, colour: int) -> str:
        return self.scene.t(f"walomino.colour.{COLOURS[colour]}")

    # Painting ----------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        if self.table.phase == "draft" or (self.table.phase == "deal" and not self._dealing):
            self.draft.paint(canvas)
        else:
            if self.table.phase == "deal":
                self.draft.chest.paint(canvas, (0,) * len(COLOURS))
            self.sheet.paint(canvas)

    @property
    def _dealing(self) -> bool:
        """Whether the pieces have left the box."""
        return any(place.bench.colours for place in self.pairing.places)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        if self.table.phase in ("draft", "start"):
            self.draft.paint_tray(canvas, tray)
        else:
            self.sheet.paint_tray(canvas, tray)

    def paint_above(self, canvas: Canvas) -> None:
        self.draft.paint_above(canvas)
        self.sheet.paint_above(canvas)


