"""The benches of all seats and the one of the start pair: what lies there, who may work there.

What lies on the benches is a plan: it is played when its seat says that it is done and the rules
ask for it. With dealt pairs everybody first says whether to keep them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from game.physics.click import Key
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Hues, share
from game.rules.walong.geometry import COLOURS
from game.scenes.walomino.bench import Bench
from game.scenes.walomino.layout import benches, longest_side
from game.scenes.walomino.phase import START, Host
from game.scenes.walomino.pieces import Single
from game.ui.frame import Box

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
FIRST_MATING: Final = (1, 4)
"""How the start pair lies at first: side by side."""


@dataclass(slots=True)
class Place:
    """A seat's bench, and what the seat has said so far. `number` is the seat, or START."""

    number: int
    seat: Seat
    bench: Bench
    answer: Answer = ""
    done: bool = False
    chosen: Key | None = None
    """The piece or pair that was tapped."""
    kept: tuple[Pair, ...] = ()
    """The pairs that lay here before an earlier state was looked at."""


class Benches:
    """All benches of one table."""

    def __init__(self, scene: Host) -> None:
        self.scene = scene
        self.places: list[Place] = []
        self.start: Place
        self.medal: Box
        """Where the start pair lies while pairs are joined."""
        self.side = START_SIDE
        self.lying: dict[Seat, dict[int, tuple[Single, Single]]] = {}
        """By number, where a seat's pairs were seen last before play: the first piece first."""
        self._cursor = 0
        self._replaying = False

    @property
    def all(self) -> list[Place]:
        return [self.start, *self.places]

    def at(self, number: int) -> Place | None:
        """The bench with a number, if people may work on it now."""
        return next((place for place in self.active if place.number == number), None)

    # Laying out --------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Benches for the board; what lay on them lies on the new ones."""
        board, trays = self.scene.layout.board, self.scene.trays
        found = benches(board.inset(RIM), trays)
        boxes = [box.inset(RIM / 2) for box in found.boxes]
        pieces = 2 * share(self.scene.state)
        self.side = min(longest_side(round(box.w), round(box.h), pieces) for box in boxes)
        self.medal = found.middle
        before = self.places if len(self.places) == len(boxes) else None
        sound = self.scene.sound
        self.places = [
            Place(seat, seat, Bench(box, self.side, sound)) for seat, box in enumerate(boxes)
        ]
        for old, new in zip(before or (), self.places, strict=bool(before)):
            new.answer, new.done = old.answer, old.done
            _move(old.bench, new.bench)
        side = min(START_SIDE, board.w / 7, board.h / 5)
        room = Box.around(board.center, min(board.w, 10 * side), min(board.h, 7 * side))
        self.start = Place(START, 0, Bench(room, side, sound))

    # What lies where ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Bring the benches in line with the state in the picture."""
        self._remember()
        cursor = self.scene.match.cursor
        if cursor < self._cursor:
            for place in self.places:
                place.answer, place.done = "", False
        self._cursor = cursor
        self._keep_plans()
        self._lay_start()
        for place in self.places:
            self._lay(place)

    def _remember(self) -> None:
        for place in self.places:
            seen, bench = place.bench.seen(), place.bench
            if bench.complete:
                self.lying[place.seat] = {
                    number: (seen[twin.first], seen[twin.second])
                    for number, twin in enumerate(bench.twins.values())
                }

    def _keep_plans(self) -> None:
        """Remember the pairs on the benches while an earlier state is in the picture."""
        replaying = self.scene.replaying
        if replaying and not self._replaying:
            for place in self.places:
                place.kept = place.bench.pairs
        self._replaying = replaying

    def _lay_start(self) -> None:
        table, place = self.scene.state, self.start
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
        if self.scene.state.phase not in ("review", "pairing") or not (any(hand) or pairs):
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
        table = self.scene.state
        hand = table.hands[place.seat]
        pairs = tuple(pair for pair in table.pairs[place.seat] if pair is not None)
        if place.answer == "anew" and pairs and not any(hand) and self._open(place.seat):
            return _pieces(pairs), ()
        return hand, pairs

    def _open(self, seat: Seat) -> bool:
        """Whether the rules have still to ask a seat about its dealt pairs."""
        table = self.scene.state
        if table.phase == "pairing":
            return seat > table.turn and table.draft == "quick"
        return table.phase == "review" and seat >= table.turn

    def status(self, place: Place) -> Status:
        table, seat = self.scene.state, place.seat
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
            for place in self.all
            if place.seat in scene.persons and self.status(place) in ("start", "joining")
        ]

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
        changed = [place.bench.tick(seconds) for place in self.all]
        return any(changed)

    @property
    def moving(self) -> bool:
        return any(place.bench.moving for place in self.all)

    def rest(self) -> None:
        """No finger holds anything any more."""
        for place in self.all:
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
