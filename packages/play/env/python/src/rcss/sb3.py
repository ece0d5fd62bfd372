"""Many matches for Stable-Baselines3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

try:
    from stable_baselines3.common.vec_env import VecEnv as BaseVecEnv  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    raise ImportError("rcss.sb3 needs the package stable-baselines3: pip install stable-baselines3") from None

from ._infos import Display, Infos
from ._names import checks_options
from ._spaces import Actions, masks_of, observation_space
from .batch import Batch
from .options import AgentOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import RenderMode


class VecEnv(BaseVecEnv):  # type: ignore[misc, unused-ignore]
    """Matches for the learners of Stable-Baselines3. Each agent of each match is one environment: row = match × agents + agent.

    An episode that ended starts again in the same step; `infos[row]` then has `terminal_observation`, `TimeLimit.truncated` and
    `episode` (return `r`, length `l` in steps), so that no `VecMonitor` is needed. `MaskablePPO` of sb3-contrib reads the masks of choices by `action_masks`.

    Args:
        scenario: Name of a scenario, or a scenario as a dictionary.
        num_envs: Number of matches.
        workers: Number of Node processes.
        seed: Seed of the first episodes; by default a random one.
        render_mode: `rgb_array` for pictures.
        options: See `rcss.Batch`; `agents` is `first` by default.
    """

    @checks_options("VecEnv", AgentOptions.__annotations__)
    def __init__(
        self,
        scenario: str | dict[str, Any],
        num_envs: int = 1,
        workers: int = 1,
        seed: int | None = None,
        render_mode: RenderMode | None = None,
        **options: Unpack[AgentOptions],
    ) -> None:
        Display.check(render_mode, ("rgb_array",))
        self.render_mode = render_mode
        options.setdefault("agents", "first")
        self.batch = Batch(scenario, num_envs=num_envs, workers=workers, seed=seed, auto_reset="same-step", **options)
        self._writer = Actions(self.batch, "box")
        self._infos = Infos(self.batch)
        self._agent_count = len(self.batch.agents)
        rows = num_envs * self._agent_count
        self._returns = np.zeros(rows)
        self._lengths = np.zeros(rows, np.int64)
        super().__init__(rows, observation_space(self.batch), self._writer.space(self.batch))

    def _rows(self, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return array.reshape(self.num_envs, -1)

    def reset(self) -> Any:
        """Start an episode in every match, with the seed of `seed` and the options of `set_options` if they were called since."""
        options = self._options[0] if self._options else None
        if any(each != options for each in self._options):
            raise ValueError("options: they differ between environments; all matches have the same")
        self.batch.reset_with(options)
        self.batch.reset(self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0
        self._lengths[:] = 0
        self.reset_infos = self._split(self._infos.rows(copy=True))
        return self._rows(self.batch.observations).copy()

    def _split(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        return [{name: value[row] for name, value in infos.items()} for row in range(self.num_envs)]

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        """Start a step."""
        self._writer.write(self._rows(self.batch.actions), actions, "s")
        self.batch.step_async()

    def step_wait(self) -> Any:
        """Wait for the end of the step; returns observations, rewards, ends and infos."""
        batch = self.batch
        batch.step_wait()
        rewards = batch.rewards.reshape(-1).copy()
        truncated = np.repeat(batch.truncated != 0, self._agent_count)
        dones = np.repeat(batch.terminated != 0, self._agent_count) | truncated
        infos = self._split(self._infos.rows(copy=True))
        self._returns += rewards
        self._lengths += 1
        finals = self._rows(batch.final_observations)
        for row in np.flatnonzero(dones):
            infos[row]["terminal_observation"] = finals[row].copy()
            infos[row]["TimeLimit.truncated"] = bool(truncated[row])
            infos[row]["episode"] = {"r": float(self._returns[row]), "l": int(self._lengths[row])}
        self._returns[dones] = 0
        self._lengths[dones] = 0
        return self._rows(batch.observations).copy(), rewards, dones, infos

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Return which choices of each row have an effect now."""
        return masks_of(self.batch)

    def close(self) -> None:
        """End the workers."""
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of this object for each row."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of this object; all rows have the same."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Return the results of a method for each row; only `action_masks` has one for each."""
        rows = self._get_indices(indices)
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in rows]
        raise AttributeError(f"env_method: {method_name!r} is not action_masks; use env.batch for what concerns all matches")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Return that no row is wrapped, except by the monitor whose entries `infos` have."""
        is_monitor = wrapper_class.__name__ == "Monitor"
        return [is_monitor for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[Any]:
        """Return a picture of each match."""
        return [self.batch.render(match) for match in range(self.batch.num_envs)]
