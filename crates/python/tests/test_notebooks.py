"""The notebooks run from the first cell to the last."""

import nbformat
import pytest
from nbclient import NotebookClient

from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "crates/python/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert all(not cell.get("outputs") for cell in nbformat.read(path, as_version=4).cells), "kept without outputs"


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["measure_a_game", "play_and_draw", "value_network"]
