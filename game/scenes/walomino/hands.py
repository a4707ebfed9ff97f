"""Hands on the cloth of Walomino: taps and keys that let pairs be pushed, turned, looked at."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from typing import Any, Final

from game.physics.place import Place
from game.rules.core.protocol import Seat
from game.rules.walomino.game import Attach, Move, Pass
from game.rules.walong.geometry import Pose, centre
from game.scenes.walomino.cloth import Lying, key_of
from game.scenes.walomino.pushing import WalominoPushing
from game.scenes.walong.fingers import angle_between
from game.scenes.walong.knobs import HALF, beside
from game.ui.focus import Spot
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.timeline import Tween, linear

PAIR: Final = "pair:"
GHOST: Final = "ghost:"
TURN: Final = "turn"
CHECK: Final = "check"
SPIN: Final = "spin"
FIT: Final = "fit"
"""The keys of what can be picked."""


class WalominoHands(WalominoPushing):
    """How people push pairs, and how they let them be pushed by taps and keys."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.chosen: int | None = None
        """The number of the pair that was tapped."""
        self.poses: tuple[Pose, ...] = ()
        """Where the chosen pair may go, and which of these is shown."""
        self.current = 0
        self._handle: Point | None = None
        super().__init__(*args, **kwargs)

    # What there is -------------------------------------------------------------------------------

    @property
    def ghost(self) -> Pose | None:
        """Where the chosen pair would go."""
        return self.poses[self.current] if self.chosen is not None and self.poses else None

    def hub(self, number: int, pose: Pose) -> Point:
        """The middle of a pair of whoever is asked at a pose."""
        return self.camera.point(self._heart(number, pose))

    def _heart(self, number: int, pose: Pose) -> complex:
        pair = self.table.pairs[self.table.turn][number]
        assert pair is not None
        return (centre(pose) + centre(pair.second_pose(pose))) / 2

    # Spots ---------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        found = [Spot(FIT, self.fit_at, HALF, round=True)] if self.camera.held else []
        if self.asked is None or not self.pushing:
            return found
        half = max(34.0, 0.9 * self.camera.unit)
        pairs = [
            Spot(f"{PAIR}{lying.number}", self.cloth.middle(key), half, round=True)
            for key, lying in self.cloth.lying.items() if lying.seat == self.asked
        ]
        return [*found, *pairs, *self.knob_spots(), *self._ghosts()]

    @property
    def fit_at(self) -> Point:
        """Where the button lies that shows everything again."""
        box = self.board.box
        return box.right - HALF - 14, box.bottom - HALF - 14

    def _ghosts(self) -> list[Spot]:
        number = self.chosen
        if number is None:
            return []
        half = max(22.0, 0.4 * self.camera.unit)
        return [
            Spot(f"{GHOST}{i}", self.hub(number, pose), half, round=True)
            for i, pose in enumerate(self.poses)
        ]

    def knobs(self) -> dict[str, Point]:
        """The round buttons beside the ghost and beside the chosen pair, and where they are."""
        number = self.chosen
        if number is None or self.asked is None or self.grips or self.waiting is not None:
            return {}
        found = {}
        ghost, unit = self.ghost, self.camera.unit
        if ghost is not None:
            names = [TURN, CHECK] if len(self.poses) > 1 else [CHECK]
            pieces = [self.board.centre(pose) for pose in self.table.chain.pieces]
            places = beside(self.hub(number, ghost), 1.5 * unit, self.board.box, pieces,
                            len(names))
            found = dict(zip(names, places, strict=True))
        key = key_of(self.asked, number)
        others = [self.cloth.middle(other) for other in self.cloth.lying if other != key]
        whole = Box(0, 0, *self.size)
        if self._handle is not None:
            found[SPIN] = self._handle
            return found
        words = [tray.frame.out_box(tray.head) for tray in self.trays]
        found[SPIN] = beside(self.cloth.middle(key), 1.2 * unit, whole, others, 1, words)[0]
        return found

    def knob_spots(self) -> list[Spot]:
        return [Spot(name, at, HALF, round=True) for name, at in self.knobs().items()]

    # Tapping -------------------------------------------------------------------------------------

    def pick(self, key: str) -> None:
        self.clear_marks("refusal", "hint")
        if key == FIT:
            self.camera.fit(self.board.places())
        elif self.asked is not None:
            self._pick(key)
            self.say_prompt()

    def _pick(self, key: str) -> None:
        if key.startswith(PAIR):
            self.choose(int(key.removeprefix(PAIR)))
        elif key == TURN:
            self.turn(1)
        elif key == SPIN:
            self.spin(1)
        elif key == CHECK or key == f"{GHOST}{self.current}":
            self._go()
        elif key.startswith(GHOST):
            self._show(int(key.removeprefix(GHOST)))

    def choose(self, number: int, pose: Pose | None = None) -> None:
        """Show where a pair may go, at this pose first; the same pair again: show nothing."""
        if number == self.chosen and pose is None:
            self.forget()
            return
        self.chosen = number
        poses = self.fitting.get(number, ())
        self.poses = tuple(sorted(poses, key=lambda one: self._order(number, one)))
        self.current = self.poses.index(pose) if pose in self.poses else 0
        self.sound("button")
        self._look_at_ghost()

    def _order(self, number: int, pose: Pose) -> tuple[int, float]:
        """Places at the same end lie together, in the order in which they go round it."""
        heart = self._heart(number, pose)
        ends = [centre(end.pose) for end in self.table.chain.ends]
        end = min(range(len(ends)), key=lambda i: abs(ends[i] - heart))
        return end, round(cmath.phase(heart - ends[end]), 6)

    def _show(self, index: int) -> None:
        self.current = index % len(self.poses)
        self.sound("acrylic_slide")
        self._look_at_ghost()

    def _look_at_ghost(self) -> None:
        """See to it that the ghost is seen, and let the keys find it."""
        if self.chosen is None or self.ghost is None:
            return
        heart = self._heart(self.chosen, self.ghost)
        self.camera.follow([*self.board.places(), heart])
        if self.focus.visible:
            self.focus.put(Spot(f"{GHOST}{self.current}", self.camera.point(heart)))

    def _go(self) -> None:
        """Let the chosen pair be pushed to where its ghost is."""
        if self.chosen is not None and self.ghost is not None:
            self.commit(Attach(self.chosen, self.ghost))

    def forget(self) -> None:
        self.chosen, self.poses, self.current = None, (), 0

    @property
    def holding(self) -> bool:
        return self.chosen is not None or bool(self.grips)

    def let_go(self) -> None:
        self.drop_all()
        self.forget()
        self._handle = None
        self.say_prompt()
        self.stale = True

    def say_prompt(self) -> None:
        """Bring the prompt of the seat that is asked in line with what it holds."""
        if self.asked is not None and self.trays:
            self.trays[self.asked].prompt = self.prompt(self.asked)

    # Turning, looking ----------------------------------------------------------------------------

    def turn(self, steps: int) -> None:
        """Turn what is in hand, clockwise for more than 0, or look at the next place."""
        if self.grips:
            super().turn(steps)
            self.sound("wood_slide")
        elif self.chosen is not None and len(self.poses) > 1 and self.waiting is None:
            self._show(self.current + steps)

    def spin(self, steps: int) -> None:
        """Turn the chosen pair where it lies, clockwise for more than 0."""
        done = [0.0]

        def show(share: float) -> None:
            self._turn_lying((done[0] - share) * steps * math.pi / 6)
            done[0] = share

        self.sound("wood_slide")
        self.timeline.play(Tween(0.16, show, linear))

    def _turn_lying(self, angle: float) -> None:
        """Turn the chosen pair by an angle, around its own middle."""
        if self.chosen is None or self.asked is None:
            return
        key, world = key_of(self.asked, self.chosen), self.cloth.world
        if key in world and world.click(key) is None:
            world.put(key, _about_hub(self.cloth.lying[key], world.place(key), angle))

    def grab(self, key: str) -> bool:
        self._handle = None
        return key == SPIN

    def carry(self, point: Point) -> None:
        """The round button at the chosen pair is pulled round it, and the pair turns along."""
        if self.chosen is None or self.asked is None:
            return
        middle = self.cloth.middle(key_of(self.asked, self.chosen))
        if self._handle is None:
            self._handle = self.knobs()[SPIN]
        self._turn_lying(-math.radians(angle_between(middle, self._handle, point)))
        self._handle = point

    def drop(self, key: str | None, point: Point) -> None:
        self._handle = None

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "turn":
            self.turn(1 if intent.value > 0 else -1)
        elif intent.kind == "wheel" and intent.value:
            way = 1 if intent.value > 0 else -1
            if self.grips or self.chosen is not None:
                self.turn(-way)
            elif self.board.box.has(intent.pos):
                self._look(way, intent.pos)
        elif intent.kind == "command" and intent.name in ("zoom_in", "zoom_out"):
            self._look(1 if intent.name == "zoom_in" else -1, self.board.box.center)

    def _look(self, steps: int, about: Point) -> None:
        self.camera.notch(steps, about)
        self.camera.keep_near(self.board.places())

    # Words ---------------------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        if self.chosen is not None:
            key = "nowhere" if not self.poses else "ghost" if len(self.poses) > 1 else "only"
            return self.t(f"walomino.prompt.{key}")
        stuck = self.game.why_illegal(self.table, Pass()) is None
        if not stuck and None not in self.table.pairs[seat]:
            return self.t("walomino.prompt.first")
        return self.t(f"walomino.phase.{'pass' if stuck else self.table.phase}")

    def show_hint(self, seat: Seat, steps: Sequence[Any]) -> None:
        super().show_hint(seat, steps)
        if isinstance(steps[0], Attach):
            self.choose(steps[0].number, steps[0].pose)

    def hint_text(self, steps: Sequence[Any]) -> str:
        if isinstance(steps[0], Attach):
            return self.t("walomino.hint.attach")
        return self.t("walomino.phase.pass")

    @property
    def mark_radius(self) -> float:
        return max(18.0, min(30.0, 0.28 * self.camera.unit))

    def place_at(self, place: str) -> Point | None:
        return self.board.place_at(place)

    def places_of(self, move: Move) -> tuple[str, ...]:
        return (str(move.pose),) if isinstance(move, Attach) else ()


def _about_hub(lying: Lying, place: Place, angle: float) -> Place:
    """A pair's place when it has been turned around its own middle."""
    first, second = lying.form.places(place)
    middle = (first.spot + second.spot) / 2
    spot = middle + (place.spot - middle) * cmath.rect(1, angle)
    return Place(spot.real, spot.imag, place.angle + angle)
