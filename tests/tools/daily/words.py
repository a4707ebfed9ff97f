"""What people read of a puzzle: title, task and two hints, in every language, from templates."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from game.rules import GAMES
from game.rules.core.protocol import Plain
from game.rules.pai_sho import board as garden
from game.rules.ping_pao import state as whirls
from game.rules.walong.geometry import COLOURS
from game.services.levels.goals import Track, each_turn
from game.services.texts import LANGUAGES
from game.services.toml_reader import Words
from tests.strict_texts import StrictTexts

TEMPLATES: Final = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))
TEXTS: Final = {language: StrictTexts(language) for language in LANGUAGES}
NUMBERS: Final = {
    "en": ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve"],
    "de": ["kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
           "elf", "zwölf"],
}  # fmt: skip
ORDER: Final = "en", "de"
"""In which order a template names the languages."""
Facts = dict[str, str]


class Told(NamedTuple):
    """All texts of a puzzle."""

    title: Words
    text: Words
    hints: tuple[Words, ...]
    wrong: Words | None


class Puzzle(NamedTuple):
    """A puzzle without words, and the positions it leads through."""

    game: str
    plain: Plain
    """What the search has kept of it."""
    start: Track
    after: Track
    """After the first turn."""

    @property
    def first(self) -> str:
        """The first turn."""
        return str(self.plain["solution"][0])


def tell(puzzle: Puzzle, number: int) -> Told:
    """The words of a puzzle; `number` chooses among the titles."""
    templates, plain = TEMPLATES[puzzle.game], puzzle.plain
    kind = plain["kind"]
    task = templates.get(f"{kind}_{plain['turns']}", templates[kind])
    facts = {language: _facts(puzzle, language) for language in LANGUAGES}
    hints, filled = HINTS[puzzle.game], filling(facts)
    titles = task["titles"]
    return Told(
        filled(titles[number % len(titles)]), filled(task["text"]),
        tuple(filled(templates["hint"][key]) for key in hints(puzzle)),
        filled(task["wrong"]) if "wrong" in task else None,
    )  # fmt: skip


def filling(facts: Mapping[str, Facts]) -> Callable[[Sequence[str]], Words]:
    """Templates in all languages become words."""
    return lambda texts: {
        language: text.format(**facts[language])
        for language, text in zip(ORDER, texts, strict=True)
    }  # fmt: skip


# Facts of any game ----------------------------------------------------------------------------


def number(n: int, language: str) -> str:
    return NUMBERS[language][n] if n < len(NUMBERS[language]) else str(n)


def counted(n: int, one: str, several: str, language: str, ein: str = "ein") -> str:
    """A number and what is counted; German bends its *ein*."""
    if n == 1:
        return f"{ein if language == 'de' else 'one'} {one}"
    word = ein.replace("ein", "kein", 1) if n == 0 and language == "de" else number(n, language)
    return f"{word} {several if n or language == 'en' else one}"


def listed(words: Sequence[str], language: str) -> str:
    last = {"en": "and", "de": "und"}[language]
    return " ".join(filter(None, [", ".join(words[:-1]), last * (len(words) > 1), *words[-1:]]))


def capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _facts(puzzle: Puzzle, language: str) -> Facts:
    plain, german = puzzle.plain, language == "de"
    n, turns = plain["n"], plain["turns"]
    one, more = ("Punkt", "Punkte") if german else ("point", "points")
    in_turns = (
        ("in einem Zug" if turns == 1 else f"in {number(turns, language)} Zügen") if german
        else f"in {counted(turns, 'turn', 'turns', language)}"
    )  # fmt: skip
    facts = {
        "n": number(n, language), "points": counted(n, one, more, language, "einen"),
        "turns": in_turns, **FACTS[puzzle.game](puzzle, language),
    }  # fmt: skip
    return {**facts, **{capital(key): capital(value) for key, value in facts.items()}}


# Jin Li ---------------------------------------------------------------------------------------

KOI: Final = {"en": ("red", "yellow"), "de": ("Rot", "Gelb")}


def _koi_facts(puzzle: Puzzle, language: str) -> Facts:
    seat = puzzle.start.seat
    return {"who": KOI[language][seat], "other": KOI[language][1 - seat], "place": puzzle.first[:2]}


def _koi_hints(puzzle: Puzzle) -> Iterator[str]:
    plain, gained = puzzle.plain, puzzle.after.gained
    if plain["kind"] == "hold":
        yield "away"
    elif plain["turns"] == 1:
        yield "all"
    elif gained < max(after.gained for after in each_turn(puzzle.start)):
        yield "less" if gained else "none"
    else:
        yield "some" if gained else "none"
    yield "leaps" if "/" in puzzle.first else "swims"


# Ping-Pao -------------------------------------------------------------------------------------


def _colour(game: str, letter: str, language: str) -> str:
    word = TEXTS[language].t(f"{game}.colour.{letter}")
    return word if language == "de" else word.lower()


def _whirl_facts(puzzle: Puzzle, language: str) -> Facts:
    table, n, german = puzzle.start.state, puzzle.plain["n"], language == "de"
    pose = puzzle.after.move.pose
    laid = whirls.lay(table, whirls.Lay(pose)) if puzzle.first[0] == "+" else table
    count = len(whirls.holders(laid, pose))
    touched = (
        counted(count, "anderen", "andere", language, "einen") if german
        else counted(count, "other piece", "other pieces", language)
    )  # fmt: skip
    after = whirls.next_seat(table)
    other, duel = _colour("ping_pao", COLOURS[after], language), len(table.hands) == 2
    if german:
        theirs = f"{other.lower()}e" if duel else "fremde"
        pieces = counted(n, f"{theirs}n Stein", f"{theirs} Steine", language, "einen")
        takes = f"{other} auch nimmt" if duel else "die anderen auch nehmen"
    else:
        pieces = counted(n, f"{other} piece", f"{other} pieces", language) if duel else (
            f"{number(n, language)} of the others’ pieces")  # fmt: skip
        takes = f"{other} takes" if duel else "the others take"
    return {
        "who": _colour("ping_pao", COLOURS[table.turn], language), "next": other,
        "pieces": pieces, "takes": takes, "n": touched,
    }  # fmt: skip


def _whirl_hints(puzzle: Puzzle) -> Iterator[str]:
    kind, turns = puzzle.plain["kind"], puzzle.plain["turns"]
    if kind in ("hold", "last"):
        yield "loose"
    elif turns == 1:
        yield "several"
    else:
        yield "some" if puzzle.after.gained else "none"
    yield "beside" if kind == "last" else "touches"


# Walomino -------------------------------------------------------------------------------------


def _pair_facts(puzzle: Puzzle, language: str) -> Facts:
    before, after = puzzle.start.state, puzzle.after.state
    other = 1 - puzzle.start.seat
    held = [pair for pair in before.pairs[other] if pair is not None]
    colours = {letter for pair in held for letter in str(pair) if letter.isalpha()}
    missing = [_colour("walomino", each, language) for each in COLOURS if each not in colours]
    laid = before.pairs[puzzle.start.seat][puzzle.after.move.number]
    ends = [_colour("walomino", each, language) for each in str(laid) if each.isalpha()]
    theirs = (
        counted(len(held), "Paar", "Paaren", language, "einem") if language == "de"
        else counted(len(held), "pair", "pairs", language)
    )  # fmt: skip
    old = {end.pose for end in before.chain.ends}
    new = next(end for end in after.chain.ends if end.pose not in old)
    return {
        "theirs": theirs,
        "missing": listed([f"{number(0, language)} {each}" for each in missing], language),
        "pair": "-".join(ends), "end": _colour("walomino", COLOURS[new.colour], language),
    }  # fmt: skip


def _pair_hints(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.plain["kind"] in ("out", "win"):
        yield "spared"
    else:
        yield "missing" if _pair_facts(puzzle, "en")["missing"] else "every"
    yield "pair"


# Domi Jongg -----------------------------------------------------------------------------------


def _tile(game: str, code: str, language: str, form: str = "tile") -> str:
    """A tile's name; of flowers and seasons without what is in brackets."""
    return re.sub(r" \(.*\)", "", TEXTS[language].t(f"{game}.{form}.{code}"))


def _tiles(step: str, language: str) -> str:
    """What one step lays: ``K4>3`` one tile, ``B3+WS>8`` two."""
    codes = step.partition(">")[0].split("+")
    return listed([_tile("domi_jongg", code, language) for code in codes], language)


def _snake_facts(puzzle: Puzzle, language: str) -> Facts:
    steps = [step for step in puzzle.first.split() if ">" in step]
    head = steps[0].partition(">")[2]
    plain = GAMES["domi_jongg"].to_plain(puzzle.start.state)
    onto = next(tile for end, tile in plain["ends"] if end == head)
    return {
        "first": _tiles(steps[0], language), "last": _tiles(steps[-1], language),
        "head": _tile("domi_jongg", onto, language),
    }  # fmt: skip


def _snake_hints(puzzle: Puzzle) -> Iterator[str]:
    yield "last"
    yield "fork" if "+" in puzzle.first.split()[0] else "first"


# Skud Pai Sho ---------------------------------------------------------------------------------

GARDENS: Final = (
    (garden.GATES, "in a gate", "in einem Tor"),
    (garden.RED, "in the red garden", "im roten Garten"),
    (garden.WHITE, "in the white garden", "im weißen Garten"),
    (garden.NEUTRAL, "in the neutral garden", "im neutralen Garten"),
)
SIDES: Final = {
    "en": {"G": ("guest",) * 4, "H": ("host",) * 4},
    "de": {"G": ("der Gast", "den Gast", "des Gasts", "Gast"),
           "H": ("der Gastgeber", "den Gastgeber", "des Gastgebers", "Gastgeber")},
}  # fmt: skip
PLACE: Final = re.compile(r"\(-?\d+,-?\d+\)")


def there(plain: Plain, place: str, game: str, language: str, own: bool = False) -> str:
    """A tile of a garden, by where it is if others are like it: in its gate or garden, beside
    another one, else by its mark. Of the `own` ones of whose turn it is; in German in the dative.
    """
    board = {f"({x},{y})": (owner, code) for x, y, owner, code in plain["position"]["board"]}
    owner, code = board[place]
    article, name = _tile(game, code, language, "tile_dat").split(" ", 1)
    if own:
        article = {"the": "your", "der": "deiner", "dem": "deinem"}[article]
    owners = {owner} if own else {whose for whose, _ in board.values()}
    others = [spot for spot, (whose, what) in board.items()
              if spot != place and what == code and whose in owners]  # fmt: skip
    if not others:
        return f"{article} {name}"
    shared = {mark for spot in others for mark in _landmarks(board, spot, game, language)}
    for mark in _landmarks(board, place, game, language):
        if mark not in shared:
            return f"{article} {name} {mark}"
    return f"{article} {'marked' if language == 'en' else 'markierten'} {name}"


def _landmarks(
    board: Mapping[str, tuple[str, str]], place: str, game: str, language: str
) -> list[str]:
    """What tells where a tile is, the plainest first."""
    point, german = garden.read_point(place), language == "de"
    gardens = [words[german] for mask, *words in GARDENS if mask & garden.BITS[point]]
    near = (garden.PLACES[each] for each in garden.points_of(garden.KING[point]))
    codes = sorted(board[each][1] for each in near if each in board)
    tiles = [_tile(game, code, language, "tile_dat") for code in codes]
    found = [f"{'neben' if german else 'beside'} {tile}" for tile in tiles]
    return [*gardens, *found] if len(gardens) == 1 else found


def _flower_facts(puzzle: Puzzle, language: str) -> Facts:
    sides, turn = SIDES[language], puzzle.plain["position"]["turn"]
    own, other = sides[turn], sides["H" if turn == "G" else "G"]
    bonus = puzzle.first.partition("+")[2]
    facts = {
        "own": own[3], "own_acc": own[1], "other": other[3], "other_nom": other[0],
        "other_gen": other[2], "place": PLACE.findall(puzzle.first)[0],
        "accent": _tile("skud_pai_sho", bonus[0], language) if bonus[:1] in (*"RWKB",) else "",
    }  # fmt: skip
    code = puzzle.first.partition("(")[0] or _stands(puzzle.plain, facts["place"])
    facts["tile_acc"] = _tile("skud_pai_sho", code, language, "tile_acc")
    if puzzle.first.startswith("("):
        facts["flower"] = there(puzzle.plain, facts["place"], puzzle.game, language, own=True)
    return facts


def _stands(plain: Plain, place: str) -> str:
    """What stands on a point of the position."""
    x, y = map(int, place[1:-1].split(","))
    return next(str(tile[3]) for tile in plain["position"]["board"] if tile[:2] == [x, y])


def _flower_hints(puzzle: Puzzle) -> Iterator[str]:
    main, _, bonus = puzzle.first.partition("+")
    events = {event.kind for event in puzzle.after.events()}
    if bonus and bonus[0] in "RWKB" and bonus[1:2] == "(":
        yield "accent"
    elif bonus and bonus != "-":
        yield "bonus"
    elif "capture" in events:
        yield "capture"
    else:
        yield "move" if main.startswith("(") else "plant"
    yield "from" if main.startswith("(") else "gate"


# Solitaire Pai Sho ----------------------------------------------------------------------------


def _garden_facts(puzzle: Puzzle, language: str) -> Facts:
    game, position, german = puzzle.game, puzzle.plain["position"], language == "de"
    formed = [event for event in puzzle.after.events() if event.kind in ("harmony", "disharmony")]
    words = (("Harmonie", "Harmonien"), ("Disharmonie", "Disharmonien")) if german else (
        ("harmony", "harmonies"), ("disharmony", "disharmonies"))  # fmt: skip
    count = [sum(event.kind == kind for event in formed) for kind in ("harmony", "disharmony")]
    lies = PLACE.findall(puzzle.first)[-1]
    partner = next((place for event in formed for place in event.places if place != lies), lies)
    facts = {
        "place": partner,
        "harmonies": counted(count[0], *words[0], language, "eine"),
        "disharmonies": counted(count[1], *words[1], language, "eine"),
    }  # fmt: skip
    tiles = {"drawn": position["drawn"], "next": next(iter(position["left"]), position["drawn"])}
    if partner != lies:
        facts["flower"] = there(puzzle.plain, partner, game, language)
    for key, code in tiles.items():
        for form in ("acc", "dat", "the"):
            name = key if form == "the" else f"{key}_{form}"
            facts[name] = _tile(game, code, language, f"tile_{form}")
    return facts


def _garden_hints(puzzle: Puzzle) -> Iterator[str]:
    yield "forms"
    yield "line" if "flower" in _garden_facts(puzzle, "en") else "edge"


FACTS: Mapping[str, Callable[[Puzzle, str], Facts]] = {
    "jin_li": _koi_facts, "ping_pao": _whirl_facts, "walomino": _pair_facts,
    "domi_jongg": _snake_facts, "skud_pai_sho": _flower_facts, "solitaire_pai_sho": _garden_facts,
}  # fmt: skip
HINTS: Mapping[str, Callable[[Puzzle], Iterator[str]]] = {
    "jin_li": _koi_hints, "ping_pao": _whirl_hints, "walomino": _pair_hints,
    "domi_jongg": _snake_hints, "skud_pai_sho": _flower_hints, "solitaire_pai_sho": _garden_hints,
}  # fmt: skip
