"""What the table says in Solitaire Pai Sho, in the people's language."""

from collections.abc import Iterable

from game.rules.core.protocol import Game
from game.rules.pai_sho.board import CODES, FLOWERS, OVER_GATES, Kind, Point, sight
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.game import EVENTS
from game.rules.solitaire_pai_sho.state import Garden, Lay, Line, Move, Shift
from game.scenes.solitaire_pai_sho.garden import Change, change_of
from game.services.deal_numbers import day_of, number_in
from game.services.texts import Texts


class Words:
    """The texts of this game: ``words("in_bag")``."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def __call__(self, key: str, **params: str | int) -> str:
        return self._texts.t(f"solitaire_pai_sho.{key}", **params)

    def tile(self, kind: Kind) -> str:
        return self(f"tile.{CODES[kind]}") if kind else ""

    def garden(self, seed: str | int) -> str:
        """What people call a garden: its number, or the day it belongs to; some have no name."""
        number = number_in(seed)
        if number is None:
            return ""
        day = day_of(number)
        if day is None:
            return self("garden_number", number=number)
        return self("garden_day", day=day.day, month=day.month, year=day.year)

    def hint(self, game: Game[Garden, Move], state: Garden, move: Move) -> str:
        """What to do next, and why."""
        match move:
            case Lay(kind, point):
                advice = self("advice.lay", tile=f"@tile_acc.{CODES[kind]}")
            case Shift(_, point):
                advice = self("advice.move")
            case _:
                return self("phase.aside")
        return f"{advice} {self._why(game, state, move, point)}"

    def _why(self, game: Game[Garden, Move], state: Garden, move: Move, at: Point) -> str:
        """What comes of a move: lines, and what they count for who plays alone, together or
        against each other; without lines, whether those to come have room.
        """
        after, terms = game.apply(state, move), state.terms
        change, board = change_of(state, after), after.board
        if not any(change):
            near = sight(at, board.taken, OVER_GATES) & rules.lying(board, FLOWERS)
            last = "otherwise" if near else "unseen"
            if terms.against:
                return self._texts.why(game.info.id, state, (move,), last)
            return self(f"why.{last}")
        told = self.change(change)
        ends = [game.scores(game.apply(state, each)) for each in game.moves(state)]
        if terms.against:
            (held, lacked), (own, other) = (
                rules.counts(rules.lines(each))[:: -1 if state.turn else 1]
                for each in (state.board, board)
            )
            best = max(points[state.turn] - points[1 - state.turn] for points in ends)
            key = "against_best" if best == own - other < held - lacked else "against"
            return self(f"why.{key}", change=told, own=own, other=other)
        weigh = rules.lengths if terms.by_length else rules.counts
        before, now = weigh(rules.lines(state.board)), weigh(rules.lines(board))
        if min(now) > min(before):
            key = "alone" if terms.mode == "solitaire" else "together"
            return self(f"why.{key}", change=told, n=min(now) - min(before))
        if min(now) == min(before) and max(now) > max(before):
            return self("why.later", change=told)
        best = max(points[0] for points in ends)
        return self("why.least" if min(now) == best else "why.lines", change=told)

    def change(self, change: Change) -> str:
        """How many lines have grown and broken."""
        counted = [
            self(f"{sign}.{kind}", n=count)
            for lines, sign in ((change.gained, "new"), (change.lost, "broken"))
            for kind, count in zip(EVENTS, rules.counts(lines), strict=True)
            if count
        ]
        return self._texts.listed(counted)

    def legends(self, lines: Iterable[Line], by_length: bool) -> tuple[str, str]:
        """What stands under the pans: the number that does not rank."""
        if by_length:
            first, second = rules.counts(lines)
            return self("count.harmony", n=first), self("count.disharmony", n=second)
        first, second = rules.lengths(lines)
        return self("length", n=first), self("length", n=second)
