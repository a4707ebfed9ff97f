"""An evening on the table: the score card of all games, and the next game's box beside it.

Everything between two games happens here, and an evening that was interrupted is gone on with
here. What is shown follows from the store alone.
"""

from __future__ import annotations

import random
from functools import partial

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.record import RecordError
from game.scenes.core.chairs import called
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, stack
from game.scenes.core.routes import ToCeremony, ToPlay
from game.scenes.core.scene import Change, Home, Push, Replace
from game.scenes.core.sheets import MARGIN, Sheet
from game.scenes.evening.card import Card
from game.scenes.evening.fan import Fan
from game.scenes.evening.guests import guests
from game.scenes.home.boxes import GameBox
from game.scenes.review.broken_match import to_running
from game.services.evening import Evening, Finish
from game.ui import surfaces
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, LARGE, TITLE, TOUCH
from game.ui.timeline import Call, Timeline, Tween, Wait, linear
from game.ui.widgets import Button, Label, Widget

COUNTING = 2.6
"""Seconds in which a game's points come to the card."""
LOOK = 0.5
"""Seconds before they come."""


class EveningScene(MenuScene):
    """The evening with this number. `fresh` is the game that has just been played."""

    name = "evening"
    renewed = True

    def __init__(self, context: Context, evening_id: int, fresh: int | None = None) -> None:
        super().__init__(context)
        self.evening_id = evening_id
        self.fresh = fresh
        self.timeline = Timeline(context.settings.reduced_motion, context.settings.pace)
        self.card: Card | None = None
        self._told = False

    @property
    def evening(self) -> Evening:
        return self._evening

    # What has been played ------------------------------------------------------------------------

    def enter(self) -> None:
        self._evening = self.context.store.evenings.find(self.evening_id)
        self._catch_up()

    def _catch_up(self) -> None:
        """Count a game that was over when the table went dark; forget one that is gone."""
        number = self._evening.number
        if number is None or self._evening.parts[number].match_id is None:
            return
        evenings = self.context.store.evenings
        try:
            match = self._begun(number)
        except KeyError:
            match = None
            evenings.seat(self.evening_id, number, None)
        if match is not None and match.outcome is not None:
            evenings.finish(self.evening_id, number, Finish.of(match, number))
            self.fresh = number
        self._evening = evenings.find(self.evening_id)

    def _begun(self, number: int) -> Match | None:
        """The match of a game that was begun; None if it cannot be read, KeyError if it is gone."""
        match_id = self._evening.parts[number].match_id
        assert match_id is not None
        try:
            return self.context.store.resume(match_id).series.current
        except RecordError:
            return None

    # Laying out ----------------------------------------------------------------------------------

    def build(self) -> list[Layer]:
        space = Box(0, 0, *self.size).inset(MARGIN)
        home = Button("", lambda: self.go(Home()), icon="home", look="round")
        home.place(Box(space.x, space.y, TOUCH, TOUCH))
        picture, words, buttons = self._picture(), self._words(), self._buttons()
        if self.tall:
            low = self._above(space, picture, words, buttons)
            rest = Box(space.x, low + 3 * GAP, space.w, space.bottom - low - 3 * GAP)
        else:
            side = Box(space.x, space.y, max(400.0, space.w * 0.3), space.h)
            self._beside(side, picture, words, buttons)
            rest = Box(side.right + 2 * GAP, space.y, space.right - side.right - 2 * GAP, space.h)
        if self.focus.current is None:
            self.focus.put(buttons[0])
        return [Layer(self.frame, [home, picture, *words, *buttons, *self._paper(rest)])]

    def _beside(
        self, side: Box, picture: Widget, words: list[Label], buttons: list[Button]
    ) -> None:
        """Picture, words and buttons below each other beside the card."""
        high = stack(self.metrics, Box(0, 0, side.w, 0), buttons, GAP)
        stack(self.metrics, Box(side.x, side.bottom - high, side.w, 0), buttons, GAP)
        about = stack(self.metrics, Box(0, 0, side.w, 0), words, GAP)
        room = side.h - TOUCH - high - about - 6 * GAP
        picture.place(Box(side.x, side.y + TOUCH + GAP, side.w, room))
        stack(self.metrics, Box(side.x, picture.box.bottom + 3 * GAP, side.w, 0), words, GAP)

    def _above(
        self, space: Box, picture: Widget, words: list[Label], buttons: list[Button]
    ) -> float:
        """A large picture above the card, words and buttons between them; gives their end."""
        top = Box(space.x + TOUCH, space.y, space.w - 2 * TOUCH, space.h * 0.3)
        picture.place(top)
        half = (space.w - 3 * GAP) / 2
        at = top.bottom + 3 * GAP
        told = stack(self.metrics, Box(space.x + GAP, at, half, 0), words, GAP)
        return max(told, stack(self.metrics, Box(space.right - half, at, half, 0), buttons, GAP))

    def _picture(self) -> Widget:
        """The box of the next game, or all of them when everything is played."""
        number = self._evening.number
        if number is None or self._evening.over:
            return Fan([part.game for part in self._evening.parts][:5])
        game = self._evening.parts[number].game
        box = GameBox(game, self.t(f"{game}.name"), self.sit_down)
        box.focusable = False
        box.angle = 0.0
        return box

    def _words(self) -> list[Label]:
        evening, count = self._evening, len(self._evening.parts)
        number = evening.number
        if number is None:
            return [Label(self.t("evening.last_done"), LARGE, "serif", color=surfaces.BRASS_TOP)]
        first = called(self.context.texts, evening.seated(number)[0])
        text = self.t("evening.round", number=number + 1, count=count)
        return [
            Label(text, LARGE, "serif", color=surfaces.BRASS_TOP),
            Label(self.t("evening.first_seat", who=first), BODY, color=surfaces.DARK.text),
        ]

    def _buttons(self) -> list[Button]:
        number = self._evening.number
        if number is None or self._evening.over:
            text = self.t("evening.ceremony")
            return [Button(text, self.celebrate, icon="trophy", look="primary", size=LARGE - 2)]
        part = self._evening.parts[number]
        key = "play" if part.match_id is None else "resume"
        text = self.t(f"evening.{key}", game=self.t(f"{part.game}.name"))
        return [
            Button(text, self.sit_down, icon="play", look="primary", size=LARGE - 4),
            Button(self.t("evening.stop"), self._ask_stop, icon="flag"),
        ]

    def _paper(self, space: Box) -> list[Widget]:
        evening, count = self._evening, len(self._evening.parts)
        played = len(evening.played)
        title = self.t("evening.title")
        if played:
            title = self.t("evening.after", number=played, count=count)
        shown = self.card.shown if self.card is not None else 0.0 if self._counts else 1.0
        self.card = Card(evening, guests(self.context, evening.chairs), self.fresh)
        self.card.shown = shown
        formula = Label(self.t("evening.formula"), BODY - 4, "italic", tone=PAPER,
                        color=PAPER.faded)  # fmt: skip
        head = Label(title, TITLE - 8, "serif", tone=PAPER)
        found = List([head, self.card, formula], tone=PAPER, gap=18)
        width = min(1400.0, space.w) - 72 - GAP
        high = found.natural(self.metrics, width)[1] + 64
        if self.tall:
            space = Box(space.x, space.y, space.w, min(space.h, high))
        sheet = Sheet(self, "", width=1400, height=high, space=space)
        found.arrange(self.metrics, sheet.body)
        return [*sheet.widgets, found]

    # The points come -----------------------------------------------------------------------------

    @property
    def _counts(self) -> bool:
        """Whether the points of the last game are still to come to the card."""
        return self.fresh is not None and not self._told

    def resume(self) -> None:
        if self.away:
            self.enter()
        super().resume()
        if not self._counts:
            return
        self._told = True
        if self.timeline.reduced:
            self._show(1.0)
            return
        self.timeline.play(
            Wait(LOOK),
            Call(lambda: self.context.sound.play("point_many")),
            Tween(COUNTING, self._show, linear),
            Call(lambda: self.context.sound.play("wood_knock")),
        )

    def _show(self, share: float) -> None:
        if self.card is not None:
            self.card.shown = share
        self.stale = True

    # What comes next -----------------------------------------------------------------------------

    def sit_down(self) -> None:
        """Sit down to the next game, or go on with it."""
        number = self._evening.number
        if number is None or self._evening.over:
            return
        part = self._evening.parts[number]
        if part.match_id is not None:
            self.go(Push(to_running(self.context, part.match_id)))
            return
        seed = self.context.seed
        if seed is None:
            seed = random.SystemRandom().getrandbits(32)
        chairs = self._evening.seated(number)
        match = Match(GAMES[part.game], len(chairs), part.options, seed=f"{seed}/{number}")
        self.context.sound.play("box_open")
        seat = partial(self.context.store.evenings.seat, self.evening_id, number)
        self.go(Replace(ToPlay(Series(match), chairs, begun=seat)))

    def celebrate(self) -> None:
        self.go(Replace(ToCeremony(self.evening_id)))

    def _ask_stop(self) -> None:
        self.ask(
            self.t("evening.stop_title"), self.t("evening.stop_text"),
            [(self.t("evening.stop_yes"), self._stop), (self.t("menu.stay"), None)],
        )  # fmt: skip

    def _stop(self) -> None:
        self.context.store.evenings.close(self.evening_id)
        if self._evening.played:
            self.celebrate()
        else:
            self.go(Home())

    def cancel(self) -> None:
        self.go(Home())

    # Time and input ------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return self.timeline.moving or super().moving

    def on(self, intent: Intent) -> Change:
        if self.timeline.moving and intent.kind in ("press", "confirm"):
            self.timeline.skip()
            if intent.kind == "confirm":
                return None
        return super().on(intent)

    def update(self, seconds: float) -> Change:
        if self.timeline.moving:
            self.timeline.update(seconds)
            self.stale = True
        return super().update(seconds)

    def other(self, intent: Intent) -> None:
        if intent.kind == "menu":
            self.cancel()
        else:
            super().other(intent)
