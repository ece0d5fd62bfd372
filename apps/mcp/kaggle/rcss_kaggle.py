"""Football as an environment of kaggle-environments: decide for the player with the ball.

`import rcss_kaggle` registers the environment "rcss". It starts `rcss mcp --openenv` for each environment; the variable
RCSS_MCP has another command line. See docs/use/analyst/language-models.md.
"""

import atexit
import json
import os
import random
import shlex
import subprocess
import urllib.error
import urllib.request

from kaggle_environments import register

ACTIONS = ["pass", "dribble", "shoot", "clear", "hold", "team"]
# Longest time of an answer, s.
TIMEOUT = 300


class _Server:
    """A process with one episode."""

    def __init__(self):
        command = shlex.split(os.environ.get("RCSS_MCP", "rcss mcp"))
        self.process = subprocess.Popen(
            [*command, "--openenv", "0"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        line = self.process.stderr.readline()
        if not line.startswith("Address: "):
            self.close()
            raise RuntimeError(f"{shlex.join(command)} does not serve: {line}")
        self.url = line.removeprefix("Address: ").strip()

    def post(self, path, body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise ValueError(error.read().decode()) from error

    def close(self):
        self.process.terminate()
        self.process.wait()


_servers = {}


def _close_all():
    while _servers:
        _servers.popitem()[1].close()


atexit.register(_close_all)


def _end(env):
    """Ends the process of an episode that does not go on."""
    if env.id in _servers:
        _servers.pop(env.id).close()


def _observe(agent, answer):
    agent.observation.update(answer["observation"])
    agent.info.update({"text": answer["observation"]["text"]})


def interpreter(state, env):
    """Begins an episode, or executes the action of the agent until its team has the ball again."""
    agent = state[0]
    if env.done:
        if env.id not in _servers:
            _servers[env.id] = _Server()
        config = env.configuration
        seed = config.seed if config.seed >= 0 else random.randrange(1_000_000_000)
        _observe(agent, _servers[env.id].post("/reset", {"seed": seed, "opponent": config.opponent, "cycles": config.cycles}))
        agent.reward = 0
        return state
    if agent.status != "ACTIVE":
        _end(env)
        return state
    action = {key: value for key, value in agent.action.items() if key in ("action", "to") and value is not None}
    try:
        answer = _servers[env.id].post("/step", {"action": action})
    except ValueError as error:
        agent.status = "INVALID"
        agent.info.update({"error": str(error)})
        _end(env)
        return state
    _observe(agent, answer)
    agent.reward += answer["reward"] or 0
    if answer["done"]:
        agent.status = "DONE"
        _end(env)
    return state


def renderer(state, env):
    return "\n".join(f"{step[0].reward:+d} {step[0].observation.text}" for step in env.steps)


def html_renderer():
    return """
function renderer({ parent, step, environment }) {
  const { observation, reward, action } = environment.steps[step][0];
  const next = environment.steps[step + 1]?.[0].action;
  const rows = [['moment', observation.text], ['goals for less against', reward], ['next action', JSON.stringify(next ?? null)]];
  parent.replaceChildren(...rows.map(([name, value]) => {
    const row = document.createElement('p');
    row.textContent = name + ': ' + value;
    row.style.cssText = 'font: 16px sans-serif; color: #fff; margin: 0.5em 1em';
    return row;
  }));
}
"""


def random_agent(observation):
    """Any action."""
    passes = [{"action": "pass", "to": unum} for unum in observation.open_passes]
    return random.choice([*passes, *({"action": name} for name in ACTIONS if name not in ("pass", "team"))])


def scripted_agent(observation):
    """Numbers 9 to 11 shoot or dribble, others pass to the highest open number."""
    unum = observation.unum or 0
    if unum >= 9:
        return {"action": random.choice(["shoot", "dribble"])}
    forward = [mate for mate in observation.open_passes if mate > unum]
    return {"action": "pass", "to": max(forward)} if forward else {"action": "dribble"}


def base_agent(observation):
    """What the base team decides."""
    return {"action": "team"}


SPECIFICATION = {
    "name": "rcss",
    "title": "Football",
    "description": "Decide for the player with the ball; the base team plays everything else.",
    "version": "1.0.0",
    "agents": [1],
    "configuration": {
        "episodeSteps": {"description": "Most decisions, plus one.", "type": "integer", "minimum": 2, "default": 1000},
        "actTimeout": 60,
        "runTimeout": 3600,
        "seed": {"description": "Seed of the match; -1: a random one.", "type": "integer", "minimum": -1, "default": -1},
        "opponent": {"description": "Other team.", "type": "string", "enum": ["base", "chasers", "random"], "default": "chasers"},
        "cycles": {"description": "Length of the match.", "type": "integer", "minimum": 20, "maximum": 6000, "default": 600},
    },
    "reward": {"description": "Goals for less goals against.", "type": "integer", "default": 0},
    "observation": {
        "text": {"description": "The moment in words.", "type": "string", "default": ""},
        "cycle": {"description": "Game time.", "type": "integer", "default": 0},
        "score": {"description": "Goals: own, other.", "type": "object", "default": {}},
        "unum": {"description": "Player with the ball; null at the end.", "type": ["integer", "null"], "default": None},
        "open_passes": {"description": "Numbers of teammates.", "type": "array", "default": []},
    },
    "action": {
        "description": "What the player does.",
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": ACTIONS},
            "to": {"description": "Receiver of a pass.", "type": ["integer", "null"]},
        },
        "default": {"action": "team"},
    },
}

register(
    "rcss",
    {
        "agents": {"random": random_agent, "scripted": scripted_agent, "base": base_agent},
        "html_renderer": html_renderer,
        "interpreter": interpreter,
        "renderer": renderer,
        "specification": SPECIFICATION,
    },
)
