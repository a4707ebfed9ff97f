"""A scene: one full picture of the table that people act on, and what it asks of the manager."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias, dataclass_transform

from game.scenes.core.context import Context
from game.services.texts import Param
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.icons import PadControl
from game.ui.intents import Intent


@dataclass_transform(frozen_default=True)
class Route:
    """A destination; every subclass is a frozen dataclass.

    Its `scene` is made of the context and what the route holds, in its order: a module below
    ``game.scenes`` and a class there. Without one only the navigator knows what is made of it.
    """

    scene: ClassVar[str]

    def __init_subclass__(cls, scene: str = "") -> None:
        cls.scene = scene
        dataclass(frozen=True)(cls)


@dataclass(frozen=True)
class Push:
    """Put the scene that a route leads to on top; this one pauses."""

    route: Route


@dataclass(frozen=True)
class Pop:
    """Take the top scene away; the one below resumes."""


@dataclass(frozen=True)
class Replace:
    """Another scene in this one's place; then, if given, one over it."""

    route: Route
    over: Route | None = None


@dataclass(frozen=True)
class Home:
    """Take everything away but the shelf; then, if given, put a scene on it."""

    route: Route | None = None


@dataclass(frozen=True)
class Quit:
    """Close the table, or start it anew. A kiosk closes for its operator only."""

    operator: bool = False
    again: bool = False


Change: TypeAlias = "Push | Pop | Replace | Home | Quit | None"


class Scene:
    """enter → [resume → on / update / draw]* → pause → leave.

    What `draw` paints follows from what the scene knows at that moment; when it is called is the
    screen's business. `overlay` scenes do not hide what is below. All positions are table units;
    `size` is the table's, `meaning` what its buttons stand for, if that may change.
    """

    overlay = False
    name = "scene"
    meaning: object = None

    def __init__(self, context: Context) -> None:
        self.context = context
        self.size = context.size
        self._change: Change = None

    def t(self, key: str, **params: Param) -> str:
        return self.context.texts.t(key, **params)

    def go(self, change: Change) -> None:
        """Ask for another scene; it comes after the current intent or frame."""
        self._change = change

    def wished(self) -> Change:
        """What was asked for with `go`, once."""
        change, self._change = self._change, None
        return change

    def enter(self) -> None:
        """Called once, before all else: fetch what is needed. Must be quick."""

    def leave(self) -> None:
        """Called once, when the scene is gone for good."""

    def resume(self) -> None:
        """On top from now on (again)."""

    def pause(self) -> None:
        """Not on top from now on."""

    def resize(self, size: tuple[float, float]) -> None:
        """The window has another shape; lay everything out anew. Also called after enter."""
        self.size = size

    @property
    def moving(self) -> bool:
        """Whether something goes on by itself, so that it is to be seen from its first frame on."""
        return False

    def on(self, intent: Intent) -> Change:
        """React to what somebody wants."""
        return None

    def update(self, seconds: float) -> Change:
        """Let time pass; called every frame while on top, and cheap when nothing moves."""
        return None

    def draw(self, canvas: Canvas) -> None:
        """Paint everything; never changes anything but caches."""

    def taken(self, intent: Intent) -> Box | None:
        """Where on the table the widget is that acts on an intent now, if one does."""
        return None

    def signs(self) -> Iterable[tuple[PadControl, Box]]:
        """What controls of a gamepad do now, and where that is seen."""
        return ()


class Board(Scene):
    """A scene in which a match is played; others lie over it."""

    @property
    @abstractmethod
    def id(self) -> str:
        """The game's id."""
