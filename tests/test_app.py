"""The app: the window's events, and a table that never stops at a traceback."""

import gc
import gzip
import math
import signal
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import cli, logs
from game.ai.worker import Worker
from game.app import LONGEST_STEP, RESTING, App, Choices
from game.memory import sweep
from game.rules import GAMES
from game.scenes.core.context import Context
from game.scenes.core.opening import move_beside
from game.scenes.core.routes import ToSecondTable, ToSettings, ToSetup, ToTrouble
from game.scenes.core.scene import Home, Push, Scene
from game.scenes.core.trouble import Trouble
from game.scenes.home.attract import Asleep
from game.scenes.home.settings import SettingsScene as Settings
from game.scenes.home.shelf import Shelf
from game.scenes.review.replay import Replay
from game.screen import REST
from game.services.folders import hold
from game.services.store import FILE, Store
from game.ui.canvas import Canvas
from game.ui.intents import Intent
from game.ui.sound import SILENT
from game.ui.sprites import Making, SpriteCache, made_within
from game.ui.widgets import Button
from tests.certain import sure, top
from tests.opened import drawn, idle, opened
from tests.tools.memory import held, peak

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "tests" / "data" / "records"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with opened(tmp_path, "de") as app:
        app.frame(0.0)
        yield app


class Clumsy(Scene):
    """Fails at whatever it is asked to do, and perhaps at leaving as well."""

    name = "clumsy"

    def __init__(self, context: Context, *fails: str) -> None:
        super().__init__(context)
        self.fails = fails

    def _fail(self, what: str) -> None:
        if what in self.fails:
            raise RuntimeError(f"dropped it in {what}")

    def on(self, intent: Intent) -> None:
        self._fail("on")

    def update(self, seconds: float) -> None:
        self._fail("update")

    def draw(self, canvas: Canvas) -> None:
        self._fail("draw")

    def resize(self, size: tuple[float, float]) -> None:
        super().resize(size)
        if self.entered:
            self._fail("resize")

    entered = False

    def enter(self) -> None:
        self._fail("enter")

    def resume(self) -> None:
        self.entered = True

    def pause(self) -> None:
        self._fail("pause")

    def leave(self) -> None:
        self._fail("leave")


def resize(app: App, pixels: tuple[int, int]) -> None:
    pygame.display.set_mode(pixels, pygame.RESIZABLE)
    app.handle(pygame.event.Event(pygame.VIDEORESIZE, w=pixels[0], h=pixels[1], size=pixels), 0.0)


def press_a_key(app: App, key: int = pygame.K_SPACE) -> None:
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0), 0.0)


def log_of(folder: Path) -> str:
    return (folder / "trouble.log").read_text(encoding="utf-8")


@pytest.mark.parametrize("leaving", [(), ("pause",), ("leave",), ("pause", "leave")])
@pytest.mark.parametrize("where", ["on", "update", "draw", "resize", "enter"])
def test_trouble_is_written_down_and_the_shelf_comes_back(
    app: App, where: str, leaving: tuple[str, ...], tmp_path: Path,
) -> None:
    app.guard(app.stack.open, Clumsy(app.context, where, *leaving))
    press_a_key(app)
    resize(app, (800, 600))
    for _ in range(3):
        app.frame(1 / 60)
    assert isinstance(app.stack.top, Shelf)
    assert len(app.stack.scenes) == 1
    log = log_of(tmp_path)
    assert all(f"dropped it in {what}" in log for what in (where, *leaving))
    assert log.startswith("20"), "a line begins with its time"
    assert app.stack.top.toasts, "people are told"


def test_the_trouble_is_told_in_words(app: App) -> None:
    for language in ("de", "en"):
        app.context.texts.switch(language)
        assert app.context.texts.has("table.trouble")


@pytest.mark.parametrize("fails", ["enter", "draw", "update", "on", "resume", "resize"])
def test_a_shelf_that_fails_gives_way_to_a_calm_picture_and_is_tried_again(
    app: App, fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_args: Any) -> None:
        raise RuntimeError("no shelf")

    monkeypatch.setattr(Shelf, fails, broken, raising=False)
    app.guard(app.stack.renew, lambda: Shelf(app.context))
    seen = set()
    for frame in range(40):
        app.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 3 * frame)), 0.0)
        resize(app, (800, 600) if frame % 2 else (1280, 720))
        app.frame(1.5)
        seen.add(type(app.stack.top))
    assert Trouble in seen
    log = log_of(tmp_path)
    assert log.count("RuntimeError") < 20
    monkeypatch.undo()
    for _ in range(70):
        app.frame(1.0)
    assert isinstance(app.stack.top, Shelf)


def test_the_calm_picture_can_be_left_and_tried_again(app: App) -> None:
    app.stack.renew(ToTrouble(60))
    assert drawn(app, 1.0)
    press_a_key(app)
    app.frame(0.0)
    assert isinstance(app.stack.top, Shelf)
    for unattended, runs in (("3", True), ("no", False)):
        app.context.settings = app.context.settings.changed(unattended=unattended)
        app.stack.renew(ToTrouble(60))
        press_a_key(app, pygame.K_ESCAPE)
        assert app.stack.running == runs


def test_what_happens_again_and_again_is_counted(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(13):
        app.stack.open(Clumsy(app.context, "update"))
        app.frame(0.0)
    logs.close_logs()
    log = log_of(tmp_path)
    assert log.count("Traceback") == 1
    assert "… 12 times more: RuntimeError: dropped it in update" in log


def test_what_is_said_while_the_table_opens_is_written_down(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all")
    App(Choices(size=(1280, 720), data=tmp_path)).context.store.close()
    assert "is damaged" in log_of(tmp_path)


def test_the_log_goes_with_a_table_that_moves_beside(tmp_path: Path) -> None:
    first = hold(tmp_path)
    made = App(Choices(size=(1280, 720), data=tmp_path))
    made.stack.begin()
    made.guard(lambda: 1 / 0)
    assert not (tmp_path / "trouble.log").exists()
    move_beside(made.context)
    made.frame(0.0)
    assert "ZeroDivisionError" in log_of(tmp_path / "table 2")
    second = made.context.store
    made.context.store = Store(tmp_path / "table 3", GAMES)
    made.frame(0.0)
    made.guard(lambda: dict[str, str]()["elsewhere"])
    assert "elsewhere" in log_of(tmp_path / "table 3")
    assert "elsewhere" not in log_of(tmp_path / "table 2")
    for store in (second, made.context.store):
        store.close()
    assert first is not None
    first.release()


def test_logs_rotate(app: App, tmp_path: Path) -> None:
    for n in range(60):
        source = "def fail():\n    raise RuntimeError('x' * 20_000)\n"
        names: dict[Any, Any] = {}
        exec(compile(source, f"place_{n}.py", "exec"), names)
        app.guard(names["fail"])
    sizes = [file.stat().st_size for file in tmp_path.glob("trouble.log*")]
    assert len(sizes) == 1 + logs.OLDER
    assert max(sizes) <= logs.SIZE


class Speechless(RuntimeError):
    def __str__(self) -> Any:
        raise ValueError("no words")


def test_an_error_without_words_does_no_harm(app: App) -> None:
    def fail() -> None:
        raise Speechless

    assert not app.guard(fail)
    assert isinstance(app.stack.top, Shelf)


def test_a_shelf_that_fails_and_fails_is_tried_less_and_less_often(
    app: App, monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []

    def broken(self: Any, seconds: float) -> None:
        tried.append(seconds)
        raise RuntimeError("no shelf")

    monkeypatch.setattr(Shelf, "update", broken)
    for _ in range(300):
        app.frame(2.0)
    assert 10 < len(tried) < 20


class Gone:
    """Where a terminal was: whatever is written to it fails."""

    def write(self, text: str) -> None:
        raise BrokenPipeError

    flush = write


def test_a_terminal_that_is_gone_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdout", Gone())
    monkeypatch.setattr("sys.stderr", Gone())
    made = App(Choices(size=(1280, 720), data=tmp_path))
    made.stack.begin()
    made.stack.open(Clumsy(made.context, "update"))
    made.frame(0.0)
    assert isinstance(made.stack.top, Shelf)
    assert "dropped it" in log_of(tmp_path)
    made.stack.close()
    made.context.store.close()


def test_a_disk_that_takes_no_log_does_no_harm(app: App, tmp_path: Path) -> None:
    (tmp_path / "trouble.log").mkdir()
    app.stack.open(Clumsy(app.context, "update"))
    app.frame(0.0)
    assert isinstance(app.stack.top, Shelf)


def test_a_first_picture_that_fails_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    flips = []

    def flip(_areas: Any) -> None:
        flips.append(1)
        if len(flips) == 1:
            raise pygame.error("the screen is not there yet")

    monkeypatch.setattr("pygame.display.update", flip)
    monkeypatch.setattr("pygame.quit", lambda: None)  # other tests go on
    made = App(Choices(size=(1280, 720), data=tmp_path))
    made.stack.running = False
    assert made.run() == 0
    assert "not there yet" in log_of(tmp_path)
    sure(hold(tmp_path)).release()  # the store is closed


def test_the_window_follows_its_size(app: App) -> None:
    pygame.display.set_mode((800, 600), pygame.RESIZABLE)
    app.handle(pygame.event.Event(pygame.VIDEORESIZE, w=800, h=600, size=(800, 600)), 0.0)
    assert app.context.size == pytest.approx((1440, 1080))
    assert app.devices.size == (800, 600)
    app.frame(1 / 60)


@pytest.mark.parametrize(
    ("event", "whole"),
    [
        (pygame.WINDOWEXPOSED, True), (pygame.WINDOWRESTORED, True), (pygame.WINDOWSHOWN, True),
        (pygame.WINDOWFOCUSGAINED, True), (pygame.WINDOWDISPLAYCHANGED, True),
        (pygame.WINDOWMOVED, False),
    ],
)
def test_a_window_that_was_covered_shows_everything_again(
    app: App, event: int, whole: bool, monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[Any] = []
    monkeypatch.setattr("pygame.display.update", shown.append)
    for _ in range(90):  # until the shelf has come to rest
        app.frame(1 / 60)
    app.handle(pygame.event.Event(event), 0.0)
    shown.clear()
    app.frame(0.0)
    assert (shown == [[app.surface.get_rect()]]) == whole


def test_a_picture_that_was_not_shown_is_painted_whole_next_time(
    app: App, monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[Any] = []

    def show(areas: Any) -> None:
        shown.append(areas)
        if len(shown) == 1:
            raise pygame.error("the screen is away")

    for _ in range(90):
        app.frame(1 / 60)
    monkeypatch.setattr("pygame.display.update", show)
    app.frame(REST)
    app.frame(0.0)
    assert shown == [[], [app.surface.get_rect()]]


def test_a_size_that_is_known_already_takes_no_finger_away(app: App) -> None:
    app.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1), 0.0)
    app.handle(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1280, y=720), 0.0)
    assert app.devices.drop(), "the mouse is still down"


def test_f11_fills_the_screen_and_comes_back(app: App) -> None:
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0)
    app.handle(key, 0.0)
    assert app.fullscreen
    app.frame(1 / 60)
    app.handle(key, 0.1)
    assert not app.fullscreen
    assert app.surface.get_size() == (1280, 720)


def test_closing_the_window_ends_the_table(app: App) -> None:
    app.handle(pygame.event.Event(pygame.QUIT), 0.0)
    assert not app.stack.running


def test_a_table_that_rests_draws_a_few_frames_a_second(app: App) -> None:
    for _ in range(180):
        app.frame(1 / 60)
    assert sum(drawn(app, 1 / 60) for _ in range(600)) <= 10 / REST


@pytest.fixture
def steps(app: App, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The steps in which time passes for the table, which has come to rest."""
    for _ in range(180):
        app.frame(1 / 60)
    pygame.event.clear()
    taken = list[float]()
    monkeypatch.setattr(app.stack, "update", taken.append)
    return taken


class Clock:
    """Time that passes only in the waits of the main loop; counts them, and may be disturbed."""

    def __init__(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app, self.waits = app, 0
        self.now = app._last = 1000.0
        self.touched = math.inf
        monkeypatch.setattr("game.app.time", self)

    def monotonic(self) -> float:
        return self.now

    def tick(self, pace: int) -> None:
        self.waits += 1
        self.now += 1 / pace
        if self.now >= self.touched:
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5)))
            self.touched = math.inf

    def go_on(self, until: float) -> None:
        """The main loop."""
        while self.now < until:
            self.app.round(self.now)
            self.app.wait(self)  # type: ignore[arg-type]


def test_time_passes_in_few_steps_while_a_table_rests(
    app: App, steps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, looked = Clock(app, monkeypatch), list[float]()
    monkeypatch.setattr(app, "listen", looked.append)
    clock.go_on(1060.0)
    assert sum(steps) == pytest.approx(60, abs=1)
    assert len(looked) == len(steps) <= 60 / REST + 1
    assert clock.waits <= 60 * RESTING + 1
    clock.waits = 0
    app.stack.open(Asleep(app.context))
    for _ in range(180):
        app.frame(1 / 60)
    clock.go_on(clock.now + 60)
    assert clock.waits <= 30 * RESTING + 1, "half as often where nobody is"


def test_a_touch_waits_for_nothing(
    app: App, steps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(app, monkeypatch)
    clock.go_on(1001.0)
    app.round(clock.now)
    del steps[:]
    clock.touched = touched = clock.now + 0.1
    app.wait(clock)  # type: ignore[arg-type]
    assert touched <= clock.now <= touched + 1 / RESTING
    app.round(clock.now)
    assert app.screen.awake
    assert len(steps) == 1
    assert steps[0] <= LONGEST_STEP, "and nothing jumps"


def test_computers_are_heard_while_a_table_rests(
    app: App, steps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Worker, "busy", True)
    clock = Clock(app, monkeypatch)
    clock.go_on(1000.99)
    assert len(steps) == RESTING


def test_a_picture_that_was_begun_for_a_scene_that_is_gone_is_dropped(app: App) -> None:
    def begun() -> weakref.ref[pygame.Surface]:
        def steps() -> Making:
            yield
            return sheet

        sheet = pygame.Surface((100, 100))
        assert not made_within(0.0, lambda: SpriteCache().get("begun", steps))
        return weakref.ref(sheet)

    sheet = begun()
    gc.collect()
    assert sheet() is not None
    app.stack.change(Push(ToSettings()))
    idle(app, 10)
    assert sheet() is None


def test_loudspeakers_are_closed_at_a_table_that_nobody_hears_or_touches(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    app.context.sound.play("win")
    for _ in range(40):
        press_a_key(app)
        app.frame(1.0)
    assert pygame.mixer.get_init(), "while somebody touches it"
    idle(app, SILENT - 5)
    assert pygame.mixer.get_init(), "or has been heard a moment ago"
    idle(app, 20)
    assert pygame.mixer.get_init() is None
    app.context.sound.play("win")
    assert pygame.mixer.get_init()
    assert pygame.mixer.Channel(0).get_busy()
    pygame.mixer.quit()


def test_a_table_that_is_touched_draws_every_frame(app: App) -> None:
    for _ in range(180):
        app.frame(1 / 60)
    app.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5)), 0.0)
    assert all(drawn(app, 1 / 60) for _ in range(60))


def command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    found: subprocess.CompletedProcess[str] = subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False, **options,
    )  # fmt: skip
    return found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--size", "big"), "1280x720"),
        (("--size", "300x200"), "800x600"),
        (("--scene", "chess"), "jin_li"),
        (("--lang", "fr"), "en"),
        (("dance",), "referee"),
        (("shots", "there"), "doctor"),
    ],
)
def test_wrong_arguments_are_told_what_would_be_right(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main([*arguments])
    assert message in capsys.readouterr().err


def test_wrong_arguments_end_the_program_without_a_traceback() -> None:
    done = command("--size", "big")
    assert done.returncode == 2
    assert "1280x720" in done.stderr
    assert "Traceback" not in done.stderr


def test_memory_is_swept_once_after_every_change_of_scene(
    app: App, monkeypatch: pytest.MonkeyPatch,
) -> None:
    swept = []
    monkeypatch.setattr("game.app.sweep", lambda: swept.append(app.stack.top))
    for _ in range(40):
        app.frame(0.1)
    assert len(swept) == 1
    other = Shelf(app.context)
    app.stack.open(other)
    for _ in range(40):
        app.frame(0.1)
    assert swept[1:] == [other]


def test_an_unattended_table_clears_itself_when_everybody_has_left(app: App) -> None:
    app.context.settings = app.context.settings.changed(unattended="3")
    app.stack.open(Settings(app.context))
    idle(app, 170)
    app.deliver(Intent("wheel", (10, 10)))
    idle(app, 170)
    assert isinstance(app.stack.top, Settings)
    idle(app, 35)
    assert isinstance(app.stack.top, Shelf)


def test_a_private_table_waits_for_ever(app: App) -> None:
    app.stack.open(Settings(app.context))
    idle(app, 3600)
    assert isinstance(app.stack.top, Settings)


def test_strangers_cannot_switch_an_unattended_table_off(app: App) -> None:
    icons = [getattr(widget, "icon", "") for widget in top(app.stack)._corner()]
    app.context.settings = app.context.settings.changed(unattended="10")
    fewer = [getattr(widget, "icon", "") for widget in top(app.stack)._corner()]
    assert set(icons) - set(fewer) == {"off"}
    app.deliver(Intent("cancel", source="keys"))
    app.frame(0.1)
    assert isinstance(app.stack.top, Shelf)
    assert app.stack.running


def test_sweeping_breaks_nothing() -> None:
    kept = [bytearray(n) for n in range(1000)]
    sweep()
    assert [len(part) for part in kept] == list(range(1000))
    assert 0 < held() <= peak() * 1.05


def test_full_collections_look_at_nothing_that_came_with_a_scene(
    app: App, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A hand may be there before the table rests and is swept."""
    monkeypatch.setattr("game.app.freeze", gc.freeze)
    gc.collect()
    scene = Settings(app.context)
    app.stack.open(scene)
    assert any(each is scene for each in gc.get_objects())
    try:
        app.deliver(Intent("wheel", (10, 10)))
        app.frame(0.0)
        assert not any(each is scene for each in gc.get_objects())
    finally:
        gc.unfreeze()


def test_full_collections_look_at_nothing_that_was_swept() -> None:
    """To look at all objects of a table takes two frames."""
    gc.unfreeze()
    sweep()
    try:
        assert gc.get_freeze_count() > 10 * len(gc.get_objects())
    finally:
        gc.unfreeze()


def test_bench_gives_figures_as_json() -> None:
    import json

    done = command("bench", "--only", "yardstick", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["value"] > 0


def test_the_referee_speaks_without_a_window() -> None:
    done = command("referee", input='{"cmd":"hello"}\n{"cmd":"quit"}\n')
    assert done.returncode == 0
    assert done.stdout.startswith('{"ok":true')


# A match in a file ------------------------------------------------------------------------------


def test_a_match_dropped_on_the_window_is_opened(app: App, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8)", "utf-8")
    drop(app, file)
    opened = app.stack.top
    assert isinstance(opened, Replay)
    assert opened.toasts.texts == (app.context.texts.t("share.brought"),)
    for _ in range(2):
        drop(app, tmp_path / "none")
        assert [scene.name for scene in app.stack.scenes] == ["shelf", "replay", "bring"]


def drop(app: App, *files: Path) -> None:
    """Let files go over the window, and wait until they are read."""
    for file in files:
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    app.listen(0.0)
    for _ in files:
        app.frame(0.0)


def test_files_dropped_together_are_all_kept_and_open_one_replay(app: App, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.walong" for number in range(3)]
    turns = ["0H.R,W,K,B", "0G.R,W,K,B", "1G.R3(0,-8)", "1H.R3(0,8)"]
    for number, file in enumerate(files, 2):
        file.write_text(";".join(turns[:number]), "utf-8")
    drop(app, *files)
    assert [scene.name for scene in app.stack.scenes] == ["shelf", "replay"]
    assert app.context.store.match_log().count() == 3


@pytest.mark.parametrize(
    ("name", "scene"), [("jin_li-1-full.walong", "replay"), ("nothing.walong", "bring")]
)
def test_beside_another_table_a_match_is_shown_and_not_kept(
    app: App, tmp_path: Path, name: str, scene: str,
) -> None:
    content = gzip.decompress((RECORDS / "jin_li-1-full.txt.gz").read_bytes())
    (tmp_path / "jin_li-1-full.walong").write_bytes(content)
    other = App(Choices(data=tmp_path, language="de", record=tmp_path / name))
    other.stack.begin()
    other._open_first()
    other.frame(0.1)
    shown = other.stack.top
    assert shown.name == scene
    said = shown.toasts.texts if isinstance(shown, Replay) else other.context.notices
    assert other.context.texts.t("table.occupied") in said
    assert (other.context.texts.t("share.shown") in said) == (scene == "replay")
    assert other.context.texts.t("share.brought") not in said
    assert app.context.store.history.results() == []
    other.stack.close()
    other.context.store.close()


@pytest.mark.parametrize(
    ("arguments", "kept"),
    [
        ("keep", []),
        ("--data keep keep", ["--data=keep"]),
        ("--scene jin_li keep --lang de --kiosk", ["--kiosk", "--lang=de", "--scene=jin_li"]),
        ("keep --full --size 800x600 --seed -3", ["--fullscreen", "--size=800x600", "--seed=-3"]),
    ],
)
def test_keep_starts_the_table_with_the_same_options(
    arguments: str, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = arguments.split()
    monkeypatch.setattr("sys.argv", ["main.py", *words])
    monkeypatch.setattr("game.tools.keep.keep", lambda told: given.append(told) or 0)
    given: list[list[str]] = []
    assert cli.main(words) == 0
    assert given == [kept]
    first, again = (vars(cli.parser().parse_args(each)) for each in (words, kept))
    assert {**again, "command": "keep", "run": first["run"]} == first


def test_a_command_that_is_interrupted_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    for name, command in cli.COMMANDS.items():
        monkeypatch.setitem(cli.COMMANDS, name, command._replace(run=interrupted))
        assert cli.main([name]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)]
)
def test_the_table_ends_well_when_it_is_told_to(
    number: signal.Signals, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pygame.quit", lambda: None)  # other tests go on
    before = signal.signal(number, signal.default_int_handler)
    made = App(Choices(size=(1280, 720), data=tmp_path))
    monkeypatch.setattr(made, "frame", lambda *_: signal.raise_signal(number))
    try:
        assert made.run() == code
        assert signal.getsignal(number) is signal.default_int_handler
        signal.signal(number, signal.SIG_IGN)
        assert made._end_when_told().keys() & {number} == set(), "what is ignored stays ignored"
    finally:
        signal.signal(number, before)
    sure(hold(tmp_path)).release()  # the store is closed


@pytest.mark.parametrize("command", ["pin", "doctor", "open"])
def test_a_folder_may_be_named_before_or_after_a_command(command: str) -> None:
    before = cli.parser().parse_args(["--data", "here", command])
    after = cli.parser().parse_args([command, "--data", "here"])
    assert before.data == after.data == Path("here")


def test_a_dropped_file_waits_for_the_answer_about_a_second_table(app: App, tmp_path: Path) -> None:
    app.context.occupied = tmp_path
    app.stack.change(Push(ToSecondTable()))
    drop(app, tmp_path / "match.walong")
    assert app.stack.top.name == "second_table"
    app.stack.change(Home())
    drop(app, tmp_path / "match.walong")
    assert app.stack.top.name == "bring"


@pytest.mark.parametrize("by", ["finger", "keys"])
@pytest.mark.parametrize("at_once", [False, True])
def test_what_was_tapped_is_seen_to_be_taken_before_anything_long_begins(
    app: App, by: str, at_once: bool
) -> None:
    """What is long is made after the scene has answered, or by the button itself."""
    app.guard(app.stack.change, Push(ToSetup("jin_li")))
    for _ in range(40):
        app.frame(1 / 60)
    setup = top(app.stack)
    play = setup.t("menu.setup.start")
    button = next(
        w for layer in setup.all_layers() for w in layer.targets()
        if isinstance(w, Button) and w.text == play
    )  # fmt: skip
    middle = setup.layers[0].frame.out(button.box.center)
    at = next(box for box in setup.tappable() if box.has(middle))
    scale, before, seen = app.context.scale, app.surface.copy(), list[bytes]()
    rect = pygame.Rect([round(n * scale) for n in (at.x, at.y, at.w, at.h)])
    make = app.stack._navigator

    def slow(*asked: Any) -> Any:
        seen.append(pygame.image.tobytes(app.surface.subsurface(rect), "RGB"))
        return make(*asked) if asked else None

    if by == "keys":
        setup.focus.current, setup.focus.visible = button, True
        app.frame(1 / 60)
        before = app.surface.copy()
    if at_once:
        button.action = slow
    else:
        app.stack._navigator = slow
    if by == "keys":
        app.deliver(Intent("confirm", source="keys"))
    else:
        for kind in ("press", "release", "tap"):
            app.deliver(Intent(kind, at.center, pointer="touch:0:1", source="touch"))
    app.frame(1 / 60)
    assert seen
    assert seen[0] != pygame.image.tobytes(before.subsurface(rect), "RGB")


def test_what_was_tapped_beside_a_board_is_seen_to_be_taken_too(app: App) -> None:
    app.guard(app.stack.change, Push(ToSetup("jin_li")))
    app.frame(1 / 60)
    top(app.stack).start()
    for _ in range(40):
        app.frame(1 / 60)
    controls = top(app.stack).controls
    rules, seen = controls.buttons["rules"], list[bytes]()
    rect = Canvas(app.surface, controls.layer.frame).rect(rules.box)

    def pixels() -> bytes:
        return pygame.image.tobytes(app.surface.subsurface(rect), "RGB")

    before, make = pixels(), app.stack._navigator
    app.stack._navigator = lambda route: (seen.append(pixels()), make(route))[1]
    at = controls.layer.frame.out(rules.box.center)
    for kind in ("press", "release", "tap"):
        app.deliver(Intent(kind, at, pointer="touch:0:1", source="touch"))
    assert seen
    assert seen[0] != before


def test_a_resting_mouse_lights_what_comes_below_it(app: App) -> None:
    app.guard(app.stack.change, Push(ToSettings()))
    app.frame(1 / 60)
    scene = top(app.stack)
    button = next(
        w for layer in scene.all_layers() for w in layer.targets() if isinstance(w, Button)
    )
    at = scene.layers[0].frame.out(button.box.center)
    app.guard(app.stack.home)
    app.frame(1 / 60)
    app.deliver(Intent("hover", at, pointer="mouse"))
    app.guard(app.stack.change, Push(ToSettings()))
    for again in (False, True):
        if again:
            top(app.stack).rebuild()
        lit = [w for layer in top(app.stack).layers for w in layer.targets() if w.hovered]
        assert [w.box for w in lit if isinstance(w, Button)] == [button.box]
