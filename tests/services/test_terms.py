"""What people agree on for a match: kept with it, and read value by value."""

import json
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.core.match import Match, Series
from game.services.people import Chair
from game.services.store import Store
from game.services.terms import SECONDS, TIMINGS, UNSAID, USUAL, Terms
from tests.toy import TOY

CHAIRS = (Chair("person", "Anna"), Chair("person", "Ben"))
AGREED = Terms(takeback=True, confirm=True, clock="turn", seconds=30, strict=True)


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    clock = draw(st.sampled_from(TIMINGS))
    return Terms(
        draw(st.booleans()), draw(st.booleans()), clock,
        draw(st.sampled_from(SECONDS[clock])), draw(st.booleans()),
    )


@given(terms())
def test_terms_are_read_as_they_were_noted(some: Terms) -> None:
    assert Terms.noted(some.notes()) == some
    assert Terms.of(json.loads(json.dumps(asdict(some)))) == some
    assert (some.notes() == {}) == (some == UNSAID)


@pytest.mark.parametrize("stored", [
    None, [], "x", {}, {"takeback": 1, "confirm": "yes", "strict": None, "clock": "hour"},
    {"clock": None, "seconds": -1},
])  # fmt: skip
def test_what_makes_no_sense_takes_its_default(stored: Any) -> None:
    assert Terms.of(stored) == UNSAID
    assert Terms.of({"clock": "game", "seconds": 15}).seconds == USUAL["game"]
    assert Terms.noted({"terms": "{"}) == UNSAID


def test_a_match_is_kept_with_its_terms() -> None:
    store = Store(None, {"toy": TOY})
    for some, said in ((AGREED, True), (UNSAID, False)):
        number = store.begin(Series(Match(TOY, 2)), CHAIRS, some)
        notes = store.resume(number).notes
        assert Terms.noted(notes) == some
        assert ("terms" in notes) is said
    store.close()
