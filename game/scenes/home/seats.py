"""Who sits where, as set-up shows it: one row for each seat, a person or a computer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from game.ai.levels import EVALUATORS, GENTLE, LEVEL, LEVELS, Level
from game.scenes.core.chairs import Chair, ChairKind
from game.scenes.core.menu import MenuScene
from game.scenes.guest_book.name_entry import LONGEST
from game.services.checked import one_of, table, written
from game.ui.choosers import Choice
from game.ui.frame import Box
from game.ui.groups import Flowing
from game.ui.surfaces import PAPER
from game.ui.text_entry import TextField
from game.ui.theme import BODY, GAP
from game.ui.widgets import Label, Widget

KINDS: tuple[ChairKind, ...] = ("person", "computer")


@dataclass(slots=True)
class Place:
    """A seat while it is being set up: what it would be as a person, and as a computer."""

    kind: ChairKind
    name: str
    level: str = GENTLE.id
    profile: int | None = None

    @classmethod
    def recalled(cls, stored: object, usual: Place, known: Collection[int]) -> Place:
        """The place whose chair was stored; what makes no sense there is as `usual`.

        `known` are the numbers of the people that the table knows.
        """
        chair = table(stored)
        kind = one_of(chair.get("kind"), KINDS, usual.kind)
        level = one_of(chair.get("level"), LEVEL, usual.level)
        if kind == "computer":
            return cls(kind, usual.name, level)
        name = written(chair.get("name"), LONGEST, usual.name)
        return cls(kind, name, level, one_of(chair.get("profile"), known, usual.profile))

    def chair(self, scene: MenuScene) -> Chair:
        if self.kind == "person":
            return Chair("person", self.name, None, self.profile)
        level = scene.t(f"menu.level.{self.level}")
        return Chair("computer", scene.t("menu.computer", level=level), self.level)


def can_play(game: str) -> bool:
    """Whether a computer can sit down to this game."""
    return game in EVALUATORS


def _ranked(scene: MenuScene, level: Level) -> str:
    """A level's name and how strong it is among all, for it is often seen without the others."""
    name = scene.t(f"menu.level.{level.id}")
    return scene.t("menu.setup.level", level=name, n=level.rank + 1, count=len(LEVELS))


class SeatRow(Flowing):
    """One seat: its number, person or computer, and the name or the level."""

    def __init__(
        self, scene: MenuScene, game: str, number: int, place: Place,
        changed: Callable[[], object], rename: Callable[[Place], object],
    ) -> None:
        self._labels = [scene.t(f"menu.setup.{key}", n=number + 1) for key in ("first", "seat")]
        self.label = Label(self._labels[number > 0], BODY, "bold", tone=PAPER)
        self._place, self._changed = place, changed
        kinds = [(kind, scene.t(f"menu.setup.{kind}")) for kind in KINDS]
        self._kind = Choice(kinds, place.kind, self._take_kind, tone=PAPER)
        self._kind.visible = can_play(game)
        children: list[Widget] = [self.label, self._kind, self._second(scene, rename)]
        super().__init__(children, PAPER)

    def _second(self, scene: MenuScene, rename: Callable[[Place], object]) -> Widget:
        place = self._place
        if place.kind == "person":
            return TextField(place.name, lambda: rename(place), tone=PAPER)
        levels = [(level.id, _ranked(scene, level)) for level in LEVELS]
        return Choice(levels, place.level, self._take_level, tone=PAPER)

    def _take_kind(self, kind: ChairKind) -> None:
        self._place.kind = kind
        self._changed()

    def _take_level(self, level: str) -> None:
        self._place.level = level

    def lay_out(self, box: Box) -> float:
        """Label, kind and the rest in one line, or in two, or in three, as the room lets."""
        metrics, second = self._metrics, self.children[2]
        label = self.label.natural(metrics, box.w)
        kind = self._kind.natural(metrics, box.w) if self._kind.visible else (0.0, 0.0)
        lead = max(metrics.width(text, BODY, "bold") for text in self._labels) + 2 * GAP
        rest = box.w - lead - (kind[0] + 2 * GAP if kind[0] else 0.0)
        if rest >= min(400.0, box.w * 0.4):
            return self._one_line(box, lead, kind[0], rest)
        y = box.y + 4
        self.label.place(Box(box.x, y, box.w, label[1]))
        y += label[1] + 6
        wide = box.w - (kind[0] + GAP if kind[0] else 0.0)
        beside = wide >= 300
        if kind[0]:
            self._kind.place(Box(box.x, y, kind[0], kind[1]))
            y += 0 if beside else kind[1] + 8
        left = box.right - wide if beside else box.x
        room = wide if beside else box.w
        high = max(second.natural(metrics, room)[1], kind[1] if beside else 0)
        second.place(Box(left, y, room, high))
        return y + high + 8 - box.y

    def _one_line(self, box: Box, lead: float, kind: float, rest: float) -> float:
        second = self.children[2]
        high = max(w.natural(self._metrics, rest)[1] for w in (self._kind, second))
        label = self.label.natural(self._metrics, lead)[1]
        self.label.place(Box(box.x, box.y + (high - label) / 2, lead, label))
        self._kind.place(Box(box.x + lead, box.y, kind, high))
        second.place(Box(box.right - rest, box.y, rest, high))
        return high
