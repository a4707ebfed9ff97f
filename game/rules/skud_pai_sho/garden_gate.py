"""Complete games of Skud Pai Sho in the notation of The Garden Gate, read and written.

A game is its turns, joined by ``;`` or each on a line: ``0H.R,W,K,B;0G.…;1G.R4(0,-8);1H.R4(0,8);
2G.(0,-8)-(0,-5)+R(1,1)``. A number counts the rounds, G and H say whose turn it is. In round 0
the host speaks first, after that the guest. ``_`` may stand for ``+``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.rules.core.protocol import IllegalMove, NotationError, play_text, write_turn
from game.rules.skud_pai_sho.board import (
    GUEST,
    OWNERS,
)
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.state import Accents, Move, State

GAME = SkudPaiSho()
_TURN = re.compile(r"(\d+)([GH])\.(.+)")


@dataclass(frozen=True, slots=True)
class Turn:
    """One numbered turn: its label such as ``4H``, and its text without it."""

    label: str
    text: str


class GardenGateError(NotationError):
    """A game that cannot be read or breaks the rules; `at` is the label of the turn."""


def read_game(text: str, ruleset: str = "garden_gate") -> tuple[State, tuple[Move, ...]]:
    """The start of the game and all its steps. Raises GardenGateError naming the turn.

    A game may stop anywhere, but no turn may be missing or in the wrong place.
    """
    start = GAME.start(2, {"ruleset": ruleset})
    state, moves, number = start, [], 0
    for turn in _turns(text):
        number = _round(state, number)
        label = f"{number}{OWNERS[state.turn]}"
        if state.outcome is not None:
            raise GardenGateError(f"{turn.label}: the game is over before this turn", turn.label)
        if turn.label != label:
            raise GardenGateError(f"turn {label} is expected here, not {turn.label}", turn.label)
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


def _turns(text: str) -> Iterator[Turn]:
    for part in re.split(r"[;\n]", text.replace("_", "+")):
        stripped = re.sub(r"\s", "", part)
        if not stripped:
            continue
        found = _TURN.fullmatch(stripped)
        if found is None:
            raise GardenGateError(f"{stripped!r} is no turn; write it like 4H.R4(0,8)", stripped)
        yield Turn(f"{int(found[1])}{found[2]}", found[3])


def _round(state: State, number: int) -> int:
    """The number of the turn that begins here: the guest's turns count on."""
    if state.phase == "accents":
        return 0
    return number + (state.turn == GUEST)


def _steps(state: State, turn: Turn) -> tuple[Move, ...]:
    try:
        return _finished(state, play_text(GAME, state, turn.text))
    except IllegalMove as error:
        rule, key = error.refusal.rule, error.refusal.key
        message = f"{turn.label}: {error.text} breaks {rule} ({key})"
        raise GardenGateError(message, turn.label) from error
    except NotationError as error:
        raise GardenGateError(f"{turn.label}: {error}", turn.label) from error


def _finished(state: State, steps: tuple[Move, ...]) -> tuple[Move, ...]:
    """The steps of a whole turn: where no bonus is written, the one due is declined."""
    after = state
    for step in steps:
        after = GAME.apply(after, step)
    return (*steps, SkudPaiSho.implicit_step) if after.phase == "bonus" else steps
