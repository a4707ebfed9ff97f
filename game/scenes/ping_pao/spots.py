"""What can be picked on the linen, and where it lies: sides, pieces, the ghost, round buttons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final, TypeAlias

from game.rules.walong.cluster import Side
from game.rules.walong.geometry import Pose
from game.scenes.ping_pao.choice import Choice, Taking
from game.scenes.ping_pao.laying import Laying
from game.scenes.play.tray import Tray
from game.scenes.walong.knobs import HALF, beside
from game.scenes.walong.table import WalongTable
from game.ui.focus import Spot
from game.ui.frame import Point

LEAST: Final = 36.0
"""Half the smallest spot, in units."""


class Part(Enum):
    """What can be picked and is neither a side nor a piece."""

    HAND = auto()
    CLOTH = auto()
    GHOST = auto()
    TURN = auto()
    CHECK = auto()
    FIT = auto()


Key: TypeAlias = "Pose | Side | Part"
"""What a spot means: a piece to take, a side to lay at, or a part of the table."""


class Spots:
    """The spots over one board."""

    def __init__(self, board: WalongTable, trays: Sequence[Tray], choice: Choice) -> None:
        self.board, self.trays, self.choice = board, trays, choice

    def now(self) -> list[Spot]:
        """Everything that can be picked now."""
        box, plan = self.board.box, self.choice.plan
        fit = [Spot(Part.FIT, self.fit_at, HALF, round=True)] if self.board.camera.held else []
        if plan is None:
            return fit
        tray = self.trays[plan.table.turn]
        heap = tray.frame.out_box(tray.content)
        half, high = max(LEAST, heap.w / 2), max(LEAST, heap.h / 2)
        hand = Spot(Part.HAND, heap.center, half, half_height=high)
        if self.choice.carried is not None:
            return [Spot(Part.CLOTH, box.center, box.w / 2, half_height=box.h / 2), hand]
        picks = self.sides(plan) if isinstance(plan, Laying) else self._pieces(plan)
        picks = [spot for spot in picks if box.has(spot.center, -4)]
        knobs = [Spot(part, at, HALF, round=True) for part, at in self.knobs().items()]
        return [hand, *picks, *knobs, *fit]

    @property
    def fit_at(self) -> Point:
        """Where the button lies that shows everything again."""
        return self.board.box.right - HALF - 14, self.board.box.bottom - HALF - 14

    def sides(self, laying: Laying) -> list[Spot]:
        """The free sides that are not under the ghost, and the ghost."""
        unit, ghost = self.board.camera.unit, laying.ghost
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
        half = max(LEAST, 0.66 * self.board.camera.unit)
        pieces = taking.table.pieces
        return [Spot(pose, self.board.centre(pose), half, round=True) for pose in pieces]

    def knobs(self) -> dict[Part, Point]:
        """The round buttons beside the ghost or the chosen piece, and where they are."""
        plan, pose, parts = self.choice.plan, None, [Part.CHECK]
        if isinstance(plan, Taking):
            pose = plan.chosen
        elif plan is not None and len(plan.table.pieces):
            pose = plan.ghost
            if len(plan.ways) > 1:
                parts = [Part.TURN, Part.CHECK]
        if plan is None or pose is None or self.choice.carried is not None:
            return {}
        pieces = [self.board.centre(each) for each in plan.table.pieces]
        at, unit = self.board.centre(pose), self.board.camera.unit
        places = beside(at, unit, self.board.box, pieces, len(parts))
        return dict(zip(parts, places, strict=True))
