"""What a game makes of fingers and keys."""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from game.ui.frame import Box, Point
from game.ui.icons import PadControl
from game.ui.intents import Intent
from game.ui.layer import Spot

K = TypeVar("K", bound=Hashable)


class Input(Generic[K]):
    """What a game makes of fingers and keys. The keys of its spots say what they mean."""

    turns = False
    """Whether something can be turned; else *turn* leads from spot to spot, as Tab does."""
    at: Point | None = None
    """Where over the table something is carried."""

    @abstractmethod
    def spots(self) -> list[Spot]:
        """Everything that can be picked now, by tap, drag or focus."""

    @abstractmethod
    def pick(self, key: K) -> None:
        """A spot was tapped or confirmed; marks of a refusal and of a hint have gone."""

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        """The spots of which something comes if they are picked: keys lead only there, and on
        linen a tap a little beside one may mean it. The rules say why about all others.
        """
        return list(spots)

    def covering(self, spots: Sequence[Spot]) -> Sequence[Spot]:
        """The spots that are no ground on which a double tap leads near: a tap there is an answer
        or asks for one.
        """
        return self.fitting(spots)

    def grab(self, key: K) -> bool:
        """A pointer went down on a spot: True if it may be dragged from there."""
        return False

    def carry(self, grabbed: K, point: Point) -> None:
        """What was grabbed is dragged to a point."""
        self.at = point

    def drop(self, grabbed: K, key: K | None, point: Point) -> bool:
        """What was grabbed is dropped over a spot, or over none. False if it may not stay there:
        `let_go` comes next.
        """
        return False

    def set_off(self) -> None:
        """The motion of a move has begun, from where what makes it was picked or dropped."""

    def let_go(self) -> None:
        """Put back whatever is held or selected."""
        self.at = None

    def deselect(self) -> None:
        """Nothing was tapped: give up what is selected. Where several fingers hold something at
        the same time, the others go on holding it.
        """
        self.let_go()

    @property
    def holding(self) -> bool:
        """Whether something is selected or in hand."""
        return self.at is not None

    @property
    def pushed(self) -> Sequence[K]:
        """What pointers have pushed away from where it lay, without having grabbed it at a spot."""
        return ()

    def push_back(self) -> None:
        """All that is `pushed` goes back there."""

    @property
    def ready(self) -> K | None:
        """The spot that plays what is picked, where it waits for its tick or for one tap more."""
        return None

    # The loupe, see `loupe.Loupe`

    @property
    def choosing(self) -> bool:
        """Whether a finger on the board chooses a place for what is selected or in hand."""
        return False

    def tells_of(self, point: Point) -> bool:
        """Whether a finger that rests there asks about what lies there, and chooses no place."""
        return False

    def spot_for(self, point: Point) -> Spot | None:
        """The place that what is selected or carried would go to if it was let go at a point."""

    def consider(self, key: K | None) -> None:
        """A place is aimed at, or none any more: what would come of it may be shown."""

    def signs(self) -> Iterable[tuple[PadControl, Box]]:
        """What controls of a gamepad do to what is in hand, and where that is seen."""
        return ()

    def gesture(self, intent: Intent) -> None:
        """Wheel, turn, hold, hover and commands the base does not know."""

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        """Something happened over the table; `otherwise` is what the base makes of it."""
        otherwise(intent)
