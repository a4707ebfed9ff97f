"""A game's lessons and puzzles: the list, and one being played beside a sheet that teaches."""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from functools import partial

from game.rules import GAMES
from game.rules.core.match import Series
from game.rules.core.protocol import AnyMove
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, in_row, stack
from game.scenes.core.registry import illustrations
from game.scenes.core.routes import ToLevel, ToReplay, ToSetup
from game.scenes.core.scene import Change, Push, Replace
from game.scenes.core.sheets import PAD, Section, list_sheet
from game.scenes.play.play_scene import AnyPlayScene, play_scene
from game.services import levels
from game.services.levels import Kind, Level
from game.services.levels.attempt import LevelAttempt, Status
from game.services.levels.goals import UNTOLD, Track
from game.services.people import Chair
from game.services.store import Progress
from game.services.toml_reader import Words
from game.ui import widgets
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.intents import HELD, Intent
from game.ui.layer import Layer, Spot
from game.ui.markup import Block, Heading, Note, Paragraph, Picture, Run, ScrollText, runs
from game.ui.surfaces import upright
from game.ui.theme import BODY, GAP
from game.ui.widgets import Action, Button, Panel, Widget

ICONS: dict[Kind, str] = {
    "lesson": "lesson", "puzzle": "puzzle", "challenge": "trophy", "setup": "flag",
    "story": "rules",
}
COLUMN = 470.0
"""The sheet's width beside the board."""
STRIP = 0.225
"""The sheet's share of the height below the board."""
POINT = re.compile(r" (\(-?\d+,-?\d+\))")
"""A point of a garden in a hint: it is marked, and not read, for no board shows these numbers."""
PATIENCE = 0.7
"""Seconds before the others answer."""
TAUGHT: tuple[Kind, ...] = ("lesson", "puzzle")
"""The kinds in which a turn that misses the goal is explained and taken back."""
BACK = 2.0
"""Seconds for which such a turn is seen."""
PICTURE = 290.0
"""How high the picture of a rule is beside the board."""
_AT_ONCE = "press", "confirm", "focus", "turn"
"""What people do that lets it be taken back at once."""


class Levels(MenuScene):
    """A sheet with a line for each level."""

    name = "levels"
    renewed = True

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game = game
        self.levels, _ = levels.shelf(GAMES[game])

    def build(self) -> list[Widget]:
        progress, today = self.context.store.levels(self.game), self.context.store.today()
        daily = levels.of_days(GAMES[self.game], (today, today - timedelta(days=1)))
        groups = [("day", daily)]
        groups += [(k, tuple(each for each in self.levels if each.kind == k)) for k in ICONS]
        rows = list[Widget]()
        for key, some in groups:
            if some:
                rows.append(Section(self.t(f"menu.levels.{key}"), first=not rows))
                among = daily if some is daily else self.levels
                rows.extend(self._row(each, among, progress.get(each.id)) for each in some)
        title = self.t("menu.levels.title", game=self.t(f"{self.game}.name"))
        return list_sheet(self, title, rows, 4)

    def _row(self, level: Level, among: Sequence[Level], progress: Progress | None) -> Button:
        """A level; at the right the best mark so far and its points, else how hard it is."""
        icon = "check" if progress is not None and progress.solved else ICONS[level.kind]
        points = progress.points if progress is not None else None
        mark = level.mark(points) if points is not None else None
        detail = self.t(f"menu.levels.{mark or f'hard_{level.difficulty}'}", n=points or 0)
        title = level.title.get(self.context.texts.language, level.id)
        if among is not self.levels:
            today = level.id == self.context.store.today().isoformat()
            title = self.t(f"menu.levels.{'today' if today else 'yesterday'}", title=title)
        to_level = partial(self.go, Push(ToLevel(level, among)))
        return Button(title, to_level, icon=icon, look="row", detail=detail)


class LevelScene(MenuScene):
    """One try at a level. `levels` are all of the game's, to go on from one to the next."""

    name = "level"

    def __init__(self, context: Context, level: Level, levels: Sequence[Level]) -> None:
        super().__init__(context)
        self.level, self.levels = level, tuple(levels)
        self.run = LevelAttempt(level, GAMES[level.game])
        self.text = ScrollText(())
        self._missed: Track | None = None
        """What was played last that missed the goal, until something else is played."""
        self._way: tuple[AnyMove, ...] = ()
        """What is left of the turn that is shown, where it is."""
        self._aside = False  # whether nothing leads on, as far as it is known, or was asked for
        self._known: tuple[object, ...] = ()
        """The run's moment that was looked at last."""
        self._status: Status = "play"
        self._waited = 0.0
        self._answer: Future[tuple[AnyMove, ...]] | None = None
        self._pressed: set[str] = set()
        """The pointers that went down on its sheet."""
        self._worker = ThreadPoolExecutor(1)
        self._closing: set[str] = set()
        """The pointers that went down while a tile was explained: all they do is the card's."""
        self.play = self._seat()
        self._follow_run()

    def _seat(self) -> AnyPlayScene:
        """The game's scene for the run's present match."""
        make = play_scene(self.level.game)
        play = make(self.context, Series(self.run.match), self._company(), coach=self)
        play.focus, play.foretells = self.focus, self.level.kind != "puzzle"
        play.room = self.room
        seats = range(self.run.match.seats)
        play.fold(seat for seat in seats if seat != self.level.seat or not play.holds(seat))
        return play

    def _company(self) -> list[Chair]:
        """The person and the others; a story tells of others only."""
        seats = self.run.match.seats
        names = (self.t(f"menu.computers.{n}") for n in range(1, seats + 1))
        chairs = [Chair("computer", name, "regular") for name in names]
        if self.level.kind != "story":
            chairs.insert(self.level.seat, Chair("person", self.t("table.you")))
        return chairs[:seats]

    # What the guided scene asks ------------------------------------------------------------------

    @property
    def open(self) -> bool:
        return self._status == "play"

    @property
    def lets_think(self) -> bool:
        looked_at = self._known == self._moment()  # else nobody knows yet what the last step means
        return looked_at and self._status == "play"

    @property
    def room(self) -> Point:
        width, height = self.size
        return (width - COLUMN, height) if self._beside else (width, height * (1 - STRIP))

    @property
    def _beside(self) -> bool:
        return self.size[0] > 1.6 * self.size[1]

    def advise(self) -> bool:
        """The level's next hint; after the last one the way is shown, then played. What is on its
        way is over before that, and may have been all that was to be done.
        """
        self.play.finish_motion()
        if self._follow_run() and self._status != "play":
            self.rebuild()
            return True
        more = self.run.ask_hint()
        if self.level.kind not in TAUGHT:
            return more
        self._aside = not self.run.on_course
        if not more and self.run.shown and not self._aside:
            if not self._way:  # a turn has begun that leads nowhere
                self.play.jump(self.run.begin)
            for step in self.run.solves():
                self.play.play(step)
        self._show_way()
        self.rebuild()
        return True

    def _show_way(self) -> None:
        """Mark what the task and the last hint are about; show the way if that is what is asked."""
        said = POINT.findall(self._in(self.run.hint) if self.run.hint is not None else "")
        asked = self._status in ("read", "play")
        self.play.pointed = (*self.run.stage.places, *said) if asked else ()
        self._way = self.run.solves() if self.run.shown else ()
        self.play.arrow = next(iter(self._way), None)
        if self._way:
            self.play.show_hint(self.level.seat, self._way)

    # Where the run stands ------------------------------------------------------------------------

    def _moment(self) -> tuple[object, ...]:
        return self.run.number, id(self.run.match), self.run.match.cursor

    def _follow_run(self) -> bool:
        """See what the run asks for now; False if that is still the same.

        A new standing is heard, and kept.
        """
        if self._known == self._moment():
            return False
        self._known = self._moment()
        before, self._status = self._status, self.run.status
        self._missed = self.run.track if self._status == "missed" else None
        self._answer, self._waited = None, 0.0
        level, status = self.level, self._status
        self._aside = status == "play" and level.kind == "puzzle" and self.run.lost
        if status != before and status in ("missed", "solved"):
            points = self._points()
            solved = status == "solved" and (level.kind != "puzzle" or not self.run.shown)
            self.context.store.try_level(level.game, level.id, solved, points)
        if status != before and status in ("solved", "done"):
            won = status == "solved" and level.kind != "lesson" and not self.run.shown
            self.context.sound.play("win" if won else "point_many")
        if status == "missed":
            self.context.sound.play("refuse")
        self._show_way()
        return True

    def _take_back(self) -> None:
        """What missed the goal is undone; why it did stays to be read."""
        missed = self._missed
        self.play.jump(self.run.back)
        self._follow_run()
        self._missed = missed
        self.rebuild()

    @property
    def _astray(self) -> bool:
        """Whether there is something to be taken back by itself."""
        return self._status == "missed" and self.level.kind in TAUGHT and self.play.live

    def _points(self) -> int | None:
        return self.run.track.points if self.level.marks else None

    def _onward(self, step: Action) -> None:
        """A button moves the run on, to another match or only to another place in it, unless what
        it stood for is so no longer, as after *undo*.
        """
        if not self._follow_run():
            step()
        self._known = ()
        if self.play.match is not self.run.match:
            self.play.leave()
            self.play = self._seat()
            self.play.resume()
        else:
            self.play.hush()
            self.play.show_moment(None)
        self._follow_run()
        self.rebuild()

    # The sheet -----------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        picture = self._picture()
        buttons = self._buttons()[::-1]  # what leads on stays where a finger has just been
        box, words = self._beside_board(buttons) if self._beside else self._below_board(buttons)
        plates = list[Widget]()
        if picture is not None:  # as large as it fits into a part of the room
            room = Box(words.x, words.y, words.h, words.h)
            if self._beside:
                room = words.below(words.bottom - PICTURE)
                words = words._replace(h=words.h - PICTURE)
            else:
                words = words.beyond(room.right + 2 * GAP)
            share = min(room.w / picture.width, room.h / picture.height)
            plates = [widgets.Picture(partial(upright, paint=picture.paint))]
            plates[0].place(Box.around(room.center, picture.width * share, picture.height * share))
        remarks = [] if self._taught else self._remarks()
        self.text = ScrollText(self._blocks(remarks), size=BODY + 1)
        self.text.place(words)
        if remarks:
            self.text.share = 1.0
        for tray in self.play.trays if self._status not in ("play", "reply") else ():
            tray.prompt = ""  # nobody is asked for nothing
        return [Panel("paper", box), self.text, *plates, *buttons]

    def _beside_board(self, buttons: Sequence[Button]) -> tuple[Box, Box]:
        """The sheet and its room above the buttons, which lie below each other at its foot."""
        width, height = self.size
        box = Box(width - COLUMN, -40, COLUMN + 40, height + 80)
        inner = Box(box.x + PAD, 30, COLUMN - 1.6 * PAD, height - 60)
        foot = stack(self.metrics, Box(0, 0, inner.w, 0), buttons, GAP) if buttons else 0.0
        stack(self.metrics, inner.below(inner.bottom - foot), buttons, GAP)
        return box, Box(inner.x, inner.y, inner.w - 6, inner.h - foot - GAP)

    def _below_board(self, buttons: Sequence[Button]) -> tuple[Box, Box]:
        """The sheet and its room left of the buttons, which lie below each other if they can."""
        width, height = self.size
        top = height * (1 - STRIP)
        inner = Box(PAD, top + 24, width - 2 * PAD, height - top - 44)
        box = Box(-40, top, width + 80, height - top + 40)
        if not buttons:
            return box, inner
        wide = max(button.natural(self.metrics, inner.w * 0.4)[0] for button in buttons)
        high, lay = stack(self.metrics, Box(0, 0, wide, 0), buttons, GAP), stack
        if high > inner.h:  # there is more room beside each other
            wide, lay = len(buttons) * (wide + GAP) - GAP, in_row
            high = in_row(self.metrics, Box(0, 0, wide, 0), buttons, GAP)
        y = inner.y + max(0.0, (inner.h - high) / 2)
        lay(self.metrics, Box(inner.right - wide, y, wide, 0), buttons, GAP)
        return box, Box(inner.x, inner.y, inner.w - wide - 3 * GAP, inner.h)

    def _picture(self) -> Picture | None:
        """The illustration of the rule that the task is about."""
        found = illustrations(self.level.game, self.context.texts.language)
        return found.get(self.run.stage.picture)

    @property
    def _taught(self) -> bool:
        """Whether a lesson is at its end."""
        return self.level.kind == "lesson" and self._status == "solved"

    def _blocks(self, remarks: Sequence[str]) -> list[Block]:
        level, run = self.level, self.run
        title, step = self._in(level.title), ""
        if self._taught:  # it ends with what was learned
            step = self.t("menu.levels.learned")
        elif len(level.stages) > 1:
            step = self.t("menu.levels.step", number=run.number + 1, count=len(level.stages))
        told = [Paragraph((Run(step, "italic"),))] if step else []
        blocks: list[Block] = [Heading(title, 2), *told]
        if not self._beside:  # a strip has room for one line of it
            blocks = [Paragraph((Run(f"{title}  ", "bold"), Run(step, "italic")))]
        if self._taught:
            return [*blocks, Paragraph(runs(self._in(level.text)))]
        blocks.append(Paragraph(runs(self._in(run.stage.text or level.text))))
        if level.marks:
            said = [self.t(f"menu.levels.from_{name}", n=points) for name, points in level.marks]
            blocks.append(Paragraph((Run(self.context.texts.listed(said), "bold"),)))
        left = run.turns_left
        if self._status == "play" and run.stage.turns > 1 and left:
            blocks.append(Paragraph((Run(self.t("menu.levels.left", n=left), "italic"),)))
        return [*blocks, *(Note(runs(text)) for text in remarks)]

    def _remarks(self) -> list[str]:
        status, points = self._status, self._points()
        found = [self._why(self._missed)] if self._missed is not None else []
        if self._missed is not None and status == "play":
            found[0] += " " + self.t("menu.levels.taken_back")
        if status == "missed" and points is not None:
            found.append(self.t("menu.levels.reached", n=points))
        if status in ("done", "solved") and self.level.kind != "story":
            found.append(self.t(f"menu.levels.{'followed' if self.run.shown else status}"))
        if status == "solved" and points is not None and (mark := self.level.mark(points)):
            found.append(self.t(f"menu.levels.{mark}", n=points))
        if status == "play" and self.run.hint is not None:
            found.append(POINT.sub("", self._in(self.run.hint)))
        told = {"shown": self._way, "lost" if self.run.lost else "aside": self._aside}
        return [*found, *(self.t(f"menu.levels.{key}") for key, so in told.items() if so)]

    def _why(self, missed: Track) -> str:
        """What a turn has done, and why that is not what is asked for."""
        stage, game = self.run.stage, self.level.game
        if stage.wrong is not None:
            return self._in(stage.wrong)
        own = [step for step in missed.steps() if step.by == missed.seat][::-1]
        brought = (event for step in own for event in step.brought())
        # who wins by the rules has not won what was asked for
        told = [self.play.tell(event) for event in brought if event.kind != "won"]
        key, named = stage.goal.lack(missed) if stage.goal is not None else UNTOLD
        if key == "prevent":
            named = {**named, "who": self.context.texts.who(missed.actor or 0, self.play.names)}
        texts, common = self.context.texts, f"menu.levels.lack.{key}"
        lack = common if texts.has(common) else f"{game}.lack.{key}"
        told.append(self.t(lack if key else "menu.levels.not_this", **named))
        return " ".join(told)

    def _in(self, words: Words) -> str:
        return words.get(self.context.texts.language, "")

    def _buttons(self) -> list[Button]:
        run, wishes = self.run, list[tuple[str, str, Action]]()
        match self._status:
            case "read" | "done":
                wishes = [("go_on", "right", partial(self._onward, run.go_on))]
            case "missed" if self.level.kind not in TAUGHT:
                wishes = [("retry", "replay", partial(self._onward, run.retry))]
            case "solved":
                wishes = [*self._onwards(), ("all", "list", self.cancel)]
                if self._beside or not self._taught:  # a strip needs its room for words
                    wishes.append(("restart", "replay", partial(self._onward, run.restart)))
            case "play" if self._aside:
                wishes = [("restart", "replay", partial(self._onward, run.retry))]
            case "play" if run.stage.hints or self.level.kind == "lesson":
                key = "solution" if run.hint in run.stage.hints[-1:] else "hint"
                wishes = [("lead" if run.shown else key, "hint", self.advise)]
        if self.level.kind == "story":
            wishes.append(("watch", "eye", self.watch))
        self.meaning = run.hint, [key for key, *_ in wishes]
        found = self.buttons_of((f"menu.levels.{key}", icon, act) for key, icon, act in wishes)
        for first in found[:1]:
            first.look = "plain" if first.icon == "hint" else "primary"
        return found

    def _onwards(self) -> Iterator[tuple[str, str, Action]]:
        """After a level the next one; after a game's last lesson the game itself."""
        following = self.levels[self.levels.index(self.level) + 1 :]
        if self.level.kind == "lesson" and not (following and following[0].kind == "lesson"):
            yield "play", "play", partial(self.go, Replace(ToSetup(self.level.game)))
        elif following:
            yield "next", "right", partial(self.go, Replace(ToLevel(following[0], self.levels)))

    def watch(self) -> None:
        """The whole game of a story, move by move."""
        series = Series(self.level.setup.match(GAMES[self.level.game]))
        self.go(Push(ToReplay(series, self.play.chairs)))

    # Lifecycle -----------------------------------------------------------------------------------

    def enter(self) -> None:
        self.play.enter()

    def leave(self) -> None:
        self.play.leave()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def resume(self) -> None:
        super().resume()
        self.play.resume()
        self.rebuild()

    def pause(self) -> None:
        super().pause()
        self.play.pause()

    def resize(self, size: Point) -> None:
        self.size = size
        self.play.room = self.room
        self.play.resize(self.room)
        super().resize(size)

    @property
    def moving(self) -> bool:
        return self.play.moving or super().moving

    def update(self, seconds: float) -> Change:
        change = self.play.update(seconds)
        if self.play.live and not self.play.moving:
            if self._follow_run():
                self.rebuild()
                self._lead_to_sheet()
            self._waited += seconds
            if self._astray and self._waited >= BACK:
                self._take_back()
            self._let_answer()
        return super().update(seconds) or change

    def _lead_to_sheet(self) -> None:
        """Where only the sheet goes on, keys are there; on the board they would wait for a spot
        that does not come back.
        """
        buttons = (w for layer in self.layers for w in layer.targets() if isinstance(w, Button))
        on_board = isinstance(self.focus.current, Spot) and not self.play.stops()
        if self._status not in ("play", "reply") and on_board:
            self.focus.current = next(buttons, self.focus.current)

    def _let_answer(self) -> None:
        """Have the others' answer found, off the frames, and play it."""
        if self._status != "reply":
            return
        if self._answer is None:
            self._answer = self._worker.submit(self.run.reply)
        if self._waited < PATIENCE or not self._answer.done():
            return
        steps, self._answer = self._answer.result(), None
        for step in steps:
            self.play.play(step)

    def react(self, intent: Intent) -> None:
        intent = self.play.meant(intent)
        if intent.kind in _AT_ONCE and self._astray:
            self._take_back()
        if intent.kind in ("focus", "confirm") and self.play.card.shown is None:
            self.play.by_keys(intent, self.focused()[0])
            return
        if intent.kind == "press":
            self.focus.visible = False
            self._pressed.discard(intent.pointer)
            (self._closing.add if self.play.card.shown else self._closing.discard)(intent.pointer)
        if intent.kind in HELD and intent.pointer in self._closing:
            self.go(self.play.on(intent))  # it closes the card, wherever it is
            return
        mine = intent.pointer in self._pressed
        if intent.kind == "tap" and mine:
            return  # the sheet has acted already, and may be another one by now
        if any(layer.on(intent) for layer in reversed(self.layers)):
            if intent.kind == "press":
                self._pressed.add(intent.pointer)
        elif not mine or intent.kind == "hover":
            self.go(self.play.on(intent))

    def focused(self) -> tuple[list[Layer], Sequence[Spot]]:
        return [*self.play.controls.layers, *self.layers], self.play.stops()

    def paint(self, canvas: Canvas) -> None:
        part = canvas.surface.get_rect().clip(canvas.rect(Box(0, 0, *self.room)))
        self.play.draw(canvas.on(canvas.surface.subsurface(part)))
