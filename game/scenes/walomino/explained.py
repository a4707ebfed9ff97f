"""What the pieces of Walomino are: those in the box, single ones and pairs, and the chain's."""

from collections import Counter
from collections.abc import Hashable, Sequence

from game.rules.walomino.chain import Pair, attachments, fitting_ends
from game.rules.walomino.state import Draft, Table
from game.rules.walong.geometry import COLOURS, Pose
from game.scenes.play.explanation import Explainer, Explanation, Line, OffBoard
from game.scenes.walomino.cloth import Cloth, Lying, form_of
from game.scenes.walomino.draft import Drafting
from game.scenes.walomino.phase import Host
from game.scenes.walong.art import FARTHEST
from game.scenes.walong.sketch import portrait
from game.ui.layer import Spot

PIECE, PAIR = 0.62, 1.1
"""Half the spots of a piece and of a pair, in sides."""


class Pieces(Explainer):
    """Explains whatever lies there in the present part of the game."""

    def __init__(self, scene: Host, cloth: Cloth, drafting: Drafting) -> None:
        self._scene, self._cloth, self._drafting = scene, cloth, drafting
        self._t = scene.card_text

    def tiles(self) -> Sequence[Spot]:
        phase = self._scene.shown_state.phase
        if phase in ("draft", "start"):
            in_trays = [
                Spot(OffBoard(seat, number, one.colour), one.at, FARTHEST * one.size, round=True)
                for seat, pile in enumerate(self._drafting.piles())
                for number, one in enumerate(pile)
            ]
            return [*in_trays, *(self._in_box() if phase == "draft" else self._loose())]
        return [*self._loose(), *self._chain()] if phase in ("play", "over") else self._loose()

    def _in_box(self) -> list[Spot]:
        return [
            Spot.over(Draft(colour), self._drafting.chest.cell(colour))
            for colour, left in enumerate(self._scene.shown_state.box) if left
        ]

    def _loose(self) -> list[Spot]:
        """What lies loose, but for what two fingers hold: they turn it, or pull it apart."""
        cloth = self._cloth
        held = Counter(cloth.world.grips.values())
        return [
            Spot(key, cloth.middle(key),
                 cloth.side(key) * (PAIR if isinstance(lying.what, Pair) else PIECE), round=True)
            for key, lying in cloth.lying.items() if held[key] < 2 and key not in cloth.glides
        ]  # fmt: skip

    def _chain(self) -> list[Spot]:
        board = self._cloth.board
        seen = ((pose, board.centre(pose)) for pose in self._scene.shown_state.chain.pieces)
        half = PIECE * board.camera.unit
        return [Spot(pose, at, half, round=True) for pose, at in seen if board.box.has(at)]

    # What to say --------------------------------------------------------------------------------

    def explain(self, key: Hashable) -> Explanation | None:
        table = self._scene.shown_state
        match key:
            case Draft(colour):
                left = Line(self._t("box", n=table.box[colour]))
                return self._single(COLOURS[colour], [left, Line(self._t("equal"))])
            case OffBoard(seat, _, letter):
                own = Line(self._t("of", who=self._scene.names[seat]))
                return self._single(letter, [own, Line(self._t("equal"))])
            case str(name) if name in self._cloth.lying:
                return self._thing(table, self._cloth.lying[name])
            case Pose() if key in table.chain.pieces:
                return self._in_chain(table, key)
        return None

    def _single(self, letter: str, lines: Sequence[Line]) -> Explanation:
        title = self._t("piece", colour=f"@colour.{letter}")
        return Explanation(title, tuple(lines), portrait((letter,)))

    def _thing(self, table: Table, lying: Lying) -> Explanation:
        """A loose piece or a pair, on a bench or in a rack."""
        whose = [] if lying.seat < 0 else [Line(self._t("of", who=self._scene.names[lying.seat]))]
        if not isinstance(lying.what, Pair):
            join = Line(self._t("join"))
            return self._single(lying.letters[0], [*whose, join, Line(self._t("equal"))])
        one, other = (f"@colour.{letter}" for letter in lying.letters)
        lines = [*whose, Line(self._t("stays"))]
        if table.phase in ("play", "over"):
            chain, pair = table.chain, lying.what
            ends = fitting_ends(chain, pair)
            if not self._scene.shows_targets:
                lines.append(Line(self._t("where")))
            elif ends:
                ways = len(attachments(chain, [pair]))
                told = self._t("fits", n=len(ends), ways=ways)
                places = tuple(str(chain.ends[end].pose) for end in ends)
                lines.append(Line(told, "partner", places))
            else:
                lines.append(Line(self._t("nowhere")))
        picture = portrait(lying.letters, form_of(lying.what))
        return Explanation(self._t("pair", one=one, other=other), tuple(lines), picture)

    def _in_chain(self, table: Table, pose: Pose) -> Explanation:
        """A piece of the chain: one of its ends, or one that lies for good."""
        chain = table.chain
        letter = COLOURS[chain.pieces.label(pose)]
        near = tuple(dict.fromkeys(contact.pose for contact in chain.pieces.contacts(pose)))
        held = Line(self._t("held", n=len(near)), "partner", tuple(map(str, near)))
        kind = "end" if any(end.pose == pose for end in chain.ends) else "inner"
        return self._single(letter, [Line(self._t(kind, colour=f"@colour.{letter}")), held])
