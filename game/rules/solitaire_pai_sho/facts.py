"""What is true in the garden for whoever lays next: the cards of Solitaire Pai Sho are about it."""

from game.rules.core.protocol import Facts, Seat
from game.rules.core.stakes import Stakes
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import places_of
from game.rules.solitaire_pai_sho import state as steps
from game.rules.solitaire_pai_sho.state import Garden


def facts(state: Garden, seat: Seat) -> Facts:
    """See docs/cards.md. Where tiles are chosen, it is true of one of them at least."""
    kinds = {kind for kind in steps.to_lay(state) if kind}
    legal = {kind: steps.legal_points(state, kind) for kind in kinds}
    formed = (legal[kind] & points for kind in kinds for points in steps.forming(state.board, kind))
    harmonies, disharmonies = steps.lengths(steps.lines(state.board))
    return {
        "flower": len(kinds & {*garden.BASICS}),
        "special": len(kinds & {garden.LOTUS, garden.ORCHID}),
        "accent": len(kinds & {*garden.ACCENTS}),
        "gates": {place for points in legal.values() for place in places_of(points & garden.GATES)},
        "lines": sum(map(bool, formed)),
        "harmonies": harmonies,
        "disharmonies": disharmonies,
        "aside": int(bool(kinds) and not any(legal.values())),
        "left": sum(map(sum, state.bags)) + sum(map(bool, state.drawn)),
        "shift": places_of(steps.own_flowers(state)) if state.terms.move_instead else (),
        "side": (seat + 1) * (len(state.drawn) - 1),
        "together": int(state.terms.mode == "cooperative"),
    }


def stakes(state: Garden, seat: Seat) -> Stakes:
    """See `contrast`. Alone and together both kinds of line are everybody's."""
    formed, board, against = steps.lines(state.board), state.board, state.terms.against
    kinds = (seat,) if against else (steps.HARMONY, steps.DISHARMONY)
    room = sum(
        (steps.legal_points(state, tile) & steps.forming(board, tile)[kind]).bit_count()
        for tile in garden.FLOWERS for kind in kinds
    )  # fmt: skip
    if against:
        return {"lines": steps.counts(formed)[seat], "room": room}
    sums = steps.lengths(formed) if state.terms.full else steps.counts(formed)
    return {"score": min(sums), "sum": sum(sums), "room": room}
