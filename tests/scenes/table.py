"""A table for tests: a play scene on a stack, and hands that post what people do."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services.people import Chair
from game.ui.intents import Intent, Kind
from tests.tools import headless

ANNA, BEN = Chair("person", "Anna"), Chair("person", "Ben")
COMPUTER = Chair("computer", "Kamille", "newcomer")


class Table:
    """One game's scene as people have it in front of them."""

    def __init__(
        self,
        game: str,
        chairs: Sequence[Chair] = (ANNA, BEN),
        options: dict[str, Any] | None = None,
        *,
        seed: int | str = 1,
        pixels: tuple[int, int] = (1280, 720),
        games: int = 1,
        language: str = "en",
        **settings: Any,
    ) -> None:
        self.context = headless.context(pixels, language, **settings)
        match = Match(GAMES[game], len(chairs), options or {}, seed=seed)
        self.scene: Any = play_scene(game)(self.context, Series(match, games), tuple(chairs))
        self.stack = headless.stack_of(self.context, self.scene)
        self.wait(0.1)

    @property
    def match(self) -> Match:
        match: Match = self.scene.match
        return match

    def wait(self, seconds: float) -> None:
        headless.wait(self.stack, seconds)

    def lives(self, seconds: float = 0.2) -> bool:
        """Whether the picture changes though nobody does anything."""
        before = list(headless.singles(headless.listed(self.stack).ops))
        self.wait(seconds)
        return list(headless.singles(headless.listed(self.stack).ops)) != before

    def rest(self, limit: float = 20.0) -> None:
        """Until nothing moves any more."""
        while self.scene.moving and limit > 0:
            self.wait(0.1)
            limit -= 0.1
        assert not self.scene.moving, "it never comes to rest"

    def send(self, kind: Kind, at: tuple[float, float] = (0, 0), **values: Any) -> None:
        values.setdefault("pointer", "mouse")
        self.stack.on(Intent(kind, at, **values))

    def spot(self, key: Hashable) -> tuple[float, float]:
        found = [spot.center for spot in self.scene.input.spots() if spot.key == key]
        keys = [spot.key for spot in self.scene.input.spots()]
        assert found, f"there is no spot {key!r} in {keys[:60]}"
        given: tuple[float, float] = found[0]
        return given

    def tap(self, key: Hashable, pointer: str = "mouse") -> None:
        at = self.spot(key)
        for kind in ("press", "release", "tap"):
            self.send(kind, at, pointer=pointer)

    def drag(self, start: Hashable, end: Hashable, pointer: str = "touch:0:1") -> None:
        a, b = self.spot(start), self.spot(end)
        self.send("press", a, pointer=pointer, source="touch")
        for share in (0.3, 0.6, 1.0):
            at = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            self.send("drag", at, vector=(9, 9), pointer=pointer, source="touch", moved=True)
            self.wait(0.02)
        self.send("release", b, pointer=pointer, source="touch", moved=True)

    def key(self, kind: Kind, **values: Any) -> None:
        self.stack.on(Intent(kind, source="keys", **values))

    def picture(self) -> Any:
        return headless.picture(self.stack)

    def close(self) -> None:
        self.stack.close()
        self.context.ai_worker.close()
        self.context.store.close()
