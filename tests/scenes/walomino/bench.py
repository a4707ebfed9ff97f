"""A table of Walomino before play, and fingers for its benches."""

from tests.scenes.table import ANNA, BEN, Table


class PairingTable(Table):
    """A match that has just begun."""

    def __init__(self, options, chairs=(ANNA, BEN), **settings):
        super().__init__("walomino", chairs, options, **settings)

    @property
    def state(self):
        return self.match.state

    @property
    def pairing(self):
        return self.scene.pairing.benches

    @property
    def cloth(self):
        return self.scene.pairing.cloth

    def bench(self, seat):
        return self.pairing.seats[seat]

    def play_to(self, phase, rng):
        """Play at random, without looking, until the match is in a phase."""
        while self.state.phase != phase:
            self.match.play(rng.choice(self.match.game.moves(self.state)))
        self.scene.look_at(None)
        self.rest()

    def touch(self, kind, at, pointer, **values):
        self.send(kind, at, pointer=pointer, source="touch", **values)

    def pull(self, start, end, pointer="touch:0:1", steps=40):
        """A finger goes down at one point and goes slowly to another; it stays down."""
        self.touch("press", start, pointer)
        self.go(start, end, pointer, steps)

    def go(self, start, end, pointer, steps=40):
        for n in range(1, steps + 1):
            share = n / steps
            at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            self.touch("drag", at, pointer, moved=True)
            self.wait(1 / 60)

    def lift(self, at, pointer="touch:0:1"):
        self.touch("release", at, pointer, moved=True)
