"""Who may see which hand on a screen that several people share.

On the couch a hand lies open from the moment its owner has drawn the curtain until his turn is
over. Who plays with a phone has it there alone, and no curtain comes.
At the table it lies face down and can be read only while its owner holds the peek pad; keys
and a click of the mouse, which cannot hold it and pick as well, leave it open until they are used
there again or the turn ends. Who plays alone against computers always sees his own. What a hand
holds never shows elsewhere: not in refusals, not in hints, not in the list of moves.
"""

from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Final

from game.rules.core.match import Match, Step
from game.rules.core.protocol import CHANCE, Seat
from game.rules.domi_jongg.state import PASS, Drawn
from game.scenes.core.routes import ToOverlay
from game.scenes.core.scene import Push
from game.scenes.domi_jongg.spots import Play
from game.ui.frame import Point
from game.ui.intents import Intent

LOOK: Final = 1.6
"""Seconds in which one sees what one has drawn before the hand is covered."""
KEYS: Final = "keys"
"""The pointer that stands for keys, gamepads and clicks at a peek pad."""


@dataclass(eq=False)
class Privacy:
    """Knows whose hand may be read now: it hands over on the couch and counts held pads."""

    play: Play
    opened: Seat | None = None
    """On the couch: whose hand lies open."""
    peeks: dict[str, Seat] = field(default_factory=dict)
    """Which pointer holds whose peek pad."""
    _drew: bool = False
    _let_go_of: set[str] = field(default_factory=set)

    # Who sees what ---------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Whether several people look at this screen."""
        return len(self.play.persons) > 1

    @property
    def at_table(self) -> bool:
        return self.play.context.settings.seating == "table"

    @property
    def padded(self) -> bool:
        """Whether hands are looked at by peek pads."""
        return self.shared and self.at_table

    def bare(self, seat: Seat) -> bool:
        """Whether a seat's hand can be read on the screen now."""
        if self.play.live and self.play.match.outcome is not None:
            return True
        if seat not in self.play.persons:
            return False
        if not self.shared:
            return True
        if self.play.replaying or self.play.phones.play(seat):
            return False
        if not self.at_table:
            return self.opened == seat
        pointers = (pointer for pointer, peeked in self.peeks.items() if peeked == seat)
        return any(pointer != KEYS or self.play.match.actor == seat for pointer in pointers)

    def frank(self, seat: Seat) -> bool:
        """Whether what fits may be shown on the felt, where everybody sees it."""
        return self.bare(seat) and not self.padded

    def reachable(self, seat: Seat) -> bool:
        """Whether a seat's tiles may be picked now, open or by their backs."""
        return (self.padded and not self.play.phones.play(seat)) or self.bare(seat)

    # The curtain -------------------------------------------------------------------------------

    def hand_over(self) -> None:
        """Cover the hand of who is done; let the next person draw the curtain."""
        play, match = self.play, self.play.match
        if not self.shared or self.at_table or not play.live or match.outcome is not None:
            return
        owner = self.opened
        if owner is not None and (owner != match.actor or play.phones.play(owner)):
            if self._drew:
                play.later(LOOK, self._cover)
                return
            self.opened = None
        if play.asked is None or self.opened is not None or play.phones.play(play.asked):
            return
        if tuple(match.game.moves(match.state)) != (PASS,):
            play.later(0.0, self._close)

    def _close(self) -> None:
        if self.play.asked is not None and self.opened is None:
            self.play.go(Push(ToOverlay(self.play, "curtain", (self.play.asked,))))

    def _cover(self) -> None:
        self.opened, self._drew = None, False
        self.hand_over()

    def open(self, seat: Seat) -> None:
        """The curtain is drawn: this person alone looks at the screen now."""
        self.opened, self._drew = seat, False

    def happened(self, step: Step) -> None:
        """A step is in the picture: who has drawn looks at the tile before the hand is covered."""
        before = self.play.match.states[step.index]
        if isinstance(step.move, Drawn) and before.turn == self.opened:
            self._drew = True

    # Peek pads -----------------------------------------------------------------------------------

    def peek(self, intent: Intent, pad_under: Callable[[Point], Seat | None]) -> bool:
        """Whether a pointer's intent belongs to a peek pad; `pad_under` finds whose."""
        pointer = intent.pointer
        if not self.padded or not pointer:
            return False
        if intent.kind == "press":
            self._let_go_of.discard(pointer)
            seat = pad_under(intent.pos)
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
            seat = pad_under(intent.pos)
            if pointer == "mouse" and seat is not None and seat == self.play.asked:
                self.toggle_peek(seat)
            return True
        return False

    def toggle_peek(self, seat: Seat) -> None:
        """Open a hand until the same is done again."""
        if self.peeks.pop(KEYS, None) is None:
            self.peeks[KEYS] = seat

    def refresh(self) -> None:
        """The turn may have passed on: what was left open is covered then."""
        if self.peeks.get(KEYS) != self.play.match.actor:
            self.peeks.pop(KEYS, None)

    def resize(self) -> None:
        """Fingers are elsewhere on a table laid out anew: no hand stays open by its pad."""
        self.peeks.clear()
        if self.at_table:
            self.opened = None


def undo_target(match: Match, persons: Set[Seat], takeback: bool) -> int | None:
    """The last step of a person that *undo* leads back to, the only way he had or not.

    Otherwise the button would tell how many ways the hand had. Nobody takes back a tile that was
    drawn or the end, where all hands lie open; without the house rule neither what somebody else
    did since.
    """
    theirs = (
        index
        for index in reversed(range(match.taken_over, match.cursor))
        if match.seat_of(index) in persons and match.log[index] != PASS
    )
    target = next(theirs, None)
    if target is None or match.game.outcome(match.states[-1]) is not None:
        return None
    seats = {match.seat_of(index) for index in range(target, len(match.log))}
    free = takeback and CHANCE not in seats
    return target if free or seats == {match.seat_of(target)} else None
