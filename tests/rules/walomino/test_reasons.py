"""The reason for which a move is refused is a rule that the move breaks, and the nearest one.

What a move breaks is worked out here from pairs of pieces alone, not from the chain's clusters.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.core.protocol import CHANCE
from game.rules.walomino.chain import End, Pair, attach, attachments, begin
from game.rules.walomino.game import Walomino
from game.rules.walomino.state import (
    KEEP,
    PASS,
    REOPEN,
    Attach,
    Deal,
    Draft,
    Join,
    Keep,
    Move,
    Pass,
    Reopen,
    Roll,
    Start,
    Table,
    random_deal,
)  # fmt: skip
from game.rules.walong.geometry import Pose, centre, mate, outline, side_contact, unpack
from tests.overlapping import overlap

GAME = Walomino()
PHASES = ("deal", "draft", "start", "review", "pairing", "play", "over")
LAST: dict[type, str] = {
    Deal: "draft", Roll: "draft", Draft: "draft", Start: "start", Keep: "pairing",
    Reopen: "pairing", Join: "pairing", Attach: "play", Pass: "play",
}  # fmt: skip
"""The last phase in which a move makes sense."""
NEAR = 3.0
"""Pieces whose centres are farther from each other touch nowhere, in sides."""


@dataclass
class Lie:
    """A pair where it is tried: which lying pieces it overlaps, and which it touches."""

    state: Table
    pair: Pair
    pose: Pose

    def __post_init__(self) -> None:
        self.own = ((self.pose, self.pair.first), (self.pair.second_pose(self.pose),
                                                   self.pair.second))  # fmt: skip
        self.colours = dict(self.state.chain.pieces.pieces)
        self.ends = self.state.chain.ends
        near = [(p, own, colour) for own, colour in self.own for p in self.colours
                if abs(centre(p) - centre(own)) < NEAR]  # fmt: skip
        self.covered = {p for p, own, _ in near if overlap(own, p)}
        self.touched = [(p, colour) for p, own, colour in near if side_contact(own, p)]
        self.poses = {pose for pose, _ in self.touched}

    def wrong(self, poses: set[Pose]) -> bool:
        """Whether unequal colours touch at any of these pieces."""
        return any(self.colours[p] != colour for p, colour in self.touched if p in poses)

    def fitting(self) -> list[End]:
        """The ends that are touched, and at which all colours are equal."""
        return [end for end in self.ends
                if end.pose in self.poses and not self.wrong({end.pose, end.partner})]  # fmt: skip

    def astray(self) -> bool:
        return all(self.poses - {end.pose, end.partner} for end in self.ends)

    @property
    def clear(self) -> bool:
        return not self.covered and bool(self.poses)

    @property
    def at_end(self) -> bool:
        return self.clear and any(end.pose in self.poses for end in self.ends)

    def tips(self) -> bool:
        def corners(pose: Pose) -> set[complex]:
            return {complex(round(p.real, 6), round(p.imag, 6)) for p in outline(pose, 1)}

        return any(corners(own) & corners(p) for own, _ in self.own for p in self.colours)


def of_attach(check: Callable[[Lie], bool]) -> Callable[[Table, Move], bool]:
    def broken(state: Table, move: Move) -> bool:
        assert isinstance(move, Attach)
        pair = state.pairs[state.turn][move.number]
        return pair is not None and check(Lie(state, pair, move.pose))

    return broken


def too_late(state: Table, move: Move) -> bool:
    return PHASES.index(state.phase) > PHASES.index(LAST[type(move)])


def due_first(phase: str) -> Callable[[Table, Move], bool]:
    """Something else is due in this phase, and the move may still make sense afterwards."""
    return lambda state, move: state.phase == phase and not too_late(state, move)


def miscounted(deal: Deal) -> bool:
    """Whether it is not ten pieces of every colour that are dealt."""
    dealt = [deal.start, *(pair for pairs in deal.pairs for pair in pairs)]
    colours = [colour for pair in dealt for colour in (pair.first, pair.second)]
    return any(colours.count(colour) != 10 for colour in range(5))


def missing(hues: tuple[int, ...], pair: Pair) -> bool:
    return any(hues[c] < (pair.first, pair.second).count(c) for c in (pair.first, pair.second))


BROKEN: dict[tuple[str, str], Callable[[Table, Move], bool]] = {
    ("WM-9", "over"): lambda s, m: s.phase == "over",
    ("WM-1", "deal_first"): due_first("deal"),
    ("WM-1", "final"): lambda s, m: isinstance(m, Deal) and m.review and s.draft == "deal",
    ("WM-2", "uneven"): lambda s, m: isinstance(m, Deal)
    and [len(pairs) for pairs in m.pairs] != [24 // len(s.hands)] * len(s.hands),
    ("WM-1", "miscounted"): lambda s, m: isinstance(m, Deal) and miscounted(m),
    ("WM-1", "roll_first"): lambda s, m: s.draft == "die" and s.phase == "draft" and s.rolled < 0,
    ("WM-1", "draft_first"): due_first("draft"),
    ("WM-2", "start_first"): due_first("start"),
    ("WM-4", "review_first"): due_first("review"),
    ("WM-4", "pair_first"): due_first("pairing"),
    ("WM-1", "drafted"): lambda s, m: isinstance(m, Deal | Roll | Draft) and too_late(s, m),
    ("WM-2", "started"): lambda s, m: isinstance(m, Start) and too_late(s, m),
    ("WM-4", "rigid"): lambda s, m: isinstance(m, Join | Keep | Reopen) and too_late(s, m),
    ("WM-1", "gone"): lambda s, m: isinstance(m, Draft) and not s.box[m.colour]
    and not 0 <= s.rolled < 5,
    ("WM-1", "rolled"): lambda s, m: isinstance(m, Draft) and 0 <= s.rolled < 5
    and m.colour != s.rolled,
    ("WM-2", "not_left"): lambda s, m: isinstance(m, Start) and missing(s.box, m.pair),
    ("WM-4", "not_in_hand"): lambda s, m: isinstance(m, Join) and missing(s.hands[s.turn], m.pair),
    ("WM-9", "can_attach"): lambda s, m: PASS not in GAME.moves(s),
    ("WM-4", "no_such_pair"): lambda s, m: isinstance(m, Attach)
    and m.number >= len(s.pairs[s.turn]),
    ("WM-4", "laid"): lambda s, m: isinstance(m, Attach) and s.pairs[s.turn][m.number] is None,
    ("WM-6", "overlap"): of_attach(lambda lie: bool(lie.covered)),
    ("WM-6", "tip_only"): of_attach(lambda lie: not lie.covered and not lie.poses and lie.tips()),
    ("WM-6", "apart"): of_attach(lambda lie: not lie.covered and not lie.poses and not lie.tips()),
    ("WM-6", "not_at_end"): of_attach(lambda lie: lie.clear and not lie.at_end),
    # Colours are the reason where no end fits, whatever else is touched.
    ("WM-6", "colours"): of_attach(lambda lie: lie.at_end and not lie.fitting()),
    # One end fits, but the pair touches more than that end and its partner.
    ("WM-6", "loop"): of_attach(lambda lie: lie.clear and bool(lie.fitting()) and lie.astray()
                                and {end.pose for end in lie.ends} <= lie.poses),
    ("WM-6", "branch"): of_attach(lambda lie: lie.clear and bool(lie.fitting()) and lie.astray()
                                  and not {end.pose for end in lie.ends} <= lie.poses),
}  # fmt: skip


def any_pair(rng: random.Random) -> Pair:
    return Pair(rng.randrange(5), rng.randrange(5), rng.randrange(5), rng.randrange(5))


def attempt(state: Table, rng: random.Random) -> Attach:
    """A pair somewhere at the chain, mostly with one side at a piece near an end."""
    own, pieces = state.pairs[state.turn], [*state.chain.pieces]
    number = rng.randrange(len(own) + 1)
    at = rng.choice([end.pose for end in state.chain.ends] * 2 + pieces[-6:] + pieces[:1])
    pose = mate(at, rng.randrange(5), rng.randrange(5))
    held = own[number] if number < len(own) else None
    if held is not None and rng.random() < 0.5:  # its second piece lies there
        pose = mate(pose, held.other, held.side)
    if rng.random() < 0.15:
        pose = mate(mate(pose, 0, 3), 1, rng.randrange(5))
    return Attach(number, pose)


def tried(state: Table, rng: random.Random) -> Move:
    """Any move, mostly of the kind that is due."""
    due: dict[str, list[Move]] = {
        "draft": [Draft(rng.randrange(5))], "start": [Start(any_pair(rng))],
        "pairing": [Join(any_pair(rng))], "review": [Join(any_pair(rng))],
    }  # fmt: skip
    if state.chain.ends and rng.random() < 0.9:
        due["play"] = [attempt(state, rng)]
    if state.phase == "deal":
        dealt = random_deal(state, rng)
        due["deal"] = [
            replace(dealt, start=any_pair(rng)), replace(dealt, pairs=dealt.pairs[1:]),
            replace(dealt, review=not dealt.review), KEEP,
        ]  # fmt: skip
    others: list[Move] = [
        Draft(rng.randrange(5)), Roll(rng.randrange(6)), Start(any_pair(rng)), Join(any_pair(rng)),
        KEEP, REOPEN, PASS, Attach(rng.randrange(12), mate(Pose(0, 0, 0, 0, 0), 0, 0)),
        Deal(any_pair(rng), (), True),
    ]  # fmt: skip
    return rng.choice(due.get(state.phase, others) if rng.random() < 0.8 else others)


SKIPPED = {"draft": (0, 30, 46, 50, 60, 80, 90), "deal": (0, 0, 1, 20, 35)}
"""Steps before the first attempt, by the phase a game begins with: a deal is quickly over."""
SEEN: set[str] = set()


@settings(max_examples=60, derandomize=True)
@given(
    st.integers(0, 10_000), st.integers(2, 4), st.sampled_from(["choose", "die", "quick", "deal"])
)
def refusals_are_true(seed: int, seats: int, draft: str) -> None:
    rng = random.Random(seed)
    state = GAME.start(seats, {"draft": draft})
    skipped = rng.choice(SKIPPED[state.phase])
    while GAME.actor(state) is not None and skipped > -25:
        for _ in range(2 if skipped <= 0 else 0):
            see(state, tried(state, rng))
        skipped -= 1
        luck = GAME.actor(state) == CHANCE
        state = GAME.apply(
            state, GAME.sample_chance(state, rng) if luck else rng.choice(GAME.moves(state))
        )
    SEEN.add(str(getattr(GAME.why_illegal(state, PASS), "key", "")))


def crowded(rng: random.Random) -> Table:
    """A short chain in two colours, in which ends come close to other pieces."""
    def two() -> Pair:
        return Pair(rng.randrange(2), rng.randrange(5), rng.randrange(2), rng.randrange(5))

    chain = begin(two())
    for pair in [two() for _ in range(rng.randrange(6))]:
        ways = attachments(chain, [pair])
        if ways:
            chain = attach(chain, pair, unpack(rng.choice(ways)[1]))
    pairs = (tuple(two() for _ in range(12)), (None,) * 12)
    return replace(GAME.start(2, {"draft": "choose"}), phase="play", chain=chain, pairs=pairs)


@settings(max_examples=40, derandomize=True)
@given(st.integers(0, 10_000))
def refusals_in_a_crowd_are_true(seed: int) -> None:
    """Everywhere around both ends."""
    state = crowded(random.Random(seed))
    held = state.pairs[0][0]
    assert held is not None
    for end in state.chain.ends:
        for i, j in product(range(5), range(5)):
            pose = mate(end.pose, i, j)
            see(state, Attach(0, pose))
            see(state, Attach(0, mate(pose, held.other, held.side)))


def see(state: Table, move: Move) -> None:
    refusal = GAME.why_illegal(state, move)
    if refusal is not None:
        SEEN.add(refusal.key)
        assert BROKEN[refusal.rule, refusal.key](state, move), (refusal, move, state.phase)


def test_the_reason_of_a_refusal_is_a_rule_that_is_broken_and_the_nearest_one() -> None:
    refusals_are_true()
    refusals_in_a_crowd_are_true()
    unseen = {key for _, key in BROKEN} - SEEN
    assert not unseen, unseen
