"""The parts of Solitaire Pai Sho's scene, each made alone."""

import random
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.pai_sho.board import R3, W3, read_point, xy
from game.rules.solitaire_pai_sho.state import ASIDE, Garden, Lay, lines
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.solitaire_pai_sho.garden import PlotView
from game.scenes.solitaire_pai_sho.input import Desktop, Hands, Key, Stock
from game.scenes.solitaire_pai_sho.layout import Places
from game.scenes.solitaire_pai_sho.words import Words
from game.ui.frame import Box
from game.ui.layer import Focus
from tests.scenes.table import ANNA, Table
from tests.strict_texts import StrictTexts
from tests.tools import headless
from tests.tools.showcase import games

GAME = GAMES["solitaire_pai_sho"]
POINT = read_point("(0,1)")


class Asking(SimpleNamespace):
    """A table without a scene that writes down what hands ask of it."""

    def __init__(self, state: Garden) -> None:
        super().__init__(latest=state, asked=0, waiting=None, shows_targets=True, live=True,
                         known=1, match=SimpleNamespace(cursor=1),
                         focus=Focus(), board=PaiShoBoard(Box(0, 0, 900, 900), 0, 1.0),
                         played=[], told=[], trays=[self], t=str)  # fmt: skip

    def commit(self, move: Lay) -> bool:
        self.played.append(move)
        return True

    def say(self, text: str, tone: str) -> None:
        self.told.append(text)

    @property
    def eye(self) -> Any:
        return self

    def show(self, *goals: tuple[float, float]) -> None:
        assert all(n >= 0 for goal in goals for n in goal)

    def say_prompt(self) -> None:
        pass

    def sound(self, cue: str, at: tuple[float, float]) -> None:
        pass


def hands_at(table: Any) -> Hands:
    return Hands(table, Places(), lambda: pytest.fail("nothing is held"))


def test_hands_lay_what_is_drawn() -> None:
    state = Match(GAME, 1, {}, seed=1).state
    table: Any = Asking(state)
    hands_at(table).tap(POINT)
    assert table.played == [Lay(state.drawn[0], POINT)]


def test_hands_lay_what_is_chosen_and_ask_for_it_before() -> None:
    table: Any = Asking(Match(GAME, 1, {"draw": "choose"}, seed=1).state)
    hands = hands_at(table)
    hands.tap(POINT)
    assert table.told == ["solitaire_pai_sho.phase.choose"]
    assert table.played == []
    hands.tap(Stock(R3))
    hands.tap(Stock(W3))
    hands.tap(POINT)
    assert table.played == [Lay(W3, POINT)]


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
    told = Words(StrictTexts("en")).legends((), by_length)
    assert len(set(told)) == (2 if by_length else 1)


LEFT = {"H": {"K": 1}, "G": {"K": 1}}
PAIR = [[1, 1, "H", "R3"], [4, 1, "H", "R4"]]
CLASH = [*PAIR, [1, -2, "H", "W3"]]
TOGETHER, AGAINST = {"mode": "cooperative"}, {"mode": "uncooperative"}


@pytest.mark.parametrize(
    ("options", "board", "step", "why"),
    [
        ({}, PAIR, "W3(1,-2)", "1 new disharmony: 4 points more."),
        ({}, PAIR, "W5(1,6)", "1 new harmony, to be balanced later."),
        ({}, [], "R3(0,0)", "Out of sight of all flowers it leaves room for lines."),
        ({}, PAIR, "K(0,-1)", "Out of sight of all flowers it leaves room for lines."),
        ({}, PAIR, "K(1,0)", "No line is broken there."),
        ({}, PAIR, "K(2,1)", "1 harmony broken: no other move leaves more."),
        ({}, CLASH, "K(1,0)", "1 disharmony broken."),
        (TOGETHER, CLASH, "R5(4,4)", "1 new harmony, to be balanced later."),
        (TOGETHER, [*CLASH, [-3, 0, "G", "W4"]], "L(-3,3)", "1 new harmony, to be balanced later."),
        ({"scoring": "simple"}, PAIR, "W3(1,-2)", "1 new disharmony: 1 point more."),
        (AGAINST, CLASH, "R5(4,4)", "1 new harmony: that makes 2 against 1."),
        (AGAINST, [], "K(0,0)", "Out of sight of all flowers it leaves room for lines."),
        (AGAINST, PAIR, "K(4,-1)",
         "It leaves the other side no more room for new lines than elsewhere."),
        (AGAINST, CLASH, "K(3,1)", "1 harmony broken: that makes 0 against 1."),
        ({"move_instead": True}, CLASH, "(1,-2)-(2,-2)", "1 disharmony broken."),
    ],
)  # fmt: skip
def test_a_hint_says_why(
    options: dict[str, Any], board: list[list[Any]], step: str, why: str,
) -> None:
    left = LEFT if options in (TOGETHER, AGAINST) else {"K": 1}
    move = GAME.read(step)
    drawn = step[: step.index("(")] or "K"
    state = GAME.from_plain({"board": board, "left": left, "drawn": drawn}, options)
    assert GAME.why_illegal(state, move) is None
    told = Words(StrictTexts("en")).hint(GAME, state, move)
    assert told.startswith("A good move: ")
    assert told.partition(". ")[2] == why


def test_what_fits_nowhere_is_to_be_laid_aside() -> None:
    told = Words(StrictTexts("en")).hint(GAME, Match(GAME, 1, {}, seed=1).state, ASIDE)
    assert told == "The tile fits nowhere: lay it aside."


@pytest.mark.parametrize("mode", ["solitaire", "cooperative", "uncooperative"])
def test_the_points_a_hint_promises_are_those_that_come(mode: str) -> None:
    words, rng, promised = Words(StrictTexts("en")), random.Random(5), 0
    match = Match(GAME, 1 if mode == "solitaire" else 2, {"mode": mode}, seed=2)
    while match.actor is not None:
        state, move = match.state, rng.choice(GAME.moves(match.state))
        why = words.hint(GAME, state, move).partition(". ")[2]
        assert len(why) < 110, "it has to be read in a tray"
        match.play(move)
        before, after = GAME.scores(state), GAME.scores(match.states[match.states.index(state) + 1])
        gain = after[0] - before[0]
        if mode == "uncooperative" and before != after:
            assert "that makes {} against {}".format(*after[:: 1 - 2 * state.turn]) in why
            leads = [GAME.scores(GAME.apply(state, each)) for each in GAME.moves(state)]
            way = 1 - 2 * state.turn
            best = max((one - other) * way for one, other in leads)
            better = (after[0] - after[1]) * way >= (before[0] - before[1]) * way
            nothing = (after[0] - after[1]) * way == best and not better
            assert ("nothing is better" in why) == nothing
        elif mode != "uncooperative":
            assert (f": {gain} point" in why) == (gain > 0)
            assert ("for both" in why) == (gain > 0 and mode == "cooperative")
        promised += before != after
    assert promised > 3


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


def test_lengths_hide_no_number_of_the_tiles_they_stand_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a tile that touches the one below it the number is on the edge between them."""
    context = headless.context()
    scene: Any = games.solitaire_pai_sho(context)["solitaire_pai_sho-late"]
    stack = headless.stack_of(context, scene)
    headless.wait(stack, 1)
    upper = [line.second for line in lines(scene.shown_state.board)
             if line.length == 2 and xy(line.first)[0] == xy(line.second)[0]]  # fmt: skip
    board, scale, fields = scene.board, context.scale, list[pygame.Rect]()
    for point in upper:
        x, y = board.place(point)
        size = round(0.2 * board.cell * scale)
        fields.append(pygame.Rect(0, 0, size, size))
        fields[-1].center = round(x * scale), round((y + 0.27 * board.cell) * scale)
    assert fields
    with_lengths = headless.picture(stack).copy()
    monkeypatch.setattr(PlotView, "paint_lengths", lambda *args, **more: None)
    without = headless.picture(stack)
    for field in fields:
        seen, bare = (pygame.image.tobytes(each.subsurface(field), "RGB")
                      for each in (with_lengths, without))  # fmt: skip
        assert seen == bare
    assert pygame.image.tobytes(with_lengths, "RGB") != pygame.image.tobytes(without, "RGB")
    stack.close()
    context.ai_worker.close()
    context.store.close()
