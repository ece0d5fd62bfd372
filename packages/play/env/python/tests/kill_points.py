"""Kills a command at chosen changes of the files of its folder, as `kill -9` does, and compares what it leaves.

As a program: python kill_points.py FOLDER COUNT MODULE ARGUMENTS... runs a module, and kills it at the COUNT-th change of a file in FOLDER. A file that is
being written then has a part of its content.
"""

from __future__ import annotations

import csv
import gzip
import itertools
import json
import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

_CHANGES = ("open", "os.mkdir", "os.remove", "os.rename", "os.rmdir")


def _kill_at(folder: Path, count: int) -> None:
    left = count

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal left
        if event not in _CHANGES or not isinstance(arguments[0], (str, os.PathLike)):
            return
        path = Path(os.path.abspath(arguments[0]))
        writes = event != "open" or isinstance(arguments[1], str) and arguments[1][0] in "wax"
        if not writes or not (path == folder or folder in path.parents):
            return
        left -= 1
        if left == 0:
            if event == "open":
                left = -1
                with open(path, "ab" if arguments[1][0] == "a" else "wb") as file:
                    file.write(b"1")
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def run_with_kills(folder: Path, module: str, *arguments: str, first: int = 1) -> int:
    """Repeat a command until it ends by itself: it is killed at its first change of a file, then at the second one, and so on. Return the number of kills."""
    for count in itertools.count(first):
        command = [sys.executable, __file__, str(folder), str(count), module, *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode == 0:
            return count - first
        assert ended.returncode == -signal.SIGKILL, ended.stderr
    raise AssertionError


def contents(folder: Path) -> dict[str, Any]:
    """Return the content of all files of a folder by path, without times."""
    return {str(path.relative_to(folder)): _content(path) for path in sorted(folder.rglob("*"))}


def _content(path: Path) -> Any:
    if path.is_dir():
        return None
    if path.suffix == ".json":
        return json.loads(path.read_text(), object_hook=lambda value: {name: value[name] for name in value if name != "seconds"})
    if path.suffix == ".csv":
        with path.open(newline="") as file:
            return [[value for i, value in enumerate(row) if i != 1] for row in csv.reader(file)]
    if path.suffix == ".npz":
        with np.load(path) as arrays:
            found = {name: arrays[name].tolist() for name in arrays}
            found["matches"] = gzip.decompress(arrays["matches"].tobytes())
            # The second number is the time.
            del found["counts"][1]
            return found
    return path.read_bytes()


if __name__ == "__main__":
    _kill_at(Path(os.path.abspath(sys.argv[1])), int(sys.argv[2]))
    sys.argv = sys.argv[3:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
