"""Computer players and the solver: what they find, and how they are stopped."""

import copy
import os
import pickle
import signal
import threading
import time

import pytest

import quintet


def test_levels_play_legal_moves_and_the_same_by_seed(game):
    position = game.start()
    for level in range(1, 8):
        moves = {quintet.Engine(game, f"level:{level}", seed=4).choose(position, nodes=300) for _ in range(2)}
        assert len(moves) == 1 and position.is_legal(moves.pop())


def test_several_lines_are_told_best_first():
    position = quintet.Game("momentum").start().play("d4", "b2", "a7")
    lines = quintet.Engine(position.game, "alphabeta").think(position, depth=3, lines=3)
    assert [line.rank for line in lines] == [1, 2, 3]
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert len({line.moves[0] for line in lines}) == 3


def test_the_solver_proves_and_says_how_soon():
    late = quintet.Game("momentum").position("1O1O3/5X1/1X2O2/1XX4/2O4/1XO1XO1/7 x 32")
    solution = late.solve()
    match = quintet.Match(late).play(*solution.moves)
    assert match.result == solution.result and len(solution.moves) == solution.moves_to_end
    assert quintet.Game("yoxii").start().solve(nodes=100) is None


def test_what_was_found_can_be_sent_to_other_processes():
    late = quintet.Game("momentum").position("1O1O3/5X1/1X2O2/1XX4/2O4/1XO1XO1/7 x 32")
    lost = late.play(late.solve().moves[0])
    found = [late.solve()]
    for position in (late, lost, quintet.Game("qawale").start()):
        found += quintet.Engine(position.game, "alphabeta").think(position, nodes=5000, lines=2)
    assert {getattr(line, "proved", None) for line in found} >= {"win", "loss", None}
    for one in found:
        for twin in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
            assert twin == one and repr(twin) == repr(one)
            assert (twin.nodes, twin.moves, twin.moves_to_end) == (one.nodes, one.moves, one.moves_to_end)
    assert found[0] != found[1]


def interrupted(work):
    """How long it takes until Ctrl-C, pressed after a moment, has ended the work."""
    # Tests that run in the background are started deaf to it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    pressed = []

    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    return time.monotonic() - pressed[0]


def test_ctrl_c_ends_long_work(tmp_path):
    game = quintet.Game("yoxii")
    engine = quintet.Engine(game, "mcts")
    long_match = quintet.Contest(game, "mcts", "mcts", games=1000, milliseconds=200)
    for work in (
        lambda: engine.choose(game.start(), seconds=600),
        lambda: game.start().solve(nodes=10**15),
        lambda: game.start().perft(20),
        lambda: long_match.play(),
        lambda: quintet.selfplay(game, tmp_path / "data", "mcts", milliseconds=200),
        # Nobody has come that far yet: it is tried with one move less, again and again.
        lambda: quintet.play_match("isaac", "random", "random", random_opening=200),
        lambda: quintet.selfplay("isaac", tmp_path / "opened", "random", random_opening=200),
    ):
        assert interrupted(work) < 10
    # The engine is free again.
    assert game.start().is_legal(engine.choose(game.start(), nodes=100))


def test_others_run_while_an_engine_thinks():
    game = quintet.Game("yoxii")
    counted = []

    def count():
        for _ in range(1000):
            counted.append(game.start())

    other = threading.Thread(target=count)
    engine = quintet.Engine(game, "mcts")
    thinking = threading.Thread(target=lambda: engine.choose(game.start(), seconds=1.5))
    thinking.start()
    time.sleep(0.2)
    other.start()
    other.join(timeout=60)
    with pytest.raises(RuntimeError, match="thinking in another thread"):
        if thinking.is_alive():
            engine.choose(game.start())
        else:
            raise RuntimeError("thinking in another thread")
    assert len(counted) == 1000
    thinking.join()


def test_what_a_progress_function_raises_ends_the_work(tmp_path):
    def refuse(count):
        raise LookupError(f"after {count}")

    game = quintet.Game("momentum")
    with pytest.raises(LookupError, match="after 1"):
        quintet.play_match(game, "random", "random", games=50, progress=refuse)
    with pytest.raises(LookupError, match="after 1"):
        quintet.selfplay(game, tmp_path, "random", games=50, progress=refuse)


def test_wrong_players_are_refused():
    momentum, yoxii = quintet.Game("momentum"), quintet.Game("yoxii")
    with pytest.raises(quintet.QuintetError, match=r"plays Momentum \(standard\), not Yoxii \(standard\)"):
        quintet.Engine(momentum, "random").choose(yoxii.start())
    with pytest.raises(quintet.UnknownName, match="humans"):
        quintet.play_match(momentum, "human", "random")
    over = quintet.Match(momentum)
    over.resign()
    with pytest.raises(quintet.IllegalMove, match="the game is over"):
        quintet.Engine(momentum, "random").choose(over)
