"""A finger that rests in the top left corner of the table, which guests have no reason to do."""

from game.ui.intents import Intent

SIDE = 90.0
"""Units from the corner."""
SECONDS = 4.0


class Corner:
    """Follows the pointer that went down there."""

    def __init__(self) -> None:
        self._pointer: str | None = None
        self._held = 0.0

    def on(self, intent: Intent) -> None:
        """Something happened anywhere on the table."""
        inside = max(intent.pos) < SIDE
        if intent.kind == "press" and inside:
            self._pointer, self._held = intent.pointer, 0.0
        elif intent.pointer == self._pointer and (intent.kind in ("release", "lost") or not inside):
            self._pointer = None

    def held(self, seconds: float) -> bool:
        """Let time pass; True once, when a pointer has rested there long enough."""
        self._held += seconds
        if self._pointer is None or self._held < SECONDS:
            return False
        self._pointer = None
        return True
