"""Hands and keys on the linen: dragging, tapping, turning, and the moves they come to.

To lay, drag a piece from the tray, or tap a free side until the ghost lies as meant; then tap the
ghost or the tick. To take, tap a piece twice, or pull it out. The wheel, a key, a second finger or
the round button turn what is to be laid.
"""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, cast

from game.rules.ping_pao.state import Lay, Move, Table, Take
from game.rules.walong.cluster import Side
from game.rules.walong.geometry import COLOURS, Pose, centre
from game.scenes.ping_pao.animation import Animation
from game.scenes.ping_pao.choice import Key, Laying, Part, PoseChoice, Taking
from game.scenes.play.fingers import angle_between
from game.scenes.play.input import Input as PlayInput
from game.scenes.walong.eye import WalongEye
from game.scenes.walong.knobs import HALF, Knob, beside
from game.scenes.walong.scene import WalongScene
from game.scenes.walong.table import WalongTable
from game.ui.frame import Box, Point
from game.ui.icons import PadControl
from game.ui.intents import Intent
from game.ui.layer import Spot

LEAST: Final = 36.0
"""Half the smallest spot, in units."""
PULLED: Final = 0.7
"""A piece that is pulled out so far, in sides, is taken when it is let go."""
PULL: Final = 30.0
"""Degrees the round button is pulled round the ghost to turn it by one step."""


class Input(PlayInput[Key]):
    """What hands do to the choice of the person who is asked."""

    turns = True

    def __init__(
        self, play: WalongScene[Table, Move, Key], board: WalongTable, choice: PoseChoice,
        animation: Animation, eye: WalongEye,
    ) -> None:  # fmt: skip
        self.play, self.board, self.camera = play, board, board.camera
        self.choice, self.animation = choice, animation
        self.eye = eye
        self._handle: Point | None = None
        """Where the round button has been pulled to."""

    def spots(self) -> list[Spot]:
        box, plan = self.board.box, self.choice.plan
        if plan is None:
            return []
        tray = self.play.trays[plan.table.turn]
        heap = tray.frame.out_box(tray.content)
        half, high = max(LEAST, heap.w / 2), max(LEAST, heap.h / 2)
        hand = Spot(Part.HAND, heap.center, half, half_height=high)
        if self.choice.carried is not None:
            return [Spot.over(Part.CLOTH, box), hand]
        picks = self.sides(plan) if isinstance(plan, Laying) else self._pieces(plan)
        picks = [spot for spot in picks if box.has(spot.center, -4)]
        knobs = [Spot(part, at, HALF, round=True) for part, at in self.knobs().items()]
        return [hand, *picks, *knobs]

    def sides(self, laying: Laying) -> list[Spot]:
        """The free sides that are not under the ghost, and the ghost."""
        unit, ghost = self.camera.unit, laying.ghost
        half = max(LEAST, 0.44 * unit)
        middle = self.board.centre(ghost) if ghost is not None else None
        found = []
        for side in laying.free_sides:
            at = self.board.side_middle(*side)
            if middle is None or side == laying.side or math.dist(at, middle) > 0.8 * unit:
                found.append(Spot(side, at, half, round=True))
        if middle is not None:
            found.append(Spot(Part.GHOST, middle, max(LEAST, 0.5 * unit), round=True))
        return found

    def _pieces(self, taking: Taking) -> list[Spot]:
        half = max(LEAST, 0.66 * self.camera.unit)
        pieces = taking.table.pieces
        return [Spot(pose, self.board.centre(pose), half, round=True) for pose in pieces]

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        plan, fits = self.choice.plan, cast(Collection[Key], ())
        if plan is not None:
            fits = plan.open_sides if isinstance(plan, Laying) else plan.poses
        return [spot for spot in spots if isinstance(spot.key, (Part, Knob)) or spot.key in fits]

    def covering(self, spots: Sequence[Spot]) -> Sequence[Spot]:
        return spots

    def knobs(self) -> dict[Knob, Point]:
        """The round buttons beside the ghost or the chosen piece, and where they are."""
        plan, poses, parts = self.choice.plan, list[Pose](), [Knob.CHECK]
        if isinstance(plan, Taking) and plan.chosen is not None:
            poses = [plan.chosen]
        elif isinstance(plan, Laying) and plan.ghost is not None and len(plan.table.pieces):
            poses = [*plan.ways] or [plan.ghost]
            if len(poses) > 1:
                parts = [Knob.TURN, Knob.CHECK]
        if plan is None or not poses or self.choice.carried is not None:
            return {}
        middles = list(map(self.board.centre, poses))
        pieces = [*middles, *map(self.board.centre, plan.table.pieces)]
        return beside(parts, middles, self.camera.unit, self.board.box, pieces)

    def signs(self) -> Iterator[tuple[PadControl, Box]]:
        if (at := self.knobs().get(Knob.TURN)) is not None:
            yield "right", Box.around(at, 2 * HALF, 2 * HALF)

    @property
    def holding(self) -> bool:
        return self.choice.holding

    @property
    def ready(self) -> Key | None:
        return Knob.CHECK if Knob.CHECK in self.knobs() else None

    # Tapping -------------------------------------------------------------------------------------

    def pick(self, key: Key) -> None:
        plan = self.choice.plan
        if plan is not None and self.choice.carried is None:
            if isinstance(plan, Laying):
                self._pick_laying(plan, key)
            else:
                self._pick_taking(plan, key)
            self.play.say_prompt()
            if key == Part.HAND and isinstance(plan, Taking):  # nothing is to be had from there
                self.play.remind(plan.table.turn)

    def _pick_laying(self, laying: Laying, key: Key) -> None:
        match key:
            case Part.HAND if self.choice.holding:
                self.let_go()
            case Part.HAND:
                laying.armed = True
                self.play.sound("button")
                # Whoever plays by keys goes on where the piece fits, not at the hand.
                fits = [spot for spot in self.sides(laying) if spot.key in laying.open_sides]
                if fits and self.play.focus.visible:
                    self.play.focus.current = fits[0]
            case Knob.TURN:
                self.turn(1)
            case Part.GHOST | Knob.CHECK:
                if laying.ghost is not None:
                    self.play.commit(Lay(laying.ghost))
            case (Pose() as pose, int() as side):
                self._pick_side(laying, (pose, side))

    def _pick_side(self, laying: Laying, side: Side) -> None:
        refusal = laying.at_side(side)
        if refusal is not None:
            self.play.refused(refusal)
            return
        laying.armed = True
        self.look_at_ghost()
        self.play.sound("acrylic_slide", self.board.side_middle(*side))
        if self.play.focus.visible and laying.ghost is not None:
            self.play.focus.current = Spot(Part.GHOST, self.board.centre(laying.ghost))

    def _pick_taking(self, taking: Taking, key: Key) -> None:
        pose = key if isinstance(key, Pose) else taking.chosen if key == Knob.CHECK else None
        if pose is None:
            self.let_go()
        elif pose == taking.chosen:
            self.play.commit(Take(pose))
        elif (refusal := taking.choose(pose)) is not None:
            self.play.refused(refusal)
        else:
            self.play.sound("button", self.board.centre(pose))
            self.play.trays[taking.table.turn].hush()

    # Dragging ------------------------------------------------------------------------------------

    def grab(self, key: Key) -> bool:
        self._handle = None
        match self.choice.plan:
            case Laying(table=table):
                movable = key in (Part.HAND, Part.GHOST, Knob.TURN)
                return movable and table.hands[table.turn] > 0
            case Taking() as taking:
                return key in taking.poses
        return False

    def carry(self, grabbed: Key, point: Point) -> None:
        self.play.clear_marks("refusal", "hint")
        match self.choice.plan, grabbed:
            case Laying() as laying, Knob.TURN:
                self._turn_handle(laying, point)
            case Laying() as laying, Part() as part:
                self._carry_to_lay(laying, part, point)
            case Taking() as taking, Pose() as pose:
                self._carry_off(taking, pose, point)

    def _turn_handle(self, laying: Laying, point: Point) -> None:
        if laying.ghost is None:
            return
        if self._handle is None:
            self._handle = point
        middle = self.board.centre(laying.ghost)
        steps = math.trunc(angle_between(middle, self._handle, point) / PULL)
        if steps:
            self.turn(steps)
            self._handle = point

    def _carry_to_lay(self, laying: Laying, part: Part, point: Point) -> None:
        seat, piece = laying.table.turn, self.choice.carried
        if piece is None:
            if part == Part.GHOST and laying.ghost and len(laying.table.pieces):
                laying.k = laying.ghost.k
                piece = self.board.loose(laying.ghost, COLOURS[seat])
            else:
                piece = self.animation.from_tray(seat)
            self.choice.carried, laying.armed = piece, True
            self.play.trays[seat].hush()
            self.play.sound("acrylic_slide", point)
        piece.at, piece.lift = point, 1.0
        laying.over(self.camera.place(point) if self.board.box.has(point) else None)
        self.play.say_prompt()

    def _carry_off(self, taking: Taking, pose: Pose, point: Point) -> None:
        seat, piece = taking.table.turn, self.choice.carried
        if piece is None:
            taking.chosen = pose
            self.play.sound("button", self.board.centre(pose))
            self.play.trays[seat].hush()
            piece = self.choice.carried = self.board.loose(pose, COLOURS[seat])
            self.board.hide([pose])
            self.play.say_prompt()
        piece.at, piece.lift = point, 1.0

    def drop(self, grabbed: Key, key: Key | None, point: Point) -> bool:
        if self.choice.carried is None:
            return True
        move: Move | None = None
        match self.choice.plan:
            case Laying() as laying if key == Part.CLOTH:
                pose = laying.ghost
                move = Lay(pose) if pose else laying.dropped(self.camera.place(point))
            case Taking(chosen=Pose() as pose) if key is not None:
                if math.dist(point, self.board.centre(pose)) <= PULLED * self.camera.unit:
                    self._put_back()
                    return True
                move = Take(pose)
        return move is not None and self.play.commit(move)

    # Letting go ----------------------------------------------------------------------------------

    def let_go(self) -> None:
        """Put back what is in hand, and mean nothing any more."""
        self._put_back()
        self.choice.clear()
        self.play.say_prompt()

    def _put_back(self) -> None:
        """What is in hand glides back to the tray, or into the structure."""
        piece, self.choice.carried = self.choice.carried, None
        if piece is None:
            return
        table, taking = self.play.latest, self.choice.taking
        goal = piece
        if table.phase == "build":
            goal = self.animation.from_tray(table.turn)
        elif taking is not None and taking.chosen is not None:
            goal = self.board.loose(taking.chosen, piece.colour)
        self.animation.bring_back(piece, goal)

    # Turning, looking ----------------------------------------------------------------------------

    def propose(self, move: Move) -> None:
        match move, self.choice.plan:
            case Lay(pose), Laying() as laying:
                laying.at(pose)
                self.look_at_ghost()
            case Take(pose), Taking() as taking:
                taking.chosen = pose

    def look_at_ghost(self) -> None:
        """See to it that the ghost is seen as well."""
        if self.choice.ghost is not None:
            self.camera.follow([*self.board.places(), centre(self.choice.ghost)])

    def turn(self, steps: int) -> None:
        """Turn what is in hand or the ghost, clockwise for more than 0."""
        laying, piece = self.choice.laying, self.choice.carried
        if laying is None or self.play.waiting is not None:
            return
        before = laying.ghost, laying.k
        laying.turn(steps, self.camera.place(piece.at) if piece else None)
        if piece is None:
            self.look_at_ghost()
        if (laying.ghost, laying.k) != before:
            self.play.clear_marks("refusal", "hint")
            self.play.sound("wood_slide", piece.at if piece else None)

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "turn":
            self.turn(1 if intent.value > 0 else -1)

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        """The wheel, and a pointer that carries nothing, turn what another one carries."""
        carried, laying = self.choice.carried, self.choice.laying
        second = carried is not None and intent.pointer != self.play.pointer_input.carrier
        if intent.kind == "wheel" and (carried or (laying and len(laying.ways) > 1)):
            if intent.value:
                self.turn(-1 if intent.value > 0 else 1)
        elif second and intent.kind == "tap":
            self.turn(1)
        elif second and intent.kind == "press" and self.board.box.has(intent.pos):
            self.eye.press(intent)
        elif not (second and carried and self.eye.fingers.on(intent, self.eye.camera, carried.at)):
            otherwise(intent)
