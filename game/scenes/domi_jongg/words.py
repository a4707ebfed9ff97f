"""What is said at Domi Jongg's table: what to do now, hints, and the list of moves.

No word tells what a hand holds to who may not see it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.rules.core.protocol import Seat
from game.rules.domi_jongg import state as rules
from game.rules.domi_jongg.state import Branch, Draw, Drawn, EndId, Lay, Move, Pass, Rolled, Stop
from game.rules.domi_jongg.tiles import Tiles
from game.scenes.domi_jongg import heads
from game.scenes.domi_jongg.privacy import Privacy
from game.scenes.domi_jongg.spots import Play


@dataclass(eq=False)
class Words:
    """The words of one table, with the hint that was given last."""

    play: Play
    privacy: Privacy
    hinted: tuple[Seat, tuple[Move, ...]] | None = None
    """To whom a hint was given, and the steps it is about."""

    def prompt(self, seat: Seat) -> str:
        """What the seat whose turn it is should do now, as far as everybody may know."""
        play = self.play
        if rules.has_laid(play.latest):
            return play.t("domi_jongg.phase.laid")
        if self.privacy.padded:
            return play.t("domi_jongg.hold_pad")
        if not self.privacy.bare(seat):
            return play.t("domi_jongg.your_turn")
        first = play.game.moves(play.latest)[0]
        key = {rules.DRAW: "penalty", rules.PASS: "pass"}.get(first, "turn")
        return play.t(f"domi_jongg.phase.{key}")

    # Hints ---------------------------------------------------------------------------------------

    def hint_text(self, steps: Sequence[Move]) -> str:
        """The steps that a computer would play: tiles, and the head that the first one is for."""
        first, t = steps[0], self.play.t
        if not isinstance(first, Lay | Branch):
            key = {Draw: "draw", Stop: "done"}.get(type(first), "pass")
            return t("play.hint", move=t(f"domi_jongg.act.{key}"))
        texts = [self._step(first, heads.numbers(self.play.latest.snake))]
        for step in steps[1:]:
            if not isinstance(step, Lay | Branch):
                break
            texts.append(self._tiles(step))
        return t("play.hint", move=", ".join(texts))

    def hint_for(self, seat: Seat) -> tuple[Tiles, int]:
        """The tiles that a hint is about, and the number of the head they fit."""
        step = self._hinted(seat)
        if not isinstance(step, Lay | Branch) or not self.play.live:
            return (), 0
        return _laid(step), heads.numbers(self.play.latest.snake).get(step.end, 0)

    def urged(self, seat: Seat) -> Move | None:
        """The closing move that a hint is about, for who may read the hand."""
        step = self._hinted(seat) if self.privacy.bare(seat) else None
        return None if isinstance(step, Lay | Branch) else step

    def _hinted(self, seat: Seat) -> Move | None:
        return self.hinted[1][0] if self.hinted is not None and self.hinted[0] == seat else None

    # The list of moves ---------------------------------------------------------------------------

    def describe(self, index: int) -> str:
        """A step in words; draws that only one seat may see are counted."""
        match, t = self.play.match, self.play.t
        states, state, move = match.states, match.states[index], match.log[index]
        if isinstance(move, Rolled):
            who = self.play.names[state.rolling[len(state.rolls)]]
            return t("domi_jongg.rolled", who=who, n=move.number)
        if not isinstance(move, Drawn):
            return self._step(move, heads.numbers(state.snake))
        if state.phase == "single":
            return t("domi_jongg.first_tile", tile=f"@tile.{move.tile}")
        if index and states[index - 1].phase == state.phase:
            return ""
        end = index
        while end < len(match.log) and states[end].phase == state.phase:
            end += 1
        return t(f"domi_jongg.{'dealt' if state.phase == 'deal' else 'drawn'}", n=end - index)

    def _step(self, step: Move, numbers: Mapping[EndId, int]) -> str:
        match step:
            case Lay() | Branch():
                tiles, head = self._tiles(step), numbers[step.end]
                return self.play.t("domi_jongg.laid", tiles=tiles, n=head)
            case Pass():
                return self.play.t("domi_jongg.passes")
        return ""  # what is drawn follows

    def _tiles(self, step: Lay | Branch) -> str:
        names = [self.play.t(f"domi_jongg.tile.{tile}") for tile in _laid(step)]
        return self.play.context.texts.listed(names)


def _laid(step: Lay | Branch) -> Tiles:
    return (step.tile,) if isinstance(step, Lay) else step.tiles
