"""Before a game: who plays, with which options, and everything else the box holds.

Choices are remembered per game. Nothing here can be wrong: whatever is chosen can be started.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Literal

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.protocol import Option, OptionError, Value
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, stack
from game.scenes.core.registry import GAME_SCENES
from game.scenes.core.routes import ToLevels, ToName, ToPlay, ToRules
from game.scenes.core.scene import Push, Replace
from game.scenes.core.sheets import MARGIN, Section, Sheet
from game.scenes.home.boxes import GameBox
from game.scenes.home.deals import Deal
from game.scenes.home.seats import Place, SeatRow, can_play
from game.services import levels
from game.services.checked import listed, one_of, table
from game.ui import surfaces
from game.ui.choosers import Choice
from game.ui.frame import Box
from game.ui.groups import Field
from game.ui.layer import Layer
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, LARGE, TOUCH
from game.ui.widgets import Button, Label, Toggle, Widget

LENGTHS = (1, 2, 3, 5)
"""How many games in a row can be chosen."""


class Setup(MenuScene):
    """The opened box of one game."""

    name = "setup"
    renewed = True

    def __init__(
        self, context: Context, game: str, deal: int | Literal["day"] | None = None
    ) -> None:
        super().__init__(context)
        self.game = game
        self.info = GAMES[game].info
        self.options: dict[str, Value] = {o.key: o.default for o in self.info.options}
        self.length = 1
        self.places: list[Place] = []
        self.deal = Deal(self, game) if GAME_SCENES[game].numbered else None
        if self.deal is not None and deal is not None:
            self.deal.choose(deal)
        self._start: Button | None = None

    # What was chosen before ----------------------------------------------------------------------

    def enter(self) -> None:
        low, high = self.info.seats
        likely = sorted(range(low, high + 1), key=lambda count: (count != 2, count))
        self._seat(next((n for n in likely if not self._objection(n, self.options)), likely[0]))
        self._recall(table(self.context.store.get(self._key)))

    @property
    def _key(self) -> str:
        return f"setup {self.game}"

    def _recall(self, kept: Mapping[str, object]) -> None:
        """What was chosen last time, as far as it still makes sense."""
        options = table(kept.get("options"))
        for option in self.info.options:
            value = one_of(options.get(option.key), option.values, option.default)
            self.options[option.key] = value
        chairs = listed(kept.get("chairs"))
        if self.info.seats[0] <= len(chairs) <= self.info.seats[1]:
            known = [profile.id for profile in self.context.store.profiles()]
            self.places = [
                Place.recalled(chair, self._usual(n), known) for n, chair in enumerate(chairs)
            ]
        self._suit_options()
        self.length = one_of(kept.get("length"), LENGTHS, self.length)

    def _remember(self) -> None:
        kept = {
            "options": self.options,
            "chairs": [chair.plain() for chair in self.chairs],
            "length": self.length,
        }
        self.context.store.set(**{self._key: kept})

    def _guest(self, number: int) -> str:
        return self.t("menu.setup.guest", n=number + 1)

    def _usual(self, number: int) -> Place:
        """Who sits at a place at first: the second may be a computer."""
        computer = number == 1 and can_play(self.game)
        return Place("computer" if computer else "person", self._guest(number))

    def _seat(self, count: int) -> None:
        """So many seats; whoever sits stays."""
        while len(self.places) < count:
            self.places.append(self._usual(len(self.places)))
        del self.places[count:]

    @property
    def chairs(self) -> tuple[Chair, ...]:
        return tuple(place.chair(self) for place in self.places)

    # Laying out ----------------------------------------------------------------------------------

    def build(self) -> list[Layer]:
        space = Box(0, 0, *self.size).inset(MARGIN)
        if self.tall or self.size[0] < 1300:
            side = Box(space.x, space.y, space.w, self._head_height(space.w))
            widgets = self._head(side)
            rest = Box(space.x, side.bottom + GAP, space.w, space.bottom - side.bottom - GAP)
        else:
            side = Box(space.x, space.y, max(400.0, space.w * 0.3), space.h)
            widgets = self._column(side)
            rest = Box(side.right + 2 * GAP, space.y, space.right - side.right - 2 * GAP, space.h)
        return [Layer(self.frame, [*widgets, *self._paper(rest)])]

    def _back(self) -> Button:
        return Button("", self.cancel, icon="back", look="round")

    def _box(self) -> GameBox:
        box = GameBox(self.game, self.t(f"{self.game}.name"), lambda: None)
        box.focusable = box.enabled = False
        box.angle = 0.0
        return box

    def _words(self) -> list[Label]:
        words = [Label(self.t(f"{self.game}.tagline"), LARGE, "serif", color=surfaces.BRASS_TOP)]
        for key in ("author", "facts"):
            if self.context.texts.has(f"{self.game}.{key}"):
                words.append(Label(self.t(f"{self.game}.{key}"), BODY, color=surfaces.DARK.faded))
        return words

    def _buttons(self) -> list[Button]:
        buttons = [Button(self.t("menu.rules"), self._open_rules, icon="rules")]
        if levels.files(self.game):
            text = self.t("menu.levels.offer")
            buttons.insert(0, Button(text, self._open_levels, icon="lesson"))
        return buttons

    def _column(self, side: Box) -> list[Widget]:
        back, box = self._back(), self._box()
        back.place(Box(side.x, side.y, TOUCH, TOUCH))
        words, buttons = self._words(), self._buttons()
        high = stack(self.metrics, Box(0, 0, side.w, 0), buttons, GAP)
        below = 4 * GAP + stack(self.metrics, Box(0, 0, side.w, 0), words, GAP) + GAP + high
        top = side.y + TOUCH + 2 * GAP
        box.place(Box(side.x, top, side.w, min(side.w * 0.8, side.bottom - below - top)))
        stack(self.metrics, Box(side.x, box.box.bottom + 4 * GAP, side.w, 0), words, GAP)
        stack(self.metrics, Box(side.x, side.bottom - high, side.w, 0), buttons, GAP)
        return [back, box, *words, *buttons]

    def _head_height(self, width: float) -> float:
        words = stack(self.metrics, Box(0, 0, width * 0.5, 0), self._words(), 6)
        buttons = stack(self.metrics, Box(0, 0, width * 0.5, 0), self._buttons(), 6)
        return max(300.0, words + buttons + 2 * GAP)

    def _head(self, side: Box) -> list[Widget]:
        back, box = self._back(), self._box()
        back.place(Box(side.x, side.y, TOUCH, TOUCH))
        left = side.x + TOUCH + 2 * GAP
        box.place(Box(left, side.y, side.w * 0.4, side.h - GAP))
        words, buttons = self._words(), self._buttons()
        column = Box(box.box.right + 3 * GAP, side.y, side.right - box.box.right - 3 * GAP, 0)
        low = stack(self.metrics, column, words, 6)
        stack(self.metrics, Box(column.x, low + 2 * GAP, column.w, 0), buttons, GAP)
        return [back, box, *words, *buttons]

    def _paper(self, space: Box) -> list[Widget]:
        start = Button(self.t("menu.setup.start"), self.start, icon="play", look="primary",
                       tone=PAPER, size=LARGE)  # fmt: skip
        wide, high = start.natural(self.metrics, space.w / 2)
        if self.focus.current in (None, self._start):
            self.focus.put(start)  # who has nothing to choose begins with one press of a key
        self._start = start
        sheet = Sheet(self, "", width=1400, space=space, foot=high + 2 * GAP)
        start.place(Box(sheet.foot.right - wide, sheet.foot.bottom - high, wide, high))
        widgets: list[Widget] = [*sheet.widgets, start]
        if len(self.places) > 1:
            mix = Button(self.t("menu.setup.shuffle"), self._shuffle, icon="dice", tone=PAPER)
            room = sheet.foot.w - wide - GAP
            size = mix.natural(self.metrics, room)
            mix.place(Box(sheet.foot.x, sheet.foot.bottom - high, size[0], high))
            widgets.append(mix)
        return [*widgets, self.scroll(self._rows(), sheet.body, 10)]

    def _rows(self) -> list[Widget]:
        rows: list[Widget] = [Section(self.t("menu.setup.who"), first=True)]
        low, high = self.info.seats
        if low < high:
            counts = [(n, str(n)) for n in range(low, high + 1)]
            choice = Choice(counts, len(self.places), self._take_count, tone=PAPER)
            rows.append(Field(self.t("menu.setup.seats"), choice, tone=PAPER))
        rows.extend(
            SeatRow(self, self.game, number, place, self.rebuild, self._rename)
            for number, place in enumerate(self.places)
        )
        if self.deal is not None:
            rows.extend(self.deal.rows())
        rows.append(self._length_row())
        if self.info.options:
            rows.append(Section(self.t("menu.setup.options")))
            rows.extend(self._option_row(option) for option in self.info.options)
        return rows

    def _length_row(self) -> Widget:
        lengths = [(n, str(n)) for n in LENGTHS]
        choice = Choice(lengths, self.length, self._take_length, tone=PAPER)
        label, note = self.t("menu.setup.length"), self.t("menu.setup.length_help")
        return Field(label, choice, note, tone=PAPER)

    def _option_row(self, option: Option) -> Widget:
        texts = self.context.texts
        label = texts.option_label(self.game, option.key)
        usual = texts.option_label(self.game, option.key, option.default)
        rule = self.t("menu.setup.rule", value=usual)
        note = f"{texts.option_help(self.game, option.key)} {rule}"
        value = self.options[option.key]
        control: Widget
        if set(option.values) == {True, False}:
            control = Toggle("", bool(value), lambda on: self._take(option.key, on), tone=PAPER)
        else:
            values = [(v, texts.option_label(self.game, option.key, v)) for v in option.values]
            control = Choice(values, value, lambda v: self._take(option.key, v), tone=PAPER)
        return Field(label, control, note, tone=PAPER, share=0.46)

    # Choosing ------------------------------------------------------------------------------------

    def _take(self, key: str, value: Value) -> None:
        self.options[key] = value
        low, high = self.info.seats
        counts = (n for n in range(low, high + 1) if not self._objection(n, self.options))
        if self._objection(len(self.places), self.options):
            self._take_count(next(counts, len(self.places)))

    def _take_count(self, count: int) -> None:
        self._seat(count)
        self._suit_options()
        self.rebuild()

    def _objection(self, seats: int, options: Mapping[str, Value]) -> str | None:
        """The option that does not suit so many seats; None if all do."""
        try:
            GAMES[self.game].start(seats, options)
        except OptionError as error:
            return error.at
        return None

    def _suit_options(self) -> None:
        """Options that do not suit the company take the first value that does."""
        count = len(self.places)
        for option in self.info.options:
            if self._objection(count, self.options) == option.key:
                values = ({**self.options, option.key: v} for v in option.values)
                suiting = (o for o in values if self._objection(count, o) != option.key)
                self.options = next(suiting, self.options)

    def _take_length(self, length: int) -> None:
        self.length = length

    def _shuffle(self) -> None:
        """Let luck decide who sits where; the first seat begins."""
        random.shuffle(self.places)
        self.context.sound.play("dice_roll")
        self.rebuild()

    def _rename(self, place: Place) -> None:
        def done(name: str, profile: int | None) -> None:
            place.name, place.profile = name, profile

        self.go(Push(ToName(place.name, done)))

    def _open_rules(self) -> None:
        self.go(Push(ToRules(self.game)))

    def _open_levels(self) -> None:
        self.go(Push(ToLevels(self.game)))

    def start(self) -> None:
        """Begin the match that was set up."""
        self._remember()
        seed = self.context.seed
        if self.deal is not None:
            seed = self.deal.seed()
        elif seed is None:
            seed = random.SystemRandom().getrandbits(32)
        match = Match(GAMES[self.game], len(self.places), self.options, seed=seed)
        series = Series(match, self.length)
        self.go(Replace(ToPlay(series, self.chairs)))
