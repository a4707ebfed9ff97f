"""What can be played in an evening: which games suit so many people, in which order, how long."""

from collections.abc import Iterable, Mapping
from typing import Final

from game.rules import GAMES
from game.rules.core.protocol import OptionError, Value
from game.scenes.core.registry import GAME_SCENES
from game.scenes.home.seats import can_play
from game.services.checked import one_of, table

OFFERS: Final[dict[str, Mapping[str, Value]]] = {
    "ping_pao": {},
    "jin_li": {},
    "walomino": {"draft": "quick"},
    "skud_pai_sho": {},
    "domi_jongg": {"dealer": 0},
    "solitaire_pai_sho": {"mode": "uncooperative"},
}
"""The games in the order in which a ready-made evening takes them, light, lively, long, and the
options an evening wants. Luck does not choose who begins, for the seats rotate."""
MOST: Final = 8
"""Games in an evening."""
LENGTHS: Final[dict[str, int]] = {"short": 2, "usual": 3, "long": 5}
"""How many games a ready-made evening has."""
PEOPLE: Final = (2, 6)


def fits(game: str, people: int, computers: bool = False) -> bool:
    """Whether so many can play a game against each other, some of them computers."""
    if game not in GAME_SCENES or (computers and not can_play(game)):
        return False
    try:
        GAMES[game].start(people, OFFERS[game])
    except OptionError:
        return False
    return True


def options_for(game: str, people: int, kept: object) -> dict[str, Value]:
    """How a game is played: as it was last set up, but for what an evening wants of it.

    `kept` is what the game's own set-up remembered, if anything.
    """
    wanted = dict(OFFERS[game])
    last = table(table(kept).get("options"))
    options = {
        option.key: value
        for option in GAMES[game].info.options
        if (value := one_of(last.get(option.key), option.values, None)) is not None
    } | wanted
    try:
        GAMES[game].start(people, options)
    except OptionError:
        return wanted
    return options


def fitting(
    people: int, computers: bool = False, games: Iterable[str] = OFFERS
) -> tuple[str, ...]:
    """Those of the games that fit, in their order."""
    return tuple(game for game in games if fits(game, people, computers))


def ready_made(people: int, length: str, computers: bool = False) -> tuple[str, ...]:
    """A programme that needs no thought: what fits, each once before any twice."""
    games = fitting(people, computers)
    count = LENGTHS[length]
    return tuple(games[n % len(games)] for n in range(count)) if games else ()
