"""Where the arrays of a batch are in one piece of memory."""

from __future__ import annotations

import os
import sys
from typing import Any, Mapping, Sequence

import numpy as np

from ._wire import BLOCK_AXES, BlockSpan

_ALIGNMENT = 64


def shared_folder() -> str | None:
    """Return a folder for files in shared memory, or None."""
    folder = "/dev/shm"
    return folder if sys.platform.startswith("linux") and os.access(folder, os.W_OK) else None


class Blocks:
    """The blocks of all workers. The parts of a block follow each other, so that one array covers the matches of all workers.

    Args:
        described: The blocks of each worker: name to offset, length and type, in the order of its memory.
        sizes: Sizes of the axes in `BLOCK_AXES`.
    """

    def __init__(self, described: Sequence[Mapping[str, Any]], sizes: Mapping[str, int]) -> None:
        self.parts: list[dict[str, BlockSpan]] = [{} for _ in described]
        self._shapes = {name: tuple(sizes[axis] for axis in axes) for name, axes in BLOCK_AXES.items()}
        self._places: dict[str, tuple[int, int, np.dtype[Any]]] = {}
        position = 0
        for name, first in described[0].items():
            kind = np.dtype("<" + first["type"])
            # The memory of one worker stays as it is, so that one copy is enough.
            position = first["offset"] if len(described) == 1 else -(-position // _ALIGNMENT) * _ALIGNMENT
            start = position
            for parts, blocks in zip(self.parts, described):
                length = blocks[name]["length"] * kind.itemsize
                parts[name] = BlockSpan(blocks[name]["offset"], length, position)
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
