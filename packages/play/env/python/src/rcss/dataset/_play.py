"""Transitions of episodes that a policy plays."""

from __future__ import annotations

import json
import os
from typing import Any, Callable

import numpy as np

from .._names import WHOLE, Shard, take_shard
from ..batch import Batch, _match_seed
from ._parts import DatasetError, Parts, import_optional
from ._policy import DocumentPolicy, draw_random, load_policy

_PART = 32
"""Episodes of a part; it is a number of matches that run at the same time."""


def play(
    scenario: str,
    folder: str | os.PathLike[str],
    episodes: int,
    policy: str = "random",
    seed: int = 1,
    workers: int = 1,
    report: Callable[[int, int], None] = lambda done, episodes: None,
    shard: Shard = WHOLE,
    **options: Any,
) -> None:
    """Write the transitions of episodes to a folder of Parquet files. Parts that are there are kept, so that an interrupted run goes on.

    Args:
        scenario: Name of a scenario.
        folder: Where the files are written.
        episodes: Number of episodes; a later call with more adds the others.
        policy: `random`, or the file of a policy document, which names observation and action itself.
        seed: Seed of the first episode; the others have the following ones.
        workers: Number of Node processes.
        report: Called after each part with the number of the last of its episodes, and that of all.
        shard: Which parts are written: `(0, 4)` for the first of four shares, which may run at the same time with one folder. The shares together write what a whole call writes.
        options: `observation`, `action`, `agents`, `others`, `reward`, `horizon`, `difficulty`, `frame_skip`, `stack`; see `rcss.Batch`.

    Raises:
        DatasetError: if the folder has a dataset with other settings or more episodes, or if the policy does not fit.
    """
    if episodes < 1:
        raise DatasetError(f"episodes: {episodes} is not a whole number from 1")
    document = None if policy == "random" else load_policy(policy)
    if document is not None:
        for name in ("observation", "action"):
            if name in options:
                raise DatasetError(f"{name}: the policy {policy} has its own; leave the option out")
            options[name] = document[name]
        options.setdefault("frame_skip", document.get("frameSkip", 1))
        options.setdefault("stack", document.get("stack", 1))
    import_optional("pyarrow")
    with Batch(scenario, num_envs=_PART, workers=workers, seed=seed, auto_reset="none", **options) as batch:
        choose: Any = draw_random if document is None else DocumentPolicy(document, batch, policy)
        settings = {
            "kind": "play",
            "scenario": scenario,
            "policy": policy,
            "seed": seed,
            "options": options,
            "agents": batch.agents,
            "observation": batch.observation_layout,
            "action": batch.action_layout,
            "choices": batch.choices,
            "outcomes": batch.outcome_names,
            "stack": batch.observations.shape[-1] // len(batch.observation_layout),
        }
        parts = Parts(folder, settings)
        there = parts.last("episode") + 1
        if there > episodes:
            raise DatasetError(f"{folder}: it has {there} episodes, more than {episodes}; choose another folder, or at least {there} episodes")
        for first in take_shard(range(0, episodes, _PART), shard):
            name = f"part-{first // _PART:06}"
            end = min(first + _PART, episodes)
            # The last part of an earlier call can have fewer episodes.
            if end > there or not parts.has(name):
                parts.write(name, _play_part(batch, choose, first, end - first, seed))
            report(end, episodes)


def _play_part(batch: Batch, choose: Any, first: int, count: int, seed: int) -> Any:
    draws = np.random.default_rng([seed, first])
    # As one environment starts with the seed of the episode.
    batch.reset([_match_seed((seed + first + match) % 2**32, 0) for match in range(batch.num_envs)])
    # All matches of a part draw their actions, so that an episode does not depend on the number of episodes.
    running = np.arange(batch.num_envs) < count
    rows: list[dict[str, Any]] = []
    step = 0
    while running.any():
        observations = batch.observations.copy()
        masks = batch.action_masks.copy()
        actions = choose(batch, draws)
        batch.actions[...] = actions
        batch.step()
        for match in np.flatnonzero(running).tolist():
            ended = bool(batch.outcomes[match])
            for place in range(len(batch.agents)):
                row = _row(first + match, step, place, observations[match, place])
                row.update(
                    action=actions[match, place],
                    action_mask=masks[match, place],
                    reward=float(batch.rewards[match, place]),
                    terminated=bool(batch.terminated[match]),
                    truncated=bool(batch.truncated[match]),
                    outcome=int(batch.outcomes[match]),
                )
                rows.append(row)
                if ended:
                    rows.append(_row(first + match, step + 1, place, batch.observations[match, place].copy()))
        running &= batch.outcomes == 0
        step += 1
    rows.sort(key=lambda row: (row["episode"], row["agent"], row["step"]))
    return _table(rows, batch)


def _row(episode: int, step: int, place: int, observation: Any) -> dict[str, Any]:
    return {"episode": int(episode), "step": step, "agent": place, "observation": observation}


def _table(rows: list[dict[str, Any]], batch: Batch) -> Any:
    arrow = import_optional("pyarrow")
    # Lists of variable size where the last row of an episode has none: readers refuse null for a list of fixed size.
    schema = arrow.schema(
        [
            ("episode", arrow.int64()),
            ("step", arrow.int32()),
            ("agent", arrow.int16()),
            ("observation", arrow.list_(arrow.float32(), batch.observations.shape[-1])),
            ("action", arrow.list_(arrow.float32())),
            ("action_mask", arrow.list_(arrow.uint8())),
            ("reward", arrow.float32()),
            ("terminated", arrow.bool_()),
            ("truncated", arrow.bool_()),
            ("outcome", arrow.int16()),
        ],
        metadata={
            "rcss.agents": json.dumps(batch.agents),
            "rcss.observation": json.dumps(batch.observation_layout),
            "rcss.action": json.dumps(batch.action_layout),
        },
    )
    return arrow.Table.from_pylist(rows, schema=schema)
