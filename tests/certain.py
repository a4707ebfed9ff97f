"""What a test knows and a type does not: that something is there, and which scene lies on top."""

from typing import Any, TypeVar

from game.scenes.core.stack import Stack

T = TypeVar("T")


def sure(thing: T | None) -> T:
    """The thing itself, which the test has put there."""
    assert thing is not None
    return thing


def top(stack: Stack) -> Any:
    """The scene that people see, whichever it is."""
    return stack.top
