"""What every scene may use: texts, settings, the store, sounds, pictures, the thinker."""

import logging
import math
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from game.ai.worker import Worker
from game.phones.host import Phones
from game.scenes.core.pads import Pads
from game.services.expiry import expire
from game.services.hours import is_open
from game.services.operator import Operator
from game.services.people import Chair
from game.services.settings import Settings
from game.services.store import Store
from game.services.texts import LANGUAGES, Texts
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.display_list import DisplayList
from game.ui.sound import Sound
from game.ui.theme import Design

_log = logging.getLogger(__name__)

MOST_PEOPLE = 6
"""People and computers at one table, as an evening has them."""
OWN_EVENINGS = "own evenings"
"""Where the store keeps which evenings the present guests of a kiosk have begun."""


@dataclass
class Context:
    """The services behind the scenes, wired together once by the app."""

    texts: Texts
    settings: Settings
    store: Store
    sound: Sound
    ai_worker: Worker
    operator: Operator
    usual: Settings
    """What a kiosk's settings return to once its guests have left."""
    kiosk: bool = False
    """Guests find no way out, and nothing that others would miss can be put away."""
    kiosk_asked: bool = False
    """The command line asked for a kiosk, and does so at the next start."""
    size: tuple[float, float] = (1920.0, 1080.0)
    """The table in units."""
    scale: float = 1.0
    """Pixels a unit."""
    seed: int | None = None
    """Fixes luck for every new match; None draws a new seed each time."""
    occupied: Path | None = None
    """The folder this table was to use, where another table is open in it; then the store is a
    copy that is kept nowhere."""
    pads: Pads = field(default_factory=Pads)
    phones: Phones = field(default_factory=Phones)
    own_evenings: set[int] = field(default_factory=set)
    """The evenings that the present guests of a kiosk have begun, which they may end."""
    looked_into: dict[int, Any] = field(default_factory=dict)
    """What was found out of the matches played last (`KeyMoves`), by their number in the store."""
    expired_on: date | None = None
    """The day on which was last looked for what is too old; None looks again."""
    notices: list[str] = field(default_factory=list)
    """Messages the next scene shows once, such as a store that had to be set aside."""

    @property
    def public(self) -> bool:
        """Whether strangers come and go: a kiosk, or a table that is set to stand unattended."""
        return self.kiosk or self.settings.unattended != "no"

    @property
    def patience(self) -> float:
        """Seconds without a touch after which the table asks whether anybody is there."""
        longest = 60.0 * self.operator.still if self.kiosk else math.inf
        return min(self.settings.patience, longest)

    @property
    def design(self) -> Design:
        """How the sets on this table are made, as the settings want it."""
        return design_of(self.settings)

    def decide(self, operator: Operator) -> None:
        """The operator has decided so, from now on and at every start."""
        self.operator = operator
        operator.keep(self.store)

    @property
    def open(self) -> bool:
        """Whether the operator has the table open now."""
        return is_open(self.operator.hours, self.store.clock())

    def expire(self) -> None:
        """Forget what is too old, once a day."""
        today = self.store.today()
        if self.expired_on != today and self.occupied is None:
            self.expired_on = today
            try:
                expire(self.store, self.operator)
            except Exception:  # no table stays closed because something stays in it
                _log.exception("what is too old could not be forgotten")

    @property
    def gives_codes(self) -> bool:
        """Whether people may take something along with a phone."""
        return self.operator.phones or not self.kiosk

    @property
    def lets_phones(self) -> bool:
        """Whether people may play with their phones."""
        return self.operator.played_on_phones or not self.kiosk

    @property
    def languages(self) -> list[str]:
        """All languages, the table's usual one first."""
        return sorted(LANGUAGES, key=lambda each: each != self.usual.language)

    def take(self, settings: Settings) -> None:
        """Go on with these settings."""
        self.settings = settings
        if self.texts.language != settings.language:
            self.texts.switch(settings.language)
        self.sound.set_volume(settings.loudness)

    def own(self, evening: int) -> None:
        """Whoever is here has begun an evening."""
        self.own_evenings.add(evening)
        if self.kiosk:
            self.store.set(**{OWN_EVENINGS: sorted(self.own_evenings)})

    def own_again(self) -> None:
        """The table has failed and is back at once, with the same guests."""
        kept = self.store.get(OWN_EVENINGS)
        if self.kiosk and isinstance(kept, list):
            self.own_evenings.update(each for each in kept if isinstance(each, int))

    def disown(self) -> None:
        """Whoever began evenings has left."""
        self.own_evenings.clear()
        if self.store.get(OWN_EVENINGS) is not None:
            self.store.set(**{OWN_EVENINGS: None})

    def may_end(self, evening: int) -> bool:
        """Whether whoever is here may end an evening: in a kiosk only one of their own."""
        return not self.kiosk or evening in self.own_evenings

    def seen_by_strangers(self, chair: Chair) -> Chair:
        """Somebody in what was played before: at a kiosk nobody learns who that was."""
        return chair if chair.kind == "computer" or not self.kiosk else Chair(chair.kind, "")

    def called(self, chair: Chair) -> str:
        """What somebody is called; who was forgotten is somebody.

        A name that the table has given, in whichever language, is said in the present one; nobody
        has chosen a badge with it.
        """
        name = chair.name
        if not name:
            return self.texts.t("book.somebody")
        if chair.profile is not None or chair.badge:
            return name
        for n in range(1, MOST_PEOPLE + 1):
            key = f"menu.computers.{n}" if chair.kind == "computer" else "menu.setup.guest"
            name = self.texts.translated(name, key, n=n)
        return self.texts.translated(name, "table.you")

    def company(self, chairs: Iterable[Chair]) -> str:
        """All of them in one phrase."""
        return self.texts.listed([self.called(chair) for chair in chairs])

    def hear_store(self) -> None:
        """Add what the store has to say to the notices."""
        for notice in self.store.take_notices():
            self.notices.append(self.texts.t(notice.key, **dict(notice.params)))

    def new_seed(self) -> int:
        """The luck of a new match."""
        return random.SystemRandom().getrandbits(32) if self.seed is None else self.seed

    def trial(self, size: tuple[float, float]) -> Canvas:
        """A canvas of this size in units for what nobody sees: once that was drawn, the pictures
        that it takes are there.
        """
        frame = DisplayList((round(size[0] * self.scale), round(size[1] * self.scale)))
        return Canvas(frame, None, self.scale, self.settings.text_scale, self.design)

    def fit(self, pixels: tuple[int, int]) -> None:
        """Measure the table anew for a window of this many pixels."""
        sprites.grow(pixels)
        self.scale = min(pixels) / 1080
        self.size = pixels[0] / self.scale, pixels[1] / self.scale


def design_of(settings: Settings) -> Design:
    """How the sets are made on a table with these settings."""
    return Design(settings.pieces, settings.garden, settings.colour_patterns)
