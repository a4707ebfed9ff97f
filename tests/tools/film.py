"""The film at the top of the README, made from the table: `python -m tests.tools.film FILE.webp`.

Twenty seconds: the shelf, a pair of Walomino that a finger pushes until it clicks in, and some
moves of every other game. Needs Pillow (`pip install .[art]`).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pygame

from game.ai.worker import Worker
from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.walomino.cloth import key_of
from game.services.people import Chair
from game.ui.painter import Painter
from tests.tools import clicks, headless
from tests.tools.showcase.games import AGAINST, played_out

SHOT: Final = (1280, 720)
SIZE: Final = (800, 450)
"""Of the film, in pixels."""
RATE: Final = 12
"""Pictures a second."""
LATE: Final = 0.55
"""How much of a match has been played where a clip of it begins."""
FADE: Final = 4
"""Pictures in which a clip gives way to the next."""
QUALITY: Final = 70
CLIPS: Final = (
    ("domi_jongg", 3.0), ("skud_pai_sho", 3.0), ("jin_li", 3.0), ("ping_pao", 3.0),
    ("solitaire_pai_sho", 2.4),
)  # fmt: skip

PEOPLE: Final = (Chair("person", "Anna"), Chair("computer", "Ben", "regular"))
"""Two persons on a couch would pass a curtain round."""

Clip = Iterator[pygame.Surface]


class Silent(Worker):
    """Computers that never answer: all moves of the film are recorded ones."""

    def poll(self) -> None:
        """Nothing, however long one waits."""


class Camera:
    """Takes pictures of a stack of scenes while its time passes."""

    def __init__(self, stack: Stack) -> None:
        self.stack, self._painter = stack, Painter()

    def take(self, finger: tuple[float, float] | None = None) -> pygame.Surface:
        """Let a picture's time pass and take it, with a finger at a point in units."""
        self._painter.forget()
        picture = headless.picture(self.stack, self._painter).copy()
        if finger is not None:
            scale = self.stack.context.scale
            tip = pygame.Surface((64, 64), pygame.SRCALPHA)
            pygame.draw.circle(tip, (255, 252, 240, 70), (32, 32), 30)
            pygame.draw.circle(tip, (255, 252, 240, 150), (32, 32), 30, 3)
            picture.blit(tip, (finger[0] * scale - 32, finger[1] * scale - 32))
        return pygame.transform.smoothscale(picture, SIZE)


def shelf(context: Context, seconds: float) -> Clip:
    """The table with its boxes."""
    stack = headless.stack_of(context)
    camera = Camera(stack)
    headless.wait(stack, 1.0)
    for _ in range(round(seconds * RATE)):
        headless.wait(stack, 1 / RATE)
        yield camera.take()
    stack.close()


def match(context: Context, game: str, seconds: float) -> Clip:
    """Some moves of a match, from where it gets interesting."""
    full = played_out(game)
    late = range(round(len(full.log) * LATE), len(full.log))
    begin = next(n for n in late if full.seat_of(n) != CHANCE)
    options, state = AGAINST.get(game, {}), full.states[begin]
    short = Match(GAMES[game], full.seats, options, luck="manual", start=state)
    scene: Any = play_scene(game)(context, Series(short), PEOPLE)
    stack = headless.stack_of(context, scene)
    moves = iter(full.log[begin:])
    camera = Camera(stack)
    headless.wait(stack, 1.2)
    for _ in range(round(seconds * RATE)):
        if not scene.moving and (move := next(moves, None)) is not None:
            scene.play(move)
        headless.wait(stack, 1 / RATE)
        yield camera.take()
    stack.close()


def push(context: Context, seconds: float) -> Clip:
    """A finger pushes a pair along, a little askew, until it clicks in, and lets go."""
    rng = random.Random(11)
    table, attempt = next(
        (table, attempt)
        for state in clicks.positions(rng)
        if sum(pair is not None for pair in state.pairs[0]) > 4 and len(state.chain.pieces) > 11
        for table in [clicks.Position(context, state)]
        for attempt in islice(clicks.tries(table, clicks.KINDS[0], rng), 1)
    )
    key = key_of(0, attempt.number)
    thing = table.lay(key, attempt.start)
    held = thing.form.places(attempt.start)[0].spot
    camera, way = Camera(table.stack), attempt.far / (0.55 * seconds * 60)
    for _ in range(5):
        table.frame()
    yield camera.take(table.cloth.camera.point(held))
    table.send("press", held, "touch:0:1")
    spot, frames, released = held, round(seconds * 60), False
    for frame in range(frames):
        if not released:
            if frame * way < attempt.far + 0.3:
                spot -= attempt.way * way
            table.send("drag", spot, "touch:0:1")
            if thing.click is not None and thing.click.settled and frame > 0.7 * frames:
                table.send("release", spot, "touch:0:1")
                released = True
        table.frame()
        if frame % (60 // RATE) == 0:
            yield camera.take(None if released else table.cloth.camera.point(spot))
    table.close()


def faded(clips: Sequence[Callable[[], Clip]]) -> Clip:
    """One clip after the other, each fading into the next."""
    last: pygame.Surface | None = None
    for clip in clips:
        for number, picture in enumerate(clip()):
            if last is not None and number < FADE:
                over = picture.copy()
                over.set_alpha(round(255 * (number + 1) / (FADE + 1)))
                mixed = last.copy()
                mixed.blit(over, (0, 0))
                yield mixed
            else:
                yield picture
                before = picture
        last = before


def film(file: Path, language: str) -> int:
    """Write the film; gives the exit code."""
    try:
        from PIL import Image
    except ImportError:
        print("the film needs Pillow: pip install pillow", file=sys.stderr)
        return 1
    context = replace(headless.context(SHOT, language), ai_worker=Silent())
    clips = [partial(shelf, context, 2.0), partial(push, context, 3.6)]
    clips += [partial(match, context, game, seconds) for game, seconds in CLIPS]
    pictures = []
    for surface in faded(clips):
        pictures.append(Image.frombytes("RGB", SIZE, pygame.image.tobytes(surface, "RGB")))
        if sys.stderr.isatty():
            print(f"\r{len(pictures) / RATE:.1f} s", end="", file=sys.stderr)
    context.ai_worker.close()
    context.store.close()
    try:
        pictures[0].save(
            file, save_all=True, append_images=pictures[1:], duration=round(1000 / RATE), loop=0,
            quality=QUALITY, method=4, minimize_size=True,
        )  # fmt: skip
    except OSError as error:
        print(f"no film can be written to {file}: {error.strerror or error}", file=sys.stderr)
        return 1
    print(f"{len(pictures) / RATE:.1f} s, {file.stat().st_size / 2**20:.2f} MB in {file}")
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser("film", description="Make the film of the README.")
    made.add_argument("file", type=Path, metavar="FILE.webp")
    made.add_argument("--lang", choices=("en", "de"), default="en", dest="language")
    return made


def main() -> int:
    """Run the command; gives the exit code."""
    chosen = parser().parse_args()
    return film(chosen.file, chosen.language)


if __name__ == "__main__":
    raise SystemExit(main())
