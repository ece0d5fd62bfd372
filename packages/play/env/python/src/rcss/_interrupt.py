"""Interrupts (SIGINT, Ctrl-C) during the exchange with workers."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any


class DelayedInterrupt:
    """Delays SIGINT until the end of a block of code. A second one takes effect at once.

    An exchange that an interrupt cuts off would leave an answer in the pipe, which the next request would take for its own.
    """

    def __init__(self) -> None:
        self._previous: Any = None
        self._delayed: tuple[int, FrameType | None] | None = None

    def __enter__(self) -> None:
        # Python runs handlers in the main thread, and only it may set them.
        if threading.current_thread() is not threading.main_thread():
            return
        previous = signal.getsignal(signal.SIGINT)
        if callable(previous):
            self._previous = previous
            signal.signal(signal.SIGINT, self._delay)

    def _delay(self, number: int, frame: FrameType | None) -> None:
        if self._delayed is not None:
            self._delayed = None
            self._previous(number, frame)
        else:
            self._delayed = (number, frame)

    def __exit__(self, *_: object) -> None:
        previous = self._previous
        if previous is None:
            return
        signal.signal(signal.SIGINT, previous)
        if self._delayed is not None:
            previous(*self._delayed)
