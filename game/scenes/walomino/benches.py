"""The benches of all seats and the one of the start pair: what lies there, who may work there.

What lies on the benches is a plan: it is played when its seat says that it is done and the rules
ask for it. With dealt pairs everybody first says whether to keep them.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair, pair_lying
from game.rules.walomino.state import Hues, Table, share
from game.scenes.walomino.bench import Bench, colours_of
from game.scenes.walomino.cloth import Cloth, Glide
from game.scenes.walomino.layout import benches, longest_side
from game.scenes.walomino.phase import Host
from game.scenes.walong.table import Loose
from game.ui.frame import Box, Point

Status: TypeAlias = Literal["", "start", "review", "joining", "ready", "settled"]
"""What a seat is at: nothing here, laying the start pair, deciding about dealt pairs, joining,
ready before its turn has come, or through with it all."""
START: Final = -1
"""The number of the start pair's bench; every other bench has the number of its seat."""
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

    def __init__(self, scene: Host, cloth: Cloth) -> None:
        self.scene, self.cloth = scene, cloth
        self.seats = [Bench(seat, cloth) for seat in range(scene.match.seats)]
        self.start = Bench(START, cloth)
        self.all = (self.start, *self.seats)
        self.side = START_SIDE
        self._medal: Box
        """Where the start pair lies while pairs are joined."""
        self._cursor = 0
        self._replaying = False

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

    def at(self, place: int | Point) -> Bench | None:
        """The bench with a number or at a point, if people may work on it now."""
        return next((
            bench for bench in self.active
            if (bench.number == place if isinstance(place, int) else bench.box.has(place, 8))
        ), None)

    def arrange(self) -> None:
        """Benches for the board; what lies on them will lie on the new ones."""
        self.keep()
        parts, medal = benches(self.scene.layout.board.inset(RIM), self.scene.trays)
        self._medal = medal.inset(8)
        for bench, part in zip(self.seats, parts, strict=True):
            bench.box = part.inset(RIM / 2)
        pieces = 2 * share(self.scene.shown_state)
        self.side = min(
            longest_side(round(one.box.w), round(one.box.h), pieces) for one in self.seats
        )

    def keep(self) -> None:
        """The cloth is about to show something else: remember what was planned."""
        for bench in self.all if not self._replaying else ():
            bench.keep()

    # What lies where ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Bring the benches in line with the state in the picture."""
        scene = self.scene
        cursor, replaying, phase = scene.match.cursor, scene.replaying, scene.shown_state.phase
        if replaying or phase in ("play", "over"):
            self.keep()
        if cursor < self._cursor:
            for bench in self.seats:
                bench.answer, bench.done = "", False
        self._cursor, self._replaying = cursor, replaying
        if phase in ("play", "over"):
            return  # Pairs go to the trays from where they lie here.
        board = scene.layout.board
        side = min(START_SIDE, board.w / 7, board.h / 5) if phase == "start" else self.side
        self.cloth.stand(side, board)
        self.start.seat = scene.shown_state.turn
        self.start.box = board if phase == "start" else self._medal
        fresh = not (self.start.lying or self.start.kept)
        for bench in self.all:
            self._lay(bench)
        if phase == "start" and fresh:
            first, second = self.start.loose
            self.start.join(first, second, FIRST_MATING)
            self.start.tidy()
            self.cloth.glides.clear()
        if phase == "start" and self.start.complete:
            self.start.chosen = next(iter(self.start.lying))

    def _lay(self, bench: Bench) -> None:
        hand, pairs = self._due(bench)
        if not (hand or pairs):
            bench.clear()
            if not self.scene.replaying:
                bench.kept = []
        elif not bench.holds(hand, pairs):
            if not self.scene.replaying:
                bench.restore()
            if not bench.holds(hand, pairs):
                bench.fill(hand, pairs, max(0, bench.number))
        bench.fixed = len(pairs)
        if bench.chosen not in bench.lying:
            bench.chosen = None

    def _due(self, bench: Bench) -> tuple[list[int], tuple[Pair, ...]]:
        """Colours of the loose pieces, and the pairs of a bench; its wish to join anew granted."""
        table = self.scene.shown_state
        if bench is self.start:
            return _each(table.box) if table.phase == "start" else [], _starting(table)
        pairs = tuple(pair for pair in table.pairs[bench.seat] if pair is not None)
        hand = _each(table.hands[bench.seat]) if table.phase in ("review", "pairing") else []
        if bench.answer == "anew" and pairs and not hand and self._open(bench.seat):
            return colours_of(pairs), ()
        return hand, pairs

    def _open(self, seat: Seat) -> bool:
        """Whether the rules have still to ask a seat about its dealt pairs."""
        table = self.scene.shown_state
        if table.phase == "pairing":
            return seat > table.turn and table.draft == "quick"
        return table.phase == "review" and seat >= table.turn

    def status(self, bench: Bench) -> Status:
        table, seat = self.scene.shown_state, bench.seat
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

    def deal(self, after: Table) -> None:
        """Everybody's pairs and the start pair lie on the benches."""
        for bench in self.seats:
            pairs = tuple(pair for pair in after.pairs[bench.seat] if pair is not None)
            bench.fill((), pairs, bench.seat)
        self.start.fill((), _starting(after), 0)

    def fly_in(self, piles: Mapping[Seat, list[Loose]]) -> None:
        """Every piece is seen coming from one of its colour in the pile of its seat."""
        numbers = dict.fromkeys(piles, 0)
        for key, lying in self.cloth.lying.items() if not self.scene.timeline.reduced else ():
            if (pile := piles.get(lying.seat)) is not None:
                starts = taken_from(pile, lying.letters)
                wait = STAGGER * (numbers[lying.seat] * len(piles) + max(0, lying.seat))
                self.cloth.glides[key] = Glide(starts, FLYING, RISE, -wait)
                numbers[lying.seat] += len(starts)


def _starting(table: Table) -> tuple[Pair, ...]:
    """The start pair, once it is laid."""
    laid = table.chain.pieces.pieces
    joint = pair_lying(*laid) if len(laid) == 2 else None
    return () if joint is None else (joint,)


def taken_from(pile: list[Loose], letters: Sequence[str]) -> list[Loose]:
    """Pieces of these colours, which are in the pile no longer."""
    found = []
    for letter in letters:
        found.append(next(one for one in pile if one.colour == letter))
        pile.remove(found[-1])
    return found


def _each(hues: Hues) -> list[int]:
    """The colour of every piece."""
    return [colour for colour, count in enumerate(hues) for _ in range(count)]
