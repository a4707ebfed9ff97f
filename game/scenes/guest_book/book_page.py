"""The guest book: leather-bound pages about the people of this table and what they have played.

Its pages are `people`, `records` and `history`; each is a scene of its own, and the tabs at the
head of a page lead to the others.
"""

from datetime import date, datetime
from functools import cache
from typing import Final, Literal

import pygame

from game.rules import SHELF
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import Page, ToBookPage
from game.scenes.core.scene import Replace
from game.scenes.core.sheets import MARGIN, Sheet
from game.services.people import Chair, Profile
from game.ui import art, badges, surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES, Size, cover, image, rounded
from game.ui.theme import BODY, GAP, LARGE, SHADE, TITLE, TOUCH, mix
from game.ui.widgets import Button, Choice, Faded, Label, Widget

PAGES: Final[tuple[Page, ...]] = ("people", "records", "history")
PAGES_AT_A_KIOSK: Final[tuple[Page, ...]] = ("records", "history")
"""Where strangers come and go, the book has no page about people and no names."""
COVER: Final = 18.0
"""How far the leather reaches beyond the paper."""
WIDEST: Final = 1560.0


class BookPage(MenuScene):
    """A page of the guest book. `page` is its tab; a page without one has a way back instead."""

    renewed = True
    page: Page | Literal[""] = ""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.tabs: Choice[Page] | None = None
        self.arriving = False
        """Whether somebody came here with the keys, along the tabs."""
        self._known = cache(lambda number: context.store.profile(number))
        self._sheet = Box(0, 0, 0, 0)

    def heading(self) -> str:
        """What stands at the head of the page."""
        return self.t("book.title")

    def open_page(self, foot: float = 0.0) -> tuple[list[Widget], Box, Box]:
        """The sheet with its head: its widgets, the room below it, and so much foot.

        The tabs lie beside the title, or below it.
        """
        self._known.cache_clear()
        space = Box(0, 0, *self.size).inset(MARGIN + COVER)
        width, heading = WIDEST - 2 * COVER, self.heading()
        sheet = Sheet(self, heading, width=width, foot=foot + GAP if foot else 0, space=space)
        self._sheet, body, widgets = sheet.box, sheet.body, sheet.widgets
        if self.page:
            pages = PAGES_AT_A_KIOSK if self.context.kiosk else PAGES
            tabs = [(page, self.t(f"book.tab.{page}")) for page in pages]
            self.tabs = Choice(tabs, self.page, self._turn)
            wide, high = self.tabs.natural(self.metrics, body.w)
            right = body.right - TOUCH - GAP
            if body.x + self.metrics.width(heading, TITLE, "serif") + 3 * GAP <= right - wide:
                self.tabs.place(Box(right - wide, sheet.box.y + 26, wide, high))
            else:
                self.tabs.place(Box(body.x, body.y, body.w, high))
                body = body.below(self.tabs.box.bottom + 2 * GAP)
            widgets.insert(-1, self.tabs)
        return widgets, body, sheet.foot

    def paint(self, canvas: Canvas) -> None:
        size, sheet = canvas.surface.get_size(), self._sheet
        key = ("book", size, canvas.scale, sheet)
        canvas.surface.blit(SPRITES.get(key, lambda: _bound(canvas, sheet)), (0, 0))

    def _turn(self, page: Page) -> None:
        self.context.sound.play("paper")
        self.go(Replace(ToBookPage(page, by_keys=self.focus.visible)))

    def resize(self, size: Point) -> None:
        super().resize(size)
        if self.arriving:
            self.arriving = False
            self.focus.visible = True
            self.focus.current = self.tabs

    def empty(
        self, body: Box, title: str, why: str, *, size: float = LARGE + 8,
        above: Widget | None = None, below: Button | None = None,
    ) -> list[Widget]:
        """What stands in the middle of a page on which there is nothing yet."""
        words = [Label(title, size, "serif", anchor="center"), Faded(why, BODY, anchor="center")]
        column = [widget for widget in (above, *words, below) if widget is not None]
        sizes = [self._even(widget, min(860.0, body.w)) for widget in column]
        high = sum(tall for _, tall in sizes) + 2 * GAP * (len(sizes) - 1)
        y = body.y + max(0.0, (body.h - high) * 0.42)
        for widget, (wide, tall) in zip(column, sizes, strict=True):
            widget.place(Box(body.center[0] - wide / 2, y, wide, tall))
            y += tall + 2 * GAP
        return column

    def _even(self, widget: Widget, room: float) -> Point:
        """How large something is; texts get lines of about the same length."""
        size = widget.natural(self.metrics, room)
        if not isinstance(widget, Label):
            return size
        while room > 300 and widget.natural(self.metrics, room * 0.96)[1] == size[1]:
            room *= 0.96
        return min(room, size[0] + 4), size[1]

    def called(self, chair: Chair) -> str:
        """What the book calls whoever sat on a chair."""
        return self.context.called(self.context.seen_by_strangers(chair))

    def badge(self, canvas: Canvas, chair: Chair, center: Point, size: float) -> None:
        """The badge of whoever sat on a chair; an icon for those who have none of their own."""
        chair = self.context.seen_by_strangers(chair)
        known = self._known(chair.profile or 0) or Profile(0, "", "", chair.kind)
        badges.draw(canvas, known.colour, known.mark, center, size)

    def when(self, stamp: str) -> str:
        """When something was, as people say it; `stamp` is an ISO time."""
        then = datetime.fromisoformat(stamp)
        days = (self.context.store.today() - then.date()).days
        return self.ago(stamp) if 0 <= days < 7 else self.dated(then)

    def dated(self, day: date) -> str:
        """A day as it stands in a calendar."""
        month = self.t(f"book.month.{day.month}")
        return self.t("book.date", day=day.day, month=month, year=day.year)

    def lasting(self, seconds: int) -> str:
        """How long something took."""
        minutes = max(1, round(seconds / 60))
        if minutes < 60:
            return self.t("book.minutes", n=minutes)
        return self.t("book.hours", hours=minutes // 60, minutes=f"{minutes % 60:02d}")


def draw_lid(canvas: Canvas, game: str, box: Box, alpha: float = 1.0) -> None:
    """A game's box, seen small: the middle of the lid with its inlay, and its front side."""
    size = canvas.rect(box).size
    if min(size) <= 0 or game not in SHELF:
        return

    def paint() -> pygame.Surface:
        whole = image(SHELF[game].lid)
        high = round(whole.get_height() * 0.78)
        wide = min(whole.get_width(), round(high * size[0] / size[1]))
        left = (whole.get_width() - wide) // 2
        part = whole.subsurface((left, round(whole.get_height() * 0.06), wide, high))
        small = pygame.transform.smoothscale(part, size).convert_alpha()
        rim = max(2, size[1] // 14)
        pygame.draw.rect(small, (60, 52, 46), (0, size[1] - rim, *size), 0)
        shade = pygame.Surface(size, pygame.SRCALPHA)
        pygame.draw.rect(shade, (*SHADE, 120), (0, 0, *size), max(1, size[1] // 40))
        small.blit(shade, (0, 0))
        made = rounded(small, size[1] * 0.1)
        made.set_alpha(round(255 * alpha))
        return made

    canvas.surface.blit(SPRITES.get(("small lid", game, size, alpha), paint), canvas.rect(box))


def _bound(canvas: Canvas, sheet: Box) -> pygame.Surface:
    """The table with an open book on it: paper in a cover of leather with corners of brass."""
    made = pygame.Surface(canvas.surface.get_size()).convert()
    table = Canvas(made, scale=canvas.scale)
    surfaces.ground(table)
    outer = sheet.inset(-COVER)
    surfaces.shadow(table, outer, 26)
    rect = table.rect(outer)
    made.blit(_leather(rect.size, table.px(COVER)), rect)
    surfaces.paper(table, sheet, 12)
    return made


@SPRITES.keeping
def _leather(size: Size, reach: int) -> pygame.Surface:
    """A cover with a line of gold along its edge and a fitting of brass on each corner."""
    made = cover("leather.jpg", size).convert_alpha()
    light = pygame.Surface(size, pygame.SRCALPHA)
    for step in range(3):
        pygame.draw.rect(light, (255, 226, 172, 26 - 8 * step),
                         (step, step, size[0] - 2 * step, size[1] - 2 * step), 1)  # fmt: skip
    made.blit(light, (0, 0))
    made = rounded(made, reach * 1.3)
    gold = mix(surfaces.BRASS_BOTTOM, SHADE, 0.25)
    line = pygame.Rect(0, 0, *size).inflate(-reach * 0.8, -reach * 0.8)
    pygame.draw.rect(made, gold, line, max(1, reach // 12), border_radius=reach)
    wide = round(reach * 3.2)
    fitting = art.picture("book/fitting", (wide, wide))
    right, low = size[0] - wide, size[1] - wide
    flip = pygame.transform.flip
    for at, piece in (((0, 0), fitting), ((right, 0), flip(fitting, True, False)),
                      ((0, low), flip(fitting, False, True)),
                      ((right, low), flip(fitting, True, True))):  # fmt: skip
        made.blit(piece, at)
    return made
