"""A thing is something loose: a pair or a piece that lies, is held, clicks in and comes out again.

What it reports are wishes and noises, never decisions: a *click* names one of the legal targets it
was given, a *refusal* a side that it fits although the pose there is none of them.
"""

from __future__ import annotations

import math
from cmath import phase, rect
from collections.abc import Callable, Sequence
from functools import reduce
from typing import NamedTuple

import pymunk

from game.physics import bodies
from game.physics.click import (
    TILT,
    Click,
    Mark,
    Target,
    joints,
    mark,
    matches,
    nearest,
    ways,
)
from game.physics.cloth import LIGHTER, Cloth
from game.physics.events import Clicked, Event, Key, PulledOut, Refused
from game.physics.hold import Hold, Lead
from game.physics.place import Form, Place, at, swing
from game.physics.probe import EDGE, FIXED, LOOSE, Probe
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import Pose

HAND_IN = 0.35
"""A thing clicks in if its fingers are not farther from where they would hold it then, in sides,
or cannot get farther,"""
HAND_SLOW = 0.1
"""and do not race past: sides per frame."""
HAND_OUT = 0.5
"""Fingers that are farther away pull it out again if the way is free;"""
TWIST_OUT = 0.35
"""so does a turn by 20 degrees."""
SECTOR = math.pi / 12
"""Pulls that differ by less lead to the same."""
HAND_AGAIN = 0.15
"""What was pulled out clicks in once more if the fingers come back so close."""
LEAVES_AT = 0.5
"""Sides after which something pulled out has left."""
INSIST_NEAR = 0.15
"""Fingers that hold still where a target wants them, so many sides off at most,"""
INSIST_FOR = 12
"""for so many frames,"""
INSIST_REACH, INSIST_TILT = 0.7, 0.5
"""squeeze in a thing that is stuck so near: sides, radians."""
INSIST_SLOW = 0.03
"""What counts as still, in sides per frame."""
REFUSED_AT = 0.12
"""Sides between two middles of sides that a thing would like to join."""
STUCK, ESCAPED = 0.05, 0.01
"""Sides: deeper in something fixed than this a loose thing flees, and when it has got there."""

ALL, AMONG_LOOSE, ALONE = FIXED | EDGE | LOOSE, LOOSE, 0
"""What a thing may collide with, as bits."""
LYING, HELD = 0, 1
"""Collision types."""


class Around(NamedTuple):
    """What a thing has to know of the world."""

    probe: Probe
    cluster: Cluster
    near: Callable[[complex], Sequence[Pose]]
    """Poses of the fixed pieces near a spot."""
    base: Callable[[Key], Place | None]
    """Where another thing lies."""


class Thing:
    """A form with a body, and what is being done to it."""

    def __init__(self, space: pymunk.Space, key: Key, form: Form, group: int) -> None:
        self.key, self.form, self.group = key, form, group
        self.body, self._shapes = bodies.loose(form)
        self._space = space
        self._mask = ALONE
        self._above = False
        self._fixed_marks: list[Mark] = []
        self._targets: list[Target] = []
        self._barred: Target | None = None
        self._legal: frozenset[Pose] = frozenset()
        self._refused: set[Pose] = set()
        self._ways_out: dict[tuple[Target, int], bool] = {}
        self._insists = 0
        self._flees_to: Place | None = None
        self.hold: Hold | None = None
        self.lead: Lead | None = None
        self.click: Click | None = None
        self.pressing = False
        """It is held and touches a fixed piece."""
        self.sliding = 0.0
        """How fast it rubs along what it touches, in sides per second."""
        space.add(self.body, *self._shapes)
        self._cloth = Cloth(space, self.body)
        self._collide(ALL)
        self._kind(LYING)

    # Where it lies --------------------------------------------------------------------------------

    @property
    def place(self) -> Place:
        return self.click.place if self.click else bodies.lies(self.body, self.form)

    @property
    def hub(self) -> complex:
        """Its centre of gravity on the table."""
        return complex(*self.body.position)

    @property
    def box(self) -> pymunk.BB:
        """The upright rectangle around it."""
        boxes = [shape.bb for shape in self._shapes]
        return reduce(pymunk.BB.merge, boxes)

    @property
    def rests(self) -> bool:
        """Whether it will stay as it is until somebody touches it."""
        if self.hold or self.lead or (self.click and not self.click.settled):
            return False
        return self.click is not None or self.body.is_sleeping

    def put(self, place: Place) -> None:
        """Lays it somewhere else, at rest."""
        self._let_go_of_click()
        bodies.lay(self.body, self.form, place)
        self.body.velocity, self.body.angular_velocity = (0, 0), 0
        self.body.activate()
        self._space.reindex_shapes_for_body(self.body)

    def leave(self) -> None:
        """Takes it off the table."""
        if self.hold is not None:
            self.hold.end()
        if self.lead:
            self.lead.end()
        self._space.remove(*self._cloth.joints, *self._shapes, self.body)

    # Fingers --------------------------------------------------------------------------------------

    def grip(self, pointer: str, point: complex) -> None:
        """A pointer takes hold of it there."""
        if self.hold is None:
            self.hold = Hold(self._space, self.body, self.form)
            self._kind(HELD)
        if self.click:
            bodies.lay(self.body, self.form, self.click.place)
            self.hold.keep(self.click.place.angle)
            self.hold.rest()
        self._ways_out.clear()
        self.hold.grip(pointer, point)

    def release(self, pointer: str, around: Around) -> Click | None:
        """A pointer lets go. The click that stands when the last one has, if one does."""
        if self.hold is None:
            return None
        self.hold.release(pointer)
        if len(self.hold):
            return None
        self._drop()
        if self.click is None:
            found = nearest(self.form, self.place, self._open_marks(around))
            if found:
                self._click_in(found, around)
        return self.click

    def _drop(self) -> None:
        """No finger holds it any more."""
        if self.hold is not None:
            self.hold.end()
            self.hold, self.pressing, self.sliding = None, False, 0.0
            self._barred = None
            self._kind(LYING)

    def follow(self, place: Place) -> None:
        """Leads it there, through fixed pieces if need be; loose things give way."""
        if self.lead is None:
            self._drop()
            self._let_go_of_click()
            self.lead = Lead(self._space, self.body, self.form)
            self._collide(AMONG_LOOSE)
        self.lead.to(place)

    def unlead(self) -> None:
        """Lets go of what was led."""
        if self.lead:
            self.lead.end()
            self.lead = self._flees_to = None
            self._collide(ALL)

    def flee(self, probe: Probe) -> None:
        """Moves aside if it sticks in something fixed, to where it is free."""
        if self.hold is not None or self.click or probe.clear(self.form, self.place, STUCK):
            return
        for ring in range(1, 40):
            for turn in range(16):
                spot = self.place.spot + rect(ring * 0.15, turn * math.tau / 16)
                if probe.clear(self.form, at(spot, self.place.angle)):
                    self.follow(at(spot, self.place.angle))
                    self._flees_to = at(spot, self.place.angle)
                    return

    def settle(self, target: Target, around: Around) -> Click | None:
        """Clicks into a target from wherever it lies; None if the target lies on nothing."""
        if target not in self._targets:
            raise ValueError(f"{self.key} is not aimed at {target}")
        self.unlead()
        self._drop()
        base = around.base(target.base) if target.base else None
        if target.base and base is None:
            return None
        self._click_in(mark(self.form, target, base), around)
        return self.click

    # Clicking -------------------------------------------------------------------------------------

    def aim(self, targets: Sequence[Target]) -> None:
        """The targets it may click into from now on."""
        self._targets = list(targets)
        self._fixed_marks = [mark(self.form, t) for t in targets if not t.base]
        self._legal = frozenset(target.pose for target in targets if not target.base)
        self._refused.clear()
        if self.click and self.click.target not in self._targets:
            self._let_go_of_click()

    def step(self, cap: float) -> None:
        """A step of the space is over."""
        if self.click:
            bodies.lay(self.body, self.form, self.click.place)
            self.body.velocity, self.body.angular_velocity = (0, 0), 0
        elif self.hold is not None:
            self.hold.tame(cap)

    def frame(self, seconds: float, around: Around) -> list[Event]:
        """A frame is over: goes on settling, clicks in, is pulled out, is refused."""
        if self.lead and self.lead.strays:
            self._collide(ALONE)
        if self._flees_to and abs(self._flees_to.spot - self.place.spot) < ESCAPED:
            self.unlead()
        if self.click:
            return self._stay(seconds, around)
        if self.hold is None:
            return []
        self.hold.mark(self.pressing)
        return self._try(around) or self._ask(self.hold, around)

    def _stay(self, seconds: float, around: Around) -> list[Event]:
        click = self.click
        assert click is not None
        base = around.base(click.target.base) if click.target.base else None
        if click.target.base and base is None:
            self._let_go_of_click()
            return []
        goal = mark(self.form, click.target, base)
        click.advance(seconds, goal.place)
        if click.settled and not base:
            self._collide(AMONG_LOOSE)
        if self.hold is None or not self._pulls_out(self.hold, goal.place, around):
            return []
        self._let_go_of_click()
        self._barred = click.target
        return [PulledOut(self.key, click.target)]

    def _pulls_out(self, hold: Hold, place: Place, around: Around) -> bool:
        hold.mark(touching=True)
        if abs(hold.twist(place)) > TWIST_OUT:
            return True
        assert self.click is not None
        return self._leads_out(hold, Mark(self.click.target, place, 0j), HAND_OUT, around)

    def _leads_out(self, hold: Hold, one: Mark, beyond: float, around: Around) -> bool:
        """Whether the fingers are farther than `beyond` from a thing there, on a way that is
        free; remembered for every sector."""
        pull = hold.pull(one.place)
        if abs(pull) <= beyond:
            return False
        sector = round(phase(pull) / SECTOR)
        known = self._ways_out.get((one.target, sector))
        if known is None:
            way = rect(1, sector * SECTOR)
            known = around.probe.leads_out(self.form, one.place, way)
            self._ways_out[one.target, sector] = known
        return known

    def _try(self, around: Around) -> list[Event]:
        """Clicks in if a target is near and the fingers mean it."""
        hold = self.hold
        assert hold is not None
        marks = self._open_marks(around)
        self._unbar(hold, marks)
        marks = [one for one in marks if one.target != self._barred]
        found = nearest(self.form, self.place, marks) or self._insisted(hold, marks)
        if found is None or abs(hold.twist(found.place)) > TWIST_OUT or hold.pace > HAND_SLOW:
            return []
        if self._leads_out(hold, found, HAND_IN, around):
            return []
        hold.rest()
        hold.keep(found.place.angle)
        self._click_in(found, around)
        assert self.click is not None
        return [Clicked(self.key, self.click)]

    def _insisted(self, hold: Hold, marks: Sequence[Mark]) -> Mark | None:
        """The target that the fingers have meant for a while though the thing is stuck beside."""
        for one in marks:
            if abs(one.hub - self.hub) <= INSIST_REACH and abs(hold.pull(one.place)) <= INSIST_NEAR:
                tilt = abs(swing(one.place.angle - self.body.angle))
                if tilt <= INSIST_TILT and abs(hold.twist(one.place)) <= TILT:
                    self._insists += 1 if hold.pace < INSIST_SLOW else 0
                    return one if self._insists >= INSIST_FOR else None
        self._insists = 0
        return None

    def _click_in(self, found: Mark, around: Around) -> None:
        velocity = complex(*self.body.velocity)
        target = found.target
        sides = () if target.base else joints(self.form, target.pose, around.cluster)
        spin = self.body.angular_velocity
        settling = ways(self.place, found.place, velocity, spin)
        self.click = Click(target, sides, self.place, settling)
        self._collide(ALONE)

    def _let_go_of_click(self) -> None:
        if self.click:
            bodies.lay(self.body, self.form, self.click.place)
            self.click = None
            self._collide(ALL)
            if self.hold is not None:
                self.hold.work()

    def _unbar(self, hold: Hold, marks: Sequence[Mark]) -> None:
        for one in marks:
            if one.target == self._barred:
                gone = abs(one.hub - self.hub) > LEAVES_AT
                if gone or abs(hold.pull(one.place)) < HAND_AGAIN:
                    self._barred = None
                return

    def _open_marks(self, around: Around) -> list[Mark]:
        """All targets as marks, those on other things where these lie now."""
        marks = list(self._fixed_marks)
        for target in self._targets:
            base = around.base(target.base) if target.base else None
            if base:
                marks.append(mark(self.form, target, base))
        return marks

    def _ask(self, hold: Hold, around: Around) -> list[Event]:
        """The side it is pushed against in vain, told once until it has left."""
        if hold.pace > HAND_SLOW:
            return []
        found = matches(self.form, self.place, around.near(self.hub))
        if not found:
            self._refused.clear()
        elif found[0].gap <= REFUSED_AT and found[0].pose not in self._refused | self._legal:
            self._refused.add(found[0].pose)
            return [Refused(self.key, found[0])]
        return []

    def pass_over(self, above: bool) -> None:
        """Whether it passes over other loose things instead of pushing them."""
        if above != self._above:
            self._above = above
            self._filter()

    @property
    def minds(self) -> int:
        """What it would collide with, as bits."""
        return ALL & ~LOOSE if self._above else ALL

    def _collide(self, mask: int) -> None:
        """From now on it collides with these."""
        if mask != self._mask:
            self._mask = mask
            self._filter()

    def _filter(self) -> None:
        mask = self._mask & self.minds
        wanted = pymunk.ShapeFilter(self.group, LOOSE, mask)
        for shape in self._shapes:
            shape.filter = wanted

    def _kind(self, kind: int) -> None:
        """Whether it is in hand."""
        for shape in self._shapes:
            shape.collision_type = kind
        self._cloth.carry(LIGHTER if kind == HELD else 1.0)
