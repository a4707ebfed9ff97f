"""Jin Li on the table: a living pond, koi that swim and leap, stones that plop."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import reduce
from re import findall

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.jin_li import state as rules
from game.rules.jin_li.state import SQUARES, First, HandBack, Leap, Move, Pond, Square
from game.scenes.jin_li.explained import Swimmers
from game.scenes.jin_li.input import Hand, Pick, goals
from game.scenes.jin_li.tray import IN_HAND, hand_at, paint_hand, paint_track
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.pond.koi import KINDS
from game.scenes.pond.pool import Koi, Piece, Stone
from game.scenes.pond.scene import PondScene
from game.scenes.pond.view import KOI_COLORS
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.timeline import Motion, Parallel


def pieces(state: Pond) -> Mapping[Square, Piece]:
    """The koi and stones of a position."""
    koi: dict[Square, Piece] = {
        square: Koi(kind, variant=variant)
        for kind, board in zip(KINDS, state.koi, strict=True)
        for variant, square in enumerate(rules.squares(board))
    }
    return koi | {square: Stone(square) for square in rules.squares(state.stones)}


class JinLiScene(PondScene[Pond, Move], PlayScene[Pond, Move, Pick]):
    """The pond between two players.

    A finger taps a koi and then the square it goes to, or drags it there; then it taps the square
    for the stone, or drags a stone there from the tray. Every square can be picked, and the rules
    say why one is wrong.
    """

    tallest = 560.0
    input: Hand
    pieces = staticmethod(pieces)

    def make_parts(self) -> None:
        super().make_parts()
        self.input = Hand(self, self.pool, self.board)
        self.card.explainer = Swimmers(self, self.board)

    # Where things are --------------------------------------------------------------------------

    def in_tray(self, seat: Seat) -> Piece:
        return Stone(self.shown)

    def tray_at(self, step: Step) -> Point:
        owner = 1 - step.seat if isinstance(step.move, HandBack) else step.seat
        return hand_at(self.trays[owner])

    def holds(self, seat: Seat) -> bool:
        return bool(self.shown_state.hands[seat ^ self.shown_state.terms.first])

    def shore(self) -> int:
        """The edge where red's shore lies: on a couch opposite one who is yellow."""
        turns, red = [tray.turn for tray in self.layout.trays], self.latest.terms.first
        return 2 if not any(turns) and self.persons == {1 - red} else turns[red]

    def centre_of_interest(self) -> Sequence[Point]:
        red, yellow = self.shown_state.koi
        return [self.board.square(square) for square in rules.squares(red | yellow)]

    def places_of(self, move: Move) -> tuple[str, ...]:
        return tuple(findall("(?<!/)[a-g][1-7]", self.game.write(move)))

    def named(self, index: int) -> Mapping[str, str]:
        return _named(self.match.log[index])

    def hint_text(self, steps: Sequence[Move]) -> str:
        """The steps in words, the points that they bring, and what else speaks for them."""
        texts, state = self.context.texts, self.shown_state
        told = ", ".join(self.t(f"jin_li.move.{type(step).__name__.lower()}", **_named(step))
                         for step in steps)  # fmt: skip
        gained = sum(reduce(self.game.apply, steps, state).points) - sum(state.points)
        points = self.t("jin_li.why.points", n=gained) if gained else ""
        why = texts.why(self.id, state, steps, "" if gained else "otherwise")
        return self.t("play.hint", move=f"{told} – {', '.join(filter(None, (points, why)))}")

    # What is said ------------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        if self.latest.phase != "move":
            return self.t(f"jin_li.phase.{self.latest.phase}")
        moves = rules.koi_moves(self.latest, self.latest.turn)
        if not moves:
            return self.t("jin_li.phase.pass")
        if self.input.holding:
            own = (move for move in moves if move.start == self.input.selected)
            leaps = any(isinstance(move, Leap) for move in own)
            return self.t("jin_li.prompt.leap" if leaps else "jin_li.prompt.swim")
        return self.t(f"jin_li.prompt.{'first' if self.latest.points == (0, 0) else 'choose'}")

    def celebrate(self) -> Motion:
        """All koi leap for joy, and lie where the match ended."""
        koi = () if self.timeline.reduced else self.pool.koi.values()
        return Parallel(*(self.dance.leap(each, each.at, each.at) for each in koi))

    # What is painted ---------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        super().paint_ground(canvas)
        for color, board in zip(KOI_COLORS, self.match.states[0].koi, strict=True):
            for square in rules.squares(board):
                self.view.paint_bed(canvas, square, color)

    def paint_targets(self, canvas: Canvas) -> None:
        if self.asked is None:
            return
        pond, selected = self.latest, self.input.selected
        if self.shows_targets:
            turn = self.trays[self.asked].frame.turn
            if pond.phase == "throw":
                free = tuple(rules.squares(rules.free_squares(pond)))
                canvas.group(self.board.box, self.view.paint_throws, free)
            canvas.group(self.board.box, self.view.paint_goals, goals(pond, selected), turn)
        if pond.phase == "move":
            lifted = {selected} if self.input.at else set()
            own = set(rules.squares(pond.koi[pond.turn])) - lifted
            canvas.group(self.board.box, self.view.paint_own, own, selected)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        # The beads come with the score: both wait for points that are still in the air.
        points, target, box = tray.score or 0, self.shown_state.terms.target, tray.content
        words = self.t("jin_li.points_of", n=points, all=target)
        canvas.group((), paint_track, box, tray.color, points, target, words)
        stones = self.shown_state.hands[tray.seat ^ self.shown_state.terms.first]
        told, first = self.t("jin_li.stones_in_hand", n=stones), tray.seat * IN_HAND
        canvas.group((), paint_hand, box, first, stones, told)


def _named(move: Move) -> Mapping[str, str]:
    """What the words for a move name."""
    if isinstance(move, First):
        return {"colour": f"@colour.{rules.COLOURS[move.colour]}"}
    return {each.name: SQUARES[getattr(move, each.name)] for each in fields(move)}
