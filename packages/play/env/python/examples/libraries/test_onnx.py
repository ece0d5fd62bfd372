"""Policies of PyTorch in the real onnxruntime-web: the same numbers, the states of each player, a match over UDP, and what is refused."""

import json
import os
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

from onnx_policy import SIZE, create, export  # noqa: E402

warnings.filterwarnings("ignore")

ROOT = Path(__file__).parents[6]
HEADER = {"scenario": "1v1-keeper", "observation": {"type": "egocentric"}, "action": {"type": "macro"}}


def run(model, observations, outputs=12):
    """Return the answers of onnxruntime-web by player, or its error."""
    command = ["node", str(ROOT / "packages/play/env/test/onnx-decisions.mjs"), str(model), str(outputs)]
    done = subprocess.run(command, input=json.dumps(observations), capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


def play(net, observations):
    """Return the answers of PyTorch for one player."""
    answers = []
    states = [torch.zeros(1, 1, SIZE)] * net.states
    for observation in observations:
        if observation is None:
            states = [torch.zeros(1, 1, SIZE)] * net.states
            continue
        given = net(torch.tensor([observation]), *states)
        action, *states = given if net.states else (given,)
        answers.append(action[0].tolist())
    return answers


@pytest.mark.parametrize("options", [{"opset_version": 15}, {"opset_version": 17}, {"dynamo": True, "external_data": False}])
@pytest.mark.parametrize("kind", ["mlp", "gru", "lstm"])
def test_onnxruntime_web_decides_as_pytorch(kind, options, tmp_path):
    if options.get("dynamo"):
        pytest.importorskip("onnxscript")
    torch.manual_seed(1)
    net, inputs = create(kind, HEADER)
    export(net, tmp_path / "p.onnx", inputs, HEADER, **options)
    random = np.random.default_rng(2)
    players = [random.normal(size=(8, inputs)).astype(np.float32).tolist() for _ in range(3)]
    # The second player begins another episode.
    players[1].insert(4, None)
    with torch.no_grad():
        expected = [play(net, observations) for observations in players]
    answers = run(tmp_path / "p.onnx", players, len(expected[0][0]))
    assert not isinstance(answers, str), answers
    for got, wanted in zip(answers, expected):
        np.testing.assert_allclose(got, wanted, rtol=0, atol=2e-6)
    if net.states:
        # The states matter: another order of the same observations has other answers.
        assert np.abs(np.array(run(tmp_path / "p.onnx", [players[0][::-1]])[0][::-1]) - answers[0]).max() > 1e-3


def test_a_recurrent_policy_plays_over_udp(tmp_path):
    torch.manual_seed(1)
    net, inputs = create("lstm", HEADER)
    export(net, tmp_path / "lstm.onnx", inputs, HEADER)
    command = ["node", str(ROOT / "apps/cli/dist/main.js"), "match", "--scenario", "1v1-keeper", "--episodes", "2", "--logs", str(tmp_path)]
    command += ["--left", f"policy:{tmp_path / 'lstm.onnx'}", "--right", "demo"]
    environment = {**os.environ, "RCSS_ONNX": str(ROOT / "packages/play/env")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 episodes" in done.stdout


def change(model, path, edit):
    loaded = onnx.load(str(model))
    edit(loaded)
    onnx.save(loaded, str(path))
    return path


def test_what_does_not_fit_is_refused_with_what_is_expected(tmp_path):
    net, inputs = create("gru", HEADER)
    export(net, tmp_path / "good.onnx", inputs, HEADER)
    good = tmp_path / "good.onnx"

    wide = tmp_path / "wide.onnx"
    wide_net, wide_inputs = create("gru", {**HEADER, "scenario": "3v3"})
    export(wide_net, wide, wide_inputs, HEADER)
    assert f"the input observation has the shape 1 × {wide_inputs} instead of 1 × {inputs}" in run(wide, [])

    hybrid = tmp_path / "hybrid.onnx"
    export(net, hybrid, inputs, {**HEADER, "action": {"type": "hybrid"}})
    assert "the output action has the shape 1 × " in run(hybrid, [])

    newer = change(good, tmp_path / "newer.onnx", lambda model: setattr(model.opset_import[0], "version", 99))
    assert "the model cannot be loaded (opset 99, IR version" in run(newer, [])
    format_of_later = change(good, tmp_path / "later.onnx", lambda model: setattr(model, "ir_version", 99))
    assert "IR version 99, onnxruntime-web" in run(format_of_later, [])

    bare = change(good, tmp_path / "bare.onnx", lambda model: model.metadata_props.pop())
    assert "its metadata have no entry rcss-policy" in run(bare, [])
