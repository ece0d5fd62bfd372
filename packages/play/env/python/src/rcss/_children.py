"""Child processes end with this process, however it ends, also if they are busy: as with `@rcss/core/node`."""

from __future__ import annotations

import os
import subprocess
import threading
import uuid
from typing import Any, Callable, Mapping

from ._wire import GUARD_SCRIPT

_TREE_VARIABLE = "RCSS_TREE"

_lock = threading.Lock()
_children: dict[str, int] = {}
"""Process identifiers by mark; 0 before the start."""
_pipe: int | None = None
"""Input of the shell that ends the children when this process is gone."""


def start_child(
    command: list[str], environment: Mapping[str, str] | None = None, **options: Any
) -> tuple[subprocess.Popen[bytes], Callable[[], None]]:
    """Start a child that ends with this process.

    Args:
        command: Program and arguments.
        environment: Default: that of this process.
        options: Further ones of `Popen`.

    Returns:
        The child, and a function to call when it has ended.
    """
    base = dict(os.environ if environment is None else environment)
    if os.name != "posix":
        return subprocess.Popen(command, env=base, **options), lambda: None
    mark = str(uuid.uuid4())
    outer = os.environ.get(_TREE_VARIABLE)
    base[_TREE_VARIABLE] = mark if outer is None else f"{outer} {mark}"
    # Before the start: this process can be killed before the identifier is known.
    _set(mark, 0)
    try:
        child = subprocess.Popen(command, env=base, **options)
    except BaseException:
        _set(mark, None)
        raise
    _set(mark, child.pid)
    return child, lambda: _set(mark, None)


def _set(mark: str, pid: int | None) -> None:
    global _pipe
    with _lock:
        if pid is None:
            if _children.pop(mark, None) is None:
                return
        else:
            _children[mark] = pid
        if _pipe is not None:
            try:
                os.write(_pipe, _line(mark, pid))
                return
            except OSError:
                # The shell was killed.
                os.close(_pipe)
                _pipe = None
        if _children:
            _start_shell()


def _line(mark: str, pid: int | None) -> bytes:
    return f"{mark} -\n".encode() if pid is None else f"{mark} {pid} 0\n".encode()


def _start_shell() -> None:
    global _pipe
    reading, writing = os.pipe()
    wards = " ".join(f"{mark[:8]} {mark[8:]} {pid} 0" for mark, pid in _children.items())
    try:
        shell = subprocess.Popen(
            ["/bin/sh", "-c", GUARD_SCRIPT, "rcss-guard"],
            stdin=reading,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "RCSS_WARDS": wards},
            start_new_session=True,
        )
    except OSError:
        # A system without a shell.
        os.close(writing)
        return
    finally:
        os.close(reading)
    # It outlives this process, which does not wait for it.
    shell.returncode = 0
    _pipe = writing


def _forget() -> None:
    """The children of a forked process are those of its parent, at whose end the pipe must have no other writer."""
    global _lock, _pipe
    _lock = threading.Lock()
    _children.clear()
    if _pipe is not None:
        os.close(_pipe)
        _pipe = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
