"""The scenarios as environments of Gymnasium: `gymnasium.make("rcss/1v1-keeper-v0")`."""

from __future__ import annotations

import json

from gymnasium.envs.registration import register, registry

from ._engine import SCENARIO_LIST

VERSION = 0
"""Version of the environments; it rises if the same actions give other results."""


def register_environments() -> None:
    """Register each scenario with one agent; `import rcss` has done it. May be called twice."""
    if not SCENARIO_LIST.exists():
        return
    for scenario in json.loads(SCENARIO_LIST.read_text(encoding="utf-8")):
        name = f"rcss/{scenario['name']}-v{VERSION}"
        if name not in registry:
            register(
                id=name,
                entry_point="rcss.single:SoccerEnv",
                vector_entry_point="rcss.vector:make_rows",
                kwargs={"scenario": scenario["name"]},
                nondeterministic=False,
            )
