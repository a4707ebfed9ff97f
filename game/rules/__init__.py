"""The rules of the games on the shelf: pure functions, without pictures, clocks or files."""

from game.rules.core.garden_gate import GardenGate
from game.rules.core.protocol import AnyGame
from game.rules.domi_jongg.game import DomiJongg
from game.rules.jin_li.game import JinLi
from game.rules.ping_pao.game import PingPao
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.garden_gate import SkudGate
from game.rules.solitaire_pai_sho.game import SolitairePaiSho
from game.rules.solitaire_pai_sho.garden_gate import SolitaireGate
from game.rules.walomino.game import Walomino

_ALL: tuple[AnyGame, ...] = (
    PingPao(), Walomino(), JinLi(), DomiJongg(), SkudPaiSho(), SolitairePaiSho(),
)  # fmt: skip
GAMES: dict[str, AnyGame] = {game.info.id: game for game in _ALL}
"""Every game by its id, in the order in which they stand on the shelf."""
GARDEN_GATES: dict[str, GardenGate] = {
    "skud_pai_sho": SkudGate(),
    "solitaire_pai_sho": SolitaireGate(),
}
"""The games that can also be written as The Garden Gate does."""
