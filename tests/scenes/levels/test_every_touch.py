"""Every place of every task of every lesson is touched, and every legal move is made: each touch is
answered at once, each miss is explained and taken back, and the places to look at are marked again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.core.protocol import AnyMove, play_text
from game.scenes.core.routes import ToLevel
from game.scenes.core.stack import Stack
from game.scenes.levels.level_scene import BACK, LevelScene
from game.services import levels
from game.services.levels import Level
from game.ui.intents import Intent
from game.ui.layer import Spot
from tests.scenes.levels.pupils import rest
from tests.tools import headless

FRAME = 1 / 60
LESSONS = [(game, file.stem) for game in GAMES for file in levels.files(game)
           if tomllib.loads(file.read_text("utf-8"))["kind"] == "lesson"]  # fmt: skip
QUICK = ("jin_li", "01_first_swim")


class Walker:
    """Somebody who tries everything a lesson lets them try."""

    def __init__(self, game: str, name: str, folder: Path) -> None:
        shelf = levels.shelf(GAMES[game])[0]
        level = next(level for level in shelf if level.id == name)
        self.context = headless.context((1280, 720), "de", folder, reduced_motion=True)
        scene = Navigator(self.context)(ToLevel(level, shelf))
        assert isinstance(scene, LevelScene)
        self.scene: LevelScene = scene
        self.stack: Stack = headless.stack_of(self.context, scene)
        self.rest()

    @property
    def level(self) -> Level:
        return self.scene.level

    def rest(self) -> None:
        rest(self.stack, self.scene)

    def tasks(self) -> Iterator[int]:
        """Every task in turn; what is asked is done when the next one is wanted."""
        while self.scene._status != "solved":
            run = self.scene.run
            if self.scene._status == "play":
                yield run.number
                self.solve()
            if self.scene._status in ("read", "done"):
                self.scene._onward(run.go_on)
            self.rest()

    def solve(self) -> None:
        run = self.scene.run
        for text in run.stage.solution:
            if self.scene._status != "play":
                break
            for move in play_text(run.game, run.match.state, text):
                self.scene.play.play(move)
            self.rest()
        assert run.status in ("done", "solved")

    def back(self) -> None:
        """To where the task begins."""
        self.scene.play.jump(self.scene.run.begin)
        self.rest()
        self.check_marks()

    def check_marks(self) -> None:
        assert self.scene._status == "play"
        marked = [mark.place for mark in self.scene.play.pointers()]
        assert tuple(marked) == self.scene.run.stage.places

    # Touching -------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        return list(self.scene.play.offered())

    def told(self) -> tuple[object, ...]:
        play = self.scene.play
        said = [(tray.message, tray.rule, tray.prompt, tray.note) for tray in play.trays]
        marks = [(mark.kind, mark.place) for mark in play.marks]
        chosen = str(getattr(getattr(play, "choice", None), "chosen", ""))
        over = self.stack.top.name
        return said, marks, play.input.holding, play.match.cursor, play.card.shown, chosen, over

    def touch(self, spot: Spot) -> None:
        """A touch, and a frame later its answer."""
        play, before = self.scene.play, self.told()
        seen = list(headless.singles(headless.listed(self.stack).ops)) if play.input.holding else []
        headless.tap(self.stack, *spot.center)
        self.stack.update(FRAME)
        answered = self.told() != before
        if not answered and not seen:
            return  # nothing was selected, and nothing is said anew: checked below
        assert answered or list(headless.singles(headless.listed(self.stack).ops)) != seen, spot.key

    def check_refusals(self) -> None:
        play = self.scene.play
        for tray in play.trays:
            if tray.message and tray.tone == "refusal":
                assert tray.rule, tray.message
        if play.blamed is not None:
            assert play.blamed.rule

    def touch_all(self) -> None:
        """Every place, with nothing in hand."""
        for spot in self.spots():
            self.scene.play.input.let_go()
            self.stack.update(1.0)  # two taps in a row would lead nearer
            for tray in self.scene.play.trays:
                tray.hush()
            before = self.told()
            self.touch(spot)
            assert self.told() != before, f"nothing answers a touch on {spot.key}"
            self.go_on()
        self.scene.play.input.let_go()

    def carry_all(self, starts: int) -> None:
        """Every place for each of so many things that can be taken up."""
        play = self.scene.play
        ready = list(play.stops())[:starts]
        for start in ready:
            for spot in self.spots():
                play.input.let_go()
                self.stack.update(FRAME)
                headless.tap(self.stack, *start.center)
                self.stack.update(FRAME)
                if play.input.holding:
                    self.touch(spot)
                held = play.input.holding
                self.go_on()
                if not held:
                    break
        play.input.let_go()

    def go_on(self) -> None:
        """After a touch: what it led to is in order, and the task is there again."""
        if self.stack.top is not self.scene:
            self.stack.on(Intent("cancel", source="keys"))
        self.stack.update(FRAME)
        assert self.stack.top is self.scene
        self.check_refusals()
        if self.scene.run.match.cursor != self.scene.run.begin:
            self.rest()
            self.back()
        self.check_marks()

    # Moving ---------------------------------------------------------------------------------------

    def moves(self) -> list[AnyMove]:
        run = self.scene.run
        return list(run.game.moves(run.match.state))

    def make_all(self) -> int:
        """Every legal step, and after it one way to end the turn; gives how many missed."""
        missed = 0
        for move in self.moves():
            assert self.scene.play.commit(move), (self.scene.run.number, self.scene.play.blamed)
            self.rest()
            for _ in range(12):
                if self.scene._status != "play":
                    break
                steps = self.moves()
                self.scene.play.commit(steps[-1])
                self.rest()
            missed += self.scene._status == "missed"
            if self.scene._status == "missed":
                self.check_miss()
            if self.scene.run.match.cursor != self.scene.run.begin:
                self.back()
        return missed

    def check_miss(self) -> None:
        """It is told why, and two seconds later it can be tried again."""
        told = self.scene._remarks()
        assert told
        assert all(text.strip() for text in told)
        late = BACK + 0.5
        while late > 0:
            self.stack.update(0.1)
            late -= 0.1
        self.rest()
        self.check_marks()
        assert self.scene._remarks()[0].startswith(told[0])


def walk(game: str, name: str, folder: Path, starts: int) -> int:
    walker = Walker(game, name, folder)
    tasks = 0
    for _ in walker.tasks():
        tasks += 1
        walker.check_marks()
        walker.touch_all()
        walker.carry_all(starts)
        walker.make_all()
    walker.context.ai_worker.close()
    walker.context.store.close()
    return tasks


def test_a_touch_and_a_move_are_answered_in_a_lesson(tmp_path: Path) -> None:
    assert walk(*QUICK, tmp_path / "data", 1) >= 1


@pytest.mark.deep
@pytest.mark.parametrize(("game", "name"), LESSONS, ids=[f"{g}/{n}" for g, n in LESSONS])
def test_every_touch_and_every_move_is_answered_in_every_lesson(
    game: str, name: str, tmp_path: Path
) -> None:
    assert walk(game, name, tmp_path / "data", 3) >= 1
