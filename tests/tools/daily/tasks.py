"""What is looked for in a game's positions: tasks that might have one solution, cheapest first.

A task is only proposed here. That it can be done, and in one way alone, is for `proof` to find.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from game.rules.core.protocol import AnyState, Event, Plain, PositionError, Seat, Value
from game.rules.skud_pai_sho.state import harmony_count
from game.rules.solitaire_pai_sho import state as garden
from game.rules.walomino import state as pairs
from game.services.levels import Until
from game.services.levels.goals import Goal, Search, TooFar, Track, each_turn, read_goal
from game.services.toml_reader import TomlTable

MOST = 3000
"""So many turns of a position are looked at; where there are more, people find no best one."""
LONGEST_SNAKE = 36
"""So many tiles of Domi Jongg's snake can be taken in at a glance."""
FEWEST_WAYS = 20
"""Where a hand can be laid in fewer ways, trying them all is quicker than thinking."""
FORESIGHT = 60_000
"""So many turns may be looked at to see how much can be forced."""


class Task(NamedTuple):
    """Something that may be a puzzle, from the state in which it begins."""

    kind: str
    """Which of the game's texts tell it."""
    state: AnyState
    goal: Plain
    turns: int = 1
    until: Until = "turn"
    n: int = 0
    """The number that its text names."""
    alike: int = 1
    """So many first turns may reach the goal that a person would call the same."""
    share: float = 0.2
    """They may be this part of all first turns."""


Tasks: TypeAlias = Iterator[Task]


def goal_of(plain: Plain) -> Goal:
    """The goal that a file describes like this."""
    return read_goal(TomlTable(Path("puzzle"), plain))


def gain(points: int) -> Plain:
    return {"kind": "gain", "points": points}


def event(kind: str, count: int = 1) -> Plain:
    some = {"count": count} if count > 1 else {}
    return {"kind": "event", "event": kind, **some}


def prevent(goal: Plain) -> Plain:
    return {"kind": "prevent", "goal": goal}


def both(*goals: Plain) -> Plain:
    return {"kind": "all", "goals": list(goals)}


def cut(events: Sequence[Event], seat: Seat) -> bool:
    """Whether something came to stand in a harmony of this seat and made two of it."""
    mine = [each for each in events if each.seat == seat]
    new = [{*each.places} for each in mine if each.kind == "harmony"]
    broken = [{*each.places} for each in mine if each.kind == "broken"]
    return any(one ^ other == ends for ends in broken for one, other in combinations(new, 2))


class Turns:
    """Every turn of a position, looked at once; none if there are more than a person could see."""

    def __init__(self, track: Track) -> None:
        self.all = list(islice(each_turn(track), MOST + 1))
        if len(self.all) > MOST:
            self.all = []

    @cached_property
    def _events(self) -> list[tuple[Event, ...]]:
        return [tuple(after.events()) for after in self.all]

    def count(self, kind: str, others: bool = False) -> list[int]:
        """How many events of this kind every turn brings, to its seat or to others."""
        return [
            sum(each.kind == kind and (each.seat != after.seat) == others for each in events)
            for after, events in zip(self.all, self._events, strict=True)
        ]  # fmt: skip

    def most(self, kind: str, others: bool = False) -> int:
        """The most events of this kind that one turn brings."""
        return max(self.count(kind, others), default=0)

    def cuts(self, kind: str, seat: Seat) -> bool:
        """Whether a turn that brings most of them cuts a harmony of this seat in two."""
        others = any(seat != after.seat for after in self.all)
        counts = self.count(kind, others)
        return any(
            count == max(counts) and cut(events, seat)
            for count, events in zip(counts, self._events, strict=True)
        )

    @property
    def points(self) -> int:
        """The most points that one turn brings."""
        return max((after.gained for after in self.all), default=0)


def forced(track: Track, turns: int, least: int) -> int:
    """How many points can be forced in so many turns; 0 if these are fewer than `least`, or if
    that takes too long to find out.
    """
    points = least - 1
    try:
        while Search(goal_of(gain(points + 1)), budget=FORESIGHT).forced(track, turns):
            points += 1
    except TooFar:
        return 0
    return points if points >= least else 0


# The games ------------------------------------------------------------------------------------


def jin_li(track: Track) -> Tasks:
    """With stones in hand: points, and none for the other. Without: points over several turns."""
    pond, seat = track.state, track.seat
    if pond.phase != "move":
        return
    at_once = Turns(track).points
    if any(pond.hands):
        if at_once == 3:
            yield Task("gain", pond, gain(3), n=3, alike=40)
        if at_once:
            yield Task("hold", pond, both(gain(at_once), prevent(gain(1))), n=at_once, alike=2)
        return
    if at_once:
        yield Task("hold", pond, both(gain(at_once), prevent(gain(1))), n=at_once)
    missing = pond.terms.target - pond.points[seat]
    for turns in (2, 3):
        points = forced(track, turns, at_once + 1)
        if points >= missing > at_once:
            yield Task("win", pond, {"kind": "win"}, turns, n=missing)
        elif points > 1:
            yield Task("gain", pond, gain(points), turns, n=points)
        at_once = max(at_once, points)


def ping_pao(track: Track) -> Tasks:
    """Pieces to free at once, in several turns, or so that none of one's own comes free."""
    table = track.state
    if table.phase == "build":
        if sum(table.hands) == table.hands[table.turn] == 1:
            yield Task("last", table, prevent(gain(1)), alike=4)
        return
    at_once = Turns(track).points
    if at_once > 1:
        yield Task("gain", table, gain(at_once), n=at_once)
    if at_once:
        yield Task("hold", table, both(gain(at_once), prevent(gain(1))), n=at_once)
    for turns in (2, 3):
        points = forced(track, turns, at_once + 1)
        if points:
            yield Task("gain", table, gain(points), turns, n=points)
        at_once = max(at_once, points)


def walomino(track: Track) -> Tasks:
    """Somebody who has to sit out, once or twice, and pairs that can all be laid."""
    table, seat = track.state, track.seat
    if table.phase != "play":
        return
    left, other = pairs.left(table), 1 - seat
    if not left[other]:
        return
    held = prevent(event("attached"))
    if any(map(goal_of(held).met, Turns(track).all)):
        yield Task("hold", table, held, n=left[other], alike=20, share=0.25)
        if left[seat] > 1:
            rest = {f"left.{seat}": left[seat] - 2, f"left.{other}": left[other]}
            kept = [{"kind": "state", "path": path, "is": n} for path, n in rest.items()]
            yield Task("twice", table, both(*kept, held), 2, n=left[other], alike=20, share=0.25)
    if left[seat] == 2:
        mine: Plain = {"kind": "state", "path": f"left.{seat}", "is": 0}
        yield Task("out", table, mine, 2, alike=20, share=0.25)
        yield Task("win", table, {"kind": "win"}, 2, "reply", alike=20, share=0.25)


def domi_jongg(track: Track) -> Tasks:
    """The whole hand in one turn, branches, and the most points."""
    table, seat = track.state, track.seat
    held = len(table.hands[seat])
    if table.phase != "turn" or held < 4 or len(table.snake) > LONGEST_SNAKE:
        return
    turns = Turns(track)
    if len(turns.all) < FEWEST_WAYS:
        return
    surplus = turns.most("surplus")
    if surplus or turns.most("whole_hand"):
        kind = "surplus" if surplus else "whole"
        yield Task(kind, table, event("surplus" if surplus else "whole_hand"), n=held, alike=3)
        return
    if turns.most("branch") == 2:
        yield Task("branch", table, event("branch", 2), n=2, alike=3)
    points = turns.points
    if points > 1:
        yield Task("gain", table, gain(points), n=points, alike=3)


def skud_pai_sho(track: Track) -> Tasks:
    """Rings to close and to keep open, and harmonies to win and to break."""
    board, seat = track.state, track.seat
    if board.phase != "turn" or harmony_count(board, 0) + harmony_count(board, 1) < 2:
        return
    ring: Plain = {"kind": "outcome", "reason": "ring"}
    turns = Turns(track)
    if turns.most("ring"):
        yield Task("ring", board, ring, alike=2)
        return
    if Turns(Track(track.game, 1 - seat, replace(board, turn=1 - seat))).most("ring"):
        yield Task("hold", board, prevent(ring), alike=2)
    found = turns.most("harmony")
    if found > 1 and not turns.cuts("harmony", seat):
        yield Task("harmony", board, event("harmony", found), n=found, alike=2)
    broken = turns.most("broken", others=True)
    if broken > 1 and not turns.cuts("broken", 1 - seat):
        goal = {**event("broken", broken), "by": "others"}
        yield Task("break", board, goal, n=broken, alike=2)


def solitaire_pai_sho(track: Track) -> Tasks:
    """The most points with the tile that was drawn, and with the one after it."""
    state, seat = track.state, track.seat
    laid = state.board.taken.bit_count()
    if not 8 <= laid <= 24 or not any(garden.to_lay(state)):
        return
    points = Turns(track).points
    if laid % 2:
        if points > 1:
            yield Task("gain", state, gain(points), n=points)
        return
    kind = next((kind for kind, count in enumerate(state.bags[0]) if count), None)
    if kind is None or laid % 4:
        return
    one = tuple(int(each == kind) for each in range(len(state.bags[0])))
    known = state._replace(bags=(one,))
    total = most_of_two(Track(track.game, seat, known))
    if total > max(points, 1):
        yield Task("gain", known, gain(total), 2, n=total)


def most_of_two(track: Track) -> int:
    """The most points of two tiles, where it is known which is next."""
    return max(
        (last.gained for first in each_turn(track) for drawn in each_turn(first)
         for last in each_turn(drawn)), default=0,
    )  # fmt: skip


FINDERS: Mapping[str, Callable[[Track], Tasks]] = {
    finder.__name__: finder
    for finder in (ping_pao, walomino, jin_li, domi_jongg, skud_pai_sho, solitaire_pai_sho)
}
OPTIONS: Mapping[str, Mapping[str, Value]] = {
    "jin_li": {"stones": 6}, "walomino": {"draft": "deal"},
}  # fmt: skip
"""With which options the games are played; all others are the rules' defaults."""
SEATS: Mapping[str, Sequence[int]] = {"ping_pao": (2, 2, 3, 4), "solitaire_pai_sho": (1,)}
"""For how many; two, if nothing is said."""
KEPT: Mapping[str, Sequence[str]] = {
    "jin_li": ("koi", "stones", "hand", "score", "turn", "phase"),
    "ping_pao": ("phase", "turn", "hands", "score", "pieces"),
    "walomino": ("turn", "chain", "pairs"),
    "domi_jongg": ("dealer", "turn", "hands", "snake"),
    "skud_pai_sho": ("board", "hands", "turn"),
    "solitaire_pai_sho": ("board", "drawn", "left"),
}
"""What a file says of a position; the rest follows, or is no part of the puzzle."""


def without_nothing(value: Any) -> Any:
    """The same without what is null, which TOML cannot say."""
    if isinstance(value, Mapping):
        return {key: without_nothing(each) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [without_nothing(each) for each in value if each is not None]
    return value


def as_filed(track: Track, options: Mapping[str, Value]) -> tuple[Plain, Track] | None:
    """What a file says of the position, and the position that it says; none if that is no
    position in which this seat begins a turn.
    """
    game, plain = track.game, track.game.to_plain(track.state)
    position = without_nothing({key: plain[key] for key in KEPT[game.info.id]})
    try:
        state = game.from_plain(position, options)
    except PositionError:
        return None
    return (position, Track(game, track.seat, state)) if game.actor(state) == track.seat else None


def _laid(after: Track) -> object:
    """Which pair was laid and which colours are open now, not how it lies in the bend."""
    return after.move.number, sorted(end.colour for end in after.state.chain.ends)


SAME: Mapping[str, Callable[[Track], object]] = {
    "walomino": _laid, "domi_jongg": lambda after: None,
}  # fmt: skip
"""What first turns have in common that people call one: of most games, that they begin alike."""
