"""Runs the commands and programs of the tutorial in docs/use/researcher/training.md in a short form, in an empty folder.

Usage: python packages/play/env/python/scripts/run_tutorial.py

The blocks are those of the page. Only the numbers of steps and episodes are smaller, and the installation is left out. Afterwards the files
that the page names must exist with contents of their formats.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).parents[5] / "docs" / "use" / "researcher" / "training.md"
STEPS = 12_000
"""Agent-steps of each training: at least one update."""
EPISODES = 8
CYCLES = 20


def read_blocks(text: str) -> list[tuple[str, str]]:
    """Return language and content of the blocks of a page, in their order."""
    return re.findall(r"^```(sh|python)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def shorten(code: str) -> str:
    """Return a block with fewer steps and episodes."""
    code = re.sub(r"--steps \d+", f"--steps {STEPS}", code)
    code = re.sub(r"^(python -m rcss\.baselines score .*)$", rf"\1 --episodes {EPISODES}", code, flags=re.MULTILINE)
    return re.sub(r"range\(\d+\)", f"range({CYCLES})", code)


def run(language: str, code: str, folder: Path) -> None:
    """Run a block; a command that fails ends the program with its output."""
    if language == "python":
        commands = [[sys.executable, "-c", code]]
    else:
        lines = code.replace("\\\n", " ").splitlines()
        commands = [
            [sys.executable if word == "python" else word.strip('"') for word in line.split()]
            for line in lines
            if not line.startswith("pip install")
        ]
    for command in commands:
        done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit(f"{PAGE.name}: this fails:\n{code}\n{done.stdout}")


def check(folder: Path) -> None:
    """Check the files that the page names."""
    for log in ("random.rcg", "keepers.rcg"):
        assert (folder / log).read_bytes().startswith(b"ULG"), log
    for name in ("keepaway-1", "keepaway-pass", "3v3"):
        assert (folder / "runs" / name / "checkpoint.npz").stat().st_size > 0, name
        assert len((folder / "runs" / name / "progress.csv").read_text().splitlines()) >= 2, name
    scores = json.loads((folder / "runs" / "keepaway-1" / "scores.json").read_text())
    assert set(scores) == {"random", "scripts", "policy", "greedy"}, scores
    assert (folder / "keepaway-3v2.svg").read_text().startswith("<svg "), "keepaway-3v2.svg"
    for document in ("keepers.json", "3v3.json"):
        assert json.loads((folder / document).read_text())["format"] == "rcss-policy", document


def main() -> None:
    """Run the page."""
    tutorial, _, _ = PAGE.read_text(encoding="utf-8").partition("\n## Use the environments with your library\n")
    blocks = read_blocks(tutorial)
    with tempfile.TemporaryDirectory() as name:
        for language, code in blocks:
            run(language, shorten(code), Path(name))
        check(Path(name))
    print(f"{PAGE.name}: {len(blocks)} blocks run")


if __name__ == "__main__":
    main()
