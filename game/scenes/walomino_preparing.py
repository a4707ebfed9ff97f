"""Everything before play in Walomino: the draft, the start pair, joining pieces to pairs.

A scene hosts it as `self.preparing = Preparation(self)` and delegates while the shown state is
one of the preparation's (`preparing.active`):

- `on(intent) -> bool`, first thing in the scene's `_board`: fingers on loose pieces, of all seats
  at once; True when it is taken, the base gets the rest.
- `spots`, `pick`, `grab`, `carry`, `drop`, `let_go`, `holding`, `gesture`, `prompt`, `hint_text`,
  `places_of`, `place_at`, `animate`, `happened`, `paint`, `paint_tray`, `paint_above`: as the
  hooks of `Picture`, with the same arguments.
- `ambient(seconds) -> bool` and `moving`, to be joined with the scene's own.
- `undo_target(target)`, around what the base finds: joining pairs is taken back as a whole.

To be called in every phase: `arrange()` at the end of the scene's `arrange`, `refresh()` at the
end of its `refresh`, `rest()` in `pause`. When play begins, `lying(seat)` tells by number where
the seat's pairs lie on the cloth: a point of the table for each of the two centres, and the angle
in degrees of the first piece; `side` is how long a piece's side was there, in units. The scene
paints the cloth itself (`paint_ground`); while this is active it paints no chain.
"""
