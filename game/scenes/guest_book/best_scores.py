"""The best that was ever reached: by game, by options, and by deal where deals have numbers."""

from collections.abc import Mapping, Sequence
from functools import partial

from game.rules import GAMES
from game.rules.core.protocol import Value
from game.scenes.core.context import Context
from game.scenes.core.menu import lay_out_chips
from game.scenes.core.registry import GAME_SCENES
from game.scenes.core.routes import ToSetup
from game.scenes.core.scene import Push
from game.scenes.core.sheets import Section
from game.scenes.evening.pictures import draw_place
from game.scenes.guest_book.book_page import BookPage, draw_lid
from game.services.deal_numbers import day_of, number_of_day, read_number
from game.services.history import Score
from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box
from game.ui.layer import Layer
from game.ui.surfaces import BRASS_EDGE, PAPER
from game.ui.theme import BODY, GAP, GOLD, LARGE, SHADE, SMALL, mix
from game.ui.widgets import (
    Action,
    Arranged,
    Button,
    Choice,
    Label,
    Picture,
    Pressable,
    Widget,
    write,
)

SHOWN = 20
OF_MANY, OF_DAY = 5, 3
"""How many of the best are listed: usually, where there are deals as well, and of the day's."""
LID = 84.0
"""How high the boxes of the games are at the head of the page."""


class Records(BookPage):
    """The best scores of one game at a time."""

    name = "records"
    page = "records"

    def __init__(self, context: Context, game: str = "") -> None:
        super().__init__(context)
        self.game = game or next(iter(GAME_SCENES))
        self._given = bool(game)
        self._chosen: dict[str, Value] | None = None

    def enter(self) -> None:
        """Begin with the game that was finished last."""
        last = [] if self._given else self.context.store.history.results(limit=1)
        if last and last[0].game in GAME_SCENES:
            self.game = last[0].game

    def build(self) -> list[Layer]:
        widgets, body, _ = self.open_page()
        lids = Arranged(
            [_Lid(game, game == self.game, partial(self.show_game, game)) for game in GAME_SCENES],
            _lay_out_lids,
        )
        lids.place(Box(body.x, body.y, body.w, LID + 8))
        top = lids.box.bottom + 2 * GAP
        rest = Box(body.x, top, body.w, body.bottom - top)
        rows = self._rows()
        if rows:
            found: list[Widget] = [self.scroll(rows, rest, 6)]
        else:
            none = self.t("book.records.none", game=self.t(f"{self.game}.name"))
            play = Button(self.t("book.records.play"), self.play, icon="play", look="primary",
                          tone=PAPER, size=LARGE)  # fmt: skip
            found = self.empty(rest, none, self.t("book.records.why"), size=LARGE, below=play)
        return [Layer(self.frame, [*widgets, lids, *found])]

    def _rows(self) -> list[Widget]:
        history = self.context.store.history
        sets = history.option_sets(self.game)
        if not sets:
            return []
        options = self._chosen if self._chosen in sets else sets[0]
        assert options is not None
        rows: list[Widget] = [Section(self.t(f"{self.game}.name"), first=True)]
        if len(sets) > 1:
            values = [(number, self.rules_of(each)) for number, each in enumerate(sets)]
            rows.append(Choice(values, sets.index(options), partial(self._take, sets), tone=PAPER))
        else:
            rules = self.rules_of(options)
            rows.append(Label(rules, SMALL, tone=PAPER, color=PAPER.faded))
        numbered = GAME_SCENES[self.game].numbered
        best = history.best(self.game, options, limit=OF_MANY if numbered else SHOWN)
        rows += [_Place(self, n, score) for n, score in enumerate(best)]
        if numbered:
            rows += self._deals(options)
        return rows

    def rules_of(self, options: Mapping[str, Value]) -> str:
        """With which options something was played: those that are not the usual ones."""
        texts = self.context.texts
        unusual = [
            f"{texts.option_label(self.game, option.key)}: "
            f"{texts.option_label(self.game, option.key, options[option.key])}"
            for option in GAMES[self.game].info.options
            if option.key in options and options[option.key] != option.default
            and options[option.key] in option.values
        ]  # fmt: skip
        return " · ".join(unusual) or self.t("book.records.usual")

    def _deals(self, options: Mapping[str, Value]) -> list[Widget]:
        """The deal of the day, and every numbered one that was played."""
        history, today = self.context.store.history, number_of_day(self.context.store.today())
        rows: list[Widget] = [Section(self.t("book.records.of_day"))]
        best = history.best(self.game, options, today, OF_DAY)
        if not best:
            text = self.t("book.records.day_none")
            rows.append(Label(text, BODY, tone=PAPER, color=PAPER.faded))
        rows += [_Place(self, n, score) for n, score in enumerate(best)]
        play = Button(self.t("book.records.day_play"), partial(self.play, today), icon="play",
                      tone=PAPER)  # fmt: skip
        rows.append(Arranged([play], lay_out_chips))
        gardens = [
            self._garden(number, best) for seed, best in history.gardens(self.game, options)
            if (number := read_number(seed))
        ]  # fmt: skip
        if gardens:
            rows += [Section(self.t("book.records.numbered")), *gardens]
        return rows

    def _garden(self, number: int, best: Score) -> Widget:
        day = day_of(number)
        name = self.t("book.records.number", number=number)
        if day is not None:
            name = self.t("book.records.day", date=self.dated(day))
        who = self.context.called(best.chair)
        detail = self.t("book.records.best", points=best.points, who=who)
        return Button(name, partial(self.play, number), icon="replay", look="row", detail=detail,
                      tone=PAPER)  # fmt: skip

    def show_game(self, game: str) -> None:
        """Turn to another game."""
        self.game, self._chosen, self.scrolled = game, None, None
        self.rebuild()

    def _take(self, sets: list[dict[str, Value]], number: int) -> None:
        self._chosen = sets[number]
        self.rebuild()

    def play(self, number: int | None = None) -> None:
        """To the game's set-up; with a number, to the deal that has it."""
        self.go(Push(ToSetup(self.game, number)))


def _lay_out_lids(metrics: TextMetrics, box: Box, lids: Sequence[Widget]) -> float:
    """The boxes of all games in the middle of a line."""
    step = min(150.0, (box.w + GAP) / len(lids))
    left = box.center[0] - (step * len(lids) - GAP) / 2
    for number, lid in enumerate(lids):
        lid.place(Box(left + number * step, box.y + 4, min(step - GAP, LID * 1.4), LID))
    return LID + 8


class _Lid(Pressable):
    def __init__(self, game: str, chosen: bool, action: Action) -> None:
        super().__init__(action, tone=PAPER)
        self.game, self.chosen = game, chosen
        self.radius = 10

    def draw(self, canvas: Canvas) -> None:
        box = self.box.moved(0, 2) if self.pressed else self.box
        surfaces.shadow(canvas, box, 9, blur=8, drop=4, alpha=0.5)
        draw_lid(canvas, self.game, box)
        if self.chosen:
            canvas.outline(box.inset(-6), mix(GOLD, SHADE, 0.18), 5, 14)
        elif not self.hovered:
            canvas.fill(box, (*PAPER.bottom[:3], 70), 9)


class _Place(Picture):
    """A place among the best: its number, who it was, how much, and when."""

    def __init__(self, scene: Records, number: int, score: Score) -> None:
        super().__init__(self._paint, lambda metrics, _: 64 * max(1, metrics.text_scale * 0.85))
        self._scene, self._number, self.score = scene, number, score

    def _paint(self, canvas: Canvas, box: Box) -> None:
        middle, score = box.center[1], self.score
        rank = box.x + 30, middle
        if self._number:
            draw_place(canvas, self._number + 1, rank)
        else:
            icons.draw(canvas, "trophy", rank, 46, mix(BRASS_EDGE, GOLD, 0.57))
        self._scene.badge(canvas, score.chair, (box.x + 98, middle), 50)
        points = str(score.points)
        wide = max(90.0, canvas.text_size(points, LARGE, "bold")[0])
        high = canvas.line_height(LARGE, "bold")
        canvas.text(points, (box.right - 4, middle - high / 2), LARGE, PAPER.text, "bold", "right")
        left, right = box.x + 140, box.right - wide - 2 * GAP
        date = self._scene.when(score.date)
        room = canvas.text_size(date, SMALL)[0]
        if right - left > room + 260:
            at = right, middle - canvas.line_height(SMALL) / 2
            canvas.text(date, at, SMALL, PAPER.faded, anchor="right")
            right -= room + 2 * GAP
        name = self._scene.context.called(score.chair)
        place = Box(left, box.y + 3, right - left, box.h - 6)
        write(canvas, name, place, BODY, PAPER.text, "bold")
