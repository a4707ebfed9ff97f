"""Why a step of Solitaire Pai Sho is refused: the rule, the text and the points to look at."""

from __future__ import annotations

from game.rules.core.protocol import Refusal
from game.rules.pai_sho.board import (
    ACCENTS,
    BITS,
    BOARD,
    FLOWERS,
    GATES,
    OVER_GATES,
    PLACES,
    STEPS,
    Board,
    Kind,
    Params,
    Point,
    changed,
    kind_of,
    naming,
    owner_of,
    points_of,
    reach,
    sight,
    xy,
)
from game.rules.solitaire_pai_sho.notation import Draw, Lay, Move, Shift
from game.rules.solitaire_pai_sho.state import (
    DISHARMONISES,
    HARMONISES,
    Garden,
    bag_of,
    bound,
    fitting,
    goals_of,
    legal_points,
    over,
    to_lay,
)


def why_illegal(garden: Garden, move: Move) -> Refusal | None:
    """None exactly if the step is legal here."""
    if over(garden):
        return Refusal("SO-7", "over")
    kinds = to_lay(garden)
    if isinstance(move, Draw):
        return _draw(garden, move.kind)
    if not any(kinds):
        return Refusal("SO-1", "draw_first")
    if isinstance(move, Lay):
        return _lay(garden, move) if move.kind in kinds else _other_tile(garden, move.kind)
    possible = any(legal_points(garden, kind) for kind in kinds)
    if isinstance(move, Shift):
        return _shift(garden, move) if possible else Refusal("SO-7", "aside_first")
    return Refusal("SO-7", "must_lay") if possible else None


def _at(rule: str, key: str, point: Point, params: Params = ()) -> Refusal:
    """A refusal about a point: {at}."""
    return Refusal(rule, key, (PLACES[point],), (("at", PLACES[point]), *params))


def _tile(rule: str, key: str, board: Board, point: Point) -> Refusal:
    """A refusal about the tile on a point: {tile} and {at}."""
    return _at(rule, key, point, naming(kind_of(board.cells[point])))


# Drawing and laying ---------------------------------------------------------------------------


def _draw(garden: Garden, kind: Kind) -> Refusal | None:
    if any(to_lay(garden)):
        return Refusal("SO-1", "lay_first")
    if bag_of(garden, garden.turn)[kind]:
        return None
    return Refusal("SO-1", "none_left", params=naming(kind))


def _other_tile(garden: Garden, kind: Kind) -> Refusal:
    if garden.terms.choose:
        return Refusal("SO-8", "none_left", params=naming(kind))
    return Refusal("SO-1", "other_tile", params=naming(garden.drawn[garden.turn]))


def _lay(garden: Garden, move: Lay) -> Refusal | None:
    kind, point = move.kind, move.point
    legal = legal_points(garden, kind)
    if legal & BITS[point]:
        return None
    if garden.board.cells[point]:
        return _tile("SO-3", "point_taken", garden.board, point)
    if kind in ACCENTS:
        key = "accent_on_gate" if GATES & BITS[point] else "accent_far"
        return _at("SO-4", key, point, naming(kind))
    if not fitting(kind) & BITS[point]:
        return _at("SO-3", "wrong_garden", point, naming(kind))
    return _wrong_line(garden, garden.board, kind, point) or _forms_nothing(garden, kind, point)


def _wrong_line(garden: Garden, board: Board, kind: Kind, point: Point) -> Refusal | None:
    """A bound tile would form the other player's kind of line there (SO-8)."""
    if not bound(garden, kind):
        return None
    key, kinds = (
        ("no_disharmony", DISHARMONISES[kind])
        if garden.turn == 0
        else ("no_harmony", HARMONISES[kind])
    )
    seen = sight(point, board.taken, OVER_GATES) & board.taken
    found = [other for other in points_of(seen) if kind_of(board.cells[other]) in kinds]
    if not found:
        return None
    other = naming(kind_of(board.cells[found[0]]), "other")
    params = (*naming(kind), *other, ("at", PLACES[found[0]]))
    return Refusal("SO-8", key, (PLACES[point], PLACES[found[0]]), params)


def _forms_nothing(garden: Garden, kind: Kind, point: Point) -> Refusal:
    if not bound(garden, kind):
        return _at("SO-3", "forms_nothing", point, naming(kind))
    key = "forms_no_harmony" if garden.turn == 0 else "forms_no_disharmony"
    return _at("SO-8", key, point, naming(kind))


# Moving instead -------------------------------------------------------------------------------


def _shift(garden: Garden, move: Shift) -> Refusal | None:
    if not garden.terms.move_instead:
        return Refusal("SO-6", "no_moving")
    if goals_of(garden, move.source) & BITS[move.goal]:
        return None
    return _not_movable(garden, move.source) or _no_way(garden, move) or _bound(garden, move)


def _not_movable(garden: Garden, source: Point) -> Refusal | None:
    code = garden.board.cells[source]
    if not code:
        return _at("SO-6", "nothing_there", source)
    if kind_of(code) not in FLOWERS:
        return _tile("SO-6", "accents_stay", garden.board, source)
    if owner_of(code) != garden.turn:
        return _tile("SO-6", "not_yours", garden.board, source)
    return None


def _no_way(garden: Garden, move: Shift) -> Refusal | None:
    board, source, goal = garden.board, move.source, move.goal
    kind = kind_of(board.cells[source])
    if board.cells[goal]:
        return _tile("SO-6", "point_taken", board, goal)
    if not fitting(kind) & BITS[goal]:
        return _at("SO-6", "wrong_garden", goal, naming(kind))
    if reach(source, BOARD & ~board.taken, STEPS[kind]) & BITS[goal]:
        return None
    (x1, y1), (x2, y2) = xy(source), xy(goal)
    key = "too_far" if abs(x1 - x2) + abs(y1 - y2) > STEPS[kind] else "no_way"
    return _at("SO-6", key, source, (*naming(kind), ("n", STEPS[kind])))


def _bound(garden: Garden, move: Shift) -> Refusal | None:
    lifted = changed(garden.board, {move.source: 0})
    kind = kind_of(garden.board.cells[move.source])
    return _wrong_line(garden, lifted, kind, move.goal)
