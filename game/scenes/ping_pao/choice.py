"""What the person who is asked is about to do: nothing yet, to lay a piece, or to take one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from game.rules.core.protocol import Game, Refusal
from game.rules.ping_pao.game import Move, Table, Take
from game.rules.ping_pao.state import freed
from game.rules.walong.geometry import Pose
from game.scenes.ping_pao.laying import Laying
from game.scenes.walong.table import Loose


class Taking:
    """The choice of a piece to take from one table."""

    def __init__(self, rules: Game[Table, Move], table: Table) -> None:
        self.rules, self.table = rules, table
        self.chosen: Pose | None = None
        """The piece that would be taken."""

    @cached_property
    def poses(self) -> tuple[Pose, ...]:
        """The pieces that can be taken."""
        moves = self.rules.moves(self.table)
        return tuple(move.pose for move in moves if isinstance(move, Take))

    @property
    def begun(self) -> bool:
        """Whether there is something to let go of."""
        return self.chosen is not None

    def choose(self, pose: Pose) -> Refusal | None:
        """Mean this piece, if the rules let it be taken; else this is why not."""
        legal = pose in self.poses
        self.chosen = pose if legal else None
        return None if legal else self.rules.why_illegal(self.table, Take(pose))

    def freed(self, pose: Pose) -> tuple[tuple[Pose, ...], int]:
        """The pieces that taking one would free, and how many of them are points."""
        loose, seat = freed(self.table, Take(pose)), self.table.turn
        return loose, sum(self.table.pieces.label(other) != seat for other in loose)


class Choice:
    """What is in hand, and the `plan` of the person who is asked: where to lay, or what to take.

    `asked` gives the state in which a person is to act now, None if nobody is. A plan is about one
    state and begins anew with the next one.
    """

    def __init__(self, rules: Game[Table, Move], asked: Callable[[], Table | None]) -> None:
        self._rules, self._asked = rules, asked
        self._plan: Laying | Taking | None = None
        self.carried: Loose | None = None
        """The piece in somebody's hand."""

    @property
    def plan(self) -> Laying | Taking | None:
        table = self._asked()
        if table is None:
            return None
        if self._plan is None or self._plan.table is not table:
            kind = Laying if table.phase == "build" else Taking
            self._plan = kind(self._rules, table)
        return self._plan

    @property
    def laying(self) -> Laying | None:
        """The plan of whoever lays now."""
        return plan if isinstance(plan := self.plan, Laying) else None

    @property
    def taking(self) -> Taking | None:
        """The plan of whoever takes a piece now."""
        return plan if isinstance(plan := self.plan, Taking) else None

    @property
    def ghost(self) -> Pose | None:
        """Where the piece would lie that is to be laid."""
        return laying.ghost if (laying := self.laying) is not None else None

    @property
    def holding(self) -> bool:
        """Whether something is in hand, or to be let go of."""
        return self.carried is not None or ((plan := self.plan) is not None and plan.begun)

    def clear(self) -> None:
        """Nothing is meant any more."""
        self._plan = None
