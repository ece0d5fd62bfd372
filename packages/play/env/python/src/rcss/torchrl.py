"""Many matches for TorchRL: one environment with a batch of matches, and the tensors of all its agents."""

# TorchRL and torch are optional, and have no types that a check without them could use.
# mypy: ignore-errors

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import torch
    from tensordict import TensorDict
    from torchrl.data import Binary, Bounded, Categorical, Composite, MultiCategorical, Unbounded
    from torchrl.envs import EnvBase
except ImportError:
    raise ImportError("rcss.torchrl needs the package torchrl: pip install torchrl") from None

from ._names import checks_options
from ._spaces import has_only_choices
from .batch import Batch
from .options import AgentOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack


class BatchEnv(EnvBase):
    """Matches as one TorchRL environment with the batch size `[num_envs]`.

    The agents are the group `agents`: `observation`, `action`, `reward`, and `action_mask` if the actions are a list of choices; several choices are
    `MultiCategorical`, or with `joint` one list of all their combinations. `state` is the true
    state of the match for a central critic; `info` has `outcome`, `score` (own goals and goals of the opponents) and `cycles`. A match whose episode
    ended stands until `reset`, which starts only the matches that are marked in `_reset`.

    Args:
        scenario: Name of a scenario, or a scenario as a dictionary.
        num_envs: Number of matches.
        workers: Number of Node processes.
        seed: Seed of the first episodes; by default a random one.
        device: Device of the tensors.
        joint: Whether several choices, for example a command and a symbol to say, are one list of their combinations, for learners that know one
            choice per agent (BenchMARL). The last choice changes fastest.
        options: See `rcss.Batch`.
    """

    # Its transport copies into arrays of numpy.
    batch_locked = True

    @checks_options("BatchEnv", AgentOptions.__annotations__, ("auto_reset",))
    def __init__(
        self,
        scenario: str | dict[str, Any],
        num_envs: int = 1,
        workers: int = 1,
        seed: int | None = None,
        device: Any = "cpu",
        joint: bool = False,
        **options: Unpack[AgentOptions],
    ) -> None:
        if "auto_reset" in options:
            raise ValueError(f"auto_reset: {options['auto_reset']!r} is not possible in BatchEnv, whose episodes start with reset")
        super().__init__(device=device, batch_size=torch.Size([num_envs]))
        if options.get("agents") == "none":
            raise ValueError("agents: 'none' is possible in rcss.make_batch only; BatchEnv needs an agent")
        options.setdefault("state", True)
        self.batch = batch = Batch(scenario, num_envs, workers, seed, auto_reset="none", **options)
        self.agent_names = [f"{agent['side']}_{agent['unum']}" for agent in batch.agents]
        counts = [int(field["high"]) + 1 for field in batch.action_layout] if has_only_choices(batch) else []
        if joint and not counts:
            raise ValueError("joint: the actions have parameters; only choices can be combined")
        self._is_choice = np.array([bool(field.get("isChoice")) for field in batch.action_layout])
        self._counts = counts if joint or len(counts) == 1 else []
        """Numbers of the choices that are combined in one list."""
        self.has_mask = bool(self._counts)
        self._own = np.array([0 if agent["side"] == "left" else 1 for agent in batch.agents])
        self._seed = None
        shape = (num_envs, len(self.agent_names))
        width = batch.observations.shape[-1]
        group = {"observation": _box(batch.observation_layout, (*shape, width), device)}
        if self.has_mask:
            count = int(np.prod(self._counts))
            group["action_mask"] = Binary(shape=(*shape, count), dtype=torch.bool, device=device)
            action = Categorical(count, shape=shape, dtype=torch.int64, device=device)
        elif counts:
            action = MultiCategorical(counts, shape=(*shape, len(counts)), dtype=torch.int64, device=device)
        else:
            action = _box(batch.action_layout, (*shape, len(batch.action_layout)), device)
        info = Composite(
            outcome=Unbounded((num_envs, 1), dtype=torch.int64, device=device),
            cycles=Unbounded((num_envs, 1), dtype=torch.int64, device=device),
            score=Unbounded((num_envs, 2), dtype=torch.int64, device=device),
            shape=(num_envs,),
            device=device,
        )
        whole = {"agents": Composite(group, shape=shape, device=device), "info": info}
        if batch.state_layout:
            whole["state"] = _box(batch.state_layout, (num_envs, batch.states.shape[-1]), device)
        self.observation_spec = Composite(whole, shape=(num_envs,), device=device)
        self.action_spec = Composite(
            agents=Composite(action=action, shape=shape, device=device), shape=(num_envs,), device=device
        )
        reward = Unbounded((*shape, 1), device=device)
        self.reward_spec = Composite(agents=Composite(reward=reward, shape=shape, device=device), shape=(num_envs,), device=device)
        done = Binary(1, shape=(num_envs, 1), dtype=torch.bool, device=device)
        self.done_spec = Composite(
            done=done, terminated=done.clone(), truncated=done.clone(), shape=(num_envs,), device=device
        )

    def _tensor(self, array: np.ndarray, dtype: Any = None) -> torch.Tensor:
        return torch.as_tensor(array.copy(), dtype=dtype, device=self.device)

    def _read(self) -> TensorDict:
        """Return observations, state and info."""
        batch, shape = self.batch, (self.num_envs, len(self.agent_names))
        group = {"observation": self._tensor(batch.observations)}
        if self.has_mask:
            # Further choices are always possible.
            masks = np.repeat(batch.action_masks, int(np.prod(self._counts[1:])), axis=-1)
            group["action_mask"] = self._tensor(masks, torch.bool)
        side = int(self._own[0])
        info = {
            "outcome": self._tensor(batch.outcomes[:, None], torch.int64),
            "cycles": self._tensor(batch.cycles[:, None], torch.int64),
            "score": self._tensor(batch.scores[:, [side, 1 - side]], torch.int64),
        }
        read = {
            "agents": TensorDict(group, shape, device=self.device),
            "info": TensorDict(info, self.batch_size, device=self.device),
        }
        if batch.state_layout:
            read["state"] = self._tensor(batch.states)
        return TensorDict(read, self.batch_size, device=self.device)

    @property
    def num_envs(self) -> int:
        """Number of matches."""
        return int(self.batch_size[0])

    def _reset(self, tensordict: TensorDict | None = None, **_: Any) -> TensorDict:
        marked = None if tensordict is None else tensordict.get("_reset", None)
        if marked is None or bool(marked.all()):
            self.batch.reset(self._seed)
            self._seed = None
        else:
            self.batch.reset_matches(torch.nonzero(marked.reshape(self.num_envs)).flatten().tolist())
        read = self._read()
        for name in ("done", "terminated", "truncated"):
            read[name] = torch.zeros(self.num_envs, 1, dtype=torch.bool, device=self.device)
        return read

    def _step(self, tensordict: TensorDict) -> TensorDict:
        batch = self.batch
        action = tensordict["agents", "action"].detach().cpu().numpy()
        if self.has_mask:
            action = np.stack(np.unravel_index(action, self._counts), axis=-1)
        action = action.reshape(batch.actions.shape)
        # Learners with parameters give choices as numbers between them.
        batch.actions[...] = np.where(self._is_choice, np.rint(action), action)
        batch.step()
        read = self._read()
        read["agents", "reward"] = self._tensor(batch.rewards[..., None])
        terminated = self._tensor(batch.terminated[:, None], torch.bool)
        truncated = self._tensor(batch.truncated[:, None], torch.bool)
        read["terminated"], read["truncated"], read["done"] = terminated, truncated, terminated | truncated
        return read

    def _set_seed(self, seed: int | None) -> None:
        # The next reset of all matches starts with it.
        self._seed = None if seed is None else int(seed) % 2**32

    def close(self, **options: Any) -> None:
        """End the workers."""
        self.batch.close()
        super().close(**options)


def _box(fields: list[dict[str, Any]], shape: tuple[int, ...], device: Any) -> Bounded:
    repeat = shape[-1] // len(fields)
    low, high = (
        torch.tensor([field[name] for field in fields] * repeat, dtype=torch.float32, device=device).expand(shape) for name in ("low", "high")
    )
    return Bounded(low.clone(), high.clone(), shape=shape, dtype=torch.float32, device=device)
