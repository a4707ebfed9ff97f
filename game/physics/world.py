"""The pushing world: fixed pieces, loose things, and the fingers that push them about.

The world knows poses, not games. Who plays tells it which exact poses are legal for a thing
(`aim`); it lets the thing slide, click into one of them and be pulled out again, and proposes that
pose when the last finger lets go. It decides nothing.

Time goes in frames of 1/60 s, each in eight equal steps. The same calls give the same motions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pymunk

from game.physics.bodies import weight
from game.physics.click import Click, Target
from game.physics.events import Bump, Clicked, Event, Key
from game.physics.place import Edges, Form, Place, place_of
from game.physics.probe import EDGE, FIXED, LOOSE, Probe, fixed_shapes
from game.physics.thing import HELD, Around, Thing
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


class World:
    """Fixed pieces and loose things on a cloth."""

    def __init__(self, edges: Edges) -> None:
        self._space = pymunk.Space()
        self._space.iterations = 20
        self._space.damping = DRAG
        self._space.collision_slop = SLOP
        self._space.sleep_time_threshold = SLEEPY
        self._space.idle_speed_threshold = IDLE
        self._space.on_collision(HELD, None, begin=self._meet)
        self._fixed: dict[Pose, list[pymunk.Shape]] = {}
        self._things: dict[Key, Thing] = {}
        self._owners: dict[pymunk.Body, Thing] = {}
        self._pointers: dict[str, Thing] = {}
        self._bumps: dict[Key, Bump] = {}
        self._events: list[Event] = []
        self._walls: list[pymunk.Shape] = []
        self._owed, self._groups = 0.0, 0
        self._cluster = Cluster()
        self.probe = Probe(self._space)
        self.fence(edges)

    # What lies on the cloth -----------------------------------------------------------------------

    def fence(self, edges: Edges) -> None:
        """The cloth ends here from now on; things that lie outside are moved in."""
        self.edges = edges
        self._space.remove(*self._walls)
        self._walls = _walls(self._space.static_body, edges)
        self._space.add(*self._walls)
        for thing in self._things.values():
            inside = edges.nearest(thing.hub, INSIDE)
            if inside != thing.hub and not thing.click:
                shift = inside - thing.hub
                x, y, angle = thing.place
                thing.put(Place(x + shift.real, y + shift.imag, angle))

    def fix(self, pose: Pose) -> None:
        """A piece lies fast at an exact pose."""
        if pose not in self._fixed:
            self._fixed[pose] = fixed_shapes(self._space.static_body, pose)
            self._space.add(*self._fixed[pose])
            self._cluster = self._cluster.plus(pose, 0)
            for thing in self._things.values():
                if abs(thing.hub - centre(pose)) < NEAR:
                    thing.body.activate()
                    thing.flee(self.probe)

    def unfix(self, pose: Pose) -> None:
        """Takes a fixed piece away. Raises KeyError."""
        self._space.remove(*self._fixed.pop(pose))
        self._cluster = self._cluster.minus(pose)

    @property
    def fixed(self) -> Sequence[Pose]:
        return tuple(self._fixed)

    def add(self, key: Key, form: Form, place: Place) -> None:
        """A loose thing lies there."""
        if key in self._things:
            raise ValueError(f"{key} lies on the table already")
        self._groups += 1
        thing = Thing(self._space, key, form, self._groups)
        thing.put(place)
        self._things[key] = self._owners[thing.body] = thing

    def remove(self, key: Key) -> None:
        """Takes a thing off the table; whoever holds it holds nothing now."""
        thing = self._things.pop(key)
        del self._owners[thing.body]
        self._pointers = {p: held for p, held in self._pointers.items() if held is not thing}
        thing.leave()

    def put(self, key: Key, place: Place) -> None:
        """Lays a thing somewhere else, at rest."""
        self._things[key].put(place)

    def __contains__(self, key: Key) -> bool:
        return key in self._things

    def place(self, key: Key) -> Place:
        """Where a thing lies now."""
        return self._things[key].place

    def places(self) -> Mapping[Key, Place]:
        """Where all things lie now, in the order in which they were laid."""
        return {key: thing.place for key, thing in self._things.items()}

    def at(self, point: complex, slack: float = FINGER) -> Key | None:
        """The thing under a point, or next to it."""
        found = self._space.point_query_nearest(
            (point.real, point.imag), slack, pymunk.ShapeFilter(mask=LOOSE)
        )
        body = found.shape.body if found and found.shape else None
        return self._owners[body].key if body in self._owners else None

    # Fingers --------------------------------------------------------------------------------------

    def grip(self, pointer: str, point: complex, key: Key | None = None) -> Key | None:
        """A pointer takes hold of a thing, by default of the one under the point; its key."""
        key = self.at(point) if key is None else key
        if key is None:
            return None
        if pointer in self._pointers:
            self.release(pointer)
        thing = self._things[key]
        thing.unlead()
        thing.grip(pointer, point)
        self._pointers[pointer] = thing
        return key

    def drag(self, pointer: str, point: complex) -> None:
        """The pointer is there now; pointers that hold nothing are ignored."""
        thing = self._pointers.get(pointer)
        if thing and thing.hold:
            thing.hold.drag(pointer, self.edges.nearest(point))

    def release(self, pointer: str) -> Click | None:
        """The pointer lets go. What is proposed if it was the last one: never anything but one
        of the targets the thing was given."""
        thing = self._pointers.pop(pointer, None)
        if thing is None:
            return None
        before = thing.click
        click = thing.release(pointer, self._around())
        if click and click is not before:
            self._tell([Clicked(thing.key, click)])
        return click

    def holds(self, pointer: str) -> Key | None:
        """What a pointer holds."""
        thing = self._pointers.get(pointer)
        return thing.key if thing else None

    def turn(self, key: Key, angle: float) -> None:
        """Asks for a thing that one pointer holds to be turned by an angle."""
        hold = self._things[key].hold
        if hold:
            hold.turn(angle)

    def follow(self, key: Key, place: Place) -> None:
        """Leads a thing along a path, through fixed pieces if need be; others give way."""
        self._things[key].follow(place)

    def pass_over(self, key: Key, above: bool) -> None:
        """Lets a thing pass over other loose things, or push them again: where many lie close
        together, one of them is to come out without all the others."""
        self._things[key].pass_over(above)

    def unlead(self, key: Key) -> None:
        """What was led is loose again."""
        self._things[key].unlead()

    def settle(self, key: Key, target: Target) -> None:
        """Lets a thing click into one of its targets from wherever it lies, as after a tap or a
        path. Raises ValueError for other targets."""
        click = self._things[key].settle(target, self._around())
        if click:
            self._tell([Clicked(key, click)])

    # Targets --------------------------------------------------------------------------------------

    def aim(self, key: Key, targets: Iterable[Target]) -> None:
        """All exact poses in which a thing may click in from now on."""
        self._things[key].aim(tuple(targets))

    def click(self, key: Key) -> Click | None:
        """Where a thing has clicked in."""
        return self._things[key].click

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
            busy = [thing for thing in self._things.values() if thing.hold or thing.click]
            caps = [self._cap(thing) for thing in busy]
            for _ in range(STEPS):
                self._space.step(FRAME / STEPS)
                for thing, cap in zip(busy, caps, strict=True):
                    thing.step(cap)
            self._finish()

    def events(self) -> list[Event]:
        """What happened since the last time somebody asked."""
        told, self._events = self._events, []
        return told

    def sliding(self, key: Key) -> float:
        """How fast a held thing rubs along what it touches, in sides per second."""
        return self._things[key].sliding

    @property
    def rests(self) -> bool:
        """Whether nothing will move until somebody does something."""
        return all(thing.rests for thing in self._things.values())

    def _cap(self, thing: Thing) -> float:
        """How fast a held thing may go: fast where there is room."""
        if thing.click:
            return CAP
        box, others = thing.box, pymunk.ShapeFilter(thing.group, mask=thing.minds)
        for room, cap in CAPS:
            wide = pymunk.BB(box.left - room, box.bottom - room, box.right + room, box.top + room)
            if not self._space.bb_query(wide, others):
                return cap
        return CAP

    def _finish(self) -> None:
        around = self._around()
        for thing in list(self._things.values()):
            if thing.hold and not thing.click:
                self._feel(thing)
            if thing.key in self._bumps:
                self._events.append(self._bumps[thing.key])
            self._tell(thing.frame(FRAME, around))
        self._bumps.clear()

    def _tell(self, events: Iterable[Event]) -> None:
        """Reports, and makes room where something has clicked in."""
        for event in events:
            self._events.append(event)
            if isinstance(event, Clicked) and not event.click.target.base:
                self._make_room(self._things[event.key], event.click.target.pose)

    def _make_room(self, thing: Thing, pose: Pose) -> None:
        """Loose things that would lie under one that has clicked in move aside."""
        hub = place_of(pose).point(weight(thing.form).hub)
        near = [other for other in self._things.values() if abs(other.hub - hub) < NEAR]
        if near != [thing]:
            probe = Probe(fixed=[*self._near(hub), *thing.form.poses(pose)])
            for other in near:
                if other is not thing:
                    other.flee(probe)

    def _around(self) -> Around:
        return Around(self.probe, self._cluster, self._near, self._base)

    def _near(self, spot: complex) -> Sequence[Pose]:
        return [pose for pose in self._fixed if abs(centre(pose) - spot) < NEAR]

    def _base(self, key: Key) -> Place | None:
        thing = self._things.get(key)
        return thing.place if thing else None

    # Contacts -------------------------------------------------------------------------------------

    def _meet(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        """Two shapes begin to touch, one of them held: remembers the hardest bump of a frame."""
        first, second = arbiter.bodies
        thing = self._owners.get(first) or self._owners.get(second)
        points = arbiter.contact_point_set.points
        if thing is None or not points:
            return
        spot = points[0].point_a
        meeting = first.velocity_at_world_point(spot) - second.velocity_at_world_point(spot)
        strength = abs(meeting.dot(arbiter.normal))
        known = self._bumps.get(thing.key)
        if strength > GENTLE and (known is None or strength > known.strength):
            self._bumps[thing.key] = Bump(thing.key, complex(*spot), strength)

    def _feel(self, thing: Thing) -> None:
        """Whether a held thing touches fixed pieces, and how fast it rubs along."""
        thing.pressing, thing.sliding = False, 0.0
        thing.body.each_arbiter(self._rub, thing)

    def _rub(self, arbiter: pymunk.Arbiter, thing: Thing) -> None:
        first, second = arbiter.bodies
        points = arbiter.contact_point_set.points
        if not points:
            return
        fixed = any(shape.filter.categories == FIXED for shape in arbiter.shapes)
        thing.pressing = thing.pressing or fixed
        spot = points[0].point_a
        meeting = first.velocity_at_world_point(spot) - second.velocity_at_world_point(spot)
        thing.sliding = max(thing.sliding, abs(meeting.cross(arbiter.normal)))


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
