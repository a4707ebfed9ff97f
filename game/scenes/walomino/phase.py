"""What the scene of Walomino asks of the part of the game in the picture, and what spots carry."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

from game.physics.click import Key
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.game import Draft, Move, Table
from game.scenes.play.pointer_input import Input
from game.scenes.play.tray import Tray
from game.scenes.walong.scene import WalongScene
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.timeline import Motion

START: Final = -1
"""The bench of the start pair; every other bench has the number of its seat."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece or a joined pair on a bench."""

    bench: int
    key: Key


class Knob(Enum):
    """A button beside a chosen pair on a bench: turn one of its pieces on by a side, take it
    apart, lay it down as the start pair.
    """

    FIRST = auto()
    SECOND = auto()
    OPEN = auto()
    LAY = auto()


@dataclass(frozen=True, slots=True)
class Beside:
    """A knob of a bench."""

    bench: int
    knob: Knob


@dataclass(frozen=True, slots=True)
class Say:
    """A button in a seat's tray while pairs are joined, see `pairing_view.CHOICES`."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class Loose:
    """The pair with this number of whoever is asked."""

    number: int


@dataclass(frozen=True, slots=True)
class Ghost:
    """One of the places where the chosen pair may go."""

    index: int


class Button(Enum):
    """A round button on the cloth while pairs are pushed: look at the next place of the chosen
    pair, let it be pushed there, turn it where it lies, show the whole chain again.
    """

    TURN = auto()
    CHECK = auto()
    SPIN = auto()
    FIT = auto()


Pick: TypeAlias = Draft | Thing | Beside | Say | Loose | Ghost | Button
Host: TypeAlias = WalongScene[Table, Move, Pick]
"""The scene as its parts know it."""


class Phase(Input[Pick]):
    """A part of the game, the input while it is in the picture.

    Only the present one is asked, except where something else is said. Without a word about it a
    method is the hook of `PlayScene` that has its name.
    """

    scene: Host

    @abstractmethod
    def arrange(self) -> None:
        """The layout is new. Asked of all phases."""

    @abstractmethod
    def refresh(self) -> None:
        """The shown state is another one, perhaps of another phase. Asked of all phases."""

    def rest(self) -> None:
        """Every finger lets go. Asked of all phases."""

    @abstractmethod
    def animate(self, step: Step) -> Motion | None: ...

    def happened(self, step: Step) -> None:
        """A step that began in this phase has arrived."""

    @property
    @abstractmethod
    def moving(self) -> bool: ...

    @abstractmethod
    def ambient(self, seconds: float) -> bool: ...

    @abstractmethod
    def prompt(self, seat: Seat) -> str: ...

    def seat_at(self, point: Point) -> Seat | None:
        return self.scene.asked

    @abstractmethod
    def hint_text(self, steps: Sequence[Move]) -> str: ...

    def show_hint(self, steps: Sequence[Move]) -> None:
        """Show more of a hint than its words and its marked places."""

    def places_of(self, move: Move) -> tuple[str, ...]:
        return ()

    def place_at(self, place: str) -> Point | None:
        return None

    @abstractmethod
    def paint(self, canvas: Canvas) -> None: ...

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        """Paint the game's part of a tray; the canvas is the tray's frame."""

    @abstractmethod
    def paint_above(self, canvas: Canvas) -> None: ...
