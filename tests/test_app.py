"""The app: the window's events, and a table that never stops at a traceback."""

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.app import App, Choices
from game.memory import held, peak, sweep
from game.scenes.scene import Push, Scene
from game.scenes.settings import SettingsScene as Settings
from game.scenes.shelf import Shelf
from game.shots import shots
from game.ui.intents import Intent

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def app(tmp_path):
    made = App(Choices(size=(1280, 720), data=tmp_path, language="de"))
    made.stack.begin()
    made.frame(0.0)
    yield made
    made.stack.close()
    made.company.thinker.close()
    made.company.store.close()


class Clumsy(Scene):
    """Fails at whatever it is asked to do."""

    name = "clumsy"

    def __init__(self, company, where):
        super().__init__(company)
        self.where = where

    def on(self, intent):
        if self.where == "on":
            raise RuntimeError("dropped it")

    def update(self, seconds):
        if self.where == "update":
            raise RuntimeError("dropped it")

    def draw(self, canvas):
        if self.where == "draw":
            raise RuntimeError("dropped it")


@pytest.mark.parametrize("where", ["on", "update", "draw"])
def test_trouble_is_written_down_and_the_shelf_comes_back(app, where, tmp_path):
    from game.scenes.scene import Push

    app.stack.change(Push(Clumsy(app.company, where)))
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0)
    app.handle(key, 0.0)
    for _ in range(3):
        app.frame(1 / 60)
    assert isinstance(app.stack.top, Shelf)
    assert "dropped it" in (tmp_path / "trouble.log").read_text(encoding="utf-8")


def test_the_window_follows_its_size(app):
    pygame.display.set_mode((800, 600), pygame.RESIZABLE)
    app.handle(pygame.event.Event(pygame.VIDEORESIZE, w=800, h=600, size=(800, 600)), 0.0)
    assert app.company.size == pytest.approx((1440, 1080))
    assert app.devices.size == (800, 600)
    app.frame(1 / 60)


def test_f11_fills_the_screen_and_comes_back(app):
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0)
    app.handle(key, 0.0)
    assert app.fullscreen
    app.frame(1 / 60)
    app.handle(key, 0.1)
    assert not app.fullscreen
    assert app.surface.get_size() == (1280, 720)


def test_closing_the_window_ends_the_table(app):
    app.handle(pygame.event.Event(pygame.QUIT), 0.0)
    assert not app.stack.running


def test_nothing_is_drawn_while_nothing_changes(app):
    for _ in range(180):
        app.frame(1 / 60)
    assert not any(app.frame(1 / 60) for _ in range(60))


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False, **options,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--size", "big"), "1280x720"),
        (("--size", "300x200"), "800x600"),
        (("--scene", "chess"), "jin_li"),
        (("--lang", "fr"), "en"),
        (("soak", "--minutes", "-1"), "above 0"),
        (("dance",), "referee"),
    ],
)
def test_wrong_arguments_are_told_what_would_be_right(arguments, message):
    done = command(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_memory_is_swept_once_after_every_change_of_scene(app, monkeypatch):
    swept = []
    monkeypatch.setattr("game.app.sweep", lambda: swept.append(app.stack.top))
    for _ in range(40):
        app.frame(0.1)
    assert len(swept) == 1
    other = Shelf(app.company)
    app.stack.change(Push(other))
    for _ in range(40):
        app.frame(0.1)
    assert swept[1:] == [other]


def test_an_unattended_table_clears_itself_when_everybody_has_left(app):
    app.company.settings = app.company.settings.changed(unattended="3")
    app.stack.change(Push(Settings(app.company)))
    pass_time(app, 170)
    app.deliver(Intent("hover", (10, 10)))
    pass_time(app, 170)
    assert isinstance(app.stack.top, Settings)
    pass_time(app, 20)
    assert isinstance(app.stack.top, Shelf)


def test_a_private_table_waits_for_ever(app):
    app.stack.change(Push(Settings(app.company)))
    pass_time(app, 3600)
    assert isinstance(app.stack.top, Settings)


def test_strangers_cannot_switch_an_unattended_table_off(app):
    icons = [getattr(widget, "icon", "") for widget in app.stack.top._corner()]
    app.company.settings = app.company.settings.changed(unattended="10")
    fewer = [getattr(widget, "icon", "") for widget in app.stack.top._corner()]
    assert set(icons) - set(fewer) == {"off"}
    app.deliver(Intent("cancel", source="keys"))
    app.frame(0.1)
    assert isinstance(app.stack.top, Shelf)
    assert app.stack.running


def pass_time(app, seconds):
    for _ in range(int(seconds)):
        app.frame(1.0)


def test_sweeping_breaks_nothing():
    kept = [bytearray(n) for n in range(1000)]
    sweep()
    assert [len(part) for part in kept] == list(range(1000))
    assert 0 < held() <= peak() * 1.05


def test_shots_draws_scenes_without_a_window(tmp_path):
    done = command("shots", str(tmp_path), "--size", "800x600", "--lang", "de", "--only", "jin_li")
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.glob("jin_li*-de-800x600.png"))) >= 3


def test_shots_says_when_there_is_nothing_to_draw(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("game.shots.scene_modules", lambda: ["game.scenes.help"])
    assert shots(tmp_path, [(800, 600)], ["en"], "zzz") == 1
    assert "zzz" in capsys.readouterr().err


def test_a_short_soak_is_clean():
    done = command("soak", "--intents", "900", "--seed", "4")
    assert done.returncode == 0, done.stderr
    assert "clean" in done.stdout


def test_bench_gives_figures_as_json():
    import json

    done = command("bench", "--only", "yardstick", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["value"] > 0


def test_the_referee_speaks_without_a_window():
    done = command("referee", input='{"cmd":"hello"}\n{"cmd":"quit"}\n')
    assert done.returncode == 0
    assert done.stdout.startswith('{"ok":true')
