"""The page of phones in a real browser, at the real table: phones of three sizes, with touch."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from game.rules import GAMES
from tests.phones.browser import SIZES, Couch, Phone, chromium

pytestmark = pytest.mark.deep

OPTIONS: dict[str, dict[str, Any]] = {
    "domi_jongg": {"dealer": 0}, "walomino": {"draft": "choose"}, "ping_pao": {}, "jin_li": {},
    "skud_pai_sho": {}, "solitaire_pai_sho": {"mode": "cooperative"},
}  # fmt: skip
ODD = """() => {
  const odd = [];
  const wide = document.documentElement;
  if (wide.scrollWidth > innerWidth + 1) odd.push(`it is ${wide.scrollWidth} wide`);
  for (const each of document.querySelectorAll('button, input, [role=button], [role=tab]')) {
    const box = each.getBoundingClientRect();
    const shown = each.checkVisibility({ visibilityProperty: true }) && box.width > 1;
    const name = each.getAttribute('aria-label') || each.textContent.trim()
      || each.labels?.[0]?.textContent;
    if (shown && !name) odd.push(`nobody can tell what ${each.outerHTML} is`);
    if (shown && !each.closest('#board') && (box.width < 43.5 || box.height < 43.5))
      odd.push(`${each.id || each.textContent} is ${box.width} × ${box.height}`);
    const away = box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    if (shown && away && !each.closest('#hand, #board, #own, dialog, form'))
      odd.push(`${each.id || each.textContent} is outside`);
  }
  return odd;
}"""
"""What does not fit, is too small for a finger, or has no name for a screen reader."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def couch(browser: Any) -> Iterator[Callable[..., Couch]]:
    """Makes couches, and clears them away."""
    made: list[Couch] = []

    def make(game: str, phones: int, **values: Any) -> Couch:
        made.append(Couch(browser, game, phones, options=OPTIONS[game], **values))
        return made[-1]

    yield make
    for each in made:
        each.close()


Make = Callable[..., Couch]


# Whole games ------------------------------------------------------------------------------------


def test_six_phones_play_a_round_of_domi_jongg_with_hidden_hands(couch: Make) -> None:
    at = couch("domi_jongg", 6, seed=5)
    for phone in at.sit_all():
        assert not phone.page.locator("#hand").is_visible(), "a hand lies open"
    at.play()
    at.until(lambda: all(phone.has("#undo:disabled") for phone in at.phones))
    for seat, phone in enumerate(at.phones):
        assert phone.wrong == []
        states = [json.loads(frame) for frame in phone.frames if '"type":"state"' in frame]
        yours = [each for state in states for each in state["yours"]]
        assert {each["seat"] for each in yours} == {seat}
        hands = [each["view"]["hand"] for each in yours if each["view"]]
        held = {tuple(sorted(item[6] for item in hand)) for hand in hands}
        assert held <= {tuple(state.hands[seat]) for state in at.match.states}


@pytest.mark.parametrize("game", [game for game in GAMES if game != "domi_jongg"])
def test_two_phones_play_to_the_results(couch: Make, game: str) -> None:
    at = couch(game, 2, seed=5)
    at.sit_all()
    at.play(seed=2)
    at.until(lambda: all(phone.has("#undo:disabled") for phone in at.phones))
    assert [phone.wrong for phone in at.phones] == [[], []]


# How it looks and can be reached ----------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits_every_phone_in_both_languages(couch: Make, game: str) -> None:
    at = couch(game, 1, chairs=2, seed=3)
    phone = at.phones[0]
    at.scan(phone)
    page = phone.page

    def look() -> None:
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(60)
            assert page.evaluate(ODD) == []

    look()
    at.sit(phone, 0)
    for _ in range(2):
        phone.uncover()
        look()
        page.tap("#more")
        look()
        page.locator("#menu .language").tap()
        page.wait_for_timeout(60)
        look()
        page.locator("#menu .shut").tap()
        page.tap("#book")
        page.wait_for_selector("#page h2")
        look()
        page.locator("#rules .shut").tap()
    assert phone.wrong == []


# What is tapped ---------------------------------------------------------------------------------


def test_a_wrong_tap_is_refused_with_its_rule_and_its_place(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, _ = at.sit_all()
    page = phone.page
    page.locator('#things [data-place="a7"]').dispatch_event("click")
    at.until(lambda: phone.has("#told.refusal"))
    assert page.locator("#told button").text_content() == "JL-2"
    assert page.locator('#things .wrong[data-place="a7"]').count() == 1
    page.tap("#told button")
    page.wait_for_selector("#page .rule.found")
    assert page.locator("#page .rule.found").text_content() == "JL-2"
    assert at.match.cursor == 0


def tap(phone: Phone, place: str) -> None:
    x, y = phone.page.evaluate(
        """(place) => { const box = document.querySelector(`#things [data-place="${place}"]`)
           .getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }""",
        place,
    )
    phone.page.touchscreen.tap(x, y)


def test_a_piece_is_tapped_then_its_place_and_may_be_let_go(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, other = at.sit_all()
    tap(phone, "a1")
    assert phone.page.locator('#things .picked[data-place="a1"]').count() == 1
    assert phone.page.locator("#things .may").count() == 3
    tap(phone, "a1")
    assert phone.page.locator("#things .picked").count() == 0
    tap(phone, "a1")
    tap(phone, "b2")
    at.until(lambda: at.match.cursor == 1)
    at.until(lambda: phone.page.locator("#things .may").count() == 45)
    tap(phone, "d4")
    at.until(lambda: other.asked and not phone.asked)


@pytest.mark.parametrize("place", ["(-4,1)", "(0,-7)"])
def test_where_places_are_nearer_than_a_fingertip_a_tap_shows_first_what_it_would_do(
    couch: Make, place: str
) -> None:
    at = couch("solitaire_pai_sho", 2, seed=3)
    phone, _ = at.sit_all()
    at.until(lambda: phone.has("#actions") or phone.has("#hand .may"))
    if phone.has("#actions"):  # the tile waits in the bag
        phone.page.tap("#actions button")
    at.until(lambda: phone.page.locator("#things .may").count() > 100)
    before = at.match.cursor
    tap(phone, "(0,-6)")
    at.until(lambda: phone.has("#do"))
    assert phone.page.locator(".ghost").count() == 1
    tap(phone, place)
    assert phone.page.locator(f'#things .picked[data-place="{place}"]').count() == 1
    at.frames(10)
    assert at.match.cursor == before
    phone.page.tap("#do")
    at.until(lambda: at.match.cursor > before)
    assert at.match.game.write(at.match.log[before]).endswith(place)


def test_where_the_table_confirms_the_phone_does_too(couch: Make) -> None:
    at = couch("jin_li", 2, confirm_moves=True)
    phone, _ = at.sit_all()
    tap(phone, "a1")
    tap(phone, "b2")
    at.frames(10)
    assert at.match.cursor == 0
    phone.page.tap("#drop")
    assert phone.page.locator("#things .picked").count() == 0
    tap(phone, "a1")
    tap(phone, "b2")
    phone.page.tap("#do")
    at.until(lambda: at.match.cursor == 1)


def test_a_walong_is_turned_until_it_lies_well(couch: Make) -> None:
    at = couch("ping_pao", 2)
    first, second = at.sit_all()
    first.page.tap("#actions button")
    at.until(lambda: second.asked)
    second.step(random.Random(1))
    second.page.set_viewport_size({"width": 568, "height": 320})  # the smallest phone, lying
    over = "(all) => all.map((each) => each.scrollWidth - each.clientWidth)"
    assert max(second.page.eval_on_selector_all("#own, #do, #drop", over)) <= 0, "it is cut off"
    ghost = second.page.locator(".ghost").first
    before = ghost.get_attribute("style")
    second.page.tap("#lie-right")
    assert second.page.locator(".ghost").first.get_attribute("style") != before
    second.page.tap("#lie-left")
    assert second.page.locator(".ghost").first.get_attribute("style") == before
    second.page.tap("#do")
    at.until(lambda: len(at.match.state.pieces) == 2)


def test_a_hint_is_asked_for_and_shown(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, _ = at.sit_all()
    phone.page.tap("#hint")
    at.until(lambda: phone.page.locator("#things .hinted").count() == 2)
    assert "red koi · " in phone.page.locator("#told.hint").text_content()


def test_the_board_is_zoomed_with_two_fingers_and_moved_with_one(couch: Make) -> None:
    at = couch("skud_pai_sho", 1, chairs=2)
    (phone,) = at.sit_all()
    box = phone.page.locator("#board").bounding_box()
    line = phone.context.new_cdp_session(phone.page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": a, "y": b, "id": n} for n, (a, b) in enumerate(points)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def seen() -> list[float]:
        return [float(n) for n in phone.page.locator("#board").get_attribute("viewBox").split()]

    whole = seen()
    fingers("touchStart", (x - 20, y), (x + 20, y))
    for far in range(20, 90, 10):
        fingers("touchMove", (x - far, y), (x + far, y))
    fingers("touchEnd")
    near = seen()
    assert near[2] < whole[2] / 2
    fingers("touchStart", (x, y))
    for far in range(0, 60, 10):
        fingers("touchMove", (x - far, y))
    fingers("touchEnd")
    assert seen()[0] > near[0]
    assert seen()[2] == near[2]
    assert at.match.cursor == 0


# Hidden hands -----------------------------------------------------------------------------------


def test_a_hand_is_seen_while_the_button_is_held_or_once_it_is_kept_open(couch: Make) -> None:
    at = couch("domi_jongg", 2)
    phone, _ = at.sit_all()
    hand, hold = phone.page.locator("#hand"), phone.page.locator("#hold").bounding_box()
    line = phone.context.new_cdp_session(phone.page)
    at_hold = {"x": hold["x"] + 20, "y": hold["y"] + 20}
    assert not hand.is_visible()
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at_hold]})
    assert hand.is_visible()
    phone.page.wait_for_timeout(500)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert not hand.is_visible()
    phone.page.tap("#hold")
    assert hand.is_visible()
    tiles = phone.page.locator("#hand button")
    before = [each.get_attribute("data-place") for each in tiles.all()]
    phone.page.tap("#sort")
    after = [each.get_attribute("data-place") for each in tiles.all()]
    assert sorted(before) == sorted(after)
    assert [tile[1:] for tile in after] == sorted(tile[1:] for tile in after)
    phone.page.tap("#lock")
    assert not hand.is_visible()


def test_two_persons_share_a_phone_and_a_hand_is_covered_when_it_changes_hands(
    couch: Make,
) -> None:
    at = couch("domi_jongg", 1, chairs=2)
    (phone,) = at.sit_all()
    phone.page.tap("#more")
    phone.page.tap("#second")
    at.sit(phone, 1, "Ben")
    at.until(lambda: phone.page.locator("#persons button").count() == 2)
    phone.uncover()
    phone.page.locator('#persons button[aria-selected="false"]').tap()
    assert not phone.page.locator("#hand").is_visible()


# Phones vanish ----------------------------------------------------------------------------------


def test_a_phone_comes_back_after_a_reload_and_after_its_net_was_gone(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, _ = at.sit_all()
    phone.page.reload()
    at.until(lambda: phone.asked)
    phone.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    phone.context.set_offline(False)
    tap(phone, "a1")
    tap(phone, "b2")
    at.until(lambda: at.match.cursor == 1)


def test_the_process_may_die_in_the_middle_of_a_turn(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, other = at.sit_all()
    tap(phone, "a1")
    process = at.table.phones._side.process
    assert process is not None
    process.kill()
    at.until(lambda: at.table.phones._side.process not in (None, process))
    at.until(lambda: not phone.has("#offline") and not other.has("#offline"))
    if not phone.page.locator("#things .picked").count():
        tap(phone, "a1")
    tap(phone, "b2")
    at.until(lambda: at.match.cursor == 1)
    assert [line for line in phone.wrong if "WebSocket" not in line] == []


def test_what_is_sent_twice_is_played_once(couch: Make) -> None:
    """The line is cut before the answer comes: the phone says it again when it is back."""
    at = couch("jin_li", 2)
    phone, _ = at.sit_all()
    tap(phone, "a1")
    tap(phone, "b2")
    phone.page.wait_for_timeout(50)  # no frame passes: the table has not answered
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    at.until(lambda: at.match.cursor == 1)
    at.until(lambda: phone.asked)
    assert at.match.cursor == 1


def test_two_tabs_of_a_phone_both_play(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, _ = at.sit_all()
    tab = phone.context.new_page()
    tab.goto(at.table.phones.url)
    at.until(lambda: tab.locator("#prompt.mine").count())
    tap(phone, "a1")
    tap(phone, "b2")
    at.until(lambda: at.match.cursor == 1)
    at.until(lambda: tab.locator("#things .may").count() == 45)
    tab.locator('#things [data-place="d4"]').dispatch_event("click")
    at.until(lambda: at.match.cursor == 2)


@pytest.mark.parametrize("name", ["👩\u200d🚀 \u202eשלום", "<b>O'N</b> & \u00adCo", "\t Ω "])
def test_whatever_somebody_is_called_sits_down(couch: Make, name: str) -> None:
    at = couch("jin_li", 2)
    phone, other = at.phones
    for each in at.phones:
        at.scan(each)
    at.sit(other, 1)
    at.sit(phone, 0, name)
    seen = re.sub(r"[\u200d\u202e\u00ad]", "", name).strip()
    at.until(lambda: other.page.locator("#company b").first.text_content() == seen)
    assert phone.wrong == []


def test_what_is_black_in_a_mark_is_not_painted(couch: Make) -> None:
    """As at the table: else a moon is a black disc with a white rim."""
    at = couch("jin_li", 1, chairs=2)
    (phone,) = at.phones
    at.scan(phone)
    phone.page.evaluate("Promise.all([...document.images].map((each) => each.decode()))")
    shot = phone.page.locator('#badges label:has([value="moon"]) .badge').screenshot()
    picture = pygame.image.load(io.BytesIO(shot))
    part = picture.subsurface(picture.get_rect().inflate(-12, -12))
    colors = {tuple(part.get_at((x, y))[:3]) for x in range(part.width) for y in range(part.height)}
    assert (255, 255, 255) in colors
    assert all(red > 80 for red, *_ in colors)


def test_who_has_not_chosen_a_seat_is_offered_one_that_is_free(couch: Make) -> None:
    at = couch("jin_li", 2)
    for each in at.phones:
        at.scan(each)
    first, second = at.phones
    at.sit(first, 0)
    at.until(lambda: second.page.locator('#seats input:checked[value="1"]').count())


def test_a_seat_that_the_table_takes_away_is_gone_from_the_phone(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, _ = at.sit_all()
    at.table.phones.revoke(at.table.who(0))
    at.until(lambda: phone.has("#sit-form"))
    assert not phone.has("#play")
    at.frames(30)
    at.until(lambda: "taken this seat" in phone.page.locator("#sit-note").text_content())


def test_a_seat_that_the_table_has_to_give_is_asked_for(couch: Make) -> None:
    at = couch("jin_li", 1, chairs=2)
    phone, phones = at.phones[0], at.table.phones
    at.table.scene.play(at.table.scene.game.moves(at.table.match.state)[0])
    at.scan(phone)
    page = phone.page
    page.locator('#seats input[value="1"]').check(force=True)
    assert "Chair 1" in page.locator("#sit-note").text_content()
    page.fill("#name", "Ben")
    page.tap("#sit-form button.main")
    at.until(lambda: "stands at the table" in page.locator("#sit-note").text_content())
    assert not phone.has("#play")
    phones.grant(*phones.guests.values())
    at.until(lambda: phone.has("#play"))


def test_what_the_last_move_has_brought_is_marked(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, other = at.sit_all()
    last = "(all) => all.map((each) => each.dataset.place).sort()"
    assert other.page.locator("#things .last").count() == 0
    tap(phone, "a1")
    tap(phone, "b2")
    at.until(lambda: at.match.cursor == 1)
    at.until(lambda: other.page.locator("#things .last").count())
    assert other.page.eval_on_selector_all("#things .last", last) == ["a1", "b2"]
    at.until(lambda: phone.page.locator("#things .may").count() == 45)
    tap(phone, "d4")
    at.until(lambda: other.asked)
    assert other.page.eval_on_selector_all("#things .last", last) == ["d4"]


# The table --------------------------------------------------------------------------------------


def test_phones_that_were_switched_off_say_so_and_wait_for_a_tap(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, _ = at.sit_all()
    page, table = phone.page, at.table
    asked: list[str] = []
    page.on("websocket", lambda line: asked.append(line.url))
    table.phones.close()
    at.until(lambda: "switched off" in page.locator("#wait-text").text_content())
    assert not phone.has("#play")
    page.wait_for_timeout(1500)
    assert not asked, "it tries again by itself"
    table.phones.open()
    at.until(lambda: table.phones.port > 0)
    assert page.url.startswith(table.phones.url.partition("#")[0]), "the port is the same"
    page.tap("#again")
    at.until(lambda: "Scan the code" in page.locator("#wait-text").text_content())
    at.scan(phone)
    assert phone.has("#sit-form"), "nobody sits anywhere any more"


def test_over_a_restart_of_the_table_the_page_comes_back_to_its_seat(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, other = at.sit_all()
    tap(phone, "a1")
    tap(phone, "b2")
    at.until(lambda: at.match.cursor == 1)
    at.table.restart()
    at.until(lambda: at.table.here(0) and at.table.here(1))
    at.until(lambda: phone.has("#play") and not phone.has("#offline"))
    at.until(lambda: phone.page.locator("#things .may").count() == 45)
    tap(phone, "d4")
    at.until(lambda: other.asked)


def test_from_phones_to_the_first_seat_it_is_three_taps_and_a_scan(couch: Make) -> None:
    """*Play with phones* at the table is the first one, see tests/scenes/home/test_phones.py."""
    at = couch("jin_li", 1, chairs=2)
    (phone,) = at.phones
    page = phone.page
    count = "window.taps = 0; addEventListener('pointerup', () => window.taps++, true)"
    page.add_init_script(count)
    at.scan(phone)
    page.tap("#name")
    page.keyboard.type("Ada")
    page.tap("#sit-form button.main")
    at.until(lambda: phone.has("#play"))
    assert 1 + page.evaluate("taps") == 3
    assert [*at.table.phones.holders] == [at.table.who(0)]


def test_a_clock_that_is_years_off_and_jumps_changes_nothing(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, _ = at.phones
    phone.page.add_init_script("""
      const now = Date.now, years = 365.25 * 86_400_000;
      let off = -30 * years;
      Date.now = () => now() + (off = off === -30 * years ? 20 * years : -30 * years);
    """)
    at.sit_all()
    tap(phone, "a1")
    tap(phone, "b2")
    at.until(lambda: at.match.cursor == 1)
    at.until(lambda: phone.page.locator("#things .may").count() == 45)
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    at.until(lambda: phone.asked)
    tap(phone, "d4")
    at.until(lambda: at.match.cursor == 2)
    assert phone.wrong == []


def test_who_has_no_seat_left_is_told_how_there_are_more(couch: Make) -> None:
    at = couch("jin_li", 3, chairs=2)
    for seat, phone in enumerate(at.phones[:2]):
        at.scan(phone)
        at.sit(phone, seat)
    at.scan(at.phones[2])
    note = at.phones[2].page.locator("#sit-note")
    at.until(lambda: "All seats are taken" in (note.text_content() or ""))


def test_who_lost_the_seat_while_the_page_was_closed_reads_why(couch: Make) -> None:
    at = couch("jin_li", 2)
    phone, _ = at.sit_all()
    url = phone.page.url
    phone.page.goto("about:blank")
    at.until(lambda: not at.table.here(0))
    at.table.phones.revoke(at.table.who(0))
    at.frames(5)
    phone.page.goto(url)
    at.until(lambda: "taken this seat" in phone.page.locator("#wait-text").text_content())
