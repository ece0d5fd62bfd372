"""One Node process with a part of the matches, and how it is reached."""

from __future__ import annotations

import json
import os
import platform
import select
import subprocess
import tempfile
import time
from typing import Any, Callable, Sequence

from ._children import start_child
from ._engine import ENGINE, EngineError, WorkerCrashedError, find_node
from ._json import encode
from ._wire import (
    ANSWER_BYTE,
    ANSWER_SHIFT,
    DONE,
    ENGINE_ASLEEP_BYTE,
    ERROR,
    LENGTH_BYTES,
    PYTHON_ASLEEP_BYTE,
    REQUEST_BYTE,
    REQUEST_COUNT,
    REQUEST_PIPE,
    REQUEST_SHIFT,
    REQUEST_STEP,
    REQUEST_STEP_SCRIPTED,
    STEP,
    STEP_SCRIPTED,
    WAKE,
    BlockSpan,
    Command,
    share,
)

_OPTION_NAMES = {"frameSkip": "frame_skip", "autoReset": "auto_reset", "matches": "num_envs"}
"""Names of options in messages of the engine that differ from those of Python."""

_WAKE = bytes([WAKE])

_SPIN_SECONDS = 0.0005
"""How long both sides poll before they sleep, if there is a free core. Waking a sleeping process takes longer than a short step."""

_EARLY_SECONDS = 0.00025
"""How long before the expected end of a long step polling begins."""

_LONGEST_SLEEP = 0.02
"""Seconds; a step may be shorter than expected."""

_START_SECONDS = 60.0
"""Shortest time to wait for the start of a worker."""

_REPEAT_MILLISECONDS = 20
"""After this time without an answer, a wake-up is repeated; see `shared-blocks.ts`."""


_POLL_SECONDS = 0.5
"""Longest time of one poll at a pipe that waits for an answer."""

_LONGEST_INTERVAL = 1.0
"""Seconds that one poll counts at most. A longer one means that this process was stopped, for example with the whole machine."""


class _Deadline:
    """Time that is left for an answer; time in which this process was stopped does not count."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._last = time.monotonic()

    def has_passed(self) -> bool:
        """Count the time since the last call, and return whether nothing is left."""
        now = time.monotonic()
        self._left -= min(now - self._last, _LONGEST_INTERVAL)
        self._last = now
        return self._left <= 0


def can_poll() -> bool:
    """Return whether memory that one process writes is seen in the order of the writes, as polling needs it."""
    return platform.machine().lower() in ("x86_64", "amd64")


def start_engine(log: Any) -> tuple[subprocess.Popen[bytes], Callable[[], None], Any]:
    """Start an engine.

    Args:
        log: The file of its output for errors.

    Returns:
        The process, a function to call when it has ended, and what waits for its output (None on Windows).
    """
    process, release = start_child([find_node(), str(ENGINE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, bufsize=0)
    poll: Any = None
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(process.stdout, select.POLLIN)
    return process, release, poll


def end_engine(process: subprocess.Popen[bytes], release: Callable[[], None]) -> None:
    """End an engine by the end of its input, after two seconds by force."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                pass
    try:
        process.wait(timeout=2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    release()


class Worker:
    """A Node process with a batch of matches.

    Args:
        options: Options of `createBatch`.
        record: Whether game logs of the episodes are kept.
        timeout: Seconds to wait for an answer; for the start at least 60. Time in which this process is stopped does not count.
    """

    def __init__(self, options: dict[str, Any], record: bool, timeout: float) -> None:
        # Before the process starts: an option may have no form in JSON.
        record_text = b"true" if record else b"false"
        request = b'{"options": ' + encode(options) + b', "record": ' + record_text + b"}"
        if not ENGINE.exists():
            raise EngineError(f"{ENGINE} is missing: run packages/play/env/python/build.sh, or install a wheel")
        self._timeout = max(timeout, _START_SECONDS)
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = os.getpid()
        self._poll: Any = None
        """Waits for the output of the process; None on Windows."""
        self._log: Any = None
        """Output of the process for errors."""
        self._results: Sequence[memoryview] = ()
        self._actions: memoryview | None = None
        self._control: memoryview | None = None
        """Control bytes in shared memory, or None for pipes."""
        self._spin = 0.0
        self._number = 0
        self._sent = 0.0
        self._expected = 0.0
        """Usual time of a step, seconds."""
        self._is_running = False
        self._has_started = False
        self.is_awaited = False
        """Whether an answer has not been read."""
        try:
            self._open(request)
            self.info: dict[str, Any] = self.receive()
            self._timeout = timeout
            self._has_started = True
        except BaseException:
            self.close()
            raise

    def _open(self, request: bytes) -> None:
        """Start the process, and send it the request for a batch."""
        self._log = tempfile.TemporaryFile()
        self._process, self._release, self._poll = start_engine(self._log)
        self._write(request + b"\n")

    def use_pipes(self, results: Sequence[memoryview], actions: memoryview) -> None:
        """Transfer blocks through the pipes.

        Args:
            results: Where the blocks that the worker writes are, in its order.
            actions: Where the actions are.
        """
        self._results, self._actions = results, actions

    def share(self, path: str, spans: Sequence[BlockSpan], control: memoryview, position: int, poll: bool) -> None:
        """Transfer blocks through shared memory.

        Args:
            path: The shared file.
            spans: Where the blocks are, in the order of the worker.
            control: The control bytes of this worker.
            position: Where they are in the file.
            poll: Whether to poll before sleeping.
        """
        self._spin = _SPIN_SECONDS if poll else 0.0
        control[ENGINE_ASLEEP_BYTE] = control[PYTHON_ASLEEP_BYTE] = 0 if poll else 1
        *results, actions = (span._asdict() for span in spans)
        self.send(share(path, position, results, actions, self._spin * 1e6))
        self.receive()
        self._control = control

    def send_step(self, scripted: bool = False) -> None:
        """Start a step; `finish` waits for its end."""
        self._begin()
        control = self._control
        if control is None:
            if scripted:
                self._write(STEP_SCRIPTED)
            else:
                # In one piece: the engine of many batches takes requests one after the other.
                self._write(STEP if self._actions is None else STEP + bytes(self._actions))
        else:
            self._sent = time.perf_counter()
            self._request(control, REQUEST_STEP_SCRIPTED if scripted else REQUEST_STEP)
        self._is_running = self.is_awaited = True

    def _begin(self) -> None:
        if self._process is None:
            raise EngineError("the environment is closed")
        if self._is_running:
            raise EngineError("a step is running: call step_wait first")

    def _request(self, control: memoryview, kind: int) -> None:
        self._number = (self._number + 1) % REQUEST_COUNT
        control[REQUEST_BYTE] = self._number << REQUEST_SHIFT | kind
        if kind != REQUEST_PIPE and control[ENGINE_ASLEEP_BYTE]:
            self._write(_WAKE)

    def send(self, command: Command) -> None:
        """Start another command with an argument."""
        letter, value = command
        self._begin()
        text = encode(value)
        self.is_awaited = True
        self._write(letter + len(text).to_bytes(LENGTH_BYTES, "little") + text)
        if self._control is not None:
            self._request(self._control, REQUEST_PIPE)

    def finish(self) -> None:
        """Wait until the blocks are written."""
        was_step, self._is_running = self._is_running, False
        if self._control is None:
            kind = self._read(1)
            if kind == DONE:
                for part in self._results:
                    self._read_into(part)
        else:
            kind = self._wait_for_answer(self._control, was_step)
        if kind == ERROR:
            self._raise()
        elif kind != DONE:
            raise WorkerCrashedError(f"the worker answered {kind!r} instead of {DONE!r}.{self._end_of_log()}")
        self.is_awaited = False

    def receive(self) -> Any:
        """Wait for an answer with a value."""
        kind = self._read_kind()
        if kind == ERROR:
            self._raise()
        value = self._read_json()
        self.is_awaited = False
        return value

    def _wait_for_answer(self, control: memoryview, is_step: bool) -> bytes:
        """Return `K`, or `E` if the pipe has the rest of an error."""
        done = self._number << ANSWER_SHIFT
        overslept = self._poll_answer(control, is_step) if self._spin else False
        if control[ANSWER_BYTE] >> ANSWER_SHIFT != self._number and not self._sleep(control):
            return ERROR
        if is_step and self._spin:
            taken = min(time.perf_counter() - self._sent, 2 * _LONGEST_SLEEP)
            # After sleeping too long, the time of the step is not known.
            self._expected += -0.1 * self._expected if overslept else 0.1 * (taken - self._expected)
        return DONE if control[ANSWER_BYTE] == done else self._read_kind()

    def _poll_answer(self, control: memoryview, is_step: bool) -> bool:
        """Poll for an answer, but leave the core to others before the usual end of a long step.

        Returns:
            Whether the answer came before polling began.
        """
        now = time.perf_counter
        early = self._sent + self._expected - _EARLY_SECONDS - now() if is_step else 0.0
        if early > 0:
            time.sleep(min(early, _LONGEST_SLEEP))
            if control[ANSWER_BYTE] >> ANSWER_SHIFT == self._number:
                return True
        end = now() + self._spin
        while control[ANSWER_BYTE] >> ANSWER_SHIFT != self._number and now() < end:
            pass
        return False

    def _sleep(self, control: memoryview) -> bool:
        """Sleep at the pipe until there is an answer; return False if the pipe has an error instead."""
        deadline = _Deadline(self._timeout)
        polls = self._spin > 0
        if polls:
            control[PYTHON_ASLEEP_BYTE] = 1
        try:
            while control[ANSWER_BYTE] >> ANSWER_SHIFT != self._number:
                if self._poll.poll(_REPEAT_MILLISECONDS):
                    kind = self._read(1)
                    if kind != _WAKE:
                        if kind != ERROR:
                            raise WorkerCrashedError(f"the worker answered {kind!r}.{self._end_of_log()}")
                        return False
                elif deadline.has_passed():
                    self._raise_timeout()
                elif control[ENGINE_ASLEEP_BYTE]:
                    self._write(_WAKE)
        finally:
            if polls:
                control[PYTHON_ASLEEP_BYTE] = 0
        return True

    def _raise(self) -> None:
        error = self._read_json()
        self.is_awaited = False
        if error["name"] == "ActionError":
            from .batch import ActionError

            raise ActionError(error["message"])
        if error["name"] in ("RangeError", "PolicyError"):
            name, colon, rest = error["message"].partition(":")
            raise ValueError(_OPTION_NAMES.get(name, name) + colon + rest)
        raise EngineError(error["message"])

    def _read_kind(self) -> bytes:
        """Return the first byte of an answer, after old wake-ups."""
        while (kind := self._read(1)) == _WAKE:
            pass
        return kind

    def _read_json(self) -> Any:
        length = int.from_bytes(self._read(LENGTH_BYTES), "little")
        return json.loads(self._read(length))

    def _write(self, data: bytes | memoryview) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise EngineError("the environment is closed")
        view = memoryview(data)
        try:
            while view:
                view = view[process.stdin.write(view) :]
        except (BrokenPipeError, OSError):
            raise WorkerCrashedError(f"a worker of the simulator ended.{self._end_of_log()}") from None

    def _read(self, count: int) -> bytes:
        data = bytearray(count)
        self._read_into(memoryview(data))
        return bytes(data)

    def _read_into(self, view: memoryview) -> None:
        process = self._process
        if process is None or process.stdout is None:
            raise EngineError("the environment is closed")
        while view:
            if self._poll is not None:
                deadline = _Deadline(self._timeout)
                while not self._poll.poll(1000 * min(_POLL_SECONDS, self._timeout)):
                    if deadline.has_passed():
                        self._raise_timeout()
            count = process.stdout.readinto(view)  # type: ignore[attr-defined]
            if not count:
                raise WorkerCrashedError(f"a worker of the simulator ended.{self._end_of_log()}")
            view = view[count:]

    def _raise_timeout(self) -> None:
        log = self._end_of_log()
        self.close()
        raise WorkerCrashedError(f"a worker of the simulator did not answer in {self._timeout} s.{log}")

    def _end_of_log(self) -> str:
        process = self._process
        code = ""
        if process is not None:
            try:
                code = f" Exit code {process.wait(timeout=2)}."
            except subprocess.TimeoutExpired:
                pass
        self._log.seek(0)
        text = self._log.read()[-4000:].decode(errors="replace").strip()
        advice = " Call reset: it starts a new worker." if self._has_started else ""
        return f"{code} Its log: {text}{advice}" if text else f"{code} Its log is empty.{advice}"

    @property
    def is_running(self) -> bool:
        """Whether a step was started for which `finish` has not been called."""
        return self._is_running

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._process is None or self._process.poll() is not None

    @property
    def pid(self) -> int:
        """Process id of the worker."""
        if self._process is None:
            raise EngineError("the environment is closed")
        return self._process.pid

    def close(self) -> None:
        """End the process; may be called twice."""
        process, self._process = self._process, None
        if process is None:
            return
        if os.getpid() != self._owner:
            # A copy of a forked process; the worker belongs to the other one.
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            process.returncode = 0
            return
        end_engine(process, self._release)
        self._log.close()
