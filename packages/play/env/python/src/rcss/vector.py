"""Many matches for Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._infos import Display, Infos
from ._names import checks_options
from ._spaces import Actions, masks_of, observation_space
from .batch import Batch, check_seeds
from .options import ActionForm, AgentOptions, AutoReset, RenderMode

if TYPE_CHECKING:
    from typing_extensions import Unpack

_MODES = {"next-step": AutoresetMode.NEXT_STEP, "same-step": AutoresetMode.SAME_STEP, "none": AutoresetMode.DISABLED}


class SoccerVectorEnv(VectorEnv):
    """Many matches at once. Each agent of each match is one environment of the vector: row = match × agents + agent.

    `infos` has one row of the mask of choices for each environment, and in `outcome` how its episode ended, as number of
    `env.outcome_names` (0: it runs); with `state=True` also `state`. Copies and pickles are new environments with the same arguments.

    Args:
        scenario: Name of a scenario, or a scenario as a dictionary.
        num_envs: Number of matches.
        workers: Number of Node processes.
        copy: Whether `reset` and `step` return copies, as the vector environments of Gymnasium do. Without copies, the arrays change with the
            next step: a learner that stores them must copy them.
        render_mode: `rgb_array` for pictures, `ansi` for text, one for each match.
        seed: Seed of the first episodes; by default a random one.
        auto_reset: What happens with a match whose episode ended. `next-step`: the next step starts a new one and ignores the actions;
            `same-step`: it starts at once, and `infos["final_obs"]` has the last observations; `none`: it stands until
            `reset(options={"reset_mask": rows})`.
        action_form: `box`, `tuple` or `dict`: the space of actions with parameters.
        options: See `rcss.Batch`.
    """

    closed = True
    """Until the workers run: Gymnasium closes what could not be made, too, when it is collected."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["rgb_array", "ansi"], "render_fps": 10}

    @checks_options("SoccerVectorEnv", AgentOptions.__annotations__)
    def __init__(
        self,
        scenario: str | dict[str, Any],
        num_envs: int = 1,
        workers: int = 1,
        copy: bool = True,
        render_mode: RenderMode | None = None,
        seed: int | None = None,
        auto_reset: AutoReset = "next-step",
        action_form: ActionForm = "box",
        **options: Unpack[AgentOptions],
    ) -> None:
        arguments = (scenario, num_envs, workers, copy, render_mode, seed, auto_reset, action_form)
        self._arguments = (arguments, options)
        Display.check(render_mode, ("rgb_array", "ansi"))
        self.render_mode = render_mode
        self.batch = Batch(scenario, num_envs=num_envs, workers=workers, seed=seed, auto_reset=auto_reset, **options)
        self.closed = False
        self.autoreset_mode = _MODES[auto_reset]
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(self.batch)
        self._agent_count = len(self.batch.agents)
        self.num_envs = self.batch.num_envs * self._agent_count
        self._writer = Actions(self.batch, action_form)
        self.single_action_space = self._writer.space(self.batch)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._copy = copy
        width = self.batch.observations.shape[-1]
        self._observations = self.batch.observations.reshape(self.num_envs, width)
        self._rewards = self.batch.rewards.reshape(self.num_envs)
        self._actions = self.batch.actions.reshape(self.num_envs, -1)
        self._infos = Infos(self.batch)

    def __reduce__(self) -> Any:
        # Not EzPickle: it builds a second object, whose end would close the workers.
        return _create, self._arguments

    @property
    def outcome_names(self) -> list[str]:
        """Names of the numbers in `infos["outcome"]`."""
        return self.batch.outcome_names

    def _result(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self._copy else array

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start an episode in every match.

        A list of seeds has one for each row; a match whose seeds are None goes on with its next episode.
        `options` can change `difficulty`, `others` and `reward` from now on; with `auto_reset="none"`, `reset_mask` selects rows.
        """
        changes = dict(options or {})
        rows = changes.pop("reset_mask", None)
        if rows is None:
            self.batch.reset_with(changes)
            self.batch.reset(self._seeds(seed))
        else:
            if changes or seed is not None:
                raise ValueError("options: reset_mask cannot be combined with other options or a seed")
            self.batch.reset_matches(self._matches_of(rows).tolist())
        return self._result(self._observations), self._infos.rows(self._copy)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Any:
        """Return a seed, or one for each match from one for each row."""
        if not isinstance(seed, (list, tuple, np.ndarray)):
            return seed
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: {len(seed)} seeds for {self.num_envs} rows; give one for each row, or a single one")
        seeds = check_seeds(seed)
        # The agents of a match play one episode: the first seed of its rows is that of the match.
        rows = [seeds[first : first + self._agent_count] for first in range(0, self.num_envs, self._agent_count)]
        return [next((each for each in of_match if each is not None), None) for of_match in rows]

    def _matches_of(self, rows: Any) -> NDArray[np.int64]:
        """Return the matches that a mask of rows selects."""
        if self.autoreset_mode != AutoresetMode.DISABLED:
            raise ValueError("options: reset_mask needs auto_reset='none', as the matches start again by themselves otherwise")
        mask = np.asarray(rows, np.bool_)
        if mask.shape != (self.num_envs,):
            raise ValueError(f"options: reset_mask has the shape {mask.shape} and not {(self.num_envs,)}")
        matches = mask.reshape(self.batch.num_envs, self._agent_count)
        if (matches.any(axis=1) != matches.all(axis=1)).any():
            raise ValueError("options: reset_mask selects some agents of a match and not the others; they play one episode")
        return np.flatnonzero(matches[:, 0])

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Execute one action per row. What happens with a match that ended: see `auto_reset`."""
        self._writer.write(self._actions, actions, "s")
        self.batch.step()
        terminated = np.repeat(self.batch.terminated.astype(bool), self._agent_count)
        truncated = np.repeat(self.batch.truncated.astype(bool), self._agent_count)
        infos = self._infos.rows(self._copy)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and (ended := terminated | truncated).any():
            infos["final_obs"] = self.batch.final_observations.reshape(self._observations.shape).copy()
            infos["_final_obs"] = ended
            infos["final_info"] = {"outcome": infos["outcome"], "_outcome": ended}
            infos["_final_info"] = ended
        return self._result(self._observations), self._result(self._rewards), terminated, truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which choices of each row have an effect now."""
        return masks_of(self.batch)

    def render(self) -> tuple[Any, ...] | None:
        """Return a picture or text per match, as the render mode says."""
        if self.render_mode is None:
            return None
        draw: Any = self.batch.render if self.render_mode == "rgb_array" else self.batch.render_text
        return tuple(draw(match) for match in range(self.batch.num_envs))

    def close_extras(self, **_: Any) -> None:
        """End the workers."""
        self.batch.close()


def make_rows(scenario: str | dict[str, Any], num_envs: int = 1, **options: Any) -> SoccerVectorEnv:
    """Return a vector environment with one agent in each match, as `gymnasium.make_vec` expects it."""
    return SoccerVectorEnv(scenario, num_envs, **{"agents": "first", **options})


def _create(arguments: tuple[Any, ...], options: dict[str, Any]) -> SoccerVectorEnv:
    return SoccerVectorEnv(*arguments, **options)
