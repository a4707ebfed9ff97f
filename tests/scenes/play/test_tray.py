"""A seat's tray: what has happened and what is to be done stand there together."""

import math
from typing import Any

import pygame
import pytest

from game.rules import GAMES, SHELF
from game.scenes.play.tray import LEAD, Tray
from game.services.people import Chair
from game.services.settings import TEXT_SCALES
from game.services.texts import load
from game.ui.canvas import Canvas
from game.ui.frame import Frame
from game.ui.theme import BODY, GAP, SMALL
from game.ui.widgets import TINY, name_lines
from tests.scenes.table import ANNA, Table
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


@pytest.mark.parametrize("seats", [2, 6])
def test_points_below_0_have_a_minus_in_any_tray(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table("domi_jongg", [ANNA] * seats)
    said = list[str]()
    monkeypatch.setattr(Canvas, "text", lambda self, text, *a, **k: said.append(text) or 0.0)
    tray = table.scene.trays[0]
    tray.score = -1
    tray.draw(Canvas(pygame.Surface((1280, 720)), None, table.context.scale))
    assert "\u22121" in said
    assert "-1" not in said
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


OF_LUCK = ("roll", "deal", "single", "draw", "luck")
"""What is said while nobody is to do anything."""


def prompt_sizes(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch, **settings: Any
) -> dict[tuple[int, str], float]:
    """How large every prompt is that the game has, at every seat, in units."""
    options = {"mode": "cooperative"} if game == "solitaire_pai_sho" and seats > 1 else {}
    table = Table(game, [ANNA] * seats, options, **settings)
    table.rest(60)
    larger, drawn = table.context.settings.text_scale, dict[str, float]()
    size = pygame.display.get_window_size()
    canvas = Canvas(pygame.Surface(size), None, table.context.scale, larger)

    def text(canvas: Canvas, words: str, at: Any, size: float = BODY, *_: Any, **__: Any) -> float:
        drawn[words.replace("\n", " ")] = size * larger
        return (words.count("\n") + 1) * canvas.line_height(size)

    found = dict[tuple[int, str], float]()
    with monkeypatch.context() as patched:
        patched.setattr(Canvas, "text", text)
        for key, words in load(table.context.texts.language).items():
            leaf = key.split(".")[-1]
            if not key.startswith((f"{game}.phase.", f"{game}.prompt.")) or "{" in words:
                continue
            if leaf in OF_LUCK:
                continue
            for tray in table.scene.trays:
                if game == "domi_jongg" and not table.scene.around:
                    tray.foot = 0.0  # whose turn it is has the rack that all share
                tray.bare = game == "walomino" and (".prompt." in key or leaf == "play")
                tray.hush()
                tray.prompt = words
                tray.draw(canvas)
                found[tray.seat, words] = drawn[words]
    table.close()
    return found


CROWDED = [(game, GAMES[game].info.seats[1]) for game in SHELF]
FEWER = [
    (game, seats) for game, most in CROWDED for seats in range(GAMES[game].info.seats[0], most)
]


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize(("game", "seats"), [
    *CROWDED, *(pytest.param(*case, marks=pytest.mark.deep) for case in FEWER)
])  # fmt: skip
def test_prompts_can_be_read_and_grow_with_very_large_texts(
    game: str, seats: int, seating: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No prompt is smaller than small print, nor a tenth smaller in large texts; on the
    whole they grow by a tenth at least, of the 40 percent of texts that have all the room.
    """
    for pixels in ((1280, 720), (800, 600), (600, 1000)):
        chosen = {"pixels": pixels, "language": "de", "seating": seating}
        usual = prompt_sizes(game, seats, monkeypatch, **chosen)
        large = prompt_sizes(game, seats, monkeypatch, text_size="largest", **chosen)
        assert min(usual.values()) >= SMALL, pixels
        less = [(e, n, large[e]) for e, n in usual.items() if large[e] < 0.9 * n]
        assert not less, pixels
        assert sum(large.values()) >= 1.09 * sum(usual.values()), pixels


@pytest.mark.parametrize("pixels", [(1280, 720), (1920, 1080)])
def test_very_large_text_enlarges_what_is_to_be_done_where_two_play(
    pixels: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in SHELF:
        usual, large = (
            prompt_sizes(game, 2, monkeypatch, text_size=size, pixels=pixels, language="de")
            for size in ("normal", "largest")
        )
        assert sum(large.values()) >= 1.2 * sum(usual.values()), game


def test_a_note_leaves_the_prompt_below_it_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    said = dict[str, tuple[float, float]]()

    def text(
        canvas: Canvas, words: str, at: tuple[float, float], size: float = BODY, *_: object,
        **__: object,
    ) -> float:  # fmt: skip
        high = (words.count("\n") + 1) * canvas.line_height(size)
        said[words.split("\n")[0]] = at[1], at[1] + high
        return high

    monkeypatch.setattr(Canvas, "text", text)
    headless.context()
    tray = Tray(0, "Anna", (200, 160, 60))
    tray.note, tray.prompt, tray.frame = "2 Paare", "Legen.", Frame((300, 320), (250.0, 560.0))
    tray.draw(Canvas(pygame.Surface((640, 640)), scale=1.0))
    assert said["Legen."][0] - said["2 Paare"][1] >= LEAD


@pytest.mark.parametrize("text_size", TEXT_SCALES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_words_end_above_the_pieces_in_a_tray(
    language: str, text_size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ends = Table("ping_pao", language=language, text_size=text_size), list[float]()
    table.rest()
    tray, write = table.scene.trays[0], Canvas.text
    tray.prompt = table.scene.t("ping_pao.phase.build")

    def text(canvas: Canvas, words: str, at: Any, *more: Any, **others: Any) -> float:
        high = write(canvas, words, at, *more, **others)
        if words.replace("\n", " ") == tray.prompt:
            ends.append(at[1] + high)
        return high

    monkeypatch.setattr(Canvas, "text", text)
    table.picture()
    assert ends
    assert tray.content.y - max(ends) >= GAP
    table.close()


def radius_of_the_dot(monkeypatch: pytest.MonkeyPatch, text_size: str) -> float:
    table, radii, draw = Table("jin_li", text_size=text_size), list[float](), Canvas.disc
    table.rest()

    def disc(canvas: Canvas, at: Any, radius: float, color: Any) -> None:
        if color == table.scene.trays[0].color:
            radii.append(radius)
        draw(canvas, at, radius, color)

    with monkeypatch.context() as patched:
        patched.setattr(Canvas, "disc", disc)
        table.picture()
    table.close()
    return max(radii)


def test_the_dot_of_a_seat_grows_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, large = (radius_of_the_dot(monkeypatch, size) for size in ("normal", "largest"))
    assert large >= 1.2 * usual
