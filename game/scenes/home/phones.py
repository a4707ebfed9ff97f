"""Phones at the table: the code by which they come, and who plays which seat with one."""

from functools import partial

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, lay_out_chips
from game.scenes.core.scene import Change
from game.scenes.core.sheets import Column, Row, list_sheet, spread
from game.ui import surfaces
from game.ui.square_code import SquareCode
from game.ui.theme import BODY, LARGE
from game.ui.widgets import Arranged, Button, Choice, Faded, Field, Label, Widget


class PhonesScene(MenuScene):
    """Opening it lets phones come. It stays so until somebody switches that off here."""

    name = "phones"
    renewed = True

    def __init__(self, context: Context, turn: int = 0) -> None:
        super().__init__(context, turn)
        self.phones = context.phones
        self._shown: object = None

    def enter(self) -> None:
        if not self.phones.address:
            self.phones.open()

    def resume(self) -> None:
        self.phones.welcoming = True
        super().resume()

    def pause(self) -> None:
        self.phones.welcoming = False
        super().pause()

    def update(self, seconds: float) -> Change:
        phones = self.phones
        here = tuple(phones.here(seat) for seat in phones.holders)
        shown = (phones.url, phones.trouble, here, {**phones.holders}, {**phones.asking})
        if shown != self._shown:
            self._shown = shown
            self.rebuild()
        return super().update(seconds)

    def build(self) -> list[Widget]:
        back = Button("", self.cancel, icon="back", look="round")
        if self.phones.trouble:
            return self._none()
        title = Label(self.t("phone.screen.title"), LARGE, "serif", color=surfaces.BRASS_TOP)
        address = self.phones.url.removeprefix("http://")
        words = [
            title, Label(self.t("phone.screen.what"), BODY), Faded(self.t("phone.screen.type")),
            Label(address, BODY, "bold"), Faded(self.t("phone.screen.safety")),
        ]  # fmt: skip
        off = Button(self.t("phone.screen.off"), self._switch_off, icon="off")
        side, rest = spread(self, [back], SquareCode(self.phones.url), words, [off])
        rows = [*self._seats(), *self._addresses()]
        return [*side, *list_sheet(self, self.t("phone.screen.seats"), rows, 12, space=rest)]

    def _none(self) -> list[Widget]:
        """Why no phone can come."""
        why = self.phones.trouble
        again = Button(self.t("phone.screen.try"), self._try, icon="replay", look="primary")
        buttons = [again] if why == "no_network" else []
        words = Label(self.t(f"phone.screen.{why}"), BODY)
        return list_sheet(self, self.t("phone.screen.title"), [words], 12, buttons=buttons)

    def _seats(self) -> list[Widget]:
        """Who sits where, and who wants to."""
        rows: list[Widget] = []
        for seat, place in enumerate(self.phones.party.places()):
            holder, wanted = self.phones.holders.get(seat), self.phones.asking.get(seat)
            state = "none" if holder is None else "here" if self.phones.here(seat) else "away"
            words = self.t(f"phone.screen.{state}")
            buttons: list[Widget] = []
            if holder is not None:
                revoke = partial(self.phones.revoke, seat)
                buttons.append(Button(self.t("phone.screen.revoke"), revoke, icon="close"))
            if place.person:
                rows.append(Row(Column([Label(place.name, BODY, "bold"), Faded(words)]), *buttons))
            if wanted is not None:
                rows.append(Label(self.t("phone.screen.wants", name=wanted.name), BODY))
                answers: list[Widget] = [
                    Button(self.t("phone.screen.give"), partial(self.phones.seat, seat, wanted),
                           icon="check", look="primary"),
                    Button(self.t("phone.screen.refuse"), partial(self.phones.keep_from, seat)),
                ]  # fmt: skip
                rows.append(Arranged(answers, lay_out_chips))
        return rows or [Label(self.t("phone.screen.no_seats"), BODY)]

    def _addresses(self) -> list[Widget]:
        """The networks to choose from, where there are several."""
        values = [(each.ip, f"{each.ip} {each.adapter}".strip()) for each in self.phones.offered()]
        if len(values) < 2:
            return []
        return [Field(self.t("phone.screen.network"),
                      Choice(values, self.phones.address, self.phones.open))]  # fmt: skip

    def _try(self) -> None:
        self.phones.open()
        self.rebuild()

    def _switch_off(self) -> None:
        self.phones.close()
        self.cancel()
