"""Opens the whole table on the screen there is, plays a move by posted events, and tells of it.

    python tests/played.py FOLDER

Prints the video driver and the moves that the store has.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

from game.app import App, Choices
from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services.people import Chair


class Played(App):
    """A table whose frames are counted, and at which somebody drags a koi and fills the screen."""

    frames = 0

    def listen(self, now: float) -> None:
        self.frames += 1
        step = {5: self.begin, 10: self.press, 15: self.drag, 20: self.let_go, 80: self.f11,
                100: self.f11, 110: self.end}.get(self.frames)  # fmt: skip
        if step:
            step()
        super().listen(now)

    def begin(self) -> None:
        match = Match(GAMES["jin_li"], 2, seed=1)
        people = Chair("person", "Anna"), Chair("person", "Ben")
        self.scene = play_scene("jin_li")(self.context, Series(match), people)
        self.stack.open(self.scene)

    def at(self, key: int) -> tuple[int, int]:
        x, y = next(spot.center for spot in self.scene.input.spots() if spot.key == key)
        return round(x * self.context.scale), round(y * self.context.scale)

    def press(self) -> None:
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=self.at(0), button=1)
        pygame.event.post(event)

    def drag(self) -> None:
        values = {"pos": self.at(8), "rel": (9, 9), "buttons": (1, 0, 0)}
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, values))

    def let_go(self) -> None:
        event = pygame.event.Event(pygame.MOUSEBUTTONUP, pos=self.at(8), button=1)
        pygame.event.post(event)

    def f11(self) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0))

    def end(self) -> None:
        store, game = self.context.store, self.scene.game
        print(pygame.display.get_driver(), self.surface.get_size(), self._way)
        print("played", *(game.write(move) for move in self.scene.match.log))
        print("kept", len(store.running()), "trouble", self._failures)
        pygame.event.post(pygame.event.Event(pygame.QUIT))


if __name__ == "__main__":
    raise SystemExit(Played(Choices(data=Path(sys.argv[1]))).run())
