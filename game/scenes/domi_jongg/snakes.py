"""In which of several manners a snake lies: as calmly as it can be read, and anew where it must."""

from collections.abc import Callable, Generator, Iterator, Sequence

from game.rules.domi_jongg.state import Laid
from game.scenes.domi_jongg.snake import MANNERS, Snake, View


class Snakes:
    """A snake in all manners, of which one is shown: that in which it was laid, until its tiles
    would get too small there and are large enough in another one.

    `readable` is the height of a view, in units, with which tiles can just be read; `can_be_read`
    tells whether a view is near enough.
    """

    def __init__(
        self, aspect: float, readable: float, can_be_read: Callable[[View], bool]
    ) -> None:
        self.aspect, self._can_be_read = aspect, can_be_read
        self._snakes = [Snake(aspect, readable, manner) for manner in MANNERS]
        """Those not shown may be some tiles behind."""
        self.lie = 0
        """Which of them is shown."""
        self.changes: list[tuple[int, int]] = []
        """After how many tiles it was laid anew, and how it lies since."""
        self._laid: tuple[Laid, ...] = ()

    @property
    def shown(self) -> Snake:
        """The snake as it lies."""
        return self._snakes[self.lie]

    def follow(self, laid: Sequence[Laid]) -> int:
        """Lay what is new and take away what is gone. Where its tiles would get too small the
        snake is laid anew, in another manner, if they are large enough then. Gives how many tiles
        lay before and still do.
        """
        steps = self.laying(laid)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                kept: int = done.value
                return kept

    def laying(self, laid: Sequence[Laid]) -> Generator[None, None, int]:
        """The same, left after each step that had to be looked for. Before its end nothing of it
        may be shown; whoever begins anew goes on from where it was left.
        """
        old, laid = self._laid, tuple(laid)
        kept = next((n for n, (a, b) in enumerate(zip(old, laid, strict=False)) if a != b),
                    min(len(old), len(laid)))  # fmt: skip
        changes = [change for change in self.changes if change[0] <= kept]
        lie = changes[-1][1] if changes else 0
        for count in _moments(laid, kept):
            others = (n for n in range(len(self._snakes)) if n != lie)
            for found in (lie, *others):
                if (yield from self._fits(found, laid[:count])):
                    if found != lie:
                        changes.append((count, found))
                    lie = found
                    break
        self._snakes[lie].follow(laid)
        self.lie, self.changes, self._laid = lie, changes, laid
        return kept

    def _fits(self, lie: int, laid: tuple[Laid, ...]) -> Generator[None, None, bool]:
        """Whether a snake that lies in one of the manners can be read."""
        snake = self._snakes[lie]
        while snake.learn(laid):
            yield
        snake.follow(laid)
        return self._can_be_read(snake.views[-1])

    def prepare(self, laid: Sequence[Laid]) -> None:
        """Find out, by one step, how the snake would lie in each manner on the way to these tiles,
        so that little is left to do when it gets there.
        """
        for snake in self._snakes:
            snake.learn(laid)


def _moments(laid: Sequence[Laid], after: int) -> Iterator[int]:
    """How many tiles lie after each step from so many on; the two of a branch are laid at once."""
    for count in range(after + 1, len(laid) + 1):
        if count == len(laid) or laid[count].end != laid[count - 1].end:
            yield count
