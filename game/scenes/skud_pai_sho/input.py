"""Hands and keys become moves: what a player has picked, points at, drags and lets go of."""

from __future__ import annotations

from game.rules.pai_sho.board import BITS, BOAT, GATES, Kind, Mask, Point
from game.rules.skud_pai_sho.notation import Move
from game.rules.skud_pai_sho.state import State
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.play.play_scene import PlayScene
from game.scenes.skud_pai_sho import picks
from game.scenes.skud_pai_sho.animation import Staging
from game.scenes.skud_pai_sho.picks import NOTHING, Key, Pick, Preview, Reach, preview
from game.ui.frame import Point as At


class Input:
    """What is picked, where it is held and what it is aimed at."""

    board: PaiShoBoard
    """Another one for every layout."""

    def __init__(self, table: PlayScene[State, Move, Key], staging: Staging) -> None:
        self._table, self._staging = table, staging
        self.picked = NOTHING
        self.aim: Move | None = None
        """The step that would follow from where somebody points."""
        self.held: At | None = None
        """Where the picked tile is dragged to at the moment."""
        self._grabbed = NOTHING

    # What is to be seen of it ------------------------------------------------------------------

    @property
    def preview(self) -> Preview | None:
        """What the step aimed at would do."""
        if self.aim is None or self._table.asked is None:
            return None
        return preview(self._table.latest, self.aim)

    @property
    def pinned(self) -> bool:
        """Whether a step that moves other tiles is shown, and may be played."""
        shown = self.preview
        if shown is None or shown.refusal is not None:
            return False
        return picks.weighty(self._table.latest, shown.move)

    @property
    def lit(self) -> bool:
        """Whether somebody may pick something now, and what can be picked is to glow."""
        return not self.picked and self._table.asked is not None and self._table.shows_targets

    @property
    def movable(self) -> Mask:
        """The flowers that glow."""
        state = self._table.latest
        return picks.movable(state) if self.lit and state.phase == "turn" else 0

    @property
    def reach(self) -> Reach:
        """The points that glow."""
        table = self._table
        if not self.picked or table.asked is None or not table.shows_targets or self.pinned:
            return Reach(0)
        return picks.reach_of(table.latest, self.picked)

    # Picking -----------------------------------------------------------------------------------

    def select(self, pick: Pick) -> None:
        """Take something up, or nothing, and say what comes next."""
        self.picked, self.aim, self.held = pick, None, None
        self._table.prompt_anew()

    def pick_kind(self, kind: Kind) -> None:
        """A kind of the reserve was tapped."""
        state = self._table.latest
        again = kind == self.picked.hand and self.picked.ferry is None
        self.select(NOTHING)
        if again:
            return
        if kind in picks.playable(state):
            self.select(Pick(hand=kind))
            self._table.sound("button")
        elif refusal := picks.why_not_laid(state, kind):
            self._table.refused(refusal)

    def pick_point(self, point: Point) -> None:
        """A point of the board was tapped."""
        own = self.picked.source is not None and picks.own_flower(self._table.latest, point)
        if point == self.picked.source:
            self.select(NOTHING)
        elif own or not self.picked:
            self._pick_flower(point)
        else:
            self._bring(point)

    def _pick_flower(self, point: Point) -> None:
        state = self._table.latest
        self.select(NOTHING)
        if state.phase == "turn" and picks.movable(state) & BITS[point]:
            self.select(Pick(source=point))
            self._table.sound("button", self.board.place(point))
        elif state.phase != "bonus" and GATES & BITS[point] and not state.board.cells[point]:
            self._table.trays[state.turn].say(self._table.t("skud_pai_sho.table.tile_first"))
        elif refusal := picks.why_not_moved(state, point):
            self._table.refused(refusal)

    def _bring(self, point: Point) -> None:
        """What is picked shall go to this point; what moves other tiles is shown first."""
        state = self._table.latest
        move = picks.meant(state, self.picked, point)
        if move is None:  # a boat on a flower; where that goes is still to be said
            if refusal := picks.why_no_ferry(state, point):
                self._table.refused(refusal)
            else:
                self.select(Pick(hand=BOAT, ferry=point))
                self._table.sound("wood_knock", self.board.place(point))
        elif self.held is None and self.aim != move and picks.weighty(state, move):
            self.aim = move
            if self.pinned:
                self._table.prompt_anew()
            else:
                self._table.commit(move)
        else:
            self._play(move)

    def _play(self, move: Move) -> None:
        dragged, self.held = self.held, None
        self._staging.held = self.board.garden_point(dragged) if dragged else None
        if self._table.commit(move):
            if self._table.waiting is None:
                self.select(NOTHING)
        elif dragged is not None:
            self.held = dragged
            self._put_down()
        self._staging.held = None

    def let_go(self) -> None:
        """Put back whatever is picked."""
        self._put_down()
        self._table.prompt_anew()

    def _put_down(self) -> None:
        """Nothing is picked any more; what was dragged goes home. Words that were said stay."""
        if self.held is not None and self.picked:
            start = self.board.garden_point(self.held)
            self._staging.glide_back(self.picked, self._table.latest.turn, start)
        self.picked, self.aim, self.held = NOTHING, None, None
        self._table.stale = True

    # Dragging and pointing ---------------------------------------------------------------------

    def grab(self, key: Key) -> bool:
        """A pointer went down: whether a tile may be dragged from there."""
        state = self._table.latest
        self._grabbed = NOTHING
        if self._table.asked is None or state.phase == "accents":
            return False
        if isinstance(key, Pick):
            if key.hand in picks.playable(state):
                self._grabbed = key
        elif isinstance(key, Point):
            if key == self.picked.ferry:
                self._grabbed = self.picked
            elif state.phase == "turn" and picks.own_flower(state, key):
                self._grabbed = Pick(source=key)
        return bool(self._grabbed)

    def carry(self, at: At) -> None:
        """What was grabbed is dragged to a point of the table."""
        if self.picked != self._grabbed:
            self.select(self._grabbed)
            self._table.clear_marks("refusal", "hint")
        self.held = at
        self.aim_at(self.board.near(at))

    def drop(self, at: At) -> None:
        """What was dragged is let go of over the board."""
        goal = self.board.near(at)
        if goal is None or goal in (self.picked.source, self.picked.ferry) or not self.picked:
            self.let_go()
        else:
            self._bring(goal)

    def aim_at(self, point: Point | None) -> None:
        """Show beforehand what going to a point would do."""
        move = None
        if point is not None and point not in (self.picked.source, self.picked.ferry):
            move = picks.meant(self._table.latest, self.picked, point)
        if move != self.aim:
            self.aim = move
            self._table.stale = True
