"""Hands and keys become moves: what a player has picked, points at, drags and lets go of."""

from __future__ import annotations

from math import dist
from typing import Protocol

from game.rules.core.protocol import Refusal, Seat
from game.rules.pai_sho.board import BITS, BOAT, GATES, POINTS, Kind, Mask, Point, points_of
from game.rules.skud_pai_sho.notation import DECLINE, Accents, Decline, Move
from game.rules.skud_pai_sho.state import State
from game.scenes.pai_sho.art import PaiShoBoard
from game.scenes.play.marks import MarkKind
from game.scenes.play.pointer_input import Input as PlayInput
from game.scenes.skud_pai_sho import picks
from game.scenes.skud_pai_sho.accent_choice import Choice
from game.scenes.skud_pai_sho.animation import Staging
from game.scenes.skud_pai_sho.picks import NOTHING, Accent, Keep, Key, LensButton, Pick, Reach
from game.scenes.skud_pai_sho.preview import Preview, preview
from game.scenes.skud_pai_sho.tray import Reserve
from game.scenes.skud_pai_sho.words import Caption
from game.ui.frame import Point as At
from game.ui.intents import Intent
from game.ui.layer import Focus, Spot


class Table(Protocol):
    """What the input needs of the match and the table it is played on."""

    board: PaiShoBoard
    reserves: list[Reserve]
    choice: Choice
    point_spots: list[Spot]
    focus: Focus
    caption: Caption | None
    waiting: Move | None
    """The move that waits for its player's consent, where moves are confirmed."""
    stale: bool

    @property
    def latest(self) -> State:
        """The state in which the match stands."""

    @property
    def asked(self) -> Seat | None:
        """The person who is to act now and can."""

    @property
    def shows_targets(self) -> bool:
        """Whether what is legal is to glow."""

    def commit(self, move: Move) -> bool:
        """Play a move; False if it is refused."""

    def refused(self, refusal: Refusal) -> None:
        """Say why not, and mark the offending places."""

    def remark(self, key: str) -> None:
        """Say a text to the seat whose turn it is."""

    def prompt_anew(self) -> None:
        """Say what is to be done next; what was said before is out of date."""

    def turn_lens(self) -> None:
        """Switch the lens on or off."""

    def name_at(self, at: At) -> None:
        """Show the name of the tile there."""

    def clear_marks(self, *kinds: MarkKind) -> None: ...

    def sound(self, cue: str, at: At | None = None) -> None: ...


class Input(PlayInput[Key]):
    """What is picked, where it is held and what it is aimed at."""

    def __init__(self, table: Table, staging: Staging) -> None:
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

    @property
    def holding(self) -> bool:
        return bool(self.picked)

    # Picking -----------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        table = self._table
        lenses = [reserve.lens_spot() for reserve in table.reserves]
        if table.asked is None:
            return lenses
        if table.latest.phase == "accents":
            return [*table.choice.spots(), *lenses]
        reserve = table.reserves[table.asked]
        decline = [reserve.decline_spot()] if table.latest.phase == "bonus" else []
        return [*reserve.spots(), *decline, *table.point_spots, *lenses]

    def pick(self, key: Key) -> None:
        table = self._table
        table.clear_marks("refusal", "hint")
        table.caption = None
        if isinstance(key, LensButton):
            table.turn_lens()
        elif table.asked is None:
            return
        elif isinstance(key, Accent):
            table.choice.chosen ^= {key}
            table.sound("tile_clack")
        elif isinstance(key, Keep):
            table.commit(Accents(table.choice.kinds))
        elif isinstance(key, Decline):
            self.select(NOTHING)
            table.commit(DECLINE)
        elif isinstance(key, Pick):
            assert key.hand is not None, "a spot of the reserve"
            self.pick_kind(key.hand)
            if self.picked == key:
                self._lead_keys()
        else:
            self.pick_point(key)

    def _lead_keys(self) -> None:
        """Who plays by keys goes on from the reserve to a point where the tile may go."""
        table, board = self._table, self._table.board
        goals = points_of(picks.reach_of(table.latest, self.picked).goals)
        if table.focus.visible and goals:
            goal = min(goals, key=lambda point: dist(board.place(point), board.box.center))
            table.focus.current = table.point_spots[POINTS.index(goal)]

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
        else:
            self._object(picks.why_not_laid(state, kind))

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
            self._table.sound("button", self._table.board.place(point))
        elif state.phase != "bonus" and GATES & BITS[point] and not state.board.cells[point]:
            self._table.remark("table.tile_first")
        else:
            self._object(picks.why_not_moved(state, point))

    def _object(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self._table.refused(refusal)

    def _bring(self, point: Point) -> None:
        """What is picked shall go to this point; what moves other tiles is shown first."""
        state = self._table.latest
        move = picks.meant(state, self.picked, point)
        if move is None:
            self._load_boat(point)
        elif self.held is None and self.aim != move and picks.weighty(state, move):
            self.aim = move
            if self.pinned:
                self._table.prompt_anew()
            else:
                self._table.commit(move)
        else:
            self._play(move)

    def _load_boat(self, point: Point) -> None:
        """A boat goes onto a flower; where that flower goes is still to be said."""
        refusal = picks.why_no_ferry(self._table.latest, point)
        if refusal is not None:
            self._table.refused(refusal)
        else:
            self.select(Pick(hand=BOAT, ferry=point))
            self._table.sound("wood_knock", self._table.board.place(point))

    def _play(self, move: Move) -> None:
        dragged, self.held = self.held, None
        self._staging.held = self._table.board.garden_point(dragged) if dragged else None
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
            start = self._table.board.garden_point(self.held)
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
        self._table.caption = None
        if self.picked != self._grabbed:
            self.select(self._grabbed)
            self._table.clear_marks("refusal", "hint")
        self.held = at
        self.aim_at(self._table.board.near(at))

    def drop(self, key: Key | None, at: At) -> None:
        """What was dragged is let go of, over the board or beside it."""
        if key is not None and not isinstance(key, Point):
            self.let_go()
            return
        goal = self._table.board.near(at)
        if goal is None or goal in (self.picked.source, self.picked.ferry) or not self.picked:
            self.let_go()
        else:
            self._bring(goal)

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "hover" and self._table.asked is not None and self.picked:
            self.aim_at(self._table.board.near(intent.pos))
        elif intent.kind == "hold":
            self._table.name_at(intent.pos)

    def aim_at(self, point: Point | None) -> None:
        """Show beforehand what going to a point would do."""
        move = None
        if point is not None and point not in (self.picked.source, self.picked.ferry):
            move = picks.meant(self._table.latest, self.picked, point)
        if move != self.aim:
            self.aim = move
            self._table.stale = True
