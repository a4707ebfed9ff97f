"""What is to be done some seconds later, unless the match has moved on by then."""

from game.rules.core.match import Match
from game.scenes.play.played_match import AnyPlayedMatch
from game.ui.intents import Intent
from game.ui.widgets import Action


class Later:
    """Actions that wait, each with the seconds it still has and where the match stood then.

    Other than motion they are never hurried: they wait while something is on its way or another
    moment is looked at, and for fingers that are about to tap.
    """

    def __init__(self, play: AnyPlayedMatch) -> None:
        self._play = play
        self.due: dict[Action, tuple[float, Match, int]] = {}
        self._touching: set[str] = set()
        """The pointers that are down and may still tap."""

    def __call__(self, seconds: float, action: Action) -> None:
        """Do something after some seconds; asked for again, it begins to wait anew."""
        self.due[action] = seconds, self._play.match, self._play.match.cursor

    def watch(self, intent: Intent) -> None:
        """Heed which pointers may still tap."""
        if intent.kind == "press":
            self._touching.add(intent.pointer)
        elif intent.kind in ("release", "lost", "hold") or intent.moved:
            self._touching.discard(intent.pointer)

    def let_go(self) -> None:
        """No pointer is about to tap any more."""
        self._touching.clear()

    def update(self, seconds: float) -> None:
        """Let time pass, and do what is due."""
        play = self._play
        for action, (left, *moment) in list(self.due.items()):
            if moment != [play.match, play.match.cursor]:
                del self.due[action]
            elif play.live and left > seconds:
                self.due[action] = left - seconds, play.match, play.match.cursor
            elif play.live and not self._touching:
                del self.due[action]
                action()
