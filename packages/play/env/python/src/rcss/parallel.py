"""One match for PettingZoo."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping

import numpy as np
from numpy.typing import NDArray
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from ._engine import EngineError
from ._spaces import action_space, choice_count, mask_name, observation_space, refuse_auto_reset, write_action
from .batch import Batch, check_render_mode

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import AgentOptions


class SoccerParallelEnv(ParallelEnv):  # type: ignore[misc]
    """One match in which all agents act at the same time.

    Agents are named `left_1`, `right_11`. `infos[agent]` has the mask of the choices that have an effect: `action_mask` if the
    actions are a list of choices, otherwise `choice_mask` for the first number of an action.

    Args:
        scenario: Name of a scenario, or a scenario as a dictionary.
        seed: Seed of the first episode.
        render_mode: `rgb_array` for pictures of `render`.
        options: See `rcss.Batch`.
    """

    metadata: dict[str, Any] = {"name": "rcss_v0", "render_modes": ["rgb_array"], "render_fps": 10, "is_parallelizable": True}

    def __init__(
        self, scenario: str | dict[str, Any], seed: int = 1, render_mode: str | None = None, **options: Unpack[AgentOptions]
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        refuse_auto_reset(options, type(self).__name__)
        self.batch = Batch(scenario, num_envs=1, seed=seed, auto_reset="none", **options)
        self.possible_agents = [f"{agent['side']}_{agent['unum']}" for agent in self.batch.agents]
        self.agents: list[str] = []
        space = observation_space(self.batch)
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.batch) for agent in self.possible_agents}
        self._mask_name = mask_name(self.batch)
        self._choices = choice_count(self.batch)
        self._was_reset = False
        self._index = {agent: i for i, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def _observations(self) -> dict[str, np.ndarray]:
        rows = self.batch.observations[0].copy()
        return {agent: rows[i] for agent, i in self._index.items()}

    def _infos(self) -> dict[str, dict[str, Any]]:
        masks = self.batch.action_masks[0].view(np.int8).copy()
        outcome = self.batch.outcome_names[self.batch.outcomes[0]]
        return {agent: {self._mask_name: masks[i], "outcome": outcome} for agent, i in self._index.items()}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, dict[str, Any]]]:
        """Start an episode."""
        self.batch.reset(seed)
        self._was_reset = True
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, np.ndarray], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Execute the actions of all agents; those of absent agents are 0. After the end of the episode, all results are empty."""
        if not isinstance(actions, Mapping):
            raise ValueError(f"actions: {' '.join(repr(actions).split())[:80]} is not a dictionary with an action per agent")
        if not self._was_reset:
            raise EngineError("the environment has no episode yet: call reset before step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        block = self.batch.actions
        block[:] = 0
        for agent, action in actions.items():
            index = self._index.get(agent)
            if index is None:
                raise ValueError(f"action of {agent!r}: the agents are {', '.join(self.possible_agents)}")
            write_action(block[0, index], action, self._choices, f" of {agent}")
        self.batch.step()
        terminated = bool(self.batch.terminated[0])
        truncated = bool(self.batch.truncated[0])
        rewards = {agent: float(self.batch.rewards[0, i]) for agent, i in self._index.items()}
        result = (
            self._observations(),
            rewards,
            {agent: terminated for agent in self.agents},
            {agent: truncated for agent in self.agents},
            self._infos(),
        )
        if terminated or truncated:
            self.agents = []
        return result

    def save_log(self, path: str | os.PathLike[str]) -> None:
        """Write the current episode as a game log; needs `record=True`."""
        self.batch.save_log(path)

    def render(self) -> NDArray[np.uint8] | None:
        """Return a picture of the match, (height, width, 3), if the render mode is `rgb_array`."""
        return self.batch.render() if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """End the worker."""
        self.batch.close()
