"""What fingers and keys do over a board: what a tap hits, which pointer carries what."""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from game.scenes.play.marks import MarkKind
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.layer import Spot

K = TypeVar("K", bound=Hashable)

SLACK = 6.0
"""How far, in table units, a pointer may miss a spot and still mean it."""


class Input(Generic[K]):
    """What a game makes of fingers and keys. The keys of its spots say what they mean."""

    @abstractmethod
    def spots(self) -> list[Spot]:
        """Everything that can be picked now, by tap, drag or focus."""

    @abstractmethod
    def pick(self, key: K) -> None:
        """A spot was tapped or confirmed."""

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        """The spots of which something comes if they are picked: keys lead only there, and on
        linen a tap a little beside one may mean it. The rules say why about all others.
        """
        return list(spots)

    def grab(self, key: K) -> bool:
        """A pointer went down on a spot: True if it may be dragged from there."""
        return False

    def carry(self, point: Point) -> None:
        """What was grabbed is dragged to a point."""

    def drop(self, key: K | None, point: Point) -> None:
        """What was grabbed is let go over a spot, or over none."""

    def let_go(self) -> None:
        """Put back whatever is held or selected."""

    @property
    def holding(self) -> bool:
        """Whether something is selected or in hand."""
        return False

    def gesture(self, intent: Intent) -> None:
        """Wheel, turn, hold, hover and commands the base does not know."""

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        """Something happened over the table; `otherwise` is what the base makes of it."""
        otherwise(intent)


class Touched(Protocol[K]):
    """The scene, as far as pointers need it."""

    input: Input[K]

    @property
    def live(self) -> bool: ...

    def offered(self) -> Sequence[Spot]:
        """The spots that can be picked now."""

    def clear_marks(self, *kinds: MarkKind) -> None: ...


class PointerInput(Generic[K]):
    """Turns pointer intents into an input's pick, grab, carry and drop.

    One thing is carried at a time; other pointers may tap meanwhile, which does nothing there.
    """

    def __init__(self, scene: Touched[K]) -> None:
        self._scene = scene
        self.carrier: str | None = None
        """The pointer that has grabbed something, whether it has moved yet or not."""
        self._carrying = False
        self._pressed: dict[str, K] = {}
        """The spots that pointers went down on without grabbing anything."""

    def on(self, intent: Intent) -> None:
        """A press, drag, release, lost or tap over the board."""
        if intent.kind == "drag":
            if intent.pointer == self.carrier and intent.moved:
                self._carrying = True
                self._scene.input.carry(intent.pos)
            return
        key = spot_at(intent.pos, self._scene.offered())
        if intent.kind == "press":
            self._pressed.pop(intent.pointer, None)
            if self.carrier is None and key is not None and self._scene.input.grab(key):
                self.carrier, self._carrying = intent.pointer, False
            elif key is not None:
                self._pressed[intent.pointer] = key
        elif intent.kind == "tap":
            self._tap(key)
        elif intent.pointer == self.carrier:
            self._let_go(intent, key)
        elif intent.kind in ("release", "lost"):
            began = self._pressed.pop(intent.pointer, None)
            if intent.kind == "release" and intent.moved and began is not None and began == key:
                self._tap(key)  # nothing could be dragged: like a button it counts where it began

    def _let_go(self, intent: Intent, key: K | None) -> None:
        if intent.kind == "lost":
            self.empty()
            return
        carrying, self.carrier, self._carrying = self._carrying, None, False
        if carrying:
            self._scene.input.drop(key, intent.pos)

    def _tap(self, key: K | None) -> None:
        self._scene.clear_marks("refusal", "hint")
        if key is not None:
            self._scene.input.pick(key)
        elif self._scene.live:
            self._scene.input.let_go()

    def empty(self) -> None:
        """Put back what is carried, as when its pointer is lost, or the scene is covered."""
        self._pressed.clear()
        if self.carrier is not None:
            self.carrier, self._carrying = None, False
            self._scene.input.let_go()


def spot_at(point: Point, spots: Sequence[Spot]) -> Any:
    """The key of the spot under a point, the one with the nearest middle; None if there is none."""
    under = [spot for spot in spots if spot.box.has(point, SLACK)]
    if not under:
        return None
    x, y = point
    return min(under, key=lambda spot: abs(x - spot.center[0]) + abs(y - spot.center[1])).key
