"""A game small enough that its state is what has been played: a tuple of moves."""

from game.rules.core import reader
from game.rules.core.protocol import (
    Game,
    IllegalMove,
    M,
    NotationError,
    Options,
    Plain,
    PositionError,
    Seat,
    play_text,
)  # fmt: skip


class SmallGame(Game[tuple[M, ...], M]):
    """What is left to say is `why_illegal` and `outcome`; the seats take turns, if `actor` does not
    say otherwise.
    """

    def set_up(self, seats: int, options: Options) -> tuple[M, ...]:
        return ()

    def actor(self, state: tuple[M, ...]) -> Seat | None:
        return len(state) % self.info.seats[1] if self.outcome(state) is None else None

    def apply(self, state: tuple[M, ...], move: M) -> tuple[M, ...]:
        return (*state, move)

    def to_plain(self, state: tuple[M, ...]) -> Plain:
        return {"moves": [self.write(move) for move in state]}

    def position(self, plain: Plain, options: Options) -> tuple[M, ...]:
        reader.only_keys(plain, ("moves",), self.info.id)
        state = self.set_up(self.info.seats[1], options)
        for text in reader.items(reader.need(plain, "moves"), "moves", "moves"):
            try:
                state += play_text(self, state, str(text))
            except (NotationError, IllegalMove) as error:
                raise PositionError(f"moves: {error}", "moves") from error
        return state
