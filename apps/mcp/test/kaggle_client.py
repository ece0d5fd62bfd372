"""kaggle-environments runs episodes of the environment of apps/mcp/kaggle: three baselines, rendering, and errors.

Usage: kaggle_client.py [EPISODES] [CYCLES] [FIRST_SEED]; the folder of rcss_kaggle.py must be in PYTHONPATH.
"""

import random
import sys

import rcss_kaggle  # noqa: F401  (registers the environment)
from baselines import describe
from kaggle_environments import make


def play(agent, seed, cycles, opponent="chasers"):
    random.seed(seed)
    env = make("rcss", {"seed": seed, "cycles": cycles, "opponent": opponent})
    env.run([agent])
    return env


def main(episodes, cycles, first_seed):
    for name in ("random", "scripted", "base"):
        rewards = []
        decisions = 0
        for seed in range(first_seed, first_seed + episodes):
            env = play(name, seed, cycles)
            assert env.state[0].status == "DONE", env.state
            rewards.append(env.state[0].reward)
            decisions += len(env.steps) - 1
        print(describe(name, rewards, decisions), flush=True)

    env = play("scripted", 3, 60, "random")
    text = env.render(mode="ansi")
    assert len(text.splitlines()) == len(env.steps) and "Cycle " in text, text
    assert "goals for less against" in env.render(mode="html")
    again = play("scripted", 3, 60, "random")
    assert [step[0].observation.text for step in again.steps] == [step[0].observation.text for step in env.steps]

    for wrong in ({"action": "fly"}, {"action": "pass"}, {"action": "pass", "to": 12}):
        env = play(lambda observation: wrong, 3, 60, "random")
        assert env.state[0].status == "INVALID", env.state
    assert "1–11" in play(lambda observation: {"action": "pass"}, 3, 60, "random").state[0].info.error
    try:
        make("rcss", {"cycles": 10**9})
    except Exception as error:
        assert "6000" in str(error), error
    else:
        raise AssertionError("10^9 cycles were accepted")


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*numbers, *(1, 120, 1001)[len(numbers) :])
