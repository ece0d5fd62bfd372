"""Transitions of game logs: what each player observed, and its estimated command."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Callable, Sequence

import numpy as np

from .._read_log import read_tracking
from ._estimate import COMMANDS, estimate_commands
from ._parts import DatasetError, Parts, import_optional

_PLAYERS = [f"{side}{unum}" for side in "lr" for unum in range(1, 12)]
_PLACES = ("x", "y", "vx", "vy", "body", "neck", "stamina")


def convert_logs(
    logs: Sequence[str | os.PathLike[str]],
    folder: str | os.PathLike[str],
    report: Callable[[int, int], None] = lambda done, logs: None,
) -> None:
    """Write one Parquet file for each game log, with a row for each player on the field and show. Files that are there are kept.

    Positions are in the frame of the player's team: meters, the opponents' goal at x = 52.5; angles in degrees. docs/use/researcher/training.md
    describes the columns.

    Args:
        logs: Game logs.
        folder: Where the files are written.
        report: Called after each log with the number of logs that are done, and of all.

    Raises:
        DatasetError: if two logs have the same name, or if the folder has another dataset.
        LogError: if a file is not a game log.
    """
    import_optional("pyarrow")
    names = [Path(log).name.split(".rcg", maxsplit=1)[0] for log in logs]
    for name in names:
        if names.count(name) > 1:
            raise DatasetError(f"logs: two have the name {name}, of which their files are named; put them into different folders")
    parts = Parts(folder, {"kind": "logs", "version": 1})
    for done, (log, name) in enumerate(zip(logs, names), 1):
        if not parts.has(name):
            parts.write(name, convert_log(log, name))
        report(done, len(logs))


def convert_log(log: str | os.PathLike[str], name: str) -> Any:
    """Return the transitions of a game log as a table of pyarrow."""
    arrow = import_optional("pyarrow")
    shows, parameters = read_tracking(log)
    tables = [_convert_player(arrow, shows, parameters, player, name) for player in _PLAYERS]
    table = arrow.concat_tables([each for each in tables if each is not None])
    return table.replace_schema_metadata({"rcss.commands": json.dumps(COMMANDS)})


def _convert_player(arrow: Any, shows: dict[str, Any], parameters: dict[str, Any], player: str, name: str) -> Any:
    present = ~np.isnan(np.asarray(shows[f"{player}_x"], float))
    # Shows of a minute in which the clock stands have the same time and another stoppage.
    time, stoppage = shows["time"].astype(np.int64), shows["stoppage"].astype(np.int64)
    follows = (np.diff(time) == 1) | ((np.diff(time) == 0) & (np.diff(stoppage) == 1))
    follows = np.append(follows & present[:-1] & present[1:], False)
    if not present.any():
        return None
    side, unum = player[0], int(player[1:])
    estimated = {key: np.append(value, np.nan) for key, value in estimate_commands(shows, player, parameters).items()}
    own, other = ("l", "r") if side == "l" else ("r", "l")
    goals = np.diff(shows[f"{own}_score"].astype(int)) - np.diff(shows[f"{other}_score"].astype(int))
    last = np.zeros(len(time), np.bool_)
    last[-1] = True
    rows = np.flatnonzero(present)

    def optional(values: Any, kind: Any) -> Any:
        return arrow.array(np.asarray(values)[rows], kind, mask=~follows[rows] | np.isnan(np.asarray(values, float))[rows])

    command = arrow.DictionaryArray.from_arrays(optional(np.nan_to_num(estimated["command"]).astype(np.int8), arrow.int8()), list(COMMANDS))
    columns = {
        "episode": arrow.array([name] * len(rows)).dictionary_encode(),
        "step": arrow.array(rows.astype(np.int32)),
        "time": arrow.array(time[rows].astype(np.int32)),
        "play_mode": arrow.array(shows["play_mode"][rows].astype(str)).dictionary_encode(),
        "side": arrow.array([side] * len(rows)).dictionary_encode(),
        "unum": arrow.array(np.full(len(rows), unum, np.int8)),
        "observation": _observe(arrow, shows, side, unum, rows),
        "command": command,
        **{key: optional(estimated[key], arrow.float32()) for key in ("power", "direction", "power_deviation", "direction_deviation", "certainty")},
        "reward": optional(np.append(goals, 0).astype(float), arrow.float32()),
        "terminated": arrow.array(np.zeros(len(rows), np.bool_)),
        "truncated": arrow.array((~follows & ~last)[rows]),
    }
    return arrow.table(columns)


def _observe(arrow: Any, shows: dict[str, Any], side: str, unum: int, rows: Any) -> Any:
    """Return the ball, the player, the others of its team and the opponents in the frame of its team; absent players are 0."""
    sign = 1 if side == "l" else -1
    other = "r" if side == "l" else "l"
    order = [f"{side}{unum}", *(f"{side}{n}" for n in range(1, 12) if n != unum), *(f"{other}{n}" for n in range(1, 12))]
    columns = [sign * np.asarray(shows[f"ball_{name}"], float)[rows] for name in ("x", "y", "vx", "vy")]
    for player in order:
        values = {name: np.asarray(shows[f"{player}_{name}"], float)[rows] for name in _PLACES}
        columns.append((~np.isnan(values["x"])).astype(float))
        columns.extend(sign * values[name] for name in ("x", "y", "vx", "vy"))
        columns.append(values["body"] if sign == 1 else (values["body"] + 360) % 360 - 180)
        columns.extend(values[name] for name in ("neck", "stamina"))
    numbers = np.nan_to_num(np.stack(columns, axis=1)).astype(np.float32)
    return arrow.FixedSizeListArray.from_arrays(arrow.array(numbers.ravel()), numbers.shape[1])
