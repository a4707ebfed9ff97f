"""What speaks for a turn: the merits of steps, and whether what they say is so."""

import random
from collections import Counter
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from game.rules import GAMES, SHELF
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE
from game.rules.core.stakes import merits
from game.rules.domi_jongg.state import Branch, Lay
from game.rules.jin_li import facts as jin_li
from game.rules.jin_li.state import NEAR, koi_moves
from game.rules.ping_pao.state import Take
from game.rules.walomino.state import Attach
from tests.tools.key_moves import options


def seen_in(game: str, state: Any, seat: int) -> dict[str, int]:
    """The same stakes as the rules' moves tell them, if it were the seat's turn."""
    rules = GAMES[game]
    match game:
        case "jin_li":
            colour, koi = seat ^ state.terms.first, state.koi[0] | state.koi[1]
            moves = koi_moves(state, colour)
            near = [(NEAR[one.end] & koi & ~(1 << one.start)).bit_count() for one in moves]
            return {"gain": max(near, default=0), "ways": len(moves)}
        case "ping_pao":
            turn = state._replace(phase="remove", turn=seat)
            takes = [one for one in rules.moves(turn) if isinstance(one, Take)]
            ends = [rules.apply(turn, one).points[seat] for one in takes]
            return {"gain": max(ends, default=state.points[seat]) - state.points[seat],
                    "ways": len(takes)}  # fmt: skip
        case "walomino":
            turn = replace(state, phase="play", turn=seat)
            found = [one for one in rules.moves(turn) if isinstance(one, Attach)]
            return {"fitting": len({one.number for one in found})}
        case "domi_jongg":
            turn = state._replace(phase="turn", turn=seat, lying=len(state.snake))
            ways = [one for one in rules.moves(turn) if isinstance(one, Lay | Branch)]
            like = [one for one in ways if isinstance(one, Lay) and one.tile ==
                    turn.snake[int(one.end.rstrip("LR"))].tile]  # fmt: skip
            return {"ways": len(ways), "branch": len(ways) - sum(isinstance(w, Lay) for w in ways),
                    "same": len(like)}  # fmt: skip
    return {}


@pytest.mark.parametrize("game", ["jin_li", "ping_pao", "walomino", "domi_jongg"])
def test_what_is_said_to_be_at_stake_is_what_the_rules_allow(game: str) -> None:
    rules, rng, told = GAMES[game], random.Random(game), Counter[str]()
    stakes = import_module(SHELF[game].facts).stakes
    for seed in range(4):
        match = Match(rules, 2, options(game), seed=seed)
        while (seat := match.actor) is not None and match.cursor < 150:
            move = rng.choice(rules.moves(match.state))
            if seat >= 0 and rng.random() < 0.3:
                before, end = match.state, rules.apply(match.state, move)
                for key, n in merits(rules, stakes, before, seat, [move]):
                    told[key] += 1
                    side, _, name = key.partition("_")
                    name, _, change = name.partition("_")
                    whose = seat if side == "own" else 1 - seat
                    if name in (now := seen_in(game, end, whose)) and not change:
                        assert now[name] == n, (key, move)
                    elif name in now:
                        assert abs(now[name] - seen_in(game, before, whose)[name]) == n > 0
                    elif key == "only":
                        assert len(rules.moves(before)) == 1
                    elif key == "won":
                        assert (over := rules.outcome(end)) is not None
                        assert seat in over.winners
            match.play(move)
    assert len(told) > 5, told


def koi(*texts: str) -> tuple[Any, list[Any]]:
    """A pond, and the steps that these texts mean there."""
    game = GAMES["jin_li"]
    position = {"koi": {"R": ["b4", "e4"], "Y": ["c2", "f4"]}, "stones": ["a1"], "turn": "R",
                "hand": {"R": len(texts) - 1, "Y": 0}, "score": {"R": 0, "Y": 0},
                "phase": "move"}  # fmt: skip
    return game.from_plain(position, {}), [game.read(text) for text in texts]


def test_what_only_some_steps_do_comes_before_what_is_usual() -> None:
    game, (state, steps) = GAMES["jin_li"], koi("b4-b3")
    keys = [key for key, _ in merits(game, jin_li.stakes, state, 0, steps)]
    assert keys[:2] == ["own_points_more", "own_points"]
    state, steps = koi("b4-a5")
    keys = [key for key, _ in merits(game, jin_li.stakes, state, 0, steps)]
    assert "own_points_more" not in keys


def test_what_was_so_before_and_is_usual_is_no_merit() -> None:
    """As that the other side cannot score, where it never could."""
    game = GAMES["jin_li"]
    state = game.start(2, {})
    while game.actor(state) == CHANCE or state.phase != "move":
        state = game.apply(state, game.moves(state)[0])
    step, seat = game.read("a1-b2"), game.actor(state)
    assert seat is not None
    keys = {key for key, _ in merits(game, jin_li.stakes, state, seat, [step])}
    assert not keys & {"rival_gain", "own_points", "rival_points"}


def test_a_turn_is_looked_at_as_far_as_it_is_given() -> None:
    game, (state, steps) = GAMES["jin_li"], koi("b4-b3", "@d5")
    whole, first = (merits(game, jin_li.stakes, state, 0, some) for some in (steps, steps[:1]))
    assert {key for key, _ in whole} > {key for key, _ in first}


def test_what_wins_and_what_is_no_choice_is_told_first() -> None:
    game, (state, steps) = GAMES["jin_li"], koi("b4-b3")
    told = merits(game, jin_li.stakes, state._replace(points=(9, 0)), 0, steps)
    assert next(told) == ("won", 0)
    stones = sum(1 << at for at in (1, 2, 7, 14, 16))
    alone = state._replace(koi=(1, 1 << 48), stones=stones)
    [step] = game.moves(alone)
    assert list(merits(game, jin_li.stakes, alone, 0, [step])) == [("only", 0)]
