"""A real cluster on this machine, of several worker processes, one of which is killed."""

import inspect
import os
import signal
import time

import pytest
import ray

import quintet
import quintet.ray


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


def test_a_match_is_that_of_one_process(cluster):
    game, options = quintet.Game("momentum"), dict(games=20, nodes=150, seed=6)
    alone = quintet.play_match(game, "mcts", "level:4", **options)
    spread = quintet.ray.play_match(game, "mcts", "level:4", games_a_job=3, **options)
    assert spread == alone and spread.records == alone.records


def test_a_report_is_that_of_one_process(cluster):
    game, options = quintet.Game("qawale"), dict(levels=[2, 3], games=6, nodes=60)
    assert quintet.ray.report(game, games_a_job=2, **options) == quintet.report(game, **options)


def test_tables_are_those_of_one_process_though_a_worker_is_killed(cluster, tmp_path):
    """The first job tells its process and waits to be killed; whoever takes it over goes on."""
    game, options = quintet.Game("momentum"), dict(games=12, games_a_file=2, nodes=150, seed=3)
    quintet.selfplay(game, tmp_path / "alone", "mcts", **options)
    told = tmp_path / "victim"
    whole = quintet.ray._part

    def part(game, player, second, options, number):
        if number == 0 and not told.exists():
            told.write_text(str(os.getpid()))
            time.sleep(600)
        return whole(game, player, second, options, number)

    killed = []

    def kill(ended):
        if not killed and told.exists():
            killed.append(int(told.read_text()))
            os.kill(killed[0], signal.SIGKILL)

    quintet.ray._part = part
    try:
        assert quintet.ray.selfplay(game, tmp_path / "spread", "mcts", progress=kill, **options) == 6
    finally:
        quintet.ray._part = whole
    assert killed, "a worker was killed"
    alone, spread = tmp_path / "alone", tmp_path / "spread"
    for path in alone.glob("*.parquet"):
        assert (spread / path.name).read_bytes() == path.read_bytes()


def test_what_a_job_raises_is_raised(cluster):
    with pytest.raises(quintet.UnknownName):
        quintet.ray.play_match(quintet.Game("momentum"), "nobody", "random", games=2)


def test_options_are_those_of_one_process():
    for name in ("play_match", "selfplay"):
        alone, spread = inspect.signature(getattr(quintet, name)), inspect.signature(getattr(quintet.ray, name))
        assert spread.parameters.keys() >= alone.parameters.keys() - {"workers"} and "workers" not in spread.parameters
    with pytest.raises(TypeError, match="quintet.ray.play_match.. got an unexpected keyword argument 'gamse'"):
        quintet.ray.play_match("momentum", "random", "random", gamse=3)
    with pytest.raises(TypeError, match="quintet.ray.selfplay.. got an unexpected keyword argument 'workers'"):
        quintet.ray.selfplay("momentum", "nowhere", workers=3)
