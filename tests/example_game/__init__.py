"""A seventh game, tic-tac-toe, outside game/: what docs/adding_a_game.md describes, kept small.

Marks are tapped; nothing is dragged, and nothing moves by itself.
"""
