"""Questions and messages."""

from __future__ import annotations

import pygame
import pytest

from game.ui import dialog
from game.ui.canvas import Canvas
from game.ui.dialog import Dialog, Toasts, ToneOfVoice
from game.ui.fonts import Face, TextMetrics
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.text_entry import Keyboard, Line
from game.ui.widgets import fitted

TABLE = Frame((960, 540), (1920, 1080))
ANSWERS = ("Verlassen", "Weiterspielen")


def frame_of(size: tuple[float, float]) -> Frame:
    return Frame((size[0] / 2, size[1] / 2), size)


def asked(log: list[str], size: tuple[float, float] = (1920, 1080), scale: float = 1.0) -> Dialog:
    answers = [(name, lambda n=name: log.append(n)) for name in ANSWERS]
    text = "Die Partie bleibt gespeichert und kann jederzeit fortgesetzt werden."
    return Dialog("Partie verlassen?", text, answers, TextMetrics(scale), frame_of(size))


def test_answers_are_taken_by_touch() -> None:
    log: list[str] = []
    dialog = asked(log)
    for button in dialog.buttons:
        dialog.on(Intent("press", button.box.center, pointer="f"))
        dialog.on(Intent("release", button.box.center, pointer="f"))
    assert log == list(ANSWERS)


def test_touching_beside_a_dialog_does_nothing_at_all() -> None:
    log: list[str] = []
    layer = asked(log)
    assert layer.on(Intent("press", (5, 5), pointer="f"))
    assert layer.on(Intent("release", (5, 5), pointer="f"))
    assert log == []


def test_escape_gives_the_last_answer() -> None:
    log: list[str] = []
    asked(log).cancel()
    assert log == ["Weiterspielen"]


@pytest.mark.parametrize("scale", [1.0, 1.4])
@pytest.mark.parametrize("size", [(1920.0, 1080.0), (1080.0, 1920.0), (420.0, 1080.0)])
def test_buttons_lie_inside_the_sheet_and_apart(size: tuple[float, float], scale: float) -> None:
    dialog = asked([], size, scale)
    sheet = dialog.sheet
    assert sheet.x >= 0
    assert sheet.right <= size[0]
    first, second = (button.box for button in dialog.buttons)
    for box in (first, second):
        assert sheet.x <= box.x
        assert box.right <= sheet.right
        assert box.bottom <= sheet.bottom
    apart = first.right <= second.x or second.right <= first.x
    assert apart or first.bottom <= second.y or second.bottom <= first.y


def test_toasts_go_after_their_time() -> None:
    toasts = Toasts(TABLE)
    toasts.say("Da liegt ein Stein.", "refusal", 2.0)
    toasts.update(1.9)
    assert toasts.texts == ("Da liegt ein Stein.",)
    toasts.update(0.2)
    assert toasts.texts == ()


def test_the_same_message_again_only_lasts_longer() -> None:
    toasts = Toasts(TABLE)
    toasts.say("Da liegt ein Stein.", seconds=2.0)
    toasts.update(1.5)
    toasts.say("Da liegt ein Stein.", seconds=2.0)
    toasts.update(1.5)
    assert toasts.texts == ("Da liegt ein Stein.",)


def test_new_messages_push_out_the_oldest() -> None:
    toasts = Toasts(TABLE)
    for text in "abcde":
        toasts.say(text)
    assert toasts.texts == ("b", "c", "d", "e")


def test_messages_come_one_after_the_other_and_refusals_first() -> None:
    toasts = Toasts(TABLE)
    toasts.say("a", seconds=2.0)
    toasts.say("b", seconds=2.0)
    toasts.update(1.9)
    toasts.say("c", "refusal", 2.0)
    assert toasts.texts == ("c", "a", "b")
    for left in (("a", "b"), ("b",), ()):
        toasts.update(2.1)
        assert toasts.texts == left


def test_a_refusal_takes_the_place_of_the_one_before() -> None:
    said: list[tuple[str, ToneOfVoice]] = [("a", "info"), ("b", "refusal"), ("c", "refusal")]
    toasts = Toasts(TABLE)
    for text, voice in said:
        toasts.say(text, voice)
    assert toasts.texts == ("c", "a")


def test_a_message_looks_only_once_where_nothing_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = []

    def counted(
        canvas: Canvas, text: str, size: float, face: Face, room: Point
    ) -> tuple[float, tuple[str, ...]]:
        measured.append(room)
        return fitted(canvas, text, size, face, room)

    monkeypatch.setattr(dialog, "fitted", counted)
    canvas, toasts = Canvas(pygame.Surface((1920, 1080))), Toasts(TABLE)
    toasts.say("Da liegt ein Stein.")
    toasts.draw(canvas, [TABLE.box])
    assert len(measured) > 1
    measured.clear()
    toasts.draw(canvas, [TABLE.box])
    assert len(measured) == 1, "only to be painted"


def test_a_message_lies_where_nothing_is_taken_and_stays_there() -> None:
    def lies(*taken: Box) -> Box:
        toasts.draw(canvas, taken)
        return toasts._toasts[0].box

    canvas, toasts = Canvas(pygame.Surface((1920, 1080))), Toasts(TABLE)
    toasts.say("Da liegt ein Stein.")
    usual = lies()
    beside = Box(0, 900, 700, 180)
    assert lies(beside) == usual
    moved = lies(usual.inset(20))
    assert moved.bottom <= usual.y + 20 or moved.x >= usual.right - 20 or moved.right < usual.x + 20
    assert lies() == moved


# Writing ----------------------------------------------------------------------------------------


def keyboard(line: Line, language: str = "de") -> Keyboard:
    return Keyboard(
        line.put, line.erase, lambda: None, done_text="Fertig", space_text="Leer",
        language=language,
    )  # fmt: skip


def press(keys: Keyboard, text: str) -> None:
    key = next(k for k in keys.targets() if getattr(k, "text", "") == text)
    key.activate()


def test_the_first_letter_is_large_the_others_small() -> None:
    line = Line()
    keys = keyboard(line)
    press(keys, "Ä")
    press(keys, "n")
    assert line.value == "Än"


def test_after_a_space_a_name_goes_on_with_a_large_letter() -> None:
    line = Line()
    keys = keyboard(line)
    for letter in ("A", "n", "Leer", "B"):
        press(keys, letter)
    assert line.value == "An B"


@pytest.mark.parametrize("language", ["de", "en"])
def test_umlauts_and_sz_are_on_every_keyboard(language: str) -> None:
    letters = {getattr(key, "text", "").lower() for key in keyboard(Line(), language).targets()}
    assert set("abcdefghijklmnopqrstuvwxyzäöüß-'") <= letters


def test_a_real_keyboard_writes_into_the_line() -> None:
    line = Line("Jo", most=6)
    for letter in "hanna":
        assert line.take(Intent("text", name=letter))
    assert line.value == "Johann"
    assert line.take(Intent("command", name="backspace"))
    assert line.value == "Johan"
    assert not line.take(Intent("command", name="help"))


def test_control_characters_are_not_written() -> None:
    line = Line()
    line.put("a\n\t\x07b")
    assert line.value == "ab"
