"""What every scene may use: texts, settings, the store, sounds, pictures, the thinker."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from game.scenes.core.pads import Pads
from game.ui import sprites

if TYPE_CHECKING:
    from game.ai.worker import Worker
    from game.services.operator import Operator
    from game.services.people import Chair
    from game.services.settings import Settings
    from game.services.store import Store
    from game.services.texts import Texts
    from game.ui.sound import Sound

LONGEST_PATIENCE = 600.0
"""Seconds after which a kiosk clears itself at the latest, whatever the settings say."""


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
    notices: list[str] = field(default_factory=list)
    """Messages the next scene shows once, such as a store that had to be set aside."""

    @property
    def public(self) -> bool:
        """Whether strangers come and go: a kiosk, or a table that is set to stand unattended."""
        return self.kiosk or self.settings.unattended != "no"

    @property
    def patience(self) -> float:
        """Seconds without a touch after which the table asks whether anybody is there."""
        longest = LONGEST_PATIENCE if self.kiosk else math.inf
        return min(self.settings.patience, longest)

    def take(self, settings: Settings) -> None:
        """Go on with these settings."""
        self.settings = settings
        if self.texts.language != settings.language:
            self.texts.switch(settings.language)
        self.sound.set_volume(settings.loudness)

    def called(self, chair: Chair) -> str:
        """What somebody is called; who was forgotten is somebody."""
        return chair.name or self.texts.t("book.somebody")

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

    def fit(self, pixels: tuple[int, int]) -> None:
        """Measure the table anew for a window of this many pixels."""
        sprites.grow(pixels)
        self.scale = min(pixels) / 1080
        self.size = pixels[0] / self.scale, pixels[1] / self.scale
