"""Actions, planes and many games at once."""

import random

import numpy as np
import pytest

import quintet


NEEDS_ACTIONS = True


def test_actions_compose_moves_and_planes_tell_positions(game):
    table, dice = quintet.Table(game), random.Random(11)
    for _ in range(300):
        if table.is_over:
            break
        legal = table.legal_actions()
        assert list(np.flatnonzero(table.mask())) == legal
        observation = table.observation()
        assert observation.shape == game.observation_shape and observation.dtype == np.uint8
        assert game.from_planes(observation) == table.position
        table.act(dice.choice(legal))
    match = quintet.Match(game)
    for move in table.match.moves:
        actions = match.position.actions(move)
        assert match.position.move_of(actions) == move
        match.play(move)


def test_what_is_no_action_is_refused(game):
    start = game.start()
    for wrong in (-1, game.action_count, 70_000):
        with pytest.raises(quintet.IllegalMove, match="expected one of the legal actions"):
            start.move_of([wrong])
    with pytest.raises(quintet.MalformedPosition):
        game.from_planes(np.zeros(3, np.uint8))
    with pytest.raises(quintet.MalformedPosition):
        game.from_planes(np.full(game.observation_shape, 200, np.uint8))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_plays_by_the_rules(game, threads):
    count, steps = 7, 400
    batch = quintet.Batch(game, count, threads=threads, seed=3)
    tables = [quintet.Table(game) for _ in range(count)]
    answer = batch.reset()
    ended = 0
    for _ in range(steps):
        observation, mask, reward, done, player = answer
        for number, table in enumerate(tables):
            assert np.array_equal(observation[number], table.observation())
            assert np.array_equal(mask[number], table.mask())
            assert player[number] == table.player
        actions = batch.sample()
        answer = batch.step(actions)
        for number, (table, action) in enumerate(zip(tables, actions)):
            actor = table.player
            table.act(action)
            assert answer[3][number] == table.is_over
            assert answer[2][number] == (table.returns()[actor] if table.is_over else 0)
            if table.is_over:
                ended += 1
                tables[number] = quintet.Table(game)
    assert batch.positions() == [str(table.position) for table in tables]
    assert ended > 0 or game.id == "differo"


def test_threads_and_seeds_give_the_same(game):
    def play(threads):
        batch = quintet.Batch(game, 33, threads=threads, seed=8)
        batch.reset()
        return [array.tobytes() for _ in range(40) for array in batch.step(batch.sample())]

    assert play(1) == play(4)


def test_an_illegal_action_changes_nothing():
    batch = quintet.Batch(quintet.Game("momentum"), 3)
    batch.step(np.array([1, 2, 3]))
    before = batch.positions()
    with pytest.raises(quintet.IllegalMove, match="game 1: expected one of the legal actions 0, 1, 3,"):
        batch.step(np.array([5, 2, 5]))
    with pytest.raises(quintet.QuintetError, match="expected an action for each of the 3 games, got 2"):
        batch.step(np.array([5, 6]))
    assert batch.positions() == before
    with pytest.raises(quintet.QuintetError, match="expected at least one game"):
        quintet.Batch(quintet.Game("momentum"), 0)
