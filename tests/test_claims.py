"""Numbers and names that the pages for operators tell are those of the program."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from game import heartbeat, screen
from game.ai import worker, yardstick
from game.rules import GAMES
from game.scenes.core import corner, idle
from game.scenes.home import attract, parked, questions
from game.services import database, disk, guesses, operator, parking
from game.services.operator import Operator
from game.services.store import FILE, SCRIPTS, Store
from game.tools import doctor, keep
from game.ui import contacts, intents

ROOT = Path(__file__).parents[1]
DOCS, KIOSK = ROOT / "docs", ROOT / "assets" / "kiosk"
CLAIMS: Mapping[str, Mapping[str, tuple[object, object]]] = {
    "architecture.md": {
        "silent for eight seconds longer": (worker.GRACE, 8),
        "after three of them the table plays what looks best": (worker.LIVES, 3),
    },
    "computer_players.md": {"after three seconds a decision is made": (worker.LIMIT, 3)},
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
        "66,800 rounds a second": (yardstick.REFERENCE, 66_800),
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
        "it two to four times a second": ((screen.REST, heartbeat.EVERY), (0.45, 0.25)),
        "says nothing for five seconds (or for thirty": ((keep.PATIENCE, keep.OPENING), (5, 30)),
        "A third failure in a row, each within a minute": ((keep.IN_A_ROW, keep.SOUND), (3, 60)),
        "twice as long, up to a minute": (keep.LONGEST, 60),
    },
}

UNITS = "walong-table-weston.service", "walong-table-cage.service"
DONE: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "start again after two seconds, whatever ended them and however often": (
        UNITS, ("Restart=always", "RestartSec=2", "StartLimitIntervalSec=0"),
    ),
    "(`User=`, `PAMName=login`) on the first console, in place of its login prompt": (
        UNITS,
        ("User=walong", "PAMName=login", "TTYPath=/dev/tty1", "Conflicts=getty@tty1.service"),
    ),
    "a table that somebody closes comes back after two seconds": (
        ("walong-table.service",), ("Restart=always", "RestartSec=2"),
    ),
    "(`READY`), that it is alive itself (`WATCHDOG`)": (
        ("walong-table.service",), ("Type=notify", "WatchdogSec="),
    ),
    "data in `/var/lib/walong-table`": (("open-table",), ("${DATA:-/var/lib/walong-table}",)),
    "tried for 20 seconds first": (("open-table",), ("${TRIAL:-20}",)),
    "`SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR=0`": (
        ("open-table",), ("export SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR=0",),
    ),
    "even by a crash, it closes the table": (("open-table",), ("setpriv --pdeathsig TERM",)),
    "with `vt-switching=false`": (("weston.ini",), ("vt-switching=false",)),
    "Weston by `idle-time=0`": (("weston.ini",), ("idle-time=0",)),
    "`transform=` in `weston.ini`": (("weston.ini",), ("transform=normal",)),
    "X by the `xset` lines": (("xinitrc",), ("xset s off s noblank", "xset -dpms")),
    "the line with `xrandr` in `xinitrc`": (("xinitrc",), ("#xrandr --output",)),
    "`xinput map-to-output` in `xinitrc`": (("xinitrc",), ("#xinput map-to-output",)),
    "`xorg.conf` takes away the keys": (("xorg.conf",), ('"DontVTSwitch" "true"',)),
    "the first console logs the user in": (
        ("getty-autologin.conf",), ("--autologin walong",),
    ),
    "`~/.profile` starts X": (("profile",), ("exec startx",)),
    "and `~/.xinitrc` opens the table": (
        ("xinitrc",), ("exec /usr/local/lib/walong-table/open-table",),
    ),
    "`WL_OUTPUT` is the screen's name, `LIBINPUT_CALIBRATION_MATRIX`": (
        ("99-walong-table.rules",), ("WL_OUTPUT", "LIBINPUT_CALIBRATION_MATRIX"),
    ),
    "It installs the packages, makes the user": (
        ("install",), ("apt-get install", "useradd --create-home", "update", 'head -n 1 "$pin"',
                       "system enable", "ctrl-alt-del.target"),
    ),
    "(`pip download`; each has to have its hash)": (
        ("pack-update",), ("pip\" download", "--require-hashes", "--only-binary :all:"),
    ),
    "`update` compares the sums": (
        ("update",), ("sha256sum --check", "--no-index", "--require-hashes", "referee",
                      'mv -T "$table/next" "$table/current"'),
    ),
}  # fmt: skip
"""What kiosk.md says that files of `assets/kiosk` do, and the words by which they do it."""


@pytest.mark.parametrize("claim", DONE)
def test_what_a_recipe_is_said_to_do_stands_in_its_file(claim: str) -> None:
    text = re.sub(r"\s+", " ", (DOCS / "kiosk.md").read_text("utf-8"))
    assert claim in text
    files, words = DONE[claim]
    for file in files:
        lines = (KIOSK / file).read_text("utf-8")
        assert [word for word in words if word not in lines] == [], file


def test_each_file_of_a_recipe_says_where_it_goes() -> None:
    run = {"install", "pack-update", "update"}
    for file in KIOSK.iterdir():
        head = "".join(file.read_text("utf-8").splitlines(keepends=True)[:8])
        goes = re.search(r"(~|/etc|/usr/local)\S*/", head)
        assert "docs/kiosk.md" in head if file.name in run else goes, file


def test_only_the_store_opens_its_file() -> None:
    opens = [
        str(file.relative_to(ROOT)) for file in (ROOT / "game").rglob("*.py")
        if "sqlite3.connect(" in file.read_text("utf-8")
    ]
    assert sorted(opens) == ["game/services/disk.py", "game/services/rows.py"]


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
