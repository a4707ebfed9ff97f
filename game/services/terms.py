"""What people agree on for one match besides its rules: takebacks, consent to moves, a clock."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, Self, TypeAlias

from game.rules.core.protocol import Plain
from game.services.checked import one_of, table

Timing: TypeAlias = Literal["none", "turn", "game"]

TIMINGS: Final[tuple[Timing, ...]] = ("none", "turn", "game")
SECONDS: Final[Mapping[Timing, tuple[int, ...]]] = {
    "none": (60,), "turn": (15, 30, 60, 120, 300), "game": (300, 600, 1200, 1800, 3600),
}  # fmt: skip
"""How long a clock can run, by what it runs for."""
USUAL: Final[Mapping[Timing, int]] = {"none": 60, "turn": 60, "game": 1200}
NOTE: Final = "terms"
"""The key of the note that a stored match keeps them under."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The agreements of a match. Nothing of them is known to the rules."""

    takeback: bool = False
    """Undo may go over luck, where nothing is hidden, and over other people's moves."""
    confirm: bool = False
    """A move counts only once it has been confirmed."""
    clock: Timing = "none"
    """What each person has so many `seconds` for."""
    seconds: int = USUAL["none"]
    strict: bool = False
    """When the time is up the table moves; otherwise it is only said."""

    @classmethod
    def of(cls, stored: object) -> Self:
        """The terms that `stored` tells of; what makes no sense there takes its default."""
        plain: Plain = table(stored)
        switches: dict[str, Any] = {  # of bool; fields of other kinds are named below
            key: one_of(plain.get(key), (False, True), False)
            for key in ("takeback", "confirm", "strict")
        }
        clock = one_of(plain.get("clock"), TIMINGS, "none")
        seconds = one_of(plain.get("seconds"), SECONDS[clock], USUAL[clock])
        return cls(**switches, clock=clock, seconds=seconds)

    def plain(self) -> dict[str, str | int | bool]:
        """The terms as JSON can say them."""
        return asdict(self)

    @classmethod
    def noted(cls, notes: Mapping[str, str]) -> Self:
        """The terms among the notes of a stored match."""
        try:
            return cls.of(json.loads(notes.get(NOTE, "")))
        except (ValueError, RecursionError):
            return cls()

    def notes(self) -> dict[str, str]:
        """The note to keep with the match: none for the usual terms."""
        usual = UNSAID.plain()
        unusual = {key: value for key, value in self.plain().items() if value != usual[key]}
        return {NOTE: json.dumps(unusual)} if unusual else {}


UNSAID: Final = Terms()
"""The terms where nobody said anything."""
