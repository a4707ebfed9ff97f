"""A guest book that has been used for a while: people and what they have played, for pictures."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.registry import GAME_SCENES
from game.scenes.core.scene import Scene
from game.scenes.guest_book.best_scores import Records
from game.scenes.guest_book.history import History
from game.scenes.guest_book.name_entry import NameEntry, Portrait
from game.scenes.guest_book.people import People, Person
from game.services.deal_numbers import number_of_day
from game.services.history import Result, Standing
from game.services.people import Profile
from game.services.store import Store

NAMES = ("Annegret", "Ole", "Käthe", "Maximilian", "Lu", "Friederike")
EVENINGS = 60


def blank(context: Context) -> Context:
    """The same context with a book in which nothing is written."""
    return replace(context, store=Store(None, GAMES, context.store.clock))


def furnished(context: Context) -> Context:
    """The same context with a book of its own in which a lot is written."""
    context = blank(context)
    store = context.store
    people = [store.add_profile(name) for name in NAMES]
    computer = Chair("computer", context.texts.t("menu.computers.1"), "regular")
    chairs = [Chair("person", person.name, profile=person.id) for person in people]
    guest = Chair("person", context.texts.t("menu.setup.guest", n=2))
    rng = random.Random(7)
    for number in range(EVENINGS):
        game = rng.choice([*GAME_SCENES, "jin_li", "jin_li", "solitaire_pai_sho"])
        low, high = GAMES[game].info.seats
        seats = min(high, max(low, rng.choice((2, 2, 2, 3, 4)) if low > 1 else 1))
        others = [*chairs[1:], computer, computer, guest]
        sitting = [chairs[0] if number % 3 else chairs[1],
                   *rng.sample([c for c in others if c is not chairs[1]], seats - 1)]  # fmt: skip
        if number == EVENINGS - 2:
            store.begin(Series(Match(GAMES[game], seats, seed=1)), sitting)
        else:
            _finish(context, game, sitting, rng, EVENINGS - number)
    return context


def _finish(
    context: Context, game: str, sitting: list[Chair], rng: random.Random, days: int
) -> None:
    points = [rng.randint(3, 28) for _ in sitting]
    most = max(points)
    shared = len(sitting) > 1 and points.count(most) == len(points)
    standings = tuple(
        Standing(chair, each, each == most and not shared, shared)
        for chair, each in zip(sitting, points, strict=True)
    )
    day = context.store.today() - timedelta(days=max(0, days // 3 - 1))
    match = Match(GAMES[game], len(sitting), seed=1)
    seed = number_of_day(day) if rng.random() < 0.5 else rng.randint(1, 99)
    result = Result(
        game, match.options, str(seed), 1, "", standings, "",
        f"{day.isoformat()}T{rng.randint(15, 22)}:{rng.randint(0, 59):02d}:00",
        seconds=rng.randint(300, 4000),
    )
    context.store.finish(-days, result)


def _persons(context: Context) -> Mapping[str, Scene]:
    """Somebody who has played a lot, and somebody who has just signed the book."""
    used = furnished(context)
    fresh = used.store.add_profile("Wilhelmine")
    known = next(each for each in used.store.profiles() if each.name == "Annegret")
    return {"person": Person(used, known.id), "person-fresh": Person(used, fresh.id)}


SAMPLES: Mapping[str, Callable[[Context], Mapping[str, Scene]]] = {
    "history": lambda context: {
        "history-none": History(blank(context)), "history": History(furnished(context)),
    },
    "names": lambda context: {
        "names": NameEntry(furnished(context), "Käthe", lambda name, profile: None),
    },
    "people": lambda context: {
        "people-none": People(blank(context)), "people": People(furnished(context)),
    },
    "person": _persons,
    "portrait": lambda context: {
        "portrait": Portrait(context, Profile(9, "Annegret", "vermilion", "koi")),
    },
    "records": lambda context: {
        "records-none": Records(blank(context)),
        "records": Records(furnished(context), "jin_li"),
        "records-solitaire": Records(furnished(context), "solitaire_pai_sho"),
    },
}  # fmt: skip
