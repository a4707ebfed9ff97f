"""Hands and keys become moves: what a player has picked, points at, drags and lets go of."""

import math
from collections.abc import Callable, Sequence
from math import dist
from typing import Final, cast

from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import BITS, Code, Kind, Mask, Point, code_of, points_of
from game.rules.skud_pai_sho.state import Accents, Bonus, Decline, Move, State
from game.scenes.pai_sho.scene import GardenScene
from game.scenes.play.input import Input
from game.scenes.skud_pai_sho import picks
from game.scenes.skud_pai_sho.accent_choice import AccentChoice
from game.scenes.skud_pai_sho.animation import Animation
from game.scenes.skud_pai_sho.picks import NOTHING, Key, Pick, Preview, Reach
from game.scenes.skud_pai_sho.tray import Reserve
from game.ui.frame import Point as At
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.theme import TOUCH

BESIDE: Final = 0.75
"""How far from a point that fits a tap may be and still mean it, in cells."""


class Hands(Input[Key]):
    """What is picked, where it is held and what it is aimed at, and what is looked up."""

    def __init__(
        self, table: GardenScene[State, Move, Key], animation: Animation, choice: AccentChoice,
        reserves: Sequence[Reserve],
    ) -> None:  # fmt: skip
        self._table, self._animation, self._choice = table, animation, choice
        self._reserves = reserves
        self.aids = animation.plot.aids
        """Whether harmonies to come are pointed out, and there is a harmony lens (SK-25)."""
        self.harmony_lens = False
        """Whether the harmony lens is on."""
        self.picked = NOTHING
        self.aim: Move | None = None
        """The step that would follow from where somebody points."""
        self._tapped: At | None = None
        """Where a tap that is being answered hit the table."""

    # What is to be seen of it ------------------------------------------------------------------

    @property
    def preview(self) -> Preview | None:
        """What the step aimed at would do."""
        if self.aim is None or self._table.asked is None:
            return None
        shown = picks.preview(self._table.latest, self.aim)
        return shown if self.aids else shown._replace(gained=(), lost=())

    @property
    def pinned(self) -> bool:
        """Whether a step that moves other tiles is shown, and may be played."""
        shown, move = self.preview, self.aim
        if move is None or shown is None or shown.refusal is not None:
            return False
        return picks.weighty(self._table.latest, move)

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
        reach = picks.reach_of(table.latest, self.picked)
        return reach if self.aids else reach._replace(rich=0)

    @property
    def holding(self) -> bool:
        return bool(self.picked)

    @property
    def ready(self) -> Key | None:
        if self._table.latest.phase == "accents":
            return Accents(self._choice.kinds)
        move = self.aim if self.pinned else None
        goal = isinstance(move, Bonus) and (move.point if move.goal is None else move.goal)
        return None if goal is False else goal

    @property
    def in_hand(self) -> Code:
        """The tile that is picked; 0 if none is, or it has gone."""
        state, hand, lifted = self._table.latest, self.picked.hand, self.picked.lifted
        if lifted is not None:
            return state.board.cells[lifted]
        return 0 if hand is None else code_of(hand, state.turn)

    # Picking -----------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        table = self._table
        lenses = [
            reserve.harmony_lens_spot for reserve in self._reserves
            if self.aids and not reserve.tray.folded
        ]  # fmt: skip
        if table.asked is None:
            return lenses
        if table.latest.phase == "accents":
            return [*self._choice.spots(), *lenses]
        reserve = self._reserves[table.asked]
        decline = [reserve.decline_spot] if table.latest.phase == "bonus" else []
        return [*reserve.spots(), *decline, *self._table.board.seen, *lenses]

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        state, picked = self._table.latest, self.picked
        if picked:
            points = picks.reach_of(state, picked).goals
            points |= 0 if picked.source is None else BITS[picked.source]
        else:
            points = state.board.taken  # tiles that cannot be moved are named
        hand = {picked} if picked else {Pick(hand=kind) for kind in picks.playable(state)}

        def fits(key: Key) -> bool:
            if isinstance(key, Pick):
                return key in hand
            return not isinstance(key, Point) or bool(points & BITS[key])

        return [spot for spot in spots if fits(cast(Key, spot.key))]

    def pick(self, key: Key) -> None:
        table = self._table
        match key:
            case picks.HarmonyLensButton():
                self.harmony_lens = not self.harmony_lens
                table.sound("button")
                table.refresh()
            case _ if table.asked is None:
                pass
            case picks.Accent():
                self._choice.chosen ^= {key}
                table.sound("tile_clack")
            case Accents() | Decline():
                self.select(NOTHING)
                table.commit(key)
            case Pick(int(kind)):
                self.pick_kind(kind)
                if self.picked == key:
                    self._lead_keys()
            case int():
                self.pick_point(key)

    def _lead_keys(self) -> None:
        """Who plays by keys goes on from the reserve to a point where the tile may go."""
        table, board = self._table, self._table.board
        goals = points_of(picks.reach_of(table.latest, self.picked).goals)
        if table.focus.visible and goals:
            goal = min(goals, key=lambda point: dist(board.place(point), board.box.center))
            table.focus.current = board.spot(goal)

    def lead_keys_to_reserve(self) -> None:
        """Who plays by keys takes a bonus from the reserve."""
        self._table.focus.keep(self.fitting(self._reserves[self._table.latest.turn].spots()))

    def select(self, pick: Pick) -> None:
        """Take something up, or nothing, and say what comes next."""
        self.picked, self.aim, self.at = pick, None, None
        self._table.say_prompt()
        if pick:
            goals = points_of(picks.reach_of(self._table.latest, pick).goals)
            self._table.eye.show(*map(self._table.board.place, goals))

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
        if self._tapped is not None:
            point = self._fitting(point, self._tapped)
        own = self.picked.source is not None and picks.own_flower(self._table.latest, point)
        if point == self.picked.source:
            self.select(NOTHING)
        elif own or not self.picked:
            self._pick_flower(point)
        else:
            self._bring(point)

    def _fitting(self, point: Point, tapped: At) -> Point:
        """What a tap on an empty point means: the nearest one that fits, if it is near enough."""
        state = self._table.latest
        fits = picks.reach_of(state, self.picked).goals if self.picked else picks.movable(state)
        if (fits | state.board.taken) & BITS[point]:
            return point
        beside = points_of(fits & garden.KING[point])
        near = [(dist(tapped, self._table.board.place(each)), each) for each in beside]
        far, nearest = min(near, default=(math.inf, point))
        return nearest if far <= min(TOUCH / 2, BESIDE * self._table.board.cell) else point

    def _pick_flower(self, point: Point) -> None:
        state = self._table.latest
        self.select(NOTHING)
        if state.phase == "turn" and picks.movable(state) & BITS[point]:
            self.select(Pick(source=point))
            self._table.sound("button", self._table.board.place(point))
        elif state.phase != "bonus" and garden.GATES & BITS[point] and not state.board.cells[point]:
            self._table.trays[state.turn].say(self._table.t("skud_pai_sho.table.tile_first"))
        elif not state.board.cells[point]:
            self._table.remind(self._table.asked)
        elif garden.owner_of(state.board.cells[point]) != state.turn:
            self._table.card.show(point)
        elif refusal := picks.why_not_moved(state, point):
            self._table.refused(refusal)

    def _bring(self, point: Point) -> bool:
        """What is picked shall go to this point; what moves other tiles is shown first. False if
        the rules refuse.
        """
        state = self._table.latest
        move = picks.meant(state, self.picked, point)
        if move is None:  # a boat on a flower; where that goes is still to be said
            if refusal := picks.why_no_ferry(state, point):
                self._table.refused(refusal)
                return False
            self.select(Pick(hand=garden.BOAT, ferry=point))
            self._table.sound("wood_knock", self._table.board.place(point))
            return True
        if self.at is None and self.aim != move and picks.weighty(state, move):
            self.aim = move
            if self.pinned:
                self._table.say_prompt()
                return True
        dragged, self.at = self.at, None
        self._animation.held = self._table.board.garden_point(dragged) if dragged else None
        played = self._table.commit(move)
        self._animation.held = None
        if not played:
            self.at = dragged
        return played

    def let_go(self) -> None:
        """Put back whatever is picked; what was dragged goes home."""
        if self.at is not None and self.picked:
            start = self._table.board.garden_point(self.at)
            self._animation.glide_back(self.picked, self._table.latest.turn, start)
        self.select(NOTHING)

    def deselect(self) -> None:
        """Let go; with nothing picked, say what to do."""
        idle = not self.holding
        self.let_go()
        if idle:
            self._table.remind(self._table.asked)

    # Dragging and pointing ---------------------------------------------------------------------

    def grab(self, key: Key) -> bool:
        """A pointer went down: whether a tile may be dragged from there."""
        return bool(self._lifted(key))

    def _lifted(self, key: Key) -> Pick:
        """What a finger takes up from there."""
        state = self._table.latest
        if self._table.asked is None or state.phase == "accents":
            return NOTHING
        match key:
            case Pick(kind) if kind in picks.playable(state):
                return key
            case int() if key == self.picked.ferry:
                return self.picked
            case int() if state.phase == "turn" and picks.own_flower(state, key):
                return Pick(source=key)
        return NOTHING

    def carry(self, grabbed: Key, at: At) -> None:
        """What was grabbed is dragged to a point of the table."""
        if self.picked != (lifted := self._lifted(grabbed)):
            self.select(lifted)
            self._table.clear_marks("refusal", "hint")
        self.at = at
        self.consider(self._table.board.near(at))

    def drop(self, grabbed: Key, key: Key | None, at: At) -> bool:
        """What was dragged is let go of, over the board or beside it."""
        goal = self._table.board.near(at) if isinstance(key, Point | None) else None
        if goal is None or goal in (self.picked.source, self.picked.ferry) or not self.picked:
            return False
        return self._bring(goal)

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "hover" and self._table.asked is not None and self.picked:
            self.consider(self._table.board.near(intent.pos))

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        self._tapped = intent.pos if intent.kind == "tap" else None
        otherwise(intent)
        spot, keys = self._table.focus.current, intent.kind == "focus" and self._table.focus.visible
        if keys and isinstance(spot, Spot) and self.picked and self._table.asked is not None:
            self.consider(cast(Key, spot.key))  # the keys point as well

    @property
    def choosing(self) -> bool:
        return bool(self.picked) and self._table.latest.phase != "accents"

    def spot_for(self, point: At) -> Spot | None:
        board, goal = self._table.board, self._table.board.near(point)
        if goal is None or not self.picked:
            return None
        if self.at is None:
            goal = self._fitting(goal, point)
        return None if goal in (self.picked.source, self.picked.ferry) else board.spot(goal)

    def consider(self, key: Key | None) -> None:
        """Show beforehand what going to a point would do."""
        self.aim = None
        if isinstance(key, Point) and key not in (self.picked.source, self.picked.ferry):
            self.aim = picks.meant(self._table.latest, self.picked, key)
