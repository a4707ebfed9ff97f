"""The pushing world: fixed pieces, loose things, and the fingers that push them about.

The world knows poses, not games. Who plays tells it which exact poses are legal for a thing
(`Thing.aim`); it lets the thing slide, click into one of them and be pulled out again, and proposes
that pose when the last finger lets go. What it reports are wishes and noises, it decides nothing.

Time goes in frames of 1/60 s, each in eight equal steps. The same calls give the same motions.
"""

import math
from cmath import phase, rect
from collections.abc import Iterable, Sequence

import pymunk

from game.physics import bodies, click
from game.physics.bodies import EDGE, FIXED, LOOSE, Probe, fixed_shapes
from game.physics.click import Click, Event, Key, Mark, Target
from game.physics.hold import Hold, Lead, Rubbing
from game.physics.place import Edges, Form, Place, at, mean, place_of, swing
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
NEAR = 3.2
"""Fixed pieces whose centres are farther from a thing's hub than this touch it nowhere."""
GENTLE = 0.15
"""Slower bumps are not worth a word, in sides per second."""
FINGER = 0.3
"""A thing is still meant by a pointer so far beside it, in sides."""
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


class Thing:
    """Something loose, a pair or a piece: a form with a body, and what is being done to it."""

    def __init__(self, world: "World", key: Key, form: Form, group: int) -> None:
        self.key, self.form, self.group = key, form, group
        self.body, self._shapes = bodies.loose(form)
        self._world, self._space = world, world.space
        self._mask = ALONE
        self._above = self._parked = False
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
        """Where it has clicked in."""
        self._pressing = False
        """It is held and touches a fixed piece."""
        self.sliding = 0.0
        """How fast it rubs along what it touches while it is held, in sides per second."""
        self._space.add(self.body, *self._shapes)
        self._rubbing = Rubbing(self._space, self.body)
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
    def middle(self) -> complex:
        """The middle between the centres of its pieces."""
        return mean(place.spot for place in self.form.places(self.place))

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
            self._kind(HELD)
        if self.click:
            bodies.lay(self.body, self.form, self.click.place)
            self.hold.keep(self.click.place.angle)
            self.hold.work(False)
        self._ways_out.clear()
        self.hold.grip(pointer, point)

    def release(self, pointer: str) -> Click | None:
        """A pointer lets go. The click that stands when the last one has, if one does."""
        if self.hold is None:
            return None
        self.hold.release(pointer)
        if self.hold.grips:
            return None
        self._drop()
        if self.click is None:
            found = click.nearest(self.form, self.place, self._open_marks())
            if found:
                self._click_in(found)
        return self.click

    def _drop(self) -> None:
        """No finger holds it any more."""
        if self.hold is not None:
            self.hold.end()
            self.hold, self._pressing, self.sliding = None, False, 0.0
            self._barred = None
            self._kind(LYING)

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

    # Clicking -------------------------------------------------------------------------------------

    def aim(self, targets: Iterable[Target]) -> None:
        """All exact poses in which it may click in from now on."""
        self._targets = list(targets)
        fixed = [target for target in self._targets if not target.base]
        self._fixed_marks = [click.mark(self.form, target) for target in fixed]
        self._legal = frozenset(target.pose for target in fixed)
        self._refused.clear()
        if self.click and self.click.target not in self._targets:
            self._let_go_of_click()

    def settle(self, target: Target) -> None:
        """Clicks into one of its targets from wherever it lies, as after a tap or a path.

        Nothing happens if what the target refers to has gone. Raises ValueError for other targets.
        """
        if target not in self._targets:
            raise ValueError(f"{self.key} is not aimed at {target}")
        self.unlead()
        self._drop()
        found = self._mark(target)
        if found is not None:
            self._click_in(found)

    def _mark(self, target: Target) -> Mark | None:
        """Where a target is now; None if it lies at a thing that has gone."""
        if not target.base:
            return click.mark(self.form, target)
        base = self._world.things.get(target.base)
        return click.mark(self.form, target, base.place) if base else None

    def _open_marks(self) -> list[Mark]:
        """All targets as marks, those on other things where these lie now."""
        based = (self._mark(target) for target in self._targets if target.base)
        return [*self._fixed_marks, *(found for found in based if found)]

    def step(self, cap: float) -> None:
        """A step of the space is over; no point of what is held may be faster than `cap`."""
        if self.click:
            self._lay(self.click.place)
        elif self.hold is not None:
            self.hold.tame(cap)

    def cap(self) -> float:
        """How fast it may go in hand: fast where there is room."""
        if self.click:
            return CAP
        left, bottom, right, top = zip(*(shape.bb for shape in self._shapes), strict=True)
        box = min(left), min(bottom), max(right), max(top)
        others = pymunk.ShapeFilter(self.group, mask=self._minds)
        cap = CAP
        for room, faster in reversed(CAPS):
            if self._space.bb_query(_grown(box, room), others):
                return cap
            cap = faster
        return cap

    def feel(self) -> None:
        """Whether it touches fixed pieces in hand, and how fast it rubs along."""
        self._pressing, self.sliding = False, 0.0
        self.body.each_arbiter(self._rub)

    def _rub(self, arbiter: pymunk.Arbiter) -> None:
        points = arbiter.contact_point_set.points
        if points:
            if not self._pressing:
                self._pressing = any(s.filter.categories == FIXED for s in arbiter.shapes)
            meeting = _meeting(arbiter, points[0].point_a)
            self.sliding = max(self.sliding, abs(meeting.cross(arbiter.normal)))

    def frame(self, seconds: float) -> None:
        """A frame is over: goes on settling, clicks in, is pulled out, is refused."""
        if self.lead and self.lead.strays:
            self._collide(ALONE)
        if self._flees_to and abs(self._flees_to.spot - self.place.spot) < ESCAPED:
            self.unlead()
        if self.click:
            self._stay(self.click, seconds)
        elif self.hold is not None:
            self.hold.mark(self._pressing)
            if not self._try(self.hold):
                self._ask(self.hold)

    def _stay(self, where: Click, seconds: float) -> None:
        goal = self._mark(where.target)
        if goal is None:
            self._let_go_of_click()
            return
        where.advance(seconds, goal.place)
        if where.settled and not where.target.base:
            self._collide(AMONG_LOOSE)
        if self.hold is None:
            return
        self.hold.mark(touching=True)
        twisted = abs(self.hold.twist(goal.place)) > TWIST_OUT
        if twisted or self._leads_out(self.hold, goal, HAND_OUT):
            self._let_go_of_click()
            self._barred = where.target
            self._world.tell(click.PulledOut(self.key, where.target))

    def _leads_out(self, hold: Hold, one: Mark, beyond: float) -> bool:
        """Whether the fingers are farther than `beyond` from a thing there, on a way that is
        free; remembered for every sector.
        """
        pull = hold.pull(one.place)
        if abs(pull) <= beyond:
            return False
        sector = round(phase(pull) / SECTOR)
        known = self._ways_out.get((one.target, sector))
        if known is None:
            way = rect(1, sector * SECTOR)
            known = self._world.probe.leads_out(self.form, one.place, way)
            self._ways_out[one.target, sector] = known
        return known

    def _try(self, hold: Hold) -> bool:
        """Clicks in if a target is near and the fingers mean it."""
        marks = self._open_marks()
        self._unbar(hold, marks)
        marks = [one for one in marks if one.target != self._barred]
        found = click.nearest(self.form, self.place, marks) or self._insisted(hold, marks)
        if found is None or abs(hold.twist(found.place)) > TWIST_OUT or hold.pace > HAND_SLOW:
            return False
        if self._leads_out(hold, found, HAND_IN):
            return False
        hold.work(False)
        hold.keep(found.place.angle)
        self._click_in(found)
        return True

    def _insisted(self, hold: Hold, marks: Sequence[Mark]) -> Mark | None:
        """The target that the fingers have meant for a while though the thing is stuck beside."""
        for one in marks:
            if abs(one.hub - self.hub) <= INSIST_REACH and abs(hold.pull(one.place)) <= INSIST_NEAR:
                tilt = abs(swing(one.place.angle - self.body.angle))
                if tilt <= INSIST_TILT and abs(hold.twist(one.place)) <= click.TILT:
                    self._insists += 1 if hold.pace < INSIST_SLOW else 0
                    return one if self._insists >= INSIST_FOR else None
        self._insists = 0
        return None

    def _click_in(self, found: Mark) -> None:
        target, velocity = found.target, complex(*self.body.velocity)
        sides = () if target.base else click.joints(self.form, target.pose, self._world.cluster)
        settling = click.ways(self.place, found.place, velocity, self.body.angular_velocity)
        self.click = Click(target, sides, self.place, settling)
        self._collide(ALONE)
        self._world.tell(click.Clicked(self.key, self.click))

    def _let_go_of_click(self) -> None:
        if self.click:
            bodies.lay(self.body, self.form, self.click.place)
            self.click = None
            self._collide(ALL)
            if self.hold is not None:
                self.hold.work(True)

    def _unbar(self, hold: Hold, marks: Sequence[Mark]) -> None:
        for one in marks:
            if one.target == self._barred:
                gone = abs(one.hub - self.hub) > LEAVES_AT
                if gone or abs(hold.pull(one.place)) < HAND_AGAIN:
                    self._barred = None
                return

    def _ask(self, hold: Hold) -> None:
        """The side it is pushed against in vain, told once until it has left."""
        if hold.pace > HAND_SLOW:
            return
        found = click.matches(self.form, self.place, self._world.near(self.hub))
        if not found:
            self._refused.clear()
        elif found[0].gap <= REFUSED_AT and found[0].pose not in self._refused | self._legal:
            self._refused.add(found[0].pose)
            self._world.tell(click.Refused(self.key, found[0]))

    # What it collides with ------------------------------------------------------------------------

    def pass_over(self, above: bool) -> None:
        """Whether it passes over other loose things instead of pushing them: where many lie close
        together, one of them is to come out without all the others.
        """
        if above != self._above:
            self._above = above
            self._filter()

    def park(self, parked: bool) -> None:
        """Whether nothing pushes it, nor it anything: it lies aside, whatever is below."""
        if parked != self._parked:
            self._parked = parked
            self._filter()

    @property
    def _minds(self) -> int:
        if self._parked:
            return 0
        return ALL & ~LOOSE if self._above else ALL

    def _collide(self, mask: int) -> None:
        """From now on it collides with these."""
        if mask != self._mask:
            self._mask = mask
            self._filter()

    def _filter(self) -> None:
        wanted = pymunk.ShapeFilter(self.group, LOOSE, self._mask & self._minds)
        for shape in self._shapes:
            shape.filter = wanted

    def _kind(self, kind: int) -> None:
        """Whether it is in hand."""
        for shape in self._shapes:
            shape.collision_type = kind
        self._rubbing.carry(kind == HELD)


class World:
    """Fixed pieces and loose things on a cloth; `world[key]` is a thing."""

    def __init__(self, edges: Edges) -> None:
        self.space = pymunk.Space()
        self.space.iterations = 20
        self.space.damping = DRAG
        self.space.collision_slop = SLOP
        self.space.sleep_time_threshold = SLEEPY
        self.space.idle_speed_threshold = IDLE
        self.space.on_collision(HELD, None, begin=self._meet)
        self._fixed: dict[Pose, list[pymunk.Shape]] = {}
        self.things: dict[Key, Thing] = {}
        """In the order in which they were laid."""
        self._owners: dict[pymunk.Body, Thing] = {}
        self.grips: dict[str, Key] = {}
        """What every pointer holds."""
        self._bumps: dict[Key, click.Bump] = {}
        self._events: list[Event] = []
        self._walls: list[pymunk.Shape] = []
        self._owed, self._groups = 0.0, 0
        self.cluster = Cluster()
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
        if pose not in self._fixed:
            self._fixed[pose] = fixed_shapes(self.space.static_body, pose)
            self.space.add(*self._fixed[pose])
            self.cluster = self.cluster.plus(pose, 0)
            for thing in self.things.values():
                if abs(thing.hub - centre(pose)) < NEAR:
                    thing.body.activate()
                    thing.flee(self.probe)

    def unfix(self, pose: Pose) -> None:
        """Takes a fixed piece away. Raises KeyError."""
        self.space.remove(*self._fixed.pop(pose))
        self.cluster = self.cluster.minus(pose)

    @property
    def fixed(self) -> Sequence[Pose]:
        return tuple(self._fixed)

    def near(self, spot: complex) -> Sequence[Pose]:
        """The fixed pieces that a thing with its hub there may touch."""
        return [pose for pose in self._fixed if abs(centre(pose) - spot) < NEAR]

    def add(self, key: Key, form: Form, place: Place) -> None:
        """A loose thing lies there. Raises ValueError if there is one of that name."""
        if key in self.things:
            raise ValueError(f"{key} lies on the table already")
        self._groups += 1
        thing = Thing(self, key, form, self._groups)
        thing.put(place)
        self.things[key] = self._owners[thing.body] = thing

    def remove(self, key: Key) -> None:
        """Takes a thing off the table; whoever holds it holds nothing now."""
        thing = self.things.pop(key)
        del self._owners[thing.body]
        self.grips = {pointer: held for pointer, held in self.grips.items() if held != key}
        thing.leave()

    def __contains__(self, key: Key) -> bool:
        return key in self.things

    def __getitem__(self, key: Key) -> Thing:
        return self.things[key]

    def places(self) -> dict[Key, Place]:
        """Where all things lie now, in the order in which they were laid."""
        return {key: thing.place for key, thing in self.things.items()}

    def at(self, point: complex, slack: float = FINGER) -> Key | None:
        """The thing under a point, or next to it."""
        found = self.space.point_query_nearest(
            (point.real, point.imag), slack, pymunk.ShapeFilter(mask=LOOSE)
        )
        body = found.shape.body if found and found.shape else None
        return self._owners[body].key if body in self._owners else None

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
            caps = [thing.cap() for thing in busy]
            for _ in range(STEPS):
                self.space.step(FRAME / STEPS)
                for thing, cap in zip(busy, caps, strict=True):
                    thing.step(cap)
            for thing in list(self.things.values()):
                if thing.hold and not thing.click:
                    thing.feel()
                if thing.key in self._bumps:
                    self._events.append(self._bumps[thing.key])
                thing.frame(FRAME)
            self._bumps.clear()

    def events(self) -> list[Event]:
        """What happened since the last time somebody asked."""
        told, self._events = self._events, []
        return told

    @property
    def rests(self) -> bool:
        """Whether nothing will move until somebody does something."""
        return all(thing.rests for thing in self.things.values())

    def tell(self, event: Event) -> None:
        """Reports, and makes room where something has clicked in at the fixed pieces."""
        self._events.append(event)
        if isinstance(event, click.Clicked) and not event.click.target.base:
            clicked, pose = self.things[event.key], event.click.target.pose
            hub = place_of(pose).point(bodies.weight(clicked.form).hub)
            near = [thing for thing in self.things.values() if abs(thing.hub - hub) < NEAR]
            if near != [clicked]:
                probe = Probe(fixed=[*self.near(hub), *clicked.form.poses(pose)])
                for thing in near:
                    if thing is not clicked:
                        thing.flee(probe)

    def _meet(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: object) -> None:
        """Two shapes begin to touch, one of them held: remembers the hardest bump of a frame."""
        first, second = arbiter.bodies
        thing = self._owners.get(first) or self._owners.get(second)
        points = arbiter.contact_point_set.points
        if thing is None or not points:
            return
        spot = points[0].point_a
        strength = abs(_meeting(arbiter, spot).dot(arbiter.normal))
        known = self._bumps.get(thing.key)
        if strength > GENTLE and (known is None or strength > known.strength):
            self._bumps[thing.key] = click.Bump(thing.key, complex(*spot), strength)


def _grown(box: tuple[float, float, float, float], room: float) -> pymunk.BB:
    """The box and so much room on all sides."""
    left, bottom, right, top = box
    return pymunk.BB(left - room, bottom - room, right + room, top + room)


def _meeting(arbiter: pymunk.Arbiter, spot: pymunk.Vec2d) -> pymunk.Vec2d:
    """How fast one of two bodies that touch moves against the other there."""
    first, second = arbiter.bodies
    return first.velocity_at_world_point(spot) - second.velocity_at_world_point(spot)


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
