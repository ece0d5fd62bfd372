"""Where the arrays of a batch are in one piece of memory."""

from __future__ import annotations

import os
import sys
from typing import Any, Mapping, NamedTuple, Sequence

import numpy as np

_ALIGNMENT = 64


def shared_folder() -> str | None:
    """Return a folder for files in shared memory, or None."""
    folder = "/dev/shm"
    return folder if sys.platform.startswith("linux") and os.access(folder, os.W_OK) else None


class Span(NamedTuple):
    """A block of a worker, in bytes: its place in the memory of the worker, its length, its place in the whole memory."""

    start: int
    length: int
    position: int


class Blocks:
    """The blocks of all workers. The parts of a block follow each other, so that one array covers the matches of all workers.

    Args:
        described: The blocks of each worker: name to offset, length and type, in the order of its memory.
        shapes: Shape of each block after the first axis, the matches.
    """

    def __init__(self, described: Sequence[Mapping[str, Any]], shapes: Mapping[str, tuple[int, ...]]) -> None:
        self.parts: list[dict[str, Span]] = [{} for _ in described]
        self._shapes = shapes
        self._places: dict[str, tuple[int, int, np.dtype[Any]]] = {}
        position = 0
        for name, first in described[0].items():
            kind = np.dtype("<" + first["type"])
            # The memory of one worker stays as it is, so that one copy is enough.
            position = first["offset"] if len(described) == 1 else -(-position // _ALIGNMENT) * _ALIGNMENT
            start = position
            for parts, blocks in zip(self.parts, described):
                length = blocks[name]["length"] * kind.itemsize
                parts[name] = Span(blocks[name]["offset"], length, position)
                position += length
            self._places[name] = (start, position - start, kind)
        self.size = position
        """Bytes of the whole memory."""

    def arrays(self, memory: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        """Return the blocks as views of the whole memory."""
        found = {}
        for name, (start, length, kind) in self._places.items():
            shape = self._shapes[name]
            # An unused block has no matches.
            matches = length // (kind.itemsize * max(1, int(np.prod(shape))))
            found[name] = memory[start : start + length].view(kind).reshape(matches, *shape)
        return found
