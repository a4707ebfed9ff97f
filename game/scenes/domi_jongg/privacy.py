"""Who may see which hand on a screen that several people share.

On the couch a hand lies open from the moment its owner has drawn the curtain until his turn is
over. At the table it lies face down and can be read only while its owner holds the peek pad. Who
plays alone against computers always sees his own. What a hand holds never shows elsewhere: not in
refusals, not in hints, not in the list of moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.rules.core.match import Step
from game.rules.core.protocol import CHANCE, Refusal, Seat
from game.rules.domi_jongg.state import (
    HIDDEN,
    PASS,
    Branch,
    Draw,
    Drawn,
    Lay,
    Move,
    Stop,
    Table,
)
from game.rules.domi_jongg.tiles import Tile, Tiles
from game.scenes.core.routes import ToOverlay
from game.scenes.core.scene import Change, Push
from game.scenes.domi_jongg import heads
from game.scenes.domi_jongg.tile_art import LETTERS
from game.scenes.play.play_scene import PlayScene
from game.ui.frame import Point
from game.ui.intents import Intent

LOOK: Final = 1.6
"""Seconds in which one sees what one has drawn before the hand is covered."""
KEYS: Final = "keys"
"""The pointer that stands for keys and gamepads at a peek pad."""


class Privacy(PlayScene[Table, Move, str]):
    """The part of the scene that keeps hands hidden."""

    opened: Seat | None = None
    """On the couch: whose hand lies open."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.peeks: dict[str, Seat] = {}
        """Which pointer holds whose peek pad."""
        self.hinted: tuple[Seat, tuple[Move, ...]] | None = None
        self._drew = False
        self._let_go_of: set[str] = set()
        super().__init__(*args, **kwargs)

    def pad_at(self, seat: Seat) -> tuple[Point, float] | None:
        """The middle and the reach of a seat's peek pad on the table, if it has one."""
        raise NotImplementedError

    @property
    def table(self) -> Table:
        """The state the match is in, which nobody may see whole."""
        state: Table = self.match.state
        return state

    # Who sees what ---------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Whether several people look at this screen."""
        return sum(chair.person for chair in self.chairs) > 1

    @property
    def at_table(self) -> bool:
        return self.context.settings.seating == "table"

    @property
    def padded(self) -> bool:
        """Whether hands are looked at by peek pads."""
        return self.shared and self.at_table

    def bare(self, seat: Seat) -> bool:
        """Whether a seat's hand can be read on the screen now."""
        if self.live and self.match.outcome is not None:
            return True
        if seat not in self.persons:
            return False
        if not self.shared:
            return True
        if self.replaying:
            return False
        return seat in self.peeks.values() if self.at_table else self.opened == seat

    def frank(self, seat: Seat) -> bool:
        """Whether what fits may be shown on the felt, where everybody sees it."""
        return self.bare(seat) and not self.padded

    def reachable(self, seat: Seat) -> bool:
        """Whether a seat's tiles may be picked now, open or by their backs."""
        return self.padded or self.bare(seat)

    def seen_hand(self, seat: Seat) -> Tiles:
        """A hand as the screen shows it."""
        state: Table = self.state
        hand = state.hands[seat]
        return hand if self.bare(seat) else (HIDDEN,) * len(hand)

    # The curtain -------------------------------------------------------------------------------

    def settled(self) -> None:
        super().settled()
        if not self.replaying:
            self._hand_over()

    def _hand_over(self) -> None:
        """Cover the hand of who is done; let the next person draw the curtain."""
        if not self.shared or self.at_table or not self.live or self.match.outcome is not None:
            return
        actor = self.match.actor
        if self.opened is not None and self.opened != actor:
            if self._drew:
                self.later(LOOK, self._cover)
                return
            self.opened = None
        if self.asked is not None and self.opened is None and not self._only_passes():
            self.later(0.0, self._draw_curtain)

    def _draw_curtain(self) -> None:
        if self.asked is not None:
            self.go(Push(ToOverlay(self, "curtain", (self.asked,))))

    def _only_passes(self) -> bool:
        moves = self.game.moves(self.match.state)
        return len(moves) == 1 and moves[0] == PASS

    def _cover(self) -> None:
        self.opened, self._drew = None, False
        self.stale = True
        self._hand_over()

    def open_hand(self, seat: Seat) -> None:
        """The curtain is drawn: this person alone looks at the screen now."""
        self.opened = seat
        self._drew = False
        self.stale = True

    def happened(self, step: Step) -> None:
        super().happened(step)
        before: Table = self.match.states[step.index]
        if isinstance(step.move, Drawn) and before.turn == self.opened:
            self._drew = True
        if step.seat != CHANCE:
            self.hinted = None

    # Peek pads -----------------------------------------------------------------------------------

    def on(self, intent: Intent) -> Change:
        if self.padded and intent.pointer and self._peek(intent):
            self.stale = True
            return None
        return super().on(intent)

    def _peek(self, intent: Intent) -> bool:
        """Whether a pointer's intent belongs to a peek pad."""
        pointer = intent.pointer
        if intent.kind == "press":
            self._let_go_of.discard(pointer)
            seat = self._pad_under(intent.pos)
            if seat is not None:
                self.peeks[pointer] = seat
            return seat is not None
        if pointer in self.peeks:
            if intent.kind in ("release", "lost"):
                del self.peeks[pointer]
                self._let_go_of.add(pointer)
            return True
        if intent.kind == "tap" and pointer in self._let_go_of:
            self._let_go_of.discard(pointer)
            return True
        return False

    def _pad_under(self, point: Point) -> Seat | None:
        for seat in self.persons:
            pad = self.pad_at(seat)
            if pad is not None:
                (x, y), reach = pad
                if max(abs(point[0] - x), abs(point[1] - y)) <= reach:
                    return seat
        return None

    def toggle_peek(self, seat: Seat) -> None:
        """Keys cannot hold: they open the hand until they are used on the pad again."""
        if self.peeks.pop(KEYS, None) is None:
            self.peeks[KEYS] = seat

    def pause(self) -> None:
        super().pause()
        self.peeks.clear()

    def resize(self, size: Point) -> None:
        self.peeks.clear()
        if self.at_table:
            self.opened = None
        super().resize(size)

    def refresh(self) -> None:
        if self.peeks.get(KEYS) != self.match.actor:
            self.peeks.pop(KEYS, None)

    # Taking back ---------------------------------------------------------------------------------

    def undo_target(self) -> int | None:
        """The last step of a person, whether it was the only one he had or not.

        Otherwise the button would tell how many ways the hand had. Without the house rule nobody
        takes back what somebody else did since, or a tile that was drawn.
        """
        match = self.match
        target = self._step_before(match.cursor)
        if self.context.settings.takeback or target is None:
            return target
        seats = {match.seat_of(index) for index in range(target, len(match.log))}
        return target if seats == {match.seat_of(target)} else None

    def _step_before(self, cursor: int) -> int | None:
        match = self.match
        steps = (i for i in reversed(range(cursor)) if match.seat_of(i) in self.persons)
        return next((i for i in steps if match.log[i] != PASS), None)

    # What is said --------------------------------------------------------------------------------

    def refused(self, refusal: Refusal) -> None:
        """A refusal that names a tile would tell the others what the hand holds."""
        super().refused(refusal)
        if self.padded and any(key == "tile" for key, _ in refusal.params):
            self.trays[self.table.turn].say(self.t("domi_jongg.does_not_fit"), "refusal")

    def show_hint(self, seat: Seat, steps: Sequence[Any]) -> None:
        self.hinted = seat, tuple(steps)
        if self.padded:
            self.trays[seat].say(self.t("domi_jongg.hint_waits"), "hint", 8)
        else:
            super().show_hint(seat, steps)

    def hint_text(self, steps: Sequence[Any]) -> str:
        if not isinstance(steps[0], Lay | Branch):
            key = {Draw: "draw", Stop: "done"}.get(type(steps[0]), "pass")
            return self.t("play.hint", move=self.t(f"domi_jongg.act.{key}"))
        numbers = heads.numbers(self.match.state.snake)
        texts = []
        for number, step in enumerate(steps):
            if number and not isinstance(step, Lay | Branch):
                break
            texts.append(self.in_words(step, numbers) if number == 0 else self.tiles_of(step))
        return self.t("play.hint", move=", ".join(texts))

    def hint_for(self, seat: Seat) -> tuple[Tiles, int]:
        """The tiles that a hint is about, and the number of the head they fit."""
        if self.hinted is None or self.hinted[0] != seat or not self.live:
            return (), 0
        step = self.hinted[1][0]
        number = heads.numbers(self.match.state.snake)
        if isinstance(step, Lay):
            return (step.tile,), number.get(step.end, 0)
        return (step.tiles, number.get(step.end, 0)) if isinstance(step, Branch) else ((), 0)

    def urged(self, seat: Seat) -> Move | None:
        """The closing move that a hint is about, for who may read the hand."""
        if self.hinted is None or self.hinted[0] != seat or not self.bare(seat):
            return None
        step = self.hinted[1][0]
        return None if isinstance(step, Lay | Branch) else step

    # The list of moves ---------------------------------------------------------------------------

    def letters(self, tile: Tile) -> str:
        """How a tile is called in this language's letters."""
        known = LETTERS.get(self.context.texts.language, LETTERS["en"])
        return known.get(tile, tile)

    def tiles_of(self, step: Lay | Branch) -> str:
        tiles = (step.tile,) if isinstance(step, Lay) else step.tiles
        return "+".join(map(self.letters, tiles))

    def in_words(self, step: Move, numbers: dict[str, int]) -> str:
        """A step of a turn with the number of the head it is about."""
        match step:
            case Lay() | Branch():
                return f"{self.tiles_of(step)}›{numbers[step.end]}"
            case Draw():
                return self.t("domi_jongg.drawn", n=1)
            case Stop():
                return ""
        return "–"

    def notation(self, index: int) -> str:
        """Draws that only one seat may see are counted, never named."""
        state: Table = self.match.states[index]
        move: Move = self.match.log[index]
        if isinstance(move, Drawn):
            return self._drawing(index, state, move)
        if state.phase == "roll":
            return str(self.game.write(move))
        return self.in_words(move, heads.numbers(state.snake))

    def _drawing(self, index: int, state: Table, move: Drawn) -> str:
        if state.phase == "single":
            return self.letters(move.tile)
        states = self.match.states
        if index and states[index - 1].phase == state.phase:
            return ""
        end = index
        while end < len(self.match.log) and states[end].phase == state.phase:
            end += 1
        key = "dealt" if state.phase == "deal" else "drawn"
        return self.t(f"domi_jongg.{key}", n=end - index)
