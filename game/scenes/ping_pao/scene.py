"""Ping-Pao on the table: a structure of whirls grows on linen, is taken apart, and sets free."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.ping_pao.state import FACES, Lay, Move, Pass, Roll, Table, Take, freed
from game.rules.walong.geometry import COLOURS, HOME, SIDES, Pose, centre
from game.scenes.ping_pao.animation import Animation
from game.scenes.ping_pao.choice import Key, Laying, PoseChoice, Taking
from game.scenes.ping_pao.explained import Pieces
from game.scenes.ping_pao.input import Input
from game.scenes.ping_pao.view import View, paint_heap, taken
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.walong import knobs
from game.scenes.walong.art import JOINED
from game.scenes.walong.eye import WalongEye
from game.scenes.walong.scene import FLAT, WalongScene
from game.scenes.walong.table import Laid, WalongTable
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import LAMP
from game.ui.timeline import Motion


class PingPaoScene(WalongScene[Table, Move, Key], PlayScene[Table, Move, Key]):
    """The linen between two to five players.

    Drag a piece from the tray, or tap a free side and choose how to lie there; later tap or pull
    out a piece of one's own. What would happen shows before it does, and the rules say why not.
    Fingers that hold nothing drag the linen and pull it larger or smaller.
    """

    results_after = 0.8  # counting has told everything
    square = False
    tallest = 440.0
    depth = 190.0
    flat = FLAT
    # What hangs on the layout is made anew with it, see `arrange`.
    board: WalongTable
    animation: Animation
    input: Input
    view: View

    def make_parts(self) -> None:
        self.choice = PoseChoice(self.game, lambda: None if self.asked is None else self.latest)
        """What the person who is asked holds and means."""

    def arrange(self) -> None:
        self.board = WalongTable(
            self.layout.board.inset(6), self.context.scale, design=self.context.design
        )
        self.animation = Animation(self, self.board, self.choice)
        self.eye = eye = WalongEye(
            self.board, self.place_board, lambda steps: self.input.turn(steps)
        )
        self.input = Input(self, self.board, self.choice, self.animation, eye)
        self.view = View(self.board, self.trays, self.choice)
        self.card.explainer = Pieces(self, self.board, self.heap_of)

    # The match -----------------------------------------------------------------------------------

    def refresh(self) -> None:
        first = not self.board.laid
        self.animation.clear(taken(self.match, self.shown))
        self.board.show((pose, COLOURS[seat]) for pose, seat in self.shown_state.pieces.pieces)
        built = [centre(pose) for pose, _ in self.built]
        places, ghost = self.board.places() or built or [centre(HOME)], self.choice.ghost
        if ghost is not None:
            places.append(centre(ghost))
        self.board.look(places, self.match.actor, first, self.timeline.reduced)
        self.wish_anew()

    def wishes(self) -> Iterator[Callable[[], object]]:
        """Paint the light of joined sides and of what can be taken, and a piece more in trays."""
        canvas, laid = self.context.trial(self.size), [pose for pose, _ in self.board.laid]
        joined = [(pose, side, JOINED) for pose, side in product(laid, SIDES)]
        yield partial(self.board.paint, canvas, [*((pose, None, LAMP) for pose in laid), *joined])
        for tray, colour in product(self.trays, COLOURS[: self.match.seats]):
            room, colours = self.animation.room[tray.seat], (*self.heap_of(tray.seat), colour)
            yield partial(paint_heap, canvas.within(tray.frame), tray.content, colours, room)

    def animate(self, step: Step) -> Motion | None:
        return self.animation.animate(step)

    @property
    def built(self) -> Sequence[Laid]:
        """What lay on the linen before it was taken apart: shown once more when all of it is gone
        and the game is over.
        """
        over = self.game.outcome(self.shown_state) is not None
        if len(self.shown_state.pieces) or not over or not self.told_end:
            return ()
        whole = max((state.pieces for state in self.match.states), key=len)
        return [(pose, COLOURS[seat]) for pose, seat in whole.pieces]

    def celebrate(self) -> Motion | None:
        self.refresh()
        return self.animation.count()

    def happened(self, step: Step) -> None:
        super().happened(step)
        self.show_scores()
        for event in step.events:
            if event.kind == "again":
                for tray in self.trays:
                    tray.say(self.tell(event))
        if isinstance(step.move, Roll):
            self.animation.put_die_away()

    def show_points(self, step: Step) -> None:
        """Points were counted one by one as the pieces arrived."""

    # Words and marks -----------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        plan, table = self.choice.plan, self.latest
        if self.game.why_illegal(table, Pass()) is None:
            return self.t("ping_pao.phase.pass")
        if table.phase == "remove":
            if isinstance(plan, Taking) and plan.chosen is not None and self.foretells:
                return self._freed(*plan.freed(plan.chosen))
            return self.t("ping_pao.phase.remove")
        if not len(table.pieces):
            return self.t("ping_pao.prompt.first")
        if isinstance(plan, Laying):
            if plan.ghost is not None and self.choice.carried is None:
                return self.t(f"ping_pao.prompt.{'ghost' if len(plan.ways) > 1 else 'only_way'}")
            if plan.refusal is not None:
                return self.context.texts.refusal(self.id, plan.refusal)
            if plan.armed:
                return self.t("ping_pao.prompt.armed")
        return self.t("ping_pao.phase.build")

    def _freed(self, loose: tuple[Pose, ...], points: int) -> str:
        own, texts = len(loose) - points, []
        if points:
            texts.append(self.t("ping_pao.prompt.frees", n=points))
        if own:
            texts.append(self.t("ping_pao.prompt.frees_own", n=own))
        return " ".join(texts) or self.t("ping_pao.prompt.frees_none")

    def show_hint(self, seat: Seat, steps: Sequence[Move]) -> None:
        super().show_hint(seat, steps)
        self.input.propose(steps[0])

    def hint_text(self, steps: Sequence[Move]) -> str:
        state, word = self.shown_state, type(steps[0]).__name__.lower()
        if isinstance(steps[0], Pass):
            return self.t("ping_pao.phase.pass")
        if not len(state.pieces):
            return self.t("ping_pao.hint.first")
        told = [self.t(f"ping_pao.hint.{word}"), self.context.texts.why(self.id, state, steps)]
        if isinstance(steps[0], Take) and freed(state, steps[0]):
            told.insert(1, self._freed(*Taking(self.game, state).freed(steps[0].pose)))
        if not self.replaying:  # else there is no tick
            told.append(self.t(f"ping_pao.hint.tick_{word}"))
        return " ".join(told)

    def named(self, index: int) -> Mapping[str, str | int]:
        step = self.match.step(index)
        if isinstance(step.move, Roll):
            return {"colour": f"@colour.{FACES[step.move.face]}"}
        return {"n": sum(event.points for event in step.events)}

    def places_of(self, move: Move) -> tuple[str, ...]:
        return (str(move.pose),) if isinstance(move, Lay | Take) else ()

    def way_of(self, step: Move) -> list[Point]:
        way = super().way_of(step)
        return way[::-1] if isinstance(step, Take) else way

    # Life ----------------------------------------------------------------------------------------

    def ambient(self, seconds: float) -> None:
        self.board.camera.update(seconds)
        self.animation.ease(seconds)

    # Painting ------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        recent = self.match.log[max(0, self.shown - self.match.seats + 1) : self.shown]
        laid = [move.pose for move in recent if isinstance(move, Lay)]
        with canvas.clipped(self.layout.board):
            self.view.paint_board(canvas, self.shows_targets)
            self.view.paint_built(canvas, self.built, self.animation.told)
            self.view.paint_choice(canvas, laid, self.foretells)
            if self.blamed is not None:
                self.view.paint_blame(canvas, self.blamed, self.latest.turn)
            self.animation.paint(canvas)

    def paint_ghost(self, canvas: Canvas, step: Move) -> None:
        if isinstance(step, Lay):
            self.board.foreshadow(canvas, step.pose, COLOURS[self.shown_state.turn])
        else:
            super().paint_ghost(canvas, step)

    def paint_above(self, canvas: Canvas) -> None:
        if self.waiting is None and self.asked is not None:
            knobs.draw(canvas, self.input.knobs(), self.trays[self.asked].frame.turn)
        self.view.paint_above(canvas)
        self.animation.paint_above(canvas)

    def heap_of(self, seat: Seat) -> Sequence[str]:
        """The colours of the pieces that lie in a seat's tray."""
        if self.shown_state.phase not in ("luck", "build"):
            return self.animation.taken[seat]
        own, in_air = COLOURS[seat], [self.choice.carried, *self.animation.flying]
        away = any(piece is not None and piece.colour == own for piece in in_air)
        return own * max(0, self.shown_state.hands[seat] - away)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        colours, room = tuple(self.heap_of(tray.seat)), self.animation.room[tray.seat]
        canvas.group((), paint_heap, tray.content, colours, room)
