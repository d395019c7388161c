"""The package tells the truth about itself: examples, types, version, documents."""

import ast
import doctest
import importlib
import inspect
import pathlib
import re

import pytest

import quintet
from conftest import LEARNABLE, ROOT
from quintet import _quintet

MODULES = ["quintet", "quintet.table", "quintet.contests", "quintet.pettingzoo", "quintet.gymnasium", "quintet.openspiel", "quintet.ugi"]
DOCUMENT = ROOT / "docs/python.md"


@pytest.mark.parametrize("module", MODULES)
def test_examples_do_what_they_say(module):
    loaded = importlib.import_module(module)
    result = doctest.testmod(loaded, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0 and result.failed == 0


def test_the_native_classes_have_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    with_examples = {test.name for test in finder.find(quintet, "quintet") if test.examples}
    for name in ("Game", "Position", "Match", "Record", "Engine", "Batch"):
        assert f"quintet.{name}" in with_examples


def test_everything_public_has_a_docstring():
    for name in quintet.__all__:
        value = getattr(quintet, name)
        if name == "__version__" or not inspect.isclass(value):
            continue
        assert value.__doc__, name
        for member, attribute in vars(value).items():
            if not member.startswith("_") and value.__module__ == "quintet":
                assert attribute.__doc__, f"{name}.{member}"


def test_stubs_are_as_the_classes_are():
    stub = ast.parse((pathlib.Path(_quintet.__file__).parent / "_quintet.pyi").read_text())
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            real = getattr(_quintet, node.name)
            told = {member.name: member for member in node.body if isinstance(member, ast.FunctionDef)}
            public = {name for name in vars(real) if not name.startswith("_")}
            assert public == {name for name in told if not name.startswith("_")}, node.name
            for name in public:
                signature = getattr(vars(real)[name], "__text_signature__", None)
                if signature:
                    assert parameters(told[name]) == [p for p in inspect.signature(getattr(real, name)).parameters if p != "self"], name
        elif isinstance(node, ast.FunctionDef):
            assert parameters(node) == list(inspect.signature(getattr(_quintet, node.name)).parameters)


def parameters(function):
    arguments = function.args
    names = [argument.arg for argument in arguments.args + ([arguments.vararg] if arguments.vararg else []) + arguments.kwonlyargs]
    return [name for name in names if name != "self"]


def test_the_version_is_the_workspaces():
    manifest = (ROOT / "Cargo.toml").read_text()
    assert quintet.__version__ == re.search(r'^version = "(.*)"', manifest, re.MULTILINE)[1]


def table(game):
    """The tables of actions and planes of a game, as docs/python.md has them; `python tests/test_package.py` prints those of all."""
    cells = [action for action in game.actions if action.startswith("cell:")]
    planes, rows, columns = game.observation_shape
    text = [f"#### {game.name}, {game.variant}: {game.action_count} actions, {planes} planes of {rows} × {columns}\n"]
    names = [cell.removeprefix("cell:") for cell in cells]
    text.append(f"| action | step |\n|---|---|\n| 0 to {len(cells) - 1} | cells {', '.join(names[:3])}, … {names[-1]} |")
    others = game.actions[len(cells) :]
    text += [f"| {number} | `{step}` |" for number, step in enumerate(others, len(cells))]
    text.append("\n| plane | tells | up to |\n|---|---|---|")
    text += [f"| {number} | {told}{' (all cells)' if fills else ''} | {most} |" for number, (told, most, fills) in folded(game.planes)]
    return "\n".join(text) + "\n"


def folded(planes):
    """The planes with their numbers; of many that go on alike only the first and the last."""
    listed = list(enumerate(planes))
    if len(listed) < 60:
        return [(str(number), plane) for number, plane in listed]
    few = []
    for number, plane in listed:
        alike = re.sub(r"\d+", "", plane[0])
        count = sum(re.sub(r"\d+", "", other[0]) == alike for other in planes)
        position = [n for n, other in listed if re.sub(r"\d+", "", other[0]) == alike].index(number)
        if count < 6 or position in (0, count - 1):
            few.append((str(number), plane))
        elif position == 1:
            few.append(("…", ("and so on", plane[1], plane[2])))
    return few


def test_the_tables_of_the_document_are_those_of_the_games():
    told = ["#### " + section.rstrip() + "\n" for section in DOCUMENT.read_text().split("\n#### ")[1:]]
    true = [table(game) for game in LEARNABLE]
    assert told
    for section in told:
        assert section in true, "python crates/python/tests/test_package.py prints them"


def test_the_document_says_what_happens(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, attempted = doctest.testfile(str(DOCUMENT), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert attempted > 10 and failed == 0


if __name__ == "__main__":
    print("\n".join(map(table, LEARNABLE)))
