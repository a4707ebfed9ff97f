"""What the pieces of Ping-Pao are: whose, whom they touch, and what they would set free."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from game.rules.core.protocol import Seat
from game.rules.ping_pao.state import Move, Table, Take, freed, holders, open_sides
from game.rules.walong.geometry import COLOURS, Pose, side_place
from game.scenes.ping_pao.choice import Key
from game.scenes.ping_pao.view import heap
from game.scenes.play.explanation import Explainer, Explanation, Line, OffBoard
from game.scenes.play.play_scene import PlayScene
from game.scenes.walong.sketch import portrait
from game.scenes.walong.table import WalongTable
from game.ui.layer import Spot

PIECE = 0.62
"""Half the spot of a piece, in sides."""


class Pieces(Explainer):
    """Explains what lies on the linen and in the trays. `heaps` gives the colours in a seat's."""

    def __init__(
        self, play: PlayScene[Table, Move, Key], board: WalongTable,
        heaps: Callable[[Seat], Sequence[str]],
    ) -> None:  # fmt: skip
        self._play, self._board, self._heaps, self._t = play, board, heaps, play.card_text

    def tiles(self) -> Sequence[Spot]:
        board, found = self._board, list[Spot]()
        for pose in self._play.shown_state.pieces:
            at = board.centre(pose)
            if board.box.has(at):
                found.append(Spot(pose, at, PIECE * board.camera.unit, round=True))
        for tray in self._play.trays:
            colours = self._heaps(tray.seat)
            if colours and self._play.shown_state.phase in ("luck", "build"):  # they are all alike
                key = OffBoard(tray.seat, 0, colours[0])
                found.append(Spot.over(key, tray.frame.out_box(tray.content)))
                continue
            lying = heap(tray.content, len(colours))
            for number, colour in enumerate(colours):
                at = tray.frame.out(lying.places[number])
                found.append(Spot(OffBoard(tray.seat, number, colour), at, lying.side, round=True))
        return found

    def explain(self, key: Hashable) -> Explanation | None:
        table = self._play.shown_state
        match key:
            case Pose() if key in table.pieces:
                return self._lying(table, key)
            case OffBoard(seat, _, colour) if table.phase in ("luck", "build"):
                return self._to_lay(table, seat, colour)
            case OffBoard(seat, _, colour):
                line = Line(self._t("taken", who=self._play.names[seat]))
                return self._card(colour, [line])
        return None

    def _card(self, colour: str, lines: Sequence[Line]) -> Explanation:
        title = self._t("title", colour=f"@colour.{colour}")
        return Explanation(title, tuple(lines), portrait((colour,)))

    def _to_lay(self, table: Table, seat: Seat, colour: str) -> Explanation:
        """A piece that is still in its owner's tray."""
        lines = [Line(self._t("of", who=self._play.names[seat]))]
        lines.append(Line(self._t("left", n=table.hands[seat])))
        lines.append(Line(self._t("never")))
        sides = sorted(open_sides(table, seat))
        if self._play.shows_targets and sides:
            places = tuple(side_place(*side) for side in sides)
            lines.append(Line(self._t("fits", n=len(sides)), "reach", places))
        return self._card(colour, lines)

    def _lying(self, table: Table, pose: Pose) -> Explanation:
        """A piece of the structure."""
        pieces, seat = table.pieces, table.pieces.label(pose)
        who = self._play.names[seat]
        lines = [Line(self._t("of", who=who))]
        takes = table.phase == "remove" and pieces.free_sides(pose)
        seen = self._play.shows_targets and self._play.foretells
        loose = freed(table, Take(pose)) if takes and seen else ()
        if near := holders(table, pose):
            counted = sorted(Counter(pieces.label(other) for other in near).items())
            many = [self._t("many", n=n, colour=f"@colour.{COLOURS[own]}") for own, n in counted]
            told = self._t("held", pieces=self._play.context.texts.listed(many))
            places = tuple(str(other) for other in near if other not in loose)
            lines.append(Line(told, "partner", places))
        if table.phase == "build":
            lines.append(Line(self._t("never")))
            lines.append(Line(self._t("sides", n=len(pieces.free_sides(pose)))))
        else:
            lines.append(Line(self._t("may_take" if takes else "walled", who=who)))
        if loose:
            points = sum(pieces.label(other) != seat for other in loose)
            told = self._t("frees", n=len(loose), points=points)
            lines.append(Line(told, "gain", tuple(map(str, loose))))
        return self._card(COLOURS[seat], lines)
