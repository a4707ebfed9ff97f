"""What a hint says after the move: why it is good, and only what comes true."""

from typing import Any

import pytest

from game.rules import GAMES
from game.rules.core.protocol import play_text
from game.rules.core.stakes import merits
from game.rules.skud_pai_sho.facts import stakes
from game.rules.skud_pai_sho.state import State
from game.scenes.skud_pai_sho.words import Words
from tests.rules.skud_pai_sho.tables import table
from tests.strict_texts import StrictTexts

GAME = GAMES["skud_pai_sho"]
SQUARE = "G:R3(-4,3) G:R4(4,3) G:R5(4,-4)"


def turn(state: State, text: str) -> tuple[Any, ...]:
    return play_text(GAME, state, text)


@pytest.mark.parametrize(
    ("board", "text", "told"),
    [
        (f"{SQUARE} G:R4(-6,-4)", "(-6,-4)-(-4,-4)", ("own_closed_more", 1)),
        ("G:W4(3,6) H:R4(5,5)", "(3,6)-(5,5)", ("own_prey_more", 1)),
        ("G:R3(2,-6) G:R4(7,3)", "(2,-6)-(3,-5)", ("own_bonus_more", 1)),
        ("G:O(2,-2) H:R3(2,-6) H:R4(3,-5)", "(2,-2)-(2,-4)", ("rival_bonus_less", 10)),
        ("G:R3(2,-6) G:R4(5,-5)", "(2,-6)-(2,-5)", ("own_harmonies_more", 1)),
        ("G:R3(2,-6) G:R4(5,-5) G:W5(-5,-5)", "(2,-6)-(2,-5)", ("own_harmonies_more", 2)),
        ("G:R3(2,5) H:R4(-3,6) H:R5(4,6)", "(2,5)-(2,6)", ("rival_harmonies_less", 1)),
        ("G:W4(0,-8)", "(0,-8)-(-1,-7)", ("own_blooming_more", 1)),
        ("G:W3(-2,6) H:R3(0,8) H:W4(-4,3)", "R3(0,-8)", ("own_growing_more", 1)),
        ("G:R4(2,6) H:R4(1,5) H:L(-4,3)", "R3(0,-8)", ("own_growing_more", 1)),
        ("G:W4(3,6) H:R4(5,6) H:R(4,6)", "(3,6)-(0,7)", ("rival_capture_less", 1)),
        (f"{SQUARE} G:R4(-6,-5)", "(-6,-5)-(-6,-4)", ("own_nearer_more", 1)),
        (f"{SQUARE} G:R4(-8,0)", "(-8,0)-(-7,-1)", ("own_nearer_more", 2)),
        (f"{SQUARE.replace('G', 'H')} H:R4(-4,-5) G:R3(0,1)", "(0,1)-(0,3)",
         ("rival_ring_less", 1)),
    ],
)  # fmt: skip
def test_a_turn_is_proposed_for_what_comes_of_it(
    board: str, text: str, told: tuple[str, int],
) -> None:
    state = table(board)
    assert told in merits(GAME, stakes, state, state.turn, turn(state, text))


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "A good move: capture the chrysanthemum as marked. "
               "Then fewer flowers can be captured."),
     ("de", "Ein guter Zug: die Chrysantheme einnehmen, wie markiert. "
           "Danach droht weniger Blumen die Einnahme.")],
)  # fmt: skip
def test_a_hint_names_the_flower_that_is_captured(language: str, said: str) -> None:
    state = table("G:W4(3,6) H:R4(5,5)")
    words = Words(StrictTexts(language))
    assert words.hint(state, turn(state, "(3,6)-(5,5)")) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A good move: move the rose as marked. It makes 1 new harmony. "
               "As a bonus: Knotweed."),
        ("de", "Ein guter Zug: die Rose bewegen, wie markiert. Das bringt 1 neue Harmonie. "
               "Dazu als Bonus: Knöterich."),
    ],
)  # fmt: skip
def test_a_hint_tells_its_first_step_the_reason_and_the_bonus(language: str, said: str) -> None:
    state = table("G:R3(2,-6) G:R4(5,-5)", guest="R3 K")
    words = Words(StrictTexts(language))
    assert words.hint(state, turn(state, "(2,-6)-(2,-5)+K(-3,-3)")) == said
