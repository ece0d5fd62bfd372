"""The wire between the Python package and its workers.

Generated from packages/play/env/scripts/worker-wire.ts by `pnpm --filter @rcss/env wire`; do not edit.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Tuple

Command = Tuple[bytes, Any]
"""The letter of a command and its argument, which is sent as JSON."""

LENGTH_BYTES = 4
"""Bytes of a length: an unsigned integer, little-endian."""

WAKE = 0
"""Byte that wakes the other side, which sleeps at its pipe."""

CONTROL_BYTES = 64
"""Bytes per worker for requests and answers in the shared file; those of two workers are not in one cache line."""

REQUEST_BYTE = 0
"""Control byte of the last request: its number and its kind."""

ANSWER_BYTE = 1
"""Control byte of the last answer: the number of its request, and 1 for an error."""

ENGINE_ASLEEP_BYTE = 2
"""Control byte that is not 0 while the worker sleeps."""

PYTHON_ASLEEP_BYTE = 3
"""Control byte that is not 0 while Python sleeps."""

REQUEST_COUNT = 64
"""Requests have the numbers 0..63 in turn; the first one has 1."""

REQUEST_SHIFT = 2
"""Bits of the kind, below the number of a request."""

ANSWER_SHIFT = 1
"""Bits of the error, below the number of an answer."""

REQUEST_STEP = 1
"""Kind of a request: the command `step`."""

REQUEST_STEP_SCRIPTED = 2
"""Kind of a request: the command `step_scripted`."""

REQUEST_PIPE = 3
"""Kind of a request: the command is in the pipe."""

DONE = b"K"
"""Letter of an answer. The command is executed; in a pipe, the blocks of the results follow."""

VALUE = b"D"
"""Letter of an answer. A length and JSON follow."""

ERROR = b"E"
"""Letter of an answer. A length and JSON with `name` and `message` follow."""

STEP = b"S"
"""Letter of a command. Executes one step with the actions."""

STEP_SCRIPTED = b"T"
"""Letter of a command. Executes one step in which the agents play by scripts."""


class BlockSpan(NamedTuple):
    """A part of the memory of a worker, and its place on the other side, bytes."""

    start: int
    """In the memory of the worker."""

    length: int
    """Bytes."""

    position: int
    """In the shared file, or in the memory of Python."""


BLOCK_AXES: dict[str, tuple[str, ...]] = {
    "observations": ("agents", "observation"),
    "finalObservations": ("agents", "observation"),
    "states": ("state",),
    "rewards": ("agents",),
    "rewardTerms": ("agents", "terms"),
    "cycles": (),
    "scores": ("sides",),
    "terminated": (),
    "truncated": (),
    "outcomes": (),
    "drawn": ("sides",),
    "actionMasks": ("agents", "choices"),
    "actions": ("agents", "action"),
}
"""The blocks in the order of the memory, with the names of their axes after the matches."""


def reset(seed: list[int] | None) -> Command:
    """Return the command: starts a new episode in every match; a list has a seed per match."""
    return b"R", {"seed": seed}


def reset_matches(matches: list[int], seeds: list[int] | None) -> Command:
    """Return the command: starts a new episode in some matches; `seeds` has one for each of them."""
    return b"N", {"matches": matches, "seeds": seeds}


def configure(changes: dict[str, Any]) -> Command:
    """Return the command: changes options; answers with the names of the controllers by side."""
    return b"C", {"changes": changes}


def save_match(match: int) -> Command:
    """Return the command: answers with the state of a match."""
    return b"G", {"match": match}


def restore_match(match: int, saved: Any) -> Command:
    """Return the command: sets a match to a saved state."""
    return b"P", {"match": match, "saved": saved}


def save_log(match: int, path: str) -> Command:
    """Return the command: writes the game log of the current episode of a match to a file."""
    return b"L", {"match": match, "path": path}


def scene(match: int) -> Command:
    """Return the command: answers with a match for a picture."""
    return b"V", {"match": match}


def results() -> Command:
    """Return the command: answers with the results of the ended episodes."""
    return b"O", None


def step_seconds() -> Command:
    """Return the command: answers with the time in steps, seconds."""
    return b"M", None


def share(
    path: str,
    control: int,
    results: list[dict[str, int]],
    actions: dict[str, int],
    spin_micros: float,
) -> Command:
    """Return the command: transfers blocks and requests through a file in shared memory from now on."""
    return b"A", {"path": path, "control": control, "results": results, "actions": actions, "spinMicros": spin_micros}
