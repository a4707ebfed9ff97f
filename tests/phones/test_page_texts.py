"""The words of the phone page: each one that it says is there, and each one there is said."""

from __future__ import annotations

import re

from game.services.texts import LANGUAGES, load
from game.shipped import ASSETS

PAGE = "phone.page."


def test_the_page_says_what_there_is_and_there_is_what_it_says() -> None:
    page = (ASSETS / "phone" / "index.html").read_text("utf-8")
    script = (ASSETS / "phone" / "phone.js").read_text("utf-8")
    said = {*re.findall(r'data-(?:text|label)="(\w+)"', page), *re.findall(r'"([a-z_]+)"', script)}
    for language in LANGUAGES:
        known = {key.removeprefix(PAGE) for key in load(language) if key.startswith(PAGE)}
        assert known - said == set()
        assert {*re.findall(r'data-(?:text|label)="(\w+)"', page)} <= known
        assert {*re.findall(r'say\("(\w+)"', script)} <= known
