"""How people want their table: every setting with its values and default, kept in the store."""

import locale
import math
import os
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self, TypeAlias, get_args, get_type_hints

from game.rules.core.protocol import Plain
from game.services.checked import chosen, one_of

Language: TypeAlias = Literal["en", "de"]
Seating: TypeAlias = Literal["couch", "table"]
TextSize: TypeAlias = Literal["normal", "large", "largest"]
Speed: TypeAlias = Literal["calm", "normal", "quick"]
Picture: TypeAlias = Literal["auto", "software", "hardware"]
Pieces: TypeAlias = Literal["crafted", "contrast"]
Garden: TypeAlias = Literal["painted", "classic"]
Unattended: TypeAlias = Literal["no", "3", "10"]
Setting: TypeAlias = str | int | bool

SWITCH: tuple[Setting, ...] = (False, True)
TEXT_SCALES: dict[TextSize, float] = {"normal": 1.0, "large": 1.2, "largest": 1.4}
PACES: dict[Speed, float] = {"calm": 1.5, "normal": 1.0, "quick": 0.6}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one table, in the order in which people see them.

    Their defaults suit a first evening.
    """

    language: Language = "en"
    seating: Seating = "couch"
    """Everything faces the screen's bottom, or each seat has its own edge of the screen."""
    sound: bool = True
    volume: int = 70
    """Per cent."""
    text_size: TextSize = "normal"
    pieces: Pieces = "crafted"
    """The sets of all games as they are made, or of high contrast."""
    garden: Garden = "painted"
    """The board of the Pai Sho games."""
    colour_patterns: bool = False
    """Colours carry patterns as well, so that nobody needs colour vision."""
    reduced_motion: bool = False
    """Fades instead of ways."""
    speed: Speed = "normal"
    show_targets: bool = True
    """Legal targets glow when a piece is picked up."""
    hints: bool = True
    rule_cards: bool = True
    """Rules are told in the trays of those who do not know the game yet."""
    takeback: bool = False
    """House rule: undo may go over luck and over other people's moves."""
    confirm_moves: bool = False
    """A turn counts only once it has been confirmed."""
    draw_by_hand: bool = False
    """In Solitaire Pai Sho the next tile waits in the bag until somebody reaches for it."""
    rumble: bool = True
    fullscreen: bool = False
    unattended: Unattended = "no"
    """A table for strangers: after so many minutes without a touch the shelf comes back, and nobody
    can switch the table off there."""
    picture: Picture = "auto"
    """How windows are painted: decided by trying, or always the one way."""

    def __post_init__(self) -> None:
        for key, value in asdict(self).items():
            if one_of(value, VALUES[key], None) is None:
                raise ValueError(f"the setting {key} cannot be {value!r}")

    @property
    def text_scale(self) -> float:
        """How much larger than designed texts are."""
        return TEXT_SCALES[self.text_size]

    @property
    def pace(self) -> float:
        """How much longer than designed motions take."""
        return PACES[self.speed]

    @property
    def patience(self) -> float:
        """Seconds without a touch after which the shelf comes back; for ever on a private table."""
        return math.inf if self.unattended == "no" else 60.0 * int(self.unattended)

    @property
    def loudness(self) -> float:
        """The volume from 0 to 1; 0 when sound is off."""
        return self.volume / 100 if self.sound else 0.0

    def changed(self, **values: Any) -> Self:
        """These settings but for some. Raises ValueError for what a setting cannot be."""
        return replace(self, **values)

    @classmethod
    def of(cls, plain: Plain) -> Self:
        """The settings that `plain` tells of; what makes no sense there takes its default."""
        return cls(**chosen(plain, VALUES, asdict(cls(language=system_language()))))


VALUES: dict[str, tuple[Setting, ...]] = {
    key: SWITCH if kind is bool else get_args(kind)
    for key, kind in get_type_hints(Settings).items()
} | {"volume": tuple(range(0, 101, 5))}
"""Every setting and what it can be."""


def system_language() -> Language:
    """German where the system speaks German, else English."""
    asked = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    spoken = next(filter(None, asked), "") or (locale.getlocale()[0] or "")
    return "de" if spoken.lower().startswith(("de", "german")) else "en"
