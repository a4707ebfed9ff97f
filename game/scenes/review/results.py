"""The end of a game: who won and why, the score explained line by line, and what comes next."""

from __future__ import annotations

import random
from collections import Counter

from game.rules.core.highlights import has_story
from game.rules.core.match import Match, Series
from game.rules.core.protocol import Seat
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, in_row
from game.scenes.core.played_match import Board
from game.scenes.core.routes import ToEvening, ToHighlights, ToPlay, ToSetup
from game.scenes.core.scene import Home, Pop, Push
from game.scenes.core.sheets import MARGIN, PAD, Section, Sheet, title_height
from game.services.evening import Finish, person_at, spell_share
from game.ui import icons
from game.ui.canvas import Canvas
from game.ui.fonts import number, signed
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import BRASS_EDGE, PAPER
from game.ui.text_metrics import TextMetrics
from game.ui.theme import BODY, GAP, LARGE, SCORE, Color, mix
from game.ui.widgets import Action, Button, Label, Widget

LABELS = {"story": "story.offer", "evening": "evening.back_to"}
"""Texts of buttons that belong to other files than the sheet's own."""


class Results(MenuScene):
    """A sheet over the finished match; closing it shows the board again."""

    name = "results"
    overlay = True

    def __init__(self, context: Context, play: Board) -> None:
        super().__init__(context)
        self.play = play
        self.match = play.match
        self._outcome = play.match.outcome
        self.series = play.series
        self.evening = context.store.evenings.of_match(play.match_id)
        self._list: List | None = None

    # Laying out ----------------------------------------------------------------------------------

    def build(self) -> list[Layer]:
        width = min(1460.0, self.size[0] - 2 * MARGIN)
        buttons = self.buttons()
        foot = in_row(self.metrics, Box(0, 0, width - 2 * PAD, 0), buttons, GAP) + GAP
        rows = List(self.rows(), tone=PAPER, gap=6)
        high = rows.natural(self.metrics, width - 2 * PAD - GAP)[1]
        head = title_height(self.metrics, self.headline(), width) + 36
        height = 26 + head + high + foot + 60
        sheet = Sheet(self, self.headline(), width=width, height=height, foot=foot)
        offset = self._list.offset if self._list else 0.0
        self._list, rows.offset = rows, offset
        rows.arrange(self.metrics, sheet.body)
        in_row(self.metrics, sheet.foot, buttons, GAP)
        if self.focus.current is None:
            self.focus.put(buttons[0])
        return [Layer(self.frame, [*sheet.widgets, rows, *buttons], modal=True)]

    def headline(self) -> str:
        """What stands at the top of the sheet."""
        outcome = self.match.outcome
        winners = outcome.winners if outcome else ()
        if self.match.seats == 1:
            return self.t("menu.results.solved" if winners else "menu.results.unsolved")
        if not winners:
            return self.t("menu.results.draw")
        who = self.context.texts.listed([self.play.names[seat] for seat in winners])
        return self.t("menu.results.won", n=len(winners), who=who)

    def rows(self) -> list[Widget]:
        """The sheet's body."""
        rows: list[Widget] = []
        outcome = self.match.outcome
        if outcome is not None:
            reason = self.context.texts.outcome(self.play.id, outcome, self.play.names)
            rows.append(Label(reason, BODY, tone=PAPER, color=PAPER.faded))
        rows.append(Section(self.t("menu.results.score")))
        for seat in self.ranking():
            rows.append(self.standing(seat))
            rows.extend(self._lines(seat))
        if self.series.length > 1:
            rows.extend(self.series_rows())
        if self.evening is not None and outcome is not None:
            rows.extend(self._evening_rows(self.evening[1]))
        return rows

    def ranking(self) -> list[Seat]:
        """The seats, the winners first, then by points."""
        scores = self.match.game.scores(self.match.state)
        winners = self.match.outcome.winners if self.match.outcome else ()
        return sorted(range(self.match.seats), key=lambda s: (s not in winners, -scores[s]))

    def standing(self, seat: Seat) -> Widget:
        """A seat's name and points."""
        outcome = self.match.outcome
        won = outcome is not None and seat in outcome.winners
        points = self.match.game.scores(self.match.state)[seat]
        return _Standing(self.play.names[seat], number(points), self.play.seat_color(seat), won)

    def _lines(self, seat: Seat) -> list[Widget]:
        """What a seat got its points for; the same words stand once, with how often they hold."""
        texts = self.context.texts
        times: Counter[str] = Counter()
        points: Counter[str] = Counter()
        for line in self.match.score_lines():
            if line.seat == seat:
                text = texts.score_line(self.play.id, line, self.play.names)
                times[text] += 1
                points[text] += line.points
        return [
            _Reason(f"{count} × {text}" if count > 1 else text, signed(worth) if worth else "")
            for (text, count), worth in zip(times.items(), points.values(), strict=True)
        ]

    def series_rows(self) -> list[Widget]:
        """How the series stands."""
        number, length = len(self.series.games), self.series.length
        rows: list[Widget] = [
            Section(self.t("menu.results.series", number=number, length=length))
        ]
        totals, winners = self.series.totals(), self.series.winners()
        for person in sorted(range(len(totals)), key=lambda p: -totals[p]):
            color = self.play.seat_color(self.series.seat_of(person))
            name = self.play.chairs[person].name
            rows.append(_Standing(name, str(totals[person]), color, person in winners))
        return rows

    def _evening_rows(self, number: int) -> list[Widget]:
        """What the game brings everybody in the evening that it belongs to."""
        shares = Finish.of(self.match, number).shares
        rows: list[Widget] = [Section(self.t("evening.earned"))]
        for seat in self.ranking():
            share = shares[person_at(seat, number, self.match.seats)]
            text = self.t("evening.share", n=spell_share(share))
            rows.append(_Standing(self.play.names[seat], text, self.play.seat_color(seat), False))
        return rows

    def buttons(self) -> list[Button]:
        """What can be done next, the most likely first."""
        onward: tuple[str, str, Action] = (
            ("evening", "right", self._on_with_evening) if self.evening is not None
            else ("next", "play", self._next_game) if not self.series.over
            else ("again", "replay", self.again)
        )  # fmt: skip
        wishes: list[tuple[str, str, Action]] = [
            onward,
            ("story", "rules", self._tell),
            ("change", "settings", self._change_options),
            ("board", "eye", self.cancel),
            ("home", "home", lambda: self.go(Home())),
        ]
        missing = {"change"} if self.evening is not None else set()
        if not has_story(self.match):
            missing.add("story")
        return [
            Button(self.t(LABELS.get(key, f"menu.results.{key}")), action, icon=icon, tone=PAPER,
                   look="plain" if number else "primary")
            for number, (key, icon, action) in enumerate(wishes) if key not in missing
        ]  # fmt: skip

    # What comes next -----------------------------------------------------------------------------

    def _tell(self) -> None:
        """Show how it came to this."""
        self.go(Push(ToHighlights(self.play)))

    def _on_with_evening(self) -> None:
        """The game is counted; the evening's card shows what it brought."""
        if self.evening is None or self.match.outcome is None:
            return
        evening, number = self.evening
        self.context.store.evenings.finish(evening.id, number, Finish.of(self.match, number))
        self.go(Home(ToEvening(evening.id, number)))

    def _next_game(self) -> None:
        self.play.next_game()
        self.go(Pop())

    def again(self) -> None:
        """The same company plays on, seats moved by one so that somebody else begins."""
        first = self.series.games[0]
        seed = self.context.seed
        if seed is None:
            seed = random.SystemRandom().getrandbits(32)
        match = Match(first.game, first.seats, first.options, seed=seed)
        chairs = (*self.play.chairs[1:], self.play.chairs[0])
        self.go(Home(ToPlay(Series(match, self.series.length), chairs)))

    def _change_options(self) -> None:
        self.go(Home(ToSetup(self.play.id)))

    def resume(self) -> None:
        super().resume()
        if self.match.outcome != self._outcome:
            self.go(Pop())  # the match has been taken up again behind the sheet

    def other(self, intent: Intent) -> None:
        if intent.kind == "menu":
            self.cancel()
        elif intent.kind == "command" and intent.name == "undo":
            self.go(Pop())
            self.play.undo()
        else:
            super().other(intent)


class _Standing(Widget):
    """A seat's colour, name and points; a cup for who won."""

    def __init__(self, name: str, points: str, color: Color, won: bool) -> None:
        super().__init__(tone=PAPER)
        self.name, self.points, self.color, self.won = name, points, color, won

    def hit(self, point: Point) -> bool:
        return False

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, max(metrics.line(SCORE, "serif"), metrics.line(LARGE)) + GAP

    def draw(self, canvas: Canvas) -> None:
        box, middle = self.box, self.box.center[1]
        canvas.disc((box.x + 17, middle), 15, self.color)
        canvas.ring((box.x + 17, middle), 15, mix(self.color, (0, 0, 0), 0.35), 2)
        wide = canvas.text_size(self.points, SCORE, "serif")[0]
        canvas.label(self.points, (box.right - wide / 2 - 4, middle), SCORE, PAPER.text, "serif")
        room = box.w - 46 - wide - 3 * GAP - (60 if self.won else 0)
        size = LARGE * min(1.0, room / max(1.0, canvas.text_size(self.name, LARGE, "bold")[0]))
        high = canvas.line_height(size, "bold")
        canvas.text(self.name, (box.x + 46, middle - high / 2), size, PAPER.text, "bold")
        if self.won:
            x = box.x + 46 + canvas.text_size(self.name, size, "bold")[0] + 36
            icons.draw(canvas, "trophy", (x, middle), 44, mix(BRASS_EDGE, (200, 140, 30), 0.5))


class _Reason(Widget):
    """What points were for, in words."""

    def __init__(self, text: str, points: str) -> None:
        super().__init__(tone=PAPER)
        self.text, self.points = text, points

    def hit(self, point: Point) -> bool:
        return False

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        self._aside = metrics.width(self.points, BODY) + 2 * GAP
        return room, metrics.height(self.text, BODY, room - 46 - self._aside) + 4

    _aside = 60.0

    def draw(self, canvas: Canvas) -> None:
        box = self.box
        room = box.w - 46 - self._aside
        canvas.text(self.text, (box.x + 46, box.y + 2), BODY, PAPER.faded, room=room)
        canvas.text(self.points, (box.right - 4, box.y + 2), BODY, PAPER.faded, anchor="right")
