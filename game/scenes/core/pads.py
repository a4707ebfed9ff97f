"""The gamepads on this table, as far as scenes care: what their buttons look like, who used one."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from game.ui.frame import Frame
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

    edges: dict[int, int] = field(default_factory=dict)
    """From which edge of the table each is used, by the edge's turn, while a match knows it."""

    def hear(self, intent: Intent) -> None:
        """Somebody has done something."""
        if intent.kind != "rest":
            self.last = intent.pad

    def steered(self, intent: Intent, turn: int) -> Intent:
        """A gamepad's direction as one of the table's, where `turn` is the edge of who reads.

        A gamepad turns with the hands that hold it, so down is toward whoever that is: the person
        at its edge, or where nobody knows, the reader. A keyboard stands where it stands, in front
        of the screen, and is nobody's: its arrows go where they point on the screen, whoever reads.
        """
        if intent.kind != "focus" or intent.pad is None:
            return intent
        edge = Frame((0, 0), (0, 0), self.edges.get(intent.pad, turn))
        return replace(intent, vector=edge.out_vector(intent.vector))

    @property
    def style(self) -> PadStyle | None:
        """What the one that spoke last looks like; None if something else did, or it is gone."""
        return None if self.last is None else self.styles.get(self.last)

    @property
    def likely(self) -> PadStyle:
        """What a gamepad here probably looks like."""
        found: PadStyle = next(iter(self.styles.values()), "letters")
        return self.style or found
