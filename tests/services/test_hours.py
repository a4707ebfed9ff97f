"""When a table is open, whatever its clock does."""

import doctest
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.services import hours
from game.services.hours import ALWAYS, DAY, DAYS, Span, Week, is_open, read_week

MONDAY = datetime(2026, 11, 23)
SHOP: Week = (*(((10 * 60, 18 * 60),) * 4), (10 * 60, 2 * 60), (0, 0), None)
"""Late on Fridays, all day on Saturdays, closed on Sundays."""
spans = st.none() | st.tuples(st.integers(0, DAY - 1), st.integers(0, DAY - 1))
weeks = st.tuples(*[spans] * DAYS)


@pytest.mark.parametrize(("day", "time", "expected"), [
    (0, "09:59", False), (0, "10:00", True), (0, "17:59", True), (0, "18:00", False),
    (4, "23:59", True), (5, "00:30", True), (5, "12:00", True), (6, "00:00", False),
    (6, "12:00", False), (0, "00:00", False),
])  # fmt: skip
def test_a_table_opens_and_closes_by_its_hours(day: int, time: str, expected: bool) -> None:
    hour, minute = map(int, time.split(":"))
    assert is_open(SHOP, MONDAY + timedelta(days=day, hours=hour, minutes=minute)) is expected


def test_an_evening_may_end_on_the_day_after() -> None:
    late: Week = (None,) * 6 + ((20 * 60, 3 * 60),)
    assert is_open(late, MONDAY + timedelta(hours=2)), "Sunday goes on into Monday"
    assert not is_open(late, MONDAY + timedelta(hours=3))


@given(weeks, st.datetimes())
def test_the_hours_of_a_week_are_open_that_long(week: tuple[Span, ...], day: datetime) -> None:
    assert is_open(ALWAYS, day)
    assert is_open(week, day) == is_open(week, day - timedelta(weeks=1) if day.year > 1 else day)
    first = day.replace(hour=0, minute=0)
    span = week[first.weekday()]
    if span is not None:
        assert is_open(week, first + timedelta(minutes=span[0]))


@given(weeks)
def test_hours_that_are_kept_are_read_again(week: tuple[Span, ...]) -> None:
    kept = [None if span is None else list(span) for span in week]
    assert read_week(kept) == week


@pytest.mark.parametrize("stored", [
    None, 3, [], [None] * 6, [[600, 1440]] * 7, [[600]] * 7, [[True, 5]] * 7, ["open"] * 7,
])  # fmt: skip
def test_hours_that_make_no_sense_are_always(stored: object) -> None:
    assert read_week(stored) == ALWAYS


def test_examples() -> None:
    assert doctest.testmod(hours).failed == 0
