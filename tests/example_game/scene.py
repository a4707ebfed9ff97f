"""Three Koi on the table: koi are tapped into a small pond, or dragged there out of the trays."""

from collections.abc import Mapping

from game.rules.core.protocol import Seat
from game.scenes.pond.koi import KINDS
from game.scenes.pond.pool import Koi
from game.scenes.pond.scene import PondScene
from tests.example_game.rules import Lay, Pond


class ThreeKoiScene(PondScene[Pond, Lay]):
    files = ranks = 3
    tallest = 400.0

    def pieces(self, state: Pond) -> Mapping[int, Koi]:
        return {lay.square: Koi(KINDS[number % 2]) for number, lay in enumerate(state)}

    def in_tray(self, seat: Seat) -> Koi:
        return Koi(KINDS[seat])
