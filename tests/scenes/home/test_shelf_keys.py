"""The boxes on the shelf by arrow keys: the next one in the row or the column, no foot between."""

import pytest

from game.scenes.home.boxes import GameBox
from game.scenes.home.shelf import Shelf
from game.ui.layer import Focus
from tests.scenes.by_keys import STEPS, WAYS
from tests.tools import headless

ROWS = {
    (1280, 720): ("ping_pao walomino jin_li", "domi_jongg skud_pai_sho solitaire_pai_sho"),
    (800, 600): ("ping_pao walomino jin_li", "domi_jongg skud_pai_sho solitaire_pai_sho"),
    (600, 1000): ("ping_pao walomino", "jin_li domi_jongg", "skud_pai_sho solitaire_pai_sho"),
}


@pytest.mark.parametrize("pixels", ROWS, ids=str)
def test_arrows_lead_from_each_box_to_the_one_beside_it(pixels: tuple[int, int]) -> None:
    context = headless.context(pixels, "de")
    shelf = Shelf(context)
    headless.wait(headless.stack_of(context, shelf), 0.1)
    rows = [row.split() for row in ROWS[pixels]]
    at = {(x, y): game for y, row in enumerate(rows) for x, game in enumerate(row)}
    for (x, y), game in at.items():
        for intent, (dx, dy) in zip(STEPS, WAYS, strict=False):
            focus = Focus()
            focus.current, focus.visible = next(b for b in shelf.boxes if b.game == game), True
            focus.on(intent, shelf.layers)
            to = focus.current
            expected = at.get((x + dx, y + dy))
            if expected is not None:
                assert isinstance(to, GameBox), (game, dx, dy)
                assert to.game == expected, (game, dx, dy)
            else:
                assert not isinstance(to, GameBox) or to.game == game, (game, dx, dy)
    context.ai_worker.close()
    context.store.close()
