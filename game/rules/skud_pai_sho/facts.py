"""What is true in the garden for whoever begins a turn: the cards of Skud Pai Sho are about it."""

from functools import reduce
from operator import or_

from game.rules.core.protocol import Facts, Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import PLACES, places_of
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.state import State, basics


def facts(state: State, seat: Seat) -> Facts:
    """See docs/cards.md."""
    board, turn, hand = state.board, state.phase == "turn", state.hands[seat]
    ways = skud.survey(board, seat, state.rules)
    movable = ways.goals if turn else {}
    own, lines = skud.flowers(board, seat), skud.harmonies_of(board, state.rules)
    bonus = reduce(or_, ways.granting.values() if turn else (), 0)
    prey = reduce(or_, movable.values(), 0) & board.taken
    opposed = skud.opposed(board)
    return {
        **{phase: int(state.phase == phase) for phase in ("accents", "open")},
        "gates": places_of(skud.open_gates(board)) if turn and any(basics(hand)) else (),
        "flowers": [PLACES[point] for point in movable],
        "growing": places_of(own & garden.GATES),
        "bonus": places_of(bonus),
        "capture": places_of(prey),
        "rivals": {PLACES[point] for pair in opposed for point in pair[:2]},
        "trapped": places_of(own & skud.trapping(board, seat)),
        "rocks": places_of(garden.both(board, garden.ROCK)),
        "knotweeds": places_of(garden.both(board, garden.KNOTWEED)),
        "harmonies": max(sum(line.owner == each for line in lines) for each in (0, 1)),
        "basics": min(sum(basics(each)) for each in state.hands),
        "stuck": int(turn and not movable and not any(basics(hand))),
    }
