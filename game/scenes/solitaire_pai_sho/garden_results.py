"""The end of a garden: every line with its length, what counts of it, and the best so far."""

from functools import cached_property, partial
from typing import cast

from game.rules.pai_sho.board import kind_of
from game.rules.solitaire_pai_sho.state import Garden, Line, counts, lengths, lines
from game.scenes.core.sheets import Column, Row, Section
from game.scenes.review.results import Results
from game.scenes.solitaire_pai_sho.garden import badge
from game.scenes.solitaire_pai_sho.words import Words
from game.services.deal_numbers import any_number, number_in
from game.ui.canvas import Canvas
from game.ui.fonts import Face, number
from game.ui.frame import Box
from game.ui.theme import BODY, LARGE
from game.ui.widgets import Button, Faded, Label, Widget

BADGE = 17.0
SHOWN = 5
"""How many of the best are listed."""


class GardenResults(Results):
    """The score sheet of a finished garden."""

    @cached_property
    def words(self) -> Words:
        return Words(self.context.texts)

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
        """Every line with its length, harmonies first; then what they make together, the score
        that ranks first.
        """
        formed, full = lines(self._state.board), self._state.terms.full
        numbers, sums, rows = counts(formed), lengths(formed), list[Widget]()
        for kind, key in enumerate(("harmonies", "disharmonies")):
            rows.append(Section(self.words(f"end.{key}", n=numbers[kind], sum=sums[kind])))
            rows += [self._line(line) for line in formed if line.kind == kind]
        if not self._state.terms.against:
            scores = [_score(self.words("end.full"), min(sums), full),
                      _score(self.words("end.simple"), min(numbers), not full)]  # fmt: skip
            rows += scores if full else reversed(scores)
        return rows

    def _line(self, line: Line) -> Widget:
        """A line's length, and its two tiles in words."""

        def paint(canvas: Canvas, box: Box) -> None:
            image = badge(canvas.px(BADGE), line.kind, line.length, 0)
            canvas.picture_as_is(image, (box.x + 1.4 * BADGE, box.center[1]))

        cells = self._state.board.cells
        names = [self.words.tile(kind_of(cells[point])) for point in (line.first, line.second)]
        words = Column([Label(self.context.texts.listed(names))])
        return Row(words, lead=3.2 * BADGE, high=2.6 * BADGE, sign=paint)

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
                rows += [_score(f"{n}. {self.context.called(chair)}", best.points)
                         for n, (chair, best) in enumerate(zip(chairs, found, strict=True), 1)]
        return rows

    # What comes next -----------------------------------------------------------------------------

    def buttons(self) -> list[Button]:
        first, *others = super().buttons()
        if self.series.over:
            first.text = self.words("end.new")
            first.icon = "plus"
            # The same garden once more, everybody where they sat.
            same = partial(self.begin, self.series.games[0].seed, self.play.chairs)
            others.insert(0, Button(self.words("end.same"), same, icon="replay"))
        return [first, *others]

    def again(self) -> None:
        seed = self.context.seed
        self.begin(any_number() if seed is None else seed, self.play.chairs)


def _score(text: str, points: int, ranks: bool = False) -> Widget:
    """Some words and a number; what ranks is larger."""
    size = LARGE if ranks else BODY
    face: Face = "bold" if ranks else "sans"
    return Row(Column([Label(text, size, face)]), Label(number(points), size + 6, "serif"))
