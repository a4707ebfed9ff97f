"""Solitaire Pai Sho: lay what the bag gives, and keep harmonies and disharmonies in balance."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from game.rules.core.protocol import (
    CHANCE,
    Event,
    Game,
    Info,
    Option,
    OptionError,
    Options,
    Outcome,
    Refusal,
    ScoreLine,
    Seat,
    resolve,
)
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
    code_of,
    kind_of,
    naming,
    owner_of,
    points_of,
    reach,
    sight,
    xy,
)
from game.rules.solitaire_pai_sho import codec, notation
from game.rules.solitaire_pai_sho import state as steps
from game.rules.solitaire_pai_sho.notation import (
    ASIDE,
    Aside,
    Draw,
    Lay,
    Move,
    Shift,
    draw,
    lay,
    shift,
)
from game.rules.solitaire_pai_sho.state import Garden, Line, Mode, Terms

KEYS = ("harmonies", "disharmonies")
"""What decides for seat 0 and for seat 1 when they play each other."""
EVENTS = ("harmony", "disharmony")  # what seat 0 and seat 1 grow: the text keys of single lines


class SolitairePaiSho(Game[Garden, Move]):
    """Alone, or for two: seat 0, the host, grows harmonies, seat 1, the guest, disharmonies."""

    info = Info(
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

    def start(self, seats: int, options: Options) -> Garden:
        return steps.fresh(self._terms(seats, options))

    def _terms(self, seats: int, options: Options) -> Terms:
        chosen = resolve(self.info, seats, options)
        mode = cast(Mode, chosen["mode"])
        if seats != steps.SEATS[mode]:
            raise OptionError(f"mode {mode} is for {steps.SEATS[mode]} seats, not {seats}", "mode")
        return Terms(
            mode,
            int(chosen["sets"]),
            bool(chosen["move_instead"]),
            chosen["scoring"] == "full",
            chosen["draw"] == "choose",
            chosen["bag"] == "shared",
        )

    def actor(self, state: Garden) -> Seat | None:
        if steps.over(state):
            return None
        return state.turn if any(steps.to_lay(state)) else CHANCE

    def moves(self, state: Garden) -> Sequence[Move]:
        if steps.over(state):
            return ()
        kinds = steps.to_lay(state)
        if not any(kinds):
            return [move for move, _ in self.chance_outcomes(state)]
        places = ((kind, steps.legal_points(state, kind)) for kind in kinds)
        found: list[Move] = [lay(kind, point) for kind, mask in places for point in points_of(mask)]
        if not found:
            return (ASIDE,)
        if state.terms.move_instead:
            for source in points_of(steps.own_flowers(state)):
                found += [shift(source, goal) for goal in points_of(steps.goals_of(state, source))]
        return found

    def chance_outcomes(self, state: Garden) -> Sequence[tuple[Move, int]]:
        bag = steps.bag_of(state, state.turn)
        return [(draw(kind), count) for kind, count in enumerate(bag) if count]

    def why_illegal(self, state: Garden, move: Move) -> Refusal | None:
        if steps.over(state):
            return Refusal("SO-7", "over")
        kinds = steps.to_lay(state)
        if isinstance(move, Draw):
            return _draw(state, move.kind)
        if not any(kinds):
            return Refusal("SO-1", "draw_first")
        if isinstance(move, Lay):
            return _lay(state, move) if move.kind in kinds else _other_tile(state, move.kind)
        possible = any(steps.legal_points(state, kind) for kind in kinds)
        if isinstance(move, Shift):
            return _shift(state, move) if possible else Refusal("SO-7", "aside_first")
        return Refusal("SO-7", "must_lay") if possible else None

    def apply(self, state: Garden, move: Move) -> Garden:
        if isinstance(move, Shift):
            code = state.board.cells[move.source]
            board = changed(state.board, {move.source: 0, move.goal: code})
            return steps.handed_on(replace(state, board=board))
        turn = state.turn
        kind = steps.to_lay(state)[0] if isinstance(move, Aside) else move.kind
        bags, drawn = state.bags, (*state.drawn[:turn], 0, *state.drawn[turn + 1 :])
        if isinstance(move, Draw) or state.terms.choose:
            bags = steps.rebagged(state, steps.without(steps.bag_of(state, turn), kind))
        if isinstance(move, Draw):
            drawn = (*drawn[:turn], kind, *drawn[turn + 1 :])
            return replace(state, bags=bags, drawn=drawn)
        if isinstance(move, Lay):
            board = changed(state.board, {move.point: code_of(kind, turn)})
            return steps.handed_on(replace(state, board=board, bags=bags, drawn=drawn))
        aside = (*state.aside[:kind], state.aside[kind] + 1, *state.aside[kind + 1 :])
        return steps.handed_on(replace(state, aside=aside, bags=bags, drawn=drawn))

    def scores(self, state: Garden) -> tuple[int, ...]:
        """The ranking score, shared by a team; the numbers of lines when playing each other."""
        formed = steps.lines(state.board)
        if state.terms.mode == "uncooperative":
            return len(formed.harmonies), len(formed.disharmonies)
        score = steps.full(formed) if state.terms.full else steps.simple(formed)
        return (score,) * len(state.drawn)

    def outcome(self, state: Garden) -> Outcome | None:
        """How the game ended (SO-7, SO-9): alone or together there is only winning."""
        if not steps.over(state):
            return None
        if state.terms.mode != "uncooperative":
            return Outcome(tuple(range(len(state.drawn))), "finished")
        harmonies, disharmonies = map(len, steps.lines(state.board))
        return Outcome((0,), KEYS[0]) if harmonies > disharmonies else Outcome((1,), KEYS[1])

    def events(self, before: Garden, move: Move, after: Garden) -> tuple[Event, ...]:
        """The tile drawn or laid aside, lines that grew and broke, and what the score gained."""
        if isinstance(move, Draw):
            return (Event("draw", CHANCE, params=naming(move.kind)),)
        found = []
        if isinstance(move, Aside):
            found.append(Event("aside", before.turn, params=naming(steps.to_lay(before)[0])))
        moved = {move.goal: move.source} if isinstance(move, Shift) else {}
        lines = zip(EVENTS, steps.lines(before.board), steps.lines(after.board), strict=True)
        for key, was, now in lines:
            old = {frozenset(line): line for line in was}
            new = {frozenset(moved.get(point, point) for point in line): line for line in now}
            found += [
                Event(key, before.turn, 0, _places(line), _params(after.board, line))
                for ends, line in new.items()
                if ends not in old
            ]
            found += [
                Event(f"broken_{key}", before.turn, 0, _places(line), _tiles(before.board, line))
                for ends, line in old.items()
                if ends not in new
            ]
        scores = zip(self.scores(before), self.scores(after), strict=True)
        gains = [Event("score", s, b - a, params=(("n", b),)) for s, (a, b) in enumerate(scores)]
        return (*found, *(event for event in gains if event.points))

    def explain(self, state: Garden) -> tuple[ScoreLine, ...]:
        """Every line with its length, then both scores; what does not count stands there as 0."""
        formed, seats = steps.lines(state.board), len(state.drawn)
        against = state.terms.mode == "uncooperative"
        sheet = [
            ScoreLine(
                min(kind, seats - 1), int(against), EVENTS[kind],
                _params(state.board, line), _places(line),
            )
            for kind, these in enumerate(formed)
            for line in these
        ]  # fmt: skip
        for ranks, key, score in (
            (not state.terms.full, "simple", steps.simple(formed)),
            (state.terms.full, "full", steps.full(formed)),
        ):
            if not against:
                points = score if ranks else 0
                sheet += [ScoreLine(seat, points, key, (("n", score),)) for seat in range(seats)]
        return tuple(sheet)

    def ends_turn(self, before: Garden, move: Move, after: Garden) -> bool:
        return True

    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    to_plain = staticmethod(codec.to_plain)

    def from_plain(self, plain: Mapping[str, Any], options: Options) -> Garden:
        mode = options.get("mode", self.info.options[0].default)
        return codec.from_plain(plain, self._terms(steps.SEATS.get(str(mode), 1), options))


def _tiles(board: Board, line: Line) -> Params:
    first, second = (kind_of(board.cells[point]) for point in line)
    return *naming(first), *naming(second, "other")


def _params(board: Board, line: Line) -> Params:
    return *_tiles(board, line), ("n", line.length)


def _places(line: Line) -> tuple[str, ...]:
    return PLACES[line.first], PLACES[line.second]


# Why not ------------------------------------------------------------------------------------


def _at(rule: str, key: str, point: Point, params: Params = ()) -> Refusal:
    """A refusal about a point: {at}."""
    return Refusal(rule, key, (PLACES[point],), (("at", PLACES[point]), *params))


def _tile(rule: str, key: str, board: Board, point: Point) -> Refusal:
    """A refusal about the tile on a point: {tile} and {at}."""
    return _at(rule, key, point, naming(kind_of(board.cells[point])))


# Drawing and laying ---------------------------------------------------------------------------


def _draw(garden: Garden, kind: Kind) -> Refusal | None:
    if any(steps.to_lay(garden)):
        return Refusal("SO-1", "lay_first")
    if steps.bag_of(garden, garden.turn)[kind]:
        return None
    return Refusal("SO-1", "none_left", params=naming(kind))


def _other_tile(garden: Garden, kind: Kind) -> Refusal:
    if garden.terms.choose:
        return Refusal("SO-8", "none_left", params=naming(kind))
    return Refusal("SO-1", "other_tile", params=naming(garden.drawn[garden.turn]))


def _lay(garden: Garden, move: Lay) -> Refusal | None:
    kind, point = move.kind, move.point
    legal = steps.legal_points(garden, kind)
    if legal & BITS[point]:
        return None
    if garden.board.cells[point]:
        return _tile("SO-3", "point_taken", garden.board, point)
    if kind in ACCENTS:
        key = "accent_on_gate" if GATES & BITS[point] else "accent_far"
        return _at("SO-4", key, point, naming(kind))
    if not steps.fitting(kind) & BITS[point]:
        return _at("SO-3", "wrong_garden", point, naming(kind))
    return _wrong_line(garden, garden.board, kind, point) or _forms_nothing(garden, kind, point)


def _wrong_line(garden: Garden, board: Board, kind: Kind, point: Point) -> Refusal | None:
    """A bound tile would form the other player's kind of line there (SO-8)."""
    if not steps.bound(garden, kind):
        return None
    key, kinds = (
        ("no_disharmony", steps.DISHARMONISES[kind])
        if garden.turn == 0
        else ("no_harmony", steps.HARMONISES[kind])
    )
    seen = sight(point, board.taken, OVER_GATES) & board.taken
    found = [other for other in points_of(seen) if kind_of(board.cells[other]) in kinds]
    if not found:
        return None
    other = naming(kind_of(board.cells[found[0]]), "other")
    params = (*naming(kind), *other, ("at", PLACES[found[0]]))
    return Refusal("SO-8", key, (PLACES[point], PLACES[found[0]]), params)


def _forms_nothing(garden: Garden, kind: Kind, point: Point) -> Refusal:
    if not steps.bound(garden, kind):
        return _at("SO-3", "forms_nothing", point, naming(kind))
    key = "forms_no_harmony" if garden.turn == 0 else "forms_no_disharmony"
    return _at("SO-8", key, point, naming(kind))


# Moving instead -------------------------------------------------------------------------------


def _shift(garden: Garden, move: Shift) -> Refusal | None:
    if not garden.terms.move_instead:
        return Refusal("SO-6", "no_moving")
    if steps.goals_of(garden, move.source) & BITS[move.goal]:
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
    if not steps.fitting(kind) & BITS[goal]:
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
