"""What is true in the garden for whoever begins a turn: the cards of Skud Pai Sho are about it."""

from game.rules.core.protocol import Facts, Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import PLACES, places_of
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.state import State, basics


def facts(state: State, seat: Seat) -> Facts:
    """See docs/cards.md."""
    board, turn, hand = state.board, state.phase == "turn", state.hands[seat]
    ways = skud.survey(board, seat, state.rules)
    movable, granting = (ways.goals, ways.granting) if turn else ({}, {})
    own, lines = skud.flowers(board, seat), skud.harmonies_of(board, state.rules)
    rivals = skud.opposed(board)
    return {
        **{phase: int(state.phase == phase) for phase in ("accents", "open")},
        "gates": places_of(skud.open_gates(board)) if turn and any(basics(hand)) else (),
        "flowers": [PLACES[point] for point in movable],
        "growing": places_of(own & garden.GATES),
        "bonus": {at for goals in granting.values() for at in places_of(goals)},
        "capture": {at for goals in movable.values() for at in places_of(goals & board.taken)},
        "rivals": {PLACES[point] for pair in rivals for point in pair[:2]},
        "trapped": places_of(own & skud.trapping(board, seat)),
        "rocks": places_of(garden.both(board, garden.ROCK)),
        "knotweeds": places_of(garden.both(board, garden.KNOTWEED)),
        "harmonies": max(sum(line.owner == each for line in lines) for each in (0, 1)),
        "basics": min(sum(basics(each)) for each in state.hands),
        "stuck": int(turn and not movable and not any(basics(hand))),
    }
