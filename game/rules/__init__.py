"""The rules of the games on the shelf: pure functions, without pictures, clocks or files."""

from game.rules.jin_li import JinLi
from game.rules.ping_pao import PingPao
from game.rules.protocol import AnyGame
from game.rules.walomino import Walomino

SHELF: dict[str, AnyGame] = {game.info.id: game for game in (PingPao(), Walomino(), JinLi())}
"""Every game by its id, in the order in which they stand on the shelf."""
