"""The reason for which a move is refused is a rule that the move really breaks."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from game.rules.jin_li.game import JinLi
from game.rules.jin_li.state import HandBack, Leap, Move, Pass, Pond, Swim, Throw

GAME = JinLi()


def at(square: int) -> tuple[int, int]:
    return square % 7, square // 7


def stone(pond: Pond, square: int) -> bool:
    return bool(pond.stones >> square & 1)


def koi(pond: Pond, square: int) -> bool:
    return bool((pond.koi[0] | pond.koi[1]) >> square & 1)


def ray(move: Leap) -> tuple[int, int] | None:
    """The way of a leap if it is straight, over the neighbouring square and beyond."""
    (x, y), (a, b), (u, v) = at(move.start), at(move.over), at(move.end)
    way = a - x, b - y
    far = max(abs(u - x), abs(v - y))
    onward = far >= 2 and (u, v) == (x + far * way[0], y + far * way[1])
    return way if onward and max(map(abs, way)) == 1 else None


def behind(move: Leap) -> int:
    way = ray(move)
    assert way is not None
    return move.over + way[0] + 7 * way[1]


def goal(move: Move) -> int:
    return move.square if isinstance(move, Throw) else move.end  # type: ignore[union-attr]


BROKEN: dict[tuple[str, str], Callable[[Pond, Move], bool]] = {
    ("JL-2", "not_yours"): lambda p, m: bool(p.koi[1 - p.turn] >> m.start & 1),  # type: ignore[union-attr]
    ("JL-2", "no_koi"): lambda p, m: not koi(p, m.start),  # type: ignore[union-attr]
    ("JL-3", "not_beside"): lambda p, m: isinstance(m, Swim)
    and max(abs(a - b) for a, b in zip(at(m.start), at(m.end), strict=True)) != 1,
    ("JL-3", "stone_there"): lambda p, m: stone(p, goal(m)),
    ("JL-3", "koi_there"): lambda p, m: koi(p, goal(m)),
    ("JL-3", "throw_first"): lambda p, m: p.phase == "throw" and not isinstance(m, Throw),
    ("JL-3", "swim_first"): lambda p, m: isinstance(m, Throw) and p.phase == "move",
    ("JL-3", "hand_empty"): lambda p, m: isinstance(m, Throw) and not p.hands[p.turn],
    ("JL-4", "not_straight"): lambda p, m: isinstance(m, Leap) and ray(m) is None,
    ("JL-4", "over_koi"): lambda p, m: isinstance(m, Leap) and koi(p, m.over),
    ("JL-4", "over_water"): lambda p, m: isinstance(m, Leap)
    and not koi(p, m.over) and not stone(p, m.over),
    ("JL-4", "two_stones"): lambda p, m: isinstance(m, Leap)
    and stone(p, m.over) and stone(p, behind(m)),
    ("JL-4", "too_far"): lambda p, m: isinstance(m, Leap)
    and stone(p, m.over) and not stone(p, behind(m)) and m.end != behind(m),
    ("JL-4", "stone_there"): lambda p, m: isinstance(m, Leap) and stone(p, m.end),
    ("JL-4", "koi_there"): lambda p, m: isinstance(m, Leap) and koi(p, m.end),
    ("JL-7", "give_first"): lambda p, m: p.phase == "give" and not isinstance(m, HandBack),
    ("JL-7", "no_stone"): lambda p, m: isinstance(m, HandBack) and not stone(p, m.square),
    ("JL-7", "nothing_owed"): lambda p, m: p.terms.recycle and p.phase == "move",
    ("JL-7", "no_recycling"): lambda p, m: not p.terms.recycle,
    ("JL-8", "must_move"): lambda p, m: isinstance(m, Pass) and GAME.moves(p) != (m,),
}  # fmt: skip


def tried(pond: Pond, rng: random.Random) -> Move:
    """Any move, mostly of a koi that is there, and often straight on."""
    own = [square for square in range(49) if pond.koi[pond.turn] >> square & 1]
    start = rng.choice(own) if rng.random() < 0.8 else rng.randrange(49)
    over, end = rng.randrange(49), rng.randrange(49)
    if rng.random() < 0.7:
        x, y = at(start)
        a, b = rng.choice((-1, 0, 1)), rng.choice((-1, 0, 1))
        line = [7 * (y + n * b) + x + n * a for n in range(1, 7)
                if 0 <= x + n * a < 7 and 0 <= y + n * b < 7]  # fmt: skip
        if len(line) > 1:
            over, end = line[0], rng.choice(line[1:3])
    return rng.choice(
        (Swim(start, end), Leap(start, over, end), Leap(start, over, end),
         Throw(end), HandBack(end), Pass())
    )  # fmt: skip


@pytest.mark.parametrize("recycle", [False, True])
def test_the_reason_of_a_refusal_is_a_rule_that_is_broken(recycle: bool) -> None:
    rng, seen = random.Random(7), set[str]()
    for _ in range(12):
        pond = GAME.start(2, {"recycle": recycle, "stones": 10})
        while not pond.end:
            for _ in range(12):
                move = tried(pond, rng)
                refusal = GAME.why_illegal(pond, move)
                if refusal is not None:
                    seen.add(refusal.key)
                    told = GAME.write(move), refusal
                    assert BROKEN[refusal.rule, refusal.key](pond, move), told
            pond = GAME.apply(pond, rng.choice(GAME.moves(pond)))
    assert seen >= {"two_stones", "too_far", "over_koi", "not_beside", "not_straight"}
