"""Reads game logs into tables, with the reader of `rcss-log` in a Node process of its own."""

from __future__ import annotations

import importlib
import io
import json
import os
import subprocess
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Union, overload

import numpy as np
import numpy.typing as npt

from ._children import start_child
from ._engine import EngineError, find_node

_READER = Path(__file__).with_name("log-reader.cjs")

TABLES = (
    "tracking",
    "events",
    "spadl",
    "atomic-spadl",
    "teams",
    "players",
    "action-values",
    "player-values",
    "pitch-control",
)
"""Names of the tables of a log."""

LIBRARIES = ("numpy", "pandas", "polars", "pyarrow")
"""Libraries of the tables that `read_log` returns."""

_TYPES = {"int32": "<i4", "float64": "<f8", "boolean": "?", "string": "<i4"}
"""Types of the stored values of columns."""

Columns = dict[str, npt.NDArray[Any]]
"""A table as numpy arrays by the names of the columns."""

LogPath = Union[str, "os.PathLike[str]"]
TableNames = Union[list[str], tuple[str, ...]]
Library = Literal["numpy", "pandas", "polars", "pyarrow"]
Fields = Union[Sequence[str], Mapping[str, Sequence[str]]]


class LogError(EngineError):
    """A file is not a game log."""


class LogWarning(UserWarning):
    """A game log has a damaged place, or is cut off. Its other records are read."""


@overload
def read_log(
    path: LogPath, table: str = ..., *, fields: Fields | None = ..., library: Literal["numpy"] = ...
) -> Columns: ...
@overload
def read_log(
    path: LogPath, table: TableNames, *, fields: Fields | None = ..., library: Literal["numpy"] = ...
) -> dict[str, Columns]: ...
@overload
def read_log(
    path: LogPath, table: str | TableNames = ..., *, fields: Fields | None = ..., library: Library
) -> Any: ...


def read_log(
    path: LogPath,
    table: str | TableNames = "tracking",
    *,
    fields: Fields | None = None,
    library: Library = "numpy",
) -> Any:
    """Return a table of a game log, or several tables from one pass over it.

    Logs of all versions are read, also if they are compressed by gzip. docs/use/analyst/exports.md describes the tables and their columns.

    Args:
        path: The game log.
        table: `tracking` (a row per show), `events`, `spadl`, `atomic-spadl`, `teams`, `players`,
            `action-values`, `player-values` or `pitch-control`; or a list of these.
        fields: Names of the columns; `*` stands for any characters. For several tables, a mapping from the table to its
            columns. By default all columns, and of `tracking` those that `rcss-log export` writes.
        library: `numpy` returns a dictionary from the column to its array, in which NaN is a missing value. `pandas`,
            `polars` and `pyarrow` return the table of the library, which has to be installed; `polars` and `pyarrow` have
            null for a missing value.

    Returns:
        The table; for a list of tables, a dictionary from the name to the table.

    Raises:
        FileNotFoundError: if there is no such file.
        LogError: if the file is not a game log.
        ValueError: if a table, field or library does not exist. The message lists those that do.
        ImportError: if the library is not installed.

    Warns:
        LogWarning: for each of the first damaged places of the log, and if it is cut off.

    Example:
        >>> rcss.read_log("match.rcg.gz", fields=["time", "ball_*"])["ball_x"].max()
        >>> rcss.read_log("match.rcg.gz", "events", library="pandas").query("type == 'shot'")
        >>> log = rcss.read_log("match.rcg.gz", ["teams", "players"], library="polars")
    """
    names = [table] if isinstance(table, str) else list(table)
    _check_names("table", names, TABLES)
    _check_names("library", [library], LIBRARIES)
    module = _import_library(library)
    name = os.fspath(path)
    # Raises the error of Python for a file that cannot be opened.
    with open(name, "rb"):
        pass
    request = {
        # The reader takes `-` for its standard input.
        "path": os.path.join(".", name) if name == "-" else name,
        "tables": [{"name": each, "fields": chosen} for each, chosen in zip(names, _choose_fields(names, fields))],
        "format": "columns" if library in ("numpy", "pandas") else "arrow",
    }
    header, memory = _run_reader(request)
    for line in header["warnings"]:
        warnings.warn(line, LogWarning, stacklevel=2)
    tables = [_create_table(answer, memory, library, module) for answer in header["tables"]]
    return tables[0] if isinstance(table, str) else dict(zip(names, tables))


def read_tracking(path: LogPath) -> tuple[Columns, dict[str, Any]]:
    """Return the table `tracking` of a log with all columns, and `server` and `types`: the parameters of the match."""
    name = os.fspath(path)
    with open(name, "rb"):
        pass
    tables = [{"name": "tracking", "fields": ["*"]}]
    header, memory = _run_reader({"path": os.path.join(".", name), "tables": tables, "format": "columns", "parameters": True})
    for line in header["warnings"]:
        warnings.warn(line, LogWarning, stacklevel=3)
    columns: Columns = _create_table(header["tables"][0], memory, "numpy", np)
    return columns, header["parameters"]


def _check_names(what: str, names: Sequence[str], allowed: Sequence[str]) -> None:
    for name in names:
        if name not in allowed:
            raise ValueError(f"{what}: {name!r} is not one of {', '.join(allowed)}")


def _import_library(library: str) -> Any:
    try:
        return importlib.import_module(library)
    except ImportError as error:
        raise ImportError(f"library={library!r} needs the package {library}: pip install {library} ({error})") from error


def _choose_fields(names: Sequence[str], fields: Fields | None) -> list[list[str] | None]:
    """Return the fields of each table; None selects the default."""
    if fields is None:
        return [None] * len(names)
    if isinstance(fields, str):
        raise ValueError(f"fields: {fields!r} is not a list; use [{fields!r}]")
    if isinstance(fields, Mapping):
        _check_names("fields of table", list(fields), names)
        return [list(fields[name]) if name in fields else None for name in names]
    if len(names) != 1:
        raise ValueError("fields: several tables need a mapping from the table to its fields")
    return [list(fields)]


def _run_reader(request: dict[str, Any]) -> tuple[Any, npt.NDArray[np.uint8]]:
    """Return the header of the answer, and the bytes after it."""
    if not _READER.exists():
        raise EngineError(f"{_READER} is missing: run packages/play/env/python/build.sh, or install a wheel")
    with tempfile.TemporaryFile() as log:
        child, release = start_child(
            [find_node(), str(_READER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log
        )
        with child as process:
            try:
                header, memory, done = _exchange(process, request)
            except BaseException:
                process.kill()
                raise
            finally:
                release()
        if header is None or done < memory.size or process.returncode != 0:
            log.seek(0)
            text = log.read()[-4000:].decode(errors="replace").strip()
            raise EngineError(f"the reader of logs ended with exit code {process.returncode}. Its log: {text}")
    if "error" in header:
        error = header["error"]
        raise LogError(error["message"]) if error["kind"] == "log" else ValueError(f"fields: {error['message']}")
    return header, memory


def _exchange(process: subprocess.Popen[bytes], request: dict[str, Any]) -> tuple[Any, npt.NDArray[np.uint8], int]:
    """Return the header, the bytes after it, and the count of bytes that came; None and nothing if the reader ended early."""
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(json.dumps(request).encode())
        process.stdin.close()
    except BrokenPipeError:
        return None, np.empty(0, np.uint8), 0
    line = process.stdout.readline()
    header = json.loads(line) if line.endswith(b"\n") else None
    memory = np.empty(0 if header is None else header.get("bytes", 0), np.uint8)
    done = 0
    while done < memory.size:
        count = process.stdout.readinto(memory[done:])  # type: ignore[attr-defined]
        if not count:
            break
        done += count
    return header, memory, done


def _create_table(answer: Any, memory: npt.NDArray[np.uint8], library: str, module: Any) -> Any:
    if library in ("numpy", "pandas"):
        length = answer["length"]
        columns = {
            column["name"]: _create_column(column, length, memory, library == "pandas") for column in answer["columns"]
        }
        return columns if library == "numpy" else module.DataFrame(columns, copy=False)
    first = answer["arrow"]["offset"]
    file = memory[first : first + answer["arrow"]["length"]]
    if library == "polars":
        return module.read_ipc(io.BytesIO(file.tobytes()))
    ipc = importlib.import_module("pyarrow.ipc")
    return ipc.open_file(module.py_buffer(file)).read_all()


def _create_column(column: Any, length: int, memory: npt.NDArray[np.uint8], as_objects: bool) -> npt.NDArray[Any]:
    kind = np.dtype(_TYPES[column["type"]])
    first = column["offset"]
    values: npt.NDArray[Any] = memory[first : first + length * kind.itemsize].view(kind)
    if column["strings"] is None:
        return values
    strings: npt.NDArray[Any] = np.array(column["strings"], dtype=object if as_objects else str)
    return strings[values] if length > 0 else np.empty(0, strings.dtype)
