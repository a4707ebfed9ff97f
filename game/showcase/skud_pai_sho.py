"""A game of Skud Pai Sho, forty-one turns to a ring, and pictures of moments in it."""

from __future__ import annotations

from typing import Final

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.pai_sho.board import WHEEL, at
from game.rules.skud_pai_sho.notation import DECLINE, Bonus
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.skud_pai_sho.picks import Pick
from game.scenes.skud_pai_sho.scene import SkudPaiShoScene

RECORD: Final = (
    "R,W,W,K;R,W,K,K;W3(0,-8);W3(0,8);(0,-8)-(-2,-7);(0,8)-(1,6);R5(-8,0);R5(0,-8);"
    "(-8,0)-(-6,-2);(0,-8)-(1,-7)+L(0,-8);(-6,-2)-(-2,-3)+R(1,5);(0,-8)-(-1,-7)+K(-3,-7);"
    "(-2,-7)-(-2,-5)+K(0,-7);W4(0,-8);R4(-8,0);(0,-8)-(2,-8);(-8,0)-(-7,-3)+L(0,8);"
    "(1,6)-(2,7)+R(-2,-4);(0,8)-(-2,8)+R5(8,0);(1,-7)-(2,-7)+W(-2,-2);(-2,8)-(-3,7)+K(1,6);"
    "(2,7)-(2,8)+W(-3,-2);(-3,7)-(-4,7)+R5(-8,0);(2,-7)-(1,-8)+R5(0,-8);(-8,0)-(-7,1)+R4(0,8);"
    "(1,-8)-(2,-7);(-2,-5)-(-4,-4)+R3(-8,0);(0,-8)-(2,-6)+W4(0,-8);(0,8)-(3,7)+W5(0,8);"
    "(2,-6)-(3,-8);(8,0)-(3,0);(2,8)-(0,7);(0,8)-(-4,8)+R4(8,0);(0,7)-(-3,7)+R5(0,8);"
    "(8,0)-(6,1)+W5(8,0);(0,8)-(-4,8)+R3(0,8);(3,0)-(6,-1);(-4,8)-(-1,7);"
    "(-7,-3)-(-5,-1)+W(-2,7);(-3,8)-(-4,6);(-5,-1)-(-7,-1)"
)
"""The whole game, turn by turn."""

TURNS: Final = tuple(RECORD.split(";"))
MIDDLE: Final = 28
"""After so many turns the garden is full of life."""
BONUS: Final = 38
"""The turn that earns the guest a wheel, without its bonus."""


def samples(context: Context) -> dict[str, AnyPlayScene]:
    """The choice of accents, a garden in bloom, things picked and refused, the lens, a ring."""

    def table(*turns: str) -> SkudPaiShoScene:
        match = Match(GAMES["skud_pai_sho"], 2)
        for text in turns:
            if match.state.phase == "bonus":
                match.play(DECLINE)
            match.play_text(text)
        if match.cursor and len(turns) == len(TURNS):
            match.play(DECLINE)
        return SkudPaiShoScene(context, Series(match), chairs)

    chairs = (Chair("person", "Annegret"), Chair("person", "Kamille"))
    arranged, _, _ = TURNS[BONUS].partition("+")
    found = {
        "opening": table(),
        "middle": table(*TURNS[:MIDDLE]),
        "picked": table(*TURNS[:MIDDLE]),
        "wheel": table(*TURNS[:BONUS], arranged),
        "lens": table(*TURNS[:BONUS]),
        "ring": table(*TURNS),
    }
    found["picked"].input.picked = Pick(source=at(-7, -3))
    found["wheel"].input.picked = Pick(hand=WHEEL)
    found["wheel"].input.aim = Bonus(WHEEL, at(-2, 7))
    found["lens"].input.lens = True
    return {f"skud_pai_sho-{name}": scene for name, scene in found.items()}
