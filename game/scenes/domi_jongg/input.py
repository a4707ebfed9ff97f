"""How picks become moves in Domi Jongg: a tile and an end, or two tiles for a branch.

Tap a tile, then an end, by its head or its own tile; tap two tiles, then the flower; or put one
tile to a flower and then the other. Dragging does the same. A tile that fits at one end only is
laid by tapping it again. Whoever is not asked may sort and leaf through his own rack meanwhile.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from game.rules.core.protocol import Seat
from game.rules.domi_jongg import state as rules
from game.rules.domi_jongg.state import Branch, EndId, Lay, Move
from game.scenes.core.routes import ToOverlay
from game.scenes.core.scene import Push
from game.scenes.domi_jongg.felt import Felt
from game.scenes.domi_jongg.privacy import Privacy
from game.scenes.domi_jongg.racks import ACT, Racks
from game.scenes.domi_jongg.spots import Pick, Play, Points, RackButton
from game.scenes.play.input import Input as PlayInput
from game.scenes.play.pointer_input import SLACK, nearest
from game.ui.frame import Box, Point
from game.ui.intents import HELD, Intent
from game.ui.layer import Spot
from game.ui.theme import TOUCH


@dataclass(eq=False)
class Input(PlayInput[Pick]):
    """Turns what is picked and dragged at a rack and at the snake's heads into moves.

    `glide_back` lets what is held glide back to its place in the rack.
    """

    play: Play
    privacy: Privacy
    racks: Racks
    felt: Felt
    glide_back: Callable[[], None]
    _aside: dict[str, tuple[Seat, RackButton] | None] = field(default_factory=dict, init=False)
    """Where pointers went down on a button of somebody who is not asked."""

    # Spots -------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        """What can be picked, and everybody's points, behind which lies the score sheet."""
        points = (
            Spot(Points(tray.seat), tray.score_at(), TOUCH / 2, round=True)
            for tray in self.play.trays
        )
        return [*self._rack_spots(), *points]

    def _rack_spots(self) -> list[Spot]:
        """The tiles, ends and buttons that can be picked now."""
        seat = self.play.asked
        if seat is None or not self.privacy.reachable(seat):
            return []
        rack = self.racks.at(seat)
        if rack is None or self.play.latest.phase != "turn":
            return []
        found, shelf = [], rack.shelf
        for place, at in enumerate(shelf.spots, shelf.first):
            room = Box.around(at, max(TOUCH - 4.0, shelf.tall * 0.75), shelf.tall)
            found.append(Spot.over(place, rack.frame.out_box(room)))
        for end in self.play.latest.ends:
            it = self.felt.end_box(end.id)
            if self.felt.box.has(it.center):
                found.append(Spot.over(end.id, it))
        for button, middle in rack.buttons.items():
            reach = ACT if button in (RackButton.CLOSE, RackButton.PEEK) else TOUCH / 2
            found.append(Spot(button, rack.frame.out(middle), reach, round=True))
        return found

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        """Where others look on nothing of a hand may show, so that keys lead everywhere."""
        seat, picked = self.play.asked, self.racks.selection.tiles
        if seat is None or not self.privacy.frank(seat):
            return list(spots)
        hand, fit, ends = self.racks.standing(seat), self.racks.fitting(seat), self.fitting_ends()

        def fits(key: Pick) -> bool:
            match key:
                case int(place):
                    return place in picked or hand[place] in fit
                case str(end):
                    return end in ends
            return True

        return [spot for spot in spots if fits(cast(Pick, spot.key))]

    # Picking -----------------------------------------------------------------------------------

    def pick(self, key: Pick) -> None:
        """Points, a head or something at the rack was tapped or confirmed."""
        play, seat = self.play, self.play.asked
        if isinstance(key, Points):
            play.sound("paper", play.trays[key.seat].score_at())
            edge = play.layout.trays[key.seat].turn
            play.go(Push(ToOverlay(play, "score_sheet", ((edge,),))))
            return
        if seat is None:
            return
        match key:
            case int(place):
                self._pick_tile(seat, place)
                self.racks.shuffle()
            case str(end):
                self._pick_end(seat, end)
            case RackButton.CLOSE:
                play.commit(self.closing_move())
            case RackButton.SORT:
                self.let_go()
                self._sort(seat)
            case RackButton.PAGE:
                self.racks.leaf(seat, 1)
            case RackButton.PEEK:
                self.privacy.toggle_peek(seat)
                self.racks.shuffle()

    def _sort(self, seat: Seat) -> None:
        order = self.racks.sort(seat)
        self.play.trays[seat].say(self.play.t(f"domi_jongg.order.{order}"))
        self.play.sound("tile_slide")

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        """Fingers at the racks of all who are not asked are nobody else's business."""
        if intent.kind == "press":
            self._aside[intent.pointer] = self._aside_at(intent.pos)
        begun = self._aside.get(intent.pointer) if intent.kind in HELD else None
        if begun is None:
            otherwise(intent)
        elif intent.kind == "release" and self._aside_at(intent.pos) == begun:
            seat, button = begun
            if button is RackButton.SORT:
                self._sort(seat)
            else:
                self.racks.leaf(seat, 1)

    def _aside_at(self, point: Point) -> tuple[Seat, RackButton] | None:
        """The button under a point at the rack of somebody who is not asked."""
        for seat in self.play.persons - {self.play.asked}:
            rack = self.racks.at(seat)
            if rack is None or not self.racks.sortable(seat):
                continue
            for button in (RackButton.SORT, RackButton.PAGE):
                middle = rack.buttons.get(button)
                if middle and Box.around(rack.frame.out(middle), TOUCH, TOUCH).has(point):
                    return seat, button
        return None

    def gesture(self, intent: Intent) -> None:
        """The wheel and the page keys leaf through a rack of several pages."""
        ways = {"page_up": -1, "page_down": 1}
        way = -round(intent.value) if intent.kind == "wheel" else ways.get(intent.name, 0)
        seat = self.play.asked
        if way and seat is not None and self.privacy.reachable(seat):
            self.racks.leaf(seat, 1 if way > 0 else -1)

    def closing_move(self) -> Move:
        """What the button at the rack does: end the turn, or do without laying."""
        state = self.play.latest
        if rules.has_laid(state):
            return rules.STOP
        return rules.DRAW if rules.pile_left(state) else rules.PASS

    def _pick_tile(self, seat: Seat, place: int) -> None:
        rack, picked, hand = self.racks.at(seat), self.racks.selection, self.racks.standing(seat)
        singly = [way for way in self.racks.ways(seat, (hand[place],)) if isinstance(way, Lay)]
        if rack is not None:
            self.play.sound("tile_clack", rack.frame.out(rack.tiles.center))
        if picked.aim is not None and picked.tiles and place not in picked.tiles:
            self._branch(seat, picked.aim, (picked.tiles[0], place))
        elif place == self.ready:
            self._try(singly[0])
        elif place in picked.tiles:
            picked.tiles = tuple(other for other in picked.tiles if other != place)
            picked.aim = None
        elif len(picked.tiles) == 1 and (  # where others look on, any two may go together
            self.privacy.padded or self.racks.ways(seat, (hand[picked.tiles[0]], hand[place]))
        ):
            picked.tiles = (picked.tiles[0], place)
        else:
            picked.tiles, picked.aim = (place,), None
            focus = self.play.focus
            if focus.visible and self.privacy.frank(seat) and self.play.shows_targets:
                fits = {way.end for way in singly}  # keys go on to a head where it fits
                spots = (spot for spot in self.spots() if spot.key in fits)
                focus.current = next(spots, focus.current)

    @property
    def ready(self) -> Pick | None:
        """The tile that is picked, if it can be laid in one way alone."""
        seat, picked = self.play.asked, self.racks.selection
        if seat is None or picked.aim is not None or not self.privacy.frank(seat):
            return None
        ways = [way for way in self.racks.ways(seat, self.racks.picked) if isinstance(way, Lay)]
        return picked.tiles[0] if picked.tiles and len(ways) == 1 else None

    def _pick_end(self, seat: Seat, end: EndId) -> None:
        play, picked, tiles = self.play, self.racks.selection, self.racks.picked
        if not tiles:
            play.trays[seat].say(play.t("domi_jongg.pick_first"))
        elif len(tiles) == 2:
            self._branch(seat, end, (picked.tiles[0], picked.tiles[1]))
        else:
            move = Lay(tiles[0], end)
            refusal = play.game.why_illegal(play.latest, move)
            if refusal is not None and refusal.key == "needs_two":
                picked.aim = end
                play.sound("tile_slide", self.felt.head_at(end))
                play.trays[seat].say(play.t("domi_jongg.second"))
            else:
                self._try(move)

    def _branch(self, seat: Seat, end: EndId, places: tuple[int, int]) -> None:
        hand = self.racks.standing(seat)
        self.racks.selection.tiles = places
        self._try(Branch((hand[places[0]], hand[places[1]]), end))

    def _try(self, move: Move) -> None:
        """Play a move; if it is refused, all but the first picked tile goes back."""
        picked = self.racks.selection
        if not self.play.commit(move):
            picked.tiles, picked.aim, picked.held = picked.tiles[:1], None, None

    # Dragging ----------------------------------------------------------------------------------

    def grab(self, key: Pick) -> bool:
        """Whether what a finger went down on may be dragged: a tile of who is asked."""
        return self.play.asked is not None and isinstance(key, int)

    def carry(self, grabbed: Pick, point: Point) -> None:
        """What was grabbed is dragged to a point."""
        picked = self.racks.selection
        match grabbed:
            case int(place) if picked.held is None and place not in picked.tiles:
                picked.tiles = (place,) if picked.aim is None else (picked.tiles[0], place)
        picked.held = point

    def drop(self, grabbed: Pick, key: Pick | None, point: Point) -> bool:
        """What was grabbed is let go over a spot, or over none."""
        picked, seat = self.racks.selection, self.play.asked
        if seat is None or not isinstance(key, str):
            self.glide_back()
            return False
        self._pick_end(seat, key)
        if picked.tiles and self.play.waiting is None and picked.aim is None:
            self.glide_back()
        if self.play.waiting is None:
            picked.held = None
        return True

    @property
    def choosing(self) -> bool:
        return self.holding

    def spot_for(self, point: Point) -> Spot | None:
        boxes = (self.felt.end_box(end.id) for end in self.play.latest.ends)
        if not any(box.has(point, SLACK) for box in boxes):
            return None  # mostly, and known sooner
        found = nearest(point, self.spots())
        if found is None or not isinstance(found.key, str):
            return None
        return Spot(found.key, self.felt.head_at(found.key), 0.6 * self.felt.head, round=True)

    def let_go(self) -> None:
        """Put back whatever is held or picked."""
        self.racks.selection.clear()

    @property
    def holding(self) -> bool:
        return bool(self.racks.selection.tiles)

    # What fits -----------------------------------------------------------------------------------

    def fitting_ends(self) -> set[EndId]:
        """The ends where what is picked fits, where everybody may know."""
        play, tiles, seat = self.play, self.racks.picked, self.play.asked
        if seat is None or not tiles or not self.privacy.frank(seat) or not play.shows_targets:
            return set()
        if self.racks.selection.aim is not None:
            return {self.racks.selection.aim}
        return {way.end for way in self.racks.ways(seat, tiles)}
