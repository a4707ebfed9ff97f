"""The question at the start where another table is open in the same folder."""

from game.scenes.core.menu import MenuScene
from game.scenes.core.opening import move_beside
from game.scenes.core.scene import Home, Quit
from game.ui.dialog import Answer
from game.ui.layer import Layer


class SecondTable(MenuScene):
    """Offers a folder of its own to a second table, or to look at what the first one has kept."""

    name = "second_table"
    overlay = True

    def build(self) -> list[Layer]:
        if self._asked is None:
            answers: list[Answer] = [
                (self.t("table.second.beside"), self._beside),
                (self.t("table.second.leave"), lambda: self.go(Quit())),
                (self.t("table.second.look"), lambda: self.go(Home())),
            ]
            text = self.t("table.second.text", folder=str(self.context.occupied))
            self.ask(self.t("table.second.title"), text, answers)
        return []

    def tell_notices(self) -> None:
        """What there is to say is said on the shelf, once this question is answered."""

    def _beside(self) -> None:
        move_beside(self.context)
        text = self.t("table.second.moved", folder=str(self.context.store.folder))
        self.context.notices.append(text)
        self.go(Home())

    def leave(self) -> None:
        if self.context.occupied is not None:
            self.context.notices.append(self.t("table.second.looking"))
