"""What `tests.tools.puzzles` finds puzzles of the day with.

`tasks` says what is looked for in a position, `proof` that there is one way to do it and how hard
that way is to find, `words` what people read, and `filing` which puzzles become level files.
"""
