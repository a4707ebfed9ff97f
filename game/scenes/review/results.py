"""The end of a game: who won and why, the score explained line by line, and what comes next.

The sheet lies beside the board, or below it where the table is tall, and the board goes on living.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from game.rules.core.highlights import has_story
from game.rules.core.match import Match, Series
from game.rules.core.protocol import Seat
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import ToEvening, ToHighlights, ToPlay, ToSetup, ToShare
from game.scenes.core.scene import Change, Home, Pop, Push
from game.scenes.core.sheets import MARGIN, Row, Section, flat, list_sheet
from game.scenes.play.play_scene import AnyPlayScene
from game.services.evening import Finish, person_at, spell_share
from game.services.people import Chair
from game.ui import icons
from game.ui.canvas import Canvas
from game.ui.fonts import number, signed
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.surfaces import BRASS_EDGE, PAPER
from game.ui.theme import BODY, GAP, LARGE, SCORE, TITLE, Color, mix
from game.ui.widgets import Action, Button, Faded, Label, Picture, Widget

NARROWEST, LOWEST, COUCH = 420.0, 560.0, 500.0
"""The room beside and below the board that is enough for the sheet, in units; on a couch it would
cover a tray."""
WIDE: Final = 700.0
"""A narrower sheet has no room for words on its small button."""
STRIP: Final = 0.36
SHARE: Final = 0.36
"""How much of a tall and of a wide table it takes else at most."""
ASLEEP: Final = 0.6
"""Seconds in which nothing on it can be hit: fingers may still be on their way to the board."""


class Results(MenuScene):
    """A sheet beside the finished match; closing it leaves the board the whole table."""

    name = "results"
    overlay = True
    beside = True
    """Whether the board stays in view, or the sheet lies over it in the middle of the table."""
    column = 620.0
    """The widest it is beside a board, in units."""

    def __init__(self, context: Context, play: AnyPlayScene, edges: tuple[int, ...] = (0,)) -> None:
        super().__init__(context, edges[0])
        self.play = play
        self._edges = edges
        self.match = play.match
        self._outcome = play.match.outcome
        self.series = play.series
        self.evening = context.store.evenings.of_match(play.match_id)
        self.space = Box(0, 0, *self.size)
        """Where the sheet may lie, for who reads it."""
        self._sharing = False
        """The sheet that tells how to take the match along lies above: the board stays as it is."""
        self._asleep = ASLEEP
        self._early: set[str] = set()
        """The pointers that went down while nothing could be hit."""
        self.commands["undo"] = self._undo

    # Beside the board ----------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Find the sheet its place: where the board leaves enough, or else the board gives way."""
        whole = Box(0, 0, *self.size)
        self.space = self.frame.into_box(self._beside(whole) if self.beside else whole)

    def _beside(self, whole: Box) -> Box:
        """The part of the table that is left beside the board."""
        self.play.resize(self.size)
        self.play.show_buttons(False)
        board, least = self.play.board_box, NARROWEST if self.play.around else COUCH
        if whole.w - board.right >= least:
            return whole.beyond(board.right)
        if board.x >= least:
            return Box(0, 0, board.x, whole.h)
        if whole.h - board.bottom >= LOWEST:
            return whole.below(board.bottom)
        self.play.fold(range(self.match.seats))  # names and points stand on the sheet
        if self.tall:
            rest = whole.below(whole.h * (1 - STRIP))
            self.play.resize((whole.w, rest.y))
        else:
            rest = whole.beyond(whole.w - min(self.column, SHARE * whole.w))
            self.play.resize((rest.x, whole.h))
        self.play.fold(())
        return rest

    def resize(self, size: Point) -> None:
        self.size = size
        if not self.away:
            self._make_room()
        super().resize(size)

    def resume(self) -> None:
        super().resume()
        self._sharing = False
        self._make_room()
        if self.match.outcome != self._outcome:
            self.go(Pop())  # the match has been taken up again behind the sheet

    def pause(self) -> None:
        super().pause()
        if self.beside and not self._sharing:
            self.play.show_buttons(True)
            self.play.resize(self.context.size)

    def paint(self, canvas: Canvas) -> None:
        if not self.beside:
            super().paint(canvas)

    def update(self, seconds: float) -> Change:
        self._asleep = max(0.0, self._asleep - seconds)
        if self.beside:
            self.play.update(seconds)
        return super().update(seconds)

    def react(self, intent: Intent) -> None:
        """For a moment nothing can be hit: what is pressed then was meant for the board."""
        if intent.kind == "press":
            (self._early.add if self._asleep else self._early.discard)(intent.pointer)
        if intent.pointer in self._early or (self._asleep and intent.kind == "confirm"):
            return
        if intent.kind == "confirm" and not self.focus.visible:
            intent = Intent("focus", source=intent.source)  # only shows where the next key acts
        super().react(intent)

    @property
    def _inside(self) -> Box:
        """The sheet itself, if it is as large as can be."""
        return self.space.inset(GAP if self.beside else MARGIN)

    @property
    def flat(self) -> bool:
        """Whether its buttons are beside its rows, which have less than half of its width then."""
        return flat(self._inside)

    # The sheet -----------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        buttons = self.buttons()
        self.focus.current = self.focus.current or buttons[0]
        worded = self.space.w >= WIDE and not self.flat
        offer = self.t("share.offer") if worded else ""
        aside = [Button(offer, self._share, icon="share")]
        if len(self._edges) > 1:
            aside.append(Button("", self._turn_on, icon="turn_right"))
        return list_sheet(
            self, self.headline(), self.rows(), 6, width=1460, buttons=buttons, aside=aside,
            space=self._inside, size=LARGE + 12 if self.beside else TITLE,
        )

    def _turn_on(self) -> None:
        """Let the next one at the table read it."""
        self.turn = self._edges[(self._edges.index(self.turn) + 1) % len(self._edges)]
        self.resize(self.size)

    def headline(self) -> str:
        """What stands at the top of the sheet."""
        winners = self._winners
        if self.match.seats == 1:
            return self.t("menu.results.solved" if winners else "menu.results.unsolved")
        if not winners:
            return self.t("menu.results.draw")
        outcome = self.match.outcome
        shared = f"{self.play.id}.shared.{outcome.reason}" if outcome is not None else ""
        if len(winners) == self.match.seats and self.context.texts.has(shared):
            return self.t(shared)
        who = [self.play.names[seat] for seat in winners]
        several = "many" if len(winners) > 2 else "won"  # their names have cups below
        return self.t(f"menu.results.{several}", n=len(winners), who=who)

    def rows(self) -> list[Widget]:
        """The sheet's body: how everybody stands is seen before anything has been scrolled."""
        outcome = self.match.outcome
        rows: list[Widget] = [self.standing(seat) for seat in self.ranking()]
        if outcome is not None:
            rows.append(Faded(self.play.why_over(self.turn), BODY))
        if self.series.length > 1:
            rows.extend(self.series_rows())
        if self.evening is not None and outcome is not None:
            number = self.evening[1]
            shares = Finish.of(self.match, number).shares
            rows.append(Section(self.t("evening.earned")))
            for seat in self.ranking():
                share = spell_share(shares[person_at(seat, number, self.match.seats)])
                earned = self.t("evening.share", n=share)
                rows.append(standing(self.play.names[seat], earned, self.play.seat_color(seat)))
        scored = [(seat, found) for seat in self.ranking() if (found := self._lines(seat))]
        if scored:
            rows.append(Section(self.t("menu.results.score")))
        for seat, reasons in scored:
            rows += [Label(self.play.names[seat], BODY, "bold"), *reasons]
        return rows

    @property
    def _winners(self) -> Sequence[Seat]:
        return self.match.outcome.winners if self.match.outcome else ()

    def ranking(self) -> list[Seat]:
        """The seats, the winners first, then by points."""
        scores = self.match.game.scores(self.match.state)
        return sorted(range(self.match.seats), key=lambda s: (s not in self._winners, -scores[s]))

    def standing(self, seat: Seat) -> Widget:
        """A seat's name and points."""
        points = number(self.match.game.scores(self.match.state)[seat])
        color = self.play.seat_color(seat)
        level = self.play.chairs[self.play.series.person_at(seat)].level
        note = self.t(f"menu.level.{level}") if level else ""
        return standing(self.play.names[seat], points, color, seat in self._winners, note)

    def _lines(self, seat: Seat) -> list[Widget]:
        """What a seat got its points for; the same words stand once, with how often they hold."""
        times: Counter[str] = Counter()
        points: Counter[str] = Counter()
        for line in self.match.score_lines():
            if line.seat == seat:
                text = self.context.texts.score_line(self.play.id, line, self.play.names)
                times[text] += 1
                points[text] += line.points
        said = [f"{count} × {text}" if count > 1 else text for text, count in times.items()]
        worths = (signed(worth) if worth else "" for worth in points.values())
        return [Row(Faded(words, BODY), Faded(worth, BODY), lead=46)
                for words, worth in zip(said, worths, strict=True)]  # fmt: skip

    def series_rows(self) -> list[Widget]:
        """How the series stands."""
        series = self.series
        head = self.t("menu.results.series", number=len(series.games), length=series.length)
        rows: list[Widget] = [Section(head)]
        totals, winners = series.totals(), series.winners()
        for person in sorted(range(len(totals)), key=lambda p: -totals[p]):
            name, seat = self.play.chairs[person].name, series.seat_of(person)
            color = self.play.seat_color(seat)
            rows.append(standing(name, number(totals[person]), color, person in winners))
        return rows

    def buttons(self) -> list[Button]:
        """What can be done next, the most likely first."""
        evening = self.evening is not None
        wishes: list[tuple[bool, str, str, Action]] = [
            (evening, "evening.back_to", "right", self._on_with_evening),
            (not evening and not self.series.over, "menu.results.next", "play", self._next_game),
            (not evening and self.series.over, "menu.results.again", "replay", self.again),
            (has_story(self.match), "story.offer", "rules",
             lambda: self.go(Push(ToHighlights(self.play, self.turn)))),
            (not evening, "menu.results.change", "settings",
             lambda: self.go(Home(ToSetup(self.play.id)))),
            (True, "menu.results.home", "home", lambda: self.go(Home())),
        ]  # fmt: skip
        found = self.buttons_of(
            (key, icon, action) for offered, key, icon, action in wishes if offered
        )
        found[0].look = "primary"
        return found

    def _share(self) -> None:
        """Take the match along, unless its seed would tell the hands of the next game."""
        if self.match.game.info.hidden and not self.series.over:
            self.toasts.say(self.t("share.hidden"), "refusal")
        else:
            self._sharing = True
            self.go(Push(ToShare(self.series, self.play.chairs)))

    def _on_with_evening(self) -> None:
        """The evening's card counts the game, and shows what it brought."""
        if self.evening is not None:
            self.go(Home(ToEvening(self.evening[0].id)))

    def _next_game(self) -> None:
        self.play.next_game()
        self.go(Pop())

    def again(self) -> None:
        """The same company plays on, seats moved by one so that somebody else begins."""
        self.begin(self.context.new_seed(), (*self.play.chairs[1:], self.play.chairs[0]))

    def begin(self, seed: int | str, chairs: Sequence[Chair]) -> None:
        """Play as many games again, with the same options and terms."""
        first = self.series.games[0]
        match = Match(first.game, first.seats, first.options, seed=seed)
        self.go(Home(ToPlay(Series(match, self.series.length), chairs, terms=self.play.terms)))

    def _undo(self) -> None:
        self.go(Pop())
        self.play.undo()


def standing(name: str, points: str, color: Color, won: bool = False, note: str = "") -> Widget:
    """A seat's colour, name and points; a cup for who won; and where it fits a note."""

    def paint(canvas: Canvas, box: Box) -> None:
        middle = box.center[1]
        canvas.disc((box.x + 17, middle), 15, color)
        canvas.ring((box.x + 17, middle), 15, mix(color, (0, 0, 0), 0.35), 2)
        wide = canvas.text_size(points, SCORE, "serif")[0]
        canvas.label(points, (box.right - wide / 2 - 4, middle), SCORE, PAPER.text, "serif")
        room = box.w - 46 - wide - 3 * GAP - (60 if won else 0)
        size = LARGE * min(1.0, room / max(1.0, canvas.text_size(name, LARGE, "bold")[0]))
        high = canvas.line_height(size, "bold")
        canvas.text(name, (box.x + 46, middle - high / 2), size, PAPER.text, "bold")
        x = box.x + 46 + canvas.text_size(name, size, "bold")[0] + 36
        if won:
            icons.draw(canvas, "trophy", (x, middle), 44, mix(BRASS_EDGE, (200, 140, 30), 0.5))
            x += 44
        high = canvas.line_height(BODY)
        if x - 18 + canvas.text_size(note, BODY)[0] < box.right - wide - GAP:
            canvas.text(note, (x - 18, middle - high / 2), BODY, PAPER.faded)

    return Picture(paint, lambda m, room: max(m.line(SCORE, "serif"), m.line(LARGE)))
