"""Who begins is known beforehand, or luck decides it."""

from collections.abc import Iterator
from typing import Any

import pytest

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import OptionError, Value


def ways_to_begin() -> Iterator[tuple[str, int, dict[str, Value]]]:
    """Every value of every option, the others being usual, for as few and as many as can play."""
    for game, rules in GAMES.items():
        chosen: list[Any] = [{}] + [{o.key: v} for o in rules.info.options for v in o.values]
        for seats in sorted(set(rules.info.seats)):
            for options in chosen:
                try:
                    rules.start(seats, options)
                except OptionError:
                    continue
                yield game, seats, options


@pytest.mark.parametrize(("game", "seats", "options"), list(ways_to_begin()))
def test_who_begins_is_told_truly(game: str, seats: int, options: dict[str, Value]) -> None:
    rules = GAMES[game]
    begun = set()
    for seed in range(12):
        match = Match(rules, seats, options, seed=seed)
        while getattr(match.state, "phase", "") == "accents":  # chosen before anybody begins (SK-3)
            match.play(match.game.moves(match.state)[0])
        begun.add(match.actor)
    told = rules.first_seat(rules.start(seats, options))
    assert len(begun) > 1 if told is None else begun == {told}
