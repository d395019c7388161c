"""Every variant of every game as a game of OpenSpiel: `pip install quintet[openspiel]`.

Importing this module registers them under names such as `quintet_differo_hex`.

>>> import pyspiel
>>> import quintet.openspiel
>>> game = pyspiel.load_game("quintet_momentum_standard")
>>> state = game.new_initial_state()
>>> state.apply_action(24)
>>> state.action_to_string(state.current_player(), 0)
'cell:a1'
>>> print(state)
7/7/7/3X3/7/7/7 o 1
"""

from __future__ import annotations

import numpy as np
import pyspiel

from ._quintet import Game, games
from .table import Table

#: Longer than any game lasts, repetition counted, in actions.
MAX_GAME_LENGTH = 10_000


def name_of(game: Game) -> str:
    """What a game is called in OpenSpiel."""
    return f"quintet_{game.id}_{game.variant}"


class State(pyspiel.State):
    """A game played action by action."""

    def __init__(self, game: pyspiel.Game, quintet: Game):
        super().__init__(game)
        self.table = Table(quintet)

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.table.is_over else self.table.player

    def _legal_actions(self, player):
        return self.table.legal_actions() if player == self.table.player else []

    def _apply_action(self, action):
        self.table.act(action)

    def _action_to_string(self, player, action):
        return self.table.game.actions[action]

    def is_terminal(self):
        return self.table.is_over

    def returns(self):
        return list(self.table.returns())

    def __str__(self):
        begun = [self.table.game.actions[action] for action in self.table.begun]
        return " ".join([self.table.position.text, *begun])


class Observer:
    """What both players see: the planes, for the one who acts."""

    def __init__(self, quintet: Game, params):
        if params:
            raise ValueError(f"expected no parameters of observations, got {params}")
        self.tensor = np.zeros(int(np.prod(quintet.observation_shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(quintet.observation_shape)}

    def set_from(self, state, player):
        self.dict["observation"][:] = state.table.observation()

    def string_from(self, state, player):
        return str(state)


def _register(quintet: Game) -> None:
    game_type = pyspiel.GameType(
        short_name=name_of(quintet),
        long_name=f"{quintet.name} ({quintet.variant})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=quintet.action_count,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MAX_GAME_LENGTH,
    )

    class OpenSpielGame(pyspiel.Game):
        """One variant of a game."""

        def __init__(self, params=None):
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self):
            return State(self, quintet)

        def make_py_observer(self, iig_obs_type=None, params=None):
            return Observer(quintet, params)

    OpenSpielGame.__name__ = OpenSpielGame.__qualname__ = name_of(quintet)
    pyspiel.register_game(game_type, OpenSpielGame)


for _game in games():
    if _game.has_actions:
        _register(_game)
