"""The program of a team: reads beliefs, calls the functions of the team, writes their actions."""

from __future__ import annotations

import importlib
import json
import linecache
import os
import struct
import sys
import time
import traceback
import types
from pathlib import Path
from typing import Any, BinaryIO

from ._base import Action
from ._me import Coach, Me, Phase
from ._messages import VERSION, View
from ._values import Match, World, build

_CHECK_INTERVAL_S = 0.5
_OWN_FOLDER = str(Path(__file__).parent)


class TeamError(Exception):
    """A request to the agent was wrong."""


class Registry:
    """The functions of the team."""

    def __init__(self) -> None:
        """Begin without functions."""
        self.functions: dict[Phase, Any] = {}
        self.formation: Any = None
        self.messages: dict[str, dict[str, dict[str, float]]] = {}
        self.parameters: dict[str, Any] | None = None


registry = Registry()
values = types.SimpleNamespace()
"""The values of the parameters: the defaults, then those that the agent has checked."""
_given: dict[str, Any] = {}
_is_loading = False


def set_values(given: dict[str, Any], target: types.SimpleNamespace = values) -> None:
    """Set values of parameters; groups are dictionaries."""
    for name, value in given.items():
        if isinstance(value, dict):
            group = getattr(target, name, None)
            setattr(target, name, group if isinstance(group, types.SimpleNamespace) else types.SimpleNamespace())
            set_values(value, getattr(target, name))
        else:
            setattr(target, name, value)


def define_parameters(table: dict[str, Any]) -> None:
    """Declare parameters: the agent checks the options of the team against them."""
    registry.parameters = table
    set_values(_list_defaults(table))
    set_values(_given)


def _list_defaults(table: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise TypeError(f'parameters: {table!r:.60} is not a dictionary such as {{"line": {{"default": -20, "min": -45, "max": 0}}}}')
    defaults = {}
    for name, entry in table.items():
        is_parameter = isinstance(entry, dict) and not isinstance(entry.get("default", {}), dict)
        defaults[name] = entry["default"] if is_parameter else _list_defaults(entry)
    return defaults


class Pipe:
    """Frames to and from the agent: four bytes of the length, then JSON."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        """Use two streams of bytes."""
        self._source = source
        self._target = target

    def read(self) -> dict[str, Any]:
        """Return the next message; end the program when the agent has closed the stream."""
        (length,) = struct.unpack(">I", self._exactly(4))
        message: dict[str, Any] = json.loads(self._exactly(length))
        return message

    def _exactly(self, count: int) -> bytes:
        data = self._source.read(count)
        if len(data) < count:
            raise SystemExit(0)
        return data

    def write(self, message: dict[str, Any]) -> None:
        """Send a message."""
        data = json.dumps(message, allow_nan=False, separators=(",", ":"), default=_to_plain).encode()
        try:
            self._target.write(struct.pack(">I", len(data)) + data)
            self._target.flush()
        except BrokenPipeError:
            raise SystemExit(0) from None


def _to_plain(value: Any) -> Any:
    """Return a number of numpy as one of Python."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{value!r} is not a number, text, list or dictionary")


def take_standard_streams() -> Pipe:
    """Keep standard input and output for messages: `print` goes to standard error, `input` gets nothing."""
    source, target = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    return Pipe(os.fdopen(source, "rb"), os.fdopen(target, "wb"))


class Sources:
    """The files of the team, which are loaded again when they change."""

    def __init__(self, main: Path) -> None:
        """Watch the program and the modules of its folder."""
        self.main = main
        self._times = self._read_times()
        self._next_check = 0.0

    def _modules(self) -> dict[str, types.ModuleType]:
        folder = str(self.main.parent) + os.sep
        return {
            name: module
            for name, module in list(sys.modules.items())
            if name != "__main__" and str(getattr(module, "__file__", None) or "").startswith(folder)
            and "site-packages" not in str(module.__file__)
        }

    def _read_times(self) -> dict[str, int]:
        paths = {str(self.main), *(str(module.__file__) for module in self._modules().values())}
        times = {}
        for path in paths:
            try:
                times[path] = os.stat(path).st_mtime_ns
            except OSError:
                times[path] = 0
        return times

    def reload_changed(self) -> None:
        """Load the code again if a file has changed; if that fails, the old code plays on."""
        global registry, _is_loading
        if time.monotonic() < self._next_check:
            return
        self._next_check = time.monotonic() + _CHECK_INTERVAL_S
        times = self._read_times()
        if times == self._times:
            return
        changed = {path for path, when in times.items() if self._times.get(path) != when}
        self._times = times
        linecache.checkcache()
        old = registry
        registry = Registry()
        _is_loading = True
        try:
            for module in self._modules().values():
                if str(module.__file__) in changed:
                    importlib.reload(module)
            code = compile(self.main.read_text(encoding="utf-8"), str(self.main), "exec")
            exec(code, {"__name__": "__main__", "__file__": str(self.main), "__builtins__": __builtins__})
            _check_functions(registry)
        except Exception as error:  # The code of the author can raise anything.
            registry = old
            print(f"rcss.team: {describe_error(error, self.main)}; the code from before plays on", file=sys.stderr)
        else:
            print(f"rcss.team: {self.main.name} is loaded again", file=sys.stderr)
        finally:
            _is_loading = False


def describe_error(error: BaseException, main: Path) -> str:
    """Return an error with the place in the files of the team."""
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or str(main)).name}, line {error.lineno}: {type(error).__name__}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith((_OWN_FOLDER, "<"))]
    near = [frame for frame in own if frame.filename.startswith(str(main.parent))] or own
    if not near:
        return str(error) if isinstance(error, TeamError) else what
    place = near[-1]
    return f"{Path(place.filename).name}, line {place.lineno}, in {place.name}: {what}"


def _check_functions(chosen: Registry) -> None:
    if not chosen.functions:
        raise TeamError("no function decides: write @team.player over one, before team.run()")


class Program:
    """The loop of a team."""

    def __init__(self, pipe: Pipe, main: Path) -> None:
        """Begin without a match."""
        self._pipe = pipe
        self._main = main
        self._match = Match()
        self._memories: dict[int, types.SimpleNamespace] = {}
        self._sources = Sources(main)
        self._printed: set[str] = set()

    def run(self) -> None:
        """Answer messages until the agent closes the stream."""
        while True:
            message = self._pipe.read()
            kind = message["type"]
            if kind == "start":
                self._greet(message)
            elif kind == "match":
                self._match = Match(message["side"], message["server"], message["playerTypes"])
                if registry.parameters is not None:
                    _given.update(message["options"])
                    set_values(_given)
            elif kind == "decide":
                self._sources.reload_changed()
                self._answer(message["id"], lambda message=message: self._decide(message))
            elif kind == "coach":
                self._sources.reload_changed()
                self._answer(message["id"], lambda message=message: self._coach(message), "orders")

    def _greet(self, message: dict[str, Any]) -> None:
        if message["version"] != VERSION:
            raise SystemExit(f"rcss.team: the agent has version {message['version']} of the messages, this package {VERSION}")
        ready: dict[str, Any] = {"type": "ready", "version": VERSION, "decides": list(registry.functions)}
        if registry.formation is not None:
            ready["formation"] = registry.formation
        if registry.messages:
            ready["messages"] = registry.messages
        if registry.parameters is not None:
            ready["parameters"] = registry.parameters
        self._pipe.write(ready)

    def _memory(self, unum: int) -> types.SimpleNamespace:
        return self._memories.setdefault(unum, types.SimpleNamespace())

    def _answer(self, number: int, decide: Any, kind: str = "action") -> None:
        empty: dict[str, Any] = {"action": None} if kind == "action" else {}
        try:
            answer = decide()
            self._pipe.write({"type": kind, "id": number, **answer})
        except Exception as error:  # The code of the author can raise anything.
            text = describe_error(error, self._main)
            if text not in self._printed and len(self._printed) < 100:
                self._printed.add(text)
                traceback.print_exc()
            self._pipe.write({"type": kind, "id": number, **empty, "error": text[:8000]})

    def _decide(self, message: dict[str, Any]) -> dict[str, Any]:
        number = message["id"]

        def ask(skill: str, args: dict[str, Any]) -> Any:
            self._pipe.write({"type": "ask", "id": number, "skill": skill, "args": args})
            answer: dict[str, Any] = self._pipe.read()
            if answer.get("error") is not None:
                raise TeamError(answer["error"])
            return answer

        world = build(World, message["world"])
        me = Me(world, self._match, self._memory(world.unum), ask)
        function = registry.functions.get(message["phase"])
        action = None if function is None else function(me, world)
        if action is not None and not isinstance(action, Action):
            raise TeamError(_describe_result(function, action, "an action such as me.intercept(), or None"))
        answer: dict[str, Any] = {"action": None if action is None else action.to_json()}
        for said in me.__dict__["_said"]:
            if isinstance(said, str):
                answer["say"] = said
            else:
                answer["parts"] = [part.to_json() for part in said]
        if me.__dict__["_drawn"]:
            answer["debug"] = me.__dict__["_drawn"]
        return answer

    def _coach(self, message: dict[str, Any]) -> dict[str, Any]:
        coach = Coach(self._match, self._memory(0))
        function = registry.functions.get("coach")
        if function is not None:
            function(coach, build(View, message["view"]))
        return {"types": coach._types, "say": coach._texts}


def _describe_result(function: Any, result: Any, allowed: str) -> str:
    code = function.__code__
    return (
        f"{Path(code.co_filename).name}, line {code.co_firstlineno}, in {function.__name__}: "
        f"it returned {result!r:.60}; return {allowed}"
    )


_pipe = take_standard_streams() if os.environ.get("RCSS_TEAM_PROCESS") == "1" else None


def run() -> None:
    """Play: answer the agent until the match is over. Call it at the end of the program."""
    if _is_loading:
        return
    if _pipe is None:
        raise SystemExit(f'rcss.team: start the team with: rcss team --decide "python {Path(sys.argv[0]).name}"')
    _check_functions(registry)
    try:
        Program(_pipe, Path(sys.argv[0]).resolve()).run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
