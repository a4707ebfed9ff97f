"""Phones in a real browser: Chromium of the system, driven by Playwright, with touch."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

from game.services.people import Chair
from tests.phones.phones import PhoneTable
from tests.phones.street import Street

SIZES = {"small": (320, 568), "usual": (390, 844), "lying": (740, 360)}
"""A small phone, a usual one, and one in landscape."""
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
NEEDED = "BROWSER_NEEDED"
"""The variable with which a test fails where there is no browser, instead of being skipped."""
PATIENCE = 120.0
"""Seconds after which a test gives up: a busy machine may take half a minute to start a process."""
SEEN = """() => {
  const seen = (each) => {
    const box = each.getBoundingClientRect();
    return [each.dataset.place || each.id, box.x + box.width / 2, box.y + box.height / 2];
  };
  const all = (wanted) => [...document.querySelectorAll(wanted)].map(seen);
  return {
    sure: all('#confirm:not([hidden]) #do'), hand: all('#rack.open #hand .may'),
    board: all('#things .may'), words: all('#actions:not([hidden]) button'),
  };
}"""
"""What glows, and where its middle is."""
_numbers = count(2)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser without a window. Skips the test, with a reason, where none can be had."""
    missing = "" if CHROMIUM else "there is no Chromium here: apt-get install chromium"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing = "Playwright is missing: pip install playwright"
    if missing and not os.environ.get(NEEDED):
        pytest.skip(missing)
    assert not missing, missing
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Phone:
    """A phone with an address of its own, its page, and what went wrong there."""

    def __init__(
        self, browser: Any, size: str = "usual", language: str = "en", **more: Any
    ) -> None:
        width, height = SIZES[size]
        street = Street(f"127.0.0.{next(_numbers)}")
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, is_mobile=True,
            locale={"en": "en-GB", "de": "de-DE"}[language],
            proxy={"server": street.address}, **more,
        )  # fmt: skip
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.wrong: list[str] = []
        """Errors, what the page's own policy refuses, and whom but the table it asks."""
        self.frames: list[str] = []
        """All that the table has sent."""
        page = self.page
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda line: self.wrong.append(line.text) if line.type == "error" else 0)
        page.on("request", lambda asked: None if "//127.0.0.1:" in asked.url
                else self.wrong.append(asked.url))  # fmt: skip
        hear = lambda text: self.frames.append(text)  # noqa: E731
        page.on("websocket", lambda line: line.on("framereceived", hear))

    def has(self, wanted: str) -> bool:
        """Whether the page has something that is not hidden."""
        return bool(self.page.locator(f"{wanted}:visible").count())

    @property
    def asked(self) -> bool:
        return self.has("#prompt.mine")

    def uncover(self) -> None:
        if self.has("#rack:not(.open) #hold"):
            self.page.tap("#hold")

    def step(self, rng: random.Random) -> str:
        """Tap something that glows, a word, or the confirmation; "" if there is nothing."""
        self.uncover()
        seen = self.page.evaluate(SEEN)
        glowing = [*seen["hand"], *seen["board"]]
        wordy = seen["words"] if rng.random() < 0.15 or not glowing else []
        choices = seen["sure"] or wordy or glowing
        if not choices:
            return ""
        name, x, y = rng.choice(choices)
        if any(name == each for each, *_ in seen["hand"]):  # it may have to be scrolled to
            self.page.locator(f'#hand .may[data-place="{name}"]').first.tap()
        else:
            self.page.touchscreen.tap(x, y)
        return str(name or "word")


class Couch:
    """A table and phones around it: frames go on while anything is waited for."""

    def __init__(
        self, browser: Any, game: str, phones: int, chairs: int = 0, **values: Any
    ) -> None:
        names = [Chair("person", f"Chair {n}") for n in range(chairs or phones)]
        values = {"speed": "quick", "reduced_motion": True, **values}
        self.table = PhoneTable(game, names, alone=True, **values)
        sizes, languages = list(SIZES), ("en", "de")
        self.phones = [Phone(browser, sizes[n % 3], languages[n % 2]) for n in range(phones)]

    @property
    def match(self) -> Any:
        return self.table.match

    def until(self, there: Callable[[], object]) -> None:
        """Let frames pass until something is so."""
        end = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < end, "nothing came"
            self.frames(2)
            self.phones[0].page.wait_for_timeout(4)

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.table.stack.update(1 / 30)

    def scan(self, phone: Phone) -> None:
        phone.page.goto(self.table.phones.url)
        self.until(lambda: phone.has("#sit-form") or phone.has("#play"))

    def sit(self, phone: Phone, seat: int, name: str = "") -> None:
        page = phone.page
        page.locator(f'#seats input[value="{seat}"]').check(force=True)
        page.fill("#name", name or f"Anna {seat}")
        page.tap("#sit-form button.main")
        self.until(lambda: phone.has("#play"))

    def sit_all(self) -> Sequence[Phone]:
        for seat, phone in enumerate(self.phones):
            self.scan(phone)
            self.sit(phone, seat)
        return self.phones

    def play(self, seed: int = 1, most: int = 2000) -> None:
        """Everybody taps at random what glows, until the game is over."""
        rng = random.Random(seed)
        for _ in range(most):
            if self.match.actor is None:
                return
            actor = self.match.actor
            self.until(lambda: self.match.actor is None or self.phones[self.match.actor].asked)
            if self.match.actor == actor:
                self.phones[actor].step(rng)
            self.frames(2)
        raise AssertionError("the game does not end")

    def close(self) -> None:
        for phone in self.phones:
            phone.context.close()
        self.table.close()
