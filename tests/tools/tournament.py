"""The levels of computer players against each other: who is the stronger, and how surely.

Every level meets the one below it. Each deal of luck is played twice, the seats exchanged; who
plays alone is compared with who plays the very same luck alone.

    python -m tests.tools.tournament --game jin_li --games 200

With a file to keep them in, games that take long are played bit by bit: those that it has are not
played again.

    python -m tests.tools.tournament --yardsticks --level grandmaster --file build/games.jsonl
"""

import argparse
import json
import math
import multiprocessing
import random
import re
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import NamedTuple, Self, TypeAlias

from game.ai.evaluation.evaluator import AnyEvaluator
from game.ai.evaluation.jin_li import JinLiEvaluator
from game.ai.evaluation.skud_pai_sho import SkudPaiShoEvaluator, Weights
from game.ai.evaluation.walomino import WalominoEvaluator
from game.ai.search.alpha_beta import AlphaBeta
from game.ai.search.budget import Effort
from game.ai.skills import SKILL, SKILLS, Strength, evaluator, strength, think
from game.rules import GAMES
from game.rules.core.protocol import CHANCE, AnyGame, AnyMove, AnyState, Options, Seat, Value
from game.rules.skud_pai_sho.state import harmony_count
from game.rules.walomino.state import Table
from game.services.texts import Texts
from game.side_process import uninterrupted
from tests.tools.plain_tree import plain_tree
from tests.tools.players import choose
from tests.tools.progress import one_by_one

ENDLESS = 1000
"""So many steps are enough; some rules let two players who want nothing go on for ever."""
COMMON = 1.96  # standard errors to both sides within which the truth lies nineteen times of twenty

# Simple players that never change: what computer players are measured against -----------------

Player: TypeAlias = Callable[[AnyGame, AnyState, Seat, random.Random], tuple[AnyMove, ...]]
"""Given the game, the view, the seat and random numbers: the next steps."""
WIN = 1000  # better than any points


def careless(game: AnyGame, view: AnyState, seat: Seat, rng: random.Random) -> tuple[AnyMove, ...]:
    """Plays any legal step."""
    return (rng.choice(game.moves(game.determinize(view, seat, rng))),)


def gatherer(game: AnyGame, view: AnyState, seat: Seat, rng: random.Random) -> tuple[AnyMove, ...]:
    """Looks one step ahead in Skud Pai Sho for harmonies of its own, and takes a ring."""
    found: dict[float, list[AnyMove]] = {}
    for move in game.moves(view):
        after = game.apply(view, move)
        lead = harmony_count(after, seat) - harmony_count(after, 1 - seat)
        won = after.outcome is not None and seat in after.outcome.winners
        bonus = 0.5 * (after.phase == "bonus")
        found.setdefault(lead + bonus + WIN * won, []).append(move)
    return (rng.choice(found[max(found)]),)


FROZEN: Mapping[str, Strength] = {
    "ping_pao": Strength(200, 64, 0.0),
    "walomino": Strength(150, 64, 0.0),
    "jin_li": Strength(5000, 64, 0.0),
    "domi_jongg": Strength(150, 64, 0.0, 1),
    "skud_pai_sho": Strength(400, 64, 0.0),
    "solitaire_pai_sho": Strength(100, 64, 0.0),
}
"""How the master played when there was no stronger one. `test_tournament` holds what it plays."""


class OldWalomino(WalominoEvaluator):
    """Knew nothing of ties that are broken (WM-10)."""

    def evaluate(self, state: Table) -> tuple[float, ...]:
        return super().evaluate(replace(state, first_out=False))


class OldSkud(SkudPaiShoEvaluator):
    """Was weighed by hand."""

    weights = Weights(
        harmony=0.5, crossing=0.5, way=6.0, bloom=0.25, growing=0.1, lead=5.0, tally=0.0, accent=0.1
    )


class OldJinLi(JinLiEvaluator):
    """Threw no stone into its own way, though the other won at once."""

    urgent = 0.0


OLD_JUDGES: Mapping[str, type[AnyEvaluator]] = {
    "walomino": OldWalomino, "skud_pai_sho": OldSkud, "jin_li": OldJinLi
}  # fmt: skip


class OldAlphaBeta(AlphaBeta[AnyState, AnyMove]):
    """Remembered of each position what was best there, and nothing of other positions."""

    def ordered(
        self, moves: Sequence[AnyMove], seat: Seat, known: AnyMove | None
    ) -> Sequence[AnyMove]:
        return sorted(moves, key=lambda move: move != known)


def old_master(
    game: AnyGame, view: AnyState, seat: Seat, rng: random.Random
) -> tuple[AnyMove, ...]:
    """The master as it was, whatever becomes of the master."""
    name = game.info.id
    judge, able = OLD_JUDGES.get(name, type(evaluator(name)))(), FROZEN[name]
    if judge.duel and len(game.moves(view)) > 1:
        search = OldAlphaBeta(game, judge, Effort(able.budget), rng)
        return search.best(view, seat, able.turns).steps
    return think(game, judge, view, seat, able, rng)


BASELINES: dict[str, Player] = {
    "careless": careless,
    "gatherer": gatherer,
    "old_master": old_master,
    "plain_tree": plain_tree,
}

# Who meets whom ----------------------------------------------------------------------------------


class Contest(NamedTuple):
    """One way to play a game at a tournament."""

    id: str
    title: str
    game: str
    seats: int = 2
    options: Mapping[str, Value] = {}


DUEL = {"mode": "uncooperative"}
FIRST_OUT = {"draft": "deal", "tie": "first_out"}
CONTESTS = (
    *(Contest(game, Texts().t(f"{game}.name"), game, rules.info.seats[0])
      for game, rules in GAMES.items()),
    Contest("walomino_first_out", "Walomino, first out", "walomino", 2, FIRST_OUT),
    Contest("solitaire_duel", "Solitaire Pai Sho, duel", "solitaire_pai_sho", 2, DUEL),
)  # fmt: skip
CONTEST = {contest.id: contest for contest in CONTESTS}
MEASURES = (
    ("skud_pai_sho", "master", "gatherer"),
    ("solitaire_pai_sho", "old_hand", "careless"),
    *((game, "grandmaster", "old_master") for game in (*FROZEN, "walomino_first_out")),
    *((game, "master", "plain_tree") for game in FROZEN if game != "skud_pai_sho"),
)
"""Which level is measured against which simple player, and where. In Skud Pai Sho games that are
played at random take too long for a plain tree.
"""


class Pairing(NamedTuple):
    """Two players who meet in a contest: levels, or yardsticks, by name."""

    contest: Contest
    stronger: str
    weaker: str


class Meeting(NamedTuple):
    """One comparison: a game against each other, or the same luck played by both."""

    pairing: Pairing
    number: int
    seed: int


class Found(NamedTuple):
    """What came of a meeting."""

    lead: float  # above 0 if the stronger was the better, below if the weaker, 0 if neither
    scores: tuple[int, int]  # what both had in the end, the stronger first
    times: list[float]  # seconds of the processor that each decision of the stronger took


def player(name: str) -> Player:
    """The level or the yardstick of this name."""
    if name in BASELINES:
        return BASELINES[name]
    level = SKILL[name]
    return lambda game, view, seat, rng: choose(game, view, seat, level, rng)


def play(
    game: AnyGame, players: Sequence[Player], options: Options, seed: int
) -> tuple[AnyState, list[list[float]]]:
    """The last state of a game between these players, or the one in which it was given up.
    Luck does not depend on what they do. Beside it, for every seat, the seconds of the processor
    that each of its decisions took.
    """
    luck = random.Random(f"{seed}/luck")
    minds = [random.Random(f"{seed}/{seat}") for seat in range(len(players))]
    times: list[list[float]] = [[] for _ in players]
    state = game.start(len(players), options)
    for _ in range(ENDLESS):
        actor = game.actor(state)
        if actor is None:
            break
        if actor == CHANCE:
            state = game.apply(state, game.sample_chance(state, luck))
            continue
        begun = time.process_time()
        steps = players[actor](game, game.observation(state, actor), actor, minds[actor])
        times[actor].append(time.process_time() - begun)
        for step in steps:
            state = game.apply(state, step)
    return state, times


def meet(meeting: Meeting) -> Found:
    """Play a meeting: against each other, or each alone with the same luck.
    Of two meetings in a row against each other luck is the same, the seats are not.
    """
    (contest, stronger, weaker), number, seed = meeting
    game = GAMES[contest.game]
    if contest.seats == 1:
        (end, times), (other, _) = (
            play(game, [player(name)], contest.options, seed + number)
            for name in (stronger, weaker)
        )
        alone = game.scores(end)[0], game.scores(other)[0]
        return Found(float(alone[0] - alone[1]), alone, times[0])
    seat = number % 2
    players = [player(weaker)] * 2
    players[seat] = player(stronger)
    end, times = play(game, players, contest.options, seed + number // 2)
    outcome, scores = game.outcome(end), game.scores(end)
    winners = outcome.winners if outcome is not None else ()
    lead = float(seat in winners) - float(1 - seat in winners)
    return Found(lead, (scores[seat], scores[1 - seat]), times[seat])


# Figures ---------------------------------------------------------------------------------------


class Result(NamedTuple):
    """A pairing's meetings, added up."""

    pairing: Pairing
    won: int
    drawn: int
    lost: int
    scores: tuple[float, float]  # the mean of both, the stronger first
    thought: float  # seconds of the processor that a decision of the stronger took on average
    slowest: float

    @classmethod
    def of(cls, pairing: Pairing, founds: Sequence[Found]) -> Self:
        won, lost = sum(f.lead > 0 for f in founds), sum(f.lead < 0 for f in founds)
        mine, theirs = (mean(f.scores[i] for f in founds) for i in (0, 1))
        times = [seconds for f in founds for seconds in f.times]
        drawn = len(founds) - won - lost
        return cls(pairing, won, drawn, lost, (mine, theirs), mean(times), max(times))

    @property
    def meetings(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The stronger's part of the points: 1 for a win, a half for a draw."""
        return (self.won + self.drawn / 2) / self.meetings

    def row(self) -> str:
        low, high = interval(self.share, self.meetings)
        points = f"{self.share:>4.0%} ({low:.0%}–{high:.0%})"
        return (
            f"| {self.pairing.contest.title:<27} "
            f"| {self.pairing.stronger:>9} : {self.pairing.weaker:<9} "
            f"| {self.meetings:>5} | {self.won:>4} | {self.drawn:>5} | {self.lost:>4} "
            f"| {points:<15} | {chance_of(self.won, self.lost):>7.1g} "
            f"| {self.scores[0]:>6.1f} : {self.scores[1]:<6.1f} "
            f"| {1000 * self.thought:>6.1f} | {1000 * self.slowest:>7.0f} |"
        )


HEAD = (
    "| contest                     | stronger : weaker     | games |  won | drawn | lost "
    "| points          |       p | mean scores     |     ms | slowest |\n"
    "|---|---|--:|--:|--:|--:|---|--:|---|--:|--:|"
)


def chance_of(won: int, lost: int) -> float:
    """How likely equals would differ that much or more, either way (sign test, draws left out)."""
    decided = won + lost
    least = sum(math.comb(decided, k) for k in range(max(won, lost), decided + 1))
    return min(1.0, least / 2 ** (decided - 1)) if decided else 1.0


def interval(share: float, count: int) -> tuple[float, float]:
    """Where the true share lies nineteen times of twenty (Wilson's interval)."""
    z = COMMON**2 / count
    middle = (share + z / 2) / (1 + z)
    half = math.sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)


# The tournament --------------------------------------------------------------------------------


def pairings(only: str | None = None, level: str | None = None) -> Iterator[Pairing]:
    """Every level against the one below, in every contest; or only in this one, at this level."""
    for contest in CONTESTS:
        for weaker, stronger in pairwise(SKILLS):
            if only in (None, contest.id) and level in (None, stronger.id):
                yield Pairing(contest, stronger.id, weaker.id)


def measures(only: str | None = None, level: str | None = None) -> Iterator[Pairing]:
    """Strong levels against simple players that stay as they are."""
    for contest, stronger, yardstick in MEASURES:
        if only in (None, contest) and level in (None, stronger):
            yield Pairing(CONTEST[contest], stronger, yardstick)


def key(meeting: Meeting) -> str:
    """What tells a meeting from all others: meetings of the same key come to the same, as long as
    searches and judgements do.
    """
    contest, *names = meeting.pairing
    able = [strength(contest.game, SKILL[name]) for name in names if name in SKILL]
    return f"{contest.id} {' : '.join(names)} {able} {meeting.seed}/{meeting.number}"


def kept(file: Path | None) -> dict[str, Found]:
    """What came of the meetings that a file holds, by their keys."""
    if file is None or not file.exists():
        return {}
    lines = map(json.loads, file.read_text("utf-8").splitlines())
    return {key: Found(lead, (mine, theirs), times) for key, lead, (mine, theirs), times in lines}


def results(
    chosen: Iterable[Pairing], games: int, seed: int = 1, jobs: int = 1, file: Path | None = None
) -> Iterator[Result]:
    """The results, each as soon as it is known. The same seed gives the same games; a `file` keeps
    what came of each, and what it holds is not played again.
    """
    known = kept(file)
    with uninterrupted():  # Ctrl-C is this program's business, not that of the others
        started = multiprocessing.get_context("spawn").Pool(
            jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)
        )
    with started as pool:
        for pairing in chosen:
            meetings = [Meeting(pairing, number, seed) for number in range(games)]
            new = [meeting for meeting in meetings if key(meeting) not in known]
            played = pool.imap(meet, new)
            for meeting in one_by_one(new):
                found = known[key(meeting)] = next(played)
                if file is not None:
                    with file.open("a", encoding="utf-8") as out:
                        print(json.dumps((key(meeting), *found)), file=out)
            yield Result.of(pairing, [known[key(meeting)] for meeting in meetings])


def tournament(
    only: str | None, level: str | None, games: int, jobs: int, seed: int, *, yardsticks: bool,
    file: Path | None = None,
) -> int:
    """Play, and print a table row by row; gives the exit code."""
    print(HEAD, flush=True)
    chosen = (measures if yardsticks else pairings)(only, level)
    for result in results(chosen, games, seed, jobs, file):
        print(result.row(), flush=True)
    return 0


ABOUT = (
    "Every level of computer player meets the one below it. Luck is dealt twice, the seats "
    "exchanged; gardens laid alone are compared one by one. p is how likely equals would differ "
    "that much (sign test, draws left out); ms is the processor's time that a decision of the "
    "stronger takes."
)


def count(text: str) -> int:
    """A number of games or processes."""
    if not re.fullmatch(r"[1-9]\d{0,5}", text):
        raise argparse.ArgumentTypeError(f"a number from 1 to 999999 is wanted, not {text!r}")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made, higher = argparse.ArgumentParser("tournament", description=ABOUT), tuple(SKILL)[1:]
    option = made.add_argument
    option("--game", choices=tuple(CONTEST), metavar="GAME", dest="only",
           help="only this one: " + ", ".join(CONTEST))  # fmt: skip
    option("--level", choices=higher, metavar="LEVEL",
           help="this one against the one below: " + ", ".join(higher))  # fmt: skip
    option("--games", type=count, default=100, help="per pairing (100)")
    option("--jobs", type=count, default=1, help="processes at once (1)")
    option("--seed", type=int, default=1, help="of luck and thought (1)")
    option("--yardsticks", action="store_true", help="strong ones against unchanging players")
    option("--file", type=Path, help="keeps each game; those it has are not played again")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit code."""
    return tournament(**vars(parser().parse_args(arguments)))


if __name__ == "__main__":
    raise SystemExit(main())
