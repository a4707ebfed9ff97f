"""Numbers and names that the pages for operators tell are those of the program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from game import heartbeat
from game.rules import GAMES
from game.scenes.core import corner, idle
from game.scenes.home import attract, parked, questions
from game.services import database, disk, guesses, operator, parking
from game.services.operator import Operator
from game.services.store import FILE, SCRIPTS, Store
from game.tools import doctor, figures, keep
from game.ui import contacts, intents

DOCS = Path(__file__).parents[1] / "docs"
CLAIMS: Mapping[str, Mapping[str, tuple[object, object]]] = {
    "database.md": {
        "`walong-table.db`": (FILE, "walong-table.db"),
        "`walong-table.db.seal`": (f"{FILE}.seal", "walong-table.db.seal"),
        "`walong-table.backup.db` and `walong-table.backup-2.db`": (
            [file.name for file in disk.backups(Path(FILE))],
            ["walong-table.backup.db", "walong-table.backup-2.db"],
        ),
        "every two minutes": (database.BACKUP, 120),
        "after every 4 MB": (disk.JOURNAL, 4_000_000),
        "each of these steps has three seconds": (database.CLOSING, 3),
        "for a second at most": (database.PATIENCE, 1),
        "The first three are empty": (SCRIPTS[:3], ("", "", "")),
        "WAL mode with `synchronous = FULL`": (
            disk._DURABLE[::2][:2], ("journal_mode = WAL", "synchronous = FULL"),
        ),
    },
    "kiosk.md": {
        "66,800 rounds a second": (figures.REFERENCE, 66_800),
        "below 12,000": (doctor.TOO_SLOW, 12_000),
        "200 MB are wanted": (doctor.ROOM, 200),
        "corner of the table for four seconds": (corner.SECONDS, 4),
        "ends with exit code 76": (heartbeat.TAKEN, 76),
        "ends with exit code 77": (heartbeat.NO_SCREEN, 77),
        "The PIN is four to twelve digits": (operator.PIN.pattern, "[0-9]{4,12}"),
        "After three wrong tries the next one has to wait for 15 seconds, then 30, 60 and 120": (
            [guesses.rest_after(n) for n in range(8)], [0, 0, 0, 15, 30, 60, 120, 120],
        ),
        "Four contacts or more": (contacts.MANY, 4),
        "not moved for 30 seconds": (contacts.REST, 30),
        "on the screen for three minutes": (contacts.LONGEST, 180),
        "stuck stops after 15 seconds": (intents.REPEAT_FOR, 15),
        "direction for a minute, is nobody": (idle.SAME, 60),
        "an eighteenth of the screen's shorter side": (1080 / idle.NUDGE, 18),
        "(10 unless changed": (Operator().still, 10),
        "Twenty seconds later": (questions.SECONDS, 20),
        "a code of four letters": (parking.LONG, 4),
        "at the edges for 90 seconds": (parked.SHOWN, 90),
        "for ten minutes at most": (parking.TOLD_AGAIN, timedelta(minutes=10)),
        "opened it for seven days": (Operator().parked_days, 7),
        "nobody has touched the shelf for two minutes": (Operator().attract, 2),
        "for about a minute, without a sound": (attract.EACH, 60),
        "it dims after twenty": (attract.BRIGHT, 20),
        "a black screen after ten minutes": (idle.DARK, 600),
        "hours in both languages for twelve seconds": (attract.HOURS, 12),
        "nobody has touched its shelf for a minute": (idle.AFTER_HOURS, 60),
        "it four times a second": (heartbeat.EVERY, 0.25),
        "says nothing for five seconds (or for thirty": ((keep.PATIENCE, keep.OPENING), (5, 30)),
        "A third failure in a row, each within a minute": ((keep.IN_A_ROW, keep.SOUND), (3, 60)),
        "twice as long, up to a minute": (keep.LONGEST, 60),
    },
}


@pytest.mark.parametrize(
    ("page", "claim"), [(page, claim) for page, claims in CLAIMS.items() for claim in claims]
)
def test_a_number_that_is_told_is_the_programs(page: str, claim: str) -> None:
    text = re.sub(r"\s+", " ", (DOCS / page).read_text("utf-8"))
    assert claim in text
    found, told = CLAIMS[page][claim]
    assert found == told


def test_a_table_moves_to_another_machine_as_one_file(tmp_path: Path) -> None:
    """After it was closed, as docs/database.md says."""
    store = Store(tmp_path / "here", GAMES)
    store.add_profile("Ada")
    store.close()
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / FILE).write_bytes((tmp_path / "here" / FILE).read_bytes())
    moved = Store(tmp_path / "there", GAMES)
    assert [person.name for person in moved.profiles()] == ["Ada"]
    assert moved.take_notices() == []


def test_a_backup_is_made_at_the_start_and_at_the_end_if_something_changed(tmp_path: Path) -> None:
    newest, _ = disk.backups(tmp_path / FILE)
    store = Store(tmp_path, GAMES)
    at_start = newest.read_bytes()
    store.close()
    assert newest.read_bytes() == at_start, "nothing has changed"
    store = Store(tmp_path, GAMES)
    store.set(language="de")
    assert newest.read_bytes() == at_start
    store.close()
    assert newest.read_bytes() != at_start
