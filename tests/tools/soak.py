"""Random people at the table: intents without end over all scenes, until time is up or it breaks.

They wander through the table, and now and then they sit down to a game that is about to end, where
they hurry: most that can go wrong does so while something is still on its way. Everything that
happens comes from the seed, so a failure's report says how to see it again.

    python -m tests.tools.soak --minutes 10 --seed 1
"""

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pygame

from game.app import LONGEST_STEP
from game.memory import sweep
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.protocol import AnyMove
from game.scenes.core.routes import ToPlay
from game.scenes.core.scene import Home, Scene
from game.scenes.core.stack import Stack
from game.scenes.domi_jongg.score_sheet import RunningSheet
from game.scenes.play.marks import Mark
from game.scenes.play.play_scene import AnyPlayScene, PlayScene
from game.scenes.review.results import Results
from game.screen import Screen
from game.services.people import Chair
from game.ui.intents import Intent, Kind
from game.ui.layer import Layer
from game.ui.sprites import SOURCES, SPRITES
from tests.tools import headless
from tests.tools.checked import CheckedPainter
from tests.tools.memory import held, peak
from tests.tools.progress import tell
from tests.tools.showcase.games import played_out

SIZES = ((1280, 720), (800, 600), (1080, 1920), (1920, 1080))
LEAK_MB = 60.0  # how much more memory than after the first quarter is called a leak
WARM_UP_SHARE = 0.25
FRAMES_AN_INTENT = (0, 1, 1, 2, 6, 30)
FRAMES_IN_HASTE = (0, 0, 1, 2, 4, 9, 20, 45, 110)
"""Frames between two intents at the end of a game: from several in one to more than a pause."""
ENDING_EVERY, ENDING_LASTS = 500, 300
"""After how many intents people sit down to games that are about to end, and for how many."""
TABLES: tuple[tuple[str, ...], ...] = (
    ("person", "person"), ("person", "computer"), ("person",) * 3, ("person",)
)
LONGEST_MOTION = 30.0  # seconds of motion without a step after which it is called endless
RESIZE_EVERY = 4000
CHECK_EVERY = 50
"""Of how many painted frames one is painted whole as well, and compared."""
LEFT_ALONE_EVERY, LEFT_ALONE = 10, 3.0
"""After how many deeds nobody touches the table, and for how many seconds."""
UNHURRIED = 0.05
"""Seconds of a frame meanwhile."""
PAINTED = 60
"""In so many of them what moves gets all pictures that it needs."""
KEYS: tuple[Intent, ...] = (
    *(Intent("focus", vector=v, source="keys") for v in ((1, 0), (-1, 0), (0, 1), (0, -1))),
    Intent("focus", value=1, source="keys"),
    *(Intent(kind, source="keys") for kind in ("confirm", "cancel", "menu")),
    Intent("confirm", source="pad", pad=0),
    Intent("turn", value=1, source="keys"),
    Intent("turn", value=-1, source="pad", pad=1),
    *(
        Intent("command", name=name, source="keys")
        for name in ("undo", "redo", "hint", "explain", "rules", "help", "zoom_in", "zoom_out",
                     "page_down")
    ),
    Intent("text", name="ß", source="keys"),
)
HASTE: tuple[Intent, ...] = (
    *(Intent("command", name=name, source="keys") for name in ("undo", "undo", "redo", "hint")),
    *(Intent(kind, source="keys") for kind in ("confirm", "cancel")),
)


class Failure(Exception):
    """The table did something it must not do."""


class Crowd:
    """The random people: fingers that press, drag and let go, keys, and taps that make sense."""

    def __init__(
        self, stack: Stack, rng: random.Random, on: Callable[[Intent], object] | None = None
    ) -> None:
        self.stack, self.rng = stack, rng
        self._on = on or stack.on
        """What hears their intents."""
        self.fingers: dict[str, tuple[float, float]] = {}
        self.intents = 0
        self.seen: Counter[str] = Counter()

    @property
    def hurried(self) -> bool:
        """Whether people are at the end of a game, where they do everything at once."""
        return self.intents % ENDING_EVERY < ENDING_LASTS

    def act(self) -> None:
        """One intent, or a whole tap, of somebody; in haste at a match that is about to end."""
        if not self.hurried:
            self.wander()
            return
        if not any(isinstance(scene, PlayScene) for scene in self.stack.scenes):
            self.stack.change(Home(near_the_end(self.rng)))
        self.hurry()

    def hurry(self) -> None:
        """Play on at once, take back what has just ended, press what lies on top."""
        scene, roll = self.stack.top, self.rng.random()
        if isinstance(scene, PlayScene):
            if roll < 0.5 and scene.asked is not None:
                self.intents += 1
                self.seen[scene.name] += 1
                scene.commit(next_move(scene.match, self.rng))
            elif roll < 0.9:
                self._send(self.rng.choice(HASTE))
            else:
                self.wander()
        elif roll < 0.3 or not self._tap_widget(scene):
            self._send(self.rng.choice(HASTE))
        elif not isinstance(scene, Results):
            self._send(Intent("cancel", source="keys"))

    def wander(self) -> None:
        """Try whatever is there."""
        roll = self.rng.random()
        if roll < 0.45 and self._sensible_tap():
            return
        if roll < 0.60:
            self._send(self.rng.choice(KEYS))
        elif roll < 0.66:
            self._send(Intent("wheel", self._point(), value=self.rng.choice((-1.0, 1.0))))
        else:
            self._finger()

    def _send(self, intent: Intent) -> None:
        self.intents += 1
        self.seen[self.stack.top.name] += 1
        self._on(intent)

    def _point(self) -> tuple[float, float]:
        w, h = self.stack.context.size
        return self.rng.uniform(0, w), self.rng.uniform(0, h)

    def _tap(self, at: tuple[float, float], pointer: str) -> None:
        for kind in ("press", "release", "tap"):
            self._send(Intent(kind, at, pointer=pointer, source="touch"))

    def _sensible_tap(self) -> bool:
        """Tap or drag something that is there: a place of a board, or a widget."""
        scene = self.stack.top
        if isinstance(scene, PlayScene) and self.rng.random() < 0.9:
            spots = scene.input.spots() if scene.live else []
            if not spots:
                return False
            first, second = self.rng.choice(spots), self.rng.choice(spots)
            if self.rng.random() < 0.3:
                self._drag(first.center, second.center)
            else:
                self._tap(first.center, "touch:0:9")
            return True
        return self._tap_widget(scene)

    def _tap_widget(self, scene: Scene) -> bool:
        boxes = [layer.frame.out_box(widget.box).center
                 for layer in layers_of(scene) for widget in layer.targets()]  # fmt: skip
        if not boxes:
            return False
        self._tap(self.rng.choice(boxes), "touch:0:9")
        return True

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        name = "touch:0:8"
        self._send(Intent("press", start, pointer=name, source="touch"))
        for share in (0.3, 0.7, 1.0):
            at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            self._send(Intent("drag", at, (10, 10), name, "touch", moved=True))
        self._send(Intent("release", end, pointer=name, source="touch", moved=True))

    def _finger(self) -> None:
        """Fingers that come, wander and go as they like."""
        name = f"touch:0:{self.rng.randrange(5)}"
        at = self._point()
        if name not in self.fingers:
            self.fingers[name] = at
            self._send(Intent("press", at, pointer=name, source="touch"))
            return
        old = self.fingers[name]
        vector = at[0] - old[0], at[1] - old[1]
        if self.rng.random() < 0.5:
            self.fingers[name] = at
            self._send(Intent("drag", at, vector, name, "touch", moved=True))
        else:
            kind: Kind = self.rng.choice(("release", "lost"))
            del self.fingers[name]
            self._send(Intent(kind, at, pointer=name, source="touch", moved=True))


def layers_of(scene: Scene) -> Iterator[Layer]:
    """The layers of any scene."""
    if isinstance(scene, PlayScene):
        yield from scene.controls.layers
    if hasattr(scene, "layer"):
        yield scene.layer
    yield from getattr(scene, "layers", ())


# Endings -----------------------------------------------------------------------------------------


@cache
def _played(game: str, seats: int, seed: int) -> Match:
    return played_out(game, seats, seed, {} if seats == 1 else None)


def near_the_end(rng: random.Random) -> ToPlay:
    """The way to a match that ends after a few decisions, often in the middle of a series."""
    game, kinds = rng.choice(list(GAMES)), rng.choice(TABLES)
    low, high = GAMES[game].info.seats
    seats = max(low, min(high, len(kinds)))
    whole = _played(game, seats, rng.randrange(3))
    series = Series(_all_but(whole, rng.randrange(1, 5)), rng.choice((1, 2, 2, 3)))
    chairs = [Chair("person" if kind == "person" else "computer", f"P{n}", "newcomer")
              for n, kind in enumerate((*kinds, "person", "person")[:seats])]  # fmt: skip
    return ToPlay(series, chairs)


def _all_but(whole: Match, decisions: int) -> Match:
    """The match as it stood so many decisions before its end."""
    cut = whole.cursor
    for _ in range(decisions):
        cut = whole.decision_before(cut) or 0
    match = Match(whole.game, whole.seats, whole.options, seed=whole.seed)
    while match.cursor < cut:
        match.play(whole.log[match.cursor])
    return match


def next_move(match: Match, rng: random.Random) -> AnyMove:
    """A legal step, if possible one that ends the game."""
    moves = list(match.game.moves(match.state))
    rng.shuffle(moves)
    ends = (move for move in moves[:24]
            if match.game.outcome(match.game.apply(match.state, move)) is not None)  # fmt: skip
    return next(ends, moves[0])


def soak(minutes: float = 1.0, seed: int = 1, intents: int | None = None) -> int:
    """Let random people play; prints what was seen. Gives 0 if nothing broke, else 1."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        made = headless.context(SIZES[0], "en", Path(folder), seed, rule_cards=True)
        stack = headless.stack_of(made)
        screen = headless.screen_of(stack)
        crowd = Crowd(stack, rng, screen.on)
        try:
            _play(crowd, screen, time.monotonic() + minutes * 60, minutes * 60, intents)
        except Exception:
            names = " > ".join(scene.name for scene in stack.scenes)
            print(traceback.format_exc(), file=sys.stderr)
            print(f"after {crowd.intents} intents in {names}", file=sys.stderr)
            again = f"python -m tests.tools.soak --seed {seed} --intents {crowd.intents}"
            print(f"again: {again}", file=sys.stderr)
            return 1
        finally:
            made.ai_worker.close()
        stack.close()
        made.store.close()
    scenes = ", ".join(f"{name} {count}" for name, count in crowd.seen.most_common())
    print(f"clean: {crowd.intents} intents, seed {seed}, peak memory {peak():.0f} MB")
    print(f"intents by scene: {scenes}")
    return 0


def _play(
    crowd: Crowd, screen: Screen, until: float, seconds: float, intents: int | None
) -> None:
    stack, rng, settled, watch = crowd.stack, crowd.rng, None, Watch(crowd.stack)
    done, deeds, begun = 0.0, 0, time.monotonic()
    screen.painter = painter = CheckedPainter()
    while done < 1.0:
        tell(done, begun)
        crowd.act()
        watch.look()
        for _ in range(rng.choice(FRAMES_IN_HASTE if crowd.hurried else FRAMES_AN_INTENT)):
            stack.update(headless.FRAME)
            watch.look(headless.FRAME)
        if rng.random() < 0.25:
            painter.checked = screen.drawn % CHECK_EVERY == 0
            screen.frame(headless.FRAME)
        deeds += 1
        if deeds % LEFT_ALONE_EVERY == 0:
            leave_alone(screen)
        if not stack.running:  # somebody switched the table off; somebody switches it on again
            crowd.seen["switched off"] += 1
            stack.close()
            stack.running = True
            stack.begin()
        if crowd.intents % RESIZE_EVERY < 3:
            _resize(screen, rng.choice(SIZES))
        done = crowd.intents / intents if intents else 1 - (until - time.monotonic()) / seconds
        if settled is None and done > WARM_UP_SHARE and crowd.seen.keys() >= GAMES.keys():
            _resize(screen, SIZES[0])
            settled = needed()
    tell(1.0, begun)
    _resize(screen, SIZES[0])
    grown = needed() - settled if settled is not None else 0.0
    if grown > LEAK_MB:
        raise Failure(f"memory has grown by {grown:.0f} MB since the first quarter")


def leave_alone(screen: Screen) -> None:
    """Nobody touches anything for a while; Failure if the window then shows what is not so, or a
    view that no hand holds does not rest.

    What still moves, as a computer's move, may be seen in a picture that will do until the one that
    it needs is painted, a step a frame.
    """
    headless.live(screen, LEFT_ALONE, UNHURRIED)
    wrong = headless.untrue(screen)
    for _ in range(PAINTED):
        if wrong and screen.stack.moving:
            headless.live(screen, UNHURRIED, UNHURRIED)
            wrong = headless.untrue(screen)
    top = screen.stack.top
    eye = top.eye if isinstance(top, PlayScene) else None
    if eye is not None and not (eye.resting or eye.camera.moving or eye.fingers._down):
        raise Failure("the view has come to a size in which it does not rest")
    if wrong:
        raise Failure(f"the picture at rest is not that of the table, in {wrong[:5]}")


def _resize(screen: Screen, pixels: tuple[int, int]) -> None:
    """Another window; what is held follows its size."""
    screen.surface = pygame.display.set_mode(pixels)
    screen.forget()
    screen.stack.resize(pixels)


def needed() -> float:
    """MB held beside the pictures in the caches, which fill up to a limit of their own; swept
    before, as the table does after every change of scene.
    """
    sweep()
    return held() - (SPRITES.held + SOURCES.held) / 2**20


class Watch:
    """What is looked at after every intent and every frame."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self._hints: tuple[list[Mark], object] = [], None
        self._step: object = None
        self._moved = 0.0
        self._kept: object = None

    def look(self, seconds: float = 0.0) -> None:
        """Raise Failure if something is on the table that must not be."""
        for scene in self.stack.scenes:
            check(scene)
        top = self.stack.top
        if isinstance(top, PlayScene):
            self._check_hints(top)
            self._check_motion(top, seconds)
            self._check_kept(top)

    def _check_hints(self, play: AnyPlayScene) -> None:
        """A hint is about the state that it was asked for."""
        moment = id(play.match), play.match.cursor
        hints = [mark for mark in play.marks if mark.kind == "hint"]
        before, asked = self._hints
        if hints and any(mark is old for mark in hints for old in before) and asked != moment:
            raise Failure("a hint outlives the state that it was about")
        self._hints = hints, moment

    def _check_motion(self, play: AnyPlayScene, seconds: float) -> None:
        step = id(play.match), play.match.cursor, play.shown
        same = play.timeline.moving and step == self._step
        # What is pushed goes on by a few steps of physics a frame, however long the frame was.
        self._moved = self._moved + min(seconds, LONGEST_STEP) if same else 0.0
        self._step = step
        if self._moved > LONGEST_MOTION:
            raise Failure("something moves without end")

    def _check_kept(self, play: AnyPlayScene) -> None:
        """The store holds the moves up to the cursor, as long as the match is going on."""
        match, number = play.match, play.autosave.match_id
        moment = number, id(match), match.cursor, len(match.log)
        if number is None or match.outcome is not None or moment == self._kept:
            return
        self._kept = moment
        kept = play.context.store.resume(number).series
        begun = len(kept.games) == len(play.series.games)
        if (kept.current.log if begun else []) != match.log[: match.cursor]:
            raise Failure(f"the store does not hold the {match.cursor} steps that were played")


def check(scene: Scene) -> None:
    """What must hold at any moment: the match is exactly what its moves make it."""
    if isinstance(scene, Results) and not isinstance(scene, RunningSheet):
        if scene.match.outcome is None or scene.match is not scene.play.match:
            raise Failure("there are results of a game that goes on")
        return
    if not isinstance(scene, PlayScene):
        return
    match = scene.match
    if not 0 <= match.cursor <= len(match.log) == len(match.states) - 1:
        raise Failure(f"the cursor {match.cursor} has left the log of {len(match.log)}")
    if not 0 <= scene.shown <= match.cursor:
        raise Failure(f"step {scene.shown} is shown, but only {match.cursor} have been played")
    if match.cursor and not scene.replaying:
        before, move = match.states[match.cursor - 1], match.log[match.cursor - 1]
        if match.from_position or match.game.why_illegal(before, move) is None:
            return
        raise Failure(f"an illegal move was played: {match.game.write(move)}")


def minutes_above_zero(text: str) -> float:
    """How long a soak may take: up to a week."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= 60 * 24 * 7:
        raise argparse.ArgumentTypeError(f"minutes is a number above 0, not {text!r}")
    return minutes


def parser(
    name: str = "soak", about: str = "Random people at the table."
) -> argparse.ArgumentParser:
    """The command line of a soak."""
    made = argparse.ArgumentParser(name, description=about)
    made.add_argument("--minutes", type=minutes_above_zero, default=1.0)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--intents", type=int, help="end after so many intents instead")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit code."""
    return soak(**vars(parser().parse_args(arguments)))


if __name__ == "__main__":
    raise SystemExit(main())
