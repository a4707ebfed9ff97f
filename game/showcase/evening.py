"""Evenings: their set-up, before the first game, in the middle, at the end, and past ones."""

from __future__ import annotations

from typing import Any

from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.scenes.evening.evening_scene import Ceremony, EveningScene, PastEvenings
from game.scenes.evening.setup import EveningSetup
from game.services.evening import Finish

PEOPLE = (
    Chair("person", "Annegret"), Chair("person", "Ole"), Chair("person", "Käthe"),
    Chair("computer", "Orchidee", "regular"), Chair("person", "Ben"),
    Chair("person", "Maximiliane-Sophie"),
)  # fmt: skip
DONE = (
    Finish((12, 9, 9, 3, 0, 7), (0,)), Finish((2, 14, 9, 8, 11, 7), (1,)),
    Finish((5, 5, 1, 4, 2, 3), (0, 1)), Finish((-3, 2, 8, 8, 1, 0), (2, 3)),
    Finish((4, 10, 12, 1, 0, 2), (2,)),
)  # fmt: skip


THREE = ("jin_li", "ping_pao", "walomino")
FIVE = ("ping_pao", "domi_jongg", "ping_pao", "domi_jongg", "domi_jongg")


def _kept(context: Context, people: int, games: tuple[str, ...], played: int) -> int:
    """An evening that is really kept; another one that was open ends by it."""
    number = context.store.evenings.begin(PEOPLE[:people], [(game, {}) for game in games])
    for n, finish in enumerate(DONE[:played]):
        winners = tuple(w for w in finish.winners if w < people)
        context.store.evenings.finish(number, n, Finish(finish.points[:people], winners))
    return number


class _Evening(EveningScene):
    """An evening that is kept when its picture is made."""

    def __init__(self, context: Context, *shape: Any) -> None:
        super().__init__(context, 0)
        self._shape = shape

    def enter(self) -> None:
        self.evening_id = _kept(self.context, *self._shape)
        super().enter()


def evenings(context: Context) -> dict[str, Scene]:
    """The score card in its states, and ceremonies."""
    return {
        "evening-begins": _Evening(context, 2, THREE, 0),
        "evening-middle": _Evening(context, 4, THREE[1:] * 2, 2),
        "evening-six": _Evening(context, 6, FIVE, 4),
        "evening-played": _Evening(context, 3, THREE[1:], 2),
        "evening-ceremony": _Still(context, _kept(context, 4, FIVE, 5)),
        "evening-ceremony-two": _Still(context, _kept(context, 2, THREE, 3)),
        "evening-ceremony-six": _Still(context, _kept(context, 6, FIVE, 5)),
    }


class _Still(Ceremony):
    """A ceremony whose podium stands, with leaves in the air."""

    def resume(self) -> None:
        if self.podium is not None:
            self.podium.shown, self.podium.age = 1.0, 2.4


def past(context: Context) -> dict[str, Scene]:
    """The list with two evenings on it; they are really kept."""
    people = tuple(Chair("person", name) for name in ("Annegret", "Ole", "Käthe"))
    for finish in (Finish((3, 9, 9), (1, 2)), Finish((12, 4, 7), (0,))):
        evenings = context.store.evenings
        number = evenings.begin(people, [("ping_pao", {}), ("walomino", {})])
        evenings.finish(number, 0, finish)
        evenings.close(number)
    return {"past-evenings": PastEvenings(context)}


def setups(context: Context) -> dict[str, Scene]:
    """The set-up as it is found at first, and with many people."""
    return {"evening-setup": EveningSetup(context), "evening-setup-five": _Crowded(context)}


class _Crowded(EveningSetup):
    """Five people, two of them computers."""

    def enter(self) -> None:
        super().enter()
        self.seat(5)
        for place, name in zip(self.places, ("Annegret", "Ole", "Käthe", "Ben"), strict=False):
            place.name = name
        self.places[0].kind = self.places[2].kind = "person"
        self.places[4].kind = "computer"
        self.length = "long"
        self.programme = self._made("long")
