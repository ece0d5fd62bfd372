"""Matches of one scenario over several workers, as numpy arrays."""

from __future__ import annotations

import functools
import operator
import os
import secrets
import tempfile
import threading
from typing import Any, Callable, Iterable, Literal, Mapping, Sequence, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from . import _wire
from ._blocks import Blocks, shared_folder
from ._engine import EngineError, WorkerCrashedError
from ._interrupt import DelayedInterrupt
from ._names import checks_options, suggest
from ._render import SCALE, draw, draw_text
from ._shared_engine import start_worker
from ._worker import Worker, can_poll
from .options import Agent, Others

_MAX_SEED = 0xFFFFFFFF

RESET_OPTIONS = ("difficulty", "others", "reward")
"""What `reset(options=...)` can change."""

_Method = TypeVar("_Method", bound=Callable[..., Any])


class ActionError(ValueError):
    """An action is not a finite number or not a choice; the message names match, agent and field."""


_RESTARTING = ("reset", "configure")
"""Methods that start new workers in place of those that have ended; `reset` is called after both."""


def _exchange(method: _Method) -> _Method:
    """Decorate a method that sends requests to workers.

    After the end of a worker, only `reset` and `configure` are possible, which start a new one.

    Another process or a second thread is refused, as its requests would mix with others in the pipes. Ctrl-C takes effect when all
    answers are there. A second Ctrl-C closes the batch.
    """

    @functools.wraps(method)
    def run(self: Batch, *args: Any, **options: Any) -> Any:
        if os.getpid() != self._owner:
            raise EngineError(
                f"the environment belongs to process {self._owner}, and this is process {os.getpid()}: create it in the process that uses it"
            )
        if not self._lock.acquire(blocking=False):
            raise EngineError("another thread uses the environment: create one for each thread, or let the threads take turns with a lock")
        try:
            with DelayedInterrupt():
                try:
                    return self._run(method, args, options)
                except KeyboardInterrupt:
                    self.close()
                    raise
        finally:
            self._lock.release()

    return cast(_Method, run)


class Batch:
    """Matches of one scenario.

    Args:
        scenario: Name of a scenario, or a scenario as a dictionary.
        num_envs: Number of matches.
        workers: Number of parts of the matches, each in a Node process of its own, at most `num_envs`.
        seed: Seed of all matches; by default a random one.
        agents: `left`, `right`, `both`, `first` (the first player of the scenario's agents), `none` (`others` play both sides; `results` has the
            episodes), or a list of `{"side": ..., "unum": ...}`; by default those of the scenario.
        others: Who plays the players of a side without agents: `{"right": controller}`, or a list of controllers, of which one is
            drawn for each episode. A controller is `{"type": "scripts"}`, `{"type": "script", "script": "chaser"}`,
            `{"type": "policy", "policy": document}` or `{"type": "team", "team": "base"}`, with `name` and `weight` if wanted.
            By default the scripts of the scenario.
        observation: `egocentric`, `global`, `sensors`, `hfo-high`, `hfo-low` or `keepaway`, or a dictionary with `type` and its options.
            `hfo-high` and `hfo-low` have `edition`: 2017 or 2019; `hfo-high` has `view`: `full` or `partial`. With `height`, whether it has height and upward speed of the ball: by default in scenarios with a ball in the air.
            With `hear`, `attentionTo`, `pointTo`, `turnNeck`, `changeView` and `changeFocus`, what the agent hears and the state of its arm, view and focus.
        action: `low-level`, `hybrid`, `discrete`, `macro`, `keepaway`, `skills`, `hfo` or `r2d`, or a dictionary with `type` and its options.
            With `say`, `attentionTo`, `pointTo`, `turnNeck`, `changeView` and `changeFocus`, it also has these commands.
        reward: Weights of the terms of the reward.
        discount: Discount of the learner for one step, in the term `state-value` of the reward; 1 by default.
        horizon: Longest episode, cycles.
        difficulty: Curriculum parameter, 0 to 1.
        frame_skip: Cycles per step.
        stack: Number of stacked observations.
        auto_reset: `next-step`, `same-step` or `none`.
        state: Whether `states` has the true state of each match.
        reward_terms: Whether `reward_terms` has the values of all terms of the reward.
        record: Whether `save_log` is possible.
        transport: `auto`, `shared` or `pipe`.
        timeout: Seconds after which a worker that does not answer is an error. Time in which this process is stopped does not count.

    Environments of one match (`num_envs=1`) of a process share one engine, except the first one and those with team modules as `others`: a further
    one costs no process. If that engine ends, a `reset` of each of them starts it anew.

    A worker that ends or does not answer is a `WorkerCrashedError`. The next `reset` starts a new one, whose matches have new seeds if none is
    given, and whose `results` begin again.

    Attributes:
        observations: Array of float32, (num_envs, agents, numbers).
        states: Array of float32, (num_envs, numbers): true states in the frame of the left team, with `state=True`. `state_layout` describes them.
        rewards: Array of float32, (num_envs, agents).
        reward_terms: Array of float32, (num_envs, agents, terms): values without weights, with `reward_terms=True`. `reward_names` has the terms.
        terminated: Array of uint8, (num_envs,).
        truncated: Array of uint8, (num_envs,).
        outcomes: Array of uint8, (num_envs,): index in `outcome_names`.
        cycles: Array of int32, (num_envs,): cycles of the episode.
        scores: Array of int32, (num_envs, 2): goals of left and right in the episode.
        drawn: Array of uint8, (num_envs, 2): which controllers play left and right, numbers of `other_names`.
        action_masks: Array of uint8, (num_envs, agents, choices).
        actions: Array of float32 to write, (num_envs, agents, numbers).

    Each step writes the arrays again: copy what must last. Ctrl-C takes effect at the end of a step, so that a batch can be used
    afterwards; a second Ctrl-C during the same step closes it.
    """

    @checks_options("Batch")
    def __init__(
        self,
        scenario: str | dict[str, Any],
        num_envs: int = 1,
        workers: int = 1,
        seed: int | None = None,
        agents: Literal["left", "right", "both", "first", "none"] | Sequence[Agent] | None = None,
        others: Others | None = None,
        observation: str | dict[str, Any] | None = None,
        action: str | dict[str, Any] = "low-level",
        reward: dict[str, float] | None = None,
        discount: float | None = None,
        horizon: int | None = None,
        difficulty: float | None = None,
        frame_skip: int = 1,
        stack: int = 1,
        auto_reset: Literal["next-step", "same-step", "none"] = "next-step",
        state: bool = False,
        reward_terms: bool = False,
        record: bool = False,
        transport: Literal["auto", "shared", "pipe"] = "auto",
        timeout: float = 60.0,
    ) -> None:
        # For `close`, if an option is refused.
        self._workers: list[Worker] = []
        self._owner = os.getpid()
        self._lock = threading.RLock()
        self._crash: str | None = None
        """Message about a worker that has ended."""
        self._restarts = 0
        num_envs = _check_whole("num_envs", num_envs, 1)
        workers = _check_whole("workers", workers, 1, num_envs)
        options: dict[str, Any] = {
            "scenario": scenario,
            "seed": secrets.randbits(32) if seed is None else _check_whole("seed", seed, 0, _MAX_SEED),
            "action": {"type": action} if isinstance(action, str) else action,
            "frameSkip": frame_skip,
            "stack": stack,
            "autoReset": auto_reset,
            "state": state,
            "rewardTerms": reward_terms,
        }
        if observation is not None:
            options["observation"] = {"type": observation} if isinstance(observation, str) else observation
        optional = {"agents": agents, "others": others, "reward": reward, "discount": discount, "horizon": horizon, "difficulty": difficulty}
        options.update({name: value for name, value in optional.items() if value is not None})
        self.num_envs = num_envs
        self._first: list[int] = []
        self._options = options
        self._start: Callable[[dict[str, Any]], Worker] = functools.partial(
            start_worker, record=record, timeout=timeout, may_share=workers == 1 and transport != "pipe"
        )
        try:
            first = 0
            for index in range(workers):
                count = num_envs // workers + (1 if index < num_envs % workers else 0)
                self._workers.append(self._start({**options, "matches": count, "firstMatch": first}))
                self._first.append(first)
                first += count
            self._bind(transport, stack)
        except BaseException:
            self.close()
            raise
        self.horizon: int = horizon if horizon is not None else self._workers[0].info["horizon"]

    def _bind(self, transport: str, stack: int) -> None:
        """Create the arrays, and send the workers the places of their parts."""
        info = self._workers[0].info
        self.agents: list[Agent] = info["agents"]
        self.observation_layout: list[dict[str, Any]] = info["observation"]
        self.action_layout: list[dict[str, Any]] = info["action"]
        self.choices: list[str] = info["choices"]
        self.state_layout: list[dict[str, Any]] = info["state"]
        self.reward_names: list[str] = info["rewardTerms"]
        self.outcome_names: list[str] = info["outcomes"]
        self.other_names: dict[str, list[str]] = info["others"]
        count = len(self.agents)
        width = len(self.observation_layout) * stack
        sizes = {
            "agents": count,
            "observation": width,
            "action": len(self.action_layout),
            "choices": len(self.choices),
            "state": len(self.state_layout),
            "terms": len(self.reward_names),
            "sides": 2,
        }
        blocks = Blocks([worker.info["blocks"] for worker in self._workers], sizes)
        folder = shared_folder() if transport != "pipe" else None
        if transport == "shared" and folder is None:
            raise EngineError("transport: shared memory needs Linux with a writable /dev/shm; use auto or pipe")
        if folder is None:
            self._use_pipes(blocks)
        else:
            self._share(blocks, folder)
        self._blocks = blocks
        arrays = blocks.arrays(self._memory)
        self.observations = arrays["observations"]
        self.final_observations = arrays["finalObservations"]
        self.states = arrays["states"]
        self.rewards = arrays["rewards"]
        self.reward_terms = arrays["rewardTerms"]
        self.cycles = arrays["cycles"]
        self.scores = arrays["scores"]
        self.terminated = arrays["terminated"]
        self.truncated = arrays["truncated"]
        self.outcomes = arrays["outcomes"]
        self.drawn = arrays["drawn"]
        self.action_masks = arrays["actionMasks"]
        self.actions = arrays["actions"]

    def _use_pipes(self, blocks: Blocks) -> None:
        self._memory: Any = np.zeros(blocks.size, np.uint8)
        for worker, parts in zip(self._workers, blocks.parts):
            self._use_pipe(worker, parts)

    def _use_pipe(self, worker: Worker, parts: Mapping[str, _wire.BlockSpan]) -> None:
        spans = [self._memory.data[part.position : part.position + part.length] for part in parts.values()]
        # The actions are the last block.
        worker.use_pipes(spans[:-1], spans[-1])

    def _run(self, method: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Call a method; if it is one of `_RESTARTING`, with new workers in place of those that have ended."""
        can_restart = method.__name__ in _RESTARTING
        if self._crash is not None and not can_restart:
            raise WorkerCrashedError(self._crash)
        try:
            if self._crash is not None:
                self._restart()
            return method(self, *args, **options)
        except WorkerCrashedError as error:
            self._crash = str(error)
            if not can_restart:
                raise
        # A worker that had ended unnoticed.
        self._restart()
        try:
            return method(self, *args, **options)
        except WorkerCrashedError as error:
            self._crash = str(error)
            raise

    def _restart(self) -> None:
        """Start new workers in place of those that have ended, or whose answers were not read. They use pipes: the shared file has no name any more."""
        for index, worker in enumerate(self._workers):
            if not worker.has_ended and not worker.is_awaited:
                continue
            worker.close()
            self._restarts += 1
            # Not the episodes that the old one has played.
            seed = _match_seed(self._options["seed"], self.num_envs + self._restarts)
            place = {"matches": worker.info["matches"], "firstMatch": self._first[index]}
            self._workers[index] = self._start({**self._options, **place, "seed": seed})
            self._use_pipe(self._workers[index], self._blocks.parts[index])
        self._crash = None

    def _share(self, blocks: Blocks, folder: str) -> None:
        handle, path = tempfile.mkstemp(prefix="rcss-", dir=folder)
        try:
            os.close(handle)
            control = -(-blocks.size // _wire.CONTROL_BYTES) * _wire.CONTROL_BYTES
            os.truncate(path, control + _wire.CONTROL_BYTES * len(self._workers))
            # The arrays of users are plain ones, also their copies.
            self._memory = np.memmap(path, np.uint8, "r+").view(np.ndarray)
            polls = can_poll() and _core_count() > len(self._workers)
            for worker, parts in zip(self._workers, blocks.parts):
                own = self._memory.data[control : control + _wire.CONTROL_BYTES]
                worker.share(path, list(parts.values()), own, control, polls)
                control += _wire.CONTROL_BYTES
        finally:
            # Both sides have the file open; its memory is freed when both close it.
            os.unlink(path)

    def _finish(self) -> None:
        """Wait for all workers, then report the first error."""
        error: Exception | None = None
        for index, worker in enumerate(self._workers):
            try:
                worker.finish()
            except ActionError as refused:
                error = error or ActionError(_shift_match(str(refused), self._first[index]))
            except (EngineError, ValueError) as failed:
                error = error or failed
        if error is not None:
            raise error

    @_exchange
    def reset(self, seed: int | Sequence[int | None] | None = None) -> None:
        """Start a new episode in every match; with a seed, or one for each match, the first ones of that seed.

        A match whose seed is None goes on with its next episode. A worker that has ended is replaced by a new one.
        """
        seeds = None if seed is None else self._match_seeds(seed)
        crash: WorkerCrashedError | None = None
        for worker, first in zip(self._workers, self._first):
            value = None if seeds is None else seeds[first : first + worker.info["matches"]]
            try:
                worker.send(_wire.reset(value))
            except WorkerCrashedError as error:
                # The answers of the others are still read: who answers is not replaced.
                crash = error
        self._finish()
        if crash is not None:
            raise crash

    def _match_seeds(self, seed: int | Sequence[int | None]) -> list[int | None]:
        if not isinstance(seed, (list, tuple, np.ndarray)):
            return [_match_seed(cast(int, seed), match) for match in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: {len(seed)} seeds for {self.num_envs} matches; give one for each match, or a single one")
        return check_seeds(seed)

    @checks_options("configure")
    @_exchange
    def configure(
        self,
        difficulty: float | None = None,
        others: Others | None = None,
        reward: dict[str, float] | None = None,
    ) -> None:
        """Change options without new workers; `reset` must follow, which starts new episodes with them.

        Absent options stay. With `others`, `results` starts again.
        """
        given = {"difficulty": difficulty, "others": others, "reward": reward}
        changes = {name: value for name, value in given.items() if value is not None}
        for worker in self._workers:
            worker.send(_wire.configure(changes))
            self.other_names = worker.receive()
        self._options.update(changes)

    def reset_with(self, options: Mapping[str, Any] | None) -> None:
        """Apply the `options` of a `reset` of Gymnasium or PettingZoo."""
        if not options:
            return
        for name in options:
            if name not in RESET_OPTIONS:
                raise ValueError(f"options: {name!r} is not an option of reset; the options are {', '.join(RESET_OPTIONS)}{suggest(name, RESET_OPTIONS)}")
        self.configure(**options)

    @_exchange
    def step(self) -> None:
        """Execute `actions`.

        Raises:
            ActionError: if an action is not a finite number, or if a choice does not exist; no match is changed then.
            WorkerCrashedError: if a worker ended; `reset` starts a new one.
        """
        self.step_async()
        self._finish()

    @_exchange
    def step_async(self) -> None:
        """Start `step` and return while it runs. Until `step_wait`, the arrays are undefined, and `actions` must not be written.

        With two batches, a learner can compute the actions of one while the other one runs.
        """
        if len(self._workers) > 1:
            self._check_actions()
        for worker in self._workers:
            worker.send_step()

    @_exchange
    def step_wait(self) -> None:
        """Wait for the end of `step_async`; raises what `step` raises."""
        if not any(worker.is_running for worker in self._workers):
            raise EngineError("no step is running: call step_async first")
        self._finish()

    def _check_actions(self) -> None:
        """Refuse what is not finite or not a choice before any worker steps. One worker alone checks its actions itself."""
        highest = np.array([field["high"] if field.get("isChoice") else np.inf for field in self.action_layout])
        is_choice = np.isfinite(highest)
        finite = np.isfinite(self.actions)
        bad = ~finite
        if finite.all():
            bad = is_choice & ((self.actions != np.rint(self.actions)) | (self.actions < 0) | (self.actions > highest))
        if not bad.any():
            return
        match, agent, field = (int(i) for i in np.argwhere(bad)[0])
        who = self.agents[agent]
        why = f"is not a choice; whole numbers from 0 to {highest[field]:g} are allowed" if finite.all() else "is not a finite number"
        raise ActionError(
            f"action of match {match}, agent {agent} ({who['side']} {who['unum']}), field "
            f"{self.action_layout[field]['name']} (index {field}): {self.actions[match, agent, field]:.7g} {why}"
        )

    @_exchange
    def step_scripted(self) -> None:
        """Run a step in which the agents play by the scripts of the scenario."""
        for worker in self._workers:
            worker.send_step(scripted=True)
        self._finish()

    def _worker_of(self, match: int) -> tuple[Worker, int]:
        match = _check_whole("match", match, 0, self.num_envs - 1)
        index = max(i for i, first in enumerate(self._first) if first <= match)
        return self._workers[index], match - self._first[index]

    @_exchange
    def reset_match(self, match: int, seed: int | None = None) -> None:
        """Start a new episode in one match."""
        worker, local = self._worker_of(match)
        worker.send(_wire.reset_matches([local], None if seed is None else [_match_seed(seed, match)]))
        worker.finish()

    @_exchange
    def reset_matches(self, matches: Iterable[int]) -> None:
        """Start a new episode in some matches, with one request to each of their workers."""
        chosen: dict[Worker, list[int]] = {}
        for match in matches:
            worker, local = self._worker_of(match)
            chosen.setdefault(worker, []).append(local)
        for worker, local_matches in chosen.items():
            worker.send(_wire.reset_matches(local_matches, None))
        for worker in chosen:
            worker.finish()

    @_exchange
    def save(self, match: int) -> dict[str, Any]:
        """Return the state of a match, which JSON can hold."""
        worker, local = self._worker_of(match)
        worker.send(_wire.save_match(local))
        state: dict[str, Any] = worker.receive()
        return state

    @_exchange
    def restore(self, match: int, state: dict[str, Any]) -> None:
        """Set a match to a saved state."""
        worker, local = self._worker_of(match)
        worker.send(_wire.restore_match(local, state))
        worker.finish()

    @_exchange
    def scene(self, match: int = 0) -> dict[str, Any]:
        """Return the state of a match for a picture.

        Positions are in meters, the left team attacks towards +x, y is downwards; `body` is in radians.
        """
        worker, local = self._worker_of(match)
        worker.send(_wire.scene(local))
        found: dict[str, Any] = worker.receive()
        return found

    def render(self, match: int = 0, scale: int = SCALE) -> NDArray[np.uint8]:
        """Return a picture of a match, (height, width, 3), with `scale` pixels per meter."""
        return draw(self.scene(match), scale)

    def render_text(self, match: int = 0) -> str:
        """Return a picture of a match as text, a character for 2 m × 4 m."""
        return draw_text(self.scene(match))

    @_exchange
    def save_log(self, path: str | os.PathLike[str], match: int = 0) -> None:
        """Write the current episode of a match as a game log, from the state at its start, or the one of `restore`, on; needs `record=True` and a step."""
        worker, local = self._worker_of(match)
        # The current folder of the worker is that of its start.
        worker.send(_wire.save_log(local, os.path.abspath(path)))
        worker.receive()

    @_exchange
    def results(self) -> list[dict[str, Any]]:
        """Return the results of the ended episodes since the start, by controller of the players without agents.

        Each has `side`, `name`, `episodes`, `outcomes` (number of episodes by outcome), `goalsLeft`, `goalsRight`,
        `winsLeft`, `winsRight` (episodes in which this side scored more), and the sums `cycles` and
        `reward` (of all agents).
        """
        sums: list[dict[str, Any]] = []
        for worker in self._workers:
            worker.send(_wire.results())
            found = worker.receive()
            sums = [_add_results(a, b) for a, b in zip(sums, found)] if sums else found
        return sums

    @_exchange
    def engine_seconds(self) -> list[float]:
        """Return the time that each worker has spent in `step` without transport, since its start."""
        found: list[float] = []
        for worker in self._workers:
            worker.send(_wire.step_seconds())
            found.append(float(worker.receive()))
        return found

    @property
    def worker_pids(self) -> list[int]:
        """Process ids of the workers."""
        return [worker.pid for worker in self._workers]

    def close(self) -> None:
        """End the workers; may be called twice."""
        self._crash = None
        for worker in self._workers:
            worker.close()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError(
            "a batch cannot be copied or pickled, as its matches are in other processes; "
            "create one where it is used, or save the state of a match with Batch.save"
        )

    def __del__(self) -> None:
        for worker in getattr(self, "_workers", []):
            worker.close()


def _add_results(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """Add two results of one controller."""
    outcomes = {name: a["outcomes"].get(name, 0) + b["outcomes"].get(name, 0) for name in {**a["outcomes"], **b["outcomes"]}}
    numbers = {name: value + b[name] for name, value in a.items() if name not in ("side", "name", "outcomes")}
    return {**a, **numbers, "outcomes": outcomes}


def _check_whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Return a whole number, also one of numpy, as `int`."""
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if number < low or (high is not None and number > high):
        limit = "" if high is None else f" to {high}"
        raise ValueError(f"{name}: {value!r} is not a whole number from {low}{limit}")
    return number


def check_seeds(seeds: Sequence[int | None]) -> list[int | None]:
    """Return a list of seeds, in which None goes on with the seed before."""
    return [None if value is None else _check_whole(f"seed[{index}]", value, 0, _MAX_SEED) for index, value in enumerate(seeds)]


def _core_count() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _shift_match(message: str, first: int) -> str:
    head, _, rest = message.partition("match ")
    number, _, tail = rest.partition(",")
    return f"{head}match {int(number) + first},{tail}" if number.isdigit() else message


def _match_seed(seed: int, match: int) -> int:
    """Seed of a match: mixes like the engine, so that any number of workers plays the same matches."""
    seed = _check_whole("seed", seed, 0, _MAX_SEED)
    mask = 0xFFFFFFFF
    h = ((seed ^ 0x9E3779B9) * 0x85EBCA6B & mask) ^ ((match + 0x7F4A7C15) * 0xC2B2AE35 & mask)
    h = (h ^ (h >> 16)) * 0x7FEB352D & mask
    h = (h ^ (h >> 15)) * 0x846CA68B & mask
    return h ^ (h >> 16)
