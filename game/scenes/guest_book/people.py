"""The people of the table: everybody with a badge, a name and what they like to play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from game.scenes.core.context import Context
from game.scenes.core.routes import Page, ToPerson, ToPortrait
from game.scenes.core.scene import Pop, Push
from game.scenes.guest_book.book_page import BookPage, lay_in_the_middle
from game.services.people import Profile, free_look
from game.ui import badges, icons, surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.groups import Group
from game.ui.layer import Layer
from game.ui.surfaces import PAPER
from game.ui.text_metrics import TextMetrics
from game.ui.theme import BODY, GAP, LARGE, SHADE, SMALL, mix, with_alpha
from game.ui.widgets import Action, Button, Label, Pressable, Widget, fitted

CARD = 430.0
"""The least width of a card."""
BADGE = 96.0


class People(BookPage):
    """A card for everybody, and one for whoever is new."""

    name = "people"
    page: Page | Literal[""] = "people"

    def __init__(
        self, context: Context, pick: Callable[[Profile], object] | None = None
    ) -> None:
        super().__init__(context)
        self._pick = pick
        """Gets whom somebody has chosen, where one is to be chosen."""
        if pick is not None:
            self.page = ""

    def heading(self) -> str:
        return self.t("menu.names.title") if self._pick else super().heading()

    def build(self) -> list[Layer]:
        widgets, body, _ = self.open_page()
        people = self.context.store.regulars()
        if not people:
            return [Layer(self.frame, [*widgets, *self._welcome(body)])]
        rows = self.scroll(self._rows(people, body.w - GAP), body, 2 * GAP)
        return [Layer(self.frame, [*widgets, rows])]

    def _rows(self, people: list[Profile], room: float) -> list[Widget]:
        gap = 2 * GAP
        columns = max(1, int((room + gap) / (CARD * self.metrics.text_scale**0.5 + gap)))
        visits = self.context.store.statistics.visits()
        cards: list[Widget] = [self._card(each, visits.get(each.id)) for each in people]
        if self._pick is None:
            cards.append(_NewCard(self.t("book.people.new"), self.enter_somebody))
        return [_Row(cards[at : at + columns], columns, gap)
                for at in range(0, len(cards), columns)]  # fmt: skip

    def _card(self, profile: Profile, visit: tuple[int, str] | None) -> Widget:
        note = self.t("book.people.fresh")
        if visit is not None:
            played = self.t("book.played", n=visit[0])
            note = f"{played} · {self.t(f'{visit[1]}.name')}"
        return _Card(profile, note, partial(self.open, profile))

    def _welcome(self, body: Box) -> list[Widget]:
        """What stands there while nobody has signed the book."""
        title = Label(self.t("book.people.none"), LARGE + 8, "serif", tone=PAPER, anchor="center")
        text = Label(
            self.t("book.people.why"), BODY, tone=PAPER, color=PAPER.faded, anchor="center"
        )
        new = Button(self.t("book.people.new"), self.enter_somebody, icon="pencil",
                     look="primary", tone=PAPER, size=LARGE)  # fmt: skip
        column: list[Widget] = [_Trio(), title, text, new]
        lay_in_the_middle(self.metrics, body, column)
        return column

    def open(self, profile: Profile) -> None:
        """Somebody's own page; or they are the one to be chosen."""
        if self._pick is None:
            self.go(Push(ToPerson(profile.id)))
        else:
            self._pick(profile)
            self.go(Pop())

    def enter_somebody(self) -> None:
        """Somebody new signs the book."""
        colour, mark = free_look(self.context.store.profiles())
        self.go(Push(ToPortrait(Profile(0, "", colour, mark))))


class _Card(Pressable):
    """Somebody's badge and name on a card of stiff paper."""

    def __init__(self, profile: Profile, note: str, action: Action) -> None:
        super().__init__(action, tone=PAPER)
        self.profile, self.note = profile, note
        self.radius = 16

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, max(BADGE + 3 * GAP, metrics.line(LARGE) + metrics.line(SMALL) + 3 * GAP)

    def draw(self, canvas: Canvas) -> None:
        box = _plate(canvas, self)
        middle = box.center[1]
        badges.draw(canvas, self.profile.colour, self.profile.mark,
                    (box.x + 1.5 * GAP + BADGE / 2, middle), BADGE)  # fmt: skip
        left = box.x + BADGE + 3.5 * GAP
        room = box.right - left - 1.5 * GAP
        size, lines = fitted(canvas, self.profile.name, LARGE, "bold", (room, LARGE * 1.6))
        note, notes = fitted(canvas, self.note, SMALL, "sans", (room, SMALL * 3.2))
        high = canvas.line_height(size, "bold") * len(lines)
        whole = high + canvas.line_height(note) * len(notes) + 2
        top = middle - whole / 2
        canvas.text("\n".join(lines), (left, top), size, PAPER.text, "bold")
        canvas.text("\n".join(notes), (left, top + high + 2), note, PAPER.faded)


class _NewCard(Pressable):
    """The card that is still empty."""

    def __init__(self, text: str, action: Action) -> None:
        super().__init__(action, tone=PAPER)
        self.text = text
        self.radius = 16

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, BADGE + 3 * GAP

    def draw(self, canvas: Canvas) -> None:
        box = self.box.moved(0, 2) if self.pressed else self.box
        surfaces.sunk(canvas, box, self.radius, mix(PAPER.sunk, (255, 255, 255), 0.35), PAPER.edge)
        if self.hovered or self.pressed:
            canvas.fill(box, with_alpha(SHADE, 0.06), self.radius)
        center = box.x + 1.5 * GAP + BADGE / 2, box.center[1]
        canvas.ring(center, BADGE / 2 - 6, PAPER.line, 4)
        icons.draw(canvas, "plus", center, 44, PAPER.faded)
        left = box.x + BADGE + 3.5 * GAP
        room = box.right - left - 1.5 * GAP
        size, lines = fitted(canvas, self.text, BODY, "bold", (room, box.h - GAP))
        high = canvas.line_height(size, "bold") * len(lines)
        top = box.center[1] - high / 2
        canvas.text("\n".join(lines), (left, top), size, PAPER.text, "bold")


def _plate(canvas: Canvas, card: Pressable) -> Box:
    """Paint a card's paper; gives where it lies now."""
    box = card.box.moved(0, 2) if card.pressed else card.box
    tone = card.tone
    top = mix(tone.top, (255, 255, 255), 0.5 if card.hovered else 0.0)
    if not card.pressed:
        surfaces.shadow(canvas, box, card.radius, blur=9, drop=4, alpha=0.38)
    surfaces.satin(canvas, box, card.radius, top, tone.bottom, tone.edge, tone.light)
    return box


class _Row(Group):
    """Cards side by side, all equally wide."""

    def __init__(self, cards: list[Widget], columns: int, gap: float) -> None:
        super().__init__(cards, PAPER)
        self._columns, self._gap = columns, gap

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        wide = (room - self._gap * (self._columns - 1)) / self._columns
        return room, max(card.natural(metrics, wide)[1] for card in self.children)

    def place(self, box: Box) -> None:
        super().place(box)
        wide = (box.w - self._gap * (self._columns - 1)) / self._columns
        for number, card in enumerate(self.children):
            card.place(Box(box.x + number * (wide + self._gap), box.y, wide, box.h))


class _Trio(Widget):
    """Three badges lying side by side, as an invitation."""

    LOOKS = (("pond", "wave"), ("vermilion", "koi"), ("jade", "leaf"))

    def hit(self, point: Point) -> bool:
        return False

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, 190

    def draw(self, canvas: Canvas) -> None:
        x, y = self.box.center
        for (colour, mark), shift in zip(self.LOOKS, (-1, 1, 0), strict=True):
            size = 150.0 if shift == 0 else 118.0
            badges.draw(canvas, colour, mark, (x + shift * 126, y + abs(shift) * 10), size)
