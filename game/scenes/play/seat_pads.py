"""Which gamepad serves whom: one for all, or one for each, as people take them up.

The first gamepad that acts when somebody is asked is that person's, unless it is somebody else's
already. Then no other acts for this person, but for gamepads nobody has use for. Whoever has none
is served by every one. So one gamepad goes round by itself, and two never play each other's turns.
"""

from collections.abc import Collection

from game.ui.intents import Intent

ACTS = ("focus", "confirm", "turn", "cancel")
COMMANDS = ("undo", "redo", "hint")


class SeatPads:
    """The gamepads of the people at one match; `plugged` are those that are there."""

    def __init__(self, plugged: Collection[int]) -> None:
        self._plugged = plugged
        self._of: dict[int, int] = {}
        """Each person's own gamepad."""

    def lets(self, intent: Intent, person: int, people: Collection[int]) -> bool:
        """Whether a gamepad may do this while a person is asked, one of the people here.

        Menus are everybody's.
        """
        pad = intent.pad
        if pad is None or pad not in self._plugged or intent.kind not in (*ACTS, "command") or (
            intent.kind == "command" and intent.name not in COMMANDS
        ):  # fmt: skip
            return True
        self._of = {who: own for who, own in self._of.items() if own in self._plugged}
        if person not in self._of and pad not in self._of.values():
            self._of[person] = pad
        spare = pad not in self._of.values() and all(who in self._of for who in people)
        return self._of.get(person, pad) == pad or spare

    def holder(self, pad: int) -> int | None:
        """Who has this gamepad in hand; None if it is nobody's own, or the only one that is used
        and so goes round.
        """
        own = {each: who for who, each in self._of.items() if each in self._plugged}
        return own.get(pad) if len(own) > 1 else None
