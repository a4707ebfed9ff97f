"""Steps that are made when somebody looks at them."""

from __future__ import annotations

from game.rules.core.listed import Listed


def test_items_are_made_only_when_they_are_looked_at() -> None:
    made = list[int]()

    def make(key: int) -> str:
        made.append(key)
        return str(key)

    steps = Listed([3, 1, 2], make)
    assert (len(steps), bool(steps), bool(Listed([], make)), made) == (3, True, False, [])
    assert (steps[1], steps[-1], made) == ("1", "2", [1, 2])


def test_it_is_a_sequence_like_any_other() -> None:
    steps = Listed((3, 1, 2), str)
    assert list(steps) == ["3", "1", "2"]
    assert steps[1:] == ["1", "2"]
    assert ("2" in steps, "4" in steps, steps.index("2")) == (True, False, 2)
