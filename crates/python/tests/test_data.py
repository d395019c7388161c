"""Tables of self-play."""

import pandas
import polars
import pytest

import quintet

NEEDS_ACTIONS = True

COLUMNS = [
    "game", "ply", "step", "position", "player", "begun", "legal", "action", "move", "last", "score", "nodes", "best_moves", "best_scores", "result",
]  # fmt: skip


def files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


def test_polars_and_pandas_open_the_tables(game, tmp_path):
    played = quintet.selfplay(game, tmp_path, "level:3", games=3, nodes=50, seed=2)
    # The folder is one table, for both.
    table = polars.read_parquet(tmp_path)
    assert played == 3 and table.columns == COLUMNS
    assert pandas.read_parquet(tmp_path).shape == table.shape
    for row in table.iter_rows(named=True):
        position = game.position(row["position"])
        assert row["action"] in row["legal"] and row["legal"] == position.legal_actions(row["begun"])
        assert row["last"] == (position.move_of([*row["begun"], row["action"]]) == row["move"])
        assert 0 <= row["score"] <= 1 and row["nodes"] > 0 and row["best_moves"][0] == row["move"]
    moves = table.filter(polars.col("last")).select("game", "ply")
    assert moves.is_unique().all()


def test_the_best_moves_are_told():
    game = quintet.Game("qawale")
    playing = quintet.SelfPlay(game, "mcts", games=1, nodes=100, lines=5)
    table = polars.read_parquet(playing.part(0))
    assert table["best_moves"].list.len().max() == 5
    assert (table["best_moves"].list.len() == table["best_scores"].list.len()).all()
    nobody = polars.read_parquet(quintet.SelfPlay(game, "random", games=1).part(0))
    assert nobody["score"].is_null().all() and (nobody["best_moves"].list.len() == 0).all()


def test_workers_seeds_and_going_on_give_the_same_files(tmp_path, program):
    game, options = quintet.Game("momentum"), dict(games=12, games_a_file=4, nodes=60, seed=9)
    quintet.selfplay(game, tmp_path / "one", "mcts", "level:4", **options)
    quintet.selfplay(game, tmp_path / "two", "mcts", "level:4", workers=3, **options)
    assert len(files(tmp_path / "one")) == 3
    assert files(tmp_path / "one") == files(tmp_path / "two")
    # What is lost is played again, the rest stays.
    (tmp_path / "two" / "part-00001.parquet").unlink()
    (tmp_path / "two" / "_part-00001.unfinished").write_bytes(b"half")
    assert quintet.selfplay(game, tmp_path / "two", "mcts", "level:4", **options) == 4
    assert files(tmp_path / "one") == files(tmp_path / "two")
    words = ["data", "momentum", "--player", "mcts", "--second", "level:4", "--games", 12, "--games-a-file", 4]
    program(*words, "--nodes", 60, "--seed", 9, "--dir", tmp_path / "three")
    assert files(tmp_path / "one") == files(tmp_path / "three")


def test_a_folder_with_other_games_is_refused(tmp_path):
    game = quintet.Game("momentum")
    quintet.selfplay(game, tmp_path, "random", games=4, games_a_file=2)
    with pytest.raises(quintet.QuintetError, match="holds other games .seed is 1 there, not 2."):
        quintet.selfplay(game, tmp_path, "random", games=4, games_a_file=2, seed=2)
    # More games than before go on after those that are there, in a last file that is not full, too.
    assert quintet.selfplay(game, tmp_path, "random", games=5, games_a_file=2) == 1
    assert quintet.selfplay(game, tmp_path, "random", games=8, games_a_file=2) == 3
    assert polars.read_parquet(tmp_path)["game"].n_unique() == 8
