"""A seventh game, Three Koi, outside game/: what docs/adding_a_game.md describes, kept small.

It borrows the pond of Jin Li; koi are tapped into it or dragged out of the trays, and swim there.
"""
