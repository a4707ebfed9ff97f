"""Whatever a phone picks in whatever game is a move that the rules judge, or is said to be none."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from game.phones.boards import ways
from game.phones.boards.picture import Picture
from game.rules.core.protocol import AnyGame
from tests.phones.phones import wish
from tests.phones.test_boards import every_game, picture, views
from tests.strict_texts import StrictTexts

texts = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=64)


@cache
def seen(game: AnyGame) -> list[tuple[Any, Picture, list[str]]]:
    """Views of recorded games, their pictures, and the places on the phone."""
    found = []
    for view, seat in list(views(game))[::6]:
        shown = picture(game, view, seat)
        places = {item.place for item in (*shown.items, *shown.hand) if item.place}
        words = {pick for way in ways(game.info.id, view, shown) for pick in way}
        found.append((view, shown, sorted(places | words)))
    return found


@every_game
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_picks_are_a_move_or_are_said_to_be_none(game: AnyGame, data: st.DataObject) -> None:
    view, shown, places = data.draw(st.sampled_from(seen(game)))
    pick = st.sampled_from(places) | texts
    picks = tuple(data.draw(st.lists(pick, max_size=16)))
    try:
        move = wish(game.info.id, view, shown, picks)
    except (ValueError, LookupError):
        return
    refusal = game.why_illegal(view, move)
    if refusal is None:
        assert game.apply(view, move) is not None
    else:
        assert StrictTexts("en").refusal(game.info.id, refusal)
