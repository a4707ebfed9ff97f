"""Gardens of Solitaire Pai Sho in the notation of The Garden Gate: ``1H.K(3,-4);2H.R5(0,2)``.

Every turn is a tile laid. What the bag held is not told, so a garden that is read is one whose
draws are these tiles in this order.
"""

from game.rules.core.garden_gate import GardenGate, OutOfTurn, Turn, turns
from game.rules.core.match import Match
from game.rules.core.protocol import IllegalMove, NotationError
from game.rules.solitaire_pai_sho.game import SolitairePaiSho
from game.rules.solitaire_pai_sho.state import Aside, Lay, draw

GAME = SolitairePaiSho()
PLAIN = {"mode": "solitaire", "sets": 1, "move_instead": False, "draw": "random"}
"""The options that are the same there; it tells both scores."""


class SolitaireGate(GardenGate):
    """Only gardens for one, drawn from one bag and laid tile by tile, are at home there."""

    game_type, opening = 4, 1

    def why_not(self, match: Match) -> str | None:
        if match.from_position:
            return "position"
        if any(match.options[key] != value for key, value in PLAIN.items()):
            return "garden"
        return "aside" if any(isinstance(step, Aside) for step in match.log) else None

    def write(self, match: Match) -> str:
        laid = (step for step in match.log[: match.cursor] if isinstance(step, Lay))
        return ";".join(f"{number}H.{GAME.write(step)}" for number, step in enumerate(laid, 1))

    def read(self, text: str) -> Match:
        """Whether a turn is the host's or the guest's says nothing here."""
        match = Match(GAME, 1, luck="manual")
        for number, turn in enumerate(turns(text), 1):
            if turn.number != number:
                raise OutOfTurn(turn, f"{number}{turn.owner}")
            _lay(match, turn)
        return match


def _lay(match: Match, turn: Turn) -> None:
    """Draw the tile of a turn and lay it."""
    try:
        step = GAME.read(turn.text)
        if not isinstance(step, Lay):
            raise turn.error("a turn lays a tile, such as 1H.R4(3,-2)")
        match.replay(draw(step.kind))
        match.replay(step)
    except (IllegalMove, NotationError) as error:
        raise turn.refused(error) from error
