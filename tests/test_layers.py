"""The house has floors, and imports only go down: main, app, scenes, the middle, the rules."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MIDDLE = ("ai", "physics", "services", "ui")
BELOW: dict[str, set[str]] = {
    "rules": set(),
    **{floor: {"rules"} for floor in MIDDLE},
    "scenes": {"rules", *MIDDLE},
    "showcase": {"rules", *MIDDLE, "scenes", "navigator"},
}
"""What each package may import besides itself; modules right under game/ may import anything."""
STANDARD = set(sys.stdlib_module_names)
GAMES = (
    "ping_pao", "walomino", "jin_li", "domi_jongg", "skud_pai_sho", "solitaire_pai_sho",
    "walong", "pai_sho",
)  # fmt: skip


def imports(path: Path) -> Iterator[str]:
    """The full names of what a module imports, ``game.rules.core.protocol.Game`` and the like."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def dotted(path: Path) -> set[str]:
    """All ``name.attribute`` in a module."""
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def modules(floor: str) -> list[Path]:
    return sorted((ROOT / "game" / floor).rglob("*.py"))


def names_game(name: str) -> bool:
    return any(part.startswith(GAMES) for part in name.split(".")[2:])


@pytest.mark.parametrize("floor", BELOW)
def test_imports_go_down(floor: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules(floor)
        for name in imports(path)
        if name.split(".")[0] == "game" and name.split(".")[1] not in BELOW[floor] | {floor}
    ]
    assert not wrong


def test_the_product_imports_neither_tools_nor_showcase() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / "game").rglob("*.py"))
        if path.relative_to(ROOT / "game").parts[0] not in ("tools", "showcase")
        for name in imports(path)
        if name.startswith(("game.tools", "game.showcase"))
    ]
    assert not wrong


def test_nothing_imports_main() -> None:
    for path in sorted((ROOT / "game").rglob("*.py")):
        assert "main" not in {name.split(".")[0] for name in imports(path)}, path


@pytest.mark.parametrize("floor", ["ui", "services"])
def test_ui_and_services_import_no_game(floor: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules(floor)
        for name in imports(path)
        if name.startswith("game.rules") and names_game(name)
    ]
    assert not wrong


def test_rules_need_the_standard_library_only() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules("rules")
        for name in imports(path)
        if name.split(".")[0] not in STANDARD | {"game"}
    ]
    assert not wrong


def test_rules_know_no_clock_no_files_and_no_randomness_of_their_own() -> None:
    for path in modules("rules"):
        found = {name.split(".")[0] for name in imports(path)}
        assert not found & {"time", "datetime", "os", "pathlib", "secrets", "io"}, path
        drawn = {call for call in dotted(path) if call.startswith("random.")} - {"random.Random"}
        assert not drawn, (path, drawn)


@pytest.mark.parametrize("floor", ["scenes", "showcase"])
def test_scenes_ask_the_store_for_the_date_and_the_time(floor: str) -> None:
    for path in modules(floor):
        assert not dotted(path) & {"datetime.now", "date.today", "time.time"}, path


@pytest.mark.parametrize("module", ["game.rules", "game.ai.worker"])
def test_import_pulls_in_no_pictures_and_no_physics(module: str) -> None:
    code = f"import sys, {module}; print([m for m in ('pygame', 'pymunk') if m in sys.modules])"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"
