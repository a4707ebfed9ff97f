"""What a table keeps in memory is looked through when it is swept, and not while people play."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from game.memory import sweep


class Ring:
    """Something that only a collection of garbage finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def frozen() -> Iterator[None]:
    yield
    gc.freeze()  # as `conftest` wants it


def test_a_sweep_leaves_nothing_for_the_next_collection_to_look_through() -> None:
    """A full collection of all that a match is made of takes as long as two frames."""
    before = [Ring() for _ in range(1000)]
    sweep()
    assert gc.get_freeze_count() > len(before)
    assert len(gc.get_objects()) < len(before)


def test_what_was_there_at_a_sweep_and_is_needed_no_more_goes_at_the_next_one() -> None:
    ring = Ring()
    gone = weakref.ref(ring)
    sweep()
    del ring
    gc.collect()
    assert gone() is not None
    sweep()
    assert gone() is None
