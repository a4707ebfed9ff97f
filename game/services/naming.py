"""A person's name wherever the table has written it down, to be changed or taken away."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TypeAlias

from game.services import rows
from game.services.people import Profile

Meant: TypeAlias = Callable[[str, int | None], bool]
"""Whether somebody with this name and profile is the one."""
_SEAT = {"kind", "name", "level", "profile"}
"""What a chair is written with."""
_EVENINGS = "evenings", "id", "chairs", "touched"
_SETTINGS = "settings", "key", "value", "NULL"
"""Where chairs stand in JSON: the table, its key, the column, and the one that tells the age."""


def rename(db: sqlite3.Connection, number: int, known: Profile) -> None:
    """Let everything that somebody with this number played carry a name, and the number there."""
    _rewrite(db, lambda _who, theirs: theirs == number, known.name, known.id)


def unite(db: sqlite3.Connection, people: Iterable[tuple[int, str]]) -> None:
    """Let people (number and name) who were added under a name that somebody else has be that one:
    names are told apart at the table, so it is the same person.
    """
    for number, theirs in people:
        known = db.execute("SELECT id, name FROM profiles").fetchall()
        same = {each: name for each, name in known if name.casefold() == theirs.casefold()}
        own = dict(known).get(number)
        if same.keys() - {number} and (own is None or number in same):
            (other, *_) = same.keys() - {number}
            db.execute("DELETE FROM profiles WHERE id = ?", (number,))
            rename(db, number, Profile(other, same[other]))


def forget(db: sqlite3.Connection, known: Profile) -> None:
    """Take somebody's name from everything; whoever else played keeps the results.

    Names are told apart at the table, so whoever has the same one is the same person, even
    where it was written before the table knew them.
    """
    own = known.name.casefold()
    _rewrite(
        db, lambda who, number: number == known.id or (number is None and who.casefold() == own)
    )
    name = _bare(json.dumps(known.name)[1:-1])
    for number, content in db.execute("SELECT id, content FROM quarantine").fetchall():
        if name in _bare(content):
            db.execute("DELETE FROM quarantine WHERE id = ?", (number,))


def forget_before(db: sqlite3.Connection, day: str) -> None:
    """Take all names from what was played before a day (an ISO date), and those that no profile
    stands behind from what is remembered for set-ups.
    """
    _rewrite(db, lambda who, number: bool(who) or number is not None, old=day)
    _rewrite_plain(db, _SETTINGS, lambda who, number: bool(who) and number is None)
    db.execute("DELETE FROM quarantine WHERE found < ?", (day,))


def _bare(text: str) -> str:
    """A text without the escapes of JSON, also of JSON in JSON, and whatever its case.

    >>> _bare(json.dumps(json.dumps("Zoë")))
    '""zoë""'
    """
    told = re.sub(r"\\+u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)
    return told.replace("\\", "").casefold()


def _rewrite(
    db: sqlite3.Connection, meant: Meant, name: str = "", number: int | None = None,
    old: str | None = None,
) -> None:  # fmt: skip
    """Give people another name, or none, in everything, or in all that is older than a day."""
    found: dict[int, list[int]] = {}
    for result, person, who, profile in db.execute(
        "SELECT result_id, person, name, profile FROM standings JOIN results ON id = result_id"
        " WHERE kind <> 'computer' AND (?1 IS NULL OR date < ?1)", (old,),
    ).fetchall():  # fmt: skip
        if meant(who, profile):
            found.setdefault(result, []).append(person)
            rows.update(db, "standings", result, person, name=name, profile=number)
    for result, persons in found.items():
        (text,) = db.execute("SELECT record FROM results WHERE id = ?", (result,)).fetchone()
        rows.update(db, "results", result, record=noted(text, dict.fromkeys(persons, name)))
    for match, header, chairs in db.execute(
        "SELECT id, header, chairs FROM matches WHERE ?1 IS NULL OR touched < ?1", (old,)
    ).fetchall():
        plain = json.loads(chairs)
        changed = [n for n, chair in enumerate(plain) if _walk(chair, meant, name, number)]
        if changed:
            header = noted(header, dict.fromkeys(changed, name))
            rows.update(db, "matches", match, header=header, chairs=json.dumps(plain))
    for place in (_EVENINGS, _SETTINGS):
        _rewrite_plain(db, place, meant, name, number, old)


def _rewrite_plain(
    db: sqlite3.Connection, place: tuple[str, str, str, str], meant: Meant, name: str = "",
    number: int | None = None, old: str | None = None,
) -> None:  # fmt: skip
    """The same for a column that holds JSON."""
    table, key, column, age = place
    for at, text in db.execute(
        f"SELECT {key}, {column} FROM {table} WHERE ?1 IS NULL OR {age} < ?1", (old,)
    ).fetchall():
        with suppress(ValueError, RecursionError):
            plain = json.loads(text)
            if _walk(plain, meant, name, number):
                rows.update(db, table, at, **{column: json.dumps(plain)})


def noted(text: str, names: Mapping[int, str]) -> str:
    """A record in whose head some persons have another name, or none."""
    head, gap, moves = text.partition("\n\n")
    for person, name in names.items():
        line = f"name {person}: {name}\n" if name else ""
        head = re.sub(rf"^name {person}:.*(\n|\Z)", lambda _, line=line: line, head, flags=re.M)  # type: ignore[misc]
    return head.rstrip("\n") + gap + moves if gap else head.rstrip("\n") + "\n"


def _walk(plain: object, meant: Meant, name: str, number: int | None) -> bool:
    """Give every chair in something JSON can say its name, if it is meant; True if any was."""
    if isinstance(plain, list):
        return any([_walk(each, meant, name, number) for each in plain])  # noqa: C419
    if not isinstance(plain, dict):
        return False
    if plain.keys() >= _SEAT and plain["kind"] == "person" and meant(
        str(plain["name"]), plain["profile"]
    ):
        plain["name"], plain["profile"] = name, number
        return True
    return any([_walk(each, meant, name, number) for each in plain.values()])  # noqa: C419
