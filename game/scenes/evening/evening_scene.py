"""An evening on the table: the score card between two games, the ceremony at the end, the past.

An evening that was interrupted is gone on with here. What is shown follows from the store alone.
"""

from functools import partial

from game.ai.analysis import Choice
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, in_row
from game.scenes.core.routes import ToCeremony, ToEveningSetup, ToHighlights, ToPlay
from game.scenes.core.scene import Change, Home, Pop, Push, Replace
from game.scenes.core.sheets import MARGIN, PAD, Row, Sheet, entry, list_sheet, spread
from game.scenes.evening.pictures import Card, Fan, Podium, guests
from game.scenes.home.boxes import straight
from game.scenes.play.key_moves import KeyMoves
from game.scenes.review.broken_match import to_running
from game.scenes.review.replay import watched
from game.services.evening import Evening
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.theme import BODY, GAP, LARGE, TITLE
from game.ui.timeline import Call, Timeline, Tween, Wait, linear
from game.ui.widgets import Button, Faded, Label, Widget

COUNTING = 2.6
"""Seconds in which a game's points come to the card."""
LOOK = 0.5
"""Seconds before they come."""
RISE = 0.55
"""Seconds a block of the podium takes to rise."""


class _Happening(MenuScene):
    """An evening in which something happens by itself; a press or a key puts it at its end."""

    def __init__(self, context: Context, evening_id: int) -> None:
        super().__init__(context)
        self.evening_id = evening_id
        self.evening: Evening
        self.timeline = Timeline(context.settings.reduced_motion, context.settings.pace)

    def paper(self, card: Card, space: Box, title: str = "") -> list[Widget]:
        """The card and how its points are counted, on a sheet."""
        formula = Faded(self.t("evening.formula"), BODY - 4, "italic")
        head = [Label(title, TITLE - 8, "serif")] if title else []
        found = List([*head, card, formula], gap=18)
        width = min(1400.0, space.w) - 2 * PAD - GAP
        high = found.natural(self.metrics, width)[1] + 64
        if self.tall:
            space = Box(space.x, space.y, space.w, min(space.h, high))
        sheet = Sheet(self, "", width=1400, height=high, space=space)
        found.arrange(self.metrics, sheet.body)
        return [*sheet.widgets, found]

    @property
    def looked_into(self) -> list[tuple[int, KeyMoves]]:
        """What is known of the games played since the table was opened, by their numbers."""
        known = self.context.looked_into
        return [(number, known[part.match_id]) for number, part in enumerate(self.evening.parts)
                if part.match_id in known]  # fmt: skip

    def update(self, seconds: float) -> Change:
        """While people look, the computer looks on for what was given away."""
        for open_ in [found for _, found in self.looked_into if not found.done][:1]:
            open_.update()
        return super().update(seconds)

    def pause(self) -> None:
        super().pause()
        self.leave()

    def leave(self) -> None:
        for _, found in self.looked_into:
            found.rest()

    def cancel(self) -> None:
        self.go(Home())

    def on(self, intent: Intent) -> Change:
        if self.timeline.moving and intent.kind in ("press", "confirm"):
            self.timeline.skip()
            if intent.kind == "confirm":
                return None
        return super().on(intent)


class EveningScene(_Happening):
    """The card, and the next game's box. `fresh` is the game that has just been played."""

    name = "evening"
    renewed = True

    def __init__(self, context: Context, evening_id: int) -> None:
        super().__init__(context, evening_id)
        self.fresh: int | None = None
        self.card: Card | None = None
        self._told = False

    def enter(self) -> None:
        """Count a game that is over; forget one that is gone."""
        counted = self.context.store.count(self.evening_id)
        if counted is not None:
            self.fresh = counted
        self.evening = self.context.store.evenings.find(self.evening_id)

    def build(self) -> list[Widget]:
        home = Button("", lambda: self.go(Home()), icon="home", look="round")
        picture, words, buttons = self._next()
        side, rest = spread(self, [home], picture, words, buttons)
        self.focus.current = self.focus.current or buttons[0]
        return [*side, *self._paper(rest)]

    def _next(self) -> tuple[Widget, list[Label], list[Button]]:
        """The next game's box with words and buttons; all boxes when everything is played."""
        evening, number = self.evening, self.evening.number
        if number is None:
            done = Label(self.t("evening.last_done"), LARGE, "serif", color=surfaces.BRASS_TOP)
            away = Button(self.t("evening.ceremony"), self.celebrate, icon="trophy",
                          look="primary", size=LARGE - 2)  # fmt: skip
            games = [part.game for part in evening.parts][:5]
            return Fan(self.context, games), [done], [away]
        part = evening.parts[number]
        name = self.t(f"{part.game}.name")
        box = straight(self, part.game, self.sit_down)
        text = self.t("evening.round", number=number + 1, count=len(evening.parts))
        first = self.context.called(evening.seated(number)[0])
        words = [
            Label(text, LARGE, "serif", color=surfaces.BRASS_TOP),
            Label(self.t("evening.first_seat", who=first), BODY, color=surfaces.DARK.text),
        ]
        key = "play" if part.match_id is None else "resume"
        play = Button(self.t(f"evening.{key}", game=name), self.sit_down, icon="play",
                      look="primary", size=LARGE - 4)  # fmt: skip
        ask = partial(self.ask_before, "evening.stop", self._stop)
        stop = Button(self.t("evening.stop"), ask, icon="flag")
        return box, words, [play, stop] if self.context.may_end(evening.id) else [play]

    def _paper(self, space: Box) -> list[Widget]:
        evening, played = self.evening, len(self.evening.played)
        title = self.t("evening.title")
        if played:
            title = self.t("evening.after", number=played, count=len(evening.parts))
        shown = self.card.shown if self.card is not None else 0.0 if self._counts else 1.0
        people = guests(self.context, evening.chairs)
        self.card = Card(evening, people, self.fresh)
        self.card.shown = shown
        return self.paper(self.card, space, title)

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

    def sit_down(self) -> None:
        """Sit down to the next game, or go on with it."""
        number = self.evening.number
        if number is None:
            return
        part = self.evening.parts[number]
        if part.match_id is not None:
            self.go(Push(to_running(self.context, part.match_id)))
            return
        chairs, seed = self.evening.seated(number), f"{self.context.new_seed()}/{number}"
        match = Match(GAMES[part.game], len(chairs), part.options, seed=seed)
        self.context.sound.play("box_open")
        seat = partial(self.context.store.evenings.seat, self.evening_id, number)
        self.go(Replace(ToPlay(Series(match), chairs, begun=seat)))

    def celebrate(self) -> None:
        self.go(Replace(ToCeremony(self.evening_id)))

    def _stop(self) -> None:
        self.context.store.evenings.close(self.evening_id)
        if self.evening.played:
            self.celebrate()
        else:
            self.go(Home())


class Ceremony(_Happening):
    """The end of an evening: the podium rises, gold leaves fall, the card lies beside it.

    The podium of a `past` evening stands at once.
    """

    name = "ceremony"

    def __init__(self, context: Context, evening_id: int, past: bool = False) -> None:
        super().__init__(context, evening_id)
        self.podium: Podium
        self.past = past
        self._headline = Label("")
        self._told: list[Widget] = []
        self._begun = past

    def enter(self) -> None:
        """Whoever has come so far has seen the result: the evening is over."""
        self.context.store.evenings.close(self.evening_id)
        self.evening = self.context.store.evenings.find(self.evening_id)
        self.podium = Podium(self.evening, guests(self.context, self.evening.chairs))
        self.podium.leaves = not (self.past or self.timeline.reduced)

    def lay(self) -> list[Layer]:
        space = Box(0, 0, *self.size).inset(MARGIN)
        text = won(self, self.evening)
        size = TITLE * max(0.6, min(1.0, space.w / self.metrics.width(text, TITLE, "serif")))
        title = Label(text, size, "serif", color=surfaces.BRASS_TOP, anchor="center")
        high = self.metrics.height(text, size, space.w, "serif")
        title.place(Box(space.x, space.y, space.w, high))
        buttons = self.buttons()
        foot = in_row(self.metrics, Box(0, 0, space.w, 0), buttons, GAP)
        in_row(self.metrics, Box(space.x, space.bottom - foot, space.w, 0), buttons, GAP)
        top = title.box.bottom + GAP
        inner = Box(space.x, top, space.w, space.bottom - foot - 2 * GAP - top)
        if self.tall:
            stand = Box(inner.x, inner.y, inner.w, inner.h * 0.52)
            rest = inner.below(stand.bottom + GAP)
        else:
            stand = Box(inner.x, inner.y, inner.w * 0.46, inner.h)
            rest = inner.beyond(stand.right + 2 * GAP)
        self.podium.place(stand)
        card = Card(self.evening, self.podium.guests)
        self._headline, self._told = title, self.paper(card, rest)
        self._reveal()
        self.focus.current = self.focus.current or buttons[0]
        told = Layer(self.frame, [title, *self._told])
        return [told, Layer(self.frame, [self.podium, *buttons])]

    def _reveal(self) -> None:
        """Nothing tells who has won before the podium does."""
        done = self.podium.shown >= 1
        self._headline.text = won(self, self.evening) if done else self.t("evening.suspense")
        for widget in self._told:
            widget.visible = done

    def cancel(self) -> None:
        self.go(Pop() if self.past else Home())

    @property
    def fork(self) -> tuple[int, Choice] | None:
        """The choice that cost most of all in the evening, and in which game, as far as known."""
        found = [(number, each.found[0]) for number, each in self.looked_into if each.found]
        return max(found, key=lambda one: one[1].loss, default=None)

    def buttons(self) -> list[Button]:
        """The way home, to the fork, and to the set-up, which remembers people and programme."""
        self._shown = self.fork
        forks = [] if self._shown is None else [self._to_fork(*self._shown)]
        if self.past:
            back = Button(self.t("evening.back"), self.cancel, icon="back", look="primary")
            return [back, *forks]
        again = self.t("evening.again")
        return [
            Button(self.t("evening.home"), self.cancel, icon="home", look="primary"), *forks,
            Button(again, lambda: self.go(Replace(ToEveningSetup())), icon="replay"),
        ]

    def _to_fork(self, number: int, mistake: Choice) -> Button:
        chairs, seat = self.evening.seated(number), mistake.seat
        game = self.t(f"{self.evening.parts[number].game}.name")
        who = self.context.called(chairs[seat])
        text = self.t("evening.fork", number=number + 1, game=game, name=who)

        def look() -> None:
            """The story of that game, from there on."""
            known = dict(self.looked_into)[number]
            play = watched(self.context, Series(known.match), chairs, 0)
            play.key_moves = known
            self.go(Push(ToHighlights(play, self.turn, mistake.step)))

        return Button(text, look, icon="branch")

    def resume(self) -> None:
        super().resume()
        if not (self._begun or self.timeline.reduced):
            self._show(0.0)
            self.timeline.play(
                Wait(0.4),
                Tween(RISE * len(self.evening.chairs), self._show, linear),
                Call(lambda: self.context.sound.play("win")),
            )
        self._begun = True

    def _show(self, share: float) -> None:
        blocks, before = len(self.evening.chairs), self.podium.shown
        self.podium.shown = share
        if int(share * blocks) > int(before * blocks) and share < 1:
            self.context.sound.play("wood_knock")
        self._reveal()

    def update(self, seconds: float) -> Change:
        if not self.timeline.moving and self.podium.falling:
            self.podium.age += seconds
        if not self.timeline.moving and self.fork != self._shown:
            self.rebuild()
        return super().update(seconds)

    def paint(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        surfaces.dim(canvas, 0.25)


class PastEvenings(MenuScene):
    """The evenings that ended: who was there and who won, each with its podium; or struck out."""

    name = "past-evenings"
    renewed = True

    def build(self) -> list[Widget]:
        lines = [self._entry(evening) for evening in self.context.store.evenings.past()]
        none = Label(self.t("evening.past_none"))
        return list_sheet(self, self.t("evening.past"), lines or [none], 14)

    def _entry(self, evening: Evening) -> Row:
        names = self.context.company(evening.chairs)
        facts = self.t("evening.games", n=len(evening.played)), self.ago(evening.begun)
        to_podium = partial(self.go, Push(ToCeremony(evening.id, past=True)))
        forget = partial(self._forget, evening)
        strike = partial(self.ask_before, "evening.strike", forget, held=True)
        return entry(names, won(self, evening), facts, to_podium, strike, "trophy")

    def _forget(self, evening: Evening) -> None:
        self.context.store.evenings.forget(evening.id)
        self.rebuild()


def won(scene: MenuScene, evening: Evening) -> str:
    """Who has won an evening, in words."""
    ranked = zip(evening.chairs, evening.places(), strict=True)
    best = [chair for chair, place in ranked if place == 1]
    return scene.t("evening.won", n=len(best), who=[scene.context.called(chair) for chair in best])
