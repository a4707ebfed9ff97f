"""Complete games of Skud Pai Sho in the notation of The Garden Gate, read and written.

In round 0 both keep their accents, the host first; after that the guest has the first turn:
``0H.R,W,K,B;0G.…;1G.R4(0,-8);1H.R4(0,8);2G.(0,-8)-(0,-5)+R(1,1)``.
"""

from game.rules.core.garden_gate import GardenGate, OutOfTurn, turns
from game.rules.core.match import Match
from game.rules.core.protocol import IllegalMove, NotationError, play_text, resolve, write_turn
from game.rules.skud_pai_sho.board import GUEST, OWNERS
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.state import Accents, State

GAME = SkudPaiSho()
OPTIONS = {"ruleset": "garden_gate"}
ACCENTS_KEPT = ("each_chooses", "host_decides", "random")
"""However four accents came to be kept, the game tells which (SK-3)."""


class SkudGate(GardenGate):
    """Only matches by The Garden Gate's own rule set are at home there."""

    game_type, opening = 1, 0

    def why_not(self, match: Match) -> str | None:
        if match.from_position:
            return "position"
        if match.options["ruleset"] != "garden_gate":
            return "ruleset"
        kept = match.options["accents"]
        same = match.options == {**resolve(GAME.info, 2, OPTIONS), "accents": kept}
        return None if same and kept in ACCENTS_KEPT else "options"

    def write(self, match: Match) -> str:
        """Accents that luck drew or the host decided are written like chosen ones (SK-3)."""
        written: list[str] = []
        number = first = 0
        for index, move in enumerate(match.log[: match.cursor]):
            before, after = match.states[index : index + 2]
            if not GAME.ends_turn(before, move, after):
                continue
            number, steps = _round(before, number), match.log[first : index + 1]
            written.append(f"{number}{OWNERS[before.turn]}.{write_turn(GAME, steps)}")
            if isinstance(move, Accents) and before.choosing == "host_decides":
                written.append(f"0{OWNERS[GUEST]}.{GAME.write(move)}")
            first = index + 1
        return ";".join(written)

    def read(self, text: str) -> Match:
        """A game may stop anywhere, but no turn may be missing or in the wrong place. Where no
        bonus is written, the one due is declined.
        """
        match, number = Match(GAME, 2, OPTIONS), 0
        for turn in turns(text):
            state: State = match.state
            number = _round(state, number)
            label = f"{number}{OWNERS[state.turn]}"
            if state.outcome is not None:
                raise turn.error("the game is over before this turn", "rules")
            if turn.label != label:
                raise OutOfTurn(turn, label)
            try:
                for step in play_text(GAME, state, turn.text):
                    match.replay(step)
            except (IllegalMove, NotationError) as error:
                raise turn.refused(error) from error
            if match.state.phase == "bonus":
                match.replay(GAME.implicit_step)
        return match


def _round(state: State, number: int) -> int:
    """The number of the turn that begins here: the guest's turns count on."""
    return 0 if state.phase == "accents" else number + (state.turn == GUEST)
