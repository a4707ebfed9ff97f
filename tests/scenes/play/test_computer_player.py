"""A computer player that cannot think does not keep the table waiting."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai.worker import Failure, Question
from tests.scenes.table import ANNA, COMPUTER, Table


def failed(question: Question) -> Failure:
    return Failure(question.ticket, "no worker")


@pytest.mark.parametrize("game", ["ping_pao", "walomino", "jin_li", "domi_jongg", "skud_pai_sho"])
def test_a_computer_that_cannot_think_plays_all_the_same_and_says_so(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(game, (COMPUTER, COMPUTER))
    monkeypatch.setattr(table.context.ai_worker, "_exchanged", failed)
    said = table.scene.t("play.first_glance")
    for _ in range(100):
        table.wait(0.1)
        if said in [tray.message for tray in table.scene.trays]:
            break
    else:
        raise AssertionError("nothing was said")
    assert any(table.match.seat_of(i) >= 0 for i in range(table.match.cursor))
    table.close()


def test_a_hint_that_cannot_be_thought_about_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("jin_li", (ANNA, COMPUTER))
    monkeypatch.setattr(table.context.ai_worker, "_exchanged", failed)
    table.rest()
    assert table.match.actor == 0
    table.scene.ask_hint()
    table.wait(0.2)
    assert table.scene.trays[0].message == table.scene.t("play.first_glance")
    assert any(mark.kind == "hint" for mark in table.scene.marks)
    table.close()


def test_a_hint_comes_from_the_strongest() -> None:
    table, asked = Table("jin_li", (ANNA, COMPUTER)), list[Any]()
    table.rest()
    table.context.ai_worker.ask = lambda *question: asked.append(question) or 1
    table.scene.ask_hint()
    assert [level for _, _, _, level, _ in asked] == ["grandmaster"]
    table.close()
