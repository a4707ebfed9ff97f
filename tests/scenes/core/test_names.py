"""What people and computers are called where another language is spoken than before."""

from __future__ import annotations

import pytest

from game.scenes.core.context import MOST_PEOPLE
from game.scenes.evening.setup import PEOPLE, EveningSetup
from game.scenes.home.settings import change
from game.scenes.home.setup import Setup
from game.services.people import Chair
from game.services.texts import Texts
from tests.tools import headless


@pytest.mark.parametrize(("chair", "german", "english"), [
    (Chair("person", "Person 1"), "Person 1", "Player 1"),
    (Chair("person", "Player 4"), "Person 4", "Player 4"),
    (Chair("visitor", "Player 2"), "Person 2", "Player 2"),
    (Chair("computer", "Sencha", "regular"), "Sencha", "Sencha"),
    (Chair("person", "You"), "Du", "You"),
    (Chair("person", "Lily"), "Lily", "Lily"),
    (Chair("person", "Anna"), "Anna", "Anna"),
    (Chair("person", "Person 1", None, 7), "Person 1", "Person 1"),
    (Chair("person", ""), "Jemand", "Somebody"),
])  # fmt: skip
def test_names_that_the_table_gave_are_said_in_its_language(
    chair: Chair, german: str, english: str
) -> None:
    context = headless.context(language="de")
    assert context.called(chair) == german
    context.texts.switch("en")
    assert context.called(chair) == english
    context.ai_worker.close()


def test_as_many_names_are_known_as_the_table_gives() -> None:
    assert PEOPLE[1] == MOST_PEOPLE
    for language in ("de", "en"):
        assert Texts(language).has(f"menu.computers.{MOST_PEOPLE}")
        assert not Texts(language).has(f"menu.computers.{MOST_PEOPLE + 1}")


@pytest.mark.parametrize("game", ["walomino", None])
def test_a_set_up_remembers_guests_in_the_language_of_the_table(game: str | None) -> None:
    context = headless.context(language="de")

    def opened() -> Setup | EveningSetup:
        scene = Setup(context, game) if game else EveningSetup(context)
        headless.stack_of(context, scene)
        return scene

    first = opened()
    first.places[1].kind = "person"
    first.start()
    change(context, "language", "en")
    assert [chair.name for chair in opened().chairs] == ["Player 1", "Player 2"]
    context.ai_worker.close()
