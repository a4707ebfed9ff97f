"""Domi Jongg's parts alone: who may look, where tiles stand, what a touch asks of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, Seat
from game.rules.domi_jongg.state import STOP, Lay
from game.scenes.domi_jongg.privacy import KEYS, LOOK, Privacy, undo_target
from game.scenes.domi_jongg.racks import ordered, shelve
from game.scenes.domi_jongg.spots import Points
from game.scenes.domi_jongg.tray import plan
from game.services.people import Chair
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.widgets import Action
from tests.scenes.domi_jongg.hands import PEOPLE, RULES, Players, state_with
from tests.scenes.table import COMPUTER

SNAKE = (("K3", None, None), ("B3", "0R", 1))
HANDS = (("B5", "B7", "F3", "T9", "WE"), ("K1", "K2", "T4"), ("DR", "DG", "WN"))


@dataclass
class Stand:
    """A play scene, as far as privacy looks at one."""

    chairs: tuple[Chair, ...] = PEOPLE[:3]
    seating: str = "couch"
    live: bool = True
    replaying: bool = False
    due: dict[Action, float] = field(default_factory=dict)
    curtains: list[Seat] = field(default_factory=list)
    match: Match = field(
        default_factory=lambda: Match(RULES, 3, seed=1, start=state_with(HANDS, SNAKE))
    )

    by_phone: set[Seat] = field(default_factory=set)

    @property
    def phones(self) -> Any:
        return SimpleNamespace(play=self.by_phone.__contains__)

    @property
    def context(self) -> Any:
        return SimpleNamespace(settings=SimpleNamespace(seating=self.seating))

    @property
    def persons(self) -> frozenset[Seat]:
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.person)

    @property
    def asked(self) -> Seat | None:
        return self.match.actor if self.match.actor in self.persons else None

    def later(self, seconds: float, action: Action) -> None:
        self.due[action] = seconds

    def go(self, change: Any) -> None:
        assert change.route.name == "curtain"
        self.curtains += change.route.arguments

    def let_time_pass(self) -> None:
        due, self.due = self.due, {}
        for action in due:
            action()


def privacy_of(stand: Stand) -> tuple[Privacy, list[Seat]]:
    return Privacy(cast("Any", stand)), stand.curtains


def bare(privacy: Privacy) -> list[bool]:
    return [privacy.bare(seat) for seat in range(3)]


# Privacy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chairs", "seating", "seen"),
    [
        (PEOPLE[:3], "couch", [False, False, False]),
        (PEOPLE[:3], "table", [False, False, False]),
        ((PEOPLE[0], COMPUTER, COMPUTER), "couch", [True, False, False]),
        ((COMPUTER, COMPUTER, PEOPLE[0]), "table", [False, False, True]),
        ((COMPUTER,) * 3, "couch", [False, False, False]),
    ],
)
def test_nobody_sees_a_hand_but_who_plays_alone_his_own(
    chairs: tuple[Chair, ...], seating: str, seen: list[bool]
) -> None:
    assert bare(privacy_of(Stand(chairs, seating))[0]) == seen


def test_the_curtain_falls_before_one_hand_and_opens_that_alone() -> None:
    stand = Stand()
    privacy, curtains = privacy_of(stand)
    privacy.hand_over()
    assert curtains == []
    stand.let_time_pass()
    assert curtains == [0]
    privacy.open(0)
    assert bare(privacy) == [True, False, False]
    stand.replaying = True
    assert bare(privacy) == [False, False, False], "an earlier moment is looked at by everybody"


@pytest.mark.parametrize("seating", ["couch", "table"])
def test_a_hand_on_a_phone_is_not_opened_at_the_screen(seating: str) -> None:
    stand = Stand(seating=seating, by_phone={0, 2})
    privacy, curtains = privacy_of(stand)
    privacy.opened, privacy.peeks = 0, {"touch:0:1": 2, "touch:0:2": 1}
    assert bare(privacy) == [False, seating == "table", False]
    assert not privacy.reachable(0)
    privacy.hand_over()
    stand.let_time_pass()
    assert curtains == [], "whose turn it is has the own hand already"
    stand.by_phone.discard(0)
    privacy.hand_over()
    stand.let_time_pass()
    assert curtains == ([0] if seating == "couch" else [])


def test_a_hand_that_has_drawn_is_covered_after_a_look() -> None:
    stand = Stand()
    privacy, curtains = privacy_of(stand)
    privacy.open(0)
    for move in (Lay("B5", "1"), STOP):
        for step in stand.match.play(move):
            privacy.happened(step)
    assert stand.match.actor == 1
    privacy.hand_over()
    assert bare(privacy) == [True, False, False]
    assert list(stand.due.values()) == [LOOK]
    stand.let_time_pass()
    assert bare(privacy) == [False, False, False]
    stand.let_time_pass()
    assert curtains == [1]


def test_a_pad_opens_its_hand_while_it_is_held_and_takes_its_tap() -> None:
    stand = Stand(seating="table")
    privacy, _ = privacy_of(stand)

    def does(kind: Any, pointer: str = "touch:0:1", under: Seat | None = 2) -> bool:
        return privacy.peek(Intent(kind, (5, 5), pointer=pointer), lambda _: under)

    assert does("press")
    assert bare(privacy) == [False, False, True]
    assert not does("press", "touch:0:2", None), "another finger plays on"
    assert does("drag", under=None)
    assert does("release", under=None)
    assert bare(privacy) == [False, False, False]
    assert does("tap")
    assert not does("tap"), "one release has one tap"
    privacy.toggle_peek(0)
    assert bare(privacy) == [True, False, False]
    stand.match.play(Lay("B5", "1"))
    privacy.refresh()
    assert KEYS in privacy.peeks
    stand.match.play(STOP)
    privacy.refresh()
    assert bare(privacy) == [False, False, False], "the turn has passed on"


def test_undo_leads_to_a_persons_last_step_and_never_beyond_a_drawn_tile() -> None:
    match = Match(RULES, 3, seed=1, start=state_with(HANDS, SNAKE))
    assert undo_target(match, {0, 1, 2}, takeback=False) is None
    match.play(Lay("B5", "1"))
    assert undo_target(match, {0, 1, 2}, takeback=False) == 0
    match.play(STOP)
    assert undo_target(match, {0, 1, 2}, takeback=False) is None
    assert match.seat_of(2) == CHANCE
    assert undo_target(match, {0, 1, 2}, takeback=True) is None


def test_a_free_takeback_passes_others_but_not_the_end_where_all_hands_lie_open() -> None:
    match = Match(RULES, 3, seed=1, start=state_with(HANDS, SNAKE, pile={"number": 0, "tiles": {}}))
    rivals = 0
    while match.outcome is None:
        target = undo_target(match, {0, 1, 2}, takeback=True)
        rivals += target is not None and match.seat_of(target) != match.actor
        match.play(RULES.moves(match.state)[0])
    assert rivals
    assert undo_target(match, {0, 1, 2}, takeback=True) is None
    assert undo_target(match, {0, 1, 2}, takeback=False) is None


# Layout and racks -------------------------------------------------------------------------------


def test_a_hand_stands_by_suits_by_numbers_or_what_fits_first() -> None:
    hand = ("WE", "T2", "B9", "F3", "B2")
    assert ordered(hand, "suit") == ("B2", "B9", "T2", "WE", "F3")
    assert ordered(hand, "number") == ("B2", "T2", "F3", "B9", "WE")
    assert ordered(hand, "fits", frozenset({"WE"})) == ("WE", "B2", "B9", "T2", "F3")


def test_every_tile_is_on_one_page_of_a_shelf() -> None:
    for count in (1, 7, 30, 71):
        first = shelve(Box(0, 0, 500, 180), count)
        pages = [shelve(Box(0, 0, 500, 180), count, page) for page in range(first.pages)]
        places = [page.first + n for page in pages for n in range(len(page.spots))]
        assert places == list(range(count))


@pytest.mark.parametrize("size", [(1280.0, 720.0), (960.0, 720.0), (720.0, 960.0)])
def test_only_a_couch_has_a_rack_that_all_share(size: tuple[float, float]) -> None:
    assert plan(size, 3, "table")[1] is None
    layout, rack = plan(size, 3, "couch")
    assert rack is not None
    assert rack.bottom <= size[1]
    assert layout.board.bottom <= rack.y


# One touch --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "most"),
    [
        ((Points(1),), 0),
        ((0,), 0),
        ((0, "1"), 2),
        ((3, "1"), 2),
    ],
)
def test_one_touch_asks_the_rules_twice_at_most(
    keys: tuple[Any, ...], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Players(start=state_with(HANDS, SNAKE))
    table.draw_curtain()
    for key in keys[:-1]:
        table.tap(key)
    asked: list[str] = []
    rules = type(RULES)
    for name in ("moves", "why_illegal"):
        real = getattr(rules, name)
        monkeypatch.setattr(
            rules, name,
            lambda *of, name=name, real=real: asked.append(name) or real(*of),
        )  # fmt: skip
    monkeypatch.setattr(type(table.scene), "play", lambda *_: None)
    table.tap(keys[-1])
    assert len(asked) <= most, asked
    table.close()


def test_undo_does_not_lead_beyond_where_a_level_began() -> None:
    table = Players(start=state_with(HANDS, SNAKE))
    table.draw_curtain()
    table.make(Lay("B5", "1"))
    assert table.scene.can_undo
    table.scene.match.taken_over = 1
    assert not table.scene.can_undo
    table.close()
