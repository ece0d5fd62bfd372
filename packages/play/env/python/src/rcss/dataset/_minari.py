"""Datasets of Minari from the transitions of one agent."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec

from ..registration import VERSION
from ._parts import DatasetError, import_optional, load_settings


def to_minari(folder: str | os.PathLike[str], name: str, author: str | None = None) -> Any:
    """Write a dataset of Minari from a folder of `play` with one agent, and return it.

    Args:
        folder: Folder of the Parquet files.
        name: Name of the dataset, for example `rcss/1v1-keeper/random-v0`. Minari's variable `MINARI_DATASETS_PATH` says where datasets are.
        author: Author in the metadata.

    Raises:
        DatasetError: if the folder does not fit, or if there is a dataset of that name.
    """
    # The storage of Minari needs the first two, and imports them late.
    _, _, minari, buffers = (import_optional(name) for name in ("PIL", "h5py", "minari", "minari.data_collector"))
    settings = load_settings(folder)
    if settings["kind"] != "play":
        raise DatasetError(f"{folder}: actions of game logs are estimates of many agents; Minari needs a folder of play")
    if len(settings["agents"]) != 1:
        raise DatasetError(f"{folder}: it has {len(settings['agents'])} agents, and a dataset of Minari has one; play with agents='first', or read the Parquet files")
    if name in minari.list_local_datasets():
        raise DatasetError(f"{name}: there is a dataset of this name; choose another version, or delete it: minari delete {name}")
    files = sorted(Path(folder).glob("*.parquet"))
    if not files:
        raise DatasetError(f"{folder}: it has no Parquet files")
    (agent,) = settings["agents"]
    scenario = settings["scenario"]
    options = {key: value for key, value in settings["options"].items() if key != "agents"}
    # With it, `recover_environment` of Minari makes the environment again.
    spec = EnvSpec(f"rcss/{scenario}-v{VERSION}", "rcss.single:SoccerEnv", kwargs={"scenario": scenario, "agent": agent, **options})
    dataset = None
    env = gymnasium.make(spec)
    try:
        for file in files:
            episodes = [buffers.EpisodeBuffer(**each) for each in _read_episodes(file, settings, len(settings["action"]) == 1)]
            if dataset is not None:
                dataset.update_dataset_from_buffer(episodes)
                continue
            dataset = minari.create_dataset_from_buffers(
                dataset_id=name,
                buffer=episodes,
                env=env,
                algorithm_name=str(settings["policy"]),
                author=author,
                description=f"{scenario} of rcss, policy {settings['policy']}, seed {settings['seed']}, options {options}",
                requirements=["rcss"],
            )
    except BaseException:
        # A part of a dataset is not left there.
        if dataset is not None:
            minari.delete_dataset(name)
        raise
    finally:
        env.close()
    return dataset


def _read_episodes(file: Path, settings: dict[str, Any], is_list: bool) -> list[dict[str, Any]]:
    """Return the episodes of a part as arguments of `EpisodeBuffer`."""
    table = import_optional("pyarrow.parquet").read_table(file)
    episode = table["episode"].to_numpy()
    starts = np.flatnonzero(np.diff(episode, prepend=-1))
    width = settings["stack"] * len(settings["observation"])
    found = []
    for first, last in zip(starts, np.append(starts[1:], len(episode))):
        rows = table.slice(first, last - first).combine_chunks()
        steps = rows.slice(0, len(rows) - 1)
        actions = steps["action"].combine_chunks().flatten().to_numpy().reshape(len(steps), -1)
        found.append(
            {
                "id": int(episode[first]),
                "seed": int((settings["seed"] + episode[first]) % 2**32),
                "observations": rows["observation"].combine_chunks().flatten().to_numpy().reshape(-1, width).copy(),
                "actions": actions[:, 0].astype(np.int64) if is_list else actions.copy(),
                "rewards": steps["reward"].to_numpy().tolist(),
                "terminations": steps["terminated"].to_pylist(),
                "truncations": steps["truncated"].to_pylist(),
                "infos": {"outcome": np.append([0], steps["outcome"].to_numpy())},
            }
        )
    return found
