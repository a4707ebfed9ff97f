"""Bringing a match to this table: from the clipboard, from a file, from a stick."""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from game.rules import GAMES
from game.rules.core.garden_gate import GardenGateError, OutOfTurn
from game.rules.core.protocol import IllegalMove, cut
from game.rules.core.record import RecordError
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Change, Replace
from game.scenes.core.sheets import Section, list_sheet
from game.scenes.review.broken_match import to_finished
from game.services import exports, records
from game.ui import clipboard
from game.ui.theme import BODY, GAP
from game.ui.widgets import Button, Faded, Label, Widget

NAMED = 3
"""Of how many files it is said what is wrong while a match is shown."""
_log = logging.getLogger(__name__)


class Bring(MenuScene):
    """A sheet with every way a match can come; what was brought is opened at once."""

    overlay = True
    name = "bring"
    hushed = True

    def __init__(self, context: Context, files: Sequence[Path] = ()) -> None:
        super().__init__(context)
        self.wrong = ""
        """What was the matter with what was brought last."""
        self._files: deque[Path]
        """Those that are still to be read; one a frame, so that the table goes on."""
        self._kept: list[tuple[int, bool]]
        """The results that came with the files so far, and whether they are new here."""
        self._faults: list[str]
        self._await(files)
        self.commands["paste"] = self.paste

    def build(self) -> list[Widget]:
        rows: list[Widget] = []
        number, said = self._count - len(self._files) + 1, self.wrong
        if self._files:
            said = self.t("share.reading", number=number, count=self._count)
        if said:
            rows += [Label(said, BODY, "bold")]
        rows += [
            Faded(self.t("share.bring_what"), BODY),
            Button(self.t("share.paste"), self.paste, icon="copy"),
        ]
        for name, folder in self._places():
            found = exports.matches(folder)
            rows.append(Section(name))
            rows += [self._row(file) for file in found]
            if not found:
                rows.append(Faded(self.t("share.no_files"), BODY))
        return list_sheet(self, self.t("share.bring"), rows, GAP, width=1120)

    def _places(self) -> list[tuple[str, Path]]:
        """Where files are looked for: on what is plugged in, and where this table saves."""
        found = [
            (self.t("share.on_stick", name=_cut(stick.name)), stick) for stick in exports.sticks()
        ]
        if self.context.store.folder is not None:
            found.append((self.t("share.here"), self.context.store.folder / exports.FOLDER))
        return found

    def _row(self, file: Path) -> Button:
        return Button(_cut(file.name), partial(self.read_files, file), look="row")

    def paste(self) -> None:
        """Read what lies on the clipboard."""
        try:
            text = clipboard.paste()
        except UnicodeDecodeError:
            self._refuse(self.t("share.unread.binary", what=self.t("share.pasted")))
            return
        if text is None:
            self._refuse(self.t("share.no_clipboard"))
        elif not text.strip():
            self._refuse(self.t("share.clipboard_empty"))
        else:
            self._await()
            self._read(self.t("share.pasted"), partial(text.encode, "utf-8", "replace"))
            self._open()

    def read_files(self, *files: Path) -> None:
        """Read files from the next frame on, one a frame; then the first match is opened."""
        self._await(files)
        self.rebuild()

    def _await(self, files: Sequence[Path] = ()) -> None:
        self._files, self._count = deque(files), len(files)
        self._kept, self._faults = [], []

    def update(self, seconds: float) -> Change:
        if self._files:
            file = self._files.popleft()
            self._read(file.absolute().name or str(file), partial(records.load, file))
            if self._files:
                self.rebuild()
            else:
                self._open()
        return super().update(seconds)

    def _read(self, name: str, load: Callable[[], bytes]) -> None:
        """Keep the match that comes; nothing is kept of one that is wrong."""
        try:
            told = records.read_bytes(load(), GAMES)
        except RecordError as error:
            if isinstance(error, records.Unreadable):
                _log.warning("%s: %s", exports.printable(name), error)
            self._faults.append(self.reason(error, name))
        else:
            self._kept.append(self.context.store.bring(told))

    def _open(self) -> None:
        """Open the first match that came and say what came; or what is wrong where none did."""
        if not self._kept:
            self._refuse("\n".join(self._faults))
            return
        (number, fresh), count = self._kept[0], len(self._kept)
        if self.context.occupied is not None:
            said = self.t("share.shown")
        elif count > 1:
            said = self.t("share.brought_many", n=count)
        else:
            said = self.t("share.brought" if fresh else "share.known")
        self.context.notices += [said, *self._faults[:NAMED]]
        self.go(Replace(to_finished(self.context, number)))

    def reason(self, error: RecordError, name: str) -> str:
        """What is wrong with what is called `name`, in words: where, and what would be right."""
        name, cause = _cut(name), error.__cause__
        if isinstance(error, records.Unreadable):
            most = records.MOST // 1000
            return self.t(f"share.unread.{error.flaw}", what=name, line=error.line, most=most)
        lead = f"{name}: " if self._count > 1 else ""
        if isinstance(cause, IllegalMove):
            rule, why = cause.refusal.rule, self.context.texts.refusal(cause.game, cause.refusal)
            at = {"turn": error.at} if isinstance(error, GardenGateError) else {}
            return lead + self.t(
                "share.wrong.turn" if at else "share.wrong.illegal",
                line=error.line, what=_cut(cause.text), rule=rule, why=why, **at,
            )  # fmt: skip
        if isinstance(error, OutOfTurn):
            return lead + self.t("share.wrong.order", line=error.line, due=error.due, what=error.at)
        rows = error.text.splitlines() or [""]
        what = _cut(rows[min(error.line, len(rows)) - 1]) if error.line else ""
        if isinstance(error, GardenGateError) and ";" in what:
            what = error.at  # a whole game in one line: its turn says more
        kind = "nothing" if error.fault == "header" and error.line <= 1 else error.fault
        return lead + self.t(f"share.wrong.{kind}", line=error.line, what=what)

    def _refuse(self, words: str) -> None:
        self.wrong = words
        self.scrolled = None  # it stands above all the files
        self.rebuild()


def _cut(text: str) -> str:
    """Enough of a line, or of a file's name, to know it again."""
    return cut(exports.printable(text))
