"""What moves one body and what slows it: fingers that hold it, what leads it, the cloth under it.

A hold is what fingers do to one thing: joints of limited force where they touch it.

Two pointers hold a thing and turn it. Under one pointer an angular spring keeps the angle that was
asked for, soft enough to give way where the thing slides along others.
"""

import math
from cmath import phase

import pymunk

from game.physics import bodies
from game.physics.place import Form, Place, mean, swing

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
TORQUE, SOFT_TORQUE = 300.0, 40.0
"""The most the angular spring can do, likewise."""
MEANT = 60
"""Frames in which a thing keeps an angle that was asked for, whatever is near."""
SLIP = 0.3
"""The share of a turn forced on a thing by what it touches that a finger has given in to after a
frame: it holds the thing by a point and not by its angle."""
RELAX, UPRIGHT = 0.1, 0.002
"""The share of its turn toward a target that it turns back in a frame when it has none, and what
is left then, in radians."""
SMOOTH = 0.3
"""The share of a frame in the speed of a pointer: it trembles."""
HUGE = 1.9
"""No point of a form is farther from its hub, in sides."""


class Grip:
    """A pointer on a thing: the point it touched, as the place of the thing sees it, and where
    it is now.
    """

    __slots__ = ("finger", "inner", "joint", "point", "since", "speed", "was")

    def __init__(self, body: pymunk.Body, form: Form, point: complex) -> None:
        place = bodies.lies(body, form)
        self.inner = place.inner(point)
        self.point = self.was = self.since = point
        self.speed = 0j
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
        self.angle, self._bent = body.angle, 0.0
        """As hands have it, and how far it is turned from there toward a target."""
        self._spring = pymunk.DampedRotarySpring(
            space.static_body, body, -self.angle, STIFFNESS, DAMPING
        )
        self._limp, self._force, self._torque, self._calm = False, FIRM, TORQUE, 0
        self._meant = 0
        self._shift, self._turn, self._from, self._wished = 0j, 0.0, self.angle, 0j
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
            self._ask_for(self._body.angle + swing(self.asked - self._body.angle))

    def release(self, pointer: str) -> None:
        """A pointer lets go; who holds on alone keeps the angle."""
        self._space.remove(self.grips.pop(pointer).joint)
        self._ask_for(self._body.angle)
        self._balance()

    def end(self) -> None:
        """Everybody lets go."""
        self._space.remove(self._spring, *(grip.joint for grip in self.grips.values()))
        self.grips.clear()

    def turn(self, delta: float) -> None:
        """Asks for another angle, by so many radians."""
        self._meant = MEANT
        self._ask_for(self.angle + delta)
        self._body.activate()

    def _balance(self) -> None:
        for grip in self.grips.values():
            grip.joint.max_force = 0.0 if self._limp else self._force
        self._spring.max_force = 0.0 if self._limp else self._torque
        self._body.activate()

    def _ask_for(self, angle: float, bent: float = 0.0) -> None:
        self.angle, self._bent = angle, bent
        self._spring.rest_angle = -angle - bent

    def mark(self, touching: bool, turning: float = 0.0) -> None:
        """A frame is over, and the thing touches fixed pieces or not. Where the pointers have
        come from tells how fast they are.
        """
        self._calm = CALM if touching else max(self._calm - 1, 0)
        self._meant = max(0, self._meant - 1)
        if (turning or abs(self._bent) > UPRIGHT) and not self.turned and not self._limp:
            bent = self._bent + turning if turning else (1 - RELAX) * self._bent
            slip = SLIP * swing(self._body.angle - self.angle - self._bent)
            self._ask_for(self.angle + (slip if touching and slip * turning > 0 else 0), bent)
        force = SOFT if self._calm else FIRM
        torque = SOFT_TORQUE if self._calm and turning else TORQUE
        if (force, torque) != (self._force, self._torque):
            self._force, self._torque = force, torque
            self._balance()
        for grip in self.grips.values():
            grip.speed += SMOOTH * (grip.point - grip.was - grip.speed)
            grip.was = grip.point

    @property
    def turned(self) -> bool:
        """Whether hands turn the thing, or have just done so."""
        return self._meant > 0 or len(self.grips) > 1

    @property
    def pace(self) -> float:
        """How far the fastest pointer goes in a frame, smoothed."""
        return max((abs(grip.speed) for grip in self.grips.values()), default=0.0)

    @property
    def speed(self) -> complex:
        """Which way the pointers go in a frame, smoothed."""
        return mean(grip.speed for grip in self.grips.values())

    @property
    def lag(self) -> complex:
        """How far the pointers are ahead of what they hold."""
        place = bodies.lies(self._body, self._form)
        return mean(grip.point - place.point(grip.inner) for grip in self.grips.values())

    @property
    def asked(self) -> float:
        """The angle the pointers want the thing to have: two of them by where they are."""
        if len(self.grips) == 1:
            return self.angle
        first, second = list(self.grips.values())[:2]
        asked, touched = second.point - first.point, second.inner - first.inner
        if abs(asked) < 0.1 or abs(touched) < 0.1:
            return self.angle
        return phase(asked) - phase(touched)

    def yield_to(self, shift: complex, turn: float) -> None:
        """Something else moves the thing from now on, by so much; the pointers let it. What they
        want is told by `pull` and `twist`.
        """
        self._shift, self._turn, self._from, self._wished = shift, turn, self.asked, self.wish
        for grip in self.grips.values():
            grip.since = grip.point
        self._limp = True
        self._balance()

    def resume(self) -> None:
        """The pointers hold the thing again, which comes to them and turns back."""
        self._limp = False
        self._ask_for(self.angle, self._body.angle - self.angle)
        self._balance()

    @property
    def wish(self) -> complex:
        """Where the pointers want the hub of the thing."""
        if self._limp:
            return self._wished + mean(grip.point - grip.since for grip in self.grips.values())
        return complex(*self._body.position) + self.lag

    @property
    def pull(self) -> complex:
        """How far the pointers have left the way that the thing goes by itself."""
        along = self._shift / (abs(self._shift) or 1.0)
        gone = self.wish - self._wished
        share = (gone * along.conjugate()).real
        return gone - along * min(max(share, 0.0), abs(self._shift))

    @property
    def twist(self) -> float:
        """By how much they have turned it against that."""
        turned, turn = swing(self.asked - self._from), self._turn
        return turned - min(max(turned, min(turn, 0.0)), max(turn, 0.0))


def tame(body: pymunk.Body, cap: float) -> None:
    """Slows a body down so that no point of it is faster than `cap`."""
    velocity, spin = body.velocity, body.angular_velocity
    fastest = velocity.length + abs(spin) * HUGE
    if fastest > cap:
        body.velocity = velocity * (cap / fastest)
        body.angular_velocity = spin * (cap / fastest)


LEAD = 900.0
"""The force that leads a thing along a path, and the torque."""
STRAY = 0.6
"""A thing that lags farther behind than this is led through whatever jams it, in sides."""


class Lead:
    """Leads a thing along a path for a player who has no fingers, or where a magnet draws it;
    loose things give way.
    """

    def __init__(
        self, space: pymunk.Space, body: pymunk.Body, form: Form, force: float = LEAD
    ) -> None:
        self._space, self._body, self._form = space, body, form
        self._guide = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._guide.position, self._guide.angle = body.position, body.angle
        self._ties: tuple[pymunk.Constraint, ...] = (
            pymunk.PivotJoint(self._guide, body, (0, 0), (0, 0)),
            pymunk.GearJoint(self._guide, body, 0.0, 1.0),
        )
        for tie in self._ties:
            tie.max_force, tie.error_bias = force, math.exp(-2 * FOLLOW)
        space.add(*self._ties)

    def to(self, place: Place) -> None:
        """Leads the thing there, turning the short way."""
        angle = self._guide.angle + swing(place.angle - self._guide.angle)
        bodies.lay(self._guide, self._form, place._replace(angle=angle))
        self._body.activate()

    def by(self, way: complex, turn: float) -> None:
        """Leads the thing so far from where it is."""
        spot = complex(*self._body.position) + way
        self._guide.position, self._guide.angle = (spot.real, spot.imag), self._body.angle + turn
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
