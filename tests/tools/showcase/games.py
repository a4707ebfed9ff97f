"""Moments of every game, for pictures and measurements: a function each, scenes by name.

`played_out` plays a match of any game to its end by a simple plan.
"""

import math
import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import update_wrapper
from itertools import chain
from typing import Any, Final, ParamSpec, TypeAlias

from game.ai.evaluation.solitaire_pai_sho import SolitairePaiShoEvaluator
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.protocol import AnyMove, Options, Value
from game.rules.domi_jongg import state as tiles
from game.rules.jin_li.state import NUMBER
from game.rules.pai_sho.board import BITS, R4, WHEEL, at, points_of, xy
from game.rules.pai_sho.board import Point as GardenPoint
from game.rules.ping_pao import state as pieces
from game.rules.skud_pai_sho.state import DECLINE, Bonus
from game.rules.solitaire_pai_sho.state import Lay, own_flowers
from game.rules.walomino.state import Keep, attaches
from game.rules.walong.geometry import pack
from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.scenes.domi_jongg.scene import DomiJonggScene
from game.scenes.jin_li.scene import JinLiScene
from game.scenes.ping_pao.choice import Part
from game.scenes.ping_pao.scene import PingPaoScene
from game.scenes.play.explanation import OffBoard
from game.scenes.play.play_scene import AnyPlayScene, PlayScene
from game.scenes.skud_pai_sho.picks import Pick as SkudPick
from game.scenes.skud_pai_sho.picks import movable
from game.scenes.skud_pai_sho.scene import SkudPaiShoScene
from game.scenes.solitaire_pai_sho.garden_results import GardenResults
from game.scenes.solitaire_pai_sho.input import foresee, goals, meant
from game.scenes.solitaire_pai_sho.scene import SolitairePaiShoScene
from game.scenes.walomino.choice import by_side
from game.scenes.walomino.cloth import key_of
from game.scenes.walomino.scene import WalominoScene
from game.services.people import Chair
from game.ui.frame import Point
from game.ui.intents import Intent

P = ParamSpec("P")

ANNEGRET: Final = Chair("person", "Annegret")
ASSAM: Final = Chair("computer", "Assam", "regular")


def persons(*names: str) -> tuple[Chair, ...]:
    return tuple(Chair("person", name) for name in names)


# Any of them --------------------------------------------------------------------------------

LOOKED_AT: Final = 24
"""How many moves the simple plan compares."""
AGAINST: Final[dict[str, dict[str, Value]]] = {
    "solitaire_pai_sho": {"mode": "uncooperative"},
    "walomino": {"draft": "quick"},
}
"""Options with which two people play against each other, and soon."""


def _played_once(play: Callable[P, Match]) -> Callable[P, Match]:
    """The same function, but what it plays is played once: everybody gets a match of his own."""
    played: dict[Hashable, Match] = {}

    def copied(*args: P.args, **named: P.kwargs) -> Match:
        values = *args, *chain.from_iterable(sorted(named.items()))
        key = tuple(repr(each) if isinstance(each, Mapping) else each for each in values)
        if key not in played:
            played[key] = play(*args, **named)
        twin = copy(played[key])
        twin.log, twin.states = twin.log[:], twin.states[:]
        return twin

    return update_wrapper(copied, play)


@_played_once
def played_out(
    game: str, seats: int = 2, seed: int = 3, options: Mapping[str, Value] | None = None
) -> Match:
    """A match in which everybody takes the step that brings the most at once, else any."""
    chosen = AGAINST.get(game, {}) if options is None else options
    match, rng = Match(GAMES[game], seats, chosen, seed=seed), random.Random(seed)
    while match.outcome is None:
        seat = match.actor or 0
        moves = list(match.game.moves(match.state))
        rng.shuffle(moves)
        match.play(max(moves[:LOOKED_AT], key=lambda move: _gain(match, move, seat)))
    return match


def _gain(match: Match, move: AnyMove, seat: int) -> int:
    return match.game.scores(match.game.apply(match.state, move))[seat]


# Fingers ------------------------------------------------------------------------------------


def resting(scene: AnyPlayScene, at: Point) -> None:
    """A finger goes down at a point of the table and stays there."""
    scene.on(Intent("press", at, pointer="touch:0:1", source="touch"))


def carrying(scene: AnyPlayScene, start: Point, end: Point) -> None:
    """A finger takes something up at a point of the table and has it at another one."""
    resting(scene, start)
    scene.on(Intent("drag", end, pointer="touch:0:1", source="touch", moved=True))


# Domi Jongg ---------------------------------------------------------------------------------

_SIX: Final = persons("Annegret", "Ben", "Clara", "David", "Elif", "Friedrich")
_LATE: Final = 140, 10
"""As many tiles lie in the latest sample, in a game (its seed) where somebody can still lay."""
Pose: TypeAlias = Callable[[DomiJonggScene], None]
"""Puts a scene into the moment that is to be seen."""


class _Told(PlayScene[Any, Any, Any]):  # of any game
    """A scene with the card of a tile open whenever it is looked at."""

    told: Hashable = None

    def resume(self) -> None:
        super().resume()
        self.finish_motion()
        self.card.show(self.told)


class _Posed(DomiJonggScene):
    """A scene that stands in a pose whenever it is looked at."""

    def __init__(
        self, context: Context, match: Match, chairs: Sequence[Chair], pose: Pose | None = None
    ) -> None:
        super().__init__(context, Series(match), chairs)
        self._pose = pose

    def resume(self) -> None:
        super().resume()
        if self._pose is not None:
            self.finish_motion()
            self._pose(self)
        self.felt.faces.at_once = True


def domi_jongg(context: Context) -> dict[str, Scene]:
    """The roll, a turn in the middle, the curtain, the peek pads, six people, late, the end."""
    table = replace(context, settings=context.settings.changed(seating="table"))
    three = _SIX[:3]
    computers = ASSAM, Chair("computer", "Sencha", "master")
    middle, branching = tiles_laid(3, 46), tiles_laid(3, 58, _may_branch)
    late = tiles_laid(2, _LATE[0], seed=_LATE[1])
    rolled = Match(GAMES["domi_jongg"], 3, seed=5)
    return {
        "domi_jongg-opening": _Posed(context, rolled, three),
        "domi_jongg-middle": _Posed(context, middle, three, _opened),
        "domi_jongg-alone": _Posed(context, middle, (ANNEGRET, *computers)),
        "domi_jongg-curtain": _Posed(context, middle, three),
        "domi_jongg-picking": _Posed(context, branching, three, _picking),
        "domi_jongg-loupe": _Posed(context, branching, three, _aiming),
        "domi_jongg-peeking": _Posed(table, middle, three, _peeking),
        "domi_jongg-six": _Posed(context, tiles_laid(6, 70), _SIX, _opened),
        "domi_jongg-late": _Posed(context, late, _SIX[:2], _opened),
        "domi_jongg-end": _Posed(context, tiles_laid(3, 144), three),
        "domi_jongg-explained": _Posed(context, branching, three, _explained),
        "domi_jongg-explained-snake": _Posed(table, middle, three, _explained_snake),
    }


def _opened(scene: DomiJonggScene) -> None:
    """Whose turn it is has drawn the curtain, or holds the pad."""
    if scene.asked is not None:
        scene.open_hand(scene.asked)
        scene.go(None)


def _peeking(scene: DomiJonggScene) -> None:
    """At the table: whose turn it is holds the pad."""
    if scene.asked is not None:
        scene.privacy.peeks["touch:0:1"] = scene.asked


def _picking(scene: DomiJonggScene) -> None:
    """A tile is picked that fits at as many heads as can be."""
    _opened(scene)
    if scene.asked is None:
        return
    ends = _ends(scene.match)
    hand = scene.racks.standing(scene.asked)
    best = max(hand, key=lambda tile: sum(tile == laid for laid, _ in ends))
    scene.input.pick(hand.index(best))


def _aiming(scene: DomiJonggScene) -> None:
    """A finger rests beside a head, where it may be known one at which the picked tile fits."""
    _picking(scene)
    end = min(scene.input.fitting_ends() or {end.id for end in scene.latest.ends})
    x, y = scene.felt.head_at(end)
    resting(scene, (x + 12, y + 9))


def _explained(scene: DomiJonggScene) -> None:
    """Somebody asks about the tile of his hand that fits at most heads, if it lies open."""
    _opened(scene)
    keys = (spot.key for spot in scene.card.explainer.tiles())
    found = [key for key in keys if isinstance(key, OffBoard)]
    ways = scene.racks.ways
    scene.card.show(max(found, key=lambda key: len(ways(key.seat, (key.what,))), default=None))


def _explained_snake(scene: DomiJonggScene) -> None:
    """At the table: somebody asks about the tile that was laid last."""
    scene.card.show(len(scene.shown_state.snake) - 1)


@_played_once
def tiles_laid(
    seats: int, count: int, moment: Callable[[Match], bool] | None = None, seed: int = 5
) -> Match:
    """A match played at random until so many tiles lie, or it is over, and then to a moment.

    It is a seat's turn then, and the seat has not laid yet.
    """
    match = Match(GAMES["domi_jongg"], seats, seed=seed)
    rng = random.Random(seed)
    while match.outcome is None:
        enough = len(match.state.snake) >= count and not tiles.has_laid(match.state)
        if enough and (moment is None or moment(match)):
            break
        match.play(_any_tile(match, rng))
    return match


def _ends(match: Match) -> set[tuple[str, str]]:
    """The tiles that may be laid now, each with a head it fits at."""
    moves = match.game.moves(match.state)
    return {(move.tile, move.end) for move in moves if isinstance(move, tiles.Lay)}


def _may_branch(match: Match) -> bool:
    """Whether a tile fits at two heads at least and more tiles are left."""
    laid = [tile for tile, _ in _ends(match)]
    return len(set(laid)) < len(laid) and tiles.pile_left(match.state) > 0


def _any_tile(match: Match, rng: random.Random) -> tiles.Move:
    """A branch where it goes, else anything; a turn goes on more often than not."""
    moves: Sequence[tiles.Move] = match.game.moves(match.state)
    branches = [move for move in moves if isinstance(move, tiles.Branch)]
    lays = [move for move in moves if isinstance(move, tiles.Lay)]
    if branches:
        return rng.choice(branches)
    return rng.choice(lays) if lays and rng.random() < 0.7 else moves[-1]


# Jin Li -------------------------------------------------------------------------------------


class _ToldJinLi(_Told, JinLiScene):
    told = NUMBER["e5"]


def jin_li(context: Context) -> dict[str, AnyPlayScene]:
    """The pond at its beginning, in the middle with a koi picked, before a stone is thrown, and a
    koi explained.
    """

    def pond(*texts: str, make: type[JinLiScene] = JinLiScene) -> JinLiScene:
        match = Match(GAMES["jin_li"], 2)
        for text in texts:
            match.play_text(text)
        return make(context, Series(match), (ANNEGRET, ASSAM))

    middle = "a1-b2@d4", "g7-f6@c5", "b2-c3@e3", "f6-e5@c6"
    picked = pond(*middle)
    picked.input.selected = 16
    return {
        "jin_li-opening": pond(), "jin_li-picked": picked, "jin_li-throw": pond(*middle, "c3-d3"),
        "jin_li-explained": pond(*middle, make=_ToldJinLi),
    }


# Ping-Pao -----------------------------------------------------------------------------------


class Dragging(PingPaoScene):
    """A hand that carries a piece round the structure and never rests."""

    _time = 0.0

    def ambient(self, seconds: float) -> None:
        super().ambient(seconds)
        if self.choice.carried is not None or self.input.grab(Part.HAND):
            self._time += seconds
            box, angle = self.board.box, 0.7 * self._time
            reach = 0.3 * min(box.w, box.h)
            x, y = box.center
            self.input.carry(Part.HAND, (x + reach * math.cos(angle), y + reach * math.sin(angle)))


class _ToldPingPao(_Told, PingPaoScene):
    pass


def ping_pao(context: Context) -> dict[str, AnyPlayScene]:
    """From the die to the taking apart, fifty pieces with one of them in hand, one explained."""
    three = ANNEGRET, Chair("person", "Ben"), ASSAM

    def structure(
        steps: int, make: type[PingPaoScene] = PingPaoScene, **options: Value
    ) -> PingPaoScene:
        return make(context, Series(_close_laid(3, steps, options)), three)

    laying, taking, told = structure(13), structure(39), structure(39, _ToldPingPao)
    assert isinstance(told, _ToldPingPao), "that was asked for"
    if (plan := laying.choice.laying) is not None:
        plan.armed = True
        plan.at_side(min(plan.open_sides))
    if (chosen := taking.choice.taking) is not None:
        chosen.chosen = max(chosen.poses, key=lambda pose: len(chosen.freed(pose)[0]))
        told.told = chosen.chosen
    five = persons("Annegret", "Ben", "Assam", "Jo", "Dörte")
    return {
        "ping_pao-opening": structure(0),
        "ping_pao-die": structure(0, start="die"),
        "ping_pao-laying": laying,
        "ping_pao-taking": taking,
        "ping_pao-five": PingPaoScene(context, Series(_close_laid(5, 13, {})), five),
        "ping_pao-dragging": Dragging(context, Series(_close_laid(5, 49, {})), five),
        "ping_pao-end": structure(900),
        "ping_pao-explained": told,
    }


@_played_once
def _close_laid(seats: int, steps: int, options: Options) -> Match:
    """A game played so far, pieces laid close together and the most freed at every turn."""
    match = Match(GAMES["ping_pao"], seats, options, seed=4)
    while match.actor is not None and len(match.log) < steps:
        match.play(_close(match))
    return match


def _close(match: Match) -> AnyMove:
    state: pieces.Table = match.state
    moves = match.game.moves(state)
    if isinstance(moves[0], pieces.Lay) and len(state.pieces):
        spots = state.pieces.spots()
        return min(moves, key=lambda m: abs(spots[pack(m.pose)].heart) + 0.013 * m.pose.k)
    if isinstance(moves[0], pieces.Take):
        return max(moves, key=lambda m: len(pieces.freed(state, m)))
    return moves[0]


# Skud Pai Sho -------------------------------------------------------------------------------

RECORD: Final = (
    "R,W,W,K;R,W,K,K;W3(0,-8);W3(0,8);(0,-8)-(-2,-7);(0,8)-(1,6);R5(-8,0);R5(0,-8);"
    "(-8,0)-(-6,-2);(0,-8)-(1,-7)+L(0,-8);(-6,-2)-(-2,-3)+R(1,5);(0,-8)-(-1,-7)+K(-3,-7);"
    "(-2,-7)-(-2,-5)+K(0,-7);W4(0,-8);R4(-8,0);(0,-8)-(2,-8);(-8,0)-(-7,-3)+L(0,8);"
    "(1,6)-(2,7)+R(-2,-4);(0,8)-(-2,8)+R5(8,0);(1,-7)-(2,-7)+W(-2,-2);(-2,8)-(-3,7)+K(1,6);"
    "(2,7)-(2,8)+W(-3,-2);(-3,7)-(-4,7)+R5(-8,0);(2,-7)-(1,-8)+R5(0,-8);(-8,0)-(-7,1)+R4(0,8);"
    "(1,-8)-(2,-7);(-2,-5)-(-4,-4)+R3(-8,0);(0,-8)-(2,-6)+W4(0,-8);(0,8)-(3,7)+W5(0,8);"
    "(2,-6)-(3,-8);(8,0)-(3,0);(2,8)-(0,7);(0,8)-(-4,8)+R4(8,0);(0,7)-(-3,7)+R5(0,8);"
    "(8,0)-(6,1)+W5(8,0);(0,8)-(-4,8)+R3(0,8);(3,0)-(6,-1);(-4,8)-(-1,7);"
    "(-7,-3)-(-5,-1)+W(-2,7);(-3,8)-(-4,6);(-5,-1)-(-7,-1)"
)
TURNS: Final = tuple(RECORD.split(";"))
"""A whole game, turn by turn: forty-one turns to a ring."""
MIDDLE: Final = 28
"""After so many turns the garden is full of life."""
BONUS: Final = 38
"""The turn that earns the guest a wheel, without its bonus."""


class _Reaching(SkudPaiShoScene):
    """A finger rests a little beside a point where the picked flower may go."""

    def resume(self) -> None:
        super().resume()
        if self.asked is not None and movable(self.latest) & BITS[at(-7, -3)]:
            self.input.select(SkudPick(source=at(-7, -3)))
        x, y = self.board.place(at(-4, -2))
        resting(self, (x + 14, y - 9))


class _Dragging(SkudPaiShoScene):
    """The whole board is seen, and a finger has dragged a flower over a point at its edge."""

    def resume(self) -> None:
        super().resume()
        self.eye.fit()
        self.eye.update(0.0, reduced=True)
        start = self.board.place(at(-7, -3))
        carrying(self, start, self.board.place(at(-8, -1)))


class _ToldSkud(_Told, SkudPaiShoScene):
    told = at(-7, -3)


class _ToldReserve(_Told, SkudPaiShoScene):
    told = OffBoard(1, R4, "reserve")


def skud_pai_sho(context: Context) -> dict[str, AnyPlayScene]:
    """The choice of accents, a garden in bloom, things picked and refused, the lens, a finger
    that aims, a ring, and tiles explained.
    """
    around = replace(context, settings=context.settings.changed(seating="table"))

    def table(
        *turns: str, make: type[SkudPaiShoScene] = SkudPaiShoScene, context: Context = context
    ) -> SkudPaiShoScene:
        return make(context, Series(_planted(*turns)), persons("Annegret", "Assam"))

    picked = table(*TURNS[:MIDDLE])
    picked.input.picked = SkudPick(source=at(-7, -3))
    wheel = table(*TURNS[:BONUS], TURNS[BONUS].partition("+")[0])
    wheel.input.picked, wheel.input.aim = SkudPick(hand=WHEEL), Bonus(WHEEL, at(-2, 7))
    lens = table(*TURNS[:BONUS])
    lens.input.harmony_lens = True
    return {
        "skud_pai_sho-opening": table(),
        "skud_pai_sho-middle": table(*TURNS[:MIDDLE]),
        "skud_pai_sho-picked": picked,
        "skud_pai_sho-wheel": wheel,
        "skud_pai_sho-lens": lens,
        "skud_pai_sho-loupe": table(*TURNS[:MIDDLE], make=_Reaching),
        "skud_pai_sho-loupe-table": table(*TURNS[:MIDDLE], make=_Dragging, context=around),
        "skud_pai_sho-ring": table(*TURNS),
        "skud_pai_sho-explained": table(*TURNS[:MIDDLE], make=_ToldSkud),
        "skud_pai_sho-explained-table": table(
            *TURNS[:MIDDLE], make=_ToldReserve, context=around
        ),
    }


@_played_once
def _planted(*turns: str) -> Match:
    match = Match(GAMES["skud_pai_sho"], 2)
    for text in turns:
        if match.state.phase == "bonus":
            match.play(DECLINE)
        match.play_text(text)
    if match.cursor and len(turns) == len(TURNS):
        match.play(DECLINE)
    return match


# Solitaire Pai Sho --------------------------------------------------------------------------


class _ToldSolitaire(_Told, SolitairePaiShoScene):
    pass


class _Aiming(SolitairePaiShoScene):
    """A finger rests where the tile in hand would break a line, low in the garden."""

    def resume(self) -> None:
        super().resume()
        if (pick := self.input.in_hand) is not None:
            low = [point for point in goals(self.latest, pick) if xy(point)[1] < -2]
            point = max(low, key=lambda each: len(foresee(self.latest, meant(pick, each)).lost))
            x, y = self.board.place(point)
            resting(self, (x - 12, y + 10))


class _Laid(SolitairePaiShoScene):
    """A tile has just been laid, and the next one is still in the bag, for as long as one looks."""

    def resume(self) -> None:
        super().resume()
        if not self.input.draw_waits:
            self.play(_ranked(self.match)[0])
            self.finish_motion()

    def reveal(self) -> None:
        """Stay in the bag."""


def solitaire_pai_sho(context: Context) -> dict[str, Scene]:
    """Beginning, a tile just laid, half grown with a tile held over it, late with and without a
    finger that aims, a flower to be moved, tiles to choose from, together, against each other,
    finished, the score sheet, and a flower explained.
    """

    def garden(
        steps: int, *others: Chair, make: type[SolitairePaiShoScene] = SolitairePaiShoScene,
        **options: Value,
    ) -> SolitairePaiShoScene:
        seats = ANNEGRET, *others
        return make(context, Series(grown(len(seats), steps, options)), seats)

    middle = garden(17)
    best = _ranked(middle.match)[0]
    middle.input.aim = best.point if isinstance(best, Lay) else None
    moving = garden(12, move_instead=True)
    moving.input.selected = _roaming(moving.match)
    told = _ToldSolitaire(context, Series(moving.match), (ANNEGRET,))
    told.told = moving.input.selected
    finished = garden(28)
    finished.animation.retold = True
    ole = Chair("person", "Ole")
    return {
        "solitaire_pai_sho-opening": garden(0),
        "solitaire_pai_sho-laid": garden(16, make=_Laid),
        "solitaire_pai_sho-middle": middle,
        "solitaire_pai_sho-late": garden(25),
        "solitaire_pai_sho-loupe": garden(25, make=_Aiming),
        "solitaire_pai_sho-moving": moving,
        "solitaire_pai_sho-chosen": garden(8, draw="choose"),
        "solitaire_pai_sho-together": garden(18, ASSAM, mode="cooperative"),
        "solitaire_pai_sho-against": garden(30, ole, mode="uncooperative", draw="choose"),
        "solitaire_pai_sho-finished": finished,
        "solitaire_pai_sho-results": GardenResults(context, finished),
        "solitaire_pai_sho-explained": told,
    }


@_played_once
def grown(seats: int, steps: int, options: Options | None = None) -> Match:
    """A garden in which so many tiles were laid, each where it promises most."""
    match = Match(GAMES["solitaire_pai_sho"], seats, options or {}, seed=4711)
    for _ in range(steps):
        if match.outcome is None:
            match.play(_ranked(match)[0])
    return match


def _ranked(match: Match) -> Sequence[AnyMove]:
    return SolitairePaiShoEvaluator().rank(match.state, match.game.moves(match.state))


def _roaming(match: Match) -> GardenPoint:
    """The flower that could be moved to most points."""
    flowers = points_of(own_flowers(match.state))
    return max(flowers, key=lambda point: len(goals(match.state, point)))


# Walomino -----------------------------------------------------------------------------------


class _ToldWalomino(_Told, WalominoScene):
    pass


def walomino(context: Context) -> dict[str, AnyPlayScene]:
    """The box, dealt pairs, the opening, a pair that is about to be laid, one that is explained,
    four seats later on.
    """
    four = persons("Anna", "Ben", "Clara", "David")

    def pairs(
        make: type[WalominoScene], moves: int | None = None,
        chairs: Sequence[Chair] = (ANNEGRET, ASSAM), draft: str = "quick",
    ) -> WalominoScene:
        return make(context, Series(_paired(len(chairs), moves, draft)), chairs)

    middle = pairs(WalominoScene, 8)
    legal = attaches(middle.latest, middle.latest.turn)
    choice = middle.pushing.choice
    number = legal[0].number
    pair = middle.latest.pairs[middle.latest.turn][number]
    assert pair is not None
    poses = [move.pose for move in legal if move.number == number]
    choice.take(number, by_side(middle.latest, pair, poses))
    told = pairs(_ToldWalomino, 8)
    assert isinstance(told, _ToldWalomino), "that was asked for"
    told.told = key_of(middle.latest.turn, number)
    return {
        "walomino-box": pairs(WalominoScene, draft="choose"),
        "walomino-dealt": pairs(WalominoScene),
        "walomino-opening": pairs(WalominoScene, 0),
        "walomino-middle": middle,
        "walomino-four": pairs(WalominoScene, 12, four),
        "walomino-explained": told,
    }


@_played_once
def _paired(seats: int, moves: int | None, draft: str) -> Match:
    """A match after so many pairs that were laid; with None, before it is known who has which."""
    match = Match(GAMES["walomino"], seats, {"draft": draft}, seed=7)
    for _ in range(0 if moves is None else seats):
        match.play(Keep())
    for _ in range(moves or 0):  # what stands in the middle of the legal ones
        legal = match.game.moves(match.state)
        match.play(legal[len(legal) // 2])
    return match
