"""A seat's tray: what has happened and what is to be done stand there together."""

import math
from typing import Any

import pygame
import pytest

from game.rules import GAMES, SHELF
from game.scenes.play.tray import Tray
from game.services.people import Chair
from game.services.settings import TEXT_SCALES
from game.services.texts import load
from game.ui.canvas import Canvas
from game.ui.frame import Frame
from game.ui.theme import BODY, SMALL
from game.ui.widgets import TINY, name_lines
from tests.scenes.table import ANNA, COMPUTER, Table
from tests.tools import headless


def drawn(
    message: str, tone: Any, prompt: str, size: tuple[float, float] = (380.0, 560.0),
) -> bytes:
    """The pixels of a tray with a message and a prompt."""
    headless.context()
    tray = Tray(0, "Anna", (200, 160, 60))
    tray.frame = Frame((300, 320), size)
    tray.prompt = prompt
    tray.say(message, tone)
    surface = pygame.Surface((640, 640))
    tray.draw(Canvas(surface, scale=1.0))
    return pygame.image.tobytes(surface, "RGB")


def test_news_leave_room_for_what_is_to_be_done() -> None:
    told = drawn("Ben plants the rose.", "news", "")
    assert drawn("Ben plants the rose.", "news", "Plant a flower.") != told


def test_a_refusal_stands_alone() -> None:
    told = drawn("That is too far.", "refusal", "")
    assert drawn("That is too far.", "refusal", "Plant a flower.") == told


def test_long_news_stand_alone_where_both_do_not_fit() -> None:
    long = "Ben plants the rose beside the lily. " * 5
    told = drawn(long, "news", "", (380.0, 240.0))
    assert drawn(long, "news", "Plant a flower.", (380.0, 240.0)) == told


@pytest.mark.parametrize("prompt", ["", "Ein Paar antippen."])
@pytest.mark.parametrize("tone", ["news", "refusal"])
def test_no_word_is_broken_that_is_whole_in_smaller_type(
    tone: Any, prompt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def text(
        self: Canvas, text: str, point: object, size: float = BODY, *_: object,
        room: float = math.inf, **__: object,
    ) -> float:  # fmt: skip
        said.extend(self.wrapped(text, size, room) if room < math.inf else text.split("\n"))
        return 0.0

    monkeypatch.setattr(Canvas, "text", text)
    message = "Farben aneinanderschieben."
    drawn(message, tone, prompt, (245.0, 560.0))
    assert set(message.split()) <= set(" ".join(said).split())


def test_a_computers_name_is_never_cut_but_shares_its_line_with_the_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = []
    monkeypatch.setattr(Canvas, "text", lambda self, text, *a, **k: said.append(text) or 0.0)
    headless.context()
    tray = Tray(0, "Computer (Stammgast)", (200, 160, 60))
    tray.note = "gibt"
    canvas = Canvas(pygame.Surface((640, 640)), scale=1.0)
    for width in (400.0, 236.0):
        said.clear()
        tray.frame = Frame((300, 320), (width, 560.0))
        tray.draw(canvas)
        assert not any("…" in text for text in said)
    assert said[1:3] == ["Computer", "Stammgast · gibt"]


@pytest.mark.parametrize("width", [300.0, 250.0])
def test_a_long_name_takes_two_lines_before_it_is_cut(
    width: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = list[str]()
    monkeypatch.setattr(Canvas, "text", lambda self, text, *a, **k: said.append(text) or 0.0)
    headless.context()
    tray = Tray(0, "Maximiliane-Sophie von der Aue", (200, 160, 60))
    tray.frame = Frame((300, 320), (width, 560.0))
    tray.draw(Canvas(pygame.Surface((640, 640)), scale=1.0))
    assert any(text.count("\n") == 1 and "Maximiliane" in text for text in said)
    assert not any("…" in text for text in said)


NAMES = (
    "Maximiliane-Sophie", "Friedrich Wilhelm", "Annegret Müller-Lü", "Bartholomäus der Erste",
    "Computer (Stammgast)", "Wolfeschlegelsteinha", "WWWWWWWWWWWWWWWWWWWW", "Jo",
)  # fmt: skip


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("pixels", [(600, 1000), (1080, 1920), (800, 600)])
@pytest.mark.parametrize("text_size", TEXT_SCALES)
def test_no_name_of_five_is_broken_inside_a_word(
    seating: Any, pixels: tuple[int, int], text_size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = list[tuple[str, float]]()
    drawn = Canvas.text

    def text(self: Canvas, words: str, *args: Any, **values: Any) -> float:
        if "bold" in args:
            said.append((words, args[1]))
        return drawn(self, words, *args, **values)

    monkeypatch.setattr(Canvas, "text", text)
    for first in range(len(NAMES)):
        chairs = [Chair("person", name) for name in (NAMES * 2)[first : first + 5]]
        table = Table(
            "ping_pao", chairs, pixels=pixels, seating=seating, text_size=text_size
        )
        larger = table.context.settings.text_scale
        canvas = Canvas(pygame.Surface(pixels), None, table.context.scale, larger)
        for tray in table.scene.trays:
            said.clear()
            tray.draw(canvas)
            lines, size = said[0]
            words = "".join(lines.split())
            if "…" in words:  # only what is too wide by itself
                assert max(map(len, tray.name.split())) > 17 or "largest" in text_size
                assert tray.name.startswith(lines.split("\n")[0].removesuffix("…"))
            else:
                assert words in ("".join(tray.name.split()), tray.name.partition(" (")[0])
            assert canvas.text_size(lines, size, "bold")[0] <= tray.head.w - 40 - 14
            assert size >= TINY / larger, "never smaller than the smallest usual one"
        table.close()


def test_a_usual_name_has_room_beside_five_others(monkeypatch: pytest.MonkeyPatch) -> None:
    chairs = [Chair("person", name) for name in ("Annegret", "Ben", "Clara", "David", "Elif")]
    table = Table("domi_jongg", [*chairs, Chair("person", "Friedrich")], pixels=(800, 600))
    said = list[str]()
    monkeypatch.setattr(Canvas, "text", lambda self, text, *a, **k: said.append(text) or 0.0)
    tray = table.scene.trays[0]
    tray.score = -1
    tray.draw(Canvas(pygame.Surface((800, 600)), None, table.context.scale))
    assert said[:2] == ["\u22121", "Annegret"]
    table.close()


@pytest.mark.parametrize(("name", "lines"), [
    ("Maximiliane-Sophie", "Maximiliane-\nSophie"), ("Friedrich Wilhelm", "Friedrich\nWilhelm"),
    ("Anna Maria von der Aue", "Anna Maria\nvon der Aue"),
])  # fmt: skip
def test_a_name_goes_on_where_people_would_break_it(name: str, lines: str) -> None:
    headless.context()
    canvas = Canvas(pygame.Surface((640, 640)), scale=1.0)
    room = canvas.text_size(name, SMALL, "bold")[0] - 1
    assert name_lines(canvas, name, room) == (lines, SMALL)
    assert name_lines(canvas, name, room + 200) == (name, BODY)


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("game", SHELF)
def test_very_large_text_enlarges_what_is_to_be_done(
    game: str, seating: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a sixth at least, of the 40 percent by which texts grow that have all the room."""
    drawn, write = dict[str, float](), Canvas.text

    def text(canvas: Canvas, words: str, at: Any, size: float = BODY, *a: Any, **k: Any) -> float:
        drawn[words.replace("\n", " ")] = size * canvas.text_scale
        return write(canvas, words, at, size, *a, **k)

    monkeypatch.setattr(Canvas, "text", text)
    sizes = []
    for text_size in ("normal", "largest"):
        chairs = [ANNA, COMPUTER][: GAMES[game].info.seats[0]]
        table = Table(game, chairs, seed=3, seating=seating, text_size=text_size, language="de")
        table.rest(60)
        tray = table.scene.trays[0]
        tray.prompt, tray._left = table.scene.prompt(0), 0.0
        headless.picture(table.stack)
        sizes.append(drawn[tray.words])
        table.close()
    assert sizes[1] >= 1.15 * sizes[0]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", SHELF)
def test_no_prompt_around_a_table_is_smaller_than_small_print(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as many people as can play, at 1280x720."""
    drawn, write = dict[str, float](), Canvas.text

    def text(canvas: Canvas, words: str, at: Any, size: float = BODY, *a: Any, **k: Any) -> float:
        said = words.replace("\n", " ")
        drawn[said] = min(size, drawn.get(said, size))
        return write(canvas, words, at, size, *a, **k)

    seats = GAMES[game].info.seats[1]
    options = {"mode": "cooperative"} if game == "solitaire_pai_sho" else {}
    table = Table(game, [ANNA] * seats, options, seating="table", language=language)
    table.rest(60)
    monkeypatch.setattr(Canvas, "text", text)
    of_luck = {f"{game}.phase.{name}" for name in ("roll", "deal", "single", "draw")}
    for key, words in load(language).items():
        if key.startswith(f"{game}.phase.") and "{" not in words and key not in of_luck:
            for tray in table.scene.trays:
                tray.hush()
                tray.prompt = words
            headless.picture(table.stack)
            assert drawn.get(words, BODY) >= SMALL, words
    table.close()
