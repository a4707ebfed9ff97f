"""What the rules cost: random play, counted turns, the Walongs' geometry, Skud's turn lists."""

from __future__ import annotations

import gzip
import json
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import fmean
from typing import Any

from game.rules import GAMES
from game.rules.core.perft import perft
from game.rules.core.protocol import CHANCE, AnyGame
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import HOME, unpack
from game.tools.figure import ROOT, SECONDS, Figure

DATA = ROOT / "tests" / "data"
STEP_BUDGETS = {"jin_li": ">60000", "domi_jongg": ">20000"}
PERFT = {"corners": (270, 69_732, 25_792_884), "inset": (720, 495_712, 282_631_932)}
CLUSTERS, PIECES = 20, 50


def yardstick() -> Iterator[Figure]:
    """Rounds a second of a loop over a dictionary, integers and a tuple."""
    rounds, until = 0, time.perf_counter() + 1
    while time.perf_counter() < until:
        table = {n: (n, n * n % 97) for n in range(100)}
        rounds += sum(pair[1] for pair in table.values()) > 0
    yield Figure("yardstick", rounds, "rounds/s")


def random_play(game: AnyGame, seats: int, seconds: float = SECONDS) -> tuple[int, int]:
    """Steps and finished games in so many seconds of random play by one core."""
    rng, steps, games = random.Random(1), 0, 0
    pick = rng.random
    until = time.perf_counter() + seconds
    state = game.start(seats, {})
    while time.perf_counter() < until:
        for _ in range(200):
            actor = game.actor(state)
            if actor is None:
                games += 1
                state = game.start(seats, {})
            elif actor == CHANCE:
                state = game.apply(state, game.sample_chance(state, rng))
            else:
                moves = game.moves(state)
                state = game.apply(state, moves[int(pick() * len(moves))])
            steps += 1
    return steps, games


def rules() -> Iterator[Figure]:
    """Random play of every game."""
    for game in GAMES.values():
        low, high = game.info.seats
        seats = 3 if low <= 3 <= high else low
        begun = time.perf_counter()
        steps, games = random_play(game, seats)
        passed = time.perf_counter() - begun
        name, note = f"rules {game.info.id}, {seats} seats", f"{games / passed:.1f} games/s"
        yield Figure(name, steps / passed, "steps/s", STEP_BUDGETS.get(game.info.id, ""), note)


def jin_li_perft() -> Iterator[Figure]:
    """Jin Li's complete turns two deep."""
    yield from _perft(2)


def jin_li_perft_deep() -> Iterator[Figure]:
    """The same three deep, which takes minutes."""
    yield from _perft(3)


def _perft(depth: int) -> Iterator[Figure]:
    game = GAMES["jin_li"]
    for placement, counts in PERFT.items():
        begun = time.perf_counter()
        found = perft(game, game.start(2, {"placement": placement}), depth)
        passed = time.perf_counter() - begun
        right = "agrees" if found == counts[depth - 1] else f"WRONG: {found:,}"
        yield Figure(f"jin_li perft {depth} {placement}", passed, "s", "", f"{found:,} {right}")


def _milliseconds(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return (time.perf_counter() - begun) * 1000


def grown(pieces: int, seed: int) -> Cluster:
    """A cluster that grew by random placements."""
    rng, cluster = random.Random(seed), Cluster([(HOME, 0)])
    while len(cluster) < pieces:
        cluster = cluster.plus(unpack(rng.choice(list(cluster.spots()))), 0)
    return cluster


def walongs() -> Iterator[Figure]:
    """All places in a cluster of fifty, found anew and after one piece came or went."""
    clusters = [grown(PIECES - 1, seed) for seed in range(CLUSTERS)]
    anew, came, went = [], [], []
    for cluster in clusters:
        pose = unpack(next(iter(cluster.spots())))
        anew.append(_milliseconds(Cluster((*cluster.pieces, (pose, 0))).spots))
        laid = cluster.plus(pose, 0)
        came.append(_milliseconds(laid.spots))
        went += [_milliseconds(laid.minus(gone).spots) for gone in laid]
    yield Figure("walongs, 50 pieces: all places anew", fmean(anew), "ms", "<6", _worst(anew))
    yield Figure("walongs: places after a placement", fmean(came), "ms", "<0.8", _worst(came))
    yield Figure("walongs: places after a removal", fmean(went), "ms", "<0.8", _worst(went))


def _worst(times: list[float]) -> str:
    return f"worst {max(times):.2f} ms"


def skud() -> Iterator[Figure]:
    """The complete list of turns in recorded positions, and plies of random play."""
    game: Any = GAMES["skud_pai_sho"]
    file = DATA / "skud_pai_sho_positions.jsonl.gz"
    if file.exists():
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            recorded = [json.loads(line) for line in lines]
        states = [
            game.from_plain(
                {
                    "board": [row[:4] for row in one["board"]],
                    "hands": {owner: one["hand" + owner] for owner in "GH"},
                    "turn": turn,
                },
                {"ruleset": "garden_gate"},
            )
            for one in recorded
            for turn in "GH"
        ]
        counts: list[int] = []
        times = [
            _milliseconds(partial(lambda state: counts.append(len(game.turn_texts(state))), state))
            for state in states
        ]
        note = f"{fmean(counts):.0f} turns each, {_worst(times)}"
        yield Figure("skud_pai_sho turn list", fmean(times), "ms", "<5", note)
