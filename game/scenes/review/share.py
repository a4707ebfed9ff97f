"""Taking a match along: as a text to copy, as a file, or as a square code for a phone."""

import errno
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from game.rules import gates
from game.rules.core.match import Series
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, lay_out_chips, stack
from game.scenes.core.sheets import MARGIN, PAD, Section, list_sheet
from game.services import exports, records
from game.services.people import Chair
from game.ui import clipboard
from game.ui.frame import Box
from game.ui.square_code import SquareCode
from game.ui.theme import BODY, GAP, LARGE
from game.ui.widgets import Action, Arranged, Button, Faded, Field, Label, Panel, Toggle, Widget

WORDS = 330.0
"""How wide the words beside a code are."""
WHY = dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "full") | dict.fromkeys(
    (errno.EACCES, errno.EPERM, errno.EROFS), "locked"
)
"""What is said where a file cannot be written, by the system's error."""
_log = logging.getLogger(__name__)


class Share(MenuScene):
    """A sheet over the match; a code lies on a sheet of its own."""

    overlay = True
    name = "share"

    def __init__(self, context: Context, series: Series, chairs: tuple[Chair, ...]) -> None:
        super().__init__(context)
        self.series, self.chairs = series, chairs
        self.game = series.current.game.info.id
        self.named = False
        """Whether people's names go along."""
        self.code: SquareCode | None = None
        """The code that is shown."""
        self._what = ""

    # What is offered ----------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        if self.code is not None and self._fits(self.code):
            return self._code_sheet(self.code)
        self.code = None  # the window may have become smaller
        return list_sheet(self, self.t("share.title"), self._rows(), GAP, width=1120)

    def _rows(self) -> list[Widget]:
        wishes: list[tuple[str, str, Action]] = [
            *self._by_phone("share.code", lambda: records.code(self.record())),
            (self.t("share.copy"), "copy", partial(self.copy, self.record)),
        ]
        if self.context.store.folder is not None and not self.context.kiosk:
            folder = self.context.store.folder / exports.FOLDER
            wishes.append((self.t("share.save"), "down", partial(self.save, folder)))
        for stick in exports.sticks():
            offer = self.t("share.stick", name=exports.printable(stick.name))
            wishes.append((offer, "down", partial(self.save, stick)))
        names = Toggle(self.named, partial(setattr, self, "named"))
        return [
            Faded(self.t("share.what"), BODY),
            self._buttons(wishes),
            Field(self.t("share.names"), names, self.t("share.names_help")),
            *self._gate_rows(),
        ]

    def _gate_rows(self) -> list[Widget]:
        """The link to The Garden Gate, or why there is none."""
        if self.game not in gates():
            return []
        rows: list[Widget] = [Section(self.t("share.gate"))]
        if reason := records.why_no_link(self.series):
            return [*rows, Faded(self.t(f"share.no_link.{reason}"), BODY)]
        link = partial(records.link, self.series)
        wishes: list[tuple[str, str, Action]] = [
            *self._by_phone("share.link_code", link),
            (self.t("share.link_copy"), "copy", partial(self.copy, link)),
        ]
        what = Faded(self.t("share.gate_what"), BODY)
        return [*rows, what, self._buttons(wishes)]

    def _by_phone(self, key: str, text: Callable[[], str]) -> list[tuple[str, str, Action]]:
        """A square code, where people may use their phones."""
        show = partial(self.show, text, f"{key}_what")
        return [(self.t(key), "code", show)] if self.context.gives_codes else []

    def _buttons(self, wishes: list[tuple[str, str, Action]]) -> Widget:
        return Arranged(
            [Button(text, action, icon=icon) for text, icon, action in wishes], lay_out_chips
        )

    # What leaves the table ----------------------------------------------------------------------

    def record(self) -> str:
        """The record, with the names of its people if they are wanted."""
        people = enumerate(self.chairs) if self.named else ()
        return records.write(self.series, {n: self.context.called(chair) for n, chair in people})

    def copy(self, text: Callable[[], str]) -> None:
        """Put a text onto the clipboard."""
        if clipboard.copy(text()):
            self.toasts.say(self.t("share.copied"))
        else:
            self.toasts.say(self.t("share.no_clipboard"), "refusal")

    def save(self, folder: Path) -> None:
        """Write the record into a file, whole or not at all."""
        name = f"{self.game}-{self.context.store.today():%Y-%m-%d}{exports.SUFFIX}"
        try:
            file = exports.export(folder, name, self.record())
        except OSError as error:
            _log.warning("a match could not be saved in %s: %s", folder, error)
            why = WHY.get(error.errno or 0, "unsaved")
            where = exports.printable(str(folder))
            self.toasts.say(self.t(f"share.{why}", folder=where), "refusal")
        else:
            where = exports.printable(str(file))
            self.toasts.say(self.t("share.saved", file=where), seconds=8)

    # As a code ----------------------------------------------------------------------------------

    def show(self, text: Callable[[], str], what: str) -> None:
        """Show the code of a text with words on what it is, or say why that cannot be."""
        try:
            code = SquareCode(text())
        except ValueError:
            self.toasts.say(self.t("share.too_long"), "refusal")
            return
        self.code, self._what = code, what
        self.rebuild()

    def _fits(self, code: SquareCode) -> bool:
        """Whether a phone can read the code here; else that is said."""
        fits = code.least <= self._side * self.context.scale
        if not fits:
            self.toasts.say(self.t("share.too_small"), "refusal")
        return fits

    @property
    def _side(self) -> float:
        """How large a code can be here, in units."""
        wide, high = self.size[0] - 2 * MARGIN - 2 * PAD, self.size[1] - 2 * MARGIN - 2 * PAD
        return min(wide - WORDS, high) if wide > high else min(wide, high - WORDS)

    def _code_sheet(self, code: SquareCode) -> list[Widget]:
        """The code, as large as it can be, and words beside or below it."""
        side, wide = self._side, self.size[0] > self.size[1]
        across, down = (side + WORDS, side) if wide else (side, side + WORDS)
        paper = Box.around(self.frame.center, across + 2 * PAD, down + 2 * PAD)
        inner = paper.inset(PAD)
        code.place(Box(inner.x, inner.y, side, side))
        words = inner.beyond(inner.x + side + PAD) if wide else inner.below(inner.y + side + PAD)
        back = Button(self.t("share.back"), self.cancel, icon="back", look="primary")
        column = [
            Label(self.t("share.code_title"), LARGE, "serif"),
            Label(self.t(self._what), BODY), back,
        ]  # fmt: skip
        stack(self.metrics, words, column, 2 * GAP)
        return [Panel("paper", paper), code, *column]

    def cancel(self) -> None:
        """From the code back to the sheet, from there to the match."""
        if self.code is None:
            super().cancel()
            return
        self.code = None
        self.rebuild()
