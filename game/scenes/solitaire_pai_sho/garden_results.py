"""The end of a garden: every line with its length, what counts of it, and the best so far."""

import random
from collections.abc import Sequence
from functools import partial
from itertools import zip_longest
from typing import cast

from game.rules.core.match import Match, Series
from game.rules.pai_sho.board import kind_of
from game.rules.solitaire_pai_sho.state import Garden, Line, counts, lengths, lines
from game.scenes.core.context import Context
from game.scenes.core.routes import ToPlay
from game.scenes.core.scene import Home
from game.scenes.core.sheets import Section
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.results import Results
from game.scenes.solitaire_pai_sho.garden import badge
from game.scenes.solitaire_pai_sho.words import Words
from game.services.deal_numbers import any_number, number_in
from game.ui.canvas import Canvas
from game.ui.fonts import Face, TextMetrics
from game.ui.frame import Box
from game.ui.surfaces import BRASS_EDGE, PAPER
from game.ui.theme import BODY, GAP, LARGE, mix, with_alpha
from game.ui.widgets import Arranged, Button, Faded, Label, Picture, Widget, write

BADGE = 17.0
NARROW = 700.0
"""Below this width lines stand in one column."""
SHOWN = 5
"""How many of the best are listed."""


class GardenResults(Results):
    """The score sheet of a finished garden."""

    column = 780.0

    def __init__(
        self, context: Context, play: AnyPlayScene, edges: tuple[int, ...] = (0,)
    ) -> None:
        super().__init__(context, play, edges)
        self.words = Words(context.texts)

    @property
    def _state(self) -> Garden:
        return cast(Garden, self.match.state)

    def headline(self) -> str:
        if self._state.terms.against:
            return super().headline()
        return self.words("end.points", n=self.match.game.scores(self._state)[0])

    # What stands there ---------------------------------------------------------------------------

    def rows(self) -> list[Widget]:
        outcome = self.match.outcome
        name = self.words.garden(self.match.seed)
        said = [name.replace("\n", " ")] if name else []
        if outcome is not None:
            said.insert(0, self.play.why_over(self.turn))
        rows: list[Widget] = [Faded(" ".join(said), BODY)]
        if self._state.terms.against:
            rows.extend(self.standing(seat) for seat in self.ranking())
        rows.extend(self._told())
        if not self._state.terms.against:
            rows.extend(self._best())
        if self.series.length > 1:
            rows.extend(self.series_rows())
        return rows

    def _told(self) -> list[Widget]:
        """Every line with its length, harmonies on the left; then what they make together, the
        score that ranks first.
        """
        formed, terms = lines(self._state.board), self._state.terms
        numbers, sums = counts(formed), lengths(formed)
        heads = [self.words(f"end.{key}", n=numbers[kind], sum=sums[kind])
                 for kind, key in enumerate(("harmonies", "disharmonies"))]  # fmt: skip
        columns = [[line for line in formed if line.kind == kind] for kind in (0, 1)]
        if self.space.w < NARROW or self.flat:
            rows = [row for head, column in zip(heads, columns, strict=True)
                    for row in (_heads([head]), *map(self._pair, column))]  # fmt: skip
        else:
            rows = [_heads(heads), *(self._pair(*pair) for pair in zip_longest(*columns))]
        if not terms.against:
            full = _score(self.words("end.full"), str(min(sums)), terms.full)
            simple = _score(self.words("end.simple"), str(min(numbers)), not terms.full)
            rows += [full, simple] if terms.full else [simple, full]
        return rows

    def _pair(self, *pair: Line | None) -> Widget:
        """A line with its words, or a harmony beside a disharmony; either may be missing."""
        told, count = [line and self.said_of(line) for line in pair], len(pair)

        def high(metrics: TextMetrics, room: float) -> float:
            room = room / count - GAP - 3.4 * BADGE
            return max(2.6 * BADGE, *(metrics.height(text or "", BODY, room) + 4 for text in told))

        def paint(canvas: Canvas, box: Box) -> None:
            for column, (line, text) in enumerate(zip(pair, told, strict=True)):
                if line and text:
                    x, y = box.x + column * (box.w / count + GAP), box.center[1]
                    image = badge(canvas.px(BADGE), line.kind, line.length, 0)
                    canvas.picture_as_is(image, (x + 1.4 * BADGE, y))
                    room = Box(x + 3.2 * BADGE, box.y, box.w / count - GAP - 3.4 * BADGE, box.h)
                    write(canvas, text, room, BODY, PAPER.text)

        return Picture(paint, high)

    def _best(self) -> list[Widget]:
        """The best with these options, and in this very garden."""
        history = self.context.store.history
        rows: list[Widget] = []
        numbered = number_in(self.match.seed) is not None
        for key, of in (("options", None), ("garden", self.match.seed))[: 1 + numbered]:
            found = history.best(self.play.id, self.match.options, of, SHOWN)
            if found:
                rows.append(Section(self.words(f"end.best_{key}")))
                chairs = [self.context.seen_by_strangers(best.chair) for best in found]
                rows += [_score(f"{n}. {self.context.called(chair)}", str(best.points))
                         for n, (chair, best) in enumerate(zip(chairs, found, strict=True), 1)]
        return rows

    def said_of(self, line: Line) -> str:
        """A line in words: the two tiles."""
        cells = self._state.board.cells
        names = [self.words.tile(kind_of(cells[point])) for point in (line.first, line.second)]
        return self.context.texts.listed(names)

    # What comes next -----------------------------------------------------------------------------

    def buttons(self) -> list[Button]:
        first, *others = super().buttons()
        if self.series.over:
            first.text = self.words("end.new")
            first.icon = "plus"
            # The same garden once more, everybody where they sat.
            same = partial(self._begin, self.series.games[0].seed)
            others.insert(0, Button(self.words("end.same"), same, icon="replay"))
        return [first, *others]

    def again(self) -> None:
        seed = self.context.seed
        self._begin(any_number(random.SystemRandom()) if seed is None else seed)

    def _begin(self, seed: int | str) -> None:
        first = self.series.games[0]
        match = Match(first.game, first.seats, first.options, seed=seed)
        series = Series(match, self.series.length)
        self.go(Home(ToPlay(series, self.play.chairs, terms=self.play.terms)))


def _heads(texts: Sequence[str]) -> Widget:
    """What stands over the columns."""
    tone = mix(PAPER.text, BRASS_EDGE, 0.5)
    labels = [Label(text, LARGE - 4, "serif", color=tone) for text in texts]

    def lay_out(metrics: TextMetrics, box: Box, labels: Sequence[Widget]) -> float:
        room = box.w / len(labels) - GAP
        for column, label in enumerate(labels):
            label.place(Box(box.x + column * (room + 2 * GAP), box.y + 14, room, 0))
        return 14 + max(label.natural(metrics, room)[1] for label in labels) + 8

    return Arranged(labels, lay_out)


def _score(text: str, number: str, ranks: bool = False) -> Widget:
    """Some words and a number; what ranks is larger and underlaid."""
    size = LARGE if ranks else BODY
    face: Face = "bold" if ranks else "sans"

    def high(metrics: TextMetrics, room: float) -> float:
        room -= metrics.width(number, size + 6, "serif") + 4 * GAP
        return metrics.height(text, size, room, face) + (2 * GAP if ranks else 4)

    def paint(canvas: Canvas, box: Box) -> None:
        if ranks:
            under = Box(box.x, box.y + 4, box.w, box.h - 8)
            canvas.fill(under, with_alpha(BRASS_EDGE, 0.14), 10)
        wide, middle = canvas.text_size(number, size + 6, "serif")[0], box.center[1]
        canvas.label(number, (box.right - GAP - wide / 2, middle), size + 6, PAPER.text, "serif")
        room = Box(box.x + GAP, box.y, box.w - wide - 4 * GAP, box.h)
        write(canvas, text, room, size, PAPER.text, face)

    return Picture(paint, high)
