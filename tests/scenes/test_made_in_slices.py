"""A scene whose pictures are made bit by bit ends with the picture that is painted at once."""

import pygame
import pytest

from game.rules import SHELF
from game.rules.core.match import Series
from game.ui.painter import Painter
from game.ui.sprites import SPRITES, made_within
from tests.scenes.table import ANNA, COMPUTER, Table
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.showcase import games


@pytest.mark.usefixtures("nothing_painted")
@pytest.mark.parametrize("game", one_in(2, SHELF))
def test_a_match_gone_on_with_shows_everything(game: str) -> None:
    def first(slices: bool) -> pygame.Surface:
        options = dict(games.AGAINST.get(game, {}))
        table = Table(game, (ANNA, COMPUTER), options, pixels=(800, 600))
        match = games.played_out(game)
        match.go_to(len(match.log) * 2 // 3)
        headless.forget_pictures(SPRITES)
        table.stack.open(type(table.scene)(table.context, Series(match), table.scene.chairs))
        frames = 1
        while slices and not made_within(0.0, lambda: headless.listed(table.stack)):
            frames += 1
        assert frames > 1 or not slices
        shown = headless.picture(table.stack, Painter()).copy()
        table.close()
        return shown

    whole = first(slices=False)
    assert pygame.image.tobytes(first(slices=True), "RGB") == pygame.image.tobytes(whole, "RGB")
