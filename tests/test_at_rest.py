"""What stays on the window when nobody touches it is the picture of the table.

Random people act through the app; after every deed nobody does anything for three seconds, and then
the window's pixels are those of the same scenes painted anew.
`DEEDS=2000 python -m pytest -m "" tests/test_at_rest.py` lets them do so much at each table.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from game.app import LONGEST_STEP, App
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core.routes import ToHighlights, ToLevel, ToPlay
from game.scenes.core.scene import Home, Push
from game.scenes.play.play_scene import PlayScene
from game.screen import REST
from game.services import levels
from game.services.people import Chair
from tests.opened import drawn, opened
from tests.sweep import one_in
from tests.tools.headless import untrue
from tests.tools.showcase.games import AGAINST, played_out
from tests.tools.soak import Crowd

DEEDS = int(os.environ.get("DEEDS", "8"))
ALONE, LATEST = 3.0, 0.5
"""Seconds in which nobody does anything, and after which the window has to follow."""
PIXELS = (640, 360)
pytestmark = pytest.mark.usefixtures("painted_ahead", "judged")
TABLES = [
    pytest.param(
        game, seats, seating,
        marks=() if seats == rules.info.seats[seating == "table"] else pytest.mark.deep,
    )
    for game, rules in GAMES.items()
    for seats in range(rules.info.seats[0], rules.info.seats[1] + 1)
    for seating in ("couch", "table")
]  # fmt: skip
"""The fewest on the couch and the most at the table in every run, the others in deep ones."""


def match(game: str, seats: int, seed: int) -> ToPlay:
    """The way to a new match of people."""
    options = AGAINST.get(game, {}) if seats > 1 else {}
    made = Match(GAMES[game], seats, options, seed=seed)
    return ToPlay(Series(made, 1), [Chair("person", f"P{n}") for n in range(seats)])


def watch(app: App, rng: random.Random, begin: Callable[[], None]) -> None:
    """Let random people do things, starting with `begin`, and look at what they leave."""
    crowd = Crowd(app.stack, rng, app.deliver)
    for deed in range(DEEDS):
        if deed == 0 or len(app.stack.scenes) == 1:
            begin()
            leave_alone(app)
        before = app.stack.top.name
        play = app.stack.top
        if isinstance(play, PlayScene) and rng.random() < 0.5:
            crowd.hurry()
        else:
            crowd.wander()
        leave_alone(app)
        assert app.stack.running or app.stack.begin() is None
        app.stack.running = True
        wrong = untrue(app.screen)
        assert not wrong, f"after {deed} deeds, from {before} to {app.stack.top.name}: {wrong[:5]}"


def leave_alone(app: App) -> None:
    """Nobody touches anything; whatever lives by itself is then no older than half a second.

    Motion passes in the longest steps that a table takes; while nothing says that it moves, so
    much time passes at once as the screen rests between two frames.
    """
    left = ALONE
    while left > 0:
        step = LONGEST_STEP if app.stack.moving else REST
        app.frame(step)
        left -= step
    for _ in range(round(LATEST / LONGEST_STEP)):
        if drawn(app, LONGEST_STEP):
            return


@pytest.mark.parametrize(("game", "seats", "seating"), TABLES)
def test_a_match_at_rest_shows_how_it_stands(
    game: str, seats: int, seating: str, tmp_path: Path
) -> None:
    rng = random.Random(f"{game} {seats} {seating}")
    with opened(tmp_path, "en", PIXELS) as app:
        app.context.take(app.context.settings.changed(seating=seating))
        watch(app, rng, lambda: app.stack.change(Home(match(game, seats, rng.randrange(1000)))))


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_lessons_and_puzzles_at_rest_show_how_they_stand(game: str, tmp_path: Path) -> None:
    rng = random.Random(game)
    found, _ = levels.shelf(GAMES[game])
    with opened(tmp_path, "de", PIXELS) as app:
        watch(app, rng, lambda: app.stack.change(Home(ToLevel(rng.choice(found), found))))


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_stories_at_rest_show_what_they_tell(game: str, tmp_path: Path) -> None:
    rng = random.Random(game)
    with opened(tmp_path, "en", PIXELS) as app:
        seats = 2
        chairs = [Chair("person", f"P{n}") for n in range(seats)]

        def story() -> None:
            app.stack.change(Home(ToPlay(Series(played_out(game, seats)), chairs)))
            leave_alone(app)
            play = next(one for one in app.stack.scenes if isinstance(one, PlayScene))
            app.stack.change(Push(ToHighlights(play)))

        watch(app, rng, story)


def test_the_shelf_and_all_that_lies_on_it_show_how_they_stand(tmp_path: Path) -> None:
    with opened(tmp_path, "en", PIXELS) as app:
        watch(app, random.Random(1), lambda: app.stack.change(Home()))
