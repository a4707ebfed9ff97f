"""Assets that are missing, empty or damaged: the table opens, plays, and names each file once."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.navigator import play_scene
from game.rules import GAMES, SHELF
from game.rules.core.match import Match, Series
from game.scenes.core.scene import Scene
from game.scenes.home import rules_reader
from game.scenes.home.rules_reader import RulesReader, readable
from game.scenes.home.settings import SettingsScene
from game.scenes.home.setup import Setup
from game.scenes.levels.level_scene import Levels
from game.scenes.pai_sho import drawings
from game.scenes.walong import marks
from game.services import levels, texts
from game.services.people import Chair
from game.services.texts import LANGUAGES, PLACEHOLDER, Texts
from game.ui import art, fonts, sprites
from game.ui.markup import Figure
from game.ui.sound import Sound
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.headless import forget_pictures

ROOT = Path(__file__).parents[1]
DAMAGE = ("removed", "empty", "cut", "noise")
ART = sorted(file.name for file in sprites.ART.glob("*.*") if file.suffix != ".svg")
SHAPES = sorted(file.stem for file in (sprites.ART / "pai_sho").iterdir())
DRAWINGS = sorted(
    str(file.relative_to(sprites.ART))
    for file in sprites.ART.rglob("*.svg") if file.parent.name != "pai_sho"
)
WORDS = sorted(file.name for file in (texts.FOLDER / "en").iterdir())


def damage(file: Path, how: str) -> None:
    """Do to a file what may happen to it."""
    content = file.read_bytes()
    file.unlink()
    match how:
        case "empty":
            file.write_bytes(b"")
        case "cut":
            file.write_bytes(content[: len(content) // 2])
        case "noise":
            file.write_bytes(random.Random(file.name).randbytes(len(content)))


def forget() -> None:
    """Drop everything that was read or painted."""
    forget_pictures()
    for kept in (sprites.plain, texts.load, texts._read, levels._read_once, rules_reader._tell,
                 marks.mark_of):  # fmt: skip
        kept.cache_clear()
    texts._told.clear()
    for known in (fonts.usable, fonts.font, fonts.width, fonts.wrap):
        known.cache_clear()


@pytest.fixture
def assets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_painted: None
) -> Iterator[Path]:
    """A copy of all assets and levels, from which everything is read."""
    shutil.copytree(ROOT / "assets", tmp_path / "assets", ignore=lambda *_: ["source"])
    shutil.copytree(ROOT / "levels", tmp_path / "levels")
    folder = tmp_path / "assets"
    shutil.copytree(next(iter(fonts.FILES.values())).parent, folder / "fonts")
    shutil.copytree(fonts.FILES["serif"].parent, folder / "fonts", dirs_exist_ok=True)
    monkeypatch.setattr(sprites, "ART", folder / "art")
    monkeypatch.setattr(rules_reader, "FOLDER", folder / "rules")
    monkeypatch.setattr(levels, "LEVELS", tmp_path / "levels")
    files = {face: folder / "fonts" / file.name for face, file in fonts.FILES.items()}
    monkeypatch.setattr(fonts, "FILES", files)
    forget()
    yield folder
    forget()


def told(caplog: pytest.LogCaptureFixture) -> Counter[str]:
    """How often the log names each file."""
    return Counter(record.getMessage().partition(": ")[0] for record in caplog.records)


def visit(folder: Path, games: tuple[str, ...], language: str = "de") -> None:
    """Open and draw the shelf, the settings, and what each of these games has, for two frames."""
    context = headless.context((1280, 720), language)
    context.texts = Texts(language, folder=folder / "texts")
    context.sound = Sound(0.5, folder=folder / "sounds")
    scenes: list[Scene] = [SettingsScene(context)]
    for game in games:
        rules = GAMES[game]
        count = rules.info.seats[0]
        series = Series(Match(rules, count, {}, seed=1))
        chairs = tuple(Chair("person", f"P{n}") for n in range(count))
        table = play_scene(game)(context, series, chairs)
        scenes += [Setup(context, game), RulesReader(context, game), Levels(context, game), table]
    headless.picture(headless.stack_of(context))
    for scene in scenes:
        stack = headless.stack_of(context, scene)
        for _ in range(2):
            headless.wait(stack, 0.05)
            headless.picture(stack)
        context.sound.play("button")
        context.sound.play("acrylic_slide")
        stack.close()
    context.ai_worker.close()
    context.store.close()


@pytest.mark.parametrize(
    ("how", "games"),
    [("removed", tuple(SHELF)), ("empty", ("ping_pao", "skud_pai_sho")),
     ("cut", ("jin_li", "solitaire_pai_sho")), ("noise", ("walomino", "domi_jongg"))],
    ids=DAMAGE,
)  # fmt: skip
def test_a_table_whose_every_file_is_damaged_can_be_played(
    assets: Path, caplog: pytest.LogCaptureFixture, how: str, games: tuple[str, ...]
) -> None:
    files = [file for folder in (assets, assets.parent / "levels") for file in folder.rglob("*.*")]
    assert len(files) > 200
    for file in files:
        damage(file, how)
    visit(assets, games)
    found = told(caplog)
    assert set(found.values()) == {1}
    named = {str(file) for file in files}
    assert {name for name in found if name not in named} == set()
    if how == "removed":
        assert len([name for name in found if "/art/" in name]) > 15


def test_every_picture_has_something_in_its_place(
    assets: Path, caplog: pytest.LogCaptureFixture
) -> None:
    headless.context((1280, 720)).ai_worker.close()
    for name in ART:
        content = (assets / "art" / name).read_bytes()
        for how in DAMAGE:
            damage(assets / "art" / name, how)
            forget()
            caplog.clear()
            whole = sprites.image(name).get_masks()[3] == 0
            for _ in range(2):
                forget_pictures(sprites.SOURCES)  # as when others took the room
                assert sprites.scaled(name, (40, 30)).get_size() == (40, 30)
                assert sprites.cover(name, (90, 50)).get_size() == (90, 50)
                assert sprites.inset(name, (90, 50), 8).get_size() == (90, 50)
            assert whole or name.endswith(".png")
            assert set(told(caplog)) <= {str(assets / "art" / name)}
            assert len(caplog.records) == 1 or (how == "cut" and not caplog.records)
            (assets / "art" / name).write_bytes(content)


def test_every_drawing_has_something_in_its_place(
    assets: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in DRAWINGS:
        file = assets / "art" / name
        content = file.read_bytes()
        for how in DAMAGE:
            damage(file, how)
            sprites.plain.cache_clear()
            caplog.clear()
            for size in ((40, 40), (9, 30)):
                drawn = art.picture(name, size)
                assert drawn.get_size() == size
                assert drawn.get_bounding_rect().w > 3
            assert told(caplog) == {str(file): 1}
            file.write_bytes(content)


@pytest.mark.parametrize("name", one_in(4, SHAPES))
def test_a_damaged_drawing_leaves_its_place_empty(
    assets: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    file = assets / "art" / "pai_sho" / f"{name}.svg"
    content = file.read_bytes()
    for how in DAMAGE:
        damage(file, how)
        forget()
        caplog.clear()
        for side in (40, 60):
            assert drawings.drawing(name, (side, side)).get_size() == (side, side)
        assert told(caplog) == {str(file): 1}
        file.write_bytes(content)


def test_stones_can_be_seen_without_their_pictures_and_ground_through_a_vignette(
    assets: Path
) -> None:
    shutil.rmtree(assets / "art")
    assert sprites.image("stone_3.png").get_at((128, 128)).a == 255
    assert sprites.image("vignette.png").get_bounding_rect().size == (0, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_file_falls_back_to_the_other_language(
    assets: Path, caplog: pytest.LogCaptureFixture, language: str
) -> None:
    folder = assets / "texts"
    right = {spoken: texts.load(spoken, folder) for spoken in LANGUAGES}
    (other,) = set(LANGUAGES) - {language}
    for number, name in enumerate(WORDS, LANGUAGES.index(language)):
        file = folder / language / name
        content = file.read_bytes()
        keys = [key for key in right[language] if key.startswith(f"{file.stem}.")]
        for how in [*DAMAGE][number % 2 :: 2]:  # the others in the other language
            damage(file, how)
            texts.load.cache_clear()
            texts._read.cache_clear()
            texts._told.clear()
            caplog.clear()
            read = Texts(language, folder=folder)
            for key in keys:
                said = read.t(key, **dict.fromkeys(PLACEHOLDER.findall(right[other][key]), "?"))
                own, filled = (re.sub(r"\{\w+\}", "?", right[each][key])
                               for each in (language, other))  # fmt: skip
                assert said == filled or (how == "cut" and said == own)
            assert told(caplog) in ({str(file): 1}, {} if how == "cut" else None)
            file.write_bytes(content)


@pytest.mark.parametrize("game", SHELF)
def test_every_rules_page_falls_back_to_the_other_language(
    assets: Path, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    right = {language: readable(game, language) for language in LANGUAGES}
    for language, other in (("de", "en"), ("en", "de")):
        file = assets / "rules" / language / f"{game}.md"
        content = file.read_bytes()
        for how in ("removed", "empty", "noise", "picture"):
            damage(file, how)
            if how == "picture":
                file.write_text("# Title\n\n![nobody](painted_this)\n", encoding="utf-8")
            forget()
            caplog.clear()
            for _ in range(2):
                assert len(readable(game, language)) == len(right[other])
            assert told(caplog) == {str(file): 1}
            assert how != "picture" or "line 3" in caplog.text
            file.write_bytes(content)


@pytest.mark.parametrize("game", SHELF)
def test_rules_are_read_without_pictures_where_none_can_be_painted(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    right = readable(game, "de")
    monkeypatch.setattr(rules_reader, "illustrations", lambda *_: {})
    found = readable(game, "de")
    assert len(found) == len(right)
    assert any(isinstance(block, Figure) for block in right)
    assert not any(isinstance(block, Figure) for block in found)


def test_broken_levels_are_left_out_and_the_others_stay(
    assets: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = assets.parent / "levels"
    game = GAMES["jin_li"]
    whole = [level.id for level in levels.shelf(game)[0]]
    files = sorted((folder / "jin_li").iterdir())
    for number, how in enumerate((*DAMAGE, "brackets")):
        damage(files[number], how)
        if how == "brackets":
            files[number].write_text("kind = " + "[" * 5000)
    for _ in range(2):
        assert [level.id for level in levels.shelf(game)[0]] == whole[5:]
    # A file that is gone is no fault.
    assert told(caplog) == {str(file): 1 for file in files[1:5]}


@pytest.mark.parametrize("how", DAMAGE)
def test_every_face_has_another_in_its_place(
    assets: Path, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    for file in fonts.FILES.values():
        damage(file, how)
    for face in fonts.FILES:
        for size in (9, 20, 20, 41, 80):
            fonts.font.cache_clear()
            assert fonts.width("Größe", face, size) > size
            line = fonts.line("Größe − „so“", face, size, (0, 0, 0))
            assert line.get_bounding_rect().w > size
    names = {str(file): 1 for file in fonts.FILES.values()}
    assert told(caplog) == names or (how == "cut" and told(caplog).items() <= names.items())


PLAY = """
import sys
from pathlib import Path
from game.app import App, Choices
app = App(Choices(size=(1280, 720), data=Path(sys.argv[1]), game="jin_li", seed=1))
app.run(seconds=0.5)
"""


@pytest.mark.deep
@pytest.mark.parametrize("what", ["levels", "both"])
def test_the_program_runs_without_its_assets(tmp_path: Path, what: str) -> None:
    shutil.copytree(ROOT / "game", tmp_path / "game", ignore=lambda *_: ["__pycache__"])
    for folder in {"assets", "levels"} - {what}:
        if what != "both":
            shutil.copytree(ROOT / folder, tmp_path / folder)
    ran = subprocess.run(
        [sys.executable, "-c", PLAY, str(tmp_path / "data")],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    log = tmp_path / "data" / "trouble.log"
    assert not log.exists() or "Traceback" not in log.read_text("utf-8")
    lines = ran.stderr.splitlines()
    names = [line.rpartition(" WARNING ")[2].partition(": ")[0] for line in lines]
    assert len(names) == len(set(names))
    assert all(str(tmp_path) in name for name in names), lines
    assert bool(names) == (what != "levels")


