"""Skud Pai Sho: plant, arrange, grow harmonies, and close a ring of them round the centre."""

from collections.abc import Mapping, Sequence
from typing import cast

from game.rules.core import protocol
from game.rules.core.protocol import CHANCE, Event, Options, Outcome, Refusal, ScoreLine, Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import BITS, PLACES, Board, Kind, Params, Point, kind_of, naming
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho import codec
from game.rules.skud_pai_sho import state as steps
from game.rules.skud_pai_sho.state import Accents, Arrange, Bonus, Decline, Move, Pass, Plant, State


class SkudPaiSho(protocol.Game[State, Move]):
    """Seat 0 is the guest, who has the first turn; seat 1, the host, chooses accents first."""

    info = protocol.Info(
        id="skud_pai_sho",
        seats=(2, 2),
        options=(
            protocol.Option("ruleset", ("leaflet", "garden_gate"), "SK-12"),
            protocol.Option("accents", ("each_chooses", "host_decides", "random", "all"), "SK-3"),
            protocol.Option("opening", ("mirrored", "informal"), "SK-22", later=True),
            protocol.Option("wheels", (True, False), "SK-24", later=True),
            protocol.Option("aids", (True, False), "SK-25", later=True),
        ),
    )
    words: Mapping[str, Move] = {"+-": steps.DECLINE, "--": steps.PASS}
    examples = "R4(0,8), (2,3)-(4,1), +R(1,1), +B(1,1)-(1,2), +-, R,W,K,B or --"
    implicit_step = steps.DECLINE

    def set_up(self, seats: int, options: Options) -> State:
        rules, tiles = skud.RULESETS[str(options["ruleset"])], skud.tiles(bool(options["wheels"]))
        state = State(
            rules, cast(steps.Choosing, options["accents"]), "accents", skud.HOST, garden.EMPTY,
            (tiles, tiles), ((), ()), 0, None, options["opening"] == "informal",
        )  # fmt: skip
        return state if state.choosing != "all" else steps.kept(state, skud.accents(tiles))

    def actor(self, state: State) -> Seat | None:
        if state.outcome is not None:
            return None
        drawn = state.phase == "accents" and state.choosing == "random"
        return CHANCE if drawn else state.turn

    moves = staticmethod(steps.moves)
    apply = staticmethod(steps.applied)

    def why_illegal(self, state: State, move: Move) -> Refusal | None:
        if state.outcome is not None:
            return Refusal(OVER.get(state.outcome.reason, "SK-20"), "over")
        if isinstance(move, Accents):
            return _accents(state, move)
        if state.phase == "accents":
            return Refusal("SK-3", "accents_first")
        if state.phase == "open":
            return _first_plant(state, move)
        if isinstance(move, Bonus | Decline):
            return _no_bonus(state, move)
        if state.phase == "bonus":
            return Refusal("SK-14", "bonus_open")
        if isinstance(move, Plant):
            if move.kind not in garden.BASICS:
                return Refusal("SK-10", "plant_basic", params=naming(move.kind))
            return _hand(state, move.kind, "SK-10") or _gate(state, move.gate, "SK-10")
        if isinstance(move, Arrange):
            return _arrange(state, move)
        return None if steps.moves(state) == (steps.PASS,) else Refusal("SK-21", "must_play")

    def chance_outcomes(self, state: State) -> Sequence[tuple[Move, int]]:
        return tuple(steps.choices(state.hands[state.turn]).items())

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def events(self, before: State, move: Move, after: State) -> tuple[Event, ...]:
        """Everything worth showing, in the order in which it happens."""
        found, moved = _step_events(before, move), steps.moved(before.board, move)
        made, lost = skud.changes(before.board, after.board, before.rules, moved)
        found += [_line("harmony", after.board, line) for line in made]
        found += [_line("broken", before.board, line) for line in lost]
        if isinstance(move, Arrange) and after.phase == "bonus":
            found.append(Event("bonus_due", before.turn, 0, (PLACES[move.goal],)))
        return (*found, *_ending(before, after))

    def explain(self, state: State) -> tuple[ScoreLine, ...]:
        """What counts at the last basic flower (SK-20), and the point of who has won."""
        lines = [
            ScoreLine(seat, 0, key, (("n", count(state, seat)),))
            for seat in (skud.GUEST, skud.HOST)
            for key, count in steps.counts(state.rules)
        ]
        won = [ScoreLine(seat, 1, "won") for seat, score in enumerate(self.scores(state)) if score]
        return (*lines, *won)

    def ends_turn(self, before: State, move: Move, after: State) -> bool:
        return after.phase != "bonus"

    write = staticmethod(steps.write)
    parse = staticmethod(steps.parse)
    split = staticmethod(steps.split)

    def turn_texts(self, state: State) -> list[str]:
        """Every complete turn as text: what `protocol.turns` lists, in a tenth of its time, for no
        state after a bonus tile is made.
        """
        if self.actor(state) == CHANCE:
            return []
        texts = []
        for move in steps.moves(state):
            texts.append(text := steps.write(move))
            if isinstance(move, Arrange) and (after := self.apply(state, move)).phase == "bonus":
                texts += [text + steps.write(bonus) for bonus in steps.moves(after)[1:]]
        return texts

    to_plain = staticmethod(codec.to_plain)
    position = staticmethod(codec.from_plain)


# What a step made happen ----------------------------------------------------------------------


def _step_events(before: State, move: Move) -> list[Event]:
    seat, board = before.turn, before.board
    match move:
        case Accents(kinds):
            named = (naming(kind, name)[0] for kind, name in zip(kinds, "abcd", strict=True))
            return [Event("accents", seat, params=tuple(named))]
        case Plant(kind, gate):
            return [_event("plant", seat, kind, gate)]
        case Arrange(_, goal) if board.cells[goal]:
            return [_event("capture", seat, kind_of(board.cells[goal]), goal)]
        case Bonus(kind, point, goal) if goal is not None:
            return [_event("ferried", seat, kind_of(board.cells[point]), point, goal)]
        case Bonus(kind, point) if board.cells[point]:
            return [_event("sunk", seat, kind_of(board.cells[point]), point)]
        case Bonus(kind, point) if kind == garden.WHEEL:
            turned = skud.turns_of(board, point).values()
            return [_event("wheel", seat, kind, point, *turned)]
        case Bonus(kind, point):
            return [_event("bonus", seat, kind, point)]
        case Decline() | Pass():
            return [Event("pass" if move == Pass() else "decline", seat)]
    return []


def _event(key: str, seat: Seat, kind: Kind, *points: Point) -> Event:
    places = tuple(PLACES[point] for point in points)
    return Event(key, seat, 0, places, (*naming(kind), ("at", places[0])))


def _line(key: str, board: Board, line: skud.Harmony) -> Event:
    one, other, owner = line
    params = (*_tile(board, one), *_tile(board, other, "other"))
    return Event(key, owner, 0, (PLACES[one], PLACES[other]), params)


def _ending(before: State, after: State) -> list[Event]:
    """Rings, and the point for the winner; draws are nobody's (SK-19, SK-20)."""
    if after.outcome is None:
        return []
    lines = skud.harmonies_of(after.board, after.rules)
    rings = [(seat, skud.ring(lines, seat)) for seat in (0, 1)]
    found = [
        Event("ring", seat, 0, tuple(PLACES[point] for point in way)) for seat, way in rings if way
    ]
    if not found:
        found.append(Event("stuck" if after.passes >= 2 else "last_basic", before.turn))
    return found + [Event("won", seat, 1) for seat in after.outcome.winners]


# Why not --------------------------------------------------------------------------------------


OVER = {"ring": "SK-19", "rings": "SK-19"}
ACCENT_RULES = dict(zip(garden.ACCENTS, ("SK-15", "SK-17", "SK-16", "SK-18"), strict=True))


def _named(
    rule: str, key: str, board: Board, first: Point, *more: Point, params: Params = ()
) -> Refusal:
    """A refusal about tiles on the board: {tile} and {at} are those of the first point."""
    named = (*_tile(board, first), ("at", PLACES[first]), *params)
    return Refusal(rule, key, tuple(PLACES[point] for point in (first, *more)), named)


def _tile(board: Board, point: Point, name: str = "tile") -> Params:
    return naming(kind_of(board.cells[point]), name)


# Before the first turn ------------------------------------------------------------------------


def _accents(state: State, move: Accents) -> Refusal | None:
    if state.phase != "accents":
        return Refusal("SK-3", "accents_kept")
    if len(move.kinds) != 4:
        return Refusal("SK-3", "accents_four", params=(("n", len(move.kinds)),))
    for kind in garden.ACCENTS:
        owned = state.hands[state.turn][kind]
        if move.kinds.count(kind) > owned:
            rule, key = ("SK-3", "accents_two") if owned else ("SK-24", "no_wheels")
            return Refusal(rule, key, params=naming(kind))
    return None


def _first_plant(state: State, move: Move) -> Refusal | None:
    gate = steps.FIRST_GATES[state.turn]
    first = state.board.cells[steps.FIRST_GATES[0]]
    if not isinstance(move, Plant) or move.gate != gate or move.kind not in garden.BASICS:
        return Refusal.at("SK-4", "first_gate", PLACES[gate])
    if first and move.kind != first:
        return _named("SK-4", "same_first", state.board, steps.FIRST_GATES[0])
    return None


# Plant, arrange, pass -------------------------------------------------------------------------


def _hand(state: State, kind: Kind, rule: str) -> Refusal | None:
    if state.hands[state.turn][kind]:
        return None
    return Refusal(rule, "not_in_hand", params=naming(kind))


def _gate(state: State, point: Point, rule: str) -> Refusal | None:
    if not garden.GATES & BITS[point]:
        return Refusal.at(rule, "no_gate", PLACES[point])
    if not skud.open_gates(state.board) & BITS[point]:
        return _named(rule, "gate_closed", state.board, point)
    return None


def _arrange(state: State, move: Arrange) -> Refusal | None:
    board, source, goal = state.board, move.source, move.goal
    return (
        _not_movable(state, source)
        or _no_landing(state, source, goal)
        or _out_of_reach(state, source, goal)
        or _clash(garden.changed(board, {source: 0, goal: board.cells[source]}), goal)
    )


def _not_movable(state: State, source: Point) -> Refusal | None:
    board, code = state.board, state.board.cells[source]
    if not code:
        return Refusal.at("SK-11", "nothing_there", PLACES[source])
    if kind_of(code) not in garden.FLOWERS:
        return _named("SK-11", "accents_stay", board, source)
    if garden.owner_of(code) != state.turn:
        return _named("SK-11", "not_yours", board, source)
    foe = board.masks[garden.code_of(garden.ORCHID, 1 - state.turn)] & garden.GROUND
    if BITS[source] & garden.GROUND and garden.KING[source] & foe:
        orchid = garden.points_of(garden.KING[source] & foe)[0]
        return _named("SK-13", "trapped", board, source, orchid, params=(("by", PLACES[orchid]),))
    return None


def _no_landing(state: State, source: Point, goal: Point) -> Refusal | None:
    board, kind = state.board, kind_of(state.board.cells[source])
    if garden.GATES & BITS[goal]:
        return _named("SK-11", "ends_on_gate", board, source, goal)
    if board.cells[goal] and not skud.prey(board, state.turn, kind, state.rules) & BITS[goal]:
        return _no_capture(state, source, goal)
    if not garden.FITS[kind] & BITS[goal]:
        return _named("SK-11", "wrong_garden", board, source, goal)
    return None


def _no_capture(state: State, source: Point, goal: Point) -> Refusal:
    board, mover = state.board, kind_of(state.board.cells[source])
    code = board.cells[goal]
    target = kind_of(code)
    if garden.owner_of(code) == state.turn:
        return _named("SK-11", "point_taken", board, goal)
    if target in garden.ACCENTS:
        return _named("SK-12", "accent_safe", board, goal)
    specials = state.rules.orchids_take_specials
    if target == garden.ORCHID and not (specials and mover == garden.ORCHID):
        return _named("SK-12", "orchid_tame", board, goal)  # a wild one is never refused
    if target == garden.LOTUS and not specials:
        return _named("SK-12", "lotus_safe", board, goal)
    key = {garden.LOTUS: "lotus_takes", garden.ORCHID: "orchid_takes"}.get(mover, "basic_takes")
    return _named("SK-12", key, board, source, goal, params=_tile(board, goal, "other"))


def _out_of_reach(state: State, source: Point, goal: Point) -> Refusal | None:
    board, kind = state.board, kind_of(state.board.cells[source])
    captured = skud.prey(board, state.turn, kind, state.rules) & BITS[goal]
    if skud.within_reach(board, source, captured) & BITS[goal]:
        return None
    (x1, y1), (x2, y2) = garden.xy(source), garden.xy(goal)
    key = "too_far" if abs(x1 - x2) + abs(y1 - y2) > garden.STEPS[kind] else "no_way"
    return _named("SK-11", key, board, source, goal, params=(("n", garden.STEPS[kind]),))


def _clash(after: Board, *came: Point) -> Refusal | None:
    """The clash a change leaves: of a tile that came to a point, or an uncovered one (SK-9)."""
    found = skud.clashes(after)
    if not found:
        return None
    first, second = min(found, key=lambda pair: not set(pair) & set(came))
    if second in came:
        first, second = second, first
    key = "clash" if first in came else "uncovers"
    params = (*_tile(after, first, "own"), ("there", PLACES[first]))
    return _named("SK-9", key, after, second, first, params=params)


# Bonus tiles ----------------------------------------------------------------------------------


def _no_bonus(state: State, move: Bonus | Decline) -> Refusal | None:
    if state.phase != "bonus":
        return Refusal("SK-14", "no_bonus")
    if isinstance(move, Decline):
        return None
    rule = ACCENT_RULES.get(move.kind, "SK-14")
    missing = _hand(state, move.kind, rule)
    if missing or move.kind in garden.FLOWERS:
        return missing or _bonus_flower(state, move)
    if move.kind == garden.BOAT:
        return _boat(state, move)
    if garden.GATES & BITS[move.point]:
        return Refusal(rule, "accent_on_gate", (PLACES[move.point],))
    if state.board.taken & BITS[move.point]:
        return _named(rule, "point_taken", state.board, move.point)
    return _wheel(state, move.point) if move.kind == garden.WHEEL else None


def _bonus_flower(state: State, move: Bonus) -> Refusal | None:
    closed = _gate(state, move.point, "SK-14")
    growing = skud.flowers(state.board, state.turn) & garden.GATES
    needs_bare_gates = state.rules.bonus_basic_needs_bare_gates and move.kind in garden.BASICS
    if closed or not (needs_bare_gates and growing):
        return closed
    return _named("SK-14", "gates_not_bare", state.board, *garden.points_of(growing))


def _wheel(state: State, hub: Point) -> Refusal | None:
    board = state.board
    rim = garden.KING[hub] & board.taken
    rocks = garden.both(board, garden.ROCK)
    for key, stuck in (("wheel_rock", rocks), ("wheel_gate", garden.GATES)):
        if rim & stuck:
            return _named("SK-17", key, board, garden.points_of(rim & stuck)[0])
    for point in garden.points_of(rim):
        if wrong := skud.wrong_turn(board, hub, point):
            return _named("SK-17", wrong, board, point)
    after = skud.with_bonus(board, garden.code_of(garden.WHEEL, state.turn), hub, None)
    return _clash(after, *skud.turns_of(board, hub).values())


def _boat(state: State, move: Bonus) -> Refusal | None:
    board, point, goal = state.board, move.point, move.goal
    kind = kind_of(board.cells[point])
    if not kind or garden.GATES & BITS[point]:
        return Refusal.at("SK-18", "boat_where", PLACES[point])
    if kind in garden.FLOWERS:
        return _ferry(state, point, goal)
    if kind not in state.rules.boats_remove:
        return _named("SK-18", "boat_on_boat", board, point)
    if goal is not None:
        return _named("SK-18", "boat_sinks", board, point)
    return _clash(garden.changed(board, {point: 0}))


def _ferry(state: State, point: Point, goal: Point | None) -> Refusal | None:
    board, kind = state.board, kind_of(state.board.cells[point])
    if goal is None:
        return _named("SK-18", "boat_goal", board, point)
    for wrong, key, *places in (
        (~garden.KING[point], "boat_far", point, goal),
        (garden.GATES, "boat_gate", point, goal),
        (board.taken, "point_taken", goal),
        (~garden.FITS[kind], "wrong_garden", point, goal),
    ):
        if wrong & BITS[goal]:
            return _named("SK-18", key, board, *places)
    boat = garden.code_of(garden.BOAT, state.turn)
    return _clash(skud.with_bonus(board, boat, point, goal), goal)
