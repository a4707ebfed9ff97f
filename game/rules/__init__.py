"""The rules of the games on the shelf: pure functions, without pictures, clocks or files."""

from game.rules.domi_jongg import DomiJongg
from game.rules.jin_li import JinLi
from game.rules.ping_pao import PingPao
from game.rules.protocol import AnyGame
from game.rules.skud_pai_sho import SkudPaiSho
from game.rules.solitaire_pai_sho import SolitairePaiSho
from game.rules.walomino import Walomino

_ALL: tuple[AnyGame, ...] = (
    PingPao(),
    Walomino(),
    JinLi(),
    DomiJongg(),
    SkudPaiSho(),
    SolitairePaiSho(),
)
SHELF: dict[str, AnyGame] = {game.info.id: game for game in _ALL}
"""Every game by its id, in the order in which they stand on the shelf."""
