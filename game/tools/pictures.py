"""A picture of each game's table, as the real program draws it without a window."""

import random
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from game.app import App, Choices
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core.routes import ToPlay
from game.scenes.core.scene import Home, Push
from game.services.people import Chair
from game.ui.sprites import MISSED

SIZE = 1280, 720
SEED = 1
STEPS = 24
"""How many steps have been played."""
SETTLED = 60
"""Frames, sixty a second, after which everything that moved in lies still."""


def pictures(folder: Path) -> int:
    """Write ``<game>.png`` files, always the same; gives the exit code. What the table keeps
    meanwhile is thrown away.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = []
    with TemporaryDirectory() as data, closing(table(Path(data))) as app:
        app.open()
        for game in GAMES:
            app.stack.change(Push(begun(game)))
            for _ in range(SETTLED):
                app.frame(1 / 60)
            while MISSED.wanted:  # a koi's next pose, which it does without on a slow machine
                MISSED.paint()
                app.screen.forget()
                app.frame(0.0)
            if app.stack.top.name != game:
                missing.append(game)
            pygame.image.save(app.surface, folder / f"{game}.png")
            app.stack.change(Home())
    print(f"{len(GAMES) - len(missing)} pictures in {folder}")
    if missing:
        print(f"could not be shown: {', '.join(missing)}", file=sys.stderr)
    return 1 if missing else 0


def table(data: Path, size: tuple[int, int] = SIZE) -> App:
    """People stand around it: on a couch a curtain would hide what Domi Jongg deals."""
    app = App(Choices(size, fullscreen=False, headless=True, data=data, seed=SEED))
    app.context.settings = app.context.settings.changed(seating="table")
    return app


def begun(game: str) -> ToPlay:
    """The way to a match of as few persons as can play it, after some random steps."""
    rules, rng = GAMES[game], random.Random(SEED)
    match = Match(rules, rules.info.seats[0], seed=SEED)
    while match.outcome is None and match.cursor < STEPS:
        match.play(rng.choice(list(rules.moves(match.state))))
    people = [Chair("person", name) for name in ("Annegret", "Ole")]
    return ToPlay(Series(match), people[: match.seats])
