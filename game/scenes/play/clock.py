"""The clock of a match: how long each person still has, beside whose name, and what zero means.

It runs only while somebody is asked, not while anything moves, a computer thinks or another scene
lies on top. The rules know nothing of it. What is left is kept with every step and every few
seconds, so that it goes on after an interruption.
"""

import math
from collections.abc import Sequence
from typing import Final

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.scenes.play.played_match import AnyPlayedMatch
from game.scenes.play.tray import ALERT
from game.services.checked import listed, table
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import GOLD, IVORY, LAMP, SMALL, WALNUT, with_alpha

KEY: Final = "clocks"
"""The setting that holds the seconds left, by the numbers of running matches."""
OFTEN: Final = 5.0
"""Seconds after which what is left is kept again."""
SOON: Final = 10.0
"""Seconds before the end from which on the clock glows."""
WIDE, HIGH = 92.0, 34.0


class Clock:
    """The seconds left, person by person, for seats rotate; below zero the time is up. Where
    nobody wants a clock there is no end to them.
    """

    def __init__(self, play: AnyPlayedMatch) -> None:
        self._play, self._terms = play, play.terms
        self._whole = math.inf if play.terms.clock == "none" else float(play.terms.seconds)
        self.left: list[float] = []
        self.going = True
        """Whether the match lies on top."""
        self._unkept = 0.0
        self.reset()

    def reset(self) -> None:
        """Everybody has all the time again, as when a new game begins."""
        self.left = [self._whole] * self._play.match.seats

    # Keeping ---------------------------------------------------------------------------------

    def recall(self) -> None:
        """Go on where the clock of this match stood."""
        kept = listed(table(self._play.context.store.get(KEY)).get(str(self._play.match_id)))
        if len(kept) == len(self.left) and all(type(each) in (int, float) for each in kept):
            self.left = [min(float(each), self._whole) for each in kept]

    def keep(self) -> None:
        """Keep what is left, and forget the clocks of matches that run no more."""
        store, self._unkept = self._play.context.store, 0.0
        if self._play.match_id is None or self._terms.clock == "none":
            return
        running = {str(match.id) for match in store.running()}
        kept = {key: left for key, left in table(store.get(KEY)).items() if key in running}
        left = [round(each, 1) for each in self.left]
        store.set(**{KEY: {**kept, str(self._play.match_id): left}})

    # Time ------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Something lies on top of the match, or the table is left."""
        self.going = False
        self.keep()

    def update(self, seconds: float) -> None:
        """Let time pass for whoever is asked."""
        seat = self._play.asked
        if seat is None or not self.going:
            return
        person = self._play.series.person_at(seat)
        before = self.left[person]
        self.left[person] = after = max(before - seconds, -1.0)
        self._unkept += seconds
        if self._unkept >= OFTEN and after > -1.0:
            self.keep()
        if after <= 0 < before:
            tray, texts = self._play.trays[seat], self._play.context.texts
            told = texts.t("play.time_moves" if self._terms.strict else "play.time_up")
            tray.say(told, "hint", 8)
            self._play.sound("refuse", tray.frame.center)

    def expired(self, seat: Seat) -> bool:
        """Whether the table is to move for this person now."""
        if not self._terms.strict or seat not in self._play.persons:
            return False
        return self.left[self._play.series.person_at(seat)] <= 0

    def moved(self, steps: Sequence[Step]) -> None:
        """Steps have been played: with the end of a turn the time for one begins anew."""
        match, step = self._play.match, steps[0]
        before, after = match.states[step.index : step.index + 2]
        if self._terms.clock == "turn" and match.game.ends_turn(before, step.move, after):
            self.reset()
        self.keep()

    # Drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """A small dial on the edge of the trays: of everybody, or only of who is asked."""
        for seat in self._play.persons if self._terms.clock != "none" else ():
            if self._terms.clock == "game" or seat == self._play.asked:
                self._paint(canvas.within(self._play.trays[seat].frame), seat)

    def _paint(self, canvas: Canvas, seat: Seat) -> None:
        tray, left = self._play.trays[seat], self.left[self._play.series.person_at(seat)]
        box = Box(tray.frame.size[0] - WIDE - 24, -HIGH / 2, WIDE, HIGH)
        asked = seat == self._play.asked
        color = ALERT if left <= 0 else GOLD if asked and left <= SOON else IVORY
        canvas.fill(box, WALNUT, HIGH / 2)
        edge = with_alpha(LAMP, 0.9 if asked else 0.3)
        canvas.outline(box, edge, 3 if asked else 2, HIGH / 2)
        canvas.label(spell(left), box.center, SMALL + 2, color, "bold")


def spell(seconds: float) -> str:
    """Time as a clock shows it.

    >>> spell(75.2)
    '1:16'
    """
    minutes, rest = divmod(max(0, math.ceil(seconds)), 60)
    return f"{minutes}:{rest:02d}"
