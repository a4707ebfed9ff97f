"""The games on the shelf, a row each, and their rules: pure functions, without pictures, clocks or
files.
"""

from collections.abc import Mapping
from dataclasses import replace

from game.rules.core.entry import GameEntry
from game.rules.core.garden_gate import GardenGate
from game.rules.core.highlights import DECISIVE
from game.rules.core.protocol import AnyGame
from game.rules.domi_jongg.game import DomiJongg
from game.rules.jin_li.game import JinLi
from game.rules.ping_pao.game import PingPao
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.garden_gate import SkudGate
from game.rules.solitaire_pai_sho.game import SolitairePaiSho
from game.rules.solitaire_pai_sho.garden_gate import SolitaireGate
from game.rules.walomino.game import Walomino

FAR = 64  # farther ahead than any budget reaches

SHELF: dict[str, GameEntry] = {}
"""Every game by its id, in the order in which their boxes lie on the table."""
GAMES: dict[str, AnyGame] = {}
"""The rules of the same games."""


def enter(entry: GameEntry) -> None:
    """Put a game on the shelf, before the table opens."""
    SHELF[entry.rules.info.id], GAMES[entry.rules.info.id] = entry, entry.rules


def gates() -> Mapping[str, GardenGate]:
    """The games that can also be written as The Garden Gate does."""
    return {game: entry.gate for game, entry in SHELF.items() if entry.gate is not None}


def _own(rules: AnyGame, lining: str, colors: str) -> GameEntry:
    """What the rows of our own games have in common: their parts are called alike."""
    game, name = rules.info.id, type(rules).__name__
    home = f"game.scenes.{game}"
    return GameEntry(
        rules, f"{home}.scene:{name}Scene", f"box_{game}.jpg", lining, f"{home}.illustrations",
        f"{home}.{colors}", evaluator=f"game.ai.evaluation.{game}:{name}Evaluator",
        facts=f"game.rules.{game}.facts",
    )  # fmt: skip


# The strengths were found by playing the levels against each other (docs/computer_players.md).

enter(replace(
    _own(PingPao(), "linen.jpg", "view:COLORS"), minutes=6, evening=(1, {}),
    strengths=((1, 1, 6.0), (1, 1, 1.5), (1, 1, 0.4), (40, FAR, 0.0), (200, FAR, 0.0),
               (3000, FAR, 0.0)),
    weights={"split": 1.0, "freed_own": 1.0, "walled_in": 2.0, "none_left": 2.0},
))  # fmt: skip
enter(replace(
    _own(Walomino(), "linen.jpg", "layout:COLORS"), minutes=8,
    first={"draft": "deal", "tie": "first_out"},
    evening=(3, {"draft": "quick", "tie": "first_out"}),
    strengths=((1, 1, 8.0), (1, 1, 1.5), (1, 1, 0.2), (30, FAR, 0.0), (150, FAR, 0.0),
               (3000, FAR, 0.0)),
    weights={"attached": 0.1, "double": 2.0, "out": DECISIVE,
             "no_room": 4.0, "no_colour": 4.0, "no_such_colour": 4.0},
))  # fmt: skip
enter(replace(
    _own(JinLi(), "pond.jpg", "tray:seat_colors"), minutes=5, evening=(2, {}),
    strengths=((2000, 1, 3.0), (2000, 1, 1.5), (2000, 1, 0.7), (400, FAR, 0.0), (5000, FAR, 0.0),
               (75_000, FAR, 0.0)),
    weights={"last_stone": 1.0, "pass": 1.0},
))  # fmt: skip
enter(replace(
    _own(DomiJongg(), "felt.jpg", "tray:COLORS"), minutes=1, beside=34, rounds=True,
    evening=(5, {"dealer": 0}), results="game.scenes.domi_jongg.score_sheet:ScoreSheet",
    overlays={"curtain": "game.scenes.domi_jongg.curtain:Curtain",
              "score_sheet": "game.scenes.domi_jongg.score_sheet:RunningSheet"},
    strengths=((1, 1, 3.0), (1, 1, 1.2), (1, 1, 0.5), (6, FAR, 0.0, 1),
               (150, FAR, 0.0, 1), (4000, FAR, 0.0, 2)),
    weights={"going_out": 4.0, "pass": 1.0},
))  # fmt: skip
enter(replace(
    _own(SkudPaiSho(), "garden_cloth.jpg", "garden:COLORS"), minutes=15,
    evening=(4, {}), gate=SkudGate(),
    strengths=((12, 1, 1.5, 0, 0.17), (12, 1, 1.5, 0, 0.23), (60, 2, 1.0), (60, 2, 0.5),
               (400, FAR, 0.0), (10_000, FAR, 0.0)),
    weights={"capture": 5.0, "sunk": 4.0, "ferried": 3.0, "broken": 3.0, "harmony": 1.5,
             "pass": 1.0, "ring": DECISIVE, "last_basic": DECISIVE, "stuck": DECISIVE},
))  # fmt: skip
enter(replace(
    _own(SolitairePaiSho(), "garden_cloth.jpg", "garden:COLORS"), minutes=10, numbered=True,
    evening=(6, {"mode": "uncooperative"}), gate=SolitaireGate(),
    results="game.scenes.solitaire_pai_sho.garden_results:GardenResults",
    strengths=((1, 1, 5.0), (1, 1, 1.5), (1, 1, 0.6), (25, FAR, 0.0), (100, FAR, 0.0),
               (120, FAR, 0.0, FAR)),
    weights={"harmony": 1.5, "disharmony": 1.0,
             "broken_harmony": 2.0, "broken_disharmony": 2.0},
))  # fmt: skip
