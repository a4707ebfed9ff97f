"""Things to touch: what every widget is, the plain ones (label, panel, button, toggle, picture),
those that choose (choice, stepper, slider), and those that hold others (group, field).

A widget lives in a frame's own units. It has a `box`, draws itself on a canvas of that frame and
takes intents whose positions are already in the frame's coordinates:

    button = Button("Go on", self.go_on, icon="play", look="primary")
    button.box = Box(20, 20, *button.natural(TextMetrics(text_scale)))
    layer = Layer(frame, [button])        # see game.ui.layer

- `natural(metrics, room)` is the size it would like, at most `room` wide (texts wrap).
- `on(intent)` gives True when the intent is taken; `activate()` is what *confirm* does.
- `place(box)` sets the box and lays out what is inside.
- `targets()` are the widgets in it that keys can reach; `steer(vector)` takes arrow keys.
- `tone` is the ground it lies on: `DARK` (walnut, glass), or `PAPER` after a panel of paper in its
  layer. A group hands it on to its children.

A group lies where its children lie; `place` each of them. More: `scrolling` (List), `markup`
(ScrollText), `text_entry` (TextField, Keyboard), `dialog` (Dialog, Toasts).
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from game.ui import icons, surfaces, theme
from game.ui.canvas import Anchor, Canvas
from game.ui.fonts import Face, TextMetrics
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.surfaces import DARK, PAPER, Tone
from game.ui.theme import BODY, GAP, RADIUS, SMALL, TOUCH, Color, mix

V = TypeVar("V", bound=Hashable)
Action: TypeAlias = Callable[[], object]
Look: TypeAlias = Literal["plain", "primary", "round", "row"]

NOWHERE = Box(0, 0, 0, 0)
SLACK = GAP / 2
"""A hit area reaches this far beyond what is drawn: half the gap to its neighbour."""
LEAST_TEXT = 20.0
TINY: Final = 18.0
"""The smallest that a name is written."""
BREAK: Final = re.compile("(?<=[ -])")
"""Where a name may go on in the next line."""


class Widget:
    """Something that lies in a frame, is drawn, and may be touched."""

    focusable = False
    spans = False
    """Takes the whole row of a field."""

    passive = False
    """Is only looked at: what is touched there is what lies below."""

    sideways = False
    """Is dragged to the sides, even inside something that scrolls."""

    kept = False
    """Its picture is kept for as long as its attributes are equal and it is pressed, or is not."""

    tone: Tone = DARK
    """What it lies on, whose colours it has."""

    def __init__(self, box: Box = NOWHERE) -> None:
        self.box = box
        self.enabled = True
        self.visible = True
        self.hovered = False
        self.radius: float = RADIUS

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        """The size it would like to have, at most `room` wide."""
        return min(room, self.box.w), self.box.h

    def place(self, box: Box) -> None:
        """Put it somewhere and lay out what is inside."""
        self.box = box

    def lie_on(self, tone: Tone) -> None:
        """It has another ground."""
        self.tone = tone

    def hit(self, point: Point) -> bool:
        """Whether a pointer there means this widget."""
        return self.visible and not self.passive and self.box.has(point, SLACK)

    def targets(self) -> Iterator["Widget"]:
        """The widgets that keys can reach, this one or those inside."""
        if self.focusable and self.visible and self.enabled:
            yield self

    def answers(self, point: Point) -> bool:
        """Whether letting go of it there does something."""
        return False

    def tappable(self) -> Iterator[Box]:
        """Where in it a tap does something."""
        if self.visible and self.enabled and (self.focusable or self.answers(self.box.center)):
            yield self.box

    def on(self, intent: Intent) -> bool:
        """React to an intent in frame coordinates; True when it is taken."""
        return False

    def hover(self, point: Point | None) -> None:
        """The mouse is there, or gone."""
        self.hovered = point is not None and self.enabled and self.hit(point)

    def activate(self) -> None:
        """What a tap or *confirm* does."""

    def steer(self, vector: Point) -> bool:
        """An arrow key while focused; True when the widget has used it."""
        return False

    def reveal(self, target: "Widget") -> None:
        """Bring a widget inside into sight."""

    def update(self, seconds: float) -> None:
        """Let time pass."""

    @property
    def pressed(self) -> bool:
        """Whether somebody presses it now."""
        return False

    def render(self, canvas: Canvas) -> None:
        """Paint it, or take its picture over from the frame before."""
        if self.visible and self.kept:
            canvas.group((*vars(self).values(), self.pressed), self.draw)
        elif self.visible:
            self.draw(canvas)

    def draw(self, canvas: Canvas) -> None:
        """Paint it."""


class Label(Widget):
    """Text that wraps in its box."""

    passive = True
    kept = True
    usual: float = BODY
    faded = False

    def __init__(
        self, text: str, size: float | None = None, face: Face = "sans", *,
        color: Color | None = None, anchor: Anchor = "left",
    ) -> None:
        super().__init__()
        self.text, self.size, self.face = text, size or self.usual, face
        self.color, self.anchor = color, anchor

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        width = min(room, metrics.width(self.text, self.size, self.face) + 2)
        return width, metrics.height(self.text, self.size, width, self.face)

    def draw(self, canvas: Canvas) -> None:
        share = {"left": 0.0, "center": 0.5, "right": 1.0}[self.anchor]
        top = self.box.x + share * self.box.w, self.box.y
        color = self.color or (self.tone.faded if self.faded else self.tone.text)
        canvas.text(self.text, top, self.size, color, self.face, self.anchor, self.box.w)


class Faded(Label):
    """Words that are said quietly."""

    usual = SMALL
    faded = True


class Panel(Widget):
    """A sheet of paper or of dark glass under other things. Touches end on it."""

    def __init__(self, kind: Literal["paper", "glass"] = "paper", box: Box = NOWHERE) -> None:
        super().__init__(box)
        self.kind = kind
        self.tone = PAPER if kind == "paper" else DARK
        self.radius = 20

    def on(self, intent: Intent) -> bool:
        return intent.kind in ("press", "release", "drag")

    def draw(self, canvas: Canvas) -> None:
        (surfaces.paper if self.kind == "paper" else surfaces.glass)(canvas, self.box, self.radius)


class Pressable(Widget):
    """What is pressed with any number of pointers and does something when one is let go on the part
    of it that it went down on.
    """

    focusable = True

    def __init__(self, action: Action | None = None) -> None:
        super().__init__()
        self.action = action
        self.down: dict[str, tuple[int | None, Point]] = {}
        """On which part of it pointers went down, and where they are."""

    def part(self, point: Point) -> int | None:
        """The number of the part that a pointer there means, if it means one."""
        return 0 if self.enabled and self.hit(point) else None

    @property
    def parts(self) -> list[int]:
        """Those that are pressed now."""
        return [p for p, at in self.down.values() if p is not None and p == self.part(at)]

    @property
    def pressed(self) -> bool:
        return bool(self.parts)

    def answers(self, point: Point) -> bool:
        return self.part(point) is not None

    def on(self, intent: Intent) -> bool:
        name, at = intent.pointer, intent.pos
        match intent.kind:
            case "press":
                self.down[name] = self.part(at), at
            case "drag" if name in self.down:
                self.down[name] = self.down[name][0], at
            case "release" | "lost":
                part, _ = self.down.pop(name, (None, at))
                if intent.kind == "release" and part is not None and part == self.part(at):
                    self.tapped(part)
            case "hold":
                return True
            case _:
                return False
        return True

    def tapped(self, part: int) -> None:
        """A pointer was let go on this part of it."""
        self.activate()

    def activate(self) -> None:
        if self.enabled and self.action:
            self.action()


class Button(Pressable):
    """A button with a text, an icon or both.

    Looks: *plain* (satin), *primary* (brass), *round* (a satin disc with an icon),
    *row* (a wide line of a list, its text on the left; `detail` stands on the right).
    With `lined` a plain button's text begins at the left as well.
    """

    kept = True

    def __init__(
        self, text: str = "", action: Action | None = None, *, icon: str | None = None,
        look: Look = "plain", size: float = BODY, detail: str = "", lined: bool = False,
    ) -> None:
        super().__init__(action)
        self.lined = lined or look == "row"
        self.text, self.icon, self.look, self.size = text, icon, look, size
        self.detail, self.chosen = detail, False

    @property
    def face(self) -> Face:
        return "sans" if self.look == "row" else "bold"

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        height = max(TOUCH, metrics.line(self.size, self.face) + 2 * GAP)
        if self.look == "round" or not self.text:
            return height, height
        icon = self.size * 1.3 * metrics.text_scale + GAP if self.icon else 0
        pad = 3 * GAP if self.look == "row" else 4 * GAP
        detail = metrics.width(self.detail, self.size) + 2 * GAP if self.detail else 0
        width = metrics.width(self.text, self.size, self.face) + icon + pad + detail
        if width > room:
            inner = room - icon - pad - detail
            lines = metrics.height(self.text, self.size, max(80, inner), self.face)
            return room, max(height, lines + 2 * GAP)
        return max(height, width), height

    def place(self, box: Box) -> None:
        super().place(box)
        self.radius = min(box.w, box.h) / 2 if self.look == "round" else RADIUS

    def draw(self, canvas: Canvas) -> None:
        box = self.box.moved(0, 2) if self.pressed else self.box
        color = self.paint_plate(canvas, box)
        if not self.enabled:
            color = mix(color, self.tone.bottom, 0.62)
        self.paint_content(canvas, box, color)

    def paint_plate(self, canvas: Canvas, box: Box) -> Color:
        """Paint what the text stands on; gives the text's colour."""
        if self.look == "row" and not self.chosen:
            strength = 0.14 if self.pressed else 0.07 if self.hovered and self.enabled else 0.0
            if strength:
                canvas.fill(box, theme.with_alpha(self.tone.text, strength), self.radius)
            return self.tone.text
        brass = (self.look == "primary" or self.chosen) and self.enabled
        tone = self.tone
        top, bottom, edge, light = surfaces.BRASS if brass else tone.plate
        if self.pressed:
            top, bottom = mix(bottom, theme.SHADE, 0.12), mix(top, theme.SHADE, 0.1)
        elif self.hovered and self.enabled:
            top, bottom = mix(top, (255, 255, 255), 0.12), mix(bottom, (255, 255, 255), 0.1)
        if self.enabled and not self.pressed:
            surfaces.shadow(canvas, box, self.radius, blur=7, drop=4, alpha=0.45)
        surfaces.satin(canvas, box, self.radius, top, bottom, edge, light)
        return theme.INK if brass else tone.text

    def paint_content(self, canvas: Canvas, box: Box, color: Color) -> None:
        side = min(self.size * 1.3 * canvas.text_scale, box.h * 0.62)
        if self.icon and not self.text:
            size = box.h * 0.52 if self.look == "round" else side
            icons.draw(canvas, self.icon, box.center, size, color)
            return
        if self.lined:
            self._row(canvas, box, side, color)
            return
        lead = side + GAP if self.icon else 0.0
        room = box.w - 3 * GAP - lead
        size, lines = fitted(canvas, self.text, self.size, self.face, (room, box.h - GAP))
        width = max(canvas.text_size(line, size, self.face)[0] for line in lines)
        left = box.center[0] - (width + lead) / 2
        if self.icon:
            icons.draw(canvas, self.icon, (left + side / 2, box.center[1]), side, color)
        middle = left + lead + width / 2, box.center[1]
        canvas.label("\n".join(lines), middle, size, color, self.face)

    def _row(self, canvas: Canvas, box: Box, side: float, color: Color) -> None:
        left, right = box.x + 1.5 * GAP, box.right - 1.5 * GAP
        if self.icon:
            icons.draw(canvas, self.icon, (left + side / 2, box.center[1]), side, color)
            left += side + GAP
        if self.detail:
            width, height = canvas.text_size(self.detail, self.size)
            at = right, box.center[1] - height / 2
            faded = mix(color, self.tone.faded, 0.0 if self.chosen else 0.8)
            canvas.text(self.detail, at, self.size, faded, anchor="right")
            right -= width + GAP
        room = Box(left, box.y + GAP / 2, right - left, box.h - GAP)
        write(canvas, self.text, room, self.size, color, self.face)


class Toggle(Pressable):
    """A switch at the right of its place."""

    spans = True
    SWITCH: Point = (84, 44)

    def __init__(self, value: bool, action: Callable[[bool], object]) -> None:
        super().__init__(None)
        self.value, self._changed = value, action
        self._shown = float(value)

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return self.SWITCH[0], TOUCH

    def activate(self) -> None:
        if self.enabled:
            self.value = not self.value
            self._changed(self.value)

    def steer(self, vector: Point) -> bool:
        wish = vector[0] > 0
        if not vector[0] or wish == self.value:
            return False
        self.activate()
        return True

    def update(self, seconds: float) -> None:
        goal, step = float(self.value), seconds / 0.12
        self._shown = min(goal, self._shown + step) if goal else max(goal, self._shown - step)

    def draw(self, canvas: Canvas) -> None:
        width, height = self.SWITCH
        box, t = self.box, self._shown
        track = Box(box.right - width, box.center[1] - height / 2, width, height)
        color = mix(self.tone.sunk, mix(theme.GOLD, theme.SHADE, 0.12), round(t * 8) / 8)
        surfaces.sunk(canvas, track, height / 2, color, self.tone.edge)
        knob = Box.around(
            (track.x + height / 2 + t * (width - height), track.center[1]), height - 8, height - 8
        )
        surfaces.knob(canvas, knob)


class Picture(Widget):
    """What is only looked at: `paint` draws it into its box.

    `high` is its height, or gives it for the metrics and the width of its place.
    """

    passive = True

    def __init__(
        self, paint: Callable[[Canvas, Box], object],
        high: float | Callable[[TextMetrics, float], float] = 0.0,
    ) -> None:
        super().__init__()
        self.paint, self._high = paint, high

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, self._high(metrics, room) if callable(self._high) else self._high

    def draw(self, canvas: Canvas) -> None:
        self.paint(canvas, self.box)


# What chooses ---------------------------------------------------------------------------------


class Choice(Pressable, Generic[V]):
    """One of several values, each with its text, side by side; where there is no room, one of them
    between two arrows.
    """

    size: float = BODY
    arrows = False
    """Whether there are arrows anyway."""

    def __init__(
        self, values: Sequence[tuple[V, str]], value: V, action: Callable[[V], object]
    ) -> None:
        super().__init__()
        self.values, self.value = list(values), value
        self._take = action
        self._metrics = TextMetrics()

    @property
    def index(self) -> int:
        return next((i for i, (value, _) in enumerate(self.values) if value == self.value), 0)

    def _widths(self, metrics: TextMetrics) -> list[float]:
        texts = (text for _, text in self.values)
        return [max(TOUCH, metrics.width(text, self.size, "bold") + 2.6 * GAP) for text in texts]

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        self._metrics = metrics
        height = max(TOUCH, metrics.line(self.size) + 2 * GAP)
        whole = max(self._widths(metrics)) * len(self.values)
        if whole <= room and not self.arrows:
            return whole, height
        inner = room - 2 * height
        lines = max(metrics.height(text, self.size, inner, "bold") for _, text in self.values)
        widest = max(self._widths(metrics)) + 2 * height
        return min(room, widest), max(height, lines + GAP)

    @property
    def stepped(self) -> bool:
        """Whether one value is seen between two arrows."""
        wide = max(self._widths(self._metrics)) * len(self.values)
        return self.arrows or wide > self.box.w + 1

    def part(self, point: Point) -> int | None:
        """The index of the value that a pointer means, or −1 and +1 for the arrows."""
        if super().part(point) is None:
            return None
        share = (point[0] - self.box.x) / self.box.w
        if self.stepped:
            return -1 if share < 0.4 else 1
        return max(0, min(len(self.values) - 1, int(share * len(self.values))))

    def tapped(self, part: int) -> None:
        (self.step if self.stepped else self.choose)(part)

    def choose(self, index: int) -> None:
        """Take the value at this index."""
        if self.values[index][0] != self.value:
            self.value = self.values[index][0]
            self._take(self.value)

    def step(self, by: int) -> None:
        """The next or previous value, around the ends."""
        self.choose((self.index + by) % len(self.values))

    def activate(self) -> None:
        if self.enabled:
            self.step(1)

    def steer(self, vector: Point) -> bool:
        goal = self.index + (vector[0] > 0) - (vector[0] < 0)
        if not vector[0] or not 0 <= goal < len(self.values):
            return False
        self.choose(goal)
        return True

    def draw(self, canvas: Canvas) -> None:
        surfaces.sunk(canvas, self.box, RADIUS, self.tone.sunk, self.tone.edge)
        (self._draw_stepper if self.stepped else self._draw_segments)(canvas)

    def _draw_segments(self, canvas: Canvas) -> None:
        box, tone = self.box, self.tone
        width = box.w / len(self.values)
        for number, (value, text) in enumerate(self.values):
            part = Box(box.x + number * width, box.y, width, box.h)
            plate, color = part.inset(4), mix(tone.text, tone.faded, 0.35)
            face: Face = "sans"
            if value == self.value:
                top, bottom, *rest = surfaces.BRASS
                if not self.enabled:
                    top, bottom = mix(top, tone.sunk, 0.6), mix(bottom, tone.sunk, 0.6)
                surfaces.shadow(canvas, plate, RADIUS - 4, blur=4, drop=2, alpha=0.4)
                surfaces.satin(canvas, plate, RADIUS - 4, top, bottom, *rest)
                color, face = theme.INK, "bold"
            elif number in self.parts:
                canvas.fill(plate, theme.with_alpha(tone.text, 0.1), RADIUS - 4)
            words = self.illustrate(canvas, part, value)
            room = words.w - 1.6 * GAP, words.h - 8
            size, lines = fitted(canvas, text, self.size, "bold", room)
            canvas.label("\n".join(lines), words.center, size, color, face)

    def illustrate(self, canvas: Canvas, part: Box, value: V) -> Box:
        """Paint what goes with a value into its part; gives the room that is left to its text."""
        return part

    def _draw_stepper(self, canvas: Canvas) -> None:
        box, tone = self.box, self.tone
        side = min(box.h, TOUCH * 1.1)
        for way, icon, x in ((-1, "left", box.x), (1, "right", box.right - side)):
            part = Box(x, box.y, side, box.h).inset(4)
            top = tone.bottom if way in self.parts else tone.top
            surfaces.satin(canvas, part, RADIUS - 4, top, tone.bottom, tone.edge, tone.light)
            icons.draw(canvas, icon, part.center, 30, tone.text)
        middle = Box.around(box.center, box.w - 2 * side - GAP, box.h - 8)
        write(canvas, self.values[self.index][1], middle, self.size, tone.text, "bold", "center")


class PictureChoice(Choice[V]):
    """One of several values, each a card with its picture and its text below.

    `paint` draws what a value stands for into a box.
    """

    CARD: Final = 400.0
    """How wide a card is where there is room."""
    RIM: Final = 9.0
    ASPECT: Final = 1.55
    """How much wider than high its picture is."""

    def __init__(
        self, values: Sequence[tuple[V, str]], value: V, action: Callable[[V], object],
        paint: Callable[[Canvas, Box, V], object],
    ) -> None:
        super().__init__(values, value, action)
        self._paint = paint

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        self._metrics = metrics
        card = min(self.CARD, room / len(self.values))
        return card * len(self.values), self._picture(card).h + self._words(card) + 3 * self.RIM

    @property
    def stepped(self) -> bool:
        return False

    def _picture(self, card: float) -> Box:
        """Where the picture lies on a card of this width."""
        inner = card - 4 * self.RIM
        return Box(2 * self.RIM, 2 * self.RIM, inner, inner / self.ASPECT)

    def _words(self, card: float) -> float:
        room = card - 3 * GAP
        return max(self._metrics.height(text, self.size, room, "bold") for _, text in self.values)

    def illustrate(self, canvas: Canvas, part: Box, value: V) -> Box:
        picture = self._picture(part.w)
        shown = Box(part.x + picture.x, part.y + picture.y, picture.w, picture.h)
        self._paint(canvas, shown, value)
        return part.below(shown.bottom)


class Stepper(Choice[V]):
    """A choice that always shows one value between two arrows."""

    arrows = True
    WIDEST = 460.0

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return super().natural(metrics, min(room, self.WIDEST * metrics.text_scale))


class Slider(Widget):
    """A whole number from 0 to `high`, in steps."""

    focusable = True
    sideways = True
    KNOB = 44.0

    def __init__(
        self, value: int, action: Callable[[int], object], *, high: int, step: int,
        show: Callable[[int], str] = lambda value: "",
    ) -> None:
        super().__init__()
        self.value, self.high, self.stride = value, high, step
        self._action, self._show = action, show
        self._finger: str | None = None
        self._text_room = 0.0

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        samples = (self._show(0), self._show(self.high))
        self._text_room = max(metrics.width(text, BODY) for text in samples) + 1.5 * GAP
        return min(room, 420.0), TOUCH

    def track(self) -> Box:
        """Where its knob goes."""
        width = self.box.w - self._text_room - self.KNOB
        return Box(self.box.x + self.KNOB / 2, self.box.center[1] - 6, width, 12)

    def on(self, intent: Intent) -> bool:
        if intent.kind not in ("press", "drag", "release", "lost", "hold"):
            return False
        if intent.kind == "press" and self._finger is None and self.enabled:
            self._finger = intent.pointer
        if intent.pointer == self._finger:
            if intent.kind in ("press", "drag"):
                track = self.track()
                share = (intent.pos[0] - track.x) / max(1.0, track.w)
                self.set(share * self.high)
            elif intent.kind != "hold":
                self._finger = None
        return True

    def set(self, value: float) -> None:
        """Take the nearest possible value."""
        nearest = max(0, min(self.high, round(value / self.stride) * self.stride))
        if nearest != self.value:
            self.value = nearest
            self._action(nearest)

    def steer(self, vector: Point) -> bool:
        before = self.value
        if vector[0]:
            self.set(self.value + (self.stride if vector[0] > 0 else -self.stride))
        return self.value != before

    def draw(self, canvas: Canvas) -> None:
        track, tone = self.track(), self.tone
        share = self.value / self.high
        surfaces.sunk(canvas, track, 6, tone.sunk, tone.edge)
        if share > 0:
            filled = Box(track.x, track.y, max(12.0, track.w * share), track.h).inset(2)
            canvas.fill(filled, mix(theme.GOLD, theme.SHADE, 0.1), 4)
        knob = Box.around((track.x + track.w * share, track.center[1]), self.KNOB, self.KNOB)
        surfaces.knob(canvas, knob.inset(-2) if self._finger else knob)
        at = self.box.right, self.box.center[1] - canvas.line_height(BODY) / 2
        canvas.text(self._show(self.value), at, BODY, tone.text, anchor="right")


# Widgets that hold widgets ------------------------------------------------------------------------


class Group(Widget):
    """Widgets that lie together and share one place in a layer."""

    def __init__(self, children: Iterable[Widget] = ()) -> None:
        super().__init__()
        self.children = list(children)
        self.owners: dict[str, Widget] = {}
        """The widgets in it that pointers went down on."""

    def lie_on(self, tone: Tone) -> None:
        super().lie_on(tone)
        for child in self.children:
            child.lie_on(tone)

    def held(self, pointer: str) -> Widget | None:
        """The innermost widget that a pointer went down on."""
        owner = self.owners.get(pointer)
        return owner.held(pointer) if isinstance(owner, Group) else owner

    def targets(self) -> Iterator[Widget]:
        if self.visible and self.enabled:
            for child in self.children:
                if child.visible:
                    yield from child.targets()

    def on(self, intent: Intent) -> bool:
        match intent.kind:
            case "press" | "wheel":
                return self._offer(intent)
            case "drag" | "hold" if intent.pointer in self.owners:
                return self.owners[intent.pointer].on(intent)
            case "release" | "lost" if intent.pointer in self.owners:
                return self.owners.pop(intent.pointer).on(intent)
        return False

    def tappable(self) -> Iterator[Box]:
        if self.visible and self.enabled:
            for child in self.children:
                yield from child.tappable()

    def _offer(self, intent: Intent) -> bool:
        """Hand it to the widgets there: those really there first, then those nearly there."""
        if intent.kind == "press":
            self.owners.pop(intent.pointer, None)
        hit = [c for c in reversed(self.children) if c.visible and c.hit(intent.pos)]
        for child in sorted(hit, key=lambda c: not c.box.has(intent.pos)):
            if child.on(intent):
                if intent.kind == "press":
                    self.owners[intent.pointer] = child
                return True
        return False

    def hover(self, point: Point | None) -> None:
        for child in self.children:
            child.hover(point)

    def reveal(self, target: Widget) -> None:
        for child in self.children:
            child.reveal(target)

    def update(self, seconds: float) -> None:
        for child in self.children:
            child.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        for child in self.children:
            child.render(canvas)


class Flowing(Group):
    """A group that takes the width it gets and is as high as its parts need there."""

    def __init__(self, children: Sequence[Widget] = ()) -> None:
        super().__init__(children)
        self._metrics = TextMetrics()

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        self._metrics = metrics
        return room, self.lay_out(Box(0, 0, room, 0))

    def place(self, box: Box) -> None:
        super().place(box)
        self.lay_out(box)

    def lay_out(self, box: Box) -> float:
        """Place all parts from the top of the box down; the height they take."""
        raise NotImplementedError


class Field(Flowing):
    """A control with its label: beside it where there is room, else above it; help below."""

    def __init__(self, label: str, control: Widget, help: str = "", *, share: float = 0.4) -> None:
        self.label = Label(label, BODY, "bold")
        self.help = Faded(help)
        self.control = control
        self.share = share
        super().__init__([self.label, control, *([self.help] if help else [])])

    def lay_out(self, box: Box) -> float:
        metrics, control = self._metrics, self.control
        wish, side = control.natural(metrics, box.w), box.w * (1 - self.share) - 2 * GAP
        beside = wish[0] <= side and metrics.width(self.label.text, BODY, "bold") <= box.w * 0.6
        lead = box.w * self.share if beside else box.w
        if control.spans:
            lead = box.w - wish[0] - 3 * GAP
        label = self.label.natural(metrics, lead)[1]
        note = self.help.natural(metrics, lead)[1] + 4 if self.help.text else 0.0
        if control.spans or beside:
            high = max(label + note, wish[1]) + GAP
            at = Box(box.right - side, box.y + (high - wish[1]) / 2, side, wish[1])
            if control.spans:  # wherever the row of a switch is touched, it turns
                high = max(label + note + GAP, TOUCH)
                at = Box(box.x, box.y, box.w, high)
            top = box.y + (high - label - note) / 2
            note_top = top + label + 4
        else:
            high, top = label + wish[1] + note + 2 * GAP, box.y + GAP / 2
            at = Box(box.x, top + label + 6, min(box.w, max(wish[0], side)), wish[1])
            note_top = at.bottom + 4
        self.label.place(Box(box.x, top, lead, label))
        self.help.place(Box(box.x, note_top, lead, note))
        control.place(at)
        return high


LayOut: TypeAlias = Callable[[TextMetrics, Box, Sequence[Widget]], float]
"""Places widgets from the top of a box down; gives the height they take."""


class Arranged(Flowing):
    """Widgets that a function lays out."""

    def __init__(self, children: Sequence[Widget], lay_out: LayOut) -> None:
        super().__init__(children)
        self._lay_out = lay_out

    def lay_out(self, box: Box) -> float:
        return self._lay_out(self._metrics, box, self.children)


# Texts that fit -----------------------------------------------------------------------------------


def fitted(
    canvas: Canvas, text: str, size: float, face: Face, room: Point
) -> tuple[float, tuple[str, ...]]:
    """The largest size up to `size` at which the text fits into width and height, and its lines.

    Lines are broken between words only, if the words let it.
    """
    while True:
        lines = canvas.wrapped(text, size, max(1.0, room[0]), face)
        widest = max((canvas.text_size(word, size, face)[0] for word in text.split()), default=0)
        high = len(lines) * canvas.line_height(size, face)
        if (widest <= room[0] and high <= room[1] + 1) or size <= LEAST_TEXT * 0.6:
            return size, lines
        size *= 0.94


def cut(canvas: Canvas, text: str, size: float, room: float) -> str:
    """As much of a bold line as there is room for."""
    if canvas.text_size(text, size, "bold")[0] <= room:
        return text
    while len(text) > 1 and canvas.text_size(f"{text}…", size, "bold")[0] > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def name_lines(
    canvas: Canvas, name: str, room: float, size: float = BODY, small: float = SMALL
) -> tuple[str, float]:
    """A bold name as it fits into a room, and its size: in one line, else in two with the break at
    a space or after a hyphen, else with an ellipsis in place of what has no room.
    """
    parts = BREAK.split(name)
    halves = [
        "".join(parts[:count]).rstrip() + "\n" + "".join(parts[count:])
        for count in range(1, len(parts))
    ]
    halves.sort(key=lambda lines: canvas.text_size(lines, small, "bold")[0])
    tiny = min(TINY, small) / canvas.text_scale  # large type as small as the usual where it must
    for lines, largest, least in (
        (name, size, small), *((two, small, tiny) for two in halves[:1]), (name, small, tiny)
    ):
        high = largest
        while canvas.text_size(lines, high, "bold")[0] > room and high > least:
            high = max(least, high * 0.95)
        if canvas.text_size(lines, high, "bold")[0] <= room:
            return lines, high
    lines = halves[0] if halves else name
    return "\n".join(cut(canvas, line, tiny, room) for line in lines.split("\n")), tiny


def write(
    canvas: Canvas, text: str, box: Box, size: float, color: Color, face: Face = "sans",
    anchor: Literal["left", "center"] = "left",
) -> None:  # fmt: skip
    """A text from the left edge of a box, or in its middle, as large as `fitted`."""
    size, lines = fitted(canvas, text, size, face, (box.w, box.h))
    left = box.center[0] if anchor == "center" else box.x
    top = box.center[1] - len(lines) * canvas.line_height(size, face) / 2
    canvas.text("\n".join(lines), (left, top), size, color, face, anchor)
