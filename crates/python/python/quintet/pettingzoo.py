"""Every game as an environment of PettingZoo: `pip install quintet[pettingzoo]`.

>>> from quintet.pettingzoo import env
>>> momentum = env("momentum")
>>> momentum.reset(seed=1)
>>> observation, reward, termination, truncation, info = momentum.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((3, 7, 7), 49)
>>> momentum.step(24)
>>> momentum.agent_selection
'player_1'
"""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._quintet import Game, QuintetError
from .spaces import checked_render_mode, observation_space
from .table import Table


#: The agents, in order of play.
AGENTS = ("player_0", "player_1")


def env(game: str | Game, variant: str | None = None, render_mode: str | None = None) -> AECEnv:
    """The environment with the usual wrappers: an illegal action loses."""
    inner: AECEnv = raw_env(game, variant, render_mode)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


class raw_env(AECEnv):  # noqa: N801 (PettingZoo's own name)
    """The environment without wrappers.

    An action is one step of a move, so an agent may act several times in a row. What an agent observes is seen from the one who acts;
    the mask of the other is empty. Rewards are 1 for a win, -1 for a loss, else 0, and come at the end.
    """

    metadata = {
        "name": "quintet_v0",
        "render_modes": ["human", "ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: str | Game, variant: str | None = None, render_mode: str | None = None):
        super().__init__()
        self.game = Game(game, variant) if isinstance(game, str) else game
        self.metadata = {**self.metadata, "name": f"quintet_{self.game.id}_{self.game.variant}_v0"}
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self.possible_agents = list(AGENTS)
        self.agents = self.possible_agents[:]
        self._spaces = spaces.Dict(
            {
                "observation": observation_space(self.game),
                "action_mask": spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(self.game.action_count) for agent in AGENTS}
        self.table = Table(self.game)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Planes (`observation`) and legal actions (`action_mask`); the same for both agents."""
        return self._spaces

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions of the game, by number."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Begins a game. Nothing in it is left to chance, so that seeds change nothing."""
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise QuintetError(f"expected a whole number as seed, got {seed!r}")
        self.table = Table(self.game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = AGENTS[self.table.player]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees: the planes for the one who acts, and its own legal actions."""
        acts = agent == AGENTS[self.table.player]
        mask = self.table.mask() if acts else np.zeros(self.game.action_count, dtype=bool)
        return {"observation": self.table.observation(), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Takes an action of the agent whose turn it is; `None` once its game has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.act(action)
        if self.table.is_over:
            self.rewards = dict(zip(AGENTS, self.table.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            # Who did not act last is asked next, so that both see the end.
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = AGENTS[self.table.player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board: printed (`human`), or answered as text (`ansi`) or drawing (`svg`)."""
        if self.render_mode is None:
            return None
        if self.render_mode == "svg":
            return self.table.position.svg()
        board = self.table.position.board()
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def close(self) -> None:
        """There is nothing to close."""
