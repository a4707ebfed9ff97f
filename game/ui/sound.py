"""Sounds by name, heard where they happen; a table without loudspeakers simply stays quiet.

So does a cue whose file is missing or cannot be used: there is one line about it in the log.
Nothing is loaded before the first sound is played, so the first frame never waits for it.
"""

import logging
import math
import time
import wave
from functools import cached_property
from itertools import cycle
from pathlib import Path
from typing import Final

import pygame

from game.shipped import ASSETS

FOLDER: Final = ASSETS / "sounds"
CUES: Final = (
    "acrylic_click", "acrylic_click_double", "acrylic_slide", "acrylic_bump", "stone_plop",
    "splash", "leap", "tile_clack", "tile_slide", "wood_knock", "wood_slide", "paper", "box_open",
    "box_close", "point", "point_many", "turn", "refuse", "win", "draw_game", "button",
    "dice_roll", "ring_bloom", "harmony", "clash",
)  # fmt: skip
"""Everything that can be heard."""
RATE: Final = 44100
VOICES: Final = 3
"""Sounds at once; one more takes the place of the one that has been playing longest."""
APART: Final = 0.04
"""Seconds within which the same cue is not begun again: two would only be louder."""
SILENT: Final = 30.0
"""Seconds without a sound after which loudspeakers are closed, at a table that nobody touches."""
WIDTH: Final = 0.7
"""How far toward one loudspeaker a sound at the table's edge goes: 1 is all the way."""
_log = logging.getLogger(__name__)


def cues(folder: Path = FOLDER) -> dict[str, tuple[Path, ...]]:
    """Every cue with its takes: `name.wav`, and `name_2.wav` and so on where there are more."""
    found: dict[str, list[Path]] = {name: [folder / f"{name}.wav"] for name in CUES}
    for path in sorted(folder.glob("*_[0-9].wav")):
        found.setdefault(path.stem[:-2], []).append(path)
    return {name: tuple(paths) for name, paths in found.items()}


def balance(pan: float) -> tuple[float, float]:
    """The loudness left and right of a sound at `pan`: 0 is the left edge, 1 the right one."""
    angle = (0.5 + WIDTH * (max(0.0, min(1.0, pan)) - 0.5)) * math.pi / 2
    left, right = math.cos(angle) * math.sqrt(2), math.sin(angle) * math.sqrt(2)
    return min(1.0, left), min(1.0, right)


class Sound:
    """The table's voice. `volume` is 0…1; at 0 or without a device every call is a quiet no-op.

    `play` raises KeyError for a cue that does not exist, with a device or without.
    """

    def __init__(self, volume: float = 0.7, folder: Path = FOLDER) -> None:
        self.volume = volume
        self._takes = {cue: cycle(takes) for cue, takes in cues(folder).items()}
        self._begun: dict[str, float] = {}
        self._loaded: dict[Path, pygame.mixer.Sound | None] = {}
        self._silent = 0.0

    @cached_property
    def _open(self) -> bool:
        """Whether there are loudspeakers, which are opened when that is asked."""
        try:
            pygame.mixer.init(RATE, -16, 2, 512)
        except pygame.error:
            return False
        pygame.mixer.set_num_channels(VOICES)
        return True

    def set_volume(self, volume: float) -> None:
        """A new loudness, 0…1; 0 also ends what is playing."""
        self.volume = max(0.0, min(1.0, volume))
        if self.volume == 0 and pygame.mixer.get_init():
            pygame.mixer.stop()

    def rest(self, seconds: float) -> None:
        """Nobody touches the table for so long. Open loudspeakers ask for more ninety times a
        second, which takes as much as all else that a table at rest does.
        """
        self._silent += seconds
        if self._silent > SILENT and pygame.mixer.get_init():
            pygame.mixer.quit()
            self.__dict__.pop("_open", None)

    def play(self, cue: str, pan: float = 0.5, strength: float = 1.0) -> None:
        """Begin a sound at `pan` (0 left … 1 right), `strength` (0…1) of its loudness."""
        takes, now = self._takes[cue], time.monotonic()
        soon = now - self._begun.get(cue, -APART) < APART
        if soon or self.volume <= 0 or not self._open:
            return
        self._begun[cue], self._silent = now, 0.0
        if sound := self._file(next(takes)):
            channel = pygame.mixer.find_channel(force=True)
            channel.play(sound)
            _place(channel, pan, strength * self.volume)

    def _file(self, path: Path) -> pygame.mixer.Sound | None:
        """What is to be heard; None, and once a line in the log, for a file of no use."""
        if path in self._loaded:
            return self._loaded[path]
        try:
            with wave.open(str(path)) as file:
                # The mixer frees a sound without a whole frame twice, which ends the program.
                if len(file.readframes(1)) < file.getsampwidth() * file.getnchannels():
                    raise ValueError("there is nothing to be heard in it")
            self._loaded[path] = pygame.mixer.Sound(path)
        except (OSError, EOFError, ValueError, wave.Error, pygame.error) as error:
            _log.warning("%s: %s", path, error or "it ends too early")
            self._loaded[path] = None
        return self._loaded[path]


def _place(channel: pygame.mixer.Channel, pan: float, loudness: float) -> None:
    left, right = balance(pan)
    loudness = max(0.0, min(1.0, loudness))
    channel.set_volume(left * loudness, right * loudness)
