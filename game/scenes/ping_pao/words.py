"""What a scene of Ping-Pao knows and says: what is held and chosen, prompts, hints, marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.rules.core.protocol import Refusal, Seat
from game.rules.ping_pao.game import Lay, Move, Table, Take
from game.rules.ping_pao.state import freed
from game.rules.walong.geometry import Pose, centre, read_place
from game.scenes.ping_pao.laying import Laying
from game.scenes.play.marks import Mark, MarkKind
from game.scenes.play.play_scene import PlayScene
from game.scenes.walong.camera import Camera
from game.scenes.walong.table import Loose, WalongTable
from game.ui.frame import Point


class PingPaoWords(PlayScene[Table, Move, str]):
    """The choice of the seat that is asked, in words and marks."""

    board: WalongTable

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.carried: Loose | None = None
        """The piece in somebody's hand."""
        self.chosen: Pose | None = None
        """The piece that would be taken."""
        self.armed = False
        """Whether the sides where something fits are shown."""
        self.blamed: Refusal | None = None
        """What was refused last, as long as its marks are shown."""
        self._laying: Laying | None = None
        self._marked: list[tuple[MarkKind, str]] = []
        self._known: tuple[Table, Pose, tuple[Pose, ...], int] | None = None
        super().__init__(*args, **kwargs)

    # What there is -------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The state of the match, whatever the picture shows."""
        state: Table = self.match.state
        return state

    @property
    def camera(self) -> Camera:
        return self.board.camera

    @property
    def laying(self) -> Laying | None:
        """The choice of whoever lays now."""
        if self.asked is None or self.table.phase != "build":
            return None
        if self._laying is None or self._laying.table is not self.table:
            self._laying = Laying(self.game, self.table)
            if not len(self.table.pieces):
                self._laying.at_home()
        return self._laying

    @property
    def ghost(self) -> Pose | None:
        laying = self.laying
        return laying.ghost if laying is not None else None

    def freed_by(self, pose: Pose) -> tuple[tuple[Pose, ...], int]:
        """The pieces that taking one would free, and how many of them are points."""
        if self._known is None or self._known[:2] != (self.table, pose):
            loose = freed(self.table, Take(pose))
            seat, pieces = self.table.turn, self.table.pieces
            points = sum(pieces.label(other) != seat for other in loose)
            self._known = self.table, pose, loose, points
        return self._known[2:]

    @property
    def turnable(self) -> bool:
        """Whether there is more than one way to lie at the chosen side."""
        laying = self.laying
        return laying is not None and len(laying.ways) > 1

    def look_at_ghost(self) -> None:
        """See to it that the ghost is seen as well."""
        if self.ghost is not None:
            self.camera.follow([*self.board.places(), centre(self.ghost)])

    # Words and marks -----------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        table = self.table
        if not isinstance(self.game.moves(table)[0], Lay | Take):
            return self.t("ping_pao.phase.pass")
        if table.phase == "remove":
            chosen = self.chosen
            return self.t("ping_pao.phase.remove") if chosen is None else self._preview(chosen)
        if not len(table.pieces):
            return self.t("ping_pao.prompt.first")
        if self.ghost is not None and self.carried is None:
            return self.t(f"ping_pao.prompt.{'ghost' if self.turnable else 'only_way'}")
        refusal = self.laying.refusal if self.laying is not None else None
        if refusal is not None:
            return self.context.texts.refusal(self.id, refusal)
        key = "prompt.armed" if self.armed else "phase.build"
        return self.t(f"ping_pao.{key}")

    def _takes(self) -> tuple[Move, ...]:
        return tuple(move for move in self.game.moves(self.table) if isinstance(move, Take))

    def _preview(self, pose: Pose) -> str:
        """What taking a piece would bring."""
        loose, points = self.freed_by(pose)
        if not loose:
            return self.t("ping_pao.prompt.frees_none")
        text = self.t("ping_pao.prompt.frees", n=points) if points else ""
        own = len(loose) - points
        if own:
            text = f"{text} {self.t('ping_pao.prompt.frees_own', n=own)}"
        return text.strip()

    def say_prompt(self) -> None:
        """Bring the prompt of the seat that is asked in line with what it holds."""
        if self.asked is not None and self.trays:
            self.trays[self.asked].prompt = self.prompt(self.asked)

    def show_hint(self, seat: Seat, steps: Sequence[Any]) -> None:
        super().show_hint(seat, steps)
        move, laying = steps[0], self.laying
        if isinstance(move, Lay) and laying is not None:
            laying.at(move.pose)
            self.look_at_ghost()
        elif isinstance(move, Take):
            self.chosen = move.pose

    def hint_text(self, steps: Sequence[Any]) -> str:
        move = steps[0]
        if isinstance(move, Take):
            points = self.freed_by(move.pose)[1]
            return self.t("ping_pao.hint.take" if points else "ping_pao.hint.take_none", n=points)
        if isinstance(move, Lay):
            return self.t("ping_pao.hint.lay")
        return self.t("ping_pao.phase.pass")

    def refused(self, refusal: Refusal) -> None:
        super().refused(refusal)
        self.blamed = refusal

    def mark(self, kind: MarkKind, places: Sequence[str], radius: float | None = None) -> None:
        super().mark(kind, places, radius)
        self._marked += [(kind, place) for place in places]

    def clear_marks(self, *kinds: MarkKind) -> None:
        super().clear_marks(*kinds)
        self._marked = [(kind, place) for kind, place in self._marked if kind not in kinds]
        if "refusal" in kinds:
            self.blamed = None

    def place_marks(self) -> None:
        """The view has moved: bring the marks to where their places are now."""
        if not self.marks:
            self._marked.clear()
        found = [(kind, self.place_at(place)) for kind, place in self._marked]
        radius = self.mark_radius
        self.marks = [Mark(kind, at, radius) for kind, at in found if at is not None]

    @property
    def mark_radius(self) -> float:
        return max(20.0, min(34.0, 0.3 * self.camera.unit))

    def place_at(self, place: str) -> Point | None:
        return self.board.place_at(place)

    def places_of(self, move: Move) -> tuple[str, ...]:
        return (str(move.pose),) if isinstance(move, Lay | Take) else ()

    @staticmethod
    def pose_of(place: str) -> Pose | None:
        """The piece that a place is about."""
        found = read_place(place)
        return found[0] if found is not None else None


