"""Any match comes back from any form sign for sign, and whatever is broken is refused in words.

``WALONG_TRIPS=100 WALONG_MUTANTS=10000 pytest tests/scenes/review/test_round_trips.py`` plays a
hundred games of each kind and breaks ten thousand texts; the suite does a share of it.
"""

from __future__ import annotations

import gzip
import os
import random
from pathlib import Path

import pygame
import pytest
import zxingcpp

from game.rules import GAMES, gates
from game.rules.core import protocol, record
from game.rules.core.match import Luck, Match, Series
from game.rules.core.protocol import CHANCE, Value
from game.rules.core.record import RecordError
from game.scenes.guest_book.bring import Bring
from game.services import exports, records
from game.ui import clipboard
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.square_code import SquareCode
from tests.tools import headless

TRIPS = int(os.environ.get("WALONG_TRIPS", "1"))
MUTANTS = int(os.environ.get("WALONG_MUTANTS", "250"))
LONGEST = 160 if TRIPS == 1 else 280
"""Steps; random games can go on for ever, and a code holds no more than a real one."""
SIDE = 900
STORED = sorted((Path(__file__).parents[2] / "data" / "records").glob("*.txt.gz"))
GATE = "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8);2G.(0,-8)-(0,-5);2H.R4(-8,0)"
SIGNS = "\0 \n;,.:()+-_=&?%#019AGHRWabé€😀\ud800"


# There and back ---------------------------------------------------------------------------------


def options_at_random(game: str, rng: random.Random) -> tuple[int, dict[str, Value]]:
    """Seats and options that go together."""
    info = GAMES[game].info
    while True:
        seats = rng.randint(*info.seats)
        chosen = {option.key: rng.choice(option.values) for option in info.options}
        try:
            GAMES[game].start(seats, chosen)
        except protocol.OptionError:
            continue
        return seats, chosen


def played(game: str, seed: int) -> Series:
    """A random game with random options, or every other time one The Garden Gate could have had;
    luck is written down, so that the record says all of it."""
    rng = random.Random(f"{game} {seed}")
    seats, options = options_at_random(game, rng)
    if seed % 2 == 0 and game in gates():
        seats = GAMES[game].info.seats[0]
        options = {"ruleset": "garden_gate"} if seats == 2 else {}
    luck: Luck = "auto" if game == "skud_pai_sho" else "manual"
    match = Match(GAMES[game], seats, options, luck=luck)
    while match.outcome is None and match.cursor < LONGEST:
        if match.actor == CHANCE:
            match.replay(match.game.sample_chance(match.state, rng))
        else:
            match.replay(rng.choice(match.game.moves(match.state)))
    return Series(match)


def usual(series: Series) -> bool:
    """Whether nothing about it but its steps is worth telling, and its last turn is whole."""
    match = series.current
    gate = {"ruleset": "garden_gate"} if match.game.info.id == "skud_pai_sho" else {}
    plain = protocol.resolve(match.game.info, match.seats, gate)
    return match.options == plain and getattr(match.state, "phase", "") != "bonus"


def again(text: str) -> str:
    told = records.read_text(text, GAMES)
    return record.write(told.series, told.notes)


def photographed(text: str, rng: random.Random) -> str:
    """What a phone reads from a picture of the code, a little out of focus and not straight on."""
    screen = pygame.Surface((SIDE, SIDE))
    screen.fill((120, 90, 60))
    code = SquareCode(text)
    code.place(Box(0, 0, 1080, 1080))
    code.draw(Canvas(screen, scale=SIDE / 1080))
    picture = pygame.transform.smoothscale_by(screen, rng.uniform(0.9, 1.4))
    picture = pygame.transform.gaussian_blur(picture, 1)
    grey = pygame.image.tobytes(pygame.transform.grayscale(picture), "RGB")[::3]
    found = zxingcpp.read_barcodes(memoryview(grey).cast("B", picture.get_size()[::-1]))
    (text,) = (code.text for code in found if code.format == zxingcpp.BarcodeFormat.QRCode)
    return text


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_game_comes_back_from_file_code_and_link(game: str, tmp_path: Path) -> None:
    headless.context()  # opens the display, into whose format pictures are converted
    linked = 0
    for seed in range(TRIPS):
        series, rng = played(game, seed), random.Random(seed)
        text = records.write(series)
        file = exports.export(tmp_path, f"{game}.walong", text)
        told = records.read_bytes(file.read_bytes(), GAMES)
        assert record.write(told.series, told.notes) == text
        code = records.code(text)
        assert again(code) == text
        if len(code) <= 4290:
            assert photographed(code, rng) == code
        if records.why_no_link(series) is None:
            linked += 1
            link = photographed(records.link(series), rng)
            home = records.read_text(link, GAMES).series
            assert again(link) == records.write(home)
            assert records.link(home) == link
            if usual(series):
                assert records.write(home) == text
    assert linked or game not in gates()


# What is broken ---------------------------------------------------------------------------------


def sources() -> list[str]:
    """Something of every kind and every form."""
    texts = [gzip.decompress(path.read_bytes()).decode() for path in STORED]
    short = [text for text in texts if len(text) < 2600]
    gate = records.read_text(GATE, GAMES).series
    return [*short, GATE, GATE.replace(";", "\n"), records.link(gate),
            "1H.K(-4,-4);2H.W4(0,2);3H.W5(-8,2)", *map(records.code, short[::3])]  # fmt: skip


def mutant(text: str, rng: random.Random) -> str:
    """The text with something wrong in it, or in several places."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice((1, 1, 2, 10, 200)))
        lines = text.split("\n")
        rng.shuffle(lines)
        text = rng.choice((
            text[:at] + text[to:],
            text[:at] + rng.choice(SIGNS) + text[at:],
            text[:at] + rng.choice(SIGNS) + text[at + 1 :],
            text[:at] + text[at:to] * 2 + text[to:],
            text[:at],
            "\n".join(lines),
        ))  # fmt: skip
    return text


def test_a_broken_text_is_refused_in_words_and_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, whole = random.Random(1), sources()
    context = headless.context(folder=tmp_path)
    scene = Bring(context)
    scene.resize(context.size)
    reasons: list[str] = []
    try:
        for _ in range(MUTANTS):
            text = mutant(rng.choice(whole), rng)
            try:
                told = records.read_text(text, GAMES)
            except RecordError as error:
                reasons.append(scene.reason(error, "text"))
                monkeypatch.setattr(clipboard, "paste", lambda text=text: text)
                scene.paste()
            else:  # what was changed says nothing, or something else that is right
                kept = record.write(told.series, told.notes)
                assert again(kept) == kept
        assert len(reasons) > MUTANTS / 2
        assert all(reason.endswith("Nothing was taken over.") for reason in reasons)
        assert context.store.match_log().count() == 0
    finally:
        context.ai_worker.close()
        context.store.close()
