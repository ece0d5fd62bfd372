"""The scenarios as environments of Gymnasium: `gymnasium.make("rcss/1v1-keeper-v0")`."""

from __future__ import annotations

import json

from gymnasium.envs.registration import register, registry

from ._engine import SCENARIO_LIST

VERSION = 0
"""Version of the environments; it rises if the same actions give other results."""


FORMS = ("macro", "discrete", "hybrid")
"""Types of actions with an id of their own, for programs that take an id and no options. The id without one has the actions of `rcss.make`: `low-level`."""


def register_environments() -> None:
    """Register each scenario with one agent, also with the actions of `FORMS`; `import rcss` has done it. May be called twice."""
    if not SCENARIO_LIST.exists():
        return
    for scenario in json.loads(SCENARIO_LIST.read_text(encoding="utf-8")):
        for form in (None, *FORMS):
            name = f"rcss/{scenario['name']}{f'-{form}' if form else ''}-v{VERSION}"
            if name not in registry:
                register(
                    id=name,
                    entry_point="rcss.single:SoccerEnv",
                    vector_entry_point="rcss.vector:make_rows",
                    kwargs={"scenario": scenario["name"], **({"action": form} if form else {})},
                    nondeterministic=False,
                )
