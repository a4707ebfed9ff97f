"""What moves one body and what slows it: fingers that hold it, what leads it, the cloth under it.

A hold is what fingers do to one thing: joints of limited force where they touch it.

Two pointers hold a thing and turn it. Under one pointer an angular spring keeps the angle that was
asked for, soft enough to give way where the thing slides along others.
"""

import math
from cmath import phase

import pymunk

from game.physics import bodies
from game.physics.place import Form, Place, lattice, mean, swing

FIRM, SOFT = 500.0, 160.0
"""The most force of a finger in the open, and while the thing touches fixed pieces, in masses of
a piece times sides per second squared. Soft fingers let it find its way along the others."""
CALM = 15
"""Frames without contact after which fingers are firm again."""
FOLLOW = 45.0
"""How fast a thing catches up with its finger: the share of the lag that goes per second."""
STIFFNESS = 700.0
"""Of the angular spring; with the moment of a pair (about 1.3) some 23 radians per second."""
DAMPING = 60.0
TORQUE = 300.0
"""The most the angular spring can do."""
HUGE = 1.9
"""No point of a form is farther from its hub, in sides."""


class Grip:
    """A pointer on a thing: the point it touched, as the place of the thing sees it, and where
    it is now.
    """

    __slots__ = ("finger", "inner", "joint", "point", "speed", "was")

    def __init__(self, body: pymunk.Body, form: Form, point: complex) -> None:
        place = bodies.lies(body, form)
        self.inner = place.inner(point)
        self.point = self.was = point
        self.speed = 0.0
        self.finger = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self.finger.position = point.real, point.imag
        touched = body.world_to_local((point.real, point.imag))
        self.joint = pymunk.PivotJoint(self.finger, body, (0, 0), touched)
        self.joint.error_bias = math.exp(-FOLLOW)


class Hold:
    """The grips on one thing and the angle it is asked to keep."""

    def __init__(self, space: pymunk.Space, body: pymunk.Body, form: Form) -> None:
        self._space, self._body, self._form = space, body, form
        self.grips: dict[str, Grip] = {}
        self.angle = lattice(body.angle)
        self._spring = pymunk.DampedRotarySpring(
            space.static_body, body, -self.angle, STIFFNESS, DAMPING
        )
        self._limp, self._force, self._calm = False, FIRM, 0
        space.add(self._spring)

    def grip(self, pointer: str, point: complex) -> None:
        """One pointer more touches the thing there."""
        grip = Grip(self._body, self._form, point)
        self.grips[pointer] = grip
        self._space.add(grip.joint)
        self._balance()

    def drag(self, pointer: str, point: complex) -> None:
        """The pointer is there now; two pointers ask for an angle as well."""
        grip = self.grips[pointer]
        grip.point, grip.finger.position = point, (point.real, point.imag)
        if len(self.grips) > 1:
            self._ask_for(self._body.angle + self.twist(bodies.lies(self._body, self._form)))

    def release(self, pointer: str) -> None:
        """A pointer lets go; who holds on alone keeps the angle that is nearest."""
        self._space.remove(self.grips.pop(pointer).joint)
        self._ask_for(lattice(self._body.angle))
        self._balance()

    def end(self) -> None:
        """Everybody lets go."""
        self._space.remove(self._spring, *(grip.joint for grip in self.grips.values()))
        self.grips.clear()

    def turn(self, delta: float) -> None:
        """Asks for another angle, by so many radians."""
        self._ask_for(self.angle + delta)
        self._body.activate()

    def keep(self, angle: float) -> None:
        """Asks for an angle."""
        self._ask_for(self._body.angle + swing(angle - self._body.angle))

    def work(self, firm: bool) -> None:
        """Whether the fingers do anything, or something else moves the thing."""
        self._limp = not firm
        self._balance()

    def _balance(self) -> None:
        for grip in self.grips.values():
            grip.joint.max_force = 0.0 if self._limp else self._force
        self._spring.max_force = 0.0 if self._limp else TORQUE
        self._body.activate()

    def _ask_for(self, angle: float) -> None:
        self.angle = angle
        self._spring.rest_angle = -angle

    def mark(self, touching: bool) -> None:
        """A frame is over, and the thing touches fixed pieces or not. Where the pointers have
        come from tells how fast they are.
        """
        self._calm = CALM if touching else max(self._calm - 1, 0)
        force = SOFT if self._calm else FIRM
        if force != self._force:
            self._force = force
            self._balance()
        for grip in self.grips.values():
            grip.speed = 0.5 * grip.speed + 0.5 * abs(grip.point - grip.was)
            grip.was = grip.point

    @property
    def pace(self) -> float:
        """How far the fastest pointer goes in a frame, smoothed."""
        return max((grip.speed for grip in self.grips.values()), default=0.0)

    def pull(self, place: Place) -> complex:
        """How far the pointers would be from what they touched if the thing lay there."""
        return mean(grip.point - place.point(grip.inner) for grip in self.grips.values())

    def twist(self, place: Place) -> float:
        """By how much the pointers want the thing turned if it lay there."""
        if len(self.grips) == 1:
            return swing(self.angle - place.angle)
        first, second = list(self.grips.values())[:2]
        asked, touched = second.point - first.point, second.inner - first.inner
        if abs(asked) < 0.1 or abs(touched) < 0.1:
            return 0.0
        return swing(phase(asked) - phase(touched) - place.angle)

    def tame(self, cap: float) -> None:
        """Slows the thing down so that no point of it is faster than `cap`."""
        velocity, spin = self._body.velocity, self._body.angular_velocity
        fastest = velocity.length + abs(spin) * HUGE
        if fastest > cap:
            self._body.velocity = velocity * (cap / fastest)
            self._body.angular_velocity = spin * (cap / fastest)


LEAD = 900.0
"""The force that leads a thing along a path, and the torque."""
STRAY = 0.6
"""A thing that lags farther behind than this is led through whatever jams it, in sides."""


class Lead:
    """Leads a thing along a path for a player who has no fingers; loose things give way."""

    def __init__(self, space: pymunk.Space, body: pymunk.Body, form: Form) -> None:
        self._space, self._body, self._form = space, body, form
        self._guide = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._guide.position, self._guide.angle = body.position, body.angle
        self._ties: tuple[pymunk.Constraint, ...] = (
            pymunk.PivotJoint(self._guide, body, (0, 0), (0, 0)),
            pymunk.GearJoint(self._guide, body, 0.0, 1.0),
        )
        for tie in self._ties:
            tie.max_force, tie.error_bias = LEAD, math.exp(-2 * FOLLOW)
        space.add(*self._ties)

    def to(self, place: Place) -> None:
        """Leads the thing there, turning the short way."""
        angle = self._guide.angle + swing(place.angle - self._guide.angle)
        bodies.lay(self._guide, self._form, place._replace(angle=angle))
        self._body.activate()

    @property
    def strays(self) -> bool:
        """Whether something keeps the thing from following."""
        return abs(complex(*(self._guide.position - self._body.position))) > STRAY

    def end(self) -> None:
        self._space.remove(*self._ties)


GLIDE = 30.0
"""What the cloth takes from a loose thing's speed, in sides per second and second."""
ARM = 0.6
"""The arm of its friction against turning, in sides."""
LIGHTER = 0.1
"""The share that is left of it in hand: fingers take most of the weight off the cloth."""


class Rubbing:
    """The cloth takes speed from what slides on it, like dry friction: joints that give way."""

    def __init__(self, space: pymunk.Space, body: pymunk.Body) -> None:
        table = space.static_body
        slide = pymunk.PivotJoint(table, body, (0, 0), (0, 0))
        turn = pymunk.GearJoint(table, body, 0.0, 1.0)
        slide.max_bias = turn.max_bias = 0.0
        self.joints = slide, turn
        self._force = GLIDE * body.mass
        self.carry(False)
        space.add(slide, turn)

    def carry(self, held: bool) -> None:
        """The body presses on the cloth with all its weight, or with what fingers leave of it."""
        force = self._force * (LIGHTER if held else 1.0)
        for joint, arm in zip(self.joints, (1.0, ARM), strict=True):
            joint.max_force = force * arm
