"""One engine for the environments of one match in this process: a further one needs neither a process nor a start of Node."""

from __future__ import annotations

import os
import tempfile
import threading
import weakref
from collections import deque
from typing import Any, Sequence

from ._blocks import shared_folder
from ._engine import WorkerCrashedError
from ._wire import CLOSE, CREATE, DONE, ERROR, LENGTH_BYTES, VALUE, BlockSpan, share
from ._worker import Worker, end_engine, start_engine


class _Engine:
    """A Node process with many batches. It answers in the order of the requests."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        """Held while a request is written or an answer is read."""
        self.log = tempfile.TemporaryFile()
        self.process, self._release, self.poll = start_engine(self.log)
        assert self.process.stdin is not None
        self.process.stdin.write(b'{"many": true}\n')
        self.waiting: deque[SharedWorker] = deque()
        """Who asked, in the order of the requests without an answer."""
        self.closed: list[int] = []
        """Numbers of batches that are removed with the next request. One can be closed by the garbage collector, in the middle of another request."""
        self.users = 0
        self._last = 0
        self.is_broken = False
        """Whether an answer was read in part, so that the next one is not found."""

    def join(self) -> int:
        """Return the number of a new batch."""
        self.users += 1
        self._last += 1
        return self._last

    def leave(self, number: int) -> None:
        """Remove a batch; the process ends with the last one."""
        self.users -= 1
        self.closed.append(number)
        if self.users == 0:
            end_engine(self.process, self._release)
            self.log.close()

    def break_off(self) -> None:
        """End the process. The other environments notice it at their next request, and start anew with `reset`."""
        self.is_broken = True
        self.process.kill()


_lock = threading.RLock()
_engine: _Engine | None = None
_first: weakref.ref[Worker] | None = None
"""The environment of one match with a process of its own: the only one of most programs, which needs no turns with others."""


def _forget() -> None:
    """A forked process has no engine yet."""
    global _lock, _engine, _first
    _lock = threading.RLock()
    _engine = _first = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class SharedWorker(Worker):
    """A batch in the engine of this process."""

    def _open(self, request: bytes) -> None:
        global _engine
        self._answer = bytearray()
        """Answers that were read and not yet used."""
        with _lock:
            if _engine is None or _engine.users == 0 or _engine.is_broken or _engine.process.poll() is not None:
                _engine = _Engine()
            self._engine = _engine
            self._batch = _engine.join()
        self._process, self._poll, self._log = self._engine.process, self._engine.poll, self._engine.log
        self._write(CREATE + len(request).to_bytes(LENGTH_BYTES, "little") + request)

    def share(self, path: str, spans: Sequence[BlockSpan], control: memoryview, position: int, poll: bool) -> None:
        """Transfer blocks through shared memory; requests stay in the pipe of all batches."""
        *results, actions = (span._asdict() for span in spans)
        self.send(share(path, -1, results, actions, 0.0))
        self.receive()

    def _write(self, data: bytes | memoryview) -> None:
        engine = self._engine
        with engine.lock:
            if engine.is_broken:
                raise WorkerCrashedError(f"the engine of this environment and others ended.{self._end_of_log()}")
            closed, engine.closed = engine.closed, []
            removed = b"".join(number.to_bytes(LENGTH_BYTES, "little") + CLOSE for number in closed)
            engine.waiting.append(self)
            try:
                super()._write(removed + self._batch.to_bytes(LENGTH_BYTES, "little") + data)
            except BaseException:
                engine.break_off()
                raise

    def _read_into(self, view: memoryview) -> None:
        engine = self._engine
        with engine.lock:
            while len(self._answer) < len(view):
                try:
                    self._read_next()
                except BaseException:
                    engine.break_off()
                    raise
            view[:] = self._answer[: len(view)]
            del self._answer[: len(view)]

    def _read_next(self) -> None:
        """Read the next answer, and give it to the environment that waits for it."""
        read = super()._read_into
        kind = bytearray(1)
        read(memoryview(kind))
        owner = self._engine.waiting.popleft()
        size = sum(map(len, owner._results)) if kind == DONE else 0
        length = bytearray(LENGTH_BYTES if kind in (VALUE, ERROR) else 0)
        if length:
            read(memoryview(length))
            size = int.from_bytes(length, "little")
        body = bytearray(size)
        if body:
            read(memoryview(body))
        owner._answer += kind + length + body

    @property
    def has_ended(self) -> bool:
        """Whether the engine has ended, or is of no use any more."""
        return self._engine.is_broken or super().has_ended

    def close(self) -> None:
        """Remove the batch; may be called twice."""
        process, self._process = self._process, None
        if process is not None and os.getpid() == self._owner:
            with _lock:
                self._engine.leave(self._batch)


def start_worker(options: dict[str, Any], record: bool, timeout: float, may_share: bool) -> Worker:
    """Start a worker: in the shared engine, if it has one match, no team that could stop the engine, and if another one has a process of its own.

    Args:
        options: Options of `createBatch`.
        record: Whether game logs of the episodes are kept.
        timeout: Seconds to wait for an answer.
        may_share: Whether the batch has one worker, and its blocks may be in shared memory.
    """
    global _first
    if not may_share or options["matches"] > 1 or _has_team(options.get("others")) or shared_folder() is None:
        return Worker(options, record, timeout)
    with _lock:
        first = None if _first is None else _first()
        if first is not None and not first.has_ended:
            return SharedWorker(options, record, timeout)
        worker = Worker(options, record, timeout)
        _first = weakref.ref(worker)
        return worker


def _has_team(others: Any) -> bool:
    """Return whether a controller is a team module; what is not valid is refused by the engine."""
    sides = others.values() if isinstance(others, dict) else ()
    controllers = [each for side in sides for each in (side if isinstance(side, (list, tuple)) else [side])]
    return any(isinstance(each, dict) and each.get("type") == "team" for each in controllers)
