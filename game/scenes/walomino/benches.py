"""The benches of all seats and the one of the start pair: what lies there, who may work there.

What lies on the benches is a plan: it is played when its seat says that it is done and the rules
ask for it. With dealt pairs everybody first says whether to keep them.
"""

from collections.abc import Sequence
from operator import sub
from typing import Final, Literal, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Hues, share
from game.rules.walong.geometry import COLOURS
from game.scenes.walomino.bench import Bench, Drift, colours_of, hues
from game.scenes.walomino.layout import benches, longest_side
from game.scenes.walomino.phase import START, Host
from game.scenes.walong.table import Loose
from game.ui.frame import Box

Status: TypeAlias = Literal["", "start", "review", "joining", "ready", "settled"]
"""What a seat is at: nothing here, laying the start pair, deciding about dealt pairs, joining,
ready before its turn has come, or through with it all."""

RIM: Final = 14.0
"""Between a bench and the edge of its part of the board, in units."""
START_SIDE: Final = 116.0
FLYING: Final = 0.45
STAGGER: Final = 0.022
"""Seconds that a piece flies, and from one piece to the next."""
RISE: Final = 50.0
"""How high it flies, in units."""
FIRST_MATING: Final = (1, 4)
"""How the start pair lies at first: side by side."""


class Benches:
    """All benches of one table."""

    def __init__(self, scene: Host) -> None:
        self.scene = scene
        self.seats: list[Bench] = []
        self.start: Bench
        self.medal: Box
        """Where the start pair lies while pairs are joined."""
        self.side = START_SIDE
        self._cursor = 0
        self._replaying = False

    @property
    def all(self) -> list[Bench]:
        return [self.start, *self.seats]

    @property
    def active(self) -> list[Bench]:
        """The benches people may work on now."""
        scene = self.scene
        if scene.replaying or scene.waiting is not None:
            return []
        return [
            bench for bench in self.all
            if bench.seat in scene.persons and self.status(bench) in ("start", "joining")
        ]

    def at(self, number: int) -> Bench | None:
        """The bench with a number, if people may work on it now."""
        return next((bench for bench in self.active if bench.number == number), None)

    def arrange(self) -> None:
        """Benches for the board; what lay on them lies on the new ones."""
        board, sound = self.scene.layout.board, self.scene.sound
        parts, self.medal = benches(board.inset(RIM), self.scene.trays)
        boxes, pieces = [box.inset(RIM / 2) for box in parts], 2 * share(self.scene.state)
        self.side = min(longest_side(round(box.w), round(box.h), pieces) for box in boxes)
        before = self.seats
        self.seats = [Bench(seat, box, self.side, sound) for seat, box in enumerate(boxes)]
        for old, new in zip(before, self.seats, strict=False):
            new.answer, new.done = old.answer, old.done
            if old.colours:
                new.fill(hues([old.colours[piece] for piece in old.loose]), old.pairs, 0)
                new.fixed = old.fixed
        side = min(START_SIDE, board.w / 7, board.h / 5)
        room = Box.around(board.center, min(board.w, 10 * side), min(board.h, 7 * side))
        self.start = Bench(START, room, side, sound)

    # What lies where ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Bring the benches in line with the state in the picture."""
        cursor, replaying = self.scene.match.cursor, self.scene.replaying
        for bench in self.seats:
            if cursor < self._cursor:
                bench.answer, bench.done = "", False
            if replaying and not self._replaying:
                bench.kept = bench.pairs
        self._cursor, self._replaying = cursor, replaying
        self._lay_start(self.start)
        # When play begins, pairs go to the trays from where they lie here.
        for bench in self.seats if self.scene.state.phase not in ("play", "over") else ():
            self._lay(bench)

    def _lay_start(self, bench: Bench) -> None:
        table = self.scene.state
        bench.seat = table.turn
        if table.phase != "start":
            bench.clear()
            bench.chosen = None
        elif not bench.holds(table.box, ()):
            bench.fill(table.box, (), 0)
            first, second = bench.loose
            bench.chosen = bench.join(first, second, FIRST_MATING)
            bench.tidy()
            bench.drifts.clear()

    def _lay(self, bench: Bench) -> None:
        hand, pairs = self._due(bench)
        if self.scene.state.phase not in ("review", "pairing") or not (any(hand) or pairs):
            bench.clear()
        elif not bench.holds(hand, pairs):
            # With the pairs that were planned before a look back, if they still can be joined.
            kept, rest = bench.kept, hand
            if not self.scene.replaying:
                rest = tuple(map(sub, hand, hues(colours_of(kept[len(pairs) :]))))
                bench.kept = ()
            planned = not self.scene.replaying and kept[: len(pairs)] == pairs and min(rest) >= 0
            bench.fill(rest if planned else hand, kept if planned else pairs, bench.seat)
        bench.fixed = len(pairs)
        if bench.chosen is not None and bench.chosen not in bench.world:
            bench.chosen = None

    def _due(self, bench: Bench) -> tuple[Hues, tuple[Pair, ...]]:
        """The loose pieces and the pairs of a seat, its wish to join anew taken as granted."""
        hand = self.scene.state.hands[bench.seat]
        pairs = tuple(pair for pair in self.scene.state.pairs[bench.seat] if pair is not None)
        if bench.answer == "anew" and pairs and not any(hand) and self._open(bench.seat):
            return hues(colours_of(pairs)), ()
        return hand, pairs

    def _open(self, seat: Seat) -> bool:
        """Whether the rules have still to ask a seat about its dealt pairs."""
        table = self.scene.state
        if table.phase == "pairing":
            return seat > table.turn and table.draft == "quick"
        return table.phase == "review" and seat >= table.turn

    def status(self, bench: Bench) -> Status:
        table, seat = self.scene.state, bench.seat
        if table.phase == "start":
            return "start" if bench is self.start else ""
        if table.phase not in ("review", "pairing") or bench is self.start:
            return ""
        if self._open(seat):
            if bench.answer != "anew":
                return "ready" if bench.answer else "review"
        elif seat < table.turn:
            return "settled"
        return "ready" if bench.done else "joining"

    def fly_in(self, piles: Sequence[list[Loose]]) -> None:
        """Every piece is seen coming from one of its colour in the pile of its seat."""
        count = 0
        for piece in range(max(len(bench.colours) for bench in self.seats)):
            for bench, pile in zip(self.seats, piles, strict=True):
                letter = "".join(COLOURS[colour] for colour in bench.colours[piece : piece + 1])
                start = next((one for one in pile if one.colour == letter), None)
                if start is not None and not self.scene.timeline.reduced:
                    pile.remove(start)
                    bench.drifts[piece] = Drift(start, STAGGER * count, FLYING, RISE)
                    count += 1
