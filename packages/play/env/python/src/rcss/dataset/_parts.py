"""Folders of Parquet files: one part after the other, so that an interrupted run goes on."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import Any

SETTINGS = "_dataset.json"
"""Readers of Parquet leave out files whose name begins so."""


class DatasetError(ValueError):
    """A dataset cannot be written or read; the message names the place and what is allowed."""


def import_optional(name: str) -> Any:
    """Return a module of a package that is not a dependency."""
    import importlib

    package = name.split(".", maxsplit=1)[0]
    try:
        return importlib.import_module(name)
    except ImportError as error:
        needed = "pillow" if package == "PIL" else package
        raise ImportError(f"rcss.dataset needs the package {needed}: pip install {needed} ({error})") from None


class Parts:
    """The files of a dataset.

    Args:
        folder: Where the files are; created if missing.
        settings: What the dataset is made of. A folder with other settings is refused.
    """

    def __init__(self, folder: str | os.PathLike[str], settings: dict[str, Any]) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / SETTINGS
        # As JSON gives them back: without tuples.
        settings = json.loads(json.dumps(settings))
        if path.exists():
            found = load_settings(self.folder)
            for name in {**found, **settings}:
                if found.get(name) != settings.get(name):
                    raise DatasetError(
                        f"{path}: {name} is {_show(found.get(name))} there and {_show(settings.get(name))} now; choose another folder, or the same settings"
                    )
        elif any(self.folder.glob("*.parquet")):
            raise DatasetError(f"{self.folder}: it has Parquet files, but no {SETTINGS}; choose another folder")
        else:
            self._replace(path, json.dumps(settings, indent=1).encode())

    def has(self, name: str) -> bool:
        """Return whether a part is complete."""
        return (self.folder / f"{name}.parquet").exists()

    def last(self, column: str) -> int:
        """Return the last number in a column of the last part; -1 if there is no part."""
        files = sorted(self.folder.glob("*.parquet"))
        return int(import_optional("pyarrow.parquet").read_table(files[-1], columns=[column])[column][-1].as_py()) if files else -1

    def write(self, name: str, table: Any) -> None:
        """Write a part; it exists completely or not at all."""
        path = self.folder / f"{name}.parquet"
        # Another process can write other parts; what an interrupted run left is written again.
        new = path.with_suffix(".parquet.tmp")
        import_optional("pyarrow.parquet").write_table(table, new, compression="zstd")
        os.replace(new, path)

    @staticmethod
    def _replace(path: Path, content: bytes) -> None:
        # Several processes can begin at the same time.
        new = path.with_suffix(f".{os.getpid()}-{secrets.token_hex(4)}.tmp")
        new.write_bytes(content)
        os.replace(new, path)


def load_settings(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the settings of a dataset."""
    path = Path(folder) / SETTINGS
    try:
        settings: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DatasetError(f"{path}: is missing; {folder} is not a dataset of rcss.dataset") from None
    except json.JSONDecodeError as error:
        raise DatasetError(f"{path}: is not JSON: {error}") from None
    return settings


def _show(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
