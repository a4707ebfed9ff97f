"""A match that is watched: what is marked on the board is what was done last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.core.match import Series
from game.scenes.core.routes import ToReplay
from game.scenes.play.marks import Mark
from game.services.people import Chair
from tests.tools import headless
from tests.tools.showcase.games import played_out

CHAIRS = (Chair("person", "Anna"), Chair("person", "Ben"))


@pytest.mark.parametrize("game", GAMES)
def test_the_rings_are_drawn_where_the_last_step_is_seen(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[float, float]] = []
    monkeypatch.setattr(Mark, "draw", lambda mark, canvas: drawn.append(mark.center))
    context = headless.context((1280, 720), "en", tmp_path)
    replay: Any = Navigator(context)(ToReplay(Series(played_out(game)), CHAIRS))
    stack = headless.stack_of(context, replay)
    for share in (0.3, 0.9, 0.6):
        replay.go_to(round(share * len(replay.play.match.log)))
        headless.wait(stack, 1.0)
        headless.picture(stack)  # where the view has moved the whole board is painted first
        drawn.clear()
        headless.picture(stack)
        seen = replay.play.seen_at(replay.index)
        assert drawn == [pytest.approx(at) for at in seen]
    stack.close()


def test_what_was_built_is_seen_at_the_end_of_a_match_of_ping_pao(tmp_path: Path) -> None:
    context = headless.context((1280, 720), "en", tmp_path)
    replay: Any = Navigator(context)(ToReplay(Series(played_out("ping_pao")), CHAIRS))
    stack, last = headless.stack_of(context, replay), len(replay.play.match.log)
    states = replay.play.match.states
    replay.go_to(last - 1)
    replay.play.queue.append(replay.play.match.step(last - 1))
    replay.play.proceed()
    headless.wait(stack, 0.3)
    assert replay.play.built == (), "while the last piece is on its way"
    replay.go_to(last)
    headless.wait(stack, 1.0)
    assert len(replay.play.built) == max(len(state.pieces) for state in states)
    for index in range(0, last, 5):
        replay.go_to(index)
        assert replay.play.built == ()
    stack.close()
