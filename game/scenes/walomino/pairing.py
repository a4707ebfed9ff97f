"""Joining pieces to pairs at the table, everybody at once (WM-4), and the start pair (WM-2).

Every seat has a bench in front of its tray. Pieces are pushed together, or one is tapped and then
another; two fingers pull a pair apart, or a tap shows knobs that turn its pieces and open it. What
lies on the benches is a plan: it is played when its seat says that it is done and the rules ask
for it. With dealt pairs everybody first says whether to keep them. The hooks are those of
`Picture`, see `walomino_preparing`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from game.physics.events import Key
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.game import Deal, Join, Start, Table
from game.rules.walomino.state import KEEP, NONE, REOPEN, Hues, Move, proposal, share
from game.rules.walong.geometry import COLOURS
from game.scenes.walomino.bench import Bench
from game.scenes.walomino.layout import benches, longest_side
from game.scenes.walomino.pieces import Single, warm
from game.ui.frame import Box
from game.ui.timeline import Call, Motion, Wait
from game.ui.timeline import Sequence as Chain

if TYPE_CHECKING:
    from game.scenes.play.play_scene import AnyPlayScene

Answer: TypeAlias = Literal["", "keep", "anew"]
Status: TypeAlias = Literal["", "start", "review", "joining", "ready", "settled"]
"""What a seat is at: nothing here, laying the start pair, deciding about dealt pairs, joining,
ready before its turn has come, or through with it all."""

RIM: Final = 14.0
"""Between a bench and the edge of its part of the board, in units."""
START_SIDE: Final = 116.0
FLYING: Final = 0.45
STAGGER: Final = 0.022
"""Seconds that a piece flies, and from one piece to the next."""
JOINING: Final = 0.34
"""Seconds to see a pair come about that others join."""
SLICE: Final = 0.008
"""Seconds of a frame for pictures painted ahead of time."""
FIRST_MATING: Final = (1, 4)
"""How the start pair lies at first: side by side."""


@dataclass(slots=True)
class Place:
    """A seat's bench, and what the seat has said so far."""

    seat: Seat
    bench: Bench
    answer: Answer = ""
    done: bool = False
    chosen: Key | None = None
    """The piece or pair that was tapped."""
    kept: tuple[Pair, ...] = ()
    """The pairs that lay here before an earlier state was looked at."""


class Warming:
    """Waits until the pictures that are needed next are painted, a few in every frame."""

    def __init__(self, pictures: Iterator[None]) -> None:
        self._pictures = pictures

    def advance(self, seconds: float) -> float | None:
        until = time.perf_counter() + SLICE
        for _ in self._pictures:
            if time.perf_counter() >= until:
                return None
        return seconds

    def finish(self) -> None:
        """They are painted when they are needed."""


class Pairing:
    """All benches of one table."""

    def __init__(
        self, scene: AnyPlayScene, from_box: Callable[[], Callable[[Seat, int], Single | None]]
    ) -> None:
        self.scene = scene
        self.from_box = from_box
        """Hands out the places of the full box, one piece after the other."""
        self.places: list[Place] = []
        self.start: Place
        self.medal: Box
        """Where the start pair lies while pairs are joined."""
        self.side = START_SIDE
        self.warming: Iterator[None] = iter(())
        """Paints what the benches will need."""
        self._cursor = 0
        self._replaying = False
        self._rng = random.Random(0)

    @property
    def table(self) -> Table:
        """The state in the picture."""
        state: Table = self.scene.state
        return state

    # Laying out --------------------------------------------------------------------------------

    def arrange(self, board: Box) -> None:
        """Benches for this board; what lay on them lies on the new ones."""
        trays = self.scene.trays
        found = benches(board.inset(RIM), trays)
        boxes = [box.inset(RIM / 2) for box in found.boxes]
        pieces = 2 * share(self.table)
        self.side = min(longest_side(round(box.w), round(box.h), pieces) for box in boxes)
        self.medal = found.middle
        before = self.places if len(self.places) == len(boxes) else None
        sound = self.scene.sound
        self.places = [
            Place(seat, Bench(box, self.side, sound)) for seat, box in enumerate(boxes)
        ]
        for old, new in zip(before or (), self.places, strict=bool(before)):
            new.answer, new.done = old.answer, old.done
            _move(old.bench, new.bench)
        self.warming = warm(max(8, round(self.side * self.scene.context.scale)))
        side = min(START_SIDE, board.w / 7, board.h / 5)
        room = Box.around(board.center, min(board.w, 10 * side), min(board.h, 7 * side))
        self.start = Place(0, Bench(room, side, sound))

    # What lies where ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Bring the benches in line with the state in the picture."""
        cursor = self.scene.match.cursor
        if cursor < self._cursor:
            for place in self.places:
                place.answer, place.done = "", False
        self._cursor = cursor
        self._keep_plans()
        self._lay_start()
        for place in self.places:
            self._lay(place)

    def _keep_plans(self) -> None:
        """Remember the pairs on the benches while an earlier state is in the picture."""
        replaying = self.scene.replaying
        if replaying and not self._replaying:
            for place in self.places:
                place.kept = place.bench.pairs
        self._replaying = replaying

    def _lay_start(self) -> None:
        table, place = self.table, self.start
        place.seat = table.turn
        if table.phase != "start":
            place.bench.clear()
            place.chosen = None
        elif not place.bench.holds(table.box, ()):
            place.bench.fill(table.box, (), 0)
            first, second = place.bench.loose
            place.chosen = place.bench.join(first, second, FIRST_MATING)
            place.bench.tidy()
            place.bench.arrive()

    def _lay(self, place: Place) -> None:
        hand, pairs = self._due(place)
        bench = place.bench
        if self.table.phase not in ("review", "pairing") or not (any(hand) or pairs):
            bench.clear()
        elif not bench.holds(hand, pairs):
            self._fill(place, hand, pairs)
        bench.fixed = len(pairs)
        if place.chosen is not None and place.chosen not in bench.world:
            place.chosen = None

    def _fill(self, place: Place, hand: Hues, pairs: tuple[Pair, ...]) -> None:
        """Lay a bench anew, with the pairs that were planned if they still can be."""
        planned = place.kept[len(pairs) :] if not self.scene.replaying else ()
        rest = [have - used for have, used in zip(hand, _pieces(planned), strict=True)]
        if planned and place.kept[: len(pairs)] == pairs and min(rest) >= 0:
            place.bench.fill(tuple(rest), place.kept, place.seat)
        else:
            place.bench.fill(hand, pairs, place.seat)
        if not self.scene.replaying:
            place.kept = ()

    def _due(self, place: Place) -> tuple[Hues, tuple[Pair, ...]]:
        """The loose pieces and the pairs of a seat, its wish to join anew taken as granted."""
        table = self.table
        hand = table.hands[place.seat]
        pairs = tuple(pair for pair in table.pairs[place.seat] if pair is not None)
        if place.answer == "anew" and pairs and not any(hand) and self._open(place.seat):
            return _pieces(pairs), ()
        return hand, pairs

    def _open(self, seat: Seat) -> bool:
        """Whether the rules have still to ask a seat about its dealt pairs."""
        table = self.table
        if table.phase == "pairing":
            return seat > table.turn and table.draft == "quick"
        return table.phase == "review" and seat >= table.turn

    def status(self, place: Place) -> Status:
        table, seat = self.table, place.seat
        if table.phase == "start":
            return "start" if place is self.start else ""
        if table.phase not in ("review", "pairing") or place is self.start:
            return ""
        if self._open(seat):
            if place.answer != "anew":
                return "ready" if place.answer else "review"
        elif seat < table.turn:
            return "settled"
        return "ready" if place.done else "joining"

    @property
    def active(self) -> list[Place]:
        """The benches people may work on now."""
        scene = self.scene
        if scene.replaying or scene.waiting is not None:
            return []
        return [
            place
            for place in (self.start, *self.places)
            if place.seat in scene.persons and self.status(place) in ("start", "joining")
        ]

    # What people say ---------------------------------------------------------------------------

    def say(self, place: Place, word: str) -> None:
        """A button: keep, anew, rest, done, change or lay."""
        self.scene.sound("button", self.scene.trays[place.seat].frame.center)
        match word:
            case "keep":
                place.answer = "keep"
            case "anew":
                place.answer = "anew"
                self._take_apart(place)
            case "rest":
                self.join_rest(place)
            case "done":
                place.done, place.chosen = place.bench.complete, None
                place.bench.tidy()
            case "change":
                place.done = False
                if place.answer == "keep":
                    place.answer = ""
            case "lay":
                self._lay_down(place)
        self.advance()

    def _take_apart(self, place: Place) -> None:
        bench = place.bench
        bench.fixed = 0
        for key in list(bench.twins):
            bench.open(key)

    def join_rest(self, place: Place) -> None:
        """The loose pieces become pairs, equal colours as seldom as possible (WM-1)."""
        bench = place.bench
        place.chosen = None
        loose = bench.loose
        for pair in proposal([bench.colours[piece] for piece in loose], self._rng):
            places = bench.places()
            first = next(p for p in loose if bench.colours[p] == pair.first)
            rest = [p for p in loose if p != first and bench.colours[p] == pair.second]
            second = min(rest, key=lambda p: abs(places[p].spot - places[first].spot))
            loose = [p for p in loose if p not in (first, second)]
            bench.join(first, second, (pair.side, pair.other))
        bench.tidy()

    def _lay_down(self, place: Place) -> None:
        if place.bench.complete:
            self._play([Start(place.bench.pairs[0])])

    def advance(self) -> None:
        """Play what has been said, once the rules ask for it."""
        scene, table = self.scene, self.table
        seat = scene.asked
        if seat is None or scene.waiting is not None or table.phase not in ("review", "pairing"):
            return
        place = self.places[seat]
        if table.phase == "review" and place.answer:
            self._play([KEEP if place.answer == "keep" else REOPEN])
        elif table.phase == "pairing" and place.done:
            self._play([Join(pair) for pair in place.bench.pairs[place.bench.fixed :]])

    def _play(self, moves: Sequence[Move]) -> None:
        """Moves that a button has already agreed to."""
        for move in moves:
            if not self.scene.commit(move):
                return
            if self.scene.waiting is not None:
                self.scene.consent(True)

    # Steps -------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        if isinstance(step.move, Deal):
            return self._dealing(step)
        if isinstance(step.move, Join):
            return self._joining(step.move.pair, self.places[step.seat])
        return None

    def _joining(self, pair: Pair, place: Place) -> Motion | None:
        """A pair that is not on the bench yet comes about."""
        bench, made = place.bench, len(self.table.pairs[place.seat])
        if bench.pairs[made : made + 1] == (pair,) or len(bench.pairs) != made:
            return None
        seen = bench.places()
        firsts = [p for p in bench.loose if bench.colours[p] == pair.first]
        ways = [
            (abs(seen[a].spot - seen[b].spot), a, b)
            for a in firsts
            for b in bench.loose
            if b != a and bench.colours[b] == pair.second
        ]
        if not ways:
            return None
        _, first, second = min(ways)
        bench.join(first, second, (pair.side, pair.other))
        return Wait(JOINING)

    def _dealing(self, step: Step) -> Motion:
        """All pieces fly from the box, joined already."""
        after: Table = self.scene.match.states[step.index + 1]

        def begin() -> None:
            for place in self.places:
                pairs = tuple(pair for pair in after.pairs[place.seat] if pair is not None)
                place.bench.fill(NONE, pairs, place.seat)
            self.fly_in(self.from_box())
            self.scene.sound("box_open", self.scene.layout.board.center)

        pieces = sum(len(own) for own in after.pairs) * 2
        reduced = self.scene.timeline.reduced
        flight = Wait(0.1 if reduced else STAGGER * pieces + FLYING)
        return Chain(Warming(self.warming), Call(begin), flight)

    def fly_in(self, starts: Callable[[Seat, int], Single | None]) -> None:
        """Every piece is seen coming from where its seat and its colour are asked for."""
        if self.scene.timeline.reduced:
            return
        rounds = max((len(place.bench.colours) for place in self.places), default=0)
        count = 0
        for piece in range(rounds):
            for place in self.places:
                if piece >= len(place.bench.colours):
                    continue
                start = starts(place.seat, place.bench.colours[piece])
                if start is not None:
                    place.bench.drift(piece, start, STAGGER * count, FLYING)
                    count += 1

    # Time --------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        self.advance()
        changed = [place.bench.tick(seconds) for place in (self.start, *self.places)]
        return any(changed)

    @property
    def moving(self) -> bool:
        return self.start.bench.moving or any(place.bench.moving for place in self.places)

    def rest(self) -> None:
        """No finger holds anything any more."""
        for place in (self.start, *self.places):
            place.bench.lose_all()


def _pieces(pairs: Sequence[Pair]) -> Hues:
    counts = [0] * len(COLOURS)
    for pair in pairs:
        counts[pair.first] += 1
        counts[pair.second] += 1
    return tuple(counts)


def _move(old: Bench, new: Bench) -> None:
    """Lay what lies on one bench on another one."""
    counts = [0] * len(COLOURS)
    for piece in old.loose:
        counts[old.colours[piece]] += 1
    if old.colours:
        new.fill(tuple(counts), old.pairs, 0)
        new.fixed = old.fixed
