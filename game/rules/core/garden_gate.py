"""Matches as The Garden Gate, the home of the Pai Sho games, writes them: turn after turn.

A game is its turns, joined by ``;`` or each on a line: ``1G.R4(0,-8);1H.R4(0,8)``. A number counts
the rounds, G and H say whose turn it is, and ``_`` may stand for ``+``.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from game.rules.core.match import Match
from game.rules.core.protocol import IllegalMove, NotationError
from game.rules.core.record import Fault, RecordError

_TURN = re.compile(r"([0-9]{1,4})([GH])\.(.+)")


class GardenGateError(RecordError):
    """A game that cannot be read or breaks the rules; `at` is the label of the turn."""

    def __init__(self, message: str, at: str, line: int = 0, fault: Fault = "text") -> None:
        super().__init__(message, line, fault)
        self.at = at


class OutOfTurn(GardenGateError):
    """A turn in a wrong place; `due` is the label of the one that belongs there."""

    def __init__(self, turn: "Turn", due: str) -> None:
        super().__init__(f"turn {due} is expected here, not {turn.label}", turn.label, turn.line)
        self.due = due


@dataclass(frozen=True, slots=True)
class Turn:
    """One numbered turn: its number and whose it is, its text without these, and its line."""

    number: int
    owner: str
    text: str
    line: int

    @property
    def label(self) -> str:
        return f"{self.number}{self.owner}"

    def error(self, reason: str, fault: Fault = "text") -> GardenGateError:
        return GardenGateError(f"{self.label}: {reason}", self.label, self.line, fault)

    def refused(self, error: IllegalMove | NotationError) -> GardenGateError:
        """What is said where the rules refuse a step, or cannot read it."""
        if isinstance(error, NotationError):
            return self.error(str(error))
        rule, key = error.refusal.rule, error.refusal.key
        return self.error(f"{error.text} breaks {rule} ({key})", "rules")


class GardenGate(ABC):
    """How a game is written there."""

    game_type: ClassVar[int]
    """The number of the game in links."""
    opening: ClassVar[int]
    """The number of the first turn."""

    @abstractmethod
    def why_not(self, match: Match) -> str | None:
        """What keeps the match from being one of The Garden Gate's, as the key of a text."""

    @abstractmethod
    def write(self, match: Match) -> str:
        """The match up to its cursor in one line, an unfinished turn left out."""

    @abstractmethod
    def read(self, text: str) -> Match:
        """The match that a text tells. Raises GardenGateError."""


def turns(text: str) -> Iterator[Turn]:
    """The turns of a game in their order. Raises GardenGateError."""
    for line, row in enumerate(text.replace("_", "+").splitlines(), 1):
        for part in row.split(";"):
            stripped = re.sub(r"\s", "", part)
            if not stripped:
                continue
            found = _TURN.fullmatch(stripped)
            if found is None:
                message = f"{stripped[:60]!r} is no turn; write it like 4H.R4(0,8)"
                raise GardenGateError(message, stripped[:60], line)
            yield Turn(int(found[1]), found[2], found[3], line)
