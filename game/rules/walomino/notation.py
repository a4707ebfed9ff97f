"""The steps of Walomino as text and back."""

import json
import re

from game.rules.core.protocol import NotationError
from game.rules.walomino import state as steps
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Move
from game.rules.walong.geometry import COLOURS, read_pose

WORDS: dict[str, Move] = {
    "--": steps.PASS,
    "keep": steps.KEEP,
    "repair": steps.REOPEN,
    **{steps.FACES[roll.face]: roll for roll in steps.ROLLS},
    **{f"take {letter}": steps.Draft(colour) for colour, letter in enumerate(COLOURS)},
}
TEXTS = {move: text for text, move in WORDS.items()}
_PAIR = re.compile(f"([{COLOURS}])([0-4])-([{COLOURS}])([0-4])")
_ATTACH = re.compile(r"(\d|1\d|2\d)@([^@]+)")
_DEAL_KEYS = {"start", "pairs", "review"}
EXAMPLES = (
    "take r, start r1-g4, pair r1-g4, keep, repair, 2@3:0,1,0,0, -- for sitting out; "
    'luck rolls y r g v b w or deals {"start":"r1-g4","pairs":[["r0-b3"],["y2-y2"]]}'
)


def read_pair(text: str) -> Pair | None:
    """The pair a text such as ``r1-g4`` means: side 1 of red on side 4 of green."""
    found = _PAIR.fullmatch(text)
    if not found:
        return None
    first, side, second, other = found.groups()
    return Pair(COLOURS.index(first), int(side), COLOURS.index(second), int(other))


def write(move: Move) -> str:
    """The text of a step."""
    if isinstance(move, steps.Attach):
        return f"{move.number}@{move.pose}"
    if isinstance(move, steps.Join):
        return f"pair {move.pair}"
    if isinstance(move, steps.Start):
        return f"start {move.pair}"
    return _deal_text(move) if isinstance(move, steps.Deal) else TEXTS[move]


def parse(text: str) -> Move | None:
    """The step a text means that is none of WORDS, or None. Raises NotationError."""
    if text.startswith("{"):
        return _read_deal(text)
    word, _, rest = text.partition(" ")
    pair = read_pair(rest)
    if pair is not None and word in ("start", "pair"):
        return steps.Start(pair) if word == "start" else steps.Join(pair)
    attach = _ATTACH.fullmatch(text)
    pose = read_pose(attach[2]) if attach else None
    return None if attach is None or pose is None else steps.Attach(int(attach[1]), pose)


def _deal_text(deal: steps.Deal) -> str:
    plain: dict[str, object] = {
        "start": str(deal.start),
        "pairs": [[str(pair) for pair in pairs] for pairs in deal.pairs],
    }
    if deal.review:
        plain["review"] = True
    return json.dumps(plain, separators=(",", ":"))


def _read_deal(text: str) -> steps.Deal:
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"a deal is a JSON object: {error}", text[:60]) from error
    if not isinstance(plain, dict) or not {"start", "pairs"} <= set(plain) <= _DEAL_KEYS:
        raise NotationError("a deal has the keys start and pairs, and may have review", text[:60])
    review = plain.get("review", False)
    lists = plain["pairs"]
    if not isinstance(review, bool) or not isinstance(lists, list):
        raise NotationError("pairs is a list of lists, review is true or false", text[:60])
    if not all(isinstance(pairs, list) for pairs in lists):
        raise NotationError("pairs holds a list of pairs for every seat", text[:60])
    dealt = tuple(tuple(_must_be_pair(pair) for pair in pairs) for pairs in lists)
    return steps.Deal(_must_be_pair(plain["start"]), dealt, review)


def _must_be_pair(value: object) -> Pair:
    pair = read_pair(value) if isinstance(value, str) else None
    if pair is None:
        raise NotationError(f"{value!r} is no pair; a pair looks like r1-g4", str(value)[:60])
    return pair
