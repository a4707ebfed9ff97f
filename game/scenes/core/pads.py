"""The gamepads on this table, as far as scenes care: what their buttons look like, who used one."""

from collections.abc import Callable
from dataclasses import dataclass, field

from game.ui.icons import PadStyle
from game.ui.intents import Intent


@dataclass
class Pads:
    """The gamepads that are plugged in, by SDL's numbers."""

    styles: dict[int, PadStyle] = field(default_factory=dict)
    last: int | None = None
    """The one that spoke last; None if something else did."""
    rumble: Callable[[int, float, float], None] = lambda pad, strength, seconds: None
    """Lets one rumble with a strength of 0…1 for some seconds, where the settings allow it."""

    def hear(self, intent: Intent) -> None:
        """Somebody has done something."""
        if intent.kind != "rest":
            self.last = intent.pad

    @property
    def style(self) -> PadStyle | None:
        """What the one that spoke last looks like; None if something else did, or it is gone."""
        return None if self.last is None else self.styles.get(self.last)

    @property
    def likely(self) -> PadStyle:
        """What a gamepad here probably looks like."""
        found: PadStyle = next(iter(self.styles.values()), "letters")
        return self.style or found
