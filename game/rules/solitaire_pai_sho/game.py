"""Solitaire Pai Sho: lay what the bag gives, and keep harmonies and disharmonies in balance."""

import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

from game.rules.core import protocol
from game.rules.core.protocol import CHANCE, Event, Option, Outcome, Refusal, ScoreLine, Seat
from game.rules.pai_sho import board as pai_sho
from game.rules.pai_sho.board import BITS, PLACES, Board, Kind, Params, Point, naming, points_of
from game.rules.solitaire_pai_sho import codec
from game.rules.solitaire_pai_sho import state as steps
from game.rules.solitaire_pai_sho.state import Aside, Draw, Garden, Lay, Line, Move, Shift

KEYS = ("harmonies", "disharmonies")
"""What decides for seat 0 and for seat 1 when they play each other."""
EVENTS = ("harmony", "disharmony")
"""The text keys of single lines, by their kind."""

T = TypeVar("T")


class SolitairePaiSho(protocol.Game[Garden, Move]):
    """Alone, or for two: seat 0, the host, grows harmonies, seat 1, the guest, disharmonies."""

    info = protocol.Info(
        id="solitaire_pai_sho",
        seats=(1, 2),
        options=(
            Option("mode", ("solitaire", "cooperative", "uncooperative"), "SO-8"),
            Option("sets", (1, 2), "SO-1"),
            Option("move_instead", (False, True), "SO-6"),
            Option("scoring", ("full", "simple"), "SO-7"),
            Option("draw", ("random", "choose"), "SO-8"),
            Option("bag", ("own", "shared"), "SO-8"),
        ),
    )

    words: Mapping[str, Move] = {"--": steps.ASIDE}
    examples = "R4 for a tile drawn, R4(3,-2), (3,-2)-(3,1) or --"

    def set_up(self, seats: int, options: protocol.Options) -> Garden:
        garden = steps.fresh(codec.terms(options))
        wanted = len(garden.drawn)
        if seats != wanted:
            mode = garden.terms.mode
            raise protocol.OptionError(f"mode {mode} is for {wanted} seats, not {seats}", "mode")
        return garden

    def actor(self, state: Garden) -> Seat | None:
        if any(steps.to_lay(state)):
            return state.turn
        return None if steps.over(state) else CHANCE

    def moves(self, state: Garden) -> Sequence[Move]:
        kinds = steps.to_lay(state)
        if not any(kinds):
            return [move for move, _ in self.chance_outcomes(state)] or ()
        found: list[Move] = []
        for kind in kinds:
            points = points_of(steps.legal_points(state, kind))
            found += [steps.lay(kind, point) for point in points]
        if not found:
            return (steps.ASIDE,)
        if state.terms.move_instead:
            for source in points_of(steps.own_flowers(state)):
                goals = points_of(steps.goals_of(state, source))
                found += [steps.shift(source, goal) for goal in goals]
        return found

    def chance_outcomes(self, state: Garden) -> Sequence[tuple[Move, int]]:
        bag = steps.bag_of(state, state.turn)
        return [(steps.draw(kind), count) for kind, count in enumerate(bag) if count]

    def sample_chance(self, state: Garden, rng: random.Random) -> Move:
        bag = steps.bag_of(state, state.turn)
        return steps.draw(rng.choices(range(len(bag)), bag)[0])

    def why_illegal(self, state: Garden, move: Move) -> Refusal | None:
        if steps.over(state):
            return Refusal("SO-7", "over")
        kinds = steps.to_lay(state)
        if isinstance(move, Draw):
            if state.terms.choose:
                return Refusal("SO-8", "not_drawn")
            if any(kinds):
                return Refusal("SO-1", "lay_first")
            left = steps.bag_of(state, state.turn)[move.kind]
            return None if left else Refusal("SO-1", "none_left", params=naming(move.kind))
        if isinstance(move, Shift) and not state.terms.move_instead:
            return Refusal("SO-6", "no_moving")
        if not any(kinds):
            return Refusal("SO-1", "draw_first")
        if isinstance(move, Lay):
            if move.kind in kinds:
                return _why_not_laid(state, move.kind, move.point)
            if state.terms.choose:
                return Refusal("SO-8", "none_left", params=naming(move.kind))
            return Refusal("SO-1", "other_tile", params=naming(kinds[0]))
        possible = any(steps.legal_points(state, kind) for kind in kinds)
        if isinstance(move, Shift):
            return _why_not_moved(state, move) if possible else Refusal("SO-7", "aside_first")
        return Refusal("SO-7", "must_lay") if possible else None

    def apply(self, state: Garden, move: Move) -> Garden:
        terms, turn, board, bags, drawn, aside = state[:]
        if isinstance(move, Shift):
            changes = {move.source: 0, move.goal: board.cells[move.source]}
            board = pai_sho.changed(board, changes)
        else:
            kind = steps.to_lay(state)[0] if isinstance(move, Aside) else move.kind
            if isinstance(move, Draw) or terms.choose:
                place = turn % len(bags)
                bags = _put(bags, place, _put(bags[place], kind, bags[place][kind] - 1))
            if isinstance(move, Draw):
                return Garden(terms, turn, board, bags, _put(drawn, turn, kind), aside)
            if isinstance(move, Lay):
                board = pai_sho.changed(board, {move.point: pai_sho.code_of(kind, turn)})
            else:
                aside = _put(aside, kind, aside[kind] + 1)
            drawn = _put(drawn, turn, 0)
        other = (turn + 1) % len(drawn)  # one without tiles is left out
        if drawn[other] or any(bags[other % len(bags)]):
            turn = other
        return Garden(terms, turn, board, bags, drawn, aside)

    def scores(self, state: Garden) -> tuple[int, ...]:
        """The ranking score, shared by a team; the numbers of lines when playing each other."""
        formed = steps.lines(state.board)
        if state.terms.against:
            return steps.counts(formed)
        sums = steps.lengths(formed) if state.terms.full else steps.counts(formed)
        return (min(sums),) * len(state.drawn)

    def outcome(self, state: Garden) -> Outcome | None:
        """How the game ended (SO-7, SO-9): alone or together there is only winning."""
        if not steps.over(state):
            return None
        if not state.terms.against:
            return Outcome(tuple(range(len(state.drawn))), "finished")
        harmonies, disharmonies = self.scores(state)
        winner = int(harmonies <= disharmonies)
        return Outcome((winner,), KEYS[winner])

    def events(self, before: Garden, move: Move, after: Garden) -> tuple[Event, ...]:
        """The tile drawn or laid aside, lines that grew and broke, and what the score gained."""
        if isinstance(move, Draw):
            return (Event("draw", CHANCE, params=naming(move.kind)),)
        tile = naming(steps.to_lay(before)[0])
        found = [Event("aside", before.turn, params=tile)] if isinstance(move, Aside) else []
        moved = {move.goal: move.source} if isinstance(move, Shift) else {}
        old, new = steps.lines(before.board), dict[Line, Line]()
        for line in steps.lines(after.board):
            one, other = sorted(moved.get(point, point) for point in line[1:])
            new[Line(line.kind, one, other)] = line
        for kind, key in enumerate(EVENTS):
            found += [
                Event(key, before.turn, 0, _places(line), _params(after.board, line))
                for origin, line in new.items() if line.kind == kind and origin not in old
            ]
            found += [
                Event(f"broken_{key}", before.turn, 0, _places(line), _tiles(before.board, line))
                for line in old if line.kind == kind and line not in new
            ]  # fmt: skip
        return (*found, *super().events(before, move, after))

    def explain(self, state: Garden) -> tuple[ScoreLine, ...]:
        """Every line with its length, then both scores; what does not count stands there as 0."""
        formed, seats, against = steps.lines(state.board), len(state.drawn), state.terms.against
        sheet = [
            ScoreLine(min(line.kind, seats - 1), int(against), EVENTS[line.kind],
                      _params(state.board, line), _places(line))
            for line in formed
        ]  # fmt: skip
        if against:
            return tuple(sheet)
        for ranks, key, sums in (
            (not state.terms.full, "simple", steps.counts(formed)),
            (state.terms.full, "full", steps.lengths(formed)),
        ):
            score = min(sums)
            points = score if ranks else 0
            sheet += [ScoreLine(seat, points, key, (("n", score),)) for seat in range(seats)]
        return tuple(sheet)

    def ends_turn(self, before: Garden, move: Move, after: Garden) -> bool:
        return True

    write = staticmethod(steps.write)
    parse = staticmethod(steps.parse)
    to_plain = staticmethod(codec.to_plain)
    position = staticmethod(codec.from_plain)


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _tiles(board: Board, line: Line) -> Params:
    first, second = (pai_sho.kind_of(board.cells[point]) for point in line[1:])
    return *naming(first), *naming(second, "other")


def _params(board: Board, line: Line) -> Params:
    return *_tiles(board, line), ("n", line.length)


def _places(line: Line) -> tuple[str, ...]:
    return PLACES[line.first], PLACES[line.second]


# Why not --------------------------------------------------------------------------------------


def _at(rule: str, key: str, point: Point, params: Params) -> Refusal:
    """A refusal about a point: {at}."""
    return Refusal(rule, key, (PLACES[point],), (("at", PLACES[point]), *params))


def _why_not_laid(garden: Garden, kind: Kind, point: Point) -> Refusal | None:
    if steps.legal_points(garden, kind) & BITS[point]:
        return None
    if there := garden.board.cells[point]:
        return _at("SO-3", "point_taken", point, naming(pai_sho.kind_of(there)))
    tile = naming(kind)
    if kind in pai_sho.ACCENTS:
        key = "accent_on_gate" if pai_sho.GATES & BITS[point] else "accent_far"
        return _at("SO-4", key, point, tile)
    if not steps.FITTING[kind] & BITS[point]:
        return _at("SO-3", "wrong_garden", point, tile)
    if not steps.bound(garden, kind):
        return _at("SO-3", "forms_nothing", point, tile)
    missing = ("forms_no_harmony", "forms_no_disharmony")[garden.turn]
    wrong = _why_wrong_line(garden, garden.board, kind, point)
    return wrong or _at("SO-8", missing, point, tile)


def _why_wrong_line(garden: Garden, board: Board, kind: Kind, point: Point) -> Refusal | None:
    """A bound tile would form the other player's kind of line there (SO-8)."""
    wrong = 1 - garden.turn
    for other in points_of(pai_sho.sight(point, board.taken, pai_sho.OVER_GATES) & board.taken):
        partner = pai_sho.kind_of(board.cells[other])
        if partner in steps.PARTNERS[wrong][kind]:
            params = (*naming(kind), *naming(partner, "other"), ("at", PLACES[other]))
            places = PLACES[point], PLACES[other]
            return Refusal("SO-8", ("no_harmony", "no_disharmony")[wrong], places, params)
    return None


def _why_not_moved(garden: Garden, move: Shift) -> Refusal | None:
    board, source, goal = garden.board, move.source, move.goal
    if steps.goals_of(garden, source) & BITS[goal]:
        return None
    if not board.cells[source]:
        return _at("SO-6", "nothing_there", source, ())
    kind = pai_sho.kind_of(board.cells[source])
    tile = naming(kind)
    if kind not in pai_sho.FLOWERS:
        return _at("SO-6", "accents_stay", source, tile)
    if pai_sho.owner_of(board.cells[source]) != garden.turn:
        return _at("SO-6", "not_yours", source, tile)
    if there := board.cells[goal]:
        return _at("SO-6", "point_taken", goal, naming(pai_sho.kind_of(there)))
    if not steps.FITTING[kind] & BITS[goal]:
        return _at("SO-6", "wrong_garden", goal, tile)
    most = pai_sho.STEPS[kind]
    if pai_sho.reach(source, pai_sho.BOARD & ~board.taken, most) & BITS[goal]:
        return _why_wrong_line(garden, pai_sho.changed(board, {source: 0}), kind, goal)
    (x1, y1), (x2, y2) = pai_sho.xy(source), pai_sho.xy(goal)
    key = "too_far" if abs(x1 - x2) + abs(y1 - y2) > most else "no_way"
    return _at("SO-6", key, source, (*tile, ("n", most)))
