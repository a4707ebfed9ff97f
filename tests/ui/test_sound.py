"""Sounds: named, panned, at most three at once, quiet without a device; and the files are clean."""

from __future__ import annotations

import struct
import sys
import wave
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from _pytest.fixtures import TopRequest

from game.ui import sound as module
from game.ui.sound import CUES, FOLDER, VOICES, Sound, balance, cues
from tests.certain import sure

FILES = sorted(FOLDER.glob("*.wav"))


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A device that swallows everything."""
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


@pytest.fixture
def no_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose mixer cannot be opened."""
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "nowhere")
    yield
    pygame.mixer.quit()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Time that passes only when told to."""
    now = [100.0]
    monkeypatch.setattr("game.ui.sound.time.monotonic", lambda: now[0])
    return now


def busy() -> list[int]:
    return [n for n in range(VOICES) if pygame.mixer.Channel(n).get_busy()]


def test_every_cue_has_its_file_and_every_file_its_cue() -> None:
    assert set(cues()) == set(CUES)
    assert {path for takes in cues().values() for path in takes} == set(FILES)


def test_takes_of_one_sound_are_one_cue() -> None:
    assert [path.stem for path in cues()["tile_clack"]] == [
        "tile_clack", "tile_clack_2", "tile_clack_3"]


def test_nothing_is_opened_before_the_first_sound(device: None) -> None:
    Sound()
    assert pygame.mixer.get_init() is None


def test_playing_opens_the_device_and_sounds(device: None) -> None:
    Sound().play("stone_plop", pan=0.3)
    assert pygame.mixer.get_init()
    assert busy() == [0]


def test_without_a_device_everything_is_quiet(no_device: None) -> None:
    sound = Sound()
    for _ in range(2):
        sound.play("stone_plop")
        sound.set_volume(0.7)
    assert pygame.mixer.get_init() is None


@pytest.mark.parametrize("how", ["device", "no_device"])
def test_unknown_cue_is_an_error_with_and_without_a_device(request: TopRequest, how: str) -> None:
    request.getfixturevalue(how)
    with pytest.raises(KeyError):
        Sound().play("trombone")


def sample(frames: int) -> bytes:
    data = bytes(2 * frames)
    head = struct.pack("<IHHIIHH", 16, 1, 1, 44100, 88200, 2, 16)
    size = struct.pack("<I", len(data))
    return b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + head + b"data" + size + data


@pytest.mark.parametrize(
    "content", [None, b"", b"no sound", sample(0), sample(9)[:20], sample(9)[:44], sample(9)[:45]],
    ids=["missing", "empty", "text", "no frames", "no data", "cut", "half a frame"],
)
def test_a_sound_of_no_use_is_silent_and_named_once(
    device: None, clock: list[float], caplog: pytest.LogCaptureFixture, tmp_path: Path,
    content: bytes | None,
) -> None:
    (tmp_path / "box_open.wav").write_bytes(sample(44100))
    file = tmp_path / "win.wav"
    if content is not None:
        file.write_bytes(content)
    sound = Sound(folder=tmp_path)
    for _ in range(3):
        clock[0] += 1
        sound.play("win")
    assert busy() == []
    assert [record.getMessage().partition(": ")[0] for record in caplog.records] == [str(file)]
    sound.play("box_open")
    assert len(busy()) == 1


def test_never_more_than_three_at_once(device: None, clock: list[float]) -> None:
    sound = Sound()
    for cue in CUES:
        sound.play(cue)
        clock[0] += 0.01
    assert len(busy()) == VOICES
    assert pygame.mixer.get_num_channels() == VOICES


def test_the_longest_playing_sound_gives_way(device: None, clock: list[float]) -> None:
    sound = Sound()
    for cue in ("win", "ring_bloom", "draw_game", "harmony"):
        sound.play(cue)
        clock[0] += 0.01
        pygame.time.wait(2)  # the mixer counts milliseconds
    lengths = [sure(pygame.mixer.Channel(n).get_sound()).get_length() for n in range(VOICES)]
    assert lengths[0] == pytest.approx(pygame.mixer.Sound(FOLDER / "harmony.wav").get_length())


def test_the_same_cue_twice_in_a_moment_is_one_sound(device: None, clock: list[float]) -> None:
    sound = Sound()
    sound.play("win")
    clock[0] += 0.02
    sound.play("win")
    assert len(busy()) == 1
    clock[0] += 0.03
    sound.play("win")
    assert len(busy()) == 2


def test_turned_down_it_opens_nothing(device: None) -> None:
    Sound(volume=0).play("win")
    assert pygame.mixer.get_init() is None


def test_turning_it_down_ends_what_is_playing(device: None) -> None:
    sound = Sound()
    sound.play("win")
    sound.set_volume(0)
    assert busy() == []
    sound.set_volume(0.7)
    sound.play("ring_bloom")
    assert len(busy()) == 1


def test_volume_strength_and_pan_reach_the_channel(
    device: None, monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard = []
    monkeypatch.setattr(module, "_place", lambda channel, *how: heard.append(how))
    Sound(volume=0.5).play("win", pan=0.2, strength=0.6)
    assert heard == [(0.2, pytest.approx(0.3))]


def test_a_sound_at_the_left_edge_is_louder_left() -> None:
    left, right = balance(0.0)
    assert left > 2 * right > 0


def test_balance_is_even_in_the_middle_and_mirrored() -> None:
    assert balance(0.5) == pytest.approx((1.0, 1.0))
    assert balance(0.2) == pytest.approx(balance(0.8)[::-1])
    assert balance(-3) == balance(0)


def samples(path: Path) -> array[int]:
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 44100)
        values = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        values.byteswap()
    return values


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_are_short_unclipped_centred_and_faded(path: Path) -> None:
    values = samples(path)
    assert 0.03 < len(values) / 44100 < 1.5
    assert 2000 < max(abs(value) for value in values) < 30000
    assert abs(sum(values) / len(values)) < 20
    if path.stem != "acrylic_slide":
        assert max(abs(value) for value in (*values[:3], *values[-3:])) < 400


def test_the_loop_has_no_click_at_its_seam() -> None:
    values = samples(FOLDER / "acrylic_slide.wav")
    steps = sorted(abs(a - b) for a, b in pairwise(values))
    assert abs(values[0] - values[-1]) <= steps[-1]


def test_all_sounds_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < 2 * 2**20
