"""The same through Python as through the command line."""

import os

import polars
import pytest

import quintet

NEEDS_ACTIONS = True

#: How many random games of each variant are compared; `QUINTET_GAMES=10000` is what the evidence was made with.
COUNT = int(os.environ.get("QUINTET_GAMES", "100"))
#: Longer lists of moves are compared by their number.
MOST_MOVES = 5_000


def test_random_games_are_the_same(game, program, tmp_path):
    """The program plays and writes what it saw at every step; Python must see the same."""
    folder = tmp_path / "data"
    common = ["--variant", game.variant, "--player", "random", "--random-opening", 0]
    [told] = program("data", game.id, *common, "--games", COUNT, "--seed", 5, "--dir", folder)
    assert told["games"] == COUNT and told["complete"]
    games = polars.read_parquet(folder / "*.parquet").partition_by("game", maintain_order=True)
    assert len(games) == COUNT
    for rows in games:
        table = quintet.Table(game)
        for row in rows.iter_rows(named=True):
            assert row["position"] == str(table.position)
            assert row["begun"] == table.begun
            assert row["legal"] == table.legal_actions()
            assert row["player"] == table.player
            assert table.act(row["action"]) == row["last"]
            if row["last"]:
                assert table.match.moves[-1] == row["move"]
        assert table.is_over
        last = rows.row(-1, named=True)
        assert last["result"] == table.returns()[last["player"]]


def test_moves_and_results_are_the_same(game, program):
    """One position of each of some random games, and the last of each."""
    positions = []
    for seed in range(COUNT):
        match = quintet.Match(game)
        passed = [match.position]
        while match.result is None:
            match.play(match.position.random_move(seed * 1000 + len(passed)))
            passed.append(match.position)
        few = [position for position in passed if position.count_moves() <= MOST_MOVES]
        positions += [few[seed % len(few)], passed[-1]]
    text = "".join(f"{position}\n" for position in positions)
    answers = program("moves", game.id, "--variant", game.variant, "-", stdin=text)
    assert len(answers) == len(positions)
    for position, answer in zip(positions, answers):
        assert answer["position"] == str(position)
        assert answer["turn"] == position.turn
        assert answer["result"] == position.result
        assert answer["moves"] == position.moves()


def test_perft_is_the_same(game, program):
    [told] = program("perft", game.id, 2, "--variant", game.variant)
    assert game.start().perft(2) == told["nodes"]


@pytest.mark.parametrize("players", [("level:3", "greedy"), ("mcts", "alphabeta")])
def test_matches_are_the_same(program, players):
    game = quintet.Game("momentum")
    [told] = program("match", game.id, *players, "--games", 6, "--nodes", 200, "--seed", 3)
    result = quintet.play_match(game, *players, games=6, nodes=200, seed=3, workers=2)
    for key in ("game", "variant", "a", "b", "games", "a_wins", "b_wins", "draws", "elo", "elo_error", "pairs", "los"):
        assert getattr(result, key) == told[key], key


def test_reports_are_the_same(program, tmp_path):
    game = quintet.Game("qawale")
    options = ["--levels", "1,3", "--games", 4, "--nodes", 50, "--dir", tmp_path]
    [told] = program("report", game.id, *options)
    assert quintet.report(game, levels=[1, 3], games=4, nodes=50) == told
