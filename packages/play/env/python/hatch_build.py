"""Build hook: the wheel has the engine, which esbuild makes from the TypeScript sources of the checkout around this folder."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILES = ("engine.mjs", "log-reader.cjs", "scenarios.json", "_wire.py")


class EngineHook(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    """Builds the engine in a checkout; an sdist has it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Run build.sh if this folder is part of a checkout; refuse if its tools or the files are missing."""
        root = Path(self.root)
        checkout = root.parents[3] if len(root.parents) > 3 else root
        if not (checkout / "pnpm-workspace.yaml").exists():
            missing = [name for name in FILES if not (root / "src" / "rcss" / name).exists()]
            if missing:
                raise RuntimeError(f"rcss: {', '.join(missing)} of the engine is missing: build from a checkout, an sdist or use a wheel")
            return
        needs = [name for name in ("node", "bash") if shutil.which(name) is None]
        if needs or not (checkout / "node_modules" / ".bin" / "esbuild").exists():
            what = f"{' and '.join(needs)} on the PATH" if needs else f"the packages of the checkout {checkout}"
            raise RuntimeError(
                f"rcss: the engine cannot be built without {what}. Install Node 20.19 or later, then run in {checkout}: npx pnpm install --frozen-lockfile"
            )
        subprocess.run(["bash", str(root / "build.sh")], check=True)
