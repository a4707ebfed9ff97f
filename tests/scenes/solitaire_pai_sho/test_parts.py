"""The parts of Solitaire Pai Sho's scene, each made alone."""

from types import SimpleNamespace
from typing import Any

import pytest

from game.rules import GAMES
from game.rules.core.match import Match, Series, Step
from game.rules.pai_sho.board import R3, W3, read_point
from game.rules.solitaire_pai_sho.notation import Draw, Lay, lay
from game.rules.solitaire_pai_sho.state import Garden
from game.scenes.solitaire_pai_sho.hidden_draw import HiddenDraw
from game.scenes.solitaire_pai_sho.input import Desktop, Hands, Key, Stock
from game.scenes.solitaire_pai_sho.words import Words
from game.services.texts import Texts
from game.ui.layer import Focus
from tests.scenes.table import ANNA, Table

GAME = GAMES["solitaire_pai_sho"]
POINT = read_point("(0,1)")


@pytest.fixture
def match() -> Match:
    return Match(GAME, 1, {}, seed=1)


def drawn_after(match: Match) -> Step:
    """Lay the first tile; gives the draw after it."""
    _, drawn = match.play(next(m for m in GAME.moves(match.state) if isinstance(m, Lay)))
    assert isinstance(drawn.move, Draw)
    return drawn


def test_a_hidden_draw_waits_where_the_match_stands_at_it(match: Match) -> None:
    hidden = HiddenDraw(Series(match))
    assert not hidden.waits, "nothing has been hidden"
    hidden.hide(drawn_after(match))
    assert hidden.waits
    match.go_to(1)
    assert not hidden.waits, "the match stands before it"
    match.redo()
    assert hidden.waits, "nobody has seen it meanwhile"
    hidden.show()
    assert not hidden.waits


def test_the_decision_before_a_draw_can_be_taken_back_while_it_is_hidden(match: Match) -> None:
    hidden = HiddenDraw(Series(match))
    drawn = drawn_after(match)
    assert hidden.decision_before({0}) is None
    hidden.hide(drawn)
    assert hidden.decision_before({0}) == drawn.index - 1
    assert hidden.decision_before(()) is None, "it was a computer's decision"


class Asking(SimpleNamespace):
    """A table without a scene that writes down what hands ask of it."""

    def __init__(self, state: Garden) -> None:
        super().__init__(latest=state, asked=0, waiting=None, shows_targets=True, live=True,
                         focus=Focus(),
                         played=[], told=[], trays=[self], t=str)  # fmt: skip

    def commit(self, move: Lay) -> bool:
        self.played.append(move)
        return True

    def say(self, text: str, tone: str) -> None:
        self.told.append(text)

    def say_prompt(self) -> None:
        pass

    def sound(self, cue: str, at: tuple[float, float]) -> None:
        pass


NOTHING_HIDDEN: Any = SimpleNamespace(waits=False)
PLACES: Any = SimpleNamespace(board=SimpleNamespace(box=SimpleNamespace(center=(0, 0))))


def hands_at(table: Any) -> Hands:
    return Hands(table, PLACES, NOTHING_HIDDEN, lambda: pytest.fail("nothing is held"))


def test_hands_lay_what_is_drawn() -> None:
    state = Match(GAME, 1, {}, seed=1).state
    table: Any = Asking(state)
    hands_at(table).tap(POINT)
    assert table.played == [lay(state.drawn[0], POINT)]


def test_hands_lay_what_is_chosen_and_ask_for_it_before() -> None:
    table: Any = Asking(Match(GAME, 1, {"draw": "choose"}, seed=1).state)
    hands = hands_at(table)
    hands.tap(POINT)
    assert table.told == ["solitaire_pai_sho.phase.choose"]
    assert table.played == []
    hands.tap(Stock(R3))
    hands.tap(Stock(W3))
    hands.tap(POINT)
    assert table.played == [lay(W3, POINT)]


def test_hands_grab_nothing_while_nobody_is_asked() -> None:
    table: Any = Asking(Match(GAME, 1, {}, seed=1).state)
    hands = hands_at(table)
    assert hands.grab(Desktop.HAND)
    assert not hands.grab(Desktop.BAG)
    table.asked = None
    keys: list[Key] = [Desktop.HAND, Desktop.BAG, Stock(R3), POINT]
    assert not any(map(hands.grab, keys))
    assert hands.promises == {}


@pytest.mark.parametrize("by_length", [True, False])
def test_legends_tell_the_number_that_does_not_rank(by_length: bool) -> None:
    told = Words(Texts("en", strict=True)).legends((), by_length)
    assert len(set(told)) == (2 if by_length else 1)


def test_one_tap_asks_the_rules_twice_and_lists_no_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("solitaire_pai_sho", (ANNA,))
    move = next(m for m in GAME.moves(table.match.state) if isinstance(m, Lay))
    asked = []
    for name in ("why_illegal", "moves"):
        real = getattr(GAME, name)
        monkeypatch.setattr(
            type(GAME), name,
            lambda self, *args, name=name, real=real: (asked.append(name), real(*args))[1],
        )  # fmt: skip
    table.tap(move.point)
    assert asked == ["why_illegal"] * 2, "the scene asks once, and so does the match"
    table.close()
