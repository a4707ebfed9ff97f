"""Which of the puzzles found become level files, in which order, and how such a file is written."""

import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from game.rules import GAMES
from game.rules.core.protocol import Plain, play_text
from game.services.levels.goals import Track
from tests.tools.daily.tasks import OPTIONS
from tests.tools.daily.words import Puzzle, tell

WEEK: Final = 7
WIDE: Final = 100
"""So many signs a line has at most, where something can be broken."""
EACH: Final = 2
"""So many puzzles come from one game at most."""
EASIEST: Final = 0.3
"""What is missed less often is no puzzle."""


def effort(plain: Plain) -> float:
    """How hard a puzzle is to find: how often shallow searches miss it, among how many turns it
    hides, and how far one has to look.
    """
    hidden = math.log10(plain["choices"] / plain["winning"]) / 2
    return float(2 * plain["misses"] + hidden + plain["turns"] - 1)


def chosen(found: Iterable[Plain], wanted: int) -> list[Plain]:
    """Puzzles of all kinds in turn, whole weeks of them, the easiest first."""
    kinds = defaultdict[object, list[Plain]](list)
    for plain in found:
        if plain["misses"] > EASIEST:
            kinds[plain["kind"], plain["turns"]].append(plain)
    for each in kinds.values():
        random.Random(1).shuffle(each)
    turns = zip_longest(*(kinds[kind] for kind in sorted(kinds, key=str)))
    taken, games, places = list[Plain](), Counter[int](), set[str]()
    for plain in (each for turn in turns for each in turn if each is not None):
        place = json.dumps(plain["position"])
        if games[plain["seed"]] < EACH and place not in places and len(taken) < wanted:
            games[plain["seed"]] += 1
            places.add(place)
            taken.append(plain)
    return sorted(taken[: len(taken) - len(taken) % WEEK], key=effort)


def by_weekday(plains: Sequence[Plain]) -> list[tuple[int, Plain]]:
    """The puzzles, the easiest first, as days follow each other: the first is a Sunday's and the
    hardest of its week. With each its difficulty, which is a fifth of them all.
    """
    weeks = len(plains) // WEEK
    days = [list(enumerate(plains))[day * weeks : (day + 1) * weeks] for day in range(WEEK)]
    for day in days:
        random.Random(2).shuffle(day)
    ordered = [days[day][week] for week in range(weeks) for day in (6, 0, 1, 2, 3, 4, 5)]
    return [(1 + 5 * rank // len(plains), plain) for rank, plain in ordered]


def write_files(game: str, found: Iterable[Plain], wanted: int, folder: Path) -> int:
    """Write the files, for older ones, and tell how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.toml"):
        old.unlink()
    ordered = by_weekday(chosen(found, wanted))
    kinds = Counter[str]()
    for number, (difficulty, plain) in enumerate(ordered, 1):
        kind = plain["kind"]
        text = level(game, plain, difficulty, kinds[kind])
        (folder / f"{number:03}.toml").write_text(text, encoding="utf-8")
        kinds[kind] += 1
    return len(ordered)


def level(game: str, plain: Plain, difficulty: int, number: int) -> str:
    """A puzzle as a level file; `number` chooses its title."""
    rules, options = GAMES[game], OPTIONS.get(game, {})
    state = rules.from_plain(plain["position"], options)
    start = after = Track(rules, plain["seat"], state)
    for move in play_text(rules, state, plain["solution"][0]):
        after = after.then(move, rules.apply(after.state, move))
    told = tell(Puzzle(game, plain, start, after), number)
    setup = {"seats": seats_of(plain), "options": options}
    tables: dict[str, Any] = {
        "title": told.title, "text": told.text, "wrong": told.wrong,
        "setup": {key: value for key, value in setup.items() if value},
        "setup.position": plain["position"], "goal": plain["goal"],
    }  # fmt: skip
    lines = [
        f"# Game {plain['seed']}: {plain['winning']} of {plain['choices']} turns, "
        f"missed in {plain['misses']:.0%}.",
        *_keys({
            "kind": "puzzle", "difficulty": difficulty, "seat": plain["seat"],
            "turns": plain["turns"], "until": plain["until"], "solution": plain["solution"],
        }),
    ]  # fmt: skip
    for name, table in tables.items():
        if table:
            lines += ["", f"[{name}]", *_keys(table)]
    for hint in told.hints:
        lines += ["", "[[hint]]", *_keys(hint)]
    return "\n".join(lines) + "\n"


def seats_of(plain: Plain) -> int:
    """For how many the game is, where the fewest are not enough; else 0."""
    hands = plain["position"].get("hands")
    return len(hands) if isinstance(hands, list) and len(hands) > 2 else 0


SILENT: Final = {"seat": 0, "until": "turn", "turns": 1}
"""What a file need not say."""


def _keys(table: Mapping[str, Any]) -> list[str]:
    return [
        _broken(f"{key} = {written(value)}", value)
        for key, value in table.items() if SILENT.get(key, object()) != value
    ]  # fmt: skip


def _broken(line: str, value: Any) -> str:
    """A list that is too long for a line, in several."""
    if len(line) <= WIDE or not isinstance(value, list):
        return line
    lines = [line.partition(" = ")[0] + " = [", "   "]
    for part in (written(each) + "," for each in value):
        if len(lines[-1]) + 1 + len(part) > WIDE:
            lines.append("   ")
        lines[-1] += f" {part}"
    return "\n".join([*lines, "]"])


def written(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {written(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
