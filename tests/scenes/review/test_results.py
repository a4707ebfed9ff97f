"""The sheet beside a finished match: what is seen of it before anybody scrolls."""

import random

import pytest

from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.review.results import Results
from game.services.people import Chair
from game.ui.scrolling import Scroller
from game.ui.widgets import Picture
from tests.tools import headless

NAMES = "Annegret", "Ole", "Käthe", "Maximiliane-Sophie", "Ben"


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize(("game", "seats"), [("ping_pao", 5), ("walomino", 4), ("jin_li", 2)])
def test_everybody_is_seen_with_the_own_points(game: str, seats: int, seating: str) -> None:
    match, rng = Match(GAMES[game], seats, seed=1), random.Random(1)
    while match.outcome is None:
        match.play(rng.choice(match.game.moves(match.state)))
    context = headless.context((1280, 720), "de", seating=seating)
    company = tuple(Chair("person", name) for name in NAMES[:seats])
    scene = play_scene(game)(context, Series(match), company)
    results = Results(context, scene, (0,))
    stack = headless.stack_of(context, scene, results)
    (rows,) = (w for w in results.layers[0].group.children if isinstance(w, Scroller))
    standings = [row for row in rows.children if isinstance(row, Picture)][:seats]
    assert [row.box.bottom <= rows.box.bottom for row in standings] == [True] * seats
    stack.close()
    context.ai_worker.close()
    context.store.close()
