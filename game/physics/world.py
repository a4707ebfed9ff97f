"""The pushing world: fixed pieces, loose things, and the fingers that push them about.

The world knows poses, not games. Who plays tells it which exact poses are legal for a thing
(`Thing.aim`); it lets the thing slide, click into one of them and be pulled out again, and proposes
that pose when the last finger lets go. What it reports are wishes and noises, it decides nothing.

Time goes in frames of 1/60 s, each in eight equal steps. The same calls give the same motions.
"""

import math
from collections.abc import Collection, Iterable
from itertools import product
from typing import TypeAlias

import pymunk

from game.physics import bodies, click
from game.physics.bodies import EDGE, FIXED, LOOSE, PARTS, Probe, fixed_shapes
from game.physics.click import Click, Event, Key, Mark, Meant, Target
from game.physics.hold import Hold, Lead, Rubbing, tame
from game.physics.magnet import Magnet
from game.physics.place import Edges, Form, Place, at, swing
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import Pose, centre

FRAME = 1 / 60
STEPS = 8
LATE = 4
"""Frames that one `update` makes up for at most."""
CAP = 6.0
"""Sides per second for what is held near others: it must not get deep into them in one step."""
CAPS = ((0.6, 30.0), (0.3, 15.0), (0.15, 8.0))
"""Free room around a thing, in sides, and how fast it may go in it."""
SLOP = 0.0005
DRAG = 0.05
"""What is left of a speed after a second without the cloth's own friction."""
SLEEPY = 0.25
"""Seconds after which what lies still is left alone."""
IDLE = 0.03
"""Sides per second that count as lying still."""
WALL = 4.0
"""Thickness of what surrounds the cloth, in sides."""
INSIDE = 1.2
"""A thing laid closer to the edge than this is moved in."""
GENTLE = 0.15
"""Slower bumps are not worth a word, in sides per second."""
HAND_SLOW = 0.05
"""Fingers that race past mean no target: sides per frame."""
HAND_OUT, LOOSE_OUT = 0.5, 0.8
"""Fingers that leave the way that a thing is drawn by so many sides pull it out, from fixed pieces
and from a loose one,"""
INWARD = 0.5
"""unless they push it in: the cosine of the angle between both;"""
TWIST_OUT = 0.35
"""so does a turn by 20 degrees."""
BARRED_FOR = 45
"""Frames in which a target draws nothing that was pulled out of it, or that it could not draw."""
NEAR_IN, LOOSE_IN = 0.22, 0.5
"""What is so near a target clicks in, in hand, at fixed pieces and at loose things;"""
FIRMLY, STILL = 0.08, 0.035
"""every frame in which it is pushed against the chain, or held still, takes it in from so much
farther away,"""
FARTHEST_IN = 1.9
"""up to this; in sides, see `click.TILT_COUNTS`."""
AWAY_IN, AWAY_OUT = 2.3, 2.8
"""Fingers so far from a target at fixed pieces do not mean it, and pull out of it; in sides."""
SHOWN, CLEARLY, SEEN = 1.4, 0.3, 10
"""From so near a target begins to be shown, and so many frames after it is shown clearly enough,
of 1, people have seen it: nothing clicks in unforeseen."""
SWIVEL, FASTEST = 0.12, 0.03
"""The share of a turn toward a target that a frame brings at most, and radians."""
LAG_COUNTS, HEADS = 2.0, 8
"""Where fingers will be in so many frames, so far ahead of a thing at most, tells where it is
pushed to: in sides."""
PUSHED = 0.06
"""Fingers so far ahead of a thing push it against what it touches, in sides."""
LEFT = 2.3
"""The centres of pieces that are farther apart touch nowhere, in sides."""
LEADS = 0.15
"""A piece that is so much nearer to an end than the other one leads, in sides."""
REFUSED_AFTER = 4
"""Frames of pushing after which a piece that does not fit says why."""
TRAILS, THERE = 60, 0.05
"""Frames in which what was let go of comes after its finger, until it lies so near, in sides."""
SETTLES = 2.0
"""From so far on a magnet draws what nobody pushes, in sides."""

ALL, AMONG_LOOSE, ALONE = FIXED | EDGE | LOOSE, LOOSE, 0
"""What a thing may collide with, as bits."""
Contact: TypeAlias = tuple[int, Pose]
"""A piece of a thing, by index, and the fixed piece that it touches."""


class Thing:
    """Something loose, a pair or a piece: a form with a body, and what is being done to it."""

    def __init__(self, world: "World", key: Key, form: Form, group: int) -> None:
        self.key, self.form, self.group = key, form, group
        self.body, self._shapes = bodies.loose(form)
        self._world, self._space = world, world.space
        self._mask = ALONE
        self._minds = ALL
        self._targets: list[Target] = []
        self._marks: list[Mark] | None = None
        """Of the targets at fixed pieces, once they are asked for; the others, and which pieces of
        it may lie at which fixed ones."""
        self._based: list[Target] = []
        self._fits: set[Contact] = set()
        self._barred: dict[Target, int] = {}
        """Targets that it was pulled out of or did not get to, and for how many frames yet."""
        self._vain: dict[Contact, int] = {}
        """Pieces of it at fixed ones that take it nowhere, and for how many frames they push."""
        self._came: list[Contact] = []
        """The ends that it came to first, and with which pieces, until these have left them;
        whether it has touched them, and whether they refuse it."""
        self._met = self._refused = False
        self._urge = 0.0
        """From how much farther away it is drawn in, for it has been pushed a while."""
        self.meant: Meant | None = None
        """The target that it would click into next, in hand; and for how many frames it has been
        shown clearly."""
        self._seen = self._trails = 0
        """And for how many yet it comes after the finger that let go of it."""
        self._magnet: Magnet | None = None
        self.hold: Hold | None = None
        self.lead: Lead | None = None
        self.click: Click | None = None
        """Where it has clicked in."""
        self._touched: set[Contact] = set()
        """Where it touches fixed pieces in hand; and all that it touches: fixed pieces by their
        poses, loose things and the edge by their bodies."""
        self._felt: set[Pose | pymunk.Body | None] = set()
        self.sliding = 0.0
        """How fast it rubs along what it touches while it is held, in sides per second."""
        self._space.add(self.body, *self._shapes)
        self._rubbing = Rubbing(self._space, self.body)
        self._collide(ALL)

    # Where it lies --------------------------------------------------------------------------------

    @property
    def place(self) -> Place:
        return self.click.place if self.click else bodies.lies(self.body, self.form)

    @property
    def hub(self) -> complex:
        """Its centre of gravity on the table."""
        return complex(*self.body.position)

    @property
    def depth(self) -> float:
        """How deep it sticks in something else or in the edge, in sides; 0 if in nothing."""
        return bodies.sunk(self._space, self._shapes)

    @property
    def rests(self) -> bool:
        """Whether it will stay as it is until somebody touches it."""
        if self.hold or self.lead or (self.click and not self.click.settled):
            return False
        return self.click is not None or self.body.is_sleeping

    def put(self, place: Place) -> None:
        """Lays it somewhere else, at rest."""
        self.unlead()
        self._let_go_of_click()
        self._lay(place)
        self.body.activate()
        self._space.reindex_shapes_for_body(self.body)

    def loosen(self) -> None:
        """What has clicked in lies loose again where it is."""
        if self.click is not None:
            self.put(self.click.place)

    def _lay(self, place: Place) -> None:
        bodies.lay(self.body, self.form, place)
        self.body.velocity, self.body.angular_velocity = (0, 0), 0

    def leave(self) -> None:
        """Takes it off the table."""
        self._demagnetize()
        if self.hold is not None:
            self.hold.end()
        if self.lead:
            self.lead.end()
        self._space.remove(*self._rubbing.joints, *self._shapes, self.body)

    # Fingers --------------------------------------------------------------------------------------

    def grip(self, pointer: str, point: complex) -> None:
        """A pointer takes hold of it there."""
        self.unlead()
        if self.hold is None:
            self.hold = Hold(self._space, self.body, self.form)
            self._rubbing.carry(True)
        if self.click:
            bodies.lay(self.body, self.form, self.click.place)
        self.hold.grip(pointer, point)
        if self.click:
            self.hold.yield_to(0j, 0.0)

    def release(self, pointer: str) -> Click | None:
        """A pointer lets go. The click that stands when the last one has, if one does; what has
        not come where its finger went goes on to there.
        """
        if self.hold is None:
            return None
        if len(self.hold.grips) > 1:
            self.hold.release(pointer)
            return None
        if not self.click and self.meant and self.meant.nearly and self._seen >= SEEN:
            self._click_in(self.meant.mark)
        if not self.click and abs(self.hold.lag) > THERE:
            self._trails, self.meant = TRAILS, None
        else:
            self._drop()
        return self.click

    def _drop(self) -> None:
        """No finger holds it any more."""
        if self.hold is not None:
            self.hold.end()
            self.hold, self.sliding = None, 0.0
            self._touched.clear()
            self._felt.clear()
            self.meant, self._urge, self._seen, self._trails = None, 0.0, 0, 0
            self._vain.clear()
            self._came.clear()
            self._barred.clear()
            self._rubbing.carry(False)

    def turn(self, angle: float) -> None:
        """Asks for it to be turned by an angle, if one pointer holds it."""
        if self.hold:
            self.hold.turn(angle)

    def follow(self, place: Place) -> None:
        """Leads it there, through fixed pieces if need be; loose things give way."""
        if self.lead is None:
            self._drop()
            self._let_go_of_click()
            self.lead = Lead(self._space, self.body, self.form)
            self._collide(AMONG_LOOSE)
        self.lead.to(place)

    def unlead(self) -> None:
        """Lets go of what was led, or came after a finger."""
        if self._trails:
            self._drop()
        if self.lead:
            self.lead.end()
            self.lead = None
            self._collide(ALL)

    # Clicking -------------------------------------------------------------------------------------

    def aim(self, targets: Iterable[Target]) -> None:
        """All exact poses in which it may click in from now on."""
        self._targets, self._marks = list(targets), None
        self._vain.clear()
        if self.click and self.click.target not in self._targets:
            self._let_go_of_click()

    def settle(self, target: Target) -> None:
        """Clicks into one of its targets from wherever it lies, as after a tap or a path: drawn
        there from near, straight through everything from afar.

        Nothing happens if what the target refers to has gone. Raises ValueError for other targets.
        """
        if target not in self._targets:
            raise ValueError(f"{self.key} is not aimed at {target}")
        self.unlead()
        self._drop()
        found = self._mark(target)
        if found is not None:
            self._click_in(found)
            if abs(found.hub - self.hub) > SETTLES:
                self._arrive()

    def _mark(self, target: Target) -> Mark | None:
        """Where a target is now; None if it lies at a thing that has gone."""
        if not target.base:
            return click.mark(self.form, target, self._world.cluster)
        base = self._world.things.get(target.base)
        return click.mark(self.form, target, self._world.cluster, base.place) if base else None

    def _open_marks(self) -> list[Mark]:
        """All targets as marks, those on other things where these lie now."""
        if self._marks is None:
            fixed = (target for target in self._targets if not target.base)
            self._marks = [*filter(None, map(self._mark, fixed))]
            self._based = [target for target in self._targets if target.base]
            joints = (joint for found in self._marks for joint in found.joints)
            self._fits = {(joint.piece, joint.pose) for joint in joints}
        return [*self._marks, *filter(None, map(self._mark, self._based))]

    def step(self, cap: float) -> None:
        """A step of the space is over; no point of what is held may be faster than `cap`."""
        if self.click and self._magnet is None:
            self._lay(self.click.place)
        else:
            tame(self.body, cap)

    def cap(self) -> float:
        """How fast it may go in hand: fast where there is room."""
        if self.click or self._felt:
            return CAP
        left, bottom, right, top = zip(*(shape.bb for shape in self._shapes), strict=True)
        box = min(left), min(bottom), max(right), max(top)
        others = pymunk.ShapeFilter(self.group, mask=self._minds)
        cap = CAP
        for room, faster in reversed(CAPS):
            grown = pymunk.BB(box[0] - room, box[1] - room, box[2] + room, box[3] + room)
            if self._space.bb_query(grown, others):
                return cap
            cap = faster
        return cap

    def feel(self, velocity: pymunk.Vec2d) -> None:
        """Which fixed pieces it touches in hand, how fast it rubs along, and how hard it bumps
        into what it did not touch a frame ago, when it had this velocity.
        """
        self._touched.clear()
        self.sliding, bumps = 0.0, list[tuple[float, complex]]()
        felt: set[Pose | pymunk.Body | None] = set()

        def rub(arbiter: pymunk.Arbiter) -> None:
            points = arbiter.contact_point_set.points
            if not points:
                return
            own, other = arbiter.shapes
            if own.body is not self.body:
                own, other = other, own
            what, spot = self._world.poses.get(other, other.body), points[0].point_a
            if isinstance(what, Pose):
                self._touched.add((self._shapes.index(own) // len(PARTS), what))
            both = [body.velocity_at_world_point(spot) for body in (own.body, other.body) if body]
            self.sliding = max(self.sliding, abs((both[0] - both[1]).cross(arbiter.normal)))
            felt.add(what)
            if what not in self._felt:
                bumps.append((abs(velocity.dot(arbiter.normal)), complex(*spot)))

        self.body.each_arbiter(rub)
        strength, spot = max(bumps, key=lambda bump: bump[0], default=(0.0, 0j))
        if strength > GENTLE:
            self._world.tell(click.Bump(self.key, spot, strength))
        self._felt = felt

    def frame(self) -> None:
        """A frame is over: goes on settling, clicks in, is pulled out, is refused."""
        if self.lead and self.lead.strays:
            self._collide(ALONE)
        if self.click:
            self._stay(self.click)
        elif self._trails and self.hold is not None:
            self._trails -= 1
            self.hold.mark(bool(self._touched))
            if abs(self.hold.lag) + FRAME * self.body.velocity.length < THERE or not self._trails:
                self._drop()
        elif self.hold is not None:
            lag = self.hold.lag
            found = self._found(lag)
            self._bump_into(lag)
            self._judge(self.hold, lag, found)
            before, self.meant = self.meant, None if self._refused else found
            same = before and self.meant and before.mark.target == self.meant.mark.target
            self._seen = (self._seen if same else 0) + 1 if self.shown >= CLEARLY else 0
            self.hold.mark(bool(self._touched), self._swivel())
            self._try(self.hold, lag, self.meant)

    @property
    def shown(self) -> float:
        """How clearly its target is shown, from 0 to 1: the clearer the sooner it clicks in."""
        near = SHOWN - self.meant.far + self._urge if self.meant is not None else 0.0
        return max(0.0, min(1.0, near))

    def _stay(self, where: Click) -> None:
        goal = self._mark(where.target)
        if goal is None:
            self._let_go_of_click()
            return
        if self._magnet is not None:
            where.place = bodies.lies(self.body, self.form)
            self._magnet.draw(goal)
            if self._magnet.there or (self._magnet.failed and self.hold is None):
                self._arrive()
        else:
            where.advance(goal.place)
            if where.settled and not where.target.base:
                self._collide(AMONG_LOOSE)
        if self.hold is None:
            return
        self.hold.mark(touching=True)
        failed, pull = self._magnet is not None and self._magnet.failed, self.hold.pull
        left = abs(pull) > (LOOSE_OUT if goal.target.base else HAND_OUT)
        out = left and (pull * goal.out.conjugate()).real > -INWARD * abs(pull)
        away = not goal.target.base and abs(self.hold.wish - goal.hub) > AWAY_OUT
        if failed or out or away or abs(self.hold.twist) > TWIST_OUT:
            if self._magnet is None:
                self._world.tell(click.PulledOut(self.key, where.target))
            self._let_go_of_click()
            self._barred[where.target] = BARRED_FOR

    def _swivel(self) -> float:
        """By how much it turns toward the target it is pushed to, the more the clearer that is."""
        if self.meant is None:
            return 0.0
        tilt = swing(self.meant.mark.place.angle - self.body.angle)
        return max(-FASTEST, min(FASTEST, SWIVEL * tilt)) * self.shown

    def _found(self, lag: complex) -> Meant | None:
        """The target that it is pushed to now by fingers that are so far ahead."""
        self._barred = {target: left - 1 for target, left in self._barred.items() if left}
        marks = [
            one for one in self._open_marks()
            if one.target not in self._barred
            and (one.target.base or abs(one.hub - self.hub - lag) <= AWAY_IN)
        ]
        place = bodies.lies(self.body, self.form)
        wish, ahead = at(lag, place.angle), at(0j, 0.0)
        if self.hold:
            wish, turn = at(lag, self.hold.angle), self.hold.asked - place.angle
            lag += HEADS * self.hold.speed
            ahead = at(lag * min(1.0, LAG_COUNTS / (abs(lag) or 1.0)), swing(turn))
        found = click.meant(self.form, place, wish, ahead, marks)
        return found if found is not None and found.far <= FARTHEST_IN else None

    def _judge(self, hold: Hold, lag: complex, found: Meant | None) -> None:
        """Whether an end refuses it: one that it came to first, by touch or held still before it,
        led by a piece that may not lie there, unless it was nearly where it fits. As it is held
        counts, not as it has been turned on its way; who turns it by hand is asked anew.
        """
        if found is None and not (self._touched or self._came):
            return
        held = self.form.places(bodies.around(self.form, self.hub + lag, hold.angle))
        ways = product(enumerate(held), self._world.ends)
        far = {(n, end): abs(centre(end) - place.spot) for (n, place), end in ways}
        self._came = [one for one in self._came if far.get(one, LEFT) < LEFT and not hold.turned]
        if not self._came:
            self._met = self._refused = False
        met = [one for one in far if one in self._touched]
        if (met and not self._met) or (hold.pace <= HAND_SLOW and not self._came):
            foreseen = self._refused and not set(met).isdisjoint(self._came)
            self._came = met or [one for one in far if far[one] == min(far.values()) < LEFT]
            self._met = bool(met)
            others = {one: far.get((1 - one[0], one[1]), math.inf) for one in self._came}
            ahead = [one for one in self._came if far[one] + LEADS < others[one]]
            nearly = found is not None and found.nearly
            self._refused = foreseen or (any(map(self._bars, ahead)) and not nearly)

    def _try(self, hold: Hold, lag: complex, found: Meant | None) -> None:
        """Clicks in if a target is near and the fingers mean it, the more the longer they do."""
        pushed = bool(self._touched) and abs(lag) > PUSHED
        if found is None or hold.pace > HAND_SLOW:
            self._urge = max(0.0, self._urge - FIRMLY)
            return
        self._urge += FIRMLY if pushed else STILL
        near = (LOOSE_IN if found.mark.target.base else NEAR_IN) + self._urge
        if found.far > near or self._seen < SEEN:
            return
        turn = swing(found.mark.place.angle - self.body.angle)
        hold.yield_to(found.mark.hub - self.hub, turn)
        self._click_in(found.mark)

    def _click_in(self, found: Mark) -> None:
        """Is drawn to a target, to click in there."""
        self._felt.clear()
        self.click = Click(found.target, found.joints, self.place)
        self._magnet = Magnet(self._space, self.body, self.form)

    def _arrive(self) -> None:
        """Clicks in where it is as good as there, or has to get there somehow."""
        if self.click is not None:
            self._demagnetize()
            self.meant, self.click.place = None, bodies.lies(self.body, self.form)
            if self.hold is not None:
                self.hold.yield_to(0j, 0.0)
            self._collide(ALONE)
            self._world.tell(click.Clicked(self.key, self.click))

    def _demagnetize(self) -> None:
        if self._magnet is not None:
            self._magnet.end()
            self._magnet = None

    def _let_go_of_click(self) -> None:
        if self.click:
            self._demagnetize()
            bodies.lay(self.body, self.form, self.click.place)
            self._urge, self.click = 0.0, None
            self._collide(ALL)
            if self.hold is not None:
                self.hold.resume()

    def _bump_into(self, lag: complex) -> None:
        """What it is pushed against in vain is told once until it has left."""
        if not (self._touched or self._vain):
            return
        places = self.form.places(self.place)

        def into(one: Contact) -> float:
            way = centre(one[1]) - places[one[0]].spot
            return (lag * way.conjugate()).real / abs(way)

        self._vain = {
            one: frames for one, frames in self._vain.items()
            if abs(centre(one[1]) - places[one[0]].spot) < LEFT
        }
        one = max(self._touched, key=into, default=None)
        if one is None or (self.meant and not self._bars(one)):
            return
        self._vain[one] = self._vain.get(one, 0) + (into(one) > PUSHED)
        if self._vain[one] == REFUSED_AFTER:
            self._vain[one] += 1
            found = click.match(self.form, self.place, *one)
            if Target(found.pose) not in self._targets:
                self._world.tell(click.Refused(self.key, found))

    def _bars(self, one: Contact) -> bool:
        """Whether a piece of it may not lie at a fixed one that is an end of the chain."""
        return one[1] in self._world.ends and one not in self._fits

    # What it collides with ------------------------------------------------------------------------

    def park(self, parked: bool) -> None:
        """Whether nothing pushes it, nor it anything: it lies aside, whatever is below."""
        self._minds = 0 if parked else ALL
        self._filter()

    def _collide(self, mask: int) -> None:
        """From now on it collides with these."""
        if mask != self._mask:
            self._mask = mask
            self._filter()

    def _filter(self) -> None:
        wanted = pymunk.ShapeFilter(self.group, LOOSE, self._mask & self._minds)
        for shape in self._shapes:
            shape.filter = wanted


class World:
    """Fixed pieces and loose things on a cloth; `world[key]` is a thing."""

    def __init__(self, edges: Edges) -> None:
        self.space = pymunk.Space()
        self.space.iterations = 20
        self.space.damping = DRAG
        self.space.collision_slop = SLOP
        self.space.sleep_time_threshold = SLEEPY
        self.space.idle_speed_threshold = IDLE
        self.fixed: dict[Pose, list[pymunk.Shape]] = {}
        self.poses: dict[pymunk.Shape, Pose] = {}
        """The shapes of the fixed pieces, and these by their shapes."""
        self.things: dict[Key, Thing] = {}
        """In the order in which they were laid."""
        self.grips: dict[str, Key] = {}
        """What every pointer holds."""
        self._events: list[Event] = []
        self._walls: list[pymunk.Shape] = []
        self._owed, self._groups = 0.0, 0
        self.cluster = Cluster()
        self.ends: Collection[Pose] = ()
        """The fixed pieces at which things may be laid that fit."""
        self.probe = Probe(self.space)
        self.fence(edges)

    # What lies on the cloth -----------------------------------------------------------------------

    def fence(self, edges: Edges) -> None:
        """The cloth ends here from now on; things that lie outside are moved in."""
        self.edges = edges
        self.space.remove(*self._walls)
        self._walls = _walls(self.space.static_body, edges)
        self.space.add(*self._walls)
        for thing in self.things.values():
            inside = edges.nearest(thing.hub, INSIDE)
            if inside != thing.hub and not thing.click:
                thing.put(at(thing.place.spot + (inside - thing.hub), thing.place.angle))

    def fix(self, pose: Pose) -> None:
        """A piece lies fast at an exact pose."""
        if pose not in self.fixed:
            self.fixed[pose] = fixed_shapes(self.space.static_body, pose)
            self.poses.update(dict.fromkeys(self.fixed[pose], pose))
            self.space.add(*self.fixed[pose])
            self.cluster = self.cluster.plus(pose, 0)
            for thing in self.things.values():
                thing.body.activate()

    def unfix(self, pose: Pose) -> None:
        """Takes a fixed piece away. Raises KeyError."""
        gone = self.fixed.pop(pose)
        self.space.remove(*gone)
        for shape in gone:
            del self.poses[shape]
        self.cluster = self.cluster.minus(pose)

    def add(self, key: Key, form: Form, place: Place) -> None:
        """A loose thing lies there. Raises ValueError if there is one of that name."""
        if key in self.things:
            raise ValueError(f"{key} lies on the table already")
        self._groups += 1
        thing = Thing(self, key, form, self._groups)
        thing.put(place)
        self.things[key] = thing

    def remove(self, key: Key) -> None:
        """Takes a thing off the table; whoever holds it holds nothing now."""
        thing = self.things.pop(key)
        self.grips = {pointer: held for pointer, held in self.grips.items() if held != key}
        thing.leave()

    def __contains__(self, key: Key) -> bool:
        return key in self.things

    def __getitem__(self, key: Key) -> Thing:
        return self.things[key]

    def at(self, point: complex, slack: float) -> Key | None:
        """The thing under a point, or next to it."""
        found = self.space.point_query_nearest(
            (point.real, point.imag), slack, pymunk.ShapeFilter(mask=LOOSE)
        )
        body = found.shape.body if found and found.shape else None
        return next((key for key, thing in self.things.items() if thing.body is body), None)

    # Fingers --------------------------------------------------------------------------------------

    def grip(self, pointer: str, point: complex, key: Key) -> None:
        """A pointer takes hold of a thing."""
        if pointer in self.grips:
            self.release(pointer)
        self.grips[pointer] = key
        self.things[key].grip(pointer, point)

    def drag(self, pointer: str, point: complex) -> None:
        """The pointer is there now; pointers that hold nothing are ignored."""
        hold = self.things[self.grips[pointer]].hold if pointer in self.grips else None
        if hold:
            hold.drag(pointer, self.edges.nearest(point))

    def release(self, pointer: str) -> Click | None:
        """The pointer lets go. What is proposed if it was the last one: never anything but one
        of the targets the thing was given.
        """
        key = self.grips.pop(pointer, None)
        return self.things[key].release(pointer) if key is not None else None

    # Time -----------------------------------------------------------------------------------------

    def update(self, seconds: float) -> int:
        """Goes on by about so many seconds, in whole frames; how many these were."""
        self._owed += seconds * 60
        frames = min(round(self._owed), LATE)
        self._owed = 0.0 if frames == LATE else self._owed - frames
        self.step(frames)
        return frames

    def step(self, frames: int = 1) -> None:
        """Goes on by frames of 1/60 s."""
        for _ in range(frames):
            busy = [thing for thing in self.things.values() if thing.hold or thing.click]
            caps, speeds = [thing.cap() for thing in busy], [thing.body.velocity for thing in busy]
            for _ in range(STEPS):
                self.space.step(FRAME / STEPS)
                for thing, cap in zip(busy, caps, strict=True):
                    thing.step(cap)
            for thing, speed in zip(busy, speeds, strict=True):
                if thing.hold and not thing.click:
                    thing.feel(speed)
            for thing in list(self.things.values()):
                thing.frame()

    def events(self) -> list[Event]:
        """What happened since the last time somebody asked."""
        told, self._events = self._events, []
        return told

    @property
    def rests(self) -> bool:
        """Whether nothing will move until somebody does something."""
        return all(thing.rests for thing in self.things.values())

    def tell(self, event: Event) -> None:
        """Reports something."""
        self._events.append(event)


def _walls(body: pymunk.Body, edges: Edges) -> list[pymunk.Shape]:
    """Four thick walls around the cloth."""
    left, bottom, right, top = edges
    boxes = (
        (left - WALL, bottom - WALL, left, top + WALL),
        (right, bottom - WALL, right + WALL, top + WALL),
        (left, bottom - WALL, right, bottom),
        (left, top, right, top + WALL),
    )
    made: list[pymunk.Shape] = []
    for x, y, to_x, to_y in boxes:
        shape = pymunk.Poly(body, [(x, y), (to_x, y), (to_x, to_y), (x, to_y)])
        shape.filter = pymunk.ShapeFilter(categories=EDGE)
        shape.friction = 0.3
        made.append(shape)
    return made
