"""What a hint of Walomino gives as its reason is true, in every phase and both languages."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from game.ai.skills import evaluator
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Attach, Draft, Join, Keep, Move, Reopen, Start, Table
from game.scenes.walomino.words import reason
from tests.scenes.walomino.bench import PairingTable

GAME = GAMES["walomino"]
NAMES = ("Anna", "Ben", "Clara")


def laying(state: Table) -> set[int]:
    """The numbers of the pairs that whoever acts can attach."""
    return {move.number for move in GAME.moves(state) if isinstance(move, Attach)}


def true_of_a_piece(key: str, state: Table, colour: int) -> bool:
    hand = state.hands[state.turn]
    rest = [hand[other] for other in range(5) if other != colour and state.box[other]]
    return {
        "take_rolled": state.rolled == colour,
        "take_new": hand[colour] == 0,
        "take_few": 0 < hand[colour] <= min(rest, default=99),
        "take": hand[colour] > min(rest, default=99),
    }[key]


def true_of_a_pair(key: str, state: Table, pair: Pair) -> bool:
    left = Counter(dict(enumerate(state.hands[state.turn])))
    most = {colour for colour, _ in left.most_common(2)}
    tied = sorted(left.values())[-2:] == sorted((left[pair.first], left[pair.second]))
    return {
        "join_last": set(+left) == {pair.first},
        "join_most": {pair.first, pair.second} == most or tied,
        "join_two": pair.first != pair.second,
        "join": pair.first == pair.second and len(+left) > 1,
    }[key]


def true_of_an_attachment(key: str, named: dict[str, object], state: Table, move: Attach) -> bool:
    after = GAME.apply(state, move)
    mine = sum(pair is not None for pair in state.pairs[state.turn])
    if key == "attach_stops":
        rival = NAMES.index(str(named["who"]))
        return after.phase == "over" or (after.turn == rival and not laying(after))
    return key == ("attach_last" if mine == 1 else "attach")


def is_true(key: str, named: dict[str, object], state: Table, move: Move) -> bool:
    match move:
        case Draft(colour):
            return true_of_a_piece(key, state, colour)
        case Join(pair):
            return true_of_a_pair(key, state, pair)
        case Attach():
            return true_of_an_attachment(key, named, state, move)
        case Keep():
            equal = [p for p in state.pairs[state.turn] if p is not None and p.first == p.second]
            return named["n"] == len(equal) and key == ("keep_some" if equal else "keep")
        case Reopen():
            return key == "reopen"
        case Start():
            return key == "start"
    return key == "pass" and not laying(state)


@pytest.mark.parametrize("draft", ["choose", "die", "quick"])
def test_every_reason_holds_for_what_is_proposed_and_for_any_legal_move(draft: str) -> None:
    rng, seen = random.Random(3), set()
    judge = evaluator("walomino")
    for seats in (2, 3):
        match = Match(GAME, seats, {"draft": draft}, seed=seats)
        while match.outcome is None:
            state: Table = match.state
            moves = list(GAME.moves(state))
            proposed = judge.quick_move(state, rng, 0.0)
            for move in filter(None, (proposed, rng.choice(moves))):
                key, named = reason(state, move, NAMES)
                seen.add(key)
                assert is_true(key, dict(named), state, move), (key, named, move)
            match.play(rng.choice(moves))
    assert seen >= {"attach", "attach_stops", "pass"}
    assert seen >= ({"keep"} if draft == "quick" else {"take_few", "join_most", "join_last"})


def test_that_a_rival_can_attach_nothing_more_is_told_even_of_the_only_pair_that_fits() -> None:
    found = 0
    for seed in range(12):
        match, rng = Match(GAME, 2, {"draft": "quick"}, seed=seed), random.Random(seed)
        while match.outcome is None:
            state: Table = match.state
            move = rng.choice(GAME.moves(state))
            if isinstance(move, Attach) and laying(state) == {move.number}:
                rival = replace(state, turn=1 - state.turn)
                after = replace(GAME.apply(state, move), phase="play", turn=rival.turn)
                last = sum(map(bool, state.pairs[state.turn])) == 1
                stops = bool(laying(rival)) and not laying(after) and not last
                assert (reason(state, move, NAMES)[0] == "attach_stops") == stops
                found += stops
            match.play(move)
    assert found


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_hint_can_be_said(language: str) -> None:
    table = PairingTable({"draft": "die"}, language=language)
    match, rng = table.match, random.Random(1)
    said = set()
    while match.outcome is None:
        table.scene.show_moment(None)
        said.add(table.scene.hint_text([rng.choice(GAME.moves(match.state))]))
        match.play(rng.choice(GAME.moves(match.state)))
    assert len(said) > 20
    assert not [text for text in said if "{" in text or "walomino." in text or "@" in text]
    table.close()
