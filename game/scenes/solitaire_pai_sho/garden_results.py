"""The end of a garden: every line with its length, what counts of it, and the best so far."""

import random
from itertools import zip_longest
from typing import cast

from game.rules.core.match import Match, Series
from game.rules.pai_sho.board import kind_of
from game.rules.solitaire_pai_sho.state import Garden, full, lines, simple
from game.scenes.core.context import Context
from game.scenes.core.routes import ToPlay
from game.scenes.core.scene import Home
from game.scenes.core.sheets import Section
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.results import Results
from game.scenes.solitaire_pai_sho.garden import Strand, badge, strands_of, weights_of
from game.scenes.solitaire_pai_sho.words import Words
from game.services.deal_numbers import any_number, number_in
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.surfaces import BRASS_EDGE, PAPER
from game.ui.theme import BODY, GAP, LARGE, mix, with_alpha
from game.ui.widgets import Button, Label, Widget

BADGE = 17.0
SHOWN = 5
"""How many of the best are listed."""


class GardenResults(Results):
    """The score sheet of a finished garden."""

    def __init__(self, context: Context, play: AnyPlayScene) -> None:
        super().__init__(context, play)
        self.words = Words(context.texts)

    @property
    def _state(self) -> Garden:
        return cast(Garden, self.match.state)

    @property
    def _against(self) -> bool:
        return self._state.terms.mode == "uncooperative"

    def headline(self) -> str:
        if self._against:
            return super().headline()
        return self.words("end.points", n=self.match.game.scores(self._state)[0])

    # What stands there ---------------------------------------------------------------------------

    def rows(self) -> list[Widget]:
        outcome = self.match.outcome
        name = self.words.garden(self.match.seed)
        said = [name.replace("\n", " ")] if name else []
        if outcome is not None:
            said.insert(0, self.context.texts.outcome(self.play.id, outcome, self.play.names))
        rows: list[Widget] = [Label(" ".join(said), BODY, tone=PAPER, color=PAPER.faded)]
        if self._against:
            rows.extend(self.standing(seat) for seat in self.ranking())
        rows.extend(self._told())
        if not self._against:
            rows.extend(self._best())
        if self.series.length > 1:
            rows.extend(self.series_rows())
        return rows

    def _told(self) -> list[Widget]:
        """Every line with its length, harmonies on the left; then what they make together, the
        score that ranks first.
        """
        strands = strands_of(self._state)
        columns = [[(s, self.said_of(s)) for s in strands if s.kind == kind] for kind in (0, 1)]
        heads = zip(("harmonies", "disharmonies"), columns, weights_of(strands, True), strict=True)
        rows: list[Widget] = [
            _Heads(*(self.words(f"end.{key}", n=len(these), sum=n) for key, these, n in heads))
        ]
        rows += [_Pair(left, right) for left, right in zip_longest(*columns)]
        if not self._against:
            formed, ranks = lines(self._state.board), self._state.terms.full
            scores = [_Score(self.words("end.full"), str(full(formed)), ranks),
                      _Score(self.words("end.simple"), str(simple(formed)), not ranks)]  # fmt: skip
            rows += scores if ranks else scores[::-1]
        return rows

    def _best(self) -> list[Widget]:
        """The best with these options, and in this very garden."""
        history = self.context.store.history
        rows: list[Widget] = []
        numbered = number_in(self.match.seed) is not None
        for key, of in (("options", None), ("garden", self.match.seed))[: 1 + numbered]:
            found = history.best(self.play.id, self.match.options, of, SHOWN)
            if found:
                rows.append(Section(self.words(f"end.best_{key}")))
                rows += [_Score(f"{n}. {self.context.called(best.chair)}", str(best.points), False)
                         for n, best in enumerate(found, 1)]  # fmt: skip
        return rows

    def said_of(self, strand: Strand) -> str:
        """A line in words: the two tiles."""
        cells = self._state.board.cells
        names = [self.words.tile(kind_of(cells[point])) for point in strand.line]
        return self.context.texts.listed(names)

    # What comes next -----------------------------------------------------------------------------

    def buttons(self) -> list[Button]:
        first, *others = super().buttons()
        if self.series.over:
            first.text = self.words("end.new")
            first.icon = "plus"
            others.insert(0, Button(self.words("end.same"), self._same, icon="replay",
                                    tone=PAPER))  # fmt: skip
        return [first, *others]

    def _same(self) -> None:
        """The same garden once more, everybody where they sat."""
        self._begin(self.series.games[0].seed)

    def again(self) -> None:
        seed = self.context.seed
        self._begin(any_number(random.SystemRandom()) if seed is None else seed)

    def _begin(self, seed: int | str) -> None:
        first = self.series.games[0]
        match = Match(first.game, first.seats, first.options, seed=seed)
        self.go(Home(ToPlay(Series(match, self.series.length), self.play.chairs)))


class _Read(Widget):
    """What is only read, on paper."""

    def hit(self, point: Point) -> bool:
        return False


class _Heads(_Read):
    """What stands over the two columns."""

    def __init__(self, left: str, right: str) -> None:
        super().__init__(tone=PAPER)
        self.texts = (left, right)

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        half = room / 2 - GAP
        high = max(metrics.height(text, LARGE - 4, half, "serif") for text in self.texts)
        return room, 14 + high + 8

    def draw(self, canvas: Canvas) -> None:
        half = self.box.w / 2
        for column, text in enumerate(self.texts):
            at = self.box.x + column * (half + GAP), self.box.y + 14
            tone = mix(PAPER.text, BRASS_EDGE, 0.5)
            canvas.text(text, at, LARGE - 4, tone, "serif", room=half - GAP)


class _Pair(_Read):
    """A harmony and, beside it, a disharmony, each with its words; either may be missing."""

    def __init__(
        self, left: tuple[Strand, str] | None, right: tuple[Strand, str] | None
    ) -> None:
        super().__init__(tone=PAPER)
        self.told = left, right

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        half = room / 2 - GAP - 3.4 * BADGE
        texts = [told[1] for told in self.told if told is not None]
        high = max(metrics.height(text, BODY, half) for text in texts)
        return room, max(high + 4, 2.6 * BADGE)

    def draw(self, canvas: Canvas) -> None:
        half = self.box.w / 2
        for column, told in enumerate(self.told):
            if told is None:
                continue
            strand, text = told
            x, y = self.box.x + column * (half + GAP), self.box.center[1]
            image = badge(canvas.px(BADGE), strand.kind, strand.line.length, 0)
            canvas.picture_as_is(image, (x + 1.4 * BADGE, y))
            room = half - GAP - 3.4 * BADGE
            rows = canvas.wrapped(text, BODY, room)
            top = y - len(rows) * canvas.line_height(BODY) / 2
            canvas.text("\n".join(rows), (x + 3.2 * BADGE, top), BODY, PAPER.text)


class _Score(Label):
    """Some words and a number; what ranks is larger and underlaid."""

    def __init__(self, text: str, number: str, ranks: bool) -> None:
        super().__init__(text, LARGE if ranks else BODY, "bold" if ranks else "sans", tone=PAPER)
        self.number, self.ranks = number, ranks

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        wide = room - metrics.width(self.number, self.size + 6, "serif") - 4 * GAP
        high = metrics.height(self.text, self.size, wide, self.face)
        return room, high + (2 * GAP if self.ranks else 4)

    def draw(self, canvas: Canvas) -> None:
        box, size, face = self.box, self.size, self.face
        if self.ranks:
            canvas.fill(Box(box.x, box.y + 4, box.w, box.h - 8), with_alpha(BRASS_EDGE, 0.14), 10)
        wide = canvas.text_size(self.number, size + 6, "serif")[0]
        canvas.label(self.number, (box.right - GAP - wide / 2, box.center[1]), size + 6,
                     PAPER.text, "serif")  # fmt: skip
        rows = canvas.wrapped(self.text, size, box.w - wide - 4 * GAP, face)
        top = box.center[1] - len(rows) * canvas.line_height(size, face) / 2
        canvas.text("\n".join(rows), (box.x + GAP, top), size, PAPER.text, face)
