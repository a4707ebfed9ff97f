"""Settings: sensible from the first start, never broken by what was kept."""

from dataclasses import FrozenInstanceError, asdict, fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.services.settings import VALUES, Settings, system_language
from game.services.store import Store
from game.services.texts import LANGUAGES
from tests.strict_texts import StrictTexts


def test_every_setting_has_values_and_its_default_is_one_of_them() -> None:
    assert [field.name for field in fields(Settings)] == list(VALUES)
    for key, value in asdict(Settings()).items():
        assert value in VALUES[key]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_and_value_has_a_text(language: str) -> None:
    texts = StrictTexts(language)
    for key, values in VALUES.items():
        assert texts.t(f"settings.{key}.label")
        assert texts.t(f"settings.{key}.help")
        assert all(texts.t(f"settings.{key}.{v}") for v in values if isinstance(v, str))


def test_settings_are_frozen_and_changed_as_a_whole() -> None:
    settings = Settings()
    assert settings.changed(volume=10, seating="table") == Settings(volume=10, seating="table")
    assert settings.volume == 70
    with pytest.raises(FrozenInstanceError):
        settings.volume = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("key", "value"),
    [("volume", 101), ("volume", True), ("volume", 70.0), ("sound", 1), ("language", "fr"),
     ("seating", None), ("text_size", ["normal"])],
)
def test_a_value_a_setting_cannot_be_is_refused(key: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"the setting {key} cannot be"):
        Settings().changed(**{key: value})


def test_what_settings_mean() -> None:
    assert Settings(text_size="large").text_scale == 1.2
    assert Settings(speed="calm").pace > Settings().pace > Settings(speed="quick").pace
    assert Settings(volume=50).loudness == 0.5
    assert Settings(volume=50, sound=False).loudness == 0


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text()


@given(st.dictionaries(st.sampled_from([*VALUES, "odd"]), PLAIN | st.lists(PLAIN)))
def test_whatever_was_kept_gives_settings(plain: dict[str, Any]) -> None:
    settings = Settings.of(plain)
    assert Settings.of(asdict(settings)) == settings
    for key in VALUES.keys() & plain.keys():
        sound = any(type(plain[key]) is type(v) and plain[key] == v for v in VALUES[key])
        if key != "language" and not sound:
            assert getattr(settings, key) == getattr(Settings(), key)
        elif sound:
            assert getattr(settings, key) == plain[key]


def test_settings_are_kept(tmp_path: Path) -> None:
    store = Store(tmp_path, {})
    wished = Settings(language="de", seating="table", reduced_motion=True, volume=35)
    store.set(**asdict(wished))
    store.close()
    assert Settings.of(Store(tmp_path, {}).all_settings()) == wished


@pytest.mark.parametrize(
    ("variables", "language"),
    [({"LANG": "de_DE.UTF-8"}, "de"), ({"LANG": "en_GB.UTF-8"}, "en"), ({"LANG": "C"}, "en"),
     ({"LANG": "en_GB", "LC_ALL": "de_AT"}, "de"), ({}, "de")],
)
def test_the_first_start_speaks_the_systems_language(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    german = ("German_Germany", "1252")
    monkeypatch.setattr("game.services.settings.locale.getlocale", lambda: german)
    assert system_language() == language
    assert Settings.of({}).language == language
