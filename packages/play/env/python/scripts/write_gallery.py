"""Writes docs/use/researcher/gallery.md: a picture of each scenario and its reference scores.

Usage: python packages/play/env/python/scripts/write_gallery.py [--check]

With `--check`, nothing is written: the page must have a section with two scores for every scenario of the engine, and a picture of it. The
scores are not compared.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import rcss
from rcss._render import encode_png
from rcss.baselines import Score, evaluate
from rcss.baselines.reference import random_policy, scripted_policy

DOCS = Path(__file__).parents[5] / "docs"
PAGE = DOCS / "use" / "researcher" / "gallery.md"
PICTURES = DOCS / "images" / "scenarios"
EPISODES = 40
LARGE_EPISODES = 10
"""Episodes of scenarios with many players."""
LARGE = 14
"""Number of players from which a scenario is large."""
QUANTILES = {EPISODES: 2.023, LARGE_EPISODES: 2.262}
"""97.5 % quantiles of Student's t distribution for means of this many episodes."""
PICTURE_CYCLE = 12
"""Cycle of the picture, in which the scripts have begun to play."""
SCALE = 5
"""Pixels per meter of the pictures."""
MAX_PICTURES_SIZE = 1_000_000
"""Greatest size of all pictures together, bytes."""


def draw(name: str) -> bytes:
    """Return the picture of a scenario after some cycles of the scripts, as PNG."""
    with rcss.make_batch(name, seed=1, auto_reset="none") as batch:
        batch.reset(1)
        for _ in range(PICTURE_CYCLE):
            batch.step_scripted()
        return encode_png(batch.render(scale=SCALE))


def describe(score: Score, episodes: int) -> str:
    """Return the cells of a score."""
    ends = ", ".join(f"{name} {100 * share:.0f} %" for name, share in score.outcomes.items())
    return f"{score.reward:.2f} ± {QUANTILES[episodes] * score.error:.2f} | {score.cycles:.0f} | {ends}"


def section(scenario: dict[str, Any]) -> list[str]:
    """Return the lines of a scenario, and write its picture."""
    name = scenario["name"]
    (PICTURES / f"{name}.png").write_bytes(draw(name))
    left, right = scenario["players"]
    episodes = LARGE_EPISODES if left + right >= LARGE else EPISODES
    with rcss.make_batch(name, num_envs=episodes, action="macro", auto_reset="none") as batch:
        random = evaluate(batch, 1, random_policy(1))
        scripted = evaluate(batch, 1, scripted_policy)
    return [
        "",
        f"## {name}",
        "",
        f"{scenario['description']} {left}v{right}; agents: {scenario['controlled']}; at most {scenario['horizon']} cycles.",
        "",
        f"![Players and ball of {name}](../../images/scenarios/{name}.png)",
        "",
        f"| {episodes} episodes | reward | cycles | ends |",
        "|---|---:|---:|---|",
        f"| random | {describe(random, episodes)} |",
        f"| scripts | {describe(scripted, episodes)} |",
    ]


def write() -> None:
    """Write the page and all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    scenarios = rcss.scenarios()
    lines = [
        "# Gallery of the scenarios",
        "",
        "<!-- Written by `python packages/play/env/python/scripts/write_gallery.py`. -->",
        "",
        f"Each picture shows cycle {PICTURE_CYCLE} of an episode with seed 1, or its end if that is earlier; all players act by their scripts. The left team is",
        "yellow, the right team is red; the goalie of the left team is green, that of the right team purple. A white ring marks a player that can",
        "kick the ball.",
        "",
        "The tables show two policies of the agents: macro actions drawn at random among those that have an effect, and the scripts of the scenario.",
        "The reward is the mean per agent and episode with the weights of the scenario, with its 95 % confidence interval. Scripts and rewards are",
        "described in [environments.md](environments.md), trained policies in [training.md](training.md).",
    ]
    for scenario in scenarios:
        lines += section(scenario)
        print(scenario["name"], flush=True)
    for picture in PICTURES.glob("*.png"):
        if picture.stem not in {scenario["name"] for scenario in scenarios}:
            picture.unlink()
    PAGE.write_text("\n".join([*lines, ""]), encoding="utf-8")


def check() -> list[str]:
    """Return the problems of the page and its pictures."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    names = [scenario["name"] for scenario in rcss.scenarios()]
    score = r"-?\d+\.\d\d ± \d+\.\d\d \| \d+ \| [a-z]+ \d+ %[^|]*\|"
    problems: list[str] = []
    sections = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    shown = dict(zip(sections[1::2], sections[2::2]))
    for name in names:
        if name not in shown:
            problems.append(f"{name} has no section")
            continue
        if f"(../../images/scenarios/{name}.png)" not in shown[name]:
            problems.append(f"the section of {name} does not show its picture")
        for policy in ("random", "scripts"):
            if not re.search(rf"^\| {policy} \| {score}$", shown[name], re.MULTILINE):
                problems.append(f"the section of {name} has no score of {policy}")
    problems += [f"{name} is not a scenario" for name in shown if name not in names]
    pictures = {picture.stem: picture for picture in PICTURES.glob("*")}
    problems += [f"{name} has no picture" for name in names if name not in pictures]
    problems += [f"the picture {path.name} is not of a scenario" for name, path in pictures.items() if name not in names]
    for path in pictures.values():
        if not path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n"):
            problems.append(f"{path.name} is not a PNG file")
    size = sum(path.stat().st_size for path in pictures.values())
    if size > MAX_PICTURES_SIZE:
        problems.append(f"the pictures have {size} bytes, more than {MAX_PICTURES_SIZE}")
    return problems


if __name__ == "__main__":
    if "--check" in sys.argv:
        found = check()
        for problem in found:
            print(f"{PAGE}: {problem}", file=sys.stderr)
        if found:
            sys.exit("Run python packages/play/env/python/scripts/write_gallery.py")
    else:
        write()
