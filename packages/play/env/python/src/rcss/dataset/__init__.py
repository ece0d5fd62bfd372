"""Offline data: transitions of episodes that policies play, and of game logs, as Parquet and as datasets of Minari.

`python -m rcss.dataset` is the command line.
"""

from __future__ import annotations

from ._logs import convert_logs
from ._minari import to_minari
from ._parts import DatasetError
from ._play import play

__all__ = ["DatasetError", "convert_logs", "play", "to_minari"]
