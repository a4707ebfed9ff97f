"""A game's row on the shelf: everything that the table knows of it besides its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TypeAlias

from game.rules.core.garden_gate import GardenGate
from game.rules.core.protocol import AnyGame, AnyState, Options, Seat
from game.rules.core.stakes import Stakes, nothing

Figures: TypeAlias = (
    tuple[int, int, float] | tuple[int, int, float, int] | tuple[int, int, float, int, float]
)
"""A strength as a game's row writes it."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """The rules, and what goes with them. Classes and functions above the rules are named as
    ``module:name``, and loaded when they are first needed.

    - `play` is the play scene's class, `results` the sheet at the end, `overlays` are the scenes
      that the game itself leads to, by name.
    - `lid` and `lining` of its box are pictures of assets/art. `illustrations` is a module with
      what the game has of these: ``pictures()`` gives the pictures of its rules pages by name, or
      ``pictures_de()`` and ``pictures_en()`` do; ``paint_set(canvas, box)`` paints the pieces in
      the open box, ``paint_specimen`` and ``paint_board`` a few pieces and the board where designs
      of them are to choose from. `colors` is a sequence of the seats' colours, or a function that
      gives it for a state.
    - `facts` is a module with what the cards that tell a rule are about, see docs/cards.md.
    - `evaluator` is the class that judges for computer players; without one none can play.
      `strengths` has what the levels spend, the gentlest first: see `game.ai.skills.Strength`.
    - A game takes about so many `minutes` for each person, and `beside` however many they are.
    - In `numbered` games every deal has a number that people can share. With `rounds` as many games
      as there are seats can be chosen. `first` are the options that are offered until somebody has
      chosen others. `evening` is its place in a ready-made evening, which goes from light to long,
      and the options wanted there (luck does not choose who begins, for the seats rotate); None: it
      is played in none.
    - `weights` are what kinds of events weigh in a story, see `highlights`. `gate` reads and writes
      matches as The Garden Gate does.
    - `folder` holds `texts`, `rules` and `levels` of a game from outside of the product.
    """

    rules: AnyGame
    play: str
    lid: str
    lining: str
    illustrations: str = ""
    colors: str = ""
    results: str = "game.scenes.review.results:Results"
    overlays: Mapping[str, str] = field(default_factory=dict)
    evaluator: str = ""
    facts: str = ""
    strengths: tuple[Figures, ...] = ()
    minutes: float = 10
    beside: float = 0
    numbered: bool = False
    rounds: bool = False
    first: Options = field(default_factory=dict)
    evening: tuple[int, Options] | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    gate: GardenGate | None = None
    folder: str = ""

    @property
    def stakes(self) -> Callable[[AnyState, Seat], Stakes]:
        """What the facts tell of seats; a game may say nothing of them."""
        return getattr(import_module(self.facts or __name__), "stakes", nothing)
