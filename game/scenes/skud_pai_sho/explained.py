"""What the tiles of Skud Pai Sho are, wherever they lie: in the garden, in a reserve, captured."""

from collections.abc import Hashable, Sequence
from typing import TypeAlias

from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import BITS, Code, Kind, Mask, Point, places_of
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.state import Move, State
from game.scenes.pai_sho.explained import portrait, ties
from game.scenes.pai_sho.garden import WOOD
from game.scenes.pai_sho.scene import GardenScene
from game.scenes.play.explanation import Explainer, Explanation, Line, OffBoard, Sign
from game.scenes.skud_pai_sho.accent_choice import AccentChoice
from game.scenes.skud_pai_sho.garden import Plot
from game.scenes.skud_pai_sho.picks import Accent, Key
from game.scenes.skud_pai_sho.tray import Reserve
from game.scenes.skud_pai_sho.words import Words
from game.ui.layer import Spot

Shelves: TypeAlias = "tuple[list[Code], list[Code]]"
"""What both seats have captured."""


class Tiles(Explainer):
    """Explains tiles from what everybody sees. Those in a reserve are known by their kind, captured
    ones by their place on the shelf.
    """

    def __init__(
        self, table: GardenScene[State, Move, Key], reserves: Sequence[Reserve],
        captured: Shelves, choice: AccentChoice, plot: Plot, words: Words,
    ) -> None:  # fmt: skip
        self._table, self._reserves, self._captured = table, reserves, captured
        self._choice, self._plot, self._words = choice, plot, words

    def tiles(self) -> Sequence[Spot]:
        table, state = self._table, self._table.shown_state
        found = list[Spot]()
        for seat, reserve in enumerate(self._reserves):
            for kind in garden.ALL_KINDS:
                found.append(reserve.spot_of(kind, OffBoard(seat, kind, "reserve")))
            for number, at in enumerate(reserve.captured_at(len(self._captured[seat]))):
                at, half = reserve.tray.frame.out(at), reserve.captured_side / 2
                found.append(Spot(OffBoard(seat, number, "captured"), at, half, round=True))
        if table.asked is not None and state.phase == "accents":  # a sheet lies on the garden
            accents = (spot for spot in self._choice.spots() if isinstance(spot.key, Accent))
            return [*found, *accents]
        return [*found, *table.board.lying(state.board)]

    def explain(self, key: Hashable) -> Explanation | None:
        state = self._table.shown_state
        match key:
            case int() if state.board.cells[key]:
                return self._on_board(state, key)
            case OffBoard(seat, kind, "reserve"):
                return self._in_reserve(state, seat, kind)
            case OffBoard(seat, number, "captured") if number < len(self._captured[seat]):
                code = self._captured[seat][number]
                told = self._words.t("card.captured", who=self._table.names[seat])
                return self._said(state, code, [Line(told)])
            case Accent(kind):
                return self._said(state, garden.code_of(kind, self._table.asked or 0))
        return None

    def _on_board(self, state: State, point: Point) -> Explanation:
        code = state.board.cells[point]
        owner = garden.owner_of(code)
        lines = [Line(self._words.t("card.of", who=self._table.names[owner]))]
        signs = [sign for sign, mask in self._plot.signs.items() if mask & BITS[point]]
        lines += [Line(self._words.t(f"sign.{sign}")) for sign in signs]
        goals = skud.survey(state.board, owner, state.rules).goals.get(point, 0)
        taken, last = state.board.taken, list[Line]()
        if self._table.shows_targets:
            last = [*self._lit("reach", "reach", goals & ~taken),
                    *self._lit("gain", "takes", goals & taken)]  # fmt: skip
        able = "drained" not in signs and "growing" not in signs
        return self._said(state, code, lines, last, able)

    def _in_reserve(self, state: State, seat: Seat, kind: Kind) -> Explanation:
        left, gates = state.hands[seat][kind], skud.open_gates(state.board)
        begins = left and kind in garden.FLOWERS and state.phase in ("turn", "bonus")
        lit = begins and self._table.shows_targets
        last = self._lit("reach", "gates", gates) if lit else []
        first = Line(self._words.t("card.left", n=left))
        return self._said(state, garden.code_of(kind, seat), [first], last)

    def _lit(self, sign: Sign, key: str, points: Mask) -> list[Line]:
        """A line about some points, if there are any."""
        text = self._words.t(f"card.{key}", n=points.bit_count())
        return [Line(text, sign, places_of(points))] if points else []

    def _said(
        self, state: State, code: Code, first: Sequence[Line] = (), last: Sequence[Line] = (),
        able: bool = True,
    ) -> Explanation:  # fmt: skip
        """A tile's nature, and what lies in the garden that suits it or clashes with it. It is
        `able` to form harmonies where it is.
        """
        kind, t, aids = garden.kind_of(code), self._words.t, self._words.aids
        title, nature = self._words.about(kind, state.rules.id)
        # who plays without help finds out alone what goes together (SK-25)
        suiting = places_of(skud.suiting(state.board, code) if aids and able else 0)
        opposing = places_of(skud.opposing(state.board, code) if aids else 0)
        lines = [*first, Line(nature)]
        if kind in garden.BASICS:
            one, other = (f"@tile.{garden.CODES[each]}" for each in garden.BESIDE[kind])
            against = f"@tile.{garden.CODES[garden.OPPOSITE[kind]]}"
            lines.append(Line(t("about.suits", a=one, b=other), "partner", suiting))
            lines.append(Line(t("about.clashes", a=against), "clash", opposing))
        elif kind == garden.LOTUS:
            lines.append(Line(t("card.suits_all"), "partner", suiting))
        wood = WOOD[garden.owner_of(code)]
        picture = ties(kind, wood) or portrait(kind, wood)
        return Explanation(title, (*lines, *last), picture)
