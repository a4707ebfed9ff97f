"""Numbered deals: short to tell, and the same for everybody on a day."""

from datetime import date, timedelta
from typing import Any

import pytest

from game.services import deal_numbers


def test_new_numbers_are_short_and_from_one_on() -> None:
    drawn = [deal_numbers.any_number() for _ in range(300)]
    assert all(1 <= n <= 999_999 for n in drawn)
    assert len(set(drawn)) > 290


def test_every_day_has_its_own_number_and_is_known_by_it() -> None:
    first = date(2024, 2, 20)
    days = [first + timedelta(days=n) for n in range(400)]
    assert len({deal_numbers.number_of_day(day) for day in days}) == 400
    assert [deal_numbers.day_of(deal_numbers.number_of_day(day)) for day in days] == days


@pytest.mark.parametrize("number", [1, 4711, 999_999, 20241301, 20240230, 99999999])
def test_other_numbers_are_no_days(number: int) -> None:
    assert deal_numbers.day_of(number) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("4711", 4711), ("20 240 517", 20240517), ("007", 7), ("", None), ("0", None),
     ("123456789", None), ("-3", None), ("4,5", None), ("٤", None)],
)  # fmt: skip
def test_what_people_write_is_read(text: str, number: int | None) -> None:
    assert deal_numbers.read_number(text) == number


@pytest.mark.parametrize(
    ("seed", "number"), [(4711, 4711), ("4711/1", 4711), ("20240517", 20240517), ("kamille", None)]
)
def test_a_seed_tells_its_number(seed: Any, number: int | None) -> None:
    assert deal_numbers.number_in(seed) == number
