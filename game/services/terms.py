"""What people agree on for one match besides its rules: takebacks, consent to moves, a clock."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final, Literal, Self, TypeAlias

from game.services.checked import chosen, one_of, table

Timing: TypeAlias = Literal["none", "turn", "game"]

TIMINGS: Final[tuple[Timing, ...]] = ("none", "turn", "game")
SECONDS: Final[Mapping[Timing, tuple[int, ...]]] = {
    "none": (60,), "turn": (15, 30, 60, 120, 300), "game": (300, 600, 1200, 1800, 3600),
}  # fmt: skip
"""How long a clock can run, by what it runs for."""
CHOICES: Final[Mapping[str, tuple[object, ...]]] = {
    "takeback": (False, True), "confirm": (False, True), "clock": TIMINGS, "strict": (False, True),
}  # fmt: skip
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
        told = cls(**chosen(stored, CHOICES, asdict(cls())))
        seconds = one_of(table(stored).get("seconds"), SECONDS[told.clock], USUAL[told.clock])
        return replace(told, seconds=seconds)

    @classmethod
    def noted(cls, notes: Mapping[str, str]) -> Self:
        """The terms among the notes of a stored match."""
        try:
            return cls.of(json.loads(notes.get(NOTE, "")))
        except (ValueError, RecursionError):
            return cls()

    def notes(self) -> dict[str, str]:
        """The note to keep with the match: none for the usual terms."""
        usual = asdict(UNSAID)
        unusual = {key: value for key, value in asdict(self).items() if value != usual[key]}
        return {NOTE: json.dumps(unusual)} if unusual else {}


UNSAID: Final = Terms()
"""The terms where nobody said anything."""
