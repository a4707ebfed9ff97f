"""Everything is tested without a screen and without a loudspeaker."""

import gc
import hashlib
import os
from collections import OrderedDict
from collections.abc import Iterator
from functools import wraps
from itertools import count
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest  # SDL reads its drivers first
from hypothesis import HealthCheck, settings

import tests.loopback  # noqa: F401 (nobody else can reach what is tested)
from game.ai.skills import SKILL, can_play
from game.ui.sprites import MISSED, PASSING, SOURCES, SPRITES, SpriteCache, WishList

# No test may depend on how fast the machine is, so there are no deadlines.
settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")


gc.disable()
_tests = count(1)


def pytest_collection_finish() -> None:
    """Thousands of tests are no rubbish, so nobody looks for any among them; of what tests leave
    it is looked for seldom.
    """
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """What lives on after hundreds of tests, in caches, is no rubbish either: else tests that
    sweep the memory look through it for a third of a second each time.
    """
    if next(_tests) % 300 == 0:
        gc.collect()
        gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def cheap_pins() -> Iterator[None]:
    """To try a PIN is made expensive, for guessers: tests need not pay for it each time."""
    dear = hashlib.scrypt

    @wraps(dear)
    def cheap(password: bytes, **cost: Any) -> bytes:
        return dear(password, **cost | {"n": 2})

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(hashlib, "scrypt", cheap)
        yield


@pytest.fixture(autouse=True, scope="session")
def one_table_after_another() -> Iterator[None]:
    """A table gives memory back whenever it comes to rest, and forgets pictures that it has not
    shown for long. Thousands of tables in one process need not: their pictures are the same.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("game.app.sweep", lambda: None)
        patched.setattr("game.app.freeze", lambda: None)
        patched.setattr(SpriteCache, "house", 5 * SpriteCache.house)
        yield


@pytest.fixture(autouse=True, scope="session")
def nothing_ahead() -> Iterator[None]:
    """Matches paint what they show, and nothing that might be wanted soon (see `painted_ahead`)."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("game.scenes.play.play_scene.WishList", lambda _wishes=(): WishList())
        yield


@pytest.fixture
def painted_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches paint what they wish for while hands rest, as they do everywhere else."""
    monkeypatch.setattr("game.scenes.play.play_scene.WishList", WishList)


@pytest.fixture
def nothing_painted() -> Iterator[None]:
    """No picture is in the caches; what was there comes back for the tests to come."""
    caches = SPRITES, SOURCES, PASSING
    before = [(cache._kept, cache.held) for cache in caches]
    for cache in caches:
        cache._kept, cache.held = OrderedDict(), 0
    MISSED.wanted.clear()
    yield
    for cache, (kept, held) in zip(caches, before, strict=True):
        cache._kept, cache.held = kept, held


@pytest.fixture(autouse=True, scope="session")
def nothing_judged() -> Iterator[None]:
    """Nobody looks for the moves that gave most away while results are read (see `judged`)."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("game.scenes.play.key_moves.can_play", lambda _game: False)
        yield


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Key moves are looked for in matches that are over, as they are everywhere else."""
    monkeypatch.setattr("game.scenes.play.key_moves.can_play", can_play)


@pytest.fixture
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints come from a player who is soon ready, instead of one who may think for seconds."""
    monkeypatch.setattr("game.scenes.play.computer_player.STRONGEST", SKILL["regular"])
