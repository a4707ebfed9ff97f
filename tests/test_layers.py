"""The house has floors, and imports only go down; so do those inside functions and for types.

``main → cli → tools, referee, app → navigator → scenes → {ai, physics, services, ui} → rules``, and
inside scenes ``<game> → walong | pai_sho | pond → play, review … → core``: docs/architecture.md.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from game.navigator import play_scene
from game.rules import GAMES, SHELF
from game.scenes.play.play_scene import PlayScene

ROOT = Path(__file__).parents[1]
MIDDLE = {"ai", "physics", "services", "ui"}
BASE = {"rules", "shipped", "side_process"}
"""What everything above may use: the rules, where the program's own files are, and processes."""
RUNNING = {"heartbeat", "memory", "logs", "pads", "window", "VERSION"}
"""What concerns the process and its window: modules right under game/ that know no scenes."""
SCENES = {*BASE, *MIDDLE, "phones", "scenes"}
FLOORS: dict[str, set[str]] = {
    **{floor: set() for floor in BASE},
    **dict.fromkeys(MIDDLE, BASE),
    **{floor: {*BASE, *MIDDLE} for floor in RUNNING},
    "phones": {*BASE, "services"},
    "scenes": SCENES - {"scenes"},
    "navigator": SCENES,
    "screen": SCENES,
    "app": SCENES | {"navigator", "screen"} | RUNNING,
    "referee": {"rules", "ai", "services", "VERSION"},
    "tools": SCENES | {"navigator", "app", "referee"} | RUNNING,
    "cli": SCENES | {"app", "referee", "tools"} | RUNNING,
    "main": {"cli"},
}
"""What each part may import besides itself."""
AROUND = {"play", "review", "levels", "guest_book", "evening", "home"}
"""The rooms that every game shares."""
PIECES = {"walong", "pai_sho", "pond"}
"""What several games share, those from outside too."""
ROOMS: dict[str, set[str]] = {
    "core": set(),
    "play": {"core"},
    "review": {"core", "play"},
    **{room: {"core"} | AROUND for room in AROUND - {"play", "review"}},
    **{pieces: {"core", "play", "review"} for pieces in PIECES},
    **{game: {"core", "play", "review"} | PIECES for game in GAMES},
}
"""What each package of scenes may import besides itself."""
MOST = 26
"""How many modules a package holds at most."""
STANDARD = set(sys.stdlib_module_names)
FILES = [ROOT / "main.py", *sorted((ROOT / "game").rglob("*.py"))]


class Import(NamedTuple):
    """`module` imports `name`, a module or what is in one; `late` if inside of a function."""

    module: str
    name: str
    late: bool

    def __str__(self) -> str:
        return f"{self.module} imports {self.name}"


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def named(path: Path) -> str:
    """The full name of a module, ``game.rules.core.protocol`` and the like."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {named(path): path for path in FILES}


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Everything a module imports, at the top, for types and in functions."""
    found: list[Import] = []
    module = named(path)

    def visit(node: ast.AST, late: bool) -> None:
        late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(node, ast.Import):
            found.extend(Import(module, alias.name, late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found.extend(Import(module, name, late) for name in names)
        for child in ast.iter_child_nodes(node):
            visit(child, late)

    visit(tree(path), False)
    return tuple(found)


@cache
def all_imports() -> list[Import]:
    """Looked up by the first test that asks, and not wherever tests are collected."""
    return [each for path in FILES for each in imports(path)]


def imported_module(name: str) -> str | None:
    """The module of ours that an import of this name leads to, if it is one of ours."""
    if name in MODULES:
        return name
    parent = name.rpartition(".")[0]
    return parent if parent in MODULES else None


def floor_of(name: str) -> str:
    """The part of the house: ``rules``, ``app``, ``main``."""
    return name.split(".")[1] if "." in name else name


def room_of(name: str) -> str:
    """The package of scenes that a name in game.scenes belongs to; empty for game.scenes itself."""
    return next(iter(name.split(".")[2:]), "")


def game_of(name: str) -> str | None:
    """The game that a module is about, if its name says so."""
    return next((part for part in name.split(".") if part in GAMES), None)


def dotted(path: Path) -> set[str]:
    """All ``name.attribute`` in a module."""
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def modules(floor: str) -> list[Path]:
    return sorted((ROOT / "game" / floor).rglob("*.py"))


# Which way imports go ---------------------------------------------------------------------------


def test_every_part_has_its_floor() -> None:
    rooms = {room_of(module) for module in MODULES if floor_of(module) == "scenes"}
    assert {floor_of(module) for module in MODULES} - {"game"} == FLOORS.keys() - {"VERSION"}
    assert rooms - {""} == ROOMS.keys()


@pytest.mark.parametrize("floor", sorted(FLOORS))
def test_imports_go_down(floor: str) -> None:
    wrong = [
        str(each)
        for each in all_imports()
        if floor_of(each.module) == floor
        if each.name.startswith(("game.", "main"))
        if floor_of(each.name) not in FLOORS[floor] | {floor}
    ]
    assert not wrong


def test_the_product_imports_no_tests_and_no_tools_of_developers() -> None:
    assert [str(each) for each in all_imports() if each.name.split(".")[0] == "tests"] == []


def test_inside_scenes_imports_go_down() -> None:
    wrong = [
        str(each)
        for each in all_imports()
        if each.module.startswith("game.scenes.") and each.name.startswith("game.scenes.")
        if room_of(each.name) not in ROOMS[room_of(each.module)] | {room_of(each.module)}
    ]
    assert not wrong


def test_no_game_imports_another_game() -> None:
    wrong = [
        str(each)
        for each in all_imports()
        if game_of(each.module) and game_of(each.name)
        if game_of(each.module) != game_of(each.name)
    ]
    assert not wrong


def test_there_is_no_circle() -> None:
    """Not even through imports in functions and those for types."""
    graph: dict[str, list[str]] = {}
    for each in all_imports():
        name = imported_module(each.name)
        if name is not None and name != each.module:
            graph.setdefault(each.module, []).append(name)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(reversed(error.args[1])))


def test_scenes_are_imported_in_functions_by_the_navigator_only() -> None:
    """The registry names what it loads as text."""
    wrong = [
        str(each)
        for each in all_imports()
        if each.late and each.name.startswith("game.scenes")
        if floor_of(each.module) != "navigator"
    ]
    assert not wrong


@pytest.mark.parametrize("floor", ["ui", "services"])
def test_ui_and_services_import_no_game(floor: str) -> None:
    known = {*GAMES, *PIECES}
    wrong = [
        str(each)
        for each in all_imports()
        if floor_of(each.module) == floor and each.name.startswith("game.rules")
        if known & set(each.name.split("."))
    ]
    assert not wrong


def test_rules_need_the_standard_library_only() -> None:
    wrong = [
        str(each)
        for each in all_imports()
        if each.module.startswith("game.rules")
        if each.name.split(".")[0] not in STANDARD | {"game"}
    ]
    assert not wrong


# What modules are called, and how many there are ------------------------------------------------


@pytest.mark.parametrize("floor", ["rules", "scenes", "ai"])
def test_no_file_begins_with_the_name_of_a_game(floor: str) -> None:
    prefixes = tuple(f"{game}_" for game in GAMES)
    assert [path for path in modules(floor) if path.stem.startswith(prefixes)] == []


def test_no_package_is_crowded() -> None:
    folders = {path.parent for path in FILES}
    held = {folder: len({*folder.glob("*.py")} - {folder / "__init__.py"}) for folder in folders}
    assert {folder: count for folder, count in held.items() if count > MOST} == {}


# Scenes -----------------------------------------------------------------------------------------


def test_scenes_hold_no_samples() -> None:
    wrong = [
        path
        for path in modules("scenes")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef) and node.name == "samples"
    ]
    assert not wrong


def test_no_scene_leaves_a_method_to_another_file() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules("scenes")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Raise)
        and node.exc is not None
        and "NotImplementedError" in ast.dump(node.exc)
    ]
    assert not wrong


@pytest.mark.parametrize("game", SHELF)
def test_a_game_s_scene_is_made_of_parts(game: str) -> None:
    """PlayScene is among its bases, and no other class of its own package is an ancestor."""
    scene = play_scene(game)
    package = scene.__module__.rpartition(".")[0]
    assert PlayScene in scene.__bases__
    assert [each for each in scene.__mro__[1:] if each.__module__.startswith(package)] == []


class Class(NamedTuple):
    """A class of the house: its private methods, and the full names of its bases."""

    private: frozenset[str]
    bases: tuple[str, ...]


def classes() -> dict[str, Class]:
    """The classes on the top level of all modules by their full names."""
    found = {}
    for module, path in MODULES.items():
        defined = [node for node in tree(path).body if isinstance(node, ast.ClassDef)]
        known = {each.name.rpartition(".")[2]: each.name for each in imports(path)}
        known |= {node.name: f"{module}.{node.name}" for node in defined}
        for node in defined:
            methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            private = frozenset(n for n in methods if n.startswith("_") and not n.endswith("__"))
            bases = tuple(full_name(base, known) for base in node.bases)
            found[f"{module}.{node.name}"] = Class(private, bases)
    return found


def full_name(base: ast.expr, known: dict[str, str]) -> str:
    """The full name of a base class, whatever stands in brackets behind it left out."""
    written = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
    first, dot, rest = written.partition(".")
    return known.get(first, first) + dot + rest


def test_no_private_method_of_another_module_is_overridden() -> None:
    known, wrong = classes(), []
    for name, own in known.items():
        bases = list(own.bases)
        for base in bases:
            if base not in known:
                continue
            bases.extend(known[base].bases)
            if base.rpartition(".")[0] != name.rpartition(".")[0]:
                both = sorted(own.private & known[base].private)
                wrong += [f"{name}.{method} overrides that of {base}" for method in both]
    assert not wrong


# What rules and scenes do not know --------------------------------------------------------------


def test_rules_know_no_clock_no_files_and_no_randomness_of_their_own() -> None:
    for path in modules("rules"):
        found = {each.name.split(".")[0] for each in imports(path)}
        assert not found & {"time", "datetime", "os", "pathlib", "secrets", "io"}, path
        drawn = {call for call in dotted(path) if call.startswith("random.")} - {"random.Random"}
        assert not drawn, (path, drawn)


@pytest.mark.parametrize("folder", ["game/scenes", "tests/tools/showcase"])
def test_scenes_ask_the_store_for_the_date_and_the_time(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        assert not dotted(path) & {"datetime.now", "date.today", "time.time"}, path


@pytest.mark.parametrize("module", ["game.rules", "game.ai.worker"])
def test_import_pulls_in_no_pictures_and_no_physics(module: str) -> None:
    code = f"import sys, {module}; print([m for m in ('pygame', 'pymunk') if m in sys.modules])"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"
