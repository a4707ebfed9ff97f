"""Complete games of Skud Pai Sho in the notation of The Garden Gate, read and written.

In round 0 both keep their accents, the host first; after that the guest has the first turn:
``0H.R,W,K,B;0G.…;1G.R4(0,-8);1H.R4(0,8);2G.(0,-8)-(0,-5)+R(1,1)``.
"""

from collections.abc import Sequence

from game.rules.core.garden_gate import GardenGate, OutOfTurn, Turn, turns
from game.rules.core.match import Match
from game.rules.core.protocol import IllegalMove, NotationError, play_text, resolve, write_turn
from game.rules.skud_pai_sho.board import GUEST, OWNERS
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.state import Accents, Move, State

GAME = SkudPaiSho()
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
        plain = resolve(GAME.info, 2, {"ruleset": "garden_gate"})
        kept = match.options["accents"]
        same = match.options == {**plain, "accents": kept} and kept in ACCENTS_KEPT
        return None if same else "options"

    def write(self, match: Match) -> str:
        return write_game(match.states[0], match.log[: match.cursor])

    def read(self, text: str) -> Match:
        _, moves = read_game(text)
        match = Match(GAME, 2, {"ruleset": "garden_gate"})
        for move in moves:
            match.replay(move)
        return match


def read_game(text: str, ruleset: str = "garden_gate") -> tuple[State, tuple[Move, ...]]:
    """The start of the game and all its steps. Raises GardenGateError naming the turn.

    A game may stop anywhere, but no turn may be missing or in the wrong place.
    """
    start = GAME.start(2, {"ruleset": ruleset})
    state, moves, number = start, list[Move](), 0
    for turn in turns(text):
        number = _round(state, number)
        label = f"{number}{OWNERS[state.turn]}"
        if state.outcome is not None:
            raise turn.error("the game is over before this turn", "rules")
        if turn.label != label:
            raise OutOfTurn(turn, label)
        for step in _steps(state, turn):
            moves.append(step)
            state = GAME.apply(state, step)
    return start, tuple(moves)


def write_game(start: State, moves: Sequence[Move]) -> str:
    """The game as one line, an unfinished turn left out.

    Accents that luck drew or the host decided are written like chosen ones (SK-3).
    """
    turns: list[str] = []
    state, number, steps = start, 0, list[Move]()
    for move in moves:
        if not steps:
            number, opener = _round(state, number), state.turn
        steps.append(move)
        after = GAME.apply(state, move)
        if GAME.ends_turn(state, move, after):
            turns.append(f"{number}{OWNERS[opener]}.{write_turn(GAME, steps)}")
            if isinstance(move, Accents) and state.choosing == "host_decides":
                turns.append(f"0{OWNERS[GUEST]}.{GAME.write(move)}")
            steps = []
        state = after
    return ";".join(turns)


def _round(state: State, number: int) -> int:
    """The number of the turn that begins here: the guest's turns count on."""
    if state.phase == "accents":
        return 0
    return number + (state.turn == GUEST)


def _steps(state: State, turn: Turn) -> tuple[Move, ...]:
    try:
        return _finished(state, play_text(GAME, state, turn.text))
    except (IllegalMove, NotationError) as error:
        raise turn.refused(error) from error


def _finished(state: State, steps: tuple[Move, ...]) -> tuple[Move, ...]:
    """The steps of a whole turn: where no bonus is written, the one due is declined."""
    after = state
    for step in steps:
        after = GAME.apply(after, step)
    return (*steps, SkudPaiSho.implicit_step) if after.phase == "bonus" else steps
