"""What is said to the person who is asked: what to do now, what a choice brings, a hint."""

from __future__ import annotations

from game.rules.core.protocol import Game
from game.rules.ping_pao.game import Lay, Move, Pass, Table, Take
from game.scenes.ping_pao.choice import Choice, Taking
from game.scenes.ping_pao.laying import Laying
from game.services.texts import Texts


class Words:
    """Prompts and hints about one choice."""

    def __init__(self, texts: Texts, rules: Game[Table, Move], choice: Choice) -> None:
        self.texts, self.rules, self.choice = texts, rules, choice

    def prompt(self, table: Table) -> str:
        """What the seat whose turn it is should do now."""
        t, plan = self.texts.t, self.choice.plan
        if self.rules.why_illegal(table, Pass()) is None:
            return t("ping_pao.phase.pass")
        if table.phase == "remove":
            if isinstance(plan, Taking) and plan.chosen is not None:
                return self._freed(*plan.freed(plan.chosen))
            return t("ping_pao.phase.remove")
        if not len(table.pieces):
            return t("ping_pao.prompt.first")
        if isinstance(plan, Laying):
            if plan.ghost is not None and self.choice.carried is None:
                return t(f"ping_pao.prompt.{'ghost' if len(plan.ways) > 1 else 'only_way'}")
            if plan.refusal is not None:
                return self.texts.refusal("ping_pao", plan.refusal)
            if plan.armed:
                return t("ping_pao.prompt.armed")
        return t("ping_pao.phase.build")

    def _freed(self, loose: tuple[object, ...], points: int) -> str:
        """What taking the chosen piece would bring."""
        own, texts = len(loose) - points, []
        if points:
            texts.append(self.texts.t("ping_pao.prompt.frees", n=points))
        if own:
            texts.append(self.texts.t("ping_pao.prompt.frees_own", n=own))
        return " ".join(texts) or self.texts.t("ping_pao.prompt.frees_none")

    def hint(self, move: Move) -> str:
        """The move a computer would play, in words."""
        if isinstance(move, Take) and (taking := self.choice.taking) is not None:
            points = taking.freed(move.pose)[1]
            key = "take" if points else "take_none"
            return self.texts.t(f"ping_pao.hint.{key}", n=points)
        return self.texts.t(f"ping_pao.{'hint.lay' if isinstance(move, Lay) else 'phase.pass'}")
