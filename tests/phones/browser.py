"""Phones in a real browser: Chromium of the system, driven by Playwright, with touch."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest

from tests.phones.street import Street

SIZES = {"small": (320, 568), "usual": (390, 844), "lying": (740, 360)}
"""A small phone, a usual one, and one in landscape."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

_numbers = count(2)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser without a window. Skips the test, with a reason, where none can be had."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this system; apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Phone:
    """One phone of its own, with its page, and what went wrong there."""

    page: Any
    wrong: list[str] = field(default_factory=list)

    @classmethod
    def of(
        cls, browser: Any, address: str, size: str = "usual", language: str = "en", **more: Any
    ) -> Phone:
        """A phone with an address of its own that has scanned this one."""
        width, height = SIZES[size]
        street = Street(f"127.0.0.{next(_numbers)}")
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, is_mobile=True,
            device_scale_factor=2, locale={"en": "en-GB", "de": "de-DE"}[language],
            proxy={"server": street.address}, **more,
        )  # fmt: skip
        context.set_default_timeout(10_000)
        phone = cls(context.new_page())
        phone.listen()
        phone.page.goto(address)
        return phone

    def listen(self) -> None:
        """Gather errors, what the page's own policy refuses, and what it asks others for."""
        page = self.page
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda line: line.type == "error" and self.wrong.append(line.text))
        page.on("request", lambda asked: self.wrong.append(asked.url)
                if "127.0.0.1" not in asked.url and not asked.url.startswith("data:") else None)  # fmt: skip

    def sit(self, name: str, seat: int | None = None) -> None:
        page = self.page
        page.wait_for_selector("#sit-form")
        if seat is not None:
            page.locator(f'#seats input[value="{seat}"]').check(force=True)
        page.fill("#name", name)
        page.tap("#sit-form button.main")
        page.wait_for_selector("#play:not([hidden])")

    @property
    def asked(self) -> bool:
        return bool(self.page.locator("#prompt.mine").count())

    @property
    def over(self) -> bool:
        return bool(self.page.locator("#undo:disabled").count())

    def uncover(self) -> None:
        if self.page.locator('#rack:not(.open):not(.none) #lock').count():
            self.page.tap("#lock")

    def step(self, rng: random.Random) -> str:
        """Tap something that glows, a word, or the confirmation. What was tapped; "" for nothing."""
        found = self.page.evaluate(
            """() => {
              const seen = (each) => { const box = each.getBoundingClientRect();
                return box.width ? [[each.dataset.place ?? each.id ?? '', box.x + box.width / 2, box.y + box.height / 2]] : []; };
              return {
                sure: [...document.querySelectorAll('#confirm:not([hidden]) #do')].flatMap(seen),
                may: [...document.querySelectorAll('#hand .may, #things .may')].flatMap(seen),
                words: [...document.querySelectorAll('#actions:not([hidden]) button')].flatMap(seen),
              }; }"""
        )  # fmt: skip
        several = found["may"] if rng.random() < 0.9 or not found["words"] else found["words"]
        choice = found["sure"] or several or found["words"]
        if not choice:
            return ""
        name, x, y = rng.choice(choice)
        if any(each[0] == name for each in found["may"]) and self.page.locator(f'#hand .may[data-place="{name}"]').count():
            self.page.locator(f'#hand .may[data-place="{name}"]').first.tap()
        else:
            self.page.touchscreen.tap(x, y)
        return str(name)


def settled(phones: list[Phone]) -> None:
    """Wait until no phone waits for the table."""
    for phone in phones:
        phone.page.wait_for_timeout(15)
