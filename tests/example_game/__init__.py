"""A seventh game, tic-tac-toe: the whole of what docs/adding_a_game.md describes, outside game/."""
