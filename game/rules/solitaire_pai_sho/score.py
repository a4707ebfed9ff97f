"""What a garden of Solitaire Pai Sho is worth, line by line, and who has won."""

from __future__ import annotations

from game.rules.core.protocol import CHANCE, Event, Outcome, ScoreLine
from game.rules.pai_sho.board import PLACES, Board, Params, Point, kind_of, naming
from game.rules.solitaire_pai_sho import state as steps
from game.rules.solitaire_pai_sho.notation import Aside, Draw, Move, Shift
from game.rules.solitaire_pai_sho.state import Garden, Line, Lines, Terms

KEYS = ("harmony", "disharmony")
"""What seat 0 and seat 1 grow: the text keys of single lines."""


def scores(terms: Terms, formed: Lines) -> tuple[int, ...]:
    """The ranking score, shared by a team; the numbers of lines when playing each other."""
    if terms.mode == "uncooperative":
        return len(formed.harmonies), len(formed.disharmonies)
    score = steps.full(formed) if terms.full else steps.simple(formed)
    return (score,) if terms.mode == "solitaire" else (score, score)


def outcome(garden: Garden) -> Outcome | None:
    """How the game ended (SO-7, SO-9): alone or together there is only winning."""
    if not steps.over(garden):
        return None
    if garden.terms.mode == "solitaire":
        return Outcome((0,), "finished")
    if garden.terms.mode == "cooperative":
        return Outcome((0, 1), "finished")
    formed = steps.lines(garden.board)
    if len(formed.harmonies) > len(formed.disharmonies):
        return Outcome((0,), "harmonies")
    return Outcome((1,), "disharmonies")


# The score sheet ------------------------------------------------------------------------------


def explain(garden: Garden) -> tuple[ScoreLine, ...]:
    """Every line with its length, then both scores; what does not count stands there as 0."""
    formed = steps.lines(garden.board)
    sheet = []
    for seat, these in enumerate(formed):
        for line in these:
            sheet.append(_sheet_line(garden, seat, line))
    if garden.terms.mode == "uncooperative":
        return tuple(sheet)
    for ranks, key, score in (
        (not garden.terms.full, "simple", steps.simple(formed)),
        (garden.terms.full, "full", steps.full(formed)),
    ):
        for seat in range(len(garden.drawn)):
            sheet.append(ScoreLine(seat, score if ranks else 0, key, (("n", score),)))
    return tuple(sheet)


def _sheet_line(garden: Garden, kind: int, line: Line) -> ScoreLine:
    """A single line; it is a point of its own only when playing each other (SO-9)."""
    against = garden.terms.mode == "uncooperative"
    seat = kind if len(garden.drawn) == 2 else 0
    params = (*_tiles(garden.board, line), ("n", line.length))
    return ScoreLine(seat, int(against), KEYS[kind], params, _places(line))


def _tiles(board: Board, line: Line) -> Params:
    first, second = (kind_of(board.cells[point]) for point in line)
    return *naming(first), *naming(second, "other")


def _places(line: Line) -> tuple[str, ...]:
    return PLACES[line.first], PLACES[line.second]


# Events ---------------------------------------------------------------------------------------


def events(before: Garden, move: Move, after: Garden) -> tuple[Event, ...]:
    """The tile drawn or laid aside, lines that grew and broke, and what the score gained."""
    if isinstance(move, Draw):
        return (Event("draw", CHANCE, params=naming(move.kind)),)
    found = []
    if isinstance(move, Aside):
        found.append(Event("aside", before.turn, params=naming(steps.to_lay(before)[0])))
    old, new = steps.lines(before.board), steps.lines(after.board)
    moved = {move.goal: move.source} if isinstance(move, Shift) else {}
    for key, was, now in zip(KEYS, old, new, strict=True):
        found += _changes(before, after, key, (was, now), moved)
    gained = zip(scores(before.terms, old), scores(after.terms, new), strict=True)
    found += [Event("score", seat, b - a, params=(("n", b),)) for seat, (a, b) in enumerate(gained)]
    return tuple(event for event in found if event.kind != "score" or event.points)


def _changes(
    before: Garden,
    after: Garden,
    key: str,
    was_now: tuple[tuple[Line, ...], tuple[Line, ...]],
    moved: dict[Point, Point],
) -> list[Event]:
    """The lines of one kind that are new, and those that are no more, tile by tile."""
    was, now = was_now
    old = {frozenset(line) for line in was}
    new = {frozenset(moved.get(point, point) for point in line) for line in now}
    made = [line for line in now if frozenset(moved.get(point, point) for point in line) not in old]
    lost = [line for line in was if frozenset(line) not in new]
    grown = [
        Event(key, before.turn, 0, _places(line), (*_tiles(after.board, line), ("n", line.length)))
        for line in made
    ]
    return grown + [
        Event(f"broken_{key}", before.turn, 0, _places(line), _tiles(before.board, line))
        for line in lost
    ]
