"""Matches written into files for those who want to keep them: whole, or not at all."""

from functools import partial
from pathlib import Path

import pytest

from game.services import exports


@pytest.mark.parametrize("archive", [False, True])
def test_a_disk_that_keeps_something_else_is_told_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, archive: bool,
) -> None:
    sound = Path.write_bytes
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", lambda file, data: sound(file, data[:-1]))
        write = partial(exports.export, tmp_path, "a match.walong", "game: jin_li")
        if archive:
            write = partial(exports.export_all, tmp_path, "all", [("a match", "game: jin_li")])
        with pytest.raises(OSError, match="does not hold what was written"):
            write()
    assert list(tmp_path.iterdir()) == []
    assert exports.export(tmp_path, "a match.walong", "game").read_text() == "game"
