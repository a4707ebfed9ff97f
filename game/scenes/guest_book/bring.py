"""Bringing a match to this table: from the clipboard, from a file, from a stick."""

import logging
from functools import partial
from pathlib import Path

from game.rules import GAMES
from game.rules.core.garden_gate import GardenGateError
from game.rules.core.protocol import IllegalMove
from game.rules.core.record import RecordError
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Replace
from game.scenes.core.sheets import Section, list_sheet
from game.scenes.review.broken_match import to_finished
from game.services import exports, records
from game.ui import clipboard
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP
from game.ui.widgets import Button, Label, Widget

QUOTED = 60
"""How much of a line is repeated when something is wrong with it."""
_log = logging.getLogger(__name__)


class Bring(MenuScene):
    """A sheet with every way a match can come; what was brought is opened at once."""

    overlay = True
    name = "bring"

    def __init__(self, context: Context, file: Path | None = None) -> None:
        super().__init__(context)
        self._file = file
        self.wrong = ""
        """What was the matter with the last thing that was brought."""

    def resume(self) -> None:
        super().resume()
        file, self._file = self._file, None
        if file is not None:
            self.read_file(file)

    def tell_notices(self) -> None:
        """What there is to say is said where this leads to."""

    def build(self) -> list[Layer]:
        rows: list[Widget] = []
        if self.wrong:
            rows += [Label(self.wrong, BODY, "bold", tone=PAPER)]
        rows += [
            Label(self.t("share.bring_what"), BODY, tone=PAPER, color=PAPER.faded),
            Button(self.t("share.paste"), self.paste, icon="copy", tone=PAPER),
        ]
        for name, folder in self._places():
            found = exports.matches(folder)
            rows.append(Section(name))
            rows += [self._row(file) for file in found]
            if not found:
                nothing = self.t("share.no_files")
                rows.append(Label(nothing, BODY, tone=PAPER, color=PAPER.faded))
        sheet = list_sheet(self, self.t("share.bring"), rows, GAP, width=1120)
        return [Layer(self.frame, sheet, modal=True)]

    def _places(self) -> list[tuple[str, Path]]:
        """Where files are looked for: on what is plugged in, and where this table saves."""
        found = [(self.t("share.on_stick", name=stick.name), stick) for stick in exports.sticks()]
        if self.context.store.folder is not None:
            found.append((self.t("share.here"), self.context.store.folder / exports.FOLDER))
        return found

    def _row(self, file: Path) -> Button:
        return Button(file.name, partial(self.read_file, file), look="row", tone=PAPER)

    def paste(self) -> None:
        """Read what lies on the clipboard."""
        text = clipboard.paste()
        if text is None:
            self._refuse(self.t("share.no_clipboard"))
        elif not text.strip():
            self._refuse(self.t("share.clipboard_empty"))
        else:
            self.read_data(text.encode("utf-8", "replace"))

    def read_file(self, file: Path) -> None:
        """Read a file, which may have gone with its stick."""
        try:
            with file.open("rb") as opened:
                data = opened.read(records.LONGEST + 1)
        except OSError as error:
            _log.warning("%s could not be read: %s", file, error)
            self._refuse(self.t("share.unread", file=file.name))
        else:
            self.read_data(data)

    def read_data(self, data: bytes) -> None:
        """Keep the match that was brought and open it; nothing is kept of one that is wrong."""
        try:
            told = records.read_bytes(data, GAMES)
        except RecordError as error:
            self._refuse(self.reason(error, data.decode("utf-8", "replace")))
            return
        number, fresh = self.context.store.bring(told)
        self.context.notices.append(self.t("share.brought" if fresh else "share.known"))
        self.go(Replace(to_finished(self.context, number)))

    def reason(self, error: RecordError, text: str) -> str:
        """Which line is wrong and why, in words."""
        rows = text.splitlines() or [""]
        row = rows[min(error.line, len(rows)) - 1] if error.line else ""
        what = " ".join(row.split())
        if isinstance(error, GardenGateError) and ";" in what:
            what = error.at  # a whole game in one line: its turn says more
        elif len(what) > QUOTED:
            what = what[: QUOTED - 1] + "…"
        cause = error.__cause__
        if isinstance(cause, IllegalMove):
            rule = cause.refusal.rule
            return self.t("share.wrong.illegal", line=error.line, what=what, rule=rule)
        kind = "nothing" if error.fault == "header" and error.line <= 1 else error.fault
        return self.t(f"share.wrong.{kind}", line=error.line, what=what)

    def _refuse(self, words: str) -> None:
        self.wrong = words
        self.rebuild()

    def other(self, intent: Intent) -> None:
        if intent.kind == "command" and intent.name == "paste":
            self.paste()
        else:
            super().other(intent)
