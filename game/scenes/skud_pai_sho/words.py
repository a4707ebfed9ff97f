"""What is said at a table of Skud Pai Sho: what tiles are, hints in words, the news that counts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from game.rules.core.protocol import Event, Seat
from game.rules.pai_sho import board as rules
from game.rules.pai_sho.board import CODES, Kind
from game.rules.skud_pai_sho import state as turns
from game.rules.skud_pai_sho.board import harmonies_of, ring
from game.rules.skud_pai_sho.harmony_lens import closes_in_one, nearest_ring
from game.rules.skud_pai_sho.state import Accents, Arrange, Bonus, Move, Plant, State
from game.scenes.skud_pai_sho import picks
from game.scenes.skud_pai_sho.picks import Pick
from game.services.texts import Texts

GAME: Final = "skud_pai_sho"
RANK: Final = (
    "ring", "stuck", "last_basic", "capture", "sunk", "ferried", "wheel", "bonus", "bonus_due",
    "harmony", "broken", "plant", "accents", "decline", "pass",
)  # fmt: skip
"""What is told first when several things happen at once; the rest is to be seen."""


def headlines(events: Iterable[Event], asked: Seat | None) -> dict[Seat, list[Event]]:
    """For every seat the event worth telling, or all of that kind; who is asked for a bonus sees
    it in the prompt.
    """
    told = (e for e in events if e.kind in RANK and (e.kind, e.seat) != ("bonus_due", asked))
    news: dict[Seat, list[Event]] = {}
    for event in sorted(told, key=lambda each: RANK.index(each.kind)):
        first = news.setdefault(event.seat, [event])[0]
        if first is not event and first.kind == event.kind:
            news[event.seat].append(event)
    return news


class Words:
    """Texts about tiles and moves in the table's language."""

    def __init__(self, texts: Texts, aids: bool = True) -> None:
        self._texts = texts
        self.aids = aids
        """Whether harmonies to come are pointed out (SK-25)."""

    def t(self, key: str, **params: str | int) -> str:
        return self._texts.t(f"{GAME}.{key}", **params)

    def about(self, kind: Kind, ruleset: str) -> tuple[str, str]:
        """A tile's name and its nature."""
        code = CODES[kind]
        name = self.t(f"tile.{code}")
        if kind not in rules.BASICS:
            return name, self.t(f"about.{ruleset}.{code}")
        garden = "red" if code[0] == "R" else "white"
        return f"{name} {code[1]}", self.t(f"about.{garden}", n=rules.STEPS[kind])

    def hint(self, state: State, steps: Sequence[Move]) -> str:
        """The turn a computer would play, and why: of its steps the first one is marked."""
        told = [self._step(state, steps[0])]
        if isinstance(steps[0], Plant | Arrange | Bonus):
            told.append(self._texts.why(GAME, state, steps))
        bonus = (move for move in steps[1:] if isinstance(move, Bonus))
        told += [self.t("hint.then", **dict(rules.naming(move.kind))) for move in bonus]
        return " ".join(filter(None, told))

    def _step(self, state: State, move: Move) -> str:
        if isinstance(move, Bonus):
            key = "hint.bonus" if move.goal is None else "hint.ferry"
        elif isinstance(move, Arrange) and (taken := state.board.cells[move.goal]):
            return self.t("hint.capture", **dict(rules.naming(rules.kind_of(taken))))
        else:
            key = "phase.pass" if move == turns.PASS else f"hint.{type(move).__name__.lower()}"
            if isinstance(move, Accents) and len({*move.kinds}) == len(move.kinds):
                key += "_each"
        return self.t(key, **self.named(state, move))

    def named(self, state: State, move: Move) -> Mapping[str, str | int]:
        """What the words for a step in the list of moves name: its tiles."""
        match move:
            case Plant(kind) | Bonus(kind):
                return dict(rules.naming(kind))
            case Arrange(source):
                return dict(rules.naming(rules.kind_of(state.board.cells[source])))
            case Accents(kinds):
                return {k: f"@tile.{CODES[v]}" for k, v in zip("abcd", kinds, strict=True)}
        return {}

    def prompt(self, state: State, pick: Pick, pinned: bool, shows_targets: bool) -> str:
        """What whoever's turn it is should do next; `pinned` when a step waits to be confirmed."""
        steps = picks.steps_of(state)
        if steps[0] == turns.PASS:
            return self.t("phase.pass")
        if steps == (turns.DECLINE,):
            return self.t("table.bonus_barred")
        if pinned:
            return self.t("table.again")
        if pick.source is not None:
            if not shows_targets:
                return self.t("table.where")
            rich = self.aids and picks.reach_of(state, pick).rich
            return self.t("table.to_bonus" if rich else "table.to_point")
        if pick.ferry is not None:
            return self.t("table.boat_to")
        if pick.hand is not None:
            code = CODES[pick.hand]
            return self.t(f"table.lay.{code}" if len(code) == 1 else "table.lay.flower")
        if state.phase == "bonus" and ring(harmonies_of(state.board, state.rules), state.turn):
            return self.t("table.ring_due")
        return self.t(f"phase.{state.phase}")

    def seen(self, state: State, seat: Seat) -> tuple[str, ...]:
        """What the harmony lens tells about one player, line by line."""
        lines = [self.t("lens.harmonies", n=turns.harmony_count(state, seat))]
        if state.rules.midlines_decide:
            lines.append(self.t("lens.crossings", n=turns.crossings(state, seat)))
        gap = nearest_ring(state.board, state.rules, seat)
        if gap is not None and not gap.missing:
            lines.append(self.t("lens.ring"))
        elif closes_in_one(state, seat):
            lines.append(self.t("lens.near"))
        elif gap is not None:  # else nothing is known about rings, and nothing is said
            lines.append(self.t("lens.missing", n=len(gap.missing)))
        return tuple(lines)
