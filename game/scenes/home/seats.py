"""Who sits where, as set-up shows it: one row for each seat, a person or a computer."""

import random
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Final

from game.ai.matching import matched
from game.ai.skills import GENTLE, SKILL, SKILLS, Skill, can_play
from game.rules import GAMES
from game.rules.core.protocol import AnyState, OptionError, Options, Plain
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, in_row
from game.scenes.core.registry import minutes, seat_color
from game.scenes.core.routes import ToName
from game.scenes.core.scene import Push
from game.scenes.core.sheets import Sheet, spread
from game.scenes.guest_book.name_entry import LONGEST
from game.services.checked import listed, one_of, table, written
from game.services.evening import spell_share
from game.services.people import Chair, ChairKind
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.scrolling import List
from game.ui.text_entry import TextField
from game.ui.theme import BODY, GAP, INK, IVORY, LARGE, Color, mix
from game.ui.widgets import Button, Choice, Flowing, Label, Widget

KINDS: tuple[ChairKind, ...] = ("person", "computer")
MATCHED: Final = "matched"
"""Stands for the level of a computer that is as strong as who plays it."""


@dataclass(slots=True)
class SeatPlan:
    """A seat while it is being set up: what it would be as a person, and as a computer."""

    kind: ChairKind
    name: str
    level: str = GENTLE.id
    profile: int | None = None

    @classmethod
    def recalled(cls, stored: object, usual: "SeatPlan", known: Collection[int]) -> "SeatPlan":
        """The place whose chair was stored; what makes no sense there is as `usual`.

        `known` are the numbers of the people that the table knows.
        """
        chair = table(stored)
        kind = one_of(chair.get("kind"), KINDS, usual.kind)
        level = one_of(chair.get("level"), (*SKILL, MATCHED), usual.level)
        if kind == "computer":
            return cls(kind, usual.name, level)
        name = written(chair.get("name"), LONGEST, usual.name)
        return cls(kind, name, level, one_of(chair.get("profile"), known, usual.profile))


class Seating(MenuScene):
    """A set-up in which people and computers are seated before anything begins."""

    texts = "menu.setup"
    """Where the words for its buttons begin."""
    computers = True
    """Whether a computer can be among them."""
    game = ""
    """Which game is played; empty where there are several."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.places: list[SeatPlan] = []
        self._start: Button | None = None

    @abstractmethod
    def rows(self) -> list[Widget]:
        """What is chosen on the sheet."""

    @abstractmethod
    def start(self) -> None:
        """Begin what was set up."""

    def set_up(
        self, picture: Widget, words: Sequence[Label], buttons: Sequence[Button] = (),
        *corner: Button,
    ) -> list[Widget]:
        """The way back, a picture with words and buttons, and a sheet with what begins it and what
        mixes the seats in its foot.
        """
        back = Button("", self.cancel, icon="back", look="round")
        side, space = spread(self, [back, *corner], picture, words, buttons)
        start = Button(self.t(f"{self.texts}.start"), self.start, icon="play", look="primary",
                       size=LARGE)  # fmt: skip
        wide, high = start.natural(self.metrics, space.w / 2)
        if self.focus.current in (None, self._start):
            self.focus.current = start  # who has nothing to choose begins with one press of a key
        self._start = start
        sheet = Sheet(self, "", width=1400, space=space, foot=high + 2 * GAP)
        foot = sheet.foot
        start.place(Box(foot.right - wide, foot.bottom - high, wide, high))
        mix = Button(self.t("menu.setup.shuffle"), self.shuffle, icon="dice")
        mix.visible = len(self.places) > 1
        size = mix.natural(self.metrics, foot.w - wide - GAP)
        mix.place(Box(foot.x, foot.bottom - high, size[0], high))
        rows = self.scroll(List(self.rows(), gap=10), sheet.body)
        return [*side, *sheet.widgets, start, mix, rows]

    def usual(self, number: int) -> SeatPlan:
        """Who sits at a place at first: the second is a computer where one can play."""
        computer = number == 1 and self.computers
        name = self.t("menu.setup.guest", n=number + 1)
        return SeatPlan("computer" if computer else "person", name)

    def seat(self, count: int) -> None:
        """So many seats; whoever sits stays."""
        self.places += [self.usual(number) for number in range(len(self.places), count)]
        del self.places[count:]

    def seat_rows(self, game: str, state: AnyState) -> list["SeatRow"]:
        """A row for every seat, in its colour in a game that stands like this."""
        colors = [seat_color(game, state, seat) for seat in range(len(self.places))]
        return [
            SeatRow(self, game, number, self.rebuild, partial(_disc, number + 1, color))
            for number, color in enumerate(colors)
        ]

    def recall_chairs(self, stored: object, counts: tuple[int, int]) -> None:
        """Who sat there last time, as far as it still makes sense."""
        chairs = listed(stored)
        if counts[0] <= len(chairs) <= counts[1]:
            known = [profile.id for profile in self.context.store.profiles()]
            self.places = [
                SeatPlan.recalled(chair, self.usual(n), known) for n, chair in enumerate(chairs)
            ]
            for place in self.places:  # guests without a name may have spoken another language
                place.name = self.context.called(Chair("person", place.name, None, place.profile))

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Who sits where; each computer has a name of its own."""
        names, found = (self.t(f"menu.computers.{n}") for n in count(1)), list[Chair]()
        for place in self.places:
            if place.kind == "person":
                found.append(Chair("person", place.name, None, place.profile))
            else:
                level = self.suiting.id if place.level == MATCHED else place.level
                found.append(Chair("computer", next(names), level))
        return tuple(found)

    @property
    def choices(self) -> list[Plain]:
        """The same as it is remembered: who is matched now is matched the next time."""
        return [{**asdict(chair), **({"level": MATCHED} if place.level == MATCHED else {})}
                for place, chair in zip(self.places, self.chairs, strict=True)]  # fmt: skip

    @property
    def results(self) -> dict[str, tuple[float, float]] | None:
        """How often the first person here whom the guest book knows has won and lost, in this game
        or all, against each level; None if all are guests."""
        known = (p.profile for p in self.places if p.kind == "person" and p.profile is not None)
        person = next(known, None)
        if person is None:
            return None
        met = self.context.store.statistics.by_opponent(person, self.game or None)
        return {chair.level: (tally.won + tally.drawn / 2, tally.lost + tally.drawn / 2)
                for chair, tally in met if chair.level in SKILL}  # fmt: skip

    @property
    def suiting(self) -> Skill:
        """The skill matched to that person; the usual one for guests."""
        return matched(self.results or {})

    def lasting(self, games: Iterable[str]) -> str:
        """About how long some games take; from two hours on in half hours."""
        taken = minutes(games, len(self.places))
        if taken < 105:
            return self.t("menu.facts.minutes", n=taken)
        return self.t("menu.facts.hours", n=spell_share(Fraction(round(taken / 30), 2)))

    def shuffle(self) -> None:
        """Let luck decide who sits where."""
        random.shuffle(self.places)
        self.context.sound.play("dice_roll")
        self.rebuild()

    def rename(self, place: SeatPlan) -> None:
        def done(name: str, profile: int | None) -> None:
            place.name, place.profile = name, profile

        self.go(Push(ToName(place.name, done)))


def objection(game: str, seats: int, options: Options) -> str | None:
    """The option that does not suit so many seats; None if all do."""
    try:
        GAMES[game].start(seats, options)
    except OptionError as error:
        return error.at
    return None


def _ranked(scene: MenuScene, skill: Skill) -> str:
    """A skill's name and how strong it is among all, for it is often seen without the others."""
    name, plays = (scene.t(f"menu.{what}.{skill.id}") for what in ("level", "plays"))
    return scene.t("menu.setup.level", level=name, n=skill.rank + 1, count=len(SKILLS), plays=plays)


class SeatRow(Flowing):
    """One seat: a sign, its number or the computer's name, person or computer, and the person's
    name or the computer's level. `sign` paints around a point.
    """

    SIGN = 58.0
    """What the sign takes from the row."""

    def __init__(
        self, scene: Seating, game: str, number: int, changed: Callable[[], object],
        sign: Callable[[Canvas, Point], object], person: str = "menu.setup.seat",
    ) -> None:
        self._sign = sign
        place = scene.places[number]
        computers = [chair.name for chair in scene.chairs if not chair.person]
        self._labels = [scene.t(person, n=number + 1), *computers]
        text = self._labels[0] if place.kind == "person" else scene.chairs[number].name
        self.label = Label(text, BODY, "bold")
        self._place, self._changed = place, changed
        kinds = [(kind, scene.t(f"menu.setup.{kind}")) for kind in KINDS]
        self._kind = Choice(kinds, place.kind, self._take_kind)
        self._kind.visible = can_play(game)
        self._second: Widget
        if place.kind == "person":
            self._second = TextField(place.name, lambda: scene.rename(place))
        else:
            now, known = scene.t(f"menu.level.{scene.suiting.id}"), scene.results
            levels = [(skill.id, _ranked(scene, skill)) for skill in SKILLS]
            key = "guests" if known is None else "so_far" if known else "at_first"
            levels.append((MATCHED, scene.t(f"menu.setup.matched.{key}", level=now)))
            self._second = Choice(levels, place.level, partial(setattr, place, "level"))
        super().__init__([self.label, self._kind, self._second])

    def _take_kind(self, kind: ChairKind) -> None:
        self._place.kind = kind
        self._changed()

    def draw(self, canvas: Canvas) -> None:
        self._sign(canvas, (self.label.box.x - self.SIGN + 24, self.label.box.center[1]))
        super().draw(canvas)

    def lay_out(self, box: Box) -> float:
        """Label, kind and the rest in one line, or in two, or in three, as the room lets."""
        metrics, second, box = self._metrics, self._second, box.beyond(box.x + self.SIGN)
        wide, high = self._kind.natural(metrics, box.w) if self._kind.visible else (0.0, 0.0)
        lead = max(metrics.width(text, BODY, "bold") for text in self._labels) + 2 * GAP
        rest = box.w - lead - (wide + 2 * GAP if wide else 0.0)
        if rest >= min(400.0, box.w * 0.4):
            high = max(w.natural(metrics, rest)[1] for w in (self._kind, second))
            label = self.label.natural(metrics, lead)[1]
            self.label.place(Box(box.x, box.y + (high - label) / 2, lead, label))
            self._kind.place(Box(box.x + lead, box.y, wide, high))
            second.place(Box(box.right - rest, box.y, rest, high))
            return high
        label = self.label.natural(metrics, box.w)[1]
        self.label.place(Box(box.x, box.y + 4, box.w, label))
        controls = [self._kind, second] if wide else [second]
        return in_row(metrics, box.below(box.y + label + 10), controls, GAP, "left") + 8 - box.y


def _disc(number: int, color: Color, canvas: Canvas, at: Point) -> None:
    """A seat's number in its colour."""
    canvas.disc(at, 20, color)
    canvas.ring(at, 20, mix(color, (0, 0, 0), 0.35), 2)
    canvas.label(str(number), at, 24, IVORY if sum(color[:3]) < 330 else INK, "bold")
