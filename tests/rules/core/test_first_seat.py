"""Who begins is known beforehand, or luck decides it."""

import pytest

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, Value


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("ping_pao", 3, {}),
        ("ping_pao", 3, {"start": "random"}),
        ("ping_pao", 4, {"start": "die"}),
        ("walomino", 3, {"draft": "die"}),
        ("walomino", 2, {"draft": "quick"}),
        ("jin_li", 2, {"start": "yellow"}),
        ("jin_li", 2, {"start": "random"}),
        ("domi_jongg", 4, {}),
        ("domi_jongg", 4, {"dealer": 3}),
        ("domi_jongg", 2, {"dealer": 0}),
        ("skud_pai_sho", 2, {"accents": "random"}),
        ("solitaire_pai_sho", 2, {"mode": "uncooperative"}),
    ],
)
def test_who_begins_is_told_truly(game: str, seats: int, options: dict[str, Value]) -> None:
    rules = GAMES[game]
    begun = set()
    for seed in range(12):
        match = Match(rules, seats, options, seed=seed)
        begun |= {rules.actor(state) for state in match.states} - {CHANCE}
    told = rules.first_seat(rules.start(seats, options))
    assert len(begun) > 1 if told is None else begun == {told}
