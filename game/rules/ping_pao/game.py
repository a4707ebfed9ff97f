"""Ping-Pao, the rules PP-1 to PP-8: build together, then take apart and free what others laid."""

from collections.abc import Mapping, Sequence

from game.rules.core import protocol
from game.rules.core.protocol import CHANCE, Event, Options, Outcome, Refusal, Seat
from game.rules.ping_pao import codec
from game.rules.ping_pao import state as steps
from game.rules.ping_pao.state import FACES, PASS, ROLLS, Lay, Move, Pass, Roll, Table, Take
from game.rules.walong.geometry import HOME, Pose, read_pose, side_place


class PingPao(protocol.Game[Table, Move]):
    """Every seat has ten pieces of one colour; freed pieces of others are points."""

    info = protocol.Info(
        id="ping_pao",
        seats=steps.SEATS,
        options=(
            protocol.Option("start", ("first", "random", "die"), "PP-1"),
            protocol.Option("freed", ("no_contact", "no_side"), "PP-5"),
        ),
    )

    words: Mapping[str, Move] = {"--": PASS, **dict(zip(FACES, ROLLS, strict=True))}
    effects: Mapping[type[Move], protocol.Effect[Table]] = {
        Lay: steps.lay, Take: steps.take, Roll: steps.roll,
        Pass: lambda table, _: table._replace(turn=steps.next_seat(table)),
    }  # fmt: skip
    examples = "+3:0,1,0,0 and -3:0,1,0,0, passing is --, luck rolls y r g v b w"

    set_up = staticmethod(steps.set_up)

    def first_seat(self, start: Table) -> Seat | None:
        return self.actor(start) if start.phase != "luck" else None

    def actor(self, state: Table) -> Seat | None:
        if state.phase == "over":
            return None
        return CHANCE if state.phase == "luck" else state.turn

    def moves(self, state: Table) -> Sequence[Move]:
        if state.phase == "build":
            return steps.lays(state, state.turn) or (PASS,)
        if state.phase == "remove":
            return steps.takes(state, state.turn) or (PASS,)
        return steps.rolls(state) if state.phase == "luck" else ()

    def why_illegal(self, state: Table, move: Move) -> Refusal | None:
        if state.phase == "over":
            return Refusal("PP-8", "over")
        if state.phase == "luck":
            if not isinstance(move, Roll):
                return Refusal("PP-1", "luck_first")
            playing = move in steps.rolls(state)
            return None if playing else _coloured("PP-1", "not_playing", move.face)
        if isinstance(move, Roll):
            return Refusal("PP-1", "begun")
        if isinstance(move, Pass):
            return _not_stuck(state)
        if isinstance(move, Lay):
            return _no_laying(state, move.pose)
        return _no_taking(state, move)

    def scores(self, state: Table) -> tuple[int, ...]:
        return state.points

    def outcome(self, state: Table) -> Outcome | None:
        """Most points win, ties share (PP-8)."""
        if state.phase != "over":
            return None
        most = max(state.points)
        return Outcome(tuple(s for s, n in enumerate(state.points) if n == most), "cleared")

    def events(self, before: Table, move: Move, after: Table) -> tuple[Event, ...]:
        if isinstance(move, Roll):
            colour = (("colour", f"@colour.{FACES[move.face]}"),)
            if after.phase == "luck":
                return (Event("again", CHANCE, params=colour),)
            return (Event("starts", after.turn, params=colour),)
        if isinstance(move, Pass):
            return (_skipped(before),)
        if isinstance(move, Take):
            return _taken(before, move, after)
        return (Event("dismantle", after.turn),) if after.phase == "remove" else ()

    def next_game_options(self, state: Table) -> Options:
        """The seats rotate by one, so luck need not choose again who starts (PP-1)."""
        return {"start": "first"}

    def write(self, move: Move) -> str:
        if isinstance(move, Lay):
            return f"+{move.pose}"
        return f"-{move.pose}" if isinstance(move, Take) else super().write(move)

    def parse(self, text: str) -> Move | None:
        pose = read_pose(text[1:])
        if pose is None or text[0] not in "+-":
            return None
        return Lay(pose) if text[0] == "+" else Take(pose)

    to_plain = staticmethod(codec.to_plain)
    position = staticmethod(codec.from_plain)


def _skipped(table: Table) -> Event:
    """A seat passes, and why it must."""
    seat = table.turn
    if table.phase == "build":
        return Event("no_room" if table.hands[seat] else "hand_empty", seat)
    own = tuple(str(pose) for pose, owner in table.pieces.pieces if owner == seat)
    return Event("walled_in" if own else "none_left", seat, places=own)


def _taken(before: Table, move: Take, after: Table) -> tuple[Event, ...]:
    """What came loose, what that scores, and whether the rest falls apart."""
    seat, events = before.turn, list[Event]()
    loose = steps.freed(before, move)
    own = tuple(str(pose) for pose in loose if before.pieces.label(pose) == seat)
    others = tuple(str(pose) for pose in loose if before.pieces.label(pose) != seat)
    if others:
        events.append(Event("freed", seat, len(others), others))
    if own:
        events.append(Event("freed_own", seat, places=own, params=(("n", len(own)),)))
    heaps = len(after.pieces.heaps())
    if heaps > len(before.pieces.heaps()):
        events.append(Event("split", seat, params=(("n", heaps),)))
    return tuple(events)


# Why not ------------------------------------------------------------------------------------


def _coloured(rule: str, key: str, colour: int, *places: str) -> Refusal:
    """A refusal whose text names a colour."""
    return Refusal(rule, key, places, (("colour", f"@colour.{FACES[colour]}"),))


def _not_stuck(table: Table) -> Refusal | None:
    if table.phase == "build":
        return Refusal("PP-3", "can_lay") if steps.can_lay(table, table.turn) else None
    places = tuple(str(move.pose) for move in steps.takes(table, table.turn))
    return Refusal("PP-6", "can_take", places) if places else None


def _no_laying(table: Table, pose: Pose) -> Refusal | None:
    if table.phase == "remove":
        return Refusal("PP-4", "built")
    if not table.hands[table.turn]:
        return Refusal("PP-3", "hand_empty")
    if not len(table.pieces):
        return None if pose == HOME else Refusal("PP-2", "first_at_home", (str(HOME),))
    if others := table.pieces.overlapped(pose):
        return Refusal("PP-2", "overlap", tuple(map(str, others)))
    contacts = table.pieces.contacts(pose)
    if not contacts:
        tips = tuple(map(str, table.pieces.tips(pose)))
        return Refusal("PP-2", "tip_only", tips) if tips else Refusal("PP-2", "apart")
    own = [c for c in contacts if table.pieces.label(c.pose) == table.turn]
    places = [side_place(contact.pose, contact.other) for contact in own]
    return _coloured("PP-2", "own_colour", table.turn, *places) if own else None


def _no_taking(table: Table, move: Take) -> Refusal | None:
    pose, place = move.pose, str(move.pose)
    if table.phase == "build":
        return Refusal("PP-4", "still_building", (place,))
    if pose not in table.pieces:
        return Refusal("PP-4", "nothing_there", (place,))
    owner = table.pieces.label(pose)
    if owner != table.turn:
        return _coloured("PP-4", "not_yours", owner, place)
    if table.pieces.free_sides(pose):
        return None
    walls = [side_place(c.pose, c.other) for c in table.pieces.contacts(pose)]
    return Refusal("PP-4", "walled_in", (place, *walls))
