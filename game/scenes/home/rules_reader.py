"""The rules of a game to read: complete, illustrated, in the table's language, over any scene.

Pages are written in the markup of docs/rules_pages.md: assets/rules/<language>/<game>.md.
"""

import itertools
import logging
from functools import cache, partial
from pathlib import Path

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.registry import facts, illustrations
from game.scenes.core.sheets import MARGIN, PAD
from game.services.texts import LANGUAGES, folders
from game.shipped import ASSETS
from game.ui import markup
from game.ui.frame import Box
from game.ui.markup import Block, Heading, Paragraph, ScrollText
from game.ui.scrolling import List
from game.ui.theme import GAP, TOUCH
from game.ui.widgets import Button, Panel, Widget

FOLDER = ASSETS / "rules"
WIDEST = 1080.0
CONTENTS = 350.0
"""How wide the list of chapters beside the page is."""
_log = logging.getLogger(__name__)


def page(game: str, language: str, pictures: bool = True) -> tuple[Block, ...]:
    """The rules page of a game, with or without pictures. Raises MarkupError naming the file and
    the line.
    """
    files = [folder / language / f"{game}.md" for folder in folders("rules", FOLDER)]
    file = next(filter(Path.exists, files), files[0])
    try:
        shown = illustrations(game, language) if pictures else None
        blocks = markup.read(file.read_text(encoding="utf-8"), shown)
    except (OSError, UnicodeDecodeError, markup.MarkupError) as error:
        raise markup.MarkupError(f"{file}: {error}") from error
    if not blocks:
        raise markup.MarkupError(f"{file}: there is nothing to read")
    return blocks


def readable(game: str, language: str) -> tuple[Block, ...]:
    """The rules page in this language, else in another one, else without its pictures; nothing if
    there is none to be read.

    What cannot be read is logged once.
    """
    spoken = dict.fromkeys((language, *LANGUAGES))
    for pictures, one in itertools.product((True, False), spoken):
        try:
            return page(game, one, pictures)
        except markup.MarkupError as error:
            _tell(str(error))
    return ()


@cache
def _tell(problem: str) -> None:
    _log.warning("%s", problem)


class RulesReader(MenuScene):
    """A large sheet over whatever is below; `at` is a rule's number to begin with."""

    name = "rules"
    overlay = True

    def __init__(self, context: Context, game: str, at: str | None = None, turn: int = 0) -> None:
        super().__init__(context, turn)
        self.game, self.at = game, at
        self._text = ScrollText(())

    def build(self) -> list[Widget]:
        blocks = readable(self.game, self.context.texts.language) or (
            Paragraph(markup.runs(self.t("menu.no_rules"))),
        )
        if isinstance(blocks[0], Heading):
            told = Paragraph(markup.runs(facts(self.context.texts, self.game)))
            blocks = (blocks[0], told, *blocks[1:])
        share = self._text.offset / self._text.most if self._text.most else 0.0
        space = Box(0, 0, *self.frame.size).inset(MARGIN)
        self._text = ScrollText(blocks)
        chapters = [
            Button(block.text, partial(self._text.show_heading, n), look="row", size=24)
            for n, block in enumerate(b for b in blocks if isinstance(b, Heading))
            if block.level == 2
        ]  # fmt: skip
        beside = CONTENTS if space.w > 1500 and len(chapters) > 1 else 0.0
        box = Box.around(space.center, min(space.w, WIDEST + 2 * PAD + beside), space.h)
        left, right = box.x + PAD + beside, box.right - PAD - (0 if beside else 8)
        self._text.place(Box(left, box.y + 30, right - left, box.h - 60))
        close = Button("", self.cancel, icon="close", look="round")
        close.place(Box(box.right - TOUCH - 20, box.y + 20, TOUCH, TOUCH))
        widgets: list[Widget] = [Panel("paper", box), self._text]
        if beside:  # the chapters, one tap away
            contents = List(chapters, gap=0)
            room = Box(box.x + 24, box.y + 40, CONTENTS - 24, box.h - 80)
            contents.arrange(self.metrics, room.inset(GAP / 2))
            widgets.append(contents)
        if self.at:
            self._text.show_mark(self.at)
        elif share:
            self._text.share = share
        return [*widgets, close]
