"""Many matches for Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._spaces import action_space, choice_count, mask_name, observation_space, write_action
from .batch import Batch, check_render_mode

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import AgentOptions


class SoccerVectorEnv(VectorEnv):
    """Many matches at once. Each agent of each match is one environment of the vector: row = match × agents + agent.

    `infos` has one row of the mask of choices for each environment, and in `outcome` how its episode ended, as number of
    `env.batch.outcome_names` (0: it runs).

    Args:
        scenario: Name of a scenario, or a scenario as a dictionary.
        num_envs: Number of matches.
        workers: Number of Node processes.
        copy: Whether `reset` and `step` return copies. Without copies, the arrays change with the next step.
        render_mode: `rgb_array` for pictures of `render`.
        seed: Seed of the first episodes.
        options: See `rcss.Batch`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(
        self,
        scenario: str | dict[str, Any],
        num_envs: int = 1,
        workers: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        seed: int = 1,
        **options: Unpack[AgentOptions],
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        auto_reset = options.get("auto_reset", "next-step")
        if auto_reset != "next-step":
            raise ValueError(
                f"auto_reset: {auto_reset!r} is not possible in SoccerVectorEnv, only 'next-step'; rcss.make_batch has 'same-step' and 'none'"
            )
        self.batch = Batch(scenario, num_envs=num_envs, workers=workers, seed=seed, **options)
        self._agent_count = len(self.batch.agents)
        self.num_envs = self.batch.num_envs * self._agent_count
        self.single_observation_space = observation_space(self.batch)
        self.single_action_space = action_space(self.batch)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._copy = copy
        width = self.batch.observations.shape[-1]
        self._observations = self.batch.observations.reshape(self.num_envs, width)
        self._rewards = self.batch.rewards.reshape(self.num_envs)
        self._actions = self.batch.actions.reshape(self.num_envs, -1)
        self._masks = self.batch.action_masks.view(np.int8).reshape(self.num_envs, -1)
        self._mask_name = mask_name(self.batch)
        self._choices = choice_count(self.batch)

    def _infos(self) -> dict[str, Any]:
        masks = self._masks.copy() if self._copy else self._masks
        return {
            self._mask_name: masks,
            "outcome": np.repeat(self.batch.outcomes, self._agent_count),
        }

    def _result(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self._copy else array

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start an episode in every match."""
        self.batch.reset(seed)
        return self._result(self._observations), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Execute one action per row. A match that ended starts again in the next step, which ignores its actions."""
        write_action(self._actions, actions, self._choices, "s")
        self.batch.step()
        return (
            self._result(self._observations),
            self._result(self._rewards),
            np.repeat(self.batch.terminated.astype(bool), self._agent_count),
            np.repeat(self.batch.truncated.astype(bool), self._agent_count),
            self._infos(),
        )

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """Return a picture per match if the render mode is `rgb_array`."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(self.batch.render(match) for match in range(self.batch.num_envs))

    def close_extras(self, **_: Any) -> None:
        """End the workers."""
        self.batch.close()
