"""The environments pass the tests of those who made them."""

import pickle
import random

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import generate_playthrough, mcts
from pettingzoo.test import api_test, render_test, seed_test

import quintet
import quintet.openspiel
from quintet.gymnasium import AgainstPlayer
from quintet.pettingzoo import env


NEEDS_ACTIONS = True


def test_pettingzoo(game):
    api_test(env(game), num_cycles=200)
    seed_test(lambda: env(game), num_cycles=50)
    render_test(lambda render_mode: env(game, render_mode=render_mode), {"svg": lambda drawn: drawn.startswith("<svg")})


def test_pettingzoo_rewards_both_players():
    momentum = env("momentum")
    momentum.reset(seed=1)
    dice, total = random.Random(2), dict.fromkeys(momentum.possible_agents, 0.0)
    for agent in momentum.agent_iter():
        observation, reward, termination, truncation, _ = momentum.last()
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        momentum.step(None if termination or truncation else int(dice.choice(legal)))
    assert sorted(total.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_openspiel(game):
    spiel = pyspiel.load_game(quintet.openspiel.name_of(game))
    pyspiel.random_sim_test(spiel, num_sims=2, serialize=True, verbose=False)
    text = generate_playthrough.playthrough(spiel.get_type().short_name, None, seed=3)
    assert f"NumDistinctActions() = {game.action_count}" in text


def test_openspiel_states_are_cloned_and_read_back(game):
    spiel = pyspiel.load_game(quintet.openspiel.name_of(game))
    state, dice = spiel.new_initial_state(), random.Random(4)
    for _ in range(30):
        if state.is_terminal():
            break
        twin = state.clone()
        state.apply_action(dice.choice(state.legal_actions()))
        assert str(twin) != str(state)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    game_twin, state_twin = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))
    assert str(state_twin) == str(state) and str(game_twin) == str(spiel)


def test_openspiels_own_search_plays(game):
    spiel = pyspiel.load_game(quintet.openspiel.name_of(game))
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(spiel, 2.0, 3, evaluator, random_state=np.random.RandomState(1))
    state = spiel.new_initial_state()
    assert bot.step(state) in state.legal_actions()


def test_gymnasium(game):
    check_env(AgainstPlayer(game, player="level:2", render_mode="ansi"), skip_render_check=False)


@pytest.mark.parametrize("side", ["first", "second", "random"])
def test_one_player_against_a_level(side):
    play = AgainstPlayer("momentum", player="level:2", side=side)
    ends = []
    for _ in range(2):
        observation, info = play.reset(seed=5)
        dice, ended = random.Random(6), False
        while not ended:
            legal = np.flatnonzero(observation["action_mask"])
            observation, reward, ended, _, info = play.step(int(dice.choice(legal)))
        ends.append((reward, info["moves"], info["result"]))
    assert ends[0] == ends[1], "the same seed plays the same game"
    assert ends[0][0] in (-1.0, 0.0, 1.0)


def test_an_illegal_action_loses():
    play = AgainstPlayer("momentum")
    play.reset(seed=1)
    observation, _, _, _, _ = play.step(24)
    taken = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, terminated, _, info = play.step(taken)
    assert (reward, terminated) == (-1.0, True) and "expected one of the legal actions" in info["illegal"]
