"""Sheets of paper that scenes are written on: the page, its title, its way back, its headings."""

from collections.abc import Callable, Iterable, Sequence

from game.scenes.core.menu import MenuScene, columns, in_row, stack
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.scrolling import List
from game.ui.surfaces import TABLE
from game.ui.theme import BODY, GAP, GOLD, INK, LARGE, SHADE, TITLE, TOUCH, mix
from game.ui.widgets import Action, Button, Faded, Flowing, Label, Panel, Picture, Widget

MARGIN = 28.0
PAD = 36.0
LEAST = 0.85
"""A title is not written smaller than this for the sake of one line."""
BRASS = *mix(GOLD, SHADE, 0.15), 150
"""The fine line below a title."""
SPARE = 1.02
"""What one line needs beyond its width, because letters end on whole pixels."""


FLAT = 1.5
"""A low space so many times as wide as high has its room for buttons beside rows, not below."""
LOW = 700.0
"""Units below which a space is low."""


def flat(space: Box) -> bool:
    """Whether buttons below a list would leave it too few lines, but beside it they do not."""
    return space.h < LOW and space.w > FLAT * space.h


class Sheet:
    """A sheet in the middle of the table with a title and a button that closes it.

    `body` is where the content goes; `foot` keeps so much room free below it. A sheet without a
    title has neither head nor way back. `space` is where it may lie, if not anywhere. Beside the
    way back are the buttons of `head`.
    """

    def __init__(
        self, scene: MenuScene, title: str, *, width: float = 1200, height: float = 1e6,
        foot: float = 0.0, size: float = TITLE, space: Box | None = None,
        head: Sequence[Button] = (),
    ) -> None:
        space = space or Box(0, 0, *scene.frame.size).inset(MARGIN)
        box = Box.around(space.center, min(width, space.w), min(height, space.h))
        self.box = box
        self.widgets: list[Widget] = [Panel("paper", box)]
        top = self._head(scene, title, size, head) if title else box.y + 26
        self.body = Box(box.x + PAD, top, box.w - 2 * PAD, box.bottom - 26 - foot - top)
        self.foot = Box(box.x + PAD, box.bottom - 26 - foot + GAP, box.w - 2 * PAD, foot - GAP)

    def _head(self, scene: MenuScene, title: str, size: float, others: Sequence[Button]) -> float:
        """The title and the way back; gives where the content begins."""
        box = self.box
        taken = sum(each.natural(scene.metrics)[0] + GAP for each in others)
        size, room, text_high = _title(scene.metrics, title, box.w - taken, size)
        high = max(TOUCH, text_high)
        label = Label(title, size, "serif")
        label.place(Box(box.x + PAD, box.y + 26 + (high - text_high) / 2, room, text_high))
        close = Button("", scene.cancel, icon="close", look="round")
        close.place(Box(box.right - PAD - TOUCH + 12, box.y + 26, TOUCH, TOUCH))
        in_row(scene.metrics, Box(box.x, close.box.y, close.box.x - GAP - box.x, 0), others, GAP)
        top = box.y + 26 + high + 18
        line = Picture(lambda canvas, box: canvas.fill(box, BRASS))
        line.place(Box(box.x + PAD, top, box.w - 2 * PAD, 3))
        self.widgets += [label, *others, line, close]
        return top + 18


def list_sheet(
    scene: MenuScene, title: str, rows: Sequence[Widget], gap: float, *, width: float = 1100.0,
    buttons: Sequence[Button] = (), aside: Sequence[Button] = (), size: float = TITLE,
    space: Box | None = None,
) -> list[Widget]:
    """A sheet with a list, as high as its rows, which stays where it was scrolled to; buttons in
    a row or even columns below it, and small ones `aside` of the first. `space` is where it may
    lie, if not anywhere; where that is flat, buttons are beside it and small ones in the head.
    """
    space = space or Box(0, 0, *scene.frame.size).inset(MARGIN)
    metrics, width, content = scene.metrics, min(width, space.w), List(rows, gap=gap)
    if buttons and flat(space):
        sheet = Sheet(scene, title, width=width, size=size, space=space, head=aside)
        if (rest := _beside(metrics, sheet.body, buttons)) is not None:
            return [*sheet.widgets, scene.scroll(content, rest), *buttons]
    room = width - 2 * PAD
    foot = _foot(metrics, Box(0, 0, room, 0), buttons, aside) + 2 * GAP if buttons else 0.0
    high = content.natural(metrics, room - GAP)[1]
    head = max(TOUCH, _title(metrics, title, width, size)[2])
    height = head + high + foot + 108
    sheet = Sheet(scene, title, width=width, height=height, foot=foot, size=size, space=space)
    if buttons:
        _foot(metrics, sheet.foot, buttons, aside)
    return [*sheet.widgets, scene.scroll(content, sheet.body), *buttons, *aside]


def _foot(
    metrics: TextMetrics, box: Box, buttons: Sequence[Button], aside: Sequence[Button]
) -> float:
    """Put buttons in a row at the right, or else in even columns with small ones beside the first
    of them, or below where it would be too narrow; gives how high they are.
    """
    wide = [button.natural(metrics)[0] for button in (*aside, *buttons)]
    if sum(wide) + GAP * (len(wide) - 1) <= box.w:
        return in_row(metrics, box, (*aside, *buttons), GAP) - box.y
    shared, (first, *others) = sum(wide[: len(aside) + 1]) + GAP * len(aside), buttons
    if shared <= box.w:
        return columns(max(*wide, shared))(metrics, box, [Row(first, *aside), *others])
    low = box.y + columns(max(wide))(metrics, box, buttons) + GAP
    return in_row(metrics, box.below(low), aside, GAP) - box.y


def _beside(metrics: TextMetrics, body: Box, buttons: Sequence[Button]) -> Box | None:
    """Put buttons in two columns at the right of a sheet's body; gives what they leave of it, or
    None where it is too low or they take more than two thirds.
    """
    wide = max(each.natural(metrics)[0] for each in buttons)
    wide, even = 2 * wide + GAP, columns(wide)
    high = even(metrics, Box(body.right - wide, body.y, wide, 0), buttons)
    fits = high <= body.h + GAP and wide <= body.w * 2 / 3
    return Box(body.x, body.y, body.w - wide - 2 * GAP, body.h) if fits else None


def _title(
    metrics: TextMetrics, title: str, width: float, size: float
) -> tuple[float, float, float]:
    """The size at which no word is wider than the room, the room, and how high the title is.

    A title that is a little too long for one line is written smaller.
    """
    room = width - 2 * PAD - TOUCH - 2 * GAP  # what the way back leaves
    widest = max(metrics.width(word, size, "serif") for word in title.split())
    line = metrics.width(title, size, "serif") * SPARE
    size *= min(1.0, room / (line if room > LEAST * line else widest))
    return size, room, metrics.height(title, size, room, "serif")


class Section(Label):
    """A heading inside a list."""

    def __init__(self, text: str, *, first: bool = False) -> None:
        super().__init__(text, LARGE, "serif", color=mix(INK, GOLD, 0.32))
        self.above = 4.0 if first else 22.0

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, self.above + super().natural(metrics, room)[1] + 8

    def draw(self, canvas: Canvas) -> None:
        top = self.box.x, self.box.y + self.above
        canvas.text(self.text, top, LARGE, self.color or INK, "serif", room=self.box.w)


class Column(Flowing):
    """Widgets one below the other, in the middle of the height they get."""

    def lay_out(self, box: Box) -> float:
        high = stack(self._metrics, box, self.children, 0) - box.y
        stack(self._metrics, box.below(box.y + max(0.0, box.h - high) / 2), self.children, 0)
        return high


class Row(Flowing):
    """Widgets side by side: the first one takes what the others leave, these lie in its middle.

    With a `lead` so much room is left before the first, for what `sign` paints there. It is
    at least so `high`.
    """

    def __init__(
        self, *widgets: Widget, lead: float = 0.0, high: float = 0.0,
        sign: Callable[[Canvas, Box], object] = lambda canvas, box: None,
    ) -> None:
        super().__init__(widgets)
        self._lead, self._high, self._sign = lead, high, sign

    def lay_out(self, box: Box) -> float:
        first, *others = self.children
        sizes = [each.natural(self._metrics, box.w) for each in others]
        rest = box.w - self._lead - sum(wide + GAP for wide, _ in sizes)
        tallest = first.natural(self._metrics, rest)[1]
        high = max(box.h, self._high, tallest, *(high for _, high in sizes))
        first.place(Box(box.x + self._lead, box.y, rest, high))
        x = first.box.right + GAP
        for each, (wide, tall) in zip(others, sizes, strict=True):
            each.place(Box(x, box.y + (high - tall) / 2, wide, tall))
            x += wide + GAP
        return high

    def draw(self, canvas: Canvas) -> None:
        self._sign(canvas, Box(self.box.x, self.box.y, self._lead, self.box.h))
        super().draw(canvas)


def entry(
    title: str, text: str, facts: Iterable[str], main: Action, away: Action, icon: str = "play"
) -> Row:
    """A thing in a list: a line in bold, one below it, facts in small type, and two buttons: what
    is mostly done with it, and what puts it away.
    """
    words = [Label(title, BODY, "bold"), Label(text, BODY), Faded(" · ".join(facts))]
    buttons = Button("", main, icon=icon, look="primary"), Button("", away, icon="close")
    return Row(Column(words), *buttons)


def spread(
    scene: MenuScene, corner: Sequence[Widget], picture: Widget, words: Sequence[Label],
    buttons: Sequence[Button],
) -> tuple[list[Widget], Box]:
    """Buttons in the corner, then a picture, words and buttons: beside a sheet, or above it where
    the table is narrow. Gives all of them and the room of the sheet.
    """
    metrics, space = scene.metrics, Box(0, 0, *scene.frame.size).inset(MARGIN)
    text = List(words, gap=GAP)
    text.lie_on(TABLE)
    if scene.tall or scene.size[0] < 1300:  # words and buttons beside the picture
        stack(metrics, Box(space.x, space.y, TOUCH, 0), corner, GAP)
        at = Box(space.x + TOUCH + 2 * GAP, space.y, space.w * 0.4, 0)
        column = space.beyond(at.right + 3 * GAP)
        foot = stack(metrics, Box(0, GAP, column.w, 0), buttons, GAP)
        high = min(text.natural(metrics, column.w - GAP)[1], space.h * 0.4 - foot)
        stack(metrics, column.below(column.y + high + 2 * GAP), buttons, GAP)
        picture.place(Box(at.x, at.y, at.w, max(300.0, high + foot)))
        text.arrange(metrics, Box(column.x, column.y, column.w, high))
        rest = space.below(space.y + max(300.0, high + foot) + 2 * GAP)
    else:  # large words leave less to the picture
        side = Box(space.x, space.y, max(400.0, space.w * 0.3), space.h)
        in_row(metrics, side, corner, GAP, "left")
        foot = stack(metrics, Box(0, 0, side.w, 0), buttons, GAP)
        stack(metrics, side.below(side.bottom - foot), buttons, GAP)
        top, need = side.y + TOUCH + 2 * GAP, text.natural(metrics, side.w - GAP)[1]
        room = side.bottom - foot - 5 * GAP - need - top
        picture.place(Box(side.x, top, side.w, max(side.h * 0.24, min(side.w * 0.8, room))))
        low = picture.box.bottom + 3 * GAP
        high = min(need, side.bottom - foot - GAP - low)
        text.arrange(metrics, Box(side.x, low, side.w, high))
        rest = space.beyond(side.right + 2 * GAP)
    return [*corner, picture, text, *buttons], rest
