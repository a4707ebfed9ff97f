"""Hands on a board of Ping-Pao: what can be picked, dragged and turned, and which move it means."""

from __future__ import annotations

import math
from typing import Any, Final

from game.rules.core.protocol import Seat
from game.rules.ping_pao.game import Table, Take
from game.rules.walong.geometry import COLOURS, Pose, read_place, read_pose, side_place
from game.scenes.ping_pao.laying import Laying
from game.scenes.ping_pao.tray import heap_of
from game.scenes.ping_pao.words import PingPaoWords
from game.scenes.walong.fingers import Fingers, angle_between
from game.scenes.walong.knobs import HALF, beside
from game.scenes.walong.table import Loose
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent

HAND: Final = "hand"
CLOTH: Final = "cloth"
GHOST: Final = "ghost"
TURN: Final = "turn"
CHECK: Final = "check"
FIT: Final = "fit"
"""The keys of what is neither a side nor a piece."""
PULLED: Final = 0.7
"""A piece that is pulled out so far, in sides, is taken when it is let go."""
PULL: Final = 30.0
"""Degrees the round button is pulled round the ghost to turn it by one step."""
LEAST: Final = 36.0
"""Half the smallest spot, in units."""


class PingPaoPicks(PingPaoWords):
    """How people lay and take: by dragging, by tapping, by keys, with several fingers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._grabbed: str | None = None
        self._handle: Point | None = None
        self.fingers = Fingers(self.turn)
        super().__init__(*args, **kwargs)

    # Spots ---------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        seat = self.asked
        found = [Spot(FIT, self.fit_at, HALF, round=True)] if self.camera.held else []
        if seat is None:
            return found
        hand = self._hand_spot(seat)
        if self.carried is not None:
            box = self.board.box
            return [Spot(CLOTH, box.center, box.w / 2, half_height=box.h / 2), hand]
        picks = self._sides() if self.table.phase == "build" else self._pieces()
        picks = [spot for spot in picks if self.board.box.has(spot.center, -4)]
        return [hand, *picks, *self._knobs(), *found]

    @property
    def fit_at(self) -> Point:
        """Where the button lies that shows everything again."""
        box = self.board.box
        return box.right - HALF - 14, box.bottom - HALF - 14

    def _hand_spot(self, seat: Seat) -> Spot:
        tray = self.trays[seat]
        box = tray.frame.out_box(tray.content)
        return Spot(HAND, box.center, max(LEAST, box.w / 2), half_height=max(LEAST, box.h / 2))

    def _sides(self) -> list[Spot]:
        """The free sides that are not under the ghost, and the ghost."""
        laying = self.laying
        assert laying is not None
        unit, ghost = self.camera.unit, laying.ghost
        half = max(LEAST, 0.44 * unit)
        middle = self.board.centre(ghost) if ghost is not None else None
        found = []
        for side in laying.free_sides:
            at = self.board.side_middle(*side)
            if middle is None or side == laying.side or math.dist(at, middle) > 0.8 * unit:
                found.append(Spot(side_place(*side), at, half, round=True))
        if middle is not None:
            found.append(Spot(GHOST, middle, max(LEAST, 0.5 * unit), round=True))
        return found

    def _pieces(self) -> list[Spot]:
        half = max(LEAST, 0.66 * self.camera.unit)
        return [
            Spot(str(pose), self.board.centre(pose), half, round=True)
            for pose in self.table.pieces
        ]

    def knobs(self) -> dict[str, Point]:
        """The round buttons beside the ghost or the chosen piece, and where they are."""
        laying, middle, names = self.laying, self.chosen, [CHECK]
        if laying is not None and len(self.table.pieces):
            middle = laying.ghost
            if len(laying.ways) > 1:
                names = [TURN, CHECK]
        if middle is None or self.carried is not None or self.waiting is not None:
            return {}
        pieces = [self.board.centre(pose) for pose in self.table.pieces]
        at = self.board.centre(middle)
        places = beside(at, self.camera.unit, self.board.box, pieces, len(names))
        return dict(zip(names, places, strict=True))

    def _knobs(self) -> list[Spot]:
        return [Spot(name, at, HALF, round=True) for name, at in self.knobs().items()]

    # Tapping -------------------------------------------------------------------------------------

    def pick(self, key: str) -> None:
        self.clear_marks("refusal", "hint")
        if key == FIT:
            self.camera.fit(self.board.places())
        elif self.asked is not None and self.carried is None:
            if self.table.phase == "build":
                self._pick_building(key)
            else:
                self._pick_taking(key)
            self.say_prompt()

    def _pick_building(self, key: str) -> None:
        laying = self.laying
        assert laying is not None
        if key == HAND:
            self._arm()
        elif key == TURN:
            self.turn(1)
        elif key in (GHOST, CHECK):
            if laying.move is not None:
                self.commit(laying.move)
        else:
            self._pick_side(laying, key)

    def _arm(self) -> None:
        """The hand was tapped: show where something fits, or stop showing it."""
        if self.holding:
            self.let_go()
        else:
            self.armed = True
            self.sound("button")
            self._focus_open_side()

    def _focus_open_side(self) -> None:
        """Whoever plays by keys goes on where the piece fits, not at the hand."""
        laying = self.laying
        if laying is None or not self.focus.visible:
            return
        open_sides = {side_place(*side) for side in laying.open_sides}
        found = [spot for spot in self._sides() if spot.key in open_sides]
        if found:
            self.focus.put(found[0])

    def _pick_side(self, laying: Laying, key: str) -> None:
        found = read_place(key)
        if found is None or found[1] is None:
            return
        refusal = laying.at_side((found[0], found[1]))
        if refusal is not None:
            self.refused(refusal)
            return
        self.armed = True
        self.look_at_ghost()
        self.sound("acrylic_slide", self.board.place_at(key))
        if self.focus.visible and laying.ghost is not None:
            self.focus.put(Spot(GHOST, self.board.centre(laying.ghost)))

    def _pick_taking(self, key: str) -> None:
        pose = self.chosen if key == CHECK else read_pose(key)
        if pose is None:
            self.let_go()
        elif pose == self.chosen:
            self.commit(Take(pose))
        else:
            self._choose(pose)

    def _choose(self, pose: Pose) -> None:
        """Mark a piece as the one to be taken, if the rules let it be."""
        refusal = self.game.why_illegal(self.table, Take(pose))
        self.chosen = None if refusal is not None else pose
        if refusal is not None:
            self.refused(refusal)
        else:
            self.sound("button", self.board.centre(pose))
            self.trays[self.table.turn].hush()

    # Dragging ------------------------------------------------------------------------------------

    def grab(self, key: str) -> bool:
        self._grabbed = key if self.asked is not None and self._grabs(key) else None
        self._handle = None
        return self._grabbed is not None

    def _grabs(self, key: str) -> bool:
        if self.table.phase == "build":
            return key in (HAND, GHOST, TURN) and self.table.hands[self.table.turn] > 0
        pose = read_pose(key)
        return pose is not None and self.game.why_illegal(self.table, Take(pose)) is None

    def carry(self, point: Point) -> None:
        self.clear_marks("refusal", "hint")
        if self._grabbed is None or self.asked is None:
            return
        if self._grabbed == TURN:
            self._turn_handle(point)
        elif self.table.phase == "build":
            self._carry_to_lay(point)
        else:
            self._carry_off(point)

    def _turn_handle(self, point: Point) -> None:
        """The round button is pulled round the ghost, which turns along."""
        laying = self.laying
        if laying is None or laying.ghost is None:
            return
        middle = self.board.centre(laying.ghost)
        if self._handle is not None:
            steps = math.trunc(angle_between(middle, self._handle, point) / PULL)
            if steps:
                self.turn(steps)
                self._handle = point
        else:
            self._handle = point

    def _carry_to_lay(self, point: Point) -> None:
        laying = self.laying
        if laying is None:
            return
        if self.carried is None:
            ghost = laying.ghost if self._grabbed == GHOST else None
            if ghost is not None and len(self.table.pieces):
                laying.k = ghost.k
                self.carried = self.board.loose(ghost, COLOURS[self.table.turn])
            else:
                self.carried = self.from_tray(self.table.turn)
            self.armed = True
            self.trays[self.table.turn].hush()
            self.sound("acrylic_slide", point)
        self.carried.at, self.carried.lift = point, 1.0
        laying.over(self.camera.place(point) if self.board.box.has(point) else None)
        self.say_prompt()

    def _carry_off(self, point: Point) -> None:
        pose = read_pose(self._grabbed or "")
        if pose is None:
            return
        if self.carried is None:
            self._choose(pose)
            self.carried = self.board.loose(pose, COLOURS[self.table.turn])
            self.board.hide([pose])
            self.say_prompt()
        self.carried.at, self.carried.lift = point, 1.0

    def drop(self, key: str | None, point: Point) -> None:
        grabbed, self._grabbed = self._grabbed, None
        if grabbed == TURN or self.carried is None or self.asked is None:
            return
        if self.table.phase == "build":
            self._drop_to_lay(key, point)
        else:
            self._drop_taken(key, point)

    def _drop_to_lay(self, key: str | None, point: Point) -> None:
        laying = self.laying
        assert laying is not None
        if key != CLOTH:
            self.let_go()
            return
        move = laying.move or laying.dropped(self.camera.place(point))
        if not self.commit(move):
            self.let_go()

    def _drop_taken(self, key: str | None, point: Point) -> None:
        pose = self.chosen
        if pose is None or key is None:
            self.let_go()
        elif math.dist(point, self.board.centre(pose)) > PULLED * self.camera.unit:
            if not self.commit(Take(pose)):
                self.let_go()
        else:
            self.put_back()
            self.chosen = pose

    # Letting go ----------------------------------------------------------------------------------

    @property
    def holding(self) -> bool:
        laying = self.laying
        aims = laying is not None and laying.ghost is not None and len(self.table.pieces) > 0
        return self.armed or aims or self.chosen is not None or self.carried is not None

    def let_go(self) -> None:
        self.put_back()
        self.chosen, self.armed = None, False
        if self._laying is not None:
            self._laying.clear()
            if not len(self._laying.table.pieces):
                self._laying.at_home()
        self.say_prompt()
        self.stale = True

    def put_back(self) -> None:
        """What is in hand glides back to where it came from."""
        raise NotImplementedError

    def from_tray(self, seat: Seat) -> Loose:
        """The piece of a seat's tray that is laid next, ready to be moved."""
        tray = self.trays[seat]
        hands: Table = self.state
        lying = heap_of(tray, hands.hands[seat])
        place = tray.frame.out(lying.places[max(0, hands.hands[seat] - 1)])
        return Loose(COLOURS[seat], place, 90.0 * tray.frame.turn, 0.0, self._small(lying.side))

    def in_tray(self, seat: Seat, number: int, colour: str) -> Loose:
        """Where a piece comes to lie that is taken as this one of a tray's heap."""
        tray = self.trays[seat]
        lying = heap_of(tray, number + 1)
        place = tray.frame.out(lying.places[number])
        return Loose(colour, place, 90.0 * tray.frame.turn, 0.0, self._small(lying.side))

    def _small(self, side: float) -> float:
        return side / (self.camera.pixels / self.context.scale)

    # Turning, looking ----------------------------------------------------------------------------

    def turn(self, steps: int) -> None:
        """Turn what is in hand or the ghost, clockwise for more than 0."""
        laying = self.laying
        if laying is None or self.waiting is not None:
            return
        before = laying.ghost, laying.k
        laying.turn(steps, self.camera.place(self.carried.at) if self.carried else None)
        if self.carried is None:
            self.look_at_ghost()
        if (laying.ghost, laying.k) != before:
            self.sound("wood_slide", self.carried.at if self.carried else None)

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "turn":
            self.turn(1 if intent.value > 0 else -1)
        elif intent.kind == "wheel" and intent.value:
            way = 1 if intent.value > 0 else -1
            if self.carried is not None or self.turnable:
                self.turn(-way)
            elif self.board.box.has(intent.pos):
                self._look(way, intent.pos)
        elif intent.kind == "command" and intent.name in ("zoom_in", "zoom_out"):
            self._look(1 if intent.name == "zoom_in" else -1, self.board.box.center)

    def _look(self, steps: int, about: Point) -> None:
        self.camera.notch(steps, about)
        self.camera.keep_near(self.board.places())

    def touch(self, intent: Intent) -> None:
        carried = self.carried
        second = carried is not None and intent.pointer != self.pointer_input.carrier
        if second and intent.kind == "tap":
            self.turn(1)
            return
        if self.fingers.on(intent, self.camera, carried.at if second and carried else None):
            self.camera.keep_near(self.board.places())
            self.place_marks()
            return
        super().touch(intent)
        free = intent.kind == "press" and self.pointer_input.carrier != intent.pointer
        if free and self.board.box.has(intent.pos):
            self.fingers.press(intent)
