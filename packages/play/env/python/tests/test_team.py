"""Teams in Python: messages, types, errors with the line of the file."""

import io
import json
import re
import struct
from array import array
from pathlib import Path

import pytest

from rcss import team
from rcss.team import _run, _values

SCHEMA = json.loads(Path(__file__).with_name("team-process.schema.json").read_text(encoding="utf-8"))
MOTION = {"x": 1, "y": 2, "vx": 0.5, "vy": 0}


def definition(name):
    """Return a schema that several messages contain."""
    return SCHEMA["$defs"][name]


def messages(direction):
    """Return the schemas of messages by their type."""
    return {each["properties"]["type"]["const"]: each["properties"] for each in SCHEMA["$defs"][direction]["oneOf"]}


def sample(schema):
    """Return a value that a schema allows."""
    if "$ref" in schema:
        return sample(definition(schema["$ref"].rsplit("/", 1)[1]))
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return sample(schema["anyOf"][0])
    kind = schema.get("type")
    if kind == "object":
        return {key: sample(each) for key, each in schema.get("properties", {}).items()}
    if kind == "array":
        return [sample(schema["items"])]
    if isinstance(kind, list):
        kind = kind[0]
    return {"string": "x", "boolean": True, "number": 1.5, "integer": 7}[kind]


def test_every_skill_of_the_schema_is_a_method_of_the_player():
    world = _values.build(team.World, sample(messages("FromAgent")["decide"]["world"]))
    asked = {}
    me = team.Me(world, team.Match(), None, lambda skill, args: (asked.setdefault(skill, args), {"action": None})[1])
    points = {"go_to", "turn_to", "kick_to"}
    for skill in SCHEMA["$defs"]["Skills"]["properties"]:
        name = re.sub(r"[A-Z]", lambda match: "_" + match[0].lower(), skill)
        method = getattr(me, name)
        method((3, 4)) if name in points else method()
    assert list(asked) == list(SCHEMA["$defs"]["Skills"]["properties"])
    assert asked["goTo"] == {"target": {"x": 3, "y": 4}}
    for skill, args in asked.items():
        assert set(args) <= set(SCHEMA["$defs"]["Skills"]["properties"][skill]["properties"])


def test_a_player_judges_choices_and_interceptions_itself(tmp_path):
    seen = {}

    def decide(me, world):
        seen["intercepts"] = me.intercepts()
        return max(me.choices(max_steps=2), key=lambda choice: choice.probability).action

    empty = {"reason": "", "body": None, "lookAt": None, "passTo": 0, "target": None}
    choices = [
        {
            "action": {**empty, "kind": kind},
            "steps": [{"kind": kind, "target": {"x": 3, "y": 4}, "unum": 9, "cycles": 5, "probability": probability}],
            "value": 1 - probability,
            "probability": probability,
        }
        for kind, probability in (("pass", 0.4), ("dribble", 0.8))
    ]
    first = {"own": False, "unum": 3, "cycles": 4, "x": 1, "y": 2, "turns": 1, "dashes": 3, "stamina": None}
    answers = play(
        {"play": decide},
        START,
        DECIDE,
        {"type": "answer", "id": 5, "action": None, "intercepts": [first]},
        {"type": "answer", "id": 5, "action": None, "choices": choices},
        tmp_path=tmp_path,
    )
    assert [each.get("skill") for each in answers] == [None, "intercepts", "choices", None]
    assert answers[2]["args"] == {"maxSteps": 2}
    assert answers[3]["action"]["kind"] == "dribble"
    assert seen["intercepts"] == [team.Intercept(1, 2, own=False, unum=3, cycles=4, turns=1, dashes=3, stamina=None)]


def test_a_player_gives_the_planner_own_steps_and_values(tmp_path):
    through = team.Action("through", body={"type": "kick", "power": 60, "dir": 10}, pass_to=9)

    def decide(me, world):
        return me.plan(
            steps=[
                team.OwnStep(me.dribble_to((48, 28)), "dribble", (48, 28), cycles=25, probability=0.6),
                team.OwnStep(through, "pass", world.ball, cycles=12, probability=0.7, unum=9),
            ],
            values=team.table(lambda x, y: x / 50 + y, columns=2, rows=3),
            losses=(array("d", (0, 1)), array("d", (0, 1))),
            openness=(0.05, 10),
            max_states=200,
        )

    answers = play(
        {"play": decide},
        START,
        DECIDE,
        {"type": "answer", "id": 5, "action": None},
        {"type": "answer", "id": 5, "action": None},
        tmp_path=tmp_path,
    )
    assert [each.get("skill") for each in answers] == [None, "dribbleTo", "plan", None]
    args = answers[2]["args"]
    assert args == {
        "maxStates": 200,
        "steps": [
            {
                "kind": "pass",
                "target": {"x": 1.5, "y": 1.5},
                "cycles": 12,
                "probability": 0.7,
                "unum": 9,
                "action": through.to_json(),
            }
        ],
        "values": [[-35.05, -32.95], [-1.05, 1.05], [32.95, 35.05]],
        "losses": [[0, 1], [0, 1]],
        "openness": {"perMeter": 0.05, "within": 10},
    }
    schema = SCHEMA["$defs"]["Skills"]["properties"]["plan"]["properties"]
    assert set(args) <= set(schema)
    assert set(args["steps"][0]) == set(definition("OwnStep")["properties"])


def play(functions, *incoming, tmp_path, kinds=None):
    """Run a program with functions on messages; return its answers."""
    registry = _run.Registry()
    registry.functions.update(functions)
    registry.messages.update(kinds or {})
    frames = b"".join(struct.pack(">I", len(data)) + data for data in (json.dumps(each).encode() for each in incoming))
    target = io.BytesIO()
    main = tmp_path / "team.py"
    main.write_text("", encoding="utf-8")
    old, _run.registry = _run.registry, registry
    try:
        with pytest.raises(SystemExit):
            _run.Program(_run.Pipe(io.BytesIO(frames), target), main).run()
    finally:
        _run.registry = old
    data = target.getvalue()
    answers = []
    while data:
        (length,) = struct.unpack(">I", data[:4])
        answers.append(json.loads(data[4 : 4 + length]))
        data = data[4 + length :]
    return answers


START = {"type": "start", "version": 1, "team": "A", "seed": 0, "options": {}, "skills": []}
DECIDE = {"type": "decide", "id": 5, "phase": "play", "world": sample(messages("FromAgent")["decide"]["world"])}


def test_a_decision_asks_for_skills_and_returns_an_action(tmp_path):
    def decide(me, world):
        me.say("press")
        me.debug.circle(world.ball, 2, level=3)
        return me.shoot() or me.pass_to(9).change(turn_neck=30, attention_to=9, point_to=(1, 2))

    action = {"kind": "pass", "reason": "r", "body": None, "lookAt": None, "passTo": 9, "target": {"x": 3, "y": 4}}
    answers = play(
        {"play": decide},
        START,
        DECIDE,
        {"type": "answer", "id": 5, "action": None},
        {"type": "answer", "id": 5, "action": action},
        tmp_path=tmp_path,
    )
    assert answers[0] == {"type": "ready", "version": 1, "decides": ["play"]}
    assert [each.get("skill") for each in answers[1:3]] == ["shoot", "passTo"]
    assert answers[3] == {
        "type": "action",
        "id": 5,
        "action": {
            "kind": "pass",
            "reason": "r",
            "passTo": 9,
            "target": {"x": 3, "y": 4},
            "turnNeck": 30,
            "attentionTo": {"own": True, "unum": 9},
            "pointTo": {"x": 1, "y": 2},
        },
        "say": "press",
        "debug": [{"kind": "circle", "at": {"x": 1.5, "y": 1.5}, "radius": 2, "fill": False, "level": 3}],
    }


def test_a_team_says_parts_and_messages_of_its_own(tmp_path):
    heard = [
        {"unum": 4, "part": {"kind": "stamina", "value": 3000}},
        {"unum": 5, "part": {"kind": "own", "name": "press", "values": {"line": 8}}},
    ]
    decide = {**DECIDE, "world": {**DECIDE["world"], "heardParts": heard}}
    seen = []

    def play_on(me, world):
        seen.extend(world.heard_parts)
        me.say_parts(team.part("press", line=10), team.part("intercept", unum=9, cycles=4))

    team_registry = _run.Registry()
    old, _run.registry = _run.registry, team_registry
    try:
        team.message("press", line=(-50, 50, 6))
        kinds = dict(_run.registry.messages)
        with pytest.raises(ValueError, match="part: press has the numbers line, not x"):
            team.part("press", x=1)
        with pytest.raises(ValueError, match="part: 'pres' is not a kind of message; there are pass, ball"):
            team.part("pres", line=1)
        with pytest.raises(ValueError, match="'ball' is the name of a kind that every team has"):
            team.message("ball", x=(0, 1, 1))
        with pytest.raises(ValueError, match="line: 6 is not a tuple"):
            team.message("low", line=6)
    finally:
        _run.registry = old
    ready, answer = play({"play": play_on}, START, decide, kinds=kinds, tmp_path=tmp_path)
    assert ready["messages"] == {"press": {"line": {"min": -50, "max": 50, "bits": 6}}}
    assert answer["parts"] == [
        {"kind": "own", "name": "press", "values": {"line": 10}},
        {"kind": "intercept", "unum": 9, "cycles": 4},
    ]
    assert [(each.unum, each.kind, each.values) for each in seen] == [
        (4, "stamina", {"value": 3000}),
        (5, "press", {"line": 8}),
    ]


@pytest.mark.parametrize(
    ("decide", "text"),
    [
        (lambda me, world: me.go_to("left"), "go_to: target: 'left' is not a point such as (10, 0)"),
        (lambda me, world: "left", "it returned 'left'; return an action such as me.intercept(), or None"),
        (lambda me, world: me.say("much too long"), "say: 'much too long' is not a text of 1 to 9 characters"),
        (lambda me, world: me.dash(float("nan")), "Out of range float values are not JSON compliant"),
        (lambda me, world: me.wait(point_to=7), "point_to: 7 is not a point"),
        (lambda me, world: me.plan(values=[1, 2]), "values: [1, 2] is not a table such as team.table("),
        (lambda me, world: me.plan(losses=[[1, "a"]]), "losses: [[1, 'a']] is not a table"),
        (lambda me, world: me.choices(openness=(1,)), "openness: (1,) is not (value of a meter, meters that count)"),
        (
            lambda me, world: me.choices(steps=[team.OwnStep("run", "dribble", (1, 2), cycles=1, probability=1)]),
            "steps: action: 'run' is not an action",
        ),
        (
            lambda me, world: me.choices(steps=[team.OwnStep(me.wait(), "dribble", 7, cycles=1, probability=1)]),
            "steps: target: 7 is not a point",
        ),
    ],
)
def test_errors_name_the_line(decide, text, tmp_path):
    _, answer = play({"play": decide}, START, DECIDE, tmp_path=tmp_path)
    assert answer["action"] is None
    assert text in answer["error"]
    if "JSON" not in text:
        assert re.search(r"test_team\.py, line \d+, in ", answer["error"])


def test_a_dash_with_two_legs_is_a_command_of_the_schema(tmp_path):
    _, answer = play({"play": lambda me, world: me.dash_legs((100, 0), (80, 46))}, START, DECIDE, tmp_path=tmp_path)
    body = answer["action"]["body"]
    assert body == {"type": "dash_legs", "left": {"power": 100, "dir": 0}, "right": {"power": 80, "dir": 46}}
    assert body["type"] in [each["properties"]["type"]["const"] for each in definition("Command")["oneOf"]]


def test_a_wrong_request_is_an_error_at_the_line_of_the_author(tmp_path):
    error = {"type": "answer", "id": 5, "action": None, "error": "passTo: receiver: 12 is not a whole number"}
    _, _, answer = play({"play": lambda me, world: me.pass_to(12)}, START, DECIDE, error, tmp_path=tmp_path)
    assert re.search(r"test_team\.py, line \d+, in .*TeamError: passTo: receiver: 12", answer["error"])


def test_the_coach_gives_orders(tmp_path):
    def order(coach, view):
        coach.change_type(9, 4)
        coach.say(f"{len(view.opponents)} opponents, {len(view.opponent_model.players)} known")

    view = {"type": "coach", "id": 3, "view": sample(messages("FromAgent")["coach"]["view"])}
    _, answer = play({"coach": order}, START, view, tmp_path=tmp_path)
    assert answer == {"type": "orders", "id": 3, "types": [{"unum": 9, "type": 4}], "say": ["1 opponents, 1 known"]}


def test_run_without_the_agent_says_how_to_start():
    with pytest.raises(SystemExit, match="rcss team --decide"):
        team.run()


def test_parameters_have_their_defaults_and_then_the_values_of_the_agent(tmp_path, monkeypatch):
    monkeypatch.setattr(_run, "registry", _run.Registry())
    values = team.parameters({"line": {"default": -20, "min": -45, "max": 0}, "style": {"calm": {"default": True}}})
    assert (values.line, values.style.calm) == (-20, True)
    assert _run.registry.parameters["line"]["min"] == -45
    match = {"type": "match", "side": "l", "server": {}, "playerTypes": [], "options": {"line": -30, "style": {"calm": False}}}
    data = b"".join(struct.pack(">I", len(each)) + each for each in [json.dumps(match).encode()])
    with pytest.raises(SystemExit):
        _run.Program(_run.Pipe(io.BytesIO(data), io.BytesIO()), tmp_path / "team.py").run()
    assert (values.line, values.style.calm) == (-30, False)
    # A file that is loaded again declares its parameters again.
    assert team.parameters({"line": {"default": -10, "min": -45, "max": 0}}).line == -30
