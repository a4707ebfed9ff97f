"""What a step of Skud Pai Sho made happen: captures, harmonies, wheels, boats, rings."""

from __future__ import annotations

from game.rules.core.protocol import Event, Seat
from game.rules.pai_sho.board import (
    BOAT,
    PLACES,
    WHEEL,
    Board,
    Kind,
    Point,
    kind_of,
    naming,
)
from game.rules.skud_pai_sho.board import (
    Harmony,
    harmonies_of,
    ring,
    turns_of,
)
from game.rules.skud_pai_sho.notation import Accents, Arrange, Bonus, Decline, Move, Pass, Plant
from game.rules.skud_pai_sho.state import State


def events(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """Everything worth showing, in the order in which it happens."""
    found = _step(before, move)
    moved = _moved(before, move)
    found += _harmonies(before, after, moved)
    if isinstance(move, Arrange) and after.phase == "bonus":
        found.append(Event("bonus_due", before.turn, 0, (PLACES[move.goal],)))
    return (*found, *_ending(before, after))


def _step(before: State, move: Move) -> list[Event]:
    seat, board = before.turn, before.board
    match move:
        case Accents(kinds):
            named = (naming(kind, name)[0] for kind, name in zip(kinds, "abcd", strict=True))
            return [Event("accents", seat, params=tuple(named))]
        case Plant(kind, gate):
            return [_event("plant", seat, kind, gate)]
        case Arrange(_, goal) if board.cells[goal]:
            return [_event("capture", seat, kind_of(board.cells[goal]), goal)]
        case Bonus(kind, point, goal):
            return [_bonus(seat, board, kind, point, goal)]
        case Decline() | Pass():
            return [Event("pass" if move == Pass() else "decline", seat)]
    return []


def _event(key: str, seat: Seat, kind: Kind, *points: Point) -> Event:
    places = tuple(PLACES[point] for point in points)
    return Event(key, seat, 0, places, (*naming(kind), ("at", places[0])))


def _bonus(seat: Seat, board: Board, kind: Kind, point: Point, goal: Point | None) -> Event:
    old = kind_of(board.cells[point])
    if kind == BOAT and old:
        rest = () if goal is None else (goal,)
        return _event("sunk" if goal is None else "ferried", seat, old, point, *rest)
    if kind == WHEEL:
        return _event("wheel", seat, kind, point, *turns_of(board, point).values())
    return _event("bonus", seat, kind, point)


def _moved(before: State, move: Move) -> dict[Point, Point]:
    """Where the tiles that this step moves were before, by where they are now."""
    match move:
        case Arrange(source, goal):
            return {goal: source}
        case Bonus(kind, point, goal) if goal is not None:
            return {goal: point, point: -1}
        case Bonus(kind, point, _) if kind == WHEEL:
            return {head: tail for tail, head in turns_of(before.board, point).items()}
    return {}


def _harmonies(before: State, after: State, moved: dict[Point, Point]) -> list[Event]:
    """Harmonies between tiles that had none, and those that are no more."""
    old = harmonies_of(before.board, before.rules)
    new = harmonies_of(after.board, after.rules)
    known = {_ends(line, {}) for line in old}
    kept = {_ends(line, moved) for line in new}
    made = [line for line in new if _ends(line, moved) not in known]
    lost = [line for line in old if _ends(line, {}) not in kept]
    return [_line("harmony", after.board, line) for line in made] + [
        _line("broken", before.board, line) for line in lost
    ]


def _ends(line: Harmony, moved: dict[Point, Point]) -> tuple[frozenset[Point], Seat]:
    """A harmony by where its tiles were before the step, whichever comes first."""
    ends = (line.first, line.second)
    return frozenset(moved.get(point, point) for point in ends), line.owner


def _line(key: str, board: Board, line: Harmony) -> Event:
    ends = (line.first, line.second)
    first, second = (kind_of(board.cells[point]) for point in ends)
    params = (*naming(first), *naming(second, "other"))
    return Event(key, line.owner, 0, tuple(PLACES[point] for point in ends), params)


def _ending(before: State, after: State) -> list[Event]:
    """Rings, and the point for the winner; draws are nobody's (SK-19, SK-20)."""
    if after.outcome is None:
        return []
    lines = harmonies_of(after.board, after.rules)
    rings = [(seat, ring(lines, seat)) for seat in (0, 1)]
    found = [
        Event("ring", seat, 0, tuple(PLACES[point] for point in way)) for seat, way in rings if way
    ]
    if not found:
        found.append(Event("stuck" if after.passes >= 2 else "last_basic", before.turn))
    return found + [Event("won", seat, 1) for seat in after.outcome.winners]
