"""What can be picked on Domi Jongg's table, as values, and the type of its play scene."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, NamedTuple, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import Draw, EndId, Move, Pass, Stop, Table
from game.scenes.play.play_scene import PlayScene


class Points(NamedTuple):
    """A seat's points, behind which lies the score sheet."""

    seat: Seat


class RackButton(Enum):
    """A button at the rack of whose turn it is."""

    CLOSE = auto()
    """Ends the turn, or does without laying."""
    SORT = auto()
    PAGE = auto()
    """Shows the rack's next page."""
    PEEK = auto()


Pick: TypeAlias = int | EndId | Points | RackButton
"""A tile of whose turn it is, by its place in the rack; an open end of the snake; and so on."""
Play: TypeAlias = PlayScene[Table, Move, Pick]

ACTS: Final[Mapping[type[Move], str]] = {Stop: "done", Draw: "draw", Pass: "pass"}
"""What doing without laying is called, as keys of texts."""
