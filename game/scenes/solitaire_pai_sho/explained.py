"""What the tiles of Solitaire Pai Sho are, in the garden and on the desks."""

from collections.abc import Hashable, Sequence
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as pai_sho
from game.rules.pai_sho.board import ACCENTS, BASICS, CODES, Kind, Mask, Point, places_of
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.state import DISHARMONY, HARMONY, PARTNERS, Garden, Move
from game.scenes.pai_sho.explained import circle, portrait
from game.scenes.pai_sho.garden import WOOD
from game.scenes.pai_sho.scene import GardenScene
from game.scenes.play.explanation import Explainer, Explanation, Line, OffBoard, Sign
from game.scenes.solitaire_pai_sho.input import Key
from game.scenes.solitaire_pai_sho.layout import Places
from game.scenes.solitaire_pai_sho.words import Words
from game.ui.layer import Spot

LINES: Final[tuple[tuple[int, Sign, str], ...]] = (
    (HARMONY, "partner", "suits"), (DISHARMONY, "clash", "clashes"),
)  # fmt: skip
"""The kinds of line, what marks the tiles that form them, and the text that names these."""


class Tiles(Explainer):
    """Explains tiles that have been seen: not what a hidden draw has brought. Those on a desk, in
    hand or in the stock, are known by their kind.
    """

    def __init__(self, table: GardenScene[Garden, Move, Key], places: Places, words: Words) -> None:
        self._table, self._places, self._words = table, places, words

    def tiles(self) -> Sequence[Spot]:
        state, found = self._table.shown_state, list[Spot]()
        for seat, desk in enumerate(self._places.desks):
            half = desk.stock.w / desk.columns / 2
            for kind in pai_sho.ALL_KINDS:
                found.append(Spot(OffBoard(seat, kind, "stock"), desk.kind_at(kind), half))
            if kind := state.drawn[seat]:
                key = OffBoard(seat, kind, "hand")
                found.append(Spot(key, desk.hand_at, desk.radius, round=True))
        return [*found, *self._table.board.lying(state.board)]

    def explain(self, key: Hashable) -> Explanation | None:
        state, t = self._table.shown_state, self._words
        match key:
            case int() if state.board.cells[key]:
                return self._on_board(state, key)
            case OffBoard(seat, kind, part):
                left = rules.bag_of(state, seat)[kind]
                stock = "choose" if state.terms.choose else "bag"
                lines = [] if part == "hand" else [Line(t(f"card.{stock}", n=left))]
                there = part == "hand" or (state.terms.choose and left)
                points = 0
                if there and seat == state.turn and self._table.shows_targets:
                    points = rules.legal_points(state, kind)
                return self._said(state, kind, seat, lines, points, "lay")
        return None

    def _on_board(self, state: Garden, point: Point) -> Explanation:
        code = state.board.cells[point]
        kind, seat = pai_sho.kind_of(code), pai_sho.owner_of(code)
        goals, lines = 0, list[Line]()
        if state.terms.move_instead and kind not in ACCENTS:
            lines.append(Line(self._words("card.moves", n=pai_sho.STEPS[kind])))
            if self._table.shows_targets:
                goals = rules.goals_of(state._replace(turn=seat), point)
        return self._said(state, kind, seat, lines, goals, "reach")

    def _said(
        self, state: Garden, kind: Kind, seat: Seat, first: Sequence[Line], goals: Mask,
        why: str,
    ) -> Explanation:  # fmt: skip
        """A tile's nature, what forms lines with it, and where it may go."""
        t = self._words
        title = f"{t.tile(kind)} {CODES[kind][1:]}".strip()
        lines = [*first]
        if kind in ACCENTS:
            lines += [Line(t("accent_note")), Line(t("card.ground.accent"))]
        else:
            ground = "any" if kind not in BASICS else "red" if CODES[kind][0] == "R" else "white"
            lines.append(Line(t(f"card.ground.{ground}")))
        for line, sign, name in LINES:
            if partners := PARTNERS[line][kind]:
                told, lying = t(f"card.{name}", tiles=self._listed(partners)), rules.lying
                lines.append(Line(told, sign, places_of(lying(state.board, partners))))
        if goals:
            told = t(f"card.{why}", n=goals.bit_count())
            lines.append(Line(told, "reach", places_of(goals)))
        wood = WOOD[seat]
        if kind in ACCENTS:
            return Explanation(title, tuple(lines), portrait(kind, wood))
        suits, clashes = (
            tuple(each for each in PARTNERS[line][kind] if each != kind)
            for line in (HARMONY, DISHARMONY)
        )
        return Explanation(title, tuple(lines), circle(kind, wood, suits, clashes))

    def _listed(self, kinds: Sequence[Kind]) -> str:
        """The names of these tiles; all basic flowers in one word."""
        whole = set(BASICS) <= set(kinds)
        names = [self._words("card.basics")] if whole else []
        names += [self._words.tile(kind) for kind in kinds if not (whole and kind in BASICS)]
        return self._table.context.texts.listed(names)
