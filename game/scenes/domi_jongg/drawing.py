"""What Domi Jongg's table looks like: felt, snake and heads, racks, and what is in the air."""

from __future__ import annotations

from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import DRAW, HIDDEN, PASS, EndId, Table, has_laid, pile_left
from game.rules.domi_jongg.state import heads as usable
from game.rules.domi_jongg.tiles import IN_PAIRS, SINGLY, Tile
from game.scenes.domi_jongg import heads
from game.scenes.domi_jongg.faces import show
from game.scenes.domi_jongg.ground import Head, Place
from game.scenes.domi_jongg.heads import Mood
from game.scenes.domi_jongg.moving import Moving
from game.scenes.domi_jongg.seats import SeatTray
from game.scenes.domi_jongg.side import (
    ACT,
    Hand,
    Side,
    paint_arrow,
    paint_backs,
    paint_button,
    paint_ledges,
    paint_tiles,
)
from game.scenes.play.tray import Tray
from game.ui import sprites, surfaces
from game.ui.canvas import Canvas
from game.ui.theme import GOLD, TOUCH


class Drawing(Moving):
    """The part of the scene that paints."""

    _place: tuple[object, Place] | None = None

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        self.felt.paint_ground(canvas)
        if self._rack is not None:
            rect = canvas.rect(self._rack)
            wood = sprites.inset("wood_dark.jpg", rect.size, canvas.px(22), canvas.px(7))
            canvas.surface.blit(wood, rect)

    def paint(self, canvas: Canvas) -> None:
        state: Table = self.state
        left = pile_left(state)
        self.felt.paint(canvas, self.lying, self.count, left)
        words = self.t("domi_jongg.pile", n=left) if left else self.t("domi_jongg.pile_empty")
        self.felt.paint_count(canvas, words)
        if state.phase in ("roll", "deal", "single"):
            self.felt.paint_note(canvas, self.t(f"domi_jongg.phase.{state.phase}"))
        if self.faces.hurried:
            return
        self._paint_last(canvas)
        self._paint_aim(canvas)
        self._paint_heads(canvas)
        for die in self.air.dice.values():
            die.paint(canvas)

    def _paint_last(self, canvas: Canvas) -> None:
        """A line around the tiles that were laid in the newest turn."""
        state: Table = self.state
        first = state.lying if has_laid(state) else self._turn_before()
        if 0 < first < self.count:
            seat = state.snake[-1].seat
            places = self.lying.places[first : self.count]
            self.felt.paint_edges(canvas, places, self.seat_color(seat))

    def _turn_before(self) -> int:
        """How many tiles lay before the turn in which the last ones were laid."""
        state: Table = self.state
        states = self.match.states
        for index in range(min(self.shown, len(states) - 1), -1, -1):
            if len(states[index].snake) < len(state.snake):
                return max(1, int(states[index].lying))
        return len(state.snake)

    def _paint_aim(self, canvas: Canvas) -> None:
        """The half of a branch that waits at its end."""
        seat, tiles = self.asked, self.picked_tiles
        if self.aim is None or seat is None or not tiles:
            return
        tile = tiles[0]
        place = self._aimed(self.aim, tile)
        shown = tile if self.frank(seat) else HIDDEN
        picture = self.faces.get(shown, self.felt.camera.tall, place.way % 2).copy()
        picture.set_alpha(190)
        show(canvas.surface, picture, self.felt.camera.at(place.center))
        self.felt.paint_edges(canvas, [place], GOLD)

    def _aimed(self, end: EndId, tile: Tile) -> Place:
        """Where that half would lie; looked for once, for looking takes a while."""
        key = self.lying.laid, end, tile
        if self._place is None or self._place[0] != key:
            self._place = key, self.lying.choose(end, (tile, tile))[0]
        return self._place[1]

    def _paint_heads(self, canvas: Canvas) -> None:
        state: Table = self.state
        if not state.ends or state.phase == "over":
            return
        numbers = heads.numbers(state.snake)
        can = {end.id for end in usable(state)} if state.phase == "turn" else set()
        lit = self._lit()
        found: list[tuple[Head, int, Mood]] = []
        for end in state.ends:
            mood: Mood = "lit" if end.id in lit else "open" if end.id in can else "resting"
            found.append((self._head(end.id), numbers[end.id], mood))
        self.felt.paint_heads(canvas, found, self.lying)

    def _lit(self) -> set[EndId]:
        """The ends where what is picked fits, where everybody may know."""
        seat, tiles = self.asked, self.picked_tiles
        if seat is None or not tiles or not self.frank(seat) or not self.shows_targets:
            return set()
        if self.aim is not None:
            return {self.aim}
        found = set()
        for end in usable(self.table):
            pairs = IN_PAIRS.get(end.tile, frozenset())
            alone = len(tiles) == 1 and (tiles[0] in SINGLY[end.tile] or self._pairs(seat, pairs))
            if alone or (len(tiles) == 2 and all(tile in pairs for tile in tiles)):
                found.add(end.id)
        return found

    def _pairs(self, seat: Seat, fits: frozenset[Tile]) -> bool:
        """Whether the picked tile and another one of the hand make a branch there."""
        hand = self.standing(seat)
        return self.picked_tiles[0] in fits and sum(tile in fits for tile in hand) > 1

    # Racks ---------------------------------------------------------------------------------------

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        squat = isinstance(tray, SeatTray) and not tray.flat
        if self._rack is not None or squat:  # as where a story takes of the table's room
            state: Table = self.state
            paint_backs(canvas, tray.content, len(state.hands[tray.seat]))
            return
        side = self.side(tray.seat)
        if side is not None:
            self._paint_side(canvas, tray.seat, side)

    def paint_above(self, canvas: Canvas) -> None:
        if self.front is not None:
            side = self.side(self.front)
            if side is not None:
                self._paint_side(canvas, self.front, side)
        for flying in self.air.tiles:
            flying.paint(canvas, self.faces)
        self._paint_held(canvas)
        for caption in self.air.captions:
            caption.paint(canvas)

    def _paint_side(self, canvas: Canvas, seat: Seat, side: Side) -> None:
        filled = self.filled(seat, side)
        if filled.shelf.spots:
            paint_ledges(canvas, filled)
            paint_tiles(canvas, filled, self._hand(seat), self.faces)
        if filled.on is not None:
            paint_arrow(canvas, filled.on, filled.shelf)
        self._paint_buttons(canvas, seat, side)

    def _hand(self, seat: Seat) -> Hand:
        bare, mine = self.bare(seat), self.asked == seat
        tiles = self.standing(seat) if bare else self.seen_hand(seat)
        hinted, number = self.hint_for(seat) if bare else ((), 0)
        away = {*self.away, *(self.selected if mine and self.held else ())}
        return Hand(
            tiles,
            picked=self.outstanding(seat, self.selected) if mine else (),
            fitting=self.fitting(seat) if bare and mine and self.shows_targets else (),
            hinted=[i for i, tile in enumerate(tiles) if tile in hinted],
            number=number,
            away=self.outstanding(seat, away) if seat == self.state.turn else (),
            leaning=self.padded,
        )

    def _paint_buttons(self, canvas: Canvas, seat: Seat, side: Side) -> None:
        if side.pad is not None and not self.replaying:
            words = self.t("domi_jongg.act.peek")
            paint_button(canvas, side.pad, "eye", words, ACT - 4,
                         bright=seat in self.peeks.values())  # fmt: skip
        if seat != self.asked or self.table.phase != "turn" or not self.reachable(seat):
            return
        if side.act is not None:
            move = self.closing_move()
            key, icon = {DRAW: ("draw", "plus"), PASS: ("pass", "right")}.get(
                move, ("done", "check")
            )
            ready = self.game.why_illegal(self.match.state, move) is None
            bright = ready and (
                self.frank(seat) or has_laid(self.table) or self.urged(seat) == move
            )
            words = self.t(f"domi_jongg.act.{key}")
            paint_button(canvas, side.act, icon, words, ACT - 4, bright=bright)
        if side.sort is not None:
            tray = self.trays[seat]
            bare = self._rack is None and isinstance(tray, SeatTray) and tray.narrow
            words = "" if bare else self.t("domi_jongg.act.sort")
            paint_button(canvas, side.sort, "list", words, TOUCH / 2, bright=False)

    def _paint_held(self, canvas: Canvas) -> None:
        """What is in somebody's fingers; face down where others look on."""
        seat = self.asked
        if self.held is None or seat is None or not self.picked_tiles:
            return
        side = self.side(seat)
        if side is None:
            return
        tall = canvas.px(self.filled(seat, side).shelf.tall * 1.06)
        turns = -side.frame.turn % 4
        tiles = self.picked_tiles[-1:] if self.aim is not None else self.picked_tiles
        for n, tile in enumerate(tiles):
            at = self.held[0] + n * 46, self.held[1] - 18
            shown = tile if self.frank(seat) else HIDDEN
            shadow = self.faces.shadow(tall, turns)
            canvas.picture_as_is(shadow, (at[0] + 8, at[1] + 14))
            canvas.picture_as_is(self.faces.roughly(shown, tall, turns), at)
