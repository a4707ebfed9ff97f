"""The pair that was tapped: where it may go, its buttons, and how taps and keys move it.

Where it may go is grouped by the side of an end that it touches there: a target picks the side,
and the arrow the way in which the pair lies at it.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from game.physics.click import Key
from game.physics.place import mean, place_of, swing
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Attach, Pass, Table
from game.rules.walong.geometry import Pose, centre
from game.scenes.walomino.cloth import Cloth
from game.scenes.walomino.phase import Host, Pick
from game.scenes.walong.knobs import HALF, Knob, beside, keep_apart
from game.ui.frame import Point
from game.ui.layer import Spot

APART: Final = 2 * HALF + 4
"""The middles of two targets are at least so far apart, in units."""


def by_side(table: Table, pair: Pair, poses: Iterable[Pose]) -> tuple[tuple[Pose, ...], ...]:
    """Where a pair may go, grouped by the side of an end that it touches there, going round the
    first end and then the other one; in a group it turns from pose to pose.
    """
    ends = [end.pose for end in table.chain.ends]
    groups: dict[tuple[int, int], list[Pose]] = {}
    for pose in poses:
        contacts = [
            contact for piece in (pose, pair.second_pose(pose))
            for contact in table.chain.pieces.contacts(piece) if contact.pose in ends
        ]
        side = min((ends.index(contact.pose), contact.other) for contact in contacts)
        groups.setdefault(side, []).append(pose)
    return tuple(tuple(sorted(groups[side])) for side in sorted(groups))


class PairChoice:
    """What fits, and the one pair of whoever is asked that is looked at."""

    def __init__(self, scene: Host, cloth: Cloth) -> None:
        self.scene, self.cloth = scene, cloth
        self.fitting: dict[int, list[Pose]] = {}
        """By number, where the pairs of whoever is asked may go."""
        self.number: int | None = None
        """The chosen pair's number."""
        self.groups: tuple[tuple[Pose, ...], ...] = ()
        """Where the chosen pair may go, by side."""
        self.group = self.turned = 0
        """Which of the sides is shown, and which of the poses at it."""

    @property
    def open(self) -> bool:
        """Whether pairs can be pushed about now."""
        scene = self.scene
        return scene.shown_state.phase == "play" and not scene.replaying and scene.waiting is None

    @property
    def ghost(self) -> Pose | None:
        """Where the chosen pair would go."""
        return self.groups[self.group][self.turned] if self.groups else None

    def hub(self, number: int, pose: Pose) -> Point:
        """The middle of a pair of whoever is asked at a pose."""
        return self.cloth.camera.point(self._heart(number, pose))

    def _heart(self, number: int, pose: Pose) -> complex:
        return (centre(pose) + centre(self._pair(number).second_pose(pose))) / 2

    def _pair(self, number: int) -> Pair:
        table = self.scene.latest
        pair = table.pairs[table.turn][number]
        assert pair is not None
        return pair

    def targets(self) -> dict[int, Point]:
        """Where the sides that are not shown are picked, by number: none over another one, nor
        where the pair may be turned to.
        """
        number = self.number
        if number is None or self.ghost is None:
            return {}
        others = [index for index in range(len(self.groups)) if index != self.group]
        hearts = [[self._heart(number, pose) for pose in self.groups[i]] for i in others]
        middles = [self.cloth.camera.point(mean(group)) for group in hearts]
        pair, board = self._pair(number), self.cloth.board
        pieces = [
            board.centre(each) for pose in self.groups[self.group]
            for each in (pose, pair.second_pose(pose))
        ]
        return dict(zip(others, keep_apart(middles, pieces, APART, board.box), strict=True))

    # Spots ---------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        camera = self.cloth.camera
        if self.scene.asked is None or not self.open:
            return []
        found = [
            Spot(key, self.cloth.middle(key), half, round=True)
            for key, lying in self.cloth.lying.items()
            for half in [max(34.0, 0.9 * self.cloth.side(key))]
            if lying.seat == self.scene.asked and not self._lies_on_ghost(key)
        ]
        found += self.knob_spots()
        if self.number is not None and self.ghost is not None:
            hub, half = self.hub(self.number, self.ghost), max(HALF, 0.8 * camera.unit)
            found.append(Spot(self.group, hub, half, round=True))
        found += [Spot(i, at, HALF, round=True) for i, at in self.targets().items()]
        return found

    def _lies_on_ghost(self, key: Key) -> bool:
        """Whether the chosen pair hides one of its own places, which a tap there means."""
        if self.number is None or self.cloth.lying[key].number != self.number:
            return False
        at, unit = self.cloth.middle(key), self.cloth.camera.unit
        hubs = [self.hub(self.number, self.ghost)] if self.ghost is not None else []
        return any(math.dist(at, hub) < unit for hub in [*hubs, *self.targets().values()])

    def knobs(self) -> dict[Knob, Point]:
        """The round buttons beside the ghost, and where they are."""
        scene, number, ghost = self.scene, self.number, self.ghost
        held = [self.cloth.lying[key].seat for key in self.cloth.world.grips.values()]
        busy = scene.waiting is not None or scene.asked in held  # others may sort their pairs
        if number is None or ghost is None or scene.asked is None or busy:
            return {}
        board, reach = self.cloth.board, 1.5 * self.cloth.camera.unit
        hubs = [self.hub(number, pose) for pose in self.groups[self.group]]
        names = [Knob.TURN, Knob.CHECK] if len(hubs) > 1 else [Knob.CHECK]
        near = [*map(board.centre, scene.latest.chain.pieces), *self.targets().values()]
        return beside(names, hubs, reach, board.box, near)

    def knob_spots(self) -> list[Spot]:
        """The round buttons: a finger on one of them pushes nothing."""
        return [Spot(name, at, HALF, round=True) for name, at in self.knobs().items()]

    # Tapping -------------------------------------------------------------------------------------

    def pick(self, spot: Pick) -> None:
        if self.scene.asked is None:
            return
        match spot:
            case str(key):
                self.choose(self.cloth.lying[key].number)
            case Knob.TURN:
                self.look_on(1)
            case Knob.CHECK:
                self._go()
            case int(index):
                if index == self.group:
                    self._go()
                else:
                    self._show(index, 0)
        self.scene.say_prompt()

    def choose(self, number: int, pose: Pose | None = None) -> None:
        """Show where a pair may go, at this pose first; the same pair again: show nothing."""
        if number == self.number and pose is None:
            self.forget()
            return
        fitting = self.fitting.get(number, ())
        self.take(number, by_side(self.scene.latest, self._pair(number), fitting))
        for index, group in enumerate(self.groups):
            if pose in group:
                self.group, self.turned = index, group.index(pose)
        self.scene.sound("button")
        self._look_at_ghost()

    def take(self, number: int | None, groups: Sequence[tuple[Pose, ...]]) -> None:
        """This pair is chosen and may go there; or none is."""
        self.number, self.groups = number, tuple(groups)
        self.group = self.turned = 0

    def look_on(self, steps: int) -> None:
        """Turn the chosen pair at its side, by so many of the ways in which it may lie there."""
        if self.ghost is not None and self.scene.waiting is None:
            self.scene.clear_marks("hint")
            self._show(self.group, self.turned + steps)

    def _show(self, group: int, turned: int) -> None:
        self.group, self.turned = group, turned % len(self.groups[group])
        self.scene.sound("acrylic_slide")
        self._look_at_ghost()

    def _look_at_ghost(self) -> None:
        """See to it that the ghost is seen, and let the keys find it."""
        if self.number is None or self.ghost is None:
            return
        camera = self.cloth.camera
        heart = self._heart(self.number, self.ghost)
        if not camera.box.has(camera.point(heart)):
            camera.follow([*self.cloth.board.places(), heart])
        self.scene.focus.current = Spot(self.group, camera.point(heart))

    def _go(self) -> None:
        """Let the chosen pair be pushed to where its ghost is."""
        if self.number is not None and self.ghost is not None:
            self.scene.commit(Attach(self.number, self.ghost))

    def forget(self) -> None:
        """No pair is chosen any more."""
        self.take(None, ())

    def grasp(self, key: Key) -> None:
        """A pair is pushed by hand now; the chosen one turns in the hand as its ghost lies."""
        if self.number is None:
            return
        if self.ghost is not None and self.cloth.lying[key].number == self.number:
            thing = self.cloth.world[key]
            thing.turn(swing(place_of(self.ghost).angle - thing.place.angle))
        self.forget()
        self.scene.say_prompt()

    # Words ---------------------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        scene, table, world = self.scene, self.scene.latest, self.cloth.world
        if any(world[key].click is not None for key in world.grips.values()):
            return scene.t("walomino.prompt.lies")
        if self.number is not None:
            count = sum(map(len, self.groups))
            key = "nowhere" if not count else "ghost" if count > 1 else "only"
            return scene.t(f"walomino.prompt.{key}")
        stuck = scene.game.why_illegal(table, Pass()) is None
        if not stuck and None not in table.pairs[seat]:
            return scene.t("walomino.prompt.first")
        return scene.t(f"walomino.phase.{'pass' if stuck else table.phase}")
