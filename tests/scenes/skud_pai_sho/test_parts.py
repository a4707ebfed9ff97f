"""The parts of Skud Pai Sho's scene alone: hands, animation, view and reserve without a match."""

from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import pygame
import pytest

from game.rules import GAMES
from game.rules.core.protocol import Refusal
from game.rules.pai_sho.board import KINDS, SET, at
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.state import Arrange, Bonus, Plant, State
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.play.tray import Tray
from game.scenes.skud_pai_sho.animation import Animation
from game.scenes.skud_pai_sho.garden import Plot
from game.scenes.skud_pai_sho.input import Hands
from game.scenes.skud_pai_sho.picks import HarmonyLensButton, Pick
from game.scenes.skud_pai_sho.tray import Reserve
from game.scenes.skud_pai_sho.view import View
from game.scenes.skud_pai_sho.words import Words
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame
from game.ui.timeline import Timeline
from tests.scenes.table import Table
from tests.strict_texts import StrictTexts
from tests.tools import headless

GAME = GAMES["skud_pai_sho"]
TILES = ((2, -6, "G", "R3"), (3, 4, "G", "R4"), (3, 2, "H", "R5"), (-3, 1, "H", "W3"))


def garden(
    phase: str = "turn", hand: str = "W", tiles: tuple[tuple[int | str, ...], ...] = TILES,
) -> State:
    hands = {owner: {hand: 1, "R3": 1} for owner in "GH"}
    plain = {"board": tiles, "hands": hands, "turn": "G", "phase": phase}
    found: State = GAME.from_plain(plain, {})
    return found


class Desk:
    """What the input needs of a scene, and a note of all it asks for."""

    def __init__(self, state: State) -> None:
        self.board = PaiShoBoard(Box(0, 0, 900, 900), 0, 1.0)
        self.latest, self.asked, self.shows_targets = state, 0, True
        self.waiting, self.timeline = None, Timeline()
        self.played: list[Any] = []
        self.told: list[Any] = []

    def commit(self, move: Any) -> bool:
        refusal = GAME.why_illegal(self.latest, move)
        if refusal is None:
            self.played.append(move)
        else:
            self.refused(refusal)
        return refusal is None

    def refused(self, refusal: Refusal) -> None:
        self.told.append(refusal.rule)

    @property
    def eye(self) -> Any:
        return self

    def show(self, *goals: tuple[float, float]) -> None:
        assert all(n >= 0 for goal in goals for n in goal)

    def say_prompt(self) -> None:
        self.told.append("prompt")

    def clear_marks(self, *kinds: str) -> None:
        pass

    def sound(self, cue: str, at: tuple[float, float] | None = None) -> None:
        pass


class Parts:
    """Hands, an animation and a view that are wired to each other."""

    def __init__(self, state: State, reduced: bool = False) -> None:
        self.desk = Desk(state)
        self.plot, self.timeline = Plot(), self.desk.timeline
        self.timeline.reduced = reduced
        self.plot.show(state)
        words = Words(StrictTexts("en"))
        table: Any = self.desk
        reserves = [Reserve(Tray(0, "Anna", (255, 255, 255)), 1.0, words)]
        self.animation = Animation(table, self.plot, reserves)
        self.input = Hands(table, self.animation, cast(Any, None), reserves)
        self.view = View(self.desk.board, (0, 2), self.plot, self.input)

    def picture(self, last: Any = (), lens: bool = False, objection: None = None) -> bytes:
        surface = pygame.Surface((900, 900))
        canvas = Canvas(surface, scale=1.0)
        self.input.harmony_lens = lens
        self.view.paint(canvas, self.desk.latest, last, objection)
        return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize(("ruleset", "counts"), [("leaflet", False), ("garden_gate", True)])
def test_the_lens_tells_of_midlines_only_where_they_decide(ruleset: str, counts: bool) -> None:
    plain = {"board": ((-3, 4, "G", "R4"), (4, 4, "G", "R5")), "turn": "G", "phase": "turn",
             "hands": {owner: {"R3": 1} for owner in "GH"}}  # fmt: skip
    state = GAME.from_plain(plain, {"ruleset": ruleset})
    parts = Parts(state)
    assert (parts.picture() != parts.picture(lens=True)) == counts, "a bead on the midline"
    words = Words(StrictTexts("en")).seen(state, 0)
    assert any("midline" in line for line in words) == counts


# Input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "touch", "played"),
    [
        ("turn", (at(3, 4), at(3, 5)), [Arrange(at(3, 4), at(3, 5))]),
        ("turn", (at(3, 4), at(3, 4)), []),
        ("turn", (at(3, 4), at(2, -6), at(2, -7)), [Arrange(at(2, -6), at(2, -7))]),
        ("turn", ("R3", at(8, 0)), [Plant(KINDS["R3"], at(8, 0))]),
        ("turn", ("R3", "R3"), []),
        ("bonus", ("W", at(1, 1), at(1, 1)), [Bonus(KINDS["W"], at(1, 1))]),
        ("bonus", ("W", at(1, 1), at(4, 3)), []),
    ],
)
def test_taps_become_moves(phase: str, touch: tuple[Any, ...], played: list[Any]) -> None:
    parts = Parts(garden(phase))
    for key in touch:
        if isinstance(key, str):
            parts.input.pick_kind(KINDS[key])
        else:
            parts.input.pick_point(key)
    assert parts.desk.played == played


def test_a_boat_is_loaded_before_it_sails() -> None:
    parts = Parts(garden("bonus", hand="B"))
    parts.input.pick_kind(KINDS["B"])
    parts.input.pick_point(at(3, 4))
    assert parts.input.picked == Pick(hand=KINDS["B"], ferry=at(3, 4))
    assert not parts.desk.played
    parts.input.pick_point(at(4, 5))
    assert parts.input.pinned
    parts.input.pick_point(at(4, 5))
    assert parts.desk.played == [Bonus(KINDS["B"], at(3, 4), at(4, 5))]


def test_a_drag_is_aimed_while_it_lasts_and_played_where_it_ends() -> None:
    parts = Parts(garden())
    board = parts.desk.board
    assert parts.input.grab(at(3, 4))
    assert not parts.input.picked, "only a drag picks up"
    parts.input.carry(at(3, 4), board.place(at(3, 5)))
    assert parts.input.aim == Arrange(at(3, 4), at(3, 5))
    assert parts.input.drop(at(3, 4), at(3, 5), board.place(at(3, 5)))
    assert parts.desk.played == [Arrange(at(3, 4), at(3, 5))]
    assert parts.input.at is None


def test_a_refused_drag_glides_home() -> None:
    parts = Parts(garden())
    parts.input.grab(at(3, 4))
    parts.input.carry(at(3, 4), parts.desk.board.place(at(3, 3)))
    assert not parts.input.drop(at(3, 4), at(-8, 0), parts.desk.board.place(at(-8, 0)))
    parts.input.let_go()
    assert "SK-11" in parts.desk.told
    parts.timeline.update(0.01)
    assert parts.plot.pieces[at(3, 4)].at != (3, 4)
    parts.timeline.skip()
    assert parts.plot.pieces[at(3, 4)].at == (3, 4)


@pytest.mark.parametrize("key", [at(3, 2), at(0, 0), Pick(hand=KINDS["R"]), HarmonyLensButton(0)])
def test_what_cannot_be_dragged_is_not_grabbed(key: Any) -> None:
    assert not Parts(garden()).input.grab(key)


def test_while_nobody_is_asked_nothing_glows_and_nothing_is_foreseen() -> None:
    parts = Parts(garden())
    parts.input.pick_point(at(3, 4))
    parts.input.consider(at(3, 5))
    assert parts.input.preview is not None
    assert parts.input.reach.goals
    parts.desk.asked = None  # type: ignore[assignment]
    assert parts.input.preview is None
    assert (parts.input.reach.goals, parts.input.movable, parts.input.lit) == (0, 0, False)


# Animation and view -------------------------------------------------------------------------------


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize(
    ("phase", "move"),
    [
        ("turn", Arrange(at(3, 4), at(3, 5))),
        ("turn", Plant(KINDS["R3"], at(8, 0))),
        ("bonus", Bonus(KINDS["W"], at(2, 3))),
    ],
)
def test_a_motion_ends_where_the_next_state_begins(phase: str, move: Any, reduced: bool) -> None:
    before = garden(phase)
    after = GAME.apply(before, move)
    parts = Parts(before, reduced)
    motion = parts.animation.of(before, move, after)
    assert motion is not None
    parts.timeline.play(motion)
    parts.timeline.skip()

    def shown() -> list[tuple[float, ...]]:
        pieces = (*parts.plot.pieces.values(), *parts.plot.above)
        return sorted((*(round(n, 6) for n in piece.at), piece.code) for piece in pieces)

    reached = shown()
    parts.plot.show(after)
    assert reached == shown()


def test_the_view_shows_what_is_picked_held_and_where_it_may_go() -> None:
    parts = Parts(garden())
    pictures = [parts.picture()]
    parts.input.pick_point(at(3, 4))
    pictures.append(parts.picture())
    parts.desk.shows_targets = False
    pictures.append(parts.picture())
    parts.input.carry(at(3, 4), parts.desk.board.place(at(5, 3)))
    parts.input.picked = Pick(source=at(3, 4))
    parts.input.at = parts.desk.board.place(at(5, 3))
    pictures.append(parts.picture())
    pictures.append(parts.picture(last=["(0,0)"]))
    assert len(set(pictures)) == len(pictures)


def test_a_reserve_shows_its_hand() -> None:
    context = headless.context((800, 600), "en")
    tray = Tray(0, "Anna", (255, 255, 255))
    tray.frame = Frame((200, 400), (360, 780))
    reserve = Reserve(tray, 1.0, Words(context.texts))
    surface = pygame.Surface((800, 800))
    canvas = Canvas(surface, scale=1.0).within(tray.frame)
    reserve.paint(canvas, SET, ())
    full = pygame.image.tobytes(surface, "RGB")
    surface.fill("black")
    reserve.paint(canvas, (0,) * len(SET), ())
    assert pygame.image.tobytes(surface, "RGB") != full
    context.ai_worker.close()
    context.store.close()


# The rules are asked seldom -----------------------------------------------------------------------


def test_a_touch_asks_the_rules_no_more_than_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("skud_pai_sho")
    for text in ("R,W,K,B", "R,W,K,B", "R3(0,-8)", "R3(0,8)"):
        table.match.play_text(text)
    table.scene.show_moment(None)
    asked = Counter[str]()
    for name in ("moves", "why_illegal"):
        asking = getattr(SkudPaiSho, name)

        def counted(
            game: SkudPaiSho, *args: Any, name: str = name, asking: Callable[..., Any] = asking,
        ) -> None:
            asked[name] += 1
            found: None = asking(game, *args)
            return found

        monkeypatch.setattr(SkudPaiSho, name, counted)
    table.tap(at(0, -8))
    assert not asked, "what can be picked is known already"
    table.tap(at(-2, -7))
    assert asked["why_illegal"] == 2, "the scene asks, and the match makes sure"
    assert table.match.log[-1] == Arrange(at(0, -8), at(-2, -7))
    table.close()
