"""What a hint says after the move: why it is good, and only what comes true."""

from typing import Any

import pytest

from game.rules import GAMES
from game.rules.core.protocol import play_text
from game.rules.skud_pai_sho.state import State
from game.scenes.skud_pai_sho.reasons import reason
from game.scenes.skud_pai_sho.words import Words
from game.services.texts import Texts
from tests.rules.skud_pai_sho.tables import start, table

GAME = GAMES["skud_pai_sho"]
SQUARE = "G:R3(-4,3) G:R4(4,3) G:R5(4,-4)"


def turn(state: State, text: str) -> tuple[Any, ...]:
    return play_text(GAME, state, text)


@pytest.mark.parametrize(
    ("board", "text", "told"),
    [
        (f"{SQUARE} G:R4(-6,-4)", "(-6,-4)-(-4,-4)", ("ring", {})),
        ("G:W4(3,6) H:R4(5,5)", "(3,6)-(5,5)", ("capture", {"tile": "@tile.R4"})),
        ("G:R3(2,-6)", "(2,-6)-(2,-5)", ("", {})),
        ("G:R3(2,-6) G:R4(7,3)", "(2,-6)-(3,-5)", ("opens", {})),
        ("G:O(2,-2) H:R3(2,-6) H:R4(3,-5)", "(2,-2)-(2,-4)", ("narrows", {})),
        ("G:R3(2,-6) G:R4(5,-5)", "(2,-6)-(2,-5)", ("made", {"n": 1})),
        ("G:R3(2,-6) G:R4(5,-5) G:W5(-5,-5)", "(2,-6)-(2,-5)", ("made", {"n": 2})),
        ("G:R3(2,5) H:R4(-3,6) H:R5(4,6)", "(2,5)-(2,6)", ("broken", {"n": 1})),
        ("G:W4(0,-8)", "(0,-8)-(-1,-7)", ("blooms", {})),
        ("G:W3(-2,6) H:R3(0,8) H:W4(-4,3)", "R3(0,-8)", ("later", {})),
        ("G:R4(2,6) H:R4(1,5) H:L(-4,3)", "R3(0,-8)", ("suited", {"n": 2})),
        ("G:W4(3,6) H:R4(5,6) H:R(4,6)", "(3,6)-(0,7)", ("escapes", {})),
        (f"{SQUARE} G:R4(-6,-5)", "(-6,-5)-(-6,-4)", ("made", {"n": 1})),
        (f"{SQUARE} G:R4(-8,0)", "(-8,0)-(-7,-1)", ("nearer", {"n": 2})),
    ],
)
def test_a_turn_is_proposed_for_what_comes_of_it(
    board: str, text: str, told: tuple[str, dict[str, Any]],
) -> None:
    state = table(board)
    key, named = reason(state, turn(state, text))
    assert (key, {name: named[name] for name in told[1]}) == told


def test_a_ring_of_the_others_is_set_back() -> None:
    state = table(f"{SQUARE.replace('G', 'H')} H:R4(-4,-5) G:R3(0,1)")
    assert reason(state, turn(state, "(0,1)-(0,3)"))[0] == "set_back"


@pytest.mark.parametrize(("ruleset", "key"), [("leaflet", "saved"), ("garden_gate", "")])
def test_accents_are_saved_only_where_they_count_at_the_end(ruleset: str, key: str) -> None:
    state = table("G:R4(2,6)", phase="bonus", guest="R3 R", ruleset=ruleset)
    assert reason(state, turn(state, "+-"))[0] == key


def test_one_accent_of_each_is_a_reason_and_two_of_one_are_none() -> None:
    for text, key in (("R,W,K,B", "each"), ("R,R,K,B", "")):
        assert reason(start(), turn(start(), text))[0] == key


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A good move: move the rose as marked. It makes 1 new harmony. "
               "Then as bonus: Knotweed."),
        ("de", "Ein guter Zug: die Rose bewegen, wie markiert. Das bringt 1 neue Harmonie. "
               "Danach als Bonus: Knöterich."),
    ],
)  # fmt: skip
def test_a_hint_tells_its_first_step_the_reason_and_the_bonus(language: str, said: str) -> None:
    state = table("G:R3(2,-6) G:R4(5,-5)", guest="R3 K")
    words = Words(Texts(language, strict=True))
    assert words.hint(state, turn(state, "(2,-6)-(2,-5)+K(-3,-3)")) == said
