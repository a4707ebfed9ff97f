"""Lessons, puzzles and stories by gamepad alone: from the shelf, through one, and back."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import play_text
from game.scenes.core.stack import TWICE
from game.scenes.home.setup import Setup
from game.scenes.home.shelf import Shelf
from game.scenes.levels.level_scene import Levels, LevelScene
from game.scenes.play.pause import Pause
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.replay import Replay
from game.services import levels
from game.services.levels import Level
from game.ui.layer import Layer
from tests.scenes.by_keys import Thinker
from tests.scenes.by_pad import A, B, Pad
from tests.scenes.levels.pupils import rest
from tests.scenes.test_by_keys import WAYS
from tests.sweep import one_in
from tests.tools import headless

MOST = 200
"""Presses for a step of a lesson, at most: what is asked for is never far."""


class Pupil(Pad):
    """Somebody with a gamepad before a level."""

    @property
    def level(self) -> LevelScene:
        assert isinstance(self.stack.top, LevelScene)
        return self.stack.top

    @property
    def scene(self) -> AnyPlayScene:
        return self.level.play

    @property
    def around(self) -> list[Layer]:
        return self.level.focused()[0]

    def rest(self) -> None:
        rest(self.stack, self.level)

    def press_button(self, key: str) -> None:
        """Lead the focus to a button of the sheet, and press it; see what it has led to."""
        text = self.level.t(f"menu.levels.{key}")
        button = next(w for layer in self.level.layers for w in layer.targets()
                      if getattr(w, "text", "") == text)  # fmt: skip
        self.go_to(button)
        self.button(A)
        headless.wait(self.stack, TWICE)


def work_through(pad: Pupil) -> None:
    """Do what the level asks for, as its solution does."""
    way = WAYS[pad.level.level.game]
    left: dict[int, list[str]] = {}
    while pad.level._status != "solved":
        run, before = pad.level.run, pad.presses
        match pad.level._status:
            case "read" | "done":
                pad.press_button("go_on")
            case "play":
                turns = left.setdefault(run.number, list(run.stage.solution))
                while turns:
                    text = turns.pop(0)
                    if run.match.actor == pad.level.level.seat:
                        break
                for move in play_text(run.match.game, run.match.state, text):
                    if run.match.actor == pad.level.level.seat:
                        way.play(pad, move)
                        pad.rest()
            case status:
                raise AssertionError(status)
        pad.rest()
        assert pad.presses - before <= MOST


def quick(match: Match) -> Any:
    """What the others play where the level says nothing."""
    return next(iter(match.game.moves(match.state)))


def first(game: str, kind: str) -> Level:
    return next(each for each in levels.shelf(GAMES[game])[0] if each.kind == kind)


KINDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(WAYS, ("lesson", "puzzle", "story")), "solitaire_pai_sho": ("lesson", "story"),
}
"""Who is alone in a garden has challenges instead of puzzles: a whole game each."""


@pytest.mark.parametrize(
    "way", one_in(2, [(game, kind) for game, kinds in KINDS.items() for kind in kinds], "-".join)
)
def test_a_level_by_pad_from_the_shelf_and_back(way: tuple[str, str]) -> None:
    game, kind = way
    context = headless.context()
    context.pads.styles[0] = "letters"
    context.ai_worker = Thinker(lambda: quick(pad.scene.match))  # type: ignore[assignment]
    pad = Pupil(headless.stack_of(context))
    stack, t = pad.stack, context.texts.t
    pad.button(A)
    pad.button(B)  # the question for large texts
    pad.choose(game)
    headless.wait(stack, 1.5)
    assert isinstance(stack.top, Setup)
    pad.choose(t("menu.levels.offer"))
    assert isinstance(stack.top, Levels)
    level = first(game, kind)
    pad.choose(level.title["en"])
    assert pad.level.level == level
    pad.rest()
    work_through(pad)
    if kind == "story" and game != "domi_jongg":  # laying a whole snake anew takes seconds
        pad.press_button("watch")
        replay: Any = stack.top
        assert isinstance(replay, Replay)
        pad.button(B)
    elif kind != "story":
        assert context.store.levels(game)[level.id].solved
    pad.button(B)
    assert isinstance(stack.top, Pause)
    pad.choose(t("menu.pause.levels"))
    assert isinstance(stack.top, Levels)
    pad.button(B)
    assert isinstance(stack.top, Shelf)
    context.store.close()
